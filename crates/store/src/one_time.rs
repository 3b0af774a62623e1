//! One-time links for people who have an account: the latest link of each purpose works, once.

use access::{Timestamp, TokenDigest, UserId};
use async_recursion::async_recursion as boxed;

use crate::backend::{execute, on_readers, on_transaction};
use crate::error::StoreError;
use crate::locked::OpenTransaction;
use crate::store::Store;

/// The purpose of a link. A link with another purpose does not match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenPurpose {
    /// Verifies an e-mail address.
    VerifyEmail,
    /// Resets the password.
    ResetPassword,
    /// Confirms an e-mail address that someone wants to change to.
    ChangeEmail,
}

impl TokenPurpose {
    const fn name(self) -> &'static str {
        match self {
            Self::VerifyEmail => "verify_email",
            Self::ResetPassword => "reset_password",
            Self::ChangeEmail => "change_email",
        }
    }
}

/// A link to send.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// The person it belongs to.
    pub user: UserId,
    /// The purpose.
    pub purpose: TokenPurpose,
    /// The digest that it is looked up by.
    pub digest: TokenDigest,
    /// When it is created.
    pub created_at: Timestamp,
    /// The first instant at which it no longer works.
    pub expires_at: Timestamp,
}

fn decode_user(text: Option<String>) -> Result<Option<UserId>, StoreError> {
    let parse = |text: String| {
        let user = text.parse();
        user.map_err(|_| StoreError::corrupt("one_time_token.user_id", &text))
    };
    text.map(parse).transpose()
}

impl Store {
    /// Returns the owner of a link while it works, without consuming it. Used to show its page.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn token_owner(
        &self,
        purpose: TokenPurpose,
        digest: &TokenDigest,
        now: Timestamp,
    ) -> Result<Option<UserId>, StoreError> {
        const SQL: &str = "select user_id from one_time_token \
            where purpose = $1 and digest = $2 and used_at is null and expires_at > $3";
        let user = on_readers!(&self.backend, pool => sqlx::query_scalar(SQL)
            .bind(purpose.name())
            .bind(digest.as_bytes().as_slice())
            .bind(now.micros())
            .fetch_optional(pool))?;
        decode_user(user)
    }
}

impl OpenTransaction {
    /// Adds a link. An earlier one of the same person and purpose stops working.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or the person does not exist.
    #[boxed]
    pub async fn add_token(&mut self, new: &NewToken) -> Result<(), StoreError> {
        const SQL: &str = "insert into one_time_token \
            (user_id, purpose, digest, created_at, expires_at) values ($1, $2, $3, $4, $5) \
            on conflict (user_id, purpose) do update set digest = excluded.digest, \
            created_at = excluded.created_at, expires_at = excluded.expires_at, used_at = null";
        execute!(
            &mut self.0,
            sqlx::query(SQL)
                .bind(new.user.to_string())
                .bind(new.purpose.name())
                .bind(new.digest.as_bytes().as_slice())
                .bind(new.created_at.micros())
                .bind(new.expires_at.micros())
        )?;
        Ok(())
    }

    /// Consumes a link and returns its owner, or `None` if it does not work or no longer works. If
    /// it is used twice at once, one use succeeds.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn use_token(
        &mut self,
        purpose: TokenPurpose,
        digest: &TokenDigest,
        now: Timestamp,
    ) -> Result<Option<UserId>, StoreError> {
        const SQL: &str = "update one_time_token set used_at = $3 where purpose = $1 \
            and digest = $2 and used_at is null and expires_at > $3 returning user_id";
        let user = on_transaction!(&mut self.0, connection => sqlx::query_scalar(SQL)
            .bind(purpose.name())
            .bind(digest.as_bytes().as_slice())
            .bind(now.micros())
            .fetch_optional(connection))?;
        decode_user(user)
    }

    /// Ends a person's link of this purpose, if there is one.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn cancel_token(
        &mut self,
        user: UserId,
        purpose: TokenPurpose,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        const SQL: &str = "update one_time_token set used_at = $3 \
            where user_id = $1 and purpose = $2 and used_at is null";
        execute!(
            &mut self.0,
            sqlx::query(SQL)
                .bind(user.to_string())
                .bind(purpose.name())
                .bind(now.micros())
        )?;
        Ok(())
    }

    /// Consumes the installation's set-up link. Returns `false` if it does not work or no longer
    /// works. If it is used twice at once, one use creates the first owner.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn use_setup_token(
        &mut self,
        digest: &TokenDigest,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "delete from setup_token where digest = $1 and expires_at > $2";
        let used = execute!(
            &mut self.0,
            sqlx::query(SQL)
                .bind(digest.as_bytes().as_slice())
                .bind(now.micros())
        )?;
        Ok(used > 0)
    }
}
