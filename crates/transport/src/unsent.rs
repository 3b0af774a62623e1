//! Responses that are not sent yet: how many bytes can wait for their readers, per connection, per
//! address, per organization and in total.

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};

use access::OrgId;
use axum::body::{Body, HttpBody};
use axum::http::Response;
use bytes::Bytes;
use futures_util::task::AtomicWaker;
use hyper::body::{Frame, SizeHint};

use crate::activity::Exchange;
use crate::address::Address;
use http_api::{ApiError, ErrorCode};
use platform::{ByteBudget, OrgTable};

/// Bytes of unsent responses, for all clients together.
const MAX_UNSENT_BYTES: usize = 256 * 1024 * 1024;
/// The part of these bytes that only small responses can use, so that long ones which nobody reads
/// do not keep others from theirs.
const RESERVED_BYTES: usize = MAX_UNSENT_BYTES / 4;
/// The size of a small response.
const SMALL_BYTES: usize = 64 * 1024;
/// Bytes of unsent responses of one organization, from all its addresses.
const MAX_UNSENT_BYTES_PER_ORG: usize = MAX_UNSENT_BYTES / 4;
/// Bytes of unsent responses on one connection.
const MAX_UNSENT_BYTES_PER_CONNECTION: usize = 8 * 1024 * 1024;
/// How much of a response is passed to an HTTP/2 stream at a time. Until the last piece is sent,
/// the stream's deadline can still end it.
const STREAM_CHUNK_BYTES: usize = 64 * 1024;

/// The responses of all clients.
#[derive(Debug)]
pub(crate) struct UnsentBytes {
    all: ByteBudget,
    orgs: OrgTable<ByteBudget>,
}

impl Default for UnsentBytes {
    fn default() -> Self {
        Self {
            all: ByteBudget::new(MAX_UNSENT_BYTES),
            orgs: OrgTable::default(),
        }
    }
}

/// The responses of one connection.
pub(crate) fn of_connection() -> Arc<ByteBudget> {
    Arc::new(ByteBudget::new(MAX_UNSENT_BYTES_PER_CONNECTION))
}

/// Marks a response whose body everyone shares, so that keeping it costs nothing.
#[derive(Clone, Copy, Debug)]
pub struct SharedBody;

/// The recipient of a response.
#[derive(Clone, Debug)]
pub struct Recipient {
    pub(crate) total: Arc<UnsentBytes>,
    pub(crate) address: Option<Arc<Address>>,
    pub(crate) connection: Option<Arc<ByteBudget>>,
    /// The responses of its organization, when that is known.
    pub(crate) org: Option<Arc<ByteBudget>>,
}

impl Recipient {
    /// The same, acting for an organization.
    #[must_use]
    pub fn in_org(mut self, org: Option<OrgId>) -> Self {
        let share = |org| {
            let orgs = &self.total.orgs;
            orgs.get(org, || ByteBudget::new(MAX_UNSENT_BYTES_PER_ORG))
        };
        self.org = org.map(share);
        self
    }

    /// Refuses a request before any work is done if its client has left too much unread.
    pub(crate) fn require_room(&self) -> Result<(), ApiError> {
        if self.own_budgets().any(|it| !it.has_room()) {
            return refuse(ErrorCode::TooManyUnreadResponses);
        }
        if !self.total.all.has_room() {
            return refuse(ErrorCode::ServiceUnavailable);
        }
        Ok(())
    }

    /// Counts a response until it is sent, or refuses it if its reader has left too many others
    /// unread. A streamed body does not count, because it is produced as it is read.
    ///
    /// # Errors
    ///
    /// `too_many_unread_responses` or `service_unavailable`.
    pub fn reserve(&self, response: &mut Response<Body>) -> Result<(), ApiError> {
        let extensions = response.extensions();
        if extensions.get::<SharedBody>().is_some() || extensions.get::<Arc<Unsent>>().is_some() {
            return Ok(());
        }
        let bytes = response.body().size_hint().exact().unwrap_or(0);
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        if bytes > 0 {
            let unsent = Arc::new(self.hold(bytes)?);
            response.extensions_mut().insert(unsent);
        }
        Ok(())
    }

    fn hold(&self, bytes: usize) -> Result<Unsent, ApiError> {
        let mut held = Unsent {
            bytes,
            recipient: self.clone(),
            count: 0,
        };
        for budget in self.own_budgets() {
            if !budget.try_hold(bytes) {
                return refuse(ErrorCode::TooManyUnreadResponses);
            }
            held.count += 1;
        }
        let all = &self.total.all;
        let fits = if bytes <= SMALL_BYTES {
            all.try_hold(bytes)
        } else {
            all.try_hold_leaving(bytes, RESERVED_BYTES)
        };
        if !fits {
            return refuse(ErrorCode::ServiceUnavailable);
        }
        held.count += 1;
        Ok(held)
    }

