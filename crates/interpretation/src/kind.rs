//! The kinds of texts: one table of the subjects of each kind. The completeness check, the URNs and
//! the look-up all use it.

use crate::vocabulary::{
    ANGLES, ANGULARITIES, ANIMALS, ASPECT_POINTS, ASPECTS, BIRTHDAY_NUMBERS, CHALLENGES,
    CHINESE_ELEMENTS, CLOSING_VARIANTS, CLOSINGS, COMPOSITE_SECTIONS, DIGITS, DIRECTIONS, ECLIPSES,
    ELEMENTS, FAST_POINTS, GRAHAS, HOROSCOPE_FAST_PLANETS, HOROSCOPE_NATAL_PLANETS,
    HOROSCOPE_PLANETS, HOROSCOPE_STATION_PLANETS, HOUSES, KARMIC_DEBTS, LINKS, MOON_SECTIONS,
    NAKSHATRAS, NATAL_LINKS, NATAL_OPENINGS, NATAL_SECTIONS, NUMBERS, OPENINGS, OVERLAID_POINTS,
    PHASES, PLANETS, POINTS, POSITION_VARIANTS, PRINCIPAL_PHASES, RETROGRADE_POINTS, RETURN_LINKS,
    RETURN_OPENINGS, RETURNING_POINTS, SENTENCE_VARIANTS, SIGNS, SYNASTRY_LINKS, SYNASTRY_SECTIONS,
    SYNASTRY_TONES, TITHIS, TONES, TRADITIONAL_RULERS, TRANSIT_LINKS, TRANSIT_SECTIONS,
    TRANSIT_TONES, TRANSITING_POINTS, VARIANTS, VEDIC_YOGAS,
};

/// The words allowed in one part of a subject.
type Axis = &'static [&'static str];

/// How the parts of a subject combine.
#[derive(Clone, Copy, Debug)]
enum Combination {
    /// The Cartesian product of the axes.
    Product(&'static [Axis]),
    /// Unordered pairs of one axis, the earlier word first, each followed by the words of `then`.
    Pairs {
        of: Axis,
        /// Whether a word can be paired with itself.
        with_itself: bool,
        then: &'static [Axis],
    },
}

/// A kind of text, known by its two names.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The kind of horoscope that it belongs to.
    pub horoscope: &'static str,
    /// The kind of item that it describes.
    pub content: &'static str,
    combination: Combination,
    /// Whether every declared language must have it, or only English.
    pub in_every_language: bool,
    /// Whether calculations show it. The others can only be read.
    pub in_calculations: bool,
}

const fn product(horoscope: &'static str, content: &'static str, axes: &'static [Axis]) -> Kind {
    Kind {
        horoscope,
        content,
        combination: Combination::Product(axes),
        in_every_language: false,
        in_calculations: true,
    }
}

const fn everywhere(kind: Kind) -> Kind {
    Kind {
        in_every_language: true,
        ..kind
    }
}

/// A kind that calculations no longer show.
const fn retired(kind: Kind) -> Kind {
    Kind {
        in_calculations: false,
        ..kind
    }
}

const fn pairs(
    horoscope: &'static str,
    content: &'static str,
    of: Axis,
    with_itself: bool,
    then: &'static [Axis],
) -> Kind {
    Kind {
        horoscope,
        content,
        combination: Combination::Pairs {
            of,
            with_itself,
            then,
        },
        in_every_language: false,
        in_calculations: true,
    }
}

