//! The cache of organizations' texts that override the library's.
//!
//! An overlay is valid until a newer revision of its organization's texts is known. This node's own
//! changes are known immediately, those of others with the next poll. A lookup that read just
//! before a change returns an older revision and is replaced soon.
//!
//! Only the changes since the cached revision are read, and the cached overlay is changed in place: a
//! request after a change must not cost more with ten thousand texts than with ten. The operation that
//! makes a change applies it, as does the poll that notices one, so no request pays for many changes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use access::OrgId;
use interpretation::overlay::{OverlayText, TextOverlay};
use store::{OverlayChange, Revision, Store, StoreError, Tenant};

use platform::{ByteCache, Weighs, byte_cache};
use tokio::sync::Semaphore;

/// How often changes of other nodes are read.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// The size of the cache, in bytes of text.
const MAX_BYTES: u64 = 256 * 1024 * 1024;
/// Organizations whose texts are read from the beginning at the same time, which takes memory for all
/// their texts. A read also waits for the connections of its own organization, so a lower limit would
/// let a few busy organizations delay the others.
const MAX_FIRST_READS: usize = 8;
/// The approximate number of active organizations, to size the cache. Not a limit.
const ABOUT_ORGS: usize = 10_000;
/// The approximate size of an organization without texts.
const MIN_BYTES: usize = 200;

/// An overlay and its revision.
#[derive(Clone, Debug)]
struct Known {
    tenant: Tenant,
    revision: Revision,
    overlay: Arc<TextOverlay>,
    bytes: usize,
}

impl Weighs for Known {
    fn bytes(&self) -> usize {
        self.bytes
    }
}

/// The overlays of active organizations.
#[derive(Debug)]
pub struct Overlays {
    store: Store,
    /// Held while the texts of an organization are read, so that many requests read them once.
    loading: Mutex<HashMap<OrgId, Weak<tokio::sync::Mutex<()>>>>,
    first_reads: Semaphore,
    cached: ByteCache<OrgId, Known>,
    newest: Mutex<Newest>,
}

/// What is known about changes.
#[derive(Debug)]
struct Newest {
    /// The poll has read everything up to here.
    seen: Revision,
    by_org: HashMap<OrgId, Revision>,
}

impl Overlays {
    /// An empty cache that has seen every change up to now.
    ///
    /// # Errors
    ///
    /// If the database is unreachable.
    pub async fn new(store: Store) -> Result<Self, StoreError> {
        let seen = store.revision().await?;
        let cached = byte_cache(ABOUT_ORGS, MAX_BYTES);
        Ok(Self {
            store,
            loading: Mutex::default(),
            first_reads: Semaphore::new(MAX_FIRST_READS),
            cached,
            newest: Mutex::new(Newest {
                seen,
                by_org: HashMap::new(),
            }),
        })
    }

    /// The overlay of an organization.
    ///
    /// # Errors
    ///
    /// If the database is unreachable.
    pub async fn of(&self, tenant: Tenant) -> Result<Arc<TextOverlay>, StoreError> {
        let org = tenant.org_id();
        if let Some(overlay) = self.cached(org) {
            return Ok(overlay);
        }
        let loading = self.loading(org);
        let _turn = loading.lock().await;
        if let Some(overlay) = self.cached(org) {
            return Ok(overlay);
        }
        let known = self.read(tenant).await?;
        let overlay = Arc::clone(&known.overlay);
        self.cached.insert(org, known);
        Ok(overlay)
    }

