//! Sessions of signed-in browsers: the opaque token and its validity.
//!
//! A session does not contain the person's permissions: roles are read for every request, so that a
//! revoked permission takes effect at once.

use std::fmt;
use std::time::Duration;

use hmac::Mac as _;
use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;

use crate::master::SessionKey;
use crate::random::{Random, base62_text};
use crate::timestamp::Timestamp;

/// 43 base62 characters carry 256 bits.
const LENGTH: usize = 43;

/// The idle timeout, since the last use: it lasts past lunch, but not overnight.
pub const IDLE_TIMEOUT: Duration = Duration::from_hours(12);
/// The absolute timeout, since signing in, regardless of use.
pub const ABSOLUTE_TIMEOUT: Duration = Duration::from_hours(30 * 24);
/// The minimum interval between writes of `last_seen_at`, to avoid a write per request.
pub const TOUCH_INTERVAL: Duration = Duration::from_mins(1);

/// How long a password given in a session allows actions that an unattended browser must not
/// perform.
pub const PROOF_LIFETIME: Duration = Duration::from_mins(10);

/// A token as it appears in the cookie, in memory only until it has been sent.
pub struct SessionToken(Zeroizing<String>);

impl SessionToken {
    /// Generates a token.
    pub fn generate(random: &dyn Random) -> Self {
        Self(base62_text(random, LENGTH))
    }

    /// Returns the token itself, for the cookie.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns the digest to store.
    pub fn digest(&self, key: &SessionKey) -> SessionDigest {
        SessionDigest::compute(&self.0, key)
    }
}

impl fmt::Debug for SessionToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionToken(…)")
    }
}

/// The HMAC-SHA-256 of a session token, as stored in the database.
#[derive(Clone, Copy)]
pub struct SessionDigest([u8; 32]);

impl SessionDigest {
    /// Returns the digest of a cookie's value, or `None` if the value cannot be a token, which
    /// avoids the look-up.
    pub fn of_cookie(value: &str, key: &SessionKey) -> Option<Self> {
        let shape = value.len() == LENGTH && value.bytes().all(|it| it.is_ascii_alphanumeric());
        shape.then(|| Self::compute(value, key))
    }

    fn compute(token: &str, key: &SessionKey) -> Self {
        let mut mac = key.mac();
        mac.update(token.as_bytes());
        Self(mac.finalize().into_bytes().into())
    }

    /// Creates a digest from the bytes stored in the database.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes to store in the database.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl PartialEq for SessionDigest {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for SessionDigest {}

impl fmt::Debug for SessionDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionDigest(…)")
    }
}

/// The stored facts about a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionFacts {
    /// When the person signed in.
    pub created_at: Timestamp,
    /// When the session was last used, to the minute.
    pub last_seen_at: Timestamp,
    /// When the person last proved their identity: by signing in, or by giving their password and
    /// second factor again.
    pub proved_at: Timestamp,
    /// Whether it was ended by signing out, by a new password or by an owner.
    pub revoked: bool,
}

/// The decision whether a session is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionDecision {
    /// The session is valid.
    Active {
        /// Whether to write `last_seen_at`.
        touch: bool,
    },
    /// The session is no longer valid.
    Ended(SessionEnd),
}

/// The reason why a session has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionEnd {
    /// It was revoked.
    Revoked,
    /// It was not used for [`IDLE_TIMEOUT`].
    Idle,
    /// [`ABSOLUTE_TIMEOUT`] has passed since signing in.
    Expired,
}

impl SessionFacts {
    /// Returns `true` if the last proof is recent enough for actions that an unattended browser
    /// must not perform.
    pub fn is_recently_proved(&self, now: Timestamp) -> bool {
        now.since(self.proved_at) < PROOF_LIFETIME
    }

