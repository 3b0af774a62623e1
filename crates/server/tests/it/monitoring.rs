//! What an operator monitors: every metric is exported, described in the guide, and used under its name
//! by the alerts and the dashboard.

use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};

use serde_json::Value;
use store::DatabaseLocation;
use store::testing::TestDatabase;
use transport::Tls;

use crate::binary::{Serving, json};
use crate::harness::{Service, config};
use crate::redis::PrivateRedis;
use crate::tls::certificate;

const GUIDE: &str = include_str!("../../../../docs/guides/monitoring.md");
const RULES: &str = include_str!("../../../../packaging/prometheus/almagest.rules.yml");
const DASHBOARD: &str = include_str!("../../../../packaging/grafana/almagest.json");

/// The names of the metrics that a text mentions, without the endings that their types add.
fn names(text: &str) -> BTreeSet<String> {
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let words = text.split(|it| !is_part(it));
    let metrics = words.filter(|it| it.starts_with("almagest_") || it.starts_with("process_"));
    metrics.map(|it| without_ending(it).to_owned()).collect()
}

fn without_ending(name: &str) -> &str {
    let endings = ["_total", "_bucket", "_sum", "_count", "_info"];
    let shorter = endings.iter().find_map(|it| name.strip_suffix(it));
    shorter.unwrap_or(name)
}

/// The names in the text format.
fn exported(metrics: &str) -> BTreeSet<String> {
    let typed = metrics.lines().filter_map(|it| it.strip_prefix("# TYPE "));
    typed
        .map(|it| it.split(' ').next().unwrap().to_owned())
        .collect()
}

fn scrape(address: SocketAddr) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    let request = "GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    body.to_owned()
}

fn free_address() -> SocketAddr {
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    free.local_addr().unwrap()
}

#[test]
fn dashboards_and_alerts_use_metrics_that_the_guide_describes() {
    let rows = GUIDE.lines().filter(|it| it.starts_with("| `"));
    let described: BTreeSet<_> = rows
        .flat_map(|it| names(it.split('|').nth(1).unwrap()))
        .collect();
    assert!(described.len() > 20, "{described:?}");
    for (what, text) in [("alerts", RULES), ("dashboard", DASHBOARD)] {
        let unknown: Vec<_> = names(text).difference(&described).cloned().collect();
        assert!(unknown.is_empty(), "{what}: {unknown:?}");
    }
}

#[test]
fn every_alert_has_a_run_book_in_the_guide() {
    let anchor = |heading: &str| {
        let kept = heading.to_lowercase().replace(' ', "-");
        kept.replace(|it: char| !it.is_ascii_alphanumeric() && it != '-', "")
    };
    let headings = GUIDE.lines().filter_map(|it| it.strip_prefix("### "));
    let anchors: BTreeSet<_> = headings.map(anchor).collect();
    let runbooks = RULES
        .lines()
        .filter_map(|it| it.trim().strip_prefix("runbook: "));
    let alerts = RULES.matches("- alert: ").count();
    assert_eq!(runbooks.clone().count(), alerts);
    for runbook in runbooks {
        let place = runbook.strip_prefix("monitoring.md#").unwrap();
        assert!(anchors.contains(place), "{runbook}: {anchors:?}");
    }
}

#[test]
fn the_dashboard_gives_every_panel_a_place_of_its_own() {
    let dashboard: Value = serde_json::from_str(DASHBOARD).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let mut taken = BTreeSet::new();
    for panel in panels {
        let side = |name: &str| panel["gridPos"][name].as_u64().unwrap();
        assert!(side("x") + side("w") <= 24, "{}", panel["title"]);
        for x in side("x")..side("x") + side("w") {
            for y in side("y")..side("y") + side("h") {
                assert!(taken.insert((x, y)), "{} covers another", panel["title"]);
            }
        }
    }
    let ids: BTreeSet<_> = panels.iter().map(|it| it["id"].as_u64().unwrap()).collect();
    assert_eq!(ids.len(), panels.len());
}

