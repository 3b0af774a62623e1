//! The content of emails.

use access::{MailId, PlainToken};
use store::MailRecord;

use super::alert::AlertMail;
use super::notice::NoticeMail;
use i18n::{Language, msg};
use platform::ServiceKeys;

/// The kinds of email.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailKind {
    /// Invites someone to an organization.
    Invitation,
    /// Asks someone to confirm their email address.
    VerifyEmail,
    /// Lets someone reset their password.
    ResetPassword,
    /// Asks someone to confirm the email address that they want to change to.
    ChangeEmail,
    /// An alert of an organization.
    Alert,
    /// Someone signed in from a new browser.
    NewSignIn,
    /// Someone's password was changed.
    PasswordChanged,
    /// Someone's email address was changed. Sent to the old one.
    EmailChanged,
    /// Someone's two-factor authentication was enabled.
    SecondFactorOn,
    /// Someone's two-factor authentication was disabled.
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
        Self::ChangeEmail,
        Self::Alert,
        Self::NewSignIn,
        Self::PasswordChanged,
        Self::EmailChanged,
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
            Self::ChangeEmail => "change_email",
            Self::Alert => AlertMail::KIND,
            Self::NewSignIn => "new_sign_in",
            Self::PasswordChanged => "password_changed",
            Self::EmailChanged => "email_changed",
            Self::SecondFactorOn => "second_factor_on",
            Self::SecondFactorOff => "second_factor_off",
            Self::RecoveryCodesRenewed => "recovery_codes_renewed",
            Self::KeyCreated => "key_created",
        }
    }

    /// The link of an email of this kind. The token is in the fragment, which browsers do not send
    /// to servers, so it is not logged. Notices have no token.
    pub fn link(self, mail: MailId, keys: &ServiceKeys, public_url: &str) -> String {
        let page = self.page();
        if !self.has_token() {
            return format!("{public_url}{page}");
        }
        let token = PlainToken::for_mail(mail, &keys.mail_link);
        format!("{public_url}{page}#token={}", token.reveal())
    }

    /// Whether its link contains a token.
    const fn has_token(self) -> bool {
        matches!(
            self,
            Self::Invitation | Self::VerifyEmail | Self::ResetPassword | Self::ChangeEmail
        )
    }

    /// The page its link opens.
    const fn page(self) -> &'static str {
        match self {
            Self::Invitation => "/invitation",
            Self::VerifyEmail => "/verify-email",
            Self::ResetPassword => "/reset-password",
            Self::ChangeEmail => "/change-email",
            Self::Alert => "/alerts",
            Self::KeyCreated => "/settings/api-keys",
            Self::EmailChanged => "/",
            Self::NewSignIn
            | Self::PasswordChanged
            | Self::SecondFactorOn
            | Self::SecondFactorOff
            | Self::RecoveryCodesRenewed => "/settings",
        }
    }
}

/// A rendered email.
pub struct Message {
    /// The recipient.
    pub recipient: String,
    /// The subject.
    pub subject: String,
    /// The text, which contains the link.
    pub text: String,
    /// The link.
    pub link: String,
}

/// Omits the link, which is a secret.
impl std::fmt::Debug for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Message")
            .field("subject", &self.subject)
            .finish_non_exhaustive()
    }
}

impl Message {
    /// Renders an email of the outbox. None for a kind that this version does not know.
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
                msg("Invitation to join {organization}"),
                msg("You have been invited to join {organization}. Accept the invitation:"),
            ),
            MailKind::VerifyEmail => (
                msg("Confirm your email address"),
                msg("Confirm your email address by opening this link:"),
            ),
            MailKind::ResetPassword => (
                msg("Reset your password"),
                msg(
                    "We received a request to reset the password for this address. Choose a new password:",
                ),
            ),
            MailKind::ChangeEmail => (
                msg("Confirm your new email address"),
                msg(
                    "Confirm this address as the new email address of your account by opening this link:",
                ),
            ),
            _ => return None,
        };
        let say = |english| language.word(english).replace("{organization}", about);
        let (subject, opening) = (say(subject), say(opening));
        let closing = say(msg(
            "The link works once. If you did not expect this email, you can ignore it.",
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
