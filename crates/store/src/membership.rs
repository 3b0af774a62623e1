//! Memberships: who belongs to which organization, in which role. [`access::membership`] decides
//! which change is allowed, with the roles and the number of owners read in the same transaction.

use access::{EmailAddress, OrgId, Role, Timestamp, UserId};
use async_recursion::async_recursion as boxed;
use sqlx::{AssertSqlSafe, FromRow};

use crate::backend::{execute, on_org_readers, on_readers, on_transaction};
use crate::change::next_revision;
use crate::error::StoreError;
use crate::ledger::units;
use crate::locked::{LockedOrg, OpenTransaction};
use crate::org::OrgStatus;
use crate::page::{self, Page, PageSize};
use crate::store::Store;
use crate::tenant::{OrgStore, Tenant};

const ROLE: &str = "select role from membership where org_id = $1 and user_id = $2";

/// A person in an organization, as its other members see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberRecord {
    /// The person.
    pub user: UserId,
    /// Their name.
    pub name: String,
    /// Their e-mail address.
    pub email: EmailAddress,
    /// Their role.
    pub role: Role,
    /// When they joined.
    pub since: Timestamp,
    /// Whether they have a second factor.
    pub second_factor: bool,
    /// Whether an operator has disabled them.
    pub disabled: bool,
}

/// An organization as one of its members sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MembershipRecord {
    /// The organization.
    pub org: OrgId,
    /// The organization's name.
    pub org_name: String,
    /// Whether its keys work.
    pub org_status: OrgStatus,
    /// Whether it requires a second factor from its members.
    pub require_second_factor: bool,
    /// The person's role.
    pub role: Role,
    /// When they joined.
    pub since: Timestamp,
}

impl MembershipRecord {
    /// Returns the right to act inside the organization. The caller has verified the person's
    /// identity.
    pub const fn tenant(&self) -> Tenant {
        Tenant::of_member(self.org)
    }
}

#[derive(FromRow)]
struct MemberRow {
    user_id: String,
    name: String,
    email: String,
    role: String,
    since: i64,
    totp_generation: Option<i64>,
    disabled_at: Option<i64>,
}

impl MemberRow {
    fn decode(self) -> Result<MemberRecord, StoreError> {
        let corrupt = |column| StoreError::corrupt(column, &self.user_id);
        Ok(MemberRecord {
            user: self
                .user_id
                .parse()
                .map_err(|_| corrupt("membership.user_id"))?,
            email: self.email.parse().map_err(|_| corrupt("person.email"))?,
            role: self.role.parse().map_err(|_| corrupt("membership.role"))?,
            since: Timestamp::from_micros(self.since),
            second_factor: self.totp_generation.is_some(),
            disabled: self.disabled_at.is_some(),
            name: self.name,
        })
    }
}

#[derive(FromRow)]
struct MembershipRow {
    org_id: String,
    org_name: String,
    org_status: String,
    require_second_factor: bool,
    role: String,
    since: i64,
}

impl MembershipRow {
    fn decode(self) -> Result<MembershipRecord, StoreError> {
        let corrupt = |column| StoreError::corrupt(column, &self.org_id);
        Ok(MembershipRecord {
            org: self
                .org_id
                .parse()
                .map_err(|_| corrupt("membership.org_id"))?,
            org_status: OrgStatus::from_name(&self.org_status)
                .ok_or_else(|| corrupt("organization.status"))?,
            role: self.role.parse().map_err(|_| corrupt("membership.role"))?,
            since: Timestamp::from_micros(self.since),
            require_second_factor: self.require_second_factor,
            org_name: self.org_name,
        })
    }
}

fn decode_role(role: Option<String>, user: UserId) -> Result<Option<Role>, StoreError> {
    let parse = |text: String| {
        let role = text.parse();
        role.map_err(|_| StoreError::corrupt("membership.role", &user.to_string()))
    };
    role.map(parse).transpose()
}

