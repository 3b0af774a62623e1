//! Response formats: envelopes, pages, images, errors in both formats, panics.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use http_body_util::BodyExt as _;
use tower::ServiceExt as _;

use crate::harness::Service;
use crate::sample_api;

#[tokio::test]
async fn a_list_is_read_page_by_page_to_its_end() {
    let service = Service::new(sample_api::api()).await;
    let mut path = "/sample/things?page%5Bsize%5D=3".to_owned();
    let mut ids = Vec::new();
    let mut pages = 0;
    loop {
        let answer = service.get(&path).await;
        assert_eq!(answer.header("content-type"), "application/vnd.api+json");
        let page = answer.json();
        assert_eq!(page["meta"]["total"], sample_api::THINGS);
        for item in page["data"].as_array().unwrap() {
            assert_eq!(item["type"], "thing");
            assert_eq!(item["attributes"]["caller"], service.key_id.to_string());
            ids.push(item["id"].as_str().unwrap().to_owned());
        }
        pages += 1;
        match page["links"]["next"].as_str() {
            Some(next) => next.clone_into(&mut path),
            None => break,
        }
    }
    assert_eq!(ids, ["1", "2", "3", "4", "5", "6", "7"]);
    assert_eq!(pages, 3);
    let unlimited = service.get("/sample/things?page[size]=101").await;
    assert_eq!(unlimited.codes(), ["field_range"]);
    assert_eq!(
        unlimited.json()["errors"][0]["source"]["parameter"],
        "page[size]"
    );
}

