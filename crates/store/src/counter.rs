//! Rate limits shared by several nodes, in Valkey or Redis: a sliding-window log per organization,
//! class and key family, read and written by one script, with the server's own time.
//!
//! The meter decides what to do when the server is unavailable and what a log is filled with.

use async_recursion::async_recursion as boxed;
use std::fmt;
use std::time::Duration;

use access::{KeyId, OrgId, Rate, RateStatus, Timestamp};
use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, ErrorKind, Script, TlsCertificates};
use tokio::sync::Mutex;

use access::RateClass;

const TAKE: &str = include_str!("counter/take.lua");
const FILL: &str = include_str!("counter/fill.lua");
const UNEXPECTED: &str = "unexpected response to a script";

/// The counter store.
pub struct Counters {
    client: Client,
    timeout: Duration,
    connection: Mutex<Option<MultiplexedConnection>>,
    take: Script,
    fill: Script,
}

/// Omits the address, which may contain a password.
impl fmt::Debug for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Counters(…)")
    }
}

/// The counter store is unavailable.
#[derive(Clone, Debug)]
pub struct CountersAway {
    cause: String,
    rejects_credentials: bool,
}

impl CountersAway {
    /// An error with a cause.
    pub const fn because(cause: String) -> Self {
        Self {
            cause,
            rejects_credentials: false,
        }
    }

    /// Whether it answers, but rejects the user or the password: then waiting does not help.
    pub const fn rejects_credentials(&self) -> bool {
        self.rejects_credentials
    }
}

impl fmt::Display for CountersAway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.rejects_credentials {
            let cause = &self.cause;
            return write!(
                f,
                "the counter store rejects the user or the password of `counters`: {cause}"
            );
        }
        write!(f, "counter store unavailable: {}", self.cause)
    }
}

impl std::error::Error for CountersAway {}

impl From<redis::RedisError> for CountersAway {
    fn from(error: redis::RedisError) -> Self {
        // A server without a password in the URL answers every command with NOAUTH, and one that has
        // taken away a permission with NOPERM.
        let code = error.code().unwrap_or_default();
        let rejects_credentials = error.kind() == ErrorKind::AuthenticationFailed
            || ["NOAUTH", "WRONGPASS", "NOPERM"].contains(&code);
        Self {
            cause: error.to_string(),
            rejects_credentials,
        }
    }
}

/// The owner of the requests in a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LogOwner {
    /// The whole organization.
    Org,
    /// One rate class.
    Class(RateClass),
    /// A key family.
    Family(KeyId),
}

/// The identity of a counting node, and how often it has reconnected since it started. Entries of
/// an earlier generation are not relied upon.
#[derive(Clone, Copy, Debug)]
pub struct Counting<'a> {
    /// The organization.
    pub org: OrgId,
    /// The node.
    pub node: &'a str,
    /// The node's generation.
    pub generation: u64,
    /// The time; `None` for the server's own.
    pub now: Option<Timestamp>,
}

/// A log and the rates that apply to it.
#[derive(Clone, Copy, Debug)]
pub struct RatedLog<'a> {
    /// The owner.
    pub owner: LogOwner,
    /// The rates, at least one.
    pub rates: &'a [Rate],
}

/// The outcome of a request for slots.
#[derive(Clone, Debug)]
pub enum Taken {
    /// These logs, by index, do not have the node's entries. The node must fill them first.
    Unfilled(Vec<usize>),
    /// Every rate had a slot, or none was taken.
    Looked {
        /// The instant of the request in every log; `None` if it was refused.
        slot: Option<Timestamp>,
        /// The time of the decision.
        now: Timestamp,
        /// The status of the rates now, in the order given.
        standings: Vec<RateStatus>,
    },
}

