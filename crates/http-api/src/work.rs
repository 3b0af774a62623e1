//! How much work a request asks for, told from its input before any of it is done. Price, limits and
//! the fair share of the pool all follow from it.

use std::iter::Sum;
use std::ops::Add;

use crate::text::thousands;
use crate::{ApiError, ErrorCode, Problem, Source};

/// Processor time that one unit of quota buys, in thousandths of a default natal request. The limit is 28 natal
/// requests per unit, which leaves a margin for estimates. `cargo xtask bench price` compares it with measurements.
const UNIT_MILLINATALS: u64 = 20_000;
/// Work of one request at most. A table of 10,000 rows and 32 points takes half of it.
const MAX_MILLINATALS: u64 = 400 * UNIT_MILLINATALS;
/// Bytes of one answer at most, before compression.
const MAX_ANSWER_BYTES: u64 = 96 * 1024 * 1024;
/// What takes no longer is done at once, on the thread that read the request.
const MAX_INLINE_MILLINATALS: u64 = 4_000;

/// An estimate of the work one request asks for.
///
/// Processor time is told in thousandths of a default natal request, a measure that does not depend
/// on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    millinatals: u64,
    answer_bytes: u64,
}

impl Work {
    /// A request that does hardly anything beyond being a request.
    pub const REQUEST: Self = Self::new(1_000, 4 * 1024);

    /// So much processor time, and an answer of so many bytes before compression.
    pub const fn new(millinatals: u64, answer_bytes: u64) -> Self {
        Self {
            millinatals,
            answer_bytes,
        }
    }

    /// The same from real numbers, rounded up; what is not a number counts as without end.
    pub fn estimated(millinatals: f64, answer_bytes: f64) -> Self {
        let whole = |number: f64| {
            if number.is_nan() {
                return u64::MAX;
            }
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "the cast saturates, which is meant"
            )]
            let whole = number.ceil() as u64;
            whole
        };
        Self::new(whole(millinatals), whole(answer_bytes))
    }

    /// Processor time, in thousandths of a default natal request.
    pub const fn millinatals(self) -> u64 {
        self.millinatals
    }

    /// Bytes of the answer before compression.
    pub const fn answer_bytes(self) -> u64 {
        self.answer_bytes
    }

    /// What it costs: at least one unit.
    pub fn units(self) -> u32 {
        let units = self.millinatals.div_ceil(UNIT_MILLINATALS).max(1);
        u32::try_from(units).unwrap_or(u32::MAX)
    }

    /// Whether it is short enough for a thread that serves connections.
    pub const fn is_short(self) -> bool {
        self.millinatals <= MAX_INLINE_MILLINATALS
    }

    /// The same with an answer that is read into a tree, to be shaped or to become a text.
    #[must_use]
    pub const fn with_tree(self) -> Self {
        let tree = self.millinatals / 4;
        Self::new(self.millinatals.saturating_add(tree), self.answer_bytes)
    }

    /// The part of it that makes `bytes` of the answer.
    #[must_use]
    pub fn share(self, bytes: u64) -> Self {
        if bytes >= self.answer_bytes {
            return self;
        }
        let share =
            u128::from(self.millinatals) * u128::from(bytes) / u128::from(self.answer_bytes);
        Self::new(u64::try_from(share).unwrap_or(u64::MAX), bytes)
    }

    /// Refuses more work than one request may ask for.
    ///
    /// # Errors
    ///
    /// `work_limit_exceeded`, with what was asked for and how much may be.
    pub fn limit(self) -> Result<(), ApiError> {
        let most = MAX_MILLINATALS / UNIT_MILLINATALS;
        let (asked, limit, unit) = if self.millinatals > MAX_MILLINATALS {
            (self.millinatals.div_ceil(UNIT_MILLINATALS), most, "units")
        } else if self.answer_bytes > MAX_ANSWER_BYTES {
            (self.answer_bytes, MAX_ANSWER_BYTES, "bytes")
        } else {
            return Ok(());
        };
        let detail = format!(
            "This request asks for at least {} {unit} of work. The limit for a single request is {}. \
             Split it into smaller requests.",
            thousands(asked),
            thousands(limit)
        );
        let problem = Problem::new(ErrorCode::WorkLimitExceeded, detail)
            .with_meta("estimate", asked)
            .with_meta("maximum", limit)
            .with_meta("unit", unit);
        Err(problem.at(Source::Pointer(String::new())).into())
    }
}

impl Add for Work {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            millinatals: self.millinatals.saturating_add(other.millinatals),
            answer_bytes: self.answer_bytes.saturating_add(other.answer_bytes),
        }
    }
}

impl Sum for Work {
    fn sum<I: Iterator<Item = Self>>(works: I) -> Self {
        works.fold(Self::new(0, 0), Self::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_request_costs_at_least_one_unit_and_the_price_follows_the_work() {
        assert_eq!(Work::new(0, 0).units(), 1);
        assert_eq!(Work::new(20_000, 0).units(), 1);
        assert_eq!(Work::new(20_001, 0).units(), 2);
        assert_eq!(Work::new(u64::MAX, 0).units(), u32::MAX);
        assert_eq!(Work::estimated(f64::NAN, 0.0).units(), u32::MAX);
    }

    #[test]
    fn a_tree_of_the_answer_costs_a_quarter_more() {
        assert_eq!(Work::new(16_000, 9).with_tree(), Work::new(20_000, 9));
        assert_eq!(Work::REQUEST.with_tree().units(), 1);
        assert!(Work::new(u64::MAX, 0).with_tree().limit().is_err());
    }

    #[test]
    fn more_work_or_bytes_than_one_request_may_ask_for_are_refused() {
        assert!(Work::new(8_000_000, 96 << 20).limit().is_ok());
        for beyond in [Work::new(8_000_001, 0), Work::new(0, (96 << 20) + 1)] {
            let refused = beyond.limit().unwrap_err();
            assert_eq!(refused.problems()[0].code, ErrorCode::WorkLimitExceeded);
            let detail = &refused.problems()[0].detail;
            assert!(
                detail.contains("401 units") || detail.contains("100,663,297 bytes"),
                "{detail}"
            );
        }
        let endless: Work = [Work::new(u64::MAX, 0), Work::REQUEST].into_iter().sum();
        assert!(endless.limit().is_err(), "sums do not wrap around");
    }
}
