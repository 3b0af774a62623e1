//! Requests that should be refused, as expensive as possible.

use serde_json::{Map, Value, json};

pub(super) fn hostile_queries() -> Vec<(&'static str, String)> {
    let many: Vec<String> = (0..250).map(|number| format!("x{number}=1")).collect();
    let deep_many: Vec<String> = (0..250)
        .map(|number| format!("x{number}.a.b.c.d.e.f=1"))
        .collect();
    vec![
        (
            "a name with 3,000 dots",
            format!("a{}=1", ".a".repeat(3_000)),
        ),
        ("a name of 7,000 bytes", format!("{}=1", "n".repeat(7_000))),
        (
            "a value of 7,000 bytes",
            format!("points={}", "v".repeat(7_000)),
        ),
        ("3,500 items", format!("points={}", ",x".repeat(3_500))),
        (
            "60 unknown points",
            format!("points={}", unknown_names().join(",")),
        ),
        ("250 unknown parameters", many.join("&")),
        ("250 unknown deep parameters", deep_many.join("&")),
        ("3,500 parameters", "a&".repeat(3_500)),
    ]
}

pub(super) fn hostile_bodies(body: &Map<String, Value>) -> Vec<(String, Vec<u8>)> {
    let megabyte = 1_000_000;
    let mut all = vec![
        ("1 MB of [".to_owned(), "[".repeat(megabyte)),
        ("1 MB of {\"a\":".to_owned(), "{\"a\":".repeat(megabyte / 5)),
        (
            "1 MB of digits".to_owned(),
            format!("{{\"a\":{}}}", "9".repeat(megabyte)),
        ),
        (
            "1 MB of zeros in a list".to_owned(),
            format!("{{\"a\":[{}0]}}", "0,".repeat(megabyte / 2)),
        ),
        (
            "1 MB of escapes".to_owned(),
            format!("{{\"a\":\"{}\"}}", "\\u0041".repeat(megabyte / 6)),
        ),
        ("40,000 unknown fields".to_owned(), {
            let fields: Vec<String> = (0..40_000)
                .map(|number| format!("\"f{number}\":1"))
                .collect();
            format!("{{{}}}", fields.join(","))
        }),
        (
            "90,000 lists".to_owned(),
            format!("{{\"a\":[{}[]]}}", "[],".repeat(90_000)),
        ),
    ];
    for name in body.keys() {
        let long = "v".repeat(60_000);
        let many = vec![json!("x"); 90_000];
        let nested = (0..14).fold(json!([1, 2]), |inner, _| json!([inner]));
        let objects = vec![json!({ "a": 1, "b": [] }); 20_000];
        for (what, value) in [
            ("60 kB of text", json!(long)),
            ("90,000 texts", json!(many)),
            ("60 unknown names", json!(unknown_names())),
            ("a nested list", nested),
            ("20,000 objects", json!(objects)),
        ] {
            let mut changed = body.clone();
            changed.insert(name.clone(), value);
            all.push((
                format!("{what} in {name}"),
                Value::Object(changed).to_string(),
            ));
        }
    }
    all.into_iter()
        .map(|(what, text)| (what, text.into_bytes()))
        .collect()
}

/// Names as long as those that the service compares with known ones, for a suggestion.
fn unknown_names() -> Vec<String> {
    let alphabet: Vec<char> = ('a'..='z').collect();
    let letter = |seed: usize, at: usize| alphabet[(seed * 7 + at * 5) % alphabet.len()];
    let name = |seed: usize| (0..32).map(|at| letter(seed, at)).collect();
    (0..60).map(name).collect()
}
