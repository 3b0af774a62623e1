//! Responses that are written piece by piece, each piece a turn in the pool: their memory does not
//! grow with their length, other requests get their turn in between, and work that nobody waits for
//! ends. The charge of a response that is sent over time is settled at its end.

use std::marker::PhantomData;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use access::RequestId;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use bytes::Bytes;
use futures_util::stream;
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde_json::Value;
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::reply::{DataReply, MediaType, Reply, ReplyContext, respond};
use http_api::{ApiError, ErrorCode, PIECE_BYTES, Pieces, unwritable};
use metering::{Ending, LedgerCharge};
use platform::{Lane, MemoryReservation, Platform, Pool};

/// The response of a calculation, `{"data": …}`, of which the start is written.
pub struct Streamed<T> {
    first: Vec<u8>,
    rest: Option<Rest>,
    returned: u32,
    value: PhantomData<fn() -> T>,
}

impl<T> std::fmt::Debug for Streamed<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Streamed")
            .field("first_bytes", &self.first.len())
            .field("has_more", &self.rest.is_some())
            .finish_non_exhaustive()
    }
}

/// The rest to be written.
struct Rest {
    pieces: Box<dyn Pieces>,
    pool: Pool,
    lane: Lane,
    /// The remaining time limit. The time that the client takes to read does not count.
    time_left: Duration,
    _memory: MemoryReservation,
    settlement: SettlementSlot,
}

/// Where the pipeline leaves what to settle when the response has ended.
#[derive(Clone, Debug, Default)]
pub struct SettlementSlot(Arc<Slot>);

#[derive(Debug, Default)]
struct Slot {
    settlement: Mutex<Option<Settlement>>,
    filled: Notify,
}

impl SettlementSlot {
    /// Leaves it.
    pub fn fill(&self, settlement: Settlement) {
        *self.settlement() = Some(settlement);
        self.0.filled.notify_one();
    }

    /// Waits until it is left, for a task of its own that writes the response. A response that is refused before it is
    /// sent never gets it.
    pub async fn filled(&self) -> Settlement {
        loop {
            // A permit is kept if it is left between the two steps.
            if let Some(settlement) = self.take() {
                return settlement;
            }
            self.0.filled.notified().await;
        }
    }

    fn take(&self) -> Option<Settlement> {
        self.settlement().take()
    }

    fn settlement(&self) -> MutexGuard<'_, Option<Settlement>> {
        let settlement = self.0.settlement.lock();
        settlement.unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a streamed response owes the ledger. One that is dropped unsettled is charged: the client
/// has left.
#[derive(Debug)]
pub struct Settlement {
    platform: Arc<Platform>,
    counted: Option<LedgerCharge>,
    /// When the request's headers had arrived.
    started: Instant,
}

impl Settlement {
    /// A charge that is due, of a request that started at this instant.
    pub fn new(platform: Arc<Platform>, counted: LedgerCharge, started: Instant) -> Self {
        let counted = Some(counted);
        Self {
            platform,
            counted,
            started,
        }
    }

    /// The request.
    pub fn request(&self) -> Option<RequestId> {
        self.counted.as_ref().map(LedgerCharge::request)
    }

    /// The response is complete. These units are returned.
    pub fn succeed(mut self, returned: u32) {
        if let Some(counted) = self.counted.take() {
            let counted = counted.returning(returned);
            self.platform.meter.settle(counted, self.complete());
        }
    }

    /// The client ended the response, by leaving or by not reading it. These units are returned.
    pub fn abandon(mut self, returned: u32, error: Option<&ApiError>) {
        if let Some(counted) = self.counted.take() {
            self.platform.metrics.requests_abandoned.inc();
            let latency = self.started.elapsed();
            let ending = error.map_or_else(|| self.complete(), |it| Ending::error(it, latency));
            let counted = counted.returning(returned);
            self.platform.meter.settle(counted, ending);
        }
    }

    /// The response was truncated. Its status is already 200, so the failure is ours, whatever it is.
    pub fn fail(mut self, error: &ApiError) {
        if let Some(counted) = self.counted.take() {
            let mut ending = Ending::error(error, self.started.elapsed());
            if !error.status().is_server_error() {
                ending.status = StatusCode::INTERNAL_SERVER_ERROR.as_u16();
            }
            self.platform.meter.settle(counted, ending);
        }
    }

