//! The rule for allowances that are nearly used up.

use super::{Alert, AlertFacts, AlertSubject};
use crate::key::KeyMode;
use crate::quota::{Allowance, Period};
use crate::timestamp::Timestamp;

/// Returns an alert for the highest percentage of the quota that `used` has reached. Lower
/// percentages are not reported as well: an organization that goes from 40 to 90 percent receives
/// an alert for 80, not for 50.
///
/// # Examples
///
/// ```
/// use access::{Allowance, KeyMode, Timestamp, alert::quota};
///
/// let allowance = Allowance { quota: 200, overage: 0 };
/// let now = Timestamp::from_micros(0);
/// let threshold = |used| {
///     quota(KeyMode::Live, used, allowance, &[50, 80, 100], now).map(|it| it.threshold)
/// };
/// assert_eq!(threshold(99), None);
/// assert_eq!(threshold(180), Some(80));
/// ```
pub fn quota(
    mode: KeyMode,
    used: u64,
    allowance: Allowance,
    percents: &[u32],
    now: Timestamp,
) -> Option<Alert> {
    let Allowance { quota, overage } = allowance;
    // A quota of zero has no percentages, and the organization was promised nothing.
    if quota == 0 {
        return None;
    }
    let reached =
        |percent: &u32| u128::from(used) * 100 >= u128::from(quota) * u128::from(*percent);
    let percent = percents.iter().copied().filter(reached).max()?;
    let period = Period::of(now);
    Some(Alert {
        subject: AlertSubject::Allowance(mode),
        period: period.to_string(),
        threshold: percent.into(),
        facts: AlertFacts::Quota {
            used,
            quota,
            overage,
            resets_at: period.end(),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_micros(1_800_000_000_000_000);

    fn check(used: u64, quota_units: u64, percents: &[u32], expected: Option<u64>) {
        let allowance = Allowance {
            quota: quota_units,
            overage: 0,
        };
        let found = quota(KeyMode::Live, used, allowance, percents, NOW);
        let threshold = found.as_ref().map(|it| it.threshold);
        assert_eq!(threshold, expected, "{used} of {quota_units}");
        if let Some(found) = found {
            assert_eq!(found.period, "2027-01", "a quota is for a month");
        }
    }

    #[test]
    fn the_highest_share_that_was_reached_is_news() {
        let percents = &[50, 80, 100];
        check(0, 200, percents, None);
        check(99, 200, percents, None);
        check(100, 200, percents, Some(50));
        check(159, 200, percents, Some(50));
        check(160, 200, percents, Some(80));
        check(200, 200, percents, Some(100));
        check(260, 200, percents, Some(100));
        check(260, 200, &[120], Some(120));
    }

    #[test]
    fn a_share_is_reached_exactly_and_not_by_rounding() {
        // Half of 3 is 1.5: one request is less, two are more.
        check(1, 3, &[50], None);
        check(2, 3, &[50], Some(50));
        check(u64::MAX - 1, u64::MAX, &[100], None);
        check(u64::MAX, u64::MAX, &[100], Some(100));
    }

    #[test]
    fn no_quota_and_no_threshold_are_no_news() {
        check(5, 0, &[50], None);
        check(5, 5, &[], None);
    }
}
