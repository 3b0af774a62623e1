//! The envelope around every request: its id, its log line, its metrics, a panic boundary, and the
//! format of errors.

use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use access::RequestId;
use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use futures_util::FutureExt as _;

use super::access_log::HealthCheck;
use super::{cors, host, version};
use crate::app::App;
use crate::log::without_credentials;
use crate::routes::Api;
use auth::ClientAddress;
use http_api::randomness::RequestRandom;
use http_api::{ApiError, ErrorCode, ErrorFormat};
use operation::RequestLog;
use transport::{Admission, Link, Peer, Recipient, client_address, compress};

const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// A year. Other hosts of the same domain may not serve https, so they are not included.
const TRANSPORT_SECURITY: &str = "max-age=31536000";

/// Puts the envelope around a router.
pub(crate) fn in_envelope(router: Router<Arc<App>>, app: &Arc<App>) -> Router {
    router
        .fallback(async |request: Request<Body>| {
            dashboard::unknown_page(&request).unwrap_or_else(|| Api::refuse(ErrorCode::PathUnknown))
        })
        .method_not_allowed_fallback(async |method: Method| other_method(&method))
        .layer(from_fn_with_state(Arc::clone(app), envelope))
        .layer(from_fn_with_state(Arc::clone(&app.transport), compress))
        .with_state(Arc::clone(app))
}

/// The response to a method that a path does not have. The router adds `Allow`.
fn other_method(method: &Method) -> Response<Body> {
    if method != Method::OPTIONS {
        return Api::refuse(ErrorCode::MethodNotAllowed);
    }
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    response
}

async fn envelope(
    State(app): State<Arc<App>>,
    request: Request<Body>,
    next: Next,
) -> Response<Body> {
    let started = tokio::time::Instant::now();
    let about = About::of(&app, &request);
    let link = request.extensions().get::<Link>().cloned();
    let recipient = app
        .transport
        .recipient(link.as_ref(), about.client, about.is_direct);
    let admitted = admit(&app, &about, &recipient, link.as_ref(), request).await;
    let (admission, mut request) = match admitted {
        Ok(admitted) => admitted,
        Err(refused) => return about.turn_away(&app, &refused),
    };
    request.extensions_mut().insert(about.id);
    request.extensions_mut().insert(ClientAddress(about.client));
    // A health check is answered whatever else is unread.
    let recipient = admission.is_some().then_some(recipient);
    if let Some(recipient) = &recipient {
        request.extensions_mut().insert(recipient.clone());
    }
    // Requests without a connection (in tests) have no protocol to follow.
    let misnamed = link.and_then(|_| host::refusal(&request));
    let early = misnamed
        .or_else(|| cors::preflight(&request))
        .or_else(|| version::refusal(&request));
    let unanswered = Unanswered::new(&app, &about, started);
    let outcome = match early {
        Some(answer) => Ok(answer),
        None => AssertUnwindSafe(next.run(request)).catch_unwind().await,
    };
    unanswered.answered();
    let mut response = outcome.unwrap_or_else(|_| {
        // The panic hook has logged the panic. The request id links the response to it.
        app.metrics.panics.inc();
        Api::refuse(ErrorCode::InternalError)
    });
    if let Some(refusal) = admission.as_ref().and_then(|it| it.refusal()) {
        return about.turn_away(&app, &refusal.error());
    }
    let trace = response.extensions_mut().remove::<RequestLog>();
    let trace = trace.unwrap_or_else(|| RequestLog::of("none"));
    let error = response.extensions_mut().remove::<Arc<ApiError>>();
    if let (None, Some(recipient)) = (&error, &recipient)
        && let Err(refused) = recipient.reserve(&mut response)
    {
        return about.turn_away(&app, &refused);
    }
    if let Some(error) = &error {
        let mut rendered = error.to_response(about.format, about.id, &app.config.public_url());
        // Headers that routing has set, such as `Allow` on a 405.
        rendered
            .headers_mut()
            .extend(std::mem::take(response.headers_mut()));
        response = rendered;
    }
    about.finish(&app, response.headers_mut());
    version::announce(trace.operation, response.headers_mut());
    if cors::is_key_api(&about.path) {
        cors::write(response.headers_mut());
    }
    if let Some(limits) = &trace.limits {
        limits.write(response.headers_mut());
    }
    let took = started.elapsed();
    let answer = (&response, &trace);
    app.access_log.write(&about, answer, error.as_deref(), took);
    count(&app, answer, error.as_deref(), took);
    response
}