impl Counters {
    /// Creates counters at a `redis://`, `valkey://` or `redis+unix://` address, or with TLS at a
    /// `rediss://` or `valkeys://` address, where the public web's certificate authorities are
    /// trusted. Does not connect yet.
    ///
    /// # Errors
    ///
    /// Returns an error if the address is not one of these.
    pub fn new(address: &str, timeout: Duration) -> Result<Self, CountersAway> {
        Ok(Self::of(Client::open(address)?, timeout))
    }

    /// Creates counters with TLS that trust only the certificate authorities given as PEM.
    ///
    /// # Errors
    ///
    /// Returns an error if the address does not use TLS, or if there is no certificate.
    pub fn trusting(
        address: &str,
        authorities: &[u8],
        timeout: Duration,
    ) -> Result<Self, CountersAway> {
        const CERTIFICATE: &[u8] = b"-----BEGIN CERTIFICATE-----";
        let mut parts = authorities.windows(CERTIFICATE.len());
        if !parts.any(|it| it == CERTIFICATE) {
            let cause = "the file contains no certificate".to_owned();
            return Err(CountersAway::because(cause));
        }
        let certificates = TlsCertificates {
            client_tls: None,
            root_cert: Some(authorities.to_vec()),
        };
        let client = Client::build_with_tls(address, certificates)?;
        Ok(Self::of(client, timeout))
    }

    fn of(client: Client, timeout: Duration) -> Self {
        Self {
            client,
            timeout,
            connection: Mutex::new(None),
            take: Script::new(TAKE),
            fill: Script::new(FILL),
        }
    }

    /// Checks that the counters answer. Connects if there is no connection.
    ///
    /// # Errors
    ///
    /// Returns an error if they do not answer.
    #[boxed]
    pub async fn ping(&self) -> Result<(), CountersAway> {
        let mut connection = self.connect().await?;
        let answer: redis::RedisResult<String> =
            redis::cmd("PING").query_async(&mut connection).await;
        match answer {
            Ok(_) => Ok(()),
            Err(error) => Err(self.lost(error).await),
        }
    }

