//! The URL of a webhook endpoint.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::str::FromStr;

use ::url::{Host, Url};

/// The maximum length in bytes.
const MAX_BYTES: usize = 2_048;

/// An `http` or `https` URL without user, password and fragment. Whether messages may be sent to its
/// host is checked for each delivery, with the network address that the host has then.
///
/// # Examples
///
/// ```
/// use access::{WebhookUrl, WebhookUrlError};
///
/// let url: WebhookUrl = "https://example.com/hooks?source=almagest".parse()?;
/// assert_eq!((url.host().as_str(), url.port()), ("example.com", 443));
/// assert_eq!(url.path_and_query(), "/hooks?source=almagest");
///
/// let refused = "https://ann:secret@example.com/".parse::<WebhookUrl>();
/// assert_eq!(refused, Err(WebhookUrlError::Credentials));
/// # Ok::<(), WebhookUrlError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookUrl(Url);

/// The reason why a text is not the URL of an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WebhookUrlError {
    /// The text is too long.
    TooLong,
    /// The text is not an absolute URL.
    NoUrl,
    /// The scheme is neither http nor https.
    Scheme,
    /// The URL contains a user or a password.
    Credentials,
    /// The URL contains a fragment, which is never sent.
    Fragment,
}

impl fmt::Display for WebhookUrlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "The URL must have at most {MAX_BYTES} characters."),
            Self::NoUrl => f.write_str("Enter a URL such as https://example.com/almagest."),
            Self::Scheme => f.write_str("The URL must start with https:// or http://."),
            Self::Credentials => f.write_str(
                "Remove the username and password from the URL. To authenticate messages, verify \
                 their signature.",
            ),
            Self::Fragment => f.write_str("Remove the fragment after #. It is never sent."),
        }
    }
}

impl std::error::Error for WebhookUrlError {}

impl FromStr for WebhookUrl {
    type Err = WebhookUrlError;

    fn from_str(text: &str) -> Result<Self, WebhookUrlError> {
        if text.len() > MAX_BYTES {
            return Err(WebhookUrlError::TooLong);
        }
        let url = Url::parse(text).map_err(|_| WebhookUrlError::NoUrl)?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(WebhookUrlError::Scheme);
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(WebhookUrlError::Credentials);
        }
        if url.fragment().is_some() {
            return Err(WebhookUrlError::Fragment);
        }
        // The parser ensures that URLs of both schemes have a host.
        url.host().ok_or(WebhookUrlError::NoUrl)?;
        Ok(Self(url))
    }
}

impl fmt::Display for WebhookUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_str())
    }
}

impl WebhookUrl {
    /// Returns the URL in the parser's normal form.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// Returns `true` if the endpoint is reached over TLS.
    pub fn is_https(&self) -> bool {
        self.0.scheme() == "https"
    }

    /// Returns the host's name or address, an IPv6 address without brackets.
    pub fn host(&self) -> String {
        match self.0.host() {
            Some(Host::Ipv6(address)) => address.to_string(),
            Some(host) => host.to_string(),
            None => String::new(),
        }
    }

    /// Returns the port: explicit or the scheme's default.
    pub fn port(&self) -> u16 {
        self.0.port_or_known_default().unwrap_or(443)
    }

    /// Returns the value of the `Host` field: with brackets, and with a port that is not the
    /// scheme's default.
    pub fn authority(&self) -> String {
        let host = self.0.host_str().unwrap_or_default();
        match self.0.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        }
    }

    /// Returns the target in the request line.
    pub fn path_and_query(&self) -> String {
        match self.0.query() {
            Some(query) => format!("{}?{query}", self.0.path()),
            None => self.0.path().to_owned(),
        }
    }

    /// Returns the host's address if it is known without a DNS look-up.
    pub fn known_address(&self) -> Option<IpAddr> {
        match self.0.host()? {
            Host::Ipv4(address) => Some(address.into()),
            Host::Ipv6(address) => Some(address.into()),
            // RFC 6761: these names resolve to the local machine.
            Host::Domain(name) => {
                let name = name.strip_suffix('.').unwrap_or(name);
                let is_local = name == "localhost" || name.ends_with(".localhost");
                is_local.then_some(Ipv4Addr::LOCALHOST.into())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<&str, WebhookUrlError>) {
        let found = text.parse::<WebhookUrl>();
        let found = found.as_ref().map(WebhookUrl::as_str).map_err(|it| *it);
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn only_http_without_user_and_fragment() {
        check(
            "https://example.com/hook?a=b",
            Ok("https://example.com/hook?a=b"),
        );
        check("HTTP://Example.COM", Ok("http://example.com/"));
        check("ftp://example.com/", Err(WebhookUrlError::Scheme));
        check("file:///etc/passwd", Err(WebhookUrlError::Scheme));
        check("gopher://example.com/", Err(WebhookUrlError::Scheme));
        check("javascript:alert(1)", Err(WebhookUrlError::Scheme));
        check("//example.com/", Err(WebhookUrlError::NoUrl));
        check("https://", Err(WebhookUrlError::NoUrl));
        check("https://a@example.com/", Err(WebhookUrlError::Credentials));
        check("https://:b@example.com/", Err(WebhookUrlError::Credentials));
        check("https://example.com/#x", Err(WebhookUrlError::Fragment));
        let long = format!("https://example.com/{}", "a".repeat(MAX_BYTES));
        check(&long, Err(WebhookUrlError::TooLong));
    }

    #[test]
    fn an_address_in_any_spelling_is_known_as_what_it_is() {
        for (text, address) in [
            ("http://127.0.0.1/", Some("127.0.0.1")),
            ("http://2130706433/", Some("127.0.0.1")),
            ("http://0x7f.1/", Some("127.0.0.1")),
            ("http://0177.0.0.1/", Some("127.0.0.1")),
            ("http://127.1/", Some("127.0.0.1")),
            ("http://[::1]:8080/", Some("::1")),
            ("http://[::ffff:10.0.0.1]/", Some("::ffff:10.0.0.1")),
            ("http://localhost:3000/", Some("127.0.0.1")),
            ("http://a.localhost./", Some("127.0.0.1")),
            ("http://example.com/", None),
        ] {
            let url: WebhookUrl = text.parse().unwrap();
            let address = address.map(|it| it.parse().unwrap());
            assert_eq!(url.known_address(), address, "{text}");
        }
    }

    #[test]
    fn the_parts_are_those_of_a_request() {
        let url: WebhookUrl = "https://[2001:db8::1]:8443/a%20b?c".parse().unwrap();
        assert!(url.is_https());
        assert_eq!(url.host(), "2001:db8::1");
        assert_eq!(
            (url.port(), url.authority().as_str()),
            (8443, "[2001:db8::1]:8443")
        );
        assert_eq!(url.path_and_query(), "/a%20b?c");
        let plain: WebhookUrl = "http://example.com:80".parse().unwrap();
        assert_eq!(
            (plain.port(), plain.authority().as_str()),
            (80, "example.com")
        );
        assert_eq!(plain.path_and_query(), "/");
    }
}
