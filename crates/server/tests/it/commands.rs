//! Operator commands alongside a running server, and their audit log entries.

use std::path::Path;

use serde_json::Value;

use crate::binary::{Serving, json, refusal, run};

fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}

fn change_people(data: &Path, org: &str) {
    let email = "ann@example.com";
    let user = json(data, &["user", "create", "--email", email, "--name", "Ann"]);
    assert!(
        text(&user["link"]).contains("/reset-password#token="),
        "{user}"
    );
    let outbox = json(data, &["outbox"]);
    assert_eq!(
        outbox[0]["link"], user["link"],
        "the same link as in the queued e-mail"
    );
    let again = json(data, &["user", "reset", "--email", email]);
    assert_ne!(again["link"], user["link"]);
    json(
        data,
        &[
            "member", "add", "--org", org, "--email", email, "--role", "owner",
        ],
    );
    let members = json(data, &["member", "list", "--org", org]);
    assert_eq!(
        (&members[0]["email"], &members[0]["role"]),
        (&email.into(), &"owner".into())
    );
}

fn change_modules(data: &Path, org: &str) {
    let module = ["--org", org, "--module", "content-premium"];
    json(data, &[&["module", "grant"][..], &module].concat());
    let grants = json(data, &["module", "list", "--org", org]);
    assert_eq!(grants[0]["module"], "content-premium");
    json(data, &[&["module", "revoke"][..], &module].concat());
    assert_eq!(
        json(data, &["module", "list", "--org", org]),
        Value::Array(vec![])
    );
}

/// Creates, changes and revokes a key, and returns it.
fn change_keys(data: &Path, org: &str) -> String {
    let create = [
        "key",
        "create",
        "--org",
        org,
        "--name",
        "k",
        "--permission",
        "calc:read",
    ];
    let more = [
        "--live",
        "--rate",
        "5/60s",
        "--module",
        "natal",
        "--domain",
        "example.com",
    ];
    let key = json(data, &[&create[..], &more].concat());
    assert_eq!(key["modules"], serde_json::json!(["natal"]));
    let id = text(&key["id"]);
    let edited = json(data, &["key", "edit", &id, "--any-domain", "--disable"]);
    assert_eq!(
        (&edited["domains"], &edited["status"]),
        (&Value::Null, &"disabled".into())
    );
    json(data, &["key", "edit", &id, "--enable"]);
    let rotated = json(data, &["key", "rotate", &id, "--grace", "60"]);
    assert_ne!(rotated["key"], key["key"]);
    assert_eq!(rotated["replaces"], key["id"]);
    assert!(text(&rotated["oldExpiresAt"]).ends_with('Z'), "{rotated}");
    let unknown = refusal(data, &["key", "edit", &id, "--module", "natall"]);
    assert!(
        unknown.contains("Unknown module `natall`. `almagest module list` shows all."),
        "{unknown}"
    );
    json(data, &["key", "revoke", &id]);
    json(data, &["org", "set", org, "--quota", "7"]);
    text(&key["key"])
}

#[test]
fn commands_change_access_beside_a_running_server_and_the_audit_log_tells() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let serving = Serving::start(&data);
    let org = json(
        &data,
        &["org", "create", "--name", "Acme", "--plan", "free"],
    );
    let org = text(&org["id"]);
    change_people(&data, &org);
    change_modules(&data, &org);
    let key = change_keys(&data, &org);

    let verdicts = json(&data, &["audit", "verify"]);
    let verdicts = verdicts.as_array().unwrap();
    assert!(
        verdicts.iter().all(|it| it["sound"] == true),
        "{verdicts:?}"
    );
    let heads = run(&data, &["audit", "head"]);
    let kept = folder.path().join("heads.jsonl");
    std::fs::write(&kept, &heads.stdout).unwrap();
    let anchored = json(
        &data,
        &["audit", "verify", "--anchor", kept.to_str().unwrap()],
    );
    let anchored = anchored.as_array().unwrap();
    let compared = anchored.iter().filter(|it| it["anchoredEntry"].is_u64());
    assert_eq!(compared.count(), verdicts.len(), "{anchored:?}");
    assert!(
        anchored.iter().all(|it| it["sound"] == true),
        "{anchored:?}"
    );
    let log = run(&data, &["audit", "export", "--org", &org]);
    let log = String::from_utf8(log.stdout).unwrap();
    let actions: Vec<_> = log
        .lines()
        .map(|it| text(&serde_json::from_str::<Value>(it).unwrap()["action"]))
        .collect();
    let expected = [
        "org.create",
        "member.add",
        "module.grant",
        "module.revoke",
        "key.create",
        "key.update",
        "key.update",
        "key.rotate",
        "key.revoke",
        "org.set",
    ];
    assert_eq!(actions, expected);
    assert!(!log.contains(&key[12..30]), "the log contains no key");
    let installation = run(&data, &["audit", "export"]);
    let installation = String::from_utf8(installation.stdout).unwrap();
    assert!(installation.contains("user.create") && installation.contains("user.reset"));
    serving.stop();
}

