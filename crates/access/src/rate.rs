//! Rate limits with an exact sliding window. At most N requests are admitted in *any* window of the
//! given length, and N are admitted if N are offered.
//!
//! Only a log of the admitted requests guarantees both: token buckets, GCRA and pairs of counters
//! admit up to 2N − 1 requests in some window. N is bounded, and therefore so is the log.

use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::timestamp::Timestamp;

/// The maximum N.
const MAX: u32 = 10_000;
const SHORTEST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_hours(24);
/// The tolerated clock skew: how far a clock may go back without having been set back. Nodes that
/// count together, and the counters they use, agree within this time.
const TOLERATED: Duration = Duration::from_secs(1);

/// A rate limit: at most this many requests in any window of this length.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use access::Rate;
///
/// let rate: Rate = "100/1h".parse()?;
/// assert_eq!((rate.limit(), rate.window()), (100, Duration::from_secs(3600)));
/// assert_eq!(rate.to_string(), "100/3600s");
///
/// assert!("0/1s".parse::<Rate>().is_err());
/// assert_eq!(Rate::new(1, Duration::from_millis(500)), None);
/// # Ok::<(), access::RateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rate {
    limit: u32,
    window: Duration,
}

impl Rate {
    /// Creates a rate. Returns `None` if the numbers are out of bounds (1 to 10,000 requests, 1 s
    /// to 24 h).
    pub const fn new(limit: u32, window: Duration) -> Option<Self> {
        let seconds = window.as_secs();
        let whole = window.subsec_nanos() == 0;
        let bounded = seconds >= SHORTEST.as_secs() && seconds <= LONGEST.as_secs();
        if limit >= 1 && limit <= MAX && whole && bounded {
            Some(Self { limit, window })
        } else {
            None
        }
    }

    /// Returns the maximum number of requests per window.
    pub const fn limit(self) -> u32 {
        self.limit
    }

    /// Returns the length of the window.
    pub const fn window(self) -> Duration {
        self.window
    }

    /// Returns how many requests one of `nodes` nodes admits while the nodes cannot count together:
    /// an equal share, and at least one.
    ///
    /// # Examples
    ///
    /// ```
    /// # use access::Rate;
    /// let rate: Rate = "10/1s".parse()?;
    /// assert_eq!(rate.share(3), 3);
    /// assert_eq!(rate.share(100), 1);
    /// # Ok::<(), access::RateError>(())
    /// ```
    pub const fn share(self, nodes: u32) -> u32 {
        let nodes = if nodes == 0 { 1 } else { nodes };
        let share = self.limit / nodes;
        if share == 0 { 1 } else { share }
    }
}

/// Writes the rate as `60/60s`.
impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}s", self.limit, self.window.as_secs())
    }
}

/// Text that is not a rate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateError(String);

impl fmt::Display for RateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a valid rate. Use a value such as `60/60s`, `100/1h` or `10/1m`: 1 to 10,000 requests per window of 1 second to 24 hours.",
            self.0
        )
    }
}

impl std::error::Error for RateError {}

impl FromStr for Rate {
    type Err = RateError;

    fn from_str(text: &str) -> Result<Self, RateError> {
        let parse = || {
            let (limit, window) = text.trim().split_once('/')?;
            let digits = window.bytes().take_while(u8::is_ascii_digit).count();
            let (number, unit) = window.split_at(digits);
            let seconds = match unit {
                "s" => 1,
                "m" => 60,
                "h" => 3600,
                _ => return None,
            };
            // The number parser accepts `+5` and `05`, but nobody means them as numbers.
            let is_plain = |it: &str| it.starts_with(|first: char| matches!(first, '1'..='9'));
            if !is_plain(limit) || !is_plain(number) {
                return None;
            }
            let window = number.parse::<u64>().ok()?.checked_mul(seconds)?;
            Self::new(limit.parse().ok()?, Duration::from_secs(window))
        };
        parse().ok_or_else(|| RateError(text.to_owned()))
    }
}

