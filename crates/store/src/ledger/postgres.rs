//! The ledger in PostgreSQL: every batch takes a few statements, whatever its size. Rows are passed
//! as arrays, one for each column, so that a statement has one text and is prepared once. Its rows
//! are processed in the order of the arrays.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use sqlx::postgres::PgArguments;
use sqlx::query::Query;
use sqlx::{AssertSqlSafe, FromRow, PgConnection, PgPool, Postgres};

use super::account::{Account, Balances, Returns, Share, Shares};
use super::days::{self, Days};
use super::hours::{self, Change, Hours};
use super::test_units::TestAccount;
use super::{Commit, LedgerEntry, Outcome, counted, stored, units};
use crate::error::StoreError;

/// The ledger writer of one node.
#[derive(Clone, Debug)]
pub(crate) struct PostgresLedger {
    pool: PgPool,
    /// The number of an advisory lock that the server grants to one commit of this node at a time.
    /// The node abandons a commit that takes too long, but the server may still decide it later.
    /// The next commit, which asks for its result, waits until then.
    turn: i64,
}

impl PostgresLedger {
    /// Creates the writer of a node that has just started.
    pub(crate) async fn start(pool: PgPool) -> Result<Self, sqlx::Error> {
        let sql = "select cast(random() * 9e18 as bigint)";
        let turn = sqlx::query_scalar(sql).fetch_one(&pool).await?;
        Ok(Self { pool, turn })
    }

    /// Counts and records a batch in one transaction.
    ///
    /// Ledger rows, which no other node touches, come first: accounts and sums stay locked until
    /// the commit, and nodes wait for each other there. Therefore all rows are written first, and
    /// rows whose account has no room left are then deleted. The service mostly knows about these
    /// before it asks.
    pub(super) async fn commit(
        &self,
        entries: &[Arc<LedgerEntry>],
        outcomes: &[Outcome],
    ) -> Result<Vec<Commit>, StoreError> {
        let mut transaction = self.pool.begin().await?;
        // A separate statement, so that the next ones see everything committed before the lock was
        // granted.
        let turn = sqlx::query("select pg_advisory_xact_lock($1)").bind(self.turn);
        turn.execute(&mut *transaction).await?;
        insert_rows(&mut transaction, entries).await?;
        let mut hours = Hours::default();
        let returned = note_outcomes(&mut transaction, outcomes, &mut hours).await?;
        let commits = use_allowances(&mut transaction, entries, outcomes).await?;
        delete_rows(&mut transaction, entries, &commits).await?;
        return_units(&mut transaction, &returned).await?;
        for entry in counted(entries, &commits) {
            hours.count(entry);
        }
        change_hours(&mut transaction, &hours).await?;
        change_days(&mut transaction, &Days::of(&hours)).await?;
        transaction.commit().await?;
        Ok(commits)
    }
}

#[derive(FromRow)]
struct UsedRow {
    org_id: String,
    period: String,
    mode: String,
    used: i64,
    fitted: bool,
}

/// Takes the cost of each entry from its accounts, as far as there is room.
///
/// Its first statements lock every account that the batch changes, including those it returns units
/// to, in the order of their ids. Nodes whose batches share several accounts then wait in one
/// order, without deadlocks.
async fn use_allowances(
    connection: &mut PgConnection,
    entries: &[Arc<LedgerEntry>],
    outcomes: &[Outcome],
) -> Result<Vec<Commit>, StoreError> {
    let mut shares = Shares::of(entries);
    for outcome in outcomes.iter().filter(|it| it.returned_units() > 0) {
        shares.add_returned(&outcome.entry);
    }
    let mut balances = Balances::default();
    let orgs = use_at_once(connection, &shares.orgs, &mut balances).await?;
    let test = use_test_at_once(connection, &shares.test, &mut balances).await?;
    let commits = balances.fill(entries);
    // All entries that seemed to fit were counted at once. They usually do fit, and nothing is left
    // to do.
    let wrong = orgs.into_iter().filter_map(|(account, counted)| {
        let (used, cap) = (
            *balances.orgs.get(&account)?,
            shares.orgs.get(&account)?.cap,
        );
        (counted != Some(used)).then_some((account, used, cap))
    });
    set_used(connection, &wrong.collect::<Vec<_>>()).await?;
    let wrong = test.into_iter().filter_map(|(account, counted)| {
        let used = *balances.test.get(&account)?;
        (counted != used).then_some((account, used))
    });
    set_test_used(connection, &wrong.collect::<Vec<_>>()).await?;
    Ok(commits)
}

