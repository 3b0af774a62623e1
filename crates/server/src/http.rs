//! The layers between the socket and the operations.

mod activity;
mod address;
mod admission;
mod body;
mod compression;
mod connection;
mod cors;
mod envelope;
mod host;
mod listener;
mod proxy;
mod tls;
mod unsent;
mod version;

pub(crate) use address::{AddressLimits, Addresses, INCOMPLETE_WAIT};
pub(crate) use admission::{Refusal, RequestLimits};
pub(crate) use compression::{Compressor, SharedDocument};
pub use connection::ConnectionLimits;
pub use connection::Peer;
pub(crate) use envelope::in_envelope;
pub use listener::{Listener, raise_open_file_limit};
pub use tls::{Tls, TlsError};
pub(crate) use unsent::{Recipient, SharedBody, UnsentBytes};
