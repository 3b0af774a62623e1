//! What organizations put in front of the library's texts, in memory.
//!
//! An overlay is good for as long as no newer revision of its organization's texts is known. This
//! node's own changes are known at once, those of others with the next poll; a look-up that read
//! just before a change brings an older revision along and is not believed for long.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use access::OrgId;
use interpretation::overlay::{Overlay, OverlayText};
use store::{Revision, Store, StoreError, Tenant};

use crate::byte_cache::{ByteCache, Weighs, byte_cache};
use crate::key_cache::POLL;
use crate::platform::Platform;
use http_api::ApiError;

/// How much text is kept in memory, in bytes.
const MOST_BYTES: u64 = 256 * 1024 * 1024;
/// How many organizations are in use at once, about: what the cache is laid out for, no limit.
const ABOUT_ORGS: usize = 10_000;
/// What an organization without texts takes, about.
const FEWEST_BYTES: usize = 200;

/// An overlay and the revision of the texts in it.
#[derive(Clone, Debug)]
struct Known {
    revision: Revision,
    overlay: Arc<Overlay>,
    bytes: usize,
}

impl Weighs for Known {
    fn bytes(&self) -> usize {
        self.bytes
    }
}

/// The overlays of all organizations, as far as they are in use.
#[derive(Debug)]
pub struct Overlays {
    store: Store,
    cached: ByteCache<OrgId, Known>,
    newest: Mutex<Newest>,
}

/// What is known about changes.
#[derive(Debug)]
struct Newest {
    /// Everything up to here was read by the poll.
    seen: Revision,
    by_org: HashMap<OrgId, Revision>,
}

impl Overlays {
    /// None yet, and every change up to now seen.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn new(store: Store) -> Result<Self, StoreError> {
        let seen = store.revision().await?;
        let cached = byte_cache(ABOUT_ORGS, MOST_BYTES);
        Ok(Self {
            store,
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
    /// When the database does not answer.
    pub async fn of(&self, tenant: Tenant) -> Result<Arc<Overlay>, StoreError> {
        let org = tenant.org_id();
        if let Some(known) = self.cached.get(&org)
            && self.is_newest(org, known.revision)
        {
            return Ok(known.overlay);
        }
        let (revision, rows) = self.store.org(tenant).overlay_texts().await?;
        let mut overlay = Overlay::default();
        let mut bytes = FEWEST_BYTES;
        for row in rows {
            bytes += FEWEST_BYTES + row.urn.len() + row.title.len() + row.body.len();
            let text = OverlayText {
                title: row.title.into(),
                body: row.body.into(),
                origin: row.id.into(),
            };
            overlay.insert(row.urn, text);
        }
        let known = Known {
            revision,
            overlay: Arc::new(overlay),
            bytes,
        };
        let overlay = Arc::clone(&known.overlay);
        self.cached.insert(org, known);
        Ok(overlay)
    }

    fn is_newest(&self, org: OrgId, revision: Revision) -> bool {
        let newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        newest.by_org.get(&org).is_none_or(|it| *it <= revision)
    }

    /// An organization's texts have this revision now: whoever changes them says so.
    pub fn changed(&self, org: OrgId, revision: Revision) {
        let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
        let known = newest.by_org.entry(org).or_insert(revision);
        *known = revision.max(*known);
    }

    /// Reads what others have changed.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
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

    /// Refreshes for ever.
    pub async fn watch(self: Arc<Self>) {
        let mut ticks = tokio::time::interval(POLL);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if let Err(error) = self.refresh().await {
                tracing::warn!(%error, "changes to texts could not be read; trying again");
            }
        }
    }
}

impl Platform {
    /// The texts an organization has put in front of the library's: with
    /// [`TextCatalog::new`](interpretation::overlay::TextCatalog::new), what it reads.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn overlay(&self, tenant: Tenant) -> Result<Arc<Overlay>, ApiError> {
        Ok(self.overlays.of(tenant).await?)
    }
}
