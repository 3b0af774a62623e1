//! The ledger: counted requests, committed before their work begins, the usage of each
//! organization, and the usage by hour and by day. All change in one transaction, so they always
//! agree.

mod account;
mod days;
mod hours;
mod postgres;
mod search;
mod sqlite;
mod test_units;

use async_recursion::async_recursion as boxed;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use access::{KeyId, KeyMode, OrgId, Period, RateClass, RequestId, Timestamp, UserId};
use sqlx::{AssertSqlSafe, FromRow};

pub(crate) use postgres::PostgresLedger;
pub use search::{KeyRequest, LedgerFilter, LedgerMatches, StatusClass};
pub(crate) use sqlite::SqliteLedger;
pub use test_units::{TestHolder, TestLimits, Used};

use crate::backend::{Backend, on_org_readers, on_readers, take_turn};
use crate::error::StoreError;
use crate::store::Store;
use crate::tenant::OrgStore;

/// A request to count.
#[derive(Clone, Debug)]
pub struct LedgerEntry {
    /// The request.
    pub request: RequestId,
    /// The organization that pays.
    pub org: OrgId,
    /// The key of the request, if it has one.
    pub key: Option<KeyId>,
    /// The key family whose limits it was admitted under, if it came with a key.
    pub family: Option<KeyId>,
    /// The person who sent it, if it came without a key.
    pub user: Option<UserId>,
    /// The rate class that it was admitted under.
    pub class: RateClass,
    /// The mode, live or test, which have separate allowances.
    pub mode: KeyMode,
    /// The operation.
    pub operation: &'static str,
    /// The cost in units.
    pub cost: u32,
    /// When it was admitted.
    pub at: Timestamp,
    /// The organization's maximum usage in the period.
    pub cap: u64,
    /// The additional limits of test requests; `None` for live requests, and if an operator has set
    /// what the organization's test keys may use.
    pub test: Option<TestLimits>,
    /// The status that it was refused with, if already known.
    pub status: Option<u16>,
    /// The error code that it was refused with, if already known.
    pub error_code: Option<&'static str>,
    /// How long it took, if it was refused and is over.
    pub latency_us: Option<u32>,
    /// The page that the request came from; empty if there is none.
    pub origin_host: String,
}

/// Returns the name of a class in the ledger, or `None` if it has no additional rates.
const fn noted(class: RateClass) -> Option<&'static str> {
    match class {
        RateClass::Ordinary => None,
        other => Some(other.name()),
    }
}

/// The outcome of counting a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commit {
    /// The request is in the ledger.
    Counted {
        /// The usage after it.
        used: Used,
    },
    /// The request would exceed a cap. Nothing was written.
    Exhausted {
        /// The current usage.
        used: Used,
    },
}

impl Commit {
    const fn of(fits: bool, used: Used) -> Self {
        if fits {
            Self::Counted { used }
        } else {
            Self::Exhausted { used }
        }
    }
}

/// The outcome of a counted request.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The request as it was counted.
    pub entry: Arc<LedgerEntry>,
    /// The status of the response. From 500 on, the service failed and the units are returned.
    pub status: u16,
    /// The error code of the response; `None` for a success.
    pub error_code: Option<&'static str>,
    /// The time from the request's headers to its response; `None` if it is not known.
    pub latency_us: Option<u32>,
    /// Units that are returned although the service did not fail: those of parts of the response
    /// that it failed, and all but one of a request that was refused while it ran.
    pub returned: u32,
    /// Whether this outcome may already be recorded, or its request may not be in the ledger at
    /// all, as after an error.
    pub again: bool,
}

impl Outcome {
    /// Returns the units to return: all if the service failed, and never more than were taken.
    pub fn returned_units(&self) -> u32 {
        match self.status {
            500.. => self.entry.cost,
            _ => self.returned.min(self.entry.cost),
        }
    }
}

/// The usage of some organizations in a period.
#[derive(Clone, Debug, Default)]
pub struct UsedUnits(HashMap<(OrgId, String), u64>);

impl UsedUnits {
    /// Returns the usage of one of them in this mode.
    pub fn of(&self, org: OrgId, mode: KeyMode) -> u64 {
        let used = self.0.get(&(org, mode.name().to_owned()));
        used.copied().unwrap_or(0)
    }
}

#[derive(FromRow)]
struct UsedRow {
    org_id: String,
    mode: String,
    used: i64,
}

/// A row of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerRow {
    /// The request's id.
    pub request: RequestId,
    /// The key's id, if the request came with one.
    pub key: Option<String>,
    /// The person's id, if the request came without a key.
    pub user: Option<String>,
    /// The operation.
    pub operation: String,
    /// The mode: live or test.
    pub mode: String,
    /// The charged units.
    pub cost: u64,
    /// When it was admitted.
    pub at: Timestamp,
    /// The status of the response; `None` if it was never recorded.
    pub status: Option<u16>,
    /// The error code of the response; `None` for a success, and if it was never recorded.
    pub error_code: Option<String>,
    /// The time from the request's headers to its response; `None` if it was never recorded.
    pub latency_us: Option<u32>,
    /// The page that the request came from; empty if there is none.
    pub origin_host: String,
}

