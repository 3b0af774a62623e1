//! What an organization has used, from the hours of its ledger.

use access::{KeyId, Timestamp, UserId};
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{Backend, on_readers};
use crate::error::StoreError;
use crate::ledger::{LedgerRow, units};
use crate::page::{Page, PageSize};
use crate::refusal::RefusalRow;
use crate::store::Store;
use crate::tenant::OrgStore;

const HOUR_MICROS: i64 = 3_600_000_000;

/// What usage is added up by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UsageGroup {
    /// Hours since 1970.
    Hour,
    /// Days since 1970, UTC.
    Day,
    /// Months, UTC: `2027-01`.
    Month,
    /// Keys, or people who asked without one.
    Key,
    /// Operations.
    Operation,
    /// The pages requests came from.
    Origin,
}

impl UsageGroup {
    const fn expression(self, backend: &Backend) -> &'static str {
        match self {
            Self::Hour => "cast(hour as text)",
            Self::Month => match backend {
                Backend::Sqlite { .. } => "strftime('%Y-%m', hour * 3600, 'unixepoch')",
                Backend::Postgres(_) => {
                    "to_char(to_timestamp(hour * 3600) at time zone 'UTC', 'YYYY-MM')"
                }
            },
            Self::Day => "cast(hour / 24 as text)",
            Self::Key => "key_id",
            Self::Operation => "operation",
            Self::Origin => "origin_host",
        }
    }
}

/// The sum of one group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageSum {
    /// The group: a day's number, an id, a name.
    pub label: String,
    /// Counted requests.
    pub requests: u64,
    /// What they cost.
    pub units: u64,
    /// Answered with a status below 400.
    pub succeeded: u64,
    /// Answered with 400 to 499.
    pub refused: u64,
    /// Our own failures, which cost nothing.
    pub failed: u64,
}

/// How often a key was used on a day.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct KeyDay {
    /// The key's id.
    pub key_id: String,
    /// Days since 1970, UTC.
    pub day: i64,
    /// Counted requests.
    pub requests: i64,
}

/// How often a key was refused for a reason.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct RefusalSum {
    /// The key's id.
    pub key_id: String,
    /// The error code.
    pub reason: String,
    /// The last time, in minutes since 1970.
    pub minute: i64,
    /// How often.
    pub requests: i64,
}

#[derive(FromRow)]
struct SumRow {
    label: String,
    requests: i64,
    units: i64,
    succeeded: i64,
    refused: i64,
    failed: i64,
}

/// Which part of the usage is asked for.
#[derive(Clone, Debug)]
pub struct UsageQuery {
    /// What it is added up by.
    pub group: UsageGroup,
    /// From the hour of this instant on.
    pub from: Timestamp,
    /// Up to and without the hour of this one.
    pub to: Timestamp,
    /// After the group with this label.
    pub after: String,
}

