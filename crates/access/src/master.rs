//! The master secret of an installation and the keys derived from it.
//!
//! The secret is 32 random bytes, generated at the first start and kept in a file. HKDF-SHA-256
//! (RFC 5869) derives an independent key per purpose, so that leaking one (for example a token key
//! in a crash dump) reveals nothing about the others.

use std::fmt;

use hkdf::Hkdf;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::backup::BackupKey;
use crate::id::{UserId, WebhookId};
use crate::random::Random;
use crate::seal::SealKey;
use crate::timestamp::Timestamp;
use crate::totp::TotpSecret;
use crate::webhook::WebhookSecret;

/// The secret that all keys are derived from.
pub struct MasterSecret(Zeroizing<[u8; 32]>);

/// The secrets of an installation: one, or two during a rotation.
#[derive(Debug)]
pub struct MasterSecrets {
    /// The secret for everything new.
    pub current: MasterSecret,
    /// The secret that still verifies until the rotation is finished.
    pub previous: Option<PreviousSecret>,
}

/// The secret before the current one.
#[derive(Debug)]
pub struct PreviousSecret {
    /// The secret.
    pub secret: MasterSecret,
    /// When it was replaced. Everything made before was made with it.
    pub replaced_at: Timestamp,
}

/// The content of a master secret file that is not valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MasterSecretError;

impl fmt::Display for MasterSecretError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a master secret is 64 hexadecimal digits and nothing else")
    }
}

impl std::error::Error for MasterSecretError {}

impl MasterSecret {
    /// Generates a new secret.
    pub fn generate(random: &dyn Random) -> Self {
        let mut bytes = Zeroizing::new([0; 32]);
        random.fill(&mut bytes[..]);
        Self(bytes)
    }

    /// Creates a secret from its bytes.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// Parses the text of a secret file: 64 hexadecimal digits. Surrounding white space is ignored.
    ///
    /// # Errors
    ///
    /// [`MasterSecretError`] if the text is anything else.
    ///
    /// # Examples
    ///
    /// ```
    /// use access::MasterSecret;
    ///
    /// let secret = MasterSecret::from_file_text(&"0f".repeat(32))?;
    /// assert_eq!(secret.fingerprint(), MasterSecret::from_bytes([15; 32]).fingerprint());
    /// assert!(MasterSecret::from_file_text("0f").is_err());
    /// # Ok::<(), access::MasterSecretError>(())
    /// ```
    pub fn from_file_text(text: &str) -> Result<Self, MasterSecretError> {
        let digits = text.trim().as_bytes();
        if digits.len() != 64 {
            return Err(MasterSecretError);
        }
        let mut bytes = Zeroizing::new([0; 32]);
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            let high = char::from(pair[0]).to_digit(16);
            let low = char::from(pair[1]).to_digit(16);
            let (Some(high), Some(low)) = (high, low) else {
                return Err(MasterSecretError);
            };
            *byte = u8::try_from(high * 16 + low).map_err(|_| MasterSecretError)?;
        }
        Ok(Self(bytes))
    }

    /// Returns the text of a secret file.
    pub fn to_file_text(&self) -> Zeroizing<String> {
        Zeroizing::new(hex(&self.0[..]) + "\n")
    }

    /// Returns a fingerprint that identifies the secret without revealing it. The database records
    /// which secret it was created with.
    pub fn fingerprint(&self) -> String {
        hex(&self.derive("fingerprint")[..16])
    }

    /// Returns the key that digests API keys.
    pub fn pepper(&self) -> Pepper {
        Pepper(self.mac("key pepper"))
    }

    /// Returns the key that digests one-time tokens (set-up, invitation, reset).
    pub fn token_key(&self) -> TokenKey {
        TokenKey(self.mac("one-time tokens"))
    }

    /// Returns the key that digests session tokens.
    pub fn session_key(&self) -> SessionKey {
        SessionKey(self.mac("sessions"))
    }

    /// Returns the key that digests recovery codes.
    pub fn recovery_key(&self) -> RecoveryKey {
        RecoveryKey(self.mac("recovery codes"))
    }

    /// Returns the key that signs browser tokens.
    pub fn browser_token_key(&self) -> BrowserTokenKey {
        BrowserTokenKey(self.mac("browser tokens"))
    }

    /// Returns the key that signs the URLs of chart images.
    pub fn signed_url_key(&self) -> SignedUrlKey {
        SignedUrlKey(self.mac("signed urls"))
    }

    /// Returns the key that the secrets of webhook endpoints are derived from.
    pub fn webhook_key(&self) -> WebhookKey {
        WebhookKey(self.mac("webhooks"))
    }

    /// Returns the key that the secrets of second factors are derived from.
    pub fn totp_key(&self) -> TotpKey {
        TotpKey(self.mac("second factors"))
    }

    /// Returns the key that the one-time links in e-mails are derived from.
    pub fn mail_link_key(&self) -> MailLinkKey {
        MailLinkKey(self.mac("mail links"))
    }

    /// Returns the key that authenticates the cookies of known browsers.
    pub fn device_key(&self) -> DeviceKey {
        DeviceKey(self.mac("device cookies"))
    }

    /// Returns the key that seals password hashes.
    pub fn password_key(&self) -> PasswordKey {
        PasswordKey(self.mac("password hashes"))
    }

    /// Returns the key that encrypts backups.
    pub fn backup_key(&self) -> BackupKey {
        BackupKey::from_bytes(self.derive("backups"))
    }

    /// Returns the key of the audit log's MACs.
    pub fn audit_key(&self) -> AuditKey {
        AuditKey(self.mac("audit"))
    }

    fn mac(&self, purpose: &str) -> Hmac<Sha256> {
        let key = self.derive(purpose);
        Hmac::new_from_slice(&key[..]).expect("HMAC takes keys of any length")
    }

    fn derive(&self, purpose: &str) -> Zeroizing<[u8; 32]> {
        let info = [b"almagest/1/", purpose.as_bytes()].concat();
        let mut output = Zeroizing::new([0; 32]);
        Hkdf::<Sha256>::new(None, &self.0[..])
            .expand(&info, &mut output[..])
            .expect("HKDF-SHA-256 yields up to 8160 bytes, 32 were asked for");
        output
    }
}

