//! Hashing passwords takes 46 MiB and tens of milliseconds on purpose: on threads of its own, few at
//! a time, with a short queue.

use access::{Password, PasswordHash};
use tokio::sync::Semaphore;

use crate::error::{ApiError, ErrorCode};
use crate::randomness::OsRandom;

/// Passwords hashed at once.
const MOST_AT_ONCE: usize = 2;
/// Passwords that wait; more would wait longer than people do.
const MOST_WAITING: usize = 64;

/// Hashes and verifies passwords.
#[derive(Debug)]
pub struct PasswordPool {
    working: Semaphore,
    waiting: Semaphore,
}

impl Default for PasswordPool {
    fn default() -> Self {
        Self {
            working: Semaphore::new(MOST_AT_ONCE),
            waiting: Semaphore::new(MOST_AT_ONCE + MOST_WAITING),
        }
    }
}

impl PasswordPool {
    /// The hash to store.
    ///
    /// # Errors
    ///
    /// 503 when too many are waiting.
    pub async fn hash(&self, password: Password) -> Result<PasswordHash, ApiError> {
        self.run(move || password.hash(&OsRandom)).await
    }

    /// Whether `password` is the stored one. Takes as long where there is none, so that time does
    /// not tell who has an account.
    ///
    /// # Errors
    ///
    /// 503 when too many are waiting.
    pub async fn verify(
        &self,
        stored: Option<PasswordHash>,
        password: Password,
    ) -> Result<bool, ApiError> {
        self.run(move || PasswordHash::verify(stored.as_ref(), &password))
            .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let busy = || ApiError::plain(ErrorCode::ServiceUnavailable).retry_after(1);
        let _place = self.waiting.try_acquire().map_err(|_| busy())?;
        let _turn = self.working.acquire().await.map_err(|_| busy())?;
        let done = tokio::task::spawn_blocking(work).await;
        done.map_err(|error| ApiError::plain(ErrorCode::InternalError).because(error))
    }
}
