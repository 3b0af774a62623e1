//! One node's view of an organization's limits: the rate logs of the organization and of each key
//! family, and the used quota.
//!
//! Everything is loaded from the ledger on first use, so a restart loses nothing.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use access::RateClass;
use access::{KeyId, KeyMode, OrgId, Rate, RateLog, RateStatus, Timestamp};
use smallvec::SmallVec;
use store::{LogOwner, RatedLog, Store, StoreError, Used};

use crate::limit_status::{Caps, LimitStatus, NamedRateStatus, QuotaStatus};
use crate::meter::{MIN_COST, quota_exhausted, seconds_until};
use crate::origin_hosts::OriginHosts;
use crate::shared_counters::Share;
use http_api::text::thousands;
use http_api::{ApiError, ErrorCode, Problem};

/// How long an exhausted quota is cached before the database is asked again: another node may have
/// returned a unit, or the operator may have raised the cap.
const BELIEVE_EXHAUSTED: Duration = Duration::from_secs(1);
/// How long an inactive organization stays in memory: much longer than a request can take, so that
/// no request in progress uses a retired account.
const IDLE: Duration = Duration::from_mins(10);
/// A clock that goes back by more than this was set back.
const SET_BACK: Duration = Duration::from_secs(1);

/// Whether an account can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Readiness {
    /// It has everything that is needed.
    Ready,
    /// Something must be loaded first.
    Unprepared,
    /// It is retired. A new one exists or will be created.
    Retired,
}

/// An organization's limits on this node.
#[derive(Debug, Default)]
pub(crate) struct OrgLimiter {
    /// Held while loading, so that concurrent first requests load once.
    loading: tokio::sync::Mutex<()>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    org: Option<RateLogs>,
    classes: HashMap<RateClass, RateLogs>,
    families: HashMap<KeyId, RateLogs>,
    live: Option<KnownUse>,
    test: Option<KnownUse>,
    /// The last slot that was taken while the counter store was unreachable.
    last_alone: Option<Timestamp>,
    last_touched: Option<Timestamp>,
    hosts: OriginHosts,
    /// A retired account admits nothing. The next request creates a new one.
    retired: bool,
}

/// The logs of one set of rates.
#[derive(Debug)]
struct RateLogs {
    /// Everything this node knows, per rate. Nearly always one rate, which is stored inline: the
    /// data of an organization is rarely in the processor's cache.
    logs: SmallVec<[RateLog; 1]>,
    /// What this node itself has admitted, if several nodes count together.
    own: Vec<RateLog>,
}

#[derive(Clone, Copy, Debug)]
struct KnownUse {
    /// What it is about: the period, and the day and holder of a test allowance.
    caps: Caps,
    used: Used,
    known_at: Timestamp,
}

impl KnownUse {
    /// Whether it is about the allowances of a demand.
    fn is_of(&self, caps: &Caps) -> bool {
        let day = |it: &Caps| it.test.map(|test| (test.holder, it.day));
        self.caps.period == caps.period && day(&self.caps) == day(caps)
    }

    /// Whether the database confirmed it recently. A clock that was set back does not extend this.
    fn is_fresh(&self, now: Timestamp) -> bool {
        self.known_at <= now && now < self.known_at.plus(BELIEVE_EXHAUSTED)
    }
}

/// What a request needs of an account.
#[derive(Clone, Debug)]
pub(crate) struct LimitQuery<'a> {
    pub(crate) org: OrgId,
    pub(crate) org_rates: &'a [Rate],
    pub(crate) class: RateClass,
    pub(crate) class_rates: &'a [Rate],
    /// `None` if a person pays, who has no rates of their own.
    pub(crate) family: Option<KeyId>,
    pub(crate) family_rates: &'a [Rate],
    pub(crate) mode: KeyMode,
    pub(crate) caps: Caps,
}

