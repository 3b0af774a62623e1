//! `…/invitations/{invitation}/link`: a link that the inviter copies, for example because no mail
//! server is configured.

use access::{InvitationId, PlainToken, RolePermission};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Serialize;

use super::{InvitationReference, found, may_change};
use auth::MemberCaller;
use http_api::clock::rfc3339;
use http_api::randomness::OsRandom;
use http_api::text::path_id;
use http_api::{ApiError, ErrorCode, Methods, Rule, Spec};
use operation::{Created, Operation, resource};
use platform::Platform;

/// A link to copy, shown only once.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "InvitationLink")]
pub struct InvitationLinkAttributes {
    #[serde(skip)]
    id: String,
    #[serde(skip)]
    org: String,
    /// Link that accepts the invitation. Give it only to the invited person.
    pub url: String,
    #[schemars(extend("format" = "date-time"))]
    pub expires_at: String,
}

/// Without the link, which is a secret.
impl std::fmt::Debug for InvitationLinkAttributes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("InvitationLinkAttributes(…)")
    }
}

resource!(
    InvitationLinkAttributes,
    "invitation-link",
    id,
    "/api/manage/orgs/{org}/invitations/{id}/link",
    org,
    id
);

#[derive(Debug)]
pub struct InvitationLink;

#[async_trait]
impl Operation for InvitationLink {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        errors: &[
            ErrorCode::GrantTooHigh,
            ErrorCode::RankTooHigh,
            ErrorCode::InvitationClosed,
        ],
        description: "Returns a link to give to the invited person yourself. It is shown only once, \
            replaces the link that was created this way before, and expires with the invitation. \
            The link in the email still works. An account that is created with this link has an \
            unconfirmed email address, because only the email proves access to it.",
        ..crate::spec(
            "invitation_link",
            Methods::Post,
            "/api/manage/orgs/{org}/invitations/{invitation}/link",
            Rule::member(RolePermission::OrgUsersCreate),
            "Create a link for an invitation",
        )
    };
    type Context = Platform;
    type Input = InvitationReference;
    type Reply = Created<InvitationLinkAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: InvitationReference,
    ) -> Result<Self::Reply, ApiError> {
        let id: InvitationId = path_id(&input.invitation)?;
        let (mut locked, actor) = caller.lock(platform).await?;
        let invitation = found(&mut locked, id).await?;
        may_change(&mut locked, actor, &invitation).await?;
        let closed = || ApiError::plain(ErrorCode::InvitationClosed);
        if !invitation.facts.state(caller.now()).is_open() {
            return Err(closed());
        }
        let token = PlainToken::generate(&OsRandom);
        let digest = token.digest(&platform.keys.token);
        if !locked.set_invitation_link(id, &digest).await? {
            return Err(closed());
        }
        locked.audit(&caller.event("invitation.link", &id)).await?;
        locked.commit().await?;
        let public_url = platform.config.public_url();
        Ok(Created {
            resource: InvitationLinkAttributes {
                id: id.to_string(),
                org: caller.org().to_string(),
                url: format!("{public_url}/invitation#token={}", token.reveal()),
                expires_at: rfc3339(invitation.facts.expires_at()),
            },
            meta: None,
        })
    }
}
