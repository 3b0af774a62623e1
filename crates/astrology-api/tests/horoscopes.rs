//! A year of daily horoscopes: the same bytes twice, no sentence without a fact, no sentence again for a
//! fortnight. `cargo xtask accuracy --horoscopes` prints the table.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on should stop right there"
)]

use std::collections::{BTreeMap, HashMap, HashSet};

use access::Timestamp;
use astrology_api::calc::batch;
use interpretation::key::Urn;
use interpretation::library::Library;
use serde_json::{Map, Value, json};

const DAYS: i64 = 365;
/// A fact sentence does not return for a sign within this many days.
const FACT_SILENCE: i64 = 14;
/// An opening, a link or a closing returns after three days at the earliest.
const SENTENCE_SILENCE: i64 = 3;
const LANGUAGES: [&str; 3] = ["en", "nl", "de"];

fn calculate(name: &str, body: &Value) -> Value {
    let Value::Object(body) = body else {
        unreachable!("a body is an object")
    };
    let answer = batch::alone(name, body.clone(), Timestamp::from_micros(0));
    let answer = answer.unwrap_or_else(|error| panic!("{name} {body:?}: {error:?}"));
    serde_json::from_str(answer.get()).unwrap()
}

/// A response without the name of the zone.
fn without_zone(twelve: &Value) -> Value {
    let mut twelve = twelve.clone();
    for horoscope in twelve.as_object_mut().unwrap().values_mut() {
        horoscope["meta"]["timezone"] = Value::Null;
    }
    twelve
}

/// The dates of 2026.
fn dates() -> impl Iterator<Item = String> {
    const LENGTHS: [i64; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    (1..)
        .zip(LENGTHS)
        .flat_map(|(month, days)| (1..=days).map(move |day| format!("2026-{month:02}-{day:02}")))
}

fn urns(value: &Value) -> Vec<&str> {
    let all = value.as_array().unwrap().iter();
    all.map(|it| it.as_str().unwrap()).collect()
}

fn body_of(urn: &str) -> &'static str {
    let urn: Urn = urn.parse().unwrap();
    Library::embedded().by_urn(&urn).unwrap().body
}

/// Whether a text opens, connects or closes, and belongs to no fact.
fn is_frame(urn: &str) -> bool {
    [":opening:", ":link:", ":closing:"]
        .iter()
        .any(|it| urn.contains(it))
}

/// Every paragraph of a horoscope with the texts it consists of.
fn paragraphs(horoscope: &Value) -> Vec<(&Value, &Value)> {
    let sections = horoscope["sections"].as_object().unwrap();
    let mut all = vec![(&horoscope["summary"], &horoscope["summaryFrom"])];
    all.extend(sections.values().map(|it| (&it["text"], &it["from"])));
    all
}

#[test]
fn a_year_of_daily_horoscopes_tells_facts_and_does_not_repeat_itself() {
    let mut last_told: HashMap<(String, String), i64> = HashMap::new();
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    let (mut words, mut sentences, mut paragraph_count) = (0, 0, 0);
    let mut closest_fact = i64::MAX;
    let mut closest_frame = i64::MAX;
    for (day, date) in (0..).zip(dates()) {
        let twelve = calculate("horoscope/daily", &json!({ "date": date }));
        // Another name of the same zone, so that the second time is computed as well.
        let again = json!({ "date": date, "timezone": "Etc/UTC" });
        let again = calculate("horoscope/daily", &again);
        assert_eq!(without_zone(&twelve), without_zone(&again), "{date}");
        let twelve = twelve.as_object().unwrap();
        assert_eq!(twelve.len(), 12);
        let mut fact_texts_of_day: HashSet<&str> = HashSet::new();
        for (sign, horoscope) in twelve {
            let facts = horoscope["facts"].as_array().unwrap();
            *counts.entry(facts.len().min(4)).or_default() += 1;
            let of_facts: HashSet<&str> = facts
                .iter()
                .map(|it| {
                    let urn = it["text"]["urn"].as_str();
                    urn.unwrap_or_else(|| panic!("{date} {sign}: {it}"))
                })
                .collect();
            assert_eq!(of_facts.len(), facts.len(), "{date} {sign}: a text twice");
            let mut told: HashSet<&str> = of_facts.clone();
            for (text, from) in paragraphs(horoscope) {
                let from = urns(from);
                let bodies: Vec<_> = from.iter().map(|it| body_of(it)).collect();
                assert_eq!(text.as_str().unwrap(), bodies.join(" "), "{date} {sign}");
                paragraph_count += 1;
                words += text.as_str().unwrap().split_whitespace().count();
                sentences += text.as_str().unwrap().matches(['.', '?', '!']).count();
                for urn in from {
                    // What the Moon brings to a section follows from the fact that it is in this house.
                    let is_of_moon = urn.contains(":moon:");
                    let fact_of_moon = facts.iter().any(|it| it["kind"] == "moon");
                    assert!(
                        is_frame(urn) || of_facts.contains(urn) || (is_of_moon && fact_of_moon),
                        "{date} {sign}: {urn} follows from no fact"
                    );
                    told.insert(urn);
                }
            }
            for urn in told {
                if !is_frame(urn) {
                    assert!(fact_texts_of_day.insert(urn), "{date}: {urn} for two signs");
                }
                let key = (sign.clone(), urn.to_owned());
                if let Some(before) = last_told.insert(key, day) {
                    let (closest, silence) = if is_frame(urn) {
                        (&mut closest_frame, SENTENCE_SILENCE)
                    } else {
                        (&mut closest_fact, FACT_SILENCE)
                    };
                    *closest = (*closest).min(day - before);
                    assert!(
                        day - before >= silence,
                        "{date} {sign}: {urn} again after {} days",
                        day - before
                    );
                }
            }
        }
    }
    let all: usize = counts.values().sum();
    let rich = counts.get(&4).copied().unwrap_or_default();
    let share = rich as f64 / all as f64 * 100.0;
    println!("horoscopes                                   {all}");
    println!("with four or more facts                      {share:.1} %");
    println!("shortest time until a fact sentence returns  {closest_fact} days");
    println!("shortest time until another one returns      {closest_frame} days");
    println!(
        "words of a paragraph                         {:.0}",
        words as f64 / f64::from(paragraph_count)
    );
    println!(
        "words of a sentence                          {:.1}",
        words as f64 / sentences as f64
    );
    assert_eq!(all, 12 * usize::try_from(DAYS).unwrap());
    assert!(share >= 95.0, "{share} % of the horoscopes have four facts");
}

