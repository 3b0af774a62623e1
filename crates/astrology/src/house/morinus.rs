//! Morinus: divides the equator into twelve equal parts from the meridian, projected by circles of
//! ecliptic latitude.
//!
//! J.-B. Morin de Villefranche, Astrologia Gallica (1661), XVII. Neither Ascendant nor Midheaven is
//! a cusp. The system needs no horizon and is defined everywhere.

use super::{opposed, sphere::Sphere};

pub(super) fn cusps(sphere: &Sphere) -> [f64; 12] {
    opposed(std::array::from_fn(|index| {
        let part = (30.0 * index as f64).to_radians();
        let [x, y, _] = sphere.direction(sphere.armc + part, 0.0);
        y.atan2(x).to_degrees()
    }))
}
