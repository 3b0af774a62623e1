//! Security notices about an account or organization, so that people notice actions that are not
//! their own. They contain no one-time link.

use access::{EmailAddress, MailId, Timestamp};
use serde::{Deserialize, Serialize};
use store::{NewMail, OpenTransaction, StoreError};

use super::Recipient;
use super::message::{MailKind, Message};
use auth::ClientInfo;
use http_api::clock::rfc3339;
use http_api::randomness::OsRandom;
use i18n::{Language, msg};
use platform::Platform;

/// The outbox payload until it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoticeMail {
    /// When it happened.
    at: String,
    /// The IP address of the client.
    address: Option<String>,
    /// The browser's user agent.
    browser: Option<String>,
    /// The key and its organization, if it concerns a key.
    key: Option<KeyNotice>,
}

/// A created key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyNotice {
    /// Its name.
    pub name: String,
    /// The name of its organization.
    pub organization: String,
    /// Who created it.
    pub person: String,
}

impl NoticeMail {
    /// A notice of an action by this client.
    pub fn of(client: &ClientInfo, at: Timestamp) -> Self {
        Self {
            at: rfc3339(at),
            address: client.source_address(),
            browser: client.user_agent.clone(),
            key: None,
        }
    }

    /// Adds the key it concerns.
    #[must_use]
    pub fn about_key(self, key: KeyNotice) -> Self {
        Self {
            key: Some(key),
            ..self
        }
    }

    /// Adds it to the outbox for each recipient, in the transaction of the action. Does nothing
    /// without a mail server: unlike a link, nobody waits for it, and unsent rows would
    /// accumulate.
    ///
    /// # Errors
    ///
    /// Returns an error if the database does not answer.
    ///
    /// # Panics
    ///
    /// Never: texts can be written as JSON.
    pub async fn send(
        &self,
        platform: &Platform,
        transaction: &mut OpenTransaction,
        (kind, now): (MailKind, Timestamp),
        to: impl IntoIterator<Item = Recipient>,
    ) -> Result<(), StoreError> {
        if platform.config.smtp.0.is_none() {
            return Ok(());
        }
        let payload = serde_json::to_string(self).expect("texts can be written as JSON");
        let mut told: Vec<EmailAddress> = Vec::new();
        for one in to {
            if told.contains(&one.address) {
                continue;
            }
            let mail = NewMail {
                id: MailId::new(now, &OsRandom),
                recipient: one.address.clone(),
                kind: kind.name().to_owned(),
                payload: payload.clone(),
                language: one.language.tag().to_owned(),
                created_at: now,
            };
            transaction.add_mail(&mail).await?;
            told.push(one.address);
        }
        Ok(())
    }

    /// Reads the outbox payload. None for a sent e-mail, whose payload is deleted.
    pub(super) fn read(payload: &str) -> Option<Self> {
        serde_json::from_str(payload).ok()
    }

    /// The message. None for kinds that are not notices.
    pub(super) fn message(
        &self,
        kind: MailKind,
        recipient: String,
        language: Language,
        link: String,
    ) -> Option<Message> {
        let (subject, opening) = words(kind)?;
        let closing = match kind {
            MailKind::KeyCreated => msg("If this was a mistake, revoke the key:"),
            MailKind::EmailChanged => msg(
                "If this was you, no action is needed. If not, contact the operator of this \
                 service:",
            ),
            _ => msg(
                "If this was you, no action is needed. If not, change your password and sign out \
                 of all other sessions:",
            ),
        };
        let say = |english| {
            let mut text = language.word(english).to_owned();
            if let Some(key) = &self.key {
                for (name, value) in [
                    ("{organization}", &key.organization),
                    ("{key}", &key.name),
                    ("{person}", &key.person),
                ] {
                    text = text.replace(name, value);
                }
            }
            text
        };
        let when = say(msg("Time: {time}")).replace("{time}", &self.at);
        let mut facts = format!("  {when}\n");
        for (english, name, value) in [
            (msg("IP address: {address}"), "{address}", &self.address),
            (msg("Browser: {browser}"), "{browser}", &self.browser),
        ] {
            if let Some(value) = value {
                let line = say(english).replace(name, value);
                facts.extend(["  ", &line, "\n"]);
            }
        }
        let (opening, closing) = (say(opening), say(closing));
        Some(Message {
            recipient,
            subject: say(subject),
            text: format!("{opening}\n\n{facts}\n{closing}\n\n  {link}\n"),
            link,
        })
    }
}

/// Subject and first sentence.
const fn words(kind: MailKind) -> Option<(&'static str, &'static str)> {
    Some(match kind {
        MailKind::NewSignIn => (
            msg("New sign-in to your account"),
            msg("Someone signed in to your account from a new browser."),
        ),
        MailKind::PasswordChanged => (
            msg("Your password was changed"),
            msg("The password for your account was changed."),
        ),
        MailKind::EmailChanged => (
            msg("Your email address was changed"),
            msg(
                "The email address of your account was changed. From now on, you sign in with \
                 the new one.",
            ),
        ),
        MailKind::SecondFactorOn => (
            msg("Two-factor authentication enabled"),
            msg("Two-factor authentication was enabled for your account."),
        ),
        MailKind::SecondFactorOff => (
            msg("Two-factor authentication disabled"),
            msg("Two-factor authentication was disabled for your account."),
        ),
        MailKind::RecoveryCodesRenewed => (
            msg("New recovery codes generated"),
            msg(
                "New recovery codes were generated for your account. The old codes no longer work.",
            ),
        ),
        MailKind::KeyCreated => (
            msg("{organization}: new API key"),
            msg("{person} created the API key “{key}” in {organization}."),
        ),
        _ => return None,
    })
}
