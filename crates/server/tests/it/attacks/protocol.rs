//! The protocol: paths, methods, headers.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::json;

attacks! {
    async fn letter_case_and_slashes_do_not_make_another_way_in(stage: &Stage) {
        let org = stage.service.org_id;
        for path in [
            format!("/API/manage/orgs/{org}/keys"),
            format!("/api/manage/orgs/{org}/keys/"),
            format!("/api//manage/orgs/{org}/keys"),
            format!("/api/manage/orgs/{org}/../{}/keys", stage.foreign_org),
        ] {
            assert_eq!(stage.get(&stage.owner, &path).await.status, StatusCode::NOT_FOUND, "{path}");
        }
    }
    async fn an_encoded_slash_in_an_id_names_nothing(stage: &Stage) {
        let path = format!("/api/manage/orgs/{}%2Fkeys/keys", stage.service.org_id);
        assert_eq!(stage.get(&stage.owner, &path).await.status, StatusCode::NOT_FOUND);
    }
    async fn a_forwarded_address_of_a_stranger_is_not_believed(stage: &Stage) {
        let address: std::net::SocketAddr = "203.0.113.9:1".parse().unwrap();
        let request = crate::harness::browser_request(axum::http::Method::POST, &stage.path("keys"))
            .header("cookie", format!("almagest_local={}", stage.owner.token))
            .header("x-forwarded-for", "192.0.2.66")
            .extension(transport::Peer(address));
        let body = json!({ "name": "k", "mode": "live", "permissions": [] });
        stage.service.send_with(request, Some(&body)).await;
        let audit = stage.get(&stage.owner, &stage.path("audit")).await.json();
        assert_eq!(audit["data"][0]["attributes"]["sourceAddress"], "203.0.113.9");
    }
    async fn a_method_override_is_ignored(stage: &Stage) {
        let (id, _) = stage.key(&json!({})).await;
        let request = Request::get(stage.path(&format!("keys/{id}")))
            .header("host", crate::harness::HOST)
            .header("cookie", format!("almagest_local={}", stage.owner.token))
            .header("x-http-method-override", "DELETE");
        let answer = stage.service.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(answer.json()["data"]["attributes"]["status"], "active");
    }
    async fn head_takes_a_slot_and_a_unit_like_get(stage: &Stage) {
        let (_, secret) = stage.key(&json!({ "rates": ["1/1h"] })).await;
        let request = Request::head("/api/key").header("x-api-key", &secret);
        let answer = stage.service.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(stage.service.get_with("/api/key", &secret).await.codes(), ["rate_limited"]);
    }
    async fn a_body_with_a_field_twice_is_refused(stage: &Stage) {
        let request = crate::harness::browser_request(axum::http::Method::POST, &stage.path("invitations"))
            .header("cookie", format!("almagest_local={}", stage.owner.token))
            .header("content-type", "application/json");
        let body = r#"{"email":"x@example.com","role":"member","role":"owner"}"#;
        let answer = stage.service.send(request.body(Body::from(body)).unwrap()).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.json());
    }
    async fn an_address_that_would_break_a_mail_header_is_refused(stage: &Stage) {
        for email in ["a@example.com\r\nBcc: b@example.com", "a b@example.com", "a@b@example.com", "\"a\"@example.com"] {
            let answer = stage.invite(&stage.owner, email, "member").await;
            assert_eq!(answer.codes(), ["field_format"], "{email:?}");
        }
    }
}
