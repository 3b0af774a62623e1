//! The organization's lock: a dropped transaction is rolled back, and a locked organization makes
//! others wait.

use access::{OrgId, Role, Timestamp};
use store::{AuditOrder, OrgStatus, PageSize, Tenant};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, audit_key, event, key, locked, org, person, tenant};

on_both_databases! {
    async fn an_unknown_organization_has_no_lock(database: &TestDatabase) {
        let store = database.open().await;
        let unknown = Tenant::named_by_operator(OrgId::new(NOW, &Sequence::from(1)));
        assert!(store.org(unknown).locked(&audit_key()).await.unwrap().is_none());
    }

    async fn what_is_dropped_never_happened(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tenant = tenant(&store, &random).await;
        let before = store.revision().await.unwrap();
        let mut dropped = locked(&store, tenant).await;
        let key = key(&random, "key");
        dropped.add_key(&key, &store::KeyModules::All, None).await.unwrap();
        dropped.rename(&"other".parse().unwrap()).await.unwrap();
        dropped.audit(&event("org.update")).await.unwrap();
        drop(dropped);
        let mut again = locked(&store, tenant).await;
        assert_eq!(again.org().await.unwrap().name, "org");
        assert_eq!(again.key(key.id).await.unwrap(), None);
        drop(again);
        assert_eq!(store.revision().await.unwrap(), before);
        let audit = store.org(tenant).audit_page(AuditOrder::OldestFirst, None, PageSize::MAX).await;
        assert_eq!(audit.unwrap().items, []);
    }

    async fn an_organization_is_created_with_its_owner_or_not_at_all(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let owner = person(&store, &random, "ann@example.com").await;
        let (dropped, kept) = (org(&random, "dropped"), org(&random, "kept"));
        drop(store.create_org(&dropped, Some(owner), &audit_key()).await.unwrap());
        let mut created = store.create_org(&kept, Some(owner), &audit_key()).await.unwrap();
        assert_eq!(created.id(), kept.id);
        assert_eq!(created.audit(&event("org.create")).await.unwrap(), 1);
        created.commit().await.unwrap();
        assert_eq!(store.org_by_id(dropped.id).await.unwrap(), None);
        let found = store.org_by_id(kept.id).await.unwrap().unwrap();
        assert_eq!((found.status, found.require_second_factor), (OrgStatus::Active, false));
        let inside = store.membership(owner, kept.id).await.unwrap().unwrap();
        assert_eq!((inside.role, inside.since), (Role::Owner, NOW));
        assert_eq!(inside.tenant().org_id(), kept.id);
        let stranger = access::UserId::new(NOW, &random);
        let refused = store.create_org(&org(&random, "third"), Some(stranger), &audit_key()).await;
        assert!(refused.is_err(), "the person does not exist");
    }

    /// Operators' statements, keys and locked changes run concurrently. A wrong lock order would
    /// deadlock here.
    async fn changes_of_every_kind_side_by_side_all_succeed(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tenant = tenant(&store, &random).await;
        let mut tasks = Vec::new();
        for turn in 0..30 {
            let store = store.clone();
            let key = key(&random, "key");
            tasks.push(tokio::spawn(async move {
                match turn % 5 {
                    0 => {
                        store.org(tenant).add_key(&key).await.unwrap();
                        store.org(tenant).revoke_key(key.id, NOW).await.unwrap();
                    }
                    1 => {
                        let active = OrgStatus::Active;
                        assert!(store.set_org_status(tenant.org_id(), active).await.unwrap());
                    }
                    2 => {
                        let terms = store::OrgTerms::of_plan("free".parse().unwrap());
                        assert!(store.set_org_terms(tenant.org_id(), &terms).await.unwrap());
                    }
                    3 => {
                        let used = [(key.id, Timestamp::from_micros(turn))];
                        store.touch_keys(&used).await.unwrap();
                    }
                    _ => {
                        let mut locked = locked(&store, tenant).await;
                        locked.add_key(&key, &store::KeyModules::All, None).await.unwrap();
                        locked.set_status(OrgStatus::Active).await.unwrap();
                        locked.revoke_key(key.id, NOW).await.unwrap();
                        locked.audit(&event("key.revoke")).await.unwrap();
                        locked.commit().await.unwrap();
                    }
                }
            }));
        }
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(store.org(tenant).keys().await.unwrap().len(), 12);
    }
}
