//! What changed rules of a key would have done to its latest requests.

use std::time::Duration;

use serde_json::{Value, json};

use crate::fixtures::Stage;
use crate::harness::Service;

/// Sends a request from a page, or from a server without one.
async fn send(service: &Service, key: &str, path: &str, host: &str) -> u16 {
    let mut request = axum::http::Request::get(path).header("x-api-key", key);
    if !host.is_empty() {
        request = request.header("origin", format!("https://{host}"));
    }
    let request = request.body(axum::body::Body::empty()).unwrap();
    service.send(request).await.status.as_u16()
}

/// Ten requests of a key a second apart: six from a shop, three from a blog, one from a server that
/// asks for what the key may not do.
async fn requests(stage: &Stage) -> String {
    let permissions = json!({ "permissions": ["calc:read", "modules:read"] });
    let (id, key) = stage.key(&permissions).await;
    let hosts = ["shop.example.com"; 6]
        .into_iter()
        .chain(["blog.example.com"; 3]);
    for host in hosts {
        stage.service.clock.advance(Duration::from_secs(1));
        assert_eq!(send(&stage.service, &key, "/api/key", host).await, 200);
    }
    stage.service.clock.advance(Duration::from_secs(1));
    assert_eq!(send(&stage.service, &key, "/api/modules", "").await, 200);
    stage.service.app.meter.flush().await;
    id
}

async fn preview(stage: &Stage, id: &str, rules: &Value) -> Value {
    let path = stage.path(&format!("keys/{id}/preview"));
    let previewed = stage.post(&stage.owner, &path, rules).await;
    assert_eq!(previewed.status, 200, "{}", previewed.json());
    let found = previewed.json()["data"]["attributes"].clone();
    assert_eq!(found["requests"], 10, "{found}");
    json!([found["refused"], found["reasons"]])
}

#[tokio::test]
async fn a_preview_counts_the_requests_that_changed_rules_would_refuse() {
    let stage = Stage::new().await;
    let id = requests(&stage).await;
    let reason = |code: &str, count: u64| json!([count, [{ "code": code, "requests": count }]]);
    let none = json!([0, []]);
    assert_eq!(preview(&stage, &id, &json!({})).await, none);
    let domains = json!({ "domains": ["shop.example.com"] });
    let refused = preview(&stage, &id, &domains).await;
    assert_eq!(
        refused,
        reason("domain_not_allowed", 4),
        "the blog and the server"
    );
    let every = json!({ "domains": ["*.example.com", "*"] });
    assert_eq!(preview(&stage, &id, &every).await, none);
    let permissions = json!({ "permissions": ["calc:read"] });
    assert_eq!(
        preview(&stage, &id, &permissions).await,
        reason("permission_missing", 1)
    );
    // One a second: of any two seconds, a rate of one in two admits every other request.
    let rates = json!({ "rates": ["1/2s"] });
    assert_eq!(
        preview(&stage, &id, &rates).await,
        reason("rate_limited", 5)
    );
    let disabled = json!({ "enabled": false });
    assert_eq!(
        preview(&stage, &id, &disabled).await,
        reason("key_disabled", 10)
    );
    let key = stage
        .get(&stage.owner, &stage.path(&format!("keys/{id}")))
        .await
        .json();
    let key = &key["data"]["attributes"];
    assert_eq!(
        (&key["enabled"], &key["domains"]),
        (&json!(true), &Value::Null),
        "nothing is changed"
    );
}

#[tokio::test]
async fn a_preview_looks_back_a_day_and_refuses_what_an_update_refuses() {
    let stage = Stage::new().await;
    let id = requests(&stage).await;
    let path = stage.path(&format!("keys/{id}/preview"));
    let empty = stage
        .post(&stage.owner, &path, &json!({ "domains": [] }))
        .await;
    assert_eq!(empty.codes(), ["value_refused"]);
    let member = stage.post(&stage.member, &path, &json!({})).await;
    assert_eq!(member.codes(), ["permission_missing"]);
    let foreign = stage.foreign(&format!("keys/{id}/preview"));
    let foreign = stage.post(&stage.stranger, &foreign, &json!({})).await;
    assert_eq!(foreign.codes(), ["resource_not_found"]);
    stage.service.clock.advance(Duration::from_hours(24));
    let owner = stage.service.signed_in(stage.owner.id).await;
    let later = stage
        .post(&owner, &path, &json!({ "enabled": false }))
        .await
        .json();
    assert_eq!(later["data"]["attributes"]["requests"], 0);
}

#[tokio::test]
async fn the_page_of_a_key_shows_its_use_and_a_preview_without_saving() {
    let stage = Stage::new().await;
    let id = requests(&stage).await;
    let path = format!("/settings/api-keys/{id}");
    let page = stage.page(&stage.owner, &path).await.text();
    let usage = crate::dashboard::between(&page, "id=\"key-usage\"", "</section>");
    assert!(usage.contains("<svg"), "{usage}");
    let fields = [
        ("action", "preview"),
        ("name", "k"),
        ("permissions", "calc:read"),
        ("permissions", "modules:read"),
        ("domainMode", "list"),
        ("domains", "shop.example.com"),
    ];
    let shown = stage.submit(Some(&stage.owner), &path, &fields).await;
    assert_eq!(shown.status, 200, "{}", shown.text());
    let shown = shown.text();
    let preview = crate::dashboard::between(&shown, "id=\"preview\"", "</div>");
    assert!(preview.contains("4 of 10 requests"), "{preview}");
    let key = stage
        .get(&stage.owner, &stage.path(&format!("keys/{id}")))
        .await
        .json();
    assert_eq!(key["data"]["attributes"]["domains"], Value::Null);
}