#[test]
fn every_period_has_texts_in_three_languages_and_no_text_twice() {
    let periods = [
        ("horoscope/daily", json!({ "date": "2026-11-18" })),
        ("horoscope/weekly", json!({ "year": 2026, "week": 47 })),
        ("horoscope/monthly", json!({ "year": 2026, "month": 11 })),
        ("horoscope/yearly", json!({ "year": 2026 })),
        ("horoscope/yearly-ascendant", json!({ "year": 2026 })),
    ];
    for (name, body) in periods {
        for language in LANGUAGES {
            let mut body = body.clone();
            body["language"] = language.into();
            let twelve = calculate(name, &body);
            for (sign, horoscope) in twelve.as_object().unwrap() {
                let facts = horoscope["facts"].as_array().unwrap();
                assert!(facts.len() >= 4, "{name} {sign}: {} facts", facts.len());
                for fact in facts {
                    assert_eq!(fact["text"]["language"], language, "{name} {sign} {fact}");
                }
                let of_facts: HashSet<&str> = facts
                    .iter()
                    .map(|it| it["text"]["urn"].as_str().unwrap())
                    .collect();
                let mut seen = HashSet::new();
                for (text, from) in paragraphs(horoscope) {
                    assert!(!text.as_str().unwrap().is_empty(), "{name} {sign}");
                    for urn in urns(from) {
                        assert!(urn.ends_with(&format!(":{language}")), "{urn}");
                        assert!(seen.insert(urn), "{name} {sign} {language}: {urn} twice");
                        let is_of_moon = urn.contains(":moon:") && name == "horoscope/daily";
                        assert!(
                            is_frame(urn) || is_of_moon || of_facts.contains(urn),
                            "{name} {sign}: {urn} follows from no fact"
                        );
                    }
                }
                let warnings = horoscope["meta"]["warnings"].as_array().unwrap();
                assert!(warnings.is_empty(), "{warnings:?}");
            }
        }
    }
}

#[test]
fn both_horoscopes_of_a_year_tell_the_same_facts_with_other_texts() {
    let urns_of = |name: &str| -> HashSet<String> {
        let body = json!({ "year": 2026, "sign": "leo" });
        let horoscope = calculate(&format!("{name}/sign"), &body);
        let facts = horoscope["facts"].as_array().unwrap();
        // Texts about aspects have no variants.
        let with_variants = facts.iter().filter(|it| it["kind"] != "aspect");
        with_variants
            .map(|it| it["text"]["urn"].as_str().unwrap().to_owned())
            .collect()
    };
    let (sun, ascendant) = (
        urns_of("horoscope/yearly"),
        urns_of("horoscope/yearly-ascendant"),
    );
    assert!(!sun.is_empty());
    let shared: Vec<_> = sun.intersection(&ascendant).collect();
    assert!(shared.is_empty(), "{shared:?}");
}

#[test]
fn a_horoscope_of_one_sign_is_the_same_as_among_all_signs() {
    let all = calculate("horoscope/daily", &json!({ "date": "2026-11-18" }));
    let mut one = calculate(
        "horoscope/daily/sign",
        &json!({ "date": "2026-11-18", "sign": "virgo", "timezone": "Etc/UTC" }),
    );
    one["meta"]["timezone"] = "UTC".into();
    // Only a response about one sign links to its image.
    let image = one.as_object_mut().unwrap().remove("chart");
    assert!(image.is_some());
    assert_eq!(all["virgo"], one);
}

