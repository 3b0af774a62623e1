//! The rule for keys with many failing requests.

use super::{Alert, AlertFacts, AlertSubject, ErrorShareLimits, date};
use crate::id::KeyId;
use crate::timestamp::Timestamp;

/// The outcome of a key's requests in an hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HourOutcome {
    /// The first instant of the hour.
    pub hour: Timestamp,
    /// Counted requests.
    pub requests: u64,
    /// Requests answered with a status from 400 to 499.
    pub refused: u64,
    /// Requests answered with a status of 500 or above.
    pub failed: u64,
}

/// Returns an alert if the share of errors reaches the limit.
pub fn error_share(key: KeyId, outcome: HourOutcome, limits: ErrorShareLimits) -> Option<Alert> {
    let HourOutcome {
        hour,
        requests,
        refused,
        failed,
    } = outcome;
    let errors = refused.saturating_add(failed);
    let enough = requests >= limits.minimum_requests.max(1);
    let share = u128::from(errors) * 100 >= u128::from(requests) * u128::from(limits.percent);
    (enough && share).then(|| Alert {
        subject: AlertSubject::Key(key),
        period: date(hour),
        threshold: limits.percent.into(),
        facts: AlertFacts::ErrorShare {
            hour,
            requests,
            refused,
            failed,
        },
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::random::tests::Counting;

    const HOUR: Timestamp = Timestamp::from_micros(1_800_000_000_000_000);

    fn check(requests: u64, refused: u64, failed: u64, expected: bool) {
        let key = KeyId::new(HOUR, &Counting(Cell::new(1)));
        let limits = ErrorShareLimits {
            percent: 25,
            minimum_requests: 50,
        };
        let outcome = HourOutcome {
            hour: HOUR,
            requests,
            refused,
            failed,
        };
        let found = error_share(key, outcome, limits);
        assert_eq!(found.is_some(), expected, "{outcome:?}");
    }

    #[test]
    fn a_quarter_of_enough_requests_is_news() {
        check(100, 25, 0, true);
        check(100, 20, 5, true);
        check(100, 24, 0, false);
        check(103, 25, 0, false);
    }

    #[test]
    fn of_a_few_requests_no_share_is_taken() {
        check(49, 49, 0, false);
        check(50, 13, 0, true);
        check(0, 0, 0, false);
    }
}
