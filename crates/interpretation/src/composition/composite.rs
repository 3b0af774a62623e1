//! Readings of a chart of two people, composite or Davison: what the relationship is about, feels like, says,
//! enjoys, keeps and changes.

use super::{CLOSING, Composer, Composition, OPENING, Part, Role, Tone, balance_of};
use crate::key::Key;
use crate::reading::{MadeAspect, PlacedPoint, aspect_key};
use crate::vocabulary::PLANETS;

/// What a composite reading needs to know.
#[derive(Clone, Debug, Default)]
pub struct CompositeFacts<'a> {
    /// The planets, with sign and house as far as they are known.
    pub points: Vec<PlacedPoint<'a>>,
    /// The aspects between them.
    pub aspects: Vec<MadeAspect<'a>>,
}

/// The planets of each section, in reading order.
const SECTIONS: &[(&str, &[&str])] = &[
    ("direction", &["sun"]),
    ("feeling", &["moon"]),
    ("talk", &["mercury"]),
    ("love", &["venus", "mars"]),
    ("commitment", &["jupiter", "saturn"]),
    ("growth", &["uranus", "neptune", "pluto"]),
];
/// The sections that an aspect belongs to, from the first that has one of its planets, so that Sun square Venus
/// is about love.
const PRECEDENCE: &[&str] = &[
    "love",
    "feeling",
    "talk",
    "direction",
    "commitment",
    "growth",
];
/// The planets that stay in a sign for years. Their sign says more about a generation than about two people.
const GENERATIONAL: &[&str] = &["uranus", "neptune", "pluto"];
/// Aspects in a section.
const MAX_ASPECTS: usize = 3;
/// A chart with fewer aspects has few.
const FEW: usize = 5;

/// Composes the reading of a composite or Davison chart.
///
/// ```
/// use interpretation::composition::{CompositeFacts, composite};
/// use interpretation::reading::PlacedPoint;
///
/// let sun = PlacedPoint { id: "sun", sign: Some("leo"), house: Some(3) };
/// let reading = composite(&CompositeFacts { points: vec![sun], aspects: Vec::new() });
/// let ids: Vec<_> = reading.sections.iter().map(|it| it.id).collect();
/// assert_eq!(ids, ["opening", "direction", "closing"]);
/// ```
pub fn composite(facts: &CompositeFacts<'_>) -> Composition {
    let houses = facts.points.iter().filter_map(|it| it.house);
    let seed = facts.aspects.len() + houses.map(usize::from).sum::<usize>();
    let mut composer = Composer::new("composite", seed);
    let keys = facts.aspects.iter().filter_map(key_of);
    let tone = balance_of(keys, FEW, "few");
    let opening = composer.varied(("opening", Role::Opening), tone, super::VARIANTS);
    composer.section(OPENING, opening.into_iter().collect());
    for (id, planets) in SECTIONS {
        section(&mut composer, facts, id, planets);
    }
    let closing = composer.closing(tone);
    composer.section(CLOSING, closing.into_iter().collect());
    composer.composition
}

fn section(
    composer: &mut Composer,
    facts: &CompositeFacts<'_>,
    id: &'static str,
    planets: &[&str],
) {
    let mut parts: Vec<Part> = composer.lead(id).into_iter().collect();
    for planet in planets {
        if let Some(point) = facts.points.iter().find(|it| it.id == *planet) {
            placement(composer, point, &mut parts);
        }
    }
    let of_section = |it: &&MadeAspect<'_>| section_of(it) == Some(id);
    let mut aspects: Vec<&MadeAspect<'_>> = facts.aspects.iter().filter(of_section).collect();
    aspects.sort_by(|a, b| b.exactness.total_cmp(&a.exactness));
    let mut before: Option<Tone> = None;
    let mut told = 0;
    for aspect in aspects {
        if told == MAX_ASPECTS {
            break;
        }
        let Some(text) = composer.text(key_of(aspect)) else {
            continue;
        };
        let tone = Tone::of(&text.key);
        let link = before.and_then(|before| tone.link_from(before));
        parts.extend(link.and_then(|it| composer.link(it)));
        parts.push(text);
        before = Some(tone);
        told += 1;
    }
    composer.section(id, parts);
}

