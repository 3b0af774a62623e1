//! Vedic charts and dashas over HTTP: conventions, parts, ranges and refusals.

use serde_json::{Value, json};

use super::{check_refused, place, post, service};

fn warnings(data: &Value) -> String {
    data["meta"]["warnings"].to_string()
}

fn birth(more: &Value) -> Value {
    let mut body = json!({ "dateTime": "1990-06-15T14:30", "location": place(13.08, 80.27) });
    for (field, value) in more.as_object().unwrap() {
        body[field] = value.clone();
    }
    body
}

async fn chart(more: Value) -> Value {
    let answer = post(&service().await, "vedic/chart", &birth(&more)).await;
    answer.json()["data"].clone()
}

async fn dasha(more: Value) -> Value {
    let answer = post(&service().await, "vedic/dasha", &birth(&more)).await;
    answer.json()["data"].clone()
}

#[tokio::test]
async fn every_convention_of_a_vedic_chart_is_echoed_with_its_default() {
    let data = chart(json!({
        "vargas": ["D2", "D9", "D60"], "include": ["ashtakavarga", "jaimini", "kp", "upagrahas"],
    }))
    .await;
    let expected = json!({
        "ayanamsha": "lahiri", "ayanamshaAt": null, "nodeType": "mean", "bhavaSystem": "whole",
        "nodeExaltation": "none",
        "vargaVariants": { "D2": "parashara", "D60": "sign" },
        "ashtakavargaTables": "parashara", "charaKarakas": 7, "kpAyanamsha": "krishnamurti",
        "sunriseOf": "upperLimb", "refraction": true,
    });
    assert_eq!(data["meta"]["conventions"], expected);
    let chosen = chart(json!({
        "ayanamsha": "raman", "nodeType": "true", "bhavaSystem": "sripati", "nodeExaltation": "gemini",
        "vargas": ["D2"], "vargaVariants": { "D2": "kashinatha" }, "ashtakavargaTables": "varahamihira",
        "charaKarakas": 8, "include": ["ashtakavarga", "jaimini", "kp"],
    }))
    .await;
    let expected = json!({
        "ayanamsha": "raman", "ayanamshaAt": null, "nodeType": "true", "bhavaSystem": "sripati",
        "nodeExaltation": "gemini",
        "vargaVariants": { "D2": "kashinatha" },
        "ashtakavargaTables": "varahamihira", "charaKarakas": 8, "kpAyanamsha": "raman",
    });
    assert_eq!(chosen["meta"]["conventions"], expected);
}

#[tokio::test]
async fn a_vedic_chart_has_only_the_parts_that_were_requested() {
    let parts = [
        "ashtakavarga",
        "yogas",
        "jaimini",
        "kp",
        "upagrahas",
        "shadbala",
        "margins",
    ];
    let plain = chart(json!({})).await;
    assert_eq!(plain["vargas"].as_object().unwrap().len(), 2);
    for part in parts {
        assert!(plain.get(part).is_none(), "{part}");
        let data = chart(json!({ "include": [part] })).await;
        assert!(data.get(part).is_some(), "{part}");
        let others = parts.into_iter().filter(|it| *it != part);
        for other in others {
            assert!(data.get(other).is_none(), "{part} also returned {other}");
        }
        assert_eq!(data["grahas"], plain["grahas"], "{part}");
    }
    let grahas = plain["grahas"].as_object().unwrap();
    let ids: Vec<_> = grahas.keys().map(String::as_str).collect();
    let expected = [
        "sun", "moon", "mars", "mercury", "jupiter", "venus", "saturn", "rahu", "ketu",
    ];
    assert_eq!(ids.len(), 9);
    assert!(expected.iter().all(|it| ids.contains(it)), "{ids:?}");
    let outer = chart(json!({ "outerPlanets": true })).await["outerPlanets"].clone();
    assert_eq!(outer.as_object().unwrap().len(), 3);
}

