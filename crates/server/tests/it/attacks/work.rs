//! Requests with excessive depth, memory or CPU time.

use std::sync::mpsc;

use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use http_api::{Stop, Work};
use http_body_util::BodyExt as _;
use platform::Lane;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::harness::{Answer, Service, config};

/// Returns a table of this many days, one row each.
fn table(days: u32) -> Value {
    let end = i64::from(days) - 1;
    let end = jiff::civil::date(2000, 1, 1) + jiff::Span::new().days(end);
    json!({
        "startDate": "2000-01-01", "endDate": end.to_string(), "step": "1d", "points": ephemeris::Body::PLANETS.map(ephemeris::Body::id),
    })
}

fn natal() -> Value {
    json!({ "dateTime": "1990-06-15T14:30", "location": { "latitude": 52.37, "longitude": 4.89 } })
}

fn post(path: &str, key: &str, body: &Value) -> Request<Body> {
    let request = Request::post(path)
        .header("x-api-key", key)
        .header("content-type", "application/json");
    request.body(body.to_string().into()).unwrap()
}

async fn ask(service: &Service, path: &str, body: &Value) -> Answer {
    service.send(post(path, &service.key, body)).await
}

/// Returns a response whose body has not been read.
async fn begin(service: &Service, path: &str, body: &Value) -> Response<Body> {
    let request = post(path, &service.key, body);
    service.router.clone().oneshot(request).await.unwrap()
}

