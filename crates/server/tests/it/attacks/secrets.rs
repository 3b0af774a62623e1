//! Attacks with a backup or the database, but without the master secret.

use std::path::{Path, PathBuf};

use access::{BACKUP_CHUNK, BACKUP_TAG, BackupHeader, SealedPassword, UserId};
use axum::http::{Method, StatusCode};
use serde_json::json;

use crate::accounts::{EMAIL, PASSWORD, code, post, set_up, sign_in};
use crate::binary::{Serving, json as answer_of, refusal};
use crate::harness::{Service, config};

/// A stopped installation and its backup.
struct Backup {
    scratch: tempfile::TempDir,
    bytes: Vec<u8>,
}

impl Backup {
    fn new() -> Self {
        let scratch = tempfile::tempdir().unwrap();
        Serving::start(&scratch.path().join("data")).stop();
        let mut backup = Self {
            scratch,
            bytes: Vec::new(),
        };
        backup.bytes = backup.again("first");
        backup
    }

    fn folder(&self) -> PathBuf {
        self.scratch.path().join("data")
    }

    /// Creates another backup.
    fn again(&self, name: &str) -> Vec<u8> {
        let file = self.scratch.path().join(name);
        answer_of(&self.folder(), &["backup", "--to", text(&file)]);
        std::fs::read(file).unwrap()
    }

    /// Checks that a restore refuses this file and changes nothing, and returns its message.
    fn refused(&self, bytes: &[u8]) -> String {
        let file = self.scratch.path().join("forged");
        std::fs::write(&file, bytes).unwrap();
        let folder = self.folder();
        let database = folder.join("almagest.sqlite3");
        let before = std::fs::read(&database).unwrap();
        let sentence = refusal(&folder, &["restore", "--from", text(&file), "--replace"]);
        assert_eq!(std::fs::read(database).unwrap(), before);
        let left = folder.join("backup.sqlite3");
        assert!(!left.exists(), "no decrypted file is left");
        sentence
    }

    /// Splits a backup into its header and chunks.
    fn parts(bytes: &[u8]) -> (Vec<u8>, Vec<Vec<u8>>) {
        let (header, rest) = bytes.split_at(BackupHeader::LENGTH);
        let chunks = rest.chunks(BACKUP_CHUNK + BACKUP_TAG);
        (header.to_vec(), chunks.map(<[u8]>::to_vec).collect())
    }

