//! Key administration: an edit writes only the given fields, a rotation loses nothing, and a family
//! is revoked as one.

use std::time::Duration;

use access::{
    DomainList, DomainRule, KeyId, KeyMode, KeyPermission, KeyPermissions, PlainKey, Random,
    Refusal, RotationRefusal, Timestamp,
};
use store::{KeyEdit, KeyModules, KeyRecord, KeySuccessor, NewKey, Rotation, Store, Tenant};

use crate::on_both_databases;
use crate::samples::{NOW, Sequence, at, key, locked, pages_of, person, secret, tenant};

fn successor(random: &dyn Random, now: Timestamp, grace_s: u64) -> KeySuccessor {
    let plain = PlainKey::generate(KeyMode::Test, random);
    KeySuccessor {
        id: KeyId::new(now, random),
        digest: plain.digest(&secret().pepper()),
        display: plain.display(),
        created_by: None,
        created_at: now,
        grace: Duration::from_secs(grace_s),
    }
}

async fn add(store: &Store, tenant: Tenant, key: &NewKey) {
    store.org(tenant).add_key(key).await.unwrap();
}

async fn edit(store: &Store, tenant: Tenant, id: KeyId, edit: &KeyEdit) -> bool {
    let mut open = locked(store, tenant).await;
    let found = open.edit_key(id, edit).await.unwrap();
    open.commit().await.unwrap();
    found
}

async fn rotate(store: &Store, tenant: Tenant, id: KeyId, successor: &KeySuccessor) -> Rotation {
    let mut open = locked(store, tenant).await;
    let rotation = open.rotate_key(id, successor).await.unwrap();
    open.commit().await.unwrap();
    rotation
}

async fn read(store: &Store, tenant: Tenant, id: KeyId) -> KeyRecord {
    store.org(tenant).key(id).await.unwrap().unwrap()
}

fn domains(patterns: &[&str]) -> DomainRule {
    let patterns = patterns.iter().map(|it| it.parse().unwrap());
    DomainRule::List(DomainList::new(patterns).unwrap())
}

