//! The page that a request comes from, read from one `Origin` or `Referer` field.
//!
//! Almost every such field is plain (`https://www.example.com`) and is recognized byte by byte.
//! Everything else goes through the parser that browsers use. The two never disagree (a property
//! test compares them).

use std::borrow::Cow;
use std::net::Ipv4Addr;

use url::Url;

use super::pattern::{
    MAX_HOST_LENGTH, MAX_LABEL_LENGTH, canonical_name, is_canonical_name, is_label_byte,
};

/// The maximum length of a serialized origin: scheme, host, port. Longer ones do not name a valid
/// host.
const MAX_ORIGIN_LENGTH: usize = 300;
/// The maximum length of a Referer. Browsers cut a Referer to its origin at 4,096 bytes (W3C
/// Referrer Policy).
const MAX_REFERER_LENGTH: usize = 8_192;

/// The host and effective port of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Site<'a> {
    /// The host in canonical form: lower-case A-labels without a trailing dot, or an address.
    pub(super) host: Cow<'a, str>,
    /// The effective port: explicit or the scheme's default.
    pub(super) port: u16,
}

/// The reason why a field does not name a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SiteError {
    /// `null`: a page that hides its origin.
    Opaque,
    /// Not in the form that browsers write.
    Malformed,
    /// Neither http nor https.
    Scheme,
}

/// Parses an `Origin` field, which must be in serialized form except for letter case and an
/// explicit default port.
pub(super) fn of_origin(field: &[u8]) -> Result<Site<'_>, SiteError> {
    if field == b"null" {
        return Err(SiteError::Opaque);
    }
    let text = printable(field, MAX_ORIGIN_LENGTH)?;
    match plain(text) {
        Some((site, "")) => Ok(site),
        _ => parsed_origin(text),
    }
}

/// Parses a `Referer` field: an absolute URL, of which only the origin matters.
pub(super) fn of_referer(field: &[u8]) -> Result<Site<'_>, SiteError> {
    let text = printable(field, MAX_REFERER_LENGTH)?;
    match plain(text) {
        Some((site, rest)) if !rest.contains('#') => Ok(site),
        _ => parsed_referer(text),
    }
}

/// Returns the text of a field without white space, control characters, backslashes or bytes beyond
/// ASCII. A serialized URL has none of them, and attacks on URL parsers use all of them.
fn printable(field: &[u8], longest: usize) -> Result<&str, SiteError> {
    let is_printable = |byte: &u8| byte.is_ascii_graphic() && *byte != b'\\';
    if field.len() > longest || !field.iter().all(is_printable) {
        return Err(SiteError::Malformed);
    }
    std::str::from_utf8(field).map_err(|_| SiteError::Malformed)
}

/// Returns the site of a plain URL and the text after its authority. `None` only means "not plain".
fn plain(text: &str) -> Option<(Site<'_>, &str)> {
    let (rest, default_port) = match text.strip_prefix("https://") {
        Some(rest) => (rest, 443),
        None => (text.strip_prefix("http://")?, 80),
    };
    let end = rest
        .bytes()
        .position(|byte| matches!(byte, b'/' | b'?' | b'#'));
    let (authority, rest) = rest.split_at(end.unwrap_or(rest.len()));
    let (host, port) = match authority.split_once(':') {
        Some((host, port)) => (host, plain_port(port)?),
        None => (authority, default_port),
    };
    // Checked before the dot is removed: an address with a trailing dot is not in serialized form.
    let is_address = host.parse::<Ipv4Addr>().is_ok();
    let host = host.strip_suffix('.').unwrap_or(host);
    let site = Site {
        host: Cow::Borrowed(host),
        port,
    };
    (is_address || is_plain_name(host)).then_some((site, rest))
}

fn plain_port(text: &str) -> Option<u16> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    plain.then(|| text.parse().ok()).flatten()
}

/// Returns `true` if a name is its own canonical form. A name whose last label starts with a digit
/// may be an address and is left to the parser.
fn is_plain_name(name: &str) -> bool {
    let (mut start, mut has_punycode) = (0, false);
    for (index, byte) in name.bytes().enumerate() {
        if byte == b'.' {
            if !(1..=MAX_LABEL_LENGTH).contains(&(index - start)) {
                return false;
            }
            start = index + 1;
        } else if !is_label_byte(byte) {
            return false;
        }
        has_punycode |= index == start && byte == b'x' && name[index..].starts_with("xn--");
    }
    let last = &name.as_bytes()[start..];
    let is_name = last.first().is_some_and(|byte| !byte.is_ascii_digit());
    is_name
        && last.len() <= MAX_LABEL_LENGTH
        && name.len() <= MAX_HOST_LENGTH
        // Punycode can spell anything in a second way, so it must be decoded to be trusted.
        && (!has_punycode || canonical_name(name).is_some_and(|it| it == name))
}

fn parsed_origin(text: &str) -> Result<Site<'static>, SiteError> {
    if !text.contains("://") {
        return Err(SiteError::Malformed);
    }
    let lower = text.to_ascii_lowercase();
    let url = Url::parse(&lower).map_err(|_| SiteError::Malformed)?;
    let site = site(&url)?;
    let serialized = url.origin().ascii_serialization();
    // The serialization omits a default port.
    let tolerated = || format!("{serialized}:{}", site.port);
    if lower == serialized || (url.port().is_none() && lower == tolerated()) {
        Ok(site)
    } else {
        Err(SiteError::Malformed)
    }
}

