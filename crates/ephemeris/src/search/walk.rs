//! The search itself: it advances from sample to sample and halves unresolved intervals.

use core::ops::ControlFlow;

use super::cubic::{Cubic, turning_point_of_three};
use super::{MAX_REFINEMENTS, MIN_DAYS, Motion, Sample, SearchResult};
use crate::time::{Instant, Tt};

/// Tolerance of a root (0.4 milliseconds).
const TOLERANCE_DAYS: f64 = 5e-9;

/// Tolerance of an extremum (a tenth of a second), where the function is stationary.
const TURN_TOLERANCE_DAYS: f64 = 1e-6;

/// A sampled point: days since the start, the unwrapped value, the rate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) x: f64,
    pub(super) value: f64,
    pub(super) rate: f64,
}

/// A search that is advanced step by step by a caller that samples many functions together.
#[derive(Debug)]
pub struct Walk<'a, S> {
    start: Instant<Tt>,
    motion: &'a Motion,
    sample: S,
    levels: &'a [f64],
    /// Periods per unit of value. A division per value would dominate the cost of the search.
    periods_per_value: f64,
    left: Option<Node>,
    /// The interval of values around the last point that contains no level. Most steps stay inside.
    quiet: (f64, f64),
}

impl<'a, E, S> Walk<'a, S>
where
    S: FnMut(Instant<Tt>) -> Result<Sample, E>,
{
    /// Starts a search at an instant. `sample` is called between the steps, where something
    /// happens.
    pub fn new(start: Instant<Tt>, motion: &'a Motion, sample: S, levels: &'a [f64]) -> Self {
        Self {
            start,
            motion,
            sample,
            levels,
            periods_per_value: motion.period.map_or(0.0, |period| 1.0 / period),
            left: None,
            quiet: (f64::INFINITY, f64::NEG_INFINITY),
        }
    }

    /// Samples the function `days` after the start.
    pub(super) fn sample(&mut self, days: f64) -> Result<Sample, E> {
        (self.sample)(self.start.plus_days(days))
    }

    /// Takes the sample at a later time, at most one step after the previous one, and visits the
    /// results in between.
    ///
    /// # Errors
    /// The first error of the sampled function.
    pub fn advance(
        &mut self,
        days: f64,
        sample: Sample,
        visit: &mut impl FnMut(SearchResult) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, E> {
        let Sample { value, rate } = sample;
        let Some(left) = self.left else {
            let node = Node {
                x: days,
                value,
                rate,
            };
            self.left = Some(node);
            return Ok(self.at_start(node, visit));
        };
        let right = self.continued(days, sample, left);
        self.left = Some(right);
        self.interval(left, right, visit)
    }

    /// Returns the point at `x`, with its value shifted by whole periods to continue from `near`.
    fn node(&mut self, x: f64, near: Node) -> Result<Node, E> {
        let sample = self.sample(x)?;
        Ok(self.continued(x, sample, near))
    }

    fn continued(&self, x: f64, sample: Sample, near: Node) -> Node {
        let Sample { value, rate } = sample;
        let value = match self.motion.period {
            None => value,
            Some(period) => {
                let expected = near.value + (x - near.x) * f64::midpoint(near.rate, rate);
                value + nearest_whole((expected - value) * self.periods_per_value) * period
            }
        };
        Node { x, value, rate }
    }

    /// Reports a level taken exactly at the start, which belongs to the range.
    fn at_start(
        &mut self,
        node: Node,
        visit: &mut impl FnMut(SearchResult) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for level in 0..self.levels.len() {
            let value = self.level_near(level, node.value);
            if (value - node.value).abs() <= f64::EPSILON * node.value.abs() {
                visit(SearchResult::Crossing {
                    at: self.start,
                    level,
                    rising: node.rate >= 0.0,
                })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Resolves an interval. Halves it until it is clear what happens inside.
    fn interval(
        &mut self,
        a: Node,
        b: Node,
        visit: &mut impl FnMut(SearchResult) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, E> {
        let cubic = Cubic::through(a, b);
        if cubic.keeps_its_direction(self.motion.fourth) {
            return self.monotone(a, b, visit);
        }
        if cubic.turns_at_most_once(self.motion.fourth) || b.x - a.x < MIN_DAYS {
            return if a.rate * b.rate < 0.0 {
                self.turn(a, b, visit)
            } else {
                self.monotone(a, b, visit)
            };
        }
        let middle = self.node(f64::midpoint(a.x, b.x), a)?;
        match self.interval(a, middle, visit)? {
            ControlFlow::Break(()) => Ok(ControlFlow::Break(())),
            ControlFlow::Continue(()) => self.interval(middle, b, visit),
        }
    }

    /// Finds the single extremum between two points whose rates have opposite signs.
    fn turn(
        &mut self,
        a: Node,
        b: Node,
        visit: &mut impl FnMut(SearchResult) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, E> {
        let width = b.x - a.x;
        let (mut low, mut high) = (a, b);
        let cubic = Cubic::through(a, b);
        let turning_point = cubic.turning_point();
        let bend = cubic.bend_of_slope(self.motion.fourth);
        let mut node = Node {
            x: a.x + width * turning_point,
            ..a
        };
        let mut last: Option<Node> = None;
        for _ in 0..MAX_REFINEMENTS {
            let exact = self.node(node.x, low)?;
            if exact.rate * a.rate > 0.0 {
                low = exact;
            } else {
                high = exact;
            }
            // The first guess uses three points. After that the rate is nearly linear: the secant
            // through the last two.
            let guess = match last {
                None => turning_point_of_three(a, exact, b),
                Some(last) => exact.x - exact.rate * (exact.x - last.x) / (exact.rate - last.rate),
            };
            let x = if guess >= low.x && guess <= high.x {
                guess
            } else {
                f64::midpoint(low.x, high.x)
            };
            let moved = (x - exact.x).abs();
            node = Node {
                x,
                value: exact.value + exact.rate * (x - exact.x) / 2.0,
                rate: 0.0,
            };
            // The error of a secant step is r''/2r' times the errors of its two points.
            let left = last.map_or(f64::INFINITY, |last| bend * moved * (x - last.x).abs());
            if left < TURN_TOLERANCE_DAYS || moved < TURN_TOLERANCE_DAYS {
                break;
            }
            last = Some(exact);
        }
        if self.monotone(a, node, visit)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let found = SearchResult::Turn {
            at: self.start.plus_days(node.x),
            value: self
                .motion
                .period
                .map_or(node.value, |period| node.value.rem_euclid(period)),
            maximum: a.rate > 0.0,
        };
        if visit(found).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        self.monotone(node, b, visit)
    }

    /// Visits every level in an interval without an extremum: from the first value, exclusive, to
    /// the last, inclusive.
    fn monotone(
        &mut self,
        a: Node,
        b: Node,
        visit: &mut impl FnMut(SearchResult) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, E> {
        let (below, above) = self.quiet;
        if a.value.min(b.value) > below && a.value.max(b.value) < above {
            return Ok(ControlFlow::Continue(()));
        }
        let rising = b.value > a.value;
        let mut reached = a.value;
        while let Some(value) = self.next_value(reached, b.value) {
            let x = self.root(a, b, value)?;
            for level in 0..self.levels.len() {
                let same =
                    (self.level_near(level, value) - value).abs() <= f64::EPSILON * value.abs();
                let found = SearchResult::Crossing {
                    at: self.start.plus_days(x),
                    level,
                    rising,
                };
                if same && visit(found).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
            reached = value;
        }
        self.quiet = self.between_levels(b.value);
        Ok(ControlFlow::Continue(()))
    }

    /// Returns the next value of any level beyond `reached` toward `end`.
    fn next_value(&self, reached: f64, end: f64) -> Option<f64> {
        let direction = (end - reached).signum();
        // Values that differ only by rounding are the same crossing.
        let grain = 4.0 * f64::EPSILON * reached.abs().max(1.0);
        let mut next: Option<f64> = None;
        for level in 0..self.levels.len() {
            let mut value = self.level_near(level, reached);
            if (value - reached) * direction <= grain {
                match self.motion.period {
                    Some(period) => value += period * direction,
                    None => continue,
                }
            }
            let within = (end - value) * direction >= 0.0;
            if within && next.is_none_or(|best| (value - best) * direction < 0.0) {
                next = Some(value);
            }
        }
        next
    }

    /// Returns the highest level below a value and the lowest above it. Both equal the value where
    /// it is a level itself.
    fn between_levels(&self, value: f64) -> (f64, f64) {
        let (mut below, mut above) = (f64::NEG_INFINITY, f64::INFINITY);
        let period = self.motion.period.unwrap_or(f64::INFINITY);
        for level in 0..self.levels.len() {
            let near = self.level_near(level, value);
            below = below.max(if near <= value { near } else { near - period });
            above = above.min(if near >= value { near } else { near + period });
        }
        (below, above)
    }

    /// Returns the value of a level nearest to `near`.
    fn level_near(&self, level: usize, near: f64) -> f64 {
        let level = self.levels[level];
        match self.motion.period {
            None => level,
            Some(period) => level + nearest_whole((near - level) * self.periods_per_value) * period,
        }
    }

    /// Returns where a monotone interval takes a value between those of its ends.
    fn root(&mut self, a: Node, b: Node, value: f64) -> Result<f64, E> {
        if (b.value - value).abs() <= f64::EPSILON * value.abs() {
            return Ok(b.x);
        }
        let (mut low, mut high) = (a.x, b.x);
        let direction = (b.value - a.value).signum();
        let cubic = Cubic::through(a, b);
        let mut x = a.x + (b.x - a.x) * cubic.root(value);
        for _ in 0..MAX_REFINEMENTS {
            let node = self.node(x, a)?;
            let miss = node.value - value;
            if miss * direction > 0.0 {
                high = x;
            } else {
                low = x;
            }
            let newton = x - miss / node.rate;
            let usable = newton >= low && newton <= high;
            let next = if usable {
                newton
            } else {
                f64::midpoint(low, high)
            };
            let moved = (next - x).abs();
            // The error of a Newton step is f''/2f' times its square.
            let left = cubic.largest_curvature() * moved * moved / (2.0 * node.rate.abs());
            x = next;
            if moved < TOLERANCE_DAYS || (usable && left < TOLERANCE_DAYS) {
                break;
            }
        }
        Ok(x)
    }
}

/// Returns the integer nearest to `x`, for values below 2^51: adding 1.5 · 2^52 leaves no room for
/// a fraction. The target processors have no instruction for it, and the function is called for
/// every sample.
fn nearest_whole(x: f64) -> f64 {
    const NO_FRACTION: f64 = 6_755_399_441_055_744.0;
    (x + NO_FRACTION) - NO_FRACTION
}
