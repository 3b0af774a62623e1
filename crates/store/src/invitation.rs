//! Invitations to an organization. [`access::invitation`] and [`access::membership`] decide their
//! state and who may change them. This module ensures that a link works once.

use access::{
    EmailAddress, InvitationFacts, InvitationId, MailId, OrgId, Role, Timestamp, TokenDigest,
    UserId,
};
use async_recursion::async_recursion as boxed;
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{execute, on_org_readers, on_readers, on_transaction};
use crate::error::StoreError;
use crate::ledger::units;
use crate::locked::{LockedOrg, OpenTransaction};
use crate::page::{self, Page, PageSize};
use crate::store::Store;
use crate::tenant::{OrgStore, Tenant};

/// An invitation to send.
#[derive(Clone, Debug)]
pub struct NewInvitation {
    /// The id.
    pub id: InvitationId,
    /// The recipient.
    pub email: EmailAddress,
    /// The role that it grants.
    pub role: Role,
    /// The inviter.
    pub invited_by: UserId,
    /// The digest that its link is looked up by.
    pub digest: TokenDigest,
    /// When it is sent.
    pub sent_at: Timestamp,
}

/// An invitation as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvitationRecord {
    /// The id.
    pub id: InvitationId,
    /// The organization.
    pub org: OrgId,
    /// The organization's name.
    pub org_name: String,
    /// The recipient.
    pub email: EmailAddress,
    /// The role that it grants.
    pub role: Role,
    /// The person who invited or last sent it again, whose permission counts.
    pub invited_by: UserId,
    /// The facts that determine its state.
    pub facts: InvitationFacts,
    /// Whether it was looked up by the link that its inviter copied. Only the link in the e-mail
    /// proves access to the address.
    pub by_copied_link: bool,
}

impl InvitationRecord {
    /// Returns the right to answer the invitation inside its organization. The caller has found it
    /// by the link that was sent.
    pub const fn tenant(&self) -> Tenant {
        Tenant::of_invitation(self.org)
    }
}

/// An invitation e-mail, which counts against limits.
#[derive(Clone, Debug)]
pub struct InvitationMail {
    /// The e-mail.
    pub id: MailId,
    /// The sender.
    pub sender: UserId,
    /// The recipient's domain, if its limit applies.
    pub domain: Option<String>,
    /// When it is sent.
    pub sent_at: Timestamp,
}

/// The set of invitation e-mails to count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InvitationMails {
    /// Those of a sender, in every organization.
    From(UserId),
    /// Those to a domain, from every organization.
    To(String),
}

impl InvitationMails {
    /// Returns the column to filter by, and its value.
    fn matched(&self) -> (&'static str, String) {
        match self {
            Self::From(sender) => ("sender", sender.to_string()),
            Self::To(domain) => ("domain", domain.clone()),
        }
    }
}

/// The outcome of an acceptance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Acceptance {
    /// The person is now a member.
    Accepted,
    /// The link does not work or no longer works. Nothing was changed.
    Gone,
    /// The person is already a member. Nothing was changed.
    AlreadyMember,
}

/// Returns a query for invitations with this condition.
fn select(condition: &str) -> String {
    format!(
        "select i.id, i.org_id, o.name as org_name, i.email, i.role, i.invited_by, i.sent_at, \
         i.accepted_at, i.revoked_at, i.replaced_at, i.link_digest \
         from invitation i join organization o on o.id = i.org_id {condition}"
    )
}

#[derive(FromRow)]
struct InvitationRow {
    id: String,
    org_id: String,
    org_name: String,
    email: String,
    role: String,
    invited_by: String,
    sent_at: i64,
    accepted_at: Option<i64>,
    revoked_at: Option<i64>,
    replaced_at: Option<i64>,
    link_digest: Option<Vec<u8>>,
}

impl InvitationRow {
    /// Decodes an invitation that was looked up by a link.
    fn decode_by(self, digest: &TokenDigest) -> Result<InvitationRecord, StoreError> {
        let by_copied_link = self.link_digest.as_deref() == Some(digest.as_bytes().as_slice());
        let record = self.decode()?;
        Ok(InvitationRecord {
            by_copied_link,
            ..record
        })
    }

    fn decode(self) -> Result<InvitationRecord, StoreError> {
        let corrupt = |column| StoreError::corrupt(column, &self.id);
        let at = |micros: Option<i64>| micros.map(Timestamp::from_micros);
        Ok(InvitationRecord {
            id: self.id.parse().map_err(|_| corrupt("invitation.id"))?,
            org: self
                .org_id
                .parse()
                .map_err(|_| corrupt("invitation.org_id"))?,
            email: self
                .email
                .parse()
                .map_err(|_| corrupt("invitation.email"))?,
            role: self.role.parse().map_err(|_| corrupt("invitation.role"))?,
            invited_by: self
                .invited_by
                .parse()
                .map_err(|_| corrupt("invitation.invited_by"))?,
            facts: InvitationFacts {
                sent_at: Timestamp::from_micros(self.sent_at),
                accepted_at: at(self.accepted_at),
                revoked_at: at(self.revoked_at),
                replaced_at: at(self.replaced_at),
            },
            org_name: self.org_name,
            by_copied_link: false,
        })
    }
}

