//! What callers of a store need to know about its failures, whatever the store is.

use std::error::Error;
use std::sync::Arc;

/// A failure of what keeps data.
pub trait StorageError: Error + Send + Sync + 'static {
    /// Whether trying again later may succeed.
    fn is_temporary(&self) -> bool;
}

/// One failure that several waited for.
impl<E: StorageError> StorageError for Arc<E> {
    fn is_temporary(&self) -> bool {
        (**self).is_temporary()
    }
}
