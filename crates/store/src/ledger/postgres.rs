//! The ledger in PostgreSQL: every batch is a few statements with many rows.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use sqlx::{AssertSqlSafe, FromRow, PgConnection, PgPool};

use super::account::{Account, Share, shares};
use super::days::{self, Days};
use super::hours::{self, Change, Hours, Slice};
use super::{Commit, LedgerEntry, Outcome, counted, stored, units};
use crate::backend::{numbered_places, numbered_rows, portions};
use crate::error::StoreError;

/// Counts and notes a batch in one transaction.
pub(super) async fn commit(
    pool: &PgPool,
    entries: &[Arc<LedgerEntry>],
    outcomes: &[Outcome],
) -> Result<Vec<Commit>, StoreError> {
    let mut transaction = pool.begin().await?;
    let commits = use_allowances(&mut transaction, entries, outcomes).await?;
    let counted: Vec<_> = counted(entries, &commits).collect();
    insert_rows(&mut transaction, &counted).await?;
    let mut hours = Hours::default();
    for entry in counted {
        hours.count(entry);
    }
    note_outcomes(&mut transaction, outcomes, &mut hours).await?;
    let changes: Vec<_> = hours.changes().collect();
    for portion in portions(&changes) {
        change_hours(&mut transaction, portion).await?;
    }
    let days = Days::of(&hours);
    let changes: Vec<_> = days.changes().collect();
    for portion in portions(&changes) {
        change_days(&mut transaction, portion).await?;
    }
    transaction.commit().await?;
    Ok(commits)
}

#[derive(FromRow)]
struct UsedRow {
    org_id: String,
    period: String,
    mode: String,
    used: i64,
    fitted: bool,
}

/// Takes the cost of each entry from its account, as far as there is room.
///
/// Its first statement locks every account that the batch will change, those it returns units to
/// included, in the order of their ids. Nodes whose batches meet in several accounts then wait in
/// one order, and never for each other.
async fn use_allowances(
    connection: &mut PgConnection,
    entries: &[Arc<LedgerEntry>],
    outcomes: &[Outcome],
) -> Result<Vec<Commit>, StoreError> {
    let mut shares = shares(entries);
    for outcome in outcomes.iter().filter(|it| it.returned_units() > 0) {
        let account = Account::of(&outcome.entry);
        let share = shares.entry(account).or_default();
        if share.entries.is_empty() {
            share.cap = outcome.entry.cap;
        }
    }
    let all: Vec<_> = shares.iter().collect();
    let mut rows = Vec::with_capacity(all.len());
    for portion in portions(&all) {
        rows.extend(use_at_once(connection, portion).await?);
    }
    let named = |account: &Account| {
        let mode = account.mode().to_owned();
        (account.org.to_string(), account.period.to_string(), mode)
    };
    let mut used: HashMap<_, _> = rows
        .into_iter()
        .map(|it| ((it.org_id, it.period, it.mode), (units(it.used), it.fitted)))
        .collect();
    let mut commits = vec![Commit::Exhausted { used: 0 }; entries.len()];
    for (account, share) in &shares {
        let Some((used, fitted)) = used.remove(&named(account)) else {
            continue;
        };
        if fitted && share.total <= share.cap {
            for index in &share.entries {
                commits[*index] = Commit::Counted { used };
            }
        } else {
            let used = share.fill(used, entries, &mut commits);
            set_used(connection, account, (used, share.cap)).await?;
        }
    }
    Ok(commits)
}

/// Locks the accounts, and counts everything where it fits; the others stay as they were. A cap
/// below zero says so, within the transaction only: `returning` cannot see what was there before.
async fn use_at_once(
    connection: &mut PgConnection,
    accounts: &[(&Account, &Share)],
) -> Result<Vec<UsedRow>, StoreError> {
    let sql = format!(
        "insert into usage_period (org_id, period, mode, used, cap) values {} \
         on conflict (org_id, period, mode) do update set \
         used = case when usage_period.used + excluded.used <= excluded.cap or excluded.used = 0 \
         then usage_period.used + excluded.used else usage_period.used end, \
         cap = case when usage_period.used + excluded.used <= excluded.cap or excluded.used = 0 \
         then excluded.cap else -1 end \
         returning org_id, period, mode, used, cap >= 0 as fitted",
        numbered_rows(accounts.len(), 5)
    );
    let mut query = sqlx::query_as(AssertSqlSafe(sql.as_str()));
    for (account, share) in accounts {
        // Nothing is asked where the row is new: what cannot fit at all is only locked.
        let total = if share.total <= share.cap {
            share.total
        } else {
            0
        };
        query = query
            .bind(account.org.to_string())
            .bind(account.period.to_string())
            .bind(account.mode())
            .bind(stored(total))
            .bind(stored(share.cap));
    }
    Ok(query.fetch_all(connection).await?)
}

/// Writes what is used of an account that is locked.
async fn set_used(
    connection: &mut PgConnection,
    account: &Account,
    (used, cap): (u64, u64),
) -> Result<(), StoreError> {
    const SQL: &str = "update usage_period set used = $4, cap = $5 \
        where org_id = $1 and period = $2 and mode = $3";
    sqlx::query(SQL)
        .bind(account.org.to_string())
        .bind(account.period.to_string())
        .bind(account.mode())
        .bind(stored(used))
        .bind(stored(cap))
        .execute(connection)
        .await?;
    Ok(())
}

