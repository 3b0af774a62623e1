//! Sunshine houses: divides the Sun's diurnal and nocturnal arcs into six parts each; house circles
//! pass through the north and south points.
//!
//! B. Makransky, Primary Directions (1988). Cusps 8 to 12 divide the Sun's arc above the horizon,
//! cusps 2 to 6 that below it. The great circle from the north point through the division to the
//! south point of the horizon meets the ecliptic at the cusp. The two arcs differ, so opposite
//! cusps are not opposite except the angles. Undefined where the Sun does not rise and set.

use std::f64::consts::FRAC_PI_2;

use super::sphere::Sphere;

pub(super) fn cusps(sphere: &Sphere, sun_declination_deg: f64) -> [f64; 12] {
    let declination = sun_declination_deg.to_radians();
    let diurnal = FRAC_PI_2 + (sphere.tan_latitude() * declination.tan()).asin();
    divide_parallel(sphere, declination, diurnal)
}

/// Returns the cusps of the house circles through the thirds of the semi-arcs of a parallel of
/// declination (radians).
pub(super) fn divide_parallel(sphere: &Sphere, declination: f64, diurnal: f64) -> [f64; 12] {
    let north = sphere.north();
    let nocturnal = std::f64::consts::PI - diurnal;
    let over = |right_ascension: f64| {
        Sphere::semicircle_longitude(north, sphere.direction(right_ascension, declination))
    };
    let upper = |thirds: f64| over(sphere.armc + thirds * diurnal / 3.0);
    let lower = |thirds: f64| over(sphere.armc + std::f64::consts::PI - thirds * nocturnal / 3.0);
    let ascendant = sphere.ascendant_deg();
    // Not from the parallel: where it passes through the zenith, the circle through north, zenith
    // and south is still the meridian.
    let above = Sphere::semicircle_longitude(north, sphere.zenith());
    [
        ascendant,
        lower(2.0),
        lower(1.0),
        above + 180.0,
        lower(-1.0),
        lower(-2.0),
        ascendant + 180.0,
        upper(-2.0),
        upper(-1.0),
        above,
        upper(1.0),
        upper(2.0),
    ]
}
