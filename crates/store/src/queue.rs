//! A queue of messages to deliver: the mechanism behind e-mails and webhooks.
//!
//! A node claims a message with a lease, delivers it, and records the outcome. The lease of a node
//! that crashes expires. Delivery is at least once: a message may then be delivered twice, but is
//! never lost. Claims alternate between organizations, so that one organization's backlog does not
//! delay another.
//!
//! Messages are kept in lanes: a webhook's endpoint is a lane, and so is an organization's mail. A
//! lane belongs to one organization. The oldest due message of each lane is found through an index,
//! so that the cost of a claim grows with the number of lanes that have waiting messages, not with
//! the number of messages.

use access::Timestamp;
use async_recursion::async_recursion as boxed;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{Backend, Transaction, execute, on_readers, on_transaction};
use crate::error::StoreError;
use crate::ledger::{stored, units};
use crate::store::Store;

/// The maximum number of messages in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueLimits {
    /// Per organization, on all nodes together.
    pub per_org: u32,
    /// Per lane, on all nodes together.
    pub per_lane: u32,
}

/// A node's claim to messages.
#[derive(Clone, Copy, Debug)]
pub struct QueueClaim {
    /// The current time.
    pub now: Timestamp,
    /// When the lease ends. Until then, no other node claims the same messages.
    pub until: Timestamp,
    /// The maximum number of messages. A claim takes at most one of each lane.
    pub most: u32,
    /// The maximum number of messages in flight, including those of earlier claims.
    pub limits: QueueLimits,
}

/// A table of messages. Its rows have `id`, `org_id`, `next_attempt_at`, `leased_until`,
/// `claimed_at`, `attempts`, `last_error` and `given_up_at`.
#[derive(Debug)]
pub(crate) struct QueueTable {
    pub(crate) name: &'static str,
    /// The column with the lane.
    pub(crate) lane: &'static str,
    /// The column with the time of delivery.
    pub(crate) done_at: &'static str,
    /// The columns that a claim returns.
    pub(crate) columns: &'static str,
    /// Additional assignments when a message is delivered, as `column = expression`.
    pub(crate) on_delivery: &'static str,
}

/// Messages that wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Emails that are not sent and not given up.
    pub mails: u64,
    /// Webhook messages that are not delivered and not given up.
    pub webhooks: u64,
}

impl Store {
    /// Returns the number of messages that wait, whenever they are due.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn backlog(&self) -> Result<Backlog, StoreError> {
        const SQL: &str = "select \
            (select count(*) from outbox where sent_at is null and given_up_at is null), \
            (select count(*) from webhook_delivery where delivered_at is null \
                and given_up_at is null)";
        let (mails, webhooks): (i64, i64) =
            on_readers!(&self.backend, pool => sqlx::query_as(SQL).fetch_one(pool))?;
        Ok(Backlog {
            mails: units(mails),
            webhooks: units(webhooks),
        })
    }
}

/// A row of a queue on either database.
pub(crate) trait QueueRow:
    for<'row> FromRow<'row, SqliteRow> + for<'row> FromRow<'row, PgRow> + Send + Unpin
{
}

impl<T> QueueRow for T where
    T: for<'row> FromRow<'row, SqliteRow> + for<'row> FromRow<'row, PgRow> + Send + Unpin
{
}

