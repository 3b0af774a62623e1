//! Refused requests, counted by the minute, and added up by the day. Not durable: a crash may lose
//! the last second.
//!
//! Refusals are free, so every read here is limited, whatever the tables contain. `metering` limits
//! the rows that an organization adds.

use access::{KeyId, OrgId, Timestamp};
use async_recursion::async_recursion as boxed;
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{execute, on_org_readers};
use crate::error::StoreError;
use crate::ledger::{stored, units};
use crate::page::{Page, PageSize};
use crate::store::Store;
use crate::tenant::OrgStore;

/// The name under which further keys are stored.
const OTHER_KEYS: &str = "other";

/// The number of refusals of a key for one reason from one page in one minute, or in one hour if
/// there are many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusalCount {
    /// The key's organization.
    pub org: OrgId,
    /// The key; `None` stands for further keys.
    pub key: Option<KeyId>,
    /// The error code of the refusal.
    pub reason: &'static str,
    /// The page that the request came from; empty if there is none.
    pub origin_host: String,
    /// Minutes since 1970; the first minute of an hour.
    pub minute: i64,
    /// The number of refusals.
    pub requests: u64,
}

/// The number of refusals of a key for one reason on one day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusalDay {
    /// The key's organization.
    pub org: OrgId,
    /// The key; `None` stands for further keys.
    pub key: Option<KeyId>,
    /// The error code of the refusal.
    pub reason: &'static str,
    /// Days since 1970, UTC.
    pub day: i64,
    /// The latest refusal, in minutes since 1970.
    pub last_minute: i64,
    /// The number of refusals.
    pub requests: u64,
}

/// A row of the counts.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct RefusalRow {
    /// The key's id; `None` stands for further keys.
    pub key_id: Option<String>,
    /// The error code.
    pub reason: String,
    /// The page that the request came from; empty if there is none.
    pub origin_host: String,
    /// Minutes since 1970; the first minute of an hour.
    pub minute: i64,
    /// The number of refusals.
    pub requests: i64,
}

/// The number of refusals of a key for a reason.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct RefusalSum {
    /// The key's id; `None` stands for further keys.
    pub key_id: Option<String>,
    /// The error code.
    pub reason: String,
    /// The latest refusal, in minutes since 1970.
    pub minute: i64,
    /// The number of refusals.
    pub requests: i64,
}

/// A key's refusals from one page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRefusals {
    /// The key.
    pub key: KeyId,
    /// The page; empty if there is none.
    pub origin_host: String,
    /// The number of refusals.
    pub requests: u64,
}

#[derive(FromRow)]
struct PageRow {
    key_id: String,
    origin_host: String,
    requests: i64,
}

/// The maximum number of rows that a list reaches back to, and that a sum reads.
const MAX_READ: u32 = 5_000;
/// The maximum number of rows of [`OrgStore::refusals`].
const MAX_ROWS: i64 = 1_000;
const MINUTE_MICROS: i64 = 60_000_000;
const DAY_MICROS: i64 = 24 * 60 * MINUTE_MICROS;

impl OrgStore<'_> {
    /// Returns the organization's latest refusals, newest first, at most a thousand.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn refusals(&self) -> Result<Vec<RefusalRow>, StoreError> {
        self.latest_refusals(0, MAX_ROWS).await
    }

    /// Returns a page of refusals, newest first, after this many. The list ends after the latest
    /// 5,000, and the total counts no more.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn refusals_page(
        &self,
        after: u32,
        size: PageSize,
    ) -> Result<Page<RefusalRow, u32>, StoreError> {
        const TOTAL: &str = "select count(*) from \
            (select 1 from refusal_minute where org_id = $1 limit $2) as listed";
        let left = i64::from(MAX_READ.saturating_sub(after));
        let rows = self.latest_refusals(after, left.min(size.probe())).await?;
        let total: i64 = on_org_readers!(self, pool => sqlx::query_scalar(TOTAL)
            .bind(&self.org_id)
            .bind(i64::from(MAX_READ))
            .fetch_one(pool))?;
        let next = after.saturating_add(size.get());
        Ok(Page::cut(rows, size, units(total), |_| next))
    }

    async fn latest_refusals(&self, after: u32, most: i64) -> Result<Vec<RefusalRow>, StoreError> {
        // The order of the primary key, backwards: nothing is sorted.
        const SQL: &str = "select nullif(key_id, $4) as key_id, reason, origin_host, minute, requests \
            from refusal_minute where org_id = $1 \
            order by minute desc, refusal_minute.key_id desc, reason desc, origin_host desc \
            limit $2 offset $3";
        if most == 0 {
            return Ok(Vec::new());
        }
        let rows = on_org_readers!(self, pool => sqlx::query_as(SQL)
            .bind(&self.org_id)
            .bind(most)
            .bind(i64::from(after))
            .bind(OTHER_KEYS)
            .fetch_all(pool))?;
        Ok(rows)
    }

    /// Returns the most frequent refusals since the day of this instant, by reason and key.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn refusal_sums(
        &self,
        from: Timestamp,
        most: u32,
    ) -> Result<Vec<RefusalSum>, StoreError> {
        const SQL: &str = "select nullif(key_id, $5) as key_id, reason, \
            max(last_minute) as minute, cast(sum(requests) as bigint) as requests from \
            (select key_id, reason, last_minute, requests from refusal_day \
            where org_id = $1 and day >= $2 order by day desc limit $4) as latest \
            group by latest.key_id, reason \
            order by requests desc, reason, latest.key_id limit $3";
        let rows = on_org_readers!(self, pool => sqlx::query_as(SQL)
            .bind(&self.org_id)
            .bind(from.micros().div_euclid(DAY_MICROS))
            .bind(i64::from(most))
            .bind(i64::from(MAX_READ))
            .bind(OTHER_KEYS)
            .fetch_all(pool))?;
        Ok(rows)
    }

    /// Returns the refusals for one reason since a minute, counted from 1970, by key and page.
    /// Excludes those that are counted without a key.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn refusals_since(
        &self,
        reason: &str,
        minute: i64,
    ) -> Result<Vec<KeyRefusals>, StoreError> {
        const SQL: &str = "select key_id, origin_host, cast(sum(requests) as bigint) as requests \
            from (select key_id, reason, origin_host, requests from refusal_minute \
            where org_id = $1 and minute >= $2 order by minute desc limit $4) as latest \
            where reason = $3 group by key_id, origin_host order by key_id, origin_host";
        let rows: Vec<PageRow> = on_org_readers!(self, pool => sqlx::query_as(SQL)
            .bind(&self.org_id)
            .bind(minute)
            .bind(reason)
            .bind(i64::from(MAX_READ))
            .fetch_all(pool))?;
        let decode = |row: PageRow| {
            Some(KeyRefusals {
                key: row.key_id.parse().ok()?,
                origin_host: row.origin_host,
                requests: units(row.requests),
            })
        };
        Ok(rows.into_iter().filter_map(decode).collect())
    }
}

