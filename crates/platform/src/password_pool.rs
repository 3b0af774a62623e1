//! A pool for password hashing, which takes 46 MiB and tens of milliseconds on purpose: separate
//! threads, few at a time, with a short queue.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use access::{Password, PasswordHash, PasswordKey, SealedPassword, UserId};
use store::StoreError;
use tokio::sync::Semaphore;

use http_api::randomness::OsRandom;
use http_api::{ApiError, ErrorCode};

use crate::worker_threads::WorkerThreads;

/// Concurrent password hashes.
const MAX_AT_ONCE: usize = 2;
/// Waiting passwords. More would wait longer than people do.
const MAX_WAITING: usize = 64;

/// The part of these for one account. Nobody types more at a time.
const MAX_PER_ACCOUNT: usize = 3;

/// The part of these for callers that have failed too often.
const MAX_THROTTLED: usize = 8;

/// Hashes and verifies passwords. Hashes leave it sealed.
#[derive(Debug)]
pub struct PasswordPool {
    key: PasswordKey,
    workers: WorkerThreads,
    working: Semaphore,
    waiting: Semaphore,
    throttled: Semaphore,
    /// The passwords of each account that run or wait.
    by_account: Mutex<HashMap<UserId, usize>>,
}

/// The result of verifying a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verification {
    /// It is not the stored password, or none is stored.
    Wrong,
    /// It is the stored password.
    Right,
    /// It is the stored password, whose hash was made with outdated parameters.
    RightButOutdated,
}

impl Verification {
    /// Whether it is the stored password.
    pub fn is_right(self) -> bool {
        self != Self::Wrong
    }
}

impl PasswordPool {
    /// A pool that seals hashes with this key.
    pub fn new(key: PasswordKey, workers: WorkerThreads) -> Self {
        Self {
            key,
            workers,
            working: Semaphore::new(MAX_AT_ONCE),
            waiting: Semaphore::new(MAX_AT_ONCE + MAX_WAITING),
            throttled: Semaphore::new(MAX_THROTTLED),
            by_account: Mutex::default(),
        }
    }

    /// The hash to store for this person.
    ///
    /// # Errors
    ///
    /// 503 if too many are waiting.
    pub async fn hash(&self, user: UserId, password: Password) -> Result<SealedPassword, ApiError> {
        let hash = self.run(move || password.hash(&OsRandom)).await?;
        Ok(self.key.seal(user, &hash))
    }

    /// Whether `password` is the stored one of this person. Takes as long if none is stored, so
    /// that the time does not reveal who has an account.
    ///
    /// # Errors
    ///
    /// 503 if too many are waiting, 500 if the stored hash was not sealed for this person.
    pub async fn verify(
        &self,
        stored: Option<(UserId, SealedPassword)>,
        password: Password,
    ) -> Result<Verification, ApiError> {
        let open = |(user, sealed): (UserId, SealedPassword)| {
            let opened = self.key.open(user, &sealed);
            opened.map_err(|_| StoreError::Corrupt {
                column: "person.password_hash",
                row: user.to_string(),
            })
        };
        let account = stored.as_ref().map(|(user, _)| *user);
        let _place = account.map(|it| self.take_place(it)).transpose()?;
        let stored = stored.map(open).transpose()?;
        self.run(move || {
            if !PasswordHash::verify(stored.as_ref(), &password) {
                return Verification::Wrong;
            }
            match stored {
                Some(hash) if hash.needs_rehash() => Verification::RightButOutdated,
                _ => Verification::Right,
            }
        })
        .await
    }

    /// The same for a caller whose address or account has failed too often. Few of these wait at a
    /// time, so that they do not crowd out the others.
    ///
    /// # Errors
    ///
    /// 503 if too many are waiting.
    pub async fn verify_throttled(
        &self,
        stored: Option<(UserId, SealedPassword)>,
        password: Password,
    ) -> Result<Verification, ApiError> {
        let _place = self.throttled.try_acquire().map_err(|_| busy())?;
        self.verify(stored, password).await
    }

    /// A place for a password of an account, so that one account does not fill the queue.
    fn take_place(&self, account: UserId) -> Result<AccountPlace<'_>, ApiError> {
        let mut by_account = self.accounts();
        let taken = by_account.entry(account).or_default();
        if *taken >= MAX_PER_ACCOUNT {
            return Err(busy());
        }
        *taken += 1;
        drop(by_account);
        Ok(AccountPlace {
            pool: self,
            account,
        })
    }

    fn accounts(&self) -> MutexGuard<'_, HashMap<UserId, usize>> {
        self.by_account
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes every slot, so that the pool is full until the result is dropped. For tests.
    #[doc(hidden)]
    pub fn fill(&self) -> impl Drop + '_ {
        let free = u32::try_from(self.waiting.available_permits()).unwrap_or(u32::MAX);
        self.waiting.try_acquire_many(free).expect("they are free")
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let _place = self.waiting.try_acquire().map_err(|_| busy())?;
        let _turn = self.working.acquire().await.map_err(|_| busy())?;
        let done = self.workers.spawn(work).await;
        done.map_err(|error| ApiError::plain(ErrorCode::InternalError).because(error))
    }
}

/// A place of an account, returned when it is dropped.
struct AccountPlace<'a> {
    pool: &'a PasswordPool,
    account: UserId,
}

impl Drop for AccountPlace<'_> {
    fn drop(&mut self) {
        let mut accounts = self.pool.accounts();
        if let Some(taken) = accounts.get_mut(&self.account) {
            *taken -= 1;
            if *taken == 0 {
                accounts.remove(&self.account);
            }
        }
    }
}

fn busy() -> ApiError {
    ApiError::plain(ErrorCode::ServiceUnavailable).retry_after(1)
}

#[cfg(test)]
mod tests {
    use access::{MasterSecret, Timestamp};

    use super::*;

    #[test]
    fn one_account_does_not_fill_the_queue() {
        let key = crate::ServiceKeys::from(&MasterSecret::generate(&OsRandom)).password;
        let pool = PasswordPool::new(key, WorkerThreads::new());
        let account = || UserId::new(Timestamp::from_micros(0), &OsRandom);
        let (mine, other) = (account(), account());
        let held: Vec<_> = (0..MAX_PER_ACCOUNT)
            .map(|_| pool.take_place(mine).unwrap())
            .collect();
        let refused = pool.take_place(mine).map(drop).unwrap_err();
        assert_eq!(refused.problems()[0].code, ErrorCode::ServiceUnavailable);
        drop(pool.take_place(other).unwrap());
        drop(held);
        drop(pool.take_place(mine).unwrap());
        assert!(pool.accounts().is_empty(), "nothing is left behind");
    }
}
