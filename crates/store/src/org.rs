//! Organizations.

use access::{Name, OrgId, PlanId, Rate, Timestamp, UserId};
use async_recursion::async_recursion as boxed;
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{Transaction, execute, on_readers, on_transaction};
use crate::change::next_revision;
use crate::error::StoreError;
use crate::ledger::{TestHolder, units};
use crate::page::{self, Page, PageSize};
use crate::store::Store;

/// The status of an organization, which decides whether its keys work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrgStatus {
    /// The keys work.
    Active,
    /// The keys are refused until the operator lifts the suspension.
    Suspended,
    /// The owners have closed it. Its keys are refused permanently.
    Closed,
}

impl OrgStatus {
    /// Returns the name used on the wire and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Suspended => "suspended",
            Self::Closed => "closed",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        [Self::Active, Self::Suspended, Self::Closed]
            .into_iter()
            .find(|it| it.name() == name)
    }
}

/// The plan of an organization and its deviations from that plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrgTerms {
    /// The plan.
    pub plan: PlanId,
    /// Its own rates instead of the plan's.
    pub rates: Option<Vec<Rate>>,
    /// Its own quota instead of the plan's.
    pub quota: Option<u64>,
    /// Its own overage instead of the plan's.
    pub overage: Option<u64>,
    /// Its own allowance for test keys instead of the installation's.
    pub test_allowance: Option<u64>,
}

impl OrgTerms {
    /// Returns the terms of a plan without deviations.
    pub const fn of_plan(plan: PlanId) -> Self {
        Self {
            plan,
            rates: None,
            quota: None,
            overage: None,
            test_allowance: None,
        }
    }
}

/// The columns of the terms.
#[derive(FromRow)]
pub(crate) struct TermsRow {
    plan: String,
    org_rates: Option<String>,
    quota: Option<i64>,
    overage: Option<i64>,
    test_allowance: Option<i64>,
}

impl TermsRow {
    pub(crate) const COLUMNS: &'static str =
        "o.plan, o.rates as org_rates, o.quota, o.overage, o.test_allowance";

    pub(crate) fn decode(&self, row: &str) -> Result<OrgTerms, StoreError> {
        let corrupt = |column| StoreError::Corrupt {
            column,
            row: row.to_owned(),
        };
        let units = |stored: Option<i64>, column| {
            let number = |it| u64::try_from(it).map_err(|_| corrupt(column));
            stored.map(number).transpose()
        };
        let rates = self.org_rates.as_deref().map(decode_rates);
        Ok(OrgTerms {
            plan: self
                .plan
                .parse()
                .map_err(|_| corrupt("organization.plan"))?,
            rates: rates
                .map(|it| it.ok_or_else(|| corrupt("organization.rates")))
                .transpose()?,
            quota: units(self.quota, "organization.quota")?,
            overage: units(self.overage, "organization.overage")?,
            test_allowance: units(self.test_allowance, "organization.test_allowance")?,
        })
    }
}

/// Binds the terms in the order plan, rates, quota, overage, test allowance.
macro_rules! bind_terms {
    ($query:expr, $terms:expr) => {
        $query
            .bind($terms.plan.name())
            .bind($terms.rates.as_deref().map($crate::org::encode_rates))
            .bind($terms.quota.map($crate::ledger::stored))
            .bind($terms.overage.map($crate::ledger::stored))
            .bind($terms.test_allowance.map($crate::ledger::stored))
    };
}
pub(crate) use bind_terms;

/// Encodes rates as their texts, separated by spaces.
pub(crate) fn encode_rates(rates: &[Rate]) -> String {
    let texts: Vec<_> = rates.iter().map(ToString::to_string).collect();
    texts.join(" ")
}

pub(crate) fn decode_rates(text: &str) -> Option<Vec<Rate>> {
    text.split_whitespace().map(|it| it.parse().ok()).collect()
}

/// The SQL expression for the holder of the allowance that test keys of an organization `o` use:
/// the owner who has belonged to it longest, for all organizations that they own together, or the
/// organization itself if it has no owner. Empty for the first organization of the installation,
/// which has the allowance that an operator would give it and no daily limit.
pub(crate) const TEST_HOLDER: &str = "(case when o.id = \
    (select value from installation where name = 'first_organization') then '' \
    else coalesce((select m.user_id from membership m where m.org_id = o.id \
    and m.role = 'owner' order by m.since, m.user_id limit 1), o.id) end)";

/// Decodes the holder from the value of [`TEST_HOLDER`].
pub(crate) fn decode_test_holder(
    holder: &str,
    org_id: &str,
) -> Result<Option<TestHolder>, StoreError> {
    if holder.is_empty() {
        return Ok(None);
    }
    let person = holder.parse().map(TestHolder::Person);
    let holder = person.or_else(|_| holder.parse().map(TestHolder::Org));
    let holder = holder.map_err(|_| StoreError::corrupt("membership.user_id", org_id))?;
    Ok(Some(holder))
}

/// An organization to add.
#[derive(Clone, Debug)]
pub struct NewOrg {
    /// The id.
    pub id: OrgId,
    /// The display name.
    pub name: Name,
    /// The terms.
    pub terms: OrgTerms,
    /// When it is created.
    pub created_at: Timestamp,
}