    /// The budgets of this client, in a fixed order.
    fn own_budgets(&self) -> impl Iterator<Item = &ByteBudget> {
        let of_address = self.address.as_deref().map(|it| &it.unsent_bytes);
        let own = [self.connection.as_deref(), of_address, self.org.as_deref()];
        own.into_iter().flatten()
    }
}

fn refuse<T>(code: ErrorCode) -> Result<T, ApiError> {
    Err(ApiError::plain(code).retry_after(1))
}

/// The bytes of one response, counted until this is dropped.
#[derive(Debug)]
pub(crate) struct Unsent {
    bytes: usize,
    recipient: Recipient,
    /// The number of budgets that hold the bytes: all but the last ones if one had no room.
    count: usize,
}

impl Drop for Unsent {
    fn drop(&mut self) {
        let all = &self.recipient.total.all;
        let budgets = self.recipient.own_budgets().chain([all]);
        for budget in budgets.take(self.count) {
            budget.release(self.bytes);
        }
    }
}

/// Lives until the last byte of a response is sent: its exchange, its count, and the number of its
/// pieces in transit.
struct Delivery {
    _exchange: Exchange,
    _unsent: Option<Arc<Unsent>>,
    pieces: AtomicUsize,
    delivered: AtomicWaker,
}

/// A part of a response, wherever the protocol keeps it until it is written.
struct Piece {
    bytes: Bytes,
    delivery: Arc<Delivery>,
}

impl AsRef<[u8]> for Piece {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        if self.delivery.pieces.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.delivery.delivered.wake();
        }
    }
}

/// A response body whose exchange is open until all of it is sent.
pub(crate) struct TrackedBody {
    body: Body,
    /// What the body has produced and the stream has not taken yet.
    rest: Bytes,
    /// Whether the end waits until everything before it is sent. Only then does the deadline of an
    /// HTTP/2 stream cover the bytes in the protocol's own buffer.
    waits_for_delivery: bool,
    has_ended: bool,
    delivery: Arc<Delivery>,
}

impl TrackedBody {
    /// Wraps the response of an exchange.
    pub(crate) fn track(
        mut response: Response<Body>,
        exchange: Exchange,
        is_multiplexed: bool,
    ) -> Response<Self> {
        let unsent = response.extensions_mut().remove::<Arc<Unsent>>();
        response.map(|body| {
            let size = body.size_hint().exact();
            let is_small = size.is_some_and(|it| it <= STREAM_CHUNK_BYTES as u64);
            Self {
                body,
                rest: Bytes::new(),
                waits_for_delivery: is_multiplexed && !is_small,
                has_ended: false,
                delivery: Arc::new(Delivery {
                    _exchange: exchange,
                    _unsent: unsent,
                    pieces: AtomicUsize::new(0),
                    delivered: AtomicWaker::new(),
                }),
            }
        })
    }

    fn piece(&self, bytes: Bytes) -> Frame<Bytes> {
        self.delivery.pieces.fetch_add(1, Ordering::AcqRel);
        let delivery = Arc::clone(&self.delivery);
        Frame::data(Bytes::from_owner(Piece { bytes, delivery }))
    }

    fn poll_delivered(&self, context: &Context<'_>) -> Poll<()> {
        self.delivery.delivered.register(context.waker());
        if self.delivery.pieces.load(Ordering::Acquire) == 0 {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    }
}

impl fmt::Debug for TrackedBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TrackedBody(…)")
    }
}

