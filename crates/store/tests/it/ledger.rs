//! The ledger: nothing lost, nothing counted twice, never over the cap.

use std::sync::Arc;

use access::{KeyId, KeyMode, OrgId, Period, RequestId, Timestamp};
use store::{Commit, LedgerEntry, Outcome, RateClass, Store, Tenant};

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
            status: None,
            origin_host: String::new(),
        };
        change(&mut entry);
        Arc::new(entry)
    }

    async fn used(&self, store: &Store) -> u64 {
        store
            .used(self.org, Period::of(NOW), KeyMode::Live)
            .await
            .unwrap()
    }

    /// What the rows of the ledger add up to.
    async fn sum(&self, store: &Store) -> u64 {
        let rows = store
            .org(Tenant::named_by_operator(self.org))
            .ledger("", 10_000)
            .await
            .unwrap();
        rows.iter().map(|it| it.cost).sum()
    }
}

on_both_databases! {
    async fn a_counted_request_is_in_the_ledger(database: &TestDatabase) {
        let store = database.open().await;
        let payer = Payer::new(&store, 1).await;
        let entry = payer.changed(3, 10, |it| "app.example.com".clone_into(&mut it.origin_host));
        let commits = store.commit_ledger(std::slice::from_ref(&entry), &[]).await.unwrap();
        assert_eq!(commits, [Commit::Counted { used: 3 }]);
        let rows = store.org(Tenant::named_by_operator(payer.org)).ledger("", 10).await.unwrap();
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0].request, entry.request.to_string());
        assert_eq!(rows[0].key, Some(payer.key.to_string()));
        assert_eq!((rows[0].cost, rows[0].at, rows[0].status), (3, NOW, None));
        assert_eq!(rows[0].origin_host, "app.example.com");
        let other = Payer::new(&store, 2).await;
        let foreign = store.org(Tenant::named_by_operator(other.org)).ledger("", 10).await.unwrap();
        assert_eq!(foreign, [], "another tenant's ledger is its own");
    }

    async fn a_batch_fills_the_allowance_in_order_and_never_beyond(database: &TestDatabase) {
        let store = database.open().await;
        let payer = Payer::new(&store, 1).await;
        let batch: Vec<_> = [4, 4, 4, 2].iter().map(|cost| payer.entry(*cost, 10)).collect();
        let commits = store.commit_ledger(&batch, &[]).await.unwrap();
        let expected = [
            Commit::Counted { used: 4 },
            Commit::Counted { used: 8 },
            Commit::Exhausted { used: 8 },
            Commit::Counted { used: 10 },
        ];
        assert_eq!(commits, expected);
        let next = store.commit_ledger(&[payer.entry(1, 10)], &[]).await.unwrap();
        assert_eq!(next, [Commit::Exhausted { used: 10 }]);
        assert_eq!(payer.used(&store).await, 10);
        assert_eq!(payer.sum(&store).await, 10);
        let raised = store.commit_ledger(&[payer.entry(1, 11)], &[]).await.unwrap();
        assert_eq!(raised, [Commit::Counted { used: 11 }], "a raised cap opens at once");
    }

    async fn a_thousand_at_once_with_one_unit_left_exactly_one_succeeds(database: &TestDatabase) {
        let store = database.open().await;
        let payer = Payer::new(&store, 1).await;
        store.commit_ledger(&[payer.entry(99, 100)], &[]).await.unwrap();
        // As several nodes would: many batches side by side.
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
            [Commit::Counted { used: 2 }, Commit::Counted { used: 5 }, Commit::Exhausted { used: 5 }];
        assert_eq!(commits, expected);
        assert_eq!(payer.used(&store).await, 2);
    }

    async fn a_new_month_begins_at_zero(database: &TestDatabase) {
        let store = database.open().await;
        let payer = Payer::new(&store, 1).await;
        store.commit_ledger(&[payer.entry(10, 10)], &[]).await.unwrap();
        let next_month = payer.changed(1, 10, |it| it.at = Period::of(NOW).end());
        let commits = store.commit_ledger(&[next_month], &[]).await.unwrap();
        assert_eq!(commits, [Commit::Counted { used: 1 }]);
        assert_eq!(payer.used(&store).await, 10, "the month before is as it was");
    }

    async fn our_own_failure_returns_the_units_once(database: &TestDatabase) {
        let store = database.open().await;
        let payer = Payer::new(&store, 1).await;
        let (good, bad) = (payer.entry(2, 100), payer.entry(3, 100));
        store.commit_ledger(&[Arc::clone(&good), Arc::clone(&bad)], &[]).await.unwrap();
        let outcomes = [
            Outcome { entry: Arc::clone(&good), status: 200, again: true },
            Outcome { entry: Arc::clone(&bad), status: 500, again: true },
        ];
        store.commit_ledger(&[], &outcomes).await.unwrap();
        store.commit_ledger(&[], &outcomes).await.unwrap();
        assert_eq!(payer.used(&store).await, 2, "noted twice, returned once");
        assert_eq!(payer.sum(&store).await, 2);
        let rows = store.org(Tenant::named_by_operator(payer.org)).ledger("", 10).await.unwrap();
        let mut statuses: Vec<_> = rows.iter().map(|it| (it.status, it.cost)).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [(Some(200), 2), (Some(500), 0)]);
        let unknown = Outcome { entry: payer.entry(7, 100), status: 503, again: true };
        store.commit_ledger(&[], &[unknown]).await.unwrap();
        assert_eq!(payer.used(&store).await, 2, "an outcome without a row changes nothing");
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

    async fn batches_of_several_organizations_side_by_side_all_succeed(database: &TestDatabase) {
        let store = database.open().await;
        let mut payers = Vec::new();
        for seed in 1..=5 {
            payers.push(Payer::new(&store, seed).await);
        }
        let batch = || -> Vec<_> { payers.iter().map(|it| it.entry(1, 1_000_000)).collect() };
        // Half of them in the other order: a careless lock order would deadlock here.
        let batches: Vec<Vec<_>> = (0..40)
            .map(|turn| if turn % 2 == 0 { batch() } else { batch().into_iter().rev().collect() })
            .collect();
        let tasks: Vec<_> = batches
            .into_iter()
            .map(|batch| {
                let store = store.clone();
                tokio::spawn(async move { store.commit_ledger(&batch, &[]).await })
            })
            .collect();
        for task in tasks {
            task.await.unwrap().unwrap();
        }
        for payer in &payers {
            assert_eq!(payer.used(&store).await, 40);
            assert_eq!(payer.sum(&store).await, 40);
        }
    }
}
