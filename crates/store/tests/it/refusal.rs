//! Counts of refused requests: what is added up, how far reads go, and what is deleted.

use access::{KeyId, OrgId, Timestamp};
use store::testing::{count_rows, execute};
use store::{PageSize, RefusalCount, RefusalDay, Store, Tenant};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, key, tenant};

const MINUTE: i64 = NOW.micros() / 60_000_000;
const DAY: i64 = MINUTE / 1_440;
/// The rows that a list reaches back to.
const LISTED: u32 = 5_000;

fn count(org: OrgId, key: KeyId, minute: i64) -> RefusalCount {
    RefusalCount {
        org,
        key: Some(key),
        reason: "domain_not_allowed",
        origin_host: String::new(),
        minute,
        requests: 5,
    }
}

fn sum(org: OrgId, key: KeyId, day: i64, requests: u64) -> RefusalDay {
    RefusalDay {
        org,
        key: Some(key),
        reason: "rate_limited",
        day,
        last_minute: day * 1_440 + 7,
        requests,
    }
}

/// Adds more rows than a list shows: one for each of many pages, at the same minute.
async fn flood(store: &Store, org: OrgId, key: KeyId) {
    let pages: Vec<_> = (0..LISTED + 300).collect();
    for part in pages.chunks(500) {
        let row = |number: &u32| RefusalCount {
            origin_host: format!("{number:05}.example"),
            ..count(org, key, MINUTE)
        };
        let rows: Vec<_> = part.iter().map(row).collect();
        store.add_refusals(&rows).await.unwrap();
    }
}

