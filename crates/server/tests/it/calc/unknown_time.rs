//! Births without a time, in calculations that compare them with something else.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{all, pair, post, service, transit};

/// Returns the warning codes of a response.
fn codes(meta: &Value) -> Vec<&str> {
    let warnings = meta["warnings"].as_array().unwrap();
    warnings
        .iter()
        .map(|it| it["code"].as_str().unwrap())
        .collect()
}

/// Returns the degrees that a point moves during the day.
fn width(point: &Value) -> f64 {
    let end = |name: &str| point[name].as_f64().expect(name);
    (end("longitudeEnd") - end("longitudeStart")).rem_euclid(360.0)
}

fn check_certainties(aspects: &Value) {
    let aspects = aspects.as_array().unwrap();
    let count = |certainty: &str| {
        aspects
            .iter()
            .filter(|it| it["certainty"] == certainty)
            .count()
    };
    assert!(count("certain") > 0 && count("possible") > 0);
    assert_eq!(count("certain") + count("possible"), aspects.len());
}

#[tokio::test]
async fn synastry_gives_what_holds_whatever_the_time_was() {
    let service = service().await;
    let mut body = pair();
    body["dateTime2"] = "1988-02-01".into();
    let answer = post(&service, "synastry", &body).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    let data = &answer.json()["data"];
    // The Moon moves 11.8 to 15.4 degrees a day. The first birth has its time.
    assert!((11.8..15.4).contains(&width(&data["points2"]["moon"])));
    assert!(data["points1"]["moon"].get("longitudeStart").is_none());
    assert!(data["points1"]["sun"]["houseNumber"].is_u64());
    assert!(data["points2"]["sun"].get("houseNumber").is_none());
    assert!(
        data["points2"].get("partOfFortune").is_none(),
        "lots require a time"
    );
    check_certainties(&data["aspects"]);
    let exactness = |it: &Value| it.get("exactness").is_some();
    assert!(!data["aspects"].as_array().unwrap().iter().any(exactness));
    let overlays = &data["houseOverlays"];
    assert_eq!(
        overlays["chart1InChart2"],
        json!([]),
        "the second chart has no houses"
    );
    // At least the slow points stay in a house all day, and no point is placed without a reason.
    let placed = overlays["chart2InChart1"].as_array().unwrap();
    assert!(
        placed.iter().any(|it| it["pointId"] == "pluto"),
        "{overlays}"
    );
    assert!(!codes(&data["meta"]).contains(&"birth_time_unknown"));
    assert_eq!(codes(&data["meta2"])[0], "birth_time_unknown");
    assert!(data["meta2"]["utcEnd"].is_string());
    assert!(data["charts"]["url"].is_string(), "{data}");
}

#[tokio::test]
async fn a_composite_of_a_day_has_ranges_and_no_houses() {
    let service = service().await;
    let mut body = pair();
    body["dateTime1"] = "1990-06-15".into();
    // At the pole there is no horizon, but without a time none is needed.
    body["location1"]["latitude"] = 89.0.into();
    let answer = post(&service, "composite", &body).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    let data = &answer.json()["data"];
    assert!(data.get("houses").is_none() && data.get("angles").is_none());
    assert!(data["points"].get("partOfFortune").is_none());
    // Only one Moon moves, so the midpoint moves half as far.
    assert!((5.9..7.7).contains(&width(&data["points"]["moon"])));
    check_certainties(&data["aspects"]);
    assert_eq!(codes(&data["meta"])[0], "birth_time_unknown");
    assert!(data["meta2"].get("utcEnd").is_none());
}