    /// Takes a slot in every log, or in none.
    ///
    /// # Errors
    ///
    /// Returns an error if the server does not answer in time. The slots may have been taken
    /// nevertheless.
    pub async fn take(
        &self,
        counting: Counting<'_>,
        logs: &[RatedLog<'_>],
    ) -> Result<Taken, CountersAway> {
        self.ask(counting, logs, true).await
    }

    /// Returns the status of the rates of some logs without taking a slot.
    ///
    /// # Errors
    ///
    /// Returns an error if the server does not answer in time.
    pub async fn look(
        &self,
        counting: Counting<'_>,
        logs: &[RatedLog<'_>],
    ) -> Result<Taken, CountersAway> {
        self.ask(counting, logs, false).await
    }

    async fn ask(
        &self,
        counting: Counting<'_>,
        logs: &[RatedLog<'_>],
        take: bool,
    ) -> Result<Taken, CountersAway> {
        let mut call = self.take.key(counting.key("last"));
        for log in logs {
            call.key(counting.log(log.owner));
        }
        call.arg(format!("{}/{}", counting.node, counting.generation))
            .arg(counting.time())
            .arg(u8::from(take));
        for log in logs {
            call.arg(log.rates.len());
            for rate in log.rates {
                call.arg(rate.limit()).arg(micros(rate.window()));
            }
        }
        let mut connection = self.connect().await?;
        let answer: Vec<i64> = match call.invoke_async(&mut connection).await {
            Ok(answer) => answer,
            Err(error) => return Err(self.lost(error).await),
        };
        let rates = logs.iter().flat_map(|log| log.rates).copied();
        decode(&answer, rates).ok_or_else(|| CountersAway::because(UNEXPECTED.to_owned()))
    }

    /// Adds the node's entries to a log and marks it as filled: everything that was admitted within
    /// `window`.
    ///
    /// # Errors
    ///
    /// Returns an error if the server does not answer in time.
    pub async fn fill(
        &self,
        counting: Counting<'_>,
        owner: LogOwner,
        window: Duration,
        admitted: impl IntoIterator<Item = Timestamp>,
    ) -> Result<(), CountersAway> {
        let mut call = self.fill.key(counting.log(owner));
        call.arg(counting.node)
            .arg(counting.generation)
            .arg(counting.time())
            .arg(micros(window));
        for at in admitted {
            call.arg(at.micros());
        }
        let mut connection = self.connect().await?;
        match call.invoke_async::<i64>(&mut connection).await {
            Ok(_) => Ok(()),
            Err(error) => Err(self.lost(error).await),
        }
    }

    /// Removes a request that was not counted from the logs.
    ///
    /// # Errors
    ///
    /// Returns an error if the server does not answer in time.
    pub async fn give_back(
        &self,
        org: OrgId,
        logs: impl IntoIterator<Item = LogOwner>,
        slot: Timestamp,
    ) -> Result<(), CountersAway> {
        let counting = Counting {
            org,
            node: "",
            generation: 0,
            now: None,
        };
        let mut pipe = redis::pipe();
        for owner in logs {
            pipe.zrem(counting.log(owner), slot.micros());
        }
        let mut connection = self.connect().await?;
        match pipe.query_async::<()>(&mut connection).await {
            Ok(()) => Ok(()),
            Err(error) => Err(self.lost(error).await),
        }
    }

    async fn connect(&self) -> Result<MultiplexedConnection, CountersAway> {
        let mut connection = self.connection.lock().await;
        if let Some(connection) = &*connection {
            return Ok(connection.clone());
        }
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(self.timeout))
            .set_response_timeout(Some(self.timeout));
        let made = self
            .client
            .get_multiplexed_async_connection_with_config(&config)
            .await?;
        Ok(connection.insert(made).clone())
    }

    /// Drops the connection. The next use creates another.
    async fn lost(&self, error: redis::RedisError) -> CountersAway {
        *self.connection.lock().await = None;
        error.into()
    }
}

impl Counting<'_> {
    /// Returns a key. All keys of an organization have the same hash tag, so that a cluster keeps
    /// them together.
    fn key(&self, name: &str) -> String {
        format!("almagest:{{{}}}:{name}", self.org)
    }

    fn log(&self, owner: LogOwner) -> String {
        match owner {
            LogOwner::Org => self.key("org"),
            LogOwner::Class(class) => self.key(&format!("class:{}", class.name())),
            LogOwner::Family(family) => self.key(&format!("key:{family}")),
        }
    }

    fn time(&self) -> String {
        self.now
            .map_or_else(String::new, |it| it.micros().to_string())
    }
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

fn decode(answer: &[i64], rates: impl Iterator<Item = Rate>) -> Option<Taken> {
    let (kind, rest) = answer.split_first()?;
    let (now, rest) = rest.split_first()?;
    let now = Timestamp::from_micros(*now);
    if *kind == 0 {
        let index = |it: &i64| usize::try_from(*it).ok()?.checked_sub(1);
        return Some(Taken::Unfilled(
            rest.iter().map(index).collect::<Option<_>>()?,
        ));
    }
    let (slot, rest) = rest.split_first()?;
    let (pairs, odd) = rest.as_chunks::<2>();
    let rates: Vec<_> = rates.collect();
    if pairs.len() != rates.len() || !odd.is_empty() {
        return None;
    }
    let standing = |(rate, [used, free]): (Rate, &[i64; 2])| RateStatus {
        rate,
        remaining: rate
            .limit()
            .saturating_sub(u32::try_from(*used).unwrap_or(u32::MAX)),
        next_slot_at: Timestamp::from_micros(*free),
    };
    Some(Taken::Looked {
        slot: (*kind == 1).then(|| Timestamp::from_micros(*slot)),
        now,
        standings: rates.into_iter().zip(pairs).map(standing).collect(),
    })
}
