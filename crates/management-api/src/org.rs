//! `/api/manage/orgs`: organizations.

use access::{Name, OrgId, RolePermission, Timestamp, UserId};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{NewOrg, OpenTransaction, OrgRecord, OrgStatus, OrgTerms};

use crate::idempotency;
use auth::{MemberCaller, PersonCaller};
use config::Switch;
use http_api::clock::rfc3339;
use http_api::randomness::OsRandom;
use http_api::text::{ParsedText, path_id};
use http_api::{ApiError, ErrorCode, Methods, Problem, Rule, Spec};
use operation::{Created, NoContent, NoInput, Operation, Resource, resource};
use platform::Platform;

const DAY_MICROS: i64 = 86_400_000_000;

/// An organization.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Organization")]
pub struct OrgAttributes {
    #[serde(skip)]
    pub id: String,
    pub name: String,
    /// Status: `active`, `suspended` by the operator, or `closed` by its owners.
    #[schemars(extend("enum" = ["active", "suspended", "closed"]))]
    pub status: &'static str,
    pub plan: String,
    /// Your role in the organization.
    #[schemars(extend("enum" = ["owner", "manager", "member"]))]
    pub role: &'static str,
    /// Your permissions in the organization.
    pub permissions: Vec<&'static str>,
    /// Whether members need a second factor.
    pub require_second_factor: bool,
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
}

resource!(
    OrgAttributes,
    "organization",
    id,
    "/api/manage/orgs/{id}",
    id
);

impl OrgAttributes {
    fn of(org: &OrgRecord, role: access::Role) -> Self {
        Self {
            id: org.id.to_string(),
            name: org.name.clone(),
            status: org.status.name(),
            plan: org.terms.plan.name().to_owned(),
            role: role.name(),
            permissions: role
                .permissions()
                .iter()
                .map(RolePermission::name)
                .collect(),
            require_second_factor: org.require_second_factor,
            created_at: rfc3339(org.created_at),
        }
    }
}

#[derive(Debug)]
pub struct OrgCreate;

/// An organization to create.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "OrganizationCreateRequest")]
pub struct OrgCreateInput {
    name: ParsedText<Name>,
}

#[async_trait]
impl Operation for OrgCreate {
    type Caller = PersonCaller;
    const SPEC: Spec<PersonCaller> = Spec {
        errors: &[
            ErrorCode::PermissionMissing,
            ErrorCode::IdempotencyConflict,
            ErrorCode::OrganizationLimitReached,
            ErrorCode::OrganizationCreationLimited,
        ],
        description: "You must already own an organization, and the operator can disable this \
            operation. You become the owner of the new organization, which starts on the smallest \
            plan. By default, a person can own or create up to 10 organizations, and create up to 3 \
            in any 24-hour period.",
        ..super::spec(
            "org_create",
            Methods::Post,
            "/api/manage/orgs",
            Rule::PERSON,
            "Create an organization",
        )
    };
    type Context = Platform;
    type Input = OrgCreateInput;
    type Reply = Created<OrgAttributes>;

    async fn run(
        platform: &Platform,
        caller: PersonCaller,
        input: OrgCreateInput,
    ) -> Result<Self::Reply, ApiError> {
        let user = caller.user();
        let open = platform.config.organization_creation == Switch::On;
        if !open || !platform.store.owns_an_org(user).await? {
            let permission = RolePermission::OrgCreate;
            let detail = format!("You do not have the `{permission}` permission.");
            let problem = Problem::new(ErrorCode::PermissionMissing, detail);
            return Err(problem
                .with_meta("requiredPermission", permission.name())
                .into());
        }
        let now = caller.now();
        let repeated = idempotency::key_of(platform, caller.client(), &user, "org_create", &input)?;
        let org = NewOrg {
            id: OrgId::new(now, &OsRandom),
            name: input.name.0,
            terms: OrgTerms::of_plan(platform.config.plans.smallest().id),
            created_at: now,
        };
        let audit = &platform.keys.audit;
        let mut locked = platform.store.create_org(&org, Some(user), audit).await?;
        if let Some(made) = idempotency::claim(platform, locked.open(), repeated.as_ref()).await? {
            // Nothing of this attempt is kept.
            drop(locked);
            let made = platform.store.org_by_id(path_id(&made)?).await?;
            let made = made.ok_or_else(|| ApiError::plain(ErrorCode::ResourceNotFound))?;
            return Ok(created(&made));
        }
        require_room(platform, locked.open(), user, now).await?;
        let mut event = caller.event("org.create", &org.id);
        event.after = Some(json!({ "name": org.name.as_str() }).to_string());
        locked.audit(&event).await?;
        idempotency::remember(locked.open(), repeated.as_ref(), &org.id).await?;
        let made = locked.org().await?;
        locked.commit().await?;
        Ok(created(&made))
    }
}

