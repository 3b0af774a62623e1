//! A memory budget for work in progress: bodies being read and responses being produced.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use http_api::{ApiError, ErrorCode, Problem};

/// The budget is counted in blocks, because a semaphore only counts to 2^32.
const BLOCK_BYTES: u64 = 1024;

/// Memory that all work in progress shares.
#[derive(Clone, Debug)]
pub struct MemoryBudget(Arc<Semaphore>);

/// A part of the budget, returned when it is dropped.
#[derive(Debug)]
pub struct MemoryReservation(Option<OwnedSemaphorePermit>);

impl MemoryBudget {
    /// A budget of this many bytes.
    pub fn new(bytes: u64) -> Self {
        let blocks = usize::try_from(bytes / BLOCK_BYTES).unwrap_or(usize::MAX);
        Self(Arc::new(Semaphore::new(blocks.min(Semaphore::MAX_PERMITS))))
    }

    /// Reserves this many bytes.
    ///
    /// # Errors
    ///
    /// 503 with `Retry-After` if they are not available.
    pub fn reserve(&self, bytes: u64) -> Result<MemoryReservation, ApiError> {
        let blocks = u32::try_from(bytes.div_ceil(BLOCK_BYTES)).unwrap_or(u32::MAX);
        let permit = Arc::clone(&self.0).try_acquire_many_owned(blocks);
        let permit = permit.map_err(|_| {
            let detail = "The service has no memory for more work. Try again shortly.";
            let problem = Problem::new(ErrorCode::ServiceUnavailable, detail);
            ApiError::from(problem).retry_after(1)
        })?;
        Ok(MemoryReservation(Some(permit)))
    }

    /// The available bytes.
    pub fn available_bytes(&self) -> u64 {
        self.0.available_permits() as u64 * BLOCK_BYTES
    }
}

impl MemoryReservation {
    /// An empty reservation, to be extended.
    pub const EMPTY: Self = Self(None);

    /// Adds another part of the same budget.
    pub fn add(&mut self, other: Self) {
        match (&mut self.0, other.0) {
            (Some(held), Some(more)) => held.merge(more),
            (held @ None, more) => *held = more,
            (Some(_), None) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_reserved_is_given_back_and_nothing_beyond_the_budget_is_given() {
        let budget = MemoryBudget::new(10 * 1024);
        let mut held = MemoryReservation::EMPTY;
        held.add(budget.reserve(1).unwrap());
        held.add(budget.reserve(9 * 1024).unwrap());
        assert_eq!(budget.available_bytes(), 0);
        let refused = budget.reserve(1).unwrap_err();
        assert_eq!(refused.problems()[0].code, ErrorCode::ServiceUnavailable);
        drop(held);
        assert_eq!(budget.available_bytes(), 10 * 1024);
        assert!(budget.reserve(u64::MAX).is_err());
    }
}
