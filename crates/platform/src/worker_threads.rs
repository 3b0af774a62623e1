//! Threads for work that keeps a processor busy: calculations, large bodies, compression, password
//! hashing.
//!
//! They yield to the threads that serve connections. Otherwise a service whose processors are all
//! busy with one customer's calculations would answer another customer's small request only after
//! several time slices of the scheduler.

use std::sync::Arc;

use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

/// The maximum number of threads. More work waits. Calculations, compression and passwords have
/// lower limits of their own; bodies are limited by the memory budget.
const MAX_THREADS: usize = 512;

/// The nice value of these threads. On Linux, a thread with nice 0 gets 2.4 times as much processor
/// time when both want to run. With nice 10 (9 times as much), single requests of others waited up
/// to 190 ms, probably for a lock that an interrupted worker held.
#[cfg(target_os = "linux")]
const NICE: i32 = 4;

/// Threads with a low priority. Clones share them.
#[derive(Clone, Debug)]
pub struct WorkerThreads(Arc<Threads>);

#[derive(Debug)]
struct Threads {
    /// Only its blocking threads are used. `None` while it is dropped.
    runtime: Option<Runtime>,
}

impl WorkerThreads {
    /// Threads are started when they are needed.
    ///
    /// # Panics
    ///
    /// Never: a runtime without drivers needs nothing from the system.
    #[expect(
        clippy::new_without_default,
        reason = "new threads are no default value"
    )]
    pub fn new() -> Self {
        let runtime = Builder::new_current_thread()
            .thread_name("worker")
            .max_blocking_threads(MAX_THREADS)
            .on_thread_start(lower_priority)
            .build();
        Self(Arc::new(Threads {
            runtime: Some(runtime.expect("it has no drivers")),
        }))
    }

    /// Runs work on one of these threads.
    ///
    /// # Panics
    ///
    /// Never: the threads exist as long as this value.
    pub fn spawn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> JoinHandle<T> {
        let runtime = self.0.runtime.as_ref();
        runtime.expect("set until dropped").spawn_blocking(work)
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        // Waiting for them would block a thread that serves connections.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Lowers the priority of the current thread. Linux keeps a nice value for each thread; elsewhere
/// it belongs to the whole process.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    {
        let thread = rustix::thread::gettid();
        if let Err(error) = rustix::process::setpriority_process(Some(thread), NICE) {
            tracing::debug!(%error, "cannot lower the priority of a worker thread");
        }
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;

    fn nice() -> i32 {
        let thread = rustix::thread::gettid();
        rustix::process::getpriority_process(Some(thread)).unwrap()
    }

    #[tokio::test]
    async fn workers_yield_to_the_threads_that_serve_connections() {
        let workers = WorkerThreads::new();
        let before = nice();
        let of_worker = workers.spawn(nice).await.unwrap();
        assert!(of_worker > before, "{of_worker} and {before}");
        let of_blocking = tokio::task::spawn_blocking(nice).await.unwrap();
        assert_eq!(of_blocking, before);
    }

    #[tokio::test]
    async fn dropping_them_does_not_wait_for_their_work() {
        let workers = WorkerThreads::new();
        let (release, held) = std::sync::mpsc::channel::<()>();
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let work = workers.spawn(move || {
            begun.send(()).unwrap();
            held.recv().ok();
            42
        });
        has_begun.await.unwrap();
        drop(workers);
        release.send(()).unwrap();
        assert_eq!(work.await.unwrap(), 42);
    }
}
