//! Vehlow: equal houses with the Ascendant in the middle of the first.
//!
//! J. Vehlow, Lehrkursus der wissenschaftlichen Geburts-Astrologie (from the late 1920s on).

use super::{equal_from, sphere::Sphere};

pub(super) fn cusps(sphere: &Sphere) -> [f64; 12] {
    equal_from(sphere.ascendant_deg() - 15.0)
}
