//! Changes of keys. Each statement writes only the columns to change: writing back a whole row
//! would undo concurrent changes.

use async_recursion::async_recursion as boxed;
use std::collections::BTreeMap;
use std::time::Duration;

use access::{
    DomainRule, KeyDigest, KeyDisplay, KeyId, KeyModules, KeyPermissions, Name, Rate,
    RotationFacts, RotationRefusal, Timestamp, UserId,
};
use sqlx::AssertSqlSafe;

use crate::backend::{Transaction, execute, on_transaction, portions};
use crate::change::next_revision;
use crate::embed_url::{delete_embed_urls_of, move_embed_urls};
use crate::error::StoreError;
use crate::key::{NewKey, encode_domains, encode_modules, encode_permissions};
use crate::ledger::units;
use crate::locked::LockedOrg;
use crate::org::{encode_rates, lock_org};
use crate::secret::secret_version;
use crate::store::Store;
use crate::tenant::OrgStore;

const MINUTE_MICROS: i64 = 60_000_000;

/// The changes to a key. A field that is `None` stays as it is.
#[derive(Clone, Debug, Default)]
pub struct KeyEdit {
    /// The new name.
    pub name: Option<Name>,
    /// The new permissions.
    pub permissions: Option<KeyPermissions>,
    /// The new rates.
    pub rates: Option<Vec<Rate>>,
    /// The new pages that may use it.
    pub domains: Option<DomainRule>,
    /// The new modules that it may use.
    pub modules: Option<KeyModules>,
    /// The new expiration, or `None` to remove it.
    pub expires_at: Option<Option<Timestamp>>,
    /// Whether it is enabled.
    pub enabled: Option<bool>,
}

/// The successor of a rotated key.
#[derive(Clone, Debug)]
pub struct KeySuccessor {
    /// The new key's id.
    pub id: KeyId,
    /// The digest that it is looked up by.
    pub digest: KeyDigest,
    /// The part that may be shown.
    pub display: KeyDisplay,
    /// Who rotates the key; `None` for an operator.
    pub created_by: Option<UserId>,
    /// When it is created.
    pub created_at: Timestamp,
    /// How long the old key keeps working.
    pub grace: Duration,
}

/// The outcome of a rotation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotation {
    /// The successor was added.
    Done {
        /// When the old key stops working.
        old_expires_at: Timestamp,
    },
    /// The organization does not have the key.
    NotFound,
    /// The key cannot be rotated.
    Refused(RotationRefusal),
}

