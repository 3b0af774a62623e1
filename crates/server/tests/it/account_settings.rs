//! Settings of an account: another e-mail address, the display, where sessions were used.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::accounts::{EMAIL, PASSWORD, post, service, session, set_up, sign_in};
use crate::harness::{Answer, Person, Service, browser_request, config};

const NEW: &str = "ann.bell@example.org";
const CHANGE: &str = "/api/manage/me/email";
const CONFIRM: &str = "/api/manage/email-changes/confirm";

async fn change(service: &Service, person: &Person, email: &str) -> Answer {
    let body = json!({ "email": email, "password": PASSWORD });
    service
        .ask_as(person, Method::POST, CHANGE, Some(&body))
        .await
}

async fn me(service: &Service, person: &Person) -> Value {
    let me = service
        .ask_as(person, Method::GET, "/api/manage/me", None)
        .await;
    me.json()["data"]["attributes"].clone()
}

/// Returns the e-mails of the outbox: kind, recipient and the token of the link, if there is one.
async fn mails(service: &Service) -> Vec<(String, String, Option<String>)> {
    let app = &service.app;
    let mails = app
        .store
        .mails_page(None, store::PageSize::MAX)
        .await
        .unwrap();
    let shown = mails.items.iter().map(|mail| {
        let message = notifications::mail::Message::of(mail, &app.keys, "http://x").unwrap();
        let token = message.link.split_once("#token=").map(|it| it.1.to_owned());
        (mail.kind.clone(), message.recipient, token)
    });
    shown.collect()
}

async fn token(service: &Service) -> String {
    let mails = mails(service).await;
    mails.into_iter().rev().find_map(|it| it.2).unwrap()
}

#[tokio::test]
async fn an_email_address_changes_when_the_new_one_is_confirmed_and_the_old_one_is_told() {
    let settings = [
        ("smtp", "smtp://127.0.0.1:1"),
        ("mail_from", "a@example.org"),
    ];
    let service = Service::with_config(server::api::api(), config(&settings)).await;
    let ann = set_up(&service).await;
    let asked = change(&service, &ann, NEW).await;
    assert_eq!(asked.status, StatusCode::ACCEPTED, "{}", asked.json());
    let waiting = me(&service, &ann).await;
    assert_eq!(
        (&waiting["email"], &waiting["newEmail"]),
        (&json!(EMAIL), &json!(NEW))
    );
    assert_eq!(
        sign_in(&service, &json!({})).await.status,
        StatusCode::CREATED
    );
    let body = json!({ "token": token(&service).await });
    let confirmed = post(&service, CONFIRM, &body).await;
    assert_eq!(confirmed.status, StatusCode::NO_CONTENT);
    assert_eq!(
        post(&service, CONFIRM, &body).await.codes(),
        ["link_invalid"]
    );
    let changed = me(&service, &ann).await;
    assert_eq!(
        (&changed["email"], &changed["newEmail"]),
        (&json!(NEW), &Value::Null)
    );
    assert!(changed["emailVerifiedAt"].is_string());
    let old = sign_in(&service, &json!({})).await;
    assert_eq!(old.codes(), ["sign_in_failed"]);
    let new = sign_in(&service, &json!({ "email": NEW })).await;
    assert_eq!(new.status, StatusCode::CREATED);
    let sent = mails(&service).await;
    let kinds: Vec<_> = sent
        .iter()
        .map(|it| (it.0.as_str(), it.1.as_str()))
        .collect();
    assert!(kinds.contains(&("change_email", NEW)), "{kinds:?}");
    assert!(kinds.contains(&("email_changed", EMAIL)), "{kinds:?}");
    let log = service.installation_log().await;
    assert!(log.contains(&"email.change".to_owned()), "{log:?}");
}

#[tokio::test]
async fn a_link_to_the_old_address_no_longer_resets_the_password() {
    let service = service().await;
    let ann = set_up(&service).await;
    post(
        &service,
        "/api/manage/password-resets",
        &json!({ "email": EMAIL }),
    )
    .await;
    service.send_reset_links().await;
    let reset = token(&service).await;
    change(&service, &ann, NEW).await;
    let body = json!({ "token": token(&service).await });
    assert_eq!(
        post(&service, CONFIRM, &body).await.status,
        StatusCode::NO_CONTENT
    );
    let body = json!({ "token": reset, "password": "another horse battery staple" });
    let refused = post(&service, "/api/manage/password-resets/confirm", &body).await;
    assert_eq!(refused.codes(), ["link_invalid"]);
}

