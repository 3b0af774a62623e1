//! Reading SPK kernels: the container (DAF) and the two kinds of segments that occur here, type 2
//! (Chebyshev polynomials of position) and type 13 (Hermite interpolation of states at unequal
//! times). Both as NAIF's "SPK Required Reading" and "DAF Required Reading" describe them.

use anyhow::{Context, Result, bail};

const RECORD_BYTES: usize = 1024;
const SECONDS_PER_DAY: f64 = 86_400.0;

/// A kernel.
pub(super) struct Spk {
    segments: Vec<Segment>,
}

struct Segment {
    target: i32,
    center: i32,
    /// Seconds of TDB since J2000.0.
    first: f64,
    last: f64,
    kind: Kind,
}

enum Kind {
    Chebyshev {
        first: f64,
        length: f64,
        size: usize,
        records: Vec<f64>,
    },
    Hermite {
        states: Vec<f64>,
        epochs: Vec<f64>,
        window: usize,
    },
}

impl Spk {
    /// Reads all segments.
    pub(super) fn open(bytes: &[u8]) -> Result<Self> {
        if bytes.get(..7) != Some(b"DAF/SPK") || bytes.get(88..96) != Some(b"LTL-IEEE") {
            bail!("this is no little-endian SPK kernel");
        }
        let mut record = integer(bytes, 76)?;
        let mut segments = Vec::new();
        while record > 0 {
            let start = (record - 1) * RECORD_BYTES;
            let next = double(bytes, start)?;
            let count = double(bytes, start + 16)?;
            for index in 0..whole(count)? {
                segments.extend(segment(bytes, start + 24 + index * 40)?);
            }
            record = whole(next)?;
        }
        Ok(Self { segments })
    }

    /// The days since J2000.0 that a body is known for.
    pub(super) fn span_days(&self, target: i32, center: i32) -> Result<(f64, f64)> {
        let mut of_body = self.segments.iter().filter(|it| it.is(target, center));
        let segment = of_body
            .next()
            .with_context(|| format!("the kernel has no body {target}"))?;
        Ok((
            segment.first / SECONDS_PER_DAY,
            segment.last / SECONDS_PER_DAY,
        ))
    }

    /// Kilometers in the ICRS at days of TDB since J2000.0, given as a sum.
    pub(super) fn position(
        &self,
        target: i32,
        center: i32,
        day: f64,
        fraction: f64,
    ) -> Result<[f64; 3]> {
        let seconds = day * SECONDS_PER_DAY + fraction * SECONDS_PER_DAY;
        let covers =
            |it: &&Segment| it.is(target, center) && it.first <= seconds && seconds <= it.last;
        let segment = self.segments.iter().find(covers);
        let segment =
            segment.with_context(|| format!("body {target} is not known at day {day}"))?;
        Ok(segment.kind.position(seconds))
    }
}

impl Segment {
    fn is(&self, target: i32, center: i32) -> bool {
        self.target == target && self.center == center
    }
}

impl Kind {
    fn position(&self, seconds: f64) -> [f64; 3] {
        match self {
            Self::Chebyshev {
                first,
                length,
                size,
                records,
            } => {
                let count = records.len() / size;
                let index = (index_of((seconds - first) / length)).min(count - 1);
                let record = &records[index * size..(index + 1) * size];
                let x = (seconds - record[0]) / record[1];
                let terms = (size - 2) / 3;
                [0, 1, 2].map(|component| {
                    let start = 2 + component * terms;
                    chebyshev(&record[start..start + terms], x)
                })
            }
            Self::Hermite {
                states,
                epochs,
                window,
            } => {
                let after = epochs.partition_point(|epoch| *epoch <= seconds);
                let start = after.saturating_sub(window / 2).min(epochs.len() - window);
                let epochs = &epochs[start..start + window];
                let states = &states[start * 6..(start + window) * 6];
                [0, 1, 2].map(|component| hermite(epochs, states, component, seconds))
            }
        }
    }
}