#[test]
fn a_place_is_found_from_the_shell() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let found = json(&data, &["place", "search", "amsterdam", "--limit", "1"]);
    assert_eq!(found[0]["name"], "Amsterdam");
    assert_eq!(found[0]["countryCode"], "NL");
    assert_eq!(found[0]["timezone"], "Europe/Amsterdam");
    let typed = json(&data, &["place", "search", "Lodnon", "--lang", "de"]);
    assert_eq!(
        (&typed[0]["name"], &typed[0]["countryCode"]),
        (&"London".into(), &"GB".into())
    );
    let texas = json(&data, &["place", "search", "Paris", "--country", "US"]);
    assert_eq!(texas[0]["state"], "Texas");
    let nothing = run(&data, &["place", "search", "qqxxqqxx"]);
    assert!(nothing.status.success());
    let said = String::from_utf8(nothing.stdout).unwrap();
    assert_eq!(said, "No place found for \"qqxxqqxx\".\n");
    for (arguments, reason) in [
        (&["a"][..], "2 to 100 characters, got 1"),
        (&["Paris", "--limit", "11"], "1 to 10 places, got 11"),
        (
            &["Paris", "--country", "QQ"],
            "No place has the country code `QQ`",
        ),
    ] {
        let said = refusal(&data, &[&["place", "search"], arguments].concat());
        assert!(said.contains(reason), "{said}");
    }
}

#[test]
fn a_moment_is_resolved_from_the_shell() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let moment = |more: &[&'static str]| [&["place", "moment"], more].concat();
    let amsterdam = ["--lat", "52.37", "--lon", "4.89", "--local"];
    let at = |local: &'static str| moment(&[&amsterdam[..], &[local]].concat());
    let found = json(&data, &at("1930-06-01T12:00"));
    assert_eq!(found["offset"], "+01:19:32");
    assert_eq!(found["utc"], "1930-06-01T10:40:28Z");
    assert_eq!(found["timezone"], "Europe/Amsterdam");
    let day = json(&data, &at("1930-06-01"));
    assert_eq!(day["utc"], "1930-05-31T22:40:28Z");
    assert_eq!(day["utcEnd"], "1930-06-01T22:40:28Z");
    let paris = [
        "--lat",
        "48.85",
        "--lon",
        "2.35",
        "--local",
        "1941-01-15T12:00",
    ];
    let said = run(&data, &moment(&paris));
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(said.contains("confidence  low"), "{said}");
    assert!(said.contains("france_demarcation_line"), "{said}");
    let west = [
        "--lat",
        "-13.83",
        "--lon",
        "-171.76",
        "--local",
        "2011-12-29T12:00",
    ];
    assert_eq!(json(&data, &moment(&west))["offset"], "-10:00");
}

#[test]
fn a_time_shown_twice_is_refused_on_the_shell_until_one_reading_is_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let rome = [
        "--lat",
        "41.9",
        "--lon",
        "12.5",
        "--local",
        "2023-10-29T02:30",
    ];
    let twice = [&["place", "moment"], &rome[..]].concat();
    let said = refusal(&data, &twice);
    assert!(said.contains("--clock-change"), "{said}");
    assert!(
        said.contains("earlier  2023-10-29T00:30:00Z (offset +02:00)"),
        "{said}"
    );
    assert!(
        said.contains("later    2023-10-29T01:30:00Z (offset +01:00)"),
        "{said}"
    );
    let chosen = json(&data, &[&twice[..], &["--clock-change", "later"]].concat());
    assert_eq!(chosen["utc"], "2023-10-29T01:30:00Z");
    for (local, reason) in [
        ("2000-01-01T24:00", "24:00"),
        ("2016-12-31T23:59:60", "second"),
        ("0000-01-01T12:00", "year"),
    ] {
        let place = [
            "place", "moment", "--lat", "41.9", "--lon", "12.5", "--local", local,
        ];
        let said = refusal(&data, &place);
        assert!(said.to_lowercase().contains(reason), "{local}: {said}");
    }
    let nowhere = [
        "place",
        "moment",
        "--lat",
        "91",
        "--lon",
        "0",
        "--local",
        "2000-01-01",
    ];
    let said = refusal(&data, &nowhere);
    assert!(said.contains("91"), "{said}");
    let unknown = [&twice[..], &["--zone", "Europe/Rom"]].concat();
    let said = refusal(&data, &unknown);
    assert!(said.contains("Europe/Rome"), "{said}");
}

