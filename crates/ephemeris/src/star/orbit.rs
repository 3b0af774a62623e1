//! Stars that move around a companion: the motion of the center of mass and the visual orbit.
//!
//! Hipparcos measured for three years. For a component of a resolved pair its proper motion includes
//! the orbit, which a straight line carries away from the star: 19" of latitude in 1900 and 75" in
//! 1700 for Rigil Kentaurus. Here the center of mass moves uniformly and the component goes around it.
//!
//! | star | elements | masses |
//! |---|---|---|
//! | Rigil Kentaurus, Toliman | Akeson et al., AJ 162, 14 (2021), with the motion of the center of mass | 1.0788, 0.9092 (same) |
//! | Sirius | Bond et al., Astrophysical Journal 840, 70 (2017) | 2.063, 1.018 (same) |
//! | Procyon | Bond et al., Astrophysical Journal 813, 106 (2015) | 1.478, 0.592 (same) |
//!
//! For Sirius and Procyon the entry of Hipparcos is already that of the center of mass (orbital
//! solutions, ESA 1997, volume 1, section 2.3.4).
//!
//! Not modeled are pairs whose catalog motion may include an orbit and that are slower or closer:
//! Porrima, Castor, Achird, Guniibuu, Errai, Marfik, Sabik, Dubhe, Propus, Tegmine, Rotanev and
//! Polaris. The proper motions of Hipparcos and of the Bright Star Catalogue, which rests on a
//! century, differ by 0.07" a year for Porrima, the worst of them.

use crate::angle::{ARCSECOND, DEGREE};

/// The visual orbit of the secondary around the primary.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Elements {
    period_years: f64,
    semimajor_axis_arcsec: f64,
    inclination_deg: f64,
    /// Position angle of the ascending node, ICRS.
    node_deg: f64,
    /// Argument of the secondary's periastron.
    periastron_deg: f64,
    eccentricity: f64,
    /// Julian year of a periastron passage.
    periastron_year: f64,
}

/// How a star of the catalog moves around the center of mass of its pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct VisualOrbit {
    elements: Elements,
    /// The star's distance from the center of mass in terms of the pair's, negative for a primary.
    share: f64,
    /// Astrometry of the center of mass where the catalog has that of the component.
    pub(crate) center: Option<CenterOfMass>,
}

/// Uniform motion of a center of mass, in the units of the catalog. Its position follows from the
/// primary's of the catalog and the orbit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CenterOfMass {
    /// The primary's right ascension and declination at J1991.25.
    pub(crate) primary_deg: (f64, f64),
    /// From the primary to the center of mass in terms of the pair's distance.
    primary_share: f64,
    pub(crate) motion_mas: (f64, f64),
    pub(crate) parallax_mas: f64,
    pub(crate) radial_velocity_km_s: f64,
}

const ALPHA_CENTAURI: Elements = Elements {
    period_years: 79.762,
    semimajor_axis_arcsec: 17.4930,
    inclination_deg: 79.2430,
    node_deg: 205.073,
    periastron_deg: 231.519,
    eccentricity: 0.519_47,
    periastron_year: 1955.564,
};

/// The mass of the secondary in terms of the pair's.
const ALPHA_CENTAURI_B: f64 = 0.9092 / (1.0788 + 0.9092);

const ALPHA_CENTAURI_CENTER: CenterOfMass = CenterOfMass {
    // HIP 71683.
    primary_deg: (219.920_408_130, -60.835_145_219),
    primary_share: ALPHA_CENTAURI_B,
    motion_mas: (-3639.95, 700.40),
    parallax_mas: 750.81,
    radial_velocity_km_s: -22.39,
};

const SIRIUS: Elements = Elements {
    period_years: 50.1284,
    semimajor_axis_arcsec: 7.4957,
    inclination_deg: 136.336,
    node_deg: 45.400,
    periastron_deg: 149.161,
    eccentricity: 0.591_42,
    periastron_year: 1994.5715,
};

const PROCYON: Elements = Elements {
    period_years: 40.840,
    semimajor_axis_arcsec: 4.3075,
    inclination_deg: 31.408,
    node_deg: 100.683,
    periastron_deg: 89.23,
    eccentricity: 0.397_85,
    periastron_year: 1968.076,
};

impl VisualOrbit {
    /// Returns the orbit of a star of the catalog.
    pub(crate) fn of(hip: u32) -> Option<Self> {
        let (elements, share, center) = match hip {
            71_683 => (
                ALPHA_CENTAURI,
                -ALPHA_CENTAURI_B,
                Some(ALPHA_CENTAURI_CENTER),
            ),
            71_681 => (
                ALPHA_CENTAURI,
                1.0 - ALPHA_CENTAURI_B,
                Some(ALPHA_CENTAURI_CENTER),
            ),
            32_349 => (SIRIUS, -1.018 / (2.063 + 1.018), None),
            37_279 => (PROCYON, -0.592 / (1.478 + 0.592), None),
            _ => return None,
        };
        Some(Self {
            elements,
            share,
            center,
        })
    }

    /// Returns the star's offset from the center of mass to the east and north in radians, and its
    /// change per year, in a Julian year.
    pub(crate) fn offset(&self, year: f64) -> ([f64; 2], [f64; 2]) {
        let (at, rate) = self.elements.relative(year);
        let scaled = |it: [f64; 2]| it.map(|part| part * self.share * ARCSECOND);
        (scaled(at), scaled(rate))
    }
}

impl CenterOfMass {
    /// Returns its right ascension and declination in degrees at J1991.25.
    pub(crate) fn position_deg(&self, orbit: &VisualOrbit) -> (f64, f64) {
        let ([east, north], _) = orbit.elements.relative(1991.25);
        let (right_ascension_deg, declination_deg) = self.primary_deg;
        let shrink = libm::cos(declination_deg * DEGREE);
        (
            right_ascension_deg + east * self.primary_share / 3600.0 / shrink,
            declination_deg + north * self.primary_share / 3600.0,
        )
    }
}

