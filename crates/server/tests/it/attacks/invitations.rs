//! Abuse of invitations: flooding mailboxes, and undoing the actions of a higher rank.

use std::time::Duration;

use access::Role;
use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::fixtures::Stage;
use crate::harness::{Answer, NOW, Person};

impl Stage {
    /// Invites this many people at a domain and checks that all are invited.
    async fn invite_all(&self, by: &Person, domain: &str, numbers: std::ops::Range<u32>) {
        for number in numbers {
            let email = format!("{}-{number}@{domain}", by.id);
            let made = self.invite(by, &email, "member").await;
            assert_eq!(
                made.status,
                StatusCode::CREATED,
                "{number}: {:?}",
                made.codes()
            );
        }
    }

    async fn resend(&self, by: &Person, id: &str) -> Answer {
        let path = self.path(&format!("invitations/{id}/resend"));
        self.post(by, &path, &json!({})).await
    }

    async fn waiting(&self) -> Vec<(String, String)> {
        let list = self
            .get(&self.owner, &self.path("invitations?page[size]=100"))
            .await
            .json();
        let text = |it: &Value| it.as_str().unwrap().to_owned();
        let shown = |it: &Value| (text(&it["id"]), text(&it["attributes"]["role"]));
        list["data"].as_array().unwrap().iter().map(shown).collect()
    }
}

