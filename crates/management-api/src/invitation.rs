//! `/api/manage/orgs/{org}/invitations`: creating, resending and revoking invitations. Accepting
//! one is in `invitation/accept.rs`, the link to copy in `invitation/link.rs`, the limits in
//! `invitation/limits.rs`.

pub mod accept;
pub mod describe;
mod limits;
pub mod link;

use access::membership;
use access::{EmailAddress, InvitationId, Role, RolePermission, Timestamp, UserId};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{InvitationRecord, LockedOrg, NewInvitation};

use super::member::{RoleText, refused};
use crate::account::throttle_mail;
use crate::idempotency;
use auth::MemberCaller;
use http_api::clock::rfc3339;
use http_api::randomness::OsRandom;
use http_api::text::{ParsedText, path_id};
use http_api::{ApiError, ErrorCode, Methods, Rule, Spec};
use notifications::mail::{LinkMail, MailKind, Recipient};
use operation::{Collection, Created, NoContent, Operation, PageInput, Resource, resource};
use platform::Platform;

/// An invitation.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Invitation")]
pub struct InvitationAttributes {
    #[serde(skip)]
    pub id: String,
    #[serde(skip)]
    org: String,
    pub email: String,
    #[schemars(extend("enum" = ["owner", "manager", "member"]))]
    pub role: &'static str,
    /// Status: `pending`, `accepted`, `revoked`, `replaced` or `expired`.
    #[schemars(extend("enum" = ["pending", "accepted", "revoked", "replaced", "expired"]))]
    pub state: &'static str,
    /// User who created or last resent the invitation.
    pub invited_by: String,
    #[schemars(extend("format" = "date-time"))]
    pub sent_at: String,
    #[schemars(extend("format" = "date-time"))]
    pub expires_at: String,
}

resource!(
    InvitationAttributes,
    "invitation",
    id,
    "/api/manage/orgs/{org}/invitations/{id}",
    org,
    id
);

impl InvitationAttributes {
    fn of(invitation: &InvitationRecord, now: Timestamp) -> Self {
        Self {
            id: invitation.id.to_string(),
            org: invitation.org.to_string(),
            email: invitation.email.to_string(),
            role: invitation.role.name(),
            state: invitation.facts.state(now).name(),
            invited_by: invitation.invited_by.to_string(),
            sent_at: rfc3339(invitation.facts.sent_at),
            expires_at: rfc3339(invitation.facts.expires_at()),
        }
    }
}

/// A person is responsible for each invitation. An operator adds members directly.
fn inviter(caller: &MemberCaller) -> Result<UserId, ApiError> {
    let none = || ApiError::plain(ErrorCode::PersonRequired);
    caller.user().ok_or_else(none)
}

#[derive(Debug)]
pub struct InvitationList;

#[async_trait]
impl Operation for InvitationList {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Lists the invitations that have been neither accepted nor revoked.",
        ..super::spec(
            "invitation_list",
            Methods::Get,
            "/api/manage/orgs/{org}/invitations",
            Rule::member(RolePermission::OrgUsersRead),
            "List invitations",
        )
    };
    type Context = Platform;
    type Input = PageInput;
    type Reply = Collection<InvitationAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: PageInput,
    ) -> Result<Self::Reply, ApiError> {
        let (after, size) = (input.page.cursor()?, input.page.store_size());
        let inside = platform.store.org(caller.tenant());
        let page = inside.invitations_page(after, size).await?;
        let show = |it| InvitationAttributes::of(&it, caller.now());
        Ok(Collection::of(page, show))
    }
}

#[derive(Debug)]
pub struct InvitationCreate;

/// An invitation to create.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "InvitationCreateRequest")]
pub struct InvitationCreateInput {
    email: ParsedText<EmailAddress>,
    role: RoleText,
}

