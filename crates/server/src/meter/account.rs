//! What one node knows of an organization's limits: the rate logs of the organization and of each
//! key family, and how much of the quota is used.
//!
//! Everything is loaded from the ledger when it is first needed, so a restart forgets nothing.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use access::{KeyId, KeyMode, OrgId, Period, Rate, RateLog, Timestamp};
use store::{Store, StoreError};

use super::standing::{LimitStanding, NamedStanding, QuotaStanding};
use super::{quota_exhausted, seconds_until};
use crate::error::{ApiError, ErrorCode, Problem};

/// How long "the quota is used up" is believed before the database is asked again: another node
/// may have returned a unit, the operator may have raised the cap.
const BELIEVE_EXHAUSTED: Duration = Duration::from_secs(1);

/// An organization's limits on this node.
#[derive(Debug, Default)]
pub(super) struct Account {
    /// Held while loading, so that many first requests load once.
    loading: tokio::sync::Mutex<()>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    org: Option<Bucket>,
    families: HashMap<KeyId, Bucket>,
    used: HashMap<KeyMode, Used>,
}

/// The logs of one set of rates.
#[derive(Debug)]
struct Bucket {
    rates: Vec<Rate>,
    logs: Vec<RateLog>,
}

#[derive(Clone, Copy, Debug)]
struct Used {
    period: Period,
    units: u64,
    known_at: Timestamp,
}

/// What a request needs of an account.
#[derive(Clone, Debug)]
pub(super) struct Demand<'a> {
    pub(super) org: OrgId,
    pub(super) org_rates: &'a [Rate],
    pub(super) family: KeyId,
    pub(super) family_rates: &'a [Rate],
    pub(super) mode: KeyMode,
    pub(super) period: Period,
    pub(super) cap: u64,
}

impl Account {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Loads what the demand needs and is not known yet.
    pub(super) async fn prepare(
        &self,
        demand: &Demand<'_>,
        store: &Store,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        if self.state().is_ready(demand, now) {
            return Ok(());
        }
        let _loading = self.loading.lock().await;
        let (org, family, used) = {
            let state = self.state();
            (
                state.has_org(demand),
                state.has_family(demand),
                state.has_used(demand, now),
            )
        };
        if !org {
            let (since, most) = horizon(demand.org_rates, now);
            let admitted = store.admitted_for_org(demand.org, since, most).await?;
            let mut state = self.state();
            let earlier = state.org.take();
            state.org = Some(Bucket::rebuild(demand.org_rates, admitted, earlier, now));
        }
        if !family {
            let (since, most) = horizon(demand.family_rates, now);
            let admitted = store
                .admitted_for_family(demand.family, since, most)
                .await?;
            let mut state = self.state();
            let earlier = state.families.remove(&demand.family);
            let bucket = Bucket::rebuild(demand.family_rates, admitted, earlier, now);
            state.families.insert(demand.family, bucket);
        }
        if !used {
            let units = store.used(demand.org, demand.period, demand.mode).await?;
            let period = demand.period;
            let known = Used {
                period,
                units,
                known_at: now,
            };
            self.state().used.insert(demand.mode, known);
        }
        Ok(())
    }

    /// Takes a slot of every rate; refuses when a rate or the quota is used up.
    pub(super) fn admit(
        &self,
        demand: &Demand<'_>,
        now: Timestamp,
    ) -> (LimitStanding, Result<Timestamp, ApiError>) {
        let mut state = self.state();
        let quota = state.quota(demand);
        let State { org, families, .. } = &mut *state;
        let family = families.get_mut(&demand.family);
        let logs = || -> Vec<&mut RateLog> {
            let org = org.iter_mut().flat_map(|it| it.logs.iter_mut());
            org.chain(family.into_iter().flat_map(|it| it.logs.iter_mut()))
                .collect()
        };
        let mut logs = logs();
        let admitted = access::admit(logs.iter_mut().map(|it| &mut **it), now);
        let answer = match admitted {
            Err(refused) => Err(rate_limited(refused, now)),
            Ok(slot) if quota.remaining == 0 => {
                for log in &mut logs {
                    log.give_back(slot);
                }
                Err(quota_exhausted(demand.period, demand.cap, now))
            }
            Ok(slot) => Ok(slot),
        };
        let names = std::iter::repeat_n("organization", demand.org_rates.len());
        let names = names.chain(std::iter::repeat_n("key", demand.family_rates.len()));
        let rates = logs
            .into_iter()
            .zip(names)
            .map(|(log, name)| NamedStanding {
                name,
                standing: log.standing(now),
            })
            .collect();
        (LimitStanding { rates, quota, now }, answer)
    }

