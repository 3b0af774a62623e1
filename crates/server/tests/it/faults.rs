//! Real failures around the service. `docs/guides/self-hosting.md` has a line for each.

use std::collections::HashSet;
use std::path::Path;

use http_api::randomness::OsRandom;
use rustix::process::Signal;

use crate::binary::{Serving, json, refusal, run};
use crate::postgres::PrivatePostgres;

/// A service on the test's own PostgreSQL server, with a live key.
struct OnPostgres {
    folder: tempfile::TempDir,
    postgres: PrivatePostgres,
    address: String,
    serving: Serving,
    org: String,
    key: String,
}

/// Returns the option for the secret of a test's nodes.
fn secret_option(folder: &Path) -> String {
    format!("master_key_file={}", folder.join("master.key").display())
}

impl OnPostgres {
    fn start() -> Option<Self> {
        let postgres = PrivatePostgres::start()?;
        let address = postgres.address();
        Some(Self::on(postgres, address))
    }

    /// Starts with an ordinary role of this name and its own database.
    fn start_as(role: &str) -> Option<Self> {
        let postgres = PrivatePostgres::start()?;
        let made = format!("create role {role} login");
        let database = format!("create database {role} owner {role}");
        assert!(postgres.sql(&made) && postgres.sql(&database));
        let address = postgres.address();
        let address = address.replace("postgres@", &format!("{role}@"));
        let (server, _) = address.rsplit_once('/').unwrap();
        let address = format!("{server}/{role}");
        Some(Self::on(postgres, address))
    }

    fn on(postgres: PrivatePostgres, address: String) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let secret = secret_option(folder.path());
        let options = ["--database", address.as_str(), "--set", &secret];
        let data = folder.path().join("data");
        Serving::start_with(&data, &options).stop();
        // Before the server that is used: an announced change of a key keeps concurrent look-ups
        // out of the cache.
        let (org, key) = live_key(&data, &options);
        let serving = Serving::start_with(&data, &options);
        Self {
            folder,
            postgres,
            address,
            serving,
            org,
            key,
        }
    }

    fn ask(&self) -> (u16, String) {
        self.serving.get("/api/key", &self.key)
    }

    fn request_ids(&self) -> HashSet<String> {
        let export = [
            "ledger",
            "export",
            "--org",
            &self.org,
            "--database",
            &self.address,
            "--set",
            &secret_option(self.folder.path()),
        ];
        let rows = json(&self.folder.path().join("data"), &export);
        let ids = rows.as_array().unwrap().iter();
        let ids: Vec<_> = ids
            .map(|it| it["requestId"].as_str().unwrap().to_owned())
            .collect();
        let unique: HashSet<_> = ids.iter().cloned().collect();
        assert_eq!(unique.len(), ids.len(), "nothing is counted twice");
        unique
    }

    /// Sends requests until one succeeds, and returns its id.
    fn ask_until_ok(&self) -> String {
        loop {
            let (status, answer) = self.ask();
            if status == 200 {
                return request_id(&answer);
            }
            assert_unavailable(status, &answer);
        }
    }
}

/// Creates an organization without effective limits, and its key.
pub(crate) fn live_key(data: &Path, options: &[&str]) -> (String, String) {
    let org = [
        "org",
        "create",
        "--name",
        "Load",
        "--plan",
        "deluxe",
        "--rate",
        "10000/1s",
        "--quota",
        "100000000",
    ];
    let org = json(data, &[&org, options].concat())["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let key = [
        "key",
        "create",
        "--org",
        &org,
        "--name",
        "load",
        "--permission",
        "calc:read",
        "--live",
    ];
    let key = json(data, &[&key, options].concat())["key"]
        .as_str()
        .unwrap()
        .to_owned();
    (org, key)
}

pub(crate) fn request_id(answer: &str) -> String {
    let id = answer
        .lines()
        .find_map(|it| it.strip_prefix("x-request-id: "));
    id.unwrap().to_owned()
}

