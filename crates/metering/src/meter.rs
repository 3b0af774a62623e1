//! The meter: takes slots and units, counts requests, and returns the units of server errors.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use prometheus_client::metrics::histogram::Histogram;

use access::{
    Allowance, Day, KeyId, KeyMode, OrgId, Period, Plan, Plans, Random as _, Rate, RateClass,
    RequestId, Timestamp,
};
use store::{
    Commit, LedgerEntry, OrgRecord, OrgTerms, Outcome, Store, StoreError, TestHolder, TestLimits,
    Used,
};

use crate::clock_offset::ClockOffset;
use crate::ending::Ending;
use crate::ledger::{Ledger, OpenLedger};
use crate::ledger_metrics::LedgerMetrics;
use crate::limit_status::{Caps, LimitStatus, QuotaStatus};
use crate::limiter_slot::LimiterSlot;
use crate::org_limiter::{LimitQuery, OrgLimiter, Readiness};
use crate::payer::Payer;
use crate::shared_counters::{self as shared, Shared};
use config::Config;
use http_api::clock::Clock;
use http_api::randomness::OsRandom;
use http_api::text::thousands;
use http_api::{ApiError, ErrorCode, Problem};

/// The meter of one node.
#[derive(Debug)]
pub struct Meter {
    store: Store,
    clock: Clock,
    plans: Plans,
    test_allowance: u64,
    test_allowance_per_day: u64,
    /// Used for the first request of a cached key, and for people. After that, the key references
    /// its account.
    accounts: RwLock<HashMap<OrgId, Arc<OrgLimiter>>>,
    ledger: Arc<dyn Ledger>,
    shared: Option<Shared>,
    node: String,
    /// Whether this node has deregistered. Locked during each heartbeat, so that none commits after
    /// the node has deregistered.
    has_left: tokio::sync::Mutex<bool>,
    /// Whether the missing counter store was logged.
    warned_uncoordinated: AtomicBool,
    clock_offset: ClockOffset,
}

/// A request that is admitted but not yet counted.
#[derive(Debug)]
pub struct Reservation {
    account: Arc<OrgLimiter>,
    visit: MeteredRequest,
    /// When it was admitted, as in the rate logs.
    slot: Timestamp,
    caps: Caps,
    /// The used units, as the ledger reported them when it counted this request.
    used: Option<Used>,
}

impl Reservation {
    /// Who pays.
    pub const fn payer(&self) -> &Payer {
        &self.visit.payer
    }

    /// The standing of the quota after this request is counted. `None` before.
    pub fn quota(&self) -> Option<QuotaStatus> {
        self.used.map(|used| self.caps.tightest(used))
    }
}

/// A request that is in the ledger.
#[derive(Debug)]
pub struct LedgerCharge {
    entry: Arc<LedgerEntry>,
    returned: u32,
}

impl LedgerCharge {
    /// The request.
    pub fn request(&self) -> RequestId {
        self.entry.request
    }

    /// The organization that pays.
    pub fn org(&self) -> OrgId {
        self.entry.org
    }

    /// The key of the request, if it came with one.
    pub fn key(&self) -> Option<KeyId> {
        self.entry.key
    }

    /// The same request, with units to return together with its outcome.
    #[must_use]
    pub fn returning(self, returned: u32) -> Self {
        Self { returned, ..self }
    }

    /// The outcome.
    fn ended(self, ending: Ending) -> Outcome {
        Outcome {
            entry: self.entry,
            status: ending.status,
            error_code: ending.error_code(),
            latency_us: Some(ending.latency_us()),
            returned: self.returned,
            again: false,
        }
    }
}

/// What the meter needs to know about a request.
#[derive(Clone, Debug)]
pub struct MeteredRequest {
    /// Who pays.
    pub payer: Payer,
    /// Its id.
    pub request: RequestId,
    /// The operation.
    pub operation: &'static str,
    /// The additional rates that apply.
    pub class: RateClass,
}

impl Meter {
    /// A meter that reads from `store` and counts in the ledger opened in it.
    pub fn new(store: Store, clock: Clock, config: &Config, open_ledger: OpenLedger) -> Self {
        let node = node_name();
        Self {
            ledger: open_ledger(store.clone()),
            shared: Shared::new(config, &clock, &node),
            node,
            has_left: tokio::sync::Mutex::default(),
            warned_uncoordinated: AtomicBool::new(false),
            clock_offset: ClockOffset::default(),
            store,
            clock,
            plans: config.plans.clone(),
            test_allowance: config.test_allowance,
            test_allowance_per_day: config.test_allowance_per_day,
            accounts: RwLock::default(),
        }
    }