    /// Decides whether the session is valid at `now`. A clock that was set back does not extend a
    /// session beyond its limits: negative time counts as zero.
    ///
    /// # Examples
    ///
    /// ```
    /// use access::{SessionDecision, SessionEnd, SessionFacts, Timestamp, session::IDLE_TIMEOUT};
    ///
    /// let signed_in = Timestamp::from_micros(0);
    /// let session = SessionFacts {
    ///     created_at: signed_in,
    ///     last_seen_at: signed_in,
    ///     proved_at: signed_in,
    ///     revoked: false,
    /// };
    /// assert_eq!(session.decide(signed_in), SessionDecision::Active { touch: false });
    /// let later = signed_in.plus(IDLE_TIMEOUT);
    /// assert_eq!(session.decide(later), SessionDecision::Ended(SessionEnd::Idle));
    /// ```
    pub fn decide(&self, now: Timestamp) -> SessionDecision {
        let idle = now.since(self.last_seen_at);
        if self.revoked {
            SessionDecision::Ended(SessionEnd::Revoked)
        } else if now.since(self.created_at) >= ABSOLUTE_TIMEOUT {
            SessionDecision::Ended(SessionEnd::Expired)
        } else if idle >= IDLE_TIMEOUT {
            SessionDecision::Ended(SessionEnd::Idle)
        } else {
            let touch = idle >= TOUCH_INTERVAL;
            SessionDecision::Active { touch }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::master::MasterSecret;
    use crate::random::tests::Counting;

    const SIGNED_IN: Timestamp = Timestamp::from_micros(1_000_000_000);

    fn check(seen_after: Duration, now_after: Duration, expected: SessionDecision) {
        let facts = SessionFacts {
            created_at: SIGNED_IN,
            last_seen_at: SIGNED_IN.plus(seen_after),
            proved_at: SIGNED_IN,
            revoked: false,
        };
        let now = SIGNED_IN.plus(now_after);
        assert_eq!(facts.decide(now), expected, "{seen_after:?} {now_after:?}");
        let revoked = SessionFacts {
            revoked: true,
            ..facts
        };
        let ended = SessionDecision::Ended(SessionEnd::Revoked);
        assert_eq!(revoked.decide(now), ended);
    }

    #[test]
    fn a_session_changes_its_mind_exactly_at_its_limits() {
        use SessionDecision::{Active, Ended};
        const INSTANT: Duration = Duration::from_micros(1);
        let start = Duration::ZERO;
        check(start, start, Active { touch: false });
        check(
            start,
            TOUCH_INTERVAL.saturating_sub(INSTANT),
            Active { touch: false },
        );
        check(start, TOUCH_INTERVAL, Active { touch: true });
        check(
            start,
            IDLE_TIMEOUT.saturating_sub(INSTANT),
            Active { touch: true },
        );
        check(start, IDLE_TIMEOUT, Ended(SessionEnd::Idle));
        let late = ABSOLUTE_TIMEOUT.saturating_sub(INSTANT);
        check(late, late, Active { touch: false });
        check(late, ABSOLUTE_TIMEOUT, Ended(SessionEnd::Expired));
        check(start, ABSOLUTE_TIMEOUT, Ended(SessionEnd::Expired));
    }

    #[test]
    fn a_clock_set_back_does_not_end_a_session() {
        let seen = Duration::from_mins(10);
        check(
            seen,
            Duration::ZERO,
            SessionDecision::Active { touch: false },
        );
    }

    #[test]
    fn only_the_token_itself_matches_its_digest() {
        let key = MasterSecret::from_bytes([1; 32]).session_key();
        let token = SessionToken::generate(&Counting(Cell::new(0)));
        let digest = token.digest(&key);
        assert_eq!(SessionDigest::of_cookie(token.reveal(), &key), Some(digest));
        assert_eq!(SessionDigest::of_cookie(&token.reveal()[1..], &key), None);
        assert_eq!(SessionDigest::of_cookie(&"é".repeat(LENGTH), &key), None);
        let other = MasterSecret::from_bytes([2; 32]).session_key();
        assert_ne!(
            SessionDigest::of_cookie(token.reveal(), &other),
            Some(digest)
        );
        assert_eq!(
            format!("{token:?} {digest:?}"),
            "SessionToken(…) SessionDigest(…)"
        );
    }

    #[test]
    fn a_session_digest_is_no_one_time_token_digest() {
        let master = MasterSecret::from_bytes([1; 32]);
        let token = SessionToken::generate(&Counting(Cell::new(0)));
        let one_time = crate::token::TokenDigest::of(token.reveal(), &master.token_key());
        assert_ne!(
            token.digest(&master.session_key()).as_bytes(),
            one_time.as_bytes()
        );
    }

    #[test]
    fn a_proof_counts_for_ten_minutes() {
        let facts = SessionFacts {
            created_at: SIGNED_IN,
            last_seen_at: SIGNED_IN,
            proved_at: SIGNED_IN,
            revoked: false,
        };
        let last = Duration::from_mins(10) - Duration::from_micros(1);
        assert!(facts.is_recently_proved(SIGNED_IN.plus(last)));
        assert!(!facts.is_recently_proved(SIGNED_IN.plus(Duration::from_mins(10))));
    }
}
