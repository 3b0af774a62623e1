//! Fits Chebyshev polynomials, and rounds their coefficients to integers.

use std::f64::consts::PI;

use anyhow::Result;

/// Coordinates at days since J2000.0, given as a sum.
pub(super) type Source<'a> = dyn Fn(f64, f64) -> Result<[f64; 3]> + 'a;

/// What to fit.
pub(super) struct Recipe {
    pub(super) first: f64,
    pub(super) last: f64,
    /// Target length of a record in days.
    pub(super) days: f64,
    pub(super) degree: usize,
    /// Unit of the lowest coefficients.
    pub(super) quantum: f64,
}

/// A fitted series.
pub(super) struct Fit {
    pub(super) first: f64,
    pub(super) record_days: f64,
    pub(super) degree: usize,
    pub(super) quantum: f64,
    /// Of each k: its unit is the quantum divided by two to this power.
    pub(super) shifts: Vec<u8>,
    /// Bits of each coefficient, by k and component.
    pub(super) widths: Vec<[u8; 3]>,
    /// Of each record the coefficients by k and component.
    pub(super) records: Vec<Vec<[i64; 3]>>,
    /// The largest distance from the source at points between the nodes.
    pub(super) max_error: f64,
}

/// Nodes beyond the degree, so that higher terms do not alias into those kept.
const MORE_NODES: usize = 8;

/// Where a record is compared with its source, as x from -1 to 1.
const PROBES: [f64; 4] = [-0.987, -0.41, 0.136, 0.811];

impl Recipe {
    pub(super) fn fit(&self, source: &Source) -> Result<Fit> {
        let span = self.last - self.first;
        let count = (span / self.days).round();
        let record_days = span / count;
        let shifts: Vec<u8> = (0..=self.degree).map(shift).collect();
        let mut fit = Fit {
            first: self.first,
            record_days,
            degree: self.degree,
            quantum: self.quantum,
            widths: vec![[1; 3]; self.degree + 1],
            shifts,
            records: Vec::new(),
            max_error: 0.0,
        };
        let mut index = 0.0;
        while index < count {
            let start = self.first + index * record_days;
            let record = fit.round(&self.polynomial(start, record_days, source)?);
            fit.widen(&record);
            for x in PROBES {
                let expected = source(start, f64::midpoint(x, 1.0) * record_days)?;
                fit.max_error = fit.max_error.max(fit.distance(&record, x, expected));
            }
            fit.records.push(record);
            index += 1.0;
        }
        Ok(fit)
    }

    /// The polynomial whose *derivative* is the truncated series of the derivative: the error of the
    /// velocity is spread evenly instead of growing toward the ends, and the errors of the place at
    /// the two ends cancel.
    fn polynomial(&self, start: f64, days: f64, source: &Source) -> Result<Vec<[f64; 3]>> {
        let nodes = self.degree + 1 + MORE_NODES;
        let angle = |node: usize| PI * (node as f64 + 0.5) / nodes as f64;
        let mut values = Vec::with_capacity(nodes);
        for node in 0..nodes {
            values.push(source(start, f64::midpoint(angle(node).cos(), 1.0) * days)?);
        }
        let mut series = vec![[0.0; 3]; nodes];
        for (k, term) in series.iter_mut().enumerate() {
            let factor = if k == 0 { 1.0 } else { 2.0 } / nodes as f64;
            for (node, value) in values.iter().enumerate() {
                let weight = factor * (k as f64 * angle(node)).cos();
                for component in 0..3 {
                    term[component] += weight * value[component];
                }
            }
        }
        for component in 0..3 {
            join_ends(&mut series, self.degree, component);
        }
        series.truncate(self.degree + 1);
        Ok(series)
    }
}

/// Cuts a series after `degree` by cutting its derivative there. With c' the derivative's
/// coefficients, `c[k] = (c'[k-1] - c'[k+1]) / 2k`; only the last two kept see the cut.
fn join_ends(series: &mut [[f64; 3]], degree: usize, component: usize) {
    let length = series.len();
    let mut derivative = vec![0.0; length + 2];
    for k in (1..length).rev() {
        derivative[k - 1] = derivative[k + 1] + 2.0 * k as f64 * series[k][component];
    }
    let ends = |series: &[[f64; 3]], last: usize, sign: f64| -> f64 {
        let mut power = 1.0;
        let mut sum = 0.0;
        for term in &series[..=last] {
            sum += power * term[component];
            power *= sign;
        }
        sum
    };
    let wanted = [1.0, -1.0].map(|sign| ends(series, length - 1, sign));
    for k in degree.saturating_sub(1).max(1)..=degree {
        let above = if k < degree - 1 {
            derivative[k + 1]
        } else {
            0.0
        };
        series[k][component] = (derivative[k - 1] - above) / (2.0 * k as f64);
    }
    let found = [1.0, -1.0].map(|sign| ends(series, degree, sign));
    series[0][component] += (wanted[0] - found[0] + wanted[1] - found[1]) / 2.0;
}

/// Errors of coefficient k are multiplied by about k in the velocity. Finer units compensate for
/// it.
fn shift(k: usize) -> u8 {
    let shifts = (k.max(1) as f64).log2().round();
    (0..=8).find(|it| f64::from(*it) >= shifts).unwrap_or(8)
}