/// Locks the accounts and counts everything that fits. The other accounts stay as they were. A cap
/// below zero marks them, within the transaction only, because `returning` cannot see the previous
/// value. Returns the new value of each account, or `None` if it must be written again. The
/// balances are the previous values.
async fn use_at_once(
    connection: &mut PgConnection,
    shares: &BTreeMap<Account, Share>,
    balances: &mut Balances,
) -> Result<Vec<(Account, Option<u64>)>, StoreError> {
    const SQL: &str = "insert into usage_period (org_id, period, mode, used, cap) \
        select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[]) \
        on conflict (org_id, period, mode) do update set \
        used = case when usage_period.used + excluded.used <= excluded.cap or excluded.used = 0 \
        then usage_period.used + excluded.used else usage_period.used end, \
        cap = case when usage_period.used + excluded.used <= excluded.cap or excluded.used = 0 \
        then excluded.cap else -1 end \
        returning org_id, period, mode, used, cap >= 0 as fitted";
    if shares.is_empty() {
        return Ok(Vec::new());
    }
    // A share that cannot fit at all requests nothing: its row, which may be new, is only locked.
    let asked = |share: &Share| {
        if share.total <= share.cap {
            share.total
        } else {
            0
        }
    };
    let accounts = || shares.keys();
    let query = sqlx::query_as(SQL)
        .bind(column(accounts(), |it| it.org.to_string()))
        .bind(column(accounts(), |it| it.period.to_string()))
        .bind(column(accounts(), Account::mode))
        .bind(column(shares.values(), |it| stored(asked(it))))
        .bind(column(shares.values(), |it| stored(it.cap)));
    let rows: Vec<UsedRow> = query.fetch_all(connection).await?;
    let named = |it: UsedRow| ((it.org_id, it.period, it.mode), (it.used, it.fitted));
    let mut rows: HashMap<_, _> = rows.into_iter().map(named).collect();
    let mut counted = Vec::with_capacity(shares.len());
    for (account, share) in shares {
        let mode = account.mode().to_owned();
        let name = (account.org.to_string(), account.period.to_string(), mode);
        let Some((used, fitted)) = rows.remove(&name) else {
            continue;
        };
        let used = units(used);
        let before = if fitted {
            used.saturating_sub(asked(share))
        } else {
            used
        };
        balances.orgs.insert(*account, before);
        counted.push((*account, fitted.then_some(used)));
    }
    Ok(counted)
}

#[derive(FromRow)]
struct TestUsedRow {
    holder: String,
    span: String,
    used: i64,
}

/// Locks the accounts of test keys and counts everything. The balances are the previous values.
/// Accounts that do not fit are written again before the commit, while the rows are locked.
async fn use_test_at_once(
    connection: &mut PgConnection,
    shares: &BTreeMap<TestAccount, u64>,
    balances: &mut Balances,
) -> Result<Vec<(TestAccount, u64)>, StoreError> {
    const SQL: &str = "insert into test_usage (holder, span, used) \
        select * from unnest($1::text[], $2::text[], $3::bigint[]) \
        on conflict (holder, span) do update set used = test_usage.used + excluded.used \
        returning holder, span, used";
    if shares.is_empty() {
        return Ok(Vec::new());
    }
    let query = sqlx::query_as(SQL)
        .bind(column(shares.keys(), |it| it.holder.to_string()))
        .bind(column(shares.keys(), |it| it.span.to_string()))
        .bind(column(shares.values(), |it| stored(*it)));
    let rows: Vec<TestUsedRow> = query.fetch_all(connection).await?;
    let named = |it: TestUsedRow| ((it.holder, it.span), units(it.used));
    let mut rows: HashMap<_, _> = rows.into_iter().map(named).collect();
    let mut counted = Vec::with_capacity(shares.len());
    for (account, asked) in shares {
        let name = (account.holder.to_string(), account.span.to_string());
        let Some(used) = rows.remove(&name) else {
            continue;
        };
        balances.test.insert(*account, used.saturating_sub(*asked));
        counted.push((*account, used));
    }
    Ok(counted)
}