    /// Takes a slot of every rate, if there is one, and checks whether the quota has a unit left.
    /// The standing is for the response headers, in any case.
    ///
    /// # Errors
    ///
    /// `rate_limited`, `quota_exhausted`, or 503 if the database is unreachable.
    pub async fn admit(
        &self,
        visit: MeteredRequest,
    ) -> (Option<LimitStatus>, Result<Reservation, ApiError>) {
        let payer = &visit.payer;
        let Some(plan) = self.plans.get(&payer.terms().plan) else {
            let cause = std::io::Error::other(format!("no plan {}", payer.terms().plan));
            let refused = ApiError::plain(ErrorCode::ServiceUnavailable).because(cause);
            return (None, Err(refused.retry_after(60)));
        };
        let now = self.now();
        let demand = self.demand(payer, visit.class, plan, now);
        let caps = demand.caps;
        let account = match self.prepared(payer, &demand, now).await {
            Ok(account) => account,
            Err(error) => return (None, Err(error.into())),
        };
        let (mut standing, slot) = match &self.shared {
            None => account.admit(&demand, now),
            Some(shared) => match Box::pin(shared.admit(&account, &demand, &self.store, now)).await
            {
                Ok(answer) => answer,
                Err(error) => return (None, Err(error)),
            },
        };
        standing.quota_hidden = payer.is_in_a_page();
        let admission = slot.map(|slot| Reservation {
            account: Arc::clone(&account),
            visit,
            slot,
            caps: caps.at(slot),
            used: None,
        });
        (Some(standing), admission)
    }

    /// Turns the admission of a request into that of another operation, once its input says which one it calls. The
    /// standing is returned if it has changed.
    ///
    /// # Errors
    ///
    /// Those of [`Meter::admit`], if the operation has other rates. The request then has no slot any more.
    pub async fn transfer(
        &self,
        admission: Reservation,
        operation: &'static str,
        class: RateClass,
    ) -> (Option<LimitStatus>, Result<Reservation, ApiError>) {
        if admission.visit.class == class {
            let mut admission = admission;
            admission.visit.operation = operation;
            return (None, Ok(admission));
        }
        Box::pin(self.give_back(&admission)).await;
        let visit = MeteredRequest {
            operation,
            class,
            ..admission.visit
        };
        Box::pin(self.admit(visit)).await
    }

    /// The standing of a caller's limits, without taking a slot.
    ///
    /// # Errors
    ///
    /// 503 if the database is unreachable.
    pub async fn look(&self, payer: &Payer, class: RateClass) -> Result<LimitStatus, ApiError> {
        let unavailable = || ApiError::plain(ErrorCode::ServiceUnavailable).retry_after(60);
        let plan = self.plans.get(&payer.terms().plan);
        let plan = plan.ok_or_else(unavailable)?;
        let now = self.now();
        let demand = self.demand(payer, class, plan, now);
        let account = self.prepared(payer, &demand, now).await?;
        if demand.caps.test.is_some() {
            // Other organizations may have used the same allowance on this node, which this account
            // does not know.
            account.refresh(&demand, &self.store, now).await?;
        }
        let mut standing = match &self.shared {
            None => account.standing(&demand, now),
            Some(shared) => shared.look(&account, &demand, &self.store, now).await?,
        };
        standing.quota_hidden = payer.is_in_a_page();
        Ok(standing)
    }

