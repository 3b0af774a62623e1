//! Search for crossings of a level and extrema of a function of time. Every event uses it.
//!
//! # Why nothing is missed
//! The function is sampled with its rate at regular steps of `h` days and replaced by the cubic
//! with the same values and rates at both ends. If the fourth derivative stays below `M`, the error
//! of the cubic's rate is at most `√3/216 M h³` and that of its second derivative at most `M h²/12`
//! (Birkhoff & Priver, Journal of Mathematics and Physics 46, 1967: error bounds of Hermite
//! interpolation). An interval is resolved when
//! - the cubic's rate differs from zero by more than its error: the function has no extremum there,
//!   or
//! - the cubic's second derivative does: the rate is monotone, and the signs of the exact rates at
//!   both ends tell whether there is one extremum or none.
//!
//! Otherwise the interval is halved. Between two extrema the function is monotone, and the exact
//! values at both ends tell which levels it crosses. [`Motion::fourth`] is the only assumption.
//! `motion` lists it for every body, and the tests check it against dense sampling.
//!
//! # Why it terminates
//! The number of steps is fixed in advance, halving stops at [`MIN_DAYS`], and every
//! refinement of a root takes at most [`MAX_REFINEMENTS`] rounds inside a bracket that only
//! shrinks.

mod cubic;
mod walk;
mod zero;

use core::ops::{ControlFlow, Range};

pub use walk::Walk;
pub use zero::zero_between;

use crate::time::{Instant, Tt};

/// Intervals of this length are not halved any further (nine seconds).
pub const MIN_DAYS: f64 = 1e-4;

/// Maximum rounds to refine one root. Bisection alone needs 50 from a day to the resolution of
/// time.
pub const MAX_REFINEMENTS: u32 = 80;

/// Value and rate of a function at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The value. For an angle, any of the values that differ by full turns.
    pub value: f64,
    /// The rate per day.
    pub rate: f64,
}

/// What is known about a function before it is sampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// Days between samples.
    pub step_days: f64,
    /// An upper bound of the absolute fourth derivative (units per day⁴).
    pub fourth: f64,
    /// The period: values that differ by it are equivalent. 360 for angles in degrees.
    pub period: Option<f64>,
}

/// A result of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SearchResult {
    /// The function crosses a level.
    Crossing {
        /// The instant.
        at: Instant<Tt>,
        /// The index of the level, counted from 0.
        level: usize,
        /// Whether the function is increasing.
        rising: bool,
    },
    /// The function has an extremum.
    Turn {
        /// The instant.
        at: Instant<Tt>,
        /// The value, from 0 up to the period if there is one.
        value: f64,
        /// Whether it is a maximum.
        maximum: bool,
    },
}

impl SearchResult {
    /// Returns the instant.
    pub fn at(&self) -> Instant<Tt> {
        match self {
            Self::Crossing { at, .. } | Self::Turn { at, .. } => *at,
        }
    }
}

/// Visits every crossing of a level and every extremum in `[range.start, range.end)`, in
/// chronological order.
///
/// ```
/// use core::ops::ControlFlow;
/// use ephemeris::{Instant, Tt};
/// use ephemeris::search::{SearchResult, Motion, Sample, scan};
///
/// // A pendulum of ten days: sin(x) crosses 0.5 twice per period and has two extrema.
/// let start = Instant::<Tt>::from_julian_date(2_451_545.0);
/// let frequency = core::f64::consts::TAU / 10.0;
/// let motion = Motion { step_days: 1.5, fourth: frequency.powi(4), period: None };
/// let pendulum = |at: Instant<Tt>| {
///     let phase = at.minus(start) * frequency;
///     Ok::<_, core::convert::Infallible>(Sample { value: phase.sin(), rate: frequency * phase.cos() })
/// };
/// let mut days = Vec::new();
/// scan(start..start.plus_days(10.0), &motion, pendulum, &[0.5], |found| {
///     days.push((found.at().minus(start) * 1000.0).round() / 1000.0);
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(days, [0.833, 2.5, 4.167, 7.5]);
/// # Ok::<(), core::convert::Infallible>(())
/// ```
///
/// # Errors
/// The first error of `sample`.
pub fn scan<E>(
    range: Range<Instant<Tt>>,
    motion: &Motion,
    sample: impl FnMut(Instant<Tt>) -> Result<Sample, E>,
    levels: &[f64],
    visit: impl FnMut(SearchResult) -> ControlFlow<()>,
) -> Result<(), E> {
    let length = range.end.minus(range.start);
    if !(length > 0.0 && motion.step_days > 0.0) {
        return Ok(());
    }
    let steps = (length / motion.step_days).ceil();
    let step = length / steps;
    let mut walk = Walk::new(range.start, motion, sample, levels);
    let mut visit = visit;
    let mut index = 0.0;
    while index <= steps {
        let days = index * step;
        let sample = walk.sample(days)?;
        if walk.advance(days, sample, &mut visit)?.is_break() {
            break;
        }
        index += 1.0;
    }
    Ok(())
}

