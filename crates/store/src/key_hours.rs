//! The activity of single keys, from the hourly ledger: the input of the alert rules.

use access::{KeyId, Timestamp};
use async_recursion::async_recursion as boxed;
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::on_org_readers;
use crate::error::StoreError;
use crate::key::{KeyRecord, keys_where};
use crate::ledger::units;
use crate::tenant::OrgStore;

/// A key's requests in one hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyHour {
    /// The key.
    pub key: KeyId,
    /// Counted requests.
    pub requests: u64,
    /// Requests answered with a status from 400 to 499.
    pub refused: u64,
    /// Requests answered with a status of 500 or above.
    pub failed: u64,
}

#[derive(FromRow)]
struct HourRow {
    key_id: String,
    requests: i64,
    refused: i64,
    failed: i64,
}

impl OrgStore<'_> {
    /// Returns what each key did in an hour, counted from 1970. Excludes people who send requests
    /// without a key.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn key_hours(&self, hour: i64) -> Result<Vec<KeyHour>, StoreError> {
        const SQL: &str = "select key_id, cast(sum(requests) as bigint) as requests, \
            cast(sum(refused) as bigint) as refused, cast(sum(failed) as bigint) as failed \
            from usage_hour where org_id = $1 and hour = $2 group by key_id order by key_id";
        let rows: Vec<HourRow> = on_org_readers!(self, pool => sqlx::query_as(SQL)
            .bind(&self.org_id)
            .bind(hour)
            .fetch_all(pool))?;
        let decode = |row: HourRow| {
            Some(KeyHour {
                key: row.key_id.parse().ok()?,
                requests: units(row.requests),
                refused: units(row.refused),
                failed: units(row.failed),
            })
        };
        Ok(rows.into_iter().filter_map(decode).collect())
    }

    /// Returns a key's requests in each of these hours.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn requests_in(&self, key: KeyId, hours: &[i64]) -> Result<Vec<u64>, StoreError> {
        const FIXED: usize = 2;
        let places: Vec<_> = (1..=hours.len())
            .map(|it| format!("${}", it + FIXED))
            .collect();
        let sql = format!(
            "select hour, cast(sum(requests) as bigint) from usage_hour \
             where org_id = $1 and key_id = $2 and hour in ({}) group by hour",
            places.join(", ")
        );
        let rows: Vec<(i64, i64)> = on_org_readers!(self, pool => {
            let mut query = sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(key.to_string());
            for hour in hours {
                query = query.bind(hour);
            }
            query.fetch_all(pool)
        })?;
        let of = |hour: &i64| {
            let row = rows.iter().find(|(it, _)| it == hour);
            row.map_or(0, |(_, requests)| units(*requests))
        };
        Ok(hours.iter().map(of).collect())
    }

    /// Returns the last hour before this one in which a key was used.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn last_hour_before(&self, key: KeyId, hour: i64) -> Result<Option<i64>, StoreError> {
        // Scans the primary key backwards and ends at the first row of a key that is in use.
        const SQL: &str = "select hour from usage_hour where org_id = $1 and hour < $2 \
            and key_id = $3 order by hour desc limit 1";
        let found = on_org_readers!(self, pool => sqlx::query_scalar(SQL)
            .bind(&self.org_id)
            .bind(hour)
            .bind(key.to_string())
            .fetch_optional(pool))?;
        Ok(found)
    }

    /// Returns at most a thousand keys that are enabled, were not replaced, and expire after `now`
    /// and no later than `until`, earliest expiration first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn ending_keys(
        &self,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<KeyRecord>, StoreError> {
        let condition = "where k.org_id = $1 and k.expires_at > $2 and k.expires_at <= $3 \
            and k.enabled and k.revoked_at is null and k.superseded_by is null \
            order by k.expires_at, k.id limit 1000";
        keys_where(self, condition, [now, until]).await
    }
}
