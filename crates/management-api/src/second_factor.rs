//! `/api/manage/me/second-factor`: an authenticator app, and recovery codes for those who lose it.

use std::borrow::Cow;

use access::{PasswordUse, RecoveryCode};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::LockedInstallation;

use crate::account::{
    Proof, SecondFactor, audit_account, chosen_password, require_password, use_second_factor,
};
use auth::PersonCaller;
use http_api::randomness::OsRandom;
use http_api::text::SecretText;
use http_api::{ApiError, ErrorCode, Methods, Problem, Rule, Spec};
use notifications::mail::{MailKind, NoticeMail, Recipient};
use operation::{Created, NoContent, Operation, ResourceKind};
use platform::Platform;

const PATH: &str = "/api/manage/me/second-factor";

/// The secret of a new second factor, shown only once.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SecondFactorSecret")]
pub struct SecretAttributes {
    /// Secret to enter into an authenticator app.
    pub secret: String,
    /// URI to show to an authenticator app as a QR code.
    pub uri: String,
}

/// Recovery codes, shown only once.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RecoveryCodeList")]
pub struct RecoveryAttributes {
    /// Recovery codes. Each works once, instead of a code of the authenticator app.
    pub recovery_codes: Vec<String>,
}

macro_rules! singleton {
    ($type:ty, $name:literal) => {
        /// Without the secret.
        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!($name, "(…)"))
            }
        }

        impl ResourceKind for $type {
            const TYPE: &'static str = $name;

            fn id(&self) -> String {
                "me".to_owned()
            }

            fn path(&self) -> Cow<'static, str> {
                PATH.into()
            }
        }
    };
}

singleton!(SecretAttributes, "second-factor-secret");
singleton!(RecoveryAttributes, "recovery-codes");

fn second_factor_state(detail: &str) -> ApiError {
    Problem::new(ErrorCode::SecondFactorState, detail).into()
}

#[derive(Debug)]
pub struct SecondFactorBegin;

/// Your password, to confirm your identity.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PasswordConfirmation")]
pub struct PasswordInput {
    password: SecretText,
}

#[async_trait]
impl Operation for SecondFactorBegin {
    type Caller = PersonCaller;
    const SPEC: Spec<PersonCaller> = Spec {
        errors: &[ErrorCode::PasswordWrong, ErrorCode::AttemptsLimited],
        description: "Two-factor authentication takes effect after you send the first code to \
            `/api/manage/me/second-factor/confirm`.",
        ..super::spec(
            "second_factor_begin",
            Methods::Post,
            PATH,
            Rule::PERSON,
            "Set up two-factor authentication",
        )
    };
    type Context = Platform;
    type Input = PasswordInput;
    type Reply = Created<SecretAttributes>;

    async fn run(
        platform: &Platform,
        caller: PersonCaller,
        input: PasswordInput,
    ) -> Result<Self::Reply, ApiError> {
        let user = caller.person().user();
        require_password(platform, caller.person(), input.password.reveal()).await?;
        let mut locked = platform
            .store
            .installation_locked(&platform.keys.audit)
            .await?;
        let generation = locked.open().begin_totp(user.id).await?;
        let generation = generation.ok_or_else(|| ApiError::plain(ErrorCode::SessionEnded))?;
        let (client, now) = (caller.client(), caller.now());
        audit_account(&mut locked, user.id, "second_factor.begin", client, now).await?;
        locked.commit().await?;
        let secret = platform.keys.totp.secret(user.id, generation);
        Ok(Created {
            resource: SecretAttributes {
                secret: secret.reveal_base32().to_string(),
                uri: secret
                    .reveal_uri("Almagest", user.email.as_str())
                    .to_string(),
            },
            meta: None,
        })
    }
}

#[derive(Debug)]
pub struct SecondFactorConfirm;

/// A code of the authenticator app.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "SecondFactorCode")]
pub struct CodeInput {
    code: SecretText,
}

