//! One request for one operation: identify the caller, read the input, perform the call, respond.

use std::sync::Arc;

use access::RequestId;
use axum::body::Body;
use axum::http::header::IF_NONE_MATCH;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Request, Response};
use futures_util::future::BoxFuture;

use super::input::InputDecoder;
use crate::app::App;
use access::RateClass;
use auth::{self, CallContext, ClientInfo, Principal, RequestHead, X_ORGANIZATION};
use http_api::input::query;
use http_api::randomness::RequestRandom;
use http_api::{
    AccessPolicy, ApiError, Declaration, ErrorCode, InputPlace, JSON_API, accepts_by_name,
};
use metering::{Ending, KeySource, MeteredRequest, Reservation};
use operation::{
    AnyRequest, ByUrl, Operation, ReplyContext, RequestCall, RequestLog, Settlement,
    SettlementSlot, UnreadInput, ending_of, perform, settle,
};
use platform::MemoryReservation;
use transport::Recipient;

/// Creates a call of an operation from the headers that it keeps and the input.
pub(crate) type CreateCall =
    for<'a> fn(&'a App, HeaderMap, UnreadInput<'a>) -> Box<dyn AnyRequest + 'a>;

/// The headers that a call reads besides those of every request.
pub(crate) type KeepHeaders = fn(&HeaderMap) -> HeaderMap;

type Answer = Response<Body>;

/// Creates a call of `O`.
pub(super) fn create_call<'a, O: Operation>(
    app: &'a App,
    _: HeaderMap,
    input: UnreadInput<'a>,
) -> Box<dyn AnyRequest + 'a>
where
    App: AsRef<O::Context>,
{
    Box::new(RequestCall::<O>::new(app.as_ref(), input))
}

/// An operation as it is served.
#[derive(Clone)]
pub(super) struct Served {
    pub(super) declaration: Declaration,
    pub(super) decoder: Arc<InputDecoder>,
    pub(super) create_call: CreateCall,
    pub(super) keep_headers: KeepHeaders,
}

/// Serves an operation. A refusal leaves as an error inside the response. The envelope turns it into
/// what the client sees, in one place.
pub(super) async fn serve(app: Arc<App>, served: Served, request: Request<Body>) -> Answer {
    let mut log = RequestLog::of(served.declaration.id);
    let access = served.declaration.access;
    let result = match received(&app, &served.decoder, access, request).await {
        Ok(received) => Box::pin(attempt(&app, &served, received, &mut log)).await,
        Err(refused) => Err(refused),
    };
    answer(served.decoder.place, log, result)
}

async fn attempt(
    app: &App,
    served: &Served,
    received: ReceivedRequest,
    log: &mut RequestLog,
) -> Result<Answer, ApiError> {
    let ReceivedRequest {
        call,
        context,
        request,
    } = received;
    let recipient = request.extensions().get::<Recipient>().cloned();
    let unnamed = auth::require_no_organization(&call.principal, request.headers());
    let mut memory = MemoryReservation::default();
    let org = match &call.principal {
        Principal::Key(key) => Some(key.org()),
        Principal::Person(_) | Principal::Anyone | Principal::Operator => None,
    };
    let payer = (org, context.by_url.is_some());
    let headers = (served.keep_headers)(request.headers());
    let decoded = served.decoder.receive(app, request, payer, &mut memory);
    let input = Box::pin(async {
        unnamed?;
        decoded.await
    });
    let mut steps = (served.create_call)(app, headers, input);
    let (charge, result) = perform(app, call, log, &mut *steps).await;
    let refused = result.as_ref().err();
    let refused = refused.map(|error| Ending::error(error, log.started.elapsed()));
    let response = match result {
        Ok(()) => steps.respond(&context),
        Err(error) => steps.refused(&error).ok_or(error),
    };
    let mut result = response.and_then(|mut response| {
        // Before it is settled: a response that the service has no memory for (503) costs nothing. One
        // whose reader left too many unread (429) is charged.
        if let Some(recipient) = recipient {
            recipient.in_org(log.org).reserve(&mut response)?;
        }
        Ok(response)
    });
    let streamed = result.as_mut().ok();
    let streamed = streamed.and_then(|it| it.extensions_mut().remove::<SettlementSlot>());
    match (streamed, charge) {
        // The outcome is known when the last piece is written.
        (Some(slot), Some(charge)) => {
            slot.fill(Settlement::new(app.platform(), charge, log.started));
        }
        (_, charge) => {
            let ending = refused.unwrap_or_else(|| ending_of(&*steps, &result, log));
            settle(app, charge, ending, log);
        }
    }
    drop(steps);
    drop(memory);
    result
}

