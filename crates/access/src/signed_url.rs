//! Signed URLs of chart images, for use in an `<img>`, where no header can be sent.
//!
//! Three parameters are added to the query: `key` (the key's id), `expires` (a Unix second) and
//! `signature`. The signature is an HMAC-SHA-256 over the path, the key, the expiration and every
//! other parameter, **decoded and in their original order**. The order is not made canonical: a
//! reader of the first of two equal names must not receive the second. The service makes the URL,
//! so nobody has a reason to reorder it.
//!
//! A signature proves that this service made the URL for this key. Each fetch checks whether the
//! key still works and may draw charts.
//!
//! An *embed URL* is made by a person for a web page and works until it expires or is revoked. It
//! adds `embed` (its id) and `signature`. The store knows its key and when it ends.

use std::time::Duration;

use base64ct::{Base64UrlUnpadded, Encoding as _};
use hmac::Mac as _;

use crate::id::{EmbedUrlId, KeyId};
use crate::master::SignedUrlKey;
use crate::timestamp::Timestamp;

/// The lifetime of a URL.
pub const LIFETIME: Duration = Duration::from_hours(24);

const KEY: &str = "key";
const EXPIRES: &str = "expires";
const SIGNATURE: &str = "signature";
const EMBED: &str = "embed";
/// The parameters that signing adds, of both kinds of URLs. They are not part of the input.
pub const PARAMETERS: [&str; 4] = [KEY, EXPIRES, EMBED, SIGNATURE];

/// The first signed part: the kind of URL.
const OF_KEY: &str = "1";
const OF_EMBED: &str = "embed-1";
/// The maximum number of parameters, and of bytes in the path, names and values together: as much
/// as fits in a URL that every browser and proxy accepts.
const MAX_PARAMETERS: usize = 64;
const MAX_BYTES: usize = 8_192;

/// The parameters to add to a query, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrlSignature {
    /// `key`, `expires` and `signature`, each with a value that needs no percent-encoding.
    pub parameters: [(&'static str, String); 3],
    /// The first instant at which the URL no longer works.
    pub expires_at: Timestamp,
}

/// The contents of a valid URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignedUrl {
    /// A URL in a response.
    OfKey {
        /// The key that it was made for.
        key: KeyId,
        /// The first instant at which the URL no longer works.
        expires_at: Timestamp,
    },
    /// An embed URL. It may have been revoked.
    Embed(EmbedUrlId),
}

/// The reason why a URL is not signed or not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UrlRefusal {
    /// There are too many parameters or bytes.
    TooLarge,
    /// When signing: a parameter has the name of one that signing adds.
    ReservedParameter,
    /// There is no `signature`: an ordinary URL.
    Unsigned,
    /// The URL was not signed by this service for this path and these parameters. Carries no
    /// details on purpose.
    Invalid,
    /// The URL was valid but has expired.
    Expired,
}

/// Signs a path and its query for a key, from `now`.
///
/// # Errors
///
/// Returns an error if the query is too large or has a parameter that signing adds.
pub fn sign(
    path: &str,
    query: &[(&str, &str)],
    key_id: KeyId,
    key: &SignedUrlKey,
    now: Timestamp,
) -> Result<UrlSignature, UrlRefusal> {
    sign_until(path, query, key_id, key, (now, None))
}

/// Signs like [`sign`], for callers whose own access ends at some instant: the URL does not outlive
/// it.
///
/// # Errors
///
/// Returns the same errors as [`sign`].
pub fn sign_until(
    path: &str,
    query: &[(&str, &str)],
    key_id: KeyId,
    key: &SignedUrlKey,
    (now, end): (Timestamp, Option<Timestamp>),
) -> Result<UrlSignature, UrlRefusal> {
    check_size(path, query)?;
    if query.iter().any(|(name, _)| is_ours(name)) {
        return Err(UrlRefusal::ReservedParameter);
    }
    // In whole seconds, as written, and rounded down, so never longer than a day.
    let day = now.plus(LIFETIME);
    let expires = end.map_or(day, |end| end.min(day)).unix_seconds();
    let (key_text, expires_text) = (key_id.to_string(), expires.to_string());
    let mac = mac(path, query, &[OF_KEY, &key_text, &expires_text], key);
    let signature = Base64UrlUnpadded::encode_string(&mac.finalize().into_bytes());
    Ok(UrlSignature {
        parameters: [
            (KEY, key_text),
            (EXPIRES, expires_text),
            (SIGNATURE, signature),
        ],
        expires_at: Timestamp::from_micros(expires.saturating_mul(1_000_000)),
    })
}

