//! Instants on a named time scale. TT and UT1 are different types, so the compiler rejects mixing
//! them.

mod civil;
mod delta_t;
mod table;
mod utc;

use core::cmp::Ordering;
use core::fmt;
use core::marker::PhantomData;

pub use calendar::Calendar;
pub use civil::{CivilDateTime, CivilError};
pub use delta_t::{DeltaT, DeltaTSource, delta_t};

/// Julian Date of the epoch J2000.0 on any scale.
pub const J2000_JULIAN_DATE: f64 = 2_451_545.0;

/// Days in a Julian century.
pub const DAYS_PER_CENTURY: f64 = 36_525.0;

/// Seconds in a day.
pub const SECONDS_PER_DAY: f64 = 86_400.0;

/// A time scale.
pub trait Scale: Copy + 'static {
    /// Its usual abbreviation.
    const NAME: &'static str;

    /// Returns the seconds that a clock of this scale counts in the given day, numbered from the
    /// day of J2000.0.
    fn counted_seconds(_day: f64) -> f64 {
        SECONDS_PER_DAY
    }
}

/// Terrestrial Time: uniform time on the geoid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tt;

/// Barycentric Dynamical Time: the argument of the planetary ephemerides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tdb;

/// Universal Time: the rotation angle of the Earth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ut1;

/// Coordinated Universal Time: the basis of civil time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Utc;

impl Scale for Tt {
    const NAME: &'static str = "TT";
}

impl Scale for Tdb {
    const NAME: &'static str = "TDB";
}

impl Scale for Ut1 {
    const NAME: &'static str = "UT1";
}

impl Scale for Utc {
    const NAME: &'static str = "UTC";

    fn counted_seconds(day: f64) -> f64 {
        utc::counted_seconds(day)
    }
}

/// An instant on the scale `S`: whole days since J2000.0 and a fraction from -0.5 up to, not
/// including, 0.5.
///
/// It has two parts because a Julian Date in one `f64` has a resolution of 40 µs, in which the sky
/// rotates by 0.6 milliarcseconds.
#[derive(Clone, Copy)]
pub struct Instant<S: Scale> {
    day: f64,
    fraction: f64,
    scale: PhantomData<S>,
}

impl<S: Scale> Instant<S> {
    /// Returns the instant of a Julian Date, exact to the resolution of its `f64`.
    pub fn from_julian_date(julian_date: f64) -> Self {
        Self::from_julian_date_parts(julian_date, 0.0)
    }

    /// Returns the instant of a Julian Date given as a sum, split in any way.
    pub fn from_julian_date_parts(day: f64, fraction: f64) -> Self {
        Self::from_parts(day - J2000_JULIAN_DATE, fraction)
    }

    /// Returns the instant `days` after J2000.0.
    pub fn from_days_since_j2000(days: f64) -> Self {
        Self::from_parts(days, 0.0)
    }

    /// Splits into whole days and a fraction.
    fn from_parts(days: f64, more_days: f64) -> Self {
        let whole = days.round();
        let rest = (days - whole) + more_days;
        let carry = (rest + 0.5).floor();
        Self {
            day: whole + carry,
            fraction: rest - carry,
            scale: PhantomData,
        }
    }

    /// Returns the Julian Date, rounded to 40 µs by its `f64`.
    pub fn julian_date(self) -> f64 {
        (J2000_JULIAN_DATE + self.day) + self.fraction
    }

    /// Returns the days since J2000.0 as one number, with a resolution below 7 µs within 250 years.
    pub fn days_since_j2000(self) -> f64 {
        self.day + self.fraction
    }

    /// Returns the Julian centuries since J2000.0.
    pub fn centuries_since_j2000(self) -> f64 {
        self.days_since_j2000() / DAYS_PER_CENTURY
    }

    /// Returns the whole days since J2000.0 (counted from noon) and the fraction in [-0.5, 0.5).
    pub fn parts(self) -> (f64, f64) {
        (self.day, self.fraction)
    }

    /// Returns the instant `days` later.
    #[must_use]
    pub fn plus_days(self, days: f64) -> Self {
        let whole = days.round();
        let mut later = Self::from_parts(self.fraction, days - whole);
        later.day += self.day + whole;
        later
    }

    /// Returns the instant `seconds` of this scale later.
    #[must_use]
    pub fn plus_seconds(self, seconds: f64) -> Self {
        self.plus_days(seconds / SECONDS_PER_DAY)
    }

