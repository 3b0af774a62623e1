//! Refused requests, counted by the minute. Not durable: a crash may lose the last second.

use access::{KeyId, OrgId, Timestamp};
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{execute, on_org_readers};
use crate::error::StoreError;
use crate::ledger::stored;
use crate::store::Store;
use crate::tenant::OrgStore;

/// The number of refusals of a key for one reason from one page in one minute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusalCount {
    /// The key's organization.
    pub org: OrgId,
    /// The key.
    pub key: KeyId,
    /// The error code of the refusal.
    pub reason: &'static str,
    /// The page that the request came from; empty if there is none.
    pub origin_host: String,
    /// Minutes since 1970.
    pub minute: i64,
    /// The number of refusals.
    pub requests: u64,
}

/// A row of the counts.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct RefusalRow {
    /// The key's id.
    pub key_id: String,
    /// The error code.
    pub reason: String,
    /// The page that the request came from; empty if there is none.
    pub origin_host: String,
    /// Minutes since 1970.
    pub minute: i64,
    /// The number of refusals.
    pub requests: i64,
}

/// The maximum number of rows read: more than a page shows.
const MAX_ROWS: i64 = 1_000;
const MINUTE_MICROS: i64 = 60_000_000;

impl OrgStore<'_> {
    /// Returns the organization's latest refusals, newest first, at most a thousand.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    pub async fn refusals(&self) -> Result<Vec<RefusalRow>, StoreError> {
        const SQL: &str = "select key_id, reason, origin_host, minute, requests \
            from refusal_minute where org_id = $1 order by minute desc limit $2";
        let rows = on_org_readers!(self, pool => sqlx::query_as(SQL)
            .bind(&self.org_id)
            .bind(MAX_ROWS)
            .fetch_all(pool))?;
        Ok(rows)
    }
}

impl Store {
    /// Adds to the counts.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
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
                    .bind(count.key.to_string())
                    .bind(count.reason)
                    .bind(&count.origin_host)
                    .bind(stored(count.requests));
            }
            query
        })?;
        transaction.commit().await
    }

    /// Deletes at most this many counts of minutes before an instant and returns how many.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
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
        let mut transaction = self.backend.begin().await?;
        let deleted = execute!(
            &mut transaction,
            sqlx::query(SQL).bind(minute).bind(i64::from(most))
        )?;
        transaction.commit().await?;
        Ok(deleted)
    }
}
