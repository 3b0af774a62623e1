//! A place in the sky: spherical coordinates, distance and their rates.

use crate::angle::{DEGREE, normalize_deg};

/// Spherical coordinates with rates per day of TT.
///
/// In ecliptic frames the two angles are longitude and latitude. In equatorial frames the same two
/// fields hold right ascension and declination, both in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Longitude from 0 up to, not including, 360.
    pub longitude_deg: f64,
    /// Latitude from -90 to 90.
    pub latitude_deg: f64,
    /// Distance in astronomical units.
    pub distance_au: f64,
    /// Speed in longitude, in degrees per day.
    pub longitude_speed_deg: f64,
    /// Speed in latitude, in degrees per day.
    pub latitude_speed_deg: f64,
    /// Radial speed, in astronomical units per day.
    pub distance_speed_au: f64,
    /// Direction in the same axes (x to longitude 0, z to the pole), a vector of about unit length.
    /// Conversions to other coordinates use it and avoid the sines of the angles derived from it.
    pub towards: [f64; 3],
}

impl Place {
    /// Returns the right ascension and declination of an ecliptic place of date, in degrees, for
    /// the given true obliquity of date.
    pub fn equatorial(&self, true_obliquity_deg: f64) -> (f64, f64) {
        let (sin_eps, cos_eps) = libm::sincos(true_obliquity_deg * DEGREE);
        let [x, along, up] = self.towards;
        let y = along * cos_eps - up * sin_eps;
        let z = along * sin_eps + up * cos_eps;
        let right_ascension_deg = normalize_deg(libm::atan2(y, x) / DEGREE);
        let declination_deg = libm::atan2(z, (x * x + y * y).sqrt()) / DEGREE;
        (right_ascension_deg, declination_deg)
    }
}
