//! The hash chain of the audit log: the MAC of each entry covers all entries before it.
//!
//! There is one chain per organization and one for the installation. The MAC is keyed, because
//! anyone who can edit the database could recompute an unkeyed chain. Entry `n` has `mac(n) =
//! HMAC(audit key, mac(n - 1) ‖ fields)`. `mac(0)` is derived from the chain's name, so that
//! entries cannot move between chains.
//!
//! The chain alone cannot reveal that its *end* was truncated: the rest is a valid chain. The
//! [`ChainHead`] reveals it. The head is stored apart from the entries and written with each of
//! them. Resetting both goes unnoticed, unless a head was also recorded elsewhere (an export, a
//! monitoring system). `finish` compares against whichever head it is given.

use std::fmt;

use hmac::Mac as _;
use subtle::ConstantTimeEq as _;

use crate::id::OrgId;
use crate::master::AuditKey;
use crate::timestamp::Timestamp;

/// The identity of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChainId {
    /// Events of the installation as a whole.
    Installation,
    /// Events of one organization.
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

/// An audit log entry: who did what to which subject, when, and from where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// The sequence number: 1 for a chain's first entry, then without gaps.
    pub sequence: u64,
    /// When it happened.
    pub at: Timestamp,
    /// The actor: a user's id, `operator` or `system`.
    pub actor: String,
    /// The action, such as `key.create`.
    pub action: String,
    /// The subject's id.
    pub subject: String,
    /// The subject before the change, as JSON text. It is opaque here: the MAC covers the exact
    /// bytes, so the database must keep them as text.
    pub before: Option<String>,
    /// The subject after the change, as JSON text.
    pub after: Option<String>,
    /// The network address of the request, if it came over the network.
    pub source_address: Option<String>,
}

/// The MAC of an entry and all entries before it.
#[derive(Clone, Copy)]
pub struct AuditMac([u8; 32]);

impl AuditMac {
    /// Creates a MAC from the bytes stored in the database.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes to store in the database.
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

/// The end of a chain: the sequence number and MAC of its last entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainHead {
    /// The sequence number of the last entry; 0 for an empty chain.
    pub sequence: u64,
    /// The MAC of the last entry.
    pub mac: AuditMac,
}

impl ChainHead {
    /// Returns the head of an empty chain.
    pub fn genesis(chain: ChainId, key: &AuditKey) -> Self {
        let mut mac = key.mac();
        // An entry's MAC covers more than 32 bytes, so no entry collides with this input.
        mac.update(b"genesis/1/");
        mac.update(chain.to_string().as_bytes());
        let mac = AuditMac(mac.finalize().into_bytes().into());
        Self { sequence: 0, mac }
    }

    /// Returns the sequence number that the next entry must have.
    pub const fn next_sequence(&self) -> u64 {
        self.sequence.saturating_add(1)
    }

    /// Returns the head after `entry`. The caller holds a lock on the chain and writes the entry,
    /// its MAC (the `mac` of the returned head) and the new head in the same transaction as the
    /// change itself.
    ///
    /// # Errors
    ///
    /// Returns an error if the entry does not have the next sequence number.
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

/// The place where a chain is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuditBreak {
    /// An entry is missing, repeated or out of order.
    Sequence {
        /// The expected sequence number.
        expected: u64,
        /// The sequence number found.
        found: u64,
    },
    /// The entry or its MAC was changed, or was not written by this service.
    Changed {
        /// The entry's sequence number.
        sequence: u64,
    },
    /// The chain does not end at its head: entries after this one were truncated, or appended
    /// without updating the head.
    Head {
        /// The sequence number of the last entry found.
        last: u64,
        /// The sequence number in the head.
        head: u64,
    },
    /// Both the entries and the head are missing, although the chain starts when its owner is
    /// created.
    Missing,
}

impl AuditBreak {
    /// Returns the first sequence number that is not as written.
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
    /// Creates a verifier at the start of a chain.
    pub fn new(chain: ChainId, key: &'a AuditKey) -> Self {
        let head = ChainHead::genesis(chain, key);
        Self { key, head }
    }

    /// Verifies the next entry, in sequence order, against the MAC stored with it.
    ///
    /// # Errors
    ///
    /// Returns an error if the entry is not the one that was written. Entries after it then prove
    /// nothing.
    pub fn take(&mut self, entry: &AuditEntry, stored: AuditMac) -> Result<(), AuditBreak> {
        let head = self.head.append(entry, self.key)?;
        if head.mac != stored {
            let sequence = entry.sequence;
            return Err(AuditBreak::Changed { sequence });
        }
        self.head = head;
        Ok(())
    }

    /// Compares the end of the chain with the head that is stored apart.
    ///
    /// # Errors
    ///
    /// Returns an error if the chain ends elsewhere.
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

/// Computes the MAC of an entry. Each field is length-prefixed, and an absent field has no prefix,
/// so that no two entries encode to the same bytes.
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
