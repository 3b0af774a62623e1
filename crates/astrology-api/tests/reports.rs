//! Reports of every kind, read back with poppler: their texts are those of the calculations.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed"
)]

use std::path::{Path, PathBuf};
use std::process::Command;

use access::Timestamp;
use astrology_api::calc::batch;
use astrology_api::report::alone;
use calculations::report::ReportOwner;
use serde_json::{Map, Value, json};

const NOW: Timestamp = Timestamp::from_micros(1_795_000_000_000_000);

fn emma() -> Value {
    json!({
        "name": "Emma Jansen",
        "birthDate": { "year": 1990, "month": 6, "day": 15, "hour": 14, "minute": 30 },
        "birthPlace": { "name": "Amsterdam", "latitude": 52.37, "longitude": 4.89, "timezone": "Europe/Amsterdam" },
    })
}

fn request(kind: &str) -> Value {
    let mut request = json!({ "reportType": kind, "subject": emma() });
    if matches!(kind, "synastry" | "composite") {
        request["partner"] = json!({
            "name": "Łukasz Reyes",
            "birthDate": { "year": 1988, "month": 2, "day": 1, "hour": 6, "minute": 15 },
            "birthPlace": { "name": "New York", "latitude": 40.71, "longitude": -74.0 },
        });
    }
    if !matches!(kind, "natal" | "synastry" | "composite") {
        request["transitDate"] = json!({ "year": 2026, "month": 11, "day": 1 });
    }
    request
}

fn object(value: Value) -> Map<String, Value> {
    let Value::Object(object) = value else {
        panic!("{value} is no object");
    };
    object
}

fn generated(request: Value) -> Result<Vec<u8>, Value> {
    let owner = ReportOwner {
        name: "Northern Sky Astrology".to_owned(),
    };
    let report = alone(object(request), &owner, NOW);
    report
        .map(Into::into)
        .map_err(|it| json!(it.error_objects()))
}

/// The text of a report, with single spaces and without the feet of its pages.
fn text(name: &str, request: Value) -> String {
    let path = written(name, request);
    let output = Command::new("pdftotext")
        .arg("-raw")
        .arg(&path)
        .arg("-")
        .output();
    let output = output.expect("`cargo xtask test` installs poppler");
    let text = String::from_utf8(output.stdout).unwrap();
    let is_foot = |line: &str| line.starts_with("Northern Sky Astrology ·");
    // A paragraph can continue on the next page.
    let lines = text.split('\u{c}').flat_map(|page| {
        let lines: Vec<_> = page.lines().filter(|it| !is_foot(it)).collect();
        let is_number = |it: &&str| it.bytes().all(|it| it.is_ascii_digit());
        let end = lines.len() - usize::from(lines.last().is_some_and(is_number));
        lines[..end].to_vec()
    });
    let words = lines.flat_map(str::split_whitespace);
    words.collect::<Vec<_>>().join(" ")
}

fn written(name: &str, request: Value) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("report-{name}.pdf"));
    std::fs::write(&path, generated(request).unwrap()).unwrap();
    path
}

/// Every title and body of a composed reading.
fn sentences(operation: &str, body: Value) -> Vec<String> {
    let result = batch::alone(operation, object(body), NOW).unwrap();
    let result: Value = serde_json::from_str(result.get()).unwrap();
    let sections = result["composedReading"]["sections"].as_array().unwrap();
    let parts = sections
        .iter()
        .flat_map(|it| it["parts"].as_array().unwrap());
    let texts = parts.map(|it| it["body"].as_str().unwrap());
    let texts = texts.chain(sections.iter().map(|it| it["title"].as_str().unwrap()));
    let flat = |it: &str| it.split_whitespace().collect::<Vec<_>>().join(" ");
    texts.map(flat).collect()
}

#[test]
fn a_natal_report_has_every_text_of_the_reading() {
    for language in ["en", "nl", "de"] {
        let mut request = request("natal");
        request["language"] = json!(language);
        let found = text(&format!("natal-{language}"), request);
        let body = json!({
            "dateTime": "1990-06-15T14:30",
            "location": { "latitude": 52.37, "longitude": 4.89, "timezone": "Europe/Amsterdam" },
            "language": language,
            "includeReading": true,
        });
        let expected = sentences("natal", body);
        assert!(expected.len() > 20, "{}", expected.len());
        for sentence in expected {
            assert!(found.contains(&sentence), "{language}: {sentence}\n{found}");
        }
    }
}