#[tokio::test]
async fn transits_to_a_day_are_periods_from_the_earliest_to_the_latest() {
    let service = service().await;
    let body = transit(&json!({
        "birthDate": "1990-06-15", "transitDateEnd": "2024-03-31", "lotFormula": "day",
        "points": ["sun", "moon", "ascendant"], "transitPoints": ["sun", "moon"],
    }));
    let answer = post(&service, "transit", &body).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    let data = &answer.json()["data"];
    let natal = data["natalPoints"].as_array().unwrap();
    let ids: Vec<_> = natal
        .iter()
        .map(|it| it["pointId"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["sun", "moon"]);
    let arc = width(&natal[1]);
    assert!((11.8..15.4).contains(&arc), "{arc}");
    // Houses of the place of the transits need no birth.
    assert_eq!(data["transitHouses"].as_array().unwrap().len(), 12);
    let crossings = data["crossings"].as_array().unwrap();
    assert!(crossings.iter().any(|it| it.get("sign").is_some()));
    assert!(!crossings.iter().any(|it| it.get("houseNumber").is_some()));
    check_certainties(&data["aspects"]);
    // The Sun moves a degree a day. Over an arc of 12 to 15 degrees, with an orb of one degree on
    // both sides, it takes about as many days and two more.
    let aspects = data["aspects"].as_array().unwrap();
    let whole = aspects.iter().find(|it| {
        (&it["transitPoint"], &it["natalPoint"]) == (&"sun".into(), &"moon".into())
            && it["enter"].is_string()
            && it["leave"].is_string()
    });
    let whole = whole.unwrap_or_else(|| panic!("{aspects:?}"));
    assert_eq!(whole["certainty"], "certain");
    let day = |value: &Value| {
        let text = value.as_str().unwrap();
        text.parse::<jiff::Timestamp>().unwrap().as_second() as f64 / 86_400.0
    };
    let lasts = day(&whole["leave"]) - day(&whole["enter"]);
    assert!(
        (lasts - (arc + 2.0)).abs() < 0.6,
        "{lasts} days over {arc} degrees"
    );
    let pass = &whole["exact"][0];
    let exact = day(&pass["dateTimeEnd"]) - day(&pass["dateTime"]);
    assert!((exact - arc).abs() < 0.6, "{exact} days over {arc} degrees");
    let from = whole["exactLongitude"].as_f64().unwrap();
    let to = whole["exactLongitudeEnd"].as_f64().unwrap();
    assert!(((to - from).rem_euclid(360.0) - arc).abs() < 1e-6);
    let codes = codes(&data["meta"]);
    assert_eq!(codes[0], "birth_time_unknown");
    for code in ["points_need_time", "option_without_effect"] {
        assert!(codes.contains(&code), "{code} {codes:?}");
    }
    assert!(data["charts"]["url"].is_string(), "{data}");
}

#[tokio::test]
async fn a_known_time_of_birth_needs_no_certainty() {
    let service = service().await;
    for (name, body) in all() {
        let text = post(&service, name, &body).await.json().to_string();
        for field in ["certainty", "longitudeStart", "dateTimeEnd", "orbLargest"] {
            assert!(!text.contains(&format!("\"{field}\"")), "{name} {field}");
        }
    }
}

#[tokio::test]
async fn compatibility_of_a_day_says_what_depends_on_the_hour() {
    let service = service().await;
    // The Sun entered Aries on 2024-03-20 at 3:06 UT (U.S. Naval Observatory). On 30 July it is in
    // Leo.
    let greenwich = json!({ "latitude": 51.48, "longitude": 0.0, "timezone": "UTC" });
    let body = json!({
        "dateTime1": "2024-03-20", "location1": greenwich,
        "dateTime2": "2024-07-30T12:00", "location2": greenwich,
        "includeReadableEntities": true,
    });
    let data = post(&service, "compatibility", &body).await.json()["data"].clone();
    assert_eq!(data["sign1"], Value::Null, "{data}");
    assert_eq!(data["signs1"], json!(["pisces", "aries"]));
    assert_eq!(data["sign2"], "leo");
    assert!(data.get("signs2").is_none() && data.get("sign1Title").is_none());
    // Water with fire scores 20, fire with fire 100.
    assert_eq!(data["scoreBasedOnElement"], Value::Null);
    assert_eq!(data["scoreBasedOnElementRange"], json!([20, 100]));
    assert_eq!(data["explanation"]["elements"], json!([null, "fire"]));
    assert_eq!(codes(&data["meta"])[0], "birth_time_unknown");
    assert_eq!(data["meta2"]["utc"], "2024-07-30T12:00:00Z");
    // A day in the middle of a sign has one sign.
    let body = json!({
        "dateTime1": "2024-04-05", "location1": greenwich,
        "dateTime2": "2024-07-30T12:00", "location2": greenwich,
    });
    let data = post(&service, "compatibility", &body).await.json()["data"].clone();
    assert_eq!(
        (&data["sign1"], &data["scoreBasedOnElement"]),
        (&"aries".into(), &100.into())
    );
}

#[tokio::test]
async fn natal_leaves_nothing_aside_in_silence() {
    let service = service().await;
    let body = json!({
        "dateTime": "1990-06-15", "location": { "latitude": 52.37, "longitude": 4.89 },
        "points": ["sun", "moon", "ascendant", "partOfSpirit"],
        "houseSystem": "koch", "polarFallback": "whole", "lotFormula": "day",
        "includeText": true,
    });
    let data = post(&service, "natal", &body).await.json()["data"].clone();
    let warnings = data["meta"]["warnings"].as_array().unwrap();
    let detail = |code: &str| {
        let warning = warnings.iter().find(|it| it["code"] == code);
        warning.unwrap_or_else(|| panic!("{code}: {warnings:?}"))["detail"].to_string()
    };
    let points = detail("points_need_time");
    assert!(points.contains("`ascendant`, `partOfSpirit`"), "{points}");
    let options = detail("option_without_effect");
    assert!(
        options.contains("`houseSystem`, `polarFallback`, `lotFormula`"),
        "{options}"
    );
    let aspects = data["aspects"].as_array().unwrap();
    assert!(aspects.iter().all(|it| it.get("exactness").is_none()));
}

#[tokio::test]
async fn a_reading_of_a_day_has_its_certain_aspects() {
    // Neptune and Pluto were in sextile for decades: 2.6 degrees from exact, within 5, in June
    // 1990.
    let service = service().await;
    let body = json!({
        "dateTime": "1990-06-15", "location": { "latitude": 52.37, "longitude": 4.89 },
        "points": ["sun", "neptune", "pluto", "saturn", "uranus", "jupiter"], "includeText": true,
    });
    let data = post(&service, "natal", &body).await.json()["data"].clone();
    let certain = data["aspects"].as_array().unwrap();
    assert!(
        certain.iter().any(|it| it["certainty"] == "certain"),
        "{certain:?}"
    );
    let reading = data["reading"].as_array().unwrap();
    let aspect = |it: &Value| {
        it["urn"]
            .as_str()
            .is_some_and(|urn| urn.contains(":aspect:"))
    };
    assert!(reading.iter().any(aspect), "{reading:?}");
}
