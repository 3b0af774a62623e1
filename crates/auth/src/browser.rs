//! What a browser sends automatically: the session cookie, and the page that a request comes from.

use std::net::IpAddr;

use access::{Device, DeviceKey, SessionToken};
use axum::http::header::{COOKIE, HOST, ORIGIN, REFERER};
use axum::http::{HeaderMap, HeaderName};
use url::Url;

use crate::head::DeviceCookies;
use config::Config;

/// The number of device cookies of one request that are checked.
const MAX_DEVICE_COOKIES: usize = 4;
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// How the session cookie is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionCookie {
    /// Over https: bound to the host by its name prefix, never sent over http.
    Secure,
    /// Over http on the local machine only, for trying out the service.
    Local,
}

impl SessionCookie {
    /// How a cookie can be set in the response to a request sent to `host`. `None` where it would
    /// be sent unprotected over a network.
    pub fn at(config: &Config, host: Option<&str>) -> Option<Self> {
        if config.public_url().starts_with("https://") {
            return Some(Self::Secure);
        }
        is_loopback(host?).then_some(Self::Local)
    }

    /// The cookie's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Secure => "__Host-almagest",
            Self::Local => "almagest_local",
        }
    }

    /// The `Set-Cookie` header that starts a session.
    pub fn set(self, token: &SessionToken) -> String {
        format!("{}={}{}", self.name(), token.reveal(), self.attributes())
    }

    /// The `Set-Cookie` header that removes it.
    pub fn clear(self) -> String {
        format!("{}={}; Max-Age=0", self.name(), self.attributes())
    }

    /// The name of the device cookie, which identifies a browser that signed in before.
    pub const fn device_name(self) -> &'static str {
        match self {
            Self::Secure => "__Host-almagest-device",
            Self::Local => "almagest_device_local",
        }
    }

    /// The `Set-Cookie` header of the device cookie. Signing out does not remove it.
    pub fn set_device(self, device: &Device, key: &DeviceKey) -> String {
        let (name, value) = (self.device_name(), device.cookie(key));
        let seconds = access::device::LIFETIME.as_secs();
        let attributes = self.attributes();
        format!("{name}={}{attributes}; Max-Age={seconds}", value.as_str())
    }

    const fn attributes(self) -> &'static str {
        match self {
            Self::Secure => "; Path=/; Secure; HttpOnly; SameSite=Lax",
            Self::Local => "; Path=/; HttpOnly; SameSite=Lax",
        }
    }
}

/// The session cookie of a request, with the name this service uses, and only if there is exactly
/// one. A second one was set by a sibling host.
pub(crate) fn session_cookie<'a>(config: &Config, headers: &'a HeaderMap) -> Option<&'a str> {
    let host = headers.get(HOST).and_then(|it| it.to_str().ok());
    let name = SessionCookie::at(config, host)?.name();
    let mut found = headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|it| it.to_str().ok())
        .flat_map(|it| it.split(';'))
        .filter_map(|it| it.trim().split_once('='))
        .filter(|(key, _)| *key == name)
        .map(|(_, value)| value);
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

/// The device cookies of a request. All with that name are checked, so that a sibling host that
/// sets one does not make a browser unknown.
pub(crate) fn device_cookies(headers: &HeaderMap) -> DeviceCookies {
    let names = [SessionCookie::Secure, SessionCookie::Local].map(SessionCookie::device_name);
    let found = headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|it| it.to_str().ok())
        .flat_map(|it| it.split(';'))
        .filter_map(|it| it.trim().split_once('='))
        .filter(|(key, _)| names.contains(key))
        .map(|(_, value)| value.to_owned());
    DeviceCookies(found.take(MAX_DEVICE_COOKIES).collect())
}

/// Whether a request that may change something comes from a page of this service. Browsers state
/// this in `Sec-Fetch-Site` and `Origin`, and pages cannot change either. A request with neither is
/// refused, because its origin is unknown.
pub fn is_same_origin(config: &Config, headers: &HeaderMap) -> bool {
    comes_from(config, headers, &["same-origin"])
}

/// Whether a page that sends counted requests is opened from a page of this service, or directly by
/// the visitor (typed URL or bookmark). A link on another website must not spend the quota of the
/// visitor's organization.
pub fn is_own_visit(config: &Config, headers: &HeaderMap) -> bool {
    comes_from(config, headers, &["same-origin", "none"])
}

fn comes_from(config: &Config, headers: &HeaderMap, sites: &[&str]) -> bool {
    let one = |name: HeaderName| {
        let mut values = headers.get_all(name).iter();
        let first = values.next().map(|it| it.to_str().unwrap_or_default());
        // Two values are treated as invalid.
        if values.next().is_some() {
            Some("")
        } else {
            first
        }
    };
    let site = one(SEC_FETCH_SITE).map(|it| sites.contains(&it));
    let origin = one(ORIGIN).map(|it| is_own_origin(config, it, one(HOST)));
    match (site, origin) {
        (None, None) => false,
        (site, origin) => site.unwrap_or(true) && origin.unwrap_or(true),
    }
}