/// Returns one value of each row.
fn column<R, V>(rows: impl Iterator<Item = R>, value: impl Fn(R) -> V) -> Vec<V> {
    rows.map(value).collect()
}

/// Writes the usage of accounts and their caps. They are already locked.
async fn set_used(
    connection: &mut PgConnection,
    filled: &[(Account, u64, u64)],
) -> Result<(), StoreError> {
    const SQL: &str = "update usage_period set used = it.used, cap = it.cap \
        from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[]) \
        as it (org_id, period, mode, used, cap) \
        where usage_period.org_id = it.org_id and usage_period.period = it.period \
        and usage_period.mode = it.mode";
    if filled.is_empty() {
        return Ok(());
    }
    let accounts = || filled.iter().map(|(account, ..)| account);
    let query = sqlx::query(SQL)
        .bind(column(accounts(), |it| it.org.to_string()))
        .bind(column(accounts(), |it| it.period.to_string()))
        .bind(column(accounts(), Account::mode))
        .bind(column(filled.iter(), |(_, used, _)| stored(*used)))
        .bind(column(filled.iter(), |(.., cap)| stored(*cap)));
    query.execute(connection).await?;
    Ok(())
}

/// Writes the usage of test accounts, which are already locked.
async fn set_test_used(
    connection: &mut PgConnection,
    filled: &[(TestAccount, u64)],
) -> Result<(), StoreError> {
    const SQL: &str = "update test_usage set used = it.used \
        from unnest($1::text[], $2::text[], $3::bigint[]) as it (holder, span, used) \
        where test_usage.holder = it.holder and test_usage.span = it.span";
    if filled.is_empty() {
        return Ok(());
    }
    let query = sqlx::query(SQL)
        .bind(column(filled.iter(), |(it, _)| it.holder.to_string()))
        .bind(column(filled.iter(), |(it, _)| it.span.to_string()))
        .bind(column(filled.iter(), |(_, used)| stored(*used)));
    query.execute(connection).await?;
    Ok(())
}

async fn insert_rows(
    connection: &mut PgConnection,
    entries: &[Arc<LedgerEntry>],
) -> Result<(), StoreError> {
    const SQL: &str = "insert into ledger (id, org_id, key_id, family, operation, mode, cost, at, \
        status, origin_host, user_id, rate_class, error_code, latency_us) \
        select * from unnest($1::bytea[], $2::bytea[], $3::bytea[], $4::bytea[], $5::text[], \
        $6::text[], $7::bigint[], $8::bigint[], $9::bigint[], $10::text[], $11::bytea[], $12::text[], \
        $13::text[], $14::integer[])";
    if entries.is_empty() {
        return Ok(());
    }
    let rows = || entries.iter();
    let query = sqlx::query(SQL)
        .bind(column(rows(), |it| it.request.bytes().as_slice()))
        .bind(column(rows(), |it| it.org.bytes().as_slice()))
        .bind(column(rows(), |it| {
            Some(it.key.as_ref()?.bytes().as_slice())
        }))
        .bind(column(rows(), |it| {
            Some(it.family.as_ref()?.bytes().as_slice())
        }))
        .bind(column(rows(), |it| it.operation))
        .bind(column(rows(), |it| it.mode.name()))
        .bind(column(rows(), |it| i64::from(it.cost)))
        .bind(column(rows(), |it| it.at.micros()))
        .bind(column(rows(), |it| it.status.map(i64::from)))
        .bind(column(rows(), |it| it.origin_host.as_str()))
        .bind(column(rows(), |it| {
            Some(it.user.as_ref()?.bytes().as_slice())
        }))
        .bind(column(rows(), |it| super::noted(it.class)))
        .bind(column(rows(), |it| it.error_code))
        .bind(column(rows(), |it| it.latency_us.map(latency)));
    query.execute(connection).await?;
    Ok(())
}