/// All kinds, in the order of the library.
pub static KINDS: &[Kind] = &[
    everywhere(product("natal", "planet-in-sign", &[POINTS, SIGNS])),
    everywhere(product("natal", "planet-in-house", &[POINTS, HOUSES])),
    everywhere(product("natal", "angle-in-sign", &[ANGLES, SIGNS])),
    everywhere(pairs("natal", "aspect", ASPECT_POINTS, false, &[ASPECTS])),
    everywhere(product("natal", "opening", &[NATAL_OPENINGS])),
    everywhere(product(
        "natal",
        "ruler",
        &[TRADITIONAL_RULERS, ANGULARITIES],
    )),
    everywhere(product("natal", "section", &[NATAL_SECTIONS, VARIANTS])),
    everywhere(product("natal", "link", &[NATAL_LINKS, SENTENCE_VARIANTS])),
    everywhere(product("natal", "closing", &[ELEMENTS, VARIANTS])),
    pairs("compatibility", "sun-pair", SIGNS, true, &[]),
    everywhere(product(
        "transit",
        "aspect",
        &[TRANSITING_POINTS, ASPECT_POINTS, ASPECTS],
    )),
    everywhere(product(
        "transit",
        "planet-in-house",
        &[TRANSITING_POINTS, HOUSES],
    )),
    everywhere(product("transit", "opening", &[TRANSIT_TONES, VARIANTS])),
    everywhere(product("transit", "section", &[TRANSIT_SECTIONS, VARIANTS])),
    everywhere(product(
        "transit",
        "link",
        &[TRANSIT_LINKS, SENTENCE_VARIANTS],
    )),
    everywhere(product("transit", "closing", &[TRANSIT_TONES, VARIANTS])),
    retired(product("transit", "fast", &[FAST_POINTS, ASPECTS])),
    everywhere(pairs("synastry", "aspect", ASPECT_POINTS, true, &[ASPECTS])),
    everywhere(product(
        "synastry",
        "planet-in-house",
        &[OVERLAID_POINTS, HOUSES],
    )),
    everywhere(product("synastry", "opening", &[SYNASTRY_TONES, VARIANTS])),
    everywhere(product(
        "synastry",
        "section",
        &[SYNASTRY_SECTIONS, VARIANTS],
    )),
    everywhere(product(
        "synastry",
        "link",
        &[SYNASTRY_LINKS, SENTENCE_VARIANTS],
    )),
    everywhere(product("synastry", "closing", &[SYNASTRY_TONES, VARIANTS])),
    everywhere(product("composite", "planet-in-sign", &[PLANETS, SIGNS])),
    everywhere(product("composite", "planet-in-house", &[PLANETS, HOUSES])),
    everywhere(pairs("composite", "aspect", PLANETS, false, &[ASPECTS])),
    everywhere(product("composite", "opening", &[SYNASTRY_TONES, VARIANTS])),
    everywhere(product(
        "composite",
        "section",
        &[COMPOSITE_SECTIONS, VARIANTS],
    )),
    everywhere(product(
        "composite",
        "link",
        &[SYNASTRY_LINKS, SENTENCE_VARIANTS],
    )),
    everywhere(product("composite", "closing", &[SYNASTRY_TONES, VARIANTS])),
    product("moon", "phase", &[PHASES]),
    product("moon", "void-of-course", &[SIGNS]),
    product("retrograde", "period", &[RETROGRADE_POINTS]),
    everywhere(product(
        "solar-return",
        "ascendant-in-sign",
        &[&["ascendant"], SIGNS],
    )),
    everywhere(product("solar-return", "sun-in-house", &[&["sun"], HOUSES])),
    everywhere(product(
        "solar-return",
        "opening",
        &[RETURN_OPENINGS, VARIANTS],
    )),
    everywhere(product(
        "solar-return",
        "link",
        &[RETURN_LINKS, SENTENCE_VARIANTS],
    )),
    everywhere(product(
        "solar-return",
        "closing",
        &[RETURN_OPENINGS, VARIANTS],
    )),
    product(
        "lunar-return",
        "ascendant-in-sign",
        &[&["ascendant"], SIGNS],
    ),
    product("lunar-return", "moon-in-house", &[&["moon"], HOUSES]),
    product("progression", "moon-in-sign", &[&["moon"], SIGNS]),
    product("progression", "moon-in-house", &[&["moon"], HOUSES]),
    product("progression", "sun-in-sign", &[&["sun"], SIGNS]),
    product("planetary-return", "return", &[RETURNING_POINTS]),
    everywhere(product("chinese", "sign", &[ANIMALS])),
    everywhere(product("chinese", "pillar", &[ANIMALS, CHINESE_ELEMENTS])),
    everywhere(product("chinese", "forecast", &[ANIMALS, ANIMALS])),
    everywhere(product(
        "chinese",
        "element",
        &[CHINESE_ELEMENTS, CHINESE_ELEMENTS],
    )),
    everywhere(product("chinese", "month", &[ANIMALS, ANIMALS])),
    product("vedic", "lagna", &[SIGNS]),
    product("vedic", "graha-in-sign", &[GRAHAS, SIGNS]),
    product("vedic", "graha-in-house", &[GRAHAS, HOUSES]),
    product("vedic", "nakshatra", &[NAKSHATRAS]),
    product("vedic", "tithi", &[TITHIS]),
    product("vedic", "yoga", &[VEDIC_YOGAS]),
    product("vedic", "dasha-lord", &[GRAHAS]),
    everywhere(product("numerology", "life-path", &[NUMBERS])),
    everywhere(product("numerology", "expression", &[NUMBERS])),
    everywhere(product("numerology", "soul-urge", &[NUMBERS])),
    everywhere(product("numerology", "personality", &[NUMBERS])),
    everywhere(product("numerology", "birthday", &[BIRTHDAY_NUMBERS])),
    everywhere(product("numerology", "maturity", &[NUMBERS])),
    everywhere(product("numerology", "karmic-debt", &[KARMIC_DEBTS])),
    everywhere(product("numerology", "karmic-lesson", &[DIGITS])),
    everywhere(product("numerology", "hidden-passion", &[DIGITS])),
    everywhere(product("numerology", "pinnacle", &[NUMBERS])),
    everywhere(product("numerology", "period-cycle", &[NUMBERS])),
    everywhere(product("numerology", "challenge", &[CHALLENGES])),
    everywhere(product("numerology", "personal-year", &[DIGITS])),
    everywhere(product("numerology", "personal-month", &[DIGITS])),
    everywhere(product("numerology", "personal-day", &[DIGITS])),
    everywhere(pairs("numerology", "pair", DIGITS, true, &[])),
    everywhere(product(
        "horoscope",
        "ingress",
        &[HOROSCOPE_PLANETS, HOUSES, VARIANTS],
    )),
    everywhere(product(
        "horoscope",
        "position",
        &[HOROSCOPE_PLANETS, HOUSES, POSITION_VARIANTS],
    )),
    everywhere(product(
        "horoscope",
        "station",
        &[HOROSCOPE_STATION_PLANETS, DIRECTIONS, HOUSES, VARIANTS],
    )),
    everywhere(product(
        "horoscope",
        "aspect",
        &[HOROSCOPE_FAST_PLANETS, HOROSCOPE_PLANETS, TONES, HOUSES],
    )),
    everywhere(product(
        "horoscope",
        "lunation",
        &[PRINCIPAL_PHASES, HOUSES, VARIANTS],
    )),
    everywhere(product(
        "horoscope",
        "eclipse",
        &[ECLIPSES, HOUSES, VARIANTS],
    )),
    everywhere(product(
        "horoscope",
        "moon",
        &[MOON_SECTIONS, HOUSES, VARIANTS],
    )),
    everywhere(product(
        "horoscope",
        "moon-aspect",
        &[HOROSCOPE_PLANETS, TONES, HOUSES, VARIANTS],
    )),
    everywhere(product(
        "horoscope",
        "transit",
        &[HOROSCOPE_PLANETS, HOROSCOPE_NATAL_PLANETS, TONES],
    )),
    everywhere(product("horoscope", "void-of-course", &[HOUSES, VARIANTS])),
    everywhere(product(
        "horoscope",
        "opening",
        &[OPENINGS, SENTENCE_VARIANTS],
    )),
    everywhere(product("horoscope", "link", &[LINKS, SENTENCE_VARIANTS])),
    everywhere(product(
        "horoscope",
        "closing",
        &[CLOSINGS, CLOSING_VARIANTS],
    )),
];

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        (self.horoscope, self.content) == (other.horoscope, other.content)
    }
}

