//! The cubic between two samples, and what it proves about the function.

use super::walk::Node;

/// The cubic with the values and rates of two points, in `s` from 0 to 1 (Hermite).
pub(super) struct Cubic {
    width: f64,
    start: f64,
    /// Coefficients of s, s² and s³.
    c: [f64; 3],
}

impl Cubic {
    pub(super) fn through(a: Node, b: Node) -> Self {
        let width = b.x - a.x;
        let (d, r0, r1) = (b.value - a.value, a.rate * width, b.rate * width);
        Self {
            width,
            start: a.value,
            c: [r0, 3.0 * d - 2.0 * r0 - r1, r0 + r1 - 2.0 * d],
        }
    }

    /// Change by one unit of `s`.
    fn slope(&self, s: f64) -> f64 {
        let [c1, c2, c3] = self.c;
        c1 + s * (2.0 * c2 + s * 3.0 * c3)
    }

    /// Whether the rate of the function stays away from zero, given the bound on its fourth derivative.
    pub(super) fn keeps_its_direction(&self, fourth: f64) -> bool {
        let [_, c2, c3] = self.c;
        let ends = [self.slope(0.0), self.slope(1.0)];
        let vertex = -c2 / (3.0 * c3);
        let vertex = if vertex > 0.0 && vertex < 1.0 {
            self.slope(vertex)
        } else {
            ends[0]
        };
        // √3/216 M h³ per day is that times h per unit of s.
        let error = 3f64.sqrt() / 216.0 * fourth * self.width.powi(4);
        let lowest = ends[0].min(ends[1]).min(vertex);
        let highest = ends[0].max(ends[1]).max(vertex);
        lowest > error || highest < -error
    }

    /// Whether the rate of the function is monotone, given the bound on its fourth derivative.
    pub(super) fn turns_at_most_once(&self, fourth: f64) -> bool {
        let [_, c2, c3] = self.c;
        let ends = [2.0 * c2, 2.0 * c2 + 6.0 * c3];
        let error = fourth * self.width.powi(4) / 12.0;
        ends[0].min(ends[1]) > error || ends[0].max(ends[1]) < -error
    }

    /// The largest second derivative a day².
    pub(super) fn largest_curvature(&self) -> f64 {
        let [_, c2, c3] = self.c;
        let largest = (2.0 * c2).abs().max((2.0 * c2 + 6.0 * c3).abs());
        largest / (self.width * self.width)
    }

    /// The largest r''/2r' of the function's rate r, a day; infinite when r' may be zero.
    pub(super) fn bend_of_slope(&self, fourth: f64) -> f64 {
        let [_, c2, c3] = self.c;
        let (h2, h3) = (self.width * self.width, self.width.powi(3));
        let least = (2.0 * c2).abs().min((2.0 * c2 + 6.0 * c3).abs()) / h2 - fourth * h2 / 12.0;
        let most = (6.0 * c3).abs() / h3 + fourth * self.width / 2.0;
        if least > 0.0 {
            most / (2.0 * least)
        } else {
            f64::INFINITY
        }
    }

    /// Where the slope is zero; the middle when it is nowhere.
    pub(super) fn turning_point(&self) -> f64 {
        let [c1, c2, c3] = self.c;
        let root = (c2 * c2 - 3.0 * c3 * c1).sqrt();
        // Both solutions of 3 c3 s² + 2 c2 s + c1 = 0, without cancellation.
        let q = -(c2 + root.copysign(c2));
        [q / (3.0 * c3), c1 / q]
            .into_iter()
            .find(|s| (0.0..=1.0).contains(s))
            .unwrap_or(0.5)
    }

    /// Where a cubic that is monotone takes a value between those of its ends.
    pub(super) fn root(&self, value: f64) -> f64 {
        let [c1, c2, c3] = self.c;
        let miss = |s: f64| self.start - value + s * (c1 + s * (c2 + s * c3));
        let direction = (miss(1.0) - miss(0.0)).signum();
        let (mut low, mut high) = (0.0, 1.0);
        let mut s = miss(0.0) / (miss(0.0) - miss(1.0));
        for _ in 0..20 {
            let at = miss(s);
            if at * direction > 0.0 {
                high = s;
            } else {
                low = s;
            }
            let newton = s - at / self.slope(s);
            let next = if newton > low && newton < high {
                newton
            } else {
                f64::midpoint(low, high)
            };
            let moved = (next - s).abs();
            s = next;
            if moved < 1e-9 {
                break;
            }
        }
        s
    }
}
