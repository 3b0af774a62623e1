//! Root finding inside a bracket.

use core::ops::Range;

use super::MAX_REFINEMENTS;
use crate::time::{Instant, Tt};

/// Returns the zero of a function between two times where it has opposite signs, to a hundredth of
/// a millisecond, or `None` when the signs are equal. Evaluates at most [`MAX_REFINEMENTS`] values.
///
/// Uses inverse quadratic interpolation where it is safe and bisection elsewhere: T. R.
/// Chandrupatla, Advances in Engineering Software 28 (1997) 145.
///
/// # Errors
/// The first error of `value`.
pub fn zero_between<E>(
    range: Range<Instant<Tt>>,
    mut value: impl FnMut(Instant<Tt>) -> Result<f64, E>,
) -> Result<Option<Instant<Tt>>, E> {
    let Range { start, end } = range;
    let (mut x1, mut x2) = (end.minus(start), 0.0);
    let (mut f1, mut f2) = (value(end)?, value(start)?);
    if f1.is_nan() || f2.is_nan() || (f1 > 0.0) == (f2 > 0.0) {
        return Ok((f2 == 0.0).then_some(start));
    }
    let mut part = 0.5;
    for _ in 0..MAX_REFINEMENTS {
        let x = x1 + part * (x2 - x1);
        let f = value(start.plus_days(x))?;
        let (x3, f3);
        if (f > 0.0) == (f1 > 0.0) {
            (x3, f3) = (x1, f1);
        } else {
            (x3, f3) = (x2, f2);
            (x2, f2) = (x1, f1);
        }
        (x1, f1) = (x, f);
        let nearest = 1e-10 / (x2 - x1).abs();
        if f == 0.0 || nearest > 0.5 {
            break;
        }
        let xi = (x1 - x2) / (x3 - x2);
        let phi = (f1 - f2) / (f3 - f2);
        let is_safe = phi * phi < xi && (1.0 - phi) * (1.0 - phi) < 1.0 - xi;
        part = if is_safe {
            f1 / (f2 - f1) * f3 / (f2 - f3)
                + (x3 - x1) / (x2 - x1) * f1 / (f3 - f1) * f2 / (f3 - f2)
        } else {
            0.5
        };
        part = part.clamp(nearest, 1.0 - nearest);
    }
    Ok(Some(start.plus_days(x1)))
}

#[cfg(test)]
mod tests {
    use core::convert::Infallible;

    use super::*;

    fn start() -> Instant<Tt> {
        Instant::from_days_since_j2000(1234.5)
    }

    #[test]
    fn a_bracketed_zero_is_found_in_few_rounds() {
        let mut count = 0;
        let zero = zero_between(start()..start().plus_days(1.0), |at| {
            count += 1;
            Ok::<_, Infallible>(at.minus(start()).powi(5) - 0.01)
        });
        let x = zero.unwrap().unwrap().minus(start());
        assert!((x - 0.01f64.powf(0.2)).abs() < 1e-9, "{x}");
        assert!(count < 20, "{count}");
        let none = zero_between(start()..start().plus_days(1.0), |_| {
            Ok::<_, Infallible>(1.0)
        });
        assert_eq!(none.unwrap(), None);
    }
}
