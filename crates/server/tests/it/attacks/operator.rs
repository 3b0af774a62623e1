//! Attacks on the installation, by owners and by strangers who try to use its operators.

use axum::http::Method;
use serde_json::json;

use crate::harness::browser_request;

const ORGS: &str = "/api/manage/installation/orgs";
const USERS: &str = "/api/manage/installation/users";

attacks! {
    async fn an_owner_cannot_raise_the_quota_of_their_own_organization(stage: &Stage) {
        let path = format!("{ORGS}/{}", stage.service.org_id);
        let answer = stage.patch(&stage.owner, &path, &json!({ "quota": 1_000_000 })).await;
        assert_eq!(answer.codes(), ["operator_required"]);
        let mass = stage.patch(&stage.owner, stage.path("").trim_end_matches('/'),
            &json!({ "name": "n", "quota": 1_000_000 })).await;
        assert_eq!(mass.codes(), ["field_unknown"]);
    }
    async fn an_owner_cannot_make_themselves_an_operator(stage: &Stage) {
        let path = format!("{USERS}/{}", stage.owner.id);
        let answer = stage.patch(&stage.owner, &path, &json!({ "operator": true })).await;
        assert_eq!(answer.codes(), ["operator_required"]);
        let me = stage.patch(&stage.owner, "/api/manage/me", &json!({ "name": "n", "operator": true })).await;
        assert_eq!(me.codes(), ["field_unknown"]);
        let user = stage.service.app.store.user(stage.owner.id).await.unwrap().unwrap();
        assert!(!user.operator);
    }
    async fn an_owner_cannot_read_links_from_the_outbox(stage: &Stage) {
        stage.invite(&stage.owner, "x@example.com", "member").await;
        let answer = stage.get(&stage.owner, "/api/manage/installation/outbox").await;
        assert_eq!(answer.codes(), ["operator_required"]);
    }
    async fn a_key_never_reaches_the_installation(stage: &Stage) {
        let (_, secret) = stage.key(&json!({})).await;
        for path in [ORGS, USERS, "/api/manage/installation/outbox", "/api/manage/installation/audit"] {
            assert_eq!(stage.service.get_with(path, &secret).await.codes(), ["person_required"]);
        }
    }
    async fn a_strangers_page_cannot_make_an_operator_change_anything(stage: &Stage) {
        let path = format!("{ORGS}/{}", stage.service.org_id);
        let request = browser_request(Method::PATCH, &path)
            .header("cookie", format!("almagest_local={}", stage.operator.token));
        let mut request = request.header("content-type", "application/json")
            .body(axum::body::Body::from(r#"{"status":"suspended"}"#)).unwrap();
        request.headers_mut().insert("origin", "https://evil.example".parse().unwrap());
        request.headers_mut().insert("sec-fetch-site", "cross-site".parse().unwrap());
        let answer = stage.service.send(request).await;
        assert_eq!(answer.codes(), ["cross_site_request"]);
    }
    async fn someone_who_was_an_operator_is_none_on_the_next_request(stage: &Stage) {
        let second = stage.service.operator().await;
        let path = format!("{USERS}/{}", second.id);
        stage.patch(&stage.operator, &path, &json!({ "operator": false })).await;
        let body = json!({ "name": "Acme", "plan": "deluxe" });
        assert_eq!(stage.post(&second, ORGS, &body).await.codes(), ["operator_required"]);
    }
    async fn an_organization_that_does_not_exist_answers_like_nonsense(stage: &Stage) {
        let random = access::OrgId::new(crate::harness::NOW, &http_api::randomness::OsRandom);
        for rest in ["", "/members", "/modules"] {
            for id in [random.to_string(), "nonsense".to_owned()] {
                let answer = stage.get(&stage.operator, &format!("{ORGS}/{id}{rest}")).await;
                assert_eq!(answer.codes(), ["resource_not_found"], "{id}{rest}");
            }
        }
    }
    async fn a_member_cannot_mint_a_token_of_a_key(stage: &Stage) {
        let (id, _) = stage.key(&json!({})).await;
        let path = stage.path(&format!("keys/{id}/tokens"));
        let body = json!({ "permissions": ["calc:read"], "origins": ["example.com"], "expiresIn": 60 });
        assert_eq!(stage.post(&stage.member, &path, &body).await.codes(), ["permission_missing"]);
    }
    async fn a_strangers_key_mints_no_token(stage: &Stage) {
        let foreign = stage.foreign_key().await;
        let path = stage.path(&format!("keys/{foreign}/tokens"));
        let body = json!({ "permissions": ["calc:read"], "origins": ["example.com"], "expiresIn": 60 });
        assert_eq!(stage.post(&stage.owner, &path, &body).await.codes(), ["resource_not_found"]);
    }
}
