//! `almagest doctor`: checks an installation without changing it.

use std::process::ExitCode;

use serde_json::{Value, json};
use store::Store;

use super::serve;
use crate::data_dir::{self, DataDirError};
use calculations::dto::meta::EphemerisMeta;
use calculations::sky_pack;
use calculator::output::{Failure, Output, table};
use config::Config;
use http_api::clock::Clock;
use metering::MAX_CLOCK_OFFSET_US;
use transport::raise_open_file_limit;

/// What a check found.
enum Finding {
    Good(String),
    Note(String),
    Bad(String),
}

pub(super) async fn run(config: Config, output: Output) -> Result<ExitCode, Failure> {
    let mut findings = vec![(
        "configuration",
        Finding::Good("all values are valid".to_owned()),
    )];
    findings.push(("data folder", folder(&config)));
    findings.push(("server", server(&config)));
    findings.push(("master secret", secret(&config)));
    findings.push(("database", database(&config).await));
    findings.push(("clocks", clocks(&config).await));
    findings.push(("counters", counters(&config).await));
    findings.push(("certificate", certificate(&config)));
    findings.push(("open files", open_files(&config)));
    findings.push(("addresses", addresses(&config)));
    findings.push(("ephemeris", sky(&config)));
    report(&findings, output)
}

