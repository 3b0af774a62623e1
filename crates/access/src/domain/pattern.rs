//! Domain patterns: one entry of a key's domain list, validated and normalized when it is saved.
//!
//! A pattern has one of three forms: `*`, a host with an optional port, or `*.` before a domain.
//! Patterns that could mean more than their author intends (`*example.com`, `*.co.uk`,
//! `*.github.io`) are refused here, so that the decision at request time is a plain comparison.

use std::fmt;
use std::str::FromStr;

use idna::AsciiDenyList;
use idna::uts46::{DnsLength, Hyphens, Uts46};

/// The maximum length of a host name in text form (RFC 1035 section 2.3.4, without the root's dot).
pub(super) const MAX_HOST_LENGTH: usize = 253;
/// The maximum length of a label (RFC 1035 section 2.3.4).
pub(super) const MAX_LABEL_LENGTH: usize = 63;
/// The maximum length of the input in bytes: more than any host needs in UTF-8. It keeps UTS 46
/// from processing a megabyte.
const MAX_TEXT_LENGTH: usize = 2_048;

/// A validated pattern in canonical form that says which pages may use a key.
///
/// # Examples
///
/// ```
/// use access::{DomainPattern, DomainPatternError};
///
/// let pattern: DomainPattern = "Bücher.example".parse()?;
/// assert_eq!(pattern.to_string(), "xn--bcher-kva.example");
///
/// // Different people own the names below `co.uk`.
/// let refused = "*.co.uk".parse::<DomainPattern>();
/// let base = "co.uk".to_owned();
/// assert_eq!(refused, Err(DomainPatternError::PublicSuffix { base }));
/// # Ok::<(), DomainPatternError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DomainPattern(pub(super) Form);

/// The form of a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Form {
    /// `*`: every page.
    Any,
    /// This host, on this port if one is given, otherwise on every port.
    Host { host: Box<str>, port: Option<u16> },
    /// Every name below this domain, at any depth, never the domain itself.
    Below(Box<str>),
}

impl DomainPattern {
    /// Returns `true` if the pattern is `*`.
    pub fn is_any(&self) -> bool {
        self.0 == Form::Any
    }
}

impl fmt::Display for DomainPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Any => f.write_str("*"),
            Form::Host { host, port: None } => f.write_str(host),
            Form::Host {
                host,
                port: Some(port),
            } => write!(f, "{host}:{port}"),
            Form::Below(base) => write!(f, "*.{base}"),
        }
    }
}

/// The reason why a text is not a domain pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DomainPatternError {
    /// The text is empty or only white space.
    Empty,
    /// The text starts like a URL.
    SchemeNotAllowed {
        /// The text after the scheme, which is probably the intended pattern.
        rest: String,
    },
    /// The text has a character that no host name has: a path, a list, a percent sign.
    BadChar(char),
    /// A `*` is not the whole leftmost label.
    WildcardPosition,
    /// A wildcard covers names that belong to different people.
    PublicSuffix {
        /// The domain under the wildcard.
        base: String,
    },
    /// A wildcard on an IP address.
    WildcardIp,
    /// A wildcard with a port.
    WildcardPort,
    /// Not a host name: an empty or overlong label, invalid Punycode, a malformed address.
    BadHost,
    /// Not a port from 1 to 65535 without leading zeros.
    BadPort,
    /// A name without a dot that is not `localhost`.
    SingleLabel {
        /// The name.
        host: String,
    },
}

impl DomainPatternError {
    /// Returns the machine-readable name.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Empty => "empty",
            Self::SchemeNotAllowed { .. } => "scheme_not_allowed",
            Self::BadChar(_) => "bad_char",
            Self::WildcardPosition => "wildcard_position",
            Self::PublicSuffix { .. } => "public_suffix",
            Self::WildcardIp => "wildcard_ip",
            Self::WildcardPort => "wildcard_port",
            Self::BadHost => "bad_host",
            Self::BadPort => "bad_port",
            Self::SingleLabel { .. } => "single_label",
        }
    }
}

impl fmt::Display for DomainPatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("A domain is missing. Use `example.com` or `*.example.com`."),
            Self::SchemeNotAllowed { rest } if rest.parse::<DomainPattern>().is_ok() => {
                write!(f, "Enter the domain without a scheme: `{rest}`.")
            }
            Self::SchemeNotAllowed { .. } => {
                f.write_str("Enter only a domain, such as `example.com`, without a scheme.")
            }
            Self::BadChar(' ') => {
                f.write_str("A domain cannot contain spaces. Use one host per entry, without a path.")
            }
            Self::BadChar(character) => write!(
                f,
                "A domain cannot contain `{}`. Use one host per entry, without a path.",
                character.escape_debug()
            ),
            Self::WildcardPosition => f.write_str(
                "`*` must be the whole pattern or the whole first label. `*.example.com` matches every subdomain of example.com.",
            ),
            Self::PublicSuffix { base } => write!(
                f,
                "Subdomains of `{base}` belong to different owners. Add your own domain name, such as `*.example.{base}`."
            ),
            Self::WildcardIp => f.write_str("An IP address has no subdomains. Remove `*.`."),
            Self::WildcardPort => {
                f.write_str("A wildcard matches every port. Remove the port or name the host.")
            }
            Self::BadHost => f.write_str(
                "This is not a host name. A label must have 1 to 63 letters, digits, hyphens or underscores, and the name at most 253 characters.",
            ),
            Self::BadPort => f.write_str("A port must be a number from 1 to 65535 without leading zeros."),
            Self::SingleLabel { host } => write!(
                f,
                "`{host}` has no dot. Use the full name, such as `{host}.example.com`. Only `localhost` is allowed without a dot."
            ),
        }
    }
}