on_both_databases! {
    async fn a_key_knows_its_maker_and_its_modules(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tenant = tenant(&store, &random).await;
        let maker = person(&store, &random, "ann@example.com").await;
        let (some, all) = (key(&random, "some"), key(&random, "all"));
        let modules = KeyModules::Only(vec!["natal".to_owned(), "transits".to_owned()]);
        let mut open = locked(&store, tenant).await;
        open.add_key(&some, &modules, Some(maker)).await.unwrap();
        open.add_key(&all, &KeyModules::All, None).await.unwrap();
        open.commit().await.unwrap();
        let found = store.key_by_digest(&some.digest).await.unwrap().unwrap();
        assert_eq!((found.created_by, &found.modules), (Some(maker), &modules));
        assert_eq!((found.last_used_at, found.superseded), (None, false));
        let found = read(&store, tenant, all.id).await;
        assert_eq!((found.created_by, &found.modules), (None, &KeyModules::All));
        let none = KeyEdit { modules: Some(KeyModules::Only(vec![])), ..KeyEdit::default() };
        assert!(edit(&store, tenant, all.id, &none).await);
        assert_eq!(read(&store, tenant, all.id).await.modules, KeyModules::Only(vec![]), "an empty list is not all modules");
    }

    async fn an_edit_changes_what_it_names_and_nothing_else(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tenant = tenant(&store, &random).await;
        let key = NewKey {
            rates: vec!["5/1s".parse().unwrap()],
            domains: domains(&["example.com"]),
            expires_at: Some(at(9)),
            ..key(&random, "key")
        };
        add(&store, tenant, &key).await;
        let before = read(&store, tenant, key.id).await;
        let seen = store.revision().await.unwrap();
        assert!(edit(&store, tenant, key.id, &KeyEdit::default()).await);
        assert_eq!(read(&store, tenant, key.id).await, before);
        assert_eq!(store.changes_since(seen).await.unwrap().len(), 1, "announced");

        let mut expected = before;
        let permissions = KeyPermissions::of(&[KeyPermission::CalcRead]);
        let steps = [
            KeyEdit { name: Some("other".parse().unwrap()), ..KeyEdit::default() },
            KeyEdit { permissions: Some(permissions), ..KeyEdit::default() },
            KeyEdit { rates: Some(vec![]), ..KeyEdit::default() },
            KeyEdit { domains: Some(domains(&["*.example.org", "localhost"])), ..KeyEdit::default() },
            KeyEdit { modules: Some(KeyModules::Only(vec!["natal".to_owned()])), ..KeyEdit::default() },
            KeyEdit { expires_at: Some(None), ..KeyEdit::default() },
            KeyEdit { enabled: Some(false), ..KeyEdit::default() },
            KeyEdit {
                domains: Some(DomainRule::Unrestricted),
                modules: Some(KeyModules::All),
                expires_at: Some(Some(at(5))),
                enabled: Some(true),
                ..KeyEdit::default()
            },
        ];
        for step in steps {
            assert!(edit(&store, tenant, key.id, &step).await);
            if let Some(name) = &step.name {
                name.as_str().clone_into(&mut expected.name);
            }
            if let Some(rates) = &step.rates {
                expected.rates.clone_from(rates);
            }
            if let Some(domains) = &step.domains {
                expected.domains = domains.clone();
            }
            if let Some(modules) = &step.modules {
                expected.modules = modules.clone();
            }
            let standing = &mut expected.standing;
            standing.permissions = step.permissions.unwrap_or(standing.permissions);
            standing.expires_at = step.expires_at.unwrap_or(standing.expires_at);
            standing.enabled = step.enabled.unwrap_or(standing.enabled);
            assert_eq!(read(&store, tenant, key.id).await, expected, "{step:?}");
        }
    }

    async fn a_rotation_keeps_everything_but_the_secret(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tenant = tenant(&store, &random).await;
        let maker = person(&store, &random, "ann@example.com").await;
        let old = NewKey {
            rates: vec!["5/1s".parse().unwrap()],
            domains: domains(&["example.com"]),
            expires_at: Some(at(1_000)),
            ..key(&random, "key")
        };
        add(&store, tenant, &old).await;
        let before = read(&store, tenant, old.id).await;
        let new = KeySuccessor { created_by: Some(maker), ..successor(&random, at(10), 60) };
        let seen = store.revision().await.unwrap();
        let rotation = rotate(&store, tenant, old.id, &new).await;
        assert_eq!(rotation, Rotation::Done { old_expires_at: at(70) });
        assert_eq!(store.changes_since(seen).await.unwrap().len(), 2, "both are announced");

        let found = store.key_by_digest(&new.digest).await.unwrap().unwrap();
        let expected = KeyRecord {
            id: new.id,
            display: new.display.clone(),
            created_at: at(10),
            created_by: Some(maker),
            ..before.clone()
        };
        assert_eq!(found, expected, "family, limits, pages and expiration are the old key's");
        let found = store.key_by_digest(&old.digest).await.unwrap().unwrap();
        assert!(found.superseded);
        assert_eq!(found.standing.usable(at(69)), Ok(()));
        assert_eq!(found.standing.usable(at(70)), Err(Refusal::KeyExpired));

        let again = successor(&random, at(11), 0);
        let refused = rotate(&store, tenant, old.id, &again).await;
        assert_eq!(refused, Rotation::Refused(RotationRefusal::Superseded));
        let third = rotate(&store, tenant, new.id, &again).await;
        assert_eq!(third, Rotation::Done { old_expires_at: at(11) });
        assert_eq!(read(&store, tenant, again.id).await.family, old.id);
    }

    async fn the_old_key_never_outlives_its_own_end(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tenant = tenant(&store, &random).await;
        let old = NewKey { expires_at: Some(at(30)), ..key(&random, "key") };
        add(&store, tenant, &old).await;
        let new = successor(&random, at(10), 60);
        let rotation = rotate(&store, tenant, old.id, &new).await;
        assert_eq!(rotation, Rotation::Done { old_expires_at: at(30) });
        assert_eq!(read(&store, tenant, new.id).await.standing.expires_at, Some(at(30)));
    }

    async fn revoked_and_expired_keys_are_not_rotated(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tenant = tenant(&store, &random).await;
        let expired = NewKey { expires_at: Some(at(5)), ..key(&random, "expired") };
        let revoked = key(&random, "revoked");
        add(&store, tenant, &expired).await;
        add(&store, tenant, &revoked).await;
        store.org(tenant).revoke_key(revoked.id, NOW).await.unwrap();
        let new = successor(&random, at(5), 60);
        let refusal = rotate(&store, tenant, expired.id, &new).await;
        assert_eq!(refusal, Rotation::Refused(RotationRefusal::Expired));
        let refusal = rotate(&store, tenant, revoked.id, &new).await;
        assert_eq!(refusal, Rotation::Refused(RotationRefusal::Revoked));
        assert_eq!(store.key_by_digest(&new.digest).await.unwrap(), None);
    }

    async fn a_disabled_key_is_not_opened_by_rotating_it(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tenant = tenant(&store, &random).await;
        let old = key(&random, "key");
        add(&store, tenant, &old).await;
        let off = KeyEdit { enabled: Some(false), ..KeyEdit::default() };
        edit(&store, tenant, old.id, &off).await;
        let new = successor(&random, at(1), 60);
        rotate(&store, tenant, old.id, &new).await;
        assert!(!read(&store, tenant, new.id).await.standing.enabled);
    }

    async fn rotating_and_disabling_at_once_loses_neither(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tenant = tenant(&store, &random).await;
        for _ in 0..10 {
            let old = key(&random, "key");
            add(&store, tenant, &old).await;
            let new = successor(&random, at(1), 60);
            let rotating = {
                let (store, new) = (store.clone(), new.clone());
                tokio::spawn(async move { rotate(&store, tenant, old.id, &new).await })
            };
            let disabling = {
                let store = store.clone();
                let off = KeyEdit { enabled: Some(false), ..KeyEdit::default() };
                tokio::spawn(async move { edit(&store, tenant, old.id, &off).await })
            };
            assert_eq!(rotating.await.unwrap(), Rotation::Done { old_expires_at: at(61) });
            assert!(disabling.await.unwrap());
            let found = read(&store, tenant, old.id).await;
            assert!(found.superseded && !found.standing.enabled);
            assert_eq!(found.standing.expires_at, Some(at(61)));
            assert_eq!(read(&store, tenant, new.id).await.family, old.id);
        }
    }

    async fn rotated_twice_at_once_a_key_has_one_successor(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tenant = tenant(&store, &random).await;
        let old = key(&random, "key");
        add(&store, tenant, &old).await;
        let tasks = [(); 4].map(|()| {
            let (store, new) = (store.clone(), successor(&random, at(1), 0));
            tokio::spawn(async move { rotate(&store, tenant, old.id, &new).await })
        });
        let mut done = 0;
        for task in tasks {
            match task.await.unwrap() {
                Rotation::Done { .. } => done += 1,
                other => assert_eq!(other, Rotation::Refused(RotationRefusal::Superseded)),
            }
        }
        assert_eq!(done, 1);
        assert_eq!(store.org(tenant).keys().await.unwrap().len(), 2);
    }

    async fn revoking_ends_the_whole_family_and_no_other(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tenant = tenant(&store, &random).await;
        let (old, other) = (key(&random, "key"), key(&random, "other"));
        add(&store, tenant, &old).await;
        add(&store, tenant, &other).await;
        let new = successor(&random, at(1), 60);
        rotate(&store, tenant, old.id, &new).await;
        let mut open = locked(&store, tenant).await;
        // Any key of the family can be named.
        let mut ended = open.revoke_key(old.id, at(2)).await.unwrap();
        assert_eq!(open.revoke_key(new.id, at(3)).await.unwrap().len(), 2);
        open.commit().await.unwrap();
        ended.sort();
        let mut family = [old.id, new.id];
        family.sort();
        assert_eq!(ended, family);
        for id in family {
            assert!(read(&store, tenant, id).await.standing.revoked);
        }
        assert!(!read(&store, tenant, other.id).await.standing.revoked);
    }

    async fn another_tenants_key_is_not_found_by_any_change(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let (mine, theirs) = (tenant(&store, &random).await, tenant(&store, &random).await);
        let key = key(&random, "theirs");
        add(&store, theirs, &key).await;
        let before = read(&store, theirs, key.id).await;
        assert_eq!(store.org(mine).key(key.id).await.unwrap(), None);
        assert_eq!(store.org(mine).keys_page(None, pages_of(9)).await.unwrap().total, 0);
        let mut open = locked(&store, mine).await;
        assert_eq!(open.key(key.id).await.unwrap(), None);
        let off = KeyEdit { enabled: Some(false), ..KeyEdit::default() };
        assert!(!open.edit_key(key.id, &off).await.unwrap());
        let rotation = open.rotate_key(key.id, &successor(&random, NOW, 0)).await.unwrap();
        assert_eq!(rotation, Rotation::NotFound);
        assert_eq!(open.revoke_key(key.id, NOW).await.unwrap(), []);
        open.commit().await.unwrap();
        assert_eq!(read(&store, theirs, key.id).await, before);
    }

    async fn uses_are_noted_to_the_minute_and_never_backwards(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tenant = tenant(&store, &random).await;
        let key = key(&random, "key");
        add(&store, tenant, &key).await;
        let seen = store.revision().await.unwrap();
        let minute = |minutes: i64| Timestamp::from_micros(minutes * 60_000_000);
        let within = |minutes: i64| Timestamp::from_micros(minutes * 60_000_000 + 59_999_999);
        store.touch_keys(&[]).await.unwrap();
        store.touch_keys(&[(key.id, within(4)), (key.id, within(5)), (key.id, within(3))]).await.unwrap();
        assert_eq!(read(&store, tenant, key.id).await.last_used_at, Some(minute(5)));
        store.touch_keys(&[(key.id, within(4))]).await.unwrap();
        assert_eq!(read(&store, tenant, key.id).await.last_used_at, Some(minute(5)));
        assert_eq!(store.revision().await.unwrap(), seen, "a use is not a change");
        let many: Vec<_> = (0..2_500).map(|_| (KeyId::new(NOW, &random), NOW)).collect();
        store.touch_keys(&many).await.unwrap();
    }

    async fn keys_are_paged(database: &TestDatabase) {
        let store = database.open().await;
        let random = Sequence::from(1);
        let tenant = tenant(&store, &random).await;
        for name in ["1", "2", "3"] {
            add(&store, tenant, &key(&random, name)).await;
        }
        let all: Vec<_> = store.org(tenant).keys().await.unwrap();
        let first = store.org(tenant).keys_page(None, pages_of(2)).await.unwrap();
        assert_eq!((first.total, first.next), (3, Some(all[1].id)));
        let second = store.org(tenant).keys_page(first.next, pages_of(2)).await.unwrap();
        assert_eq!(second.next, None);
        assert_eq!([first.items, second.items].concat(), all);
    }
}
