//! Operators need a second factor for everything, and must give their password again before they
//! grant or remove access. Also covers the e-mails that people receive about changes to their
//! account.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use notifications::mail::Message;
use serde_json::{Value, json};

use crate::accounts::{EMAIL, PASSWORD, code, identified, post, service, set_up, sign_in};
use crate::harness::{Answer, Person, Service, config};

const INSTALLATION: &str = "/api/manage/installation";
const PROVE: &str = "/api/manage/session/reauthenticate";

async fn ask(service: &Service, person: &Person, path: &str, body: &Value) -> Answer {
    service.ask_as(person, Method::POST, path, Some(body)).await
}

/// Enables the second factor of Ann's account.
async fn enrol(service: &Service, ann: &Person) -> access::TotpSecret {
    let path = "/api/manage/me/second-factor";
    let begun = ask(service, ann, path, &json!({ "password": PASSWORD })).await;
    assert_eq!(begun.status, StatusCode::CREATED, "{}", begun.json());
    let secret = service.app.keys.totp.secret(ann.id, 1);
    let body = json!({ "code": code(&secret, service) });
    let done = ask(service, ann, &format!("{path}/confirm"), &body).await;
    assert_eq!(done.status, StatusCode::CREATED, "{}", done.json());
    secret
}

#[tokio::test]
async fn an_operator_without_a_second_factor_does_nothing_but_set_one_up() {
    let service = service().await;
    let ann = set_up(&service).await;
    let ann = identified(&service, ann).await;
    for path in ["orgs", "users", "outbox", "audit", "plans", "jobs"] {
        let path = format!("{INSTALLATION}/{path}");
        let answer = service.ask_as(&ann, Method::GET, &path, None).await;
        assert_eq!(answer.codes(), ["second_factor_required"], "{path}");
    }
    let org = json!({ "name": "New", "plan": "free" });
    let made = ask(&service, &ann, &format!("{INSTALLATION}/orgs"), &org).await;
    assert_eq!(made.codes(), ["second_factor_required"]);
    enrol(&service, &ann).await;
    let made = ask(&service, &ann, &format!("{INSTALLATION}/orgs"), &org).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
}

#[tokio::test]
async fn an_operator_whose_second_factor_is_taken_away_is_refused_at_once() {
    let service = service().await;
    let operator = service.operator().await;
    let path = format!("{INSTALLATION}/orgs");
    let list = async || service.ask_as(&operator, Method::GET, &path, None).await;
    assert_eq!(list().await.status, StatusCode::OK);
    let org = json!({ "name": "New", "plan": "free" });
    let mut transaction = service.app.store.begin().await.unwrap();
    transaction.remove_totp(operator.id).await.unwrap();
    transaction.commit().await.unwrap();
    // The session still records that a code was given, but the change checks the account.
    let made = ask(&service, &operator, &path, &org).await;
    assert_eq!(made.codes(), ["second_factor_required"]);
}