/// An organization as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrgRecord {
    /// The id.
    pub id: OrgId,
    /// The display name.
    pub name: String,
    /// The terms.
    pub terms: OrgTerms,
    /// Whether its keys work.
    pub status: OrgStatus,
    /// Whether its members need a second factor.
    pub require_second_factor: bool,
    /// The holder of the allowance that its test keys use; `None` for the first organization of the
    /// installation.
    pub test_holder: Option<TestHolder>,
    /// When it was created.
    pub created_at: Timestamp,
}

#[derive(FromRow)]
struct OrgRow {
    id: String,
    name: String,
    status: String,
    require_second_factor: bool,
    created_at: i64,
    test_holder: String,
    #[sqlx(flatten)]
    terms: TermsRow,
}

/// Returns a query for organizations with this condition.
fn select(condition: &str) -> String {
    format!(
        "select o.id, o.name, o.status, o.require_second_factor, o.created_at, {}, \
         {TEST_HOLDER} as test_holder from organization o {condition}",
        TermsRow::COLUMNS
    )
}

impl OrgRow {
    fn decode(self) -> Result<OrgRecord, StoreError> {
        let corrupt = |column| StoreError::Corrupt {
            column,
            row: self.id.clone(),
        };
        Ok(OrgRecord {
            id: self.id.parse().map_err(|_| corrupt("organization.id"))?,
            terms: self.terms.decode(&self.id)?,
            status: OrgStatus::from_name(&self.status)
                .ok_or_else(|| corrupt("organization.status"))?,
            require_second_factor: self.require_second_factor,
            test_holder: decode_test_holder(&self.test_holder, &self.id)?,
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
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn add_org(&self, org: &NewOrg) -> Result<(), StoreError> {
        let mut transaction = self.backend.begin().await?;
        insert_org(&mut transaction, org, None).await?;
        transaction.commit().await
    }

    /// Returns all organizations, oldest first. For operators: tenants never see this list.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn orgs(&self) -> Result<Vec<OrgRecord>, StoreError> {
        let sql = select("order by o.id");
        let rows: Vec<OrgRow> = on_readers!(&self.backend, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str())).fetch_all(pool))?;
        rows.into_iter().map(OrgRow::decode).collect()
    }

    /// Returns a page of all organizations, oldest first, after the one with this id. For
    /// operators.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn orgs_page(
        &self,
        after: Option<OrgId>,
        size: PageSize,
    ) -> Result<Page<OrgRecord, OrgId>, StoreError> {
        let sql = select("where o.id > $1 order by o.id limit $2");
        let rows: Vec<OrgRow> = on_readers!(&self.backend, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(page::after(after))
                .bind(size.probe())
                .fetch_all(pool))?;
        let total: i64 = on_readers!(&self.backend, pool =>
            sqlx::query_scalar("select count(*) from organization").fetch_one(pool))?;
        let orgs: Result<Vec<_>, _> = rows.into_iter().map(OrgRow::decode).collect();
        Ok(Page::cut(orgs?, size, units(total), |it| it.id))
    }

    /// Returns an organization. For operators, who identify it by id.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn org_by_id(&self, id: OrgId) -> Result<Option<OrgRecord>, StoreError> {
        let sql = select("where o.id = $1");
        let row: Option<OrgRow> = on_readers!(&self.backend, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str())).bind(id.to_string()).fetch_optional(pool))?;
        row.map(OrgRow::decode).transpose()
    }

    /// Returns every plan that an organization has.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn plans_in_use(&self) -> Result<Vec<PlanId>, StoreError> {
        const SQL: &str = "select distinct plan from organization order by plan";
        let names: Vec<String> =
            on_readers!(&self.backend, pool => sqlx::query_scalar(SQL).fetch_all(pool))?;
        let parse = |name: String| {
            name.parse().map_err(|_| StoreError::Corrupt {
                column: "organization.plan",
                row: name.clone(),
            })
        };
        names.into_iter().map(parse).collect()
    }
}

/// Takes an organization's lock. Every transaction that takes both locks it before the change
/// counter, which prevents deadlocks.
pub(crate) async fn lock_org(
    transaction: &mut Transaction,
    org_id: &str,
) -> Result<Option<OrgRecord>, StoreError> {
    let sql = select("where o.id = $1") + transaction.row_lock();
    let row: Option<OrgRow> = on_transaction!(transaction, connection =>
        sqlx::query_as(AssertSqlSafe(sql.as_str())).bind(org_id).fetch_optional(connection))?;
    row.map(OrgRow::decode).transpose()
}

pub(crate) async fn insert_org(
    transaction: &mut Transaction,
    org: &NewOrg,
    created_by: Option<UserId>,
) -> Result<(), StoreError> {
    const SQL: &str = "insert into organization (id, plan, rates, quota, overage, test_allowance, \
        name, status, created_at, revision, created_by) \
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
    let revision = next_revision(transaction).await?;
    execute!(
        transaction,
        bind_terms!(sqlx::query(SQL).bind(org.id.to_string()), &org.terms)
            .bind(org.name.as_str())
            .bind(OrgStatus::Active.name())
            .bind(org.created_at.micros())
            .bind(revision.0)
            .bind(created_by.map(|it| it.to_string()))
    )?;
    Ok(())
}
