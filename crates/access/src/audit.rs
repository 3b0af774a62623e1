//! The audit log's chain: each entry is sealed together with all before it.
//!
//! One chain per organization and one for the installation. The seal is keyed: an unkeyed chain could
//! be computed anew by whoever edits the database. Entry `n` has
//! `mac(n) = HMAC(audit key, mac(n - 1) ‖ fields)`, and `mac(0)` is derived from the chain's name, so
//! that entries cannot move between chains.
//!
//! The chain alone cannot see that its *end* was cut off: what is left is a valid chain. For that
//! there is the [`ChainHead`], stored apart from the entries and written with each of them. Whoever
//! can set both back goes unnoticed, unless a head was also written down elsewhere (an export, a
//! monitoring system); `finish` compares against whichever head it is given.

use std::fmt;

use hmac::Mac as _;
use subtle::ConstantTimeEq as _;

use crate::id::OrgId;
use crate::master::AuditKey;
use crate::timestamp::Timestamp;

/// Which chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChainId {
    /// What happens to the installation as a whole.
    Installation,
    /// What happens in one organization.
    Organization(OrgId),
}

impl fmt::Display for ChainId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Installation => f.write_str("installation"),
            Self::Organization(id) => fmt::Display::fmt(id, f),
        }
    }
}

/// One entry: who did what to whom, when, from where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// 1 for a chain's first entry, then without gaps.
    pub sequence: u64,
    /// When it happened.
    pub at: Timestamp,
    /// Who did it: a user's id, `operator`, `system`.
    pub actor: String,
    /// What was done: `key.create`.
    pub action: String,
    /// To what: an id.
    pub subject: String,
    /// The subject before, as JSON text. Opaque here: the very bytes are sealed, so the database
    /// must keep them as text.
    pub before: Option<String>,
    /// The subject after, as JSON text.
    pub after: Option<String>,
    /// The network address it came from, if it came over the network.
    pub source_address: Option<String>,
}

/// The seal of an entry and all before it.
#[derive(Clone, Copy)]
pub struct AuditMac([u8; 32]);

impl AuditMac {
    /// As read from the database.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// As written to the database.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl PartialEq for AuditMac {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for AuditMac {}

impl fmt::Debug for AuditMac {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AuditMac(")?;
        self.0[..4]
            .iter()
            .try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str("…)")
    }
}

/// The end of a chain: its last entry's number and seal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainHead {
    /// The number of the last entry; 0 for a chain without entries.
    pub sequence: u64,
    /// Its seal.
    pub mac: AuditMac,
}

impl ChainHead {
    /// The head of a chain without entries.
    pub fn genesis(chain: ChainId, key: &AuditKey) -> Self {
        let mut mac = key.mac();
        // A seal is made over 32 bytes and more than that, so nothing else is mistaken for this.
        mac.update(b"genesis/1/");
        mac.update(chain.to_string().as_bytes());
        let mac = AuditMac(mac.finalize().into_bytes().into());
        Self { sequence: 0, mac }
    }

    /// The number the next entry must have.
    pub const fn next_sequence(&self) -> u64 {
        self.sequence.saturating_add(1)
    }

    /// The head after `entry`. The caller holds a lock on the chain and writes the entry, its seal
    /// (`mac` of the answer) and the new head in the transaction of the change itself.
    ///
    /// # Errors
    ///
    /// When the entry does not have the next number.
    pub fn append(&self, entry: &AuditEntry, key: &AuditKey) -> Result<Self, AuditBreak> {
        if entry.sequence != self.next_sequence() {
            return Err(AuditBreak::Sequence {
                expected: self.next_sequence(),
                found: entry.sequence,
            });
        }
        Ok(Self {
            sequence: entry.sequence,
            mac: seal(self.mac, entry, key),
        })
    }
}

/// Where a chain is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditBreak {
    /// An entry is missing, repeated or out of place.
    Sequence {
        /// The number that should be here.
        expected: u64,
        /// The number that is.
        found: u64,
    },
    /// This entry or its seal was changed, or it was not written by this service.
    Changed {
        /// Its number.
        sequence: u64,
    },
    /// The chain does not end where its head says: entries after this one were cut off, or
    /// appended without the head.
    Head {
        /// The number of the last entry that is there.
        last: u64,
        /// The number the head has.
        head: u64,
    },
    /// There is neither an entry nor a head, where the chain began with what it belongs to.
    Missing,
}

