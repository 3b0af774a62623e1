//! A request as the guard sees it, before anything is known about who sent it.

use std::net::IpAddr;

use access::Timestamp;
use axum::http::header::{HOST, IF_MATCH, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Method};
use store::UserRecord;

use crate::browser::device_cookies;
use i18n::Language;

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// As much of a browser's name as is kept.
const LONGEST_AGENT: usize = 200;

/// The client's address as the envelope has found it, proxies considered.
#[derive(Clone, Copy, Debug)]
pub struct ClientAddress(
    /// None where it is unknown.
    pub Option<IpAddr>,
);

/// Cookies by which the browser may be known from before. Whether one is ours is for its seal to
/// say, not for its name.
#[derive(Clone, Default)]
pub struct DeviceCookies(pub Vec<String>);

/// Without what is in them.
impl std::fmt::Debug for DeviceCookies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "DeviceCookies({})", self.0.len())
    }
}

/// What an operation may know about where a call comes from.
#[derive(Clone, Debug, Default)]
pub struct ClientInfo {
    /// The network address; none for commands.
    pub address: Option<IpAddr>,
    /// What the browser calls itself, cut short.
    pub user_agent: Option<String>,
    /// The language the browser likes best.
    pub language: Language,
    /// The `Host` the request was sent to.
    pub host: Option<String>,
    /// What the client calls this creation, to repeat it safely.
    pub idempotency_key: Option<String>,
    /// The versions of a thing that the client would change, as `If-Match` lists them.
    pub if_match: Option<String>,
    /// By what the browser may be known from before.
    pub device_cookies: DeviceCookies,
}

impl ClientInfo {
    /// The client behind a request.
    pub fn of(parts: &Parts) -> Self {
        let headers = &parts.headers;
        let text = |name: HeaderName| {
            // Visible ASCII, which can be cut anywhere.
            let value = headers.get(name)?.to_str().ok()?;
            Some(value.get(..LONGEST_AGENT).unwrap_or(value).to_owned())
        };
        let client = parts.extensions.get::<ClientAddress>();
        Self {
            address: client.and_then(|it| it.0),
            user_agent: text(USER_AGENT),
            language: Language::negotiate(headers),
            host: text(HOST),
            idempotency_key: text(IDEMPOTENCY_KEY),
            if_match: text(IF_MATCH),
            device_cookies: device_cookies(headers),
        }
    }

    /// The language to write to someone in: the one they chose, else the one this browser likes best.
    pub fn language_of(&self, user: &UserRecord) -> Language {
        let chosen = user.language.as_deref().and_then(Language::of_tag);
        chosen.unwrap_or(self.language)
    }

    /// The address as text, for records.
    pub fn source_address(&self) -> Option<String> {
        self.address.map(|it| it.to_string())
    }
}

/// A request's head.
#[derive(Debug)]
pub struct RequestHead<'a> {
    /// The method.
    pub method: &'a Method,
    /// The headers.
    pub headers: &'a HeaderMap,
    /// The path.
    pub path: &'a str,
    /// The query string, without its question mark.
    pub query: &'a str,
    /// When it arrived.
    pub at: Timestamp,
}

impl<'a> RequestHead<'a> {
    /// The head of a request that arrived at this time.
    pub fn of(parts: &'a Parts, at: Timestamp) -> Self {
        Self {
            method: &parts.method,
            headers: &parts.headers,
            path: parts.uri.path(),
            query: parts.uri.query().unwrap_or_default(),
            at,
        }
    }

    /// Whether it may change something.
    pub fn is_unsafe(&self) -> bool {
        !matches!(*self.method, Method::GET | Method::HEAD | Method::OPTIONS)
    }
}
