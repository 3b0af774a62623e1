//! Where a key in memory keeps the account of its organization.

use std::sync::{Arc, Mutex, PoisonError};

use super::account::Account;

/// The account that was found last: a request with the key need not look for it again.
#[derive(Debug, Default)]
pub struct Seat(Mutex<Option<Arc<Account>>>);

impl Seat {
    pub(super) fn account(&self) -> Option<Arc<Account>> {
        let account = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        account.clone()
    }

    pub(super) fn take(&self, account: &Arc<Account>) {
        let mut seated = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *seated = Some(Arc::clone(account));
    }
}
