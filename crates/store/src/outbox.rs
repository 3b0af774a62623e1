//! E-mails that wait to be sent, written in the transaction of what they tell of. How they wait and
//! whose turn it is: [`crate::queue`].

use access::{EmailAddress, MailId, Timestamp};
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{execute, on_readers};
use crate::error::StoreError;
use crate::ledger::units;
use crate::locked::{LockedOrg, OpenTransaction};
use crate::page::{self, Page, PageSize};
use crate::queue::{QueueClaim, QueueFailure, QueueTable};
use crate::store::Store;

/// An e-mail to be sent.
#[derive(Clone, Debug)]
pub struct NewMail {
    /// Its id.
    pub id: MailId,
    /// Whom it goes to.
    pub recipient: EmailAddress,
    /// Which e-mail it is: `invitation`.
    pub kind: String,
    /// What its text is made from; opaque here. Forgotten as soon as the e-mail is sent.
    pub payload: String,
    /// The tag of the language it is written in.
    pub language: String,
    /// When it is written: it is due at once.
    pub created_at: Timestamp,
}

/// An e-mail as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailRecord {
    /// Its id.
    pub id: MailId,
    /// Whom it goes to.
    pub recipient: EmailAddress,
    /// Which e-mail it is.
    pub kind: String,
    /// What its text is made from; empty once it was sent.
    pub payload: String,
    /// The tag of the language it is written in.
    pub language: String,
    /// When it was written.
    pub created_at: Timestamp,
    /// When it is, or was last, due.
    pub next_attempt_at: Timestamp,
    /// Until when a node is at it.
    pub leased_until: Option<Timestamp>,
    /// How often a node took it.
    pub attempts: u64,
    /// When it was sent.
    pub sent_at: Option<Timestamp>,
    /// When it was given up.
    pub given_up_at: Option<Timestamp>,
    /// What went wrong the last time.
    pub last_error: Option<String>,
}

const COLUMNS: &str = "id, recipient, kind, payload, language, created_at, next_attempt_at, leased_until, \
    attempts, sent_at, given_up_at, last_error";

/// An organization's e-mails are one lane, and so are those that no organization sends. What an
/// e-mail is made from is forgotten as soon as it is sent.
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
    /// When the database does not answer.
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
    /// Adds an e-mail that the organization sends: it waits for the organization's turn.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn add_mail(&mut self, new: &NewMail) -> Result<(), StoreError> {
        self.transaction.add_mail_of(&self.org_id, new).await
    }
}

impl Store {
    /// Claims e-mails that are due.
    ///
    /// # Errors
    ///
    /// When the database does not answer or holds something unreadable.
    pub async fn claim_mails(&self, claim: QueueClaim) -> Result<Vec<MailRecord>, StoreError> {
        let rows: Vec<MailRow> = QUEUE.claim(&self.backend, claim).await?;
        rows.into_iter().map(MailRow::decode).collect()
    }

    /// Records that an e-mail was sent, and forgets what it was made from. False when there is no
    /// such e-mail or it was sent before.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn mail_sent(&self, id: MailId, at: Timestamp) -> Result<bool, StoreError> {
        let mut transaction = self.backend.begin().await?;
        let id = id.to_string();
        let changed = QUEUE.delivered(&mut transaction, &id, at).await?;
        transaction.commit().await?;
        Ok(changed)
    }

    /// Records that an e-mail could not be sent and when to try again; `None` gives it up. `mail` is
    /// as it was claimed: false when the lease has ended and another node claimed it meanwhile.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
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

    /// A page of all e-mails, oldest first, after this one. For operators.
    ///
    /// # Errors
    ///
    /// When the database does not answer or holds something unreadable.
    pub async fn mails_page(
        &self,
        after: Option<MailId>,
        size: PageSize,
    ) -> Result<Page<MailRecord, MailId>, StoreError> {
        self.mails_where("true", after, size).await
    }

    /// The same of those that were not sent, whether they are to be or were given up.
    ///
    /// # Errors
    ///
    /// When the database does not answer or holds something unreadable.
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

    /// Deletes e-mails that were sent or given up before an instant, at most this many; answers
    /// how many.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn delete_old_mails(&self, before: Timestamp, most: u32) -> Result<u64, StoreError> {
        QUEUE.delete_old(&self.backend, before, most).await
    }
}