/// The status of a rate at some instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateStatus {
    /// The rate.
    pub rate: Rate,
    /// The number of requests that would still be admitted at that instant.
    pub remaining: u32,
    /// When one more request than now can be admitted; the instant itself if nothing is used.
    pub next_slot_at: Timestamp,
}

/// The log of requests admitted under one rate, as long as they matter.
#[derive(Clone, Debug)]
pub struct RateLog {
    rate: Rate,
    /// The instants of admission, ascending.
    admitted: VecDeque<Timestamp>,
}

impl RateLog {
    /// Creates a log with requests admitted earlier, in any order.
    pub fn restore(rate: Rate, admitted: impl IntoIterator<Item = Timestamp>) -> Self {
        let mut admitted: Vec<_> = admitted.into_iter().collect();
        admitted.sort_unstable();
        Self {
            rate,
            admitted: admitted.into(),
        }
    }

    /// Returns the rate.
    pub const fn rate(&self) -> Rate {
        self.rate
    }

    /// Returns the length of the rate's window.
    pub const fn window(&self) -> Duration {
        self.rate.window
    }

    /// Returns the instant since which the log is complete.
    pub fn known_since(&self, now: Timestamp) -> Timestamp {
        let window = i64::try_from(self.rate.window.as_micros()).unwrap_or(i64::MAX);
        Timestamp::from_micros(now.micros().saturating_sub(window))
    }

    /// Returns the entries of the log, oldest first.
    pub fn entries(self) -> impl Iterator<Item = Timestamp> {
        self.admitted.into_iter()
    }

    /// Returns the entries without consuming the log.
    pub fn admitted(&self) -> impl DoubleEndedIterator<Item = Timestamp> {
        self.admitted.iter().copied()
    }

    /// Records a request that was admitted elsewhere, at any instant.
    pub fn note(&mut self, at: Timestamp) {
        let place = self.admitted.partition_point(|it| *it <= at);
        self.admitted.insert(place, at);
    }

    /// Returns the status of the rate at `now`.
    pub fn standing(&mut self, now: Timestamp) -> RateStatus {
        self.standing_of_share(now, 1)
    }

    /// Returns the status at `now` of one node's share among this many nodes.
    pub fn standing_of_share(&mut self, now: Timestamp, nodes: u32) -> RateStatus {
        self.date_back(now);
        let now = self.never_backwards(now);
        while let Some(oldest) = self.admitted.front() {
            if oldest.plus(self.rate.window) > now {
                break;
            }
            self.admitted.pop_front();
        }
        let used = u32::try_from(self.admitted.len()).unwrap_or(u32::MAX);
        let oldest = self.admitted.front();
        RateStatus {
            rate: self.rate,
            remaining: self.rate.share(nodes).saturating_sub(used),
            next_slot_at: oldest.map_or(now, |it| it.plus(self.rate.window)),
        }
    }

    /// Moves entries in the future to `now`, after a clock was set back. This admits nothing extra
    /// and closes the window for its own length, not for as long as the clock was wrong.
    fn date_back(&mut self, now: Timestamp) {
        if self
            .admitted
            .back()
            .is_some_and(|it| *it > now.plus(TOLERATED))
        {
            let first = self.admitted.partition_point(|it| *it <= now);
            self.admitted.range_mut(first..).for_each(|it| *it = now);
        }
    }

    /// Returns an instant that never goes back, because a clock that was set back must not reopen
    /// the window.
    fn never_backwards(&self, now: Timestamp) -> Timestamp {
        self.admitted.back().map_or(now, |last| now.max(*last))
    }

    /// Removes a request that was admitted at `at` and then refused for another reason.
    pub fn give_back(&mut self, at: Timestamp) {
        if let Some(index) = self.admitted.iter().rposition(|it| *it == at) {
            self.admitted.remove(index);
        }
    }
}

