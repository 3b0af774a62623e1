//! Putting a back-up in the place of a database, without bringing back what was taken away since:
//! a key that was revoked or switched off after the back-up stays so, and everyone signs in anew.

use access::Timestamp;

use crate::backend::{execute, on_transaction};
use crate::copy::TableCopy;
use crate::error::StoreError;
use crate::store::Store;

/// What a restore did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    /// What was copied, table by table.
    pub tables: Vec<TableCopy>,
    /// Keys that worked in the back-up and were revoked or switched off since: they stay so.
    pub keys_kept_closed: Vec<String>,
    /// Memberships of the back-up that no longer existed: organization and person. They are back,
    /// because someone may have left by mistake; the operator must look at them.
    pub memberships_back: Vec<(String, String)>,
    /// Keys that work now. When the database was empty before, nobody can know which of them were
    /// revoked after the back-up was made.
    pub working_keys: u64,
    /// Whether there was a database to compare with.
    pub compared: bool,
}

impl Store {
    /// Replaces everything by what `backup` holds. One transaction: it all happens or nothing.
    ///
    /// # Errors
    ///
    /// When a database does not answer, or what arrived is not what was sent.
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
        // A server that kept running must see that everything may have changed.
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

    /// Whether nothing has been kept here yet.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn is_empty(&self) -> Result<bool, StoreError> {
        Ok(!self.has_master_secret().await?)
    }
}