    fn joined(header: &[u8], chunks: &[Vec<u8>]) -> Vec<u8> {
        [header, &chunks.concat()].concat()
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_backup_that_was_changed_anywhere_is_refused() {
    let backup = Backup::new();
    let end = backup.bytes.len();
    let header = BackupHeader::LENGTH;
    let second = header + BACKUP_CHUNK + BACKUP_TAG;
    for index in [20, header - 1, header, second - 1, second + 9, end - 1] {
        let mut changed = backup.bytes.clone();
        changed[index] ^= 1;
        let refused = backup.refused(&changed);
        let known = ["nothing was restored", "another master secret"];
        assert!(
            known.iter().any(|it| refused.contains(it)),
            "byte {index}: {refused}"
        );
    }
    let mut other = backup.bytes.clone();
    other[0] ^= 1;
    let refused = backup.refused(&other);
    assert!(refused.contains("not a backup"), "{refused}");
}

#[test]
fn a_backup_that_was_cut_off_or_continued_is_refused() {
    let backup = Backup::new();
    let (header, chunks) = Backup::parts(&backup.bytes);
    assert!(chunks.len() > 3, "there is something to truncate");
    let end = backup.bytes.len();
    let border = header.len() + 2 * (BACKUP_CHUNK + BACKUP_TAG);
    for length in [header.len(), border, border + 1, end - BACKUP_TAG, end - 1] {
        let refused = backup.refused(&backup.bytes[..length]);
        assert!(refused.contains("cut off"), "{length}: {refused}");
    }
    let continued = [&backup.bytes[..], b"more"].concat();
    let refused = backup.refused(&continued);
    assert!(refused.contains("was changed"), "{refused}");
}

#[test]
fn a_backup_whose_parts_were_reordered_repeated_or_removed_is_refused() {
    let backup = Backup::new();
    let (header, chunks) = Backup::parts(&backup.bytes);
    let mut swapped = chunks.clone();
    swapped.swap(0, 1);
    let mut repeated = chunks.clone();
    repeated.insert(1, chunks[0].clone());
    let mut removed = chunks.clone();
    removed.remove(1);
    for forged in [swapped, repeated, removed] {
        let refused = backup.refused(&Backup::joined(&header, &forged));
        assert!(refused.contains("nothing was restored"), "{refused}");
    }
}

/// Uses an older backup of the same installation, with a key that was revoked since.
#[test]
fn a_part_of_an_older_backup_does_not_fit_into_a_newer_one() {
    let backup = Backup::new();
    let (_, older) = Backup::parts(&backup.bytes);
    let (header, mut newer) = Backup::parts(&backup.again("second"));
    newer[1].clone_from(&older[1]);
    let refused = backup.refused(&Backup::joined(&header, &newer));
    assert!(refused.contains("nothing was restored"), "{refused}");
}

#[test]
fn a_backup_of_another_installation_is_refused_and_names_the_secret_it_needs() {
    let (backup, other) = (Backup::new(), Backup::new());
    let header = BackupHeader::read(&other.bytes).unwrap();
    let refused = backup.refused(&other.bytes);
    assert!(refused.contains(header.fingerprint().unwrap()), "{refused}");
}

/// Anyone who can replace a backup file could have written any database.
#[test]
fn a_database_that_nobody_vouches_for_is_restored_only_when_asked_for() {
    let backup = Backup::new();
    let plain = std::fs::read(backup.folder().join("almagest.sqlite3")).unwrap();
    let refused = backup.refused(&plain);
    assert!(refused.contains("--unauthenticated"), "{refused}");
    let file = backup.scratch.path().join("forged");
    let restore = ["restore", "--from", text(&file), "--replace"];
    answer_of(
        &backup.folder(),
        &[&restore[..], &["--unauthenticated"]].concat(),
    );
    Serving::start(&backup.folder()).stop();
    // The permission does not open a file that claims to be encrypted but was changed.
    let mut changed = backup.bytes.clone();
    *changed.last_mut().unwrap() ^= 1;
    std::fs::write(&file, changed).unwrap();
    let refused = refusal(
        &backup.folder(),
        &[&restore[..], &["--unauthenticated"]].concat(),
    );
    assert!(refused.contains("nothing was restored"), "{refused}");
}

#[test]
fn a_stolen_backup_holds_nothing_readable() {
    let backup = Backup::new();
    let sealed = &backup.bytes[BackupHeader::LENGTH..];
    for word in [&b"First organization"[..], b"SQLite", b"create table"] {
        let found = sealed.windows(word.len()).any(|it| it == word);
        assert!(!found, "{}", String::from_utf8_lossy(word));
    }
}

async fn service() -> Service {
    let local = [("webhook_networks", "127.0.0.0/8")];
    Service::with_config(server::api::api(), config(&local)).await
}

async fn id_of(service: &Service, email: &str) -> UserId {
    let email = email.parse().unwrap();
    let found = service.app.store.user_by_email(&email).await;
    found.unwrap().unwrap().user.id
}

#[tokio::test]
async fn a_stolen_database_holds_no_hash_to_attack() {
    let service = service().await;
    set_up(&service).await;
    let ann = id_of(&service, EMAIL).await;
    let stored = service.app.store.password_of(ann).await.unwrap().unwrap();
    assert!(!stored.as_stored().contains("argon2"), "sealed");
    assert_eq!(
        sign_in(&service, &json!({})).await.status,
        StatusCode::CREATED
    );
    // The thief has everything but the master secret, and invents one.
    let other = access::MasterSecret::from_bytes([8; 32]);
    assert!(other.password_key().open(ann, &stored).is_err());
}

/// The attacker can write to the database and has an account.
#[tokio::test]
async fn a_hash_that_was_copied_to_another_person_opens_nothing() {
    let service = service().await;
    set_up(&service).await;
    let bob = service.person().await;
    let ann = id_of(&service, EMAIL).await;
    let stored = service.app.store.password_of(ann).await.unwrap().unwrap();
    let mut transaction = service.app.store.begin().await.unwrap();
    transaction.set_password(bob.id, &stored).await.unwrap();
    transaction.commit().await.unwrap();
    let email = format!("{}@example.com", bob.id);
    let body = json!({ "email": email, "password": PASSWORD });
    let answer = post(&service, "/api/manage/session", &body).await;
    assert!(answer.status.is_server_error(), "{}", answer.status);
    assert_eq!(answer.header("set-cookie"), "");
}

#[tokio::test]
async fn a_hash_that_was_planted_opens_nothing() {
    const PLANTED: &str = "update person set password_hash = \
        '$argon2id$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$gLHIkr1qgP4r3sH1P/NIg3+PMckaLQ3RkuIiytJhVlY'";
    let service = service().await;
    set_up(&service).await;
    service.edit(PLANTED).await;
    let planted = json!({ "password": "correct horse battery" });
    let answer = sign_in(&service, &planted).await;
    assert!(answer.status.is_server_error(), "{}", answer.status);
    assert_eq!(answer.header("set-cookie"), "");
    let ann = id_of_row(&service).await;
    let sealed = SealedPassword::from_stored("$sealed$AAAA").unwrap();
    let mut transaction = service.app.store.begin().await.unwrap();
    transaction.set_password(ann, &sealed).await.unwrap();
    transaction.commit().await.unwrap();
    let answer = sign_in(&service, &planted).await;
    assert!(answer.status.is_server_error(), "{}", answer.status);
}

/// Returns the only person, whatever form their password has.
async fn id_of_row(service: &Service) -> UserId {
    let people = service.app.store.users_page(None, store::PageSize::DEFAULT);
    people.await.unwrap().items[0].id
}

/// Swaps the contents of two rows.
const SWAP: &str = "create temporary table held as select * from sealed_secret; \
    update sealed_secret set bytes = (select held.bytes from held \
        where held.kind = sealed_secret.kind and held.subject <> sealed_secret.subject)";

/// Enables the second factor of the signed-in person.
async fn guard(service: &Service, person: &crate::harness::Person, id: UserId, password: &str) {
    let factor = "/api/manage/me/second-factor";
    let body = json!({ "password": password });
    let begun = service
        .ask_as(person, Method::POST, factor, Some(&body))
        .await;
    assert_eq!(begun.status, StatusCode::CREATED, "{}", begun.json());
    let secret = service.app.totp_secret(id, 1).await.unwrap();
    let body = json!({ "code": code(&secret, service) });
    let confirm = format!("{factor}/confirm");
    let confirmed = service
        .ask_as(person, Method::POST, &confirm, Some(&body))
        .await;
    assert!(confirmed.status.is_success(), "{}", confirmed.json());
}

/// After a rotation, the secrets of authenticators are in the database. An attacker who can write
/// to it replaces the owner's secret with their own.
#[tokio::test]
async fn the_secret_of_another_authenticator_opens_nothing() {
    let service = service().await;
    let person = set_up(&service).await;
    let ann = id_of(&service, EMAIL).await;
    guard(&service, &person, ann, PASSWORD).await;
    let bob = service.person().await;
    let mut transaction = service.app.store.begin().await.unwrap();
    let generation = transaction.begin_totp(bob.id).await.unwrap().unwrap();
    let step = access::TotpStep::from_number(1);
    let confirmed = transaction.confirm_totp(bob.id, generation, step).await;
    assert!(confirmed.unwrap());
    transaction.commit().await.unwrap();
    let bobs = service.app.totp_secret(bob.id, generation).await.unwrap();
    let service = service.rotated(server::api::api()).await;
    service.clock.advance(std::time::Duration::from_secs(30));
    service.edit(SWAP).await;
    assert!(service.app.totp_secret(ann, 1).await.is_err());
    let body = json!({ "code": code(&bobs, &service) });
    let answer = sign_in(&service, &body).await;
    assert!(answer.status.is_server_error(), "{}", answer.status);
    assert_eq!(answer.header("set-cookie"), "");
}

#[tokio::test]
async fn the_secret_of_another_webhook_signs_nothing() {
    let service = service().await;
    let ann = set_up(&service).await;
    let path = format!("/api/manage/orgs/{}/webhooks", service.org_id);
    let mut ids: Vec<access::WebhookId> = Vec::new();
    for number in 0..2 {
        let body = json!({ "url": format!("http://127.0.0.1:9/{number}") });
        let made = service.ask_as(&ann, Method::POST, &path, Some(&body)).await;
        let id = made.json()["data"]["id"].as_str().unwrap().to_owned();
        ids.push(id.parse().unwrap());
    }
    let service = service.rotated(server::api::api()).await;
    for id in &ids {
        service.app.webhook_secret(*id).await.unwrap();
    }
    service.edit(SWAP).await;
    for id in &ids {
        assert!(service.app.webhook_secret(*id).await.is_err());
    }
}
