//! A confirmed commit survives a failure of the machine, whatever the database's settings.

use store::testing::{durability, make_commits_lazy};

use crate::on_both_databases;

on_both_databases! {
    async fn every_connection_waits_until_a_commit_is_durable(database: &TestDatabase) {
        make_commits_lazy(&database.location).await;
        let store = database.open().await;
        let found = durability(&store).await;
        let expected = match database.location {
            // 2 is FULL: readers, writer, ledger.
            store::DatabaseLocation::SqliteFile(_) => vec!["wal 2"; 3],
            store::DatabaseLocation::Postgres(_) => vec!["on"],
        };
        assert_eq!(found, expected);
    }
}
