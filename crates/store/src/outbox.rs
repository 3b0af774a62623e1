//! E-mails that wait to be sent, written in the transaction of what they tell of.
//!
//! A node takes a lease on what is due, sends it, and notes what became of it. A node that dies
//! leaves leases that end by themselves: an e-mail may then be sent twice, never not at all.

use access::{EmailAddress, MailId, Timestamp};
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{execute, on_readers, on_transaction};
use crate::error::StoreError;
use crate::ledger::units;
use crate::locked::OpenTransaction;
use crate::page::{self, Page, PageSize};
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
    /// Adds an e-mail.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn add_mail(&mut self, new: &NewMail) -> Result<(), StoreError> {
        const SQL: &str = "insert into outbox (id, recipient, kind, payload, created_at, \
            next_attempt_at, attempts, language) values ($1, $2, $3, $4, $5, $5, 0, $6)";
        execute!(
            &mut self.0,
            sqlx::query(SQL)
                .bind(new.id.to_string())
                .bind(new.recipient.as_str())
                .bind(&new.kind)
                .bind(&new.payload)
                .bind(new.created_at.micros())
                .bind(&new.language)
        )?;
        Ok(())
    }
}

impl Store {
    /// Takes e-mails that are due and that no other node is at, the longest due first. Until then
    /// no other node takes them.
    ///
    /// # Errors
    ///
    /// When the database does not answer or holds something unreadable.
    pub async fn lease_mails(
        &self,
        now: Timestamp,
        until: Timestamp,
        most: PageSize,
    ) -> Result<Vec<MailRecord>, StoreError> {
        let mut transaction = self.backend.begin().await?;
        let sql = format!(
            "update outbox set leased_until = $2, attempts = attempts + 1 where id in \
             (select id from outbox where sent_at is null and given_up_at is null \
             and next_attempt_at <= $1 and (leased_until is null or leased_until <= $1) \
             order by next_attempt_at, id limit $3{}) returning {COLUMNS}",
            transaction.free_row_lock()
        );
        let rows: Vec<MailRow> = on_transaction!(&mut transaction, connection =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(now.micros())
                .bind(until.micros())
                .bind(i64::from(most.get()))
                .fetch_all(connection))?;
        transaction.commit().await?;
        let mails: Result<Vec<_>, _> = rows.into_iter().map(MailRow::decode).collect();
        let mut mails = mails?;
        mails.sort_by_key(|it| (it.next_attempt_at, it.id));
        Ok(mails)
    }

    /// Notes that an e-mail was sent, and forgets what it was made from. False when there is no
    /// such e-mail or it was sent before.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn mail_sent(&self, id: MailId, at: Timestamp) -> Result<bool, StoreError> {
        const SQL: &str = "update outbox set sent_at = $2, payload = '', leased_until = null \
            where id = $1 and sent_at is null";
        let mut transaction = self.backend.begin().await?;
        let changed = execute!(
            &mut transaction,
            sqlx::query(SQL).bind(id.to_string()).bind(at.micros())
        )?;
        transaction.commit().await?;
        Ok(changed > 0)
    }

    /// Notes that an e-mail could not be sent and when to try again; `None` gives it up. `mail` is
    /// as it was leased: false when the lease has ended and another node took it meanwhile.
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
        const SQL: &str = "update outbox set last_error = $3, leased_until = null, \
            next_attempt_at = coalesce($4, next_attempt_at), given_up_at = $5 \
            where id = $1 and attempts = $2 and sent_at is null and given_up_at is null";
        let given_up_at = if next_attempt_at.is_none() {
            Some(at.micros())
        } else {
            None
        };
        let mut transaction = self.backend.begin().await?;
        let changed = execute!(
            &mut transaction,
            sqlx::query(SQL)
                .bind(mail.id.to_string())
                .bind(crate::ledger::stored(mail.attempts))
                .bind(error)
                .bind(next_attempt_at.map(Timestamp::micros))
                .bind(given_up_at)
        )?;
        transaction.commit().await?;
        Ok(changed > 0)
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
        const SQL: &str = "delete from outbox where id in (select id from outbox \
            where sent_at < $1 or given_up_at < $1 order by id limit $2)";
        let mut transaction = self.backend.begin().await?;
        let deleted = execute!(
            &mut transaction,
            sqlx::query(SQL).bind(before.micros()).bind(i64::from(most))
        )?;
        transaction.commit().await?;
        Ok(deleted)
    }
}
