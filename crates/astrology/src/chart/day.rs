//! A chart without a birth time: what holds for the whole civil day, and what only may.

use core::ops::Range;

use ephemeris::{Ephemeris, Instant, Observer, Tt};

use super::{ChartError, ChartOptions, ChartPoint, positions};
use crate::{
    aspect::{AspectKind, AspectPoint},
    point::Point,
    sign::Sign,
};

/// The chart of a day.
#[derive(Debug, Clone, PartialEq)]
pub struct DayChart {
    /// The day's first and last instant.
    pub day: Range<Instant<Tt>>,
    /// The points that exist without a time, in the order asked for.
    pub points: Vec<DayPoint>,
    /// Aspects that hold all day, and those that may.
    pub aspects: Vec<DayAspect>,
    /// Points that were asked for and need a time: angles and lots.
    pub left_out: Vec<Point>,
}

/// A point over a day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DayPoint {
    /// At the middle of the day.
    pub middle: ChartPoint,
    /// Longitude at the beginning of the day, degrees.
    pub start_deg: f64,
    /// Longitude at its end, degrees.
    pub end_deg: f64,
    /// The sign, if it is the same all day.
    pub sign: Option<Sign>,
}

/// Whether an aspect holds whatever the time was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Certainty {
    /// Within its orb all day.
    Certain,
    /// Within its orb during a part of the day.
    Possible,
}

impl Certainty {
    /// The name used by the API.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Certain => "certain",
            Self::Possible => "possible",
        }
    }
}

/// An aspect of a day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DayAspect {
    /// One point.
    pub point_a: Point,
    /// The other.
    pub point_b: Point,
    /// The kind.
    pub kind: AspectKind,
    /// The smallest and the largest orb of the day, degrees.
    pub orb_deg: (f64, f64),
    /// Whether it holds all day.
    pub certainty: Certainty,
}

/// Looks at a day: a point can turn or an aspect become exact in between.
const LOOKS: usize = 9;

impl DayChart {
    /// The chart of a civil day: no angles, houses, lots, sect.
    ///
    /// # Errors
    /// As [`super::Chart::compute`], without houses.
    pub fn compute(
        ephemeris: &Ephemeris<'_>,
        day: Range<Instant<Tt>>,
        observer: &Observer,
        options: &ChartOptions,
    ) -> Result<Self, ChartError> {
        let (kept, left_out): (Vec<Point>, Vec<Point>) = options
            .points
            .iter()
            .partition(|point| !matches!(point, Point::Angle(_) | Point::Lot(_)));
        let length = day.end.minus(day.start);
        let mut looks = Vec::with_capacity(LOOKS);
        for index in 0..LOOKS {
            let at = day
                .start
                .plus_days(length * index as f64 / (LOOKS - 1) as f64);
            looks.push(positions(ephemeris, at, observer, options, &kept)?);
        }
        let points = (0..kept.len())
            .map(|index| day_point(&looks, index))
            .collect();
        let mut aspects = Vec::new();
        for a in 0..kept.len() {
            for b in a + 1..kept.len() {
                if !kept[a].is_bound_to(kept[b]) {
                    push_aspects(&looks, (a, b), options, &mut aspects);
                }
            }
        }
        Ok(Self {
            day,
            points,
            aspects,
            left_out,
        })
    }
}

fn day_point(looks: &[Vec<ChartPoint>], index: usize) -> DayPoint {
    let middle = looks[LOOKS / 2][index];
    let sign = middle.sign();
    DayPoint {
        middle,
        start_deg: looks[0][index].longitude_deg,
        end_deg: looks[LOOKS - 1][index].longitude_deg,
        sign: looks
            .iter()
            .all(|look| look[index].sign() == sign)
            .then_some(sign),
    }
}

fn push_aspects(
    looks: &[Vec<ChartPoint>],
    (a, b): (usize, usize),
    options: &ChartOptions,
    aspects: &mut Vec<DayAspect>,
) {
    let (point_a, point_b) = (looks[0][a].point, looks[0][b].point);
    for kind in options.aspects.set.kinds() {
        let allowed = options
            .aspects
            .orbs
            .allowed_deg(kind, point_a.class(), point_b.class());
        let misses: Vec<f64> = looks
            .iter()
            .filter_map(|look| miss_deg(kind, &look[a].for_aspects(), &look[b].for_aspects()))
            .collect();
        if misses.len() < looks.len() {
            continue;
        }
        let largest = misses
            .iter()
            .fold(0.0_f64, |most, miss| most.max(miss.abs()));
        let smallest = misses
            .iter()
            .fold(f64::INFINITY, |least, miss| least.min(miss.abs()));
        // Between two looks the aspect may have been exact.
        let exact = misses
            .windows(2)
            .any(|pair| pair[0] * pair[1] < 0.0 && (pair[0] - pair[1]).abs() < 90.0);
        let smallest = if exact { 0.0 } else { smallest };
        if smallest <= allowed {
            aspects.push(DayAspect {
                point_a,
                point_b,
                kind,
                orb_deg: (smallest, largest),
                certainty: if largest <= allowed {
                    Certainty::Certain
                } else {
                    Certainty::Possible
                },
            });
        }
    }
}

/// The signed distance from exact, continuous through it; `None` where the kind does not apply.
fn miss_deg(kind: AspectKind, a: &AspectPoint, b: &AspectPoint) -> Option<f64> {
    let difference = crate::angle::difference_deg(a.longitude_deg, b.longitude_deg);
    Some(match kind.angle_deg() {
        // At 0 and 180 the separation turns; the signed difference goes through.
        Some(0.0) => difference,
        Some(180.0) => crate::angle::difference_deg(difference, 180.0),
        Some(angle) => difference.abs() - angle,
        None => {
            let (a, b) = a.declination_deg.zip(b.declination_deg)?;
            let parallel = a * b >= 0.0;
            if parallel != (kind == AspectKind::Parallel) {
                return None;
            }
            a.abs() - b.abs()
        }
    })
}