/// Deletes the rows that were not counted.
async fn delete_rows(
    connection: &mut PgConnection,
    entries: &[Arc<LedgerEntry>],
    commits: &[Commit],
) -> Result<(), StoreError> {
    let both = entries.iter().zip(commits);
    let exhausted = both.filter(|(_, commit)| matches!(commit, Commit::Exhausted { .. }));
    let ids = column(exhausted, |(entry, _)| entry.request.bytes().as_slice());
    if ids.is_empty() {
        return Ok(());
    }
    // Planned on each execution, as in `note`.
    let query = sqlx::query("delete from ledger where id = any($1)").persistent(false);
    query.bind(ids).execute(connection).await?;
    Ok(())
}

/// Records the outcomes of rows that have none yet, and returns the units to return for requests
/// that the service failed. Recording twice changes nothing, so an outcome may be sent again after an
/// error.
async fn note_outcomes<'a>(
    connection: &mut PgConnection,
    outcomes: &'a [Outcome],
    hours: &mut Hours<'a>,
) -> Result<Returns, StoreError> {
    let mut noted = Vec::new();
    let mut returned = Returns::default();
    let doubtful = outcomes.iter().filter(|it| it.again);
    let open = open_among(connection, doubtful.map(|it| &*it.entry)).await?;
    for outcome in outcomes {
        let entry = &*outcome.entry;
        if outcome.again && !open.contains(entry.request.bytes().as_slice()) {
            continue;
        }
        noted.push(outcome);
        hours.settle(outcome);
        returned.add(entry, outcome.returned_units());
    }
    note(connection, &noted).await?;
    Ok(returned)
}

/// Returns the ids that are in the ledger and have no recorded outcome.
async fn open_among<'a>(
    connection: &mut PgConnection,
    entries: impl Iterator<Item = &'a LedgerEntry>,
) -> Result<HashSet<Vec<u8>>, StoreError> {
    const SQL: &str = "select id from ledger where id = any($1) and status is null";
    let ids = column(entries, |it| it.request.bytes().as_slice());
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    // Planned on each execution, as in `note`.
    let query = sqlx::query_scalar(SQL).persistent(false).bind(ids);
    Ok(query.fetch_all(connection).await?.into_iter().collect())
}

/// Records outcomes in one statement. It names the instant of each row as well: if the ledger is
/// partitioned by time, only the partitions of these rows are read.
async fn note(connection: &mut PgConnection, outcomes: &[&Outcome]) -> Result<(), StoreError> {
    const SQL: &str = "update ledger set status = it.status, cost = ledger.cost - it.returned, \
        error_code = it.error_code, latency_us = it.latency_us \
        from unnest($1::bytea[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], \
        $6::integer[]) as it (id, at, status, returned, error_code, latency_us) \
        where ledger.id = it.id and ledger.at = it.at";
    if outcomes.is_empty() {
        return Ok(());
    }
    let rows = || outcomes.iter();
    // Planned on each execution: a plan cached when the ledger was tiny reads the whole table until
    // it is first analyzed.
    let query = sqlx::query(SQL)
        .persistent(false)
        .bind(column(rows(), |it| it.entry.request.bytes().as_slice()))
        .bind(column(rows(), |it| it.entry.at.micros()))
        .bind(column(rows(), |it| i64::from(it.status)))
        .bind(column(rows(), |it| i64::from(it.returned_units())))
        .bind(column(rows(), |it| it.error_code))
        .bind(column(rows(), |it| it.latency_us.map(latency)));
    query.execute(connection).await?;
    Ok(())
}

