//! Possible places of the points of a birth: one sample where its time is known, several over the
//! day where it is not. What holds in every sample is certain, what holds in some is possible.

use core::ops::Range;

use ephemeris::{Ephemeris, Instant, Observer, Tt};

use super::{Chart, ChartError, ChartFrame, ChartOptions, ChartPoint, positions};
use crate::{
    angle::difference_deg,
    aspect::{AspectKind, AspectPoint, AspectSettings},
    house::Houses,
    point::Point,
    sign::Sign,
};

/// Samples per day: a point can turn or an aspect become exact in between.
const LOOKS: usize = 9;

/// The possible places of the points of a chart.
///
/// The samples form a grid: one for a known time, a row of nine over a day, and for the midpoints
/// of two births of unknown time every combination of both rows. Between neighbors of the grid
/// every place moves continuously.
#[derive(Debug, Clone, PartialEq)]
pub struct PossiblePlaces {
    /// Row by row. Every sample has the same points in the same order.
    looks: Vec<Vec<ChartPoint>>,
    columns: usize,
    frame: ChartFrame,
}

/// A point over a day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DayPoint {
    /// At the middle of the day. Dignities are included only where they are the same all day.
    pub middle: ChartPoint,
    /// Longitude at the beginning of the day, in degrees; for a midpoint the first possible one.
    pub start_deg: f64,
    /// Longitude at the end of the day, in degrees; for a midpoint the last possible one.
    pub end_deg: f64,
    /// The sign, if it is the same all day.
    pub sign: Option<Sign>,
}

/// Whether a statement holds regardless of the birth time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Certainty {
    /// It holds at every time of the day.
    Certain,
    /// It holds at some times of the day.
    Possible,
}

impl Certainty {
    /// Returns the id used by the API.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Certain => "certain",
            Self::Possible => "possible",
        }
    }
}

/// An aspect of points whose places are uncertain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DayAspect {
    /// The first point.
    pub point_a: Point,
    /// The second point.
    pub point_b: Point,
    /// The kind.
    pub kind: AspectKind,
    /// The smallest and the largest orb, in degrees.
    pub orb_deg: (f64, f64),
    /// The largest orb allowed for this pair, in degrees.
    pub allowed_deg: f64,
    /// Whether it holds regardless of the birth time.
    pub certainty: Certainty,
}

impl DayAspect {
    /// Returns the exactness at the least exact time: 1 for exact, 0 at the limit of the orb, below
    /// 0 for an aspect that is only possible.
    pub fn least_exactness(&self) -> f64 {
        1.0 - self.orb_deg.1 / self.allowed_deg
    }
}

impl PossiblePlaces {
    /// Returns the places of a chart with a known time: one of each point.
    pub fn of_chart(chart: &Chart) -> Self {
        Self {
            looks: vec![chart.points.clone()],
            columns: 1,
            frame: chart.frame,
        }
    }

    /// Returns the places over a day of the points that need no time. Angles and lots are skipped,
    /// as are points omitted as unknown at some time of the day.
    ///
    /// # Errors
    /// As [`Chart::compute`], without houses.
    pub fn of_day(
        ephemeris: &Ephemeris<'_>,
        day: &Range<Instant<Tt>>,
        observer: &Observer,
        options: &ChartOptions,
    ) -> Result<Self, ChartError> {
        let kept: Vec<Point> = options
            .points
            .iter()
            .copied()
            .filter(|point| !needs_time(*point))
            .collect();
        let length = day.end.minus(day.start);
        let at = |index: usize| {
            let part = index as f64 / (LOOKS - 1) as f64;
            day.start.plus_days(length * part)
        };
        let mut looks = Vec::with_capacity(LOOKS);
        for index in 0..LOOKS {
            looks.push(positions(ephemeris, at(index), observer, options, &kept)?);
        }
        // A point unknown in the middle of the day is unknown at its beginning or end: spans have
        // no gaps.
        let known: Vec<Point> = looks[0]
            .iter()
            .map(|it| it.point)
            .filter(|point| looks[LOOKS - 1].iter().any(|it| it.point == *point))
            .collect();
        for look in &mut looks {
            look.retain(|it| known.contains(&it.point));
        }
        let sky = ephemeris.sky(at(LOOKS / 2))?;
        Ok(Self {
            looks,
            columns: LOOKS,
            frame: ChartFrame::of_sky(&sky, options.zodiac, 0.0),
        })
    }

