//! Opening: only the server creates and migrates a database. Commands refuse unknown schemas.

use access::RateClass;
use access::{OrgId, Timestamp};
use store::testing::{TestDatabase, execute};
use store::{LedgerRow, SCHEMA_VERSION, Store, StoreError, Tenant};

use crate::on_both_databases;

on_both_databases! {
    async fn a_database_of_a_newer_version_is_refused_with_a_sentence(database: &TestDatabase) {
        database.open().await;
        let newer = "insert into _sqlx_migrations \
            (version, description, installed_on, success, checksum, execution_time) \
            select version + 1000, description, installed_on, success, checksum, execution_time \
            from _sqlx_migrations where version = (select max(version) from _sqlx_migrations)";
        execute(&database.location, newer).await;
        for opened in [
            Store::open_and_migrate(&database.location).await,
            Store::open_existing(&database.location).await,
        ] {
            let refused = opened.unwrap_err();
            let expected = SCHEMA_VERSION;
            let found = expected + 1000;
            let is_mismatch = matches!(
                refused,
                StoreError::SchemaMismatch { found: f, expected: e } if (f, e) == (found, expected)
            );
            assert!(is_mismatch, "{refused:?}");
            let sentence = refused.to_string();
            assert!(sentence.contains("a newer version of the program has migrated it"), "{sentence}");
        }
    }

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

    /// Ids were text until migration 36. Rows counted before it still count and can be paged
    /// through.
    async fn a_ledger_of_text_becomes_one_of_bytes(database: &TestDatabase) {
        database.make_as_of(35).await;
        execute(&database.location, "\
            insert into ledger (id, org_id, key_id, family, user_id, operation, mode, period, cost, at, \
                status, origin_host, rate_class) values \
            ('req_019a8f2e5c0070008000000000000001', 'org_019a8f2e5c00700080000000000000aa', \
             'key_019a8f2e5c00700080000000000000bb', 'key_019a8f2e5c00700080000000000000cc', null, \
             'calc_natal', 'live', '2025-11', 3, 1763300000000001, 200, 'app.example.com', 'ordinary'), \
            ('req_019a8f2e5c0070008000000000000002', 'org_019a8f2e5c00700080000000000000aa', \
             null, null, 'usr_019a8f2e5c00700080000000000000dd', \
             'chart_natal', 'test', '2025-11', 1, 1763300000000002, null, '', 'image')").await;
        let store = database.open().await;
        let org: OrgId = "org_019a8f2e5c00700080000000000000aa".parse().unwrap();
        let rows = store.org(Tenant::named_by_operator(org)).ledger(None, 10).await.unwrap();
        let at = |micros: i64| Timestamp::from_micros(1_763_300_000_000_000 + micros);
        let text = |it: &str| Some(it.to_owned());
        let expected = [
            LedgerRow {
                request: "req_019a8f2e5c0070008000000000000001".parse().unwrap(),
                key: text("key_019a8f2e5c00700080000000000000bb"),
                user: None,
                operation: "calc_natal".to_owned(),
                mode: "live".to_owned(),
                cost: 3,
                at: at(1),
                status: Some(200),
                error_code: None,
                latency_us: None,
                origin_host: "app.example.com".to_owned(),
            },
            LedgerRow {
                request: "req_019a8f2e5c0070008000000000000002".parse().unwrap(),
                key: None,
                user: text("usr_019a8f2e5c00700080000000000000dd"),
                operation: "chart_natal".to_owned(),
                mode: "test".to_owned(),
                cost: 1,
                at: at(2),
                status: None,
                error_code: None,
                latency_us: None,
                origin_host: String::new(),
            },
        ];
        assert_eq!(rows, expected);
        let family = "key_019a8f2e5c00700080000000000000cc".parse().unwrap();
        let long_ago = Timestamp::from_micros(0);
        assert_eq!(store.admitted_for_family(family, long_ago, 9).await.unwrap(), [at(1)]);
        assert_eq!(store.admitted_for_org(org, long_ago, 9).await.unwrap(), [at(2), at(1)]);
        let images = store.admitted_for_class(org, RateClass::Image, long_ago, 9).await.unwrap();
        assert_eq!(images, [at(2)]);
    }

    async fn migrating_twice_changes_nothing(database: &TestDatabase) {
        let store = database.open().await;
        let before = store.revision().await.unwrap();
        let again = database.open().await;
        assert_eq!(again.revision().await.unwrap(), before);
    }
}

/// Nodes of the version before migration 36 write text into it.
#[tokio::test]
async fn the_ledger_is_not_rewritten_while_a_node_serves() {
    let Some(database) = TestDatabase::postgres().await else {
        println!("not run: no PostgreSQL");
        return;
    };
    database.make_as_of(35).await;
    let beat = "insert into node (id, seen_at) values \
        ('a', cast(extract(epoch from clock_timestamp()) * 1000000 as bigint))";
    execute(&database.location, beat).await;
    let refused = Store::open_and_migrate(&database.location).await;
    assert!(
        matches!(refused, Err(StoreError::NodesServe { count: 1 })),
        "{refused:?}"
    );
    let older = Store::open_existing(&database.location).await;
    assert!(
        matches!(older, Err(StoreError::SchemaMismatch { found: 35, .. })),
        "{older:?}"
    );
    execute(&database.location, "delete from node").await;
    let store = database.open().await;
    store.heartbeat("b").await.unwrap();
    database.open().await;
}
