//! One request through one operation: guard, input, metering, work, answer.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, Response};

use super::input::Receiver;
use super::{Operation, Reply as _, ReplyContext, query};
use crate::app::App;
use crate::error::{ApiError, ErrorCode};
use crate::guard::Caller as _;
use crate::http::Trace;

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
    let rule = O::SPEC.access.access();
    let caller = O::Caller::authorize(app, rule, request.headers()).await?;
    caller.describe(trace);
    let context = ReplyContext {
        path: request.uri().path().to_owned(),
        query: query::pairs(request.uri().query().unwrap_or_default()).unwrap_or_default(),
    };
    let input = receiver.receive(request, app.config.body_timeout).await?;
    app.metrics.count_cost(O::SPEC.id, O::SPEC.cost_units);
    let work = O::run(app, caller, input);
    let reply = tokio::time::timeout(app.config.request_timeout, work)
        .await
        .unwrap_or_else(|_| Err(ApiError::plain(ErrorCode::RequestTimeout).retry_after(1)))?;
    reply
        .into_response(&context)
        .map_err(|error| ApiError::plain(ErrorCode::InternalError).because(error))
}

/// A response that carries its error to the envelope.
pub(super) fn refuse(error: ApiError) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = error.status();
    response.extensions_mut().insert(Arc::new(error));
    response
}
