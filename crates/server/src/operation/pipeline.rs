//! One call of one operation: identify, admit, authorize, read the input, charge, run, respond.
//! Requests, pages and commands all go through `perform`.

use std::future::ready;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use access::{KeyId, RequestId};
use axum::body::Body;
use axum::http::header::IF_NONE_MATCH;
use axum::http::request::Parts;
use axum::http::{Request, Response, StatusCode};
use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use serde_json::Value;

use super::input::{InputDecoder, typed};
use super::stream::{Settlement, SettlementSlot};
use super::{Operation, Reply, ReplyContext};
use crate::app::App;
use crate::http::{Recipient, RequestLog};
use access::RateClass;
use auth::{
    self, CallContext, Caller as _, ClientInfo, Entrance, Principal, RequestHead, X_ORGANIZATION,
};
use http_api::input::query;
use http_api::randomness::RequestRandom;
use http_api::{AccessPolicy, ApiError, Declaration, ErrorCode, InputPlace, Limits, Stop, Work};
use metering::{Charge, MeteredRequest, Payer, Reservation};
use platform::MemoryReservation;

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
    receiver: Arc<InputDecoder>,
    request: Request<Body>,
) -> BoxFuture<'static, Answer> {
    Box::pin(async move {
        let mut trace = RequestLog::of(O::SPEC.id);
        let access = O::SPEC.access.access();
        let result = match approach(&app, &receiver, access, request).await {
            Ok(approach) => attempt::<O>(&app, &receiver, approach, &mut trace).await,
            Err(refused) => Err(refused),
        };
        answer(receiver.place, trace, result)
    })
}

async fn attempt<O: Operation>(
    app: &Arc<App>,
    receiver: &Arc<InputDecoder>,
    approach: Approach,
    trace: &mut RequestLog,
) -> Result<Answer, ApiError> {
    let Approach {
        acting,
        context,
        request,
    } = approach;
    let recipient = request.extensions().get::<Recipient>().cloned();
    let unnamed = auth::require_no_organization(&acting.principal, request.headers());
    let mut memory = MemoryReservation::EMPTY;
    let received = receiver.receive(app, request, context.is_signed, &mut memory);
    let input = Box::pin(async {
        unnamed?;
        let tree = received.await?;
        read::<O>(app, tree).await
    });
    let (counted, result) = perform::<O>(app, acting, trace, input).await;
    let mut result = result.and_then(|reply| {
        let response = reply.into_response(&context);
        let failed = |error| ApiError::plain(ErrorCode::InternalError).because(error);
        let mut response = response.map_err(failed)?;
        // Before it is settled: a response that cannot be kept until it is read is our failure and
        // costs nothing.
        if let Some(recipient) = recipient {
            recipient.reserve(&mut response)?;
        }
        Ok(response)
    });
    let streamed = result.as_mut().ok();
    let streamed = streamed.and_then(|it| it.extensions_mut().remove::<SettlementSlot>());
    match (streamed, counted) {
        // The outcome is known when the last piece is written.
        (Some(slot), Some(counted)) => slot.fill(Settlement::new(Arc::clone(app), counted)),
        (_, counted) => settle(app, counted, status_of::<O, _>(&result), trace),
    }
    drop(memory);
    result
}

/// Converts a checked value to the operation's input. For operations that accept large bodies the
/// conversion takes milliseconds, so it runs on a worker thread.
async fn read<O: Operation>(app: &App, tree: Value) -> Result<O::Input, ApiError> {
    if O::SPEC.limits.body_bytes <= Limits::ORDINARY.body_bytes {
        return typed(tree);
    }
    let reading = app.workers.spawn(move || typed::<O::Input>(tree));
    let failed = |panic| ApiError::plain(ErrorCode::InternalError).because(panic);
    reading.await.map_err(failed)?
}

/// A request with a known sender.
struct Approach {
    acting: CallContext,
    context: ReplyContext,
    request: Request<Body>,
}

