//! Rate limits for people who are signed in.
//!
//! What they do in the dashboard and the management API is free, so it has no quota that would limit
//! it. These limits are far above what a person or a script of theirs needs, and low enough that
//! nobody can keep the database busy. Each node counts on its own.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use access::{Rate, RateLog, Timestamp, UserId, admit};
use http_api::ApiError;

use crate::org_limiter::rate_limited;

/// Operations that read. A page of the dashboard is about six of them.
const READS: Rate = Rate::new(1_000, Duration::from_secs(10)).expect("within the bounds of a rate");
/// Operations that change something.
const WRITES: Rate = Rate::new(200, Duration::from_secs(10)).expect("within the bounds of a rate");
/// Pages of the dashboard that show what a request would cost units for, such as a search for texts: as many as the
/// requests of an organization with the usual rate.
const PRICED_PAGES: Rate =
    Rate::new(100, Duration::from_secs(10)).expect("within the bounds of a rate");
/// Free operations that take tens of milliseconds, such as the verification of an audit log.
const LONG: Rate = Rate::new(20, Duration::from_secs(10)).expect("within the bounds of a rate");
/// See [`People::sweep_at`].
const MIN_SWEEP: usize = 1_024;

/// Whether an operation changes something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// It only reads.
    Read,
    /// It may change something.
    Write,
    /// It reads, for a page, what a request would cost units for.
    PricedPage,
    /// It takes tens of milliseconds.
    Long,
}

/// The recent operations of people.
#[derive(Debug, Default)]
pub struct PersonRates(Mutex<People>);

#[derive(Debug, Default)]
struct People {
    logs: HashMap<UserId, PersonLog>,
    /// The number of people at which those who are inactive are forgotten: twice as many as were
    /// active at the last time, so that a sweep is rare.
    sweep_at: usize,
}

#[derive(Debug)]
struct PersonLog {
    reads: RateLog,
    writes: RateLog,
    priced_pages: RateLog,
    long: RateLog,
}

impl PersonLog {
    fn new() -> Self {
        Self {
            reads: RateLog::restore(READS, []),
            writes: RateLog::restore(WRITES, []),
            priced_pages: RateLog::restore(PRICED_PAGES, []),
            long: RateLog::restore(LONG, []),
        }
    }

    fn is_idle(&mut self, now: Timestamp) -> bool {
        let logs = [
            (&mut self.reads, READS),
            (&mut self.writes, WRITES),
            (&mut self.priced_pages, PRICED_PAGES),
            (&mut self.long, LONG),
        ];
        logs.into_iter()
            .all(|(log, rate)| log.standing(now).remaining == rate.limit())
    }
}

impl PersonRates {
    /// Admits an operation of a person.
    ///
    /// # Errors
    ///
    /// `rate_limited`.
    pub fn admit(&self, user: UserId, intent: Intent, now: Timestamp) -> Result<(), ApiError> {
        let mut people = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if people.logs.len() >= people.sweep_at.max(MIN_SWEEP) {
            people.logs.retain(|_, it| !it.is_idle(now));
            people.sweep_at = 2 * people.logs.len();
        }
        let log = people.logs.entry(user).or_insert_with(PersonLog::new);
        let log = match intent {
            Intent::Read => &mut log.reads,
            Intent::Write => &mut log.writes,
            Intent::PricedPage => &mut log.priced_pages,
            Intent::Long => &mut log.long,
        };
        match admit(&mut [log], now) {
            Ok(_at) => Ok(()),
            Err(refused) => Err(rate_limited(refused, now)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_api::ErrorCode;

    fn user(number: u32) -> UserId {
        format!("usr_{number:032x}").parse().unwrap()
    }

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_micros(seconds * 1_000_000)
    }

    #[test]
    fn what_takes_longer_has_a_rate_of_its_own() {
        for (intent, most) in [(Intent::PricedPage, 100), (Intent::Long, 20)] {
            let rates = PersonRates::default();
            for _ in 0..most {
                rates.admit(user(1), intent, at(0)).unwrap();
            }
            let refused = rates.admit(user(1), intent, at(1)).unwrap_err();
            assert_eq!(refused.problems()[0].code, ErrorCode::RateLimited);
            rates.admit(user(1), Intent::Read, at(1)).unwrap();
            rates.admit(user(1), intent, at(10)).unwrap();
        }
    }

    #[test]
    fn a_person_who_changes_too_much_is_refused_and_others_are_not() {
        let rates = PersonRates::default();
        for _ in 0..WRITES.limit() {
            rates.admit(user(1), Intent::Write, at(0)).unwrap();
        }
        let refused = rates.admit(user(1), Intent::Write, at(1)).unwrap_err();
        assert_eq!(refused.problems()[0].code, ErrorCode::RateLimited);
        rates.admit(user(1), Intent::Read, at(1)).unwrap();
        rates.admit(user(2), Intent::Write, at(1)).unwrap();
        rates.admit(user(1), Intent::Write, at(10)).unwrap();
    }

    #[test]
    fn people_who_have_been_inactive_are_forgotten() {
        let rates = PersonRates::default();
        for number in 0..1_024 {
            rates.admit(user(number), Intent::Read, at(0)).unwrap();
        }
        rates.admit(user(2_000), Intent::Read, at(20)).unwrap();
        assert_eq!(rates.0.lock().unwrap().logs.len(), 1);
    }
}
