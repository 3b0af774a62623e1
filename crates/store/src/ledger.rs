//! The ledger: counted requests, committed before their work begins; what each organization has
//! used; and the same by hour. All three change in one transaction, so they always agree.

use std::collections::BTreeMap;
use std::sync::Arc;

use access::{KeyId, KeyMode, OrgId, Period, RequestId, Timestamp};
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{Transaction, execute, on_readers, on_transaction};
use crate::error::StoreError;
use crate::store::Store;
use crate::tenant::OrgStore;

const HOUR_MICROS: i64 = 3_600_000_000;

/// A request to be counted.
#[derive(Clone, Debug)]
pub struct LedgerEntry {
    /// The request.
    pub request: RequestId,
    /// Who pays.
    pub org: OrgId,
    /// The key it came with.
    pub key: KeyId,
    /// The family whose limits it was admitted under.
    pub family: KeyId,
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
    /// The status it was refused with, when that is known already.
    pub status: Option<u16>,
    /// The page it came from, or nothing.
    pub origin_host: String,
}

/// Whether there was room for a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commit {
    /// It is in the ledger.
    Counted {
        /// What the organization has used now.
        used: u64,
    },
    /// It would have gone over the cap; nothing was written.
    Exhausted {
        /// What the organization has used.
        used: u64,
    },
}

/// How a counted request ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The request as it was counted.
    pub entry: Arc<LedgerEntry>,
    /// The status it was answered with. From 500 on it is our failure, and the units are returned.
    pub status: u16,
    /// Whether this may have been noted already, or its request may not be in the ledger at all:
    /// so it is after an error.
    pub again: bool,
}

/// A row of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerRow {
    /// The request's id.
    pub request: String,
    /// The key's id, when it came with one.
    pub key: Option<String>,
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

#[derive(FromRow)]
struct Row {
    id: String,
    key_id: Option<String>,
    operation: String,
    mode: String,
    cost: i64,
    at: i64,
    status: Option<i64>,
    origin_host: String,
}

/// Whose allowance is used: in the order in which PostgreSQL locks the rows, so that two nodes
/// never wait for each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Account {
    org: String,
    period: String,
    mode: &'static str,
}

impl Account {
    fn of(entry: &LedgerEntry) -> Self {
        Self {
            org: entry.org.to_string(),
            period: Period::of(entry.at).to_string(),
            mode: entry.mode.name(),
        }
    }
}

/// The entries of one account in one batch.
#[derive(Debug, Default)]
struct Share {
    entries: Vec<usize>,
    total: u64,
    cap: u64,
}

#[derive(FromRow)]
struct UsedRow {
    org_id: String,
    period: String,
    mode: String,
    used: i64,
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
        let mut transaction = self.backend.begin().await?;
        let commits = use_allowances(&mut transaction, entries).await?;
        let counted: Vec<_> = entries
            .iter()
            .zip(&commits)
            .filter(|(_, commit)| matches!(commit, Commit::Counted { .. }))
            .map(|(entry, _)| &**entry)
            .collect();
        insert_rows(&mut transaction, &counted).await?;
        let mut hours = Hours::default();
        for entry in counted {
            hours.count(entry);
        }
        note_outcomes(&mut transaction, outcomes, &mut hours).await?;
        hours.write(&mut transaction).await?;
        transaction.commit().await?;
        Ok(commits)
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
        self.admitted(SQL, org.to_string(), since, most).await
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
        self.admitted(SQL, family.to_string(), since, most).await
    }

    async fn admitted(
        &self,
        sql: &'static str,
        whose: String,
        since: Timestamp,
        most: u32,
    ) -> Result<Vec<Timestamp>, StoreError> {
        let times: Vec<i64> = on_readers!(&self.backend, pool => sqlx::query_scalar(sql)
            .bind(&whose)
            .bind(since.micros())
            .bind(i64::from(most))
            .fetch_all(pool))?;
        Ok(times.into_iter().map(Timestamp::from_micros).collect())
    }
}

