//! The second factor: the generation of a person's secret in use, and the used codes.
//!
//! Secrets are not stored: they are derived from the master secret, the person and the generation.
//! A generation is never reused, so that a disabled secret never works again.

use access::{RecoveryCode, RecoveryDigest, TotpStep, UserId};
use async_recursion::async_recursion as boxed;

use crate::backend::{execute, on_readers, on_transaction};
use crate::error::StoreError;
use crate::ledger::stored;
use crate::locked::OpenTransaction;
use crate::secret::secret_version;
use crate::store::Store;

impl Store {
    /// Returns the digests of a person's unused recovery codes.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn recovery_codes(&self, user: UserId) -> Result<Vec<RecoveryDigest>, StoreError> {
        const SQL: &str = "select digest from recovery_code where user_id = $1 \
            order by digest limit $2";
        let rows: Vec<Vec<u8>> = on_readers!(&self.backend, pool => sqlx::query_scalar(SQL)
            .bind(user.to_string())
            .bind(stored(RecoveryCode::COUNT as u64))
            .fetch_all(pool))?;
        let decode = |bytes: Vec<u8>| {
            let digest = bytes.try_into().map(RecoveryDigest::from_bytes);
            digest.map_err(|_| StoreError::corrupt("recovery_code.digest", &user.to_string()))
        };
        rows.into_iter().map(decode).collect()
    }
}

impl OpenTransaction {
    /// Allocates a new generation, which waits for its first code while the current one stays in
    /// use. Discards an earlier pending one. Returns `None` if the person does not exist.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn begin_totp(&mut self, user: UserId) -> Result<Option<u64>, StoreError> {
        const SQL: &str = "update person set totp_made = totp_made + 1, \
            totp_pending_generation = totp_made + 1 where id = $1 returning totp_made";
        let made: Option<i64> = on_transaction!(&mut self.0, connection =>
            sqlx::query_scalar(SQL).bind(user.to_string()).fetch_optional(connection))?;
        let decode = |made: i64| {
            let generation = u64::try_from(made);
            generation.map_err(|_| StoreError::corrupt("person.totp_made", &user.to_string()))
        };
        made.map(decode).transpose()
    }

    /// Activates the pending generation with its first code. Returns `false` if another one is
    /// pending.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn confirm_totp(
        &mut self,
        user: UserId,
        generation: u64,
        step: TotpStep,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "update person set totp_generation = totp_pending_generation, \
            totp_pending_generation = null, totp_last_step = $3 \
            where id = $1 and totp_pending_generation = $2";
        let changed = execute!(
            &mut self.0,
            sqlx::query(SQL)
                .bind(user.to_string())
                .bind(stored(generation))
                .bind(stored(step.number()))
        )?;
        Ok(changed > 0)
    }

    /// Disables a person's second factor and deletes their recovery codes. Returns `false` if it
    /// was off.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn remove_totp(&mut self, user: UserId) -> Result<bool, StoreError> {
        const SQL: &str = "update person set totp_generation = null, \
            totp_pending_generation = null, totp_last_step = null \
            where id = $1 and totp_generation is not null";
        let changed = execute!(&mut self.0, sqlx::query(SQL).bind(user.to_string()))?;
        self.delete_recovery_codes(user).await?;
        Ok(changed > 0)
    }

    /// Uses the code of this step. Returns `false` if it or a later one was already used, or if the
    /// secret was replaced meanwhile. If it is used twice at once, one use succeeds.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn use_totp_step(
        &mut self,
        user: UserId,
        generation: u64,
        step: TotpStep,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "update person set totp_last_step = $3 \
            where id = $1 and totp_generation = $2 \
            and (totp_last_step is null or totp_last_step < $3)";
        let changed = execute!(
            &mut self.0,
            sqlx::query(SQL)
                .bind(user.to_string())
                .bind(stored(generation))
                .bind(stored(step.number()))
        )?;
        Ok(changed > 0)
    }

    /// Replaces a person's recovery codes. The old ones stop working.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or the person does not exist.
    #[boxed]
    pub async fn replace_recovery_codes(
        &mut self,
        user: UserId,
        digests: &[RecoveryDigest; RecoveryCode::COUNT],
    ) -> Result<(), StoreError> {
        const SQL: &str =
            "insert into recovery_code (user_id, digest, secret_version) values ($1, $2, $3)";
        // Locks the person: if two sets are created at once, only one stays.
        self.user(user).await?;
        self.delete_recovery_codes(user).await?;
        let version = secret_version(&mut self.0).await?;
        for digest in digests {
            execute!(
                &mut self.0,
                sqlx::query(SQL)
                    .bind(user.to_string())
                    .bind(digest.as_bytes().as_slice())
                    .bind(version)
            )?;
        }
        Ok(())
    }

    /// Consumes a recovery code. Returns `false` if it is not one of the person's unused ones. If
    /// it is used twice at once, one use succeeds.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn use_recovery_code(
        &mut self,
        user: UserId,
        digest: &RecoveryDigest,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "delete from recovery_code where user_id = $1 and digest = $2";
        let used = execute!(
            &mut self.0,
            sqlx::query(SQL)
                .bind(user.to_string())
                .bind(digest.as_bytes().as_slice())
        )?;
        Ok(used > 0)
    }

    async fn delete_recovery_codes(&mut self, user: UserId) -> Result<(), StoreError> {
        const SQL: &str = "delete from recovery_code where user_id = $1";
        execute!(&mut self.0, sqlx::query(SQL).bind(user.to_string()))?;
        Ok(())
    }
}
