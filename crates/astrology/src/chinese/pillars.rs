//! The four pillars of a birth (BaZi): year, month, day and hour as stems and branches.

use ephemeris::{Body, Calendar, Ephemeris, Instant, SkyError, Tt};

use super::cycle::{Branch, Pillar, Stem};
use super::solar_term::SolarTerm;
use crate::angle::normalize_deg;

/// 2000-01-07 was a jia-zi day.
const JIA_ZI_DAY: i64 = 2_451_551;
/// 1984 was a jia-zi year.
const JIA_ZI_YEAR: i64 = 1984;

/// When a day begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DayBoundary {
    /// At 23:00, with the hour of zi.
    #[default]
    Hour23,
    /// At midnight. The stem of the hour from 23:00 on is the next day's all the same.
    Midnight,
}

/// A local date and time of a clock, in the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockTime {
    /// The Julian day number of the date.
    pub day_number: i64,
    /// Seconds since midnight, below 86,400.
    pub second_of_day: u32,
}

/// The four pillars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FourPillars {
    /// Of the year, which begins at lichun.
    pub year: Pillar,
    /// Of the month, which begins at a jie.
    pub month: Pillar,
    /// Of the day.
    pub day: Pillar,
    /// Of the double hour.
    pub hour: Pillar,
}

impl FourPillars {
    /// Computes the pillars. Year and month follow from the instant, day and hour from the clock.
    ///
    /// # Errors
    /// The ephemeris does not cover the instant.
    pub fn at(
        ephemeris: &Ephemeris<'_>,
        at: Instant<Tt>,
        clock: ClockTime,
        boundary: DayBoundary,
    ) -> Result<Self, SkyError> {
        let sun = ephemeris.sky(at)?.place(Body::Sun)?.longitude_deg;
        // From lichun at 315 degrees.
        let since_lichun_deg = normalize_deg(sun - SolarTerm::LICHUN.longitude_deg());
        let month = months_since_lichun(since_lichun_deg);
        let year = pillar_year(at, since_lichun_deg);
        let year_pillar = Pillar::counted(year - JIA_ZI_YEAR);
        let month_pillar = month_pillar(year_pillar, month);
        let late = clock.second_of_day >= 23 * 3_600;
        let days = clock.day_number - JIA_ZI_DAY;
        let next = i64::from(late);
        let day = match boundary {
            DayBoundary::Hour23 => Pillar::counted(days + next),
            DayBoundary::Midnight => Pillar::counted(days),
        };
        let hour_day = Pillar::counted(days + next);
        let hour = hour_pillar(hour_day.stem(), clock.second_of_day);
        Ok(Self {
            year: year_pillar,
            month: month_pillar,
            day,
            hour,
        })
    }
}

/// The number of the month since lichun, from 0.
fn months_since_lichun(since_lichun_deg: f64) -> usize {
    // The quotient is from 0 to 12; a rounding to 360 degrees is the last month.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the quotient is from 0 to 12"
    )]
    let month = (since_lichun_deg / 30.0) as usize;
    month.min(11)
}

/// The Gregorian year in which the year of the pillars began.
fn pillar_year(at: Instant<Tt>, since_lichun_deg: f64) -> i64 {
    let unix_us = at.to_utc().to_unix_micros();
    let day_number = unix_us.div_euclid(86_400_000_000) + 2_440_588;
    let (year, month, _) = Calendar::Gregorian.date(day_number);
    // Lichun is in February for as long as the Gregorian calendar follows the seasons: until then, the Sun has passed
    // more than 300 degrees since the last lichun.
    if month <= 2 && since_lichun_deg > 300.0 {
        year - 1
    } else {
        year
    }
}

/// The first month of a year whose stem is jia or ji has the stem bing, and so on (the five tigers).
fn month_pillar(year: Pillar, month: usize) -> Pillar {
    let stem = Stem::new(year.stem().index() * 2 + 2 + month);
    let branch = Branch::new(month + 2);
    Pillar::of(stem, branch).expect("stem and branch of a month have the same polarity")
}

/// The hour of zi of a day whose stem is jia or ji has the stem jia, and so on (the five rats).
fn hour_pillar(day: Stem, second_of_day: u32) -> Pillar {
    let branch = (second_of_day as usize / 3_600).div_ceil(2) % 12;
    let stem = Stem::new(day.index() * 2 + branch);
    Pillar::of(stem, Branch::new(branch))
        .expect("stem and branch of an hour have the same polarity")
}
