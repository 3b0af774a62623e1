//! What was answered to a creation, so that repeating the request repeats the answer instead of
//! the creation.
//!
//! The claim is made in the transaction that creates: of two equal requests at once, the second
//! waits until the first has committed, and then gets its answer; if the first fails, the second
//! creates. Nothing is ever left half done.

use std::time::Duration;

use access::Timestamp;
use sqlx::FromRow;

use crate::backend::{execute, on_transaction};
use crate::error::StoreError;
use crate::locked::OpenTransaction;
use crate::store::Store;

/// An answer is remembered for this long.
pub const IDEMPOTENCY_LIFETIME: Duration = Duration::from_hours(24);

/// What a repeated request is recognized by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey {
    /// Whose request it is: an organization's or a person's id. Others never see its answer.
    pub scope: String,
    /// What was asked for: `key_create`.
    pub operation: String,
    /// What the client calls the request.
    pub key: String,
    /// A digest of what was asked: the same key with another request is a mistake.
    pub fingerprint: String,
    /// The same as an earlier master secret makes it, while that is accepted.
    pub earlier_fingerprint: Option<String>,
}

/// What is known of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Nothing: it is to be done, and its answer given to [`OpenTransaction::remember_answer`]
    /// before the commit.
    New,
    /// It was done: this was the answer.
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
    /// Claims a request for this transaction, or finds what was answered to it.
    ///
    /// # Errors
    ///
    /// When the database does not answer, or a claim was committed without its answer.
    pub async fn claim(
        &mut self,
        key: &IdempotencyKey,
        now: Timestamp,
    ) -> Result<Claim, StoreError> {
        // A forgotten one is written over.
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

    /// Keeps the answer to a request this transaction has claimed.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
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
    /// Deletes answers that are remembered no more, at most this many; answers how many.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
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
