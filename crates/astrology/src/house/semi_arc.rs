//! Points of the ecliptic at a given part of their own semi-arc: the equation behind Placidus and Gauquelin.
//!
//! With the ascensional difference AD, sin AD = tan(latitude) tan(declination), the diurnal semi-arc is 90 + AD. A point
//! at the fraction f of it before culmination satisfies `ra = ARMC + f (90 + AD(ra))`; the ecliptic gives
//! tan(declination) = tan(obliquity) sin(ra). So every cusp is a root of `ra = base + factor x asin(k sin ra)` with
//! k = tan(latitude) tan(obliquity), |k| < 1 within the polar circles. The right side's slope is at most |factor x k|,
//! so the root is unique and lies within 90 factor degrees of the base.

use std::f64::consts::FRAC_PI_2;

/// So that it ends whatever it is given.
const STEPS_MAX: u32 = 80;

/// Radians, times the cosine of the ascensional difference: near the polar circle the slope changes abruptly within
/// about that cosine of 90 degrees, and a step is good for less. The next one would be about a quarter of this one's
/// cube over the square of that cosine, below 4e-16 degree.
const LAST_STEP: f64 = 3e-6;

/// Sine and cosine of the right ascension that solves `ra = base + factor x asin(k sin ra)`, by Halley's method:
/// two steps from the first guess nearly always.
pub(super) fn right_ascension(base: f64, factor: f64, k: f64) -> (f64, f64) {
    let reach = FRAC_PI_2 * factor.abs();
    let (mut low, mut high) = (base - reach, base + reach);
    let mut ra = base + factor * (k * base.sin()).asin();
    for _ in 0..STEPS_MAX {
        let (sin, cos) = ra.sin_cos();
        let sin_ad = k * sin;
        let cos_ad = ((1.0 - sin_ad) * (1.0 + sin_ad)).sqrt();
        let residual = ra - base - factor * sin_ad.atan2(cos_ad);
        if residual > 0.0 {
            high = ra;
        } else {
            low = ra;
        }
        let ad_slope = k * cos / cos_ad;
        let slope = 1.0 - factor * ad_slope;
        let curvature = factor * sin_ad / cos_ad * (1.0 - ad_slope * ad_slope);
        let newton = residual / slope;
        let halley = ra - newton / (1.0 - 0.5 * newton * curvature / slope);
        // Near the polar circle the slope changes abruptly at 90 degrees and a step may leave the bracket.
        let is_inside = halley >= low && halley <= high;
        let next = if is_inside {
            halley
        } else {
            f64::midpoint(low, high)
        };
        let step = next - ra;
        if is_inside && step.abs() <= LAST_STEP * cos_ad {
            // The series of both, to 1e-17.
            let shortened = 1.0 - 0.5 * step * step;
            return (sin * shortened + cos * step, cos * shortened - sin * step);
        }
        ra = next;
    }
    ra.sin_cos()
}
