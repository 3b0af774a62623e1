//! The first start, the master secret and the set-up link.

use access::{AuditBreak, ChainId, MasterSecret, PlainToken, Timestamp};
use store::{FirstOrganization, StoreError};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, event, key, org, secret};

fn first(seed: u64) -> FirstOrganization {
    let random = Sequence::from(seed);
    FirstOrganization {
        org: org(&random, "first"),
        key: key(&random, "first"),
        audit: vec![event("org.create")],
    }
}

on_both_databases! {
    async fn only_the_first_start_makes_an_organization(database: &TestDatabase) {
        let store = database.open().await;
        assert!(store.start_installation(&secret(), &first(1)).await.unwrap().first_start);
        assert!(!store.start_installation(&secret(), &first(2)).await.unwrap().first_start);
        assert_eq!(store.orgs().await.unwrap().len(), 1);
        let key = store.key_by_digest(&first(2).key.digest).await.unwrap();
        assert_eq!(key, None, "the second start's key was never stored");
    }

    async fn the_first_organizations_audit_log_begins_with_its_making(database: &TestDatabase) {
        let store = database.open().await;
        let made = first(1);
        for start in [&made, &first(2)] {
            store.start_installation(&secret(), start).await.unwrap();
        }
        let verdicts = store.verify_audit(&secret().audit_key()).await.unwrap();
        let chain = ChainId::Organization(made.org.id);
        assert!(verdicts.contains(&(chain, Ok(1))), "{verdicts:?}");
    }

    async fn an_installation_chain_that_was_cut_off_is_found(database: &TestDatabase) {
        let store = database.open().await;
        let key = secret().audit_key();
        let verdict = async || {
            let verdicts = store.verify_audit(&key).await.unwrap();
            let found = verdicts.into_iter().find(|it| it.0 == ChainId::Installation);
            found.unwrap().1
        };
        assert_eq!(verdict().await, Ok(0), "no chain before the first start");
        store.start_installation(&secret(), &first(1)).await.unwrap();
        assert_eq!(verdict().await, Ok(0), "nothing has happened yet");
        let cut_head = "delete from audit_head where chain = 'installation'";
        let cut_rows = "delete from audit_entry where chain = 'installation'";
        for entries in [0, 2] {
            for _ in 0..entries {
                let mut open = store.installation_locked(&key).await.unwrap();
                open.audit(&event("user.create")).await.unwrap();
                open.commit().await.unwrap();
            }
            assert_eq!(verdict().await, Ok(entries));
            store::testing::execute(&database.location, cut_head).await;
            if entries > 0 {
                assert!(matches!(verdict().await, Err(AuditBreak::Head { .. })));
            }
            store::testing::execute(&database.location, cut_rows).await;
            assert_eq!(verdict().await, Err(AuditBreak::Missing));
            store.start_installation(&secret(), &first(1)).await.unwrap();
            assert_eq!(verdict().await, Err(AuditBreak::Missing), "a start does not hide the break");
        }
    }

    async fn nodes_starting_together_make_one_organization(database: &TestDatabase) {
        let store = database.open().await;
        let starts: Vec<_> = (0..8)
            .map(|seed| {
                let store = store.clone();
                tokio::spawn(async move { store.start_installation(&secret(), &first(seed)).await })
            })
            .collect();
        let mut firsts = 0;
        for start in starts {
            firsts += usize::from(start.await.unwrap().unwrap().first_start);
        }
        assert_eq!(firsts, 1);
        assert_eq!(store.orgs().await.unwrap().len(), 1);
    }

    async fn another_master_secret_is_refused(database: &TestDatabase) {
        let store = database.open().await;
        let before = store.require_master_secret(&secret()).await;
        assert!(matches!(before, Err(StoreError::NotInitialized { .. })));
        store.start_installation(&secret(), &first(1)).await.unwrap();
        store.require_master_secret(&secret()).await.unwrap();
        let other = MasterSecret::from_bytes([43; 32]);
        let command = store.require_master_secret(&other).await;
        assert!(matches!(command, Err(StoreError::WrongMasterSecret)));
        let start = store.start_installation(&other, &first(2)).await;
        assert!(matches!(start, Err(StoreError::WrongMasterSecret)));
    }

    async fn a_renewed_set_up_link_replaces_the_earlier_one(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let key = secret().token_key();
        let old = PlainToken::generate(&random).digest(&key);
        let new = PlainToken::generate(&random).digest(&key);
        let end = Timestamp::from_micros(NOW.micros() + 10);
        assert!(!store.is_setup_token(&old, NOW).await.unwrap());
        store.renew_setup_token(&old, end).await.unwrap();
        assert!(store.is_setup_token(&old, NOW).await.unwrap());
        store.renew_setup_token(&new, end).await.unwrap();
        assert!(!store.is_setup_token(&old, NOW).await.unwrap());
        assert!(store.is_setup_token(&new, NOW).await.unwrap());
        assert!(!store.is_setup_token(&new, end).await.unwrap(), "expired");
    }
}