impl LedgerRow {
    /// Returns the position of the row.
    pub const fn place(&self) -> LedgerPlace {
        LedgerPlace {
            at: self.at,
            request: self.request,
        }
    }
}

/// A position in a ledger. Rows are ordered by instant, and then by id. Its text form is the
/// pagination cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LedgerPlace {
    at: Timestamp,
    request: RequestId,
}

impl fmt::Display for LedgerPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.at.micros(), self.request)
    }
}

/// A text that is not a position in a ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LedgerPlaceError;

impl fmt::Display for LedgerPlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a place in a ledger is an instant and a request's id")
    }
}

impl std::error::Error for LedgerPlaceError {}

impl FromStr for LedgerPlace {
    type Err = LedgerPlaceError;

    fn from_str(text: &str) -> Result<Self, LedgerPlaceError> {
        let (at, request) = text.split_once('.').ok_or(LedgerPlaceError)?;
        Ok(Self {
            at: Timestamp::from_micros(at.parse().map_err(|_| LedgerPlaceError)?),
            request: request.parse().map_err(|_| LedgerPlaceError)?,
        })
    }
}

#[derive(FromRow)]
struct Row {
    id: Vec<u8>,
    key_id: Option<Vec<u8>>,
    user_id: Option<Vec<u8>>,
    operation: String,
    mode: String,
    cost: i64,
    at: i64,
    status: Option<i64>,
    error_code: Option<String>,
    latency_us: Option<i64>,
    origin_host: String,
}

impl Store {
    /// Counts a batch of requests and records outcomes of earlier ones, in one transaction. The
    /// results are in the order of the entries. A batch that does not fit an allowance is filled up
    /// to the cap in that order.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable. Then nothing of the batch was counted or,
    /// if the connection broke during the commit itself, the result is unknown.
    #[boxed]
    pub async fn commit_ledger(
        &self,
        entries: &[Arc<LedgerEntry>],
        outcomes: &[Outcome],
    ) -> Result<Vec<Commit>, StoreError> {
        match &self.backend {
            Backend::Sqlite { ledger, turn, .. } => {
                let _turn = take_turn(turn).await?;
                ledger.commit(entries, outcomes).await
            }
            Backend::Postgres {
                ledger,
                availability,
                ..
            } => {
                let commit = ledger.commit(entries, outcomes);
                availability.unless_away(commit).await
            }
        }
    }

    /// Returns the usage of an organization in a period.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn used(&self, org: OrgId, period: Period, mode: KeyMode) -> Result<u64, StoreError> {
        const SQL: &str =
            "select used from usage_period where org_id = $1 and period = $2 and mode = $3";
        let used: Option<i64> = on_readers!(&self.backend, pool => sqlx::query_scalar(SQL)
            .bind(org.to_string())
            .bind(period.to_string())
            .bind(mode.name())
            .fetch_optional(pool))?;
        Ok(used.map_or(0, units))
    }

    /// Returns the usage of some organizations in a period. For operators.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn used_by(&self, orgs: &[OrgId], period: Period) -> Result<UsedUnits, StoreError> {
        let places: Vec<_> = (0..orgs.len()).map(|it| format!("${}", it + 2)).collect();
        if places.is_empty() {
            return Ok(UsedUnits::default());
        }
        let sql = format!(
            "select org_id, mode, used from usage_period where period = $1 and org_id in ({})",
            places.join(", ")
        );
        let rows: Vec<UsedRow> = on_readers!(&self.backend, pool => {
            let query = sqlx::query_as(AssertSqlSafe(sql.as_str())).bind(period.to_string());
            let bound = orgs.iter().fold(query, |query, it| query.bind(it.to_string()));
            bound.fetch_all(pool)
        })?;
        let decode = |row: UsedRow| {
            let org = row.org_id.parse();
            let org = org.map_err(|_| StoreError::corrupt("usage_period.org_id", &row.org_id))?;
            Ok(((org, row.mode), units(row.used)))
        };
        let used: Result<_, StoreError> = rows.into_iter().map(decode).collect();
        Ok(UsedUnits(used?))
    }

    /// Returns when the latest requests of an organization were admitted, newest first. Its rate
    /// limits are rebuilt from them after a start.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn admitted_for_org(
        &self,
        org: OrgId,
        since: Timestamp,
        most: u32,
    ) -> Result<Vec<Timestamp>, StoreError> {
        const SQL: &str =
            "select at from ledger where org_id = $1 and at > $2 order by at desc limit $3";
        self.admitted(SQL, org.bytes(), since, most).await
    }

    /// Returns when the latest requests of one class were admitted, newest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn admitted_for_class(
        &self,
        org: OrgId,
        class: RateClass,
        since: Timestamp,
        most: u32,
    ) -> Result<Vec<Timestamp>, StoreError> {
        // Repeats the condition, so that the partial index over those few rows is used.
        const SQL: &str = "select at from ledger where org_id = $1 and at > $2 \
            and rate_class is not null and rate_class = $4 order by at desc limit $3";
        let times: Vec<i64> = on_readers!(&self.backend, pool => sqlx::query_scalar(SQL)
            .bind(org.bytes().as_slice())
            .bind(since.micros())
            .bind(i64::from(most))
            .bind(class.name())
            .fetch_all(pool))?;
        Ok(times.into_iter().map(Timestamp::from_micros).collect())
    }

    /// Returns when the latest requests of a key family were admitted, newest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn admitted_for_family(
        &self,
        family: KeyId,
        since: Timestamp,
        most: u32,
    ) -> Result<Vec<Timestamp>, StoreError> {
        const SQL: &str =
            "select at from ledger where family = $1 and at > $2 order by at desc limit $3";
        self.admitted(SQL, family.bytes(), since, most).await
    }

    async fn admitted(
        &self,
        sql: &'static str,
        whose: &[u8; 16],
        since: Timestamp,
        most: u32,
    ) -> Result<Vec<Timestamp>, StoreError> {
        let times: Vec<i64> = on_readers!(&self.backend, pool => sqlx::query_scalar(sql)
            .bind(whose.as_slice())
            .bind(since.micros())
            .bind(i64::from(most))
            .fetch_all(pool))?;
        Ok(times.into_iter().map(Timestamp::from_micros).collect())
    }
}

