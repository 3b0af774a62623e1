//! Embed URLs: images for web pages that people create for a key. A revoked one is deleted, as are those
//! of a revoked key. When a key is rotated, its embed URLs move to its successor.

use access::{EmbedUrlId, KeyId, Name, Timestamp, UserId};
use async_recursion::async_recursion as boxed;
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{Transaction, execute, on_org_readers, on_readers, on_transaction};
use crate::error::StoreError;
use crate::ledger::units;
use crate::locked::LockedOrg;
use crate::page::{self, Page, PageSize};
use crate::store::Store;
use crate::tenant::OrgStore;

/// An embed URL to add.
#[derive(Clone, Debug)]
pub struct NewEmbedUrl {
    /// The id, which is part of the URL.
    pub id: EmbedUrlId,
    /// The key that pays for each fetch.
    pub key: KeyId,
    /// The name that its creator chose.
    pub name: Name,
    /// The path of the image.
    pub path: String,
    /// The query of the image without its signature.
    pub query: String,
    /// When it is created.
    pub created_at: Timestamp,
    /// Who creates it; `None` for an operator.
    pub created_by: Option<UserId>,
    /// The first instant at which it no longer works.
    pub expires_at: Timestamp,
}

/// An embed URL as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbedUrlRecord {
    /// The id.
    pub id: EmbedUrlId,
    /// The key that pays for each fetch.
    pub key: KeyId,
    /// The name that its creator chose.
    pub name: String,
    /// The path of the image.
    pub path: String,
    /// The query of the image without its signature.
    pub query: String,
    /// When it was created.
    pub created_at: Timestamp,
    /// Who created it; `None` for an operator.
    pub created_by: Option<UserId>,
    /// The first instant at which it no longer works.
    pub expires_at: Timestamp,
}

const COLUMNS: &str = "id, key_id, name, path, query, created_at, created_by, expires_at";

#[derive(FromRow)]
struct EmbedUrlRow {
    id: String,
    key_id: String,
    name: String,
    path: String,
    query: String,
    created_at: i64,
    created_by: Option<String>,
    expires_at: i64,
}

impl EmbedUrlRow {
    fn decode(self) -> Result<EmbedUrlRecord, StoreError> {
        let corrupt = |column| StoreError::corrupt(column, &self.id);
        Ok(EmbedUrlRecord {
            id: self.id.parse().map_err(|_| corrupt("embed_url.id"))?,
            key: self
                .key_id
                .parse()
                .map_err(|_| corrupt("embed_url.key_id"))?,
            created_at: Timestamp::from_micros(self.created_at),
            created_by: self
                .created_by
                .as_deref()
                .map(|it| it.parse().map_err(|_| corrupt("embed_url.created_by")))
                .transpose()?,
            expires_at: Timestamp::from_micros(self.expires_at),
            name: self.name,
            path: self.path,
            query: self.query,
        })
    }
}

impl Store {
    /// Returns the embed URL with the id from a URL that this service has signed, in any
    /// organization.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn embed_url(&self, id: EmbedUrlId) -> Result<Option<EmbedUrlRecord>, StoreError> {
        let sql = format!("select {COLUMNS} from embed_url where id = $1");
        let row: Option<EmbedUrlRow> = on_readers!(&self.backend, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(id.to_string())
                .fetch_optional(pool))?;
        row.map(EmbedUrlRow::decode).transpose()
    }

    /// Deletes at most this many embed URLs that expired before an instant and returns how many.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn delete_old_embed_urls(
        &self,
        before: Timestamp,
        most: u32,
    ) -> Result<u64, StoreError> {
        const SQL: &str = "delete from embed_url where id in \
            (select id from embed_url where expires_at < $1 order by expires_at limit $2)";
        let mut transaction = self.backend.begin().await?;
        let deleted = execute!(
            &mut transaction,
            sqlx::query(SQL).bind(before.micros()).bind(i64::from(most))
        )?;
        transaction.commit().await?;
        Ok(deleted)
    }
}

