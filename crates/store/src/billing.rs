//! Billing: terms, ledger counts and statements, and, in this file, the lines of what an
//! organization has bought besides its plan.

mod counted;
mod statement;
mod term;

use access::{BillingLineId, Period, Timestamp};
use async_recursion::async_recursion as boxed;
use sqlx::FromRow;

pub use counted::CountedUse;
pub use statement::{NewStatement, Payment, StatementLine, StatementRecord, StatementState};

use crate::backend::{execute, on_org_readers};
use crate::error::StoreError;
use crate::ledger::{stored, units};
use crate::locked::LockedOrg;
use crate::page::{self, Page, PageSize};
use crate::tenant::OrgStore;

/// A billing line to add.
#[derive(Clone, Debug)]
pub struct NewBillingLine {
    /// The id.
    pub id: BillingLineId,
    /// The kind of purchase: `module`.
    pub kind: String,
    /// The subject: a module's id.
    pub subject: String,
    /// The number of periods.
    pub quantity: u32,
    /// The total price, in minor units of the currency.
    pub amount_minor: u64,
    /// The three-letter ISO 4217 code.
    pub currency: String,
    /// When the paid time begins.
    pub begins_at: Timestamp,
    /// The first instant that is no longer paid for.
    pub ends_at: Option<Timestamp>,
    /// When it was bought.
    pub created_at: Timestamp,
    /// The buyer.
    pub created_by: String,
}

/// A billing line as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BillingLine {
    /// The id.
    pub id: BillingLineId,
    /// The kind of purchase.
    pub kind: String,
    /// The subject.
    pub subject: String,
    /// The number of periods.
    pub quantity: u64,
    /// The total price, in minor units of the currency.
    pub amount_minor: u64,
    /// The three-letter ISO 4217 code.
    pub currency: String,
    /// When the paid time begins.
    pub begins_at: Timestamp,
    /// The first instant that is no longer paid for.
    pub ends_at: Option<Timestamp>,
    /// When it was bought.
    pub created_at: Timestamp,
    /// The buyer.
    pub created_by: String,
}

#[derive(FromRow)]
struct Row {
    id: String,
    kind: String,
    subject: String,
    quantity: i64,
    amount_minor: i64,
    currency: String,
    begins_at: i64,
    ends_at: Option<i64>,
    created_at: i64,
    created_by: String,
}

impl Row {
    fn decode(self) -> Result<BillingLine, StoreError> {
        let id = self.id.parse();
        Ok(BillingLine {
            id: id.map_err(|_| StoreError::corrupt("billing_line.id", &self.id))?,
            kind: self.kind,
            subject: self.subject,
            quantity: units(self.quantity),
            amount_minor: units(self.amount_minor),
            currency: self.currency,
            begins_at: Timestamp::from_micros(self.begins_at),
            ends_at: self.ends_at.map(Timestamp::from_micros),
            created_at: Timestamp::from_micros(self.created_at),
            created_by: self.created_by,
        })
    }
}

impl LockedOrg {
    /// Adds a line, in the transaction that creates what it is for.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn add_billing_line(&mut self, line: &NewBillingLine) -> Result<(), StoreError> {
        const SQL: &str = "insert into billing_line (id, org_id, kind, subject, quantity, \
            amount_minor, currency, begins_at, ends_at, created_at, created_by) \
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
        execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(line.id.to_string())
                .bind(&self.org_id)
                .bind(&line.kind)
                .bind(&line.subject)
                .bind(i64::from(line.quantity))
                .bind(stored(line.amount_minor))
                .bind(&line.currency)
                .bind(line.begins_at.micros())
                .bind(line.ends_at.map(Timestamp::micros))
                .bind(line.created_at.micros())
                .bind(&line.created_by)
        )?;
        Ok(())
    }
}

impl OrgStore<'_> {
    /// Returns the purchases of a period, in order.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn purchases(&self, period: Period) -> Result<Vec<BillingLine>, StoreError> {
        const SQL: &str = "select id, kind, subject, quantity, amount_minor, currency, \
            begins_at, ends_at, created_at, created_by from billing_line \
            where org_id = $1 and created_at >= $2 and created_at < $3 order by id";
        let rows: Vec<Row> = on_org_readers!(self, pool =>
            sqlx::query_as(SQL)
                .bind(&self.org_id)
                .bind(period.start().micros())
                .bind(period.end().micros())
                .fetch_all(pool))?;
        rows.into_iter().map(Row::decode).collect()
    }

    /// Returns a page of the organization's lines, oldest first, after the one with this id.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn billing_lines(
        &self,
        after: Option<BillingLineId>,
        size: PageSize,
    ) -> Result<Page<BillingLine, BillingLineId>, StoreError> {
        const ITEMS: &str = "select id, kind, subject, quantity, amount_minor, currency, \
            begins_at, ends_at, created_at, created_by from billing_line \
            where org_id = $1 and id > $2 order by id limit $3";
        const COUNT: &str = "select count(*) from billing_line where org_id = $1";
        let rows: Vec<Row> = on_org_readers!(self, pool =>
            sqlx::query_as(ITEMS)
                .bind(&self.org_id)
                .bind(page::after(after))
                .bind(size.probe())
                .fetch_all(pool))?;
        let total: i64 = on_org_readers!(self, pool =>
            sqlx::query_scalar(COUNT).bind(&self.org_id).fetch_one(pool))?;
        let lines: Result<Vec<_>, _> = rows.into_iter().map(Row::decode).collect();
        Ok(Page::cut(lines?, size, units(total), |it| it.id))
    }
}
