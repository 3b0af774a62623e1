//! Requests that were refused before they could be counted: per key, reason, page and minute, in
//! memory, written once a second. They are for usage pages; nobody is charged for them.
//!
//! What an organization adds to the database and to the memory of this node is limited, however many
//! keys, pages and requests are used (see `detail`). Every node counts by itself.

mod detail;

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use access::{KeyId, OrgId, Timestamp};
use store::{KeyRecord, RefusalCount, RefusalDay, Store, StoreError};

use self::detail::{MAX_HASHES, Memory, OrgDetail, Place};
use crate::origin_hosts::valid_name;
use http_api::ErrorCode;

/// Different counts in one statement.
const MAX_TOGETHER: usize = 500;
/// Different counts of all organizations that wait to be written, and different sums. Refusals that
/// would need another one are not counted.
const MAX_WAITING: usize = 20_000;
/// Organizations whose detail a node remembers. Refusals of further ones are stored without detail.
const MAX_ORGS: usize = 20_000;
const MINUTE_MICROS: i64 = 60_000_000;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Row {
    org: OrgId,
    minute: i64,
    key: Option<KeyId>,
    reason: &'static str,
    origin_host: String,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Sum {
    org: OrgId,
    day: i64,
    key: Option<KeyId>,
    reason: &'static str,
}

#[derive(Clone, Copy, Debug, Default)]
struct SumValue {
    last_minute: i64,
    requests: u64,
}

/// The counts that are not written yet.
#[derive(Debug, Default)]
pub struct Refusals(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    waiting: Waiting,
    orgs: HashMap<OrgId, OrgDetail>,
    memory: Memory,
    swept_in_minute: i64,
}

#[derive(Debug, Default)]
struct Waiting {
    rows: HashMap<Row, u64>,
    sums: HashMap<Sum, SumValue>,
    not_counted: u64,
}

impl State {
    fn count(&mut self, org: OrgId, refusal: Place<'_>) {
        let (place, key) = self.place(org, refusal);
        let row = Row {
            org,
            minute: place.minute,
            key: place.key,
            reason: place.reason,
            origin_host: place.origin_host.to_owned(),
        };
        let sum = Sum {
            org,
            day: refusal.day(),
            key,
            reason: refusal.reason,
        };
        self.waiting.add(row, sum, refusal.minute);
    }

    /// Counts a refusal only in the sum of its day.
    fn count_day(&mut self, org: OrgId, refusal: Place<'_>) {
        let is_new = !self.orgs.contains_key(&org);
        if self.memory.left == 0 || is_new && self.orgs.len() >= MAX_ORGS {
            self.sweep(refusal.minute);
        }
        let has_detail = !is_new || self.orgs.len() < MAX_ORGS;
        let by_key = has_detail && {
            let detail = self.orgs.entry(org).or_default();
            detail.sums_by_key(refusal, &mut self.memory)
        };
        let sum = Sum {
            org,
            day: refusal.day(),
            key: refusal.key.filter(|_| by_key),
            reason: refusal.reason,
        };
        if self.waiting.has_no_room_for(&sum) {
            self.waiting.not_counted += 1;
            return;
        }
        self.waiting.add_to(sum, refusal.minute);
    }

    /// Returns the row of a refusal, and the key of the sum of its day.
    fn place<'a>(&mut self, org: OrgId, refusal: Place<'a>) -> (Place<'a>, Option<KeyId>) {
        let is_new = !self.orgs.contains_key(&org);
        if self.memory.left == 0 || is_new && self.orgs.len() >= MAX_ORGS {
            self.sweep(refusal.minute);
            if is_new && self.orgs.len() >= MAX_ORGS {
                return (refusal.coarsest(), None);
            }
        }
        let detail = self.orgs.entry(org).or_default();
        let place = detail.place(refusal, &mut self.memory);
        let by_key = detail.sums_by_key(refusal, &mut self.memory);
        (place, refusal.key.filter(|_| by_key))
    }

    /// Forgets what belongs to earlier hours and days, at most once a minute.
    fn sweep(&mut self, minute: i64) {
        if minute == self.swept_in_minute {
            return;
        }
        self.swept_in_minute = minute;
        let mut hashes = 0;
        self.orgs.retain(|_, detail| {
            let left = detail.prune(minute);
            hashes += left;
            left > 0
        });
        self.memory.left = MAX_HASHES.saturating_sub(hashes);
    }
}

