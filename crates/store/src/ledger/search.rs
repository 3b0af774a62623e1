//! Requests of the ledger, newest first, by key, operation, status, error code and time.
//!
//! There is no index of these: a search reads the index of instants back from its start, and never
//! more than [`MAX_READ`] rows for one page, whatever the ledger contains.

use access::{KeyId, RequestId, Timestamp, UserId};
use async_recursion::async_recursion as boxed;
use sqlx::{AssertSqlSafe, FromRow};

use super::{LedgerPlace, LedgerRow, Row};
use crate::backend::on_org_readers;
use crate::error::StoreError;
use crate::page::PageSize;
use crate::tenant::OrgStore;

/// The maximum number of rows that a page with filters reads.
const MAX_READ: u32 = 5_000;

/// The classes of outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusClass {
    /// A status below 400.
    Succeeded,
    /// A status from 400 to 499.
    Refused,
    /// A status from 500 on.
    Failed,
    /// No status: the request is in progress, or its outcome was never recorded.
    Unknown,
}

impl StatusClass {
    /// Returns the lowest and the highest status, where 0 stands for none.
    const fn bounds(self) -> (i64, i64) {
        match self {
            Self::Succeeded => (1, 399),
            Self::Refused => (400, 499),
            Self::Failed => (500, 999),
            Self::Unknown => (0, 0),
        }
    }
}

/// What to search for. An empty filter finds every request.
#[derive(Clone, Debug, Default)]
pub struct LedgerFilter {
    /// Only requests with this key.
    pub key: Option<KeyId>,
    /// Only requests of this person without a key.
    pub user: Option<UserId>,
    /// Only requests for this operation.
    pub operation: Option<String>,
    /// Only requests with such an outcome.
    pub status: Option<StatusClass>,
    /// Only requests with this error code.
    pub error_code: Option<String>,
    /// Only requests from this instant on.
    pub from: Option<Timestamp>,
    /// Only requests before this instant.
    pub to: Option<Timestamp>,
}

impl LedgerFilter {
    /// Whether it selects by anything but time, for which there is an index.
    const fn selects(&self) -> bool {
        self.key.is_some()
            || self.user.is_some()
            || self.operation.is_some()
            || self.status.is_some()
            || self.error_code.is_some()
    }
}

/// A page of requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerMatches {
    /// The requests, newest first.
    pub rows: Vec<LedgerRow>,
    /// Where the next page starts; `None` if there are no further requests. A page may have a next
    /// one without being full: its search ended at its limit.
    pub next: Option<LedgerPlace>,
}

#[derive(FromRow)]
struct PlaceRow {
    at: i64,
    id: Vec<u8>,
}

/// A counted request of a key, for the preview of a change of its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRequest {
    /// The operation.
    pub operation: String,
    /// The page that it came from; empty if there is none.
    pub origin_host: String,
    /// When it was admitted.
    pub at: Timestamp,
}

#[derive(FromRow)]
struct KeyRequestRow {
    operation: String,
    origin_host: String,
    at: i64,
}

/// The rows of an organization `$1` from `$2` on and before the instant `$3` and id `$4`.
const SCANNED: &str = "from ledger where org_id = $1 and at >= $2 and at <= $3 \
    and (at < $3 or id < $4) order by at desc, id desc limit $5";

/// How far the clocks of nodes and of the counter store may be apart, and how long a request may
/// wait between its headers and its admission.
const BEFORE_MICROS: i64 = 60_000_000;
const AFTER_MICROS: i64 = 120_000_000;

