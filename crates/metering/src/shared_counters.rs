//! Rates that several nodes count together. While the counter store is reachable, it decides. While
//! it is not, a node admits its share of every rate and records what it admitted. When the counter
//! store is reachable again, the node merges its records first, and for a while needs both, because
//! other nodes may not have merged theirs yet.
//!
//! A log may be empty because nobody was admitted or because the counter store has lost it. So a
//! node relies on a log only after it has filled it with what the ledger and the node itself know.

use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};

use access::RateClass;
use access::{KeyId, OrgId, Rate, RateStatus, Timestamp};
use store::{
    Counters, CountersAway, Counting, LogOwner, Nodes, RatedLog, Store, StoreError, Taken,
};

use crate::limit_status::LimitStatus;
use crate::meter::{MIN_COST, quota_exhausted};
use crate::org_limiter::{LimitQuery, OrgLimiter, horizon, rate_limited};
use config::Config;
use http_api::clock::Clock;
use http_api::{ApiError, ErrorCode};

/// How often a node checks whether the counter store is reachable.
pub(crate) const PROBE: Duration = Duration::from_millis(500);
/// How often a node announces itself: several times before others would consider it gone.
pub(crate) const BEAT: Duration = Duration::from_secs(4);
/// How long after a return both the counter store and the node's share must admit. Every other node
/// that can reach the counter store has merged its records long before. One that cannot has only
/// its share.
const CAUTION: Duration = Duration::from_mins(1);
/// How often a request retries if logs must be filled or the counter store is unstable.
const MAX_ATTEMPTS: usize = 6;
/// Slots that nodes take alone are distinct: each node takes every 64th microsecond.
const STRIDE_MICROS: i64 = 64;

/// The counter store as one node uses it.
#[derive(Debug)]
pub(crate) struct Shared {
    counters: Counters,
    node: String,
    clock: Clock,
    mode: Mutex<State>,
    nodes: AtomicU32,
    ordinal: AtomicU32,
    /// How far the clock of the counter store is ahead of the node's.
    ahead_micros: AtomicI64,
    latency_s: Histogram,
}

#[derive(Clone, Copy, Debug)]
struct State {
    mode: Mode,
    /// How often the node has returned to the counter store.
    generation: u64,
    /// Whether the outage was logged.
    told: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// The counter store decides. After an outage, with the time of the return.
    Together { since: Option<Timestamp> },
    /// The counter store is unreachable.
    Alone,
}

/// What one node can admit alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    pub(crate) nodes: u32,
    pub(crate) now: Timestamp,
    ordinal: i64,
}

impl Share {
    /// A slot that no other node takes: now, or the next one after the last.
    pub(crate) fn slot_after(self, last: Option<Timestamp>) -> Timestamp {
        let next = last.map_or(i64::MIN, |it| it.micros() + 1);
        let earliest = self.now.micros().max(next);
        let behind = (self.ordinal - earliest).rem_euclid(STRIDE_MICROS);
        Timestamp::from_micros(earliest + behind)
    }
}

type Answer = (LimitStatus, Result<Timestamp, ApiError>);

/// A request to the counter store.
#[derive(Clone, Copy, Debug)]
enum Purpose {
    Take,
    Look,
}

/// A response of the counter store.
#[derive(Debug)]
struct Looked {
    /// The slot that was taken, if one was.
    slot: Option<Timestamp>,
    /// The time of the counter store.
    now: Timestamp,
    standings: Vec<RateStatus>,
}

impl Looked {
    fn standing(self, account: &OrgLimiter, demand: &LimitQuery<'_>) -> LimitStatus {
        let (rates, quota) = (demand.named(self.standings), account.quota(demand));
        LimitStatus::new(rates, quota, self.now)
    }
}

fn come_and_go() -> ApiError {
    let cause = std::io::Error::other("the counter store is unstable");
    let busy = ApiError::plain(ErrorCode::ServiceUnavailable).because(cause);
    busy.retry_after(1)
}

