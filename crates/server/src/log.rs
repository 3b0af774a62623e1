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
    // Libraries speak only when something is wrong: their debug output may hold anything.
    let filter = Targets::new()
        .with_default(LevelFilter::WARN)
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

const fn tracing_level(level: LogLevel) -> Level {
    match level {
        LogLevel::Error => Level::ERROR,
        LogLevel::Warn => Level::WARN,
        LogLevel::Info => Level::INFO,
        LogLevel::Debug => Level::DEBUG,
    }
}