/// The caller, and the organization they act for.
async fn approach(
    app: &App,
    receiver: &InputDecoder,
    access: AccessPolicy,
    request: Request<Body>,
) -> Result<Approach, ApiError> {
    let (mut parts, body) = request.into_parts();
    let in_path = receiver.org_parameter(&mut parts).await;
    let head = RequestHead::of(&parts, app.clock.now());
    let principal = auth::identify(app, &head, access).await?;
    let in_header = || {
        let named = head.headers.get(X_ORGANIZATION)?;
        Some(named.to_str().unwrap_or_default().to_owned())
    };
    let id = parts.extensions.get::<RequestId>().copied();
    let acting = CallContext {
        org: in_path.or_else(in_header),
        client: ClientInfo::of(&parts),
        request: id.expect("the envelope gives every request an id"),
        principal,
    };
    let is_signed = matches!(&acting.principal, Principal::Key(key) if key.is_signed_url());
    let arrival_tag = head.headers.get(IF_NONE_MATCH);
    let arrival_tag = arrival_tag.and_then(|it| it.to_str().ok().map(str::to_owned));
    let context = ReplyContext {
        path: parts.uri.path().to_owned(),
        query: query::pairs(parts.uri.query().unwrap_or_default()).unwrap_or_default(),
        if_none_match: arrival_tag,
        is_signed,
    };
    let request = Request::from_parts(parts, body);
    Ok(Approach {
        acting,
        context,
        request,
    })
}

/// The response to the result, with the log fields and headers of the call.
fn answer(place: InputPlace, trace: RequestLog, result: Result<Answer, ApiError>) -> Answer {
    // An operation names fields by pointer, whether they came in the query or in the body.
    let result = result.map_err(|error| match place {
        InputPlace::Query => error.map_sources(query::in_query),
        InputPlace::Body => error,
    });
    let mut response = result.unwrap_or_else(refuse);
    response.extensions_mut().insert(trace);
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

    /// Calls an operation without HTTP, with the same authorization, metering and run. Pages and
    /// commands use it.
    ///
    /// # Errors
    ///
    /// The error that a request would fail with.
    pub fn call<O: Operation>(
        &self,
        acting: CallContext,
        input: O::Input,
    ) -> BoxFuture<'_, Result<O::Reply, ApiError>> {
        Box::pin(async {
            let mut trace = RequestLog::of(O::SPEC.id);
            let input = Box::pin(ready(Ok(input)));
            let (counted, result) = perform::<O>(self, acting, &mut trace, input).await;
            settle(self, counted, status_of::<O, _>(&result), &mut trace);
            result
        })
    }
}

/// The steps of every call, in their fixed order. The caller settles the charge, because it knows
/// the final status.
async fn perform<O: Operation>(
    app: &App,
    acting: CallContext,
    trace: &mut RequestLog,
    input: BoxFuture<'_, Result<O::Input, ApiError>>,
) -> (Option<Charge>, Result<O::Reply, ApiError>) {
    let facts = const { &O::SPEC.declaration() };
    let admitted = match admit(app, facts, acting, trace).await {
        Ok(admitted) => admitted,
        Err(refused) => return (None, Err(refused)),
    };
    let (mut caller, input) = match accept::<O>(app, admitted.entrance, input, trace).await {
        Ok(accepted) => accepted,
        // The rates keep their slot: reading the input took time, although it costs nothing.
        Err(refused) if refused.problems()[0].code == ErrorCode::QuotaExhausted => {
            if let Some(admission) = &admitted.visit.admission {
                note_refusal(app, admission.payer(), &refused);
            }
            return (None, Err(refused));
        }
        Err(refused) => {
            let refused = Box::pin(charge_refusal(app, admitted.visit, refused, trace)).await;
            return (None, Err(refused));
        }
    };
    let cost = O::cost(&input);
    let counted = match count(app, admitted.visit, (facts.id, cost), trace).await {
        Ok(counted) => counted,
        Err(not_counted) => return (None, Err(not_counted)),
    };
    caller.counted(trace.limits.as_ref());
    let run = Box::pin(O::run(app, caller, input));
    let result = work(app, run).await;
    let returned = result.as_ref().map_or(0, O::returned);
    let counted = counted.map(|it| it.returning(returned));
    (counted, result)
}

