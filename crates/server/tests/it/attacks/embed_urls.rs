//! Embed URLs: what strangers can read in a page buys them nothing else, and revoking one ends it.

use std::time::Duration;

use access::{DomainList, DomainRule, KeyId};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use serde_json::{Value, json};

use crate::fixtures::Stage;
use crate::harness::{Answer, Service, browser_request};

const LEO: &str = "/api/chart2/horoscope.svg?sign=leo&date=2026-11-18";

/// Creates an embed URL for the first key and returns its id and its path and query.
async fn embedded(stage: &Stage, image: &str, more: &Value) -> (String, String) {
    let answer = create(stage, image, more).await;
    assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.json());
    let data = answer.json()["data"].clone();
    let url = data["attributes"]["url"].as_str().unwrap();
    let path = &url[url.find("/api/").unwrap()..];
    (data["id"].as_str().unwrap().to_owned(), path.to_owned())
}

async fn create(stage: &Stage, image: &str, more: &Value) -> Answer {
    let path = stage.path(&format!("keys/{}/embed-urls", stage.service.key_id));
    let mut body = json!({ "name": "Homepage", "url": image });
    let fields = more.as_object().unwrap().clone();
    body.as_object_mut().unwrap().extend(fields);
    stage.post(&stage.owner, &path, &body).await
}

async fn shown(service: &Service, path: &str) -> Answer {
    let request = Request::get(path).body(Body::empty()).unwrap();
    service.send(request).await
}

async fn codes(service: &Service, path: &str) -> Vec<String> {
    let answer = shown(service, path).await;
    assert_eq!(answer.status, StatusCode::UNAUTHORIZED, "{path}");
    answer.codes()
}

#[tokio::test]
async fn an_embed_url_shows_its_image_and_the_key_pays() {
    let stage = Stage::new().await;
    let (_, path) = embedded(&stage, LEO, &json!({})).await;
    let image = shown(&stage.service, &path).await;
    assert_eq!(image.status, StatusCode::OK);
    assert!(image.bytes.starts_with(b"<svg"));
    // Strangers who read the page do not learn how much the organization uses.
    assert!(image.headers.get("x-quota-remaining").is_none());
    let ledger = stage.service.ledger().await;
    assert_eq!(ledger, [("chart_horoscope".to_owned(), 1, Some(200))]);
}

#[tokio::test]
async fn an_embed_url_is_good_for_nothing_but_its_image() {
    let stage = Stage::new().await;
    let (_, path) = embedded(&stage, LEO, &json!({})).await;
    let service = &stage.service;
    let invalid = ["url_signature_invalid"];
    for changed in [
        path.replace("sign=leo", "sign=virgo"),
        path.replace("horoscope.svg", "horoscope.png"),
        path.replace("&embed", "&width=4000&embed"),
        format!("{path}&width=4000"),
        format!("{path}&expires=1"),
        path.replace("embed=emb_0", "embed=emb_f"),
    ] {
        assert_ne!(changed, path);
        assert_eq!(codes(service, &changed).await, invalid, "{changed}");
    }
    let query = path.split_once('?').unwrap().1;
    let elsewhere = format!("/api/horoscope/daily/2026-11-18?{query}");
    assert_eq!(codes(service, &elsewhere).await, ["key_missing"]);
    assert_eq!(service.ledger().await, []);
}

#[tokio::test]
async fn a_revoked_embed_url_ends_at_once_on_every_node() {
    let stage = Stage::new().await;
    let (id, path) = embedded(&stage, LEO, &json!({})).await;
    let (_, other) = stage.service.another_node(server::api::api()).await;
    let on_other = async || {
        let request = Request::get(&path).body(Body::empty()).unwrap();
        Answer::of(&other, request).await
    };
    assert_eq!(on_other().await.status, StatusCode::OK);
    let address = stage.path(&format!("keys/{}/embed-urls/{id}", stage.service.key_id));
    let revoked = stage.delete(&stage.manager, &address).await;
    assert_eq!(revoked.status, StatusCode::NO_CONTENT);
    assert_eq!(codes(&stage.service, &path).await, ["url_revoked"]);
    assert_eq!(on_other().await.codes(), ["url_revoked"]);
    let again = stage.delete(&stage.manager, &address).await;
    assert_eq!(again.status, StatusCode::NOT_FOUND);
    let audited = stage.audited().await;
    assert_eq!(audited[..2], ["embed-url.revoke", "embed-url.create"]);
}

