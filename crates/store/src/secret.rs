//! The master secrets that a database belongs to: one, or two during a rotation.
//!
//! Starting a rotation replaces everything that the old secret produced and that can be recomputed
//! without its owner: the MACs of the audit log. Secrets that others hold, those of authenticators
//! and webhooks, are kept under the new secret. Digests of keys, sessions, links and recovery codes
//! can be recomputed only when these are presented. For those, the old secret stays until the
//! rotation is finished. Password hashes are sealed under the current secret and resealed under the
//! next.

use access::{ChainId, MasterSecret, MasterSecrets, PreviousSecret, Timestamp, UserId, WebhookId};
use access::{PasswordHash, SealedPassword, TotpSecret, WebhookSecret, invitation};
use async_recursion::async_recursion as boxed;
use sqlx::FromRow;

use crate::audit::{AuditEvent, append, reseal};
use crate::backend::{Transaction, execute, on_readers, on_transaction};
use crate::error::StoreError;
use crate::installation::FINGERPRINT;
use crate::ledger::{stored, units};
use crate::store::Store;

/// The fingerprint of the previous secret, while it is accepted.
const PREVIOUS: &str = "master_secret_previous";
/// When it was replaced.
const REPLACED_AT: &str = "master_secret_replaced_at";
/// The number of secrets so far.
const VERSION: &str = "master_secret_version";

/// Whether everything that must be sealed is sealed.
const SEALED: &str = "secrets_sealed";
const NOT_SEALED: &str = "no";
/// The number of hashes sealed in one transaction.
const HASHES_TOGETHER: i64 = 500;

const TOTP: &str = "totp";
const WEBHOOK: &str = "webhook";

/// The result of starting a rotation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecretRotation {
    /// The number of audit chains whose MACs were recomputed.
    pub chains: u64,
    /// Chains that were already broken. They stay as they were.
    pub broken: Vec<ChainId>,
    /// The number of secrets of authenticators and webhooks that are kept under the new one.
    pub kept: u64,
    /// The number of password hashes that are sealed under the new one.
    pub passwords: u64,
}

/// The uses of the previous secret that remain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OldSecretUses {
    /// Keys that work and were not used since the rotation.
    pub keys: u64,
    /// Recovery codes that were created before the rotation.
    pub recovery_codes: u64,
    /// Invitations that were sent before the rotation and are still open.
    pub invitations: u64,
    /// Links in other e-mails that were sent before the rotation and still work.
    pub links: u64,
}

impl OldSecretUses {
    /// Returns `true` if nothing is left.
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

impl Sealed {
    fn of_totp(
        subject: String,
        generation: i64,
        secret: &TotpSecret,
        under: &MasterSecret,
    ) -> Result<Self, StoreError> {
        let key = under.totp_key();
        Ok(Self {
            kind: TOTP.to_owned(),
            bytes: key.seal(user_id(&subject)?, units(generation), secret),
            subject,
            generation,
        })
    }

    fn of_webhook(
        subject: String,
        secret: &WebhookSecret,
        under: &MasterSecret,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            kind: WEBHOOK.to_owned(),
            bytes: under.webhook_key().seal(webhook_id(&subject)?, secret),
            subject,
            generation: 0,
        })
    }

    /// Returns the secret of an authenticator, sealed under the given master secret or, if the flag
    /// is false, stored by an earlier version.
    fn totp(&self, (under, sealed): (&MasterSecret, bool)) -> Result<TotpSecret, StoreError> {
        let (user, generation) = (user_id(&self.subject)?, units(self.generation));
        let read = if sealed {
            under.totp_key().open(user, generation, &self.bytes)
        } else {
            under.totp_key().unmask(user, generation, &self.bytes)
        };
        read.ok_or_else(|| self.unreadable())
    }

    /// Returns the secret of an endpoint, in the same way.
    fn webhook(&self, (under, sealed): (&MasterSecret, bool)) -> Result<WebhookSecret, StoreError> {
        let endpoint = webhook_id(&self.subject)?;
        let read = if sealed {
            under.webhook_key().open(endpoint, &self.bytes)
        } else {
            under.webhook_key().unmask(endpoint, &self.bytes)
        };
        read.ok_or_else(|| self.unreadable())
    }

    fn unreadable(&self) -> StoreError {
        StoreError::corrupt("sealed_secret.bytes", &self.subject)
    }
}

