//! What an operator measures of the ledger.

use std::sync::atomic::AtomicI64;

use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// The metrics of a ledger. Clones share them.
#[derive(Clone, Debug)]
pub struct LedgerMetrics {
    pub(crate) commit_s: Histogram,
    pub(crate) batch: Histogram,
    pub(crate) failures: Counter,
    pub(crate) waiting: Gauge<i64, AtomicI64>,
    pub(crate) unsettled: Gauge<i64, AtomicI64>,
}

impl Default for LedgerMetrics {
    fn default() -> Self {
        Self {
            // From 0.1 ms to 17 s: longer than a commit may take.
            commit_s: Histogram::new(exponential_buckets(0.000_1, 1.5, 30)),
            // Up to the largest batch, 500 requests.
            batch: Histogram::new([1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0]),
            failures: Counter::default(),
            waiting: Gauge::default(),
            unsettled: Gauge::default(),
        }
    }
}

impl LedgerMetrics {
    /// Adds the metrics to a registry.
    pub fn register(&self, registry: &mut Registry) {
        let help = "Time to commit a batch of requests to the ledger";
        registry.register("ledger_commit_seconds", help, self.commit_s.clone());
        let help = "Requests in a batch of the ledger";
        registry.register("ledger_batch_requests", help, self.batch.clone());
        let help = "Batches of the ledger that could not be committed";
        registry.register("ledger_commit_failures", help, self.failures.clone());
        let help = "Requests that wait for their commit to the ledger";
        registry.register("ledger_waiting_requests", help, self.waiting.clone());
        let help = "Outcomes of requests that are not recorded in the ledger yet";
        registry.register("ledger_unsettled_outcomes", help, self.unsettled.clone());
    }
}