/// Whether the page that a request names belongs to this service: by its one `Origin`, or without
/// one by its one `Referer`.
pub(crate) fn is_own_page(config: &Config, headers: &HeaderMap) -> bool {
    let one = |name: HeaderName| {
        let mut values = headers.get_all(name).iter();
        let first = values.next()?.to_str().ok();
        first.filter(|_| values.next().is_none())
    };
    if headers.contains_key(ORIGIN) {
        return one(ORIGIN).is_some_and(|it| is_own_origin(config, it, one(HOST)));
    }
    let referer = one(REFERER).and_then(|it| Url::parse(it).ok());
    referer.is_some_and(|it| is_own_origin(config, &it.origin().ascii_serialization(), one(HOST)))
}

/// The public URL, or the local machine under another name, where the `Host` decides.
fn is_own_origin(config: &Config, origin: &str, host: Option<&str>) -> bool {
    if origin == config.public_url() {
        return true;
    }
    let Some(host) = host.filter(|it| is_loopback(it)) else {
        return false;
    };
    !config.public_url().starts_with("https://") && origin == format!("http://{host}")
}

/// Whether a `Host` is the local machine.
fn is_loopback(host: &str) -> bool {
    let Ok(url) = Url::parse(&format!("http://{host}/")) else {
        return false;
    };
    match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost",
        Some(url::Host::Ipv4(address)) => IpAddr::V4(address).is_loopback(),
        Some(url::Host::Ipv6(address)) => IpAddr::V6(address).is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;
    use config::{Origin, Sources};

    fn config(public_url: &str) -> Config {
        let mut sources = Sources::default();
        let value = ("public_url".to_owned(), public_url.to_owned());
        sources.add(Origin::CommandLine, [value]);
        Config::from_sources(&sources).unwrap()
    }

    fn headers(list: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in list {
            headers.append(*name, HeaderValue::from_static(value));
        }
        headers
    }

    #[test]
    fn a_session_travels_over_https_or_not_at_all() {
        let at = |url, host| SessionCookie::at(&config(url), Some(host));
        let secure = Some(SessionCookie::Secure);
        assert_eq!(at("https://api.example.org", "api.example.org"), secure);
        for loopback in [
            "localhost:8080",
            "127.0.0.1:8080",
            "[::1]:8080",
            "127.9.9.9",
        ] {
            assert_eq!(at("", loopback), Some(SessionCookie::Local), "{loopback}");
        }
        for other in [
            "192.168.1.5:8080",
            "example.org",
            "localhost.example.org",
            "",
        ] {
            assert_eq!(at("", other), None, "{other}");
        }
        assert_eq!(SessionCookie::at(&config(""), None), None);
    }

    #[test]
    fn only_the_one_cookie_of_the_right_name_is_read() {
        let read = |url, cookies: &[&'static str]| {
            let mut list = vec![("host", "localhost")];
            list.extend(cookies.iter().map(|it| ("cookie", *it)));
            session_cookie(&config(url), &headers(&list)).map(str::to_owned)
        };
        let https = "https://localhost";
        assert_eq!(read("", &["a=1; almagest_local=x"]), Some("x".to_owned()));
        assert_eq!(read(https, &["almagest_local=x"]), None);
        assert_eq!(read(https, &["__Host-almagest=x"]), Some("x".to_owned()));
        assert_eq!(read("", &["almagest_local=x", "almagest_local=y"]), None);
    }

    #[test]
    fn a_change_comes_from_our_own_pages() {
        let check = |list: &[(&'static str, &'static str)], expected| {
            let found = is_same_origin(&config("https://api.example.org"), &headers(list));
            assert_eq!(found, expected, "{list:?}");
        };
        check(&[("origin", "https://api.example.org")], true);
        check(&[("sec-fetch-site", "same-origin")], true);
        check(&[], false);
        for site in ["cross-site", "same-site", "none", "Same-Origin"] {
            check(&[("sec-fetch-site", site)], false);
        }
        for origin in [
            "null",
            "https://evil.example",
            "https://api.example.org.evil.example",
            "http://api.example.org",
            "https://api.example.org:8443",
            "http://localhost:8080",
        ] {
            check(&[("origin", origin), ("host", "localhost:8080")], false);
        }
        let both = [
            ("origin", "https://evil.example"),
            ("sec-fetch-site", "same-origin"),
        ];
        check(&both, false);
        let twice = [
            ("origin", "https://api.example.org"),
            ("origin", "https://api.example.org"),
        ];
        check(&twice, false);
    }
}
