//! Hashing passwords takes 46 MiB and tens of milliseconds on purpose: on threads of its own, few at
//! a time, with a short queue.

use access::{Password, PasswordHash, PasswordKey, SealedPassword, UserId};
use store::StoreError;
use tokio::sync::Semaphore;

use crate::error::{ApiError, ErrorCode};
use crate::randomness::OsRandom;

/// Passwords hashed at once.
const MOST_AT_ONCE: usize = 2;
/// Passwords that wait; more would wait longer than people do.
const MOST_WAITING: usize = 64;

/// Hashes and verifies passwords. Hashes leave it sealed.
#[derive(Debug)]
pub struct PasswordPool {
    key: PasswordKey,
    working: Semaphore,
    waiting: Semaphore,
}

impl PasswordPool {
    /// A pool that seals hashes with this key.
    pub fn new(key: PasswordKey) -> Self {
        Self {
            key,
            working: Semaphore::new(MOST_AT_ONCE),
            waiting: Semaphore::new(MOST_AT_ONCE + MOST_WAITING),
        }
    }

    /// The hash to store for this person.
    ///
    /// # Errors
    ///
    /// 503 when too many are waiting.
    pub async fn hash(&self, user: UserId, password: Password) -> Result<SealedPassword, ApiError> {
        let hash = self.run(move || password.hash(&OsRandom)).await?;
        Ok(self.key.seal(user, &hash))
    }

    /// Whether `password` is the one that is stored for this person. Takes as long where there is
    /// none, so that time does not tell who has an account.
    ///
    /// # Errors
    ///
    /// 503 when too many are waiting, 500 when what is stored was not sealed for this person.
    pub async fn verify(
        &self,
        stored: Option<(UserId, SealedPassword)>,
        password: Password,
    ) -> Result<bool, ApiError> {
        let open = |(user, sealed): (UserId, SealedPassword)| {
            let opened = self.key.open(user, &sealed);
            opened.map_err(|_| StoreError::Corrupt {
                column: "person.password_hash",
                row: user.to_string(),
            })
        };
        let stored = stored.map(open).transpose()?;
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
