//! Opening: only the server makes and migrates a database; commands refuse what they do not know.

use store::{Store, StoreError};

use crate::on_both_databases;

on_both_databases! {
    async fn a_command_finds_no_database_before_the_first_start(database: &TestDatabase) {
        let refused = Store::open_existing(&database.location).await;
        assert!(matches!(refused, Err(StoreError::NotInitialized { .. })));
    }

    async fn a_command_opens_what_the_server_made(database: &TestDatabase) {
        let server = database.open().await;
        let command = Store::open_existing(&database.location).await.unwrap();
        command.ping().await.unwrap();
        assert_eq!(command.revision().await.unwrap(), server.revision().await.unwrap());
    }

    async fn migrating_twice_changes_nothing(database: &TestDatabase) {
        let store = database.open().await;
        let before = store.revision().await.unwrap();
        let again = database.open().await;
        assert_eq!(again.revision().await.unwrap(), before);
    }
}
