//! Campanus: divides the prime vertical into twelve equal parts; house circles pass through the
//! north and south points.
//!
//! Campanus of Novara, Computus maior (13th century). The parts are counted from the zenith
//! (cusp 10) through the east point (cusp 1). Defined everywhere except at the poles.

use super::{
    opposed,
    sphere::{Sphere, turned},
};

pub(super) fn cusps(sphere: &Sphere) -> [f64; 12] {
    let (zenith, east, north) = (sphere.zenith(), sphere.east(), sphere.north());
    opposed(std::array::from_fn(|index| match index {
        3 => sphere.ascendant_deg(),
        _ => Sphere::semicircle_longitude(north, turned(zenith, east, 30.0 * index as f64)),
    }))
}
