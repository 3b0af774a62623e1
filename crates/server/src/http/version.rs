//! The version of the API: the current one, the error for a request with another one, and
//! deprecations. An incompatible change would come with a new version. A deprecated operation says
//! so in every response for a year before it is removed.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, Response};

use http_api::{ApiError, ErrorCode, Problem, Source};

/// In responses, and in requests that require a version.
pub(super) const HEADER: HeaderName = HeaderName::from_static("x-api-version");
/// The current version.
pub(super) const SERVED: &str = "1";

const DEPRECATION: HeaderName = HeaderName::from_static("deprecation");
const SUNSET: HeaderName = HeaderName::from_static("sunset");

/// A deprecated operation.
#[derive(Clone, Copy, Debug)]
struct Deprecated {
    operation: &'static str,
    /// When it was announced, in seconds since 1970.
    since_s: i64,
}

/// All deprecated operations. There are none.
const DEPRECATED: &[Deprecated] = &[];

/// At least twelve months, the leap day included.
const NOTICE_S: i64 = 366 * 86_400;

/// The error for a request with an unsupported version. Without the header, the current version
/// applies. Pages have none.
pub(super) fn refusal(request: &Request<Body>) -> Option<Response<Body>> {
    let mut asked = request.headers().get_all(HEADER).iter();
    let served = asked.all(|it| it.as_bytes() == SERVED.as_bytes());
    if served || !request.uri().path().starts_with("/api/") {
        return None;
    }
    let code = ErrorCode::ApiVersionUnknown;
    let problem = Problem::new(code, code.explanation())
        .at(Source::Header("X-Api-Version"))
        .with_meta("accepted", [SERVED]);
    let mut response = Response::new(Body::empty());
    let error = Arc::new(ApiError::from(problem));
    response.extensions_mut().insert(error);
    Some(response)
}

/// Adds the deprecation headers to the response of a deprecated operation.
pub(super) fn announce(operation: &str, headers: &mut HeaderMap) {
    write(DEPRECATED, operation, headers);
}

fn write(deprecated: &[Deprecated], operation: &str, headers: &mut HeaderMap) {
    let Some(it) = deprecated.iter().find(|it| it.operation == operation) else {
        return;
    };
    // RFC 9745 uses the date format of structured fields, RFC 8594 that of HTTP.
    let since = format!("@{}", it.since_s);
    let end = jiff::Timestamp::from_second(it.since_s + NOTICE_S);
    let end = end.map(|it| it.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string());
    let values = [(DEPRECATION, Some(since)), (SUNSET, end.ok())];
    for (name, value) in values {
        if let Some(value) = value.and_then(|it| HeaderValue::from_str(&it).ok()) {
            headers.insert(name, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_going_to_end_says_when_a_year_before() {
        // 2026-01-01T00:00:00Z is second 1767225600; 366 days later it is 2 January 2027.
        let ending = [Deprecated {
            operation: "calc_old",
            since_s: 1_767_225_600,
        }];
        let mut headers = HeaderMap::new();
        write(&ending, "calc_old", &mut headers);
        assert_eq!(headers["deprecation"], "@1767225600");
        assert_eq!(headers["sunset"], "Sat, 02 Jan 2027 00:00:00 GMT");
        let mut others = HeaderMap::new();
        write(&ending, "calc_natal", &mut others);
        assert!(others.is_empty());
    }

    #[test]
    fn a_version_that_is_not_served_is_refused_under_api_only() {
        let check = |path: &str, version: &str, refused: bool| {
            let request = Request::get(path).header(HEADER, version);
            let request = request.body(Body::empty()).unwrap();
            assert_eq!(refusal(&request).is_some(), refused, "{path} {version}");
        };
        check("/api/calc/natal", "1", false);
        check("/api/calc/natal", "2", true);
        check("/api/calc/natal", "v1", true);
        check("/healthz", "2", false);
    }
}
