//! Aspect patterns: figures formed by several aspects.
//!
//! Only bodies take part: nodes and apogees, angles and lots depend on others and would duplicate
//! patterns. A pattern counts when each of its aspects is within its orb, regardless of the aspects
//! requested for listing.

use crate::{
    angle::{normalize_deg, separation_deg},
    aspect::{AspectKind, AspectPoint, Orbs},
    point::{Point, PointClass},
    sign::Sign,
};

/// A kind of pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PatternKind {
    /// Three points in mutual trine.
    GrandTrine,
    /// Two points in opposition and a third square to both. The third is the apex, listed first.
    TSquare,
    /// Two oppositions square to each other.
    GrandCross,
    /// Two points in sextile and a third quincunx to both. The third is the apex, listed first.
    Yod,
    /// A grand trine and a fourth point opposite to one of its points and sextile to the others.
    /// The point opposite to the fourth comes first, the fourth second.
    Kite,
    /// Two oppositions joined by two trines and two sextiles.
    MysticRectangle,
    /// Four or more bodies in one sign, or within 8 degrees.
    Stellium,
}

impl PatternKind {
    /// Returns the id used by the API.
    pub const fn id(self) -> &'static str {
        match self {
            Self::GrandTrine => "grand-trine",
            Self::TSquare => "t-square",
            Self::GrandCross => "grand-cross",
            Self::Yod => "yod",
            Self::Kite => "kite",
            Self::MysticRectangle => "mystic-rectangle",
            Self::Stellium => "stellium",
        }
    }
}

/// An aspect pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// Its kind.
    pub kind: PatternKind,
    /// Its points. The kind defines the meaning of their order.
    pub points: Vec<Point>,
    /// The sign of a stellium within one sign.
    pub sign: Option<Sign>,
}

/// The capacity of a bit set. The ephemeris has 28 physical bodies.
const BODIES_MAX: usize = 32;

/// The largest extent of a stellium across signs, in degrees.
const STELLIUM_DEG: f64 = 8.0;

/// The smallest number of bodies in a stellium.
const STELLIUM_BODIES: usize = 4;

/// Finds the patterns among the bodies of a chart.
///
/// # Examples
///
/// ```
/// use astrology::aspect::{AspectPoint, Orbs};
/// use astrology::pattern::{PatternKind, patterns};
/// use astrology::point::Point;
/// use ephemeris::Body;
///
/// let points = [(Body::Sun, 5.0), (Body::Moon, 124.0), (Body::Mars, 246.0)];
/// let points = points.map(|(body, longitude_deg)| AspectPoint {
///     point: Point::Body(body),
///     longitude_deg,
///     speed_deg: None,
///     declination_deg: None,
///     declination_speed_deg: None,
/// });
/// let found = patterns(&points, &Orbs::natal());
/// assert_eq!(found.len(), 1);
/// assert_eq!(found[0].kind, PatternKind::GrandTrine);
/// ```
pub fn patterns(points: &[AspectPoint], orbs: &Orbs) -> Vec<Pattern> {
    let bodies: Vec<&AspectPoint> = points
        .iter()
        .filter(|it| it.point.is_physical())
        .take(BODIES_MAX)
        .collect();
    let figures = Figures::new(&bodies, orbs);
    let mut found = Vec::new();
    figures.trines(&mut found);
    figures.oppositions(&mut found);
    figures.yods(&mut found);
    stelliums(&bodies, &mut found);
    found
}

/// The aspects that patterns consist of.
const SIDES: [(AspectKind, f64); 5] = [
    (AspectKind::Sextile, 60.0),
    (AspectKind::Square, 90.0),
    (AspectKind::Trine, 120.0),
    (AspectKind::Quincunx, 150.0),
    (AspectKind::Opposition, 180.0),
];

/// The possible side for every whole degree of separation; 5 is none.
const SIDE_AT: [u8; 256] = {
    let mut sides = [5; 256];
    let (mut degree, mut side) = (45, 0);
    while degree <= 180 {
        sides[degree] = side;
        degree += 1;
        // 45 to 75 is the range of the sextile, 75 to 105 of the square, and so on.
        if degree % 30 == 15 {
            side += 1;
        }
    }
    sides
};

/// For every body the sets of bodies it aspects, by [`SIDES`].
struct Figures<'a> {
    bodies: &'a [&'a AspectPoint],
    sets: [[u32; BODIES_MAX]; 6],
}

