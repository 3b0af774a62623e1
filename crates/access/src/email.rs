//! Email addresses. Only their syntax is checked: whether mail arrives, only a mail can tell.
//!
//! Two addresses that differ only in letter case are one account. RFC 5321 lets a host treat `Ann@`
//! and `ann@` as two people. No host in common use does, but an attacker would register the second.
//! Mail is still sent to the spelling as given.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use crate::domain::canonical_name;

/// The maximum length of an address that mail servers accept (RFC 5321 section 4.5.3.1.3, less the
/// angle brackets).
const LONGEST: usize = 254;
/// The maximum length of the part before the `@` (RFC 5321 section 4.5.3.1.1).
const MAX_LOCAL_LENGTH: usize = 64;

/// An email address: the part before the `@` as given, the domain in lower-case ASCII.
///
/// Equality, order and hash ignore letter case.
///
/// # Examples
///
/// ```
/// use access::EmailAddress;
///
/// let address: EmailAddress = "Ann.Lee@Mail.Example.CO.UK".parse()?;
/// assert_eq!(address.as_str(), "Ann.Lee@mail.example.co.uk");
/// assert_eq!(address.registrable_domain(), "example.co.uk");
/// assert_eq!(address, "ann.lee@mail.example.co.uk".parse()?);
/// assert!("ann.lee".parse::<EmailAddress>().is_err());
/// # Ok::<(), access::EmailError>(())
/// ```
#[derive(Clone)]
pub struct EmailAddress(String);

impl EmailAddress {
    /// Returns the address to send mail to.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the part after the `@`, in lower-case ASCII.
    pub fn domain(&self) -> &str {
        self.0.rsplit_once('@').map_or("", |(_, domain)| domain)
    }

    /// Returns the registrable domain, such as `example.co.uk` for an address at
    /// `mail.example.co.uk`. Returns the domain itself if nobody could have registered one.
    pub fn registrable_domain(&self) -> &str {
        psl::domain_str(self.domain()).unwrap_or(self.domain())
    }

    /// Returns the form under which the address is unique, for the database index.
    pub fn unique_form(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl PartialEq for EmailAddress {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Eq for EmailAddress {}

impl PartialOrd for EmailAddress {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for EmailAddress {
    fn cmp(&self, other: &Self) -> Ordering {
        self.unique_form().cmp(&other.unique_form())
    }
}

impl Hash for EmailAddress {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.unique_form().hash(state);
    }
}

/// The reason why a text is not an email address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmailError {
    /// There is no `@`, or there are several.
    At,
    /// The address is longer than mail servers accept.
    TooLong,
    /// The part before the `@` is empty or has characters that need quoting.
    Local,
    /// The part after the `@` is not a host name.
    Domain,
}

impl fmt::Display for EmailError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At => f.write_str("Enter a valid email address, such as name@example.com."),
            Self::TooLong => write!(
                f,
                "An email address can have at most {LONGEST} characters, {MAX_LOCAL_LENGTH} before the `@`."
            ),
            Self::Local => f.write_str(
                "Before the `@`, only letters, digits, single dots and !#$%&'*+-/=?^_`{|}~ are allowed.",
            ),
            Self::Domain => f.write_str("After the `@`, a host name such as example.com is required."),
        }
    }
}

impl std::error::Error for EmailError {}

impl FromStr for EmailAddress {
    type Err = EmailError;

    fn from_str(text: &str) -> Result<Self, EmailError> {
        let text = text.trim();
        if text.len() > LONGEST {
            return Err(EmailError::TooLong);
        }
        let (local, domain) = text.split_once('@').ok_or(EmailError::At)?;
        if domain.contains('@') {
            return Err(EmailError::At);
        }
        if local.len() > MAX_LOCAL_LENGTH {
            return Err(EmailError::TooLong);
        }
        // Dots separate atoms, so there is none at either end and no two in a row.
        if !local.split('.').all(is_atom) {
            return Err(EmailError::Local);
        }
        let domain = canonical_name(domain).ok_or(EmailError::Domain)?;
        // UTS 46 can lengthen a name. The limit applies to the form that a mail server sees.
        let address = format!("{local}@{domain}");
        if address.len() > LONGEST {
            return Err(EmailError::TooLong);
        }
        Ok(Self(address))
    }
}

