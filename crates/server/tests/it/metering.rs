//! Metering: what is counted, at which cost, and what is not.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};

use serde_json::{Value, json};

use crate::harness::{NOW, Service};
use crate::sample_api;

#[tokio::test]
async fn every_admitted_request_is_counted_whatever_it_answers_below_500() {
    let service = Service::new(sample_api::api()).await;
    let unprivileged = service.add_key(&[]).await;
    assert_eq!(service.get("/sample/things/1").await.status, StatusCode::OK);
    assert_eq!(
        service.get("/sample/things/99").await.status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(
        service.get("/sample/things/x").await.status,
        StatusCode::BAD_REQUEST
    );
    let forbidden = service.get_with("/sample/chart", &unprivileged).await;
    assert_eq!(forbidden.status, StatusCode::FORBIDDEN);
    let request = Request::patch("/sample/things/1").header("x-api-key", &service.key);
    let untyped = service.send(request.body(Body::from("{}")).unwrap()).await;
    assert_eq!(untyped.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let large = format!("{{\"name\":\"{}\"}}", "x".repeat(200));
    let large = service
        .send_json(Method::PATCH, "/sample/things/1", &large)
        .await;
    assert_eq!(large.status, StatusCode::PAYLOAD_TOO_LARGE);
    let expected = [
        ("sample_thing_get", 200),
        ("sample_thing_get", 404),
        ("sample_thing_get", 400),
        ("sample_chart", 403),
        ("sample_thing_rename", 415),
        ("sample_thing_rename", 413),
    ];
    let mut expected: Vec<_> = expected
        .iter()
        .map(|(id, status)| ((*id).to_owned(), 1, Some(*status)))
        .collect();
    let mut found = service.ledger().await;
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
}

#[tokio::test]
async fn what_is_not_counted() {
    let service = Service::new(sample_api::api()).await;
    service.get("/sample/nowhere").await;
    service.get("/sample/failing").await;
    service
        .send_json(Method::DELETE, "/sample/things/1", "")
        .await;
    service.get_with("/sample/things/1", "no key").await;
    let preflight = Request::options("/api/key")
        .header("origin", "https://example.com")
        .header("access-control-request-method", "GET");
    service.send(preflight.body(Body::empty()).unwrap()).await;
    let request = Request::get("/sample/things/1")
        .body(Body::empty())
        .unwrap();
    assert_eq!(service.send(request).await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(service.ledger().await, []);
}

#[tokio::test]
async fn head_is_counted_like_get() {
    let service = Service::new(sample_api::api()).await;
    let request = Request::head("/sample/things/1").header("x-api-key", &service.key);
    let answer = service.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(service.ledger().await.len(), 1);
}

#[tokio::test]
async fn our_own_failure_is_returned() {
    let service = Service::new(sample_api::api()).await;
    let answer = service.get("/sample/keyed-failing").await;
    assert_eq!(answer.status, StatusCode::INTERNAL_SERVER_ERROR);
    let rows = service.ledger().await;
    assert_eq!(rows, [("sample_keyed_failing".to_owned(), 0, Some(500))]);
    let period = access::Period::of(NOW);
    let used = service
        .app
        .store
        .used(service.org_id, period, access::KeyMode::Test)
        .await;
    assert_eq!(used.unwrap(), 0);
}

#[tokio::test]
async fn the_ledger_names_the_request_the_client_was_given() {
    let service = Service::new(sample_api::api()).await;
    let answer = service.get("/sample/things/1").await;
    service.app.meter.flush().await;
    let rows = service.inside().ledger(None, 10).await.unwrap();
    assert_eq!(rows[0].request.to_string(), answer.header("x-request-id"));
    assert_eq!(rows[0].key, Some(service.key_id.to_string()));
}

#[tokio::test]
async fn the_ledger_says_why_a_request_was_refused_and_how_long_it_took() {
    let service = Service::new(sample_api::api()).await;
    let begun = tokio::time::Instant::now();
    let unprivileged = service.add_key(&[]).await;
    service.get("/sample/things/1").await;
    service.get("/sample/things/99").await;
    let unreadable = service.get("/sample/things/x").await.codes();
    service.get_with("/sample/chart", &unprivileged).await;
    service.get("/sample/keyed-failing").await;
    let most = u32::try_from(begun.elapsed().as_micros()).unwrap();
    service.app.meter.flush().await;
    let rows = service.inside().ledger(None, 10).await.unwrap();
    let mut endings: Vec<_> = rows
        .iter()
        .map(|it| (it.status.unwrap(), it.error_code.as_deref()))
        .collect();
    endings.sort_unstable();
    let expected = [
        (200, None),
        (400, Some(unreadable[0].as_str())),
        (403, Some("permission_missing")),
        (404, Some("resource_not_found")),
        (500, Some("internal_error")),
    ];
    assert_eq!(endings, expected);
    let latencies: u32 = rows.iter().map(|it| it.latency_us.unwrap()).sum();
    assert!((5..=most).contains(&latencies), "{latencies} of {most}");
}

#[tokio::test]
async fn charged_refusals_are_among_the_problems_of_their_key() {
    let service = Service::new(sample_api::api()).await;
    service.get("/sample/things/1").await;
    for _ in 0..2 {
        service.get("/sample/things/99").await;
    }
    let unreadable = service.get("/sample/things/x").await.codes();
    service.get("/sample/keyed-failing").await;
    service.app.refusals.write(&service.app.store).await;
    let sums = service.inside().refusal_sums(NOW, 10).await.unwrap();
    let sums: Vec<_> = sums
        .iter()
        .map(|it| (it.reason.as_str(), it.requests, it.key_id.clone()))
        .collect();
    let key = Some(service.key_id.to_string());
    let expected = [
        ("resource_not_found", 2, key.clone()),
        (unreadable[0].as_str(), 1, key),
    ];
    assert_eq!(sums, expected, "neither successes nor our own failures");
    let uncharged = service.inside().refusals().await.unwrap();
    assert_eq!(uncharged, [], "these are in the ledger");
}

#[tokio::test]
async fn nothing_is_served_unmetered_when_the_store_is_away() {
    let service = Service::new(sample_api::api()).await;
    assert_eq!(service.get("/sample/things/1").await.status, StatusCode::OK);
    service.app.store.close().await;
    let answer = service.get("/sample/things/1").await;
    assert_eq!(
        answer.status,
        StatusCode::SERVICE_UNAVAILABLE,
        "although the key is cached"
    );
    assert_eq!(answer.header("retry-after"), "1");
}

#[tokio::test]
async fn refusals_of_known_keys_are_counted_apart() {
    let service = Service::new(sample_api::api()).await;
    service
        .inside()
        .revoke_key(service.key_id, NOW)
        .await
        .unwrap();
    service.app.key_cache.refresh().await.unwrap();
    for _ in 0..3 {
        service.get("/sample/things/1").await;
    }
    service.app.refusals.write(&service.app.store).await;
    let counts = service.inside().refusals().await.unwrap();
    assert_eq!(counts.len(), 1);
    assert_eq!(
        (counts[0].reason.as_str(), counts[0].requests),
        ("key_revoked", 3)
    );
    assert_eq!(service.ledger().await, []);
}

fn batch(names: &[&str]) -> String {
    let place = json!({ "latitude": 52.37, "longitude": 4.89 });
    let request = |name: &&str| {
        let body = match *name {
            "natal" => json!({ "dateTime": "1990-06-15T14:30", "location": place }),
            _ => json!({
                "birthDate": "1990-06-15T14:30", "birthLocation": place,
                "transitDateStart": "2027-01-01", "transitDateEnd": "2027-01-02",
                "transitLocation": place,
            }),
        };
        json!({ "operation": name, "body": body })
    };
    let requests: Vec<_> = names.iter().map(request).collect();
    json!({ "requests": requests }).to_string()
}

#[tokio::test]
async fn a_batch_that_costs_more_than_is_left_is_refused_as_a_whole_and_charged_nothing() {
    let service = Service::new(server::api::api()).await;
    service
        .set_terms(|terms| terms.test_allowance = Some(3))
        .await;
    let refused = service.post("/api/calc/batch", &batch(&["natal"; 4])).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(refused.codes(), ["quota_exhausted"]);
    assert_eq!(refused.header("x-quota-remaining"), "3");
    assert_eq!(service.ledger().await, []);
    service.app.refusals.write(&service.app.store).await;
    let counts = service.inside().refusals().await.unwrap();
    let counts: Vec<_> = counts
        .iter()
        .map(|it| (it.reason.as_str(), it.requests))
        .collect();
    assert_eq!(
        counts,
        [("quota_exhausted", 1)],
        "counted like any other refusal"
    );
    let fits = service.post("/api/calc/batch", &batch(&["natal"; 3])).await;
    assert_eq!(fits.status, StatusCode::OK, "{}", fits.json());
    assert_eq!(fits.header("x-quota-remaining"), "0");
}

#[tokio::test]
async fn an_item_of_a_batch_that_fails_by_our_fault_is_not_charged() {
    let service = Service::new(server::api::api()).await;
    service
        .set_terms(|terms| terms.test_allowance = Some(10))
        .await;
    // The organization's texts cannot be read. Requests without texts are not affected.
    for sql in [
        "update organization set content_revision = 1",
        "alter table content rename to lost",
    ] {
        store::testing::execute(service.location(), sql).await;
    }
    let mut body: Value = serde_json::from_str(&batch(&["natal"; 4])).unwrap();
    body["requests"][1]["body"]["includeText"] = json!(true);
    body["requests"][2]["body"]["dateTime"] = json!("no time");
    let answer = service.post("/api/calc/batch", &body.to_string()).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    let results = answer.json()["data"]["results"].clone();
    let statuses: Vec<_> = results
        .as_array()
        .unwrap()
        .iter()
        .map(|it| &it["status"])
        .collect();
    assert_eq!(statuses[0], 200);
    assert!(statuses[1].as_u64().unwrap() >= 500, "{}", results[1]);
    assert_eq!(statuses[2], 400, "client errors are charged");
    assert_eq!(answer.header("x-quota-remaining"), "7");
    let charged = ("calc_batch".to_owned(), 3, Some(200));
    assert_eq!(service.ledger().await, [charged]);
    let period = access::Period::of(NOW);
    let used = service
        .app
        .store
        .used(service.org_id, period, access::KeyMode::Test);
    assert_eq!(used.await.unwrap(), 3);
    let next = service.get("/api/key").await;
    assert_eq!(
        next.header("x-quota-remaining"),
        "6",
        "the next response agrees"
    );
}

/// A century of eclipses costs several units. The ephemeris ends in 2650.
fn eclipses_beyond_the_ephemeris() -> Value {
    json!({ "startDate": "2600-01-01", "endDate": "2690-01-01" })
}

#[tokio::test]
async fn a_refusal_found_while_calculating_costs_one_unit() {
    let service = Service::new(server::api::api()).await;
    service
        .set_terms(|terms| terms.test_allowance = Some(100))
        .await;
    let body = eclipses_beyond_the_ephemeris().to_string();
    let refused = service.post("/api/calc/eclipses", &body).await;
    assert_eq!(refused.codes(), ["outside_ephemeris"]);
    assert_eq!(refused.header("x-quota-remaining"), "99");
    let charged = ("calc_eclipses".to_owned(), 1, Some(422));
    assert_eq!(service.ledger().await, [charged]);
}

#[tokio::test]
async fn an_item_refused_while_calculating_costs_one_unit() {
    let service = Service::new(server::api::api()).await;
    service
        .set_terms(|terms| terms.test_allowance = Some(100))
        .await;
    let mut body: Value = serde_json::from_str(&batch(&["natal"; 2])).unwrap();
    body["requests"][1] =
        json!({ "operation": "eclipses", "body": eclipses_beyond_the_ephemeris() });
    let answer = service.post("/api/calc/batch", &body.to_string()).await;
    let second = &answer.json()["data"]["results"][1];
    assert_eq!(second["errors"][0]["code"], "outside_ephemeris");
    let charged = ("calc_batch".to_owned(), 2, Some(200));
    assert_eq!(service.ledger().await, [charged]);
}

#[tokio::test]
async fn each_item_of_a_batch_needs_its_own_module() {
    let service = Service::new(server::api::api()).await;
    let edit = store::KeyEdit {
        modules: Some(access::KeyModules::Only(vec!["natal".to_owned()])),
        ..Default::default()
    };
    service.edit_key(service.key_id, &edit).await;
    let answer = service
        .post("/api/calc/batch", &batch(&["natal", "transit"]))
        .await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    let results = answer.json()["data"]["results"].clone();
    let statuses = (&results[0]["status"], &results[1]["status"]);
    assert_eq!(statuses, (&json!(200), &json!(403)));
    assert_eq!(results[1]["errors"][0]["code"], "module_required");
}

#[tokio::test]
async fn a_key_that_is_only_ever_refused_shows_that_it_is_used() {
    let service = Service::new(sample_api::api()).await;
    let mut id = None;
    let key = service
        .add_key_with(|key| {
            id = Some(key.id);
            key.permissions = access::KeyPermissions::EMPTY;
        })
        .await;
    let refused = service.get_with("/sample/chart", &key).await;
    assert_eq!(refused.codes(), ["permission_missing"]);
    service.app.uses.write(&service.app.store).await;
    let found = service.inside().key(id.unwrap()).await.unwrap().unwrap();
    // To the minute. The clock is at a full one.
    assert_eq!(found.last_used_at, Some(NOW));
}
