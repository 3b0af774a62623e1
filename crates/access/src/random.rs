//! Randomness as a parameter: the service passes the operating system's, and tests pass their own.

/// A source of random bytes.
///
/// # Examples
///
/// A source for tests, which counts:
///
/// ```
/// use std::cell::Cell;
///
/// use access::{MasterSecret, Random};
///
/// struct Counting(Cell<u8>);
///
/// impl Random for Counting {
///     fn fill(&self, bytes: &mut [u8]) {
///         for byte in bytes {
///             *byte = self.0.replace(self.0.get().wrapping_add(1));
///         }
///     }
/// }
///
/// let secret = MasterSecret::generate(&Counting(Cell::new(0)));
/// assert!(secret.to_file_text().starts_with("000102030405"));
/// ```
pub trait Random {
    /// Fills `bytes` with random bytes.
    fn fill(&self, bytes: &mut [u8]);
}

const BASE62: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Returns `length` characters of `0-9A-Za-z`, each equally likely.
pub(crate) fn base62_text(random: &dyn Random, length: usize) -> zeroize::Zeroizing<String> {
    // 248 is the largest multiple of 62 in a byte. Bytes from it on are drawn again, because `byte
    // % 62` alone would make the first eight characters more likely.
    const FAIR_BELOW: u8 = 248;
    let mut text = zeroize::Zeroizing::new(String::with_capacity(length));
    let mut bytes = zeroize::Zeroizing::new([0_u8; 64]);
    while text.len() < length {
        random.fill(&mut bytes[..]);
        let fair = bytes.iter().filter(|byte| **byte < FAIR_BELOW);
        for byte in fair.take(length - text.len()) {
            text.push(char::from(BASE62[usize::from(byte % 62)]));
        }
    }
    text
}

/// Returns `value` in base 62, left-padded with `0` to six characters, which hold every `u32`.
pub(crate) fn base62_checksum(mut value: u32) -> [u8; 6] {
    let mut text = [b'0'; 6];
    for place in text.iter_mut().rev() {
        *place = BASE62[(value % 62) as usize];
        value /= 62;
    }
    text
}

#[cfg(test)]
pub(crate) mod tests {
    use std::cell::Cell;

    use super::*;

    /// A source that counts up from a start byte: different every time, the same in every run.
    pub(crate) struct Counting(pub(crate) Cell<u8>);

    impl Random for Counting {
        fn fill(&self, bytes: &mut [u8]) {
            for byte in bytes {
                *byte = self.0.get();
                self.0.set(self.0.get().wrapping_add(1));
            }
        }
    }

    #[test]
    fn bytes_that_would_favour_a_character_are_drawn_again() {
        // 248..=255 are skipped, so the character after that of byte 247 is that of byte 0.
        let text = base62_text(&Counting(Cell::new(247)), 2);
        assert_eq!(text.as_str(), "z0");
    }

    #[test]
    fn every_checksum_has_six_characters() {
        assert_eq!(&base62_checksum(0), b"000000");
        assert_eq!(&base62_checksum(61), b"00000z");
        assert_eq!(&base62_checksum(62), b"000010");
        // 4294967295 = 4*62^5 + 42*62^4 + 41*62^3 + 15*62^2 + 12*62 + 3
        assert_eq!(&base62_checksum(u32::MAX), b"4gfFC3");
    }
}
