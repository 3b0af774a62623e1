//! Signing in: guessing is slow, and nobody can lock an owner out by guessing wrong.

use std::net::SocketAddr;
use std::time::Duration;

use access::TotpSecret;
use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use store::{AuditOrder, Budget, MAX_UNKNOWN_ADDRESSES, PageSize};

use crate::accounts::{EMAIL, PASSWORD, code, identified, post, service, set_up};
use crate::fixtures::error;
use crate::harness::{Answer, Person, Service, browser_request, config};

const SIGN_IN: &str = "/api/manage/session";
const WRONG: &str = "wrong wrong wrong wrong";

/// A service with Ann's account, with or without a second factor.
struct House {
    service: Service,
    ann: Person,
    secret: Option<TotpSecret>,
    codes: Value,
}

impl House {
    async fn new() -> Self {
        Self::of(service().await).await
    }

    async fn of(service: Service) -> Self {
        let ann = set_up(&service).await;
        Self {
            ann: identified(&service, ann).await,
            service,
            secret: None,
            codes: Value::Null,
        }
    }

    /// Creates the service with a second factor.
    async fn guarded() -> Self {
        let mut house = Self::new().await;
        house.enrol().await;
        house
    }

    async fn enrol(&mut self) {
        let path = "/api/manage/me/second-factor";
        let begun = self.ask(path, &json!({ "password": PASSWORD })).await;
        assert_eq!(begun.status, StatusCode::CREATED, "{}", begun.json());
        let secret = self.service.app.keys.totp.secret(self.ann.id, 1);
        let body = json!({ "code": code(&secret, &self.service) });
        let done = self.ask(&format!("{path}/confirm"), &body).await;
        assert_eq!(done.status, StatusCode::CREATED, "{}", done.json());
        self.codes = done.json()["data"]["attributes"]["recoveryCodes"].clone();
        self.secret = Some(secret);
    }

    async fn ask(&self, path: &str, body: &Value) -> Answer {
        let (service, ann) = (&self.service, &self.ann);
        service.ask_as(ann, Method::POST, path, Some(body)).await
    }

    /// Returns an unused code.
    fn next_code(&self) -> Value {
        self.service.clock.advance(Duration::from_secs(30));
        code(self.secret.as_ref().unwrap(), &self.service).into()
    }

    /// Returns a wrong code.
    fn wrong_code(&self) -> Value {
        let right = code(self.secret.as_ref().unwrap(), &self.service);
        let other = (right.parse::<u32>().unwrap() + 1) % 1_000_000;
        format!("{other:06}").into()
    }

    /// Tries to sign in from an address, with the device cookie of a browser.
    async fn try_from(&self, address: &str, device: &str, more: &Value) -> Answer {
        let mut body = json!({ "email": EMAIL, "password": PASSWORD });
        let fields = more.as_object().unwrap().clone();
        body.as_object_mut().unwrap().extend(fields);
        let peer: SocketAddr = format!("{address}:1").parse().unwrap();
        let mut request = browser_request(Method::POST, SIGN_IN).extension(transport::Peer(peer));
        if !device.is_empty() {
            request = request.header("cookie", format!("almagest_device_local={device}"));
        }
        self.service.send_with(request, Some(&body)).await
    }

    /// Guesses from different addresses until the account has to wait.
    async fn guess(&self) {
        for number in 0..6 {
            let guess = json!({ "password": WRONG });
            self.try_from(&format!("192.0.2.{number}"), "", &guess)
                .await;
        }
        let waits = self.try_from("192.0.2.200", "", &json!({})).await;
        assert_eq!(
            waits.codes(),
            ["attempts_limited"],
            "the account has to wait"
        );
    }
}

/// Returns the device cookie that a response sets.
fn device(answer: &Answer) -> String {
    let cookies = answer.headers.get_all("set-cookie").iter();
    let mut cookies = cookies.map(|it| it.to_str().unwrap());
    let cookie = cookies.find_map(|it| it.strip_prefix("almagest_device_local="));
    let (value, attributes) = cookie.unwrap().split_once(';').unwrap();
    assert_eq!(
        attributes,
        " Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000"
    );
    value.to_owned()
}

