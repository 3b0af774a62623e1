//! One series of a pack: quantized Chebyshev coefficients of three coordinates, in records of equal
//! time span and equal size.
//!
//! ```text
//! entry  0  code i32    4  degree u8    5  zero u8 u16
//!        8  first day since J2000.0 f64         16  days of a record f64
//!       24  number of records u32               28  bytes of a record u32
//!       32  where the records begin u64         40  quantum f64
//!       48  24 x u8: coefficient k is in units of quantum / 2^shift
//!       72  24 x (x, y, z) u8: bits of coefficient k
//! record    the coefficients as bit fields, from the highest k to the lowest, x y z each; a field of
//!           w bits holds the coefficient plus 2^(w-1)
//! ```
//!
//! Higher coefficients have finer units, because the velocity multiplies their errors by k².

use super::{HEADER_BYTES, PADDING_BYTES, Span};
use crate::time::{Instant, Scale};
use crate::vector::{State, Vector};

/// Bytes of a directory entry.
pub const ENTRY_BYTES: usize = 144;

/// The highest degree of a polynomial.
pub const MAX_DEGREE: usize = 23;

/// Degree of a rough position. For the planets to Saturn its relative error is a ten-thousandth.
const ROUGH_DEGREE: usize = 4;

/// The widest field that an `f64` holds exactly together with the preceding bits.
const MAX_BITS: u8 = 45;

/// The bytes read from a record at once, regardless of its size. A field starts in one of 256 bytes
/// and is extracted from eight, so no access needs a bounds check.
type Window = [u8; WINDOW_BYTES];

pub(super) const WINDOW_BYTES: usize = 264;

/// Position and unit of the three coefficients of one k in a record, by component. A field is
/// masked out of the eight bytes that start at `byte`. Combined with the exponent of 2^52 its bits
/// form an `f64`, of which `center` is zero. This needs no shift and no conversion and is exact:
/// the unit includes the position of the lowest bit.
#[derive(Clone, Copy, Debug, Default)]
struct Term {
    mask: [u64; 3],
    center: [f64; 3],
    unit: [f64; 3],
    byte: [u8; 3],
}

/// The bits of 2^52. An integer below it, placed in the fraction, adds to it.
const EXPONENT_BITS: u64 = 0x4330_0000_0000_0000;
const EXPONENT_VALUE: f64 = 4_503_599_627_370_496.0;

#[derive(Clone, Debug)]
pub(crate) struct Series<'a> {
    records: &'a [u8],
    record_bytes: usize,
    count: usize,
    first_day: f64,
    record_days: f64,
    per_record: f64,
    /// Velocity is in units per half record.
    rate_factor: f64,
    degree: usize,
    /// From the highest k to the lowest.
    terms: [Term; MAX_DEGREE + 1],
}

