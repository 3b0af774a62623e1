//! The installation itself: its master secret's fingerprint, its first organization and its set-up
//! link. All of it is decided inside a transaction, so that two nodes that start together agree.

use access::{AuditKey, ChainId, KeyModules, MasterSecret, MasterSecrets, Timestamp, TokenDigest};
use async_recursion::async_recursion as boxed;
use sqlx::FromRow;

use crate::audit::{AuditEvent, append, lock_chain};
use crate::backend::{Transaction, execute, on_readers, on_transaction};
use crate::error::StoreError;
use crate::key::NewKey;
use crate::key_change::insert_key;
use crate::org::{NewOrg, insert_org};
use crate::secret::{SecretFacts, SecretRotation, rotate};
use crate::store::Store;

/// The PostgreSQL advisory lock under which a master secret is generated, written to its file and
/// bound to the database.
const SECRET_LOCK: i64 = 0x616c_6d61_6765_7374;

pub(crate) const FINGERPRINT: &str = "master_secret_fingerprint";
/// Marks that the installation's audit chain exists. If the chain is missing later, it is not
/// started again.
const AUDIT_BEGUN: &str = "audit_begun";
/// The name of the first organization's entry. Other rules apply to its test keys: see
/// `org::TEST_HOLDER`.
const FIRST_ORGANIZATION: &str = "first_organization";

/// The first organization and its first key, created if there is no organization yet.
#[derive(Clone, Debug)]
pub struct FirstOrganization {
    /// The organization.
    pub org: NewOrg,
    /// Its key.
    pub key: NewKey,
    /// The first entries of its audit log.
    pub audit: Vec<AuditEvent>,
}

/// The result of a start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Installation {
    /// Whether the first organization was created just now. Only then may its key be shown.
    pub first_start: bool,
}

/// The lock for changing which master secrets the database belongs to. One process on any node
/// holds it at a time. A process that generates a secret holds it from looking for the file until
/// the database is bound. Dropping the lock changes nothing.
#[derive(Debug)]
pub struct SecretLock {
    transaction: Transaction,
    kind: &'static str,
}

