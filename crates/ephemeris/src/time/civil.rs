//! Civil dates and times of day of a time scale. The caller always states the calendar.

use core::fmt;

use calendar::Calendar;

use super::{Instant, Scale};

/// The largest absolute year accepted.
const MAX_YEAR: i32 = 1_000_000;

/// Julian day number (at noon) of the day of J2000.0.
const J2000_DAY_NUMBER: i64 = 2_451_545;

/// A date and time of day as shown by a calendar and a clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CivilDateTime {
    /// Astronomical year: 0 is 1 BC.
    pub year: i32,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minute: u8,
    /// From 0 up to, not including, 60; up to 61 in the minute of a UTC leap second.
    pub second: f64,
}

/// Why a date or a time of day is invalid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CivilError {
    /// The year is outside the supported range.
    Year {
        /// The year given.
        year: i32,
    },
    /// The month does not exist.
    Month {
        /// The month given.
        month: u8,
    },
    /// The month has no such day.
    Day {
        /// The year given.
        year: i32,
        /// The month given.
        month: u8,
        /// The day given.
        day: u8,
        /// The last day of the month in that calendar.
        last: u8,
    },
    /// The day has no such time.
    Time {
        /// The hour given.
        hour: u8,
        /// The minute given.
        minute: u8,
        /// The second given.
        second: f64,
    },
}

/// Converts an hour or a minute, which is never above 59.
fn small(value: i64) -> u8 {
    u8::try_from(value).unwrap_or(u8::MAX)
}

impl CivilDateTime {
    /// Returns the beginning of a day.
    pub fn date(year: i32, month: u8, day: u8) -> Self {
        Self {
            year,
            month,
            day,
            hour: 0,
            minute: 0,
            second: 0.0,
        }
    }

    /// Returns the instant at which a clock of the scale `S` shows this date and time.
    ///
    /// ```
    /// use ephemeris::{Calendar, CivilDateTime, Instant, Tt};
    ///
    /// // Meeus, Astronomical Algorithms (1998), example 7.a: Sputnik 1.
    /// let launch = CivilDateTime { hour: 19, minute: 26, second: 24.0, ..CivilDateTime::date(1957, 10, 4) };
    /// let instant: Instant<Tt> = launch.to_instant(Calendar::Gregorian)?;
    /// assert!((instant.julian_date() - 2_436_116.31).abs() < 1e-8);
    /// # Ok::<(), ephemeris::CivilError>(())
    /// ```
    ///
    /// # Errors
    /// The calendar has no such date, or the day has no such time.
    pub fn to_instant<S: Scale>(self, calendar: Calendar) -> Result<Instant<S>, CivilError> {
        let Self {
            year,
            month,
            day,
            hour,
            minute,
            second,
        } = self;
        if !(-MAX_YEAR..=MAX_YEAR).contains(&year) {
            return Err(CivilError::Year { year });
        }
        let last = calendar
            .days_in_month(year, month)
            .ok_or(CivilError::Month { month })?;
        if !(1..=last).contains(&day) {
            return Err(CivilError::Day {
                year,
                month,
                day,
                last,
            });
        }
        let days = (calendar.day_number(year, month, day) - J2000_DAY_NUMBER) as f64;
        let length = S::counted_seconds(days);
        let seconds = f64::from(hour) * 3600.0 + f64::from(minute) * 60.0 + second;
        let is_last_minute = (hour, minute) == (23, 59);
        let in_minute = (0.0..60.0).contains(&second) || (is_last_minute && second >= 60.0);
        if hour > 23 || minute > 59 || !in_minute || seconds >= length {
            return Err(CivilError::Time {
                hour,
                minute,
                second,
            });
        }
        Ok(Instant::from_days_since_j2000(days - 0.5).plus_days(seconds / length))
    }

    /// Returns the date and time that a calendar and a clock of the scale `S` show at an instant.
    ///
    /// ```
    /// use ephemeris::{Calendar, CivilDateTime, Instant, Ut1};
    ///
    /// // Meeus, Astronomical Algorithms (1998), chapter 7, example 7.b the other way round.
    /// let instant = Instant::<Ut1>::from_julian_date(1_842_713.0);
    /// let civil = CivilDateTime::from_instant(instant, Calendar::Julian);
    /// assert_eq!((civil.year, civil.month, civil.day, civil.hour), (333, 1, 27, 12));
    /// ```
    pub fn from_instant<S: Scale>(at: Instant<S>, calendar: Calendar) -> Self {
        Self::rounded(at, calendar, 1e-9)
    }

