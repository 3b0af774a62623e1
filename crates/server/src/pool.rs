//! Where long computations run: as many at a time as there are cores, so many more waiting, and
//! never on the threads that answer requests.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::Semaphore;

use crate::error::{ApiError, ErrorCode};

/// A bounded place for long computations.
#[derive(Debug)]
pub struct Pool {
    places: Arc<Semaphore>,
    threads: usize,
    present: AtomicUsize,
    most_present: usize,
}

impl Pool {
    /// Room for `threads` computations at a time and `most_waiting` more.
    pub fn new(threads: usize, most_waiting: usize) -> Self {
        Self {
            places: Arc::new(Semaphore::new(threads)),
            threads,
            present: AtomicUsize::new(0),
            most_present: threads + most_waiting,
        }
    }

    /// As many threads as this machine has cores.
    pub fn for_this_machine() -> Self {
        /// A computation takes milliseconds: this queue is worked off within a request's deadline.
        const MOST_WAITING: usize = 256;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self::new(threads, MOST_WAITING)
    }

    /// How many computations run at a time.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Runs a computation.
    ///
    /// # Errors
    ///
    /// 503 with `Retry-After` when too many are waiting already; the request is not charged.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let _guest = self.enter()?;
        let busy = || ApiError::plain(ErrorCode::ServiceUnavailable).retry_after(1);
        let place = Arc::clone(&self.places).acquire_owned().await;
        let place = place.map_err(|closed| busy().because(closed))?;
        let running = tokio::task::spawn_blocking(move || {
            // Held by the computation itself: one whose request was given up still takes its place.
            let _place = place;
            work()
        });
        let failed = || ApiError::plain(ErrorCode::InternalError);
        running.await.map_err(|panic| failed().because(panic))
    }

    fn enter(&self) -> Result<Guest<'_>, ApiError> {
        let before = self.present.fetch_add(1, Ordering::Relaxed);
        let guest = Guest(&self.present);
        if before < self.most_present {
            return Ok(guest);
        }
        Err(ApiError::plain(ErrorCode::ServiceUnavailable).retry_after(1))
    }
}

/// Someone who computes or waits to; leaving is automatic, also when a request is given up.
struct Guest<'a>(&'a AtomicUsize);

impl Drop for Guest<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn a_computation_gives_its_result() {
        assert_eq!(Pool::new(1, 0).run(|| 6 * 7).await.unwrap(), 42);
    }

    #[tokio::test]
    async fn whoever_finds_the_queue_full_is_told_to_come_back() {
        let pool = Arc::new(Pool::new(1, 0));
        let (release, held) = mpsc::channel::<()>();
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let first = tokio::spawn({
            let pool = Arc::clone(&pool);
            async move {
                let work = move || {
                    begun.send(()).ok();
                    held.recv().ok();
                };
                pool.run(work).await
            }
        });
        has_begun.await.unwrap();
        let refused = pool.run(|| ()).await.unwrap_err();
        assert_eq!(refused.problems()[0].code, ErrorCode::ServiceUnavailable);
        release.send(()).unwrap();
        first.await.unwrap().unwrap();
        pool.run(|| ()).await.unwrap();
    }
}
