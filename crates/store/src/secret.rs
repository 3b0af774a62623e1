//! The master secrets that a database belongs to: one, or two while a rotation is under way.
//!
//! What the old secret yielded and can be made anew without its owner is made anew when a rotation
//! begins: the seals of the audit log. What others hold is kept under the new one: the secrets of
//! authenticators and webhooks. What is digested can be digested anew only when it is presented:
//! keys, sessions, links, recovery codes. For those the old secret stays until the rotation is
//! finished.

use access::{ChainId, MasterSecret, MasterSecrets, PreviousSecret, Timestamp, UserId, WebhookId};
use access::{TotpSecret, WebhookSecret, invitation};
use sqlx::FromRow;

use crate::audit::{AuditEvent, append, reseal};
use crate::backend::{Transaction, execute, on_readers, on_transaction};
use crate::error::StoreError;
use crate::installation::FINGERPRINT;
use crate::ledger::{stored, units};
use crate::store::Store;

/// The fingerprint of the secret before the current one, while it is accepted.
const PREVIOUS: &str = "master_secret_previous";
/// When it was replaced.
const REPLACED_AT: &str = "master_secret_replaced_at";
/// How many secrets there have been.
const VERSION: &str = "master_secret_version";

const TOTP: &str = "totp";
const WEBHOOK: &str = "webhook";

/// What the beginning of a rotation did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretRotation {
    /// How many audit chains were sealed anew.
    pub chains: u64,
    /// Chains that were broken before: they stay as they were.
    pub broken: Vec<ChainId>,
    /// How many secrets of authenticators and webhooks are kept under the new one.
    pub kept: u64,
}

/// What still needs the secret before the current one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OldSecretUses {
    /// Keys that work and were not used since the rotation.
    pub keys: u64,
    /// Recovery codes that were made before.
    pub recovery_codes: u64,
    /// Invitations that were sent before and wait for an answer.
    pub invitations: u64,
    /// Links in other e-mails that were sent before and still work.
    pub links: u64,
}

impl OldSecretUses {
    /// Whether nothing is left.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// A secret that is kept under the current master secret.
#[derive(Clone, Debug, FromRow)]
struct Sealed {
    kind: String,
    subject: String,
    generation: i64,
    bytes: Vec<u8>,
}

/// What the database says about its master secrets.
pub(crate) struct SecretFacts {
    current: Option<String>,
    previous: Option<String>,
    replaced_at: Option<String>,
}

impl SecretFacts {
    pub(crate) async fn read(transaction: &mut Transaction) -> Result<Self, StoreError> {
        Ok(Self {
            current: fact(transaction, FINGERPRINT).await?,
            previous: fact(transaction, PREVIOUS).await?,
            replaced_at: fact(transaction, REPLACED_AT).await?,
        })
    }

    pub(crate) fn require_only(&self, secret: &MasterSecret) -> Result<(), StoreError> {
        if self.current.as_deref() != Some(&secret.fingerprint()) {
            return Err(StoreError::WrongMasterSecret);
        }
        match self.previous {
            Some(_) => Err(StoreError::RotationUnderWay),
            None => Ok(()),
        }
    }

    /// The secrets it names among those that were found.
    pub(crate) fn choose(
        self,
        mut found: Vec<MasterSecret>,
        kind: &str,
    ) -> Result<MasterSecrets, StoreError> {
        let mut take = |fingerprint: &str| {
            let index = found
                .iter()
                .position(|it| it.fingerprint() == fingerprint)?;
            Some(found.swap_remove(index))
        };
        let current = self.current.ok_or_else(|| StoreError::NotInitialized {
            place: kind.to_owned(),
        })?;
        let current = take(&current).ok_or(StoreError::WrongMasterSecret)?;
        let Some(previous) = self.previous else {
            return Ok(MasterSecrets {
                current,
                previous: None,
            });
        };
        let secret = take(&previous).ok_or(StoreError::PreviousSecretMissing)?;
        let previous = Some(PreviousSecret {
            secret,
            replaced_at: instant(self.replaced_at)?,
        });
        Ok(MasterSecrets { current, previous })
    }
}

impl Store {
    /// The secrets of this database among those that were found: exactly those it names, no more.
    ///
    /// # Errors
    ///
    /// [`StoreError::NotInitialized`] before the first start, [`StoreError::WrongMasterSecret`] or
    /// [`StoreError::PreviousSecretMissing`] where one is not among them.
    pub async fn choose_secrets(
        &self,
        found: Vec<MasterSecret>,
    ) -> Result<MasterSecrets, StoreError> {
        let mut snapshot = self.backend.begin_snapshot().await?;
        let facts = SecretFacts::read(&mut snapshot).await?;
        facts.choose(found, self.kind())
    }