    /// Remembers what the database said was used.
    pub(super) fn note_used(&self, mode: KeyMode, period: Period, units: u64) {
        let mut state = self.state();
        if let Some(known) = state.used.get_mut(&mode) {
            // Commits answer out of order; within a period only a return lowers the number, and
            // the next reading corrects that.
            if known.period < period || (known.period == period && known.units < units) {
                known.period = period;
                known.units = units;
            }
        }
    }

    /// Returns the slots of a request that was not counted.
    pub(super) fn give_back(&self, family: KeyId, slot: Timestamp) {
        let mut state = self.state();
        let State { org, families, .. } = &mut *state;
        let buckets = org.iter_mut().chain(families.get_mut(&family));
        for log in buckets.flat_map(|it| it.logs.iter_mut()) {
            log.give_back(slot);
        }
    }
}

impl State {
    fn is_ready(&self, demand: &Demand<'_>, now: Timestamp) -> bool {
        self.has_org(demand) && self.has_family(demand) && self.has_used(demand, now)
    }

    fn has_org(&self, demand: &Demand<'_>) -> bool {
        self.org
            .as_ref()
            .is_some_and(|it| it.rates == demand.org_rates)
    }

    fn has_family(&self, demand: &Demand<'_>) -> bool {
        let bucket = self.families.get(&demand.family);
        bucket.is_some_and(|it| it.rates == demand.family_rates)
    }

    fn has_used(&self, demand: &Demand<'_>, now: Timestamp) -> bool {
        self.used.get(&demand.mode).is_some_and(|it| {
            let believed = it.units < demand.cap || now < it.known_at.plus(BELIEVE_EXHAUSTED);
            it.period == demand.period && believed
        })
    }

    fn quota(&self, demand: &Demand<'_>) -> QuotaStanding {
        let used = self
            .used
            .get(&demand.mode)
            .filter(|it| it.period == demand.period);
        let used = used.map_or(0, |it| it.units);
        QuotaStanding {
            limit: demand.cap,
            remaining: demand.cap.saturating_sub(used),
            period: demand.period,
        }
    }
}

impl Bucket {
    /// Logs for `rates` from the ledger's record and, where the rates changed under way, from what
    /// the earlier logs know and the ledger may not have seen yet.
    fn rebuild(
        rates: &[Rate],
        ledger: Vec<Timestamp>,
        earlier: Option<Self>,
        now: Timestamp,
    ) -> Self {
        let longest = earlier
            .into_iter()
            .flat_map(|it| it.logs)
            .max_by_key(RateLog::window);
        let admitted: Vec<_> = match longest {
            None => ledger,
            Some(log) => {
                let known_since = log.known_since(now);
                let older = ledger.into_iter().filter(|it| *it <= known_since);
                older.chain(log.entries()).collect()
            }
        };
        let logs = rates
            .iter()
            .map(|rate| RateLog::restore(*rate, admitted.iter().copied()));
        Self {
            rates: rates.to_vec(),
            logs: logs.collect(),
        }
    }
}

/// How far back, and how many requests at most, matter to some rates.
fn horizon(rates: &[Rate], now: Timestamp) -> (Timestamp, u32) {
    let window = rates.iter().map(|it| it.window()).max().unwrap_or_default();
    let most = rates.iter().map(|it| it.limit()).max().unwrap_or_default();
    let window = i64::try_from(window.as_micros()).unwrap_or(i64::MAX);
    (
        Timestamp::from_micros(now.micros().saturating_sub(window)),
        most,
    )
}

fn rate_limited(refused: access::RateStanding, now: Timestamp) -> ApiError {
    let rate = refused.rate;
    let wait = seconds_until(refused.next_slot_at, now).max(1);
    let window = rate.window().as_secs();
    let detail = format!(
        "{} requests in {window} seconds are allowed; the next one in {wait} s",
        rate.limit()
    );
    let problem = Problem::new(ErrorCode::RateLimited, detail)
        .with_meta("limit", rate.limit())
        .with_meta("windowSeconds", window);
    ApiError::from(problem).retry_after(wait)
}
