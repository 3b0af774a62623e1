//! Points of the ecliptic at a given part of their own semi-arc: the equation behind Placidus and Gauquelin.
//!
//! With the ascensional difference AD, sin AD = tan(latitude) tan(declination), the diurnal semi-arc is 90 + AD. A point
//! at the fraction f of it before culmination satisfies `ra = ARMC + f (90 + AD(ra))`; the ecliptic gives
//! tan(declination) = tan(obliquity) sin(ra). So every cusp is a root of `ra = base + factor x asin(k sin ra)` with
//! k = tan(latitude) tan(obliquity), |k| < 1 within the polar circles. The right side's slope is at most |factor x k|,
//! so the root is unique and lies within 90 factor degrees of the base.

use std::f64::consts::FRAC_PI_2;

/// Newton steps before only bisection is left: each step gains at least one bit, so this always ends.
const STEPS_MAX: u32 = 80;

/// Radians. Newton's next step would be of the order of this one's square, 1e-14 degree; near the polar circle, where
/// the slope changes abruptly, a thousand times that.
const LAST_STEP: f64 = 1e-8;

/// The right ascension (radians) that solves `ra = base + factor x asin(k sin ra)`.
pub(super) fn right_ascension(base: f64, factor: f64, k: f64) -> f64 {
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
        let newton = ra - residual / (1.0 - factor * k * cos / cos_ad);
        // Near the polar circle the slope changes abruptly at 90 degrees and a step may leave the bracket.
        let next = if newton >= low && newton <= high {
            newton
        } else {
            f64::midpoint(low, high)
        };
        if (next - ra).abs() <= LAST_STEP {
            return next;
        }
        ra = next;
    }
    ra
}
