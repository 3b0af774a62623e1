//! Sends one request at a time and measures its cost: units, processor time of the service, bytes.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    thread,
    time::Duration,
};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::http::Request;

/// Longer than any deadline of the service.
const TIMEOUT: Duration = Duration::from_mins(2);
/// The kept part of a response; the rest is only counted. Enough for a list or an error.
const KEPT_BYTES: usize = 256 * 1024;
/// The service records a request after the response. How often, and at what interval, we check
/// whether it is done.
const LOOKS: u32 = 20;
const PAUSE: Duration = Duration::from_micros(500);

/// A response and its cost.
#[derive(Debug, Clone)]
pub(super) struct Outcome {
    pub(super) status: u16,
    /// The remaining quota, if the response contains it.
    pub(super) remaining: Option<u64>,
    /// Cookies that the response sets, to send them back.
    pub(super) cookies: Vec<String>,
    /// Length of the body on the wire.
    pub(super) bytes: u64,
    /// The beginning of the body.
    pub(super) body: Vec<u8>,
    /// Processor time of the service.
    pub(super) took: Duration,
}

impl Outcome {
    /// The body, if it is JSON and was kept completely.
    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

/// A connection to a service that nobody else uses.
pub(super) struct Probe {
    address: SocketAddr,
    process: u32,
    connection: Option<BufReader<TcpStream>>,
}

impl Probe {
    pub(super) fn new(address: SocketAddr, process: u32) -> Self {
        Self {
            address,
            process,
            connection: None,
        }
    }

    /// Sends a request and reads its whole response.
    pub(super) fn send(&mut self, request: &Request) -> Result<Outcome> {
        let before = self.processor_time()?;
        let message = request.encode(self.address);
        // The service may have closed an idle connection, or one whose request it refused early.
        let reused = self.connection.take();
        let reused = reused.and_then(|open| self.exchange(open, &message).ok());
        let mut outcome = if let Some(outcome) = reused {
            outcome
        } else {
            let fresh = self.connect()?;
            self.exchange(fresh, &message)?
        };
        let mut after = self.processor_time()?;
        for _ in 0..LOOKS {
            thread::sleep(PAUSE);
            let now = self.processor_time()?;
            if now == after {
                break;
            }
            after = now;
        }
        outcome.took = after.saturating_sub(before);
        Ok(outcome)
    }

    fn connect(&self) -> Result<BufReader<TcpStream>> {
        let stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(TIMEOUT))?;
        stream.set_nodelay(true)?;
        Ok(BufReader::with_capacity(64 * 1024, stream))
    }

    fn exchange(&mut self, mut open: BufReader<TcpStream>, message: &[u8]) -> Result<Outcome> {
        // A refusal may arrive before the whole request is sent. Then the rest cannot be sent.
        let sent = open.get_mut().write_all(message);
        let (outcome, keep) = read(&mut open)?;
        if keep && sent.is_ok() {
            self.connection = Some(open);
        }
        Ok(outcome)
    }

    /// The sum of all its threads. The counters in `/proc/<pid>/stat` are too coarse: ten
    /// milliseconds.
    fn processor_time(&self) -> Result<Duration> {
        let mut sum = Duration::ZERO;
        for task in std::fs::read_dir(format!("/proc/{}/task", self.process))? {
            // A thread may exit at any time.
            let Ok(line) = std::fs::read_to_string(task?.path().join("schedstat")) else {
                continue;
            };
            let spent = line.split(' ').next().and_then(|it| it.parse().ok());
            sum += Duration::from_nanos(spent.context("a thread has no processor times")?);
        }
        Ok(sum)
    }
}

/// The response, and whether the connection stays open.
fn read(from: &mut impl BufRead) -> Result<(Outcome, bool)> {
    let first = line(from)?;
    let status = first.strip_prefix("HTTP/1.1 ").and_then(|it| it.get(..3));
    let status = status.and_then(|it| it.parse().ok());
    let mut outcome = Outcome {
        status: status.with_context(|| format!("`{first}` is not a status line"))?,
        remaining: None,
        cookies: Vec::new(),
        bytes: 0,
        body: Vec::new(),
        took: Duration::ZERO,
    };
    let (mut length, mut chunked, mut keep) = (0, false, true);
    loop {
        let header = line(from)?;
        if header.is_empty() {
            break;
        }
        let (name, value) = header.split_once(": ").unwrap_or((&header, ""));
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.parse()?,
            "transfer-encoding" => chunked = true,
            "connection" => keep = value != "close",
            "x-quota-remaining" => outcome.remaining = value.parse().ok(),
            "set-cookie" => outcome
                .cookies
                .extend(value.split(';').next().map(str::to_owned)),
            _ => {}
        }
    }
    if !chunked {
        take(from, length, &mut outcome)?;
        return Ok((outcome, keep));
    }
    loop {
        let size = u64::from_str_radix(&line(from)?, 16).context("no length of a chunk")?;
        take(from, size, &mut outcome)?;
        line(from)?;
        if size == 0 {
            return Ok((outcome, keep));
        }
    }
}

fn line(from: &mut impl BufRead) -> Result<String> {
    let mut text = String::new();
    if from.read_line(&mut text)? == 0 {
        bail!("the service closed the connection");
    }
    Ok(text.trim_end().to_owned())
}

/// Counts a part of the body and keeps its beginning.
fn take(from: &mut impl BufRead, length: u64, outcome: &mut Outcome) -> Result<()> {
    outcome.bytes += length;
    let room = KEPT_BYTES.saturating_sub(outcome.body.len()) as u64;
    let kept = length.min(room);
    let read = from.by_ref().take(kept).read_to_end(&mut outcome.body)?;
    let rest = length - kept;
    let skipped = std::io::copy(&mut from.by_ref().take(rest), &mut std::io::sink())?;
    if (read as u64) < kept || skipped < rest {
        bail!("the response is truncated");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_with_a_length_and_in_chunks_are_counted() {
        let mut plain =
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Quota-Remaining: 7\r\n\r\nhi".as_bytes();
        let (outcome, keep) = read(&mut plain).unwrap();
        assert_eq!(
            (outcome.status, outcome.bytes, outcome.remaining),
            (200, 2, Some(7))
        );
        assert!(keep);
        let mut chunked =
            "HTTP/1.1 422 x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\n"
                .as_bytes();
        let (outcome, keep) = read(&mut chunked).unwrap();
        assert_eq!(
            (outcome.status, outcome.bytes, outcome.body.as_slice()),
            (422, 13, &b"abc0123456789"[..])
        );
        assert!(!keep);
        let mut cut = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi".as_bytes();
        assert!(read(&mut cut).is_err());
    }
}