impl<'a> LimitQuery<'a> {
    /// Every log that has rates, in the order of [`State::logs`].
    pub(crate) fn rated_logs(&self) -> Vec<RatedLog<'a>> {
        let family = self.asked_family().map(LogOwner::Family);
        let logs = [
            (Some(LogOwner::Org), self.org_rates),
            (Some(LogOwner::Class(self.class)), self.class_rates),
            (family, self.family_rates),
        ];
        let rated = |(owner, rates): (Option<LogOwner>, &'a [Rate])| {
            let owner = owner.filter(|_| !rates.is_empty())?;
            Some(RatedLog { owner, rates })
        };
        logs.into_iter().filter_map(rated).collect()
    }

    /// The family, if the key has its own rates. Without them only the organization's rates apply,
    /// whatever an earlier edit or another key of the family left in memory.
    fn asked_family(&self) -> Option<KeyId> {
        self.family.filter(|_| !self.family_rates.is_empty())
    }

    /// The longest window of its rates.
    pub(crate) fn longest_window(&self) -> Duration {
        let logs = self.rated_logs();
        let rates = logs.iter().flat_map(|log| log.rates);
        rates.map(|it| it.window()).max().unwrap_or_default()
    }

    /// The standings of all rates, with their owners.
    pub(crate) fn named(
        &self,
        standings: impl IntoIterator<Item = RateStatus>,
    ) -> Vec<NamedRateStatus> {
        let class = match self.class {
            RateClass::Ordinary => "organization",
            RateClass::Image => "images",
            RateClass::Batch => "batches",
        };
        let names = std::iter::repeat_n("organization", self.org_rates.len())
            .chain(std::iter::repeat_n(class, self.class_rates.len()))
            .chain(std::iter::repeat_n("key", self.family_rates.len()));
        let named = |(standing, name)| NamedRateStatus { name, standing };
        standings.into_iter().zip(names).map(named).collect()
    }
}

impl OrgLimiter {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Marks it as used, unless it is retired. Returns whether it has what the demand needs.
    pub(crate) fn touch(&self, demand: &LimitQuery<'_>, now: Timestamp) -> Readiness {
        let mut state = self.state();
        state.last_touched = Some(now);
        if state.retired {
            Readiness::Retired
        } else if state.is_ready(demand, now) {
            Readiness::Ready
        } else {
            Readiness::Unprepared
        }
    }

    /// Retires it if it was not used recently. Returns whether it is retired. It stays if this node
    /// has admitted requests that it has not merged into the counter store, because they are
    /// nowhere else.
    pub(crate) fn retire(&self, now: Timestamp) -> bool {
        let mut state = self.state();
        let used_since = state.last_touched.is_some_and(|it| it.plus(IDLE) > now);
        if !used_since && state.last_alone.is_none() && !state.has_own(now) {
            state.retired = true;
        }
        state.retired
    }

    /// Loads what the demand needs and is not loaded yet.
    pub(crate) async fn load(
        &self,
        demand: &LimitQuery<'_>,
        store: &Store,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let _loading = self.loading.lock().await;
        let (org, class, family, used) = {
            let state = self.state();
            (
                state.has_org(demand),
                state.has_class(demand),
                state.has_family(demand),
                state.has_used(demand, now),
            )
        };
        if !org {
            let (since, most) = horizon(demand.org_rates, now);
            let admitted = store.admitted_for_org(demand.org, since, most).await?;
            let mut state = self.state();
            let earlier = state.org.take();
            state.org = Some(RateLogs::rebuild(demand.org_rates, admitted, earlier, now));
        }
        if !class {
            let (since, most) = horizon(demand.class_rates, now);
            let admitted = store
                .admitted_for_class(demand.org, demand.class, since, most)
                .await?;
            let mut state = self.state();
            let earlier = state.classes.remove(&demand.class);
            let bucket = RateLogs::rebuild(demand.class_rates, admitted, earlier, now);
            state.classes.insert(demand.class, bucket);
        }
        if let Some(id) = demand.family.filter(|_| !family) {
            let (since, most) = horizon(demand.family_rates, now);
            let admitted = store.admitted_for_family(id, since, most).await?;
            let mut state = self.state();
            let earlier = state.families.remove(&id);
            let bucket = RateLogs::rebuild(demand.family_rates, admitted, earlier, now);
            state.families.insert(id, bucket);
        }
        if !used {
            self.load_used(demand, store, now).await?;
        }
        Ok(())
    }

