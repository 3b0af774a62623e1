//! Natal readings: the self, feeling, mind, love, work, family and direction.

use ids::Sign;

use super::{CLOSING, Composer, Composition, OPENING, Part, Tone};
use crate::key::Key;
use crate::reading::{ChartFacts, MadeAspect, PlacedPoint, aspect_key};
use crate::vocabulary::{ELEMENTS, TRADITIONAL_RULERS};

/// What a natal reading needs to know.
#[derive(Clone, Debug, Default)]
pub struct NatalFacts<'a> {
    /// Points, angles and aspects. The aspects include those to the Ascendant and the Midheaven.
    pub chart: ChartFacts<'a>,
    /// Planets in fire, earth, air and water signs.
    pub elements: [u8; 4],
    /// Planets in cardinal, fixed and mutable signs.
    pub modes: [u8; 3],
    /// `day` or `night`; `None` if the birth time is unknown.
    pub sect: Option<&'a str>,
    /// The phase of the Moon, if it is certain.
    pub phase: Option<&'a str>,
    /// The patterns.
    pub patterns: Vec<&'a str>,
}

/// Texts in a section, so that the whole can be read in ten minutes.
const MAX_TEXTS: usize = 5;
/// Aspects of a section's point that are told.
const MAX_ASPECTS: usize = 2;
/// The planets that the balance counts. On a day without a time, the sign of the Moon can be unknown.
const COUNTED: u8 = 10;
/// An element or mode leads with at least this many of the ten planets.
const LEADING: u8 = 4;

/// The patterns, the one that says most about a chart first. A kite is made of a grand trine, and a grand cross of
/// two T-squares.
const PATTERNS: &[&str] = &[
    "stellium",
    "grand-cross",
    "kite",
    "mystic-rectangle",
    "grand-trine",
    "t-square",
    "yod",
];

/// Composes the reading of a natal chart.
///
/// ```
/// use interpretation::composition::{NatalFacts, natal};
/// use interpretation::reading::{ChartFacts, PlacedPoint};
///
/// let sun = PlacedPoint { id: "sun", sign: Some("aries"), house: Some(7) };
/// let chart = ChartFacts { points: vec![sun], ..ChartFacts::default() };
/// let reading = natal(&NatalFacts { chart, sect: Some("day"), ..NatalFacts::default() });
/// let of_self = reading.sections.iter().find(|it| it.id == "self").unwrap();
/// let subjects: Vec<_> = of_self.parts.iter().map(|it| it.key.subject()).collect();
/// // The seventh house is opposite in nature to Aries, and the reading says so.
/// assert_eq!(subjects[1..], ["sun:aries", "opposed:1", "sun:house-7"]);
/// ```
pub fn natal(facts: &NatalFacts<'_>) -> Composition {
    let mut composer = Composer::new("natal", seed(facts));
    opening(&mut composer, facts);
    let mut reading = Reading {
        composer: &mut composer,
        chart: &facts.chart,
    };
    reading.section("self", &["sun", "ascendant"], Some(1));
    reading.section("feeling", &["moon"], None);
    reading.section("mind", &["mercury"], None);
    reading.section("love", &["venus", "mars"], Some(7));
    reading.section("work", &["midheaven", "saturn"], Some(10));
    reading.section("family", &[], Some(4));
    reading.section("direction", &["northNode", "jupiter"], Some(9));
    let sun = facts.chart.points.iter().find(|it| it.id == "sun");
    let element = sun.and_then(|it| it.sign).and_then(element_of);
    let closing = element.and_then(|it| composer.closing(it));
    composer.section(CLOSING, closing.into_iter().collect());
    composer.composition
}

/// The variant that a reading begins with: a number that follows from the chart.
fn seed(facts: &NatalFacts<'_>) -> usize {
    let signs = facts.chart.points.iter().filter_map(|it| it.sign);
    let numbers = signs.filter_map(|it| Sign::IDS.iter().position(|id| *id == it));
    // The Moon has the widest range of all that are usually there.
    let aspects = facts.chart.aspects.len();
    numbers
        .enumerate()
        .fold(aspects, |sum, (index, sign)| sum + sign * (index + 1))
}

fn element_of(sign: &str) -> Option<&'static str> {
    let index = Sign::IDS.iter().position(|id| *id == sign)?;
    Some(ELEMENTS[index % ELEMENTS.len()])
}

