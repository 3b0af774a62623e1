//! The changes of a batch to the daily ledger, one for each dimension of usage.

use std::borrow::Cow;
use std::collections::BTreeMap;

use access::OrgId;

use super::hours::{Change, Hours};
use crate::usage::Dimension;

const HOURS_OF_DAY: i64 = 24;

/// Adds to the days. The first four values identify the row, and the others are the changes.
pub(super) const INTO: &str = "insert into usage_day (org_id, dimension, label, day, requests, \
    units, succeeded, refused, failed)";
pub(super) const CONFLICT: &str = "on conflict (org_id, dimension, label, day) \
    do update set requests = usage_day.requests + excluded.requests, \
    units = usage_day.units + excluded.units, \
    succeeded = usage_day.succeeded + excluded.succeeded, \
    refused = usage_day.refused + excluded.refused, \
    failed = usage_day.failed + excluded.failed";

/// One day of one key, operation or page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Slice<'a> {
    pub(super) org: OrgId,
    pub(super) dimension: Dimension,
    pub(super) label: Cow<'a, str>,
    pub(super) day: i64,
}

/// The changes of a batch to the days, in the order in which PostgreSQL locks the rows.
#[derive(Debug)]
pub(super) struct Days<'a>(BTreeMap<Slice<'a>, Change>);

impl<'a> Days<'a> {
    /// Returns the days of the hours that a batch changes.
    pub(super) fn of(hours: &Hours<'a>) -> Self {
        let mut days: BTreeMap<_, Change> = BTreeMap::new();
        for (hour, change) in hours.changes() {
            let labels = [
                (Dimension::Key, Cow::Owned(hour.who())),
                (Dimension::Operation, Cow::Borrowed(hour.operation)),
                (Dimension::Origin, Cow::Borrowed(hour.origin_host)),
            ];
            for (dimension, label) in labels {
                let slice = Slice {
                    org: hour.org,
                    dimension,
                    label,
                    day: hour.hour.div_euclid(HOURS_OF_DAY),
                };
                days.entry(slice).or_default().add(change);
            }
        }
        Self(days)
    }

    pub(super) fn changes(&self) -> impl Iterator<Item = (&Slice<'a>, &Change)> {
        self.0.iter()
    }
}
