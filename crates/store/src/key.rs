//! API keys: who they belong to, what they may, how they stand. Digests only.

use access::{
    DomainList, DomainPattern, DomainRule, KeyDigest, KeyDisplay, KeyId, KeyMode, KeyPermission,
    KeyPermissions, KeyStanding, Name, OrgId, Rate, Timestamp,
};
use sqlx::FromRow;

use crate::backend::{Transaction, execute, on_readers};
use crate::change::next_revision;
use crate::error::StoreError;
use crate::org::{OrgStatus, OrgTerms, TermsRow, decode_rates, encode_rates};
use crate::store::Store;
use crate::tenant::{OrgStore, Tenant};

/// The pepper's version that digests are made with; a second one appears with the first rotation
/// of the master secret.
const PEPPER_VERSION: i64 = 1;

/// A key to be added.
#[derive(Clone, Debug)]
pub struct NewKey {
    /// Its id.
    pub id: KeyId,
    /// The name its owner chose.
    pub name: Name,
    /// Live or test.
    pub mode: KeyMode,
    /// What it is looked up by.
    pub digest: KeyDigest,
    /// What is shown of it.
    pub display: KeyDisplay,
    /// What it may do.
    pub permissions: KeyPermissions,
    /// How often it may be used, besides what its organization may.
    pub rates: Vec<Rate>,
    /// The pages it may be used from.
    pub domains: DomainRule,
    /// The first instant at which it no longer works.
    pub expires_at: Option<Timestamp>,
    /// When it is made.
    pub created_at: Timestamp,
}

/// A key as stored, with its organization's standing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRecord {
    /// Its id.
    pub id: KeyId,
    /// Its organization's id.
    pub org_id: OrgId,
    /// Its organization's name.
    pub org_name: String,
    /// The name its owner chose.
    pub name: String,
    /// Live or test.
    pub mode: KeyMode,
    /// What is shown of it.
    pub display: KeyDisplay,
    /// What decides whether it works.
    pub standing: KeyStanding,
    /// The keys that replaced each other, named by the first: they share their limits.
    pub family: KeyId,
    /// How often it may be used, besides what its organization may.
    pub rates: Vec<Rate>,
    /// The pages it may be used from.
    pub domains: DomainRule,
    /// What its organization has bought.
    pub terms: OrgTerms,
    /// When it was made.
    pub created_at: Timestamp,
}

impl KeyRecord {
    /// The right to act inside the key's organization. The caller has verified the key.
    pub const fn tenant(&self) -> Tenant {
        Tenant::of_key(self.org_id)
    }
}

/// The start of every query for keys; a condition follows.
fn select(condition: &str) -> String {
    format!(
        "select k.id, k.org_id, o.name as org_name, o.status as org_status, k.name, k.mode, \
         k.display, k.permissions, k.rates, k.domains, k.family, k.enabled, k.expires_at, k.revoked_at, \
         k.created_at, {} from api_key k join organization o on o.id = k.org_id {condition}",
        TermsRow::COLUMNS
    )
}

#[derive(FromRow)]
struct KeyRow {
    id: String,
    org_id: String,
    org_name: String,
    org_status: String,
    name: String,
    mode: String,
    display: String,
    permissions: String,
    rates: String,
    domains: Option<String>,
    family: String,
    #[sqlx(flatten)]
    terms: TermsRow,
    enabled: bool,
    expires_at: Option<i64>,
    revoked_at: Option<i64>,
    created_at: i64,
}

impl KeyRow {
    fn decode(self) -> Result<KeyRecord, StoreError> {
        let corrupt = |column| StoreError::Corrupt {
            column,
            row: self.id.clone(),
        };
        let status =
            OrgStatus::from_name(&self.org_status).ok_or_else(|| corrupt("organization.status"))?;
        let permissions =
            decode_permissions(&self.permissions).ok_or_else(|| corrupt("api_key.permissions"))?;
        Ok(KeyRecord {
            id: self.id.parse().map_err(|_| corrupt("api_key.id"))?,
            org_id: self.org_id.parse().map_err(|_| corrupt("api_key.org_id"))?,
            mode: KeyMode::from_name(&self.mode).ok_or_else(|| corrupt("api_key.mode"))?,
            display: KeyDisplay::from_stored(self.display.clone())
                .ok_or_else(|| corrupt("api_key.display"))?,
            standing: KeyStanding {
                organization_active: status == OrgStatus::Active,
                revoked: self.revoked_at.is_some(),
                enabled: self.enabled,
                expires_at: self.expires_at.map(Timestamp::from_micros),
                permissions,
            },
            family: self.family.parse().map_err(|_| corrupt("api_key.family"))?,
            rates: decode_rates(&self.rates).ok_or_else(|| corrupt("api_key.rates"))?,
            domains: decode_domains(self.domains.as_deref())
                .ok_or_else(|| corrupt("api_key.domains"))?,
            terms: self.terms.decode(&self.org_id)?,
            created_at: Timestamp::from_micros(self.created_at),
            org_name: self.org_name,
            name: self.name,
        })
    }
}

/// Permissions are stored as their names, separated by spaces.
fn encode_permissions(permissions: KeyPermissions) -> String {
    let names: Vec<_> = permissions.iter().map(KeyPermission::name).collect();
    names.join(" ")
}

