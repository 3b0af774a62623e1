//! E-mails: written into the outbox in the transaction of what they tell of, sent by a job where
//! SMTP is configured, shown to the operator by `almagest outbox` where it is not.

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

/// Whom an e-mail is written to.
#[derive(Clone, Debug)]
pub struct Addressee {
    /// Where it goes.
    pub address: EmailAddress,
    /// The language it is written in.
    pub language: Language,
}

impl Addressee {
    /// A person, in the language they chose, or else the one their browser prefers.
    pub fn of(user: &UserRecord, client: &ClientInfo) -> Self {
        Self {
            address: user.email.clone(),
            language: client.language_of(user),
        }
    }
}

/// An e-mail with a one-time link, before it is written into the outbox.
#[derive(Debug)]
pub struct LinkMail {
    /// The row for the outbox. It does not hold the link.
    pub mail: NewMail,
    /// What the link is looked up by.
    pub digest: TokenDigest,
}

impl LinkMail {
    /// An e-mail of this kind; `about` is what its text names, such as an organization.
    pub fn new(
        kind: MailKind,
        to: Addressee,
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
