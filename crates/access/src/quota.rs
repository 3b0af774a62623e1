//! Quotas: the number of units that an organization may use in a calendar month, UTC.

use std::fmt;
use std::str::FromStr;

use calendar::{Calendar, UNIX_EPOCH_DAY_NUMBER};

use crate::timestamp::Timestamp;

const DAY_MICROS: i64 = 86_400_000_000;

/// A calendar month in UTC: the period that a quota is for.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use access::{Period, Timestamp};
///
/// let leap_day = Timestamp::from_micros(1_709_208_000_000_000); // 2024-02-29T12:00Z
/// let period = Period::of(leap_day);
/// assert_eq!(period.to_string(), "2024-02");
/// assert_eq!(period.end().since(period.start()), Duration::from_secs(29 * 86_400));
/// assert_eq!(period.next(), "2024-03".parse()?);
/// # Ok::<(), access::PeriodError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Period {
    year: i32,
    /// The month, 1 to 12.
    month: u8,
}

impl Period {
    /// Returns the period that an instant belongs to.
    pub fn of(at: Timestamp) -> Self {
        let days = at.micros().div_euclid(DAY_MICROS);
        let (year, month, _) = date(days);
        Self { year, month }
    }

    /// Returns the first instant of the period.
    pub fn start(self) -> Timestamp {
        let first = Calendar::Gregorian.day_number(self.year, self.month, 1);
        Timestamp::from_micros((first - UNIX_EPOCH_DAY_NUMBER) * DAY_MICROS)
    }

    /// Returns the first instant of the next period.
    pub fn end(self) -> Timestamp {
        self.next().start()
    }

    /// Returns the next period.
    #[must_use]
    pub const fn next(self) -> Self {
        match self.month {
            12 => Self {
                year: self.year + 1,
                month: 1,
            },
            month => Self {
                year: self.year,
                month: month + 1,
            },
        }
    }
}

/// Writes the period as `2026-11`.
impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}

/// Text that is not a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PeriodError;

impl fmt::Display for PeriodError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("A period must be a month, such as 2026-11.")
    }
}

impl std::error::Error for PeriodError {}

impl FromStr for Period {
    type Err = PeriodError;

    fn from_str(text: &str) -> Result<Self, PeriodError> {
        let parse = || {
            let (year, month) = text.split_once('-')?;
            let (year, month) = (year.parse().ok()?, month.parse().ok()?);
            (text.len() == 7 && (1..=12).contains(&month)).then_some(Self { year, month })
        };
        parse().ok_or(PeriodError)
    }
}

/// A calendar day in UTC: the period of a daily allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day {
    /// Days since 1970-01-01.
    number: i64,
}

impl Day {
    /// Returns the day that an instant belongs to.
    pub const fn of(at: Timestamp) -> Self {
        let number = at.micros().div_euclid(DAY_MICROS);
        Self { number }
    }

    /// Returns the first instant of the day.
    pub const fn start(self) -> Timestamp {
        Timestamp::from_micros(self.number * DAY_MICROS)
    }

    /// Returns the first instant of the next day.
    pub const fn end(self) -> Timestamp {
        Timestamp::from_micros((self.number + 1) * DAY_MICROS)
    }
}

/// Writes the day as `2026-11-17`.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = date(self.number);
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

/// Returns the year, month and day of a day counted from 1970-01-01.
fn date(days_since_1970: i64) -> (i32, u8, u8) {
    let (year, month, day) = Calendar::Gregorian.date(days_since_1970 + UNIX_EPOCH_DAY_NUMBER);
    // The microseconds of a timestamp end long before the years of an `i32`.
    (i32::try_from(year).unwrap_or(i32::MAX - 1), month, day)
}

/// The units that an organization may use in one period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The purchased units.
    pub quota: u64,
    /// The units allowed beyond the quota, at the overage price.
    pub overage: u64,
}

impl Allowance {
    /// Returns the hard limit.
    pub const fn cap(self) -> u64 {
        self.quota.saturating_add(self.overage)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seconds from Python: `datetime(y, m, 1, tzinfo=utc).timestamp()`.
    fn check(text: &str, start_s: i64, end_s: i64) {
        let period: Period = text.parse().unwrap();
        assert_eq!(
            period.start(),
            Timestamp::from_micros(start_s * 1_000_000),
            "{text}"
        );
        assert_eq!(
            period.end(),
            Timestamp::from_micros(end_s * 1_000_000),
            "{text}"
        );
        assert_eq!(Period::of(period.start()), period);
        let last = Timestamp::from_micros(end_s * 1_000_000 - 1);
        assert_eq!(Period::of(last), period, "{text}: its last microsecond");
        assert_eq!(period.to_string(), text);
    }

    #[test]
    fn a_period_is_a_calendar_month() {
        check("1970-01", 0, 2_678_400);
        check("2000-02", 949_363_200, 951_868_800);
        check("2024-02", 1_706_745_600, 1_709_251_200);
        check("2026-11", 1_793_491_200, 1_796_083_200);
        check("2026-12", 1_796_083_200, 1_798_761_600);
        check("2100-02", 4_105_123_200, 4_107_542_400);
        check("1969-12", -2_678_400, 0);
    }

    #[test]
    fn every_instant_lies_in_its_period() {
        for day in (-200_000..200_000).step_by(37) {
            let at = Timestamp::from_micros(day * DAY_MICROS + 1);
            let period = Period::of(at);
            assert!(period.start() <= at && at < period.end(), "{period} {day}");
        }
    }

    /// Dates from Python: `datetime.fromtimestamp(s, utc).date()`.
    #[test]
    fn a_day_is_a_calendar_day() {
        let check = |start_s: i64, text: &str| {
            let start = Timestamp::from_micros(start_s * 1_000_000);
            let day = Day::of(start);
            assert_eq!(day.to_string(), text);
            assert_eq!(day.start(), start, "{text}");
            let last = Timestamp::from_micros(day.end().micros() - 1);
            assert_eq!(Day::of(last), day, "{text}: its last microsecond");
            assert_ne!(Day::of(day.end()), day, "{text}: the next one");
        };
        check(0, "1970-01-01");
        check(-86_400, "1969-12-31");
        check(1_709_164_800, "2024-02-29");
        check(1_794_873_600, "2026-11-17");
        check(1_798_675_200, "2026-12-31");
    }

    #[test]
    fn other_text_is_no_period() {
        for text in [
            "", "2026", "2026-13", "2026-00", "26-11", "2026-1", "2026-111",
        ] {
            assert!(text.parse::<Period>().is_err(), "{text}");
        }
    }
}
