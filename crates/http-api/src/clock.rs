//! The only place that reads the clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime};

use access::Timestamp;

/// Tells the time: the machine's, or one that a test sets.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The machine's clock.
    System,
    /// Stands still until it is moved.
    Manual(Arc<AtomicI64>),
}

impl Clock {
    /// A clock that stands at `now`.
    pub fn manual(now: Timestamp) -> Self {
        Self::Manual(Arc::new(AtomicI64::new(now.micros())))
    }

    /// The time.
    pub fn now(&self) -> Timestamp {
        match self {
            Self::System => system_now(),
            Self::Manual(micros) => Timestamp::from_micros(micros.load(Ordering::SeqCst)),
        }
    }

    /// Moves a manual clock forward.
    ///
    /// # Panics
    ///
    /// When this is the machine's clock.
    pub fn advance(&self, duration: Duration) {
        self.set(self.now().plus(duration));
    }

    /// Sets a manual clock, forward or back.
    ///
    /// # Panics
    ///
    /// When this is the machine's clock.
    pub fn set(&self, now: Timestamp) {
        match self {
            Self::System => unreachable!("only a manual clock can be moved"),
            Self::Manual(micros) => micros.store(now.micros(), Ordering::SeqCst),
        }
    }
}

fn system_now() -> Timestamp {
    #[expect(
        clippy::disallowed_methods,
        reason = "everyone else takes the time from here"
    )]
    let now = SystemTime::now();
    // A machine whose clock stands before 1970 gets the epoch: ids and expirations stay defined.
    let since = now
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    Timestamp::from_micros(0).plus(since)
}

/// `2026-11-15T05:44:00Z`, as every answer and command writes an instant.
pub fn rfc3339(at: Timestamp) -> String {
    // Timestamps outside jiff's years -9999 to 9999 cannot be entered anywhere; show the number.
    jiff::Timestamp::from_microsecond(at.micros())
        .map_or_else(|_| format!("{} µs", at.micros()), |it| it.to_string())
}

/// Reads an RFC 3339 instant with `Z` or an offset.
///
/// # Errors
///
/// A sentence saying what is expected.
pub fn parse_rfc3339(text: &str) -> Result<Timestamp, String> {
    if text.is_empty() {
        return Err("A time is required, such as 2027-01-31T00:00:00Z.".to_owned());
    }
    let parsed: Result<jiff::Timestamp, _> = text.parse();
    parsed
        .map(|it| Timestamp::from_micros(it.as_microsecond()))
        .map_err(|_| {
            format!(
                "`{text}` is not a valid date and time. Use a value such as 2027-01-31T00:00:00Z."
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_round_trip_as_text() {
        let at = Timestamp::from_micros(1_794_721_440_000_000);
        assert_eq!(rfc3339(at), "2026-11-15T05:44:00Z");
        assert_eq!(parse_rfc3339("2026-11-15T06:44:00+01:00"), Ok(at));
        assert!(
            parse_rfc3339("2026-11-15T06:44:00").is_err(),
            "no zone, no instant"
        );
    }

    #[test]
    fn a_manual_clock_moves_only_when_told() {
        let clock = Clock::manual(Timestamp::from_micros(5));
        assert_eq!(clock.now().micros(), 5);
        clock.advance(Duration::from_micros(7));
        assert_eq!(clock.now().micros(), 12);
    }
}
