//! Attempts to prove who one is, and the budgets they count in. ADR 24 says why they are these.

use std::net::IpAddr;

use access::{Device, EmailAddress, TryAgain, UserId};
use store::{Attempt, Budget};

use auth::{ClientInfo, PersonPrincipal};
use http_api::{ApiError, ErrorCode};
use notifications::mail::MailKind;
use platform::Platform;

/// An attempt, counted as a failure until it succeeds or is withdrawn.
pub(crate) struct Proof<'a> {
    platform: &'a Platform,
    attempt: Attempt,
}

impl<'a> Proof<'a> {
    /// Begins an attempt in these budgets, or answers when to try again.
    pub(crate) async fn begin(
        platform: &'a Platform,
        budgets: &[Budget],
    ) -> Result<Result<Self, TryAgain>, ApiError> {
        let begun = platform
            .store
            .begin_attempt(budgets, platform.clock.now())
            .await?;
        Ok(begun.map(|attempt| Self { platform, attempt }))
    }

    /// Someone who is signed in gives their password again. Their session has a budget of its own:
    /// strangers cannot exhaust it.
    pub(crate) async fn of_password(
        platform: &'a Platform,
        person: &PersonPrincipal,
    ) -> Result<Self, ApiError> {
        Self::of_session(platform, person, "password").await
    }

    /// The same with a code of their second factor. Counted apart: a right password must not clear
    /// what was guessed of the codes.
    pub(crate) async fn of_code(
        platform: &'a Platform,
        person: &PersonPrincipal,
    ) -> Result<Self, ApiError> {
        Self::of_session(platform, person, "code").await
    }

    async fn of_session(
        platform: &'a Platform,
        person: &PersonPrincipal,
        what: &str,
    ) -> Result<Self, ApiError> {
        let (user, session) = (person.user().id, person.session());
        let budget = Budget::Device(format!("{user}/{session} {what}"));
        let begun = Self::begin(platform, &[budget]).await?;
        begun.map_err(|again| limited(platform, again))
    }

    /// It was right.
    pub(crate) async fn succeed(self) -> Result<(), ApiError> {
        Ok(self.platform.store.attempt_succeeded(&self.attempt).await?)
    }

    /// It was neither right nor wrong.
    pub(crate) async fn withdraw(self) -> Result<(), ApiError> {
        Ok(self.platform.store.attempt_withdrawn(&self.attempt).await?)
    }

    /// Passes an outcome on. What failed because of us, such as a full password pool, is withdrawn.
    pub(crate) async fn unless_ours<T>(
        self,
        outcome: Result<T, ApiError>,
    ) -> Result<(Self, T), ApiError> {
        match outcome {
            Ok(value) => Ok((self, value)),
            Err(error) => {
                if error.status().is_server_error() {
                    self.withdraw().await?;
                }
                Err(error)
            }
        }
    }
}

/// What whoever comes too early is told.
pub(crate) fn limited(platform: &Platform, again: TryAgain) -> ApiError {
    let seconds = again.seconds(platform.clock.now()).max(1);
    ApiError::plain(ErrorCode::AttemptsLimited).retry_after(seconds)
}

/// The browser, if it signed in to this account before.
pub(crate) fn known_device(
    platform: &Platform,
    client: &ClientInfo,
    user: UserId,
) -> Option<Device> {
    let now = platform.clock.now();
    let recognize = |cookie: &String| {
        let mut keys = platform.keys.accepted();
        keys.find_map(|it| Device::recognize(cookie, user, &it.device, now))
    };
    client.device_cookies.0.iter().find_map(recognize)
}

/// The budgets of a sign-in: a known browser has its own, all others share those of the account and
/// of their network address.
pub(crate) fn sign_in_budgets(
    email: &EmailAddress,
    device: Option<&Device>,
    client: &ClientInfo,
) -> Vec<Budget> {
    if let Some(device) = device {
        return vec![Budget::Device(device.budget())];
    }
    let mut budgets = vec![Budget::Account(email.unique_form())];
    budgets.extend(client.address.map(|it| Budget::Address(network(it))));
    budgets
}

/// Slows down whoever has mail sent to an address again and again, whether an account has the
/// address or not. Counted apart from attempts to sign in, and each kind apart for its recipient:
/// none blocks another. All kinds but invitations count for the network address they
/// are asked from: who invites is signed in, named in the audit log, and may have a whole team to
/// invite.
pub(crate) async fn throttle_mail(
    platform: &Platform,
    kind: MailKind,
    email: &EmailAddress,
    client: &ClientInfo,
) -> Result<(), ApiError> {
    count_mail(platform, mail_budgets(kind, email, client)).await
}

/// The same for mail that an account has sent to an address that it only claims. It counts for the
/// account, too: changing networks does not let it write to any number of strangers.
pub(crate) async fn throttle_mail_by(
    platform: &Platform,
    user: UserId,
    kind: MailKind,
    email: &EmailAddress,
    client: &ClientInfo,
) -> Result<(), ApiError> {
    let mut budgets = mail_budgets(kind, email, client);
    budgets.push(Budget::Account(format!("{} mail by {user}", kind.name())));
    count_mail(platform, budgets).await
}

fn mail_budgets(kind: MailKind, email: &EmailAddress, client: &ClientInfo) -> Vec<Budget> {
    let to = format!("{} mail to {}", kind.name(), email.unique_form());
    let mut budgets = vec![Budget::Account(to)];
    let address = client.address.filter(|_| kind != MailKind::Invitation);
    budgets.extend(address.map(|it| Budget::Address(format!("mail from {}", network(it)))));
    budgets
}

async fn count_mail(platform: &Platform, budgets: Vec<Budget>) -> Result<(), ApiError> {
    let begun = platform
        .store
        .begin_attempt(&budgets, platform.clock.now())
        .await?;
    begun.map(drop).map_err(|again| limited(platform, again))
}

/// One machine has a whole /64 of IPv6 addresses, so they count as one.
pub(crate) fn network(address: IpAddr) -> String {
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