attacks! {
    async fn a_deep_query_name_is_refused_and_the_process_lives(stage: &Stage) {
        let service = &stage.service;
        for name in [format!("a{}", ".a".repeat(3_000)), format!("a{}", "[a]".repeat(3_000))] {
            let answer = service.get(&format!("/healthz?{name}")).await;
            assert_eq!(answer.codes(), ["query_malformed"]);
            let natal = "/api/calc/natal?dateTime=1990-06-15T14:30&location.latitude=1";
            let answer = service.get_with(&format!("{natal}&{name}=1"), &service.key).await;
            assert_eq!(answer.codes(), ["query_malformed"]);
        }
        assert_eq!(service.get("/healthz").await.status, StatusCode::OK);
    }

    async fn a_deep_or_crowded_body_is_refused_while_it_is_read(stage: &Stage) {
        let service = &stage.service;
        let deep = format!("{}1{}", "[".repeat(20_000), "]".repeat(20_000));
        let crowded = format!("[{}1]", "1,".repeat(400_000));
        let named = format!("{{\"{}\":1}}", "n".repeat(60_000));
        for (path, body) in [
            ("/api/calc/natal", deep.clone()),
            ("/api/calc/natal", named),
            ("/api/calc/batch", deep),
            ("/api/calc/batch", crowded),
        ] {
            let request = Request::post(path)
                .header("x-api-key", &service.key)
                .header("content-type", "application/json");
            let answer = service.send(request.body(body.into()).unwrap()).await;
            assert_eq!(answer.codes(), ["json_malformed"], "{path}");
            assert!(answer.bytes.len() < 2_000, "the text is not echoed");
        }
    }

    async fn many_unknown_fields_are_reported_up_to_a_limit(stage: &Stage) {
        let fields: serde_json::Map<_, _> =
            (0..2_000).map(|it| (format!("lattitude{it}"), json!(1))).collect();
        let answer = ask(&stage.service, "/api/calc/natal", &Value::Object(fields)).await;
        assert_eq!(answer.codes().len(), 50);
    }

    async fn a_long_list_of_accepted_values_is_not_repeated_for_every_wrong_one(stage: &Stage) {
        let mut body = natal();
        body["points"] = json!(vec!["nonsense"; 50]);
        let answer = ask(&stage.service, "/api/calc/natal", &body).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST);
        assert!(answer.bytes.len() < 64 * 1024, "{} bytes", answer.bytes.len());
    }

    async fn an_item_over_the_work_limit_of_its_batch_costs_one_unit(stage: &Stage) {
        let service = &stage.service;
        let price = async |items: usize| {
            let path = stage.path(&format!("keys/{}/check", service.key_id));
            let item = json!({ "operation": "ephemeris", "body": table(9_000) });
            let body = json!({ "requests": vec![item; items] });
            let draft = json!({ "operation": "calc_batch", "body": body });
            let answer = stage.post(&stage.owner, &path, &draft).await;
            answer.json()["data"]["attributes"]["cost"].as_u64().unwrap()
        };
        let one = price(1).await;
        assert!(one > 1);
        assert_eq!(price(3).await, 3 * one, "60 megabytes are within the limit of 96");
        let surplus = price(100).await - 100;
        assert_eq!(surplus % (one - 1), 0, "an item costs its full price or one unit");
        assert!(surplus / (one - 1) < 6, "six times 20 megabytes exceed it");
    }

    async fn the_price_of_a_request_follows_its_work(stage: &Stage) {
        let service = &stage.service;
        let price = async |operation: &str, body: Value| {
            let path = stage.path(&format!("keys/{}/check", service.key_id));
            let draft = json!({ "operation": operation, "body": body });
            let answer = stage.post(&stage.owner, &path, &draft).await;
            answer.json()["data"]["attributes"]["cost"].as_u64().unwrap()
        };
        assert_eq!(price("calc_natal", natal()).await, 1);
        assert_eq!(price("calc_ephemeris", table(31)).await, 1);
        let thousand = price("calc_ephemeris", table(1_000)).await;
        let nine_thousand = price("calc_ephemeris", table(9_000)).await;
        assert!(thousand > 1);
        // Nine times the rows cost nine times as much, rounded up.
        let expected = 9 * (thousand - 1)..=9 * thousand;
        assert!(expected.contains(&nine_thousand), "{thousand}, {nine_thousand}");
        let svg = json!({ "dateTime": "1990-06-15T14:30", "location": { "latitude": 1, "longitude": 1 },
            "format": "svg" });
        assert_eq!(price("chart_natal", svg.clone()).await, 1);
        let mut png = svg;
        png["format"] = json!("png");
        assert_eq!(price("chart_natal", png.clone()).await, 1, "the default size");
        png["width"] = json!(4_000);
        assert!(price("chart_natal", png).await > 5);
    }

    async fn a_batch_whose_items_outnumber_the_quota_is_refused_before_they_are_checked(stage: &Stage) {
        let service = &stage.service;
        service.set_terms(|terms| terms.test_allowance = Some(9)).await;
        let (_, key) = stage.key(&json!({ "mode": "test", "rates": ["2/1h"] })).await;
        // If the batch were checked, its items would be answered one by one.
        let body = json!({ "requests": vec![json!({ "operation": "unknown" }); 10] });
        for _ in 0..2 {
            let answer = service.send(post("/api/calc/batch", &key, &body)).await;
            assert_eq!(answer.codes(), ["quota_exhausted"]);
            let meta = &answer.json()["errors"][0]["meta"];
            assert_eq!((&meta["cost"], &meta["remaining"]), (&json!(10), &json!(9)));
            // Nine units are all there ever are, so waiting does not help.
            assert!(answer.headers.get("retry-after").is_none());
        }
        // Free of charge, but not unlimited: a refused batch takes its slot of the rate.
        let answer = service.send(post("/api/calc/batch", &key, &body)).await;
        assert_eq!(answer.codes(), ["rate_limited"]);
        assert_eq!(service.ledger().await, []);
    }

    async fn a_batch_costs_the_sum_of_its_items(stage: &Stage) {
        let service = &stage.service;
        let requests = json!([
            { "operation": "natal", "body": natal() },
            { "operation": "ephemeris", "body": table(1_000) },
            { "operation": "nonsense", "body": {} },
        ]);
        let answer = ask(service, "/api/calc/batch", &json!({ "requests": requests })).await;
        assert_eq!(answer.status, StatusCode::OK);
        ask(service, "/api/calc/ephemeris", &table(1_000)).await;
        let ledger = service.ledger().await;
        let cost_of = |operation: &str| ledger.iter().find(|it| it.0 == operation).unwrap().1;
        assert_eq!(cost_of("calc_batch"), 1 + cost_of("calc_ephemeris") + 1);
    }

    async fn a_large_answer_is_written_in_pieces_and_reads_as_one_document(stage: &Stage) {
        let service = &stage.service;
        let response = begin(service, "/api/calc/ephemeris", &table(200)).await;
        assert_eq!(response.status(), StatusCode::OK);
        let mut body = response.into_body();
        let (mut pieces, mut whole) = (0, Vec::new());
        while let Some(frame) = body.frame().await {
            let data = frame.unwrap().into_data().unwrap();
            assert!(data.len() < 128 * 1024, "a piece of {} bytes", data.len());
            pieces += 1;
            whole.extend(data);
        }
        assert!(pieces > 3, "{pieces}");
        let document: Value = serde_json::from_slice(&whole).unwrap();
        assert_eq!(document["data"]["rows"].as_array().unwrap().len(), 200);
        // A batch writes the same bytes.
        let item = json!({ "operation": "ephemeris", "body": table(200) });
        let batch = ask(service, "/api/calc/batch", &json!({ "requests": [item.clone(), item] })).await;
        for result in batch.json()["data"]["results"].as_array().unwrap() {
            assert_eq!(result["status"], 200);
            assert_eq!(result["data"], document["data"]);
        }
    }

    async fn a_client_that_disconnects_pays_and_ends_the_work(stage: &Stage) {
        let service = &stage.service;
        let before = service.app.memory.available_bytes();
        let response = begin(service, "/api/calc/ephemeris", &table(5_000)).await;
        assert!(service.app.memory.available_bytes() < before);
        let abandoned = &service.app.metrics.requests_abandoned;
        assert_eq!(abandoned.get(), 0);
        drop(response);
        assert_eq!(abandoned.get(), 1);
        assert_eq!(service.app.memory.available_bytes(), before, "its memory is released");
        let ledger = service.ledger().await;
        assert_eq!(ledger.len(), 1);
        let (operation, cost, status) = &ledger[0];
        assert_eq!((operation.as_str(), *status), ("calc_ephemeris", Some(200)));
        assert!(*cost > 1);
    }
}

