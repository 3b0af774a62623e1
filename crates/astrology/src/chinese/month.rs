//! Months and dates of the Chinese calendar.
//!
//! A month begins on the day of the new moon. The month that contains the winter solstice is the eleventh. If thirteen
//! months begin between two winter solstices, the first one without a zhongqi repeats the number of the month before
//! it (the rules of 1645, restated in the national standard GB/T 33661-2017).

use ephemeris::event::crossing::{difference, difference_motion};
use ephemeris::search::{SearchResult, find_all};
use ephemeris::{Body, Ephemeris, Instant, SkyError, Tt};

use super::day::{ChineseDay, begin, year_of};
use super::solar_term::{SolarTerm, TermInstant, terms_between, terms_of_year};

/// The first Gregorian year for which the rules held: the calendar reform of 1645.
pub const FIRST_YEAR: i32 = 1646;
/// The last year the embedded ephemeris covers with a year on each side.
pub const LAST_YEAR: i32 = 2648;

/// Published days that differ from the computed ones (Hong Kong Observatory). Both new moons are within seconds of
/// midnight, on the other side of it.
const EXCEPTIONS: &[(&str, i64)] = &[("2057-09-28", 1), ("2097-08-07", 1)];

/// A month.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChineseMonth {
    /// Its first day.
    pub first_day: ChineseDay,
    /// The first day of the next month.
    pub next_day: ChineseDay,
    /// The new moon.
    pub new_moon: Instant<Tt>,
    /// The Gregorian year in which its lunar year begins.
    pub lunar_year: i32,
    /// The number, from 1 to 12.
    pub number: u8,
    /// Whether it repeats the number of the month before it.
    pub is_leap: bool,
}

/// A date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChineseDate {
    /// The Gregorian year in which the lunar year begins.
    pub lunar_year: i32,
    /// The month, from 1 to 12.
    pub month: u8,
    /// Whether it is the leap month of that number.
    pub is_leap: bool,
    /// The day, from 1 to 30.
    pub day: u8,
}

/// The months from the eleventh of the year before to the tenth of a lunar year: those between two winter solstices.
fn months_of_solar_year(
    ephemeris: &Ephemeris<'_>,
    year: i32,
) -> Result<Vec<ChineseMonth>, SkyError> {
    let solstice = |year| -> Result<TermInstant, SkyError> {
        let terms = terms_of_year(ephemeris, year)?;
        let found = terms.into_iter().find(|it| it.term == SolarTerm::DONGZHI);
        Ok(found.expect("every year has a winter solstice"))
    };
    let (from, to) = (solstice(year - 1)?, solstice(year)?);
    let range = begin(from.day.number - 32)..begin(to.day.number + 33);
    let moons = new_moons(ephemeris, range.clone())?;
    let zhongqi: Vec<i64> = terms_between(ephemeris, range)?
        .into_iter()
        .filter(|it| it.term.is_zhongqi())
        .map(|it| it.day.number)
        .collect();
    let begins = |solstice: &TermInstant| {
        let before = moons.iter().filter(|it| it.1.number <= solstice.day.number);
        before.count().saturating_sub(1)
    };
    let (first, last) = (begins(&from), begins(&to));
    let months = &moons[first..=last];
    let has_leap = last - first == 13;
    let mut numbered = Vec::with_capacity(13);
    let (mut number, mut leap_done) = (10, false);
    for pair in months.windows(2) {
        let [(new_moon, first_day), (_, next_day)] = [pair[0], pair[1]];
        let days = first_day.number..next_day.number;
        let is_leap = has_leap && !leap_done && !zhongqi.iter().any(|it| days.contains(it));
        leap_done |= is_leap;
        if !is_leap {
            number = number % 12 + 1;
        }
        numbered.push(ChineseMonth {
            first_day,
            next_day,
            new_moon,
            // The eleventh and twelfth month belong to the year before.
            lunar_year: if number >= 11 { year - 1 } else { year },
            number,
            is_leap,
        });
    }
    Ok(numbered)
}

