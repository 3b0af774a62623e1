//! Cluster members: every node sends heartbeats. The database's clock measures their age, so that a
//! node with a wrong clock neither hides nor drops another.

use async_recursion::async_recursion as boxed;
use std::time::Duration;

use access::Timestamp;

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

/// The clock of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeClock {
    /// The node.
    pub node: String,
    /// How far it is ahead of the database's, in microseconds; `None` before it was measured.
    pub ahead_us: Option<i64>,
}

impl Store {
    /// Records a heartbeat of a node and returns the nodes that are serving.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
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

    /// Measures how far a clock is ahead of the database's, in microseconds. The result can be wrong by
    /// half the time that the database takes to answer.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    pub async fn clock_ahead_us(&self, now: impl Fn() -> Timestamp) -> Result<i64, StoreError> {
        let mut transaction = self.backend.begin_snapshot().await?;
        let before = now().micros();
        let in_database = transaction.now().await?;
        let after = now().micros();
        Ok(before + (after - before) / 2 - in_database)
    }

    /// Records how far the clock of a node is ahead of the database's.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn record_clock(&self, node: &str, ahead_us: i64) -> Result<(), StoreError> {
        let mut transaction = self.backend.begin().await?;
        let sql = "update node set clock_ahead_us = $2 where id = $1";
        execute!(&mut transaction, sqlx::query(sql).bind(node).bind(ahead_us))?;
        transaction.commit().await
    }

    /// Returns the nodes with a recent heartbeat, and their clocks.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn node_clocks(&self) -> Result<Vec<NodeClock>, StoreError> {
        const SQL: &str = "select id, clock_ahead_us from node where seen_at > $1 order by id \
            limit 1000";
        let mut transaction = self.backend.begin_snapshot().await?;
        let absent = i64::try_from(NODE_ABSENT_AFTER.as_micros()).unwrap_or(i64::MAX);
        let since = transaction.now().await? - absent;
        let rows: Vec<(String, Option<i64>)> = on_transaction!(&mut transaction, connection =>
            sqlx::query_as(SQL).bind(since).fetch_all(connection))?;
        let decode = |(node, ahead_us)| NodeClock { node, ahead_us };
        Ok(rows.into_iter().map(decode).collect())
    }

    /// Returns the number of nodes with a recent heartbeat.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
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
    #[boxed]
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
    #[boxed]
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
