//! Deep, long or wide input is refused exactly from the limit on, with the documented error, and
//! the response stays small.

use access::{Role, UserId, WebhookId};
use axum::body::Body;
use axum::http::{Method, Request};
use http_api::randomness::OsRandom;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Map, Value, json};

use super::Target;
use crate::harness::{Answer, NOW, browser_request};

const MAX_NAME_DEPTH: usize = 8;
const MAX_NAME_BYTES: usize = 200;
const MAX_PARAMETERS: usize = 256;
const MAX_JSON_DEPTH: usize = 16;
const MAX_JSON_VALUES: usize = 4_000;
const MAX_CURSOR_CHARS: usize = 200;
/// Room for fifty problems, each with a name or a value of a few hundred bytes.
const MAX_ERROR_BYTES: usize = 64 * 1024;

/// Generates a number near a limit, a small one, or one far beyond.
fn near(limit: usize, far: usize) -> impl Strategy<Value = usize> {
    prop_oneof![limit.saturating_sub(2)..limit + 3, 1..limit + 1, limit..far]
}

/// Returns `true` if a response is a refusal with this code only.
fn is_refusal(answer: &Answer, code: &str) -> bool {
    !answer.status.is_success() && answer.codes().iter().all(|it| it == code)
}

fn check_size(answer: &Answer) -> Result<(), TestCaseError> {
    let bytes = answer.bytes.len();
    prop_assert!(
        answer.status.is_success() || bytes <= MAX_ERROR_BYTES,
        "{bytes} bytes"
    );
    Ok(())
}

/// The name of a parameter with this many levels, and its bytes as they arrive.
#[derive(Clone, Debug)]
struct Name {
    levels: usize,
    text: String,
}

impl Name {
    fn is_refused(&self) -> bool {
        self.levels > MAX_NAME_DEPTH || self.text.len() > MAX_NAME_BYTES
    }
}

fn name() -> impl Strategy<Value = Name> {
    let separators = vec![
        (".", ""),
        ("[", "]"),
        ("%2E", ""),
        ("%5B", "%5D"),
        (".", "]"),
    ];
    let segment = prop_oneof![4 => "[a-zA-Z0-9_~-]{0,6}", 1 => "[a-z]{0,210}"];
    let levels = near(MAX_NAME_DEPTH, 3_000);
    (levels, segment, select(separators)).prop_map(|(levels, segment, (open, close))| {
        let deeper = format!("{open}{segment}{close}").repeat(levels - 1);
        Name {
            levels,
            text: format!("x{segment}{deeper}"),
        }
    })
}

#[test]
fn a_parameter_name_is_refused_from_the_limit_on_and_never_overflows_a_stack() {
    let target = Target::new(server::api::api);
    let paths = ["/healthz", "/api/key", "/api/calc/natal", "/api/modules"];
    let names = proptest::collection::vec(name(), 1..4);
    let mut runner = TestRunner::new(Config::default());
    let checked = runner.run(&(select(paths.to_vec()), names), |(path, names)| {
        let texts: Vec<_> = names.iter().map(|it| format!("{}=1", it.text)).collect();
        let uri = format!("{path}?{}", texts.join("&"));
        // A longer URL never reaches the service.
        let Some(request) = target.request("GET", &uri, Vec::new()) else {
            return Ok(());
        };
        let answer = target.check(request)?;
        let expected = names.iter().any(Name::is_refused);
        prop_assert_eq!(is_refusal(&answer, "query_malformed"), expected);
        check_size(&answer)
    });
    checked.unwrap();
}

#[test]
fn more_parameters_than_any_operation_has_are_refused() {
    let target = Target::new(server::api::api);
    let mut runner = TestRunner::new(Config::default());
    let inputs = (
        near(MAX_PARAMETERS, 4_000),
        "[a-z]{1,3}(\\.[a-z]{1,3}){0,2}",
    );
    let checked = runner.run(&inputs, |(count, name)| {
        let uri = format!("/api/calc/natal?{}", format!("{name}=1&").repeat(count));
        let Some(request) = target.request("GET", &uri, Vec::new()) else {
            return Ok(());
        };
        let answer = target.check(request)?;
        let expected = count > MAX_PARAMETERS;
        prop_assert_eq!(is_refusal(&answer, "query_malformed"), expected);
        check_size(&answer)
    });
    checked.unwrap();
}

/// A document of this many levels around a list of this many numbers.
#[derive(Clone, Debug)]
struct Document {
    levels: usize,
    width: usize,
    name: String,
    /// Whether each level is an object rather than a list.
    kinds: Vec<bool>,
}

impl Document {
    /// Returns the levels outside of the list, outermost first: lists and objects according to
    /// `kinds`.
    fn outside(&self) -> impl DoubleEndedIterator<Item = bool> {
        (0..self.levels - 1).map(|it| it == 0 || self.kinds[it % self.kinds.len()])
    }

    fn text(&self) -> String {
        let name = Value::from(self.name.as_str()).to_string();
        let mut text = String::new();
        for is_object in self.outside() {
            if is_object {
                text.extend(["{", &name, ":"]);
            } else {
                text.push('[');
            }
        }
        text += "[";
        text += &"1,".repeat(self.width);
        text += "1]";
        for is_object in self.outside().rev() {
            text.push(if is_object { '}' } else { ']' });
        }
        text
    }