#[async_trait]
impl Operation for SecondFactorConfirm {
    type Caller = PersonCaller;
    const SPEC: Spec<PersonCaller> = Spec {
        errors: &[
            ErrorCode::SecondFactorWrong,
            ErrorCode::SecondFactorState,
            ErrorCode::AttemptsLimited,
        ],
        description: "Returns recovery codes, which are shown only once. Signs you out of all \
                      other sessions.",
        ..super::spec(
            "second_factor_confirm",
            Methods::Post,
            "/api/manage/me/second-factor/confirm",
            Rule::PERSON,
            "Enable two-factor authentication",
        )
    };
    type Context = Platform;
    type Input = CodeInput;
    type Reply = Created<RecoveryAttributes>;

    async fn run(
        platform: &Platform,
        caller: PersonCaller,
        input: CodeInput,
    ) -> Result<Self::Reply, ApiError> {
        let user = caller.person().user();
        let (client, now) = (caller.client(), caller.now());
        let state = || {
            second_factor_state(match user.totp.generation {
                Some(_) => "Two-factor authentication is already on.",
                None => "Start the setup first: `POST /api/manage/me/second-factor`.",
            })
        };
        let pending = user.totp.pending.ok_or_else(state)?;
        let proof = Proof::of_code(platform, caller.person()).await?;
        let secret = platform.keys.totp.secret(user.id, pending);
        let step = secret.verify(input.code.reveal(), now, None);
        let step = step.map_err(|_| ApiError::plain(ErrorCode::SecondFactorWrong))?;
        let codes = RecoveryCode::generate(&OsRandom);
        let digests = codes
            .each_ref()
            .map(|it| it.digest(user.id, &platform.keys.recovery));
        let mut locked = platform
            .store
            .installation_locked(&platform.keys.audit)
            .await?;
        let session = caller.person().session();
        if !locked.open().confirm_totp(user.id, pending, step).await? {
            return Err(state());
        }
        locked
            .open()
            .replace_recovery_codes(user.id, &digests)
            .await?;
        locked
            .open()
            .set_session_second_factor(user.id, session)
            .await?;
        // The password was checked when the setup began.
        locked.open().prove_session(user.id, session, now).await?;
        locked
            .open()
            .revoke_sessions(user.id, Some(session), now)
            .await?;
        audit_account(&mut locked, user.id, "second_factor.on", client, now).await?;
        tell(platform, &mut locked, &caller, MailKind::SecondFactorOn).await?;
        locked.commit().await?;
        proof.succeed().await?;
        Ok(recovery_codes(&codes))
    }
}

/// Notifies the user of the change by e-mail.
async fn tell(
    platform: &Platform,
    locked: &mut LockedInstallation,
    caller: &PersonCaller,
    kind: MailKind,
) -> Result<(), ApiError> {
    let (client, now) = (caller.client(), caller.now());
    let to = Recipient::of(caller.person().user(), client);
    let notice = NoticeMail::of(client, now);
    notice
        .send(platform, locked.open(), (kind, now), [to])
        .await?;
    Ok(())
}

fn recovery_codes(codes: &[RecoveryCode]) -> Created<RecoveryAttributes> {
    let recovery_codes = codes.iter().map(|it| it.reveal().to_string()).collect();
    Created {
        resource: RecoveryAttributes { recovery_codes },
        meta: None,
    }
}

#[derive(Debug)]
pub struct RecoveryCodesRenew;

#[async_trait]
impl Operation for RecoveryCodesRenew {
    type Caller = PersonCaller;
    const SPEC: Spec<PersonCaller> = Spec {
        errors: &[
            ErrorCode::PasswordWrong,
            ErrorCode::SecondFactorState,
            ErrorCode::AttemptsLimited,
        ],
        description: "The previous recovery codes stop working.",
        ..super::spec(
            "recovery_codes_renew",
            Methods::Post,
            "/api/manage/me/recovery-codes",
            Rule::PERSON,
            "Create new recovery codes",
        )
    };
    type Context = Platform;
    type Input = PasswordInput;
    type Reply = Created<RecoveryAttributes>;

