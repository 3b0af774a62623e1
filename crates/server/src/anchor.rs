//! Anchors: heads of the audit chains, stored out of reach of anyone who can change the database.
//!
//! If the entries and the head of a chain are rolled back together, the chain still verifies. A head
//! that was stored elsewhere reveals this: the chain must still contain that exact entry.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

use access::{AuditKey, AuditMac, ChainHead, ChainId, Timestamp};
use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use serde_json::{Value, json};
use store::{Store, StoreError};
use tokio::net::UdpSocket;

use config::AnchorTarget;
use http_api::clock::rfc3339;
use http_api::text::hex;
use notifications::webhook::{Resolver, Undelivered, WebhookClient};
use platform::Platform;

/// Heads in one message to a webhook.
const MAX_HEADS_AT_ONCE: usize = 500;
/// RFC 5424: facility 13 (log audit), severity 5 (notice).
const SYSLOG_PRIORITY: u8 = 13 * 8 + 5;

/// The head of a chain at some time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// The chain.
    pub chain: ChainId,
    /// Its head.
    pub head: ChainHead,
    /// Identifies the sealing key, because a rotation of the master secret re-seals every chain.
    pub key: String,
}

/// The result of a comparison with an anchor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The chain still contains the entry.
    Holds,
    /// The chain ends before the entry.
    Missing,
    /// The chain has a different entry in its place.
    Differs,
    /// The chain was re-sealed since, so it cannot be compared.
    SealedAnew,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Holds => "contains the anchored entry",
            Self::Missing => "the chain ends before the anchored entry",
            Self::Differs => "the anchored entry was replaced",
            Self::SealedAnew => {
                "the anchor is older than the rotation of the master secret; create a new one"
            }
        })
    }
}

/// A line that is not an anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnchorError;

impl fmt::Display for AnchorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an anchor; expected a line that `almagest audit head` printed")
    }
}

impl std::error::Error for AnchorError {}

impl Anchor {
    /// The heads of all chains.
    ///
    /// # Errors
    ///
    /// If the database is unreachable or contains unreadable data.
    pub async fn take(store: &Store, key: &AuditKey) -> Result<Vec<Self>, StoreError> {
        let name = key_name(key);
        let heads = store.audit_heads().await?.into_iter();
        let anchors = heads.map(|(chain, head)| Self {
            chain,
            head,
            key: name.clone(),
        });
        Ok(anchors.collect())
    }

    /// The anchor as JSON.
    pub fn document(&self, at: Timestamp) -> Value {
        json!({
            "chain": self.chain.to_string(),
            "sequence": self.head.sequence,
            "mac": hex(self.head.mac.as_bytes()),
            "key": self.key,
            "at": rfc3339(at),
        })
    }

    /// Reads an anchor from JSON.
    ///
    /// # Errors
    ///
    /// If the line is not the output of [`Anchor::document`].
    pub fn read(line: &str) -> Result<Self, AnchorError> {
        let document: Value = serde_json::from_str(line).map_err(|_| AnchorError)?;
        let text = |name: &str| document[name].as_str().ok_or(AnchorError);
        let chain = match text("chain")? {
            "installation" => ChainId::Installation,
            org => ChainId::Organization(org.parse().map_err(|_| AnchorError)?),
        };
        Ok(Self {
            chain,
            head: ChainHead {
                sequence: document["sequence"].as_u64().ok_or(AnchorError)?,
                mac: read_mac(text("mac")?).ok_or(AnchorError)?,
            },
            key: text("key")?.to_owned(),
        })
    }

    /// Whether the chain still contains the anchored entry. `verify_audit` checks the rest of the chain.
    ///
    /// # Errors
    ///
    /// If the database is unreachable or contains unreadable data.
    pub async fn compare(&self, store: &Store, key: &AuditKey) -> Result<Finding, StoreError> {
        if self.key != key_name(key) {
            return Ok(Finding::SealedAnew);
        }
        let found = match self.head.sequence {
            0 => Some(ChainHead::genesis(self.chain, key).mac),
            sequence => store.audit_mac(self.chain, sequence).await?,
        };
        Ok(match found {
            None => Finding::Missing,
            Some(mac) if mac == self.head.mac => Finding::Holds,
            Some(_) => Finding::Differs,
        })
    }
}

/// Identifies an audit key without revealing it.
fn key_name(key: &AuditKey) -> String {
    hex(&ChainHead::genesis(ChainId::Installation, key)
        .mac
        .as_bytes()[..8])
}

