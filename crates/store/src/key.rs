//! API keys: their owners, permissions and states. Only digests are stored.

use access::{
    DomainList, DomainPattern, DomainRule, KeyDigest, KeyDisplay, KeyId, KeyMode, KeyModules,
    KeyPermission, KeyPermissions, KeyState, ModuleGrant, Name, OrgId, Rate, Timestamp, UserId,
};
use async_recursion::async_recursion as boxed;
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{on_org_readers, on_readers, on_transaction};
use crate::error::StoreError;
use crate::ledger::{TestHolder, units};
use crate::locked::LockedOrg;
use crate::module::grants_of;
use crate::org::{OrgStatus, OrgTerms, TEST_HOLDER, TermsRow, decode_rates, decode_test_holder};
use crate::page::{self, Page, PageSize};
use crate::store::Store;
use crate::tenant::{OrgStore, Tenant};

/// A key to add.
#[derive(Clone, Debug)]
pub struct NewKey {
    /// The id.
    pub id: KeyId,
    /// The name that its owner chose.
    pub name: Name,
    /// The mode: live or test.
    pub mode: KeyMode,
    /// The digest that it is looked up by.
    pub digest: KeyDigest,
    /// The part that may be shown.
    pub display: KeyDisplay,
    /// The permissions.
    pub permissions: KeyPermissions,
    /// The key's own rate limits, in addition to those of its organization.
    pub rates: Vec<Rate>,
    /// The pages that may use it.
    pub domains: DomainRule,
    /// The first instant at which it no longer works.
    pub expires_at: Option<Timestamp>,
    /// When it is created.
    pub created_at: Timestamp,
}

/// A key as stored, with the state of its organization.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRecord {
    /// The id.
    pub id: KeyId,
    /// The organization's id.
    pub org_id: OrgId,
    /// The organization's name.
    pub org_name: String,
    /// The name that its owner chose.
    pub name: String,
    /// The mode: live or test.
    pub mode: KeyMode,
    /// The part that may be shown.
    pub display: KeyDisplay,
    /// The state that decides whether it works.
    pub standing: KeyState,
    /// The family: the keys that replaced each other, identified by the first. They share their
    /// limits.
    pub family: KeyId,
    /// The key's own rate limits, in addition to those of its organization.
    pub rates: Vec<Rate>,
    /// The pages that may use it.
    pub domains: DomainRule,
    /// The modules that it may use.
    pub modules: KeyModules,
    /// The terms of its organization.
    pub terms: OrgTerms,
    /// The holder of the allowance that its organization's test keys use; `None` for the first
    /// organization of the installation.
    pub test_holder: Option<TestHolder>,
    /// When it was created.
    pub created_at: Timestamp,
    /// Who created it; `None` for an operator. They may no longer be a member.
    pub created_by: Option<UserId>,
    /// When it was last used, to the minute.
    pub last_used_at: Option<Timestamp>,
    /// Whether another key of its family has replaced it.
    pub superseded: bool,
}

impl KeyRecord {
    /// Returns the right to act inside the key's organization. The caller has verified the key.
    pub const fn tenant(&self) -> Tenant {
        Tenant::of_key(self.org_id)
    }
}