fn opening(composer: &mut Composer, facts: &NatalFacts<'_>) {
    const MODES: [&str; 3] = ["cardinal", "fixed", "mutable"];
    let counted: u8 = facts.elements.iter().sum();
    // A planet whose sign is unknown can catch up with a lead of one.
    let lead = 1 + COUNTED.saturating_sub(counted);
    let leading = |counts: &[u8]| {
        let most = counts.iter().copied().max().unwrap_or_default();
        let mut those = (0..counts.len()).filter(|it| counts[*it] + lead > most);
        let first = those.next();
        first.filter(|_| most >= LEADING && those.next().is_none())
    };
    let mut subjects = Vec::new();
    // A request for three points says nothing about the balance of ten.
    if counted + 1 >= COUNTED {
        let element = leading(&facts.elements).map_or("even", |it| ELEMENTS[it]);
        subjects.push(format!("element-{element}"));
        let mode = leading(&facts.modes).map_or("even", |it| MODES[it]);
        subjects.push(format!("mode-{mode}"));
    }
    if counted == COUNTED {
        // Two elements can be empty, and the reading names the first.
        let empty = facts.elements.iter().position(|it| *it == 0);
        subjects.extend(empty.map(|it| format!("lacking-{}", ELEMENTS[it])));
    }
    match facts.sect {
        Some(sect) => subjects.push(format!("sect-{sect}")),
        None => subjects.push("unknown-time".to_owned()),
    }
    subjects.extend(facts.phase.map(|it| format!("phase-{it}")));
    let pattern = PATTERNS.iter().find(|it| facts.patterns.contains(it));
    subjects.extend(pattern.map(|it| format!("pattern-{it}")));
    let mut parts: Vec<Part> = subjects
        .iter()
        .filter_map(|it| composer.opening("opening", it))
        .collect();
    if let Some(subject) = ruler(&facts.chart) {
        parts.extend(composer.opening("ruler", &subject));
    }
    composer.section(OPENING, parts);
}

/// The subject of the text about the planet that rules the Ascendant.
fn ruler(chart: &ChartFacts<'_>) -> Option<String> {
    let ruler = chart
        .chart_ruler
        .filter(|it| TRADITIONAL_RULERS.contains(it))?;
    let point = chart.points.iter().find(|it| it.id == ruler)?;
    Some(format!("{ruler}:{}", angularity(point.house?)))
}

pub(super) const fn angularity(house: u8) -> &'static str {
    match house % 3 {
        1 => "angular",
        2 => "succedent",
        _ => "cadent",
    }
}

struct Reading<'a> {
    composer: &'a mut Composer,
    chart: &'a ChartFacts<'a>,
}

