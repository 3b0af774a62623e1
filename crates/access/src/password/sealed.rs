//! Sealed password hashes, as stored in the database. A copy of the database alone gives an
//! attacker nothing to attack, and an attacker cannot insert a hash of their own.

use std::fmt;

use base64ct::{Base64Unpadded, Encoding as _};

use super::hash::{PasswordHash, PasswordHashError};
use crate::id::UserId;
use crate::master::PasswordKey;
use crate::seal::SealKey;

/// The prefix that distinguishes a sealed hash from one stored by an earlier version.
const PREFIX: &str = "$sealed$";

/// A sealed hash.
#[derive(Clone, PartialEq, Eq)]
pub struct SealedPassword(String);

impl SealedPassword {
    /// Parses a sealed hash stored in the database.
    ///
    /// # Errors
    ///
    /// Returns an error if the hash is not sealed.
    pub fn from_stored(text: &str) -> Result<Self, PasswordHashError> {
        if text.starts_with(PREFIX) {
            Ok(Self(text.to_owned()))
        } else {
            Err(PasswordHashError)
        }
    }

    /// Returns the text to store in the database.
    pub fn as_stored(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SealedPassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SealedPassword(…)")
    }
}

impl PasswordKey {
    /// Seals the hash of a person's password.
    pub fn seal(&self, user: UserId, hash: &PasswordHash) -> SealedPassword {
        let sealed = SealKey::of(&self.mac()).seal(&identity(user), hash.to_stored().as_bytes());
        SealedPassword(PREFIX.to_owned() + &Base64Unpadded::encode_string(&sealed))
    }

    /// Opens a hash that was sealed for this person.
    ///
    /// # Errors
    ///
    /// Returns an error if the hash was sealed for someone else or under another key, or was
    /// changed since.
    pub fn open(
        &self,
        user: UserId,
        sealed: &SealedPassword,
    ) -> Result<PasswordHash, PasswordHashError> {
        let text = sealed.0.strip_prefix(PREFIX).unwrap_or_default();
        let bytes = Base64Unpadded::decode_vec(text).map_err(|_| PasswordHashError)?;
        let opened = SealKey::of(&self.mac()).open(&identity(user), &bytes);
        let opened = opened.ok_or(PasswordHashError)?;
        let text = std::str::from_utf8(&opened).map_err(|_| PasswordHashError)?;
        PasswordHash::from_stored(text)
    }
}

fn identity(user: UserId) -> String {
    format!("password/{user}")
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::master::MasterSecret;
    use crate::random::tests::Counting;
    use crate::timestamp::Timestamp;

    const HASH: &str = "$argon2id$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$gLHIkr1qgP4r3sH1P/NIg3+PMckaLQ3RkuIiytJhVlY";

    #[test]
    fn a_hash_opens_for_its_owner_under_its_key_only() {
        let random = Counting(Cell::new(0));
        let [ann, bob] = [(); 2].map(|()| UserId::new(Timestamp::from_micros(0), &random));
        let [key, other] = [1, 2].map(|it| MasterSecret::from_bytes([it; 32]).password_key());
        let sealed = key.seal(ann, &PasswordHash::from_stored(HASH).unwrap());
        let stored = sealed.as_stored();
        assert!(stored.starts_with(PREFIX) && !stored.contains("argon2"));
        let sealed = SealedPassword::from_stored(stored).unwrap();
        assert_eq!(key.open(ann, &sealed).unwrap().to_stored(), HASH);
        assert!(key.open(bob, &sealed).is_err());
        assert!(other.open(ann, &sealed).is_err());
        assert!(SealedPassword::from_stored(HASH).is_err(), "not sealed");
        let short = SealedPassword::from_stored(&stored[..stored.len() - 1]).unwrap();
        assert!(key.open(ann, &short).is_err());
        assert_eq!(format!("{sealed:?}"), "SealedPassword(…)");
    }
}
