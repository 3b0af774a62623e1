//! The vocabulary of subjects: ids of points, signs, houses, aspects and phases, as in the API.
//! `kind.rs` defines which of them a text can be about.

use ids::point::{
    ASCENDANT, CHIRON, DESCENDANT, IMUM_COELI, JUPITER, MARS, MEAN_APOGEE, MEAN_NODE, MERCURY,
    MIDHEAVEN, MOON, NEPTUNE, NORTH_NODE, PART_OF_FORTUNE, PLUTO, SATURN, SOUTH_NODE, SUN,
    TRUE_NODE, URANUS, VENUS,
};
use ids::{AspectKind, Sign};

/// The Sun, the Moon and the planets.
pub const PLANETS: &[&str] = &ids::PLANETS;

/// Points a text can be about in a natal chart, in the order their pairs are written.
pub const POINTS: &[&str] = &joined::<15>(&[
    PLANETS,
    &[CHIRON, NORTH_NODE, SOUTH_NODE, MEAN_APOGEE, PART_OF_FORTUNE],
]);

/// Angles a text can be about.
pub const ANGLES: &[&str] = &[ASCENDANT, MIDHEAVEN];

/// Points whose aspects have texts. The south node, the Descendant and the Imum Coeli use the
/// opposite point with the mirrored aspect ([`mirror_aspect`]).
pub const ASPECT_POINTS: &[&str] = &joined::<14>(&[PLANETS, &[CHIRON, NORTH_NODE], ANGLES]);

/// Transiting points slow enough to have a text for every natal point.
pub const SLOW_POINTS: &[&str] = &[JUPITER, SATURN, URANUS, NEPTUNE, PLUTO];

/// Transiting points that pass quickly. Their texts for each aspect, whatever the natal point, can be read, but
/// calculations no longer show them.
pub const FAST_POINTS: &[&str] = &[SUN, MOON, MERCURY, VENUS, MARS];

/// Transiting points that have a text for every point of a natal chart, and for every house.
pub const TRANSITING_POINTS: &[&str] = PLANETS;

/// Points that have a text for every house of another person's chart.
pub const OVERLAID_POINTS: &[&str] = &joined::<12>(&[PLANETS, &[CHIRON, NORTH_NODE]]);

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

/// The grahas of Vedic astrology.
pub const GRAHAS: &[&str] = &[
    "sun", "moon", "mars", "mercury", "jupiter", "venus", "saturn", "rahu", "ketu",
];

