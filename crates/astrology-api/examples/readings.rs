//! Writes ten composed readings into a folder, as a website would print them:
//! `cargo run -p astrology-api --example readings -- docs/gallery/readings`.

#![expect(
    clippy::expect_used,
    reason = "a command that cannot go on should stop right there"
)]

use std::path::PathBuf;
use std::{env, fs};

use access::Timestamp;
use astrology_api::calc::batch;
use serde_json::{Value, json};

/// A reading to print.
struct Sample {
    name: &'static str,
    /// What is special about the chart.
    kind: &'static str,
    calculation: &'static str,
    input: Value,
}

fn natal(local: &str, place: (f64, f64), language: &str) -> Value {
    json!({
        "dateTime": local,
        "location": { "latitude": place.0, "longitude": place.1 },
        "language": language,
    })
}

const fn sample(
    name: &'static str,
    kind: &'static str,
    calculation: &'static str,
    input: Value,
) -> Sample {
    Sample {
        name,
        kind,
        calculation,
        input,
    }
}

fn births() -> Vec<Sample> {
    let amsterdam = (52.37, 4.89);
    let polar = json!({
        "dateTime": "1975-12-21T11:30",
        "location": { "latitude": 69.65, "longitude": 18.96 },
        "houseSystem": "porphyry",
        "language": "en",
    });
    vec![
        sample(
            "natal",
            "A birth by day",
            "natal",
            natal("1990-06-15T14:30", amsterdam, "en"),
        ),
        sample(
            "unknown-time",
            "A birth without a time",
            "natal",
            natal("1988-02-01", (40.71, -74.01), "en"),
        ),
        sample("polar", "A birth beyond the polar circle", "natal", polar),
        sample(
            "stellium",
            "Seven planets in Aquarius",
            "natal",
            natal("1962-02-04T19:30", (21.31, -157.86), "en"),
        ),
        sample(
            "one-hemisphere",
            "All planets above the horizon",
            "natal",
            natal("1983-12-05T12:00", (51.51, -0.13), "en"),
        ),
        sample(
            "natal-nl",
            "A birth by night, in Dutch",
            "natal",
            natal("1979-10-03T23:10", (52.09, 5.12), "nl"),
        ),
        sample(
            "natal-de",
            "A birth at sunrise, in German",
            "natal",
            natal("1995-04-22T06:05", (52.52, 13.4), "de"),
        ),
    ]
}

fn others() -> Vec<Sample> {
    vec![
        sample(
            "synastry",
            "Two charts",
            "synastry",
            json!({
                "dateTime1": "1990-06-15T14:30",
                "location1": { "latitude": 52.37, "longitude": 4.89 },
                "dateTime2": "1988-02-01T06:15",
                "location2": { "latitude": 40.71, "longitude": -74.01 },
                "language": "en",
            }),
        ),
        sample(
            "composite",
            "The composite chart of two people",
            "composite",
            json!({
                "dateTime1": "1990-06-15T14:30",
                "location1": { "latitude": 52.37, "longitude": 4.89 },
                "dateTime2": "1988-02-01T06:15",
                "location2": { "latitude": 40.71, "longitude": -74.01 },
                "language": "en",
            }),
        ),
        sample(
            "solar-return-nl",
            "A year from a birthday on, in Dutch",
            "solar-return",
            json!({
                "birthDateTime": "1979-10-03T23:10",
                "birthLocation": { "latitude": 52.09, "longitude": 5.12 },
                "returnYear": 2026,
                "language": "nl",
            }),
        ),
        sample(
            "transits-de",
            "The transits of a month, in German",
            "transit",
            json!({
                "birthDate": "1995-04-22T06:05",
                "birthLocation": { "latitude": 52.52, "longitude": 13.4 },
                "transitDateStart": "2026-12-01",
                "transitDateEnd": "2026-12-31",
                "transitLocation": { "latitude": 52.52, "longitude": 13.4 },
                "language": "de",
            }),
        ),
    ]
}

/// The composed reading of a response.
fn reading(sample: &Sample) -> Value {
    let Value::Object(mut body) = sample.input.clone() else {
        unreachable!("an input is an object")
    };
    body.insert("includeReading".to_owned(), json!(true));
    let answer = batch::alone(sample.calculation, body, Timestamp::from_micros(0));
    let answer = answer.expect("a valid input");
    let mut answer: Value = serde_json::from_str(answer.get()).expect("valid JSON");
    answer["composedReading"].take()
}

/// The days of a transit: the day it begins, the days on which it is exact, the day it ends. A planet enters a
/// house on one day.
fn days(period: &Value) -> Option<String> {
    let day = |it: &Value| it.as_str().map(|it| it[..10].to_owned());
    let open = || "…".to_owned();
    let exact: Vec<String> = period["exact"].as_array()?.iter().filter_map(day).collect();
    if period["leave"].is_null()
        && exact.len() == 1
        && day(&period["enter"]).as_ref() == exact.first()
    {
        return Some(format!("*{}*", exact[0]));
    }
    let ends = [&period["enter"], &period["leave"]].map(|it| day(it).unwrap_or_else(open));
    let exact = match exact.len() {
        0 => String::new(),
        _ => format!(" ({})", exact.join(", ")),
    };
    Some(format!("*{} – {}{exact}*", ends[0], ends[1]))
}

/// Markdown: sections with their parts. Sentences that lead to a text stand in its paragraph.
fn page(sample: &Sample) -> String {
    let reading = reading(sample);
    let mut page = format!(
        "# {}\n\n`POST /api/calc/{}` with `\"includeReading\": true` and\n\n```json\n{:#}\n```\n",
        sample.kind, sample.calculation, sample.input
    );
    for section in reading["sections"].as_array().into_iter().flatten() {
        page.extend(["\n## ", section["title"].as_str().unwrap_or_default(), "\n"]);
        let mut before = String::new();
        for part in section["parts"].as_array().into_iter().flatten() {
            let body = part["body"].as_str().unwrap_or_default();
            if matches!(part["role"].as_str(), Some("lead" | "link")) {
                before += body;
                before.push(' ');
                continue;
            }
            if let Some(days) = days(&part["period"]) {
                page.extend(["\n", &days, "\n"]);
            }
            page.extend(["\n", &before, body, "\n"]);
            before.clear();
        }
    }
    page
}

fn main() {
    let folder = PathBuf::from(env::args().nth(1).expect("a folder as the first argument"));
    fs::create_dir_all(&folder).expect("a folder that can be created");
    for sample in births().into_iter().chain(others()) {
        let file = folder.join(sample.name).with_extension("md");
        fs::write(file, page(&sample)).expect("a folder that can be written");
    }
}
