//! Typed identifiers: a prefix that names the type, and a `UUIDv7` that sorts by creation time.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

use uuid::Uuid;
use uuid::fmt::Simple;

use crate::random::Random;
use crate::timestamp::Timestamp;

/// Text that is not an identifier of the expected kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdError {
    /// The expected prefix, for example `org_`.
    pub prefix: &'static str,
}

impl fmt::Display for IdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = self.prefix;
        write!(
            f,
            "Expected `{prefix}` followed by 32 lower-case hexadecimal digits."
        )
    }
}

impl std::error::Error for IdError {}

/// Declares distinct identifier types.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal,)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Uuid);

        impl $name {
            /// The prefix of the text form.
            pub const PREFIX: &'static str = $prefix;

            /// Creates a new identifier at `now`.
            pub fn new(now: Timestamp, random: &dyn Random) -> Self {
                Self(SEQUENCE.next(now, random))
            }

            /// Returns the sixteen bytes of the id.
            pub const fn bytes(&self) -> &[u8; 16] {
                self.0.as_bytes()
            }

            /// Returns when it was created, to the millisecond.
            pub fn created_at(&self) -> Timestamp {
                Timestamp::from_micros(id_millis(self.bytes()) * 1_000)
            }

            /// Creates an id from its bytes. Returns `None` if there are not sixteen.
            pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
                Uuid::from_slice(bytes).ok().map(Self)
            }

            /// Returns the text form without an allocation.
            pub fn text(&self) -> IdText {
                IdText::of(Self::PREFIX, self.0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.text())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                parse(text, Self::PREFIX).map(Self).ok_or(IdError { prefix: Self::PREFIX })
            }
        }
    )+};
}

ids! {
    /// An organization: the tenant.
    ///
    /// # Examples
    ///
    /// ```
    /// use access::{KeyId, OrgId};
    ///
    /// let text = "org_0190a5e0b6c07d3a8f2e5b1c4d6e7f80";
    /// let id: OrgId = text.parse()?;
    /// assert_eq!(id.to_string(), text);
    /// assert_eq!(OrgId::from_bytes(id.bytes()), Some(id));
    /// // The id of an organization is not the id of a key.
    /// assert!(text.parse::<KeyId>().is_err());
    /// # Ok::<(), access::IdError>(())
    /// ```
    OrgId = "org_",
    /// An API key (its record, never its secret).
    KeyId = "key_",
    /// A person.
    UserId = "usr_",
    /// A signed-in browser (its record, never its token).
    SessionId = "ses_",
    /// An invitation to an organization (its record, never its token).
    InvitationId = "inv_",
    /// An e-mail in the outbox.
    MailId = "mail_",
    /// A text of an organization: a custom copy or its own.
    ContentId = "cnt_",
    /// A line of an organization's bill.
    BillingLineId = "bill_",
    /// An alert that was sent to an organization.
    AlertId = "alr_",
    /// A webhook endpoint of an organization.
    WebhookId = "whk_",
    /// A message to a webhook endpoint.
    DeliveryId = "msg_",
    /// An image URL for web pages that a person created.
    EmbedUrlId = "emb_",
    /// A chatbot of an organization.
    ChatbotId = "bot_",
    /// The birth data of someone that a chatbot talks about.
    ChatProfileId = "prf_",
    /// A conversation with a chatbot.
    ConversationId = "cnv_",
    /// A statement of a period and its invoice.
    StatementId = "stm_",
    /// One request; also the id of its row in the ledger.
    RequestId = "req_",
}

/// The text of an identifier, on the stack: every counted request formats several.
#[derive(Clone, Copy)]
pub struct IdText {
    bytes: [u8; Self::MAX],
    length: usize,
}

impl IdText {
    /// The length of the longest prefix and 32 digits.
    const MAX: usize = 40;

    fn of(prefix: &str, id: Uuid) -> Self {
        let mut bytes = [0; Self::MAX];
        let length = prefix.len() + Simple::LENGTH;
        bytes[..prefix.len()].copy_from_slice(prefix.as_bytes());
        id.as_simple().encode_lower(&mut bytes[prefix.len()..]);
        Self { bytes, length }
    }
}

impl Deref for IdText {
    type Target = str;

    fn deref(&self) -> &str {
        str::from_utf8(&self.bytes[..self.length]).expect("a prefix and digits are ASCII")
    }
}

impl fmt::Debug for IdText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

/// Generates ids in order, so that ids created together are listed in the order of their creation.
///
/// It holds the millisecond of the newest id and, in the lowest bits, the id's position within it.
/// Milliseconds are compared only for equality, so the bits that fit are enough: they repeat after
/// eight years.
struct Sequence(AtomicU64);

