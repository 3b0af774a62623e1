//! Signed chart URLs on pages that the key does not allow.

use access::{DomainList, DomainRule, signed_url};
use axum::body::Body;
use axum::http::{Request, StatusCode};

use crate::harness::{Answer, HOST, NOW, Service};

const PATH: &str = "/api/chart2/natal.svg";
const QUERY: [(&str, &str); 3] = [
    ("dateTime", "1990-06-15T14:30"),
    ("location.latitude", "52.37"),
    ("location.longitude", "4.89"),
];

/// Creates a service whose key is for `example.com`, and a URL that was signed with it.
async fn restricted() -> (Service, String) {
    let service = Service::new(server::api::api()).await;
    let list = DomainList::new(["example.com".parse().unwrap()]).unwrap();
    let edit = store::KeyEdit {
        domains: Some(DomainRule::List(list)),
        ..Default::default()
    };
    service.edit_key(service.key_id, &edit).await;
    let url = signed(&service);
    (service, url)
}

fn signed(service: &Service) -> String {
    let key = &service.app.keys.signed_url;
    let signed = signed_url::sign(PATH, &QUERY, service.key_id, key, NOW).unwrap();
    let mut text = url::form_urlencoded::Serializer::new(String::new());
    text.extend_pairs(QUERY);
    for (name, value) in &signed.parameters {
        text.append_pair(name, value);
    }
    format!("{PATH}?{}", text.finish())
}

async fn fetch(service: &Service, url: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::get(url);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    service.send(request.body(Body::empty()).unwrap()).await
}

async fn reason(service: &Service, url: &str, headers: &[(&str, &str)]) -> String {
    let answer = fetch(service, url, headers).await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN, "{headers:?}");
    assert_eq!(answer.codes(), ["domain_not_allowed"], "{headers:?}");
    let meta = &answer.json()["errors"][0]["meta"];
    meta["reason"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_signed_url_is_shown_where_no_page_is_named() {
    let (service, url) = restricted().await;
    let answer = fetch(&service, &url, &[]).await;
    assert_eq!(
        answer.status,
        StatusCode::OK,
        "e-mail clients send no Referer"
    );
}

#[tokio::test]
async fn a_signed_url_is_shown_on_the_pages_of_its_key() {
    let (service, url) = restricted().await;
    for headers in [
        [("referer", "https://example.com/charts?page=2")],
        [("origin", "https://example.com")],
    ] {
        let answer = fetch(&service, &url, &headers).await;
        assert_eq!(answer.status, StatusCode::OK, "{headers:?}");
    }
}

#[tokio::test]
async fn a_signed_url_on_a_strangers_page_is_refused() {
    let (service, url) = restricted().await;
    for (header, value, expected) in [
        ("referer", "https://elsewhere.example/page", "no_match"),
        (
            "referer",
            "https://example.com.elsewhere.example/",
            "no_match",
        ),
        ("referer", "https://sub.example.com/", "no_match"),
        ("referer", "about:blank", "referer_scheme"),
        ("origin", "https://elsewhere.example", "no_match"),
        ("origin", "null", "origin_opaque"),
    ] {
        let found = reason(&service, &url, &[(header, value)]).await;
        assert_eq!(found, expected, "{header}: {value}");
    }
}

#[tokio::test]
async fn an_allowed_referer_does_not_excuse_a_strangers_origin() {
    let (service, url) = restricted().await;
    let headers = [
        ("origin", "https://elsewhere.example"),
        ("referer", "https://example.com/"),
    ];
    assert_eq!(reason(&service, &url, &headers).await, "no_match");
    let twice = [
        ("referer", "https://example.com/"),
        ("referer", "https://elsewhere.example/"),
    ];
    assert_eq!(reason(&service, &url, &twice).await, "referer_ambiguous");
}

#[tokio::test]
async fn a_signed_url_is_always_shown_on_our_own_pages() {
    let (service, url) = restricted().await;
    let own = service.app.config.public_url();
    let page = format!("{own}/playground");
    let answer = fetch(&service, &url, &[("referer", &page)]).await;
    assert_eq!(answer.status, StatusCode::OK);
    let answer = fetch(&service, &url, &[("origin", &own)]).await;
    assert_eq!(answer.status, StatusCode::OK);
    // A page whose URL merely contains this host is not a page of this service.
    let named = format!("https://elsewhere.example/?from={own}/");
    let host = [("host", HOST), ("referer", named.as_str())];
    assert_eq!(reason(&service, &url, &host).await, "no_match");
    let host = [
        ("host", "elsewhere.example"),
        ("referer", "http://elsewhere.example/"),
    ];
    assert_eq!(reason(&service, &url, &host).await, "no_match");
}

#[tokio::test]
async fn a_refused_signed_url_costs_nothing_and_is_counted_as_a_refusal() {
    let (service, url) = restricted().await;
    reason(&service, &url, &[("referer", "https://elsewhere.example/")]).await;
    assert_eq!(service.ledger().await, []);
    service.app.refusals.write(&service.app.store).await;
    let counts = service.inside().refusals().await.unwrap();
    let counts: Vec<_> = counts
        .iter()
        .map(|it| (it.reason.as_str(), it.origin_host.as_str(), it.requests))
        .collect();
    assert_eq!(counts, [("domain_not_allowed", "elsewhere.example", 1)]);
}

#[tokio::test]
async fn a_signed_url_of_an_unrestricted_key_is_shown_everywhere() {
    let service = Service::new(server::api::api()).await;
    let url = signed(&service);
    for headers in [
        [("referer", "https://elsewhere.example/")],
        [("origin", "null")],
    ] {
        let answer = fetch(&service, &url, &headers).await;
        assert_eq!(answer.status, StatusCode::OK, "{headers:?}");
    }
}