/// The latency is cast because PostgreSQL stores it in four bytes.
const COLUMNS: &str = "id, key_id, user_id, operation, mode, cost, at, status, error_code, \
    cast(latency_us as bigint) as latency_us, origin_host from ledger";

impl OrgStore<'_> {
    /// Returns a page of the organization's ledger, oldest first, from the start or after a
    /// position. It follows the index of instants, so that a page costs the same in a ledger of any
    /// size.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn ledger(
        &self,
        after: Option<LedgerPlace>,
        most: u32,
    ) -> Result<Vec<LedgerRow>, StoreError> {
        let sql = format!(
            "select {COLUMNS} where org_id = $1 and at >= $3 and (at > $3 or id > $2) \
             order by at, id limit $4"
        );
        let (at, id) = match &after {
            Some(place) => (place.at.micros(), place.request.bytes().as_slice()),
            None => (i64::MIN, [].as_slice()),
        };
        let rows: Vec<Row> = on_org_readers!(self, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(self.org.bytes().as_slice())
                .bind(id)
                .bind(at)
                .bind(i64::from(most))
                .fetch_all(pool))?;
        rows.into_iter().map(Row::decode).collect()
    }

    /// Returns the organization's latest requests, newest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn ledger_latest(&self, most: u32) -> Result<Vec<LedgerRow>, StoreError> {
        let sql = format!("select {COLUMNS} where org_id = $1 order by at desc, id desc limit $2");
        let rows: Vec<Row> = on_org_readers!(self, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(self.org.bytes().as_slice())
                .bind(i64::from(most))
                .fetch_all(pool))?;
        rows.into_iter().map(Row::decode).collect()
    }
}

impl Row {
    fn decode(self) -> Result<LedgerRow, StoreError> {
        let corrupt = |column, bytes: &[u8]| StoreError::corrupt(column, &format!("{bytes:02x?}"));
        let request =
            RequestId::from_bytes(&self.id).ok_or_else(|| corrupt("ledger.id", &self.id))?;
        let key = match &self.key_id {
            None => None,
            Some(it) => {
                let id = KeyId::from_bytes(it).ok_or_else(|| corrupt("ledger.key_id", it))?;
                Some(id.to_string())
            }
        };
        let user = match &self.user_id {
            None => None,
            Some(it) => {
                let id = UserId::from_bytes(it).ok_or_else(|| corrupt("ledger.user_id", it))?;
                Some(id.to_string())
            }
        };
        Ok(LedgerRow {
            request,
            key,
            user,
            operation: self.operation,
            mode: self.mode,
            cost: units(self.cost),
            at: Timestamp::from_micros(self.at),
            status: self.status.and_then(|it| u16::try_from(it).ok()),
            error_code: self.error_code,
            latency_us: self.latency_us.and_then(|it| u32::try_from(it).ok()),
            origin_host: self.origin_host,
        })
    }
}

/// Converts a stored count. Counts are never negative in the database: every subtraction returns
/// what was added.
pub(crate) fn units(stored: i64) -> u64 {
    u64::try_from(stored).unwrap_or(0)
}

/// Converts units for storage. Amounts above the range of an integer column are effectively
/// unlimited.
pub(crate) fn stored(units: u64) -> i64 {
    i64::try_from(units).unwrap_or(i64::MAX)
}

/// Returns the entries that were counted.
fn counted<'a>(
    entries: &'a [Arc<LedgerEntry>],
    commits: &[Commit],
) -> impl Iterator<Item = &'a LedgerEntry> {
    let pairs = entries.iter().zip(commits);
    let counted = pairs.filter(|(_, commit)| matches!(commit, Commit::Counted { .. }));
    counted.map(|(entry, _)| &**entry)
}
