//! Dates that a request can name: valid in their calendar, and in a stated calendar where the two
//! could be confused.

use std::fmt;

use calendar::{Calendar, UNIX_EPOCH_DAY_NUMBER};

/// A date in a calendar. Years are from 1 to 9999 of the common era.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CivilDate {
    year: i32,
    month: u8,
    day: u8,
    calendar: Calendar,
}

/// Why a date is invalid or ambiguous.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateError {
    /// The year is not from 1 to 9999; there is no year 0.
    Year(i32),
    /// The month is not from 1 to 12.
    Month(u8),
    /// The month does not have this day in this calendar.
    Day {
        /// The year.
        year: i32,
        /// The month.
        month: u8,
        /// The day that does not exist.
        day: u8,
        /// The calendar.
        calendar: Calendar,
        /// A calendar that has the day: 1700-02-29 is Julian, 1712-02-30 Swedish.
        exists_in: Option<Calendar>,
    },
    /// Dates before 1582-10-15 need an explicit calendar.
    CalendarRequired {
        /// The year.
        year: i32,
        /// The month.
        month: u8,
        /// The day.
        day: u8,
    },
}

/// The first day of the Gregorian calendar.
const REFORM: (i32, u8, u8) = (1582, 10, 15);

impl CivilDate {
    /// Creates the date `year-month-day`. Without a calendar it is Gregorian, which is only
    /// possible from 1582-10-15 on.
    ///
    /// # Errors
    ///
    /// [`DateError`] if the day does not exist, or if it is so early that the calendar must be
    /// given.
    ///
    /// # Examples
    ///
    /// ```
    /// use places::{Calendar, CivilDate, DateError};
    ///
    /// assert!(CivilDate::new(2024, 2, 29, None).is_ok());
    /// // 1700 was a leap year in the Julian calendar only.
    /// assert!(CivilDate::new(1700, 2, 29, Some(Calendar::Julian)).is_ok());
    /// assert!(CivilDate::new(1700, 2, 29, None).is_err());
    ///
    /// let (year, month, day) = (1564, 2, 15);
    /// let refused = CivilDate::new(year, month, day, None);
    /// assert_eq!(refused, Err(DateError::CalendarRequired { year, month, day }));
    /// ```
    pub fn new(
        year: i32,
        month: u8,
        day: u8,
        calendar: Option<Calendar>,
    ) -> Result<Self, DateError> {
        if !(1..=9999).contains(&year) {
            return Err(DateError::Year(year));
        }
        if !(1..=12).contains(&month) {
            return Err(DateError::Month(month));
        }
        let has = |calendar: Calendar| {
            let last = calendar.days_in_month(year, month);
            last.is_some_and(|last| (1..=last).contains(&day))
        };
        let early = (year, month, day) < REFORM;
        // A day that exists in no calendar is rejected as such, with or without an explicit
        // calendar.
        if calendar.is_none() && early && has(Calendar::Julian) {
            return Err(DateError::CalendarRequired { year, month, day });
        }
        let calendar = calendar.unwrap_or(Calendar::Gregorian);
        if !has(calendar) {
            let all = [Calendar::Gregorian, Calendar::Julian, Calendar::Swedish];
            return Err(DateError::Day {
                year,
                month,
                day,
                calendar,
                exists_in: all.into_iter().find(|it| has(*it)),
            });
        }
        Ok(Self {
            year,
            month,
            day,
            calendar,
        })
    }

    /// Returns the year in its calendar.
    pub fn year(self) -> i32 {
        self.year
    }

    /// Returns the month, from 1.
    pub fn month(self) -> u8 {
        self.month
    }

    /// Returns the day of the month, from 1.
    pub fn day(self) -> u8 {
        self.day
    }

    /// Returns the calendar of the date.
    pub fn calendar(self) -> Calendar {
        self.calendar
    }

    /// Returns the days from 1970-01-01 (Gregorian) to this day.
    ///
    /// # Examples
    ///
    /// Thursday, 4 October 1582 was followed by Friday, 15 October.
    ///
    /// ```
    /// use places::{Calendar, CivilDate};
    ///
    /// let thursday = CivilDate::new(1582, 10, 4, Some(Calendar::Julian))?;
    /// let friday = CivilDate::new(1582, 10, 15, Some(Calendar::Gregorian))?;
    /// assert_eq!(friday.days_since_1970() - thursday.days_since_1970(), 1);
    /// // 1970-01-01 was a Thursday.
    /// assert_eq!(thursday.days_since_1970().rem_euclid(7), 0);
    /// # Ok::<(), places::DateError>(())
    /// ```
    pub fn days_since_1970(self) -> i64 {
        let number = self.calendar.day_number(self.year, self.month, self.day);
        number - UNIX_EPOCH_DAY_NUMBER
    }

