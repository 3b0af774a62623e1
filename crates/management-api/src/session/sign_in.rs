//! A sign-in attempt, after the check whether it comes too early.

use access::{Device, Password, SealedPassword, TryAgain, UserId};
use serde_json::json;
use store::{Budget, SignInFailure, StoreError, UserRecord};

use super::{SessionAttributes, SessionCreateInput};
use crate::account::{
    Proof, SecondFactor, account_event, begin_session, known_device, limited, network,
    use_second_factor,
};
use auth::ClientInfo;
use http_api::{ApiError, ErrorCode};
use notifications::mail::{MailKind, NoticeMail, Recipient};
use operation::{Created, WithCookie};
use platform::Platform;
use platform::Verification;

type Reply = WithCookie<Created<SessionAttributes>>;

/// An attempt to sign in.
pub(super) struct SignIn<'a> {
    platform: &'a Platform,
    client: &'a ClientInfo,
    input: &'a SessionCreateInput,
    given: Option<SecondFactor<'a>>,
    /// The account, if there is one.
    user: Option<UserRecord>,
    /// The browser, if it has signed in to the account before.
    pub(super) device: Option<Device>,
}

/// Why a sign-in failed.
enum Refused {
    /// The password or the code is wrong. It counts as a failed attempt.
    Failed(SignInFailure, ApiError),
    /// Nothing is wrong, but something is missing or not working. It does not count.
    Unfinished(ApiError),
}

impl From<ApiError> for Refused {
    fn from(error: ApiError) -> Self {
        Self::Unfinished(error)
    }
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        Self::Unfinished(error.into())
    }
}

impl<'a> SignIn<'a> {
    pub(super) fn new(
        platform: &'a Platform,
        client: &'a ClientInfo,
        input: &'a SessionCreateInput,
        user: Option<UserRecord>,
    ) -> Self {
        let device = user.as_ref();
        let device = device.and_then(|it| known_device(platform, client, it.id));
        Self {
            platform,
            client,
            input,
            given: SecondFactor::of(input.code.as_ref(), input.recovery_code.as_ref()),
            user,
            device,
        }
    }

    /// The attempt is not too early.
    pub(super) async fn admitted(
        self,
        proof: Proof<'_>,
        stored: Option<(UserId, SealedPassword)>,
    ) -> Result<Reply, ApiError> {
        let verified = match self.present() {
            Some(password) => {
                self.platform
                    .passwords
                    .verify(stored.clone(), password)
                    .await
            }
            None => Ok(Verification::Wrong),
        };
        let is_outdated = matches!(verified, Ok(Verification::RightButOutdated));
        match self.let_in(verified).await {
            Ok(reply) => {
                proof.succeed().await?;
                if let (true, Some(stored)) = (is_outdated, stored) {
                    self.renew_hash(stored).await;
                }
                Ok(reply)
            }
            Err(Refused::Failed(failure, error)) => {
                self.tally(failure).await?;
                Err(error)
            }
            Err(Refused::Unfinished(error)) => {
                proof.withdraw().await?;
                Err(error)
            }
        }
    }

    /// The attempt is too early. It is refused unless password and second factor are both right:
    /// others must not be able to lock out the owner. A known browser has only its own failures,
    /// and waits.
    ///
    /// Nobody else learns anything: every response is the same whether the account exists, has a
    /// second factor, or one of the two was right, and a password is hashed for each.
    pub(super) async fn throttled(
        self,
        again: TryAgain,
        stored: Option<(UserId, SealedPassword)>,
    ) -> Result<Reply, ApiError> {
        let refused = || limited(self.platform, again);
        if self.given.is_none() || self.device.is_some() {
            return Err(refused());
        }
        let password = self.present().ok_or_else(refused)?;
        let verified = self
            .platform
            .passwords
            .verify_throttled(stored, password)
            .await?;
        let guarded = self.user.as_ref();
        let guarded = guarded.is_some_and(|it| it.totp.generation.is_some());
        let outcome = if guarded && verified.is_right() {
            self.let_in(Ok(verified)).await
        } else {
            // As much work as a wrong code with a right password.
            let account = self.input.email.0.unique_form();
            let budget = Budget::SecondFactor(format!("unproved {account}"));
            Proof::begin(self.platform, &[budget]).await?.ok();
            Err(Refused::Failed(SignInFailure::Password, refused()))
        };
        match outcome {
            Ok(reply) => Ok(reply),
            Err(Refused::Failed(failure, _)) => {
                self.tally(failure).await?;
                Err(refused())
            }
            Err(Refused::Unfinished(error)) if error.status().is_server_error() => Err(error),
            Err(Refused::Unfinished(_)) => Err(refused()),
        }
    }

