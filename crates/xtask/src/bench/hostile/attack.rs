//! The attacks. Each runs for a while, closes everything it has opened, and reports what it did and
//! the responses, so that an attack that no longer works is noticed.

use std::{
    collections::BTreeMap,
    fmt,
    io::{ErrorKind, Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow, bail};
use serde_json::{Value, json};

use super::{
    connection::{Connection, Outcome, connect_from, discard_answer, status_of},
    http2::{Frames, unread_streams},
};
use crate::{http::Request, machine};

const ATTACKER_ADDRESS: Ipv4Addr = Ipv4Addr::LOCALHOST;

/// Connections of the attacks that send whole requests.
const REQUEST_CONNECTIONS: usize = 4;

/// How long to wait for the response to a request that was sent in time.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// Levels of a query parameter such as `a.a.a`.
const QUERY_DEPTH: usize = 3_000;
const POINT_NAME_BYTES: usize = 60_000;

/// Items of the batches whose sum exceeds the work limit of one request.
const REFUSED_ITEMS: usize = 300;
/// Tables of 1,000 rows that are just accepted: together they have less than 96 MiB.
const TABLE_ITEMS: usize = 13;
/// Slow items that are just accepted.
pub(super) const SLOW_ITEMS: usize = 500;

const HALF_SENT_BODIES: usize = 1_000;
const IDLE_CONNECTIONS: usize = 5_000;
/// Open files of the largest attack, the customer and the rest of this program.
pub(super) const OPEN_FILES: u64 = 8_000;

/// How often connections that the service has closed are reopened.
const REOPEN_INTERVAL: Duration = Duration::from_secs(1);

const STREAM_CONNECTIONS: usize = 5;
/// Three times as many as the service allows at once.
const STREAMS_PER_CONNECTION: u32 = 99;
/// A large response that needs no key.
const STREAM_PATH: &str = "/openapi.json";

const POINTS: [&str; 32] = [
    "sun",
    "moon",
    "mercury",
    "venus",
    "mars",
    "jupiter",
    "saturn",
    "uranus",
    "neptune",
    "pluto",
    "chiron",
    "ceres",
    "pallas",
    "juno",
    "vesta",
    "meanNode",
    "trueNode",
    "meanApogee",
    "trueApogee",
    "pholus",
    "nessus",
    "chariklo",
    "eris",
    "sedna",
    "haumea",
    "makemake",
    "quaoar",
    "orcus",
    "ixion",
    "varuna",
    "hygiea",
    "eros",
];

/// An attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Attack {
    DeepQuery,
    DeepQueryWithKey,
    LongPointName,
    /// Tables of 10,000 rows and 32 points, compressed with gzip.
    LargeTables,
    TableBatch,
    SlowBatch,
    HalfSentBodies,
    IdleConnections,
    UnreadStreams,
}