    fn is_refused(&self) -> bool {
        let values = self.levels + self.width + 1;
        let has_name = self.outside().any(|it| it);
        self.levels > MAX_JSON_DEPTH
            || values > MAX_JSON_VALUES
            || has_name && self.name.len() > MAX_NAME_BYTES
    }
}

fn document() -> impl Strategy<Value = Document> {
    let width = prop_oneof![
        20 => 0_usize..100,
        1 => MAX_JSON_VALUES - 20..MAX_JSON_VALUES + 20,
    ];
    let name = prop_oneof![
        8 => "[a-z~/ü\"\\\\]{0,20}",
        1 => "[a-z]{195,205}",
        1 => "[a-zü]{150,2000}",
    ];
    let kinds = proptest::collection::vec(any::<bool>(), 1..8);
    let levels = near(MAX_JSON_DEPTH, 4_000);
    (levels, width, name, kinds).prop_map(|(levels, width, name, kinds)| Document {
        levels,
        width,
        name,
        kinds,
    })
}

#[test]
fn a_document_is_refused_from_the_limit_on_and_never_overflows_a_stack() {
    let target = Target::new(server::api::api);
    let mut runner = TestRunner::new(Config::default());
    let paths = ["/api/calc/natal", "/api/calc/batch", "/api/key/tokens"];
    let checked = runner.run(&(select(paths.to_vec()), document()), |(path, document)| {
        let body = document.text().into_bytes();
        let request = target.request("POST", path, body).unwrap();
        let answer = target.check(request)?;
        if answer.codes() == ["body_too_large"] {
            return Ok(());
        }
        let expected = document.is_refused();
        prop_assert_eq!(is_refusal(&answer, "json_malformed"), expected);
        check_size(&answer)
    });
    checked.unwrap();
}

/// Generates objects and lists whose names are hard to write in a pointer.
fn tree() -> impl Strategy<Value = Value> {
    let name = || {
        let known = vec![
            "location",
            "latitude",
            "points",
            "requests",
            "operation",
            "body",
        ];
        prop_oneof![
            select(known).prop_map(str::to_owned),
            "[a-z/~0-9. ü\"%]{0,12}"
        ]
    };
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<i32>().prop_map(Value::from),
        ".{0,70}".prop_map(Value::from),
    ];
    let value = leaf.prop_recursive(12, 64, 4, move |inner| {
        let object = proptest::collection::vec((name(), inner.clone()), 0..4)
            .prop_map(|fields| Value::Object(fields.into_iter().collect()));
        prop_oneof![
            proptest::collection::vec(inner, 0..4).prop_map(Value::Array),
            object,
        ]
    });
    proptest::collection::vec((name_of_root(), value), 0..6).prop_map(|fields| {
        let fields: Map<String, Value> = fields.into_iter().collect();
        Value::Object(fields)
    })
}

fn name_of_root() -> impl Strategy<Value = String> {
    let known = vec!["dateTime", "location", "points", "orbs", "requests"];
    prop_oneof![select(known).prop_map(str::to_owned), "[a-z/~0-9. ]{0,12}"]
}

#[test]
fn a_pointer_of_an_error_leads_to_what_is_wrong_or_to_where_it_is_missing() {
    let target = Target::new(server::api::api);
    let mut runner = TestRunner::new(Config::default());
    let paths = ["/api/calc/natal", "/api/calc/batch", "/api/calc/ephemeris"];
    let checked = runner.run(&(select(paths.to_vec()), tree()), |(path, tree)| {
        let body = tree.to_string().into_bytes();
        let answer = target.check(target.request("POST", path, body).unwrap())?;
        check_size(&answer)?;
        let errors = answer.json()["errors"].as_array().cloned();
        for error in errors.unwrap_or_default() {
            let pointer = error["source"]["pointer"].as_str().unwrap_or_default();
            let parent = pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
            let is_missing = error["code"] == "field_missing";
            let place = if is_missing { parent } else { pointer };
            prop_assert!(
                tree.pointer(place).is_some(),
                "{pointer}: {}",
                error["code"]
            );
        }
        Ok(())
    });
    checked.unwrap();
}

/// Generates text that resembles a cursor of one of the lists, or not.
fn cursor() -> impl Strategy<Value = String> {
    let long = "[a-zA-Z0-9]{180,220}|[0-9]{1,3000}|(ü|~|/){60,400}";
    let id = "[a-z]{2,4}_[0-9a-zA-Z]{20,30}|[0-9A-HJKMNP-TV-Z]{26}";
    let numbers = "-?[0-9]{1,20}([.:,_-][0-9]{1,20}){0,3}";
    prop_oneof![long, id, numbers, "[A-Za-z0-9+/=_-]{0,60}", ".{0,20}"]
}