impl OrgStore<'_> {
    /// A page of the organization's ledger, oldest first, after the request with this id.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn ledger(&self, after: &str, most: u32) -> Result<Vec<LedgerRow>, StoreError> {
        const SQL: &str = "select id, key_id, operation, mode, cost, at, status, origin_host \
            from ledger where org_id = $1 and id > $2 order by id limit $3";
        let rows: Vec<Row> = on_readers!(&self.store.backend, pool => sqlx::query_as(SQL)
            .bind(&self.org_id)
            .bind(after)
            .bind(i64::from(most))
            .fetch_all(pool))?;
        Ok(rows.into_iter().map(Row::decode).collect())
    }
}

impl Row {
    fn decode(self) -> LedgerRow {
        LedgerRow {
            request: self.id,
            key: self.key_id,
            operation: self.operation,
            mode: self.mode,
            cost: units(self.cost),
            at: Timestamp::from_micros(self.at),
            status: self.status.and_then(|it| u16::try_from(it).ok()),
            origin_host: self.origin_host,
        }
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

/// Takes the cost of each entry from its account, as far as there is room.
async fn use_allowances(
    transaction: &mut Transaction,
    entries: &[Arc<LedgerEntry>],
) -> Result<Vec<Commit>, StoreError> {
    let mut shares: BTreeMap<Account, Share> = BTreeMap::new();
    for (index, entry) in entries.iter().enumerate() {
        let share = shares.entry(Account::of(entry)).or_default();
        share.entries.push(index);
        share.total += u64::from(entry.cost);
        share.cap = entry.cap;
    }
    let mut commits = vec![Commit::Exhausted { used: 0 }; entries.len()];
    for used in use_at_once(transaction, &shares).await? {
        let found = shares.iter().find(|(account, _)| {
            account.org == used.org_id && account.period == used.period && account.mode == used.mode
        });
        let Some((account, share)) = found else {
            continue;
        };
        for index in &share.entries {
            commits[*index] = Commit::Counted {
                used: units(used.used),
            };
        }
        let account = account.clone();
        shares.remove(&account);
    }
    // What is left did not fit as a whole.
    for (account, share) in &shares {
        use_one_by_one(transaction, account, share, entries, &mut commits).await?;
    }
    Ok(commits)
}

/// One statement for all accounts with room for everything; the others are not in its answer.
async fn use_at_once(
    transaction: &mut Transaction,
    shares: &BTreeMap<Account, Share>,
) -> Result<Vec<UsedRow>, StoreError> {
    // The row's condition is not asked when the row is new.
    let fitting: Vec<_> = shares
        .iter()
        .filter(|(_, share)| share.total <= share.cap)
        .collect();
    let mut used = Vec::new();
    for portion in portions(&fitting) {
        used.extend(use_some(transaction, portion).await?);
    }
    Ok(used)
}

async fn use_some(
    transaction: &mut Transaction,
    fitting: &[(&Account, &Share)],
) -> Result<Vec<UsedRow>, StoreError> {
    let sql = format!(
        "insert into usage_period (org_id, period, mode, used, cap) values {} \
         on conflict (org_id, period, mode) do update \
         set used = usage_period.used + excluded.used, cap = excluded.cap \
         where usage_period.used + excluded.used <= excluded.cap \
         returning org_id, period, mode, used",
        transaction.rows(fitting.len(), 5)
    );
    let rows = on_transaction!(transaction, connection => {
        let mut query = sqlx::query_as(AssertSqlSafe(sql.as_str()));
        for (account, share) in fitting {
            query = query
                .bind(&account.org)
                .bind(&account.period)
                .bind(account.mode)
                .bind(stored(share.total))
                .bind(stored(share.cap));
        }
        query.fetch_all(connection)
    })?;
    Ok(rows)
}

/// Fills an account up to its cap, in the order of arrival.
async fn use_one_by_one(
    transaction: &mut Transaction,
    account: &Account,
    share: &Share,
    entries: &[Arc<LedgerEntry>],
    commits: &mut [Commit],
) -> Result<(), StoreError> {
    // Locks the row until the end of the transaction, also where it is new.
    const LOCK: &str = "insert into usage_period (org_id, period, mode, used, cap) \
        values ($1, $2, $3, 0, $4) on conflict (org_id, period, mode) \
        do update set cap = excluded.cap returning used";
    const SET: &str =
        "update usage_period set used = $4 where org_id = $1 and period = $2 and mode = $3";
    let before: i64 = on_transaction!(transaction, connection => sqlx::query_scalar(LOCK)
        .bind(&account.org)
        .bind(&account.period)
        .bind(account.mode)
        .bind(stored(share.cap))
        .fetch_one(connection))?;
    let mut used = units(before);
    for index in &share.entries {
        let after = used + u64::from(entries[*index].cost);
        if after <= share.cap {
            used = after;
            commits[*index] = Commit::Counted { used };
        } else {
            commits[*index] = Commit::Exhausted { used };
        }
    }
    execute!(
        transaction,
        sqlx::query(SET)
            .bind(&account.org)
            .bind(&account.period)
            .bind(account.mode)
            .bind(stored(used))
    )?;
    Ok(())
}

/// Statements for many rows come in these sizes only, so that each is prepared once and kept:
/// a text of its own for every batch would be parsed anew every time.
const SIZES: [usize; 4] = [128, 32, 8, 1];

/// Splits rows into portions of those sizes, largest first.
pub(crate) fn portions<T>(mut rows: &[T]) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let size = SIZES.into_iter().find(|size| *size <= rows.len())?;
        let (portion, rest) = rows.split_at(size);
        rows = rest;
        Some(portion)
    })
}

