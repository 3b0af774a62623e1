//! A tool answers what the API answers: every calculation, and two hundred random calls.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{call, service};
use crate::harness::{Service, calculation_address};

/// Signed URLs have the time of their signature, which stands still here, so they are equal as well.
#[tokio::test]
async fn every_calculation_called_as_a_tool_answers_what_the_api_answers() {
    let service = service().await;
    let shapes = [
        json!({}),
        json!({ "precision": 2 }),
        json!({ "fields": ["meta"] }),
    ];
    let (mut count, mut differences) = (0, Vec::new());
    for it in server::api::calculations() {
        for shape in &shapes {
            let mut body = it.example.clone();
            body.as_object_mut()
                .unwrap()
                .extend(shape.as_object().unwrap().clone());
            count += 1;
            differences.extend(difference(&service, (it.name, it.operation), &body).await);
        }
    }
    assert!(differences.is_empty(), "{differences:#?}");
    assert!(count >= 100, "{count}");
}

/// What a tool answers differently from the API.
async fn difference(
    service: &Service,
    (name, operation): (&str, &str),
    body: &Value,
) -> Option<String> {
    let over_http = service.get(&calculation_address(name, body)).await;
    let arguments = json!({ "operation": operation, "body": body });
    let by_tool = call(service, "call_operation", &arguments).await;
    let expected = match over_http.status {
        StatusCode::OK => (over_http.json()["data"].clone(), json!(false)),
        _ => (Value::Null, json!(true)),
    };
    let found = (
        by_tool["structuredContent"]["data"].clone(),
        by_tool["isError"].clone(),
    );
    (found != expected).then(|| format!("{name} {body}: {found:?} {expected:?}"))
}

/// Random numbers that are the same in every run: the generator of Knuth's MMIX.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
        const INCREMENT: u64 = 1_442_695_040_888_963_407;
        self.0 = self.0.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT);
        (self.0 >> 33) % end
    }
}

/// The body with other times of day, places and years of birth. Ranges keep their dates, because another one may be
/// too long.
fn varied(body: &mut Value, random: &mut Random) {
    match body {
        Value::Object(fields) => {
            for (name, value) in fields {
                match name.as_str() {
                    "latitude" => *value = json!(random.below(1_200) as f64 / 10.0 - 60.0),
                    "longitude" => *value = json!(random.below(3_600) as f64 / 10.0 - 180.0),
                    _ => varied(value, random),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|it| varied(it, random)),
        Value::String(text) if text.len() == 16 && text.as_bytes()[10] == b'T' => {
            let date = format!(
                "{}-{:02}-{:02}",
                1900 + random.below(120),
                1 + random.below(12),
                1 + random.below(28)
            );
            *text = format!("{date}T{:02}:{:02}", random.below(24), random.below(60));
        }
        _ => {}
    }
}

#[tokio::test]
async fn two_hundred_random_calls_answer_what_the_api_answers() {
    let service = service().await;
    let mut random = Random(26);
    let calculations = server::api::calculations();
    let (mut answered, mut differences) = (0, Vec::new());
    for _ in 0..200 {
        let chosen = random.below(calculations.len() as u64);
        let it = &calculations[usize::try_from(chosen).unwrap()];
        let mut body = it.example.clone();
        varied(&mut body, &mut random);
        match random.below(3) {
            0 => body["precision"] = json!(random.below(10)),
            1 => body["fields"] = json!(["meta"]),
            _ => {}
        }
        let address = calculation_address(it.name, &body);
        answered += u32::from(service.get(&address).await.status == StatusCode::OK);
        differences.extend(difference(&service, (it.name, it.operation), &body).await);
    }
    assert!(differences.is_empty(), "{differences:#?}");
    assert!(answered >= 150, "{answered} of 200 are not refused");
}
