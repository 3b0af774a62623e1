//! Accounts from the set-up link to the second factor, as in a browser.

use std::time::Duration;

use access::{PasswordHash, PlainToken, TotpStep};
use axum::body::Body;
use axum::http::{Method, StatusCode};
use hmac::{Hmac, KeyInit as _, Mac as _};
use http_api::randomness::OsRandom;
use serde_json::{Value, json};
use sha1::Sha1;

use crate::harness::{Answer, NOW, Person, Service, browser_request};

pub(crate) const PASSWORD: &str = "correct horse battery staple";
pub(crate) const EMAIL: &str = "ann@example.com";

pub(crate) async fn service() -> Service {
    Service::new(server::api::api()).await
}

pub(crate) async fn post(service: &Service, path: &str, body: &Value) -> Answer {
    let request = browser_request(Method::POST, path);
    service.send_with(request, Some(body)).await
}

/// Follows the set-up link and returns the session.
pub(crate) async fn set_up(service: &Service) -> Person {
    let token = PlainToken::generate(&OsRandom);
    let digest = token.digest(&service.app.keys.token);
    let end = NOW.plus(Duration::from_hours(24));
    service
        .app
        .store
        .renew_setup_token(&digest, end)
        .await
        .unwrap();
    let body =
        json!({ "token": token.reveal(), "email": EMAIL, "name": "Ann", "password": PASSWORD });
    let answer = post(service, "/api/manage/setup", &body).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.json());
    let again = post(service, "/api/manage/setup", &body).await;
    assert_eq!(again.codes(), ["link_invalid"], "the link works once");
    session(&answer)
}

/// Returns the session that a cookie was set for.
pub(crate) fn session(answer: &Answer) -> Person {
    let cookie = answer.header("set-cookie");
    assert!(
        cookie.ends_with("; Path=/; HttpOnly; SameSite=Lax"),
        "{cookie}"
    );
    let token = cookie.split(['=', ';']).nth(1).unwrap().to_owned();
    let id = answer.json()["data"]["id"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    Person {
        id: access::UserId::new(NOW, &OsRandom),
        session: id,
        token,
    }
}

/// Returns the same person with the id of the account.
pub(crate) async fn identified(service: &Service, person: Person) -> Person {
    let email = EMAIL.parse().unwrap();
    let found = service.app.store.user_by_email(&email).await.unwrap();
    let id = found.unwrap().user.id;
    Person { id, ..person }
}

pub(crate) async fn sign_in(service: &Service, more: &Value) -> Answer {
    let mut body = json!({ "email": EMAIL, "password": PASSWORD });
    let more = more.as_object().unwrap().clone();
    body.as_object_mut().unwrap().extend(more);
    post(service, "/api/manage/session", &body).await
}

#[tokio::test]
async fn the_first_account_owns_the_first_organization_and_runs_the_installation() {
    let service = service().await;
    let ann = set_up(&service).await;
    let me = service
        .ask_as(&ann, Method::GET, "/api/manage/me", None)
        .await;
    let attributes = me.json()["data"]["attributes"].clone();
    assert_eq!(
        (&attributes["email"], &attributes["operator"]),
        (&EMAIL.into(), &true.into())
    );
    let path = "/api/manage/me/organizations";
    let orgs = service.ask_as(&ann, Method::GET, path, None).await.json();
    assert_eq!(orgs["data"][0]["id"], service.org_id.to_string());
    assert_eq!(orgs["data"][0]["attributes"]["role"], "owner");
}

#[tokio::test]
async fn signing_in_out_and_out_elsewhere() {
    let service = service().await;
    set_up(&service).await;
    let wrong = sign_in(
        &service,
        &json!({ "password": "wrong horse battery staple" }),
    )
    .await;
    assert_eq!(wrong.codes(), ["sign_in_failed"]);
    let here = session(&sign_in(&service, &json!({})).await);
    let there = session(&sign_in(&service, &json!({ "email": "ANN@example.com" })).await);
    let path = "/api/manage/me/sessions";
    let list = service.ask_as(&here, Method::GET, path, None).await.json();
    assert_eq!(list["meta"]["total"], 3, "set-up and both sign-ins");
    let done = service.ask_as(&here, Method::DELETE, path, None).await;
    assert_eq!(done.status, StatusCode::NO_CONTENT);
    let gone = service.ask_as(&there, Method::GET, path, None).await;
    assert_eq!(gone.codes(), ["session_ended"]);
    let out = service
        .ask_as(&here, Method::DELETE, "/api/manage/session", None)
        .await;
    assert!(out.header("set-cookie").ends_with("Max-Age=0"));
    let gone = service.ask_as(&here, Method::GET, path, None).await;
    assert_eq!(gone.codes(), ["session_ended"]);
    let log = service.installation_log().await;
    let expected = [
        "account.setup",
        "session.create",
        "session.create",
        "session.end_others",
        "session.end",
    ];
    assert_eq!(log, expected);
}

/// Over https the cookie's name binds it to the host and to https.
#[tokio::test]
async fn the_cookie_of_a_session_is_for_this_host_https_and_no_script() {
    let url = "https://api.example.org";
    let settings = crate::harness::config(&[("public_url", url)]);
    let service = Service::with_config(server::api::api(), settings).await;
    let token = PlainToken::generate(&OsRandom);
    let digest = token.digest(&service.app.keys.token);
    let end = NOW.plus(Duration::from_hours(24));
    let renewed = service.app.store.renew_setup_token(&digest, end);
    renewed.await.unwrap();
    let body =
        json!({ "token": token.reveal(), "email": EMAIL, "name": "Ann", "password": PASSWORD });
    let request = axum::http::Request::post("/api/manage/setup")
        .header("host", "api.example.org")
        .header("origin", url)
        .header("sec-fetch-site", "same-origin");
    let answer = service.send_with(request, Some(&body)).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.json());
    let cookie = answer.header("set-cookie");
    let (value, attributes) = cookie.split_once("; ").unwrap();
    assert!(value.starts_with("__Host-almagest="), "{cookie}");
    assert_eq!(attributes, "Path=/; Secure; HttpOnly; SameSite=Lax");
}