    /// Reads what has changed since the cached overlay, and takes it out of the cache to change it.
    /// The caller holds the lock of the organization.
    async fn read(&self, tenant: Tenant) -> Result<Known, StoreError> {
        let org = tenant.org_id();
        let since = self.cached.get(&org).map(|it| it.revision);
        let turn = match since {
            Some(_) => None,
            // Never closed.
            None => self.first_reads.acquire().await.ok(),
        };
        let read = self.store.org(tenant).overlay_changes(since).await?;
        let cached = self.cached.remove(&org).map(|(_, it)| it);
        // Only holders of the lock insert an overlay, so this is the one whose revision was read, but
        // the cache may have dropped it since.
        let is_there = cached.as_ref().map(|it| it.revision) == since;
        let mut overlay = match cached {
            Some(cached) if is_there && !read.all => cached.overlay,
            None if !read.all => {
                drop(turn);
                return Box::pin(self.read(tenant)).await;
            }
            _ => Arc::default(),
        };
        // What a request is using is copied, part by part.
        let texts = Arc::make_mut(&mut overlay);
        for change in read.changes {
            match change {
                OverlayChange::Removed(urn) => texts.remove(&urn),
                OverlayChange::Written(row) => {
                    let text = OverlayText {
                        title: row.title.into(),
                        body: row.body.into(),
                        teaser: row.forms.teaser.into(),
                        long: row.forms.long.into(),
                        origin: row.id.into(),
                    };
                    texts.insert(&row.urn, text);
                }
            }
        }
        texts.set_edition(&format!("{org}@{}", read.revision));
        Ok(Known {
            tenant,
            revision: read.revision,
            bytes: MIN_BYTES + overlay.len() * MIN_BYTES + overlay.bytes(),
            overlay,
        })
    }

    /// What is in memory, unless it is outdated.
    fn cached(&self, org: OrgId) -> Option<Arc<TextOverlay>> {
        let known = self.cached.get(&org)?;
        self.is_newest(org, known.revision).then_some(known.overlay)
    }

    /// The lock of an organization, which exists as long as someone holds or waits for it.
    fn loading(&self, org: OrgId) -> Arc<tokio::sync::Mutex<()>> {
        let mut loading = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lock) = loading.get(&org).and_then(Weak::upgrade) {
            return lock;
        }
        loading.retain(|_, it| it.strong_count() > 0);
        let lock = Arc::new(tokio::sync::Mutex::new(()));
        loading.insert(org, Arc::downgrade(&lock));
        lock
    }

    fn is_newest(&self, org: OrgId, revision: Revision) -> bool {
        let newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        newest.by_org.get(&org).is_none_or(|it| *it <= revision)
    }

    /// Applies a change of an organization's texts. Every change calls it.
    pub async fn changed(&self, tenant: Tenant, revision: Revision) {
        self.announce(tenant.org_id(), revision);
        if self.cached.get(&tenant.org_id()).is_none() {
            return;
        }
        // The change itself is stored, and the next request tries again.
        if let Err(error) = self.of(tenant).await {
            tracing::warn!(%error, "cannot read a text change; retrying");
        }
    }

    /// Notes the new revision of an organization's texts.
    fn announce(&self, org: OrgId, revision: Revision) {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        let known = newest.by_org.entry(org).or_insert(revision);
        *known = revision.max(*known);
    }

    /// Reads the changes of others.
    ///
    /// # Errors
    ///
    /// If the database is unreachable.
    pub async fn refresh(&self) -> Result<(), StoreError> {
        let seen = {
            let newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
            newest.seen
        };
        let current = self.store.revision().await?;
        if current == seen {
            return Ok(());
        }
        let changes = self.store.content_changes_since(seen).await?;
        for (org, revision) in &changes {
            self.announce(*org, *revision);
        }
        for (org, _) in changes {
            if let Some(known) = self.cached.get(&org) {
                self.of(known.tenant).await?;
            }
        }
        // Revisions become visible in order, so nothing older than `current` can still appear.
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        newest.seen = current.max(newest.seen);
        Ok(())
    }

    /// Refreshes until the process ends.
    pub async fn watch(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(POLL_INTERVAL);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if let Err(error) = self.refresh().await {
                tracing::warn!(%error, "cannot read text changes; retrying");
            }
        }
    }
}