impl Attack {
    pub(super) const ALL: [Self; 9] = [
        Self::DeepQuery,
        Self::DeepQueryWithKey,
        Self::LongPointName,
        Self::LargeTables,
        Self::TableBatch,
        Self::SlowBatch,
        Self::HalfSentBodies,
        Self::IdleConnections,
        Self::UnreadStreams,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::DeepQuery => "deep query",
            Self::DeepQueryWithKey => "deep query with key",
            Self::LongPointName => "60 kB point name",
            Self::LargeTables => "4 large tables, gzip",
            Self::TableBatch => "batches of large tables",
            Self::SlowBatch => "batches of slow items",
            Self::HalfSentBodies => "1,000 half-sent bodies",
            Self::IdleConnections => "5,000 idle connections",
            Self::UnreadStreams => "unread HTTP/2 streams",
        }
    }

    /// Runs the attack until then, and returns the result.
    ///
    /// Fails if the attack did not take place, for example because the service refuses requests
    /// that it should have processed.
    pub(super) fn run(self, target: &Target, until: Instant) -> Result<String> {
        match self {
            Self::HalfSentBodies => {
                let message = half_sent_body(target.address);
                let held = hold(target, HALF_SENT_BODIES, &message, until)?;
                Ok(held.to_string())
            }
            Self::IdleConnections => Ok(hold(target, IDLE_CONNECTIONS, &[], until)?.to_string()),
            Self::UnreadStreams => leave_unread(target, until),
            _ => {
                let tally = target.send_all(&self.requests(), REQUEST_CONNECTIONS, until)?;
                self.require_answers(&tally)?;
                Ok(tally.to_string())
            }
        }
    }

    /// The requests of an attack that sends whole requests, in turn.
    fn requests(self) -> Vec<Sent> {
        let natal = "/api/calc/natal?dateTime=1990-06-15T14:30&location.latitude=52.37&location.longitude=4.89";
        match self {
            Self::DeepQuery => {
                let path = format!("/healthz?a{}", ".a".repeat(QUERY_DEPTH));
                vec![Sent::Small(Request::get(&path))]
            }
            Self::DeepQueryWithKey => {
                let path = format!("{natal}&x{}=1", ".y".repeat(QUERY_DEPTH));
                vec![Sent::Small(Request::get(&path))]
            }
            Self::LongPointName => {
                let body = json!({
                    "dateTime": "1990-06-15T14:30",
                    "location": {"latitude": 1, "longitude": 1},
                    "points": ["x".repeat(POINT_NAME_BYTES)],
                });
                vec![Sent::Small(post("/api/calc/natal", &body))]
            }
            Self::LargeTables => large_tables(),
            Self::TableBatch => {
                let refused = batch("ephemeris", &table(LARGE_TABLE_END), REFUSED_ITEMS);
                let accepted = batch("ephemeris", &table("2002-09-26"), TABLE_ITEMS);
                vec![Sent::Large(accepted), Sent::Large(refused)]
            }
            Self::SlowBatch => {
                let century = retrograde("1999-12-31", &POINTS[2..15]);
                let refused = batch("retrograde", &century, REFUSED_ITEMS);
                let mut requests = slow_batch();
                requests.push(Sent::Large(refused));
                requests
            }
            Self::HalfSentBodies | Self::IdleConnections | Self::UnreadStreams => Vec::new(),
        }
    }

    /// Each of these lists needs at least one of its statuses in the responses. Otherwise the
    /// attack misses its target.
    const fn required_statuses(self) -> &'static [&'static [u16]] {
        match self {
            Self::DeepQuery => &[&[200, 400, 414, 431]],
            Self::DeepQueryWithKey => &[&[400, 414, 431]],
            Self::LongPointName => &[&[400]],
            Self::LargeTables => &[&[200]],
            // Items over the work limit are refused in place, so both batches get 200.
            Self::TableBatch | Self::SlowBatch => &[&[200], &[200]],
            Self::HalfSentBodies | Self::IdleConnections | Self::UnreadStreams => &[],
        }
    }

    fn require_answers(self, tally: &Tally) -> Result<()> {
        for statuses in self.required_statuses() {
            if !statuses.iter().any(|it| tally.has(*it)) {
                let name = self.name();
                bail!("the attack `{name}` did not take place: {tally}, and none of {statuses:?}");
            }
        }
        Ok(())
    }
}

const LARGE_TABLE_END: &str = "2027-05-17";

/// A table of the whole sky, a row for each day from 2000 on.
fn table(end: &str) -> Value {
    json!({"startDate": "2000-01-01", "endDate": end, "step": "1d", "points": POINTS})
}

fn retrograde(end: &str, points: &[&str]) -> Value {
    json!({"startDate": "1900-01-01", "endDate": end, "points": points})
}

/// One table of 10,000 rows and 32 points, compressed.
pub(super) fn large_tables() -> Vec<Sent> {
    let request = post("/api/calc/ephemeris", &table(LARGE_TABLE_END));
    vec![Sent::Large(request.header("Accept-Encoding", "gzip"))]
}

