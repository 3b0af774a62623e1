//! The luck cycles of four pillars: periods of ten years, counted from the birth to a jie.

use ephemeris::{Ephemeris, Instant, SkyError, Tt};

use super::cycle::{Pillar, Polarity};
use super::pillars::FourPillars;
use super::solar_term::terms_between;

/// Longer than any month of the solar terms, in days.
const MAX_MONTH_DAYS: f64 = 33.0;
/// Three days to the jie count as a year.
const DAYS_A_YEAR: f64 = 3.0;
/// Years of a cycle.
pub const CYCLE_YEARS: f64 = 10.0;
/// Number of cycles given.
const CYCLES: i64 = 9;

/// The sex that the direction of the cycles depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sex {
    /// Female.
    Female,
    /// Male.
    Male,
}

/// The luck cycles of a birth.
#[derive(Clone, Debug, PartialEq)]
pub struct LuckCycles {
    /// Whether the cycles follow the months forwards.
    pub forward: bool,
    /// Age in years at which the first cycle begins.
    pub first_age_years: f64,
    /// The pillars of the cycles.
    pub pillars: Vec<Pillar>,
}

/// Computes the cycles: forwards for a man born in a yang year and a woman born in a yin year, otherwise backwards.
///
/// # Errors
/// The ephemeris does not cover the month around the birth.
pub fn luck_cycles(
    ephemeris: &Ephemeris<'_>,
    at: Instant<Tt>,
    pillars: &FourPillars,
    sex: Sex,
) -> Result<LuckCycles, SkyError> {
    let is_yang = pillars.year.stem().polarity() == Polarity::Yang;
    let forward = is_yang == (sex == Sex::Male);
    let range = if forward {
        at..at.plus_days(MAX_MONTH_DAYS)
    } else {
        at.plus_days(-MAX_MONTH_DAYS)..at
    };
    let terms = terms_between(ephemeris, range)?;
    let mut jie = terms.iter().filter(|it| !it.term.is_zhongqi());
    let nearest = if forward { jie.next() } else { jie.next_back() };
    let days = nearest.map_or(0.0, |it| it.at.minus(at).abs());
    let step = if forward { 1 } else { -1 };
    Ok(LuckCycles {
        forward,
        first_age_years: days / DAYS_A_YEAR,
        pillars: (1..=CYCLES)
            .map(|it| pillars.month.plus(it * step))
            .collect(),
    })
}
