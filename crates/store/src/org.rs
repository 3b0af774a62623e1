//! Organizations.

use access::{Name, OrgId, PlanId, Timestamp};
use sqlx::FromRow;

use crate::backend::{Transaction, execute, on_readers};
use crate::change::next_revision;
use crate::error::StoreError;
use crate::store::Store;

/// Whether an organization's keys work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrgStatus {
    /// They do.
    Active,
    /// They are refused until the operator lifts the suspension.
    Suspended,
}

impl OrgStatus {
    /// The name on the wire and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Suspended => "suspended",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        [Self::Active, Self::Suspended]
            .into_iter()
            .find(|it| it.name() == name)
    }
}

/// An organization to be added.
#[derive(Clone, Debug)]
pub struct NewOrg {
    /// Its id.
    pub id: OrgId,
    /// Its name, as people see it.
    pub name: Name,
    /// What it has bought.
    pub plan: PlanId,
    /// When it is made.
    pub created_at: Timestamp,
}

/// An organization as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrgRecord {
    /// Its id.
    pub id: OrgId,
    /// Its name, as people see it.
    pub name: String,
    /// What it has bought.
    pub plan: PlanId,
    /// Whether its keys work.
    pub status: OrgStatus,
    /// When it was made.
    pub created_at: Timestamp,
}

#[derive(FromRow)]
struct OrgRow {
    id: String,
    name: String,
    plan: String,
    status: String,
    created_at: i64,
}

impl OrgRow {
    fn decode(self) -> Result<OrgRecord, StoreError> {
        let corrupt = |column| StoreError::Corrupt {
            column,
            row: self.id.clone(),
        };
        Ok(OrgRecord {
            id: self.id.parse().map_err(|_| corrupt("organization.id"))?,
            plan: self
                .plan
                .parse()
                .map_err(|_| corrupt("organization.plan"))?,
            status: OrgStatus::from_name(&self.status)
                .ok_or_else(|| corrupt("organization.status"))?,
            created_at: Timestamp::from_micros(self.created_at),
            name: self.name,
        })
    }
}

impl Store {
    /// Adds an organization.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn add_org(&self, org: &NewOrg) -> Result<(), StoreError> {
        let mut transaction = self.backend.begin().await?;
        insert_org(&mut transaction, org).await?;
        transaction.commit().await
    }

    /// All organizations, oldest first. For operators: tenants never see this list.
    ///
    /// # Errors
    ///
    /// When the database does not answer or holds something unreadable.
    pub async fn orgs(&self) -> Result<Vec<OrgRecord>, StoreError> {
        const SQL: &str = "select id, name, plan, status, created_at from organization order by id";
        let rows: Vec<OrgRow> =
            on_readers!(&self.backend, pool => sqlx::query_as(SQL).fetch_all(pool))?;
        rows.into_iter().map(OrgRow::decode).collect()
    }

    /// One organization. For operators, who name it by id.
    ///
    /// # Errors
    ///
    /// When the database does not answer or holds something unreadable.
    pub async fn org_by_id(&self, id: OrgId) -> Result<Option<OrgRecord>, StoreError> {
        const SQL: &str =
            "select id, name, plan, status, created_at from organization where id = $1";
        let row: Option<OrgRow> = on_readers!(&self.backend, pool =>
            sqlx::query_as(SQL).bind(id.to_string()).fetch_optional(pool))?;
        row.map(OrgRow::decode).transpose()
    }

    /// Suspends or reinstates an organization; answers whether there is one with this id.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    pub async fn set_org_status(&self, id: OrgId, status: OrgStatus) -> Result<bool, StoreError> {
        const SQL: &str = "update organization set status = $2, revision = $3 where id = $1";
        let mut transaction = self.backend.begin().await?;
        let revision = next_revision(&mut transaction).await?;
        let changed = execute!(
            &mut transaction,
            sqlx::query(SQL)
                .bind(id.to_string())
                .bind(status.name())
                .bind(revision.0)
        )?;
        transaction.commit().await?;
        Ok(changed > 0)
    }
}

pub(crate) async fn insert_org(
    transaction: &mut Transaction,
    org: &NewOrg,
) -> Result<(), StoreError> {
    const SQL: &str = "insert into organization (id, name, plan, status, created_at, revision) \
                       values ($1, $2, $3, $4, $5, $6)";
    let revision = next_revision(transaction).await?;
    execute!(
        transaction,
        sqlx::query(SQL)
            .bind(org.id.to_string())
            .bind(org.name.as_str())
            .bind(org.plan.name())
            .bind(OrgStatus::Active.name())
            .bind(org.created_at.micros())
            .bind(revision.0)
    )?;
    Ok(())
}
