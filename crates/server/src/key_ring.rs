//! The keys in memory: a presented key is usually answered without touching the database, and a
//! change made by anyone is noticed within a second.

use std::collections::VecDeque;
use std::ops::Deref;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use access::{KeyDigest, KeyId, Pepper, PresentedKey, Timestamp};
use quick_cache::sync::Cache;
use store::{ChangeFeed, KnownKey, Revision, Store, StoreError};
use tokio::sync::Semaphore;

use crate::clock::Clock;
use crate::meter::Seat;

/// How many keys are kept by their ids, besides.
const MOST_BY_ID: usize = 20_000;
/// How many unknown keys are looked up at once. Anyone can invent keys with a right checksum;
/// they must not take every connection to the database, of which there are twice as many.
const MOST_LOOKUPS: usize = 8;
/// How often the change counter is read.
pub(crate) const POLL: Duration = Duration::from_millis(500);
/// How long a change is announced again: longer than any look-up can take, so that one that read
/// the row before the change cannot leave the old row in memory.
const ANNOUNCED_FOR: Duration = Duration::from_secs(15);

/// A key in memory.
#[derive(Debug)]
pub struct HeldKey {
    known: KnownKey,
    /// Its organization's account.
    pub seat: Seat,
}

impl From<KnownKey> for HeldKey {
    fn from(known: KnownKey) -> Self {
        let seat = Seat::default();
        Self { known, seat }
    }
}

impl Deref for HeldKey {
    type Target = KnownKey;

    fn deref(&self) -> &KnownKey {
        &self.known
    }
}

/// Finds keys by what was presented.
#[derive(Debug)]
pub struct KeyRing {
    store: Store,
    pepper: Pepper,
    /// What keys were digested with before, while that is accepted.
    previous: Option<Pepper>,
    clock: Clock,
    cached: Cache<KeyDigest, Arc<HeldKey>>,
    /// Keys whose tokens and signed addresses are in use.
    by_id: Cache<KeyId, Arc<HeldKey>>,
    lookups: Semaphore,
    /// Revisions seen lately, with when; the oldest one is where the next poll starts.
    seen: Mutex<VecDeque<(Timestamp, Revision)>>,
}

/// Why a look-up put nothing into the cache.
enum NotCached {
    Unknown,
    Failed(StoreError),
}

fn answer(found: Result<Arc<HeldKey>, NotCached>) -> Result<Option<Arc<HeldKey>>, StoreError> {
    found.map(Some).or_else(|reason| match reason {
        NotCached::Unknown => Ok(None),
        NotCached::Failed(error) => Err(error),
    })
}

impl KeyRing {
    /// A ring that has seen everything up to now.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn new(
        store: Store,
        pepper: Pepper,
        clock: Clock,
        most_cached: u64,
    ) -> Result<Self, StoreError> {
        let revision = store.revision().await?;
        let seen = VecDeque::from([(clock.now(), revision)]);
        Ok(Self {
            store,
            pepper,
            previous: None,
            clock,
            cached: Cache::new(usize::try_from(most_cached).unwrap_or(usize::MAX)),
            by_id: Cache::new(MOST_BY_ID),
            lookups: Semaphore::new(MOST_LOOKUPS),
            seen: Mutex::new(seen),
        })
    }

    /// The same, accepting keys that were digested with an earlier pepper.
    #[must_use]
    pub fn accepting(self, previous: Option<Pepper>) -> Self {
        Self { previous, ..self }
    }

    /// The key that was presented, if there is one. Concurrent requests with a key that is not in
    /// memory wait for one look-up; that a key is unknown is not remembered, so it works on the
    /// first request after it was made. A change that is announced during a look-up keeps what it
    /// has found out of memory.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn find(
        &self,
        presented: &PresentedKey<'_>,
    ) -> Result<Option<Arc<HeldKey>>, StoreError> {
        let digest = presented.digest(&self.pepper);
        if let Some(key) = self.cached.get(&digest) {
            return Ok(Some(key));
        }
        let look_up = self.look_up(async || self.known(presented, &digest).await);
        let found = Box::pin(self.cached.get_or_insert_async(&digest, look_up)).await;
        answer(found)
    }

    /// A key that was digested with the earlier pepper is digested anew before it is kept: what is
    /// in memory has the digest that changes are announced with.
    async fn known(
        &self,
        presented: &PresentedKey<'_>,
        digest: &KeyDigest,
    ) -> Result<Option<KnownKey>, StoreError> {
        let found = self.store.known_key(digest).await?;
        let (None, Some(previous)) = (&found, &self.previous) else {
            return Ok(found);
        };
        let old = presented.digest(previous);
        if self.store.known_key(&old).await?.is_none() {
            return Ok(None);
        }
        self.store.redigest_key(&old, digest).await?;
        self.store.known_key(digest).await
    }

    /// Keeps a key in memory as if it had been looked up.
    pub fn keep(&self, key: KnownKey) {
        self.cached.insert(key.digest, Arc::new(key.into()));
    }

    /// The key with the id in a token or address that this service has signed.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn find_by_id(&self, id: KeyId) -> Result<Option<Arc<HeldKey>>, StoreError> {
        let look_up = self.look_up(async || self.store.known_key_by_id(id).await);
        answer(self.by_id.get_or_insert_async(&id, look_up).await)
    }

    async fn look_up(
        &self,
        ask: impl AsyncFnOnce() -> Result<Option<KnownKey>, StoreError>,
    ) -> Result<Arc<HeldKey>, NotCached> {
        let _permit = self.lookups.acquire().await;
        match ask().await {
            Ok(Some(key)) => Ok(Arc::new(key.into())),
            Ok(None) => Err(NotCached::Unknown),
            Err(error) => Err(NotCached::Failed(error)),
        }
    }

    /// Forgets every key that has changed since the last refresh.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn refresh(&self) -> Result<(), StoreError> {
        let now = self.clock.now();
        let (since, newest) = {
            let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            (seen.front().copied(), seen.back().copied())
        };
        let (Some((_, since)), Some((_, newest))) = (since, newest) else {
            return Ok(());
        };
        let current = self.store.revision().await?;
        if current != since {
            for change in self.store.changes_since(since).await? {
                self.cached.remove(&change.digest);
                self.by_id.remove(&change.id);
            }
        }
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if current != newest {
            seen.push_back((now, current));
        }
        // A revision may be forgotten once its successor has been announced for long enough.
        while seen
            .get(1)
            .is_some_and(|(at, _)| at.plus(ANNOUNCED_FOR) <= now)
        {
            seen.pop_front();
        }
        Ok(())
    }

    /// How many keys are in memory now.
    pub fn cached_keys(&self) -> usize {
        self.cached.len()
    }

    /// Refreshes for ever: whenever a change is announced, and now and then in case one was not.
    pub async fn watch(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(POLL);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut feed = None;
        loop {
            if feed.is_none() {
                feed = self.store.change_feed().await.ok();
            }
            tokio::select! {
                _ = ticks.tick() => {}
                heard = next_change(feed.as_mut()) => if let Err(error) = heard {
                    tracing::warn!(%error, "changes are not announced; they are read twice a second");
                    feed = None;
                    ticks.tick().await;
                },
            }
            if let Err(error) = self.refresh().await {
                tracing::warn!(%error, "changes to keys could not be read; trying again");
            }
        }
    }
}

async fn next_change(feed: Option<&mut ChangeFeed>) -> Result<(), StoreError> {
    match feed {
        Some(feed) => feed.changed().await,
        None => std::future::pending().await,
    }
}
