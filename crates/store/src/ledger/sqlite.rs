//! The ledger in SQLite: a thread with its own connection writes every batch from begin to commit.
//! Through the pool, each statement would be a round trip to the connection's thread and each bound
//! value an allocation, which together took longer than the disk.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use rusqlite::{
    CachedStatement, Connection, OpenFlags, OptionalExtension as _, Transaction,
    TransactionBehavior, params,
};
use tokio::sync::oneshot;

use super::account::{Balances, Returns, Shares};
use super::days::{self, Days};
use super::hours::{self, Hours};
use super::{Commit, LedgerEntry, Outcome, counted, stored, units};
use crate::error::StoreError;

/// The size of the log at which it is checkpointed, 16 MB. Every batch rewrites the same few pages
/// of indexes and sums. The longer the log, the fewer of those writes are repeated in the database.
const CHECKPOINT_PAGES: u32 = 4_000;

/// The page cache size: room for the ends of the indexes of some thousand organizations, which
/// would otherwise be read again for every batch.
const CACHE_KIB: i32 = 16_384;

/// The number of prepared statements: every statement that a batch needs.
const STATEMENTS: usize = 16;

/// The writer. The thread starts with the first batch, because most commands have none.
#[derive(Debug)]
pub(crate) struct SqliteLedger {
    path: PathBuf,
    wait: Duration,
    thread: Mutex<Option<Thread>>,
}

#[derive(Debug)]
struct Thread {
    batches: mpsc::Sender<Batch>,
    ended: oneshot::Receiver<()>,
}

#[derive(Debug)]
struct Batch {
    entries: Vec<Arc<LedgerEntry>>,
    outcomes: Vec<Outcome>,
    answer: oneshot::Sender<Result<Vec<Commit>, StoreError>>,
}

impl SqliteLedger {
    /// Creates a writer for the database at `path`. `wait` is how long a batch waits for another
    /// process that writes.
    pub(crate) const fn new(path: PathBuf, wait: Duration) -> Self {
        Self {
            path,
            wait,
            thread: Mutex::new(None),
        }
    }

    /// Counts and records a batch in one transaction. The caller holds the write permit.
    pub(super) async fn commit(
        &self,
        entries: &[Arc<LedgerEntry>],
        outcomes: &[Outcome],
    ) -> Result<Vec<Commit>, StoreError> {
        let (answer, answered) = oneshot::channel();
        self.send(Batch {
            entries: entries.to_vec(),
            outcomes: outcomes.to_vec(),
            answer,
        })?;
        answered.await.map_err(|_| gone())?
    }

    fn send(&self, batch: Batch) -> Result<(), StoreError> {
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        let running = match &mut *thread {
            Some(running) => running,
            none => none.insert(Thread::start(self.path.clone(), self.wait)?),
        };
        let sent = running.batches.send(batch);
        if sent.is_err() {
            // Only a panic can have ended the thread. The next batch gets another.
            *thread = None;
        }
        sent.map_err(|_| gone())
    }

    /// Ends the thread after its pending batches, and closes its connection.
    pub(crate) async fn close(&self) {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        let thread = { thread }.take();
        if let Some(Thread { batches, ended }) = thread {
            drop(batches);
            // Nothing is sent. The other end is dropped with the thread.
            ended.await.ok();
        }
    }
}

#[cfg(feature = "testing")]
impl SqliteLedger {
    /// Returns the journal and synchronous modes of a connection as the thread opens it.
    pub(crate) fn durability(&self) -> Result<String, StoreError> {
        let connection = open(&self.path, self.wait)?;
        let journal: String =
            connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
        let synchronous: i64 =
            connection.pragma_query_value(None, "synchronous", |row| row.get(0))?;
        Ok(format!("{journal} {synchronous}"))
    }
}

fn gone() -> StoreError {
    sqlx::Error::WorkerCrashed.into()
}

