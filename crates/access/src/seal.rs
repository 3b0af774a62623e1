//! Sealing: authenticated encryption of a secret in the database, so that only a holder of the
//! master secret can read it, and only in the row that it was written for.
//!
//! Uses XChaCha20-Poly1305 with the row's identity as associated data. The nonce is a MAC of
//! identity and content under a separate key, as in SIV (RFC 5297): sealing needs no randomness,
//! and two contents never share a nonce. It reveals whether two sealed contents of one row are
//! equal, and nothing else.

use std::fmt;

use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305};
use hmac::{Hmac, Mac as _};
use sha2::Sha256;
use zeroize::Zeroizing;

/// The first byte of all sealed data: the version of the construction.
const VERSION: u8 = 1;
const NONCE_LENGTH: usize = 24;

/// A sealing key.
pub(crate) struct SealKey {
    cipher: XChaCha20Poly1305,
    nonces: Hmac<Sha256>,
}

impl fmt::Debug for SealKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SealKey(…)")
    }
}

impl SealKey {
    /// Creates the sealing key that belongs to a derived key.
    pub(crate) fn of(key: &Hmac<Sha256>) -> Self {
        let derive = |purpose: &[u8]| {
            let mut mac = key.clone();
            mac.update(purpose);
            let bytes: [u8; 32] = mac.finalize().into_bytes().into();
            Zeroizing::new(bytes)
        };
        let [cipher, nonces] = [b"seal/cipher", b"seal/nonces"].map(|it| derive(it));
        Self {
            cipher: XChaCha20Poly1305::new((&*cipher).into()),
            nonces: hmac::KeyInit::new_from_slice(&nonces[..])
                .expect("HMAC takes keys of any length"),
        }
    }

    /// Seals `content` for the row with this identity.
    pub(crate) fn seal(&self, identity: &str, content: &[u8]) -> Vec<u8> {
        let mut nonce = self.nonces.clone();
        nonce.update(&(identity.len() as u64).to_be_bytes());
        nonce.update(identity.as_bytes());
        nonce.update(content);
        let nonce: [u8; 32] = nonce.finalize().into_bytes().into();
        let nonce: [u8; NONCE_LENGTH] = std::array::from_fn(|index| nonce[index]);
        let payload = Payload {
            msg: content,
            aad: identity.as_bytes(),
        };
        let sealed = self.cipher.encrypt(&nonce.into(), payload);
        let sealed = sealed.expect("the content is far shorter than the cipher's limit");
        [&[VERSION][..], &nonce, &sealed].concat()
    }

    /// Opens the content sealed for the row with this identity. Returns `None` for anything else.
    pub(crate) fn open(&self, identity: &str, sealed: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
        let (version, rest) = sealed.split_first()?;
        let (nonce, sealed) = rest.split_first_chunk::<NONCE_LENGTH>()?;
        let payload = Payload {
            msg: sealed,
            aad: identity.as_bytes(),
        };
        if *version != VERSION {
            return None;
        }
        let opened = self.cipher.decrypt(nonce.into(), payload).ok()?;
        Some(Zeroizing::new(opened))
    }
}

#[cfg(test)]
mod tests {
    use hmac::KeyInit as _;

    use super::*;

    fn key(byte: u8) -> SealKey {
        SealKey::of(&Hmac::new_from_slice(&[byte; 32]).unwrap())
    }

    #[test]
    fn what_is_sealed_opens_with_its_key_in_its_row_only() {
        let sealed = key(1).seal("totp/ann/1", b"secret");
        assert_eq!(
            key(1).open("totp/ann/1", &sealed).unwrap().as_slice(),
            b"secret"
        );
        assert!(!sealed.windows(6).any(|it| it == b"secret"));
        assert!(key(2).open("totp/ann/1", &sealed).is_none());
        assert!(key(1).open("totp/ann/2", &sealed).is_none());
        assert!(key(1).open("totp/bob/1", &sealed).is_none());
    }

    #[test]
    fn a_changed_bit_or_a_missing_byte_is_noticed() {
        let sealed = key(1).seal("row", b"secret");
        for index in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[index] ^= 1;
            assert!(key(1).open("row", &changed).is_none(), "byte {index}");
            assert!(key(1).open("row", &sealed[..index]).is_none());
        }
    }

    #[test]
    fn two_contents_or_two_rows_never_share_a_nonce() {
        let nonce = |identity: &str, content: &[u8]| {
            let sealed = key(1).seal(identity, content);
            sealed[1..=NONCE_LENGTH].to_vec()
        };
        let nonces = [
            nonce("a", b"bc"),
            nonce("ab", b"c"),
            nonce("a", b"bd"),
            nonce("", b"abc"),
        ];
        let different: std::collections::HashSet<_> = nonces.iter().collect();
        assert_eq!(different.len(), nonces.len());
    }
}
