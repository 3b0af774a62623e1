//! Margins compared with charts of the same library, through requests and responses.

use ephemeris::Instant;
use serde_json::{Value, json};

use super::MarginsCalc;
use crate::dto::words::ResponseTexts;
use crate::explain::ExplainCalc;
use crate::natal::Natal;
use crate::vedic::{DashaCalc, VedicChartCalc};
use crate::{Calculation, CalculationContext};

/// The response to a request.
fn data<C: Calculation>(mut body: Value, more: &Value) -> Value {
    for (field, value) in more.as_object().unwrap() {
        body[field] = value.clone();
    }
    let input: C::Input = serde_json::from_value(body).unwrap();
    let now = Instant::from_julian_date(2_461_000.5);
    let context = CalculationContext::new(ResponseTexts::NONE, None, Vec::new(), now);
    let reply = C::compute(&input, &context).unwrap();
    serde_json::to_value(reply).unwrap()
}

/// 2024-03-10 in Amsterdam, with seconds from noon in universal time.
fn birth(seconds_from_noon: i64) -> Value {
    let of_day = 43_200 + seconds_from_noon;
    let (hour, minute, second) = (of_day / 3_600, of_day / 60 % 60, of_day % 60);
    json!({
        "dateTime": format!("2024-03-10T{hour:02}:{minute:02}:{second:02}Z"),
        "location": { "latitude": 52.37, "longitude": 4.89 },
    })
}

/// The fact of a kind about a point.
fn fact<'a>(facts: &'a Value, kind: &str, point: &str) -> &'a Value {
    let mut all = facts.as_array().unwrap().iter();
    let found = all.find(|it| it["kind"] == kind && it["point"] == point);
    found.unwrap_or_else(|| panic!("no {kind} of {point}"))
}

/// Whole seconds inside and outside a change, from the birth.
fn around(change: &Value, direction: i64) -> (i64, i64) {
    let seconds = change["minutes"].as_f64().unwrap() * 60.0;
    #[expect(clippy::cast_possible_truncation, reason = "seconds of half a day")]
    let whole = |seconds: f64| seconds as i64;
    (
        whole((seconds - 1.0).floor()) * direction,
        whole((seconds + 1.0).ceil()) * direction,
    )
}

#[test]
fn the_ascendant_changes_sign_at_its_margins() {
    let found = data::<MarginsCalc>(birth(0), &json!({}));
    let ascendant = fact(&found["facts"], "sign", "ascendant");
    let sign = |seconds| {
        let chart = data::<Natal>(birth(seconds), &json!({}));
        chart["angles"]["ascendant"]["sign"].clone()
    };
    for (change, direction) in [("earlier", -1), ("later", 1)] {
        let change = &ascendant[change];
        let (inside, outside) = around(change, direction);
        assert_eq!(sign(inside), ascendant["value"]);
        assert_eq!(sign(outside), change["value"]);
    }
    let facts = found["facts"].as_array().unwrap().iter();
    let nearest: Vec<f64> = facts
        .filter_map(|it| it["nearestMinutes"].as_f64())
        .collect();
    assert!(nearest.len() > 20 && nearest.is_sorted(), "{nearest:?}");
    let natal = data::<Natal>(birth(0), &json!({ "include": ["margins"] }));
    assert_eq!(natal["margins"], found["facts"]);
}

#[test]
fn the_lagna_of_a_navamsha_changes_at_its_margins() {
    let more = json!({ "system": "vedic", "dashaDate": "2030-01-01" });
    let found = data::<MarginsCalc>(birth(0), &more);
    let lagna = fact(&found["facts"], "varga", "lagna");
    assert_eq!(lagna["varga"], "D9");
    let sign = |seconds| {
        let chart = data::<VedicChartCalc>(birth(seconds), &json!({}));
        chart["vargas"]["D9"]["lagna"].clone()
    };
    for (change, direction) in [("earlier", -1), ("later", 1)] {
        let change = &lagna[change];
        let (inside, outside) = around(change, direction);
        assert_eq!(sign(inside), lagna["value"]);
        assert_eq!(sign(outside), change["value"]);
    }
    let dasha = data::<DashaCalc>(birth(0), &json!({ "at": "2030-01-01", "levels": 3 }));
    let maha = &dasha["periods"][0];
    let facts = found["facts"].as_array().unwrap().iter();
    let lords: Vec<&Value> = facts.filter(|it| it["kind"] == "dasha").collect();
    assert_eq!(lords.len(), 3);
    for lord in lords {
        let expected = match lord["level"].as_u64() {
            Some(1) => &maha["lord"],
            Some(2) => &maha["periods"][0]["lord"],
            _ => &maha["periods"][0]["periods"][0]["lord"],
        };
        assert_eq!(&lord["value"], expected);
    }
    let ayanamshas = lagna["changedBy"]["ayanamshas"].as_array().unwrap();
    let other = json!({ "ayanamsha": ayanamshas[0] });
    let there = data::<VedicChartCalc>(birth(0), &other);
    assert_ne!(there["vargas"]["D9"]["lagna"], lagna["value"]);
    let conventions = &found["meta"]["conventions"];
    assert_eq!(
        (&conventions["ayanamsha"], &conventions["nodeType"]),
        (&json!("lahiri"), &json!("mean"))
    );
}

