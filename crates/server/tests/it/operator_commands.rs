//! Commands of an operator about versions and the ledger.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use access::{KeyMode, OrgId, Period, RateClass, RequestId, Timestamp};
use http_api::clock::Clock;
use http_api::randomness::OsRandom;
use serde_json::Value;
use store::{DatabaseLocation, LedgerEntry, SCHEMA_VERSION, Store};

use crate::binary::{Serving, json, refusal, run};

#[test]
fn the_version_names_the_schema() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let shown = run(&data, &["--version"]);
    let shown = String::from_utf8(shown.stdout).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    assert!(
        shown.starts_with(&format!("almagest {version} (")),
        "{shown}"
    );
    assert!(
        shown.contains(&format!("schema {SCHEMA_VERSION})")),
        "{shown}"
    );
}

/// An operator needs it to know whether going back loses anything.
#[test]
fn the_changelog_names_the_schema_of_this_version() {
    let changelog = include_str!("../../../../CHANGELOG.md");
    let newest = changelog.split("\n## ").nth(1).unwrap();
    let expected = format!("\nSchema version: {SCHEMA_VERSION}.");
    assert!(newest.contains(&expected), "expected {expected}");
}

const MINUTE_US: i64 = 60_000_000;

/// Counts a request as a node that is then killed: without an outcome.
async fn count(data: &Path, org: OrgId, at: Timestamp) -> RequestId {
    let location = DatabaseLocation::SqliteFile(data.join("almagest.sqlite3"));
    let store = Store::open_existing(&location).await.unwrap();
    let request = RequestId::new(at, &OsRandom);
    let entry = LedgerEntry {
        request,
        org,
        key: None,
        family: None,
        user: None,
        class: RateClass::Ordinary,
        mode: KeyMode::Live,
        operation: "calc_natal",
        cost: 3,
        at,
        cap: 1_000,
        test: None,
        status: None,
        error_code: None,
        latency_us: None,
        origin_host: String::new(),
    };
    store.commit_ledger(&[Arc::new(entry)], &[]).await.unwrap();
    store.close().await;
    request
}

/// The units that the organization has used in some months.
async fn used_in(data: &Path, org: OrgId, periods: &BTreeSet<Period>) -> u64 {
    let location = DatabaseLocation::SqliteFile(data.join("almagest.sqlite3"));
    let store = Store::open_existing(&location).await.unwrap();
    let mut used = 0;
    for period in periods {
        used += store.used(org, *period, KeyMode::Live).await.unwrap();
    }
    store.close().await;
    used
}

fn ids(rows: &Value) -> Vec<String> {
    let rows = rows.as_array().unwrap().iter();
    rows.map(|it| it["requestId"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn units_of_a_killed_nodes_requests_are_returned_only_by_an_operator_and_once() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    Serving::start(&data).stop();
    let org = json(&data, &["org", "list"])[0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let now = Clock::System.now();
    let ago = |minutes| Timestamp::from_micros(now.micros() - minutes * MINUTE_US);
    let id = org.parse().unwrap();
    let lost = runtime.block_on(count(&data, id, ago(11))).to_string();
    let kept = runtime.block_on(count(&data, id, ago(11))).to_string();
    let young = runtime.block_on(count(&data, id, ago(0))).to_string();

    let export = ["ledger", "export", "--org", &org];
    let open = [&export[..], &["--without-outcome"]].concat();
    let mut listed = ids(&json(&data, &open));
    listed.sort();
    let mut expected = [lost.clone(), kept.clone()];
    expected.sort();
    assert_eq!(listed, expected, "one may still be in progress");
    // Eleven minutes ago may have been another month.
    let periods = BTreeSet::from([ago(11), now].map(Period::of));
    let used = || runtime.block_on(used_in(&data, id, &periods));
    assert_eq!(used(), 9);

    let give_back = |request: &str| {
        ["ledger", "return", "--org", &org, "--request", request].map(str::to_owned)
    };
    let refused = |request: &str| {
        let command = give_back(request);
        refusal(&data, &command.each_ref().map(String::as_str))
    };
    assert!(
        refused(&young).contains("younger than 10 minutes"),
        "{}",
        refused(&young)
    );
    let unknown = RequestId::new(now, &OsRandom).to_string();
    assert!(refused(&unknown).contains("no request"));
    assert_eq!(used(), 9, "a refusal changes nothing");

    let command = give_back(&lost);
    let returned = json(&data, &command.each_ref().map(String::as_str));
    assert_eq!(
        (&returned["requests"], &returned["units"]),
        (&1.into(), &3.into())
    );
    assert_eq!(used(), 6);
    assert!(
        refused(&lost).contains("has an outcome"),
        "{}",
        refused(&lost)
    );
    assert_eq!(used(), 6, "not twice");
    assert_eq!(ids(&json(&data, &open)), [kept]);
    let rows = json(&data, &export);
    let row = rows
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["requestId"] == lost.as_str());
    let row = row.unwrap();
    assert_eq!(
        (&row["cost"], &row["outcome"]),
        (&0.into(), &"returned".into())
    );

    // One entry per line.
    let log = run(&data, &["audit", "export", "--org", &org]).stdout;
    let log = String::from_utf8(log).unwrap();
    let entries = log.lines().map(|it| serde_json::from_str(it).unwrap());
    let returned: Vec<Value> = entries
        .filter(|it: &Value| it.to_string().contains("ledger.return"))
        .collect();
    assert_eq!(returned.len(), 1, "{log}");
    assert!(returned[0].to_string().contains(&lost), "{log}");
    assert!(run(&data, &["audit", "verify"]).status.success());
}
