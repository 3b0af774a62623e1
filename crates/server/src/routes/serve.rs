//! One request for one operation: identify the caller, read the input, perform the call, respond.

use std::sync::Arc;

use access::RequestId;
use axum::body::Body;
use axum::http::header::IF_NONE_MATCH;
use axum::http::request::Parts;
use axum::http::{Request, Response};
use futures_util::future::BoxFuture;
use serde_json::Value;

use super::input::InputDecoder;
use crate::app::App;
use access::RateClass;
use auth::{self, CallContext, ClientInfo, Principal, RequestHead, X_ORGANIZATION};
use http_api::input::query;
use http_api::randomness::RequestRandom;
use http_api::{AccessPolicy, ApiError, ErrorCode, InputPlace, JSON_API, Limits, accepts_by_name};
use metering::{KeySource, MeteredRequest, Reservation};
use operation::{
    ByUrl, Operation, Reply as _, ReplyContext, RequestLog, Settlement, SettlementSlot, perform,
    settle, status_of, typed,
};
use platform::{MemoryReservation, Platform};
use transport::Recipient;

/// Serves any operation: one type for all of them, so that they fit in one list and one type of
/// route.
pub(super) type Serve =
    fn(Arc<App>, Arc<InputDecoder>, Request<Body>) -> BoxFuture<'static, Answer>;

type Answer = Response<Body>;

/// Serves `O`. A refusal leaves as an error inside the response. The envelope turns it into what
/// the client sees, in one place.
///
/// Only the steps that need `O`'s types are compiled for every operation.
pub(super) fn serve<O: Operation>(
    app: Arc<App>,
    decoder: Arc<InputDecoder>,
    request: Request<Body>,
) -> BoxFuture<'static, Answer>
where
    App: AsRef<O::Context>,
{
    Box::pin(async move {
        let mut log = RequestLog::of(O::SPEC.id);
        let access = O::SPEC.access.access();
        let result = match received(&app, &decoder, access, request).await {
            Ok(received) => attempt::<O>(&app, &decoder, received, &mut log).await,
            Err(refused) => Err(refused),
        };
        answer(decoder.place, log, result)
    })
}

async fn attempt<O: Operation>(
    app: &Arc<App>,
    decoder: &Arc<InputDecoder>,
    received: ReceivedRequest,
    log: &mut RequestLog,
) -> Result<Answer, ApiError>
where
    App: AsRef<O::Context>,
{
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
    let decoded = decoder.receive(app, request, (org, context.by_url.is_some()), &mut memory);
    let input = Box::pin(async {
        unnamed?;
        let value = decoded.await?;
        read::<O>(app, value).await
    });
    let (charge, result) = perform::<O>((app, App::as_ref(app)), call, log, input).await;
    let mut result = result.and_then(|reply| {
        let response = reply.into_response(&context);
        let failed = |error| ApiError::plain(ErrorCode::InternalError).because(error);
        let mut response = response.map_err(failed)?;
        // Before it is settled: a response that cannot be kept until it is read is our failure and
        // costs nothing.
        if let Some(recipient) = recipient {
            recipient.in_org(log.org).reserve(&mut response)?;
        }
        Ok(response)
    });
    let streamed = result.as_mut().ok();
    let streamed = streamed.and_then(|it| it.extensions_mut().remove::<SettlementSlot>());
    match (streamed, charge) {
        // The outcome is known when the last piece is written.
        (Some(slot), Some(charge)) => slot.fill(Settlement::new(app.platform(), charge)),
        (_, charge) => settle(app, charge, status_of::<O, _>(&result), log),
    }
    drop(memory);
    result
}

/// Converts a checked value to the operation's input. For operations that accept large bodies the
/// conversion takes milliseconds, so it runs on a worker thread.
async fn read<O: Operation>(platform: &Platform, tree: Value) -> Result<O::Input, ApiError> {
    if O::SPEC.limits.body_bytes <= Limits::ORDINARY.body_bytes {
        return typed(tree);
    }
    let reading = platform.workers.spawn(move || typed::<O::Input>(tree));
    let failed = |panic| ApiError::plain(ErrorCode::InternalError).because(panic);
    reading.await.map_err(failed)?
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