fn decode_permissions(text: &str) -> Option<KeyPermissions> {
    text.split_whitespace().map(|it| it.parse().ok()).collect()
}

/// Patterns are stored as their canonical texts, separated by spaces; null for a key that is not
/// restricted.
fn encode_domains(domains: &DomainRule) -> Option<String> {
    match domains {
        DomainRule::Unrestricted => None,
        DomainRule::List(list) => {
            let texts: Vec<_> = list.patterns().iter().map(ToString::to_string).collect();
            Some(texts.join(" "))
        }
    }
}

/// What does not decode is corrupt: reading it as "no restriction" would open the key.
fn decode_domains(text: Option<&str>) -> Option<DomainRule> {
    let Some(text) = text else {
        return Some(DomainRule::Unrestricted);
    };
    let patterns: Option<Vec<DomainPattern>> =
        text.split_whitespace().map(|it| it.parse().ok()).collect();
    DomainList::new(patterns?).ok().map(DomainRule::List)
}

pub(crate) fn digest_from_row(row: &str, bytes: &[u8]) -> Result<KeyDigest, StoreError> {
    let bytes = bytes.try_into().map_err(|_| StoreError::Corrupt {
        column: "api_key.digest",
        row: row.to_owned(),
    })?;
    Ok(KeyDigest::from_bytes(bytes))
}

impl Store {
    /// The key with this digest, whosever it is: how a presented key finds its organization.
    ///
    /// # Errors
    ///
    /// When the database does not answer or holds something unreadable.
    pub async fn key_by_digest(&self, digest: &KeyDigest) -> Result<Option<KeyRecord>, StoreError> {
        let sql = select("where k.digest = $1");
        let row: Option<KeyRow> = on_readers!(&self.backend, pool =>
            sqlx::query_as(sqlx::AssertSqlSafe(sql.as_str()))
                .bind(digest.as_bytes().as_slice())
                .fetch_optional(pool))?;
        row.map(KeyRow::decode).transpose()
    }

    /// The organization a key belongs to. For operators, who name a key by its id alone.
    ///
    /// # Errors
    ///
    /// When the database does not answer or holds something unreadable.
    pub async fn org_of_key(&self, id: KeyId) -> Result<Option<OrgId>, StoreError> {
        const SQL: &str = "select org_id from api_key where id = $1";
        let found: Option<String> = on_readers!(&self.backend, pool =>
            sqlx::query_scalar(SQL).bind(id.to_string()).fetch_optional(pool))?;
        let parse = |text: String| {
            text.parse().map_err(|_| StoreError::Corrupt {
                column: "api_key.org_id",
                row: id.to_string(),
            })
        };
        found.map(parse).transpose()
    }
}

impl OrgStore<'_> {
    /// The organization's keys, oldest first.
    ///
    /// # Errors
    ///
    /// When the database does not answer or holds something unreadable.
    pub async fn keys(&self) -> Result<Vec<KeyRecord>, StoreError> {
        let sql = select("where k.org_id = $1 order by k.id");
        let rows: Vec<KeyRow> = on_readers!(&self.store.backend, pool =>
            sqlx::query_as(sqlx::AssertSqlSafe(sql.as_str())).bind(&self.org_id).fetch_all(pool))?;
        rows.into_iter().map(KeyRow::decode).collect()
    }

    /// Adds a key.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn add_key(&self, key: &NewKey) -> Result<(), StoreError> {
        let mut transaction = self.store.backend.begin().await?;
        insert_key(&mut transaction, &self.org_id, key).await?;
        transaction.commit().await
    }

    /// Ends a key for good; answers whether the organization has a key with this id. Revoking
    /// twice keeps the first instant.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn revoke_key(&self, id: KeyId, at: Timestamp) -> Result<bool, StoreError> {
        const SQL: &str = "update api_key set revoked_at = coalesce(revoked_at, $3), revision = $4 \
                           where org_id = $1 and id = $2";
        let mut transaction = self.store.backend.begin().await?;
        let revision = next_revision(&mut transaction).await?;
        let changed = execute!(
            &mut transaction,
            sqlx::query(SQL)
                .bind(&self.org_id)
                .bind(id.to_string())
                .bind(at.micros())
                .bind(revision.0)
        )?;
        transaction.commit().await?;
        Ok(changed > 0)
    }
}

pub(crate) async fn insert_key(
    transaction: &mut Transaction,
    org_id: &str,
    key: &NewKey,
) -> Result<(), StoreError> {
    const SQL: &str = "insert into api_key (id, org_id, name, mode, digest, pepper_version, \
        display, permissions, rates, domains, family, enabled, expires_at, created_at, revision) \
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)";
    let revision = next_revision(transaction).await?;
    execute!(
        transaction,
        sqlx::query(SQL)
            .bind(key.id.to_string())
            .bind(org_id)
            .bind(key.name.as_str())
            .bind(key.mode.name())
            .bind(key.digest.as_bytes().as_slice())
            .bind(PEPPER_VERSION)
            .bind(key.display.as_stored())
            .bind(encode_permissions(key.permissions))
            .bind(encode_rates(&key.rates))
            .bind(encode_domains(&key.domains))
            .bind(key.id.to_string())
            .bind(true)
            .bind(key.expires_at.map(Timestamp::micros))
            .bind(key.created_at.micros())
            .bind(revision.0)
    )?;
    Ok(())
}
