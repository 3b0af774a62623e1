//! Passwords: the policy and the storage format.
//!
//! The policy is a length and a list of common passwords, nothing else: rules about digits and
//! capitals make passwords worse (NIST SP 800-63B-4, section 3.1.1.2). Text is first normalized to
//! NFC, so that `é` typed on two keyboards is one password. NFC is used rather than NFKC because it
//! never changes what a person sees, and NIST allows either.

mod common;
mod hash;
mod sealed;

use std::fmt;

use unicode_normalization::UnicodeNormalization as _;
use zeroize::Zeroizing;

pub use hash::{PasswordHash, PasswordHashError};
pub use sealed::SealedPassword;

/// The maximum number of characters. It is long enough for any sentence and short enough that
/// nobody can keep a server hashing megabytes.
const LONGEST: usize = 128;
/// The maximum number of bytes processed. A character has at most four bytes, and text that is not
/// normalized spends up to four code points on one.
const MAX_BYTES: usize = 4 * 4 * LONGEST;

/// Whether the password is the account's only protection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasswordUse {
    /// The password is the only factor.
    Alone,
    /// A second factor is also required. Turning it off requires a password that satisfies `Alone`.
    WithSecondFactor,
}

impl PasswordUse {
    /// Returns the minimum number of characters.
    pub const fn shortest(self) -> usize {
        match self {
            Self::Alone => 15,
            Self::WithSecondFactor => 8,
        }
    }
}

/// The reason why a text cannot be chosen as a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasswordError {
    /// There are too few characters.
    TooShort {
        /// The minimum number of characters.
        shortest: usize,
    },
    /// There are too many characters.
    TooLong,
    /// The password is among the first that an attacker tries.
    Common,
}

impl PasswordError {
    /// Returns the machine-readable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TooShort { .. } => "password_too_short",
            Self::TooLong => "password_too_long",
            Self::Common => "password_common",
        }
    }
}

impl fmt::Display for PasswordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort { shortest } => write!(
                f,
                "Use at least {shortest} characters. Try a passphrase, which is easier to remember."
            ),
            Self::TooLong => write!(f, "A password can have at most {LONGEST} characters."),
            Self::Common => f.write_str("This password is too common. Choose another one."),
        }
    }
}

impl std::error::Error for PasswordError {}

/// A normalized password in memory. It has no `Clone`, `Display`, comparison or serialization.
pub struct Password(Zeroizing<String>);

impl Password {
    /// Checks a password that someone chooses against the policy.
    ///
    /// # Errors
    ///
    /// [`PasswordError`] if it is too short, too long or common.
    ///
    /// # Examples
    ///
    /// ```
    /// use access::{Password, PasswordError, PasswordUse};
    ///
    /// assert!(Password::choose("seven green kettles whistle", PasswordUse::Alone).is_ok());
    ///
    /// let refused = Password::choose("kettles", PasswordUse::Alone).err();
    /// assert_eq!(refused, Some(PasswordError::TooShort { shortest: 15 }));
    /// let refused = Password::choose("password", PasswordUse::WithSecondFactor).err();
    /// assert_eq!(refused, Some(PasswordError::Common));
    /// ```
    pub fn choose(text: &str, usage: PasswordUse) -> Result<Self, PasswordError> {
        let password = Self::present(text)?;
        let shortest = usage.shortest();
        if password.0.chars().count() < shortest {
            return Err(PasswordError::TooShort { shortest });
        }
        if common::is_common(&password.0) {
            return Err(PasswordError::Common);
        }
        Ok(password)
    }

    /// Creates a password from a sign-in attempt. Only its length is limited: the policy may have
    /// changed since it was chosen.
    ///
    /// # Errors
    ///
    /// Returns an error if the password is too long to have been chosen.
    pub fn present(text: &str) -> Result<Self, PasswordError> {
        if text.len() > MAX_BYTES {
            return Err(PasswordError::TooLong);
        }
        // NFC at most triples the bytes (Unicode's stability policy). Reserving that capacity
        // leaves no copy behind in a buffer that grew.
        let mut normalized = Zeroizing::new(String::with_capacity(3 * text.len()));
        normalized.extend(text.nfc());
        if normalized.chars().count() > LONGEST {
            return Err(PasswordError::TooLong);
        }
        Ok(Self(normalized))
    }

    fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, usage: PasswordUse, expected: Result<(), PasswordError>) {
        let chosen = Password::choose(text, usage).map(drop);
        assert_eq!(chosen, expected, "{text:?} {usage:?}");
    }

    #[test]
    fn length_decides_and_depends_on_the_second_factor() {
        let short = |usage: PasswordUse| {
            let shortest = usage.shortest();
            Err(PasswordError::TooShort { shortest })
        };
        check("eight pl", PasswordUse::WithSecondFactor, Ok(()));
        check(
            "seven p",
            PasswordUse::WithSecondFactor,
            short(PasswordUse::WithSecondFactor),
        );
        check(
            "fourteen chars",
            PasswordUse::Alone,
            short(PasswordUse::Alone),
        );
        check("fifteen letters", PasswordUse::Alone, Ok(()));
        check(
            "",
            PasswordUse::WithSecondFactor,
            short(PasswordUse::WithSecondFactor),
        );
        let longest: String = ('a'..='z').cycle().take(LONGEST).collect();
        check(&longest, PasswordUse::Alone, Ok(()));
        check(
            &format!("{longest}!"),
            PasswordUse::Alone,
            Err(PasswordError::TooLong),
        );
        check(
            &"x".repeat(1 << 20),
            PasswordUse::Alone,
            Err(PasswordError::TooLong),
        );
    }

    #[test]
    fn characters_count_and_not_bytes() {
        check("☉☽☿♀♂♃♄⛢♆♇☊☋⚷⚸⚳", PasswordUse::Alone, Ok(()));
        // 14 characters of two code points each, which normalization combines.
        let decomposed = "e\u{301}".repeat(14);
        let shortest = PasswordUse::Alone.shortest();
        check(
            &decomposed,
            PasswordUse::Alone,
            Err(PasswordError::TooShort { shortest }),
        );
    }

    #[test]
    fn common_passwords_are_refused_whatever_their_letter_case() {
        let usage = PasswordUse::WithSecondFactor;
        check("password", usage, Err(PasswordError::Common));
        check("PassWord", usage, Err(PasswordError::Common));
        check(
            "1q2w3e4r5t6y7u8i9o0p",
            PasswordUse::Alone,
            Err(PasswordError::Common),
        );
        check(
            "passwordpassword",
            PasswordUse::Alone,
            Err(PasswordError::Common),
        );
        check("no composition rules apply", PasswordUse::Alone, Ok(()));
    }

    #[test]
    fn a_password_does_not_print_itself() {
        let password = Password::present("correct horse").unwrap();
        assert_eq!(format!("{password:?}"), "Password(…)");
    }

    #[test]
    fn two_spellings_of_one_character_are_one_password() {
        let [composed, decomposed] = ["caf\u{e9} au lait, s'il", "cafe\u{301} au lait, s'il"]
            .map(|it| Password::present(it).unwrap());
        assert_eq!(composed.as_bytes(), decomposed.as_bytes());
    }

    proptest! {
        #[test]
        fn any_text_is_answered_and_fits_the_buffer(text in "\\PC{0,200}") {
            if let Ok(password) = Password::present(&text) {
                prop_assert!(password.as_bytes().len() <= 3 * text.len());
                prop_assert!(password.0.chars().count() <= LONGEST);
            }
        }
    }
}
