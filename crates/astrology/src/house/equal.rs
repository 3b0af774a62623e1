//! Equal houses from the Ascendant: the oldest division after whole signs.
//!
//! Ptolemy, Tetrabiblos III.10 (without his shift of five degrees); Firmicus Maternus, Mathesis
//! II.19.

use super::{equal_from, sphere::Sphere};

pub(super) fn cusps(sphere: &Sphere) -> [f64; 12] {
    equal_from(sphere.ascendant_deg())
}
