//! From one master secret to the next: which ones a database accepts, and what moves with it.

use access::{AuditBreak, ChainId, KeyMode, MasterSecret, PlainKey, RecoveryCode, UserId};
use store::testing::TestDatabase;
use store::{FirstOrganization, OldSecretUses, Store, StoreError, Tenant};

use crate::on_both_databases;
use crate::samples::{Sequence, at, event, key, org, person, secret};

fn next(byte: u8) -> MasterSecret {
    MasterSecret::from_bytes([byte; 32])
}

/// An installation with one organization; its key is used by nobody.
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

/// Switches someone's second factor on.
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
        assert!(matches!(third, Err(StoreError::RotationUnderWay)), "never three");
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
        store::testing::execute(&database.location, edit).await;
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
        assert_eq!(finish(false).await, left, "used keys and new codes need it no more");
        let both = store.choose_secrets(vec![secret(), next(43)]).await.unwrap();
        assert!(both.previous.is_some(), "a refusal has changed nothing");
        assert_eq!(finish(true).await, left);
        assert_eq!(store.recovery_codes(ann).await.unwrap().len(), 10, "the new ones stay");
    }
}
