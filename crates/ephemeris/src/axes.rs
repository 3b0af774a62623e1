//! Reference axes of date: rotation matrices from the axes of a pack, and their angular velocity.

use crate::nutation::NutationAngles;
use crate::precession::{Angle, Precession};
use crate::vector::{Matrix, State, Vector};
use crate::view::ReferenceFrame;

/// Sine and cosine of the obliquity of a pack's axes, 84381.406". A test checks them.
const PACK_SIN: f64 = 0.397_776_969_112_605_96;
const PACK_COS: f64 = 0.917_482_143_065_241_9;

/// Axes that a vector can be transformed into.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axes {
    /// Rotation from the axes of a pack.
    matrix: Matrix,
    /// Angular velocity of these axes in radians per day, in their own components, with the sign
    /// that `rate = matrix * rate + spin x vector`.
    spin: Vector,
}

impl Axes {
    /// Transforms a vector from the axes of a pack into these axes, with the rate seen in the
    /// rotating axes.
    #[inline]
    pub(crate) fn apply(&self, state: State) -> State {
        let at = &self.matrix * state.at;
        State {
            at,
            rate: &self.matrix * state.rate + self.spin.cross(at),
        }
    }

    /// Transforms a vector with its rate from these axes into the axes of a pack.
    pub(crate) fn undo(&self, state: State) -> State {
        let back = self.matrix.transposed();
        State {
            at: &back * state.at,
            rate: &back * (state.rate - self.spin.cross(state.at)),
        }
    }

    /// Rotates a vector from these axes into those of a pack, ignoring their spin.
    pub(crate) fn turn_back(&self, vector: Vector) -> Vector {
        &self.matrix.transposed() * vector
    }

    /// Transforms a vector that is carried about the z axis of these axes into those of a pack. The
    /// rate is that of the rotation about a fixed z axis. The motion of the axis is added.
    pub(crate) fn carried(&self, state: State) -> State {
        let tilt = Vector::new(self.spin.x, self.spin.y, 0.0);
        State {
            at: self.turn_back(state.at),
            rate: self.turn_back(state.rate - tilt.cross(state.at)),
        }
    }

    /// Returns the rotation from the axes of a pack to the ICRS.
    pub(crate) fn icrs() -> Self {
        Self {
            matrix: Matrix::about_x(-PACK_SIN, PACK_COS),
            spin: Vector::default(),
        }
    }

    /// Returns the rotation from the axes of a pack to the mean ecliptic and equinox of J2000.0.
    /// They differ by the frame bias.
    pub(crate) fn ecliptic_j2000() -> Self {
        let zero = Angle { at: 0.0, rate: 0.0 };
        let no_nutation = NutationAngles {
            psi: zero,
            epsilon: zero,
            tdb_minus_tt_seconds: 0.0,
        };
        Self {
            spin: Vector::default(),
            ..Self::ecliptic(&Precession::at(0.0), &no_nutation)
        }
    }

    /// Returns the rotation from the axes of a pack to the true ecliptic and equinox of date:
    /// R3(-ψ) R1(φ) R3(γ) of the ICRS, with nutation in ψ. IERS Conventions (2010), section 5.4.5,
    /// without the last rotation.
    pub(crate) fn ecliptic(precession: &Precession, nutation: &NutationAngles) -> Self {
        let Precession { gamma, phi, .. } = precession;
        let (sin_gamma, cos_gamma) = libm::sincos(gamma.at);
        let (sin_phi, cos_phi) = libm::sincos(phi.at);
        let (sin_psi, cos_psi) = libm::sincos(precession.psi.at + nutation.psi.at);
        let psi_rate = precession.psi.rate + nutation.psi.rate;
        let from_equinox = Matrix::about_z(-sin_psi, cos_psi);
        let matrix = from_equinox
            * Matrix::about_x(sin_phi, cos_phi)
            * Matrix::about_z(sin_gamma, cos_gamma)
            * Matrix::about_x(-PACK_SIN, PACK_COS);
        let spin = Vector::new(0.0, 0.0, psi_rate)
            - &from_equinox * Vector::new(phi.rate, sin_phi * gamma.rate, cos_phi * gamma.rate);
        Self { matrix, spin }
    }
}

/// The axes that depend on the date.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DateAxes {
    pub(crate) ecliptic: Axes,
    pub(crate) mean_obliquity: Angle,
    pub(crate) true_obliquity: Angle,
}

impl DateAxes {
    pub(crate) fn new(precession: &Precession, nutation: &NutationAngles) -> Self {
        Self {
            ecliptic: Axes::ecliptic(precession, nutation),
            mean_obliquity: precession.epsilon,
            true_obliquity: Angle {
                at: precession.epsilon.at + nutation.epsilon.at,
                rate: precession.epsilon.rate + nutation.epsilon.rate,
            },
        }
    }

    /// Returns the axes of the true equator and equinox of date.
    pub(crate) fn equator(&self) -> Axes {
        let (sin, cos) = libm::sincos(self.true_obliquity.at);
        let turn = Matrix::about_x(-sin, cos);
        // The equatorial axes rotate about the common equinox relative to the ecliptic axes.
        let own = Vector::new(self.true_obliquity.rate, 0.0, 0.0);
        Axes {
            matrix: turn * self.ecliptic.matrix,
            spin: &turn * self.ecliptic.spin + own,
        }
    }

    /// Returns the axes of a frame.
    pub(crate) fn frame(&self, frame: ReferenceFrame) -> Axes {
        match frame {
            ReferenceFrame::EclipticOfDate => self.ecliptic,
            ReferenceFrame::EclipticJ2000 => Axes::ecliptic_j2000(),
            ReferenceFrame::EquatorialOfDate => self.equator(),
            ReferenceFrame::Icrs => Axes::icrs(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::angle::ARCSECOND;
    use crate::pack::AXES_OBLIQUITY_ARCSEC;

    #[test]
    fn the_axes_of_a_pack_have_the_obliquity_of_j2000() {
        let (sin, cos) = libm::sincos(AXES_OBLIQUITY_ARCSEC * ARCSECOND);
        assert!((sin - PACK_SIN).abs() < 2e-16, "{sin}");
        assert!((cos - PACK_COS).abs() < 2e-16, "{cos}");
    }
}
