//! Precession IAU 2006 and the corresponding obliquity of the ecliptic.

use crate::angle::{ARCSECOND, polynomial_with_rate};
use crate::time::DAYS_PER_CENTURY;

/// An angle in radians and its rate per day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Angle {
    pub(crate) at: f64,
    pub(crate) rate: f64,
}

/// The Fukushima-Williams angles with the frame bias: they rotate from the ICRS to the mean
/// ecliptic and equator of date. Hilton et al. (2006), Celest. Mech. 94, 351, table 1 with the bias
/// of Capitaine & Wallace (2006), A&A 450, 855; IERS Conventions (2010), section 5.6.4.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Precession {
    pub(crate) gamma: Angle,
    pub(crate) phi: Angle,
    pub(crate) psi: Angle,
    /// Mean obliquity of the ecliptic.
    pub(crate) epsilon: Angle,
}

const GAMMA_ARCSEC: [f64; 6] = [
    -0.052_928,
    10.556_378,
    0.493_204_4,
    -0.000_312_38,
    -0.000_002_788,
    0.000_000_026_0,
];
const PHI_ARCSEC: [f64; 6] = [
    84_381.412_819,
    -46.811_016,
    0.051_126_8,
    0.000_532_89,
    -0.000_000_440,
    -0.000_000_017_6,
];
const PSI_ARCSEC: [f64; 6] = [
    -0.041_775,
    5_038.481_484,
    1.558_417_5,
    -0.000_185_22,
    -0.000_026_452,
    -0.000_000_014_8,
];
const EPSILON_ARCSEC: [f64; 6] = [
    84_381.406,
    -46.836_769,
    -0.000_183_1,
    0.002_003_40,
    -0.000_000_576,
    -0.000_000_043_4,
];

impl Precession {
    /// Evaluates the angles at Julian centuries of TT since J2000.0.
    pub(crate) fn at(centuries: f64) -> Self {
        let angle = |coefficients: &[f64; 6]| {
            let (at, rate) = polynomial_with_rate(coefficients, centuries);
            Angle {
                at: at * ARCSECOND,
                rate: rate * (ARCSECOND / DAYS_PER_CENTURY),
            }
        };
        Self {
            gamma: angle(&GAMMA_ARCSEC),
            phi: angle(&PHI_ARCSEC),
            psi: angle(&PSI_ARCSEC),
            epsilon: angle(&EPSILON_ARCSEC),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test cases of the SOFA software collection (`t_sofa_c`, routines `iauPfw06` and
    /// `iauObl06`): TT 2400000.5 + 50123.9999 and 2400000.5 + 54388.0.
    #[test]
    fn the_angles_are_those_of_the_standard() {
        let precession = Precession::at((50_123.999_9 - 51_544.5) / DAYS_PER_CENTURY);
        for (angle, expected) in [
            (precession.gamma, -2.243_387_670_997_996e-6),
            (precession.phi, 0.409_101_460_239_132_3),
            (precession.psi, -9.501_954_178_013_031e-4),
        ] {
            assert!((angle.at - expected).abs() < 1e-14, "{angle:?}");
        }
        let epsilon = Precession::at((54_388.0 - 51_544.5) / DAYS_PER_CENTURY).epsilon;
        assert!((epsilon.at - 0.409_074_922_938_725_8).abs() < 1e-14);
    }
}
