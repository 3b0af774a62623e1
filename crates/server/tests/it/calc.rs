//! Calculations over HTTP: their responses, refusals and documentation.

mod every_refusal;
mod margins;
mod moments;
mod refusals;
mod shapes;
mod unknown_time;
mod vedic;

use access::KeyPermission;
use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::harness::{Answer, Service, calculation_address};

const AMSTERDAM: &str = "location.latitude=52.37&location.longitude=4.89";

async fn service() -> Service {
    Service::new(server::api::api()).await
}

fn place(latitude: f64, longitude: f64) -> Value {
    json!({ "latitude": latitude, "longitude": longitude })
}

fn pair() -> Value {
    json!({
        "dateTime1": "1990-06-15T14:30", "location1": place(52.37, 4.89),
        "dateTime2": "1988-02-01T06:15", "location2": place(40.71, -74.0),
    })
}

fn birth(more: Value) -> Value {
    let mut body =
        json!({ "birthDateTime": "1990-06-15T14:30", "birthLocation": place(52.37, 4.89) });
    let (Value::Object(fields), Value::Object(added)) = (&mut body, more) else {
        unreachable!("both are objects")
    };
    fields.extend(added);
    body
}

/// Returns every calculation with a body that it accepts.
fn all() -> Vec<(&'static str, Value)> {
    let all = server::api::calculations().into_iter();
    all.map(|it| (it.name, it.example)).collect()
}

/// Returns a body that a calculation accepts.
fn example(name: &str) -> Value {
    let mut all = all().into_iter();
    all.find(|it| it.0 == name).unwrap().1
}