#[tokio::test]
async fn a_stranger_who_keeps_guessing_does_not_keep_a_known_browser_out() {
    let house = House::new().await;
    let known = house.try_from("198.51.100.1", "", &json!({})).await;
    let known = device(&known);
    house.guess().await;
    let back = house.try_from("198.51.100.1", &known, &json!({})).await;
    assert_eq!(back.status, StatusCode::CREATED, "{}", back.json());
    // Not even from the stranger's own address.
    let back = house
        .try_from("192.0.2.1", &device(&back), &json!({}))
        .await;
    assert_eq!(back.status, StatusCode::CREATED, "{}", back.json());
    house.guess().await;
}

#[tokio::test]
async fn a_known_browser_waits_for_its_own_failures_and_for_no_others() {
    let house = House::new().await;
    let known = device(&house.try_from("198.51.100.1", "", &json!({})).await);
    for _ in 0..5 {
        let wrong = house
            .try_from("198.51.100.1", &known, &json!({ "password": WRONG }))
            .await;
        assert_eq!(wrong.codes(), ["sign_in_failed"]);
    }
    let waits = house.try_from("198.51.100.1", &known, &json!({})).await;
    assert_eq!(waits.codes(), ["attempts_limited"]);
    let other = house.try_from("198.51.100.1", "", &json!({})).await;
    assert_eq!(
        other.status,
        StatusCode::CREATED,
        "neither the account nor the address has failures"
    );
}

#[tokio::test]
async fn a_device_cookie_is_good_for_its_own_account_only() {
    let house = House::new().await;
    let service = &house.service;
    let bob = service.person().await;
    let mine = access::Device::new(bob.id, service.clock.now(), &http_api::randomness::OsRandom);
    let forged = mine.cookie(&service.app.keys.device);
    house.guess().await;
    let answer = house.try_from("198.51.100.1", &forged, &json!({})).await;
    assert_eq!(answer.codes(), ["attempts_limited"]);
}

#[tokio::test]
async fn a_device_cookie_opens_nothing_by_itself() {
    let house = House::guarded().await;
    let more = json!({ "code": house.next_code() });
    let known = device(&house.try_from("198.51.100.1", "", &more).await);
    let without = house.try_from("198.51.100.1", &known, &json!({})).await;
    assert_eq!(without.codes(), ["second_factor_missing"]);
    let wrong = house
        .try_from("198.51.100.1", &known, &json!({ "password": WRONG }))
        .await;
    assert_eq!(wrong.codes(), ["sign_in_failed"]);
}

/// Over https both cookies are bound to the host and to https.
#[tokio::test]
async fn a_device_cookie_is_for_this_host_https_and_no_script() {
    let url = "https://api.example.org";
    let service = Service::with_config(server::api::api(), config(&[("public_url", url)])).await;
    let token = access::PlainToken::generate(&http_api::randomness::OsRandom);
    let digest = token.digest(&service.app.keys.token);
    let end = service.clock.now().plus(Duration::from_hours(24));
    service
        .app
        .store
        .renew_setup_token(&digest, end)
        .await
        .unwrap();
    let body =
        json!({ "token": token.reveal(), "email": EMAIL, "name": "Ann", "password": PASSWORD });
    let request = axum::http::Request::post("/api/manage/setup")
        .header("host", "api.example.org")
        .header("origin", url);
    let answer = service.send_with(request, Some(&body)).await;
    let cookies: Vec<_> = answer.headers.get_all("set-cookie").iter().collect();
    assert_eq!(cookies.len(), 2);
    let (value, attributes) = cookies[1].to_str().unwrap().split_once("; ").unwrap();
    assert!(value.starts_with("__Host-almagest-device="), "{value}");
    assert_eq!(
        attributes,
        "Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=31536000"
    );
}

