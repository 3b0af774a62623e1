//! The cache of keys: most requests need no database access for their key, and any change is
//! noticed within a second.

use std::collections::VecDeque;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use access::{KeyDigest, KeyId, Pepper, PresentedKey, Timestamp};
use quick_cache::sync::Cache;
use store::{ChangeFeed, KeyWithGrants, Revision, Store, StoreError};
use tokio::sync::Semaphore;

use http_api::clock::Clock;
use metering::CachedKey;

/// The number of keys that are also cached by id.
const MAX_BY_ID: usize = 20_000;
/// How often the change counter is read.
pub(crate) const POLL: Duration = Duration::from_millis(500);
/// How long a change is announced again: longer than any lookup can take. A lookup in progress when
/// a change is announced caches nothing. This covers anything else that might cache an old row.
const ANNOUNCED_FOR: Duration = Duration::from_secs(15);

/// Finds keys by credential.
#[derive(Debug)]
pub struct KeyCache {
    store: Store,
    pepper: Pepper,
    /// The previous pepper, while it is accepted.
    previous: Option<Pepper>,
    clock: Clock,
    cached: Cache<KeyDigest, Found>,
    /// Keys whose tokens and signed URLs are in use.
    by_id: Cache<KeyId, Found>,
    /// Anyone can invent keys with a valid checksum. Looking them up must not use every database
    /// connection.
    lookups: Semaphore,
    /// Recent revisions, with their times. The next poll starts at the oldest one.
    seen: Mutex<VecDeque<(Timestamp, Revision)>>,
}

/// The result of a lookup. Only keys are cached.
type Found = Result<Arc<CachedKey>, NotFound>;

#[derive(Clone, Debug)]
enum NotFound {
    Unknown,
    Failed(Arc<StoreError>),
}

fn answer(found: Found) -> Result<Option<Arc<CachedKey>>, Arc<StoreError>> {
    found.map(Some).or_else(|reason| match reason {
        NotFound::Unknown => Ok(None),
        NotFound::Failed(error) => Err(error),
    })
}

/// The cached value, or one lookup for all concurrent callers, whatever it finds.
async fn once<K: Eq + Hash + Clone>(
    cache: &Cache<K, Found>,
    key: &K,
    look_up: impl Future<Output = Found>,
) -> Found {
    match cache.get_value_or_guard_async(key).await {
        Ok(found) => found,
        Err(place) => {
            let found = look_up.await;
            if found.is_err() {
                // All waiting callers get the result.
                cache.remove(key);
            }
            // Refused if the placeholder was removed, either for this reason or because a change
            // was announced meanwhile.
            place.insert(found.clone()).ok();
            found
        }
    }
}

impl KeyCache {
    /// A cache that has seen everything up to now.
    ///
    /// # Errors
    ///
    /// If the database is unreachable.
    pub async fn new(
        store: Store,
        pepper: Pepper,
        clock: Clock,
        most_cached: u64,
    ) -> Result<Self, StoreError> {
        let revision = store.revision().await?;
        let readers = store.most_readers();
        let seen = VecDeque::from([(clock.now(), revision)]);
        Ok(Self {
            store,
            pepper,
            previous: None,
            clock,
            cached: Cache::new(usize::try_from(most_cached).unwrap_or(usize::MAX)),
            by_id: Cache::new(MAX_BY_ID),
            lookups: Semaphore::new(readers.div_ceil(2)),
            seen: Mutex::new(seen),
        })
    }

    /// The same, also accepting keys that were digested with the previous pepper.
    #[must_use]
    pub fn accepting(self, previous: Option<Pepper>) -> Self {
        Self { previous, ..self }
    }

    /// The presented key, if it exists. Concurrent requests with an uncached key share one lookup.
    /// The result that a key is unknown is not cached, so a new key works on the first request. A
    /// change that is announced during a lookup prevents caching its result.
    ///
    /// # Errors
    ///
    /// If the database is unreachable.
    pub async fn find(
        &self,
        presented: &PresentedKey<'_>,
    ) -> Result<Option<Arc<CachedKey>>, Arc<StoreError>> {
        let digest = presented.digest(&self.pepper);
        if let Some(found) = self.cached.get(&digest) {
            return answer(found);
        }
        let look_up = self.look_up(async || self.known(presented, &digest).await);
        answer(Box::pin(once(&self.cached, &digest, look_up)).await)
    }

    /// A key that was digested with the previous pepper gets a new digest before it is cached,
    /// because changes are announced with that digest.
    async fn known(
        &self,
        presented: &PresentedKey<'_>,
        digest: &KeyDigest,
    ) -> Result<Option<KeyWithGrants>, StoreError> {
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

    /// Caches a key as if it had been looked up.
    pub fn keep(&self, key: KeyWithGrants) {
        self.cached.insert(key.digest, Ok(Arc::new(key.into())));
    }

    /// The key with the id in a token or URL that this service signed.
    ///
    /// # Errors
    ///
    /// If the database is unreachable.
    pub async fn find_by_id(&self, id: KeyId) -> Result<Option<Arc<CachedKey>>, Arc<StoreError>> {
        let look_up = self.look_up(async || self.store.known_key_by_id(id).await);
        answer(once(&self.by_id, &id, look_up).await)
    }

    async fn look_up(
        &self,
        ask: impl AsyncFnOnce() -> Result<Option<KeyWithGrants>, StoreError>,
    ) -> Found {
        let _permit = self.lookups.acquire().await;
        match ask().await {
            Ok(Some(key)) => Ok(Arc::new(key.into())),
            Ok(None) => Err(NotFound::Unknown),
            Err(error) => Err(NotFound::Failed(Arc::new(error))),
        }
    }

    /// Removes every key that has changed since the last refresh.
    ///
    /// # Errors
    ///
    /// If the database is unreachable.
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
        // A revision can be dropped once its successor has been announced for long enough.
        while seen
            .get(1)
            .is_some_and(|(at, _)| at.plus(ANNOUNCED_FOR) <= now)
        {
            seen.pop_front();
        }
        Ok(())
    }

    /// The number of cached keys.
    pub fn cached_keys(&self) -> usize {
        self.cached.len()
    }

    /// Refreshes until the store is closed: whenever a change is announced, and periodically in
    /// case an announcement was lost.
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
                    if self.store.is_closed() {
                        return;
                    }
                    tracing::warn!(%error, "change notifications unavailable; polling twice a second");
                    feed = None;
                    ticks.tick().await;
                },
            }
            if let Err(error) = self.refresh().await {
                tracing::warn!(%error, "cannot read key changes; retrying");
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use futures_util::future::join_all;

    use super::*;

    #[tokio::test]
    async fn who_asks_at_once_for_a_key_that_is_not_there_shares_one_look_up() {
        let cache = Cache::new(10);
        let asked = AtomicUsize::new(0);
        let ask = async || {
            let look_up = async {
                asked.fetch_add(1, Ordering::SeqCst);
                tokio::task::yield_now().await;
                Err(NotFound::Unknown)
            };
            once(&cache, &7, look_up).await
        };
        let answers = join_all((0..20).map(|_| ask())).await;
        let unknown = |it: &Found| matches!(it, Err(NotFound::Unknown));
        assert!(answers.iter().all(unknown));
        assert_eq!(asked.load(Ordering::SeqCst), 1);
        assert_eq!(cache.len(), 0, "that it is unknown is not remembered");
        assert!(unknown(&ask().await));
        assert_eq!(asked.load(Ordering::SeqCst), 2);
    }
}
