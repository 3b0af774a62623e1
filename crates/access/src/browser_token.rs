//! Browser tokens: short-lived credentials for a page that a server mints from its key, with fewer
//! rights than the key.
//!
//! A token is `bt_`, the claims in base64url, a dot, and an HMAC-SHA-256 over everything before the
//! dot. Nothing is stored. A token stops working with its key: verification also looks up the key,
//! and the key's own domain rule, permissions and limits still apply.
//!
//! The claims are lines of text: version, key, permissions, issued, expires, origins. None of them
//! can contain a line break, so they can be parsed in one way only. They are signed, not encrypted.

use std::fmt;
use std::time::Duration;

use base64ct::{Base64UrlUnpadded, Encoding as _};
use hmac::Mac as _;
use zeroize::Zeroizing;

use crate::domain::{DomainList, DomainPattern, DomainRule};
use crate::id::KeyId;
use crate::master::BrowserTokenKey;
use crate::permission::{KeyPermission, KeyPermissions};
use crate::timestamp::Timestamp;

const PREFIX: &str = "bt_";
const VERSION: &str = "1";
/// The maximum number of pages per token.
const MAX_ORIGINS: usize = 10;
/// The maximum lifetime of a token.
const MAX_LIFETIME: Duration = Duration::from_hours(1);
/// The maximum length in bytes: more than ten of the longest patterns need.
const MAX_TEXT_LENGTH: usize = 4_096;

/// The requested scope of a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrowserTokenRequest {
    /// The permissions: at least one, all of which the key has.
    pub permissions: KeyPermissions,
    /// One to ten pages, all of them covered by the key's domain rule, never `*`.
    pub origins: Vec<DomainPattern>,
    /// The lifetime from now: at most an hour, and not past the key's own expiration.
    pub lifetime: Duration,
}

/// The key that a token is minted from.
#[derive(Clone, Copy, Debug)]
pub struct ParentKey<'a> {
    /// The key's id.
    pub id: KeyId,
    /// The key's permissions.
    pub permissions: KeyPermissions,
    /// The key's domain rule.
    pub domains: &'a DomainRule,
    /// The first instant at which the key no longer works.
    pub expires_at: Option<Timestamp>,
}

/// The claims of a valid token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrowserTokenClaims {
    /// The key that the token was minted from.
    pub key: KeyId,
    /// The token's permissions, as long as the key has them.
    pub permissions: KeyPermissions,
    /// The pages that may use the token.
    pub origins: DomainList,
    /// When it was minted.
    pub issued_at: Timestamp,
    /// The first instant at which the token no longer works.
    pub expires_at: Timestamp,
}

/// A new token, in memory only until it has been sent. It has no `Clone`, `Display` or
/// serialization.
pub struct BrowserToken(Zeroizing<String>);

/// The reason why a token is not minted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MintRefusal {
    /// The request names no permission.
    PermissionsEmpty,
    /// The key itself does not have the permission.
    PermissionNotHeld(KeyPermission),
    /// The request names no page.
    OriginsEmpty,
    /// The request names more pages than a token may have.
    TooManyOrigins {
        /// The number of pages given.
        given: usize,
    },
    /// The page is `*`. A token for every page is not narrower than a key.
    OriginAny,
    /// The key's own domain rule does not cover the page.
    OriginNotCovered(DomainPattern),
    /// The lifetime is zero or more than an hour.
    Lifetime,
    /// The token would outlive its key.
    OutlivesKey,
}

impl fmt::Display for MintRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PermissionsEmpty => f.write_str("A token must have at least one permission."),
            Self::PermissionNotHeld(permission) => {
                write!(f, "The key does not have the `{permission}` permission.")
            }
            Self::OriginsEmpty => f.write_str("A token must have at least one origin."),
            Self::TooManyOrigins { given } => {
                write!(
                    f,
                    "A token can have at most {MAX_ORIGINS} origins, got {given}."
                )
            }
            Self::OriginAny => {
                f.write_str("A token cannot have the origin `*`. List each origin that can use it.")
            }
            Self::OriginNotCovered(pattern) => {
                write!(f, "The key's domains do not include `{pattern}`.")
            }
            Self::Lifetime => {
                let seconds = MAX_LIFETIME.as_secs();
                write!(f, "A token must expire after 1 to {seconds} seconds.")
            }
            Self::OutlivesKey => f.write_str("A token cannot expire later than its key."),
        }
    }
}

