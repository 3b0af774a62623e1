//! What cannot be calculated is refused with a pointer or reported. Nothing is silently omitted.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{all, birth, check_refused, pair, place, post, service, transit};

fn warnings(data: &Value) -> String {
    data["meta"]["warnings"].to_string()
}

#[tokio::test]
async fn a_date_outside_the_ephemeris_is_the_one_that_is_pointed_at() {
    let service = service().await;
    let here = place(52.37, 4.89);
    // The ephemeris covers 1550 to 2650, and less for Chiron, so points are named.
    for (name, body, pointer) in [
        (
            "moon-calendar/day",
            json!({ "dateTime": "2700-01-01", "location": here }),
            "/dateTime",
        ),
        (
            "moon-calendar/range",
            json!({ "startDate": "2700-01-01", "endDate": "2700-01-02", "location": here }),
            "/startDate",
        ),
        (
            "progressions",
            json!({ "birthDateTime": "2700-01-01T12:00", "birthLocation": here, "targetDate": "2710-01-01" }),
            "/birthDateTime",
        ),
        (
            "progressions",
            // A lunar month for a year: 7,890 years after birth are 590 years in the sky.
            json!({
                "birthDateTime": "2100-06-15T12:00", "birthLocation": here,
                "targetDate": "9990-01-01", "method": "minor",
            }),
            "/targetDate",
        ),
        (
            "transit",
            transit(
                &json!({ "transitDateStart": "2649-06-01", "transitDateEnd": "2650-12-31", "transitPoints": ["sun", "moon"] }),
            ),
            "/transitDateEnd",
        ),
        (
            "transit",
            transit(
                &json!({ "transitDateStart": "2660-06-01", "transitDateEnd": "2660-12-31", "transitPoints": ["sun", "moon"] }),
            ),
            "/transitDateStart",
        ),
        (
            "retrograde",
            json!({ "startDate": "2640-01-01", "endDate": "2655-01-01", "points": ["mars"] }),
            "/endDate",
        ),
        (
            "eclipses",
            json!({ "startDate": "2640-01-01", "endDate": "2655-01-01" }),
            "/endDate",
        ),
        (
            "ephemeris",
            json!({ "startDate": "2640-01-01", "endDate": "2655-01-01", "step": "30d", "points": ["sun"] }),
            "/endDate",
        ),
    ] {
        check_refused(&service, name, body, (422, "outside_ephemeris", pointer)).await;
    }
}

/// Chiron is known from 1600 to 2500. A request without points does not ask for it.
#[tokio::test]
async fn a_default_point_that_is_not_known_at_the_time_is_left_out_and_said_to_be() {
    let service = service().await;
    let here = place(52.37, 4.89);
    let late = "2600-06-15T12:00";
    let warned = |data: &Value, meta: &str| {
        let warnings = data[meta]["warnings"].to_string();
        warnings.contains("points_outside_ephemeris") && warnings.contains("`chiron`")
    };
    let two = json!({
        "dateTime1": late, "location1": here, "dateTime2": "2601-01-01T06:00", "location2": here,
    });
    for (name, body, meta) in [
        (
            "natal",
            json!({ "dateTime": late, "location": here }),
            "meta",
        ),
        (
            "natal",
            json!({ "dateTime": "2600-06-15", "location": here }),
            "meta",
        ),
        ("synastry", two.clone(), "meta"),
        ("composite", two.clone(), "meta"),
        ("davison", two, "meta"),
        (
            "solar-return",
            json!({ "birthDateTime": late, "birthLocation": here, "returnYear": 2610 }),
            "meta",
        ),
        (
            "progressions",
            json!({ "birthDateTime": late, "birthLocation": here, "targetDate": "2620-01-01" }),
            "meta",
        ),
        (
            "transit",
            transit(&json!({ "transitDateStart": "2600-01-01", "transitDateEnd": "2600-01-09" })),
            "transitMeta",
        ),
        (
            "retrograde",
            json!({ "startDate": "2600-01-01", "endDate": "2601-01-01" }),
            "meta",
        ),
        (
            "ephemeris",
            json!({ "startDate": "2600-01-01", "endDate": "2600-01-03", "step": "1d" }),
            "meta",
        ),
    ] {
        let answer = post(&service, name, &body).await;
        assert_eq!(answer.status, StatusCode::OK, "{name} {}", answer.json());
        let data = answer.json()["data"].clone();
        assert!(warned(&data, meta), "{name}: {}", data[meta]);
        // It is natal only where the sky of another time moves over the birth in the request.
        let without_warning = data.to_string().replace("`chiron`", "");
        assert_eq!(
            without_warning.contains("chiron"),
            name == "transit",
            "{name}"
        );
    }
    let named = json!({ "dateTime": late, "location": here, "points": ["sun", "chiron"] });
    check_refused(
        &service,
        "natal",
        named,
        (422, "outside_ephemeris", "/dateTime"),
    )
    .await;
}

