//! A cached key's reference to the account of its organization.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::org_limiter::OrgLimiter;

/// The account that was found last, so that a request with the key needs no lookup. It does not
/// keep a retired account in memory.
#[derive(Debug, Default)]
pub struct LimiterSlot(Mutex<Weak<OrgLimiter>>);

impl LimiterSlot {
    pub(crate) fn account(&self) -> Option<Arc<OrgLimiter>> {
        let account = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        account.upgrade()
    }

    pub(crate) fn take(&self, account: &Arc<OrgLimiter>) {
        let mut seated = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *seated = Arc::downgrade(account);
    }
}
