//! One-time tokens in links: set-up of the first owner, invitations and password resets.

use std::cell::Cell;
use std::fmt;

use hmac::Mac as _;
use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;

use crate::id::MailId;
use crate::master::{MailLinkKey, TokenKey};
use crate::random::{Random, base62_text};

/// 43 base62 characters carry 256 bits.
const LENGTH: usize = 43;

/// A token as it appears in a link, in memory only until it has been sent.
pub struct PlainToken(Zeroizing<String>);

impl PlainToken {
    /// Generates a token.
    pub fn generate(random: &dyn Random) -> Self {
        Self(base62_text(random, LENGTH))
    }

    /// Derives the token of the link in an e-mail. It is derived when the e-mail is sent, so that
    /// neither the outbox nor anything else stores it: only its digest is stored.
    pub fn for_mail(mail: MailId, key: &MailLinkKey) -> Self {
        Self(base62_text(&Stream::new(mail, key), LENGTH))
    }

    /// Returns the token itself, for the link.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns the digest to store.
    pub fn digest(&self, key: &TokenKey) -> TokenDigest {
        TokenDigest::of(&self.0, key)
    }
}

impl fmt::Debug for PlainToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlainToken(…)")
    }
}

/// A stream of bytes derived from an e-mail's id under the key.
struct Stream<'a> {
    mail: MailId,
    key: &'a MailLinkKey,
    block: Cell<u64>,
}

impl<'a> Stream<'a> {
    const fn new(mail: MailId, key: &'a MailLinkKey) -> Self {
        let block = Cell::new(0);
        Self { mail, key, block }
    }
}

impl Random for Stream<'_> {
    fn fill(&self, bytes: &mut [u8]) {
        for chunk in bytes.chunks_mut(32) {
            let mut mac = self.key.mac();
            mac.update(self.mail.to_string().as_bytes());
            mac.update(&self.block.replace(self.block.get() + 1).to_be_bytes());
            let block = mac.finalize().into_bytes();
            chunk.copy_from_slice(&block[..chunk.len()]);
        }
    }
}

/// The HMAC-SHA-256 of a token, as stored in the database.
#[derive(Clone, Copy)]
pub struct TokenDigest([u8; 32]);

impl TokenDigest {
    /// Returns the digest of a token from a request, whatever its format. A wrong token matches
    /// nothing.
    pub fn of(token: &str, key: &TokenKey) -> Self {
        let mut mac = key.mac();
        mac.update(token.as_bytes());
        Self(mac.finalize().into_bytes().into())
    }

    /// Creates a digest from the bytes stored in the database.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes to store in the database.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl PartialEq for TokenDigest {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for TokenDigest {}

impl fmt::Debug for TokenDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenDigest(…)")
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::master::MasterSecret;
    use crate::random::tests::Counting;

    #[test]
    fn only_the_token_itself_matches_its_digest() {
        let key = MasterSecret::from_bytes([1; 32]).token_key();
        let token = PlainToken::generate(&Counting(Cell::new(0)));
        assert_eq!(token.reveal().len(), LENGTH);
        assert!(TokenDigest::of(token.reveal(), &key) == token.digest(&key));
        assert!(TokenDigest::of(&token.reveal()[1..], &key) != token.digest(&key));
    }

    #[test]
    fn an_e_mails_link_is_made_again_from_its_id_alone() {
        let key = MasterSecret::from_bytes([1; 32]).mail_link_key();
        let other = MasterSecret::from_bytes([2; 32]).mail_link_key();
        let mail = |last: u8| -> MailId { format!("mail_{:0>30}{last:02x}", "1").parse().unwrap() };
        let token = |mail, key| PlainToken::for_mail(mail, key).reveal().to_owned();
        assert_eq!(token(mail(1), &key), token(mail(1), &key));
        assert_ne!(token(mail(1), &key), token(mail(2), &key));
        assert_ne!(token(mail(1), &key), token(mail(1), &other));
        assert_eq!(token(mail(1), &key).len(), LENGTH);
    }
}
