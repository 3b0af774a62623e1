//! What the operations on accounts share: attempts, passwords, sessions, second factors.

use std::net::IpAddr;

use access::{
    EmailAddress, Password, PasswordUse, RecoveryCode, SessionId, SessionToken, Timestamp, UserId,
};
use store::{Attempt, LockedInstallation, NewSession, OpenTransaction, UserRecord};

use crate::app::App;
use crate::error::{ApiError, ErrorCode, Problem, Source};
use crate::guard::{SessionCookie, Visitor};
use crate::mail::MailKind;
use crate::randomness::OsRandom;

/// A session that was begun: what its browser is told.
pub(crate) struct Begun {
    pub(crate) id: SessionId,
    pub(crate) token: SessionToken,
    pub(crate) cookie: SessionCookie,
}

/// How the session's cookie may be set for this visitor.
pub(crate) fn cookie_for(app: &App, visitor: &Visitor) -> Result<SessionCookie, ApiError> {
    let cookie = SessionCookie::at(&app.config, visitor.host.as_deref());
    cookie.ok_or_else(|| ApiError::plain(ErrorCode::InsecureTransport))
}

/// Begins a session inside a transaction.
pub(crate) async fn begin_session(
    app: &App,
    transaction: &mut OpenTransaction,
    user: UserId,
    second_factor: bool,
    visitor: &Visitor,
) -> Result<Begun, ApiError> {
    let now = app.clock.now();
    let cookie = cookie_for(app, visitor)?;
    let token = SessionToken::generate(&OsRandom);
    let session = NewSession {
        id: SessionId::new(now, &OsRandom),
        user,
        digest: token.digest(&app.keys.session),
        second_factor,
        created_at: now,
        source_address: visitor.source_address(),
        user_agent: visitor.user_agent.clone(),
    };
    transaction.add_session(&session).await?;
    let id = session.id;
    Ok(Begun { id, token, cookie })
}

/// An attempt to prove who one is, counted as a failure until it succeeds. Throttled per account
/// and per address.
pub(crate) struct Proof<'a> {
    app: &'a App,
    attempt: Attempt,
}

impl<'a> Proof<'a> {
    pub(crate) async fn begin(
        app: &'a App,
        email: &EmailAddress,
        visitor: &Visitor,
    ) -> Result<Self, ApiError> {
        let attempt = Attempt {
            account: email.unique_form(),
            address: visitor.address.map(network),
        };
        attempt_now(app, &attempt).await?;
        Ok(Self { app, attempt })
    }

    pub(crate) async fn succeed(self) -> Result<(), ApiError> {
        Ok(self.app.store.attempt_succeeded(&self.attempt).await?)
    }
}

async fn attempt_now(app: &App, attempt: &Attempt) -> Result<(), ApiError> {
    let now = app.clock.now();
    app.store
        .begin_attempt(attempt, now)
        .await?
        .map_err(|again| {
            let refused = ApiError::plain(ErrorCode::AttemptsLimited);
            refused.retry_after(again.seconds(now).max(1))
        })
}

/// Slows down whoever has mail sent to an address again and again, whether an account has the
/// address or not. Counted apart from attempts to sign in, and each kind apart for its recipient:
/// none stands in the way of another. All kinds but invitations count for the network address they are asked from:
/// who invites is signed in, named in the audit log, and may have a whole team to invite.
pub(crate) async fn throttle_mail(
    app: &App,
    kind: MailKind,
    email: &EmailAddress,
    visitor: &Visitor,
) -> Result<(), ApiError> {
    let attempt = Attempt {
        account: format!("{} mail to {}", kind.name(), email.unique_form()),
        address: visitor
            .address
            .filter(|_| kind != MailKind::Invitation)
            .map(|it| format!("mail from {}", network(it))),
    };
    attempt_now(app, &attempt).await
}

/// One machine has a whole /64 of IPv6 addresses, so they count as one.
fn network(address: IpAddr) -> String {
    match address {
        IpAddr::V4(_) => address.to_string(),
        IpAddr::V6(v6) => {
            if let Some(v4) = v6.to_ipv4_mapped() {
                return v4.to_string();
            }
            let [a, b, c, d, ..] = v6.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
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
/// browser must not do. Throttled like signing in.
pub(crate) async fn require_password(
    app: &App,
    user: &UserRecord,
    text: &str,
    visitor: &Visitor,
) -> Result<(), ApiError> {
    let proof = Proof::begin(app, &user.email, visitor).await?;
    let wrong = || ApiError::plain(ErrorCode::PasswordWrong);
    let password = Password::present(text).map_err(|_| wrong())?;
    let stored = app.store.password_of(user.id).await?;
    let stored = stored.map(|sealed| (user.id, sealed));
    if !app.passwords.verify(stored, password).await? {
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

/// Uses a person's second factor up; false when it is wrong or was used before.
pub(crate) async fn use_second_factor(
    app: &App,
    transaction: &mut OpenTransaction,
    user: &UserRecord,
    given: SecondFactor<'_>,
) -> Result<bool, ApiError> {
    let Some(generation) = user.totp.generation else {
        return Ok(false);
    };
    match given {
        SecondFactor::Code(code) => {
            let secret = app.totp_secret(user.id, generation).await?;
            let verdict = secret.verify(code, app.clock.now(), user.totp.last_step);
            let Ok(step) = verdict else { return Ok(false) };
            let used = transaction.use_totp_step(user.id, generation, step).await?;
            Ok(used)
        }
        SecondFactor::RecoveryCode(text) => {
            let Some(code) = RecoveryCode::parse(text) else {
                return Ok(false);
            };
            for keys in app.keys.accepted() {
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
    visitor: &Visitor,
    at: Timestamp,
) -> store::AuditEvent {
    store::AuditEvent {
        at,
        actor: user.to_string(),
        action: action.to_owned(),
        subject: user.to_string(),
        before: None,
        after: None,
        source_address: visitor.source_address(),
    }
}

/// Writes what someone did to their own account into the installation's audit log.
pub(crate) async fn audit_account(
    locked: &mut LockedInstallation,
    user: UserId,
    action: &str,
    visitor: &Visitor,
    at: Timestamp,
) -> Result<(), ApiError> {
    let event = account_event(user, action, visitor, at);
    locked.audit(&event).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machines_ipv6_addresses_count_as_one() {
        let check = |text: &str, expected: &str| {
            assert_eq!(network(text.parse().unwrap()), expected);
        };
        check("203.0.113.9", "203.0.113.9");
        check("::ffff:203.0.113.9", "203.0.113.9");
        check("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64");
        check("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64");
    }
}
