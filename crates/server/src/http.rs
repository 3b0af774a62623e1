//! Everything between the socket and the operations.

mod body;
mod connection;
mod cors;
mod envelope;
mod listener;
mod proxy;
mod tls;
mod version;

pub use connection::ConnectionLimits;
pub use connection::Peer;
pub use envelope::Trace;
pub(crate) use envelope::in_envelope;
pub use listener::{Listener, raise_open_file_limit};
pub use tls::{Tls, TlsError};
