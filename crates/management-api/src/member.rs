//! `/api/manage/orgs/{org}/members`: the members of an organization and their roles.

use access::membership::{self, MembershipRefusal, Target};
use access::{OrgId, Role, RolePermission, UserId};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{LockedOrg, MemberRecord};

use auth::MemberCaller;
use http_api::clock::rfc3339;
use http_api::text::path_id;
use http_api::{ApiError, ErrorCode, Methods, Problem, Rule, Spec};
use operation::{Collection, NoContent, Operation, PageInput, resource};
use platform::Platform;

/// A member.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Member")]
pub struct MemberAttributes {
    #[serde(skip)]
    org: String,
    #[serde(skip)]
    pub user: String,
    pub name: String,
    pub email: String,
    #[schemars(extend("enum" = ["owner", "manager", "member"]))]
    pub role: &'static str,
    pub second_factor: bool,
    /// Whether an operator has disabled the account.
    pub disabled: bool,
    #[schemars(extend("format" = "date-time"))]
    pub since: String,
}

resource!(
    MemberAttributes,
    "member",
    user,
    "/api/manage/orgs/{org}/members/{user}",
    org,
    user
);

impl MemberAttributes {
    pub(super) fn of(member: MemberRecord, org: OrgId) -> Self {
        Self {
            org: org.to_string(),
            user: member.user.to_string(),
            name: member.name,
            email: member.email.to_string(),
            role: member.role.name(),
            second_factor: member.second_factor,
            disabled: member.disabled,
            since: rfc3339(member.since),
        }
    }

    /// Cells for a table: user, address, name, role.
    pub fn cells(&self) -> Vec<String> {
        vec![
            self.user.clone(),
            self.email.clone(),
            self.name.clone(),
            self.role.to_owned(),
        ]
    }
}

/// A role.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Role")]
pub enum RoleText {
    Owner,
    Manager,
    Member,
}

impl From<RoleText> for Role {
    fn from(text: RoleText) -> Self {
        match text {
            RoleText::Owner => Self::Owner,
            RoleText::Manager => Self::Manager,
            RoleText::Member => Self::Member,
        }
    }
}

impl From<Role> for RoleText {
    fn from(role: Role) -> Self {
        match role {
            Role::Owner => Self::Owner,
            Role::Manager => Self::Manager,
            Role::Member => Self::Member,
        }
    }
}

pub(super) fn refused(refusal: MembershipRefusal) -> ApiError {
    let code = match refusal {
        MembershipRefusal::PermissionMissing(_) => ErrorCode::PermissionMissing,
        MembershipRefusal::RankTooHigh | MembershipRefusal::InviterRankTooHigh => {
            ErrorCode::RankTooHigh
        }
        MembershipRefusal::GrantTooHigh => ErrorCode::GrantTooHigh,
        MembershipRefusal::LastOwner => ErrorCode::LastOwner,
        MembershipRefusal::InviterGone => ErrorCode::InviterGone,
        MembershipRefusal::AlreadyMember => ErrorCode::AlreadyMember,
    };
    let problem = Problem::new(code, refusal.to_string());
    match refusal {
        MembershipRefusal::PermissionMissing(permission) => problem
            .with_meta("requiredPermission", permission.name())
            .into(),
        _ => problem.into(),
    }
}

#[derive(Debug)]
pub struct MemberList;

#[async_trait]
impl Operation for MemberList {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Lists the members with their roles.",
        ..super::spec(
            "member_list",
            Methods::Get,
            "/api/manage/orgs/{org}/members",
            Rule::member(RolePermission::OrgUsersRead),
            "List members",
        )
    };
    type Context = Platform;
    type Input = PageInput;
    type Reply = Collection<MemberAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: PageInput,
    ) -> Result<Self::Reply, ApiError> {
        let (after, size) = (input.page.cursor()?, input.page.store_size());
        let inside = platform.store.org(caller.tenant());
        let page = inside.members_page(after, size).await?;
        let show = |it| MemberAttributes::of(it, caller.org());
        Ok(Collection::of(page, show))
    }
}