#[test]
fn a_chart_is_drawn_into_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let birth = ["--date", "1990-06-15T14:30", "--place", "Amsterdam"];
    let begins = [("chart.svg", &b"<svg"[..]), ("chart.png", b"\x89PNG")];
    for (name, begin) in begins {
        let file = folder.path().join(name);
        let out = ["-o", file.to_str().unwrap()];
        let arguments = [&["chart", "natal"], &birth[..], &out].concat();
        let output = run(folder.path(), &arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{said}");
        assert!(std::fs::read(file).unwrap().starts_with(begin), "{name}");
    }
}

/// Every calculation with a wheel has a command that draws it, with the options of that wheel.
#[test]
fn every_wheel_is_drawn_by_a_command() {
    let folder = tempfile::tempdir().unwrap();
    let birth = ["--date", "1990-06-15T14:30", "--place", "Amsterdam"];
    let pair = [
        "--date2",
        "1988-02-01T06:15",
        "--place2",
        "Oslo",
        "--name2",
        "Bo",
    ];
    let of_birth: &[(&str, &[&str])] = &[
        ("natal", &["--cusps", "--balance", "--width", "900"]),
        (
            "transit",
            &["--transit-date", "2024-01-01", "--outer-houses"],
        ),
        (
            "solar-return",
            &["--year", "2024", "--around-natal", "--outer-houses"],
        ),
        (
            "lunar-return",
            &[
                "--from",
                "2024-05-01",
                "--return-place",
                "Oslo",
                "--around-natal",
            ],
        ),
        (
            "progressions",
            &["--target-date", "2024-06-15", "--method", "tertiary"],
        ),
    ];
    let of_pair: &[(&str, &[&str])] = &[
        (
            "synastry",
            &["--outer-houses", "--legend", "--width", "900"],
        ),
        ("composite", &["--composite-houses", "midpoints"]),
        ("davison", &[]),
    ];
    let mut drawn = Vec::new();
    for (name, more, second) in of_birth
        .iter()
        .map(|(name, more)| (*name, *more, &[][..]))
        .chain(of_pair.iter().map(|(name, more)| (*name, *more, &pair[..])))
    {
        let file = folder.path().join(format!("{name}.svg"));
        let out = ["-o", file.to_str().unwrap()];
        let arguments = [&["chart", name], &birth[..], second, more, &out].concat();
        let output = run(folder.path(), &arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{name}: {said}");
        let svg = std::fs::read_to_string(file).unwrap();
        assert!(
            svg.starts_with("<svg") && svg.contains("15 June 1990, 14:30 (UTC+2)")
                || name == "davison",
            "{name}"
        );
        drawn.push(name);
    }
    for it in calculations::summaries().iter().filter(|it| it.has_wheel) {
        assert!(drawn.contains(&it.name), "no command draws {}", it.name);
    }
}

#[test]
fn a_refused_option_is_called_by_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("chart.svg");
    let birth = ["--place", "Rome, Lazio, IT", "-o", file.to_str().unwrap()];
    for (more, named) in [
        (&["--date", "2023-10-29T02:30"][..], "--clock-change"),
        (
            &["--date", "1990-06-15T14:30", "--theme", "green"],
            "--theme",
        ),
        (&["--date", "yesterday"], "--date"),
        (
            &[
                "--date",
                "1990-06-15T14:30",
                "--width",
                "300",
                "--aspect-grid",
            ],
            "--width",
        ),
    ] {
        let said = refusal(
            folder.path(),
            &[&["chart", "natal"], &birth[..], more].concat(),
        );
        assert!(
            said.contains(named) && !said.contains("clockChange"),
            "{said}"
        );
    }
    // `calc` reads fields of the API, and so names them.
    let input = folder.path().join("input.json");
    let body = r#"{"dateTime":"2023-10-29T02:30","location":{"latitude":41.9,"longitude":12.5}}"#;
    std::fs::write(&input, body).unwrap();
    let said = refusal(
        folder.path(),
        &["calc", "natal", "--input", input.to_str().unwrap()],
    );
    assert!(said.contains("`clockChange`"), "{said}");
}

