//! The ledger in PostgreSQL: every batch is a few statements with many rows.

use std::collections::BTreeMap;
use std::sync::Arc;

use access::Period;
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
    let commits = use_allowances(&mut transaction, entries).await?;
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
}

/// Takes the cost of each entry from its account, as far as there is room.
async fn use_allowances(
    connection: &mut PgConnection,
    entries: &[Arc<LedgerEntry>],
) -> Result<Vec<Commit>, StoreError> {
    let mut shares = shares(entries);
    let mut commits = vec![Commit::Exhausted { used: 0 }; entries.len()];
    for used in use_at_once(connection, &shares).await? {
        let found = shares.iter().find(|(account, _)| {
            account.org.to_string() == used.org_id
                && account.period.to_string() == used.period
                && account.mode() == used.mode
        });
        let Some((account, share)) = found else {
            continue;
        };
        for index in &share.entries {
            commits[*index] = Commit::Counted {
                used: units(used.used),
            };
        }
        let account = *account;
        shares.remove(&account);
    }
    // What is left did not fit as a whole.
    for (account, share) in &shares {
        use_one_by_one(connection, account, share, entries, &mut commits).await?;
    }
    Ok(commits)
}

/// One statement for all accounts with room for everything; the others are not in its answer.
async fn use_at_once(
    connection: &mut PgConnection,
    shares: &BTreeMap<Account, Share>,
) -> Result<Vec<UsedRow>, StoreError> {
    // The row's condition is not asked when the row is new.
    let fitting: Vec<_> = shares
        .iter()
        .filter(|(_, share)| share.total <= share.cap)
        .collect();
    let mut used = Vec::new();
    for portion in portions(&fitting) {
        used.extend(use_some(connection, portion).await?);
    }
    Ok(used)
}

async fn use_some(
    connection: &mut PgConnection,
    fitting: &[(&Account, &Share)],
) -> Result<Vec<UsedRow>, StoreError> {
    let sql = format!(
        "insert into usage_period (org_id, period, mode, used, cap) values {} \
         on conflict (org_id, period, mode) do update \
         set used = usage_period.used + excluded.used, cap = excluded.cap \
         where usage_period.used + excluded.used <= excluded.cap \
         returning org_id, period, mode, used",
        numbered_rows(fitting.len(), 5)
    );
    let mut query = sqlx::query_as(AssertSqlSafe(sql.as_str()));
    for (account, share) in fitting {
        query = query
            .bind(account.org.to_string())
            .bind(account.period.to_string())
            .bind(account.mode())
            .bind(stored(share.total))
            .bind(stored(share.cap));
    }
    Ok(query.fetch_all(connection).await?)
}

/// Fills an account up to its cap, in the order of arrival.
async fn use_one_by_one(
    connection: &mut PgConnection,
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
    let before: i64 = sqlx::query_scalar(LOCK)
        .bind(account.org.to_string())
        .bind(account.period.to_string())
        .bind(account.mode())
        .bind(stored(share.cap))
        .fetch_one(&mut *connection)
        .await?;
    let used = share.fill(units(before), entries, commits);
    sqlx::query(SET)
        .bind(account.org.to_string())
        .bind(account.period.to_string())
        .bind(account.mode())
        .bind(stored(used))
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
            "insert into ledger (id, org_id, key_id, family, operation, mode, period, cost, at, \
             status, origin_host, user_id, rate_class) values {}",
            numbered_rows(portion.len(), 13)
        );
        let mut query = sqlx::query(AssertSqlSafe(sql.as_str()));
        for entry in portion {
            query = query
                .bind(entry.request.to_string())
                .bind(entry.org.to_string())
                .bind(entry.key.map(|it| it.to_string()))
                .bind(entry.family.map(|it| it.to_string()))
                .bind(entry.operation)
                .bind(entry.mode.name())
                .bind(Period::of(entry.at).to_string())
                .bind(i64::from(entry.cost))
                .bind(entry.at.micros())
                .bind(entry.status.map(i64::from))
                .bind(&entry.origin_host)
                .bind(entry.user.map(|it| it.to_string()))
                .bind(entry.class.name());
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Notes the status of rows that have none yet, and returns the units of our own failures. Noting
/// twice changes nothing, so an outcome may be sent again after an error.
async fn note_outcomes<'a>(
    connection: &mut PgConnection,
    outcomes: &'a [Outcome],
    hours: &mut Hours<'a>,
) -> Result<(), StoreError> {
    let mut by_status: BTreeMap<u16, Vec<&LedgerEntry>> = BTreeMap::new();
    for outcome in outcomes {
        if outcome.again && !is_open(connection, &outcome.entry).await? {
            continue;
        }
        let entries = by_status.entry(outcome.status).or_default();
        entries.push(&outcome.entry);
    }
    let mut returned: BTreeMap<Account, i64> = BTreeMap::new();
    for (status, entries) in &by_status {
        for portion in portions(entries) {
            note_status(connection, *status, portion).await?;
        }
        for entry in entries {
            hours.settle(entry, *status);
            if *status >= 500 {
                *returned.entry(Account::of(entry)).or_default() += i64::from(entry.cost);
            }
        }
    }
    return_units(connection, &returned).await
}

/// Whether a row is there and its outcome has not been noted.
async fn is_open(connection: &mut PgConnection, entry: &LedgerEntry) -> Result<bool, StoreError> {
    const SQL: &str = "select count(*) from ledger where id = $1 and status is null";
    let query = sqlx::query_scalar(SQL).bind(entry.request.to_string());
    let open: i64 = query.fetch_one(connection).await?;
    Ok(open > 0)
}

/// Our own failure costs nothing.
async fn note_status(
    connection: &mut PgConnection,
    status: u16,
    entries: &[&LedgerEntry],
) -> Result<(), StoreError> {
    let free = if status >= 500 { ", cost = 0" } else { "" };
    let sql = format!(
        "update ledger set status = $1{free} where id in ({})",
        numbered_places(1, entries.len())
    );
    let mut query = sqlx::query(AssertSqlSafe(sql.as_str())).bind(i64::from(status));
    for entry in entries {
        query = query.bind(entry.request.to_string());
    }
    query.execute(connection).await?;
    Ok(())
}

/// Gives units back.
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
