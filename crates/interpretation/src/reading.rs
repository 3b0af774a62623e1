//! Readings: which texts of a chart to show, in which order, and why. The weights are plain sums,
//! so that a reader can follow how an entry is ranked.

use crate::key::Key;
use crate::vocabulary::{aspect_point, mirror_aspect};

/// The facts about a chart that a reading needs, with the API's ids.
#[derive(Clone, Debug, Default)]
pub struct ChartFacts<'a> {
    /// Every point with its sign and, if the birth time is known, its house.
    pub points: Vec<PlacedPoint<'a>>,
    /// The angles with their signs; empty if the birth time is unknown.
    pub angles: Vec<(&'a str, &'a str)>,
    /// The aspects.
    pub aspects: Vec<MadeAspect<'a>>,
    /// The planet that rules the Ascendant's sign.
    pub chart_ruler: Option<&'a str>,
}

/// A point in its sign and house.
#[derive(Clone, Copy, Debug)]
pub struct PlacedPoint<'a> {
    /// The id.
    pub id: &'a str,
    /// The sign; `None` if it changes during a day of unknown birth time.
    pub sign: Option<&'a str>,
    /// The house, from 1.
    pub house: Option<u8>,
}

/// An aspect between two points.
#[derive(Clone, Copy, Debug)]
pub struct MadeAspect<'a> {
    /// The first point.
    pub point_a: &'a str,
    /// The second point.
    pub point_b: &'a str,
    /// The id of the aspect.
    pub aspect: &'a str,
    /// The exactness: 1 if exact, 0 at the edge of its orb.
    pub exactness: f64,
}

/// The reason for an entry's rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// It is about the Sun, the Moon or the Ascendant.
    Luminary,
    /// It is about the planet that rules the Ascendant.
    ChartRuler,
    /// It is about a planet in the first, fourth, seventh or tenth house.
    Angular,
    /// It is about an aspect that is nearly exact.
    TightAspect,
    /// It is about a planet that moves fast enough to be personal.
    Personal,
    /// It is part of every chart.
    Placement,
    /// It is about an aspect.
    Aspect,
}

impl Reason {
    /// Returns the API's id.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Luminary => "luminary",
            Self::ChartRuler => "chart-ruler",
            Self::Angular => "angular",
            Self::TightAspect => "tight-aspect",
            Self::Personal => "personal",
            Self::Placement => "placement",
            Self::Aspect => "aspect",
        }
    }
}

/// An entry of a reading.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The key of the text.
    pub key: Key,
    /// The sum that determines the rank. Larger values come first.
    pub weight: f64,
    /// The reasons that contribute to the sum, strongest first.
    pub reasons: Vec<Reason>,
}

/// Returns the weight of a point: luminaries before personal planets, and those before the slow
/// ones that a whole generation shares.
fn importance(id: &str) -> f64 {
    match id {
        "sun" | "moon" | "ascendant" => 10.0,
        "mercury" | "venus" | "mars" | "midheaven" => 7.0,
        "jupiter" | "saturn" => 5.0,
        "uranus" | "neptune" | "pluto" | "chiron" | "northNode" | "southNode" => 3.0,
        _ => 2.0,
    }
}

fn is_luminary(id: &str) -> bool {
    matches!(id, "sun" | "moon" | "ascendant")
}

fn is_personal(id: &str) -> bool {
    matches!(id, "mercury" | "venus" | "mars" | "midheaven")
}

const CHART_RULER_BONUS: f64 = 4.0;
const ANGULAR_BONUS: f64 = 3.0;
/// An exact aspect between the two most important points weighs as much as a luminary's placement.
const EXACT_ASPECT_SHARE: f64 = 1.0;
/// The exactness from which an aspect counts as tight.
const TIGHT: f64 = 0.8;
const TIGHT_BONUS: f64 = 2.0;
/// The discount that ranks the house right after the sign of the same point.
const HOUSE_DISCOUNT: f64 = 0.5;

