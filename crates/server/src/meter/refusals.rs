//! Requests that were refused before they could be counted: per key, reason, page and minute, in
//! memory, written once a second. They explain a usage page; nobody is charged for them.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use access::{KeyId, OrgId, Timestamp};
use store::{KeyRecord, RefusalCount, Store};

use crate::error::ErrorCode;

/// Different pages remembered for one key between two writes; the rest is `other`.
const MOST_HOSTS: usize = 1_000;
/// Different counts in one statement.
const MOST_TOGETHER: usize = 500;
const MINUTE_MICROS: i64 = 60_000_000;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Subject {
    org: OrgId,
    key: KeyId,
    reason: &'static str,
    origin_host: String,
    minute: i64,
}

/// The counts not yet written.
#[derive(Debug, Default)]
pub struct Refusals {
    waiting: Mutex<HashMap<Subject, u64>>,
}

impl Refusals {
    /// Counts a refusal of a known key.
    pub fn count(&self, key: &KeyRecord, reason: ErrorCode, origin_host: &str, now: Timestamp) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let subject = |host: &str| Subject {
            org: key.org_id,
            key: key.id,
            reason: reason.name(),
            origin_host: host.to_owned(),
            minute: now.micros().div_euclid(MINUTE_MICROS),
        };
        let full = waiting.len() >= MOST_HOSTS && !waiting.contains_key(&subject(origin_host));
        let host = if full { "other" } else { origin_host };
        *waiting.entry(subject(host)).or_default() += 1;
    }

    /// Writes what has been counted.
    pub async fn write(&self, store: &Store) {
        let counts: Vec<_> = {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            waiting.drain().collect()
        };
        let rows: Vec<_> = counts
            .into_iter()
            .map(|(subject, requests)| RefusalCount {
                org: subject.org,
                key: subject.key,
                reason: subject.reason,
                origin_host: subject.origin_host,
                minute: subject.minute,
                requests,
            })
            .collect();
        for part in rows.chunks(MOST_TOGETHER) {
            if let Err(error) = store.add_refusals(part).await {
                tracing::warn!(%error, "refusals could not be counted");
            }
        }
    }
}
