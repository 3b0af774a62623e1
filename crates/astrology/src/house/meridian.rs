//! Meridian (axial) houses: the equator in twelve equal parts from the meridian, carried over by hour circles.
//!
//! D. Cope (Zariel), early 1900s. Cusp 10 is the Midheaven, cusp 1 the East Point; no horizon is needed, so the system
//! is defined everywhere.

use super::{opposed, sphere::Sphere};

pub(super) fn cusps(sphere: &Sphere) -> [f64; 12] {
    opposed(std::array::from_fn(|index| {
        let part = (30.0 * index as f64).to_radians();
        sphere.longitude_of_right_ascension(sphere.armc + part)
    }))
}
