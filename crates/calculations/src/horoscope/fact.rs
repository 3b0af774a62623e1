//! What a fact of the sky means for a sign: its house, its text, its weight and its section.

use astrology::aspect::AspectKind;
use astrology::horoscope::{Fact, FactKind};
use astrology::sign::Sign;
use ephemeris::event::lunation::Phase;
use ephemeris::{Body, Instant, Tt};
use interpretation::key::Key;

/// The variants of a text that returns often.
const VARIANTS: i64 = 3;
/// The variants of a text about the place of a planet.
const POSITION_VARIANTS: i64 = 4;
/// The Moon's sidereal month, in days.
const SIDEREAL_MONTH_DAYS: f64 = 27.32;
/// The synodic month, in days.
const SYNODIC_MONTH_DAYS: f64 = 29.53;
const YEAR_DAYS: f64 = 365.25;

/// The sections of a horoscope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Love,
    Work,
    Money,
    Wellbeing,
}

impl Section {
    pub(super) const ALL: [Self; 4] = [Self::Love, Self::Work, Self::Money, Self::Wellbeing];

    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::Love => "love",
            Self::Work => "work",
            Self::Money => "money",
            Self::Wellbeing => "wellbeing",
        }
    }

    /// The section of a house: pleasure, partners and friends; everyday exchange, duties and career;
    /// possessions of one's own and shared ones; oneself, home, horizon and rest.
    pub(super) const fn of_house(house: u8) -> Self {
        match house {
            5 | 7 | 11 => Self::Love,
            3 | 6 | 10 => Self::Work,
            2 | 8 => Self::Money,
            _ => Self::Wellbeing,
        }
    }

    /// The planet whose place describes the section when no fact of the period does: Venus and
    /// Jupiter are the natural significators of love and money, Mars that of work, the Sun that of
    /// vitality (Ptolemy, *Tetrabiblos* III and IV).
    pub(super) const fn significator(self) -> Body {
        match self {
            Self::Love => Body::Venus,
            Self::Work => Body::Mars,
            Self::Money => Body::Jupiter,
            Self::Wellbeing => Body::Sun,
        }
    }
}

/// A fact of the sky in a house.
#[derive(Clone, Debug)]
pub(super) struct HoroscopeFact {
    pub(super) fact: Fact,
    /// The house, counted from the sign.
    pub(super) house: u8,
    /// Its text.
    pub(super) key: Option<Key>,
    /// How much it matters to the sign.
    pub(super) weight: u32,
}

impl HoroscopeFact {
    /// A fact in a house, with the variant of its text that follows from its instant.
    pub(super) fn in_house(fact: Fact, house: u8) -> Self {
        Self::with_variant(fact, house, variant_of(&fact))
    }

    /// A fact in a house, with this variant of its text. Numbers beyond the last variant start again.
    pub(super) fn with_variant(fact: Fact, house: u8, variant: i64) -> Self {
        let variants = match fact.kind {
            FactKind::Position { .. } => POSITION_VARIANTS,
            _ => VARIANTS,
        };
        let variant = variant.rem_euclid(variants) + 1;
        Self {
            fact,
            house,
            key: key(&fact, house, variant),
            weight: weight(fact.kind, house),
        }
    }

    /// The same in a personal horoscope, where a transit to the chart matters more than what everybody's
    /// sky has.
    pub(super) fn for_everybody(self) -> Self {
        Self {
            weight: self.weight / 2,
            ..self
        }
    }

    /// What identifies its text, in any language.
    pub(super) fn urn(&self) -> Option<String> {
        self.key.as_ref().map(|it| it.urn_text(""))
    }

    /// The section that its house belongs to.
    pub(super) const fn section(&self) -> Section {
        Section::of_house(self.house)
    }

    /// What decides about the opening of a horoscope and the links between facts.
    pub(super) fn tone(&self) -> Tone {
        match self.fact.kind {
            FactKind::Ingress { .. } => Tone::Ingress,
            FactKind::Station { .. } => Tone::Station,
            FactKind::Lunation(_) => Tone::Lunation,
            FactKind::SolarEclipse | FactKind::LunarEclipse => Tone::Eclipse,
            FactKind::MoonInSign | FactKind::VoidOfCourse => Tone::Moon,
            FactKind::Position { .. } => Tone::Position,
            FactKind::Aspect { aspect, .. }
            | FactKind::MoonAspect { aspect, .. }
            | FactKind::Transit { aspect, .. } => match tone_of(aspect) {
                "flowing" => Tone::Flowing,
                "tense" => Tone::Tense,
                _ => Tone::Conjunction,
            },
        }
    }
}

