//! The head of a request, before the sender is known.

use std::net::IpAddr;

use access::Timestamp;
use axum::http::header::{HOST, IF_MATCH, IF_NONE_MATCH, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Method};
use store::UserRecord;

use crate::browser::device_cookies;
use i18n::Language;

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// The stored length of a user agent.
const MAX_AGENT_LENGTH: usize = 200;

/// The client's address as determined by the envelope, behind proxies.
#[derive(Clone, Copy, Debug)]
pub struct ClientAddress(
    /// None where it is unknown.
    pub Option<IpAddr>,
);

/// Device cookies of the request. Their seal shows whether they are ours, not their name.
#[derive(Clone, Default)]
pub struct DeviceCookies(pub Vec<String>);

/// Without their values.
impl std::fmt::Debug for DeviceCookies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "DeviceCookies({})", self.0.len())
    }
}

/// What an operation can know about the origin of a call.
#[derive(Clone, Debug, Default)]
pub struct ClientInfo {
    /// The network address. `None` for commands.
    pub address: Option<IpAddr>,
    /// The user agent, truncated.
    pub user_agent: Option<String>,
    /// The browser's preferred language.
    pub language: Language,
    /// The `Host` the request was sent to.
    pub host: Option<String>,
    /// The client's idempotency key.
    pub idempotency_key: Option<String>,
    /// The versions that the client wants to change, from `If-Match`.
    pub if_match: Option<String>,
    /// The versions that the client has, from `If-None-Match`.
    pub if_none_match: Option<String>,
    /// The device cookies.
    pub device_cookies: DeviceCookies,
}

impl ClientInfo {
    /// The client behind a request.
    pub fn of(parts: &Parts) -> Self {
        let headers = &parts.headers;
        let text = |name: HeaderName| {
            // Visible ASCII, which can be cut at any byte.
            let value = headers.get(name)?.to_str().ok()?;
            Some(value.get(..MAX_AGENT_LENGTH).unwrap_or(value).to_owned())
        };
        // A condition that cannot be read must not be ignored: it is empty, which no operation accepts.
        let condition = |name: HeaderName| {
            let is_sent = headers.contains_key(&name);
            text(name).or_else(|| is_sent.then(String::new))
        };
        let client = parts.extensions.get::<ClientAddress>();
        Self {
            address: client.and_then(|it| it.0),
            user_agent: text(USER_AGENT),
            language: Language::negotiate(headers),
            host: text(HOST),
            idempotency_key: condition(IDEMPOTENCY_KEY),
            if_match: condition(IF_MATCH),
            if_none_match: condition(IF_NONE_MATCH),
            device_cookies: device_cookies(headers),
        }
    }

    /// The language for messages to someone: the one they chose, otherwise the browser's.
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
    /// Where it comes from, if that is known.
    pub address: Option<IpAddr>,
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
            address: parts.extensions.get::<ClientAddress>().and_then(|it| it.0),
        }
    }

    /// Whether it may change something.
    pub fn is_unsafe(&self) -> bool {
        !matches!(*self.method, Method::GET | Method::HEAD | Method::OPTIONS)
    }
}
