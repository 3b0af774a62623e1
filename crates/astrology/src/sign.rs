//! The sign of a longitude, and the degrees within it.

pub use ids::{Element, Mode, Polarity, Sign};

use crate::angle::normalize_deg;

/// Returns the degrees since the beginning of the sign, in [0, 30).
pub fn degrees_in_sign(longitude_deg: f64) -> f64 {
    let longitude = normalize_deg(longitude_deg);
    longitude - Sign::of(longitude).begin_deg()
}
