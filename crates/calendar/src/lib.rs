//! Days of the Gregorian and the Julian calendar, both proleptic, with astronomical year numbering
//! (the year before 1 is 0, the one before that -1), and of the calendar of Sweden with its own
//! reckoning from 1700 to 1712.
//!
//! A date is a year, a month and a day. A day is its Julian day number, so the two calendars can be
//! compared. The caller always states the calendar. No date of the calendar reform is assumed.
//!
//! Deliberately absent: times of day, time scales (`ephemeris`), time zones and the years that a
//! request may name (`places`).
//!
//! ```
//! use calendar::Calendar;
//!
//! // Thursday, 4 October 1582 was followed by Friday, 15 October.
//! let thursday = Calendar::Julian.day_number(1582, 10, 4);
//! assert_eq!(Calendar::Gregorian.date(thursday + 1), (1582, 10, 15));
//! ```

#![no_std]

/// A calendar. Catholic countries changed on 1582-10-15, England in 1752, Russia in 1918.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Calendar {
    /// Today's calendar, in use since 1582-10-15 at the earliest.
    Gregorian,
    /// A leap year every four years without exception.
    Julian,
    /// The civil calendar of Sweden and Finland: Julian, from 1700-03-01 one day ahead of it until
    /// the 30 February of 1712, Julian again until 1753-02-17, then Gregorian.
    Swedish,
}

/// The first days of Sweden's four calendars after the Julian one, as Julian day numbers.
mod sweden {
    /// 1700-03-01, the Julian 29 February: the leap day was left out.
    pub(super) const OWN: i64 = 2_342_042;
    /// 1712-03-01, the same in the Julian calendar: 30 February was added.
    pub(super) const JULIAN_AGAIN: i64 = 2_346_426;
    /// 1753-03-01, after 17 February.
    pub(super) const GREGORIAN: i64 = 2_361_390;
}

/// Julian day number of 1970-01-01 in the Gregorian calendar.
pub const UNIX_EPOCH_DAY_NUMBER: i64 = 2_440_588;

