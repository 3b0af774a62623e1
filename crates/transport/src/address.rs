//! Resources per client address: connections, incomplete requests, bytes of bodies in both
//! directions. One address can exhaust only its own share. When all connections are taken, the address
//! that holds most of them gives one up that waits for its client.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

use http_api::{ApiError, ErrorCode};
use platform::ByteBudget;

use crate::seat::Seat;

/// Bytes of request bodies that one address can have in memory.
const MAX_BODY_BYTES_PER_ADDRESS: usize = 64 * 1024 * 1024;
/// Bytes of responses that one address can leave unread.
const MAX_UNSENT_BYTES_PER_ADDRESS: usize = 64 * 1024 * 1024;
/// How long a request waits for a slot for incomplete requests of its address. Bodies arrive within
/// milliseconds of their headers, so a burst passes. Slots of incomplete bodies stay taken.
pub(crate) const INCOMPLETE_WAIT: Duration = Duration::from_secs(1);
/// Slots for health checks that one address can use beyond the connection limit.
const MAX_RESERVED_PER_ADDRESS: u32 = 2;
/// The addresses that are asked for a connection when all are taken, those with most connections first.
const MAX_ADDRESSES_ASKED: usize = 8;
/// Fewer connections than this never cause a warning.
const MIN_CONNECTIONS_TO_WARN: u32 = 256;
/// The time between two warnings.
const WARNING_INTERVAL: Duration = Duration::from_mins(1);

/// The client that limits apply to: an IPv4 address, or an IPv6 /64 network, which a provider
/// assigns to one customer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Network(IpAddr);

impl From<IpAddr> for Network {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(address) => {
                let prefix = address.to_bits() & (u128::MAX << 64);
                IpAddr::V6(Ipv6Addr::from_bits(prefix))
            }
            address @ IpAddr::V4(_) => address,
        })
    }
}

/// The limits of one address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AddressLimits {
    pub(crate) max_connections: u32,
    pub(crate) max_incomplete_requests: u32,
    /// How long a further request waits for a slot.
    pub(crate) incomplete_wait: Duration,
}

/// All addresses that use resources.
#[derive(Debug)]
pub(crate) struct Addresses {
    limits: AddressLimits,
    entries: Mutex<HashMap<Network, Weak<Address>>>,
    connections: AtomicU32,
    warned_at: Mutex<Option<Instant>>,
}

/// The resources of one address.
#[derive(Debug)]
pub(crate) struct Address {
    table: Weak<Addresses>,
    network: Network,
    connections: AtomicU32,
    /// The connections that can be given up, except those of a trusted proxy.
    seats: Mutex<HashMap<u64, Arc<Seat>>>,
    next_seat: AtomicU64,
    reserved: AtomicU32,
    incomplete: Arc<Semaphore>,
    incomplete_wait: Duration,
    /// Request bodies in memory.
    pub(crate) body_bytes: ByteBudget,
    /// Responses that are not sent yet.
    pub(crate) unsent_bytes: ByteBudget,
}

impl Addresses {
    pub(crate) fn new(limits: AddressLimits) -> Arc<Self> {
        Arc::new(Self {
            limits,
            entries: Mutex::default(),
            connections: AtomicU32::new(0),
            warned_at: Mutex::default(),
        })
    }

    fn entries(&self) -> MutexGuard<'_, HashMap<Network, Weak<Address>>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The entry of an address. It exists as long as it is used.
    pub(crate) fn get(self: &Arc<Self>, address: IpAddr) -> Arc<Address> {
        let network = Network::from(address);
        let mut entries = self.entries();
        if let Some(found) = entries.get(&network).and_then(Weak::upgrade) {
            return found;
        }
        let incomplete = self.limits.max_incomplete_requests as usize;
        let made = Arc::new(Address {
            table: Arc::downgrade(self),
            network,
            connections: AtomicU32::new(0),
            seats: Mutex::default(),
            next_seat: AtomicU64::new(0),
            reserved: AtomicU32::new(0),
            incomplete: Arc::new(Semaphore::new(incomplete)),
            incomplete_wait: self.limits.incomplete_wait,
            body_bytes: ByteBudget::new(MAX_BODY_BYTES_PER_ADDRESS),
            unsent_bytes: ByteBudget::new(MAX_UNSENT_BYTES_PER_ADDRESS),
        });
        entries.insert(network, Arc::downgrade(&made));
        made
    }

