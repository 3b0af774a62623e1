//! `almagest sky events`: the output that scripts rely on.

use std::process::{Command, Output};

use serde_json::Value;

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_almagest"));
    command.args(["sky", "events"]).args(arguments).env_clear();
    command.output().unwrap()
}

fn events(arguments: &[&str]) -> Vec<Value> {
    let output = run(&[arguments, &["--json"]].concat());
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {complaint}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn names(events: &[Value]) -> Vec<(&str, &str)> {
    let text = |event: &Value, field: &str| -> &'static str {
        String::leak(event[field].as_str().unwrap().to_owned())
    };
    // To the minute.
    let name = |event: &Value| (text(event, "event"), &text(event, "time")[..16]);
    events.iter().map(name).collect()
}

#[test]
fn seasons_and_phases_have_their_names_and_utc_times() {
    let range = ["--from", "2024-01-01", "--to", "2025-01-01"];
    // US Naval Observatory, rounded to the minute: 20 March 3:06, 20 June 20:51, 22 September 12:44, 21 December 9:21.
    let found = events(&[&["--kind", "season"], &range[..]].concat());
    assert_eq!(
        names(&found),
        [
            ("march-equinox", "2024-03-20T03:06"),
            ("june-solstice", "2024-06-20T20:50"),
            ("september-equinox", "2024-09-22T12:43"),
            ("december-solstice", "2024-12-21T09:20"),
        ]
    );
    let time = found[0]["time"].as_str().unwrap();
    assert_eq!(time.len(), "2024-03-20T03:06:00.000Z".len());
    assert!(time.ends_with('Z'));
    let found = events(&[
        "--kind",
        "phase",
        "--from",
        "2024-04-01",
        "--to",
        "2024-05-01",
    ]);
    let phases: Vec<&str> = names(&found).iter().map(|it| it.0).collect();
    assert_eq!(phases, ["last-quarter", "new", "first-quarter", "full"]);
}

#[test]
fn mercury_turns_where_the_almanacs_say() {
    let found = events(&[
        "--kind",
        "station",
        "--body",
        "mercury",
        "--from",
        "2024-03-01",
        "--to",
        "2025-01-01",
    ]);
    // Ecliptic degrees as printed in astrological ephemerides of 2024, to the arcminute.
    let expected = [
        ("retrograde", "aries", 27.0 + 13.0 / 60.0),
        ("direct", "aries", 15.0 + 59.0 / 60.0),
        ("retrograde", "virgo", 150.0 + 4.0 + 6.0 / 60.0),
        ("direct", "leo", 120.0 + 21.0 + 24.0 / 60.0),
        ("retrograde", "sagittarius", 240.0 + 22.0 + 40.0 / 60.0),
        ("direct", "sagittarius", 240.0 + 6.0 + 24.0 / 60.0),
    ];
    assert_eq!(found.len(), expected.len());
    for (event, (name, sign, longitude)) in found.iter().zip(expected) {
        assert_eq!(
            (&event["event"], &event["sign"]),
            (&name.into(), &sign.into())
        );
        assert!(
            (event["longitude"].as_f64().unwrap() - longitude).abs() < 0.02,
            "{event}"
        );
        assert_eq!(
            (&event["kind"], &event["body"]),
            (&"station".into(), &"mercury".into())
        );
    }
}

#[test]
fn a_place_may_begin_with_a_minus_and_the_sun_may_stay_away() {
    let day = ["--from", "2024-06-21", "--to", "2024-06-22"];
    let sydney = [
        "--kind",
        "rise-set",
        "--body",
        "sun",
        "--place",
        "-33.87,151.21",
    ];
    let found = events(&[&sydney[..], &day[..]].concat());
    let kinds: Vec<&str> = names(&found).iter().map(|it| it.0).collect();
    assert_eq!(kinds, ["transit", "set", "rise"]);
    let south = ["--kind", "rise-set", "--body", "sun", "--place", "-80,0"];
    let found = events(&[&south[..], &day[..]].concat());
    assert!(
        names(&found).iter().any(|it| it.0 == "never-rises"),
        "{found:?}"
    );
}

#[test]
fn eclipses_carry_type_magnitude_and_what_a_place_sees() {
    let found = events(&[
        "--kind",
        "eclipse",
        "--from",
        "2024-03-01",
        "--to",
        "2024-05-01",
        "--place",
        "32.78,-96.80",
    ]);
    let types: Vec<&Value> = found.iter().map(|it| &it["type"]).collect();
    assert_eq!(types, ["penumbral", "total"]);
    assert_eq!(found[1]["event"], "solar");
    assert!((found[1]["magnitude"].as_f64().unwrap() - 1.0566).abs() < 0.002);
    assert_eq!(found[1]["place"]["type"], "total");
}

#[test]
fn what_cannot_be_answered_is_refused_with_a_reason() {
    for (arguments, reason) in [
        (
            &[
                "--kind",
                "rise-set",
                "--from",
                "2024-01-01",
                "--to",
                "2024-01-02",
            ][..],
            "--place",
        ),
        (
            &[
                "--kind",
                "season",
                "--from",
                "2024-01-02",
                "--to",
                "2024-01-01",
            ],
            "--to",
        ),
        (
            &[
                "--kind",
                "season",
                "--from",
                "2023-02-29",
                "--to",
                "2024-01-01",
            ],
            "1 to 28",
        ),
        (
            &[
                "--kind",
                "phase",
                "--body",
                "mars",
                "--from",
                "2024-01-01",
                "--to",
                "2024-02-01",
            ],
            "mars",
        ),
        (
            &[
                "--kind",
                "season",
                "--from",
                "1200-01-01",
                "--to",
                "1201-01-01",
            ],
            "JD",
        ),
    ] {
        let output = run(arguments);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{arguments:?}");
        assert!(complaint.contains(reason), "{arguments:?}: {complaint}");
        assert!(output.stdout.is_empty());
    }
}
