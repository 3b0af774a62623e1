//! How counted requests ended.

use std::collections::BTreeMap;

use sqlx::AssertSqlSafe;

use super::allowance::{Account, return_units};
use super::hours::Hours;
use super::{LedgerEntry, Outcome};
use crate::backend::{Transaction, execute, on_transaction, portions};
use crate::error::StoreError;

/// Notes the status of rows that have none yet, and returns the units of our own failures. Noting
/// twice changes nothing, so an outcome may be sent again after an error.
pub(super) async fn note_outcomes(
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