/// U.S. Naval Observatory, phases of the Moon: new on 2024-01-11 at 11:57 UT.
#[tokio::test]
async fn a_day_is_named_after_its_principal_phase_and_a_moment_after_its_own() {
    let service = service().await;
    let london = place(51.5, -0.12);
    for (date_time, phase, oldest_days) in [
        ("2024-01-10", "waning-crescent", 30.0),
        ("2024-01-11", "new", 30.0),
        ("2024-01-11T11:00", "waning-crescent", 30.0),
        ("2024-01-11T13:00", "new", 0.1),
        ("2024-01-12", "new", 1.0),
    ] {
        let body = json!({ "dateTime": date_time, "location": london });
        let answer = post(&service, "moon-calendar/day", &body).await;
        let found = answer.json()["data"]["moon"]["phase"].clone();
        assert_eq!(found["name"], phase, "{date_time}");
        let age = found["age"].as_f64().unwrap();
        assert!(age < oldest_days, "{date_time}: {age}");
    }
}

#[tokio::test]
async fn what_does_not_move_does_not_transit() {
    let service = service().await;
    for id in ["ascendant", "partOfFortune", "regulus", "earth"] {
        let body = transit(&json!({ "transitPoints": ["sun", id] }));
        check_refused(
            &service,
            "transit",
            body,
            (422, "point_undefined", "/transitPoints/1"),
        )
        .await;
    }
    let body = transit(&json!({ "transitPoints": ["sun", "sun"] }));
    check_refused(
        &service,
        "transit",
        body,
        (422, "fields_conflict", "/transitPoints/1"),
    )
    .await;
    for id in ["earth", "ascendant", "partOfFortune", "regulus"] {
        let body = birth(json!({ "point": id, "returnDate": "2019-01-01" }));
        check_refused(
            &service,
            "planetary-return",
            body,
            (422, "point_undefined", "/point"),
        )
        .await;
    }
}

#[tokio::test]
async fn what_the_sun_does_not_see_does_not_return_to_it() {
    let service = service().await;
    for id in ["sun", "moon", "northNode", "trueNode", "meanApogee"] {
        let body =
            birth(json!({ "point": id, "returnDate": "2019-01-01", "center": "heliocentric" }));
        check_refused(
            &service,
            "planetary-return",
            body,
            (422, "point_undefined", "/point"),
        )
        .await;
    }
    let body = birth(json!({ "returnDate": "2019-01-01", "center": "heliocentric" }));
    check_refused(
        &service,
        "lunar-return",
        body,
        (422, "point_undefined", "/center"),
    )
    .await;
}

