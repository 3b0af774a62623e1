//! One call of one operation: who, admitted, permitted, input, counted, work, answer. Requests,
//! pages and commands all go through `perform`.

use std::future::ready;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use access::RequestId;
use axum::body::Body;
use axum::http::header::IF_NONE_MATCH;
use axum::http::request::Parts;
use axum::http::{Request, Response};
use futures_util::FutureExt as _;

use super::input::Receiver;
use super::{InputPlace, Operation, RateClass, Reply, ReplyContext, query};
use crate::app::App;
use crate::error::{ApiError, ErrorCode};
use crate::guard::{
    self, Access, Acting, Arrival, Caller as _, Entrance, Payer, Principal, X_ORGANIZATION,
};
use crate::http::Trace;
use crate::meter::{Admission, Visit};
use crate::randomness::RequestRandom;

/// Serves `O`. A refusal leaves as an error inside the response; the envelope turns it into what
/// the client sees, in one place.
pub(super) async fn serve<O: Operation>(
    app: Arc<App>,
    receiver: Arc<Receiver>,
    request: Request<Body>,
) -> Response<Body> {
    let mut trace = Trace::of(O::SPEC.id);
    let result = attempt::<O>(&app, &receiver, request, &mut trace).await;
    let mut response = result.unwrap_or_else(refuse);
    response.extensions_mut().insert(trace);
    response
}

async fn attempt<O: Operation>(
    app: &App,
    receiver: &Receiver,
    request: Request<Body>,
    trace: &mut Trace,
) -> Result<Response<Body>, ApiError> {
    let (mut parts, body) = request.into_parts();
    let in_path = receiver.org_parameter(&mut parts).await;
    let arrival = Arrival::of(&parts);
    let principal = guard::identify(app, &arrival, O::SPEC.access.access()).await?;
    let in_header = || {
        let named = arrival.headers.get(X_ORGANIZATION)?;
        Some(named.to_str().unwrap_or_default().to_owned())
    };
    let id = parts.extensions.get::<RequestId>().copied();
    let acting = Acting {
        org: in_path.or_else(in_header),
        visitor: arrival.visitor(),
        request: id.expect("the envelope gives every request an id"),
        principal,
    };
    let is_signed = matches!(&acting.principal, Principal::Key(key) if key.is_signed_url());
    let arrival_tag = arrival.headers.get(IF_NONE_MATCH);
    let arrival_tag = arrival_tag.and_then(|it| it.to_str().ok().map(str::to_owned));
    let context = ReplyContext {
        path: parts.uri.path().to_owned(),
        query: query::pairs(parts.uri.query().unwrap_or_default()).unwrap_or_default(),
        if_none_match: arrival_tag,
        is_signed,
    };
    let request = Request::from_parts(parts, body);
    let input = receiver.receive(request, app.config.body_timeout, is_signed);
    let finish = |reply: O::Reply| {
        let response = reply.into_response(&context);
        response.map_err(|error| ApiError::plain(ErrorCode::InternalError).because(error))
    };
    let result = perform::<O, _>(app, acting, trace, input, finish).await;
    // An operation names fields by pointer, whichever way they came.
    result.map_err(|error| match receiver.place {
        InputPlace::Query => error.map_sources(query::in_query),
        InputPlace::Body => error,
    })
}

impl App {
    /// What every request with a key goes through before its input is looked at: from its headers
    /// to the quota decision.
    ///
    /// # Errors
    ///
    /// What the request would be refused with.
    pub async fn verify(&self, parts: &Parts) -> Result<Admission, ApiError> {
        let arrival = Arrival::of(parts);
        let access = Access::AnyKey;
        let principal = guard::identify(self, &arrival, access).await?;
        let entrance = Entrance {
            principal,
            place: None,
            visitor: arrival.visitor(),
            limits: None,
        };
        let missing = || ApiError::plain(ErrorCode::KeyMissing);
        let visit = Visit {
            payer: entrance.payer(access).ok_or_else(missing)?,
            request: RequestId::new(self.clock.now(), &RequestRandom),
            operation: "verify",
            class: RateClass::Ordinary,
        };
        self.meter.admit(visit).await.1
    }

    /// Calls an operation without HTTP: the same authorization, metering and run. How pages and
    /// commands do what they do.
    ///
    /// # Errors
    ///
    /// What a request would be refused with.
    pub async fn call<O: Operation>(
        &self,
        acting: Acting,
        input: O::Input,
    ) -> Result<O::Reply, ApiError> {
        let mut trace = Trace::of(O::SPEC.id);
        perform::<O, _>(self, acting, &mut trace, ready(Ok(input)), Ok).await
    }
}