impl fmt::Debug for MasterSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MasterSecret(…)")
    }
}

/// Declares keyed digesters that differ only in purpose.
macro_rules! derived {
    ($($(#[$doc:meta])* $name:ident,)+) => {$(
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name(Hmac<Sha256>);

        impl $name {
            /// Returns a new MAC computation under this key.
            pub(crate) fn mac(&self) -> Hmac<Sha256> {
                self.0.clone()
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(…)"))
            }
        }
    )+};
}

derived! {
    /// The key that digests API keys.
    Pepper,
    /// The key that digests one-time tokens.
    TokenKey,
    /// The key that digests session tokens.
    SessionKey,
    /// The key that digests recovery codes.
    RecoveryKey,
    /// The key that signs browser tokens.
    BrowserTokenKey,
    /// The key that signs the URLs of chart images.
    SignedUrlKey,
    /// The key that the secrets of webhook endpoints are derived from.
    WebhookKey,
    /// The key that the secrets of second factors are derived from.
    TotpKey,
    /// The key that the one-time links in e-mails are derived from.
    MailLinkKey,
    /// The key that authenticates the cookies of known browsers.
    DeviceKey,
    /// The key that seals password hashes.
    PasswordKey,
    /// The key of the audit log's MACs.
    AuditKey,
}

impl TotpKey {
    /// Derives the secret of one generation of a person's second factor. It is derived whenever it
    /// is needed, so that the database does not hold it.
    pub fn secret(&self, user: UserId, generation: u64) -> TotpSecret {
        let mut mac = self.mac();
        mac.update(user.to_string().as_bytes());
        mac.update(&generation.to_be_bytes());
        let bytes: Zeroizing<[u8; 32]> = Zeroizing::new(mac.finalize().into_bytes().into());
        let mut secret = Zeroizing::new([0; 20]);
        secret.copy_from_slice(&bytes[..20]);
        TotpSecret::from_bytes(*secret)
    }

    /// Seals a secret of an earlier master secret under this one. Authenticator apps keep it and do
    /// not follow a rotation.
    pub fn seal(&self, user: UserId, generation: u64, secret: &TotpSecret) -> Vec<u8> {
        let identity = Self::identity(user, generation);
        SealKey::of(&self.mac()).seal(&identity, secret.reveal_bytes())
    }

    /// Opens the secret sealed for this generation of this person's second factor. Returns `None`
    /// for anything else.
    pub fn open(&self, user: UserId, generation: u64, sealed: &[u8]) -> Option<TotpSecret> {
        let identity = Self::identity(user, generation);
        let bytes = SealKey::of(&self.mac()).open(&identity, sealed)?;
        Some(TotpSecret::from_bytes(bytes.as_slice().try_into().ok()?))
    }

    fn identity(user: UserId, generation: u64) -> String {
        format!("totp/{user}/{generation}")
    }

    /// Reads the form stored by version 0.1, which is masked and not authenticated. It is read
    /// once, to seal it.
    pub fn unmask(&self, user: UserId, generation: u64, kept: &[u8]) -> Option<TotpSecret> {
        let bytes = Zeroizing::new(masked(&self.mask(user, generation), kept));
        let whole = kept.len() == bytes.len();
        let bytes: [u8; 20] = bytes.as_slice().try_into().ok()?;
        whole.then(|| TotpSecret::from_bytes(bytes))
    }

    fn mask(&self, user: UserId, generation: u64) -> Zeroizing<[u8; 32]> {
        let mut mac = self.mac();
        // Precedes an id, which starts differently, so no mask is ever a secret.
        mac.update(b"mask/");
        mac.update(user.to_string().as_bytes());
        mac.update(&generation.to_be_bytes());
        Zeroizing::new(mac.finalize().into_bytes().into())
    }
}

impl WebhookKey {
    /// Returns the secret of one endpoint, which its owner may see. The endpoint's messages are
    /// signed with it, and it reveals nothing about the secret of any other endpoint.
    pub fn endpoint_secret(&self, endpoint: WebhookId) -> WebhookSecret {
        let mut mac = self.mac();
        mac.update(endpoint.to_string().as_bytes());
        let bytes: Zeroizing<[u8; 32]> = Zeroizing::new(mac.finalize().into_bytes().into());
        WebhookSecret::from_bytes(&bytes[..])
    }

    /// Seals a secret of an earlier master secret under this one. The receiver keeps it and does
    /// not follow a rotation.
    pub fn seal(&self, endpoint: WebhookId, secret: &WebhookSecret) -> Vec<u8> {
        SealKey::of(&self.mac()).seal(&Self::identity(endpoint), secret.bytes())
    }

    /// Opens the secret sealed for this endpoint. Returns `None` for anything else.
    pub fn open(&self, endpoint: WebhookId, sealed: &[u8]) -> Option<WebhookSecret> {
        let bytes = SealKey::of(&self.mac()).open(&Self::identity(endpoint), sealed)?;
        Some(WebhookSecret::from_bytes(&bytes))
    }

    fn identity(endpoint: WebhookId) -> String {
        format!("webhook/{endpoint}")
    }

    /// Reads the form stored by version 0.1, which is masked and not authenticated. It is read
    /// once, to seal it.
    pub fn unmask(&self, endpoint: WebhookId, kept: &[u8]) -> Option<WebhookSecret> {
        let bytes = Zeroizing::new(masked(&self.mask(endpoint), kept));
        (kept.len() == 32).then(|| WebhookSecret::from_bytes(&bytes))
    }

    fn mask(&self, endpoint: WebhookId) -> Zeroizing<[u8; 32]> {
        let mut mac = self.mac();
        mac.update(b"mask/");
        mac.update(endpoint.to_string().as_bytes());
        Zeroizing::new(mac.finalize().into_bytes().into())
    }
}

/// Applies a mask, which is used for one secret only and therefore hides it completely.
fn masked(mask: &[u8; 32], bytes: &[u8]) -> Vec<u8> {
    bytes.iter().zip(mask).map(|(a, b)| a ^ b).collect()
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string succeeds");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_round_trips_and_anything_else_is_refused() {
        let secret =
            MasterSecret::from_bytes(std::array::from_fn(|i| u8::try_from(i * 8).unwrap()));
        let text = secret.to_file_text();
        let again = MasterSecret::from_file_text(&text).unwrap();
        assert_eq!(again.fingerprint(), secret.fingerprint());
        for wrong in ["", "00", &text[1..], &text.replace('f', "g")] {
            assert!(MasterSecret::from_file_text(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn every_purpose_has_its_own_key() {
        let secret = MasterSecret::from_bytes([5; 32]);
        let macs = [
            secret.pepper().mac(),
            secret.token_key().mac(),
            secret.session_key().mac(),
            secret.recovery_key().mac(),
            secret.browser_token_key().mac(),
            secret.signed_url_key().mac(),
            secret.webhook_key().mac(),
            secret.totp_key().mac(),
            secret.mail_link_key().mac(),
            secret.device_key().mac(),
            secret.password_key().mac(),
            secret.audit_key().mac(),
        ];
        let purposes = macs.len();
        let digests: std::collections::HashSet<Vec<u8>> = macs
            .into_iter()
            .map(|mac| mac.finalize().into_bytes().to_vec())
            .collect();
        assert_eq!(digests.len(), purposes);
        let webhooks = secret.webhook_key();
        let random = crate::random::tests::Counting(std::cell::Cell::new(0));
        let now = Timestamp::from_micros(0);
        let secret = |id| webhooks.endpoint_secret(id).reveal();
        let [one, other] = [(); 2].map(|()| WebhookId::new(now, &random));
        assert_ne!(secret(one), secret(other));
        assert_eq!(
            secret(one),
            secret(one),
            "derived again, with the same result"
        );
        assert_eq!(format!("{webhooks:?}"), "WebhookKey(…)");
    }

    #[test]
    fn what_others_hold_of_an_old_secret_is_kept_under_a_new_one() {
        let [old, new] = [5, 6].map(|it| MasterSecret::from_bytes([it; 32]));
        let random = crate::random::tests::Counting(std::cell::Cell::new(0));
        let now = Timestamp::from_micros(0);
        let (user, endpoint) = (UserId::new(now, &random), WebhookId::new(now, &random));
        let secret = old.totp_key().secret(user, 3);
        let sealed = new.totp_key().seal(user, 3, &secret);
        assert_ne!(sealed, secret.reveal_bytes(), "hidden");
        let opened = |generation| new.totp_key().open(user, generation, &sealed);
        assert_eq!(opened(3).unwrap().reveal_bytes(), secret.reveal_bytes());
        assert!(opened(4).is_none(), "sealed for another generation");
        let kept = masked(&new.totp_key().mask(user, 3), secret.reveal_bytes());
        let read = new.totp_key().unmask(user, 3, &kept).unwrap();
        assert_eq!(read.reveal_bytes(), secret.reveal_bytes(), "of version 0.1");
        assert!(new.totp_key().open(user, 3, &kept).is_none());
        assert!(new.totp_key().unmask(user, 3, &sealed).is_none());
        let secret = old.webhook_key().endpoint_secret(endpoint);
        let sealed = new.webhook_key().seal(endpoint, &secret);
        let opened = new.webhook_key().open(endpoint, &sealed).unwrap();
        assert_eq!(opened.reveal(), secret.reveal());
        let kept = masked(&new.webhook_key().mask(endpoint), secret.bytes());
        let read = new.webhook_key().unmask(endpoint, &kept).unwrap();
        assert_eq!(read.reveal(), secret.reveal(), "of version 0.1");
        assert!(new.webhook_key().open(endpoint, &kept).is_none());
        assert!(new.webhook_key().unmask(endpoint, &sealed).is_none());
    }

    #[test]
    fn the_fingerprint_is_hkdf_of_rfc_5869_and_reveals_no_derived_key() {
        let secret = MasterSecret::from_bytes([0; 32]);
        // Computed with Python: hkdf(ikm=bytes(32), salt=b"", info=b"almagest/1/fingerprint", L=32)[:16]
        assert_eq!(secret.fingerprint(), "b12785f45e437b9b31cca48a411e1d87");
        assert_ne!(
            secret.fingerprint(),
            hex(&secret.derive("key pepper")[..16])
        );
    }
}