/// The member to change, inside the transaction.
async fn target(
    locked: &mut LockedOrg,
    caller: &MemberCaller,
    user: UserId,
) -> Result<(Target, Role), ApiError> {
    let not_found = || ApiError::plain(ErrorCode::ResourceNotFound);
    let role = locked.role_of(user).await?.ok_or_else(not_found)?;
    let target = if caller.user() == Some(user) {
        Target::Oneself
    } else {
        Target::Member(role)
    };
    Ok((target, role))
}

#[derive(Debug)]
pub struct MemberUpdate;

/// A new role for a member.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "MemberUpdateRequest")]
pub struct MemberUpdateInput {
    /// ID of the user.
    #[schemars(length(max = 100))]
    user: String,
    role: RoleText,
}

#[async_trait]
impl Operation for MemberUpdate {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        errors: &[
            ErrorCode::RankTooHigh,
            ErrorCode::GrantTooHigh,
            ErrorCode::LastOwner,
        ],
        description: "You can always lower your own role. Changing another member's role requires \
            `org:users:update` and a higher role than theirs. Owners can change anyone's role. \
            Nobody can grant a role above their own.",
        ..super::spec(
            "member_update",
            Methods::Patch,
            "/api/manage/orgs/{org}/members/{user}",
            Rule::member(RolePermission::OrgRead),
            "Change a member's role",
        )
    };
    type Context = Platform;
    type Input = MemberUpdateInput;
    type Reply = NoContent;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: MemberUpdateInput,
    ) -> Result<Self::Reply, ApiError> {
        let user = path_id(&input.user)?;
        let new = Role::from(input.role);
        let (mut locked, actor) = caller.lock(platform).await?;
        let found = target(&mut locked, &caller, user).await;
        let (target, old) = hide_members(found, actor)?;
        let owners = 1 + locked.other_able_owners(user).await?;
        membership::change_role(actor, target, new, owners).map_err(refused)?;
        locked.change_role(user, new).await?;
        let mut event = caller.event("member.update", &user);
        event.before = Some(json!({ "role": old.name() }).to_string());
        event.after = Some(json!({ "role": new.name() }).to_string());
        locked.audit(&event).await?;
        locked.commit().await?;
        Ok(NoContent)
    }
}

/// Callers who cannot see the members do not learn who is one.
fn hide_members<T>(found: Result<T, ApiError>, actor: Role) -> Result<T, ApiError> {
    let may_see = actor.permissions().allows(RolePermission::OrgUsersRead);
    match found {
        Err(_) if !may_see => {
            let missing = MembershipRefusal::PermissionMissing(RolePermission::OrgUsersUpdate);
            Err(refused(missing))
        }
        other => other,
    }
}

#[derive(Debug)]
pub struct MemberRemove;

/// One member.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "MemberReference")]
pub struct MemberReference {
    /// ID of the user.
    #[schemars(length(max = 100))]
    pub user: String,
}

#[async_trait]
impl Operation for MemberRemove {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        errors: &[ErrorCode::RankTooHigh, ErrorCode::LastOwner],
        description: "You can always leave. Removing other members requires `org:users:delete` and \
            a higher role than theirs. Keys that they created stay with the organization.",
        ..super::spec(
            "member_remove",
            Methods::Delete,
            "/api/manage/orgs/{org}/members/{user}",
            Rule::member(RolePermission::OrgRead),
            "Remove a member or leave the organization",
        )
    };
    type Context = Platform;
    type Input = MemberReference;
    type Reply = NoContent;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: MemberReference,
    ) -> Result<Self::Reply, ApiError> {
        let user = path_id(&input.user)?;
        let (mut locked, actor) = caller.lock(platform).await?;
        let found = target(&mut locked, &caller, user).await;
        let (target, old) = hide_members(found, actor)?;
        let owners = 1 + locked.other_able_owners(user).await?;
        membership::remove(actor, target, owners).map_err(refused)?;
        locked.remove_member(user).await?;
        let mut event = caller.event("member.remove", &user);
        event.before = Some(json!({ "role": old.name() }).to_string());
        locked.audit(&event).await?;
        locked.commit().await?;
        Ok(NoContent)
    }
}