fn assert_unavailable(status: u16, answer: &str) {
    assert_eq!(status, 503, "{answer}");
    assert!(answer.contains("retry-after: 1"), "{answer}");
    assert!(answer.contains("service_unavailable"), "{answer}");
}

#[test]
fn a_stopped_database_is_503_and_its_return_is_noticed() {
    let Some(mut all) = OnPostgres::start() else {
        println!("not run: no PostgreSQL");
        return;
    };
    let mut acknowledged = vec![all.ask_until_ok()];
    all.postgres.stop();
    let (status, answer) = all.ask();
    assert_unavailable(status, &answer);
    assert_eq!(
        all.serving.status("/healthz", ""),
        200,
        "the process is healthy"
    );
    assert_eq!(all.serving.status("/readyz", ""), 503, "it is not ready");
    let node = all.serving.status("/readyz?scope=node", "");
    assert_eq!(
        node, 200,
        "clients get 503 with Retry-After from the node itself"
    );
    all.postgres.resume();
    acknowledged.push(all.ask_until_ok());
    let counted = all.request_ids();
    assert!(acknowledged.iter().all(|it| counted.contains(it)));
}

#[test]
fn a_read_only_database_is_503_and_nothing_is_served_uncounted() {
    let Some(all) = OnPostgres::start() else {
        println!("not run: no PostgreSQL");
        return;
    };
    let first = all.ask_until_ok();
    let end_sessions = "select pg_terminate_backend(pid) from pg_stat_activity \
        where pid <> pg_backend_pid() and backend_type = 'client backend'";
    let read_only = "alter database postgres set default_transaction_read_only to on";
    assert!(all.postgres.sql(read_only) && all.postgres.sql(end_sessions));
    let (status, answer) = all.ask();
    assert_unavailable(status, &answer);
    let writable = "set transaction_read_only to off; \
        alter database postgres reset default_transaction_read_only";
    assert!(all.postgres.sql(writable) && all.postgres.sql(end_sessions));
    let second = all.ask_until_ok();
    let counted = all.request_ids();
    assert!(counted.contains(&first) && counted.contains(&second));
}

/// A held lock on the ledger makes the commit wait until its timeout.
#[test]
fn a_slow_database_is_503_after_its_time_and_charges_nobody() {
    let Some(all) = OnPostgres::start() else {
        println!("not run: no PostgreSQL");
        return;
    };
    let first = all.ask_until_ok();
    let mut held = all.postgres.hold("ledger");
    let (status, answer) = all.ask();
    assert_unavailable(status, &answer);
    held.release();
    let second = all.ask_until_ok();
    let address = all.postgres.address();
    // Stopping writes the pending outcomes: the units of a commit that was abandoned.
    let OnPostgres {
        serving,
        postgres,
        folder,
        org,
        ..
    } = all;
    serving.stop();
    let data = folder.path().join("data");
    let secret = secret_option(folder.path());
    let options = ["--database", &address, "--set", &secret];
    let export = [&["ledger", "export", "--org", &org][..], &options].concat();
    let rows = json(&data, &export);
    for row in rows.as_array().unwrap() {
        let id = row["requestId"].as_str().unwrap();
        let acknowledged = id == first || id == second;
        let cost = row["cost"].as_u64().unwrap();
        assert_eq!(cost, u64::from(acknowledged), "{row}");
    }
    drop(postgres);
}

