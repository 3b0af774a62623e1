//! `/api/manage/me/email-verification` and `/api/manage/me/email`: verification of an email address,
//! and changing to another one.

use std::time::Duration;

use access::EmailAddress;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use store::{NewToken, TokenPurpose};

use crate::account::{
    account_event, audit_account, require_password, throttle_mail, throttle_mail_by,
};
use auth::{Anyone, PersonCaller};
use http_api::text::{ParsedText, SecretText};
use http_api::{ApiError, ErrorCode, Methods, Problem, Rule, Source, Spec};
use notifications::mail::{LinkMail, MailKind, NoticeMail, Recipient};
use operation::{Accepted, NoContent, NoInput, Operation};
use platform::Platform;

/// A verification link works for a day.
const VERIFICATION_LIVES: Duration = Duration::from_hours(24);

#[derive(Debug)]
pub struct EmailVerificationSend;

#[async_trait]
impl Operation for EmailVerificationSend {
    type Caller = PersonCaller;
    const SPEC: Spec<PersonCaller> = Spec {
        errors: &[ErrorCode::AttemptsLimited],
        description: "The required wait between requests increases each time.",
        ..super::spec(
            "email_verification_send",
            Methods::Post,
            "/api/manage/me/email-verification",
            Rule::PERSON,
            "Send an email confirmation link",
        )
    };
    type Context = Platform;
    type Input = NoInput;
    type Reply = Accepted;

    async fn run(
        platform: &Platform,
        caller: PersonCaller,
        _: NoInput,
    ) -> Result<Self::Reply, ApiError> {
        let user = caller.person().user();
        let now = caller.now();
        if user.email_verified_at.is_some() {
            return Ok(Accepted);
        }
        let kind = MailKind::VerifyEmail;
        throttle_mail(platform, kind, &user.email, caller.client()).await?;
        let mail = LinkMail::new(
            kind,
            Recipient::of(user, caller.client()),
            "",
            &platform.keys,
            now,
        );
        let token = NewToken {
            user: user.id,
            purpose: TokenPurpose::VerifyEmail,
            digest: mail.digest,
            created_at: now,
            expires_at: now.plus(VERIFICATION_LIVES),
        };
        let mut transaction = platform.store.begin().await?;
        transaction.add_token(&token).await?;
        transaction.add_mail(&mail.mail).await?;
        transaction.commit().await?;
        Ok(Accepted)
    }
}

#[derive(Debug)]
pub struct EmailVerificationConfirm;

/// The token of the link.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "EmailVerificationConfirmRequest")]
pub struct EmailVerificationConfirmInput {
    token: SecretText,
}

#[async_trait]
impl Operation for EmailVerificationConfirm {
    type Caller = Anyone;
    const SPEC: Spec<Anyone> = Spec {
        errors: &[ErrorCode::LinkInvalid, ErrorCode::CrossSiteRequest],
        description: "Uses the token from the link in the verification email. The link works once.",
        ..super::spec(
            "email_verification_confirm",
            Methods::Post,
            "/api/manage/email-verifications/confirm",
            Rule::PUBLIC,
            "Confirm an email address",
        )
    };
    type Context = Platform;
    type Input = EmailVerificationConfirmInput;
    type Reply = NoContent;

    async fn run(
        platform: &Platform,
        caller: Anyone,
        input: EmailVerificationConfirmInput,
    ) -> Result<Self::Reply, ApiError> {
        let now = platform.clock.now();
        let mut locked = platform
            .store
            .installation_locked(&platform.keys.audit)
            .await?;
        let purpose = TokenPurpose::VerifyEmail;
        let mut user = None;
        for digest in platform.keys.token_digests(input.token.reveal()) {
            if user.is_none() {
                user = locked.open().use_token(purpose, &digest, now).await?;
            }
        }
        let user = user.ok_or_else(|| ApiError::plain(ErrorCode::LinkInvalid))?;
        locked.open().set_email_verified(user, now).await?;
        let client = caller.client();
        audit_account(&mut locked, user, "email.verify", client, now).await?;
        locked.commit().await?;
        Ok(NoContent)
    }
}

#[derive(Debug)]
pub struct EmailChange;

/// The new address, and your password.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "EmailChangeRequest")]
pub struct EmailChangeInput {
    email: ParsedText<EmailAddress>,
    password: SecretText,
}

#[async_trait]
impl Operation for EmailChange {
    type Caller = PersonCaller;
    const SPEC: Spec<PersonCaller> = Spec {
        errors: &[
            ErrorCode::PasswordWrong,
            ErrorCode::ValueRefused,
            ErrorCode::AttemptsLimited,
        ],
        description: "Sends a confirmation link to the new address. The address changes when the \
            link is used, and the old address is notified. If another account already uses the \
            address, no link is sent, but the response is the same. The required wait between emails to the \
            same address, and between emails of the same account, increases each time.",
        ..super::spec(
            "email_change",
            Methods::Post,
            "/api/manage/me/email",
            Rule::PERSON,
            "Change your email address",
        )
    };
    type Context = Platform;
    type Input = EmailChangeInput;
    type Reply = Accepted;