impl OrgStore<'_> {
    /// Returns a page of requests, newest first, from the newest on or after a position.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn ledger_search(
        &self,
        filter: &LedgerFilter,
        after: Option<LedgerPlace>,
        size: PageSize,
    ) -> Result<LedgerMatches, StoreError> {
        let sql = format!(
            "select id, key_id, user_id, operation, mode, cost, at, status, error_code, latency_us, \
             origin_host from (select id, key_id, user_id, operation, mode, cost, at, status, \
             error_code, cast(latency_us as bigint) as latency_us, origin_host {SCANNED}) as scanned \
             where ($6 is null or key_id = $6) and ($7 is null or user_id = $7) \
             and ($8 is null or operation = $8) and ($9 is null or error_code = $9) \
             and coalesce(status, 0) between $10 and $11 \
             order by at desc, id desc limit $12"
        );
        let from = filter.from.map_or(i64::MIN, Timestamp::micros);
        let (at, id) = match (&after, filter.to) {
            (Some(place), _) => (place.at.micros(), place.request.bytes().to_vec()),
            (None, Some(to)) => (to.micros(), Vec::new()),
            (None, None) => (i64::MAX, Vec::new()),
        };
        let read = if filter.selects() {
            MAX_READ
        } else {
            size.get() + 1
        };
        let (lowest, highest) = filter.status.map_or((0, 999), StatusClass::bounds);
        let rows: Vec<Row> = on_org_readers!(self, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(self.org.bytes().as_slice())
                .bind(from)
                .bind(at)
                .bind(id.as_slice())
                .bind(i64::from(read))
                .bind(filter.key.as_ref().map(|it| it.bytes().as_slice()))
                .bind(filter.user.as_ref().map(|it| it.bytes().as_slice()))
                .bind(filter.operation.as_deref())
                .bind(filter.error_code.as_deref())
                .bind(lowest)
                .bind(highest)
                .bind(size.probe())
                .fetch_all(pool))?;
        let rows: Result<Vec<_>, _> = rows.into_iter().map(Row::decode).collect();
        let mut rows = rows?;
        let most = size.get() as usize;
        if rows.len() > most {
            rows.truncate(most);
            let next = rows.last().map(LedgerRow::place);
            return Ok(LedgerMatches { rows, next });
        }
        let next = if filter.selects() {
            self.end_of_search(from, at, &id).await?
        } else {
            None
        };
        Ok(LedgerMatches { rows, next })
    }

    /// Returns the last position that a search with filters has read, if it ended at its limit.
    async fn end_of_search(
        &self,
        from: i64,
        at: i64,
        id: &[u8],
    ) -> Result<Option<LedgerPlace>, StoreError> {
        let sql = format!("select at, id {SCANNED} offset $6");
        let row: Option<PlaceRow> = on_org_readers!(self, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(self.org.bytes().as_slice())
                .bind(from)
                .bind(at)
                .bind(id)
                .bind(1_i64)
                .bind(i64::from(MAX_READ) - 1)
                .fetch_optional(pool))?;
        let decode = |row: PlaceRow| {
            let corrupt = || StoreError::corrupt("ledger.id", &format!("{:02x?}", row.id));
            Ok(LedgerPlace {
                at: Timestamp::from_micros(row.at),
                request: RequestId::from_bytes(&row.id).ok_or_else(corrupt)?,
            })
        };
        row.map(decode).transpose()
    }

    /// Returns the latest requests of a key family since an instant, newest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn key_requests(
        &self,
        family: KeyId,
        since: Timestamp,
        most: u32,
    ) -> Result<Vec<KeyRequest>, StoreError> {
        const SQL: &str = "select operation, origin_host, at from ledger \
            where family = $1 and org_id = $2 and at > $3 order by at desc limit $4";
        let rows: Vec<KeyRequestRow> = on_org_readers!(self, pool => sqlx::query_as(SQL)
            .bind(family.bytes().as_slice())
            .bind(self.org.bytes().as_slice())
            .bind(since.micros())
            .bind(i64::from(most))
            .fetch_all(pool))?;
        let decode = |row: KeyRequestRow| KeyRequest {
            operation: row.operation,
            origin_host: row.origin_host,
            at: Timestamp::from_micros(row.at),
        };
        Ok(rows.into_iter().map(decode).collect())
    }

    /// Returns one request. Its id tells about when it was admitted, so that only the rows of a few
    /// minutes are read: first those after the instant, then those before it, and at most
    /// [`MAX_READ`] of each. Ids that do not exist can be asked for, too.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn ledger_entry(&self, request: RequestId) -> Result<Option<LedgerRow>, StoreError> {
        let created = request.created_at().micros();
        let after = (created, created.saturating_add(AFTER_MICROS));
        let before = (
            created.saturating_sub(BEFORE_MICROS),
            created.saturating_sub(1),
        );
        for ((from, to), order) in [(after, "asc"), (before, "desc")] {
            let sql = format!(
                "select * from (select {} where org_id = $1 and at >= $2 and at <= $3 \
                 order by at {order} limit $4) as scanned where id = $5 limit 1",
                super::COLUMNS
            );
            let row: Option<Row> = on_org_readers!(self, pool =>
                sqlx::query_as(AssertSqlSafe(sql.as_str()))
                    .bind(self.org.bytes().as_slice())
                    .bind(from)
                    .bind(to)
                    .bind(i64::from(MAX_READ))
                    .bind(request.bytes().as_slice())
                    .fetch_optional(pool))?;
            if let Some(row) = row {
                return row.decode().map(Some);
            }
        }
        Ok(None)
    }
}