    /// Begins a rotation: from now on the database belongs to `new`, and to `old` besides. No server
    /// runs meanwhile. All of it is one transaction, under the secret's lock.
    ///
    /// # Errors
    ///
    /// [`StoreError::WrongMasterSecret`], [`StoreError::RotationUnderWay`], or when the database
    /// does not answer.
    pub async fn rotate_secret(
        &self,
        old: &MasterSecret,
        new: &MasterSecret,
        event: &AuditEvent,
    ) -> Result<SecretRotation, StoreError> {
        self.lock_secret().await?.rotate(old, new, event).await
    }

    /// Ends a rotation: the old secret is accepted no more, and whoever signed in with it signs in
    /// again. No server runs meanwhile. While something still needs it, nothing is changed unless
    /// `anyway`; the answer says what that is, or was.
    ///
    /// # Errors
    ///
    /// [`StoreError::WrongMasterSecret`], [`StoreError::NoRotation`], or when the database does not
    /// answer.
    pub async fn finish_rotation(
        &self,
        current: &MasterSecret,
        anyway: bool,
        event: &AuditEvent,
    ) -> Result<OldSecretUses, StoreError> {
        const CODES: &str = "delete from recovery_code where secret_version < $1";
        const SESSIONS: &str =
            "update session set revoked_at = $2 where created_at < $1 and revoked_at is null";
        const FORGET: &str = "delete from installation where name in ($1, $2)";
        let mut transaction = self.backend.begin().await?;
        let it = &mut transaction;
        if lock_fingerprint(it).await?.as_deref() != Some(&current.fingerprint()) {
            return Err(StoreError::WrongMasterSecret);
        }
        if fact(it, PREVIOUS).await?.is_none() {
            return Err(StoreError::NoRotation);
        }
        let replaced_at = instant(fact(it, REPLACED_AT).await?)?;
        let version = secret_version(it).await?;
        let uses = uses_of_old(it, version, replaced_at, event.at).await?;
        if !uses.is_none() && !anyway {
            return Ok(uses);
        }
        execute!(&mut *it, sqlx::query(CODES).bind(version))?;
        let (before, now) = (replaced_at.micros(), event.at.micros());
        execute!(&mut *it, sqlx::query(SESSIONS).bind(before).bind(now))?;
        execute!(
            &mut *it,
            sqlx::query(FORGET).bind(PREVIOUS).bind(REPLACED_AT)
        )?;
        append(it, ChainId::Installation, event, &current.audit_key()).await?;
        transaction.commit().await?;
        Ok(uses)
    }

    /// The secret of a person's second factor where it is older than the master secret; as it was
    /// sealed.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn sealed_totp(
        &self,
        user: UserId,
        generation: u64,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        self.sealed(TOTP, &user.to_string(), generation).await
    }

    /// The same of an endpoint.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn sealed_webhook(&self, endpoint: WebhookId) -> Result<Option<Vec<u8>>, StoreError> {
        self.sealed(WEBHOOK, &endpoint.to_string(), 0).await
    }

    async fn sealed(
        &self,
        kind: &str,
        subject: &str,
        generation: u64,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        const SQL: &str = "select bytes from sealed_secret \
            where kind = $1 and subject = $2 and generation = $3";
        let found = on_readers!(&self.backend, pool => sqlx::query_scalar(SQL)
            .bind(kind)
            .bind(subject)
            .bind(stored(generation))
            .fetch_optional(pool))?;
        Ok(found)
    }
}

