//! The changes of a batch to the hourly ledger.

use std::collections::BTreeMap;

use access::{KeyId, OrgId, UserId};

use super::{LedgerEntry, Outcome};

const HOUR_MICROS: i64 = 3_600_000_000;

/// Adds to the hours. `$1` to `$5` identify the row, and the others are the changes.
pub(super) const CONFLICT: &str = "on conflict (org_id, hour, key_id, operation, origin_host) \
    do update set requests = usage_hour.requests + excluded.requests, \
    units = usage_hour.units + excluded.units, \
    succeeded = usage_hour.succeeded + excluded.succeeded, \
    refused = usage_hour.refused + excluded.refused, \
    failed = usage_hour.failed + excluded.failed";
pub(super) const INTO: &str = "insert into usage_hour (org_id, hour, key_id, operation, \
    origin_host, requests, units, succeeded, refused, failed)";

/// One hour of one key, operation and page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Slice<'a> {
    pub(super) org: OrgId,
    pub(super) hour: i64,
    key: Option<KeyId>,
    user: Option<UserId>,
    pub(super) operation: &'static str,
    pub(super) origin_host: &'a str,
}

impl<'a> Slice<'a> {
    fn of(entry: &'a LedgerEntry) -> Self {
        Self {
            org: entry.org,
            hour: entry.at.micros().div_euclid(HOUR_MICROS),
            key: entry.key,
            user: entry.user.filter(|_| entry.key.is_none()),
            operation: entry.operation,
            origin_host: &entry.origin_host,
        }
    }

    /// Returns the key or, if there is none, the person.
    pub(super) fn who(&self) -> String {
        let key = self.key.map(|it| it.to_string());
        let user = || self.user.map(|it| it.to_string());
        key.or_else(user).unwrap_or_default()
    }
}

/// The changes to an hour. Signed, because requests that the service fails return their units.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Change {
    pub(super) requests: i64,
    pub(super) units: i64,
    pub(super) succeeded: i64,
    pub(super) refused: i64,
    pub(super) failed: i64,
}

impl Change {
    pub(super) fn add(&mut self, other: &Self) {
        self.requests += other.requests;
        self.units += other.units;
        self.succeeded += other.succeeded;
        self.refused += other.refused;
        self.failed += other.failed;
    }

    fn count_status(&mut self, status: u16) {
        match status {
            ..400 => self.succeeded += 1,
            400..500 => self.refused += 1,
            500.. => self.failed += 1,
        }
    }
}

/// The changes of a batch to the hours, in the order in which PostgreSQL locks the rows.
#[derive(Debug, Default)]
pub(super) struct Hours<'a>(BTreeMap<Slice<'a>, Change>);

impl<'a> Hours<'a> {
    /// Adds a counted request.
    pub(super) fn count(&mut self, entry: &'a LedgerEntry) {
        let change = self.0.entry(Slice::of(entry)).or_default();
        change.requests += 1;
        change.units += i64::from(entry.cost);
        if let Some(status) = entry.status {
            change.count_status(status);
        }
    }

    /// Adds the outcome of a counted request. A request that the service failed returns its units.
    pub(super) fn settle(&mut self, outcome: &'a Outcome) {
        let change = self.0.entry(Slice::of(&outcome.entry)).or_default();
        change.count_status(outcome.status);
        change.units -= i64::from(outcome.returned_units());
    }

    pub(super) fn changes(&self) -> impl Iterator<Item = (&Slice<'a>, &Change)> {
        self.0.iter()
    }
}
