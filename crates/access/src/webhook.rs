//! Webhooks: the allowed destinations of messages, and how a receiver verifies them.
//!
//! Messages are signed according to the Standard Webhooks specification (1.0), so that receivers
//! can use any library for it: HMAC-SHA-256 over `id.timestamp.body`, in base64, in
//! `webhook-signature`. The secret of an endpoint is derived from the master secret and the
//! endpoint's id. The database does not hold it.

pub mod address;
mod url;

use std::fmt;

use base64ct::{Base64, Encoding as _};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use zeroize::Zeroizing;

pub use self::url::{WebhookUrl, WebhookUrlError};
use crate::timestamp::Timestamp;

/// The secret that signs an endpoint's messages. Its owner may see it.
pub struct WebhookSecret(Zeroizing<Vec<u8>>);

impl fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WebhookSecret(…)")
    }
}

impl WebhookSecret {
    /// Creates a secret from its bytes.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self(Zeroizing::new(bytes.to_vec()))
    }

    /// Returns the form that its owner copies: `whsec_` and base64.
    pub fn reveal(&self) -> Zeroizing<String> {
        Zeroizing::new(format!("whsec_{}", Base64::encode_string(&self.0)))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    fn mac(&self) -> Hmac<Sha256> {
        Hmac::new_from_slice(&self.0).expect("HMAC takes keys of any length")
    }

    /// Returns the value of `webhook-signature` for a message that is sent at `now`.
    ///
    /// # Examples
    ///
    /// The example of the Standard Webhooks specification:
    ///
    /// ```
    /// use access::{Timestamp, WebhookSecret};
    /// use base64ct::{Base64, Encoding};
    ///
    /// let bytes = Base64::decode_vec("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")?;
    /// let secret = WebhookSecret::from_bytes(&bytes);
    /// let now = Timestamp::from_micros(1_614_265_330_000_000);
    /// let signature = secret.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", now, br#"{"test": 2432232314}"#);
    /// assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    /// # Ok::<(), base64ct::Error>(())
    /// ```
    pub fn sign(&self, message_id: &str, now: Timestamp, body: &[u8]) -> String {
        let mut mac = self.mac();
        mac.update(message_id.as_bytes());
        mac.update(format!(".{}.", now.unix_seconds()).as_bytes());
        mac.update(body);
        let signature = Base64::encode_string(&mac.finalize().into_bytes());
        format!("v1,{signature}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_that_of_the_specification() {
        // The example of the Standard Webhooks specification and its libraries.
        let mut bytes = [0; 24];
        let secret = Base64::decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", &mut bytes).unwrap();
        let secret = WebhookSecret::from_bytes(secret);
        let at = Timestamp::from_micros(1_614_265_330_000_000);
        let id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
        assert_eq!(
            secret.sign(id, at, br#"{"test": 2432232314}"#),
            "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
        );
        assert_eq!(
            secret.reveal().as_str(),
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        );
    }

    #[test]
    fn id_time_and_body_are_all_signed() {
        let secret = WebhookSecret::from_bytes(&[1; 32]);
        let at = |seconds: i64| Timestamp::from_micros(seconds * 1_000_000);
        let first = secret.sign("a", at(1), b"x");
        assert_ne!(first, secret.sign("b", at(1), b"x"));
        assert_ne!(first, secret.sign("a", at(2), b"x"));
        assert_ne!(first, secret.sign("a", at(1), b"y"));
        assert_ne!(
            first,
            WebhookSecret::from_bytes(&[2; 32]).sign("a", at(1), b"x")
        );
        assert_eq!(format!("{secret:?}"), "WebhookSecret(…)");
    }
}
