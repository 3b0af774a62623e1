//! The second factor: time-based one-time passwords (RFC 6238), as all authenticator apps generate
//! them.
//!
//! The parameters are SHA-1, six digits and thirty seconds. The RFC has other values, but the apps
//! do not support them. SHA-1 is broken for collisions, which do not matter inside HMAC.

use std::fmt;

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha1::Sha1;
use subtle::{Choice, ConditionallySelectable as _, ConstantTimeEq as _};
use zeroize::Zeroizing;

use crate::random::Random;
use crate::timestamp::Timestamp;

const SECRET_LENGTH: usize = 20;
const DIGITS: u32 = 6;
const STEP_SECONDS: u64 = 30;
/// The number of accepted steps before and after the current one, for clocks that are off.
const WINDOW: u64 = 1;

/// The secret shared with an authenticator app. It has no `Clone`, `Display` or serialization.
pub struct TotpSecret(Zeroizing<[u8; SECRET_LENGTH]>);

/// The number of a thirty-second step since 1970, in which a code is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TotpStep(u64);

impl TotpStep {
    /// Returns the step that contains `now`.
    pub const fn at(now: Timestamp) -> Self {
        Self(now.unix_millis() / 1000 / STEP_SECONDS)
    }

    /// Creates a step from the number stored in the database.
    pub const fn from_number(number: u64) -> Self {
        Self(number)
    }

    /// Returns the number to store in the database.
    pub const fn number(self) -> u64 {
        self.0
    }
}

/// The reason why a code is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TotpRefusal {
    /// The code does not have six digits.
    Malformed,
    /// The code does not match any step in the window.
    Wrong,
    /// The code is correct, but it or a later one was already used, for example by someone who
    /// looked over the user's shoulder.
    Used,
}

impl fmt::Display for TotpRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "A code must have six digits.",
            Self::Wrong => "The code is incorrect or expired. Check the clock of your phone.",
            Self::Used => "The code was already used. Wait for the next one.",
        })
    }
}

impl std::error::Error for TotpRefusal {}

impl TotpSecret {
    /// Generates a new secret.
    pub fn generate(random: &dyn Random) -> Self {
        let mut bytes = Zeroizing::new([0; SECRET_LENGTH]);
        random.fill(&mut bytes[..]);
        Self(bytes)
    }

    /// Creates a secret from the bytes stored in the database.
    pub fn from_bytes(bytes: [u8; SECRET_LENGTH]) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// Returns the bytes to store in the database. Unlike a password, the secret itself must be
    /// stored: codes cannot be computed from a digest.
    pub fn reveal_bytes(&self) -> &[u8; SECRET_LENGTH] {
        &self.0
    }

    /// Returns the secret in Base32 (RFC 4648) without padding, to be typed into an app.
    ///
    /// # Examples
    ///
    /// ```
    /// let secret = access::TotpSecret::from_bytes(*b"12345678901234567890");
    /// assert_eq!(secret.reveal_base32().as_str(), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    /// ```
    pub fn reveal_base32(&self) -> Zeroizing<String> {
        Zeroizing::new(BASE32_NOPAD.encode(self.0.as_slice()))
    }

    /// Returns the `otpauth` URI to show as a QR code (Key Uri Format of Google Authenticator). It
    /// omits period, digits and algorithm, which are the defaults, because a smaller code scans
    /// better.
    pub fn reveal_uri(&self, issuer: &str, account: &str) -> Zeroizing<String> {
        let [issuer, account] = [issuer, account].map(percent_encoded);
        let secret = self.reveal_base32();
        let secret = secret.as_str();
        Zeroizing::new(format!(
            "otpauth://totp/{issuer}:{account}?secret={secret}&issuer={issuer}"
        ))
    }

    /// Checks `code` at `now`. `last_used` is the step of the last accepted code. The caller stores the
    /// returned step as the new `last_used` in the transaction that signs the user in.
    ///
    /// Spaces in the code are ignored: apps show `123 456`.
    ///
    /// # Errors
    ///
    /// [`TotpRefusal`] if the code is malformed, wrong, or not newer than the last one.
    ///
    /// # Examples
    ///
    /// The test values of RFC 6238, appendix B:
    ///
    /// ```
    /// use access::{Timestamp, TotpRefusal, TotpSecret};
    ///
    /// let secret = TotpSecret::from_bytes(*b"12345678901234567890");
    /// let now = Timestamp::from_micros(59_000_000);
    /// let step = secret.verify("287 082", now, None)?;
    /// assert_eq!(step.number(), 1);
    /// // A code works once.
    /// assert_eq!(secret.verify("287082", now, Some(step)), Err(TotpRefusal::Used));
    /// # Ok::<(), TotpRefusal>(())
    /// ```
    pub fn verify(
        &self,
        code: &str,
        now: Timestamp,
        last_used: Option<TotpStep>,
    ) -> Result<TotpStep, TotpRefusal> {
        let given = digits(code).ok_or(TotpRefusal::Malformed)?;
        let present = TotpStep::at(now).0;
        // Every step is computed and compared, regardless of which one matches.
        let (mut found, mut step) = (Choice::from(0), 0);
        for candidate in present.saturating_sub(WINDOW)..=present + WINDOW {
            let matches = self.code(candidate, DIGITS).ct_eq(&given);
            step.conditional_assign(&candidate, matches);
            found |= matches;
        }
        if !bool::from(found) {
            return Err(TotpRefusal::Wrong);
        }
        match last_used {
            Some(TotpStep(last)) if step <= last => Err(TotpRefusal::Used),
            _ => Ok(TotpStep(step)),
        }
    }