impl Eq for Kind {}

impl Kind {
    /// Returns the kind with these two names.
    pub fn find(horoscope: &str, content: &str) -> Option<&'static Self> {
        KINDS
            .iter()
            .find(|it| it.horoscope == horoscope && it.content == content)
    }

    /// Returns `true` if this is the start of the URN of a text of this kind.
    ///
    /// # Examples
    ///
    /// ```
    /// use interpretation::kind::Kind;
    ///
    /// let kind = Kind::find("natal", "planet-in-sign").unwrap();
    /// assert!(kind.names("urn:content:1:natal:planet-in-sign:sun:gemini:en"));
    /// assert!(!kind.names("urn:content:1:natal:planet-in-house:sun:1:en"));
    /// ```
    pub fn names(&self, urn: &str) -> bool {
        let beginning = crate::key::urn_text(self, "", "");
        urn.starts_with(beginning.trim_end_matches("::")) && urn.len() > beginning.len()
    }

    /// Returns every subject of the kind, with its parts joined by colons.
    pub fn subjects(&self) -> Vec<String> {
        let (heads, rest) = match self.combination {
            Combination::Product(axes) => (vec![String::new()], axes),
            Combination::Pairs {
                of,
                with_itself,
                then,
            } => (unordered_pairs(of, with_itself), then),
        };
        let all = rest.iter().fold(heads, |heads, axis| {
            let longer = |head: String| {
                axis.iter().map(move |word| match head.as_str() {
                    "" => (*word).to_owned(),
                    head => format!("{head}:{word}"),
                })
            };
            heads.into_iter().flat_map(longer).collect()
        });
        all.into_iter()
            .filter(|it| !self.is_impossible(it))
            .collect()
    }

    /// Returns `true` if the subject belongs to the kind.
    pub fn has(&self, subject: &str) -> bool {
        if self.is_impossible(subject) {
            return false;
        }
        let mut parts = subject.split(':');
        match self.combination {
            Combination::Product(axes) => fits(axes, parts),
            Combination::Pairs {
                of,
                with_itself,
                then,
            } => {
                let mut place = || {
                    let word = parts.next()?;
                    of.iter().position(|it| *it == word)
                };
                let (Some(first), Some(second)) = (place(), place()) else {
                    return false;
                };
                (first < second || (with_itself && first == second)) && fits(then, parts)
            }
        }
    }

    /// Returns the subject of a pair in the kind's order, or `None` if the kind does not have it.
    pub fn pair_subject(&self, one: &str, other: &str, then: &[&str]) -> Option<String> {
        let Combination::Pairs { of, .. } = self.combination else {
            return None;
        };
        let place = |word: &str| of.iter().position(|it| *it == word);
        let (first, second) = if place(one)? <= place(other)? {
            (one, other)
        } else {
            (other, one)
        };
        let mut parts = vec![first, second];
        parts.extend(then);
        let subject = parts.join(":");
        self.has(&subject).then_some(subject)
    }

    /// Returns `true` for aspects that have no text because they cannot occur, or because another kind
    /// tells them.
    fn is_impossible(&self, subject: &str) -> bool {
        match (self.horoscope, self.content) {
            ("natal", "aspect") => is_impossible_pair(subject, "sextile"),
            ("horoscope", "aspect") => {
                is_out_of_order(subject) || is_impossible_pair(subject, "flowing")
            }
            // The other aspects of Moon and Sun are lunations.
            ("horoscope", "moon-aspect") => {
                let of_sun = subject.strip_prefix("sun:");
                of_sun.is_some_and(|it| !it.starts_with("flowing:"))
            }
            _ => false,
        }
    }
}