#[tokio::test]
async fn krishnamurtis_part_has_its_own_ayanamsha() {
    let data = chart(json!({ "include": ["kp"] })).await;
    let longitude = |place: &Value| place["longitude"].as_f64().unwrap();
    let moved = longitude(&data["kp"]["grahas"]["moon"]) - longitude(&data["grahas"]["moon"]);
    // Krishnamurti's ayanamsha is about 6' less than Lahiri's.
    assert!((moved * 60.0 - 6.0).abs() < 1.0, "{moved}");
    assert_eq!(data["kp"]["cusps"].as_array().unwrap().len(), 12);
    let same = chart(json!({ "include": ["kp"], "ayanamsha": "lahiri" })).await;
    assert_eq!(
        same["kp"]["grahas"]["moon"]["longitude"],
        same["grahas"]["moon"]["longitude"]
    );
}

#[tokio::test]
async fn a_user_defined_ayanamsha_moves_every_longitude_and_is_echoed() {
    let custom = |value: f64| json!({ "epoch": "1990-06-15", "value": value });
    let of =
        async |value: f64| chart(json!({ "ayanamshaAt": custom(value), "include": ["kp"] })).await;
    let (one, other) = (of(23.0).await, of(24.0).await);
    let conventions = &one["meta"]["conventions"];
    assert_eq!(conventions["ayanamsha"], Value::Null);
    assert_eq!(conventions["ayanamshaAt"], custom(23.0));
    assert_eq!(conventions["kpAyanamsha"], Value::Null);
    for path in [
        "/lagna/longitude",
        "/grahas/sun/longitude",
        "/kp/grahas/sun/longitude",
    ] {
        let degrees = |data: &Value| data.pointer(path).unwrap().as_f64().unwrap();
        let moved = (degrees(&one) - degrees(&other)).rem_euclid(360.0);
        assert!((moved - 1.0).abs() < 1e-8, "{path}: {moved}");
    }
    let years = dasha(json!({ "ayanamshaAt": custom(23.0) })).await;
    assert_eq!(years["meta"]["conventions"]["ayanamshaAt"], custom(23.0));
    let both = json!({ "ayanamsha": "raman", "ayanamshaAt": custom(23.0) });
    for path in ["vedic/chart", "vedic/dasha"] {
        let refused = post(&service().await, path, &birth(&both)).await;
        assert_eq!(refused.codes(), ["fields_conflict"], "{path}");
    }
}

#[tokio::test]
async fn options_of_parts_that_are_not_included_have_a_warning() {
    let data = chart(json!({
        "vargas": ["D9"], "vargaVariants": { "D2": "raman" }, "ashtakavargaTables": "varahamihira",
        "charaKarakas": 8,
    }))
    .await;
    let found = warnings(&data);
    for option in [
        "`vargaVariants.D2`",
        "`ashtakavargaTables`",
        "`charaKarakas`",
    ] {
        assert!(found.contains(option), "{option} {found}");
    }
    let data = dasha(json!({ "ashtottariStart": "krittika" })).await;
    assert!(warnings(&data).contains("`ashtottariStart`"));
}

#[tokio::test]
async fn where_the_sun_does_not_rise_the_parts_of_the_day_are_left_out_with_a_warning() {
    let data = chart(json!({
        "dateTime": "1990-12-21T12:00", "location": place(78.22, 15.65), "include": ["upagrahas"],
    }))
    .await;
    assert_eq!(data["upagrahas"]["sunrise"], Value::Null);
    assert!(data["upagrahas"]["points"].get("gulika").is_none());
    assert!(data["upagrahas"]["points"].get("dhuma").is_some());
    assert!(warnings(&data).contains("sun_does_not_rise"));
}

#[tokio::test]
async fn a_vedic_birth_without_a_time_is_refused() {
    let service = service().await;
    let refused = (422, "birth_time_required", "/dateTime");
    for name in ["vedic/chart", "vedic/dasha"] {
        let body = birth(&json!({ "dateTime": "1990-06-15" }));
        check_refused(&service, name, body, refused).await;
    }
    let body = birth(&json!({ "vargas": ["D9", "D1", "D9"] }));
    let refused = (422, "fields_conflict", "/vargas/2");
    check_refused(&service, "vedic/chart", body, refused).await;
}

