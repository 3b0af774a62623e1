//! The accept loop: bounded connections, a clean response at the limit, a graceful shutdown.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use access::RequestId;
use axum::Router;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

use crate::address::{ConnectionPlace, ReservedPlace};
use crate::connection::{self, ConnectionLimits, Link};
use crate::seat::Seat;
use crate::send_buffer;
use crate::tls::Tls;
use crate::transport::Transport;
use http_api::randomness::RequestRandom;
use http_api::{ApiError, ErrorCode, JSON_API, Problem};
use metering::EXPOSED_HEADERS;
use platform::Platform;

/// Connections that can be refused with a response at the same time. Further ones are just closed.
const MAX_REFUSALS: usize = 1024;
/// How long refusing one can take.
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(2);
/// Connections beyond the limit that serve only health checks, so that these work even if all
/// others are taken.
const HEALTH_CONNECTIONS: usize = 16;
/// How long such a connection can take to send its request. The next health check needs the slot.
const HEALTH_TIMEOUT: Duration = Duration::from_secs(1);
/// The pause after a failed accept, typically because of missing file descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// The error for a connection beyond the total limit.
fn too_many_connections() -> ApiError {
    let detail = "Too many connections are open. Try again shortly.";
    ApiError::from(Problem::new(ErrorCode::ServiceUnavailable, detail))
}

/// The response to a connection beyond the limit. It looks like every error, although no router has
/// seen the request. It contains nothing private, so every page may read it.
fn refusal(platform: &Platform, error: &ApiError) -> String {
    let id = RequestId::new(platform.clock.now(), &RequestRandom);
    let body = error
        .json_api(id, &platform.config.public_url())
        .to_string();
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
    transport: Arc<Transport>,
}

impl Listener {
    /// Uses a bound socket, with at most `most` connections at the same time.
    pub fn new(
        socket: TcpListener,
        limits: ConnectionLimits,
        most: u32,
        transport: Arc<Transport>,
    ) -> Self {
        Self {
            socket,
            limits,
            places: Arc::new(Semaphore::new(most as usize)),
            most,
            health_places: Arc::new(Semaphore::new(0)),
            refusals: Arc::new(Semaphore::new(MAX_REFUSALS)),
            tls: None,
            transport,
        }
    }

    /// Enables TLS.
    #[must_use]
    pub fn with_tls(self, tls: Option<Tls>) -> Self {
        Self { tls, ..self }
    }

    /// Adds connections for health checks only, for when all others are taken.
    #[must_use]
    pub fn with_health_checks(self) -> Self {
        Self {
            health_places: Arc::new(Semaphore::new(HEALTH_CONNECTIONS)),
            ..self
        }
    }

    /// Serves until `stop` becomes true, then lets requests in progress finish, for at most
    /// `patience`.
    pub async fn serve(self, router: Router, stop: watch::Receiver<bool>, patience: Duration) {
        let mut stopping = stop.clone();
        loop {
            tokio::select! {
                accepted = self.socket.accept() => match accepted {
                    Ok((stream, peer)) => self.admit(stream, peer, &router, &stop),
                    Err(error) => {
                        tracing::warn!(%error, "cannot accept a connection");
                        tokio::time::sleep(ACCEPT_PAUSE).await;
                    }
                },
                () = told(&mut stopping) => break,
            }
        }
        // From here on, the system refuses new connections.
        drop(self.socket);
        let all_places = self.places.acquire_many(self.most);
        if tokio::time::timeout(patience, all_places).await.is_err() {
            let open = self.transport.platform.metrics.connections.get();
            tracing::warn!(open, "connections still open at the shutdown timeout");
        }
    }