/// Signs an embed URL. Returns the parameters to add to its query, in this order.
///
/// # Errors
///
/// Returns the same errors as [`sign`].
///
/// # Examples
///
/// ```
/// use access::signed_url::{SignedUrl, sign_embed, verify};
/// use access::{EmbedUrlId, MasterSecret, Timestamp};
///
/// let key = MasterSecret::from_bytes([1; 32]).signed_url_key();
/// let id: EmbedUrlId = "emb_0190a5e0b6c07d3a8f2e5b1c4d6e7f80".parse()?;
/// let path = "/api/chart2/horoscope.svg";
/// let added = sign_embed(path, &[("sign", "leo")], id, &key).expect("a short query");
/// let mut query = vec![("sign", "leo")];
/// query.extend(added.iter().map(|(name, value)| (*name, value.as_str())));
/// assert_eq!(verify(path, &query, &key, Timestamp::from_micros(0)), Ok(SignedUrl::Embed(id)));
/// # Ok::<(), access::IdError>(())
/// ```
pub fn sign_embed(
    path: &str,
    query: &[(&str, &str)],
    id: EmbedUrlId,
    key: &SignedUrlKey,
) -> Result<[(&'static str, String); 2], UrlRefusal> {
    check_size(path, query)?;
    if query.iter().any(|(name, _)| is_ours(name)) {
        return Err(UrlRefusal::ReservedParameter);
    }
    let id = id.to_string();
    let mac = mac(path, query, &[OF_EMBED, &id], key);
    let signature = Base64UrlUnpadded::encode_string(&mac.finalize().into_bytes());
    Ok([(EMBED, id), (SIGNATURE, signature)])
}

/// Verifies the signature of a path and its decoded query.
///
/// # Errors
///
/// [`UrlRefusal`] if there is no signature, if it is not from this service, if anything was changed,
/// or if it has expired.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use access::signed_url::{SignedUrl, sign, verify};
/// use access::{KeyId, MasterSecret, Timestamp, UrlRefusal};
///
/// let key = MasterSecret::from_bytes([1; 32]).signed_url_key();
/// let id: KeyId = "key_0190a5e0b6c07d3a8f2e5b1c4d6e7f80".parse()?;
/// let now = Timestamp::from_micros(0);
///
/// let path = "/api/chart2/natal.svg";
/// let signature = sign(path, &[("theme", "dark")], id, &key, now).expect("a short query");
/// let mut query = vec![("theme", "dark")];
/// query.extend(signature.parameters.iter().map(|(name, value)| (*name, value.as_str())));
/// let SignedUrl::OfKey { key: made_for, .. } = verify(path, &query, &key, now).expect("unchanged") else {
///     panic!("not an embed URL")
/// };
/// assert_eq!(made_for, id);
///
/// let tomorrow = now.plus(Duration::from_secs(86_400));
/// assert_eq!(verify(path, &query, &key, tomorrow), Err(UrlRefusal::Expired));
/// query[0].1 = "light";
/// assert_eq!(verify(path, &query, &key, now), Err(UrlRefusal::Invalid));
/// # Ok::<(), access::IdError>(())
/// ```
pub fn verify(
    path: &str,
    query: &[(&str, &str)],
    key: &SignedUrlKey,
    now: Timestamp,
) -> Result<SignedUrl, UrlRefusal> {
    check_size(path, query)?;
    if !query.iter().any(|(name, _)| *name == SIGNATURE) {
        return Err(UrlRefusal::Unsigned);
    }
    let url = authentic(path, query, key).ok_or(UrlRefusal::Invalid)?;
    if matches!(url, SignedUrl::OfKey { expires_at, .. } if now >= expires_at) {
        return Err(UrlRefusal::Expired);
    }
    Ok(url)
}

fn authentic(path: &str, query: &[(&str, &str)], key: &SignedUrlKey) -> Option<SignedUrl> {
    let mut given = [0; 32];
    let given = Base64UrlUnpadded::decode(the_one(query, SIGNATURE)?, &mut given).ok()?;
    let has = |name: &str| query.iter().any(|(it, _)| *it == name);
    // Compares in constant time. The values are parsed only after they are authenticated.
    let verify = |signed: &[&str]| mac(path, query, signed, key).verify_slice(given).ok();
    if has(EMBED) {
        let id = the_one(query, EMBED)?;
        if has(KEY) || has(EXPIRES) {
            return None;
        }
        verify(&[OF_EMBED, id])?;
        return id.parse().ok().map(SignedUrl::Embed);
    }
    let (key_text, expires_text) = (the_one(query, KEY)?, the_one(query, EXPIRES)?);
    verify(&[OF_KEY, key_text, expires_text])?;
    let expires: i64 = expires_text.parse().ok()?;
    Some(SignedUrl::OfKey {
        key: key_text.parse().ok()?,
        expires_at: Timestamp::from_micros(expires.checked_mul(1_000_000)?),
    })
}

/// Returns the value of a parameter that occurs exactly once.
fn the_one<'a>(query: &[(&str, &'a str)], name: &str) -> Option<&'a str> {
    let mut values = query.iter().filter(|(it, _)| *it == name);
    match (values.next(), values.next()) {
        (Some((_, value)), None) => Some(value),
        _ => None,
    }
}

