//! Privilege escalation, by every path.

use access::Role;
use axum::http::StatusCode;
use serde_json::json;

use crate::harness::browser_request;

attacks! {
    async fn a_manager_cannot_make_themselves_an_owner(stage: &Stage) {
        let path = stage.path(&format!("members/{}", stage.manager.id));
        let answer = stage.patch(&stage.manager, &path, &json!({ "role": "owner" })).await;
        assert_eq!(answer.codes(), ["grant_too_high"]);
        assert_eq!(stage.role_of(&stage.manager).await, Some(Role::Manager));
    }
    async fn a_member_cannot_make_themselves_a_manager(stage: &Stage) {
        let path = stage.path(&format!("members/{}", stage.member.id));
        let answer = stage.patch(&stage.member, &path, &json!({ "role": "manager" })).await;
        assert_eq!(answer.codes(), ["grant_too_high"]);
    }
    async fn a_manager_cannot_make_a_member_an_owner(stage: &Stage) {
        let path = stage.path(&format!("members/{}", stage.member.id));
        let answer = stage.patch(&stage.manager, &path, &json!({ "role": "owner" })).await;
        assert_eq!(answer.codes(), ["grant_too_high"]);
    }
    async fn a_manager_cannot_lower_an_owner(stage: &Stage) {
        let path = stage.path(&format!("members/{}", stage.owner.id));
        let answer = stage.patch(&stage.manager, &path, &json!({ "role": "member" })).await;
        assert_eq!(answer.codes(), ["rank_too_high"]);
    }
    async fn a_manager_cannot_remove_an_owner(stage: &Stage) {
        let path = stage.path(&format!("members/{}", stage.owner.id));
        assert_eq!(stage.delete(&stage.manager, &path).await.codes(), ["rank_too_high"]);
    }
    async fn a_manager_cannot_remove_another_manager(stage: &Stage) {
        let other = stage.service.member(Role::Manager).await;
        let path = stage.path(&format!("members/{}", other.id));
        assert_eq!(stage.delete(&stage.manager, &path).await.codes(), ["rank_too_high"]);
    }
    async fn a_manager_cannot_invite_an_owner(stage: &Stage) {
        let answer = stage.invite(&stage.manager, "x@example.com", "owner").await;
        assert_eq!(answer.codes(), ["grant_too_high"]);
    }
    async fn a_manager_cannot_resend_an_owners_invitation_of_an_owner(stage: &Stage) {
        let made = stage.invite(&stage.owner, "x@example.com", "owner").await.json();
        let id = made["data"]["id"].as_str().unwrap();
        let path = stage.path(&format!("invitations/{id}/resend"));
        assert_eq!(stage.post(&stage.manager, &path, &json!({})).await.codes(), ["grant_too_high"]);
    }
    async fn a_manager_cannot_take_back_an_invitation_of_an_owner(stage: &Stage) {
        let made = stage.invite(&stage.owner, "x@example.com", "owner").await.json();
        let path = stage.path(&format!("invitations/{}", made["data"]["id"].as_str().unwrap()));
        assert_eq!(stage.delete(&stage.manager, &path).await.codes(), ["grant_too_high"]);
    }
    async fn a_member_can_invite_nobody(stage: &Stage) {
        let answer = stage.invite(&stage.member, "x@example.com", "member").await;
        assert_eq!(answer.codes(), ["permission_missing"]);
    }
    async fn an_invitation_dies_with_its_inviters_right_to_grant_it(stage: &Stage) {
        let second = stage.service.member(Role::Owner).await;
        let email = format!("{}@example.com", stage.stranger.id);
        stage.invite(&second, &email, "owner").await;
        let token = stage.mailed_token(&email).await;
        let path = stage.path(&format!("members/{}", second.id));
        stage.patch(&stage.owner, &path, &json!({ "role": "manager" })).await;
        let body = json!({ "token": token });
        let accept = "/api/manage/me/invitations/accept";
        let answer = stage.post(&stage.stranger, accept, &body).await;
        assert_eq!(answer.codes(), ["grant_too_high"]);
        stage.delete(&stage.owner, &path).await;
        assert_eq!(stage.post(&stage.stranger, accept, &body).await.codes(), ["inviter_gone"]);
        assert_eq!(stage.role_of(&stage.stranger).await, None);
    }
    async fn an_invitation_does_not_raise_someone_who_is_a_member(stage: &Stage) {
        let email = format!("{}@example.com", stage.member.id);
        let answer = stage.invite(&stage.owner, &email, "owner").await;
        assert_eq!(answer.codes(), ["already_member"]);
    }
    async fn the_last_owner_cannot_leave(stage: &Stage) {
        let path = stage.path(&format!("members/{}", stage.owner.id));
        assert_eq!(stage.delete(&stage.owner, &path).await.codes(), ["last_owner"]);
    }
    async fn the_last_owner_cannot_lower_themselves(stage: &Stage) {
        let path = stage.path(&format!("members/{}", stage.owner.id));
        let answer = stage.patch(&stage.owner, &path, &json!({ "role": "member" })).await;
        assert_eq!(answer.codes(), ["last_owner"]);
    }
    async fn two_owners_who_demote_each_other_at_once_never_leave_none(stage: &Stage) {
        let second = stage.service.member(Role::Owner).await;
        let body = json!({ "role": "member" });
        let (one, two) = (
            stage.path(&format!("members/{}", second.id)),
            stage.path(&format!("members/{}", stage.owner.id)),
        );
        let (_, _) = tokio::join!(
            stage.patch(&stage.owner, &one, &body),
            stage.patch(&second, &two, &body),
        );
        let roles = [stage.role_of(&stage.owner).await, stage.role_of(&second).await];
        let owners = roles.iter().filter(|it| **it == Some(Role::Owner)).count();
        assert_eq!(owners, 1, "{roles:?}");
    }
    async fn a_role_that_was_lowered_counts_on_the_next_request(stage: &Stage) {
        let path = stage.path("keys");
        assert_eq!(stage.get(&stage.manager, &path).await.status, StatusCode::OK);
        let member = stage.path(&format!("members/{}", stage.manager.id));
        stage.patch(&stage.owner, &member, &json!({ "role": "member" })).await;
        assert_eq!(stage.get(&stage.manager, &path).await.codes(), ["permission_missing"]);
    }
    async fn who_was_removed_is_a_stranger_on_the_next_request(stage: &Stage) {
        let member = stage.path(&format!("members/{}", stage.manager.id));
        stage.delete(&stage.owner, &member).await;
        assert_eq!(stage.get(&stage.manager, &stage.path("keys")).await.codes(), ["resource_not_found"]);
    }
    async fn the_keys_of_someone_who_left_stay_with_the_organization(stage: &Stage) {
        let body = json!({ "name": "k", "mode": "live", "permissions": [] });
        let made = stage.post(&stage.manager, &stage.path("keys"), &body).await.json();
        stage.delete(&stage.owner, &stage.path(&format!("members/{}", stage.manager.id))).await;
        let key = made["data"]["attributes"]["key"].as_str().unwrap();
        assert_eq!(stage.service.get_with("/api/key", key).await.status, StatusCode::OK);
    }
    async fn a_manager_reads_no_audit_log_and_closes_nothing(stage: &Stage) {
        assert_eq!(stage.get(&stage.manager, &stage.path("audit")).await.codes(), ["permission_missing"]);
        let answer = stage.post(&stage.manager, &stage.path("close"), &json!({})).await;
        assert_eq!(answer.codes(), ["permission_missing"]);
        let policy = json!({ "requireSecondFactor": true });
        let answer = stage.patch(&stage.manager, &stage.path("policy"), &policy).await;
        assert_eq!(answer.codes(), ["permission_missing"]);
    }
    async fn who_owns_nothing_creates_no_organization(stage: &Stage) {
        let body = json!({ "name": "Mine" });
        let answer = stage.post(&stage.manager, "/api/manage/orgs", &body).await;
        assert_eq!(answer.codes(), ["permission_missing"]);
        let made = stage.post(&stage.owner, "/api/manage/orgs", &body).await;
        assert_eq!(made.status, StatusCode::CREATED);
        assert_eq!(made.json()["data"]["attributes"]["plan"], "free");
    }
    async fn a_policy_of_second_factors_shuts_out_who_gave_none(stage: &Stage) {
        let body = json!({ "requireSecondFactor": true });
        let path = stage.path("policy");
        assert_eq!(stage.patch(&stage.owner, &path, &body).await.codes(), ["second_factor_required"]);
        let mut transaction = stage.service.app.store.begin().await.unwrap();
        let (user, session) = (stage.owner.id, stage.owner.session);
        transaction.set_session_second_factor(user, session).await.unwrap();
        transaction.commit().await.unwrap();
        assert_eq!(stage.patch(&stage.owner, &path, &body).await.status, StatusCode::OK);
        let answer = stage.get(&stage.manager, &stage.path("keys")).await;
        assert_eq!(answer.codes(), ["second_factor_required"]);
    }
    async fn a_key_gives_no_role_to_whoever_made_it(stage: &Stage) {
        let request = browser_request(axum::http::Method::GET, &stage.path("keys"))
            .header("cookie", format!("almagest_local={}", stage.stranger.token))
            .header("x-api-key", &stage.service.key);
        let answer = stage.service.send_with(request, None).await;
        assert_eq!(answer.codes(), ["person_required"]);
    }
}
