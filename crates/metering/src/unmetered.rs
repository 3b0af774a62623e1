//! No ledger at all, in the place of the committer: for measuring what the ledger costs. Part of the
//! program that benches compare the service with, and never of the service.

use std::sync::Arc;

use store::{Commit, LedgerEntry, Outcome, Store, Used};

use http_api::ApiError;

/// Writes nothing.
#[derive(Debug)]
pub(crate) struct Committer;

impl Committer {
    pub(crate) fn start(_: Store) -> Self {
        Self
    }

    #[expect(
        clippy::unused_async,
        reason = "it stands where the ledger is waited for"
    )]
    pub(crate) async fn commit(&self, _: Arc<LedgerEntry>) -> Result<Commit, ApiError> {
        let used = Used::default();
        Ok(Commit::Counted { used })
    }

    #[expect(clippy::unused_self, reason = "it stands where outcomes are noted")]
    pub(crate) fn settle(&self, _: Outcome) {}

    #[expect(clippy::unused_async, reason = "there is nothing to wait for")]
    pub(crate) async fn flush(&self) {}
}