impl Store {
    /// Returns the invitation with this link, whatever its state.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn invitation_by_digest(
        &self,
        digest: &TokenDigest,
    ) -> Result<Option<InvitationRecord>, StoreError> {
        let sql = select("where i.digest = $1 or i.link_digest = $1");
        let row: Option<InvitationRow> = on_readers!(&self.backend, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(digest.as_bytes().as_slice())
                .fetch_optional(pool))?;
        row.map(|it| it.decode_by(digest)).transpose()
    }

    /// Deletes at most this many records of invitation e-mails that were sent before an instant and
    /// returns how many.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn delete_old_invitation_mails(
        &self,
        before: Timestamp,
        most: u32,
    ) -> Result<u64, StoreError> {
        const SQL: &str = "delete from invitation_mail where id in (select id from \
            invitation_mail where sent_at < $1 order by sent_at limit $2)";
        let mut transaction = self.backend.begin().await?;
        let deleted = execute!(
            &mut transaction,
            sqlx::query(SQL).bind(before.micros()).bind(i64::from(most))
        )?;
        transaction.commit().await?;
        Ok(deleted)
    }
}

impl OpenTransaction {
    /// Takes a lock, so that others who count the same e-mails wait until this transaction ends.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn lock_invitation_mails(
        &mut self,
        mails: &InvitationMails,
    ) -> Result<(), StoreError> {
        let (column, value) = mails.matched();
        let name = format!("invitation_mail {column} {value}");
        self.0.lock_name(&name).await
    }

    /// Returns when the e-mail before this many later ones was sent, if that was after an instant.
    /// With `later` 0, it is the latest one.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn invitation_mail_sent_at(
        &mut self,
        mails: &InvitationMails,
        later: u32,
        after: Timestamp,
    ) -> Result<Option<Timestamp>, StoreError> {
        let (column, value) = mails.matched();
        let sql = format!(
            "select sent_at from invitation_mail where {column} = $1 and sent_at > $2 \
             order by sent_at desc limit 1 offset $3"
        );
        let found: Option<i64> = on_transaction!(&mut self.0, connection =>
            sqlx::query_scalar(AssertSqlSafe(sql.as_str()))
                .bind(value.as_str())
                .bind(after.micros())
                .bind(i64::from(later))
                .fetch_optional(connection))?;
        Ok(found.map(Timestamp::from_micros))
    }

    /// Records an invitation e-mail.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn add_invitation_mail(&mut self, mail: &InvitationMail) -> Result<(), StoreError> {
        const SQL: &str =
            "insert into invitation_mail (id, sender, domain, sent_at) values ($1, $2, $3, $4)";
        execute!(
            &mut self.0,
            sqlx::query(SQL)
                .bind(mail.id.to_string())
                .bind(mail.sender.to_string())
                .bind(mail.domain.as_deref().unwrap_or_default())
                .bind(mail.sent_at.micros())
        )?;
        Ok(())
    }
}

impl OrgStore<'_> {
    /// Returns a page of the invitations that were neither accepted nor revoked nor replaced,
    /// oldest first. Includes expired ones, which can be sent again.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn invitations_page(
        &self,
        after: Option<InvitationId>,
        size: PageSize,
    ) -> Result<Page<InvitationRecord, InvitationId>, StoreError> {
        const WAITING: &str = "where i.org_id = $1 and i.accepted_at is null \
            and i.revoked_at is null and i.replaced_at is null";
        let sql = select(&format!("{WAITING} and i.id > $2 order by i.id limit $3"));
        let rows: Vec<InvitationRow> = on_org_readers!(self, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(page::after(after))
                .bind(size.probe())
                .fetch_all(pool))?;
        let sql = format!("select count(*) from invitation i {WAITING}");
        let total: i64 = on_org_readers!(self, pool =>
            sqlx::query_scalar(AssertSqlSafe(sql.as_str())).bind(&self.org_id).fetch_one(pool))?;
        let found: Result<Vec<_>, _> = rows.into_iter().map(InvitationRow::decode).collect();
        Ok(Page::cut(found?, size, units(total), |it| it.id))
    }
}

