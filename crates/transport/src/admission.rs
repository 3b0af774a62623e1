//! Admission to `max_requests`: a request takes a slot when it is complete. Until then it is an
//! incomplete request of its address, and only the bytes it has sent are held.

use std::fmt;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

use axum::body::{Body, HttpBody};
use axum::http::{Method, Request};
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::address::Address;
use http_api::{ApiError, ErrorCode};
use platform::ByteBudget;

/// Bytes of request bodies in memory, for all clients together.
const MAX_BODY_BYTES: usize = 256 * 1024 * 1024;

/// Slots for requests in progress, and space for bodies that are arriving.
#[derive(Debug)]
pub(crate) struct RequestLimits {
    slots: Arc<Semaphore>,
    body_bytes: ByteBudget,
}

impl RequestLimits {
    pub(crate) fn new(max_requests: u32) -> Arc<Self> {
        Arc::new(Self {
            slots: Arc::new(Semaphore::new(max_requests as usize)),
            body_bytes: ByteBudget::new(MAX_BODY_BYTES),
        })
    }
}

/// A request on its way to a slot.
#[derive(Debug)]
pub struct Admission {
    limits: Arc<RequestLimits>,
    address: Option<Arc<Address>>,
    state: Mutex<State>,
    body_bytes: AtomicUsize,
}

#[derive(Debug)]
enum State {
    /// Its body is arriving.
    Incomplete,
    /// It is in progress.
    Admitted { _slot: OwnedSemaphorePermit },
    /// It was complete, or too large, and found no slot.
    Refused(Refusal),
}

/// Why a request is refused while its body is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The maximum number of requests is in progress.
    NoSlot,
    /// The request bodies of this client take too much memory.
    AddressBytes,
    /// The bodies of all requests take too much memory.
    AllBytes,
    /// The body has too many small pieces.
    TooManyFrames,
}

impl Refusal {
    /// The error for the client.
    pub fn error(self) -> ApiError {
        let code = match self {
            Self::NoSlot | Self::AllBytes => ErrorCode::ServiceUnavailable,
            Self::AddressBytes => ErrorCode::TooManyIncompleteRequests,
            Self::TooManyFrames => return ApiError::plain(ErrorCode::BodyMalformed),
        };
        ApiError::plain(code).retry_after(1)
    }

    /// The refusal that caused the failure of a body, if there is one.
    pub fn behind(error: &(dyn std::error::Error + 'static)) -> Option<Self> {
        let mut next = Some(error);
        while let Some(error) = next {
            if let Some(refusal) = error.downcast_ref() {
                return Some(*refusal);
            }
            next = error.source();
        }
        None
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoSlot => "too many requests are in progress",
            Self::AddressBytes => "the client's request bodies take too much memory",
            Self::AllBytes => "request bodies take too much memory",
            Self::TooManyFrames => "the request body has too many small pieces",
        })
    }
}

impl std::error::Error for Refusal {}

impl Admission {
    /// Admits a complete request, or starts counting one whose body is still to come. Only methods
    /// whose body is read can be incomplete; others do their work without it.
    pub(crate) async fn of(
        limits: &Arc<RequestLimits>,
        address: Option<&Arc<Address>>,
        request: Request<Body>,
    ) -> Result<(Arc<Self>, Request<Body>), ApiError> {
        let reads_body = matches!(
            *request.method(),
            Method::POST | Method::PATCH | Method::PUT
        );
        let is_complete = !reads_body || request.body().is_end_stream();
        let admission = Arc::new(Self {
            limits: Arc::clone(limits),
            address: address.cloned(),
            state: Mutex::new(State::Incomplete),
            body_bytes: AtomicUsize::new(0),
        });
        if is_complete {
            admission.complete().map_err(Refusal::error)?;
            return Ok((admission, request));
        }
        let incomplete = match address {
            Some(address) => Some(address.begin_request().await?),
            None => None,
        };
        let request = request.map(|body| {
            Body::new(ArrivingBody {
                body,
                admission: Arc::clone(&admission),
                incomplete,
            })
        });
        Ok((admission, request))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Why the request was refused while its body was read.
    pub fn refusal(&self) -> Option<Refusal> {
        match *self.state() {
            State::Refused(refusal) => Some(refusal),
            _ => None,
        }
    }

    /// The request is complete and takes its slot.
    fn complete(&self) -> Result<(), Refusal> {
        let mut state = self.state();
        match &*state {
            State::Admitted { .. } => return Ok(()),
            State::Refused(refusal) => return Err(*refusal),
            State::Incomplete => {}
        }
        if let Ok(slot) = Arc::clone(&self.limits.slots).try_acquire_owned() {
            *state = State::Admitted { _slot: slot };
            Ok(())
        } else {
            *state = State::Refused(Refusal::NoSlot);
            Err(Refusal::NoSlot)
        }
    }

    /// Counts bytes of the body, which stay in memory until the request ends.
    fn hold(&self, bytes: usize) -> Result<(), Refusal> {
        let result = self.try_hold(bytes);
        if let Err(refusal) = result {
            *self.state() = State::Refused(refusal);
        }
        result
    }

    fn try_hold(&self, bytes: usize) -> Result<(), Refusal> {
        let address = self.address.as_deref();
        if address.is_some_and(|it| !it.body_bytes.try_hold(bytes)) {
            return Err(Refusal::AddressBytes);
        }
        if !self.limits.body_bytes.try_hold(bytes) {
            if let Some(address) = address {
                address.body_bytes.release(bytes);
            }
            return Err(Refusal::AllBytes);
        }
        self.body_bytes.fetch_add(bytes, Ordering::Relaxed);
        Ok(())
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let bytes = *self.body_bytes.get_mut();
        self.limits.body_bytes.release(bytes);
        if let Some(address) = &self.address {
            address.body_bytes.release(bytes);
        }
    }
}

/// A body that takes the request's slot when it has ended.
struct ArrivingBody {
    body: Body,
    admission: Arc<Admission>,
    /// The request's slot among the incomplete ones of its address.
    incomplete: Option<OwnedSemaphorePermit>,
}

impl ArrivingBody {
    fn end(&mut self) -> Result<(), Refusal> {
        self.incomplete = None;
        self.admission.complete()
    }
}

impl HttpBody for ArrivingBody {
    type Data = Bytes;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let Some(frame) = ready!(Pin::new(&mut self.body).poll_frame(context)) else {
            let ended = self.end().err().map(|refusal| Err(refusal.into()));
            return Poll::Ready(ended);
        };
        let frame = frame?;
        if let Some(data) = frame.data_ref() {
            self.admission.hold(data.len())?;
        }
        if self.body.is_end_stream() {
            self.end()?;
        }
        Poll::Ready(Some(Ok(frame)))
    }