/// Converts a latency for its four bytes. Longer than half an hour is stored as half an hour.
fn latency(micros: u32) -> i32 {
    i32::try_from(micros).unwrap_or(i32::MAX)
}

/// Returns units to accounts that are already locked.
async fn return_units(connection: &mut PgConnection, returned: &Returns) -> Result<(), StoreError> {
    const SQL: &str = "update usage_period set used = usage_period.used - it.units \
        from unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) \
        as it (org_id, period, mode, units) \
        where usage_period.org_id = it.org_id and usage_period.period = it.period \
        and usage_period.mode = it.mode";
    const TEST_SQL: &str = "update test_usage set used = test_usage.used - it.units \
        from unnest($1::text[], $2::text[], $3::bigint[]) as it (holder, span, units) \
        where test_usage.holder = it.holder and test_usage.span = it.span";
    if !returned.orgs.is_empty() {
        let accounts = || returned.orgs.keys();
        let query = sqlx::query(SQL)
            .bind(column(accounts(), |it| it.org.to_string()))
            .bind(column(accounts(), |it| it.period.to_string()))
            .bind(column(accounts(), Account::mode))
            .bind(column(returned.orgs.values(), |it| *it));
        query.execute(&mut *connection).await?;
    }
    if !returned.test.is_empty() {
        let accounts = || returned.test.keys();
        let query = sqlx::query(TEST_SQL)
            .bind(column(accounts(), |it| it.holder.to_string()))
            .bind(column(accounts(), |it| it.span.to_string()))
            .bind(column(returned.test.values(), |it| *it));
        query.execute(connection).await?;
    }
    Ok(())
}

async fn change_hours(connection: &mut PgConnection, hours: &Hours<'_>) -> Result<(), StoreError> {
    let changes: Vec<_> = hours.changes().collect();
    if changes.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "{} select * from unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], \
         $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[]) {}",
        hours::INTO,
        hours::CONFLICT
    );
    let slices = || changes.iter().map(|(slice, _)| *slice);
    let query = sqlx::query(AssertSqlSafe(sql.as_str()))
        .bind(column(slices(), |it| it.org.to_string()))
        .bind(column(slices(), |it| it.hour))
        .bind(column(slices(), hours::Slice::who))
        .bind(column(slices(), |it| it.operation))
        .bind(column(slices(), |it| it.origin_host));
    let query = bind_changes(query, &changes);
    query.execute(connection).await?;
    Ok(())
}

async fn change_days(connection: &mut PgConnection, days: &Days<'_>) -> Result<(), StoreError> {
    let changes: Vec<_> = days.changes().collect();
    if changes.is_empty() {
        return Ok(());
    }
    let sql = format!(
        "{} select * from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], \
         $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[]) {}",
        days::INTO,
        days::CONFLICT
    );
    let slices = || changes.iter().map(|(slice, _)| *slice);
    let query = sqlx::query(AssertSqlSafe(sql.as_str()))
        .bind(column(slices(), |it| it.org.to_string()))
        .bind(column(slices(), |it| it.dimension.name()))
        .bind(column(slices(), |it| it.label.as_ref()))
        .bind(column(slices(), |it| it.day));
    let query = bind_changes(query, &changes);
    query.execute(connection).await?;
    Ok(())
}

type PgQuery<'q> = Query<'q, Postgres, PgArguments>;

fn bind_changes<'q, S>(query: PgQuery<'q>, changes: &[(S, &Change)]) -> PgQuery<'q> {
    let column = |value: fn(&Change) -> i64| column(changes.iter(), |(_, it)| value(it));
    query
        .bind(column(|it| it.requests))
        .bind(column(|it| it.units))
        .bind(column(|it| it.succeeded))
        .bind(column(|it| it.refused))
        .bind(column(|it| it.failed))
}
