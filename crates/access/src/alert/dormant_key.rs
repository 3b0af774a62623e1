//! The rule for keys that are used again after a long time: forgotten keys are the ones that leak
//! unnoticed.

use super::{Alert, AlertFacts, AlertSubject, date, whole_days};
use crate::id::KeyId;
use crate::timestamp::Timestamp;

/// An hour in which a key is used, and the previous use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Awakening {
    /// The first instant of the hour.
    pub hour: Timestamp,
    /// The hour of the previous use; `None` if the key was never used.
    pub last_used: Option<Timestamp>,
    /// When the key was created. A key that was never used counts as dormant since then.
    pub created_at: Timestamp,
}

/// Returns an alert if the key was dormant for long enough.
pub fn dormant_key(key: KeyId, awakening: Awakening, days: u32) -> Option<Alert> {
    let Awakening {
        hour,
        last_used,
        created_at,
    } = awakening;
    let since = last_used.unwrap_or(created_at);
    let silent_days = whole_days(since, hour);
    (silent_days >= u64::from(days.max(1))).then(|| Alert {
        subject: AlertSubject::Key(key),
        // One dormant time triggers one alert, however long the key is used afterwards.
        period: date(since),
        threshold: days.into(),
        facts: AlertFacts::DormantKey {
            last_used,
            created_at,
            hour,
            silent_days,
        },
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use super::*;
    use crate::random::tests::Counting;

    const CREATED: Timestamp = Timestamp::from_micros(1_800_000_000_000_000);

    fn check(last_used_day: Option<u64>, hour_day: u64, expected: Option<u64>) {
        let day = |it: u64| CREATED.plus(Duration::from_hours(24 * it));
        let awakening = Awakening {
            hour: day(hour_day),
            last_used: last_used_day.map(day),
            created_at: CREATED,
        };
        let key = KeyId::new(CREATED, &Counting(Cell::new(1)));
        let silent = dormant_key(key, awakening, 30).map(|it| match it.facts {
            AlertFacts::DormantKey { silent_days, .. } => silent_days,
            _ => unreachable!("the rule has its own facts"),
        });
        assert_eq!(silent, expected, "{awakening:?}");
    }

    #[test]
    fn thirty_days_of_silence_are_news() {
        check(Some(10), 39, None);
        check(Some(10), 40, Some(30));
        check(Some(10), 400, Some(390));
    }

    #[test]
    fn a_new_key_is_not_dormant_and_one_never_used_is() {
        check(None, 2, None);
        check(None, 30, Some(30));
    }
}
