//! The angles of a chart: intersections of the ecliptic with horizon, meridian, prime vertical and
//! equator.

use std::f64::consts::FRAC_PI_2;

use super::{HouseFrame, sphere::Sphere};
use crate::angle::normalize_deg;

/// Longitudes in the zodiac of the frame, in degrees in [0, 360).
///
/// They are not taken from cusps: in several systems cusp 1 is not the Ascendant or cusp 10 not the
/// Midheaven. At the poles, where east is undefined, they are the limit along the meridian of the
/// place.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Angles {
    /// The point of the ecliptic on the eastern horizon, at every latitude.
    pub ascendant_deg: f64,
    /// The point of the ecliptic with the right ascension of the meridian, even below the horizon.
    pub midheaven_deg: f64,
    /// The right ascension of the meridian (on the equator; no zodiac applies).
    pub armc_deg: f64,
    /// The western intersection of the ecliptic with the prime vertical (L. E. Johndro, C. Jayne).
    /// It jumps at latitude 0.
    pub vertex_deg: f64,
    /// The Ascendant of a place on the equator with the same sidereal time (equatorial Ascendant).
    pub east_point_deg: f64,
    /// W. Koch: the point that sets twelve sidereal hours later, which is the Ascendant at the
    /// latitude with the opposite sign.
    pub co_ascendant_koch_deg: f64,
    /// M. Munkasey: the Ascendant at the complement of the latitude.
    pub co_ascendant_munkasey_deg: f64,
    /// M. Munkasey: the point opposite to Koch's co-ascendant.
    pub polar_ascendant_deg: f64,
}

impl Angles {
    /// Computes the angles of a place and moment.
    ///
    /// # Examples
    ///
    /// ```
    /// use astrology::house::{Angles, HouseFrame};
    ///
    /// // At six hours of sidereal time 0° Cancer culminates. By symmetry 0° Libra rises due east,
    /// // at every latitude.
    /// let angles = Angles::compute(&HouseFrame {
    ///     armc_deg: 90.0,
    ///     obliquity_deg: 23.44,
    ///     latitude_deg: 52.37,
    ///     sun_declination_deg: 0.0,
    ///     ayanamsha_deg: 0.0,
    /// });
    /// assert!((angles.midheaven_deg - 90.0).abs() < 1e-9);
    /// assert!((angles.ascendant_deg - 180.0).abs() < 1e-9);
    /// ```
    pub fn compute(frame: &HouseFrame) -> Self {
        let sphere = Sphere::new(frame);
        let in_zodiac = |tropical_deg: f64| normalize_deg(tropical_deg - frame.ayanamsha_deg);
        let ascension = sphere.armc + FRAC_PI_2;
        let mirrored = sphere.oblique_longitude(ascension, -sphere.tan_latitude());
        Self {
            ascendant_deg: in_zodiac(sphere.ascendant_deg()),
            midheaven_deg: in_zodiac(sphere.midheaven_deg()),
            armc_deg: normalize_deg(frame.armc_deg),
            vertex_deg: in_zodiac(vertex_deg(&sphere)),
            east_point_deg: in_zodiac(sphere.longitude_of_right_ascension(ascension)),
            co_ascendant_koch_deg: in_zodiac(mirrored),
            co_ascendant_munkasey_deg: in_zodiac(complement_ascendant_deg(&sphere)),
            polar_ascendant_deg: in_zodiac(mirrored + 180.0),
        }
    }

    /// Returns the point of the ecliptic on the western horizon.
    pub fn descendant_deg(&self) -> f64 {
        normalize_deg(self.ascendant_deg + 180.0)
    }

    /// Returns the point of the ecliptic on the lower meridian.
    pub fn imum_coeli_deg(&self) -> f64 {
        normalize_deg(self.midheaven_deg + 180.0)
    }

    /// Returns the eastern intersection with the prime vertical.
    pub fn antivertex_deg(&self) -> f64 {
        normalize_deg(self.vertex_deg + 180.0)
    }
}

fn vertex_deg(sphere: &Sphere) -> f64 {
    let east = sphere.east();
    let west = [-east[0], -east[1], -east[2]];
    Sphere::semicircle_longitude(sphere.zenith(), west)
}

/// Returns the Ascendant at the complement of the latitude, in the same hemisphere. The equator
/// counts as northern.
fn complement_ascendant_deg(sphere: &Sphere) -> f64 {
    let complement =
        (FRAC_PI_2 - sphere.latitude.abs()) * if sphere.latitude < 0.0 { -1.0 } else { 1.0 };
    let ascension = sphere.armc + FRAC_PI_2;
    sphere.oblique_longitude(ascension, complement.tan())
}
