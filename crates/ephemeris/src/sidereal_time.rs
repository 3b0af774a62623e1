//! Sidereal time: how far the Earth has turned under the sky, IAU 2006/2000A.

use core::f64::consts::TAU;

use crate::angle::{ARCSECOND, DEGREE, normalize_deg, polynomial_with_rate};
use crate::lunar_orbit::MeanArguments;
use crate::nutation::Nutation;
use crate::time::{Instant, Tt, Ut1};

/// Greenwich mean sidereal time minus the Earth rotation angle: IERS Conventions (2010), equation
/// 5.32; Capitaine, Wallace & Chapront (2003), A&A 412, 567, with IAU 2006 precession.
const PRECESSION_ARCSEC: [f64; 6] = [
    0.014_506,
    4_612.156_534,
    1.391_581_7,
    -0.000_000_44,
    -0.000_029_956,
    -0.000_000_036_8,
];

/// Turns of the Earth per day of UT1 beyond one: IAU Resolution B1.8 (2000).
const EXTRA_TURNS_PER_DAY: f64 = 0.002_737_811_911_354_48;

/// Sine terms of the equation of the equinoxes beside the nutation: microarcseconds and the
/// multipliers of l, l', F, D, Ω. IERS Conventions (2010), table 5.2e, terms above 0.5 µas.
const COMPLEMENTARY: &[(f64, [f64; 5])] = &[
    (2640.96, [0.0, 0.0, 0.0, 0.0, 1.0]),
    (63.52, [0.0, 0.0, 0.0, 0.0, 2.0]),
    (11.75, [0.0, 0.0, 2.0, -2.0, 3.0]),
    (11.21, [0.0, 0.0, 2.0, -2.0, 1.0]),
    (-4.55, [0.0, 0.0, 2.0, -2.0, 2.0]),
    (2.02, [0.0, 0.0, 2.0, 0.0, 3.0]),
    (1.98, [0.0, 0.0, 2.0, 0.0, 1.0]),
    (-1.72, [0.0, 0.0, 0.0, 0.0, 3.0]),
    (-1.41, [0.0, 1.0, 0.0, 0.0, 1.0]),
    (-1.26, [0.0, 1.0, 0.0, 0.0, -1.0]),
    (-0.63, [1.0, 0.0, 0.0, 0.0, -1.0]),
    (-0.63, [1.0, 0.0, 0.0, 0.0, 1.0]),
];

/// The only term that grows: microarcseconds a century on sin Ω.
const COMPLEMENTARY_PER_CENTURY: f64 = -0.87;

/// The Earth rotation angle: IERS Conventions (2010), equation 5.15.
pub fn earth_rotation_angle_deg(ut1: Instant<Ut1>) -> f64 {
    let (day, fraction) = ut1.parts();
    // Whole days turn whole circles: only their excess and the fraction remain.
    let turns = fraction + 0.779_057_273_264_0 + EXTRA_TURNS_PER_DAY * (day + fraction);
    normalize_deg((turns - turns.floor()) * 360.0)
}

/// Greenwich mean sidereal time.
pub fn mean_sidereal_time_deg(ut1: Instant<Ut1>, tt: Instant<Tt>) -> f64 {
    let (precession, _) = polynomial_with_rate(&PRECESSION_ARCSEC, tt.centuries_since_j2000());
    normalize_deg(earth_rotation_angle_deg(ut1) + precession / 3600.0)
}

/// Greenwich apparent sidereal time. The nutation and the mean obliquity are those of the instant.
pub fn apparent_sidereal_time_deg(
    ut1: Instant<Ut1>,
    tt: Instant<Tt>,
    nutation: &Nutation,
    mean_obliquity_deg: f64,
) -> f64 {
    let t = tt.centuries_since_j2000();
    let equinoxes = nutation.dpsi_deg * libm::cos(mean_obliquity_deg * DEGREE);
    normalize_deg(mean_sidereal_time_deg(ut1, tt) + equinoxes + complementary_deg(t))
}

/// Change of sidereal time a day of UT1, without nutation.
pub(crate) const SIDEREAL_RATE: f64 = TAU * (1.0 + EXTRA_TURNS_PER_DAY);

fn complementary_deg(t: f64) -> f64 {
    let arguments = MeanArguments::at(t);
    let [l, l_sun, f, d, node] = arguments.delaunay();
    let mut sum = COMPLEMENTARY_PER_CENTURY * t * libm::sin(node);
    for (amplitude, [a, b, c, e, g]) in COMPLEMENTARY {
        sum += amplitude * libm::sin(a * l + b * l_sun + c * f + e * d + g * node);
    }
    sum * 1e-6 * ARCSECOND / DEGREE
}