async fn insert_rows(
    transaction: &mut Transaction,
    entries: &[&LedgerEntry],
) -> Result<(), StoreError> {
    for portion in portions(entries) {
        let sql = format!(
            "insert into ledger (id, org_id, key_id, family, operation, mode, period, cost, at, \
             status, origin_host) values {}",
            transaction.rows(portion.len(), 11)
        );
        execute!(transaction, {
            let mut query = sqlx::query(AssertSqlSafe(sql.as_str()));
            for entry in portion {
                query = query
                    .bind(entry.request.to_string())
                    .bind(entry.org.to_string())
                    .bind(entry.key.to_string())
                    .bind(entry.family.to_string())
                    .bind(entry.operation)
                    .bind(entry.mode.name())
                    .bind(Period::of(entry.at).to_string())
                    .bind(i64::from(entry.cost))
                    .bind(entry.at.micros())
                    .bind(entry.status.map(i64::from))
                    .bind(&entry.origin_host);
            }
            query
        })?;
    }
    Ok(())
}

/// One hour of one key, operation and page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Slice {
    org: String,
    hour: i64,
    key: String,
    operation: String,
    origin_host: String,
}

impl Slice {
    fn of(entry: &LedgerEntry) -> Self {
        Self {
            org: entry.org.to_string(),
            hour: entry.at.micros().div_euclid(HOUR_MICROS),
            key: entry.key.to_string(),
            operation: entry.operation.to_owned(),
            origin_host: entry.origin_host.clone(),
        }
    }
}

/// What changes in an hour. Signed: a failed request takes its units back.
#[derive(Clone, Copy, Debug, Default)]
struct Change {
    requests: i64,
    units: i64,
    succeeded: i64,
    refused: i64,
    failed: i64,
}

impl Change {
    fn count_status(&mut self, status: u16) {
        match status {
            ..400 => self.succeeded += 1,
            400..500 => self.refused += 1,
            500.. => self.failed += 1,
        }
    }
}

/// What a batch changes in the hours.
#[derive(Debug, Default)]
struct Hours(BTreeMap<Slice, Change>);

impl Hours {
    fn of(&mut self, entry: &LedgerEntry) -> &mut Change {
        self.0.entry(Slice::of(entry)).or_default()
    }

    /// A request has been counted.
    fn count(&mut self, entry: &LedgerEntry) {
        let change = self.of(entry);
        change.requests += 1;
        change.units += i64::from(entry.cost);
        if let Some(status) = entry.status {
            change.count_status(status);
        }
    }

    async fn write(&self, transaction: &mut Transaction) -> Result<(), StoreError> {
        let changes: Vec<_> = self.0.iter().collect();
        for portion in portions(&changes) {
            change_some_hours(transaction, portion).await?;
        }
        Ok(())
    }
}

