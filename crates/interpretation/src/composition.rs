//! Composed readings: which texts of a chart belong together, in which order, and what joins them.
//!
//! A [`Composition`] is a list of sections, and a section a list of parts. Every part is one text of the
//! library or of an overlay, so every sentence of a reading has a URN. Nothing is random: the same facts
//! give the same parts. A text occurs once in a reading, and so does each variant of a joining sentence.

mod composite;
mod natal;
mod relationship;
mod transits;
mod year;

use std::collections::{HashMap, HashSet};

use ids::point::{ASCENDANT, MIDHEAVEN, NORTH_NODE};

use crate::key::Key;

pub use composite::{CompositeFacts, composite};
pub use natal::{NatalFacts, natal};
pub use relationship::{OverlaidPoint, SynastryFacts, synastry};
pub use transits::{PeriodFacts, TransitFact, transits};
pub use year::{YearFacts, solar_return};

/// The role of a text in a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It opens the reading.
    Opening,
    /// It introduces a section.
    Lead,
    /// It joins the text before to the text after it.
    Link,
    /// It is about a fact of the chart.
    Text,
    /// It ends the reading.
    Closing,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 5] = [
        Self::Opening,
        Self::Lead,
        Self::Link,
        Self::Text,
        Self::Closing,
    ];

    /// Returns the API's id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Lead => "lead",
            Self::Link => "link",
            Self::Text => "text",
            Self::Closing => "closing",
        }
    }
}

/// A text in a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The key of the text.
    pub key: Key,
    /// Its role.
    pub role: Role,
    /// The index of the fact that it is about, in the order of the facts given. Only transits have it.
    pub fact: Option<usize>,
}

/// A section of a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The id, such as `love`. The first section is `opening`, the last one `closing`.
    pub id: &'static str,
    /// The parts, in reading order.
    pub parts: Vec<Part>,
}

/// A composed reading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Composition {
    /// The sections, in reading order.
    pub sections: Vec<Section>,
}

impl Composition {
    /// Returns all parts, in reading order.
    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.sections.iter().flat_map(|it| &it.parts)
    }
}

/// The id of the first section.
pub const OPENING: &str = "opening";
/// The id of the last section.
pub const CLOSING: &str = "closing";

/// Every id of a section.
pub const SECTION_IDS: &[&str] = &[
    OPENING,
    "self",
    "feeling",
    "mind",
    "love",
    "work",
    "family",
    "direction",
    "meeting",
    "talk",
    "commitment",
    "growth",
    "year",
    "houses",
    CLOSING,
];

/// Collects the sections of one reading. It notes which texts and variants have been used.
struct Composer {
    /// The kind of horoscope, the first name of all keys.
    horoscope: &'static str,
    /// What the variants depend on: readings of different charts begin with different ones.
    seed: usize,
    used: Vec<Key>,
    /// How many variants of a joining sentence have been used, by kind and subject.
    variants: HashMap<(&'static str, String), usize>,
    composition: Composition,
}

impl Composer {
    fn new(horoscope: &'static str, seed: usize) -> Self {
        Self {
            horoscope,
            seed,
            used: Vec::new(),
            variants: HashMap::new(),
            composition: Composition::default(),
        }
    }

    /// Returns a key that has not been used, and marks it as used.
    fn take(&mut self, key: Option<Key>) -> Option<Key> {
        let key = key.filter(|it| !self.used.contains(it))?;
        self.used.push(key.clone());
        Some(key)
    }

    /// Whether a text has been used.
    fn has(&self, key: &Key) -> bool {
        self.used.contains(key)
    }

    fn key(&mut self, content: &str, subject: &str) -> Option<Key> {
        self.take(Key::new(self.horoscope, content, subject))
    }

    fn text(&mut self, key: Option<Key>) -> Option<Part> {
        let key = self.take(key)?;
        Some(Part {
            key,
            role: Role::Text,
            fact: None,
        })
    }

    fn opening(&mut self, content: &str, subject: &str) -> Option<Part> {
        let key = self.key(content, subject)?;
        Some(Part {
            key,
            role: Role::Opening,
            fact: None,
        })
    }

