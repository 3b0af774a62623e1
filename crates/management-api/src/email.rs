//! `/api/manage/me/email-verification`: verification of an email address.

use std::time::Duration;

use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use store::{NewToken, TokenPurpose};

use crate::account::{audit_account, throttle_mail};
use auth::{Anyone, PersonCaller};
use http_api::text::SecretText;
use http_api::{ApiError, ErrorCode, Methods, Rule, Spec};
use notifications::mail::{LinkMail, MailKind, Recipient};
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
        description: "Uses the token of the link in the verification email. The link works once.",
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