/// Returns at most `most` texts of a chart, most important first.
///
/// ```
/// use interpretation::reading::{self, ChartFacts, PlacedPoint};
///
/// let sun = PlacedPoint { id: "sun", sign: Some("gemini"), house: Some(10) };
/// let mars = PlacedPoint { id: "mars", sign: Some("leo"), house: Some(3) };
/// let facts = ChartFacts { points: vec![mars, sun], ..ChartFacts::default() };
/// let entries = reading::select(&facts, 3);
/// let subjects: Vec<_> = entries.iter().map(|it| it.key.subject()).collect();
/// assert_eq!(subjects, ["sun:gemini", "sun:house-10", "mars:leo"]);
/// ```
pub fn select(facts: &ChartFacts<'_>, most: usize) -> Vec<Entry> {
    let mut entries = Vec::new();
    for point in &facts.points {
        placements(point, facts.chart_ruler, &mut entries);
    }
    for (angle, sign) in &facts.angles {
        let key = Key::new("natal", "angle-in-sign", &format!("{angle}:{sign}"));
        let reasons = vec![first_reason(angle)];
        let weight = importance(angle);
        entries.extend(key.map(|key| Entry {
            key,
            weight,
            reasons,
        }));
    }
    let aspects = facts.aspects.iter();
    entries.extend(aspects.filter_map(|it| aspect_entry(it, facts.chart_ruler)));
    // A stable sort keeps the chart's order among equal weights.
    entries.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    // The south node's aspects mirror the north node's, so one text covers both.
    let mut kept: Vec<Entry> = Vec::new();
    for entry in entries {
        if kept.len() == most {
            break;
        }
        if kept.iter().all(|it| it.key != entry.key) {
            kept.push(entry);
        }
    }
    kept
}

fn first_reason(id: &str) -> Reason {
    if is_luminary(id) {
        Reason::Luminary
    } else if is_personal(id) {
        Reason::Personal
    } else {
        Reason::Placement
    }
}

fn placements(point: &PlacedPoint<'_>, ruler: Option<&str>, entries: &mut Vec<Entry>) {
    let mut weight = importance(point.id);
    let mut reasons = vec![first_reason(point.id)];
    if ruler == Some(point.id) {
        weight += CHART_RULER_BONUS;
        reasons.push(Reason::ChartRuler);
    }
    if point.house.is_some_and(|it| matches!(it, 1 | 4 | 7 | 10)) {
        weight += ANGULAR_BONUS;
        reasons.push(Reason::Angular);
    }
    reasons.sort_unstable();
    let in_sign = point.sign.and_then(|sign| {
        let subject = format!("{}:{sign}", point.id);
        Key::new("natal", "planet-in-sign", &subject)
    });
    entries.extend(in_sign.map(|key| Entry {
        key,
        weight,
        reasons: reasons.clone(),
    }));
    let in_house = point.house.and_then(|house| {
        let subject = format!("{}:house-{house}", point.id);
        Key::new("natal", "planet-in-house", &subject)
    });
    entries.extend(in_house.map(|key| Entry {
        key,
        weight: weight - HOUSE_DISCOUNT,
        reasons,
    }));
}

/// Returns the key of the text about a natal aspect, for either of two opposite points.
pub fn aspect_key(horoscope: &str, points: (&str, &str), aspect: &str) -> Option<Key> {
    let (a, mirror_a) = aspect_point(points.0);
    let (b, mirror_b) = aspect_point(points.1);
    let aspect = if mirror_a == mirror_b {
        aspect
    } else {
        mirror_aspect(aspect)
    };
    Key::pair(horoscope, "aspect", (a, b), &[aspect])
}

