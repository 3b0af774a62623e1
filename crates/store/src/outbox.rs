//! The outbox: e-mails to send, written in the same transaction as the change that they report.
//! [`crate::queue`] implements the queue and its fairness.

use access::{EmailAddress, MailId, Timestamp};
use async_recursion::async_recursion as boxed;
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{execute, on_readers};
use crate::error::StoreError;
use crate::ledger::units;
use crate::locked::{LockedOrg, OpenTransaction};
use crate::page::{self, Page, PageSize};
use crate::queue::{QueueClaim, QueueFailure, QueueTable};
use crate::store::Store;

/// An e-mail to send.
#[derive(Clone, Debug)]
pub struct NewMail {
    /// The id.
    pub id: MailId,
    /// The recipient.
    pub recipient: EmailAddress,
    /// The kind of e-mail, such as `invitation`.
    pub kind: String,
    /// The data for its text; opaque here. Deleted as soon as the e-mail is sent.
    pub payload: String,
    /// The language tag of its text.
    pub language: String,
    /// When it is created. It is due at once.
    pub created_at: Timestamp,
}

/// An e-mail as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailRecord {
    /// The id.
    pub id: MailId,
    /// The recipient.
    pub recipient: EmailAddress,
    /// The kind of e-mail.
    pub kind: String,
    /// The data for its text; empty once it was sent.
    pub payload: String,
    /// The language tag of its text.
    pub language: String,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it is, or was last, due.
    pub next_attempt_at: Timestamp,
    /// When the lease of the node that is sending it ends.
    pub leased_until: Option<Timestamp>,
    /// The number of times that a node has claimed it.
    pub attempts: u64,
    /// When it was sent.
    pub sent_at: Option<Timestamp>,
    /// When it was abandoned.
    pub given_up_at: Option<Timestamp>,
    /// The last error.
    pub last_error: Option<String>,
}

const COLUMNS: &str = "id, recipient, kind, payload, language, created_at, next_attempt_at, leased_until, \
    attempts, sent_at, given_up_at, last_error";

/// The e-mails of an organization form one lane, and so do those that no organization sends. The
/// data of an e-mail is deleted as soon as it is sent.
const QUEUE: QueueTable = QueueTable {
    name: "outbox",
    lane: "org_id",
    done_at: "sent_at",
    columns: COLUMNS,
    on_delivery: "payload = ''",
};

#[derive(FromRow)]
struct MailRow {
    id: String,
    recipient: String,
    kind: String,
    payload: String,
    language: String,
    created_at: i64,
    next_attempt_at: i64,
    leased_until: Option<i64>,
    attempts: i64,
    sent_at: Option<i64>,
    given_up_at: Option<i64>,
    last_error: Option<String>,
}

impl MailRow {
    fn decode(self) -> Result<MailRecord, StoreError> {
        let corrupt = |column| StoreError::corrupt(column, &self.id);
        let at = |micros: Option<i64>| micros.map(Timestamp::from_micros);
        Ok(MailRecord {
            id: self.id.parse().map_err(|_| corrupt("outbox.id"))?,
            recipient: self
                .recipient
                .parse()
                .map_err(|_| corrupt("outbox.recipient"))?,
            created_at: Timestamp::from_micros(self.created_at),
            next_attempt_at: Timestamp::from_micros(self.next_attempt_at),
            leased_until: at(self.leased_until),
            attempts: u64::try_from(self.attempts).map_err(|_| corrupt("outbox.attempts"))?,
            sent_at: at(self.sent_at),
            given_up_at: at(self.given_up_at),
            kind: self.kind,
            payload: self.payload,
            language: self.language,
            last_error: self.last_error,
        })
    }
}

