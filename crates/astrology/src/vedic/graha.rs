//! The nine grahas: their ids, the signs and nakshatras they rule, and what they are to one another by nature.

use ephemeris::Body;

use crate::{
    nakshatra::{Nakshatra, nakshatra},
    sign::Sign,
};

/// A graha: one of the seven visible planets, or a node of the Moon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Graha {
    Sun,
    Moon,
    Mars,
    Mercury,
    Jupiter,
    Venus,
    Saturn,
    /// The ascending node.
    Rahu,
    /// The descending node.
    Ketu,
}

/// What a graha is to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Regard {
    Enemy,
    Neutral,
    Friend,
}

impl Regard {
    /// The id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Enemy => "enemy",
            Self::Neutral => "neutral",
            Self::Friend => "friend",
        }
    }
}

impl Graha {
    /// Every graha, in the order of the days of the week, then Rahu and Ketu.
    pub const ALL: [Self; 9] = [
        Self::Sun,
        Self::Moon,
        Self::Mars,
        Self::Mercury,
        Self::Jupiter,
        Self::Venus,
        Self::Saturn,
        Self::Rahu,
        Self::Ketu,
    ];

    /// The seven without the nodes, in the order of the days of the week.
    pub const SEVEN: [Self; 7] = [
        Self::Sun,
        Self::Moon,
        Self::Mars,
        Self::Mercury,
        Self::Jupiter,
        Self::Venus,
        Self::Saturn,
    ];

    /// The ids, in the order of [`Graha::ALL`].
    pub const IDS: [&'static str; 9] = [
        "sun", "moon", "mars", "mercury", "jupiter", "venus", "saturn", "rahu", "ketu",
    ];

    /// The lords of the nakshatras from Ashwini on, which repeat after nine. It is the order of the Vimshottari dasha.
    pub const NAKSHATRA_LORDS: [Self; 9] = [
        Self::Ketu,
        Self::Venus,
        Self::Sun,
        Self::Moon,
        Self::Mars,
        Self::Rahu,
        Self::Jupiter,
        Self::Saturn,
        Self::Mercury,
    ];

    /// The id.
    pub const fn id(self) -> &'static str {
        Self::IDS[self as usize]
    }

    /// Returns the graha with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|graha| graha.id() == id)
    }

    /// Returns 0 for the Sun to 8 for Ketu.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the body of one of the seven; `None` for the nodes.
    pub const fn body(self) -> Option<Body> {
        match self {
            Self::Sun => Some(Body::Sun),
            Self::Moon => Some(Body::Moon),
            Self::Mars => Some(Body::Mars),
            Self::Mercury => Some(Body::Mercury),
            Self::Jupiter => Some(Body::Jupiter),
            Self::Venus => Some(Body::Venus),
            Self::Saturn => Some(Body::Saturn),
            Self::Rahu | Self::Ketu => None,
        }
    }

    /// Whether it is Rahu or Ketu.
    pub const fn is_node(self) -> bool {
        matches!(self, Self::Rahu | Self::Ketu)
    }

    /// Returns the lord of a sign.
    ///
    /// # Examples
    ///
    /// ```
    /// use astrology::{sign::Sign, vedic::graha::Graha};
    ///
    /// // The nodes rule no sign, so the lord of Aquarius is Saturn.
    /// assert_eq!(Graha::lord_of(Sign::Aquarius), Graha::Saturn);
    /// ```
    pub const fn lord_of(sign: Sign) -> Self {
        match sign {
            Sign::Aries | Sign::Scorpio => Self::Mars,
            Sign::Taurus | Sign::Libra => Self::Venus,
            Sign::Gemini | Sign::Virgo => Self::Mercury,
            Sign::Cancer => Self::Moon,
            Sign::Leo => Self::Sun,
            Sign::Sagittarius | Sign::Pisces => Self::Jupiter,
            Sign::Capricorn | Sign::Aquarius => Self::Saturn,
        }
    }

    /// Whether it is the lord of a sign.
    pub fn rules(self, sign: Sign) -> bool {
        Self::lord_of(sign) == self
    }

    /// Returns the lord of a nakshatra, which is numbered from 1 (Ashwini) to 27 (Revati).
    pub const fn lord_of_nakshatra(number: u8) -> Self {
        Self::NAKSHATRA_LORDS[(number as usize + 8) % 9]
    }

    /// Returns what another graha is to this one by nature; `None` for itself and if one of them is a node, because
    /// the works differ about the nodes.
    ///
    /// BPHS, in the chapter that describes the grahas: the lords of the 2nd, 4th, 5th, 8th, 9th and 12th signs from
    /// the moolatrikona sign and the lord of the exaltation sign are friends, the others enemies. A graha that is
    /// both by its two signs is neutral.
    ///
    /// # Examples
    ///
    /// Friendship by nature need not be mutual.
    ///
    /// ```
    /// use astrology::vedic::graha::{Graha, Regard};
    ///
    /// assert_eq!(Graha::Moon.natural_regard(Graha::Mercury), Some(Regard::Friend));
    /// assert_eq!(Graha::Mercury.natural_regard(Graha::Moon), Some(Regard::Enemy));
    /// assert_eq!(Graha::Moon.natural_regard(Graha::Rahu), None);
    /// ```
    pub fn natural_regard(self, other: Self) -> Option<Regard> {
        if self == other || self.is_node() || other.is_node() {
            return None;
        }
        let (friends, enemies) = self.friends_and_enemies();
        Some(if friends.contains(&other) {
            Regard::Friend
        } else if enemies.contains(&other) {
            Regard::Enemy
        } else {
            Regard::Neutral
        })
    }

    const fn friends_and_enemies(self) -> (&'static [Self], &'static [Self]) {
        use Graha::{Jupiter, Mars, Mercury, Moon, Saturn, Sun, Venus};
        match self {
            Self::Sun => (&[Moon, Mars, Jupiter], &[Venus, Saturn]),
            Self::Moon => (&[Sun, Mercury], &[]),
            Self::Mars => (&[Sun, Moon, Jupiter], &[Mercury]),
            Self::Mercury => (&[Sun, Venus], &[Moon]),
            Self::Jupiter => (&[Sun, Moon, Mars], &[Mercury, Venus]),
            Self::Venus => (&[Mercury, Saturn], &[Sun, Moon]),
            Self::Saturn => (&[Mercury, Venus], &[Sun, Moon, Mars]),
            Self::Rahu | Self::Ketu => (&[], &[]),
        }
    }
}

