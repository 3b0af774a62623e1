//! `almagest doctor`: everything that can be found wrong with an installation without changing it.

use std::process::ExitCode;

use serde_json::{Value, json};
use store::Store;

use super::output::{Failure, Output, table};
use super::serve;
use crate::data_dir::{self, DataDirError};
use crate::http::raise_open_file_limit;
use calculations::dto::meta::EphemerisMeta;
use calculations::sky_pack;
use config::Config;

/// What a check found.
enum Finding {
    Good(String),
    Note(String),
    Bad(String),
}

pub(super) async fn run(config: Config, output: Output) -> Result<ExitCode, Failure> {
    let mut findings = vec![(
        "configuration",
        Finding::Good("every value is valid".to_owned()),
    )];
    findings.push(("data folder", folder(&config)));
    findings.push(("server", server(&config)));
    findings.push(("master secret", secret(&config)));
    findings.push(("database", database(&config).await));
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
            return Finding::Note(format!("{shown} does not exist; the first start makes it"));
        }
        Err(error) => return Finding::Bad(format!("{shown}: {error}")),
    }
    let probe = path.join("doctor.probe");
    if let Err(error) = std::fs::write(&probe, "").and_then(|()| std::fs::remove_file(&probe)) {
        return Finding::Bad(format!("{shown} cannot be written: {error}"));
    }
    if data_dir::is_readable_by_others(path) {
        return Finding::Note(format!("{shown} can be entered by others: chmod 700"));
    }
    Finding::Good(shown.to_string())
}

/// What the ephemeris covers, with the operator's pack where there is one.
fn sky(config: &Config) -> Finding {
    if let Err(error) = ephemeris::Ephemeris::check_embedded() {
        return Finding::Bad(format!("the one inside this program: {error}"));
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
        return Finding::Note("none has run here".to_owned());
    }
    match data_dir::lock(&config.data_dir) {
        Ok(_) => Finding::Note("none runs in this folder".to_owned()),
        Err(DataDirError::InUse(_)) => Finding::Good("one runs in this folder".to_owned()),
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
            return Finding::Note("none yet; the first start makes it".to_owned());
        }
        Err(error) => return Finding::Bad(error.to_string()),
    };
    let found = match data_dir::read_secrets(&config.master_key_path()) {
        Ok(found) if !found.is_empty() => found,
        _ => return Finding::Bad("there is a database but no master secret for it".to_owned()),
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

/// Whether the shared counters answer.
async fn counters(config: &Config) -> Finding {
    let answered = match config.shared_counters() {
        Ok(None) => {
            return match config.database.0 {
                None => Finding::Good("none: one node counts in memory".to_owned()),
                Some(_) => Finding::Note(
                    "none: with several nodes, each admits the whole of every rate".to_owned(),
                ),
            };
        }
        Ok(Some(counters)) => counters.ping().await,
        Err(error) => Err(error),
    };
    match answered {
        Ok(()) => Finding::Good("they answer".to_owned()),
        Err(error) => Finding::Bad(format!(
            "{error}: nodes admit only their shares of every rate"
        )),
    }
}

fn certificate(config: &Config) -> Finding {
    match serve::tls(config) {
        Err(failure) => Finding::Bad(failure.to_string()),
        Ok(None) => Finding::Good("none: without TLS, or a proxy's".to_owned()),
        Ok(Some(_)) => match &config.tls_key {
            Some(path) if data_dir::is_readable_by_others(path) => Finding::Bad(format!(
                "{} is readable by others: chmod 600",
                path.display()
            )),
            _ => Finding::Good("it can be served with".to_owned()),
        },
    }
}

/// Whether the addresses can be listened on, unless a server of this folder does so already.
fn addresses(config: &Config) -> Finding {
    if matches!(
        data_dir::lock(&config.data_dir),
        Err(DataDirError::InUse(_))
    ) {
        return Finding::Good("in use by the server of this folder".to_owned());
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
    /// Database, log, listener and what the process opens besides connections.
    const OTHERS: u64 = 100;
    let needed = u64::from(config.max_connections) + OTHERS;
    match raise_open_file_limit() {
        Some(limit) if limit < needed => Finding::Bad(format!(
            "the system permits {limit}, max_connections needs {needed}: raise the limit or lower the setting"
        )),
        Some(limit) => Finding::Good(format!("{limit} permitted")),
        None => Finding::Good("no limit".to_owned()),
    }
}
