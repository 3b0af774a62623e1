//! Horizontal (azimuthal) houses: divides the horizon into twelve equal parts; house circles pass
//! through zenith and nadir.
//!
//! Known as the horizon system since the 10th century. Cusp 10 is the Midheaven: the parts are
//! counted from the side of the zenith (south or north) on which the Midheaven culminates, through
//! the east (cusp 1, the Antivertex). Within the tropics that side changes when the ecliptic passes
//! the zenith. Defined everywhere except at the poles.

use super::{
    opposed,
    sphere::{Sphere, dot, turned},
};

pub(super) fn cusps(sphere: &Sphere) -> [f64; 12] {
    let (zenith, east, north) = (sphere.zenith(), sphere.east(), sphere.north());
    let midheaven_deg = sphere.midheaven_deg();
    let (sin, cos) = midheaven_deg.to_radians().sin_cos();
    let side = if dot([cos, sin, 0.0], north) > 0.0 {
        north
    } else {
        [-north[0], -north[1], -north[2]]
    };
    opposed(std::array::from_fn(|index| match index {
        0 => midheaven_deg,
        _ => Sphere::semicircle_longitude(zenith, turned(side, east, 30.0 * index as f64)),
    }))
}
