//! Webhook endpoints of organizations, and the messages to send to them. [`crate::queue`]
//! implements the queue and its fairness. A message that is sent twice has the same id both times.

use access::{DeliveryId, OrgId, Timestamp, UserId, WebhookId, WebhookUrl};
use async_recursion::async_recursion as boxed;
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{Transaction, execute, on_org_readers, on_transaction};
use crate::error::StoreError;
use crate::ledger::units;
use crate::locked::LockedOrg;
use crate::page::{self, Page, PageSize};
use crate::queue::{QueueClaim, QueueFailure, QueueTable};
use crate::store::Store;
use crate::tenant::OrgStore;

/// An endpoint to add.
#[derive(Clone, Debug)]
pub struct NewWebhook {
    /// The id, which its secret is derived from.
    pub id: WebhookId,
    /// The URL.
    pub url: WebhookUrl,
    /// When it is added.
    pub created_at: Timestamp,
    /// Who adds it; `None` for an operator.
    pub created_by: Option<UserId>,
}

/// An endpoint as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookRecord {
    /// The id.
    pub id: WebhookId,
    /// The organization.
    pub org: OrgId,
    /// The URL.
    pub url: WebhookUrl,
    /// When it was added.
    pub created_at: Timestamp,
    /// Who added it; `None` for an operator.
    pub created_by: Option<UserId>,
}

/// A message to send.
#[derive(Clone, Debug)]
pub struct NewDelivery {
    /// The id, the same for every attempt.
    pub id: DeliveryId,
    /// The kind of message: `alert.fired` or `test`.
    pub kind: &'static str,
    /// The body, byte for byte as it is signed and sent.
    pub body: String,
    /// When it is created. It is due at once.
    pub created_at: Timestamp,
}

/// A message as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryRecord {
    /// The id.
    pub id: DeliveryId,
    /// The endpoint.
    pub webhook: WebhookId,
    /// The URL that it goes to.
    pub url: WebhookUrl,
    /// The kind of message.
    pub kind: String,
    /// The body.
    pub body: String,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it is, or was last, due.
    pub next_attempt_at: Timestamp,
    /// The number of times that a node has claimed it.
    pub attempts: u64,
    /// When the last attempt ended.
    pub attempted_at: Option<Timestamp>,
    /// The status of the last response, if there was one.
    pub status: Option<u16>,
    /// The last error.
    pub last_error: Option<String>,
    /// When it was delivered.
    pub delivered_at: Option<Timestamp>,
    /// When it was abandoned.
    pub given_up_at: Option<Timestamp>,
}

const COLUMNS: &str = "id, webhook_id, url, kind, body, created_at, next_attempt_at, attempts, \
    attempted_at, status, last_error, delivered_at, given_up_at";

/// Each endpoint is a lane.
const QUEUE: QueueTable = QueueTable {
    name: "webhook_delivery",
    lane: "webhook_id",
    done_at: "delivered_at",
    columns: COLUMNS,
    on_delivery: "last_error = null",
};

#[derive(FromRow)]
struct WebhookRow {
    id: String,
    org_id: String,
    url: String,
    created_at: i64,
    created_by: Option<String>,
}

impl WebhookRow {
    fn decode(self) -> Result<WebhookRecord, StoreError> {
        let corrupt = |column| StoreError::corrupt(column, &self.id);
        Ok(WebhookRecord {
            id: self.id.parse().map_err(|_| corrupt("webhook.id"))?,
            org: self.org_id.parse().map_err(|_| corrupt("webhook.org_id"))?,
            url: self.url.parse().map_err(|_| corrupt("webhook.url"))?,
            created_at: Timestamp::from_micros(self.created_at),
            created_by: self
                .created_by
                .as_deref()
                .map(|it| it.parse().map_err(|_| corrupt("webhook.created_by")))
                .transpose()?,
        })
    }
}

#[derive(FromRow)]
struct DeliveryRow {
    id: String,
    webhook_id: String,
    url: String,
    kind: String,
    body: String,
    created_at: i64,
    next_attempt_at: i64,
    attempts: i64,
    attempted_at: Option<i64>,
    status: Option<i64>,
    last_error: Option<String>,
    delivered_at: Option<i64>,
    given_up_at: Option<i64>,
}

