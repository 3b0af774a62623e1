//! Dignities of the grahas: exaltation, moolatrikona, own sign, and compound friendship with the lord of the sign.
//!
//! BPHS, in the chapter that describes the grahas. Tradition differs about the nodes, so their exaltation is an
//! option, and they have no other dignity.

use super::graha::{Graha, Regard};
use crate::sign::{Sign, degrees_in_sign};

/// The dignity of a graha in its sign, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Dignity {
    Exalted,
    Moolatrikona,
    Own,
    GreatFriend,
    Friend,
    Neutral,
    Enemy,
    GreatEnemy,
    Debilitated,
}

impl Dignity {
    /// Every dignity, the best first.
    pub const ALL: [Self; 9] = [
        Self::Exalted,
        Self::Moolatrikona,
        Self::Own,
        Self::GreatFriend,
        Self::Friend,
        Self::Neutral,
        Self::Enemy,
        Self::GreatEnemy,
        Self::Debilitated,
    ];

    /// The id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Exalted => "exalted",
            Self::Moolatrikona => "moolatrikona",
            Self::Own => "own",
            Self::GreatFriend => "greatFriend",
            Self::Friend => "friend",
            Self::Neutral => "neutral",
            Self::Enemy => "enemy",
            Self::GreatEnemy => "greatEnemy",
            Self::Debilitated => "debilitated",
        }
    }

    /// Whether the graha is exalted, in its moolatrikona or in its own sign.
    pub const fn is_strong(self) -> bool {
        matches!(self, Self::Exalted | Self::Moolatrikona | Self::Own)
    }
}

/// Where the nodes are exalted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NodeExaltation {
    /// Nowhere.
    #[default]
    None,
    /// Rahu in Taurus, Ketu in Scorpio.
    Taurus,
    /// Rahu in Gemini, Ketu in Sagittarius.
    Gemini,
}

impl NodeExaltation {
    /// Every choice.
    pub const ALL: [Self; 3] = [Self::Taurus, Self::Gemini, Self::None];

    /// The id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Taurus => "taurus",
            Self::Gemini => "gemini",
        }
    }
}

/// Returns the sidereal longitude of the deepest exaltation of one of the seven, in degrees; `None` for the nodes.
pub const fn exaltation_deg(graha: Graha) -> Option<f64> {
    Some(match graha {
        Graha::Sun => 10.0,
        Graha::Moon => 33.0,
        Graha::Mars => 298.0,
        Graha::Mercury => 165.0,
        Graha::Jupiter => 95.0,
        Graha::Venus => 357.0,
        Graha::Saturn => 200.0,
        Graha::Rahu | Graha::Ketu => return None,
    })
}

/// Returns the sign in which one of the seven is exalted.
pub fn exaltation_sign(graha: Graha) -> Option<Sign> {
    exaltation_deg(graha).map(Sign::of)
}

/// Returns the sign of the moolatrikona of one of the seven, and its first and last degree.
pub const fn moolatrikona(graha: Graha) -> Option<(Sign, f64, f64)> {
    Some(match graha {
        Graha::Sun => (Sign::Leo, 0.0, 20.0),
        Graha::Moon => (Sign::Taurus, 3.0, 30.0),
        Graha::Mars => (Sign::Aries, 0.0, 12.0),
        Graha::Mercury => (Sign::Virgo, 15.0, 20.0),
        Graha::Jupiter => (Sign::Sagittarius, 0.0, 10.0),
        Graha::Venus => (Sign::Libra, 0.0, 15.0),
        Graha::Saturn => (Sign::Aquarius, 0.0, 20.0),
        Graha::Rahu | Graha::Ketu => return None,
    })
}

/// The signs of the nine grahas, in the order of [`Graha::ALL`].
pub type GrahaSigns = [Sign; 9];

/// Returns what a graha is to another for the time being: a friend in the 2nd, 3rd, 4th, 10th, 11th and 12th sign
/// from it, an enemy elsewhere.
pub fn temporary_regard(graha: Sign, other: Sign) -> Regard {
    match house_from(graha, other) {
        2..=4 | 10..=12 => Regard::Friend,
        _ => Regard::Enemy,
    }
}

/// Returns the compound of natural and temporary friendship as a dignity from [`Dignity::GreatFriend`] to
/// [`Dignity::GreatEnemy`]; `None` for itself and for the nodes.
pub fn compound_regard(graha: Graha, other: Graha, signs: &GrahaSigns) -> Option<Dignity> {
    let natural = graha.natural_regard(other)?;
    let temporary = temporary_regard(signs[graha.index()], signs[other.index()]);
    Some(match (natural, temporary) {
        (Regard::Friend, Regard::Friend) => Dignity::GreatFriend,
        (Regard::Neutral, Regard::Friend) => Dignity::Friend,
        (Regard::Friend, _) | (Regard::Enemy, Regard::Friend) => Dignity::Neutral,
        (Regard::Neutral, _) => Dignity::Enemy,
        (Regard::Enemy, _) => Dignity::GreatEnemy,
    })
}