/// Whether an aspect cannot occur: Mercury is never more than 28 degrees from the Sun, Venus never more
/// than 48, and the two never more than 76 from each other (Meeus, *Astronomical Algorithms*, 1998,
/// chapter 36 gives the elongations). `widest` names the aspect that Mercury and Venus can still form.
fn is_impossible_pair(subject: &str, widest: &str) -> bool {
    let after = |pair: &str| {
        let aspect = subject.strip_prefix(pair)?;
        aspect.split(':').next()
    };
    let beside_the_sun = after("sun:mercury:").or_else(|| after("sun:venus:"));
    beside_the_sun.is_some_and(|it| it != "conjunction")
        || after("mercury:venus:").is_some_and(|it| it != "conjunction" && it != widest)
}

/// Whether the second planet of an aspect in a horoscope does not come after the first.
fn is_out_of_order(subject: &str) -> bool {
    let mut parts = subject.split(':');
    let mut place = || {
        let word = parts.next()?;
        HOROSCOPE_PLANETS.iter().position(|it| *it == word)
    };
    let (first, second) = (place(), place());
    first >= second
}

fn unordered_pairs(of: Axis, with_itself: bool) -> Vec<String> {
    let mut pairs = Vec::new();
    for (index, first) in of.iter().enumerate() {
        let from = if with_itself { index } else { index + 1 };
        pairs.extend(of[from..].iter().map(|second| format!("{first}:{second}")));
    }
    pairs
}

