//! The last use of each key: collected in memory, written once a second, to the minute.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use access::{KeyId, Timestamp};
use store::Store;

/// The uses that are not written yet.
#[derive(Debug, Default)]
pub struct KeyUses {
    waiting: Mutex<HashMap<KeyId, Timestamp>>,
}

impl KeyUses {
    /// Records a use.
    pub fn note(&self, key: KeyId, at: Timestamp) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.insert(key, at);
    }

    /// Writes the recorded uses. A crash loses up to a second of them, which does not affect
    /// charges.
    pub async fn write(&self, store: &Store) {
        let uses: Vec<_> = {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.drain().collect()
        };
        if uses.is_empty() {
            return;
        }
        if let Err(error) = store.touch_keys(&uses).await {
            tracing::warn!(%error, "cannot record the last use of some keys");
        }
    }
}
