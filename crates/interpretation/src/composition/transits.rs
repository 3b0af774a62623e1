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
        /// Whether it begins before the period or ends after it.
        outlasts: bool,
    },
    /// A point enters a house.
    House {
        /// The transiting point.
        moving: &'a str,
        /// The house, from 1.
        house: u8,
    },
}

impl TransitFact<'_> {
    fn is_of_moon(&self) -> bool {
        let (Self::Aspect { moving, .. } | Self::House { moving, .. }) = self;
        *moving == "moon"
    }

    /// The key of the text about an aspect.
    fn aspect_key(&self) -> Option<Key> {
        let Self::Aspect {
            moving,
            natal,
            aspect,
            ..
        } = *self
        else {
            return None;
        };
        let (natal, is_mirrored) = aspect_point(natal);
        let aspect = if is_mirrored {
            mirror_aspect(aspect)
        } else {
            aspect
        };
        Key::new("transit", "aspect", &format!("{moving}:{natal}:{aspect}"))
    }
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
/// let fact = TransitFact::Aspect { moving: "saturn", natal: "moon", aspect: "square", outlasts: true };
/// let reading = transits(&PeriodFacts { transits: vec![fact] });
/// let part = reading.parts().find(|it| it.fact == Some(0)).unwrap();
/// assert_eq!(part.key.subject(), "saturn:moon:square");
/// ```
pub fn transits(facts: &PeriodFacts<'_>) -> Composition {
    let mut composer = Composer::new("transit", facts.transits.len());
    // The Moon makes every aspect in a month.
    let of_planets = facts.transits.iter().filter(|it| !it.is_of_moon());
    let keys = of_planets.filter_map(TransitFact::aspect_key);
    let tone = balance_of(keys, QUIET, "quiet");
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
    outlasts: bool,
    key: Key,
}

fn theme(composer: &mut Composer, facts: &PeriodFacts<'_>, id: &'static str, points: &[&str]) {
    let mut found: Vec<Told<'_>> = Vec::new();
    for (index, fact) in facts.transits.iter().enumerate() {
        let TransitFact::Aspect {
            moving,
            natal,
            outlasts,
            ..
        } = *fact
        else {
            continue;
        };
        if points.contains(&aspect_point(natal).0) {
            found.extend(fact.aspect_key().map(|key| Told {
                index,
                moving,
                outlasts,
                key,
            }));
        }
    }
    // One of the Moon's dozen aspects of a month says little beside those of the planets.
    if found.iter().any(|it| it.moving != "moon") {
        found.retain(|it| it.moving != "moon");
    }
    // The slowest transits are told, in the order of time. A stable sort keeps that order among transits of the
    // same planet.
    found.sort_by_key(|it| speed_rank(it.moving));
    let mut told: Vec<(Told<'_>, Part)> = Vec::new();
    for transit in found {
        if told.len() == MAX_TEXTS {
            break;
        }
        if let Some(mut text) = composer.text(Some(transit.key.clone())) {
            text.fact = Some(transit.index);
            told.push((transit, text));
        }
    }
    told.sort_by_key(|it| it.0.index);
    let mut parts: Vec<Part> = composer.lead(id).into_iter().collect();
    let mut before: Option<(Tone, bool)> = None;
    for (transit, text) in told {
        let tone = Tone::of(&transit.key);
        // The link says that the transit is longer than the period, so it must be.
        let is_long = is_slow(transit.moving) && transit.outlasts;
        let link = match before {
            Some((_, was_long)) if is_long && !was_long => Some("slow"),
            None => is_long.then_some("slow"),
            Some((before, _)) => tone.link_from(before),
        };
        parts.extend(link.and_then(|it| composer.link(it)));
        parts.push(text);
        before = Some((tone, is_long));
    }
    composer.section(id, parts);
}

/// The planets that enter a house, the slowest in the order of time. The Moon enters one every two or three days.
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
    let mut texts: Vec<Part> = Vec::new();
    for (index, moving, house) in entered {
        if texts.len() == MAX_HOUSES {
            break;
        }
        let subject = format!("{moving}:house-{house}");
        let key = Key::new("transit", "planet-in-house", &subject);
        if let Some(mut text) = composer.text(key) {
            text.fact = Some(index);
            texts.push(text);
        }
    }
    texts.sort_by_key(|it| it.fact);
    parts.extend(texts);
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
            outlasts: true,
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

    fn of_sun<'a>(moving: &'a str, aspect: &'a str, outlasts: bool) -> TransitFact<'a> {
        TransitFact::Aspect {
            moving,
            natal: "sun",
            aspect,
            outlasts,
        }
    }

    #[test]
    fn transits_are_told_in_the_order_of_time_and_the_moon_changes_houses_unsaid() {
        let house = |moving, house| TransitFact::House { moving, house };
        let facts = PeriodFacts {
            transits: vec![
                of_sun("mercury", "square", false),
                of_sun("mars", "trine", false),
                of_sun("moon", "trine", false),
                of_sun("pluto", "trine", true),
                of_sun("venus", "trine", false),
                house("moon", 3),
                house("mars", 5),
                house("jupiter", 4),
            ],
        };
        let reading = transits(&facts);
        let texts = reading.parts().filter(|it| it.role == Role::Text);
        let subjects: Vec<_> = texts.map(|it| it.key.subject()).collect();
        assert_eq!(
            subjects,
            [
                // The Moon is left out beside planets.
                "mercury:sun:square",
                "mars:sun:trine",
                "pluto:sun:trine",
                "venus:sun:trine",
                "mars:house-5",
                "jupiter:house-4"
            ]
        );
    }

    #[test]
    fn a_link_claims_no_more_than_the_transits_show() {
        let check = |first, second, expected: &[&str]| {
            let facts = PeriodFacts {
                transits: vec![first, second],
            };
            let reading = transits(&facts);
            let links = reading.parts().filter(|it| it.role == Role::Link);
            let subjects: Vec<_> = links
                .filter_map(|it| it.key.subject().split(':').next())
                .collect();
            assert_eq!(subjects, expected, "{first:?} {second:?}");
        };
        let trine = of_sun("venus", "trine", false);
        check(trine, of_sun("mars", "sextile", false), &["more"]);
        check(trine, of_sun("mars", "square", false), &["strain"]);
        // A conjunction is neither easy nor tense.
        check(trine, of_sun("mars", "conjunction", false), &[]);
        // Saturn passes within the period.
        check(trine, of_sun("saturn", "trine", false), &["more"]);
        check(trine, of_sun("saturn", "trine", true), &["slow"]);
    }
}