impl<'a> Series<'a> {
    /// Reads a directory entry, or returns what is wrong with it.
    pub(super) fn open(
        entry: &[u8; ENTRY_BYTES],
        bytes: &'a [u8],
    ) -> Result<(i32, Self), &'static str> {
        let code = u32_at(entry, 0).cast_signed();
        let degree = usize::from(entry[4]);
        if !(1..=MAX_DEGREE).contains(&degree) {
            return Err("has an impossible degree");
        }
        let (first_day, record_days) = (f64_at(entry, 8), f64_at(entry, 16));
        let (count, record_bytes) = (u32_at(entry, 24) as usize, u32_at(entry, 28) as usize);
        let quantum = f64_at(entry, 40);
        let positive = |value: f64| value.is_finite() && value > 0.0;
        if !positive(record_days) || !positive(quantum) || first_day.abs() > 1e9 || count == 0 {
            return Err("has impossible units");
        }
        let (terms, bits) = terms(entry, degree, quantum)?;
        if bits.div_ceil(8) != record_bytes {
            return Err("has records of another size than its fields");
        }
        let begin = usize::try_from(u64_at(entry, 32)).map_err(|_| "begins outside the pack")?;
        let length = record_bytes
            .checked_mul(count)
            .and_then(|length| length.checked_add(PADDING_BYTES));
        let end = length
            .and_then(|length| begin.checked_add(length))
            .ok_or("ends outside the pack")?;
        if begin < HEADER_BYTES {
            return Err("begins in the header");
        }
        let records = bytes.get(begin..end).ok_or("ends outside the pack")?;
        let series = Self {
            records,
            record_bytes,
            count,
            first_day,
            record_days,
            per_record: 1.0 / record_days,
            rate_factor: 2.0 / record_days,
            degree,
            terms,
        };
        Ok((code, series))
    }

    pub(crate) fn span(&self) -> Span {
        let last = self.first_day + self.record_days * self.count as f64;
        Span {
            first: Instant::from_days_since_j2000(self.first_day),
            last: Instant::from_days_since_j2000(last),
        }
    }

    /// Returns the three coordinates and their rates per day, if the instant is covered.
    #[inline]
    pub(crate) fn state<S: Scale>(&self, at: Instant<S>) -> Option<State> {
        let (record, x) = self.record(at)?;
        Some(self.sum(record, x))
    }

    /// Returns the three coordinates from the lowest [`ROUGH_DEGREE`] + 1 coefficients, if the
    /// instant is covered.
    pub(crate) fn rough_position<S: Scale>(&self, at: Instant<S>) -> Option<Vector> {
        let (record, x) = self.record(at)?;
        let last = self.degree.min(MAX_DEGREE);
        let begin = last.saturating_sub(ROUGH_DEGREE);
        let (mut b1, mut b2) = (Vector::default(), Vector::default());
        for term in &self.terms[begin..last] {
            (b2, b1) = (b1, term.coefficient(record) - b2 + b1 * (2.0 * x));
        }
        Some(self.terms[last].coefficient(record) - b2 + b1 * x)
    }

    /// Returns the record of an instant, and the position of the instant in it, from -1 to 1.
    #[inline]
    fn record<S: Scale>(&self, at: Instant<S>) -> Option<(&Window, f64)> {
        let (day, fraction) = at.parts();
        let since = day - self.first_day;
        let place = (since + fraction) * self.per_record;
        if !(place >= 0.0 && place <= self.count as f64) {
            return None;
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between zero and the number of records"
        )]
        let index = (place as usize).min(self.count - 1);
        let inside = (since - index as f64 * self.record_days) + fraction;
        let x = inside * self.rate_factor - 1.0;
        let start = index * self.record_bytes;
        let window = self.records.get(start..)?.first_chunk()?;
        Some((window, x))
    }

    /// Sums the series and its derivative in one pass with Clenshaw's recurrence (Clenshaw 1955).
    #[inline]
    fn sum(&self, record: &Window, x: f64) -> State {
        let twice = 2.0 * x;
        let mut b1 = Vector::default();
        let mut b2 = Vector::default();
        let mut d1 = Vector::default();
        let mut d2 = Vector::default();
        let (low, high) = (self.degree, &self.terms[..self.degree.min(MAX_DEGREE)]);
        for term in high {
            let d = b1 * 2.0 - d2 + d1 * twice;
            let b = term.coefficient(record) - b2 + b1 * twice;
            (d2, d1, b2, b1) = (d1, d, b1, b);
        }
        let c0 = self.terms[low.min(MAX_DEGREE)].coefficient(record);
        State {
            at: c0 - b2 + b1 * x,
            rate: (b1 - d2 + d1 * x) * self.rate_factor,
        }
    }
}

impl Term {
    #[inline]
    fn coefficient(&self, record: &Window) -> Vector {
        let value = |component: usize| {
            let begin = usize::from(self.byte[component]);
            let mut chunk = [0; 8];
            chunk.copy_from_slice(&record[begin..begin + 8]);
            let bits = (u64::from_le_bytes(chunk) & self.mask[component]) | EXPONENT_BITS;
            (f64::from_bits(bits) - self.center[component]) * self.unit[component]
        };
        Vector::new(value(0), value(1), value(2))
    }
}

/// Returns the fields of a record, from the highest k to the lowest, and their total number of
/// bits.
fn terms(
    entry: &[u8; ENTRY_BYTES],
    degree: usize,
    quantum: f64,
) -> Result<([Term; MAX_DEGREE + 1], usize), &'static str> {
    let mut terms = [Term::default(); MAX_DEGREE + 1];
    let mut bit = 0_usize;
    for (place, term) in terms.iter_mut().take(degree + 1).enumerate() {
        let k = degree - place;
        let shift = entry[48 + k];
        if shift > 32 {
            return Err("has an impossible unit");
        }
        let unit = quantum / (1_u64 << shift) as f64;
        for component in 0..3 {
            let width = entry[72 + 3 * k + component];
            if !(1..=MAX_BITS).contains(&width) {
                return Err("has a field of impossible width");
            }
            let below = bit % 8;
            let lowest = (1_u64 << below) as f64;
            term.mask[component] = ((1 << width) - 1) << below;
            term.center[component] = EXPONENT_VALUE + (1_u64 << (width - 1)) as f64 * lowest;
            term.unit[component] = unit / lowest;
            term.byte[component] = u8::try_from(bit / 8).map_err(|_| "has too large records")?;
            bit += usize::from(width);
        }
    }
    Ok((terms, bit))
}

