//! The limit on concurrent reads of one organization.
//!
//! A search through many texts holds a connection for milliseconds. Without a limit, one
//! organization that sends hundreds of them would take every connection, and the keys of all others
//! could not be looked up.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use access::OrgId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::StoreError;

/// The divisor for the share of connections that organizations' data never takes. These connections
/// look up keys and sessions, write, and check that the database answers.
const RESERVED_SHARE: usize = 3;
/// The maximum number of tracked organizations before idle ones are removed.
const MAX_REMEMBERED: usize = 256;

/// The permits to read data of organizations.
#[derive(Debug)]
pub(crate) struct OrgReads {
    all: Arc<Semaphore>,
    max_per_org: usize,
    /// The semaphore of each organization, dropped with the last statement that holds or waits for
    /// a permit.
    orgs: Mutex<HashMap<OrgId, Weak<Semaphore>>>,
    wait: Duration,
}

/// A permit to read, released when it is dropped.
#[derive(Debug)]
pub(crate) struct ReadTurn {
    _of_org: OwnedSemaphorePermit,
    _of_all: OwnedSemaphorePermit,
}

impl OrgReads {
    /// Creates permits for this many connections. Waiting for a permit takes at most `wait`.
    pub(crate) fn new(connections: usize, wait: Duration) -> Self {
        let turns = (connections - connections / RESERVED_SHARE).max(1);
        Self {
            all: Arc::new(Semaphore::new(turns)),
            max_per_org: (turns / 2).max(1),
            orgs: Mutex::default(),
            wait,
        }
    }

    /// Waits for a permit of the organization.
    pub(crate) async fn take(&self, org: OrgId) -> Result<ReadTurn, StoreError> {
        let own = self.of_org(org);
        // First its own permit, then a shared one: an organization is in the queue for the latter
        // at most `max_per_org` times.
        let taken = async {
            let of_org = own.acquire_owned().await?;
            let of_all = Arc::clone(&self.all).acquire_owned().await?;
            Ok::<_, tokio::sync::AcquireError>(ReadTurn {
                _of_org: of_org,
                _of_all: of_all,
            })
        };
        match tokio::time::timeout(self.wait, taken).await {
            Ok(Ok(turn)) => Ok(turn),
            Ok(Err(_closed)) => Err(sqlx::Error::PoolClosed.into()),
            Err(_elapsed) => Err(sqlx::Error::PoolTimedOut.into()),
        }
    }

    fn of_org(&self, org: OrgId) -> Arc<Semaphore> {
        let mut orgs = self.orgs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = orgs.get(&org).and_then(Weak::upgrade) {
            return known;
        }
        if orgs.len() >= MAX_REMEMBERED {
            orgs.retain(|_, it| it.strong_count() > 0);
        }
        let own = Arc::new(Semaphore::new(self.max_per_org));
        orgs.insert(org, Arc::downgrade(&own));
        own
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn org(number: u32) -> OrgId {
        format!("org_{number:032x}").parse().unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn an_organization_that_reads_much_leaves_turns_to_others() {
        let reads = OrgReads::new(6, Duration::from_secs(5));
        let (greedy, other) = (org(1), org(2));
        let _first = reads.take(greedy).await.unwrap();
        let second = reads.take(greedy).await.unwrap();
        assert!(
            reads.take(greedy).await.is_err(),
            "half of the turns are its own"
        );
        let _others = (
            reads.take(other).await.unwrap(),
            reads.take(other).await.unwrap(),
        );
        drop(second);
        assert!(reads.take(greedy).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn a_third_of_the_connections_is_left_to_what_belongs_to_no_organization() {
        let reads = OrgReads::new(6, Duration::from_secs(5));
        let mut held = Vec::new();
        for number in 0..4 {
            held.push(reads.take(org(number)).await.unwrap());
        }
        assert!(reads.take(org(9)).await.is_err());
    }

    #[tokio::test]
    async fn organizations_that_read_nothing_are_forgotten() {
        let reads = OrgReads::new(6, Duration::from_secs(5));
        for number in 0..=256 {
            drop(reads.take(org(number)).await.unwrap());
        }
        assert_eq!(reads.orgs.lock().unwrap().len(), 1);
    }
}
