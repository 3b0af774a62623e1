//! The commands with `--remote`, beside a running service.

use std::fs::{self, Permissions};
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::binary::Serving;

/// A person at a terminal, with a folder of their own.
struct Home {
    folder: tempfile::TempDir,
}

impl Home {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn login_file(&self) -> PathBuf {
        self.path().join(".config/almagest/login.json")
    }

    fn run(&self, arguments: &[&str], input: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_almagest"));
        command.args(arguments).env_clear().env("HOME", self.path());
        command.current_dir(self.path()).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // A command that needs no input may be gone already.
        child.stdin.take().unwrap().write_all(input.as_bytes()).ok();
        child.wait_with_output().unwrap()
    }

    fn text(&self, arguments: &[&str], input: &str) -> String {
        let output = self.run(arguments, input);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {complaint}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn refusal(&self, arguments: &[&str], input: &str) -> String {
        let output = self.run(arguments, input);
        assert!(!output.status.success(), "{arguments:?}");
        String::from_utf8(output.stderr).unwrap()
    }

    fn log_in(&self, serving: &Serving) -> String {
        let url = format!("http://{}", serving.address());
        self.text(&["login", &url], &format!("{}\n", serving.first_key()))
    }
}

fn serving(folder: &Path) -> Serving {
    Serving::start(&folder.join("almagest-data"))
}

#[test]
fn a_remote_calculation_prints_what_the_local_one_prints() {
    let home = Home::new();
    let serving = serving(home.path());
    assert!(
        home.log_in(&serving)
            .starts_with("Logged in to http://127.0.0.1:")
    );
    let place = ["--lat", "52.37", "--lon", "4.89"];
    let natal = [
        &[
            "natal",
            "--date",
            "1990-06-15T14:30",
            "--points",
            "sun,moon",
        ][..],
        &place[..],
    ]
    .concat();
    let commands = [
        natal,
        vec!["horoscope", "daily", "leo", "--date", "2026-11-18"],
        vec![
            "horoscope",
            "yearly",
            "leo",
            "--date",
            "2026-11-18",
            "--ascendant",
        ],
        vec![
            "numerology",
            "--name",
            "Ann Bell",
            "--date",
            "1990-06-15",
            "--for-date",
            "2027-01-01",
        ],
        vec!["chinese", "--date", "1990-06-15"],
        vec!["chinese", "--date", "1990-06-15", "--forecast-year", "2027"],
    ];
    for command in commands {
        let local = home.text(&command, "");
        let remote = home.text(&[&command[..], &["--remote"]].concat(), "");
        assert!(local.len() > 20, "{local}");
        assert_eq!(remote, local, "{command:?}");
    }
    let body = r#"{"startDate": "2026-11-01", "endDate": "2026-11-03", "step": "1d", "points": ["sun", "moon"]}"#;
    let parse = |text: String| serde_json::from_str::<Value>(&text).unwrap();
    let local = parse(home.text(&["calc", "ephemeris"], body));
    let remote = parse(home.text(&["calc", "ephemeris", "--remote"], body));
    assert_eq!(remote["data"]["rows"], local["data"]["rows"]);
    assert_eq!(local["data"]["rows"].as_array().unwrap().len(), 3);
    for format in ["svg", "png"] {
        let draw = |name: &str, more: &[&str]| {
            let file = format!("{name}.{format}");
            let chart = [
                "chart",
                "natal",
                "--date",
                "1990-06-15T14:30",
                "--out",
                &file,
            ];
            home.text(&[&chart[..], &place[..], more].concat(), "");
            fs::read(home.path().join(file)).unwrap()
        };
        assert_eq!(
            draw("remote", &["--remote"]),
            draw("local", &[]),
            "{format}"
        );
    }
}

#[test]
fn a_refusal_of_the_service_is_printed_with_its_code() {
    let home = Home::new();
    let serving = serving(home.path());
    home.log_in(&serving);
    let body =
        r#"{"dateTime": "2023-10-29T02:30", "location": {"latitude": 52.37, "longitude": 4.89}}"#;
    let complaint = home.refusal(&["calc", "natal", "--remote"], body);
    assert!(complaint.contains("birth_time_ambiguous: "), "{complaint}");
    let complaint = home.refusal(&["calc", "nothing", "--remote"], "{}");
    assert!(
        complaint.contains("There is no calculation nothing."),
        "{complaint}"
    );
}

#[test]
fn a_login_can_be_read_by_its_owner_only() {
    let home = Home::new();
    let serving = serving(home.path());
    let key_file = home.path().join("key");
    fs::write(&key_file, serving.first_key()).unwrap();
    let url = format!("http://{}", serving.address());
    let login = [
        "login",
        &url,
        "--key-file",
        key_file.to_str().unwrap(),
        "--json",
    ];
    let shown: Value = serde_json::from_str(&home.text(&login, "")).unwrap();
    assert_eq!(shown["url"], url.as_str());
    assert!(!shown.to_string().contains("ak_test_"), "{shown}");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&home.login_file()), 0o600);
    assert_eq!(mode(home.login_file().parent().unwrap()), 0o700);
    fs::set_permissions(home.login_file(), Permissions::from_mode(0o640)).unwrap();
    let complaint = home.refusal(&["calc", "natal", "--remote"], "{}");
    assert!(
        complaint.contains("can be read by other users"),
        "{complaint}"
    );
    // A new login has the right permissions again.
    home.log_in(&serving);
    assert_eq!(mode(&home.login_file()), 0o600);
}

#[test]
fn a_login_that_fails_keeps_the_previous_one() {
    let home = Home::new();
    let serving = serving(home.path());
    home.log_in(&serving);
    let before = fs::read(home.login_file()).unwrap();
    let url = format!("http://{}", serving.address());
    let key = serving.first_key();
    // The first is no key, the second has a wrong checksum, the third belongs to nobody.
    let stranger =
        access::PlainKey::generate(access::KeyMode::Test, &http_api::randomness::OsRandom);
    let mistyped = format!("{}A", &key[..key.len() - 1]);
    for wrong in ["", mistyped.as_str(), stranger.reveal()] {
        if wrong != key {
            home.refusal(&["login", &url], wrong);
        }
    }
    let complaint = home.refusal(&["login", "http://astrology.example.org"], &key);
    assert!(
        complaint.contains("must begin with https://"),
        "{complaint}"
    );
    assert!(!complaint.contains(&key), "{complaint}");
    assert_eq!(fs::read(home.login_file()).unwrap(), before);
}

#[test]
fn without_a_login_nothing_is_calculated_remotely() {
    let home = Home::new();
    let complaint = home.refusal(&["calc", "natal", "--remote"], "{}");
    assert!(
        complaint.contains("Run `almagest login URL` first."),
        "{complaint}"
    );
    assert!(home.text(&["logout"], "").contains("not logged in"));
    let serving = serving(home.path());
    home.log_in(&serving);
    home.text(&["logout"], "");
    assert!(!home.login_file().exists());
}