impl LockedOrg {
    /// Returns the organization's invitation with this link, inside the transaction.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn invitation_by_digest(
        &mut self,
        digest: &TokenDigest,
    ) -> Result<Option<InvitationRecord>, StoreError> {
        let sql = select("where i.org_id = $1 and (i.digest = $2 or i.link_digest = $2)");
        let row: Option<InvitationRow> = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(digest.as_bytes().as_slice())
                .fetch_optional(connection))?;
        row.map(|it| it.decode_by(digest)).transpose()
    }

    /// Returns the organization's invitation with this id, inside the transaction.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn invitation(
        &mut self,
        id: InvitationId,
    ) -> Result<Option<InvitationRecord>, StoreError> {
        let sql = select("where i.org_id = $1 and i.id = $2");
        let row: Option<InvitationRow> = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(id.to_string())
                .fetch_optional(connection))?;
        row.map(InvitationRow::decode).transpose()
    }

    /// Returns the organization's open invitations for this address, inside the transaction.
    /// Includes expired ones.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn invitations_of(
        &mut self,
        email: &EmailAddress,
    ) -> Result<Vec<InvitationRecord>, StoreError> {
        let sql = select(
            "where i.org_id = $1 and i.email_unique = $2 and i.accepted_at is null \
             and i.revoked_at is null and i.replaced_at is null",
        );
        let rows: Vec<InvitationRow> = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(email.unique_form())
                .fetch_all(connection))?;
        rows.into_iter().map(InvitationRow::decode).collect()
    }

    /// Adds an invitation. It replaces open invitations for the same address, because with two
    /// links the person would choose the higher role.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn add_invitation(&mut self, new: &NewInvitation) -> Result<(), StoreError> {
        const REPLACE: &str = "update invitation set replaced_at = $3 \
            where org_id = $1 and email_unique = $2 and accepted_at is null \
            and revoked_at is null and replaced_at is null";
        const ADD: &str = "insert into invitation (id, org_id, email, email_unique, role, \
            invited_by, digest, sent_at) values ($1, $2, $3, $4, $5, $6, $7, $8)";
        let transaction = &mut self.transaction.0;
        execute!(
            &mut *transaction,
            sqlx::query(REPLACE)
                .bind(&self.org_id)
                .bind(new.email.unique_form())
                .bind(new.sent_at.micros())
        )?;
        execute!(
            transaction,
            sqlx::query(ADD)
                .bind(new.id.to_string())
                .bind(&self.org_id)
                .bind(new.email.as_str())
                .bind(new.email.unique_form())
                .bind(new.role.name())
                .bind(new.invited_by.to_string())
                .bind(new.digest.as_bytes().as_slice())
                .bind(new.sent_at.micros())
        )?;
        Ok(())
    }

    /// Gives an invitation a link to copy, in place of an earlier one. The link of its e-mail still
    /// works. Returns `false` if it does not belong to the organization, or was accepted, revoked or
    /// replaced.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn set_invitation_link(
        &mut self,
        id: InvitationId,
        digest: &TokenDigest,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "update invitation set link_digest = $3 \
            where org_id = $1 and id = $2 and accepted_at is null and revoked_at is null \
            and replaced_at is null";
        let changed = execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(&self.org_id)
                .bind(id.to_string())
                .bind(digest.as_bytes().as_slice())
        )?;
        Ok(changed > 0)
    }

    /// Gives an invitation a new link and a new expiration. The old links stop working. The person
    /// who sends it is responsible for it from now on. Returns `false` if it does not belong to the
    /// organization, or was accepted, revoked or replaced.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn resend_invitation(
        &mut self,
        id: InvitationId,
        digest: &TokenDigest,
        invited_by: UserId,
        sent_at: Timestamp,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "update invitation set digest = $3, invited_by = $4, sent_at = $5, \
            link_digest = null where org_id = $1 and id = $2 and accepted_at is null and revoked_at is null \
            and replaced_at is null";
        let changed = execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(&self.org_id)
                .bind(id.to_string())
                .bind(digest.as_bytes().as_slice())
                .bind(invited_by.to_string())
                .bind(sent_at.micros())
        )?;
        Ok(changed > 0)
    }

    /// Revokes an invitation. Returns `false` if it does not belong to the organization, or was
    /// already accepted, revoked or replaced.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn revoke_invitation(
        &mut self,
        id: InvitationId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "update invitation set revoked_at = $3 where org_id = $1 and id = $2 \
            and accepted_at is null and revoked_at is null and replaced_at is null";
        let changed = execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(&self.org_id)
                .bind(id.to_string())
                .bind(at.micros())
        )?;
        Ok(changed > 0)
    }

    /// Makes `user` a member through the invitation with this link. The caller has checked the
    /// invitation and its inviter with `access` inside this transaction. This function checks that
    /// the link is current and unused.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn accept_invitation(
        &mut self,
        digest: &TokenDigest,
        user: UserId,
        at: Timestamp,
    ) -> Result<Acceptance, StoreError> {
        const SQL: &str = "update invitation set accepted_at = $3, accepted_by = $4 \
            where org_id = $1 and (digest = $2 or link_digest = $2) and accepted_at is null \
            and revoked_at is null and replaced_at is null returning role";
        if self.role_of(user).await?.is_some() {
            return Ok(Acceptance::AlreadyMember);
        }
        let role: Option<String> = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_scalar(SQL)
                .bind(&self.org_id)
                .bind(digest.as_bytes().as_slice())
                .bind(at.micros())
                .bind(user.to_string())
                .fetch_optional(connection))?;
        let Some(role) = role else {
            return Ok(Acceptance::Gone);
        };
        let role = role
            .parse()
            .map_err(|_| StoreError::corrupt("invitation.role", &self.org_id))?;
        self.add_member(user, role, at).await?;
        Ok(Acceptance::Accepted)
    }
}