#[async_trait]
impl Operation for InvitationCreate {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        errors: &[
            ErrorCode::GrantTooHigh,
            ErrorCode::RankTooHigh,
            ErrorCode::AlreadyMember,
            ErrorCode::IdempotencyConflict,
            ErrorCode::AttemptsLimited,
            ErrorCode::InvitationsLimited,
        ],
        description: "Sends a link that works once, for a week. It replaces an earlier invitation to the \
            same address, unless someone with a higher role created it. The required wait \
            between emails to the same address increases each time. One person can send at most \
            20 invitations per hour and 100 per day. All members together can send at most 50 per \
            day to one domain, except to public mail providers and to the sender's own domain.",
        ..super::spec(
            "invitation_create",
            Methods::Post,
            "/api/manage/orgs/{org}/invitations",
            Rule::member(RolePermission::OrgUsersCreate),
            "Create an invitation",
        )
    };
    type Context = Platform;
    type Input = InvitationCreateInput;
    type Reply = Created<InvitationAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: InvitationCreateInput,
    ) -> Result<Self::Reply, ApiError> {
        let (now, invited_by) = (caller.now(), inviter(&caller)?);
        let (scope, client) = (caller.org(), caller.client());
        let repeated = idempotency::key_of(platform, client, &scope, "invitation_create", &input)?;
        let (email, role) = (input.email.0, Role::from(input.role));
        // Checked again when the invitation is written. Checked here so that a refused request
        // counts nothing. Counting is a transaction of its own, so this one ends first.
        let (mut locked, actor) = caller.lock(platform).await?;
        may_invite(&mut locked, actor, &email, role, now).await?;
        drop(locked);
        throttle_mail(platform, MailKind::Invitation, &email, client).await?;
        let known = platform
            .store
            .user_by_email(&email)
            .await?
            .map(|it| it.user);
        let language = known
            .as_ref()
            .map_or(client.language, |it| client.language_of(it));
        let (mut locked, actor) = caller.lock(platform).await?;
        if let Some(made) = idempotency::claim(platform, locked.open(), repeated.as_ref()).await? {
            let made = found(&mut locked, path_id(&made)?).await?;
            return Ok(created(&made, now));
        }
        may_invite(&mut locked, actor, &email, role, now).await?;
        if let Some(known) = known
            && locked.role_of(known.id).await?.is_some()
        {
            return Err(ApiError::plain(ErrorCode::AlreadyMember));
        }
        let org = locked.org().await?;
        let kind = MailKind::Invitation;
        let address = email.clone();
        let to = Recipient { address, language };
        let mail = LinkMail::new(kind, to, &org.name, &platform.keys, now);
        let new = NewInvitation {
            id: InvitationId::new(now, &OsRandom),
            email,
            role,
            invited_by,
            digest: mail.digest,
            sent_at: now,
        };
        limits::count(&mut locked, &mail.mail, invited_by).await?;
        locked.add_invitation(&new).await?;
        locked.add_mail(&mail.mail).await?;
        let mut event = caller.event("invitation.create", &new.id);
        let after = json!({ "email": new.email.as_str(), "role": role.name() });
        event.after = Some(after.to_string());
        locked.audit(&event).await?;
        idempotency::remember(locked.open(), repeated.as_ref(), &new.id).await?;
        let made = found(&mut locked, new.id).await?;
        locked.commit().await?;
        Ok(created(&made, now))
    }
}

fn created(made: &InvitationRecord, now: Timestamp) -> Created<InvitationAttributes> {
    Created {
        resource: InvitationAttributes::of(made, now),
        meta: None,
    }
}

async fn found(locked: &mut LockedOrg, id: InvitationId) -> Result<InvitationRecord, ApiError> {
    let not_found = || ApiError::plain(ErrorCode::ResourceNotFound);
    locked.invitation(id).await?.ok_or_else(not_found)
}

/// Whether this person may invite this address and replace its pending invitation. An expired one
/// can no longer be accepted, so anyone who may invite may replace it.
async fn may_invite(
    locked: &mut LockedOrg,
    actor: Role,
    email: &EmailAddress,
    role: Role,
    now: Timestamp,
) -> Result<(), ApiError> {
    membership::invite(actor, role).map_err(refused)?;
    for waiting in locked.invitations_of(email).await? {
        if waiting.facts.state(now).is_open() {
            may_change(locked, actor, &waiting).await?;
        }
    }
    Ok(())
}

/// Whether this person may replace, resend or revoke an invitation.
async fn may_change(
    locked: &mut LockedOrg,
    actor: Role,
    invitation: &InvitationRecord,
) -> Result<(), ApiError> {
    let inviter = locked.role_of(invitation.invited_by).await?;
    membership::change_invitation(actor, inviter, invitation.role).map_err(refused)
}