    /// Like [`CivilDateTime::from_instant`], with the time of day rounded to a step in seconds
    /// (0.001 for milliseconds) before it is split into fields. The seconds therefore reach 60 only
    /// in a leap second.
    pub fn rounded<S: Scale>(at: Instant<S>, calendar: Calendar, step_seconds: f64) -> Self {
        let (day, fraction) = at.parts();
        let length = S::counted_seconds(day);
        let steps_a_second = (1.0 / step_seconds).round();
        let steps = ((fraction + 0.5) * length * steps_a_second).round();
        let (day, steps) = if steps >= length * steps_a_second {
            (day + 1.0, 0.0)
        } else {
            (day, steps)
        };
        let whole = (steps / steps_a_second).floor();
        let rest = (steps - whole * steps_a_second) / steps_a_second;
        let hour = (whole / 3600.0).floor().min(23.0);
        let minute = ((whole - hour * 3600.0) / 60.0).floor().min(59.0);
        let second = whole - hour * 3600.0 - minute * 60.0 + rest;
        let (year, month, day) = calendar.date(whole_number(day) + J2000_DAY_NUMBER);
        Self {
            year: i32::try_from(year).unwrap_or(if year < 0 { i32::MIN } else { i32::MAX }),
            month,
            day,
            hour: small(whole_number(hour)),
            minute: small(whole_number(minute)),
            second,
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "whole numbers; the cast saturates far outside any calendar"
)]
fn whole_number(value: f64) -> i64 {
    value as i64
}

impl fmt::Display for CivilError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Year { year } => write!(f, "the year {year} is beyond {MAX_YEAR}"),
            Self::Month { month } => write!(f, "there is no month {month}"),
            Self::Day {
                year,
                month,
                day,
                last,
            } => write!(
                f,
                "month {month} of {year} has the days 1 to {last}, not {day}"
            ),
            Self::Time {
                hour,
                minute,
                second,
            } => write!(f, "there is no time {hour}:{minute}:{second} on that day"),
        }
    }
}

impl core::error::Error for CivilError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{Tt, Utc};

    #[test]
    fn julian_dates_are_those_of_meeus() {
        // Meeus, Astronomical Algorithms (1998), chapter 7: the table of page 62 and the examples.
        for (calendar, year, month, day, hour, expected) in [
            (Calendar::Gregorian, 2000, 1, 1, 12, 2_451_545.0),
            (Calendar::Gregorian, 1999, 1, 1, 0, 2_451_179.5),
            (Calendar::Gregorian, 1987, 1, 27, 0, 2_446_822.5),
            (Calendar::Gregorian, 1987, 6, 19, 12, 2_446_966.0),
            (Calendar::Gregorian, 1988, 1, 27, 0, 2_447_187.5),
            (Calendar::Gregorian, 1900, 1, 1, 0, 2_415_020.5),
            (Calendar::Gregorian, 1600, 1, 1, 0, 2_305_447.5),
            (Calendar::Gregorian, 1600, 12, 31, 0, 2_305_812.5),
            (Calendar::Gregorian, 1582, 10, 15, 0, 2_299_160.5),
            (Calendar::Julian, 1582, 10, 4, 0, 2_299_159.5),
            (Calendar::Julian, 837, 4, 10, 0, 2_026_871.5),
            (Calendar::Julian, 333, 1, 27, 12, 1_842_713.0),
            (Calendar::Julian, -122, 1, 1, 0, 1_676_497.5),
            (Calendar::Julian, -1000, 7, 12, 12, 1_356_001.0),
            (Calendar::Julian, -1000, 2, 29, 0, 1_355_866.5),
            (Calendar::Julian, -1001, 8, 17, 0, 1_355_670.5),
            (Calendar::Julian, -4712, 1, 1, 12, 0.0),
        ] {
            let civil = CivilDateTime {
                hour,
                ..CivilDateTime::date(year, month, day)
            };
            let instant: Instant<Tt> = civil.to_instant(calendar).unwrap();
            assert!(
                (instant.julian_date() - expected).abs() < 1e-9,
                "{civil:?} {instant:?}"
            );
            assert_eq!(CivilDateTime::from_instant(instant, calendar), civil);
        }
    }

    #[test]
    fn what_is_no_date_is_refused_with_its_reason() {
        let check = |calendar, civil: CivilDateTime| civil.to_instant::<Utc>(calendar).unwrap_err();
        assert_eq!(
            check(Calendar::Gregorian, CivilDateTime::date(1700, 2, 29)),
            CivilError::Day {
                year: 1700,
                month: 2,
                day: 29,
                last: 28
            }
        );
        assert!(
            CivilDateTime::date(1700, 2, 29)
                .to_instant::<Utc>(Calendar::Julian)
                .is_ok()
        );
        assert_eq!(
            check(Calendar::Julian, CivilDateTime::date(2000, 13, 1)),
            CivilError::Month { month: 13 }
        );
        for (hour, minute, second) in [
            (24, 0, 0.0),
            (0, 60, 0.0),
            (12, 0, 60.0),
            (0, 0, -1.0),
            (0, 0, f64::NAN),
            (23, 59, 60.0),
        ] {
            let civil = CivilDateTime {
                hour,
                minute,
                second,
                ..CivilDateTime::date(2001, 1, 1)
            };
            assert!(
                matches!(check(Calendar::Gregorian, civil), CivilError::Time { .. }),
                "{civil:?}"
            );
        }
        assert!(matches!(
            check(Calendar::Gregorian, CivilDateTime::date(i32::MAX, 1, 1)),
            CivilError::Year { .. }
        ));
    }

    #[test]
    fn rounding_carries_into_the_next_year() {
        let almost = CivilDateTime {
            hour: 23,
            minute: 59,
            second: 59.999_7,
            ..CivilDateTime::date(2001, 12, 31)
        };
        let at: Instant<Utc> = almost.to_instant(Calendar::Gregorian).unwrap();
        assert_eq!(
            CivilDateTime::rounded(at, Calendar::Gregorian, 0.001),
            CivilDateTime::date(2002, 1, 1)
        );
        let leap = CivilDateTime {
            hour: 23,
            minute: 59,
            second: 60.25,
            ..CivilDateTime::date(2016, 12, 31)
        };
        let at: Instant<Utc> = leap.to_instant(Calendar::Gregorian).unwrap();
        assert_eq!(CivilDateTime::rounded(at, Calendar::Gregorian, 0.001), leap);
    }
}