    /// Reads again what others have used of a shared allowance, unless it was read recently.
    pub(crate) async fn refresh(
        &self,
        demand: &LimitQuery<'_>,
        store: &Store,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let known = self.state().known_use(demand.mode);
        if known.is_some_and(|it| it.is_of(&demand.caps) && it.is_fresh(now)) {
            return Ok(());
        }
        self.load_used(demand, store, now).await
    }

    async fn load_used(
        &self,
        demand: &LimitQuery<'_>,
        store: &Store,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let caps = demand.caps;
        let org = store.used(demand.org, caps.period, demand.mode).await?;
        let (month, day) = match caps.test {
            Some(test) => store.test_used(test.holder, caps.period, caps.day).await?,
            None => (0, 0),
        };
        let known = KnownUse {
            caps,
            used: Used { org, month, day },
            known_at: now,
        };
        *self.state().known_use_mut(demand.mode) = Some(known);
        Ok(())
    }

    /// Takes a slot of every rate. Fails if a rate or the quota is exhausted.
    pub(crate) fn admit(
        &self,
        demand: &LimitQuery<'_>,
        now: Timestamp,
    ) -> (LimitStatus, Result<Timestamp, ApiError>) {
        let mut state = self.state();
        let quota = state.quota(demand);
        let mut logs = state.logs(demand);
        let admitted = access::admit(&mut logs, now);
        let answer = match admitted {
            Err(refused) => Err(rate_limited(refused, now)),
            Ok(slot) if quota.remaining == 0 => {
                for log in &mut logs {
                    log.give_back(slot);
                }
                Err(quota_exhausted(quota, MIN_COST, now))
            }
            Ok(slot) => Ok(slot),
        };
        let rates = demand.named(logs.into_iter().map(|log| log.standing(now)));
        if let Ok(slot) = &answer {
            state.note_unasked(demand, *slot);
        }
        (LimitStatus::new(rates, quota, now), answer)
    }

    /// The standing, without taking a slot.
    pub(crate) fn standing(&self, demand: &LimitQuery<'_>, now: Timestamp) -> LimitStatus {
        let mut state = self.state();
        let quota = state.quota(demand);
        let logs = state.logs(demand);
        let rates = demand.named(logs.into_iter().map(|log| log.standing(now)));
        LimitStatus::new(rates, quota, now)
    }

    /// The same for the node's share, which applies while it counts alone.
    pub(crate) fn standing_alone(&self, demand: &LimitQuery<'_>, share: Share) -> LimitStatus {
        let now = share.now;
        let mut state = self.state();
        let quota = state.quota(demand);
        let (logs, own) = state.logs_and_own(demand);
        let both = logs.into_iter().zip(own);
        let rates = demand.named(both.map(|(log, own)| of_share(log, own, share)));
        LimitStatus::new(rates, quota, now)
    }

    /// The standing of the quota, as far as this node knows.
    pub(crate) fn quota(&self, demand: &LimitQuery<'_>) -> QuotaStatus {
        self.state().quota(demand)
    }

    /// Takes a slot of this node's share of every rate, while it is `alone`. `None` if it no longer
    /// is. This is checked under the lock that [`Self::known`] also takes, so that a reader after
    /// the node's return sees everything it admitted alone.
    pub(crate) fn admit_alone(
        &self,
        demand: &LimitQuery<'_>,
        share: Share,
        alone: impl FnOnce() -> bool,
    ) -> Option<(LimitStatus, Result<Timestamp, ApiError>)> {
        let mut state = self.state();
        if !alone() {
            return None;
        }
        let quota = state.quota(demand);
        // After the node's clock was set back, an earlier slot may be far in the future. New slots
        // must not follow it.
        let last_alone = state
            .last_alone
            .filter(|it| *it <= share.now.plus(SET_BACK));
        let (mut logs, mut own) = state.logs_and_own(demand);
        for log in logs.iter_mut().chain(&mut own) {
            log.standing(share.now);
        }
        let newest = logs.iter().filter_map(|it| it.admitted().next_back());
        let now = share.slot_after(newest.chain(last_alone).max());
        let admitted = admit_within_share(&mut logs, &mut own, (now, share.nodes));
        let answer = match admitted {
            Err(refused) => Err(rate_limited(refused, share.now)),
            Ok(slot) if quota.remaining == 0 => {
                for log in logs.iter_mut().chain(&mut own) {
                    log.give_back(slot);
                }
                Err(quota_exhausted(quota, MIN_COST, share.now))
            }
            Ok(slot) => Ok(slot),
        };
        let both = logs.into_iter().zip(own);
        let rates = demand.named(both.map(|(log, own)| of_share(log, own, share)));
        if let Ok(slot) = &answer {
            state.last_alone = Some(*slot);
            state.note_unasked(demand, *slot);
        }
        let now = share.now;
        Some((LimitStatus::new(rates, quota, now), answer))
    }