#[test]
fn another_language_has_english_texts_and_a_warning() {
    let body = json!({ "date": "2026-11-18", "sign": "leo", "language": "fr" });
    let horoscope = calculate("horoscope/daily/sign", &body);
    assert_eq!(horoscope["facts"][0]["text"]["language"], "en");
    assert_eq!(
        horoscope["meta"]["warnings"][0]["code"],
        "text_language_unavailable"
    );
    assert_eq!(horoscope["signTitle"], "Lion");
}

#[test]
fn the_days_of_a_zone_are_not_those_of_utc() {
    let start = |zone: Option<&str>| {
        let mut body = Map::new();
        body.insert("date".to_owned(), "2026-11-18".into());
        body.insert("sign".to_owned(), "leo".into());
        if let Some(zone) = zone {
            body.insert("timezone".to_owned(), zone.into());
        }
        let answer = calculate("horoscope/daily/sign", &Value::Object(body));
        answer["meta"]["start"].as_str().unwrap().to_owned()
    };
    assert_eq!(start(None), "2026-11-18T00:00:00Z");
    // Auckland is thirteen hours ahead in November.
    assert_eq!(start(Some("Pacific/Auckland")), "2026-11-17T11:00:00Z");
}

#[test]
fn a_personal_horoscope_tells_transits_and_needs_no_birth_time() {
    let birth = json!({
        "dateTime": "1990-06-15T14:30", "location": { "latitude": 52.37, "longitude": 4.89 },
        "from": "2026-01-01", "to": "2026-12-31", "areas": ["love", "work"],
    });
    let timed = calculate("horoscope/personal", &birth);
    let chart = json!({
        "dateTime": "1990-06-15T14:30", "location": { "latitude": 52.37, "longitude": 4.89 },
    });
    let chart = calculate("natal", &chart);
    assert_eq!(timed["sign"], chart["angles"]["ascendant"]["sign"]);
    let facts = timed["facts"].as_array().unwrap();
    assert!(facts.iter().any(|it| it["kind"] == "transit"), "{facts:?}");
    let of_facts: Vec<&str> = facts
        .iter()
        .filter_map(|it| it["text"]["urn"].as_str())
        .collect();
    for from in [&timed["sections"]["love"]["from"], &timed["summaryFrom"]] {
        for urn in urns(from) {
            assert!(
                is_frame(urn) || of_facts.contains(&urn),
                "{urn} follows from no fact"
            );
        }
    }
    assert!(timed["sections"]["love"]["text"].is_string());
    assert!(timed["sections"]["money"].is_null());
    let mut day = birth.clone();
    day["dateTime"] = "1990-06-15".into();
    let untimed = calculate("horoscope/personal", &day);
    assert!(untimed["sign"].is_null());
    let warnings = untimed["meta"]["warnings"].as_array().unwrap();
    assert!(warnings.iter().any(|it| it["code"] == "birth_time_unknown"));
    let facts = untimed["facts"].as_array().unwrap();
    assert!(facts.iter().all(|it| it["target"] != "moon"));
}

#[test]
fn every_transit_of_a_personal_horoscope_has_a_text_and_is_told_once() {
    let mut transits = Vec::new();
    for birth in ["1950-01-01T06:00", "1967-03-03T18:20", "1990-06-15T14:30"] {
        for year in 2020..2030 {
            let body = json!({
                "dateTime": birth, "location": { "latitude": 52.37, "longitude": 4.89 },
                "from": format!("{year}-01-01"), "to": format!("{year}-12-31"),
            });
            let horoscope = calculate("horoscope/personal", &body);
            let facts = horoscope["facts"].as_array().unwrap();
            let of_transits = facts.iter().filter(|it| it["kind"] == "transit");
            transits.extend(of_transits.map(|it| it["text"]["urn"].as_str().unwrap().to_owned()));
            let sections = horoscope["sections"].as_object().unwrap().values();
            let paragraphs = sections.map(|it| &it["from"]);
            let told: Vec<&str> = paragraphs
                .chain([&horoscope["summaryFrom"]])
                .flat_map(urns)
                .filter(|it| !is_frame(it))
                .collect();
            let distinct: HashSet<&&str> = told.iter().collect();
            assert_eq!(distinct.len(), told.len(), "{birth} {year}: {told:?}");
        }
    }
    let between = |moving: &str, natal: &str| {
        let name = format!(":transit:{moving}:{natal}:");
        transits.iter().filter(|it| it.contains(&name)).count()
    };
    // Saturn returned in 2020 to 2030 to its place of 1967, and squared that of 1990.
    assert!(between("saturn", "saturn") > 0);
    assert!(between("uranus", "pluto") + between("pluto", "uranus") > 0);
}
