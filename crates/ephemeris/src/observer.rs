//! An observer on the Earth: the geocentric position on the WGS 84 ellipsoid and its motion with
//! the Earth's rotation.

use crate::angle::DEGREE;
use crate::gravity::AU_M;
use crate::sidereal_time::SIDEREAL_RATE;
use crate::vector::{State, Vector};
use crate::view::Observer;

/// Equatorial radius and flattening of WGS 84.
const RADIUS_M: f64 = 6_378_137.0;
const FLATTENING: f64 = 1.0 / 298.257_223_563;

/// Geocentric position, velocity and acceleration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carried {
    pub(crate) state: State,
    pub(crate) acceleration: Vector,
}

impl Observer {
    /// Returns the observer in the true equator and equinox of date, in astronomical units and
    /// days, at a Greenwich apparent sidereal time. Explanatory Supplement (1992), section 4.22,
    /// page 202. Polar motion, at most 0.6" of the place and 10 m on the ground, is neglected.
    pub(crate) fn carried(&self, sidereal_time_deg: f64) -> Carried {
        let (sin_phi, cos_phi) = libm::sincos(self.latitude_deg * DEGREE);
        let (sin, cos) = libm::sincos((sidereal_time_deg + self.longitude_deg) * DEGREE);
        let polar = (1.0 - FLATTENING) * (1.0 - FLATTENING);
        let prime_vertical_m = RADIUS_M / (cos_phi * cos_phi + polar * sin_phi * sin_phi).sqrt();
        let across = (prime_vertical_m + self.height_m) * cos_phi / AU_M;
        let up = (polar * prime_vertical_m + self.height_m) * sin_phi / AU_M;
        let at = Vector::new(across * cos, across * sin, up);
        let rate = Vector::new(-at.y, at.x, 0.0) * SIDEREAL_RATE;
        let acceleration = Vector::new(-at.x, -at.y, 0.0) * (SIDEREAL_RATE * SIDEREAL_RATE);
        Carried {
            state: State { at, rate },
            acceleration,
        }
    }
}
