//! The order of checks on a key, and every possible response.

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
    assert_eq!(
        attributes["quota"]["remaining"], 9_999,
        "this request has used its unit"
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
        "another scheme is ignored"
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
        service.app.key_cache.refresh().await.unwrap();
    };
    set(OrgStatus::Suspended).await;
    let answer = service.get("/api/key").await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
    assert_eq!(answer.codes(), ["organization_suspended"]);
    assert_eq!(answer.header("x-quota-limit"), "10000", "the key is known");
    assert_eq!(answer.header("x-ratelimit-remaining"), "600");
    set(OrgStatus::Active).await;
    assert_eq!(service.get("/api/key").await.status, StatusCode::OK);
}

/// What is wrong with a request, in the order of the steps that detect it.
#[derive(Clone, Copy, PartialEq)]
enum Wrong {
    Suspended,
    Disabled,
    Expired,
    Elsewhere,
    Permission,
    Module,
    Input,
}

/// Returns the codes for a key with all of this wrong.
async fn told(wrong: &[Wrong]) -> Vec<String> {
    let is = |what: Wrong| wrong.contains(&what);
    let service = Service::new(crate::sample_api::api()).await;
    let mut id = None;
    let key = service
        .add_key_with(|key| {
            id = Some(key.id);
            key.expires_at = is(Wrong::Expired).then_some(NOW);
            if is(Wrong::Elsewhere) {
                let pattern = "example.com".parse().unwrap();
                let list = access::DomainList::new([pattern]).unwrap();
                key.domains = access::DomainRule::List(list);
            }
            if is(Wrong::Permission) {
                key.permissions = access::KeyPermissions::EMPTY;
            }
        })
        .await;
    let transits = access::KeyModules::Only(vec!["transit".to_owned()]);
    let edit = store::KeyEdit {
        enabled: is(Wrong::Disabled).then_some(false),
        modules: is(Wrong::Module).then_some(transits),
        ..Default::default()
    };
    service.edit_key(id.unwrap(), &edit).await;
    if is(Wrong::Suspended) {
        let status = OrgStatus::Suspended;
        let set = service.app.store.set_org_status(service.org_id, status);
        set.await.unwrap();
        service.app.key_cache.refresh().await.unwrap();
    }
    let latitude = if is(Wrong::Input) { "x" } else { "1" };
    let path = format!(
        "/sample/chart?dateTime=2000-01-01T12:00&location.latitude={latitude}&location.longitude=2"
    );
    service.get_with(&path, &key).await.codes()
}

/// Each pair of failures has one response: that of the earlier step. `limits.rs` covers the pairs
/// with rate and quota.
#[tokio::test]
async fn the_earlier_step_answers_for_each_pair_of_failures() {
    let steps = [
        ("organization_suspended", Wrong::Suspended),
        ("key_disabled", Wrong::Disabled),
        ("key_expired", Wrong::Expired),
        ("domain_not_allowed", Wrong::Elsewhere),
        ("permission_missing", Wrong::Permission),
        ("module_required", Wrong::Module),
        ("field_type", Wrong::Input),
    ];
    assert!(told(&[]).await.is_empty());
    for (earlier, (code, wrong)) in steps.iter().enumerate() {
        for (later, also) in &steps[earlier..] {
            let found = told(&[*wrong, *also]).await;
            assert_eq!(found, [*code], "{code} and {later}");
        }
    }
}

#[tokio::test]
async fn a_key_names_no_organization_however_it_is_presented() {
    let service = service().await;
    let minted = service
        .send_json(
            axum::http::Method::POST,
            "/api/key/tokens",
            r#"{"permissions":["calc:read"],"origins":["app.example.com"],"expiresIn":60}"#,
        )
        .await;
    let token = minted.json()["data"]["attributes"]["token"].clone();
    let token = token.as_str().unwrap().to_owned();
    for (name, value) in [
        ("x-api-key", service.key.clone()),
        ("authorization", format!("Bearer {}", service.key)),
        ("authorization", format!("Bearer {token}")),
    ] {
        let request = Request::get("/api/key")
            .header(name, value)
            .header("origin", "https://app.example.com")
            .header("x-organization", service.org_id.to_string());
        let answer = service.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST);
        assert_eq!(answer.codes(), ["organization_unexpected"]);
    }
}

#[tokio::test]
async fn several_authorization_fields_are_one_credential_only_where_they_agree() {
    let service = service().await;
    let other = service.add_key(&[KeyPermission::CalcRead]).await;
    let ask = async |second: &str| {
        let request = Request::get("/api/key")
            .header("authorization", format!("Bearer {}", service.key))
            .header("authorization", format!("Bearer {second}"));
        service.send(request.body(Body::empty()).unwrap()).await
    };
    assert_eq!(ask(&service.key).await.status, StatusCode::OK);
    assert_eq!(ask(&other).await.codes(), ["credential_ambiguous"]);
}
