//! The cache of organizations' texts that override the library's.
//!
//! An overlay is valid until a newer revision of its organization's texts is known. This node's own
//! changes are known immediately, those of others with the next poll. A lookup that read just
//! before a change returns an older revision and is replaced soon.
//!
//! A new overlay shares the texts of the previous one that have not changed, and only the others are
//! read. Of the rest, only names and revisions are.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use access::OrgId;
use interpretation::overlay::{OverlayText, TextOverlay};
use store::{OverlayEntry, Revision, Store, StoreError, Tenant};

use platform::{ByteCache, Weighs, byte_cache};

/// How often changes of other nodes are read.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// The size of the cache, in bytes of text.
const MAX_BYTES: u64 = 256 * 1024 * 1024;
/// The approximate number of active organizations, to size the cache. Not a limit.
const ABOUT_ORGS: usize = 10_000;
/// The approximate size of an organization without texts.
const MIN_BYTES: usize = 200;

/// From this many changed texts, all are read: one statement instead of many.
const MANY_CHANGED: usize = 500;

/// An overlay and its revision.
#[derive(Clone, Debug)]
struct Known {
    revision: Revision,
    overlay: Arc<TextOverlay>,
    /// The revision of each text, by id.
    texts: Arc<HashMap<String, Revision>>,
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
        let known = self.read(tenant, self.cached.get(&org)).await?;
        let overlay = Arc::clone(&known.overlay);
        self.cached.insert(org, known);
        Ok(overlay)
    }

    /// Reads the texts that differ from those of an earlier overlay.
    async fn read(&self, tenant: Tenant, earlier: Option<Known>) -> Result<Known, StoreError> {
        let inside = self.store.org(tenant);
        let (revision, entries) = inside.overlay_entries().await?;
        let is_known = |it: &OverlayEntry| {
            let texts = earlier.as_ref().map(|it| &it.texts);
            texts.and_then(|texts| texts.get(&it.id)) == Some(&it.revision)
        };
        let (same, changed): (Vec<_>, Vec<_>) = entries.into_iter().partition(is_known);
        let changed: Vec<String> = changed.into_iter().map(|it| it.id).collect();
        let rows = if changed.is_empty() {
            Vec::new()
        } else {
            let some = (changed.len() < MANY_CHANGED).then_some(changed.as_slice());
            inside.overlay_texts(some).await?
        };
        let mut overlay = TextOverlay::default();
        let mut texts = HashMap::with_capacity(same.len() + rows.len());
        for entry in same {
            let text = earlier.as_ref().and_then(|it| it.overlay.get(&entry.urn));
            if let Some(text) = text.cloned() {
                overlay.insert(entry.urn, text);
                texts.insert(entry.id, entry.revision);
            }
        }
        for row in rows {
            let text = OverlayText {
                title: row.title.into(),
                body: row.body.into(),
                origin: row.entry.id.as_str().into(),
            };
            overlay.insert(row.entry.urn, text);
            texts.insert(row.entry.id, row.entry.revision);
        }
        Ok(Known {
            revision,
            bytes: MIN_BYTES + overlay.len() * MIN_BYTES + overlay.bytes(),
            overlay: Arc::new(overlay),
            texts: Arc::new(texts),
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

    /// Announces the new revision of an organization's texts. Every change calls it.
    pub fn changed(&self, org: OrgId, revision: Revision) {
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
        for (org, revision) in self.store.content_changes_since(seen).await? {
            self.changed(org, revision);
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