    /// Records a slot that was taken together with other nodes. With `nodes`, only if this node's
    /// share also has room for it.
    pub(crate) fn note(
        &self,
        demand: &LimitQuery<'_>,
        slot: Timestamp,
        nodes: Option<u32>,
    ) -> Result<(), ApiError> {
        let mut state = self.state();
        let (logs, mut own) = state.logs_and_own(demand);
        if let Some(nodes) = nodes {
            let at = access::admit_share(&mut own, slot, nodes)
                .map_err(|refused| rate_limited(refused, slot))?;
            for log in &mut own {
                log.give_back(at);
            }
        }
        for log in logs.into_iter().chain(own) {
            log.note(slot);
        }
        state.note_unasked(demand, slot);
        Ok(())
    }

    /// The admitted requests that this node knows in a log.
    pub(crate) fn known(&self, owner: LogOwner) -> Vec<Timestamp> {
        let state = self.state();
        let bucket = match owner {
            LogOwner::Org => state.org.as_ref(),
            LogOwner::Class(class) => state.classes.get(&class),
            LogOwner::Family(family) => state.families.get(&family),
        };
        let logs = bucket.into_iter().flat_map(|it| &it.logs);
        let longest = logs.max_by_key(|it| it.window());
        longest.into_iter().flat_map(RateLog::admitted).collect()
    }

    /// The logs and rates in use, if this node has admitted anything alone since the last call.
    pub(crate) fn take_logs_used_alone(&self) -> Vec<(LogOwner, Vec<Rate>)> {
        let mut state = self.state();
        if state.last_alone.take().is_none() {
            return Vec::new();
        }
        let org = state.org.iter().map(|it| (LogOwner::Org, it));
        let classes = state.classes.iter();
        let classes = classes.map(|(class, it)| (LogOwner::Class(*class), it));
        let families = state.families.iter();
        let families = families.map(|(family, it)| (LogOwner::Family(*family), it));
        let logs = org.chain(classes).chain(families);
        let rated = logs.filter(|(_, it)| !it.logs.is_empty());
        let rates = |bucket: &RateLogs| bucket.rates().collect();
        rated.map(|(owner, it)| (owner, rates(it))).collect()
    }

    /// Held while logs are filled, so that concurrent first requests fill them once.
    pub(crate) async fn filling(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.loading.lock().await
    }

    /// The name under which use from a page is stored.
    pub(crate) fn stored_host(&self, host: &str, now: Timestamp) -> String {
        if host.is_empty() {
            return String::new();
        }
        self.state().hosts.stored_name(host, now).to_owned()
    }

    /// Stores the used units that the database reported.
    pub(crate) fn note_used(&self, mode: KeyMode, caps: Caps, used: Used) {
        let mut state = self.state();
        if let Some(known) = state.known_use_mut(mode) {
            // Commits complete out of order. Within a period only returned units lower the number,
            // and the next read corrects that.
            if known.is_of(&caps) {
                let units = &mut known.used;
                units.org = units.org.max(used.org);
                units.month = units.month.max(used.month);
                units.day = units.day.max(used.day);
            } else if known.caps.period <= caps.period && known.caps.day <= caps.day {
                (known.caps, known.used) = (caps, used);
            }
        }
    }

