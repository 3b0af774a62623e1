//! Members: stored values are read back, non-members are not found, and an owner always remains.

use access::{Role, Target, UserId, membership};
use store::{OrgStatus, PageSize, Store, Tenant};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, at, locked, member, pages_of, person, tenant};

/// Performs an operation that changes a role.
async fn demote(store: &Store, tenant: Tenant, actor: UserId, target: UserId) -> bool {
    let mut locked = locked(store, tenant).await;
    let Some(role) = locked.role_of(actor).await.unwrap() else {
        return false;
    };
    let Some(current) = locked.role_of(target).await.unwrap() else {
        return false;
    };
    let whom = if actor == target {
        Target::Oneself
    } else {
        Target::Member(current)
    };
    let owners = locked.owners().await.unwrap();
    if membership::change_role(role, whom, Role::Member, owners).is_err() {
        return false;
    }
    assert!(locked.change_role(target, Role::Member).await.unwrap());
    locked.commit().await.unwrap();
    true
}

on_both_databases! {
    async fn members_come_and_go(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tenant = tenant(&store, &random).await;
        let user = person(&store, &random, "Ann@example.com").await;
        let inside = store.org(tenant);
        assert_eq!(inside.role_of(user).await.unwrap(), None);

        let mut open = locked(&store, tenant).await;
        assert!(open.add_member(user, Role::Manager, at(1)).await.unwrap());
        assert!(!open.add_member(user, Role::Owner, at(2)).await.unwrap(), "once only");
        assert_eq!(open.role_of(user).await.unwrap(), Some(Role::Manager));
        assert_eq!(open.owners().await.unwrap(), 0);
        open.commit().await.unwrap();

        let page = inside.members_page(None, PageSize::DEFAULT).await.unwrap();
        assert_eq!((page.total, page.next), (1, None));
        let found = &page.items[0];
        assert_eq!((found.user, found.role, found.since), (user, Role::Manager, at(1)));
        assert_eq!((found.name.as_str(), found.email.as_str()), ("Ann", "Ann@example.com"));
        assert!(!found.second_factor && !found.disabled);

        let mut open = locked(&store, tenant).await;
        assert!(open.change_role(user, Role::Owner).await.unwrap());
        assert_eq!(open.owners().await.unwrap(), 1);
        assert!(open.remove_member(user).await.unwrap());
        assert!(!open.remove_member(user).await.unwrap());
        assert!(!open.change_role(user, Role::Owner).await.unwrap());
        open.commit().await.unwrap();
        assert_eq!(inside.role_of(user).await.unwrap(), None);
    }

    async fn another_tenants_member_is_not_found(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (mine, theirs) = (tenant(&store, &random).await, tenant(&store, &random).await);
        let user = member(&store, theirs, &random, Role::Owner).await;
        let inside = store.org(mine);
        assert_eq!(inside.role_of(user).await.unwrap(), None);
        assert_eq!(inside.members_page(None, PageSize::MAX).await.unwrap().total, 0);
        assert_eq!(store.membership(user, mine.org_id()).await.unwrap(), None);
        let mut open = locked(&store, mine).await;
        assert_eq!((open.role_of(user).await.unwrap(), open.owners().await.unwrap()), (None, 0));
        assert!(!open.change_role(user, Role::Member).await.unwrap());
        assert!(!open.remove_member(user).await.unwrap());
        open.commit().await.unwrap();
        assert_eq!(store.org(theirs).role_of(user).await.unwrap(), Some(Role::Owner));
    }

    async fn members_are_paged(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tenant = tenant(&store, &random).await;
        let mut expected = Vec::new();
        for _ in 0..5 {
            expected.push(member(&store, tenant, &random, Role::Member).await);
        }
        expected.sort();
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let page = store.org(tenant).members_page(after, pages_of(2)).await.unwrap();
            assert_eq!(page.total, 5);
            found.extend(page.items.iter().map(|it| it.user));
            after = page.next;
            if after.is_none() {
                break;
            }
        }
        assert_eq!(found, expected);
    }

    async fn a_person_sees_every_organization_of_theirs(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let user = person(&store, &random, "ann@example.com").await;
        let mut tenants = Vec::new();
        for role in [Role::Owner, Role::Member, Role::Manager] {
            let tenant = tenant(&store, &random).await;
            let mut open = locked(&store, tenant).await;
            open.add_member(user, role, NOW).await.unwrap();
            open.commit().await.unwrap();
            tenants.push((tenant.org_id(), role));
        }
        let _foreign = tenant(&store, &random).await;
        store.set_org_status(tenants[0].0, OrgStatus::Closed).await.unwrap();
        tenants.sort();
        let first = store.memberships_page(user, None, pages_of(2)).await.unwrap();
        let second = store.memberships_page(user, first.next, pages_of(2)).await.unwrap();
        assert_eq!((first.total, second.next), (3, None));
        let found: Vec<_> =
            first.items.iter().chain(&second.items).map(|it| (it.org, it.role)).collect();
        assert_eq!(found, tenants);
        let closed = first.items.iter().chain(&second.items).filter(|it| it.org_status == OrgStatus::Closed);
        assert_eq!(closed.count(), 1);
    }

    async fn two_owners_demoting_each_other_at_once_leave_one(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        for turn in 0..10 {
            let tenant = tenant(&store, &random).await;
            let one = member(&store, tenant, &random, Role::Owner).await;
            let two = member(&store, tenant, &random, Role::Owner).await;
            // Each the other, or each themselves: both could remove the last owner.
            let pairs = if turn % 2 == 0 { [(one, two), (two, one)] } else { [(one, one), (two, two)] };
            let tasks = pairs.map(|(actor, target)| {
                let store = store.clone();
                tokio::spawn(async move { demote(&store, tenant, actor, target).await })
            });
            let mut demoted = 0;
            for task in tasks {
                demoted += usize::from(task.await.unwrap());
            }
            assert_eq!(demoted, 1);
            assert_eq!(locked(&store, tenant).await.owners().await.unwrap(), 1);
        }
    }
}
