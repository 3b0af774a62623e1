//! An operator's own ephemeris pack: checked, used by the service and the commands, and reported.

use std::path::{Path, PathBuf};

use ephemeris::pack::{ENTRY_BYTES, HEADER_BYTES};
use serde_json::{Value, json};

use crate::binary::{Serving, json as answer, refusal, run};

/// The days between the program's pack and the one of these tests: a little over 1095 years.
const LATER_DAYS: f64 = 400_000.0;

/// Writes the program's pack with every series moved to the future: the sky of 1905 recurs in 3000.
fn later_pack(folder: &Path) -> PathBuf {
    let mut bytes = include_bytes!("../../../../data/sky.pack").to_vec();
    let count = u32::from_le_bytes(*bytes[12..].first_chunk().unwrap());
    for index in 0..usize::try_from(count).unwrap() {
        let at = HEADER_BYTES + index * ENTRY_BYTES + 8;
        let first = f64::from_le_bytes(*bytes[at..].first_chunk().unwrap());
        bytes[at..at + 8].copy_from_slice(&(first + LATER_DAYS).to_le_bytes());
    }
    let checksum = crc32fast::hash(&bytes[HEADER_BYTES..]);
    bytes[24..28].copy_from_slice(&checksum.to_le_bytes());
    let path = folder.join("later.pack");
    std::fs::write(&path, bytes).unwrap();
    path
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Returns the end of the Sun's span.
fn sun_until(spans: &Value) -> String {
    let spans = spans.as_array().unwrap();
    let sun = spans.iter().find(|it| it["body"] == "sun").unwrap();
    assert_eq!(sun["from"], "1549-12-30");
    sun["to"].as_str().unwrap().to_owned()
}

#[test]
fn commands_reach_as_far_as_the_pack_they_are_given() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let pack = later_pack(folder.path());
    // DE440 covers 1549-12-31 0h to 2650-01-25 0h TDB, which is about a minute earlier in universal
    // time. 400,000 days later it is 3745.
    assert_eq!(sun_until(&answer(&data, &["sky", "span"])), "2650-01-24");
    let longer = answer(&data, &["sky", "span", "--sky-pack", text(&pack)]);
    assert!(sun_until(&longer).starts_with("3745-"), "{longer}");

    let mars = ["sky", "--jd", "2816845", "--scale", "tdb", "--body", "mars"];
    let refused = refusal(&data, &mars);
    assert!(
        refused.contains("mars") || refused.contains("JD"),
        "{refused}"
    );
    let copy = answer(&data, &[&mars[..], &["--sky-pack", text(&pack)]].concat());
    let own = ["sky", "--jd", "2416845", "--scale", "tdb", "--body", "mars"];
    let own = answer(&data, &own);
    // Distances do not depend on the equinox, so they equal those of 400,000 days before.
    let distance = |it: &Value| it[0]["distance"].as_f64().unwrap();
    assert!(
        (distance(&copy) / distance(&own) - 1.0).abs() < 1e-9,
        "{copy} {own}"
    );
}

#[test]
fn a_damaged_pack_is_refused_before_anything_is_touched() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let pack = later_pack(folder.path());
    let mut bytes = std::fs::read(&pack).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&pack, &bytes).unwrap();
    let named = format!("sky_pack={}", pack.display());
    let serve = ["serve", "--listen", "127.0.0.1:0", "--set", &named];
    for arguments in [
        &serve[..],
        &["sky", "span", "--sky-pack", text(&pack)],
        &[
            "natal",
            "--date",
            "1990-06-15",
            "--lat",
            "52",
            "--lon",
            "5",
            "--sky-pack",
            text(&pack),
        ],
    ] {
        let said = refusal(&data, arguments);
        assert!(
            said.contains("later.pack is damaged"),
            "{arguments:?}: {said}"
        );
    }
    assert!(!data.join("almagest.sqlite3").exists());
    let missing = refusal(&data, &["sky", "span", "--sky-pack", "/nowhere/a.pack"]);
    assert!(missing.contains("/nowhere/a.pack"), "{missing}");
    let found = run(&data, &["doctor", "--json", "--set", &named]);
    assert!(!found.status.success());
    let findings: Value = serde_json::from_slice(&found.stdout).unwrap();
    let findings = findings.as_array().unwrap();
    let sky = findings.iter().find(|it| it["check"] == "ephemeris");
    assert_eq!(sky.unwrap()["verdict"], "wrong");
}

#[test]
fn the_service_answers_for_the_span_of_its_pack() {
    let folder = tempfile::tempdir().unwrap();
    let pack = later_pack(folder.path());
    let path = "/api/calc/natal?dateTime=3000-06-15T12:00Z&location.latitude=52.37\
                &location.longitude=4.89&points=sun&points=moon";
    let alone = Serving::start(&folder.path().join("alone"));
    assert_eq!(alone.status(path, &alone.first_key()), 422);
    alone.stop();
    let named = format!("sky_pack={}", pack.display());
    let serving = Serving::start_with(&folder.path().join("more"), &["--set", &named]);
    let (status, answer) = serving.get(path, &serving.first_key());
    assert_eq!(status, 200, "{answer}");
    let body = answer.split("\r\n\r\n").nth(1).unwrap();
    let body: Value = serde_json::from_str(body).unwrap();
    let ephemeris = &body["data"]["meta"]["ephemeris"];
    assert_eq!(ephemeris["name"], "DE440 and a sky pack");
    assert_eq!(ephemeris["from"], json!("1549-12-30"));
    assert!(
        ephemeris["to"].as_str().unwrap().starts_with("3745-"),
        "{ephemeris}"
    );
    let log = serving.stop();
    assert!(
        log.contains("sky pack loaded") && log.contains("3745-"),
        "{log}"
    );
}