impl LockedOrg {
    /// Adds a key. `created_by` is `None` for an operator.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn add_key(
        &mut self,
        key: &NewKey,
        modules: &KeyModules,
        created_by: Option<UserId>,
    ) -> Result<(), StoreError> {
        let transaction = &mut self.transaction.0;
        insert_key(transaction, &self.org_id, key, modules, created_by).await
    }

    /// Returns how many keys of the organization are neither revoked nor expired.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn active_keys(&mut self, now: Timestamp) -> Result<u64, StoreError> {
        const SQL: &str = "select count(*) from api_key where org_id = $1 \
            and revoked_at is null and (expires_at is null or expires_at > $2)";
        let found: i64 = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_scalar(SQL)
                .bind(&self.org_id)
                .bind(now.micros())
                .fetch_one(connection))?;
        Ok(units(found))
    }

    /// Changes a key. Returns `true` if the organization has a key with this id.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn edit_key(&mut self, id: KeyId, edit: &KeyEdit) -> Result<bool, StoreError> {
        // If null is a value of its own, a flag tells whether to write it.
        const SQL: &str = "update api_key set revision = $3, name = coalesce($4, name), \
            permissions = coalesce($5, permissions), rates = coalesce($6, rates), \
            enabled = coalesce($7, enabled), \
            domains = case when $8 then $9 else domains end, \
            modules = case when $10 then $11 else modules end, \
            expires_at = case when $12 then $13 else expires_at end \
            where org_id = $1 and id = $2";
        let transaction = &mut self.transaction.0;
        let revision = next_revision(transaction).await?;
        let changed = execute!(
            transaction,
            sqlx::query(SQL)
                .bind(&self.org_id)
                .bind(id.to_string())
                .bind(revision.0)
                .bind(edit.name.as_ref().map(Name::as_str))
                .bind(edit.permissions.map(encode_permissions))
                .bind(edit.rates.as_deref().map(encode_rates))
                .bind(edit.enabled)
                .bind(edit.domains.is_some())
                .bind(edit.domains.as_ref().and_then(encode_domains))
                .bind(edit.modules.is_some())
                .bind(edit.modules.as_ref().and_then(encode_modules))
                .bind(edit.expires_at.is_some())
                .bind(edit.expires_at.flatten().map(Timestamp::micros))
        )?;
        Ok(changed > 0)
    }

    /// Replaces a key's secret. The successor is a key of the same family with the same attributes,
    /// disabled if the old one is. The old key gets an expiration.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn rotate_key(
        &mut self,
        id: KeyId,
        successor: &KeySuccessor,
    ) -> Result<Rotation, StoreError> {
        const ADD: &str = "insert into api_key (id, org_id, name, mode, digest, pepper_version, \
            display, permissions, rates, domains, modules, family, enabled, expires_at, created_at, \
            created_by, revision) \
            select $3, org_id, name, mode, $4, $5, $6, permissions, rates, domains, modules, family, \
            enabled, expires_at, $7, $8, $9 from api_key where org_id = $1 and id = $2";
        const END: &str = "update api_key set superseded_by = $3, expires_at = $4, revision = $5 \
            where org_id = $1 and id = $2";
        let Some(old) = self.key(id).await? else {
            return Ok(Rotation::NotFound);
        };
        let facts = RotationFacts {
            revoked: old.standing.revoked,
            superseded: old.superseded,
            expires_at: old.standing.expires_at,
        };
        let old_expires_at = match facts.rotate(successor.created_at, successor.grace) {
            Ok(end) => end,
            Err(refusal) => return Ok(Rotation::Refused(refusal)),
        };
        let transaction = &mut self.transaction.0;
        let version = secret_version(transaction).await?;
        let revision = next_revision(transaction).await?;
        execute!(
            &mut *transaction,
            sqlx::query(ADD)
                .bind(&self.org_id)
                .bind(id.to_string())
                .bind(successor.id.to_string())
                .bind(successor.digest.as_bytes().as_slice())
                .bind(version)
                .bind(successor.display.as_stored())
                .bind(successor.created_at.micros())
                .bind(successor.created_by.map(|it| it.to_string()))
                .bind(revision.0)
        )?;
        execute!(
            &mut *transaction,
            sqlx::query(END)
                .bind(&self.org_id)
                .bind(id.to_string())
                .bind(successor.id.to_string())
                .bind(old_expires_at.micros())
                .bind(revision.0)
        )?;
        move_embed_urls(transaction, &self.org_id, (id, successor.id)).await?;
        Ok(Rotation::Done { old_expires_at })
    }

    /// Revokes a key and its whole family permanently. Returns the ids of all of them, or nothing
    /// if the organization has no key with this id. Revoking twice keeps the first instant.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn revoke_key(&mut self, id: KeyId, at: Timestamp) -> Result<Vec<KeyId>, StoreError> {
        revoke_family(&mut self.transaction.0, &self.org_id, id, at).await
    }
}

/// For operators. These methods write no audit entry. [`LockedOrg`] has the same methods with one.
impl OrgStore<'_> {
    /// Adds a key that may use every module.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn add_key(&self, key: &NewKey) -> Result<(), StoreError> {
        let mut transaction = self.store.backend.begin().await?;
        lock_org(&mut transaction, &self.org_id).await?;
        insert_key(&mut transaction, &self.org_id, key, &KeyModules::All, None).await?;
        transaction.commit().await
    }

    /// Revokes a key and its family permanently. Returns `true` if the organization has a key with
    /// this id. Revoking twice keeps the first instant.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn revoke_key(&self, id: KeyId, at: Timestamp) -> Result<bool, StoreError> {
        let mut transaction = self.store.backend.begin().await?;
        lock_org(&mut transaction, &self.org_id).await?;
        let ended = revoke_family(&mut transaction, &self.org_id, id, at).await?;
        transaction.commit().await?;
        Ok(!ended.is_empty())
    }
}