/// Returns the dignity of a graha; `None` for a node that is neither exalted nor debilitated.
///
/// Where exaltation and moolatrikona share a sign, the Moon is exalted before 3° Taurus and Mercury before 15° Virgo,
/// and in moolatrikona beyond.
///
/// # Examples
///
/// ```
/// use astrology::sign::Sign;
/// use astrology::vedic::{dignity::{Dignity, NodeExaltation, dignity}, graha::Graha};
///
/// let signs = [Sign::Aries; 9];
/// let of = |graha, longitude_deg| dignity(graha, longitude_deg, &signs, NodeExaltation::None);
/// assert_eq!(of(Graha::Mercury, 164.0), Some(Dignity::Exalted));
/// assert_eq!(of(Graha::Mercury, 166.0), Some(Dignity::Moolatrikona));
/// assert_eq!(of(Graha::Mercury, 172.0), Some(Dignity::Own));
/// assert_eq!(of(Graha::Saturn, 1.0), Some(Dignity::Debilitated));
/// assert_eq!(of(Graha::Rahu, 33.0), None);
/// ```
pub fn dignity(
    graha: Graha,
    longitude_deg: f64,
    signs: &GrahaSigns,
    nodes: NodeExaltation,
) -> Option<Dignity> {
    let sign = Sign::of(longitude_deg);
    let exalted_in = match (graha, nodes) {
        (Graha::Rahu, NodeExaltation::Taurus) => Some(Sign::Taurus),
        (Graha::Ketu, NodeExaltation::Taurus) => Some(Sign::Scorpio),
        (Graha::Rahu, NodeExaltation::Gemini) => Some(Sign::Gemini),
        (Graha::Ketu, NodeExaltation::Gemini) => Some(Sign::Sagittarius),
        _ => exaltation_sign(graha),
    };
    if let Some((own, from, to)) = moolatrikona(graha)
        && own == sign
        && (from..to).contains(&degrees_in_sign(longitude_deg))
    {
        return Some(Dignity::Moolatrikona);
    }
    if exalted_in == Some(sign) {
        // Beyond its moolatrikona, Mercury is in its own sign.
        let is_beyond = graha == Graha::Mercury && degrees_in_sign(longitude_deg) >= 20.0;
        return Some(if is_beyond {
            Dignity::Own
        } else {
            Dignity::Exalted
        });
    }
    if exalted_in.map(Sign::opposite) == Some(sign) {
        return Some(Dignity::Debilitated);
    }
    let lord = Graha::lord_of(sign);
    if lord == graha {
        return Some(Dignity::Own);
    }
    compound_regard(graha, lord, signs)
}

/// Returns the house of a sign counted from another, 1 to 12.
pub(crate) const fn house_from(from: Sign, to: Sign) -> usize {
    (to.index() + 12 - from.index()) % 12 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compound_friendship_is_the_sum_of_both() {
        // Natural and temporary friendship count 1, 0 or -1 each.
        let mut signs = [Sign::Aries; 9];
        let value = |regard| match regard {
            Regard::Friend => 1,
            Regard::Neutral => 0,
            Regard::Enemy => -1,
        };
        for graha in Graha::SEVEN {
            for other in Graha::SEVEN.into_iter().filter(|it| *it != graha) {
                for sign in Sign::ALL {
                    signs[other.index()] = sign;
                    let sum = value(graha.natural_regard(other).unwrap())
                        + value(temporary_regard(signs[graha.index()], sign));
                    let expected = match sum {
                        2 => Dignity::GreatFriend,
                        1 => Dignity::Friend,
                        0 => Dignity::Neutral,
                        -1 => Dignity::Enemy,
                        _ => Dignity::GreatEnemy,
                    };
                    assert_eq!(compound_regard(graha, other, &signs), Some(expected));
                    signs[other.index()] = Sign::Aries;
                }
            }
        }
    }

    #[test]
    fn temporary_friendship_is_mutual() {
        for one in Sign::ALL {
            for other in Sign::ALL {
                assert_eq!(temporary_regard(one, other), temporary_regard(other, one));
            }
        }
    }

    #[test]
    fn nodes_are_exalted_only_where_the_option_says() {
        let signs = [Sign::Aries; 9];
        let at = |graha, sign: Sign, nodes| dignity(graha, sign.begin_deg(), &signs, nodes);
        let taurus = NodeExaltation::Taurus;
        assert_eq!(
            at(Graha::Rahu, Sign::Taurus, taurus),
            Some(Dignity::Exalted)
        );
        assert_eq!(
            at(Graha::Ketu, Sign::Scorpio, taurus),
            Some(Dignity::Exalted)
        );
        assert_eq!(
            at(Graha::Ketu, Sign::Taurus, taurus),
            Some(Dignity::Debilitated)
        );
        assert_eq!(at(Graha::Rahu, Sign::Gemini, taurus), None);
        let gemini = NodeExaltation::Gemini;
        assert_eq!(
            at(Graha::Rahu, Sign::Gemini, gemini),
            Some(Dignity::Exalted)
        );
        assert_eq!(
            at(Graha::Ketu, Sign::Gemini, gemini),
            Some(Dignity::Debilitated)
        );
    }
}