fn is_limited(answer: &Answer, limit: &str, retry_after: &str) {
    assert_eq!(answer.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(answer.codes(), ["invitations_limited"]);
    assert_eq!(answer.json()["errors"][0]["meta"]["limit"], limit);
    assert_eq!(answer.header("retry-after"), retry_after);
}

fn id_of(made: &Answer) -> String {
    made.json()["data"]["id"].as_str().unwrap().to_owned()
}

attacks! {
    async fn a_sender_invites_at_most_twenty_people_an_hour(stage: &Stage) {
        stage.invite_all(&stage.owner, "gmail.com", 0..20).await;
        stage.service.clock.advance(Duration::from_mins(59));
        let refused = stage.invite(&stage.owner, "one-more@gmail.com", "member").await;
        is_limited(&refused, "sender", "60");
        stage.invite_all(&stage.manager, "gmail.com", 0..1).await;
        stage.service.clock.advance(Duration::from_mins(1));
        stage.invite_all(&stage.owner, "gmail.com", 20..21).await;
    }
    async fn a_sender_invites_at_most_a_hundred_people_a_day(stage: &Stage) {
        for round in 0..5 {
            stage.invite_all(&stage.owner, "gmail.com", round * 20..(round + 1) * 20).await;
            stage.service.clock.advance(Duration::from_hours(1));
        }
        let refused = stage.invite(&stage.owner, "one-more@gmail.com", "member").await;
        is_limited(&refused, "sender", &(19 * 3_600).to_string());
    }
    async fn the_limit_of_a_sender_holds_in_all_their_organizations_together(stage: &Stage) {
        let mut locked = stage.service.locked().await;
        locked.add_member(stage.stranger.id, Role::Owner, NOW).await.unwrap();
        locked.commit().await.unwrap();
        stage.invite_all(&stage.stranger, "gmail.com", 0..20).await;
        let body = json!({ "email": "one-more@gmail.com", "role": "member" });
        let refused = stage.post(&stage.stranger, &stage.foreign("invitations"), &body).await;
        is_limited(&refused, "sender", "3600");
    }
    async fn sending_an_invitation_again_counts(stage: &Stage) {
        stage.invite_all(&stage.owner, "gmail.com", 0..18).await;
        let made = stage.invite(&stage.owner, "x@gmail.com", "member").await;
        let id = id_of(&made);
        stage.service.clock.advance(Duration::from_secs(1));
        assert_eq!(stage.resend(&stage.owner, &id).await.status, StatusCode::OK);
        let token = stage.mailed_token("x@gmail.com").await;
        is_limited(&stage.resend(&stage.owner, &id).await, "sender", "3599");
        assert_eq!(stage.mailed_token("x@gmail.com").await, token, "the link is unchanged");
    }
    async fn an_invitation_that_is_refused_counts_for_nothing(stage: &Stage) {
        let there = format!("{}@example.com", stage.member.id);
        for _ in 0..5 {
            let refused = stage.invite(&stage.owner, &there, "member").await;
            assert_eq!(refused.codes(), ["already_member"]);
        }
        stage.invite_all(&stage.owner, "gmail.com", 0..20).await;
    }
    async fn invitations_sent_at_once_stay_within_the_limit(stage: &Stage) {
        let emails: Vec<_> = (0..30).map(|it| format!("{it}@gmail.com")).collect();
        let sent = emails.iter().map(|it| stage.invite(&stage.owner, it, "member"));
        let answers = futures_util::future::join_all(sent).await;
        let made = answers.iter().filter(|it| it.status == StatusCode::CREATED);
        assert_eq!(made.count(), 20);
        let mails = stage.service.app.store.mails_page(None, store::PageSize::MAX).await.unwrap();
        assert_eq!(mails.total, 20);
    }
    async fn a_domain_gets_at_most_fifty_invitations_a_day_from_all_senders(stage: &Stage) {
        stage.invite_all(&stage.owner, "example.net", 0..20).await;
        stage.invite_all(&stage.manager, "mail.example.net", 0..20).await;
        let third = stage.service.member(Role::Owner).await;
        stage.invite_all(&third, "example.net", 0..10).await;
        let body = json!({ "email": "x@other.example.net", "role": "member" });
        let refused = stage.post(&stage.stranger, &stage.foreign("invitations"), &body).await;
        is_limited(&refused, "domain", "86400");
        stage.invite_all(&third, "example.org", 0..1).await;
    }
    async fn a_flooded_domain_can_still_invite_its_own_people(stage: &Stage) {
        for _ in 0..3 {
            let sender = stage.service.member(Role::Owner).await;
            // The senders have verified addresses at example.com, so their own domain is not
            // limited for them.
            stage.invite_all(&sender, "sub.example.com", 0..20).await;
        }
        let sql = "update person set email_verified_at = null";
        store::testing::execute(stage.service.location(), sql).await;
        // A sender with an unverified address has no own domain.
        for _ in 0..2 {
            let sender = stage.service.member(Role::Owner).await;
            store::testing::execute(stage.service.location(), sql).await;
            stage.invite_all(&sender, "example.com", 0..20).await;
        }
        stage.invite_all(&stage.owner, "example.com", 0..10).await;
        let refused = stage.invite(&stage.owner, "x@example.com", "member").await;
        is_limited(&refused, "domain", "86400");
        let own = stage.service.member(Role::Owner).await;
        stage.invite_all(&own, "example.com", 0..5).await;
    }
    async fn public_mail_providers_are_not_limited_as_a_domain(stage: &Stage) {
        for _ in 0..3 {
            let sender = stage.service.member(Role::Owner).await;
            stage.invite_all(&sender, "gmail.com", 0..20).await;
        }
    }
    async fn a_manager_cannot_replace_an_owners_invitation(stage: &Stage) {
        for role in ["owner", "manager", "member"] {
            let email = format!("{role}@example.com");
            let id = id_of(&stage.invite(&stage.owner, &email, role).await);
            let token = stage.mailed_token(&email).await;
            let refused = stage.invite(&stage.manager, &email, "member").await;
            let code = if role == "owner" { "grant_too_high" } else { "rank_too_high" };
            assert_eq!(refused.codes(), [code], "{role}");
            assert!(stage.waiting().await.contains(&(id, role.to_owned())), "it is still pending");
            assert_eq!(stage.mailed_token(&email).await, token, "nothing was sent");
        }
    }
    async fn an_owners_invitation_that_expired_can_be_replaced(stage: &Stage) {
        stage.invite(&stage.owner, "x@example.com", "owner").await;
        stage.service.clock.advance(Duration::from_hours(7 * 24));
        let manager = stage.service.member(Role::Manager).await;
        let made = stage.invite(&manager, "x@example.com", "member").await;
        assert_eq!(made.status, StatusCode::CREATED, "{:?}", made.codes());
    }
    async fn an_invitation_is_worth_the_rank_its_inviter_has_now(stage: &Stage) {
        let second = stage.service.member(Role::Owner).await;
        let id = id_of(&stage.invite(&second, "x@example.com", "member").await);
        assert_eq!(stage.resend(&stage.manager, &id).await.codes(), ["rank_too_high"]);
        let path = stage.path(&format!("members/{}", second.id));
        stage.patch(&stage.owner, &path, &json!({ "role": "manager" })).await;
        stage.service.clock.advance(Duration::from_secs(1));
        assert_eq!(stage.resend(&stage.manager, &id).await.status, StatusCode::OK);
    }
    async fn replacing_resending_and_revoking_follow_rank_for_every_pair_of_roles(stage: &Stage) {
        let mut number = 0;
        let inviters = [(Role::Owner, Role::ALL), (Role::Manager, &Role::ALL[1..])];
        for (inviter, granted) in inviters {
            for role in granted.iter().copied() {
                for actor in Role::ALL.iter().copied() {
                    // Derived from the rule: an owner changes any; a manager changes none that an
                    // owner made or that grants more than manager; a member changes none.
                    let expected = match (actor, inviter, role) {
                        (Role::Owner, _, _) | (Role::Manager, Role::Manager, _) => None,
                        (Role::Manager, Role::Owner, Role::Owner) => Some("grant_too_high"),
                        (Role::Manager, _, _) => Some("rank_too_high"),
                        (Role::Member, _, _) => Some("permission_missing"),
                    };
                    for act in ["replace", "resend", "revoke"] {
                        number += 1;
                        let by = stage.service.member(inviter).await;
                        let email = format!("{number}@example.com");
                        let id = id_of(&stage.invite(&by, &email, role.name()).await);
                        let who = stage.service.member(actor).await;
                        stage.service.clock.advance(Duration::from_secs(1));
                        let answer = match act {
                            "replace" => stage.invite(&who, &email, "member").await,
                            "resend" => stage.resend(&who, &id).await,
                            _ => stage.delete(&who, &stage.path(&format!("invitations/{id}"))).await,
                        };
                        let case = format!("{actor} {act} {inviter} {role}");
                        let waits = stage.service.locked().await.invitation(id.parse().unwrap()).await;
                        let facts = waits.unwrap().unwrap().facts;
                        let state = facts.state(stage.service.clock.now()).name();
                        if let Some(code) = expected {
                            assert_eq!(answer.codes(), [code], "{case}");
                            assert_eq!(state, "pending", "{case}");
                        } else {
                            assert!(answer.status.is_success(), "{case}: {:?}", answer.codes());
                            let after = match act {
                                "replace" => "replaced",
                                "resend" => "pending",
                                _ => "revoked",
                            };
                            assert_eq!(state, after, "{case}");
                        }
                    }
                }
            }
        }
        assert_eq!(number, 45);
    }
}