/// Returns every crossing and extremum in `[range.start, range.end)`.
///
/// # Errors
/// The first error of `sample`.
pub fn find_all<E>(
    range: Range<Instant<Tt>>,
    motion: &Motion,
    sample: impl FnMut(Instant<Tt>) -> Result<Sample, E>,
    levels: &[f64],
) -> Result<Vec<SearchResult>, E> {
    let mut all = Vec::new();
    scan(range, motion, sample, levels, |found| {
        all.push(found);
        ControlFlow::Continue(())
    })?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use core::convert::Infallible;
    use core::f64::consts::TAU;

    use super::*;

    fn start() -> Instant<Tt> {
        Instant::from_days_since_j2000(1234.5)
    }

    /// An angle that moves like a planet: uniform motion and two oscillations (amplitude in
    /// degrees, days).
    #[derive(Clone, Copy)]
    struct Wheel {
        speed: f64,
        waves: [(f64, f64); 2],
    }

    impl Wheel {
        fn sample(self, x: f64) -> Sample {
            // Not zero at the start, where the two counting methods differ.
            let mut value = self.speed * x + 0.1;
            let mut rate = self.speed;
            for (amplitude, days) in self.waves {
                let n = TAU / days;
                value += amplitude * (n * x).sin();
                rate += amplitude * n * (n * x).cos();
            }
            Sample {
                value: value.rem_euclid(360.0),
                rate,
            }
        }

        fn fourth(self) -> f64 {
            let one = |(amplitude, days): (f64, f64)| amplitude.abs() * (TAU / days).powi(4);
            self.waves.into_iter().map(one).sum()
        }

        fn search(
            self,
            step_days: f64,
            days: f64,
            levels: &[f64],
        ) -> (Vec<(f64, usize)>, Vec<f64>) {
            let motion = Motion {
                step_days,
                fourth: self.fourth(),
                period: Some(360.0),
            };
            let sample = |at: Instant<Tt>| Ok::<_, Infallible>(self.sample(at.minus(start())));
            let found =
                find_all(start()..start().plus_days(days), &motion, sample, levels).unwrap();
            let (mut crossings, mut turns) = (Vec::new(), Vec::new());
            for found in found {
                let x = found.at().minus(start());
                match found {
                    SearchResult::Crossing { level, .. } => crossings.push((x, level)),
                    SearchResult::Turn { .. } => turns.push(x),
                }
            }
            (crossings, turns)
        }

        /// Finds the same by sampling every half minute.
        fn brute(self, days: f64, levels: &[f64]) -> (Vec<(f64, usize)>, Vec<f64>) {
            let step = 1.0 / 3000.0;
            let (mut crossings, mut turns) = (Vec::new(), Vec::new());
            let mut index = 0.0;
            while index * step < days {
                let (x, next) = (index * step, (index + 1.0) * step);
                let (a, b) = (self.sample(x), self.sample(next));
                for (level, value) in levels.iter().enumerate() {
                    let wrap = |v: f64| (v - value + 180.0).rem_euclid(360.0) - 180.0;
                    let (before, after) = (wrap(a.value), wrap(b.value));
                    if before.abs() < 90.0 && (before < 0.0) != (after < 0.0) {
                        crossings.push((x, level));
                    }
                }
                if (a.rate < 0.0) != (b.rate < 0.0) {
                    turns.push(x);
                }
                index += 1.0;
            }
            (crossings, turns)
        }
    }

    #[test]
    fn nothing_is_missed_that_dense_sampling_sees() {
        let levels = [0.0, 30.0, 33.3, 90.0, 215.0];
        for wheel in [
            Wheel {
                speed: 1.0,
                waves: [(30.0, 116.0), (7.0, 88.0)],
            },
            Wheel {
                speed: 13.2,
                waves: [(6.3, 27.5), (1.3, 14.8)],
            },
            Wheel {
                speed: 0.004,
                waves: [(2.9, 365.0), (0.01, 27.0)],
            },
            Wheel {
                speed: -0.053,
                waves: [(1.5, 173.0), (0.15, 14.0)],
            },
            Wheel {
                speed: 0.11,
                waves: [(15.0, 31.8), (10.0, 9.6)],
            },
        ] {
            let (brute_crossings, brute_turns) = wheel.brute(400.0, &levels);
            for step in [0.5, 2.0, 7.3, 16.0] {
                let (crossings, turns) = wheel.search(step, 400.0, &levels);
                assert_eq!(
                    crossings.len(),
                    brute_crossings.len(),
                    "{} {step}",
                    wheel.speed
                );
                assert_eq!(turns.len(), brute_turns.len(), "{} {step}", wheel.speed);
                for ((x, level), (brute, brute_level)) in crossings.iter().zip(&brute_crossings) {
                    assert_eq!(level, brute_level);
                    assert!((x - brute) >= -1e-8 && (x - brute) < 1.0 / 3000.0 + 1e-8);
                    let miss =
                        (wheel.sample(*x).value - levels[*level] + 180.0).rem_euclid(360.0) - 180.0;
                    assert!(miss.abs() < 1e-7, "{miss}");
                }
                for (x, brute) in turns.iter().zip(&brute_turns) {
                    let after = x - brute;
                    let within = (-1e-5..1.0 / 3000.0 + 1e-5).contains(&after);
                    assert!(within, "{} {step}: {x} {after}", wheel.speed);
                }
            }
        }
    }

    #[test]
    fn two_crossings_beside_a_turn_are_both_found() {
        // The maximum is 90 + 1e-7: the level 90 is crossed twice within minutes.
        let wheel = |x: f64| Sample {
            value: 90.0 + 1e-7 - (x - 5.0) * (x - 5.0),
            rate: -2.0 * (x - 5.0),
        };
        let motion = Motion {
            step_days: 4.0,
            fourth: 1e-6,
            period: Some(360.0),
        };
        let sample = |at: Instant<Tt>| Ok::<_, Infallible>(wheel(at.minus(start())));
        let found = find_all(start()..start().plus_days(20.0), &motion, sample, &[90.0]).unwrap();
        let x: Vec<f64> = found
            .iter()
            .map(|it| it.at().minus(start()) - 5.0)
            .collect();
        let expected = [-1e-7f64.sqrt(), 0.0, 1e-7f64.sqrt()];
        assert_eq!(x.len(), 3, "{found:?}");
        assert!(
            x.iter().zip(expected).all(|(x, it)| (x - it).abs() < 1e-6),
            "{x:?}"
        );
    }

    #[test]
    fn the_range_is_half_open_and_may_be_empty() {
        let sample = |at: Instant<Tt>| {
            Ok::<_, Infallible>(Sample {
                value: at.minus(start()),
                rate: 1.0,
            })
        };
        let motion = Motion {
            step_days: 1.0,
            fourth: 0.0,
            period: None,
        };
        let days = |days: f64, levels: &[f64]| {
            find_all(start()..start().plus_days(days), &motion, sample, levels)
                .unwrap()
                .len()
        };
        assert_eq!(days(3.0, &[0.0, 1.0, 2.0]), 3);
        assert_eq!(days(-3.0, &[0.0]), 0);
        assert_eq!(days(f64::NAN, &[0.0]), 0);
        assert_eq!(
            days(2.0, &[0.5, 0.5, 7.0]),
            2,
            "equal levels are distinguished"
        );
    }

    #[test]
    fn a_function_without_a_rate_ends_too() {
        let sample = |_: Instant<Tt>| {
            Ok::<_, Infallible>(Sample {
                value: 0.0,
                rate: 0.0,
            })
        };
        let motion = Motion {
            step_days: 1.0,
            fourth: 1e9,
            period: None,
        };
        let mut count = 0;
        scan(
            start()..start().plus_days(2.0),
            &motion,
            sample,
            &[0.0],
            |_| {
                count += 1;
                ControlFlow::Continue(())
            },
        )
        .unwrap();
        assert_eq!(count, 1, "it is on the level at the start");
    }

    #[test]
    fn a_visitor_may_stop() {
        let wheel = Wheel {
            speed: 13.2,
            waves: [(6.3, 27.5), (1.3, 14.8)],
        };
        let motion = Motion {
            step_days: 1.0,
            fourth: wheel.fourth(),
            period: Some(360.0),
        };
        let sample = |at: Instant<Tt>| Ok::<_, Infallible>(wheel.sample(at.minus(start())));
        let mut first = None;
        scan(
            start()..start().plus_days(1e9),
            &motion,
            sample,
            &[180.0],
            |found| {
                first = Some(found);
                ControlFlow::Break(())
            },
        )
        .unwrap();
        assert!(first.unwrap().at().minus(start()) < 27.0);
    }
}
