//! Placidus: each cusp has completed a whole number of thirds of its own semi-arc.
//!
//! Placidus de Titis, Physiomathematica (1650), after Ptolemy's hours and Magini: cusp 11 is the
//! point of the ecliptic that is one third of its diurnal semi-arc before culmination, cusp 12 two
//! thirds; cusps 2 and 3 likewise with the nocturnal semi-arc. Undefined at and beyond the polar
//! circles, where some degrees never rise or set. The residual of the defining equation is below
//! 1e-9 degree up to the limit (test `placidus_cusps_solve_their_equation`).

use super::{opposed, semi_arc::right_ascension, sphere::Sphere};

pub(super) fn cusps(sphere: &Sphere) -> [f64; 12] {
    let k = sphere.tan_product();
    let cusp = |(sin, cos): (f64, f64), factor: f64| {
        let base = sphere.meridian_turned(sin, cos);
        sphere.longitude_of_sin_cos(right_ascension(base, factor, k))
    };
    // Sine and cosine of 30 degrees.
    let (half, root) = (0.5, 0.5 * 3.0_f64.sqrt());
    opposed([
        sphere.midheaven_deg(),
        cusp((half, root), 1.0 / 3.0),
        cusp((root, half), 2.0 / 3.0),
        sphere.ascendant_deg(),
        cusp((root, -half), 2.0 / 3.0),
        cusp((half, -root), 1.0 / 3.0),
    ])
}
