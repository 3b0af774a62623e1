//! The motion of a chart around a birth: polynomials through exact charts.
//!
//! Chebyshev polynomials of degree 20 through the charts of 21 instants. Over two days they differ from the exact
//! longitudes by less than 5e-6 degree, a thirtieth of a second of the Moon's motion
//! (`polynomials_are_the_exact_motion`).

use std::f64::consts::PI;

use ephemeris::{Body, Ephemeris};

use super::{MarginRequest, Place, is_examined};
use crate::{
    angle::{difference_deg, normalize_deg},
    aspect::{AspectSet, AspectSettings},
    chart::{Chart, ChartError, ChartMoment, ChartOptions},
    house::{Angles, HouseFrame, HouseSystem, Houses},
    point::Point,
};

/// Number of exact charts.
const NODES: usize = 21;
/// Length of the cells in which roots are isolated: a quarter of an hour.
pub(super) const CELL_DAYS: f64 = 1.0 / 96.0;
/// Degrees that the sphere turns in a day of mean solar time.
const TURN_DEG: f64 = 360.985_647_37;

/// A smooth function of time around the birth.
#[derive(Debug)]
struct Curve {
    /// Chebyshev coefficients.
    terms: [f64; NODES],
    /// Half the length of its span, in days.
    half_days: f64,
}

impl Curve {
    /// The curve through the values at the nodes.
    fn through(values: &[f64; NODES], half_days: f64) -> Self {
        let count = NODES as f64;
        let terms = std::array::from_fn(|order| {
            let sum: f64 = (0..NODES)
                .map(|node| {
                    let angle = order as f64 * (node as f64 + 0.5) * PI / count;
                    values[node] * angle.cos()
                })
                .sum();
            sum * if order == 0 { 1.0 } else { 2.0 } / count
        });
        Self { terms, half_days }
    }

    fn at(&self, days: f64) -> f64 {
        let x = days / self.half_days;
        let (mut next, mut after) = (0.0, 0.0);
        for term in self.terms[1..].iter().rev() {
            (next, after) = (2.0 * x * next - after + term, next);
        }
        x * next - after + self.terms[0]
    }

    /// A bound on the second derivative: that of `T_n` is at most n²(n² - 1)/3 on its span.
    fn curvature(&self) -> f64 {
        let bounds = self.terms.iter().enumerate().map(|(order, term)| {
            let square = (order * order) as f64;
            term.abs() * square * (square - 1.0).max(0.0) / 3.0
        });
        bounds.sum::<f64>() / (self.half_days * self.half_days)
    }
}

/// The chart at one instant.
#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    /// Days since the birth.
    pub(super) days: f64,
    /// Longitudes of the points, in degrees.
    pub(super) points_deg: Vec<f64>,
    /// Ascendant and midheaven, in degrees.
    pub(super) angles_deg: [f64; 2],
    /// The houses, where the system has cusps.
    pub(super) houses: Option<Houses>,
    /// Sine of the Sun's altitude.
    pub(super) sun_height: f64,
    /// What the houses follow from.
    pub(super) frame: HouseFrame,
}

impl Snapshot {
    /// The longitude of a place, in degrees.
    pub(super) fn longitude_deg(&self, place: Place) -> f64 {
        match place {
            Place::Point(index) => self.points_deg[index],
            Place::Ascendant => self.angles_deg[0],
            Place::Midheaven => self.angles_deg[1],
        }
    }
}

/// The motion of a chart.
#[derive(Debug)]
pub(super) struct Motion {
    /// The points, in the order of the longitudes.
    pub(super) points: Vec<Point>,
    /// The system of the houses; `None` where they are not examined.
    pub(super) system: Option<HouseSystem>,
    /// The birth.
    pub(super) moment: ChartMoment,
    /// Days to each side of the birth.
    pub(super) window_days: f64,
    latitude_deg: f64,
    longitudes: Vec<Curve>,
    armc: Curve,
    obliquity: Curve,
    offset: Curve,
    sun_right_ascension: Curve,
    sun_declination: Curve,
    /// Bounds on the second derivatives of Ascendant and midheaven, and of the cusps.
    angle_curvature: [f64; 2],
    cusp_curvature: [f64; 12],
}

