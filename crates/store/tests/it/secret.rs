//! Rotation of the master secret: which secrets a database accepts, and what is converted.

use access::{
    AuditBreak, ChainId, KeyMode, MasterSecret, PlainKey, RecoveryCode, SealedPassword, UserId,
};
use sha2::{Digest as _, Sha256};
use store::testing::{TestDatabase, execute};
use store::{FirstOrganization, OldSecretUses, Store, StoreError, Tenant};

use crate::on_both_databases;
use crate::samples::{Sequence, at, event, key, org, person, secret};

fn next(byte: u8) -> MasterSecret {
    MasterSecret::from_bytes([byte; 32])
}

/// Creates an installation with one organization, whose key is not used.
async fn started(database: &TestDatabase) -> (Store, Tenant) {
    let store = database.open().await;
    let random = Sequence::from(1);
    let first = FirstOrganization {
        org: org(&random, "first"),
        key: key(&random, "first"),
        audit: vec![event("org.create"), event("key.create")],
    };
    store.start_installation(&secret(), &first).await.unwrap();
    (store, Tenant::named_by_operator(first.org.id))
}

fn rotation(seconds: u64) -> store::AuditEvent {
    store::AuditEvent {
        at: at(seconds),
        ..event("secret.rotate")
    }
}

async fn verdicts(store: &Store, secret: &MasterSecret) -> Vec<Result<u64, AuditBreak>> {
    let verdicts = store.verify_audit(&secret.audit_key()).await.unwrap();
    verdicts.into_iter().map(|it| it.1).collect()
}

const HASH: &str =
    "$argon2id$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$gLHIkr1qgP4r3sH1P/NIg3+PMckaLQ3RkuIiytJhVlY";
/// Gives everyone a password in the form of version 0.1.
const OF_AN_EARLIER_VERSION: &str = "update person set password_hash = \
    '$argon2id$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$gLHIkr1qgP4r3sH1P/NIg3+PMckaLQ3RkuIiytJhVlY'; \
    update installation set value = 'no' where name = 'secrets_sealed'";
/// Inserts a hash, like an attacker who can write to the database.
const PLANTED: &str = "update person set password_hash = \
    '$argon2id$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$gLHIkr1qgP4r3sH1P/NIg3+PMckaLQ3RkuIiytJhVlY'";

/// Enables a person's second factor.
async fn guard(store: &Store, user: UserId, secret: &MasterSecret) {
    let random = Sequence::from(9);
    let codes = RecoveryCode::generate(&random);
    let digests = codes
        .each_ref()
        .map(|it| it.digest(user, &secret.recovery_key()));
    let mut open = store.begin().await.unwrap();
    let generation = open.begin_totp(user).await.unwrap().unwrap();
    let step = access::TotpStep::from_number(1);
    assert!(open.confirm_totp(user, generation, step).await.unwrap());
    open.replace_recovery_codes(user, &digests).await.unwrap();
    open.commit().await.unwrap();
}

/// Returns a secret as version 0.1 stored it under the master secret `[43; 32]`: HKDF and HMAC by
/// their definitions (RFC 5869 and RFC 2104), and the exclusive or of both.
fn as_version_0_1(user: UserId, generation: u64, secret: &[u8]) -> Vec<u8> {
    let mac = |key: &[u8], parts: &[&[u8]]| -> [u8; 32] {
        let pad = |byte: u8| -> Vec<u8> {
            let padded = key.iter().copied().chain(std::iter::repeat(0)).take(64);
            padded.map(|it| it ^ byte).collect()
        };
        let inner = Sha256::digest([&pad(0x36)[..], &parts.concat()].concat());
        Sha256::digest([&pad(0x5c)[..], &inner].concat()).into()
    };
    let extracted = mac(&[0; 32], &[&[43; 32]]);
    let key = mac(&extracted, &[b"almagest/1/second factors", &[1]]);
    let (user, generation) = (user.to_string(), generation.to_be_bytes());
    let mask = mac(&key, &[b"mask/", user.as_bytes(), &generation]);
    secret.iter().zip(mask).map(|(a, b)| a ^ b).collect()
}

