//! Porphyry: trisects each quadrant of the ecliptic between the angles.
//!
//! Porphyry, Introduction to the Tetrabiblos, 43 (3rd century). Defined everywhere except at the
//! poles.

use super::{opposed, sphere::Sphere};

pub(super) fn cusps(sphere: &Sphere) -> [f64; 12] {
    let midheaven = sphere.midheaven_deg();
    let upper = sphere.quadrant_deg();
    let ascendant = midheaven + upper;
    let lower = 180.0 - upper;
    opposed([
        midheaven,
        midheaven + upper / 3.0,
        midheaven + upper * 2.0 / 3.0,
        ascendant,
        ascendant + lower / 3.0,
        ascendant + lower * 2.0 / 3.0,
    ])
}
