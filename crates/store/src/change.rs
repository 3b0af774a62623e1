//! Change detection across nodes: a global counter, and on each row the counter's value at its last
//! change. A server remembers the value it has seen and queries for newer rows. PostgreSQL also
//! sends notifications, so that nobody waits for the next poll.

use access::{KeyDigest, KeyId};
use async_recursion::async_recursion as boxed;
use sqlx::FromRow;
use sqlx::postgres::PgListener;

use crate::backend::{Backend, Transaction, on_readers, on_transaction};
use crate::error::StoreError;
use crate::key::digest_from_row;
use crate::store::Store;

/// A value of the change counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Revision(pub(crate) i64);

impl std::fmt::Display for Revision {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A key whose state may have changed, directly or through its organization.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The key.
    pub id: KeyId,
    /// The digest that the key is looked up by.
    pub digest: KeyDigest,
}

#[derive(FromRow)]
struct ChangeRow {
    id: String,
    digest: Vec<u8>,
}

impl Store {
    /// Returns the current value of the counter.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn revision(&self) -> Result<Revision, StoreError> {
        const SQL: &str = "select value from revision where id = 1";
        let value = on_readers!(&self.backend, pool => sqlx::query_scalar(SQL).fetch_one(pool))?;
        Ok(Revision(value))
    }

    /// Returns every key that changed after `seen`.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn changes_since(&self, seen: Revision) -> Result<Vec<Change>, StoreError> {
        const SQL: &str = "select id, digest from api_key where revision > $1 \
             union select k.id, k.digest from api_key k \
             join organization o on o.id = k.org_id where o.revision > $1";
        let rows: Vec<ChangeRow> =
            on_readers!(&self.backend, pool => sqlx::query_as(SQL).bind(seen.0).fetch_all(pool))?;
        let decode = |row: ChangeRow| {
            let id = row.id.parse();
            Ok(Change {
                id: id.map_err(|_| StoreError::corrupt("api_key.id", &row.id))?,
                digest: digest_from_row(&row.id, &row.digest)?,
            })
        };
        rows.into_iter().map(decode).collect()
    }
}

/// The notification channel for changes.
const CHANNEL: &str = "almagest_change";

/// Reports that something has changed.
#[derive(Debug)]
pub struct ChangeFeed(Option<PgListener>);

impl Store {
    /// Subscribes to changes from now on.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn change_feed(&self) -> Result<ChangeFeed, StoreError> {
        match &self.backend {
            Backend::Sqlite { .. } => Ok(ChangeFeed(None)),
            Backend::Postgres { pool, .. } => {
                let mut listener = PgListener::connect_with(pool).await?;
                listener.listen(CHANNEL).await?;
                Ok(ChangeFeed(Some(listener)))
            }
        }
    }
}

impl ChangeFeed {
    /// Resolves after the next change, or when changes may have been missed. Never resolves on
    /// SQLite, which sends no notifications.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn changed(&mut self) -> Result<(), StoreError> {
        match &mut self.0 {
            // `None` means that the connection was lost and restored.
            Some(listener) => listener.try_recv().await.map(drop).map_err(Into::into),
            None => std::future::pending().await,
        }
    }
}

/// Increments the counter. The row stays locked until the transaction ends, so revisions become
/// visible in order: a reader that has seen 7 never finds a 6 later.
pub(crate) async fn next_revision(transaction: &mut Transaction) -> Result<Revision, StoreError> {
    const SQL: &str = "update revision set value = value + 1 where id = 1 returning value";
    let value =
        on_transaction!(transaction, connection => sqlx::query_scalar(SQL).fetch_one(connection))?;
    if let Transaction::Postgres(it) = transaction {
        // Sent when the transaction commits.
        let announce = sqlx::query("select pg_notify($1, '')").bind(CHANNEL);
        announce.execute(&mut **it).await?;
    }
    Ok(Revision(value))
}