/// Returns the only problem of a response: status, code and pointer.
fn refusal(answer: &Answer) -> (u16, String, String) {
    let json = answer.json();
    let errors = json["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 1, "{json}");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    // A field of a GET request is a parameter.
    let source = &errors[0]["source"];
    let pointer = match source["parameter"].as_str() {
        Some(parameter) => format!("/{parameter}"),
        None => text(&source["pointer"]),
    };
    (answer.status.as_u16(), text(&errors[0]["code"]), pointer)
}

async fn post(service: &Service, name: &str, body: &Value) -> Answer {
    service.calculation(name, body).await
}

type Refused<'a> = (u16, &'a str, &'a str);

async fn check_refused(service: &Service, name: &str, body: Value, expected: Refused<'_>) {
    let answer = post(service, name, &body).await;
    let (status, code, pointer) = refusal(&answer);
    let found = (status, code.as_str(), pointer.as_str());
    assert_eq!(found, expected, "{name} {body}");
}

#[tokio::test]
async fn every_calculation_answers_the_same_by_post_and_get() {
    let service = service().await;
    for (name, body) in all() {
        let posted = post(&service, name, &body).await;
        assert_eq!(posted.status, StatusCode::OK, "{name}: {}", posted.json());
        let path = calculation_address(name, &body);
        let got = service.get(&path).await;
        assert_eq!(got.status, StatusCode::OK, "{path}: {}", got.json());
        assert_eq!(got.json(), posted.json(), "{name}");
    }
}

#[tokio::test]
async fn the_sun_is_where_the_full_kernel_has_it() {
    // JPL DE440 reduced with ERFA (pnm06a, nut06a, ab) at JD 2448908.5 TDB. TT was 59.184 s ahead
    // of UTC. A hundredth of a second is 0.4 mas of the Sun's motion.
    let service = service().await;
    let path = format!("/api/calc/natal?dateTime=1992-10-12T23:59:00.816Z&{AMSTERDAM}");
    let answer = service.get(&path).await.json();
    let longitude = answer["data"]["points"]["sun"]["longitude"]
        .as_f64()
        .unwrap();
    assert!(
        (longitude - 199.905_997_623_7).abs() < 0.2 / 3.6e6,
        "{longitude}"
    );
    let meta = &answer["data"]["meta"];
    let julian_date = meta["julianDateTt"].as_f64().unwrap();
    assert!((julian_date - 2_448_908.5).abs() < 1e-8, "{meta}");
}

#[tokio::test]
async fn a_great_conjunction_and_an_eclipse_are_found_where_they_were() {
    let service = service().await;
    // NASA's Five Millennium Canon: the total eclipse of 2024-04-08, greatest at 18:17:21 UT.
    let body = json!({ "startDate": "2024-04-01", "endDate": "2024-04-30" });
    let answer = post(&service, "eclipses", &body).await.json();
    let eclipse = &answer["data"]["eclipses"][0];
    assert_eq!(
        (&eclipse["kind"], &eclipse["type"]),
        (&"solar".into(), &"total".into())
    );
    assert!(
        eclipse["greatest"]
            .as_str()
            .unwrap()
            .starts_with("2024-04-08T18:17"),
        "{eclipse}"
    );
    // Jupiter and Saturn met at 0.5 degrees of Aquarius on 2020-12-21 at 18:20 UT.
    let path = format!("/api/calc/natal?dateTime=2020-12-21T18:20Z&{AMSTERDAM}");
    let answer = service.get(&path).await.json();
    let at = |id: &str| answer["data"]["points"][id]["longitude"].as_f64().unwrap();
    assert!(
        (at("jupiter") - at("saturn")).abs() < 0.001,
        "{} {}",
        at("jupiter"),
        at("saturn")
    );
}

#[tokio::test]
async fn a_date_alone_gives_what_is_certain_about_the_day() {
    let service = service().await;
    let answer = service
        .get(&format!("/api/calc/natal?dateTime=1990-06-15&{AMSTERDAM}"))
        .await;
    assert_eq!(answer.status, StatusCode::OK);
    let data = &answer.json()["data"];
    assert!(data.get("houses").is_none() && data.get("angles").is_none());
    assert!(
        data["points"].get("partOfFortune").is_none(),
        "lots require a time"
    );
    let moon = &data["points"]["moon"];
    let (start, end) = (
        moon["longitudeStart"].as_f64(),
        moon["longitudeEnd"].as_f64(),
    );
    // The Moon moves 11.8 to 15.4 degrees a day.
    let moved = (end.unwrap() - start.unwrap()).rem_euclid(360.0);
    assert!((11.8..15.4).contains(&moved), "{moved}");
    assert_eq!(data["points"]["sun"]["sign"], "gemini");
    assert_eq!(data["meta"]["warnings"][0]["code"], "birth_time_unknown");
    let certainties = data["aspects"].as_array().unwrap();
    assert!(certainties.iter().all(|it| it["certainty"].is_string()));
}

#[tokio::test]
async fn refusals_name_their_field() {
    let service = service().await;
    let natal = |more: Value| {
        let mut body = json!({ "dateTime": "1990-06-15T14:30", "location": place(52.37, 4.89) });
        for (name, value) in more.as_object().unwrap() {
            body[name] = value.clone();
        }
        body
    };
    for (more, status, code, pointer) in [
        (
            json!({ "points": ["vulcan"] }),
            400,
            "field_value",
            "/points/0",
        ),
        (
            json!({ "orbs": { "trine": 0 } }),
            400,
            "field_range",
            "/orbs/trine",
        ),
        (
            json!({ "orbs": { "trine": 40 } }),
            400,
            "field_range",
            "/orbs/trine",
        ),
        (
            json!({ "zodiac": "sidereal" }),
            422,
            "fields_conflict",
            "/ayanamsha",
        ),
        (
            json!({ "ayanamsha": "lahiri" }),
            422,
            "fields_conflict",
            "/ayanamsha",
        ),
        (
            json!({ "center": "heliocentric", "points": ["moon"] }),
            422,
            "point_undefined",
            "/points/0",
        ),
        (
            json!({ "location": place(70.0, 20.0) }),
            422,
            "house_system_undefined",
            "/houseSystem",
        ),
        (
            json!({ "dateTime": "2023-10-29T02:30" }),
            422,
            "birth_time_ambiguous",
            "/dateTime",
        ),
        (
            json!({ "dateTime": "2023-03-26T02:30" }),
            422,
            "birth_time_skipped",
            "/dateTime",
        ),
        (
            json!({ "dateTime": "1400-01-01T12:00" }),
            422,
            "calendar_required",
            "/dateTime",
        ),
        (
            json!({ "dateTime": "3000-01-01T12:00" }),
            422,
            "outside_ephemeris",
            "/dateTime",
        ),
    ] {
        check_refused(&service, "natal", natal(more), (status, code, pointer)).await;
    }
}

#[tokio::test]
async fn ranges_have_a_direction_and_an_end() {
    let service = service().await;
    let reversed = json!({ "startDate": "2024-02-01", "endDate": "2024-01-01" });
    check_refused(
        &service,
        "retrograde",
        reversed,
        (422, "range_reversed", "/endDate"),
    )
    .await;
    let long = json!({ "startDate": "1800-01-01", "endDate": "2024-01-01" });
    check_refused(
        &service,
        "eclipses",
        long,
        (422, "range_too_long", "/endDate"),
    )
    .await;
    let mut unknown = pair();
    unknown["dateTime2"] = "1988-02-01".into();
    check_refused(
        &service,
        "davison",
        unknown,
        (422, "birth_time_required", "/dateTime2"),
    )
    .await;
    let rows = json!({ "startDate": "2000-01-01", "endDate": "2024-01-01", "step": "1h" });
    check_refused(
        &service,
        "ephemeris",
        rows.clone(),
        (422, "range_too_long", "/step"),
    )
    .await;
    let refused = post(&service, "ephemeris", &rows).await.json();
    let detail = refused["errors"][0]["detail"].as_str().unwrap();
    // 8,766 days until the last one, which is part of the range.
    assert!(detail.contains(" 210,408 rows"), "{detail}");
    assert!(detail.contains(" the limit is 10,000. "), "{detail}");
}

/// A calculation, a body, and the expected refusal.
type Case = (&'static str, Value, Refused<'static>);

/// Returns a transit with other fields.
fn transit(more: &Value) -> Value {
    let mut body = example("transit");
    for (name, value) in more.as_object().unwrap() {
        body[name] = value.clone();
    }
    body
}

fn refused_ranges() -> Vec<Case> {
    let here = place(52.37, 4.89);
    vec![
        (
            "transit",
            transit(&json!({ "transitDateEnd": "2023-12-31" })),
            (422, "range_reversed", "/transitDateEnd"),
        ),
        (
            "transit",
            transit(&json!({ "transitDateEnd": "2026-12-31" })),
            (422, "range_too_long", "/transitDateEnd"),
        ),
        (
            "moon-calendar/range",
            json!({ "startDate": "2024-03-01", "endDate": "2024-04-01", "location": here }),
            (422, "range_too_long", "/endDate"),
        ),
        (
            "moon-calendar/range",
            json!({ "startDate": "2024-03-02", "endDate": "2024-03-01", "location": here }),
            (422, "range_reversed", "/endDate"),
        ),
        (
            "ephemeris",
            json!({ "startDate": "2024-01-01", "endDate": "2024-01-02", "step": "1d", "center": "topocentric" }),
            (422, "fields_conflict", "/center"),
        ),
        (
            "profections",
            birth(json!({ "targetDate": "1980-06-15" })),
            (422, "range_reversed", "/targetDate"),
        ),
        (
            "solar-return",
            birth(json!({ "returnYear": 2800 })),
            (422, "outside_ephemeris", "/returnYear"),
        ),
        (
            "synastry",
            json!({
                "person1": { "dateTime": "1990-06-15T14:30", "location": here },
                "person2": { "dateTime": "3000-06-15T14:30", "location": here },
            }),
            (422, "outside_ephemeris", "/person2/dateTime"),
        ),
    ]
}

fn refused_points_and_moments() -> Vec<Case> {
    let here = place(52.37, 4.89);
    vec![
        (
            "transit",
            transit(&json!({ "transitPoints": ["vulcan"] })),
            (400, "field_value", "/transitPoints/0"),
        ),
        (
            "retrograde",
            json!({ "startDate": "2024-01-01", "endDate": "2024-02-01", "points": ["sun"] }),
            (422, "point_undefined", "/points/0"),
        ),
        (
            "ephemeris",
            json!({ "startDate": "2024-01-01", "endDate": "2024-01-02", "step": "1d", "points": ["ascendant"] }),
            (422, "point_undefined", "/points/0"),
        ),
        (
            "planetary-return",
            birth(json!({ "point": "ascendant", "returnDate": "2019-01-01" })),
            (422, "point_undefined", "/point"),
        ),
        (
            "progressions",
            birth(json!({ "targetDate": "2024-06-15", "birthDateTime": "2023-10-29T02:30" })),
            (422, "birth_time_ambiguous", "/birthDateTime"),
        ),
        (
            "natal",
            json!({ "dateTime": "1990-06-15T14:30", "location": place(70.0, 20.0), "polarFallback": "koch" }),
            (422, "house_system_undefined", "/polarFallback"),
        ),
        (
            "natal",
            json!({ "dateTime": "1990-06-15T14:30", "location": here, "include": ["nakshatras"] }),
            (422, "fields_conflict", "/include"),
        ),
    ]
}

#[tokio::test]
async fn every_refusal_has_a_code_and_a_pointer_in_every_calculation() {
    let service = service().await;
    for (name, body, expected) in refused_ranges()
        .into_iter()
        .chain(refused_points_and_moments())
    {
        check_refused(&service, name, body, expected).await;
    }
}

#[tokio::test]
async fn a_polar_refusal_names_the_latitude_where_the_system_ends() {
    let body = json!({ "dateTime": "1990-06-15T14:30", "location": place(70.0, 20.0) });
    let answer = post(&service().await, "natal", &body).await.json();
    let meta = &answer["errors"][0]["meta"];
    assert_eq!(meta["houseSystem"], "placidus");
    // 90 degrees minus the true obliquity of date, 23°26'.
    let limit = meta["latitudeLimit"].as_f64().unwrap();
    assert!((limit - 66.56).abs() < 0.01, "{limit}");
}

#[tokio::test]
async fn a_refused_query_names_its_parameter() {
    let service = service().await;
    let path = format!("/api/calc/natal?dateTime=1990-06-15T14:30&{AMSTERDAM}");
    for (more, status, code, parameter) in [
        ("orbs.trine=40", 400, "field_range", "orbs.trine"),
        ("points=vulcan", 400, "field_value", "points"),
        ("houseSytem=koch", 400, "field_unknown", "houseSytem"),
        ("zodiac=sidereal", 422, "fields_conflict", "ayanamsha"),
    ] {
        let answer = service.get(&format!("{path}&{more}")).await;
        assert_eq!(answer.status.as_u16(), status, "{more}");
        let json = answer.json();
        let error = &json["errors"][0];
        assert_eq!(error["code"], code, "{json}");
        assert_eq!(error["source"]["parameter"], parameter, "{json}");
    }
}

#[tokio::test]
async fn every_calculation_says_how_it_was_computed() {
    /// Calculations about years, days and letters, which have no instant.
    const WITHOUT_AN_INSTANT: &[&str] = &[
        "chinese-horoscope",
        "chinese-forecast",
        "chinese-calendar",
        "numerology/profile",
        "numerology/compatibility",
    ];
    let service = service().await;
    for (name, body) in all() {
        let json = post(&service, name, &body).await.json();
        let data = &json["data"];
        // Horoscopes of all signs each have their own.
        let meta = data.get("meta").unwrap_or(&data["aries"]["meta"]);
        // Horoscopes are about periods.
        if WITHOUT_AN_INSTANT.contains(&name) || name.starts_with("horoscope/") {
            assert!(meta["warnings"].is_array(), "{name}: {meta}");
            continue;
        }
        for field in [
            "utc",
            "offset",
            "offsetSource",
            "zoneDataVersion",
            "ephemeris",
            "deltaT",
            "julianDateUt1",
            "julianDateTt",
            "obliquity",
            "warnings",
        ] {
            // Explanations compare skies, so they have no obliquity of their own.
            if (name, field) == ("explain", "obliquity") {
                continue;
            }
            assert!(
                meta.get(field).is_some(),
                "{name} lacks meta.{field}: {meta}"
            );
        }
        let span = meta["julianDateTt"].as_f64().unwrap() - meta["julianDateUt1"].as_f64().unwrap();
        let delta_t = meta["deltaT"].as_f64().unwrap();
        // A Julian date has a resolution of 40 microseconds.
        assert!((span * 86_400.0 - delta_t).abs() < 1e-3, "{name}: {meta}");
    }
}

#[tokio::test]
async fn every_part_of_include_adds_what_it_names_and_nothing_else() {
    let service = service().await;
    let natal = json!({
        "dateTime": "1990-06-15T14:30", "location": place(52.37, 4.89),
        "zodiac": "sidereal", "ayanamsha": "lahiri",
    });
    let plain = post(&service, "natal", &natal).await.json()["data"].clone();
    let parts = ["midpoints", "antiscia", "stars", "dignities", "nakshatras"];
    for part in parts {
        let mut body = natal.clone();
        body["include"] = json!([part]);
        let data = post(&service, "natal", &body).await.json()["data"].clone();
        assert!(!data[part].as_array().unwrap().is_empty(), "{part}");
        assert_eq!(data["points"], plain["points"], "{part}");
        for other in parts.into_iter().filter(|it| *it != part) {
            assert!(data.get(other).is_none(), "{part} also returned {other}");
            assert!(plain.get(other).is_none());
        }
    }
    let mut body = natal;
    body["include"] = json!(["lots"]);
    let data = post(&service, "natal", &body).await.json()["data"].clone();
    assert!(data["points"].get("partOfSpirit").is_some());
    assert!(plain["points"].get("partOfSpirit").is_none());
}

#[tokio::test]
async fn dignities_tell_who_rules_where_a_point_stands() {
    // The Sun of 15 June is in the third decan of Gemini: Mercury's sign and Jupiter's detriment;
    // the triplicity of Saturn by day, Mercury by night and Jupiter (Dorotheus); the Sun's own
    // face. From 24 degrees, the Egyptian term is Saturn's; before that it is Mars's.
    let service = service().await;
    let path = format!("/api/calc/natal?dateTime=1990-06-15T14:30&{AMSTERDAM}&include=dignities");
    let json = service.get(&path).await.json();
    let all = json["data"]["dignities"].as_array().unwrap();
    let sun = all.iter().find(|it| it["pointId"] == "sun").unwrap();
    assert_eq!(
        *sun,
        json!({
            "pointId": "sun", "ruler": "mercury", "modernRuler": "mercury", "exaltation": null,
            "triplicity": { "day": "saturn", "night": "mercury", "participating": "jupiter" },
            "term": "saturn", "face": "sun", "detriment": "jupiter", "fall": null,
        })
    );
    assert_eq!(json["data"]["points"]["sun"]["dignity"]["face"], true);
}

#[tokio::test]
async fn what_has_no_effect_is_said() {
    let service = service().await;
    let mut synastry = pair();
    synastry["include"] = json!(["midpoints", "lots"]);
    for (name, body, expected) in [
        (
            "retrograde",
            json!({ "startDate": "2024-01-01", "endDate": "2024-02-01", "houseSystem": "koch" }),
            "`houseSystem`.",
        ),
        ("synastry", synastry, "`include: midpoints`."),
    ] {
        let json = post(&service, name, &body).await.json();
        let warnings = json["data"]["meta"]["warnings"].as_array().unwrap();
        let warning = warnings
            .iter()
            .find(|it| it["code"] == "option_without_effect");
        let detail = warning.unwrap_or_else(|| panic!("{name}: {warnings:?}"))["detail"]
            .as_str()
            .unwrap();
        assert!(detail.ends_with(expected), "{detail}");
    }
    let path = format!("/api/calc/natal?dateTime=1990-06-15&{AMSTERDAM}&include=stars");
    let warnings = service.get(&path).await.json()["data"]["meta"]["warnings"].to_string();
    assert!(warnings.contains("include_needs_time"), "{warnings}");
}

#[tokio::test]
async fn a_zodiac_counts_for_compatibility_too() {
    // The Sun of 1 February is in the middle of Aquarius and, 24 degrees earlier, in Capricorn.
    let service = service().await;
    let tropical = post(&service, "compatibility", &pair()).await.json();
    assert_eq!(tropical["data"]["sign2"], "aquarius");
    let mut sidereal = pair();
    sidereal["zodiac"] = "sidereal".into();
    sidereal["ayanamsha"] = "lahiri".into();
    let answer = post(&service, "compatibility", &sidereal).await.json();
    assert_eq!(answer["data"]["sign2"], "capricorn");
    let ayanamsha = answer["data"]["meta"]["ayanamsha"].as_f64().unwrap();
    assert!((23.0..24.0).contains(&ayanamsha), "{ayanamsha}");
}

#[tokio::test]
async fn profections_need_no_houses_and_so_no_latitude() {
    let mut body = birth(json!({ "targetDate": "2024-06-16" }));
    body["birthLocation"] = place(70.0, 20.0);
    let answer = post(&service().await, "profections", &body).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    assert_eq!(answer.json()["data"]["age"], 34);
}

#[tokio::test]
async fn all_problems_come_in_one_answer() {
    let body = json!({
        "dateTime": "2023-10-29T02:30", "location": place(41.9, 12.5),
        "zodiac": "sidereal", "include": ["nakshatras"], "center": "heliocentric",
        "points": ["moon", "moon"],
    });
    let answer = post(&service().await, "natal", &body).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let codes = answer.codes();
    for code in ["fields_conflict", "point_undefined", "birth_time_ambiguous"] {
        assert!(codes.contains(&code.to_owned()), "{code}: {codes:?}");
    }
}

#[tokio::test]
async fn another_house_system_is_used_only_when_asked_for_and_said() {
    let service = service().await;
    let body = json!({
        "dateTime": "1990-06-15T14:30", "location": place(70.0, 20.0), "polarFallback": "whole",
    });
    let answer = post(&service, "natal", &body).await.json();
    assert_eq!(answer["data"]["houses"]["system"], "whole");
    let warnings = answer["data"]["meta"]["warnings"].to_string();
    assert!(warnings.contains("house_system_replaced"), "{warnings}");
}

#[tokio::test]
async fn texts_need_the_permission_and_say_so() {
    let service = service().await;
    let path = format!("/api/calc/natal?dateTime=1990-06-15T14:30&{AMSTERDAM}&includeText=true");
    let data = &service.get(&path).await.json()["data"];
    let text = &data["points"]["sun"]["text"];
    assert_eq!(
        text["urn"],
        "urn:content:1:natal:planet-in-sign:sun:gemini:en"
    );
    assert!(text["body"].as_str().unwrap().len() > 200);
    assert!(!data["reading"].as_array().unwrap().is_empty());
    let calc_only = service.add_key(&[KeyPermission::CalcRead]).await;
    let data = &service.get_with(&path, &calc_only).await.json()["data"];
    assert!(data["points"]["sun"].get("text").is_none());
    assert!(data.get("reading").is_none());
    let warnings = data["meta"]["warnings"].to_string();
    assert!(warnings.contains("texts_not_permitted"), "{warnings}");
    assert!(warnings.contains("chart_not_permitted"), "{warnings}");
    assert_eq!(data["chart"]["url"], Value::Null);
}

#[tokio::test]
async fn a_batch_answers_in_order_and_each_item_fails_alone() {
    let service = service().await;
    let good = json!({ "dateTime": "1990-06-15T14:30", "location": place(52.37, 4.89) });
    let mut polar = good.clone();
    polar["location"] = place(80.0, 0.0);
    let body = json!({ "requests": [
        { "operation": "natal", "body": good },
        { "operation": "natal", "body": polar },
        { "operation": "natl", "body": good },
        { "body": good },
        { "operation": "natal", "body": { "dateTime": 5 } },
        { "operation": "moon-sun", "body": { "dateTime": "2024-03-25T12:00", "location": place(52.37, 4.89) } },
    ] });
    let answer = service.post("/api/calc/batch", &body.to_string()).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.json());
    let json = answer.json();
    let results = json["data"]["results"].as_array().unwrap();
    let statuses: Vec<_> = results
        .iter()
        .map(|it| it["status"].as_u64().unwrap())
        .collect();
    assert_eq!(statuses, [200, 422, 400, 400, 400, 200]);
    assert_eq!(results[0]["data"]["points"]["sun"]["sign"], "gemini");
    assert_eq!(results[1]["errors"][0]["code"], "house_system_undefined");
    assert!(
        results[2]["errors"][0]["detail"]
            .as_str()
            .unwrap()
            .contains("`natal`")
    );
    let problem = |index: usize| {
        let error = &results[index]["errors"][0];
        let text = |it: &Value| it.as_str().unwrap_or_default().to_owned();
        (text(&error["code"]), text(&error["source"]["pointer"]))
    };
    for (index, code, pointer) in [
        (2, "field_value", "/operation"),
        (3, "field_missing", "/operation"),
        (4, "field_type", "/dateTime"),
    ] {
        assert_eq!(problem(index), (code.to_owned(), pointer.to_owned()));
    }
    let alone = post(&service, "natal", &good).await.json();
    assert_eq!(results[0]["data"]["points"], alone["data"]["points"]);
    let ledger = service.ledger().await;
    assert!(
        ledger.contains(&("calc_batch".to_owned(), 6, Some(200))),
        "{ledger:?}"
    );
}