async fn insert_rows(
    connection: &mut PgConnection,
    entries: &[&LedgerEntry],
) -> Result<(), StoreError> {
    for portion in portions(entries) {
        let sql = format!(
            "insert into ledger (id, org_id, key_id, family, operation, mode, cost, at, status, \
             origin_host, user_id, rate_class) values {}",
            numbered_rows(portion.len(), 12)
        );
        let mut query = sqlx::query(AssertSqlSafe(sql.as_str()));
        for entry in portion {
            query = query
                .bind(entry.request.bytes().as_slice())
                .bind(entry.org.bytes().as_slice())
                .bind(entry.key.as_ref().map(|it| it.bytes().as_slice()))
                .bind(entry.family.as_ref().map(|it| it.bytes().as_slice()))
                .bind(entry.operation)
                .bind(entry.mode.name())
                .bind(i64::from(entry.cost))
                .bind(entry.at.micros())
                .bind(entry.status.map(i64::from))
                .bind(&entry.origin_host)
                .bind(entry.user.as_ref().map(|it| it.bytes().as_slice()))
                .bind(entry.class.noted());
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Notes the status of rows that have none yet, and returns the units of what failed by our own fault. Noting
/// twice changes nothing, so an outcome may be sent again after an error.
async fn note_outcomes<'a>(
    connection: &mut PgConnection,
    outcomes: &'a [Outcome],
    hours: &mut Hours<'a>,
) -> Result<(), StoreError> {
    let mut alike: BTreeMap<(u16, u32), Vec<&LedgerEntry>> = BTreeMap::new();
    let mut returned: BTreeMap<Account, i64> = BTreeMap::new();
    for outcome in outcomes {
        let entry = &*outcome.entry;
        if outcome.again && !is_open(connection, entry).await? {
            continue;
        }
        let units = outcome.returned_units();
        alike
            .entry((outcome.status, units))
            .or_default()
            .push(entry);
        hours.settle(outcome);
        if units > 0 {
            *returned.entry(Account::of(entry)).or_default() += i64::from(units);
        }
    }
    for (outcome, entries) in &alike {
        for portion in portions(entries) {
            note(connection, *outcome, portion).await?;
        }
    }
    return_units(connection, &returned).await
}

/// Whether a row is there and its outcome has not been noted.
async fn is_open(connection: &mut PgConnection, entry: &LedgerEntry) -> Result<bool, StoreError> {
    const SQL: &str = "select count(*) from ledger where id = $1 and status is null";
    let query = sqlx::query_scalar(SQL).bind(entry.request.bytes().as_slice());
    let open: i64 = query.fetch_one(connection).await?;
    Ok(open > 0)
}

/// Notes one status and so many returned units for some rows.
async fn note(
    connection: &mut PgConnection,
    (status, returned): (u16, u32),
    entries: &[&LedgerEntry],
) -> Result<(), StoreError> {
    let sql = format!(
        "update ledger set status = $1, cost = cost - $2 where id in ({})",
        numbered_places(2, entries.len())
    );
    // Planned anew each time: a plan that was kept from when the ledger was tiny reads all of it, until the table is
    // first analyzed.
    let query = sqlx::query(AssertSqlSafe(sql.as_str())).persistent(false);
    let mut query = query.bind(i64::from(status)).bind(i64::from(returned));
    for entry in entries {
        query = query.bind(entry.request.bytes().as_slice());
    }
    query.execute(connection).await?;
    Ok(())
}

/// Gives units back, to accounts that are locked already.
async fn return_units(
    connection: &mut PgConnection,
    returned: &BTreeMap<Account, i64>,
) -> Result<(), StoreError> {
    const SQL: &str =
        "update usage_period set used = used - $4 where org_id = $1 and period = $2 and mode = $3";
    for (account, units) in returned {
        sqlx::query(SQL)
            .bind(account.org.to_string())
            .bind(account.period.to_string())
            .bind(account.mode())
            .bind(units)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn change_hours(
    connection: &mut PgConnection,
    changes: &[(&Slice<'_>, &Change)],
) -> Result<(), StoreError> {
    let rows = numbered_rows(changes.len(), 10);
    let sql = format!("{} {rows} {}", hours::INSERT, hours::CONFLICT);
    let mut query = sqlx::query(AssertSqlSafe(sql.as_str()));
    for (slice, change) in changes {
        query = query
            .bind(slice.org.to_string())
            .bind(slice.hour)
            .bind(slice.who())
            .bind(slice.operation)
            .bind(slice.origin_host)
            .bind(change.requests)
            .bind(change.units)
            .bind(change.succeeded)
            .bind(change.refused)
            .bind(change.failed);
    }
    query.execute(connection).await?;
    Ok(())
}

async fn change_days(
    connection: &mut PgConnection,
    changes: &[(&days::Slice<'_>, &Change)],
) -> Result<(), StoreError> {
    let rows = numbered_rows(changes.len(), 9);
    let sql = format!("{} {rows} {}", days::INSERT, days::CONFLICT);
    let mut query = sqlx::query(AssertSqlSafe(sql.as_str()));
    for (slice, change) in changes {
        query = query
            .bind(slice.org.to_string())
            .bind(slice.dimension.name())
            .bind(slice.label.as_ref())
            .bind(slice.day)
            .bind(change.requests)
            .bind(change.units)
            .bind(change.succeeded)
            .bind(change.refused)
            .bind(change.failed);
    }
    query.execute(connection).await?;
    Ok(())
}