/// Returns a query for keys with this condition.
fn select(condition: &str) -> String {
    format!(
        "select k.id, k.org_id, o.name as org_name, o.status as org_status, k.name, k.mode, \
         k.display, k.permissions, k.rates, k.domains, k.modules, k.family, k.enabled, \
         k.expires_at, k.revoked_at, k.created_at, k.created_by, k.superseded_by, u.last_used_at, {}, \
         {TEST_HOLDER} as test_holder \
         from api_key k join organization o on o.id = k.org_id \
         left join api_key_use u on u.key_id = k.id {condition}",
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
    modules: Option<String>,
    family: String,
    #[sqlx(flatten)]
    terms: TermsRow,
    enabled: bool,
    expires_at: Option<i64>,
    revoked_at: Option<i64>,
    created_at: i64,
    created_by: Option<String>,
    superseded_by: Option<String>,
    last_used_at: Option<i64>,
    test_holder: String,
}

impl KeyRow {
    fn decode(self) -> Result<KeyRecord, StoreError> {
        let corrupt = |column| StoreError::corrupt(column, &self.id);
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
            standing: KeyState {
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
            modules: decode_modules(self.modules.as_deref()),
            terms: self.terms.decode(&self.org_id)?,
            test_holder: decode_test_holder(&self.test_holder, &self.org_id)?,
            created_by: self
                .created_by
                .as_deref()
                .map(|it| it.parse().map_err(|_| corrupt("api_key.created_by")))
                .transpose()?,
            last_used_at: self.last_used_at.map(Timestamp::from_micros),
            superseded: self.superseded_by.is_some(),
            created_at: Timestamp::from_micros(self.created_at),
            org_name: self.org_name,
            name: self.name,
        })
    }
}

/// Encodes permissions as their names, separated by spaces.
pub(crate) fn encode_permissions(permissions: KeyPermissions) -> String {
    let names: Vec<_> = permissions.iter().map(KeyPermission::name).collect();
    names.join(" ")
}

fn decode_permissions(text: &str) -> Option<KeyPermissions> {
    text.split_whitespace().map(|it| it.parse().ok()).collect()
}

/// Encodes patterns as their canonical texts, separated by spaces; null for a key without
/// restrictions.
pub(crate) fn encode_domains(domains: &DomainRule) -> Option<String> {
    match domains {
        DomainRule::Unrestricted => None,
        DomainRule::List(list) => {
            let texts: Vec<_> = list.patterns().iter().map(ToString::to_string).collect();
            Some(texts.join(" "))
        }
    }
}

/// Decodes patterns. A text that does not decode is corrupt: treating it as "no restriction" would
/// open the key.
pub(crate) fn decode_domains(text: Option<&str>) -> Option<DomainRule> {
    let Some(text) = text else {
        return Some(DomainRule::Unrestricted);
    };
    let patterns: Option<Vec<DomainPattern>> =
        text.split_whitespace().map(|it| it.parse().ok()).collect();
    DomainList::new(patterns?).ok().map(DomainRule::List)
}

/// Encodes module ids separated by spaces, because they contain no white space; null for all
/// modules.
pub(crate) fn encode_modules(modules: &KeyModules) -> Option<String> {
    match modules {
        KeyModules::All => None,
        KeyModules::Only(ids) => {
            debug_assert!(ids.iter().all(|it| !it.contains(char::is_whitespace)));
            Some(ids.join(" "))
        }
    }
}

fn decode_modules(text: Option<&str>) -> KeyModules {
    text.map_or(KeyModules::All, |text| {
        KeyModules::Only(text.split_whitespace().map(str::to_owned).collect())
    })
}

pub(crate) fn digest_from_row(row: &str, bytes: &[u8]) -> Result<KeyDigest, StoreError> {
    let bytes = bytes.try_into().map_err(|_| StoreError::Corrupt {
        column: "api_key.digest",
        row: row.to_owned(),
    })?;
    Ok(KeyDigest::from_bytes(bytes))
}

/// A key with the modules of its organization: everything that a verification needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyWithGrants {
    /// The key.
    pub key: KeyRecord,
    /// The digest that the key is looked up by.
    pub digest: KeyDigest,
    /// The modules granted to its organization in addition to its plan.
    pub grants: Vec<ModuleGrant>,
}

#[derive(FromRow)]
struct KnownRow {
    digest: Vec<u8>,
}

