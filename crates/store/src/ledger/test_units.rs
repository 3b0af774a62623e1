//! Units of test keys: besides what its organization may use in a month, a request is counted
//! against the allowance of whoever holds one. A person's is shared by all organizations they own.

use std::fmt;

use access::{Day, OrgId, Period, Timestamp, UserId};
use sqlx::FromRow;

use super::{LedgerEntry, units};
use crate::backend::{execute, on_readers};
use crate::error::StoreError;
use crate::store::Store;

/// Whose allowance test keys of an organization use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TestHolder {
    /// That of the person who has owned the organization longest, for all they own together.
    Person(UserId),
    /// One of the organization's own.
    Org(OrgId),
}

/// The id: a person's and an organization's never look alike.
impl fmt::Display for TestHolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person(id) => id.fmt(f),
            Self::Org(id) => id.fmt(f),
        }
    }
}

/// What a request with a test key must fit into, besides what its organization may use in a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestLimits {
    /// Whose allowance it is.
    pub holder: TestHolder,
    /// What the holder may use in a month. Not asked where the holder is the organization, whose
    /// month is counted anyway.
    pub month_cap: u64,
    /// What the holder may use in a day.
    pub day_cap: u64,
}

/// What was used of the allowances that a request is counted against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// By the organization in the period, in the request's mode.
    pub org: u64,
    /// By the person who holds a shared allowance in the period; 0 where there is none.
    pub month: u64,
    /// By the holder of a test allowance on the day; 0 where there is none.
    pub day: u64,
}

/// A month or a day of a holder: one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TestAccount {
    pub(super) holder: TestHolder,
    pub(super) span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Span {
    Month(Period),
    Day(Day),
}

/// `2026-11` or `2026-11-17`.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Month(period) => period.fmt(f),
            Self::Day(day) => day.fmt(f),
        }
    }
}

impl TestLimits {
    /// The accounts a request at this instant is counted in: a month of a person, a day.
    pub(super) fn accounts(self, at: Timestamp) -> (Option<TestAccount>, TestAccount) {
        let account = |span| TestAccount {
            holder: self.holder,
            span,
        };
        let month = match self.holder {
            TestHolder::Person(_) => Some(account(Span::Month(Period::of(at)))),
            TestHolder::Org(_) => None,
        };
        (month, account(Span::Day(Day::of(at))))
    }
}

/// The accounts a request is counted in besides its organization's.
pub(super) fn test_accounts(entry: &LedgerEntry) -> impl Iterator<Item = TestAccount> {
    let accounts = entry.test.map(|it| it.accounts(entry.at));
    let both = accounts.map(|(month, day)| month.into_iter().chain([day]));
    both.into_iter().flatten()
}

#[derive(FromRow)]
struct SpanRow {
    span: String,
    used: i64,
}

impl Store {
    /// What the holder of a test allowance has used in a month and on a day: of a person, by all
    /// organizations that share it.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn test_used(
        &self,
        holder: TestHolder,
        period: Period,
        day: Day,
    ) -> Result<(u64, u64), StoreError> {
        const SQL: &str =
            "select span, used from test_usage where holder = $1 and span in ($2, $3)";
        let (period, day) = (period.to_string(), day.to_string());
        let rows: Vec<SpanRow> = on_readers!(&self.backend, pool => sqlx::query_as(SQL)
            .bind(holder.to_string())
            .bind(&period)
            .bind(&day)
            .fetch_all(pool))?;
        let of = |span: &str| {
            let row = rows.iter().find(|it| it.span == span);
            row.map_or(0, |it| units(it.used))
        };
        Ok((of(&period), of(&day)))
    }

    /// Deletes what was used of test allowances before a period, at most this many rows; answers
    /// how many.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn delete_old_test_usage(
        &self,
        before: Period,
        most: u32,
    ) -> Result<u64, StoreError> {
        // A month and its days sort below the next month's name, and not below their own.
        const SQL: &str = "delete from test_usage where (holder, span) in \
            (select holder, span from test_usage where span < $1 order by span limit $2)";
        let mut transaction = self.backend.begin().await?;
        let deleted = execute!(
            &mut transaction,
            sqlx::query(SQL)
                .bind(before.to_string())
                .bind(i64::from(most))
        )?;
        transaction.commit().await?;
        Ok(deleted)
    }
}