/// Refuses an organization above the limit, so that a person cannot multiply the free allowances.
/// The new one is included in the count: the person has been locked since before it was added.
async fn require_room(
    platform: &Platform,
    open: &mut OpenTransaction,
    user: UserId,
    now: Timestamp,
) -> Result<(), ApiError> {
    let (most, per_day) = (
        platform.config.max_organizations_per_owner,
        platform.config.max_organizations_per_day,
    );
    let day_ago = Timestamp::from_micros(now.micros().saturating_sub(DAY_MICROS));
    let created = open
        .created_orgs(user, day_ago, per_day.saturating_add(1))
        .await?;
    if created.owned > u64::from(most) {
        let code = ErrorCode::OrganizationLimitReached;
        let problem = Problem::new(code, code.explanation()).with_meta("limit", most);
        return Err(problem.into());
    }
    let recent = &created.recent;
    if recent.len() > usize::try_from(per_day).unwrap_or(usize::MAX) {
        // The oldest of the organizations that count must be a day old first.
        let oldest = recent.last().copied().unwrap_or(now);
        let wait_micros = (oldest.micros() + DAY_MICROS - now.micros()).max(1);
        let wait_s = wait_micros.unsigned_abs().div_ceil(1_000_000);
        let code = ErrorCode::OrganizationCreationLimited;
        let problem = Problem::new(code, code.explanation()).with_meta("limit", per_day);
        return Err(ApiError::from(problem).retry_after(wait_s));
    }
    Ok(())
}

fn created(org: &OrgRecord) -> Created<OrgAttributes> {
    Created {
        resource: OrgAttributes::of(org, access::Role::Owner),
        meta: None,
    }
}

#[derive(Debug)]
pub struct OrgGet;

#[async_trait]
impl Operation for OrgGet {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Returns the organization's plan and settings, and your role with its \
            permissions.",
        ..super::spec(
            "org_get",
            Methods::Get,
            "/api/manage/orgs/{org}",
            Rule::member(RolePermission::OrgRead),
            "Get an organization and your permissions in it",
        )
    };
    type Context = Platform;
    type Input = NoInput;
    type Reply = Resource<OrgAttributes>;

    async fn run(_: &Platform, caller: MemberCaller, _: NoInput) -> Result<Self::Reply, ApiError> {
        let org = caller.membership().record();
        Ok(Resource(OrgAttributes::of(org, caller.role())))
    }
}

#[derive(Debug)]
pub struct OrgUpdate;

/// Changes to an organization.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "OrganizationUpdateRequest")]
pub struct OrgUpdateInput {
    name: ParsedText<Name>,
}

#[async_trait]
impl Operation for OrgUpdate {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Changes the display name. The ID stays the same.",
        ..super::spec(
            "org_update",
            Methods::Patch,
            "/api/manage/orgs/{org}",
            Rule::member(RolePermission::OrgUpdate),
            "Rename an organization",
        )
    };
    type Context = Platform;
    type Input = OrgUpdateInput;
    type Reply = Resource<OrgAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: OrgUpdateInput,
    ) -> Result<Self::Reply, ApiError> {
        let (mut locked, role) = caller.lock(platform).await?;
        let before = locked.org().await?;
        locked.rename(&input.name.0).await?;
        let mut event = caller.event("org.update", &caller.org());
        event.before = Some(json!({ "name": before.name }).to_string());
        event.after = Some(json!({ "name": input.name.0.as_str() }).to_string());
        locked.audit(&event).await?;
        let after = locked.org().await?;
        locked.commit().await?;
        Ok(Resource(OrgAttributes::of(&after, role)))
    }
}

#[derive(Debug)]
pub struct OrgPolicy;

/// Requirements for members.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "OrganizationPolicyRequest")]
pub struct OrgPolicyInput {
    pub require_second_factor: bool,
}

#[async_trait]
impl Operation for OrgPolicy {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        errors: &[ErrorCode::SecondFactorRequired],
        description: "You must have signed in with two-factor authentication to enable this.",
        ..super::spec(
            "org_policy_update",
            Methods::Patch,
            "/api/manage/orgs/{org}/policy",
            Rule::member(RolePermission::AdminAccess),
            "Require two-factor authentication for members, or stop requiring it",
        )
    };
    type Context = Platform;
    type Input = OrgPolicyInput;
    type Reply = Resource<OrgAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: OrgPolicyInput,
    ) -> Result<Self::Reply, ApiError> {
        if input.require_second_factor && !caller.second_factor() {
            return Err(ApiError::plain(ErrorCode::SecondFactorRequired));
        }
        let (mut locked, role) = caller.lock(platform).await?;
        let before = locked.org().await?;
        let required = input.require_second_factor;
        locked.set_require_second_factor(required).await?;
        let mut event = caller.event("org.policy", &caller.org());
        let policy = |it: bool| Some(json!({ "requireSecondFactor": it }).to_string());
        event.before = policy(before.require_second_factor);
        event.after = policy(required);
        locked.audit(&event).await?;
        let after = locked.org().await?;
        locked.commit().await?;
        Ok(Resource(OrgAttributes::of(&after, role)))
    }
}

#[derive(Debug)]
pub struct OrgClose;

#[async_trait]
impl Operation for OrgClose {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "The organization's keys stop working permanently. Its ledger and audit log \
                      remain readable.",
        ..super::spec(
            "org_close",
            Methods::Post,
            "/api/manage/orgs/{org}/close",
            Rule::member(RolePermission::AdminAccess),
            "Close an organization",
        )
    };
    type Context = Platform;
    type Input = NoInput;
    type Reply = NoContent;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        _: NoInput,
    ) -> Result<Self::Reply, ApiError> {
        let (mut locked, _) = caller.lock(platform).await?;
        let before = locked.org().await?;
        billing::close(&mut locked, &platform.config, caller.now()).await?;
        let mut event = caller.event("org.close", &caller.org());
        event.before = Some(json!({ "status": before.status.name() }).to_string());
        event.after = Some(json!({ "status": OrgStatus::Closed.name() }).to_string());
        locked.audit(&event).await?;
        locked.commit().await?;
        platform.key_cache.refresh().await?;
        Ok(NoContent)
    }
}
