//! Antiscia: reflections of a longitude in the solstitial and the equinoctial axis.
//!
//! Firmicus Maternus, Mathesis II.29.

use crate::angle::normalize_deg;

/// Reflects a longitude in the axis from 0° Cancer to 0° Capricorn. Both degrees have the same
/// length of day.
///
/// # Examples
///
/// ```
/// use astrology::antiscia::antiscion_deg;
///
/// // 10° Taurus is 50 degrees before the solstice, 20° Leo is 50 degrees after it.
/// assert_eq!(antiscion_deg(40.0), 140.0);
/// ```
pub fn antiscion_deg(longitude_deg: f64) -> f64 {
    normalize_deg(180.0 - longitude_deg)
}

/// Reflects a longitude in the axis from 0° Aries to 0° Libra: the point opposite to the antiscion.
pub fn contra_antiscion_deg(longitude_deg: f64) -> f64 {
    normalize_deg(-longitude_deg)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_antiscion_of_ten_taurus_is_twenty_leo() {
        // W. Lilly, Christian Astrology (1647), p. 92: the antiscion of 20° Leo falls in 10°
        // Taurus.
        assert!((antiscion_deg(140.0) - 40.0).abs() < 1e-12);
        assert!((contra_antiscion_deg(140.0) - 220.0).abs() < 1e-12);
    }
}
