//! Signs as houses: cusp 1 is at 0° Aries of the zodiac in use, regardless of the Ascendant (the
//! natural chart).

use super::equal_from;

/// Returns the tropical longitudes of the cusps, for signs that begin `ayanamsha_deg` later.
pub(super) fn cusps(ayanamsha_deg: f64) -> [f64; 12] {
    equal_from(ayanamsha_deg)
}
