//! Combustion: a graha too near to the Sun to be seen.
//!
//! Surya Siddhanta, chapters 9 and 10, gives the distances in degrees of time (the oblique ascension between the two).
//! Astrologers apply the same numbers to the difference in longitude, as here.

use super::graha::Graha;
use crate::angle::separation_deg;

/// Whether a graha is combust.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Combustion {
    /// Whether the distance is below the limit.
    pub is_combust: bool,
    /// Distance from the Sun in longitude, in degrees.
    pub distance_deg: f64,
    /// Distance below which it is combust, in degrees.
    pub limit_deg: f64,
}

/// Returns the limit of a graha, in degrees; `None` for the Sun and the nodes.
pub const fn limit_deg(graha: Graha, is_retrograde: bool) -> Option<f64> {
    match graha {
        Graha::Moon => Some(12.0),
        Graha::Mars => Some(17.0),
        Graha::Mercury if is_retrograde => Some(12.0),
        Graha::Mercury => Some(14.0),
        Graha::Jupiter => Some(11.0),
        Graha::Venus if is_retrograde => Some(8.0),
        Graha::Venus => Some(10.0),
        Graha::Saturn => Some(15.0),
        Graha::Sun | Graha::Rahu | Graha::Ketu => None,
    }
}

/// Returns whether a graha is combust; `None` for the Sun and the nodes.
///
/// # Examples
///
/// ```
/// use astrology::vedic::{combustion::combustion, graha::Graha};
///
/// // Thirteen degrees from the Sun, Mercury is combust in direct motion only.
/// let of = |is_retrograde| combustion(Graha::Mercury, is_retrograde, 355.0, 8.0).unwrap();
/// assert!(of(false).is_combust && !of(true).is_combust);
/// assert_eq!(of(true).distance_deg, 13.0);
/// ```
pub fn combustion(
    graha: Graha,
    is_retrograde: bool,
    longitude_deg: f64,
    sun_deg: f64,
) -> Option<Combustion> {
    let limit_deg = limit_deg(graha, is_retrograde)?;
    let distance_deg = separation_deg(longitude_deg, sun_deg);
    Some(Combustion {
        is_combust: distance_deg < limit_deg,
        distance_deg,
        limit_deg,
    })
}
