//! API keys as text: their format, checksum and digest. The text itself is never stored.
//!
//! A key is `ak_live_` or `ak_test_`, 30 random base62 characters (178 bits), and 6 base62
//! characters with the CRC-32 (IEEE) of everything before them. The checksum lets typing errors be
//! refused without a look-up and lets secret scanners recognize a leaked key. It is not a security
//! measure.

use std::fmt;

use hmac::Mac as _;
use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;

use crate::master::Pepper;
use crate::random::{Random, base62_checksum, base62_text};

const PREFIX_LENGTH: usize = 8;
const BODY_LENGTH: usize = 30;
const CHECKSUM_LENGTH: usize = 6;
const LENGTH: usize = PREFIX_LENGTH + BODY_LENGTH + CHECKSUM_LENGTH;

/// The mode of a key: whether its use is billed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyMode {
    /// Counted against the organization's quota and billed.
    Live,
    /// Counted against the organization's test allowance, at price zero.
    Test,
}

impl KeyMode {
    /// Returns the name used on the wire and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Test => "test",
        }
    }

    /// Returns the mode with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Live, Self::Test]
            .into_iter()
            .find(|it| it.name() == name)
    }

    const fn prefix(self) -> &'static str {
        match self {
            Self::Live => "ak_live_",
            Self::Test => "ak_test_",
        }
    }
}

/// Text that cannot be an API key. It carries no details on purpose: the holder of a real key does
/// not need them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyFormatError;

impl fmt::Display for KeyFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("This is not an API key of this service.")
    }
}

impl std::error::Error for KeyFormatError {}

/// A new key, in memory only until it has been shown once. It has no `Clone`, `Display` or
/// serialization.
pub struct PlainKey(Zeroizing<String>);

impl PlainKey {
    /// Generates a key.
    ///
    /// # Examples
    ///
    /// ```
    /// use access::{KeyMode, PlainKey, PresentedKey, Random};
    ///
    /// struct Sevens; // The service uses the operating system's random numbers.
    /// impl Random for Sevens {
    ///     fn fill(&self, bytes: &mut [u8]) {
    ///         bytes.fill(7);
    ///     }
    /// }
    ///
    /// let key = PlainKey::generate(KeyMode::Test, &Sevens);
    /// assert!(key.reveal().starts_with("ak_test_"));
    /// assert!(PresentedKey::parse(key.reveal()).is_ok());
    /// ```
    pub fn generate(mode: KeyMode, random: &dyn Random) -> Self {
        let mut text = Zeroizing::new(String::with_capacity(LENGTH));
        text.push_str(mode.prefix());
        text.push_str(&base62_text(random, BODY_LENGTH));
        let checksum = base62_checksum(crc32fast::hash(text.as_bytes()));
        text.extend(checksum.map(char::from));
        Self(text)
    }

    /// Returns the key itself, to show to its owner once.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns the digest to store.
    pub fn digest(&self, pepper: &Pepper) -> KeyDigest {
        KeyDigest::of(&self.0, pepper)
    }

    /// Returns the part of the key that may be shown after its creation.
    ///
    /// # Examples
    ///
    /// ```
    /// # struct Sevens;
    /// # impl access::Random for Sevens {
    /// #     fn fill(&self, bytes: &mut [u8]) { bytes.fill(7); }
    /// # }
    /// use access::{KeyMode, PlainKey};
    ///
    /// let key = PlainKey::generate(KeyMode::Live, &Sevens);
    /// let (first, last) = (&key.reveal()[..12], &key.reveal()[40..]);
    /// assert_eq!(key.display().to_string(), format!("{first}…{last}"));
    /// ```
    pub fn display(&self) -> KeyDisplay {
        let shown = [&self.0[..12], &self.0[LENGTH - 4..]].concat();
        KeyDisplay(shown)
    }
}

impl fmt::Debug for PlainKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PlainKey(…)")
    }
}

/// Text from a request that has the format and checksum of a key. Only the digest shows whether it
/// *is* one.
pub struct PresentedKey<'a>(&'a str);

impl<'a> PresentedKey<'a> {
    /// Checks the shape and the checksum of a key.
    ///
    /// # Errors
    ///
    /// [`KeyFormatError`] if the text has another length, prefix or alphabet, or a wrong checksum.
    ///
    /// # Examples
    ///
    /// ```
    /// # struct Sevens;
    /// # impl access::Random for Sevens {
    /// #     fn fill(&self, bytes: &mut [u8]) { bytes.fill(7); }
    /// # }
    /// use access::{KeyMode, MasterSecret, PlainKey, PresentedKey};
    ///
    /// let pepper = MasterSecret::from_bytes([1; 32]).pepper();
    /// let key = PlainKey::generate(KeyMode::Live, &Sevens);
    ///
    /// // The stored digest is the digest of the key that a client presents.
    /// let presented = PresentedKey::parse(key.reveal())?;
    /// assert_eq!(presented.digest(&pepper), key.digest(&pepper));
    ///
    /// // CRC-32 detects every single wrong character.
    /// let mistyped = key.reveal().replacen("777", "787", 1);
    /// assert!(PresentedKey::parse(&mistyped).is_err());
    /// # Ok::<(), access::KeyFormatError>(())
    /// ```
    pub fn parse(text: &'a str) -> Result<Self, KeyFormatError> {
        let bytes = text.as_bytes();
        let known_prefix = [KeyMode::Live, KeyMode::Test]
            .iter()
            .any(|mode| text.starts_with(mode.prefix()));
        if bytes.len() != LENGTH || !known_prefix {
            return Err(KeyFormatError);
        }
        if !bytes[PREFIX_LENGTH..].iter().all(u8::is_ascii_alphanumeric) {
            return Err(KeyFormatError);
        }
        let (covered, checksum) = bytes.split_at(LENGTH - CHECKSUM_LENGTH);
        if base62_checksum(crc32fast::hash(covered)) != checksum {
            return Err(KeyFormatError);
        }
        Ok(Self(text))
    }