impl Calendar {
    /// Returns its name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gregorian => "gregorian",
            Self::Julian => "julian",
            Self::Swedish => "swedish",
        }
    }

    /// Returns the number of days of a month, or `None` for a month that does not exist.
    pub const fn days_in_month(self, year: i32, month: u8) -> Option<u8> {
        match month {
            2 if matches!(self, Self::Swedish) && year == 1712 => Some(30),
            2 if matches!(self, Self::Swedish) && year == 1753 => Some(17),
            1 | 3 | 5 | 7 | 8 | 10 | 12 => Some(31),
            4 | 6 | 9 | 11 => Some(30),
            2 if self.is_leap_year(year) => Some(29),
            2 => Some(28),
            _ => None,
        }
    }

    /// Whether February has 29 days.
    ///
    /// ```
    /// use calendar::Calendar;
    ///
    /// assert!(Calendar::Julian.is_leap_year(1700));
    /// assert!(!Calendar::Gregorian.is_leap_year(1700));
    /// assert!(Calendar::Gregorian.is_leap_year(0)); // 1 BC
    /// ```
    pub const fn is_leap_year(self, year: i32) -> bool {
        let every_fourth = year.rem_euclid(4) == 0;
        match self {
            Self::Julian => every_fourth,
            Self::Swedish if year < 1753 => every_fourth && year != 1700,
            Self::Gregorian | Self::Swedish => {
                every_fourth && (year.rem_euclid(100) != 0 || year.rem_euclid(400) == 0)
            }
        }
    }

    /// Returns the Julian day number of a date: the Julian Date of its noon. The date must exist in
    /// the calendar.
    ///
    /// A Swedish date is counted as the calendar in use on it.
    ///
    /// Integer form of the day count with March as the first month (Hatcher, Q. J. R. astr. Soc.
    /// 25, 53, 1984); exact.
    pub fn day_number(self, year: i32, month: u8, day: u8) -> i64 {
        // Years that begin in March put the leap day at their end: 1 March of year 0 is day 0.
        let shifted = i64::from(year) - i64::from(month < 3);
        let march_based = (i64::from(month) + 9) % 12;
        let days_before_month = (153 * march_based + 2) / 5;
        let julian = 365 * shifted + shifted.div_euclid(4) + days_before_month + i64::from(day);
        let in_julian = julian + 1_721_116 + 1;
        let date = (year, month, day);
        match self {
            Self::Julian => in_julian,
            Self::Swedish if date < (1700, 3, 1) => in_julian,
            Self::Swedish if date < (1712, 3, 1) => in_julian - 1,
            Self::Swedish if date < (1753, 3, 1) => in_julian,
            Self::Gregorian | Self::Swedish => {
                julian - shifted.div_euclid(100) + shifted.div_euclid(400) + 1_721_119
            }
        }
    }

    /// Returns the year, month and day of a Julian day number.
    pub fn date(self, day_number: i64) -> (i64, u8, u8) {
        let (era_years, days) = match self {
            Self::Swedish => return swedish_date(day_number),
            Self::Julian => {
                let days = day_number - 1_721_118;
                (days.div_euclid(1461) * 4, days.rem_euclid(1461))
            }
            Self::Gregorian => {
                let days = day_number - 1_721_120;
                let (era, days) = (days.div_euclid(146_097), days.rem_euclid(146_097));
                let century = (days / 36_524).min(3);
                let days = days - century * 36_524;
                ((era * 4 + century) * 100 + days / 1461 * 4, days % 1461)
            }
        };
        let year_of_four = (days / 365).min(3);
        let day_of_year = days - year_of_four * 365;
        let march_based = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * march_based + 2) / 5 + 1;
        let month = (march_based + 2) % 12 + 1;
        let year = era_years + year_of_four + i64::from(month < 3);
        (year, small(month), small(day))
    }
}

/// Returns the Swedish date of a Julian day number.
fn swedish_date(day_number: i64) -> (i64, u8, u8) {
    match day_number {
        ..sweden::OWN => Calendar::Julian.date(day_number),
        // The only day that is not the Julian date of the next day.
        it if it == sweden::JULIAN_AGAIN - 1 => (1712, 2, 30),
        sweden::OWN..sweden::JULIAN_AGAIN => Calendar::Julian.date(day_number + 1),
        sweden::JULIAN_AGAIN..sweden::GREGORIAN => Calendar::Julian.date(day_number),
        _ => Calendar::Gregorian.date(day_number),
    }
}