/// The periods of a level, by following the last of each.
fn stack(periods: &Value) -> Vec<String> {
    let Some(period) = periods.as_array().and_then(|it| it.last()) else {
        return Vec::new();
    };
    let mut stack = vec![period["lord"].as_str().unwrap().to_owned()];
    stack.extend(self::stack(&period["periods"]));
    stack
}

#[tokio::test]
async fn an_instant_has_one_period_of_each_of_five_levels() {
    for system in ["vimshottari", "yogini", "ashtottari", "chara"] {
        let data = dasha(json!({ "system": system, "at": "2024-06-15T12:00" })).await;
        assert_eq!(data["periods"].as_array().unwrap().len(), 1, "{system}");
        assert_eq!(stack(&data["periods"]).len(), 5, "{system}");
        let data = dasha(json!({ "system": system, "at": "2024-06-15T12:00", "levels": 2 })).await;
        assert_eq!(stack(&data["periods"]).len(), 2, "{system}");
    }
}

#[tokio::test]
async fn the_length_of_a_year_is_that_of_every_period() {
    // The second maha dasha of this birth is Jupiter's, of sixteen years.
    let days_of_a_year = async |year: Value| {
        let data = dasha(json!({ "levels": 1, "dashaYear": year })).await;
        let period = &data["periods"][1];
        assert_eq!(period["lord"], "jupiter");
        let second = |field: &str| {
            let text = period[field].as_str().unwrap();
            text.parse::<jiff::Timestamp>().unwrap().as_second()
        };
        (second("end") - second("start")) as f64 / 86_400.0 / 16.0
    };
    for days in [365.25, 365.2425, 360.0, 354.36707] {
        let found = days_of_a_year(json!(days)).await;
        assert!((found - days).abs() < 0.001, "{found} {days}");
    }
    // Over whole years, those of the Sun and the Moon have nearly their mean length.
    for (year, days) in [
        ("sunSidereal", 365.256),
        ("sunTropical", 365.242),
        ("tithi", 354.367),
    ] {
        let found = days_of_a_year(json!(year)).await;
        assert!((found - days).abs() < 0.1, "{year} {found}");
    }
}

#[tokio::test]
async fn a_query_can_give_the_length_of_a_year_in_both_notations() {
    let service = service().await;
    let path = "/api/calc/vedic/dasha?dateTime=1990-06-15T14:30&location.latitude=13.08\
                &location.longitude=80.27&levels=1";
    for (year, echoed) in [("360", json!(360.0)), ("tithi", json!("tithi"))] {
        let json = service
            .get(&format!("{path}&dashaYear={year}"))
            .await
            .json();
        assert_eq!(
            json["data"]["meta"]["conventions"]["dashaYear"], echoed,
            "{json}"
        );
    }
}

#[tokio::test]
async fn ranges_of_dashas_are_checked_before_the_work() {
    let service = service().await;
    for (more, code, pointer) in [
        (json!({ "at": "1990-06-14T12:00" }), "range_reversed", "/at"),
        (
            json!({ "at": "2024-01-01T12:00", "to": "2025-01-01" }),
            "fields_conflict",
            "/at",
        ),
        (
            json!({ "from": "2024-01-01", "to": "2023-01-01" }),
            "range_reversed",
            "/to",
        ),
        (
            json!({ "system": "chara", "levels": 5, "to": "2200-01-01" }),
            "range_too_long",
            "/levels",
        ),
    ] {
        check_refused(&service, "vedic/dasha", birth(&more), (422, code, pointer)).await;
    }
}

