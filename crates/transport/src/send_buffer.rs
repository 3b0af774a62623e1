//! Bytes of responses in the operating system's send buffers: few while a connection is open, none
//! after its deadline. The limits of `unsent` end where these buffers begin.

use std::io;

use socket2::SockRef;
use tokio::net::TcpStream;
use tokio_rustls::server::TlsStream;

/// Bytes that the system accepts for a connection before it can send them. Without a limit, it
/// accepts megabytes that nobody reads.
const MAX_BUFFERED_BYTES: u32 = 64 * 1024;

/// Limits what the system buffers for a connection.
#[cfg(target_os = "linux")]
pub(crate) fn limit(stream: &TcpStream) -> io::Result<()> {
    SockRef::from(stream).set_tcp_notsent_lowat(MAX_BUFFERED_BYTES)
}

/// Limits what the system buffers for a connection.
#[cfg(not(target_os = "linux"))]
pub(crate) fn limit(stream: &TcpStream) -> io::Result<()> {
    SockRef::from(stream).set_send_buffer_size(4 * MAX_BUFFERED_BYTES as usize)
}

/// A connection that can be closed without its unsent bytes.
pub(crate) trait Discard {
    /// Makes the system discard unsent bytes when the connection closes. Otherwise it keeps them
    /// for minutes.
    fn discard_unsent(&self);
}

impl Discard for TcpStream {
    fn discard_unsent(&self) {
        if let Err(error) = self.set_zero_linger() {
            tracing::debug!(%error, "cannot discard the unsent bytes of a connection");
        }
    }
}

impl Discard for TlsStream<TcpStream> {
    fn discard_unsent(&self) {
        self.get_ref().0.discard_unsent();
    }
}

#[cfg(test)]
impl Discard for tokio::io::DuplexStream {
    fn discard_unsent(&self) {}
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use tokio::net::TcpListener;
    use tokio::net::TcpSocket;

    use super::*;

    /// The buffer of the peer, which never reads. The system doubles it.
    const PEER_BYTES: u32 = 16 * 1024;

    /// How many bytes the system accepts for a peer that reads none of them.
    async fn accepted(prepare: impl FnOnce(&TcpStream)) -> usize {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let peer = TcpSocket::new_v4().unwrap();
        peer.set_recv_buffer_size(PEER_BYTES).unwrap();
        let address = listener.local_addr().unwrap();
        let (_peer, stream) = tokio::join!(peer.connect(address), listener.accept());
        let (stream, _) = stream.unwrap();
        prepare(&stream);
        stream.writable().await.unwrap();
        let bytes = vec![0; 4 * 1024 * 1024];
        let mut sum = 0;
        while let Ok(count) = stream.try_write(&bytes) {
            sum += count;
        }
        sum
    }

    #[tokio::test]
    async fn the_system_buffers_little_of_what_nobody_reads() {
        let unlimited = accepted(|_| {}).await;
        let limited = accepted(|stream| limit(stream).unwrap()).await;
        let most = 4 * (MAX_BUFFERED_BYTES + PEER_BYTES) as usize;
        assert!(limited <= most, "{limited} of {unlimited} bytes");
        assert!(unlimited > most, "{unlimited} bytes are buffered otherwise");
    }
}
