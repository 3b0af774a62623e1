//! One connection: its protocol and its deadlines.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, Version};
use hyper::body::Incoming;
use hyper::rt::Executor;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;
use tokio::time::Instant;
use tower::ServiceExt as _;

use platform::ByteBudget;

use crate::activity::WatchedStream;
use crate::address::Address;
use crate::body::RequestBody;
use crate::listener::told;
use crate::seat::Seat;
use crate::send_buffer::Discard;
use crate::unsent::{self, TrackedBody};

/// Bytes of request line and headers together; also the largest HTTP/2 header list.
const MAX_HEADER_BYTES: u32 = 32 * 1024;
/// Concurrent requests on one HTTP/2 connection.
const MAX_STREAMS: u32 = 32;
/// Streams that a client can reset before we read them. Beyond this, the connection is closed.
const MAX_PENDING_RESET_STREAMS: usize = 32;
/// Streams that we reset because of client errors before the connection is closed.
const MAX_ERROR_RESET_STREAMS: usize = 256;
/// Bytes of a response that HTTP/2 buffers for one stream.
const MAX_STREAM_SEND_BYTES: usize = 64 * 1024;
/// Bytes that a client can send on one HTTP/2 stream before we read them.
const STREAM_WINDOW_BYTES: u32 = 128 * 1024;
/// The same on all streams of a connection together.
const CONNECTION_WINDOW_BYTES: u32 = 256 * 1024;

/// The deadlines of a connection.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// From the first expected byte to the end of a request's headers.
    pub header_timeout: Duration,
    /// Between two requests on one connection.
    pub idle_timeout: Duration,
    /// From a request's headers to the last byte of its response.
    pub exchange_timeout: Duration,
}

/// The address at the other end of the connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// The connection of a request.
#[derive(Clone, Debug)]
pub struct Link {
    /// The resources of the peer's address.
    pub(crate) address: Arc<Address>,
    /// Bytes of responses that are not sent yet.
    pub(crate) unsent_bytes: Arc<ByteBudget>,
    /// Whether the connection is beyond the limit, for health checks only.
    pub is_reserved: bool,
    /// Its place among all connections.
    pub(crate) seat: Arc<Seat>,
}

impl Link {
    pub(crate) fn new(address: Arc<Address>, is_reserved: bool, seat: Arc<Seat>) -> Self {
        Self {
            address,
            unsent_bytes: unsent::of_connection(),
            is_reserved,
            seat,
        }
    }
}

/// Serves one connection to its end. When `stop` becomes true, requests in progress can finish.
pub(crate) async fn serve<S: AsyncRead + AsyncWrite + Discard + Unpin + Send + 'static>(
    stream: S,
    (peer, link): (SocketAddr, Link),
    router: Router,
    limits: ConnectionLimits,
    mut stop: watch::Receiver<bool>,
) {
    let seat = Arc::clone(&link.seat);
    let activity = seat.activity().clone();
    let turns = Turns::default();
    let builder = builder(&limits, &link);
    let service = service_fn(|request: Request<Incoming>| {
        let exchange = activity.begin(request.version());
        let is_multiplexed = request.version() == Version::HTTP_2;
        let mut request = request.map(|body| Body::new(RequestBody::new(body)));
        request.extensions_mut().insert(Peer(peer));
        request.extensions_mut().insert(link.clone());
        let answer = router.clone().oneshot(request);
        let is_turn_over = turns.next(is_multiplexed);
        async move {
            if is_turn_over {
                tokio::task::yield_now().await;
            }
            let response: Response<Body> = answer.await?;
            let response = TrackedBody::track(response, exchange, is_multiplexed);
            Ok::<_, std::convert::Infallible>(response)
        }
    });
    let stream = WatchedStream {
        stream,
        activity: activity.clone(),
    };
    let connection = builder.serve_connection(TokioIo::new(stream), service);
    tokio::pin!(connection);
    let mut ends_at = None;
    let mut is_given_up = false;
    loop {
        let wake_at = ends_at.unwrap_or_else(|| activity.look_again_at(&limits));
        tokio::select! {
            _ = connection.as_mut() => return,
            () = told(&mut stop), if ends_at.is_none() => {
                connection.as_mut().graceful_shutdown();
                // Requests in progress can finish. The listener's own deadline ends the rest.
                ends_at = Some(Instant::now() + limits.exchange_timeout);
            }
            () = seat.given_up(), if !is_given_up => {
                is_given_up = true;
                // A request may have begun in the meantime. It can finish.
                if activity.waiting_since().is_some() {
                    return;
                }
                connection.as_mut().graceful_shutdown();
                ends_at = Some(Instant::now() + limits.exchange_timeout);
            }
            () = tokio::time::sleep_until(wake_at) => {
                if ends_at.is_some() {
                    activity.set_overdue();
                    return;
                }
                if activity.deadline(&limits) <= Instant::now() {
                    connection.as_mut().graceful_shutdown();
                    ends_at = Some(Instant::now() + activity.patience());
                }
            }
        }
    }
}