impl std::error::Error for MintRefusal {}

/// The reason why a token is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrowserTokenRefusal {
    /// The token is not from this service. Carries no details on purpose.
    Invalid,
    /// The token was valid but has expired.
    Expired,
}

impl BrowserToken {
    /// Mints a token and returns it with its claims.
    ///
    /// # Errors
    ///
    /// [`MintRefusal`] if the token would allow anything that its key does not.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use access::{
    ///     BrowserToken, BrowserTokenClaims, BrowserTokenRefusal, BrowserTokenRequest, DomainRule,
    ///     KeyPermission, KeyPermissions, MasterSecret, ParentKey, Timestamp,
    /// };
    ///
    /// let key = MasterSecret::from_bytes([1; 32]).browser_token_key();
    /// let parent = ParentKey {
    ///     id: "key_0190a5e0b6c07d3a8f2e5b1c4d6e7f80".parse()?,
    ///     permissions: KeyPermissions::ALL,
    ///     domains: &DomainRule::Unrestricted,
    ///     expires_at: None,
    /// };
    /// let request = BrowserTokenRequest {
    ///     permissions: KeyPermissions::of(&[KeyPermission::ChartRead]),
    ///     origins: vec!["example.com".parse()?],
    ///     lifetime: Duration::from_secs(600),
    /// };
    /// let now = Timestamp::from_micros(0);
    /// let (token, claims) = BrowserToken::mint(request, parent, &key, now)?;
    ///
    /// let verify = |now| BrowserTokenClaims::verify(token.reveal(), &key, now);
    /// assert_eq!(verify(now), Ok(claims));
    /// let later = now.plus(Duration::from_secs(600));
    /// assert_eq!(verify(later), Err(BrowserTokenRefusal::Expired));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mint(
        request: BrowserTokenRequest,
        parent: ParentKey<'_>,
        key: &BrowserTokenKey,
        now: Timestamp,
    ) -> Result<(Self, BrowserTokenClaims), MintRefusal> {
        check_permissions(request.permissions, parent.permissions)?;
        check_origins(&request.origins, parent.domains)?;
        if request.lifetime < Duration::from_secs(1) || request.lifetime > MAX_LIFETIME {
            return Err(MintRefusal::Lifetime);
        }
        let expires_at = now.plus(request.lifetime);
        if parent.expires_at.is_some_and(|end| expires_at > end) {
            return Err(MintRefusal::OutlivesKey);
        }
        let origins = DomainList::new(request.origins).map_err(|_| MintRefusal::OriginsEmpty)?;
        let claims = BrowserTokenClaims {
            key: parent.id,
            permissions: request.permissions,
            origins,
            issued_at: now,
            expires_at,
        };
        let mut text = Zeroizing::new(String::with_capacity(MAX_TEXT_LENGTH));
        text.push_str(PREFIX);
        text.push_str(&Base64UrlUnpadded::encode_string(
            claims.encode().as_bytes(),
        ));
        let mut mac = key.mac();
        mac.update(text.as_bytes());
        text.push('.');
        text.push_str(&Base64UrlUnpadded::encode_string(
            &mac.finalize().into_bytes(),
        ));
        Ok((Self(text), claims))
    }

    /// Returns the token itself, to send to the client.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for BrowserToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BrowserToken(…)")
    }
}

fn check_permissions(wanted: KeyPermissions, held: KeyPermissions) -> Result<(), MintRefusal> {
    if wanted.is_empty() {
        return Err(MintRefusal::PermissionsEmpty);
    }
    match wanted.iter().find(|it| !held.allows(*it)) {
        Some(permission) => Err(MintRefusal::PermissionNotHeld(permission)),
        None => Ok(()),
    }
}

