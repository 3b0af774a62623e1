//! Domain restrictions and CORS over HTTP.

use access::{DomainList, DomainRule};
use axum::body::Body;
use axum::http::{Request, StatusCode};

use crate::harness::{Answer, Service};

async fn service() -> (Service, String) {
    let service = Service::new(server::api::api()).await;
    let patterns = ["example.com", "*.example.org"].map(|it| it.parse().unwrap());
    let rule = DomainRule::List(DomainList::new(patterns).unwrap());
    let key = service.add_key_with(|key| key.domains = rule).await;
    (service, key)
}

async fn ask(service: &Service, key: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::get("/api/key").header("x-api-key", key);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    service.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn a_restricted_key_works_from_its_pages_only() {
    let (service, key) = service().await;
    for headers in [
        &[("origin", "https://example.com")][..],
        &[("origin", "https://app.example.org:8443")],
        &[("referer", "https://example.com/page?x=1")],
        &[
            ("origin", "https://example.com"),
            ("referer", "https://evil.test/"),
        ],
    ] {
        assert_eq!(
            ask(&service, &key, headers).await.status,
            StatusCode::OK,
            "{headers:?}"
        );
    }
    for (headers, reason) in [
        (&[][..], "no_origin"),
        (&[("origin", "https://evil.test")], "no_match"),
        (&[("origin", "https://example.org")], "no_match"),
        (
            &[
                ("origin", "https://evil.test"),
                ("referer", "https://example.com/"),
            ],
            "no_match",
        ),
    ] {
        let answer = ask(&service, &key, headers).await;
        assert_eq!(answer.codes(), ["domain_not_allowed"], "{headers:?}");
        assert_eq!(
            answer.json()["errors"][0]["meta"]["reason"],
            reason,
            "{headers:?}"
        );
    }
    let strange = ask(&service, &key, &[("origin", "https://evil.test")]).await;
    assert_eq!(
        strange.json()["errors"][0]["detail"],
        "The key does not allow requests from `evil.test`. Add the domain to the key, or use another key."
    );
}

#[tokio::test]
async fn a_strangers_page_does_not_drain_the_quota() {
    let (service, key) = service().await;
    let refused = ask(&service, &key, &[("origin", "https://evil.test")]).await;
    assert_eq!(
        refused.header("x-quota-remaining"),
        "1000000",
        "the key is known"
    );
    assert_eq!(
        refused.header("x-ratelimit-remaining"),
        "600",
        "no slot is taken"
    );
    assert_eq!(service.ledger().await, []);
    service.app.refusals.write(&service.app.store).await;
    let counts = service.inside().refusals().await.unwrap();
    assert_eq!(counts[0].reason, "domain_not_allowed");
    assert_eq!(counts[0].origin_host, "evil.test");
}

#[tokio::test]
async fn the_ledger_names_the_page() {
    let (service, key) = service().await;
    ask(&service, &key, &[("origin", "https://App.Example.ORG")]).await;
    service.app.meter.flush().await;
    let rows = service.inside().ledger(None, 10).await.unwrap();
    assert_eq!(rows[0].origin_host, "app.example.org");
}

#[tokio::test]
async fn every_answer_of_the_key_api_can_be_read_by_any_page() {
    let (service, key) = service().await;
    let origin = [("origin", "https://evil.test")];
    for answer in [
        ask(&service, &key, &origin).await,
        ask(&service, "wrong", &origin).await,
        ask(&service, &service.key, &origin).await,
        service.get("/api/nowhere").await,
    ] {
        assert_eq!(answer.header("access-control-allow-origin"), "*");
        assert_eq!(answer.header("access-control-allow-credentials"), "");
        assert!(
            answer
                .header("access-control-expose-headers")
                .contains("X-RateLimit-Remaining")
        );
        let vary: Vec<_> = answer.headers.get_all("vary").iter().collect();
        assert!(
            vary.iter()
                .any(|it| it.as_bytes().eq_ignore_ascii_case(b"origin")),
            "{vary:?}"
        );
    }
}

#[tokio::test]
async fn a_preflight_is_answered_before_any_key_is_asked_for() {
    let (service, _) = service().await;
    let request = Request::options("/api/key")
        .header("origin", "https://evil.test")
        .header("access-control-request-method", "GET")
        .header("access-control-request-headers", "x-api-key");
    let answer = service.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT);
    assert_eq!(answer.header("access-control-allow-origin"), "*");
    assert!(
        answer
            .header("access-control-allow-headers")
            .contains("X-Api-Key")
    );
    assert!(!answer.header("access-control-allow-headers").contains('*'));
    assert_eq!(answer.header("x-ratelimit-limit"), "");
}

#[tokio::test]
async fn management_and_pages_have_no_cors_headers() {
    let (service, _) = service().await;
    for path in ["/docs", "/api/manage/nowhere", "/healthz"] {
        let answer = service.get(path).await;
        assert_eq!(answer.header("access-control-allow-origin"), "", "{path}");
    }
}
