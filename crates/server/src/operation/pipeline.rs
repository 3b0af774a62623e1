//! One request through one operation: who, admitted, permitted, input, counted, work, answer.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use access::RequestId;
use axum::body::Body;
use axum::http::{Request, Response};
use futures_util::FutureExt as _;

use super::input::Receiver;
use super::{Operation, Reply as _, ReplyContext, query};
use crate::app::App;
use crate::error::{ApiError, ErrorCode};
use crate::guard::Caller as _;
use crate::http::Trace;
use crate::meter::{Admission, Visit};

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
    let mut caller = O::Caller::identify(app, request.headers()).await?;
    let id = request.extensions().get::<RequestId>().copied();
    let id = id.expect("the envelope gives every request an id");
    let admission = admit::<O>(app, &caller, id, trace).await?;
    if let Some(limits) = &trace.limits {
        caller.note_limits(limits.clone());
    }
    let context = ReplyContext {
        path: request.uri().path().to_owned(),
        query: query::pairs(request.uri().query().unwrap_or_default()).unwrap_or_default(),
    };
    let accepted = match caller.permit(O::SPEC.access.access()) {
        Ok(()) => receiver.receive(request, app.config.body_timeout).await,
        Err(refused) => Err(refused),
    };
    let (input, counted) = match (accepted, &admission) {
        (Ok(input), Some(admission)) => {
            let counted = app.meter.count(admission, O::SPEC.cost_units, None).await?;
            (input, Some(counted))
        }
        (Ok(input), None) => (input, None),
        (Err(refused), Some(admission)) => {
            return Err(charge_refusal(app, admission, refused).await);
        }
        (Err(refused), None) => return Err(refused),
    };
    app.metrics.count_cost(O::SPEC.id, O::SPEC.cost_units);
    let result = work::<O>(app, caller, input, &context).await;
    if let Some(counted) = counted {
        let status = result
            .as_ref()
            .map_or_else(ApiError::status, Response::status);
        app.meter.settle(counted, status.as_u16());
    }
    result
}

/// Asks the meter, where someone pays.
async fn admit<O: Operation>(
    app: &App,
    caller: &O::Caller,
    request: RequestId,
    trace: &mut Trace,
) -> Result<Option<Admission>, ApiError> {
    let Some(payer) = caller.payer() else {
        return Ok(None);
    };
    let key = payer.key;
    trace.identify(key.org_id, key.id);
    let visit = Visit {
        key: Arc::clone(key),
        request,
        operation: O::SPEC.id,
        origin_host: payer.origin_host.to_owned(),
    };
    let (standing, admission) = app.meter.admit(visit).await;
    trace.limits = standing;
    if let Err(refused) = &admission
        && refused.status().is_client_error()
    {
        let code = refused.problems()[0].code;
        app.refusals
            .count(key, code, payer.origin_host, app.clock.now());
    }
    admission.map(Some)
}

/// What is refused after the quota step costs one unit, so that probing is not free. Our own
/// failure costs nothing.
async fn charge_refusal(app: &App, admission: &Admission, refused: ApiError) -> ApiError {
    const COST: u32 = 1;
    let status = refused.status();
    if status.is_server_error() {
        app.meter.give_back(admission);
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
    context: &ReplyContext,
) -> Result<Response<Body>, ApiError> {
    let running = AssertUnwindSafe(O::run(app, caller, input)).catch_unwind();
    let reply = match tokio::time::timeout(app.config.request_timeout, running).await {
        Ok(Ok(result)) => result?,
        // The panic hook has logged what and where; the request's id ties the answer to it.
        Ok(Err(_panic)) => {
            app.metrics.panics.inc();
            return Err(ApiError::plain(ErrorCode::InternalError));
        }
        Err(_elapsed) => return Err(ApiError::plain(ErrorCode::RequestTimeout).retry_after(1)),
    };
    reply
        .into_response(context)
        .map_err(|error| ApiError::plain(ErrorCode::InternalError).because(error))
}

/// A response that carries its error to the envelope.
pub(super) fn refuse(error: ApiError) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = error.status();
    response.extensions_mut().insert(Arc::new(error));
    response
}
