//! `almagest serve`

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::routing::get;
use tokio::net::{TcpListener, TcpSocket};
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::watch;

use crate::api::api;
use crate::app::{self, App};
use crate::start::{self, Started};
use crate::{data_dir, log};
use calculator::output::{Failure, print};
use config::Config;
use http_api::clock::Clock;
use metering::OpenLedger;
use transport::{ConnectionLimits, Listener, Tls, raise_open_file_limit};

/// Enough for a scraper; more connections are a mistake.
const MAX_METRICS_CONNECTIONS: u32 = 16;

pub(super) async fn run(mut config: Config, open_ledger: OpenLedger) -> Result<ExitCode, Failure> {
    log::start(config.log_level, config.log_format);
    // First of all: a supervisor may stop the process as soon as it has read the banner.
    let signals = Signals::install()?;
    data_dir::prepare(&config.data_dir)?;
    let _lock = data_dir::lock(&config.data_dir)?;
    let _limit = raise_open_file_limit();
    let tls = tls(&config)?;
    let socket = bind(config.listen, "--listen ")?;
    // With port 0 the system chooses a port, which links must contain.
    config.listen = socket.local_addr()?;
    let metrics_socket = match config.metrics_listen {
        Some(address) => Some(bind(address, "--set metrics_listen=")?),
        None => None,
    };
    let api = api();
    let started = start::start(config, Clock::System, &api, open_ledger).await?;
    let app = Arc::clone(&started.app);
    let router = app::router(&app, &api);
    // Before the first request can be answered.
    if let Err(failure) = print(&banner(&started)) {
        let lost = if started.first_key.is_some() {
            ". The first key was not shown. Create another one with `almagest key create`."
        } else {
            ""
        };
        return Err(Failure::new(format!(
            "cannot write to standard output: {failure}{lost}"
        )));
    }
    drop(started);

    let (stop, stopping) = watch::channel(false);
    app.spawn_background();
    let (address, database) = (app.config.listen, app.store.kind());
    let version = env!("CARGO_PKG_VERSION");
    tracing::info!(version, %address, database, "serving");
    tokio::spawn(signals.stop_on_arrival(Arc::clone(&app), stop));
    if let Some(tls) = &tls {
        let hang_ups = signal(SignalKind::hangup())?;
        tokio::spawn(reload_certificate(hang_ups, tls.clone()));
    }
    if let Some(socket) = metrics_socket {
        let listener = listener(socket, &app, MAX_METRICS_CONNECTIONS);
        tokio::spawn(listener.serve(metrics_router(&app), stopping.clone(), Duration::ZERO));
    }
    let patience = app.config.shutdown_timeout;
    let listener = listener(socket, &app, app.config.max_connections).with_tls(tls);
    let listener = listener.with_health_checks();
    listener.serve(router, stopping, patience).await;
    app.finish().await;
    tracing::info!("stopped");
    Ok(ExitCode::SUCCESS)
}

/// Connections that may wait to be accepted. With the usual 1,024, a burst of new connections made
/// others wait for a second, until their client tried again.
const BACKLOG: u32 = 4_096;

/// Listens on an address. `option` is how to choose another one.
fn bind(address: SocketAddr, option: &str) -> Result<TcpListener, Failure> {
    let bound = || {
        let socket = if address.is_ipv4() {
            TcpSocket::new_v4()?
        } else {
            TcpSocket::new_v6()?
        };
        // A restarted service can use the address again immediately.
        socket.set_reuseaddr(true)?;
        socket.bind(address)?;
        socket.listen(BACKLOG)
    };
    bound().map_err(|error| {
        let mut text = format!("cannot listen on {address}: {error}");
        if error.kind() == ErrorKind::AddrInUse {
            let mut other = address;
            other.set_port(address.port().checked_add(1).unwrap_or(8080));
            text = format!("{text}. Use `{option}{other}`.");
        }
        Failure::new(text)
    })
}

