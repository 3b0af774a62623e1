//! The runs of background jobs: who holds each job, and how it last ended.

use access::Timestamp;
use async_recursion::async_recursion as boxed;
use sqlx::FromRow;

use crate::backend::{execute, on_readers};
use crate::error::StoreError;
use crate::store::Store;

/// The state of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobRun {
    /// The name.
    pub name: String,
    /// The node that holds its lease; `None` if no node does.
    pub holder: Option<String>,
    /// The node that ran it last.
    pub node: Option<String>,
    /// When that run ended.
    pub ended_at: Option<Timestamp>,
    /// When it last succeeded.
    pub succeeded_at: Option<Timestamp>,
    /// The error of the last run, if any.
    pub error: Option<String>,
}

#[derive(FromRow)]
struct Row {
    name: String,
    holder: Option<String>,
    node: Option<String>,
    ended_at: Option<i64>,
    succeeded_at: Option<i64>,
    error: Option<String>,
}

impl Store {
    /// Records how a job ended.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn record_job_run(
        &self,
        name: &str,
        node: &str,
        at: Timestamp,
        error: Option<&str>,
    ) -> Result<(), StoreError> {
        const SQL: &str = "insert into job_run (name, node, ended_at, succeeded_at, error) \
            values ($1, $2, $3, $4, $5) on conflict (name) do update set node = excluded.node, \
            ended_at = excluded.ended_at, error = excluded.error, \
            succeeded_at = coalesce(excluded.succeeded_at, job_run.succeeded_at)";
        let mut transaction = self.backend.begin().await?;
        execute!(
            &mut transaction,
            sqlx::query(SQL)
                .bind(name)
                .bind(node)
                .bind(at.micros())
                .bind(error.is_none().then_some(at.micros()))
                .bind(error)
        )?;
        transaction.commit().await
    }

    /// Returns every job that has a holder or has run, by name. Includes expired leases, which the
    /// next round of the job takes over.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn job_runs(&self) -> Result<Vec<JobRun>, StoreError> {
        const SQL: &str = "select n.name, l.holder, r.node, r.ended_at, r.succeeded_at, r.error \
            from (select name from lease union select name from job_run) as n \
            left join lease l on l.name = n.name left join job_run r on r.name = n.name \
            order by n.name limit 100";
        let rows: Vec<Row> =
            on_readers!(&self.backend, pool => sqlx::query_as(SQL).fetch_all(pool))?;
        let decode = |row: Row| JobRun {
            name: row.name,
            holder: row.holder,
            node: row.node,
            ended_at: row.ended_at.map(Timestamp::from_micros),
            succeeded_at: row.succeeded_at.map(Timestamp::from_micros),
            error: row.error,
        };
        Ok(rows.into_iter().map(decode).collect())
    }
}
