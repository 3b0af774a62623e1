//! A pool for password hashing, which takes 46 MiB and tens of milliseconds on purpose: separate
//! threads, few at a time, with a short queue.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use access::{Password, PasswordHash, PasswordKey, SealedPassword, UserId};
use store::StoreError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use http_api::randomness::OsRandom;
use http_api::{ApiError, ErrorCode};

use crate::worker_threads::WorkerThreads;

/// Concurrent password hashes.
const MAX_AT_ONCE: usize = 2;
/// Waiting passwords. More would wait longer than people do.
const MAX_WAITING: usize = 64;

/// The part of these for one signed-in person. Nobody types more at a time.
const MAX_PER_PERSON: usize = 3;

/// The part of these for callers that have failed too often.
const MAX_THROTTLED: usize = 8;

/// Hashes and verifies passwords. Hashes leave it sealed.
#[derive(Debug)]
pub struct PasswordPool {
    key: PasswordKey,
    workers: WorkerThreads,
    working: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    throttled: Arc<Semaphore>,
    by_person: Arc<ByPerson>,
}

/// The passwords of each signed-in person that run or wait.
#[derive(Debug, Default)]
struct ByPerson(Mutex<HashMap<UserId, usize>>);

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
            working: Arc::new(Semaphore::new(MAX_AT_ONCE)),
            waiting: Arc::new(Semaphore::new(MAX_AT_ONCE + MAX_WAITING)),
            throttled: Arc::new(Semaphore::new(MAX_THROTTLED)),
            by_person: Arc::default(),
        }
    }

    /// The hash to store for this person.
    ///
    /// # Errors
    ///
    /// 503 if too many are waiting.
    pub async fn hash(&self, user: UserId, password: Password) -> Result<SealedPassword, ApiError> {
        let hash = self.run((), move || password.hash(&OsRandom)).await?;
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
        self.verify_holding((), stored, password).await
    }

    /// The same for a person who is signed in and confirms their identity. One person does not fill
    /// the queue. Strangers who name an account do not count for it, or they could lock it.
    ///
    /// # Errors
    ///
    /// As [`Self::verify`].
    pub async fn verify_signed_in(
        &self,
        person: UserId,
        stored: Option<(UserId, SealedPassword)>,
        password: Password,
    ) -> Result<Verification, ApiError> {
        let place = self.by_person.take(person)?;
        self.verify_holding(place, stored, password).await
    }

    async fn verify_holding(
        &self,
        held: impl Send + 'static,
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
        let stored = stored.map(open).transpose()?;
        self.run(held, move || {
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
        let place = Arc::clone(&self.throttled).try_acquire_owned();
        let place = place.map_err(|_| busy())?;
        self.verify_holding(place, stored, password).await
    }

    /// Takes every slot, so that the pool is full until the result is dropped. For tests.
    #[doc(hidden)]
    pub fn fill(&self) -> impl Drop + '_ {
        let free = u32::try_from(self.waiting.available_permits()).unwrap_or(u32::MAX);
        self.waiting.try_acquire_many(free).expect("they are free")
    }

    /// Runs work when it is its turn. A client that disconnects does not end work that has begun, so
    /// the work itself holds what it has taken.
    async fn run<T: Send + 'static>(
        &self,
        held: impl Send + 'static,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let place = Arc::clone(&self.waiting).try_acquire_owned();
        let place = place.map_err(|_| busy())?;
        let turn = Arc::clone(&self.working).acquire_owned().await;
        let turn: OwnedSemaphorePermit = turn.map_err(|_| busy())?;
        let done = self.workers.spawn(move || {
            let _held = (held, place, turn);
            work()
        });
        let done = done.await;
        done.map_err(|error| ApiError::plain(ErrorCode::InternalError).because(error))
    }
}

impl ByPerson {
    fn take(self: &Arc<Self>, person: UserId) -> Result<PersonPlace, ApiError> {
        let mut places = self.places();
        let taken = places.entry(person).or_default();
        if *taken >= MAX_PER_PERSON {
            return Err(busy());
        }
        *taken += 1;
        drop(places);
        Ok(PersonPlace {
            places: Arc::clone(self),
            person,
        })
    }

    fn places(&self) -> MutexGuard<'_, HashMap<UserId, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place of a person, returned when it is dropped.
struct PersonPlace {
    places: Arc<ByPerson>,
    person: UserId,
}

impl Drop for PersonPlace {
    fn drop(&mut self) {
        let mut places = self.places.places();
        if let Some(taken) = places.get_mut(&self.person) {
            *taken -= 1;
            if *taken == 0 {
                places.remove(&self.person);
            }
        }
    }
}

fn busy() -> ApiError {
    ApiError::plain(ErrorCode::ServiceUnavailable).retry_after(1)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use access::{MasterSecret, Timestamp};
    use futures_util::FutureExt as _;

    use super::*;

    fn pool() -> PasswordPool {
        let keys = crate::ServiceKeys::from(&MasterSecret::generate(&OsRandom));
        PasswordPool::new(keys.password, WorkerThreads::new())
    }

    fn person() -> UserId {
        UserId::new(Timestamp::from_micros(0), &OsRandom)
    }

    #[tokio::test]
    async fn one_person_does_not_fill_the_queue() {
        let (pool, mine, other) = (pool(), person(), person());
        let take = |person| pool.by_person.take(person);
        let held: Vec<_> = (0..MAX_PER_PERSON).map(|_| take(mine).unwrap()).collect();
        let password = || Password::present("correct horse battery staple").unwrap();
        let refused = pool.verify_signed_in(mine, None, password()).await;
        let refused = refused.unwrap_err();
        assert_eq!(refused.problems()[0].code, ErrorCode::ServiceUnavailable);
        drop(take(other).unwrap());
        // Someone who only names the account is not refused, and takes no place of it.
        let named = pool.verify(None, password()).await.unwrap();
        assert_eq!(named, Verification::Wrong);
        drop(held);
        let own = pool.verify_signed_in(mine, None, password()).await.unwrap();
        assert_eq!(own, Verification::Wrong);
        assert!(pool.by_person.places().is_empty(), "nothing is left behind");
    }

    #[tokio::test]
    async fn work_whose_client_has_left_keeps_its_turn() {
        let pool = pool();
        let (release, held) = mpsc::channel::<()>();
        let mut abandoned = Box::pin(pool.run((), move || held.recv().ok()));
        assert!(abandoned.as_mut().now_or_never().is_none(), "it has begun");
        drop(abandoned);
        assert_eq!(pool.working.available_permits(), MAX_AT_ONCE - 1);
        release.send(()).unwrap();
        let all = u32::try_from(MAX_AT_ONCE).unwrap();
        drop(pool.working.acquire_many(all).await.unwrap());
    }
}