on_both_databases! {
    async fn a_list_of_refusals_ends_after_the_newest_thousands(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        let one = key(&random, "one").id;
        flood(&store, mine.org_id(), one).await;
        let newer = [MINUTE + 2, MINUTE + 1].map(|minute| count(mine.org_id(), one, minute));
        store.add_refusals(&newer).await.unwrap();
        let inside = store.org(mine);
        let (mut after, mut listed) = (0, Vec::new());
        let size = PageSize::new(99).unwrap();
        loop {
            let page = inside.refusals_page(after, size).await.unwrap();
            assert_eq!(page.total, u64::from(LISTED));
            listed.extend(page.items);
            match page.next {
                Some(next) => after = next,
                None => break,
            }
        }
        assert_eq!(listed.len(), LISTED as usize);
        assert_eq!(listed[0].minute, MINUTE + 2);
        assert_eq!(listed[1].minute, MINUTE + 1);
        assert_eq!(listed[0].key_id, Some(one.to_string()));
        let mut pages: Vec<_> = listed[2..].iter().map(|it| &it.origin_host).collect();
        pages.dedup();
        assert_eq!(pages.len(), LISTED as usize - 2, "each page once");
        for beyond in [LISTED, u32::MAX] {
            let page = inside.refusals_page(beyond, size).await.unwrap();
            assert_eq!((page.items, page.next), (vec![], None));
        }
    }

    async fn further_keys_are_counted_together(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        let one = key(&random, "one").id;
        let rest = RefusalCount { key: None, ..count(mine.org_id(), one, MINUTE) };
        store.add_refusals(std::slice::from_ref(&rest)).await.unwrap();
        store.add_refusals(&[rest]).await.unwrap();
        let rest = RefusalDay { key: None, ..sum(mine.org_id(), one, DAY, 3) };
        store.add_refusal_days(&[rest]).await.unwrap();
        let inside = store.org(mine);
        let rows = inside.refusals().await.unwrap();
        assert_eq!(rows.len(), 1);
        assert_eq!((&rows[0].key_id, rows[0].requests), (&None, 10));
        let sums = inside.refusal_sums(NOW, 10).await.unwrap();
        assert_eq!((&sums[0].key_id, sums[0].requests), (&None, 3));
        let by_key = inside.refusals_since("domain_not_allowed", MINUTE).await.unwrap();
        assert_eq!(by_key, [], "an alert is about one key");
    }

    async fn what_was_refused_most_comes_first(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (mine, foreign) = (tenant(&store, &random).await, tenant(&store, &random).await);
        let (first, second) = (key(&random, "first").id, key(&random, "second").id);
        let org = mine.org_id();
        store.add_refusal_days(&[
            sum(org, first, DAY, 3),
            sum(org, first, DAY + 1, 2),
            sum(org, second, DAY, 5),
            sum(org, second, DAY - 1, 99),
            sum(foreign.org_id(), first, DAY, 50),
        ]).await.unwrap();
        let later = RefusalDay { last_minute: DAY * 1_440 + 3, ..sum(org, first, DAY + 1, 2) };
        store.add_refusal_days(&[later]).await.unwrap();
        let inside = store.org(mine);
        let sums = inside.refusal_sums(NOW, 10).await.unwrap();
        let sums: Vec<_> = sums.into_iter().map(|it| (it.key_id, it.minute, it.requests)).collect();
        let expected = [
            (Some(first.to_string()), (DAY + 1) * 1_440 + 7, 7),
            (Some(second.to_string()), DAY * 1_440 + 7, 5),
        ];
        assert_eq!(sums, expected);
        assert_eq!(inside.refusal_sums(NOW, 1).await.unwrap().len(), 1);
    }

    async fn refusals_are_added_up_by_key_and_page_since_a_minute(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (mine, foreign) = (tenant(&store, &random).await, tenant(&store, &random).await);
        let one = key(&random, "one").id;
        let refusal = |org, reason, host: &str, minute| RefusalCount {
            reason,
            origin_host: host.to_owned(),
            ..count(org, one, minute)
        };
        let org = mine.org_id();
        store.add_refusals(&[
            refusal(org, "domain_not_allowed", "a.example", 99),
            refusal(org, "domain_not_allowed", "a.example", 100),
            refusal(org, "domain_not_allowed", "a.example", 101),
            refusal(org, "domain_not_allowed", "b.example", 101),
            refusal(org, "rate_limited", "a.example", 101),
            refusal(foreign.org_id(), "domain_not_allowed", "c.example", 101),
        ]).await.unwrap();
        let found = store.org(mine).refusals_since("domain_not_allowed", 100).await.unwrap();
        let found: Vec<_> = found.iter().map(|it| (it.origin_host.as_str(), it.requests)).collect();
        assert_eq!(found, [("a.example", 10), ("b.example", 5)]);
    }

    async fn alerts_and_sums_read_a_limited_number_of_rows(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        let one = key(&random, "one").id;
        flood(&store, mine.org_id(), one).await;
        let inside = store.org(mine);
        let found = inside.refusals_since("domain_not_allowed", MINUTE).await.unwrap();
        assert_eq!(found.len(), LISTED as usize);
        let keys: Vec<_> = (0..LISTED + 300).map(|_| KeyId::new(NOW, &random)).collect();
        for part in keys.chunks(500) {
            let sums: Vec<_> = part.iter().map(|it| sum(mine.org_id(), *it, DAY, 1)).collect();
            store.add_refusal_days(&sums).await.unwrap();
        }
        let sums = inside.refusal_sums(NOW, u32::MAX).await.unwrap();
        assert_eq!(sums.len(), LISTED as usize);
    }

    async fn old_refusals_are_deleted_some_at_a_time(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mine = tenant(&store, &random).await;
        let (org, one) = (mine.org_id(), key(&random, "one").id);
        let counts = [-2, -1, 0].map(|it| count(org, one, MINUTE + it));
        store.add_refusals(&counts).await.unwrap();
        let kept = async || {
            let rows = store.org(mine).refusals().await.unwrap();
            rows.iter().map(|it| it.minute - MINUTE).collect::<Vec<_>>()
        };
        assert_eq!(store.delete_old_refusals(NOW, 1).await.unwrap(), 1);
        assert_eq!(kept().await, [0, -1], "oldest first");
        assert_eq!(store.delete_old_refusals(NOW, 10).await.unwrap(), 1);
        assert_eq!(kept().await, [0]);
        let sums = [-2, -1, 0].map(|it| sum(org, one, DAY + it, 1));
        store.add_refusal_days(&sums).await.unwrap();
        assert_eq!(store.delete_old_refusal_days(NOW, 1).await.unwrap(), 1);
        assert_eq!(store.delete_old_refusal_days(NOW, 10).await.unwrap(), 1);
        assert_eq!(store.delete_old_refusal_days(NOW, 10).await.unwrap(), 0);
        let long_ago = Timestamp::from_micros(0);
        assert_eq!(store.org(mine).refusal_sums(long_ago, 10).await.unwrap().len(), 1);
    }

    /// Sums exist since migration 46, which reads a limited number of older counts.
    async fn the_newest_counts_of_an_older_version_are_added_up(database: &TestDatabase) {
        database.make_as_of(45).await;
        execute(&database.location, "\
            insert into refusal_minute (org_id, key_id, reason, origin_host, minute, requests) values \
            ('org_019a8f2e5c00700080000000000000aa', 'key_019a8f2e5c00700080000000000000bb', \
             'key_revoked', '', 29999519, 2), \
            ('org_019a8f2e5c00700080000000000000aa', 'key_019a8f2e5c00700080000000000000bb', \
             'key_revoked', '', 29999520, 2), \
            ('org_019a8f2e5c00700080000000000000aa', 'key_019a8f2e5c00700080000000000000bb', \
             'key_revoked', '', 29999529, 2)").await;
        let store = database.open().await;
        let org: OrgId = "org_019a8f2e5c00700080000000000000aa".parse().unwrap();
        let inside = store.org(Tenant::named_by_operator(org));
        let sums = inside.refusal_sums(NOW, 10).await.unwrap();
        assert_eq!(sums.len(), 1);
        assert_eq!((sums[0].requests, sums[0].minute), (4, DAY * 1_440 + 9));
        assert_eq!(count_rows(&database.location, "refusal_day").await, 2);
        assert_eq!(inside.refusals().await.unwrap().len(), 3, "they stay in the list");
    }
}