/// Returns the stored name of a key.
fn stored_key(key: Option<KeyId>) -> String {
    key.map_or_else(|| OTHER_KEYS.to_owned(), |it| it.to_string())
}

impl Store {
    /// Adds to the counts.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn add_refusals(&self, counts: &[RefusalCount]) -> Result<(), StoreError> {
        if counts.is_empty() {
            return Ok(());
        }
        let mut transaction = self.backend.begin().await?;
        let sql = format!(
            "insert into refusal_minute (org_id, minute, key_id, reason, origin_host, requests) \
             values {} on conflict (org_id, minute, key_id, reason, origin_host) \
             do update set requests = refusal_minute.requests + excluded.requests",
            transaction.rows(counts.len(), 6)
        );
        execute!(&mut transaction, {
            let mut query = sqlx::query(AssertSqlSafe(sql.as_str()));
            for count in counts {
                query = query
                    .bind(count.org.to_string())
                    .bind(count.minute)
                    .bind(stored_key(count.key))
                    .bind(count.reason)
                    .bind(&count.origin_host)
                    .bind(stored(count.requests));
            }
            query
        })?;
        transaction.commit().await
    }

    /// Adds to the sums of days.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn add_refusal_days(&self, sums: &[RefusalDay]) -> Result<(), StoreError> {
        if sums.is_empty() {
            return Ok(());
        }
        let mut transaction = self.backend.begin().await?;
        let sql = format!(
            "insert into refusal_day (org_id, day, key_id, reason, last_minute, requests) \
             values {} on conflict (org_id, day, key_id, reason) do update set \
             requests = refusal_day.requests + excluded.requests, \
             last_minute = case when excluded.last_minute > refusal_day.last_minute \
             then excluded.last_minute else refusal_day.last_minute end",
            transaction.rows(sums.len(), 6)
        );
        execute!(&mut transaction, {
            let mut query = sqlx::query(AssertSqlSafe(sql.as_str()));
            for sum in sums {
                query = query
                    .bind(sum.org.to_string())
                    .bind(sum.day)
                    .bind(stored_key(sum.key))
                    .bind(sum.reason)
                    .bind(sum.last_minute)
                    .bind(stored(sum.requests));
            }
            query
        })?;
        transaction.commit().await
    }

    /// Deletes at most this many counts of minutes before an instant and returns how many. If they
    /// are fewer than the maximum, none are left.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn delete_old_refusals(
        &self,
        before: Timestamp,
        most: u32,
    ) -> Result<u64, StoreError> {
        const SQL: &str = "delete from refusal_minute \
            where (org_id, minute, key_id, reason, origin_host) in \
            (select org_id, minute, key_id, reason, origin_host from refusal_minute \
            where minute < $1 order by minute limit $2)";
        let minute = before.micros().div_euclid(MINUTE_MICROS);
        self.delete_at_most(SQL, minute, most).await
    }

    /// Deletes at most this many sums of days before that of an instant and returns how many. If
    /// they are fewer than the maximum, none are left.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn delete_old_refusal_days(
        &self,
        before: Timestamp,
        most: u32,
    ) -> Result<u64, StoreError> {
        const SQL: &str = "delete from refusal_day where (org_id, day, key_id, reason) in \
            (select org_id, day, key_id, reason from refusal_day \
            where day < $1 order by day limit $2)";
        let day = before.micros().div_euclid(DAY_MICROS);
        self.delete_at_most(SQL, day, most).await
    }

    async fn delete_at_most(
        &self,
        sql: &'static str,
        before: i64,
        most: u32,
    ) -> Result<u64, StoreError> {
        let mut transaction = self.backend.begin().await?;
        let deleted = execute!(
            &mut transaction,
            sqlx::query(sql).bind(before).bind(i64::from(most))
        )?;
        transaction.commit().await?;
        Ok(deleted)
    }
}