    /// Returns the Gregorian date of a day counted as in [`Self::days_since_1970`].
    pub fn gregorian_from_days(days_since_1970: i64) -> Option<Self> {
        let number = days_since_1970 + UNIX_EPOCH_DAY_NUMBER;
        let (year, month, day) = Calendar::Gregorian.date(number);
        let year = i32::try_from(year).ok()?;
        Self::new(year, month, day, Some(Calendar::Gregorian)).ok()
    }
}

impl fmt::Display for CivilDate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{:04}-{:02}-{:02}",
            self.year, self.month, self.day
        )
    }
}

/// The name of a calendar in a sentence.
const fn proper_name(calendar: Calendar) -> &'static str {
    match calendar {
        Calendar::Gregorian => "Gregorian",
        Calendar::Julian => "Julian",
        Calendar::Swedish => "Swedish",
    }
}

impl fmt::Display for DateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Year(0) => write!(formatter, "There is no year 0: AD 1 follows 1 BC."),
            Self::Year(it) => write!(formatter, "The year must be between 1 and 9999, got {it}."),
            Self::Month(it) => write!(formatter, "The month must be between 1 and 12, got {it}."),
            Self::Day {
                year,
                month,
                day,
                calendar,
                exists_in,
            } => {
                let name = proper_name(*calendar);
                write!(
                    formatter,
                    "{year:04}-{month:02}-{day:02} does not exist in the {name} calendar."
                )?;
                match exists_in {
                    Some(other) => write!(
                        formatter,
                        " Correct the date, or set `calendar` to `{}`.",
                        proper_name(*other).to_lowercase()
                    ),
                    None => Ok(()),
                }
            }
            Self::CalendarRequired { year, month, day } => write!(
                formatter,
                "{year:04}-{month:02}-{day:02} is before the start of the Gregorian calendar on 1582-10-15. \
                 Set `calendar` to `julian`, `gregorian` or `swedish`."
            ),
        }
    }
}

impl std::error::Error for DateError {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn days(year: i32, month: u8, day: u8, calendar: Calendar) -> i64 {
        let date = CivilDate::new(year, month, day, Some(calendar)).unwrap();
        date.days_since_1970()
    }

    #[test]
    fn days_are_those_of_the_literature() {
        // Meeus, Astronomical Algorithms (2nd ed. 1998), ch. 7: Julian days at noon, less 2440588.
        for (year, month, day, calendar, julian_day) in [
            (2000, 1, 1, Calendar::Gregorian, 2_451_545),
            (1957, 10, 4, Calendar::Gregorian, 2_436_116),
            (1900, 1, 1, Calendar::Gregorian, 2_415_021),
            (1600, 1, 1, Calendar::Gregorian, 2_305_448),
            (837, 4, 10, Calendar::Julian, 2_026_872),
            (333, 1, 27, Calendar::Julian, 1_842_713),
            (1582, 10, 4, Calendar::Julian, 2_299_160),
            (1582, 10, 15, Calendar::Gregorian, 2_299_161),
        ] {
            assert_eq!(
                days(year, month, day, calendar),
                julian_day - 2_440_588,
                "{year}"
            );
        }
    }

    #[test]
    fn a_day_only_one_calendar_has_is_said_to_be() {
        assert!(CivilDate::new(1700, 2, 29, Some(Calendar::Julian)).is_ok());
        let error = CivilDate::new(1700, 2, 29, None).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("Correct the date, or set `calendar` to `julian`."),
            "{error}"
        );
        assert!(CivilDate::new(1900, 2, 29, Some(Calendar::Gregorian)).is_err());
        let error = CivilDate::new(1712, 2, 30, Some(Calendar::Julian)).unwrap_err();
        assert!(
            error
                .to_string()
                .ends_with("Correct the date, or set `calendar` to `swedish`."),
            "{error}"
        );
        assert!(CivilDate::new(1712, 2, 30, Some(Calendar::Swedish)).is_ok());
        assert!(CivilDate::new(1700, 2, 29, Some(Calendar::Swedish)).is_err());
    }

    #[test]
    fn early_dates_need_their_calendar() {
        assert!(CivilDate::new(1582, 10, 15, None).is_ok());
        let error = CivilDate::new(1582, 10, 14, None).unwrap_err();
        assert!(matches!(error, DateError::CalendarRequired { .. }));
        assert!(CivilDate::new(1582, 10, 14, Some(Calendar::Gregorian)).is_ok());
        assert!(matches!(
            CivilDate::new(1500, 2, 30, None),
            Err(DateError::Day { .. })
        ));
        assert_eq!(CivilDate::new(0, 1, 1, None), Err(DateError::Year(0)));
        assert_eq!(CivilDate::new(2000, 13, 1, None), Err(DateError::Month(13)));
        assert_eq!(
            DateError::Month(13).to_string(),
            "The month must be between 1 and 12, got 13."
        );
    }

    proptest! {
        #[test]
        fn gregorian_days_come_back(days in -719_162_i64..2_932_896) {
            let date = CivilDate::gregorian_from_days(days).unwrap();
            prop_assert_eq!(date.days_since_1970(), days);
        }
    }
}
