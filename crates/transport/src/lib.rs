//! From a socket to a request, and from a response to the socket: connections, TLS, limits of each
//! client address, slots for requests, compression, and responses that nobody reads.
//!
//! Operations, routes and credentials are deliberately absent here: a request is a method, a path
//! and bytes.

mod activity;
mod address;
mod admission;
mod body;
mod coding;
mod compression;
mod connection;
mod entity_tag;
mod listener;
mod proxy;
mod seat;
mod send_buffer;
mod tls;
mod transport;
mod unsent;

pub use admission::{Admission, Refusal};
pub use compression::{SharedDocument, compress};
pub use connection::{ConnectionLimits, Link, Peer};
pub use listener::{Listener, raise_open_file_limit};
pub use proxy::client_address;
pub use tls::{Tls, TlsError};
pub use transport::Transport;
pub use unsent::{Recipient, SharedBody};