/// The house of a sign, counted from another.
pub(super) fn house_from(first: Sign, sign: Sign) -> u8 {
    let place = |it: Sign| {
        Sign::ALL
            .iter()
            .position(|other| *other == it)
            .unwrap_or_default()
    };
    let house = (place(sign) + 12 - place(first)) % 12 + 1;
    u8::try_from(house).unwrap_or(1)
}

/// What a fact is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Ingress,
    Station,
    Conjunction,
    Flowing,
    Tense,
    Lunation,
    Eclipse,
    Moon,
    Position,
}

impl Tone {
    /// The opening of a day with this fact.
    pub(super) const fn opening(self) -> &'static str {
        match self {
            Self::Ingress => "ingress",
            Self::Station => "station",
            Self::Conjunction => "conjunction",
            Self::Flowing => "flowing",
            Self::Tense => "tense",
            Self::Lunation => "lunation",
            Self::Eclipse => "eclipse",
            Self::Moon => "moon",
            Self::Position => "position",
        }
    }

    /// The link from a fact to the next one.
    pub(super) const fn link_to(self, next: Self) -> &'static str {
        match (self, next) {
            (Self::Tense, Self::Flowing) => "help",
            (Self::Flowing, Self::Tense) => "hurdle",
            (_, Self::Moon) => "moon",
            (_, Self::Position) => "position",
            (_, Self::Ingress | Self::Station | Self::Lunation | Self::Eclipse) => "turn",
            _ => "more",
        }
    }
}

/// The tone of an aspect in texts.
const fn tone_of(aspect: AspectKind) -> &'static str {
    match aspect {
        AspectKind::Sextile | AspectKind::Trine => "flowing",
        AspectKind::Square | AspectKind::Opposition => "tense",
        _ => "conjunction",
    }
}

/// A number that differs between two facts with the same text but for its variant: the number of the
/// body's revolution. A body that returns in retrograde motion has another variant. So does the Moon in
/// the next sign, because a day with two void periods has them for two signs in the same house.
pub(super) fn variant_of(fact: &Fact) -> i64 {
    let (period_days, more) = match fact.kind {
        FactKind::MoonAspect { .. } | FactKind::VoidOfCourse | FactKind::MoonInSign => (
            SIDEREAL_MONTH_DAYS,
            i64::from(house_from(Sign::Aries, fact.sign)),
        ),
        FactKind::Lunation(_) => (SYNODIC_MONTH_DAYS, 0),
        FactKind::Ingress { is_retrograde, .. } => (YEAR_DAYS, i64::from(is_retrograde)),
        _ => (YEAR_DAYS, 0),
    };
    round(fact.at, period_days) + more
}

fn round(at: Instant<Tt>, period_days: f64) -> i64 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the ephemeris covers some millennia"
    )]
    let round = (at.days_since_j2000() / period_days).floor() as i64;
    round
}

/// The text of a fact in a house.
fn key(fact: &Fact, house: u8, variant: i64) -> Option<Key> {
    let house = format!("house-{house}");
    let (kind, subject) = match fact.kind {
        // A text about an ingress looks ahead to a whole stay, which a planet that returns backwards has
        // mostly behind it.
        FactKind::Ingress {
            body,
            is_retrograde: false,
        } => ("ingress", format!("{}:{house}:{variant}", body.id())),
        FactKind::Ingress { body, .. } | FactKind::Position { body } => {
            ("position", format!("{}:{house}:{variant}", body.id()))
        }
        FactKind::Aspect {
            body,
            other,
            aspect,
        } => {
            let tone = tone_of(aspect);
            let subject = format!("{}:{}:{tone}:{house}", body.id(), other.id());
            ("aspect", subject)
        }
        FactKind::Station {
            body,
            turns_retrograde,
        } => {
            let direction = if turns_retrograde {
                "retrograde"
            } else {
                "direct"
            };
            let subject = format!("{}:{direction}:{house}:{variant}", body.id());
            ("station", subject)
        }
        FactKind::Lunation(phase) => {
            let phase = phase_id(phase);
            ("lunation", format!("{phase}:{house}:{variant}"))
        }
        FactKind::SolarEclipse => ("eclipse", format!("solar:{house}:{variant}")),
        FactKind::LunarEclipse => ("eclipse", format!("lunar:{house}:{variant}")),
        FactKind::MoonInSign => ("moon", format!("general:{house}:{variant}")),
        FactKind::MoonAspect { other, aspect } => {
            let tone = tone_of(aspect);
            let subject = format!("{}:{tone}:{house}:{variant}", other.id());
            ("moon-aspect", subject)
        }
        FactKind::VoidOfCourse => ("void-of-course", format!("{house}:{variant}")),
        FactKind::Transit {
            body,
            natal,
            aspect,
        } => {
            let tone = tone_of(aspect);
            ("transit", format!("{}:{}:{tone}", body.id(), natal.id()))
        }
    };
    Key::new("horoscope", kind, &subject)
}