impl DeliveryRow {
    fn decode(self) -> Result<DeliveryRecord, StoreError> {
        let corrupt = |column| StoreError::corrupt(column, &self.id);
        let at = |micros: Option<i64>| micros.map(Timestamp::from_micros);
        let status = self.status.map(u16::try_from).transpose();
        Ok(DeliveryRecord {
            id: self
                .id
                .parse()
                .map_err(|_| corrupt("webhook_delivery.id"))?,
            webhook: self
                .webhook_id
                .parse()
                .map_err(|_| corrupt("webhook_delivery.webhook_id"))?,
            url: self
                .url
                .parse()
                .map_err(|_| corrupt("webhook_delivery.url"))?,
            created_at: Timestamp::from_micros(self.created_at),
            next_attempt_at: Timestamp::from_micros(self.next_attempt_at),
            attempts: u64::try_from(self.attempts)
                .map_err(|_| corrupt("webhook_delivery.attempts"))?,
            attempted_at: at(self.attempted_at),
            status: status.map_err(|_| corrupt("webhook_delivery.status"))?,
            delivered_at: at(self.delivered_at),
            given_up_at: at(self.given_up_at),
            kind: self.kind,
            body: self.body,
            last_error: self.last_error,
        })
    }
}

const WEBHOOKS: &str = "select id, org_id, url, created_at, created_by from webhook \
    where org_id = $1 order by id";
const WEBHOOK: &str = "select id, org_id, url, created_at, created_by from webhook \
    where org_id = $1 and id = $2";

impl OrgStore<'_> {
    /// Returns the organization's endpoints, oldest first. There are few.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn webhooks(&self) -> Result<Vec<WebhookRecord>, StoreError> {
        let rows: Vec<WebhookRow> = on_org_readers!(self, pool =>
            sqlx::query_as(WEBHOOKS).bind(&self.org_id).fetch_all(pool))?;
        rows.into_iter().map(WebhookRow::decode).collect()
    }

    /// Returns the organization's endpoint with this id.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn webhook(&self, id: WebhookId) -> Result<Option<WebhookRecord>, StoreError> {
        let row: Option<WebhookRow> = on_org_readers!(self, pool =>
            sqlx::query_as(WEBHOOK)
                .bind(&self.org_id)
                .bind(id.to_string())
                .fetch_optional(pool))?;
        row.map(WebhookRow::decode).transpose()
    }

    /// Returns a page of the messages to an endpoint, newest first, before this one.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn deliveries_page(
        &self,
        webhook: WebhookId,
        before: Option<DeliveryId>,
        size: PageSize,
    ) -> Result<Page<DeliveryRecord, DeliveryId>, StoreError> {
        const TOTAL: &str =
            "select count(*) from webhook_delivery where org_id = $1 and webhook_id = $2";
        let sql = format!(
            "select {COLUMNS} from webhook_delivery where org_id = $1 and webhook_id = $2 \
             and ($3 = '' or id < $3) order by id desc limit $4"
        );
        let rows: Vec<DeliveryRow> = on_org_readers!(self, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(webhook.to_string())
                .bind(page::after(before))
                .bind(size.probe())
                .fetch_all(pool))?;
        let total: i64 = on_org_readers!(self, pool => sqlx::query_scalar(TOTAL)
            .bind(&self.org_id)
            .bind(webhook.to_string())
            .fetch_one(pool))?;
        let found: Result<Vec<_>, _> = rows.into_iter().map(DeliveryRow::decode).collect();
        Ok(Page::cut(found?, size, units(total), |it| it.id))
    }
}

