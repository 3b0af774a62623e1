//! Profections: the Ascendant advances one sign per year of life, and one more per month within it.
//!
//! Vettius Valens, Anthology IV; Ptolemy, Tetrabiblos IV.10; whole signs. Years and months are
//! calendar units, counted from birthday to birthday in the time zone of birth. A day that a month
//! does not have becomes its last day.

use ephemeris::Body;

use crate::{dignity::ruler, sign::Sign};

/// A calendar day with the time since midnight.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct CalendarMoment {
    /// Year.
    pub year: i32,
    /// Month, 1 to 12.
    pub month: u8,
    /// Day of the month from 1.
    pub day: u8,
    /// Seconds since midnight.
    pub second_of_day: f64,
}

/// The profection of a year or a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Profection {
    /// The house, 1 to 12 from the sign of the natal Ascendant.
    pub house: u8,
    /// Its sign.
    pub sign: Sign,
    /// The traditional ruler of that sign: lord of the year or of the month.
    pub lord: Body,
}

/// The annual and monthly profection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Profections {
    /// Completed years.
    pub age: u32,
    /// Completed months since the last birthday, 0 to 11.
    pub month: u32,
    /// The annual profection.
    pub annual: Profection,
    /// The monthly profection.
    pub monthly: Profection,
}

/// Returns the profections for a moment at or after birth; `None` before birth.
///
/// # Examples
///
/// ```
/// use astrology::profection::{CalendarMoment, profections};
/// use astrology::sign::Sign;
/// use ephemeris::Body;
///
/// let day = |year, month, day| CalendarMoment { year, month, day, second_of_day: 0.0 };
/// // The 34th year of life, at age 33, is a year of the tenth house. The tenth sign from Aquarius
/// // is Scorpio, which Mars rules.
/// let found = profections(Sign::Aquarius, day(1990, 6, 15), day(2023, 6, 15));
/// let annual = found.expect("after birth").annual;
/// assert_eq!((annual.house, annual.sign, annual.lord), (10, Sign::Scorpio, Body::Mars));
/// assert_eq!(profections(Sign::Aquarius, day(1990, 6, 15), day(1990, 6, 14)), None);
/// ```
pub fn profections(
    ascendant: Sign,
    birth: CalendarMoment,
    target: CalendarMoment,
) -> Option<Profections> {
    let months = completed_months(birth, target)?;
    let (age, month) = (months / 12, months % 12);
    let at = |signs: u32| {
        let sign = ascendant.plus(signs as usize % 12);
        Profection {
            house: u8::try_from(signs % 12 + 1).unwrap_or(12),
            sign,
            lord: ruler(sign),
        }
    };
    Some(Profections {
        age,
        month,
        annual: at(age),
        monthly: at(age + month),
    })
}

fn completed_months(birth: CalendarMoment, target: CalendarMoment) -> Option<u32> {
    let months = (i64::from(target.year) - i64::from(birth.year)) * 12 + i64::from(target.month)
        - i64::from(birth.month);
    let anniversary_day = birth.day.min(days_in_month(target.year, target.month));
    let reached = (target.day, target.second_of_day) >= (anniversary_day, birth.second_of_day);
    u32::try_from(if reached { months } else { months - 1 }).ok()
}

/// Returns the days of a Gregorian month. A Julian 29 February of a century year becomes the 28th
/// here, which affects no later birthday.
fn days_in_month(year: i32, month: u8) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(year: i32, month: u8, day: u8) -> CalendarMoment {
        CalendarMoment {
            year,
            month,
            day,
            second_of_day: 0.0,
        }
    }

    #[test]
    fn the_year_changes_on_the_birthday() {
        let birth = day(1990, 6, 15);
        let before = profections(Sign::Libra, birth, day(2024, 6, 14)).unwrap();
        assert_eq!(
            (before.age, before.month, before.annual.house),
            (33, 11, 10)
        );
        let on = profections(Sign::Libra, birth, day(2024, 6, 15)).unwrap();
        assert_eq!((on.age, on.month, on.annual.house), (34, 0, 11));
        assert_eq!((on.annual.sign, on.annual.lord), (Sign::Leo, Body::Sun));
        assert_eq!(profections(Sign::Libra, birth, day(1990, 6, 14)), None);
    }

    #[test]
    fn a_leap_day_has_its_birthday_on_the_last_of_february() {
        let birth = day(2000, 2, 29);
        assert_eq!(
            profections(Sign::Aries, birth, day(2001, 2, 27))
                .unwrap()
                .age,
            0
        );
        assert_eq!(
            profections(Sign::Aries, birth, day(2001, 2, 28))
                .unwrap()
                .age,
            1
        );
    }
}
