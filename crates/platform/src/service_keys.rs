//! Everything that is derived from the master secret.

use std::sync::Arc;

use access::{
    AuditKey, BrowserTokenKey, DeviceKey, MailLinkKey, MasterSecret, MasterSecrets, PasswordKey,
    Pepper, RecoveryKey, SessionKey, SignedUrlKey, Timestamp, TokenDigest, TokenKey, TotpKey,
    WebhookKey,
};

/// What the service derives from its master secret.
#[derive(Clone, Debug)]
pub struct ServiceKeys {
    /// Digests API keys.
    pub pepper: Pepper,
    /// Digests the cookies of sessions.
    pub session: SessionKey,
    /// Digests one-time links.
    pub token: TokenKey,
    /// Digests recovery codes.
    pub recovery: RecoveryKey,
    /// Signs browser tokens.
    pub browser_token: BrowserTokenKey,
    /// Signs the addresses of chart images.
    pub signed_url: SignedUrlKey,
    /// Makes the links in e-mails.
    pub mail_link: MailLinkKey,
    /// Makes the secrets of second factors.
    pub totp: TotpKey,
    /// Makes the secrets of webhooks.
    pub webhook: WebhookKey,
    /// Authenticates the cookies of known browsers.
    pub device: DeviceKey,
    /// Seals the hashes of passwords.
    pub password: PasswordKey,
    /// Chains the audit log.
    pub audit: AuditKey,
    /// The same of the master secret before this one, while it is accepted. Nothing new is made
    /// with it.
    pub previous: Option<Arc<PreviousKeys>>,
}

/// What was derived from the master secret before the current one.
#[derive(Clone, Debug)]
pub struct PreviousKeys {
    keys: ServiceKeys,
    replaced_at: Timestamp,
}

impl ServiceKeys {
    /// Everything that is derived from `secret`.
    pub fn of(secret: &MasterSecret) -> Self {
        Self {
            pepper: secret.pepper(),
            session: secret.session_key(),
            token: secret.token_key(),
            recovery: secret.recovery_key(),
            browser_token: secret.browser_token_key(),
            signed_url: secret.signed_url_key(),
            mail_link: secret.mail_link_key(),
            totp: secret.totp_key(),
            webhook: secret.webhook_key(),
            device: secret.device_key(),
            password: secret.password_key(),
            audit: secret.audit_key(),
            previous: None,
        }
    }

    /// Everything that verifies: what is derived from the current secret, and from the one before
    /// it while that is accepted.
    pub fn accepted(&self) -> impl Iterator<Item = &Self> {
        let previous = self.previous.as_deref().map(|it| &it.keys);
        std::iter::once(self).chain(previous)
    }

    /// What a one-time token may be stored as.
    pub fn token_digests(&self, token: &str) -> impl Iterator<Item = TokenDigest> {
        self.accepted().map(|it| TokenDigest::of(token, &it.token))
    }

    /// What was current at an instant.
    pub fn at(&self, instant: Timestamp) -> &Self {
        match self.previous.as_deref() {
            Some(previous) if instant < previous.replaced_at => &previous.keys,
            _ => self,
        }
    }
}

impl From<&MasterSecret> for ServiceKeys {
    fn from(secret: &MasterSecret) -> Self {
        Self::of(secret)
    }
}

impl From<&MasterSecrets> for ServiceKeys {
    fn from(secrets: &MasterSecrets) -> Self {
        let previous = secrets.previous.as_ref().map(|it| {
            Arc::new(PreviousKeys {
                keys: Self::of(&it.secret),
                replaced_at: it.replaced_at,
            })
        });
        Self {
            previous,
            ..Self::of(&secrets.current)
        }
    }
}
