//! Units of test keys: in addition to its organization's monthly allowance, a request counts
//! against the allowance of a holder. A person's allowance is shared by all organizations that they
//! own.

use async_recursion::async_recursion as boxed;
use std::fmt;

use access::{Day, OrgId, Period, Timestamp, UserId};
use sqlx::FromRow;

use super::{LedgerEntry, units};
use crate::backend::{execute, on_readers};
use crate::error::StoreError;
use crate::store::Store;

/// The holder of the allowance that test keys of an organization use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TestHolder {
    /// The person who has owned the organization longest, for all organizations that they own
    /// together.
    Person(UserId),
    /// The organization itself.
    Org(OrgId),
}

/// Writes the id. Ids of people and organizations have different prefixes.
impl fmt::Display for TestHolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person(id) => id.fmt(f),
            Self::Org(id) => id.fmt(f),
        }
    }
}

/// The limits of a request with a test key, in addition to its organization's monthly allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestLimits {
    /// The holder of the allowance.
    pub holder: TestHolder,
    /// The holder's maximum usage in a month. Not checked if the holder is the organization, whose
    /// month is counted anyway.
    pub month_cap: u64,
    /// The holder's maximum usage in a day.
    pub day_cap: u64,
}

/// The usage of the allowances that a request counts against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// The usage of the organization in the period, in the request's mode.
    pub org: u64,
    /// The usage of the person who holds a shared allowance in the period; 0 if there is none.
    pub month: u64,
    /// The usage of the holder of a test allowance on the day; 0 if there is none.
    pub day: u64,
}

/// A month or a day of a holder, as one row.
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

/// Writes `2026-11` or `2026-11-17`.
impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Month(period) => period.fmt(f),
            Self::Day(day) => day.fmt(f),
        }
    }
}

impl TestLimits {
    /// Returns the accounts that a request at this instant counts in: a month of a person, and a
    /// day.
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

/// Returns the accounts that a request counts in besides its organization's.
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
    /// Returns the usage of a test allowance's holder in a month and on a day. For a person, this
    /// is the usage of all organizations that share it.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
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

    /// Deletes at most this many rows of test usage from before a period and returns how many.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn delete_old_test_usage(
        &self,
        before: Period,
        most: u32,
    ) -> Result<u64, StoreError> {
        // A month and its days sort before the next month's name, and not before their own.
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
