//! Angles: normalization, differences around the circle, small units.

/// Radians per degree.
pub(crate) const DEGREE: f64 = core::f64::consts::PI / 180.0;

/// Radians per arcsecond.
pub(crate) const ARCSECOND: f64 = DEGREE / 3600.0;

/// Returns the angle normalized to the range from 0 up to, not including, 360 degrees.
///
/// ```
/// assert_eq!(ephemeris::normalize_deg(-90.0), 270.0);
/// ```
pub fn normalize_deg(angle_deg: f64) -> f64 {
    let turned = match angle_deg {
        // A floating-point remainder costs a third of a place computation. Most angles need none.
        0.0..360.0 => angle_deg,
        -360.0..0.0 => angle_deg + 360.0,
        _ => angle_deg.rem_euclid(360.0),
    };
    // A tiny negative angle rounds up to the full circle.
    if turned < 360.0 { turned } else { 0.0 }
}

/// Returns the signed difference `to_deg` - `from_deg` along the shorter arc: from -180 up to, not
/// including, 180 degrees.
///
/// ```
/// assert_eq!(ephemeris::difference_deg(10.0, 350.0), 20.0);
/// ```
pub fn difference_deg(to_deg: f64, from_deg: f64) -> f64 {
    normalize_deg(to_deg - from_deg + 180.0) - 180.0
}

/// Returns the remainder of `number` divided by `period`, with the sign of `number`. Like `%` and
/// many times faster. At the edge of a period it may differ from `%` by one whole period, which is
/// the same angle.
pub(crate) fn remainder(number: f64, period: f64) -> f64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "cut off on purpose; the arguments of the Moon have a hundred thousand periods in ten thousand years"
    )]
    let periods = (number / period) as i64 as f64;
    number - periods * period
}

/// Evaluates a polynomial with ascending coefficients, and its derivative.
pub(crate) fn polynomial_with_rate(coefficients: &[f64], t: f64) -> (f64, f64) {
    let mut value = 0.0;
    let mut rate = 0.0;
    for coefficient in coefficients.iter().rev() {
        rate = rate * t + value;
        value = value * t + coefficient;
    }
    (value, rate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_periods_is_what_the_operator_leaves() {
        let period = 1_296_000.0;
        for index in -10_000..10_000 {
            let number = f64::from(index) * 1.234_567_89e6 + 0.1;
            let (left, expected) = (remainder(number, period), number % period);
            assert_eq!(left.to_bits(), expected.to_bits(), "{number}");
        }
    }

    #[test]
    fn angles_come_into_their_range() {
        for (angle, expected) in [(0.0, 0.0), (360.0, 0.0), (-1e-20, 0.0), (725.0, 5.0)] {
            assert!((normalize_deg(angle) - expected).abs() < 1e-12, "{angle}");
            assert!(normalize_deg(angle) < 360.0);
        }
        for (to, from, expected) in [(1.0, 359.0, 2.0), (180.0, 0.0, -180.0), (0.0, 90.0, -90.0)] {
            assert!(
                (difference_deg(to, from) - expected).abs() < 1e-12,
                "{to} {from}"
            );
        }
    }

    #[test]
    fn a_polynomial_has_its_derivative() {
        assert_eq!(
            polynomial_with_rate(&[1.0, 2.0, 3.0], 2.0),
            (17.0, 14.0),
            "1 + 2t + 3t²"
        );
    }
}