/// Begins a rotation inside a transaction, which the caller commits.
pub(crate) async fn rotate(
    it: &mut Transaction,
    old: &MasterSecret,
    new: &MasterSecret,
    event: &AuditEvent,
) -> Result<SecretRotation, StoreError> {
    lock_fingerprint(it).await?;
    SecretFacts::read(it).await?.require_only(old)?;
    let version = secret_version(it).await? + 1;
    set_fact(it, FINGERPRINT, &new.fingerprint()).await?;
    set_fact(it, PREVIOUS, &old.fingerprint()).await?;
    set_fact(it, REPLACED_AT, &event.at.micros().to_string()).await?;
    set_fact(it, VERSION, &version.to_string()).await?;
    let kept = keep_secrets(it, old, new).await?;
    let (mut chains, mut broken) = (0, Vec::new());
    for chain in chains_of(it).await? {
        if reseal(it, chain, (&old.audit_key(), &new.audit_key())).await? {
            chains += 1;
        } else {
            broken.push(chain);
        }
    }
    append(it, ChainId::Installation, event, &new.audit_key()).await?;
    Ok(SecretRotation {
        chains,
        broken,
        kept,
    })
}

/// Which of its master secrets the database is at, counted from 1.
pub(crate) async fn secret_version(transaction: &mut Transaction) -> Result<i64, StoreError> {
    match fact(transaction, VERSION).await? {
        None => Ok(1),
        Some(text) => text
            .parse()
            .map_err(|_| StoreError::corrupt("installation.value", VERSION)),
    }
}

fn instant(fact: Option<String>) -> Result<Timestamp, StoreError> {
    let micros = fact.and_then(|it| it.parse().ok());
    let micros = micros.ok_or_else(|| StoreError::corrupt("installation.value", REPLACED_AT))?;
    Ok(Timestamp::from_micros(micros))
}

async fn fact(transaction: &mut Transaction, name: &str) -> Result<Option<String>, StoreError> {
    const SQL: &str = "select value from installation where name = $1";
    let found = on_transaction!(transaction, connection =>
        sqlx::query_scalar(SQL).bind(name).fetch_optional(connection))?;
    Ok(found)
}

async fn set_fact(
    transaction: &mut Transaction,
    name: &str,
    value: &str,
) -> Result<(), StoreError> {
    const SQL: &str = "insert into installation (name, value) values ($1, $2) \
        on conflict (name) do update set value = excluded.value";
    execute!(transaction, sqlx::query(SQL).bind(name).bind(value))?;
    Ok(())
}

/// The fingerprint, locked: two rotations never run at once.
async fn lock_fingerprint(transaction: &mut Transaction) -> Result<Option<String>, StoreError> {
    const SQL: &str =
        "update installation set value = installation.value where name = $1 returning value";
    let found = on_transaction!(transaction, connection =>
        sqlx::query_scalar(SQL).bind(FINGERPRINT).fetch_optional(connection))?;
    Ok(found)
}

async fn chains_of(transaction: &mut Transaction) -> Result<Vec<ChainId>, StoreError> {
    const SQL: &str = "select chain from audit_head order by chain";
    let names: Vec<String> = on_transaction!(transaction, connection =>
        sqlx::query_scalar(SQL).fetch_all(connection))?;
    names
        .iter()
        .map(|it| crate::audit::decode_chain(it))
        .collect()
}