impl QueueTable {
    /// Claims messages that are due. The organization with the fewest messages in flight comes
    /// first. On a tie, it is the one that has waited longest for its turn.
    pub(crate) async fn claim<R: QueueRow>(
        &self,
        backend: &Backend,
        claim: QueueClaim,
    ) -> Result<Vec<R>, StoreError> {
        let Self {
            name,
            lane,
            done_at,
            columns,
            ..
        } = self;
        // `min` steps from lane to lane along the index. Messages in flight are counted by their
        // lease, so a crashed node's messages count until their lease ends.
        let sql = format!(
            "with recursive lane (name) as (\
                select min({lane}) from {name} where {done_at} is null and given_up_at is null \
                union all \
                select (select min({lane}) from {name} where {done_at} is null \
                    and given_up_at is null and {lane} > lane.name) \
                from lane where lane.name is not null), \
             head (id) as (\
                select (select id from {name} where {lane} = lane.name and {done_at} is null \
                    and given_up_at is null and next_attempt_at <= $1 \
                    and (leased_until is null or leased_until <= $1) \
                    order by next_attempt_at, id limit 1) \
                from lane where lane.name is not null), \
             due as (\
                select m.id, m.org_id, m.next_attempt_at, \
                    (select count(*) from {name} b where b.org_id = m.org_id \
                        and b.{done_at} is null and b.given_up_at is null \
                        and b.leased_until > $1) as org_under_way, \
                    (select count(*) from {name} b where b.org_id = m.org_id \
                        and b.{lane} = m.{lane} and b.{done_at} is null \
                        and b.given_up_at is null and b.leased_until > $1) as lane_under_way, \
                    (select coalesce(max(b.claimed_at), 0) from {name} b \
                        where b.org_id = m.org_id) as org_claimed_at \
                from head join {name} m on m.id = head.id), \
             turn as (\
                select id, org_claimed_at, next_attempt_at, org_under_way + row_number() over \
                    (partition by org_id order by next_attempt_at, id) as number \
                from due where lane_under_way < $4) \
             update {name} set leased_until = $2, claimed_at = $1, attempts = attempts + 1 \
             where {done_at} is null and given_up_at is null \
             and (leased_until is null or leased_until <= $1) \
             and id in (select id from turn where number <= $5 \
                order by number, org_claimed_at, next_attempt_at, id limit $3) \
             returning {columns}"
        );
        let mut transaction = backend.begin().await?;
        // Two concurrent claims would each count without the other.
        transaction.lock_name(name).await?;
        let rows: Vec<R> = on_transaction!(&mut transaction, connection =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(claim.now.micros())
                .bind(claim.until.micros())
                .bind(i64::from(claim.most))
                .bind(i64::from(claim.limits.per_lane))
                .bind(i64::from(claim.limits.per_org))
                .fetch_all(connection))?;
        transaction.commit().await?;
        Ok(rows)
    }

    /// Records that a message was delivered. Returns `false` if it already was or no longer exists.
    pub(crate) async fn delivered(
        &self,
        transaction: &mut Transaction,
        id: &str,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let Self {
            name,
            done_at,
            on_delivery,
            ..
        } = self;
        let sql = format!(
            "update {name} set {done_at} = $2, leased_until = null, {on_delivery} \
             where id = $1 and {done_at} is null"
        );
        let changed = execute!(
            transaction,
            sqlx::query(AssertSqlSafe(sql.as_str()))
                .bind(id)
                .bind(at.micros())
        )?;
        Ok(changed > 0)
    }

    /// Records that a message was not delivered. Returns `false` if the lease has ended and another
    /// node has claimed the message since, or if the message no longer exists.
    pub(crate) async fn failed(
        &self,
        transaction: &mut Transaction,
        id: &str,
        failure: &QueueFailure<'_>,
    ) -> Result<bool, StoreError> {
        let Self { name, done_at, .. } = self;
        let sql = format!(
            "update {name} set last_error = $3, leased_until = null, \
             next_attempt_at = coalesce($4, next_attempt_at), given_up_at = $5 \
             where id = $1 and attempts = $2 and {done_at} is null and given_up_at is null"
        );
        let given_up_at = match failure.next_attempt_at {
            None => Some(failure.at.micros()),
            Some(_) => None,
        };
        let changed = execute!(
            transaction,
            sqlx::query(AssertSqlSafe(sql.as_str()))
                .bind(id)
                .bind(stored(failure.attempts))
                .bind(failure.error)
                .bind(failure.next_attempt_at.map(Timestamp::micros))
                .bind(given_up_at)
        )?;
        Ok(changed > 0)
    }

    /// Deletes at most this many messages that were delivered or abandoned before an instant and
    /// returns how many.
    pub(crate) async fn delete_old(
        &self,
        backend: &Backend,
        before: Timestamp,
        most: u32,
    ) -> Result<u64, StoreError> {
        let Self { name, done_at, .. } = self;
        let sql = format!(
            "delete from {name} where id in (select id from {name} \
             where {done_at} < $1 or given_up_at < $1 order by id limit $2)"
        );
        let mut transaction = backend.begin().await?;
        let deleted = execute!(
            &mut transaction,
            sqlx::query(AssertSqlSafe(sql.as_str()))
                .bind(before.micros())
                .bind(i64::from(most))
        )?;
        transaction.commit().await?;
        Ok(deleted)
    }
}

/// A failed attempt.
#[derive(Debug)]
pub(crate) struct QueueFailure<'a> {
    /// The number of attempts when the message was claimed.
    pub(crate) attempts: u64,
    pub(crate) error: &'a str,
    /// When to retry; `None` abandons the message.
    pub(crate) next_attempt_at: Option<Timestamp>,
    pub(crate) at: Timestamp,
}