    /// Counts a connection of an address. A trusted proxy has connections of many clients and no
    /// limit.
    pub(crate) fn connect(
        self: &Arc<Self>,
        address: IpAddr,
        is_proxy: bool,
    ) -> Result<ConnectionPlace, ApiError> {
        let entry = self.get(address);
        let limit = if is_proxy {
            u32::MAX
        } else {
            self.limits.max_connections
        };
        let held = raise(&entry.connections, limit);
        let open = self.connections.load(Ordering::Relaxed);
        let holds_half = |held: u32| held >= MIN_CONNECTIONS_TO_WARN && held >= open / 2;
        if !is_proxy && held.is_none_or(holds_half) && self.may_warn(Instant::now()) {
            tracing::warn!(
                %address,
                held = held.unwrap_or(limit),
                open,
                "one address holds a large share of all connections; if it is your proxy, add it \
                 to `trusted_proxies`"
            );
        }
        if held.is_none() {
            let refused = ApiError::plain(ErrorCode::TooManyConnections);
            return Err(refused.retry_after(1));
        }
        self.connections.fetch_add(1, Ordering::Relaxed);
        Ok(ConnectionPlace {
            table: Arc::clone(self),
            address: entry,
            is_proxy,
            seat: None,
        })
    }

    /// The place of a connection that ends, because all places are taken: of the address with most
    /// connections, the one that has waited longest for its client. None if all of them are busy.
    pub(crate) fn make_room(&self) -> Option<OwnedSemaphorePermit> {
        let mut held: Vec<_> = {
            let entries = self.entries();
            let alive = entries.values().filter_map(Weak::upgrade);
            alive
                .map(|it| (it.connections.load(Ordering::Relaxed), it))
                .collect()
        };
        held.sort_by_key(|it| std::cmp::Reverse(it.0));
        let mut heaviest = held.into_iter().take(MAX_ADDRESSES_ASKED);
        heaviest.find_map(|(_, address)| address.give_up())
    }

    /// Whether the last warning is long enough ago.
    fn may_warn(&self, now: Instant) -> bool {
        let warned = self.warned_at.lock();
        let mut warned = warned.unwrap_or_else(PoisonError::into_inner);
        let due = warned.is_none_or(|it| now.duration_since(it) >= WARNING_INTERVAL);
        if due {
            *warned = Some(now);
        }
        due
    }
}

impl Address {
    /// A slot for a request whose body is not complete.
    pub(crate) async fn begin_request(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        let place = Arc::clone(&self.incomplete).acquire_owned();
        if let Ok(Ok(place)) = tokio::time::timeout(self.incomplete_wait, place).await {
            return Ok(place);
        }
        let refused = ApiError::plain(ErrorCode::TooManyIncompleteRequests);
        Err(refused.retry_after(1))
    }

    fn seats(&self) -> MutexGuard<'_, HashMap<u64, Arc<Seat>>> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the connection that has waited longest for its client, and returns its place.
    fn give_up(&self) -> Option<OwnedSemaphorePermit> {
        let seats = self.seats();
        let waiting = seats
            .values()
            .filter_map(|it| Some((it.waiting_since()?, it)));
        let (_, longest) = waiting.min_by_key(|it| it.0)?;
        longest.give_up()
    }

    /// A slot for health checks beyond the connection limit.
    pub(crate) fn reserve(self: &Arc<Self>) -> Option<ReservedPlace> {
        raise(&self.reserved, MAX_RESERVED_PER_ADDRESS)?;
        Some(ReservedPlace(Arc::clone(self)))
    }
}

impl Drop for Address {
    fn drop(&mut self) {
        let Some(table) = self.table.upgrade() else {
            return;
        };
        let mut entries = table.entries();
        // A new entry may have been created since the last user of this one left.
        let is_gone = |it: &Weak<Self>| it.strong_count() == 0;
        if entries.get(&self.network).is_some_and(is_gone) {
            entries.remove(&self.network);
        }
    }
}

/// Increments up to a limit, and returns the sum.
fn raise(counter: &AtomicU32, limit: u32) -> Option<u32> {
    let raised = |held: u32| (held < limit).then_some(held + 1);
    let before = counter.fetch_update(Ordering::Relaxed, Ordering::Relaxed, raised);
    before.ok().map(|it| it + 1)
}

/// A connection, counted until this is dropped.
#[derive(Debug)]
pub(crate) struct ConnectionPlace {
    table: Arc<Addresses>,
    pub(crate) address: Arc<Address>,
    is_proxy: bool,
    /// The number of its seat in the address.
    seat: Option<u64>,
}

impl ConnectionPlace {
    /// Lists the connection as one that can be given up. Those of a trusted proxy belong to many
    /// clients.
    pub(crate) fn take(&mut self, seat: &Arc<Seat>) {
        if !self.is_proxy {
            let number = self.address.next_seat.fetch_add(1, Ordering::Relaxed);
            self.address.seats().insert(number, Arc::clone(seat));
            self.seat = Some(number);
        }
    }
}

