//! The ledger: nothing lost, nothing counted twice, never over the cap.

use std::collections::BTreeMap;
use std::sync::Arc;

use access::RateClass;
use access::{Day, KeyId, KeyMode, OrgId, Period, RequestId, Timestamp, UserId};
use store::testing::{StalledCommits, TestDatabase};
use store::{
    Commit, DatabaseLocation, LedgerEntry, LedgerPlace, Outcome, PageSize, Store, Tenant,
    TestHolder, TestLimits, UsageGroup, UsageQuery, Used,
};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, org};

/// An organization in the store, and a source of entries for it.
struct Payer {
    org: OrgId,
    key: KeyId,
    random: Sequence,
}

impl Payer {
    async fn new(store: &Store, seed: u64) -> Self {
        let random = Sequence::from(seed);
        let org = org(&random, "payer");
        store.add_org(&org).await.unwrap();
        Self {
            org: org.id,
            key: KeyId::new(NOW, &random),
            random,
        }
    }

    fn entry(&self, cost: u32, cap: u64) -> Arc<LedgerEntry> {
        self.changed(cost, cap, |_| ())
    }

    fn changed(
        &self,
        cost: u32,
        cap: u64,
        change: impl FnOnce(&mut LedgerEntry),
    ) -> Arc<LedgerEntry> {
        let mut entry = LedgerEntry {
            request: RequestId::new(NOW, &self.random),
            org: self.org,
            key: Some(self.key),
            family: Some(self.key),
            user: None,
            class: RateClass::Ordinary,
            mode: KeyMode::Live,
            operation: "calc_natal",
            cost,
            at: NOW,
            cap,
            test: None,
            status: None,
            error_code: None,
            latency_us: None,
            origin_host: String::new(),
        };
        change(&mut entry);
        Arc::new(entry)
    }

    /// Creates an entry with a test key, within the allowance that it shares with others.
    fn test_entry(&self, cost: u32, at: Timestamp, limits: TestLimits) -> Arc<LedgerEntry> {
        self.changed(cost, 1_000, |it| {
            (it.mode, it.at, it.test) = (KeyMode::Test, at, Some(limits));
        })
    }

    async fn used(&self, store: &Store) -> u64 {
        store
            .used(self.org, Period::of(NOW), KeyMode::Live)
            .await
            .unwrap()
    }

    /// Returns the sum of the ledger's rows.
    async fn sum(&self, store: &Store) -> u64 {
        let rows = store
            .org(Tenant::named_by_operator(self.org))
            .ledger(None, 10_000)
            .await
            .unwrap();
        rows.iter().map(|it| it.cost).sum()
    }
}

/// Returns the outcome of a request that returns no parts.
fn finished(entry: &Arc<LedgerEntry>, status: u16, again: bool) -> Outcome {
    Outcome {
        entry: Arc::clone(entry),
        status,
        error_code: None,
        latency_us: None,
        returned: 0,
        again,
    }
}

/// Returns a holder's usage in the month and on the day of an instant.
async fn test_used(store: &Store, holder: TestHolder, at: Timestamp) -> (u64, u64) {
    let (period, day) = (Period::of(at), Day::of(at));
    store.test_used(holder, period, day).await.unwrap()
}

/// Returns a usage of this many units of the organization, and of no test allowance.
fn by_org(org: u64) -> Used {
    Used {
        org,
        ..Used::default()
    }
}

