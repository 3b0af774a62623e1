//! Transactions that callers hold: one for general use, one that holds an organization's lock, and
//! one that holds the installation's lock.
//!
//! An operation that changes access opens one, reads what the rules need, asks `access`, writes the
//! change and its audit entry, and commits. Dropping the transaction rolls everything back. It
//! blocks every other writer on SQLite, and those of the same organization on PostgreSQL. Therefore
//! nothing slow belongs inside: no password hashing, no network. On SQLite, writing through
//! [`Store`] itself while one is open waits until it times out.

use access::{AuditKey, ChainId, OrgId, Role, UserId};
use async_recursion::async_recursion as boxed;
use sqlx::AssertSqlSafe;
use tokio::sync::OwnedSemaphorePermit;

use crate::audit::lock_chain;
use crate::backend::{Transaction, on_transaction};
use crate::error::StoreError;
use crate::org::{NewOrg, OrgRecord, insert_org, lock_org};
use crate::store::Store;
use crate::tenant::OrgStore;

/// A transaction for data that belongs to no organization: people, their sessions and tokens, mail,
/// stored responses.
#[derive(Debug)]
pub struct OpenTransaction(pub(crate) Transaction);

impl OpenTransaction {
    /// Commits the transaction durably.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable. Then nothing was kept or, if the connection
    /// broke during the commit itself, the result is unknown.
    #[boxed]
    pub async fn commit(self) -> Result<(), StoreError> {
        self.0.commit().await
    }
}

/// A transaction that holds an organization's lock: nobody else changes access rights in it.
#[derive(Debug)]
pub struct LockedOrg {
    pub(crate) transaction: OpenTransaction,
    /// The organization's id as stored in the rows.
    pub(crate) org_id: String,
    pub(crate) audit_key: AuditKey,
    pub(crate) id: OrgId,
    /// Dropped after the transaction. A new organization has no other changes to wait for.
    pub(crate) _permit: Option<OwnedSemaphorePermit>,
}

impl LockedOrg {
    /// Returns the organization's id.
    pub const fn id(&self) -> OrgId {
        self.id
    }

    /// Returns the organization inside the transaction.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn org(&mut self) -> Result<OrgRecord, StoreError> {
        let found = lock_org(&mut self.transaction.0, &self.org_id).await?;
        // The lock was taken on this row, and organizations are never deleted.
        found.ok_or_else(|| StoreError::corrupt("organization.id", &self.org_id))
    }

    /// Returns the same transaction for data that belongs to no organization.
    pub const fn open(&mut self) -> &mut OpenTransaction {
        &mut self.transaction
    }

    /// Commits the transaction durably and releases the lock.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`OpenTransaction::commit`].
    #[boxed]
    pub async fn commit(self) -> Result<(), StoreError> {
        self.transaction.commit().await
    }
}

/// A transaction that holds the lock of the installation's audit chain.
#[derive(Debug)]
pub struct LockedInstallation {
    pub(crate) transaction: OpenTransaction,
    pub(crate) audit_key: AuditKey,
}

impl LockedInstallation {
    /// Returns the same transaction for people and their data.
    pub const fn open(&mut self) -> &mut OpenTransaction {
        &mut self.transaction
    }

    /// Commits the transaction durably and releases the lock.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`OpenTransaction::commit`].
    #[boxed]
    pub async fn commit(self) -> Result<(), StoreError> {
        self.transaction.commit().await
    }
}

impl OrgStore<'_> {
    /// Opens a transaction that holds the organization's lock. Returns `None` if the organization
    /// does not exist.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn locked(&self, audit_key: &AuditKey) -> Result<Option<LockedOrg>, StoreError> {
        let permit = self.store.writes.take(self.org).await?;
        let mut transaction = self.store.backend.begin().await?;
        let Some(org) = lock_org(&mut transaction, &self.org_id).await? else {
            return Ok(None);
        };
        Ok(Some(LockedOrg {
            transaction: OpenTransaction(transaction),
            org_id: self.org_id.clone(),
            audit_key: audit_key.clone(),
            id: org.id,
            _permit: Some(permit),
        }))
    }
}

impl Store {
    /// Opens a transaction for data that belongs to no organization.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn begin(&self) -> Result<OpenTransaction, StoreError> {
        Ok(OpenTransaction(self.backend.begin().await?))
    }

    /// Opens a transaction that holds the lock of the installation's audit chain.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn installation_locked(
        &self,
        audit_key: &AuditKey,
    ) -> Result<LockedInstallation, StoreError> {
        let mut transaction = self.backend.begin().await?;
        lock_chain(&mut transaction, ChainId::Installation, audit_key).await?;
        Ok(LockedInstallation {
            transaction: OpenTransaction(transaction),
            audit_key: audit_key.clone(),
        })
    }

    /// Opens a transaction that also holds the locks of every organization that a person owns, so
    /// that no other owner leaves one in the meantime. As everywhere, organizations are locked
    /// before the chain.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn installation_locked_with_orgs_of(
        &self,
        owner: UserId,
        audit_key: &AuditKey,
    ) -> Result<LockedInstallation, StoreError> {
        let mut transaction = self.backend.begin().await?;
        let sql = "select id from organization where id in \
            (select org_id from membership where user_id = $1 and role = $2) order by id"
            .to_owned()
            + transaction.row_lock();
        let _owned: Vec<String> = on_transaction!(&mut transaction, connection =>
            sqlx::query_scalar(AssertSqlSafe(sql.as_str()))
                .bind(owner.to_string())
                .bind(Role::Owner.name())
                .fetch_all(connection))?;
        lock_chain(&mut transaction, ChainId::Installation, audit_key).await?;
        Ok(LockedInstallation {
            transaction: OpenTransaction(transaction),
            audit_key: audit_key.clone(),
        })
    }

    /// Adds an organization with its first owner, in a transaction that stays open for its first
    /// audit entries: nothing is kept before the commit. Only an organization created by an
    /// operator has no owner yet.
    ///
    /// The owner is locked first, so that a count of their organizations inside the transaction is
    /// complete.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or the person does not exist.
    #[boxed]
    pub async fn create_org(
        &self,
        org: &NewOrg,
        owner: Option<UserId>,
        audit_key: &AuditKey,
    ) -> Result<LockedOrg, StoreError> {
        let mut transaction = self.backend.begin().await?;
        if let Some(owner) = owner {
            let sql = "select id from person where id = $1".to_owned() + transaction.row_lock();
            let _locked: Option<String> = on_transaction!(&mut transaction, connection =>
                sqlx::query_scalar(AssertSqlSafe(sql.as_str()))
                    .bind(owner.to_string())
                    .fetch_optional(connection))?;
        }
        insert_org(&mut transaction, org, owner).await?;
        let mut locked = LockedOrg {
            transaction: OpenTransaction(transaction),
            org_id: org.id.to_string(),
            audit_key: audit_key.clone(),
            id: org.id,
            _permit: None,
        };
        if let Some(owner) = owner {
            let since = org.created_at;
            locked.add_member(owner, Role::Owner, since).await?;
        }
        Ok(locked)
    }
}
