//! Topocentric houses (Polich and Page): Ascendants of pole heights whose tangents are thirds of
//! the latitude's.
//!
//! W. Polich, A. P. N. Page, The Topocentric System of Houses, Spica 3 (1964): cusps 11, 12, 2, 3
//! rise with the points of the equator 30, 60, 120, 150 degrees east of the meridian, where
//! tan(pole) is 1/3, 2/3, 2/3, 1/3 of tan(latitude). Defined everywhere except at the poles. While
//! the Midheaven is below the horizon the other half of all six circles is used, as for the
//! horizon, so that cusp 1 remains the Ascendant.

use super::{opposed, sphere::Sphere};

pub(super) fn cusps(sphere: &Sphere) -> [f64; 12] {
    let tan_latitude = sphere.tan_latitude();
    let half = if sphere.midheaven_is_up() { 0.0 } else { 180.0 };
    let cusp = |east_deg: f64, part: f64| {
        let ascension = sphere.armc + east_deg.to_radians();
        sphere.oblique_longitude(ascension, part * tan_latitude) + half
    };
    opposed([
        sphere.midheaven_deg() + half,
        cusp(30.0, 1.0 / 3.0),
        cusp(60.0, 2.0 / 3.0),
        sphere.ascendant_deg(),
        cusp(120.0, 2.0 / 3.0),
        cusp(150.0, 1.0 / 3.0),
    ])
}