impl AuditBreak {
    /// The first number that is not as it was written.
    pub const fn sequence(self) -> u64 {
        match self {
            Self::Sequence { expected, .. } => expected,
            Self::Changed { sequence } => sequence,
            Self::Head { last, head } => {
                let sound = if last < head { last } else { head };
                sound.saturating_add(1)
            }
            Self::Missing => 1,
        }
    }
}

impl fmt::Display for AuditBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sequence { expected, found } => {
                write!(
                    f,
                    "entry {expected} is missing: {found} stands in its place"
                )
            }
            Self::Changed { sequence } => {
                write!(f, "entry {sequence} is not as it was written")
            }
            Self::Head { last, head } => {
                write!(
                    f,
                    "the chain ends with entry {last}, its head is entry {head}"
                )
            }
            Self::Missing => f.write_str("the whole chain is missing"),
        }
    }
}

impl std::error::Error for AuditBreak {}

/// Verifies a chain entry by entry, so that a log of any length can be read in pages.
///
/// # Examples
///
/// ```
/// use access::{AuditBreak, AuditEntry, ChainHead, ChainId, ChainVerifier, MasterSecret, Timestamp};
///
/// let key = MasterSecret::from_bytes([1; 32]).audit_key();
/// let entry = AuditEntry {
///     sequence: 1,
///     at: Timestamp::from_micros(0),
///     actor: "operator".to_owned(),
///     action: "key.create".to_owned(),
///     subject: "key_0190a5e0b6c07d3a8f2e5b1c4d6e7f80".to_owned(),
///     before: None,
///     after: None,
///     source_address: None,
/// };
/// let head = ChainHead::genesis(ChainId::Installation, &key).append(&entry, &key)?;
///
/// let mut verifier = ChainVerifier::new(ChainId::Installation, &key);
/// verifier.take(&entry, head.mac)?;
/// assert_eq!(verifier.finish(head), Ok(head));
///
/// // Someone edits the entry in the database.
/// let edited = AuditEntry { actor: "system".to_owned(), ..entry };
/// let mut verifier = ChainVerifier::new(ChainId::Installation, &key);
/// assert_eq!(verifier.take(&edited, head.mac), Err(AuditBreak::Changed { sequence: 1 }));
/// # Ok::<(), AuditBreak>(())
/// ```
#[derive(Debug)]
pub struct ChainVerifier<'a> {
    key: &'a AuditKey,
    head: ChainHead,
}

impl<'a> ChainVerifier<'a> {
    /// Starts at the beginning of a chain.
    pub fn new(chain: ChainId, key: &'a AuditKey) -> Self {
        let head = ChainHead::genesis(chain, key);
        Self { key, head }
    }

    /// Takes the next entry, in order of their numbers, and the seal stored with it.
    ///
    /// # Errors
    ///
    /// When it is not the entry that was written there. What follows then proves nothing.
    pub fn take(&mut self, entry: &AuditEntry, stored: AuditMac) -> Result<(), AuditBreak> {
        let head = self.head.append(entry, self.key)?;
        if head.mac != stored {
            let sequence = entry.sequence;
            return Err(AuditBreak::Changed { sequence });
        }
        self.head = head;
        Ok(())
    }

    /// Ends, and compares with the head that was stored apart.
    ///
    /// # Errors
    ///
    /// When the chain ends elsewhere.
    pub fn finish(self, stored: ChainHead) -> Result<ChainHead, AuditBreak> {
        if self.head.sequence != stored.sequence {
            return Err(AuditBreak::Head {
                last: self.head.sequence,
                head: stored.sequence,
            });
        }
        if self.head.mac != stored.mac {
            let sequence = stored.sequence;
            return Err(AuditBreak::Changed { sequence });
        }
        Ok(self.head)
    }
}

/// Every field is preceded by its length, an absent one by none, so that no two entries have the same
/// bytes.
fn seal(previous: AuditMac, entry: &AuditEntry, key: &AuditKey) -> AuditMac {
    let mut mac = key.mac();
    mac.update(previous.as_bytes());
    mac.update(&entry.sequence.to_be_bytes());
    mac.update(&entry.at.micros().to_be_bytes());
    let fields = [
        Some(&entry.actor),
        Some(&entry.action),
        Some(&entry.subject),
        entry.before.as_ref(),
        entry.after.as_ref(),
        entry.source_address.as_ref(),
    ];
    for field in fields {
        mac.update(&[u8::from(field.is_some())]);
        if let Some(text) = field {
            mac.update(&(text.len() as u64).to_be_bytes());
            mac.update(text.as_bytes());
        }
    }
    AuditMac(mac.finalize().into_bytes().into())
}

#[cfg(test)]
mod tests;
