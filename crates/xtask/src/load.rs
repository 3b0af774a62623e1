//! A load generator: a closed loop of connections that each send the next request when the response
//! is complete. It shares the machine with the server it measures, so a few threads each serve many
//! connections with `poll`.

use std::{
    collections::BTreeMap,
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Result, anyhow, bail};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::{
    http::{Request, ResponseReader},
    machine,
};

/// How long responses can take after the last request was sent.
const DRAIN: Duration = Duration::from_secs(10);

/// What to send, over how many connections, for how long.
#[derive(Debug)]
pub(crate) struct Load {
    pub(crate) address: SocketAddr,
    /// Each connection goes through these in turn.
    pub(crate) messages: Vec<Vec<u8>>,
    pub(crate) connections: usize,
    pub(crate) threads: usize,
    pub(crate) duration: Duration,
}

impl Load {
    /// The requests as bytes.
    pub(crate) fn messages(address: SocketAddr, requests: &[Request]) -> Vec<Vec<u8>> {
        requests.iter().map(|it| it.encode(address)).collect()
    }

    pub(crate) fn run(&self) -> Result<Measured> {
        let messages = &self.messages;
        if messages.is_empty() || self.connections == 0 {
            bail!("a load test needs at least one request and one connection");
        }
        let mut open = Vec::new();
        // Far apart, so that connections do not repeat each other's requests and hit the cache.
        for number in 0..self.connections {
            let first = number * messages.len() / self.connections;
            open.push(Connection::open(self.address, first)?);
        }
        // Only now, because accepting many connections at once may take a server long.
        let begin = machine::now();
        let worker = Worker {
            address: self.address,
            messages,
            end: begin + self.duration,
        };
        let share = open.len().div_ceil(self.threads.clamp(1, self.connections));
        let parts: Result<Vec<Measured>> = thread::scope(|scope| {
            let mut threads = Vec::new();
            while !open.is_empty() {
                let connections = open.split_off(open.len().saturating_sub(share));
                threads.push(scope.spawn(|| worker.run(connections)));
            }
            let joined = threads.into_iter().map(|thread| {
                thread
                    .join()
                    .map_err(|_| anyhow!("a load thread panicked"))?
            });
            joined.collect()
        });
        let mut all = Measured::default();
        for part in parts? {
            all.answered(part);
        }
        all.elapsed = begin.elapsed();
        Ok(all)
    }
}

/// The result of a load.
#[derive(Debug, Default, Clone)]
pub(crate) struct Measured {
    /// Latencies of the responses with each status.
    latencies_ns: BTreeMap<u16, Vec<u64>>,
    /// Connections that ended before the response was complete, and responses that are not HTTP.
    pub(crate) broken: u64,
    elapsed: Duration,
}

impl Measured {
    /// Adds a later measurement.
    pub(crate) fn followed_by(&mut self, other: Self) {
        self.elapsed += other.elapsed;
        self.answered(other);
    }

    /// Adds a concurrent measurement.
    pub(crate) fn beside(&mut self, other: Self) {
        self.elapsed = self.elapsed.max(other.elapsed);
        self.answered(other);
    }

    fn answered(&mut self, other: Self) {
        for (status, latencies) in other.latencies_ns {
            let known = self.latencies_ns.entry(status).or_default();
            known.extend(latencies);
        }
        self.broken += other.broken;
    }

    pub(crate) fn requests(&self) -> usize {
        self.latencies_ns.values().map(Vec::len).sum()
    }

    pub(crate) fn requests_per_second(&self) -> f64 {
        self.requests() as f64 / self.elapsed.as_secs_f64().max(f64::MIN_POSITIVE)
    }

    pub(crate) fn with_status(&self, status: u16) -> u64 {
        self.latencies_ns
            .get(&status)
            .map_or(0, |it| it.len() as u64)
    }

    /// Every status but 200 and 429, with its count.
    pub(crate) fn other_statuses(&self) -> impl Iterator<Item = (u16, u64)> {
        self.latencies_ns
            .iter()
            .map(|(status, latencies)| (*status, latencies.len() as u64))
            .filter(|(status, _)| !matches!(status, 200 | 429))
    }

