//! Rate limits and quotas from a client's point of view.

use std::sync::Arc;
use std::time::Duration;

use access::{KeyMode, Rate};
use axum::http::StatusCode;
use serde_json::json;
use store::testing::TestDatabase;

use crate::fixtures::Stage;
use crate::harness::{Answer, Service, config};
use crate::sample_api;

fn rate(text: &str) -> Rate {
    text.parse().unwrap()
}

fn number(answer: &Answer, name: &str) -> i64 {
    answer.header(name).parse().unwrap()
}

#[tokio::test]
async fn a_key_is_admitted_n_times_in_its_window_and_told_when_to_come_back() {
    let service = Service::new(server::api::api()).await;
    let key = service
        .add_key_with(|key| key.rates = vec![rate("3/10s")])
        .await;
    for remaining in [2, 1, 0] {
        let answer = service.get_with("/api/key", &key).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(number(&answer, "x-ratelimit-limit"), 3);
        assert_eq!(number(&answer, "x-ratelimit-remaining"), remaining);
        service.clock.advance(Duration::from_secs(1));
    }
    let refused = service.get_with("/api/key", &key).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.codes(), ["rate_limited"]);
    // The first slot was taken 3 seconds ago.
    assert_eq!(number(&refused, "retry-after"), 7);
    assert_eq!(number(&refused, "x-ratelimit-remaining"), 0);
    assert_eq!(number(&refused, "x-ratelimit-reset"), 1_800_000_010);
    let policies = refused.header("ratelimit-policy");
    assert_eq!(policies, "\"organization\";q=600;w=60, \"key\";q=3;w=10");
    assert_eq!(refused.header("ratelimit"), "\"key\";r=0;t=7");
    service.clock.advance(Duration::from_secs(7));
    assert_eq!(
        service.get_with("/api/key", &key).await.status,
        StatusCode::OK
    );
    assert_eq!(
        service.get_with("/api/key", &key).await.status,
        StatusCode::TOO_MANY_REQUESTS
    );
}

#[tokio::test]
async fn all_keys_of_an_organization_share_its_rate() {
    let service = Service::new(server::api::api()).await;
    service
        .set_terms(|terms| terms.rates = Some(vec![rate("2/1m")]))
        .await;
    let other = service.add_key_with(|_| ()).await;
    assert_eq!(service.get("/api/key").await.status, StatusCode::OK);
    assert_eq!(
        service.get_with("/api/key", &other).await.status,
        StatusCode::OK
    );
    assert_eq!(service.get("/api/key").await.codes(), ["rate_limited"]);
    assert_eq!(
        service.get_with("/api/key", &other).await.codes(),
        ["rate_limited"]
    );
}

#[tokio::test]
async fn a_request_refused_by_one_rate_takes_no_slot_of_another() {
    let service = Service::new(server::api::api()).await;
    service
        .set_terms(|terms| terms.rates = Some(vec![rate("3/1m")]))
        .await;
    let narrow = service
        .add_key_with(|key| key.rates = vec![rate("1/1h")])
        .await;
    let wide = service.add_key_with(|_| ()).await;
    assert_eq!(
        service.get_with("/api/key", &narrow).await.status,
        StatusCode::OK
    );
    for _ in 0..5 {
        assert_eq!(
            service.get_with("/api/key", &narrow).await.codes(),
            ["rate_limited"]
        );
    }
    for _ in 0..2 {
        assert_eq!(
            service.get_with("/api/key", &wide).await.status,
            StatusCode::OK
        );
    }
    assert_eq!(
        service.get_with("/api/key", &wide).await.codes(),
        ["rate_limited"]
    );
}

