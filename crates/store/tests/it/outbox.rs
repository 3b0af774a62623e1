//! The outbox: e-mails are written with the change that they report, leased to one node, and
//! retried.

use std::collections::BTreeSet;

use access::{MailId, Random, Timestamp};
use store::{MailRecord, NewMail, PageSize, Store};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, at, claim_until, pages_of};

fn mail(random: &dyn Random, recipient: &str) -> NewMail {
    NewMail {
        id: MailId::new(NOW, random),
        recipient: recipient.parse().unwrap(),
        kind: "invitation".to_owned(),
        payload: "{\"org\": \"☉\"}".to_owned(),
        language: "nl".to_owned(),
        created_at: NOW,
    }
}

async fn add(store: &Store, mail: &NewMail) {
    let mut open = store.begin().await.unwrap();
    open.add_mail(mail).await.unwrap();
    open.commit().await.unwrap();
}

async fn claim(store: &Store, now: Timestamp, until: Timestamp) -> Vec<MailRecord> {
    store.claim_mails(claim_until(now, until)).await.unwrap()
}

on_both_databases! {
    async fn a_mail_is_leased_sent_and_forgotten(database: &TestDatabase) {
        let store = database.open().await;
        let new = mail(&Sequence::from(1), "ann@example.com");
        let mut dropped = store.begin().await.unwrap();
        dropped.add_mail(&new).await.unwrap();
        drop(dropped);
        assert_eq!(claim(&store, NOW, at(60)).await, []);
        add(&store, &new).await;
        let leased = claim(&store, NOW, at(60)).await;
        assert_eq!(leased.len(), 1);
        let found = &leased[0];
        assert_eq!((found.id, found.recipient.as_str()), (new.id, "ann@example.com"));
        assert_eq!((found.kind.as_str(), &found.payload), ("invitation", &new.payload));
        assert_eq!((found.attempts, found.leased_until), (1, Some(at(60))));
        assert!(store.mail_sent(new.id, at(1)).await.unwrap());
        assert!(!store.mail_sent(new.id, at(2)).await.unwrap());
        assert_eq!(claim(&store, at(100), at(160)).await, []);
        let listed = store.mails_page(None, PageSize::MAX).await.unwrap();
        assert_eq!((listed.items[0].sent_at, listed.items[0].payload.as_str()), (Some(at(1)), ""));
    }

    async fn what_fails_is_tried_again_until_it_is_given_up(database: &TestDatabase) {
        let store = database.open().await;
        let new = mail(&Sequence::from(1), "ann@example.com");
        add(&store, &new).await;
        let leased = claim(&store, NOW, at(60)).await;
        assert!(store.mail_failed(&leased[0], "no answer", Some(at(30)), at(1)).await.unwrap());
        assert_eq!(claim(&store, at(29), at(60)).await, []);
        let again = claim(&store, at(30), at(60)).await;
        assert_eq!((again[0].attempts, again[0].last_error.as_deref()), (2, Some("no answer")));
        assert!(!store.mail_failed(&leased[0], "late", None, at(31)).await.unwrap(), "another node has it now");
        assert!(store.mail_failed(&again[0], "refused", None, at(31)).await.unwrap());
        assert_eq!(claim(&store, at(1_000), at(2_000)).await, []);
        let listed = store.mails_page(None, PageSize::MAX).await.unwrap();
        assert_eq!(listed.items[0].given_up_at, Some(at(31)));
        assert_eq!(listed.items[0].last_error.as_deref(), Some("refused"));
    }

    async fn a_dead_nodes_lease_ends_by_itself(database: &TestDatabase) {
        let store = database.open().await;
        add(&store, &mail(&Sequence::from(1), "ann@example.com")).await;
        assert_eq!(claim(&store, NOW, at(60)).await.len(), 1);
        assert_eq!(claim(&store, at(59), at(120)).await, []);
        assert_eq!(claim(&store, at(60), at(120)).await.len(), 1);
    }

    async fn nodes_never_take_the_same_mail(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        for number in 0..40 {
            add(&store, &mail(&random, &format!("{number}@example.com"))).await;
        }
        // Each claim takes one, because e-mails that no organization sends are one lane.
        let tasks: Vec<_> = (0..8)
            .map(|_| {
                let store = store.clone();
                tokio::spawn(async move {
                    let mut claimed = Vec::new();
                    for _ in 0..3 {
                        claimed.extend(claim(&store, NOW, at(60)).await);
                    }
                    claimed
                })
            })
            .collect();
        let (mut taken, mut distinct) = (0, BTreeSet::new());
        for task in tasks {
            let mails = task.await.unwrap();
            taken += mails.len();
            distinct.extend(mails.into_iter().map(|it| it.id));
        }
        assert_eq!((taken, distinct.len()), (24, 24));
        while let Some(mail) = claim(&store, NOW, at(60)).await.pop() {
            distinct.insert(mail.id);
        }
        assert_eq!(distinct.len(), 40);
    }

    async fn mails_are_paged_and_old_ones_deleted(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let mails = [(); 3].map(|()| mail(&random, "ann@example.com"));
        for mail in &mails {
            add(&store, mail).await;
        }
        let first = store.mails_page(None, pages_of(2)).await.unwrap();
        let second = store.mails_page(first.next, pages_of(2)).await.unwrap();
        assert_eq!((first.total, first.items.len(), second.items.len()), (3, 2, 1));
        store.mail_sent(mails[0].id, at(1)).await.unwrap();
        store.mail_sent(mails[1].id, at(2)).await.unwrap();
        assert_eq!(store.delete_old_mails(at(1), 10).await.unwrap(), 0);
        assert_eq!(store.delete_old_mails(at(9), 1).await.unwrap(), 1);
        assert_eq!(store.delete_old_mails(at(9), 10).await.unwrap(), 1);
        let left = store.mails_page(None, PageSize::MAX).await.unwrap();
        assert_eq!((left.total, left.items[0].id), (1, mails[2].id), "pending e-mails stay");
    }
}
