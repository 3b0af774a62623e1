//! Password hashes: Argon2id in a PHC string, which carries its own parameters.
//!
//! Hashing takes 46 MiB and some tens of milliseconds on purpose. The caller runs it on a bounded
//! thread pool.

use std::fmt;

use argon2::password_hash::phc;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};

use super::Password;
use crate::random::Random;

/// Memory in KiB, passes, lanes: the first choice of OWASP's Password Storage Cheat Sheet.
const MEMORY_KIB: u32 = 47_104;
const PASSES: u32 = 1;
const LANES: u32 = 1;
const SALT_LENGTH: usize = 16;
/// The maximum memory, in KiB, that stored parameters may request. An edited row must not make the
/// service allocate all its memory.
const MAX_MEMORY_KIB: u32 = 1 << 20;
const MAX_PASSES: u32 = 16;
const MAX_LANES: u32 = 16;

/// A dummy hash for users who do not exist. Its digest is the SHA-256 of "nobody", and no known
/// password hashes to it.
const DUMMY: &str = "$argon2id$v=19$m=47104,t=1,p=1$YWxtYWdlc3Qgbm9ib2R5IQ$Y4KzzIgUErd7/K7tAmABwA2eMCXmbCD25+kvB5hRRio";

/// A password hash, as stored. It is not printed, because it can be attacked offline.
pub struct PasswordHash(phc::PasswordHash);

/// A stored text that is not a hash written by this service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PasswordHashError;

impl fmt::Display for PasswordHashError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an Argon2id hash with acceptable parameters")
    }
}

impl std::error::Error for PasswordHashError {}

impl Password {
    /// Returns the hash to store. Slow on purpose.
    pub fn hash(&self, random: &dyn Random) -> PasswordHash {
        let mut salt = [0; SALT_LENGTH];
        random.fill(&mut salt);
        PasswordHash(hash(self.as_bytes(), &salt))
    }
}

impl PasswordHash {
    /// Parses a hash stored in the database.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not an Argon2id hash or requests more memory than the
    /// service allows.
    pub fn from_stored(text: &str) -> Result<Self, PasswordHashError> {
        let hash = phc::PasswordHash::new(text).map_err(|_| PasswordHashError)?;
        let params = Params::try_from(&hash).map_err(|_| PasswordHashError)?;
        let acceptable = hash.algorithm == Algorithm::Argon2id.ident()
            && hash.version == Some(Version::V0x13.into())
            && hash.salt.is_some()
            && hash.hash.is_some()
            && params.m_cost() <= MAX_MEMORY_KIB
            && params.t_cost() <= MAX_PASSES
            && params.p_cost() <= MAX_LANES;
        acceptable.then_some(Self(hash)).ok_or(PasswordHashError)
    }

    /// Returns the text to store in the database.
    pub fn to_stored(&self) -> String {
        self.0.to_string()
    }

    /// Returns `true` if `password` is the password that was hashed. `stored` is `None` for a user
    /// who does not exist or has no password. Both cases take the same time, so that the time does
    /// not reveal who has an account.
    ///
    /// # Examples
    ///
    /// ```
    /// # struct Sevens;
    /// # impl access::Random for Sevens {
    /// #     fn fill(&self, bytes: &mut [u8]) { bytes.fill(7); }
    /// # }
    /// use access::{Password, PasswordHash};
    ///
    /// // One keyboard sends é as one character, another as e and an accent.
    /// let hash = Password::present("un été à la mer")?.hash(&Sevens);
    /// let typed = Password::present("un e\u{301}te\u{301} a\u{300} la mer")?;
    /// assert!(PasswordHash::verify(Some(&hash), &typed));
    /// assert!(!PasswordHash::verify(None, &typed));
    /// # Ok::<(), access::PasswordError>(())
    /// ```
    pub fn verify(stored: Option<&Self>, password: &Password) -> bool {
        let nobody = dummy();
        let hash = stored.map_or(&nobody, |it| &it.0);
        // Compares in constant time.
        let matches = hasher().verify_password(password.as_bytes(), hash).is_ok();
        matches && stored.is_some()
    }