/// One batch of 500 slow items: the maximum accepted work.
pub(super) fn slow_batch() -> Vec<Sent> {
    let item = retrograde("1985-12-31", &["mars"]);
    vec![Sent::Large(batch("retrograde", &item, SLOW_ITEMS))]
}

fn batch(operation: &str, body: &Value, count: usize) -> Request {
    let items = vec![json!({"operation": operation, "body": body}); count];
    post("/api/calc/batch", &json!({"requests": items}))
}

fn post(path: &str, body: &Value) -> Request {
    let request = Request {
        method: "POST",
        body: body.to_string().into_bytes(),
        ..Request::get(path)
    };
    request.header("Content-Type", "application/json")
}

/// A sign-in whose body never arrives completely.
fn half_sent_body(address: SocketAddr) -> Vec<u8> {
    format!(
        "POST /api/manage/session HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n\
         Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{"
    )
    .into_bytes()
}

/// A request, and how its response is read.
pub(super) enum Sent {
    /// On a connection that stays open.
    Small(Request),
    /// On a new connection, without keeping the response.
    Large(Request),
}

/// The target of the attacks.
#[derive(Debug)]
pub(super) struct Target {
    pub(super) address: SocketAddr,
    /// Of the attacker.
    pub(super) key: String,
}

impl Target {
    /// Sends requests in turn on several connections until then, each after the previous response.
    pub(super) fn send_all(
        &self,
        requests: &[Sent],
        connections: usize,
        until: Instant,
    ) -> Result<Tally> {
        let messages: Vec<_> = requests.iter().map(|it| self.encode(it)).collect();
        let tallies: Result<Vec<_>> = thread::scope(|scope| {
            let messages = &messages;
            let running: Vec<_> = (0..connections)
                .map(|first| scope.spawn(move || self.send_in_turn(messages, first, until)))
                .collect();
            let joined = running.into_iter().map(|it| {
                it.join()
                    .map_err(|_| anyhow!("a thread of an attack panicked"))
            });
            joined.collect()
        });
        let mut sum = Tally::default();
        for tally in tallies? {
            sum.add(tally);
        }
        Ok(sum)
    }

    fn encode(&self, sent: &Sent) -> (bool, Vec<u8>) {
        let (is_large, request) = match sent {
            Sent::Small(request) => (false, request.clone()),
            Sent::Large(request) => (true, request.clone().header("Connection", "close")),
        };
        let request = if request.path.starts_with("/api") {
            request.header("X-Api-Key", &self.key)
        } else {
            request
        };
        (is_large, request.encode(self.address))
    }

    fn send_in_turn(&self, messages: &[(bool, Vec<u8>)], first: usize, until: Instant) -> Tally {
        let mut tally = Tally::default();
        let mut connection = None;
        for (is_large, message) in messages.iter().cycle().skip(first) {
            if machine::now() >= until || machine::stopped() {
                break;
            }
            let deadline = until + ANSWER_TIMEOUT;
            let outcome = if *is_large {
                discard_answer(ATTACKER_ADDRESS, self.address, message, deadline)
            } else {
                self.send_small(&mut connection, message, deadline)
            };
            tally.record(&outcome);
        }
        tally
    }

    fn send_small(
        &self,
        connection: &mut Option<Connection>,
        message: &[u8],
        deadline: Instant,
    ) -> Result<Outcome> {
        let mut open = match connection.take() {
            Some(open) => open,
            None => Connection::open(ATTACKER_ADDRESS, self.address)?,
        };
        let answer = open.send(message, deadline)?;
        *connection = answer.keep_alive.then_some(open);
        let status = answer.status;
        Ok(Outcome::Complete { status, bytes: 0 })
    }
}

/// The responses to an attack.
#[derive(Debug, Default)]
pub(super) struct Tally {
    answers: BTreeMap<u16, u64>,
    truncated: BTreeMap<u16, u64>,
    abandoned: u64,
    /// Not connected, or the connection was lost.
    failed: u64,
    /// Of large answers.
    bytes: u64,
}