impl Elements {
    /// Returns the secondary's offset from the primary to the east and north in arcseconds, and its
    /// change per year (Thiele-Innes constants; Heintz, Double Stars, 1978, section 19).
    fn relative(&self, year: f64) -> ([f64; 2], [f64; 2]) {
        let turn = std::f64::consts::TAU;
        let mean = turn * ((year - self.periastron_year) / self.period_years).rem_euclid(1.0);
        let e = self.eccentricity;
        let mut anomaly = mean;
        // Newton's method gains at least a digit per step for these eccentricities.
        for _ in 0..12 {
            let (sin, cos) = libm::sincos(anomaly);
            anomaly -= (anomaly - e * sin - mean) / (1.0 - e * cos);
        }
        let (sin_anomaly, cos_anomaly) = libm::sincos(anomaly);
        let minor = libm::sqrt(1.0 - e * e);
        let per_year = turn / self.period_years / (1.0 - e * cos_anomaly);
        let (x, y) = (cos_anomaly - e, minor * sin_anomaly);
        let (x_rate, y_rate) = (-sin_anomaly * per_year, minor * cos_anomaly * per_year);
        let (sin_node, cos_node) = libm::sincos(self.node_deg * DEGREE);
        let (sin_arg, cos_arg) = libm::sincos(self.periastron_deg * DEGREE);
        let cos_i = libm::cos(self.inclination_deg * DEGREE);
        let a = self.semimajor_axis_arcsec;
        let north = (
            a * (cos_arg * cos_node - sin_arg * sin_node * cos_i),
            a * (-sin_arg * cos_node - cos_arg * sin_node * cos_i),
        );
        let east = (
            a * (cos_arg * sin_node + sin_arg * cos_node * cos_i),
            a * (-sin_arg * sin_node + cos_arg * cos_node * cos_i),
        );
        (
            [east.0 * x + east.1 * y, north.0 * x + north.1 * y],
            [
                east.0 * x_rate + east.1 * y_rate,
                north.0 * x_rate + north.1 * y_rate,
            ],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::star::Star;

    /// Separation in arcseconds and position angle in degrees.
    fn seen(elements: &Elements, year: f64) -> (f64, f64) {
        let ([east, north], _) = elements.relative(year);
        let angle_deg = libm::atan2(east, north) / DEGREE;
        (east.hypot(north), angle_deg.rem_euclid(360.0))
    }

    #[test]
    fn the_pair_of_alpha_centauri_is_where_hipparcos_saw_it() {
        // HIP 71681 less HIP 71683 at J1991.25, measured independently of the orbit.
        let (a, b) = (
            Star::find("rigil-kentaurus").unwrap(),
            Star::find("toliman").unwrap(),
        );
        let shrink = libm::cos(f64::midpoint(a.declination_deg, b.declination_deg) * DEGREE);
        let east = (b.right_ascension_deg - a.right_ascension_deg) * shrink * 3600.0;
        let north = (b.declination_deg - a.declination_deg) * 3600.0;
        let ([orbit_east, orbit_north], _) = ALPHA_CENTAURI.relative(1991.25);
        assert!((orbit_east - east).abs() < 0.1, "{orbit_east} {east}");
        assert!((orbit_north - north).abs() < 0.1, "{orbit_north} {north}");
    }

    #[test]
    fn the_motion_of_hipparcos_is_that_of_the_center_and_the_orbit() {
        // HIP 71683: what its measured motion leaves after the orbit is the motion of the center of
        // mass as Akeson et al. found it from ALMA, within Hipparcos's errors for so bright a pair.
        let star = Star::find("rigil-kentaurus").unwrap();
        let orbit = VisualOrbit::of(star.hip).unwrap();
        let (_, [east, north]) = orbit.offset(1991.25);
        let center = orbit.center.unwrap();
        let mas = 1000.0 / ARCSECOND;
        let left = (
            star.motion_right_ascension_mas - east * mas,
            star.motion_declination_mas - north * mas,
        );
        assert!((left.0 - center.motion_mas.0).abs() < 10.0, "{left:?}");
        assert!((left.1 - center.motion_mas.1).abs() < 10.0, "{left:?}");
    }

    #[test]
    fn pairs_are_as_wide_as_they_were_seen() {
        // Alpha Centauri closed to 4" in 2016; Sirius was at 10.3" and 78 degrees in 2015, and
        // within 3" at its periastron of 1994 (Bond et al. 2017, table 4 and figure 4).
        assert!((seen(&ALPHA_CENTAURI, 2016.0).0 - 4.0).abs() < 0.1);
        let (separation, angle) = seen(&SIRIUS, 2015.0);
        assert!((separation - 10.3).abs() < 0.1 && (angle - 78.0).abs() < 1.0);
        assert!(seen(&SIRIUS, 1994.0).0 < 3.0);
        assert!((4.0..5.5).contains(&seen(&PROCYON, 1995.2).0));
    }

    #[test]
    fn rates_are_the_change_of_the_offset() {
        for elements in [ALPHA_CENTAURI, SIRIUS, PROCYON] {
            for year in [1600.0, 1900.5, 1994.6, 2100.0] {
                let (before, after) = (
                    elements.relative(year - 1e-4).0,
                    elements.relative(year + 1e-4).0,
                );
                let (_, rate) = elements.relative(year);
                for ((before, after), rate) in before.into_iter().zip(after).zip(rate) {
                    let measured = (after - before) / 2e-4;
                    assert!((measured - rate).abs() < 1e-5, "{year}");
                }
            }
        }
    }
}