impl Reading<'_> {
    /// A section about points, and about the planets in a house. The texts of a point stand together, so that
    /// a link to an aspect follows the point that it is about.
    fn section(&mut self, id: &'static str, points: &[&str], house: Option<u8>) {
        let mut parts: Vec<Part> = self.composer.lead(id).into_iter().collect();
        let mut blocks: Vec<Vec<Part>> = Vec::new();
        for point in points {
            let mut block = Vec::new();
            if *point == "ascendant" || *point == "midheaven" {
                self.angle(point, &mut block);
            } else if let Some(placed) = self.placed(point) {
                self.placement(&placed, &mut block);
            }
            blocks.push(block);
        }
        let mut told: usize = blocks.iter().map(|it| texts(it)).sum();
        let mut company = Company::default();
        if let Some(house) = house {
            company = self.company(house, told);
            told += texts(&company.contrasts) + texts(&company.others);
        }
        for (point, block) in points.iter().zip(&mut blocks) {
            if *point == "ascendant" {
                block.append(&mut company.contrasts);
            }
            told += self.aspects(point, told, block);
        }
        parts.extend(blocks.into_iter().flatten());
        parts.extend(company.others);
        self.composer.section(id, parts);
    }

    fn placed(&self, id: &str) -> Option<PlacedPoint<'static>> {
        let found = self.chart.points.iter().find(|it| it.id == id)?;
        Some(PlacedPoint {
            // A section names its points by constants.
            id: crate::vocabulary::POINTS
                .iter()
                .find(|it| **it == id)
                .copied()?,
            sign: found.sign.and_then(|sign| {
                let mut signs = Sign::IDS.iter();
                signs.find(|it| **it == sign).copied()
            }),
            house: found.house,
        })
    }

    /// The sign and the house of a point, one after the other.
    fn placement(&mut self, point: &PlacedPoint<'_>, parts: &mut Vec<Part>) {
        let sign = point.sign.and_then(|sign| {
            let subject = format!("{}:{sign}", point.id);
            self.composer
                .text(Key::new("natal", "planet-in-sign", &subject))
        });
        let has_sign = sign.is_some();
        parts.extend(sign);
        let Some(house) = point.house else { return };
        let subject = format!("{}:house-{house}", point.id);
        let text = self
            .composer
            .text(Key::new("natal", "planet-in-house", &subject));
        let Some(text) = text else { return };
        if has_sign {
            let link = match point.sign {
                Some(sign) if is_opposed(sign, house) => "opposed",
                _ => "house",
            };
            parts.extend(self.composer.link(link));
        }
        parts.push(text);
    }

    fn angle(&mut self, angle: &str, parts: &mut Vec<Part>) {
        let sign = self.chart.angles.iter().find(|it| it.0 == angle);
        let Some((_, sign)) = sign else { return };
        let subject = format!("{angle}:{sign}");
        let key = Key::new("natal", "angle-in-sign", &subject);
        parts.extend(self.composer.text(key));
    }

    /// The planets in a house that have not been told yet, after `told` texts of the section.
    fn company(&mut self, house: u8, told: usize) -> Company {
        let mut company = Company::default();
        let rising = self.chart.angles.iter().find(|it| it.0 == "ascendant");
        let rising = rising.map(|it| it.1);
        for point in &self.chart.points {
            let before = told + texts(&company.contrasts) + texts(&company.others);
            if point.house != Some(house) || before >= MAX_TEXTS {
                continue;
            }
            let contrast = rising
                .filter(|_| house == 1)
                .and_then(|sign| contrast(sign, point.id));
            // The other planets stand with their sign in a section of their own. The family has no such section.
            let is_told_here = house == FAMILY || contrast.is_some();
            if !(GENERATIONAL.contains(&point.id) || is_told_here && PERSONAL.contains(&point.id)) {
                continue;
            }
            let subject = format!("{}:house-{house}", point.id);
            let text = self
                .composer
                .text(Key::new("natal", "planet-in-house", &subject));
            let Some(text) = text else { continue };
            let parts = if contrast.is_some() {
                &mut company.contrasts
            } else {
                &mut company.others
            };
            if before > 0 {
                parts.extend(self.composer.link(contrast.unwrap_or("company")));
            }
            parts.push(text);
        }
        company
    }

    /// Whether the text about the house of a point says what this aspect of the point to an angle says.
    fn is_told_by_house(&self, key: &Key) -> bool {
        let mut parts = key.subject().split(':');
        let (Some(id), Some(angle), Some(aspect)) = (parts.next(), parts.next(), parts.next())
        else {
            return false;
        };
        let house = house_of_angle(angle, aspect);
        let mut points = self.chart.points.iter();
        house.is_some() && points.any(|it| it.id == id && it.house == house)
    }

    /// The most exact aspects of a point that have not been told yet, after `in_section` texts of the
    /// section. Returns how many are told.
    fn aspects(&mut self, point: &str, in_section: usize, parts: &mut Vec<Part>) -> usize {
        let of_point = |it: &&MadeAspect<'_>| it.point_a == point || it.point_b == point;
        let mut aspects: Vec<&MadeAspect<'_>> =
            self.chart.aspects.iter().filter(of_point).collect();
        aspects.sort_by(|a, b| b.exactness.total_cmp(&a.exactness));
        let mut before: Option<Tone> = None;
        let mut told = 0;
        for aspect in aspects {
            if told == MAX_ASPECTS || in_section + told >= MAX_TEXTS {
                break;
            }
            let key = aspect_key("natal", (aspect.point_a, aspect.point_b), aspect.aspect);
            let key = key.filter(|it| !self.is_told_by_house(it));
            let Some(text) = self.composer.text(key) else {
                continue;
            };
            let tone = Tone::of(&text.key);
            let link = match before {
                None => (texts(parts) > 0).then_some("aspect"),
                Some(before) if (before == Tone::Neutral) != (tone == Tone::Neutral) => {
                    Some("aspect")
                }
                Some(before) => tone.change_from(before),
            };
            parts.extend(link.and_then(|it| self.composer.link(it)));
            parts.push(text);
            before = Some(tone);
            told += 1;
        }
        told
    }
}

/// The planets in a house that a section is about.
#[derive(Default)]
struct Company {
    /// Those that contradict the rising sign, with the link that says so.
    contrasts: Vec<Part>,
    others: Vec<Part>,
}

/// The planets whose sign is that of a generation. They are told by house alone.
const GENERATIONAL: &[&str] = &["uranus", "neptune", "pluto"];
/// The planets that have a section of their own.
const PERSONAL: &[&str] = &[
    "sun", "moon", "mercury", "venus", "mars", "jupiter", "saturn",
];
/// The house of the section about the family.
const FAMILY: u8 = 4;

