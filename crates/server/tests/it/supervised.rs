//! The service under a supervisor: what it says, what it hides from the journal, how it ends, and what
//! it logs.

use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixDatagram;
use std::path::Path;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::binary::{Serving, almagest, refusal, run};

const UNIT: &str = include_str!("../../../../packaging/almagest.service");
const PACKAGED: &str = include_str!("../../../../packaging/almagest.toml");
const LOGGING: &str = include_str!("../../../../docs/guides/logging.md");

/// Every message so far.
fn received(socket: &UnixDatagram) -> Vec<String> {
    socket.set_nonblocking(true).unwrap();
    let mut message = [0; 4_096];
    let mut all = Vec::new();
    while let Ok(length) = socket.recv(&mut message) {
        all.push(String::from_utf8(message[..length].to_vec()).unwrap());
    }
    all
}

#[test]
fn a_supervisor_is_told_that_the_service_serves_lives_and_stops() {
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("notify");
    let supervisor = UnixDatagram::bind(&socket).unwrap();
    let socket = socket.to_str().unwrap();
    // Long enough that only the first sign of life is certain.
    let variables = [("NOTIFY_SOCKET", socket), ("WATCHDOG_USEC", "600000000")];
    let data = folder.path().join("data");
    let serving = Serving::start_in(&data, &[], &variables);
    assert_eq!(serving.status("/healthz", ""), 200);
    serving.stop();
    let told = received(&supervisor);
    let is_told = |begin: &str| told.iter().any(|it| it.starts_with(begin));
    assert!(is_told("READY=1\nSTATUS=serving on 127.0.0.1:"), "{told:?}");
    assert!(is_told("WATCHDOG=1\n"), "{told:?}");
    assert!(told.last().unwrap().starts_with("STOPPING=1\n"), "{told:?}");
}

#[test]
fn a_reload_does_not_end_the_service() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let serving = Serving::start(&data);
    serving.signal(Signal::HUP);
    assert_eq!(serving.status("/healthz", ""), 200);
    let log = serving.stop();
    assert!(log.contains("nothing to reload"), "{log}");
}

/// The journal is kept, and has other readers than the operator.
#[test]
fn the_first_secrets_are_not_written_to_the_journal() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (journal, stdout) = std::io::pipe().unwrap();
    let stream = rustix::fs::fstat(&stdout).unwrap();
    let stream = format!("{}:{}", stream.st_dev, stream.st_ino);
    let mut child = almagest(&data, &["serve", "--listen", "127.0.0.1:0"])
        .env("JOURNAL_STREAM", stream)
        .stdout(stdout)
        .stderr(std::fs::File::create(folder.path().join("log")).unwrap())
        .spawn()
        .unwrap();
    let mut journal = BufReader::new(journal);
    let mut printed = String::new();
    while !printed.contains("first-key.txt") {
        assert_ne!(journal.read_line(&mut printed).unwrap(), 0, "{printed}");
    }
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    assert!(child.wait().unwrap().success());
    journal.read_to_string(&mut printed).unwrap();
    for secret in ["ak_test_", "token="] {
        assert!(!printed.contains(secret), "{printed}");
    }
    let read = |name: &str| {
        let path = data.join(name);
        assert!(printed.contains(path.to_str().unwrap()), "{printed}");
        let mode = path.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
        std::fs::read_to_string(path).unwrap()
    };
    let (key, link) = (read("first-key.txt"), read("owner-link.txt"));
    assert!(link.contains("/setup?token="), "{link}");
    let serving = Serving::start(&data);
    assert_eq!(serving.status("/api/key", key.trim()), 200);
}

/// Another variable, or another stream than standard output, is no journal.
#[test]
fn a_terminal_shows_the_first_key_even_if_a_parent_had_a_journal() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let serving = Serving::start_in(&data, &[], &[("JOURNAL_STREAM", "1:1")]);
    assert!(
        serving.banner().contains("ak_test_"),
        "{}",
        serving.banner()
    );
    assert!(!data.join("first-key.txt").exists());
}

fn exit_code(data: &Path, arguments: &[&str]) -> i32 {
    run(data, arguments).status.code().unwrap()
}

