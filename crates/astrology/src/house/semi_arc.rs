//! Points of the ecliptic at a given fraction of their own semi-arc: the equation behind Placidus
//! and Gauquelin.
//!
//! With the ascensional difference AD, sin AD = tan(latitude) tan(declination), the diurnal
//! semi-arc is 90 + AD. A point at the fraction f of it before culmination satisfies `ra = ARMC + f
//! (90 + AD(ra))`; the ecliptic gives tan(declination) = tan(obliquity) sin(ra). So every cusp is a
//! root of `ra = base + factor x asin(k sin ra)` with k = tan(latitude) tan(obliquity), |k| < 1
//! within the polar circles. The slope of the right side is at most |factor x k|, so the root is
//! unique and lies within 90 factor degrees of the base.

use std::f64::consts::FRAC_PI_2;

/// Guarantees termination for any input.
const STEPS_MAX: u32 = 80;

/// In radians, times the cosine of the ascensional difference: near the polar circle the slope
/// changes abruptly within about that cosine of 90 degrees, and a step gains less. The next step
/// would be about a quarter of this one's cube over the square of that cosine, below 4e-12 degree.
const LAST_STEP: f64 = 6e-5;

/// In radians: the series for angles this small end with their seventh power, 1e-18 at most.
const SMALL: f64 = 0.01;

/// Returns the sine and cosine of the right ascension that solves `ra = base + factor x asin(k sin
/// ra)`, by Halley's method from the base. The base is given by its sine and cosine.
pub(super) fn right_ascension(base: (f64, f64), factor: f64, k: f64) -> (f64, f64) {
    let reach = FRAC_PI_2 * factor.abs();
    let (mut low, mut high) = (-reach, reach);
    let mut guess = Guess::at(base, 0.0, k);
    for _ in 0..STEPS_MAX {
        let Guess { off, cos_ad, .. } = guess;
        let residual = off - factor * guess.ad;
        if residual > 0.0 {
            high = off;
        } else {
            low = off;
        }
        let ad_slope = k * guess.cos / cos_ad;
        let slope = 1.0 - factor * ad_slope;
        let curvature = factor * guess.sin_ad / cos_ad * (1.0 - ad_slope * ad_slope);
        let newton = residual / slope;
        let halley = off - newton / (1.0 - 0.5 * newton * curvature / slope);
        // Near the polar circle the slope changes abruptly at 90 degrees and a step may leave the
        // bracket.
        let is_inside = halley >= low && halley <= high;
        let next = if is_inside {
            halley
        } else {
            f64::midpoint(low, high)
        };
        let step = next - off;
        if is_inside && step.abs() <= LAST_STEP * cos_ad {
            return guess.turned(step);
        }
        guess = guess.moved(step, k);
    }
    (guess.sin, guess.cos)
}

/// An iterate of the right ascension.
#[derive(Clone, Copy)]
struct Guess {
    /// Distance from the base, in radians.
    off: f64,
    /// Sine and cosine of the right ascension.
    sin: f64,
    cos: f64,
    /// The ascensional difference there, its sine and cosine.
    ad: f64,
    sin_ad: f64,
    cos_ad: f64,
}

impl Guess {
    fn at((sin, cos): (f64, f64), off: f64, k: f64) -> Self {
        let (sin_ad, cos_ad) = ascensional_difference(k * sin);
        Self {
            off,
            sin,
            cos,
            ad: sin_ad.atan2(cos_ad),
            sin_ad,
            cos_ad,
        }
    }

    /// Advances by a step. Small steps need no trigonometric function: the addition theorems
    /// suffice.
    fn moved(&self, step: f64, k: f64) -> Self {
        let (sin, cos) = self.turned(step);
        let off = self.off + step;
        let (sin_ad, cos_ad) = ascensional_difference(k * sin);
        let sin_change = sin_ad * self.cos_ad - cos_ad * self.sin_ad;
        if sin_change.abs() > SMALL {
            return Self::at((sin, cos), off, k);
        }
        let square = sin_change * sin_change;
        let change = sin_change * (1.0 + square * (1.0 / 6.0 + square * (3.0 / 40.0)));
        Self {
            off,
            sin,
            cos,
            ad: self.ad + change,
            sin_ad,
            cos_ad,
        }
    }

    /// Returns the sine and cosine of the right ascension advanced by a step.
    fn turned(&self, step: f64) -> (f64, f64) {
        let (sin, cos) = if step.abs() > SMALL {
            step.sin_cos()
        } else {
            let square = step * step;
            let sin = step * (1.0 - square * (1.0 / 6.0 - square * (1.0 / 120.0)));
            let cos = 1.0 - square * (0.5 - square * (1.0 / 24.0 - square * (1.0 / 720.0)));
            (sin, cos)
        };
        (
            self.sin * cos + self.cos * sin,
            self.cos * cos - self.sin * sin,
        )
    }
}

fn ascensional_difference(sin: f64) -> (f64, f64) {
    (sin, ((1.0 - sin) * (1.0 + sin)).sqrt())
}
