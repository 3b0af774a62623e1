//! A bounded pool for long calculations, which all organizations share fairly. It runs on worker
//! threads, never on the threads that serve connections.
//!
//! The organization with the least work done is served next (start-time fair queuing: Goyal, Vin
//! and Cheng, 1996), so an organization with many requests waits only behind its own. No
//! organization uses more than half of the threads, so the others always find a free one.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use access::{KeyId, OrgId};
use tokio::sync::oneshot;

use http_api::{ApiError, ErrorCode, PIECE_BYTES, Stop, Work};

use crate::worker_threads::WorkerThreads;

/// The maximum number of waiting calculations.
const MAX_WAITING: usize = 1_024;
/// The maximum number of waiting calculations of one organization.
const MAX_WAITING_PER_ORG: usize = 256;
/// The maximum number of waiting calculations of one key.
const MAX_WAITING_PER_KEY: usize = 128;
/// Threads per core: twice the number of cores, so that the half available to one organization
/// keeps every core busy.
const THREADS_PER_CORE: usize = 2;

/// Who a calculation is for, its amount of work, and its stop flag.
#[derive(Clone, Debug)]
pub struct Lane {
    /// The organization.
    pub org: OrgId,
    /// The key, if one was used.
    pub key: Option<KeyId>,
    /// The amount of work.
    pub work: Work,
    /// Set when nobody waits for the result any more.
    pub stop: Stop,
}

impl Lane {
    /// The same for one piece of a response.
    #[must_use]
    pub fn piece(&self) -> Self {
        let bytes = u64::try_from(PIECE_BYTES).unwrap_or(u64::MAX);
        Self {
            work: self.work.share(bytes),
            ..self.clone()
        }
    }
}

/// A bounded pool of threads for long calculations.
#[derive(Clone, Debug)]
pub struct Pool {
    shared: Arc<Shared>,
    workers: WorkerThreads,
}

#[derive(Debug)]
struct Shared {
    threads: usize,
    max_running_per_org: usize,
    max_waiting: usize,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    running: usize,
    waiting: usize,
    orgs: HashMap<OrgId, Queue>,
    /// The work given to an organization when it was last served. New arrivals do not start with
    /// less, or they would be served alone until they had caught up.
    served: u64,
}

/// The calculations of one organization.
#[derive(Debug, Default)]
struct Queue {
    waiting: VecDeque<Job>,
    running: usize,
    served: u64,
}

struct Job {
    key: Option<KeyId>,
    weight: u64,
    stop: Stop,
    run: Box<dyn FnOnce() -> Deliver + Send>,
}

/// Passes a result to the waiting request.
type Deliver = Box<dyn FnOnce() + Send>;

impl std::fmt::Debug for Job {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Job")
            .field("key", &self.key)
            .field("weight", &self.weight)
            .finish_non_exhaustive()
    }
}

impl Pool {
    /// A pool with a number of threads and a maximum number of waiting calculations.
    fn new(threads: usize, max_waiting: usize, workers: WorkerThreads) -> Self {
        let shared = Shared {
            threads,
            max_running_per_org: (threads / 2).max(1),
            max_waiting,
            state: Mutex::default(),
        };
        Self {
            shared: Arc::new(shared),
            workers,
        }
    }

