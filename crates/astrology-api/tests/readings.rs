//! Composed readings of many charts: every sentence has its URN, no text and no joining sentence returns, a
//! contradiction is named, and the same chart gives the same reading.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on should stop right there"
)]

use std::collections::HashSet;

use access::Timestamp;
use astrology_api::calc::batch;
use interpretation::key::Urn;
use interpretation::library::Library;
use serde_json::{Value, json};

const LANGUAGES: [&str; 3] = ["en", "nl", "de"];

fn calculate(name: &str, body: &Value) -> Value {
    let Value::Object(body) = body else {
        unreachable!("a body is an object")
    };
    let answer = batch::alone(name, body.clone(), Timestamp::from_micros(0));
    let answer = answer.unwrap_or_else(|error| panic!("{name} {body:?}: {error:?}"));
    serde_json::from_str(answer.get()).unwrap()
}

/// Births at many latitudes, with and without a time.
fn births() -> Vec<Value> {
    let places = [
        (52.37, 4.89),
        (-33.87, 151.21),
        (1.35, 103.82),
        (69.65, 18.96),
    ];
    let times = ["T03:15", "T09:40", "T14:30", "T21:05", ""];
    let mut births = Vec::new();
    for index in 0..60_usize {
        let (latitude, longitude) = places[index % places.len()];
        let time = times[index % times.len()];
        let (year, month, day) = (1950 + index, 1 + index * 7 % 12, 1 + index * 11 % 28);
        births.push(json!({
            "dateTime": format!("{year}-{month:02}-{day:02}{time}"),
            "location": { "latitude": latitude, "longitude": longitude },
            "houseSystem": "whole",
        }));
    }
    births
}

fn with(body: &Value, options: &Value) -> Value {
    let mut body = body.clone();
    let fields = body.as_object_mut().unwrap();
    fields.extend(options.as_object().unwrap().clone());
    body
}

fn parts(data: &Value) -> Vec<&Value> {
    let sections = data["composedReading"]["sections"].as_array().unwrap();
    let parts = sections
        .iter()
        .flat_map(|it| it["parts"].as_array().unwrap());
    parts.collect()
}

/// Checks what holds for every reading.
fn check(data: &Value, language: &str) {
    let sections = data["composedReading"]["sections"].as_array().unwrap();
    assert_eq!(sections[0]["id"], "opening");
    let mut urns = HashSet::new();
    let mut sentences = HashSet::new();
    for section in sections {
        assert!(!section["title"].as_str().unwrap().is_empty());
        let parts = section["parts"].as_array().unwrap();
        let last = parts.last().unwrap();
        assert_ne!(last["role"], "link", "nothing follows: {section}");
        assert_ne!(last["role"], "lead", "nothing follows: {section}");
    }
    for part in parts(data) {
        let urn: Urn = part["urn"].as_str().unwrap().parse().unwrap();
        assert_eq!(urn.language, language);
        let text = Library::embedded().by_urn(&urn).unwrap();
        assert_eq!(part["body"], text.body);
        assert!(urns.insert(urn.to_string()), "{urn} twice");
        for sentence in text.body.split(['.', '!', '?', '\n']).map(str::trim) {
            if sentence.split_whitespace().count() > 2 {
                assert!(sentences.insert(sentence), "`{sentence}` twice");
            }
        }
    }
}

#[test]
fn no_sentence_returns_in_a_natal_reading() {
    for language in LANGUAGES {
        let options = json!({ "includeReading": true, "language": language });
        for birth in births() {
            let body = with(&birth, &options);
            let data = calculate("natal", &body);
            check(&data, language);
            assert_eq!(data, calculate("natal", &body), "the same reading twice");
            assert!(data["points"]["sun"].get("text").is_none());
        }
    }
}

#[test]
fn no_sentence_returns_in_the_readings_of_pairs_years_and_months() {
    for language in LANGUAGES {
        let options = json!({ "includeReading": true, "language": language });
        let births = births();
        for (index, birth) in births.iter().enumerate() {
            let other = &births[(index * 7 + 1) % births.len()];
            let pair = json!({
                "dateTime1": birth["dateTime"], "location1": birth["location"],
                "dateTime2": other["dateTime"], "location2": other["location"],
                "houseSystem": "whole",
            });
            check(&calculate("synastry", &with(&pair, &options)), language);
            check(&calculate("composite", &with(&pair, &options)), language);
            if [birth, other].iter().all(|it| has_time(it)) {
                check(&calculate("davison", &with(&pair, &options)), language);
            }
            let month = json!({
                "birthDate": birth["dateTime"], "birthLocation": birth["location"],
                "transitDateStart": "2026-03-01", "transitDateEnd": "2026-03-31",
                "transitLocation": birth["location"], "houseSystem": "whole",
            });
            check(&calculate("transit", &with(&month, &options)), language);
            if has_time(birth) {
                let year = json!({
                    "birthDateTime": birth["dateTime"], "birthLocation": birth["location"],
                    "returnYear": 2026, "houseSystem": "whole",
                });
                check(&calculate("solar-return", &with(&year, &options)), language);
            }
        }
    }
}

fn has_time(birth: &Value) -> bool {
    birth["dateTime"].as_str().unwrap().contains('T')
}

/// In whole-sign houses the sign of the Ascendant is the first house. With Libra rising, a planet in Aries is in the
/// seventh, whose nature is opposite to Aries.
#[test]
fn a_sign_in_the_house_of_its_opposite_is_named_as_a_contradiction() {
    let mut found = 0;
    for birth in births() {
        let data = calculate("natal", &with(&birth, &json!({ "includeReading": true })));
        let Some(rising) = data["angles"]["ascendant"]["longitude"].as_f64() else {
            continue;
        };
        let is_libra = (180.0..210.0).contains(&rising);
        let links: Vec<_> = parts(&data)
            .into_iter()
            .filter(|it| it["urn"].as_str().unwrap().contains(":natal:link:opposed"))
            .collect();
        assert_eq!(!links.is_empty(), is_libra, "{}", birth["dateTime"]);
        found += usize::from(is_libra);
    }
    assert!(found > 0, "one of the births has Libra rising");
}

/// A transit of the reading names when it is within orb, as `aspects` does.
#[test]
fn the_dates_of_a_reading_are_those_of_the_transits() {
    for birth in births().iter().take(10) {
        let body = json!({
            "birthDate": birth["dateTime"], "birthLocation": birth["location"],
            "transitDateStart": "2026-03-01", "transitDateEnd": "2026-03-31",
            "transitLocation": birth["location"], "houseSystem": "whole", "includeReading": true,
        });
        let data = calculate("transit", &body);
        let aspects = data["aspects"].as_array().unwrap();
        let mut told = 0;
        for part in parts(&data) {
            let urn = part["urn"].as_str().unwrap();
            if !urn.contains(":transit:aspect:") {
                continue;
            }
            let subject: Vec<_> = urn.split(':').collect();
            let same = |it: &&Value| {
                it["transitPoint"] == subject[5]
                    && it["enter"] == part["period"]["enter"]
                    && it["leave"] == part["period"]["leave"]
            };
            assert!(aspects.iter().any(|it| same(&it)), "{part}");
            told += 1;
        }
        assert!(told > 2, "{}", birth["dateTime"]);
    }
}