impl SecretLock {
    /// Returns `true` if the database already belongs to a master secret.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn is_bound(&mut self) -> Result<bool, StoreError> {
        is_bound(&mut self.transaction).await
    }

    /// Returns the secrets of this database from those that were found: exactly those it names.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Store::choose_secrets`].
    #[boxed]
    pub async fn choose_secrets(
        &mut self,
        found: Vec<MasterSecret>,
    ) -> Result<MasterSecrets, StoreError> {
        let facts = SecretFacts::read(&mut self.transaction).await?;
        facts.choose(found, self.kind)
    }

    /// Refuses a secret that is not the only one of the database.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError::WrongMasterSecret`], or [`StoreError::RotationUnderWay`] if the
    /// database has two secrets.
    #[boxed]
    pub async fn require_only(&mut self, secret: &MasterSecret) -> Result<(), StoreError> {
        let facts = SecretFacts::read(&mut self.transaction).await?;
        facts.require_only(secret)
    }

    /// Binds a new database to its master secret, refuses another secret, and creates the first
    /// organization if there is none. Every start does this.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or belongs to another master secret.
    #[boxed]
    pub async fn start(
        mut self,
        secret: &MasterSecret,
        first: &FirstOrganization,
    ) -> Result<Installation, StoreError> {
        let transaction = &mut self.transaction;
        bind_secret(transaction, secret).await?;
        let orgs: i64 = on_transaction!(&mut *transaction, connection =>
            sqlx::query_scalar("select count(*) from organization").fetch_one(connection))?;
        let first_start = orgs == 0;
        if first_start {
            insert_org(transaction, &first.org, None).await?;
            let org_id = first.org.id.to_string();
            note_first(transaction, &org_id).await?;
            insert_key(transaction, &org_id, &first.key, &KeyModules::All, None).await?;
            let chain = ChainId::Organization(first.org.id);
            for event in &first.audit {
                append(transaction, chain, event, &secret.audit_key()).await?;
            }
        }
        begin_audit(transaction, &secret.audit_key()).await?;
        self.transaction.commit().await?;
        Ok(Installation { first_start })
    }

    /// Begins a rotation like [`Store::rotate_secret`].
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Store::rotate_secret`].
    #[boxed]
    pub async fn rotate(
        mut self,
        old: &MasterSecret,
        new: &MasterSecret,
        event: &AuditEvent,
    ) -> Result<SecretRotation, StoreError> {
        let rotated = rotate(&mut self.transaction, old, new, event).await?;
        self.transaction.commit().await?;
        Ok(rotated)
    }
}

#[derive(FromRow)]
struct SetupTokenRow {
    digest: Vec<u8>,
    expires_at: i64,
}

impl Store {
    /// Returns the fingerprint of the master secret that the database was created with, or `None`
    /// before the first start.
    async fn fingerprint(&self) -> Result<Option<String>, StoreError> {
        const SQL: &str = "select value from installation where name = $1";
        let found = on_readers!(&self.backend, pool =>
            sqlx::query_scalar(SQL).bind(FINGERPRINT).fetch_optional(pool))?;
        Ok(found)
    }

    /// Returns `true` if the database already belongs to a master secret, so that generating a new
    /// one would be a mistake.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn has_master_secret(&self) -> Result<bool, StoreError> {
        Ok(self.fingerprint().await?.is_some())
    }

    /// Refuses a secret that the database was not created with.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError::WrongMasterSecret`], or [`StoreError::NotInitialized`] before the
    /// first start.
    #[boxed]
    pub async fn require_master_secret(&self, secret: &MasterSecret) -> Result<(), StoreError> {
        match self.fingerprint().await? {
            None => Err(StoreError::NotInitialized {
                place: self.kind().to_owned(),
            }),
            Some(fingerprint) if fingerprint == secret.fingerprint() => Ok(()),
            Some(_) => Err(StoreError::WrongMasterSecret),
        }
    }

    /// Binds a new database to its master secret, refuses another secret, and creates the first
    /// organization if there is none. Every start does this.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or belongs to another master secret.
    #[boxed]
    pub async fn start_installation(
        &self,
        secret: &MasterSecret,
        first: &FirstOrganization,
    ) -> Result<Installation, StoreError> {
        self.lock_secret().await?.start(secret, first).await
    }

    /// Waits for the lock for changing which master secrets the database belongs to.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn lock_secret(&self) -> Result<SecretLock, StoreError> {
        let mut transaction = self.backend.begin().await?;
        // A SQLite transaction is already a lock.
        if let Transaction::Postgres(it) = &mut transaction {
            let sql = "select pg_advisory_xact_lock($1)";
            sqlx::query(sql)
                .bind(SECRET_LOCK)
                .execute(&mut **it)
                .await?;
        }
        Ok(SecretLock {
            transaction,
            kind: self.kind(),
        })
    }

    /// Replaces the set-up link. Earlier ones stop working.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn renew_setup_token(
        &self,
        digest: &TokenDigest,
        expires_at: Timestamp,
    ) -> Result<(), StoreError> {
        const SQL: &str = "insert into setup_token (id, digest, expires_at) values (1, $1, $2) \
            on conflict (id) do update set digest = excluded.digest, expires_at = excluded.expires_at";
        let mut transaction = self.backend.begin().await?;
        execute!(
            &mut transaction,
            sqlx::query(SQL)
                .bind(digest.as_bytes().as_slice())
                .bind(expires_at.micros())
        )?;
        transaction.commit().await
    }

    /// Returns `true` if `digest` belongs to the current set-up link at `now`.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn is_setup_token(
        &self,
        digest: &TokenDigest,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "select digest, expires_at from setup_token where id = 1";
        let row: Option<SetupTokenRow> =
            on_readers!(&self.backend, pool => sqlx::query_as(SQL).fetch_optional(pool))?;
        let Some(row) = row else { return Ok(false) };
        let stored = row.digest.try_into().map_err(|_| StoreError::Corrupt {
            column: "setup_token.digest",
            row: "1".to_owned(),
        })?;
        let current = now < Timestamp::from_micros(row.expires_at);
        Ok(current && *digest == TokenDigest::from_bytes(stored))
    }
}

/// Returns `true` if the database was started with a master secret.
pub(crate) async fn is_bound(transaction: &mut Transaction) -> Result<bool, StoreError> {
    const SQL: &str = "select count(*) from installation where name = $1";
    let found: i64 = on_transaction!(transaction, connection =>
        sqlx::query_scalar(SQL).bind(FINGERPRINT).fetch_one(connection))?;
    Ok(found > 0)
}

/// Starts the installation's audit chain, once. From then on it has a head. A missing head means
/// that the chain was truncated.
async fn begin_audit(transaction: &mut Transaction, key: &AuditKey) -> Result<(), StoreError> {
    const SQL: &str =
        "insert into installation (name, value) values ($1, 'yes') on conflict (name) do nothing";
    let first = execute!(&mut *transaction, sqlx::query(SQL).bind(AUDIT_BEGUN))?;
    if first > 0 {
        lock_chain(transaction, ChainId::Installation, key).await?;
    }
    Ok(())
}

async fn note_first(transaction: &mut Transaction, org_id: &str) -> Result<(), StoreError> {
    const SQL: &str = "insert into installation (name, value) values ($1, $2)";
    execute!(
        transaction,
        sqlx::query(SQL).bind(FIRST_ORGANIZATION).bind(org_id)
    )?;
    Ok(())
}

/// Writes the fingerprint if there is none. The row serializes concurrent first starts.
async fn bind_secret(
    transaction: &mut Transaction,
    secret: &MasterSecret,
) -> Result<(), StoreError> {
    // Updating the value to itself locks the row in PostgreSQL: a second node waits here until the
    // first has created the organization.
    const SQL: &str = "insert into installation (name, value) values ($1, $2) \
        on conflict (name) do update set value = installation.value returning value";
    let stored: String = on_transaction!(transaction, connection => sqlx::query_scalar(SQL)
        .bind(FINGERPRINT)
        .bind(secret.fingerprint())
        .fetch_one(connection))?;
    if stored == secret.fingerprint() {
        Ok(())
    } else {
        Err(StoreError::WrongMasterSecret)
    }
}
