//! Returns over HTTP: which return is meant.

use serde_json::{Value, json};

use crate::harness::Service;

#[tokio::test]
async fn the_birthday_of_a_solar_return_is_the_local_one() {
    let service = Service::new(server::api::api()).await;
    let tokyo = json!({ "latitude": 35.68, "longitude": 139.69 });
    let new_york = json!({ "latitude": 40.71, "longitude": -74.0 });
    let amsterdam = json!({ "latitude": 52.37, "longitude": 4.89 });
    // The Sun returns within a day and a half of a birthday. A birth in the first half hour of a
    // year in Tokyo is in the previous year in universal time, and one in the last half hour in New
    // York is in the next year. A time written in universal time means the same birth.
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
    assert_eq!(again["returnDate"], date, "the day that it falls on");
    let codes: Vec<_> = first["meta"]["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["code"].clone())
        .collect();
    assert!(codes.contains(&json!("return_at_birthplace")), "{codes:?}");
}

/// Returns a longitude of the natal chart and of the return with the same options, and the return.
async fn there_and_back(service: &Service, kind: &str, fields: &Value) -> (f64, f64, Value) {
    let body = with(&returning(), fields);
    let data = service.calculate(kind, &body).await;
    let point = match (kind, fields["point"].as_str()) {
        (_, Some(point)) => point,
        ("lunar-return", _) => "moon",
        _ if fields["center"] == "heliocentric" => "earth",
        _ => "sun",
    };
    let mut natal = with(
        &json!({
            "dateTime": body["birthDateTime"], "location": body["birthLocation"],
            "points": [point],
        }),
        fields,
    );
    for field in ["point", "returnDate", "returnYear"] {
        natal.as_object_mut().unwrap().remove(field);
    }
    let natal = service.calculate("natal", &natal).await;
    let at = |data: &Value| data["points"][point]["longitude"].as_f64().unwrap();
    (at(&natal), at(&data), data)
}

fn with(body: &Value, more: &Value) -> Value {
    let mut body = body.clone();
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

/// Returns a birth in Amsterdam with a return in Sydney, nearly as far apart as two places can be.
fn returning() -> Value {
    json!({
        "birthDateTime": "1990-06-15T14:30",
        "birthLocation": { "latitude": 52.37, "longitude": 4.89 },
        "location": { "latitude": -33.87, "longitude": 151.21 },
        "points": [
            "sun", "moon", "mercury", "venus", "mars", "saturn",
            "northNode", "southNode", "trueNode", "meanNode", "meanApogee",
        ],
    })
}

#[tokio::test]
async fn what_returned_stands_where_the_natal_chart_of_the_same_options_has_it() {
    let service = Service::new(server::api::api()).await;
    let heliocentric =
        json!({ "center": "heliocentric", "points": ["earth", "mercury", "mars", "saturn"] });
    let helio = |more: &Value| with(&heliocentric, more);
    for (kind, fields) in [
        ("solar-return", json!({ "returnYear": 2020 })),
        (
            "solar-return",
            json!({ "returnYear": 2020, "center": "topocentric" }),
        ),
        ("solar-return", helio(&json!({ "returnYear": 2020 }))),
        (
            "solar-return",
            json!({ "returnYear": 2020, "zodiac": "sidereal", "ayanamsha": "lahiri", "center": "topocentric" }),
        ),
        ("lunar-return", json!({ "returnDate": "2024-05-01" })),
        (
            "lunar-return",
            json!({ "returnDate": "2024-05-01", "center": "topocentric" }),
        ),
        (
            "lunar-return",
            json!({ "returnDate": "2024-05-01", "moonCenter": "topocentric" }),
        ),
        (
            "lunar-return",
            json!({
                "returnDate": "2024-05-01", "moonCenter": "topocentric",
                "zodiac": "sidereal", "ayanamsha": "lahiri",
            }),
        ),
        (
            "planetary-return",
            json!({ "returnDate": "2024-05-01", "point": "mars", "center": "topocentric" }),
        ),
        (
            "planetary-return",
            helio(&json!({ "returnDate": "2024-05-01", "point": "mars" })),
        ),
        (
            "planetary-return",
            helio(&json!({ "returnDate": "2019-05-01", "point": "saturn" })),
        ),
        (
            "planetary-return",
            helio(&json!({ "returnDate": "2019-05-01", "point": "earth" })),
        ),
        (
            "planetary-return",
            json!({ "returnDate": "2019-05-01", "point": "northNode" }),
        ),
        (
            "planetary-return",
            json!({ "returnDate": "2019-05-01", "point": "southNode" }),
        ),
        (
            "planetary-return",
            json!({ "returnDate": "2019-05-01", "point": "southNode", "nodeType": "mean" }),
        ),
        (
            "planetary-return",
            json!({ "returnDate": "2019-05-01", "point": "trueNode", "center": "topocentric" }),
        ),
        (
            "planetary-return",
            json!({ "returnDate": "2019-05-01", "point": "meanApogee" }),
        ),
    ] {
        let (natal, back, data) = there_and_back(&service, kind, &fields).await;
        // Responses have nine decimals. The Moon moves 2e-6 degrees in the millisecond of its time
        // resolution.
        assert!(
            (natal - back).abs() < 5e-7,
            "{kind} {fields}: {natal} {back}"
        );
        let date = data["returnDate"].as_str().unwrap();
        let from = fields["returnDate"].as_str().unwrap_or("2020-06-14");
        assert!(date >= from, "{kind} {fields}: {date}");
    }
}

#[tokio::test]
async fn a_place_on_the_earth_moves_the_moons_return_by_hours_and_the_suns_by_minutes() {
    let service = Service::new(server::api::api()).await;
    let minute = |data: &Value| {
        let time = data["returnDate"].as_str().unwrap();
        let number = |range: std::ops::Range<usize>| time[range].parse::<f64>().unwrap();
        number(8..10) * 1_440.0 + number(11..13) * 60.0 + number(14..16)
    };
    for (kind, fields, least, most) in [
        // A parallax of up to a degree at either end, at 12 to 15 degrees a day.
        (
            "lunar-return",
            json!({ "returnDate": "2024-05-01" }),
            10.0,
            250.0,
        ),
        // 8.8" at either end, at 57' a day: up to seven minutes.
        ("solar-return", json!({ "returnYear": 2020 }), 0.0, 7.5),
    ] {
        let (_, _, centre) = there_and_back(&service, kind, &fields).await;
        let topocentric = with(&fields, &json!({ "center": "topocentric" }));
        let (_, _, place) = there_and_back(&service, kind, &topocentric).await;
        let apart = (minute(&centre) - minute(&place)).abs();
        assert!((least..=most).contains(&apart), "{kind}: {apart} minutes");
    }
}

#[tokio::test]
async fn nodes_return_together_backward_and_after_eighteen_years_and_a_half() {
    let service = Service::new(server::api::api()).await;
    let back = async |fields: Value| {
        there_and_back(&service, "planetary-return", &fields)
            .await
            .2
    };
    let mean = json!({ "returnDate": "2000-01-01", "point": "northNode", "nodeType": "mean" });
    let north = back(mean.clone()).await;
    let south = back(with(&mean, &json!({ "point": "southNode" }))).await;
    assert_eq!(north["returnDate"], south["returnDate"]);
    assert_eq!(north["retrograde"], true);
    // 18.61 years after 15 June 1990; nutation moves the mean node by 17" (8 hours).
    let date = north["returnDate"].as_str().unwrap();
    assert!(date.starts_with("2009-01-2"), "{date}");
    let named = back(json!({ "returnDate": "2000-01-01", "point": "meanNode" })).await;
    assert_eq!(named["returnDate"], north["returnDate"]);
    let wobbling = back(json!({ "returnDate": "2000-01-01", "point": "northNode" })).await;
    let named = back(json!({ "returnDate": "2000-01-01", "point": "trueNode" })).await;
    assert_eq!(named["returnDate"], wobbling["returnDate"]);
    assert_ne!(wobbling["returnDate"], north["returnDate"]);
    // The true node was up to 1.7 degrees from the mean one then and now, which it travels in two
    // months.
    let date = wobbling["returnDate"].as_str().unwrap();
    assert!(("2008-11".."2009-04").contains(&date), "{date}");
}
