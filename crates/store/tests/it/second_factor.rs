//! The second factor: a generation is allocated once, a code works once.

use access::{RecoveryCode, RecoveryDigest, TotpStep, UserId};
use store::Store;

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, person, secret};

const fn step(number: u64) -> TotpStep {
    TotpStep::from_number(number)
}

fn codes(random: &Sequence, user: UserId) -> [RecoveryDigest; RecoveryCode::COUNT] {
    let key = secret().recovery_key();
    RecoveryCode::generate(random).map(|it| it.digest(user, &key))
}

async fn begin(store: &Store, user: UserId) -> Option<u64> {
    let mut open = store.begin().await.unwrap();
    let generation = open.begin_totp(user).await.unwrap();
    open.commit().await.unwrap();
    generation
}

async fn confirm(store: &Store, user: UserId, generation: u64, at: u64) -> bool {
    let mut open = store.begin().await.unwrap();
    let confirmed = open.confirm_totp(user, generation, step(at)).await.unwrap();
    open.commit().await.unwrap();
    confirmed
}

async fn use_step(store: &Store, user: UserId, generation: u64, at: u64) -> bool {
    let mut open = store.begin().await.unwrap();
    let used = open
        .use_totp_step(user, generation, step(at))
        .await
        .unwrap();
    open.commit().await.unwrap();
    used
}

on_both_databases! {
    async fn a_second_factor_is_on_from_its_first_code(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let ann = person(&store, &random, "ann@example.com").await;
        assert_eq!(begin(&store, ann).await, Some(1));
        assert_eq!(begin(&store, ann).await, Some(2));
        assert!(!use_step(&store, ann, 2, 10).await, "not enabled yet");
        assert!(!confirm(&store, ann, 1, 10).await, "another generation is pending");
        assert!(confirm(&store, ann, 2, 10).await);
        assert!(!confirm(&store, ann, 2, 11).await, "once");
        let totp = store.user(ann).await.unwrap().unwrap().totp;
        assert_eq!((totp.generation, totp.pending, totp.last_step), (Some(2), None, Some(step(10))));
        assert_eq!(begin(&store, UserId::new(NOW, &random)).await, None);
    }

    async fn a_generation_is_never_given_out_twice(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let ann = person(&store, &random, "ann@example.com").await;
        let first = begin(&store, ann).await.unwrap();
        confirm(&store, ann, first, 10).await;
        let mut open = store.begin().await.unwrap();
        open.replace_recovery_codes(ann, &codes(&random, ann)).await.unwrap();
        assert!(open.remove_totp(ann).await.unwrap());
        assert!(!open.remove_totp(ann).await.unwrap());
        open.commit().await.unwrap();
        let totp = store.user(ann).await.unwrap().unwrap().totp;
        assert_eq!((totp.generation, totp.pending, totp.last_step), (None, None, None));
        assert_eq!(store.recovery_codes(ann).await.unwrap(), []);
        assert_eq!(begin(&store, ann).await, Some(first + 1));
    }

    async fn steps_only_go_forward(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let ann = person(&store, &random, "ann@example.com").await;
        let generation = begin(&store, ann).await.unwrap();
        confirm(&store, ann, generation, 10).await;
        assert!(!use_step(&store, ann, generation, 10).await, "the code that enabled it is used");
        assert!(use_step(&store, ann, generation, 12).await);
        assert!(!use_step(&store, ann, generation, 12).await);
        assert!(!use_step(&store, ann, generation, 11).await);
        assert!(!use_step(&store, ann, generation + 1, 13).await, "another secret's code");
        assert!(use_step(&store, ann, generation, 13).await);
    }

    async fn a_step_used_twice_at_once_works_once(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let ann = person(&store, &random, "ann@example.com").await;
        let generation = begin(&store, ann).await.unwrap();
        confirm(&store, ann, generation, 1).await;
        for turn in 2..12 {
            let tasks = [(); 3].map(|()| {
                let store = store.clone();
                tokio::spawn(async move { use_step(&store, ann, generation, turn).await })
            });
            let mut used = 0;
            for task in tasks {
                used += usize::from(task.await.unwrap());
            }
            assert_eq!(used, 1);
        }
    }

    async fn a_recovery_code_used_twice_at_once_works_once(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let ann = person(&store, &random, "ann@example.com").await;
        let digests = codes(&random, ann);
        let mut open = store.begin().await.unwrap();
        open.replace_recovery_codes(ann, &digests).await.unwrap();
        open.commit().await.unwrap();
        assert_eq!(store.recovery_codes(ann).await.unwrap().len(), 10);
        for digest in digests {
            let tasks = [(); 3].map(|()| {
                let store = store.clone();
                tokio::spawn(async move {
                    let mut open = store.begin().await.unwrap();
                    let used = open.use_recovery_code(ann, &digest).await.unwrap();
                    open.commit().await.unwrap();
                    used
                })
            });
            let mut used = 0;
            for task in tasks {
                used += usize::from(task.await.unwrap());
            }
            assert_eq!(used, 1);
        }
        assert_eq!(store.recovery_codes(ann).await.unwrap(), []);
    }

    async fn recovery_codes_are_their_persons_and_the_latest(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let ann = person(&store, &random, "ann@example.com").await;
        let bob = person(&store, &random, "bob@example.com").await;
        let (old, new) = (codes(&random, ann), codes(&random, ann));
        let mut open = store.begin().await.unwrap();
        open.replace_recovery_codes(ann, &old).await.unwrap();
        open.replace_recovery_codes(ann, &new).await.unwrap();
        assert!(!open.use_recovery_code(ann, &old[0]).await.unwrap());
        assert!(!open.use_recovery_code(bob, &new[0]).await.unwrap());
        assert!(open.use_recovery_code(ann, &new[0]).await.unwrap());
        open.commit().await.unwrap();
        let left = store.recovery_codes(ann).await.unwrap();
        assert_eq!(left.len(), 9);
        assert!(left.iter().all(|it| new[1..].contains(it)));
    }
}