impl Drop for ConnectionPlace {
    fn drop(&mut self) {
        if let Some(number) = self.seat {
            self.address.seats().remove(&number);
        }
        self.address.connections.fetch_sub(1, Ordering::Relaxed);
        self.table.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A slot for health checks, taken until this is dropped.
#[derive(Debug)]
pub(crate) struct ReservedPlace(Arc<Address>);

impl Drop for ReservedPlace {
    fn drop(&mut self) {
        self.0.reserved.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: AddressLimits = AddressLimits {
        max_connections: 2,
        max_incomplete_requests: 1,
        incomplete_wait: Duration::ZERO,
    };

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_ipv6_network_of_64_bits_counts_as_one_address() {
        let check = |left: &str, right: &str, same: bool| {
            let (left, right) = (Network::from(address(left)), Network::from(address(right)));
            assert_eq!(left == right, same, "{left:?} {right:?}");
        };
        check("2001:db8::1", "2001:db8::ffff:1", true);
        check("2001:db8::1", "2001:db8:0:1::1", false);
        check("::ffff:192.0.2.1", "192.0.2.1", true);
        check("::ffff:192.0.2.1", "::ffff:192.0.2.2", false);
        check("192.0.2.1", "192.0.2.2", false);
    }

    #[test]
    fn an_address_has_its_own_share_of_connections() {
        let table = Addresses::new(LIMITS);
        let (one, other) = (address("192.0.2.1"), address("192.0.2.2"));
        let first = table.connect(one, false).unwrap();
        let _second = table.connect(one, false).unwrap();
        let refused = table.connect(one, false).unwrap_err();
        assert_eq!(refused.problems()[0].code, ErrorCode::TooManyConnections);
        table.connect(other, false).unwrap();
        drop(first);
        table.connect(one, false).unwrap();
    }

    fn seated(table: &Arc<Addresses>, from: &str, is_proxy: bool) -> (ConnectionPlace, Arc<Seat>) {
        let places = Arc::new(Semaphore::new(1));
        let permit = places.try_acquire_owned().unwrap();
        let mut place = table.connect(address(from), is_proxy).unwrap();
        let seat = Seat::new(permit);
        place.take(&seat);
        (place, seat)
    }

    #[test]
    fn the_address_with_most_connections_gives_one_up() {
        let table = Addresses::new(LIMITS);
        let first = seated(&table, "192.0.2.1", false);
        let second = seated(&table, "192.0.2.1", false);
        let other = seated(&table, "192.0.2.2", false);
        let _exchange = first.1.activity().begin(axum::http::Version::HTTP_11);
        assert!(table.make_room().is_some());
        let is_given_up = |it: &(_, Arc<Seat>)| it.1.give_up().is_none();
        assert!(is_given_up(&second), "the other one is busy");
        drop(second);
        assert!(table.make_room().is_some());
        assert!(is_given_up(&other), "the only one that waits");
        assert!(!is_given_up(&first));
    }

    #[test]
    fn connections_of_a_trusted_proxy_are_not_given_up() {
        let table = Addresses::new(LIMITS);
        let _held = [1, 2, 3].map(|_| seated(&table, "10.0.0.1", true));
        assert!(table.make_room().is_none());
    }

    #[test]
    fn a_trusted_proxy_holds_any_number_of_connections() {
        let table = Addresses::new(LIMITS);
        let proxy = address("10.0.0.1");
        let held: Vec<_> = (0..10).map(|_| table.connect(proxy, true)).collect();
        assert!(held.iter().all(Result::is_ok));
    }

    #[test]
    fn an_address_that_holds_nothing_is_forgotten() {
        let table = Addresses::new(LIMITS);
        let place = table.connect(address("192.0.2.1"), false).unwrap();
        let entry = table.get(address("192.0.2.1"));
        assert_eq!(table.entries().len(), 1);
        drop(place);
        assert_eq!(table.entries().len(), 1);
        drop(entry);
        assert_eq!(table.entries().len(), 0);
        assert_eq!(table.connections.load(Ordering::Relaxed), 0);
    }

    #[tokio::test]
    async fn an_address_has_its_own_share_of_incomplete_requests() {
        let table = Addresses::new(LIMITS);
        let one = table.get(address("192.0.2.1"));
        let place = one.begin_request().await.unwrap();
        let refused = one.begin_request().await.unwrap_err();
        let code = refused.problems()[0].code;
        assert_eq!(code, ErrorCode::TooManyIncompleteRequests);
        let other = table.get(address("192.0.2.2"));
        drop(other.begin_request().await.unwrap());
        drop(place);
        drop(one.begin_request().await.unwrap());
    }

    #[tokio::test]
    async fn a_burst_waits_for_the_bodies_before_it() {
        let table = Addresses::new(AddressLimits {
            incomplete_wait: Duration::MAX,
            ..LIMITS
        });
        let one = table.get(address("192.0.2.1"));
        let place = one.begin_request().await.unwrap();
        let waiting = one.begin_request();
        tokio::pin!(waiting);
        assert!(futures_util::poll!(waiting.as_mut()).is_pending());
        drop(place);
        drop(waiting.await.unwrap());
    }

    #[test]
    fn a_large_share_is_warned_of_once_a_minute() {
        let table = Addresses::new(LIMITS);
        let now = Instant::now();
        assert!(table.may_warn(now));
        assert!(!table.may_warn(now + WARNING_INTERVAL / 2));
        assert!(table.may_warn(now + WARNING_INTERVAL));
    }
}