impl Waiting {
    fn add(&mut self, row: Row, sum: Sum, minute: i64) {
        let rows_full = self.rows.len() >= MAX_WAITING && !self.rows.contains_key(&row);
        if rows_full || self.has_no_room_for(&sum) {
            self.not_counted += 1;
            return;
        }
        *self.rows.entry(row).or_default() += 1;
        self.add_to(sum, minute);
    }

    fn has_no_room_for(&self, sum: &Sum) -> bool {
        self.sums.len() >= MAX_WAITING && !self.sums.contains_key(sum)
    }

    fn add_to(&mut self, sum: Sum, minute: i64) {
        let sum = self.sums.entry(sum).or_default();
        sum.requests += 1;
        sum.last_minute = sum.last_minute.max(minute);
    }

    /// Writes everything, in the order of the keys: nodes that write the same rows wait for each
    /// other, and never in a circle.
    async fn write(self, store: &Store) -> Result<(), StoreError> {
        let mut rows: Vec<_> = self.rows.into_iter().collect();
        rows.sort_unstable();
        let rows: Vec<_> = rows.into_iter().map(refusal_count).collect();
        for part in rows.chunks(MAX_TOGETHER) {
            store.add_refusals(part).await?;
        }
        let mut sums: Vec<_> = self.sums.into_iter().collect();
        sums.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        let sums: Vec<_> = sums.into_iter().map(refusal_day).collect();
        for part in sums.chunks(MAX_TOGETHER) {
            store.add_refusal_days(part).await?;
        }
        Ok(())
    }
}

fn refusal_count((row, requests): (Row, u64)) -> RefusalCount {
    RefusalCount {
        org: row.org,
        key: row.key,
        reason: row.reason,
        origin_host: row.origin_host,
        minute: row.minute,
        requests,
    }
}

fn refusal_day((sum, value): (Sum, SumValue)) -> RefusalDay {
    RefusalDay {
        org: sum.org,
        key: sum.key,
        reason: sum.reason,
        day: sum.day,
        last_minute: value.last_minute,
        requests: value.requests,
    }
}

impl Refusals {
    /// Counts a refusal of a known key.
    pub fn count(&self, key: &KeyRecord, reason: ErrorCode, origin_host: &str, now: Timestamp) {
        let refusal = Place {
            key: Some(key.id),
            reason: reason.name(),
            origin_host: valid_name(origin_host),
            minute: now.micros().div_euclid(MINUTE_MICROS),
        };
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.count(key.org_id, refusal);
    }

    /// Counts a request of a key that was charged and then refused. Only the most frequent problems
    /// of a month need it: the ledger has the request itself.
    pub fn count_charged(&self, org: OrgId, key: KeyId, reason: ErrorCode, now: Timestamp) {
        let refusal = Place {
            key: Some(key),
            reason: reason.name(),
            origin_host: "",
            minute: now.micros().div_euclid(MINUTE_MICROS),
        };
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.count_day(org, refusal);
    }