    async fn run(
        platform: &Platform,
        caller: PersonCaller,
        input: PasswordInput,
    ) -> Result<Self::Reply, ApiError> {
        let user = caller.person().user();
        let client = caller.client();
        require_password(platform, caller.person(), input.password.reveal()).await?;
        if user.totp.generation.is_none() {
            return Err(second_factor_state(
                "Two-factor authentication is off, so it has no recovery codes. Set it up first.",
            ));
        }
        let codes = RecoveryCode::generate(&OsRandom);
        let digests = codes
            .each_ref()
            .map(|it| it.digest(user.id, &platform.keys.recovery));
        let mut locked = platform
            .store
            .installation_locked(&platform.keys.audit)
            .await?;
        locked
            .open()
            .replace_recovery_codes(user.id, &digests)
            .await?;
        let action = "recovery_codes.renew";
        audit_account(&mut locked, user.id, action, client, caller.now()).await?;
        tell(
            platform,
            &mut locked,
            &caller,
            MailKind::RecoveryCodesRenewed,
        )
        .await?;
        locked.commit().await?;
        Ok(recovery_codes(&codes))
    }
}

#[derive(Debug)]
pub struct SecondFactorDisable;

/// Your password and a code, or a recovery code.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "SecondFactorDisableRequest")]
pub struct DisableInput {
    /// Your password. It must be long enough to be used without a second factor.
    password: SecretText,
    code: Option<SecretText>,
    recovery_code: Option<SecretText>,
}

#[async_trait]
impl Operation for SecondFactorDisable {
    type Caller = PersonCaller;
    const SPEC: Spec<PersonCaller> = Spec {
        errors: &[
            ErrorCode::PasswordWrong,
            ErrorCode::PasswordRefused,
            ErrorCode::SecondFactorMissing,
            ErrorCode::SecondFactorWrong,
            ErrorCode::SecondFactorState,
            ErrorCode::AttemptsLimited,
        ],
        description: "Requires your password and a current code or a recovery code. The password \
            must be long enough to be used alone.",
        ..super::spec(
            "second_factor_disable",
            Methods::Post,
            "/api/manage/me/second-factor/disable",
            Rule::PERSON,
            "Disable two-factor authentication",
        )
    };
    type Context = Platform;
    type Input = DisableInput;
    type Reply = NoContent;

    async fn run(
        platform: &Platform,
        caller: PersonCaller,
        input: DisableInput,
    ) -> Result<Self::Reply, ApiError> {
        let user = caller.person().user();
        let (client, now) = (caller.client(), caller.now());
        let password = input.password.reveal();
        require_password(platform, caller.person(), password).await?;
        if user.totp.generation.is_none() {
            return Err(second_factor_state(
                "Two-factor authentication is not on, so it cannot be turned off.",
            ));
        }
        chosen_password(password, PasswordUse::Alone, "/password")?;
        let given = SecondFactor::of(input.code.as_ref(), input.recovery_code.as_ref());
        let given = given.ok_or_else(|| ApiError::plain(ErrorCode::SecondFactorMissing))?;
        let proof = Proof::of_code(platform, caller.person()).await?;
        let mut locked = platform
            .store
            .installation_locked(&platform.keys.audit)
            .await?;
        if !use_second_factor(platform, locked.open(), user, given).await? {
            return Err(ApiError::plain(ErrorCode::SecondFactorWrong));
        }
        locked.open().remove_totp(user.id).await?;
        audit_account(&mut locked, user.id, "second_factor.off", client, now).await?;
        tell(platform, &mut locked, &caller, MailKind::SecondFactorOff).await?;
        locked.commit().await?;
        proof.succeed().await?;
        Ok(NoContent)
    }
}
