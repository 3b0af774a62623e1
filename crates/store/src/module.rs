//! Modules granted to an organization in addition to its plan. The service defines the modules and
//! what they grant.

use access::{ModuleGrant, Timestamp};
use async_recursion::async_recursion as boxed;
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{execute, on_org_readers, on_readers};
use crate::change::next_revision;
use crate::error::StoreError;
use crate::ledger::units;
use crate::locked::LockedOrg;
use crate::store::Store;
use crate::tenant::OrgStore;
use crate::usage::{Dimension, Span};

/// The maximum number of grants per organization: a few sources for each module.
const MAX: i64 = 500;

#[derive(FromRow)]
struct GrantRow {
    module: String,
    source: String,
    granted_at: i64,
    expires_at: Option<i64>,
}

/// The usage of some operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperationsUse {
    /// Counted requests.
    pub requests: u64,
    /// The units they cost.
    pub units: u64,
}

#[derive(FromRow)]
struct UseRow {
    requests: i64,
    units: i64,
}

impl OrgStore<'_> {
    /// Returns the organization's usage of some operations, from the hour of one instant up to but
    /// not including the hour of another.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn operations_use(
        &self,
        operations: &[&str],
        from: Timestamp,
        to: Timestamp,
    ) -> Result<OperationsUse, StoreError> {
        let (part, numbers) = Span::new(from, to).rows(Dimension::Operation);
        let places: Vec<_> = (0..operations.len())
            .map(|it| format!("${}", it + numbers.len() + 2))
            .collect();
        let places = if places.is_empty() {
            "null".to_owned()
        } else {
            places.join(", ")
        };
        let sql = format!(
            "select cast(coalesce(sum(requests), 0) as bigint) as requests, \
             cast(coalesce(sum(units), 0) as bigint) as units from {part} \
             where label in ({places})"
        );
        let row: UseRow = on_org_readers!(self, pool => {
            let mut query = sqlx::query_as(AssertSqlSafe(sql.as_str())).bind(&self.org_id);
            for number in &numbers {
                query = query.bind(number);
            }
            for operation in operations {
                query = query.bind(*operation);
            }
            query.fetch_one(pool)
        })?;
        Ok(OperationsUse {
            requests: units(row.requests),
            units: units(row.units),
        })
    }

    /// Returns every grant of the organization, including expired ones, by module and source.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn module_grants(&self) -> Result<Vec<ModuleGrant>, StoreError> {
        grants_of(self.store, &self.org_id).await
    }
}

pub(crate) async fn grants_of(store: &Store, org_id: &str) -> Result<Vec<ModuleGrant>, StoreError> {
    const SQL: &str = "select module, source, granted_at, expires_at from module_grant \
        where org_id = $1 order by module, source limit $2";
    let rows: Vec<GrantRow> = on_readers!(&store.backend, pool =>
        sqlx::query_as(SQL).bind(org_id).bind(MAX).fetch_all(pool))?;
    let decode = |row: GrantRow| ModuleGrant {
        module: row.module,
        source: row.source,
        granted_at: Timestamp::from_micros(row.granted_at),
        expires_at: row.expires_at.map(Timestamp::from_micros),
    };
    Ok(rows.into_iter().map(decode).collect())
}

impl LockedOrg {
    /// Grants a module, or changes the expiration of the grant from the same source.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn grant_module(&mut self, grant: &ModuleGrant) -> Result<(), StoreError> {
        const SQL: &str = "insert into module_grant (org_id, module, source, granted_at, expires_at) \
            values ($1, $2, $3, $4, $5) on conflict (org_id, module, source) \
            do update set expires_at = excluded.expires_at";
        execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(&self.org_id)
                .bind(&grant.module)
                .bind(&grant.source)
                .bind(grant.granted_at.micros())
                .bind(grant.expires_at.map(Timestamp::micros))
        )?;
        self.announce().await
    }

    /// Revokes a module, whatever its source. Returns how many grants ended.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn revoke_module(&mut self, module: &str) -> Result<u64, StoreError> {
        const SQL: &str = "delete from module_grant where org_id = $1 and module = $2";
        let ended = execute!(
            &mut self.transaction.0,
            sqlx::query(SQL).bind(&self.org_id).bind(module)
        )?;
        self.announce().await?;
        Ok(ended)
    }

    /// Announces a change of modules. Running servers cache an organization's modules with its
    /// keys.
    async fn announce(&mut self) -> Result<(), StoreError> {
        const SQL: &str = "update organization set revision = $2 where id = $1";
        let transaction = &mut self.transaction.0;
        let revision = next_revision(transaction).await?;
        execute!(
            transaction,
            sqlx::query(SQL).bind(&self.org_id).bind(revision.0)
        )?;
        Ok(())
    }
}