/// Admits a request under all rates or under none. Returns the instant that the logs have for the
/// request, for [`RateLog::give_back`].
///
/// # Errors
///
/// The status of the rate that will have a free slot last.
///
/// # Examples
///
/// ```
/// use access::{RateLog, Timestamp, admit};
///
/// let mut log = RateLog::restore("2/1s".parse()?, []);
/// let at = |ms: i64| Timestamp::from_micros(ms * 1_000);
/// assert!(admit(&mut [&mut log], at(0)).is_ok());
/// assert!(admit(&mut [&mut log], at(300)).is_ok());
///
/// // The third request within a second has to wait until the first is a second old.
/// let refused = admit(&mut [&mut log], at(600)).expect_err("two are admitted in a second");
/// assert_eq!(refused.next_slot_at, at(1_000));
/// assert!(admit(&mut [&mut log], at(1_000)).is_ok());
/// # Ok::<(), access::RateError>(())
/// ```
pub fn admit(logs: &mut [&mut RateLog], now: Timestamp) -> Result<Timestamp, RateStatus> {
    admit_share(logs, now, 1)
}

/// Admits a request like [`admit`], under one node's share of each rate among this many nodes.
///
/// # Errors
///
/// The status of the rate that will have a free slot last.
pub fn admit_share(
    logs: &mut [&mut RateLog],
    now: Timestamp,
    nodes: u32,
) -> Result<Timestamp, RateStatus> {
    let refused = logs
        .iter_mut()
        .map(|log| log.standing_of_share(now, nodes))
        .filter(|standing| standing.remaining == 0)
        .max_by_key(|standing| standing.next_slot_at);
    if let Some(standing) = refused {
        return Err(standing);
    }
    let at = logs
        .iter()
        .map(|log| log.never_backwards(now))
        .max()
        .unwrap_or(now);
    for log in logs {
        log.admitted.push_back(at);
    }
    Ok(at)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const fn rate(limit: u32, window_s: u64) -> Rate {
        Rate::new(limit, Duration::from_secs(window_s)).expect("within bounds")
    }

    fn at(micros: i64) -> Timestamp {
        Timestamp::from_micros(micros)
    }

    #[test]
    fn rates_are_written_as_people_write_them() {
        for (text, expected) in [
            ("60/60s", Some("60/60s")),
            ("+60/60s", None),
            ("060/60s", None),
            ("60/+60s", None),
            ("10/1m", Some("10/60s")),
            ("100/1h", Some("100/3600s")),
            ("10000/24h", Some("10000/86400s")),
            ("10001/1s", None),
            ("0/1s", None),
            ("1/0s", None),
            ("1/25h", None),
            ("1/1500ms", None),
            ("60", None),
            ("-1/1s", None),
            ("1/18446744073709551615h", None),
        ] {
            let parsed = text.parse::<Rate>().ok().map(|it| it.to_string());
            assert_eq!(parsed.as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_slot_is_free_again_one_window_after_it_was_taken() {
        let mut log = RateLog::restore(rate(2, 1), []);
        assert_eq!(admit(&mut [&mut log], at(0)), Ok(at(0)));
        assert_eq!(admit(&mut [&mut log], at(400_000)), Ok(at(400_000)));
        let refused = admit(&mut [&mut log], at(999_999)).unwrap_err();
        assert_eq!(refused.next_slot_at, at(1_000_000));
        assert_eq!(admit(&mut [&mut log], at(1_000_000)), Ok(at(1_000_000)));
        let refused = admit(&mut [&mut log], at(1_000_000)).unwrap_err();
        assert_eq!(refused.next_slot_at, at(1_400_000));
    }

    #[test]
    fn several_rates_admit_together_or_not_at_all() {
        let mut minute = RateLog::restore(rate(5, 60), []);
        let mut second = RateLog::restore(rate(1, 1), []);
        assert!(admit(&mut [&mut minute, &mut second], at(0)).is_ok());
        assert!(admit(&mut [&mut minute, &mut second], at(1)).is_err());
        let standing = minute.standing(at(1));
        assert_eq!(standing.remaining, 4, "the refused request took no slot");
    }

    #[test]
    fn a_slot_given_back_is_free() {
        let mut log = RateLog::restore(rate(1, 60), []);
        let slot = admit(&mut [&mut log], at(7)).unwrap();
        assert!(admit(&mut [&mut log], at(8)).is_err());
        log.give_back(slot);
        assert!(admit(&mut [&mut log], at(9)).is_ok());
    }

    #[test]
    fn a_share_is_a_part_of_the_rate_and_one_at_least() {
        for (limit, nodes, share) in [(60, 1, 60), (60, 3, 20), (5, 3, 1), (2, 3, 1), (7, 0, 7)] {
            assert_eq!(rate(limit, 1).share(nodes), share, "{limit} of {nodes}");
        }
        let mut log = RateLog::restore(rate(6, 1), []);
        assert!(admit_share(&mut [&mut log], at(1), 3).is_ok());
        assert!(admit_share(&mut [&mut log], at(2), 3).is_ok());
        let refused = admit_share(&mut [&mut log], at(3), 3).unwrap_err();
        assert_eq!(refused.next_slot_at, at(1_000_001));
        assert_eq!(log.standing(at(3)).remaining, 4, "of the whole rate");
    }

    #[test]
    fn what_was_admitted_elsewhere_counts_from_when_it_was() {
        let mut log = RateLog::restore(rate(2, 1), [at(5)]);
        log.note(at(3));
        assert_eq!(log.admitted().collect::<Vec<_>>(), [at(3), at(5)]);
        assert_eq!(log.standing(at(6)).next_slot_at, at(1_000_003));
    }

    #[test]
    fn a_clock_set_back_opens_nothing() {
        let mut log = RateLog::restore(rate(1, 1), []);
        assert!(admit(&mut [&mut log], at(10_000_000)).is_ok());
        assert!(admit(&mut [&mut log], at(0)).is_err());
        assert!(admit(&mut [&mut log], at(999_999)).is_err());
    }

    #[test]
    fn a_clock_set_back_closes_a_window_for_its_own_length_only() {
        const DAY: i64 = 86_400_000_000;
        let mut log = RateLog::restore(rate(2, 1), []);
        assert!(admit(&mut [&mut log], at(DAY)).is_ok());
        assert!(admit(&mut [&mut log], at(0)).is_ok());
        assert!(admit(&mut [&mut log], at(500_000)).is_err());
        assert_eq!(log.standing(at(1_000_000)).remaining, 2);
    }

    #[test]
    fn a_restart_remembers_what_was_admitted() {
        let mut log = RateLog::restore(rate(2, 10), [at(3_000_000), at(1_000_000)]);
        assert_eq!(log.standing(at(3_000_000)).remaining, 0);
        assert_eq!(log.standing(at(11_000_000)).remaining, 1);
    }

    /// Generates arrivals in bursts separated by pauses, up to a few windows long.
    fn arrivals() -> impl Strategy<Value = Vec<i64>> {
        let burst = (0_i64..3_000_000, 1_usize..40, 0_i64..2_000);
        proptest::collection::vec(burst, 1..40).prop_map(|bursts| {
            let mut now = 0;
            let mut times = Vec::new();
            for (pause, count, step) in bursts {
                now += pause;
                for _ in 0..count {
                    now += step;
                    times.push(now);
                }
            }
            times
        })
    }

    proptest! {
        /// Checks the definition itself by counting.
        #[test]
        fn never_more_than_n_in_any_window_and_n_when_offered(
            times in arrivals(),
            limit in proptest::sample::select(vec![1_u32, 10, 60, 600]),
        ) {
            const WINDOW: i64 = 1_000_000;
            let mut log = RateLog::restore(rate(limit, 1), []);
            let mut admitted: Vec<i64> = Vec::new();
            for time in times {
                let recent = admitted.iter().filter(|it| **it > time - WINDOW).count();
                let room = recent < limit as usize;
                let answer = admit(&mut [&mut log], at(time)).is_ok();
                prop_assert_eq!(answer, room, "{} recent at {}", recent, time);
                if answer {
                    admitted.push(time);
                }
            }
            for first in &admitted {
                let inside = admitted.iter().filter(|it| **it >= *first && **it < first + WINDOW);
                prop_assert!(inside.count() <= limit as usize);
            }
        }
    }
}