async fn change_some_hours(
    transaction: &mut Transaction,
    changes: &[(&Slice, &Change)],
) -> Result<(), StoreError> {
    let sql = format!(
        "insert into usage_hour (org_id, hour, key_id, operation, origin_host, requests, units, \
         succeeded, refused, failed) values {} \
         on conflict (org_id, hour, key_id, operation, origin_host) do update set \
         requests = usage_hour.requests + excluded.requests, \
         units = usage_hour.units + excluded.units, \
         succeeded = usage_hour.succeeded + excluded.succeeded, \
         refused = usage_hour.refused + excluded.refused, \
         failed = usage_hour.failed + excluded.failed",
        transaction.rows(changes.len(), 10)
    );
    execute!(transaction, {
        let mut query = sqlx::query(AssertSqlSafe(sql.as_str()));
        for (slice, change) in changes {
            query = query
                .bind(&slice.org)
                .bind(slice.hour)
                .bind(&slice.key)
                .bind(&slice.operation)
                .bind(&slice.origin_host)
                .bind(change.requests)
                .bind(change.units)
                .bind(change.succeeded)
                .bind(change.refused)
                .bind(change.failed);
        }
        query
    })?;
    Ok(())
}

/// Notes the status of rows that have none yet, and returns the units of our own failures. Noting
/// twice changes nothing, so an outcome may be sent again after an error.
async fn note_outcomes(
    transaction: &mut Transaction,
    outcomes: &[Outcome],
    hours: &mut Hours,
) -> Result<(), StoreError> {
    let mut by_status: BTreeMap<u16, Vec<&LedgerEntry>> = BTreeMap::new();
    for outcome in outcomes {
        if outcome.again && !is_open(transaction, &outcome.entry).await? {
            continue;
        }
        let entries = by_status.entry(outcome.status).or_default();
        entries.push(&outcome.entry);
    }
    let mut returned: BTreeMap<Account, i64> = BTreeMap::new();
    for (status, entries) in &by_status {
        for portion in portions(entries) {
            note_status(transaction, *status, portion).await?;
        }
        for entry in entries {
            let change = hours.of(entry);
            change.count_status(*status);
            if *status >= 500 {
                change.units -= i64::from(entry.cost);
                *returned.entry(Account::of(entry)).or_default() += i64::from(entry.cost);
                free(transaction, entry).await?;
            }
        }
    }
    return_units(transaction, &returned).await
}

/// Whether a row is there and its outcome has not been noted.
async fn is_open(transaction: &mut Transaction, entry: &LedgerEntry) -> Result<bool, StoreError> {
    const SQL: &str = "select count(*) from ledger where id = $1 and status is null";
    let open: i64 = on_transaction!(transaction, connection => sqlx::query_scalar(SQL)
        .bind(entry.request.to_string())
        .fetch_one(connection))?;
    Ok(open > 0)
}

async fn note_status(
    transaction: &mut Transaction,
    status: u16,
    entries: &[&LedgerEntry],
) -> Result<(), StoreError> {
    let sql = format!(
        "update ledger set status = {} where id in ({})",
        transaction.places(0, 1),
        transaction.places(1, entries.len())
    );
    execute!(transaction, {
        let mut query = sqlx::query(AssertSqlSafe(sql.as_str())).bind(i64::from(status));
        for entry in entries {
            query = query.bind(entry.request.to_string());
        }
        query
    })?;
    Ok(())
}

/// Our own failure costs nothing.
async fn free(transaction: &mut Transaction, entry: &LedgerEntry) -> Result<(), StoreError> {
    const SQL: &str = "update ledger set cost = 0 where id = $1";
    execute!(
        transaction,
        sqlx::query(SQL).bind(entry.request.to_string())
    )?;
    Ok(())
}

async fn return_units(
    transaction: &mut Transaction,
    returned: &BTreeMap<Account, i64>,
) -> Result<(), StoreError> {
    const SQL: &str =
        "update usage_period set used = used - $4 where org_id = $1 and period = $2 and mode = $3";
    for (account, units) in returned {
        execute!(
            transaction,
            sqlx::query(SQL)
                .bind(&account.org)
                .bind(&account.period)
                .bind(account.mode)
                .bind(units)
        )?;
    }
    Ok(())
}