impl Motion {
    /// Computes the motion of the points of a chart that are examined.
    pub(super) fn compute(
        ephemeris: &Ephemeris<'_>,
        request: &MarginRequest,
        chart: &Chart,
    ) -> Result<Self, ChartError> {
        let points: Vec<Point> = chart.points.iter().map(|it| it.point).collect();
        let points: Vec<Point> = points.into_iter().filter(|it| is_examined(*it)).collect();
        let options = ChartOptions {
            points: std::iter::once(Point::Body(Body::Sun))
                .chain(points.iter().copied())
                .collect(),
            house_system: HouseSystem::Whole,
            aspects: AspectSettings {
                set: AspectSet::NONE,
                ..AspectSettings::default()
            },
            ..request.options.clone()
        };
        // Flips are searched up to the end of the window, and looked at just beyond.
        let half_days = request.window_days + 0.001;
        let charts = (0..NODES)
            .map(|node| {
                let x = ((node as f64 + 0.5) * PI / NODES as f64).cos();
                let at = ChartMoment::from_tt(request.moment.tt.plus_days(x * half_days));
                Chart::compute(ephemeris, at, &request.observer, &options)
            })
            .collect::<Result<Vec<Chart>, ChartError>>()?;
        let smooth = |value: &dyn Fn(&Chart) -> f64| {
            let values = std::array::from_fn(|node| value(&charts[node]));
            Curve::through(&values, half_days)
        };
        let angular = |value: &dyn Fn(&Chart) -> f64| {
            // The middle node is the birth.
            let middle = value(&charts[NODES / 2]);
            smooth(&|it| middle + difference_deg(value(it), middle))
        };
        let days = |it: &Chart| it.moment.tt.minus(request.moment.tt);
        let longitudes =
            (1..=points.len()).map(|index| angular(&|it| it.points[index].longitude_deg));
        let is_polar = request.observer.latitude_deg.abs() + chart.frame.obliquity_deg > 89.5;
        let system = chart.houses.as_ref().map(|it| it.system);
        let mut motion = Self {
            system: system.filter(|it| !is_polar || is_made_of_signs(*it)),
            moment: request.moment,
            window_days: request.window_days,
            latitude_deg: request.observer.latitude_deg,
            longitudes: longitudes.collect(),
            armc: angular(&|it| normalize_deg(it.frame.armc_deg - TURN_DEG * days(it))),
            obliquity: smooth(&|it| it.frame.obliquity_deg),
            offset: smooth(&|it| it.frame.zodiac_offset_deg),
            sun_right_ascension: angular(&|it| it.points[0].right_ascension_deg),
            sun_declination: smooth(&|it| it.points[0].declination_deg),
            points,
            angle_curvature: [0.0; 2],
            cusp_curvature: [0.0; 12],
        };
        motion.measure_curvature();
        Ok(motion)
    }

    /// The chart so many days after the birth.
    pub(super) fn at(&self, days: f64) -> Snapshot {
        let frame = self.frame(days);
        let angles = Angles::compute(&frame);
        let height = self.sun_height(days);
        Snapshot {
            days,
            points_deg: self
                .longitudes
                .iter()
                .map(|it| normalize_deg(it.at(days)))
                .collect(),
            angles_deg: [angles.ascendant_deg, angles.midheaven_deg],
            houses: self.houses(&frame),
            sun_height: height,
            frame,
        }
    }

    pub(super) fn houses(&self, frame: &HouseFrame) -> Option<Houses> {
        Houses::compute(self.system?, frame).ok()
    }

    fn frame(&self, days: f64) -> HouseFrame {
        HouseFrame {
            armc_deg: normalize_deg(self.armc.at(days) + TURN_DEG * days),
            obliquity_deg: self.obliquity.at(days),
            latitude_deg: self.latitude_deg,
            sun_declination_deg: self.sun_declination.at(days),
            ayanamsha_deg: self.offset.at(days),
        }
    }

    /// The longitude of a place, in degrees, in any turn.
    pub(super) fn longitude_deg(&self, place: Place, days: f64) -> f64 {
        match place {
            Place::Point(index) => self.longitudes[index].at(days),
            Place::Ascendant => Angles::compute(&self.frame(days)).ascendant_deg,
            Place::Midheaven => Angles::compute(&self.frame(days)).midheaven_deg,
        }
    }

    /// The longitude of a cusp, in degrees.
    pub(super) fn cusp_deg(&self, index: usize, days: f64) -> f64 {
        let houses = self.houses(&self.frame(days));
        houses.map_or(f64::NAN, |it| it.cusps_deg[index])
    }

