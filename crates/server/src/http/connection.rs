//! One connection: its deadlines, its end.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::http::{Request, Response};
use bytes::Bytes;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::Instant;
use tower::ServiceExt as _;

use super::listener::told;

/// Bytes of request line and headers together; also the largest HTTP/2 header list.
const MOST_HEADER_BYTES: usize = 32 * 1024;
/// Requests one HTTP/2 connection may have under way.
const MOST_STREAMS: u32 = 100;
/// How long a connection that was told to finish may still take to do so.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// The deadlines of a connection.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// From the first byte expected to the end of a request's headers.
    pub header_timeout: Duration,
    /// Between two requests on one connection.
    pub idle_timeout: Duration,
    /// From a request's headers to the last byte of its answer.
    pub exchange_timeout: Duration,
}

/// The address at the other end of the connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// Serves one connection to its end. `stop` turning true lets the requests under way finish.
pub(super) async fn serve(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    limits: ConnectionLimits,
    mut stop: watch::Receiver<bool>,
) {
    let activity = Activity::new();
    let service = service_fn(|request: Request<Incoming>| {
        let exchange = activity.begin();
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Peer(peer));
        let answer = router.clone().oneshot(request);
        async move {
            let response: Response<Body> = answer.await?;
            Ok::<_, std::convert::Infallible>(response.map(|body| Tracked {
                body,
                _exchange: exchange,
            }))
        }
    });
    let builder = builder(limits.header_timeout);
    let connection = builder.serve_connection(TokioIo::new(stream), service);
    tokio::pin!(connection);
    let mut ends_at = None;
    loop {
        let wake_at = ends_at.unwrap_or_else(|| activity.look_again_at(&limits));
        tokio::select! {
            _ = connection.as_mut() => return,
            () = told(&mut stop), if ends_at.is_none() => {
                connection.as_mut().graceful_shutdown();
                // In-flight requests finish; the listener's own deadline ends the rest.
                ends_at = Some(Instant::now() + limits.exchange_timeout);
            }
            () = tokio::time::sleep_until(wake_at) => {
                if ends_at.is_some() {
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

fn builder(header_timeout: Duration) -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(header_timeout)
        .max_buf_size(MOST_HEADER_BYTES);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(MOST_STREAMS)
        .max_header_list_size(u32::try_from(MOST_HEADER_BYTES).unwrap_or(u32::MAX))
        .keep_alive_interval(Duration::from_secs(30))
        .keep_alive_timeout(Duration::from_secs(10));
    builder
}

/// What a connection is doing, to know when it has done nothing for too long. This covers what
/// hyper's own header timer does not: a client that never sends the first byte (hyper is still
/// waiting to learn the protocol version), an idle HTTP/2 connection, a client that does not read
/// its answer.
#[derive(Clone, Debug)]
struct Activity(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    exchanges: usize,
    any_request: bool,
    since: Instant,
}

impl Activity {
    fn new() -> Self {
        let state = State {
            exchanges: 0,
            any_request: false,
            since: Instant::now(),
        };
        Self(Arc::new(Mutex::new(state)))
    }

    fn update(&self, change: impl FnOnce(&mut State)) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        change(&mut state);
        state.since = Instant::now();
    }

    fn begin(&self) -> Exchange {
        self.update(|it| {
            it.exchanges += 1;
            it.any_request = true;
        });
        Exchange(self.clone())
    }

    /// When the connection will have been still for too long, unless something happens.
    fn deadline(&self, limits: &ConnectionLimits) -> Instant {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let patience = match (state.exchanges, state.any_request) {
            (0, false) => limits.header_timeout,
            (0, true) => limits.idle_timeout,
            _ => limits.exchange_timeout,
        };
        state.since + patience
    }

    /// When to compare with the deadline: at it, or sooner, because the next thing to happen may
    /// bring it forward.
    fn look_again_at(&self, limits: &ConnectionLimits) -> Instant {
        let shortest = limits.header_timeout.min(limits.idle_timeout);
        let shortest = shortest.min(limits.exchange_timeout);
        self.deadline(limits).min(Instant::now() + shortest)
    }

    /// How long to wait after a polite end: not at all when nothing was ever asked.
    fn patience(&self) -> Duration {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.any_request {
            LAST_WORDS
        } else {
            Duration::ZERO
        }
    }
}

/// A request under way; dropping it says that the answer has been sent.
#[derive(Debug)]
struct Exchange(Activity);

impl Drop for Exchange {
    fn drop(&mut self) {
        self.0.update(|it| it.exchanges -= 1);
    }
}

/// An answer's body that keeps its exchange open until it has been sent.
struct Tracked {
    body: Body,
    _exchange: Exchange,
}

impl HttpBody for Tracked {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
