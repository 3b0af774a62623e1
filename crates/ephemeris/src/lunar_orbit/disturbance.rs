//! Perturbations of the Moon's osculating ellipse: every acceleration beyond the two-body problem.
//!
//! The speeds of the true node and the true apogee follow from these accelerations, not from
//! differences. Largest effect of each, in arcseconds per day of the apogee (on the node a tenth of
//! it or less):
//!
//! | perturbation | apogee |
//! |---|---|
//! | tide of the Sun | 22,000 |
//! | tides of Venus, Jupiter, Mars | 3, 0.3, 0.1 |
//! | oblateness of the Earth | 0.4 |
//! | general relativity | 0.1 |
//! | tides of Mercury, Saturn | 0.02, 0.01 |
//! | figure of the Moon | 0.02 |
//!
//! Neglected: Uranus (0.0002), higher harmonics, solid-body tides. `tests/accuracy.rs` measures the
//! remainder: 0.0001" per day of the node, 0.001" of the apogee.

use super::{F_ARCSEC, NODE_ARCSEC, argument};
use crate::body::Body;
use crate::gravity::{
    EARTH_RADIUS_AU, GM_EARTH, GM_EARTH_MOON, GM_JUPITER, GM_MARS, GM_MERCURY, GM_MOON, GM_SATURN,
    GM_SUN, GM_VENUS, LIGHT_AU_PER_DAY, MOON_RADIUS_AU, tide,
};
use crate::vector::{State, Vector};

/// Second zonal harmonic of the Earth's gravity field (DE440).
const EARTH_J2: f64 = 1.082_625_39e-3;

/// Harmonics of the Moon's gravity field, for a radius of 1738 km: Williams et al. (2014), Journal
/// of Geophysical Research: Planets 119, 1546, from the GRAIL mission.
const MOON_J2: f64 = 2.032_157e-4;
const MOON_C22: f64 = 2.238_27e-5;

/// Sine and cosine of the inclination of the Moon's equator to the ecliptic, 1.543 degrees.
const SIN_INCLINATION: f64 = 0.026_927_2;
const COS_INCLINATION: f64 = 0.999_637_4;

/// The planets whose tide moves the apogee by at least 0.01" per day.
pub(crate) const DISTURBING_PLANETS: [(Body, f64); 5] = [
    (Body::Mercury, GM_MERCURY),
    (Body::Venus, GM_VENUS),
    (Body::Mars, GM_MARS),
    (Body::Jupiter, GM_JUPITER),
    (Body::Saturn, GM_SATURN),
];

/// Body-fixed directions of the Moon in its mean rotation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoonAxes {
    /// Toward the mean direction of the Earth.
    pub(crate) earthward: Vector,
    /// Toward the north pole.
    pub(crate) pole: Vector,
}

impl MoonAxes {
    /// Returns the axes in the mean ecliptic and equinox of date, at Julian centuries of TDB since
    /// J2000.0. By Cassini's laws the Moon rotates with its mean longitude, and the descending node
    /// of its equator coincides with the ascending node of its orbit.
    pub(crate) fn at(t: f64) -> Self {
        let (f, node) = (argument(&F_ARCSEC, t).at, argument(&NODE_ARCSEC, t).at);
        let (sin_longitude, cos_longitude) = libm::sincos(f + node);
        let (sin_node, cos_node) = libm::sincos(node);
        let pole = Vector::new(
            -SIN_INCLINATION * sin_node,
            SIN_INCLINATION * cos_node,
            COS_INCLINATION,
        );
        let outward = Vector::new(cos_longitude, sin_longitude, 0.0);
        // Projected into the plane of the equator. The length is one to a thousandth.
        let earthward = pole * outward.dot(pole) - outward;
        Self { earthward, pole }
    }
}

/// The perturbers of the Moon, in the axes of a pack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disturbers {
    /// Barycentric.
    pub(crate) sun: State,
    pub(crate) earth: State,
    /// Geocentric, in the order of [`DISTURBING_PLANETS`].
    pub(crate) planets: [Vector; DISTURBING_PLANETS.len()],
    /// The Earth's rotation axis, a unit vector to the north.
    pub(crate) earth_pole: Vector,
    pub(crate) moon_axes: MoonAxes,
}

impl Disturbers {
    /// Returns the acceleration of the Moon relative to the Earth beyond the two-body acceleration.
    pub(super) fn acceleration(&self, moon: State) -> Vector {
        let mut sum = tide(GM_SUN, moon.at, self.sun.at - self.earth.at);
        for ((_, gm), planet) in DISTURBING_PLANETS.iter().zip(&self.planets) {
            sum = sum + tide(*gm, moon.at, *planet);
        }
        sum + self.flattening(moon.at) + self.figure(moon.at) + self.relativity(moon)
    }