/// Counts an answered request for the operator.
fn count(
    app: &App,
    (response, trace): (&Response<Body>, &RequestLog),
    error: Option<&ApiError>,
    took: Duration,
) {
    let status = response.status();
    let metrics = &app.metrics;
    metrics.count_answer(trace.operation, status.as_u16(), took);
    if let Some(org) = trace.org {
        metrics.count_org_answer(org);
    }
    if let (StatusCode::TOO_MANY_REQUESTS, Some(error)) = (status, error) {
        metrics.count_limited(error.problems()[0].code.name());
    }
}

/// Admits a request, unless the service or its client has too many others in progress. Health
/// checks are always admitted: monitoring must get a response however busy the service is.
async fn admit(
    app: &App,
    about: &About,
    recipient: &Recipient,
    link: Option<&Link>,
    request: Request<Body>,
) -> Result<(Option<Arc<Admission>>, Request<Body>), ApiError> {
    if about.health_check.is_some() {
        return Ok((None, request));
    }
    if link.is_some_and(|it| it.is_reserved) {
        app.metrics.connections_refused.inc();
        return Err(ApiError::plain(ErrorCode::ServiceUnavailable).retry_after(1));
    }
    let (admission, request) = app.transport.admit(recipient, request).await?;
    Ok((Some(admission), request))
}

/// A request without a response. If it is dropped, its client has disconnected: it is logged,
/// because its work was done.
struct Unanswered<'a> {
    app: &'a App,
    about: Option<&'a About>,
    started: tokio::time::Instant,
}

impl<'a> Unanswered<'a> {
    fn new(app: &'a App, about: &'a About, started: tokio::time::Instant) -> Self {
        app.metrics.in_progress.inc();
        Self {
            app,
            about: Some(about),
            started,
        }
    }

    fn answered(mut self) {
        self.about = None;
    }
}

impl Drop for Unanswered<'_> {
    fn drop(&mut self) {
        self.app.metrics.in_progress.dec();
        let Some(about) = self.about else {
            return;
        };
        self.app.metrics.requests_abandoned.inc();
        let took = self.started.elapsed();
        self.app.access_log.write_abandoned(about, took);
    }
}

/// What is known about a request before it is served.
pub(super) struct About {
    pub(super) id: RequestId,
    pub(super) client_id: Option<String>,
    pub(super) client: Option<IpAddr>,
    /// Whether the client is the peer itself, without a proxy.
    is_direct: bool,
    pub(super) method: Method,
    pub(super) path: String,
    /// What monitoring or a load balancer asks about, if it is them.
    pub(super) health_check: Option<HealthCheck>,
    format: ErrorFormat,
}

impl About {
    fn of(app: &App, request: &Request<Body>) -> Self {
        let headers = request.headers();
        let peer = request.extensions().get::<Peer>().map(|it| it.0.ip());
        let trusted = &app.config.trusted_proxies.0;
        let client = peer.map(|it| client_address(it, headers, trusted));
        Self {
            id: RequestId::new(app.clock.now(), &RequestRandom),
            client_id: client_request_id(headers),
            client,
            is_direct: client == peer,
            method: request.method().clone(),
            // Without the query, which may contain birth data.
            path: request.uri().path().chars().take(200).collect(),
            health_check: HealthCheck::of(request.uri()),
            format: ErrorFormat::asked_by(headers),
        }
    }

    /// Refuses a request because the service, or its client, has too many others in progress.
    /// Nothing is logged: under overload that would cost more than the response.
    fn turn_away(&self, app: &App, refused: &ApiError) -> Response<Body> {
        app.metrics.requests_shed.inc();
        if refused.status() == StatusCode::TOO_MANY_REQUESTS {
            app.metrics.count_limited(refused.problems()[0].code.name());
        }
        let mut response = refused.to_response(self.format, self.id, &app.config.public_url());
        self.finish(app, response.headers_mut());
        if cors::is_key_api(&self.path) {
            cors::write(response.headers_mut());
        }
        response
    }

    fn finish(&self, app: &App, headers: &mut HeaderMap) {
        let id = HeaderValue::from_str(&self.id.to_string());
        headers.insert(X_REQUEST_ID, id.expect("an id is ASCII"));
        headers.insert(version::HEADER, HeaderValue::from_static(version::SERVED));
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if app.config.serves_https() {
            let security = HeaderValue::from_static(TRANSPORT_SECURITY);
            headers.insert(STRICT_TRANSPORT_SECURITY, security);
        }
        // A cache must not serve the response for one key to another.
        headers
            .entry(CACHE_CONTROL)
            .or_insert(HeaderValue::from_static("no-store"));
    }
}

/// The client's own id for the request, if it is short and plain enough for a log.
fn client_request_id(headers: &HeaderMap) -> Option<String> {
    let text = headers.get(X_REQUEST_ID)?.to_str().ok()?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte);
    let acceptable = (1..=64).contains(&text.len()) && text.bytes().all(plain);
    acceptable.then(|| without_credentials(text))
}
