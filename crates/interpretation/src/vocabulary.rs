//! The vocabulary of subjects: ids of points, signs, houses, aspects and phases, as in the API.
//! `kind.rs` defines which of them a text can be about.

use ids::point::{
    ASCENDANT, CHIRON, DESCENDANT, IMUM_COELI, JUPITER, MARS, MEAN_APOGEE, MEAN_NODE, MERCURY,
    MIDHEAVEN, MOON, NEPTUNE, NORTH_NODE, PART_OF_FORTUNE, PLUTO, SATURN, SOUTH_NODE, SUN,
    TRUE_NODE, URANUS, VENUS,
};
use ids::{AspectKind, PLANETS, Sign};

/// Points a text can be about in a natal chart, in the order their pairs are written.
pub const POINTS: &[&str] = &joined::<15>(&[
    &PLANETS,
    &[CHIRON, NORTH_NODE, SOUTH_NODE, MEAN_APOGEE, PART_OF_FORTUNE],
]);

/// Angles a text can be about.
pub const ANGLES: &[&str] = &[ASCENDANT, MIDHEAVEN];

/// Points whose natal aspects have texts. The south node, the Descendant and the Imum Coeli use the
/// opposite point with the mirrored aspect ([`mirror_aspect`]).
pub const ASPECT_POINTS: &[&str] = &joined::<14>(&[&PLANETS, &[CHIRON, NORTH_NODE], ANGLES]);

/// Transiting points slow enough to have a text for every natal point.
pub const SLOW_POINTS: &[&str] = &[JUPITER, SATURN, URANUS, NEPTUNE, PLUTO];

/// Transiting points that pass quickly: one text for each aspect, whatever the natal point.
pub const FAST_POINTS: &[&str] = &[SUN, MOON, MERCURY, VENUS, MARS];

/// Natal points that slow transits have texts for.
pub const TRANSITED_POINTS: &[&str] = &joined::<12>(&[&PLANETS, ANGLES]);

/// Points compared between two charts.
pub const SYNASTRY_POINTS: &[&str] = &joined::<9>(&[FAST_POINTS, &[JUPITER, SATURN], ANGLES]);

/// Points that can be retrograde and have a text for it.
pub const RETROGRADE_POINTS: &[&str] =
    &joined::<9>(&[&[MERCURY, VENUS, MARS], SLOW_POINTS, &[CHIRON]]);

/// Points whose return has a text.
pub const RETURNING_POINTS: &[&str] = &[MERCURY, VENUS, MARS, JUPITER, SATURN];

/// The signs in zodiacal order.
pub const SIGNS: &[&str] = &Sign::IDS;

/// The houses.
pub const HOUSES: &[&str] = &[
    "house-1", "house-2", "house-3", "house-4", "house-5", "house-6", "house-7", "house-8",
    "house-9", "house-10", "house-11", "house-12",
];

/// The aspects that have texts.
pub const ASPECTS: &[&str] = &{
    let mut aspects = [""; AspectKind::PTOLEMAIC.len()];
    let mut index = 0;
    while index < aspects.len() {
        aspects[index] = AspectKind::PTOLEMAIC[index].id();
        index += 1;
    }
    aspects
};

/// The eight phases of the Moon.
pub const PHASES: &[&str] = &[
    "new",
    "waxing-crescent",
    "first-quarter",
    "waxing-gibbous",
    "full",
    "waning-gibbous",
    "last-quarter",
    "waning-crescent",
];

/// The animals of the Chinese years.
pub const ANIMALS: &[&str] = &[
    "rat", "ox", "tiger", "rabbit", "dragon", "snake", "horse", "goat", "monkey", "rooster", "dog",
    "pig",
];

/// The five elements of Chinese astrology.
pub const CHINESE_ELEMENTS: &[&str] = &["wood", "fire", "earth", "metal", "water"];

