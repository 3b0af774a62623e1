//! People: stored values are read back, and an address belongs to one person.

use access::{Password, PasswordHash, PasswordUse, SealedPassword, UserId};
use store::{NewUser, StoreError};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, at, pages_of, person, secret as master, user};

fn password(text: &str) -> Password {
    Password::choose(text, PasswordUse::Alone).unwrap()
}

fn seal(user: UserId, password: &Password, random: &Sequence) -> SealedPassword {
    master().password_key().seal(user, &password.hash(random))
}

fn opens(user: UserId, stored: Option<SealedPassword>, password: &Password) -> bool {
    let opened = master()
        .password_key()
        .open(user, &stored.unwrap())
        .unwrap();
    PasswordHash::verify(Some(&opened), password)
}

on_both_databases! {
    async fn a_person_comes_back_as_they_were_stored(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let secret = password("a quite long sentence");
        let mut new = NewUser {
            email_verified_at: Some(at(1)),
            operator: true,
            ..user(&random, "Ann.Lee@Example.com")
        };
        new.password = Some(seal(new.id, &secret, &random));
        let mut open = store.begin().await.unwrap();
        assert!(open.add_user(&new).await.unwrap());
        assert_eq!(open.user(new.id).await.unwrap().unwrap().name, "Ann");
        open.commit().await.unwrap();

        let found = store.user(new.id).await.unwrap().unwrap();
        assert_eq!((found.id, found.email.as_str()), (new.id, "Ann.Lee@example.com"));
        assert_eq!((found.name.as_str(), found.operator), ("Ann", true));
        assert_eq!((found.email_verified_at, found.disabled_at), (Some(at(1)), None));
        assert_eq!(found.created_at, NOW);
        assert_eq!((found.totp.generation, found.totp.pending, found.totp.last_step), (None, None, None));

        let by_email = store.user_by_email(&"ANN.LEE@example.com".parse().unwrap()).await.unwrap().unwrap();
        assert_eq!(by_email.user, found);
        assert!(opens(new.id, by_email.password, &secret));
        let stored = store.password_of(new.id).await.unwrap();
        assert!(opens(new.id, stored, &secret));
        assert!(store.user_by_email(&"bob@example.com".parse().unwrap()).await.unwrap().is_none());
        let unknown = UserId::new(NOW, &random);
        assert_eq!(store.user(unknown).await.unwrap(), None);
        assert!(store.password_of(unknown).await.unwrap().is_none());
    }

    async fn an_address_belongs_to_one_person_in_any_letter_case(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tasks = ["ann@example.com", "Ann@example.com", "ANN@EXAMPLE.COM"].map(|email| {
            let (store, new) = (store.clone(), user(&random, email));
            tokio::spawn(async move {
                let mut open = store.begin().await.unwrap();
                let added = open.add_user(&new).await.unwrap();
                open.commit().await.unwrap();
                added
            })
        });
        let mut added = 0;
        for task in tasks {
            added += usize::from(task.await.unwrap());
        }
        assert_eq!(added, 1);
        assert_eq!(store.users_page(None, pages_of(9)).await.unwrap().total, 1);
    }

    async fn a_change_of_a_person_changes_nobody_else(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let ann = person(&store, &random, "ann@example.com").await;
        let bob = person(&store, &random, "bob@example.com").await;
        let before = store.user(bob).await.unwrap();
        let secret = password("another long sentence");
        let mut open = store.begin().await.unwrap();
        assert!(open.set_password(ann, &seal(ann, &secret, &random)).await.unwrap());
        assert!(open.set_user_name(ann, &"Anna".parse().unwrap()).await.unwrap());
        assert!(open.set_email_verified(ann, at(1)).await.unwrap());
        assert!(open.set_email_verified(ann, at(2)).await.unwrap());
        assert!(open.set_operator(ann, true).await.unwrap());
        assert!(open.set_user_language(ann, Some("nl")).await.unwrap());
        assert!(open.set_user_disabled(ann, Some(at(3))).await.unwrap());
        open.commit().await.unwrap();
        let found = store.user(ann).await.unwrap().unwrap();
        assert_eq!((found.name.as_str(), found.operator), ("Anna", true));
        assert_eq!(found.language.as_deref(), Some("nl"));
        assert_eq!((found.email_verified_at, found.disabled_at), (Some(at(1)), Some(at(3))));
        assert!(opens(ann, store.password_of(ann).await.unwrap(), &secret));
        assert_eq!(store.user(bob).await.unwrap(), before);
        assert!(store.password_of(bob).await.unwrap().is_none());

        let unknown = UserId::new(NOW, &random);
        let mut open = store.begin().await.unwrap();
        assert!(open.set_user_disabled(ann, None).await.unwrap());
        assert!(!open.set_password(unknown, &seal(unknown, &secret, &random)).await.unwrap());
        assert!(!open.set_user_name(unknown, &"X".parse().unwrap()).await.unwrap());
        assert!(!open.set_email_verified(unknown, NOW).await.unwrap());
        assert!(!open.set_operator(unknown, true).await.unwrap());
        assert!(!open.set_user_disabled(unknown, None).await.unwrap());
        assert_eq!(open.user(unknown).await.unwrap(), None);
        open.commit().await.unwrap();
        assert_eq!(store.user(ann).await.unwrap().unwrap().disabled_at, None);
    }

    async fn people_are_paged(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mut expected = Vec::new();
        for email in ["a@example.com", "b@example.com", "c@example.com"] {
            expected.push(person(&store, &random, email).await);
        }
        expected.sort();
        let first = store.users_page(None, pages_of(2)).await.unwrap();
        let second = store.users_page(first.next, pages_of(2)).await.unwrap();
        assert_eq!((first.total, second.next), (3, None));
        let found: Vec<_> = first.items.iter().chain(&second.items).map(|it| it.id).collect();
        assert_eq!(found, expected);
    }

    async fn what_does_not_decode_is_corrupt(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let ann = person(&store, &random, "ann@example.com").await;
        for (sql, expected) in [
            ("update person set totp_last_step = -1", "person.totp_last_step"),
            ("update person set totp_last_step = null, totp_generation = -1", "person.totp_generation"),
            ("update person set totp_generation = null, email = 'nobody'", "person.email"),
        ] {
            store::testing::execute(&database.location, sql).await;
            let error = store.user(ann).await.unwrap_err();
            let named = match error {
                StoreError::Corrupt { column, row } => (column, row),
                other => unreachable!("{other}"),
            };
            assert_eq!(named, (expected, ann.to_string()));
        }
        store::testing::execute(&database.location, "update person set password_hash = 'x'").await;
        let error = store.password_of(ann).await.unwrap_err();
        assert!(matches!(error, StoreError::Corrupt { column: "person.password_hash", .. }));
    }
}
