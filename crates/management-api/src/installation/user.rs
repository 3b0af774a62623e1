//! `/api/manage/installation/users`: every account.

use std::time::Duration;

use access::{EmailAddress, Name, UserId};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{LockedInstallation, NewToken, NewUser, OpenTransaction, TokenPurpose, UserRecord};

use super::spec;
use crate::idempotency;
use auth::OperatorCaller;
use http_api::clock::rfc3339;
use http_api::randomness::OsRandom;
use http_api::text::{ParsedText, path_id};
use http_api::{ApiError, ErrorCode, Methods, Problem, Spec};
use notifications::mail::{LinkMail, MailKind, NoticeMail, Recipient};
use operation::{Collection, Created, Operation, PageInput, Resource, resource};
use platform::Platform;

/// A link that an operator passes on works for a day.
const LINK_LIVES: Duration = Duration::from_hours(24);
const PATH: &str = "/api/manage/installation/users";
const ONE: &str = "/api/manage/installation/users/{user}";

/// An account, as operators see it.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OperatedUser")]
pub struct OperatedUser {
    #[serde(skip)]
    pub id: UserId,
    pub email: String,
    /// Time at which the email address was verified.
    #[schemars(extend("format" = "date-time"))]
    pub email_verified_at: Option<String>,
    pub name: String,
    /// Whether the user is an operator.
    pub operator: bool,
    /// Whether signing in requires a second factor.
    pub second_factor: bool,
    /// Time at which an operator disabled the account.
    #[schemars(extend("format" = "date-time"))]
    pub disabled_at: Option<String>,
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
    /// Link to choose a password, valid for a day. Shown only once, in the response that creates
    /// it.
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
}

/// Without the link.
impl std::fmt::Debug for OperatedUser {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("OperatedUser").field(&self.id).finish()
    }
}

resource!(
    OperatedUser,
    "operated-user",
    id,
    "/api/manage/installation/users/{id}",
    id
);

impl OperatedUser {
    fn of(user: UserRecord, link: Option<String>) -> Self {
        Self {
            id: user.id,
            email: user.email.to_string(),
            email_verified_at: user.email_verified_at.map(rfc3339),
            name: user.name,
            operator: user.operator,
            second_factor: user.totp.generation.is_some(),
            disabled_at: user.disabled_at.map(rfc3339),
            created_at: rfc3339(user.created_at),
            link,
        }
    }

    /// The link, if this response shows it.
    pub fn link(&self) -> &str {
        self.link.as_deref().unwrap_or_default()
    }

    /// Cells for a table: id, address, name, what they are.
    pub fn cells(&self) -> Vec<String> {
        let what = match (self.operator, self.disabled_at.is_some()) {
            (_, true) => "disabled",
            (true, false) => "operator",
            (false, false) => "",
        };
        vec![
            self.id.to_string(),
            self.email.clone(),
            self.name.clone(),
            what.to_owned(),
        ]
    }
}

/// The representation of an account in the audit log.
fn audited(user: &UserRecord) -> Value {
    json!({
        "email": user.email.as_str(),
        "operator": user.operator,
        "disabled": user.disabled_at.is_some(),
        "secondFactor": user.totp.generation.is_some(),
    })
}

/// The account inside the transaction.
async fn found(locked: &mut LockedInstallation, id: UserId) -> Result<UserRecord, ApiError> {
    let not_found = || ApiError::plain(ErrorCode::ResourceNotFound);
    locked.open().user(id).await?.ok_or_else(not_found)
}

#[derive(Debug)]
pub struct InstallationUserList;

#[async_trait]
impl Operation for InstallationUserList {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        description: "Lists all accounts on this installation.",
        ..spec(
            "installation_user_list",
            Methods::Get,
            PATH,
            "List accounts, oldest first",
        )
    };
    type Context = Platform;
    type Input = PageInput;
    type Reply = Collection<OperatedUser>;

    async fn run(
        platform: &Platform,
        _: OperatorCaller,
        input: PageInput,
    ) -> Result<Self::Reply, ApiError> {
        let (after, size) = (input.page.cursor()?, input.page.store_size());
        let page = platform.store.users_page(after, size).await?;
        Ok(Collection::of(page, |it| OperatedUser::of(it, None)))
    }
}

/// An account.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "UserReference")]
pub struct UserReference {
    /// ID of the user.
    #[schemars(length(max = 100))]
    user: String,
}

#[derive(Debug)]
pub struct InstallationUserGet;

