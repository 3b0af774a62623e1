//! Refused requests, counted by the minute. Not durable: a crash may lose the last second.

use access::{KeyId, OrgId};
use sqlx::AssertSqlSafe;

use crate::backend::execute;
use crate::error::StoreError;
use crate::ledger::{placeholders, stored};
use crate::store::Store;

/// How often a key was refused for one reason from one page in one minute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusalCount {
    /// The key's organization.
    pub org: OrgId,
    /// The key.
    pub key: KeyId,
    /// The error code it was refused with.
    pub reason: &'static str,
    /// The page it came from, or nothing.
    pub origin_host: String,
    /// Minutes since 1970.
    pub minute: i64,
    /// How often.
    pub requests: u64,
}

impl Store {
    /// Adds to the counts.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn add_refusals(&self, counts: &[RefusalCount]) -> Result<(), StoreError> {
        if counts.is_empty() {
            return Ok(());
        }
        let sql = format!(
            "insert into refusal_minute (org_id, minute, key_id, reason, origin_host, requests) \
             values {} on conflict (org_id, minute, key_id, reason, origin_host) \
             do update set requests = refusal_minute.requests + excluded.requests",
            placeholders(counts.len(), 6)
        );
        let mut transaction = self.backend.begin().await?;
        execute!(&mut transaction, {
            let mut query = sqlx::query(AssertSqlSafe(sql.as_str()));
            for count in counts {
                query = query
                    .bind(count.org.to_string())
                    .bind(count.minute)
                    .bind(count.key.to_string())
                    .bind(count.reason)
                    .bind(&count.origin_host)
                    .bind(stored(count.requests));
            }
            query
        })?;
        transaction.commit().await
    }
}
