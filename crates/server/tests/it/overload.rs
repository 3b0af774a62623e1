//! More requests than the service works on at once.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use tower::ServiceExt as _;

use crate::harness::{Service, config};
use crate::sample;

/// A request whose body never comes: it is worked on until it is dropped.
fn endless(service: &Service) -> impl Future {
    let never = futures_util::stream::pending::<Result<Vec<u8>, std::io::Error>>();
    let request = Request::post("/sample/chart")
        .header("x-api-key", &service.key)
        .header("content-type", "application/json")
        .body(Body::from_stream(never));
    service.router.clone().oneshot(request.unwrap())
}

#[tokio::test]
async fn one_request_too_many_is_turned_away_at_once_and_told_when_to_come_back() {
    let service = Service::with_config(sample::api(), config(&[("max_requests", "2")])).await;
    // Key and limits are in memory after the first: the others come as far as their bodies at once.
    service.get("/sample/things/1").await;
    let before = service.ledger().await;
    let mut held = vec![
        Box::pin(endless(&service)) as std::pin::Pin<Box<dyn Future<Output = _>>>,
        Box::pin(endless(&service)),
    ];
    for request in &mut held {
        let still_reading = futures_util::poll!(request.as_mut());
        assert!(still_reading.is_pending());
    }
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
    assert_eq!(after, before, "what is turned away costs nothing");
    held.pop();
    let admitted = service.get("/sample/things/1").await;
    assert_ne!(admitted.status, StatusCode::SERVICE_UNAVAILABLE);
}