on_both_databases! {
    async fn a_counted_request_is_in_the_ledger(database: &TestDatabase) {
        let store = database.open().await;
        let payer = Payer::new(&store, 1).await;
        let entry = payer.changed(3, 10, |it| "app.example.com".clone_into(&mut it.origin_host));
        let commits = store.commit_ledger(std::slice::from_ref(&entry), &[]).await.unwrap();
        assert_eq!(commits, [Commit::Counted { used: by_org(3) }]);
        let rows = store.org(Tenant::named_by_operator(payer.org)).ledger(None, 10).await.unwrap();
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].request, entry.request);
        assert_eq!(rows[0].key, Some(payer.key.to_string()));
        assert_eq!((rows[0].cost, rows[0].at, rows[0].status), (3, NOW, None));
        assert_eq!(rows[0].origin_host, "app.example.com");
        let other = Payer::new(&store, 2).await;
        let foreign = store.org(Tenant::named_by_operator(other.org)).ledger(None, 10).await.unwrap();
        assert_eq!(foreign, [], "ledgers are separate for each tenant");
    }

    async fn a_batch_fills_the_allowance_in_order_and_never_beyond(database: &TestDatabase) {
        let store = database.open().await;
        let payer = Payer::new(&store, 1).await;
        let batch: Vec<_> = [4, 4, 4, 2].iter().map(|cost| payer.entry(*cost, 10)).collect();
        let commits = store.commit_ledger(&batch, &[]).await.unwrap();
        let expected = [
            Commit::Counted { used: by_org(4) },
            Commit::Counted { used: by_org(8) },
            Commit::Exhausted { used: by_org(8) },
            Commit::Counted { used: by_org(10) },
        ];
        assert_eq!(commits, expected);
        let next = store.commit_ledger(&[payer.entry(1, 10)], &[]).await.unwrap();
        assert_eq!(next, [Commit::Exhausted { used: by_org(10) }]);
        assert_eq!(payer.used(&store).await, 10);
        assert_eq!(payer.sum(&store).await, 10);
        let raised = store.commit_ledger(&[payer.entry(1, 11)], &[]).await.unwrap();
        assert_eq!(raised, [Commit::Counted { used: by_org(11) }], "a raised cap applies at once");
    }

    async fn a_thousand_at_once_with_one_unit_left_exactly_one_succeeds(database: &TestDatabase) {
        let store = database.open().await;
        let payer = Payer::new(&store, 1).await;
        store.commit_ledger(&[payer.entry(99, 100)], &[]).await.unwrap();
        // Many concurrent batches, as from several nodes.
        let batches: Vec<Vec<_>> =
            (0..50).map(|_| (0..20).map(|_| payer.entry(1, 100)).collect()).collect();
        let tasks: Vec<_> = batches
            .into_iter()
            .map(|batch| {
                let store = store.clone();
                tokio::spawn(async move { store.commit_ledger(&batch, &[]).await.unwrap() })
            })
            .collect();
        let mut counted = 0;
        for task in tasks {
            let commits = task.await.unwrap();
            counted += commits.iter().filter(|it| matches!(it, Commit::Counted { .. })).count();
        }
        assert_eq!(counted, 1);
        assert_eq!(payer.used(&store).await, 100);
        assert_eq!(payer.sum(&store).await, 100);
    }

    async fn live_and_test_requests_use_separate_allowances(database: &TestDatabase) {
        let store = database.open().await;
        let payer = Payer::new(&store, 1).await;
        let test = |cost| payer.changed(cost, 5, |it| it.mode = KeyMode::Test);
        let commits = store.commit_ledger(&[payer.entry(2, 2), test(5), test(1)], &[]).await.unwrap();
        let expected =
            [Commit::Counted { used: by_org(2) }, Commit::Counted { used: by_org(5) }, Commit::Exhausted { used: by_org(5) }];
        assert_eq!(commits, expected);
        assert_eq!(payer.used(&store).await, 2);
    }

    async fn organizations_that_share_a_test_allowance_fill_it_together(database: &TestDatabase) {
        let store = database.open().await;
        let (one, two) = (Payer::new(&store, 1).await, Payer::new(&store, 2).await);
        let holder = TestHolder::Person(UserId::new(NOW, &one.random));
        let limits = TestLimits { holder, month_cap: 10, day_cap: 8 };
        let test = |payer: &Payer, cost| payer.test_entry(cost, NOW, limits);
        let batch = [test(&one, 4), test(&two, 3), test(&one, 2), test(&two, 1)];
        let commits = store.commit_ledger(&batch, &[]).await.unwrap();
        let used = |org, shared| Used { org, month: shared, day: shared };
        let expected = [
            Commit::Counted { used: used(4, 4) },
            Commit::Counted { used: used(3, 7) },
            Commit::Exhausted { used: used(4, 7) },
            Commit::Counted { used: used(4, 8) },
        ];
        assert_eq!(commits, expected);
        assert_eq!(test_used(&store, holder, NOW).await, (8, 8));
        // The next day, two units of the month are left.
        let tomorrow = Day::of(NOW).end();
        let batch = [2, 2, 1].map(|cost| one.test_entry(cost, tomorrow, limits));
        let commits = store.commit_ledger(&batch, &[]).await.unwrap();
        let used = |org, month, day| Used { org, month, day };
        let expected = [
            Commit::Counted { used: used(6, 10, 2) },
            Commit::Exhausted { used: used(6, 10, 2) },
            Commit::Exhausted { used: used(6, 10, 2) },
        ];
        assert_eq!(commits, expected);
        assert_eq!(test_used(&store, holder, tomorrow).await, (10, 2));
        assert_eq!((one.sum(&store).await, two.sum(&store).await), (6, 4));
    }

    async fn what_one_allowance_refuses_takes_nothing_of_the_others(database: &TestDatabase) {
        let store = database.open().await;
        let (full, free) = (Payer::new(&store, 1).await, Payer::new(&store, 2).await);
        let holder = TestHolder::Person(UserId::new(NOW, &full.random));
        let limits = TestLimits { holder, month_cap: 10, day_cap: 10 };
        let of_full = |cost| {
            full.changed(cost, 3, |it| (it.mode, it.test) = (KeyMode::Test, Some(limits)))
        };
        // Only the organization's own three units block the second entry.
        let batch = [of_full(3), of_full(3), free.test_entry(7, NOW, limits)];
        let commits = store.commit_ledger(&batch, &[]).await.unwrap();
        let counted: Vec<_> = commits.iter().map(|it| matches!(it, Commit::Counted { .. })).collect();
        assert_eq!(counted, [true, false, true]);
        assert_eq!(test_used(&store, holder, NOW).await, (10, 10));
        assert_eq!(full.sum(&store).await, 3);
        // A live request uses none of it.
        let live = store.commit_ledger(&[free.entry(5, 5)], &[]).await.unwrap();
        assert_eq!(live, [Commit::Counted { used: by_org(5) }]);
        assert_eq!(test_used(&store, holder, NOW).await, (10, 10));
    }

    async fn an_organization_with_a_test_allowance_of_its_own_has_its_own_day(database: &TestDatabase) {
        let store = database.open().await;
        let payer = Payer::new(&store, 1).await;
        let holder = TestHolder::Org(payer.org);
        // The holder's month is that of the organization, whose cap is 5.
        let limits = TestLimits { holder, month_cap: 0, day_cap: 3 };
        let entry = |cost, at| {
            payer.changed(cost, 5, |it| {
                (it.mode, it.at, it.test) = (KeyMode::Test, at, Some(limits));
            })
        };
        let tomorrow = Day::of(NOW).end();
        let batch = [entry(3, NOW), entry(1, NOW), entry(2, tomorrow), entry(1, tomorrow)];
        let commits = store.commit_ledger(&batch, &[]).await.unwrap();
        let used = |org, day| Used { org, month: 0, day };
        let expected = [
            Commit::Counted { used: used(3, 3) },
            Commit::Exhausted { used: used(3, 3) },
            Commit::Counted { used: used(5, 2) },
            Commit::Exhausted { used: used(5, 2) },
        ];
        assert_eq!(commits, expected);
    }

    async fn a_failed_test_request_returns_its_units_to_every_allowance(database: &TestDatabase) {
        let store = database.open().await;
        let payer = Payer::new(&store, 1).await;
        let holder = TestHolder::Person(UserId::new(NOW, &payer.random));
        let limits = TestLimits { holder, month_cap: 5, day_cap: 5 };
        let failing = payer.test_entry(4, NOW, limits);
        store.commit_ledger(std::slice::from_ref(&failing), &[]).await.unwrap();
        let failed = finished(&failing, 500, false);
        // An entry that fits only after the return, in the same batch, has to wait for the next
        // batch.
        let next = payer.test_entry(4, NOW, limits);
        let commits = store.commit_ledger(&[next], std::slice::from_ref(&failed)).await.unwrap();
        assert!(matches!(commits[..], [Commit::Exhausted { .. }]));
        assert_eq!(test_used(&store, holder, NOW).await, (0, 0));
        let again = Outcome { again: true, ..failed };
        store.commit_ledger(&[], &[again]).await.unwrap();
        assert_eq!(test_used(&store, holder, NOW).await, (0, 0), "returned once");
    }

    async fn many_organizations_at_once_with_one_shared_unit_left_exactly_one_succeeds(
        database: &TestDatabase
    ) {
        let store = database.open().await;
        let mut payers = Vec::new();
        for seed in 1..=5 {
            payers.push(Payer::new(&store, seed).await);
        }
        let holder = TestHolder::Person(UserId::new(NOW, &payers[0].random));
        let limits = TestLimits { holder, month_cap: 100, day_cap: 1_000 };
        store.commit_ledger(&[payers[0].test_entry(99, NOW, limits)], &[]).await.unwrap();
        let tasks: Vec<_> = (0..30)
            .map(|turn: usize| {
                // Each batch uses another order, as batches of different nodes would.
                let order = (0..payers.len()).map(|it| (it + turn) % payers.len());
                let batch: Vec<_> = order.map(|it| payers[it].test_entry(1, NOW, limits)).collect();
                let store = store.clone();
                tokio::spawn(async move { store.commit_ledger(&batch, &[]).await.unwrap() })
            })
            .collect();
        let mut counted = 0;
        for task in tasks {
            let commits = task.await.unwrap();
            counted += commits.iter().filter(|it| matches!(it, Commit::Counted { .. })).count();
        }
        assert_eq!(counted, 1);
        assert_eq!(test_used(&store, holder, NOW).await, (100, 100));
        let mut sum = 0;
        for payer in &payers {
            sum += payer.sum(&store).await;
        }
        assert_eq!(sum, 100);
    }

    async fn what_was_used_of_test_allowances_long_ago_is_deleted(database: &TestDatabase) {
        let store = database.open().await;
        let payer = Payer::new(&store, 1).await;
        let holder = TestHolder::Person(UserId::new(NOW, &payer.random));
        let limits = TestLimits { holder, month_cap: 100, day_cap: 100 };
        let next = Period::of(NOW).end();
        for at in [NOW, next] {
            store.commit_ledger(&[payer.test_entry(1, at, limits)], &[]).await.unwrap();
        }
        assert_eq!(store.delete_old_test_usage(Period::of(NOW), 10).await.unwrap(), 0);
        assert_eq!(store.delete_old_test_usage(Period::of(next), 10).await.unwrap(), 2, "month and day");
        assert_eq!(test_used(&store, holder, NOW).await, (0, 0));
        assert_eq!(test_used(&store, holder, next).await, (1, 1));
    }

    async fn a_new_month_begins_at_zero(database: &TestDatabase) {
        let store = database.open().await;
        let payer = Payer::new(&store, 1).await;
        store.commit_ledger(&[payer.entry(10, 10)], &[]).await.unwrap();
        let next_month = payer.changed(1, 10, |it| it.at = Period::of(NOW).end());
        let commits = store.commit_ledger(&[next_month], &[]).await.unwrap();
        assert_eq!(commits, [Commit::Counted { used: by_org(1) }]);
        assert_eq!(payer.used(&store).await, 10, "the previous month is unchanged");
    }

    async fn our_own_failure_returns_the_units_once(database: &TestDatabase) {
        let store = database.open().await;
        let payer = Payer::new(&store, 1).await;
        let (good, bad) = (payer.entry(2, 100), payer.entry(3, 100));
        store.commit_ledger(&[Arc::clone(&good), Arc::clone(&bad)], &[]).await.unwrap();
        let outcomes = [
            finished(&good, 200, true),
            finished(&bad, 500, true),
        ];
        store.commit_ledger(&[], &outcomes).await.unwrap();
        store.commit_ledger(&[], &outcomes).await.unwrap();
        assert_eq!(payer.used(&store).await, 2, "recorded twice, returned once");
        assert_eq!(payer.sum(&store).await, 2);
        let rows = store.org(Tenant::named_by_operator(payer.org)).ledger(None, 10).await.unwrap();
        let mut statuses: Vec<_> = rows.iter().map(|it| (it.status, it.cost)).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [(Some(200), 2), (Some(500), 0)]);
        let unknown = finished(&payer.entry(7, 100), 503, true);
        store.commit_ledger(&[], &[unknown]).await.unwrap();
        assert_eq!(payer.used(&store).await, 2, "an outcome without a row changes nothing");
    }

    async fn a_row_says_how_its_request_ended_and_how_long_it_took(database: &TestDatabase) {
        let store = database.open().await;
        let payer = Payer::new(&store, 1).await;
        let refused = payer.changed(1, 100, |it| {
            (it.status, it.error_code, it.latency_us) = (Some(403), Some("module_required"), Some(90));
        });
        let (good, bad, open) = (payer.entry(1, 100), payer.entry(2, 100), payer.entry(3, 100));
        let entries = [&refused, &good, &bad, &open].map(Arc::clone);
        store.commit_ledger(&entries, &[]).await.unwrap();
        let answered = |entry, status, error_code, latency_us| Outcome {
            error_code,
            latency_us: Some(latency_us),
            ..finished(entry, status, false)
        };
        let outcomes = [
            answered(&good, 200, None, 1_250),
            answered(&bad, 500, Some("internal_error"), 30_000_000),
        ];
        store.commit_ledger(&[], &outcomes).await.unwrap();
        // A late repetition does not replace what is recorded.
        let late = Outcome { again: true, ..answered(&good, 503, Some("service_unavailable"), 7) };
        store.commit_ledger(&[], &[late]).await.unwrap();
        let rows = store.org(Tenant::named_by_operator(payer.org)).ledger(None, 10).await.unwrap();
        let found = |entry: &Arc<LedgerEntry>| {
            let row = rows.iter().find(|it| it.request == entry.request).unwrap();
            (row.status, row.error_code.clone(), row.latency_us)
        };
        let code = |it: &str| Some(it.to_owned());
        assert_eq!(found(&refused), (Some(403), code("module_required"), Some(90)));
        assert_eq!(found(&good), (Some(200), None, Some(1_250)));
        assert_eq!(found(&bad), (Some(500), code("internal_error"), Some(30_000_000)));
        assert_eq!(found(&open), (None, None, None), "its outcome was never recorded");
    }

    async fn parts_that_failed_by_our_fault_return_their_units_once(database: &TestDatabase) {
        let store = database.open().await;
        let payer = Payer::new(&store, 1).await;
        let (batch, other) = (payer.entry(5, 10), payer.entry(4, 10));
        store.commit_ledger(&[Arc::clone(&batch), Arc::clone(&other)], &[]).await.unwrap();
        let ended = |entry: &Arc<LedgerEntry>, returned, again| Outcome {
            entry: Arc::clone(entry),
            status: 200,
            error_code: None,
            latency_us: None,
            returned,
            again,
        };
        // Another request comes with them.
        let outcomes = [ended(&batch, 2, false), ended(&other, 9, false)];
        store.commit_ledger(&[payer.entry(1, 10)], &outcomes).await.unwrap();
        let again = [ended(&batch, 2, true), ended(&other, 9, true)];
        store.commit_ledger(&[], &again).await.unwrap();
        assert_eq!(payer.used(&store).await, 4, "3 of 5, none of 4, 1: never more than was taken");
        assert_eq!(payer.sum(&store).await, 4);
        let inside = store.org(Tenant::named_by_operator(payer.org));
        let (from, to) = (Period::of(NOW).start(), Period::of(NOW).end());
        for group in [UsageGroup::Day, UsageGroup::Hour] {
            let query = UsageQuery { group, from, to, after: None, total: None };
            let page = inside.usage_page(&query, PageSize::MAX).await.unwrap();
            let units: Vec<_> = page.items.iter().map(|it| (it.requests, it.units)).collect();
            assert_eq!(units, [(3, 4)], "{group:?}");
        }
    }

    async fn what_was_admitted_lately_is_found_newest_first(database: &TestDatabase) {
        let store = database.open().await;
        let payer = Payer::new(&store, 1).await;
        let at = |micros: i64| Timestamp::from_micros(NOW.micros() + micros);
        let batch: Vec<_> =
            [0, 10, 20, 30].iter().map(|it| payer.changed(1, 100, |entry| entry.at = at(*it))).collect();
        store.commit_ledger(&batch, &[]).await.unwrap();
        let of_org = store.admitted_for_org(payer.org, at(0), 10).await.unwrap();
        assert_eq!(of_org, [at(30), at(20), at(10)]);
        let of_family = store.admitted_for_family(payer.key, at(-1), 2).await.unwrap();
        assert_eq!(of_family, [at(30), at(20)]);
    }

    async fn a_ledger_is_paged_by_instant_and_id(database: &TestDatabase) {
        let store = database.open().await;
        let (payer, other) = (Payer::new(&store, 1).await, Payer::new(&store, 2).await);
        let at = |micros: i64| Timestamp::from_micros(NOW.micros() + micros);
        // Later requests first, three of them at the same instant, with another organization's in
        // between.
        let entry = |payer: &Payer, micros| payer.changed(1, 100, |it| it.at = at(micros));
        let batch: Vec<_> = [30, 20, 20, 20, 10].iter().map(|it| entry(&payer, *it)).collect();
        store.commit_ledger(&batch, &[]).await.unwrap();
        let foreign = entry(&other, 15);
        store.commit_ledger(std::slice::from_ref(&foreign), &[]).await.unwrap();
        let mut expected: Vec<_> = batch.iter().map(|it| (it.at, it.request)).collect();
        expected.sort();
        let inside = store.org(Tenant::named_by_operator(payer.org));
        for size in 1..=6 {
            let mut found = Vec::new();
            let mut after: Option<LedgerPlace> = None;
            loop {
                let page = inside.ledger(after, size).await.unwrap();
                let Some(last) = page.last() else { break };
                after = Some(last.place().to_string().parse().unwrap());
                found.extend(page.into_iter().map(|it| (it.at, it.request)));
            }
            assert_eq!(found, expected, "{size} at a time");
        }
        let foreigner = store.org(Tenant::named_by_operator(other.org));
        let place = foreigner.ledger(None, 1).await.unwrap()[0].place();
        let from_foreign = inside.ledger(Some(place), 9).await.unwrap();
        assert_eq!(from_foreign.len(), 4, "another tenant's position works: later rows follow");
        let page = inside.ledger_page(None, PageSize::new(2).unwrap()).await.unwrap();
        assert_eq!(page.total, 5);
    }

    /// Compares with sums computed by hand from the entries, for spans that start and end at
    /// midnight and others.
    async fn usage_is_the_same_by_days_and_by_hours(database: &TestDatabase) {
        const HOUR: i64 = 3_600_000_000;
        let store = database.open().await;
        let payer = Payer::new(&store, 1).await;
        let midnight = NOW.micros() - NOW.micros().rem_euclid(24 * HOUR);
        let at = |hour: i64| Timestamp::from_micros(midnight + hour * HOUR);
        // Hour from midnight, operation, host, cost.
        let made = [
            (-30, "calc_natal", "a.example", 1),
            (-1, "calc_natal", "b.example", 2),
            (0, "calc_transit", "a.example", 4),
            (5, "calc_natal", "a.example", 8),
            (23, "calc_transit", "", 16),
            (24, "calc_natal", "a.example", 32),
            (60, "calc_transit", "b.example", 64),
        ];
        let entries: Vec<_> = made
            .iter()
            .map(|(hour, operation, host, cost)| payer.changed(*cost, 1_000, |it| {
                it.at = at(*hour);
                it.operation = operation;
                (*host).clone_into(&mut it.origin_host);
            }))
            .collect();
        store.commit_ledger(&entries, &[]).await.unwrap();
        let failed = finished(&entries[3], 500, false);
        store.commit_ledger(&[], &[failed]).await.unwrap();
        let inside = store.org(Tenant::named_by_operator(payer.org));
        for (from, to) in [(-48, 72), (-24, 24), (0, 24), (-2, 25), (0, 61), (1, 6), (-30, 60), (3, 3)] {
            for group in [UsageGroup::Day, UsageGroup::Operation, UsageGroup::Origin] {
                let query = UsageQuery { group, from: at(from), to: at(to), after: None, total: None };
                let page = inside.usage_page(&query, PageSize::MAX).await.unwrap();
                let found: Vec<_> =
                    page.items.iter().map(|it| (it.label.clone(), it.requests, it.units)).collect();
                let mut expected = BTreeMap::new();
                for (index, (hour, operation, host, cost)) in made.iter().enumerate() {
                    if *hour < from || *hour >= to {
                        continue;
                    }
                    let day = at(*hour).micros().div_euclid(24 * HOUR).to_string();
                    let label = match group {
                        UsageGroup::Day => day,
                        UsageGroup::Operation => (*operation).to_owned(),
                        _ => (*host).to_owned(),
                    };
                    let sum: &mut (u64, u64) = expected.entry(label).or_default();
                    sum.0 += 1;
                    sum.1 += if index == 3 { 0 } else { u64::from(*cost) };
                }
                let total = expected.len();
                let expected: Vec<_> = expected.into_iter().map(|(it, (a, b))| (it, a, b)).collect();
                assert_eq!(found, expected, "{group:?} {from} {to}");
                assert_eq!(page.total, total as u64, "{group:?} {from} {to}");
            }
        }
    }

    /// Half of the batches count where the others return units, with room and without. A wrong lock
    /// order would deadlock here.
    async fn batches_of_several_organizations_side_by_side_all_succeed(database: &TestDatabase) {
        const TURNS: u64 = 40;
        let store = database.open().await;
        let mut payers = Vec::new();
        for seed in 1..=6 {
            payers.push(Payer::new(&store, seed).await);
        }
        // Two always have room. The others have room only after enough is returned.
        let caps = [1_000_000, 30, 25, 1_000_000, 30, 25];
        let mut failing = Vec::new();
        for _ in 0..TURNS {
            let batch: Vec<_> = payers.iter().map(|it| it.entry(1, 1_000_000)).collect();
            store.commit_ledger(&batch, &[]).await.unwrap();
            failing.push(batch);
        }
        let batches: Vec<(Vec<_>, Vec<_>)> = failing
            .into_iter()
            .enumerate()
            .map(|(turn, mut failing)| {
                let entries = payers.iter().zip(caps).map(|(it, cap)| it.entry(1, cap));
                let mut entries: Vec<_> = entries.collect();
                if turn % 2 == 0 {
                    entries.truncate(3);
                    failing.drain(..3);
                } else {
                    entries.drain(..3);
                    failing.truncate(3);
                    entries.reverse();
                }
                let failed = |entry: Arc<LedgerEntry>| finished(&entry, 500, false);
                (entries, failing.into_iter().map(failed).collect())
            })
            .collect();
        let tasks: Vec<_> = batches
            .into_iter()
            .map(|(entries, outcomes)| {
                let store = store.clone();
                tokio::spawn(async move { store.commit_ledger(&entries, &outcomes).await })
            })
            .collect();
        let mut counted = 0;
        for task in tasks {
            let commits = task.await.unwrap().unwrap();
            counted += commits.iter().filter(|it| matches!(it, Commit::Counted { .. })).count();
        }
        let mut sum = 0;
        for (payer, cap) in payers.iter().zip(caps) {
            let used = payer.used(&store).await;
            assert_eq!(used, payer.sum(&store).await, "the account agrees with its rows");
            assert!(used <= cap, "{used} of {cap}");
            sum += used;
        }
        // Each batch returned three of the earlier units.
        let kept = TURNS * 6 - TURNS * 3;
        assert_eq!(sum, kept + counted as u64, "every entry reported as counted is in the ledger");
    }
}