/// A request with a known sender.
struct ReceivedRequest {
    call: CallContext,
    context: ReplyContext,
    request: Request<Body>,
}

/// The caller, and the organization they act for.
async fn received(
    app: &App,
    decoder: &InputDecoder,
    access: AccessPolicy,
    request: Request<Body>,
) -> Result<ReceivedRequest, ApiError> {
    let (mut parts, body) = request.into_parts();
    let in_path = decoder.org_parameter(&mut parts).await;
    let head = RequestHead::of(&parts, app.clock.now());
    let principal = auth::identify(app, &head, access).await?;
    let in_header = || {
        let named = head.headers.get(X_ORGANIZATION)?;
        Some(named.to_str().unwrap_or_default().to_owned())
    };
    let id = parts.extensions.get::<RequestId>().copied();
    let call = CallContext {
        org: in_path.or_else(in_header),
        client: ClientInfo::of(&parts),
        request: id.expect("the envelope gives every request an id"),
        principal,
        is_page_load: false,
    };
    let by_url = match &call.principal {
        Principal::Key(key) => match key.source() {
            KeySource::SignedUrl => Some(ByUrl::Signed),
            KeySource::EmbedUrl => Some(ByUrl::Embed),
            KeySource::Key | KeySource::BrowserToken => None,
        },
        Principal::Person(_) | Principal::Anyone | Principal::Operator => None,
    };
    let if_none_match = head.headers.get(IF_NONE_MATCH);
    let if_none_match = if_none_match.and_then(|it| it.to_str().ok().map(str::to_owned));
    let context = ReplyContext {
        path: parts.uri.path().to_owned(),
        query: query::pairs(parts.uri.query().unwrap_or_default()).unwrap_or_default(),
        if_none_match,
        by_url,
        accepts_json_api: accepts_by_name(head.headers, JSON_API),
    };
    let request = Request::from_parts(parts, body);
    Ok(ReceivedRequest {
        call,
        context,
        request,
    })
}

/// The response to the result, with the log fields and headers of the call.
fn answer(place: InputPlace, log: RequestLog, result: Result<Answer, ApiError>) -> Answer {
    // An operation names fields by pointer, whether they came in the query or in the body.
    let result = result.map_err(|error| match place {
        InputPlace::Query => error.map_sources(query::in_query),
        InputPlace::Body => error,
    });
    let mut response = result.unwrap_or_else(refuse);
    response.extensions_mut().insert(log);
    response
}

impl App {
    /// The steps of every request with a key before its input is read: from its headers to the
    /// quota decision.
    ///
    /// # Errors
    ///
    /// The error that the request would fail with.
    pub async fn verify(&self, parts: &Parts) -> Result<Reservation, ApiError> {
        let head = RequestHead::of(parts, self.clock.now());
        let access = AccessPolicy::AnyKey;
        let principal = auth::identify(self, &head, access).await?;
        let missing = || ApiError::plain(ErrorCode::KeyMissing);
        let visit = MeteredRequest {
            payer: auth::payer(&principal, None, access).ok_or_else(missing)?,
            request: RequestId::new(head.at, &RequestRandom),
            operation: "verify",
            class: RateClass::Ordinary,
        };
        self.meter.admit(visit).await.1
    }

    /// Calls an operation without HTTP, with the same authorization, metering and run. Commands use
    /// it.
    ///
    /// # Errors
    ///
    /// The error that a request would fail with.
    pub fn call<O: Operation>(
        &self,
        call: CallContext,
        input: O::Input,
    ) -> BoxFuture<'_, Result<O::Reply, ApiError>>
    where
        Self: AsRef<O::Context>,
    {
        operation::call::<O>(self, self.as_ref(), call, input)
    }
}

/// A response that carries its error to the envelope.
pub(super) fn refuse(error: ApiError) -> Answer {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = error.status();
    response.extensions_mut().insert(Arc::new(error));
    response
}
