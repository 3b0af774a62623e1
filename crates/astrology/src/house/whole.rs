//! Whole signs: the sign of the Ascendant is the first house, the following signs the following
//! houses.
//!
//! Hellenistic (Vettius Valens, Anthology). The signs are those of the zodiac in use.

use super::{equal_from, sphere::Sphere};
use crate::angle::normalize_deg;

/// Returns the tropical longitudes of the cusps, for signs that begin `ayanamsha_deg` later.
pub(super) fn cusps(sphere: &Sphere, ayanamsha_deg: f64) -> [f64; 12] {
    let ascendant = normalize_deg(sphere.ascendant_deg() - ayanamsha_deg);
    // The caller subtracts the ayanamsha again. Adding and subtracting it may round to slightly
    // below the beginning of the sign.
    let sign_begin = (ascendant / 30.0).floor() * 30.0;
    equal_from(sign_begin + ayanamsha_deg)
}