#[tokio::test]
async fn an_image_has_the_type_its_path_names() {
    let service = Service::new(sample_api::api()).await;
    let svg = service.get("/sample/picture.svg?width=300").await;
    assert_eq!(svg.header("content-type"), "image/svg+xml");
    assert_eq!(svg.bytes, b"<svg width='300'/>");
    let png = service.get("/sample/picture.png?width=300").await;
    assert_eq!(png.header("content-type"), "image/png");
    let gif = service.get("/sample/picture.gif?width=300").await;
    assert_eq!(gif.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_panic_is_answered_500_with_the_request_id_and_counted() {
    let service = Service::new(sample_api::api()).await;
    let answer = service.get("/sample/failing").await;
    assert_eq!(answer.status, StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(answer.codes(), ["internal_error"]);
    let id = answer.header("x-request-id");
    let error = answer.json()["errors"][0].clone();
    assert_eq!(error["id"], format!("{id}.0"));
    assert!(
        !error.to_string().contains("defect"),
        "the cause is not exposed: {error}"
    );
    let metrics = service.app.metrics.text().unwrap();
    assert!(metrics.contains("almagest_panics_total 1"), "{metrics}");
    let next = service.get("/sample/things/1").await;
    assert_eq!(next.status, StatusCode::OK, "the service still works");
}

#[tokio::test]
async fn problem_details_when_asked_for() {
    let service = Service::new(sample_api::api()).await;
    let request = Request::get("/sample/picture.svg?width=5&colour=red")
        .header("x-api-key", &service.key)
        .header("accept", "application/problem+json");
    let answer = service.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.header("content-type"), "application/problem+json");
    let problem = answer.json();
    assert_eq!(problem["status"], 400);
    assert!(
        problem["type"]
            .as_str()
            .unwrap()
            .ends_with("/docs/errors#field_unknown")
    );
    assert_eq!(problem["errors"][1]["code"], "field_range");
    assert_eq!(problem["errors"][1]["source"]["parameter"], "width");
    assert!(
        problem["instance"]
            .as_str()
            .unwrap()
            .contains(answer.header("x-request-id"))
    );
}

#[tokio::test]
async fn every_answer_has_an_id_of_ours_and_is_not_cached() {
    let service = Service::new(sample_api::api()).await;
    let request = Request::get("/sample/things/1")
        .header("x-api-key", &service.key)
        .header("x-request-id", "theirs");
    let answer = service.send(request.body(Body::empty()).unwrap()).await;
    assert!(answer.header("x-request-id").starts_with("req_"));
    assert_eq!(answer.header("x-api-version"), "1");
    assert_eq!(answer.header("cache-control"), "no-store");
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
}

#[tokio::test]
async fn large_answers_are_compressed_for_those_who_ask() {
    let service = Service::new(server::api::api()).await;
    let plain = service.get("/openapi.json").await;
    for (accepted, used) in [
        ("gzip", "gzip"),
        ("gzip, br", "br"),
        ("gzip, deflate, br, zstd", "zstd"),
    ] {
        let request = Request::get("/openapi.json").header("accept-encoding", accepted);
        let packed = service.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(packed.header("content-encoding"), used);
        assert!(packed.bytes.len() < plain.bytes.len() / 2, "{used}");
    }
    assert_eq!(plain.header("content-encoding"), "");
}

#[tokio::test]
async fn the_description_is_made_once_and_not_sent_again_to_those_who_have_it() {
    let service = Service::new(server::api::api()).await;
    let ask = |encoding: &'static str, tag: &str| {
        let request = Request::get("/openapi.json")
            .header("accept-encoding", encoding)
            .header("if-none-match", tag);
        service.send(request.body(Body::empty()).unwrap())
    };
    let plain = ask("identity", "\"other\"").await;
    let packed = ask("gzip", "\"other\"").await;
    let (plain_tag, packed_tag) = (plain.header("etag"), packed.header("etag"));
    assert!(
        plain_tag.starts_with('"') && packed_tag.starts_with('"'),
        "both tags are strong"
    );
    assert_ne!(plain_tag, packed_tag, "different bytes have different tags");
    for answer in [&plain, &packed] {
        let mut varies = answer.headers.get_all("vary").iter();
        assert!(varies.any(|it| it == "accept-encoding"));
        assert_eq!(answer.header("cache-control"), "public, no-cache");
    }
    let known = format!("\"x\", {packed_tag}");
    for tag in [packed_tag, plain_tag, &known, "*"] {
        let unchanged = ask("gzip", tag).await;
        assert_eq!(unchanged.status, StatusCode::NOT_MODIFIED, "{tag}");
        assert_eq!(unchanged.header("etag"), packed_tag);
        assert_eq!(unchanged.bytes, b"");
    }
    let mut places = Vec::new();
    for _ in 0..2 {
        let request = Request::get("/openapi.json").body(Body::empty()).unwrap();
        let response = service.router.clone().oneshot(request).await.unwrap();
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        places.push(bytes.as_ptr());
    }
    assert_eq!(places[0], places[1], "all clients get the same bytes");
}

#[tokio::test]
async fn the_reference_page_loads_nothing_from_elsewhere() {
    let service = Service::new(server::api::api()).await;
    let page = service.get("/docs").await;
    assert_eq!(page.status, StatusCode::OK);
    let policy = page.header("content-security-policy");
    assert!(
        policy.contains("default-src 'none'") && policy.contains("script-src 'self'"),
        "{policy}"
    );
    // No `allow-same-origin`: the script cannot access anything of the dashboard.
    let sandbox = policy.split("; ").find(|it| it.starts_with("sandbox"));
    assert_eq!(sandbox, Some("sandbox allow-scripts allow-downloads"));
    let document = service.get("/openapi.json").await;
    assert_eq!(document.header("access-control-allow-origin"), "*");
    let html = String::from_utf8(page.bytes).unwrap();
    let foreign: Vec<_> = html
        .split(['"', '\''])
        .filter(|it| it.contains("//"))
        .collect();
    assert!(foreign.is_empty(), "third-party URLs: {foreign:?}");
    for path in html.split('"').filter(|it| it.starts_with('/')) {
        let found = service.get(path).await;
        assert_eq!(found.status, StatusCode::OK, "{path}");
    }
    let errors = service.get("/docs/errors").await;
    let errors = String::from_utf8(errors.bytes).unwrap();
    assert!(errors.contains("id=\"key_missing\""));
}

#[tokio::test]
async fn the_script_comes_packed_or_not_as_the_client_can_read() {
    let service = Service::new(server::api::api()).await;
    let plain = service.get("/docs/scalar-1.72.1.js").await;
    assert_eq!(plain.header("content-encoding"), "");
    let request = Request::get("/docs/scalar-1.72.1.js").header("accept-encoding", "gzip, br");
    let packed = service.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert!(packed.bytes.starts_with(&[0x1f, 0x8b]) && packed.bytes.len() < plain.bytes.len());
}

#[tokio::test]
async fn readiness_ends_when_draining_begins() {
    let service = Service::new(server::api::api()).await;
    assert_eq!(service.get("/readyz").await.status, StatusCode::OK);
    service.app.drain();
    let answer = service.get("/readyz").await;
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(answer.header("retry-after"), "1");
    assert_eq!(
        service.get("/healthz").await.status,
        StatusCode::OK,
        "the process is still alive"
    );
}

#[tokio::test]
async fn a_database_that_is_away_is_503_and_nothing_of_it_is_told() {
    let service = Service::new(server::api::api()).await;
    service.app.store.close().await;
    for path in ["/readyz", "/api/key"] {
        let answer = service.get(path).await;
        assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE, "{path}");
        assert_eq!(answer.codes(), ["service_unavailable"], "{path}");
        assert_eq!(answer.header("retry-after"), "1", "{path}");
        let body = String::from_utf8(answer.bytes).unwrap().to_lowercase();
        assert!(!body.contains("sql") && !body.contains("pool"), "{body}");
    }
}

