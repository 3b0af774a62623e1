//! What the operations on accounts share: attempts, passwords, sessions, second factors.

mod proof;

use access::{
    Device, Password, PasswordUse, RecoveryCode, SessionId, SessionToken, Timestamp, UserId,
};
use serde_json::json;
use store::{LockedInstallation, NewSession, OpenTransaction, StoreError, UserRecord};

pub(crate) use self::proof::{
    Proof, known_device, limited, network, sign_in_budgets, throttle_mail, throttle_mail_by,
};
use auth::{ClientInfo, PersonPrincipal, SessionCookie};
use http_api::clock::rfc3339;
use http_api::randomness::OsRandom;
use http_api::text::SecretText;
use http_api::{ApiError, ErrorCode, Problem, Source};
use platform::Platform;

/// A session that was begun: what its browser is told.
pub(crate) struct Begun {
    pub(crate) id: SessionId,
    pub(crate) token: SessionToken,
    pub(crate) cookie: SessionCookie,
    /// The browser it was begun in.
    pub(crate) device: Device,
}

/// How the session's cookie may be set for this visitor.
pub(crate) fn cookie_for(
    platform: &Platform,
    client: &ClientInfo,
) -> Result<SessionCookie, ApiError> {
    let cookie = SessionCookie::at(&platform.config, client.host.as_deref());
    cookie.ok_or_else(|| ApiError::plain(ErrorCode::InsecureTransport))
}

/// Begins a session inside a transaction.
pub(crate) async fn begin_session(
    platform: &Platform,
    transaction: &mut OpenTransaction,
    user: UserId,
    second_factor: bool,
    client: &ClientInfo,
) -> Result<Begun, ApiError> {
    let now = platform.clock.now();
    let cookie = cookie_for(platform, client)?;
    let token = SessionToken::generate(&OsRandom);
    let session = NewSession {
        id: SessionId::new(now, &OsRandom),
        user,
        digest: token.digest(&platform.keys.session),
        second_factor,
        created_at: now,
        source_address: client.source_address(),
        user_agent: client.user_agent.clone(),
    };
    transaction.add_session(&session).await?;
    Ok(Begun {
        id: session.id,
        token,
        cookie,
        device: device_of(platform, client, user),
    })
}

/// The browser in which someone has just proved who they are: known from before, or new.
pub(crate) fn device_of(platform: &Platform, client: &ClientInfo, user: UserId) -> Device {
    let now = platform.clock.now();
    match known_device(platform, client, user) {
        Some(device) => device.seen_again(now),
        None => Device::new(user, now, &OsRandom),
    }
}

/// A password someone chooses.
pub(crate) fn chosen_password(
    text: &str,
    usage: PasswordUse,
    pointer: &str,
) -> Result<Password, ApiError> {
    Password::choose(text, usage).map_err(|error| {
        let problem = Problem::new(ErrorCode::PasswordRefused, error.to_string())
            .at(Source::Pointer(pointer.to_owned()))
            .with_meta("reason", error.name());
        problem.into()
    })
}

/// What a person's password must be like.
pub(crate) const fn password_use(user: &UserRecord) -> PasswordUse {
    if user.totp.generation.is_some() {
        PasswordUse::WithSecondFactor
    } else {
        PasswordUse::Alone
    }
}

/// Whether someone who is signed in knows their password: asked again before what an unattended
/// browser must not do. Throttled per session.
pub(crate) async fn require_password(
    platform: &Platform,
    person: &PersonPrincipal,
    text: &str,
) -> Result<(), ApiError> {
    let proof = Proof::of_password(platform, person).await?;
    let wrong = || ApiError::plain(ErrorCode::PasswordWrong);
    let password = Password::present(text).map_err(|_| wrong())?;
    let user = person.user().id;
    let stored = platform.store.password_of(user).await?;
    let stored = stored.map(|sealed| (user, sealed));
    let passwords = &platform.passwords;
    let verified = passwords.verify_signed_in(user, stored, password).await;
    let (proof, verified) = proof.unless_ours(verified).await?;
    if !verified.is_right() {
        return Err(wrong());
    }
    proof.succeed().await
}