/// Keeps under `new` what others hold of `old`; answers how many secrets that is.
async fn keep_secrets(
    transaction: &mut Transaction,
    old: &MasterSecret,
    new: &MasterSecret,
) -> Result<u64, StoreError> {
    const SEALED: &str = "select kind, subject, generation, bytes from sealed_secret";
    const PEOPLE: &str =
        "select id, totp_generation from person where totp_generation is not null order by id";
    const ENDPOINTS: &str = "select id from webhook order by id";
    const ADD: &str = "insert into sealed_secret (kind, subject, generation, bytes) \
        values ($1, $2, $3, $4)";
    let it = transaction;
    let sealed: Vec<Sealed> =
        on_transaction!(&mut *it, connection => sqlx::query_as(SEALED).fetch_all(connection))?;
    let people: Vec<(String, i64)> =
        on_transaction!(&mut *it, connection => sqlx::query_as(PEOPLE).fetch_all(connection))?;
    let endpoints: Vec<String> = on_transaction!(&mut *it, connection =>
        sqlx::query_scalar(ENDPOINTS).fetch_all(connection))?;
    let find = |kind: &str, subject: &str, generation: i64| {
        let found = sealed
            .iter()
            .find(|it| it.kind == kind && it.subject == subject && it.generation == generation);
        found.map(|it| it.bytes.as_slice())
    };
    let mut kept = Vec::new();
    for (id, generation) in people {
        let user: UserId = id
            .parse()
            .map_err(|_| StoreError::corrupt("person.id", &id))?;
        let number = units(generation);
        let secret = match find(TOTP, &id, generation) {
            None => Some(old.totp_key().secret(user, number)),
            Some(bytes) => old.totp_key().open(user, number, bytes),
        };
        let secret: TotpSecret =
            secret.ok_or_else(|| StoreError::corrupt("sealed_secret.bytes", &id))?;
        let bytes = new.totp_key().seal(user, number, &secret);
        kept.push((TOTP, id, generation, bytes));
    }
    for id in endpoints {
        let endpoint = id.parse();
        let endpoint: WebhookId = endpoint.map_err(|_| StoreError::corrupt("webhook.id", &id))?;
        let secret = match find(WEBHOOK, &id, 0) {
            None => Some(old.webhook_key().endpoint_secret(endpoint)),
            Some(bytes) => old.webhook_key().open(endpoint, bytes),
        };
        let secret: WebhookSecret =
            secret.ok_or_else(|| StoreError::corrupt("sealed_secret.bytes", &id))?;
        let bytes = new.webhook_key().seal(endpoint, &secret);
        kept.push((WEBHOOK, id, 0, bytes));
    }
    execute!(&mut *it, sqlx::query("delete from sealed_secret"))?;
    for (kind, subject, generation, bytes) in &kept {
        execute!(
            &mut *it,
            sqlx::query(ADD)
                .bind(kind)
                .bind(subject)
                .bind(generation)
                .bind(bytes)
        )?;
    }
    Ok(kept.len() as u64)
}

/// What was made before `replaced_at` and still works.
async fn uses_of_old(
    transaction: &mut Transaction,
    version: i64,
    replaced_at: Timestamp,
    now: Timestamp,
) -> Result<OldSecretUses, StoreError> {
    const KEYS: &str = "select count(*) from api_key where pepper_version < $1 \
        and revoked_at is null and (expires_at is null or expires_at > $2)";
    const CODES: &str = "select count(*) from recovery_code where secret_version < $1";
    const INVITATIONS: &str = "select count(*) from invitation where sent_at < $1 \
        and sent_at > $2 and accepted_at is null and revoked_at is null and replaced_at is null";
    const LINKS: &str = "select count(*) from one_time_token where created_at < $1 \
        and expires_at > $2 and used_at is null";
    let lifetime = i64::try_from(invitation::LIFETIME.as_micros()).unwrap_or(i64::MAX);
    let (before, now) = (replaced_at.micros(), now.micros());
    let mut counts = Vec::with_capacity(3);
    for (sql, first, second) in [
        (KEYS, version, now),
        (INVITATIONS, before, now.saturating_sub(lifetime)),
        (LINKS, before, now),
    ] {
        let count: i64 = on_transaction!(&mut *transaction, connection =>
            sqlx::query_scalar(sql).bind(first).bind(second).fetch_one(connection))?;
        counts.push(units(count));
    }
    let codes: i64 = on_transaction!(transaction, connection =>
        sqlx::query_scalar(CODES).bind(version).fetch_one(connection))?;
    Ok(OldSecretUses {
        keys: counts[0],
        invitations: counts[1],
        links: counts[2],
        recovery_codes: units(codes),
    })
}
