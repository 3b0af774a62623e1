//! `/api/manage/me/password` and `/api/manage/password-resets`: choosing a new password, with the
//! old one or with a link.

use std::time::Duration;

use access::EmailAddress;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use store::{NewToken, ResetRequest, StoreError, TokenPurpose};
use zeroize::Zeroizing;

use crate::account::{
    audit_account, chosen_password, device_of, password_use, require_password, throttle_mail,
};
use auth::{Anyone, PersonCaller, SessionCookie};
use http_api::text::{ParsedText, SecretText};
use http_api::{ApiError, ErrorCode, Methods, Rule, Spec};
use i18n::Language;
use notifications::mail::{LinkMail, MailKind, NoticeMail, Recipient};
use operation::{Accepted, NoContent, Operation, WithCookie};
use platform::Platform;

/// A password reset link works for an hour.
const RESET_LIVES: Duration = Duration::from_hours(1);

#[derive(Debug)]
pub struct PasswordChange;

/// The current and the new password.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "PasswordChangeRequest")]
pub struct PasswordChangeInput {
    current: SecretText,
    /// New password of at least 15 characters, or 8 with a second factor.
    new: SecretText,
}

#[async_trait]
impl Operation for PasswordChange {
    type Caller = PersonCaller;
    const SPEC: Spec<PersonCaller> = Spec {
        errors: &[
            ErrorCode::PasswordWrong,
            ErrorCode::PasswordRefused,
            ErrorCode::AttemptsLimited,
        ],
        description: "Signs you out of all other sessions.",
        ..super::spec(
            "password_change",
            Methods::Post,
            "/api/manage/me/password",
            Rule::PERSON,
            "Change your password",
        )
    };
    type Context = Platform;
    type Input = PasswordChangeInput;
    type Reply = NoContent;

    async fn run(
        platform: &Platform,
        caller: PersonCaller,
        input: PasswordChangeInput,
    ) -> Result<Self::Reply, ApiError> {
        let user = caller.person().user();
        let client = caller.client();
        require_password(platform, caller.person(), input.current.reveal()).await?;
        let password = chosen_password(input.new.reveal(), password_use(user), "/new")?;
        let password = platform.passwords.hash(user.id, password).await?;
        let mut locked = platform
            .store
            .installation_locked(&platform.keys.audit)
            .await?;
        let now = caller.now();
        locked.open().set_password(user.id, &password).await?;
        let keep = Some(caller.person().session());
        locked.open().revoke_sessions(user.id, keep, now).await?;
        audit_account(&mut locked, user.id, "password.change", client, now).await?;
        let (notice, to) = (NoticeMail::of(client, now), Recipient::of(user, client));
        let kind = MailKind::PasswordChanged;
        notice
            .send(platform, locked.open(), (kind, now), [to])
            .await?;
        locked.commit().await?;
        Ok(NoContent)
    }
}

#[derive(Debug)]
pub struct PasswordResetRequest;

/// The account whose password to reset.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PasswordResetRequest")]
pub struct PasswordResetInput {
    email: ParsedText<EmailAddress>,
}

#[async_trait]
impl Operation for PasswordResetRequest {
    type Caller = Anyone;
    const SPEC: Spec<Anyone> = Spec {
        errors: &[ErrorCode::AttemptsLimited, ErrorCode::CrossSiteRequest],
        description: "The response is the same whether the account exists or not. The required \
            wait between requests increases each time.",
        ..super::spec(
            "password_reset_request",
            Methods::Post,
            "/api/manage/password-resets",
            Rule::PUBLIC,
            "Send a password reset link",
        )
    };
    type Context = Platform;
    type Input = PasswordResetInput;
    type Reply = Accepted;

    async fn run(
        platform: &Platform,
        caller: Anyone,
        input: PasswordResetInput,
    ) -> Result<Self::Reply, ApiError> {
        let (email, client) = (input.email.0, caller.client());
        throttle_mail(platform, MailKind::ResetPassword, &email, client).await?;
        // `send_reset_links` looks the account up later: the response takes equally long for every
        // address.
        let language = client.language.tag().to_owned();
        let request = ResetRequest { email, language };
        let now = platform.clock.now();
        platform.store.request_password_reset(&request, now).await?;
        Ok(Accepted)
    }
}

/// Link requests to process in one transaction.
const MAX_LINKS_AT_ONCE: u32 = 100;

