//! Known browsers: the cookie that identifies a browser that signed in before. The cookie does not
//! authenticate anyone.
//!
//! The protocol is OWASP's "device cookies". A browser that has signed in gets a name of its own,
//! bound to the account and authenticated under a key of the installation. Its failures count in a
//! separate budget, so that strangers who guess at the account do not block it, and it does not
//! gain attempts from their budget. Nothing is stored: a cookie verifies or it does not.

use std::fmt;
use std::time::Duration;

use hmac::Mac as _;
use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;

use crate::id::UserId;
use crate::master::DeviceKey;
use crate::random::{Random, base62_text};
use crate::timestamp::Timestamp;

/// 22 base62 characters carry 128 bits.
const NAME_LENGTH: usize = 22;
/// The maximum length of a cookie. The service issues none that is longer.
const LONGEST: usize = 200;

/// How long a browser is recognized after its last sign-in.
pub const LIFETIME: Duration = Duration::from_hours(365 * 24);

/// A browser that a user has signed in with.
#[derive(Clone, PartialEq, Eq)]
pub struct Device {
    user: UserId,
    name: String,
    seen_at: Timestamp,
}

impl Device {
    /// Creates the device for a browser that has just signed in for the first time.
    pub fn new(user: UserId, now: Timestamp, random: &dyn Random) -> Self {
        Self {
            user,
            name: base62_text(random, NAME_LENGTH).to_string(),
            seen_at: now,
        }
    }

    /// Returns the same browser after another sign-in: recognized for another [`LIFETIME`], and
    /// counted in the same budget.
    #[must_use]
    pub fn seen_again(self, now: Timestamp) -> Self {
        Self {
            seen_at: now,
            ..self
        }
    }

    /// Returns the name of the browser's budget.
    pub fn budget(&self) -> String {
        format!("{}/{}", self.user, self.name)
    }

    /// Returns the value of the cookie.
    pub fn cookie(&self, key: &DeviceKey) -> Zeroizing<String> {
        let claims = self.claims();
        let seal = hex(&seal(&claims, key));
        Zeroizing::new(format!("{claims}.{seal}"))
    }

    /// Returns the browser that a cookie names. Returns `None` if the browser is not one of `user`,
    /// or if the cookie is not authentic or too old.
    pub fn recognize(cookie: &str, user: UserId, key: &DeviceKey, now: Timestamp) -> Option<Self> {
        if cookie.len() > LONGEST {
            return None;
        }
        let (claims, given) = cookie.rsplit_once('.')?;
        let expected = hex(&seal(claims, key));
        if !bool::from(expected.as_bytes().ct_eq(given.as_bytes())) {
            return None;
        }
        let mut parts = claims.split('.');
        let device = Self {
            user: parts.next()?.parse().ok()?,
            name: parts.next()?.to_owned(),
            seen_at: Timestamp::from_micros(parts.next()?.parse().ok()?),
        };
        let is_current = now.since(device.seen_at) < LIFETIME;
        (device.user == user && is_current).then_some(device)
    }

    fn claims(&self) -> String {
        format!("{}.{}.{}", self.user, self.name, self.seen_at.micros())
    }
}

/// Omits the name: anyone who knows it knows which budget to spend.
impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Device")
            .field("user", &self.user)
            .finish_non_exhaustive()
    }
}

fn seal(claims: &str, key: &DeviceKey) -> [u8; 32] {
    let mut mac = key.mac();
    mac.update(claims.as_bytes());
    mac.finalize().into_bytes().into()
}

fn hex(bytes: &[u8]) -> String {
    use fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string succeeds");
        text
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::master::MasterSecret;
    use crate::random::tests::Counting;

    const NOW: Timestamp = Timestamp::from_micros(1_800_000_000_000_000);

    #[test]
    fn a_cookie_is_good_for_its_account_its_installation_and_a_year() {
        let random = Counting(Cell::new(0));
        let [ann, bob] = [(); 2].map(|()| UserId::new(NOW, &random));
        let [key, other] = [1, 2].map(|it| MasterSecret::from_bytes([it; 32]).device_key());
        let device = Device::new(ann, NOW, &random);
        let cookie = device.cookie(&key);
        let recognize = |user, key, now| Device::recognize(&cookie, user, key, now);
        let last = Timestamp::from_micros(NOW.plus(LIFETIME).micros() - 1);
        assert_eq!(recognize(ann, &key, NOW), Some(device.clone()));
        assert_eq!(recognize(ann, &key, last), Some(device.clone()));
        assert_eq!(recognize(ann, &key, NOW.plus(LIFETIME)), None);
        assert_eq!(recognize(bob, &key, NOW), None);
        assert_eq!(recognize(ann, &other, NOW), None);
        let again = device.clone().seen_again(last);
        assert_eq!(again.budget(), device.budget());
        let renewed = Device::recognize(&again.cookie(&key), ann, &key, NOW.plus(LIFETIME));
        assert_eq!(renewed, Some(again));
    }

    #[test]
    fn a_cookie_with_anything_changed_is_none_of_ours() {
        let random = Counting(Cell::new(0));
        let ann = UserId::new(NOW, &random);
        let key = MasterSecret::from_bytes([1; 32]).device_key();
        let cookie = Device::new(ann, NOW, &random).cookie(&key);
        for place in 0..cookie.len() {
            let mut bytes = cookie.as_bytes().to_vec();
            bytes[place] = if bytes[place] == b'0' { b'1' } else { b'0' };
            let changed = String::from_utf8(bytes).unwrap();
            assert_eq!(Device::recognize(&changed, ann, &key, NOW), None, "{place}");
        }
        for other in [
            "",
            ".",
            "a.b.c.d",
            &cookie[..cookie.len() - 1],
            &"x".repeat(500),
        ] {
            assert_eq!(Device::recognize(other, ann, &key, NOW), None, "{other}");
        }
    }
}