/// The caller and the checked input of a call that the meter has admitted.
async fn accept<O: Operation>(
    app: &App,
    entrance: Entrance,
    input: BoxFuture<'_, Result<O::Input, ApiError>>,
    trace: &RequestLog,
) -> Result<(O::Caller, O::Input), ApiError> {
    let access = const { &O::SPEC.declaration() }.access;
    let caller = O::Caller::enter(app, entrance, access)?;
    let input = checked::<O>(app, &caller, input.await?, trace).await?;
    O::work(&input).limit()?;
    Ok((caller, input))
}

/// The input after its slow checks, see [`Operation::check`].
async fn checked<O: Operation>(
    app: &App,
    caller: &O::Caller,
    input: O::Input,
    trace: &RequestLog,
) -> Result<O::Input, ApiError> {
    /// The work of checking an input, per unit of its minimum cost, in thousandths of a natal request.
    const MILLINATALS_PER_UNIT: u64 = 200;
    if !O::CHECKS_IN_POOL {
        return Ok(input);
    }
    let units = O::least_cost(&input);
    if let Some(limits) = &trace.limits {
        app.meter.require_units(limits.quota, units)?;
    }
    let stop = Stop::default();
    let work = Work::new(u64::from(units) * MILLINATALS_PER_UNIT, 0);
    let Some(lane) = caller.org_lane(work, stop.clone()) else {
        O::check(&input, &stop);
        return Ok(input);
    };
    let checking = app.pool.run(lane, move || {
        O::check(&input, &stop);
        input
    });
    let checked = tokio::time::timeout(app.config.request_timeout, checking).await;
    checked.unwrap_or_else(|_elapsed| Err(late()))
}

/// The final status of a call.
fn status_of<O: Operation, T>(result: &Result<T, ApiError>) -> StatusCode {
    result
        .as_ref()
        .map_or_else(ApiError::status, |_| O::Reply::STATUS)
}

fn settle(app: &App, counted: Option<Charge>, status: StatusCode, trace: &mut RequestLog) {
    let Some(counted) = counted else {
        return;
    };
    let returned = app.meter.settle(counted, status.as_u16());
    if let Some(limits) = &mut trace.limits {
        limits.quota.remaining += u64::from(returned);
    }
}

/// A caller that the meter admits.
struct Admitted {
    entrance: Entrance,
    visit: Admittance,
}

/// The charge of a call, and the key it was made with.
struct Admittance {
    /// None if nobody pays.
    admission: Option<Reservation>,
    key: Option<KeyId>,
}

/// From the principal to the quota decision.
async fn admit(
    app: &App,
    facts: &Declaration,
    acting: CallContext,
    trace: &mut RequestLog,
) -> Result<Admitted, ApiError> {
    let place = auth::place(app, &acting, facts.access).await?;
    note_caller(trace, &acting.principal, place.as_deref());
    let request = acting.request;
    let mut entrance = Entrance {
        principal: acting.principal,
        place,
        client: acting.client,
        limits: None,
    };
    let key = match &entrance.principal {
        Principal::Key(key) => Some(key.id()),
        _ => None,
    };
    let admission = match auth::payer(&entrance.principal, entrance.place.as_ref(), facts.access) {
        Some(payer) => Some(ask_meter(app, facts, payer, request, trace).await?),
        None => None,
    };
    entrance.limits.clone_from(&trace.limits);
    let visit = Admittance { admission, key };
    Ok(Admitted { entrance, visit })
}

fn note_caller(trace: &mut RequestLog, principal: &Principal, place: Option<&auth::OrgMembership>) {
    let org = place.map(auth::OrgMembership::org);
    match principal {
        Principal::Key(key) => trace.identify(Some(key.org()), Some(key.id()), None),
        Principal::Person(person) => trace.identify(org, None, Some(person.user().id)),
        Principal::Anyone | Principal::Operator => trace.identify(org, None, None),
    }
}

