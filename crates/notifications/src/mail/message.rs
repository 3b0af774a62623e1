//! What an e-mail says.

use access::{MailId, PlainToken};
use store::MailRecord;

use super::alert::AlertMail;
use super::notice::NoticeMail;
use i18n::{Language, msg};
use platform::ServiceKeys;

/// The e-mails there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailKind {
    /// Someone is invited to an organization.
    Invitation,
    /// Someone shall prove that they read their address.
    VerifyEmail,
    /// Someone wants to choose a new password.
    ResetPassword,
    /// An organization is told something.
    Alert,
    /// Someone signed in with a browser that was not known.
    NewSignIn,
    /// Someone's password was changed.
    PasswordChanged,
    /// Someone's second factor was switched on.
    SecondFactorOn,
    /// Someone's second factor was switched off.
    SecondFactorOff,
    /// Someone's recovery codes were replaced.
    RecoveryCodesRenewed,
    /// A key was created in an organization.
    KeyCreated,
}

impl MailKind {
    const ALL: &'static [Self] = &[
        Self::Invitation,
        Self::VerifyEmail,
        Self::ResetPassword,
        Self::Alert,
        Self::NewSignIn,
        Self::PasswordChanged,
        Self::SecondFactorOn,
        Self::SecondFactorOff,
        Self::RecoveryCodesRenewed,
        Self::KeyCreated,
    ];

    /// The name in the outbox.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Invitation => "invitation",
            Self::VerifyEmail => "verify_email",
            Self::ResetPassword => "reset_password",
            Self::Alert => AlertMail::KIND,
            Self::NewSignIn => "new_sign_in",
            Self::PasswordChanged => "password_changed",
            Self::SecondFactorOn => "second_factor_on",
            Self::SecondFactorOff => "second_factor_off",
            Self::RecoveryCodesRenewed => "recovery_codes_renewed",
            Self::KeyCreated => "key_created",
        }
    }

    /// The link of an e-mail of this kind. A token stands behind `#`, which browsers send to no
    /// server and into no log; what only tells of something needs none.
    pub fn link(self, mail: MailId, keys: &ServiceKeys, public_url: &str) -> String {
        let page = self.page();
        if !self.has_token() {
            return format!("{public_url}{page}");
        }
        let token = PlainToken::for_mail(mail, &keys.mail_link);
        format!("{public_url}{page}#token={}", token.reveal())
    }

    /// Whether its link does something by itself.
    const fn has_token(self) -> bool {
        matches!(
            self,
            Self::Invitation | Self::VerifyEmail | Self::ResetPassword
        )
    }

    /// The page its link leads to.
    const fn page(self) -> &'static str {
        match self {
            Self::Invitation => "/invitation",
            Self::VerifyEmail => "/verify-email",
            Self::ResetPassword => "/reset-password",
            Self::Alert => "/alerts",
            Self::KeyCreated => "/settings/api-keys",
            Self::NewSignIn
            | Self::PasswordChanged
            | Self::SecondFactorOn
            | Self::SecondFactorOff
            | Self::RecoveryCodesRenewed => "/settings",
        }
    }
}

/// An e-mail in words.
pub struct Message {
    /// Whom it goes to.
    pub recipient: String,
    /// Its subject.
    pub subject: String,
    /// Its text, which holds the link.
    pub text: String,
    /// The link.
    pub link: String,
}

/// Without the link, which is a secret.
impl std::fmt::Debug for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Message")
            .field("subject", &self.subject)
            .finish_non_exhaustive()
    }
}

impl Message {
    /// The words of an e-mail in the outbox; none for a kind this version does not know.
    pub fn of(mail: &MailRecord, keys: &ServiceKeys, public_url: &str) -> Option<Self> {
        let kind = MailKind::ALL.iter().find(|it| it.name() == mail.kind)?;
        let link = kind.link(mail.id, keys.at(mail.created_at), public_url);
        let about = &mail.payload;
        let language = Language::of_tag(&mail.language).unwrap_or_default();
        if *kind == MailKind::Alert {
            let alert = AlertMail::read(about)?;
            return Some(alert.message(mail.recipient.to_string(), language, public_url, link));
        }
        if !kind.has_token() {
            let notice = NoticeMail::read(about)?;
            return notice.message(*kind, mail.recipient.to_string(), language, link);
        }
        let (subject, opening) = match kind {
            MailKind::Invitation => (
                msg("You are invited to {organization}"),
                msg("You are invited to join {organization}. To accept, open"),
            ),
            MailKind::VerifyEmail => (
                msg("Confirm your e-mail address"),
                msg("To confirm that this is your e-mail address, open"),
            ),
            MailKind::ResetPassword => (
                msg("Choose a new password"),
                msg("If it was you who asked to choose a new password for this address, open"),
            ),
            _ => return None,
        };
        let say = |english| language.word(english).replace("{organization}", about);
        let (subject, opening) = (say(subject), say(opening));
        let closing = say(msg(
            "The link works once. If you did not expect this message, ignore it: nothing changes.",
        ));
        let text = format!("{opening}\n\n  {link}\n\n{closing}\n");
        Some(Self {
            recipient: mail.recipient.to_string(),
            subject,
            text,
            link,
        })
    }
}
