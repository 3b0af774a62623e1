//! The image URL in a response: it works in an `<img>`, or the response says why there is none.

use std::collections::BTreeSet;

use access::{KeyPermission, Role};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use serde_json::{Value, json};

use crate::harness::{Answer, Service, browser_request};

async fn service() -> Service {
    Service::new(server::api::api()).await
}

fn place(latitude: f64, longitude: f64) -> Value {
    json!({ "latitude": latitude, "longitude": longitude, "name": "Somewhere & <else>" })
}

fn with(body: &Value, more: &Value) -> Value {
    let mut body = body.clone();
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

/// Returns the calculations whose image is a card or an Indian chart.
fn cards() -> Vec<(&'static str, Value)> {
    let year = json!({ "year": 2026, "sign": "leo" });
    vec![
        (
            "horoscope/daily/sign",
            json!({ "date": "2026-11-18", "sign": "leo", "language": "nl", "timezone": "Asia/Tokyo" }),
        ),
        ("horoscope/weekly/sign", with(&year, &json!({ "week": 47 }))),
        (
            "horoscope/monthly/sign",
            with(&year, &json!({ "month": 2 })),
        ),
        ("horoscope/yearly/sign", year.clone()),
        ("horoscope/yearly-ascendant/sign", year),
        (
            "numerology/profile",
            json!({ "dateTime": "1985-12-19", "fullName": "Anna & <Visser>", "includeText": true }),
        ),
        (
            "chinese-horoscope",
            json!({ "birthDate": "1990-01-15", "includeReadableEntities": true }),
        ),
        (
            "vedic/chart",
            json!({
                "dateTime": "1990-06-15T14:30", "location": place(13.08, 80.27), "language": "nl",
                "ayanamsha": "raman", "vargas": ["D9"], "include": ["yogas"],
            }),
        ),
    ]
}

/// Returns every calculation with an image, in all ways to request it.
fn drawn() -> Vec<(&'static str, Value)> {
    let here = place(52.37, 4.89);
    let natal = json!({ "dateTime": "1990-06-15T14:30", "location": here });
    let pair = json!({
        "dateTime1": "1990-06-15T14:30", "location1": here,
        "dateTime2": "1988-02-01T06:15", "location2": place(40.71, -74.0),
    });
    let persons = json!({
        "person1": { "dateTime": "1990-06-15T14:30", "location": here, "name": "Ann" },
        "person2": { "dateTime": "1988-02-01T06:15", "location": place(40.71, -74.0) },
    });
    let birth = json!({ "birthDateTime": "1990-06-15T14:30", "birthLocation": here });
    let transit = json!({
        "birthDate": "1990-06-15T14:30", "birthLocation": here, "transitLocation": here,
        "transitDateStart": "2024-01-01", "transitDateEnd": "2024-01-20",
    });
    let mut all = cards();
    all.extend([
        ("natal", with(&natal, &json!({ "dateTime": "1990-06-15" }))),
        (
            "natal",
            with(
                &natal,
                &json!({
                    "points": ["sun", "moon", "regulus"], "houseSystem": "whole", "language": "nl",
                    "zodiac": "sidereal", "ayanamsha": "lahiri", "orbs": { "trine": 3.5 },
                    "include": ["nakshatras", "lots"], "includeText": true,
                    "includeReadableEntities": true,
                }),
            ),
        ),
        ("natal", natal),
        (
            "transit",
            with(&transit, &json!({ "transitPoints": ["mars", "saturn"] })),
        ),
        (
            "transit",
            with(&transit, &json!({ "birthDate": "1990-06-15" })),
        ),
        ("transit", transit),
        (
            "synastry",
            with(&pair, &json!({ "dateTime2": "1988-02-01" })),
        ),
        ("synastry", pair.clone()),
        ("synastry", persons.clone()),
        (
            "composite",
            with(&pair, &json!({ "compositeHouses": "midpoints" })),
        ),
        (
            "composite",
            with(&pair, &json!({ "dateTime1": "1990-06-15" })),
        ),
        ("composite", pair.clone()),
        ("davison", pair),
        ("davison", persons),
        ("solar-return", with(&birth, &json!({ "returnYear": 2024 }))),
        (
            "solar-return",
            with(&birth, &json!({ "location": place(40.71, -74.0) })),
        ),
        (
            "lunar-return",
            with(&birth, &json!({ "returnDate": "2024-05-01" })),
        ),
        ("lunar-return", birth.clone()),
        (
            "progressions",
            with(
                &birth,
                &json!({ "targetDate": "2024-06-15", "method": "solar-arc" }),
            ),
        ),
    ]);
    all
}

fn url(data: &Value) -> Option<&str> {
    let image = data.get("charts").unwrap_or(&data["chart"]);
    image["url"].as_str()
}

/// Returns the response for a browser, which has no key.
async fn shown(service: &Service, url: &str) -> Answer {
    let path = &url[url.find("/api/chart2/").unwrap()..];
    let request = Request::get(path).body(Body::empty()).unwrap();
    service.send(request).await
}

fn why(data: &Value) -> Vec<&str> {
    let warnings = data["meta"]["warnings"].as_array().unwrap();
    let codes = warnings.iter().filter_map(|it| it["code"].as_str());
    codes.filter(|it| it.starts_with("chart_")).collect()
}

#[tokio::test]
async fn every_address_in_an_answer_shows_an_image_without_a_key() {
    let service = service().await;
    let names: BTreeSet<_> = drawn().into_iter().map(|it| it.0).collect();
    let all = server::api::calculations().into_iter();
    let linking: BTreeSet<_> = all
        .filter(|it| it.has_wheel || it.links_to_image)
        .map(|it| it.name)
        .collect();
    assert_eq!(names, linking, "every calculation with an image is listed");
    for (name, body) in drawn() {
        let data = service.calculate(name, &body).await;
        let url = url(&data).unwrap_or_else(|| panic!("{name} {body}: no URL"));
        let image = shown(&service, url).await;
        let text = String::from_utf8_lossy(&image.bytes);
        assert_eq!(image.status, StatusCode::OK, "{name} {body}: {text}");
        assert_eq!(image.header("content-type"), "image/svg+xml", "{name}");
        assert!(why(&data).is_empty(), "{name}");
    }
}

#[tokio::test]
async fn an_address_says_what_was_assumed() {
    // The test clock is at 2027-01-15T08:00:00Z.
    let service = service().await;
    let birth = json!({ "birthDateTime": "1990-06-15T14:30", "birthLocation": place(52.37, 4.89) });
    for (name, field, meant) in [
        ("solar-return", "returnYear", json!(2027)),
        ("lunar-return", "returnDate", json!("2027-01-15T08:00:00Z")),
    ] {
        let assumed = service.calculate(name, &birth).await;
        let named = with(&birth, &json!({ field: meant }));
        let named = service.calculate(name, &named).await;
        assert_eq!(assumed["returnDate"], named["returnDate"], "{name}");
        let one = shown(&service, url(&assumed).unwrap()).await;
        let other = shown(&service, url(&named).unwrap()).await;
        assert_eq!(one.bytes, other.bytes, "{name}");
    }
}

#[tokio::test]
async fn what_cannot_be_drawn_has_no_address_and_a_reason() {
    let service = service().await;
    let wheels = server::api::calculations();
    let has_wheel = |name: &str| wheels.iter().any(|it| it.name == name && it.has_wheel);
    for (name, body) in drawn() {
        // Cards have no houses. A composite has no day that could be divided, so it is refused.
        if !has_wheel(name) || name == "composite" {
            continue;
        }
        let body = with(&body, &json!({ "houseSystem": "gauquelin" }));
        let data = service.calculate(name, &body).await;
        assert_eq!(url(&data), None, "{name}");
        assert_eq!(why(&data), ["chart_not_drawable"], "{name}");
    }
}

#[tokio::test]
async fn a_missing_address_has_its_own_reason() {
    let service = service().await;
    let body = json!({ "dateTime": "1990-06-15T14:30", "location": place(52.37, 4.89) });
    // A URL has at most 64 parameters.
    let points: Vec<_> = ephemeris::stars().iter().take(60).map(|it| it.id).collect();
    let orbs = json!({ "trine": 3.5, "square": 3.5, "sextile": 3.5 });
    let long = with(&body, &json!({ "points": points, "orbs": orbs }));
    let data = service.calculate("natal", &long).await;
    assert_eq!(
        (url(&data), why(&data)),
        (None, vec!["chart_address_too_long"])
    );

    let calc_only = service.add_key(&[KeyPermission::CalcRead]).await;
    let path = "/api/calc/natal?dateTime=1990-06-15T14:30&location.latitude=52.37\
        &location.longitude=4.89";
    let data = service.get_with(path, &calc_only).await.json()["data"].clone();
    assert_eq!(
        (url(&data), why(&data)),
        (None, vec!["chart_not_permitted"])
    );

    let member = service.member(Role::Member).await;
    let request = browser_request(Method::GET, path)
        .header("cookie", format!("almagest_local={}", member.token))
        .header("x-organization", service.org_id.to_string());
    let answer = service.send_with(request, None).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    let data = answer.json()["data"].clone();
    assert_eq!((url(&data), why(&data)), (None, vec!["chart_without_key"]));
}
