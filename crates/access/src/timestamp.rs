//! An instant in the life of a record (created, expires, last used), not an astronomical time.

use std::time::Duration;

/// Microseconds since 1970-01-01T00:00:00Z, as stored in the database.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use access::Timestamp;
///
/// let created = Timestamp::from_micros(1_700_000_000_000_000);
/// let expires = created.plus(Duration::from_secs(60));
/// assert_eq!(expires.unix_seconds(), 1_700_000_060);
/// assert_eq!(expires.since(created), Duration::from_secs(60));
/// // A clock that was set back does not give a negative duration.
/// assert_eq!(created.since(expires), Duration::ZERO);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// Creates a timestamp from microseconds since the Unix epoch.
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    /// Returns the microseconds since the Unix epoch.
    pub const fn micros(self) -> i64 {
        self.0
    }

    /// Returns the whole milliseconds since the Unix epoch, rounded down. Returns zero before 1970,
    /// because `UUIDv7` has no negative time.
    pub const fn unix_millis(self) -> u64 {
        if self.0 < 0 {
            0
        } else {
            self.0.unsigned_abs() / 1000
        }
    }

    /// Returns the whole seconds since the Unix epoch, rounded down.
    pub const fn unix_seconds(self) -> i64 {
        self.0.div_euclid(1_000_000)
    }

    /// Returns the time since `earlier`, or zero if it is not earlier, as after a clock was set
    /// back.
    pub const fn since(self, earlier: Self) -> Duration {
        if self.0 <= earlier.0 {
            Duration::ZERO
        } else {
            Duration::from_micros(self.0.abs_diff(earlier.0))
        }
    }

    /// Returns this instant moved forward. Saturates at the end of the representable range.
    #[must_use]
    pub fn plus(self, duration: Duration) -> Self {
        let micros = i64::try_from(duration.as_micros()).unwrap_or(i64::MAX);
        Self(self.0.saturating_add(micros))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adding_past_the_end_of_time_stops_there() {
        let late = Timestamp::from_micros(i64::MAX - 1);
        assert_eq!(late.plus(Duration::from_secs(1)).micros(), i64::MAX);
        assert_eq!(
            late.plus(Duration::from_secs(u64::MAX)).micros(),
            i64::MAX,
            "a duration longer than the range itself"
        );
    }

    #[test]
    fn the_time_since_a_later_instant_is_zero() {
        let [early, late] = [i64::MIN, i64::MAX].map(Timestamp::from_micros);
        assert_eq!(early.since(late), Duration::ZERO);
        assert_eq!(late.since(early), Duration::from_micros(u64::MAX));
    }

    #[test]
    fn seconds_round_down() {
        assert_eq!(Timestamp::from_micros(1_999_999).unix_seconds(), 1);
        assert_eq!(Timestamp::from_micros(-1).unix_seconds(), -1);
    }

    #[test]
    fn milliseconds_round_down() {
        assert_eq!(Timestamp::from_micros(1_999).unix_millis(), 1);
        assert_eq!(Timestamp::from_micros(-1).unix_millis(), 0);
    }
}
