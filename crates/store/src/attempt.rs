//! Attempts to sign in, counted against guessing. How long to wait is decided by
//! [`access::lockout`].
//!
//! An attempt counts as a failure when it begins, and is taken back when it succeeds. Counted only
//! afterwards, a thousand guesses sent at once would all be looked at.

use access::{Failures, Timestamp, TryAgain, lockout};
use sqlx::FromRow;

use crate::backend::{Transaction, execute, on_readers, on_transaction};
use crate::error::StoreError;
use crate::ledger::stored;
use crate::store::Store;

const ACCOUNT: &str = "account";
const ADDRESS: &str = "address";

/// Who attempts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The account, in one spelling: it need not exist.
    pub account: String,
    /// Where the attempt comes from, an IPv6 address as its /64; none from the command line.
    pub address: Option<String>,
}

#[derive(FromRow)]
struct FailureRow {
    count: i64,
    last_at: i64,
}

impl FailureRow {
    fn decode(&self, subject: &str) -> Result<Failures, StoreError> {
        let count = u32::try_from(self.count);
        Ok(Failures {
            count: count.map_err(|_| StoreError::corrupt("sign_in_failure.count", subject))?,
            last_at: Timestamp::from_micros(self.last_at),
        })
    }
}

#[derive(FromRow)]
struct SubjectRow {
    kind: String,
    subject: String,
    count: i64,
    last_at: i64,
}

impl Store {
    /// Begins an attempt: counts it as a failure of account and address, or says when to try again
    /// and counts nothing.
    ///
    /// # Errors
    ///
    /// When the database does not answer or holds something unreadable.
    pub async fn begin_attempt(
        &self,
        attempt: &Attempt,
        now: Timestamp,
    ) -> Result<Result<(), TryAgain>, StoreError> {
        let mut transaction = self.backend.begin().await?;
        // The account before the address, always: two attempts never wait for each other.
        let account = lock(&mut transaction, ACCOUNT, &attempt.account, now).await?;
        let address = match &attempt.address {
            Some(address) => Some(lock(&mut transaction, ADDRESS, address, now).await?),
            None => None,
        };
        if let Err(refusal) = lockout::admit(Some(account), address, now) {
            // Nothing is kept, not even an empty row.
            return Ok(Err(refusal));
        }
        let after = Failures::after_another(Some(account), now);
        write(&mut transaction, ACCOUNT, &attempt.account, after).await?;
        if let (Some(address), Some(before)) = (&attempt.address, address) {
            let after = Failures::after_another(Some(before), now);
            write(&mut transaction, ADDRESS, address, after).await?;
        }
        transaction.commit().await?;
        Ok(Ok(()))
    }

    /// Ends an attempt that was right: the account's failures are forgotten, of the address only
    /// this one, or an attacker's own account would wash it clean.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn attempt_succeeded(&self, attempt: &Attempt) -> Result<(), StoreError> {
        const FORGET: &str = "delete from sign_in_failure where kind = $1 and subject = $2";
        const TAKE_BACK: &str = "update sign_in_failure set count = count - 1 \
            where kind = $1 and subject = $2 and count > 0";
        let mut transaction = self.backend.begin().await?;
        execute!(
            &mut transaction,
            sqlx::query(FORGET).bind(ACCOUNT).bind(&attempt.account)
        )?;
        if let Some(address) = &attempt.address {
            execute!(
                &mut transaction,
                sqlx::query(TAKE_BACK).bind(ADDRESS).bind(address)
            )?;
        }
        transaction.commit().await
    }

    /// The failures counted against an account, to show to an operator.
    ///
    /// # Errors
    ///
    /// When the database does not answer or holds something unreadable.
    pub async fn account_failures(&self, account: &str) -> Result<Option<Failures>, StoreError> {
        const SQL: &str =
            "select count, last_at from sign_in_failure where kind = $1 and subject = $2";
        let row: Option<FailureRow> = on_readers!(&self.backend, pool =>
            sqlx::query_as(SQL).bind(ACCOUNT).bind(account).fetch_optional(pool))?;
        row.map(|row| row.decode(account)).transpose()
    }

    /// Deletes counts that matter no more, at most this many; answers how many.
    ///
    /// # Errors
    ///
    /// When the database does not answer or holds something unreadable.
    pub async fn delete_forgotten_failures(
        &self,
        now: Timestamp,
        most: u32,
    ) -> Result<u64, StoreError> {
        const OLDEST: &str = "select kind, subject, count, last_at from sign_in_failure \
            order by last_at limit $1";
        // A failure since then keeps its row.
        const DELETE: &str = "delete from sign_in_failure \
            where kind = $1 and subject = $2 and last_at = $3";
        let mut rows: Vec<SubjectRow> = on_readers!(&self.backend, pool =>
            sqlx::query_as(OLDEST).bind(i64::from(most)).fetch_all(pool))?;
        // In the order in which attempts lock them.
        rows.sort_by(|a, b| (&a.kind, &a.subject).cmp(&(&b.kind, &b.subject)));
        let mut deleted = 0;
        let mut transaction = self.backend.begin().await?;
        for row in rows {
            let (count, last_at) = (row.count, row.last_at);
            let failures = FailureRow { count, last_at }.decode(&row.subject)?;
            if failures.is_forgotten(now) {
                deleted += execute!(
                    &mut transaction,
                    sqlx::query(DELETE)
                        .bind(&row.kind)
                        .bind(&row.subject)
                        .bind(row.last_at)
                )?;
            }
        }
        transaction.commit().await?;
        Ok(deleted)
    }
}

/// Reads a count and locks it, also where it is new.
async fn lock(
    transaction: &mut Transaction,
    kind: &str,
    subject: &str,
    now: Timestamp,
) -> Result<Failures, StoreError> {
    const SQL: &str = "insert into sign_in_failure (kind, subject, count, last_at) \
        values ($1, $2, 0, $3) on conflict (kind, subject) \
        do update set count = sign_in_failure.count returning count, last_at";
    let row: FailureRow = on_transaction!(transaction, connection => sqlx::query_as(SQL)
        .bind(kind)
        .bind(subject)
        .bind(now.micros())
        .fetch_one(connection))?;
    row.decode(subject)
}

async fn write(
    transaction: &mut Transaction,
    kind: &str,
    subject: &str,
    failures: Failures,
) -> Result<(), StoreError> {
    const SQL: &str = "update sign_in_failure set count = $3, last_at = $4 \
        where kind = $1 and subject = $2";
    execute!(
        transaction,
        sqlx::query(SQL)
            .bind(kind)
            .bind(subject)
            .bind(stored(u64::from(failures.count)))
            .bind(failures.last_at.micros())
    )?;
    Ok(())
}