    /// Returns the slots of a request that was not counted.
    pub(crate) fn give_back(&self, family: Option<KeyId>, class: RateClass, slot: Timestamp) {
        let mut state = self.state();
        for bucket in state.buckets(class, family) {
            for log in bucket.logs.iter_mut().chain(&mut bucket.own) {
                log.give_back(slot);
            }
        }
    }
}

/// The standing of a rate for a node alone: what is known of it or what the node's share leaves,
/// whichever is less.
fn of_share(log: &mut RateLog, own: &mut RateLog, share: Share) -> RateStatus {
    let known = log.standing(share.now);
    let own = own.standing_of_share(share.now, share.nodes);
    if own.remaining < known.remaining {
        own
    } else {
        known
    }
}

/// Admits a request if everything known and the node's own share leave room for it.
fn admit_within_share(
    logs: &mut [&mut RateLog],
    own: &mut [&mut RateLog],
    (now, nodes): (Timestamp, u32),
) -> Result<Timestamp, RateStatus> {
    let slot = access::admit(logs, now)?;
    let admitted = access::admit_share(own, slot, nodes);
    if admitted.is_err() {
        for log in logs {
            log.give_back(slot);
        }
    }
    // What a node admitted itself is part of what it knows, so its own logs end no later.
    admitted
}

impl State {
    fn is_ready(&self, demand: &LimitQuery<'_>, now: Timestamp) -> bool {
        self.has_org(demand)
            && self.has_class(demand)
            && self.has_family(demand)
            && self.has_used(demand, now)
    }

    /// Every bucket of a request: organization, class, key.
    fn buckets(
        &mut self,
        class: RateClass,
        family: Option<KeyId>,
    ) -> impl Iterator<Item = &mut RateLogs> {
        let org = self.org.iter_mut();
        let class = self.classes.get_mut(&class).into_iter();
        let family = family.and_then(|it| self.families.get_mut(&it)).into_iter();
        org.chain(class).chain(family)
    }

    /// Every log that decides about a request, in that order.
    fn logs(&mut self, demand: &LimitQuery<'_>) -> SmallVec<[&mut RateLog; 4]> {
        let buckets = self.buckets(demand.class, demand.asked_family());
        buckets.flat_map(|it| it.logs.iter_mut()).collect()
    }

    /// The same, and those of what the node itself admitted.
    fn logs_and_own(&mut self, demand: &LimitQuery<'_>) -> (Vec<&mut RateLog>, Vec<&mut RateLog>) {
        let (mut logs, mut own) = (Vec::new(), Vec::new());
        for bucket in self.buckets(demand.class, demand.asked_family()) {
            logs.extend(&mut bucket.logs);
            own.extend(&mut bucket.own);
        }
        (logs, own)
    }

    /// Records a slot in the logs of a family that did not decide, because another key of it may
    /// have rates.
    fn note_unasked(&mut self, demand: &LimitQuery<'_>, slot: Timestamp) {
        let unasked = demand.family.filter(|_| demand.family_rates.is_empty());
        if let Some(bucket) = unasked.and_then(|it| self.families.get_mut(&it)) {
            for log in bucket.logs.iter_mut().chain(&mut bucket.own) {
                log.note(slot);
            }
        }
    }

    /// Whether the node itself has admitted something that still counts, if several nodes count
    /// together.
    fn has_own(&mut self, now: Timestamp) -> bool {
        let classes = self.classes.values_mut();
        let families = self.families.values_mut();
        let buckets = self.org.iter_mut().chain(classes).chain(families);
        let mut own = buckets.flat_map(|it| &mut it.own);
        own.any(|log| {
            log.standing(now);
            log.admitted().next().is_some()
        })
    }

    fn has_class(&self, demand: &LimitQuery<'_>) -> bool {
        let bucket = self.classes.get(&demand.class);
        demand.class_rates.is_empty() && demand.class == RateClass::Ordinary
            || bucket.is_some_and(|it| it.has(demand.class_rates))
    }

    fn has_org(&self, demand: &LimitQuery<'_>) -> bool {
        let org = self.org.as_ref();
        org.is_some_and(|it| it.has(demand.org_rates))
    }

    fn has_family(&self, demand: &LimitQuery<'_>) -> bool {
        let Some(family) = demand.asked_family() else {
            return true;
        };
        let bucket = self.families.get(&family);
        bucket.is_some_and(|it| it.has(demand.family_rates))
    }