/// Returns the lists of the document: their URLs up to the cursor.
fn lists(target: &Target) -> Vec<String> {
    let whole = &target.service.app.catalog().openapi;
    let document = whole["paths"].as_object().unwrap();
    let has_cursor = |methods: &Value| {
        let parameters = methods["get"]["parameters"].as_array();
        let parameters = parameters.into_iter().flatten();
        let mut names = parameters.map(|it| &crate::contract::resolved(whole, it)["name"]);
        names.any(|it| *it == "page[after]")
    };
    let org = target.service.org_id.to_string();
    let webhook = WebhookId::new(NOW, &OsRandom).to_string();
    let address = |path: &String| {
        let path = path
            .replace("{org}", &org)
            .replace("{webhook}", &webhook)
            .replace("{horoscopeType}/{contentType}", "natal/aspect")
            .replace("{id}", "x");
        let query = if path.ends_with("/search") {
            "q=sun&"
        } else {
            ""
        };
        format!("{path}?{query}page[after]=")
    };
    let lists = document.iter().filter(|(_, methods)| has_cursor(methods));
    lists.map(|(path, _)| address(path)).collect()
}

/// Returns a request for a page with a key or as a person who may see everything, whichever the
/// list requires.
fn page_request(target: &Target, person: UserId, list: &str, cursor: &str) -> Request<Body> {
    let uri = format!("{list}{}", utf8_percent_encode(cursor, NON_ALPHANUMERIC));
    let is_for_people = ["/api/manage/", "/api/chatbots"];
    if !is_for_people.iter().any(|it| list.starts_with(it)) {
        return target.request("GET", &uri, Vec::new()).unwrap();
    }
    // A session that is some hours old has ended, because the clock of a target runs fast.
    let session = target.runtime.block_on(async {
        let signed_in = target.service.signed_in(person).await;
        let mut transaction = target.service.app.store.begin().await.unwrap();
        let session = signed_in.session;
        let given = transaction.set_session_second_factor(person, session).await;
        assert!(given.unwrap());
        transaction.commit().await.unwrap();
        signed_in
    });
    let request = browser_request(Method::GET, &uri);
    let request = request.header("cookie", format!("almagest_local={}", session.token));
    let request = request.header("x-organization", target.service.org_id.to_string());
    request.body(Body::empty()).unwrap()
}

#[test]
fn a_cursor_is_one_of_the_lists_or_refused() {
    let target = Target::new(server::api::api);
    let service = &target.service;
    let person = target.runtime.block_on(async {
        let person = service.member(Role::Owner).await;
        service.make_operator(&person).await;
        person.id
    });
    let lists = lists(&target);
    assert!(lists.len() > 10, "{lists:?}");
    let mut runner = TestRunner::new(Config::default());
    let checked = runner.run(&(select(lists), cursor()), |(list, cursor)| {
        let answer = target.check(page_request(&target, person, &list, &cursor))?;
        check_size(&answer)?;
        let is_long = cursor.chars().count() > MAX_CURSOR_CHARS;
        let expected = if is_long {
            Some("field_length")
        } else {
            (answer.status == 400).then_some("value_refused")
        };
        let is_expected = expected.is_none_or(|it| is_refusal(&answer, it));
        prop_assert!(is_expected, "{} {:?}", answer.status, answer.codes());
        prop_assert!(![401, 403].contains(&answer.status.as_u16()));
        Ok(())
    });
    checked.unwrap();
}

/// Checks each limit once from both sides, independent of what is generated.
#[test]
fn the_last_input_within_a_limit_is_read_and_the_next_one_refused() {
    let target = Target::new(server::api::api);
    let ask = |method: &str, uri: &str, body: String| {
        let request = target.request(method, uri, body.into_bytes()).unwrap();
        target.check(request).unwrap().codes()
    };
    let name = |levels: usize| format!("/healthz?a{}=1", ".a".repeat(levels - 1));
    assert_eq!(
        ask("GET", &name(MAX_NAME_DEPTH), String::new()),
        ["field_unknown"]
    );
    assert_eq!(
        ask("GET", &name(MAX_NAME_DEPTH + 1), String::new()),
        ["query_malformed"]
    );
    let nested = |levels: usize| {
        let inside = levels - 1;
        format!(
            "{{\"points\":{}{}}}",
            "[".repeat(inside),
            "]".repeat(inside)
        )
    };
    let read = ask("POST", "/api/calc/natal", nested(MAX_JSON_DEPTH));
    assert!(!read.contains(&"json_malformed".to_owned()), "{read:?}");
    let refused = ask("POST", "/api/calc/natal", nested(MAX_JSON_DEPTH + 1));
    assert_eq!(refused, ["json_malformed"]);
    let after = |length: usize| format!("/api/modules?page[after]={}", "9".repeat(length));
    let refused = ask("GET", &after(MAX_CURSOR_CHARS), String::new());
    assert_eq!(refused, ["value_refused"]);
    let refused = ask("GET", &after(MAX_CURSOR_CHARS + 1), String::new());
    assert_eq!(refused, ["field_length"]);
    let body = json!({ "dateTime": "1990-06-15T14:30", "points": ["x".repeat(60_000)] });
    assert!(ask("POST", "/api/calc/natal", body.to_string()).contains(&"field_value".to_owned()));
}