/// The facts about the master secrets that are stored in the database.
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

    /// Returns the secrets that the database names from those that were found.
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
    /// Returns the secrets of this database from those that were found: exactly those it names.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError::NotInitialized`] before the first start, and
    /// [`StoreError::WrongMasterSecret`] or [`StoreError::PreviousSecretMissing`] if one is
    /// missing.
    #[boxed]
    pub async fn choose_secrets(
        &self,
        found: Vec<MasterSecret>,
    ) -> Result<MasterSecrets, StoreError> {
        let mut snapshot = self.backend.begin_snapshot().await?;
        let facts = SecretFacts::read(&mut snapshot).await?;
        facts.choose(found, self.kind())
    }

    /// Starts a rotation: from now on the database belongs to `new`, and still to `old`. No server
    /// may run meanwhile. The rotation is one transaction, under the secret's lock.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError::WrongMasterSecret`], [`StoreError::RotationUnderWay`], or an error if
    /// the database is unavailable.
    #[boxed]
    pub async fn rotate_secret(
        &self,
        old: &MasterSecret,
        new: &MasterSecret,
        event: &AuditEvent,
    ) -> Result<SecretRotation, StoreError> {
        self.lock_secret().await?.rotate(old, new, event).await
    }

    /// Seals data that an earlier version stored differently: password hashes, and the kept secrets
    /// of authenticators and webhooks. Does nothing once that is done, so that data inserted into
    /// the database later is not mistaken for it. Hashes are sealed in batches: after an
    /// interruption at any point, the next start continues. Returns how many hashes and secrets
    /// were sealed.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError::WrongMasterSecret`], or an error if the database is unavailable or a
    /// stored value cannot be decoded.
    #[boxed]
    pub async fn seal_secrets(
        &self,
        secret: &MasterSecret,
        event: &AuditEvent,
    ) -> Result<u64, StoreError> {
        let (mut count, mut after) = (0, String::new());
        loop {
            let mut transaction = self.backend.begin().await?;
            let it = &mut transaction;
            if is_sealed(it).await? {
                return Ok(count);
            }
            let batch = hashes(it, PLAIN_HASHES, &after).await?;
            for (id, stored) in &batch {
                let (user, hash) = read_hash(id, stored, secret, false)?;
                let sealed = secret.password_key().seal(user, &hash);
                replace_hash(it, id, stored, &sealed).await?;
                count += 1;
            }
            let Some((last, _)) = batch.last() else {
                count += seal_kept(transaction, secret, event).await?;
                return Ok(count);
            };
            after.clone_from(last);
            transaction.commit().await?;
        }
    }

    /// Finishes a rotation: the old secret is no longer accepted, and everyone who signed in with
    /// it has to sign in again. No server may run meanwhile. While something still needs the old
    /// secret, nothing is changed unless `anyway` is set. Returns the remaining uses.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError::WrongMasterSecret`], [`StoreError::NoRotation`], or an error if the
    /// database is unavailable.
    #[boxed]
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

    /// Returns the sealed secret of a person's second factor if it is older than the master secret.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn sealed_totp(
        &self,
        user: UserId,
        generation: u64,
    ) -> Result<Option<Vec<u8>>, StoreError> {
        self.sealed(TOTP, &user.to_string(), generation).await
    }

    /// Returns the sealed secret of an endpoint if it is older than the master secret.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
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

/// Performs the last step of [`Store::seal_secrets`] and records that it is done.
async fn seal_kept(
    mut transaction: Transaction,
    secret: &MasterSecret,
    event: &AuditEvent,
) -> Result<u64, StoreError> {
    let it = &mut transaction;
    if lock_fingerprint(it).await?.as_deref() != Some(&secret.fingerprint()) {
        return Err(StoreError::WrongMasterSecret);
    }
    // Another node that starts at the same time may have been first.
    if is_sealed(it).await? {
        return Ok(0);
    }
    let sealed = reseal_kept(it, secret).await?;
    set_fact(it, SEALED, "yes").await?;
    append(it, ChainId::Installation, event, &secret.audit_key()).await?;
    transaction.commit().await?;
    Ok(sealed)
}

/// Starts a rotation inside a transaction, which the caller commits.
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
    // A database of an earlier version may not have been started since it was migrated.
    let sealed = is_sealed(it).await?;
    let (mut passwords, mut after) = (0, String::new());
    loop {
        let batch = hashes(it, ALL_HASHES, &after).await?;
        let Some((last, _)) = batch.last() else { break };
        after.clone_from(last);
        for (id, stored) in &batch {
            let (user, hash) = read_hash(id, stored, old, sealed)?;
            let again = new.password_key().seal(user, &hash);
            replace_hash(it, id, stored, &again).await?;
            passwords += 1;
        }
    }
    let kept = keep_secrets(it, (old, sealed), new).await?;
    set_fact(it, SEALED, "yes").await?;
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
        passwords,
    })
}

/// Selects every stored hash after a person's.
const ALL_HASHES: &str = "select id, password_hash from person \
    where password_hash is not null and id > $1 order by id limit $2";
/// Selects every hash after a person's that an earlier version stored.
const PLAIN_HASHES: &str = "select id, password_hash from person \
    where password_hash like '$argon2id$%' and id > $1 order by id limit $2";

async fn hashes(
    transaction: &mut Transaction,
    sql: &'static str,
    after: &str,
) -> Result<Vec<(String, String)>, StoreError> {
    let found = on_transaction!(transaction, connection => sqlx::query_as(sql)
        .bind(after)
        .bind(HASHES_TOGETHER)
        .fetch_all(connection))?;
    Ok(found)
}

