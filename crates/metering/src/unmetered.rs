//! A replacement for the committer without a ledger, to measure the cost of the ledger. Part of the
//! benchmark baseline, never of the service.

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

    #[expect(clippy::unused_async, reason = "it replaces waiting for the ledger")]
    pub(crate) async fn commit(&self, _: Arc<LedgerEntry>) -> Result<Commit, ApiError> {
        let used = Used::default();
        Ok(Commit::Counted { used })
    }

    #[expect(clippy::unused_self, reason = "it replaces recording outcomes")]
    pub(crate) fn settle(&self, _: Outcome) {}

    #[expect(clippy::unused_async, reason = "there is nothing to wait for")]
    pub(crate) async fn flush(&self) {}
}
