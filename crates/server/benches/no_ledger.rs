//! The service without its ledger: what `cargo xtask bench ledger` compares the service with. It takes
//! the same commands. No setting of the service leads here.

use std::process::ExitCode;
use std::sync::Arc;

use futures_util::future::{BoxFuture, FutureExt as _, ready};
use http_api::ApiError;
use metering::Ledger;
use store::{Commit, LedgerEntry, Outcome, Store, Used};

/// Counts nothing.
#[derive(Debug)]
struct NoLedger;

impl NoLedger {
    fn open(_: Store) -> Arc<dyn Ledger> {
        Arc::new(Self)
    }
}

impl Ledger for NoLedger {
    fn commit(&self, _: Arc<LedgerEntry>) -> BoxFuture<'_, Result<Commit, ApiError>> {
        let used = Used::default();
        ready(Ok(Commit::Counted { used })).boxed()
    }

    fn settle(&self, _: Outcome) {}

    fn flush(&self) -> BoxFuture<'_, ()> {
        ready(()).boxed()
    }
}

fn main() -> ExitCode {
    server::cli::run_with(NoLedger::open)
}