/// Reads the hash of a person's password as stored under `secret`. A hash that is not sealed is
/// read only if an earlier version may have written it.
fn read_hash(
    id: &str,
    stored: &str,
    secret: &MasterSecret,
    sealed: bool,
) -> Result<(UserId, PasswordHash), StoreError> {
    let user = user_id(id)?;
    let hash = match SealedPassword::from_stored(stored) {
        Ok(it) => secret.password_key().open(user, &it),
        Err(error) if sealed => Err(error),
        Err(_) => PasswordHash::from_stored(stored),
    };
    let hash = hash.map_err(|_| StoreError::corrupt("person.password_hash", id))?;
    Ok((user, hash))
}

/// Replaces a hash unless it has changed meanwhile.
async fn replace_hash(
    transaction: &mut Transaction,
    id: &str,
    stored: &str,
    by: &SealedPassword,
) -> Result<(), StoreError> {
    const SQL: &str = "update person set password_hash = $3 where id = $1 and password_hash = $2";
    execute!(
        transaction,
        sqlx::query(SQL).bind(id).bind(stored).bind(by.as_stored())
    )?;
    Ok(())
}

/// Returns `true` if nothing is left in the format of an earlier version.
async fn is_sealed(transaction: &mut Transaction) -> Result<bool, StoreError> {
    Ok(fact(transaction, SEALED).await?.as_deref() != Some(NOT_SEALED))
}

/// Returns the number of the current master secret, counted from 1.
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

/// Returns the fingerprint and locks its row, so that two rotations never run at once.
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

/// Keeps the secrets that others hold under `new`, whether sealed or stored by an earlier version,
/// and returns how many.
async fn keep_secrets(
    transaction: &mut Transaction,
    old: (&MasterSecret, bool),
    new: &MasterSecret,
) -> Result<u64, StoreError> {
    const PEOPLE: &str =
        "select id, totp_generation from person where totp_generation is not null order by id";
    const ENDPOINTS: &str = "select id from webhook order by id";
    let it = transaction;
    let kept = kept_secrets(it).await?;
    let people: Vec<(String, i64)> =
        on_transaction!(&mut *it, connection => sqlx::query_as(PEOPLE).fetch_all(connection))?;
    let endpoints: Vec<String> = on_transaction!(&mut *it, connection =>
        sqlx::query_scalar(ENDPOINTS).fetch_all(connection))?;
    let find = |kind: &str, subject: &str, generation: i64| {
        kept.iter()
            .find(|it| it.kind == kind && it.subject == subject && it.generation == generation)
    };
    let mut rows = Vec::new();
    for (id, generation) in people {
        let secret = match find(TOTP, &id, generation) {
            None => old.0.totp_key().secret(user_id(&id)?, units(generation)),
            Some(row) => row.totp(old)?,
        };
        rows.push(Sealed::of_totp(id, generation, &secret, new)?);
    }
    for id in endpoints {
        let secret = match find(WEBHOOK, &id, 0) {
            None => old.0.webhook_key().endpoint_secret(webhook_id(&id)?),
            Some(row) => row.webhook(old)?,
        };
        rows.push(Sealed::of_webhook(id, &secret, new)?);
    }
    replace_kept(it, &rows).await
}

/// Seals the secrets that an earlier version stored and returns how many.
async fn reseal_kept(
    transaction: &mut Transaction,
    secret: &MasterSecret,
) -> Result<u64, StoreError> {
    let mut rows = Vec::new();
    for row in kept_secrets(transaction).await? {
        rows.push(match row.kind.as_str() {
            TOTP => {
                let kept = row.totp((secret, false))?;
                Sealed::of_totp(row.subject, row.generation, &kept, secret)?
            }
            WEBHOOK => {
                let kept = row.webhook((secret, false))?;
                Sealed::of_webhook(row.subject, &kept, secret)?
            }
            _ => return Err(StoreError::corrupt("sealed_secret.kind", &row.subject)),
        });
    }
    replace_kept(transaction, &rows).await
}

async fn kept_secrets(transaction: &mut Transaction) -> Result<Vec<Sealed>, StoreError> {
    const SQL: &str = "select kind, subject, generation, bytes from sealed_secret";
    let found = on_transaction!(transaction, connection =>
        sqlx::query_as(SQL).fetch_all(connection))?;
    Ok(found)
}

async fn replace_kept(transaction: &mut Transaction, rows: &[Sealed]) -> Result<u64, StoreError> {
    const ADD: &str = "insert into sealed_secret (kind, subject, generation, bytes) \
        values ($1, $2, $3, $4)";
    execute!(&mut *transaction, sqlx::query("delete from sealed_secret"))?;
    for row in rows {
        execute!(
            &mut *transaction,
            sqlx::query(ADD)
                .bind(&row.kind)
                .bind(&row.subject)
                .bind(row.generation)
                .bind(&row.bytes)
        )?;
    }
    Ok(rows.len() as u64)
}

fn user_id(id: &str) -> Result<UserId, StoreError> {
    id.parse().map_err(|_| StoreError::corrupt("person.id", id))
}

fn webhook_id(id: &str) -> Result<WebhookId, StoreError> {
    id.parse()
        .map_err(|_| StoreError::corrupt("webhook.id", id))
}

/// Counts what was created before `replaced_at` and still works.
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
