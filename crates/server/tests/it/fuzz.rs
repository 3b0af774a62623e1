//! Untrusted input: whatever it is, the service responds properly. Inputs are generated near a
//! valid form, or by mutating the files in `tests/corpus`. Runs 256 cases of each property by
//! default; `cargo xtask fuzz` sets the number. A file that once broke something belongs in the
//! corpus: every run tries all of it unchanged.
//!
//! Inputs are processed on small stacks: see [`STACK_BYTES`].

mod size_limits;

use std::time::Duration;

use access::{DomainPattern, PresentedKey};
use axum::body::Body;
use axum::http::{HeaderValue, Request};
use http_api::clock::{parse_rfc3339, rfc3339};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, TestRunner};

use crate::harness::{Answer, Service};
use crate::sample_api;

/// The stack size of every thread that reads input here, a quarter of the service's. A function
/// that recurses as deep as its input overflows it, and so ends the test, long before it could
/// crash the service. The input is generated elsewhere, because that recurses itself.
///
/// A default natal request takes nearly 400 KiB of it, because its handlers are not optimized here.
///
/// A setting for all threads of a process (`RUST_MIN_STACK`) would be simpler. But the compiler
/// that `cargo test` starts obeys it as well, and the main thread, on which a single test may run,
/// does not.
const STACK_BYTES: usize = 512 * 1024;

/// Runs a closure on a small stack. A panic propagates, so that proptest shrinks the input. An
/// overflow ends the process.
fn on_small_stack<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
        let thread = thread.spawn_scoped(scope, run).unwrap();
        let ended = thread.join();
        ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Generates text near a form, or far from it.
fn near(form: &'static str) -> impl Strategy<Value = String> {
    let more = (".{0,2}", form, ".{0,2}").prop_map(|(a, b, c)| a + &b + &c);
    prop_oneof![form, ".{0,80}", more]
}

/// Returns the files of one folder of the corpus.
fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = format!("{}/tests/corpus/{target}", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = files.map(|it| it.unwrap().path()).collect();
    paths.sort();
    assert_ne!(paths, <[std::path::PathBuf; 0]>::default());
    paths.iter().map(|it| std::fs::read(it).unwrap()).collect()
}

/// A change of some bytes.
#[derive(Clone, Debug)]
enum Edit {
    Replace(Index, u8),
    Insert(Index, u8),
    Remove(Index, usize),
    Repeat(Index, usize),
    /// Replaces the rest with that of another file.
    Splice(Index, Index),
}

impl Edit {
    fn apply(&self, bytes: &mut Vec<u8>, other: &[u8]) {
        let place = |index: &Index| index.index(bytes.len() + 1);
        match self {
            Self::Replace(at, byte) => {
                let at = place(at);
                bytes.get_mut(at).into_iter().for_each(|it| *it = *byte);
            }
            Self::Insert(at, byte) => bytes.insert(place(at), *byte),
            Self::Remove(at, count) => {
                let at = place(at);
                let end = (at + count).min(bytes.len());
                bytes.drain(at..end);
            }
            Self::Repeat(at, count) => {
                let at = place(at);
                let end = (at + count).min(bytes.len());
                let part = bytes[at..end].to_vec();
                bytes.splice(at..at, part);
            }
            Self::Splice(at, from) => {
                bytes.truncate(place(at));
                bytes.extend(&other[from.index(other.len() + 1)..]);
            }
        }
    }
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = any::<Index>;
    prop_oneof![
        (at(), any::<u8>()).prop_map(|(at, byte)| Edit::Replace(at, byte)),
        (at(), any::<u8>()).prop_map(|(at, byte)| Edit::Insert(at, byte)),
        (at(), 1_usize..20).prop_map(|(at, count)| Edit::Remove(at, count)),
        (at(), 1_usize..200).prop_map(|(at, count)| Edit::Repeat(at, count)),
        (at(), at()).prop_map(|(at, from)| Edit::Splice(at, from)),
    ]
}

/// Generates a file of the corpus with a few changes.
fn mutated(target: &str) -> impl Strategy<Value = Vec<u8>> + use<> {
    let files = corpus(target);
    let edits = proptest::collection::vec(edit(), 1..6);
    (select(files.clone()), select(files), edits).prop_map(|(mut bytes, other, edits)| {
        for edit in edits {
            edit.apply(&mut bytes, &other);
        }
        bytes
    })
}

/// Generates the same as text, replacing invalid UTF-8.
fn mutated_text(target: &str) -> impl Strategy<Value = String> + use<> {
    mutated(target).prop_map(|it| String::from_utf8_lossy(&it).into_owned())
}