    fn admit(
        &self,
        stream: TcpStream,
        peer: SocketAddr,
        router: &Router,
        stop: &watch::Receiver<bool>,
    ) {
        // Responses are written as a whole. Waiting to fill packets would only delay them.
        stream.set_nodelay(true).ok();
        if let Err(error) = send_buffer::limit(&stream) {
            tracing::debug!(%error, "cannot limit the send buffer of a connection");
        }
        let open = match self.place_for(peer) {
            Ok(open) => open,
            Err(refused) => return self.refuse(stream, &refused),
        };
        let (router, stop, tls) = (router.clone(), stop.clone(), self.tls.clone());
        let address = Arc::clone(&open.of_address.address);
        let link = Link::new(address, open.is_reserved(), Arc::clone(&open.seat));
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
                    // A failed TLS handshake gets no further response.
                    tokio::select! {
                        () = open.seat.given_up() => {}
                        greeted = greeted => if let Ok(Ok(stream)) = greeted {
                            connection::serve(stream, other, router, limits, stop).await;
                        },
                    }
                }
            }
            drop(open);
        });
    }

    /// A slot for a connection. The address's share is checked first, so that an address that has
    /// used it up does not get the slots for health checks.
    fn place_for(&self, peer: SocketAddr) -> Result<Open, ApiError> {
        let ip = peer.ip().to_canonical();
        let proxies = &self.transport.platform.config.trusted_proxies.0;
        let is_proxy = proxies.iter().any(|it| it.contains(&ip));
        let mut of_address = self.transport.addresses.connect(ip, is_proxy)?;
        let free = Arc::clone(&self.places).try_acquire_owned().ok();
        if let Some(place) = free.or_else(|| self.transport.addresses.make_room()) {
            let seat = Seat::new(place);
            of_address.take(&seat);
            return Ok(Open::new(&self.transport, seat, of_address, None));
        }
        let place = Arc::clone(&self.health_places).try_acquire_owned();
        let place = place.map_err(|_| too_many_connections())?;
        let reserved = of_address.address.reserve();
        let reserved = reserved.ok_or_else(too_many_connections)?;
        let seat = Seat::new(place);
        Ok(Open::new(&self.transport, seat, of_address, Some(reserved)))
    }

    fn refuse(&self, stream: TcpStream, error: &ApiError) {
        self.transport.platform.metrics.connections_refused.inc();
        // A client that expects TLS could not read the response.
        if self.tls.is_some() {
            return;
        }
        if let Ok(permit) = Arc::clone(&self.refusals).try_acquire_owned() {
            let answer = refusal(&self.transport.platform, error);
            tokio::spawn(async move {
                tokio::time::timeout(REFUSAL_TIMEOUT, turn_away(stream, answer))
                    .await
                    .ok();
                drop(permit);
            });
        }
    }
}

/// Resolves when `stop` becomes true, or its sender is dropped.
pub(crate) async fn told(stop: &mut watch::Receiver<bool>) {
    stop.wait_for(|it| *it).await.ok();
}

/// A connection's slot, returned when it ends.
struct Open {
    transport: Arc<Transport>,
    seat: Arc<Seat>,
    of_address: ConnectionPlace,
    reserved: Option<ReservedPlace>,
}

impl Open {
    fn new(
        transport: &Arc<Transport>,
        seat: Arc<Seat>,
        of_address: ConnectionPlace,
        reserved: Option<ReservedPlace>,
    ) -> Self {
        transport.platform.metrics.connections.inc();
        Self {
            transport: Arc::clone(transport),
            seat,
            of_address,
            reserved,
        }
    }

    /// Whether only health checks are served.
    const fn is_reserved(&self) -> bool {
        self.reserved.is_some()
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.transport.platform.metrics.connections.dec();
        // Parts of a request may still hold the seat. The place is free now.
        drop(self.seat.give_up());
    }
}

/// Sends 503 and closes. Reads the request first: closing with unread bytes resets the connection,
/// and the client would not see the response.
async fn turn_away(mut stream: TcpStream, answer: String) -> std::io::Result<()> {
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await?;
    let mut ignored = [0; 1024];
    while stream.read(&mut ignored).await? > 0 {}
    Ok(())
}

/// Raises the limit of open files to the maximum: the usual soft limit of 1024 is less than the
/// number of connections we support. Returns the resulting limit.
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
