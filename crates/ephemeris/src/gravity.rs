//! Gravitational parameters, and the accelerations that the reduction needs besides positions and
//! velocities.
//!
//! The second derivative of a quantized polynomial is noise. Newtonian gravity gives it with
//! sufficient accuracy.

use crate::vector::{State, Vector};

const AU_KM: f64 = 149_597_870.7;
const DAY_S: f64 = 86_400.0;

/// Speed of light in astronomical units per day.
pub(crate) const LIGHT_AU_PER_DAY: f64 = 299_792.458 * DAY_S / AU_KM;

/// The Earth's equatorial radius (WGS 84) in astronomical units.
pub(crate) const EARTH_RADIUS_AU: f64 = 6_378.137 / AU_KM;

/// The reference radius of the Moon's gravity harmonics, in astronomical units.
pub(crate) const MOON_RADIUS_AU: f64 = 1_738.0 / AU_KM;

/// Meters in an astronomical unit.
pub(crate) const AU_M: f64 = AU_KM * 1000.0;

/// Gravitational parameters in au³/day², from those of DE440 in km³/s²: Park et al. (2021),
/// Astron. J. 161, 105, table 2.
pub(crate) const GM_SUN: f64 = per_day(132_712_440_041.279_42);
pub(crate) const GM_MERCURY: f64 = per_day(22_031.868_551);
pub(crate) const GM_VENUS: f64 = per_day(324_858.592);
pub(crate) const GM_EARTH: f64 = per_day(398_600.435_507);
pub(crate) const GM_MOON: f64 = per_day(4_902.800_118);
pub(crate) const GM_MARS: f64 = per_day(42_828.375_816);
pub(crate) const GM_JUPITER: f64 = per_day(126_712_764.1);
pub(crate) const GM_SATURN: f64 = per_day(37_940_584.841_8);
pub(crate) const GM_EARTH_MOON: f64 = GM_EARTH + GM_MOON;

/// Distance of the Earth from the Earth-Moon barycenter, as a fraction of the lunar distance.
pub(crate) const MOON_SHARE: f64 = GM_MOON / GM_EARTH_MOON;

/// Twice the Sun's gravitational radius, 2 GM / c², in astronomical units.
pub(crate) const SUN_SCHWARZSCHILD_AU: f64 = 1.974_125_743_36e-8;

const fn per_day(km3_per_s2: f64) -> f64 {
    km3_per_s2 * (DAY_S / AU_KM) * (DAY_S / AU_KM) / AU_KM
}

/// Returns the acceleration toward a mass: -GM r / r³. `from` points from the mass to the body.
#[inline]
pub(crate) fn gravitational_acceleration(gm: f64, from: Vector) -> Vector {
    let square = from.dot(from);
    from * (-gm / (square * square.sqrt()))
}

/// Returns the acceleration, and its rate, of a body in free fall about a mass.
#[inline]
pub(crate) fn two_body_acceleration_and_jerk(gm: f64, relative: State) -> (Vector, Vector) {
    let square = relative.at.dot(relative.at);
    let strength = -gm / (square * square.sqrt());
    let radial = 3.0 * relative.at.dot(relative.rate) / square;
    let acceleration = relative.at * strength;
    let rate = (relative.rate - relative.at * radial) * strength;
    (acceleration, rate)
}

/// Returns the tidal acceleration: how much more a third mass attracts the satellite than its
/// planet. `satellite` and `third` are relative to the planet.
#[inline]
pub(crate) fn tide(gm: f64, satellite: Vector, third: Vector) -> Vector {
    gravitational_acceleration(gm, satellite - third) + gravitational_acceleration(gm, third)
}