    fn complete(&self) -> Ending {
        Ending::success(StatusCode::OK.as_u16(), self.started.elapsed())
    }
}

impl Drop for Settlement {
    fn drop(&mut self) {
        if let Some(counted) = self.counted.take() {
            self.platform.metrics.requests_abandoned.inc();
            let request = counted.request();
            tracing::info!(%request, "client disconnected during the response");
            self.platform.meter.settle(counted, self.complete());
        }
    }
}

impl<T> Streamed<T> {
    /// A response that is available as a whole: a `T`, or the part of one that was asked for.
    ///
    /// # Errors
    ///
    /// The value cannot be written as JSON: a defect, and reported as one.
    pub fn whole(value: &impl Serialize) -> Result<Self, ApiError> {
        let mut first = PREFIX.to_vec();
        serde_json::to_writer(&mut first, value).map_err(unwritable)?;
        first.extend(SUFFIX);
        Ok(Self::of(first, None, 0))
    }
}

impl<T> Streamed<T> {
    /// A `T` that was written before.
    pub fn written(json: &[u8]) -> Self {
        let mut first = Vec::with_capacity(PREFIX.len() + json.len() + SUFFIX.len());
        first.extend_from_slice(PREFIX);
        first.extend_from_slice(json);
        first.extend_from_slice(SUFFIX);
        Self::of(first, None, 0)
    }
}

impl<T> Streamed<T> {
    /// Writes the first piece in the pool. Until then the request can still be refused.
    ///
    /// `held_bytes` is the memory needed at any one time to write it.
    ///
    /// # Errors
    ///
    /// The error of the first piece, or 503 if there is no memory or no thread for it.
    pub async fn begin(
        platform: &Platform,
        lane: Lane,
        mut pieces: Box<dyn Pieces>,
        held_bytes: u64,
    ) -> Result<Self, ApiError> {
        let memory = platform.memory.reserve(Some(lane.org), held_bytes)?;
        let started = Instant::now();
        let turn = move || {
            let mut first = PREFIX.to_vec();
            let more = pieces.write(&mut first);
            more.map(|more| (pieces, first, more))
        };
        let (pieces, mut first, more) = platform.pool.run(lane.piece(), turn).await??;
        if !more {
            first.extend(SUFFIX);
            let returned = pieces.returned_units();
            return Ok(Self::of(first, None, returned));
        }
        let timeout = platform.config.request_timeout;
        let rest = Rest {
            pieces,
            pool: platform.pool.clone(),
            lane: lane.piece(),
            time_left: timeout.saturating_sub(started.elapsed()),
            _memory: memory,
            settlement: SettlementSlot::default(),
        };
        Ok(Self::of(first, Some(rest), 0))
    }

    fn of(first: Vec<u8>, rest: Option<Rest>, returned: u32) -> Self {
        Self {
            first,
            rest,
            returned,
            value: PhantomData,
        }
    }

    /// Units to return for parts of the response that failed by our fault, as far as it is written.
    pub const fn returned_units(&self) -> u32 {
        self.returned
    }
}

const PREFIX: &[u8] = b"{\"data\":";
const SUFFIX: &[u8] = b"}";

impl Rest {
    /// The next piece, and what comes after it.
    async fn next(mut self) -> (Result<Bytes, ApiError>, Option<Self>) {
        let started = Instant::now();
        let mut pieces = self.pieces;
        let turn = move || {
            let mut out = Vec::with_capacity(PIECE_BYTES + PIECE_BYTES / 8);
            let more = pieces.write(&mut out);
            (pieces, out, more)
        };
        let turn = self.pool.run(self.lane.clone(), turn);
        let late = || ApiError::plain(ErrorCode::RequestTimeout);
        let written = match tokio::time::timeout(self.time_left, turn).await {
            Err(_elapsed) => Err(late()),
            Ok(Err(refused)) => Err(refused),
            Ok(Ok((pieces, out, more))) => more.map(|more| (pieces, out, more)),
        };
        let (pieces, mut out, more) = match written {
            Ok(written) => written,
            Err(failed) => {
                let settlement = self.settlement.take();
                let request = settlement.as_ref().and_then(Settlement::request);
                if let Some(settlement) = settlement {
                    settlement.fail(&failed);
                }
                let code = failed.problems()[0].code.name();
                let request = request.map(tracing::field::display);
                tracing::error!(request, code, "response truncated by an error");
                return (Err(failed), None);
            }
        };
        self.time_left = self.time_left.saturating_sub(started.elapsed());
        if more {
            self.pieces = pieces;
            return (Ok(out.into()), Some(self));
        }
        out.extend(SUFFIX);
        if let Some(settlement) = self.settlement.take() {
            settlement.succeed(pieces.returned_units());
        }
        (Ok(out.into()), None)
    }
}

impl<T: Serialize + JsonSchema + Send + 'static> Reply for Streamed<T> {
    fn describe(generator: &mut SchemaGenerator) -> Vec<(MediaType, Value)> {
        DataReply::<T>::describe(generator)
    }

    fn into_response(self, context: &ReplyContext) -> Result<Response<Body>, serde_json::Error> {
        let Some(rest) = self.rest else {
            let body = Body::from(self.first);
            return Ok(respond(Self::STATUS, context.json(), body));
        };
        let slot = rest.settlement.clone();
        let first = Bytes::from(self.first);
        let begun = (Some(first), Some(rest));
        let pieces = stream::unfold(begun, async |(first, rest)| {
            if let Some(first) = first {
                return Some((Ok(first), (None, rest)));
            }
            let (piece, rest) = rest?.next().await;
            Some((piece, (None, rest)))
        });
        let mut response = respond(Self::STATUS, context.json(), Body::from_stream(pieces));
        response.extensions_mut().insert(slot);
        Ok(response)
    }
}
