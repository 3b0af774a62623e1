//! Meridian (axial) houses: divides the equator into twelve equal parts from the meridian,
//! projected by hour circles.
//!
//! D. Cope (Zariel), early 1900s. Cusp 10 is the Midheaven, cusp 1 the East Point. The system needs
//! no horizon and is defined everywhere.

use super::{opposed, sphere::Sphere};

pub(super) fn cusps(sphere: &Sphere) -> [f64; 12] {
    opposed(std::array::from_fn(|index| {
        let part = (30.0 * index as f64).to_radians();
        sphere.longitude_of_right_ascension(sphere.armc + part)
    }))
}
