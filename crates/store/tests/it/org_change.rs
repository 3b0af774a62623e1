//! Changes of an organization: stored, announced, paged.

use access::OrgId;
use store::{OrgStatus, OrgTerms};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, key, locked, pages_of, tenant};

on_both_databases! {
    async fn every_change_is_kept_and_what_keys_depend_on_is_announced(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (tenant, other) = (tenant(&store, &random).await, tenant(&store, &random).await);
        let key = key(&random, "key");
        store.org(tenant).add_key(&key).await.unwrap();
        let terms = OrgTerms { quota: Some(5), ..OrgTerms::of_plan("free".parse().unwrap()) };

        let seen = store.revision().await.unwrap();
        let mut open = locked(&store, tenant).await;
        open.rename(&"Renamed ☉".parse().unwrap()).await.unwrap();
        open.set_require_second_factor(true).await.unwrap();
        open.set_terms(&terms).await.unwrap();
        open.set_status(OrgStatus::Closed).await.unwrap();
        assert_eq!(open.org().await.unwrap().name, "Renamed ☉");
        open.commit().await.unwrap();
        assert_eq!(store.changes_since(seen).await.unwrap().len(), 1);

        let found = store.org_by_id(tenant.org_id()).await.unwrap().unwrap();
        assert_eq!((found.name.as_str(), found.status), ("Renamed ☉", OrgStatus::Closed));
        assert_eq!((found.require_second_factor, &found.terms), (true, &terms));
        let key = store.key_by_digest(&key.digest).await.unwrap().unwrap();
        assert!(!key.standing.organization_active, "a closed organization's keys are refused");
        let untouched = store.org_by_id(other.org_id()).await.unwrap().unwrap();
        assert_eq!((untouched.name.as_str(), untouched.status), ("org", OrgStatus::Active));
        assert!(!untouched.require_second_factor);
    }

    async fn an_unknown_organization_is_not_changed(database: &TestDatabase) {
        let store = database.open().await;
        let unknown = OrgId::new(NOW, &Sequence::from(1));
        let terms = OrgTerms::of_plan("free".parse().unwrap());
        assert!(!store.set_org_status(unknown, OrgStatus::Active).await.unwrap());
        assert!(!store.set_org_terms(unknown, &terms).await.unwrap());
    }

    async fn organizations_are_paged(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        for _ in 0..3 {
            tenant(&store, &random).await;
        }
        let first = store.orgs_page(None, pages_of(2)).await.unwrap();
        let second = store.orgs_page(first.next, pages_of(2)).await.unwrap();
        assert_eq!((first.total, second.next), (3, None));
        assert_eq!([first.items, second.items].concat(), store.orgs().await.unwrap());
    }
}
