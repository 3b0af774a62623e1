//! Margins and explanations over HTTP, compared with charts of the same service.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{place, post, service};
use crate::harness::Service;

/// 2024-03-10, with seconds from noon in universal time.
fn birth(seconds_from_noon: i64) -> Value {
    let of_day = 43_200 + seconds_from_noon;
    let (hour, minute, second) = (of_day / 3_600, of_day / 60 % 60, of_day % 60);
    json!({
        "dateTime": format!("2024-03-10T{hour:02}:{minute:02}:{second:02}Z"),
        "location": place(52.37, 4.89),
    })
}

async fn data(service: &Service, name: &str, mut body: Value, more: &Value) -> Value {
    for (field, value) in more.as_object().unwrap() {
        body[field] = value.clone();
    }
    let answer = post(service, name, &body).await;
    assert_eq!(
        answer.status,
        StatusCode::OK,
        "{name} {body}: {}",
        answer.json()
    );
    answer.json()["data"].clone()
}

/// The fact of a kind about a point.
fn fact<'a>(facts: &'a Value, kind: &str, point: &str) -> &'a Value {
    let mut all = facts.as_array().unwrap().iter();
    all.find(|it| it["kind"] == kind && it["point"] == point)
        .unwrap()
}

/// Whole seconds inside and outside a change, from the birth.
fn around(change: &Value, direction: i64) -> (i64, i64) {
    let seconds = change["minutes"].as_f64().unwrap() * 60.0;
    let inside = format!("{:.0}", (seconds - 1.0).floor()).parse::<i64>();
    let outside = format!("{:.0}", (seconds + 1.0).ceil()).parse::<i64>();
    (inside.unwrap() * direction, outside.unwrap() * direction)
}

#[tokio::test]
async fn the_ascendant_changes_sign_at_its_margins() {
    let service = service().await;
    let found = data(&service, "margins", birth(0), &json!({})).await;
    assert_eq!(
        (&found["system"], &found["withinMinutes"]),
        (&json!("western"), &json!(720))
    );
    let ascendant = fact(&found["facts"], "sign", "ascendant");
    let sign = async |seconds| {
        let chart = data(&service, "natal", birth(seconds), &json!({})).await;
        chart["angles"]["ascendant"]["sign"].clone()
    };
    for (change, direction) in [("earlier", -1), ("later", 1)] {
        let change = &ascendant[change];
        let (inside, outside) = around(change, direction);
        assert_eq!(sign(inside).await, ascendant["value"]);
        assert_eq!(sign(outside).await, change["value"]);
    }
    // The fact that changes first comes first, and a natal chart has the same ones.
    let nearest: Vec<f64> = found["facts"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|it| it["nearestMinutes"].as_f64())
        .collect();
    assert!(nearest.len() > 20 && nearest.is_sorted(), "{nearest:?}");
    let natal = data(
        &service,
        "natal",
        birth(0),
        &json!({ "include": ["margins"] }),
    )
    .await;
    assert_eq!(natal["margins"], found["facts"]);
}

#[tokio::test]
async fn the_lagna_of_a_navamsha_changes_at_its_margins() {
    let service = service().await;
    let more = json!({ "system": "vedic", "dashaDate": "2030-01-01" });
    let found = data(&service, "margins", birth(0), &more).await;
    let lagna = fact(&found["facts"], "varga", "lagna");
    assert_eq!(lagna["varga"], "D9");
    let sign = async |seconds| {
        let chart = data(&service, "vedic/chart", birth(seconds), &json!({})).await;
        chart["vargas"]["D9"]["lagna"].clone()
    };
    for (change, direction) in [("earlier", -1), ("later", 1)] {
        let change = &lagna[change];
        let (inside, outside) = around(change, direction);
        assert_eq!(sign(inside).await, lagna["value"]);
        assert_eq!(sign(outside).await, change["value"]);
    }
    // The lords are those of the dasha at that date, and an ayanamsha changes the navamsha.
    let dasha = data(
        &service,
        "vedic/dasha",
        birth(0),
        &json!({ "at": "2030-01-01", "levels": 3 }),
    )
    .await;
    let maha = &dasha["periods"][0];
    let lords = found["facts"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|it| it["kind"] == "dasha");
    for lord in lords {
        let expected = match lord["level"].as_u64() {
            Some(1) => &maha["lord"],
            Some(2) => &maha["periods"][0]["lord"],
            _ => &maha["periods"][0]["periods"][0]["lord"],
        };
        assert_eq!(&lord["value"], expected);
    }
    let ayanamshas = lagna["changedBy"]["ayanamshas"].as_array().unwrap();
    assert!(!ayanamshas.is_empty());
    let other = json!({ "ayanamsha": ayanamshas[0] });
    let there = data(&service, "vedic/chart", birth(0), &other).await;
    assert_ne!(there["vargas"]["D9"]["lagna"], lagna["value"]);
}

