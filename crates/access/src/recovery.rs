//! Recovery codes: ten one-time codes for people who lost their authenticator.
//!
//! Ten characters of Crockford's base 32 hold 50 bits. Attempts are throttled and the digest is
//! keyed with the master secret, so a copy of the database alone does not allow a brute-force
//! search.

use std::fmt;

use hmac::Mac as _;
use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;

use crate::id::UserId;
use crate::master::RecoveryKey;
use crate::random::Random;

/// Excludes `i`, `l`, `o`, which look like digits, and `u`.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH: usize = 10;

/// A code, in memory only until it has been shown once. It has no `Clone`, `Display` or
/// serialization.
pub struct RecoveryCode(Zeroizing<String>);

impl RecoveryCode {
    /// The number of codes in a set.
    pub const COUNT: usize = 10;

    /// Generates a new set, which replaces any older one.
    pub fn generate(random: &dyn Random) -> [Self; Self::COUNT] {
        std::array::from_fn(|_| Self::one(random))
    }

    fn one(random: &dyn Random) -> Self {
        let mut bytes = Zeroizing::new([0_u8; LENGTH]);
        random.fill(&mut bytes[..]);
        let mut text = Zeroizing::new(String::with_capacity(LENGTH));
        // 32 divides 256, so every character is equally likely.
        text.extend(
            bytes
                .iter()
                .map(|byte| char::from(ALPHABET[usize::from(byte % 32)])),
        );
        Self(text)
    }

    /// Returns the code itself, in two groups, to show once.
    pub fn reveal(&self) -> Zeroizing<String> {
        let (first, second) = self.0.split_at(LENGTH / 2);
        Zeroizing::new(format!("{first}-{second}"))
    }

    /// Returns the digest to store.
    pub fn digest(&self, user: UserId, key: &RecoveryKey) -> RecoveryDigest {
        RecoveryDigest::of(&self.0, user, key)
    }

    /// Parses what a person typed. Letter case, hyphens and spaces do not matter, nor does confusing
    /// `o` with `0` or `i` and `l` with `1`. Returns `None` for a text that cannot be a code.
    ///
    /// # Examples
    ///
    /// ```
    /// use access::RecoveryCode;
    ///
    /// let code = RecoveryCode::parse("OO0Oo IiLl1").map(|it| it.reveal());
    /// assert_eq!(code.as_ref().map(|it| it.as_str()), Some("00000-11111"));
    /// assert!(RecoveryCode::parse("0000").is_none());
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        // Limits the length before the loop, with room for separators after every character.
        if text.len() > 2 * LENGTH {
            return None;
        }
        let mut code = Zeroizing::new(String::with_capacity(LENGTH));
        for character in text.chars().filter(|it| !matches!(it, '-' | ' ')) {
            let read = match character.to_ascii_lowercase() {
                'o' => '0',
                'i' | 'l' => '1',
                other => other,
            };
            let byte = u8::try_from(read)
                .ok()
                .filter(|byte| ALPHABET.contains(byte))?;
            if code.len() == LENGTH {
                return None;
            }
            code.push(char::from(byte));
        }
        (code.len() == LENGTH).then_some(Self(code))
    }

    /// Finds the code among the user's unused codes: `unused` holds their digests. The caller
    /// deletes the match in the transaction that signs the user in, so that a code works once.
    pub fn redeem(
        &self,
        user: UserId,
        unused: &[RecoveryDigest],
        key: &RecoveryKey,
    ) -> Option<usize> {
        let digest = self.digest(user, key);
        // No early return: the time must not reveal which code matched.
        let mut found = None;
        for (index, candidate) in unused.iter().enumerate() {
            if *candidate == digest {
                found = Some(index);
            }
        }
        found
    }
}

impl fmt::Debug for RecoveryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecoveryCode(…)")
    }
}

/// The HMAC-SHA-256 of a code and its user, as stored in the database.
#[derive(Clone, Copy)]
pub struct RecoveryDigest([u8; 32]);

impl RecoveryDigest {
    /// Computes the digest. It includes the user, so that a digest copied to another user's row is
    /// useless.
    fn of(code: &str, user: UserId, key: &RecoveryKey) -> Self {
        let mut mac = key.mac();
        mac.update(user.to_string().as_bytes());
        mac.update(code.as_bytes());
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

impl PartialEq for RecoveryDigest {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for RecoveryDigest {}

impl fmt::Debug for RecoveryDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecoveryDigest(…)")
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use proptest::prelude::*;

    use super::*;
    use crate::master::MasterSecret;
    use crate::random::tests::Counting;

    fn user(seed: u8) -> UserId {
        UserId::from_bytes(&[seed; 16]).unwrap()
    }

    fn key() -> RecoveryKey {
        MasterSecret::from_bytes([1; 32]).recovery_key()
    }

    #[test]
    fn ten_different_readable_codes_are_made() {
        let codes = RecoveryCode::generate(&Counting(Cell::new(0)));
        assert_eq!(codes[0].reveal().as_str(), "01234-56789");
        assert_eq!(codes[1].reveal().as_str(), "abcde-fghjk");
        let unique: std::collections::HashSet<String> =
            codes.iter().map(|code| code.reveal().to_string()).collect();
        assert_eq!(unique.len(), 10);
        assert_eq!(format!("{:?}", codes[0]), "RecoveryCode(…)");
    }

    #[test]
    fn a_code_works_once_and_for_its_user_only() {
        let codes = RecoveryCode::generate(&Counting(Cell::new(7)));
        let mut unused: Vec<_> = codes.iter().map(|it| it.digest(user(1), &key())).collect();
        let typed = codes[3].reveal().to_uppercase().replace('-', " ");
        let typed = RecoveryCode::parse(&typed).unwrap();
        assert_eq!(typed.redeem(user(1), &unused, &key()), Some(3));
        assert_eq!(typed.redeem(user(2), &unused, &key()), None);
        unused.remove(3);
        assert_eq!(typed.redeem(user(1), &unused, &key()), None);
    }

    #[test]
    fn what_people_mistype_is_understood() {
        let check = |text: &str, expected: Option<&str>| {
            let code = RecoveryCode::parse(text).map(|it| it.reveal().to_string());
            assert_eq!(code.as_deref(), expected, "{text:?}");
        };
        check("oOiIlL-56789", None);
        check("oOiIl-56789", Some("00111-56789"));
        check(" 0123456789 ", Some("01234-56789"));
        check("0-1-2-3-4-5-6-7-8-9", Some("01234-56789"));
        check("0123456789a", None);
        check("012345678", None);
        check("01234-5678u", None);
        check("01234-5678é", None);
        check(&"0".repeat(1 << 20), None);
    }

    proptest! {
        #[test]
        fn every_code_is_read_as_itself(seed: u8) {
            let code = RecoveryCode::one(&Counting(Cell::new(seed)));
            let again = RecoveryCode::parse(&code.reveal()).unwrap();
            prop_assert_eq!(again.reveal(), code.reveal());
        }
    }
}