fn check_key(text: &str) {
    if PresentedKey::parse(text).is_ok() {
        let body = text
            .strip_prefix("ak_live_")
            .or(text.strip_prefix("ak_test_"));
        let body = body.expect("a known prefix");
        assert!(body.len() == 36 && body.bytes().all(|it| it.is_ascii_alphanumeric()));
    }
}

fn check_pattern(text: &str) {
    if let Ok(pattern) = text.parse::<DomainPattern>() {
        let shown = pattern.to_string();
        assert_eq!(shown.parse::<DomainPattern>(), Ok(pattern), "{shown}");
    }
}

fn check_instant(text: &str) {
    if let Ok(at) = parse_rfc3339(text) {
        assert_eq!(parse_rfc3339(&rfc3339(at)), Ok(at));
    }
}

#[test]
fn the_corpus_of_keys_patterns_and_instants_is_read_or_refused() {
    for (target, check) in [
        ("key", check_key as fn(&str)),
        ("pattern", check_pattern),
        ("instant", check_instant),
    ] {
        for bytes in corpus(target) {
            on_small_stack(|| check(&String::from_utf8_lossy(&bytes)));
        }
    }
}

proptest! {
    #[test]
    fn a_changed_key_is_read_or_refused(text in mutated_text("key")) {
        on_small_stack(|| check_key(&text));
    }

    #[test]
    fn a_changed_pattern_is_read_or_refused(text in mutated_text("pattern")) {
        on_small_stack(|| check_pattern(&text));
    }

    #[test]
    fn a_changed_instant_is_read_or_refused(text in mutated_text("instant")) {
        on_small_stack(|| check_instant(&text));
    }

    #[test]
    fn only_what_has_the_shape_is_a_key(text in near("ak_(live|test)_[0-9A-Za-z]{36}")) {
        on_small_stack(|| check_key(&text));
    }

    #[test]
    fn a_pattern_means_what_it_is_shown_as(
        text in near("(\\*\\.)?[a-z0-9-]{1,10}(\\.[a-zü-]{2,8}){0,3}(:[0-9]{1,6})?")
    ) {
        on_small_stack(|| check_pattern(&text));
    }

    #[test]
    fn an_instant_is_read_as_it_is_written(
        text in near("[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})")
    ) {
        on_small_stack(|| check_instant(&text));
    }
}

/// Generates JSON-like text: valid, nested or truncated.
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

/// Generates paths of an API, and paths that do not exist.
fn path(paths: Vec<String>) -> impl Strategy<Value = String> {
    let segment = "[a-zA-Z0-9.%_~-]{1,12}";
    let known = (select(paths), segment).prop_map(|(path, part)| {
        let parts = path
            .split('/')
            .map(|it| if it.contains('{') { part.as_str() } else { it });
        parts.collect::<Vec<_>>().join("/")
    });
    prop_oneof![4 => known, 1 => "/[a-z/.%]{0,20}"]
}

/// A service whose limits no round reaches, because a 429 response would hide other results.
struct Target {
    runtime: tokio::runtime::Runtime,
    service: Service,
}

impl Target {
    fn new(api: fn() -> server::routes::Api) -> Self {
        // For spawned handlers, calculations in the pool and large bodies, which are read on a
        // blocking thread.
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .thread_stack_size(STACK_BYTES)
            .enable_all()
            .build()
            .unwrap();
        let service = runtime.block_on(async {
            let service = Service::new(api()).await;
            let roomy = |terms: &mut store::OrgTerms| {
                terms.rates = Some(vec!["10000/1s".parse().unwrap()]);
                terms.test_allowance = Some(1_000_000_000);
            };
            service.set_terms(roomy).await;
            service
        });
        Self { runtime, service }
    }

    /// Sends a request and returns its response, unless that is a server error.
    fn check(&self, request: Request<Body>) -> Result<Answer, TestCaseError> {
        // Six batches a minute and 600 images an hour: fewer than any plan allows.
        self.service.clock.advance(Duration::from_secs(10));
        let answer = on_small_stack(|| self.runtime.block_on(self.service.send(request)));
        let status = answer.status.as_u16();
        prop_assert!(status < 500 && status != 429, "{}", answer.status);
        Ok(answer)
    }

    /// Returns a request with the service's key, or `None` if it is not a valid HTTP request.
    fn request(&self, method: &str, uri: &str, body: Vec<u8>) -> Option<Request<Body>> {
        let request = Request::builder()
            .method(method)
            .uri(uri)
            .header("x-api-key", &self.service.key)
            .header("content-type", "application/json");
        request.body(Body::from(body)).ok()
    }

