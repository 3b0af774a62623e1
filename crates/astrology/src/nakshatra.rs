//! Nakshatras: the 27 lunar mansions of the sidereal zodiac, their padas and their Vimshottari
//! lords.
//!
//! Brihat Parashara Hora Shastra: 27 equal parts of 13°20' from 0° Aries, four padas each; lords in
//! the order of the Vimshottari dasha from Ketu.

use ids::point;

use crate::angle::normalize_deg;

/// The names in order from 0° Aries.
pub const NAMES: [&str; 27] = [
    "ashwini",
    "bharani",
    "krittika",
    "rohini",
    "mrigashira",
    "ardra",
    "punarvasu",
    "pushya",
    "ashlesha",
    "magha",
    "purva-phalguni",
    "uttara-phalguni",
    "hasta",
    "chitra",
    "swati",
    "vishakha",
    "anuradha",
    "jyeshtha",
    "mula",
    "purva-ashadha",
    "uttara-ashadha",
    "shravana",
    "dhanishta",
    "shatabhisha",
    "purva-bhadrapada",
    "uttara-bhadrapada",
    "revati",
];

/// The Vimshottari lords in order, by point id.
const LORDS: [&str; 9] = [
    point::SOUTH_NODE,
    point::VENUS,
    point::SUN,
    point::MOON,
    point::MARS,
    point::NORTH_NODE,
    point::JUPITER,
    point::SATURN,
    point::MERCURY,
];

/// The nakshatra of a longitude.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nakshatra {
    /// 1 to 27.
    pub number: u8,
    /// Its name.
    pub name: &'static str,
    /// The pada (quarter), 1 to 4.
    pub pada: u8,
    /// The id of its lord (`northNode` is Rahu, `southNode` is Ketu).
    pub lord: &'static str,
    /// Degrees from its beginning, in [0, 13.333).
    pub degrees: f64,
}

/// Returns the nakshatra of a sidereal longitude.
///
/// # Examples
///
/// ```
/// use astrology::nakshatra::nakshatra;
///
/// // Rohini, the fourth, is from 10° to 23°20' Taurus. The Moon rules it.
/// let found = nakshatra(40.0);
/// assert_eq!((found.number, found.name, found.pada), (4, "rohini", 1));
/// assert_eq!(found.lord, "moon");
/// ```
pub fn nakshatra(sidereal_longitude_deg: f64) -> Nakshatra {
    let longitude = normalize_deg(sidereal_longitude_deg);
    // 27 nakshatras of 40/3 degrees: multiply first, so that a boundary such as 40° belongs to the
    // nakshatra it begins.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "quarters are in [0, 108)"
    )]
    let quarter = ((longitude * 3.0 / 10.0) as usize).min(107);
    let index = quarter / 4;
    Nakshatra {
        number: u8::try_from(index + 1).unwrap_or(27),
        name: NAMES[index],
        pada: u8::try_from(quarter % 4 + 1).unwrap_or(4),
        lord: LORDS[index % 9],
        degrees: (longitude - index as f64 * 40.0 / 3.0).max(0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rohini_begins_at_ten_taurus() {
        let rohini = nakshatra(40.0);
        assert_eq!(
            (rohini.number, rohini.name, rohini.pada, rohini.lord),
            (4, "rohini", 1, "moon")
        );
        let end = nakshatra(360.0_f64.next_down());
        assert_eq!((end.number, end.pada, end.lord), (27, 4, "mercury"));
    }
}
