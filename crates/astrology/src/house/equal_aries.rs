//! Houses that are the signs: cusp 1 at 0° Aries of the zodiac in use, whatever rises (the natural chart).

use super::equal_from;

/// Tropical longitudes of the cusps, for signs that begin `ayanamsha_deg` later.
pub(super) fn cusps(ayanamsha_deg: f64) -> [f64; 12] {
    equal_from(ayanamsha_deg)
}