#[tokio::test]
async fn a_right_password_with_its_code_is_let_in_whatever_others_have_failed() {
    let house = House::guarded().await;
    let more = json!({ "code": house.next_code() });
    house.guess().await;
    let elsewhere = house.try_from("198.51.100.1", "", &more).await;
    assert_eq!(
        elsewhere.status,
        StatusCode::CREATED,
        "{}",
        elsewhere.json()
    );
    // Also from the address of the guesser.
    for number in 0..8 {
        let other = json!({ "email": format!("{number}@example.com"), "password": WRONG });
        house.try_from("203.0.113.9", "", &other).await;
    }
    let waits = house
        .try_from("203.0.113.9", "", &json!({ "email": "b@example.com" }))
        .await;
    assert_eq!(
        waits.codes(),
        ["attempts_limited"],
        "the address has to wait"
    );
    let recovery = json!({ "recoveryCode": house.codes[0] });
    let same = house.try_from("203.0.113.9", "", &recovery).await;
    assert_eq!(same.status, StatusCode::CREATED, "{}", same.json());
}

#[tokio::test]
async fn while_an_account_waits_nobody_learns_which_part_of_a_guess_was_right() {
    let house = House::guarded().await;
    house.guess().await;
    for number in 0..6 {
        let other = json!({ "email": "nobody@example.com", "password": WRONG });
        house
            .try_from(&format!("203.0.113.{number}"), "", &other)
            .await;
    }
    let wrong = house.wrong_code();
    let mut answers = Vec::new();
    for more in [
        json!({ "code": wrong }),
        json!({ "code": wrong, "password": WRONG }),
        json!({ "code": wrong, "email": "nobody@example.com" }),
        json!({ "code": wrong, "password": "x" }),
    ] {
        let answer = house.try_from("198.51.100.7", "", &more).await;
        answers.push((error(&answer), answer.header("retry-after").to_owned()));
    }
    assert_eq!(
        answers[0].0["body"]["errors"][0]["code"],
        "attempts_limited"
    );
    assert!(answers.iter().all(|it| *it == answers[0]), "{answers:?}");
}

#[tokio::test]
async fn codes_are_guessed_slowly_also_by_those_who_know_the_password() {
    let house = House::guarded().await;
    let more = json!({ "code": house.next_code() });
    let known = device(&house.try_from("198.51.100.1", "", &more).await);
    let wrong = json!({ "code": house.wrong_code() });
    // Each from its own address, so that only the account can slow them down.
    for number in 0..5 {
        house
            .try_from(&format!("192.0.2.{number}"), "", &wrong)
            .await;
    }
    let budget = Budget::SecondFactor(EMAIL.to_owned());
    let failures = || house.service.app.store.failures(&budget);
    assert_eq!(failures().await.unwrap().unwrap().count, 5);
    let user = house
        .service
        .app
        .store
        .user(house.ann.id)
        .await
        .unwrap()
        .unwrap();
    // After the fifth guess, the sixth has to wait a second. Unless the clock moves, no code is
    // right.
    let right = code(house.secret.as_ref().unwrap(), &house.service);
    let again = house
        .try_from("192.0.2.99", "", &json!({ "code": right }))
        .await;
    assert_eq!(again.codes(), ["attempts_limited"]);
    let after = house
        .service
        .app
        .store
        .user(house.ann.id)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(after.totp, user.totp, "the code was not checked");
    // Neither a known browser nor a recovery code has to wait for it.
    let recovery = json!({ "recoveryCode": house.codes[0] });
    let back = house.try_from("192.0.2.99", "", &recovery).await;
    assert_eq!(back.status, StatusCode::CREATED, "{}", back.json());
    let more = json!({ "code": house.next_code() });
    let back = house.try_from("192.0.2.99", &known, &more).await;
    assert_eq!(back.status, StatusCode::CREATED, "{}", back.json());
}

#[tokio::test]
async fn right_sign_ins_with_a_code_never_add_up_to_a_wait() {
    let house = House::guarded().await;
    for _ in 0..12 {
        // As on the page: the code is requested once the password was right.
        let first = house.try_from("198.51.100.1", "", &json!({})).await;
        assert_eq!(first.codes(), ["second_factor_missing"]);
        let more = json!({ "code": house.next_code() });
        let second = house.try_from("198.51.100.1", "", &more).await;
        assert_eq!(second.status, StatusCode::CREATED, "{}", second.json());
    }
    for budget in [
        Budget::Address("198.51.100.1".to_owned()),
        Budget::Account(EMAIL.to_owned()),
        Budget::SecondFactor(EMAIL.to_owned()),
    ] {
        let failures = house.service.app.store.failures(&budget).await.unwrap();
        assert_eq!(failures.map_or(0, |it| it.count), 0, "{budget:?}");
    }
}