/// Requests of an HTTP/1.1 connection that are served before other connections have their turn. All
/// requests that a client has sent ahead are served by one task, which otherwise keeps its thread.
const REQUESTS_PER_TURN: u32 = 2;

/// The requests of a connection since it last gave way to others. A stream of HTTP/2 is a task of its
/// own.
#[derive(Debug, Default)]
struct Turns(AtomicU32);

impl Turns {
    /// Counts a request. Returns whether it must give way first.
    fn next(&self, is_multiplexed: bool) -> bool {
        if is_multiplexed {
            return false;
        }
        let before = self.0.fetch_add(1, Ordering::Relaxed);
        before > 0 && before.is_multiple_of(REQUESTS_PER_TURN)
    }
}

fn builder(limits: &ConnectionLimits, link: &Link) -> auto::Builder<StreamExecutor> {
    let mut builder = auto::Builder::new(StreamExecutor {
        timeout: limits.exchange_timeout,
    });
    builder
        .http1()
        // hyper's own header timer also runs while a connection is idle between two requests, but
        // not before the first byte. Ours handles both.
        .header_read_timeout(None)
        .keep_alive(!link.is_reserved)
        .max_buf_size(MAX_HEADER_BYTES as usize);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(MAX_STREAMS)
        .max_pending_accept_reset_streams(MAX_PENDING_RESET_STREAMS)
        .max_local_error_reset_streams(MAX_ERROR_RESET_STREAMS)
        .max_send_buf_size(MAX_STREAM_SEND_BYTES)
        .initial_stream_window_size(STREAM_WINDOW_BYTES)
        .initial_connection_window_size(CONNECTION_WINDOW_BYTES)
        .max_header_list_size(MAX_HEADER_BYTES)
        .keep_alive_interval(Duration::from_secs(30))
        .keep_alive_timeout(Duration::from_secs(10));
    builder
}

/// Runs each stream of an HTTP/2 connection until its deadline. Dropping a stream resets it and
/// frees its memory, whatever the other streams of its connection do.
#[derive(Clone, Copy, Debug)]
struct StreamExecutor {
    timeout: Duration,
}

impl<F: Future<Output: Send> + Send + 'static> Executor<F> for StreamExecutor {
    fn execute(&self, stream: F) {
        tokio::spawn(tokio::time::timeout(self.timeout, stream));
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use axum::routing::get;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;
    use crate::address::{AddressLimits, Addresses};

    const LIMITS: ConnectionLimits = ConnectionLimits {
        header_timeout: Duration::from_mins(1),
        idle_timeout: Duration::from_mins(1),
        exchange_timeout: Duration::from_mins(1),
    };

    const ADDRESSES: AddressLimits = AddressLimits {
        max_connections: 10,
        max_incomplete_requests: 10,
        incomplete_wait: Duration::from_mins(1),
    };

    /// Without a turn for others, one poll of the connection serves many of its requests.
    #[tokio::test]
    async fn requests_sent_ahead_on_a_connection_give_way_to_other_tasks() {
        const REQUESTS: u32 = 200;
        let served = Arc::new(AtomicU32::new(0));
        let counter = Arc::clone(&served);
        let count = async move || {
            counter.fetch_add(1, Ordering::Relaxed);
            "x"
        };
        let router = Router::new().route("/", get(count));
        let (client, server) = tokio::io::duplex(1024 * 1024);
        let (mut answers, mut requests) = tokio::io::split(client);
        let request = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n";
        let all = request.repeat(REQUESTS as usize);
        requests
            .write_all(&all)
            .await
            .expect("the buffer is larger");
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let addresses = Addresses::new(ADDRESSES);
        let places = Arc::new(tokio::sync::Semaphore::new(1));
        let seat = Seat::new(places.try_acquire_owned().expect("a free place"));
        let link = Link::new(addresses.get(address), false, seat);
        let (_stop, stopped) = watch::channel(false);
        let peer = SocketAddr::new(address, 1);
        let connection = serve(server, (peer, link), router, LIMITS, stopped);
        let connection = tokio::spawn(connection);
        let reader = tokio::spawn(async move {
            let mut bytes = Vec::new();
            answers.read_to_end(&mut bytes).await
        });
        let (mut before, mut most) = (0, 0);
        while before < REQUESTS {
            tokio::task::yield_now().await;
            let now = served.load(Ordering::Relaxed);
            most = most.max(now - before);
            before = now;
        }
        assert!(most <= REQUESTS_PER_TURN, "{most} requests in one turn");
        connection.abort();
        reader.abort();
    }
}
