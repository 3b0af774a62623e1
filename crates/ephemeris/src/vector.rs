//! Three-dimensional vectors, pairs of position and velocity, rotation matrices.

use core::ops::{Add, Mul, Neg, Sub};

/// A vector in some axes. The caller chooses the unit.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(crate) struct Vector {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) z: f64,
}

impl Vector {
    pub(crate) const fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }

    #[inline]
    pub(crate) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    #[inline]
    pub(crate) fn cross(self, other: Self) -> Self {
        Self::new(
            self.y * other.z - self.z * other.y,
            self.z * other.x - self.x * other.z,
            self.x * other.y - self.y * other.x,
        )
    }

    #[inline]
    pub(crate) fn length(self) -> f64 {
        self.dot(self).sqrt()
    }
}

impl Add for Vector {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }
}

impl Sub for Vector {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y, self.z - other.z)
    }
}

impl Neg for Vector {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y, -self.z)
    }
}

impl Mul<f64> for Vector {
    type Output = Self;
    #[inline]
    fn mul(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor, self.z * factor)
    }
}

/// A vector and its rate per day: position and velocity, or a direction and its motion.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub(crate) struct State {
    pub(crate) at: Vector,
    pub(crate) rate: Vector,
}

impl State {
    /// Returns the unit vector along `at` with its rate, the length and the rate of the length.
    #[inline]
    pub(crate) fn direction(self) -> (Self, f64, f64) {
        let length = self.at.length();
        let inverse = 1.0 / length;
        let at = self.at * inverse;
        let length_rate = at.dot(self.rate);
        let rate = (self.rate - at * length_rate) * inverse;
        (Self { at, rate }, length, length_rate)
    }

    /// Returns the derivative of the dot product.
    #[inline]
    pub(crate) fn dot_rate(self, other: Self) -> f64 {
        self.rate.dot(other.at) + self.at.dot(other.rate)
    }
}

impl Add for State {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self {
            at: self.at + other.at,
            rate: self.rate + other.rate,
        }
    }
}

impl Sub for State {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self {
            at: self.at - other.at,
            rate: self.rate - other.rate,
        }
    }
}

impl Mul<f64> for State {
    type Output = Self;
    #[inline]
    fn mul(self, factor: f64) -> Self {
        Self {
            at: self.at * factor,
            rate: self.rate * factor,
        }
    }
}

/// A rotation of the axes: applied to a vector it gives its components in the new axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Matrix {
    rows: [Vector; 3],
}

impl Matrix {
    /// Returns the rotation of the axes about x by an angle, given by its sine and cosine.
    pub(crate) fn about_x(sin: f64, cos: f64) -> Self {
        Self {
            rows: [
                Vector::new(1.0, 0.0, 0.0),
                Vector::new(0.0, cos, sin),
                Vector::new(0.0, -sin, cos),
            ],
        }
    }

    /// Returns the rotation of the axes about z by an angle, given by its sine and cosine.
    pub(crate) fn about_z(sin: f64, cos: f64) -> Self {
        Self {
            rows: [
                Vector::new(cos, sin, 0.0),
                Vector::new(-sin, cos, 0.0),
                Vector::new(0.0, 0.0, 1.0),
            ],
        }
    }

    pub(crate) fn transposed(&self) -> Self {
        let [a, b, c] = self.rows;
        Self {
            rows: [
                Vector::new(a.x, b.x, c.x),
                Vector::new(a.y, b.y, c.y),
                Vector::new(a.z, b.z, c.z),
            ],
        }
    }
}

impl Mul<Vector> for &Matrix {
    type Output = Vector;
    #[inline]
    fn mul(self, vector: Vector) -> Vector {
        let [a, b, c] = self.rows;
        Vector::new(a.dot(vector), b.dot(vector), c.dot(vector))
    }
}

impl Mul for Matrix {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        let [a, b, c] = other.rows;
        Self {
            rows: self.rows.map(|row| a * row.x + b * row.y + c * row.z),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_transpose_changes_nothing() {
        let turned = Matrix::about_x(0.6, 0.8) * Matrix::about_z(-0.8, 0.6);
        let product = turned * turned.transposed();
        for vector in [Vector::new(1.0, 2.0, 3.0), Vector::new(-2.0, 0.5, 0.0)] {
            assert!((&product * vector - vector).length() < 1e-15);
        }
    }

    #[test]
    fn turned_axes_see_the_vector_turned_back() {
        // The axes rotate from x to y: a vector along y lies along the new x.
        let quarter = Matrix::about_z(1.0, 0.0);
        assert_eq!(
            &quarter * Vector::new(0.0, 1.0, 0.0),
            Vector::new(1.0, 0.0, 0.0)
        );
    }
}