#[tokio::test]
async fn a_full_password_pool_counts_as_no_failure() {
    let house = House::new().await;
    let full = house.service.app.passwords.fill();
    for _ in 0..8 {
        let busy = house.try_from("198.51.100.1", "", &json!({})).await;
        assert_eq!(busy.status, StatusCode::SERVICE_UNAVAILABLE);
    }
    let path = "/api/manage/me/password";
    for _ in 0..8 {
        let body = json!({ "current": PASSWORD, "new": "another long sentence" });
        let busy = house.ask(path, &body).await;
        assert_eq!(busy.status, StatusCode::SERVICE_UNAVAILABLE);
    }
    drop(full);
    let after = house.try_from("198.51.100.1", "", &json!({})).await;
    assert_eq!(after.status, StatusCode::CREATED, "{}", after.json());
}

#[tokio::test]
async fn a_password_reset_clears_the_count_and_makes_the_browser_known() {
    let house = House::new().await;
    let service = &house.service;
    house.guess().await;
    post(
        service,
        "/api/manage/password-resets",
        &json!({ "email": EMAIL }),
    )
    .await;
    service.send_reset_links().await;
    let mails = service
        .app
        .store
        .mails_page(None, PageSize::MAX)
        .await
        .unwrap()
        .items;
    let message =
        notifications::mail::Message::of(mails.last().unwrap(), &service.app.keys, "http://x");
    let link = message.unwrap().link;
    let body = json!({ "token": link.split_once("#token=").unwrap().1, "password": PASSWORD });
    let reset = post(service, "/api/manage/password-resets/confirm", &body).await;
    assert_eq!(reset.status, StatusCode::NO_CONTENT);
    let budget = Budget::Account(EMAIL.to_owned());
    assert_eq!(service.app.store.failures(&budget).await.unwrap(), None);
    house.guess().await;
    let back = house
        .try_from("198.51.100.1", &device(&reset), &json!({}))
        .await;
    assert_eq!(back.status, StatusCode::CREATED, "{}", back.json());
}

