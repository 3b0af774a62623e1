//! Regiomontanus: divides the equator into twelve equal parts; house circles pass through the north
//! and south points.
//!
//! Johannes Müller, Tabulae directionum (1490). The parts are counted from the meridian (cusp 10)
//! through the east point (cusp 1). Defined everywhere except at the poles.

use super::{
    opposed,
    sphere::{Sphere, turned},
};

pub(super) fn cusps(sphere: &Sphere) -> [f64; 12] {
    let (east, north) = (sphere.east(), sphere.north());
    let culmination = sphere.direction(sphere.armc, 0.0);
    opposed(std::array::from_fn(|index| match index {
        3 => sphere.ascendant_deg(),
        _ => Sphere::semicircle_longitude(north, turned(culmination, east, 30.0 * index as f64)),
    }))
}
