//! How far the clock of this node is from that of the database. Expirations of keys and sessions are
//! compared with the node's clock, so nodes should agree.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use store::{Store, StoreError};

use http_api::clock::Clock;

/// A larger difference is reported: a key would expire that much earlier or later on this node.
pub const MAX_CLOCK_OFFSET_US: i64 = 2_000_000;

/// The last measurement.
#[derive(Debug)]
pub(crate) struct ClockOffset {
    ahead_us: AtomicI64,
    is_reported: AtomicBool,
}

/// No measurement yet.
const UNKNOWN: i64 = i64::MIN;

impl Default for ClockOffset {
    fn default() -> Self {
        Self {
            ahead_us: AtomicI64::new(UNKNOWN),
            is_reported: AtomicBool::new(false),
        }
    }
}

impl ClockOffset {
    /// How far the node's clock is ahead, in microseconds; `None` before the first measurement.
    pub(crate) fn get(&self) -> Option<i64> {
        let ahead_us = self.ahead_us.load(Ordering::Relaxed);
        (ahead_us != UNKNOWN).then_some(ahead_us)
    }

    /// Measures the offset and records it for the operator. A test's clock has no relation to the
    /// database's.
    pub(crate) async fn measure(
        &self,
        store: &Store,
        clock: &Clock,
        node: &str,
    ) -> Result<(), StoreError> {
        if !matches!(clock, Clock::System) || !store.serves_many_nodes() {
            return Ok(());
        }
        let ahead_us = store.clock_ahead_us(|| clock.now()).await?;
        store.record_clock(node, ahead_us).await?;
        if self.note(ahead_us) {
            tracing::warn!(
                ahead_us,
                "the clock of this node differs from the database's by more than two seconds; synchronize it"
            );
        }
        Ok(())
    }

    /// Keeps a measurement. Returns whether to report it: once, until the clock is right again.
    fn note(&self, ahead_us: i64) -> bool {
        self.ahead_us.store(ahead_us, Ordering::Relaxed);
        let is_wrong = ahead_us.saturating_abs() > MAX_CLOCK_OFFSET_US;
        let was_wrong = self.is_reported.swap(is_wrong, Ordering::Relaxed);
        is_wrong && !was_wrong
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_clock_is_reported_once_until_it_is_right_again() {
        let offset = ClockOffset::default();
        assert_eq!(offset.get(), None);
        assert!(!offset.note(2_000_000), "two seconds are tolerated");
        assert!(offset.note(-2_000_001), "behind is as wrong as ahead");
        assert!(!offset.note(3_600_000_000), "already reported");
        assert_eq!(offset.get(), Some(3_600_000_000));
        assert!(!offset.note(0));
        assert!(offset.note(2_000_001), "wrong again");
    }
}