fn is_ours(name: &str) -> bool {
    PARAMETERS.contains(&name)
}

fn check_size(path: &str, query: &[(&str, &str)]) -> Result<(), UrlRefusal> {
    let bytes = query.iter().fold(path.len(), |sum, (name, value)| {
        sum.saturating_add(name.len()).saturating_add(value.len())
    });
    if query.len() > MAX_PARAMETERS || bytes > MAX_BYTES {
        return Err(UrlRefusal::TooLarge);
    }
    Ok(())
}

/// Computes the MAC. Each part is length-prefixed, so that no two URLs encode to the same bytes.
fn mac(
    path: &str,
    query: &[(&str, &str)],
    signed: &[&str],
    key: &SignedUrlKey,
) -> hmac::Hmac<sha2::Sha256> {
    let mut mac = key.mac();
    let mut part = |text: &str| {
        mac.update(&(text.len() as u64).to_be_bytes());
        mac.update(text.as_bytes());
    };
    let (kind, values) = signed.split_first().unwrap_or((&"", &[]));
    part(kind);
    part(path);
    values.iter().copied().for_each(&mut part);
    for (name, value) in query.iter().filter(|(name, _)| !is_ours(name)) {
        part(name);
        part(value);
    }
    mac
}

#[cfg(test)]
mod tests {

    use proptest::prelude::*;

    use super::*;
    use crate::master::MasterSecret;

    const NOW: Timestamp = Timestamp::from_micros(1_800_000_000_900_000);
    const PATH: &str = "/api/chart/natal";
    const QUERY: &[(&str, &str)] = &[
        ("date", "2000-01-01"),
        ("a", "1"),
        ("a", "2"),
        ("empty", ""),
    ];

    fn key() -> SignedUrlKey {
        MasterSecret::from_bytes([3; 32]).signed_url_key()
    }

    fn key_id() -> KeyId {
        KeyId::from_bytes(&[1; 16]).unwrap()
    }

