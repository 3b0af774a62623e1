//! What the meter needs of a ledger.

use std::fmt;
use std::sync::Arc;

use crate::ledger_metrics::LedgerMetrics;
use futures_util::future::BoxFuture;
use http_api::ApiError;
use store::{Commit, LedgerEntry, Outcome, Store};

/// Where requests are counted. The service uses [`Committer`](crate::Committer); a benchmark replaces it
/// to measure its cost.
pub trait Ledger: fmt::Debug + Send + Sync {
    /// Counts a request. It is durable when this returns.
    fn commit(&self, entry: Arc<LedgerEntry>) -> BoxFuture<'_, Result<Commit, ApiError>>;

    /// Records an outcome with a later commit.
    fn settle(&self, outcome: Outcome);

    /// The metrics, if it has any.
    fn metrics(&self) -> Option<LedgerMetrics> {
        None
    }

    /// Returns when every outcome so far has been written, or could not be.
    fn flush(&self) -> BoxFuture<'_, ()>;
}

/// Opens a ledger in a store.
pub type OpenLedger = fn(Store) -> Arc<dyn Ledger>;
