//! The days of the Chinese calendar: on which day an instant falls, and how certain that is.

use ephemeris::{Calendar, Instant, Tt};

/// The Julian day number of the day that contains Unix time 0 at its beginning.
const UNIX_DAY_NUMBER: i64 = 2_440_588;
const DAY_US: i64 = 86_400_000_000;
/// UTC+8, the standard time of China.
const STANDARD_US: i64 = 8 * 3_600_000_000;
/// Mean time of Beijing at 116 degrees 25 minutes east, 7 h 45 min 40 s. Almanacs used it from 1914 to 1928 (Hong Kong
/// Observatory, *Gregorian-Lunar Calendar Conversion Table*; the new moons of 1914-11-17, 1916-02-03 and 1920-11-10
/// need it).
const BEIJING_US: i64 = (7 * 3_600 + 45 * 60 + 40) * 1_000_000;
const BEIJING_YEARS: core::ops::RangeInclusive<i64> = 1914..=1928;
/// Instants nearer to midnight than this can fall on another day when the rotation of the Earth differs from the
/// prediction.
const DOUBTFUL_US: i64 = 5 * 60_000_000;
/// The first year whose instants are uncertain by minutes.
const PREDICTED_FROM: i64 = 2031;

/// A day of the Chinese calendar on which something falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChineseDay {
    /// The Julian day number of the day.
    pub number: i64,
    /// The day it falls on if the Earth rotates otherwise than predicted. Only after 2030 and near midnight.
    pub alternative: Option<i64>,
}

impl ChineseDay {
    /// The day that contains an instant.
    pub fn of(at: Instant<Tt>) -> Self {
        let unix_us = at.to_utc().to_unix_micros();
        let (standard, _) = split(unix_us, STANDARD_US);
        let year = year_of(standard);
        let offset = if BEIJING_YEARS.contains(&year) {
            BEIJING_US
        } else {
            STANDARD_US
        };
        let (number, within_us) = split(unix_us, offset);
        let alternative = (year >= PREDICTED_FROM).then(|| {
            if within_us < DOUBTFUL_US {
                Some(number - 1)
            } else if within_us >= DAY_US - DOUBTFUL_US {
                Some(number + 1)
            } else {
                None
            }
        });
        Self {
            number,
            alternative: alternative.flatten(),
        }
    }

    /// The published day instead of the computed one, if they differ.
    #[must_use]
    pub(super) fn corrected(self, exceptions: &[(&str, i64)]) -> Self {
        let found = exceptions.iter().find_map(|(published, shift)| {
            let number = day_number(published)?;
            (self.number - shift == number).then_some(number)
        });
        match found {
            Some(number) => Self {
                number,
                alternative: None,
            },
            None => self,
        }
    }
}

fn split(unix_us: i64, offset_us: i64) -> (i64, i64) {
    let local = unix_us + offset_us;
    (
        local.div_euclid(DAY_US) + UNIX_DAY_NUMBER,
        local.rem_euclid(DAY_US),
    )
}

/// The Gregorian year of a day.
pub fn year_of(day_number: i64) -> i64 {
    Calendar::Gregorian.date(day_number).0
}

/// The instant at which a day of the standard time begins.
pub fn begin(day_number: i64) -> Instant<Tt> {
    let unix_us = (day_number - UNIX_DAY_NUMBER) * DAY_US - STANDARD_US;
    Instant::from_unix_micros(unix_us).to_tt()
}

/// The day number of a date such as `1979-01-21`.
fn day_number(date: &str) -> Option<i64> {
    let mut parts = date.split('-');
    let year = parts.next()?.parse().ok()?;
    let month = parts.next()?.parse().ok()?;
    let day = parts.next()?.parse().ok()?;
    Some(Calendar::Gregorian.day_number(year, month, day))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day_at(unix_us: i64) -> String {
        let day = ChineseDay::of(Instant::from_unix_micros(unix_us).to_tt());
        let (year, month, date) = Calendar::Gregorian.date(day.number);
        format!("{year:04}-{month:02}-{date:02}")
    }

    #[test]
    fn days_begin_at_midnight_in_china() {
        // 2000-01-01T15:59:59Z and one second later.
        let evening = 946_742_399_000_000;
        assert_eq!(day_at(evening), "2000-01-01");
        assert_eq!(day_at(evening + 1_000_000), "2000-01-02");
    }

    #[test]
    fn days_of_1914_to_1928_begin_at_midnight_of_beijing_mean_time() {
        // 1920-06-01T16:05:00Z: 00:05 on the 2nd at UTC+8, 23:50:40 on the 1st in Beijing.
        assert_eq!(day_at(-1_564_732_500_000_000), "1920-06-01");
    }

    #[test]
    fn days_near_midnight_have_an_alternative_once_rotation_is_predicted() {
        let at = |unix_us| ChineseDay::of(Instant::from_unix_micros(unix_us).to_tt());
        // 2040-01-01T16:01Z is 00:01 of the 2nd; 15:58Z is 23:58 of the 1st; 12:00Z is 20:00.
        let evening = 2_209_032_000_000_000 + 4 * 3_600_000_000;
        let second = at(evening + 60_000_000);
        assert_eq!(second.alternative, Some(second.number - 1));
        let first = at(evening - 120_000_000);
        assert_eq!(first.alternative, Some(second.number));
        assert_eq!(at(evening - 4 * 3_600_000_000).alternative, None);
    }
}
