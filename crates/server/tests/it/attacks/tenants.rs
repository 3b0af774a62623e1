//! Cross-tenant access and enumeration.

use axum::http::{Method, StatusCode};
use http_api::randomness::OsRandom;
use serde_json::json;

use crate::fixtures::error;
use crate::harness::{NOW, browser_request};

attacks! {
    async fn a_strangers_organization_answers_like_one_that_does_not_exist(stage: &Stage) {
        let random = access::OrgId::new(NOW, &OsRandom);
        for rest in ["", "/keys", "/members", "/audit", "/ledger", "/usage", "/modules", "/invitations", "/alerts", "/alert-settings", "/webhooks"] {
            let there = stage.get(&stage.owner, &format!("/api/manage/orgs/{}{rest}", stage.foreign_org)).await;
            let nowhere = stage.get(&stage.owner, &format!("/api/manage/orgs/{random}{rest}")).await;
            assert_eq!(error(&there), error(&nowhere), "{rest}");
            assert_eq!(there.status, StatusCode::NOT_FOUND);
        }
    }
    async fn a_strangers_key_cannot_be_read_changed_rotated_checked_or_revoked(stage: &Stage) {
        let foreign = stage.foreign_key().await;
        let path = stage.path(&format!("keys/{foreign}"));
        let not_found = ["resource_not_found"];
        assert_eq!(stage.get(&stage.owner, &path).await.codes(), not_found);
        assert_eq!(stage.patch(&stage.owner, &path, &json!({ "enabled": false })).await.codes(), not_found);
        assert_eq!(stage.delete(&stage.owner, &path).await.codes(), not_found);
        let body = json!({ "graceSeconds": 0 });
        assert_eq!(stage.post(&stage.owner, &format!("{path}/rotate"), &body).await.codes(), not_found);
        let body = json!({ "operation": "key_describe" });
        assert_eq!(stage.post(&stage.owner, &format!("{path}/check"), &body).await.codes(), not_found);
    }
    async fn a_strangers_member_cannot_be_changed_or_removed(stage: &Stage) {
        let path = stage.path(&format!("members/{}", stage.stranger.id));
        let answer = stage.patch(&stage.owner, &path, &json!({ "role": "member" })).await;
        assert_eq!(answer.codes(), ["resource_not_found"]);
        assert_eq!(stage.delete(&stage.owner, &path).await.codes(), ["resource_not_found"]);
    }
    async fn a_strangers_invitation_cannot_be_resent_or_revoked(stage: &Stage) {
        let body = json!({ "email": "x@example.com", "role": "member" });
        let made = stage.post(&stage.stranger, &stage.foreign("invitations"), &body).await.json();
        let path = stage.path(&format!("invitations/{}", made["data"]["id"].as_str().unwrap()));
        assert_eq!(stage.delete(&stage.owner, &path).await.codes(), ["resource_not_found"]);
        let again = stage.post(&stage.owner, &format!("{path}/resend"), &json!({})).await;
        assert_eq!(again.codes(), ["resource_not_found"]);
    }
    async fn another_persons_session_cannot_be_ended(stage: &Stage) {
        let path = format!("/api/manage/me/sessions/{}", stage.manager.session);
        assert_eq!(stage.delete(&stage.owner, &path).await.codes(), ["resource_not_found"]);
        assert_eq!(stage.get(&stage.manager, "/api/manage/me").await.status, StatusCode::OK);
    }
    async fn lists_hold_only_ones_own(stage: &Stage) {
        let foreign = stage.foreign_key().await;
        let keys = stage.get(&stage.owner, &stage.path("keys")).await;
        assert!(!String::from_utf8(keys.bytes).unwrap().contains(&foreign));
        let members = stage.get(&stage.owner, &stage.path("members")).await;
        let text = String::from_utf8(members.bytes).unwrap();
        assert!(!text.contains(&stage.stranger.id.to_string()));
    }
    async fn a_cursor_from_another_organization_shows_nothing_of_it(stage: &Stage) {
        let foreign = stage.foreign_key().await;
        let path = stage.path(&format!("keys?page[after]={foreign}"));
        let page = stage.get(&stage.owner, &path).await.json();
        let data = page["data"].as_array().unwrap();
        assert!(data.iter().all(|it| it["id"] != foreign.as_str()));
    }
    async fn an_idempotency_key_of_another_organization_reveals_nothing(stage: &Stage) {
        let create = async |person: &crate::harness::Person, path: String| {
            let request = browser_request(Method::POST, &path)
                .header("cookie", format!("almagest_local={}", person.token))
                .header("idempotency-key", "same");
            let body = json!({ "name": "k", "mode": "live", "permissions": [] });
            stage.service.send_with(request, Some(&body)).await.json()
        };
        let mine = create(&stage.owner, stage.path("keys")).await;
        let theirs = create(&stage.stranger, stage.foreign("keys")).await;
        assert_ne!(mine["data"]["id"], theirs["data"]["id"]);
        assert!(theirs["data"]["attributes"]["key"].is_string());
    }
    async fn an_idempotency_key_that_cannot_be_read_is_refused(stage: &Stage) {
        let unreadable = axum::http::HeaderValue::from_bytes(b"abc\xe9").unwrap();
        let request = browser_request(Method::POST, &stage.path("keys"))
            .header("cookie", format!("almagest_local={}", stage.owner.token))
            .header("idempotency-key", unreadable);
        let body = json!({ "name": "k", "mode": "live", "permissions": [] });
        let answer = stage.service.send_with(request, Some(&body)).await;
        assert_eq!(answer.codes(), ["field_format"]);
    }
    async fn an_unknown_account_answers_like_a_wrong_password(stage: &Stage) {
        let sign_in = async |email: &str| {
            let body = json!({ "email": email, "password": "some long password" });
            let request = browser_request(Method::POST, "/api/manage/session");
            error(&stage.service.send_with(request, Some(&body)).await)
        };
        let known = format!("{}@example.com", stage.owner.id);
        assert_eq!(sign_in("nobody@example.com").await, sign_in(&known).await);
    }
    async fn asking_for_a_reset_tells_nobody_who_has_an_account(stage: &Stage) {
        let ask = async |email: &str| {
            let request = browser_request(Method::POST, "/api/manage/password-resets");
            let body = json!({ "email": email });
            stage.service.send_with(request, Some(&body)).await
        };
        let known = ask(&format!("{}@example.com", stage.owner.id)).await;
        let unknown = ask("nobody@example.com").await;
        assert_eq!((known.status, &known.bytes), (unknown.status, &unknown.bytes));
    }
    async fn a_member_learns_nothing_about_who_else_is_one(stage: &Stage) {
        let of = async |user: access::UserId| {
            let path = stage.path(&format!("members/{user}"));
            error(&stage.delete(&stage.member, &path).await)
        };
        let random = access::UserId::new(NOW, &OsRandom);
        let (there, nowhere) = (of(stage.manager.id).await, of(random).await);
        assert_eq!(there["body"]["errors"][0]["code"], nowhere["body"]["errors"][0]["code"]);
    }
    async fn an_organization_id_in_a_header_does_not_outweigh_the_path(stage: &Stage) {
        let request = browser_request(Method::GET, &stage.foreign("keys"))
            .header("cookie", format!("almagest_local={}", stage.owner.token))
            .header("x-organization", stage.service.org_id.to_string());
        let answer = stage.service.send_with(request, None).await;
        assert_eq!(answer.codes(), ["resource_not_found"]);
    }
}
