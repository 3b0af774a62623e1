//! A signed-in browser: its opaque token and whether it is still valid.
//!
//! What the person may do is not part of a session: roles are read anew for every request, so that
//! a permission taken away is gone at once.

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

/// A session ends this long after it was last used: overnight, but not over lunch.
pub const IDLE_TIMEOUT: Duration = Duration::from_hours(12);
/// A session ends this long after signing in, however much it is used.
pub const ABSOLUTE_TIMEOUT: Duration = Duration::from_hours(30 * 24);
/// `last_seen_at` is written at most this often: a write per request would be a write per click.
pub const TOUCH_INTERVAL: Duration = Duration::from_mins(1);

/// How long a password given in a session counts for what an unattended browser must not do.
pub const PROOF_LIFETIME: Duration = Duration::from_mins(10);

/// A token as it stands in the cookie; alive only until it has been sent.
pub struct SessionToken(Zeroizing<String>);

impl SessionToken {
    /// Makes a token.
    pub fn generate(random: &dyn Random) -> Self {
        Self(base62_text(random, LENGTH))
    }

    /// The token itself, for the cookie.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is stored in its place.
    pub fn digest(&self, key: &SessionKey) -> SessionDigest {
        SessionDigest::compute(&self.0, key)
    }
}

impl fmt::Debug for SessionToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionToken(…)")
    }
}

/// HMAC-SHA-256 of a session token: what the database holds.
#[derive(Clone, Copy)]
pub struct SessionDigest([u8; 32]);

impl SessionDigest {
    /// The digest of a cookie's value; `None` when the value cannot be a token, which spares the
    /// look-up.
    pub fn of_cookie(value: &str, key: &SessionKey) -> Option<Self> {
        let shape = value.len() == LENGTH && value.bytes().all(|it| it.is_ascii_alphanumeric());
        shape.then(|| Self::compute(value, key))
    }

    fn compute(token: &str, key: &SessionKey) -> Self {
        let mut mac = key.mac();
        mac.update(token.as_bytes());
        Self(mac.finalize().into_bytes().into())
    }

    /// As read from the database.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// As written to the database.
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

/// What is stored about a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionFacts {
    /// When the person signed in.
    pub created_at: Timestamp,
    /// When the session was last used, to the minute.
    pub last_seen_at: Timestamp,
    /// When the person last proved who they are: by signing in, or by giving their password and
    /// second factor again.
    pub proved_at: Timestamp,
    /// Whether it was ended: by signing out, by a new password, by an owner.
    pub revoked: bool,
}

/// Whether a session is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionDecision {
    /// It is.
    Active {
        /// Whether `last_seen_at` is due to be written.
        touch: bool,
    },
    /// It is not any more.
    Ended(SessionEnd),
}

/// Why a session has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionEnd {
    /// It was ended on purpose.
    Revoked,
    /// It was not used for [`IDLE_TIMEOUT`].
    Idle,
    /// [`ABSOLUTE_TIMEOUT`] has passed since signing in.
    Expired,
}

impl SessionFacts {
    /// Whether the last proof is recent enough for what an unattended browser must not do.
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
