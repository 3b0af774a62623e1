//! Structured logs on standard error. Secrets cannot appear: their types do not print, header
//! values, queries and bodies are never logged.

use tracing::Level;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::config::{LogFormat, LogLevel};

/// Starts logging for the whole process and sends panics there, too.
pub fn start(level: LogLevel, format: LogFormat) {
    // Libraries speak only when something is wrong, because their output may hold anything. The
    // database library not at all: it prints connection parameters and statements, and what fails
    // there is logged by the request it fails.
    let filter = Targets::new()
        .with_default(LevelFilter::WARN)
        .with_target("sqlx", LevelFilter::OFF)
        .with_target("sqlx_core", LevelFilter::OFF)
        .with_target("sqlx_postgres", LevelFilter::OFF)
        .with_target("sqlx_sqlite", LevelFilter::OFF)
        .with_target("server", tracing_level(level));
    let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let layer = match format {
        LogFormat::Text => layer.with_ansi(false).boxed(),
        LogFormat::Json => layer.json().flatten_event(true).boxed(),
    };
    // A second start in one process (tests) keeps the first.
    let started = tracing_subscriber::registry()
        .with(layer.with_filter(filter))
        .try_init();
    if started.is_ok() {
        std::panic::set_hook(Box::new(|panic| {
            let place = panic
                .location()
                .map(ToString::to_string)
                .unwrap_or_default();
            tracing::error!(place, message = panic.payload_as_str(), "panic");
        }));
    }
}

/// Client text with anything that looks like a credential cut short: people paste keys into paths
/// and ids, too.
pub(crate) fn without_credentials(text: &str) -> String {
    const PREFIXES: [&str; 3] = ["ak_live_", "ak_test_", "bt_"];
    /// As much as a key's display shows.
    const SHOWN: usize = 12;
    let found = PREFIXES.iter().filter_map(|it| text.find(it)).min();
    match found {
        None => text.to_owned(),
        Some(start) => {
            let end = start + SHOWN;
            let shown = text.get(..end).unwrap_or(&text[..start]);
            format!("{shown}…")
        }
    }
}

const fn tracing_level(level: LogLevel) -> Level {
    match level {
        LogLevel::Error => Level::ERROR,
        LogLevel::Warn => Level::WARN,
        LogLevel::Info => Level::INFO,
        LogLevel::Debug => Level::DEBUG,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pasted_keys_are_cut_short() {
        let key = "ak_test_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ373uF1";
        assert_eq!(
            without_credentials(&format!("/api/{key}/x")),
            "/api/ak_test_zQWB…"
        );
        assert_eq!(without_credentials("/api/calc/natal"), "/api/calc/natal");
        assert_eq!(without_credentials("/bt_é"), "/…");
    }
}