impl OrgStore<'_> {
    /// A page of sums, by label.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn usage_page(
        &self,
        query: &UsageQuery,
        size: PageSize,
    ) -> Result<Page<UsageSum, String>, StoreError> {
        let label = query.group.expression(&self.store.backend);
        let (from, to) = (hour(query.from), hour(query.to));
        let sums = ["requests", "units", "succeeded", "refused", "failed"]
            .map(|it| format!("cast(sum({it}) as bigint) as {it}"))
            .join(", ");
        let sql = format!(
            "select {label} as label, {sums} from usage_hour \
             where org_id = $1 and hour >= $2 and hour < $3 and {label} > $4 \
             group by {label} order by {label} limit $5"
        );
        let rows: Vec<SumRow> = on_readers!(&self.store.backend, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(from)
                .bind(to)
                .bind(&query.after)
                .bind(size.probe())
                .fetch_all(pool))?;
        let sql = format!(
            "select count(distinct {label}) from usage_hour \
             where org_id = $1 and hour >= $2 and hour < $3"
        );
        let total: i64 = on_readers!(&self.store.backend, pool =>
            sqlx::query_scalar(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(from)
                .bind(to)
                .fetch_one(pool))?;
        let decode = |row: SumRow| UsageSum {
            label: row.label,
            requests: units(row.requests),
            units: units(row.units),
            succeeded: units(row.succeeded),
            refused: units(row.refused),
            failed: units(row.failed),
        };
        let sums = rows.into_iter().map(decode).collect();
        Ok(Page::cut(sums, size, units(total), |it| it.label.clone()))
    }

    /// A page of the ledger, oldest first, after the request with this id. The total comes from
    /// the hours: counting the rows would read them all.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn ledger_page(
        &self,
        after: &str,
        size: PageSize,
    ) -> Result<Page<LedgerRow, String>, StoreError> {
        const TOTAL: &str = "select cast(coalesce(sum(requests), 0) as bigint) from usage_hour \
            where org_id = $1";
        let rows = self.ledger(after, size.get() + 1).await?;
        let total: i64 = on_readers!(&self.store.backend, pool =>
            sqlx::query_scalar(TOTAL).bind(&self.org_id).fetch_one(pool))?;
        Ok(Page::cut(rows, size, units(total), |it| it.request.clone()))
    }

    /// How often some keys were used, by day, from this instant's hour on. Days without use are
    /// left out.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn key_days(
        &self,
        keys: &[KeyId],
        from: Timestamp,
    ) -> Result<Vec<KeyDay>, StoreError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let places: Vec<_> = (0..keys.len()).map(|it| format!("${}", it + 3)).collect();
        let sql = format!(
            "select key_id, hour / 24 as day, cast(sum(requests) as bigint) as requests \
             from usage_hour where org_id = $1 and hour >= $2 and key_id in ({}) \
             group by key_id, hour / 24 order by key_id, day",
            places.join(", ")
        );
        let rows = on_readers!(&self.store.backend, pool => {
            let mut query = sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(hour(from));
            for key in keys {
                query = query.bind(key.to_string());
            }
            query.fetch_all(pool)
        })?;
        Ok(rows)
    }

    /// What was refused most since this instant, by reason and key.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn refusal_sums(
        &self,
        from: Timestamp,
        most: u32,
    ) -> Result<Vec<RefusalSum>, StoreError> {
        const MINUTE_MICROS: i64 = 60_000_000;
        const SQL: &str = "select key_id, reason, max(minute) as minute, \
            cast(sum(requests) as bigint) as requests from refusal_minute \
            where org_id = $1 and minute >= $2 group by key_id, reason \
            order by requests desc, reason, key_id limit $3";
        let rows = on_readers!(&self.store.backend, pool => sqlx::query_as(SQL)
            .bind(&self.org_id)
            .bind(from.micros().div_euclid(MINUTE_MICROS))
            .bind(i64::from(most))
            .fetch_all(pool))?;
        Ok(rows)
    }

    /// A page of refusals, newest first, after so many.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn refusals_page(
        &self,
        after: u32,
        size: PageSize,
    ) -> Result<Page<RefusalRow, u32>, StoreError> {
        const SQL: &str = "select key_id, reason, origin_host, minute, requests \
            from refusal_minute where org_id = $1 \
            order by minute desc, key_id, reason, origin_host limit $2 offset $3";
        const TOTAL: &str = "select count(*) from refusal_minute where org_id = $1";
        let rows: Vec<RefusalRow> = on_readers!(&self.store.backend, pool => sqlx::query_as(SQL)
            .bind(&self.org_id)
            .bind(size.probe())
            .bind(i64::from(after))
            .fetch_all(pool))?;
        let total: i64 = on_readers!(&self.store.backend, pool =>
            sqlx::query_scalar(TOTAL).bind(&self.org_id).fetch_one(pool))?;
        let next = after.saturating_add(size.get());
        Ok(Page::cut(rows, size, units(total), |_| next))
    }
}

impl Store {
    /// Whether a person owns an organization, any of them.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn owns_an_org(&self, user: UserId) -> Result<bool, StoreError> {
        const SQL: &str = "select count(*) from membership where user_id = $1 and role = 'owner'";
        let owned: i64 = on_readers!(&self.backend, pool =>
            sqlx::query_scalar(SQL).bind(user.to_string()).fetch_one(pool))?;
        Ok(owned > 0)
    }
}

fn hour(at: Timestamp) -> i64 {
    at.micros().div_euclid(HOUR_MICROS)
}