/// The TLS certificate, if one is configured.
pub(super) fn tls(config: &Config) -> Result<Option<Tls>, Failure> {
    match (&config.tls_certificate, &config.tls_key) {
        (None, None) => Ok(None),
        (Some(certificate), Some(key)) => {
            let read = Tls::read(certificate, key);
            read.map(Some)
                .map_err(|error| Failure::new(error.to_string()))
        }
        _ => {
            let message = "Set both tls_certificate and tls_key, or neither.";
            Err(Failure::new(message.to_owned()))
        }
    }
}

fn listener(socket: TcpListener, app: &Arc<App>, most: u32) -> Listener {
    let config = &app.config;
    let limits = ConnectionLimits {
        header_timeout: config.header_timeout,
        idle_timeout: config.idle_timeout,
        // Reading the body and working, and the same time again for the client to read the response.
        exchange_timeout: 2 * (config.body_timeout + config.request_timeout),
    };
    Listener::new(socket, limits, most, Arc::clone(&app.transport))
}

fn metrics_router(app: &Arc<App>) -> Router {
    let app = Arc::clone(app);
    let text = async move || {
        let media_type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
        let text = app.metrics.text().unwrap_or_default();
        ([(axum::http::header::CONTENT_TYPE, media_type)], text)
    };
    Router::new().route("/metrics", get(text))
}

/// How often the files of the certificate are compared with the certificate in use.
const CERTIFICATE_CHECKS: Duration = Duration::from_mins(1);

/// Uses a renewed certificate for new connections: after SIGHUP, and when its files have changed. A
/// certificate that cannot be used is reported, and the previous one stays in use.
async fn reload_certificate(mut hang_ups: Signal, tls: Tls) {
    let mut reported = String::new();
    loop {
        let asked = tokio::time::timeout(CERTIFICATE_CHECKS, hang_ups.recv()).await;
        let tls = tls.clone();
        let Ok(result) = tokio::task::spawn_blocking(move || tls.reload()).await else {
            continue;
        };
        match result {
            Ok(true) => tracing::info!("the TLS certificate was replaced"),
            Ok(false) if asked.is_ok() => tracing::info!("the TLS certificate has not changed"),
            Ok(false) => {}
            Err(error) => {
                let error = error.to_string();
                if asked.is_ok() || error != reported {
                    tracing::error!(error, "the TLS certificate was not replaced");
                }
                reported = error;
                continue;
            }
        }
        reported.clear();
    }
}

/// SIGTERM (from a supervisor) and SIGINT (from a terminal). Both shut down gracefully.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    fn install() -> Result<Self, Failure> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    async fn stop_on_arrival(mut self, app: Arc<App>, stop: watch::Sender<bool>) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
        app.drain();
        if let Some(drain_time) = app.config.drain_time {
            tracing::info!("draining: /readyz returns 503, requests are still served");
            tokio::time::sleep(drain_time).await;
        }
        tracing::info!("stopping: waiting for requests in progress");
        stop.send(true).ok();
    }
}

/// A natal chart, for the first request.
const FIRST_REQUEST: &str = "/api/calc/natal?dateTime=1990-06-15T14:30\
    &location.latitude=52.37&location.longitude=4.89";

/// What is printed at startup.
fn banner(started: &Started) -> String {
    let url = started.app.config.public_url();
    let version = env!("CARGO_PKG_VERSION");
    let owner = started
        .setup_token
        .as_ref()
        .map_or_else(String::new, |token| {
            let token = token.reveal();
            format!("First owner  {url}/setup?token={token}\n")
        });
    let first_key = started.first_key.as_ref().map_or_else(String::new, |key| {
        let key = key.reveal();
        format!(
            "\n  Your first API key (shown only once, a test key with all permissions):\n\n    {key}\n\n  \
             Try it:\n\n    curl -H 'X-Api-Key: {key}' '{url}{FIRST_REQUEST}'\n"
        )
    });
    format!(
        "\n  Almagest {version} is running.\n\n  \
         API          {url}/docs\n  Dashboard    {url}/\n  {owner}{first_key}\n"
    )
}