attacks! {
    async fn an_operator_proves_who_they_are_before_access_changes_hands(stage: &Stage) {
        let (operator, org) = (&stage.operator, stage.service.org_id);
        let user = format!("{INSTALLATION}/users/{}", stage.member.id);
        let one = format!("{INSTALLATION}/orgs/{org}");
        let member = json!({ "email": format!("{}@example.com", stage.stranger.id), "role": "owner" });
        let account = json!({ "email": "new@example.com", "name": "New" });
        let dangerous = [
            (Method::POST, format!("{user}/reset"), json!({})),
            (Method::PATCH, user.clone(), json!({ "disabled": true })),
            (Method::PATCH, user.clone(), json!({ "operator": true })),
            (Method::POST, format!("{INSTALLATION}/users"), account),
            (Method::POST, format!("{one}/members"), member),
            (Method::PATCH, one.clone(), json!({ "status": "suspended" })),
            (Method::PATCH, one.clone(), json!({ "status": "active" })),
            (Method::GET, format!("{INSTALLATION}/outbox"), Value::Null),
        ];
        stage.service.clock.advance(Duration::from_mins(10));
        for (method, path, body) in &dangerous {
            let body = Some(body).filter(|it| !it.is_null());
            let answer = stage.service.ask_as(operator, method.clone(), path, body).await;
            assert_eq!(answer.codes(), ["reauthentication_required"], "{method} {path}");
        }
        assert_eq!(stage.role_of(&stage.stranger).await, None);
        // Changes that affect nobody's access still work.
        let quota = stage.patch(operator, &one, &json!({ "quota": 5 })).await;
        assert_eq!(quota.status, StatusCode::OK, "{}", quota.json());
        assert_eq!(stage.get(operator, &one).await.status, StatusCode::OK);
    }
    async fn the_page_that_needs_a_proof_asks_for_it_and_comes_back(stage: &Stage) {
        stage.service.clock.advance(Duration::from_mins(10));
        let outbox = stage.page(&stage.operator, "/operator/outbox").await;
        assert_eq!((outbox.status, outbox.header("location")), (StatusCode::SEE_OTHER, "/confirm?next=%2Foperator%2Foutbox"));
        let asked = stage.page(&stage.operator, outbox.header("location")).await;
        assert_eq!(asked.status, StatusCode::OK);
        let text = String::from_utf8(asked.bytes).unwrap();
        assert!(text.contains("name=\"next\" value=\"/operator/outbox\""), "{text}");
        assert!(text.contains("name=\"code\""), "{text}");
        let org = format!("/operator/organizations/{}", stage.service.org_id);
        let suspend = stage.submit(Some(&stage.operator), &org, &[("status", "suspended")]).await;
        assert_eq!(suspend.status, StatusCode::SEE_OTHER);
        assert!(suspend.header("location").starts_with("/confirm?next="));
        let evil = stage.page(&stage.operator, "/confirm?next=https%3A%2F%2Fevil.example").await;
        assert!(String::from_utf8(evil.bytes).unwrap().contains("name=\"next\" value=\"/overview\""));
    }
    async fn an_operators_page_says_how_to_set_a_second_factor_up(stage: &Stage) {
        let person = stage.service.person().await;
        let mut transaction = stage.service.app.store.begin().await.unwrap();
        transaction.set_operator(person.id, true).await.unwrap();
        transaction.commit().await.unwrap();
        let page = stage.page(&person, "/operator").await;
        assert_eq!(page.status, StatusCode::FORBIDDEN);
        let text = String::from_utf8(page.bytes).unwrap();
        assert!(text.contains("href=\"/settings\""), "{text}");
        assert_eq!(stage.page(&person, "/settings").await.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn a_proof_takes_password_and_code_and_lasts_ten_minutes() {
    let service = service().await;
    let ann = set_up(&service).await;
    let ann = identified(&service, ann).await;
    let secret = enrol(&service, &ann).await;
    let outbox = format!("{INSTALLATION}/outbox");
    let read = async || service.ask_as(&ann, Method::GET, &outbox, None).await;
    service.clock.advance(Duration::from_mins(10));
    assert_eq!(read().await.codes(), ["reauthentication_required"]);
    for (body, expected) in [
        (json!({ "password": "wrong wrong wrong" }), "password_wrong"),
        (json!({ "password": PASSWORD }), "second_factor_missing"),
        (
            json!({ "password": PASSWORD, "code": "12345" }),
            "second_factor_wrong",
        ),
    ] {
        assert_eq!(ask(&service, &ann, PROVE, &body).await.codes(), [expected]);
        assert_eq!(read().await.codes(), ["reauthentication_required"]);
    }
    let right = json!({ "password": PASSWORD, "code": code(&secret, &service) });
    let proved = ask(&service, &ann, PROVE, &right).await;
    assert_eq!(proved.status, StatusCode::NO_CONTENT);
    assert_eq!(read().await.status, StatusCode::OK);
    service
        .clock
        .advance(Duration::from_mins(10) - Duration::from_secs(1));
    assert_eq!(read().await.status, StatusCode::OK);
    service.clock.advance(Duration::from_secs(1));
    assert_eq!(read().await.codes(), ["reauthentication_required"]);
    let log = service.installation_log().await;
    assert_eq!(log.last().unwrap(), "session.reauthenticate");
    // As everywhere, a code works once.
    assert_eq!(
        ask(&service, &ann, PROVE, &right).await.codes(),
        ["second_factor_wrong"]
    );
}

/// Creates a service with a mail server and Ann's account.
async fn with_mail() -> (Service, Person) {
    let settings = config(&[("smtp", "smtp://127.0.0.1:1")]);
    let service = Service::with_config(server::api::api(), settings).await;
    let ann = set_up(&service).await;
    let ann = identified(&service, ann).await;
    (service, ann)
}

/// Returns the recipient and subject of each e-mail, oldest first.
async fn mails(service: &Service) -> Vec<(String, String)> {
    let app = &service.app;
    let page = app
        .store
        .mails_page(None, store::PageSize::MAX)
        .await
        .unwrap();
    let read = |it| {
        let message = Message::of(it, &app.keys, "http://x").unwrap();
        assert!(!message.text.contains('{'), "{}", message.text);
        (message.recipient, message.subject)
    };
    page.items.iter().map(read).collect()
}

#[tokio::test]
async fn someone_is_told_of_a_sign_in_with_an_unknown_browser_and_of_no_other() {
    let (service, _) = with_mail().await;
    let first = sign_in(&service, &json!({})).await;
    assert_eq!(first.status, StatusCode::CREATED);
    let told = (EMAIL.to_owned(), "New sign-in to your account".to_owned());
    assert_eq!(mails(&service).await, std::slice::from_ref(&told));
    let cookies = first.headers.get_all("set-cookie").iter();
    let cookie = cookies.map(|it| it.to_str().unwrap()).next_back().unwrap();
    let request = crate::harness::browser_request(Method::POST, "/api/manage/session")
        .header("cookie", cookie.split(';').next().unwrap());
    let body = json!({ "email": EMAIL, "password": PASSWORD });
    let again = service.send_with(request, Some(&body)).await;
    assert_eq!(again.status, StatusCode::CREATED);
    assert_eq!(mails(&service).await, [told]);
}

#[tokio::test]
async fn someone_is_told_when_their_password_or_second_factor_changes() {
    let (service, ann) = with_mail().await;
    let secret = enrol(&service, &ann).await;
    let password = json!({ "password": PASSWORD });
    ask(&service, &ann, "/api/manage/me/recovery-codes", &password).await;
    let new = "another horse battery staple";
    let change = json!({ "current": PASSWORD, "new": new });
    ask(&service, &ann, "/api/manage/me/password", &change).await;
    service.clock.advance(Duration::from_secs(30));
    let off = json!({ "password": new, "code": code(&secret, &service) });
    let off = ask(&service, &ann, "/api/manage/me/second-factor/disable", &off).await;
    assert_eq!(off.status, StatusCode::NO_CONTENT);
    post(
        &service,
        "/api/manage/password-resets",
        &json!({ "email": EMAIL }),
    )
    .await;
    service.send_reset_links().await;
    let subjects =
        async || -> Vec<String> { mails(&service).await.into_iter().map(|it| it.1).collect() };
    assert_eq!(
        subjects().await,
        [
            "Two-factor authentication enabled",
            "New recovery codes generated",
            "Your password was changed",
            "Two-factor authentication disabled",
            "Reset your password",
        ]
    );
    let page = service
        .app
        .store
        .mails_page(None, store::PageSize::MAX)
        .await
        .unwrap();
    let link = Message::of(page.items.last().unwrap(), &service.app.keys, "http://x")
        .unwrap()
        .link;
    let body = json!({ "token": link.split_once("#token=").unwrap().1, "password": PASSWORD });
    post(&service, "/api/manage/password-resets/confirm", &body).await;
    assert_eq!(
        subjects().await.last().unwrap(),
        "Your password was changed"
    );
}

#[tokio::test]
async fn whoever_creates_a_key_and_the_owners_are_told_each_in_their_language() {
    let (service, ann) = with_mail().await;
    let manager = service.member(access::Role::Manager).await;
    let member = service.member(access::Role::Member).await;
    let mut transaction = service.app.store.begin().await.unwrap();
    transaction
        .set_user_language(ann.id, Some("nl"))
        .await
        .unwrap();
    transaction.commit().await.unwrap();
    let path = format!("/api/manage/orgs/{}/keys", service.org_id);
    let body = json!({ "name": "Shop", "mode": "live", "permissions": [] });
    let made = ask(&service, &manager, &path, &body).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
    let mut told = mails(&service).await;
    told.sort();
    let mut expected = vec![
        (EMAIL.to_owned(), "First: nieuwe API-sleutel".to_owned()),
        (
            format!("{}@example.com", manager.id),
            "First: new API key".to_owned(),
        ),
    ];
    expected.sort();
    assert_eq!(told, expected);
    assert!(
        told.iter()
            .all(|it| it.0 != format!("{}@example.com", member.id))
    );
    // The owner who creates one is notified once.
    ask(&service, &ann, &path, &body).await;
    assert_eq!(mails(&service).await.len(), 3);
}

#[tokio::test]
async fn a_notice_names_what_happened_and_holds_no_secret() {
    let (service, ann) = with_mail().await;
    let path = format!("/api/manage/orgs/{}/keys", service.org_id);
    let body = json!({ "name": "Shop", "mode": "live", "permissions": [] });
    let made = ask(&service, &ann, &path, &body).await.json();
    let page = service
        .app
        .store
        .mails_page(None, store::PageSize::MAX)
        .await
        .unwrap();
    let message = Message::of(&page.items[0], &service.app.keys, "http://x").unwrap();
    assert!(
        message
            .text
            .contains("Ann created the API key “Shop” in First."),
        "{}",
        message.text
    );
    assert!(
        message.text.contains("http://x/settings/api-keys\n"),
        "{}",
        message.text
    );
    let key = made["data"]["attributes"]["key"].as_str().unwrap();
    assert!(!message.text.contains(key) && !page.items[0].payload.contains(key));
}