#[tokio::test]
async fn an_embed_url_lasts_a_year_unless_told_otherwise_and_never_more_than_five() {
    let stage = Stage::new().await;
    let (_, year) = embedded(&stage, LEO, &json!({})).await;
    let end = json!({ "expiresAt": "2027-02-01T00:00:00Z" });
    let (_, short) = embedded(&stage, LEO, &end).await;
    for end in ["2026-01-01T00:00:00Z", "2032-06-01T00:00:00Z"] {
        let refused = create(&stage, LEO, &json!({ "expiresAt": end })).await;
        assert_eq!(refused.codes(), ["value_refused"], "{end}");
    }
    let service = &stage.service;
    // The test clock is at 2027-01-15T08:00:00Z.
    service.clock.advance(Duration::from_hours(20 * 24));
    assert_eq!(codes(service, &short).await, ["url_expired"]);
    assert_eq!(shown(service, &year).await.status, StatusCode::OK);
    service.clock.advance(Duration::from_hours(345 * 24));
    assert_eq!(codes(service, &year).await, ["url_expired"]);
    // The list keeps it for a month.
    service.clock.advance(Duration::from_hours(31 * 24));
    service.app.tidy().await.unwrap();
    assert_eq!(codes(service, &year).await, ["url_revoked"]);
}

#[tokio::test]
async fn an_embed_url_follows_the_rules_of_its_key() {
    let stage = Stage::new().await;
    let (_, path) = embedded(&stage, LEO, &json!({})).await;
    let service = &stage.service;
    let list = DomainList::new(["example.com".parse().unwrap()]).unwrap();
    let edit = store::KeyEdit {
        domains: Some(DomainRule::List(list)),
        ..Default::default()
    };
    service.edit_key(service.key_id, &edit).await;
    let on_page = async |page: &str| {
        let request = Request::get(&path).header("referer", page);
        let answer = service.send(request.body(Body::empty()).unwrap()).await;
        answer.status
    };
    assert_eq!(on_page("https://example.com/").await, StatusCode::OK);
    let strangers = on_page("https://elsewhere.example/").await;
    assert_eq!(strangers, StatusCode::FORBIDDEN);
    let edit = store::KeyEdit {
        enabled: Some(false),
        ..Default::default()
    };
    service.edit_key(service.key_id, &edit).await;
    assert_eq!(codes(service, &path).await, ["key_disabled"]);
}