    fn is_end_stream(&self) -> bool {
        // The end of the body must be read, because it takes the slot.
        self.incomplete.is_none() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt as _;
    use tokio::sync::mpsc;

    use super::*;
    use crate::address::{AddressLimits, Addresses};

    /// A request and the other end of its body.
    fn post() -> (Request<Body>, mpsc::UnboundedSender<Bytes>) {
        let (sender, mut receiver) = mpsc::unbounded_channel::<Bytes>();
        let chunks = futures_util::stream::poll_fn(move |context| {
            let chunk = receiver.poll_recv(context);
            chunk.map(|it| it.map(Ok::<_, std::io::Error>))
        });
        let request = Request::post("/x").body(Body::from_stream(chunks));
        (request.unwrap(), sender)
    }

    fn address() -> Arc<Address> {
        let limits = AddressLimits {
            max_connections: 1,
            max_incomplete_requests: 1,
            incomplete_wait: std::time::Duration::ZERO,
        };
        let address = "192.0.2.1".parse().unwrap();
        Addresses::new(limits).get(address)
    }

    #[tokio::test]
    async fn a_half_sent_body_takes_no_slot_and_a_complete_one_does() {
        let limits = RequestLimits::new(1);
        let (request, client) = post();
        let (admission, request) = Admission::of(&limits, None, request).await.unwrap();
        let mut body = request.into_body();
        client.send(Bytes::from_static(b"half")).unwrap();
        body.frame().await.unwrap().unwrap();
        assert_eq!(limits.slots.available_permits(), 1);
        drop(client);
        assert!(body.frame().await.is_none());
        assert_eq!(limits.slots.available_permits(), 0);
        drop((admission, body));
        assert_eq!(limits.slots.available_permits(), 1);
    }

    #[tokio::test]
    async fn a_body_that_ends_when_every_slot_is_taken_is_refused() {
        let limits = RequestLimits::new(1);
        let get = Request::get("/x").body(Body::empty()).unwrap();
        let (_first, _) = Admission::of(&limits, None, get).await.unwrap();
        let (request, client) = post();
        let (second, request) = Admission::of(&limits, None, request).await.unwrap();
        drop(client);
        let failed = request.into_body().collect().await.unwrap_err();
        assert_eq!(Refusal::behind(&failed), Some(Refusal::NoSlot));
        assert_eq!(second.refusal(), Some(Refusal::NoSlot));
    }

    #[tokio::test]
    async fn a_body_that_nobody_reads_does_not_spare_a_get_its_slot() {
        let limits = RequestLimits::new(1);
        let (mut request, _client) = post();
        *request.method_mut() = Method::GET;
        let (_admission, _request) = Admission::of(&limits, None, request).await.unwrap();
        assert_eq!(limits.slots.available_permits(), 0);
    }

    #[tokio::test]
    async fn a_complete_body_makes_room_for_the_next_incomplete_request() {
        let (limits, address) = (RequestLimits::new(10), address());
        let (request, client) = post();
        let held = Admission::of(&limits, Some(&address), request).await;
        let (_admission, request) = held.unwrap();
        let refused = Admission::of(&limits, Some(&address), post().0).await;
        let code = refused.unwrap_err().problems()[0].code;
        assert_eq!(code, ErrorCode::TooManyIncompleteRequests);
        drop(client);
        request.into_body().collect().await.unwrap();
        Admission::of(&limits, Some(&address), post().0)
            .await
            .unwrap();
    }

    #[tokio::test]
    async fn bytes_of_bodies_are_counted_until_the_request_ends() {
        let (limits, address) = (RequestLimits::new(10), address());
        let (request, client) = post();
        let held = Admission::of(&limits, Some(&address), request).await;
        let (admission, request) = held.unwrap();
        client.send(Bytes::from(vec![0; 1000])).unwrap();
        drop(client);
        request.into_body().collect().await.unwrap();
        assert_eq!(limits.body_bytes.held(), 1000);
        assert_eq!(address.body_bytes.held(), 1000);
        drop(admission);
        assert_eq!(limits.body_bytes.held(), 0);
        assert_eq!(address.body_bytes.held(), 0);
    }

    #[tokio::test]
    async fn bodies_beyond_the_memory_for_them_are_refused() {
        let limits = RequestLimits::new(10);
        assert!(limits.body_bytes.try_hold(MAX_BODY_BYTES));
        let (request, client) = post();
        let (admission, request) = Admission::of(&limits, None, request).await.unwrap();
        client.send(Bytes::from_static(b"more")).unwrap();
        let failed = request.into_body().collect().await.unwrap_err();
        assert_eq!(Refusal::behind(&failed), Some(Refusal::AllBytes));
        assert_eq!(admission.refusal(), Some(Refusal::AllBytes));
    }
}
