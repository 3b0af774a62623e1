//! Invitations and accounts.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use serde_json::json;

use crate::harness::browser_request;

const ACCEPT: &str = "/api/manage/me/invitations/accept";

attacks! {
    async fn an_invitation_is_accepted_by_its_addressee_only(stage: &Stage) {
        stage.invite(&stage.owner, "someone@example.com", "member").await;
        let token = stage.mailed_token("someone@example.com").await;
        let answer = stage.post(&stage.stranger, ACCEPT, &json!({ "token": token })).await;
        assert_eq!(answer.codes(), ["link_invalid"]);
        assert_eq!(stage.role_of(&stage.stranger).await, None);
    }
    async fn an_invitation_works_once(stage: &Stage) {
        let email = format!("{}@example.com", stage.stranger.id);
        stage.invite(&stage.owner, &email, "member").await;
        let body = json!({ "token": stage.mailed_token(&email).await });
        assert_eq!(stage.post(&stage.stranger, ACCEPT, &body).await.status, StatusCode::NO_CONTENT);
        stage.delete(&stage.owner, &stage.path(&format!("members/{}", stage.stranger.id))).await;
        assert_eq!(stage.post(&stage.stranger, ACCEPT, &body).await.codes(), ["link_invalid"]);
        assert_eq!(stage.role_of(&stage.stranger).await, None);
    }
    async fn an_invitation_ends_after_a_week(stage: &Stage) {
        stage.invite(&stage.owner, "late@example.com", "member").await;
        let token = stage.mailed_token("late@example.com").await;
        stage.service.clock.advance(Duration::from_hours(7 * 24));
        let request = browser_request(Method::POST, "/api/manage/invitations/register");
        let body = json!({ "token": token, "name": "L", "password": "a long enough sentence" });
        assert_eq!(stage.service.send_with(request, Some(&body)).await.codes(), ["link_invalid"]);
    }
    async fn an_invitation_that_was_taken_back_does_not_work(stage: &Stage) {
        let email = format!("{}@example.com", stage.stranger.id);
        let made = stage.invite(&stage.owner, &email, "member").await.json();
        let token = stage.mailed_token(&email).await;
        let path = stage.path(&format!("invitations/{}", made["data"]["id"].as_str().unwrap()));
        assert_eq!(stage.delete(&stage.owner, &path).await.status, StatusCode::NO_CONTENT);
        let answer = stage.post(&stage.stranger, ACCEPT, &json!({ "token": token })).await;
        assert_eq!(answer.codes(), ["link_invalid"]);
        let again = stage.post(&stage.owner, &format!("{path}/resend"), &json!({})).await;
        assert_eq!(again.codes(), ["invitation_closed"]);
    }
    async fn of_an_invitation_that_was_sent_again_only_the_new_link_works(stage: &Stage) {
        let email = format!("{}@example.com", stage.stranger.id);
        let made = stage.invite(&stage.owner, &email, "member").await.json();
        let old = stage.mailed_token(&email).await;
        let id = made["data"]["id"].as_str().unwrap();
        stage.service.clock.advance(Duration::from_secs(1));
        stage.post(&stage.owner, &stage.path(&format!("invitations/{id}/resend")), &json!({})).await;
        let new = stage.mailed_token(&email).await;
        let answer = stage.post(&stage.stranger, ACCEPT, &json!({ "token": old })).await;
        assert_eq!(answer.codes(), ["link_invalid"]);
        let answer = stage.post(&stage.stranger, ACCEPT, &json!({ "token": new })).await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT);
    }
    async fn a_second_invitation_replaces_the_first(stage: &Stage) {
        let email = format!("{}@example.com", stage.stranger.id);
        stage.invite(&stage.owner, &email, "owner").await;
        let first = stage.mailed_token(&email).await;
        stage.service.clock.advance(Duration::from_secs(1));
        stage.invite(&stage.owner, &email, "member").await;
        let answer = stage.post(&stage.stranger, ACCEPT, &json!({ "token": first })).await;
        assert_eq!(answer.codes(), ["link_invalid"], "the earlier link with the higher role no longer works");
    }
    async fn a_link_of_one_purpose_serves_no_other(stage: &Stage) {
        let email = format!("{}@example.com", stage.owner.id);
        let request = browser_request(Method::POST, "/api/manage/password-resets");
        stage.service.send_with(request, Some(&json!({ "email": email }))).await;
        let token = stage.mailed_token(&email).await;
        let request = browser_request(Method::POST, "/api/manage/email-verifications/confirm");
        let body = json!({ "token": token });
        assert_eq!(stage.service.send_with(request, Some(&body)).await.codes(), ["link_invalid"]);
        assert_eq!(stage.post(&stage.owner, ACCEPT, &body).await.codes(), ["link_invalid"]);
    }
    async fn a_mailbox_is_not_flooded_with_reset_links(stage: &Stage) {
        let ask = async |email: &str| {
            let request = browser_request(Method::POST, "/api/manage/password-resets");
            let answer = stage.service.send_with(request, Some(&json!({ "email": email }))).await;
            stage.service.send_reset_links().await;
            answer
        };
        let known = format!("{}@example.com", stage.owner.id);
        // The responses are the same whether or not the account exists.
        for email in [known.as_str(), "nobody@example.com"] {
            for _ in 0..5 {
                assert_eq!(ask(email).await.status, StatusCode::ACCEPTED, "{email}");
            }
            assert_eq!(ask(email).await.codes(), ["attempts_limited"], "{email}");
        }
        let size = store::PageSize::MAX;
        let sent = stage.service.app.store.mails_page(None, size).await.unwrap().items;
        assert_eq!(sent.iter().filter(|it| it.recipient.as_str() == known).count(), 5);
        assert!(sent.iter().all(|it| it.recipient.as_str() != "nobody@example.com"));
    }
    async fn a_mailbox_is_not_flooded_with_invitations(stage: &Stage) {
        let email = "x@example.com";
        let made = stage.invite(&stage.manager, email, "member").await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
        for _ in 0..3 {
            let again = stage.invite(&stage.owner, email, "member").await;
            assert_eq!(again.status, StatusCode::CREATED, "{}", again.json());
        }
        let last = stage.invite(&stage.owner, email, "member").await.json();
        let resend = format!("invitations/{}/resend", last["data"]["id"].as_str().unwrap());
        let resend = async |by| stage.post(by, &stage.path(&resend), &json!({})).await;
        // For everyone, by every path. A person who may not send at all is told that instead.
        assert_eq!(stage.invite(&stage.owner, email, "member").await.codes(), ["attempts_limited"]);
        assert_eq!(resend(&stage.owner).await.codes(), ["attempts_limited"]);
        assert_eq!(resend(&stage.manager).await.codes(), ["rank_too_high"]);
        assert_eq!(resend(&stage.member).await.codes(), ["permission_missing"]);
        let higher = stage.invite(&stage.manager, email, "owner").await;
        assert_eq!(higher.codes(), ["grant_too_high"]);
        let other = stage.invite(&stage.owner, "y@example.com", "member").await;
        assert_eq!(other.status, StatusCode::CREATED, "another mailbox is not affected");
        stage.service.clock.advance(Duration::from_secs(1));
        assert_eq!(resend(&stage.owner).await.status, StatusCode::OK);
        let size = store::PageSize::MAX;
        let sent = stage.service.app.store.mails_page(None, size).await.unwrap().items;
        assert_eq!(sent.iter().filter(|it| it.recipient.as_str() == email).count(), 6);
    }
    async fn a_team_is_invited_in_one_go_and_its_network_may_still_ask_for_links(stage: &Stage) {
        let address: std::net::SocketAddr = "203.0.113.9:1".parse().unwrap();
        let from_there = |request: axum::http::request::Builder| request.extension(transport::Peer(address));
        for number in 0..12 {
            let path = stage.path("invitations");
            let request = browser_request(Method::POST, &path)
                .header("cookie", format!("almagest_local={}", stage.owner.token));
            let request = from_there(request);
            let body = json!({ "email": format!("colleague{number}@example.com"), "role": "member" });
            let made = stage.service.send_with(request, Some(&body)).await;
            assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
        }
        let request = from_there(browser_request(Method::POST, "/api/manage/password-resets"));
        let body = json!({ "email": "colleague@example.com" });
        let reset = stage.service.send_with(request, Some(&body)).await;
        assert_eq!(reset.status, StatusCode::ACCEPTED);
    }
    async fn a_mailbox_is_not_flooded_with_verification_links(stage: &Stage) {
        let sql = "update person set email_verified_at = null";
        store::testing::execute(stage.service.location(), sql).await;
        let ask = async || {
            let path = "/api/manage/me/email-verification";
            stage.post(&stage.member, path, &json!({})).await
        };
        for _ in 0..5 {
            assert_eq!(ask().await.status, StatusCode::ACCEPTED);
        }
        let limited = ask().await;
        assert_eq!(limited.codes(), ["attempts_limited"]);
        assert_eq!(limited.header("retry-after"), "1");
        // Links for a new password are counted separately.
        let email = format!("{}@example.com", stage.member.id);
        let request = browser_request(Method::POST, "/api/manage/password-resets");
        let reset = stage.service.send_with(request, Some(&json!({ "email": email }))).await;
        assert_eq!(reset.status, StatusCode::ACCEPTED);
    }
    async fn a_reset_link_ends_after_an_hour(stage: &Stage) {
        let email = format!("{}@example.com", stage.owner.id);
        let request = browser_request(Method::POST, "/api/manage/password-resets");
        stage.service.send_with(request, Some(&json!({ "email": email }))).await;
        let token = stage.mailed_token(&email).await;
        stage.service.clock.advance(Duration::from_hours(1));
        let request = browser_request(Method::POST, "/api/manage/password-resets/confirm");
        let body = json!({ "token": token, "password": "a long enough sentence" });
        assert_eq!(stage.service.send_with(request, Some(&body)).await.codes(), ["link_invalid"]);
    }
    async fn the_set_up_link_is_dead_once_there_is_an_account(stage: &Stage) {
        let token = access::PlainToken::generate(&http_api::randomness::OsRandom);
        let app = &stage.service.app;
        let end = crate::harness::NOW.plus(Duration::from_hours(1));
        app.store.renew_setup_token(&token.digest(&app.keys.token), end).await.unwrap();
        let body = json!({ "token": token.reveal(), "email": "evil@example.com", "name": "E", "password": "a long enough sentence" });
        let request = browser_request(Method::POST, "/api/manage/setup");
        assert_eq!(stage.service.send_with(request, Some(&body)).await.codes(), ["link_invalid"]);
    }
    async fn common_and_short_passwords_are_refused(stage: &Stage) {
        stage.invite(&stage.owner, "new@example.com", "member").await;
        let token = stage.mailed_token("new@example.com").await;
        for (password, reason) in [
            ("short", "password_too_short"),
            ("passwordpassword", "password_common"),
            ("aaaaaaaaaaaaaaaaaaaa", "password_common"),
        ] {
            let request = browser_request(Method::POST, "/api/manage/invitations/register");
            let body = json!({ "token": token, "name": "N", "password": password });
            let answer = stage.service.send_with(request, Some(&body)).await;
            assert_eq!(answer.json()["errors"][0]["meta"]["reason"], reason, "{password}");
        }
    }
    async fn a_disabled_persons_session_is_over(stage: &Stage) {
        let mut transaction = stage.service.app.store.begin().await.unwrap();
        let at = Some(crate::harness::NOW);
        transaction.set_user_disabled(stage.owner.id, at).await.unwrap();
        transaction.commit().await.unwrap();
        assert_eq!(stage.get(&stage.owner, "/api/manage/me").await.codes(), ["session_ended"]);
    }
    async fn a_session_ends_when_it_rests_and_in_any_case_after_a_month(stage: &Stage) {
        for _ in 0..59 {
            stage.service.clock.advance(Duration::from_hours(12) - Duration::from_secs(1));
            assert_eq!(stage.get(&stage.owner, "/api/manage/me").await.status, StatusCode::OK);
        }
        stage.service.clock.advance(Duration::from_hours(12) - Duration::from_secs(1));
        stage.service.clock.advance(Duration::from_mins(1));
        assert_eq!(stage.get(&stage.owner, "/api/manage/me").await.codes(), ["session_ended"]);
    }
    async fn a_revoked_session_creates_no_key(stage: &Stage) {
        stage.delete(&stage.owner, "/api/manage/session").await;
        let body = json!({ "name": "k", "mode": "live", "permissions": [] });
        let answer = stage.post(&stage.owner, &stage.path("keys"), &body).await;
        assert_eq!(answer.codes(), ["session_ended"]);
    }
    async fn many_accounts_tried_from_one_address_slow_the_address_down(stage: &Stage) {
        let mut limited = false;
        for number in 0..8 {
            let mut request = browser_request(Method::POST, "/api/manage/session");
            let address: std::net::SocketAddr = "203.0.113.9:1".parse().unwrap();
            request = request.extension(transport::Peer(address));
            let body = json!({ "email": format!("a{number}@example.com"), "password": "x" });
            let answer = stage.service.send_with(request, Some(&body)).await;
            limited |= answer.codes() == ["attempts_limited"];
        }
        assert!(limited);
    }
}
