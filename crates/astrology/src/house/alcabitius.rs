//! Alcabitius: trisects the diurnal and nocturnal semi-arcs of the Ascendant along the equator.
//!
//! Al-Qabisi, Introduction to the Art of Judgments (10th century): the right ascension between the
//! Midheaven and the Ascendant is trisected, and so is that between the Ascendant and the Imum
//! Coeli. Hour circles project the division onto the ecliptic. Defined everywhere except at the
//! poles.

use std::f64::consts::{PI, TAU};

use super::{opposed, sphere::Sphere};

pub(super) fn cusps(sphere: &Sphere) -> [f64; 12] {
    let ascendant_deg = sphere.ascendant_deg();
    let rising = sphere.right_ascension_of_longitude(ascendant_deg.to_radians());
    let diurnal = (rising - sphere.armc).rem_euclid(TAU);
    let nocturnal = PI - diurnal;
    let cusp = |right_ascension: f64| sphere.longitude_of_right_ascension(right_ascension);
    opposed([
        sphere.midheaven_deg(),
        cusp(sphere.armc + diurnal / 3.0),
        cusp(sphere.armc + diurnal * 2.0 / 3.0),
        ascendant_deg,
        cusp(rising + nocturnal / 3.0),
        cusp(rising + nocturnal * 2.0 / 3.0),
    ])
}