impl Thread {
    fn start(path: PathBuf, wait: Duration) -> Result<Self, StoreError> {
        let (batches, waiting) = mpsc::channel::<Batch>();
        let (end, ended) = oneshot::channel::<()>();
        let run = move || {
            let mut connection = None;
            while let Ok(batch) = waiting.recv() {
                let written = write(&mut connection, &path, wait, &batch);
                if written.is_err() {
                    // The connection may be in any state, so the next batch starts with a new one.
                    connection = None;
                }
                // A caller that no longer listens has been charged nevertheless.
                batch.answer.send(written).ok();
            }
            drop(connection);
            drop(end);
        };
        let thread = std::thread::Builder::new().name("ledger".to_owned());
        let spawned = thread.spawn(run);
        spawned.map_err(|error| StoreError::from(sqlx::Error::Io(error)))?;
        Ok(Self { batches, ended })
    }
}

fn write(
    connection: &mut Option<Connection>,
    path: &Path,
    wait: Duration,
    batch: &Batch,
) -> Result<Vec<Commit>, StoreError> {
    let connection = match connection {
        Some(connection) => connection,
        none => none.insert(open(path, wait)?),
    };
    // IMMEDIATE for the same reason as elsewhere: take the write lock at once, or queue for it.
    let immediate = TransactionBehavior::Immediate;
    let transaction = connection.transaction_with_behavior(immediate)?;
    let commits = use_allowances(&transaction, &batch.entries)?;
    let mut hours = Hours::default();
    insert_rows(&transaction, counted(&batch.entries, &commits), &mut hours)?;
    note_outcomes(&transaction, &batch.outcomes, &mut hours)?;
    change_hours(&transaction, &hours)?;
    change_days(&transaction, &Days::of(&hours))?;
    transaction.commit()?;
    Ok(commits)
}

/// Opens a connection like those of the pool, which have created the file and set WAL mode.
fn open(path: &Path, wait: Duration) -> Result<Connection, StoreError> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(wait)?;
    // FULL: a commit survives power loss, not only a crash of the process.
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", "ON")?;
    connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT_PAGES)?;
    connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    Ok(connection)
}

fn prepared<'a>(
    transaction: &'a Transaction<'_>,
    sql: &str,
) -> Result<CachedStatement<'a>, StoreError> {
    Ok(transaction.prepare_cached(sql)?)
}

/// Takes the cost of each entry from its accounts, as far as there is room.
fn use_allowances(
    transaction: &Transaction<'_>,
    entries: &[Arc<LedgerEntry>],
) -> Result<Vec<Commit>, StoreError> {
    const USED: &str =
        "select used from usage_period where org_id = ?1 and period = ?2 and mode = ?3";
    const SET: &str = "insert into usage_period (org_id, period, mode, used, cap) \
        values (?1, ?2, ?3, ?4, ?5) on conflict (org_id, period, mode) \
        do update set used = excluded.used, cap = excluded.cap";
    const TEST_USED: &str = "select used from test_usage where holder = ?1 and span = ?2";
    const TEST_SET: &str = "insert into test_usage (holder, span, used) values (?1, ?2, ?3) \
        on conflict (holder, span) do update set used = excluded.used";
    let shares = Shares::of(entries);
    let mut balances = Balances::default();
    let mut read = prepared(transaction, USED)?;
    for account in shares.orgs.keys() {
        let (org, period) = (account.org.text(), account.period.to_string());
        let used = read.query_row(params![&*org, period, account.mode()], |row| row.get(0));
        let used = units(used.optional()?.unwrap_or(0));
        balances.orgs.insert(*account, used);
    }
    let mut read = prepared(transaction, TEST_USED)?;
    for account in shares.test.keys() {
        let (holder, span) = (account.holder.to_string(), account.span.to_string());
        let used = read.query_row(params![holder, span], |row| row.get(0));
        let used = units(used.optional()?.unwrap_or(0));
        balances.test.insert(*account, used);
    }
    let commits = balances.fill(entries);
    let mut set = prepared(transaction, SET)?;
    for (account, share) in &shares.orgs {
        let (org, period) = (account.org.text(), account.period.to_string());
        let used = balances.orgs.get(account).copied().unwrap_or(0);
        set.execute(params![
            &*org,
            period,
            account.mode(),
            stored(used),
            stored(share.cap)
        ])?;
    }
    let mut set = prepared(transaction, TEST_SET)?;
    for (account, used) in &balances.test {
        let (holder, span) = (account.holder.to_string(), account.span.to_string());
        set.execute(params![holder, span, stored(*used)])?;
    }
    Ok(commits)
}