    /// Replaces a hash that was made with outdated parameters. Only after a successful sign-in, so
    /// that the time it takes reveals nothing to strangers. A failure locks nobody out: the next
    /// sign-in tries again.
    async fn renew_hash(&self, (user, stored): (UserId, SealedPassword)) {
        let platform = self.platform;
        let renewed = async {
            let Some(password) = self.present() else {
                return Ok(());
            };
            let renewed = platform.passwords.hash(user, password).await?;
            let mut transaction = platform.store.begin().await?;
            transaction.renew_password(user, &stored, &renewed).await?;
            transaction.commit().await?;
            Ok::<(), ApiError>(())
        };
        if let Err(error) = renewed.await {
            let code = error.problems()[0].code.name();
            tracing::warn!(code, %user, "an outdated password hash could not be renewed");
        }
    }

    /// The password, if it can be one.
    fn present(&self) -> Option<Password> {
        Password::present(self.input.password.reveal()).ok()
    }

    /// Checks the second factor if there is one, and starts the session.
    async fn let_in(&self, verified: Result<Verification, ApiError>) -> Result<Reply, Refused> {
        let (platform, client, now) = (self.platform, self.client, self.platform.clock.now());
        let verified = verified?;
        let user = self.user.as_ref();
        let user = user.filter(|it| verified.is_right() && it.disabled_at.is_none());
        let Some(user) = user else {
            let error = ApiError::plain(ErrorCode::SignInFailed);
            return Err(Refused::Failed(SignInFailure::Password, error));
        };
        let given = if user.totp.generation.is_some() {
            let missing = || ApiError::plain(ErrorCode::SecondFactorMissing);
            Some(self.given.ok_or_else(missing)?)
        } else {
            None
        };
        let wrong = |error| Refused::Failed(SignInFailure::SecondFactor, error);
        let code = match self.code_budget(given) {
            None => None,
            Some(budget) => match Proof::begin(platform, &[budget]).await? {
                Ok(proof) => Some(proof),
                Err(again) => return Err(wrong(limited(platform, again))),
            },
        };
        let mut locked = platform
            .store
            .installation_locked(&platform.keys.audit)
            .await?;
        if let Some(given) = given
            && !use_second_factor(platform, locked.open(), user, given).await?
        {
            return Err(wrong(ApiError::plain(ErrorCode::SecondFactorWrong)));
        }
        let second_factor = given.is_some();
        let begun = begin_session(platform, locked.open(), user.id, second_factor, client).await?;
        let is_new = self.device.is_none();
        let mut event = account_event(user.id, "session.create", client, now);
        let after = json!({
            "session": begun.id.to_string(),
            "secondFactor": second_factor,
            "knownBrowser": !is_new,
        });
        event.after = Some(after.to_string());
        locked.audit(&event).await?;
        if is_new {
            let (notice, to) = (NoticeMail::of(client, now), Recipient::of(user, client));
            let kind = MailKind::NewSignIn;
            notice
                .send(platform, locked.open(), (kind, now), [to])
                .await?;
        }
        locked.commit().await?;
        if let Some(code) = code {
            code.succeed().await?;
        }
        Ok(SessionAttributes::begun(
            platform,
            &begun,
            client,
            second_factor,
        ))
    }

    /// The budget that a wrong code counts against besides the sign-in itself. A known browser's
    /// own budget is enough, and a recovery code cannot be guessed.
    fn code_budget(&self, given: Option<SecondFactor<'_>>) -> Option<Budget> {
        let guessable = matches!(given, Some(SecondFactor::Code(_))) && self.device.is_none();
        let account = self.input.email.0.unique_form();
        guessable.then_some(Budget::SecondFactor(account))
    }

    async fn tally(&self, failure: SignInFailure) -> Result<(), ApiError> {
        let user = self.user.as_ref().map(|it| it.id);
        let address = self.client.address.map(network);
        let (store, now) = (&self.platform.store, self.platform.clock.now());
        store
            .tally_failed_sign_in(user, address.as_deref(), failure, now)
            .await?;
        Ok(())
    }
}
