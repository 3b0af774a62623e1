//! Cluster members: every node sends heartbeats. The database's clock measures their age, so that a
//! node with a wrong clock neither hides nor drops another.

use std::time::Duration;

use crate::backend::{Backend, execute, on_readers, on_transaction};
use crate::error::StoreError;
use crate::ledger::units;
use crate::store::Store;

/// How long a node counts as a member after its last heartbeat.
pub const NODE_ABSENT_AFTER: Duration = Duration::from_secs(15);

/// The nodes that are serving now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nodes {
    /// The number of nodes, including the calling one.
    pub count: u32,
    /// The index of the calling node among them, from 0.
    pub ordinal: u32,
}

impl Store {
    /// Records a heartbeat of a node and returns the nodes that are serving.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    pub async fn heartbeat(&self, node: &str) -> Result<Nodes, StoreError> {
        const FORGET: &str = "delete from node where seen_at < $1";
        const PRESENT: &str = "select id from node order by id";
        let mut transaction = self.backend.begin().await?;
        let now = transaction.now().await?;
        let sql = "insert into node (id, seen_at) values ($1, $2) \
            on conflict (id) do update set seen_at = excluded.seen_at";
        execute!(&mut transaction, sqlx::query(sql).bind(node).bind(now))?;
        let absent = now - i64::try_from(NODE_ABSENT_AFTER.as_micros()).unwrap_or(i64::MAX);
        execute!(&mut transaction, sqlx::query(FORGET).bind(absent))?;
        let present: Vec<String> = on_transaction!(&mut transaction, connection =>
            sqlx::query_scalar(PRESENT).fetch_all(connection))?;
        transaction.commit().await?;
        let ordinal = present.iter().position(|it| it == node).unwrap_or_default();
        Ok(Nodes {
            count: u32::try_from(present.len()).unwrap_or(u32::MAX).max(1),
            ordinal: u32::try_from(ordinal).unwrap_or_default(),
        })
    }

    /// Returns the number of nodes with a recent heartbeat.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    pub async fn node_count(&self) -> Result<u64, StoreError> {
        const SQL: &str = "select count(*) from node";
        let count: i64 =
            on_readers!(&self.backend, pool => sqlx::query_scalar(SQL).fetch_one(pool))?;
        Ok(units(count))
    }

    /// Returns an error while nodes are serving with this database. A SQLite file has one server,
    /// and its folder has a lock.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError::NodesServe`], or an error if the database is unavailable.
    pub async fn require_nobody_serves(&self) -> Result<(), StoreError> {
        match present_nodes(&self.backend).await? {
            0 => Ok(()),
            count => Err(StoreError::NodesServe { count }),
        }
    }

    /// Records that a node is about to stop.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    pub async fn deregister(&self, node: &str) -> Result<(), StoreError> {
        let mut transaction = self.backend.begin().await?;
        let sql = "delete from node where id = $1";
        execute!(&mut transaction, sqlx::query(sql).bind(node))?;
        let sql = "delete from lease where holder = $1";
        execute!(&mut transaction, sqlx::query(sql).bind(node))?;
        transaction.commit().await
    }
}

/// Returns the number of nodes that are serving with a PostgreSQL database, if it has a list of
/// them.
pub(crate) async fn present_nodes(backend: &Backend) -> Result<u64, StoreError> {
    const SQL: &str = "select count(*) from node where seen_at > \
        cast(extract(epoch from clock_timestamp()) * 1000000 as bigint) - $1";
    let Backend::Postgres { pool, .. } = backend else {
        return Ok(0);
    };
    let patience = i64::try_from(NODE_ABSENT_AFTER.as_micros()).unwrap_or(i64::MAX);
    let count: i64 = sqlx::query_scalar(SQL)
        .bind(patience)
        .fetch_one(pool)
        .await?;
    Ok(units(count))
}
