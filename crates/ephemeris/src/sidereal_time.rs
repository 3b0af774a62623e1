//! Earth rotation angle and sidereal time, IAU 2006/2000A.

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

/// Revolutions of the Earth per day of UT1 in excess of one: IAU Resolution B1.8 (2000).
const EXTRA_TURNS_PER_DAY: f64 = 0.002_737_811_911_354_48;

/// Returns the Earth rotation angle: IERS Conventions (2010), equation 5.15.
pub fn earth_rotation_angle_deg(ut1: Instant<Ut1>) -> f64 {
    let (day, fraction) = ut1.parts();
    // Whole days are whole revolutions: only their excess and the fraction remain.
    let turns = fraction + 0.779_057_273_264_0 + EXTRA_TURNS_PER_DAY * (day + fraction);
    normalize_deg((turns - turns.floor()) * 360.0)
}

/// Returns the Greenwich mean sidereal time.
pub fn mean_sidereal_time_deg(ut1: Instant<Ut1>, tt: Instant<Tt>) -> f64 {
    let (precession, _) = polynomial_with_rate(&PRECESSION_ARCSEC, tt.centuries_since_j2000());
    normalize_deg(earth_rotation_angle_deg(ut1) + precession / 3600.0)
}

/// Returns the Greenwich apparent sidereal time. The nutation and the mean obliquity must be those
/// of the instant.
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

/// Rate of sidereal time per day of UT1, without nutation.
pub(crate) const SIDEREAL_RATE: f64 = TAU * (1.0 + EXTRA_TURNS_PER_DAY);

/// Returns the complementary terms of the equation of the equinoxes, the sine terms besides the
/// nutation: IERS Conventions (2010), table 5.2e, those above 0.5 µas, and the only secular one,
/// -0.87 µas per century on sin Ω. Their arguments are sums of five angles, so five sines and
/// cosines suffice for thirteen terms.
fn complementary_deg(t: f64) -> f64 {
    let arguments = MeanArguments::at(t);
    let [l, l_sun, f, d, node] = arguments.delaunay();
    let (l, l_sun, node) = (Turn::by(l), Turn::by(l_sun), Turn::by(node));
    // Twice the mean longitudes of Sun and Moon: 2F - 2D + 2Ω and 2F + 2Ω.
    let twice_node = node.and(node);
    let sun = Turn::by(2.0 * (f - d)).and(twice_node);
    let moon = Turn::by(2.0 * f).and(twice_node);
    let microarcseconds = (2640.96 - 0.87 * t) * node.sin + 63.52 * twice_node.sin
        - 1.72 * twice_node.and(node).sin
        + 11.75 * sun.and(node).sin
        + 11.21 * sun.less(node).sin
        - 4.55 * sun.sin
        + 2.02 * moon.and(node).sin
        + 1.98 * moon.less(node).sin
        - 1.41 * l_sun.and(node).sin
        - 1.26 * l_sun.less(node).sin
        - 0.63 * l.less(node).sin
        - 0.63 * l.and(node).sin;
    microarcseconds * 1e-6 * ARCSECOND / DEGREE
}

/// An angle represented by its sine and cosine.
#[derive(Clone, Copy)]
struct Turn {
    sin: f64,
    cos: f64,
}

impl Turn {
    fn by(angle: f64) -> Self {
        let (sin, cos) = libm::sincos(angle);
        Self { sin, cos }
    }

    /// Returns the sum of two angles.
    fn and(self, other: Self) -> Self {
        Self {
            sin: self.sin * other.cos + self.cos * other.sin,
            cos: self.cos * other.cos - self.sin * other.sin,
        }
    }

    /// Returns the difference of two angles.
    fn less(self, other: Self) -> Self {
        self.and(Self {
            sin: -other.sin,
            cos: other.cos,
        })
    }
}
