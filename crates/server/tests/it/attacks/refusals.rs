//! Requests with a key from a web page that are refused and free, from invented pages: what they
//! leave in the database, and what it costs to read it.

use std::time::Duration;

use access::{DomainList, DomainRule, OrgId};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use store::{RefusalCount, RefusalRow, Tenant};

use crate::harness::{NOW, Service};

/// The rows of one reason that an organization adds in an hour: with its minute, with its hour,
/// without a page, and without a key.
const ROWS_PER_HOUR: usize = 100 + 50 + 50 + 1;
/// The invented pages that are named in an hour.
const PAGES_PER_HOUR: usize = 50;
const MINUTE_MICROS: i64 = 60_000_000;

async fn send(service: &Service, key: &str, host: &str) {
    let request = Request::get("/api/key")
        .header("x-api-key", key)
        .header("origin", format!("https://{host}"));
    let answer = service.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.codes(), ["domain_not_allowed"]);
}

/// Creates keys that work on one page only.
async fn page_keys(service: &Service, count: usize) -> Vec<String> {
    let mut keys = Vec::new();
    for _ in 0..count {
        let patterns = ["app.example.com".parse().unwrap()];
        let rule = DomainRule::List(DomainList::new(patterns).unwrap());
        keys.push(service.add_key_with(|key| key.domains = rule).await);
    }
    keys
}

/// Sends requests from invented pages for some minutes, and returns their number.
async fn flood(service: &Service, keys: &[String], minutes: u64) -> i64 {
    // A host name may have 253 bytes, in labels of 63.
    let padding = [63, 63, 50].map(|it| "x".repeat(it)).join(".");
    let mut sent = 0;
    for _ in 0..minutes {
        for key in keys {
            for _ in 0..5 {
                send(service, key, &format!("h{sent}.{padding}.example.net")).await;
                sent += 1;
            }
        }
        service.app.refusals.write(&service.app.store).await;
        service.clock.advance(Duration::from_mins(1));
    }
    sent
}

fn requests(rows: &[RefusalRow]) -> i64 {
    rows.iter().map(|it| it.requests).sum()
}

async fn rows_of(service: &Service, org: OrgId) -> Vec<RefusalRow> {
    let inside = service.app.store.org(Tenant::named_by_operator(org));
    inside.refusals().await.unwrap()
}

attacks! {
    async fn invented_pages_leave_few_rows_and_every_refusal_is_counted(stage: &Stage) {
        let service = &stage.service;
        let keys = page_keys(service, 20).await;
        let sent = flood(service, &keys, 10).await;
        let rows = rows_of(service, service.org_id).await;
        assert!(rows.len() <= ROWS_PER_HOUR, "{}", rows.len());
        assert_eq!(requests(&rows), sent);
        let pages = rows.iter().filter(|it| it.origin_host.ends_with(".example.net"));
        let mut pages: Vec<_> = pages.map(|it| &it.origin_host).collect();
        pages.sort();
        pages.dedup();
        assert_eq!(pages.len(), PAGES_PER_HOUR);
        let from = service.clock.now();
        let sums = service.inside().refusal_sums(from, 100).await.unwrap();
        assert_eq!(sums.len(), keys.len());
        assert_eq!(sums.iter().map(|it| it.requests).sum::<i64>(), sent);
        assert_eq!(service.ledger().await, []);
        // The next flood within the hour adds only what has no key.
        flood(service, &keys, 3).await;
        let later = rows_of(service, service.org_id).await;
        assert!(later.len() <= ROWS_PER_HOUR, "{}", later.len());
    }

    async fn a_flood_of_refusals_hides_nothing_of_another_organization(stage: &Stage) {
        let service = &stage.service;
        let keys = page_keys(service, 5).await;
        flood(service, &keys, 10).await;
        let body = json!({
            "name": "Shop", "mode": "live", "permissions": ["calc:read"], "domains": ["shop.example.com"],
        });
        let made = stage.post(&stage.stranger, &stage.foreign("keys"), &body).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.json());
        let made = made.json();
        let key = made["data"]["attributes"]["key"].as_str().unwrap();
        send(service, key, "thief.example.com").await;
        service.app.refusals.write(&service.app.store).await;
        let rows = rows_of(service, stage.foreign_org).await;
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].key_id.as_deref(), made["data"]["id"].as_str());
        assert_eq!(rows[0].origin_host, "thief.example.com");
        let minute = service.clock.now().micros() / MINUTE_MICROS;
        assert_eq!(rows[0].minute, minute);
    }

    async fn a_flooded_organization_still_gets_its_usage_page_and_lists(stage: &Stage) {
        let service = &stage.service;
        let keys = page_keys(service, 150).await;
        let sent = flood(service, &keys, 2).await;
        let top = stage.get(&stage.owner, &stage.path("refusals/top")).await;
        assert_eq!(top.status, StatusCode::OK);
        let list = stage.get(&stage.owner, &stage.path("refusals?page[size]=100")).await;
        assert_eq!(list.status, StatusCode::OK);
        let list = list.json();
        assert!(list["meta"]["total"].as_u64().unwrap() <= ROWS_PER_HOUR as u64, "{}", list["meta"]);
        let mut counted = 0;
        let mut path = stage.path("refusals?page[size]=100");
        let mut without_key = 0;
        loop {
            let page = stage.get(&stage.owner, &path).await.json();
            for it in page["data"].as_array().unwrap() {
                counted += it["attributes"]["requests"].as_i64().unwrap();
                without_key += usize::from(it["attributes"]["keyId"] == Value::Null);
            }
            match page["links"]["next"].as_str() {
                Some(next) => next.clone_into(&mut path),
                None => break,
            }
        }
        assert_eq!((counted, without_key), (sent, 1));
        let html = stage.get(&stage.owner, "/usage").await;
        assert_eq!(html.status, StatusCode::OK);
    }

    async fn clean_up_deletes_old_refusals_until_none_is_left(stage: &Stage) {
        const OLD: i64 = 3_500;
        let service = &stage.service;
        let long_ago = NOW.micros() / MINUTE_MICROS - 92 * 24 * 60;
        let row = |number| RefusalCount {
            org: service.org_id,
            key: Some(service.key_id),
            reason: "domain_not_allowed",
            origin_host: String::new(),
            minute: long_ago - number,
            requests: 1,
        };
        let rows: Vec<_> = (0..OLD).map(row).collect();
        for part in rows.chunks(500) {
            service.app.store.add_refusals(part).await.unwrap();
        }
        let deleted = service.app.tidy().await.unwrap();
        assert!(deleted >= OLD.unsigned_abs(), "{deleted}");
        assert_eq!(rows_of(service, service.org_id).await, []);
    }
}