    /// A pool for this machine's number of cores.
    pub fn for_this_machine(workers: WorkerThreads) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self::new(cores * THREADS_PER_CORE, MAX_WAITING, workers)
    }

    /// Runs a calculation. Dropping the future sets the lane's [`Stop`], and a calculation that has
    /// not started never runs.
    ///
    /// # Errors
    ///
    /// 503 with `Retry-After` if too many are waiting. The request is not charged.
    pub async fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let (sender, receiver) = oneshot::channel();
        let mut abandoned = StopUnlessDone(Some(lane.stop.clone()));
        let job = Job {
            key: lane.key,
            weight: lane.work.millinatals().max(1),
            stop: lane.stop,
            run: Box::new(move || {
                // The panic hook has logged the panic. The request learns of it through the
                // channel.
                let result = catch_unwind(AssertUnwindSafe(work));
                Box::new(move || drop(sender.send(result)))
            }),
        };
        self.shared.enqueue(lane.org, job)?;
        self.start_thread();
        let outcome = receiver.await;
        abandoned.0 = None;
        match outcome {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(_)) | Err(_) => Err(ApiError::plain(ErrorCode::InternalError)),
        }
    }

    /// Starts a thread for the new calculation, unless all are busy. Then a busy one takes it when
    /// it is done.
    fn start_thread(&self) {
        let first = {
            let mut state = self.shared.state();
            if state.running >= self.shared.threads {
                return;
            }
            state.take_next(self.shared.max_running_per_org)
        };
        if let Some((org, job)) = first {
            let shared = Arc::clone(&self.shared);
            self.workers.spawn(move || shared.work(org, job));
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enqueue(&self, org: OrgId, job: Job) -> Result<(), ApiError> {
        let mut state = self.state();
        let queue = state.orgs.get(&org);
        let of_org = queue.map_or(0, |it| it.waiting.len());
        let of_key = |it: &Queue| it.waiting.iter().filter(|it| it.key == job.key).count();
        let is_full = state.waiting >= self.max_waiting && state.running >= self.threads
            || of_org >= MAX_WAITING_PER_ORG
            || job.key.is_some() && queue.map_or(0, of_key) >= MAX_WAITING_PER_KEY;
        if is_full {
            return Err(ApiError::plain(ErrorCode::ServiceUnavailable).retry_after(1));
        }
        let served = state.served;
        let queue = state.orgs.entry(org).or_default();
        queue.served = queue.served.max(served);
        queue.waiting.push_back(job);
        state.waiting += 1;
        Ok(())
    }

    /// One thread: runs this calculation, and then the next ones until there are none.
    fn work(&self, mut org: OrgId, mut job: Job) {
        loop {
            let deliver = (!job.stop.is_set()).then(|| (job.run)());
            let next = {
                let mut state = self.state();
                state.leave(org);
                state.take_next(self.max_running_per_org)
            };
            // When a request gets its result, the thread is already free.
            if let Some(deliver) = deliver {
                deliver();
            }
            match next {
                Some(next) => (org, job) = next,
                None => return,
            }
        }
    }
}

impl State {
    /// The next calculation of the organization with the least work so far.
    fn take_next(&mut self, max_running_per_org: usize) -> Option<(OrgId, Job)> {
        let ready = self
            .orgs
            .iter()
            .filter(|(_, it)| !it.waiting.is_empty() && it.running < max_running_per_org);
        let org = *ready.min_by_key(|(_, it)| it.served)?.0;
        let queue = self.orgs.get_mut(&org)?;
        let job = queue.waiting.pop_front()?;
        self.served = self.served.max(queue.served);
        queue.served = queue.served.saturating_add(job.weight);
        queue.running += 1;
        self.waiting -= 1;
        self.running += 1;
        Some((org, job))
    }

    fn leave(&mut self, org: OrgId) {
        self.running -= 1;
        if let Some(queue) = self.orgs.get_mut(&org) {
            queue.running -= 1;
            if queue.running == 0 && queue.waiting.is_empty() {
                self.orgs.remove(&org);
            }
        }
    }
}

/// Sets the stop flag when it is dropped, because nobody waits any more.
struct StopUnlessDone(Option<Stop>);

impl Drop for StopUnlessDone {
    fn drop(&mut self) {
        if let Some(stop) = &self.0 {
            stop.set();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc;

    use super::*;

    fn org(number: u8) -> OrgId {
        format!("org_{number:032x}").parse().unwrap()
    }

    fn lane(number: u8) -> Lane {
        Lane {
            org: org(number),
            key: None,
            work: Work::REQUEST,
            stop: Stop::default(),
        }
    }

    /// Holds a thread until it is released.
    struct Held {
        release: mpsc::Sender<()>,
        done: tokio::task::JoinHandle<Result<(), ApiError>>,
    }

    async fn hold(pool: &Pool, lane: Lane) -> Held {
        let (release, held) = mpsc::channel::<()>();
        let (begun, has_begun) = oneshot::channel();
        let pool = pool.clone();
        let done = tokio::spawn(async move {
            let work = move || {
                begun.send(()).ok();
                held.recv().ok();
            };
            pool.run(lane, work).await
        });
        has_begun.await.unwrap();
        Held { release, done }
    }

    #[tokio::test]
    async fn a_computation_gives_its_result() {
        let pool = Pool::new(1, 0, WorkerThreads::new());
        assert_eq!(pool.run(lane(1), || 6 * 7).await.unwrap(), 42);
    }

    #[tokio::test]
    async fn whoever_finds_the_queue_full_is_told_to_come_back() {
        let pool = Pool::new(1, 0, WorkerThreads::new());
        let held = hold(&pool, lane(1)).await;
        let refused = pool.run(lane(2), || ()).await.unwrap_err();
        assert_eq!(refused.problems()[0].code, ErrorCode::ServiceUnavailable);
        held.release.send(()).unwrap();
        held.done.await.unwrap().unwrap();
        pool.run(lane(1), || ()).await.unwrap();
    }

    #[tokio::test]
    async fn an_organization_never_has_more_than_half_of_the_threads() {
        let pool = Pool::new(4, 100, WorkerThreads::new());
        let held = [hold(&pool, lane(1)).await, hold(&pool, lane(1)).await];
        let third = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(lane(1), || ()).await }
        });
        while pool.shared.state().waiting == 0 {
            tokio::task::yield_now().await;
        }
        // Another organization is served immediately, although the first one has a waiting
        // calculation.
        pool.run(lane(2), || ()).await.unwrap();
        assert_eq!(pool.shared.state().waiting, 1);
        for it in held {
            it.release.send(()).unwrap();
            it.done.await.unwrap().unwrap();
        }
        third.await.unwrap().unwrap();
    }

    #[tokio::test]
    async fn an_organization_with_one_request_waits_behind_no_ones_queue() {
        let pool = Pool::new(1, 100, WorkerThreads::new());
        let held = hold(&pool, lane(1)).await;
        let (sender, order) = mpsc::channel();
        let mut waiting = Vec::new();
        for of_org in [1, 1, 1, 1, 2] {
            let (pool, sender) = (pool.clone(), sender.clone());
            waiting.push(tokio::spawn(async move {
                let work = move || sender.send(of_org).unwrap();
                pool.run(lane(of_org), work).await
            }));
        }
        while pool.shared.state().waiting < 5 {
            tokio::task::yield_now().await;
        }
        held.release.send(()).unwrap();
        for it in waiting {
            it.await.unwrap().unwrap();
        }
        let order: Vec<u8> = order.try_iter().collect();
        assert_eq!(order, [2, 1, 1, 1, 1], "it has had the least work done");
    }

    #[tokio::test]
    async fn a_computation_nobody_waits_for_is_never_begun() {
        let pool = Pool::new(1, 100, WorkerThreads::new());
        let held = hold(&pool, lane(1)).await;
        let ran = Arc::new(AtomicBool::new(false));
        let abandoned = tokio::spawn({
            let (pool, ran) = (pool.clone(), Arc::clone(&ran));
            async move {
                pool.run(lane(2), move || ran.store(true, Ordering::SeqCst))
                    .await
            }
        });
        while pool.shared.state().waiting == 0 {
            tokio::task::yield_now().await;
        }
        abandoned.abort();
        abandoned.await.unwrap_err();
        held.release.send(()).unwrap();
        held.done.await.unwrap().unwrap();
        pool.run(lane(3), || ()).await.unwrap();
        assert!(!ran.load(Ordering::SeqCst));
    }

    #[tokio::test]
    async fn a_computation_that_panics_leaves_its_thread_to_the_next() {
        let pool = Pool::new(1, 100, WorkerThreads::new());
        let failed = pool.run(lane(1), || assert_eq!(1, 2)).await.unwrap_err();
        assert_eq!(failed.problems()[0].code, ErrorCode::InternalError);
        pool.run(lane(1), || ()).await.unwrap();
        assert_eq!(pool.shared.state().running, 0);
    }

    #[tokio::test]
    async fn one_key_and_one_organization_cannot_fill_the_queue() {
        let pool = Pool::new(1, 10_000, WorkerThreads::new());
        let held = hold(&pool, lane(1)).await;
        let key: KeyId = format!("key_{:032x}", 7).parse().unwrap();
        let of_key = |key| Lane { key, ..lane(1) };
        let mut waiting = Vec::new();
        let mut add = |key| {
            let pool = pool.clone();
            waiting.push(tokio::spawn(
                async move { pool.run(of_key(key), || ()).await },
            ));
        };
        (0..MAX_WAITING_PER_KEY).for_each(|_| add(Some(key)));
        while pool.shared.state().waiting < MAX_WAITING_PER_KEY {
            tokio::task::yield_now().await;
        }
        let refused = pool.run(of_key(Some(key)), || ()).await.unwrap_err();
        assert_eq!(refused.problems()[0].code, ErrorCode::ServiceUnavailable);
        (MAX_WAITING_PER_KEY..MAX_WAITING_PER_ORG).for_each(|_| add(None));
        while pool.shared.state().waiting < MAX_WAITING_PER_ORG {
            tokio::task::yield_now().await;
        }
        assert!(pool.run(of_key(None), || ()).await.is_err());
        held.release.send(()).unwrap();
        pool.run(lane(2), || ()).await.unwrap();
    }
}