#[tokio::test]
async fn a_restart_forgets_no_admitted_request() {
    let service = Service::new(server::api::api()).await;
    let key = service
        .add_key_with(|key| key.rates = vec![rate("2/1h")])
        .await;
    for _ in 0..2 {
        assert_eq!(
            service.get_with("/api/key", &key).await.status,
            StatusCode::OK
        );
    }
    let service = service.restarted(server::api::api()).await;
    assert_eq!(
        service.get_with("/api/key", &key).await.codes(),
        ["rate_limited"]
    );
    service.clock.advance(Duration::from_hours(1));
    assert_eq!(
        service.get_with("/api/key", &key).await.status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn a_changed_rate_counts_what_was_admitted_before() {
    let service = Service::new(server::api::api()).await;
    service
        .set_terms(|terms| terms.rates = Some(vec![rate("5/1s")]))
        .await;
    for _ in 0..3 {
        assert_eq!(service.get("/api/key").await.status, StatusCode::OK);
    }
    service
        .set_terms(|terms| terms.rates = Some(vec![rate("4/1h")]))
        .await;
    assert_eq!(service.get("/api/key").await.status, StatusCode::OK);
    assert_eq!(service.get("/api/key").await.codes(), ["rate_limited"]);
}

#[tokio::test]
async fn a_keys_own_rates_that_are_edited_away_refuse_nothing_any_more() {
    let stage = Stage::new().await;
    let (id, key) = stage.key(&json!({ "rates": ["1/3600s"] })).await;
    let ask = async || stage.service.get_with("/api/key", &key).await;
    assert_eq!(ask().await.status, StatusCode::OK);
    assert_eq!(ask().await.codes(), ["rate_limited"]);
    let path = stage.path(&format!("keys/{id}"));
    let change = async |rates: &[&str]| {
        let body = json!({ "rates": rates });
        let changed = stage.patch(&stage.owner, &path, &body).await;
        assert_eq!(changed.status, StatusCode::OK, "{}", changed.json());
    };
    change(&[]).await;
    let free = ask().await;
    assert_eq!(free.status, StatusCode::OK);
    let policies = free.header("ratelimit-policy");
    assert_eq!(policies, "\"organization\";q=600;w=60");
    change(&["3/3600s"]).await;
    assert_eq!(
        ask().await.status,
        StatusCode::OK,
        "the third request in an hour"
    );
    assert_eq!(
        ask().await.codes(),
        ["rate_limited"],
        "requests without a rate count under a new one"
    );
}

#[tokio::test]
async fn of_a_rotated_pair_each_has_its_own_rates_and_both_count() {
    let stage = Stage::new().await;
    let (id, old) = stage.key(&json!({ "rates": ["3/3600s"] })).await;
    let ask = async |key: &str| stage.service.get_with("/api/key", key).await;
    assert_eq!(ask(&old).await.status, StatusCode::OK);
    let path = stage.path(&format!("keys/{id}/rotate"));
    let body = json!({ "graceSeconds": 3600 });
    let rotated = stage.post(&stage.owner, &path, &body).await.json();
    let new = rotated["data"]["attributes"]["key"].as_str().unwrap();
    let path = stage.path(&format!("keys/{}", rotated["data"]["id"].as_str().unwrap()));
    let free = json!({ "rates": [] });
    let changed = stage.patch(&stage.owner, &path, &free).await;
    assert_eq!(changed.status, StatusCode::OK, "{}", changed.json());
    for _ in 0..4 {
        assert_eq!(ask(new).await.status, StatusCode::OK, "the key has no rate");
    }
    assert_eq!(
        ask(&old).await.codes(),
        ["rate_limited"],
        "five requests of the family in an hour"
    );
    assert_eq!(ask(new).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_quota_ends_exactly_and_begins_again_with_the_month() {
    let service = Service::new(server::api::api()).await;
    service.set_terms(|terms| terms.quota = Some(2)).await;
    let key = service.add_key_with(|_| ()).await;
    // As with the rates, the remaining units include this request: a client that reads 0 knows that
    // the next one will be refused.
    for remaining in [1, 0] {
        let answer = service.get_with("/api/key", &key).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(number(&answer, "x-quota-limit"), 2);
        assert_eq!(number(&answer, "x-quota-remaining"), remaining);
        let told = answer.json()["data"]["attributes"]["quota"]["remaining"].clone();
        assert_eq!(told, remaining, "the response body matches its header");
    }
    let refused = service.get_with("/api/key", &key).await;
    assert_eq!(refused.codes(), ["quota_exhausted"]);
    assert_eq!(number(&refused, "x-quota-remaining"), 0);
    // The clock is at 2027-01-15T08:00:00Z. February begins 16 days and 16 hours later.
    let wait = (16 * 24 + 16) * 3600;
    assert_eq!(number(&refused, "retry-after"), wait);
    assert_eq!(number(&refused, "x-quota-reset"), 1_800_000_000 + wait);
    service
        .clock
        .advance(Duration::from_secs(wait.unsigned_abs()));
    assert_eq!(
        service.get_with("/api/key", &key).await.status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn what_is_left_counts_a_refused_request_and_not_our_own_failure() {
    let service = Service::new(sample_api::api()).await;
    service.set_terms(|terms| terms.quota = Some(5)).await;
    let key = service.add_key_with(|_| ()).await;
    let left = async |path: &str| {
        let answer = service.get_with(path, &key).await;
        // A unit is returned with the outcome, which is written a little later.
        service.app.meter.flush().await;
        (answer.status.as_u16(), number(&answer, "x-quota-remaining"))
    };
    assert_eq!(left("/sample/things/x").await, (400, 4));
    assert_eq!(left("/sample/keyed-failing").await, (500, 4));
    assert_eq!(left("/sample/things/1").await, (200, 3));
}

#[tokio::test]
async fn overage_extends_the_quota_and_a_raised_quota_opens_within_a_second() {
    let service = Service::new(server::api::api()).await;
    service
        .set_terms(|terms| (terms.quota, terms.overage) = (Some(1), Some(1)))
        .await;
    let key = service.add_key_with(|_| ()).await;
    assert_eq!(
        service.get_with("/api/key", &key).await.status,
        StatusCode::OK
    );
    assert_eq!(
        service.get_with("/api/key", &key).await.status,
        StatusCode::OK
    );
    assert_eq!(
        service.get_with("/api/key", &key).await.codes(),
        ["quota_exhausted"]
    );
    service.set_terms(|terms| terms.quota = Some(3)).await;
    assert_eq!(
        service.get_with("/api/key", &key).await.status,
        StatusCode::OK
    );
    assert_eq!(
        service.get_with("/api/key", &key).await.codes(),
        ["quota_exhausted"]
    );
}

#[tokio::test]
async fn test_keys_share_one_allowance_of_their_own() {
    let service = Service::new(server::api::api()).await;
    service
        .set_terms(|terms| (terms.quota, terms.test_allowance) = (Some(1), Some(2)))
        .await;
    let live = service.add_key_with(|_| ()).await;
    let second = service.add_key_with(|key| key.mode = KeyMode::Test).await;
    assert_eq!(service.get("/api/key").await.status, StatusCode::OK);
    assert_eq!(
        service.get_with("/api/key", &second).await.status,
        StatusCode::OK
    );
    assert_eq!(
        service.get("/api/key").await.codes(),
        ["quota_exhausted"],
        "both requests together"
    );
    assert_eq!(
        service.get_with("/api/key", &live).await.status,
        StatusCode::OK
    );
    assert_eq!(
        service.get_with("/api/key", &live).await.codes(),
        ["quota_exhausted"]
    );
}

#[tokio::test]
async fn a_slot_taken_by_a_request_the_quota_refuses_is_returned() {
    let service = Service::new(server::api::api()).await;
    service.set_terms(|terms| terms.quota = Some(1)).await;
    let key = service
        .add_key_with(|key| key.rates = vec![rate("5/1h")])
        .await;
    assert_eq!(
        service.get_with("/api/key", &key).await.status,
        StatusCode::OK
    );
    for _ in 0..10 {
        let refused = service.get_with("/api/key", &key).await;
        assert_eq!(
            refused.codes(),
            ["quota_exhausted"],
            "refused by the quota, not the rate"
        );
        assert_eq!(number(&refused, "x-ratelimit-remaining"), 4);
    }
}

/// The outcomes of a thousand concurrent requests with one unit left.
#[derive(Debug, Default)]
struct Crowd {
    served: u32,
    exhausted: u32,
    /// Responses with 503 from a service at its concurrency limit.
    shed: u32,
}

async fn ask_in_a_crowd(service: &Service, key: &str, patient: bool) -> Crowd {
    let mut crowd = Crowd::default();
    loop {
        match service.get_with("/api/key", key).await.status {
            StatusCode::OK => crowd.served += 1,
            StatusCode::SERVICE_UNAVAILABLE => {
                crowd.shed += 1;
                if patient {
                    tokio::task::yield_now().await;
                    continue;
                }
            }
            other => {
                assert_eq!(other, StatusCode::TOO_MANY_REQUESTS);
                crowd.exhausted += 1;
            }
        }
        return crowd;
    }
}

/// Sends a thousand requests for one unit. With `patient`, clients that are told to retry later do
/// so.
async fn a_thousand_requests_for_one_unit(
    database: TestDatabase,
    settings: &[(&str, &str)],
    patient: bool,
) -> Crowd {
    let service = Service::on(database, server::api::api(), config(settings)).await;
    service
        .set_terms(|terms| (terms.quota, terms.rates) = (Some(1), Some(vec![rate("10000/1s")])))
        .await;
    let key = service.add_key_with(|_| ()).await;
    let service = Arc::new(service);
    let requests: Vec<_> = (0..1000)
        .map(|_| {
            let (service, key) = (Arc::clone(&service), key.clone());
            tokio::spawn(async move { ask_in_a_crowd(&service, &key, patient).await })
        })
        .collect();
    let mut all = Crowd::default();
    for request in requests {
        let one = request.await.unwrap();
        all.served += one.served;
        all.exhausted += one.exhausted;
        all.shed += one.shed;
    }
    let rows = service.ledger().await;
    assert_eq!(rows, [("key_describe".to_owned(), 1, Some(200))], "{all:?}");
    all
}

/// With room for all of them, all others are told that the quota is used up.
async fn with_room_for_all(database: TestDatabase) {
    let settings = [("max_requests", "2000")];
    let crowd = a_thousand_requests_for_one_unit(database, &settings, false).await;
    assert_eq!((crowd.served, crowd.exhausted, crowd.shed), (1, 999, 0));
}

/// With the default configuration, some are told to retry later, and do.
async fn by_default(database: TestDatabase) {
    let crowd = a_thousand_requests_for_one_unit(database, &[], true).await;
    assert_eq!((crowd.served, crowd.exhausted), (1, 999));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_requests_with_one_unit_left_exactly_one_succeeds_on_sqlite() {
    with_room_for_all(TestDatabase::sqlite()).await;
    by_default(TestDatabase::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_requests_with_one_unit_left_exactly_one_succeeds_on_postgres() {
    let databases = (
        TestDatabase::postgres().await,
        TestDatabase::postgres().await,
    );
    match databases {
        (Some(one), Some(two)) => {
            with_room_for_all(one).await;
            by_default(two).await;
        }
        _ => println!("not run: no PostgreSQL"),
    }
}

#[tokio::test]
async fn a_clock_set_ahead_and_back_neither_opens_a_window_nor_closes_it_for_long() {
    let service = Service::new(sample_api::api()).await;
    let key = service
        .add_key_with(|key| key.rates = vec![rate("2/10s")])
        .await;
    let status = async || service.get_with("/sample/things/1", &key).await.status;
    let right = service.clock.now();
    assert_ne!(status().await, StatusCode::TOO_MANY_REQUESTS);
    service.clock.advance(Duration::from_hours(24));
    assert_ne!(status().await, StatusCode::TOO_MANY_REQUESTS);
    service.clock.set(right.plus(Duration::from_secs(1)));
    assert_ne!(status().await, StatusCode::TOO_MANY_REQUESTS);
    for seconds in [1, 10] {
        service.clock.set(right.plus(Duration::from_secs(seconds)));
        assert_eq!(status().await, StatusCode::TOO_MANY_REQUESTS, "{seconds} s");
    }
    service.clock.set(right.plus(Duration::from_secs(11)));
    assert_ne!(
        status().await,
        StatusCode::TOO_MANY_REQUESTS,
        "it does not wait for a day"
    );
}

#[tokio::test]
async fn an_organization_that_was_forgotten_is_remembered_from_the_ledger() {
    let service = Service::new(sample_api::api()).await;
    let key = service
        .add_key_with(|key| key.rates = vec![rate("2/1h")])
        .await;
    let status = async || service.get_with("/sample/things/1", &key).await.status;
    assert_ne!(status().await, StatusCode::TOO_MANY_REQUESTS);
    service.clock.advance(Duration::from_mins(9));
    service.app.meter.forget_idle();
    assert_eq!(
        service.app.meter.accounts(),
        1,
        "the account was active recently"
    );
    service.clock.advance(Duration::from_mins(1));
    service.app.meter.forget_idle();
    assert_eq!(service.app.meter.accounts(), 0);
    assert_ne!(status().await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(status().await, StatusCode::TOO_MANY_REQUESTS);
}

/// Each pair of failures has one response: the earlier step's.
#[tokio::test]
async fn the_order_of_verification() {
    let service = Service::new(sample_api::api()).await;
    service.set_terms(|terms| terms.quota = Some(1)).await;
    let restricted = || {
        let pattern = "example.com".parse().unwrap();
        access::DomainRule::List(access::DomainList::new([pattern]).unwrap())
    };
    let expired = service
        .add_key_with(|key| {
            key.expires_at = Some(crate::harness::NOW);
            key.domains = restricted();
        })
        .await;
    assert_eq!(
        service.get_with("/sample/things/1", &expired).await.codes(),
        ["key_expired"]
    );
    let elsewhere = service
        .add_key_with(|key| {
            key.domains = restricted();
            key.rates = vec![rate("1/1h")];
        })
        .await;
    for _ in 0..3 {
        let answer = service.get_with("/sample/things/1", &elsewhere).await;
        assert_eq!(answer.codes(), ["domain_not_allowed"], "before the rate");
    }
    let limited = service
        .add_key_with(|key| {
            key.rates = vec![rate("1/1h")];
            key.permissions = access::KeyPermissions::EMPTY;
        })
        .await;
    let chart = "/sample/chart?colour=red";
    let first = service.get_with(chart, &limited).await;
    assert_eq!(first.codes(), ["permission_missing"], "before the input");
    let second = service.get_with(chart, &limited).await;
    assert_eq!(
        second.codes(),
        ["rate_limited"],
        "before the quota, which is also used up"
    );
    let exhausted = service
        .add_key_with(|key| key.permissions = access::KeyPermissions::EMPTY)
        .await;
    let third = service.get_with(chart, &exhausted).await;
    assert_eq!(third.codes(), ["quota_exhausted"], "before the permission");
}
