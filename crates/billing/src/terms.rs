//! Billing terms of an organization. Every change of its plan, quota or status goes through here, so
//! that the current price is stored with it. A price changed in the configuration applies from the
//! next change or period, never retroactively.

use access::{Period, Tariff, Term, Timestamp};
use store::{LockedOrg, OrgRecord, OrgStatus, OrgTerms, StoreError};

use config::Config;

/// The terms in the current configuration.
pub fn tariff(config: &Config, terms: &OrgTerms) -> Tariff {
    let plan = config.plans.get(&terms.plan);
    Tariff {
        plan: terms.plan,
        quota: terms
            .quota
            .unwrap_or(plan.map_or(0, |it| it.allowance.quota)),
        price: plan.map(|it| it.price.clone()).unwrap_or_default(),
    }
}

/// The current tariff: of the latest term, or of the configuration before the first term.
pub fn present_tariff(config: &Config, org: &OrgRecord, terms: &[Term]) -> Option<Tariff> {
    match terms.last() {
        Some(term) => term.tariff.clone(),
        None => Some(tariff(config, &org.terms)),
    }
}

/// Writes the first term of every period up to now that has none. Months in which the service was
/// down start with the current terms.
pub(crate) async fn open_periods(
    locked: &mut LockedOrg,
    config: &Config,
    now: Timestamp,
) -> Result<(), StoreError> {
    let org = locked.org().await?;
    let present = Period::of(now);
    let next = match locked.latest_billing_term().await? {
        None => present,
        Some(Term { at, tariff: None }) if org.status == OrgStatus::Closed => {
            Period::of(at.max(now)).next()
        }
        Some(term) => Period::of(term.at).next(),
    };
    let mut period = next;
    while period <= present {
        let term = Term {
            at: period.start().max(org.created_at),
            tariff: Some(tariff(config, &org.terms)),
        };
        locked.add_billing_term(&term).await?;
        period = period.next();
    }
    Ok(())
}

/// Changes the plan or quota of an organization.
///
/// # Errors
///
/// When the database is unavailable.
pub async fn set_terms(
    locked: &mut LockedOrg,
    config: &Config,
    terms: &OrgTerms,
    now: Timestamp,
) -> Result<(), StoreError> {
    open_periods(locked, config, now).await?;
    locked.set_terms(terms).await?;
    note(locked, Some(tariff(config, terms)), now).await
}

/// Suspends or reactivates an organization. Its plan is still billed while suspended.
///
/// # Errors
///
/// When the database is unavailable.
pub async fn set_status(
    locked: &mut LockedOrg,
    config: &Config,
    status: OrgStatus,
    now: Timestamp,
) -> Result<(), StoreError> {
    open_periods(locked, config, now).await?;
    locked.set_status(status).await?;
    let terms = locked.org().await?.terms;
    let tariff = (status != OrgStatus::Closed).then(|| tariff(config, &terms));
    note(locked, tariff, now).await
}

/// Closes an organization and credits the rest of its plan's period.
///
/// # Errors
///
/// When the database is unavailable.
pub async fn close(
    locked: &mut LockedOrg,
    config: &Config,
    now: Timestamp,
) -> Result<(), StoreError> {
    set_status(locked, config, OrgStatus::Closed, now).await
}

/// Writes a term, unless it equals the latest one.
async fn note(
    locked: &mut LockedOrg,
    tariff: Option<Tariff>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let latest = locked.latest_billing_term().await?;
    let same = latest
        .as_ref()
        .is_some_and(|it| match (&it.tariff, &tariff) {
            // The same plan keeps its price until the period ends.
            (Some(before), Some(after)) => before.plan == after.plan && before.quota == after.quota,
            (None, None) => true,
            _ => false,
        });
    if same {
        return Ok(());
    }
    // A clock that is set back does not change the order of events.
    let at = latest.map_or(now, |it| it.at.max(now));
    locked.add_billing_term(&Term { at, tariff }).await
}
