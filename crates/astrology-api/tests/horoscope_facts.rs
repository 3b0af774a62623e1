//! The facts of horoscopes are those that the calculations of single events find: transits, the Moon
//! calendar, phases, eclipses and tables of positions.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on should stop right there"
)]

use access::Timestamp;
use astrology_api::calc::batch;
use http_api::clock::parse_rfc3339;
use proptest::prelude::*;
use serde_json::{Value, json};

const PLANETS: [&str; 9] = [
    "sun", "mercury", "venus", "mars", "jupiter", "saturn", "uranus", "neptune", "pluto",
];
/// Instants in responses are rounded to a millisecond. A table has nine digits of a degree, and the Moon moves
/// a degree in two hours.
const MAX_ANGLE_DEG: f64 = 1e-5;

fn calculate(name: &str, body: &Value) -> Value {
    let Value::Object(body) = body else {
        unreachable!("a body is an object")
    };
    let answer = batch::alone(name, body.clone(), Timestamp::from_micros(0));
    let answer = answer.unwrap_or_else(|error| panic!("{name} {body:?}: {error:?}"));
    serde_json::from_str(answer.get()).unwrap()
}

fn here() -> Value {
    json!({ "latitude": 51.48, "longitude": 0.0, "timezone": "UTC" })
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The transits of a period to the Sun of a birth, for their ingresses and stations.
fn transits(from: &str, to: &str) -> Value {
    let request = json!({
        "birthDate": "2000-01-01T12:00", "birthLocation": here(), "points": ["sun"],
        "transitDateStart": from, "transitDateEnd": to, "transitLocation": here(),
        "transitPoints": PLANETS,
    });
    calculate("transit", &request)
}

/// The longitudes of points at an instant.
fn longitudes(at: &str, points: &[&str]) -> Vec<f64> {
    let request = json!({ "dateTime": at, "location": here(), "points": points });
    let chart = calculate("natal", &request);
    let longitude = |it: &&str| chart["points"][*it]["longitude"].as_f64().unwrap();
    points.iter().map(longitude).collect()
}

/// Whether two instants are the same but for rounding: both searches end within a millisecond of the event.
fn is_same_instant(one: &Value, other: &Value) -> bool {
    let instant = |it: &Value| -> Timestamp { parse_rfc3339(it.as_str().unwrap()).unwrap() };
    instant(one).micros().abs_diff(instant(other).micros()) <= 2_000
}

fn angle_between(one_deg: f64, other_deg: f64) -> f64 {
    let apart = (one_deg - other_deg).rem_euclid(360.0);
    apart.min(360.0 - apart)
}

fn angle_of(aspect: &Value) -> f64 {
    match aspect.as_str().unwrap() {
        "conjunction" => 0.0,
        "sextile" => 60.0,
        "square" => 90.0,
        "trine" => 120.0,
        "opposition" => 180.0,
        other => panic!("{other}"),
    }
}

/// Checks a fact of any period against the calculation of its kind.
fn check(fact: &Value, found: &Value) {
    let (at, body) = (&fact["at"], &fact["body"]);
    let same = |it: &&Value| it["transitPoint"] == *body && is_same_instant(&it["dateTime"], at);
    match fact["kind"].as_str().unwrap() {
        "ingress" => {
            let crossing = list(&found["crossings"]).iter().filter(same);
            let mut signs = crossing.filter(|it| it["sign"] == fact["sign"]);
            let crossing = signs.next();
            let crossing = crossing.unwrap_or_else(|| panic!("no crossing: {fact}"));
            let is_retrograde = fact["retrograde"] == true;
            assert_eq!(crossing["retrograde"] == true, is_retrograde, "{fact}");
        }
        "station" => {
            let mut stations = list(&found["stations"]).iter().filter(same);
            assert!(stations.next().is_some(), "{fact}");
        }
        "aspect" | "moonAspect" => {
            let at = at.as_str().unwrap();
            let points = [body.as_str().unwrap(), fact["target"].as_str().unwrap()];
            let longitudes = longitudes(at, &points);
            let off = angle_between(longitudes[0], longitudes[1]) - angle_of(&fact["aspect"]);
            assert!(off.abs() < MAX_ANGLE_DEG, "{fact}: {off}");
        }
        "lunation" => {
            let day = json!({ "dateTime": at, "location": here() });
            let found = calculate("moon-sun", &day);
            let both = [&found["nextPhases"], &found["previousPhases"]];
            let mut phases = both.into_iter().flat_map(list);
            let is_same =
                |it: &Value| it["phase"] == fact["phase"] && is_same_instant(&it["dateTime"], at);
            assert!(phases.any(is_same), "{fact}");
        }
        "eclipse" => {
            let day = &at.as_str().unwrap()[..10];
            let request = json!({ "startDate": day, "endDate": day });
            let found = calculate("eclipses", &request);
            let mut eclipses = list(&found["eclipses"]).iter();
            let is_same =
                |it: &Value| it["kind"] == fact["eclipse"] && is_same_instant(&it["greatest"], at);
            assert!(eclipses.any(is_same), "{fact}");
        }
        "moon" | "voidOfCourse" => {
            let request = json!({ "dateTime": &at.as_str().unwrap()[..10], "location": here() });
            let found = calculate("moon-calendar/day", &request);
            let (all, names) = if fact["kind"] == "moon" {
                (&found["signs"], ["entry", "exit"])
            } else {
                (&found["voidOfCourse"]["periods"], ["start", "end"])
            };
            let mut periods = list(all).iter();
            let is_same = |it: &Value| {
                is_same_instant(&it[names[0]], at) && is_same_instant(&it[names[1]], &fact["until"])
            };
            assert!(periods.any(is_same), "{fact}: {all}");
        }
        "position" => {
            let request = json!({ "dateTime": at, "location": here(), "points": [body] });
            let chart = calculate("natal", &request);
            let shown = &chart["points"][body.as_str().unwrap()]["sign"];
            assert_eq!(*shown, fact["sign"], "{fact}");
        }
        other => panic!("{other}"),
    }
}

fn date() -> impl Strategy<Value = String> {
    (1700_i32..2400, 1_u8..=12, 1_u8..=28)
        .prop_map(|(year, month, day)| format!("{year:04}-{month:02}-{day:02}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_facts_of_a_day_are_those_of_the_single_calculations(date in date()) {
        let twelve = calculate("horoscope/daily", &json!({ "date": date }));
        let found = transits(&format!("{date}T00:00"), &format!("{date}T23:59:59"));
        for horoscope in twelve.as_object().unwrap().values() {
            for fact in list(&horoscope["facts"]) {
                check(fact, &found);
                let sign = |it: &Value| {
                    let all = twelve.as_object().unwrap().keys();
                    all.into_iter().position(|name| it == name.as_str()).unwrap()
                };
                let house = (sign(&fact["sign"]) + 12 - sign(&horoscope["sign"])) % 12 + 1;
                prop_assert_eq!(fact["house"].as_u64(), Some(house as u64), "{}", fact);
            }
        }
    }

    #[test]
    fn no_station_ingress_or_main_phase_of_a_week_is_missing(date in date()) {
        let body = json!({ "year": 1900, "week": 1, "date": date, "sign": "aries" });
        let week = calculate("horoscope/weekly/sign", &body);
        let day = |name: &str| week[name].as_str().unwrap();
        let found = transits(
            &format!("{}T00:00", day("from")),
            &format!("{}T23:59:59", day("to")),
        );
        let facts = list(&week["facts"]);
        let told = |kind: &str, event: &Value| {
            let is_same = |it: &Value| {
                it["kind"] == kind
                    && it["body"] == event["transitPoint"]
                    && is_same_instant(&it["at"], &event["dateTime"])
            };
            facts.iter().any(is_same)
        };
        for station in list(&found["stations"]) {
            prop_assert!(told("station", station), "{}", station);
        }
        for crossing in list(&found["crossings"]) {
            if crossing["sign"].is_string() {
                prop_assert!(told("ingress", crossing), "{}", crossing);
            }
        }
        let start = format!("{}T00:00:00", day("from"));
        let phases = calculate("moon-sun", &json!({ "dateTime": start, "location": here() }));
        for phase in list(&phases["nextPhases"]) {
            let at = phase["dateTime"].as_str().unwrap();
            let is_main = ["new", "full"].iter().any(|it| phase["phase"] == *it);
            if is_main && &at[..10] <= day("to") {
                let is_there = |it: &Value| {
                    it["kind"] == "eclipse" && it["at"].as_str().unwrap()[..10] == at[..10]
                        || it["kind"] == "lunation" && is_same_instant(&it["at"], &phase["dateTime"])
                };
                prop_assert!(facts.iter().any(is_there), "{}", phase);
            }
        }
    }

    #[test]
    fn the_return_of_saturn_is_in_a_personal_horoscope(year in 1930_i32..2000, month in 1_u8..=12) {
        // Saturn needs 29.46 years: the return is exact at least once from 28 to 31 years after a birth.
        let born = format!("{year:04}-{month:02}-15");
        let returns = (28..31).flat_map(|age| {
            let from = format!("{:04}-{month:02}-15", year + age);
            let to = format!("{:04}-{month:02}-14", year + age + 1);
            let personal = json!({
                "dateTime": format!("{born}T12:00"), "location": here(), "from": from, "to": to,
            });
            let horoscope = calculate("horoscope/personal", &personal);
            list(&horoscope["facts"]).to_vec()
        });
        let is_return = |it: &Value| {
            it["kind"] == "transit"
                && it["body"] == "saturn"
                && it["target"] == "saturn"
                && it["aspect"] == "conjunction"
        };
        prop_assert!(returns.into_iter().any(|it| is_return(&it)));
    }

    #[test]
    fn personal_transits_are_those_of_the_transit_calculation(date in date()) {
        let (from, to) = (format!("{}-01", &date[..7]), date);
        let personal = json!({
            "dateTime": "1990-06-15T14:30", "location": here(), "from": from, "to": to,
        });
        let told = calculate("horoscope/personal", &personal);
        let request = json!({
            "birthDate": "1990-06-15T14:30", "birthLocation": here(),
            "points": ["sun", "moon", "mercury", "venus", "mars", "jupiter", "saturn", "uranus", "neptune", "pluto"],
            "transitDateStart": format!("{from}T00:00"), "transitDateEnd": format!("{to}T23:59:59"),
            "transitLocation": here(), "transitPoints": PLANETS,
        });
        let found = calculate("transit", &request);
        let transits = list(&told["facts"]).iter().filter(|it| it["kind"] == "transit");
        for fact in transits {
            let of_pair = |it: &&Value| {
                it["transitPoint"] == fact["body"]
                    && it["natalPoint"] == fact["target"]
                    && it["aspect"] == fact["aspect"]
            };
            let aspects = list(&found["aspects"]).iter().filter(of_pair);
            let mut passes = aspects.flat_map(|it| list(&it["exact"]));
            let is_same = |it: &Value| is_same_instant(&it["dateTime"], &fact["at"]);
            prop_assert!(passes.any(is_same), "{}", fact);
        }
    }
}