    /// Returns `true` if the hash was made with other parameters than the current ones. The
    /// password is then hashed again after the next successful sign-in.
    pub fn needs_rehash(&self) -> bool {
        let today = Params::try_from(&self.0).is_ok_and(|params| {
            (params.m_cost(), params.t_cost(), params.p_cost()) == (MEMORY_KIB, PASSES, LANES)
        });
        !today
    }
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(…)")
    }
}

fn hash(password: &[u8], salt: &[u8; SALT_LENGTH]) -> phc::PasswordHash {
    let hash = hasher().hash_password_with_salt(password, salt);
    hash.expect("these lengths are within Argon2's limits, and 46 MiB of memory can be had")
}

fn dummy() -> phc::PasswordHash {
    phc::PasswordHash::new(DUMMY).expect("the constant is a valid hash")
}

fn hasher() -> Argon2<'static> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None);
    let params = params.expect("the constants are within Argon2's limits");
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::random::tests::Counting;

    /// Made with the reference implementation (Python's argon2-cffi 25.1.0): `hash_secret(b"correct
    /// horse battery", b"0123456789abcdef", 1, 47104, 1, 32, Type.ID)`, and with m=8 for the cheap one.
    const REFERENCE: &str = "$argon2id$v=19$m=47104,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$cDtm0GHgMrI7n/5Ah8aDOcx4YgJ/geJqc4eVUcXYnrg";
    const CHEAP: &str = "$argon2id$v=19$m=8,t=1,p=1$MDEyMzQ1Njc4OWFiY2RlZg$gLHIkr1qgP4r3sH1P/NIg3+PMckaLQ3RkuIiytJhVlY";

    fn password(text: &str) -> Password {
        Password::present(text).unwrap()
    }

    #[test]
    fn a_hash_of_the_reference_implementation_is_verified() {
        let stored = PasswordHash::from_stored(REFERENCE).unwrap();
        assert!(PasswordHash::verify(
            Some(&stored),
            &password("correct horse battery")
        ));
        assert!(!PasswordHash::verify(
            Some(&stored),
            &password("correct horse batterz")
        ));
        assert!(!stored.needs_rehash());
        assert_eq!(stored.to_stored(), REFERENCE);
    }

    #[test]
    fn a_hash_verifies_its_password_only_and_has_its_own_salt() {
        let random = Counting(Cell::new(0));
        let chosen = password("fifteen letters");
        let [first, second] = [chosen.hash(&random), chosen.hash(&random)];
        assert_ne!(first.to_stored(), second.to_stored());
        let text = first.to_stored();
        assert!(
            text.starts_with("$argon2id$v=19$m=47104,t=1,p=1$"),
            "{text}"
        );
        let stored = PasswordHash::from_stored(&text).unwrap();
        assert!(PasswordHash::verify(Some(&stored), &chosen));
        assert_eq!(format!("{stored:?}"), "PasswordHash(…)");
    }

    #[test]
    fn other_parameters_still_verify_and_ask_for_a_new_hash() {
        let stored = PasswordHash::from_stored(CHEAP).unwrap();
        assert!(PasswordHash::verify(
            Some(&stored),
            &password("correct horse battery")
        ));
        assert!(stored.needs_rehash());
    }

    #[test]
    fn nobody_has_the_dummys_password_and_it_costs_as_much_as_a_real_one() {
        assert!(!PasswordHash::verify(None, &password("nobody")));
        let dummy = PasswordHash::from_stored(DUMMY).unwrap();
        assert!(!dummy.needs_rehash());
    }

    #[test]
    fn rows_this_service_did_not_write_are_refused() {
        let check = |text: &str| {
            let read = PasswordHash::from_stored(text);
            assert!(read.is_err(), "{text}");
        };
        check("");
        check("plain text");
        check(&CHEAP.replace("argon2id", "argon2i"));
        check(&CHEAP.replace("argon2id", "scrypt"));
        check(&CHEAP.replace("v=19", "v=16"));
        check(&CHEAP.replace("m=8", "m=2097152"));
        check(&CHEAP.replace("t=1", "t=1000"));
        check(CHEAP.rsplit_once('$').unwrap().0);
    }
}