/// PostgreSQL has no connection left for the service and ends the existing ones.
#[test]
fn a_database_without_a_free_connection_is_503_and_its_return_is_noticed() {
    let Some(all) = OnPostgres::start_as("almagest") else {
        println!("not run: no PostgreSQL");
        return;
    };
    let first = all.ask_until_ok();
    let end_sessions = "select pg_terminate_backend(pid) from pg_stat_activity \
        where usename = 'almagest'";
    let none_left = "alter role almagest connection limit 0";
    assert!(all.postgres.sql(none_left) && all.postgres.sql(end_sessions));
    let (status, answer) = all.ask();
    assert_unavailable(status, &answer);
    assert_eq!(all.serving.status("/readyz", ""), 503, "it is not ready");
    let enough = "alter role almagest connection limit 50";
    assert!(all.postgres.sql(enough));
    let second = all.ask_until_ok();
    let counted = all.request_ids();
    assert!(counted.contains(&first) && counted.contains(&second));
}

/// Anyone can invent keys with a valid checksum. While the database is slow to reject them,
/// customers are served.
#[test]
fn invented_keys_do_not_take_every_connection() {
    const INVENTED: usize = 40;
    let Some(all) = OnPostgres::start() else {
        println!("not run: no PostgreSQL");
        return;
    };
    all.ask_until_ok();
    let mut held = all.postgres.hold("api_key");
    std::thread::scope(|scope| {
        for _ in 0..INVENTED {
            let key = access::PlainKey::generate(access::KeyMode::Live, &OsRandom);
            let serving = &all.serving;
            scope.spawn(move || {
                let (status, answer) = serving.get("/api/key", key.reveal());
                assert!(status == 401 || status == 503, "{answer}");
            });
        }
        let many_wait = "select 1 / (case when count(*) >= 5 then 1 else 0 end) \
            from pg_stat_activity where wait_event_type = 'Lock'";
        while !all.postgres.sql(many_wait) {
            std::thread::yield_now();
        }
        let (status, answer) = all.ask();
        held.release();
        assert_eq!(status, 200, "{answer}");
    });
}

/// Only serving processes are nodes. Commands alongside them are not.
#[test]
fn what_needs_all_nodes_stopped_is_refused_until_they_are() {
    let Some(all) = OnPostgres::start() else {
        println!("not run: no PostgreSQL");
        return;
    };
    let data = all.folder.path().join("other");
    let secret = secret_option(all.folder.path());
    let options = ["--database", &all.address, "--set", &secret];
    let rotate = [&["secret", "rotate"], &options[..]].concat();
    let complaint = refusal(&data, &rotate);
    assert!(complaint.contains("stop all of them first"), "{complaint}");
    all.serving.stop();
    json(&data, &[&["org", "list"], &options[..]].concat());
    json(&data, &rotate);
}

#[test]
fn counters_that_do_not_answer_are_told_of_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let nobody = "counters=redis://127.0.0.1:1";
    let options = ["--set", nobody, "--set", "log_level=warn"];
    let log = Serving::start_with(&data, &options).stop();
    assert!(log.contains("counter store unreachable"), "{log}");
    let output = run(
        &data,
        &[
            "doctor",
            "--json",
            "--listen",
            "127.0.0.1:0",
            "--set",
            nobody,
        ],
    );
    assert!(!output.status.success());
    let findings: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let findings = findings.as_array().unwrap().iter();
    let wrong: Vec<_> = findings.filter(|it| it["verdict"] == "wrong").collect();
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert_eq!(wrong[0]["check"], "counters");
}

/// `doctor` finds what `serve` would refuse.
#[test]
fn a_certificate_that_cannot_be_served_with_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let missing = format!("tls_certificate={}", folder.path().join("none").display());
    let key = format!("tls_key={}", folder.path().join("none").display());
    let listen = ["--listen", "127.0.0.1:0"];
    let output = run(
        &data,
        &[&["doctor", "--set", &missing, "--set", &key], &listen[..]].concat(),
    );
    assert!(!output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let line = text.lines().find(|it| it.starts_with("certificate"));
    assert!(line.is_some_and(|it| it.contains("WRONG")), "{text}");
}