impl OpenTransaction {
    /// Adds an e-mail that no organization sends.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn add_mail(&mut self, new: &NewMail) -> Result<(), StoreError> {
        self.add_mail_of("", new).await
    }

    async fn add_mail_of(&mut self, org_id: &str, new: &NewMail) -> Result<(), StoreError> {
        const SQL: &str = "insert into outbox (id, recipient, kind, payload, created_at, \
            next_attempt_at, attempts, language, org_id) values ($1, $2, $3, $4, $5, $5, 0, $6, $7)";
        execute!(
            &mut self.0,
            sqlx::query(SQL)
                .bind(new.id.to_string())
                .bind(new.recipient.as_str())
                .bind(&new.kind)
                .bind(&new.payload)
                .bind(new.created_at.micros())
                .bind(&new.language)
                .bind(org_id)
        )?;
        Ok(())
    }
}

impl LockedOrg {
    /// Adds an e-mail that the organization sends, in the organization's lane.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn add_mail(&mut self, new: &NewMail) -> Result<(), StoreError> {
        self.transaction.add_mail_of(&self.org_id, new).await
    }
}

impl Store {
    /// Claims e-mails that are due.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn claim_mails(&self, claim: QueueClaim) -> Result<Vec<MailRecord>, StoreError> {
        let rows: Vec<MailRow> = QUEUE.claim(&self.backend, claim).await?;
        rows.into_iter().map(MailRow::decode).collect()
    }

    /// Records that an e-mail was sent, and deletes its data. Returns `false` if the e-mail does
    /// not exist or was already sent.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn mail_sent(&self, id: MailId, at: Timestamp) -> Result<bool, StoreError> {
        let mut transaction = self.backend.begin().await?;
        let id = id.to_string();
        let changed = QUEUE.delivered(&mut transaction, &id, at).await?;
        transaction.commit().await?;
        Ok(changed)
    }

    /// Records that an e-mail could not be sent and when to retry. `None` abandons it. `mail` is as
    /// it was claimed. Returns `false` if the lease has ended and another node claimed it
    /// meanwhile.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn mail_failed(
        &self,
        mail: &MailRecord,
        error: &str,
        next_attempt_at: Option<Timestamp>,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let failure = QueueFailure {
            attempts: mail.attempts,
            error,
            next_attempt_at,
            at,
        };
        let mut transaction = self.backend.begin().await?;
        let id = mail.id.to_string();
        let changed = QUEUE.failed(&mut transaction, &id, &failure).await?;
        transaction.commit().await?;
        Ok(changed)
    }

    /// Returns a page of all e-mails, oldest first, after this one. For operators.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn mails_page(
        &self,
        after: Option<MailId>,
        size: PageSize,
    ) -> Result<Page<MailRecord, MailId>, StoreError> {
        self.mails_where("true", after, size).await
    }

    /// Returns a page of the e-mails that were not sent, both pending and abandoned.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn unsent_mails_page(
        &self,
        after: Option<MailId>,
        size: PageSize,
    ) -> Result<Page<MailRecord, MailId>, StoreError> {
        self.mails_where("sent_at is null", after, size).await
    }

    async fn mails_where(
        &self,
        condition: &'static str,
        after: Option<MailId>,
        size: PageSize,
    ) -> Result<Page<MailRecord, MailId>, StoreError> {
        let sql = format!(
            "select {COLUMNS} from outbox where {condition} and id > $1 order by id limit $2"
        );
        let count = format!("select count(*) from outbox where {condition}");
        let rows: Vec<MailRow> = on_readers!(&self.backend, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(page::after(after))
                .bind(size.probe())
                .fetch_all(pool))?;
        let total: i64 = on_readers!(&self.backend, pool =>
            sqlx::query_scalar(AssertSqlSafe(count.as_str())).fetch_one(pool))?;
        let mails: Result<Vec<_>, _> = rows.into_iter().map(MailRow::decode).collect();
        Ok(Page::cut(mails?, size, units(total), |it| it.id))
    }

    /// Deletes at most this many e-mails that were sent or abandoned before an instant and returns
    /// how many.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn delete_old_mails(&self, before: Timestamp, most: u32) -> Result<u64, StoreError> {
        QUEUE.delete_old(&self.backend, before, most).await
    }
}