#[async_trait]
impl Operation for InstallationUserGet {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        errors: &[ErrorCode::ResourceNotFound],
        description: "Returns an account and its state.",
        ..spec("installation_user_get", Methods::Get, ONE, "Get an account")
    };
    type Context = Platform;
    type Input = UserReference;
    type Reply = Resource<OperatedUser>;

    async fn run(
        platform: &Platform,
        _: OperatorCaller,
        input: UserReference,
    ) -> Result<Self::Reply, ApiError> {
        let user = platform.store.user(path_id(&input.user)?).await?;
        let user = user.ok_or_else(|| ApiError::plain(ErrorCode::ResourceNotFound))?;
        Ok(Resource(OperatedUser::of(user, None)))
    }
}

#[derive(Debug)]
pub struct InstallationUserCreate;

/// An account to create.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "UserCreateRequest")]
pub struct UserCreateInput {
    pub email: ParsedText<EmailAddress>,
    pub name: ParsedText<Name>,
    /// Whether the user becomes an operator.
    #[serde(default)]
    pub operator: bool,
}

#[async_trait]
impl Operation for InstallationUserCreate {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        errors: &[
            ErrorCode::AccountExists,
            ErrorCode::IdempotencyConflict,
            ErrorCode::ReauthenticationRequired,
        ],
        description: "The response shows the link to choose a password only once. It is also sent \
            by email. A repeated request with the same `Idempotency-Key` does not return it \
            again.",
        ..spec(
            "installation_user_create",
            Methods::Post,
            PATH,
            "Create an account",
        )
    };
    type Context = Platform;
    type Input = UserCreateInput;
    type Reply = Created<OperatedUser>;

    async fn run(
        platform: &Platform,
        caller: OperatorCaller,
        input: UserCreateInput,
    ) -> Result<Self::Reply, ApiError> {
        caller.require_recent_proof()?;
        let (client, id) = (caller.client(), Self::SPEC.id);
        let repeated = idempotency::key_of(platform, client, &"installation", id, &input)?;
        let now = caller.now();
        let user = NewUser {
            id: UserId::new(now, &OsRandom),
            email: input.email.0,
            name: input.name.0,
            password: None,
            email_verified_at: None,
            operator: input.operator,
            created_at: now,
        };
        let mut locked = caller.lock_installation(platform).await?;
        if let Some(made) = idempotency::claim(platform, locked.open(), repeated.as_ref()).await? {
            let made = found(&mut locked, path_id(&made)?).await?;
            return Ok(Created {
                resource: OperatedUser::of(made, None),
                meta: Some(json!({ "linkShown": true })),
            });
        }
        if !locked.open().add_user(&user).await? {
            return Err(ApiError::plain(ErrorCode::AccountExists));
        }
        let to = Recipient {
            address: user.email.clone(),
            language: client.language,
        };
        let link = link(platform, &caller, locked.open(), user.id, to).await?;
        let made = found(&mut locked, user.id).await?;
        let mut event = caller.event("user.create", &user.id);
        event.after = Some(audited(&made).to_string());
        locked.audit(&event).await?;
        idempotency::remember(locked.open(), repeated.as_ref(), &user.id).await?;
        locked.commit().await?;
        Ok(Created {
            resource: OperatedUser::of(made, Some(link)),
            meta: None,
        })
    }
}

/// Creates the link to choose a password, and the email with it.
async fn link(
    platform: &Platform,
    caller: &OperatorCaller,
    transaction: &mut OpenTransaction,
    user: UserId,
    to: Recipient,
) -> Result<String, ApiError> {
    let now = caller.now();
    let kind = MailKind::ResetPassword;
    let mail = LinkMail::new(kind, to, "", &platform.keys, now);
    let token = NewToken {
        user,
        purpose: TokenPurpose::ResetPassword,
        digest: mail.digest,
        created_at: now,
        expires_at: now.plus(LINK_LIVES),
    };
    transaction.add_token(&token).await?;
    transaction.add_mail(&mail.mail).await?;
    Ok(kind.link(mail.mail.id, &platform.keys, &platform.config.public_url()))
}

#[derive(Debug)]
pub struct InstallationUserUpdate;

/// Changes to an account. Omitted fields stay unchanged.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "UserUpdateRequest")]
pub struct UserUpdateInput {
    /// ID of the user.
    #[schemars(length(max = 100))]
    user: String,
    /// Whether the user is an operator.
    operator: Option<bool>,
    /// Whether the account is disabled.
    disabled: Option<bool>,
}