#[test]
fn a_stopped_node_goes_on_where_it_was_and_the_other_serves_meanwhile() {
    let Some(all) = OnPostgres::start() else {
        println!("not run: no PostgreSQL");
        return;
    };
    let address = all.postgres.address();
    let secret = secret_option(all.folder.path());
    let options = ["--database", address.as_str(), "--set", secret.as_str()];
    let other = Serving::start_with(&all.folder.path().join("other"), &options);
    let mut acknowledged = vec![all.ask_until_ok()];
    all.serving.signal(Signal::STOP);
    for _ in 0..20 {
        let (status, answer) = other.get("/api/key", &all.key);
        assert_eq!(status, 200, "{answer}");
        acknowledged.push(request_id(&answer));
    }
    all.serving.signal(Signal::CONT);
    acknowledged.push(all.ask_until_ok());
    let counted = all.request_ids();
    assert!(acknowledged.iter().all(|it| counted.contains(it)));
    other.stop();
}

/// Files cannot grow, which acts like a full disk.
#[test]
fn a_full_disk_is_503_and_loses_nothing_that_was_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    Serving::start(&data).stop();
    let (org, key) = live_key(&data, &[]);
    let serving = Serving::start_with_small_files(&data, 2_000);
    let mut acknowledged = Vec::new();
    loop {
        let (status, answer) = serving.get("/api/key", &key);
        if status != 200 {
            assert_unavailable(status, &answer);
            break;
        }
        acknowledged.push(request_id(&answer));
    }
    assert_eq!(
        serving.status("/healthz", ""),
        200,
        "the process is healthy"
    );
    drop(serving);
    let serving = Serving::start(&data);
    let (status, answer) = serving.get("/api/key", &key);
    assert_eq!(status, 200, "with disk space again: {answer}");
    acknowledged.push(request_id(&answer));
    let rows = json(&data, &["ledger", "export", "--org", &org]);
    let rows = rows.as_array().unwrap().iter();
    let counted: HashSet<_> = rows.map(|it| it["requestId"].as_str().unwrap()).collect();
    let missing = acknowledged
        .iter()
        .filter(|it| !counted.contains(it.as_str()));
    assert_eq!(missing.count(), 0, "missing of {}", acknowledged.len());
    serving.stop();
}

#[test]
fn a_corrupt_database_is_refused_at_the_start_with_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    Serving::start(&data).stop();
    let file = data.join("almagest.sqlite3");
    let mut bytes = std::fs::read(&file).unwrap();
    for byte in &mut bytes[..4096] {
        *byte = 0xa5;
    }
    std::fs::write(&file, &bytes).unwrap();
    let complaint = refusal(&data, &["serve", "--listen", "127.0.0.1:0"]);
    assert!(complaint.contains("almagest.sqlite3"), "{complaint}");
    assert!(complaint.contains("not a database"), "{complaint}");
    assert_eq!(
        std::fs::read(&file).unwrap(),
        bytes,
        "the file is unchanged"
    );
}

/// The packs are embedded in the program, so a damaged pack is a damaged program.
#[test]
fn a_corrupt_pack_is_refused_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("almagest");
    let mut bytes = std::fs::read(env!("CARGO_BIN_EXE_almagest")).unwrap();
    let pack = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/sky.pack")).unwrap();
    let begin = memmem(&bytes, &pack[..256]).expect("the pack is in the program");
    bytes[begin + pack.len() / 2] ^= 1;
    std::fs::write(&program, &bytes).unwrap();
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o700);
    std::fs::set_permissions(&program, mode).unwrap();
    let mut serve = std::process::Command::new(&program);
    serve.args(["serve", "--listen", "127.0.0.1:0", "--data-dir"]);
    let output = serve.arg(folder.path().join("data")).env_clear().output();
    let output = output.unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert_eq!(output.stdout, b"", "nothing was printed");
    assert!(complaint.contains("ephemeris"), "{complaint}");
    assert!(complaint.contains("checksum"), "{complaint}");
    assert!(!complaint.contains("panicked"), "{complaint}");
}

fn memmem(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|it| it == wanted)
}