#[tokio::test]
async fn another_version_of_the_api_is_refused_and_not_answered_as_this_one() {
    let service = Service::new(server::api::api()).await;
    let ask = async |version: &str| {
        let request = Request::get("/api/key")
            .header("x-api-key", &service.key)
            .header("x-api-version", version);
        service.send(request.body(Body::empty()).unwrap()).await
    };
    let answer = ask("1").await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.header("x-api-version"), "1");
    assert_eq!(answer.header("deprecation"), "", "nothing is deprecated");
    for other in ["2", "0", "v1", ""] {
        let answer = ask(other).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{other}");
        assert_eq!(answer.codes(), ["api_version_unknown"], "{other}");
        let error = answer.json()["errors"][0].clone();
        assert_eq!(error["source"]["header"], "X-Api-Version");
        assert_eq!(error["meta"]["accepted"], serde_json::json!(["1"]));
        assert_eq!(answer.header("x-api-version"), "1", "the supported version");
    }
}

#[tokio::test]
async fn calculations_are_plain_json_unless_json_api_is_asked_for() {
    let service = Service::new(server::api::api()).await;
    let place = "location.latitude=52.37&location.longitude=4.89";
    let natal = format!("/api/calc/natal?dateTime=1990-06-15T14:30&{place}");
    let places = "/api/geocoding/search?q=Amsterdam";
    let refused = "/api/calc/natal?dateTime=1990-06-15T14:30";
    for (path, accept, expected) in [
        (natal.as_str(), "*/*", "application/json"),
        (places, "application/json", "application/json"),
        (
            &natal,
            "application/vnd.api+json",
            "application/vnd.api+json",
        ),
        (refused, "application/json", "application/vnd.api+json"),
        ("/api/key", "application/json", "application/vnd.api+json"),
    ] {
        let request = Request::get(path)
            .header("x-api-key", &service.key)
            .header("accept", accept);
        let answer = service.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(answer.header("content-type"), expected, "{path} {accept}");
    }
}

#[tokio::test]
async fn a_plain_options_request_is_answered_with_the_methods_of_the_path() {
    let service = Service::new(server::api::api()).await;
    for (path, allowed) in [
        ("/api/calc/natal", ["GET", "HEAD", "POST"]),
        ("/api/manage/me", ["GET", "HEAD", "PATCH"]),
    ] {
        let request = Request::options(path).body(Body::empty()).unwrap();
        let answer = service.send(request).await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT, "{path}");
        let mut methods: Vec<_> = answer.header("allow").split(',').collect();
        methods.sort_unstable();
        assert_eq!(methods, allowed, "{path}");
    }
    let unknown = Request::options("/api/nothing")
        .body(Body::empty())
        .unwrap();
    assert_eq!(service.send(unknown).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn each_encoding_of_an_image_has_its_own_tag_and_every_tag_is_known() {
    let service = Service::new(server::api::api()).await;
    let path = "/api/chart2/natal.svg?dateTime=1990-06-15T14:30&location.latitude=52.37\
        &location.longitude=4.89";
    let ask = |encoding: &'static str, tag: &str| {
        let request = Request::get(path)
            .header("x-api-key", &service.key)
            .header("accept-encoding", encoding)
            .header("if-none-match", tag);
        service.send(request.body(Body::empty()).unwrap())
    };
    let plain = ask("identity", "\"other\"").await;
    let packed = ask("br", "\"other\"").await;
    let (plain_tag, packed_tag) = (plain.header("etag"), packed.header("etag"));
    assert_eq!(
        packed_tag,
        plain_tag.trim_end_matches('"').to_owned() + "-br\""
    );
    for tag in [plain_tag, packed_tag] {
        let unchanged = ask("br", tag).await;
        assert_eq!(unchanged.status, StatusCode::NOT_MODIFIED, "{tag}");
        assert_eq!(unchanged.header("etag"), tag, "that of the stored response");
    }
}
