//! One's own account, from the set-up link to the end of the session.

use std::time::Duration;

use access::{PlainToken, TotpSecret};
use http_api::randomness::OsRandom;
use serde_json::{Value, json};

use super::recorder::{Caller, Recorder};
use crate::accounts::{EMAIL, PASSWORD, code, identified, session};
use crate::harness::{NOW, Person};

const OTHER_EMAIL: &str = "ann.bell@example.com";
const NEW_PASSWORD: &str = "another horse, another battery";

/// A person with a second factor.
pub(super) struct Owner {
    pub(super) person: Person,
    secret: TotpSecret,
}

impl Owner {
    /// The next code, which is unused.
    fn next_code(&self, story: &Recorder) -> String {
        story.service.clock.advance(Duration::from_secs(30));
        code(&self.secret, &story.service)
    }
}

/// Creates the first account, which owns the organization and operates the installation.
pub(super) async fn set_up(story: &mut Recorder) -> Owner {
    let token = PlainToken::generate(&OsRandom);
    let digest = token.digest(&story.service.app.keys.token);
    let end = NOW.plus(Duration::from_hours(24));
    let renewed = story.service.app.store.renew_setup_token(&digest, end);
    renewed.await.unwrap();
    let body =
        json!({ "token": token.reveal(), "email": EMAIL, "name": "Ann", "password": PASSWORD });
    let set_up = story.answer(Caller::Nobody, "account_setup", json!({}), Some(body));
    let person = session(&set_up.await);
    let person = identified(&story.service, person).await;
    let secret = story.service.app.keys.totp.secret(person.id, 1);
    let owner = Owner { person, secret };
    let me = Caller::Person(&owner.person);
    let password = json!({ "password": PASSWORD });
    story
        .call(me, "second_factor_begin", json!({}), Some(password.clone()))
        .await;
    let confirmed = json!({ "code": code(&owner.secret, &story.service) });
    story
        .call(me, "second_factor_confirm", json!({}), Some(confirmed))
        .await;
    story
        .call(me, "recovery_codes_renew", json!({}), Some(password))
        .await;
    let proof = json!({ "password": PASSWORD, "code": owner.next_code(story) });
    story
        .call(me, "session_reauthenticate", json!({}), Some(proof))
        .await;
    owner
}

/// Everything else about an account. At the end, the owner is signed out.
pub(super) async fn record(story: &mut Recorder, owner: Owner) {
    let person = story
        .service
        .signed_in_with_second_factor(owner.person.id)
        .await;
    let me = Caller::Person(&person);
    let none = || json!({});
    story.call(me, "me_get", none(), None).await;
    let changed = json!({
        "name": "Ann Bell", "language": "en", "theme": "dark", "timeZone": "Europe/Amsterdam",
    });
    story.call(me, "me_update", none(), Some(changed)).await;
    story.call(me, "me_organizations", none(), None).await;
    let other = sign_in(story, &owner, PASSWORD).await;
    story.call(me, "session_list", none(), None).await;
    story
        .call(
            me,
            "session_end",
            json!({ "session": other.session.to_string() }),
            None,
        )
        .await;
    sign_in(story, &owner, PASSWORD).await;
    story.call(me, "session_end_others", none(), None).await;
    story
        .call(me, "email_verification_send", none(), Some(none()))
        .await;
    let token = json!({ "token": mailed_token(story, EMAIL).await });
    story
        .call(
            Caller::Nobody,
            "email_verification_confirm",
            none(),
            Some(token),
        )
        .await;
    let change = json!({ "current": PASSWORD, "new": NEW_PASSWORD });
    story
        .call(me, "password_change", none(), Some(change))
        .await;
    let forgotten = json!({ "email": EMAIL });
    story
        .call(
            Caller::Nobody,
            "password_reset_request",
            none(),
            Some(forgotten),
        )
        .await;
    let token = mailed_token(story, EMAIL).await;
    let reset = json!({ "token": token, "password": PASSWORD });
    story
        .call(
            Caller::Nobody,
            "password_reset_confirm",
            none(),
            Some(reset),
        )
        .await;
    let person = sign_in(story, &owner, PASSWORD).await;
    let me = Caller::Person(&person);
    let change = json!({ "email": OTHER_EMAIL, "password": PASSWORD });
    story
        .call(me, "email_change", none(), Some(change.clone()))
        .await;
    story.call(me, "email_change_cancel", none(), None).await;
    story.service.clock.advance(Duration::from_hours(1));
    story.call(me, "email_change", none(), Some(change)).await;
    let token = json!({ "token": mailed_token(story, OTHER_EMAIL).await });
    story
        .call(Caller::Nobody, "email_change_confirm", none(), Some(token))
        .await;
    let disable = json!({ "password": PASSWORD, "code": owner.next_code(story) });
    story
        .call(me, "second_factor_disable", none(), Some(disable))
        .await;
    story.call(me, "session_delete", none(), None).await;
}

async fn sign_in(story: &mut Recorder, owner: &Owner, password: &str) -> Person {
    let code = owner.next_code(story);
    let body = json!({ "email": EMAIL, "password": password, "code": code });
    let signed = story.answer(Caller::Nobody, "session_create", json!({}), Some(body));
    session(&signed.await)
}

/// The token of the newest e-mail to this address.
pub(super) async fn mailed_token(story: &Recorder, email: &str) -> Value {
    let service = &story.service;
    service.send_reset_links().await;
    let app = &service.app;
    let mails = app.store.mails_page(None, store::PageSize::MAX).await;
    let mails = mails.unwrap().items;
    let links = mails.iter().filter(|it| it.recipient.as_str() == email);
    let mut tokens = links.filter_map(|mail| {
        let message = notifications::mail::Message::of(mail, &app.keys, "http://x").unwrap();
        Some(message.link.split_once("#token=")?.1.to_owned())
    });
    tokens.next_back().unwrap().into()
}
