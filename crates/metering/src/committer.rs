//! Group commit: one transaction at a time. Requests that arrive while it runs join the next one.
//! There is no timer: a single request is committed immediately, and concurrent requests share
//! commits.

use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::BoxFuture;
use store::{Commit, LedgerEntry, Outcome, Store, StoreError};
use tokio::sync::{Notify, mpsc, oneshot};

use http_api::{ApiError, ErrorCode};

use crate::ledger::Ledger;
use crate::ledger_metrics::LedgerMetrics;

/// Requests waiting for their commit. More would wait longer than a client does.
const MAX_WAITING: usize = 10_000;
/// Requests in one transaction.
const MAX_TOGETHER: usize = 500;
/// Outcomes waiting to be recorded. They are not needed for correctness, because a row without an
/// outcome is charged. Beyond this number, the oldest are dropped.
const MAX_OUTCOMES: usize = 100_000;
/// This many outcomes are recorded with the next requests. Fewer wait for more, because several
/// outcomes of one hour and key change its sums once.
const OUTCOMES_TOGETHER: usize = 250;
/// How long an outcome waits for others.
const OUTCOME_TIMEOUT: Duration = Duration::from_millis(200);
/// How long a transaction can take. After that, its requests get 503 and are not charged.
const COMMIT_TIMEOUT: Duration = Duration::from_secs(10);

/// The ledger of the service: commits requests to the store in groups.
#[derive(Debug)]
pub struct Committer {
    requests: mpsc::Sender<Request>,
    outcomes: Arc<Outcomes>,
    flushes: mpsc::Sender<oneshot::Sender<()>>,
    metrics: LedgerMetrics,
}

#[derive(Debug)]
struct Request {
    entry: Arc<LedgerEntry>,
    answer: oneshot::Sender<Result<Commit, Arc<StoreError>>>,
}

#[derive(Debug, Default)]
struct Outcomes {
    waiting: Mutex<Vec<Outcome>>,
    arrived: Notify,
}

impl Outcomes {
    fn add(&self, outcomes: impl IntoIterator<Item = Outcome>) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.extend(outcomes);
        let excess = waiting.len().saturating_sub(MAX_OUTCOMES);
        if excess > 0 {
            waiting.drain(..excess);
            tracing::warn!(
                excess,
                "request outcomes dropped; the requests stay charged"
            );
        }
        self.arrived.notify_one();
    }

    fn count(&self) -> usize {
        let waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.len()
    }

    /// The outcomes to write now: none if there are fewer than `least`.
    fn take(&self, least: usize) -> Vec<Outcome> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let count = waiting.len().min(MAX_TOGETHER);
        if count < least {
            return Vec::new();
        }
        if waiting.len() > count {
            self.arrived.notify_one();
        }
        waiting.drain(..count).collect()
    }
}

impl Committer {
    /// Starts the task that writes.
    pub fn open(store: Store) -> Arc<dyn Ledger> {
        let (requests, waiting) = mpsc::channel(MAX_WAITING);
        let (flushes, flush_asked) = mpsc::channel(1);
        let outcomes = Arc::<Outcomes>::default();
        let metrics = LedgerMetrics::default();
        let writer = Writer {
            store,
            outcomes: Arc::clone(&outcomes),
            metrics: metrics.clone(),
        };
        tokio::spawn(writer.run(waiting, flush_asked));
        Arc::new(Self {
            requests,
            outcomes,
            flushes,
            metrics,
        })
    }

    async fn count(&self, entry: Arc<LedgerEntry>) -> Result<Commit, ApiError> {
        let (answer, answered) = oneshot::channel();
        let busy = || ApiError::plain(ErrorCode::ServiceUnavailable).retry_after(1);
        let request = Request { entry, answer };
        self.requests
            .try_send(request)
            .map_err(|error| busy().because(error))?;
        match answered.await {
            Ok(Ok(commit)) => Ok(commit),
            Ok(Err(error)) => Err(error.into()),
            Err(error) => Err(busy().because(error)),
        }
    }

    async fn write_outcomes(&self) {
        let (done, finished) = oneshot::channel();
        if self.flushes.send(done).await.is_ok() {
            finished.await.ok();
        }
    }
}

