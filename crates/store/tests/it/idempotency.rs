//! Repeated creations are executed once and answered every time.

use store::{Claim, IdempotencyKey, NewUser, PageSize, Store, StoreError};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, at, user};

const DAY: u64 = 24 * 3_600;

fn key(scope: &str, key: &str, fingerprint: &str) -> IdempotencyKey {
    IdempotencyKey {
        scope: scope.to_owned(),
        operation: "key_create".to_owned(),
        key: key.to_owned(),
        fingerprint: fingerprint.to_owned(),
        earlier_fingerprint: None,
    }
}

/// Executes a creation.
async fn create(store: &Store, key: &IdempotencyKey, now: u64, response: &str) -> Claim {
    let mut open = store.begin().await.unwrap();
    let claim = open.claim(key, at(now)).await.unwrap();
    if claim == Claim::New {
        open.remember_answer(key, response).await.unwrap();
        open.commit().await.unwrap();
    }
    claim
}

on_both_databases! {
    async fn a_repeated_request_gets_the_first_answer(database: &TestDatabase) {
        let store = database.open().await;
        let first = key("org_1", "k", "f");
        assert_eq!(create(&store, &first, 0, "one").await, Claim::New);
        assert_eq!(create(&store, &first, 9, "two").await, Claim::Repeated("one".to_owned()));
        assert_eq!(create(&store, &key("org_1", "k", "g"), 9, "x").await, Claim::Conflict);
        assert_eq!(create(&store, &key("org_2", "k", "g"), 9, "x").await, Claim::New, "another scope");
        assert_eq!(create(&store, &key("org_1", "l", "g"), 9, "x").await, Claim::New);
        let other = IdempotencyKey { operation: "org_create".to_owned(), ..first };
        assert_eq!(create(&store, &other, 9, "x").await, Claim::New);
    }

    async fn an_answer_is_forgotten_after_a_day(database: &TestDatabase) {
        let store = database.open().await;
        assert_eq!(create(&store, &key("org_1", "k", "f"), 0, "one").await, Claim::New);
        let late = key("org_1", "k", "g");
        assert_eq!(create(&store, &late, DAY - 1, "two").await, Claim::Conflict);
        assert_eq!(create(&store, &late, DAY, "two").await, Claim::New);
        assert_eq!(create(&store, &late, DAY, "x").await, Claim::Repeated("two".to_owned()));
        for number in 0..3 {
            create(&store, &key("org_2", &number.to_string(), "f"), 0, "x").await;
        }
        assert_eq!(store.delete_forgotten_answers(at(DAY - 1), 10).await.unwrap(), 0);
        assert_eq!(store.delete_forgotten_answers(at(DAY), 2).await.unwrap(), 2);
        assert_eq!(store.delete_forgotten_answers(at(DAY), 2).await.unwrap(), 1);
    }

    async fn a_failed_creation_may_be_tried_again(database: &TestDatabase) {
        let store = database.open().await;
        let key = key("org_1", "k", "f");
        let mut failing = store.begin().await.unwrap();
        assert_eq!(failing.claim(&key, NOW).await.unwrap(), Claim::New);
        failing.remember_answer(&key, "never").await.unwrap();
        drop(failing);
        assert_eq!(create(&store, &key, 0, "one").await, Claim::New);
    }

    async fn a_claim_without_an_answer_is_corrupt(database: &TestDatabase) {
        let store = database.open().await;
        let key = key("org_1", "k", "f");
        let mut open = store.begin().await.unwrap();
        open.claim(&key, NOW).await.unwrap();
        open.commit().await.unwrap();
        let mut open = store.begin().await.unwrap();
        let error = open.claim(&key, NOW).await.unwrap_err();
        assert!(matches!(error, StoreError::Corrupt { column: "idempotency.response", .. }));
    }

    async fn repeated_at_once_a_creation_happens_once(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let key = key("org_1", "k", "f");
        let tasks: Vec<_> = (0..10)
            .map(|number| {
                let (store, key) = (store.clone(), key.clone());
                let new: NewUser = user(&random, &format!("{number}@example.com"));
                tokio::spawn(async move {
                    let mut open = store.begin().await.unwrap();
                    match open.claim(&key, NOW).await.unwrap() {
                        Claim::New => {
                            open.add_user(&new).await.unwrap();
                            let answer = new.id.to_string();
                            open.remember_answer(&key, &answer).await.unwrap();
                            open.commit().await.unwrap();
                            answer
                        }
                        Claim::Repeated(answer) => answer,
                        Claim::Conflict => unreachable!("all requests are the same"),
                    }
                })
            })
            .collect();
        let mut answers = Vec::new();
        for task in tasks {
            answers.push(task.await.unwrap());
        }
        answers.dedup();
        let people = store.users_page(None, PageSize::MAX).await.unwrap();
        assert_eq!(answers, [people.items[0].id.to_string()]);
        assert_eq!(people.total, 1);
    }
}
