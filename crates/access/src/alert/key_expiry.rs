//! The rule for keys that are about to expire.

use std::time::Duration;

use super::{Alert, AlertFacts, AlertSubject, date};
use crate::id::KeyId;
use crate::timestamp::Timestamp;

const DAY_SECONDS: u64 = 86_400;

/// Returns an alert for the smallest number of days that the key expires within. Larger numbers are
/// not reported as well. A key that has already expired triggers no alert: it is refused with its
/// own code.
pub fn key_expiry(
    key: KeyId,
    expires_at: Timestamp,
    days: &[u32],
    now: Timestamp,
) -> Option<Alert> {
    if expires_at <= now {
        return None;
    }
    let left = expires_at.since(now);
    let within = |it: &u32| left <= Duration::from_secs(u64::from(*it) * DAY_SECONDS);
    let threshold = days.iter().copied().filter(within).min()?;
    Some(Alert {
        subject: AlertSubject::Key(key),
        // A later expiration is a new period, so it triggers an alert of its own.
        period: date(expires_at),
        threshold: threshold.into(),
        facts: AlertFacts::KeyExpiry {
            expires_at,
            days_left: left.as_secs().div_ceil(DAY_SECONDS).max(1),
        },
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::random::tests::Counting;

    const NOW: Timestamp = Timestamp::from_micros(1_800_000_000_000_000);

    fn check(left: Duration, expected: Option<(u64, u64)>) {
        let key = KeyId::new(NOW, &Counting(Cell::new(1)));
        let found = key_expiry(key, NOW.plus(left), &[3, 14], NOW);
        let found = found.map(|it| match it.facts {
            AlertFacts::KeyExpiry { days_left, .. } => (it.threshold, days_left),
            _ => unreachable!("the rule has its own facts"),
        });
        assert_eq!(found, expected, "{left:?}");
    }

    #[test]
    fn the_nearest_threshold_is_news_and_begun_days_count() {
        const DAY: Duration = Duration::from_hours(24);
        check(15 * DAY, None);
        check(14 * DAY + Duration::from_micros(1), None);
        check(14 * DAY, Some((14, 14)));
        check(13 * DAY + Duration::from_secs(1), Some((14, 14)));
        check(3 * DAY + Duration::from_secs(1), Some((14, 4)));
        check(3 * DAY, Some((3, 3)));
        check(Duration::from_secs(1), Some((3, 1)));
        check(Duration::ZERO, None);
    }

    #[test]
    fn a_later_end_is_told_of_again() {
        let key = KeyId::new(NOW, &Counting(Cell::new(1)));
        let period = |days: u64| {
            let end = NOW.plus(Duration::from_hours(24 * days));
            key_expiry(key, end, &[14], NOW).unwrap().period
        };
        assert_eq!(period(1), "2027-01-16");
        assert_eq!(period(2), "2027-01-17");
    }
}
