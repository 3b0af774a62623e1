//! Replaces a database with a backup without restoring access that was removed since. A key that
//! was revoked or disabled after the backup stays so, and everyone has to sign in again.

use access::Timestamp;
use async_recursion::async_recursion as boxed;

use crate::backend::{execute, on_transaction};
use crate::copy::TableCopy;
use crate::error::StoreError;
use crate::store::Store;

/// The result of a restore.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    /// The copied tables.
    pub tables: Vec<TableCopy>,
    /// Keys that worked in the backup and were revoked or disabled since. They stay so.
    pub keys_kept_closed: Vec<String>,
    /// Memberships of the backup that no longer existed: organization and person. They are
    /// restored, because someone may have left by mistake. The operator must review them.
    pub memberships_back: Vec<(String, String)>,
    /// The number of keys that work now. If the database was empty before, it is unknown which of
    /// them were revoked after the backup was made.
    pub working_keys: u64,
    /// Whether there was a database to compare with.
    pub compared: bool,
}

impl Store {
    /// Replaces all data with that of `backup`, in one transaction.
    ///
    /// # Errors
    ///
    /// Returns an error if a database is unavailable, or if the copied rows differ from the source.
    #[boxed]
    pub async fn restore_from(
        &self,
        backup: &Self,
        now: Timestamp,
    ) -> Result<Restored, StoreError> {
        let mut to = self.backend.begin().await?;
        let closed: Vec<(String, Option<i64>, bool)> = on_transaction!(&mut to, connection =>
            sqlx::query_as("select id, revoked_at, enabled from api_key \
                where revoked_at is not null or not enabled").fetch_all(connection))?;
        let members: Vec<(String, String)> = on_transaction!(&mut to, connection =>
            sqlx::query_as("select org_id, user_id from membership").fetch_all(connection))?;
        let orgs: i64 = on_transaction!(&mut to, connection =>
            sqlx::query_scalar("select count(*) from organization").fetch_one(connection))?;
        let revision: Option<i64> = on_transaction!(&mut to, connection =>
            sqlx::query_scalar("select max(value) from revision").fetch_one(connection))?;

        let tables = backup.copy_within(&mut to).await?;

        let mut restored = Restored {
            tables,
            compared: orgs > 0,
            ..Restored::default()
        };
        for (id, revoked_at, enabled) in closed {
            const SQL: &str = "update api_key set revoked_at = coalesce(revoked_at, $2), \
                enabled = (enabled and $3) \
                where id = $1 and revoked_at is null and (enabled or $2 is not null) \
                returning id";
            let changed: Option<String> = on_transaction!(&mut to, connection =>
                sqlx::query_scalar(SQL).bind(&id).bind(revoked_at).bind(enabled)
                    .fetch_optional(connection))?;
            restored.keys_kept_closed.extend(changed);
        }
        if restored.compared {
            let back: Vec<(String, String)> = on_transaction!(&mut to, connection =>
                sqlx::query_as("select org_id, user_id from membership order by org_id, user_id")
                    .fetch_all(connection))?;
            let gone = back.into_iter().filter(|it| !members.contains(it));
            restored.memberships_back = gone.collect();
        }
        execute!(
            &mut to,
            sqlx::query("update session set revoked_at = $1 where revoked_at is null")
                .bind(now.micros())
        )?;
        // Tells a server that kept running that everything may have changed.
        execute!(
            &mut to,
            sqlx::query(
                "update revision set value = \
            case when value < $1 then $1 else value end + 1 where id = 1"
            )
            .bind(revision.unwrap_or(0))
        )?;
        execute!(
            &mut to,
            sqlx::query(
                "update organization set revision = \
            (select value from revision where id = 1)"
            )
        )?;
        execute!(
            &mut to,
            sqlx::query(
                "update api_key set revision = \
            (select value from revision where id = 1)"
            )
        )?;
        let working: i64 = on_transaction!(&mut to, connection =>
            sqlx::query_scalar("select count(*) from api_key where revoked_at is null and enabled \
                and (expires_at is null or expires_at > $1)").bind(now.micros())
                .fetch_one(connection))?;
        restored.working_keys = u64::try_from(working).unwrap_or(0);
        to.commit().await?;
        Ok(restored)
    }

    /// Returns `true` if the database contains no data yet.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn is_empty(&self) -> Result<bool, StoreError> {
        Ok(!self.has_master_secret().await?)
    }
}
