//! Statements: what was billed for a period, and whether it was paid.

use access::{OrgId, Period, StatementId, Timestamp};
use async_recursion::async_recursion as boxed;
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{execute, on_org_readers, on_readers, on_transaction};
use crate::error::StoreError;
use crate::ledger::{stored, units};
use crate::locked::LockedOrg;
use crate::page::{self, Page, PageSize};
use crate::store::Store;
use crate::tenant::OrgStore;

/// The payment state of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatementState {
    /// The payment is due.
    Due,
    /// It was paid.
    Paid,
    /// There is nothing to pay.
    NothingDue,
}

impl StatementState {
    /// All states.
    pub const ALL: [Self; 3] = [Self::Due, Self::Paid, Self::NothingDue];

    /// Returns the name used on the wire and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Due => "due",
            Self::Paid => "paid",
            Self::NothingDue => "nothing-due",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}

/// A line of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementLine {
    /// The kind: a kind of charge, or `usage`, `usage-test`, `usage-returned`.
    pub kind: String,
    /// The subject: a plan, a module or an operation.
    pub subject: String,
    /// When the time that it covers begins.
    pub begins_at: Timestamp,
    /// The first instant that it does not cover.
    pub ends_at: Timestamp,
    /// The number of ledger requests that it counts.
    pub requests: u64,
    /// The quantity: units, days or periods.
    pub quantity: u64,
    /// The price of one of them in minor units; for a plan, the price of the whole period.
    pub unit_minor: u64,
    /// The amount in minor units; negative for a credit.
    pub amount_minor: i64,
}

/// A statement to add.
#[derive(Clone, Debug)]
pub struct NewStatement {
    /// The id.
    pub id: StatementId,
    /// The month.
    pub period: Period,
    /// When it is issued.
    pub issued_at: Timestamp,
    /// When the payment is due.
    pub due_at: Timestamp,
    /// The three-letter ISO 4217 code.
    pub currency: String,
    /// The sum of its lines.
    pub total_minor: i64,
    /// The issuer, as it appears on the invoice.
    pub issuer: String,
    /// The recipient of the invoice.
    pub bill_to: String,
    /// The payment provider.
    pub provider: String,
    /// The lines, in order.
    pub lines: Vec<StatementLine>,
}

/// A statement as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatementRecord {
    /// The id.
    pub id: StatementId,
    /// The owner.
    pub org: OrgId,
    /// The month.
    pub period: Period,
    /// The invoice number: unique and without gaps.
    pub number: u64,
    /// When it was issued.
    pub issued_at: Timestamp,
    /// When the payment is due.
    pub due_at: Timestamp,
    /// The three-letter ISO 4217 code.
    pub currency: String,
    /// The sum of its lines.
    pub total_minor: i64,
    /// The number of ledger requests that its lines count.
    pub requests: u64,
    /// The units of these requests.
    pub units: u64,
    /// The issuer.
    pub issuer: String,
    /// The recipient of the invoice.
    pub bill_to: String,
    /// The payment state.
    pub state: StatementState,
    /// The payment provider.
    pub provider: String,
    /// The provider's reference; empty until the provider was asked.
    pub payment_reference: String,
    /// The provider's payment page, if there is one.
    pub payment_url: Option<String>,
    /// When it was paid.
    pub paid_at: Option<Timestamp>,
    /// Who recorded the payment.
    pub paid_by: Option<String>,
    /// The note recorded with the payment.
    pub paid_note: Option<String>,
}

#[derive(FromRow)]
struct Row {
    id: String,
    org_id: String,
    period: String,
    number: i64,
    issued_at: i64,
    due_at: i64,
    currency: String,
    total_minor: i64,
    requests: i64,
    units: i64,
    issuer: String,
    bill_to: String,
    state: String,
    provider: String,
    payment_reference: String,
    payment_url: Option<String>,
    paid_at: Option<i64>,
    paid_by: Option<String>,
    paid_note: Option<String>,
}

const COLUMNS: &str = "select id, org_id, period, number, issued_at, due_at, currency, \
    total_minor, requests, units, issuer, bill_to, state, provider, payment_reference, \
    payment_url, paid_at, paid_by, paid_note from statement";

impl Row {
    fn decode(self) -> Result<StatementRecord, StoreError> {
        let corrupt = |column| StoreError::corrupt(column, &self.id);
        Ok(StatementRecord {
            id: self.id.parse().map_err(|_| corrupt("statement.id"))?,
            org: self
                .org_id
                .parse()
                .map_err(|_| corrupt("statement.org_id"))?,
            period: self
                .period
                .parse()
                .map_err(|_| corrupt("statement.period"))?,
            state: StatementState::from_name(&self.state)
                .ok_or_else(|| corrupt("statement.state"))?,
            number: units(self.number),
            issued_at: Timestamp::from_micros(self.issued_at),
            due_at: Timestamp::from_micros(self.due_at),
            currency: self.currency,
            total_minor: self.total_minor,
            requests: units(self.requests),
            units: units(self.units),
            issuer: self.issuer,
            bill_to: self.bill_to,
            provider: self.provider,
            payment_reference: self.payment_reference,
            payment_url: self.payment_url,
            paid_at: self.paid_at.map(Timestamp::from_micros),
            paid_by: self.paid_by,
            paid_note: self.paid_note,
        })
    }
}

