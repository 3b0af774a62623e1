//! Koch, the houses of the birthplace: trisects the diurnal semi-arc of the Midheaven.
//!
//! W. Koch, E. Schäck, Häusertabellen des Geburtsortes (1971): the degree of the Midheaven rose one
//! diurnal semi-arc ago. The degrees that rose one and two thirds of that time later are cusps 11
//! and 12; the degrees that rise one and two thirds of the same time from now are cusps 2 and 3.
//! Undefined at and beyond the polar circles.

use std::f64::consts::FRAC_PI_2;

use super::{opposed, sphere::Sphere};

pub(super) fn cusps(sphere: &Sphere) -> [f64; 12] {
    let ascensional_difference = (sphere.tan_product() * sphere.armc.sin()).asin();
    let diurnal = FRAC_PI_2 + ascensional_difference;
    let rising_at = |armc: f64| sphere.oblique_longitude(armc + FRAC_PI_2, sphere.tan_latitude());
    opposed([
        sphere.midheaven_deg(),
        rising_at(sphere.armc - diurnal * 2.0 / 3.0),
        rising_at(sphere.armc - diurnal / 3.0),
        sphere.ascendant_deg(),
        rising_at(sphere.armc + diurnal / 3.0),
        rising_at(sphere.armc + diurnal * 2.0 / 3.0),
    ])
}