fn insert_rows<'a>(
    transaction: &Transaction<'_>,
    entries: impl Iterator<Item = &'a LedgerEntry>,
    hours: &mut Hours<'a>,
) -> Result<(), StoreError> {
    const SQL: &str = "insert into ledger (id, org_id, key_id, family, operation, mode, cost, at, \
        status, origin_host, user_id, rate_class, error_code, latency_us) \
        values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";
    let mut insert = prepared(transaction, SQL)?;
    for entry in entries {
        insert.execute(params![
            entry.request.bytes(),
            entry.org.bytes(),
            entry.key.as_ref().map(access::KeyId::bytes),
            entry.family.as_ref().map(access::KeyId::bytes),
            entry.operation,
            entry.mode.name(),
            entry.cost,
            entry.at.micros(),
            entry.status,
            entry.origin_host,
            entry.user.as_ref().map(access::UserId::bytes),
            super::noted(entry.class),
            entry.error_code,
            entry.latency_us,
        ])?;
        hours.count(entry);
    }
    Ok(())
}

/// Records the outcomes of rows that have none yet, and returns the units of requests that the
/// service failed. Recording twice changes nothing, so an outcome may be sent again after an error.
fn note_outcomes<'a>(
    transaction: &Transaction<'_>,
    outcomes: &'a [Outcome],
    hours: &mut Hours<'a>,
) -> Result<(), StoreError> {
    // Uses the index of organizations and instants, whose pages the row's own insertion has just
    // used.
    const NOTE: &str = "update ledger set status = ?4, cost = cost - ?5, error_code = ?6, \
        latency_us = ?7 where org_id = ?1 and at = ?2 and id = ?3 and status is null";
    let mut note = prepared(transaction, NOTE)?;
    let mut returned = Returns::default();
    for outcome in outcomes {
        let (entry, units) = (&*outcome.entry, outcome.returned_units());
        // A row that is missing or already has an outcome changes nothing else either.
        let noted = note.execute(params![
            entry.org.bytes(),
            entry.at.micros(),
            entry.request.bytes(),
            outcome.status,
            units,
            outcome.error_code,
            outcome.latency_us,
        ])?;
        if noted == 0 {
            continue;
        }
        hours.settle(outcome);
        returned.add(entry, units);
    }
    return_units(transaction, &returned)
}

fn return_units(transaction: &Transaction<'_>, returned: &Returns) -> Result<(), StoreError> {
    const RETURN: &str = "update usage_period set used = used - ?4 \
        where org_id = ?1 and period = ?2 and mode = ?3";
    const TEST_RETURN: &str =
        "update test_usage set used = used - ?3 where holder = ?1 and span = ?2";
    for (account, units) in &returned.orgs {
        let (org, period) = (account.org.text(), account.period.to_string());
        let mut give_back = prepared(transaction, RETURN)?;
        give_back.execute(params![&*org, period, account.mode(), units])?;
    }
    for (account, units) in &returned.test {
        let (holder, span) = (account.holder.to_string(), account.span.to_string());
        let mut give_back = prepared(transaction, TEST_RETURN)?;
        give_back.execute(params![holder, span, units])?;
    }
    Ok(())
}

fn change_hours(transaction: &Transaction<'_>, hours: &Hours<'_>) -> Result<(), StoreError> {
    let sql = format!(
        "{} values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) {}",
        hours::INTO,
        hours::CONFLICT
    );
    let mut add = prepared(transaction, &sql)?;
    for (slice, change) in hours.changes() {
        add.execute(params![
            &*slice.org.text(),
            slice.hour,
            slice.who(),
            slice.operation,
            slice.origin_host,
            change.requests,
            change.units,
            change.succeeded,
            change.refused,
            change.failed,
        ])?;
    }
    Ok(())
}

fn change_days(transaction: &Transaction<'_>, days: &Days<'_>) -> Result<(), StoreError> {
    let sql = format!(
        "{} values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) {}",
        days::INTO,
        days::CONFLICT
    );
    let mut add = prepared(transaction, &sql)?;
    for (slice, change) in days.changes() {
        add.execute(params![
            &*slice.org.text(),
            slice.dimension.name(),
            slice.label,
            slice.day,
            change.requests,
            change.units,
            change.succeeded,
            change.refused,
            change.failed,
        ])?;
    }
    Ok(())
}
