//! Tests of the spike rule on synthetic series. Each states the reason for its expectation.

use std::cell::Cell;
use std::time::Duration;

use super::*;
use crate::random::tests::Counting;

/// A Monday at midnight: 2027-01-04 (Python: `datetime(2027, 1, 4).weekday() == 0`).
const START: Timestamp = Timestamp::from_micros(1_799_020_800_000_000);
const WEEK: u64 = 168;
const DAY: u64 = 24;
const LIMITS: SpikeLimits = SpikeLimits {
    minimum_requests: 100,
    deviations: 5,
};

/// A key's requests by hour since [`START`], from the hour of its creation.
struct Series<F: Fn(u64) -> u64> {
    made_at_hour: u64,
    requests: F,
}

impl<F: Fn(u64) -> u64> Series<F> {
    /// Returns what the rule sees of an hour, as in the roll-ups: nothing before the key was
    /// created.
    fn hour(&self, hour: u64) -> HourOfWeek {
        let earlier = (1..=u64::from(HISTORY_WEEKS)).map_while(|week| {
            let then = hour.checked_sub(week * WEEK)?;
            (then >= self.made_at_hour).then(|| (self.requests)(then))
        });
        HourOfWeek {
            hour: START.plus(Duration::from_hours(hour)),
            requests: (self.requests)(hour),
            earlier_weeks: earlier.collect(),
            day_before: hour.checked_sub(DAY).map_or(0, &self.requests),
        }
    }

    /// Returns the alerts of some weeks, one per period, as the number of the hour that triggered
    /// each.
    fn alerts(&self, weeks: std::ops::Range<u64>) -> Vec<u64> {
        let key = KeyId::new(START, &Counting(Cell::new(1)));
        let mut periods = Vec::new();
        let mut fired = Vec::new();
        for hour in weeks.start * WEEK..weeks.end * WEEK {
            if let Some(alert) = spike(key, &self.hour(hour), LIMITS)
                && !periods.contains(&alert.period)
            {
                periods.push(alert.period);
                fired.push(hour);
            }
        }
        fired
    }
}

/// Returns a pseudorandom number between 0 and `below`, the same in every run (a linear
/// congruential generator with Knuth's multiplier).
fn chance(hour: u64, below: u64) -> u64 {
    let mixed = (hour + 1).wrapping_mul(6_364_136_223_846_793_005);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (mixed >> 40) % below
}

/// Returns the requests of an office: busy from eight to eighteen on working days.
fn season(hour: u64) -> u64 {
    let (day, hour) = (hour / DAY % 7, hour % DAY);
    if day < 5 && (8..18).contains(&hour) {
        1_000
    } else {
        20
    }
}

fn check(requests: impl Fn(u64) -> u64, weeks: std::ops::Range<u64>, expected: &[u64]) {
    let series = Series {
        made_at_hour: 0,
        requests,
    };
    assert_eq!(series.alerts(weeks), expected);
}

#[test]
fn flat_use_is_no_news() {
    check(|_| 1_000, 0..20, &[]);
    // A scatter of a third up and down never reaches twice the median and never triggers an alert,
    // although weeks that happen to be alike put five deviations close to the median.
    check(|hour| 750 + chance(hour, 500), 0..30, &[]);
    check(|_| 0, 0..20, &[]);
}

#[test]
fn a_season_is_no_news() {
    // Monday at eight has fifty times the requests of Sunday at eight, but as many as every Monday.
    check(season, 0..20, &[]);
    check(|hour| season(hour) + chance(hour, 20), 0..20, &[]);
}

#[test]
fn a_spike_is_news_once_in_its_hour() {
    // Wednesday of week ten at ten: 1,000 is usual with no scatter, so one deviation is √1000 =
    // 31.6 and the line is 1,158. Twice the median, 2,000, is the stricter condition.
    let at = 10 * WEEK + 2 * DAY + 10;
    let with = |height| move |hour| if hour == at { height } else { season(hour) };
    check(with(1_999), 8..14, &[]);
    check(with(2_000), 8..14, &[]); // Tuesday at ten had 1,000, and this is not *more* than twice that.
    check(with(2_001), 8..14, &[at]);
    // The median does not change: two weeks later the same height triggers an alert again. One week
    // later it does not, because the previous week was as high.
    let again = |later: u64| {
        move |hour| {
            if hour == at || hour == at + later * WEEK {
                5_000
            } else {
                season(hour)
            }
        }
    };
    check(again(2), 8..14, &[at, at + 2 * WEEK]);
    check(again(1), 8..14, &[at]);
}