    /// Writes the counts. If the store is unavailable, they are lost.
    pub async fn write(&self, store: &Store) {
        let waiting = {
            let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            std::mem::take(&mut state.waiting)
        };
        let not_counted = waiting.not_counted;
        if not_counted > 0 {
            tracing::warn!(not_counted, "too many different refusals to count them all");
        }
        if let Err(error) = waiting.write(store).await {
            tracing::warn!(%error, "cannot record refusal counts");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};

    use super::detail::{
        HOUR_ROWS, KEY_ROWS, MAX_HOSTS_PER_DAY, MAX_HOSTS_PER_HOUR, MAX_SUMS_PER_DAY, MINUTE_ROWS,
    };
    use super::*;
    use http_api::randomness::OsRandom;

    const NOW: Timestamp = Timestamp::from_micros(20_000 * 24 * 60 * MINUTE_MICROS);
    const MIDNIGHT: i64 = NOW.micros() / MINUTE_MICROS;
    const REASONS: [&str; 2] = ["domain_not_allowed", "rate_limited"];
    /// The rows of an hour without a key: for each reason, with a page and without.
    const COARSEST: usize = 2 * REASONS.len();

    fn org() -> OrgId {
        OrgId::new(NOW, &OsRandom)
    }

    fn keys(count: usize) -> Vec<KeyId> {
        (0..count).map(|_| KeyId::new(NOW, &OsRandom)).collect()
    }

    fn refusal(key: KeyId, host: &str, minute: i64) -> Place<'_> {
        Place {
            key: Some(key),
            reason: REASONS[0],
            origin_host: host,
            minute,
        }
    }

    fn hosts(state: &State, org: OrgId) -> HashSet<&str> {
        let rows = state.waiting.rows.keys().filter(|it| it.org == org);
        rows.map(|it| it.origin_host.as_str()).collect()
    }

    /// Every minute, every key is refused from a page that was never seen.
    fn flood(state: &mut State, org: OrgId, keys: &[KeyId], minutes: std::ops::Range<i64>) -> u64 {
        let mut sent = 0;
        for minute in minutes {
            for key in keys {
                for reason in REASONS {
                    let host = format!("{sent}.example");
                    let place = refusal(*key, &host, minute);
                    state.count(org, Place { reason, ..place });
                    sent += 1;
                }
            }
        }
        sent
    }

    #[test]
    fn an_organization_adds_few_rows_in_an_hour_and_no_refusal_is_lost() {
        let (org, mut state) = (org(), State::default());
        let sent = flood(&mut state, org, &keys(200), MIDNIGHT..MIDNIGHT + 60);
        let waiting = &state.waiting;
        let most = MINUTE_ROWS.per_hour + HOUR_ROWS.per_hour + KEY_ROWS.per_hour + COARSEST;
        assert!(waiting.rows.len() <= most, "{}", waiting.rows.len());
        assert_eq!(waiting.rows.values().sum::<u64>(), sent);
        assert_eq!(waiting.not_counted, 0);
        assert!(waiting.sums.len() <= MAX_SUMS_PER_DAY + REASONS.len());
        let summed = waiting.sums.values().map(|it| it.requests);
        assert_eq!(summed.sum::<u64>(), sent);
        assert!(hosts(&state, org).len() <= MAX_HOSTS_PER_HOUR + 1);
        assert!(hosts(&state, org).contains("other"));
    }

    #[test]
    fn an_organization_adds_few_rows_in_a_day_whatever_was_written_before() {
        let (org, keys, mut state) = (org(), keys(60), State::default());
        let (mut rows, mut sums) = (HashSet::new(), HashSet::new());
        for minute in MIDNIGHT..MIDNIGHT + 24 * 60 {
            flood(&mut state, org, &keys, minute..minute + 1);
            let written = std::mem::take(&mut state.waiting);
            rows.extend(written.rows.into_keys());
            sums.extend(written.sums.into_keys());
        }
        let most = MINUTE_ROWS.per_day + HOUR_ROWS.per_day + KEY_ROWS.per_day + 24 * COARSEST;
        assert!(rows.len() <= most, "{}", rows.len());
        assert!(sums.len() <= MAX_SUMS_PER_DAY + REASONS.len());
        let hosts: HashSet<_> = rows.iter().map(|it| &it.origin_host).collect();
        assert!(hosts.len() <= MAX_HOSTS_PER_DAY + 1);
        state.sweep(MIDNIGHT + 24 * 60 - 1);
        let remembered = MAX_HASHES - state.memory.left;
        assert!(remembered < 1_000, "{remembered}");
    }