#[test]
fn completions_and_man_pages_know_the_commands() {
    let folder = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh", "fish"] {
        let output = run(folder.path(), &["completions", shell]);
        assert!(output.status.success(), "{shell}");
        let script = String::from_utf8(output.stdout).unwrap();
        for word in ["solar-return", "aspect-grid", "backup"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let pages = folder.path().join("man1");
    let output = run(folder.path(), &["man", pages.to_str().unwrap()]);
    assert!(output.status.success(), "{output:?}");
    let page = std::fs::read_to_string(pages.join("almagest-chart-natal.1")).unwrap();
    assert!(
        page.contains("polar") && page.contains("Service options")
            || page.contains("SERVICE OPTIONS"),
        "{page}"
    );
    assert!(pages.join("almagest.1").exists());
}

/// The tests read output through a pipe, which gets no styles.
#[test]
fn styles_are_only_for_terminals() {
    let folder = tempfile::tempdir().unwrap();
    let birth = [
        "natal",
        "--date",
        "1990-06-15T14:30",
        "--place",
        "Amsterdam",
    ];
    for arguments in [
        &birth[..],
        &["natal", "--help"],
        &["natal", "--place", "Nowhere at all", "--date", "1990-06-15"],
    ] {
        let output = run(folder.path(), arguments);
        let said = [output.stdout, output.stderr].concat();
        assert!(!said.contains(&0x1b), "{arguments:?}");
    }
}

/// Options of the command come before those of the service, which have a heading of their own.
#[test]
fn help_has_the_common_options_first() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["chart", "natal", "--help"]);
    let help = String::from_utf8(output.stdout).unwrap();
    let at = |text: &str| help.find(text).unwrap_or_else(|| panic!("{text}: {help}"));
    let order = [
        "--date",
        "--out",
        "--theme",
        "--house-system",
        "Service options",
        "--data-dir",
    ];
    assert!(order.map(at).is_sorted(), "{help}");
}

#[test]
fn a_refused_chart_says_what_can_be_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let birth = ["natal", "--date", "1990-06-15T14:30", "--place", "Tromsø"];
    let said = refusal(folder.path(), &birth);
    assert!(said.contains("--polar-fallback"), "{said}");
    let fallback = [&birth[..], &["--polar-fallback", "porphyry"]].concat();
    let drawn = run(folder.path(), &fallback);
    assert!(drawn.status.success(), "{drawn:?}");
    let unknown = [&birth[..], &["--house-system", "quadrants"]].concat();
    let said = refusal(folder.path(), &unknown);
    assert!(
        said.contains("placidus, ") && said.contains("whole"),
        "{said}"
    );
    let never = ["natal", "--date", "1990-02-30T10:00", "--place", "Oslo"];
    let said = refusal(folder.path(), &never);
    assert!(said.contains("does not exist in any calendar"), "{said}");
}

#[test]
fn a_place_is_never_guessed_from_a_similar_name() {
    let folder = tempfile::tempdir().unwrap();
    let birth = |place| ["natal", "--date", "1990-06-15T14:30", "--place", place];
    let said = refusal(folder.path(), &birth("Amsterdm"));
    assert!(said.contains("No place is called Amsterdm."), "{said}");
    assert!(said.contains("Amsterdam"), "{said}");
    // Many of the United States have a Springfield, and the largest two are about as large.
    let said = refusal(folder.path(), &birth("Springfield"));
    assert!(
        said.contains("Several places are called Springfield."),
        "{said}"
    );
    let choice = said.split("--place \"").nth(1).unwrap();
    let choice = choice.split('"').next().unwrap();
    assert!(
        run(folder.path(), &birth(choice)).status.success(),
        "{choice}"
    );
    // The other places called Paris are villages beside it.
    let output = run(folder.path(), &birth("Paris"));
    assert!(output.status.success());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("Several places are called Paris."), "{said}");
    let said = refusal(folder.path(), &["natal", "--date", "1990-06-15T14:30"]);
    assert!(said.contains("Give --place, or --lat and --lon."), "{said}");
}

