//! Synastry readings: how two people meet, feel, talk, love, commit and grow.

use super::natal::house_of_angle;
use super::{CLOSING, Composer, Composition, OPENING, Part, Role, Tone, balance_of};
use crate::key::Key;
use crate::reading::{MadeAspect, aspect_key};
use crate::vocabulary::{OVERLAID_POINTS, aspect_point};

/// What a synastry reading needs to know.
#[derive(Clone, Debug, Default)]
pub struct SynastryFacts<'a> {
    /// The aspects between the charts.
    pub aspects: Vec<MadeAspect<'a>>,
    /// The points of each chart in the houses of the other.
    pub overlays: Vec<OverlaidPoint<'a>>,
}

/// A point in a house of the other chart.
#[derive(Clone, Copy, Debug)]
pub struct OverlaidPoint<'a> {
    /// The id of the point.
    pub id: &'a str,
    /// The house, from 1.
    pub house: u8,
}

/// The points of each section. An aspect belongs to the first section that has one of its points, so that
/// Venus square Saturn is about love.
const SECTIONS: &[(&str, &[&str])] = &[
    ("love", &["venus", "mars"]),
    ("feeling", &["moon"]),
    ("talk", &["mercury"]),
    ("meeting", &["sun", "ascendant"]),
    ("commitment", &["saturn", "jupiter", "midheaven"]),
    (
        "growth",
        &["northNode", "chiron", "uranus", "neptune", "pluto"],
    ),
];
/// The planets that stay in a sign for years.
const GENERATIONAL: &[&str] = &["uranus", "neptune", "pluto"];
/// The sections in reading order.
const ORDER: &[&str] = &["meeting", "feeling", "talk", "love", "commitment", "growth"];
/// Aspects in a section.
const MAX_ASPECTS: usize = 4;
/// Overlays in a section.
const MAX_OVERLAYS: usize = 2;
/// Two charts with fewer aspects have few.
const FEW: usize = 6;

/// Composes the reading of two charts.
///
/// ```
/// use interpretation::composition::{SynastryFacts, synastry};
/// use interpretation::reading::MadeAspect;
///
/// let aspect = MadeAspect { point_a: "sun", point_b: "moon", aspect: "trine", exactness: 0.9 };
/// let reading = synastry(&SynastryFacts { aspects: vec![aspect], overlays: Vec::new() });
/// let ids: Vec<_> = reading.sections.iter().map(|it| it.id).collect();
/// assert_eq!(ids, ["opening", "feeling", "closing"]);
/// ```
pub fn synastry(facts: &SynastryFacts<'_>) -> Composition {
    let mut composer = Composer::new("synastry", facts.aspects.len() + facts.overlays.len());
    let keys = facts.aspects.iter().filter_map(key_of);
    let tone = balance_of(keys, FEW, "few");
    let opening = composer.varied(("opening", Role::Opening), tone, super::VARIANTS);
    composer.section(OPENING, opening.into_iter().collect());
    for id in ORDER {
        section(&mut composer, facts, id);
    }
    let closing = composer.closing(tone);
    composer.section(CLOSING, closing.into_iter().collect());
    composer.composition
}

fn key_of(aspect: &MadeAspect<'_>) -> Option<Key> {
    let points = (aspect.point_a, aspect.point_b);
    aspect_key("synastry", points, aspect.aspect)
}

/// Whether an aspect of the point to the angle of its house has been told, which says the same.
fn is_told_by_aspect(composer: &Composer, overlay: &OverlaidPoint<'_>) -> bool {
    ["ascendant", "midheaven"].iter().any(|angle| {
        ["conjunction", "opposition"].iter().any(|aspect| {
            house_of_angle(angle, aspect) == Some(overlay.house)
                && aspect_key("synastry", (overlay.id, angle), aspect)
                    .is_some_and(|it| composer.has(&it))
        })
    })
}