#[tokio::test]
async fn a_sidereal_natal_chart_says_which_node_it_assumed() {
    let service = service().await;
    let natal = async |more: Value| {
        let mut body = birth(&json!({ "zodiac": "sidereal", "ayanamsha": "lahiri" }));
        for (field, value) in more.as_object().unwrap() {
            body[field] = value.clone();
        }
        let answer = post(&service, "natal", &body).await.json();
        warnings(&answer["data"]).contains("node_type_assumed")
    };
    assert!(natal(json!({})).await);
    assert!(!natal(json!({ "nodeType": "mean" })).await);
    assert!(!natal(json!({ "points": ["sun"] })).await);
}

#[tokio::test]
async fn every_fact_of_a_vedic_chart_has_its_text() {
    let data = chart(json!({ "includeText": true, "include": ["yogas"] })).await;
    let urn = |path: &str| {
        data.pointer(path)
            .and_then(Value::as_str)
            .unwrap_or_default()
    };
    let text = |path: &str, kind: &str, subject: &str| {
        let expected = format!("urn:content:1:vedic:{kind}:{subject}:en");
        assert_eq!(urn(&format!("{path}/urn")), expected);
    };
    let sign = |path: &str| data.pointer(path).unwrap().as_str().unwrap().to_owned();
    text("/lagna/text", "lagna", &sign("/lagna/sign"));
    text("/tithi/text", "tithi", &sign("/tithi/id"));
    for (graha, placed) in data["grahas"].as_object().unwrap() {
        let path = format!("/grahas/{graha}");
        let sign = placed["sign"].as_str().unwrap();
        let house = &placed["houseNumber"];
        text(
            &format!("{path}/text"),
            "graha-in-sign",
            &format!("{graha}:{sign}"),
        );
        let in_house = format!("{graha}:house-{house}");
        text(&format!("{path}/houseText"), "graha-in-house", &in_house);
        assert_eq!(
            placed["nakshatraText"].is_object(),
            graha == "moon",
            "{graha}"
        );
    }
    text(
        "/grahas/moon/nakshatraText",
        "nakshatra",
        &sign("/grahas/moon/nakshatra/id"),
    );
    let yogas = data["yogas"].as_array().unwrap();
    let mut told = std::collections::BTreeSet::new();
    for yoga in yogas {
        let id = yoga["id"].as_str().unwrap();
        assert_eq!(yoga["text"].is_object(), told.insert(id), "{id} once");
    }
    let plain = chart(json!({ "include": ["yogas"] })).await;
    assert!(
        !plain.to_string().contains("urn:content"),
        "texts are asked for"
    );

    let years = dasha(json!({ "includeText": true, "levels": 1 })).await;
    let periods = years["periods"].as_array().unwrap();
    assert_eq!(periods.len(), 9);
    for period in periods {
        let lord = period["lord"].as_str().unwrap();
        let expected = format!("urn:content:1:vedic:dasha-lord:{lord}:en");
        assert_eq!(period["text"]["urn"], expected.as_str());
    }
    let signs = dasha(json!({ "includeText": true, "system": "chara" })).await;
    assert!(
        !signs.to_string().contains("urn:content"),
        "texts are about Vimshottari"
    );
}

#[tokio::test]
async fn the_tithi_of_a_birth_is_that_of_the_panchang() {
    for date in ["1990-06-15", "2018-03-18", "2024-01-11", "2026-11-19"] {
        let birth = json!({ "dateTime": format!("{date}T14:30"), "location": place(13.08, 80.27) });
        let service = service().await;
        let chart = post(&service, "vedic/chart", &birth).await.json();
        let day = json!({ "date": date, "location": place(13.08, 80.27) });
        let panchang = post(&service, "vedic/panchang", &day).await.json();
        let born = chart["data"]["dateTime"].as_str().unwrap();
        let tithis = panchang["data"]["tithis"].as_array().unwrap();
        let at_birth = tithis.iter().find(|it| {
            let at = |field: &str| it[field].as_str().unwrap();
            at("start") <= born && born < at("end")
        });
        let at_birth = at_birth.unwrap_or_else(|| panic!("{date}: {tithis:?}"));
        assert_eq!(
            chart["data"]["tithi"]["number"], at_birth["number"],
            "{date}"
        );
    }
}
