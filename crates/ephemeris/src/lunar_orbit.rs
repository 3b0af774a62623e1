//! The Moon's orbit: mean elements, and the osculating node and apogee.
//!
//! *Mean* elements are polynomials of time. The mean node is the ascending node of the mean orbit
//! on the ecliptic. The mean apogee is the apogee of the mean ellipse, an inclined orbit, projected
//! onto the ecliptic. Its latitude reaches the inclination, 5.15 degrees.
//!
//! *True* means osculating: the node and the apogee of the two-body ellipse that matches the Moon's
//! present state, with only the masses of Earth and Moon. Light time does not enter: the input is
//! the Moon's geometric geocentric position and velocity, the frame the true ecliptic of date. The
//! true node is direct a quarter of the time. The true apogee moves from -3.6 to +6.3 degrees per
//! day (`tests/nodes.rs`).

mod disturbance;

use core::f64::consts::PI;

pub(crate) use disturbance::{DISTURBING_PLANETS, Disturbers, MoonAxes};

use crate::angle::{ARCSECOND, DEGREE, polynomial_with_rate, remainder};
use crate::gravity::GM_EARTH_MOON;
use crate::precession::Angle;
use crate::time::DAYS_PER_CENTURY;
use crate::vector::{State, Vector};

/// Mean inclination of the lunar orbit to the ecliptic of date, 5.145396374 degrees in Brown's
/// theory, as the almanacs used it from 1923 to 1983. Simon et al. (1994), section 3.4, give
/// 5.15668983 for a different mean, which would move the mean apogee by up to 41" in latitude and
/// 2" in longitude.
const INCLINATION: f64 = 5.145_396 * DEGREE;

/// Semi-major axis and eccentricity of the mean orbit: Simon et al. (1994), A&A 282, 663, section
/// 3.4, 383397.7725 km and 0.055545526.
const SEMI_MAJOR_AXIS_AU: f64 = 383_397.772_5 / 149_597_870.7;
const ECCENTRICITY: f64 = 0.055_545_526;

/// The fundamental arguments of the theories of the Moon and of nutation, in radians with rates per
/// day: Simon et al. (1994), equations (b.3); IERS Conventions (2010), equation 5.43.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeanArguments {
    /// Mean anomaly of the Moon.
    pub(crate) l: Angle,
    /// Mean anomaly of the Sun.
    pub(crate) l_sun: Angle,
    /// Mean longitude of the Moon minus that of its node.
    pub(crate) f: Angle,
    /// Mean elongation of the Moon.
    pub(crate) d: Angle,
    /// Mean longitude of the node.
    pub(crate) node: Angle,
}

const L_ARCSEC: [f64; 5] = [
    485_868.249_036,
    1_717_915_923.217_8,
    31.879_2,
    0.051_635,
    -0.000_244_70,
];
const L_SUN_ARCSEC: [f64; 5] = [
    1_287_104.793_048,
    129_596_581.048_1,
    -0.553_2,
    0.000_136,
    -0.000_011_49,
];
const F_ARCSEC: [f64; 5] = [
    335_779.526_232,
    1_739_527_262.847_8,
    -12.751_2,
    -0.001_037,
    0.000_004_17,
];
const D_ARCSEC: [f64; 5] = [
    1_072_260.703_692,
    1_602_961_601.209_0,
    -6.370_6,
    0.006_593,
    -0.000_031_69,
];
const NODE_ARCSEC: [f64; 5] = [
    450_160.398_036,
    -6_962_890.543_1,
    7.472_2,
    0.007_702,
    -0.000_059_39,
];

fn argument(coefficients: &[f64; 5], t: f64) -> Angle {
    let (at, rate) = polynomial_with_rate(coefficients, t);
    Angle {
        // Removes the hundreds of revolutions per century, so that the sine keeps full precision.
        at: remainder(at, 1_296_000.0) * ARCSECOND,
        rate: rate * (ARCSECOND / DAYS_PER_CENTURY),
    }
}

impl MeanArguments {
    /// Evaluates the arguments at Julian centuries of TDB (TT is equivalent here) since J2000.0.
    pub(crate) fn at(t: f64) -> Self {
        Self {
            l: argument(&L_ARCSEC, t),
            l_sun: argument(&L_SUN_ARCSEC, t),
            f: argument(&F_ARCSEC, t),
            d: argument(&D_ARCSEC, t),
            node: argument(&NODE_ARCSEC, t),
        }
    }

    /// Returns l, l', F, D and Ω in radians.
    pub(crate) fn delaunay(&self) -> [f64; 5] {
        [self.l.at, self.l_sun.at, self.f.at, self.d.at, self.node.at]
    }
}