pub(super) const fn phase_id(phase: Phase) -> &'static str {
    match phase {
        Phase::New => "new",
        Phase::FirstQuarter => "first-quarter",
        Phase::Full => "full",
        Phase::LastQuarter => "last-quarter",
    }
}

/// How much a fact matters in a house: rare and slow before frequent and fast, as the description of
/// the operations says. Angular houses count a sixth more, cadent houses a sixth less.
fn weight(kind: FactKind, house: u8) -> u32 {
    let base = base_weight(kind);
    match house {
        1 | 4 | 7 | 10 => base * 7 / 6,
        3 | 6 | 9 | 12 => base * 5 / 6,
        _ => base,
    }
}

fn base_weight(kind: FactKind) -> u32 {
    match kind {
        FactKind::SolarEclipse | FactKind::LunarEclipse => 120,
        FactKind::Ingress { body, .. } => match body {
            Body::Uranus | Body::Neptune | Body::Pluto => 110,
            Body::Saturn => 100,
            Body::Jupiter => 95,
            Body::Sun => 66,
            Body::Mars => 60,
            Body::Venus => 54,
            _ => 48,
        },
        FactKind::Station { body, .. } => match body {
            Body::Mercury | Body::Venus | Body::Mars => 72,
            _ => 60,
        },
        FactKind::Lunation(Phase::New | Phase::Full) => 78,
        FactKind::Lunation(_) => 42,
        FactKind::Aspect {
            body,
            other,
            aspect,
        } => {
            let exact = if aspect == AspectKind::Conjunction {
                8
            } else {
                0
            };
            let of_sun = if body == Body::Sun { 4 } else { 0 };
            of_other(other) + exact + of_sun
        }
        FactKind::MoonAspect { other, .. } => of_other(other) / 2,
        FactKind::Transit { body, natal, .. } => {
            let of_light = if matches!(natal, Body::Sun | Body::Moon) {
                10
            } else {
                0
            };
            let of_return = if body == natal { 20 } else { 0 };
            of_transiting(body) + of_light + of_return
        }
        FactKind::MoonInSign => 24,
        FactKind::Position { body } => match body {
            Body::Sun | Body::Mercury | Body::Venus | Body::Mars => 12,
            _ => 18,
        },
        FactKind::VoidOfCourse => 12,
    }
}

/// A slow planet transits a natal planet for months, a fast one for days.
fn of_transiting(body: Body) -> u32 {
    match body {
        Body::Uranus | Body::Neptune | Body::Pluto => 90,
        Body::Saturn => 84,
        Body::Jupiter => 72,
        Body::Mars => 42,
        _ => 30,
    }
}

/// The slower the other planet, the rarer the aspect.
fn of_other(body: Body) -> u32 {
    match body {
        Body::Mercury | Body::Sun => 36,
        Body::Venus => 40,
        Body::Mars => 44,
        Body::Jupiter => 48,
        _ => 52,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn houses_are_counted_from_the_sign_itself() {
        assert_eq!(house_from(Sign::Leo, Sign::Leo), 1);
        assert_eq!(house_from(Sign::Leo, Sign::Cancer), 12);
        assert_eq!(house_from(Sign::Pisces, Sign::Aries), 2);
    }

    #[test]
    fn every_section_has_a_house() {
        for section in Section::ALL {
            assert!((1..=12).any(|it| Section::of_house(it) == section));
        }
    }
}