#[tokio::test]
async fn a_new_password_signs_out_everyone_else_and_a_link_everyone() {
    let service = service().await;
    let ann = set_up(&service).await;
    let other = session(&sign_in(&service, &json!({})).await);
    let new = "another horse battery staple";
    let path = "/api/manage/me/password";
    let refused = json!({ "current": "not my password at all", "new": new });
    let refused = service
        .ask_as(&ann, Method::POST, path, Some(&refused))
        .await;
    assert_eq!(refused.codes(), ["password_wrong"]);
    let short = json!({ "current": PASSWORD, "new": "short" });
    let short = service.ask_as(&ann, Method::POST, path, Some(&short)).await;
    assert_eq!(short.codes(), ["password_refused"]);
    let body = json!({ "current": PASSWORD, "new": new });
    let done = service.ask_as(&ann, Method::POST, path, Some(&body)).await;
    assert_eq!(done.status, StatusCode::NO_CONTENT);
    let me = "/api/manage/me";
    assert_eq!(
        service.ask_as(&other, Method::GET, me, None).await.codes(),
        ["session_ended"]
    );
    assert_eq!(
        service.ask_as(&ann, Method::GET, me, None).await.status,
        StatusCode::OK
    );
    let asked = post(
        &service,
        "/api/manage/password-resets",
        &json!({ "email": EMAIL }),
    )
    .await;
    assert_eq!(asked.status, StatusCode::ACCEPTED);
    let token = mailed(&service).await;
    let confirm = "/api/manage/password-resets/confirm";
    let body = json!({ "token": token, "password": PASSWORD });
    assert_eq!(
        post(&service, confirm, &body).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(
        post(&service, confirm, &body).await.codes(),
        ["link_invalid"]
    );
    assert_eq!(
        service.ask_as(&ann, Method::GET, me, None).await.codes(),
        ["session_ended"]
    );
    assert_eq!(
        sign_in(&service, &json!({})).await.status,
        StatusCode::CREATED
    );
}

async fn mailed(service: &Service) -> String {
    service.send_reset_links().await;
    let app = &service.app;
    let mails = app
        .store
        .mails_page(None, store::PageSize::MAX)
        .await
        .unwrap();
    let mail = mails.items.last().unwrap();
    let message = notifications::mail::Message::of(mail, &app.keys, "http://x").unwrap();
    message.link.split_once("#token=").unwrap().1.to_owned()
}

#[tokio::test]
async fn an_email_is_in_the_language_its_reader_chose_or_else_in_that_of_the_browser() {
    let service = service().await;
    set_up(&service).await;
    let reset = async |browser: &str| {
        let request = browser_request(Method::POST, "/api/manage/password-resets")
            .header("accept-language", browser);
        let body = json!({ "email": EMAIL });
        let answer = service.send_with(request, Some(&body)).await;
        assert_eq!(answer.status, StatusCode::ACCEPTED);
        service.send_reset_links().await;
        let app = &service.app;
        let mails = app.store.mails_page(None, store::PageSize::MAX).await;
        let mail = mails.unwrap().items.pop().unwrap();
        let message = notifications::mail::Message::of(&mail, &app.keys, "http://x").unwrap();
        (
            message.subject,
            message.text.contains("De link werkt één keer."),
        )
    };
    let english = ("Reset your password".to_owned(), false);
    let dutch = ("Stel je wachtwoord opnieuw in".to_owned(), true);
    assert_eq!(reset("en-GB").await, english);
    assert_eq!(reset("nl-BE, en;q=0.5").await, dutch);
    let store = &service.app.store;
    let user = store.user_by_email(&EMAIL.parse().unwrap()).await;
    let mut transaction = store.begin().await.unwrap();
    let id = user.unwrap().unwrap().user.id;
    transaction.set_user_language(id, Some("nl")).await.unwrap();
    transaction.commit().await.unwrap();
    assert_eq!(reset("en-GB").await, dutch);
}

#[tokio::test]
async fn a_second_factor_is_asked_for_and_recovery_codes_replace_it_once() {
    let service = service().await;
    let ann = set_up(&service).await;
    let user = service
        .app
        .store
        .user_by_email(&EMAIL.parse().unwrap())
        .await
        .unwrap()
        .unwrap()
        .user;
    let path = "/api/manage/me/second-factor";
    let body = json!({ "password": PASSWORD });
    let begun = service.ask_as(&ann, Method::POST, path, Some(&body)).await;
    assert_eq!(begun.status, StatusCode::CREATED);
    let secret = service.app.keys.totp.secret(user.id, 1);
    let shown = begun.json()["data"]["attributes"]["secret"].clone();
    assert_eq!(shown, secret.reveal_base32().as_str());
    let confirm = format!("{path}/confirm");
    let wrong = json!({ "code": "000000" });
    let right = json!({ "code": code(&secret, &service) });
    if wrong != right {
        let refused = service
            .ask_as(&ann, Method::POST, &confirm, Some(&wrong))
            .await;
        assert_eq!(refused.codes(), ["second_factor_wrong"]);
    }
    let done = service
        .ask_as(&ann, Method::POST, &confirm, Some(&right))
        .await;
    assert_eq!(done.status, StatusCode::CREATED);
    let codes = done.json()["data"]["attributes"]["recoveryCodes"].clone();
    assert_eq!(codes.as_array().unwrap().len(), 10);
    assert_eq!(
        sign_in(&service, &json!({})).await.codes(),
        ["second_factor_missing"]
    );
    let used = sign_in(&service, &right).await;
    assert_eq!(
        used.codes(),
        ["second_factor_wrong"],
        "the code was used to enable it"
    );
    service.clock.advance(Duration::from_secs(30));
    let next = json!({ "code": code(&secret, &service) });
    assert_eq!(sign_in(&service, &next).await.status, StatusCode::CREATED);
    let recovery = json!({ "recoveryCode": codes[0] });
    assert_eq!(
        sign_in(&service, &recovery).await.status,
        StatusCode::CREATED
    );
    assert_eq!(
        sign_in(&service, &recovery).await.codes(),
        ["second_factor_wrong"]
    );
    let log = service.installation_log().await;
    let expected = [
        "account.setup",
        "second_factor.begin",
        "second_factor.on",
        "session.create",
        "session.create",
    ];
    assert_eq!(log, expected);
}

/// Returns the code that an authenticator shows (RFC 6238 with the parameters that all apps use).
pub(crate) fn code(secret: &access::TotpSecret, service: &Service) -> String {
    let mut mac = Hmac::<Sha1>::new_from_slice(secret.reveal_bytes()).unwrap();
    let step = TotpStep::at(service.clock.now()).number();
    mac.update(&step.to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let offset = usize::from(digest[19] & 0x0f);
    let word: [u8; 4] = digest[offset..offset + 4].try_into().unwrap();
    let number = u32::from_be_bytes(word) & 0x7fff_ffff;
    format!("{:06}", number % 1_000_000)
}

#[tokio::test]
async fn guessing_is_slowed_down_for_the_account_and_never_locks_it_for_good() {
    let service = service().await;
    set_up(&service).await;
    for _ in 0..5 {
        let wrong = sign_in(&service, &json!({ "password": "wrong wrong wrong" })).await;
        assert_eq!(wrong.codes(), ["sign_in_failed"]);
    }
    let refused = sign_in(&service, &json!({})).await;
    assert_eq!(
        refused.codes(),
        ["attempts_limited"],
        "even with the correct password"
    );
    assert_eq!(refused.header("retry-after"), "1");
    service.clock.advance(Duration::from_secs(1));
    assert_eq!(
        sign_in(&service, &json!({})).await.status,
        StatusCode::CREATED
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn e_mails_reach_a_mail_server_and_their_links_work() {
    let server = crate::smtp::start();
    let address = format!("smtp://127.0.0.1:{}", server.port);
    let settings = [
        ("smtp", address.as_str()),
        ("mail_from", "Almagest <a@example.org>"),
    ];
    let service = Service::with_config(server::api::api(), crate::harness::config(&settings)).await;
    let ann = set_up(&service).await;
    let path = "/api/manage/me/email-verification";
    let asked = service
        .ask_as(&ann, Method::POST, path, Some(&json!({})))
        .await;
    assert_eq!(asked.status, StatusCode::ACCEPTED);
    let config = &service.app.config;
    let sender = notifications::mail::SmtpSender::new(&config.smtp, &config.mail_from.0).unwrap();
    assert_eq!(sender.deliver(&service.app).await, 1);
    assert_eq!(sender.deliver(&service.app).await, 0, "delivered once");
    let message = server.received.recv().unwrap();
    assert!(
        message.contains("From: \"Almagest\" <a@example.org>")
            || message.contains("From: Almagest <a@example.org>"),
        "{message}"
    );
    assert!(message.contains(&format!("To: {EMAIL}")), "{message}");
    // Removes soft line breaks, in case the text is quoted-printable.
    let text = message.replace("=\r\n", "").replace("=3D", "=");
    let token = text.split("#token=").nth(1).unwrap();
    let token: String = token
        .chars()
        .take_while(char::is_ascii_alphanumeric)
        .collect();
    let body = json!({ "token": token });
    let confirm = "/api/manage/email-verifications/confirm";
    assert_eq!(
        post(&service, confirm, &body).await.status,
        StatusCode::NO_CONTENT
    );
    assert_eq!(
        post(&service, confirm, &body).await.codes(),
        ["link_invalid"]
    );
    let me = service
        .ask_as(&ann, Method::GET, "/api/manage/me", None)
        .await
        .json();
    assert!(me["data"]["attributes"]["emailVerifiedAt"].is_string());
    let log = service.installation_log().await;
    assert_eq!(log, ["account.setup", "email.verify"]);
}

#[tokio::test]
async fn a_mail_server_that_is_away_is_tried_again_later() {
    let settings = [("smtp", "smtp://127.0.0.1:1")];
    let service = Service::with_config(server::api::api(), crate::harness::config(&settings)).await;
    set_up(&service).await;
    post(
        &service,
        "/api/manage/password-resets",
        &json!({ "email": EMAIL }),
    )
    .await;
    service.send_reset_links().await;
    let config = &service.app.config;
    let sender = notifications::mail::SmtpSender::new(&config.smtp, &config.mail_from.0).unwrap();
    assert_eq!(sender.deliver(&service.app).await, 0);
    let mails = service
        .app
        .store
        .mails_page(None, store::PageSize::MAX)
        .await
        .unwrap();
    let mail = &mails.items[0];
    assert!(mail.last_error.is_some() && mail.given_up_at.is_none());
    assert_eq!(mail.next_attempt_at, NOW.plus(Duration::from_mins(1)));
}

#[tokio::test]
async fn a_sign_in_renews_a_hash_of_outdated_parameters() {
    // `correct horse battery` hashed with 8 KiB of memory.
    const OUTDATED: &str = "$argon2id$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$gLHIkr1qgP4r3sH1P/NIg3+PMckaLQ3RkuIiytJhVlY";
    let service = service().await;
    let person = identified(&service, set_up(&service).await).await;
    let (store, key) = (&service.app.store, &service.app.keys.password);
    let outdated = PasswordHash::from_stored(OUTDATED).unwrap();
    let mut transaction = store.begin().await.unwrap();
    let sealed = key.seal(person.id, &outdated);
    transaction.set_password(person.id, &sealed).await.unwrap();
    transaction.commit().await.unwrap();
    let needs_rehash = async || {
        let stored = store.password_of(person.id).await.unwrap().unwrap();
        key.open(person.id, &stored).unwrap().needs_rehash()
    };
    let attempt = async |password: &str| {
        let body = json!({ "email": EMAIL, "password": password });
        post(&service, "/api/manage/session", &body).await.status
    };
    assert_eq!(
        attempt("another long password").await,
        StatusCode::UNAUTHORIZED
    );
    assert!(needs_rehash().await, "a wrong password does not rehash");
    for _ in 0..2 {
        assert_eq!(attempt("correct horse battery").await, StatusCode::CREATED);
        assert!(!needs_rehash().await);
    }
}

#[tokio::test]
async fn the_setup_page_has_a_form_until_there_is_an_account() {
    let service = service().await;
    let page = async || {
        let request = browser_request(Method::GET, "/setup?token=x");
        service.send(request.body(Body::empty()).unwrap()).await
    };
    assert!(page().await.text().contains("action=\"/setup\""));
    set_up(&service).await;
    let after = page().await;
    assert_eq!(after.status, 200);
    let text = after.text();
    assert!(text.contains("An owner account exists."), "{text}");
    assert!(!text.contains("<form"), "{text}");
}
