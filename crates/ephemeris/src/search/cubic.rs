//! The cubic between two samples and what it proves about the function, and a better guess from
//! three samples.

use super::walk::Node;

/// The cubic Hermite interpolant of two points, in `s` from 0 to 1.
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

    /// Returns the derivative with respect to `s`.
    fn slope(&self, s: f64) -> f64 {
        let [c1, c2, c3] = self.c;
        c1 + s * (2.0 * c2 + s * 3.0 * c3)
    }

    /// Whether the rate of the function has no zero, given the bound on its fourth derivative.
    pub(super) fn keeps_its_direction(&self, fourth: f64) -> bool {
        let [_, c2, c3] = self.c;
        let ends = [self.slope(0.0), self.slope(1.0)];
        let vertex = -c2 / (3.0 * c3);
        let vertex = if vertex > 0.0 && vertex < 1.0 {
            self.slope(vertex)
        } else {
            ends[0]
        };
        // √3/216 M h³ per day, times h per unit of s.
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

    /// Returns the largest second derivative per day².
    pub(super) fn largest_curvature(&self) -> f64 {
        let [_, c2, c3] = self.c;
        let largest = (2.0 * c2).abs().max((2.0 * c2 + 6.0 * c3).abs());
        largest / (self.width * self.width)
    }

    /// Returns the largest r''/2r' of the function's rate r, per day; infinite when r' may be zero.
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

    /// Returns the zero of the slope, or the middle if there is none.
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

    /// Returns where a monotone cubic takes a value between those of its ends.
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

/// Returns the zero of the slope, near the second point, of the quintic through the values and
/// rates of three points (Newton's divided differences with every point doubled). It is only a
/// guess and proves nothing.
pub(super) fn turning_point_of_three(a: Node, m: Node, b: Node) -> f64 {
    let (am, mb) = (
        (m.value - a.value) / (m.x - a.x),
        (b.value - m.value) / (b.x - m.x),
    );
    let second = [
        (am - a.rate) / (m.x - a.x),
        (m.rate - am) / (m.x - a.x),
        (mb - m.rate) / (b.x - m.x),
        (b.rate - mb) / (b.x - m.x),
    ];
    let third = [
        (second[1] - second[0]) / (m.x - a.x),
        (second[2] - second[1]) / (b.x - a.x),
        (second[3] - second[2]) / (b.x - m.x),
    ];
    let fourth = [
        (third[1] - third[0]) / (b.x - a.x),
        (third[2] - third[1]) / (b.x - a.x),
    ];
    let fifth = (fourth[1] - fourth[0]) / (b.x - a.x);
    // a.value + (x - a)(a.rate + (x - a)(second + (x - m)(third + (x - m)(fourth + (x - b) fifth)))
    let terms = [
        (fourth[0], b.x),
        (third[0], m.x),
        (second[0], m.x),
        (a.rate, a.x),
    ];
    let mut x = m.x;
    for _ in 0..3 {
        // Horner's scheme for the value, the slope and half the second derivative.
        let (mut value, mut slope, mut half_bend) = (fifth, 0.0, 0.0);
        for (coefficient, node) in terms {
            half_bend = half_bend * (x - node) + slope;
            slope = slope * (x - node) + value;
            value = value * (x - node) + coefficient;
        }
        // One more step, for the constant that is left out.
        let bend = 2.0 * (half_bend * (x - a.x) + slope);
        let slope = slope * (x - a.x) + value;
        x -= slope / bend;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_polynomial_of_fifth_degree_turns_where_it_is_said_to() {
        // f = (x - 1.7)² (x³ + 3), with an extremum at 1.7.
        let node = |x: f64| {
            let (u, v) = (x - 1.7, x * x * x + 3.0);
            Node {
                x,
                value: u * u * v,
                rate: 2.0 * u * v + u * u * 3.0 * x * x,
            }
        };
        let found = turning_point_of_three(node(0.8), node(1.69), node(2.9));
        assert!((found - 1.7).abs() < 1e-9, "{found}");
    }
}