/// The second factor someone gave.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SecondFactor<'a> {
    Code(&'a str),
    RecoveryCode(&'a str),
}

impl<'a> SecondFactor<'a> {
    /// The one of two that was given.
    pub(crate) fn of(
        code: Option<&'a SecretText>,
        recovery_code: Option<&'a SecretText>,
    ) -> Option<Self> {
        match (code, recovery_code) {
            (Some(code), _) => Some(Self::Code(code.reveal())),
            (None, Some(code)) => Some(Self::RecoveryCode(code.reveal())),
            (None, None) => None,
        }
    }
}

/// Uses a person's second factor up; false when it is wrong or was used before.
pub(crate) async fn use_second_factor(
    platform: &Platform,
    transaction: &mut OpenTransaction,
    user: &UserRecord,
    given: SecondFactor<'_>,
) -> Result<bool, ApiError> {
    let Some(generation) = user.totp.generation else {
        return Ok(false);
    };
    match given {
        SecondFactor::Code(code) => {
            let secret = platform.totp_secret(user.id, generation).await?;
            let verdict = secret.verify(code, platform.clock.now(), user.totp.last_step);
            let Ok(step) = verdict else { return Ok(false) };
            let used = transaction.use_totp_step(user.id, generation, step).await?;
            Ok(used)
        }
        SecondFactor::RecoveryCode(text) => {
            let Some(code) = RecoveryCode::parse(text) else {
                return Ok(false);
            };
            for keys in platform.keys.accepted() {
                let digest = code.digest(user.id, &keys.recovery);
                if transaction.use_recovery_code(user.id, &digest).await? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
    }
}

/// What the installation's audit log keeps of something that someone did to their own account.
pub(crate) fn account_event(
    user: UserId,
    action: &str,
    client: &ClientInfo,
    at: Timestamp,
) -> store::AuditEvent {
    store::AuditEvent {
        at,
        actor: user.to_string(),
        action: action.to_owned(),
        subject: user.to_string(),
        before: None,
        after: None,
        source_address: client.source_address(),
    }
}

/// Writes what someone did to their own account into the installation's audit log.
pub(crate) async fn audit_account(
    locked: &mut LockedInstallation,
    user: UserId,
    action: &str,
    client: &ClientInfo,
    at: Timestamp,
) -> Result<(), ApiError> {
    let event = account_event(user, action, client, at);
    locked.audit(&event).await?;
    Ok(())
}

/// Sums of failed sign-ins that are written into the audit log in one transaction.
const MAX_TALLIES_AT_ONCE: u32 = 500;

/// Writes the failed sign-ins of hours that are over into the installation's audit log, one entry
/// per account or network address; answers how many entries.
///
/// # Errors
///
/// When the database does not answer.
pub async fn log_failed_sign_ins(platform: &Platform) -> Result<usize, StoreError> {
    let now = platform.clock.now();
    let mut logged = 0;
    loop {
        let mut locked = platform
            .store
            .installation_locked(&platform.keys.audit)
            .await?;
        let tallies = locked.take_sign_in_tallies(now, MAX_TALLIES_AT_ONCE);
        let tallies = tallies.await?;
        for tally in &tallies {
            let after = json!({
                "hour": rfc3339(tally.hour),
                "reason": tally.reason,
                "count": tally.count,
            });
            let event = store::AuditEvent {
                at: now,
                actor: "anyone".to_owned(),
                action: "session.refuse".to_owned(),
                subject: tally.subject.clone(),
                before: None,
                after: Some(after.to_string()),
                source_address: Some(tally.address.clone()).filter(|it| !it.is_empty()),
            };
            locked.audit(&event).await?;
        }
        locked.commit().await?;
        logged += tallies.len();
        if tallies.len() < MAX_TALLIES_AT_ONCE as usize {
            return Ok(logged);
        }
    }
}
