//! The axes of a date: matrices from the axes of a pack, and how fast the axes turn.

use crate::nutation::NutationAngles;
use crate::precession::{Angle, Precession};
use crate::vector::{Matrix, State, Vector};
use crate::view::Frame;

/// Sine and cosine of the obliquity of a pack's axes, 84381.406"; checked by a test.
const PACK_SIN: f64 = 0.397_776_969_112_605_96;
const PACK_COS: f64 = 0.917_482_143_065_241_9;

/// Axes that a vector can be brought into.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axes {
    /// From the axes of a pack.
    matrix: Matrix,
    /// Rotation of these axes in radians a day, in their own components, with the sign that
    /// `rate = matrix * rate + spin x vector`.
    spin: Vector,
}

impl Axes {
    /// A vector of a pack in these axes, with the rate an observer who turns with them sees.
    #[inline]
    pub(crate) fn apply(&self, state: State) -> State {
        let at = &self.matrix * state.at;
        State {
            at,
            rate: &self.matrix * state.rate + self.spin.cross(at),
        }
    }

    /// A vector in these axes, with its rate there, in the axes of a pack.
    pub(crate) fn undo(&self, state: State) -> State {
        let back = self.matrix.transposed();
        State {
            at: &back * state.at,
            rate: &back * (state.rate - self.spin.cross(state.at)),
        }
    }

    /// A vector in these axes in those of a pack, whatever the rotation.
    pub(crate) fn turn_back(&self, vector: Vector) -> Vector {
        &self.matrix.transposed() * vector
    }

    /// What is carried about the z axis of these axes, in those of a pack. The rate is that of the
    /// turning about a resting z axis; the axis' own motion is added.
    pub(crate) fn carried(&self, state: State) -> State {
        let tilt = Vector::new(self.spin.x, self.spin.y, 0.0);
        State {
            at: self.turn_back(state.at),
            rate: self.turn_back(state.rate - tilt.cross(state.at)),
        }
    }

    /// From the axes of a pack to the ICRS.
    pub(crate) fn icrs() -> Self {
        Self {
            matrix: Matrix::about_x(-PACK_SIN, PACK_COS),
            spin: Vector::default(),
        }
    }

    /// From the axes of a pack to the mean ecliptic and equinox of J2000.0; they differ by the
    /// frame bias.
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

    /// From the axes of a pack to the true ecliptic and equinox of date: R3(-ψ) R1(φ) R3(γ) of the
    /// ICRS, with nutation in ψ. IERS Conventions (2010), section 5.4.5, without the last rotation.
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

/// All the axes that depend on the date.
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

    /// The true equator and equinox of date.
    pub(crate) fn equator(&self) -> Axes {
        let (sin, cos) = libm::sincos(self.true_obliquity.at);
        let turn = Matrix::about_x(-sin, cos);
        // The equator's axes turn about the common equinox, against the ecliptic's.
        let own = Vector::new(self.true_obliquity.rate, 0.0, 0.0);
        Axes {
            matrix: turn * self.ecliptic.matrix,
            spin: &turn * self.ecliptic.spin + own,
        }
    }

    /// The axes of a frame.
    pub(crate) fn frame(&self, frame: Frame) -> Axes {
        match frame {
            Frame::EclipticOfDate => self.ecliptic,
            Frame::EclipticJ2000 => Axes::ecliptic_j2000(),
            Frame::EquatorialOfDate => self.equator(),
            Frame::Icrs => Axes::icrs(),
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
