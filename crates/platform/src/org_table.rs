//! What organizations use at the moment: an entry exists as long as somebody holds it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use access::OrgId;

/// The number of entries before unused ones are removed.
const MAX_REMEMBERED: usize = 256;

/// One entry for each active organization.
#[derive(Debug)]
pub struct OrgTable<T>(Mutex<HashMap<OrgId, Weak<T>>>);

impl<T> Default for OrgTable<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> OrgTable<T> {
    /// The entry of an organization, created if nobody holds one.
    pub fn get(&self, org: OrgId, create: impl FnOnce() -> T) -> Arc<T> {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = entries.get(&org).and_then(Weak::upgrade) {
            return known;
        }
        if entries.len() >= MAX_REMEMBERED {
            entries.retain(|_, it| it.strong_count() > 0);
        }
        let created = Arc::new(create());
        entries.insert(org, Arc::downgrade(&created));
        created
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn org(number: u32) -> OrgId {
        format!("org_{number:032x}").parse().unwrap()
    }

    #[test]
    fn an_entry_is_shared_while_it_is_held_and_forgotten_afterwards() {
        let table = OrgTable::default();
        let first = table.get(org(1), || 1);
        assert_eq!(*table.get(org(1), || 2), 1);
        drop(first);
        assert_eq!(*table.get(org(1), || 3), 3);
        for number in 0..=256 {
            drop(table.get(org(number), || 4));
        }
        assert_eq!(table.0.lock().unwrap().len(), 1);
    }
}
