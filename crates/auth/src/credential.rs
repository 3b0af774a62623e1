//! The credential of a request. Keys in query strings are never accepted.

use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, HeaderName};

use http_api::{ApiError, ErrorCode, Problem, Source};

/// The header with an API key.
pub const X_API_KEY: HeaderName = HeaderName::from_static("x-api-key");
/// The header in which a signed-in person names their organization.
pub const X_ORGANIZATION: HeaderName = HeaderName::from_static("x-organization");

/// The credential of a request, by header.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Credential<'a> {
    /// In `X-Api-Key`, and possibly the same again as a bearer token.
    ApiKey(&'a str),
    /// In `Authorization: Bearer`.
    Bearer(&'a str),
}

/// The explicit credential of a request, if there is one. Two equal ones count as one. Two
/// different ones are refused, because a proxy or a log might use another one than we do.
pub(crate) fn credential(headers: &HeaderMap) -> Result<Option<Credential<'_>>, ApiError> {
    let mut keys = headers.get_all(X_API_KEY).iter();
    let key = keys.next();
    if keys.next().is_some() {
        return Err(ambiguous("several X-Api-Key headers"));
    }
    let unreadable = || key_error(ErrorCode::KeyInvalid);
    let key = key.map(|it| it.to_str().map_err(|_| unreadable()));
    let key = key.transpose()?;
    let mut bearer = None;
    for value in headers.get_all(AUTHORIZATION) {
        let text = value.to_str().map_err(|_| unreadable())?;
        let (scheme, token) = text.split_once(' ').unwrap_or((text, ""));
        // Another scheme (such as Basic, from a proxy) is not meant for us.
        if !scheme.eq_ignore_ascii_case("bearer") {
            continue;
        }
        let token = token.trim();
        if bearer.is_some_and(|it| it != token) {
            return Err(ambiguous("several different Authorization headers"));
        }
        bearer = Some(token);
    }
    match (key, bearer) {
        (None, None) => Ok(None),
        (Some(key), None) => Ok(Some(Credential::ApiKey(key))),
        (Some(key), Some(token)) if key == token => Ok(Some(Credential::ApiKey(key))),
        (None, Some(token)) => Ok(Some(Credential::Bearer(token))),
        _ => Err(ambiguous(
            "different credentials in X-Api-Key and Authorization",
        )),
    }
}

pub(crate) fn key_error(code: ErrorCode) -> ApiError {
    let problem = Problem::new(code, code.explanation());
    problem.at(Source::Header("X-Api-Key")).into()
}

fn ambiguous(what: &str) -> ApiError {
    let detail = format!("The request has {what}. Send one credential.");
    let problem = Problem::new(ErrorCode::CredentialAmbiguous, detail);
    problem.at(Source::Header("X-Api-Key")).into()
}