    const fn known_use(&self, mode: KeyMode) -> Option<KnownUse> {
        match mode {
            KeyMode::Live => self.live,
            KeyMode::Test => self.test,
        }
    }

    const fn known_use_mut(&mut self, mode: KeyMode) -> &mut Option<KnownUse> {
        match mode {
            KeyMode::Live => &mut self.live,
            KeyMode::Test => &mut self.test,
        }
    }

    fn has_used(&self, demand: &LimitQuery<'_>, now: Timestamp) -> bool {
        self.known_use(demand.mode).is_some_and(|it| {
            let believed = demand.caps.tightest(it.used).remaining > 0 || it.is_fresh(now);
            it.is_of(&demand.caps) && believed
        })
    }

    fn quota(&self, demand: &LimitQuery<'_>) -> QuotaStatus {
        let known = self.known_use(demand.mode);
        let known = known.filter(|it| it.is_of(&demand.caps));
        let used = known.map_or_else(Used::default, |it| it.used);
        demand.caps.tightest(used)
    }
}

fn longest(logs: impl IntoIterator<Item = RateLog>) -> Option<RateLog> {
    logs.into_iter().max_by_key(RateLog::window)
}

impl RateLogs {
    fn rates(&self) -> impl Iterator<Item = Rate> {
        self.logs.iter().map(RateLog::rate)
    }

    /// Whether it was made for these rates.
    fn has(&self, rates: &[Rate]) -> bool {
        self.rates().eq(rates.iter().copied())
    }

    /// Logs for `rates` from the ledger's record. If the rates changed, also from the earlier logs,
    /// which may know requests that the ledger has not seen yet.
    fn rebuild(
        rates: &[Rate],
        ledger: Vec<Timestamp>,
        earlier: Option<Self>,
        now: Timestamp,
    ) -> Self {
        let (logs, own) = earlier.map_or_else(Default::default, |it| (it.logs, it.own));
        let admitted: Vec<_> = match longest(logs) {
            None => ledger,
            Some(log) => {
                let known_since = log.known_since(now);
                let older = ledger.into_iter().filter(|it| *it <= known_since);
                older.chain(log.entries()).collect()
            }
        };
        let own: Vec<_> = longest(own)
            .into_iter()
            .flat_map(RateLog::entries)
            .collect();
        let restored =
            |rate: &Rate, admitted: &[Timestamp]| RateLog::restore(*rate, admitted.iter().copied());
        let logs = rates.iter().map(|it| restored(it, &admitted));
        let own = rates.iter().map(|it| restored(it, &own));
        Self {
            logs: logs.collect(),
            own: own.collect(),
        }
    }
}

/// The range and the maximum number of requests that matter to some rates.
pub(crate) fn horizon(rates: &[Rate], now: Timestamp) -> (Timestamp, u32) {
    let window = rates.iter().map(|it| it.window()).max().unwrap_or_default();
    let most = rates.iter().map(|it| it.limit()).max().unwrap_or_default();
    let window = i64::try_from(window.as_micros()).unwrap_or(i64::MAX);
    (
        Timestamp::from_micros(now.micros().saturating_sub(window)),
        most,
    )
}

pub(crate) fn rate_limited(refused: RateStatus, now: Timestamp) -> ApiError {
    let rate = refused.rate;
    let wait = seconds_until(refused.next_slot_at, now).max(1);
    let window = rate.window().as_secs();
    let requests = match rate.limit() {
        1 => "1 request".to_owned(),
        limit => format!("{} requests", thousands(limit)),
    };
    let per = match window {
        1 => "second".to_owned(),
        seconds => format!("{} seconds", thousands(seconds)),
    };
    let unit = if wait == 1 { "second" } else { "seconds" };
    let detail = format!("The limit is {requests} per {per}. Retry in {wait} {unit}.");
    let problem = Problem::new(ErrorCode::RateLimited, detail)
        .with_meta("limit", rate.limit())
        .with_meta("windowSeconds", window);
    ApiError::from(problem).retry_after(wait)
}