fn parsed_referer(text: &str) -> Result<Site<'static>, SiteError> {
    let url = Url::parse(text).map_err(|_| SiteError::Malformed)?;
    let site = site(&url)?;
    // The parser also accepts `https:example.com` and `https:///example.com`. No browser sends
    // them, and other parsers see another host in them.
    let scheme = url.scheme().len();
    let after = text.get(scheme..).and_then(|it| it.strip_prefix("://"));
    let absolute = after.is_some_and(|it| !it.starts_with('/'));
    // Uses `split` rather than the parser, because an empty user (`https://@host/`) leaves no trace
    // in the parsed URL.
    let authority = after.and_then(|it| it.split(['/', '?', '#']).next());
    let has_user = authority.is_some_and(|it| it.contains('@'));
    if absolute && !has_user && url.fragment().is_none() {
        Ok(site)
    } else {
        Err(SiteError::Malformed)
    }
}

fn site(url: &Url) -> Result<Site<'static>, SiteError> {
    if !matches!(url.scheme(), "http" | "https") {
        return Err(SiteError::Scheme);
    }
    let host = url.host().ok_or(SiteError::Malformed)?;
    let port = url.port_or_known_default().unwrap_or_default();
    let host = match host {
        url::Host::Domain(name) => {
            let name = name.strip_suffix('.').unwrap_or(name);
            if !is_canonical_name(name) {
                return Err(SiteError::Malformed);
            }
            name.to_owned()
        }
        address => address.to_string(),
    };
    if port == 0 {
        return Err(SiteError::Malformed);
    }
    let host = Cow::Owned(host);
    Ok(Site { host, port })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(field: &str, expected: Result<(&str, u16), SiteError>) {
        let site = of_referer(field.as_bytes());
        let found = site.as_ref().map(|site| (&*site.host, site.port));
        assert_eq!(found, expected.as_ref().map(|it| *it), "{field}");
    }

    #[test]
    fn a_referer_is_an_absolute_url_without_user_and_fragment() {
        check("https://example.com", Ok(("example.com", 443)));
        check("http://example.com:8080/?q=1", Ok(("example.com", 8080)));
        check("HTTPS://Example.com./a", Ok(("example.com", 443)));
        check("http://127.1/", Ok(("127.0.0.1", 80)));
        for malformed in [
            "https://example.com/#top",
            "https://example.com#",
            "https://@example.com/",
            "https://:@example.com/",
            "https:example.com/",
            "https:/example.com/",
            "https:///example.com/",
            "https://a..example.com/",
            "https://a,b.example.com/",
            "https://example.com:0/",
            "https://example.com/a b",
            "https://example.com/ä",
            "",
        ] {
            check(malformed, Err(SiteError::Malformed));
        }
        check("data:text/html,x", Err(SiteError::Scheme));
    }

    #[test]
    fn overlong_fields_are_refused_before_they_are_parsed() {
        let long = format!("https://{}com", "a.".repeat(5_000));
        assert_eq!(of_origin(long.as_bytes()), Err(SiteError::Malformed));
        assert_eq!(of_referer(long.as_bytes()), Err(SiteError::Malformed));
        let label = format!("https://{}.com", "a".repeat(64));
        assert_eq!(of_origin(label.as_bytes()), Err(SiteError::Malformed));
    }

    proptest! {
        #[test]
        fn the_short_way_and_the_parser_agree(
            text in "https?://(xn--)?[a-z0-9_x-]{0,4}(\\.(xn--|xn--mnchen-3ya|xn--fa-hia)?[a-z0-9_-]{0,5}){0,3}\\.?(:[0-9]{0,6})?(/[a-z?#@:.]{0,5})?"
        ) {
            if let Some((site, rest)) = plain(&text) {
                if rest.is_empty() {
                    prop_assert_eq!(parsed_origin(&text), Ok(site.clone()), "{}", text);
                }
                if !rest.contains('#') {
                    prop_assert_eq!(parsed_referer(&text), Ok(site), "{}", text);
                }
            }
        }

        #[test]
        fn the_short_way_and_the_parser_agree_on_addresses(
            text in "http://(0|00|0x)?[0-9]{1,3}(\\.0?[0-9]{1,3}){2,4}\\.?(:80)?"
        ) {
            if let Some((site, "")) = plain(&text) {
                prop_assert_eq!(parsed_origin(&text), Ok(site.clone()), "{}", text);
                prop_assert_eq!(parsed_referer(&text), Ok(site), "{}", text);
            }
        }

        #[test]
        fn every_address_in_serialized_form_takes_the_short_way(address: u32) {
            let address = Ipv4Addr::from(address).to_string();
            let text = format!("http://{address}:8080");
            let host = plain(&text).map(|(site, _)| site.host.into_owned());
            prop_assert_eq!(host, Some(address));
        }

        #[test]
        fn random_bytes_are_answered(bytes: Vec<u8>) {
            prop_assert!(of_origin(&bytes).is_err());
            prop_assert!(of_referer(&bytes).is_err());
        }

        #[test]
        fn bytes_that_look_like_a_url_are_answered(text in "https?:/{0,3}[\\x00-\\x7f]{0,30}") {
            for site in [of_origin(text.as_bytes()), of_referer(text.as_bytes())].into_iter().flatten() {
                prop_assert!(!site.host.is_empty() && !site.host.ends_with('.'));
            }
        }
    }
}
