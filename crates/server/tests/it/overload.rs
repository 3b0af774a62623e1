//! More requests than the service's concurrency limit.

use std::convert::Infallible;

use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tower::ServiceExt as _;

use crate::harness::{Answer, Service, config};
use crate::sample_api::{self, SLOW_BEGUN};

async fn service(max_requests: &str) -> Service {
    let settings = config(&[("max_requests", max_requests)]);
    let service = Service::with_config(sample_api::api(), settings).await;
    // After the first request, the key and limits are cached, so the others reach their bodies at
    // once.
    service.get("/sample/things/1").await;
    service
}

/// Sends a request that stays in progress until it is dropped.
async fn worked_on(service: &Service) -> JoinHandle<Result<Response<Body>, Infallible>> {
    let request = Request::post("/sample/slow").header("content-type", "application/json");
    let request = request.body(Body::from("{}")).unwrap();
    let running = tokio::spawn(service.router.clone().oneshot(request));
    SLOW_BEGUN.acquire().await.unwrap().forget();
    running
}

/// Returns a request whose body the test sends piece by piece.
fn chart(service: &Service) -> (Request<Body>, mpsc::UnboundedSender<&'static str>) {
    let (sender, mut receiver) = mpsc::unbounded_channel();
    let chunks = futures_util::stream::poll_fn(move |context| {
        let chunk = receiver.poll_recv(context);
        chunk.map(|it: Option<&'static str>| it.map(Ok::<_, std::io::Error>))
    });
    let request = Request::post("/sample/chart")
        .header("x-api-key", &service.key)
        .header("content-type", "application/json")
        .body(Body::from_stream(chunks));
    (request.unwrap(), sender)
}

#[tokio::test]
async fn one_request_too_many_is_turned_away_at_once_and_told_when_to_come_back() {
    let service = service("2").await;
    let before = service.ledger().await;
    let held = [worked_on(&service).await, worked_on(&service).await];
    let shed = service.get("/api/key").await;
    assert_eq!(shed.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(shed.codes(), ["service_unavailable"]);
    assert_eq!(shed.header("retry-after"), "1");
    assert_eq!(shed.header("access-control-allow-origin"), "*");
    assert!(!shed.header("x-request-id").is_empty());
    for path in ["/healthz", "/readyz"] {
        let status = service.get(path).await.status;
        assert_ne!(status, StatusCode::SERVICE_UNAVAILABLE, "{path}");
    }
    let after = service.ledger().await;
    assert_eq!(after, before, "a refused request costs nothing");
    for request in held {
        request.abort();
        request.await.unwrap_err();
    }
    let admitted = service.get("/sample/things/1").await;
    assert_ne!(admitted.status, StatusCode::SERVICE_UNAVAILABLE);
}

#[tokio::test]
async fn a_half_sent_body_takes_no_request_slot() {
    let service = service("1").await;
    let mut held = Vec::new();
    for _ in 0..10 {
        let (request, client) = chart(&service);
        client.send("{").unwrap();
        let mut answer = Box::pin(Answer::of(&service.router, request));
        assert!(futures_util::poll!(answer.as_mut()).is_pending());
        held.push((answer, client));
    }
    let answer = service.get("/sample/things/1").await;
    assert_eq!(answer.status, StatusCode::OK);
}

#[tokio::test]
async fn a_request_that_completes_when_every_slot_is_taken_is_refused_and_costs_nothing() {
    let service = service("1").await;
    let before = service.ledger().await;
    let held = worked_on(&service).await;
    let (request, client) = chart(&service);
    client.send("{}").unwrap();
    drop(client);
    let refused = Answer::of(&service.router, request).await;
    assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(refused.codes(), ["service_unavailable"]);
    assert_eq!(refused.header("retry-after"), "1");
    assert_eq!(service.ledger().await, before);
    held.abort();
}

#[tokio::test]
async fn a_body_too_large_or_without_a_key_is_refused_before_it_has_arrived() {
    let service = service("1").await;
    let (mut request, client) = chart(&service);
    request.headers_mut().remove("x-api-key");
    let refused = Answer::of(&service.router, request).await;
    assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
    drop(client);
    let (request, client) = chart(&service);
    let large: &'static str = Box::leak("x".repeat(4 * 1024 * 1024).into_boxed_str());
    client.send(large).unwrap();
    let refused = Answer::of(&service.router, request).await;
    assert_eq!(refused.status, StatusCode::PAYLOAD_TOO_LARGE);
    drop(client);
}
