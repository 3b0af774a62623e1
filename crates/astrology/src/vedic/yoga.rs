//! Yogas: combinations of grahas, each with the rule that made it true.
//!
//! Houses are whole signs from the lagna. A graha aspects the 7th sign from it, Mars also the 4th and 8th, Jupiter the
//! 5th and 9th, Saturn the 3rd and 10th. The works differ in the details of many rules, so the rule that was applied is
//! part of the result.

/// Declares rules as a table.
macro_rules! yoga_rules {
    ($($kind:ident $id:literal $rule:literal $find:expr;)+) => {
        pub(super) const RULES: &[YogaRule] = &[
            $(YogaRule { id: $id, kind: YogaKind::$kind, rule: $rule, find: $find },)+
        ];
    };
}

mod lordship;
mod nabhasa;
mod planetary;

use super::{
    dignity::{Dignity, GrahaSigns, house_from},
    graha::Graha,
};
use crate::sign::Sign;

/// What a yoga depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum YogaKind {
    /// One of the five great persons.
    Mahapurusha,
    /// Seen from the Moon.
    Lunar,
    /// Seen from the Sun.
    Solar,
    /// The pattern of the seven grahas.
    Nabhasa,
    /// Lords of houses that give rank.
    Raja,
    /// Lords of houses that give wealth.
    Dhana,
    /// Exchange of signs.
    Parivartana,
    /// Everything else.
    Other,
}

impl YogaKind {
    /// The id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Mahapurusha => "mahapurusha",
            Self::Lunar => "lunar",
            Self::Solar => "solar",
            Self::Nabhasa => "nabhasa",
            Self::Raja => "raja",
            Self::Dhana => "dhana",
            Self::Parivartana => "parivartana",
            Self::Other => "other",
        }
    }
}

/// A yoga and its rule.
#[derive(Clone, Copy, Debug)]
pub struct YogaRule {
    /// The id.
    pub id: &'static str,
    /// What it depends on.
    pub kind: YogaKind,
    /// The rule in a sentence.
    pub rule: &'static str,
    /// Every combination of grahas that fulfills it.
    find: fn(&YogaFacts) -> Vec<Vec<Graha>>,
}

/// A yoga of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Yoga {
    /// The id.
    pub id: &'static str,
    /// What it depends on.
    pub kind: YogaKind,
    /// The rule in a sentence.
    pub rule: &'static str,
    /// The grahas that fulfill it.
    pub grahas: Vec<Graha>,
}

/// What the rules need from a chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct YogaFacts {
    /// The lagna.
    pub lagna: Sign,
    /// The signs of the grahas.
    pub signs: GrahaSigns,
    /// The longitudes of the grahas, in degrees.
    pub longitudes_deg: [f64; 9],
    /// The dignities of the grahas.
    pub dignities: [Option<Dignity>; 9],
}

/// Natural benefics other than the Moon.
const BENEFICS: [Graha; 3] = [Graha::Mercury, Graha::Jupiter, Graha::Venus];
/// Natural malefics of the seven.
const MALEFICS: [Graha; 3] = [Graha::Sun, Graha::Mars, Graha::Saturn];
/// The grahas that form the yogas of the Sun and the Moon.
const FIVE: [Graha; 5] = [
    Graha::Mars,
    Graha::Mercury,
    Graha::Jupiter,
    Graha::Venus,
    Graha::Saturn,
];

impl YogaFacts {
    const fn sign(&self, graha: Graha) -> Sign {
        self.signs[graha.index()]
    }

    /// The house of a graha from the lagna.
    const fn house(&self, graha: Graha) -> usize {
        house_from(self.lagna, self.sign(graha))
    }

    /// The house of a graha from another.
    const fn house_from(&self, from: Graha, graha: Graha) -> usize {
        house_from(self.sign(from), self.sign(graha))
    }

