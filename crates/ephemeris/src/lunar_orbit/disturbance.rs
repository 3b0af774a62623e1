//! What changes the Moon's osculating ellipse: every pull on it beyond that of two points.
//!
//! How fast the true node and the true apogee move is found from these pulls, not by differences. What each is
//! worth at most, in arcseconds a day of the apogee (of the node a tenth of it or less):
//!
//! | pull | apogee |
//! |---|---|
//! | tide of the Sun | 22,000 |
//! | tides of Venus, Jupiter, Mars | 3, 0.3, 0.1 |
//! | flattening of the Earth | 0.4 |
//! | general relativity | 0.1 |
//! | tides of Mercury, Saturn | 0.02, 0.01 |
//! | figure of the Moon | 0.02 |
//!
//! Left out: Uranus (0.0002), higher harmonics, tides of the solid bodies. `tests/accuracy.rs` measures what is
//! missing: 0.0001" a day of the node, 0.001" of the apogee.

use super::{F_ARCSEC, NODE_ARCSEC, argument};
use crate::body::Body;
use crate::gravity::{
    EARTH_RADIUS_AU, GM_EARTH, GM_EARTH_MOON, GM_JUPITER, GM_MARS, GM_MERCURY, GM_MOON, GM_SATURN,
    GM_SUN, GM_VENUS, LIGHT_AU_PER_DAY, MOON_RADIUS_AU, tide,
};
use crate::vector::{State, Vector};

/// Second zonal harmonic of the Earth's gravity (DE440).
const EARTH_J2: f64 = 1.082_625_39e-3;

/// Harmonics of the Moon's gravity, for a radius of 1738 km: Williams et al. (2014), Journal of Geophysical
/// Research: Planets 119, 1546, from the GRAIL mission.
const MOON_J2: f64 = 2.032_157e-4;
const MOON_C22: f64 = 2.238_27e-5;

/// Sine and cosine of the inclination of the Moon's equator to the ecliptic, 1.543 degrees.
const SIN_INCLINATION: f64 = 0.026_927_2;
const COS_INCLINATION: f64 = 0.999_637_4;

/// The planets whose tide moves the apogee by 0.01" a day and more.
pub(crate) const DISTURBING_PLANETS: [(Body, f64); 5] = [
    (Body::Mercury, GM_MERCURY),
    (Body::Venus, GM_VENUS),
    (Body::Mars, GM_MARS),
    (Body::Jupiter, GM_JUPITER),
    (Body::Saturn, GM_SATURN),
];

/// Directions fixed in the Moon: its mean rotation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoonAxes {
    /// To where the Earth stands on average.
    pub(crate) earthward: Vector,
    /// To the north.
    pub(crate) pole: Vector,
}

impl MoonAxes {
    /// In the mean ecliptic and equinox of date, at Julian centuries of TDB since J2000.0. By the laws of Cassini the
    /// Moon turns as fast as its mean longitude, and its equator descends where its orbit ascends.
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
        // Into the plane of the equator; the length is one to a thousandth.
        let earthward = pole * outward.dot(pole) - outward;
        Self { earthward, pole }
    }
}

/// What disturbs the Moon, in the axes of a pack.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disturbers {
    /// Barycentric.
    pub(crate) sun: State,
    pub(crate) earth: State,
    /// Seen from the Earth, in the order of [`DISTURBING_PLANETS`].
    pub(crate) planets: [Vector; DISTURBING_PLANETS.len()],
    /// The Earth's axis of rotation, a unit vector to the north.
    pub(crate) earth_pole: Vector,
    pub(crate) moon_axes: MoonAxes,
}

impl Disturbers {
    /// The acceleration of the Moon against the Earth beyond that of two points.
    pub(super) fn acceleration(&self, moon: State) -> Vector {
        let mut sum = tide(GM_SUN, moon.at, self.sun.at - self.earth.at);
        for ((_, gm), planet) in DISTURBING_PLANETS.iter().zip(&self.planets) {
            sum = sum + tide(*gm, moon.at, *planet);
        }
        sum + self.flattening(moon.at) + self.figure(moon.at) + self.relativity(moon)
    }

    /// The pull of the Earth's equatorial bulge; the Moon pulls back, hence both masses.
    fn flattening(&self, moon: Vector) -> Vector {
        let square = moon.dot(moon);
        let along = moon.dot(self.earth_pole);
        let strength = -1.5 * EARTH_J2 * GM_EARTH_MOON * EARTH_RADIUS_AU * EARTH_RADIUS_AU
            / (square * square * square.sqrt());
        (moon * (1.0 - 5.0 * along * along / square) + self.earth_pole * (2.0 * along)) * strength
    }

    /// The Moon is no sphere either: the gradient of the terms with J2 and C22 of its potential, with the Earth at
    /// -`moon`.
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

    /// In barycentric coordinates the moving orbit is contracted, which shows as a motion of node and apogee of
    /// up to 0.1" a day.
    fn relativity(&self, moon: State) -> Vector {
        let bodies = SunEarthMoon::new([self.sun, self.earth, self.earth + moon]);
        bodies.beyond_newton(2) - bodies.beyond_newton(1)
    }
}

/// Three masses that attract each other.
struct SunEarthMoon {
    states: [State; 3],
    /// Newton's potential and acceleration at each, by the other two.
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

    /// What the equations of Einstein, Infeld & Hoffmann (Park et al. 2021, equation 27, with β = γ = 1) add to
    /// Newton's acceleration of one of the three.
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
