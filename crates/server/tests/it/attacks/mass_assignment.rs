//! Mass assignment: fields that no client may set.

use axum::http::StatusCode;
use serde_json::{Value, json};

async fn refuses_each(stage: &crate::fixtures::Stage, path: &str, base: &Value, fields: &[&str]) {
    for field in fields {
        let mut body = base.clone();
        body[field] = json!("org_x");
        let answer = stage.post(&stage.owner, path, &body).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{field}");
        assert!(
            answer.codes().contains(&"field_unknown".to_owned()),
            "{field}"
        );
    }
}

attacks! {
    async fn a_key_is_made_with_nothing_but_its_own_fields(stage: &Stage) {
        let base = json!({ "name": "k", "mode": "live", "permissions": [] });
        let fields = [
            "id", "org", "orgId", "organization", "key", "digest", "display", "family",
            "createdBy", "createdAt", "enabled", "revokedAt", "superseded", "lastUsedAt",
        ];
        refuses_each(stage, &stage.path("keys"), &base, &fields).await;
    }
    async fn a_key_cannot_be_moved_to_another_organization(stage: &Stage) {
        let (id, _) = stage.key(&json!({})).await;
        let path = stage.path(&format!("keys/{id}"));
        for field in ["org", "organization", "mode", "family", "createdBy"] {
            let mut body = json!({ "name": "k" });
            body[field] = json!(stage.foreign_org.to_string());
            let answer = stage.patch(&stage.owner, &path, &body).await;
            assert_eq!(answer.codes(), ["field_unknown"], "{field}");
        }
    }
    async fn an_invitation_takes_no_inviter_and_no_organization(stage: &Stage) {
        let base = json!({ "email": "x@example.com", "role": "member" });
        let fields = ["org", "invitedBy", "token", "state", "expiresAt", "user"];
        refuses_each(stage, &stage.path("invitations"), &base, &fields).await;
    }
    async fn a_member_update_takes_no_other_person_from_the_body(stage: &Stage) {
        let path = stage.path(&format!("members/{}", stage.member.id));
        let body = json!({ "role": "manager", "user": stage.manager.id.to_string() });
        let answer = stage.patch(&stage.owner, &path, &body).await;
        assert_eq!(answer.codes(), ["field_unknown"]);
    }
    async fn one_does_not_make_oneself_an_operator(stage: &Stage) {
        for field in ["operator", "email", "emailVerifiedAt", "id", "secondFactor"] {
            let mut body = json!({ "name": "n" });
            body[field] = json!(true);
            let answer = stage.patch(&stage.member, "/api/manage/me", &body).await;
            assert_eq!(answer.codes(), ["field_unknown"], "{field}");
        }
        let me = stage.get(&stage.member, "/api/manage/me").await.json();
        assert_eq!(me["data"]["attributes"]["operator"], false);
    }
    async fn an_organization_does_not_choose_its_plan_or_quota(stage: &Stage) {
        let base = json!({ "name": "Mine" });
        let fields = ["plan", "quota", "rates", "overage", "status", "id", "owner"];
        refuses_each(stage, "/api/manage/orgs", &base, &fields).await;
        for field in ["plan", "quota", "status", "requireSecondFactor"] {
            let mut body = base.clone();
            body[field] = json!("deluxe");
            let path = stage.path("");
            let path = path.trim_end_matches('/');
            assert_eq!(stage.patch(&stage.owner, path, &body).await.codes(), ["field_unknown"]);
        }
    }
    async fn a_role_outside_the_three_does_not_exist(stage: &Stage) {
        for role in ["admin", "OWNER", "", "operator"] {
            let answer = stage.invite(&stage.owner, "x@example.com", role).await;
            assert_eq!(answer.codes(), ["field_value"], "{role}");
        }
    }
    async fn a_permission_outside_the_four_does_not_exist(stage: &Stage) {
        for permission in ["org:update", "calc:write", "*", "CALC:READ"] {
            let body = json!({ "name": "k", "mode": "live", "permissions": [permission] });
            let answer = stage.post(&stage.owner, &stage.path("keys"), &body).await;
            assert_eq!(answer.codes(), ["field_value"], "{permission}");
        }
    }
    async fn a_module_that_does_not_exist_cannot_be_named(stage: &Stage) {
        let body = json!({ "name": "k", "mode": "live", "permissions": [], "modules": ["everything"] });
        let answer = stage.post(&stage.owner, &stage.path("keys"), &body).await;
        assert_eq!(answer.codes(), ["value_refused"]);
    }
}
