//! Limits, quota and ledger: whether a request is admitted, and that it is counted before its work
//! begins.
//!
//! A request is *admitted* when every rate has a slot and the quota a unit left. It is *counted*
//! when its cost is committed to the ledger, which is where the quota is decided for good: however
//! many nodes and requests there are, the database never lets the sum pass the cap.

mod account;
mod committer;
mod refusals;
mod standing;

use std::sync::Arc;

use access::{Allowance, KeyMode, Period, Plan, Plans, RequestId, Timestamp};
use store::{Commit, KeyRecord, LedgerEntry, Outcome, Store};

use account::{Account, Demand};
use committer::Committer;
pub use refusals::Refusals;
pub(crate) use standing::EXPOSED_HEADERS;
pub use standing::{LimitStanding, NamedStanding, QuotaStanding};

use crate::clock::Clock;
use crate::config::Config;
use crate::error::{ApiError, ErrorCode, Problem};

/// The meter of one node.
#[derive(Debug)]
pub struct Meter {
    store: Store,
    clock: Clock,
    plans: Plans,
    test_allowance: u64,
    accounts: papaya::HashMap<access::OrgId, Arc<Account>>,
    committer: Committer,
}

/// A request that was admitted and is not yet counted.
#[derive(Debug)]
pub struct Admission {
    account: Arc<Account>,
    key: Arc<KeyRecord>,
    request: RequestId,
    operation: &'static str,
    origin_host: String,
    /// When it was admitted, as it stands in the rate logs.
    slot: Timestamp,
    cap: u64,
}

/// A request that is in the ledger.
#[derive(Debug)]
pub struct Counted(Arc<LedgerEntry>);

/// What the meter must know of a request.
#[derive(Clone, Debug)]
pub struct Visit {
    /// The key it came with.
    pub key: Arc<KeyRecord>,
    /// Its id.
    pub request: RequestId,
    /// What it asks for.
    pub operation: &'static str,
    /// The page it came from, or nothing.
    pub origin_host: String,
}

impl Meter {
    /// A meter that writes to `store`.
    pub fn new(store: Store, clock: Clock, config: &Config) -> Self {
        Self {
            committer: Committer::start(store.clone()),
            store,
            clock,
            plans: config.plans.clone(),
            test_allowance: config.test_allowance,
            accounts: papaya::HashMap::new(),
        }
    }

    /// Takes a slot of every rate, if there is one, and looks whether the quota has a unit left.
    /// The standing is for the answer's headers, whatever the answer.
    ///
    /// # Errors
    ///
    /// `rate_limited`, `quota_exhausted`, or 503 when the database does not answer.
    pub async fn admit(
        &self,
        visit: Visit,
    ) -> (Option<LimitStanding>, Result<Admission, ApiError>) {
        let Some(plan) = self.plans.get(&visit.key.terms.plan) else {
            let cause = std::io::Error::other(format!("no plan {}", visit.key.terms.plan));
            let refused = ApiError::plain(ErrorCode::ServiceUnavailable).because(cause);
            return (None, Err(refused.retry_after(60)));
        };
        let now = self.clock.now();
        let allowance = self.allowance(&visit.key, plan);
        let demand = Demand {
            org: visit.key.org_id,
            org_rates: visit.key.terms.rates.as_ref().unwrap_or(&plan.rates),
            family: visit.key.family,
            family_rates: &visit.key.rates,
            mode: visit.key.mode,
            period: Period::of(now),
            cap: allowance.cap(),
        };
        let account = self.account(visit.key.org_id);
        if let Err(error) = account.prepare(&demand, &self.store, now).await {
            return (None, Err(error.into()));
        }
        let (standing, slot) = account.admit(&demand, now);
        let admission = slot.map(|slot| Admission {
            account: Arc::clone(&account),
            key: visit.key,
            request: visit.request,
            operation: visit.operation,
            origin_host: visit.origin_host,
            slot,
            cap: allowance.cap(),
        });
        (Some(standing), admission)
    }

    /// What the organization may use with this key's mode.
    fn allowance(&self, key: &KeyRecord, plan: &Plan) -> Allowance {
        let terms = &key.terms;
        match key.mode {
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

    fn account(&self, org: access::OrgId) -> Arc<Account> {
        let accounts = self.accounts.pin();
        Arc::clone(accounts.get_or_insert_with(org, Arc::default))
    }

    /// Counts an admitted request: durable before this returns. `status` is given for a request
    /// that is refused and has no work to do.
    ///
    /// # Errors
    ///
    /// `quota_exhausted` when the quota filled up meanwhile, or 503 when the database does not
    /// answer. The slot is given back; nothing was counted.
    pub async fn count(
        &self,
        admission: &Admission,
        cost: u32,
        status: Option<u16>,
    ) -> Result<Counted, ApiError> {
        let key = &admission.key;
        let entry = Arc::new(LedgerEntry {
            request: admission.request,
            org: key.org_id,
            key: key.id,
            family: key.family,
            mode: key.mode,
            operation: admission.operation,
            cost,
            at: admission.slot,
            cap: admission.cap,
            status,
            origin_host: admission.origin_host.clone(),
        });
        let period = Period::of(admission.slot);
        match self.committer.commit(Arc::clone(&entry)).await {
            Ok(Commit::Counted { used }) => {
                admission.account.note_used(key.mode, period, used);
                Ok(Counted(entry))
            }
            Ok(Commit::Exhausted { used }) => {
                admission.account.note_used(key.mode, period, used);
                self.give_back(admission);
                Err(quota_exhausted(period, admission.cap, self.clock.now()))
            }
            Err(error) => {
                self.give_back(admission);
                Err(error)
            }
        }
    }

    /// Returns the slots of a request that will not be counted.
    pub fn give_back(&self, admission: &Admission) {
        admission
            .account
            .give_back(admission.key.family, admission.slot);
    }

    /// Notes how a counted request ended; its units are returned when the failure is ours.
    pub fn settle(&self, counted: Counted, status: u16) {
        let entry = counted.0;
        let again = false;
        self.committer.settle(Outcome {
            entry,
            status,
            again,
        });
    }

    /// Writes what is still to be noted.
    pub async fn flush(&self) {
        self.committer.flush().await;
    }
}

fn quota_exhausted(period: Period, cap: u64, now: Timestamp) -> ApiError {
    let detail = format!("all {cap} units of {period} are used");
    let problem = Problem::new(ErrorCode::QuotaExhausted, detail)
        .with_meta("limit", cap)
        .with_meta("period", period.to_string());
    ApiError::from(problem).retry_after(seconds_until(period.end(), now))
}

/// Whole seconds, rounded up: whoever waits that long has waited long enough.
fn seconds_until(at: Timestamp, now: Timestamp) -> u64 {
    let micros = (at.micros() - now.micros()).max(0);
    u64::try_from(micros).unwrap_or(0).div_ceil(1_000_000)
}