#[tokio::test]
async fn options_of_the_other_astrology_are_named_in_a_warning() {
    let service = service().await;
    let western = data(&service, "margins", birth(0), &json!({ "vargas": ["D9"] })).await;
    let vedic = json!({ "system": "vedic", "houseSystem": "koch" });
    let vedic = data(&service, "margins", birth(0), &vedic).await;
    for (data, name) in [(western, "`vargas`"), (vedic, "`houseSystem`")] {
        let warnings = data["meta"]["warnings"].to_string();
        assert!(
            warnings.contains("option_without_effect") && warnings.contains(name),
            "{warnings}"
        );
    }
}

/// The longitudes of a chart, rounded to hundredths of a degree.
fn longitudes(chart: &Value) -> Value {
    let points = ["sun", "moon", "mars", "jupiter", "northNode"];
    let point = |id: &&str| {
        let longitude = chart["points"][*id]["longitude"].as_f64().unwrap();
        ((*id).to_owned(), json!((longitude * 100.0).round() / 100.0))
    };
    let mut all: serde_json::Map<String, Value> = points.iter().map(point).collect();
    let ascendant = chart["angles"]["ascendant"]["longitude"].as_f64().unwrap();
    all.insert(
        "ascendant".to_owned(),
        json!((ascendant * 100.0).round() / 100.0),
    );
    Value::Object(all)
}

#[tokio::test]
async fn the_settings_behind_other_longitudes_are_found() {
    let service = service().await;
    let written = |offset: &str| json!({ "dateTime": format!("1990-06-15T14:30{offset}"), "location": place(52.37, 4.89) });
    // Amsterdam had summer time, UTC+2. The other program took it as winter time.
    let settings = json!({ "zodiac": "sidereal", "ayanamsha": "raman", "nodeType": "mean" });
    let chart = data(&service, "natal", written("+01:00"), &settings).await;
    let question = json!({ "longitudes": longitudes(&chart) });
    let found = data(&service, "explain", written(""), &question).await;
    let first = &found["explanations"][0];
    assert_eq!(
        (&found["explained"], &found["detail"]),
        (&json!(true), &Value::Null)
    );
    assert_eq!(
        (&first["ayanamsha"], &first["nodeType"]),
        (&json!("raman"), &json!("mean"))
    );
    assert_eq!(first["reading"]["id"], "hourLater");
    assert_eq!(first["reading"]["utc"], "1990-06-15T13:30:00Z");
    assert_eq!(first["center"], "geocentric");
    assert!(first["residualArcminutes"].as_f64().unwrap() <= 0.31);
}

#[tokio::test]
async fn nonsense_is_not_explained_and_no_longitude_is_refused() {
    let service = service().await;
    let nonsense = json!({
        "longitudes": { "sun": 1.0, "moon": 200.0, "mars": 77.0, "jupiter": 3.0, "saturn": 5.0, "ascendant": 9.0 },
    });
    let found = data(&service, "explain", birth(0), &nonsense).await;
    assert_eq!(found["explained"], false);
    assert!(
        found["detail"]
            .as_str()
            .unwrap()
            .starts_with("No setting explains")
    );
    assert_eq!(found["explanations"][0]["fits"], false);
    let mut empty = birth(0);
    empty["longitudes"] = json!({});
    super::check_refused(
        &service,
        "explain",
        empty,
        (400, "field_missing", "/longitudes"),
    )
    .await;
}
