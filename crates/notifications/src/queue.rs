//! Delivers what waits in a queue: e-mails and webhooks, each with its own concurrency.
//!
//! Organizations take turns (the store decides whose turn it is), an organization has a few messages
//! under way at once, and every delivery has a deadline. So whoever is slow to answer delays
//! their own messages and nobody else's.

use std::panic::AssertUnwindSafe;
use std::pin::pin;
use std::time::Duration;

use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt as _, StreamExt as _};
use store::{QueueClaim, QueueLimits, StoreError};
use tokio::time::MissedTickBehavior;

use platform::{Job, Platform};

/// How often a queue is looked at for new messages.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// How long a node has for one message before another node may claim it.
const LEASE: Duration = Duration::from_mins(2);
/// The longest a delivery may take: less than its lease, so that no other node delivers the same
/// message at the same time.
pub(crate) const MAX_DELIVERY_TIME: Duration = Duration::from_mins(1);

const _: () = assert!(MAX_DELIVERY_TIME.as_secs() < LEASE.as_secs());

/// How many deliveries may be under way at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Concurrency {
    /// On this node.
    pub(crate) on_node: usize,
    /// Per organization and per lane, on all nodes.
    pub(crate) limits: QueueLimits,
}

/// A kind of message and the way it is delivered.
pub(crate) trait Channel: Sync {
    /// A message.
    type Message: Send;
    /// The job that one node does for all.
    const JOB: Job;
    /// How many deliveries may be under way at once.
    const CONCURRENCY: Concurrency;

    /// Claims messages.
    fn claim(
        platform: &Platform,
        claim: QueueClaim,
    ) -> impl Future<Output = Result<Vec<Self::Message>, StoreError>> + Send;

    /// Delivers a message within [`MAX_DELIVERY_TIME`] and records the outcome; whether it was
    /// delivered. A message whose outcome could not be recorded is claimed again after its lease.
    fn attempt(
        &self,
        platform: &Platform,
        message: Self::Message,
    ) -> impl Future<Output = bool> + Send;
}

/// Delivers everything that is due; answers how many messages were delivered.
pub(crate) async fn deliver_due<C: Channel>(channel: &C, platform: &Platform) -> usize {
    let mut deliveries = Deliveries::new(channel, platform);
    loop {
        deliveries.begin().await;
        match deliveries.under_way.next().await {
            Some(done) => deliveries.note(done),
            None => return deliveries.delivered,
        }
    }
}

/// Delivers for as long as the process lives, while this node has the job.
pub(crate) async fn keep_delivering<C: Channel>(channel: &C, platform: &Platform) {
    let mut ticks = tokio::time::interval(POLL_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut deliveries = Deliveries::new(channel, platform);
    let mut leads = false;
    loop {
        tokio::select! {
            _ = ticks.tick() => leads = deliveries.meanwhile(platform.try_acquire_lease(C::JOB)).await,
            Some(done) = deliveries.under_way.next() => deliveries.note(done),
        }
        if leads {
            deliveries.begin().await;
        }
    }
}

/// The deliveries that are under way on this node.
struct Deliveries<'a, C> {
    channel: &'a C,
    platform: &'a Platform,
    under_way: FuturesUnordered<BoxFuture<'a, bool>>,
    /// How many have ended, and how many of them with success.
    ended: usize,
    delivered: usize,
}

impl<'a, C: Channel> Deliveries<'a, C> {
    fn new(channel: &'a C, platform: &'a Platform) -> Self {
        Self {
            channel,
            platform,
            under_way: FuturesUnordered::new(),
            ended: 0,
            delivered: 0,
        }
    }

    fn note(&mut self, delivered: bool) {
        self.ended += 1;
        self.delivered += usize::from(delivered);
    }

    /// Awaits something while deliveries go on. One that records its outcome may hold the database's
    /// write lock: awaiting a claim without it would wait for the lock in vain.
    async fn meanwhile<T>(&mut self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        loop {
            tokio::select! {
                done = &mut work => return done,
                Some(done) = self.under_way.next() => self.note(done),
            }
        }
    }

    /// Begins deliveries until every place is taken or nothing more may be claimed. Under load it
    /// waits until a quarter of the places is free: a claim costs the same for one message as for many.
    async fn begin(&mut self) {
        let (channel, platform) = (self.channel, self.platform);
        let places = C::CONCURRENCY.on_node;
        if places - self.under_way.len() < places / 4 {
            return;
        }
        loop {
            let free = places - self.under_way.len();
            if free == 0 {
                return;
            }
            let now = platform.clock.now();
            let claim = QueueClaim {
                now,
                until: now.plus(LEASE),
                most: u32::try_from(free).unwrap_or(u32::MAX),
                limits: C::CONCURRENCY.limits,
            };
            let ended_before = self.ended;
            let claimed = match self.meanwhile(C::claim(platform, claim)).await {
                Ok(claimed) => claimed,
                Err(error) => {
                    tracing::warn!(%error, job = ?C::JOB, "Cannot read the queue. Trying again.");
                    return;
                }
            };
            // What ended meanwhile may have made room for another message of its organization.
            if claimed.is_empty() && self.ended == ended_before {
                return;
            }
            for message in claimed {
                // The panic is in the log; the message is claimed again after its lease.
                let attempt = AssertUnwindSafe(channel.attempt(platform, message)).catch_unwind();
                let attempt = async { attempt.await.unwrap_or(false) };
                self.under_way.push(attempt.boxed());
            }
        }
    }
}
