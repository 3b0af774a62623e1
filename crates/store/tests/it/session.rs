//! Sessions: found with their person, ended one by one or all at once, deleted later.

use access::{Random, SessionDecision, SessionEnd, SessionId, SessionToken, UserId};
use store::{NewSession, PageSize, Store};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, at, pages_of, person, secret};

const HOUR: u64 = 3_600;
const DAY: u64 = 24 * HOUR;

fn session(random: &dyn Random, user: UserId) -> NewSession {
    NewSession {
        id: SessionId::new(NOW, random),
        user,
        digest: SessionToken::generate(random).digest(&secret().session_key()),
        second_factor: false,
        created_at: NOW,
        source_address: Some("192.0.2.1".to_owned()),
        user_agent: Some("Browser ☉".to_owned()),
    }
}

async fn sign_in(store: &Store, random: &dyn Random, user: UserId) -> NewSession {
    let new = session(random, user);
    let mut open = store.begin().await.unwrap();
    open.add_session(&new).await.unwrap();
    open.commit().await.unwrap();
    new
}

async fn ended(store: &Store, session: &NewSession) -> bool {
    let (found, _) = store
        .session_by_digest(&session.digest)
        .await
        .unwrap()
        .unwrap();
    found.facts.revoked
}

on_both_databases! {
    async fn a_session_is_found_with_its_person(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let ann = person(&store, &random, "ann@example.com").await;
        let new = sign_in(&store, &random, ann).await;
        let (found, user) = store.session_by_digest(&new.digest).await.unwrap().unwrap();
        assert_eq!((found.id, found.user, found.second_factor), (new.id, ann, false));
        assert_eq!((found.facts.created_at, found.facts.last_seen_at), (NOW, NOW));
        assert!(!found.facts.revoked);
        assert_eq!((&found.source_address, &found.user_agent), (&new.source_address, &new.user_agent));
        assert_eq!(Some(user), store.user(ann).await.unwrap());
        let unknown = session(&random, ann);
        assert!(store.session_by_digest(&unknown.digest).await.unwrap().is_none());
    }

    async fn disabling_a_person_shows_in_their_session_at_once(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let ann = person(&store, &random, "ann@example.com").await;
        let new = sign_in(&store, &random, ann).await;
        let mut open = store.begin().await.unwrap();
        open.set_user_disabled(ann, Some(at(1))).await.unwrap();
        open.commit().await.unwrap();
        let (_, user) = store.session_by_digest(&new.digest).await.unwrap().unwrap();
        assert_eq!(user.disabled_at, Some(at(1)));
    }

    async fn uses_are_noted_once_a_minute(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let ann = person(&store, &random, "ann@example.com").await;
        let new = sign_in(&store, &random, ann).await;
        for (now, expected) in [(59, 0), (60, 60), (100, 60), (30, 60), (120, 120)] {
            store.touch_session(new.id, None, at(now)).await.unwrap();
            let (found, _) = store.session_by_digest(&new.digest).await.unwrap().unwrap();
            assert_eq!(found.facts.last_seen_at, at(expected), "touched at {now}");
        }
    }

    async fn a_person_ends_their_sessions_and_nobody_elses(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let ann = person(&store, &random, "ann@example.com").await;
        let bob = person(&store, &random, "bob@example.com").await;
        let mut mine = Vec::new();
        for _ in 0..4 {
            mine.push(sign_in(&store, &random, ann).await);
        }
        let theirs = sign_in(&store, &random, bob).await;
        let mut open = store.begin().await.unwrap();
        assert!(!open.revoke_session(ann, theirs.id, at(1)).await.unwrap());
        assert!(!open.set_session_second_factor(ann, theirs.id).await.unwrap());
        assert!(open.revoke_session(ann, mine[0].id, at(1)).await.unwrap());
        assert!(!open.revoke_session(ann, mine[0].id, at(2)).await.unwrap());
        assert!(!open.set_session_second_factor(ann, mine[0].id).await.unwrap());
        assert!(open.set_session_second_factor(ann, mine[1].id).await.unwrap());
        assert_eq!(open.revoke_sessions(ann, Some(mine[1].id), at(3)).await.unwrap(), 2);
        open.commit().await.unwrap();
        assert!(ended(&store, &mine[0]).await && ended(&store, &mine[2]).await);
        let (kept, _) = store.session_by_digest(&mine[1].digest).await.unwrap().unwrap();
        assert!(!kept.facts.revoked && kept.second_factor);
        let mut open = store.begin().await.unwrap();
        assert_eq!(open.revoke_sessions(ann, None, at(4)).await.unwrap(), 1);
        open.commit().await.unwrap();
        assert!(ended(&store, &mine[1]).await);
        assert!(!ended(&store, &theirs).await);
        store.touch_session(mine[1].id, None, at(500)).await.unwrap();
        let (found, _) = store.session_by_digest(&mine[1].digest).await.unwrap().unwrap();
        assert_eq!(found.facts.last_seen_at, NOW, "an ended session is not touched");
        assert_eq!(found.facts.decide(at(5)), SessionDecision::Ended(SessionEnd::Revoked));
    }

    async fn only_valid_sessions_are_listed(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let ann = person(&store, &random, "ann@example.com").await;
        let mut ids = Vec::new();
        for _ in 0..3 {
            ids.push(sign_in(&store, &random, ann).await.id);
        }
        ids.sort();
        let mut open = store.begin().await.unwrap();
        open.revoke_session(ann, ids[0], NOW).await.unwrap();
        open.commit().await.unwrap();
        store.touch_session(ids[1], None, at(HOUR)).await.unwrap();
        let list = |now| store.sessions_page(ann, now, None, PageSize::MAX);
        let found: Vec<_> = list(at(HOUR)).await.unwrap().items.iter().map(|it| it.id).collect();
        assert_eq!(found, ids[1..]);
        let one = store.sessions_page(ann, at(HOUR), None, pages_of(1)).await.unwrap();
        assert_eq!((one.total, one.next), (2, Some(ids[1])));
        let late = list(at(12 * HOUR)).await.unwrap();
        assert_eq!((late.total, late.items[0].id), (1, ids[1]), "the other one was idle");
        assert_eq!(list(at(13 * HOUR)).await.unwrap().total, 0);
    }

    async fn ended_sessions_are_deleted_in_portions(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let ann = person(&store, &random, "ann@example.com").await;
        let mut all = Vec::new();
        for _ in 0..5 {
            all.push(sign_in(&store, &random, ann).await);
        }
        assert_eq!(store.delete_ended_sessions(at(HOUR), 10).await.unwrap(), 0);
        let mut open = store.begin().await.unwrap();
        open.revoke_session(ann, all[0].id, NOW).await.unwrap();
        open.commit().await.unwrap();
        assert_eq!(store.delete_ended_sessions(at(HOUR), 10).await.unwrap(), 1);
        assert!(store.session_by_digest(&all[0].digest).await.unwrap().is_none());
        // A session that is used every few hours still ends after thirty days.
        for turn in 1..=90 {
            store.touch_session(all[1].id, None, at(turn * 8 * HOUR)).await.unwrap();
        }
        assert_eq!(store.delete_ended_sessions(at(30 * DAY - 1), 2).await.unwrap(), 2);
        assert_eq!(store.delete_ended_sessions(at(30 * DAY - 1), 2).await.unwrap(), 1);
        assert!(store.session_by_digest(&all[1].digest).await.unwrap().is_some());
        assert_eq!(store.delete_ended_sessions(at(30 * DAY), 2).await.unwrap(), 1);
    }
}
