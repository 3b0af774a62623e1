//! Connections to the service: from a chosen source address, and with a deadline for every read.

use std::{
    io::{ErrorKind, Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};
use rustix::net::{
    AddressFamily, SocketFlags, SocketType, bind, connect, socket_with,
    sockopt::{Timeout, set_socket_timeout},
};

use crate::{http::ResponseReader, machine};

/// How long connecting and each write can take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// A read without remaining time still needs a timeout, because zero would mean none.
const MIN_TIMEOUT: Duration = Duration::from_millis(1);

const SMALL_BUFFER_BYTES: usize = 16 * 1024;
const LARGE_BUFFER_BYTES: usize = 64 * 1024;

/// Enough for the status line and the headers of a response.
const MAX_HEAD_BYTES: usize = 16 * 1024;

/// The end of a chunked body.
const LAST_CHUNK: &[u8] = b"\r\n0\r\n\r\n";

/// Connects from an address of this machine, because the service has limits per address.
pub(super) fn connect_from(source: Ipv4Addr, address: SocketAddr) -> Result<TcpStream> {
    let flags = SocketFlags::CLOEXEC;
    let socket = socket_with(AddressFamily::INET, SocketType::STREAM, flags, None)?;
    bind(&socket, &SocketAddr::from((source, 0)))
        .with_context(|| format!("{source} is not an address of this machine"))?;
    // On Linux, the timeout for sending limits connecting as well.
    set_socket_timeout(&socket, Timeout::Send, Some(CONNECT_TIMEOUT))?;
    connect(&socket, &address)?;
    let stream = TcpStream::from(socket);
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// A connection that stays open between requests with small responses.
pub(super) struct Connection {
    stream: TcpStream,
    reader: ResponseReader,
}

/// A complete response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) keep_alive: bool,
}

impl Connection {
    pub(super) fn open(source: Ipv4Addr, address: SocketAddr) -> Result<Self> {
        Ok(Self {
            stream: connect_from(source, address)?,
            reader: ResponseReader::default(),
        })
    }

    /// Sends a request and waits for its response. Fails if the deadline passes before it is
    /// complete.
    pub(super) fn send(&mut self, message: &[u8], deadline: Instant) -> Result<Answer> {
        self.stream.write_all(message)?;
        let mut buffer = [0; SMALL_BUFFER_BYTES];
        loop {
            match read(&mut self.stream, &mut buffer, deadline)? {
                None => bail!("the response took too long"),
                Some(0) => bail!("the service closed the connection"),
                Some(count) => self.reader.push(&buffer[..count]),
            }
            if let Some(response) = self.reader.take()? {
                return Ok(Answer {
                    status: response.status,
                    keep_alive: response.keep_alive,
                });
            }
        }
    }
}

/// The outcome of a request whose response is read and discarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The whole response arrived.
    Complete { status: u16, bytes: u64 },
    /// The service closed the connection within the response, for example at its deadline.
    Truncated { status: u16 },
    /// We closed the connection within the response, at our deadline.
    Abandoned,
}

/// Sends a request on a new connection and reads a response of any size without keeping it. The
/// request must contain `Connection: close`, because the response ends with the connection.
pub(super) fn discard_answer(
    source: Ipv4Addr,
    address: SocketAddr,
    message: &[u8],
    deadline: Instant,
) -> Result<Outcome> {
    let mut stream = connect_from(source, address)?;
    stream.write_all(message)?;
    let mut buffer = vec![0; LARGE_BUFFER_BYTES];
    let mut received = Received::default();
    loop {
        match read(&mut stream, &mut buffer, deadline)? {
            None => return Ok(Outcome::Abandoned),
            Some(0) => return received.outcome(),
            Some(count) => received.push(&buffer[..count]),
        }
    }
}

/// The beginning and the end of a response, and its length.
#[derive(Debug, Default)]
struct Received {
    head: Vec<u8>,
    tail: Vec<u8>,
    bytes: u64,
}

impl Received {
    fn push(&mut self, bytes: &[u8]) {
        let wanted = MAX_HEAD_BYTES.saturating_sub(self.head.len());
        self.head.extend(&bytes[..wanted.min(bytes.len())]);
        let last = bytes.len().saturating_sub(LAST_CHUNK.len());
        self.tail.extend(&bytes[last..]);
        let surplus = self.tail.len().saturating_sub(LAST_CHUNK.len());
        self.tail.drain(..surplus);
        self.bytes += bytes.len() as u64;
    }

    /// The outcome of a response after which the service closed the connection. Fails if there is
    /// none.
    fn outcome(&self) -> Result<Outcome> {
        let bytes = self.bytes;
        let status = status_of(&self.head).context("the service closed the connection")?;
        let is_complete = match self.expected_bytes() {
            Some(expected) => bytes == expected,
            None => self.tail == LAST_CHUNK,
        };
        if is_complete {
            Ok(Outcome::Complete { status, bytes })
        } else {
            Ok(Outcome::Truncated { status })
        }
    }

    /// Bytes of head and body together, if the head states them.
    fn expected_bytes(&self) -> Option<u64> {
        let text = String::from_utf8_lossy(&self.head);
        let (head, _) = text.split_once("\r\n\r\n")?;
        let lower = head.to_ascii_lowercase();
        let length = lower
            .lines()
            .find_map(|it| it.strip_prefix("content-length:"))?;
        let length: u64 = length.trim().parse().ok()?;
        Some(head.len() as u64 + 4 + length)
    }
}

/// The status in the first line of a response.
pub(super) fn status_of(head: &[u8]) -> Option<u16> {
    let code = head.strip_prefix(b"HTTP/1.1 ")?.get(..3)?;
    std::str::from_utf8(code).ok()?.parse().ok()
}

/// Reads available bytes. `None` if nothing arrives before the deadline.
fn read(stream: &mut TcpStream, buffer: &mut [u8], deadline: Instant) -> Result<Option<usize>> {
    let remaining = deadline.saturating_duration_since(machine::now());
    stream.set_read_timeout(Some(remaining.max(MIN_TIMEOUT)))?;
    match stream.read(buffer) {
        Ok(count) => Ok(Some(count)),
        Err(error) if is_timeout(error.kind()) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn is_timeout(kind: ErrorKind) -> bool {
    // A blocking read on Linux reports a timeout as the former.
    matches!(kind, ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pieces: &[&str], expected: Outcome) {
        let mut received = Received::default();
        for piece in pieces {
            received.push(piece.as_bytes());
        }
        assert_eq!(received.outcome().unwrap(), expected, "{pieces:?}");
    }

    #[test]
    fn an_answer_is_complete_when_its_last_byte_has_arrived() {
        let complete = |status, bytes| Outcome::Complete { status, bytes };
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";
        check(&[head, "hello"], complete(200, 43));
        check(&[head, "hell"], Outcome::Truncated { status: 200 });
        let head = "HTTP/1.1 422 x\r\nTransfer-Encoding: chunked\r\n\r\n";
        let body = "5\r\nhello\r\n0\r\n\r\n";
        check(&[head, body], complete(422, 61));
        let halves = body.split_at(body.len() - 2);
        check(&[head, halves.0, halves.1], complete(422, 61));
        check(&[head, halves.0], Outcome::Truncated { status: 422 });
        assert!(Received::default().outcome().is_err());
    }

    #[test]
    fn the_status_is_in_the_first_line() {
        assert_eq!(status_of(b"HTTP/1.1 429 Too Many"), Some(429));
        assert_eq!(status_of(b"HTTP/1.1 4"), None);
        assert_eq!(status_of(b"PRI * HTTP/2.0"), None);
    }
}
