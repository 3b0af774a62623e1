//! The 24 solar terms: the instants at which the Sun's apparent longitude is a multiple of 15 degrees.

use ephemeris::event::crossing::longitude;
use ephemeris::event::motion::longitude_motion;
use ephemeris::search::{SearchResult, find_all};
use ephemeris::{Body, Calendar, Ephemeris, Instant, SkyError, Tt};

use super::day::{ChineseDay, begin, year_of};
use crate::angle::normalize_deg;

/// Ids from 285 degrees on, in steps of 15 degrees: the order in a Gregorian year.
const IDS: [&str; 24] = [
    "xiaohan",
    "dahan",
    "lichun",
    "yushui",
    "jingzhe",
    "chunfen",
    "qingming",
    "guyu",
    "lixia",
    "xiaoman",
    "mangzhong",
    "xiazhi",
    "xiaoshu",
    "dashu",
    "liqiu",
    "chushu",
    "bailu",
    "qiufen",
    "hanlu",
    "shuangjiang",
    "lidong",
    "xiaoxue",
    "daxue",
    "dongzhi",
];

/// Days that the almanacs of the time printed although the instant falls on the day before (Hong Kong Observatory,
/// *Gregorian-Lunar Calendar Conversion Table*). The instant of 1979-01-20 is 5.6 seconds before midnight.
const EXCEPTIONS: &[(&str, i64)] = &[("1912-11-23", -1), ("1913-09-24", -1), ("1979-01-21", -1)];

/// A solar term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolarTerm(usize);

impl SolarTerm {
    /// All terms, from xiaohan (285 degrees) to dongzhi (270 degrees).
    pub fn all() -> impl Iterator<Item = Self> {
        (0..24).map(Self)
    }

    /// The winter solstice.
    pub const DONGZHI: Self = Self(23);
    /// The beginning of spring, at which the year of the four pillars begins.
    pub const LICHUN: Self = Self(2);

    /// The id, in pinyin without tones.
    pub const fn id(self) -> &'static str {
        IDS[self.0]
    }

    /// The longitude of the Sun.
    pub fn longitude_deg(self) -> f64 {
        normalize_deg(285.0 + 15.0 * self.0 as f64)
    }

    /// Whether it is a zhongqi, which numbers months. The others are jie, which divide the months of the four
    /// pillars.
    pub const fn is_zhongqi(self) -> bool {
        !self.0.is_multiple_of(2)
    }
}

/// A solar term of a year.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TermInstant {
    /// The term.
    pub term: SolarTerm,
    /// The instant.
    pub at: Instant<Tt>,
    /// The day in China.
    pub day: ChineseDay,
}

/// The terms of a Gregorian year in China, in chronological order.
///
/// # Errors
/// The ephemeris does not cover the year.
pub fn terms_of_year(ephemeris: &Ephemeris<'_>, year: i32) -> Result<Vec<TermInstant>, SkyError> {
    let first = Calendar::Gregorian.day_number(year, 1, 1);
    let last = Calendar::Gregorian.day_number(year + 1, 1, 1);
    // A day more on both sides, because days did not always begin at the same time.
    let found = terms_between(ephemeris, begin(first - 1)..begin(last + 1))?;
    let is_in_year = |it: &TermInstant| year_of(it.day.number) == i64::from(year);
    Ok(found.into_iter().filter(is_in_year).collect())
}

/// The terms in a range, in chronological order.
///
/// # Errors
/// The ephemeris does not cover the range.
pub fn terms_between(
    ephemeris: &Ephemeris<'_>,
    range: core::ops::Range<Instant<Tt>>,
) -> Result<Vec<TermInstant>, SkyError> {
    let levels: Vec<f64> = SolarTerm::all().map(SolarTerm::longitude_deg).collect();
    let sun = longitude(ephemeris, Body::Sun);
    let found = find_all(range, &longitude_motion(Body::Sun), sun, &levels)?;
    let term = |found| match found {
        SearchResult::Turn { .. } => None,
        SearchResult::Crossing { at, level, .. } => Some(TermInstant {
            term: SolarTerm(level),
            at,
            day: ChineseDay::of(at).corrected(EXCEPTIONS),
        }),
    };
    Ok(found.into_iter().filter_map(term).collect())
}
