//! Requests by key, operation, outcome and time, newest first.

use std::sync::Arc;

use access::{KeyId, KeyMode, OrgId, RateClass, RequestId, Timestamp, UserId};
use store::{
    LedgerEntry, LedgerFilter, LedgerMatches, Outcome, PageSize, StatusClass, Store, Tenant,
};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, org};

/// An organization with a ledger.
struct Stage {
    store: Store,
    org: OrgId,
    random: Sequence,
    /// The number of requests so far, which are a second apart.
    count: i64,
}

impl Stage {
    async fn new(store: Store, seed: u64) -> Self {
        let random = Sequence::from(seed);
        let org = org(&random, "searched");
        store.add_org(&org).await.unwrap();
        Self {
            store,
            org: org.id,
            random,
            count: 0,
        }
    }

    /// Adds a request a second after the previous one.
    async fn add(&mut self, change: impl FnOnce(&mut LedgerEntry)) -> Arc<LedgerEntry> {
        let entry = self.entry(change);
        let commits = self.store.commit_ledger(std::slice::from_ref(&entry), &[]);
        commits.await.unwrap();
        entry
    }

    fn entry(&mut self, change: impl FnOnce(&mut LedgerEntry)) -> Arc<LedgerEntry> {
        let at = second(self.count);
        self.count += 1;
        let mut entry = LedgerEntry {
            request: RequestId::new(at, &self.random),
            org: self.org,
            key: None,
            family: None,
            user: None,
            class: RateClass::Ordinary,
            mode: KeyMode::Live,
            operation: "calc_natal",
            cost: 1,
            at,
            cap: 1_000_000,
            test: None,
            status: None,
            error_code: None,
            latency_us: None,
            origin_host: String::new(),
        };
        change(&mut entry);
        Arc::new(entry)
    }

    async fn find(&self, filter: LedgerFilter) -> Vec<RequestId> {
        let found = self.page(&filter, None, 100).await;
        assert_eq!(found.next, None);
        found.rows.into_iter().map(|it| it.request).collect()
    }

    async fn page(
        &self,
        filter: &LedgerFilter,
        after: Option<store::LedgerPlace>,
        size: u32,
    ) -> LedgerMatches {
        let inside = self.store.org(Tenant::named_by_operator(self.org));
        let size = PageSize::new(size).unwrap();
        inside.ledger_search(filter, after, size).await.unwrap()
    }
}

fn second(number: i64) -> Timestamp {
    Timestamp::from_micros(NOW.micros() + number * 1_000_000)
}

