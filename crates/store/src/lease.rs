//! Leases for work that only one node does at a time. Another node takes over when the lease has
//! expired by the database's clock. A lease avoids duplicate work, but it is not a lock: work that
//! must not happen twice is guarded where it happens.

use async_recursion::async_recursion as boxed;
use std::time::Duration;

use crate::backend::execute;
use crate::error::StoreError;
use crate::store::Store;

impl Store {
    /// Acquires or renews a lease. Returns `true` if `holder` has it now.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn hold_lease(
        &self,
        name: &str,
        holder: &str,
        lasts: Duration,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "insert into lease (name, holder, expires_at) values ($1, $2, $3) \
            on conflict (name) do update set holder = excluded.holder, \
            expires_at = excluded.expires_at \
            where lease.holder = excluded.holder or lease.expires_at <= $4";
        let mut transaction = self.backend.begin().await?;
        let now = transaction.now().await?;
        let lasts = i64::try_from(lasts.as_micros()).unwrap_or(i64::MAX);
        let changed = execute!(
            &mut transaction,
            sqlx::query(SQL)
                .bind(name)
                .bind(holder)
                .bind(now.saturating_add(lasts))
                .bind(now)
        )?;
        transaction.commit().await?;
        Ok(changed > 0)
    }
}
