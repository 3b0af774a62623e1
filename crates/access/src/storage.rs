//! The properties of a store's errors that callers need, independent of the store.

use std::error::Error;
use std::sync::Arc;

/// An error of a data store.
pub trait StorageError: Error + Send + Sync + 'static {
    /// Returns `true` if a retry may succeed.
    fn is_temporary(&self) -> bool;
}

/// An error that is shared by several callers.
impl<E: StorageError> StorageError for Arc<E> {
    fn is_temporary(&self) -> bool {
        (**self).is_temporary()
    }
}
