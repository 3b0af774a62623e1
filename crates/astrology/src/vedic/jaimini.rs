//! Jaimini: chara karakas, arudha padas and karakamsha.
//!
//! Jaimini, Upadesha Sutras, chapter 1, and BPHS, in the chapters on karakas and padas.

use super::{
    dignity::{GrahaSigns, house_from},
    graha::Graha,
};
use crate::sign::{Sign, degrees_in_sign};

/// How many chara karakas there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum KarakaScheme {
    /// Seven, of the Sun to Saturn.
    #[default]
    Seven,
    /// Eight, with Rahu, whose degrees are counted from the end of its sign.
    Eight,
}

/// The chara karakas of the scheme of eight. That of seven has no pitrikaraka.
pub const KARAKAS: [&str; 8] = [
    "atmakaraka",
    "amatyakaraka",
    "bhratrikaraka",
    "matrikaraka",
    "pitrikaraka",
    "putrakaraka",
    "jnatikaraka",
    "darakaraka",
];

/// Returns the karakas with their grahas: the one with most degrees in its sign is the atmakaraka. Of grahas with the
/// same degrees, the first in the order of the days of the week comes first.
///
/// # Examples
///
/// ```
/// use astrology::vedic::{graha::Graha, jaimini::{KarakaScheme, chara_karakas}};
///
/// // Rahu at 1° has moved 29 degrees in its sign, because it moves backward.
/// let longitudes = [10.0, 40.0 - 5.0, 61.0, 92.0, 123.0, 154.0, 186.0, 211.0, 31.0];
/// let first = |scheme| chara_karakas(&longitudes, scheme)[0];
/// assert_eq!(first(KarakaScheme::Seven), ("atmakaraka", Graha::Sun));
/// assert_eq!(first(KarakaScheme::Eight), ("atmakaraka", Graha::Rahu));
/// ```
pub fn chara_karakas(
    longitudes_deg: &[f64; 9],
    scheme: KarakaScheme,
) -> Vec<(&'static str, Graha)> {
    let degrees = |graha: Graha| {
        let degrees = degrees_in_sign(longitudes_deg[graha.index()]);
        if graha == Graha::Rahu {
            30.0 - degrees
        } else {
            degrees
        }
    };
    let mut grahas = Graha::SEVEN.to_vec();
    if scheme == KarakaScheme::Eight {
        grahas.push(Graha::Rahu);
    }
    grahas.sort_by(|a, b| degrees(*b).total_cmp(&degrees(*a)));
    let names = KARAKAS
        .into_iter()
        .filter(|name| scheme == KarakaScheme::Eight || *name != "pitrikaraka");
    names.zip(grahas).collect()
}

/// Returns the arudha padas of the twelve houses counted from the lagna: the sign as far from the lord as the lord is
/// from the house. A pada in the house itself or in the 7th from it moves to the 10th from there.
pub fn arudha_padas(lagna: Sign, signs: &GrahaSigns) -> [Sign; 12] {
    std::array::from_fn(|index| {
        let house = lagna.plus(index);
        let lord = signs[Graha::lord_of(house).index()];
        let pada = lord.plus(house_from(house, lord) - 1);
        match house_from(house, pada) {
            1 | 7 => pada.plus(9),
            _ => pada,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padas_are_never_in_their_house_or_the_seventh_from_it() {
        let mut signs = [Sign::Aries; 9];
        for lagna in Sign::ALL {
            for place in Sign::ALL {
                signs = signs.map(|_| place);
                for (index, pada) in arudha_padas(lagna, &signs).into_iter().enumerate() {
                    let house = house_from(lagna.plus(index), pada);
                    assert!(house != 1 && house != 7, "{lagna:?} {place:?} {index}");
                }
            }
        }
    }

    #[test]
    fn the_examples_of_the_exceptions_hold() {
        // A lord in the house itself puts the pada in the 10th, one in the 4th puts it in the 4th; one in the 3rd
        // puts it in the 5th.
        let mut signs = [Sign::Libra; 9];
        for (mars, pada) in [
            (Sign::Aries, Sign::Capricorn),
            (Sign::Cancer, Sign::Cancer),
            (Sign::Gemini, Sign::Leo),
            (Sign::Libra, Sign::Capricorn),
        ] {
            signs[Graha::Mars.index()] = mars;
            assert_eq!(arudha_padas(Sign::Aries, &signs)[0], pada, "{mars:?}");
        }
    }
}