fn check_origins(origins: &[DomainPattern], domains: &DomainRule) -> Result<(), MintRefusal> {
    if origins.is_empty() {
        return Err(MintRefusal::OriginsEmpty);
    }
    if origins.len() > MAX_ORIGINS {
        let given = origins.len();
        return Err(MintRefusal::TooManyOrigins { given });
    }
    if origins.iter().any(DomainPattern::is_any) {
        return Err(MintRefusal::OriginAny);
    }
    if let DomainRule::List(list) = domains
        && let Some(pattern) = origins.iter().find(|it| !list.covers(it))
    {
        return Err(MintRefusal::OriginNotCovered(pattern.clone()));
    }
    Ok(())
}

impl BrowserTokenClaims {
    /// Returns `true` if a bearer credential looks like a browser token rather than an API key.
    pub fn recognizes(text: &str) -> bool {
        text.starts_with(PREFIX)
    }

    /// Verifies a token from a request. The caller checks whether its key still works.
    ///
    /// # Errors
    ///
    /// Returns an error if the token was not made with this key or has expired.
    pub fn verify(
        text: &str,
        key: &BrowserTokenKey,
        now: Timestamp,
    ) -> Result<Self, BrowserTokenRefusal> {
        let claims = Self::authentic(text, key).ok_or(BrowserTokenRefusal::Invalid)?;
        if now >= claims.expires_at {
            return Err(BrowserTokenRefusal::Expired);
        }
        Ok(claims)
    }

    /// Returns the token's permissions, given the current permissions of its key.
    #[must_use]
    pub fn permissions_within(&self, parent: KeyPermissions) -> KeyPermissions {
        let still = |permission: &KeyPermission| parent.allows(*permission);
        self.permissions.iter().filter(still).collect()
    }

    fn authentic(text: &str, key: &BrowserTokenKey) -> Option<Self> {
        if text.len() > MAX_TEXT_LENGTH {
            return None;
        }
        let (signed, signature) = text.split_once('.')?;
        let payload = signed.strip_prefix(PREFIX)?;
        let mut given = [0; 32];
        let given = Base64UrlUnpadded::decode(signature, &mut given).ok()?;
        let mut mac = key.mac();
        mac.update(signed.as_bytes());
        // Compares in constant time. The claims are parsed only after they are authenticated.
        mac.verify_slice(given).ok()?;
        let payload = Base64UrlUnpadded::decode_vec(payload).ok()?;
        Self::decode(std::str::from_utf8(&payload).ok()?)
    }

    fn encode(&self) -> String {
        let permissions: Vec<&str> = self.permissions.iter().map(KeyPermission::name).collect();
        let origins: Vec<String> = self
            .origins
            .patterns()
            .iter()
            .map(ToString::to_string)
            .collect();
        [
            VERSION.to_owned(),
            self.key.to_string(),
            permissions.join(" "),
            self.issued_at.micros().to_string(),
            self.expires_at.micros().to_string(),
            origins.join(" "),
        ]
        .join("\n")
    }

    fn decode(text: &str) -> Option<Self> {
        let mut lines = text.split('\n');
        let mut line = || lines.next();
        if line()? != VERSION {
            return None;
        }
        let key = line()?.parse().ok()?;
        let permissions = line()?
            .split(' ')
            .map(|it| it.parse().ok())
            .collect::<Option<_>>()?;
        let issued_at = Timestamp::from_micros(line()?.parse().ok()?);
        let expires_at = Timestamp::from_micros(line()?.parse().ok()?);
        let origins = line()?.split(' ').map(|it| it.parse().ok());
        let origins = DomainList::new(origins.collect::<Option<Vec<_>>>()?).ok()?;
        let bounded = expires_at.since(issued_at) <= MAX_LIFETIME;
        (bounded && line().is_none()).then_some(Self {
            key,
            permissions,
            origins,
            issued_at,
            expires_at,
        })
    }
}

#[cfg(test)]
mod tests;