/// Returns `true` for an atom of RFC 5322 section 3.2.3. Quoted parts and other scripts are not
/// accepted: they are rare, need SMTPUTF8 or escaping, and have been used for header injection.
fn is_atom(text: &str) -> bool {
    let is_atom_byte =
        |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_atom_byte)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, expected: Result<&str, EmailError>) {
        let address = text.parse::<EmailAddress>();
        let found = address.as_ref().map(EmailAddress::as_str);
        assert_eq!(found, expected.as_ref().map(|it| *it), "{text:?}");
    }

    #[test]
    fn addresses_are_trimmed_and_their_domain_is_lower_case() {
        check(" Ann.Lee@Example.COM ", Ok("Ann.Lee@example.com"));
        check("ann+stars@example.co.uk", Ok("ann+stars@example.co.uk"));
        check("owner@localhost", Ok("owner@localhost"));
        check("info@MÜNCHEN.de", Ok("info@xn--mnchen-3ya.de"));
        check("info@example.com.", Ok("info@example.com"));
    }

    #[test]
    fn subdomains_belong_to_the_domain_that_was_registered() {
        let check = |text: &str, expected: &str| {
            let address: EmailAddress = text.parse().unwrap();
            assert_eq!(address.registrable_domain(), expected);
        };
        check("ann@example.com", "example.com");
        check("ann@a.b.Example.com", "example.com");
        check("ann@mail.example.co.uk", "example.co.uk");
        check("ann@localhost", "localhost");
    }

    #[test]
    fn what_mail_servers_would_refuse_is_refused() {
        check("", Err(EmailError::At));
        check("example.com", Err(EmailError::At));
        check("a@b@example.com", Err(EmailError::At));
        check("@example.com", Err(EmailError::Local));
        check("a b@example.com", Err(EmailError::Local));
        check("a\r\nBcc: x@example.com", Err(EmailError::Local));
        check(".a@example.com", Err(EmailError::Local));
        check("a..b@example.com", Err(EmailError::Local));
        check("\"a\"@example.com", Err(EmailError::Local));
        check("аnn@example.com", Err(EmailError::Local));
        check("ann@", Err(EmailError::Domain));
        check("ann@exa mple.com", Err(EmailError::Domain));
        check("ann@example..com", Err(EmailError::Domain));
        check("ann@[127.0.0.1]", Err(EmailError::Domain));
        check("ann@example.com\0", Err(EmailError::Domain));
    }

    #[test]
    fn lengths_are_limited() {
        let local = |length| format!("{}@example.com", "a".repeat(length));
        check(&local(64), Ok(&local(64)));
        check(&local(65), Err(EmailError::TooLong));
        let label = "b".repeat(61);
        let longest = format!("ann@{label}.{label}.{label}.{label}.co");
        assert_eq!(longest.len(), LONGEST);
        check(&longest, Ok(&longest));
        check(&format!("{longest}m"), Err(EmailError::TooLong));
        // 104 bytes before UTS 46, 259 after it.
        let grows = format!("ann.lee@{}com", "ü.".repeat(31));
        assert!(grows.len() < LONGEST);
        check(&grows, Err(EmailError::TooLong));
    }

    #[test]
    fn letter_case_makes_no_second_account() {
        let [first, second] =
            ["Ann@Example.com", "aNN@example.COM"].map(|it| it.parse::<EmailAddress>().unwrap());
        assert_eq!(first, second);
        assert_eq!(first.cmp(&second), Ordering::Equal);
        assert_eq!(first.unique_form(), "ann@example.com");
        let set: std::collections::HashSet<_> = [first, second].into_iter().collect();
        assert_eq!(set.len(), 1);
    }

    proptest! {
        #[test]
        fn what_was_read_is_read_the_same_again(text in "[a-zA-Z0-9.+_-]{1,10}@[a-zA-Zéß0-9.-]{1,10}|\\PC{0,30}") {
            if let Ok(address) = text.parse::<EmailAddress>() {
                let again = address.as_str().parse::<EmailAddress>().unwrap();
                prop_assert_eq!(again.as_str(), address.as_str());
            }
        }
    }
}
