//! Nutation, IAU 2000A with the corrections for IAU 2006 precession.
//!
//! The engine does not evaluate the series of 1365 terms. Every pack contains the nutation of its
//! span as Chebyshev polynomials, fitted to that series when the pack is built.

use crate::angle::DEGREE;
use crate::pack::CLOCK_UNIT_SECONDS;
use crate::precession::Angle;
use crate::vector::State;

/// The short-period motion of the Earth's axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nutation {
    /// Nutation in longitude.
    pub dpsi_deg: f64,
    /// Nutation in obliquity.
    pub deps_deg: f64,
    /// Rate of the nutation in longitude per day.
    pub dpsi_speed_deg: f64,
    /// Rate of the nutation in obliquity per day.
    pub deps_speed_deg: f64,
}

/// The nutation in radians, as stored in a pack, with TDB - TT from the same series.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NutationAngles {
    pub(crate) psi: Angle,
    pub(crate) epsilon: Angle,
    pub(crate) tdb_minus_tt_seconds: f64,
}

impl NutationAngles {
    pub(crate) fn from_state(state: State) -> Self {
        Self {
            psi: Angle {
                at: state.at.x,
                rate: state.rate.x,
            },
            epsilon: Angle {
                at: state.at.y,
                rate: state.rate.y,
            },
            tdb_minus_tt_seconds: state.at.z * CLOCK_UNIT_SECONDS,
        }
    }
}

impl From<NutationAngles> for Nutation {
    fn from(angles: NutationAngles) -> Self {
        Self {
            dpsi_deg: angles.psi.at / DEGREE,
            deps_deg: angles.epsilon.at / DEGREE,
            dpsi_speed_deg: angles.psi.rate / DEGREE,
            deps_speed_deg: angles.epsilon.rate / DEGREE,
        }
    }
}
