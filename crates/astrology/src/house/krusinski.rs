//! Krusinski (Pisa, Goelzer): divides the great circle through Ascendant and zenith into twelve
//! equal parts.
//!
//! B. Krusinski, M. Pisa and G. Goelzer, independently in the 1990s: parts are counted from the
//! zenith (cusp 10) to the Ascendant (cusp 1); hour circles project them onto the ecliptic. Defined
//! everywhere except at the poles.

use super::{
    opposed,
    sphere::{Sphere, turned},
};

pub(super) fn cusps(sphere: &Sphere) -> [f64; 12] {
    let ascendant_deg = sphere.ascendant_deg();
    let (sin, cos) = ascendant_deg.to_radians().sin_cos();
    let (zenith, ascendant) = (sphere.zenith(), [cos, sin, 0.0]);
    opposed(std::array::from_fn(|index| match index {
        0 => sphere.midheaven_deg(),
        3 => ascendant_deg,
        _ => {
            let part = turned(zenith, ascendant, 30.0 * index as f64);
            sphere.longitude_of_right_ascension(sphere.right_ascension(part))
        }
    }))
}
