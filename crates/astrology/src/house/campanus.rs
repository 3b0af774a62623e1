//! Campanus: the prime vertical in twelve equal parts, house circles through the north and south points.
//!
//! Campanus of Novara, Computus maior (13th century). The parts are counted from the zenith (cusp 10) over the east
//! point (cusp 1). Defined everywhere but at the poles.

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