    /// Returns the acceleration due to the Earth's oblateness. The Moon attracts the Earth in turn,
    /// hence both masses.
    fn flattening(&self, moon: Vector) -> Vector {
        let square = moon.dot(moon);
        let along = moon.dot(self.earth_pole);
        let strength = -1.5 * EARTH_J2 * GM_EARTH_MOON * EARTH_RADIUS_AU * EARTH_RADIUS_AU
            / (square * square * square.sqrt());
        (moon * (1.0 - 5.0 * along * along / square) + self.earth_pole * (2.0 * along)) * strength
    }

    /// Returns the acceleration due to the figure of the Moon: the gradient of the J2 and C22 terms
    /// of its potential, with the Earth at -`moon`.
    fn figure(&self, moon: Vector) -> Vector {
        let MoonAxes { earthward, pole } = self.moon_axes;
        let sideward = pole.cross(earthward);
        let earth = -moon;
        let square = moon.dot(moon);
        let (x, y, z) = (earth.dot(earthward), earth.dot(sideward), earth.dot(pole));
        let shape = MOON_J2 * (0.5 * square - 1.5 * z * z) + 3.0 * MOON_C22 * (x * x - y * y);
        let gradient = (earth - pole * (3.0 * z)) * MOON_J2
            + (earthward * x - sideward * y) * (6.0 * MOON_C22)
            - earth * (5.0 * shape / square);
        let strength = -GM_EARTH_MOON * MOON_RADIUS_AU * MOON_RADIUS_AU;
        gradient * (strength / (square * square * square.sqrt()))
    }

    /// Returns the relativistic acceleration. In barycentric coordinates the moving orbit is
    /// contracted, which shows as a motion of node and apogee of up to 0.1" per day.
    fn relativity(&self, moon: State) -> Vector {
        let bodies = SunEarthMoon::new([self.sun, self.earth, self.earth + moon]);
        bodies.beyond_newton(2) - bodies.beyond_newton(1)
    }
}

/// Three masses that attract each other.
struct SunEarthMoon {
    states: [State; 3],
    /// Newtonian potential and acceleration at each, due to the other two.
    potentials: [f64; 3],
    newtons: [Vector; 3],
}

const SUN_EARTH_MOON: [f64; 3] = [GM_SUN, GM_EARTH, GM_MOON];

impl SunEarthMoon {
    fn new(states: [State; 3]) -> Self {
        let mut bodies = Self {
            states,
            potentials: [0.0; 3],
            newtons: [Vector::default(); 3],
        };
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            let way = states[j].at - states[i].at;
            let inverse = 1.0 / way.length();
            let pull = way * (inverse * inverse * inverse);
            bodies.potentials[i] += SUN_EARTH_MOON[j] * inverse;
            bodies.potentials[j] += SUN_EARTH_MOON[i] * inverse;
            bodies.newtons[i] = bodies.newtons[i] + pull * SUN_EARTH_MOON[j];
            bodies.newtons[j] = bodies.newtons[j] - pull * SUN_EARTH_MOON[i];
        }
        bodies
    }

    /// Returns what the Einstein-Infeld-Hoffmann equations (Park et al. 2021, equation 27, with β =
    /// γ = 1) add to the Newtonian acceleration of one of the three.
    fn beyond_newton(&self, i: usize) -> Vector {
        let State { at, rate: v } = self.states[i];
        let mut sum = Vector::default();
        for j in (0..3).filter(|j| *j != i) {
            let State { at: other, rate: u } = self.states[j];
            let from = at - other;
            let inverse = 1.0 / from.length();
            let strength = SUN_EARTH_MOON[j] * (inverse * inverse * inverse);
            let along = from.dot(u) * inverse;
            let bracket =
                -4.0 * self.potentials[i] - self.potentials[j] + v.dot(v) + 2.0 * u.dot(u)
                    - 4.0 * v.dot(u)
                    - 1.5 * along * along
                    - 0.5 * from.dot(self.newtons[j]);
            sum = sum - from * (strength * bracket)
                + (v - u) * (strength * from.dot(v * 4.0 - u * 3.0))
                + self.newtons[j] * (3.5 * SUN_EARTH_MOON[j] * inverse);
        }
        sum * (1.0 / (LIGHT_AU_PER_DAY * LIGHT_AU_PER_DAY))
    }
}
