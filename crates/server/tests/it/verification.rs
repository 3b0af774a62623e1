//! The order of checks on a key, and every answer it can give.

use std::time::Duration;

use access::{KeyPermission, Timestamp};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use store::OrgStatus;

use crate::harness::{NOW, Service};

async fn service() -> Service {
    Service::new(server::api::api()).await
}

#[tokio::test]
async fn a_key_describes_itself() {
    let service = service().await;
    let answer = service.get("/api/key").await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.header("content-type"), "application/vnd.api+json");
    let data = answer.json()["data"].clone();
    assert_eq!(data["type"], "key");
    assert_eq!(data["id"], service.key_id.to_string());
    assert_eq!(data["links"]["self"], "/api/key");
    let attributes = &data["attributes"];
    assert_eq!(attributes["mode"], "test");
    assert_eq!(attributes["organization"]["id"], service.org_id.to_string());
    assert_eq!(attributes["expiresAt"], serde_json::Value::Null);
    assert_eq!(attributes["createdAt"], "2027-01-15T08:00:00Z");
    assert_eq!(attributes["domains"], serde_json::Value::Null);
    let rate = &attributes["rates"][0];
    assert_eq!(
        (&rate["scope"], &rate["limit"]),
        (&"organization".into(), &600.into())
    );
    assert_eq!(rate["remaining"], 599, "this request has taken its slot");
    assert_eq!(attributes["quota"]["period"], "2027-01");
    assert_eq!(
        attributes["quota"]["limit"], 10_000,
        "a test key's allowance"
    );
    assert_eq!(attributes["quota"]["resetsAt"], "2027-02-01T00:00:00Z");
    let permissions = attributes["permissions"].as_array().unwrap();
    assert_eq!(permissions.len(), 4);
    assert!(
        !answer
            .bytes
            .windows(44)
            .any(|it| it == service.key.as_bytes()),
        "never the key itself"
    );
}

#[tokio::test]
async fn a_key_may_come_as_a_bearer_token() {
    let service = service().await;
    for scheme in ["Bearer", "bearer"] {
        let request =
            Request::get("/api/key").header("authorization", format!("{scheme} {}", service.key));
        let answer = service.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(answer.status, StatusCode::OK);
    }
}

#[tokio::test]
async fn two_credentials_are_refused_unless_they_are_the_same() {
    let service = service().await;
    let other = service.add_key(&[KeyPermission::CalcRead]).await;
    let ask = async |headers: &[(&str, String)]| {
        let mut request = Request::get("/api/key");
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        let answer = service.send(request.body(Body::empty()).unwrap()).await;
        (answer.status.as_u16(), answer.codes())
    };
    let key = || service.key.clone();
    let refused = (400, vec!["credential_ambiguous".to_owned()]);
    let twice = [("x-api-key", key()), ("x-api-key", key())];
    assert_eq!(ask(&twice).await, refused);
    let differing = [
        ("x-api-key", key()),
        ("authorization", format!("Bearer {other}")),
    ];
    assert_eq!(ask(&differing).await, refused);
    let agreeing = [
        ("x-api-key", key()),
        ("authorization", format!("Bearer {}", key())),
    ];
    assert_eq!(ask(&agreeing).await, (200, vec![]));
    let basic = [
        ("x-api-key", key()),
        ("authorization", "Basic dTpw".to_owned()),
    ];
    assert_eq!(
        ask(&basic).await,
        (200, vec![]),
        "another scheme is not meant for us"
    );
}

#[tokio::test]
async fn a_key_in_the_query_is_no_key() {
    let service = service().await;
    let path = format!("/api/key?X-Api-Key={}", service.key);
    let request = Request::get(&path).body(Body::empty()).unwrap();
    assert_eq!(service.send(request).await.codes(), ["key_missing"]);
}

#[tokio::test]
async fn a_key_expires_at_its_instant() {
    let service = service().await;
    let end = Timestamp::from_micros(NOW.micros() + 1_000_000);
    let key = service.add_key_with(|key| key.expires_at = Some(end)).await;
    service.clock.advance(Duration::from_micros(999_999));
    assert_eq!(
        service.get_with("/api/key", &key).await.status,
        StatusCode::OK
    );
    service.clock.advance(Duration::from_micros(1));
    let answer = service.get_with("/api/key", &key).await;
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED);
    assert_eq!(answer.codes(), ["key_expired"]);
}

#[tokio::test]
async fn a_suspended_organization_is_403_and_comes_back() {
    let service = service().await;
    let set = async |status| {
        service
            .app
            .store
            .set_org_status(service.org_id, status)
            .await
            .unwrap();
        service.app.key_ring.refresh().await.unwrap();
    };
    set(OrgStatus::Suspended).await;
    let answer = service.get("/api/key").await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
    assert_eq!(answer.codes(), ["organization_suspended"]);
    set(OrgStatus::Active).await;
    assert_eq!(service.get("/api/key").await.status, StatusCode::OK);
}
