//! Readings of the transits of a period, by theme.

use super::{CLOSING, Composer, Composition, OPENING, Part, Role, Tone, balance_of};
use crate::key::Key;
use crate::vocabulary::{TRANSITING_POINTS, aspect_point, mirror_aspect};

/// What a reading of transits needs to know.
#[derive(Clone, Debug, Default)]
pub struct PeriodFacts<'a> {
    /// The transits, in order of time.
    pub transits: Vec<TransitFact<'a>>,
}

/// A transit of the period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransitFact<'a> {
    /// A point forms an aspect to a natal point.
    Aspect {
        /// The transiting point.
        moving: &'a str,
        /// The natal point.
        natal: &'a str,
        /// The aspect.
        aspect: &'a str,
    },
    /// A point enters a house.
    House {
        /// The transiting point.
        moving: &'a str,
        /// The house, from 1.
        house: u8,
    },
}

/// The natal points of each theme, in reading order.
const THEMES: &[(&str, &[&str])] = &[
    ("self", &["sun", "ascendant", "mars"]),
    ("feeling", &["moon"]),
    ("mind", &["mercury"]),
    ("love", &["venus"]),
    ("work", &["saturn", "jupiter", "midheaven"]),
    (
        "direction",
        &["uranus", "neptune", "pluto", "chiron", "northNode"],
    ),
];
/// Aspects that are told under a theme.
const MAX_TEXTS: usize = 4;
/// Houses that are told.
const MAX_HOUSES: usize = 4;
/// A period with fewer aspects is quiet.
const QUIET: usize = 4;

/// Composes the reading of a period. Parts about a transit name it by its index.
///
/// ```
/// use interpretation::composition::{PeriodFacts, TransitFact, transits};
///
/// let fact = TransitFact::Aspect { moving: "saturn", natal: "moon", aspect: "square" };
/// let reading = transits(&PeriodFacts { transits: vec![fact] });
/// let part = reading.parts().find(|it| it.fact == Some(0)).unwrap();
/// assert_eq!(part.key.subject(), "saturn:moon:square");
/// ```
pub fn transits(facts: &PeriodFacts<'_>) -> Composition {
    let mut composer = Composer::new("transit", facts.transits.len());
    let tones = facts.transits.iter().filter_map(|it| match it {
        TransitFact::Aspect { aspect, .. } => Some(Tone::of(aspect)),
        TransitFact::House { .. } => None,
    });
    let tone = balance_of(tones, QUIET, "quiet");
    let opening = composer.varied(("opening", Role::Opening), tone, super::VARIANTS);
    composer.section(OPENING, opening.into_iter().collect());
    for (id, points) in THEMES {
        theme(&mut composer, facts, id, points);
    }
    houses(&mut composer, facts);
    let closing = composer.closing(tone);
    composer.section(CLOSING, closing.into_iter().collect());
    composer.composition
}

/// Slow planets first: their transits are rare and last longest.
fn speed_rank(moving: &str) -> usize {
    const SLOWEST_FIRST: [&str; 9] = [
        "pluto", "neptune", "uranus", "saturn", "jupiter", "mars", "sun", "venus", "mercury",
    ];
    let place = SLOWEST_FIRST.iter().position(|it| *it == moving);
    place.unwrap_or(SLOWEST_FIRST.len())
}

fn is_slow(moving: &str) -> bool {
    speed_rank(moving) < 5
}

/// A transit under a theme.
struct Told<'a> {
    index: usize,
    moving: &'a str,
    aspect: &'a str,
    key: Key,
}