    /// Combines every sample of one birth with every sample of another, independently of each
    /// other.
    pub(crate) fn combined(
        first: &Self,
        second: &Self,
        frame: ChartFrame,
        make: impl Fn(&[ChartPoint], &[ChartPoint]) -> Vec<ChartPoint>,
    ) -> Self {
        // One row per sample of the first. Two grids never combine here: births have one row.
        let rows = first.looks.iter();
        let looks = rows.flat_map(|one| second.looks.iter().map(|two| make(one, two)));
        Self {
            looks: looks.collect(),
            columns: second.looks.len(),
            frame,
        }
    }

    /// Returns the astronomical quantities at the middle of the day.
    pub fn frame(&self) -> &ChartFrame {
        &self.frame
    }

    /// Returns the points with their ranges.
    pub fn points(&self) -> Vec<DayPoint> {
        let last = self.looks.len() - 1;
        self.indices()
            .map(|index| DayPoint {
                start_deg: self.looks[0][index].longitude_deg,
                end_deg: self.looks[last][index].longitude_deg,
                ..self.point(index)
            })
            .collect()
    }

    /// Returns the points with their first and last possible longitude over the whole grid.
    pub(crate) fn points_by_extent(&self) -> Vec<DayPoint> {
        let extent = |index: usize| {
            let point = self.point(index);
            let (low, high) = self.extent_deg(index);
            DayPoint {
                start_deg: crate::angle::normalize_deg(low),
                end_deg: crate::angle::normalize_deg(high),
                ..point
            }
        };
        self.indices().map(extent).collect()
    }

    /// Returns the arc of each point: its first possible longitude, in degrees, and the width of
    /// the arc.
    pub fn arcs(&self) -> Vec<(Point, f64, f64)> {
        self.indices()
            .map(|index| {
                let (low, high) = self.extent_deg(index);
                let first = crate::angle::normalize_deg(low);
                (self.looks[0][index].point, first, high - low)
            })
            .collect()
    }

    /// Returns the points that stay in one house of another chart all day, with that house.
    pub fn houses_within(&self, houses: &Houses) -> Vec<(Point, u8)> {
        self.indices()
            .filter_map(|index| {
                let house = houses.house_of(self.looks[0][index].longitude_deg);
                let stays =
                    |look: &Vec<ChartPoint>| houses.house_of(look[index].longitude_deg) == house;
                self.looks
                    .iter()
                    .all(stays)
                    .then_some((self.looks[0][index].point, house))
            })
            .collect()
    }

    /// Returns the aspects among the points, all at the same time. Pairs tied to each other are
    /// skipped.
    pub fn aspects_within(&self, settings: &AspectSettings) -> Vec<DayAspect> {
        let mut found = Vec::new();
        for a in self.indices() {
            for b in a + 1..self.looks[0].len() {
                if self.looks[0][a].point.is_bound_to(self.looks[0][b].point) {
                    continue;
                }
                let pairs: Vec<_> = self.looks.iter().map(|look| (&look[a], &look[b])).collect();
                let grid = Grid {
                    pairs,
                    columns: self.columns,
                };
                grid.aspects(settings, &mut found);
            }
        }
        found
    }

    /// Returns the aspects from every point here to every point of another birth. The two times are
    /// independent.
    pub fn aspects_between(&self, other: &Self, settings: &AspectSettings) -> Vec<DayAspect> {
        let mut found = Vec::new();
        for a in self.indices() {
            for b in other.indices() {
                let rows = self.looks.iter();
                let pairs = rows.flat_map(|one| other.looks.iter().map(|two| (&one[a], &two[b])));
                let grid = Grid {
                    pairs: pairs.collect(),
                    columns: other.looks.len(),
                };
                grid.aspects(settings, &mut found);
            }
        }
        found
    }

    fn indices(&self) -> Range<usize> {
        0..self.looks[0].len()
    }

    fn middle(&self) -> &[ChartPoint] {
        let rows = self.looks.len() / self.columns;
        &self.looks[rows / 2 * self.columns + self.columns / 2]
    }

    fn point(&self, index: usize) -> DayPoint {
        let mut middle = self.middle()[index];
        let sign = middle.sign();
        let all = |test: &dyn Fn(&ChartPoint) -> bool| self.looks.iter().all(|it| test(&it[index]));
        if !all(&|it| it.dignities == middle.dignities) {
            middle.dignities = None;
        }
        DayPoint {
            start_deg: middle.longitude_deg,
            end_deg: middle.longitude_deg,
            sign: all(&|it| it.sign() == sign).then_some(sign),
            middle,
        }
    }

