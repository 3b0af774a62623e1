//! Usage by hour, day and month, and by key and day; the latest requests.

use std::sync::Arc;
use std::time::Duration;

use access::RateClass;
use access::{KeyId, KeyMode, OrgId, RequestId, Timestamp};
use store::{LedgerEntry, PageSize, Store, Tenant, UsageGroup, UsageQuery};

use crate::on_both_databases;
use crate::samples::{Sequence, org};

/// 2027-01-31T23:30:00Z, computed with GNU date.
const LATE_JANUARY: Timestamp = Timestamp::from_micros(1_801_438_200_000_000);
const HOUR: Duration = Duration::from_hours(1);

struct User {
    org: OrgId,
    keys: [KeyId; 2],
    random: Sequence,
}

impl User {
    async fn new(store: &Store, seed: u64) -> Self {
        let random = Sequence::from(seed);
        let org = org(&random, "user");
        store.add_org(&org).await.unwrap();
        let key = || KeyId::new(LATE_JANUARY, &random);
        Self {
            org: org.id,
            keys: [key(), key()],
            random,
        }
    }

    fn request(&self, key: KeyId, at: Timestamp) -> Arc<LedgerEntry> {
        Arc::new(LedgerEntry {
            request: RequestId::new(at, &self.random),
            org: self.org,
            key: Some(key),
            family: Some(key),
            user: None,
            class: RateClass::Ordinary,
            mode: KeyMode::Live,
            operation: "calc_natal",
            cost: 1,
            at,
            cap: 100,
            test: None,
            status: None,
            error_code: None,
            latency_us: None,
            origin_host: String::new(),
        })
    }

    async fn labels(&self, store: &Store, group: UsageGroup) -> Vec<(String, u64)> {
        let query = UsageQuery {
            group,
            from: LATE_JANUARY,
            to: LATE_JANUARY.plus(HOUR * 100),
            after: None,
            total: None,
        };
        let inside = store.org(Tenant::named_by_operator(self.org));
        let page = inside.usage_page(&query, PageSize::MAX).await.unwrap();
        let label = |it: store::UsageSum| (it.label, it.requests);
        page.items.into_iter().map(label).collect()
    }
}

on_both_databases! {
    async fn requests_are_added_up_by_hour_day_and_month_of_utc(database: &TestDatabase) {
        let store = database.open().await;
        let user = User::new(&store, 1).await;
        let [key, _] = user.keys;
        // Half an hour before February and, twice, half an hour after its start.
        let later = LATE_JANUARY.plus(HOUR);
        let batch = [LATE_JANUARY, later, later].map(|at| user.request(key, at));
        store.commit_ledger(&batch, &[]).await.unwrap();
        let hour = LATE_JANUARY.micros() / 3_600_000_000;
        let expected = [(hour.to_string(), 1), ((hour + 1).to_string(), 2)];
        assert_eq!(user.labels(&store, UsageGroup::Hour).await, expected);
        let expected = [((hour / 24).to_string(), 1), ((hour / 24 + 1).to_string(), 2)];
        assert_eq!(user.labels(&store, UsageGroup::Day).await, expected);
        let expected = [("2027-01".to_owned(), 1), ("2027-02".to_owned(), 2)];
        assert_eq!(user.labels(&store, UsageGroup::Month).await, expected);
    }

    async fn the_days_of_some_keys_are_theirs_alone(database: &TestDatabase) {
        let store = database.open().await;
        let (user, other) = (User::new(&store, 1).await, User::new(&store, 2).await);
        let [first, second] = user.keys;
        let later = LATE_JANUARY.plus(HOUR);
        let batch = [
            user.request(first, LATE_JANUARY),
            user.request(first, later),
            user.request(first, later),
            user.request(second, later),
            other.request(other.keys[0], later),
        ];
        store.commit_ledger(&batch, &[]).await.unwrap();
        let inside = store.org(Tenant::named_by_operator(user.org));
        let asked = [first, other.keys[0]];
        let days = inside.key_days(&asked, LATE_JANUARY).await.unwrap();
        let day = LATE_JANUARY.micros() / 86_400_000_000;
        let days: Vec<_> = days.into_iter().map(|it| (it.key_id, it.day, it.requests)).collect();
        assert_eq!(days, [(first.to_string(), day, 1), (first.to_string(), day + 1, 2)]);
        assert!(inside.key_days(&[], LATE_JANUARY).await.unwrap().is_empty());
    }

    async fn the_latest_requests_come_first_and_no_more_than_asked(database: &TestDatabase) {
        let store = database.open().await;
        let (user, other) = (User::new(&store, 1).await, User::new(&store, 2).await);
        let [key, _] = user.keys;
        let batch = [0, 1, 2].map(|hours| user.request(key, LATE_JANUARY.plus(HOUR * hours)));
        store.commit_ledger(&batch, &[]).await.unwrap();
        let foreign = other.request(other.keys[0], LATE_JANUARY.plus(HOUR * 9));
        store.commit_ledger(&[foreign], &[]).await.unwrap();
        let inside = store.org(Tenant::named_by_operator(user.org));
        let latest = inside.ledger_latest(2).await.unwrap();
        let latest: Vec<_> = latest.into_iter().map(|it| it.request).collect();
        let expected = [2, 1].map(|it: usize| batch[it].request);
        assert_eq!(latest, expected);
    }
}