fn aspect_entry(made: &MadeAspect<'_>, ruler: Option<&str>) -> Option<Entry> {
    let points = [made.point_a, made.point_b];
    let key = aspect_key("natal", (made.point_a, made.point_b), made.aspect)?;
    let shared = points.iter().map(|it| importance(it)).sum::<f64>() / 2.0;
    let mut weight = shared * made.exactness * EXACT_ASPECT_SHARE;
    let mut reasons = vec![Reason::Aspect];
    if points.iter().any(|it| is_luminary(it)) {
        reasons.push(Reason::Luminary);
    }
    if points.iter().any(|it| ruler == Some(*it)) {
        weight += CHART_RULER_BONUS / 2.0;
        reasons.push(Reason::ChartRuler);
    }
    if made.exactness >= TIGHT {
        weight += TIGHT_BONUS;
        reasons.push(Reason::TightAspect);
    }
    reasons.sort_unstable();
    Some(Entry {
        key,
        weight,
        reasons,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(id: &'static str, sign: &'static str, house: u8) -> PlacedPoint<'static> {
        PlacedPoint {
            id,
            sign: Some(sign),
            house: Some(house),
        }
    }

    fn made(a: &'static str, b: &'static str, aspect: &'static str, e: f64) -> MadeAspect<'static> {
        MadeAspect {
            point_a: a,
            point_b: b,
            aspect,
            exactness: e,
        }
    }

    fn subjects(facts: &ChartFacts<'_>) -> Vec<String> {
        let entries = select(facts, usize::MAX);
        entries
            .iter()
            .map(|it| it.key.subject().to_owned())
            .collect()
    }

    #[test]
    fn the_chart_ruler_comes_before_planets_of_its_rank() {
        let facts = ChartFacts {
            points: vec![placed("venus", "aries", 2), placed("mars", "leo", 3)],
            chart_ruler: Some("mars"),
            ..ChartFacts::default()
        };
        assert_eq!(subjects(&facts)[0], "mars:leo");
    }

    #[test]
    fn an_angular_planet_comes_before_one_that_is_not() {
        let facts = ChartFacts {
            points: vec![placed("jupiter", "aries", 2), placed("saturn", "leo", 10)],
            ..ChartFacts::default()
        };
        assert_eq!(subjects(&facts)[..2], ["saturn:leo", "saturn:house-10"]);
        let entries = select(&facts, 1);
        assert_eq!(entries[0].reasons, [Reason::Angular, Reason::Placement]);
    }

    #[test]
    fn a_tight_aspect_comes_before_a_wide_one() {
        let facts = ChartFacts {
            aspects: vec![
                made("sun", "mars", "square", 0.2),
                made("moon", "saturn", "trine", 0.95),
            ],
            ..ChartFacts::default()
        };
        assert_eq!(subjects(&facts), ["moon:saturn:trine", "sun:mars:square"]);
    }

    #[test]
    fn opposite_points_share_their_texts_by_the_mirrored_aspect() {
        let key = aspect_key("natal", ("moon", "southNode"), "trine").unwrap();
        assert_eq!(key.subject(), "moon:northNode:sextile");
        let key = aspect_key("natal", ("descendant", "venus"), "conjunction").unwrap();
        assert_eq!(key.subject(), "venus:ascendant:opposition");
        let key = aspect_key("natal", ("venus", "imumCoeli"), "square").unwrap();
        assert_eq!(key.subject(), "venus:midheaven:square");
        let facts = ChartFacts {
            aspects: vec![
                made("moon", "northNode", "sextile", 0.5),
                made("moon", "southNode", "trine", 0.5),
            ],
            ..ChartFacts::default()
        };
        assert_eq!(subjects(&facts), ["moon:northNode:sextile"]);
    }

    #[test]
    fn without_a_birth_time_there_are_signs_and_aspects_only() {
        let moon = PlacedPoint {
            id: "moon",
            sign: None,
            house: None,
        };
        let sun = PlacedPoint {
            id: "sun",
            sign: Some("leo"),
            house: None,
        };
        let facts = ChartFacts {
            points: vec![moon, sun],
            ..ChartFacts::default()
        };
        assert_eq!(subjects(&facts), ["sun:leo"]);
    }
}