/// Converts a month or a day, which is never above 31.
fn small(value: i64) -> u8 {
    u8::try_from(value).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn day_numbers_are_those_of_the_literature() {
        // Meeus, Astronomical Algorithms (2nd ed. 1998), chapter 7: the table of page 62 and the
        // examples, at noon. The epoch of Unix time: 40587 as Modified Julian Date.
        for (calendar, year, month, day, expected) in [
            (Calendar::Gregorian, 2000, 1, 1, 2_451_545),
            (Calendar::Gregorian, 1999, 1, 1, 2_451_180),
            (Calendar::Gregorian, 1987, 1, 27, 2_446_823),
            (Calendar::Gregorian, 1987, 6, 19, 2_446_966),
            (Calendar::Gregorian, 1988, 1, 27, 2_447_188),
            (Calendar::Gregorian, 1970, 1, 1, UNIX_EPOCH_DAY_NUMBER),
            (Calendar::Gregorian, 1957, 10, 4, 2_436_116),
            (Calendar::Gregorian, 1900, 1, 1, 2_415_021),
            (Calendar::Gregorian, 1600, 1, 1, 2_305_448),
            (Calendar::Gregorian, 1600, 12, 31, 2_305_813),
            (Calendar::Gregorian, 1582, 10, 15, 2_299_161),
            (Calendar::Julian, 1582, 10, 4, 2_299_160),
            (Calendar::Julian, 837, 4, 10, 2_026_872),
            (Calendar::Julian, 333, 1, 27, 1_842_713),
            (Calendar::Julian, -122, 1, 1, 1_676_498),
            (Calendar::Julian, -1000, 7, 12, 1_356_001),
            (Calendar::Julian, -1000, 2, 29, 1_355_867),
            (Calendar::Julian, -1001, 8, 17, 1_355_671),
            (Calendar::Julian, -4712, 1, 1, 0),
        ] {
            let number = calendar.day_number(year, month, day);
            assert_eq!(number, expected, "{year}-{month}-{day}");
            assert_eq!(calendar.date(number), (i64::from(year), month, day));
        }
    }

    #[test]
    fn countries_changed_from_one_day_to_the_next() {
        // England: 2 September 1752 was followed by 14 September; Russia: 31 January 1918 by 14
        // February.
        for (julian, gregorian) in [
            ((1752, 9, 2), (1752, 9, 14)),
            ((1918, 1, 31), (1918, 2, 14)),
            ((1700, 2, 28), (1700, 3, 11)),
        ] {
            let before = Calendar::Julian.day_number(julian.0, julian.1, julian.2);
            let after = Calendar::Gregorian.day_number(gregorian.0, gregorian.1, gregorian.2);
            assert_eq!(after - before, 1);
        }
    }

    #[test]
    fn sweden_left_out_a_leap_day_and_gave_it_back() {
        // Beckman 1924 and Lodén 1968, after Brader (tz database, calendars): no 29 February in
        // 1700, a 30 February in 1712, and 17 February 1753 was followed by 1 March.
        let swedish = Calendar::Swedish;
        for ((year, month, day), (julian_month, julian_day)) in [
            ((1700, 2, 28), (2, 28)),
            ((1700, 3, 1), (2, 29)),
            ((1709, 6, 28), (6, 27)),
            ((1712, 2, 29), (2, 28)),
            ((1712, 2, 30), (2, 29)),
            ((1712, 3, 1), (3, 1)),
            ((1753, 2, 17), (2, 17)),
        ] {
            let number = swedish.day_number(year, month, day);
            assert_eq!(
                number,
                Calendar::Julian.day_number(year, julian_month, julian_day)
            );
            assert_eq!(swedish.date(number), (i64::from(year), month, day));
        }
        let after = swedish.day_number(1753, 3, 1);
        assert_eq!(after - swedish.day_number(1753, 2, 17), 1);
        assert_eq!(after, Calendar::Gregorian.day_number(1753, 3, 1));
        assert_eq!(swedish.days_in_month(1700, 2), Some(28));
        assert_eq!(swedish.days_in_month(1704, 2), Some(29));
        assert_eq!(swedish.days_in_month(1712, 2), Some(30));
        assert_eq!(swedish.days_in_month(1753, 2), Some(17));
        assert_eq!(swedish.days_in_month(1800, 2), Some(28));
    }

    #[test]
    fn every_day_of_ten_thousand_years_comes_back_and_is_one_after_another() {
        for calendar in [Calendar::Gregorian, Calendar::Julian, Calendar::Swedish] {
            let mut previous = calendar.date(1_000_000);
            for number in 1_000_001..4_600_000 {
                let (year, month, day) = calendar.date(number);
                assert_eq!(
                    calendar.day_number(i32::try_from(year).unwrap(), month, day),
                    number
                );
                let last = calendar.days_in_month(i32::try_from(previous.0).unwrap(), previous.1);
                let expected = match previous {
                    (1753, 2, 17) if calendar == Calendar::Swedish => (1753, 3, 1),
                    (year, 12, 31) => (year + 1, 1, 1),
                    (year, month, day) if Some(day) == last => (year, month + 1, 1),
                    (year, month, day) => (year, month, day + 1),
                };
                assert_eq!((year, month, day), expected);
                previous = expected;
            }
        }
    }
}