impl Tally {
    fn record(&mut self, outcome: &Result<Outcome>) {
        match outcome {
            Ok(Outcome::Complete { status, bytes }) => {
                *self.answers.entry(*status).or_default() += 1;
                self.bytes += *bytes;
            }
            Ok(Outcome::Truncated { status }) => *self.truncated.entry(*status).or_default() += 1,
            Ok(Outcome::Abandoned) => self.abandoned += 1,
            Err(_) => self.failed += 1,
        }
    }

    fn add(&mut self, other: Self) {
        for (status, count) in other.answers {
            *self.answers.entry(status).or_default() += count;
        }
        for (status, count) in other.truncated {
            *self.truncated.entry(status).or_default() += count;
        }
        self.abandoned += other.abandoned;
        self.failed += other.failed;
        self.bytes += other.bytes;
    }

    /// Whether a response with this status began, truncated or not.
    fn has(&self, status: u16) -> bool {
        self.answers.contains_key(&status) || self.truncated.contains_key(&status)
    }

    /// Fails unless some request got 200.
    pub(super) fn require_success(&self) -> Result<()> {
        if !self.has(200) {
            bail!("the attack did not take place: {self}");
        }
        Ok(())
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<_> = self
            .answers
            .iter()
            .map(|(status, count)| format!("{count} with status {status}"))
            .collect();
        let truncated = self.truncated.iter();
        parts.extend(truncated.map(|(status, count)| format!("{count} truncated after {status}")));
        let others = [
            (self.abandoned, "abandoned"),
            (self.failed, "without a response"),
            (self.bytes >> 20, "MiB read"),
        ];
        let others = others.iter().filter(|(count, _)| *count > 0);
        parts.extend(others.map(|(count, name)| format!("{count} {name}")));
        if parts.is_empty() {
            parts.push("nothing was sent".to_owned());
        }
        formatter.write_str(&parts.join(", "))
    }
}

/// The outcome of connections that are held open.
#[derive(Debug, Default)]
struct Held {
    opened: u64,
    /// Could not be opened.
    failed: u64,
    /// Open at the end.
    open: usize,
    /// Closed by the service after an answer with this status.
    answers: BTreeMap<u16, u64>,
    /// Closed by the service without an answer.
    closed: u64,
}

impl fmt::Display for Held {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} opened", self.opened)?;
        for (status, count) in &self.answers {
            write!(formatter, ", {count} with status {status}")?;
        }
        for (count, name) in [(self.closed, "closed"), (self.failed, "not connected")] {
            if count > 0 {
                write!(formatter, ", {count} {name}")?;
            }
        }
        write!(formatter, ", {} open at the end", self.open)
    }
}

/// Opens connections, sends the same on each, and reopens those that the service closes, until
/// then.
fn hold(target: &Target, count: usize, message: &[u8], until: Instant) -> Result<Held> {
    let mut held = Held::default();
    let mut open = Vec::with_capacity(count);
    while machine::now() < until && !machine::stopped() {
        for _ in open.len()..count {
            match open_one(target, message) {
                Ok(stream) => {
                    held.opened += 1;
                    open.push(stream);
                }
                Err(_) => held.failed += 1,
            }
        }
        thread::sleep(REOPEN_INTERVAL);
        open.retain_mut(|stream| held.is_open(stream));
    }
    held.open = open.len();
    if held.opened < count as u64 {
        bail!(
            "only {} of {count} connections could be opened",
            held.opened
        );
    }
    Ok(held)
}

fn open_one(target: &Target, message: &[u8]) -> Result<TcpStream> {
    let mut stream = connect_from(ATTACKER_ADDRESS, target.address)?;
    stream.write_all(message)?;
    stream.set_nonblocking(true)?;
    Ok(stream)
}

impl Held {
    /// Whether the service has neither responded nor closed the connection. Counts what it did.
    fn is_open(&mut self, stream: &mut TcpStream) -> bool {
        let mut buffer = [0; 1024];
        match stream.read(&mut buffer) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => return true,
            Ok(count) => match status_of(&buffer[..count]) {
                Some(status) => *self.answers.entry(status).or_default() += 1,
                None => self.closed += 1,
            },
            Err(_) => self.closed += 1,
        }
        false
    }
}

