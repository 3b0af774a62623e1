//! A memory budget for work in progress: bodies being read and responses being produced.

use std::sync::Arc;

use access::OrgId;
use http_api::{ApiError, ErrorCode, Problem};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::byte_budget::ByteBudget;
use crate::org_table::OrgTable;

/// The budget is counted in blocks, because a semaphore only counts to 2^32.
const BLOCK_BYTES: u64 = 1024;
/// The divisor for the share of the budget that one organization can use.
const ORG_SHARE: u64 = 4;
/// The part of this share beside which a response larger than the whole share is still produced. The body
/// of the same request is in memory already, and often others of the organization.
const FEW: usize = 16;

/// Memory that all work in progress shares.
#[derive(Clone, Debug)]
pub struct MemoryBudget {
    all: Arc<Semaphore>,
    max_blocks: usize,
    orgs: Arc<OrgTable<ByteBudget>>,
    max_per_org: usize,
}

/// A part of the budget, returned when it is dropped.
#[derive(Debug, Default)]
pub struct MemoryReservation {
    permit: Option<OwnedSemaphorePermit>,
    of_org: Option<OrgBytes>,
}

/// Bytes in the share of an organization.
#[derive(Debug)]
struct OrgBytes {
    share: Arc<ByteBudget>,
    bytes: usize,
}

impl Drop for OrgBytes {
    fn drop(&mut self) {
        self.share.release(self.bytes);
    }
}

impl MemoryBudget {
    /// A budget of this many bytes.
    pub fn new(bytes: u64) -> Self {
        let blocks = usize::try_from(bytes / BLOCK_BYTES).unwrap_or(usize::MAX);
        let max_blocks = blocks.min(Semaphore::MAX_PERMITS);
        Self {
            all: Arc::new(Semaphore::new(max_blocks)),
            max_blocks,
            orgs: Arc::default(),
            max_per_org: usize::try_from(bytes / ORG_SHARE).unwrap_or(usize::MAX),
        }
    }

    /// Reserves this many bytes for work of an organization, if it is known.
    ///
    /// # Errors
    ///
    /// 503 with `Retry-After` if they are not available, or not to this organization. 422 if the
    /// budget never has as many, because another try would not help.
    pub fn reserve(&self, org: Option<OrgId>, bytes: u64) -> Result<MemoryReservation, ApiError> {
        let blocks = u32::try_from(bytes.div_ceil(BLOCK_BYTES)).unwrap_or(u32::MAX);
        if blocks as usize > self.max_blocks {
            let detail = "The response needs more memory than the service uses for all requests. \
                 Request fewer rows or points, or a smaller image.";
            return Err(Problem::new(ErrorCode::WorkLimitExceeded, detail).into());
        }
        let of_org = org.map(|it| self.in_share(it, bytes)).transpose()?;
        let permit = Arc::clone(&self.all).try_acquire_many_owned(blocks);
        let permit = permit
            .map_err(|_| refused("The service has no memory for more work. Try again shortly."))?;
        Ok(MemoryReservation {
            permit: Some(permit),
            of_org,
        })
    }

    fn in_share(&self, org: OrgId, bytes: u64) -> Result<OrgBytes, ApiError> {
        let share = self.orgs.get(org, || ByteBudget::new(self.max_per_org));
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        if share.try_hold_beside(bytes, self.max_per_org / FEW) {
            return Ok(OrgBytes { share, bytes });
        }
        Err(refused(
            "Other requests of the organization use all memory that it can have. Try again when \
             they are answered.",
        ))
    }

    /// The available bytes.
    pub fn available_bytes(&self) -> u64 {
        self.all.available_permits() as u64 * BLOCK_BYTES
    }
}

fn refused(detail: &'static str) -> ApiError {
    let problem = Problem::new(ErrorCode::ServiceUnavailable, detail);
    ApiError::from(problem).retry_after(1)
}

impl MemoryReservation {
    /// Adds another part of the same budget, for the same organization.
    pub fn add(&mut self, mut other: Self) {
        match (&mut self.permit, other.permit.take()) {
            (Some(held), Some(more)) => held.merge(more),
            (held @ None, more) => *held = more,
            (Some(_), None) => {}
        }
        match (&mut self.of_org, other.of_org.take()) {
            (Some(held), Some(mut more)) => {
                held.bytes += std::mem::take(&mut more.bytes);
            }
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
        let mut held = MemoryReservation::default();
        held.add(budget.reserve(None, 1).unwrap());
        held.add(budget.reserve(None, 9 * 1024).unwrap());
        assert_eq!(budget.available_bytes(), 0);
        let refused = budget.reserve(None, 1).unwrap_err();
        assert_eq!(refused.problems()[0].code, ErrorCode::ServiceUnavailable);
        drop(held);
        assert_eq!(budget.available_bytes(), 10 * 1024);
    }

    #[test]
    fn what_the_budget_never_has_is_refused_for_good() {
        let budget = MemoryBudget::new(10 * 1024);
        for bytes in [10 * 1024 + 1, u64::MAX] {
            let refused = budget.reserve(None, bytes).unwrap_err();
            assert_eq!(refused.problems()[0].code, ErrorCode::WorkLimitExceeded);
        }
        assert!(budget.reserve(None, 10 * 1024).is_ok());
    }

    #[test]
    fn an_organization_uses_a_quarter_of_the_budget() {
        let budget = MemoryBudget::new(8 * 1024);
        let org = |number: u32| format!("org_{number:032x}").parse().ok();
        let mut held = budget.reserve(org(1), 1024).unwrap();
        held.add(budget.reserve(org(1), 1024).unwrap());
        assert!(budget.reserve(org(1), 1).is_err());
        assert!(budget.reserve(org(2), 2 * 1024).is_ok());
        drop(held);
        let large = budget.reserve(org(1), 4 * 1024).unwrap();
        assert!(
            budget.reserve(org(1), 1).is_err(),
            "more than its share, alone"
        );
        drop(large);
        assert_eq!(budget.available_bytes(), 8 * 1024);
        let mut held = budget.reserve(org(1), 128).unwrap();
        held.add(budget.reserve(org(1), 4 * 1024).unwrap());
        assert!(
            budget.reserve(org(1), 1).is_err(),
            "a large response beside the body of its request"
        );
    }
}
