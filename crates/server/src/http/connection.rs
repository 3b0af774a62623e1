//! One connection: its deadlines, its end.

use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, HttpBody};
use axum::http::{Request, Response, Version};
use bytes::Bytes;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::watch;
use tokio::time::Instant;
use tower::ServiceExt as _;

use super::body::Drained;
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
pub struct Peer(pub SocketAddr);

/// Serves one connection to its end. `stop` turning true lets the requests under way finish.
pub(super) async fn serve<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    peer: SocketAddr,
    router: Router,
    limits: ConnectionLimits,
    mut stop: watch::Receiver<bool>,
) {
    let activity = Activity::new();
    let service = service_fn(|request: Request<Incoming>| {
        let exchange = activity.begin(request.version());
        let mut request = request.map(|body| Body::new(Drained::new(body)));
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
    let builder = builder();
    let stream = Watched {
        stream,
        activity: activity.clone(),
    };
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

fn builder() -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder
        .http1()
        // hyper's own header timer also runs while a connection rests between two requests, and
        // not before the first byte: ours knows the difference.
        .header_read_timeout(None)
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

/// What a connection is doing, to know when it has done nothing for too long.
#[derive(Clone, Debug)]
struct Activity(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    phase: Phase,
    exchanges: usize,
    any_request: bool,
    /// HTTP/2 exchanges bytes without any request: they do not announce one.
    multiplexed: bool,
    since: Instant,
}

/// Where a connection stands between its requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// A request is expected: nothing of it has been seen, and none came before.
    Fresh,
    /// The first bytes of a request are here, the rest of its headers is not.
    Arriving,
    /// Between two requests.
    Resting,
    /// Requests are under way.
    Busy,
}

impl Activity {
    fn new() -> Self {
        Self(Arc::new(Mutex::new(State {
            phase: Phase::Fresh,
            exchanges: 0,
            any_request: false,
            multiplexed: false,
            since: Instant::now(),
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes have come in.
    fn bytes(&self) {
        let mut state = self.state();
        if state.phase == Phase::Resting && !state.multiplexed {
            state.phase = Phase::Arriving;
            state.since = Instant::now();
        }
    }

    /// A request's headers are complete.
    fn begin(&self, version: Version) -> Exchange {
        let mut state = self.state();
        state.exchanges += 1;
        state.any_request = true;
        state.multiplexed = version == Version::HTTP_2;
        state.phase = Phase::Busy;
        state.since = Instant::now();
        Exchange(self.clone())
    }

    /// An answer has been sent.
    fn end(&self) {
        let mut state = self.state();
        state.exchanges -= 1;
        if state.exchanges == 0 {
            state.phase = Phase::Resting;
        }
        state.since = Instant::now();
    }

    /// When the connection will have been still for too long, unless something happens.
    fn deadline(&self, limits: &ConnectionLimits) -> Instant {
        let state = self.state();
        let patience = match state.phase {
            Phase::Fresh | Phase::Arriving => limits.header_timeout,
            Phase::Resting => limits.idle_timeout,
            Phase::Busy => limits.exchange_timeout,
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
        if self.state().any_request {
            LAST_WORDS
        } else {
            Duration::ZERO
        }
    }
}

/// A stream that tells when bytes come in.
struct Watched<S> {
    stream: S,
    activity: Activity,
}

impl<S: AsyncRead + Unpin> AsyncRead for Watched<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let result = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.activity.bytes();
        }
        result
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Watched<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// A request under way; dropping it says that the answer has been sent.
#[derive(Debug)]
struct Exchange(Activity);

impl Drop for Exchange {
    fn drop(&mut self) {
        self.0.end();
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
