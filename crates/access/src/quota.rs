//! Quotas: the number of units that an organization may use in a calendar month, UTC.

use std::fmt;
use std::str::FromStr;

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
        let (year, month) = year_and_month(days);
        Self { year, month }
    }

    /// Returns the first instant of the period.
    pub fn start(self) -> Timestamp {
        Timestamp::from_micros(days_to_first(self.year, self.month) * DAY_MICROS)
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
        let period = Period::of(self.start());
        let first = days_to_first(period.year, period.month);
        write!(f, "{period}-{:02}", self.number - first + 1)
    }
}

/// Returns the days from 1970-01-01 to the first of a month in the proleptic Gregorian calendar.
/// Years are counted from March, so that the leap day is the last day. The days before a month are
/// then (153 m + 2) / 5 with March as month 0 (Fliegel and Van Flandern 1968, in this arrangement).
fn days_to_first(year: i32, month: u8) -> i64 {
    let (year, month) = (i64::from(year), i64::from(month));
    let from_march = (month + 9) % 12;
    let year = if month <= 2 { year - 1 } else { year };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let days = 365 * year + leap_days + (153 * from_march + 2) / 5;
    // The same count for 1970-01-01.
    days - 719_468
}

/// Returns the year and month of a day. Years start in March, so that a leap day is their last day,
/// in cycles of 400 years. Every request needs the month, so it is computed, not searched for.
fn year_and_month(days: i64) -> (i32, u8) {
    const CYCLE: i64 = 146_097;
    let since = days + 719_468;
    let (cycle, day) = (since.div_euclid(CYCLE), since.rem_euclid(CYCLE));
    // After subtracting the leap days before it, a day's year is a division by 365.
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    // Months from March have 31, 30, 31, 30, 31 days twice, which (153 m + 2) / 5 counts.
    let from_march = (5 * day_of_year + 2) / 153;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    let year = year + 400 * cycle + i64::from(month <= 2);
    (
        i32::try_from(year).unwrap_or(i32::MAX - 1),
        u8::try_from(month).unwrap_or(1),
    )
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
