//! Yuddha bala: two of Mars, Mercury, Jupiter, Venus and Saturn within one degree are at war (Raman, chapter V).
//!
//! The one with the lesser longitude wins. What the victor gains and the other loses is the difference of their
//! strengths up to the hora bala, divided by the difference of the diameters of their discs.

use crate::{
    angle::difference_deg,
    vedic::{graha::Graha, shadbala::ShadbalaFacts},
};

/// The diameters of the discs (bimba parimana), in arc seconds.
const DISCS: [(Graha, f64); 5] = [
    (Graha::Mars, 9.4),
    (Graha::Mercury, 6.6),
    (Graha::Jupiter, 190.4),
    (Graha::Venus, 16.6),
    (Graha::Saturn, 158.0),
];

/// A war.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct War {
    /// Who wins.
    pub victor: Graha,
    /// Who loses.
    pub vanquished: Graha,
    /// What the one gains and the other loses, in virupas.
    pub virupas: f64,
}

/// Returns the wars of a chart. `strengths` are those up to the hora bala, in the order of [`Graha::SEVEN`].
pub fn wars(facts: &ShadbalaFacts, strengths: &[f64; 7]) -> Vec<War> {
    let mut found = Vec::new();
    for (index, (one, one_disc)) in DISCS.into_iter().enumerate() {
        for (other, other_disc) in DISCS.into_iter().skip(index + 1) {
            let ahead_deg = difference_deg(facts.longitude_deg(one), facts.longitude_deg(other));
            if ahead_deg.abs() >= 1.0 {
                continue;
            }
            let (victor, vanquished) = if ahead_deg < 0.0 {
                (one, other)
            } else {
                (other, one)
            };
            let apart = strengths[one.index()] - strengths[other.index()];
            found.push(War {
                victor,
                vanquished,
                virupas: apart.abs() / (one_disc - other_disc).abs(),
            });
        }
    }
    found
}