/// Reads an integer. The caller guarantees that it is in bounds.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    let chunk = bytes.get(at..).and_then(<[u8]>::first_chunk);
    u32::from_le_bytes(chunk.copied().unwrap_or_default())
}

/// Reads an integer. The caller guarantees that it is in bounds.
pub(super) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let chunk = bytes.get(at..).and_then(<[u8]>::first_chunk);
    u64::from_le_bytes(chunk.copied().unwrap_or_default())
}

fn f64_at(bytes: &[u8], at: usize) -> f64 {
    f64::from_bits(u64_at(bytes, at))
}

#[cfg(test)]
#[cfg(feature = "embedded")]
mod tests {
    use super::*;
    use crate::angle::ARCSECOND;
    use crate::body::Body;
    use crate::pack::Pack;

    const MAS: f64 = ARCSECOND / 1000.0;

    /// Returns the jumps of position and rate at the boundaries of neighboring records.
    fn jumps<'a>(series: &'a Series<'a>) -> impl Iterator<Item = (f64, State)> + 'a {
        let end = |index: usize, x: f64| {
            let start = index * series.record_bytes;
            series.sum(series.records[start..].first_chunk().unwrap(), x)
        };
        (1..series.count).map(move |index| {
            let day = series.first_day + index as f64 * series.record_days;
            (day, end(index, -1.0) - end(index - 1, 1.0))
        })
    }

    /// Returns the distance from the nearest observer to the body of a series. The observer of the
    /// Moon is at the Earth's center. An error of the Earth's own series shows most on Venus, from
    /// 0.26 astronomical units.
    fn distance_au(pack: &Pack<'_>, body: Body, day: f64) -> f64 {
        let at = |body| {
            let series = pack.body(body).unwrap();
            series
                .state(Instant::<crate::Tdb>::from_days_since_j2000(day))
                .unwrap()
                .at
        };
        match body {
            Body::Moon => at(Body::Moon).length(),
            Body::Earth => 0.26,
            _ => (at(body) - at(Body::Earth)).length(),
        }
    }

    /// The largest allowed jumps of place (mas) and speed (mas per day) between records: about 1.5
    /// times the largest measured. A jump is the sum of the errors of both records.
    fn limits_mas(body: Body) -> (f64, f64) {
        match body {
            Body::Moon => (0.2, 1.0),
            body if body < Body::MeanNode => (0.19, 0.36),
            _ => (0.53, 0.21),
        }
    }

    #[test]
    fn records_join_within_the_accuracy_of_places_and_speeds() {
        let pack = Pack::open(include_bytes!("../../../../data/sky.pack")).unwrap();
        println!(
            "{:10} {:>7} {:>9} {:>12}",
            "series", "joins", "mas", "mas a day"
        );
        let mut failures = Vec::new();
        for body in Body::ALL.iter().copied() {
            let Some(series) = pack.body(body) else {
                continue;
            };
            let (mut place_mas, mut speed_mas) = (0.0f64, 0.0f64);
            for (day, jump) in jumps(series) {
                let distance = distance_au(&pack, body, day);
                place_mas = place_mas.max(jump.at.length() / distance / MAS);
                speed_mas = speed_mas.max(jump.rate.length() / distance / MAS);
            }
            println!(
                "{:10} {:>7} {place_mas:9.4} {speed_mas:12.5}",
                body.id(),
                series.count - 1
            );
            let (place_limit_mas, speed_limit_mas) = limits_mas(body);
            if place_mas > place_limit_mas || speed_mas > speed_limit_mas {
                failures.push(body.id());
            }
        }
        let nutation = pack.nutation().unwrap();
        let (mut place_mas, mut speed_mas) = (0.0f64, 0.0f64);
        for (_, jump) in jumps(nutation) {
            place_mas = place_mas.max(jump.at.x.hypot(jump.at.y) / MAS);
            speed_mas = speed_mas.max(jump.rate.x.hypot(jump.rate.y) / MAS);
        }
        println!(
            "{:10} {:>7} {place_mas:9.4} {speed_mas:12.5}",
            "nutation",
            nutation.count - 1
        );
        assert!(place_mas < 0.165 && speed_mas < 0.38, "nutation");
        assert!(failures.is_empty(), "{failures:?}");
    }
}
