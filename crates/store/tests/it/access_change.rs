//! Organizations and keys: stored values are read back, tenants do not see each other, changes are
//! announced.

use access::{KeyId, KeyPermission, KeyPermissions, Timestamp};
use store::{NewKey, OrgStatus, Tenant};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, key, org};

on_both_databases! {
    async fn a_key_comes_back_as_it_was_stored(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let org = org(&random, "Observatory ☉");
        store.add_org(&org).await.unwrap();
        let new = NewKey {
            permissions: KeyPermissions::of(&[KeyPermission::ChartRead]),
            expires_at: Some(Timestamp::from_micros(5)),
            ..key(&random, "first")
        };
        store.org(Tenant::named_by_operator(org.id)).add_key(&new).await.unwrap();
        let found = store.key_by_digest(&new.digest).await.unwrap().unwrap();
        assert_eq!(found.id, new.id);
        assert_eq!(found.org_id, org.id);
        assert_eq!(found.org_name, "Observatory ☉");
        assert_eq!(found.name, "first");
        assert_eq!(found.mode, new.mode);
        assert_eq!(found.display, new.display);
        assert_eq!(found.created_at, NOW);
        assert!(found.standing.organization_active && found.standing.enabled);
        assert!(!found.standing.revoked);
        assert_eq!(found.standing.expires_at, new.expires_at);
        assert_eq!(found.standing.permissions, new.permissions);
        assert_eq!(store.org_of_key(new.id).await.unwrap(), Some(org.id));
    }

    async fn another_tenants_key_is_not_found(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(2);
        let (mine, theirs) = (org(&random, "mine"), org(&random, "theirs"));
        store.add_org(&mine).await.unwrap();
        store.add_org(&theirs).await.unwrap();
        let key = key(&random, "theirs");
        store.org(Tenant::named_by_operator(theirs.id)).add_key(&key).await.unwrap();

        let inside = store.org(Tenant::named_by_operator(mine.id));
        assert_eq!(inside.keys().await.unwrap(), []);
        assert!(!inside.revoke_key(key.id, NOW).await.unwrap());
        let untouched = store.key_by_digest(&key.digest).await.unwrap().unwrap();
        assert!(!untouched.standing.revoked);
    }

    async fn revoking_is_final_and_keeps_its_first_instant(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(3);
        let org = org(&random, "org");
        store.add_org(&org).await.unwrap();
        let key = key(&random, "key");
        let inside = store.org(Tenant::named_by_operator(org.id));
        inside.add_key(&key).await.unwrap();
        assert!(inside.revoke_key(key.id, NOW).await.unwrap());
        assert!(inside.revoke_key(key.id, NOW).await.unwrap());
        assert!(store.key_by_digest(&key.digest).await.unwrap().unwrap().standing.revoked);
        let unknown = KeyId::new(NOW, &random);
        assert!(!inside.revoke_key(unknown, NOW).await.unwrap());
    }

    async fn every_change_to_a_keys_standing_is_announced(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(4);
        let org = org(&random, "org");
        store.add_org(&org).await.unwrap();
        let (one, two) = (key(&random, "one"), key(&random, "two"));
        let inside = store.org(Tenant::named_by_operator(org.id));
        inside.add_key(&one).await.unwrap();
        inside.add_key(&two).await.unwrap();
        let seen = store.revision().await.unwrap();
        assert!(store.changes_since(seen).await.unwrap().is_empty());

        inside.revoke_key(two.id, NOW).await.unwrap();
        let changes = store.changes_since(seen).await.unwrap();
        assert_eq!(changes.len(), 1);
        assert!(changes[0].digest == two.digest);

        let seen = store.revision().await.unwrap();
        assert!(store.set_org_status(org.id, OrgStatus::Suspended).await.unwrap());
        assert_eq!(store.changes_since(seen).await.unwrap().len(), 2, "both keys of the organization");
        let found = store.key_by_digest(&one.digest).await.unwrap().unwrap();
        assert!(!found.standing.organization_active);
    }

    async fn organizations_are_listed_oldest_first(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(5);
        let (first, second) = (org(&random, "first"), org(&random, "second"));
        let later = store::NewOrg { id: access::OrgId::new(Timestamp::from_micros(NOW.micros() + 1_000_000), &random), ..second };
        store.add_org(&later).await.unwrap();
        store.add_org(&first).await.unwrap();
        let names: Vec<_> = store.orgs().await.unwrap().into_iter().map(|it| it.name).collect();
        assert_eq!(names, ["first", "second"]);
        assert_eq!(store.org_by_id(first.id).await.unwrap().unwrap().name, "first");
    }

    async fn writers_side_by_side_all_succeed(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(6);
        let org = org(&random, "org");
        store.add_org(&org).await.unwrap();
        let keys: Vec<_> = (0..40).map(|n| key(&random, &format!("key {n}"))).collect();
        let tenant = Tenant::named_by_operator(org.id);
        let tasks: Vec<_> = keys
            .into_iter()
            .map(|key| {
                let store = store.clone();
                tokio::spawn(async move { store.org(tenant).add_key(&key).await })
            })
            .collect();
        for task in tasks {
            task.await.unwrap().unwrap();
        }
        assert_eq!(store.org(tenant).keys().await.unwrap().len(), 40);
        // One for the organization, one for each key: no two changes share a revision.
        let announced = store.revision().await.unwrap();
        assert_eq!(format!("{announced:?}"), "Revision(41)");
    }
}
