//! Key rotation: when a key's secret may be replaced, and how long the old one still works.
//!
//! The new key keeps all properties of the old one, including its expiration and limits. The old
//! key keeps working for a grace period, so that nobody has to change two systems at the same
//! instant.

use std::fmt;
use std::time::Duration;

use crate::timestamp::Timestamp;

/// The maximum grace period: 30 days. The minimum is zero.
pub const MAX_GRACE: Duration = Duration::from_hours(30 * 24);

/// The stored facts about the key to replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RotationFacts {
    /// Whether it was revoked.
    pub revoked: bool,
    /// Whether another key has already replaced it.
    pub superseded: bool,
    /// The first instant at which it no longer works.
    pub expires_at: Option<Timestamp>,
}

/// The reason why a key cannot be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RotationRefusal {
    /// The key was revoked, which ended its family.
    Revoked,
    /// The key was already replaced. Rotate the newer one instead.
    Superseded,
    /// The key has expired, and so would its successor.
    Expired,
    /// The grace period is longer than [`MAX_GRACE`].
    GraceTooLong,
}

impl RotationRefusal {
    /// Returns the machine-readable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Revoked => "key_revoked",
            Self::Superseded => "key_superseded",
            Self::Expired => "key_expired",
            Self::GraceTooLong => "grace_too_long",
        }
    }
}

impl fmt::Display for RotationRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Revoked => "A revoked key cannot be rotated. Create a new key.",
            Self::Superseded => {
                "This key has already been rotated. Rotate the key that replaced it."
            }
            Self::Expired => "An expired key cannot be rotated. Create a new key.",
            Self::GraceTooLong => "The grace period can be at most 30 days.",
        })
    }
}

impl std::error::Error for RotationRefusal {}

impl RotationFacts {
    /// Returns the instant at which the old key stops working if it is replaced at `now`: at the end of
    /// the grace period, or at its own expiration if that is earlier.
    ///
    /// # Errors
    ///
    /// The first refusal, in this order: grace period, revoked, superseded, expired.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use access::{RotationFacts, RotationRefusal, Timestamp};
    ///
    /// let now = Timestamp::from_micros(0);
    /// let day = Duration::from_secs(86_400);
    /// let key = RotationFacts { revoked: false, superseded: false, expires_at: None };
    /// assert_eq!(key.rotate(now, day), Ok(now.plus(day)));
    ///
    /// let end = now.plus(day / 2);
    /// let expiring = RotationFacts { expires_at: Some(end), ..key };
    /// assert_eq!(expiring.rotate(now, day), Ok(end));
    /// assert_eq!(expiring.rotate(end, day), Err(RotationRefusal::Expired));
    /// ```
    pub fn rotate(&self, now: Timestamp, grace: Duration) -> Result<Timestamp, RotationRefusal> {
        if grace > MAX_GRACE {
            return Err(RotationRefusal::GraceTooLong);
        }
        if self.revoked {
            return Err(RotationRefusal::Revoked);
        }
        if self.superseded {
            return Err(RotationRefusal::Superseded);
        }
        let end = now.plus(grace);
        match self.expires_at {
            Some(own) if own <= now => Err(RotationRefusal::Expired),
            Some(own) => Ok(own.min(end)),
            None => Ok(end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_micros(1_000_000);
    const GOOD: RotationFacts = RotationFacts {
        revoked: false,
        superseded: false,
        expires_at: None,
    };

    fn check(facts: RotationFacts, grace_s: u64, expected: Result<i64, RotationRefusal>) {
        let end = facts.rotate(NOW, Duration::from_secs(grace_s));
        assert_eq!(end.map(Timestamp::micros), expected, "{facts:?} {grace_s}");
    }

    #[test]
    fn the_old_key_lives_until_grace_or_its_own_end() {
        let until = |micros| RotationFacts {
            expires_at: Some(Timestamp::from_micros(micros)),
            ..GOOD
        };
        check(GOOD, 0, Ok(1_000_000));
        check(GOOD, 1, Ok(2_000_000));
        check(until(1_500_000), 1, Ok(1_500_000));
        check(until(2_500_000), 1, Ok(2_000_000));
        check(until(1_000_000), 1, Err(RotationRefusal::Expired));
        check(until(1_000_001), 0, Ok(1_000_000));
    }

    #[test]
    fn refusals_come_in_a_fixed_order() {
        let mut facts = RotationFacts {
            revoked: true,
            superseded: true,
            expires_at: Some(NOW),
        };
        let month = MAX_GRACE.as_secs();
        check(facts, month + 1, Err(RotationRefusal::GraceTooLong));
        check(facts, month, Err(RotationRefusal::Revoked));
        facts.revoked = false;
        check(facts, month, Err(RotationRefusal::Superseded));
        facts.superseded = false;
        check(facts, month, Err(RotationRefusal::Expired));
    }
}