#[derive(FromRow)]
struct LineRow {
    kind: String,
    subject: String,
    begins_at: i64,
    ends_at: i64,
    requests: i64,
    quantity: i64,
    unit_minor: i64,
    amount_minor: i64,
}

impl LineRow {
    fn decode(self) -> StatementLine {
        StatementLine {
            kind: self.kind,
            subject: self.subject,
            begins_at: Timestamp::from_micros(self.begins_at),
            ends_at: Timestamp::from_micros(self.ends_at),
            requests: units(self.requests),
            quantity: units(self.quantity),
            unit_minor: units(self.unit_minor),
            amount_minor: self.amount_minor,
        }
    }
}

/// A payment of a statement.
#[derive(Clone, Debug)]
pub struct Payment {
    /// When it was paid.
    pub at: Timestamp,
    /// Who recorded it: a user's id, `operator` or a provider.
    pub by: String,
    /// A note, such as the number of a bank transfer.
    pub note: String,
}

impl LockedOrg {
    /// Adds a statement with its lines. Returns its number, or `None` if the period already has a
    /// statement.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable, or if another node took the same number at
    /// the same time.
    #[boxed]
    pub async fn add_statement(
        &mut self,
        statement: &NewStatement,
    ) -> Result<Option<u64>, StoreError> {
        const TAKEN: &str = "select count(*) from statement where org_id = $1 and period = $2";
        const NUMBER: &str = "select coalesce(max(number), 0) + 1 from statement";
        const SQL: &str = "insert into statement (id, org_id, period, number, issued_at, due_at, \
            currency, total_minor, requests, units, issuer, bill_to, state, provider, \
            payment_reference) \
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, '')";
        let period = statement.period.to_string();
        let taken: i64 = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_scalar(TAKEN).bind(&self.org_id).bind(&period).fetch_one(connection))?;
        if taken > 0 {
            return Ok(None);
        }
        let number: i64 = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_scalar(NUMBER).fetch_one(connection))?;
        let counted = statement.lines.iter().filter(|it| it.requests > 0);
        let (requests, sum) = counted.fold((0, 0), |(requests, sum), it| {
            (requests + it.requests, sum + it.quantity)
        });
        let state = if statement.total_minor > 0 {
            StatementState::Due
        } else {
            StatementState::NothingDue
        };
        execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(statement.id.to_string())
                .bind(&self.org_id)
                .bind(&period)
                .bind(number)
                .bind(statement.issued_at.micros())
                .bind(statement.due_at.micros())
                .bind(&statement.currency)
                .bind(statement.total_minor)
                .bind(stored(requests))
                .bind(stored(sum))
                .bind(&statement.issuer)
                .bind(&statement.bill_to)
                .bind(state.name())
                .bind(&statement.provider)
        )?;
        for (position, line) in (0_i64..).zip(&statement.lines) {
            self.add_line(statement.id, position, line).await?;
        }
        Ok(Some(units(number)))
    }

    async fn add_line(
        &mut self,
        statement: StatementId,
        position: i64,
        line: &StatementLine,
    ) -> Result<(), StoreError> {
        const SQL: &str = "insert into statement_line (statement_id, position, kind, subject, \
            begins_at, ends_at, requests, quantity, unit_minor, amount_minor) \
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
        execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(statement.to_string())
                .bind(position)
                .bind(&line.kind)
                .bind(&line.subject)
                .bind(line.begins_at.micros())
                .bind(line.ends_at.micros())
                .bind(stored(line.requests))
                .bind(stored(line.quantity))
                .bind(stored(line.unit_minor))
                .bind(line.amount_minor)
        )?;
        Ok(())
    }

    /// Stores the payment provider's reference for a statement.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn note_payment_request(
        &mut self,
        statement: StatementId,
        reference: &str,
        url: Option<&str>,
    ) -> Result<(), StoreError> {
        const SQL: &str = "update statement set payment_reference = $3, payment_url = $4 \
            where org_id = $1 and id = $2";
        execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(&self.org_id)
                .bind(statement.to_string())
                .bind(reference)
                .bind(url)
        )?;
        Ok(())
    }

    /// Marks a statement as paid. Returns `true` if it was due.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn settle_statement(
        &mut self,
        statement: StatementId,
        payment: &Payment,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "update statement set state = $3, paid_at = $4, paid_by = $5, \
            paid_note = $6 where org_id = $1 and id = $2 and state = $7";
        let changed = execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(&self.org_id)
                .bind(statement.to_string())
                .bind(StatementState::Paid.name())
                .bind(payment.at.micros())
                .bind(&payment.by)
                .bind(&payment.note)
                .bind(StatementState::Due.name())
        )?;
        Ok(changed > 0)
    }

    /// Sets the recipient of invoices.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn set_bill_to(&mut self, bill_to: &str) -> Result<(), StoreError> {
        const SQL: &str = "insert into billing_account (org_id, bill_to) values ($1, $2) \
            on conflict (org_id) do update set bill_to = excluded.bill_to";
        execute!(
            &mut self.transaction.0,
            sqlx::query(SQL).bind(&self.org_id).bind(bill_to)
        )?;
        Ok(())
    }
}