/// Sends password reset links to accounts that have requested one. Returns how many requests
/// were taken.
///
/// # Errors
///
/// The database is unavailable.
pub async fn send_reset_links(platform: &Platform) -> Result<usize, StoreError> {
    let now = platform.clock.now();
    let mut transaction = platform.store.begin().await?;
    let taken = transaction.take_reset_requests(MAX_LINKS_AT_ONCE).await?;
    for (request, user) in &taken {
        let Some(user) = user.as_ref().filter(|it| it.disabled_at.is_none()) else {
            continue;
        };
        let chosen = user.language.as_deref().and_then(Language::of_tag);
        let asked = Language::of_tag(&request.language);
        let to = Recipient {
            address: user.email.clone(),
            language: chosen.or(asked).unwrap_or_default(),
        };
        let mail = LinkMail::new(MailKind::ResetPassword, to, "", &platform.keys, now);
        let token = NewToken {
            user: user.id,
            purpose: TokenPurpose::ResetPassword,
            digest: mail.digest,
            created_at: now,
            expires_at: now.plus(RESET_LIVES),
        };
        transaction.add_token(&token).await?;
        transaction.add_mail(&mail.mail).await?;
    }
    transaction.commit().await?;
    Ok(taken.len())
}

#[derive(Debug)]
pub struct PasswordResetConfirm;

/// The token of the link and the new password.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PasswordResetConfirmRequest")]
pub struct PasswordResetConfirmInput {
    token: SecretText,
    /// New password of at least 15 characters, or 8 with a second factor.
    password: SecretText,
}

#[async_trait]
impl Operation for PasswordResetConfirm {
    type Caller = Anyone;
    const SPEC: Spec<Anyone> = Spec {
        errors: &[
            ErrorCode::LinkInvalid,
            ErrorCode::PasswordRefused,
            ErrorCode::CrossSiteRequest,
        ],
        description: "Signs you out of all sessions. Two-factor authentication stays enabled. The \
            count of failed sign-in attempts is reset, and this browser is treated as known at the next sign-in.",
        ..super::spec(
            "password_reset_confirm",
            Methods::Post,
            "/api/manage/password-resets/confirm",
            Rule::PUBLIC,
            "Reset a password with a link",
        )
    };
    type Context = Platform;
    type Input = PasswordResetConfirmInput;
    type Reply = WithCookie<NoContent>;

    async fn run(
        platform: &Platform,
        caller: Anyone,
        input: PasswordResetConfirmInput,
    ) -> Result<Self::Reply, ApiError> {
        let now = platform.clock.now();
        let invalid = || ApiError::plain(ErrorCode::LinkInvalid);
        let purpose = TokenPurpose::ResetPassword;
        // Checked before the slow hash, and again when the link is used up.
        let mut known = None;
        for digest in platform.keys.token_digests(input.token.reveal()) {
            let owner = platform.store.token_owner(purpose, &digest, now).await?;
            known = known.or(owner.map(|it| (it, digest)));
        }
        let (owner, digest) = known.ok_or_else(invalid)?;
        let user = platform.store.user(owner).await?.ok_or_else(invalid)?;
        let password = input.password.reveal();
        let password = chosen_password(password, password_use(&user), "/password")?;
        let password = platform.passwords.hash(user.id, password).await?;
        let mut locked = platform
            .store
            .installation_locked(&platform.keys.audit)
            .await?;
        let used = locked.open().use_token(purpose, &digest, now).await?;
        if used != Some(user.id) {
            return Err(invalid());
        }
        locked.open().set_password(user.id, &password).await?;
        // Having the link proves access to the address.
        locked.open().set_email_verified(user.id, now).await?;
        locked.open().revoke_sessions(user.id, None, now).await?;
        let account = user.email.unique_form();
        locked.open().forget_failures(user.id, &account).await?;
        audit_account(&mut locked, user.id, "password.reset", caller.client(), now).await?;
        let client = caller.client();
        let (notice, to) = (NoticeMail::of(client, now), Recipient::of(&user, client));
        let kind = MailKind::PasswordChanged;
        notice
            .send(platform, locked.open(), (kind, now), [to])
            .await?;
        locked.commit().await?;
        // Whoever reads the mailbox is the owner: guesses by strangers must not lock this browser
        // out.
        let cookie = SessionCookie::at(&platform.config, client.host.as_deref());
        let device = device_of(platform, client, user.id);
        let cookies =
            cookie.map(|it| Zeroizing::new(it.set_device(&device, &platform.keys.device)));
        Ok(WithCookie {
            reply: NoContent,
            cookies: cookies.into_iter().collect(),
        })
    }
}
