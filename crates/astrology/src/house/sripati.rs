//! Sripati: Porphyry's cusps are the centers of the houses; the houses begin halfway between them.
//!
//! Sripati, Jatakapaddhati (11th century): bhava-madhya and bhava-sandhi.

use super::{porphyry, sphere::Sphere};
use crate::angle::difference_deg;

pub(super) fn cusps(sphere: &Sphere) -> [f64; 12] {
    let middles = porphyry::cusps(sphere);
    std::array::from_fn(|index| {
        let previous = middles[(index + 11) % 12];
        middles[index] - difference_deg(middles[index], previous) / 2.0
    })
}