    /// Returns the digest to look the key up by.
    pub fn digest(&self, pepper: &Pepper) -> KeyDigest {
        KeyDigest::of(self.0, pepper)
    }
}

impl fmt::Debug for PresentedKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PresentedKey(…)")
    }
}

/// The HMAC-SHA-256 of a key under the installation's pepper, as stored in the database.
#[derive(Clone, Copy)]
pub struct KeyDigest([u8; 32]);

impl KeyDigest {
    fn of(key: &str, pepper: &Pepper) -> Self {
        let mut mac = pepper.mac();
        mac.update(key.as_bytes());
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

impl PartialEq for KeyDigest {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for KeyDigest {}

/// Uses the first bytes of the digest. Nobody without the pepper can choose them, so they are a
/// good hash.
impl std::hash::Hash for KeyDigest {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        let [a, b, c, d, e, f, g, h, ..] = self.0;
        state.write_u64(u64::from_ne_bytes([a, b, c, d, e, f, g, h]));
    }
}

impl fmt::Debug for KeyDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyDigest(…)")
    }
}

/// The first 12 and last 4 characters of a key, enough for its owner to recognize it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyDisplay(String);

impl KeyDisplay {
    /// Creates the display form from the 16 characters stored in the database.
    pub fn from_stored(text: String) -> Option<Self> {
        (text.len() == 16 && text.is_ascii()).then_some(Self(text))
    }

    /// Returns the text to store in the database.
    pub fn as_stored(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for KeyDisplay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = self.0.split_at(12);
        write!(f, "{first}…{last}")
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use proptest::prelude::*;

    use super::*;
    use crate::master::MasterSecret;
    use crate::random::tests::Counting;

    #[test]
    fn known_answers_of_the_format() {
        let vectors = include_str!("../tests/vectors/key-format.json");
        let vectors: serde_json::Value = serde_json::from_str(vectors).unwrap();
        let texts = |name: &str| -> Vec<String> {
            let list = vectors[name].as_array().unwrap();
            assert!(!list.is_empty());
            list.iter()
                .map(|it| it.as_str().unwrap().to_owned())
                .collect()
        };
        for text in texts("valid") {
            assert!(PresentedKey::parse(&text).is_ok(), "{text}");
        }
        for text in texts("invalid") {
            assert!(PresentedKey::parse(&text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_generated_key_is_presentable_and_has_the_same_digest() {
        let pepper = MasterSecret::from_bytes([7; 32]).pepper();
        let key = PlainKey::generate(KeyMode::Live, &Counting(Cell::new(3)));
        let presented = PresentedKey::parse(key.reveal()).unwrap();
        assert!(presented.digest(&pepper) == key.digest(&pepper));
        let other = MasterSecret::from_bytes([8; 32]).pepper();
        assert!(presented.digest(&other) != key.digest(&pepper));
    }

    #[test]
    fn the_display_shows_twelve_and_four_characters() {
        let key = PlainKey::generate(KeyMode::Test, &Counting(Cell::new(0)));
        let shown = key.display().to_string();
        assert_eq!(shown.chars().count(), 17);
        assert!(key.reveal().starts_with(&shown[..12]));
        assert!(key.reveal().ends_with(&shown[shown.len() - 4..]));
    }

    #[test]
    fn secrets_do_not_print_themselves() {
        let key = PlainKey::generate(KeyMode::Live, &Counting(Cell::new(9)));
        let presented = PresentedKey::parse(key.reveal()).unwrap();
        let printed = format!("{key:?} {presented:?}");
        assert_eq!(printed, "PlainKey(…) PresentedKey(…)");
    }

    proptest! {
        /// CRC-32 detects every error within 32 consecutive bits, including one changed character.
        #[test]
        fn one_changed_character_is_always_found(position in 0..LENGTH, byte in 0_u8..128, seed: u8) {
            let key = PlainKey::generate(KeyMode::Live, &Counting(Cell::new(seed)));
            let mut text = key.reveal().as_bytes().to_vec();
            prop_assume!(text[position] != byte);
            text[position] = byte;
            let text = String::from_utf8(text).unwrap();
            prop_assert!(PresentedKey::parse(&text).is_err());
        }

        #[test]
        fn any_text_is_answered(text in "\\PC*") {
            prop_assert!(PresentedKey::parse(&text).is_err());
        }
    }
}