fn theme(composer: &mut Composer, facts: &PeriodFacts<'_>, id: &'static str, points: &[&str]) {
    let mut found: Vec<Told<'_>> = Vec::new();
    for (index, fact) in facts.transits.iter().enumerate() {
        let TransitFact::Aspect {
            moving,
            natal,
            aspect,
        } = *fact
        else {
            continue;
        };
        let (natal, is_mirrored) = aspect_point(natal);
        if !points.contains(&natal) {
            continue;
        }
        let aspect = if is_mirrored {
            mirror_aspect(aspect)
        } else {
            aspect
        };
        let key = Key::new("transit", "aspect", &format!("{moving}:{natal}:{aspect}"));
        found.extend(key.map(|key| Told {
            index,
            moving,
            aspect,
            key,
        }));
    }
    // A stable sort keeps the order of time among transits of the same planet.
    found.sort_by_key(|it| speed_rank(it.moving));
    let mut parts: Vec<Part> = composer.lead(id).into_iter().collect();
    let mut before: Option<Tone> = None;
    let mut told = 0;
    for transit in found {
        if told == MAX_TEXTS {
            break;
        }
        let Some(mut text) = composer.text(Some(transit.key)) else {
            continue;
        };
        text.fact = Some(transit.index);
        let tone = Tone::of(transit.aspect);
        let link = match before {
            None => is_slow(transit.moving).then_some("slow"),
            Some(before) => Some(tone.change_from(before).unwrap_or("more")),
        };
        parts.extend(link.and_then(|it| composer.link(it)));
        parts.push(text);
        before = Some(tone);
        told += 1;
    }
    composer.section(id, parts);
}

/// The planets that enter a house, slow ones first. The Moon enters one every two or three days.
fn houses(composer: &mut Composer, facts: &PeriodFacts<'_>) {
    let mut entered: Vec<(usize, &str, u8)> = Vec::new();
    for (index, fact) in facts.transits.iter().enumerate() {
        if let TransitFact::House { moving, house } = *fact
            && moving != "moon"
            && TRANSITING_POINTS.contains(&moving)
        {
            entered.push((index, moving, house));
        }
    }
    entered.sort_by_key(|it| speed_rank(it.1));
    let mut parts: Vec<Part> = composer.lead("houses").into_iter().collect();
    let mut told = 0;
    for (index, moving, house) in entered {
        if told == MAX_HOUSES {
            break;
        }
        let subject = format!("{moving}:house-{house}");
        let key = Key::new("transit", "planet-in-house", &subject);
        if let Some(mut text) = composer.text(key) {
            text.fact = Some(index);
            parts.push(text);
            told += 1;
        }
    }
    composer.section("houses", parts);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::ASPECT_POINTS;

    #[test]
    fn every_natal_point_has_one_theme() {
        for point in ASPECT_POINTS {
            let themes = THEMES.iter().filter(|it| it.1.contains(point));
            assert_eq!(themes.count(), 1, "{point}");
        }
    }

    #[test]
    fn three_passes_are_told_once_at_the_first() {
        let fact = TransitFact::Aspect {
            moving: "saturn",
            natal: "descendant",
            aspect: "conjunction",
        };
        let facts = PeriodFacts {
            transits: vec![fact; 3],
        };
        let reading = transits(&facts);
        let texts: Vec<_> = reading
            .parts()
            .filter(|it| it.role == Role::Text)
            .map(|it| (it.key.subject(), it.fact))
            .collect();
        assert_eq!(texts, [("saturn:ascendant:opposition", Some(0))]);
    }

    #[test]
    fn slow_planets_come_first_and_the_moon_changes_houses_unsaid() {
        let aspect = |moving| TransitFact::Aspect {
            moving,
            natal: "sun",
            aspect: "trine",
        };
        let house = |moving, house| TransitFact::House { moving, house };
        let facts = PeriodFacts {
            transits: vec![
                aspect("moon"),
                aspect("pluto"),
                house("moon", 3),
                house("jupiter", 4),
            ],
        };
        let reading = transits(&facts);
        let texts = reading.parts().filter(|it| it.role == Role::Text);
        let subjects: Vec<_> = texts.map(|it| it.key.subject()).collect();
        assert_eq!(
            subjects,
            ["pluto:sun:trine", "moon:sun:trine", "jupiter:house-4"]
        );
    }
}