    async fn run(
        platform: &Platform,
        caller: PersonCaller,
        input: EmailChangeInput,
    ) -> Result<Self::Reply, ApiError> {
        let user = caller.person().user();
        let (client, now, email) = (caller.client(), caller.now(), input.email.0);
        require_password(platform, caller.person(), input.password.reveal()).await?;
        if email.as_str() == user.email.as_str() {
            let detail = "This is already your email address.";
            let problem = Problem::new(ErrorCode::ValueRefused, detail);
            return Err(problem.at(Source::Pointer("/email".to_owned())).into());
        }
        let kind = MailKind::ChangeEmail;
        throttle_mail_by(platform, user.id, kind, &email, client).await?;
        let holder = platform.store.user_by_email(&email).await?;
        let is_taken = holder.is_some_and(|it| it.user.id != user.id);
        let to = Recipient {
            address: email.clone(),
            language: client.language_of(user),
        };
        let mail = LinkMail::new(kind, to, "", &platform.keys, now);
        let token = NewToken {
            user: user.id,
            purpose: TokenPurpose::ChangeEmail,
            digest: mail.digest,
            created_at: now,
            expires_at: now.plus(VERIFICATION_LIVES),
        };
        let mut locked = platform
            .store
            .installation_locked(&platform.keys.audit)
            .await?;
        locked.open().set_new_email(user.id, Some(&email)).await?;
        locked.open().add_token(&token).await?;
        if !is_taken {
            locked.open().add_mail(&mail.mail).await?;
        }
        let mut event = account_event(user.id, "email.change_request", client, now);
        event.after = Some(json!({ "email": email.as_str() }).to_string());
        locked.audit(&event).await?;
        locked.commit().await?;
        Ok(Accepted)
    }
}

#[derive(Debug)]
pub struct EmailChangeCancel;

#[async_trait]
impl Operation for EmailChangeCancel {
    type Caller = PersonCaller;
    const SPEC: Spec<PersonCaller> = Spec {
        description: "The confirmation link stops working, and the current address stays. Does \
            nothing if no change is waiting for its confirmation.",
        ..super::spec(
            "email_change_cancel",
            Methods::Delete,
            "/api/manage/me/email",
            Rule::PERSON,
            "Cancel the change of your email address",
        )
    };
    type Context = Platform;
    type Input = NoInput;
    type Reply = NoContent;

    async fn run(
        platform: &Platform,
        caller: PersonCaller,
        _: NoInput,
    ) -> Result<Self::Reply, ApiError> {
        let (user, now) = (caller.person().user().id, caller.now());
        let mut transaction = platform.store.begin().await?;
        transaction.set_new_email(user, None).await?;
        let purpose = TokenPurpose::ChangeEmail;
        transaction.cancel_token(user, purpose, now).await?;
        transaction.commit().await?;
        Ok(NoContent)
    }
}

#[derive(Debug)]
pub struct EmailChangeConfirm;

/// The token of the link.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "EmailChangeConfirmRequest")]
pub struct EmailChangeConfirmInput {
    token: SecretText,
}

#[async_trait]
impl Operation for EmailChangeConfirm {
    type Caller = Anyone;
    const SPEC: Spec<Anyone> = Spec {
        errors: &[
            ErrorCode::LinkInvalid,
            ErrorCode::AccountExists,
            ErrorCode::CrossSiteRequest,
        ],
        description: "Uses the token from the link in the email to the new address. The link \
            works once. Password reset links that were sent to the old address stop working.",
        ..super::spec(
            "email_change_confirm",
            Methods::Post,
            "/api/manage/email-changes/confirm",
            Rule::PUBLIC,
            "Confirm a new email address",
        )
    };
    type Context = Platform;
    type Input = EmailChangeConfirmInput;
    type Reply = NoContent;

    async fn run(
        platform: &Platform,
        caller: Anyone,
        input: EmailChangeConfirmInput,
    ) -> Result<Self::Reply, ApiError> {
        let (client, now) = (caller.client(), platform.clock.now());
        let invalid = || ApiError::plain(ErrorCode::LinkInvalid);
        let mut locked = platform
            .store
            .installation_locked(&platform.keys.audit)
            .await?;
        let mut found = None;
        for digest in platform.keys.token_digests(input.token.reveal()) {
            if found.is_none() {
                let purpose = TokenPurpose::ChangeEmail;
                found = locked.open().use_token(purpose, &digest, now).await?;
            }
        }
        let id = found.ok_or_else(invalid)?;
        let user = locked.open().user(id).await?.ok_or_else(invalid)?;
        let email = user.new_email.clone().ok_or_else(invalid)?;
        if !locked.open().change_email(id, &email, now).await? {
            return Err(ApiError::plain(ErrorCode::AccountExists));
        }
        for purpose in [TokenPurpose::ResetPassword, TokenPurpose::VerifyEmail] {
            locked.open().cancel_token(id, purpose, now).await?;
        }
        let mut event = account_event(id, "email.change", client, now);
        event.before = Some(json!({ "email": user.email.as_str() }).to_string());
        event.after = Some(json!({ "email": email.as_str() }).to_string());
        locked.audit(&event).await?;
        let (notice, to) = (NoticeMail::of(client, now), Recipient::of(&user, client));
        let kind = MailKind::EmailChanged;
        notice
            .send(platform, locked.open(), (kind, now), [to])
            .await?;
        locked.commit().await?;
        Ok(NoContent)
    }
}
