//! Stations, ingresses and lunations of many bodies in one pass. Bodies sampled at the same
//! instants share one computation of the sky, which is faster than one search per body.

use core::ops::ControlFlow;

use super::Range;
use super::crossing::{difference, difference_motion, longitude};
use super::ingress::{Ingress, SIGN_STARTS_DEG};
use super::lunation::{Lunation, Phase};
use super::motion::longitude_motion;
use super::station::Station;
use crate::body::Body;
use crate::ephemeris::{Ephemeris, SkyError};
use crate::search::{Motion, Sample, SearchResult, Walk};
use crate::time::{Instant, Tt};

/// An event of the almanac.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SkyEvent {
    /// A body enters a sign.
    Ingress(Ingress),
    /// A body is stationary in longitude.
    Station(Station),
    /// A principal phase of the Moon.
    Lunation(Lunation),
}

impl SkyEvent {
    /// Returns the instant of the event.
    pub fn at(&self) -> Instant<Tt> {
        match self {
            Self::Ingress(it) => it.at,
            Self::Station(it) => it.at,
            Self::Lunation(it) => it.at,
        }
    }
}

/// Finds every ingress and station of the bodies and every principal phase of the Moon, in
/// chronological order.
///
/// ```
/// # #[cfg(feature = "embedded")] {
/// use ephemeris::event::almanac::{SkyEvent, almanac};
/// use ephemeris::{Body, Ephemeris, Instant};
///
/// let start = Instant::from_julian_date(2_460_310.5);
/// let events = almanac(Ephemeris::embedded(), &[Body::Sun, Body::Mercury], start..start.plus_days(366.0))?;
/// let stations = events.iter().filter(|event| matches!(event, SkyEvent::Station(_)));
/// assert_eq!(stations.count(), 7);
/// assert!(events.windows(2).all(|pair| pair[0].at() <= pair[1].at()));
/// # }
/// # Ok::<(), ephemeris::SkyError>(())
/// ```
///
/// # Errors
/// The ephemeris does not cover the range for one of the bodies.
pub fn almanac(
    ephemeris: &Ephemeris<'_>,
    bodies: &[Body],
    range: Range,
) -> Result<Vec<SkyEvent>, SkyError> {
    let mut events = Vec::new();
    let length = range.end.minus(range.start);
    if length.is_nan() || length <= 0.0 {
        return Ok(events);
    }
    let motions: Vec<Motion> = bodies.iter().map(|body| longitude_motion(*body)).collect();
    let moon_motion = difference_motion(Body::Moon, Body::Sun);
    let grid = Grid::new(length, moon_motion.step_days, &motions);
    let phases = Phase::ALL.map(Phase::elongation_deg);
    let elongation = difference(ephemeris, Body::Moon, Body::Sun);
    let mut phase_walk = Walk::new(range.start, &moon_motion, elongation, &phases);
    let mut walks: Vec<_> = bodies
        .iter()
        .zip(&motions)
        .map(|(body, motion)| {
            let function = longitude(ephemeris, *body);
            let walk = Walk::new(range.start, motion, function, &SIGN_STARTS_DEG);
            (*body, grid.every(motion), walk)
        })
        .collect();
    for index in 0..=grid.steps {
        let days = grid.days(index);
        let sky = ephemeris.sky(range.start.plus_days(days))?;
        let (moon, sun) = (sky.longitude(Body::Moon)?, sky.longitude(Body::Sun)?);
        for (body, every, walk) in &mut walks {
            if index.is_multiple_of(*every) || index == grid.steps {
                let (value, rate) = match *body {
                    Body::Moon => moon,
                    Body::Sun => sun,
                    other => sky.longitude(other)?,
                };
                let sample = Sample { value, rate };
                let mut visit = |found| keep(&mut events, body_event(*body, found));
                if walk.advance(days, sample, &mut visit)?.is_break() {
                    return Ok(events);
                }
            }
        }
        let sample = Sample {
            value: moon.0 - sun.0,
            rate: moon.1 - sun.1,
        };
        let mut visit = |found| keep(&mut events, lunation(found));
        if phase_walk.advance(days, sample, &mut visit)?.is_break() {
            return Ok(events);
        }
    }
    events.sort_by(|a, b| a.at().minus(b.at()).total_cmp(&0.0));
    Ok(events)
}

/// The sampling grid: equal steps, the shortest that any of the bodies needs. The other bodies use
/// every second, third … instant.
struct Grid {
    steps: u64,
    step_days: f64,
}

impl Grid {
    fn new(length_days: f64, shortest_days: f64, motions: &[Motion]) -> Self {
        let shortest = motions.iter().map(|motion| motion.step_days);
        let shortest = shortest.fold(shortest_days, f64::min);
        let steps = whole(length_days / shortest) + 1;
        Self {
            steps,
            step_days: length_days / steps as f64,
        }
    }

    /// Returns the sampling interval of a body in steps of the grid.
    fn every(&self, motion: &Motion) -> u64 {
        whole(motion.step_days / self.step_days).max(1)
    }

    fn days(&self, index: u64) -> f64 {
        index as f64 * self.step_days
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "numbers of steps, not negative"
)]
fn whole(value: f64) -> u64 {
    value as u64
}

fn keep(events: &mut Vec<SkyEvent>, event: Option<SkyEvent>) -> ControlFlow<()> {
    events.extend(event);
    ControlFlow::Continue(())
}

fn body_event(body: Body, found: SearchResult) -> Option<SkyEvent> {
    Ingress::of_crossing(body, found)
        .map(SkyEvent::Ingress)
        .or_else(|| Station::of_turn(body, found).map(SkyEvent::Station))
}

fn lunation(found: SearchResult) -> Option<SkyEvent> {
    Lunation::of_crossing(found).map(SkyEvent::Lunation)
}

#[cfg(test)]
#[cfg(feature = "embedded")]
mod tests {
    use super::*;
    use crate::event::ingress::ingresses;
    use crate::event::lunation::lunations;
    use crate::event::station::stations;

    #[test]
    fn together_and_one_by_one_give_the_same() {
        let ephemeris = Ephemeris::embedded();
        let bodies = [
            Body::Sun,
            Body::Moon,
            Body::Mercury,
            Body::TrueNode,
            Body::Pluto,
            Body::Chiron,
        ];
        let start = Instant::from_julian_date(2_450_000.25);
        let range = start..start.plus_days(1_000.7);
        let together = almanac(ephemeris, &bodies, range.clone()).unwrap();
        let mut single = Vec::new();
        for body in bodies {
            single.extend(
                ingresses(ephemeris, body, range.clone())
                    .unwrap()
                    .into_iter()
                    .map(SkyEvent::Ingress),
            );
            single.extend(
                stations(ephemeris, body, range.clone())
                    .unwrap()
                    .into_iter()
                    .map(SkyEvent::Station),
            );
        }
        single.extend(
            lunations(ephemeris, range)
                .unwrap()
                .into_iter()
                .map(SkyEvent::Lunation),
        );
        single.sort_by(|a, b| a.at().minus(b.at()).total_cmp(&0.0));
        assert_eq!(together.len(), single.len());
        for (one, other) in together.iter().zip(&single) {
            let apart = one.at().minus(other.at()) * 86_400.0;
            assert_eq!(core::mem::discriminant(one), core::mem::discriminant(other));
            let tolerance = if matches!(one, SkyEvent::Station(_)) {
                0.3
            } else {
                0.001
            };
            assert!(apart.abs() < tolerance, "{one:?} {other:?}");
        }
    }
}
