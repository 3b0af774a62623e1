//! Places and clocks over HTTP.

use access::KeyPermission;
use axum::http::StatusCode;
use serde_json::Value;

use crate::harness::{Answer, Service};

async fn service() -> Service {
    Service::new(server::api::api()).await
}

/// Returns the only error of a response: status, code and parameter.
fn refusal(answer: &Answer) -> (u16, String, String) {
    let json = answer.json();
    let errors = json["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 1, "{json}");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let parameter = text(&errors[0]["source"]["parameter"]);
    (answer.status.as_u16(), text(&errors[0]["code"]), parameter)
}

#[tokio::test]
async fn a_city_is_found_while_typing() {
    let service = service().await;
    let answer = service.get("/api/geocoding/search?q=Amst&limit=1").await;
    assert_eq!(answer.status, StatusCode::OK);
    let place = &answer.json()["data"][0];
    assert_eq!(place["id"], "2759794");
    assert_eq!(place["name"], "Amsterdam");
    assert_eq!(
        place["displayName"],
        "Amsterdam, North Holland, Netherlands"
    );
    assert_eq!(place["latitude"], 52.37403);
    assert_eq!(place["longitude"], 4.88969);
    assert_eq!(place["countryCode"], "NL");
    assert_eq!(place["timezone"], "Europe/Amsterdam");
    assert_eq!(place["match"], "prefix");
}

#[tokio::test]
async fn names_come_in_the_language_asked_for() {
    let service = service().await;
    let query = "/api/geocoding/search?q=%D0%9C%D0%BE%D1%81%D0%BA%D0%B2%D0%B0&lang=de";
    let place = &service.get(query).await.json()["data"][0];
    assert_eq!(place["name"], "Moskau");
    assert_eq!(place["country"], "Russland");
    assert_eq!(place["city"], "Moscow");
}

#[tokio::test]
async fn country_and_nearness_choose() {
    let service = service().await;
    let asked = service
        .get("/api/geocoding/search?q=Paris&country=us")
        .await;
    assert_eq!(asked.json()["data"][0]["countryCode"], "US");
    let near = "/api/geocoding/search?q=Paris&near.latitude=32.78&near.longitude=-96.8";
    assert_eq!(service.get(near).await.json()["data"][0]["state"], "Texas");
}

#[tokio::test]
async fn a_clock_of_the_past_shows_what_it_showed() {
    let service = service().await;
    let query = "/api/geocoding/timezone?latitude=52.37&longitude=4.89&dateTime=1930-06-01T12:00";
    let answer = service.get(query).await;
    assert_eq!(answer.status, StatusCode::OK);
    let data = &answer.json()["data"];
    assert_eq!(data["timezone"], "Europe/Amsterdam");
    assert_eq!(data["timezoneSource"], "coordinates");
    assert_eq!(data["offset"], "+01:19:32");
    assert_eq!(data["utc"], "1930-06-01T10:40:28Z");
    assert_eq!(data["dst"], true);
    assert_eq!(data["source"], "zone");
    assert_eq!(data["zoneDataVersion"], places::Zone::data_version());
}

#[tokio::test]
async fn a_doubtful_time_says_so_with_a_source() {
    let service = service().await;
    let query = "/api/geocoding/timezone?latitude=48.85&longitude=2.35&dateTime=1941-01-15T12:00";
    let data = &service.get(query).await.json()["data"];
    assert_eq!(data["confidence"], "low");
    assert_eq!(data["warnings"][0]["code"], "france_demarcation_line");
    // Lyon was south of the line and kept the French hour (tz europe, France, after Le Corre).
    let query = "/api/geocoding/timezone?latitude=45.76&longitude=4.84&dateTime=1941-01-15T12:00";
    let data = &service.get(query).await.json()["data"];
    assert_eq!(data["offset"], "+01:00");
    assert_eq!(data["source"], "jurisdiction");
    assert_eq!(data["warnings"][0]["code"], "historical_jurisdiction");
}

#[tokio::test]
async fn a_time_shown_twice_is_answered_with_both_readings() {
    let service = service().await;
    let query = "/api/geocoding/timezone?latitude=41.9&longitude=12.5&dateTime=2023-10-29T02:30";
    let answer = service.get(query).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    let data = &answer.json()["data"];
    assert_eq!(data["timezone"], "Europe/Rome");
    assert_eq!(data["offset"], Value::Null, "no choice is made");
    assert_eq!(data["source"], "zone");
    let readings = &data["candidates"];
    assert_eq!(readings[0]["offset"], "+02:00");
    assert_eq!(readings[0]["dst"], true);
    assert_eq!(readings[1]["offset"], "+01:00");
    assert_eq!(readings[1]["clockChange"], "later");
    let chosen = service.get(&format!("{query}&clockChange=later")).await;
    assert_eq!(chosen.json()["data"]["utc"], "2023-10-29T01:30:00Z");
    // A local time that was skipped is not a valid reading of the clock.
    let skipped = query.replace("2023-10-29", "2023-03-26");
    let expected = (422, "birth_time_skipped".to_owned(), "dateTime".to_owned());
    assert_eq!(refusal(&service.get(&skipped).await), expected);
}

#[tokio::test]
async fn a_language_without_names_is_refused() {
    let service = service().await;
    let answer = service.get("/api/geocoding/search?q=Amst&lang=tlh").await;
    let expected = (422, "language_unknown".to_owned(), "lang".to_owned());
    assert_eq!(refusal(&answer), expected);
    let accepted = answer.json()["errors"][0]["meta"]["accepted"].clone();
    assert!(
        accepted.as_array().unwrap().contains(&"nl".into()),
        "{accepted}"
    );
    let austria = service.get("/api/geocoding/search?q=Amst&lang=de-AT").await;
    assert_eq!(austria.json()["data"][0]["country"], "Niederlande");
}

#[tokio::test]
async fn bad_input_is_refused_clearly() {
    let service = service().await;
    let long = "a".repeat(101);
    let searches = [
        ("q=a".to_owned(), 400, "field_length", "q"),
        (format!("q={long}"), 400, "field_length", "q"),
        ("limit=5".to_owned(), 400, "field_missing", "q"),
        ("q=paris&limit=11".to_owned(), 400, "field_range", "limit"),
        (
            "q=paris&country=QQ".to_owned(),
            422,
            "country_unknown",
            "country",
        ),
    ];
    for (query, status, code, parameter) in searches {
        let answer = service.get(&format!("/api/geocoding/search?{query}")).await;
        let expected = (status, code.to_owned(), parameter.to_owned());
        assert_eq!(refusal(&answer), expected, "{query}");
    }
    let times = [
        (
            "latitude=91&longitude=0&dateTime=2000-01-01T12:00",
            400,
            "field_range",
            "latitude",
        ),
        (
            "latitude=0&longitude=0&dateTime=0000-01-01T12:00",
            400,
            "field_format",
            "dateTime",
        ),
        (
            "latitude=0&longitude=0&dateTime=2000-01-01T24:00",
            400,
            "field_format",
            "dateTime",
        ),
        (
            "latitude=0&longitude=0&dateTime=2016-12-31T23:59:60",
            400,
            "field_format",
            "dateTime",
        ),
        (
            "latitude=0&longitude=0&dateTime=1700-02-29T12:00",
            422,
            "date_not_in_calendar",
            "dateTime",
        ),
        (
            "latitude=0&longitude=0&dateTime=1500-02-28T12:00",
            422,
            "calendar_required",
            "dateTime",
        ),
        (
            "latitude=-13.83&longitude=-171.76&dateTime=2011-12-30",
            422,
            "birth_date_skipped",
            "dateTime",
        ),
    ];
    for (query, status, code, parameter) in times {
        let answer = service
            .get(&format!("/api/geocoding/timezone?{query}"))
            .await;
        let expected = (status, code.to_owned(), parameter.to_owned());
        assert_eq!(refusal(&answer), expected, "{query}");
    }
}

#[tokio::test]
async fn a_zone_that_does_not_exist_is_refused_with_those_that_were_meant() {
    let service = service().await;
    let body = serde_json::json!({
        "dateTime": "1990-05-17T14:30",
        "location": { "latitude": 52.37, "longitude": 4.89, "timezone": "Europe/Amsterdm" },
    });
    let answer = service.post("/api/calc/natal", &body.to_string()).await;
    let json = answer.json();
    let error = &json["errors"][0];
    assert_eq!(answer.status.as_u16(), 422, "{json}");
    assert_eq!(error["code"], "timezone_unknown");
    assert_eq!(error["source"]["pointer"], "/location/timezone");
    let detail = error["detail"].as_str().unwrap();
    assert!(detail.contains("Europe/Amsterdam"), "{detail}");
}

#[tokio::test]
async fn a_key_without_calculations_may_not_search() {
    let service = service().await;
    let key = service.add_key(&[KeyPermission::ContentRead]).await;
    let answer = service.get_with("/api/geocoding/search?q=Amst", &key).await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
}