#[tokio::test]
async fn strangers_do_not_stand_in_the_way_of_someone_who_is_signed_in() {
    let house = House::new().await;
    house.guess().await;
    let body = json!({ "current": PASSWORD, "new": "another long sentence" });
    let changed = house.ask("/api/manage/me/password", &body).await;
    assert_eq!(changed.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn a_right_password_does_not_clear_what_was_guessed_of_the_codes() {
    let house = House::guarded().await;
    let path = "/api/manage/session/reauthenticate";
    let wrong = json!({ "password": PASSWORD, "code": house.wrong_code() });
    for _ in 0..5 {
        assert_eq!(
            house.ask(path, &wrong).await.codes(),
            ["second_factor_wrong"]
        );
    }
    assert_eq!(house.ask(path, &wrong).await.codes(), ["attempts_limited"]);
    let off = "/api/manage/me/second-factor/disable";
    assert_eq!(house.ask(off, &wrong).await.codes(), ["attempts_limited"]);
}

/// Compares what a request leaves in the database: its own row, and nothing of the account's.
#[tokio::test]
async fn asking_for_a_new_password_does_the_same_work_for_every_address() {
    let house = House::new().await;
    let store = &house.service.app.store;
    let location = house.service.location();
    let mut seen = Vec::new();
    for email in [EMAIL, "nobody@example.com"] {
        let body = json!({ "email": email });
        let asked = post(&house.service, "/api/manage/password-resets", &body).await;
        let mut rows = Vec::new();
        for table in [
            "password_reset_request",
            "outbox",
            "one_time_token",
            "sign_in_failure",
        ] {
            rows.push((table, store::testing::count_rows(location, table).await));
        }
        seen.push((asked.status, asked.bytes.clone(), rows));
        let mut transaction = store.begin().await.unwrap();
        transaction.take_reset_requests(10).await.unwrap();
        transaction.commit().await.unwrap();
        store::testing::execute(location, "delete from sign_in_failure").await;
    }
    assert_eq!(seen[0].2[0], ("password_reset_request", 1));
    assert_eq!(
        seen[0].2[1],
        ("outbox", 0),
        "the account is not looked up yet"
    );
    assert_eq!(seen[0], seen[1]);
}

/// Returns the entries of the installation's log with this action: subject, address, content.
async fn logged(service: &Service, action: &str) -> Vec<(String, Option<String>, Value)> {
    let store = &service.app.store;
    let (mut entries, mut after) = (Vec::new(), None);
    loop {
        let page = store.installation_audit_page(AuditOrder::OldestFirst, after, PageSize::MAX);
        let page = page.await.unwrap();
        entries.extend(page.items.into_iter().map(|it| it.entry));
        after = page.next;
        if after.is_none() {
            break;
        }
    }
    let entries = entries.into_iter();
    let of_action = entries.filter(|it| it.action == action);
    let shown = of_action.map(|it| {
        let after = it
            .after
            .map_or(Value::Null, |it| serde_json::from_str(&it).unwrap());
        (it.subject, it.source_address, after)
    });
    shown.collect()
}

#[tokio::test]
async fn sign_ins_are_in_the_audit_log_whether_they_succeed_or_not() {
    let house = House::guarded().await;
    let service = &house.service;
    let more = json!({ "code": house.next_code() });
    let known = device(&house.try_from("198.51.100.1", "", &more).await);
    let more = json!({ "code": house.next_code() });
    house.try_from("198.51.100.1", &known, &more).await;
    for _ in 0..3 {
        house
            .try_from("198.51.100.2", "", &json!({ "password": WRONG }))
            .await;
    }
    house
        .try_from("198.51.100.2", "", &json!({ "code": house.wrong_code() }))
        .await;
    house
        .try_from(
            "198.51.100.3",
            "",
            &json!({ "email": "nobody@example.com" }),
        )
        .await;
    let signed_in = logged(service, "session.create").await;
    let facts: Vec<_> = signed_in
        .iter()
        .map(|it| (it.0.as_str(), &it.2["knownBrowser"]))
        .collect();
    let ann = house.ann.id.to_string();
    assert_eq!(
        facts,
        [(ann.as_str(), &json!(false)), (ann.as_str(), &json!(true))]
    );
    assert_eq!(
        management_api::log_failed_sign_ins(&service.app)
            .await
            .unwrap(),
        0,
        "the hour has not ended"
    );
    service.clock.advance(Duration::from_hours(1));
    assert_eq!(
        management_api::log_failed_sign_ins(&service.app)
            .await
            .unwrap(),
        3
    );
    let mut refused: Vec<_> = logged(service, "session.refuse")
        .await
        .into_iter()
        .map(|(subject, address, after)| {
            (
                subject,
                address.unwrap(),
                after["reason"].as_str().unwrap().to_owned(),
                after["count"].as_u64().unwrap(),
            )
        })
        .collect();
    refused.sort();
    let entry = |subject: &str, address: &str, reason: &str, count| {
        (
            subject.to_owned(),
            address.to_owned(),
            reason.to_owned(),
            count,
        )
    };
    assert_eq!(
        refused,
        [
            entry("unknown", "198.51.100.3", "password", 1),
            entry(&ann, "198.51.100.2", "password", 3),
            entry(&ann, "198.51.100.2", "second_factor", 1),
        ]
    );
}

#[tokio::test]
async fn a_stranger_cannot_fill_the_audit_log_by_failing_to_sign_in() {
    let house = House::new().await;
    let service = &house.service;
    for number in 0..110 {
        let guess = json!({ "email": format!("{number}@example.com"), "password": "x" });
        house
            .try_from(&format!("192.0.2.{number}"), "", &guess)
            .await;
    }
    service.clock.advance(Duration::from_hours(1));
    let entries = management_api::log_failed_sign_ins(&service.app)
        .await
        .unwrap();
    assert_eq!(entries, MAX_UNKNOWN_ADDRESSES as usize + 1);
    let counts = logged(service, "session.refuse").await;
    let sum: u64 = counts
        .iter()
        .map(|it| it.2["count"].as_u64().unwrap())
        .sum();
    assert_eq!(sum, 110, "every failure is counted");
}