    /// Returns the days from `other` to this instant.
    pub fn minus(self, other: Self) -> f64 {
        (self.day - other.day) + (self.fraction - other.fraction)
    }

    /// Returns the same instant on a scale that is ahead by `seconds_ahead`.
    fn on_scale<T: Scale>(self, seconds_ahead: f64) -> Instant<T> {
        let moved = self.plus_seconds(seconds_ahead);
        Instant {
            day: moved.day,
            fraction: moved.fraction,
            scale: PhantomData,
        }
    }
}

impl Instant<Tt> {
    /// Converts to TDB.
    pub fn to_tdb(self) -> Instant<Tdb> {
        self.on_scale(tdb_minus_tt_seconds(self.centuries_since_j2000()))
    }
}

impl Instant<Tt> {
    /// Converts to UT1.
    pub fn to_ut1(self) -> Instant<Ut1> {
        // ΔT changes by less than a microsecond per second, so each iteration gains six digits.
        let mut ut1: Instant<Ut1> = self.on_scale(0.0);
        for _ in 0..3 {
            ut1 = self.on_scale(-delta_t::delta_t_seconds(ut1));
        }
        ut1
    }
}

impl Instant<Ut1> {
    /// Converts to TT.
    pub fn to_tt(self) -> Instant<Tt> {
        self.on_scale(delta_t::delta_t_seconds(self))
    }
}

impl Instant<Tdb> {
    /// Converts to TT.
    pub fn to_tt(self) -> Instant<Tt> {
        // The difference changes by less than a picosecond in the 2 ms between the scales.
        self.on_scale(-tdb_minus_tt_seconds(self.centuries_since_j2000()))
    }
}

/// Returns TDB - TT at the geocentre: the terms above 1 µs of Fairhead & Bretagnon (1990) as
/// selected in USNO Circular 179 (Kaplan 2005), equation 2.6. The error is below 10 µs from 1600 to
/// 2200.
fn tdb_minus_tt_seconds(t: f64) -> f64 {
    0.001_657 * (628.3076 * t + 6.2401).sin()
        + 0.000_022 * (575.3385 * t + 4.2970).sin()
        + 0.000_014 * (1256.6152 * t + 6.1969).sin()
        + 0.000_005 * (606.9777 * t + 4.0212).sin()
        + 0.000_005 * (52.9691 * t + 0.4444).sin()
        + 0.000_002 * (21.3299 * t + 5.5431).sin()
        + 0.000_010 * t * (628.3076 * t + 4.2490).sin()
}

impl<S: Scale> PartialEq for Instant<S> {
    fn eq(&self, other: &Self) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl<S: Scale> PartialOrd for Instant<S> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match self.day.partial_cmp(&other.day) {
            Some(Ordering::Equal) => self.fraction.partial_cmp(&other.fraction),
            unequal => unequal,
        }
    }
}

impl<S: Scale> fmt::Debug for Instant<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JD {} {}", self.julian_date(), S::NAME)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_whole_days_and_a_half_open_fraction() {
        for (jd, more, expected) in [
            (2_451_545.0, 0.0, (0.0, 0.0)),
            (2_451_545.5, 0.0, (1.0, -0.5)),
            (2_451_544.5, 0.0, (0.0, -0.5)),
            (2_451_544.25, 0.0, (-1.0, 0.25)),
            (2_400_000.5, 51_544.75, (0.0, 0.25)),
        ] {
            let instant = Instant::<Tt>::from_julian_date_parts(jd, more);
            assert_eq!(instant.parts(), expected, "{jd} + {more}");
        }
    }

    #[test]
    fn a_nanosecond_is_kept_a_thousand_years_from_the_epoch() {
        let far = Instant::<Tt>::from_days_since_j2000(365_250.3);
        let later = far.plus_seconds(1e-9);
        assert!((later.minus(far) * SECONDS_PER_DAY - 1e-9).abs() < 1e-11);
        assert!(later > far);
    }

    #[test]
    fn tdb_and_back_is_the_same_instant() {
        let tt = Instant::<Tt>::from_julian_date(2_460_000.123);
        let back = tt.to_tdb().to_tt();
        assert!((back.minus(tt) * SECONDS_PER_DAY).abs() < 1e-10);
    }
}