/// The nakshatra of a sidereal longitude, with its lord as a graha.
///
/// # Examples
///
/// ```
/// use astrology::vedic::graha::{Graha, nakshatra_and_lord};
///
/// let (found, lord) = nakshatra_and_lord(67.0);
/// assert_eq!((found.name, found.pada, lord), ("ardra", 1, Graha::Rahu));
/// ```
pub fn nakshatra_and_lord(sidereal_longitude_deg: f64) -> (Nakshatra, Graha) {
    let found = nakshatra(sidereal_longitude_deg);
    (found, Graha::lord_of_nakshatra(found.number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Graha::{Jupiter, Mars, Mercury, Moon, Saturn, Sun, Venus};

    /// The sign of moolatrikona and the sign of exaltation.
    const SIGNS: [(Graha, Sign, Sign); 7] = [
        (Sun, Sign::Leo, Sign::Aries),
        (Moon, Sign::Taurus, Sign::Taurus),
        (Mars, Sign::Aries, Sign::Capricorn),
        (Mercury, Sign::Virgo, Sign::Virgo),
        (Jupiter, Sign::Sagittarius, Sign::Cancer),
        (Venus, Sign::Libra, Sign::Pisces),
        (Saturn, Sign::Aquarius, Sign::Libra),
    ];

    #[test]
    fn natural_friendship_follows_the_rule_of_parashara() {
        for (graha, moolatrikona, exaltation) in SIGNS {
            for other in Graha::SEVEN.into_iter().filter(|it| *it != graha) {
                let is_friendly = |sign: &Sign| {
                    let house = (sign.index() + 12 - moolatrikona.index()) % 12 + 1;
                    matches!(house, 2 | 4 | 5 | 8 | 9 | 12) || *sign == exaltation
                };
                let ruled = Sign::ALL.into_iter().filter(|sign| other.rules(*sign));
                let friendly: Vec<bool> = ruled.map(|sign| is_friendly(&sign)).collect();
                let expected = match (friendly.contains(&true), friendly.contains(&false)) {
                    (true, true) => Regard::Neutral,
                    (true, false) => Regard::Friend,
                    _ => Regard::Enemy,
                };
                assert_eq!(
                    graha.natural_regard(other),
                    Some(expected),
                    "{graha:?} {other:?}"
                );
            }
        }
    }

    #[test]
    fn the_lords_of_nakshatras_are_those_of_the_table() {
        for number in 1..=27 {
            let (found, lord) = nakshatra_and_lord((f64::from(number) - 0.5) * 40.0 / 3.0);
            let id = match lord {
                Graha::Rahu => "northNode",
                Graha::Ketu => "southNode",
                other => other.id(),
            };
            assert_eq!((found.number, found.lord), (number, id));
        }
    }

    #[test]
    fn every_id_names_its_graha() {
        for graha in Graha::ALL {
            assert_eq!(Graha::from_id(graha.id()), Some(graha));
        }
    }
}
