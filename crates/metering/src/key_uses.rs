//! When each key was last used: collected in memory, written once a second, to the minute.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use access::{KeyId, Timestamp};
use store::Store;

/// The uses not yet written.
#[derive(Debug, Default)]
pub struct KeyUses {
    waiting: Mutex<HashMap<KeyId, Timestamp>>,
}

impl KeyUses {
    /// Notes a use.
    pub fn note(&self, key: KeyId, at: Timestamp) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.insert(key, at);
    }

    /// Writes what was noted. A crash loses a second of it, and nobody is charged by it.
    pub async fn write(&self, store: &Store) {
        let uses: Vec<_> = {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.drain().collect()
        };
        if uses.is_empty() {
            return;
        }
        if let Err(error) = store.touch_keys(&uses).await {
            tracing::warn!(%error, "the last use of some keys could not be noted");
        }
    }
}
