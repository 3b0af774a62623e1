//! `almagest serve`

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::Path;
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
use crate::supervisor::{State, Supervisor};
use crate::{data_dir, log, metrics};
use calculator::output::{ExitStatus, Failure, print};
use config::{Config, SupervisorEnvironment, Switch};
use http_api::clock::Clock;
use metering::OpenLedger;
use transport::{ConnectionLimits, Listener, Tls, raise_open_file_limit};

/// Enough for a scraper; more connections are a mistake.
const MAX_METRICS_CONNECTIONS: u32 = 16;

pub(super) async fn run(mut config: Config, open_ledger: OpenLedger) -> Result<ExitCode, Failure> {
    log::start(&config);
    // First of all: a supervisor may stop the process as soon as it has read the banner.
    let signals = Signals::install()?;
    // Without a handler, the signal would end the process.
    let hang_ups = signal(SignalKind::hangup())?;
    let supervisor = Supervisor::of(SupervisorEnvironment::read())?;
    data_dir::prepare(&config.data_dir)?;
    let _lock = data_dir::lock(&config.data_dir)?;
    let _limit = raise_open_file_limit();
    let tls = tls(&config).map_err(|it| it.with_status(ExitStatus::Configuration))?;
    let chat_key = config.chat_key().map_err(Failure::new);
    chat_key.map_err(|it| it.with_status(ExitStatus::Configuration))?;
    let socket = bind(config.listen, "--listen ")?;
    // With port 0 the system chooses a port, which links must contain.
    config.listen = socket.local_addr()?;
    let metrics_socket = match config.metrics_listen {
        Some(address) => Some(bind(address, "--set metrics_listen=")?),
        None => None,
    };
    let api = api();
    let started = start::start(config, Clock::System, &api, open_ledger).await;
    let started = started.map_err(|error| {
        let status = error.exit_status();
        Failure::from(error).with_status(status)
    })?;
    let app = Arc::clone(&started.app);
    let router = app::router(&app, &api);
    let secrets = if supervisor.reads_stdout_into_journal() {
        FirstSecrets::in_files(&started, &app.config.data_dir)?
    } else {
        FirstSecrets::shown(&started)
    };
    // Before the first request can be answered.
    if let Err(failure) = print(&banner(&app, &secrets)) {
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
    let schema = store::SCHEMA_VERSION;
    tracing::info!(version, commit = super::COMMIT, schema, %address, database, "serving");
    if app.config.quiet == Switch::On {
        tracing::warn!("quiet: no emails, no webhooks and no jobs");
    }
    tokio::spawn(signals.stop_on_arrival(Arc::clone(&app), stop, supervisor.clone()));
    tokio::spawn(reload(hang_ups, tls.clone(), supervisor.clone()));
    tokio::spawn(supervisor.clone().keep_alive());
    if let Some(socket) = metrics_socket {
        let listener = listener(socket, &app, MAX_METRICS_CONNECTIONS);
        let router = metrics_router(&app, tls.clone());
        tokio::spawn(listener.serve(router, stopping.clone(), Duration::ZERO));
    }
    // The socket listens already: connections wait for the next lines.
    supervisor.tell(State::Ready {
        status: &format!("serving on {address} with {database}"),
    });
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

fn metrics_router(app: &Arc<App>, tls: Option<Tls>) -> Router {
    let app = Arc::clone(app);
    let text = async move || {
        let media_type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
        let text = metrics::text(&app, tls.as_ref()).await;
        ([(axum::http::header::CONTENT_TYPE, media_type)], text)
    };
    Router::new().route("/metrics", get(text))
}

/// How often the files of the certificate are compared with the certificate in use.
const CERTIFICATE_CHECKS: Duration = Duration::from_mins(1);

/// Uses a renewed certificate for new connections: after SIGHUP, and when its files have changed. A
/// certificate that cannot be used is reported, and the previous one stays in use.
async fn reload(mut hang_ups: Signal, tls: Option<Tls>, supervisor: Supervisor) {
    let Some(tls) = tls else {
        while hang_ups.recv().await.is_some() {
            tracing::info!("nothing to reload: restart the service to use changed settings");
            supervisor.tell(State::Reloaded);
        }
        return;
    };
    let mut reported = String::new();
    loop {
        let asked = tokio::time::timeout(CERTIFICATE_CHECKS, hang_ups.recv()).await;
        let tls = tls.clone();
        let Ok(result) = tokio::task::spawn_blocking(move || tls.reload()).await else {
            continue;
        };
        if asked.is_ok() {
            supervisor.tell(State::Reloaded);
        }
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

    async fn stop_on_arrival(
        mut self,
        app: Arc<App>,
        stop: watch::Sender<bool>,
        supervisor: Supervisor,
    ) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
        app.drain();
        supervisor.tell(State::Stopping);
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

/// The file with the first key, if standard output ends up in a journal.
const FIRST_KEY_FILE: &str = "first-key.txt";
/// The file with the link for the first owner, if standard output ends up in a journal.
const OWNER_LINK_FILE: &str = "owner-link.txt";

/// Lines of the banner about what only the operator may know.
struct FirstSecrets {
    owner: String,
    key: String,
}

impl FirstSecrets {
    /// The secrets themselves.
    fn shown(started: &Started) -> Self {
        let url = started.app.config.public_url();
        let owner = owner_link(started).map(|link| format!("First owner  {link}\n"));
        let key = started.first_key.as_ref().map(|key| {
            let key = key.reveal();
            format!(
                "\n  Your first API key (shown only once, a test key with all permissions):\n\n    {key}\n\n  \
                 Try it:\n\n    curl -H 'X-Api-Key: {key}' '{url}{FIRST_REQUEST}'\n"
            )
        });
        Self {
            owner: owner.unwrap_or_default(),
            key: key.unwrap_or_default(),
        }
    }

    /// Writes the secrets to files that only the owner of the data folder can read, and says where
    /// they are: a journal has more readers, and is kept.
    fn in_files(started: &Started, folder: &Path) -> Result<Self, Failure> {
        let owner_file = folder.join(OWNER_LINK_FILE);
        let owner = if let Some(link) = owner_link(started) {
            data_dir::write_secret_file(&owner_file, &format!("{link}\n"))?;
            let path = owner_file.display();
            format!("First owner  open the link in {path}\n")
        } else {
            data_dir::remove(&owner_file)?;
            String::new()
        };
        let key = match &started.first_key {
            Some(key) => {
                let path = folder.join(FIRST_KEY_FILE);
                data_dir::write_secret_file(&path, &format!("{}\n", key.reveal()))?;
                let path = path.display();
                format!(
                    "\n  Your first API key, a test key with all permissions, is in {path}.\n  \
                     Store it elsewhere, and remove the file.\n"
                )
            }
            None => String::new(),
        };
        Ok(Self { owner, key })
    }
}

/// The link for the first owner, until an account exists.
fn owner_link(started: &Started) -> Option<String> {
    let url = started.app.config.public_url();
    let token = started.setup_token.as_ref()?;
    Some(format!("{url}/setup?token={}", token.reveal()))
}

/// What is printed at startup.
fn banner(app: &App, secrets: &FirstSecrets) -> String {
    let url = app.config.public_url();
    let version = env!("CARGO_PKG_VERSION");
    let FirstSecrets { owner, key } = secrets;
    format!(
        "\n  Almagest {version} is running.\n\n  \
         API          {url}/docs\n  Dashboard    {url}/\n  {owner}{key}\n"
    )
}