#[tokio::test]
async fn a_batch_with_an_item_that_its_schema_refuses_is_refused_as_a_whole() {
    let service = service().await;
    for (item, code, pointer) in [
        (json!("natal"), "field_type", "/requests/0"),
        (
            json!({ "operation": "natal", "body": [] }),
            "field_type",
            "/requests/0/body",
        ),
        (
            json!({ "operation": "natal", "boddy": {} }),
            "field_unknown",
            "/requests/0/boddy",
        ),
    ] {
        let body = json!({ "requests": [item] });
        let answer = service.post("/api/calc/batch", &body.to_string()).await;
        assert_eq!(answer.codes(), [code]);
        assert_eq!(answer.json()["errors"][0]["source"]["pointer"], pointer);
    }
}

#[tokio::test]
async fn synastry_is_the_same_seen_from_either_side() {
    let service = service().await;
    let there = post(&service, "synastry", &pair()).await.json();
    let mut turned = pair();
    for field in ["dateTime", "location"] {
        let (one, two) = (format!("{field}1"), format!("{field}2"));
        let first = turned[&one].take();
        turned[&one] = turned[&two].take();
        turned[&two] = first;
    }
    let back = post(&service, "synastry", &turned).await.json();
    let key = |aspect: &Value, a: &str, b: &str| {
        let orb = (aspect["orb"].as_f64().unwrap() * 1e6).round();
        format!("{} {} {} {orb}", aspect[a], aspect[b], aspect["aspect"])
    };
    let list = |answer: &Value, a: &str, b: &str| {
        let aspects = answer["data"]["aspects"].as_array().unwrap();
        let mut keys: Vec<_> = aspects.iter().map(|it| key(it, a, b)).collect();
        keys.sort();
        keys
    };
    assert_eq!(
        list(&there, "pointA", "pointB"),
        list(&back, "pointB", "pointA")
    );
    let overlays = (
        &there["data"]["houseOverlays"],
        &back["data"]["houseOverlays"],
    );
    assert_eq!(overlays.0["chart1InChart2"], overlays.1["chart2InChart1"]);
}

#[tokio::test]
async fn fixed_stars_are_told_when_asked_for() {
    // Regulus entered Virgo in 2012 (precession from 29°50' of Leo at J2000). The Sun meets it on
    // 23 August.
    let service = service().await;
    let path = format!("/api/calc/natal?dateTime=2020-08-22T20:00Z&{AMSTERDAM}&include=stars");
    let answer = service.get(&path).await.json();
    let stars = answer["data"]["stars"].as_array().unwrap();
    let regulus = stars
        .iter()
        .find(|it| it["star"] == "regulus" && it["pointId"] == "sun");
    let regulus = regulus.unwrap_or_else(|| panic!("{stars:?}"));
    let longitude = regulus["longitude"].as_f64().unwrap();
    assert!((150.0..150.3).contains(&longitude), "{longitude}");
    let plain = service
        .get(&path.replace("&include=stars", ""))
        .await
        .json();
    assert!(plain["data"].get("stars").is_none());
}