impl<'a> Figures<'a> {
    fn new(bodies: &'a [&'a AspectPoint], orbs: &Orbs) -> Self {
        let mut sets = [[0_u32; BODIES_MAX]; 6];
        let classes: Vec<PointClass> = bodies.iter().map(|it| it.point.class()).collect();
        for (i, a) in bodies.iter().enumerate() {
            for (j, b) in bodies.iter().enumerate().skip(i + 1) {
                let separation = separation_deg(a.longitude_deg, b.longitude_deg);
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "a separation is in [0, 180]"
                )]
                let side = usize::from(SIDE_AT[separation as i32 as usize & 0xff]);
                let (kind, angle) = SIDES[side.min(4)];
                let allowed = orbs.allowed_deg(kind, classes[i], classes[j]);
                let holds = u32::from((separation - angle).abs() <= allowed);
                // Pairs that match no side go into the sixth set, which is never read.
                sets[side][i] |= holds << j;
                sets[side][j] |= holds << i;
            }
        }
        Self { bodies, sets }
    }

    fn sextile(&self, body: usize) -> u32 {
        self.sets[0][body]
    }

    fn square(&self, body: usize) -> u32 {
        self.sets[1][body]
    }

    fn trine(&self, body: usize) -> u32 {
        self.sets[2][body]
    }

    fn quincunx(&self, body: usize) -> u32 {
        self.sets[3][body]
    }

    fn opposition(&self, body: usize) -> u32 {
        self.sets[4][body]
    }

    fn pattern(&self, kind: PatternKind, members: &[usize]) -> Pattern {
        Pattern {
            kind,
            points: members
                .iter()
                .map(|index| self.bodies[*index].point)
                .collect(),
            sign: None,
        }
    }

    fn trines(&self, found: &mut Vec<Pattern>) {
        for a in 0..self.bodies.len() {
            for b in after(self.trine(a), a) {
                for c in after(self.trine(a) & self.trine(b), b) {
                    found.push(self.pattern(PatternKind::GrandTrine, &[a, b, c]));
                    for (head, x, y) in [(a, b, c), (b, a, c), (c, a, b)] {
                        for tail in bits(self.opposition(head) & self.sextile(x) & self.sextile(y))
                        {
                            found.push(self.pattern(PatternKind::Kite, &[head, tail, x, y]));
                        }
                    }
                }
            }
        }
    }

    fn oppositions(&self, found: &mut Vec<Pattern>) {
        for a in 0..self.bodies.len() {
            for b in after(self.opposition(a), a) {
                for apex in bits(self.square(a) & self.square(b)) {
                    // An apex opposite to a body that is square to both belongs to a grand cross.
                    let across = self.opposition(apex) & self.square(a) & self.square(b);
                    if across == 0 {
                        found.push(self.pattern(PatternKind::TSquare, &[apex, a, b]));
                    }
                }
                for c in after(self.square(a) & self.square(b), a) {
                    for d in after(self.opposition(c) & self.square(a) & self.square(b), c) {
                        found.push(self.pattern(PatternKind::GrandCross, &[a, c, b, d]));
                    }
                }
                for c in after(self.sextile(a) & self.trine(b), a) {
                    for d in bits(self.opposition(c) & self.trine(a) & self.sextile(b)) {
                        if d > a {
                            found.push(self.pattern(PatternKind::MysticRectangle, &[a, c, b, d]));
                        }
                    }
                }
            }
        }
    }

    fn yods(&self, found: &mut Vec<Pattern>) {
        for a in 0..self.bodies.len() {
            for b in after(self.sextile(a), a) {
                for apex in bits(self.quincunx(a) & self.quincunx(b)) {
                    found.push(self.pattern(PatternKind::Yod, &[apex, a, b]));
                }
            }
        }
    }
}

/// Returns the indices in a set.
fn bits(set: u32) -> impl Iterator<Item = usize> {
    let mut left = set;
    std::iter::from_fn(move || {
        let index = left.trailing_zeros() as usize;
        left &= left.wrapping_sub(1);
        (index < 32).then_some(index)
    })
}

/// Returns the indices in a set after a given one.
fn after(set: u32, index: usize) -> impl Iterator<Item = usize> {
    bits(if index >= 31 {
        0
    } else {
        set >> (index + 1) << (index + 1)
    })
}

