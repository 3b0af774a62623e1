//! APC, the ascendant parallel circle: divides the Ascendant's parallel of declination into six
//! parts above and six below the horizon.
//!
//! L. Knegt and the Dutch Ram school (1920s): like the sunshine houses, with the Ascendant's
//! declination in place of the Sun's. The arcs above and below differ, so opposite cusps are not
//! opposite except the angles. Defined everywhere except at the poles, because the Ascendant's
//! parallel always meets the horizon.

use std::f64::consts::TAU;

use super::{sphere::Sphere, sunshine::divide_parallel};

pub(super) fn cusps(sphere: &Sphere) -> [f64; 12] {
    let ascendant = sphere.ascendant_deg().to_radians();
    let diurnal = (sphere.right_ascension_of_longitude(ascendant) - sphere.armc).rem_euclid(TAU);
    divide_parallel(sphere, sphere.declination_of_longitude(ascendant), diurnal)
}