    #[test]
    fn another_organization_keeps_its_detail() {
        let (flooded, quiet, mut state) = (org(), org(), State::default());
        flood(&mut state, flooded, &keys(200), MIDNIGHT..MIDNIGHT + 10);
        let key = keys(1)[0];
        state.count(quiet, refusal(key, "shop.example", MIDNIGHT + 10));
        assert_eq!(hosts(&state, quiet), HashSet::from(["shop.example"]));
        let row = state.waiting.rows.keys().find(|it| it.org == quiet);
        let row = row.unwrap();
        assert_eq!((row.minute, row.key), (MIDNIGHT + 10, Some(key)));
    }

    /// A key that is used from many pages, and later another one.
    #[test]
    fn a_flooded_key_does_not_hide_another_key_of_its_organization() {
        let (org, keys, mut state) = (org(), keys(2), State::default());
        flood(&mut state, org, &keys[..1], MIDNIGHT..MIDNIGHT + 59);
        state.waiting = Waiting::default();
        state.count(org, refusal(keys[1], "shop.example", MIDNIGHT + 59));
        let rows: Vec<_> = state.waiting.rows.keys().collect();
        assert_eq!(rows.len(), 1);
        assert_eq!((rows[0].key, rows[0].minute), (Some(keys[1]), MIDNIGHT));
        assert_eq!(rows[0].origin_host, "other");
    }

    #[test]
    fn pages_are_named_again_in_the_next_hour_up_to_those_of_a_day() {
        let (org, key, mut state) = (org(), keys(1)[0], State::default());
        let mut named = BTreeSet::new();
        for hour in 0..24 {
            for number in 0..100 {
                let host = format!("{hour}-{number}.example");
                state.count(org, refusal(key, &host, MIDNIGHT + 60 * hour));
            }
            let listed = hosts(&state, org);
            named.insert(listed.len() - usize::from(listed.contains("other")));
        }
        assert_eq!(named.first(), Some(&MAX_HOSTS_PER_HOUR));
        assert_eq!(named.last(), Some(&MAX_HOSTS_PER_DAY));
        state.count(org, refusal(key, "new.example", MIDNIGHT + 24 * 60));
        assert!(hosts(&state, org).contains("new.example"));
    }

    /// Requests that began before the full hour arrive between those that began after it.
    #[test]
    fn the_end_of_an_hour_does_not_start_the_limits_again() {
        let (org, key, mut state) = (org(), keys(1)[0], State::default());
        for number in 0..1_000 {
            let host = format!("{number}.example");
            state.count(org, refusal(key, &host, MIDNIGHT + 60 - number % 2));
        }
        let listed = hosts(&state, org).len();
        assert_eq!(listed, MAX_HOSTS_PER_HOUR + 1);
    }

    #[test]
    fn the_memory_of_all_organizations_is_limited() {
        let (key, mut state) = (keys(1)[0], State::default());
        for number in 0..MAX_ORGS + 1_000 {
            state.count(org(), refusal(key, &format!("{number}.example"), MIDNIGHT));
        }
        assert_eq!(state.orgs.len(), MAX_ORGS);
        assert_eq!(state.waiting.rows.len(), MAX_WAITING);
        assert_eq!(state.waiting.not_counted, 1_000);
        // Those without detail of their own.
        state.waiting = Waiting::default();
        let late = org();
        state.count(late, refusal(key, "shop.example", MIDNIGHT + 7));
        let rows: Vec<_> = state.waiting.rows.keys().collect();
        assert_eq!((rows[0].key, rows[0].minute), (None, MIDNIGHT));
        // The next day has room again.
        state.count(late, refusal(key, "shop.example", MIDNIGHT + 24 * 60));
        assert_eq!(state.orgs.len(), 1);
        assert!(hosts(&state, late).contains("shop.example"));
    }

    #[test]
    fn without_memory_left_refusals_are_counted_without_detail() {
        let (org, key, mut state) = (org(), keys(1)[0], State::default());
        state.swept_in_minute = MIDNIGHT;
        state.memory.left = 0;
        state.count(org, refusal(key, "shop.example", MIDNIGHT));
        let rows: Vec<_> = state.waiting.rows.iter().collect();
        assert_eq!((rows[0].0.key, *rows[0].1), (None, 1));
    }
}
