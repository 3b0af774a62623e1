//! The limits on concurrent database work of one organization.
//!
//! A search through many texts holds a connection for milliseconds, and a change holds the lock of
//! its organization. Without limits, one organization that sends hundreds of requests would take
//! every connection, and the keys of all others could not be looked up.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use access::OrgId;
use sqlx::pool::PoolConnection;
use sqlx::{Connection as _, Database};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::backend::take_turn;
use crate::error::StoreError;

/// The divisor for the share of connections that organizations' data never takes. These connections
/// look up keys and sessions, write, and check that the database answers.
const RESERVED_SHARE: usize = 3;
/// The maximum number of tracked organizations before idle ones are removed.
const MAX_REMEMBERED: usize = 256;
/// How many changes of one organization can wait for the database or be in progress. They exclude
/// each other anyway.
const MAX_WRITES_PER_ORG: usize = 1;

/// A semaphore for each organization, dropped with the last statement that holds or waits for a
/// permit.
#[derive(Debug)]
struct OrgSemaphores {
    permits: usize,
    orgs: Mutex<HashMap<OrgId, Weak<Semaphore>>>,
}

impl OrgSemaphores {
    fn new(permits: usize) -> Self {
        Self {
            permits,
            orgs: Mutex::default(),
        }
    }

    fn of(&self, org: OrgId) -> Arc<Semaphore> {
        let mut orgs = self.orgs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = orgs.get(&org).and_then(Weak::upgrade) {
            return known;
        }
        if orgs.len() >= MAX_REMEMBERED {
            orgs.retain(|_, it| it.strong_count() > 0);
        }
        let own = Arc::new(Semaphore::new(self.permits));
        orgs.insert(org, Arc::downgrade(&own));
        own
    }
}

/// The permits to read data of organizations.
#[derive(Debug)]
pub(crate) struct OrgReads {
    all: Arc<Semaphore>,
    orgs: OrgSemaphores,
    wait: Duration,
}

/// A permit to read, released when it is dropped.
#[derive(Debug)]
pub(crate) struct ReadPermit {
    _of_org: OwnedSemaphorePermit,
    _of_all: OwnedSemaphorePermit,
}

impl OrgReads {
    /// Creates permits for this many connections. Waiting for a permit takes at most `wait`.
    pub(crate) fn new(connections: usize, wait: Duration) -> Self {
        let permits = (connections - connections / RESERVED_SHARE).max(1);
        Self {
            all: Arc::new(Semaphore::new(permits)),
            orgs: OrgSemaphores::new((permits / 2).max(1)),
            wait,
        }
    }

    /// Waits for a permit of the organization.
    pub(crate) async fn take(&self, org: OrgId) -> Result<ReadPermit, StoreError> {
        let own = self.orgs.of(org);
        // First its own permit, then a shared one: an organization is in the queue for the latter
        // at most as often as it has permits.
        let taken = async {
            let of_org = own.acquire_owned().await?;
            let of_all = Arc::clone(&self.all).acquire_owned().await?;
            Ok::<_, tokio::sync::AcquireError>(ReadPermit {
                _of_org: of_org,
                _of_all: of_all,
            })
        };
        match tokio::time::timeout(self.wait, taken).await {
            Ok(Ok(permit)) => Ok(permit),
            Ok(Err(_closed)) => Err(sqlx::Error::PoolClosed.into()),
            Err(_elapsed) => Err(sqlx::Error::PoolTimedOut.into()),
        }
    }
}

/// The permits to change data of organizations.
#[derive(Debug)]
pub(crate) struct OrgWrites(OrgSemaphores);

impl OrgWrites {
    pub(crate) fn new() -> Self {
        Self(OrgSemaphores::new(MAX_WRITES_PER_ORG))
    }

    /// Waits for the permit of the organization.
    pub(crate) async fn take(&self, org: OrgId) -> Result<OwnedSemaphorePermit, StoreError> {
        take_turn(&self.0.of(org)).await
    }
}

/// A connection that reads data of an organization, with its permit.
///
/// A database goes on with a statement whose caller has left. The permit is held until it has
/// finished: otherwise a client could start any number of them by disconnecting.
#[derive(Debug)]
pub(crate) struct OrgConnection<D: Database> {
    held: Option<(PoolConnection<D>, ReadPermit)>,
    is_idle: bool,
}

impl<D: Database> OrgConnection<D> {
    pub(crate) const fn new(connection: PoolConnection<D>, permit: ReadPermit) -> Self {
        Self {
            held: Some((connection, permit)),
            is_idle: true,
        }
    }

    /// Returns the connection for a statement. Call [`finish`](Self::finish) when it is done.
    pub(crate) fn begin(&mut self) -> &mut D::Connection {
        self.is_idle = false;
        let (connection, _) = self.held.as_mut().expect("taken only by drop");
        &mut *connection
    }

    /// Notes that the statement is done.
    pub(crate) const fn finish(&mut self) {
        self.is_idle = true;
    }
}

impl<D: Database> Drop for OrgConnection<D> {
    fn drop(&mut self) {
        if let (Some((mut connection, permit)), false) = (self.held.take(), self.is_idle) {
            tokio::spawn(async move {
                // Answered after the statement before it.
                let _result = connection.ping().await;
                drop((connection, permit));
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn org(number: u32) -> OrgId {
        format!("org_{number:032x}").parse().unwrap()
    }

    #[tokio::test(start_paused = true)]
    async fn an_organization_that_reads_much_leaves_permits_to_others() {
        let reads = OrgReads::new(6, Duration::from_secs(5));
        let (greedy, other) = (org(1), org(2));
        let _first = reads.take(greedy).await.unwrap();
        let second = reads.take(greedy).await.unwrap();
        assert!(
            reads.take(greedy).await.is_err(),
            "half of the permits are its own"
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
        assert_eq!(reads.orgs.orgs.lock().unwrap().len(), 1);
    }

    #[tokio::test]
    async fn a_permit_is_held_until_an_abandoned_statement_has_finished() {
        let reads = OrgReads::new(1, Duration::from_secs(5));
        let pool = sqlx::SqlitePool::connect("sqlite::memory:").await.unwrap();
        let permit = reads.take(org(1)).await.unwrap();
        let mut held = OrgConnection::new(pool.acquire().await.unwrap(), permit);
        let _connection = held.begin();
        drop(held);
        // The task that waits for the statement has not run yet.
        assert_eq!(reads.all.available_permits(), 0);
        drop(reads.take(org(1)).await.unwrap());

        let permit = reads.take(org(1)).await.unwrap();
        let mut held = OrgConnection::new(pool.acquire().await.unwrap(), permit);
        let _connection = held.begin();
        held.finish();
        drop(held);
        assert_eq!(reads.all.available_permits(), 1);
    }
}