/// Returns the ascending node of the mean orbit in the mean ecliptic and equinox of date, in
/// astronomical units: the point where the mean ellipse crosses the ecliptic.
pub(crate) fn mean_node(t: f64) -> State {
    let (node, perigee) = (argument(&NODE_ARCSEC, t), argument_of_perigee(t));
    let (sin, cos) = libm::sincos(node.at);
    let (sin_perigee, cos_perigee) = libm::sincos(perigee.at);
    let latus_rectum = SEMI_MAJOR_AXIS_AU * (1.0 - ECCENTRICITY * ECCENTRICITY);
    let radius = latus_rectum / (1.0 + ECCENTRICITY * cos_perigee);
    let radius_rate = radius * radius / latus_rectum * ECCENTRICITY * sin_perigee * perigee.rate;
    let along = Vector::new(cos, sin, 0.0);
    State {
        at: along * radius,
        rate: Vector::new(-sin, cos, 0.0) * (radius * node.rate) + along * radius_rate,
    }
}

/// Returns the apogee of the mean ellipse in the mean ecliptic and equinox of date, in astronomical
/// units.
pub(crate) fn mean_apogee(t: f64) -> State {
    let (node, perigee) = (argument(&NODE_ARCSEC, t), argument_of_perigee(t));
    let (sin_i, cos_i) = libm::sincos(INCLINATION);
    let (sin_u, cos_u) = libm::sincos(perigee.at + PI);
    let (sin_node, cos_node) = libm::sincos(node.at);
    // In the orbital plane from the node, then rotated by the longitude of the node.
    let inside = Vector::new(cos_u, sin_u * cos_i, sin_u * sin_i);
    let inside_rate = Vector::new(-sin_u, cos_u * cos_i, cos_u * sin_i) * perigee.rate;
    let turned = |v: Vector| {
        Vector::new(
            cos_node * v.x - sin_node * v.y,
            sin_node * v.x + cos_node * v.y,
            v.z,
        )
    };
    let (at, rate) = (turned(inside), turned(inside_rate));
    let distance = SEMI_MAJOR_AXIS_AU * (1.0 + ECCENTRICITY);
    State {
        at: at * distance,
        rate: (rate + Vector::new(-at.y, at.x, 0.0) * node.rate) * distance,
    }
}

/// Returns the mean longitude of the perigee minus that of the node: F - l.
fn argument_of_perigee(t: f64) -> Angle {
    let (f, l) = (argument(&F_ARCSEC, t), argument(&L_ARCSEC, t));
    Angle {
        at: f.at - l.at,
        rate: f.rate - l.rate,
    }
}

/// The osculating ellipse as two vectors with their rates: the specific angular momentum and the
/// eccentricity vector, which points to the perigee.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Osculating {
    momentum: State,
    eccentricity: State,
}

impl Osculating {
    /// Returns the osculating ellipse of the geocentric Moon. Only the disturbing acceleration
    /// changes it (Roy, Orbital Motion, 4th edition 2005, section 7.7, in vectors).
    pub(crate) fn new(moon: State, disturbers: &Disturbers) -> Self {
        let disturbance = disturbers.acceleration(moon);
        let momentum = State {
            at: moon.at.cross(moon.rate),
            rate: moon.at.cross(disturbance),
        };
        let mu = 1.0 / GM_EARTH_MOON;
        let eccentricity = State {
            at: moon.rate.cross(momentum.at) * mu - moon.at * (1.0 / moon.at.length()),
            rate: (disturbance.cross(momentum.at) + moon.rate.cross(momentum.rate)) * mu,
        };
        Self {
            momentum,
            eccentricity,
        }
    }

    /// Returns the same ellipse in other axes.
    pub(crate) fn transformed(&self, by: impl Fn(State) -> State) -> Self {
        Self {
            momentum: by(self.momentum),
            eccentricity: by(self.eccentricity),
        }
    }

    /// Returns the ascending node on the xy plane.
    pub(crate) fn node(&self) -> State {
        let quarter = |h: Vector| Vector::new(-h.y, h.x, 0.0);
        let line = State {
            at: quarter(self.momentum.at),
            rate: quarter(self.momentum.rate),
        };
        let (direction, _, _) = line.direction();
        // r = p / (1 + e cos ν), where e cos ν is the component of the eccentricity vector along
        // the node.
        let (p, p_rate) = self.latus_rectum();
        let below = 1.0 + self.eccentricity.at.dot(direction.at);
        let radius = p / below;
        let radius_rate = (p_rate - radius * self.eccentricity.dot_rate(direction)) / below;
        scaled(direction, radius, radius_rate)
    }

    /// Returns the apogee.
    pub(crate) fn apogee(&self) -> State {
        let (direction, e, e_rate) = self.eccentricity.direction();
        let (p, p_rate) = self.latus_rectum();
        let below = 1.0 - e;
        let radius = p / below;
        let radius_rate = (p_rate + radius * e_rate) / below;
        scaled(direction * -1.0, radius, radius_rate)
    }

    fn latus_rectum(&self) -> (f64, f64) {
        let momentum = self.momentum;
        let mu = 1.0 / GM_EARTH_MOON;
        (
            momentum.at.dot(momentum.at) * mu,
            2.0 * momentum.at.dot(momentum.rate) * mu,
        )
    }
}

fn scaled(direction: State, length: f64, length_rate: f64) -> State {
    State {
        at: direction.at * length,
        rate: direction.rate * length + direction.at * length_rate,
    }
}