impl LockedOrg {
    /// Returns the organization's endpoints, inside the transaction.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn webhooks(&mut self) -> Result<Vec<WebhookRecord>, StoreError> {
        let rows: Vec<WebhookRow> = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_as(WEBHOOKS).bind(&self.org_id).fetch_all(connection))?;
        rows.into_iter().map(WebhookRow::decode).collect()
    }

    /// Adds an endpoint.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn add_webhook(&mut self, new: &NewWebhook) -> Result<(), StoreError> {
        const SQL: &str = "insert into webhook (id, org_id, url, created_at, created_by) \
            values ($1, $2, $3, $4, $5)";
        execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(new.id.to_string())
                .bind(&self.org_id)
                .bind(new.url.as_str())
                .bind(new.created_at.micros())
                .bind(new.created_by.map(|it| it.to_string()))
        )?;
        Ok(())
    }

    /// Deletes an endpoint with its pending messages and its log. Returns `false` if it does not
    /// belong to the organization.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn delete_webhook(&mut self, id: WebhookId) -> Result<bool, StoreError> {
        const LOG: &str = "delete from webhook_delivery where org_id = $1 and webhook_id = $2";
        const ENDPOINT: &str = "delete from webhook where org_id = $1 and id = $2";
        let id = id.to_string();
        let transaction = &mut self.transaction.0;
        execute!(
            &mut *transaction,
            sqlx::query(LOG).bind(&self.org_id).bind(&id)
        )?;
        let deleted = execute!(
            transaction,
            sqlx::query(ENDPOINT).bind(&self.org_id).bind(&id)
        )?;
        Ok(deleted > 0)
    }

    /// Adds a message to an endpoint of the organization.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn add_delivery(
        &mut self,
        webhook: &WebhookRecord,
        new: &NewDelivery,
    ) -> Result<(), StoreError> {
        const SQL: &str = "insert into webhook_delivery (id, org_id, webhook_id, url, kind, body, \
            created_at, next_attempt_at, attempts) values ($1, $2, $3, $4, $5, $6, $7, $7, 0)";
        execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(new.id.to_string())
                .bind(&self.org_id)
                .bind(webhook.id.to_string())
                .bind(webhook.url.as_str())
                .bind(new.kind)
                .bind(&new.body)
                .bind(new.created_at.micros())
        )?;
        Ok(())
    }

    /// Returns the number of messages of a kind that were created for an endpoint since an instant.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn deliveries_since(
        &mut self,
        webhook: WebhookId,
        kind: &str,
        since: Timestamp,
    ) -> Result<u64, StoreError> {
        const SQL: &str = "select count(*) from webhook_delivery where org_id = $1 \
            and webhook_id = $2 and kind = $3 and created_at > $4";
        let found: i64 = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_scalar(SQL)
                .bind(&self.org_id)
                .bind(webhook.to_string())
                .bind(kind)
                .bind(since.micros())
                .fetch_one(connection))?;
        Ok(units(found))
    }
}

impl Store {
    /// Claims messages that are due.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn claim_deliveries(
        &self,
        claim: QueueClaim,
    ) -> Result<Vec<DeliveryRecord>, StoreError> {
        let rows: Vec<DeliveryRow> = QUEUE.claim(&self.backend, claim).await?;
        rows.into_iter().map(DeliveryRow::decode).collect()
    }

    /// Records that a message was delivered, with this status. Returns `false` if it already was or
    /// no longer exists.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn delivery_taken(
        &self,
        delivery: &DeliveryRecord,
        status: u16,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.backend.begin().await?;
        let id = delivery.id.to_string();
        let changed = QUEUE.delivered(&mut transaction, &id, at).await?;
        if changed {
            note_answer(&mut transaction, &id, Some(status), at).await?;
        }
        transaction.commit().await?;
        Ok(changed)
    }

    /// Records that a message was not delivered, and when to retry. `None` abandons it. `delivery`
    /// is as it was claimed. Returns `false` if the lease has ended and another node claimed it
    /// meanwhile.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn delivery_failed(
        &self,
        delivery: &DeliveryRecord,
        (status, error): (Option<u16>, &str),
        next_attempt_at: Option<Timestamp>,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let failure = QueueFailure {
            attempts: delivery.attempts,
            error,
            next_attempt_at,
            at,
        };
        let mut transaction = self.backend.begin().await?;
        let id = delivery.id.to_string();
        let changed = QUEUE.failed(&mut transaction, &id, &failure).await?;
        if changed {
            note_answer(&mut transaction, &id, status, at).await?;
        }
        transaction.commit().await?;
        Ok(changed)
    }

    /// Deletes at most this many messages that were delivered or abandoned before an instant and
    /// returns how many.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn delete_old_deliveries(
        &self,
        before: Timestamp,
        most: u32,
    ) -> Result<u64, StoreError> {
        QUEUE.delete_old(&self.backend, before, most).await
    }
}

/// Records the endpoint's response to an attempt.
async fn note_answer(
    transaction: &mut Transaction,
    id: &str,
    status: Option<u16>,
    at: Timestamp,
) -> Result<(), StoreError> {
    const SQL: &str = "update webhook_delivery set attempted_at = $2, status = $3 where id = $1";
    execute!(
        transaction,
        sqlx::query(SQL)
            .bind(id)
            .bind(at.micros())
            .bind(status.map(i64::from))
    )?;
    Ok(())
}
