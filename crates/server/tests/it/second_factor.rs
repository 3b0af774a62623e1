//! The second factor after it was enabled: what it allows, and how to disable it.

use std::time::Duration;

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::accounts::{EMAIL, PASSWORD, code, post, service, session, set_up, sign_in};
use crate::harness::{Answer, Person, Service};

const PATH: &str = "/api/manage/me/second-factor";
/// A password that is long enough only with a second factor.
const SHORT: &str = "7 kites!";

/// A person with a second factor, and its recovery codes.
struct Guarded {
    service: Service,
    ann: Person,
    secret: access::TotpSecret,
    codes: Value,
}

impl Guarded {
    async fn new() -> Self {
        let service = service().await;
        let ann = set_up(&service).await;
        let email = EMAIL.parse().unwrap();
        let found = service.app.store.user_by_email(&email).await.unwrap();
        let secret = service.app.keys.totp.secret(found.unwrap().user.id, 1);
        let mut guarded = Self {
            service,
            ann,
            secret,
            codes: Value::Null,
        };
        let body = json!({ "password": PASSWORD });
        assert_eq!(guarded.ask(PATH, &body).await.status, StatusCode::CREATED);
        let body = json!({ "code": guarded.code() });
        let confirm = format!("{PATH}/confirm");
        let done = guarded.ask(&confirm, &body).await;
        assert_eq!(done.status, StatusCode::CREATED, "{}", done.json());
        guarded.codes = codes_of(&done);
        guarded
    }

    async fn ask(&self, path: &str, body: &Value) -> Answer {
        let (service, ann) = (&self.service, &self.ann);
        service.ask_as(ann, Method::POST, path, Some(body)).await
    }

    /// Returns the current code.
    fn code(&self) -> String {
        code(&self.secret, &self.service)
    }

    /// Returns the next code, which is unused.
    fn next_code(&self) -> String {
        self.service.clock.advance(Duration::from_secs(30));
        self.code()
    }

    async fn change_password(&self, current: &str, new: &str) -> Answer {
        let body = json!({ "current": current, "new": new });
        self.ask("/api/manage/me/password", &body).await
    }
}

fn codes_of(answer: &Answer) -> Value {
    answer.json()["data"]["attributes"]["recoveryCodes"].clone()
}

#[tokio::test]
async fn a_password_may_be_short_beside_it_and_then_cannot_stand_alone() {
    let guarded = Guarded::new().await;
    let changed = guarded.change_password(PASSWORD, SHORT).await;
    assert_eq!(changed.status, StatusCode::NO_CONTENT);
    let off = format!("{PATH}/disable");
    let body = json!({ "password": SHORT, "code": guarded.next_code() });
    let refused = guarded.ask(&off, &body).await;
    assert_eq!(refused.codes(), ["password_refused"]);
    assert_eq!(
        guarded.change_password(SHORT, PASSWORD).await.status,
        StatusCode::NO_CONTENT
    );
    let without = json!({ "password": PASSWORD });
    assert_eq!(
        guarded.ask(&off, &without).await.codes(),
        ["second_factor_missing"]
    );
    let body = json!({ "password": PASSWORD, "code": guarded.next_code() });
    let done = guarded.ask(&off, &body).await;
    assert_eq!(done.status, StatusCode::NO_CONTENT);
    let alone = sign_in(&guarded.service, &json!({})).await;
    assert_eq!(alone.status, StatusCode::CREATED);
    assert_eq!(
        guarded.change_password(PASSWORD, SHORT).await.codes(),
        ["password_refused"]
    );
}

#[tokio::test]
async fn new_recovery_codes_end_the_old_ones() {
    let guarded = Guarded::new().await;
    let path = "/api/manage/me/recovery-codes";
    let wrong = json!({ "password": "not my password at all" });
    assert_eq!(guarded.ask(path, &wrong).await.codes(), ["password_wrong"]);
    let renewed = guarded.ask(path, &json!({ "password": PASSWORD })).await;
    assert_eq!(renewed.status, StatusCode::CREATED, "{}", renewed.json());
    let renewed = codes_of(&renewed);
    assert_eq!(renewed.as_array().unwrap().len(), 10);
    let old = sign_in(
        &guarded.service,
        &json!({ "recoveryCode": guarded.codes[0] }),
    )
    .await;
    assert_eq!(old.codes(), ["second_factor_wrong"]);
    let new = sign_in(&guarded.service, &json!({ "recoveryCode": renewed[0] })).await;
    assert_eq!(new.status, StatusCode::CREATED);
}

#[tokio::test]
async fn when_an_operator_takes_it_away_the_password_and_the_sessions_end_with_it() {
    let guarded = Guarded::new().await;
    let service = &guarded.service;
    let changed = guarded.change_password(PASSWORD, SHORT).await;
    assert_eq!(changed.status, StatusCode::NO_CONTENT);
    let operator = service.operator().await;
    let email = EMAIL.parse().unwrap();
    let id = service.app.store.user_by_email(&email).await.unwrap();
    let path = format!(
        "/api/manage/installation/users/{}/reset",
        id.unwrap().user.id
    );
    let reset = async |body: &Value| {
        let answer = service
            .ask_as(&operator, Method::POST, &path, Some(body))
            .await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
        let link = answer.json()["data"]["attributes"]["link"].clone();
        link.as_str()
            .unwrap()
            .split_once("#token=")
            .unwrap()
            .1
            .to_owned()
    };
    reset(&json!({})).await;
    let me = async || {
        service
            .ask_as(&guarded.ann, Method::GET, "/api/manage/me", None)
            .await
    };
    assert_eq!(me().await.status, StatusCode::OK, "only a link was created");
    let token = reset(&json!({ "secondFactor": true })).await;
    assert_eq!(me().await.codes(), ["session_ended"]);
    let alone = sign_in(service, &json!({ "password": SHORT })).await;
    assert_eq!(
        alone.codes(),
        ["sign_in_failed"],
        "the short password alone does not work"
    );
    let confirm = "/api/manage/password-resets/confirm";
    let short = json!({ "token": token, "password": SHORT });
    assert_eq!(
        post(service, confirm, &short).await.codes(),
        ["password_refused"]
    );
    let long = json!({ "token": token, "password": PASSWORD });
    assert_eq!(
        post(service, confirm, &long).await.status,
        StatusCode::NO_CONTENT
    );
    let back = sign_in(service, &json!({})).await;
    assert_eq!(back.status, StatusCode::CREATED);
    session(&back);
}
