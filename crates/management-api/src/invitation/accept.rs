//! Accepting an invitation, with an existing or a new account.

use access::membership;
use access::{Name, PasswordUse, TokenDigest, UserId};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use store::{Acceptance, AuditEvent, InvitationRecord, LockedOrg, NewUser};

use crate::account::{account_event, begin_session, chosen_password, cookie_for};
use crate::member::refused;
use crate::session::SessionAttributes;
use auth::{Anyone, ClientInfo, PersonCaller};
use http_api::randomness::OsRandom;
use http_api::text::{ParsedText, SecretText};
use http_api::{ApiError, ErrorCode, Methods, Rule, Spec};
use operation::{Created, NoContent, Operation, WithCookie};
use platform::Platform;

/// The invitation of a link, while it can be accepted.
pub(super) async fn open_invitation(
    platform: &Platform,
    token: &SecretText,
) -> Result<(TokenDigest, InvitationRecord), ApiError> {
    let invalid = || ApiError::plain(ErrorCode::LinkInvalid);
    for digest in platform.keys.token_digests(token.reveal()) {
        if let Some(invitation) = platform.store.invitation_by_digest(&digest).await? {
            let accepted = invitation.facts.accept(platform.clock.now());
            accepted.map_err(|_| invalid())?;
            return Ok((digest, invitation));
        }
    }
    Err(invalid())
}

/// Adds the member, if the inviter is still allowed to.
async fn join(
    platform: &Platform,
    locked: &mut LockedOrg,
    digest: &TokenDigest,
    user: UserId,
    client: &ClientInfo,
) -> Result<(), ApiError> {
    let now = platform.clock.now();
    let invalid = || ApiError::plain(ErrorCode::LinkInvalid);
    let found = locked.invitation_by_digest(digest).await?;
    let invitation = found.ok_or_else(invalid)?;
    invitation.facts.accept(now).map_err(|_| invalid())?;
    let inviter = locked.role_of(invitation.invited_by).await?;
    let invited = locked.role_of(user).await?;
    membership::accept(inviter, invitation.role, invited).map_err(refused)?;
    match locked.accept_invitation(digest, user, now).await? {
        Acceptance::Accepted => {}
        Acceptance::Gone => return Err(invalid()),
        Acceptance::AlreadyMember => return Err(ApiError::plain(ErrorCode::AlreadyMember)),
    }
    // Having the link of the e-mail proves access to the address. A copied link does not.
    if !invitation.by_copied_link {
        locked.open().set_email_verified(user, now).await?;
    }
    let after = json!({ "user": user.to_string(), "role": invitation.role.name() });
    let event = AuditEvent {
        at: now,
        actor: user.to_string(),
        action: "invitation.accept".to_owned(),
        subject: invitation.id.to_string(),
        before: None,
        after: Some(after.to_string()),
        source_address: client.source_address(),
    };
    locked.audit(&event).await?;
    Ok(())
}

async fn lock(platform: &Platform, invitation: &InvitationRecord) -> Result<LockedOrg, ApiError> {
    let inside = platform.store.org(invitation.tenant());
    let locked = inside.locked(&platform.keys.audit).await?;
    locked.ok_or_else(|| ApiError::plain(ErrorCode::LinkInvalid))
}

#[derive(Debug)]
pub struct InvitationAccept;

/// The token of the link.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "InvitationAcceptRequest")]
pub struct AcceptInput {
    token: SecretText,
}

#[async_trait]
impl Operation for InvitationAccept {
    type Caller = PersonCaller;
    const SPEC: Spec<PersonCaller> = Spec {
        errors: &[
            ErrorCode::LinkInvalid,
            ErrorCode::AlreadyMember,
            ErrorCode::InviterGone,
            ErrorCode::GrantTooHigh,
            ErrorCode::PermissionMissing,
        ],
        description: "The invitation must have been sent to your own email address.",
        ..crate::spec(
            "invitation_accept",
            Methods::Post,
            "/api/manage/me/invitations/accept",
            Rule::PERSON,
            "Accept an invitation",
        )
    };
    type Context = Platform;
    type Input = AcceptInput;
    type Reply = NoContent;

    async fn run(
        platform: &Platform,
        caller: PersonCaller,
        input: AcceptInput,
    ) -> Result<Self::Reply, ApiError> {
        let (digest, invitation) = open_invitation(platform, &input.token).await?;
        if invitation.email != caller.person().user().email {
            return Err(ApiError::plain(ErrorCode::LinkInvalid));
        }
        let mut locked = lock(platform, &invitation).await?;
        join(
            platform,
            &mut locked,
            &digest,
            caller.user(),
            caller.client(),
        )
        .await?;
        locked.commit().await?;
        Ok(NoContent)
    }
}

#[derive(Debug)]
pub struct InvitationRegister;

/// A new account for an invited person.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "InvitationRegisterRequest")]
pub struct RegisterInput {
    token: SecretText,
    name: ParsedText<Name>,
    /// Password of at least 15 characters.
    password: SecretText,
}

#[async_trait]
impl Operation for InvitationRegister {
    type Caller = Anyone;
    const SPEC: Spec<Anyone> = Spec {
        errors: &[
            ErrorCode::LinkInvalid,
            ErrorCode::AccountExists,
            ErrorCode::PasswordRefused,
            ErrorCode::InviterGone,
            ErrorCode::GrantTooHigh,
            ErrorCode::PermissionMissing,
            ErrorCode::InsecureTransport,
            ErrorCode::CrossSiteRequest,
        ],
        description: "Creates an account with the email address of the invitation and signs the new user \
                      in.",
        ..crate::spec(
            "invitation_register",
            Methods::Post,
            "/api/manage/invitations/register",
            Rule::PUBLIC,
            "Accept an invitation with a new account",
        )
    };
    type Context = Platform;
    type Input = RegisterInput;
    type Reply = WithCookie<Created<SessionAttributes>>;

    async fn run(
        platform: &Platform,
        caller: Anyone,
        input: RegisterInput,
    ) -> Result<Self::Reply, ApiError> {
        let (now, client) = (platform.clock.now(), caller.client());
        cookie_for(platform, client)?;
        let (digest, invitation) = open_invitation(platform, &input.token).await?;
        let exists = || ApiError::plain(ErrorCode::AccountExists);
        if platform
            .store
            .user_by_email(&invitation.email)
            .await?
            .is_some()
        {
            return Err(exists());
        }
        let password = input.password.reveal();
        let password = chosen_password(password, PasswordUse::Alone, "/password")?;
        let id = UserId::new(now, &OsRandom);
        let user = NewUser {
            id,
            email: invitation.email.clone(),
            name: input.name.0,
            password: Some(platform.passwords.hash(id, password).await?),
            // `join` confirms it if the link proves access to it.
            email_verified_at: None,
            operator: false,
            created_at: now,
        };
        let mut locked = lock(platform, &invitation).await?;
        if !locked.open().add_user(&user).await? {
            return Err(exists());
        }
        join(platform, &mut locked, &digest, user.id, client).await?;
        let mut event = account_event(user.id, "account.register", client, now);
        let after =
            json!({ "email": user.email.as_str(), "organization": invitation.org.to_string() });
        event.after = Some(after.to_string());
        locked.audit_installation(&event).await?;
        let begun = begin_session(platform, locked.open(), user.id, false, client).await?;
        locked.commit().await?;
        Ok(SessionAttributes::begun(platform, &begun, client, false))
    }
}
