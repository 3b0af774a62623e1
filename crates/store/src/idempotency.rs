//! Idempotency keys: repeating a creation request repeats the response instead of the creation.
//!
//! The claim is made in the transaction that creates. If two equal requests arrive at once, the
//! second waits until the first has committed and then gets its response. If the first fails, the
//! second creates. No request is ever left half done.

use async_recursion::async_recursion as boxed;
use std::time::Duration;

use access::Timestamp;
use sqlx::FromRow;

use crate::backend::{execute, on_transaction};
use crate::error::StoreError;
use crate::locked::OpenTransaction;
use crate::store::Store;

/// How long a response is kept.
pub const IDEMPOTENCY_LIFETIME: Duration = Duration::from_hours(24);

/// The identity of a repeated request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey {
    /// The requester: an organization's or a person's id. Others never see its response.
    pub scope: String,
    /// The operation, such as `key_create`.
    pub operation: String,
    /// The client's key for the request.
    pub key: String,
    /// A digest of the request. The same key with another request is an error.
    pub fingerprint: String,
    /// The digest under an earlier master secret, while that is accepted.
    pub earlier_fingerprint: Option<String>,
}

/// The result of a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The request is new. The caller executes it and passes its response to
    /// [`OpenTransaction::remember_answer`] before the commit.
    New,
    /// The request was executed before, with this response.
    Repeated(String),
    /// The key was used for another request.
    Conflict,
}

#[derive(FromRow)]
struct Row {
    fingerprint: String,
    response: Option<String>,
}

fn forgotten_before(now: Timestamp) -> i64 {
    let lifetime = i64::try_from(IDEMPOTENCY_LIFETIME.as_micros()).unwrap_or(i64::MAX);
    now.micros().saturating_sub(lifetime)
}

impl OpenTransaction {
    /// Claims a request for this transaction, or finds its stored response.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable, or if a claim was committed without its
    /// response.
    #[boxed]
    pub async fn claim(
        &mut self,
        key: &IdempotencyKey,
        now: Timestamp,
    ) -> Result<Claim, StoreError> {
        // Overwrites an expired claim.
        const CLAIM: &str = "insert into idempotency \
            (scope, operation, key, fingerprint, created_at) values ($1, $2, $3, $4, $5) \
            on conflict (scope, operation, key) do update set fingerprint = excluded.fingerprint, \
            response = null, created_at = excluded.created_at where idempotency.created_at <= $6";
        const FIND: &str = "select fingerprint, response from idempotency \
            where scope = $1 and operation = $2 and key = $3";
        let claimed = execute!(
            &mut self.0,
            sqlx::query(CLAIM)
                .bind(&key.scope)
                .bind(&key.operation)
                .bind(&key.key)
                .bind(&key.fingerprint)
                .bind(now.micros())
                .bind(forgotten_before(now))
        )?;
        if claimed > 0 {
            return Ok(Claim::New);
        }
        let row: Row = on_transaction!(&mut self.0, connection => sqlx::query_as(FIND)
            .bind(&key.scope)
            .bind(&key.operation)
            .bind(&key.key)
            .fetch_one(connection))?;
        let same = row.fingerprint == key.fingerprint
            || Some(&row.fingerprint) == key.earlier_fingerprint.as_ref();
        if !same {
            return Ok(Claim::Conflict);
        }
        let response = row.response;
        let unanswered = || StoreError::corrupt("idempotency.response", &key.key);
        response.map(Claim::Repeated).ok_or_else(unanswered)
    }

    /// Stores the response to a request that this transaction has claimed.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn remember_answer(
        &mut self,
        key: &IdempotencyKey,
        response: &str,
    ) -> Result<(), StoreError> {
        const SQL: &str = "update idempotency set response = $4 \
            where scope = $1 and operation = $2 and key = $3";
        execute!(
            &mut self.0,
            sqlx::query(SQL)
                .bind(&key.scope)
                .bind(&key.operation)
                .bind(&key.key)
                .bind(response)
        )?;
        Ok(())
    }
}

impl Store {
    /// Deletes at most this many expired responses and returns how many.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn delete_forgotten_answers(
        &self,
        now: Timestamp,
        most: u32,
    ) -> Result<u64, StoreError> {
        const SQL: &str = "delete from idempotency where (scope, operation, key) in \
            (select scope, operation, key from idempotency where created_at <= $1 \
            order by created_at limit $2)";
        let mut transaction = self.backend.begin().await?;
        let deleted = execute!(
            &mut transaction,
            sqlx::query(SQL)
                .bind(forgotten_before(now))
                .bind(i64::from(most))
        )?;
        transaction.commit().await?;
        Ok(deleted)
    }
}
