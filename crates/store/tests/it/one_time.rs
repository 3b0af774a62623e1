//! One-time links: only the latest of a purpose works, until it expires, once.

use access::{TokenDigest, UserId};
use store::TokenPurpose::{ResetPassword, VerifyEmail};
use store::{NewToken, Store, TokenPurpose};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, at, person, token};

async fn add(store: &Store, user: UserId, purpose: TokenPurpose, digest: TokenDigest) {
    let mut open = store.begin().await.unwrap();
    let new = NewToken {
        user,
        purpose,
        digest,
        created_at: NOW,
        expires_at: at(60),
    };
    open.add_token(&new).await.unwrap();
    open.commit().await.unwrap();
}

async fn consume(
    store: &Store,
    purpose: TokenPurpose,
    digest: TokenDigest,
    now: u64,
) -> Option<UserId> {
    let mut open = store.begin().await.unwrap();
    let user = open.use_token(purpose, &digest, at(now)).await.unwrap();
    open.commit().await.unwrap();
    user
}

on_both_databases! {
    async fn a_link_works_once_for_its_purpose_until_it_expires(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let ann = person(&store, &random, "ann@example.com").await;
        let digest = token(&random);
        add(&store, ann, ResetPassword, digest).await;
        assert_eq!(store.token_owner(ResetPassword, &digest, at(59)).await.unwrap(), Some(ann));
        assert_eq!(store.token_owner(ResetPassword, &digest, at(60)).await.unwrap(), None);
        assert_eq!(store.token_owner(VerifyEmail, &digest, NOW).await.unwrap(), None);
        assert_eq!(consume(&store, VerifyEmail, digest, 1).await, None);
        assert_eq!(consume(&store, ResetPassword, digest, 60).await, None);
        assert_eq!(consume(&store, ResetPassword, token(&random), 1).await, None);
        assert_eq!(consume(&store, ResetPassword, digest, 59).await, Some(ann));
        assert_eq!(consume(&store, ResetPassword, digest, 59).await, None);
        assert_eq!(store.token_owner(ResetPassword, &digest, NOW).await.unwrap(), None);
    }

    async fn a_later_link_replaces_the_earlier_of_its_purpose(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let ann = person(&store, &random, "ann@example.com").await;
        let bob = person(&store, &random, "bob@example.com").await;
        let [old, new, verify, bobs] = [(); 4].map(|()| token(&random));
        add(&store, ann, ResetPassword, old).await;
        add(&store, ann, VerifyEmail, verify).await;
        add(&store, bob, ResetPassword, bobs).await;
        add(&store, ann, ResetPassword, new).await;
        assert_eq!(consume(&store, ResetPassword, old, 1).await, None);
        assert_eq!(consume(&store, ResetPassword, new, 1).await, Some(ann));
        assert_eq!(consume(&store, VerifyEmail, verify, 1).await, Some(ann));
        assert_eq!(consume(&store, ResetPassword, bobs, 1).await, Some(bob));
        let again = token(&random);
        add(&store, ann, ResetPassword, again).await;
        assert_eq!(consume(&store, ResetPassword, again, 1).await, Some(ann), "a used link is also replaced");
    }

    async fn used_twice_at_once_a_link_works_once(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let ann = person(&store, &random, "ann@example.com").await;
        for _ in 0..5 {
            let digest = token(&random);
            add(&store, ann, ResetPassword, digest).await;
            let tasks = [(); 3].map(|()| {
                let store = store.clone();
                tokio::spawn(async move { consume(&store, ResetPassword, digest, 1).await })
            });
            let mut used = 0;
            for task in tasks {
                used += usize::from(task.await.unwrap() == Some(ann));
            }
            assert_eq!(used, 1);
        }
    }

    async fn the_set_up_link_makes_one_first_owner(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let digest = token(&random);
        store.renew_setup_token(&digest, at(60)).await.unwrap();
        let mut open = store.begin().await.unwrap();
        assert!(!open.use_setup_token(&token(&random), NOW).await.unwrap());
        assert!(!open.use_setup_token(&digest, at(60)).await.unwrap());
        drop(open);
        let tasks = [(); 3].map(|()| {
            let store = store.clone();
            tokio::spawn(async move {
                let mut open = store.begin().await.unwrap();
                let used = open.use_setup_token(&digest, at(59)).await.unwrap();
                open.commit().await.unwrap();
                used
            })
        });
        let mut used = 0;
        for task in tasks {
            used += usize::from(task.await.unwrap());
        }
        assert_eq!(used, 1);
        assert!(!store.is_setup_token(&digest, NOW).await.unwrap());
    }
}
