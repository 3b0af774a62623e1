//! Request formats: bodies, queries and paths give the same input, and all errors are reported at
//! once.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::harness::Service;
use crate::sample_api;

#[tokio::test]
async fn a_query_means_the_same_as_a_body() {
    let service = Service::new(sample_api::api()).await;
    let body = json!({
        "dateTime": "1990-06-15T14:30",
        "location": { "latitude": 52.37, "longitude": 4.89, "timezone": "Europe/Amsterdam" },
        "points": ["sun", "meanNode"],
        "orbs": { "trine": 7.5 },
        "exact": true,
        "harmonic": 4,
        "until": "2027-01-01T00:00:00Z",
    });
    let posted = service.post("/sample/chart", &body.to_string()).await;
    assert_eq!(
        posted.status,
        StatusCode::OK,
        "{}",
        String::from_utf8_lossy(&posted.bytes)
    );
    assert_eq!(posted.json()["data"], body);
    let query = "dateTime=1990-06-15T14%3A30&location.latitude=52.37&location.longitude=4.89\
        &location.timezone=Europe/Amsterdam&points=sun&points=meanNode&orbs.trine=7.5\
        &exact=true&harmonic=4&until=2027-01-01T00:00:00Z";
    for path in ["/sample/chart", "/sample/chart-alias"] {
        let asked = service.get(&format!("{path}?{query}")).await;
        assert_eq!(
            asked.status,
            StatusCode::OK,
            "{}",
            String::from_utf8_lossy(&asked.bytes)
        );
        assert_eq!(asked.json(), posted.json());
    }
}

/// Sends a body and returns the code and pointer of every problem.
async fn problems(service: &Service, body: &Value) -> Vec<(String, String)> {
    let answer = service.post("/sample/chart", &body.to_string()).await;
    let errors = answer.json()["errors"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    errors
        .iter()
        .map(|it| {
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            (text(&it["code"]), text(&it["source"]["pointer"]))
        })
        .collect()
}

#[tokio::test]
async fn all_problems_are_in_one_answer_each_with_its_pointer() {
    let service = Service::new(sample_api::api()).await;
    let body = json!({
        "datetime": "1990",
        "location": { "latitude": 91, "longitude": "east" },
        "points": ["sun", "mooon", 3],
        "orbs": { "trine": 0, "trin": 1 },
        "harmonic": 1.5,
        "until": "tomorrow",
    });
    let mut found = problems(&service, &body).await;
    found.sort();
    let expected = [
        ("field_format", "/until"),
        ("field_missing", "/dateTime"),
        ("field_range", "/location/latitude"),
        ("field_range", "/orbs/trine"),
        ("field_type", "/harmonic"),
        ("field_type", "/location/longitude"),
        ("field_type", "/points/2"),
        ("field_unknown", "/datetime"),
        ("field_unknown", "/orbs/trin"),
        ("field_value", "/points/1"),
    ];
    let expected: Vec<_> = expected
        .iter()
        .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()))
        .collect();
    assert_eq!(found, expected);
}

#[tokio::test]
async fn the_same_problems_in_a_query_name_its_parameters() {
    let service = Service::new(sample_api::api()).await;
    let answer = service
        .get("/sample/chart?dateTime=x&location.latitude=91&location.longitude=east&points=mooon")
        .await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    let errors = answer.json()["errors"].clone();
    let named: Vec<_> = errors
        .as_array()
        .unwrap()
        .iter()
        .map(|it| {
            (
                it["code"].as_str().unwrap(),
                it["source"]["parameter"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        named,
        [
            ("field_range", "location.latitude"),
            ("field_type", "location.longitude"),
            ("field_value", "points"),
        ]
    );
    assert_eq!(errors[2]["meta"]["suggestion"], "moon");
    assert_eq!(
        errors[2]["meta"]["accepted"],
        json!(["sun", "moon", "meanNode"])
    );
}

#[tokio::test]
async fn a_body_that_is_no_object_is_refused() {
    let service = Service::new(sample_api::api()).await;
    for body in [json!([]), json!(null), json!("text"), json!(1)] {
        let found = problems(&service, &body).await;
        assert_eq!(found, [("field_type".to_owned(), String::new())], "{body}");
    }
}

#[tokio::test]
async fn lists_and_texts_have_limits() {
    let service = Service::new(sample_api::api()).await;
    let valid = json!({ "dateTime": "x", "location": { "latitude": 0, "longitude": 0 } });
    let with = |name: &str, value: Value| {
        let mut body = valid.clone();
        body[name] = value;
        body
    };
    assert_eq!(problems(&service, &valid).await, []);
    let long = "é".repeat(41);
    for (body, pointer) in [
        (with("dateTime", json!("")), "/dateTime"),
        (with("dateTime", json!(long)), "/dateTime"),
        (with("points", json!(vec!["sun"; 21])), "/points"),
    ] {
        let found = problems(&service, &body).await;
        assert_eq!(found, [("field_length".to_owned(), pointer.to_owned())]);
    }
    let accepted = with("dateTime", json!("é".repeat(40)));
    assert_eq!(
        problems(&service, &accepted).await,
        [],
        "characters count, not bytes"
    );
}

#[tokio::test]
async fn a_whole_number_may_be_written_with_a_point() {
    let service = Service::new(sample_api::api()).await;
    let body = r#"{"dateTime":"x","location":{"latitude":0,"longitude":0},"harmonic":4.0}"#;
    let answer = service.post("/sample/chart", body).await;
    assert_eq!(answer.json()["data"]["harmonic"], 4);
}

#[tokio::test]
async fn a_body_operation_takes_nothing_from_the_query() {
    let service = Service::new(sample_api::api()).await;
    let answer = service.post("/sample/chart?points=sun", "{}").await;
    assert_eq!(answer.codes(), ["field_unknown"]);
    assert_eq!(answer.json()["errors"][0]["source"]["parameter"], "points");
}

#[tokio::test]
async fn path_parameters_are_checked_like_fields_and_not_taken_from_the_body() {
    let service = Service::new(sample_api::api()).await;
    let answer = service.get("/sample/things/first").await;
    assert_eq!(answer.codes(), ["field_type"]);
    assert_eq!(answer.json()["errors"][0]["source"]["parameter"], "number");
    let answer = service.get("/sample/things/99").await;
    assert_eq!(answer.codes(), ["resource_not_found"]);
    let path = "/sample/things/3";
    let renamed = service
        .send_json(Method::PATCH, path, r#"{"name":"new"}"#)
        .await;
    assert_eq!(renamed.json()["data"]["id"], "3");
    assert_eq!(renamed.json()["data"]["attributes"]["name"], "new");
    let smuggled = service
        .send_json(Method::PATCH, path, r#"{"name":"new","number":4}"#)
        .await;
    assert_eq!(smuggled.codes(), ["field_unknown"]);
}

#[tokio::test]
async fn a_repeated_parameter_that_is_no_list_is_refused() {
    let service = Service::new(sample_api::api()).await;
    let answer = service.get("/sample/picture.svg?width=100&width=200").await;
    assert_eq!(answer.codes(), ["field_type"]);
    let answer = service.get("/sample/picture.svg?width=%FF").await;
    assert_eq!(answer.codes(), ["query_malformed"]);
}