on_both_databases! {
    async fn a_database_accepts_exactly_the_secrets_it_names(database: &TestDatabase) {
        let (store, _) = started(database).await;
        let chosen = async |bytes: &[u8]| {
            let found = bytes.iter().map(|it| next(*it)).collect();
            let chosen = store.choose_secrets(found).await?;
            let previous = chosen.previous.map(|it| it.secret.fingerprint());
            Ok::<_, StoreError>((chosen.current.fingerprint(), previous))
        };
        let (old, new) = (secret().fingerprint(), next(43).fingerprint());
        assert_eq!(chosen(&[41, 42, 43]).await.unwrap(), (old.clone(), None));
        assert!(matches!(chosen(&[43]).await, Err(StoreError::WrongMasterSecret)));
        store.rotate_secret(&secret(), &next(43), &rotation(1)).await.unwrap();
        assert_eq!(chosen(&[41, 42, 43]).await.unwrap(), (new.clone(), Some(old)));
        assert!(matches!(chosen(&[41, 42]).await, Err(StoreError::WrongMasterSecret)));
        assert!(matches!(chosen(&[41, 43]).await, Err(StoreError::PreviousSecretMissing)));
        let third = store.rotate_secret(&next(43), &next(44), &rotation(2)).await;
        assert!(matches!(third, Err(StoreError::RotationUnderWay)), "never three secrets");
        store.finish_rotation(&next(43), true, &rotation(3)).await.unwrap();
        assert_eq!(chosen(&[42, 43]).await.unwrap(), (new, None));
        assert!(matches!(chosen(&[42]).await, Err(StoreError::WrongMasterSecret)));
        let again = store.finish_rotation(&next(43), true, &rotation(4)).await;
        assert!(matches!(again, Err(StoreError::NoRotation)));
    }

    async fn audit_chains_are_sealed_anew_and_broken_ones_stay_broken(database: &TestDatabase) {
        let (store, tenant) = started(database).await;
        let rotated = store.rotate_secret(&secret(), &next(43), &rotation(1)).await.unwrap();
        assert_eq!((rotated.chains, rotated.broken), (2, vec![]));
        assert_eq!(verdicts(&store, &next(43)).await, [Ok(1), Ok(2)]);
        assert!(verdicts(&store, &secret()).await.iter().all(Result::is_err));
        store.finish_rotation(&next(43), true, &rotation(2)).await.unwrap();
        let edit = "update audit_entry set actor = 'nobody' where action = 'org.create'";
        execute(&database.location, edit).await;
        let rotated = store.rotate_secret(&next(43), &next(44), &rotation(3)).await.unwrap();
        assert_eq!(rotated.broken, [ChainId::Organization(tenant.org_id())]);
        assert_eq!(verdicts(&store, &next(44)).await, [Ok(3), Err(AuditBreak::Changed { sequence: 1 })]);
    }

    async fn authenticators_go_on_through_several_rotations(database: &TestDatabase) {
        let (store, _) = started(database).await;
        let ann = person(&store, &Sequence::from(2), "ann@example.com").await;
        guard(&store, ann, &secret()).await;
        let expected = secret().totp_key().secret(ann, 1);
        assert_eq!(store.sealed_totp(ann, 1).await.unwrap(), None, "derived");
        let mut old = secret();
        for (byte, seconds) in [(43, 1), (44, 2)] {
            let new = next(byte);
            let rotated = store.rotate_secret(&old, &new, &rotation(seconds)).await.unwrap();
            assert_eq!(rotated.kept, 1);
            let sealed = store.sealed_totp(ann, 1).await.unwrap().unwrap();
            let opened = new.totp_key().open(ann, 1, &sealed).unwrap();
            assert_eq!(opened.reveal_bytes(), expected.reveal_bytes());
            store.finish_rotation(&new, true, &rotation(seconds)).await.unwrap();
            old = new;
        }
        guard(&store, ann, &old).await;
        assert_eq!(store.sealed_totp(ann, 2).await.unwrap(), None, "a new one is derived again");
    }

    async fn a_rotation_is_not_finished_while_something_needs_the_old_secret(database: &TestDatabase) {
        let (store, tenant) = started(database).await;
        let ann = person(&store, &Sequence::from(2), "ann@example.com").await;
        guard(&store, ann, &secret()).await;
        let random = Sequence::from(3);
        let plain = PlainKey::generate(KeyMode::Live, &random);
        let (old, new) = (plain.digest(&secret().pepper()), plain.digest(&next(43).pepper()));
        let mut used = key(&random, "used");
        used.digest = old;
        store.org(tenant).add_key(&used).await.unwrap();
        store.rotate_secret(&secret(), &next(43), &rotation(1)).await.unwrap();
        store.org(tenant).add_key(&key(&random, "made since")).await.unwrap();
        let finish = async |anyway| store.finish_rotation(&next(43), anyway, &rotation(2)).await.unwrap();
        let left = OldSecretUses { keys: 2, recovery_codes: 10, ..OldSecretUses::default() };
        assert_eq!(finish(false).await, left);
        store.redigest_key(&old, &new).await.unwrap();
        assert_eq!(store.known_key(&new).await.unwrap().unwrap().key.id, used.id);
        assert!(store.known_key(&old).await.unwrap().is_none());
        guard(&store, ann, &next(43)).await;
        let left = OldSecretUses { keys: 1, ..OldSecretUses::default() };
        assert_eq!(finish(false).await, left, "used keys and new codes no longer need it");
        let both = store.choose_secrets(vec![secret(), next(43)]).await.unwrap();
        assert!(both.previous.is_some(), "a refusal changes nothing");
        assert_eq!(finish(true).await, left);
        assert_eq!(store.recovery_codes(ann).await.unwrap().len(), 10, "the new ones stay");
    }

    /// There are more people than are sealed in one transaction, and an earlier run was
    /// interrupted.
    async fn hashes_of_an_earlier_version_are_sealed_once(database: &TestDatabase) {
        const PEOPLE: u64 = 501;
        let (store, _) = started(database).await;
        let random = Sequence::from(2);
        let mut people = Vec::new();
        for number in 0..PEOPLE {
            people.push(person(&store, &random, &format!("{number}@example.com")).await);
        }
        execute(&database.location, OF_AN_EARLIER_VERSION).await;
        let key = secret().password_key();
        let hash = access::PasswordHash::from_stored(HASH).unwrap();
        let mut open = store.begin().await.unwrap();
        open.set_password(people[7], &key.seal(people[7], &hash)).await.unwrap();
        open.commit().await.unwrap();

        let seal = async |by: &MasterSecret| store.seal_secrets(by, &event("secret.seal")).await;
        assert_eq!(seal(&secret()).await.unwrap(), PEOPLE - 1);
        for user in &people {
            let stored = store.password_of(*user).await.unwrap().unwrap();
            assert_eq!(key.open(*user, &stored).unwrap().to_stored(), HASH);
        }
        assert_eq!(seal(&secret()).await.unwrap(), 0, "once");
        assert!(verdicts(&store, &secret()).await.iter().all(Result::is_ok));
        execute(&database.location, "update person set password_hash = '$argon2id$planted'").await;
        assert_eq!(seal(&secret()).await.unwrap(), 0, "a hash inserted later is not sealed");
        assert!(store.password_of(people[0]).await.is_err());
    }

    async fn a_rotation_seals_hashes_anew_and_those_of_an_earlier_version(database: &TestDatabase) {
        let (store, _) = started(database).await;
        let ann = person(&store, &Sequence::from(2), "ann@example.com").await;
        execute(&database.location, OF_AN_EARLIER_VERSION).await;
        let mut old = secret();
        for (byte, seconds) in [(43, 1), (44, 2)] {
            let new = next(byte);
            let rotated = store.rotate_secret(&old, &new, &rotation(seconds)).await.unwrap();
            assert_eq!(rotated.passwords, 1);
            let stored: SealedPassword = store.password_of(ann).await.unwrap().unwrap();
            assert_eq!(new.password_key().open(ann, &stored).unwrap().to_stored(), HASH);
            assert!(old.password_key().open(ann, &stored).is_err());
            store.finish_rotation(&new, true, &rotation(seconds)).await.unwrap();
            old = new;
        }
        execute(&database.location, PLANTED).await;
        let planted = store.rotate_secret(&old, &next(45), &rotation(3)).await;
        assert!(matches!(planted, Err(StoreError::Corrupt { column: "person.password_hash", .. })));
    }

    async fn secrets_that_an_earlier_version_kept_are_sealed_for_their_rows(database: &TestDatabase) {
        let (store, _) = started(database).await;
        let ann = person(&store, &Sequence::from(2), "ann@example.com").await;
        guard(&store, ann, &secret()).await;
        let expected = secret().totp_key().secret(ann, 1);
        store.rotate_secret(&secret(), &next(43), &rotation(1)).await.unwrap();
        // As version 0.1 stored it: the secret under a mask.
        let kept = as_version_0_1(ann, 1, expected.reveal_bytes());
        store::testing::keep_as_version_0_1(&store, &ann.to_string(), &kept).await;
        let sealed = async || store.sealed_totp(ann, 1).await.unwrap().unwrap();
        assert!(next(43).totp_key().open(ann, 1, &sealed().await).is_none());
        let count = store.seal_secrets(&next(43), &event("secret.seal")).await.unwrap();
        assert_eq!(count, 1);
        let opened = next(43).totp_key().open(ann, 1, &sealed().await).unwrap();
        assert_eq!(opened.reveal_bytes(), expected.reveal_bytes());
        assert!(next(43).totp_key().open(ann, 2, &sealed().await).is_none());
    }
}
