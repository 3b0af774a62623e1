//! The ledger by hour, kept in the same transactions.

use std::collections::BTreeMap;

use sqlx::AssertSqlSafe;

use super::LedgerEntry;
use crate::backend::{Transaction, execute, portions};
use crate::error::StoreError;

const HOUR_MICROS: i64 = 3_600_000_000;

/// One hour of one key, operation and page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Slice {
    org: String,
    hour: i64,
    key: String,
    operation: String,
    origin_host: String,
}

/// The key or, where there is none, the person.
fn who(entry: &LedgerEntry) -> String {
    let key = entry.key.map(|it| it.to_string());
    let user = || entry.user.map(|it| it.to_string());
    key.or_else(user).unwrap_or_default()
}

impl Slice {
    fn of(entry: &LedgerEntry) -> Self {
        Self {
            org: entry.org.to_string(),
            hour: entry.at.micros().div_euclid(HOUR_MICROS),
            key: who(entry),
            operation: entry.operation.to_owned(),
            origin_host: entry.origin_host.clone(),
        }
    }
}

/// What changes in an hour. Signed: a failed request takes its units back.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Change {
    requests: i64,
    pub(super) units: i64,
    succeeded: i64,
    refused: i64,
    failed: i64,
}

impl Change {
    pub(super) fn count_status(&mut self, status: u16) {
        match status {
            ..400 => self.succeeded += 1,
            400..500 => self.refused += 1,
            500.. => self.failed += 1,
        }
    }
}

/// What a batch changes in the hours.
#[derive(Debug, Default)]
pub(super) struct Hours(BTreeMap<Slice, Change>);

impl Hours {
    pub(super) fn of(&mut self, entry: &LedgerEntry) -> &mut Change {
        self.0.entry(Slice::of(entry)).or_default()
    }

    /// A request has been counted.
    pub(super) fn count(&mut self, entry: &LedgerEntry) {
        let change = self.of(entry);
        change.requests += 1;
        change.units += i64::from(entry.cost);
        if let Some(status) = entry.status {
            change.count_status(status);
        }
    }

    pub(super) async fn write(&self, transaction: &mut Transaction) -> Result<(), StoreError> {
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
