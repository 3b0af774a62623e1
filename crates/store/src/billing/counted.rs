//! The ledger of a period: the units and requests that a statement is made from. Each row is
//! counted once, whatever happened to its key.

use access::{KeyMode, Period, Timestamp};
use async_recursion::async_recursion as boxed;
use sqlx::FromRow;

use crate::backend::on_org_readers;
use crate::error::StoreError;
use crate::ledger::units;
use crate::tenant::OrgStore;

/// Requests of one operation in a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedUse {
    /// The key mode: live or test.
    pub mode: String,
    /// The operation.
    pub operation: String,
    /// Whether the service failed them and returned their units.
    pub returned: bool,
    /// The number of requests.
    pub requests: u64,
    /// The units they cost.
    pub units: u64,
}

#[derive(FromRow)]
struct Row {
    mode: String,
    operation: String,
    returned: i64,
    requests: i64,
    units: i64,
}

impl OrgStore<'_> {
    /// Returns the totals of all ledger rows in a period.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn counted_use(&self, period: Period) -> Result<Vec<CountedUse>, StoreError> {
        const SQL: &str = "select mode, operation, \
            cast(case when status >= 500 then 1 else 0 end as bigint) as returned, \
            count(*) as requests, cast(sum(cost) as bigint) as units from ledger \
            where org_id = $1 and at >= $2 and at < $3 \
            group by mode, operation, 3 order by mode, operation, 3";
        let rows: Vec<Row> = on_org_readers!(self, pool => sqlx::query_as(SQL)
            .bind(self.org.bytes().as_slice())
            .bind(period.start().micros())
            .bind(period.end().micros())
            .fetch_all(pool))?;
        let decode = |row: Row| CountedUse {
            mode: row.mode,
            operation: row.operation,
            returned: row.returned != 0,
            requests: units(row.requests),
            units: units(row.units),
        };
        Ok(rows.into_iter().map(decode).collect())
    }

    /// Returns the units of live requests in the half-open interval between two instants.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn live_units(&self, from: Timestamp, to: Timestamp) -> Result<u64, StoreError> {
        const SQL: &str = "select cast(coalesce(sum(cost), 0) as bigint) from ledger \
            where org_id = $1 and at >= $2 and at < $3 and mode = $4";
        let sum: i64 = on_org_readers!(self, pool => sqlx::query_scalar(SQL)
            .bind(self.org.bytes().as_slice())
            .bind(from.micros())
            .bind(to.micros())
            .bind(KeyMode::Live.name())
            .fetch_one(pool))?;
        Ok(units(sum))
    }
}
