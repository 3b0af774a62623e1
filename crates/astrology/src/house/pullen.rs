//! Pullen's sinusoidal houses: house sizes vary along the ecliptic like a sine, smoothly across the
//! angles.
//!
//! W. D. Pullen, documentation of Astrolog (Delta 1994, Ratio later). With the angles fixed, let the
//! smaller quadrant span q degrees. *Delta*: its houses are 30 - d, 30 - 2d, 30 - d and those of the
//! larger 30 + d, 30 + 2d, 30 + d; so d = (90 - q)/4. Where q is below 30 the middle house is empty
//! and the others are q/2 (its neighbors take the rest). *Ratio*: its houses are r x, x, r x and
//! those of the larger r^3 x, r^4 x, r^3 x with r >= 1. Defined everywhere except at the poles.

use super::{opposed, sphere::Sphere};

pub(super) fn sinusoidal_delta(sphere: &Sphere) -> [f64; 12] {
    // The outer house of a quadrant. The middle one is the remainder.
    divide(sphere, |small| {
        if small < 30.0 {
            (small / 2.0, outer_beside_empty(small))
        } else {
            let delta = (90.0 - small) / 4.0;
            (30.0 - delta, 30.0 + delta)
        }
    })
}

/// The larger quadrant keeps its sinusoidal division even where the middle house of the smaller one
/// is empty.
fn outer_beside_empty(small: f64) -> f64 {
    30.0 + (90.0 - small) / 4.0
}

pub(super) fn sinusoidal_ratio(sphere: &Sphere) -> [f64; 12] {
    divide(sphere, |small| {
        let ratio = ratio(small);
        let x = small / (2.0 * ratio + 1.0);
        (ratio * x, ratio.powi(3) * x)
    })
}

/// Returns the cusps from the outer houses of the smaller and the larger quadrant.
fn divide(sphere: &Sphere, outer: impl Fn(f64) -> (f64, f64)) -> [f64; 12] {
    let midheaven = sphere.midheaven_deg();
    let upper = sphere.quadrant_deg();
    let lower = 180.0 - upper;
    let (in_small, in_large) = outer(upper.min(lower));
    let (in_upper, in_lower) = if upper <= lower {
        (in_small, in_large)
    } else {
        (in_large, in_small)
    };
    let ascendant = midheaven + upper;
    // A rounding error must not make an empty middle house end before it begins.
    let (eleven, two) = (midheaven + in_upper, ascendant + in_lower);
    opposed([
        midheaven,
        eleven,
        (ascendant - in_upper).max(eleven),
        ascendant,
        two,
        (midheaven + 180.0 - in_lower).max(two),
    ])
}

/// Returns the root r >= 1 of r^3 (2 + r) / (2 r + 1) = (180 - q) / q. Uses Newton's method in
/// logarithms, where the left side is nearly linear with slope 3 and convex enough to converge from
/// any start.
fn ratio(small: f64) -> f64 {
    let target = ((180.0 - small) / small).ln();
    let mut log = target / 3.0;
    for _ in 0..30 {
        let r = log.exp();
        let value = 3.0 * log + (2.0 + r).ln() - (2.0 * r + 1.0).ln();
        let slope = 3.0 + r / (2.0 + r) - 2.0 * r / (2.0 * r + 1.0);
        let step = (value - target) / slope;
        log -= step;
        if step.abs() < 1e-15 {
            break;
        }
    }
    log.exp()
}
