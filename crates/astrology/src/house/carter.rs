//! Carter's poli-equatorial houses: divides the equator into twelve equal parts from the
//! Ascendant's right ascension.
//!
//! C. E. O. Carter, Essays on the Foundations of Astrology (1947): hour circles project the parts
//! onto the ecliptic. Cusp 1 is the Ascendant; cusp 10 is not the Midheaven. Defined everywhere
//! except at the poles.

use super::sphere::Sphere;

pub(super) fn cusps(sphere: &Sphere) -> [f64; 12] {
    let rising = sphere.right_ascension_of_longitude(sphere.ascendant_deg().to_radians());
    std::array::from_fn(|index| {
        sphere.longitude_of_right_ascension(rising + (30.0 * index as f64).to_radians())
    })
}
