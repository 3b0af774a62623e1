//! The subset of HTTP/1.1 that a probe and a load generator need: requests to bytes, bytes to
//! responses.

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    time::Duration,
};

use anyhow::{Context, Result, bail};

/// How long a probe waits for bytes.
const TIMEOUT: Duration = Duration::from_secs(5);

/// A request.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) method: &'static str,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    /// Its length goes into the head. The caller sets the header with its type.
    pub(crate) body: Vec<u8>,
}

impl Request {
    pub(crate) fn get(path: &str) -> Self {
        Self {
            method: "GET",
            path: path.to_owned(),
            headers: Vec::new(),
            body: Vec::new(),
        }
    }

    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The request as bytes, for a connection that stays open.
    pub(crate) fn encode(&self, host: SocketAddr) -> Vec<u8> {
        let first = format!("{} {} HTTP/1.1", self.method, self.path);
        let mut lines = vec![first, format!("Host: {host}")];
        lines.extend(
            self.headers
                .iter()
                .map(|(name, value)| format!("{name}: {value}")),
        );
        if !self.body.is_empty() {
            lines.push(format!("Content-Length: {}", self.body.len()));
        }
        let head = lines.join("\r\n") + "\r\n\r\n";
        [head.as_bytes(), &self.body].concat()
    }
}

/// A response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
    /// Whether the server keeps the connection open for another request.
    pub(crate) keep_alive: bool,
}

/// Assembles the responses of one connection from the pieces that arrive. Does not support
/// responses to HEAD and bodies that end with the connection, because our server sends neither.
#[derive(Debug, Default)]
pub(crate) struct ResponseReader {
    bytes: Vec<u8>,
}

impl ResponseReader {
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The next complete response, or `None` until more bytes arrive.
    pub(crate) fn take(&mut self) -> Result<Option<Response>> {
        loop {
            let Some(end) = find(&self.bytes, b"\r\n\r\n") else {
                return Ok(None);
            };
            let head = Head::parse(&self.bytes[..end])?;
            let begin = end + 4;
            if (100..200).contains(&head.status) {
                // Interim responses such as `100 Continue` have no body and precede the real one.
                self.bytes.drain(..begin);
                continue;
            }
            let Some((body, length)) = head.body(&self.bytes[begin..])? else {
                return Ok(None);
            };
            self.bytes.drain(..begin + length);
            return Ok(Some(Response {
                status: head.status,
                body,
                keep_alive: !head.close,
            }));
        }
    }
}

struct Head {
    status: u16,
    length: Option<usize>,
    chunked: bool,
    close: bool,
}

impl Head {
    fn parse(bytes: &[u8]) -> Result<Self> {
        let text = std::str::from_utf8(bytes).context("the head of a response is not text")?;
        let mut lines = text.split("\r\n");
        let first = lines.next().unwrap_or_default();
        let status = first
            .strip_prefix("HTTP/1.1 ")
            .and_then(|rest| rest.get(..3))
            .and_then(|code| code.parse().ok());
        let status = status.with_context(|| format!("`{first}` is not a status line"))?;
        let mut head = Self {
            status,
            length: None,
            chunked: false,
            close: false,
        };
        for line in lines {
            let (name, value) = line
                .split_once(':')
                .with_context(|| format!("`{line}` is not a header"))?;
            let value = value.trim();
            match name.to_ascii_lowercase().as_str() {
                "content-length" => {
                    head.length = Some(value.parse().context("a Content-Length is not a number")?);
                }
                "transfer-encoding" => head.chunked = value.eq_ignore_ascii_case("chunked"),
                "connection" => head.close = value.eq_ignore_ascii_case("close"),
                _ => {}
            }
        }
        Ok(head)
    }

    /// The body and its length on the wire, or `None` while it is incomplete.
    fn body(&self, bytes: &[u8]) -> Result<Option<(Vec<u8>, usize)>> {
        if matches!(self.status, 204 | 304) {
            return Ok(Some((Vec::new(), 0)));
        }
        if self.chunked {
            return dechunk(bytes);
        }
        let Some(length) = self.length else {
            bail!("a response has neither a length nor chunks")
        };
        Ok(bytes.get(..length).map(|body| (body.to_vec(), length)))
    }
}

