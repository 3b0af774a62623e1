//! Invitations to an organization and their states.
//!
//! The rank rule decides whether the inviter may still grant the role
//! ([`accept`](crate::membership::accept)). Both must agree.
//!
//! The number of invitations is limited per sender and per domain of the recipients. The limit per
//! domain protects those who run a domain from all senders together. It must not let one sender
//! keep others from inviting, so it does not apply to invitations to the sender's own domain, nor
//! to providers whose customers are unrelated. [`lockout`](crate::lockout) limits how often mail is
//! sent to one address.

use std::fmt;
use std::time::Duration;

use crate::email::EmailAddress;
use crate::timestamp::Timestamp;

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// The maximum number of invitation e-mails in any window of this length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SendingLimit {
    /// The maximum number of e-mails.
    pub most: u32,
    /// The length of the window.
    pub window: Duration,
}

/// The limits per person, across all organizations.
pub const MAX_PER_SENDER: [SendingLimit; 2] = [
    SendingLimit {
        most: 20,
        window: HOUR,
    },
    SendingLimit {
        most: 100,
        window: DAY,
    },
];

/// The limit per recipient domain, across all people.
pub const MAX_PER_DOMAIN: SendingLimit = SendingLimit {
    most: 50,
    window: DAY,
};

/// The longest window of a limit. E-mails sent earlier no longer count.
pub const MAX_WINDOW: Duration = DAY;

/// Providers that offer mailboxes to anyone, by registrable domain.
const PUBLIC_PROVIDERS: &[&str] = &[
    "163.com",
    "aol.com",
    "fastmail.com",
    "gmail.com",
    "gmx.com",
    "gmx.de",
    "gmx.net",
    "googlemail.com",
    "hotmail.com",
    "icloud.com",
    "libero.it",
    "live.com",
    "mac.com",
    "mail.com",
    "mail.ru",
    "me.com",
    "msn.com",
    "naver.com",
    "orange.fr",
    "outlook.com",
    "pm.me",
    "posteo.de",
    "proton.me",
    "protonmail.com",
    "qq.com",
    "t-online.de",
    "web.de",
    "yahoo.co.jp",
    "yahoo.co.uk",
    "yahoo.com",
    "yahoo.de",
    "yahoo.fr",
    "yandex.ru",
    "ziggo.nl",
    "zoho.com",
];

/// Returns the domain whose limit applies to an invitation of `recipient`, or `None` if no such
/// limit applies. `sender` is the sender's own address, if it is verified.
pub fn limited_domain<'a>(
    recipient: &'a EmailAddress,
    sender: Option<&EmailAddress>,
) -> Option<&'a str> {
    let domain = recipient.registrable_domain();
    let own = sender.is_some_and(|it| it.registrable_domain() == domain);
    (!own && !PUBLIC_PROVIDERS.contains(&domain)).then_some(domain)
}

/// How long an invitation can be accepted: a holiday week.
pub const LIFETIME: Duration = Duration::from_hours(7 * 24);

/// The stored facts about an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvitationFacts {
    /// When it was sent.
    pub sent_at: Timestamp,
    /// When it was accepted.
    pub accepted_at: Option<Timestamp>,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
    /// When it was sent again with a new token. The old link must not work alongside the new one.
    pub replaced_at: Option<Timestamp>,
}

/// The state of an invitation at some instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvitationState {
    /// The invitation can be accepted.
    Pending,
    /// The invitation was accepted and cannot be accepted again.
    Accepted,
    /// The invitation was revoked.
    Revoked,
    /// A later invitation replaced it.
    Replaced,
    /// The invitation expired before anyone accepted it.
    Expired,
}

impl InvitationState {
    /// Returns the name used on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Accepted => "accepted",
            Self::Revoked => "revoked",
            Self::Replaced => "replaced",
            Self::Expired => "expired",
        }
    }

    /// Returns `true` if it can be accepted or revoked.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Pending)
    }

    /// Returns `true` if it can be sent again: when pending or expired. A revoked invitation
    /// cannot, because resending it would override the person who revoked it.
    pub const fn is_resendable(self) -> bool {
        matches!(self, Self::Pending | Self::Expired)
    }
}

impl fmt::Display for InvitationState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl InvitationFacts {
    /// Creates a new invitation sent at `now`.
    pub const fn sent(now: Timestamp) -> Self {
        Self {
            sent_at: now,
            accepted_at: None,
            revoked_at: None,
            replaced_at: None,
        }
    }

    /// Returns the first instant at which it can no longer be accepted.
    pub fn expires_at(&self) -> Timestamp {
        self.sent_at.plus(LIFETIME)
    }