    /// Returns the next variant of a joining sentence; `None` if all have been used.
    fn varied(
        &mut self,
        (content, role): (&'static str, Role),
        subject: &str,
        most: usize,
    ) -> Option<Part> {
        let count = self
            .variants
            .entry((content, subject.to_owned()))
            .or_default();
        if *count == most {
            return None;
        }
        let variant = (self.seed + *count) % most + 1;
        *count += 1;
        let key = self.key(content, &format!("{subject}:{variant}"))?;
        Some(Part {
            key,
            role,
            fact: None,
        })
    }

    fn lead(&mut self, section: &str) -> Option<Part> {
        self.varied(("section", Role::Lead), section, VARIANTS)
    }

    fn link(&mut self, subject: &str) -> Option<Part> {
        self.varied(("link", Role::Link), subject, LINK_VARIANTS)
    }

    fn closing(&mut self, subject: &str) -> Option<Part> {
        self.varied(("closing", Role::Closing), subject, VARIANTS)
    }

    /// Adds a section, unless it has no text.
    fn section(&mut self, id: &'static str, parts: Vec<Part>) {
        let is_empty = parts
            .iter()
            .all(|it| matches!(it.role, Role::Lead | Role::Link));
        if !is_empty {
            self.composition.sections.push(Section { id, parts });
        }
    }
}

/// The variants of openings, leads and closings.
const VARIANTS: usize = 3;
/// The variants of links.
const LINK_VARIANTS: usize = 6;

/// The points whose opposite is a point of its own.
const OPPOSED_POINTS: &[&str] = &[ASCENDANT, MIDHEAVEN, NORTH_NODE];

/// Whether an aspect is easy, tense or neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tone {
    Flowing,
    Tense,
    Neutral,
}

impl Tone {
    /// The tone of a text about an aspect, by its key. An opposition to an angle or a node is a conjunction with
    /// the opposite one, so it is neither easy nor tense.
    fn of(key: &Key) -> Self {
        let mut points = key.subject().split(':');
        let aspect = points.next_back().unwrap_or_default();
        match aspect {
            "trine" | "sextile" => Self::Flowing,
            "square" => Self::Tense,
            "opposition" if !points.any(|it| OPPOSED_POINTS.contains(&it)) => Self::Tense,
            _ => Self::Neutral,
        }
    }

    /// Returns the link from the aspect before, if the tone changes.
    const fn change_from(self, before: Self) -> Option<&'static str> {
        match (before, self) {
            (Self::Tense, Self::Flowing) => Some("relief"),
            (Self::Flowing, Self::Tense) => Some("strain"),
            _ => None,
        }
    }

    /// Returns the link from the aspect before. A neutral aspect has nothing in common with either kind.
    const fn link_from(self, before: Self) -> Option<&'static str> {
        match (before, self) {
            (Self::Tense, Self::Tense) | (Self::Flowing, Self::Flowing) => Some("more"),
            _ => self.change_from(before),
        }
    }
}

/// Returns the balance of the aspects that these texts are about.
fn balance_of(keys: impl Iterator<Item = Key>, few: usize, few_name: &'static str) -> &'static str {
    // An aspect to both ends of an axis has one text.
    let mut seen = HashSet::new();
    let keys = keys.filter(|it| seen.insert(it.subject().to_owned()));
    balance(keys.map(|it| Tone::of(&it)), few, few_name)
}

/// Returns how many aspects are flowing and how many tense: one leads if it has half as many again as the
/// other.
fn balance(tones: impl Iterator<Item = Tone>, few: usize, few_name: &'static str) -> &'static str {
    let (mut flowing, mut tense, mut all) = (0, 0, 0);
    for tone in tones {
        all += 1;
        match tone {
            Tone::Flowing => flowing += 1,
            Tone::Tense => tense += 1,
            Tone::Neutral => {}
        }
    }
    if all < few {
        few_name
    } else if flowing * 2 >= tense * 3 && flowing > tense {
        "flowing"
    } else if tense * 2 >= flowing * 3 && tense > flowing {
        "tense"
    } else {
        "mixed"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::{
        NATAL_SECTIONS, SENTENCE_VARIANTS, SYNASTRY_SECTIONS, TRANSIT_SECTIONS, VARIANTS as WORDS,
    };

    #[test]
    fn every_variant_and_section_of_the_vocabulary_can_be_used() {
        assert_eq!(WORDS.len(), VARIANTS);
        assert_eq!(SENTENCE_VARIANTS.len(), LINK_VARIANTS);
        let all = [NATAL_SECTIONS, SYNASTRY_SECTIONS, TRANSIT_SECTIONS].concat();
        assert!(all.iter().all(|it| SECTION_IDS.contains(it)));
    }

    #[test]
    fn a_joining_sentence_returns_only_as_another_variant() {
        let mut composer = Composer::new("natal", 4);
        let mut subjects = Vec::new();
        while let Some(part) = composer.link("relief") {
            subjects.push(part.key.subject().to_owned());
        }
        let expected = [5, 6, 1, 2, 3, 4].map(|it| format!("relief:{it}"));
        assert_eq!(subjects, expected);
    }

    #[test]
    fn an_opposition_to_an_axis_is_not_tense() {
        let tone = |subject| Tone::of(&Key::new("natal", "aspect", subject).unwrap());
        assert_eq!(tone("mars:saturn:opposition"), Tone::Tense);
        assert_eq!(tone("mars:ascendant:opposition"), Tone::Neutral);
        assert_eq!(tone("mars:ascendant:square"), Tone::Tense);
        assert_eq!(tone("venus:northNode:sextile"), Tone::Flowing);
    }

    #[test]
    fn half_as_many_again_decides_the_balance() {
        let check = |flowing, tense, expected| {
            let tones = std::iter::repeat_n(Tone::Flowing, flowing)
                .chain(std::iter::repeat_n(Tone::Tense, tense));
            assert_eq!(balance(tones, 3, "few"), expected, "{flowing} {tense}");
        };
        check(1, 1, "few");
        check(3, 2, "flowing");
        check(4, 3, "mixed");
        check(2, 3, "tense");
        check(3, 4, "mixed");
        check(0, 3, "tense");
    }
}