impl HttpBody for TrackedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.is_empty() && !self.has_ended {
            match ready!(Pin::new(&mut self.body).poll_frame(context)) {
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => self.rest = data,
                    Err(other) => return Poll::Ready(Some(Ok(other))),
                },
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => self.has_ended = true,
            }
        }
        if self.has_ended {
            if self.waits_for_delivery {
                ready!(self.poll_delivered(context));
            }
            return Poll::Ready(None);
        }
        let most = if self.waits_for_delivery {
            STREAM_CHUNK_BYTES
        } else {
            usize::MAX
        };
        let length = self.rest.len().min(most);
        let next = self.rest.split_to(length);
        Poll::Ready(Some(Ok(self.piece(next))))
    }

    fn is_end_stream(&self) -> bool {
        !self.waits_for_delivery && self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let rest = self.rest.len() as u64;
        let body = self.body.size_hint();
        let mut hint = SizeHint::new();
        hint.set_lower(body.lower() + rest);
        if let Some(upper) = body.upper() {
            hint.set_upper(upper + rest);
        }
        hint
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Version;
    use http_body_util::BodyExt as _;

    use super::*;
    use crate::activity::Activity;
    use crate::address::{AddressLimits, Addresses};

    fn recipient() -> Recipient {
        let limits = AddressLimits {
            max_connections: 1,
            max_incomplete_requests: 1,
            incomplete_wait: std::time::Duration::ZERO,
        };
        let address = "192.0.2.1".parse().unwrap();
        Recipient {
            total: Arc::default(),
            address: Some(Addresses::new(limits).get(address)),
            connection: Some(of_connection()),
            org: None,
        }
    }

    fn response(bytes: usize) -> Response<Body> {
        Response::new(Body::from(vec![0; bytes]))
    }

    fn code(refused: Result<(), ApiError>) -> ErrorCode {
        refused.unwrap_err().problems()[0].code
    }

    #[test]
    fn a_connection_whose_responses_are_not_read_gets_no_more() {
        let recipient = recipient();
        let mut first = response(MAX_UNSENT_BYTES_PER_CONNECTION);
        recipient.reserve(&mut first).unwrap();
        let refused = recipient.reserve(&mut response(1));
        assert_eq!(code(refused), ErrorCode::TooManyUnreadResponses);
        let refused = recipient.require_room();
        assert_eq!(code(refused), ErrorCode::TooManyUnreadResponses);
        drop(first);
        recipient.require_room().unwrap();
        recipient.reserve(&mut response(1)).unwrap();
    }

    #[test]
    fn responses_beyond_the_total_are_refused_and_leave_no_trace() {
        let recipient = recipient();
        assert!(recipient.total.all.try_hold(MAX_UNSENT_BYTES));
        let refused = recipient.reserve(&mut response(10));
        assert_eq!(code(refused), ErrorCode::ServiceUnavailable);
        let refused = recipient.require_room();
        assert_eq!(code(refused), ErrorCode::ServiceUnavailable);
        assert_eq!(recipient.total.all.held(), MAX_UNSENT_BYTES);
        assert_eq!(recipient.connection.as_ref().unwrap().held(), 0);
        assert_eq!(recipient.address.as_ref().unwrap().unsent_bytes.held(), 0);
    }

    #[test]
    fn an_organization_that_reads_nothing_from_many_addresses_leaves_room_to_others() {
        let total: Arc<UnsentBytes> = Arc::default();
        let org = |number: u32| format!("org_{number:032x}").parse().ok();
        let client = |number| {
            let client = Recipient {
                total: Arc::clone(&total),
                address: None,
                connection: None,
                org: None,
            };
            client.in_org(org(number))
        };
        let mut unread = Vec::new();
        for number in 0..3 {
            let mut long = response(MAX_UNSENT_BYTES_PER_ORG);
            client(number).reserve(&mut long).unwrap();
            let refused = client(number).reserve(&mut response(1));
            assert_eq!(code(refused), ErrorCode::TooManyUnreadResponses);
            unread.push(long);
        }
        // Three organizations have taken all that long responses can have.
        let refused = client(3).reserve(&mut response(SMALL_BYTES + 1));
        assert_eq!(code(refused), ErrorCode::ServiceUnavailable);
        client(3).reserve(&mut response(SMALL_BYTES)).unwrap();
        drop(unread);
        client(3).reserve(&mut response(SMALL_BYTES + 1)).unwrap();
        assert_eq!(total.all.held(), 0);
    }

    #[tokio::test]
    async fn a_response_counts_until_its_last_piece_has_left() {
        let recipient = recipient();
        let mut response = response(1000);
        recipient.reserve(&mut response).unwrap();
        let exchange = Activity::new().begin(Version::HTTP_11);
        let mut body = TrackedBody::track(response, exchange, false).into_body();
        let piece = body.frame().await.unwrap().unwrap();
        assert!(body.is_end_stream());
        drop(body);
        assert_eq!(recipient.total.all.held(), 1000);
        drop(piece);
        assert_eq!(recipient.total.all.held(), 0);
    }

    #[tokio::test]
    async fn the_end_of_a_large_response_waits_until_all_before_it_has_left() {
        let exchange = Activity::new().begin(Version::HTTP_2);
        let response = response(STREAM_CHUNK_BYTES + 1);
        let mut body = TrackedBody::track(response, exchange, true).into_body();
        let first = body.frame().await.unwrap().unwrap();
        let second = body.frame().await.unwrap().unwrap();
        assert_eq!(first.data_ref().unwrap().len(), STREAM_CHUNK_BYTES);
        assert_eq!(second.data_ref().unwrap().len(), 1);
        assert!(!body.is_end_stream());
        drop(first);
        let end = body.frame();
        tokio::pin!(end);
        assert!(futures_util::poll!(end.as_mut()).is_pending());
        drop(second);
        assert!(end.await.is_none());
    }

    #[test]
    fn a_shared_body_counts_nothing() {
        let recipient = recipient();
        let mut shared = response(1000);
        shared.extensions_mut().insert(SharedBody);
        recipient.reserve(&mut shared).unwrap();
        assert_eq!(recipient.total.all.held(), 0);
    }
}
