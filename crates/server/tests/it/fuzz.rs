//! What strangers may send: whatever it is, the answer is an answer. 256 cases of each property by
//! default; `cargo xtask fuzz` runs as many as it is told.

use access::{DomainPattern, PresentedKey};
use axum::body::Body;
use axum::http::{HeaderValue, Request};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use server::clock::{parse_rfc3339, rfc3339};

use crate::harness::Service;
use crate::sample;

/// Text near a form, or far from it.
fn near(form: &'static str) -> impl Strategy<Value = String> {
    let more = (".{0,2}", form, ".{0,2}").prop_map(|(a, b, c)| a + &b + &c);
    prop_oneof![form, ".{0,80}", more]
}

proptest! {
    #[test]
    fn only_what_has_the_shape_is_a_key(text in near("ak_(live|test)_[0-9A-Za-z]{36}")) {
        if PresentedKey::parse(&text).is_ok() {
            let body = text.strip_prefix("ak_live_").or(text.strip_prefix("ak_test_"));
            let body = body.expect("a known prefix");
            prop_assert!(body.len() == 36 && body.bytes().all(|it| it.is_ascii_alphanumeric()));
        }
    }

    #[test]
    fn a_pattern_means_what_it_is_shown_as(
        text in near("(\\*\\.)?[a-z0-9-]{1,10}(\\.[a-zü-]{2,8}){0,3}(:[0-9]{1,6})?")
    ) {
        if let Ok(pattern) = text.parse::<DomainPattern>() {
            let shown = pattern.to_string();
            prop_assert_eq!(shown.parse::<DomainPattern>(), Ok(pattern), "{}", shown);
        }
    }

    #[test]
    fn an_instant_is_read_as_it_is_written(
        text in near("[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})")
    ) {
        if let Ok(at) = parse_rfc3339(&text) {
            prop_assert_eq!(parse_rfc3339(&rfc3339(at)), Ok(at));
        }
    }
}

/// Something like JSON: right, nested, or cut off.
fn json_like() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        "-?[0-9]{1,20}(\\.[0-9]{1,5})?(e[0-9]{1,3})?",
        "\"[^\"\\\\]{0,20}\"",
        ".{0,10}",
    ];
    let value = leaf.prop_recursive(4, 32, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4)
                .prop_map(|it| format!("[{}]", it.join(","))),
            proptest::collection::vec(("(name|colour|size|[a-z]{1,8})", inner), 0..4).prop_map(
                |fields| {
                    let field = |(name, value): &(String, String)| format!("\"{name}\":{value}");
                    let fields: Vec<_> = fields.iter().map(field).collect();
                    format!("{{{}}}", fields.join(","))
                }
            ),
        ]
    });
    (value, 0_usize..200).prop_map(|(text, keep)| text.chars().take(keep).collect())
}

/// Every path of an API, and paths that are none.
fn path(paths: Vec<String>) -> impl Strategy<Value = String> {
    let segment = "[a-zA-Z0-9.%_~-]{1,12}";
    let known = (proptest::sample::select(paths), segment).prop_map(|(path, part)| {
        let parts = path
            .split('/')
            .map(|it| if it.contains('{') { part.as_str() } else { it });
        parts.collect::<Vec<_>>().join("/")
    });
    prop_oneof![4 => known, 1 => "/[a-z/.%]{0,20}"]
}

fn check_requests(api: fn() -> server::operation::Api) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let service = runtime.block_on(Service::new(api()));
    let document = service.app.openapi["paths"].as_object().unwrap();
    // Some of the sample's operations fail or wait on purpose.
    let sound = |path: &&String| !path.contains("failing") && !path.contains("slow");
    let paths: Vec<String> = document.keys().filter(sound).cloned().collect();
    let query = "([a-zA-Z.]{1,8}(=[^ #\\x00-\\x20\\x7f-\\u{10ffff}\"<>`{}]{0,12})?&?){0,4}";
    let origin = near("https?://[a-z.:*-]{1,20}");
    let method = proptest::sample::select(vec!["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
    let inputs = (path(paths), query, method, json_like(), origin);
    let mut runner = TestRunner::new(Config::default());
    let checked = runner.run(&inputs, |(path, query, method, body, origin)| {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{path}?{query}"))
            .header("x-api-key", &service.key)
            .header("content-type", "application/json");
        if let Ok(origin) = HeaderValue::from_bytes(origin.as_bytes()) {
            request = request.header("origin", origin);
        }
        // What is no request line never comes as far as this.
        let Ok(request) = request.body(Body::from(body)) else {
            return Ok(());
        };
        let answer = runtime.block_on(service.send(request));
        prop_assert!(answer.status.as_u16() < 500, "{:?}", answer.status);
        Ok(())
    });
    checked.unwrap();
}

#[test]
fn no_request_to_the_service_is_answered_with_a_failure_of_ours() {
    check_requests(server::api::api);
}

/// The sample has operations of every form.
#[test]
fn no_request_to_any_form_of_operation_is_answered_with_a_failure_of_ours() {
    check_requests(sample::api);
}