impl Shared {
    /// The counter store of the configuration, if there is one.
    pub(crate) fn new(config: &Config, clock: &Clock, node: &str) -> Option<Self> {
        // Startup refuses an unusable configuration.
        let counters = config.shared_counters().ok()??;
        Some(Self {
            counters,
            node: node.to_owned(),
            clock: clock.clone(),
            mode: Mutex::new(State {
                mode: Mode::Alone,
                generation: 0,
                told: false,
            }),
            nodes: AtomicU32::new(1),
            ordinal: AtomicU32::new(0),
            ahead_micros: AtomicI64::new(0),
            // From 0.1 ms to 17 s.
            latency_s: Histogram::new(exponential_buckets(0.000_1, 1.5, 30)),
        })
    }

    fn state(&self) -> State {
        *self.mode.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The time of the counter store, as far as the node knows it, when its own clock says `now`.
    pub(crate) fn time_at(&self, now: Timestamp) -> Timestamp {
        let ahead = self.ahead_micros.load(Ordering::Relaxed);
        Timestamp::from_micros(now.micros().saturating_add(ahead))
    }

    /// Whether the counter store decides now.
    pub(crate) fn is_reachable(&self) -> bool {
        self.state().mode != Mode::Alone
    }

    /// How long it takes to answer.
    pub(crate) fn latency(&self) -> Histogram {
        self.latency_s.clone()
    }

    /// Stores the number of nodes.
    pub(crate) fn update_peers(&self, Nodes { count, ordinal }: Nodes) {
        self.nodes.store(count, Ordering::Relaxed);
        self.ordinal.store(ordinal, Ordering::Relaxed);
    }

    /// Checks whether the counter store is reachable. Returns whether it has just come back.
    pub(crate) async fn probe(&self, now: Timestamp) -> bool {
        let generation = self.state().generation;
        let answered = self.counters.ping().await;
        if let Err(away) = answered {
            self.lost(generation, &away);
            return false;
        }
        let mut state = self.mode.lock().unwrap_or_else(PoisonError::into_inner);
        if state.mode != Mode::Alone {
            return false;
        }
        // A node that has just started does not come back from an outage.
        let since = (state.generation > 0).then_some(now);
        state.generation += 1;
        state.mode = Mode::Together { since };
        state.told = false;
        tracing::info!("counter store reachable; rate limits are shared by all nodes");
        since.is_some()
    }

    /// Records that the counter store is unreachable, unless it has come back since.
    fn lost(&self, generation: u64, away: &CountersAway) {
        let mut state = self.mode.lock().unwrap_or_else(PoisonError::into_inner);
        if state.generation != generation {
            return;
        }
        state.mode = Mode::Alone;
        if !state.told {
            let nodes = self.nodes.load(Ordering::Relaxed);
            tracing::warn!(error = %away, nodes, "counter store unreachable; this node allows its share of the rate limits");
            state.told = true;
        }
    }

    fn share(&self, now: Timestamp) -> Share {
        Share {
            nodes: self.nodes.load(Ordering::Relaxed),
            now,
            ordinal: i64::from(self.ordinal.load(Ordering::Relaxed)) % STRIDE_MICROS,
        }
    }

    /// Takes a slot of every rate. Fails if a rate or the quota is exhausted.
    ///
    /// # Errors
    ///
    /// 503 if the database is unreachable, or the counter store is unstable.
    pub(crate) async fn admit(
        &self,
        account: &OrgLimiter,
        demand: &LimitQuery<'_>,
        store: &Store,
        now: Timestamp,
    ) -> Result<Answer, ApiError> {
        if demand.rated_logs().is_empty() {
            return Ok(account.admit(demand, now));
        }
        for _ in 0..MAX_ATTEMPTS {
            let state = self.state();
            let answer = match state.mode {
                Mode::Alone => {
                    let alone = || self.state().mode == Mode::Alone;
                    account.admit_alone(demand, self.share(now), alone)
                }
                Mode::Together { .. } => {
                    self.admit_together(account, demand, store, (state, now))
                        .await?
                }
            };
            if let Some(answer) = answer {
                return Ok(answer);
            }
        }
        Err(come_and_go())
    }

    /// One attempt. `None` if it must be repeated.
    async fn admit_together(
        &self,
        account: &OrgLimiter,
        demand: &LimitQuery<'_>,
        store: &Store,
        (state, now): (State, Timestamp),
    ) -> Result<Option<Answer>, ApiError> {
        let moment = (state, now);
        let asked = self.ask(account, demand, store, (moment, Purpose::Take));
        let Some(looked) = asked.await? else {
            return Ok(None);
        };
        let refused = looked.standings.iter().filter(|it| it.remaining == 0);
        let refused = refused.max_by_key(|it| it.next_slot_at).copied();
        let (slot, time) = (looked.slot, looked.now);
        let standing = looked.standing(account, demand);
        let answer = match (slot, refused) {
            (Some(slot), _) => self.keep(account, demand, (state, slot)).await,
            (None, Some(refused)) => Err(rate_limited(refused, time)),
            (None, None) => return Ok(None),
        };
        Ok(Some((standing, answer)))
    }

    /// The standing of the rates for all nodes together, without taking a slot. During an outage,
    /// that of the node's share.
    ///
    /// # Errors
    ///
    /// 503 if the database is unreachable, or the counter store is unstable.
    pub(crate) async fn look(
        &self,
        account: &OrgLimiter,
        demand: &LimitQuery<'_>,
        store: &Store,
        now: Timestamp,
    ) -> Result<LimitStatus, ApiError> {
        if demand.rated_logs().is_empty() {
            return Ok(account.standing(demand, now));
        }
        for _ in 0..MAX_ATTEMPTS {
            let state = self.state();
            if state.mode == Mode::Alone {
                return Ok(account.standing_alone(demand, self.share(now)));
            }
            let asked = self.ask(account, demand, store, ((state, now), Purpose::Look));
            if let Some(looked) = asked.await? {
                return Ok(looked.standing(account, demand));
            }
        }
        Err(come_and_go())
    }

    /// Asks the counter store, and fills what it lacks. `None` if it must be asked again.
    async fn ask(
        &self,
        account: &OrgLimiter,
        demand: &LimitQuery<'_>,
        store: &Store,
        ((state, now), purpose): ((State, Timestamp), Purpose),
    ) -> Result<Option<Looked>, ApiError> {
        let logs = demand.rated_logs();
        let counting = self.counting(demand.org, state.generation, now);
        let ask = async || {
            let started = tokio::time::Instant::now();
            let answer = match purpose {
                Purpose::Take => self.counters.take(counting, &logs).await,
                Purpose::Look => self.counters.look(counting, &logs).await,
            };
            self.latency_s.observe(started.elapsed().as_secs_f64());
            answer
        };
        let mut taken = ask().await;
        if let Ok(Taken::Unfilled(_)) = taken {
            let _filling = account.filling().await;
            taken = ask().await;
            if let Ok(Taken::Unfilled(missing)) = &taken {
                for log in missing.iter().filter_map(|index| logs.get(*index)) {
                    let filled = self.fill(counting, account, *log, (store, now)).await?;
                    if let Err(away) = filled {
                        self.lost(state.generation, &away);
                        return Ok(None);
                    }
                }
                return Ok(None);
            }
        }
        match taken {
            Err(away) => {
                self.lost(state.generation, &away);
                Ok(None)
            }
            Ok(Taken::Unfilled(_)) => Ok(None),
            Ok(Taken::Looked {
                slot,
                now,
                standings,
            }) => {
                self.compare_clocks(now);
                Ok(Some(Looked {
                    slot,
                    now,
                    standings,
                }))
            }
        }
    }

    /// Keeps a slot from the counter store, unless the quota or the node's share after an outage
    /// refuses it.
    async fn keep(
        &self,
        account: &OrgLimiter,
        demand: &LimitQuery<'_>,
        (state, slot): (State, Timestamp),
    ) -> Result<Timestamp, ApiError> {
        let cautious_until = match state.mode {
            Mode::Together { since: Some(since) } => {
                Some(since.plus(demand.longest_window().min(CAUTION)))
            }
            _ => None,
        };
        let cautious = cautious_until.is_some_and(|until| slot < until);
        let nodes = cautious.then(|| self.nodes.load(Ordering::Relaxed));
        let quota = account.quota(demand);
        let kept = if quota.remaining == 0 {
            Err(quota_exhausted(quota, MIN_COST, slot))
        } else {
            account.note(demand, slot, nodes)
        };
        if let Err(refused) = kept {
            self.give_back(demand.org, demand.class, demand.family, slot)
                .await;
            return Err(refused);
        }
        Ok(slot)
    }

    /// Fills a log with what the ledger and this node know.
    async fn fill(
        &self,
        counting: Counting<'_>,
        account: &OrgLimiter,
        log: RatedLog<'_>,
        (store, now): (&Store, Timestamp),
    ) -> Result<Result<(), CountersAway>, StoreError> {
        let (since, most) = horizon(log.rates, now);
        let mut admitted = match log.owner {
            LogOwner::Org => store.admitted_for_org(counting.org, since, most).await?,
            LogOwner::Class(class) => {
                let org = counting.org;
                store.admitted_for_class(org, class, since, most).await?
            }
            LogOwner::Family(family) => store.admitted_for_family(family, since, most).await?,
        };
        admitted.extend(account.known(log.owner));
        let window = log.rates.iter().map(|it| it.window()).max();
        let window = window.unwrap_or_default();
        let filled = self.counters.fill(counting, log.owner, window, admitted);
        Ok(filled.await)
    }

    /// Merges what this node has admitted for an organization during an outage.
    pub(crate) async fn merge(
        &self,
        org: OrgId,
        account: &OrgLimiter,
        store: &Store,
        now: Timestamp,
    ) {
        let state = self.state();
        let counting = self.counting(org, state.generation, now);
        for (owner, rates) in account.take_logs_used_alone() {
            let rates: &[Rate] = &rates;
            let log = RatedLog { owner, rates };
            match self.fill(counting, account, log, (store, now)).await {
                Ok(Ok(())) => {}
                Ok(Err(away)) => return self.lost(state.generation, &away),
                // The log stays unfilled, and the next request fills it.
                Err(error) => {
                    tracing::warn!(%error, "cannot merge admitted requests into the counter store");
                }
            }
        }
    }

    /// Returns the slots of a request that was not counted. A slot that cannot be returned is free
    /// again after its window.
    pub(crate) async fn give_back(
        &self,
        org: OrgId,
        class: RateClass,
        family: Option<KeyId>,
        slot: Timestamp,
    ) {
        let State {
            mode, generation, ..
        } = self.state();
        if mode == Mode::Alone {
            return;
        }
        let family = family.map(LogOwner::Family);
        let logs = [LogOwner::Org, LogOwner::Class(class)];
        let logs = logs.into_iter().chain(family);
        if let Err(away) = self.counters.give_back(org, logs, slot).await {
            self.lost(generation, &away);
        }
    }

    fn counting(&self, org: OrgId, generation: u64, now: Timestamp) -> Counting<'_> {
        Counting {
            org,
            node: &self.node,
            generation,
            // A test's clock stands still; that of the counter store does not.
            now: matches!(self.clock, Clock::Manual(_)).then_some(now),
        }
    }

    fn compare_clocks(&self, time: Timestamp) {
        if matches!(self.clock, Clock::System) {
            let ahead = time.micros() - self.clock.now().micros();
            self.ahead_micros.store(ahead, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_alone_take_different_slots_in_order() {
        let share = |ordinal| Share {
            nodes: 3,
            now: Timestamp::from_micros(1_000_000),
            ordinal,
        };
        let mut seen = std::collections::HashSet::new();
        for ordinal in 0..3 {
            let mut last = None;
            for _ in 0..100 {
                let slot = share(ordinal).slot_after(last);
                assert!(slot >= share(ordinal).now);
                assert!(last.is_none_or(|it| slot > it), "{slot:?} after {last:?}");
                assert!(seen.insert(slot), "{slot:?} twice");
                last = Some(slot);
            }
        }
    }
}
