//! The state of a connection, to detect when it has been idle for too long.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::http::Version;
use smallvec::SmallVec;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::Instant;

use crate::connection::ConnectionLimits;
use crate::send_buffer::Discard;

/// How long a connection can take to close after it was asked to.
const FINISH_TIMEOUT: Duration = Duration::from_secs(5);

/// The state of one connection, shared by everything that changes it.
#[derive(Clone, Debug)]
pub(crate) struct Activity(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    phase: Phase,
    /// When each exchange in progress began, oldest first.
    exchanges: SmallVec<[(u64, Instant); 1]>,
    next_exchange: u64,
    /// HTTP/2 exchanges bytes without any request, so they do not announce one.
    is_multiplexed: bool,
    /// Whether the connection did not end by its deadline.
    is_overdue: bool,
    since: Instant,
}

/// The phase of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Waiting for the first request. No bytes have arrived.
    Fresh,
    /// The first bytes of a request have arrived, but not all of its headers.
    Arriving,
    /// Idle between two requests.
    Resting,
    /// Requests are in progress.
    Busy,
}

impl Activity {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Mutex::new(State {
            phase: Phase::Fresh,
            exchanges: SmallVec::new(),
            next_exchange: 0,
            is_multiplexed: false,
            is_overdue: false,
            since: Instant::now(),
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes have arrived.
    fn bytes(&self) {
        let mut state = self.state();
        if state.phase == Phase::Resting && !state.is_multiplexed {
            state.phase = Phase::Arriving;
            state.since = Instant::now();
        }
    }

    /// A request's headers are complete.
    pub(crate) fn begin(&self, version: Version) -> Exchange {
        let mut state = self.state();
        let id = state.next_exchange;
        state.next_exchange += 1;
        state.exchanges.push((id, Instant::now()));
        state.is_multiplexed = version == Version::HTTP_2;
        state.phase = Phase::Busy;
        Exchange {
            activity: self.clone(),
            id,
        }
    }

    /// A response has been sent.
    fn end(&self, id: u64) {
        let mut state = self.state();
        state.exchanges.retain(|it| it.0 != id);
        if state.exchanges.is_empty() {
            state.phase = Phase::Resting;
        }
        state.since = Instant::now();
    }

    /// The deadline of the connection, unless something happens before. The oldest exchange
    /// determines it, and newer ones do not extend it.
    pub(crate) fn deadline(&self, limits: &ConnectionLimits) -> Instant {
        let state = self.state();
        match state.phase {
            Phase::Fresh | Phase::Arriving => state.since + limits.header_timeout,
            Phase::Resting => state.since + limits.idle_timeout,
            Phase::Busy => {
                let oldest = state.exchanges.first().map_or(state.since, |it| it.1);
                // A stream is reset at its own deadline. The connection ends only if that did not
                // free what the stream held.
                let grace = if state.is_multiplexed {
                    FINISH_TIMEOUT
                } else {
                    Duration::ZERO
                };
                oldest + limits.exchange_timeout + grace
            }
        }
    }

    /// Since when it has waited for its client; none while requests are in progress.
    pub(crate) fn waiting_since(&self) -> Option<Instant> {
        let state = self.state();
        (state.phase != Phase::Busy).then_some(state.since)
    }

    /// When to check the deadline: at the deadline, or sooner, because the next event may bring it
    /// forward.
    pub(crate) fn look_again_at(&self, limits: &ConnectionLimits) -> Instant {
        let shortest = limits.header_timeout.min(limits.idle_timeout);
        let shortest = shortest.min(limits.exchange_timeout);
        self.deadline(limits).min(Instant::now() + shortest)
    }

    /// The connection did not end by its deadline.
    pub(crate) fn set_overdue(&self) {
        self.state().is_overdue = true;
    }

    /// How long to wait after a graceful close: not at all if there was no request.
    pub(crate) fn patience(&self) -> Duration {
        if self.state().next_exchange > 0 {
            FINISH_TIMEOUT
        } else {
            Duration::ZERO
        }
    }
}

/// A request in progress. Dropping it means that the response has been sent.
#[derive(Debug)]
pub(crate) struct Exchange {
    activity: Activity,
    id: u64,
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.activity.end(self.id);
    }
}

/// A stream that reports incoming bytes. What it has not sent at its deadline is discarded.
pub(crate) struct WatchedStream<S: Discard> {
    pub(crate) stream: S,
    pub(crate) activity: Activity,
}

impl<S: Discard> Drop for WatchedStream<S> {
    fn drop(&mut self) {
        if self.activity.state().is_overdue {
            self.stream.discard_unsent();
        }
    }
}

impl<S: AsyncRead + Discard + Unpin> AsyncRead for WatchedStream<S> {
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

impl<S: AsyncWrite + Discard + Unpin> AsyncWrite for WatchedStream<S> {
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

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: ConnectionLimits = ConnectionLimits {
        header_timeout: Duration::from_secs(1),
        idle_timeout: Duration::from_secs(10),
        exchange_timeout: Duration::from_secs(100),
    };

    #[test]
    fn new_requests_do_not_prolong_an_old_one() {
        let activity = Activity::new();
        let old = activity.begin(Version::HTTP_2);
        let deadline = activity.deadline(&LIMITS);
        drop(activity.begin(Version::HTTP_2));
        let _new = activity.begin(Version::HTTP_2);
        assert_eq!(activity.deadline(&LIMITS), deadline);
        drop(old);
        assert!(activity.deadline(&LIMITS) > deadline);
    }

    #[test]
    fn a_connection_rests_after_its_last_exchange() {
        let activity = Activity::new();
        let check = |timeout: Duration, step: &dyn Fn()| {
            let before = Instant::now();
            step();
            let since = activity.deadline(&LIMITS) - timeout;
            assert!(before <= since && since <= Instant::now());
        };
        check(LIMITS.idle_timeout, &|| {
            drop(activity.begin(Version::HTTP_11));
        });
        check(LIMITS.header_timeout, &|| activity.bytes());
    }
}