impl Ledger for Committer {
    fn commit(&self, entry: Arc<LedgerEntry>) -> BoxFuture<'_, Result<Commit, ApiError>> {
        Box::pin(self.count(entry))
    }

    fn settle(&self, outcome: Outcome) {
        self.outcomes.add([outcome]);
    }

    fn metrics(&self) -> Option<LedgerMetrics> {
        let waiting = self.requests.max_capacity() - self.requests.capacity();
        let gauge = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        self.metrics.waiting.set(gauge(waiting));
        self.metrics.unsettled.set(gauge(self.outcomes.count()));
        Some(self.metrics.clone())
    }

    fn flush(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.write_outcomes())
    }
}

struct Writer {
    store: Store,
    outcomes: Arc<Outcomes>,
    metrics: LedgerMetrics,
}

impl Writer {
    async fn run(
        self,
        mut waiting: mpsc::Receiver<Request>,
        mut flush_asked: mpsc::Receiver<oneshot::Sender<()>>,
    ) {
        let mut requests = Vec::new();
        // Continues while requests are written. Otherwise outcomes would wait forever under load.
        let mut outcomes_waited = pin!(self.outcomes_waited());
        loop {
            tokio::select! {
                count = waiting.recv_many(&mut requests, MAX_TOGETHER) => {
                    if count == 0 {
                        return;
                    }
                    // Requests that are about to arrive, typically because the last commit answered
                    // their clients, join this commit instead of waiting for it.
                    tokio::task::yield_now().await;
                    while requests.len() < MAX_TOGETHER
                        && let Ok(request) = waiting.try_recv()
                    {
                        requests.push(request);
                    }
                    let outcomes = self.outcomes.take(OUTCOMES_TOGETHER);
                    self.write(std::mem::take(&mut requests), outcomes).await;
                }
                () = &mut outcomes_waited => {
                    self.write(Vec::new(), self.outcomes.take(1)).await;
                    outcomes_waited.set(self.outcomes_waited());
                }
                Some(done) = flush_asked.recv() => {
                    while self.write(Vec::new(), self.outcomes.take(1)).await > 0 {}
                    done.send(()).ok();
                }
            }
        }
    }

    /// Resolves when outcomes have waited long enough.
    async fn outcomes_waited(&self) {
        self.outcomes.arrived.notified().await;
        tokio::time::sleep(OUTCOME_TIMEOUT).await;
    }

    /// Writes one batch. Returns how many outcomes it recorded.
    async fn write(&self, requests: Vec<Request>, outcomes: Vec<Outcome>) -> usize {
        if requests.is_empty() && outcomes.is_empty() {
            return 0;
        }
        let (entries, answers): (Vec<_>, Vec<_>) =
            requests.into_iter().map(|it| (it.entry, it.answer)).unzip();
        let commit = self.store.commit_ledger(&entries, &outcomes);
        let started = tokio::time::Instant::now();
        let committed = tokio::time::timeout(COMMIT_TIMEOUT, commit).await;
        let took_s = started.elapsed().as_secs_f64();
        self.metrics.commit_s.observe(took_s);
        if !entries.is_empty() {
            self.metrics.batch.observe(entries.len() as f64);
        }
        let waited = COMMIT_TIMEOUT;
        match committed.unwrap_or(Err(StoreError::TooSlow { waited })) {
            Ok(commits) => {
                for (answer, commit) in answers.into_iter().zip(commits) {
                    // A request whose client has left is charged anyway.
                    answer.send(Ok(commit)).ok();
                }
                outcomes.len()
            }
            Err(error) => {
                self.metrics.failures.inc();
                let error = Arc::new(error);
                for answer in answers {
                    answer.send(Err(Arc::clone(&error))).ok();
                }
                // If the connection broke during the commit, rows may still exist. This is a server
                // error, so their units are returned.
                let unknown = entries.into_iter().map(|entry| Outcome {
                    entry,
                    status: 503,
                    error_code: Some(ErrorCode::ServiceUnavailable.name()),
                    latency_us: None,
                    returned: 0,
                    again: true,
                });
                let earlier = outcomes.into_iter().map(|it| Outcome { again: true, ..it });
                self.outcomes.add(unknown.chain(earlier));
                0
            }
        }
    }
}
