//! The Moon's phase: the eight parts of the elongation, and the illuminated fraction.

use ephemeris::event::lunation::Phase;

use crate::angle::normalize_deg;

/// An eighth of the lunation cycle (D. Rudhyar, The Lunation Cycle, 1967, uses the same eight).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "45 degrees of elongation each, from 0 on")]
pub enum LunarPhase {
    NewMoon,
    WaxingCrescent,
    FirstQuarter,
    WaxingGibbous,
    FullMoon,
    WaningGibbous,
    LastQuarter,
    WaningCrescent,
}

impl LunarPhase {
    /// The phases from the new moon on.
    pub const ALL: [Self; 8] = [
        Self::NewMoon,
        Self::WaxingCrescent,
        Self::FirstQuarter,
        Self::WaxingGibbous,
        Self::FullMoon,
        Self::WaningGibbous,
        Self::LastQuarter,
        Self::WaningCrescent,
    ];

    /// Returns the phase for an elongation: the longitude of the Moon minus that of the Sun.
    ///
    /// # Examples
    ///
    /// ```
    /// use astrology::phase::LunarPhase;
    ///
    /// assert_eq!(LunarPhase::of_elongation(90.0), LunarPhase::FirstQuarter);
    /// assert_eq!(LunarPhase::of_elongation(181.0), LunarPhase::FullMoon);
    /// ```
    pub fn of_elongation(elongation_deg: f64) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the quotient is in [0, 8)"
        )]
        let index = (normalize_deg(elongation_deg) / 45.0) as usize;
        Self::ALL[index.min(7)]
    }

    /// Returns the eighth that a principal phase begins.
    pub const fn beginning_with(phase: Phase) -> Self {
        match phase {
            Phase::New => Self::NewMoon,
            Phase::FirstQuarter => Self::FirstQuarter,
            Phase::Full => Self::FullMoon,
            Phase::LastQuarter => Self::LastQuarter,
        }
    }

    /// Returns the id used by the API.
    pub const fn id(self) -> &'static str {
        match self {
            Self::NewMoon => "new",
            Self::WaxingCrescent => "waxing-crescent",
            Self::FirstQuarter => "first-quarter",
            Self::WaxingGibbous => "waxing-gibbous",
            Self::FullMoon => "full",
            Self::WaningGibbous => "waning-gibbous",
            Self::LastQuarter => "last-quarter",
            Self::WaningCrescent => "waning-crescent",
        }
    }
}

/// A place on the sphere with its distance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DistantPlace {
    /// Ecliptic longitude, degrees.
    pub longitude_deg: f64,
    /// Ecliptic latitude, degrees.
    pub latitude_deg: f64,
    /// Distance, in any unit common to both.
    pub distance: f64,
}

/// Returns the illuminated fraction of the Moon's disc, 0 to 1.
///
/// J. Meeus, Astronomical Algorithms (1998), eq. 48.1 to 48.3.
///
/// # Examples
///
/// ```
/// use astrology::phase::{DistantPlace, illuminated_fraction};
///
/// let at = |longitude_deg, distance| DistantPlace { longitude_deg, latitude_deg: 0.0, distance };
/// let sun = at(0.0, 1.0);
/// assert!(illuminated_fraction(at(180.0, 0.00257), sun) > 0.9999);
/// assert!(illuminated_fraction(at(0.0, 0.00257), sun) < 0.0001);
/// // The Sun is 389 times as far away as the Moon, so that half of the disc is lit a little before
/// // the elongation is 90 degrees.
/// let fraction = illuminated_fraction(at(90.0, 0.00257), sun);
/// assert!(fraction > 0.5 && fraction < 0.502);
/// ```
pub fn illuminated_fraction(moon: DistantPlace, sun: DistantPlace) -> f64 {
    let (sin_latitude, cos_latitude) = moon.latitude_deg.to_radians().sin_cos();
    let (sin_sun, cos_sun) = sun.latitude_deg.to_radians().sin_cos();
    let longitude = (moon.longitude_deg - sun.longitude_deg).to_radians();
    let cos_elongation = sin_latitude * sin_sun + cos_latitude * cos_sun * longitude.cos();
    let sin_elongation = (1.0 - cos_elongation * cos_elongation).max(0.0).sqrt();
    let phase_angle =
        (sun.distance * sin_elongation).atan2(moon.distance - sun.distance * cos_elongation);
    f64::midpoint(1.0, phase_angle.cos())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lit_fraction_is_that_of_the_textbook() {
        // J. Meeus, Astronomical Algorithms (1998), example 48.a: 1992 April 12, 0h TD: k = 0.6786.
        // The place of the Moon is that of example 47.a; that of the Sun is given there as right
        // ascension and declination.
        let moon = DistantPlace {
            longitude_deg: 133.167_265,
            latitude_deg: -3.229_126,
            distance: 368_409.7,
        };
        let sun = DistantPlace {
            longitude_deg: 22.339_6,
            latitude_deg: 0.0,
            distance: 149_971_520.0,
        };
        let fraction = illuminated_fraction(moon, sun);
        assert!((fraction - 0.6786).abs() < 5e-5, "{fraction}");
    }

    #[test]
    fn phases_are_eight_equal_parts() {
        assert_eq!(LunarPhase::of_elongation(0.0), LunarPhase::NewMoon);
        assert_eq!(LunarPhase::of_elongation(44.999), LunarPhase::NewMoon);
        assert_eq!(LunarPhase::of_elongation(180.0), LunarPhase::FullMoon);
        assert_eq!(LunarPhase::of_elongation(-0.1), LunarPhase::WaningCrescent);
    }
}