fn dechunk(bytes: &[u8]) -> Result<Option<(Vec<u8>, usize)>> {
    let (mut body, mut at) = (Vec::new(), 0);
    loop {
        let Some(line) = find(&bytes[at..], b"\r\n") else {
            return Ok(None);
        };
        let text = String::from_utf8_lossy(&bytes[at..at + line]);
        let digits = text.split(';').next().unwrap_or_default().trim();
        let size = usize::from_str_radix(digits, 16)
            .with_context(|| format!("`{digits}` is not a chunk size"))?;
        at += line + 2;
        if size == 0 {
            // Trailer lines may follow; an empty line ends them.
            let Some(trailer) = find_end_of_trailer(&bytes[at..]) else {
                return Ok(None);
            };
            return Ok(Some((body, at + trailer)));
        }
        let Some(chunk) = bytes.get(at..at + size + 2) else {
            return Ok(None);
        };
        if !chunk.ends_with(b"\r\n") {
            bail!("a chunk is longer than its size");
        }
        body.extend_from_slice(&chunk[..size]);
        at += size + 2;
    }
}

fn find_end_of_trailer(bytes: &[u8]) -> Option<usize> {
    if bytes.starts_with(b"\r\n") {
        return Some(2);
    }
    find(bytes, b"\r\n\r\n").map(|at| at + 4)
}

fn find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    bytes
        .windows(needle.len())
        .position(|window| window == needle)
}

/// Sends one request on a new connection.
pub(crate) fn fetch(address: SocketAddr, request: &Request) -> Result<Response> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.write_all(&request.encode(address))?;
    let mut reader = ResponseReader::default();
    let mut buffer = [0; 16 * 1024];
    loop {
        let count = stream.read(&mut buffer)?;
        if count == 0 {
            bail!("the server closed the connection before the response was complete");
        }
        reader.push(&buffer[..count]);
        if let Some(response) = reader.take()? {
            return Ok(response);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds the bytes one by one, the hardest case, and collects the responses.
    fn read(bytes: &str) -> Result<Vec<(u16, String, bool)>> {
        let mut reader = ResponseReader::default();
        let mut answers = Vec::new();
        for byte in bytes.bytes() {
            reader.push(&[byte]);
            while let Some(response) = reader.take()? {
                answers.push((
                    response.status,
                    String::from_utf8(response.body)?,
                    response.keep_alive,
                ));
            }
        }
        Ok(answers)
    }

    fn check(bytes: &str, expected: &[(u16, &str, bool)]) {
        let answers = read(bytes).unwrap();
        let answers: Vec<_> = answers
            .iter()
            .map(|(status, body, alive)| (*status, body.as_str(), *alive))
            .collect();
        assert_eq!(answers, expected);
    }

    #[test]
    fn a_body_with_a_length_is_read() {
        check(
            "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello",
            &[(200, "hello", true)],
        );
        check(
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
            &[(200, "", true)],
        );
    }

    #[test]
    fn chunks_are_joined() {
        let bytes = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nA;x=1\r\n, world \r\n\r\n0\r\n\r\n";
        check(bytes, &[(200, "hello, world \r\n", true)]);
        let trailer =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nX-Sum: 1\r\n\r\n";
        check(trailer, &[(200, "a", true)]);
    }

    #[test]
    fn responses_on_one_connection_stay_apart() {
        let bytes = "HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 429 Too Many\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno";
        check(bytes, &[(204, "", true), (429, "no", false)]);
    }

    #[test]
    fn an_interim_answer_is_passed_over() {
        check(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx",
            &[(200, "x", true)],
        );
    }

    #[test]
    fn what_is_no_response_is_refused() {
        for bytes in [
            "HTTP/1.1 OK\r\n\r\n",
            "hello\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc",
        ] {
            assert!(read(bytes).is_err(), "{bytes:?}");
        }
    }

    #[test]
    fn a_request_is_encoded_with_its_headers() {
        let address = "127.0.0.1:80".parse().unwrap();
        let bytes = Request::get("/x").header("A", "b").encode(address);
        assert_eq!(
            bytes,
            b"GET /x HTTP/1.1\r\nHost: 127.0.0.1:80\r\nA: b\r\n\r\n"
        );
        let post = Request {
            method: "POST",
            body: b"{}".to_vec(),
            ..Request::get("/x")
        };
        assert_eq!(
            post.encode(address),
            b"POST /x HTTP/1.1\r\nHost: 127.0.0.1:80\r\nContent-Length: 2\r\n\r\n{}"
        );
    }
}
