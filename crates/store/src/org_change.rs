//! Changes of an organization. Changes to data that running servers cache are announced: name,
//! status, terms.

use access::Name;
use async_recursion::async_recursion as boxed;

use crate::backend::{Transaction, execute};
use crate::change::next_revision;
use crate::error::StoreError;
use crate::locked::LockedOrg;
use crate::org::{OrgStatus, OrgTerms, bind_terms};

impl LockedOrg {
    /// Renames the organization.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn rename(&mut self, name: &Name) -> Result<(), StoreError> {
        const SQL: &str = "update organization set name = $2, revision = $3 where id = $1";
        let transaction = &mut self.transaction.0;
        let revision = next_revision(transaction).await?;
        execute!(
            transaction,
            sqlx::query(SQL)
                .bind(&self.org_id)
                .bind(name.as_str())
                .bind(revision.0)
        )?;
        Ok(())
    }

    /// Sets whether members need a second factor.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn set_require_second_factor(&mut self, required: bool) -> Result<(), StoreError> {
        const SQL: &str = "update organization set require_second_factor = $2 where id = $1";
        execute!(
            &mut self.transaction.0,
            sqlx::query(SQL).bind(&self.org_id).bind(required)
        )?;
        Ok(())
    }

    /// Suspends, reinstates or closes the organization.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn set_status(&mut self, status: OrgStatus) -> Result<(), StoreError> {
        set_status(&mut self.transaction.0, &self.org_id, status).await
    }

    /// Changes the terms of the organization.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn set_terms(&mut self, terms: &OrgTerms) -> Result<(), StoreError> {
        set_terms(&mut self.transaction.0, &self.org_id, terms).await
    }
}

pub(crate) async fn set_status(
    transaction: &mut Transaction,
    org_id: &str,
    status: OrgStatus,
) -> Result<(), StoreError> {
    const SQL: &str = "update organization set status = $2, revision = $3 where id = $1";
    let revision = next_revision(transaction).await?;
    execute!(
        transaction,
        sqlx::query(SQL)
            .bind(org_id)
            .bind(status.name())
            .bind(revision.0)
    )?;
    Ok(())
}

pub(crate) async fn set_terms(
    transaction: &mut Transaction,
    org_id: &str,
    terms: &OrgTerms,
) -> Result<(), StoreError> {
    const SQL: &str = "update organization set plan = $2, rates = $3, quota = $4, \
        overage = $5, test_allowance = $6, revision = $7 where id = $1";
    let revision = next_revision(transaction).await?;
    execute!(
        transaction,
        bind_terms!(sqlx::query(SQL).bind(org_id), terms).bind(revision.0)
    )?;
    Ok(())
}
