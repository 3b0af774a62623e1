//! E-mails that tell someone what happened to their account or organization, so that they notice
//! what they did not do themselves. They hold no one-time link.

use access::{EmailAddress, MailId, Timestamp};
use serde::{Deserialize, Serialize};
use store::{NewMail, OpenTransaction, StoreError};

use super::Addressee;
use super::message::{MailKind, Message};
use auth::ClientInfo;
use http_api::clock::rfc3339;
use http_api::randomness::OsRandom;
use i18n::{Language, msg};
use platform::Platform;

/// What the outbox keeps of it until it is sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoticeMail {
    /// When it happened.
    at: String,
    /// The network address it was done from.
    address: Option<String>,
    /// What the browser calls itself.
    browser: Option<String>,
    /// The key and its organization, where it is about a key.
    key: Option<KeyNotice>,
}

/// A key that was created.
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
    /// Something done now, from where the visitor is.
    pub fn of(client: &ClientInfo, at: Timestamp) -> Self {
        Self {
            at: rfc3339(at),
            address: client.source_address(),
            browser: client.user_agent.clone(),
            key: None,
        }
    }

    /// The same about a key.
    #[must_use]
    pub fn about_key(self, key: KeyNotice) -> Self {
        Self {
            key: Some(key),
            ..self
        }
    }

    /// Writes it into the outbox for each of these, in the transaction of what it tells of. Not
    /// where no mail server is configured: unlike a link, nobody waits for it, and rows that are
    /// never sent would pile up.
    ///
    /// # Errors
    ///
    /// When the database does not answer.
    ///
    /// # Panics
    ///
    /// Never: texts can be written as JSON.
    pub async fn send(
        &self,
        platform: &Platform,
        transaction: &mut OpenTransaction,
        (kind, now): (MailKind, Timestamp),
        to: impl IntoIterator<Item = Addressee>,
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

    /// Reads what the outbox kept; none of an e-mail that was sent, of which nothing is kept.
    pub(super) fn read(payload: &str) -> Option<Self> {
        serde_json::from_str(payload).ok()
    }

    /// The e-mail in words; none for a kind that tells of nothing.
    pub(super) fn message(
        &self,
        kind: MailKind,
        recipient: String,
        language: Language,
        link: String,
    ) -> Option<Message> {
        let (subject, opening) = words(kind)?;
        let closing = if kind == MailKind::KeyCreated {
            msg("If this was not intended, revoke the key:")
        } else {
            msg(
                "If this was you, there is nothing to do. If it was not, change your password and sign out everywhere else:",
            )
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
            (
                msg("Network address: {address}"),
                "{address}",
                &self.address,
            ),
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
            msg(
                "Someone signed in to your account with a browser that had not been used for it before.",
            ),
        ),
        MailKind::PasswordChanged => (
            msg("Your password was changed"),
            msg("The password of your account was changed."),
        ),
        MailKind::SecondFactorOn => (
            msg("Your second factor was switched on"),
            msg("An authenticator app was set up for your account."),
        ),
        MailKind::SecondFactorOff => (
            msg("Your second factor was switched off"),
            msg("Signing in to your account no longer asks for a code."),
        ),
        MailKind::RecoveryCodesRenewed => (
            msg("Your recovery codes were replaced"),
            msg("New recovery codes were made for your account. The earlier ones no longer work."),
        ),
        MailKind::KeyCreated => (
            msg("{organization}: new API key"),
            msg("The API key “{key}” was created in {organization} by {person}."),
        ),
        _ => return None,
    })
}