#[tokio::test]
async fn a_change_needs_the_password_and_another_address_and_can_be_cancelled() {
    let service = service().await;
    let ann = set_up(&service).await;
    let wrong = json!({ "email": NEW, "password": "not my password at all" });
    let wrong = service
        .ask_as(&ann, Method::POST, CHANGE, Some(&wrong))
        .await;
    assert_eq!(wrong.codes(), ["password_wrong"]);
    assert_eq!(
        change(&service, &ann, EMAIL).await.codes(),
        ["value_refused"]
    );
    change(&service, &ann, NEW).await;
    let body = json!({ "token": token(&service).await });
    let cancelled = service.ask_as(&ann, Method::DELETE, CHANGE, None).await;
    assert_eq!(cancelled.status, StatusCode::NO_CONTENT);
    assert_eq!(me(&service, &ann).await["newEmail"], Value::Null);
    assert_eq!(
        post(&service, CONFIRM, &body).await.codes(),
        ["link_invalid"]
    );
    assert_eq!(me(&service, &ann).await["email"], EMAIL);
}

#[tokio::test]
async fn an_address_of_another_account_is_neither_revealed_nor_taken() {
    let service = service().await;
    let ann = set_up(&service).await;
    // The addresses of these people are their ids.
    let other = service.person().await;
    let taken = format!("{}@example.com", other.id);
    let before = mails(&service).await.len();
    let asked = change(&service, &ann, &taken).await;
    assert_eq!(asked.status, StatusCode::ACCEPTED);
    assert_eq!(mails(&service).await.len(), before, "no link is sent");
    // The address was free when the link was sent, and no longer is when it is used.
    service.clock.advance(Duration::from_hours(1));
    let free = "later@example.com";
    change(&service, &ann, free).await;
    let link = json!({ "token": token(&service).await });
    rename(&service, other.id, free).await;
    assert_eq!(
        post(&service, CONFIRM, &link).await.codes(),
        ["account_exists"]
    );
    assert_eq!(me(&service, &ann).await["email"], EMAIL);
}

#[tokio::test]
async fn an_account_does_not_write_to_strangers_by_changing_networks() {
    let service = service().await;
    let ann = set_up(&service).await;
    let ask = async |number: u8| {
        let peer = std::net::SocketAddr::from(([203, 0, 113, number], 443));
        let request = browser_request(Method::POST, CHANGE)
            .header("cookie", format!("almagest_local={}", ann.token))
            .extension(transport::Peer(peer));
        let stranger = format!("stranger{number}@example.com");
        let body = json!({ "email": stranger, "password": PASSWORD });
        service.send_with(request, Some(&body)).await
    };
    for number in 1..=5 {
        assert_eq!(ask(number).await.status, StatusCode::ACCEPTED, "{number}");
    }
    assert_eq!(ask(6).await.codes(), ["attempts_limited"]);
    service.clock.advance(Duration::from_secs(1));
    assert_eq!(ask(7).await.status, StatusCode::ACCEPTED);
}

/// Gives a person an address through the store, as their own confirmed change would.
async fn rename(service: &Service, id: access::UserId, email: &str) {
    let mut transaction = service.app.store.begin().await.unwrap();
    let email = email.parse().unwrap();
    let now = service.clock.now();
    assert!(transaction.change_email(id, &email, now).await.unwrap());
    transaction.commit().await.unwrap();
}

#[tokio::test]
async fn language_theme_and_time_zone_are_kept_for_the_account() {
    let service = service().await;
    let ann = set_up(&service).await;
    let update = async |body: Value| {
        service
            .ask_as(&ann, Method::PATCH, "/api/manage/me", Some(&body))
            .await
    };
    let chosen = json!({ "theme": "dark", "timeZone": "America/Argentina/Buenos_Aires" });
    assert_eq!(update(chosen.clone()).await.status, StatusCode::OK);
    let other = session(&sign_in(&service, &json!({})).await);
    let kept = me(&service, &other).await;
    assert_eq!(
        (&kept["theme"], &kept["timeZone"]),
        (&chosen["theme"], &chosen["timeZone"])
    );
    let page = service
        .ask_as(&ann, Method::GET, "/settings", None)
        .await
        .text();
    assert!(page.contains(" data-theme=\"dark\""));
    assert!(page.contains(" data-time-zone=\"America/Argentina/Buenos_Aires\""));
    assert_eq!(
        update(json!({ "timeZone": "Mars \"x" })).await.codes(),
        ["timezone_unknown"]
    );
    assert_eq!(
        update(json!({ "theme": "sepia" })).await.codes(),
        ["field_value"]
    );
    let auto = json!({ "theme": "auto", "timeZone": "auto" });
    assert_eq!(update(auto).await.status, StatusCode::OK);
    let page = service
        .ask_as(&ann, Method::GET, "/settings", None)
        .await
        .text();
    assert!(!page.contains("data-theme") && !page.contains("data-time-zone"));
}