/// The house in which a point forms an aspect to an angle, and says the same as that aspect.
pub(super) fn house_of_angle(angle: &str, aspect: &str) -> Option<u8> {
    match (angle, aspect) {
        ("ascendant", "conjunction") => Some(1),
        ("ascendant", "opposition") => Some(7),
        ("midheaven", "conjunction") => Some(10),
        ("midheaven", "opposition") => Some(4),
        _ => None,
    }
}

/// Counts the texts about facts.
fn texts(parts: &[Part]) -> usize {
    let is_text = |it: &&Part| it.role == super::Role::Text;
    parts.iter().filter(is_text).count()
}

/// Whether a house is opposite in nature to a sign: the house that the opposite sign would have if Aries were
/// the first, such as the seventh for Aries.
fn is_opposed(sign: &str, house: u8) -> bool {
    let index = Sign::IDS.iter().position(|id| *id == sign);
    index.is_some_and(|it| (it + 6) % 12 == usize::from(house) - 1)
}

/// How a planet in the first house contradicts the rising sign.
fn contrast(rising: &str, planet: &str) -> Option<&'static str> {
    const OUTGOING: &[&str] = &["aries", "gemini", "leo", "libra", "sagittarius", "aquarius"];
    let is_outgoing = OUTGOING.contains(&rising);
    match planet {
        "saturn" | "neptune" | "pluto" if is_outgoing => Some("held-back"),
        "sun" | "mars" | "jupiter" | "uranus" if !is_outgoing => Some("pushed"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composition::Role;
    use crate::vocabulary::{PLANETS, SIGNS};

    fn placed<'a>(id: &'a str, sign: &'a str, house: u8) -> PlacedPoint<'a> {
        PlacedPoint {
            id,
            sign: Some(sign),
            house: Some(house),
        }
    }

    fn subjects(facts: &NatalFacts<'_>, section: &str) -> Vec<String> {
        let reading = natal(facts);
        let found = reading.sections.iter().find(|it| it.id == section);
        let parts = found.into_iter().flat_map(|it| &it.parts);
        parts
            .filter(|it| it.role != Role::Lead)
            .map(|it| {
                let subject = it.key.subject();
                // The variant follows from the chart.
                match it.role {
                    Role::Link => subject.split(':').next().unwrap_or_default().to_owned(),
                    _ => subject.to_owned(),
                }
            })
            .collect()
    }

    fn of(chart: ChartFacts<'_>) -> NatalFacts<'_> {
        NatalFacts {
            chart,
            ..NatalFacts::default()
        }
    }

    #[test]
    fn every_sign_has_one_opposed_house() {
        for (index, sign) in SIGNS.iter().enumerate() {
            let houses: Vec<u8> = (1..=12).filter(|it| is_opposed(sign, *it)).collect();
            let seventh_from = u8::try_from((index + 6) % 12 + 1).unwrap();
            assert_eq!(houses, [seventh_from], "{sign}");
        }
    }

    #[test]
    fn a_sober_planet_under_an_outgoing_sign_is_named_as_a_contrast() {
        let facts = |planet, rising| {
            of(ChartFacts {
                points: vec![placed("sun", "leo", 9), placed(planet, "sagittarius", 1)],
                angles: vec![("ascendant", rising)],
                ..ChartFacts::default()
            })
        };
        let rest = |facts: &NatalFacts<'_>| subjects(facts, "self")[4..].to_vec();
        assert_eq!(
            rest(&facts("saturn", "sagittarius")),
            ["held-back", "saturn:house-1"]
        );
        assert_eq!(rest(&facts("mars", "cancer")), ["pushed", "mars:house-1"]);
        assert_eq!(
            rest(&facts("uranus", "aries")),
            ["company", "uranus:house-1"]
        );
        // Mars stands with its sign in a section of its own.
        assert!(rest(&facts("mars", "aries")).is_empty());
    }

    #[test]
    fn a_change_of_tone_is_said_and_each_aspect_told_once() {
        let made = |a, b, aspect, exactness| MadeAspect {
            point_a: a,
            point_b: b,
            aspect,
            exactness,
        };
        let facts = of(ChartFacts {
            points: vec![placed("moon", "leo", 3), placed("mercury", "virgo", 4)],
            aspects: vec![
                made("moon", "saturn", "square", 0.9),
                made("moon", "mercury", "trine", 0.8),
                made("moon", "venus", "trine", 0.7),
            ],
            ..ChartFacts::default()
        });
        assert_eq!(
            subjects(&facts, "feeling"),
            [
                "moon:leo",
                "house",
                "moon:house-3",
                "aspect",
                "moon:saturn:square",
                "relief",
                "moon:mercury:trine"
            ]
        );
        assert_eq!(
            subjects(&facts, "mind"),
            ["mercury:virgo", "house", "mercury:house-4"]
        );
    }

    #[test]
    fn the_aspects_of_a_point_follow_its_own_texts() {
        let made = |a, b, aspect| MadeAspect {
            point_a: a,
            point_b: b,
            aspect,
            exactness: 0.9,
        };
        let facts = of(ChartFacts {
            points: vec![placed("northNode", "leo", 3), placed("jupiter", "virgo", 5)],
            aspects: vec![made("uranus", "northNode", "sextile")],
            ..ChartFacts::default()
        });
        assert_eq!(
            subjects(&facts, "direction"),
            [
                "northNode:leo",
                "house",
                "northNode:house-3",
                "aspect",
                "uranus:northNode:sextile",
                "jupiter:virgo",
                "house",
                "jupiter:house-5"
            ]
        );
    }

    #[test]
    fn an_unknown_time_is_said_and_leaves_no_empty_section() {
        let sun = PlacedPoint {
            id: "sun",
            sign: Some("leo"),
            house: None,
        };
        let facts = NatalFacts {
            elements: [4, 3, 3, 0],
            modes: [3, 4, 3],
            ..of(ChartFacts {
                points: vec![sun],
                ..ChartFacts::default()
            })
        };
        let reading = natal(&facts);
        let ids: Vec<_> = reading.sections.iter().map(|it| it.id).collect();
        assert_eq!(ids, ["opening", "self", "closing"]);
        assert_eq!(
            subjects(&facts, "opening"),
            [
                "element-fire",
                "mode-fixed",
                "lacking-water",
                "unknown-time"
            ]
        );
    }

    #[test]
    fn a_balance_leads_only_where_the_moon_could_not_change_it() {
        let opening_of = |elements, modes| {
            let facts = NatalFacts {
                elements,
                modes,
                ..of(ChartFacts::default())
            };
            subjects(&facts, "opening")
        };
        // Nine planets: the Moon changes its sign on the day.
        assert!(opening_of([5, 3, 1, 0], [2, 3, 4]).contains(&"element-fire".to_owned()));
        assert!(opening_of([5, 3, 1, 0], [2, 3, 4]).contains(&"mode-even".to_owned()));
        assert!(opening_of([4, 3, 2, 0], [2, 3, 4]).contains(&"element-even".to_owned()));
        assert!(opening_of([4, 3, 2, 1], [3, 3, 4]).contains(&"mode-mutable".to_owned()));
    }

    #[test]
    fn a_house_and_an_aspect_to_its_angle_are_told_once() {
        let conjunction = |exactness| MadeAspect {
            point_a: "saturn",
            point_b: "midheaven",
            aspect: "conjunction",
            exactness,
        };
        let chart = |house| ChartFacts {
            points: vec![placed("saturn", "leo", house)],
            aspects: vec![conjunction(0.9)],
            ..ChartFacts::default()
        };
        let has_aspect = |house| {
            let work = subjects(&of(chart(house)), "work");
            work.iter().any(|it| it == "saturn:midheaven:conjunction")
        };
        assert!(!has_aspect(10));
        assert!(has_aspect(9));
    }

    #[test]
    fn the_pattern_that_says_most_opens_the_reading() {
        let facts = NatalFacts {
            patterns: vec!["grand-trine", "t-square", "kite"],
            ..NatalFacts::default()
        };
        assert!(subjects(&facts, "opening").contains(&"pattern-kite".to_owned()));
    }

    #[test]
    fn no_text_occurs_twice() {
        let mut aspects = Vec::new();
        for (index, point) in PLANETS.iter().enumerate() {
            for other in &PLANETS[index + 1..] {
                aspects.push(MadeAspect {
                    point_a: point,
                    point_b: other,
                    aspect: "conjunction",
                    exactness: 0.5,
                });
            }
        }
        // A stellium in one house, with every aspect.
        let facts = of(ChartFacts {
            points: PLANETS.iter().map(|it| placed(it, "aries", 7)).collect(),
            angles: vec![("ascendant", "libra"), ("midheaven", "cancer")],
            aspects,
            chart_ruler: Some("venus"),
        });
        let reading = natal(&facts);
        let keys: Vec<_> = reading.parts().map(|it| &it.key).collect();
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(key), "{key:?}");
        }
        for section in &reading.sections {
            assert!(
                section.id == OPENING || texts(&section.parts) <= MAX_TEXTS,
                "{section:?}"
            );
        }
    }
}