    /// Returns every operation of the document: its method in capitals and a path.
    fn operations(&self) -> Vec<(String, String)> {
        let document = self.service.app.catalog().openapi["paths"]
            .as_object()
            .unwrap();
        let of_path = |(path, methods): (&String, &serde_json::Value)| {
            let parts = path.split('/');
            let parts = parts.map(|it| if it.starts_with('{') { "x" } else { it });
            let path = parts
                .collect::<Vec<_>>()
                .join("/")
                .replace("{format}", "svg");
            let methods = methods.as_object().unwrap().keys();
            let methods: Vec<_> = methods.map(|it| it.to_uppercase()).collect();
            methods.into_iter().map(move |it| (it, path.clone()))
        };
        let all = document.iter().flat_map(of_path);
        all.collect()
    }
}

/// Returns the bytes as a query. Characters that a query cannot contain are percent-encoded.
fn query_of(bytes: &[u8]) -> String {
    let plain = |it: u8| it.is_ascii_graphic() && !b"\"<>#`{}|\\^".contains(&it);
    let encode = |it: &u8| {
        if plain(*it) {
            char::from(*it).to_string()
        } else {
            format!("%{it:02x}")
        }
    };
    bytes.iter().map(encode).collect()
}

#[test]
fn every_operation_answers_the_whole_corpus_of_queries_and_bodies() {
    let target = Target::new(server::api::api);
    let (queries, bodies) = (corpus("query"), corpus("json"));
    for (method, path) in target.operations() {
        for query in &queries {
            let uri = format!("{path}?{}", query_of(query));
            let request = target.request(&method, &uri, Vec::new()).unwrap();
            target.check(request).unwrap();
        }
        for body in &bodies {
            let request = target.request(&method, &path, body.clone()).unwrap();
            target.check(request).unwrap();
        }
    }
}

#[test]
fn no_changed_query_or_body_is_answered_with_a_failure_of_ours() {
    let target = Target::new(server::api::api);
    let inputs = (
        select(target.operations()),
        mutated("query"),
        mutated("json"),
    );
    let mut runner = TestRunner::new(Config::default());
    let checked = runner.run(&inputs, |((method, path), query, body)| {
        let uri = format!("{path}?{}", query_of(&query));
        for (uri, body) in [(uri, Vec::new()), (path, body)] {
            if let Some(request) = target.request(&method, &uri, body) {
                target.check(request)?;
            }
        }
        Ok(())
    });
    checked.unwrap();
}

#[test]
fn no_birth_and_no_origin_is_answered_with_a_failure_of_ours() {
    let target = Target::new(server::api::api);
    let restricted = target.service.add_key_with(|key| {
        let pattern = "*.example.com".parse().unwrap();
        key.domains = access::DomainRule::List(access::DomainList::new([pattern]).unwrap());
    });
    let restricted = target.runtime.block_on(restricted);
    let check = |civil: &[u8], origin: &[u8]| {
        let uri = format!(
            "/api/calc/natal?dateTime={}&location.latitude=52.37&location.longitude=4.89",
            query_of(civil)
        );
        if let Some(request) = target.request("GET", &uri, Vec::new()) {
            target.check(request)?;
        }
        for header in ["origin", "referer"] {
            let Ok(origin) = HeaderValue::from_bytes(origin) else {
                continue;
            };
            let request = Request::get("/api/key").header("x-api-key", &restricted);
            let request = request.header(header, origin).body(Body::empty());
            target.check(request.unwrap())?;
        }
        Ok(())
    };
    for (civil, origin) in corpus("civil").iter().zip(corpus("origin").iter().cycle()) {
        check(civil, origin).unwrap();
    }
    for origin in corpus("origin") {
        check(b"1990-06-15", &origin).unwrap();
    }
    let mut runner = TestRunner::new(Config::default());
    let inputs = (mutated("civil"), mutated("origin"));
    let checked = runner.run(&inputs, |(civil, origin)| check(&civil, &origin));
    checked.unwrap();
}

fn check_requests(api: fn() -> server::routes::Api) {
    let target = Target::new(api);
    let service = &target.service;
    let document = service.app.catalog().openapi["paths"].as_object().unwrap();
    // Some of the sample's operations fail or wait on purpose.
    let sound = |path: &&String| !path.contains("failing") && !path.contains("slow");
    let paths: Vec<String> = document.keys().filter(sound).cloned().collect();
    let query = "([a-zA-Z.]{1,8}(=[^ #\\x00-\\x20\\x7f-\\u{10ffff}\"<>`{}]{0,12})?&?){0,4}";
    let origin = near("https?://[a-z.:*-]{1,20}");
    let method = select(vec!["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
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
        // Text that is not a request line never reaches the service.
        let Ok(request) = request.body(Body::from(body)) else {
            return Ok(());
        };
        target.check(request).map(drop)
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
    check_requests(sample_api::api);
}