fn read_mac(text: &str) -> Option<AuditMac> {
    let digits = text.as_bytes();
    if digits.len() != 64 {
        return None;
    }
    let mut bytes = [0; 32];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        let digit = |it: u8| char::from(it).to_digit(16);
        *byte = u8::try_from(digit(pair[0])? * 16 + digit(pair[1])?).ok()?;
    }
    Some(AuditMac::from_bytes(bytes))
}

/// Why anchors could not be sent.
#[derive(Debug)]
pub enum SendError {
    /// The chains cannot be read.
    Store(StoreError),
    /// The webhook did not respond.
    Undelivered(Undelivered),
    /// The webhook responded with an error status.
    Status(u16),
    /// The syslog server is unreachable.
    Syslog(std::io::Error),
}

impl fmt::Display for SendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::Undelivered(error) => error.fmt(f),
            Self::Status(status) => write!(f, "the webhook returned status {status}"),
            Self::Syslog(error) => write!(f, "syslog server unreachable: {error}"),
        }
    }
}

impl std::error::Error for SendError {}

/// Sends the head of every audit chain to the configured target. Returns how many were sent.
///
/// # Errors
///
/// If they cannot be read or sent. The next round sends newer ones.
pub async fn send_anchors(platform: &Platform) -> Result<usize, SendError> {
    let target = &platform.config.audit_anchor;
    if *target == AnchorTarget::None {
        return Ok(0);
    }
    let now = platform.clock.now();
    let anchors = Anchor::take(&platform.store, &platform.keys.audit).await;
    let anchors = anchors.map_err(SendError::Store)?;
    let documents: Vec<_> = anchors.iter().map(|it| it.document(now)).collect();
    match target {
        AnchorTarget::None => {}
        AnchorTarget::Webhook(url) => {
            // The operator configured this URL, so private networks are allowed.
            let client = WebhookClient::new(everywhere(), Resolver::System);
            for portion in documents.chunks(MAX_HEADS_AT_ONCE) {
                let body = json!({ "type": "audit.heads", "heads": portion }).to_string();
                let status = client.post(url, &[], &body).await;
                let status = status.map_err(SendError::Undelivered)?;
                if !(200..300).contains(&status) {
                    return Err(SendError::Status(status));
                }
            }
        }
        AnchorTarget::Syslog { host, port } => {
            send_to_syslog(host, *port, &documents, now)
                .await
                .map_err(SendError::Syslog)?;
        }
    }
    Ok(documents.len())
}

/// Every network.
fn everywhere() -> Vec<IpNet> {
    let v4 = Ipv4Net::new(Ipv4Addr::UNSPECIFIED, 0).map(IpNet::V4);
    let v6 = Ipv6Net::new(Ipv6Addr::UNSPECIFIED, 0).map(IpNet::V6);
    [v4, v6].into_iter().flatten().collect()
}

/// One datagram per chain (RFC 5424 over UDP, RFC 5426).
async fn send_to_syslog(
    host: &str,
    port: u16,
    documents: &[Value],
    now: Timestamp,
) -> std::io::Result<()> {
    let nowhere = || std::io::Error::other("the host name has no address");
    let mut found = tokio::net::lookup_host((host, port)).await?;
    let address = found.next().ok_or_else(nowhere)?;
    let own = if address.is_ipv6() {
        "[::]:0"
    } else {
        "0.0.0.0:0"
    };
    let socket = UdpSocket::bind(own).await?;
    for document in documents {
        let message = syslog_message(document, now);
        socket.send_to(message.as_bytes(), address).await?;
    }
    Ok(())
}

fn syslog_message(document: &Value, now: Timestamp) -> String {
    let at = rfc3339(now);
    format!("<{SYSLOG_PRIORITY}>1 {at} - almagest - audit-head - {document}")
}

#[cfg(test)]
mod tests {
    use access::MasterSecret;

    use super::*;

    #[test]
    fn an_anchor_is_read_as_it_was_written() {
        let key = MasterSecret::from_bytes([1; 32]).audit_key();
        let anchor = Anchor {
            chain: ChainId::Installation,
            head: ChainHead::genesis(ChainId::Installation, &key),
            key: key_name(&key),
        };
        let document = anchor.document(Timestamp::from_micros(0));
        assert_eq!(Anchor::read(&document.to_string()), Ok(anchor));
        for wrong in ["", "{}", "[]", &document.to_string().replace("mac", "mak")] {
            assert_eq!(Anchor::read(wrong), Err(AnchorError), "{wrong}");
        }
        let message = syslog_message(&json!({}), Timestamp::from_micros(0));
        assert_eq!(
            message,
            "<109>1 1970-01-01T00:00:00Z - almagest - audit-head - {}"
        );
    }
}
