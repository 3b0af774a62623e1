//! Rates counted together by several nodes, in Valkey or Redis: a sliding log per organization,
//! class and key family, read and written by one script, with the server's own time.
//!
//! Nothing here decides what to do when the server is away, or what a log is filled with: that is
//! the meter's.

use std::fmt;
use std::time::Duration;

use access::{KeyId, OrgId, Rate, RateStatus, Timestamp};
use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, Script, TlsCertificates};
use tokio::sync::Mutex;

use access::RateClass;

const TAKE: &str = include_str!("counter/take.lua");
const FILL: &str = include_str!("counter/fill.lua");
const UNEXPECTED: &str = "an answer that is none of its script's";

/// The shared counters.
pub struct Counters {
    client: Client,
    timeout: Duration,
    connection: Mutex<Option<MultiplexedConnection>>,
    take: Script,
    fill: Script,
}

/// Without the address, which may hold a password.
impl fmt::Debug for Counters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Counters(…)")
    }
}

/// Why the counters could not answer.
#[derive(Clone, Debug)]
pub struct CountersAway(String);

impl CountersAway {
    /// With a cause in words.
    pub const fn because(cause: String) -> Self {
        Self(cause)
    }
}

impl fmt::Display for CountersAway {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the shared counters do not answer: {}", self.0)
    }
}

impl std::error::Error for CountersAway {}

impl From<redis::RedisError> for CountersAway {
    fn from(error: redis::RedisError) -> Self {
        Self(error.to_string())
    }
}

/// Whose requests a log holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LogOwner {
    /// All of the organization's.
    Org,
    /// Those of one class.
    Class(RateClass),
    /// Those of a key family.
    Family(KeyId),
}

/// Who counts: a node, and how often it has come back since it started. What an earlier generation
/// put into the logs is not relied upon.
#[derive(Clone, Copy, Debug)]
pub struct Counting<'a> {
    /// The organization.
    pub org: OrgId,
    /// The node.
    pub node: &'a str,
    /// Its generation.
    pub generation: u64,
    /// The time; none for the server's own.
    pub now: Option<Timestamp>,
}

/// A log and the rates that apply to it.
#[derive(Clone, Copy, Debug)]
pub struct RatedLog<'a> {
    /// Whose.
    pub owner: LogOwner,
    /// One at least.
    pub rates: &'a [Rate],
}

/// What became of a request for slots.
#[derive(Clone, Debug)]
pub enum Taken {
    /// These logs, by their index, lack what the node knows: it must fill them first.
    Unfilled(Vec<usize>),
    /// Every rate had a slot, or none was taken.
    Looked {
        /// The instant the request stands under in every log; none when it was refused.
        slot: Option<Timestamp>,
        /// When that was.
        now: Timestamp,
        /// How the rates stand now, in the order they were given.
        standings: Vec<RateStatus>,
    },
}

impl Counters {
    /// Counters at a `redis://`, `valkey://` or `redis+unix://` address, or with TLS at a `rediss://`
    /// or `valkeys://` address, where the authorities of the public web vouch for the server.
    /// Nothing is connected yet.
    ///
    /// # Errors
    ///
    /// When that is no such address.
    pub fn new(address: &str, timeout: Duration) -> Result<Self, CountersAway> {
        Ok(Self::of(Client::open(address)?, timeout))
    }

    /// The same with TLS, where the authorities whose certificates are given, as PEM, vouch for the
    /// server, and no others.
    ///
    /// # Errors
    ///
    /// When that is no address with TLS, or there is no certificate.
    pub fn trusting(
        address: &str,
        authorities: &[u8],
        timeout: Duration,
    ) -> Result<Self, CountersAway> {
        const CERTIFICATE: &[u8] = b"-----BEGIN CERTIFICATE-----";
        let mut parts = authorities.windows(CERTIFICATE.len());
        if !parts.any(|it| it == CERTIFICATE) {
            return Err(CountersAway("there is no certificate to trust".to_owned()));
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

    /// Whether they answer. Connects when there is no connection.
    ///
    /// # Errors
    ///
    /// When they do not.
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
    /// When the server does not answer in time. The slots may have been taken all the same.
    pub async fn take(
        &self,
        counting: Counting<'_>,
        logs: &[RatedLog<'_>],
    ) -> Result<Taken, CountersAway> {
        self.ask(counting, logs, true).await
    }

    /// How the rates of some logs stand, without taking anything.
    ///
    /// # Errors
    ///
    /// When the server does not answer in time.
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
        decode(&answer, rates).ok_or_else(|| CountersAway(UNEXPECTED.to_owned()))
    }

    /// Puts what the node knows of a log into it, and marks that it has: everything that was
    /// admitted within `window`.
    ///
    /// # Errors
    ///
    /// When the server does not answer in time.
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

    /// Takes a request that was not counted out of the logs again.
    ///
    /// # Errors
    ///
    /// When the server does not answer in time.
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

    /// The connection is given up: the next use makes another.
    async fn lost(&self, error: redis::RedisError) -> CountersAway {
        *self.connection.lock().await = None;
        error.into()
    }
}

impl Counting<'_> {
    /// All keys of an organization have the same hash tag, so that a cluster keeps them together.
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
