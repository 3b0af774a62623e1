//! Examples for the API document: a story in which every operation is called once. What it records
//! must be what is committed; `cargo xtask generate` replaces it.

mod account;
mod calculation;
mod installation;
mod library;
mod organization;
mod recorder;
mod stable;

use std::path::Path;

use serde_json::Value;

use recorder::Recorder;

const COMMITTED: &str = include_str!("../../../openapi/examples.json");

/// The folder with the built client libraries, set by `cargo xtask test`.
const LIBRARIES: &str = "ALMAGEST_TEST_CLIENTS";

/// Calls every operation and returns what was recorded, one line for each.
async fn record(mut story: Recorder) -> String {
    calculation::record(&mut story).await;
    let owner = account::set_up(&mut story).await;
    organization::record(&mut story, &owner).await;
    installation::record(&mut story, &owner).await;
    account::record(&mut story, owner).await;
    story.finish()
}

#[tokio::test]
async fn the_examples_are_those_that_the_service_gives() {
    let recorded = record(Recorder::new().await).await;
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

/// Compares values as the libraries return them, which is not text: 1.0 is 1. A request over a
/// socket has an address, and a browser a name.
fn comparable(value: &mut Value) {
    match value {
        Value::Number(number) => {
            let integer = number.as_f64().filter(|it| it.fract() == 0.0);
            if let Some(integer) = integer {
                *value = Value::from(integer);
            }
        }
        Value::Array(list) => list.iter_mut().for_each(comparable),
        Value::Object(object) => {
            for name in ["sourceAddress", "lastSeenAddress", "userAgent"] {
                object.remove(name);
            }
            object.values_mut().for_each(comparable);
        }
        _ => {}
    }
}

/// Tells the whole story with a client library instead of our own requests.
async fn the_library_gets_every_example(command: impl Fn(&Path) -> Vec<String>) {
    let Some(folder) = store::testing::given(LIBRARIES) else {
        return;
    };
    let story = Recorder::with_library(&command(Path::new(&folder))).await;
    let recorded = record(story).await;
    let parse = |text: &str| -> Value {
        let mut examples = serde_json::from_str(text).unwrap();
        comparable(&mut examples);
        examples
    };
    let (committed, recorded) = (parse(COMMITTED), parse(&recorded));
    for (id, example) in committed.as_object().unwrap() {
        assert_eq!(&recorded[id], example, "{id}");
    }
}

fn text_of(path: &Path) -> String {
    path.to_str().unwrap().to_owned()
}

fn python(folder: &Path) -> Vec<String> {
    let program = folder.join("venv-client/bin/python");
    let replay = folder.join("client-python/tests/replay.py");
    vec![text_of(&program), text_of(&replay)]
}

#[tokio::test(flavor = "multi_thread")]
async fn the_typescript_client_gets_every_example() {
    let replay = |folder: &Path| text_of(&folder.join("client-typescript/use/built/replay.js"));
    the_library_gets_every_example(|it| vec!["node".to_owned(), replay(it)]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_python_client_gets_every_example() {
    the_library_gets_every_example(python).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_asynchronous_python_client_gets_every_example() {
    the_library_gets_every_example(|it| [python(it), vec!["async".to_owned()]].concat()).await;
}

/// The types of a batch name calculations, which the API document does not list.
#[test]
fn the_typescript_client_knows_every_calculation_of_a_batch() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join("clients/typescript/src/generated/operations.ts");
    let text = std::fs::read_to_string(path).unwrap();
    let (_, declared) = text.split_once("interface BatchOperations {").unwrap();
    let mut declared: Vec<_> = declared.split('"').skip(1).step_by(2).collect();
    let calculations = server::api::calculations();
    let mut expected: Vec<_> = calculations.iter().map(|it| it.name).collect();
    declared.sort_unstable();
    expected.sort_unstable();
    assert_eq!(declared, expected);
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