    /// The sine of the Sun's altitude.
    pub(super) fn sun_height(&self, days: f64) -> f64 {
        let hour_angle = self.armc.at(days) + TURN_DEG * days - self.sun_right_ascension.at(days);
        let (sin_lat, cos_lat) = self.latitude_deg.to_radians().sin_cos();
        let (sin_dec, cos_dec) = self.sun_declination.at(days).to_radians().sin_cos();
        sin_lat * sin_dec + cos_lat * cos_dec * hour_angle.to_radians().cos()
    }

    /// A bound on the second derivative of a place, in degrees per day squared.
    pub(super) fn curvature(&self, place: Place) -> f64 {
        match place {
            Place::Point(index) => self.longitudes[index].curvature(),
            Place::Ascendant => self.angle_curvature[0],
            Place::Midheaven => self.angle_curvature[1],
        }
    }

    /// The same of a cusp.
    pub(super) const fn cusp_curvature(&self, index: usize) -> f64 {
        self.cusp_curvature[index]
    }

    /// Bounds the second derivatives of angles and cusps by four times their largest second difference. Cells are an
    /// eighth of the shortest wave in the motion of a cusp, so the difference is near the derivative.
    fn measure_curvature(&mut self) {
        let cells = (self.window_days / CELL_DAYS).ceil() + 1.0;
        let mut before: Vec<[f64; 14]> = Vec::new();
        let mut most = [0.0_f64; 14];
        let mut step = -cells;
        while step <= cells {
            let frame = self.frame(step * CELL_DAYS);
            let angles = Angles::compute(&frame);
            let mut row = [0.0; 14];
            row[0] = angles.ascendant_deg;
            row[1] = angles.midheaven_deg;
            if let Some(houses) = self.houses(&frame) {
                row[2..].copy_from_slice(&houses.cusps_deg);
            }
            if let [.., first, second] = before.as_slice() {
                for index in 0..14 {
                    let slower = difference_deg(second[index], first[index]);
                    let change = difference_deg(row[index], second[index]) - slower;
                    most[index] = most[index].max(change.abs());
                }
            }
            before.push(row);
            step += 1.0;
        }
        let bound = |difference: f64| 4.0 * difference / (CELL_DAYS * CELL_DAYS);
        self.angle_curvature = [bound(most[0]), bound(most[1])];
        self.cusp_curvature = std::array::from_fn(|index| bound(most[index + 2]));
    }
}

/// Whether the houses of a system are whole signs.
pub(super) const fn is_made_of_signs(system: HouseSystem) -> bool {
    matches!(system, HouseSystem::Whole | HouseSystem::EqualAries)
}

#[cfg(test)]
mod tests {
    use ephemeris::{Instant, Observer};

    use super::*;
    use crate::margin::{Alternatives, FactSet};

    #[test]
    fn polynomials_are_the_exact_motion() {
        let request = MarginRequest {
            moment: ChartMoment::from_tt(Instant::from_julian_date(2_448_058.02)),
            observer: Observer {
                latitude_deg: 52.37,
                longitude_deg: 4.9,
                height_m: 0.0,
            },
            options: ChartOptions {
                topocentric_moon: true,
                ..ChartOptions::default()
            },
            facts: FactSet::default(),
            window_days: 1.0,
            alternatives: Alternatives::default(),
        };
        let ephemeris = Ephemeris::embedded();
        let exact = |days: f64| {
            let at = ChartMoment::from_tt(request.moment.tt.plus_days(days));
            Chart::compute(ephemeris, at, &request.observer, &request.options).unwrap()
        };
        let motion = Motion::compute(ephemeris, &request, &exact(0.0)).unwrap();
        let mut worst = 0.0_f64;
        for index in 0..40 {
            let days = -0.99 + 0.05 * f64::from(index);
            let (found, exact) = (motion.at(days), exact(days));
            for (point, longitude_deg) in motion.points.iter().zip(&found.points_deg) {
                let expected = exact.point(*point).unwrap().longitude_deg;
                worst = worst.max(difference_deg(*longitude_deg, expected).abs());
            }
            let ascendant = exact.angles.unwrap().ascendant_deg;
            let off = difference_deg(found.angles_deg[0], ascendant).abs();
            assert!(off < 1e-6, "{days} {off}");
        }
        assert!(worst < 5e-6, "{worst:e}");
    }
}
