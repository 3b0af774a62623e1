//! Throttling of guesses: after some failures, each further attempt has to wait longer.
//!
//! Failures count in several budgets. A browser that signed in before has its own budget. All
//! others share the budget of the account and that of their network address, which slows down both
//! one address that tries many accounts and many addresses that try one account. Wrong codes of a
//! second factor have their own budget, which only those who know the password can spend. The
//! caller decides which budgets an attempt counts in. ADR 24 gives the reasons.
//!
//! It never locks permanently, and password resets by mail are counted separately.
//!
//! A guesser who never stops gets 96 guesses a day on an account, 35,000 a year, which is
//! negligible against a password that is not on the list of common ones. The caller counts an IPv6
//! address as its /64, because one machine has all of its addresses.

use std::fmt;
use std::time::Duration;

use crate::timestamp::Timestamp;

/// The number of failures without a delay, for typing errors.
const FREE: u32 = 5;
/// The delay after [`FREE`] failures. Each further failure doubles it.
const FIRST_DELAY: Duration = Duration::from_secs(1);
/// The maximum delay.
const MAX_DELAY: Duration = Duration::from_mins(15);
/// One failure is forgotten for each such interval without another. It must not be shorter than the
/// maximum delay. Otherwise waiting as told would shorten the next wait, and guessing would speed
/// up.
const FORGET_ONE_AFTER: Duration = Duration::from_mins(15);
/// The maximum count. This many failures already wait [`MAX_DELAY`], and failures caused by a
/// stranger are forgotten within four hours.
const MAX: u32 = 15;

/// The failed attempts in a budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failures {
    /// The count at the last failure.
    pub count: u32,
    /// When the last failure happened.
    pub last_at: Timestamp,
}

/// An attempt that came too early. It is not checked and does not count as a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TryAgain {
    /// The first instant at which an attempt is checked.
    pub at: Timestamp,
}

impl TryAgain {
    /// Returns the value for `Retry-After`: whole seconds from `now`, rounded up.
    pub fn seconds(self, now: Timestamp) -> u64 {
        self.at
            .since(now)
            .as_micros()
            .div_ceil(1_000_000)
            .try_into()
            .unwrap_or(u64::MAX)
    }
}

impl fmt::Display for TryAgain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Too many failed attempts. Wait before you try again.")
    }
}

impl std::error::Error for TryAgain {}

/// Checks whether an attempt may be made at `now`, given the failures in each of its budgets.
///
/// # Errors
///
/// [`TryAgain`] with the latest instant that any of the budgets requires.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use access::{Failures, Timestamp, TryAgain, lockout};
///
/// let now = Timestamp::from_micros(0);
/// let mut failures = None;
/// for _ in 0..4 {
///     failures = Some(Failures::after_another(failures, now));
/// }
/// assert_eq!(lockout::admit(failures, now), Ok(()));
///
/// // From the fifth failure on, the next attempt has to wait: first one second, then two.
/// failures = Some(Failures::after_another(failures, now));
/// let at = now.plus(Duration::from_secs(1));
/// assert_eq!(lockout::admit(failures, now), Err(TryAgain { at }));
/// failures = Some(Failures::after_another(failures, at));
/// assert_eq!(lockout::admit(failures, at.plus(Duration::from_secs(2))), Ok(()));
/// ```
pub fn admit(budgets: impl IntoIterator<Item = Failures>, now: Timestamp) -> Result<(), TryAgain> {
    let open_at = budgets
        .into_iter()
        .map(|failures| failures.open_at(now))
        .max();
    match open_at {
        Some(at) if now < at => Err(TryAgain { at }),
        _ => Ok(()),
    }
}

impl Failures {
    /// Returns the failures after one more at `now`. A success deletes the failures of the account,
    /// not those of the address: an attacker's own account must not clear the address.
    #[must_use]
    pub fn after_another(before: Option<Self>, now: Timestamp) -> Self {
        let remembered = before.map_or(0, |failures| failures.remembered(now));
        Self {
            count: (remembered + 1).min(MAX),
            last_at: now,
        }
    }

    /// Returns `true` if all failures are forgotten, so that the row can be deleted.
    pub fn is_forgotten(&self, now: Timestamp) -> bool {
        self.remembered(now) == 0
    }

    /// Returns the number of failures that still count at `now`.
    fn remembered(&self, now: Timestamp) -> u32 {
        let forgotten = now.since(self.last_at).as_micros() / FORGET_ONE_AFTER.as_micros();
        let forgotten = u32::try_from(forgotten).unwrap_or(u32::MAX);
        self.count.min(MAX).saturating_sub(forgotten)
    }