impl OrgStore<'_> {
    /// Returns a page of the embed URLs of a key, oldest first, after the one with this id.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn embed_urls_page(
        &self,
        key: KeyId,
        after: Option<EmbedUrlId>,
        size: PageSize,
    ) -> Result<Page<EmbedUrlRecord, EmbedUrlId>, StoreError> {
        const TOTAL: &str = "select count(*) from embed_url where org_id = $1 and key_id = $2";
        let sql = format!(
            "select {COLUMNS} from embed_url where org_id = $1 and key_id = $2 and id > $3 \
             order by id limit $4"
        );
        let rows: Vec<EmbedUrlRow> = on_org_readers!(self, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(key.to_string())
                .bind(page::after(after))
                .bind(size.probe())
                .fetch_all(pool))?;
        let total: i64 = on_org_readers!(self, pool => sqlx::query_scalar(TOTAL)
            .bind(&self.org_id)
            .bind(key.to_string())
            .fetch_one(pool))?;
        let found: Result<Vec<_>, _> = rows.into_iter().map(EmbedUrlRow::decode).collect();
        Ok(Page::cut(found?, size, units(total), |it| it.id))
    }
}

impl LockedOrg {
    /// Returns the organization's embed URL with this id, inside the transaction.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn embed_url(
        &mut self,
        id: EmbedUrlId,
    ) -> Result<Option<EmbedUrlRecord>, StoreError> {
        let sql = format!("select {COLUMNS} from embed_url where org_id = $1 and id = $2");
        let row: Option<EmbedUrlRow> = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(id.to_string())
                .fetch_optional(connection))?;
        row.map(EmbedUrlRow::decode).transpose()
    }

    /// Returns how many embed URLs a key and its organization have, including expired ones.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn embed_urls(&mut self, key: KeyId) -> Result<(u64, u64), StoreError> {
        const SQL: &str = "select \
            coalesce(sum(case when key_id = $2 then 1 else 0 end), 0), count(*) \
            from embed_url where org_id = $1";
        let (of_key, of_org): (i64, i64) = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_as(SQL)
                .bind(&self.org_id)
                .bind(key.to_string())
                .fetch_one(connection))?;
        Ok((units(of_key), units(of_org)))
    }

    /// Adds an embed URL.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn add_embed_url(&mut self, new: &NewEmbedUrl) -> Result<(), StoreError> {
        const SQL: &str = "insert into embed_url \
            (id, org_id, key_id, name, path, query, created_at, created_by, expires_at) \
            values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
        execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(new.id.to_string())
                .bind(&self.org_id)
                .bind(new.key.to_string())
                .bind(new.name.as_str())
                .bind(&new.path)
                .bind(&new.query)
                .bind(new.created_at.micros())
                .bind(new.created_by.map(|it| it.to_string()))
                .bind(new.expires_at.micros())
        )?;
        Ok(())
    }

    /// Deletes an embed URL of a key. Returns `false` if the key does not have it.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn delete_embed_url(
        &mut self,
        key: KeyId,
        id: EmbedUrlId,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "delete from embed_url where org_id = $1 and key_id = $2 and id = $3";
        let deleted = execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(&self.org_id)
                .bind(key.to_string())
                .bind(id.to_string())
        )?;
        Ok(deleted > 0)
    }
}

/// Deletes the embed URLs of keys.
pub(crate) async fn delete_embed_urls_of(
    transaction: &mut Transaction,
    org_id: &str,
    keys: &[KeyId],
) -> Result<(), StoreError> {
    const SQL: &str = "delete from embed_url where org_id = $1 and key_id = $2";
    for key in keys {
        execute!(
            &mut *transaction,
            sqlx::query(SQL).bind(org_id).bind(key.to_string())
        )?;
    }
    Ok(())
}

/// Moves the embed URLs of a key to another one.
pub(crate) async fn move_embed_urls(
    transaction: &mut Transaction,
    org_id: &str,
    (from, to): (KeyId, KeyId),
) -> Result<(), StoreError> {
    const SQL: &str = "update embed_url set key_id = $3 where org_id = $1 and key_id = $2";
    execute!(
        transaction,
        sqlx::query(SQL)
            .bind(org_id)
            .bind(from.to_string())
            .bind(to.to_string())
    )?;
    Ok(())
}