#[tokio::test]
async fn the_paths_of_transits_are_geocentric_and_nothing_else() {
    let service = service().await;
    for (field, value) in [
        ("center", "topocentric"),
        ("center", "heliocentric"),
        ("moonCenter", "topocentric"),
    ] {
        let body = transit(&json!({ field: value }));
        let pointer = format!("/{field}");
        check_refused(
            &service,
            "transit",
            body,
            (422, "fields_conflict", &pointer),
        )
        .await;
    }
    let body = transit(&json!({ "center": "geocentric", "moonCenter": "geocentric" }));
    assert_eq!(
        post(&service, "transit", &body).await.status,
        StatusCode::OK
    );
}

#[tokio::test]
async fn parallels_are_said_to_be_left_out_where_longitudes_are_followed() {
    let service = service().await;
    for (name, mut body) in all() {
        if !matches!(
            name,
            "transit" | "moon-calendar/day" | "moon-calendar/range"
        ) {
            continue;
        }
        body["aspects"] = json!(["trine", "parallel"]);
        let data = post(&service, name, &body).await.json()["data"].clone();
        assert!(
            warnings(&data).contains("`aspects: parallel`"),
            "{name} {}",
            warnings(&data)
        );
    }
}

#[tokio::test]
async fn a_solar_arc_has_no_method_for_its_angles() {
    let service = service().await;
    let body = birth(json!({
        "targetDate": "2024-06-15", "method": "solar-arc", "progressedAngles": "naibodRa",
    }));
    let data = post(&service, "progressions", &body).await.json()["data"].clone();
    assert_eq!(data["progressedAngles"], Value::Null);
    assert!(
        warnings(&data).contains("`progressedAngles`"),
        "{}",
        warnings(&data)
    );
    let body = birth(json!({ "targetDate": "2024-06-15", "progressedAngles": "naibodRa" }));
    let data = post(&service, "progressions", &body).await.json()["data"].clone();
    assert_eq!(data["progressedAngles"], "naibodRa");
    assert!(!warnings(&data).contains("progressedAngles"));
}

#[tokio::test]
async fn a_composite_needs_houses_where_its_own_are() {
    let service = service().await;
    let mut body = pair();
    body["location1"] = place(70.0, 20.0);
    body["location2"] = place(30.0, 20.0);
    let answer = post(&service, "composite", &body).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    let houses = answer.json()["data"]["houses"].clone();
    assert_eq!(
        (&houses["system"], &houses["method"]),
        (&"placidus".into(), &"derived".into())
    );
    // The Ascendant and the Midheaven are the cusps of a quadrant system.
    let ascmc = houses["ascmc"].as_array().unwrap();
    assert_eq!(ascmc.len(), 8);
    assert_eq!(ascmc[0], houses["cusps"][0]["longitude"]);
    assert_eq!(ascmc[1], houses["cusps"][9]["longitude"]);
    // Midpoints of cusps need the cusps of both charts.
    body["compositeHouses"] = "midpoints".into();
    check_refused(
        &service,
        "composite",
        body.clone(),
        (422, "house_system_undefined", "/houseSystem"),
    )
    .await;
    body["polarFallback"] = "whole".into();
    let data = post(&service, "composite", &body).await.json()["data"].clone();
    assert!(
        warnings(&data).contains("house_system_replaced"),
        "{}",
        warnings(&data)
    );
    let mut body = pair();
    body["houseSystem"] = "gauquelin".into();
    check_refused(
        &service,
        "composite",
        body,
        (422, "fields_conflict", "/houseSystem"),
    )
    .await;
}

#[tokio::test]
async fn fortune_of_a_composite_does_not_depend_on_what_else_is_listed() {
    let service = service().await;
    let with = |points: Value| {
        let mut body = pair();
        body["points"] = points;
        body
    };
    let long = post(
        &service,
        "composite",
        &with(json!(["sun", "moon", "partOfFortune"])),
    )
    .await
    .json();
    let short = post(&service, "composite", &with(json!(["partOfFortune"])))
        .await
        .json();
    let (long, short) = (&long["data"]["points"], &short["data"]["points"]);
    assert_eq!(long["partOfFortune"], short["partOfFortune"]);
    assert_eq!(short.as_object().unwrap().len(), 1);
}