/// Returns `true` if there is one part for each axis, and each is one of the axis' words.
fn fits<'a>(axes: &[Axis], mut parts: impl Iterator<Item = &'a str>) -> bool {
    axes.iter()
        .all(|axis| parts.next().is_some_and(|word| axis.contains(&word)))
        && parts.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(horoscope: &str, content: &str) -> usize {
        Kind::find(horoscope, content).unwrap().subjects().len()
    }

    #[test]
    fn every_kind_has_the_number_of_subjects_that_its_axes_give() {
        assert_eq!(count("natal", "planet-in-sign"), 15 * 12);
        assert_eq!(count("natal", "planet-in-house"), 15 * 12);
        assert_eq!(count("natal", "angle-in-sign"), 2 * 12);
        // 14 points make 91 pairs with five aspects, eleven of which cannot occur.
        assert_eq!(count("natal", "aspect"), 91 * 5 - 11);
        assert_eq!(count("compatibility", "sun-pair"), 78);
        assert_eq!(count("transit", "aspect"), 10 * 14 * 5);
        assert_eq!(count("transit", "planet-in-house"), 10 * 12);
        // Pairs of different points, and each point with the same of the other chart.
        assert_eq!(count("synastry", "aspect"), (91 + 14) * 5);
        assert_eq!(count("synastry", "planet-in-house"), 12 * 12);
        assert_eq!(count("composite", "planet-in-sign"), 10 * 12);
        assert_eq!(count("composite", "planet-in-house"), 10 * 12);
        // Midpoints of two births can make any aspect.
        assert_eq!(count("composite", "aspect"), 45 * 5);
    }

    #[test]
    fn a_kind_has_exactly_the_subjects_it_lists() {
        for kind in KINDS {
            for subject in kind.subjects() {
                assert!(kind.has(&subject), "{}: {subject}", kind.content);
            }
            assert!(!kind.has(""));
            assert!(!kind.has("sun:gemini:extra:more"));
        }
        let aspect = Kind::find("natal", "aspect").unwrap();
        assert!(!aspect.has("moon:sun:trine"), "the later point first");
        assert!(!aspect.has("sun:sun:conjunction"));
        assert!(!aspect.has("sun:mercury:square"));
        assert!(!aspect.has("mercury:venus:trine"));
    }

    #[test]
    fn a_pair_is_found_in_either_order() {
        let aspect = Kind::find("natal", "aspect").unwrap();
        let expected = Some("sun:moon:trine".to_owned());
        assert_eq!(aspect.pair_subject("moon", "sun", &["trine"]), expected);
        assert_eq!(aspect.pair_subject("sun", "moon", &["trine"]), expected);
        assert_eq!(aspect.pair_subject("sun", "vertex", &["trine"]), None);
        let pair = Kind::find("compatibility", "sun-pair").unwrap();
        let expected = Some("aries:pisces".to_owned());
        assert_eq!(pair.pair_subject("pisces", "aries", &[]), expected);
    }
}
