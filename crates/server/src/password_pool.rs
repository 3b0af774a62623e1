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

/// Of these, those of callers who have failed too often: they are looked at, behind few others.
const MAX_THROTTLED: usize = 8;

/// Hashes and verifies passwords. Hashes leave it sealed.
#[derive(Debug)]
pub struct PasswordPool {
    key: PasswordKey,
    working: Semaphore,
    waiting: Semaphore,
    throttled: Semaphore,
}

/// What checking a password found.
#[derive(Debug)]
pub struct Verification {
    /// Whether it is the right one.
    pub is_right: bool,
    /// The hash to store instead, if the stored one is outdated.
    pub renewed: Option<Renewal>,
}

/// An outdated hash and the one to replace it with.
#[derive(Debug)]
pub struct Renewal {
    /// What is stored.
    pub before: SealedPassword,
    /// The same password, hashed with today's parameters.
    pub after: SealedPassword,
}

impl PasswordPool {
    /// A pool that seals hashes with this key.
    pub fn new(key: PasswordKey) -> Self {
        Self {
            key,
            working: Semaphore::new(MOST_AT_ONCE),
            waiting: Semaphore::new(MOST_AT_ONCE + MOST_WAITING),
            throttled: Semaphore::new(MAX_THROTTLED),
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

    /// Whether `password` is the one that is stored for this person.
    ///
    /// # Errors
    ///
    /// As [`Self::verify_and_renew`].
    pub async fn verify(
        &self,
        stored: Option<(UserId, SealedPassword)>,
        password: Password,
    ) -> Result<bool, ApiError> {
        let verification = self.verify_and_renew(stored, password).await?;
        Ok(verification.is_right)
    }

    /// Whether `password` is the one that is stored for this person, and a new hash of it where the
    /// stored one was made with parameters that are no longer used. Takes as long where there is
    /// none, so that time does not tell who has an account.
    ///
    /// # Errors
    ///
    /// 503 when too many are waiting, 500 when what is stored was not sealed for this person.
    pub async fn verify_and_renew(
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
        let user = stored.as_ref().map(|(user, _)| *user);
        let before = stored.as_ref().map(|(_, sealed)| sealed.clone());
        let stored = stored.map(open).transpose()?;
        let (is_right, renewed) = self
            .run(move || {
                let is_right = PasswordHash::verify(stored.as_ref(), &password);
                let is_outdated = stored.is_some_and(|it| it.needs_rehash());
                let renewed = (is_right && is_outdated).then(|| password.hash(&OsRandom));
                (is_right, renewed)
            })
            .await?;
        let renewed = match (user, before, renewed) {
            (Some(user), Some(before), Some(hash)) => Some(Renewal {
                before,
                after: self.key.seal(user, &hash),
            }),
            _ => None,
        };
        Ok(Verification { is_right, renewed })
    }

    /// The same for someone who, or whose address or account, has failed too often. Few of these wait
    /// at a time, so that they do not crowd out the others.
    ///
    /// # Errors
    ///
    /// 503 when too many are waiting.
    pub async fn verify_throttled(
        &self,
        stored: Option<(UserId, SealedPassword)>,
        password: Password,
    ) -> Result<Verification, ApiError> {
        let _place = self.throttled.try_acquire().map_err(|_| busy())?;
        self.verify_and_renew(stored, password).await
    }

    /// Takes every place, so that the pool is full until the answer is dropped. For tests.
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
        let done = tokio::task::spawn_blocking(work).await;
        done.map_err(|error| ApiError::plain(ErrorCode::InternalError).because(error))
    }
}

fn busy() -> ApiError {
    ApiError::plain(ErrorCode::ServiceUnavailable).retry_after(1)
}