#[test]
fn a_chart_without_a_time_shows_ranges_and_marks_possible_aspects() {
    let folder = tempfile::tempdir().unwrap();
    let birth = ["natal", "--date", "1990-06-15", "--place", "Amsterdam, NL"];
    let output = run(folder.path(), &birth);
    let text = String::from_utf8(output.stdout).unwrap();
    // The Moon moves 12 to 15 degrees a day: from the first to the last third of Pisces.
    let moon = text.lines().find(|it| it.contains("Moon")).unwrap();
    assert!(moon.ends_with("7°37′ Pisces to 20°57′ Pisces"), "{moon}");
    let (certain, possible) = text.split_once("Possible aspects").unwrap();
    // At the end of the day the Moon is 93 degrees from the Sun; at its start 106, too far for a square.
    assert!(possible.contains("☉ □ ☽"), "{possible}");
    let row = certain
        .lines()
        .find(|it| it.starts_with("☽ ·") || it.starts_with("☽ □"))
        .unwrap();
    assert_eq!(row, "☽ ·");
}

#[test]
fn events_before_the_orbit_of_chiron_is_known_are_those_of_the_planets() {
    let folder = tempfile::tempdir().unwrap();
    let range = ["--from", "1560-01-01", "--to", "1560-03-01"];
    let kind = ["sky", "events", "--kind", "ingress"];
    let output = run(folder.path(), &[&kind[..], &range].concat());
    assert!(output.status.success(), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("chiron is left out"), "{said}");
    assert!(String::from_utf8(output.stdout).unwrap().contains("sun"));
    let asked = [&kind[..], &range, &["--body", "chiron"]].concat();
    assert!(refusal(folder.path(), &asked).contains("chiron is available from"));
}

#[test]
fn a_chart_on_the_terminal_names_its_angles_columns_and_signs() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "natal",
        "--date",
        "1990-06-15T14:30",
        "--place",
        "Amsterdam",
    ];
    let output = run(folder.path(), &arguments);
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<_> = text.lines().collect();
    // The Sun of 15 June is in the last third of Gemini.
    assert!(
        lines
            .iter()
            .any(|it| it.starts_with("☉ Sun") && it.contains("Gemini")),
        "{text}"
    );
    assert!(
        lines
            .iter()
            .any(|it| it.starts_with("Ascendant ") && it.contains(", Midheaven ")),
        "{text}"
    );
    // Below the grid, there is a glyph for each column and a legend of its signs.
    let columns = lines.iter().find(|it| it.starts_with("  ☉ ☽ ☿ ♀ ♂"));
    assert_eq!(columns.unwrap().split_whitespace().count(), 15, "{text}");
    assert!(lines.last().unwrap().contains("△ trine"), "{text}");
    let answer = json(folder.path(), &arguments);
    assert_eq!(answer["data"]["points"]["sun"]["sign"], "gemini");
}

/// With a second binary or a second default member, `cargo run` would start neither.
#[test]
fn cargo_run_starts_the_service() {
    let manifest: toml::Table = include_str!("../../Cargo.toml").parse().unwrap();
    let binaries = manifest["bin"].as_array().unwrap();
    let names: Vec<_> = binaries.iter().map(|it| it["name"].as_str()).collect();
    assert_eq!(names, [Some("almagest")]);
    let workspace: toml::Table = include_str!("../../../../Cargo.toml").parse().unwrap();
    let members = workspace["workspace"]["default-members"]
        .as_array()
        .unwrap();
    let members: Vec<_> = members.iter().map(|it| it.as_str()).collect();
    assert_eq!(members, [Some("crates/server")]);
}

#[test]
fn a_batch_is_calculated_from_the_shell_item_by_item() {
    let folder = tempfile::tempdir().unwrap();
    let birth = r#"{"dateTime":"1990-06-15T14:30","location":{"latitude":52.37,"longitude":4.89}}"#;
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let single = write("natal.json", birth);
    let batch = format!(
        r#"{{"requests":[{{"operation":"natal","body":{birth}}},{{"operation":"natl","body":{birth}}}]}}"#
    );
    let batch = write("batch.json", &batch);
    let answer = |operation: &str, input: &str| -> Value {
        let output = run(folder.path(), &["calc", operation, "--input", input]);
        assert!(output.status.success(), "{output:?}");
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let results = answer("batch", &batch)["data"]["results"].clone();
    assert_eq!(results[0]["status"], 200);
    assert_eq!(results[0]["data"], answer("natal", &single)["data"]);
    assert_eq!(results[1]["status"], 400, "{}", results[1]);
    assert_eq!(results[1]["errors"][0]["source"]["pointer"], "/operation");
    assert_eq!(results.as_array().unwrap().len(), 2);

    let empty = write("empty.json", r#"{"requests":[]}"#);
    let said = refusal(folder.path(), &["calc", "batch", "--input", &empty]);
    assert!(said.contains("requests"), "{said}");
}