#[tokio::test]
async fn rotating_a_key_keeps_its_embed_urls_and_revoking_it_ends_them() {
    let stage = Stage::new().await;
    let (_, path) = embedded(&stage, LEO, &json!({})).await;
    let old = stage.path(&format!("keys/{}", stage.service.key_id));
    let grace = json!({ "graceSeconds": 0 });
    let rotated = stage
        .post(&stage.owner, &format!("{old}/rotate"), &grace)
        .await;
    assert_eq!(rotated.status, StatusCode::CREATED, "{}", rotated.json());
    let new: KeyId = rotated.json()["data"]["id"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(shown(&stage.service, &path).await.status, StatusCode::OK);
    let listed = async |key: KeyId| {
        let path = stage.path(&format!("keys/{key}/embed-urls"));
        let answer = stage.get(&stage.owner, &path).await;
        answer.json()["data"].as_array().unwrap().len()
    };
    assert_eq!(
        (listed(stage.service.key_id).await, listed(new).await),
        (0, 1)
    );
    stage
        .delete(&stage.owner, &stage.path(&format!("keys/{new}")))
        .await;
    assert_eq!(codes(&stage.service, &path).await, ["url_revoked"]);
}

#[tokio::test]
async fn only_images_that_the_key_may_draw_get_an_embed_url() {
    let stage = Stage::new().await;
    for (image, code) in [
        ("/api/calc/natal?dateTime=1990-06-15", "value_refused"),
        (
            "https://elsewhere.example/api/chart2/natal.svg",
            "value_refused",
        ),
        ("/api/chart2/natal.gif", "value_refused"),
        ("/api/chart2/horoscope.svg", "field_missing"),
        ("/api/chart2/horoscope.svg?sign=ophiuchus", "field_value"),
        (
            "/api/chart2/horoscope.svg?sign=leo&colour=red",
            "field_unknown",
        ),
        (
            "/api/chart2/horoscope.svg?sign=leo&date=2026-02-30",
            "date_not_in_calendar",
        ),
        (
            "/api/chart2/horoscope.svg?sign=leo&timezone=Mars/Base",
            "timezone_unknown",
        ),
        (
            "/api/chart2/numerology.svg?dateTime=1985-12-19&fullName=42",
            "name_unreadable",
        ),
    ] {
        let refused = create(&stage, image, &json!({})).await;
        assert_eq!(refused.codes(), [code], "{image}");
        let source = &refused.json()["errors"][0]["source"]["pointer"];
        assert_eq!(source, "/url", "{image}");
    }
    let (key, _) = stage.key(&json!({ "permissions": ["calc:read"] })).await;
    let path = stage.path(&format!("keys/{key}/embed-urls"));
    let body = json!({ "name": "x", "url": LEO });
    let refused = stage.post(&stage.owner, &path, &body).await;
    assert_eq!(refused.codes(), ["permission_missing"]);
    let draws = json!({ "permissions": ["chart:read"], "modules": ["numerology"] });
    let (key, _) = stage.key(&draws).await;
    let path = stage.path(&format!("keys/{key}/embed-urls"));
    let refused = stage.post(&stage.owner, &path, &body).await;
    assert_eq!(refused.codes(), ["module_required"]);
    let weekly = json!({ "permissions": ["chart:read"], "modules": ["weekly-report"] });
    let (key, _) = stage.key(&weekly).await;
    let path = stage.path(&format!("keys/{key}/embed-urls"));
    let refused = stage.post(&stage.owner, &path, &body).await;
    assert_eq!(refused.codes(), ["module_required"], "the card of a day");
}

#[tokio::test]
async fn browsers_ask_again_for_an_embedded_image() {
    let stage = Stage::new().await;
    let (_, path) = embedded(&stage, LEO, &json!({})).await;
    let image = shown(&stage.service, &path).await;
    assert_eq!(image.header("cache-control"), "private, no-cache");
    let request = Request::get(&path).header("if-none-match", image.header("etag"));
    let again = stage
        .service
        .send(request.body(Body::empty()).unwrap())
        .await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn a_pasted_image_url_loses_its_signature() {
    let stage = Stage::new().await;
    let (_, first) = embedded(&stage, LEO, &json!({})).await;
    let base = stage.service.app.config.public_url();
    let (_, second) = embedded(&stage, &format!("{base}{first}#top"), &json!({})).await;
    assert_eq!(second.matches("embed=").count(), 1);
    assert_eq!(shown(&stage.service, &second).await.status, StatusCode::OK);
}

#[tokio::test]
async fn members_strangers_and_keys_do_not_reach_embed_urls() {
    let stage = Stage::new().await;
    let (id, _) = embedded(&stage, LEO, &json!({})).await;
    let all = stage.path(&format!("keys/{}/embed-urls", stage.service.key_id));
    let one = format!("{all}/{id}");
    let body = json!({ "name": "x", "url": LEO });
    for (person, status) in [(&stage.member, 403), (&stage.stranger, 404)] {
        assert_eq!(stage.get(person, &all).await.status, status);
        assert_eq!(stage.post(person, &all, &body).await.status, status);
        assert_eq!(stage.delete(person, &one).await.status, status);
    }
    let with_key = stage.service.get(&all).await;
    assert_eq!(with_key.codes(), ["person_required"]);
    // The owner of another organization names the embed URL below a key of their own.
    let own = stage.foreign_key().await;
    let foreign = stage.foreign(&format!("keys/{own}/embed-urls/{id}"));
    let refused = stage.delete(&stage.stranger, &foreign).await;
    assert_eq!(refused.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_key_has_a_hundred_embed_urls_at_most() {
    let stage = Stage::new().await;
    for _ in 0..100 {
        // The rate of changes by people is another limit.
        stage.service.clock.advance(Duration::from_secs(1));
        embedded(&stage, LEO, &json!({})).await;
    }
    let refused = create(&stage, LEO, &json!({})).await;
    assert_eq!(refused.codes(), ["embed_url_limit_reached"]);
    assert_eq!(refused.json()["errors"][0]["meta"]["limit"], 100);
}

#[tokio::test]
async fn a_repeated_creation_adds_one_embed_url() {
    let stage = Stage::new().await;
    let path = stage.path(&format!("keys/{}/embed-urls", stage.service.key_id));
    let body = json!({ "name": "x", "url": LEO });
    let mut ids = Vec::new();
    for _ in 0..2 {
        let request = browser_request(Method::POST, &path)
            .header("cookie", format!("almagest_local={}", stage.owner.token))
            .header("idempotency-key", "once");
        let answer = stage.service.send_with(request, Some(&body)).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.json());
        ids.push(answer.json()["data"]["id"].clone());
    }
    assert_eq!(ids[0], ids[1]);
}
