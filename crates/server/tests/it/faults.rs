//! What goes wrong around the service, for real; `docs/guides/operating.md` has a line for each.

use std::collections::HashSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::Stdio;

use rustix::process::Signal;

use crate::binary::{Serving, json, refusal};
use crate::postgres::PrivatePostgres;

/// A service on a PostgreSQL of the test's own, with a live key.
struct OnPostgres {
    folder: tempfile::TempDir,
    postgres: PrivatePostgres,
    serving: Serving,
    org: String,
    key: String,
}

impl OnPostgres {
    fn start() -> Option<Self> {
        let postgres = PrivatePostgres::start()?;
        let folder = tempfile::tempdir().unwrap();
        let address = postgres.address();
        let options = ["--database", address.as_str()];
        let serving = Serving::start_with(&folder.path().join("data"), &options);
        let (org, key) = live_key(&folder.path().join("data"), &options);
        Some(Self {
            folder,
            postgres,
            serving,
            org,
            key,
        })
    }

    fn ask(&self) -> (u16, String) {
        self.serving.get("/api/key", &self.key)
    }

    fn request_ids(&self) -> HashSet<String> {
        let address = self.postgres.address();
        let export = [
            "ledger",
            "export",
            "--org",
            &self.org,
            "--database",
            &address,
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

    /// Asks until it is answered as it should be, and gives the id of that request.
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

/// An organization with room for everything, and its key.
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
        "the process is well"
    );
    assert_eq!(all.serving.status("/readyz", ""), 503, "it cannot serve");
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

/// Somebody holds the ledger: the commit waits, for so long and no longer.
#[test]
fn a_slow_database_is_503_after_its_time_and_charges_nobody() {
    let Some(all) = OnPostgres::start() else {
        println!("not run: no PostgreSQL");
        return;
    };
    let first = all.ask_until_ok();
    let mut session = all
        .postgres
        .psql()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = session.stdin.take().unwrap();
    let hold = b"begin; lock table ledger in exclusive mode; \\echo held\n";
    input.write_all(hold).unwrap();
    let mut said = String::new();
    let mut output = BufReader::new(session.stdout.take().unwrap());
    output.read_line(&mut said).unwrap();
    assert_eq!(said, "held\n");
    let (status, answer) = all.ask();
    assert_unavailable(status, &answer);
    input.write_all(b"commit;\n").unwrap();
    drop(input);
    session.wait().unwrap();
    let second = all.ask_until_ok();
    let address = all.postgres.address();
    // Stopping writes what is still to be noted: the units of a commit nobody waited for.
    let OnPostgres {
        serving,
        postgres,
        folder,
        org,
        ..
    } = all;
    serving.stop();
    let data = folder.path().join("data");
    let export = ["ledger", "export", "--org", &org, "--database", &address];
    let rows = json(&data, &export);
    for row in rows.as_array().unwrap() {
        let id = row["requestId"].as_str().unwrap();
        let acknowledged = id == first || id == second;
        let cost = row["cost"].as_u64().unwrap();
        assert_eq!(cost, u64::from(acknowledged), "{row}");
    }
    drop(postgres);
}

#[test]
fn a_stopped_node_goes_on_where_it_was_and_the_other_serves_meanwhile() {
    let Some(all) = OnPostgres::start() else {
        println!("not run: no PostgreSQL");
        return;
    };
    let address = all.postgres.address();
    let secret = all.folder.path().join("data").join("master.key");
    let secret = format!("master_key_file={}", secret.display());
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

/// Files cannot grow any more: what a full disk is to the database.
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
    assert_eq!(serving.status("/healthz", ""), 200, "the process is well");
    drop(serving);
    let serving = Serving::start(&data);
    let (status, answer) = serving.get("/api/key", &key);
    assert_eq!(status, 200, "with room again: {answer}");
    acknowledged.push(request_id(&answer));
    let rows = json(&data, &["ledger", "export", "--org", &org]);
    let rows = rows.as_array().unwrap().iter();
    let counted: HashSet<_> = rows.map(|it| it["requestId"].as_str().unwrap()).collect();
    let missing = acknowledged
        .iter()
        .filter(|it| !counted.contains(it.as_str()));
    assert_eq!(missing.count(), 0, "of {}", acknowledged.len());
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
    assert_eq!(std::fs::read(&file).unwrap(), bytes, "it is left as it was");
}