#[test]
fn a_spike_in_a_quiet_hour_counts_from_the_minimum_on() {
    // Sunday at three: 20 is usual, and the line is 20 + 5 √20 = 42. Ninety-nine requests are far
    // above it but below the minimum.
    let at = 10 * WEEK + 6 * DAY + 3;
    let with = |height| move |hour| if hour == at { height } else { season(hour) };
    check(with(99), 8..12, &[]);
    check(with(100), 8..12, &[at]);
}

#[test]
fn hours_of_one_day_are_one_piece_of_news() {
    let from = 10 * WEEK + 2 * DAY + 9;
    let requests = move |hour: u64| {
        if (from..from + 5).contains(&hour) {
            9_000
        } else {
            season(hour)
        }
    };
    check(requests, 8..12, &[from]);
}

#[test]
fn a_step_is_news_when_it_comes_and_not_for_as_long_as_it_stays() {
    // Usage triples from a Wednesday noon. That noon triggers an alert. So do the next morning, the
    // first such morning (the previous day had 1,000), and Monday, the first such Monday (Sunday
    // was quiet, the previous Monday had 1,000). From then on, either the previous day or the
    // previous week was as high. Nights with 60 requests are below the minimum.
    let step_from = |from: u64| move |hour| season(hour) * if hour >= from { 3 } else { 1 };
    let from = 10 * WEEK + 2 * DAY + 12;
    let next_morning = 10 * WEEK + 3 * DAY + 8;
    let next_monday = 11 * WEEK + 8;
    check(step_from(from), 8..24, &[from, next_morning, next_monday]);
    // From midnight on a Monday, only the first busy hour triggers an alert.
    let from = 10 * WEEK;
    check(step_from(from), 8..24, &[from + 8]);
}

#[test]
fn slow_growth_is_no_news() {
    // Five percent a week, compounded: the middle of the eight weeks is four and a half weeks ago,
    // so usage is 1.05^4.5 = 1.25 times the median, and never twice.
    let growth = |hour: u64| {
        let week = i32::try_from(hour / WEEK).unwrap();
        let grown = f64::from(u32::try_from(season(hour)).unwrap()) * 1.05_f64.powi(week);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a count of requests, whole enough for a test"
        )]
        let whole = grown as u64;
        whole
    };
    check(growth, 0..52, &[]);
}

#[test]
fn a_new_key_is_not_judged_before_four_weeks() {
    // The key is created after some silent weeks and is busy from its first hour, when it has no
    // baseline yet.
    let made_at_hour = 3 * WEEK;
    let burst_at = |week: u64| {
        let at = made_at_hour + week * WEEK + 50;
        let requests = move |hour: u64| match hour {
            _ if hour == at => 50_000,
            _ if hour >= made_at_hour => 500,
            _ => 0,
        };
        let series = Series {
            made_at_hour,
            requests,
        };
        (at, series.alerts(0..12))
    };
    for week in 0..4 {
        assert_eq!(burst_at(week).1, Vec::<u64>::new(), "week {week}");
    }
    let (at, alerts) = burst_at(4);
    assert_eq!(alerts, [at], "four weeks are enough");
}

#[test]
fn the_baseline_is_the_one_of_a_textbook() {
    // The textbook example of the median absolute deviation: the median of 1, 1, 2, 2, 4, 6, 9 is
    // 2, the distances are 1, 1, 0, 0, 2, 4, 7, and their median is 1.
    let baseline = Baseline::of(&[1, 1, 2, 2, 4, 6, 9]).unwrap();
    assert_eq!((baseline.median, baseline.median_deviation), (2.0, 1.0));
    assert!((baseline.deviation - 1.4826).abs() < 1e-4, "more than √2");
    assert!((baseline.line(5) - 9.413).abs() < 1e-3);
    // For an even number of weeks, the median is the mean of the two middle values.
    let even = Baseline::of(&[10, 20, 30, 1_000]).unwrap();
    assert_eq!((even.median, even.median_deviation), (25.0, 10.0));
    assert_eq!(Baseline::of(&[1, 2, 3]), None);
}