#[test]
fn a_vedic_chart_has_the_same_margins_and_its_strengths_add_up() {
    let more = json!({ "include": ["margins", "shadbala"], "vargas": ["D9"] });
    let chart = data::<VedicChartCalc>(birth(0), &more);
    let margins = data::<MarginsCalc>(birth(0), &json!({ "system": "vedic" }));
    assert_eq!(chart["margins"], margins["facts"]);
    let strengths = chart["shadbala"].as_object().unwrap();
    assert_eq!(strengths.len(), 7);
    let value = |it: &Value| it.as_f64().unwrap();
    for it in strengths.values() {
        let sum = value(&it["sthana"]["total"])
            + value(&it["dig"])
            + value(&it["kala"]["total"])
            + value(&it["cheshta"])
            + value(&it["naisargika"])
            + value(&it["drik"]);
        assert!((sum - value(&it["total"])).abs() < 1e-4, "{it}");
    }
    // 2024-03-10 was a Sunday.
    assert!((value(&strengths["sun"]["kala"]["vara"]) - 45.0).abs() < 1e-9);
}

#[test]
fn options_of_the_other_astrology_are_named_in_a_warning() {
    let western = data::<MarginsCalc>(birth(0), &json!({ "vargas": ["D9"] }));
    let vedic = json!({ "system": "vedic", "houseSystem": "koch" });
    let vedic = data::<MarginsCalc>(birth(0), &vedic);
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
    let rounded = |it: &Value| json!((it.as_f64().unwrap() * 100.0).round() / 100.0);
    let mut all = json!({});
    for id in ["sun", "moon", "mars", "jupiter", "northNode"] {
        all[id] = rounded(&chart["points"][id]["longitude"]);
    }
    all["ascendant"] = rounded(&chart["angles"]["ascendant"]["longitude"]);
    all
}

#[test]
fn the_settings_behind_other_longitudes_are_found() {
    let written = |offset: &str| {
        json!({
            "dateTime": format!("1990-06-15T14:30{offset}"),
            "location": { "latitude": 52.37, "longitude": 4.89 },
        })
    };
    // Amsterdam had summer time, UTC+2. The other program took it as winter time.
    let settings = json!({ "zodiac": "sidereal", "ayanamsha": "raman", "nodeType": "mean" });
    let chart = data::<Natal>(written("+01:00"), &settings);
    let question = json!({ "longitudes": longitudes(&chart) });
    let found = data::<ExplainCalc>(written(""), &question);
    let first = &found["explanations"][0];
    assert_eq!(found["explained"], true, "{found}");
    assert_eq!(
        (&first["ayanamsha"], &first["nodeType"], &first["center"]),
        (&json!("raman"), &json!("mean"), &json!("geocentric"))
    );
    assert_eq!(first["reading"]["id"], "hourLater");
    assert_eq!(first["reading"]["utc"], "1990-06-15T13:30:00Z");
    // Half of a hundredth of a degree.
    assert!(first["residualArcminutes"].as_f64().unwrap() < 0.301);
}

#[test]
fn nonsense_is_not_explained() {
    let nonsense = json!({
        "longitudes": {
            "sun": 1.0, "moon": 200.0, "mars": 77.0, "jupiter": 3.0, "saturn": 5.0, "ascendant": 9.0,
        },
    });
    let found = data::<ExplainCalc>(birth(0), &nonsense);
    assert_eq!(found["explained"], false);
    assert!(
        found["detail"]
            .as_str()
            .unwrap()
            .starts_with("No setting explains")
    );
    assert_eq!(found["explanations"][0]["fits"], false);
}

/// The requests that the documentation shows have the answers that it describes.
#[test]
fn the_example_is_explained() {
    let example: Value = serde_json::from_str(ExplainCalc::EXAMPLE).unwrap();
    let found = data::<ExplainCalc>(example, &json!({}));
    assert_eq!(found["explained"], true, "{found}");
}

#[test]
fn the_longitudes_of_the_guide_are_explained() {
    let body = json!({
        "dateTime": "1990-06-15T14:30", "location": { "latitude": 13.08, "longitude": 80.27 },
        "longitudes": { "sun": 60.28, "moon": 319.96, "ascendant": 184.39 },
    });
    let found = data::<ExplainCalc>(body, &json!({}));
    assert_eq!(found["explained"], true, "{found}");
}