/// Two nodes together export everything: one with PostgreSQL and Redis, the other with TLS.
#[test]
fn the_guide_describes_every_metric_and_nothing_else() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (Some(database), Some(redis)) = (
        runtime.block_on(TestDatabase::postgres()),
        PrivateRedis::start(),
    ) else {
        println!("not run: no PostgreSQL or no Redis");
        return;
    };
    let DatabaseLocation::Postgres(address) = &database.location else {
        unreachable!("the location is PostgreSQL")
    };
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let metrics_address = free_address();
    let settings = [
        format!("master_key_file={}", folder.path().join("secret").display()),
        format!("counters={}", redis.address()),
        format!("metrics_listen={metrics_address}"),
        "metrics_by_organization=on".to_owned(),
    ];
    let settings = settings.iter().flat_map(|it| ["--set", it.as_str()]);
    let options: Vec<_> = ["--database", address]
        .into_iter()
        .chain(settings)
        .collect();
    let serving = Serving::start_with(&data, &options);
    let org = json(&data, &[&["org", "list"][..], &options].concat());
    let org = org[0]["id"].as_str().unwrap();
    let create = [
        "key",
        "create",
        "--org",
        org,
        "--name",
        "once",
        "--permission",
        "calc:read",
    ];
    let limited = ["--live", "--rate", "1/1h"];
    let key = json(&data, &[&create[..], &limited, &options].concat());
    let key = key["key"].as_str().unwrap();
    assert_eq!(serving.status("/api/key", key), 200);
    assert_eq!(serving.status("/api/key", key), 429);
    let mut metrics = scrape(metrics_address);
    // The first round of the job that deletes expired data begins at the start.
    while !metrics.contains("almagest_job_last_success_timestamp_seconds{name=\"tidy-up\"}") {
        std::thread::yield_now();
        metrics = scrape(metrics_address);
    }
    for line in [
        "almagest_requests_limited_total{code=\"rate_limited\"} 1".to_owned(),
        "almagest_requests_total{operation=\"key_describe\",status=\"200\"} 1".to_owned(),
        format!("almagest_org_requests_total{{org=\"{org}\"}} 2"),
        "almagest_database_reachable 1".to_owned(),
        "almagest_counters_reachable 1".to_owned(),
        "almagest_nodes 1".to_owned(),
        "almagest_draining 0".to_owned(),
        "almagest_mail_backlog 0".to_owned(),
    ] {
        assert!(metrics.lines().any(|it| it == line), "{line}\n{metrics}");
    }
    let tls = runtime.block_on(async {
        certificate(folder.path());
        let [pem, key] = ["certificate.pem", "key.pem"].map(|it| folder.path().join(it));
        let service = Service::with_config(server::api::api(), config(&[])).await;
        let tls = Tls::read(&pem, &key).unwrap();
        server::metrics::text(&service.app, Some(&tls)).await
    });
    let found: BTreeSet<_> = exported(&metrics).union(&exported(&tls)).cloned().collect();
    let rows = GUIDE.lines().filter(|it| it.starts_with("| `"));
    let described: BTreeSet<_> = rows
        .flat_map(|it| names(it.split('|').nth(1).unwrap()))
        .collect();
    assert_eq!(found, described);
    serving.stop();
}

/// A copy of an installation beside the original sends nothing and changes nothing by itself.
#[test]
fn a_quiet_service_answers_and_runs_no_job() {
    let folder = tempfile::tempdir().unwrap();
    // After how many readings it was known that a job has run.
    let jobs = |name: &str, more: &[&str], most: usize| {
        let data = folder.path().join(name);
        let metrics_address = free_address();
        let address = format!("metrics_listen={metrics_address}");
        let options = [&["--set", &address][..], more].concat();
        let serving = Serving::start_with(&data, &options);
        let mut readings = 0;
        while readings < most {
            readings += 1;
            let metrics = scrape(metrics_address);
            if metrics.contains("almagest_job_last_success_timestamp_seconds{") {
                return (Some(readings), serving.stop());
            }
        }
        assert_eq!(serving.status("/readyz", ""), 200);
        (None, serving.stop())
    };
    let (found, _) = jobs("original", &[], usize::MAX);
    // Ten times as long as it takes a service that runs jobs.
    let most = found.unwrap() * 10 + 100;
    let (found, log) = jobs("copy", &["--set", "quiet=on"], most);
    assert_eq!(found, None);
    assert!(log.contains("no emails, no webhooks and no jobs"), "{log}");
}