/// The digits of numerology.
pub const DIGITS: &[&str] = &["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/// The numbers of a day of birth.
pub const BIRTHDAY_NUMBERS: &[&str] = &joined::<11>(&[DIGITS, &["11", "22"]]);

/// The digits and the master numbers.
pub const NUMBERS: &[&str] = &joined::<12>(&[BIRTHDAY_NUMBERS, &["33"]]);

/// The numbers of a challenge.
pub const CHALLENGES: &[&str] = &["0", "1", "2", "3", "4", "5", "6", "7", "8"];

/// The karmic debts.
pub const KARMIC_DEBTS: &[&str] = &["13", "14", "16", "19"];

/// The variants of a text that returns often.
pub const VARIANTS: &[&str] = &["1", "2", "3"];

/// The variants of a text about the place of a planet, which fill up quiet days.
pub const POSITION_VARIANTS: &[&str] = &["1", "2", "3", "4"];

/// Planets in horoscopes, apart from the Moon, in the order in which an aspect names them.
pub const HOROSCOPE_PLANETS: &[&str] = &[
    SUN, MERCURY, VENUS, MARS, JUPITER, SATURN, URANUS, NEPTUNE, PLUTO,
];

/// Planets that come first in the aspects of horoscopes.
pub const HOROSCOPE_FAST_PLANETS: &[&str] = &[SUN, MERCURY, VENUS, MARS];

/// Natal planets that transits in horoscopes have texts for.
pub const HOROSCOPE_NATAL_PLANETS: &[&str] = &PLANETS;

/// Planets that can be retrograde in horoscopes.
pub const HOROSCOPE_STATION_PLANETS: &[&str] =
    &joined::<8>(&[&[MERCURY, VENUS, MARS], SLOW_POINTS]);

/// The directions of motion after a station.
pub const DIRECTIONS: &[&str] = &["retrograde", "direct"];

/// The tones of an aspect: a sextile and a trine are flowing, a square and an opposition tense.
pub const TONES: &[&str] = &["conjunction", "flowing", "tense"];

/// What the Moon in a house is told about: the day as a whole, and each section of a horoscope.
pub const MOON_SECTIONS: &[&str] = &["general", "love", "work", "money", "wellbeing"];

/// The principal phases of the Moon.
pub const PRINCIPAL_PHASES: &[&str] = &["new", "first-quarter", "full", "last-quarter"];

/// The eclipses.
pub const ECLIPSES: &[&str] = &["solar", "lunar"];

/// What the opening sentence of a horoscope follows from: the strongest fact of a day, or the period.
pub const OPENINGS: &[&str] = &[
    "ingress",
    "station",
    "conjunction",
    "flowing",
    "tense",
    "lunation",
    "eclipse",
    "moon",
    "position",
    "week",
    "month",
    "year",
];

/// What a sentence between two facts follows from: how the second differs from the first, or its part
/// of the period.
pub const LINKS: &[&str] = &[
    "help", "hurdle", "more", "turn", "moon", "position", "week-1", "week-2", "week-3", "month-1",
    "month-2", "month-3", "year-1", "year-2", "year-3", "year-4",
];

/// What the closing sentence of a horoscope follows from: the phase of the Moon, or the period.
pub const CLOSINGS: &[&str] = &joined::<11>(&[PHASES, &["week", "month", "year"]]);

/// The variants of openings and links, which no day of the three before has used.
pub const SENTENCE_VARIANTS: &[&str] = &["1", "2", "3", "4", "5", "6"];

/// The variants of closings. A phase lasts at most four days.
pub const CLOSING_VARIANTS: &[&str] = &["1", "2", "3", "4"];

/// Returns the point that replaces `id` in texts about aspects, and whether the aspect is mirrored:
/// a trine to the south node is a sextile to the north node.
pub fn aspect_point(id: &str) -> (&str, bool) {
    match id {
        SOUTH_NODE => (NORTH_NODE, true),
        MEAN_NODE | TRUE_NODE => (NORTH_NODE, false),
        DESCENDANT => (ASCENDANT, true),
        IMUM_COELI => (MIDHEAVEN, true),
        other => (other, false),
    }
}

/// Returns the aspect to the opposite point.
pub fn mirror_aspect(aspect: &str) -> &str {
    match AspectKind::from_id(aspect) {
        Some(AspectKind::Conjunction) => AspectKind::Opposition.id(),
        Some(AspectKind::Opposition) => AspectKind::Conjunction.id(),
        Some(AspectKind::Sextile) => AspectKind::Trine.id(),
        Some(AspectKind::Trine) => AspectKind::Sextile.id(),
        _ => aspect,
    }
}

/// Joins lists of ids, with their total length in the type.
const fn joined<const N: usize>(lists: &[&[&'static str]]) -> [&'static str; N] {
    let mut all = [""; N];
    let (mut list, mut length) = (0, 0);
    while list < lists.len() {
        let mut index = 0;
        while index < lists[list].len() {
            all[length] = lists[list][index];
            index += 1;
            length += 1;
        }
        list += 1;
    }
    // A shorter total would leave empty ids.
    assert!(length == N);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pairs_of_texts_are_written_in_this_order() {
        // URNs depend on it.
        let text = |ids: &[&str]| ids.join(" ");
        assert_eq!(
            text(POINTS),
            "sun moon mercury venus mars jupiter saturn uranus neptune pluto chiron northNode \
             southNode meanApogee partOfFortune"
        );
        assert_eq!(
            text(ASPECT_POINTS),
            "sun moon mercury venus mars jupiter saturn uranus neptune pluto chiron northNode \
             ascendant midheaven"
        );
        assert_eq!(
            text(SYNASTRY_POINTS),
            "sun moon mercury venus mars jupiter saturn ascendant midheaven"
        );
        assert_eq!(
            text(RETROGRADE_POINTS),
            "mercury venus mars jupiter saturn uranus neptune pluto chiron"
        );
        assert_eq!(
            text(SIGNS),
            "aries taurus gemini cancer leo virgo libra scorpio sagittarius capricorn aquarius \
             pisces"
        );
        assert_eq!(text(ASPECTS), "conjunction sextile square trine opposition");
    }
}