fn stelliums(bodies: &[&AspectPoint], found: &mut Vec<Pattern>) {
    let mut sorted: Vec<(f64, Point)> = bodies
        .iter()
        .map(|body| (normalize_deg(body.longitude_deg), body.point))
        .collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut counts = [0; 12];
    for (longitude, _) in &sorted {
        counts[Sign::of(*longitude).index()] += 1;
    }
    for (sign, count) in Sign::ALL.into_iter().zip(counts) {
        if count >= STELLIUM_BODIES {
            found.push(Pattern {
                kind: PatternKind::Stellium,
                points: in_order(bodies, |body| Sign::of(body.longitude_deg) == sign),
                sign: Some(sign),
            });
        }
    }
    let mut last_end = None;
    for (start, (first_deg, _)) in sorted.iter().enumerate() {
        // Most bodies have no fourth within the limit.
        let fourth = sorted[(start + STELLIUM_BODIES - 1) % sorted.len()].0;
        if sorted.len() < STELLIUM_BODIES || normalize_deg(fourth - first_deg) > STELLIUM_DEG {
            continue;
        }
        let count = (0..sorted.len())
            .take_while(|offset| {
                let (longitude, _) = sorted[(start + offset) % sorted.len()];
                normalize_deg(longitude - first_deg) <= STELLIUM_DEG
            })
            .count();
        let end = (start + count) % sorted.len().max(1);
        // A window that ends where the previous one ended is a part of it.
        if count >= STELLIUM_BODIES && last_end != Some(end) {
            last_end = Some(end);
            let within =
                |body: &AspectPoint| normalize_deg(body.longitude_deg - first_deg) <= STELLIUM_DEG;
            let points = in_order(bodies, within);
            let known = found.iter().any(|it| {
                it.kind == PatternKind::Stellium
                    && points.iter().all(|point| it.points.contains(point))
            });
            if !known {
                found.push(Pattern {
                    kind: PatternKind::Stellium,
                    points,
                    sign: None,
                });
            }
        }
    }
}

fn in_order(bodies: &[&AspectPoint], is_in: impl Fn(&AspectPoint) -> bool) -> Vec<Point> {
    bodies
        .iter()
        .filter(|body| is_in(body))
        .map(|body| body.point)
        .collect()
}

#[cfg(test)]
mod tests {
    use ephemeris::Body;

    use super::*;

    fn kinds(longitudes: &[f64]) -> Vec<(PatternKind, Vec<Body>)> {
        let points: Vec<AspectPoint> = Body::PLANETS
            .into_iter()
            .zip(longitudes)
            .map(|(body, longitude)| AspectPoint {
                point: Point::Body(body),
                longitude_deg: *longitude,
                speed_deg: None,
                declination_deg: None,
                declination_speed_deg: None,
            })
            .collect();
        let body = |point: &Point| match point {
            Point::Body(body) => *body,
            other => panic!("{other:?}"),
        };
        patterns(&points, &Orbs::natal())
            .iter()
            .map(|it| (it.kind, it.points.iter().map(body).collect()))
            .collect()
    }

    use Body::{Mercury, Moon, Sun, Venus};

    #[test]
    fn each_figure_is_found_in_its_pure_form() {
        use PatternKind::{GrandCross, GrandTrine, Kite, MysticRectangle, TSquare, Yod};
        for (longitudes, expected) in [
            (
                vec![0.0, 123.0, 240.0],
                vec![(GrandTrine, vec![Sun, Moon, Mercury])],
            ),
            (
                vec![0.0, 182.0, 93.0],
                vec![(TSquare, vec![Mercury, Sun, Moon])],
            ),
            (
                vec![350.0, 80.0, 171.0, 259.0],
                vec![(GrandCross, vec![Sun, Moon, Mercury, Venus])],
            ),
            (
                vec![10.0, 70.0, 220.0],
                vec![(Yod, vec![Mercury, Sun, Moon])],
            ),
            (
                vec![0.0, 120.0, 240.0, 180.0],
                vec![
                    (GrandTrine, vec![Sun, Moon, Mercury]),
                    (Kite, vec![Sun, Venus, Moon, Mercury]),
                ],
            ),
            (
                vec![5.0, 65.0, 185.0, 245.0],
                vec![(MysticRectangle, vec![Sun, Moon, Mercury, Venus])],
            ),
        ] {
            assert_eq!(kinds(&longitudes), expected, "{longitudes:?}");
        }
    }

    #[test]
    fn a_stellium_is_four_in_a_sign_or_within_eight_degrees() {
        let found = kinds(&[1.0, 12.0, 20.0, 29.0]);
        assert_eq!(found.len(), 1);
        assert_eq!(kinds(&[1.0, 12.0, 20.0, 31.0]).len(), 0);
        let found = kinds(&[357.0, 359.0, 1.0, 4.9]);
        assert_eq!(
            found,
            [(PatternKind::Stellium, vec![Sun, Moon, Mercury, Venus])]
        );
        assert_eq!(kinds(&[357.0, 359.0, 1.0, 5.1]).len(), 0);
    }

    #[test]
    fn a_quincunx_too_wide_makes_no_yod() {
        assert!(kinds(&[10.0, 70.0, 222.5]).is_empty());
    }
}
