//! Who serves: every node says now and then that it is there. The database's clock decides how long
//! ago that was, so that a node whose own clock is wrong neither hides nor forgets another.

use std::time::Duration;

use crate::backend::{Backend, execute, on_readers, on_transaction};
use crate::error::StoreError;
use crate::ledger::units;
use crate::store::Store;

/// A node that has not been heard of for so long does not count.
pub const NODE_ABSENT_AFTER: Duration = Duration::from_secs(15);

/// The nodes that serve now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nodes {
    /// How many, the asking one included.
    pub count: u32,
    /// Which of them the asking one is, from 0 on.
    pub ordinal: u32,
}

impl Store {
    /// Says that a node is there; answers who else is.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
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

    /// How many nodes have said lately that they are there.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn node_count(&self) -> Result<u64, StoreError> {
        const SQL: &str = "select count(*) from node";
        let count: i64 =
            on_readers!(&self.backend, pool => sqlx::query_scalar(SQL).fetch_one(pool))?;
        Ok(units(count))
    }

    /// Refuses while nodes serve with this database. An embedded file has one server, and its folder a lock.
    ///
    /// # Errors
    ///
    /// [`StoreError::NodesServe`], or when the database does not answer.
    pub async fn require_nobody_serves(&self) -> Result<(), StoreError> {
        match present_nodes(&self.backend).await? {
            0 => Ok(()),
            count => Err(StoreError::NodesServe { count }),
        }
    }

    /// Says that a node is about to end.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn leave(&self, node: &str) -> Result<(), StoreError> {
        let mut transaction = self.backend.begin().await?;
        let sql = "delete from node where id = $1";
        execute!(&mut transaction, sqlx::query(sql).bind(node))?;
        let sql = "delete from lease where holder = $1";
        execute!(&mut transaction, sqlx::query(sql).bind(node))?;
        transaction.commit().await
    }
}

/// How many nodes serve with a PostgreSQL database that has a list of them.
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
