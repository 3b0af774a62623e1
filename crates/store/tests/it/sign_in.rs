//! Failed sign-ins before they are written to the audit log, and requests for password resets.

use access::UserId;
use store::{MAX_ADDRESSES, MAX_UNKNOWN_ADDRESSES, ResetRequest, SignInFailure, Store};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, at, person, secret};

const HOUR: u64 = 3_600;

async fn fail(store: &Store, user: Option<UserId>, address: &str) {
    let failed = store.tally_failed_sign_in(user, Some(address), SignInFailure::Password, NOW);
    failed.await.unwrap();
}

/// Returns the tallies that are taken an hour later: subject, address and count.
async fn taken(store: &Store) -> Vec<(String, String, u64)> {
    let mut locked = store
        .installation_locked(&secret().audit_key())
        .await
        .unwrap();
    let taken = locked
        .take_sign_in_tallies(at(2 * HOUR), 5_000)
        .await
        .unwrap();
    locked.commit().await.unwrap();
    taken
        .into_iter()
        .map(|it| (it.subject, it.address, it.count))
        .collect()
}

on_both_databases! {
    async fn failures_of_an_hour_are_added_up_and_taken_once_it_is_over(database: &TestDatabase) {
        let store = database.open().await;
        let ann = UserId::new(NOW, &Sequence::from(1));
        for _ in 0..3 {
            fail(&store, Some(ann), "192.0.2.1").await;
        }
        fail(&store, None, "192.0.2.1").await;
        let mut locked = store.installation_locked(&secret().audit_key()).await.unwrap();
        assert_eq!(locked.take_sign_in_tallies(NOW, 10).await.unwrap(), [], "the hour has not ended");
        drop(locked);
        let address = "192.0.2.1".to_owned();
        let expected = [("unknown".to_owned(), address.clone(), 1), (ann.to_string(), address, 3)];
        assert_eq!(taken(&store).await, expected);
        assert_eq!(taken(&store).await, []);
    }

    async fn however_many_addresses_fail_the_sums_of_an_hour_are_few(database: &TestDatabase) {
        let store = database.open().await;
        let ann = UserId::new(NOW, &Sequence::from(1));
        for number in 0..200 {
            fail(&store, None, &format!("192.0.2.{number}")).await;
            fail(&store, Some(ann), &format!("198.51.100.{number}")).await;
        }
        let taken = taken(&store).await;
        let of = |subject: &str| {
            let rows = taken.iter().filter(|it| it.0 == subject);
            let counts: Vec<u64> = rows.map(|it| it.2).collect();
            (counts.len(), counts.iter().sum::<u64>())
        };
        // The distinct addresses, and one more for the rest together.
        assert_eq!(of("unknown"), (MAX_UNKNOWN_ADDRESSES as usize + 1, 200));
        assert_eq!(of(&ann.to_string()), (MAX_ADDRESSES as usize + 1, 200));
    }

    async fn a_request_for_a_new_password_finds_its_person_when_it_is_taken(database: &TestDatabase) {
        let store = database.open().await;
        let ann = person(&store, &Sequence::from(1), "ann@example.com").await;
        for email in ["Ann@example.com", "nobody@example.com", "ann@example.com"] {
            let request = ResetRequest { email: email.parse().unwrap(), language: "nl".to_owned() };
            store.request_password_reset(&request, NOW).await.unwrap();
        }
        let mut transaction = store.begin().await.unwrap();
        let taken = transaction.take_reset_requests(10).await.unwrap();
        transaction.commit().await.unwrap();
        let mut found: Vec<_> = taken
            .iter()
            .map(|(request, user)| (request.email.unique_form(), user.as_ref().map(|it| it.id)))
            .collect();
        found.sort();
        assert_eq!(found, [("ann@example.com".to_owned(), Some(ann)), ("nobody@example.com".to_owned(), None)]);
        let mut transaction = store.begin().await.unwrap();
        assert!(transaction.take_reset_requests(10).await.unwrap().is_empty());
    }
}