#[test]
fn every_kind_of_report_is_written_and_names_its_subject() {
    for kind in [
        "natal",
        "synastry",
        "composite",
        "transit",
        "solar-return",
        "lunar-return",
        "progressions",
        "numerology",
        "chinese",
        "year-ahead",
        "moon-calendar",
        "vedic",
    ] {
        let found = text(kind, request(kind));
        assert!(found.contains("Emma Jansen"), "{kind}");
        assert!(found.contains("Contents"), "{kind}");
        assert!(found.len() > 1_500, "{kind}: {found}");
        assert!(!found.contains('\u{fffd}'), "{kind}: {found}");
    }
}

#[test]
fn the_same_request_gives_the_same_bytes_on_every_day() {
    let first = generated(request("natal")).unwrap();
    assert_eq!(first, generated(request("natal")).unwrap());
    let mut other = request("natal");
    other["template"] = json!({ "documentDate": "2026-11-18" });
    assert_ne!(first, generated(other).unwrap());
}

#[test]
fn a_birth_without_a_time_has_a_report() {
    let mut request = request("natal");
    request["subject"]["birthDate"] = json!({ "year": 1990, "month": 6, "day": 15 });
    let found = text("natal-day", request);
    assert!(found.contains("Sun") && found.contains("Gemini"), "{found}");
}

#[test]
fn a_template_changes_titles_sections_and_paper() {
    let mut request = request("natal");
    request["template"] = json!({
        "title": "Your sky", "organizationName": "Studio Orion", "colour": "#7a1f3d",
        "sections": ["positions", "chart"], "pageSize": "Letter",
    });
    let path = written("template", request);
    let output = Command::new("pdftotext")
        .arg("-raw")
        .arg(&path)
        .arg("-")
        .output()
        .unwrap();
    let found = String::from_utf8(output.stdout).unwrap();
    assert!(found.contains("Your sky") && found.contains("Studio Orion"));
    let after_contents = found.split('\u{c}').nth(2).unwrap();
    assert!(after_contents.starts_with("Positions"), "{after_contents}");
    let about = Command::new("pdfinfo").arg(&path).output().unwrap();
    let about = String::from_utf8(about.stdout).unwrap();
    assert!(about.contains("612 x 792 pts (letter)"), "{about}");
}

/// A change of a request.
type Change<'a> = &'a dyn Fn(&mut Value);

/// The code and the pointer of the only error of a request.
fn refusal(request: Value) -> (String, String) {
    let errors = generated(request).unwrap_err();
    assert_eq!(errors.as_array().unwrap().len(), 1, "{errors}");
    let field = |pointer: &str| errors[0].pointer(pointer).and_then(Value::as_str);
    let [code, pointer] = ["/code", "/source/pointer"].map(|it| field(it).unwrap_or_default());
    (code.to_owned(), pointer.to_owned())
}

#[test]
fn refusals_point_into_the_request_of_the_report() {
    let with = |kind: &str, change: &dyn Fn(&mut Value)| {
        let mut request = request(kind);
        change(&mut request);
        refusal(request)
    };
    let cases: [(&str, Change<'_>, &str, &str); 10] = [
        (
            "natal",
            &|it| {
                drop(
                    it["subject"]["birthDate"]
                        .as_object_mut()
                        .unwrap()
                        .remove("hour"),
                );
            },
            "field_missing",
            "/subject/birthDate/hour",
        ),
        (
            "natal",
            &|it| it["reportType"] = json!("tarot"),
            "field_value",
            "/reportType",
        ),
        (
            "synastry",
            &|it| drop(it["partner"].take()),
            "field_missing",
            "/partner",
        ),
        (
            "transit",
            &|it| drop(it["transitDate"].take()),
            "field_missing",
            "/transitDate",
        ),
        (
            "natal",
            &|it| it["subject"]["birthDate"]["day"] = json!(31),
            "field_format",
            "/subject/birthDate",
        ),
        (
            "synastry",
            &|it| it["partner"]["birthPlace"]["timezone"] = json!("Mars/Olympus"),
            "timezone_unknown",
            "/partner/birthPlace/timezone",
        ),
        (
            "natal",
            &|it| it["template"] = json!({ "sections": ["chart", "chart"] }),
            "field_value",
            "/template/sections/1",
        ),
        (
            "numerology",
            &|it| it["template"] = json!({ "sections": ["houses"] }),
            "field_value",
            "/template/sections/0",
        ),
        (
            "natal",
            &|it| it["template"] = json!({ "logo": "bm8gaW1hZ2U=" }),
            "field_format",
            "/template/logo",
        ),
        (
            "natal",
            &|it| it["subject"]["email"] = json!("a@b.example"),
            "field_unknown",
            "/subject/email",
        ),
    ];
    for (kind, change, code, pointer) in cases {
        let expected = (code.to_owned(), pointer.to_owned());
        assert_eq!(with(kind, change), expected, "{kind} {pointer}");
    }
}
