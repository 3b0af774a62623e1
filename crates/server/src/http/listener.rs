//! The accept loop: bounded connections, a clean answer at the bound, a graceful end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use access::RequestId;
use axum::Router;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use super::connection::{self, ConnectionLimits};
use super::tls::Tls;
use crate::app::App;
use crate::error::{ApiError, ErrorCode, JSON_API, Problem};
use crate::meter::EXPOSED_HEADERS;
use crate::randomness::RequestRandom;

/// Connections that may be turned away politely at once; beyond, they are just closed.
const MOST_REFUSALS: usize = 1024;
/// How long turning one away may take.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(2);
/// After a failed accept, typically for want of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// What a connection too many is told: like every error, though no router has seen the request. It
/// says nothing about anybody, so every page may read it.
fn too_many_connections(app: &App) -> String {
    let detail = "Too many connections are open; try again shortly.";
    let id = RequestId::new(app.clock.now(), &RequestRandom);
    let error = ApiError::from(Problem::new(ErrorCode::ServiceUnavailable, detail));
    let body = error.json_api(id, &app.config.public_url()).to_string();
    format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: {JSON_API}\r\nRetry-After: 1\r\n\
         X-Request-Id: {id}\r\nX-Api-Version: 1\r\nAccess-Control-Allow-Origin: *\r\n\
         Access-Control-Expose-Headers: {EXPOSED_HEADERS}\r\nVary: Origin\r\n\
         Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// A bound socket that serves a router.
#[derive(Debug)]
pub struct Listener {
    socket: TcpListener,
    limits: ConnectionLimits,
    places: Arc<Semaphore>,
    most: u32,
    refusals: Arc<Semaphore>,
    tls: Option<Tls>,
    app: Arc<App>,
}

impl Listener {
    /// Around a bound socket, with at most `most` connections at a time.
    pub fn new(socket: TcpListener, limits: ConnectionLimits, most: u32, app: Arc<App>) -> Self {
        Self {
            socket,
            limits,
            places: Arc::new(Semaphore::new(most as usize)),
            most,
            refusals: Arc::new(Semaphore::new(MOST_REFUSALS)),
            tls: None,
            app,
        }
    }

    /// The same, speaking TLS.
    #[must_use]
    pub fn with_tls(self, tls: Option<Tls>) -> Self {
        Self { tls, ..self }
    }

    /// Serves until `stop` turns true, then lets requests under way finish, for `patience` at most.
    pub async fn serve(self, router: Router, stop: watch::Receiver<bool>, patience: Duration) {
        let mut stopping = stop.clone();
        loop {
            tokio::select! {
                accepted = self.socket.accept() => match accepted {
                    Ok((stream, peer)) => self.admit(stream, peer, &router, &stop),
                    Err(error) => {
                        tracing::warn!(%error, "a connection could not be accepted");
                        tokio::time::sleep(ACCEPT_PAUSE).await;
                    }
                },
                () = told(&mut stopping) => break,
            }
        }
        // New connections are refused by the system from here on.
        drop(self.socket);
        let all_places = self.places.acquire_many(self.most);
        if tokio::time::timeout(patience, all_places).await.is_err() {
            let open = self.app.metrics.connections.get();
            tracing::warn!(
                open,
                "connections were still open at the end of the patience"
            );
        }
    }

    fn admit(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        router: &Router,
        stop: &watch::Receiver<bool>,
    ) {
        // Answers are written whole; waiting to fill packets would only delay them.
        stream.set_nodelay(true).ok();
        let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
            self.refuse(stream);
            return;
        };
        let open = Open::new(&self.app, place);
        let (router, limits, stop) = (router.clone(), self.limits, stop.clone());
        let tls = self.tls.clone();
        tokio::spawn(async move {
            match tls {
                None => connection::serve(stream, peer, router, limits, stop).await,
                Some(tls) => {
                    let greeted = tokio::time::timeout(limits.header_timeout, tls.accept(stream));
                    // Whoever cannot agree on TLS is not told more than TLS has told them.
                    if let Ok(Ok(stream)) = greeted.await {
                        connection::serve(stream, peer, router, limits, stop).await;
                    }
                }
            }
            drop(open);
        });
    }

    fn refuse(&self, stream: TcpStream) {
        self.app.metrics.connections_refused.inc();
        // A client that expects TLS could not read the answer.
        if self.tls.is_some() {
            return;
        }
        if let Ok(permit) = Arc::clone(&self.refusals).try_acquire_owned() {
            let answer = too_many_connections(&self.app);
            tokio::spawn(async move {
                tokio::time::timeout(REFUSAL_TIMEOUT, turn_away(stream, answer))
                    .await
                    .ok();
                drop(permit);
            });
        }
    }
}

/// Resolves when `stop` turns true, or when nobody is left to turn it.
pub(super) async fn told(stop: &mut watch::Receiver<bool>) {
    stop.wait_for(|it| *it).await.ok();
}

/// A connection's place in the count, given back when it ends.
struct Open {
    app: Arc<App>,
    _place: OwnedSemaphorePermit,
}

impl Open {
    fn new(app: &Arc<App>, place: OwnedSemaphorePermit) -> Self {
        app.metrics.connections.inc();
        Self {
            app: Arc::clone(app),
            _place: place,
        }
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.app.metrics.connections.dec();
    }
}

/// Says 503 and closes. Reads what the client has to say first: closing with unread bytes resets
/// the connection, and the client would never see the answer.
async fn turn_away(mut stream: TcpStream, answer: String) -> std::io::Result<()> {
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await?;
    let mut ignored = [0; 1024];
    while stream.read(&mut ignored).await? > 0 {}
    Ok(())
}

/// Lets the process open as many files as the system permits: the usual soft limit of 1024 is
/// less than the connections we promise to hold. Answers the limit in force.
pub fn raise_open_file_limit() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        maximum: limit.maximum,
    };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(_) => limit.current,
    }
}