    /// Returns the state at `now`. A person's action takes precedence over expiration.
    pub fn state(&self, now: Timestamp) -> InvitationState {
        if self.accepted_at.is_some() {
            InvitationState::Accepted
        } else if self.revoked_at.is_some() {
            InvitationState::Revoked
        } else if self.replaced_at.is_some() {
            InvitationState::Replaced
        } else if now >= self.expires_at() {
            InvitationState::Expired
        } else {
            InvitationState::Pending
        }
    }

    /// Checks whether the invitation may be accepted at `now`. The caller writes `accepted_at` in the
    /// transaction that creates the membership, so that two clicks create one membership.
    ///
    /// # Errors
    ///
    /// The state that forbids it.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use access::{InvitationFacts, InvitationState, Timestamp};
    ///
    /// let sent = Timestamp::from_micros(0);
    /// let invitation = InvitationFacts::sent(sent);
    /// let week = Duration::from_secs(7 * 86_400);
    /// assert_eq!(invitation.accept(sent), Ok(()));
    /// assert_eq!(invitation.accept(sent.plus(week)), Err(InvitationState::Expired));
    ///
    /// let revoked = InvitationFacts { revoked_at: Some(sent), ..invitation };
    /// assert_eq!(revoked.accept(sent), Err(InvitationState::Revoked));
    /// ```
    pub fn accept(&self, now: Timestamp) -> Result<(), InvitationState> {
        let state = self.state(now);
        if state.is_open() { Ok(()) } else { Err(state) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SENT: Timestamp = Timestamp::from_micros(5_000);

    #[test]
    fn the_limit_of_a_domain_spares_ones_own_and_public_providers() {
        let check = |recipient: &str, sender: Option<&str>, expected: Option<&str>| {
            let recipient = recipient.parse().unwrap();
            let sender = sender.map(|it| it.parse().unwrap());
            assert_eq!(limited_domain(&recipient, sender.as_ref()), expected);
        };
        check("a@example.com", None, Some("example.com"));
        check("a@deep.Example.com", None, Some("example.com"));
        check("a@example.com", Some("b@example.org"), Some("example.com"));
        check("a@example.com", Some("b@mail.example.com"), None);
        check("a@gmail.com", None, None);
        check("a@gmail.com.example.org", None, Some("example.org"));
    }

    #[test]
    fn no_limit_looks_further_back_than_records_are_kept() {
        let mut all = MAX_PER_SENDER.to_vec();
        all.push(MAX_PER_DOMAIN);
        assert!(all.iter().all(|it| it.window <= MAX_WINDOW));
    }

    #[test]
    fn an_invitation_lives_for_a_week() {
        let facts = InvitationFacts::sent(SENT);
        let check = |after: Duration, expected: InvitationState| {
            assert_eq!(facts.state(SENT.plus(after)), expected, "{after:?}");
        };
        check(Duration::ZERO, InvitationState::Pending);
        check(
            LIFETIME.saturating_sub(Duration::from_micros(1)),
            InvitationState::Pending,
        );
        check(LIFETIME, InvitationState::Expired);
    }

    /// Of all combinations of facts, before and after the expiration, only the untouched invitation
    /// before its expiration is open.
    #[test]
    fn every_combination_of_facts_has_one_state_and_one_is_open() {
        let mut open = 0;
        for bits in 0..16_u8 {
            let given = |bit: u8| (bits >> bit & 1 == 1).then_some(SENT);
            let facts = InvitationFacts {
                sent_at: SENT,
                accepted_at: given(0),
                revoked_at: given(1),
                replaced_at: given(2),
            };
            let now = if given(3).is_some() {
                SENT.plus(LIFETIME)
            } else {
                SENT
            };
            let expected = match bits {
                _ if bits & 1 != 0 => InvitationState::Accepted,
                _ if bits & 2 != 0 => InvitationState::Revoked,
                _ if bits & 4 != 0 => InvitationState::Replaced,
                8 => InvitationState::Expired,
                _ => InvitationState::Pending,
            };
            assert_eq!(facts.state(now), expected, "{facts:?}");
            open += u8::from(facts.accept(now).is_ok());
        }
        assert_eq!(open, 1);
    }

    #[test]
    fn only_what_waited_is_sent_again() {
        let resendable = [
            InvitationState::Pending,
            InvitationState::Accepted,
            InvitationState::Revoked,
            InvitationState::Replaced,
            InvitationState::Expired,
        ]
        .map(InvitationState::is_resendable);
        assert_eq!(resendable, [true, false, false, false, true]);
    }
}