impl std::error::Error for DomainPatternError {}

impl FromStr for DomainPattern {
    type Err = DomainPatternError;

    fn from_str(text: &str) -> Result<Self, DomainPatternError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(DomainPatternError::Empty);
        }
        if text.len() > MAX_TEXT_LENGTH {
            return Err(DomainPatternError::BadHost);
        }
        if let Some((_, rest)) = text.split_once("://") {
            let rest = rest.split(['/', '?', '#']).next().unwrap_or_default();
            let rest = rest.to_owned();
            return Err(DomainPatternError::SchemeNotAllowed { rest });
        }
        if let Some(character) = text.chars().find(|it| is_foreign(*it)) {
            return Err(DomainPatternError::BadChar(character));
        }
        if text == "*" {
            return Ok(Self(Form::Any));
        }
        match text.strip_prefix("*.") {
            Some(base) if !base.contains('*') => below(base).map(Self),
            None if !text.contains('*') => host(text).map(Self),
            _ => Err(DomainPatternError::WildcardPosition),
        }
    }
}

/// Returns `true` for ASCII that never occurs in a host, a port or a bracketed address. UTS 46
/// validates other scripts.
fn is_foreign(character: char) -> bool {
    let known = character.is_ascii_alphanumeric() || "-_.:[]*".contains(character);
    (character.is_ascii() && !known) || character.is_control() || character.is_whitespace()
}

fn host(text: &str) -> Result<Form, DomainPatternError> {
    let (name, port) = split_port(text)?;
    let host = match canonical_host(name)? {
        Host::Name(name) if !name.contains('.') && name != "localhost" => {
            return Err(DomainPatternError::SingleLabel { host: name });
        }
        Host::Name(text) | Host::Address(text) => text.into(),
    };
    Ok(Form::Host { host, port })
}

fn below(text: &str) -> Result<Form, DomainPatternError> {
    let (name, port) = split_port(text)?;
    let Host::Name(base) = canonical_host(name)? else {
        return Err(DomainPatternError::WildcardIp);
    };
    if port.is_some() {
        return Err(DomainPatternError::WildcardPort);
    }
    // `localhost` is not a public suffix in practice: the names below it are all the same machine.
    if base != "localhost" && psl::domain_str(&base).is_none() {
        return Err(DomainPatternError::PublicSuffix { base });
    }
    Ok(Form::Below(base.into()))
}

/// Splits off the port. IPv6 may come without brackets, as people write it, and then has no port.
fn split_port(text: &str) -> Result<(&str, Option<u16>), DomainPatternError> {
    let (host, port) = if let Some(close) = text.rfind(']') {
        let (host, rest) = text.split_at(close + 1);
        match rest.strip_prefix(':') {
            Some(port) => (host, port),
            None if rest.is_empty() => return Ok((host, None)),
            None => return Err(DomainPatternError::BadHost),
        }
    } else {
        match text.split_once(':') {
            Some((_, port)) if port.contains(':') => return Ok((text, None)),
            Some(parts) => parts,
            None => return Ok((text, None)),
        }
    };
    let digits = port.bytes().all(|byte| byte.is_ascii_digit()) && !port.starts_with('0');
    let number = digits.then(|| port.parse().ok()).flatten();
    let number = number.ok_or(DomainPatternError::BadPort)?;
    Ok((host, Some(number)))
}

/// A host in canonical form.
enum Host {
    /// A name: lower-case A-labels without a trailing dot.
    Name(String),
    /// An IPv4 address, or an IPv6 address in brackets.
    Address(String),
}

fn canonical_host(text: &str) -> Result<Host, DomainPatternError> {
    if text.contains([':', '[', ']']) {
        let bare = text.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
        let bracketed = format!("[{}]", bare.unwrap_or(text));
        let address = url::Host::parse(&bracketed).map_err(|_| DomainPatternError::BadHost)?;
        return Ok(Host::Address(address.to_string()));
    }
    let name = canonical_name(text).ok_or(DomainPatternError::BadHost)?;
    match url::Host::parse(&name) {
        Ok(url::Host::Ipv4(address)) => Ok(Host::Address(address.to_string())),
        Ok(url::Host::Domain(_)) => Ok(Host::Name(name)),
        _ => Err(DomainPatternError::BadHost),
    }
}

