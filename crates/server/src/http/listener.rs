//! The accept loop: bounded connections, a clean answer at the bound, a graceful end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use access::RequestId;
use axum::Router;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};

use super::address::{ConnectionPlace, ReservedPlace};
use super::connection::{self, ConnectionLimits, Link};
use super::tls::Tls;
use crate::app::App;
use http_api::randomness::RequestRandom;
use http_api::{ApiError, ErrorCode, JSON_API, Problem};
use metering::EXPOSED_HEADERS;

/// Connections that may be turned away politely at once; beyond, they are just closed.
const MOST_REFUSALS: usize = 1024;
/// How long turning one away may take.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(2);
/// Connections beyond the limit on which nothing but health checks is answered, so that they get
/// through whoever holds the others.
const HEALTH_CONNECTIONS: usize = 16;
/// How long such a connection may take to send its request: the next health check needs the place.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(1);
/// After a failed accept, typically for want of file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// What a connection is told when everybody's are too many.
fn too_many_connections() -> ApiError {
    let detail = "Too many connections are open. Try again shortly.";
    ApiError::from(Problem::new(ErrorCode::ServiceUnavailable, detail))
}

/// The answer to a connection too many: like every error, though no router has seen the request. It
/// says nothing about anybody, so every page may read it.
fn refusal(app: &App, error: &ApiError) -> String {
    let id = RequestId::new(app.clock.now(), &RequestRandom);
    let body = error.json_api(id, &app.config.public_url()).to_string();
    let status = error.status();
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: {JSON_API}\r\nRetry-After: 1\r\n\
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
    health_places: Arc<Semaphore>,
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
            health_places: Arc::new(Semaphore::new(0)),
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

    /// The same, with more connections for health checks alone when all others are taken.
    #[must_use]
    pub fn with_health_checks(self) -> Self {
        Self {
            health_places: Arc::new(Semaphore::new(HEALTH_CONNECTIONS)),
            ..self
        }
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
        let open = match self.place_for(peer) {
            Ok(open) => open,
            Err(refused) => return self.refuse(stream, &refused),
        };
        let (router, stop, tls) = (router.clone(), stop.clone(), self.tls.clone());
        let link = Link::new(Arc::clone(&open.of_address.address), open.is_reserved());
        let limits = if link.is_reserved {
            ConnectionLimits {
                header_timeout: HEALTH_TIMEOUT.min(self.limits.header_timeout),
                idle_timeout: HEALTH_TIMEOUT.min(self.limits.idle_timeout),
                ..self.limits
            }
        } else {
            self.limits
        };
        tokio::spawn(async move {
            let other = (peer, link);
            match tls {
                None => connection::serve(stream, other, router, limits, stop).await,
                Some(tls) => {
                    let greeted = tokio::time::timeout(limits.header_timeout, tls.accept(stream));
                    // Whoever cannot agree on TLS is not told more than TLS has told them.
                    if let Ok(Ok(stream)) = greeted.await {
                        connection::serve(stream, other, router, limits, stop).await;
                    }
                }
            }
            drop(open);
        });
    }

    /// A place for a connection: its address's share first, so that one that has used it up does
    /// not get to those for health checks.
    fn place_for(&self, peer: SocketAddr) -> Result<Open, ApiError> {
        let ip = peer.ip().to_canonical();
        let proxies = &self.app.config.trusted_proxies.0;
        let is_proxy = proxies.iter().any(|it| it.contains(&ip));
        let of_address = self.app.addresses.connect(ip, is_proxy)?;
        if let Ok(place) = Arc::clone(&self.places).try_acquire_owned() {
            return Ok(Open::new(&self.app, place, of_address, None));
        }
        let place = Arc::clone(&self.health_places).try_acquire_owned();
        let place = place.map_err(|_| too_many_connections())?;
        let reserved = of_address.address.reserve();
        let reserved = reserved.ok_or_else(too_many_connections)?;
        Ok(Open::new(&self.app, place, of_address, Some(reserved)))
    }

    fn refuse(&self, stream: TcpStream, error: &ApiError) {
        self.app.metrics.connections_refused.inc();
        // A client that expects TLS could not read the answer.
        if self.tls.is_some() {
            return;
        }
        if let Ok(permit) = Arc::clone(&self.refusals).try_acquire_owned() {
            let answer = refusal(&self.app, error);
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
    of_address: ConnectionPlace,
    reserved: Option<ReservedPlace>,
}

impl Open {
    fn new(
        app: &Arc<App>,
        place: OwnedSemaphorePermit,
        of_address: ConnectionPlace,
        reserved: Option<ReservedPlace>,
    ) -> Self {
        app.metrics.connections.inc();
        Self {
            app: Arc::clone(app),
            _place: place,
            of_address,
            reserved,
        }
    }

    /// Whether only health checks are answered.
    const fn is_reserved(&self) -> bool {
        self.reserved.is_some()
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
