//! Operator commands beside a running server, and what the audit log says about them.

use std::path::Path;

use serde_json::Value;

use crate::binary::{Serving, json, run};

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
        "the e-mail that would be sent"
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

/// Makes a key, changes and ends it; answers the key.
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
    assert!(!log.contains(&key[12..30]), "no key is in it");
    let installation = run(&data, &["audit", "export"]);
    let installation = String::from_utf8(installation.stdout).unwrap();
    assert!(installation.contains("user.create") && installation.contains("user.reset"));
    serving.stop();
}
