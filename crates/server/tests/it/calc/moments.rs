//! How dates other than the birth are read, and what the responses say about them.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{all, birth, check_refused, example, pair, place, post, service, transit};

/// Returns a body with other fields.
fn with(mut body: Value, more: &Value) -> Value {
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

/// Returns calculations, the field with the calendar of their date, and the field of the date.
/// Chiron is known from 1600, so points are named later.
fn of_1570() -> [(&'static str, Value, &'static str, &'static str); 10] {
    [
        (
            "retrograde",
            json!({ "startDate": "1570-01-01", "endDate": "1570-03-01" }),
            "calendar",
            "/startDate",
        ),
        (
            "eclipses",
            json!({ "startDate": "1570-01-01", "endDate": "1570-03-01" }),
            "calendar",
            "/startDate",
        ),
        (
            "ephemeris",
            json!({ "startDate": "1570-01-01", "endDate": "1570-01-02", "step": "1d" }),
            "calendar",
            "/startDate",
        ),
        (
            "moon-calendar/day",
            json!({ "dateTime": "1570-01-01", "location": place(52.37, 4.89) }),
            "calendar",
            "/dateTime",
        ),
        (
            "moon-calendar/range",
            json!({ "startDate": "1570-01-01", "endDate": "1570-01-02", "location": place(52.37, 4.89) }),
            "calendar",
            "/startDate",
        ),
        (
            "transit",
            transit(&json!({
                "birthDate": "1560-06-15T12:00", "calendar": "julian",
                "transitDateStart": "1570-01-01", "transitDateEnd": "1570-01-05",
            })),
            "transitCalendar",
            "/transitDateStart",
        ),
        (
            "progressions",
            json!({
                "birthDateTime": "1560-06-15T12:00", "birthLocation": place(52.37, 4.89),
                "calendar": "julian", "targetDate": "1570-01-01",
            }),
            "targetCalendar",
            "/targetDate",
        ),
        (
            "profections",
            json!({
                "birthDateTime": "1560-06-15T12:00", "birthLocation": place(52.37, 4.89),
                "calendar": "julian", "targetDate": "1570-01-01",
            }),
            "targetCalendar",
            "/targetDate",
        ),
        (
            "lunar-return",
            json!({
                "birthDateTime": "1560-06-15T12:00", "birthLocation": place(52.37, 4.89),
                "calendar": "julian", "returnDate": "1570-01-01",
            }),
            "returnCalendar",
            "/returnDate",
        ),
        (
            "planetary-return",
            json!({
                "birthDateTime": "1560-06-15T12:00", "birthLocation": place(52.37, 4.89),
                "calendar": "julian", "returnDate": "1570-01-01", "point": "mars",
            }),
            "returnCalendar",
            "/returnDate",
        ),
    ]
}

#[tokio::test]
async fn every_date_has_a_calendar_of_its_own() {
    let service = service().await;
    // Julian dates are ten days behind: 1 January 1570 was 11 January 1570 in the Gregorian
    // calendar.
    for (name, body, calendar, field) in of_1570() {
        let refused = post(&service, name, &body).await.json();
        let error = &refused["errors"][0];
        assert_eq!(error["code"], "calendar_required", "{name}: {refused}");
        assert_eq!(error["source"]["pointer"], field, "{name}: {refused}");
        assert_eq!(error["meta"]["field"], calendar, "{name}: {refused}");
        let mut body = with(body, &json!({ calendar: "julian" }));
        match name {
            "retrograde" => body["points"] = json!(["mars"]),
            "transit" => {
                body["points"] = json!(["sun"]);
                body["transitPoints"] = json!(["sun", "moon"]);
            }
            "ephemeris" | "progressions" | "lunar-return" | "planetary-return" => {
                body["points"] = json!(["sun"]);
            }
            _ => {}
        }
        let answer = post(&service, name, &body).await;
        assert_eq!(answer.status, StatusCode::OK, "{name}: {}", answer.json());
        let data = answer.json()["data"].clone();
        let meta = match name {
            "transit" => &data["transitMeta"],
            "progressions" | "profections" => &data["targetMeta"],
            "lunar-return" | "planetary-return" => &data["searchMeta"],
            _ => &data["meta"],
        };
        // Amsterdam's mean time is 20 minutes ahead of Greenwich.
        let utc = meta["utc"].as_str().unwrap();
        assert!(
            utc.starts_with("1570-01-11T00:00") || utc.starts_with("1570-01-10T23:40"),
            "{name}: {utc}"
        );
    }
}

#[tokio::test]
async fn the_days_of_a_julian_range_are_told_in_the_gregorian_calendar() {
    let service = service().await;
    let body = with(
        example("moon-calendar/range"),
        &json!({
            "startDate": "1570-01-01", "endDate": "1570-01-02", "calendar": "julian",
        }),
    );
    let days = post(&service, "moon-calendar/range", &body).await.json();
    let days = days["data"]["days"].as_array().unwrap().clone();
    let dates: Vec<_> = days.iter().map(|it| it["date"].as_str().unwrap()).collect();
    assert_eq!(dates, ["1570-01-11", "1570-01-12"]);
}

#[tokio::test]
async fn every_date_chooses_its_own_reading_of_a_repeated_hour() {
    let service = service().await;
    // Clocks in Amsterdam went back from 03:00 to 02:00 on 2023-10-29: 02:30 occurred at 00:30 and
    // 01:30 UTC.
    for (name, body, field, choice) in [
        (
            "transit",
            transit(&json!({ "transitDateStart": "2023-10-29T02:30" })),
            "/transitDateStart",
            "transitClockChange",
        ),
        (
            "progressions",
            birth(json!({ "targetDate": "2023-10-29T02:30" })),
            "/targetDate",
            "targetClockChange",
        ),
        (
            "profections",
            birth(json!({ "targetDate": "2023-10-29T02:30" })),
            "/targetDate",
            "targetClockChange",
        ),
        (
            "lunar-return",
            birth(json!({ "returnDate": "2023-10-29T02:30" })),
            "/returnDate",
            "returnClockChange",
        ),
        (
            "planetary-return",
            birth(json!({ "returnDate": "2023-10-29T02:30", "point": "venus" })),
            "/returnDate",
            "returnClockChange",
        ),
        (
            "moon-calendar/day",
            json!({ "dateTime": "2023-10-29T02:30", "location": place(52.37, 4.89) }),
            "/dateTime",
            "clockChange",
        ),
    ] {
        check_refused(
            &service,
            name,
            body.clone(),
            (422, "birth_time_ambiguous", field),
        )
        .await;
        let refused = post(&service, name, &body).await.json();
        let detail = refused["errors"][0]["detail"].as_str().unwrap();
        assert!(
            detail.contains(&format!("Set `{choice}` to `earlier` or `later`.")),
            "{detail}"
        );
        for (reading, utc) in [("earlier", "00:30"), ("later", "01:30")] {
            let chosen = with(body.clone(), &json!({ choice: reading }));
            let answer = post(&service, name, &chosen).await;
            assert_eq!(answer.status, StatusCode::OK, "{name}: {}", answer.json());
            let data = answer.json()["data"].clone();
            let found = match name {
                "transit" => &data["transitMeta"]["utc"],
                "lunar-return" | "planetary-return" => &data["searchMeta"]["utc"],
                "moon-calendar/day" => continue,
                _ => &data["targetMeta"]["utc"],
            };
            assert_eq!(found, &json!(format!("2023-10-29T{utc}:00Z")), "{name}");
        }
    }
}

#[tokio::test]
async fn a_stated_offset_decides_which_local_day_it_is() {
    let service = service().await;
    // 23:30 UTC on 15 June is 08:30 on 16 June in Tokyo, whose days begin at 15:00 UTC.
    let tokyo = json!({ "latitude": 35.68, "longitude": 139.69 });
    let body = json!({ "dateTime": "2024-06-15T23:30Z", "location": tokyo });
    let day = post(&service, "moon-calendar/day", &body).await.json()["data"].clone();
    assert_eq!(day["date"], "2024-06-16");
    assert_eq!(day["start"], "2024-06-15T15:00:00Z");
    assert_eq!(day["end"], "2024-06-16T15:00:00Z");
    let sky = post(&service, "moon-sun", &body).await.json()["data"].clone();
    // Sunrise in Tokyo on 16 June is at 4:25 local time, 19:25 UTC of the 15th (National Astronomical
    // Observatory of Japan).
    let rise = sky["sun"]["rise"].as_str().unwrap();
    assert!(rise.starts_with("2024-06-15T19:2"), "{rise}");
    // Kiritimati is a day ahead of what its longitude suggests: noon UTC of the 15th is 2:00 on the
    // 16th.
    let body = json!({
        "dateTime": "2024-06-15T12:00Z",
        "location": { "latitude": 1.87, "longitude": -157.4, "timezone": "Pacific/Kiritimati" },
    });
    let day = post(&service, "moon-calendar/day", &body).await.json()["data"].clone();
    assert_eq!(day["date"], "2024-06-16");
    let body = json!({
        "startDate": "2024-06-15T23:30Z", "endDate": "2024-06-17", "location": tokyo,
    });
    let range = post(&service, "moon-calendar/range", &body).await.json()["data"].clone();
    let days = range["days"].as_array().unwrap();
    assert_eq!(days.len(), 2);
    assert_eq!(days[0]["date"], "2024-06-16");
    let warnings = range["meta"]["warnings"].to_string();
    assert!(
        warnings.contains("time_left_aside") && warnings.contains("`startDate`"),
        "{warnings}"
    );
}

#[tokio::test]
async fn every_moment_says_how_it_was_read() {
    let service = service().await;
    // A range from winter to summer: the zone is found from the coordinates, and the clock changes.
    let body =
        transit(&json!({ "transitDateStart": "2024-03-01", "transitDateEnd": "2024-04-30" }));
    let data = post(&service, "transit", &body).await.json()["data"].clone();
    let meta = &data["transitMeta"];
    assert_eq!(
        (&meta["timezone"], &meta["timezoneSource"]),
        (&"Europe/Amsterdam".into(), &"coordinates".into())
    );
    assert_eq!(
        (&meta["utc"], &meta["utcEnd"]),
        (
            &"2024-02-29T23:00:00Z".into(),
            &"2024-04-30T22:00:00Z".into()
        )
    );
    assert_eq!(
        (&meta["offset"], &meta["offsetEnd"]),
        (&"+01:00".into(), &"+02:00".into())
    );
    let body = json!({ "startDate": "2024-01-01T00:00+02:00", "endDate": "2024-01-31" });
    let data = post(&service, "retrograde", &body).await.json()["data"].clone();
    let meta = &data["meta"];
    assert_eq!(
        (&meta["offset"], &meta["offsetSource"]),
        (&"+02:00".into(), &"stated".into())
    );
    assert_eq!(meta["utcEnd"], "2024-02-01T00:00:00Z");
    for (name, field, utc) in [
        ("synastry", "meta2", "1988-02-01T11:15:00Z"),
        ("composite", "meta2", "1988-02-01T11:15:00Z"),
        ("compatibility", "meta2", "1988-02-01T11:15:00Z"),
        ("davison", "meta2", "1988-02-01T11:15:00Z"),
        ("davison", "meta1", "1990-06-15T12:30:00Z"),
    ] {
        let data = post(&service, name, &pair()).await.json()["data"].clone();
        assert_eq!(data[field]["utc"], utc, "{name} {field}");
        assert_eq!(data[field]["timezoneSource"], "coordinates", "{name}");
    }
    let body = birth(json!({ "targetDate": "2024-07-01" }));
    for name in ["progressions", "profections"] {
        let data = post(&service, name, &body).await.json()["data"].clone();
        assert_eq!(data["targetMeta"]["utc"], "2024-06-30T22:00:00Z", "{name}");
        assert_eq!(data["targetMeta"]["timezone"], "Europe/Amsterdam", "{name}");
    }
}

#[tokio::test]
async fn returns_say_how_birth_and_date_were_read() {
    let service = service().await;
    for (name, body) in all() {
        if !name.ends_with("-return") {
            continue;
        }
        let data = post(&service, name, &body).await.json()["data"].clone();
        let birth = &data["birthMeta"];
        assert_eq!(birth["utc"], "1990-06-15T12:30:00Z", "{name}");
        assert_eq!(
            (&birth["timezone"], &birth["timezoneSource"]),
            (&"Europe/Amsterdam".into(), &"coordinates".into()),
            "{name}"
        );
        assert_eq!(data["meta"]["offsetSource"], "computed", "{name}");
        let search = data.get("searchMeta").map(|it| it["utc"].clone());
        let expected = match name {
            "lunar-return" => Some(json!("2024-04-30T22:00:00Z")),
            "planetary-return" => Some(json!("2018-12-31T23:00:00Z")),
            _ => None,
        };
        assert_eq!(search, expected, "{name}");
    }
    // A doubtful time of birth is reported: south of the demarcation line, French clocks differed
    // in 1941.
    let body = json!({
        "birthDateTime": "1941-02-15T12:00", "birthLocation": place(48.85, 2.35), "returnYear": 2000,
    });
    let data = post(&service, "solar-return", &body).await.json()["data"].clone();
    let warnings = data["birthMeta"]["warnings"].to_string();
    assert!(warnings.contains("france_demarcation_line"), "{warnings}");
    // An invalid zone of the birthplace is reported at its pointer, also for the date of the
    // return.
    let mut body = birth(json!({ "returnDate": "2024-05-01" }));
    body["birthLocation"]["timezone"] = "Europe/Amsterdm".into();
    let errors = post(&service, "lunar-return", &body).await.json();
    for error in errors["errors"].as_array().unwrap() {
        assert_eq!(error["source"]["pointer"], "/birthLocation/timezone");
    }
}

#[tokio::test]
async fn a_day_keeps_the_cautions_of_its_clock() {
    // South of the demarcation line, French clocks differed from those of Paris in 1941.
    let service = service().await;
    let mut body = pair();
    body["location1"] = place(48.85, 2.35);
    body["dateTime1"] = "1941-02-15T12:00".into();
    let timed = post(&service, "compatibility", &body).await.json();
    let timed = timed["data"]["meta"]["warnings"]
        .as_array()
        .unwrap()
        .clone();
    assert!(
        timed
            .iter()
            .any(|it| it["code"] == "france_demarcation_line"),
        "{timed:?}"
    );
    body["dateTime1"] = "1941-02-15".into();
    let day = post(&service, "compatibility", &body).await.json();
    let day = day["data"]["meta"]["warnings"].as_array().unwrap().clone();
    for warning in timed {
        assert!(day.contains(&warning), "{warning} is missing: {day:?}");
    }
}

#[tokio::test]
async fn a_person_and_a_calendar_beside_it_are_a_conflict() {
    let service = service().await;
    let person = json!({ "dateTime": "1990-06-15T14:30", "location": place(52.37, 4.89) });
    for (field, value) in [("calendar1", "julian"), ("clockChange1", "later")] {
        let body = json!({ "person1": person, "person2": person, field: value });
        check_refused(
            &service,
            "synastry",
            body,
            (422, "fields_conflict", "/person1"),
        )
        .await;
    }
}

#[tokio::test]
async fn a_missing_field_of_a_pair_is_missing() {
    let service = service().await;
    let place = place(52.37, 4.89);
    let body = json!({ "dateTime1": "1990-06-15T14:30", "location1": place, "location2": place });
    let missing = (400, "field_missing", "/dateTime2");
    check_refused(&service, "synastry", body, missing).await;
}

#[tokio::test]
async fn missing_fields_of_a_pair_are_listed_with_every_other_problem() {
    let service = service().await;
    let body = json!({ "dateTime1": "1990-06-15T14:30", "houseSistem": "placidus" });
    let answer = post(&service, "synastry", &body).await;
    let found: Vec<_> = answer.json()["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["source"]["pointer"].as_str().unwrap().to_owned())
        .collect();
    let expected = ["/houseSistem", "/location1", "/dateTime2", "/location2"];
    assert_eq!(found, expected, "{}", answer.json());
}

#[tokio::test]
async fn the_uncertainty_of_delta_t_is_reported_where_nobody_measured_it() {
    let service = service().await;
    let of = async |year: u32| {
        let body = json!({
            "dateTime": format!("{year}-06-15T14:30"), "calendar": "gregorian",
            "location": place(52.37, 4.89), "points": ["sun"],
        });
        let data = post(&service, "natal", &body).await.json()["data"].take();
        data["meta"]["deltaTUncertainty"].clone()
    };
    assert_eq!(of(1990).await, Value::Null, "measured");
    let seconds = async |year: u32| {
        let found = of(year).await;
        let value = |field: &str| found[field].as_f64().unwrap();
        let seconds = value("seconds");
        // A second of rotation is 15.04 arc seconds, and the Moon moves 0.549 arc seconds in it.
        assert!(
            (value("midheavenArcminutes") - seconds * 15.041 / 60.0).abs() < 1e-3,
            "{found}"
        );
        assert!(
            (value("moonArcseconds") - seconds * 0.549).abs() < 1e-3,
            "{found}"
        );
        seconds
    };
    // Morrison and Stephenson (2004), table 1: 20 s in 1600, 5 s in 1700, 1 s in 1800.
    let (of_1600, of_1700, of_1900) = (
        seconds(1600).await,
        seconds(1700).await,
        seconds(1900).await,
    );
    assert!((5.0..=25.0).contains(&of_1600), "{of_1600}");
    assert!(
        (1.0..=8.0).contains(&of_1700) && of_1700 < of_1600,
        "{of_1700}"
    );
    assert!(of_1900 < 1.0, "{of_1900}");
    assert!(
        seconds(2100).await > of_1900,
        "nobody knows the future rotation"
    );
}
