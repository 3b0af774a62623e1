//! `/api/manage/installation/orgs/{org}/members`: gives an organization its first owner, or another
//! one if nobody is left who can invite.

use access::{EmailAddress, OrgId, Role};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::{OrgPageInput, spec};
use crate::idempotency;
use crate::member::{MemberAttributes, RoleText};
use auth::OperatorCaller;
use http_api::text::{ParsedText, path_id};
use http_api::{ApiError, ErrorCode, Methods, Problem, Source, Spec};
use operation::{Collection, Created, Operation};
use platform::Platform;

const PATH: &str = "/api/manage/installation/orgs/{org}/members";

#[derive(Debug)]
pub struct InstallationMemberList;

#[async_trait]
impl Operation for InstallationMemberList {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        errors: &[ErrorCode::ResourceNotFound],
        description: "Lists the members of any organization with their roles.",
        ..spec(
            "installation_member_list",
            Methods::Get,
            PATH,
            "List the members of an organization",
        )
    };
    type Context = Platform;
    type Input = OrgPageInput;
    type Reply = Collection<MemberAttributes>;

    async fn run(
        platform: &Platform,
        caller: OperatorCaller,
        input: OrgPageInput,
    ) -> Result<Self::Reply, ApiError> {
        let org = caller.org(platform, path_id(&input.org)?).await?.id;
        let (after, size) = (input.page.cursor()?, input.page.store_size());
        let inside = platform.store.org(caller.tenant(org));
        let page = inside.members_page(after, size).await?;
        let show = |it| MemberAttributes::of(it, org);
        Ok(Collection::of(page, show))
    }
}

#[derive(Debug)]
pub struct InstallationMemberAdd;

/// A member to add.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "MemberAddRequest")]
pub struct MemberAddInput {
    /// ID of the organization.
    #[schemars(length(max = 100))]
    pub org: String,
    /// Email address of an existing account.
    pub email: ParsedText<EmailAddress>,
    pub role: RoleText,
}

#[async_trait]
impl Operation for InstallationMemberAdd {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        errors: &[
            ErrorCode::ResourceNotFound,
            ErrorCode::ValueRefused,
            ErrorCode::AlreadyMember,
            ErrorCode::IdempotencyConflict,
            ErrorCode::ReauthenticationRequired,
        ],
        description: "Adds an existing account to the organization without an invitation.",
        ..spec(
            "installation_member_add",
            Methods::Post,
            PATH,
            "Add a member to an organization",
        )
    };
    type Context = Platform;
    type Input = MemberAddInput;
    type Reply = Created<MemberAttributes>;

    async fn run(
        platform: &Platform,
        caller: OperatorCaller,
        input: MemberAddInput,
    ) -> Result<Self::Reply, ApiError> {
        caller.require_recent_proof()?;
        let org: OrgId = path_id(&input.org)?;
        let (client, id) = (caller.client(), Self::SPEC.id);
        let repeated = idempotency::key_of(platform, client, &org, id, &input)?;
        let (email, role) = (input.email.0, Role::from(input.role));
        let found = platform.store.user_by_email(&email).await?;
        let mut locked = caller.lock(platform, org).await?;
        let user = found.ok_or_else(|| no_account(&email))?.user.id;
        let made = idempotency::claim(platform, locked.open(), repeated.as_ref()).await?;
        if made.is_none() {
            if !locked.add_member(user, role, caller.now()).await? {
                return Err(ApiError::plain(ErrorCode::AlreadyMember));
            }
            let mut event = caller.event("member.add", &user);
            event.after = Some(json!({ "role": role.name() }).to_string());
            locked.audit(&event).await?;
            idempotency::remember(locked.open(), repeated.as_ref(), &user).await?;
            locked.commit().await?;
        }
        let inside = platform.store.org(caller.tenant(org));
        let member = inside.member(user).await?;
        let member = member.ok_or_else(|| ApiError::plain(ErrorCode::ResourceNotFound))?;
        Ok(Created {
            resource: MemberAttributes::of(member, org),
            meta: None,
        })
    }
}

fn no_account(email: &EmailAddress) -> ApiError {
    let detail = format!("No account exists for {email}. Create one first.");
    let problem = Problem::new(ErrorCode::ValueRefused, detail);
    problem.at(Source::Pointer("/email".to_owned())).into()
}