impl OrgStore<'_> {
    /// Returns the recipient of invoices, or `None` if it is not set.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn bill_to(&self) -> Result<Option<String>, StoreError> {
        const SQL: &str = "select bill_to from billing_account where org_id = $1";
        Ok(on_org_readers!(self, pool =>
            sqlx::query_scalar(SQL).bind(&self.org_id).fetch_optional(pool))?)
    }

    /// Returns a page of the organization's statements, newest first, before the one with this id.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn statements(
        &self,
        before: Option<StatementId>,
        size: PageSize,
    ) -> Result<Page<StatementRecord, StatementId>, StoreError> {
        const COUNT: &str = "select count(*) from statement where org_id = $1";
        let sql = format!("{COLUMNS} where org_id = $1 and id < $2 order by id desc limit $3");
        let rows: Vec<Row> = on_org_readers!(self, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(page::before(before))
                .bind(size.probe())
                .fetch_all(pool))?;
        let total: i64 = on_org_readers!(self, pool =>
            sqlx::query_scalar(COUNT).bind(&self.org_id).fetch_one(pool))?;
        let found: Result<Vec<_>, _> = rows.into_iter().map(Row::decode).collect();
        Ok(Page::cut(found?, size, units(total), |it| it.id))
    }

    /// Returns a statement.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn statement(&self, id: StatementId) -> Result<Option<StatementRecord>, StoreError> {
        let sql = format!("{COLUMNS} where org_id = $1 and id = $2");
        let row: Option<Row> = on_org_readers!(self, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(id.to_string())
                .fetch_optional(pool))?;
        row.map(Row::decode).transpose()
    }

    /// Returns the lines of a statement, in order.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn statement_lines(&self, id: StatementId) -> Result<Vec<StatementLine>, StoreError> {
        const SQL: &str = "select l.kind, l.subject, l.begins_at, l.ends_at, l.requests, \
            l.quantity, l.unit_minor, l.amount_minor from statement_line l \
            join statement s on s.id = l.statement_id \
            where s.org_id = $1 and s.id = $2 order by l.position";
        let rows: Vec<LineRow> = on_org_readers!(self, pool => sqlx::query_as(SQL)
            .bind(&self.org_id)
            .bind(id.to_string())
            .fetch_all(pool))?;
        Ok(rows.into_iter().map(LineRow::decode).collect())
    }
}

impl Store {
    /// Returns a page of all statements, or of those in one state, newest first, before the one
    /// with this id. For operators: tenants never see this list.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn statements_page(
        &self,
        state: Option<StatementState>,
        before: Option<StatementId>,
        size: PageSize,
    ) -> Result<Page<StatementRecord, StatementId>, StoreError> {
        const COUNT: &str = "select count(*) from statement where ($1 = '' or state = $1)";
        let state = state.map_or("", StatementState::name);
        let sql = format!(
            "{COLUMNS} where ($1 = '' or state = $1) and id < $2 order by id desc limit $3"
        );
        let rows: Vec<Row> = on_readers!(&self.backend, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(state)
                .bind(page::before(before))
                .bind(size.probe())
                .fetch_all(pool))?;
        let total: i64 = on_readers!(&self.backend, pool =>
            sqlx::query_scalar(COUNT).bind(state).fetch_one(pool))?;
        let found: Result<Vec<_>, _> = rows.into_iter().map(Row::decode).collect();
        Ok(Page::cut(found?, size, units(total), |it| it.id))
    }

    /// Returns some statements that are due and that the provider has not been asked about yet.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn statements_to_request(
        &self,
        most: u32,
    ) -> Result<Vec<StatementRecord>, StoreError> {
        let sql = format!(
            "{COLUMNS} where state = 'due' and payment_reference = '' order by id limit $1"
        );
        let rows: Vec<Row> = on_readers!(&self.backend, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str())).bind(i64::from(most)).fetch_all(pool))?;
        rows.into_iter().map(Row::decode).collect()
    }
}