impl Store {
    /// Records when keys were last used, to the minute. An instant before the recorded one changes
    /// nothing. The keys come from a verification, so the organization is not a parameter.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable. Some of the uses may have been recorded.
    #[boxed]
    pub async fn touch_keys(&self, uses: &[(KeyId, Timestamp)]) -> Result<(), StoreError> {
        // Sorted to prevent deadlocks between two nodes, and without duplicates, because one
        // statement cannot change a row twice.
        let mut latest: BTreeMap<String, i64> = BTreeMap::new();
        for (id, at) in uses {
            let minute = at.micros().div_euclid(MINUTE_MICROS) * MINUTE_MICROS;
            let noted = latest.entry(id.to_string()).or_insert(minute);
            *noted = minute.max(*noted);
        }
        let latest: Vec<_> = latest.into_iter().collect();
        for portion in portions(&latest) {
            let mut transaction = self.backend.begin().await?;
            let sql = format!(
                "insert into api_key_use (key_id, last_used_at) values {} \
                 on conflict (key_id) do update set last_used_at = excluded.last_used_at \
                 where api_key_use.last_used_at < excluded.last_used_at",
                transaction.rows(portion.len(), 2)
            );
            execute!(&mut transaction, {
                let mut query = sqlx::query(AssertSqlSafe(sql.as_str()));
                for (id, minute) in portion {
                    query = query.bind(id).bind(minute);
                }
                query
            })?;
            transaction.commit().await?;
        }
        Ok(())
    }
}

pub(crate) async fn insert_key(
    transaction: &mut Transaction,
    org_id: &str,
    key: &NewKey,
    modules: &KeyModules,
    created_by: Option<UserId>,
) -> Result<(), StoreError> {
    const SQL: &str = "insert into api_key (id, org_id, name, mode, digest, pepper_version, \
        display, permissions, rates, domains, modules, family, enabled, expires_at, created_at, \
        created_by, revision) \
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)";
    let version = secret_version(transaction).await?;
    let revision = next_revision(transaction).await?;
    execute!(
        transaction,
        sqlx::query(SQL)
            .bind(key.id.to_string())
            .bind(org_id)
            .bind(key.name.as_str())
            .bind(key.mode.name())
            .bind(key.digest.as_bytes().as_slice())
            .bind(version)
            .bind(key.display.as_stored())
            .bind(encode_permissions(key.permissions))
            .bind(encode_rates(&key.rates))
            .bind(encode_domains(&key.domains))
            .bind(encode_modules(modules))
            .bind(key.id.to_string())
            .bind(true)
            .bind(key.expires_at.map(Timestamp::micros))
            .bind(key.created_at.micros())
            .bind(created_by.map(|it| it.to_string()))
            .bind(revision.0)
    )?;
    Ok(())
}

impl Store {
    /// Replaces the digest of a key that was digested with the previous secret. This is possible
    /// only when the key is presented. Nothing else changes.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn redigest_key(&self, old: &KeyDigest, new: &KeyDigest) -> Result<(), StoreError> {
        const SQL: &str = "update api_key set digest = $2, pepper_version = $3 where digest = $1";
        let mut transaction = self.backend.begin().await?;
        let version = secret_version(&mut transaction).await?;
        execute!(
            &mut transaction,
            sqlx::query(SQL)
                .bind(old.as_bytes().as_slice())
                .bind(new.as_bytes().as_slice())
                .bind(version)
        )?;
        transaction.commit().await
    }
}

async fn revoke_family(
    transaction: &mut Transaction,
    org_id: &str,
    id: KeyId,
    at: Timestamp,
) -> Result<Vec<KeyId>, StoreError> {
    const SQL: &str = "update api_key set revoked_at = coalesce(revoked_at, $3), revision = $4 \
        where org_id = $1 \
        and family = (select family from api_key where org_id = $1 and id = $2) returning id";
    let revision = next_revision(transaction).await?;
    let ended: Vec<String> = on_transaction!(transaction, connection => sqlx::query_scalar(SQL)
        .bind(org_id)
        .bind(id.to_string())
        .bind(at.micros())
        .bind(revision.0)
        .fetch_all(connection))?;
    let parse = |text: String| {
        let id = text.parse();
        id.map_err(|_| StoreError::corrupt("api_key.id", &text))
    };
    let ended: Result<Vec<KeyId>, _> = ended.into_iter().map(parse).collect();
    let ended = ended?;
    delete_embed_urls_of(transaction, org_id, &ended).await?;
    Ok(ended)
}