impl OrgStore<'_> {
    /// Returns a person's role in the organization, or `None` if they are not a member.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn role_of(&self, user: UserId) -> Result<Option<Role>, StoreError> {
        let role = on_org_readers!(self, pool => sqlx::query_scalar(ROLE)
            .bind(&self.org_id)
            .bind(user.to_string())
            .fetch_optional(pool))?;
        decode_role(role, user)
    }

    /// Returns one of the organization's members.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn member(&self, user: UserId) -> Result<Option<MemberRecord>, StoreError> {
        let sql = select_members("m.user_id = $2");
        let row: Option<MemberRow> = on_org_readers!(self, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(user.to_string())
                .fetch_optional(pool))?;
        row.map(MemberRow::decode).transpose()
    }

    /// Returns a page of the organization's members, by id, after this one.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn members_page(
        &self,
        after: Option<UserId>,
        size: PageSize,
    ) -> Result<Page<MemberRecord, UserId>, StoreError> {
        const TOTAL: &str = "select count(*) from membership where org_id = $1";
        let sql = select_members("m.user_id > $2 order by m.user_id limit $3");
        let rows: Vec<MemberRow> = on_org_readers!(self, pool =>
            sqlx::query_as(AssertSqlSafe(sql.as_str()))
                .bind(&self.org_id)
                .bind(page::after(after))
                .bind(size.probe())
                .fetch_all(pool))?;
        let total: i64 = on_org_readers!(self, pool =>
            sqlx::query_scalar(TOTAL).bind(&self.org_id).fetch_one(pool))?;
        let members: Result<Vec<_>, _> = rows.into_iter().map(MemberRow::decode).collect();
        Ok(Page::cut(members?, size, units(total), |it| it.user))
    }
}

/// Returns a query for members of the organization `$1` with this condition.
fn select_members(condition: &str) -> String {
    format!(
        "select m.user_id, p.name, p.email, m.role, m.since, p.totp_generation, p.disabled_at \
         from membership m join person p on p.id = m.user_id where m.org_id = $1 and {condition}"
    )
}

impl OpenTransaction {
    /// Returns the organizations, except closed ones, in which nobody but this person is an owner
    /// who can sign in, by id.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn orgs_with_no_other_owner(
        &mut self,
        user: UserId,
    ) -> Result<Vec<OrgId>, StoreError> {
        const SQL: &str = "select m.org_id from membership m \
            join organization o on o.id = m.org_id \
            where m.user_id = $1 and m.role = $2 and o.status <> $3 and not exists (\
            select 1 from membership other join person p on p.id = other.user_id \
            where other.org_id = m.org_id and other.role = $2 and other.user_id <> $1 \
            and p.disabled_at is null) order by m.org_id";
        let ids: Vec<String> = on_transaction!(&mut self.0, connection =>
            sqlx::query_scalar(SQL)
                .bind(user.to_string())
                .bind(Role::Owner.name())
                .bind(OrgStatus::Closed.name())
                .fetch_all(connection))?;
        let decode = |id: String| {
            id.parse()
                .map_err(|_| StoreError::corrupt("membership.org_id", &id))
        };
        ids.into_iter().map(decode).collect()
    }
}

/// The organizations that count toward how many a person may create.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreatedOrgs {
    /// The number of organizations that are not closed and that they own or have created, whoever
    /// owns them now.
    pub owned: u64,
    /// When they created organizations since the given instant, including closed ones, newest
    /// first.
    pub recent: Vec<Timestamp>,
}

impl OpenTransaction {
    /// Returns the organizations that count toward how many a person may create. Reads at most
    /// `most` of the recent ones.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn created_orgs(
        &mut self,
        user: UserId,
        since: Timestamp,
        most: u32,
    ) -> Result<CreatedOrgs, StoreError> {
        const OWNED: &str = "select count(*) from organization o where o.status <> $3 \
            and o.id in (select id from organization where created_by = $1 \
            union select org_id from membership where user_id = $1 and role = $2)";
        const RECENT: &str = "select created_at from organization \
            where created_by = $1 and created_at > $2 order by created_at desc limit $3";
        let owned: i64 = on_transaction!(&mut self.0, connection => sqlx::query_scalar(OWNED)
            .bind(user.to_string())
            .bind(Role::Owner.name())
            .bind(OrgStatus::Closed.name())
            .fetch_one(connection))?;
        let recent: Vec<i64> = on_transaction!(&mut self.0, connection => sqlx::query_scalar(RECENT)
            .bind(user.to_string())
            .bind(since.micros())
            .bind(i64::from(most))
            .fetch_all(connection))?;
        Ok(CreatedOrgs {
            owned: units(owned),
            recent: recent.into_iter().map(Timestamp::from_micros).collect(),
        })
    }
}

