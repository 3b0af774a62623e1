//! Manglik (Kuja dosha): Mars in certain houses from the lagna, the Moon and Venus.

use crate::sign::Sign;

/// The houses that count, by school.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ManglikRule {
    /// 1, 4, 7, 8 and 12.
    North,
    /// 2, 4, 7, 8 and 12.
    South,
    /// 1, 2, 4, 7, 8 and 12.
    All,
}

impl ManglikRule {
    /// The houses.
    pub const fn houses(self) -> &'static [u8] {
        match self {
            Self::North => &[1, 4, 7, 8, 12],
            Self::South => &[2, 4, 7, 8, 12],
            Self::All => &[1, 2, 4, 7, 8, 12],
        }
    }
}

/// Returns the house of Mars counted in whole signs from another sign.
///
/// # Examples
///
/// ```
/// use astrology::sign::Sign;
/// use astrology::vedic::matching::manglik::{ManglikRule, house_of_mars};
///
/// let house = house_of_mars(Sign::Cancer, Sign::Libra);
/// assert_eq!(house, 10);
/// assert!(!ManglikRule::All.houses().contains(&house));
/// ```
pub fn house_of_mars(mars: Sign, from: Sign) -> u8 {
    u8::try_from((mars.index() + 12 - from.index()) % 12 + 1).unwrap_or(1)
}

/// Returns the rule by which the place of Mars itself removes the dosha: in its own signs or its exaltation.
pub const fn cancelled_by_place(mars: Sign) -> Option<&'static str> {
    match mars {
        Sign::Aries | Sign::Scorpio => Some("mars-in-own-sign"),
        Sign::Capricorn => Some("mars-exalted"),
        _ => None,
    }
}