fn key_of(aspect: &MadeAspect<'_>) -> Option<Key> {
    let points = (aspect.point_a, aspect.point_b);
    aspect_key("composite", points, aspect.aspect)
}

/// The sign and the house of a planet, one after the other.
fn placement(composer: &mut Composer, point: &PlacedPoint<'_>, parts: &mut Vec<Part>) {
    let sign = point.sign.filter(|_| !GENERATIONAL.contains(&point.id));
    let sign = sign.and_then(|sign| {
        let subject = format!("{}:{sign}", point.id);
        composer.text(Key::new("composite", "planet-in-sign", &subject))
    });
    let has_sign = sign.is_some();
    parts.extend(sign);
    let house = point.house.and_then(|house| {
        let subject = format!("{}:house-{house}", point.id);
        composer.text(Key::new("composite", "planet-in-house", &subject))
    });
    let Some(house) = house else { return };
    if has_sign {
        parts.extend(composer.link("house"));
    }
    parts.push(house);
}

/// The section that an aspect belongs to. Aspects of other points than planets have no text.
fn section_of(aspect: &MadeAspect<'_>) -> Option<&'static str> {
    let points = [aspect.point_a, aspect.point_b];
    if !points.iter().all(|it| PLANETS.contains(it)) {
        return None;
    }
    let has = |id: &str| {
        let section = SECTIONS.iter().find(|it| it.0 == id);
        section.is_some_and(|it| points.iter().any(|point| it.1.contains(point)))
    };
    PRECEDENCE.iter().copied().find(|it| has(it))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::COMPOSITE_SECTIONS;

    fn subjects(reading: &Composition, section: &str) -> Vec<String> {
        let found = reading.sections.iter().find(|it| it.id == section);
        let parts = found.into_iter().flat_map(|it| &it.parts);
        let parts = parts.filter(|it| it.role == Role::Text);
        parts.map(|it| it.key.subject().to_owned()).collect()
    }

    #[test]
    fn the_sections_are_those_of_the_texts_and_take_every_aspect() {
        let ids: Vec<_> = SECTIONS.iter().map(|it| it.0).collect();
        assert_eq!(ids, COMPOSITE_SECTIONS);
        for a in PLANETS {
            for b in PLANETS {
                let aspect = MadeAspect {
                    point_a: a,
                    point_b: b,
                    aspect: "trine",
                    exactness: 1.0,
                };
                let section = section_of(&aspect);
                assert!(section.is_some_and(|it| ids.contains(&it)), "{a} {b}");
            }
        }
    }

    #[test]
    fn a_sign_and_its_house_stand_together_and_generations_are_left_out() {
        let placed = |id, sign, house| PlacedPoint {
            id,
            sign: Some(sign),
            house: Some(house),
        };
        let facts = CompositeFacts {
            points: vec![placed("venus", "leo", 3), placed("pluto", "libra", 5)],
            aspects: vec![MadeAspect {
                point_a: "venus",
                point_b: "pluto",
                aspect: "sextile",
                exactness: 0.5,
            }],
        };
        let reading = composite(&facts);
        assert_eq!(
            subjects(&reading, "love"),
            ["venus:leo", "venus:house-3", "venus:pluto:sextile"]
        );
        assert_eq!(subjects(&reading, "growth"), ["pluto:house-5"]);
    }

    #[test]
    fn a_chart_without_a_time_has_no_houses_and_still_a_reading() {
        let moon = PlacedPoint {
            id: "moon",
            sign: None,
            house: None,
        };
        let sun = PlacedPoint {
            id: "sun",
            sign: Some("virgo"),
            house: None,
        };
        let reading = composite(&CompositeFacts {
            points: vec![sun, moon],
            aspects: Vec::new(),
        });
        let ids: Vec<_> = reading.sections.iter().map(|it| it.id).collect();
        assert_eq!(ids, ["opening", "direction", "closing"]);
    }
}
