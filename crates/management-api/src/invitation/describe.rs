//! `/api/manage/invitations/describe`: what a link invites to, before it is accepted.

use std::borrow::Cow;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::accept::open_invitation;
use auth::Anyone;
use http_api::clock::rfc3339;
use http_api::text::SecretText;
use http_api::{ApiError, ErrorCode, Methods, Rule, Spec};
use operation::{Operation, Resource, ResourceKind};
use platform::Platform;

/// What a link invites to.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "InvitationDescription")]
pub struct InvitationDescription {
    #[serde(skip)]
    id: String,
    /// Name of the organization.
    pub organization: String,
    /// Name of the person who sent the invitation.
    pub invited_by: String,
    #[schemars(extend("enum" = ["owner", "manager", "member"]))]
    pub role: &'static str,
    /// Address that the invitation is for.
    pub email: String,
    #[schemars(extend("format" = "date-time"))]
    pub expires_at: String,
}

impl ResourceKind for InvitationDescription {
    const TYPE: &'static str = "invitation-description";

    fn id(&self) -> String {
        self.id.clone()
    }

    fn path(&self) -> Cow<'static, str> {
        "/api/manage/invitations/describe".into()
    }
}

#[derive(Debug)]
pub struct InvitationDescribe;

/// The token of the link.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "InvitationDescribeRequest")]
pub struct InvitationDescribeInput {
    token: SecretText,
}

#[async_trait]
impl Operation for InvitationDescribe {
    type Caller = Anyone;
    const SPEC: Spec<Anyone> = Spec {
        errors: &[
            ErrorCode::LinkInvalid,
            ErrorCode::InviterGone,
            ErrorCode::CrossSiteRequest,
        ],
        description: "Names the organization, the inviter, the role and the address of the \
            invitation that a link belongs to. The link still works afterwards.",
        ..crate::spec(
            "invitation_describe",
            Methods::Post,
            "/api/manage/invitations/describe",
            Rule::PUBLIC,
            "Describe an invitation",
        )
    };
    type Context = Platform;
    type Input = InvitationDescribeInput;
    type Reply = Resource<InvitationDescription>;

    async fn run(
        platform: &Platform,
        _: Anyone,
        input: InvitationDescribeInput,
    ) -> Result<Self::Reply, ApiError> {
        let (_, invitation) = open_invitation(platform, &input.token).await?;
        let inviter = platform.store.user(invitation.invited_by).await?;
        let gone = || ApiError::plain(ErrorCode::InviterGone);
        Ok(Resource(InvitationDescription {
            id: invitation.id.to_string(),
            organization: invitation.org_name,
            invited_by: inviter.ok_or_else(gone)?.name,
            role: invitation.role.name(),
            email: invitation.email.to_string(),
            expires_at: rfc3339(invitation.facts.expires_at()),
        }))
    }
}