/// A node abandons a commit that takes too long and tells its clients that it failed, but the
/// server commits it. The node's next commit, which must settle this, waits until the result is
/// known.
#[tokio::test]
async fn a_commit_that_was_given_up_and_decided_later_is_settled_once() {
    let Some(database) = TestDatabase::postgres().await else {
        println!("not run: no PostgreSQL");
        return;
    };
    let DatabaseLocation::Postgres(address) = &database.location else {
        unreachable!("the location is PostgreSQL");
    };
    let store = database.open().await;
    let payer = Payer::new(&store, 1).await;
    let failed = |entry: &Arc<LedgerEntry>, again| Outcome {
        entry: Arc::clone(entry),
        status: 503,
        error_code: None,
        latency_us: None,
        returned: 0,
        again,
    };
    let (earlier, given_up, next) = (
        payer.entry(2, 100),
        payer.entry(4, 100),
        payer.entry(1, 100),
    );
    let commits = store.commit_ledger(&[Arc::clone(&earlier)], &[]).await;
    assert_eq!(commits.unwrap(), [Commit::Counted { used: by_org(2) }]);
    let mut stalled = StalledCommits::begin(address).await;
    let committing = async {
        let outcomes = [failed(&earlier, false)];
        store
            .commit_ledger(&[Arc::clone(&given_up)], &outcomes)
            .await
    };
    tokio::select! {
        _ = committing => unreachable!("commits are stalled"),
        () = stalled.until_waiting(1) => {}
    }
    let settling = async {
        let outcomes = [failed(&given_up, true), failed(&earlier, true)];
        store.commit_ledger(&[next], &outcomes).await
    };
    let deciding = async {
        stalled.until_waiting(2).await;
        stalled.end().await;
    };
    let (commits, ()) = tokio::join!(settling, deciding);
    assert!(matches!(commits.unwrap()[..], [Commit::Counted { .. }]));
    assert_eq!(
        payer.used(&store).await,
        1,
        "a failed request is returned once"
    );
    assert_eq!(payer.sum(&store).await, 1);
    let inside = store.org(Tenant::named_by_operator(payer.org));
    let (from, to) = (Period::of(NOW).start(), Period::of(NOW).end());
    for group in [UsageGroup::Day, UsageGroup::Hour] {
        let query = UsageQuery {
            group,
            from,
            to,
            after: None,
            total: None,
        };
        let page = inside.usage_page(&query, PageSize::MAX).await.unwrap();
        let sums = page.items.iter();
        let sums: Vec<_> = sums.map(|it| (it.requests, it.units, it.failed)).collect();
        assert_eq!(sums, [(3, 1, 2)], "{group:?}");
    }
}
