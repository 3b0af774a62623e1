//! Examples for the API document: a story in which every operation is called once. What it records
//! must be what is committed; `cargo xtask generate` replaces it.

mod account;
mod calculation;
mod installation;
mod organization;
mod recorder;
mod stable;

use std::path::Path;

use serde_json::Value;

use recorder::Recorder;

const COMMITTED: &str = include_str!("../../../openapi/examples.json");

/// Calls every operation and returns what was recorded, one line for each.
async fn record() -> String {
    let mut story = Recorder::new().await;
    calculation::record(&mut story).await;
    let owner = account::set_up(&mut story).await;
    organization::record(&mut story, &owner).await;
    installation::record(&mut story, &owner).await;
    account::record(&mut story, owner).await;
    story.finish()
}

#[tokio::test]
async fn the_examples_are_those_that_the_service_gives() {
    let recorded = record().await;
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples.json");
    std::fs::write(&file, &recorded).unwrap();
    let line = |text: &str, number: usize| text.lines().nth(number).unwrap_or_default().to_owned();
    let count = recorded.lines().count().max(COMMITTED.lines().count());
    for number in 0..count {
        assert_eq!(
            line(COMMITTED, number),
            line(&recorded, number),
            "run `cargo xtask generate`"
        );
    }
}

#[test]
fn every_operation_has_an_example() {
    let examples: Value = serde_json::from_str(COMMITTED).unwrap();
    let document = server::api::api()
        .operations()
        .document("http://127.0.0.1:8080");
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let id = operation["operationId"].as_str().unwrap();
            let id = id.split("_alias_").next().unwrap();
            assert!(examples.get(id).is_some(), "{method} {path} ({id})");
        }
    }
}

#[test]
fn documents_of_groups_have_every_operation_once_with_its_example() {
    let document = server::api::api()
        .operations()
        .document("http://127.0.0.1:8080");
    let operations = |document: &Value| -> Vec<(String, Value)> {
        let items = document["paths"].as_object().unwrap().values();
        let all = items.flat_map(|it| it.as_object().unwrap().values());
        all.map(|it| (it["operationId"].as_str().unwrap().to_owned(), it.clone()))
            .collect()
    };
    let mut found = Vec::new();
    for group in openapi::group_names() {
        let part = openapi::group_document(&document, &group).unwrap();
        for (id, operation) in operations(&part) {
            let sample = &operation["x-codeSamples"][0]["source"];
            assert!(sample.as_str().unwrap().starts_with("curl "), "{id}");
            found.push(id);
        }
    }
    let mut expected: Vec<_> = operations(&document).into_iter().map(|it| it.0).collect();
    expected.sort();
    found.sort();
    assert_eq!(found, expected);
    assert_eq!(openapi::group_document(&document, "nothing"), None);
}