    /// Returns the instant from which the next attempt is checked.
    fn open_at(&self, now: Timestamp) -> Timestamp {
        // A clock that was set back must not make the wait longer than the maximum.
        self.last_at.min(now).plus(delay(self.count))
    }
}

fn delay(count: u32) -> Duration {
    if count < FREE {
        return Duration::ZERO;
    }
    let doublings = (count - FREE).min(MAX - FREE);
    (FIRST_DELAY * 2_u32.pow(doublings)).min(MAX_DELAY)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const START: Timestamp = Timestamp::from_micros(1_000_000_000);

    fn failures(count: u32) -> Failures {
        Failures {
            count,
            last_at: START,
        }
    }

    /// Checks failures on the account and failures from the address.
    fn check(counts: [Option<u32>; 2], now: Timestamp, expected: Result<(), TryAgain>) {
        let budgets = counts.into_iter().flatten().map(failures);
        assert_eq!(admit(budgets, now), expected, "{counts:?} {now:?}");
    }

    #[test]
    fn delays_double_from_one_second_to_fifteen_minutes() {
        let seconds: Vec<u64> = (0..18).map(|count| delay(count).as_secs()).collect();
        println!("delay in seconds after n failures: {seconds:?}");
        assert_eq!(
            seconds,
            [
                0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900
            ]
        );
        assert_eq!(delay(u32::MAX), MAX_DELAY);
    }

    #[test]
    fn a_refusal_says_when_to_try_again_and_keeps_its_word() {
        for count in FREE..20 {
            let at = START.plus(delay(count));
            let just_before = Timestamp::from_micros(at.micros() - 1);
            check([Some(count), None], just_before, Err(TryAgain { at }));
            check([None, Some(count)], START, Err(TryAgain { at }));
            check([Some(count), Some(count)], at, Ok(()));
        }
        check([Some(FREE - 1), Some(FREE - 1)], START, Ok(()));
        check([None, None], START, Ok(()));
        let later = START.plus(Duration::from_secs(8));
        check([Some(6), Some(8)], START, Err(TryAgain { at: later }));
        check([Some(8), Some(6)], START, Err(TryAgain { at: later }));
    }

    #[test]
    fn seconds_to_wait_are_rounded_up() {
        let refusal = TryAgain { at: START };
        let before = |micros| Timestamp::from_micros(START.micros() - micros);
        let seconds = [0, 1, 1_000_000, 1_000_001].map(|it| refusal.seconds(before(it)));
        assert_eq!(seconds, [0, 1, 1, 2]);
    }

    #[test]
    fn failures_are_forgotten_one_by_one() {
        let after = |steps: u32| START.plus(FORGET_ONE_AFTER * steps);
        let six = failures(6);
        assert_eq!(Failures::after_another(Some(six), START).count, 7);
        assert_eq!(Failures::after_another(Some(six), after(2)).count, 5);
        assert_eq!(Failures::after_another(Some(six), after(100)).count, 1);
        assert_eq!(Failures::after_another(None, START).count, 1);
        assert!(!six.is_forgotten(after(5)) && six.is_forgotten(after(6)));
    }

    #[test]
    fn a_clock_set_back_never_makes_the_wait_longer() {
        let earlier = Timestamp::from_micros(0);
        let at = earlier.plus(MAX_DELAY);
        check([Some(99), None], earlier, Err(TryAgain { at }));
    }

    proptest! {
        /// However the attempts are spaced, a guesser who never succeeds gets few attempts, and
        /// nobody is locked out for longer than the maximum delay.
        #[test]
        fn guessing_stays_slow_and_nobody_is_locked_out(gaps in prop::collection::vec(0_u64..2_000, 1..400)) {
            let mut known: Option<Failures> = None;
            let (mut now, mut looked_at) = (START, 0_u32);
            for gap in gaps {
                now = now.plus(Duration::from_secs(gap));
                match admit(known, now) {
                    Ok(()) => {
                        looked_at += 1;
                        known = Some(Failures::after_another(known, now));
                    }
                    Err(refusal) => prop_assert!(refusal.at <= now.plus(MAX_DELAY)),
                }
            }
            // Each checked attempt adds a failure, and only fifteen minutes remove one.
            let quarters = now.since(START).as_secs() / 900;
            prop_assert!(u64::from(looked_at) <= u64::from(MAX) + quarters + 1);
        }
    }
}
