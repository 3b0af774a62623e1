//! Requests that were refused before they could be counted: per key, reason, page and minute, in
//! memory, written once a second. They are for usage pages; nobody is charged for them.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use access::{KeyId, OrgId, Timestamp};
use store::{KeyRecord, RefusalCount, Store};

use crate::origin_hosts::OriginHosts;
use http_api::ErrorCode;

/// Different counts in one statement.
const MAX_TOGETHER: usize = 500;
const MINUTE_MICROS: i64 = 60_000_000;
/// See [`State::sweep_at`].
const MIN_SWEEP: usize = 1_024;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Subject {
    org: OrgId,
    key: KeyId,
    reason: &'static str,
    origin_host: String,
    minute: i64,
}

/// The counts that are not written yet.
#[derive(Debug, Default)]
pub struct Refusals(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    waiting: HashMap<Subject, u64>,
    /// The pages each key was refused from.
    hosts: HashMap<KeyId, OriginHosts>,
    /// The number of keys after which those without refusals today are forgotten.
    sweep_at: usize,
}

impl State {
    fn count(&mut self, mut subject: Subject, now: Timestamp) {
        if self.hosts.len() >= self.sweep_at.max(MIN_SWEEP) {
            self.hosts.retain(|_, it| !it.is_idle(now));
            self.sweep_at = 2 * self.hosts.len();
        }
        let hosts = self.hosts.entry(subject.key).or_default();
        let host = hosts.stored_name(&subject.origin_host, now).to_owned();
        subject.origin_host = host;
        *self.waiting.entry(subject).or_default() += 1;
    }
}

impl Refusals {
    /// Counts a refusal of a known key.
    pub fn count(&self, key: &KeyRecord, reason: ErrorCode, origin_host: &str, now: Timestamp) {
        let subject = Subject {
            org: key.org_id,
            key: key.id,
            reason: reason.name(),
            origin_host: origin_host.to_owned(),
            minute: now.micros().div_euclid(MINUTE_MICROS),
        };
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.count(subject, now);
    }

    /// Writes the counts.
    pub async fn write(&self, store: &Store) {
        let counts: Vec<_> = {
            let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            state.waiting.drain().collect()
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
        for part in rows.chunks(MAX_TOGETHER) {
            if let Err(error) = store.add_refusals(part).await {
                tracing::warn!(%error, "cannot record refusal counts");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use http_api::randomness::OsRandom;

    const DAY_MICROS: i64 = 86_400_000_000;

    const NOW: Timestamp = Timestamp::from_micros(7 * DAY_MICROS);

    fn subject(key: KeyId, host: &str) -> Subject {
        Subject {
            org: OrgId::new(NOW, &OsRandom),
            key,
            reason: "domain_not_allowed",
            origin_host: host.to_owned(),
            minute: 0,
        }
    }

    fn hosts(state: &State, key: KeyId) -> HashSet<&str> {
        let of_key = state.waiting.keys().filter(|it| it.key == key);
        of_key.map(|it| it.origin_host.as_str()).collect()
    }

    #[test]
    fn a_key_has_a_thousand_pages_a_day_and_the_rest_is_other() {
        let (flooded, quiet) = (KeyId::new(NOW, &OsRandom), KeyId::new(NOW, &OsRandom));
        let mut state = State::default();
        for number in 0..2_000 {
            state.count(subject(flooded, &format!("{number}.example")), NOW);
            // Keep what was written: the limit applies to the day.
            if number == 500 {
                state.waiting.clear();
            }
        }
        state.count(subject(quiet, "shop.example"), NOW);
        let seen = hosts(&state, flooded);
        assert!(seen.contains("other"));
        assert!(!seen.contains("1000.example"));
        assert_eq!(hosts(&state, quiet), HashSet::from(["shop.example"]));
        let next_day = Timestamp::from_micros(NOW.micros() + DAY_MICROS);
        state.count(subject(flooded, "1000.example"), next_day);
        assert!(hosts(&state, flooded).contains("1000.example"));
    }
}