    fn demand<'a>(
        &self,
        payer: &'a Payer,
        class: RateClass,
        plan: &'a Plan,
        now: Timestamp,
    ) -> LimitQuery<'a> {
        LimitQuery {
            org: payer.org(),
            org_rates: payer.terms().rates.as_ref().unwrap_or(&plan.rates),
            class,
            class_rates: class_rates(plan, class),
            family: payer.key().map(|it| it.key.family),
            family_rates: payer.key_rates(),
            mode: payer.mode(),
            caps: Caps {
                period: Period::of(now),
                day: Day::of(now),
                cap: self.allowance(payer.terms(), payer.mode(), plan).cap(),
                test: self.test_limits(payer),
            },
        }
    }

    /// The allowances that limit a request with a test key in addition to its organization's: none
    /// in the first organization, and none if an operator has set the organization's allowance.
    fn test_limits(&self, payer: &Payer) -> Option<TestLimits> {
        let key = &payer.key()?.key;
        let holder = key.test_holder?;
        let limited = key.mode == KeyMode::Test && key.terms.test_allowance.is_none();
        limited.then_some(TestLimits {
            holder,
            month_cap: self.test_allowance,
            day_cap: self.test_allowance_per_day,
        })
    }

    /// The used units of an organization's allowance in the period of an instant. For a shared test
    /// allowance, those of all organizations that share it.
    ///
    /// # Errors
    ///
    /// If the database is unreachable.
    pub async fn used_of(
        &self,
        org: &OrgRecord,
        mode: KeyMode,
        at: Timestamp,
    ) -> Result<u64, StoreError> {
        let period = Period::of(at);
        let own = self.store.used(org.id, period, mode).await?;
        match (mode, org.terms.test_allowance, org.test_holder) {
            (KeyMode::Test, None, Some(holder @ TestHolder::Person(_))) => {
                let (shared, _) = self.store.test_used(holder, period, Day::of(at)).await?;
                Ok(own.max(shared))
            }
            _ => Ok(own),
        }
    }

    /// The maximum that an organization with these terms can use in a period.
    pub fn cap(&self, terms: &OrgTerms, mode: KeyMode) -> u64 {
        let plan = self.plans.get(&terms.plan);
        plan.map_or(0, |plan| self.allowance(terms, mode, plan).cap())
    }

    /// What an organization with these terms can use in a period: its quota and overage. `None` if
    /// its plan is not configured.
    pub fn allowance_of(&self, terms: &OrgTerms, mode: KeyMode) -> Option<Allowance> {
        let plan = self.plans.get(&terms.plan)?;
        Some(self.allowance(terms, mode, plan))
    }

    /// The organization's allowance in this mode.
    fn allowance(&self, terms: &OrgTerms, mode: KeyMode, plan: &Plan) -> Allowance {
        match mode {
            KeyMode::Live => Allowance {
                quota: terms.quota.unwrap_or(plan.allowance.quota),
                overage: terms.overage.unwrap_or(plan.allowance.overage),
            },
            KeyMode::Test => Allowance {
                quota: terms.test_allowance.unwrap_or(self.test_allowance),
                overage: 0,
            },
        }
    }

    /// The organization's account, with everything that the demand needs.
    async fn prepared(
        &self,
        payer: &Payer,
        demand: &LimitQuery<'_>,
        now: Timestamp,
    ) -> Result<Arc<OrgLimiter>, StoreError> {
        let seat = payer.key().map(|it| &it.limiter);
        let (account, readiness) = self.account(seat, demand, now);
        if readiness == Readiness::Unprepared {
            Box::pin(account.load(demand, &self.store, now)).await?;
        }
        Ok(account)
    }

    /// The organization's account, and whether it is ready for the demand. Never a retired one.
    fn account(
        &self,
        seat: Option<&LimiterSlot>,
        demand: &LimitQuery<'_>,
        now: Timestamp,
    ) -> (Arc<OrgLimiter>, Readiness) {
        if let Some(account) = seat.and_then(LimiterSlot::account) {
            let readiness = account.touch(demand, now);
            if readiness != Readiness::Retired {
                return (account, readiness);
            }
        }
        loop {
            let account = self.account_of(demand.org);
            let readiness = account.touch(demand, now);
            if readiness != Readiness::Retired {
                if let Some(seat) = seat {
                    seat.take(&account);
                }
                return (account, readiness);
            }
            // It was retired since we found it. Remove it here as well, so that nobody waits for
            // the task that retired it.
            self.remove(demand.org, &account);
        }
    }

    fn account_of(&self, org: OrgId) -> Arc<OrgLimiter> {
        let known = self.accounts.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(account) = known.get(&org) {
            return Arc::clone(account);
        }
        drop(known);
        let mut known = self
            .accounts
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(org).or_default())
    }

    /// Removes a retired account. Only this one, because a new one may already exist.
    fn remove(&self, org: OrgId, retired: &Arc<OrgLimiter>) {
        let mut known = self
            .accounts
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        if let Entry::Occupied(entry) = known.entry(org)
            && Arc::ptr_eq(entry.get(), retired)
        {
            entry.remove();
        }
    }

    fn all_accounts(&self) -> Vec<(OrgId, Arc<OrgLimiter>)> {
        let known = self.accounts.read().unwrap_or_else(PoisonError::into_inner);
        known
            .iter()
            .map(|(org, it)| (*org, Arc::clone(it)))
            .collect()
    }

    /// Removes inactive organizations from memory. Their state is in the ledger and is read again
    /// when they return.
    pub fn forget_idle(&self) {
        let now = self.now();
        for (org, account) in self.all_accounts() {
            if account.retire(now) {
                self.remove(org, &account);
            }
        }
    }

    /// The number of organizations in memory.
    pub fn accounts(&self) -> usize {
        let known = self.accounts.read().unwrap_or_else(PoisonError::into_inner);
        known.len()
    }

    /// Counts an admitted request. It is durable when this returns. `ending` is set for a request
    /// that is refused and has no work to do.
    ///
    /// # Errors
    ///
    /// `quota_exhausted` if it costs more units than are left, or 503 if the database is
    /// unreachable, which returns the slot. In both cases nothing is counted.
    pub async fn count(
        &self,
        admission: &mut Reservation,
        cost: u32,
        ending: Option<Ending>,
    ) -> Result<LedgerCharge, ApiError> {
        let visit = &admission.visit;
        let (payer, mode) = (&visit.payer, visit.payer.mode());
        let entry = Arc::new(LedgerEntry {
            request: visit.request,
            org: payer.org(),
            key: payer.key().map(|it| it.key.id),
            family: payer.key().map(|it| it.key.family),
            user: payer.user(),
            class: visit.class,
            mode,
            operation: visit.operation,
            cost,
            at: admission.slot,
            cap: admission.caps.cap,
            test: admission.caps.test,
            status: ending.map(|it| it.status),
            error_code: ending.and_then(Ending::error_code),
            latency_us: ending.map(Ending::latency_us),
            origin_host: admission
                .account
                .stored_host(payer.origin_host(), admission.slot),
        });
        let caps = admission.caps;
        match self.ledger.commit(Arc::clone(&entry)).await {
            Ok(Commit::Counted { used }) => {
                admission.used = Some(used);
                admission.account.note_used(mode, caps, used);
                Ok(LedgerCharge { entry, returned: 0 })
            }
            Ok(Commit::Exhausted { used }) => {
                admission.used = Some(used);
                admission.account.note_used(mode, caps, used);
                // Keep the slot of the rates: computing a price above the remaining quota may have
                // taken time.
                Err(quota_exhausted(caps.tightest(used), cost, self.clock.now()))
            }
            Err(error) => {
                Box::pin(self.give_back(admission)).await;
                Err(error)
            }
        }
    }

    /// Refuses a request that costs more than the remaining quota.
    ///
    /// # Errors
    ///
    /// `quota_exhausted`.
    pub fn require_units(&self, quota: QuotaStatus, units: u32) -> Result<(), ApiError> {
        if u64::from(units) <= quota.remaining {
            return Ok(());
        }
        Err(quota_exhausted(quota, units, self.clock.now()))
    }

    /// Returns the slots of a request that will not be counted.
    pub async fn give_back(&self, admission: &Reservation) {
        let visit = &admission.visit;
        let family = visit.payer.key().map(|it| it.key.family);
        let (class, slot) = (visit.class, admission.slot);
        admission.account.give_back(family, class, slot);
        if let Some(shared) = &self.shared {
            shared
                .give_back(visit.payer.org(), class, family, slot)
                .await;
        }
    }

    /// The time for counting rates: that of the counter store if there is one, as far as it is
    /// known.
    fn now(&self) -> Timestamp {
        let now = self.clock.now();
        self.shared.as_ref().map_or(now, |it| it.time_at(now))
    }

    /// The name of this node. It is unique, also across restarts.
    pub fn node(&self) -> &str {
        &self.node
    }

    /// How far the clock of this node is ahead of the database's, in microseconds; `None` if it was not
    /// measured, as with SQLite, which has the same clock.
    pub fn clock_ahead_us(&self) -> Option<i64> {
        self.clock_offset.get()
    }

    /// Whether the counter store decides about rates now; `None` without one.
    pub fn counters_reachable(&self) -> Option<bool> {
        self.shared.as_ref().map(Shared::is_reachable)
    }

    /// How long the counter store takes to answer; `None` without one.
    pub fn counters_latency(&self) -> Option<Histogram> {
        self.shared.as_ref().map(Shared::latency)
    }

    /// The metrics of the ledger.
    pub fn ledger_metrics(&self) -> Option<LedgerMetrics> {
        self.ledger.metrics()
    }

    /// Whether there may be other nodes.
    fn has_company(&self) -> bool {
        self.shared.is_some() || self.store.serves_many_nodes()
    }

    /// Announces this node to the cluster, and reads the list of other nodes.
    ///
    /// # Errors
    ///
    /// If the database is unreachable.
    pub async fn heartbeat(&self) -> Result<(), StoreError> {
        if !self.has_company() {
            return Ok(());
        }
        let has_left = self.has_left.lock().await;
        if *has_left {
            return Ok(());
        }
        let nodes = self.store.heartbeat(&self.node).await?;
        let (store, clock) = (&self.store, &self.clock);
        self.clock_offset.measure(store, clock, &self.node).await?;
        drop(has_left);
        match &self.shared {
            Some(shared) => shared.update_peers(nodes),
            None if nodes.count > 1 => {
                if !self.warned_uncoordinated.swap(true, Ordering::Relaxed) {
                    let nodes = nodes.count;
                    tracing::warn!(
                        nodes,
                        "several nodes without a counter store: each node allows the full rate limits; set `counters`"
                    );
                }
            }
            None => self.warned_uncoordinated.store(false, Ordering::Relaxed),
        }
        Ok(())
    }

    /// Checks whether the counter store is reachable. When it is again, merges what this node has
    /// admitted alone.
    pub async fn probe(&self) {
        let Some(shared) = &self.shared else {
            return;
        };
        let now = self.now();
        if !shared.probe(now).await {
            return;
        }
        for (org, account) in self.all_accounts() {
            shared.merge(org, &account, &self.store, now).await;
        }
    }

    /// Monitors the counter store and the other nodes until the process ends.
    pub async fn run_heartbeats(&self) {
        if !self.has_company() {
            return;
        }
        let mut probes = tokio::time::interval(shared::PROBE);
        let mut beats = tokio::time::interval(shared::BEAT);
        for interval in [&mut probes, &mut beats] {
            interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        }
        loop {
            tokio::select! {
                _ = probes.tick() => self.probe().await,
                _ = beats.tick() => if let Err(error) = self.heartbeat().await {
                    tracing::warn!(%error, "cannot announce this node to the cluster");
                },
            }
        }
    }

    /// Announces to the cluster that this node is about to stop.
    pub async fn deregister(&self) {
        let mut has_left = self.has_left.lock().await;
        *has_left = true;
        if let Err(error) = self.store.deregister(&self.node).await {
            tracing::warn!(%error, "cannot announce the shutdown of this node");
        }
    }

    /// Records the outcome of a counted request. Returns how many of its units are returned: all of
    /// them after a server error, otherwise those that the charge returns.
    pub fn settle(&self, counted: LedgerCharge, ending: Ending) -> u32 {
        let outcome = counted.ended(ending);
        let returned = outcome.returned_units();
        self.ledger.settle(outcome);
        returned
    }

    /// Writes all pending outcomes.
    pub async fn flush(&self) {
        self.ledger.flush().await;
    }
}