on_both_databases! {
    async fn a_search_finds_what_every_filter_admits(database: &TestDatabase) {
        let mut stage = Stage::new(database.open().await, 1).await;
        let (key, other) = (KeyId::new(NOW, &stage.random), KeyId::new(NOW, &stage.random));
        let user = UserId::new(NOW, &stage.random);
        let good = stage.add(|it| it.key = Some(key)).await;
        let refused = stage.add(|it| {
            (it.key, it.status, it.error_code) = (Some(key), Some(400), Some("field_range"));
        }).await;
        let mine = stage.add(|it| (it.user, it.operation) = (Some(user), "calc_transits")).await;
        let failed = stage.add(|it| it.key = Some(other)).await;
        let open = stage.add(|it| it.key = Some(other)).await;
        let ended = |entry: &Arc<LedgerEntry>, status, error_code| Outcome {
            entry: Arc::clone(entry),
            status,
            error_code,
            latency_us: Some(5),
            returned: 0,
            again: false,
        };
        let outcomes = [
            ended(&good, 200, None),
            ended(&mine, 204, None),
            ended(&failed, 503, Some("request_timeout")),
        ];
        stage.store.commit_ledger(&[], &outcomes).await.unwrap();
        // Another organization's requests are never found.
        let mut foreign = Stage::new(stage.store.clone(), 2).await;
        foreign.add(|it| it.key = Some(key)).await;
        let all = LedgerFilter::default;
        let check = async |filter: LedgerFilter, expected: &[&Arc<LedgerEntry>]| {
            let expected: Vec<_> = expected.iter().map(|it| it.request).collect();
            assert_eq!(stage.find(filter.clone()).await, expected, "{filter:?}");
        };
        check(all(), &[&open, &failed, &mine, &refused, &good]).await;
        check(LedgerFilter { key: Some(key), ..all() }, &[&refused, &good]).await;
        check(LedgerFilter { user: Some(user), ..all() }, &[&mine]).await;
        let operation = Some("calc_natal".to_owned());
        check(LedgerFilter { operation, key: Some(other), ..all() }, &[&open, &failed]).await;
        let error_code = Some("field_range".to_owned());
        check(LedgerFilter { error_code, ..all() }, &[&refused]).await;
        for (status, expected) in [
            (StatusClass::Succeeded, &[&mine, &good][..]),
            (StatusClass::Refused, &[&refused]),
            (StatusClass::Failed, &[&failed]),
            (StatusClass::Unknown, &[&open]),
        ] {
            check(LedgerFilter { status: Some(status), ..all() }, expected).await;
        }
        let (from, to) = (Some(second(1)), Some(second(3)));
        check(LedgerFilter { from, to, ..all() }, &[&mine, &refused]).await;
        check(LedgerFilter { from, to, status: Some(StatusClass::Refused), ..all() }, &[&refused]).await;
    }

    async fn pages_of_a_search_follow_each_other_within_one_instant_too(database: &TestDatabase) {
        let mut stage = Stage::new(database.open().await, 1).await;
        let mut expected = Vec::new();
        for _ in 0..7 {
            let entry = stage.add(|it| it.at = NOW).await;
            expected.insert(0, entry.request);
        }
        expected.sort_unstable();
        expected.reverse();
        let status = Some(StatusClass::Unknown);
        for filter in [LedgerFilter::default(), LedgerFilter { status, ..LedgerFilter::default() }] {
            let (mut found, mut after) = (Vec::new(), None);
            loop {
                let page = stage.page(&filter, after, 3).await;
                found.extend(page.rows.iter().map(|it| it.request));
                after = page.next;
                if after.is_none() {
                    break;
                }
            }
            assert_eq!(found, expected);
        }
    }

    async fn a_search_for_something_rare_ends_at_its_limit_and_can_go_on(database: &TestDatabase) {
        let mut stage = Stage::new(database.open().await, 1).await;
        let rare = stage.add(|it| it.operation = "calc_transits").await;
        let others: Vec<_> = (0..5_200).map(|_| stage.entry(|_| ())).collect();
        for batch in others.chunks(500) {
            stage.store.commit_ledger(batch, &[]).await.unwrap();
        }
        let operation = Some("calc_transits".to_owned());
        let filter = LedgerFilter { operation, ..LedgerFilter::default() };
        let first = stage.page(&filter, None, 20).await;
        assert_eq!(first.rows, []);
        assert_eq!(first.next, Some(place(&others[200])), "after 5,000 requests");
        let second = stage.page(&filter, first.next, 20).await;
        let found: Vec<_> = second.rows.iter().map(|it| it.request).collect();
        assert_eq!((found, second.next), (vec![rare.request], None));
    }

    async fn one_request_is_found_by_its_id_and_only_by_its_organization(database: &TestDatabase) {
        let mut stage = Stage::new(database.open().await, 1).await;
        stage.add(|_| ()).await;
        // Admitted a while after its headers arrived.
        let late = stage.add(|it| it.at = it.at.plus(std::time::Duration::from_secs(30))).await;
        let inside = stage.store.org(Tenant::named_by_operator(stage.org));
        let found = inside.ledger_entry(late.request).await.unwrap().unwrap();
        assert_eq!((found.request, found.at), (late.request, late.at));
        let unknown = RequestId::new(NOW, &stage.random);
        assert_eq!(inside.ledger_entry(unknown).await.unwrap(), None);
        let foreign = Stage::new(stage.store.clone(), 2).await;
        let foreign = foreign.store.org(Tenant::named_by_operator(foreign.org));
        assert_eq!(foreign.ledger_entry(late.request).await.unwrap(), None);
    }

    async fn a_request_is_looked_for_among_the_nearest_5000_on_each_side(database: &TestDatabase) {
        let mut stage = Stage::new(database.open().await, 1).await;
        let soon = stage.add(|it| it.at = second(1)).await;
        let late = stage.add(|it| it.at = second(90)).await;
        let early = stage.add(|it| it.at = second(-10)).await;
        let others: Vec<_> = (0..5_000)
            .map(|_| stage.entry(|it| it.at = second(30)))
            .collect();
        for batch in others.chunks(500) {
            stage.store.commit_ledger(batch, &[]).await.unwrap();
        }
        let inside = stage.store.org(Tenant::named_by_operator(stage.org));
        for (request, is_found) in [(&soon, true), (&early, true), (&late, false)] {
            let found = inside.ledger_entry(request.request).await.unwrap();
            assert_eq!(found.is_some(), is_found, "{request:?}");
        }
    }
}

fn place(entry: &LedgerEntry) -> store::LedgerPlace {
    format!("{}.{}", entry.at.micros(), entry.request)
        .parse()
        .unwrap()
}