    /// The latencies at these quantiles, in milliseconds.
    pub(crate) fn percentiles_ms<const N: usize>(&self, shares: [f64; N]) -> [f64; N] {
        percentiles_ms(self.latencies_ns.values().flatten().copied(), shares)
    }

    /// The same for the responses with one status.
    pub(crate) fn percentiles_of_ms<const N: usize>(
        &self,
        status: u16,
        shares: [f64; N],
    ) -> [f64; N] {
        let latencies = self.latencies_ns.get(&status).into_iter().flatten();
        percentiles_ms(latencies.copied(), shares)
    }

    /// Counts a response.
    pub(crate) fn record(&mut self, status: u16, latency: Duration) {
        let latency_ns = u64::try_from(latency.as_nanos()).unwrap_or(u64::MAX);
        self.latencies_ns
            .entry(status)
            .or_default()
            .push(latency_ns);
    }

    /// The responses other than 200.
    pub(crate) fn failures(&self) -> u64 {
        self.requests() as u64 - self.with_status(200) + self.broken
    }
}

fn percentiles_ms<const N: usize>(
    latencies_ns: impl Iterator<Item = u64>,
    shares: [f64; N],
) -> [f64; N] {
    let mut sorted: Vec<u64> = latencies_ns.collect();
    sorted.sort_unstable();
    shares.map(|share| nearest_rank(&sorted, share) as f64 / 1e6)
}

/// The smallest value that at least this share of the values does not exceed. 0 if there are none.
fn nearest_rank(sorted: &[u64], share: f64) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share between 0 and 1 of a length is a length"
    )]
    let rank = (sorted.len() as f64 * share.clamp(0.0, 1.0)).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(0)
}

struct Worker<'a> {
    address: SocketAddr,
    messages: &'a [Vec<u8>],
    end: Instant,
}

impl Worker<'_> {
    fn run(&self, mut connections: Vec<Connection>) -> Result<Measured> {
        let mut measured = Measured::default();
        for connection in &mut connections {
            connection.send(self.messages)?;
        }
        while !connections.is_empty() {
            let now = machine::now();
            if now > self.end + DRAIN {
                measured.broken += connections.len() as u64;
                break;
            }
            let ready = wait(&connections)?;
            for index in ready.into_iter().rev() {
                if !self.turn(&mut connections[index], &mut measured)? {
                    connections.swap_remove(index);
                }
            }
        }
        Ok(measured)
    }

    /// Reads what arrived and sends the next request after a complete response. Returns false when
    /// this connection is done.
    fn turn(&self, connection: &mut Connection, measured: &mut Measured) -> Result<bool> {
        let reopen = match connection.receive() {
            Ok(None) => return Ok(true),
            Ok(Some((status, keep_alive))) => {
                measured.record(status, connection.sent.elapsed());
                !keep_alive
            }
            Err(_) => {
                measured.broken += 1;
                true
            }
        };
        if machine::now() >= self.end || machine::stopped() {
            return Ok(false);
        }
        if reopen {
            *connection = Connection::open(self.address, connection.next)?;
        }
        // A server may close an idle connection at any time: that costs one request, not the run.
        if connection.send(self.messages).is_err() {
            measured.broken += 1;
            *connection = Connection::open(self.address, connection.next)?;
            connection.send(self.messages)?;
        }
        Ok(true)
    }
}

/// The connections with data to read. Empty if nothing happened for a while.
fn wait(connections: &[Connection]) -> Result<Vec<usize>> {
    let mut waiting: Vec<_> = connections
        .iter()
        .map(|one| PollFd::new(&one.stream, PollFlags::IN))
        .collect();
    let patience = Timespec {
        tv_sec: 0,
        tv_nsec: 200_000_000,
    };
    match poll(&mut waiting, Some(&patience)) {
        Ok(_) | Err(rustix::io::Errno::INTR) => {}
        Err(error) => bail!("waiting for responses failed: {error}"),
    }
    Ok((0..waiting.len())
        .filter(|index| !waiting[*index].revents().is_empty())
        .collect())
}

struct Connection {
    stream: TcpStream,
    reader: ResponseReader,
    /// Counts the requests; the position in the list is the remainder.
    next: usize,
    sent: Instant,
}