    fn signed() -> Vec<(String, String)> {
        let signature = sign(PATH, QUERY, key_id(), &key(), NOW).unwrap();
        let own = QUERY
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let added = signature
            .parameters
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value));
        own.chain(added).collect()
    }

    fn check(
        path: &str,
        query: &[(String, String)],
        now: Timestamp,
    ) -> Result<SignedUrl, UrlRefusal> {
        let query: Vec<(&str, &str)> = query
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        verify(path, &query, &key(), now)
    }

    #[test]
    fn a_url_works_for_a_day() {
        let expires_at = Timestamp::from_micros(1_800_086_400_000_000);
        let good = Ok(SignedUrl::OfKey {
            key: key_id(),
            expires_at,
        });
        assert_eq!(check(PATH, &signed(), NOW), good);
        let last = Timestamp::from_micros(expires_at.micros() - 1);
        assert_eq!(check(PATH, &signed(), last), good);
        assert_eq!(check(PATH, &signed(), expires_at), Err(UrlRefusal::Expired));
    }

    #[test]
    fn what_signing_adds_needs_no_encoding_and_may_stand_anywhere() {
        let mut query = signed();
        for (_, value) in &query[QUERY.len()..] {
            assert!(
                value
                    .bytes()
                    .all(|it| it.is_ascii_alphanumeric() || b"-_".contains(&it))
            );
        }
        query.rotate_right(3);
        assert!(check(PATH, &query, NOW).is_ok());
    }

    #[test]
    fn any_change_is_found() {
        let invalid = |path: &str, change: fn(&mut Vec<(String, String)>)| {
            let mut query = signed();
            change(&mut query);
            assert_eq!(
                check(path, &query, NOW),
                Err(UrlRefusal::Invalid),
                "{path} {query:?}"
            );
        };
        invalid("/api/chart/transit", |_| {});
        invalid("/api/chart/natal/", |_| {});
        invalid(PATH, |query| query.swap(1, 2));
        invalid(PATH, |query| query[0].1.push('2'));
        invalid(PATH, |query| query[0].0.push('2'));
        invalid(PATH, |query| drop(query.remove(3)));
        invalid(PATH, |query| query.push(("more".to_owned(), String::new())));
        invalid(PATH, |query| query.push(("Key".to_owned(), String::new())));
        // A letter moved from a name into its value.
        invalid(PATH, |query| {
            query[0] = ("dat".to_owned(), "e2000-01-01".to_owned());
        });
        // A longer lifetime, another key, and each of the added parameters twice or missing.
        invalid(PATH, |query| query[5].1 = "1900000000".to_owned());
        invalid(PATH, |query| {
            query[4].1 = KeyId::from_bytes(&[2; 16]).unwrap().to_string();
        });
        for twice in 4..7 {
            let mut query = signed();
            query.push(query[twice].clone());
            assert_eq!(check(PATH, &query, NOW), Err(UrlRefusal::Invalid));
        }
        invalid(PATH, |query| drop(query.remove(4)));
        invalid(PATH, |query| drop(query.remove(5)));
        let mut unsigned = signed();
        unsigned.pop();
        assert_eq!(check(PATH, &unsigned, NOW), Err(UrlRefusal::Unsigned));
    }

    fn embed_id() -> EmbedUrlId {
        EmbedUrlId::from_bytes(&[7; 16]).unwrap()
    }

    #[test]
    fn an_embed_url_has_no_end_of_its_own_and_belongs_to_one_path_and_query() {
        let added = sign_embed(PATH, QUERY, embed_id(), &key()).unwrap();
        let own = QUERY.iter().copied();
        let added = added.iter().map(|(name, value)| (*name, value.as_str()));
        let query: Vec<(&str, &str)> = own.chain(added).collect();
        let years = NOW.plus(100 * LIFETIME);
        let good = Ok(SignedUrl::Embed(embed_id()));
        assert_eq!(verify(PATH, &query, &key(), years), good);
        let invalid = |path: &str, query: &[(&str, &str)]| {
            let refused = verify(path, query, &key(), NOW);
            assert_eq!(refused, Err(UrlRefusal::Invalid), "{path} {query:?}");
        };
        invalid("/api/chart/transit", &query);
        for index in 0..query.len() {
            let mut changed = query.clone();
            changed[index].1 = "changed";
            invalid(PATH, &changed);
        }
        let other = EmbedUrlId::from_bytes(&[8; 16]).unwrap().to_string();
        let mut changed = query.clone();
        changed[QUERY.len()].1 = &other;
        invalid(PATH, &changed);
        // Parameters of the other kind of URL are never ignored.
        for more in [(KEY, "k"), (EXPIRES, "1"), (EMBED, other.as_str())] {
            let mut changed = query.clone();
            changed.push(more);
            invalid(PATH, &changed);
        }
        let mut of_key = signed();
        of_key.push((EMBED.to_owned(), embed_id().to_string()));
        assert_eq!(check(PATH, &of_key, NOW), Err(UrlRefusal::Invalid));
    }

    #[test]
    fn reserved_names_and_large_queries_are_not_signed() {
        let check = |query: &[(&str, &str)], expected| {
            let result = sign(PATH, query, key_id(), &key(), NOW).map(drop);
            assert_eq!(result, expected);
        };
        for name in PARAMETERS {
            check(&[(name, "")], Err(UrlRefusal::ReservedParameter));
        }
        check(&[("a", "b"); MAX_PARAMETERS], Ok(()));
        check(&[("a", "b"); MAX_PARAMETERS + 1], Err(UrlRefusal::TooLarge));
        let long = "a".repeat(MAX_BYTES);
        check(&[("a", &long)], Err(UrlRefusal::TooLarge));
        let refusal = verify(PATH, &[("signature", &long)], &key(), NOW);
        assert_eq!(refusal, Err(UrlRefusal::TooLarge));
    }

    proptest! {
        #[test]
        fn a_changed_signature_is_always_found(position in 0_usize..43, byte in 0_u8..128) {
            let mut query = signed();
            let signature = &mut query[6].1;
            prop_assume!(signature.as_bytes()[position] != byte);
            signature.replace_range(position..=position, &char::from(byte).to_string());
            prop_assert_eq!(check(PATH, &query, NOW), Err(UrlRefusal::Invalid));
        }

        #[test]
        fn what_was_signed_verifies(path in "/\\PC{0,20}", query: Vec<(String, String)>) {
            let pairs: Vec<(&str, &str)> =
                query.iter().take(50).map(|(name, value)| (name.as_str(), value.as_str())).collect();
            if let Ok(signature) = sign(&path, &pairs, key_id(), &key(), NOW) {
                let mut all = pairs.clone();
                all.extend(signature.parameters.iter().map(|(name, value)| (*name, value.as_str())));
                let url = verify(&path, &all, &key(), NOW);
                let is_ours = matches!(url, Ok(SignedUrl::OfKey { key, .. }) if key == key_id());
                prop_assert!(is_ours);
            }
        }
    }
}