/// The steps every call takes, in their fixed order.
async fn perform<O: Operation, T>(
    app: &App,
    acting: Acting,
    trace: &mut Trace,
    input: impl Future<Output = Result<O::Input, ApiError>>,
    finish: impl FnOnce(O::Reply) -> Result<T, ApiError>,
) -> Result<T, ApiError> {
    let access = O::SPEC.access.access();
    let place = guard::place(app, &acting, access).await?;
    note_caller(trace, &acting.principal, place.as_deref());
    let request = acting.request;
    let mut entrance = Entrance {
        principal: acting.principal,
        place,
        visitor: acting.visitor,
        limits: None,
    };
    let used_key = match &entrance.principal {
        Principal::Key(key) => Some(key.id()),
        _ => None,
    };
    let admission = match entrance.payer(access) {
        Some(payer) => Some(admit::<O>(app, payer, request, trace).await?),
        None => None,
    };
    entrance.limits.clone_from(&trace.limits);
    let accepted = match O::Caller::enter(app, entrance, access) {
        Ok(caller) => input.await.map(|input| (caller, input)),
        Err(refused) => Err(refused),
    };
    let (caller, input) = match (accepted, &admission) {
        (Ok(accepted), _) => accepted,
        (Err(refused), Some(admission)) => {
            return Err(charge_refusal(app, admission, refused).await);
        }
        (Err(refused), None) => return Err(refused),
    };
    let cost = O::cost(&input);
    let counted = match &admission {
        Some(admission) => Some(app.meter.count(admission, cost, None).await?),
        None => None,
    };
    if let Some(key) = used_key {
        app.uses.note(key, app.clock.now());
    }
    app.metrics.count_cost(O::SPEC.id, cost);
    let result = work::<O>(app, caller, input).await.and_then(finish);
    if let Some(counted) = counted {
        let status = result
            .as_ref()
            .map_or_else(ApiError::status, |_| O::Reply::STATUS);
        app.meter.settle(counted, status.as_u16());
    }
    result
}

fn note_caller(trace: &mut Trace, principal: &Principal, place: Option<&guard::Place>) {
    let org = place.map(guard::Place::org);
    match principal {
        Principal::Key(key) => trace.identify(Some(key.org()), Some(key.id()), None),
        Principal::Person(person) => trace.identify(org, None, Some(person.user().id)),
        Principal::Anyone | Principal::Operator => trace.identify(org, None, None),
    }
}

/// Asks the meter.
async fn admit<O: Operation>(
    app: &App,
    payer: Payer,
    request: RequestId,
    trace: &mut Trace,
) -> Result<Admission, ApiError> {
    let visit = Visit {
        payer: payer.clone(),
        request,
        operation: O::SPEC.id,
        class: O::SPEC.limits.class,
    };
    let (standing, admission) = app.meter.admit(visit).await;
    trace.limits = standing;
    if let (Err(refused), Some(key)) = (&admission, payer.key())
        && refused.status().is_client_error()
    {
        let code = refused.problems()[0].code;
        let (host, now) = (payer.origin_host(), app.clock.now());
        app.refusals.count(&key.key, code, host, now);
    }
    admission
}

/// What is refused after the quota step costs one unit, so that probing is not free. Our own
/// failure costs nothing.
async fn charge_refusal(app: &App, admission: &Admission, refused: ApiError) -> ApiError {
    const COST: u32 = 1;
    let status = refused.status();
    if status.is_server_error() {
        app.meter.give_back(admission).await;
        return refused;
    }
    match app
        .meter
        .count(admission, COST, Some(status.as_u16()))
        .await
    {
        Ok(_counted) => refused,
        Err(not_counted) => not_counted,
    }
}

/// The operation itself, under its deadline; a panic is our failure like any other.
async fn work<O: Operation>(
    app: &App,
    caller: O::Caller,
    input: O::Input,
) -> Result<O::Reply, ApiError> {
    let running = AssertUnwindSafe(O::run(app, caller, input)).catch_unwind();
    match tokio::time::timeout(app.config.request_timeout, running).await {
        Ok(Ok(result)) => result,
        // The panic hook has logged what and where; the request's id ties the answer to it.
        Ok(Err(_panic)) => {
            app.metrics.panics.inc();
            Err(ApiError::plain(ErrorCode::InternalError))
        }
        Err(_elapsed) => Err(ApiError::plain(ErrorCode::RequestTimeout).retry_after(1)),
    }
}

/// A response that carries its error to the envelope.
pub(super) fn refuse(error: ApiError) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = error.status();
    response.extensions_mut().insert(Arc::new(error));
    response
}