    /// Returns the first and last longitude, in degrees, unwrapped from the middle.
    fn extent_deg(&self, index: usize) -> (f64, f64) {
        let middle = self.middle()[index].longitude_deg;
        let off = self
            .looks
            .iter()
            .map(|look| difference_deg(look[index].longitude_deg, middle));
        let (low, high) = off.fold((0.0_f64, 0.0_f64), |(low, high), it| {
            (low.min(it), high.max(it))
        });
        (middle + low, middle + high)
    }
}

/// Whether a point exists only for a time and place.
pub(super) fn needs_time(point: Point) -> bool {
    matches!(point, Point::Angle(_) | Point::Lot(_))
}

/// Two points in every sample.
struct Grid<'a> {
    pairs: Vec<(&'a ChartPoint, &'a ChartPoint)>,
    columns: usize,
}

/// The deviation of a sample from exact.
#[derive(Clone, Copy)]
struct Miss {
    /// Signed, and continuous through exact.
    deg: f64,
    /// Whether the kind applies there: a parallel is on one side of the equator, a contraparallel
    /// on both.
    applies: bool,
}

impl Grid<'_> {
    fn aspects(&self, settings: &AspectSettings, found: &mut Vec<DayAspect>) {
        let Some((a, b)) = self.pairs.first() else {
            return;
        };
        let (point_a, point_b) = (a.point, b.point);
        for kind in settings.set.kinds() {
            let allowed_deg = settings
                .orbs
                .allowed_deg(kind, point_a.class(), point_b.class());
            let misses: Option<Vec<Miss>> = self
                .pairs
                .iter()
                .map(|(a, b)| miss(kind, &a.for_aspects(), &b.for_aspects()))
                .collect();
            let Some(misses) = misses else { continue };
            let orbs = || misses.iter().filter(|it| it.applies).map(|it| it.deg.abs());
            let exact = self.is_exact_between(&misses);
            let smallest = if exact {
                0.0
            } else {
                orbs().fold(f64::INFINITY, f64::min)
            };
            if smallest > allowed_deg {
                continue;
            }
            let largest = orbs().fold(0.0, f64::max);
            let always = misses.iter().all(|it| it.applies) && largest <= allowed_deg;
            found.push(DayAspect {
                point_a,
                point_b,
                kind,
                orb_deg: (smallest, largest),
                allowed_deg,
                certainty: if always {
                    Certainty::Certain
                } else {
                    Certainty::Possible
                },
            });
        }
    }

    /// Whether the aspect becomes exact between two neighbors.
    fn is_exact_between(&self, misses: &[Miss]) -> bool {
        // A jump by half a turn, of a difference or of the nearer midpoint, is not a passage
        // through exact.
        let crosses = |a: Miss, b: Miss| a.deg * b.deg < 0.0 && (a.deg - b.deg).abs() < 90.0;
        let along_rows = misses
            .chunks(self.columns)
            .any(|row| row.windows(2).any(|pair| crosses(pair[0], pair[1])));
        let below = misses.iter().skip(self.columns);
        along_rows || misses.iter().zip(below).any(|(a, b)| crosses(*a, *b))
    }
}

/// Returns the deviation from exact; `None` for a point excluded from parallels.
fn miss(kind: AspectKind, a: &AspectPoint, b: &AspectPoint) -> Option<Miss> {
    let difference = difference_deg(a.longitude_deg, b.longitude_deg);
    let everywhere = |deg: f64| Miss { deg, applies: true };
    Some(match kind.angle_deg() {
        // At 0 and 180 the separation has an extremum. The signed difference passes through.
        Some(0.0) => everywhere(difference),
        Some(180.0) => everywhere(difference_deg(difference, 180.0)),
        Some(angle) => everywhere(difference.abs() - angle),
        None => {
            let (a, b) = a.declination_deg.zip(b.declination_deg)?;
            let parallel = kind == AspectKind::Parallel;
            Miss {
                // The difference of the absolute values up to its sign, and smooth at the equator.
                deg: if parallel { a - b } else { a + b },
                applies: (a * b >= 0.0) == parallel,
            }
        }
    })
}