/// Kinds and bodies that are not needed are left out.
fn segment(bytes: &[u8], at: usize) -> Result<Option<Segment>> {
    let (first, last) = (double(bytes, at)?, double(bytes, at + 8)?);
    let numbers: Vec<usize> = (0..6)
        .map(|index| integer(bytes, at + 16 + index * 4))
        .collect::<Result<_>>()?;
    let [target, center, frame, kind, begin, end] = numbers[..] else {
        bail!("a segment has no description");
    };
    // Word addresses count from one.
    let words = |from: usize, to: usize| -> Result<Vec<f64>> {
        let slice = bytes
            .get((from - 1) * 8..to * 8)
            .context("a segment ends outside the kernel")?;
        let (chunks, _) = slice.as_chunks::<8>();
        Ok(chunks.iter().map(|it| f64::from_le_bytes(*it)).collect())
    };
    if frame != 1 {
        bail!("body {target} is not in the ICRS");
    }
    let kind = match kind {
        2 => {
            let last_words = words(end - 3, end)?;
            let (size, count) = (whole(last_words[2])?, whole(last_words[3])?);
            Kind::Chebyshev {
                first: last_words[0],
                length: last_words[1],
                size,
                records: words(begin, begin + size * count - 1)?,
            }
        }
        13 => {
            let last_words = words(end - 1, end)?;
            let (window, count) = (whole(last_words[0])? + 1, whole(last_words[1])?);
            Kind::Hermite {
                states: words(begin, begin + 6 * count - 1)?,
                epochs: words(begin + 6 * count, begin + 7 * count - 1)?,
                window,
            }
        }
        _ => return Ok(None),
    };
    Ok(Some(Segment {
        target: i32::try_from(target)?,
        center: i32::try_from(center)?,
        first,
        last,
        kind,
    }))
}

fn chebyshev(coefficients: &[f64], x: f64) -> f64 {
    let (mut b1, mut b2) = (0.0, 0.0);
    for coefficient in coefficients[1..].iter().rev() {
        (b1, b2) = (coefficient + 2.0 * x * b1 - b2, b1);
    }
    coefficients[0] + x * b1 - b2
}

/// Newton's divided differences with every node twice (Hermite interpolation).
fn hermite(epochs: &[f64], states: &[f64], component: usize, seconds: f64) -> f64 {
    let count = 2 * epochs.len();
    let node = |index: usize| epochs[index / 2] - seconds;
    let mut table: Vec<f64> = (0..count)
        .map(|index| states[index / 2 * 6 + component])
        .collect();
    let mut value = table[0];
    let mut product = 1.0;
    for order in 1..count {
        for index in 0..count - order {
            table[index] = if order == 1 && index % 2 == 0 {
                states[index / 2 * 6 + 3 + component]
            } else {
                (table[index + 1] - table[index]) / (node(index + order) - node(index))
            };
        }
        product *= -node(order - 1);
        value += product * table[0];
    }
    value
}

fn double(bytes: &[u8], at: usize) -> Result<f64> {
    let chunk = bytes.get(at..).and_then(<[u8]>::first_chunk);
    Ok(f64::from_le_bytes(*chunk.context("the kernel is cut off")?))
}

fn integer(bytes: &[u8], at: usize) -> Result<usize> {
    let chunk = bytes.get(at..).and_then(<[u8]>::first_chunk);
    let value = i32::from_le_bytes(*chunk.context("the kernel is cut off")?);
    usize::try_from(value).context("a negative number in the kernel's directory")
}

fn whole(value: f64) -> Result<usize> {
    if !(0.0..1e9).contains(&value) || value.fract() != 0.0 {
        bail!("{value} in the kernel is no count");
    }
    Ok(index_of(value))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts and places in arrays, not negative"
)]
fn index_of(value: f64) -> usize {
    value.max(0.0) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cubic_is_interpolated_exactly_between_two_states() {
        let cubic = |t: f64| t * t * t - 2.0 * t + 1.0;
        let slope = |t: f64| 3.0 * t * t - 2.0;
        let epochs = [1.0, 3.0];
        let states: Vec<f64> = epochs
            .iter()
            .flat_map(|t| [cubic(*t), 0.0, 0.0, slope(*t), 0.0, 0.0])
            .collect();
        assert!((hermite(&epochs, &states, 0, 1.7) - cubic(1.7)).abs() < 1e-14);
    }

    #[test]
    fn chebyshev_terms_add_up() {
        let x: f64 = 0.3;
        let expected = 1.0 + 2.0 * x + 3.0 * (2.0 * x * x - 1.0);
        assert!((chebyshev(&[1.0, 2.0, 3.0], x) - expected).abs() < 1e-15);
    }
}
