//! A key in memory.

use std::ops::Deref;

use store::KeyWithGrants;

use crate::limiter_slot::LimiterSlot;

/// A key in memory, with the limiter of its organization.
#[derive(Debug)]
pub struct CachedKey {
    known: KeyWithGrants,
    /// The limiter that was used for it last.
    pub(crate) limiter: LimiterSlot,
}

impl From<KeyWithGrants> for CachedKey {
    fn from(known: KeyWithGrants) -> Self {
        let limiter = LimiterSlot::default();
        Self { known, limiter }
    }
}

impl Deref for CachedKey {
    type Target = KeyWithGrants;

    fn deref(&self) -> &KeyWithGrants {
        &self.known
    }
}
