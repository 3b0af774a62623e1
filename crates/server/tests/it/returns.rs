//! Returns through HTTP: which one is meant.

use serde_json::json;

use crate::harness::Service;

#[tokio::test]
async fn the_birthday_of_a_solar_return_is_the_local_one() {
    let service = Service::new(server::api::api()).await;
    let tokyo = json!({ "latitude": 35.68, "longitude": 139.69 });
    let new_york = json!({ "latitude": 40.71, "longitude": -74.0 });
    let amsterdam = json!({ "latitude": 52.37, "longitude": 4.89 });
    // The Sun is back within a day and a half of a birthday. A birth in the first half hour of a
    // year in Tokyo is one of the year before in universal time, and the last in New York one of
    // the year after; a time written in universal time means the same birth.
    for (born, place, earliest, latest) in [
        ("1990-01-01T00:30", &tokyo, "2019-12-30T00", "2020-01-02T04"),
        (
            "1989-12-31T15:30Z",
            &tokyo,
            "2019-12-30T00",
            "2020-01-02T04",
        ),
        (
            "1990-12-31T23:30",
            &new_york,
            "2020-12-30T16",
            "2021-01-02T17",
        ),
        (
            "1991-01-01T04:30Z",
            &new_york,
            "2020-12-30T16",
            "2021-01-02T17",
        ),
        (
            "1990-06-15T14:30",
            &amsterdam,
            "2020-06-14T00",
            "2020-06-17T01",
        ),
        (
            "1988-02-29T12:00",
            &amsterdam,
            "2020-02-27T23",
            "2020-03-01T23",
        ),
    ] {
        let body = json!({ "birthDateTime": born, "birthLocation": place, "returnYear": 2020 });
        let data = service.calculate("solar-return", &body).await;
        let date = data["returnDate"].as_str().unwrap();
        assert!((earliest..latest).contains(&date), "{born}: {date}");
        assert_eq!(data["returnYear"], 2020, "{born}");
    }
}

#[tokio::test]
async fn a_lunar_return_is_the_first_at_or_after_the_date() {
    let service = Service::new(server::api::api()).await;
    let place = json!({ "latitude": 52.37, "longitude": 4.89 });
    let body = |date: &str| json!({ "birthDateTime": "1990-06-15T14:30", "birthLocation": place, "returnDate": date });
    let first = service.calculate("lunar-return", &body("2024-05-01")).await;
    let date = first["returnDate"].as_str().unwrap();
    // A tropical month has 27.3 days.
    assert!(("2024-04-30T22".."2024-05-29").contains(&date), "{date}");
    let again = service.calculate("lunar-return", &body(&date[..10])).await;
    assert_eq!(again["returnDate"], date, "the day it falls on");
    let codes: Vec<_> = first["meta"]["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["code"].clone())
        .collect();
    assert!(codes.contains(&json!("return_at_birthplace")), "{codes:?}");
}
