//! The ledger: counted requests, committed before their work begins; what each organization has
//! used; and the same by hour and by day. All change in one transaction, so they always agree.

mod account;
mod days;
mod hours;
mod postgres;
mod sqlite;
mod test_units;

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use access::{KeyId, KeyMode, OrgId, Period, RateClass, RequestId, Timestamp, UserId};
use sqlx::{AssertSqlSafe, FromRow};

pub(crate) use postgres::PostgresLedger;
pub(crate) use sqlite::SqliteLedger;
pub use test_units::{TestHolder, TestLimits, Used};

use crate::backend::{Backend, on_org_readers, on_readers, take_turn};
use crate::error::StoreError;
use crate::store::Store;
use crate::tenant::OrgStore;

/// A request to be counted.
#[derive(Clone, Debug)]
pub struct LedgerEntry {
    /// The request.
    pub request: RequestId,
    /// Who pays.
    pub org: OrgId,
    /// The key it came with, if it came with one.
    pub key: Option<KeyId>,
    /// The family whose limits it was admitted under, if it came with a key.
    pub family: Option<KeyId>,
    /// The person who asked, if it came without a key.
    pub user: Option<UserId>,
    /// The rates of the organization it was admitted under.
    pub class: RateClass,
    /// Live or test: they have separate allowances.
    pub mode: KeyMode,
    /// What was asked for.
    pub operation: &'static str,
    /// What it costs.
    pub cost: u32,
    /// When it was admitted.
    pub at: Timestamp,
    /// How much the organization may use in the period.
    pub cap: u64,
    /// What it must fit into besides; none for live requests, and where an operator has decided
    /// what the organization's test keys may use.
    pub test: Option<TestLimits>,
    /// The status it was refused with, when that is known already.
    pub status: Option<u16>,
    /// The page it came from, or nothing.
    pub origin_host: String,
}

/// What the ledger says of a class: nothing where there are no rates besides.
const fn noted(class: RateClass) -> Option<&'static str> {
    match class {
        RateClass::Ordinary => None,
        other => Some(other.name()),
    }
}

/// Whether there was room for a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commit {
    /// It is in the ledger.
    Counted {
        /// What is used now.
        used: Used,
    },
    /// It would have gone over a cap; nothing was written.
    Exhausted {
        /// What is used.
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

/// How a counted request ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The request as it was counted.
    pub entry: Arc<LedgerEntry>,
    /// The status it was answered with. From 500 on it is our failure, and the units are returned.
    pub status: u16,
    /// Units that are returned although it was answered: those of its parts that failed by our own
    /// fault.
    pub returned: u32,
    /// Whether this may have been noted already, or its request may not be in the ledger at all:
    /// so it is after an error.
    pub again: bool,
}

impl Outcome {
    /// What is returned of the units that were counted: all for our own failure, never more than
    /// were taken.
    pub fn returned_units(&self) -> u32 {
        match self.status {
            500.. => self.entry.cost,
            _ => self.returned.min(self.entry.cost),
        }
    }
}

/// What some organizations have used in a period.
#[derive(Clone, Debug, Default)]
pub struct UsedUnits(HashMap<(OrgId, String), u64>);

impl UsedUnits {
    /// What one of them has used in this mode.
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
    /// The key's id, when it came with one.
    pub key: Option<String>,
    /// The person's id, when it came without a key.
    pub user: Option<String>,
    /// What was asked for.
    pub operation: String,
    /// Live or test.
    pub mode: String,
    /// What was charged.
    pub cost: u64,
    /// When it was admitted.
    pub at: Timestamp,
    /// The status it was answered with; none when that was never noted.
    pub status: Option<u16>,
    /// The page it came from, or nothing.
    pub origin_host: String,
}

impl LedgerRow {
    /// Where it stands.
    pub const fn place(&self) -> LedgerPlace {
        LedgerPlace {
            at: self.at,
            request: self.request,
        }
    }
}

/// A place in a ledger: rows are in the order of their instants, those of one instant in that of their ids. Its text
/// is the cursor of a page.
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

/// A text that is no place in a ledger.
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
    origin_host: String,
}

impl Store {
    /// Counts a batch of requests and notes outcomes of earlier ones, in one transaction. The
    /// answers are in the order of the entries; a batch that does not fit an allowance is filled
    /// up to the cap in that order.
    ///
    /// # Errors
    ///
    /// When the database does not answer; then nothing of the batch was counted, or, where the
    /// connection broke during the commit itself, it is not known.
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
            Backend::Postgres { ledger, .. } => ledger.commit(entries, outcomes).await,
        }
    }

    /// What an organization has used in a period.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
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

    /// What some organizations have used in a period. For operators.
    ///
    /// # Errors
    ///
    /// When the database does not answer or holds something unreadable.
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

    /// When the latest requests of an organization were admitted, newest first: what its rate
    /// limits are rebuilt from after a start.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
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

    /// The same for those of one class.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn admitted_for_class(
        &self,
        org: OrgId,
        class: RateClass,
        since: Timestamp,
        most: u32,
    ) -> Result<Vec<Timestamp>, StoreError> {
        // Said twice, so that the index over those few is used.
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

    /// The same for the family of a key.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
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

const COLUMNS: &str =
    "id, key_id, user_id, operation, mode, cost, at, status, origin_host from ledger";

impl OrgStore<'_> {
    /// A page of the organization's ledger, oldest first: from the beginning, or after a place. It follows the index of
    /// instants, so that a page costs the same in a ledger of any size.
    ///
    /// # Errors
    ///
    /// When the database does not answer or holds something unreadable.
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

    /// The organization's latest requests, newest first.
    ///
    /// # Errors
    ///
    /// When the database does not answer or holds something unreadable.
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
            origin_host: self.origin_host,
        })
    }
}

/// Counts are never negative in the database: every subtraction gives back what was added.
pub(crate) fn units(stored: i64) -> u64 {
    u64::try_from(stored).unwrap_or(0)
}

/// Amounts above what an integer column holds are as good as unlimited.
pub(crate) fn stored(units: u64) -> i64 {
    i64::try_from(units).unwrap_or(i64::MAX)
}

/// The entries that were counted.
fn counted<'a>(
    entries: &'a [Arc<LedgerEntry>],
    commits: &[Commit],
) -> impl Iterator<Item = &'a LedgerEntry> {
    let pairs = entries.iter().zip(commits);
    let counted = pairs.filter(|(_, commit)| matches!(commit, Commit::Counted { .. }));
    counted.map(|(entry, _)| &**entry)
}
