//! Backups, restoring and moving with the real binary, as an operator runs it.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use store::DatabaseLocation;
use store::testing::TestDatabase;

use crate::binary::{Serving, json, refusal, run};

fn rows(answer: &serde_json::Value, table: &str) -> u64 {
    let tables = answer["tables"].as_array().unwrap();
    let found = tables.iter().find(|it| it["table"] == table).unwrap();
    found["rows"].as_u64().unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_backup_taken_while_serving_can_be_restored_elsewhere() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("data");
    let serving = Serving::start(&folder);
    let key = serving.first_key();
    assert_eq!(serving.status("/api/key", &key), 200);
    let file = scratch.path().join("backup");
    let made = json(
        &folder,
        &["backup", "--to", text(&file), "--with-master-key"],
    );
    assert_eq!(
        (rows(&made, "organization"), rows(&made, "api_key")),
        (1, 1)
    );
    assert_eq!(rows(&made, "ledger"), 1);
    let again = refusal(&folder, &["backup", "--to", text(&file)]);
    assert!(again.contains("already exists"), "{again}");
    drop(serving);

    let elsewhere = scratch.path().join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    let lost = refusal(&elsewhere, &["restore", "--from", text(&file)]);
    assert!(lost.contains("master.key"), "{lost}");
    let secret = scratch.path().join("backup.master.key");
    std::fs::copy(secret, elsewhere.join("master.key")).unwrap();
    let restored = json(&elsewhere, &["restore", "--from", text(&file)]);
    assert_eq!(restored["tables"], made["tables"]);
    assert_eq!(
        (&restored["compared"], &restored["workingKeys"]),
        (&false.into(), &1.into())
    );
    let full = refusal(&elsewhere, &["restore", "--from", text(&file)]);
    assert!(full.contains("--replace"), "{full}");
    let serving = Serving::start(&elsewhere);
    assert_eq!(serving.status("/api/key", &key), 200);
}

#[test]
fn a_backup_is_for_its_owner_and_without_the_master_secret_unless_asked() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("data");
    drop(Serving::start(&folder));
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    let plain = scratch.path().join("plain");
    json(&folder, &["backup", "--to", text(&plain)]);
    assert_eq!(mode(&plain), 0o600);
    assert!(!scratch.path().join("plain.master.key").exists());
    let secret = std::fs::read_to_string(folder.join("master.key")).unwrap();
    let bytes = std::fs::read(&plain).unwrap();
    let digits = secret.trim().as_bytes();
    assert!(!bytes.windows(digits.len()).any(|it| it == digits));
    let whole = scratch.path().join("whole");
    json(
        &folder,
        &["backup", "--to", text(&whole), "--with-master-key"],
    );
    let beside = scratch.path().join("whole.master.key");
    assert_eq!((mode(&whole), mode(&beside)), (0o600, 0o600));
    assert_eq!(std::fs::read_to_string(beside).unwrap(), secret);
}

#[test]
fn a_restore_brings_back_no_revoked_key() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("data");
    let serving = Serving::start(&folder);
    let key = serving.first_key();
    let file = scratch.path().join("backup");
    json(&folder, &["backup", "--to", text(&file)]);
    let orgs = json(&folder, &["org", "list"]);
    let org = orgs[0]["id"].as_str().unwrap();
    let keys = json(&folder, &["key", "list", "--org", org]);
    let id = keys[0]["id"].as_str().unwrap();
    json(&folder, &["key", "revoke", id]);
    let running = refusal(&folder, &["restore", "--from", text(&file), "--replace"]);
    assert!(running.contains("another `almagest serve`"), "{running}");
    drop(serving);
    let restored = json(&folder, &["restore", "--from", text(&file), "--replace"]);
    assert_eq!(restored["keysKeptClosed"], serde_json::json!([id]));
    let log = run(&folder, &["audit", "export"]);
    let log = String::from_utf8(log.stdout).unwrap();
    assert!(log.contains("installation.restore"), "{log}");
    let serving = Serving::start(&folder);
    assert_eq!(serving.status("/api/key", &key), 401);
}

#[tokio::test]
async fn an_installation_moves_to_postgres_with_its_keys() {
    let Some(database) = TestDatabase::postgres().await else {
        println!("not run: no PostgreSQL");
        return;
    };
    let DatabaseLocation::Postgres(address) = &database.location else {
        unreachable!("the location is PostgreSQL")
    };
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("data");
    let serving = Serving::start(&folder);
    let key = serving.first_key();
    drop(serving);
    let moved = json(&folder, &["move", "--to", address]);
    assert_eq!(rows(&moved, "api_key"), 1);
    let serve = ["serve", "--listen", "127.0.0.1:0"];
    for command in [&["move", "--to", address][..], &["org", "list"], &serve] {
        let refused = refusal(&folder, command);
        assert!(refused.contains("was moved to PostgreSQL"), "{refused}");
    }
    let secret = format!("master_key_file={}", text(&folder.join("master.key")));
    let more = ["--database", address.as_str(), "--set", &secret];
    let serving = Serving::start_with(&scratch.path().join("node"), &more);
    assert_eq!(serving.status("/api/key", &key), 200);
    drop(serving);
    json(&folder, &["move", "--undo"]);
    let serving = Serving::start(&folder);
    assert_eq!(
        serving.status("/api/key", &key),
        200,
        "the file has its data"
    );
    drop(serving);
    let taken = refusal(&folder, &["move", "--to", address]);
    assert!(taken.contains("not empty"), "{taken}");
}

/// The folder may have been created by a distribution or an operator.
#[test]
fn files_of_the_database_are_for_their_owner_whatever_the_folders_mode() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("data");
    std::fs::create_dir(&folder).unwrap();
    let set = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    set(&folder, 0o755);
    let readable = || {
        let files = std::fs::read_dir(&folder).unwrap().map(|it| it.unwrap());
        let others = files.filter(|it| it.metadata().unwrap().permissions().mode() & 0o077 != 0);
        others.map(|it| it.file_name()).collect::<Vec<_>>()
    };
    let serving = Serving::start(&folder);
    assert_eq!(serving.status("/api/key", &serving.first_key()), 200);
    for file in ["", "-wal", "-shm"] {
        let path = folder.join(format!("almagest.sqlite3{file}"));
        assert!(path.exists(), "{file}");
    }
    assert_eq!(readable(), Vec::<std::ffi::OsString>::new());
    drop(serving);
    // As an earlier version left them.
    for file in ["", "-wal", "-shm"] {
        set(&folder.join(format!("almagest.sqlite3{file}")), 0o644);
    }
    let serving = Serving::start(&folder);
    assert_eq!(readable(), Vec::<std::ffi::OsString>::new());
    json(&folder, &["backup", "--to", text(&folder.join("backup"))]);
    assert_eq!(readable(), Vec::<std::ffi::OsString>::new());
    drop(serving);
}