fn report(findings: &[(&str, Finding)], output: Output) -> Result<ExitCode, Failure> {
    let parts = |finding: &Finding| match finding {
        Finding::Good(text) => ("ok", text.clone()),
        Finding::Note(text) => ("note", text.clone()),
        Finding::Bad(text) => ("WRONG", text.clone()),
    };
    let mut rows = Vec::new();
    let mut documents = Vec::new();
    for (name, finding) in findings {
        let (verdict, text) = parts(finding);
        documents.push(json!({ "check": name, "verdict": verdict.to_lowercase(), "detail": text }));
        rows.push(vec![(*name).to_owned(), verdict.to_owned(), text]);
    }
    output.show(
        &table(&["check", "verdict", "detail"], &rows),
        &Value::Array(documents),
    )?;
    let healthy = !findings.iter().any(|(_, it)| matches!(it, Finding::Bad(_)));
    Ok(if healthy {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn folder(config: &Config) -> Finding {
    let path = &config.data_dir;
    let shown = path.display();
    match std::fs::read_dir(path) {
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            return Finding::Note(format!(
                "{shown} does not exist; the first start creates it"
            ));
        }
        Err(error) => return Finding::Bad(format!("{shown}: {error}")),
    }
    let probe = path.join("doctor.probe");
    if let Err(error) = std::fs::write(&probe, "").and_then(|()| std::fs::remove_file(&probe)) {
        return Finding::Bad(format!("{shown} is not writable: {error}"));
    }
    if data_dir::is_readable_by_others(path) {
        return Finding::Note(format!(
            "{shown} is accessible to other users; run chmod 700"
        ));
    }
    Finding::Good(shown.to_string())
}

/// The time span of the ephemeris, including the additional pack.
fn sky(config: &Config) -> Finding {
    if let Err(error) = ephemeris::Ephemeris::check_embedded() {
        return Finding::Bad(format!("the embedded ephemeris: {error}"));
    }
    if let Some(path) = &config.sky_pack
        && let Err(error) = sky_pack::load(path)
    {
        return Finding::Bad(error.to_string());
    }
    let EphemerisMeta { name, from, to } = EphemerisMeta::embedded();
    Finding::Good(format!("{name}, {from} to {to}"))
}

fn server(config: &Config) -> Finding {
    if !config.data_dir.is_dir() {
        return Finding::Note("no server has run in this folder".to_owned());
    }
    match data_dir::lock(&config.data_dir) {
        Ok(_) => Finding::Note("no server is running in this folder".to_owned()),
        Err(DataDirError::InUse(_)) => {
            Finding::Good("a server is running in this folder".to_owned())
        }
        Err(error) => Finding::Bad(error.to_string()),
    }
}

fn secret(config: &Config) -> Finding {
    let path = config.master_key_path();
    match data_dir::read_secret(&path) {
        Ok(None) => Finding::Note(format!("{} does not exist", path.display())),
        Ok(Some(_)) if data_dir::is_readable_by_others(&path) => Finding::Bad(format!(
            "{} is readable by others: chmod 600",
            path.display()
        )),
        Ok(Some(secret)) => Finding::Good(format!("fingerprint {}", secret.fingerprint())),
        Err(error) => Finding::Bad(error.to_string()),
    }
}

async fn database(config: &Config) -> Finding {
    let store = match Store::open_existing(&config.location()).await {
        Ok(store) => store,
        Err(store::StoreError::NotInitialized { .. }) => {
            return Finding::Note("no database yet; the first start creates it".to_owned());
        }
        Err(error) => return Finding::Bad(error.to_string()),
    };
    let found = match data_dir::read_secrets(&config.master_key_path()) {
        Ok(found) if !found.is_empty() => found,
        _ => return Finding::Bad("the master secret of the database is missing".to_owned()),
    };
    if let Err(error) = store.choose_secrets(found).await {
        return Finding::Bad(error.to_string());
    }
    match store.integrity().await {
        Ok(None) => {}
        Ok(Some(what)) => return Finding::Bad(format!("the file is damaged: {what}")),
        Err(error) => return Finding::Bad(error.to_string()),
    }
    match store.orgs().await {
        Ok(orgs) => Finding::Good(format!("{}, {} organization(s)", store.kind(), orgs.len())),
        Err(error) => Finding::Bad(error.to_string()),
    }
}

/// Whether this machine and every node agree with the database about the time.
async fn clocks(config: &Config) -> Finding {
    if config.database.0.is_none() {
        return Finding::Good("the database has the clock of this machine".to_owned());
    }
    // The check before this one reports why.
    let Ok(store) = Store::open_existing(&config.location()).await else {
        return Finding::Note("not compared: the database cannot be used".to_owned());
    };
    let own = store.clock_ahead_us(|| Clock::System.now()).await;
    let (own, nodes) = match (own, store.node_clocks().await) {
        (Ok(own), Ok(nodes)) => (own, nodes),
        (Err(error), _) | (_, Err(error)) => return Finding::Bad(error.to_string()),
    };
    let mut offsets = vec![("this machine".to_owned(), own)];
    offsets.extend(
        nodes
            .into_iter()
            .filter_map(|it| Some((it.node, it.ahead_us?))),
    );
    let wrong = |(_, ahead_us): &&(String, i64)| ahead_us.saturating_abs() > MAX_CLOCK_OFFSET_US;
    let is_wrong = offsets.iter().any(|it| wrong(&it));
    let told: Vec<_> = offsets.iter().map(told_offset).collect();
    let told = told.join(", ");
    if is_wrong {
        let limit_s = MAX_CLOCK_OFFSET_US / 1_000_000;
        return Finding::Note(format!(
            "{told}; more than {limit_s} s from the database: synchronize the clocks, because keys \
             expire by the clock of the node"
        ));
    }
    Finding::Good(told)
}

/// A clock and its offset from that of the database, to the millisecond.
fn told_offset((name, ahead_us): &(String, i64)) -> String {
    let millis = ahead_us / 1_000;
    let sign = if millis < 0 { "-" } else { "+" };
    let (seconds, rest) = (millis.abs() / 1_000, millis.abs() % 1_000);
    format!("{name} {sign}{seconds}.{rest:03} s")
}

/// Whether the counter store is reachable.
async fn counters(config: &Config) -> Finding {
    let answered = match config.shared_counters() {
        Ok(None) => {
            return match config.database.0 {
                None => Finding::Good("not configured; a single node counts in memory".to_owned()),
                Some(_) => Finding::Note(
                    "not configured; with several nodes, each node allows the full rate limits"
                        .to_owned(),
                ),
            };
        }
        Ok(Some(counters)) => counters.ping().await,
        Err(error) => Err(error),
    };
    match answered {
        Ok(()) => Finding::Good("reachable".to_owned()),
        Err(error) => Finding::Bad(format!(
            "{error}; each node allows only its share of every rate limit"
        )),
    }
}

fn certificate(config: &Config) -> Finding {
    match serve::tls(config) {
        Err(failure) => Finding::Bad(failure.to_string()),
        Ok(None) => {
            Finding::Good("not configured; serving http, or a proxy terminates TLS".to_owned())
        }
        Ok(Some(_)) => match &config.tls_key {
            Some(path) if data_dir::is_readable_by_others(path) => Finding::Bad(format!(
                "{} is readable by others: chmod 600",
                path.display()
            )),
            _ => Finding::Good("valid".to_owned()),
        },
    }
}

/// Whether the addresses are free, unless a server of this folder uses them.
fn addresses(config: &Config) -> Finding {
    if matches!(
        data_dir::lock(&config.data_dir),
        Err(DataDirError::InUse(_))
    ) {
        return Finding::Good("in use by the server in this folder".to_owned());
    }
    let mut held = Vec::new();
    for address in [Some(config.listen), config.metrics_listen]
        .into_iter()
        .flatten()
    {
        match std::net::TcpListener::bind(address) {
            Ok(listener) => held.push(listener),
            Err(error) => return Finding::Bad(format!("{address}: {error}")),
        }
    }
    Finding::Good("free".to_owned())
}

fn open_files(config: &Config) -> Finding {
    /// Files besides connections: database, log, listeners.
    const OTHERS: u64 = 100;
    let needed = u64::from(config.max_connections) + OTHERS;
    match raise_open_file_limit() {
        Some(limit) if limit < needed => Finding::Bad(format!(
            "the system allows {limit}, but max_connections needs {needed}; raise the limit or lower the setting"
        )),
        Some(limit) => Finding::Good(format!("{limit} allowed")),
        None => Finding::Good("no limit".to_owned()),
    }
}