#[async_trait]
impl Operation for InstallationUserUpdate {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        errors: &[
            ErrorCode::ResourceNotFound,
            ErrorCode::LastOperator,
            ErrorCode::LastOwner,
            ErrorCode::ReauthenticationRequired,
        ],
        description: "Takes effect on the next request. Disabling an account ends its sessions. \
            The request is rejected if it would leave the installation without an operator who \
            can sign in, or an organization without an owner.",
        ..spec(
            "installation_user_update",
            Methods::Patch,
            ONE,
            "Update an account",
        )
    };
    type Context = Platform;
    type Input = UserUpdateInput;
    type Reply = Resource<OperatedUser>;

    async fn run(
        platform: &Platform,
        caller: OperatorCaller,
        input: UserUpdateInput,
    ) -> Result<Self::Reply, ApiError> {
        caller.require_recent_proof()?;
        let id: UserId = path_id(&input.user)?;
        let now = caller.now();
        let mut locked = caller.lock_installation_with_orgs_of(platform, id).await?;
        let before = found(&mut locked, id).await?;
        let loses = input.operator == Some(false) || input.disabled == Some(true);
        let counts = before.operator && before.disabled_at.is_none();
        if loses && counts && locked.open().other_operators(id).await? == 0 {
            return Err(ApiError::plain(ErrorCode::LastOperator));
        }
        if let Some(operator) = input.operator {
            locked.open().set_operator(id, operator).await?;
        }
        match (input.disabled, before.disabled_at) {
            (Some(true), None) => {
                require_other_owners(&mut locked, id).await?;
                locked.open().set_user_disabled(id, Some(now)).await?;
                locked.open().revoke_sessions(id, None, now).await?;
            }
            (Some(false), Some(_)) => {
                locked.open().set_user_disabled(id, None).await?;
            }
            _ => {}
        }
        let after = found(&mut locked, id).await?;
        let mut event = caller.event("user.update", &id);
        event.before = Some(audited(&before).to_string());
        event.after = Some(audited(&after).to_string());
        locked.audit(&event).await?;
        locked.commit().await?;
        Ok(Resource(OperatedUser::of(after, None)))
    }
}

/// Refuses to take an organization's last owner who can sign in.
async fn require_other_owners(locked: &mut LockedInstallation, id: UserId) -> Result<(), ApiError> {
    let orgs = locked.open().orgs_with_no_other_owner(id).await?;
    if orgs.is_empty() {
        return Ok(());
    }
    let code = ErrorCode::LastOwner;
    let orgs: Vec<_> = orgs.iter().map(ToString::to_string).collect();
    let problem = Problem::new(code, code.explanation());
    Err(problem.with_meta("organizations", orgs).into())
}

#[derive(Debug)]
pub struct InstallationUserReset;

/// What to reset.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "UserResetRequest")]
pub struct UserResetInput {
    /// ID of the user.
    #[schemars(length(max = 100))]
    pub user: String,
    /// Whether to also disable the second factor, for a user who has lost it.
    #[serde(default)]
    pub second_factor: bool,
}

#[async_trait]
impl Operation for InstallationUserReset {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        errors: &[
            ErrorCode::ResourceNotFound,
            ErrorCode::ReauthenticationRequired,
        ],
        description: "The response contains a link for choosing a new password; it is shown only \
            once. It is also sent by email. The old password works until a new one is chosen. If \
            two-factor authentication is also disabled, the old password stops working and all sessions \
            end immediately, because passwords used with two-factor authentication can be shorter.",
        ..spec(
            "installation_user_reset",
            Methods::Post,
            "/api/manage/installation/users/{user}/reset",
            "Reset an account's password",
        )
    };
    type Context = Platform;
    type Input = UserResetInput;
    type Reply = Resource<OperatedUser>;

    async fn run(
        platform: &Platform,
        caller: OperatorCaller,
        input: UserResetInput,
    ) -> Result<Self::Reply, ApiError> {
        caller.require_recent_proof()?;
        let id: UserId = path_id(&input.user)?;
        let mut locked = caller.lock_installation(platform).await?;
        let before = found(&mut locked, id).await?;
        if input.second_factor && locked.open().remove_totp(id).await? {
            // With a second factor a password may be short. Without one it must not work.
            locked.open().forget_password(id).await?;
            locked
                .open()
                .revoke_sessions(id, None, caller.now())
                .await?;
            let (client, now) = (caller.client(), caller.now());
            let (notice, to) = (NoticeMail::of(client, now), Recipient::of(&before, client));
            let kind = MailKind::SecondFactorOff;
            notice
                .send(platform, locked.open(), (kind, now), [to])
                .await?;
        }
        let to = Recipient::of(&before, caller.client());
        let link = link(platform, &caller, locked.open(), id, to).await?;
        let after = found(&mut locked, id).await?;
        let mut event = caller.event("user.reset", &id);
        event.before = Some(audited(&before).to_string());
        event.after = Some(audited(&after).to_string());
        locked.audit(&event).await?;
        locked.commit().await?;
        Ok(Resource(OperatedUser::of(after, Some(link))))
    }
}