/// Calculations that keep every thread busy that the organization can have, until this is dropped.
struct BusyPool {
    _running: Vec<BoxFuture<'static, ()>>,
    _release: Vec<mpsc::Sender<()>>,
}

impl BusyPool {
    /// More than any machine has threads for, and as many as can wait.
    const CALCULATIONS: usize = 200;

    fn new(service: &Service) -> Self {
        let (mut running, mut release) = (Vec::new(), Vec::new());
        for _ in 0..Self::CALCULATIONS {
            let lane = Lane {
                org: service.org_id,
                key: None,
                work: Work::new(1, 1),
                stop: Stop::default(),
            };
            let (sender, released) = mpsc::channel::<()>();
            let pool = service.app.pool.clone();
            let calculation = async move {
                let is_released = pool.run(lane, move || released.recv().is_err()).await;
                assert!(is_released.unwrap());
            };
            let mut calculation = calculation.boxed();
            // Polling it once puts it into the queue.
            assert!(calculation.as_mut().now_or_never().is_none());
            running.push(calculation);
            release.push(sender);
        }
        Self {
            _running: running,
            _release: release,
        }
    }
}

#[tokio::test]
async fn a_deadline_that_is_missed_returns_the_units() {
    let late = config(&[("request_timeout", "1ms")]);
    let service = Service::with_config(server::api::api(), late).await;
    // The organization's threads are busy until the deadline has passed, so nothing was sent.
    let busy = BusyPool::new(&service);
    let answer = ask(&service, "/api/calc/ephemeris", &table(9_000)).await;
    drop(busy);
    assert_eq!(answer.codes(), ["request_timeout"]);
    assert_eq!(
        service.ledger().await,
        [("calc_ephemeris".to_owned(), 0, Some(503))]
    );
}

#[tokio::test]
async fn work_beyond_the_budget_of_memory_is_turned_away_and_not_charged() {
    let service =
        Service::with_config(server::api::api(), config(&[("work_memory_mb", "1")])).await;
    let held = service.app.memory.reserve(None, 1024 * 1024).unwrap();
    let answer = ask(&service, "/api/calc/natal", &natal()).await;
    assert_eq!(
        answer.codes(),
        ["service_unavailable"],
        "there is no memory for its body"
    );
    assert_eq!(answer.header("retry-after"), "1");
    drop(held);
    let answer = ask(&service, "/api/calc/natal", &natal()).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(service.ledger().await.len(), 1);
}