impl Fit {
    fn unit(&self, k: usize) -> f64 {
        self.quantum / f64::from(1_u32 << self.shifts[k])
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "coefficients have far fewer than 53 bits"
    )]
    fn round(&self, polynomial: &[[f64; 3]]) -> Vec<[i64; 3]> {
        let terms = polynomial.iter().enumerate();
        terms
            .map(|(k, term)| term.map(|value| (value / self.unit(k)).round() as i64))
            .collect()
    }

    fn widen(&mut self, record: &[[i64; 3]]) {
        for (widths, term) in self.widths.iter_mut().zip(record) {
            for (width, value) in widths.iter_mut().zip(term) {
                // Bits of the magnitude and one for the sign.
                let magnitude = if *value < 0 { !*value } else { *value };
                let bits = 65 - magnitude.leading_zeros();
                *width = (*width).max(u8::try_from(bits).unwrap_or(u8::MAX));
            }
        }
    }

    fn distance(&self, record: &[[i64; 3]], x: f64, expected: [f64; 3]) -> f64 {
        let theta = x.acos();
        let mut square = 0.0;
        for component in 0..3 {
            let terms = record
                .iter()
                .enumerate()
                .map(|(k, term)| term[component] as f64 * self.unit(k) * (k as f64 * theta).cos());
            let difference = terms.sum::<f64>() - expected[component];
            square += difference * difference;
        }
        square.sqrt()
    }

    /// Bytes of one record.
    pub(super) fn record_bytes(&self) -> usize {
        let bits: usize = self
            .widths
            .iter()
            .flatten()
            .map(|it| usize::from(*it))
            .sum();
        bits.div_ceil(8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_polynomial_of_the_same_degree_is_found_again() {
        let recipe = Recipe {
            first: 10.0,
            last: 50.0,
            days: 20.0,
            degree: 3,
            quantum: 1e-9,
        };
        let source: &Source = &|day, fraction| {
            let t = (day + fraction - 30.0) / 20.0;
            Ok([t * t * t, 1.0 - t, 0.25])
        };
        let fit = recipe.fit(source).unwrap();
        assert_eq!(fit.records.len(), 2);
        assert!(fit.max_error < 2e-9, "{}", fit.max_error);
    }

    /// A degree too low for its curve, sin 3t in records of one day, and hardly any rounding: what is left is the cut.
    fn cut_short() -> Fit {
        let recipe = Recipe {
            first: 0.0,
            last: 6.0,
            days: 1.0,
            degree: 4,
            quantum: 1e-13,
        };
        let source: &Source = &|day, fraction| Ok([(3.0 * (day + fraction)).sin(), 0.0, 0.0]);
        recipe.fit(source).unwrap()
    }

    /// Value and rate a day of the first component at the end of a record: there a Chebyshev polynomial is 1 or -1 as the
    /// power of x is, and its slope is k² times that of the next lower power.
    fn at_end(fit: &Fit, record: &[[i64; 3]], x: f64) -> (f64, f64) {
        let mut sums = (0.0, 0.0);
        for (k, term) in record.iter().enumerate() {
            let value = term[0] as f64 * fit.unit(k) * x.powi(i32::try_from(k).unwrap());
            sums.0 += value;
            sums.1 += value * x * (k * k) as f64 * 2.0 / fit.record_days;
        }
        sums
    }

    #[test]
    fn errors_at_the_two_ends_of_a_record_cancel() {
        let fit = cut_short();
        for (index, record) in fit.records.iter().enumerate() {
            let error = |x: f64, day: f64| at_end(&fit, record, x).0 - (3.0 * day).sin();
            let sum = error(-1.0, index as f64) + error(1.0, index as f64 + 1.0);
            assert!(sum.abs() < 1e-11, "{sum}");
        }
        assert!(fit.max_error > 1e-6, "the degree is too low for this curve");
    }

    /// Neighbors can differ by what both have cut off and no more. The coefficients of 3 cos 3t about any middle are at
    /// most 6 `J_k(1.5)` (Jacobi & Anger). The rate loses those from k = 4 on; the place their integrals from the middle to
    /// the end of a record, 1/2 · 1/(k² - 1) for even k, while the odd ones are the same at both ends and are taken up by
    /// the constant. `J_4` to `J_8` of 1.5 by Abramowitz & Stegun, equation 9.1.10.
    #[test]
    fn records_join_as_closely_as_their_degree_allows() {
        const J: [f64; 5] = [
            0.011_768_1,
            0.001_799_42,
            0.000_228_013,
            0.000_024_680,
            0.000_002_33,
        ];
        let place_limit = 2.0 * 3.0 * (J[0] / 15.0 + J[2] / 35.0 + J[4] / 63.0);
        let rate_limit = 2.0 * 6.0 * J.iter().sum::<f64>();
        let fit = cut_short();
        let mut largest = (0.0f64, 0.0f64);
        for pair in fit.records.windows(2) {
            let (left, right) = (at_end(&fit, &pair[0], 1.0), at_end(&fit, &pair[1], -1.0));
            largest.0 = largest.0.max((left.0 - right.0).abs());
            largest.1 = largest.1.max((left.1 - right.1).abs());
        }
        assert!(largest.0 < place_limit, "{largest:?} {place_limit}");
        assert!(largest.1 < rate_limit, "{largest:?} {rate_limit}");
        // And they do differ: the bounds are not idle.
        assert!(
            largest.0 > place_limit / 20.0 && largest.1 > rate_limit / 20.0,
            "{largest:?}"
        );
    }
}