/// The id sequence of this process.
static SEQUENCE: Sequence = Sequence(AtomicU64::new(0));

impl Sequence {
    /// The number of bits that count within a millisecond (RFC 9562, section 6.2, method 1).
    const COUNTED: u32 = 26;

    /// Returns a `UUIDv7` above all others created in the same millisecond.
    ///
    /// The count starts at a random value in its lower half, so that two nodes that start a
    /// millisecond at the same time do not rely on the 48 random bits behind it alone.
    fn next(&self, now: Timestamp, random: &dyn Random) -> Uuid {
        let mut bytes = [0; 10];
        random.fill(&mut bytes);
        let [a, b, c, d, ..] = bytes;
        let start = u32::from_be_bytes([a, b, c, d]) >> (u32::BITS - Self::COUNTED + 1);
        let first = now.unix_millis() << Self::COUNTED | u64::from(start);
        let following = |newest: u64| {
            let same = newest >> Self::COUNTED == first >> Self::COUNTED;
            if same { newest + 1 } else { first }
        };
        let order = Ordering::Relaxed;
        let update = self.0.fetch_update(order, order, |it| Some(following(it)));
        let made = following(update.unwrap_or_else(|it| it));
        // The top four bits of the first byte are the version, and the top two of the third are the
        // variant.
        let ([.., a, b], [.., c, d]) = ((made >> 14).to_be_bytes(), made.to_be_bytes());
        bytes[..4].copy_from_slice(&[a, b, c, d]);
        uuid::Builder::from_unix_timestamp_millis(now.unix_millis(), &bytes).into_uuid()
    }
}

/// Returns the first 48 bits of a `UUIDv7` (RFC 9562, section 5.7): milliseconds since 1970.
const fn id_millis(bytes: &[u8; 16]) -> i64 {
    let [a, b, c, d, e, f, ..] = *bytes;
    i64::from_be_bytes([0, 0, a, b, c, d, e, f])
}

/// Parses the only accepted spelling of an id. Upper case, hyphens and braces, which `Uuid` itself
/// accepts, are refused: two spellings of one id would be two cache entries and two audit subjects.
fn parse(text: &str, prefix: &str) -> Option<Uuid> {
    let hex = text.strip_prefix(prefix)?;
    let canonical = hex.len() == 32
        && hex
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if !canonical {
        return None;
    }
    Uuid::try_parse(hex).ok()
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::random::tests::Counting;

    #[test]
    fn ids_sort_by_the_time_they_were_made() {
        let random = Counting(Cell::new(255));
        let earlier = OrgId::new(Timestamp::from_micros(1_000_000), &random);
        let later = OrgId::new(Timestamp::from_micros(2_000_000), &random);
        assert!(earlier < later);
        assert!(earlier.to_string() < later.to_string());
    }

    #[test]
    fn ids_of_one_instant_sort_by_the_order_they_were_made_in() {
        let random = Counting(Cell::new(255));
        let now = Timestamp::from_micros(1_700_000_000_123_456);
        let sequence = Sequence(AtomicU64::new(0));
        let ids: Vec<_> = (0..10_000).map(|_| sequence.next(now, &random)).collect();
        assert!(ids.is_sorted_by(|one, next| one < next));
        for id in ids {
            assert_eq!(id.get_version_num(), 7);
            assert_eq!(id.get_variant(), uuid::Variant::RFC4122);
            let (seconds, nanos) = id.get_timestamp().unwrap().to_unix();
            assert_eq!((seconds, nanos), (1_700_000_000, 123_000_000));
        }
    }

    #[test]
    fn an_id_tells_the_millisecond_it_was_created_in() {
        let random = Counting(Cell::new(255));
        let id = RequestId::new(Timestamp::from_micros(1_700_000_000_123_456), &random);
        assert_eq!(id.created_at().micros(), 1_700_000_000_123_000);
    }

    #[test]
    fn text_round_trips_and_has_one_spelling() {
        let id = KeyId::new(Timestamp::from_micros(0), &Counting(Cell::new(0)));
        let text = id.to_string();
        assert_eq!(text.parse::<KeyId>(), Ok(id));
        assert!(
            text.parse::<OrgId>().is_err(),
            "a key id is not an organization id"
        );
        assert!(text.to_uppercase().parse::<KeyId>().is_err());
        assert_eq!(KeyId::from_bytes(id.bytes()), Some(id));
        assert_eq!(KeyId::from_bytes(&id.bytes()[1..]), None);
        let hyphenated = format!("key_{}", id.0.as_hyphenated());
        assert!(hyphenated.parse::<KeyId>().is_err());
    }
}