/// The new moons of a range with their days.
fn new_moons(
    ephemeris: &Ephemeris<'_>,
    range: core::ops::Range<Instant<Tt>>,
) -> Result<Vec<(Instant<Tt>, ChineseDay)>, SkyError> {
    let motion = difference_motion(Body::Moon, Body::Sun);
    let elongation = difference(ephemeris, Body::Moon, Body::Sun);
    let found = find_all(range, &motion, elongation, &[0.0])?;
    let day = |found| match found {
        SearchResult::Turn { .. } => None,
        SearchResult::Crossing { at, .. } => Some((at, ChineseDay::of(at).corrected(EXCEPTIONS))),
    };
    Ok(found.into_iter().filter_map(day).collect())
}

/// The months that begin in a Gregorian year.
///
/// # Errors
/// The ephemeris does not cover the year and half a year around it.
pub fn months_of_year(ephemeris: &Ephemeris<'_>, year: i32) -> Result<Vec<ChineseMonth>, SkyError> {
    let mut months = months_of_solar_year(ephemeris, year)?;
    months.extend(months_of_solar_year(ephemeris, year + 1)?);
    months.retain(|it| year_of(it.first_day.number) == i64::from(year));
    Ok(months)
}

/// The first day of a lunar year: the Chinese New Year.
///
/// # Errors
/// The ephemeris does not cover the year and half a year around it.
///
/// # Panics
/// Never: the months of a year have the numbers from 1 to 12.
pub fn new_year(ephemeris: &Ephemeris<'_>, lunar_year: i32) -> Result<ChineseMonth, SkyError> {
    let months = months_of_solar_year(ephemeris, lunar_year)?;
    let first = months.into_iter().find(|it| it.number == 1 && !it.is_leap);
    Ok(first.expect("every year has a first month"))
}

/// The month that contains a day.
///
/// # Errors
/// The ephemeris does not cover the year and half a year around it.
///
/// # Panics
/// Never: months follow each other without a gap.
pub fn month_of_day(ephemeris: &Ephemeris<'_>, day_number: i64) -> Result<ChineseMonth, SkyError> {
    let year = i32::try_from(year_of(day_number)).unwrap_or(i32::MAX - 2);
    let contains =
        |it: &ChineseMonth| (it.first_day.number..it.next_day.number).contains(&day_number);
    let months = months_of_solar_year(ephemeris, year)?;
    if let Some(found) = months.into_iter().find(contains) {
        return Ok(found);
    }
    // The days around and after the winter solstice belong to the next solar year.
    let months = months_of_solar_year(ephemeris, year + 1)?;
    let found = months.into_iter().find(contains);
    Ok(found.expect("months follow each other without a gap"))
}

impl ChineseMonth {
    /// The date of a day of this month.
    pub fn date(&self, day_number: i64) -> ChineseDate {
        let day = u8::try_from(day_number - self.first_day.number + 1);
        ChineseDate {
            lunar_year: self.lunar_year,
            month: self.number,
            is_leap: self.is_leap,
            day: day.unwrap_or_default(),
        }
    }

    /// The number of days, 29 or 30.
    pub fn length(&self) -> i64 {
        self.next_day.number - self.first_day.number
    }
}

/// The day number of a date. `None` if the year has no such month or the month no such day.
///
/// # Errors
/// The ephemeris does not cover the year and half a year around it.
pub fn day_of_date(ephemeris: &Ephemeris<'_>, date: ChineseDate) -> Result<Option<i64>, SkyError> {
    let mut months = months_of_solar_year(ephemeris, date.lunar_year)?;
    months.extend(months_of_solar_year(ephemeris, date.lunar_year + 1)?);
    let is_meant = |it: &&ChineseMonth| {
        (it.lunar_year, it.number, it.is_leap) == (date.lunar_year, date.month, date.is_leap)
    };
    let month = months.iter().find(is_meant);
    Ok(month.and_then(|it| {
        let day = i64::from(date.day);
        (1..=it.length())
            .contains(&day)
            .then(|| it.first_day.number + day - 1)
    }))
}
