//! Several nodes on one database: membership, leases and changes.

use std::time::Duration;

use access::Timestamp;
use store::testing::execute;
use store::{DatabaseLocation, NodeClock, Nodes, StoreError};

use crate::on_both_databases;
use crate::samples::{self, Sequence};

const MINUTE: Duration = Duration::from_mins(1);

on_both_databases! {
    async fn nodes_know_of_each_other_while_they_say_so(database: &TestDatabase) {
        let store = database.open().await;
        assert_eq!(store.heartbeat("b").await.unwrap(), Nodes { count: 1, ordinal: 0 });
        assert_eq!(store.heartbeat("a").await.unwrap(), Nodes { count: 2, ordinal: 0 });
        assert_eq!(store.heartbeat("b").await.unwrap(), Nodes { count: 2, ordinal: 1 });
        // As if the last heartbeat of `a` was 16 seconds ago.
        execute(&database.location, "update node set seen_at = seen_at - 16000000 where id = 'a'").await;
        assert_eq!(store.heartbeat("b").await.unwrap(), Nodes { count: 1, ordinal: 0 });
        store.heartbeat("c").await.unwrap();
        store.deregister("c").await.unwrap();
        assert_eq!(store.heartbeat("b").await.unwrap().count, 1);
    }

    async fn a_nodes_clock_is_compared_with_the_databases(database: &TestDatabase) {
        const HOUR_US: i64 = 3_600_000_000;
        let store = database.open().await;
        let at = |micros| move || Timestamp::from_micros(micros);
        let first = store.clock_ahead_us(at(0)).await.unwrap();
        let second = store.clock_ahead_us(at(HOUR_US)).await.unwrap();
        // The database's clock went on between the two.
        let passed = first + HOUR_US - second;
        assert!((0..HOUR_US / 60).contains(&passed), "{passed}");

        store.heartbeat("a").await.unwrap();
        store.heartbeat("b").await.unwrap();
        store.record_clock("b", -2_500_000).await.unwrap();
        let clock = |node: &str, ahead_us| NodeClock { node: node.to_owned(), ahead_us };
        let expected = [clock("a", None), clock("b", Some(-2_500_000))];
        assert_eq!(store.node_clocks().await.unwrap(), expected);
        store.heartbeat("b").await.unwrap();
        assert_eq!(store.node_clocks().await.unwrap(), expected, "a heartbeat keeps it");
        execute(&database.location, "update node set seen_at = seen_at - 16000000 where id = 'a'").await;
        assert_eq!(store.node_clocks().await.unwrap(), expected[1..], "only nodes that serve");
    }

    /// A SQLite file has a lock instead.
    async fn what_needs_all_nodes_stopped_is_refused_while_one_serves(database: &TestDatabase) {
        let embedded = matches!(database.location, DatabaseLocation::SqliteFile(_));
        let store = database.open().await;
        store.heartbeat("a").await.unwrap();
        let refused = store.require_nobody_serves().await;
        assert!(embedded || matches!(refused, Err(StoreError::NodesServe { count: 1 })), "{refused:?}");
        store.deregister("a").await.unwrap();
        store.require_nobody_serves().await.unwrap();
        store.heartbeat("killed").await.unwrap();
        execute(&database.location, "update node set seen_at = seen_at - 16000000").await;
        store.require_nobody_serves().await.unwrap();
    }

    async fn a_lease_is_held_by_one_until_it_runs_out(database: &TestDatabase) {
        let store = database.open().await;
        assert!(store.hold_lease("mail", "a", MINUTE).await.unwrap());
        assert!(!store.hold_lease("mail", "b", MINUTE).await.unwrap());
        assert!(store.hold_lease("other", "b", MINUTE).await.unwrap());
        assert!(store.hold_lease("mail", "a", MINUTE).await.unwrap(), "renewed");
        execute(&database.location, "update lease set expires_at = expires_at - 61000000").await;
        assert!(store.hold_lease("mail", "b", MINUTE).await.unwrap(), "taken over");
        assert!(!store.hold_lease("mail", "a", MINUTE).await.unwrap());
        store.deregister("b").await.unwrap();
        assert!(store.hold_lease("mail", "a", MINUTE).await.unwrap(), "released");
    }

    async fn a_lease_that_many_want_goes_to_one(database: &TestDatabase) {
        let store = database.open().await;
        let names: Vec<_> = (0..10).map(|it| format!("node {it}")).collect();
        let asked = names.iter().map(|it| store.hold_lease("mail", it, MINUTE));
        let held = futures_util::future::join_all(asked).await;
        assert_eq!(held.into_iter().filter(|it| *it.as_ref().unwrap()).count(), 1);
    }
}

/// SQLite has one node, which reads the counter. PostgreSQL notifies all nodes.
#[tokio::test]
async fn a_change_is_announced_when_it_is_committed() {
    let Some(database) = store::testing::TestDatabase::postgres().await else {
        println!("not run: no PostgreSQL");
        return;
    };
    let (here, there) = (database.open().await, database.open().await);
    let org = samples::org(&Sequence::from(1), "Example");
    there.add_org(&org).await.unwrap();
    let mut feed = here.change_feed().await.unwrap();
    let before = here.revision().await.unwrap();
    assert!(there.set_org_terms(org.id, &org.terms).await.unwrap());
    feed.changed().await.unwrap();
    assert_ne!(here.revision().await.unwrap(), before, "already readable");
}