/// Applies UTS 46 non-transitional `ToASCII`, removes one trailing dot, and allows only letters,
/// digits, hyphens, underscores and dots. Otherwise a full-width asterisk would become a plain one.
pub(crate) fn canonical_name(text: &str) -> Option<String> {
    let ascii = Uts46::new()
        .to_ascii(
            text.as_bytes(),
            AsciiDenyList::URL,
            Hyphens::Allow,
            DnsLength::VerifyAllowRootDot,
        )
        .ok()?;
    let name = ascii.strip_suffix('.').unwrap_or(&ascii);
    is_canonical_name(name).then(|| name.to_owned())
}

/// Returns `true` if all labels of a name have a valid length and alphabet.
pub(super) fn is_canonical_name(name: &str) -> bool {
    let is_label = |label: &str| {
        (1..=MAX_LABEL_LENGTH).contains(&label.len()) && label.bytes().all(is_label_byte)
    };
    name.len() <= MAX_HOST_LENGTH && name.split('.').all(is_label)
}

pub(super) const fn is_label_byte(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, expected: Result<&str, &str>) {
        let pattern = text.parse::<DomainPattern>().map(|it| it.to_string());
        let found = pattern.as_deref().map_err(DomainPatternError::name);
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn what_the_vectors_leave_open_is_decided_strictly() {
        check("＊.example.com", Err("bad_host"));
        check("*。example.com", Err("wildcard_position"));
        check("example.com:", Err("bad_port"));
        check("example.com:080", Err("bad_port"));
        check("example.com:+80", Err("bad_char"));
        check("*.", Err("bad_host"));
        check(".", Err("bad_host"));
        check("[::1", Err("bad_host"));
        check("[::1]x", Err("bad_host"));
        check("[[::1]]", Err("bad_host"));
        check("[example.com]", Err("bad_host"));
        check("1.2.3.256", Err("bad_host"));
        check("*.::1", Err("wildcard_ip"));
        check("*:3000", Err("wildcard_position"));
        check("//example.com", Err("bad_char"));
        check("user@example.com", Err("bad_char"));
        check("two words.com", Err("bad_char"));
        check("xn--example-.com", Err("bad_host"));
        check(&format!("{}.com", "a".repeat(64)), Err("bad_host"));
        check(&"a".repeat(5_000), Err("bad_host"));
        check("[::ffff:127.0.0.1]", Ok("[::ffff:7f00:1]"));
        check("my_app.example.com", Ok("my_app.example.com"));
        check("app.localhost", Ok("app.localhost"));
    }

    #[test]
    fn a_wildcard_needs_a_registrable_domain() {
        check("*.com", Err("public_suffix"));
        check("*.intranet", Err("public_suffix"));
        check("*.公司.cn", Err("public_suffix"));
        check("*.xn--55qx5d.cn", Err("public_suffix"));
        check("*.s3.amazonaws.com", Err("public_suffix"));
        // `*.ck` is a rule in the list, and `!www.ck` is its exception.
        check("*.anything.ck", Err("public_suffix"));
        check("*.www.ck", Ok("*.www.ck"));
        check("*.例子.公司.cn", Ok("*.xn--fsqu00a.xn--55qx5d.cn"));
    }

    #[test]
    fn errors_teach() {
        let error = "https://example.com/app".parse::<DomainPattern>();
        let sentence = error.unwrap_err().to_string();
        assert_eq!(
            sentence,
            "Enter the domain without a scheme: `example.com`."
        );
        let error = "http://x y".parse::<DomainPattern>().unwrap_err();
        assert_eq!(
            error.to_string(),
            "Enter only a domain, such as `example.com`, without a scheme."
        );
        let error = "*.github.io".parse::<DomainPattern>().unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("such as `*.example.github.io`.")
        );
    }

    proptest! {
        #[test]
        fn the_canonical_form_is_its_own_canonical_form(
            text in "(\\*\\.)?[a-zA-Z0-9ßüÄжП。._\u{ad}-]{1,12}\\.(com|De|co\\.uk|рф|)(:[0-9]{1,5})?"
        ) {
            if let Ok(pattern) = text.parse::<DomainPattern>() {
                let again = pattern.to_string().parse::<DomainPattern>();
                prop_assert_eq!(again, Ok(pattern));
            }
        }

        #[test]
        fn any_text_is_answered_and_survives_a_second_reading(text in "\\PC{0,40}") {
            if let Ok(pattern) = text.parse::<DomainPattern>() {
                let again = pattern.to_string().parse::<DomainPattern>();
                prop_assert_eq!(again, Ok(pattern));
            }
        }

        #[test]
        fn addresses_have_one_spelling(a: u32, b: u128) {
            let four = format!("0x{a:x}").parse::<DomainPattern>().unwrap();
            prop_assert_eq!(four.to_string(), std::net::Ipv4Addr::from(a).to_string());
            let six = std::net::Ipv6Addr::from(b).to_string().parse::<DomainPattern>().unwrap();
            prop_assert_eq!(six.to_string().parse::<DomainPattern>(), Ok(six));
        }
    }
}
