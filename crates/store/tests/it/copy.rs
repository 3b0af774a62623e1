//! Copies: everything arrives in either database, and a restore does not reopen what was closed
//! since.

use std::sync::Arc;

use access::{KeyMode, RequestId, Role};
use store::testing::{TestDatabase, copied_tables, table_names};
use store::{KeyEdit, LedgerEntry, NewSession, Store};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, at, event, key, locked, member, org, secret};

/// Creates an installation with keys, people, sessions, ledger rows and audit entries.
async fn furnish(store: &Store) -> (access::OrgId, Vec<access::KeyId>) {
    let random = Sequence::from(9);
    let first = store::FirstOrganization {
        org: org(&random, "first"),
        key: key(&random, "first"),
        audit: vec![],
    };
    store.start_installation(&secret(), &first).await.unwrap();
    let tenant = store::Tenant::named_by_operator(first.org.id);
    let second = key(&random, "second");
    store.org(tenant).add_key(&second).await.unwrap();
    let owner = member(store, tenant, &random, Role::Owner).await;
    let mut open = store.begin().await.unwrap();
    let session = NewSession {
        id: access::SessionId::new(NOW, &random),
        user: owner,
        digest: access::SessionToken::generate(&random).digest(&secret().session_key()),
        second_factor: false,
        created_at: NOW,
        source_address: None,
        user_agent: Some("a browser".to_owned()),
    };
    open.add_session(&session).await.unwrap();
    open.commit().await.unwrap();
    let mut open = locked(store, tenant).await;
    open.audit(&event("copied")).await.unwrap();
    open.commit().await.unwrap();
    let entries: Vec<_> = (0..450)
        .map(|_| {
            Arc::new(LedgerEntry {
                request: RequestId::new(NOW, &random),
                org: first.org.id,
                key: Some(first.key.id),
                family: Some(first.key.id),
                user: None,
                class: access::RateClass::Ordinary,
                mode: KeyMode::Test,
                operation: "calc_natal",
                cost: 1,
                at: NOW,
                cap: 1_000,
                test: None,
                status: Some(400),
                error_code: Some("field_range"),
                latency_us: Some(2_000_000_000),
                origin_host: "example.org".to_owned(),
            })
        })
        .collect();
    store.commit_ledger(&entries, &[]).await.unwrap();
    (first.org.id, vec![first.key.id, second.id])
}

async fn copies_are_equal(from: &TestDatabase, to: &TestDatabase) {
    let (from, to) = (from.open().await, to.open().await);
    let (org, _) = furnish(&from).await;
    let copied = from.copy_into(&to).await.unwrap();
    assert_eq!(copied, from.summarize().await.unwrap());
    assert_eq!(copied, to.summarize().await.unwrap());
    let rows = |name: &str| copied.iter().find(|it| it.table == name).unwrap().rows;
    assert_eq!(
        (rows("ledger"), rows("api_key"), rows("session")),
        (450, 2, 1)
    );
    to.require_master_secret(&secret()).await.unwrap();
    let found = to.org_by_id(org).await.unwrap().unwrap();
    assert_eq!(found, from.org_by_id(org).await.unwrap().unwrap());
}

on_both_databases! {
    async fn every_table_of_the_schema_is_copied(database: &TestDatabase) {
        let store = database.open().await;
        assert_eq!(table_names(&store).await, copied_tables());
    }

    async fn a_copy_into_a_file_holds_everything(database: &TestDatabase) {
        copies_are_equal(database, &TestDatabase::sqlite()).await;
    }

    async fn a_copy_out_of_a_file_holds_everything(database: &TestDatabase) {
        copies_are_equal(&TestDatabase::sqlite(), database).await;
    }

    async fn a_restore_keeps_closed_what_was_closed_since(database: &TestDatabase) {
        let store = database.open().await;
        let (org, keys) = furnish(&store).await;
        let backup = TestDatabase::sqlite().open().await;
        store.copy_into(&backup).await.unwrap();
        let tenant = store::Tenant::named_by_operator(org);
        let mut open = locked(&store, tenant).await;
        open.revoke_key(keys[0], at(1)).await.unwrap();
        let off = KeyEdit { enabled: Some(false), ..KeyEdit::default() };
        open.edit_key(keys[1], &off).await.unwrap();
        open.commit().await.unwrap();

        let restored = store.restore_from(&backup, at(5)).await.unwrap();
        let mut closed: Vec<_> = keys.iter().map(ToString::to_string).collect();
        closed.sort_unstable();
        let mut kept = restored.keys_kept_closed.clone();
        kept.sort_unstable();
        assert_eq!(kept, closed);
        assert_eq!((restored.working_keys, restored.compared), (0, true));
        let inside = store.org(tenant);
        let first = inside.key(keys[0]).await.unwrap().unwrap();
        assert!(first.standing.usable(at(6)).is_err());
        let second = inside.key(keys[1]).await.unwrap().unwrap();
        assert!(second.standing.usable(at(6)).is_err());
    }

    async fn a_restore_into_an_empty_database_says_that_it_could_not_compare(database: &TestDatabase) {
        let other = TestDatabase::sqlite();
        let source = other.open().await;
        furnish(&source).await;
        let store = database.open().await;
        assert!(store.is_empty().await.unwrap());
        let restored = store.restore_from(&source, at(5)).await.unwrap();
        assert_eq!((restored.working_keys, restored.compared), (2, false));
        assert!(restored.keys_kept_closed.is_empty());
        assert!(!store.is_empty().await.unwrap());
    }
}
