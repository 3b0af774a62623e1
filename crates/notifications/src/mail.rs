//! E-mails: added to the outbox in the transaction they belong to, then sent by a job. Without SMTP,
//! `almagest outbox` shows them to the operator.

mod alert;
mod message;
mod notice;
mod sender;

use access::{EmailAddress, MailId, PlainToken, Timestamp, TokenDigest};
use auth::ClientInfo;
use store::{NewMail, UserRecord};

pub use alert::AlertMail;
pub use message::{MailKind, Message};
pub use notice::{KeyNotice, NoticeMail};
pub use sender::SmtpSender;

use http_api::randomness::OsRandom;
use i18n::Language;
use platform::ServiceKeys;

/// The recipient of an e-mail.
#[derive(Clone, Debug)]
pub struct Recipient {
    /// The e-mail address.
    pub address: EmailAddress,
    /// The language of the e-mail.
    pub language: Language,
}

impl Recipient {
    /// A person, in the language they chose, or else the one their browser prefers.
    pub fn of(user: &UserRecord, client: &ClientInfo) -> Self {
        Self {
            address: user.email.clone(),
            language: client.language_of(user),
        }
    }
}

/// An e-mail with a one-time link, before it is added to the outbox.
#[derive(Debug)]
pub struct LinkMail {
    /// The outbox row. It does not contain the link.
    pub mail: NewMail,
    /// The digest of the link's token.
    pub digest: TokenDigest,
}

impl LinkMail {
    /// Creates an e-mail of this kind. `about` is a name in its text, such as the organization.
    pub fn new(
        kind: MailKind,
        to: Recipient,
        about: &str,
        keys: &ServiceKeys,
        now: Timestamp,
    ) -> Self {
        let id = MailId::new(now, &OsRandom);
        let token = PlainToken::for_mail(id, &keys.mail_link);
        Self {
            digest: token.digest(&keys.token),
            mail: NewMail {
                id,
                recipient: to.address,
                kind: kind.name().to_owned(),
                payload: about.to_owned(),
                language: to.language.tag().to_owned(),
                created_at: now,
            },
        }
    }
}