/// Asks the meter.
async fn ask_meter(
    app: &App,
    facts: &Declaration,
    payer: Payer,
    request: RequestId,
    trace: &mut RequestLog,
) -> Result<Reservation, ApiError> {
    let visit = MeteredRequest {
        payer: payer.clone(),
        request,
        operation: facts.id,
        class: facts.limits.class,
    };
    let (standing, admission) = app.meter.admit(visit).await;
    trace.limits = standing;
    admission.inspect_err(|refused| note_refusal(app, &payer, refused))
}

/// Counts a refusal of a key by the meter, whether before its input was read or when its cost was
/// known.
fn note_refusal(app: &App, payer: &Payer, refused: &ApiError) {
    if let (Some(key), true) = (payer.key(), refused.status().is_client_error()) {
        let code = refused.problems()[0].code;
        let (host, now) = (payer.origin_host(), app.clock.now());
        app.refusals.count(&key.key, code, host, now);
    }
}

/// Commits a cost, records the use of the key, and writes the remaining limits to the headers.
async fn commit(
    app: &App,
    visit: &mut Admittance,
    (cost, status): (u32, Option<u16>),
    trace: &mut RequestLog,
) -> Result<Option<Charge>, ApiError> {
    let Some(admission) = &mut visit.admission else {
        return Ok(None);
    };
    let counted = app.meter.count(admission, cost, status).await;
    if let (Some(quota), Some(limits)) = (admission.quota(), &mut trace.limits) {
        limits.quota = quota;
    }
    match counted {
        Ok(counted) => {
            if let Some(key) = visit.key {
                app.uses.note(key, app.clock.now());
            }
            Ok(Some(counted))
        }
        Err(not_counted) => {
            note_refusal(app, admission.payer(), &not_counted);
            Err(not_counted)
        }
    }
}

/// A request that is refused after the quota step costs one unit, so that probing is not free. Our
/// own failure costs nothing.
async fn charge_refusal(
    app: &App,
    mut visit: Admittance,
    refused: ApiError,
    trace: &mut RequestLog,
) -> ApiError {
    const COST: u32 = 1;
    let status = refused.status();
    match &visit.admission {
        None => return refused,
        // A request that is refused because the service is busy or a share is full is not charged,
        // and neither is our failure.
        Some(admission) if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => {
            app.meter.give_back(admission).await;
            return refused;
        }
        Some(_) => {}
    }
    let owed = (COST, Some(status.as_u16()));
    match commit(app, &mut visit, owed, trace).await {
        Ok(_counted) => refused,
        Err(not_counted) => not_counted,
    }
}

/// Charges the units of a call that will be run.
async fn count(
    app: &App,
    mut visit: Admittance,
    (id, cost): (&'static str, u32),
    trace: &mut RequestLog,
) -> Result<Option<Charge>, ApiError> {
    let counted = commit(app, &mut visit, (cost, None), trace).await?;
    app.metrics.count_cost(id, cost);
    Ok(counted)
}

/// Runs the operation under its deadline. A panic is our failure like any other.
async fn work<T>(app: &App, running: BoxFuture<'_, Result<T, ApiError>>) -> Result<T, ApiError> {
    let running = AssertUnwindSafe(running).catch_unwind();
    match tokio::time::timeout(app.config.request_timeout, running).await {
        Ok(Ok(result)) => result,
        // The panic hook has logged the cause and place. The request id ties the response to it.
        Ok(Err(_panic)) => {
            app.metrics.panics.inc();
            Err(ApiError::plain(ErrorCode::InternalError))
        }
        Err(_elapsed) => Err(late()),
    }
}

fn late() -> ApiError {
    ApiError::plain(ErrorCode::RequestTimeout).retry_after(1)
}

/// A response that carries its error to the envelope.
pub(super) fn refuse(error: ApiError) -> Answer {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = error.status();
    response.extensions_mut().insert(Arc::new(error));
    response
}
