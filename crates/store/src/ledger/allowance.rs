//! What each organization has used of its allowance: raised in the same transaction as the ledger,
//! and never past the cap.

use std::collections::BTreeMap;
use std::sync::Arc;

use access::Period;
use sqlx::{AssertSqlSafe, FromRow};

use super::{Commit, LedgerEntry, stored, units};
use crate::backend::{Transaction, execute, on_transaction, portions};
use crate::error::StoreError;

/// Whose allowance is used: in the order in which PostgreSQL locks the rows, so that two nodes
/// never wait for each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Account {
    pub(super) org: String,
    pub(super) period: String,
    pub(super) mode: &'static str,
}

impl Account {
    pub(super) fn of(entry: &LedgerEntry) -> Self {
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

/// Takes the cost of each entry from its account, as far as there is room.
pub(super) async fn use_allowances(
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

/// Gives units back.
pub(super) async fn return_units(
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
