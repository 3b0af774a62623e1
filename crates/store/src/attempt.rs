//! Attempts to authenticate, counted against guessing. [`access::lockout`] decides how long to
//! wait.
//!
//! An attempt counts as a failure when it begins. The failure is removed if the attempt succeeds or
//! is never checked. If failures were counted only afterwards, a thousand guesses sent at once
//! would all be checked.

use access::{Failures, Timestamp, TryAgain, UserId, lockout};
use async_recursion::async_recursion as boxed;
use sqlx::FromRow;

use crate::backend::{Transaction, execute, on_readers, on_transaction};
use crate::error::StoreError;
use crate::ledger::stored;
use crate::locked::OpenTransaction;
use crate::store::Store;

const ACCOUNT: &str = "account";
const ADDRESS: &str = "address";
const DEVICE: &str = "device";
const SECOND_FACTOR: &str = "second_factor";

/// The budget that failures count against.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Budget {
    /// An account, in canonical spelling. It need not exist. All browsers that are not known share
    /// it.
    Account(String),
    /// A network address, an IPv6 address as its /64.
    Address(String),
    /// A known browser or a session: the person's id, a slash and a name.
    Device(String),
    /// The codes of an account's second factor. Only people who know the password can spend it.
    SecondFactor(String),
}

impl Budget {
    const fn kind(&self) -> &'static str {
        match self {
            Self::Account(_) => ACCOUNT,
            Self::Address(_) => ADDRESS,
            Self::Device(_) => DEVICE,
            Self::SecondFactor(_) => SECOND_FACTOR,
        }
    }

    fn subject(&self) -> &str {
        let (Self::Account(it) | Self::Address(it) | Self::Device(it) | Self::SecondFactor(it)) =
            self;
        it
    }
}

/// An attempt that counts as a failure until it is removed.
#[derive(Debug, PartialEq, Eq)]
pub struct Attempt {
    at: Timestamp,
    /// Each budget with its earlier failures.
    counted: Vec<(Budget, Failures)>,
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
    /// Begins an attempt. Counts it as a failure in each budget, or counts nothing and returns when
    /// to try again.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn begin_attempt(
        &self,
        budgets: &[Budget],
        now: Timestamp,
    ) -> Result<Result<Attempt, TryAgain>, StoreError> {
        let mut budgets = budgets.to_vec();
        // A fixed order prevents deadlocks between two attempts.
        budgets.sort();
        let mut transaction = self.backend.begin().await?;
        let mut counted = Vec::with_capacity(budgets.len());
        for budget in budgets {
            let before = lock(&mut transaction, &budget, now).await?;
            counted.push((budget, before));
        }
        if let Err(refusal) = lockout::admit(counted.iter().map(|it| it.1), now) {
            // Nothing is stored, not even an empty row.
            return Ok(Err(refusal));
        }
        for (budget, before) in &counted {
            let after = Failures::after_another(Some(*before), now);
            write(&mut transaction, budget, after).await?;
        }
        transaction.commit().await?;
        Ok(Ok(Attempt { at: now, counted }))
    }

    /// Ends a successful attempt. Deletes the failures of its account or browser. Of the address it
    /// removes only this one, or an attacker's own account would clear the address.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn attempt_succeeded(&self, attempt: &Attempt) -> Result<(), StoreError> {
        const FORGET: &str = "delete from sign_in_failure where kind = $1 and subject = $2";
        let mut transaction = self.backend.begin().await?;
        for (budget, before) in &attempt.counted {
            if matches!(budget, Budget::Address(_)) {
                take_back(&mut transaction, budget, *before, attempt.at).await?;
            } else {
                execute!(
                    &mut transaction,
                    sqlx::query(FORGET)
                        .bind(budget.kind())
                        .bind(budget.subject())
                )?;
            }
        }
        transaction.commit().await
    }

    /// Ends an attempt that was neither right nor wrong, as if it had not been made.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn attempt_withdrawn(&self, attempt: &Attempt) -> Result<(), StoreError> {
        let mut transaction = self.backend.begin().await?;
        for (budget, before) in &attempt.counted {
            take_back(&mut transaction, budget, *before, attempt.at).await?;
        }
        transaction.commit().await
    }

    /// Returns the failures counted in a budget.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn failures(&self, budget: &Budget) -> Result<Option<Failures>, StoreError> {
        const SQL: &str =
            "select count, last_at from sign_in_failure where kind = $1 and subject = $2";
        let row: Option<FailureRow> = on_readers!(&self.backend, pool => sqlx::query_as(SQL)
            .bind(budget.kind())
            .bind(budget.subject())
            .fetch_optional(pool))?;
        row.map(|row| row.decode(budget.subject())).transpose()
    }

    /// Deletes at most this many counts that no longer matter and returns how many.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn delete_forgotten_failures(
        &self,
        now: Timestamp,
        most: u32,
    ) -> Result<u64, StoreError> {
        const OLDEST: &str = "select kind, subject, count, last_at from sign_in_failure \
            order by last_at limit $1";
        // A row with a newer failure stays.
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

impl OpenTransaction {
    /// Deletes all failures counted against a person: those of their account, in the spelling that
    /// is counted, of its second factor, and of each of their browsers.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn forget_failures(&mut self, user: UserId, account: &str) -> Result<(), StoreError> {
        const SQL: &str = "delete from sign_in_failure \
            where (kind in ($1, $2) and subject = $3) or (kind = $4 and subject like $5)";
        execute!(
            &mut self.0,
            sqlx::query(SQL)
                .bind(ACCOUNT)
                .bind(SECOND_FACTOR)
                .bind(account)
                .bind(DEVICE)
                .bind(format!("{user}/%"))
        )?;
        Ok(())
    }
}

/// Reads a count and locks its row, creating the row if it is missing.
async fn lock(
    transaction: &mut Transaction,
    budget: &Budget,
    now: Timestamp,
) -> Result<Failures, StoreError> {
    const SQL: &str = "insert into sign_in_failure (kind, subject, count, last_at) \
        values ($1, $2, 0, $3) on conflict (kind, subject) \
        do update set count = sign_in_failure.count returning count, last_at";
    let row: FailureRow = on_transaction!(transaction, connection => sqlx::query_as(SQL)
        .bind(budget.kind())
        .bind(budget.subject())
        .bind(now.micros())
        .fetch_one(connection))?;
    row.decode(budget.subject())
}

async fn write(
    transaction: &mut Transaction,
    budget: &Budget,
    failures: Failures,
) -> Result<(), StoreError> {
    const SQL: &str = "update sign_in_failure set count = $3, last_at = $4 \
        where kind = $1 and subject = $2";
    execute!(
        transaction,
        sqlx::query(SQL)
            .bind(budget.kind())
            .bind(budget.subject())
            .bind(stored(u64::from(failures.count)))
            .bind(failures.last_at.micros())
    )?;
    Ok(())
}

/// Removes one failure. Unless another happened since, the previous wait continues.
async fn take_back(
    transaction: &mut Transaction,
    budget: &Budget,
    before: Failures,
    at: Timestamp,
) -> Result<(), StoreError> {
    const SQL: &str = "update sign_in_failure set count = count - 1, \
        last_at = case when last_at = $3 then $4 else last_at end \
        where kind = $1 and subject = $2 and count > 0";
    execute!(
        transaction,
        sqlx::query(SQL)
            .bind(budget.kind())
            .bind(budget.subject())
            .bind(at.micros())
            .bind(before.last_at.micros())
    )?;
    Ok(())
}