/// The nakshatras from 0 degrees of sidereal Aries.
pub const NAKSHATRAS: &[&str] = &[
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

/// The tithis from the new moon on.
pub const TITHIS: &[&str] = &[
    "shukla-pratipada",
    "shukla-dwitiya",
    "shukla-tritiya",
    "shukla-chaturthi",
    "shukla-panchami",
    "shukla-shashthi",
    "shukla-saptami",
    "shukla-ashtami",
    "shukla-navami",
    "shukla-dashami",
    "shukla-ekadashi",
    "shukla-dwadashi",
    "shukla-trayodashi",
    "shukla-chaturdashi",
    "purnima",
    "krishna-pratipada",
    "krishna-dwitiya",
    "krishna-tritiya",
    "krishna-chaturthi",
    "krishna-panchami",
    "krishna-shashthi",
    "krishna-saptami",
    "krishna-ashtami",
    "krishna-navami",
    "krishna-dashami",
    "krishna-ekadashi",
    "krishna-dwadashi",
    "krishna-trayodashi",
    "krishna-chaturdashi",
    "amavasya",
];

/// The yogas of Vedic charts: those of grahas, of lords and of patterns.
pub const VEDIC_YOGAS: &[&str] = &[
    "ruchaka",
    "bhadra",
    "hamsa",
    "malavya",
    "shasha",
    "sunapha",
    "anapha",
    "durudhura",
    "kemadruma",
    "gajakesari",
    "chandra-mangala",
    "chandra-adhi",
    "chandra-vasumati",
    "chandra-amala",
    "shakata",
    "vesi",
    "vasi",
    "ubhayachari",
    "budha-aditya",
    "lagna-adhi",
    "vasumati",
    "amala",
    "saraswati",
    "parvata",
    "shubha-kartari",
    "papa-kartari",
    "chatussagara",
    "guru-chandala",
    "grahana",
    "kala-sarpa",
    "neecha-bhanga",
    "three-exalted",
    "kendra-trikona",
    "lagna-trikona",
    "dharma-karmadhipati",
    "yogakaraka",
    "kahala",
    "shankha",
    "chamara",
    "harsha",
    "sarala",
    "vimala",
    "lakshmi",
    "dhana",
    "dhana-of-gains",
    "maha-parivartana",
    "khala-parivartana",
    "dainya-parivartana",
    "rajju",
    "musala",
    "nala",
    "mala",
    "sarpa",
    "gada",
    "shakata-nabhasa",
    "vihaga",
    "shringataka",
    "hala",
    "vajra",
    "yava",
    "kamala",
    "vapi",
    "yupa",
    "shara",
    "shakti",
    "danda",
    "nauka",
    "kuta",
    "chhatra",
    "chapa",
    "ardha-chandra",
    "samudra",
    "chakra",
    "vallaki",
    "dama",
    "pasha",
    "kedara",
    "shula",
    "yuga",
    "gola",
];

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
pub const HOROSCOPE_NATAL_PLANETS: &[&str] = PLANETS;

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

/// What the opening of a natal reading tells: the balance of elements and modes, the sect, the phase of the Moon, a
/// pattern, or a birth without a time. The planet that rules the Ascendant has a kind of its own.
pub const NATAL_OPENINGS: &[&str] = &[
    "element-fire",
    "element-earth",
    "element-air",
    "element-water",
    "element-even",
    "lacking-fire",
    "lacking-earth",
    "lacking-air",
    "lacking-water",
    "mode-cardinal",
    "mode-fixed",
    "mode-mutable",
    "mode-even",
    "sect-day",
    "sect-night",
    "phase-new",
    "phase-waxing-crescent",
    "phase-first-quarter",
    "phase-waxing-gibbous",
    "phase-full",
    "phase-waning-gibbous",
    "phase-last-quarter",
    "phase-waning-crescent",
    "pattern-grand-trine",
    "pattern-t-square",
    "pattern-grand-cross",
    "pattern-yod",
    "pattern-kite",
    "pattern-mystic-rectangle",
    "pattern-stellium",
    "unknown-time",
];

/// The planets that can rule an Ascendant by tradition.
pub const TRADITIONAL_RULERS: &[&str] = &[SUN, MOON, MERCURY, VENUS, MARS, JUPITER, SATURN];

/// The kinds of houses.
pub const ANGULARITIES: &[&str] = &["angular", "succedent", "cadent"];

/// The sections of a natal reading.
pub const NATAL_SECTIONS: &[&str] = &[
    "self",
    "feeling",
    "mind",
    "love",
    "work",
    "family",
    "direction",
];

/// What a sentence between two texts of a natal reading follows from: a house after the sign of the same point, in
/// agreement or opposite in nature; a planet in the first house that holds the Ascendant back or pushes it; an aspect
/// after a placement; a flowing aspect after a tense one, or the reverse; another planet in the same house.
pub const NATAL_LINKS: &[&str] = &[
    "house",
    "opposed",
    "held-back",
    "pushed",
    "aspect",
    "relief",
    "strain",
    "company",
];

/// What the closing of a natal reading follows from: the element of the Sun's sign.
pub const ELEMENTS: &[&str] = &["fire", "earth", "air", "water"];

/// How the aspects between two charts are balanced, for the opening and the closing of a reading.
pub const SYNASTRY_TONES: &[&str] = &["flowing", "tense", "mixed", "few"];

/// The sections of a synastry reading.
pub const SYNASTRY_SECTIONS: &[&str] =
    &["meeting", "feeling", "talk", "love", "commitment", "growth"];

/// What a sentence between two texts of a synastry reading follows from: a flowing aspect after a tense one, the
/// reverse, another aspect of the same tone, or a point in a house of the other.
pub const SYNASTRY_LINKS: &[&str] = &["relief", "strain", "more", "house"];

/// The sections of a composite reading.
pub const COMPOSITE_SECTIONS: &[&str] = &[
    "direction",
    "feeling",
    "talk",
    "love",
    "commitment",
    "growth",
];

/// What the opening of a solar-return reading follows from: the part of the chart that the Sun is in.
pub const RETURN_OPENINGS: &[&str] = &["angular", "succedent", "cadent", "unknown"];

/// What a sentence between two texts of a solar-return reading follows from: the Sun's house after the Ascendant.
pub const RETURN_LINKS: &[&str] = &["house"];

/// How many transits a period has and of which tone, for the opening and the closing of a reading.
pub const TRANSIT_TONES: &[&str] = &["flowing", "tense", "mixed", "quiet"];

/// The themes of the transits of a period.
pub const TRANSIT_SECTIONS: &[&str] = &[
    "self",
    "feeling",
    "mind",
    "love",
    "work",
    "direction",
    "houses",
];

/// What a sentence between two texts about transits follows from: a slow planet, a second pass, a change of tone, or
/// more of the same.
pub const TRANSIT_LINKS: &[&str] = &["slow", "relief", "strain", "more"];

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