#[tokio::test]
async fn a_replaced_house_system_is_said_wherever_it_is_replaced() {
    let service = service().await;
    let body = transit(&json!({ "transitLocation": place(70.0, 20.0), "polarFallback": "whole" }));
    let data = post(&service, "transit", &body).await.json()["data"].clone();
    let said = data["transitMeta"]["warnings"].to_string();
    assert!(said.contains("house_system_replaced"), "{said}");
    assert!(!warnings(&data).contains("house_system_replaced"));
    let body = json!({
        "birthDateTime": "1990-06-15T14:30", "birthLocation": place(70.0, 20.0),
        "targetDate": "2024-06-15", "polarFallback": "whole",
    });
    let data = post(&service, "progressions", &body).await.json()["data"].clone();
    assert!(
        warnings(&data).contains("Progressed chart: "),
        "{}",
        warnings(&data)
    );
}

#[tokio::test]
async fn nodes_have_retrograde_periods_and_follow_the_node_type() {
    let service = service().await;
    let body = json!({
        "startDate": "2024-01-01", "endDate": "2024-03-01",
        "points": ["trueNode", "northNode", "southNode"],
    });
    let data = post(&service, "retrograde", &body).await.json()["data"].clone();
    let periods = |id: &str| data["periodsByPoint"][id].as_array().unwrap().clone();
    assert!(!periods("trueNode").is_empty());
    assert_eq!(periods("northNode"), periods("trueNode"));
    let station = |id: &str, name: &str| periods(id)[0]["retrogradeStation"][name].clone();
    let apart = station("southNode", "longitude").as_f64().unwrap()
        - station("northNode", "longitude").as_f64().unwrap();
    assert!((apart.abs() - 180.0).abs() < 1e-6, "{apart}");
    assert_eq!(station("southNode", "date"), station("northNode", "date"));
    // The mean node is never stationary.
    let body = json!({
        "startDate": "2024-01-01", "endDate": "2024-03-01",
        "points": ["northNode"], "nodeType": "mean",
    });
    let data = post(&service, "retrograde", &body).await.json()["data"].clone();
    assert_eq!(data["periodsByPoint"]["northNode"], json!([]));
    assert!(!warnings(&data).contains("nodeType"));
}

#[tokio::test]
async fn the_day_of_four_pillars_begins_at_23_or_at_0() {
    let service = service().await;
    // China had no summer time in 1993. 23:30 belongs to the next day only if days begin at 23:00; its hour belongs to the next day in both.
    let body = |boundary: u8| {
        json!({
            "dateTime": "1993-06-15T23:30", "location": place(31.23, 121.47), "dayBoundary": boundary,
        })
    };
    let pillars = async |boundary| {
        let data = post(&service, "bazi", &body(boundary)).await.json()["data"].clone();
        data["pillars"].clone()
    };
    let (late, midnight) = (pillars(23).await, pillars(0).await);
    assert_ne!(late["day"]["stem"], midnight["day"]["stem"]);
    assert_eq!(late["hour"]["stem"], midnight["hour"]["stem"]);
    let refused = (422, "value_refused", "/dayBoundary");
    check_refused(&service, "bazi", body(12), refused).await;
}

#[tokio::test]
async fn a_place_has_no_effect_on_the_day_of_the_new_year_and_says_so() {
    let service = service().await;
    let mut body = json!({ "birthDate": "1990-06-15", "location": place(31.23, 121.47) });
    let data = post(&service, "chinese-horoscope", &body).await.json()["data"].clone();
    assert!(warnings(&data).contains("`location`"), "{data}");
    body["birthDate"] = "1990-06-15T12:00".into();
    body["yearBoundary"] = "lichun".into();
    let data = post(&service, "chinese-horoscope", &body).await.json()["data"].clone();
    assert!(!warnings(&data).contains("`location`"), "{data}");
}