fn node_name() -> String {
    let mut bytes = [0; 8];
    OsRandom.fill(&mut bytes);
    format!("{:016x}", u64::from_be_bytes(bytes))
}

/// The plan's additional rates for one class.
fn class_rates(plan: &Plan, class: RateClass) -> &[Rate] {
    match class {
        RateClass::Ordinary => &[],
        RateClass::Image => &plan.image_rates,
        RateClass::Batch => &plan.batch_rates,
    }
}

/// What a request costs at least.
pub(crate) const MIN_COST: u32 = 1;

/// The error of a request that costs more units than are left.
pub(crate) fn quota_exhausted(quota: QuotaStatus, cost: u32, now: Timestamp) -> ApiError {
    let QuotaStatus {
        limit,
        remaining,
        span,
    } = quota;
    let detail = match remaining {
        0 => format!("All {} units for {span} are used.", thousands(limit)),
        _ => format!(
            "This request costs {} units, but only {} of {} units remain for {span}. Make the \
             request smaller, or raise the quota.",
            thousands(cost),
            thousands(remaining),
            thousands(limit)
        ),
    };
    let problem = Problem::new(ErrorCode::QuotaExhausted, detail)
        .with_meta("cost", cost)
        .with_meta("remaining", remaining)
        .with_meta("limit", limit)
        .with_meta("period", span.to_string());
    let error = ApiError::from(problem);
    if u64::from(cost) > limit {
        // Waiting does not help.
        return error;
    }
    error.retry_after(seconds_until(span.end(), now))
}

/// Whole seconds, rounded up, so that waiting that long is enough.
pub(crate) fn seconds_until(at: Timestamp, now: Timestamp) -> u64 {
    let micros = (at.micros() - now.micros()).max(0);
    u64::try_from(micros).unwrap_or(0).div_ceil(1_000_000)
}