    const fn lord(&self, house: usize) -> Graha {
        Graha::lord_of(self.lagna.plus(house - 1))
    }

    fn is_strong(&self, graha: Graha) -> bool {
        self.dignities[graha.index()].is_some_and(Dignity::is_strong)
    }

    fn is_exalted(&self, graha: Graha) -> bool {
        self.dignities[graha.index()] == Some(Dignity::Exalted)
    }

    fn is_debilitated(&self, graha: Graha) -> bool {
        self.dignities[graha.index()] == Some(Dignity::Debilitated)
    }

    fn in_kendra(&self, graha: Graha) -> bool {
        is_kendra(self.house(graha))
    }

    fn aspects(&self, graha: Graha, sign: Sign) -> bool {
        let house = house_from(self.sign(graha), sign);
        match graha {
            _ if house == 7 => true,
            Graha::Mars => matches!(house, 4 | 8),
            Graha::Jupiter => matches!(house, 5 | 9),
            Graha::Saturn => matches!(house, 3 | 10),
            _ => false,
        }
    }

    fn are_together(&self, one: Graha, other: Graha) -> bool {
        self.sign(one) == self.sign(other)
    }

    fn exchange(&self, one: Graha, other: Graha) -> bool {
        one != other && one.rules(self.sign(other)) && other.rules(self.sign(one))
    }

    /// Whether two grahas are in one sign, aspect each other or exchange signs.
    fn are_associated(&self, one: Graha, other: Graha) -> bool {
        one != other
            && (self.are_together(one, other)
                || self.exchange(one, other)
                || (self.aspects(one, self.sign(other)) && self.aspects(other, self.sign(one))))
    }

    fn of_five_in(&self, from: Graha, house: usize) -> Vec<Graha> {
        let found = FIVE.into_iter().filter(|it| *it != from);
        found
            .filter(|it| self.house_from(from, *it) == house)
            .collect()
    }
}

const fn is_kendra(house: usize) -> bool {
    matches!(house, 1 | 4 | 7 | 10)
}

const fn is_trikona(house: usize) -> bool {
    matches!(house, 1 | 5 | 9)
}

/// The grahas if the condition holds.
fn when(condition: bool, grahas: &[Graha]) -> Vec<Vec<Graha>> {
    if condition {
        vec![grahas.to_vec()]
    } else {
        Vec::new()
    }
}

/// Returns every rule.
pub fn rules() -> impl Iterator<Item = &'static YogaRule> {
    planetary::RULES
        .iter()
        .chain(lordship::RULES)
        .chain(nabhasa::RULES)
}

/// Returns the yogas of a chart.
///
/// # Examples
///
/// ```
/// use astrology::sign::Sign;
/// use astrology::vedic::yoga::{YogaFacts, yogas};
///
/// // Jupiter in the 7th sign from the Moon.
/// let mut signs = [Sign::Gemini; 9];
/// signs[1] = Sign::Aries;
/// signs[4] = Sign::Libra;
/// let facts = YogaFacts {
///     lagna: Sign::Aries,
///     signs,
///     longitudes_deg: signs.map(Sign::begin_deg),
///     dignities: [None; 9],
/// };
/// assert!(yogas(&facts).iter().any(|yoga| yoga.id == "gajakesari"));
/// ```
pub fn yogas(facts: &YogaFacts) -> Vec<Yoga> {
    let mut found: Vec<Yoga> = Vec::new();
    for rule in rules() {
        for grahas in (rule.find)(facts) {
            found.push(Yoga {
                id: rule.id,
                kind: rule.kind,
                rule: rule.rule,
                grahas,
            });
        }
    }
    let is_shape = |it: &Yoga| it.kind == YogaKind::Nabhasa && !nabhasa::is_of_number(it.id);
    if found.iter().any(is_shape) {
        found.retain(|it| !nabhasa::is_of_number(it.id));
    }
    found
}

#[cfg(test)]
mod tests;