/// Opens many streams with large responses and reads none of them, until then.
fn leave_unread(target: &Target, until: Instant) -> Result<String> {
    let message = unread_streams(target.address, STREAM_PATH, STREAMS_PER_CONNECTION);
    let mut open = Vec::new();
    for _ in 0..STREAM_CONNECTIONS {
        open.push(open_one(target, &message).context("an HTTP/2 connection failed")?);
    }
    while machine::now() < until && !machine::stopped() {
        thread::sleep(Duration::from_millis(100));
    }
    let mut frames = Frames::default();
    for stream in &mut open {
        let mut bytes = Vec::new();
        // The stream is non-blocking, so reading ends with an expected error.
        stream.read_to_end(&mut bytes).ok();
        frames.add(Frames::count(&bytes));
    }
    let streams = open.len() * STREAMS_PER_CONNECTION as usize;
    if frames.headers == 0 {
        bail!("no HTTP/2 stream got a response");
    }
    Ok(format!(
        "{streams} streams on {} connections, {} with a response ({} with 200), {} with data, {} reset, {} connections ended",
        open.len(),
        frames.headers,
        frames.headers_200,
        frames.data,
        frames.resets,
        frames.goaways
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(answers: &[(u16, u64)]) -> Tally {
        Tally {
            answers: answers.iter().copied().collect(),
            ..Tally::default()
        }
    }

    #[test]
    fn an_attack_takes_place_when_every_kind_of_request_is_answered_as_meant() {
        let check = |attack: Attack, answers: &[(u16, u64)], expected: bool| {
            let judged = attack.require_answers(&tally(answers));
            assert_eq!(judged.is_ok(), expected, "{attack:?} {answers:?}");
        };
        check(Attack::DeepQuery, &[(400, 3)], true);
        check(Attack::DeepQuery, &[(503, 3)], false);
        check(Attack::DeepQueryWithKey, &[(401, 3)], false);
        check(Attack::TableBatch, &[(200, 1)], true);
        check(Attack::TableBatch, &[(422, 9)], false);
        check(Attack::SlowBatch, &[(503, 9)], false);
        check(Attack::LargeTables, &[], false);
    }

    #[test]
    fn outcomes_add_up() {
        let mut sum = tally(&[(200, 2)]);
        let complete = |bytes| Outcome::Complete { status: 200, bytes };
        sum.record(&Ok(complete(3 << 20)));
        sum.record(&Ok(Outcome::Truncated { status: 200 }));
        sum.record(&Err(anyhow!("refused")));
        let mut other = tally(&[(429, 1)]);
        other.record(&Ok(Outcome::Abandoned));
        sum.add(other);
        assert_eq!(
            sum.to_string(),
            "3 with status 200, 1 with status 429, 1 truncated after 200, 1 abandoned, 1 without a response, 3 MiB read"
        );
        assert!(sum.require_success().is_ok());
        assert!(tally(&[(422, 1)]).require_success().is_err());
        assert_eq!(Tally::default().to_string(), "nothing was sent");
    }

    #[test]
    fn every_attack_that_sends_requests_says_what_must_be_answered() {
        for attack in Attack::ALL {
            let requests = attack.requests().len();
            assert_eq!(requests, attack.required_statuses().len(), "{attack:?}");
        }
    }

    #[test]
    fn only_api_requests_carry_the_key() {
        let target = Target {
            address: "127.0.0.1:80".parse().unwrap(),
            key: "secret".to_owned(),
        };
        for (attack, expected) in [
            (Attack::DeepQuery, false),
            (Attack::DeepQueryWithKey, true),
            (Attack::LargeTables, true),
        ] {
            let (_, message) = target.encode(&attack.requests()[0]);
            let has_key = String::from_utf8(message).unwrap().contains("secret");
            assert_eq!(has_key, expected, "{attack:?}");
        }
    }
}