impl LockedOrg {
    /// Returns a person's role in the organization, inside the transaction.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn role_of(&mut self, user: UserId) -> Result<Option<Role>, StoreError> {
        let role = on_transaction!(&mut self.transaction.0, connection => sqlx::query_scalar(ROLE)
            .bind(&self.org_id)
            .bind(user.to_string())
            .fetch_optional(connection))?;
        decode_role(role, user)
    }

    /// Returns the number of owners of the organization, inside the transaction.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn owners(&mut self) -> Result<u64, StoreError> {
        const SQL: &str = "select count(*) from membership where org_id = $1 and role = $2";
        let owners: i64 = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_scalar(SQL)
                .bind(&self.org_id)
                .bind(Role::Owner.name())
                .fetch_one(connection))?;
        Ok(units(owners))
    }

    /// Returns the number of other owners who can sign in.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn other_able_owners(&mut self, user: UserId) -> Result<u64, StoreError> {
        const SQL: &str = "select count(*) from membership m join person p on p.id = m.user_id \
            where m.org_id = $1 and m.role = $2 and m.user_id <> $3 and p.disabled_at is null";
        let owners: i64 = on_transaction!(&mut self.transaction.0, connection =>
            sqlx::query_scalar(SQL)
                .bind(&self.org_id)
                .bind(Role::Owner.name())
                .bind(user.to_string())
                .fetch_one(connection))?;
        Ok(units(owners))
    }

    /// Makes a person a member. Returns `false` and changes nothing if they are already one.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or the person does not exist.
    #[boxed]
    pub async fn add_member(
        &mut self,
        user: UserId,
        role: Role,
        since: Timestamp,
    ) -> Result<bool, StoreError> {
        const SQL: &str = "insert into membership (org_id, user_id, role, since) \
            values ($1, $2, $3, $4) on conflict (org_id, user_id) do nothing";
        let added = execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(&self.org_id)
                .bind(user.to_string())
                .bind(role.name())
                .bind(since.micros())
        )?;
        if added > 0 && role == Role::Owner {
            self.announce_owners().await?;
        }
        Ok(added > 0)
    }

    /// Changes a member's role. Returns `true` if they are a member.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn change_role(&mut self, user: UserId, role: Role) -> Result<bool, StoreError> {
        const SQL: &str = "update membership set role = $3 where org_id = $1 and user_id = $2";
        let changed = execute!(
            &mut self.transaction.0,
            sqlx::query(SQL)
                .bind(&self.org_id)
                .bind(user.to_string())
                .bind(role.name())
        )?;
        if changed > 0 {
            self.announce_owners().await?;
        }
        Ok(changed > 0)
    }

    /// Ends a membership. Returns `true` if there was one. Keys that the person created stay.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable.
    #[boxed]
    pub async fn remove_member(&mut self, user: UserId) -> Result<bool, StoreError> {
        const SQL: &str = "delete from membership where org_id = $1 and user_id = $2";
        let removed = execute!(
            &mut self.transaction.0,
            sqlx::query(SQL).bind(&self.org_id).bind(user.to_string())
        )?;
        if removed > 0 {
            self.announce_owners().await?;
        }
        Ok(removed > 0)
    }

    /// Announces a change of owners. Owners determine whose test allowance the organization's keys
    /// use, so servers that cache its keys read them again.
    async fn announce_owners(&mut self) -> Result<(), StoreError> {
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

/// Expands to a query for a person's organizations with this condition.
macro_rules! memberships {
    ($condition:literal) => {
        concat!(
            "select m.org_id, o.name as org_name, o.status as org_status, ",
            "o.require_second_factor, m.role, m.since ",
            "from membership m join organization o on o.id = m.org_id ",
            $condition
        )
    };
}

impl Store {
    /// Returns a person's membership in one organization, which authorizes a request that names its
    /// organization. Returns `None` if the person is not a member or the organization does not
    /// exist.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn membership(
        &self,
        user: UserId,
        org: OrgId,
    ) -> Result<Option<MembershipRecord>, StoreError> {
        const SQL: &str = memberships!("where m.user_id = $1 and m.org_id = $2");
        let row: Option<MembershipRow> = on_readers!(&self.backend, pool => sqlx::query_as(SQL)
            .bind(user.to_string())
            .bind(org.to_string())
            .fetch_optional(pool))?;
        row.map(MembershipRow::decode).transpose()
    }

    /// Returns a page of the organizations that a person belongs to, oldest first, after this one.
    ///
    /// # Errors
    ///
    /// Returns an error if the database is unavailable or a stored value cannot be decoded.
    #[boxed]
    pub async fn memberships_page(
        &self,
        user: UserId,
        after: Option<OrgId>,
        size: PageSize,
    ) -> Result<Page<MembershipRecord, OrgId>, StoreError> {
        const SQL: &str =
            memberships!("where m.user_id = $1 and m.org_id > $2 order by m.org_id limit $3");
        const TOTAL: &str = "select count(*) from membership where user_id = $1";
        let rows: Vec<MembershipRow> = on_readers!(&self.backend, pool => sqlx::query_as(SQL)
            .bind(user.to_string())
            .bind(page::after(after))
            .bind(size.probe())
            .fetch_all(pool))?;
        let total: i64 = on_readers!(&self.backend, pool =>
            sqlx::query_scalar(TOTAL).bind(user.to_string()).fetch_one(pool))?;
        let orgs: Result<Vec<_>, _> = rows.into_iter().map(MembershipRow::decode).collect();
        Ok(Page::cut(orgs?, size, units(total), |it| it.org))
    }
}