impl Store {
    /// Returns a presented key with everything that its verification needs.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn known_key(&self, digest: &KeyDigest) -> Result<Option<KeyWithGrants>, StoreError> {
        let Some(key) = self.key_by_digest(digest).await? else {
            return Ok(None);
        };
        let grants = grants_of(self, &key.org_id.to_string()).await?;
        let digest = *digest;
        Ok(Some(KeyWithGrants {
            key,
            digest,
            grants,
        }))
    }

    /// Returns the key with the id from a token or URL that this service has signed.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn known_key_by_id(&self, id: KeyId) -> Result<Option<KeyWithGrants>, StoreError> {
        const SQL: &str = "select digest from api_key where id = $1";
        let row: Option<KnownRow> = on_readers!(&self.backend, pool =>
            sqlx::query_as(SQL).bind(id.to_string()).fetch_optional(pool))?;
        let Some(row) = row else { return Ok(None) };
        let digest = digest_from_row(&id.to_string(), &row.digest)?;
        self.known_key(&digest).await
    }

    /// Returns the key with this digest in any organization. A presented key finds its organization
    /// this way.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn key_by_digest(&self, digest: &KeyDigest) -> Result<Option<KeyRecord>, StoreError> {
        let sql = select("where k.digest = $1");
        let row: Option<KeyRow> = on_readers!(&self.backend, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(digest.as_bytes().as_slice())
                .fetch_optional(pool))?;
        row.map(KeyRow::decode).transpose()
    }

    /// Returns the organization of a key. For operators, who identify a key by its id alone.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
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
    /// Returns the organization's keys, oldest first.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn keys(&self) -> Result<Vec<KeyRecord>, StoreError> {
        let sql = select("where k.org_id = $1 order by k.id");
        let rows: Vec<KeyRow> = on_org_readers!(self, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str())).bind(&self.org_id).fetch_all(pool))?;
        rows.into_iter().map(KeyRow::decode).collect()
    }

    /// Returns a page of the organization's keys, oldest first, after the one with this id.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn keys_page(
        &self,
        after: Option<KeyId>,
        size: PageSize,
    ) -> Result<Page<KeyRecord, KeyId>, StoreError> {
        const TOTAL: &str = "select count(*) from api_key where org_id = $1";
        let sql = select("where k.org_id = $1 and k.id > $2 order by k.id limit $3");
        let rows: Vec<KeyRow> = on_org_readers!(self, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(page::after(after))
                .bind(size.probe())
                .fetch_all(pool))?;
        let total: i64 = on_org_readers!(self, pool =>
            sqlx::query_scalar(TOTAL).bind(&self.org_id).fetch_one(pool))?;
        let keys: Result<Vec<_>, _> = rows.into_iter().map(KeyRow::decode).collect();
        Ok(Page::cut(keys?, size, units(total), |it| it.id))
    }

    /// Returns the organization's key with this id.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn key(&self, id: KeyId) -> Result<Option<KeyRecord>, StoreError> {
        let sql = select("where k.org_id = $1 and k.id = $2");
        let row: Option<KeyRow> = on_org_readers!(self, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(id.to_string())
                .fetch_optional(pool))?;
        row.map(KeyRow::decode).transpose()
    }
}

/// Returns the keys of an organization that match a condition on two instants, `$2` and `$3`.
pub(crate) async fn keys_where(
    org: &OrgStore<'_>,
    condition: &str,
    instants: [Timestamp; 2],
) -> Result<Vec<KeyRecord>, StoreError> {
    let sql = select(condition);
    let [first, second] = instants.map(Timestamp::micros);
    let rows: Vec<KeyRow> = on_readers!(&org.store.backend, pool =>
        sqlx::query_as(AssertSqlSafe(sql.as_str()))
            .bind(&org.org_id)
            .bind(first)
            .bind(second)
            .fetch_all(pool))?;
    rows.into_iter().map(KeyRow::decode).collect()
}

impl LockedOrg {
    /// Returns the organization's key with this id, inside the transaction.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn key(&mut self, id: KeyId) -> Result<Option<KeyRecord>, StoreError> {
        let sql = select("where k.org_id = $1 and k.id = $2");
        let row: Option<KeyRow> = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(id.to_string())
                .fetch_optional(connection))?;
        row.map(KeyRow::decode).transpose()
    }
}