    /// Computes the HOTP (RFC 4226 section 5.3).
    fn code(&self, counter: u64, digits: u32) -> u32 {
        let mac = Hmac::<Sha1>::new_from_slice(&self.0[..]);
        let mut mac = mac.expect("HMAC takes keys of any length");
        mac.update(&counter.to_be_bytes());
        let digest = mac.finalize().into_bytes();
        let offset = usize::from(digest[19] & 15);
        let word = [0, 1, 2, 3].map(|index| digest[offset + index]);
        (u32::from_be_bytes(word) & 0x7fff_ffff) % 10_u32.pow(digits)
    }
}

impl fmt::Debug for TotpSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TotpSecret(…)")
    }
}

fn digits(code: &str) -> Option<u32> {
    // Limits the length before the loop, with room for some spaces.
    if code.len() > 16 {
        return None;
    }
    let mut count = 0;
    let mut value = 0;
    for character in code.chars().filter(|it| *it != ' ') {
        value = value * 10 + character.to_digit(10)?;
        count += 1;
        if count > DIGITS {
            return None;
        }
    }
    (count == DIGITS).then_some(value)
}

/// Percent-encodes everything but unreserved characters (RFC 3986 section 2.1).
fn percent_encoded(text: &str) -> String {
    use std::fmt::Write as _;
    text.bytes().fold(String::new(), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            write!(encoded, "%{byte:02X}").expect("writing to a string succeeds");
        }
        encoded
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of the RFCs' test values.
    const SECRET: &[u8; 20] = b"12345678901234567890";

    fn secret() -> TotpSecret {
        TotpSecret::from_bytes(*SECRET)
    }

    const fn at(seconds: i64) -> Timestamp {
        Timestamp::from_micros(seconds * 1_000_000)
    }

    #[test]
    fn known_answers_of_rfc_4226_appendix_d() {
        let expected = [
            755_224, 287_082, 359_152, 969_429, 338_314, 254_676, 287_922, 162_583, 399_871,
            520_489,
        ];
        for (counter, expected) in (0..).zip(expected) {
            assert_eq!(secret().code(counter, 6), expected, "{counter}");
        }
    }

    #[test]
    fn known_answers_of_rfc_6238_appendix_b() {
        let check = |seconds, expected| {
            let step = TotpStep::at(at(seconds)).number();
            assert_eq!(secret().code(step, 8), expected, "{seconds}");
        };
        check(59, 94_287_082);
        check(1_111_111_109, 7_081_804);
        check(1_111_111_111, 14_050_471);
        check(1_234_567_890, 89_005_924);
        check(2_000_000_000, 69_279_037);
        check(20_000_000_000, 65_353_130);
    }

    #[test]
    fn a_code_lives_for_its_step_and_one_on_either_side() {
        // Step 1, 30 s to 59 s: 287082.
        let check = |seconds, expected| {
            assert_eq!(
                secret().verify("287 082", at(seconds), None),
                expected,
                "{seconds}"
            );
        };
        for good in [0, 29, 30, 59, 60, 89] {
            check(good, Ok(TotpStep(1)));
        }
        check(90, Err(TotpRefusal::Wrong));
        check(1_000, Err(TotpRefusal::Wrong));
    }

    #[test]
    fn a_code_is_used_once_and_never_after_a_later_one() {
        let verify = |last| secret().verify("287082", at(45), last);
        assert_eq!(verify(Some(TotpStep(0))), Ok(TotpStep(1)));
        assert_eq!(verify(Some(TotpStep(1))), Err(TotpRefusal::Used));
        assert_eq!(verify(Some(TotpStep(2))), Err(TotpRefusal::Used));
    }

    #[test]
    fn what_is_no_code_is_malformed() {
        for text in [
            "",
            "28708",
            "2870821",
            "28708a",
            "２８７０８２",
            "-28708",
            "287082\0",
        ] {
            let result = secret().verify(text, at(45), None);
            assert_eq!(result, Err(TotpRefusal::Malformed), "{text:?}");
        }
        let long = " ".repeat(1 << 20);
        assert_eq!(
            secret().verify(&long, at(45), None),
            Err(TotpRefusal::Malformed)
        );
        // The code of counter 3 at a time before 1970, which is treated as 1970.
        assert_eq!(
            secret().verify("969429", at(-5), None),
            Err(TotpRefusal::Wrong)
        );
    }

    #[test]
    fn the_secret_is_shown_only_on_purpose() {
        assert_eq!(format!("{:?}", secret()), "TotpSecret(…)");
        // Computed with Python: base64.b32encode(b"12345678901234567890")
        let base32 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
        assert_eq!(secret().reveal_base32().as_str(), base32);
        assert_eq!(
            secret()
                .reveal_uri("Star Office", "ann@example.com")
                .as_str(),
            format!(
                "otpauth://totp/Star%20Office:ann%40example.com?secret={base32}&issuer=Star%20Office"
            )
        );
    }
}