/// systemd starts the service again only if that can help.
#[test]
fn the_exit_status_says_whether_starting_again_can_help() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let serve = |more: &[&str]| {
        let begin = ["serve", "--listen", "127.0.0.1:0"];
        exit_code(&data, &[&begin, more].concat())
    };
    let nobody = "postgres://almagest@127.0.0.1:1/almagest";
    let missing = "tls_certificate=/nonexistent";
    let (useless, useful) = ([2, 70, 78], [1, 69]);
    for (more, expected) in [
        (&["--set", "header_timeout=soon"][..], 78),
        (&["--set", "heder_timeout=5s"], 78),
        (&["--config", "/nonexistent.toml"], 78),
        (&["--set", missing], 78),
        (&["--set", missing, "--set", "tls_key=/nonexistent"], 78),
        (&["--set", "sky_pack=/nonexistent"], 78),
        (&["--database", nobody], 69),
        (&["--no-such-option"], 2),
    ] {
        assert_eq!(serve(more), expected, "{more:?}");
        assert!(useless.contains(&expected) != useful.contains(&expected));
    }
    let prevented = UNIT
        .lines()
        .find_map(|it| it.strip_prefix("RestartPreventExitStatus="));
    let prevented: Vec<i32> = prevented
        .unwrap()
        .split(' ')
        .map(|it| it.parse().unwrap())
        .collect();
    assert_eq!(prevented, useless);
}

#[test]
fn the_packaged_configuration_is_valid_with_every_line_it_suggests() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    for (name, text) in [
        ("as-is", PACKAGED.to_owned()),
        ("all", PACKAGED.replace("\n#", "\n")),
    ] {
        // A comment that begins a sentence is not a suggestion.
        let is_setting = |line: &&str| line.contains(" = ") || line.starts_with('#');
        let text: Vec<_> = text.lines().filter(is_setting).collect();
        let path = folder.path().join(format!("{name}.toml"));
        std::fs::write(&path, text.join("\n")).unwrap();
        let shown = run(&data, &["config", "--config", path.to_str().unwrap()]);
        let complaint = String::from_utf8_lossy(&shown.stderr);
        assert!(shown.status.success(), "{name}: {complaint}");
    }
}

#[test]
fn a_folder_in_use_tells_how_to_work_with_another_database() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let _serving = Serving::start(&data);
    let refused = refusal(&data, &["restore", "--from", "backup"]);
    assert!(refused.contains("another --data-dir"), "{refused}");
}

/// The lines of the access log.
fn access_lines(log: &str) -> Vec<Value> {
    let lines = log.lines().map(|it| serde_json::from_str(it).unwrap());
    lines
        .filter(|it: &Value| it["target"] == "access")
        .collect()
}

#[test]
fn requests_have_a_log_of_their_own_without_health_checks() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let serving = Serving::start_with(&data, &["--set", "log_format=json"]);
    let key = serving.first_key();
    assert_eq!(serving.status("/healthz", ""), 200);
    assert_eq!(serving.status("/readyz", ""), 200);
    assert_eq!(serving.status("/api/key", &key), 200);
    assert_eq!(serving.status("/api/nothing", ""), 404);
    let lines = access_lines(&serving.stop());
    let paths: Vec<_> = lines.iter().map(|it| it["path"].clone()).collect();
    assert_eq!(paths, ["/api/key", "/api/nothing"]);
    // The guide has a row for every field.
    let documented: Vec<_> = LOGGING
        .lines()
        .filter_map(|it| it.strip_prefix("| `")?.split('`').next())
        .collect();
    for line in &lines {
        for field in line.as_object().unwrap().keys() {
            assert!(documented.contains(&field.as_str()), "{field}: {line}");
        }
    }
}

#[test]
fn one_of_so_many_requests_is_logged() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let options = ["log_format=json", "access_log_sample=4"];
    let options = options.map(|it| ["--set", it]).concat();
    let serving = Serving::start_with(&data, &options);
    let key = serving.first_key();
    for _ in 0..8 {
        assert_eq!(serving.status("/api/key", &key), 200);
    }
    assert_eq!(access_lines(&serving.stop()).len(), 2);
}
