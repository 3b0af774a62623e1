//! Invitations: a link works once, and only the latest.

use access::{InvitationId, InvitationState, Random, Role, UserId};
use store::{Acceptance, NewInvitation, PageSize};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, at, locked, member, pages_of, person, tenant, token};

fn invitation(random: &dyn Random, invited_by: UserId, email: &str) -> NewInvitation {
    NewInvitation {
        id: InvitationId::new(NOW, random),
        email: email.parse().unwrap(),
        role: Role::Manager,
        invited_by,
        digest: token(random),
        sent_at: NOW,
    }
}

on_both_databases! {
    async fn an_invitation_is_found_by_its_link_and_accepted_once(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tenant = tenant(&store, &random).await;
        let owner = member(&store, tenant, &random, Role::Owner).await;
        let new = invitation(&random, owner, "Bob@example.com");
        let mut open = locked(&store, tenant).await;
        open.add_invitation(&new).await.unwrap();
        open.commit().await.unwrap();

        let found = store.invitation_by_digest(&new.digest).await.unwrap().unwrap();
        assert_eq!((found.id, found.org, found.org_name.as_str()), (new.id, tenant.org_id(), "org"));
        assert_eq!((found.email.as_str(), found.role), ("Bob@example.com", Role::Manager));
        assert_eq!(found.invited_by, owner);
        assert_eq!(found.facts.state(NOW), InvitationState::Pending);

        let bob = person(&store, &random, "bob@example.com").await;
        let mut open = locked(&store, found.tenant()).await;
        assert_eq!(open.invitation(new.id).await.unwrap(), Some(found.clone()));
        let accepted = open.accept_invitation(&new.digest, bob, at(1)).await.unwrap();
        assert_eq!(accepted, Acceptance::Accepted);
        open.commit().await.unwrap();
        assert_eq!(store.org(tenant).role_of(bob).await.unwrap(), Some(Role::Manager));
        let found = store.invitation_by_digest(&new.digest).await.unwrap().unwrap();
        assert_eq!(found.facts.accepted_at, Some(at(1)));

        let eve = person(&store, &random, "eve@example.com").await;
        let mut open = locked(&store, tenant).await;
        assert_eq!(open.accept_invitation(&new.digest, eve, at(2)).await.unwrap(), Acceptance::Gone);
        assert_eq!(open.accept_invitation(&new.digest, bob, at(2)).await.unwrap(), Acceptance::AlreadyMember);
        assert!(!open.revoke_invitation(new.id, at(2)).await.unwrap());
        assert!(!open.resend_invitation(new.id, &token(&random), owner, at(2)).await.unwrap());
    }

    async fn a_member_uses_up_no_invitation(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tenant = tenant(&store, &random).await;
        let owner = member(&store, tenant, &random, Role::Owner).await;
        let new = invitation(&random, owner, "bob@example.com");
        let mut open = locked(&store, tenant).await;
        open.add_invitation(&new).await.unwrap();
        assert_eq!(open.accept_invitation(&new.digest, owner, at(1)).await.unwrap(), Acceptance::AlreadyMember);
        assert_eq!(open.role_of(owner).await.unwrap(), Some(Role::Owner), "an invitation does not lower a role");
        let kept = open.invitation(new.id).await.unwrap().unwrap();
        assert_eq!(kept.facts.state(at(1)), InvitationState::Pending);
    }

    async fn sending_again_kills_the_old_link(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tenant = tenant(&store, &random).await;
        let owner = member(&store, tenant, &random, Role::Owner).await;
        let manager = member(&store, tenant, &random, Role::Manager).await;
        let new = invitation(&random, owner, "bob@example.com");
        let fresh = token(&random);
        let mut open = locked(&store, tenant).await;
        open.add_invitation(&new).await.unwrap();
        assert!(open.resend_invitation(new.id, &fresh, manager, at(9)).await.unwrap());
        open.commit().await.unwrap();
        assert_eq!(store.invitation_by_digest(&new.digest).await.unwrap(), None);
        let found = store.invitation_by_digest(&fresh).await.unwrap().unwrap();
        assert_eq!((found.id, found.invited_by, found.facts.sent_at), (new.id, manager, at(9)));
        let bob = person(&store, &random, "bob@example.com").await;
        let mut open = locked(&store, tenant).await;
        assert_eq!(open.accept_invitation(&new.digest, bob, at(10)).await.unwrap(), Acceptance::Gone);
        assert_eq!(open.accept_invitation(&fresh, bob, at(10)).await.unwrap(), Acceptance::Accepted);
    }

    async fn what_was_taken_back_cannot_be_accepted_or_sent_again(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tenant = tenant(&store, &random).await;
        let owner = member(&store, tenant, &random, Role::Owner).await;
        let bob = person(&store, &random, "bob@example.com").await;
        let new = invitation(&random, owner, "bob@example.com");
        let mut open = locked(&store, tenant).await;
        open.add_invitation(&new).await.unwrap();
        assert!(open.revoke_invitation(new.id, at(1)).await.unwrap());
        assert!(!open.revoke_invitation(new.id, at(2)).await.unwrap());
        assert!(!open.resend_invitation(new.id, &token(&random), owner, at(2)).await.unwrap());
        assert_eq!(open.accept_invitation(&new.digest, bob, at(2)).await.unwrap(), Acceptance::Gone);
        let found = open.invitation(new.id).await.unwrap().unwrap();
        assert_eq!(found.facts.revoked_at, Some(at(1)));
    }

    async fn a_second_invitation_to_an_address_takes_the_place_of_the_first(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tenant = tenant(&store, &random).await;
        let owner = member(&store, tenant, &random, Role::Owner).await;
        let first = invitation(&random, owner, "Bob@example.com");
        let second = NewInvitation { role: Role::Member, ..invitation(&random, owner, "bob@example.com") };
        let other = invitation(&random, owner, "eve@example.com");
        let mut open = locked(&store, tenant).await;
        for new in [&first, &other, &second] {
            open.add_invitation(new).await.unwrap();
        }
        open.commit().await.unwrap();
        let replaced = store.invitation_by_digest(&first.digest).await.unwrap().unwrap();
        assert_eq!(replaced.facts.state(NOW), InvitationState::Replaced);
        let page = store.org(tenant).invitations_page(None, PageSize::MAX).await.unwrap();
        let mut expected = [second.id, other.id];
        expected.sort();
        let found: Vec<_> = page.items.iter().map(|it| it.id).collect();
        assert_eq!((found.as_slice(), page.total), (expected.as_slice(), 2));
        let one = store.org(tenant).invitations_page(None, pages_of(1)).await.unwrap();
        assert_eq!(one.next, Some(expected[0]));
        let bob = person(&store, &random, "bob@example.com").await;
        let mut open = locked(&store, tenant).await;
        assert_eq!(open.accept_invitation(&first.digest, bob, NOW).await.unwrap(), Acceptance::Gone);
    }

    async fn another_tenants_invitation_is_not_found(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (mine, theirs) = (tenant(&store, &random).await, tenant(&store, &random).await);
        let owner = member(&store, theirs, &random, Role::Owner).await;
        let new = invitation(&random, owner, "bob@example.com");
        let mut open = locked(&store, theirs).await;
        open.add_invitation(&new).await.unwrap();
        open.commit().await.unwrap();
        assert_eq!(store.org(mine).invitations_page(None, PageSize::MAX).await.unwrap().total, 0);
        let bob = person(&store, &random, "bob@example.com").await;
        let mut open = locked(&store, mine).await;
        assert_eq!(open.invitation(new.id).await.unwrap(), None);
        assert!(!open.revoke_invitation(new.id, NOW).await.unwrap());
        assert!(!open.resend_invitation(new.id, &token(&random), owner, NOW).await.unwrap());
        assert_eq!(open.accept_invitation(&new.digest, bob, NOW).await.unwrap(), Acceptance::Gone);
        open.commit().await.unwrap();
        let untouched = store.invitation_by_digest(&new.digest).await.unwrap().unwrap();
        assert_eq!(untouched.facts.state(NOW), InvitationState::Pending);
    }

    async fn accepted_twice_at_once_it_makes_one_member(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        for turn in 0..10 {
            let tenant = tenant(&store, &random).await;
            let owner = member(&store, tenant, &random, Role::Owner).await;
            let new = invitation(&random, owner, "bob@example.com");
            let mut open = locked(&store, tenant).await;
            open.add_invitation(&new).await.unwrap();
            open.commit().await.unwrap();
            let bob = person(&store, &random, &format!("bob{turn}@example.com")).await;
            let eve = person(&store, &random, &format!("eve{turn}@example.com")).await;
            let tasks = [bob, eve, bob, eve].map(|user| {
                let store = store.clone();
                let digest = new.digest;
                tokio::spawn(async move {
                    let mut open = locked(&store, tenant).await;
                    let done = open.accept_invitation(&digest, user, at(1)).await.unwrap();
                    open.commit().await.unwrap();
                    done == Acceptance::Accepted
                })
            });
            let mut accepted = 0;
            for task in tasks {
                accepted += usize::from(task.await.unwrap());
            }
            assert_eq!(accepted, 1);
            let members = store.org(tenant).members_page(None, PageSize::MAX).await.unwrap();
            assert_eq!(members.total, 2);
        }
    }
}