impl Connection {
    /// `first` makes connections start at different places of the list.
    fn open(address: SocketAddr, first: usize) -> Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        Ok(Self {
            stream,
            reader: ResponseReader::default(),
            next: first,
            sent: machine::now(),
        })
    }

    fn send(&mut self, messages: &[Vec<u8>]) -> Result<()> {
        let message = &messages[self.next % messages.len()];
        self.next += 1;
        self.sent = machine::now();
        Ok(self.stream.write_all(message)?)
    }

    /// The status and whether the connection stays open, once the response is complete.
    fn receive(&mut self) -> Result<Option<(u16, bool)>> {
        let mut buffer = [0; 16 * 1024];
        let count = self.stream.read(&mut buffer)?;
        if count == 0 {
            bail!("the server closed the connection");
        }
        self.reader.push(&buffer[..count]);
        Ok(self
            .reader
            .take()?
            .map(|response| (response.status, response.keep_alive)))
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn a_percentile_is_a_value_that_was_measured() {
        let hundred: Vec<u64> = (1..=100).collect();
        for (share, expected) in [(0.0, 1), (0.5, 50), (0.501, 51), (0.99, 99), (1.0, 100)] {
            assert_eq!(nearest_rank(&hundred, share), expected, "{share}");
        }
        assert_eq!(nearest_rank(&[7], 0.5), 7);
        assert_eq!(nearest_rank(&[1, 2, 3], 0.5), 2);
        assert_eq!(nearest_rank(&[], 0.99), 0);
    }

    #[test]
    fn rounds_add_up() {
        let round = |latencies_ns: &[u64], status, seconds| Measured {
            latencies_ns: BTreeMap::from([(status, latencies_ns.to_vec())]),
            broken: 1,
            elapsed: Duration::from_secs(seconds),
        };
        let mut sum = round(&[3_000_000, 1_000_000], 200, 1);
        sum.followed_by(round(&[2_000_000, 4_000_000], 429, 3));
        assert_eq!(
            (
                sum.requests(),
                sum.with_status(200),
                sum.with_status(429),
                sum.broken
            ),
            (4, 2, 2, 2)
        );
        assert!((sum.requests_per_second() - 1.0).abs() < 1e-9);
        let [p50, p99] = sum.percentiles_ms([0.5, 0.99]);
        assert!(
            (p50 - 2.0).abs() < 1e-9 && (p99 - 4.0).abs() < 1e-9,
            "{p50} {p99}"
        );
        assert_eq!(sum.other_statuses().count(), 0);
        let [of_429] = sum.percentiles_of_ms(429, [0.99]);
        assert!((of_429 - 4.0).abs() < 1e-9, "{of_429}");
        let [of_200] = sum.percentiles_of_ms(200, [0.99]);
        assert!((of_200 - 3.0).abs() < 1e-9, "{of_200}");
        assert_eq!(sum.failures(), 4);
    }

    /// A server that returns 200 and 503 in turn and closes each connection after its third
    /// response.
    fn serve(listener: &TcpListener) {
        while let Ok((mut stream, _)) = listener.accept() {
            thread::spawn(move || {
                for answer in 0..3 {
                    let mut request = [0; 1024];
                    if !matches!(stream.read(&mut request), Ok(count) if count > 0) {
                        return;
                    }
                    let (status, connection) = (
                        if answer == 1 { 503 } else { 200 },
                        if answer == 2 { "close" } else { "keep-alive" },
                    );
                    let text = format!(
                        "HTTP/1.1 {status} x\r\nContent-Length: 2\r\nConnection: {connection}\r\n\r\nok"
                    );
                    stream.write_all(text.as_bytes()).unwrap();
                }
            });
        }
    }

    #[test]
    fn connections_are_reopened_and_every_answer_is_counted() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || serve(&listener));
        let load = Load {
            address,
            messages: Load::messages(address, &[Request::get("/")]),
            connections: 5,
            threads: 2,
            duration: Duration::from_millis(200),
        };
        let measured = load.run().unwrap();
        assert_eq!(measured.broken, 0);
        assert!(measured.requests() > 15, "{measured:?}");
        let refused = measured.with_status(503);
        assert_eq!(
            measured.other_statuses().collect::<Vec<_>>(),
            [(503, refused)]
        );
        assert_eq!(
            measured.with_status(200) + refused,
            measured.requests() as u64
        );
    }
}