/// The invitation, if this person may resend it now.
async fn resendable(
    locked: &mut LockedOrg,
    id: InvitationId,
    actor: Role,
    now: Timestamp,
) -> Result<InvitationRecord, ApiError> {
    let found = found(locked, id).await?;
    may_change(locked, actor, &found).await?;
    if !found.facts.state(now).is_resendable() {
        return Err(ApiError::plain(ErrorCode::InvitationClosed));
    }
    Ok(found)
}

/// One invitation.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "InvitationReference")]
pub struct InvitationReference {
    /// ID of the invitation.
    #[schemars(length(max = 100))]
    pub invitation: String,
}

#[derive(Debug)]
pub struct InvitationResend;

#[async_trait]
impl Operation for InvitationResend {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        errors: &[
            ErrorCode::GrantTooHigh,
            ErrorCode::RankTooHigh,
            ErrorCode::InvitationClosed,
            ErrorCode::AttemptsLimited,
            ErrorCode::InvitationsLimited,
        ],
        description: "Sends a new link. The old one stops working. You become responsible for the \
            invitation, must be allowed to grant its role, and cannot have a lower role than the \
            last sender. The required wait between emails increases each time. The limits for new \
            invitations also apply to resends.",
        ..super::spec(
            "invitation_resend",
            Methods::Post,
            "/api/manage/orgs/{org}/invitations/{invitation}/resend",
            Rule::member(RolePermission::OrgUsersCreate),
            "Resend an invitation",
        )
    };
    type Context = Platform;
    type Input = InvitationReference;
    type Reply = Resource<InvitationAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: InvitationReference,
    ) -> Result<Self::Reply, ApiError> {
        let id: InvitationId = path_id(&input.invitation)?;
        let (now, sender) = (caller.now(), inviter(&caller)?);
        let kind = MailKind::Invitation;
        // Counting is a transaction of its own, so this one ends first.
        let (mut locked, actor) = caller.lock(platform).await?;
        let recipient = resendable(&mut locked, id, actor, now).await?.email;
        drop(locked);
        throttle_mail(platform, kind, &recipient, caller.client()).await?;
        let known = platform.store.user_by_email(&recipient).await?;
        let client = caller.client();
        let language = known.map_or(client.language, |it| client.language_of(&it.user));
        let (mut locked, actor) = caller.lock(platform).await?;
        let before = resendable(&mut locked, id, actor, now).await?;
        let address = before.email;
        let to = Recipient { address, language };
        let mail = LinkMail::new(kind, to, &before.org_name, &platform.keys, now);
        limits::count(&mut locked, &mail.mail, sender).await?;
        if !locked
            .resend_invitation(id, &mail.digest, sender, now)
            .await?
        {
            return Err(ApiError::plain(ErrorCode::InvitationClosed));
        }
        locked.add_mail(&mail.mail).await?;
        let after = found(&mut locked, id).await?;
        let answers = |by: UserId| Some(json!({ "invitedBy": by.to_string() }).to_string());
        let mut event = caller.event("invitation.resend", &id);
        event.before = answers(before.invited_by);
        event.after = answers(after.invited_by);
        locked.audit(&event).await?;
        locked.commit().await?;
        Ok(Resource(InvitationAttributes::of(&after, now)))
    }
}

#[derive(Debug)]
pub struct InvitationRevoke;

#[async_trait]
impl Operation for InvitationRevoke {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        errors: &[
            ErrorCode::GrantTooHigh,
            ErrorCode::RankTooHigh,
            ErrorCode::InvitationClosed,
        ],
        description: "The link in the invitation email stops working.",
        ..super::spec(
            "invitation_revoke",
            Methods::Delete,
            "/api/manage/orgs/{org}/invitations/{invitation}",
            Rule::member(RolePermission::OrgUsersCreate),
            "Revoke an invitation",
        )
    };
    type Context = Platform;
    type Input = InvitationReference;
    type Reply = NoContent;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: InvitationReference,
    ) -> Result<Self::Reply, ApiError> {
        let id: InvitationId = path_id(&input.invitation)?;
        let (mut locked, actor) = caller.lock(platform).await?;
        let before = found(&mut locked, id).await?;
        may_change(&mut locked, actor, &before).await?;
        if !locked.revoke_invitation(id, caller.now()).await? {
            return Err(ApiError::plain(ErrorCode::InvitationClosed));
        }
        locked
            .audit(&caller.event("invitation.revoke", &id))
            .await?;
        locked.commit().await?;
        Ok(NoContent)
    }
}
