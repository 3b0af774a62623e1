//! Sign-in attempts: counted before they are checked, removed when they succeed.

use access::UserId;
use store::{Budget, Store};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, at};

fn attempt(account: &str, address: Option<&str>) -> Vec<Budget> {
    let address = address.map(|it| Budget::Address(it.to_owned()));
    let mut budgets = vec![Budget::Account(account.to_owned())];
    budgets.extend(address);
    budgets
}

fn account(name: &str) -> Budget {
    Budget::Account(name.to_owned())
}

/// Returns how many of this many attempts at one instant are checked.
async fn looked_at(store: &Store, attempt: &[Budget], tries: usize) -> usize {
    let mut admitted = 0;
    for _ in 0..tries {
        let verdict = store.begin_attempt(attempt, NOW).await.unwrap();
        admitted += usize::from(verdict.is_ok());
    }
    admitted
}

on_both_databases! {
    async fn failures_of_an_account_and_of_an_address_both_count(database: &TestDatabase) {
        let store = database.open().await;
        let ann = attempt("ann@example.com", Some("192.0.2.1"));
        assert_eq!(looked_at(&store, &ann, 8).await, 5);
        let refused = store.begin_attempt(&ann, NOW).await.unwrap().unwrap_err();
        assert_eq!(refused.at, at(1));
        let elsewhere = attempt("ann@example.com", Some("192.0.2.2"));
        assert_eq!(looked_at(&store, &elsewhere, 1).await, 0, "the account has to wait");
        let other = attempt("bob@example.com", Some("192.0.2.1"));
        assert_eq!(looked_at(&store, &other, 1).await, 0, "the address has to wait");
        assert_eq!(store.failures(&account("bob@example.com")).await.unwrap(), None, "an attempt that is not checked is not counted");
        let free = attempt("bob@example.com", Some("192.0.2.2"));
        assert_eq!(looked_at(&store, &free, 1).await, 1);
        assert!(store.begin_attempt(&ann, at(1)).await.unwrap().is_ok());
        let counted = store.failures(&account("ann@example.com")).await.unwrap().unwrap();
        assert_eq!((counted.count, counted.last_at), (6, at(1)));
    }

    async fn a_success_clears_the_account_but_not_the_address(database: &TestDatabase) {
        let store = database.open().await;
        let ann = attempt("ann@example.com", Some("192.0.2.1"));
        assert_eq!(looked_at(&store, &ann, 4).await, 4);
        let right = store.begin_attempt(&ann, NOW).await.unwrap().unwrap();
        store.attempt_succeeded(&right).await.unwrap();
        assert_eq!(store.failures(&account("ann@example.com")).await.unwrap(), None);
        // Four failures stay with the address: one more is free, then it must wait.
        let bob = attempt("bob@example.com", Some("192.0.2.1"));
        assert_eq!(looked_at(&store, &bob, 3).await, 1);
        let local = attempt("ann@example.com", None);
        assert_eq!(looked_at(&store, &local, 9).await, 5);
    }

    async fn an_attempt_that_is_withdrawn_leaves_the_budgets_as_they_were(database: &TestDatabase) {
        let store = database.open().await;
        let ann = attempt("ann@example.com", Some("192.0.2.1"));
        assert_eq!(looked_at(&store, &ann, 5).await, 5);
        let before = store.failures(&account("ann@example.com")).await.unwrap();
        let neither = store.begin_attempt(&ann, at(1)).await.unwrap().unwrap();
        store.attempt_withdrawn(&neither).await.unwrap();
        assert_eq!(store.failures(&account("ann@example.com")).await.unwrap(), before);
        // The wait continues from the last failure, not from the withdrawn attempt.
        assert!(store.begin_attempt(&ann, at(1)).await.unwrap().is_ok());
    }

    async fn failures_of_a_person_are_forgotten_with_those_of_their_browsers(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let [ann, bob] = [(); 2].map(|()| UserId::new(NOW, &random));
        let budgets = |user: UserId, email: &str| [
            account(email),
            Budget::SecondFactor(email.to_owned()),
            Budget::Device(format!("{user}/laptop")),
            Budget::Device(format!("{user}/phone")),
        ];
        let (hers, his) = (budgets(ann, "ann@example.com"), budgets(bob, "bob@example.com"));
        for budget in hers.iter().chain(&his) {
            looked_at(&store, std::slice::from_ref(budget), 5).await;
        }
        let mut transaction = store.begin().await.unwrap();
        transaction.forget_failures(ann, "ann@example.com").await.unwrap();
        transaction.commit().await.unwrap();
        for budget in &hers {
            assert_eq!(store.failures(budget).await.unwrap(), None, "{budget:?}");
        }
        for budget in &his {
            assert!(store.failures(budget).await.unwrap().is_some(), "{budget:?}");
        }
    }

    async fn guesses_sent_at_once_are_not_all_looked_at(database: &TestDatabase) {
        let store = database.open().await;
        let tasks: Vec<_> = (0..40)
            .map(|turn| {
                let store = store.clone();
                // From many addresses, so only the account can slow them down.
                let guess = attempt("ann@example.com", Some(&format!("192.0.2.{turn}")));
                tokio::spawn(async move { store.begin_attempt(&guess, NOW).await.unwrap().is_ok() })
            })
            .collect();
        let mut admitted = 0;
        for task in tasks {
            admitted += usize::from(task.await.unwrap());
        }
        assert_eq!(admitted, 5);
    }

    async fn forgotten_failures_are_deleted_in_portions(database: &TestDatabase) {
        let store = database.open().await;
        for number in 0..5 {
            looked_at(&store, &attempt(&format!("{number}@example.com"), None), 1).await;
        }
        let many = attempt("many@example.com", None);
        looked_at(&store, &many, 5).await;
        let later = at(15 * 60);
        assert_eq!(store.delete_forgotten_failures(NOW, 100).await.unwrap(), 0);
        let first = store.delete_forgotten_failures(later, 3).await.unwrap();
        assert!((2..=3).contains(&first), "at most three rows are checked");
        let rest = store.delete_forgotten_failures(later, 100).await.unwrap();
        assert_eq!(first + rest, 5);
        assert!(store.failures(&account("many@example.com")).await.unwrap().is_some());
    }
}