/// The section that an aspect belongs to.
fn section_of(aspect: &MadeAspect<'_>) -> Option<&'static str> {
    let points = [aspect.point_a, aspect.point_b].map(|it| aspect_point(it).0);
    let has = |names: &[&str]| points.iter().any(|it| names.contains(it));
    SECTIONS.iter().find(|it| has(it.1)).map(|it| it.0)
}

fn section(composer: &mut Composer, facts: &SynastryFacts<'_>, id: &'static str) {
    let mut parts: Vec<Part> = composer.lead(id).into_iter().collect();
    let in_section = |it: &&MadeAspect<'_>| section_of(it) == Some(id);
    let mut aspects: Vec<&MadeAspect<'_>> = facts.aspects.iter().filter(in_section).collect();
    aspects.sort_by(|a, b| b.exactness.total_cmp(&a.exactness));
    let mut before: Option<Tone> = None;
    let mut has_ages = false;
    let mut told = 0;
    for aspect in aspects {
        if told == MAX_ASPECTS {
            break;
        }
        let key = key_of(aspect);
        // Two slow planets keep their aspect for years: it is that of everyone of these ages.
        let is_of_ages = [aspect.point_a, aspect.point_b]
            .iter()
            .all(|it| GENERATIONAL.contains(it));
        if is_of_ages && has_ages {
            continue;
        }
        let Some(text) = composer.text(key) else {
            continue;
        };
        has_ages |= is_of_ages;
        let tone = Tone::of(&text.key);
        let link = before.and_then(|before| tone.link_from(before));
        parts.extend(link.and_then(|it| composer.link(it)));
        parts.push(text);
        before = Some(tone);
        told += 1;
    }
    let points = SECTIONS.iter().find(|it| it.0 == id).map(|it| it.1);
    let mut overlaid = 0;
    for point in points.into_iter().flatten() {
        if !OVERLAID_POINTS.contains(point) {
            continue;
        }
        for overlay in facts.overlays.iter().filter(|it| it.id == *point) {
            if overlaid == MAX_OVERLAYS {
                break;
            }
            if is_told_by_aspect(composer, overlay) {
                continue;
            }
            let subject = format!("{point}:house-{}", overlay.house);
            let key = Key::new("synastry", "planet-in-house", &subject);
            let Some(text) = composer.text(key) else {
                continue;
            };
            if told + overlaid > 0 {
                parts.extend(composer.link("house"));
            }
            parts.push(text);
            overlaid += 1;
        }
    }
    composer.section(id, parts);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::ASPECT_POINTS;

    #[test]
    fn every_pair_of_points_belongs_to_a_section() {
        for a in ASPECT_POINTS {
            for b in ASPECT_POINTS {
                let aspect = MadeAspect {
                    point_a: a,
                    point_b: b,
                    aspect: "trine",
                    exactness: 1.0,
                };
                let section = section_of(&aspect);
                assert!(section.is_some_and(|it| ORDER.contains(&it)), "{a} {b}");
            }
        }
    }

    #[test]
    fn an_overlay_is_not_told_beside_the_aspect_to_the_angle_of_its_house() {
        let overlay = |house| OverlaidPoint { id: "venus", house };
        let facts = SynastryFacts {
            aspects: vec![MadeAspect {
                point_a: "venus",
                point_b: "midheaven",
                aspect: "opposition",
                exactness: 0.9,
            }],
            overlays: vec![overlay(4), overlay(5)],
        };
        let reading = synastry(&facts);
        let texts = reading.parts().filter(|it| it.role == Role::Text);
        let subjects: Vec<_> = texts.map(|it| it.key.subject()).collect();
        assert_eq!(subjects, ["venus:midheaven:opposition", "venus:house-5"]);
    }

    #[test]
    fn two_people_with_a_point_in_the_same_house_share_one_text() {
        let overlay = OverlaidPoint {
            id: "venus",
            house: 5,
        };
        let facts = SynastryFacts {
            aspects: Vec::new(),
            overlays: vec![overlay, overlay],
        };
        let reading = synastry(&facts);
        let texts = reading.parts().filter(|it| it.role == Role::Text);
        assert_eq!(texts.count(), 1);
    }
}
