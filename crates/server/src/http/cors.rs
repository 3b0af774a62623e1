//! CORS headers. CORS never decides anything here: the key API allows every origin, and the key's
//! own domain rule decides. Credentials are never allowed, so another page cannot use a visitor's
//! session. Management and pages send no CORS headers.

use axum::body::Body;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode};

use metering::EXPOSED_HEADERS;

const ALLOWED_METHODS: &str = "GET, HEAD, POST, PATCH, DELETE";
const ALLOWED_HEADERS: &str = "X-Api-Key, Authorization, Content-Type, Accept, X-Request-Id, X-Api-Version, If-Match, \
     If-None-Match, Mcp-Protocol-Version, Mcp-Method, Mcp-Name";
/// A day. Browsers may cap it.
const MAX_AGE_S: &str = "86400";

/// Whether a path belongs to the key API, including unknown paths, because a page must be able to
/// read the 404. The API document also belongs to it: it is public, and `/docs` reads it from its
/// sandbox.
pub(super) fn is_key_api(path: &str) -> bool {
    let is_document = path == "/openapi.json" || path.starts_with("/openapi/");
    is_document || path == "/mcp" || path.starts_with("/api/") && !path.starts_with("/api/manage/")
}

/// The response to a preflight request, which has no key.
pub(super) fn preflight(request: &Request<Body>) -> Option<Response<Body>> {
    let asked = request
        .headers()
        .contains_key(ACCESS_CONTROL_REQUEST_METHOD);
    if request.method() != Method::OPTIONS || !asked || !is_key_api(request.uri().path()) {
        return None;
    }
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    set(headers, ACCESS_CONTROL_ALLOW_METHODS, ALLOWED_METHODS);
    set(headers, ACCESS_CONTROL_ALLOW_HEADERS, ALLOWED_HEADERS);
    set(headers, ACCESS_CONTROL_MAX_AGE, MAX_AGE_S);
    Some(response)
}

/// The headers of every response of the key API, including errors and preflights.
pub(super) fn write(headers: &mut HeaderMap) {
    set(headers, ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    set(headers, ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED_HEADERS);
    headers.append(VARY, HeaderValue::from_static("Origin"));
}

fn set(headers: &mut HeaderMap, name: HeaderName, value: &'static str) {
    headers.insert(name, HeaderValue::from_static(value));
}
