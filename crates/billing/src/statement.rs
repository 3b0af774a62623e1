//! Statements: the lines of a period, from its terms, its purchases and its ledger.

use access::{
    Charge, ChargeKind, KeyMode, OrgId, Period, StatementId, Term, Timestamp, charges, total_minor,
};
use serde_json::json;
use store::{
    AuditEvent, BillingLine, CountedUse, LockedOrg, NewStatement, OrgStore, Payment, StatementLine,
    StatementRecord, StoreError, Tenant,
};

use crate::job::BillingJob;
use crate::terms::tariff;
use http_api::randomness::OsRandom;
use http_api::{ApiError, ErrorCode, Problem};
use platform::Platform;

/// The cost of a period and its lines.
#[derive(Clone, Debug)]
pub struct Bill {
    /// The ISO 4217 code.
    pub currency: String,
    /// Charges first, then counted requests.
    pub lines: Vec<StatementLine>,
    /// The total of the lines.
    pub total_minor: i64,
}

/// Whether to list the requests of the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Only charges: fast, for the current period.
    Charges,
    /// Charges and all requests by operation.
    Requests,
}

/// A billing error.
#[derive(Debug)]
pub enum BillError {
    /// The database is unavailable.
    Store(StoreError),
    /// The amounts have two currencies.
    Currencies(String, String),
}

impl From<StoreError> for BillError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl std::fmt::Display for BillError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::Currencies(one, other) => {
                write!(
                    f,
                    "Amounts in {one} and {other} cannot be in the same statement."
                )
            }
        }
    }
}

impl std::error::Error for BillError {}

impl From<BillError> for ApiError {
    fn from(error: BillError) -> Self {
        match error {
            BillError::Store(error) => error.into(),
            BillError::Currencies(..) => {
                Problem::new(ErrorCode::CurrencyMismatch, error.to_string()).into()
            }
        }
    }
}

/// The cost of an organization's period so far.
///
/// # Errors
///
/// When the database is unavailable, or the period has amounts in two currencies.
pub async fn bill(
    platform: &Platform,
    tenant: Tenant,
    period: Period,
    detail: Detail,
) -> Result<Bill, BillError> {
    let inside = platform.store.org(tenant);
    let terms = terms_of(platform, tenant, period).await?;
    let purchases = inside.purchases(period).await?;
    let currency = currency_of(&terms, &purchases)?;
    let used = match detail {
        Detail::Charges => {
            let used = platform
                .store
                .used(tenant.org_id(), period, KeyMode::Live)
                .await?;
            split(used, &inside.units_before_terms(period).await?)
        }
        Detail::Requests => counted_by_term(&inside, period, &terms).await?,
    };
    let terms: Vec<_> = terms.into_iter().zip(used).collect();
    let mut charged = charges(period, &terms);
    charged.extend(purchases.iter().map(purchase));
    let mut lines: Vec<_> = charged.iter().map(charge_line).collect();
    if detail == Detail::Requests {
        let counted = inside.counted_use(period).await?;
        lines.extend(usage_lines(period, &counted));
    }
    Ok(Bill {
        currency,
        total_minor: total_minor(&charged),
        lines,
    })
}

/// The terms of a period, or the ones it will start with if no job has opened it yet.
async fn terms_of(
    platform: &Platform,
    tenant: Tenant,
    period: Period,
) -> Result<Vec<Term>, StoreError> {
    let terms = platform.store.org(tenant).billing_terms(period).await?;
    if !terms.is_empty() {
        return Ok(terms);
    }
    let Some(org) = platform.store.org_by_id(tenant.org_id()).await? else {
        return Ok(terms);
    };
    let closed = org.status == store::OrgStatus::Closed;
    Ok(vec![Term {
        at: period.start().max(org.created_at),
        tariff: (!closed).then(|| tariff(&platform.config, &org.terms)),
    }])
}

/// The single currency of all charges.
fn currency_of(terms: &[Term], purchases: &[BillingLine]) -> Result<String, BillError> {
    let tariffs = || terms.iter().filter_map(|it| it.tariff.as_ref());
    let priced = tariffs().filter(|it| !it.price.is_free());
    let plans = priced.map(|it| &it.price.currency);
    let bought = purchases.iter().filter(|it| it.amount_minor > 0);
    let mut all = plans.chain(bought.map(|it| &it.currency));
    let Some(first) = all.next() else {
        let free = tariffs().next().map(|it| it.price.currency.clone());
        return Ok(free.unwrap_or_else(|| access::Price::default().currency));
    };
    match all.find(|it| *it != first) {
        Some(other) => Err(BillError::Currencies(first.clone(), other.clone())),
        None => Ok(first.clone()),
    }
}

/// The usage under each term, from the usage at its start. Usage before the first term was written
/// belongs to it.
fn split(used: u64, before: &[u64]) -> Vec<u64> {
    let mut ends: Vec<u64> = before.iter().skip(1).map(|it| (*it).min(used)).collect();
    ends.push(used);
    let mut begin = 0;
    let part = |end: u64| {
        let units = end.saturating_sub(begin);
        begin = begin.max(end);
        units
    };
    ends.into_iter().map(part).collect()
}

/// The live units in the ledger under each term.
async fn counted_by_term(
    inside: &OrgStore<'_>,
    period: Period,
    terms: &[Term],
) -> Result<Vec<u64>, StoreError> {
    let mut used = Vec::with_capacity(terms.len());
    for (index, term) in terms.iter().enumerate() {
        let from = if index == 0 { period.start() } else { term.at };
        let to = terms.get(index + 1).map_or(period.end(), |it| it.at);
        used.push(inside.live_units(from, to).await?);
    }
    Ok(used)
}

fn purchase(line: &BillingLine) -> Charge {
    let periods = line.quantity.max(1);
    Charge {
        kind: ChargeKind::Module,
        subject: line.subject.clone(),
        begins_at: line.begins_at,
        ends_at: line.ends_at.unwrap_or(line.begins_at),
        quantity: line.quantity,
        unit_minor: line.amount_minor / periods,
        amount_minor: i64::try_from(line.amount_minor).unwrap_or(i64::MAX),
    }
}

/// A charge as a statement line, without requests.
pub fn charge_line(charge: &Charge) -> StatementLine {
    StatementLine {
        kind: charge.kind.name().to_owned(),
        subject: charge.subject.clone(),
        begins_at: charge.begins_at,
        ends_at: charge.ends_at,
        requests: 0,
        quantity: charge.quantity,
        unit_minor: charge.unit_minor,
        amount_minor: charge.amount_minor,
    }
}

/// The requests of a period by operation: live keys, test keys and server errors.
fn usage_lines(period: Period, counted: &[CountedUse]) -> Vec<StatementLine> {
    let kind = |it: &CountedUse| match (it.returned, it.mode == KeyMode::Test.name()) {
        (true, _) => "usage-returned",
        (false, true) => "usage-test",
        (false, false) => "usage",
    };
    let mut lines: Vec<StatementLine> = Vec::new();
    for wanted in ["usage", "usage-test", "usage-returned"] {
        for it in counted.iter().filter(|it| kind(it) == wanted) {
            let same =
                |line: &&mut StatementLine| line.kind == wanted && line.subject == it.operation;
            if let Some(line) = lines.iter_mut().find(same) {
                line.requests += it.requests;
                line.quantity += it.units;
                continue;
            }
            lines.push(StatementLine {
                kind: wanted.to_owned(),
                subject: it.operation.clone(),
                begins_at: period.start(),
                ends_at: period.end(),
                requests: it.requests,
                quantity: it.units,
                unit_minor: 0,
                amount_minor: 0,
            });
        }
    }
    lines
}

/// Issues the statement of an ended period. Returns whether it created one.
///
/// # Errors
///
/// As [`bill`].
pub(crate) async fn issue(
    job: BillingJob<'_>,
    org: OrgId,
    period: Period,
) -> Result<bool, BillError> {
    let BillingJob { platform, payments } = job;
    let tenant = Tenant::named_by_operator(org);
    let inside = platform.store.org(tenant);
    // The period is settled, so data read before the lock does not change.
    let bill = bill(platform, tenant, period, Detail::Requests).await?;
    let bill_to = inside.bill_to().await?;
    let Some(mut locked) = inside.locked(&platform.keys.audit).await? else {
        return Ok(false);
    };
    let name = locked.org().await?.name;
    let now = platform.clock.now();
    let statement = NewStatement {
        id: StatementId::new(now, &OsRandom),
        period,
        issued_at: now,
        due_at: now.plus(platform.config.payment_time()),
        currency: bill.currency,
        total_minor: bill.total_minor,
        issuer: platform.config.invoice_issuer.0.clone(),
        bill_to: bill_to.unwrap_or(name),
        provider: payments.name().to_owned(),
        lines: bill.lines,
    };
    let Some(number) = locked.add_statement(&statement).await? else {
        return Ok(false);
    };
    let after = json!({
        "number": number,
        "period": period.to_string(),
        "total": statement.total_minor,
        "currency": statement.currency,
    });
    let event = by_system(now, "statement.issue", statement.id, &after);
    locked.audit(&event).await?;
    locked.commit().await?;
    Ok(true)
}

pub(crate) fn by_system(
    at: Timestamp,
    action: &str,
    subject: StatementId,
    after: &serde_json::Value,
) -> AuditEvent {
    AuditEvent {
        at,
        actor: "system".to_owned(),
        action: action.to_owned(),
        subject: subject.to_string(),
        before: None,
        after: Some(after.to_string()),
        source_address: None,
    }
}

/// Records the payment of a statement, reported by the operator or a payment provider.
///
/// # Errors
///
/// `statement_not_due` when it is already paid or no payment is due.
pub async fn settle(
    locked: &mut LockedOrg,
    statement: &StatementRecord,
    payment: &Payment,
    mut event: AuditEvent,
) -> Result<(), ApiError> {
    if !locked.settle_statement(statement.id, payment).await? {
        return Err(ApiError::plain(ErrorCode::StatementNotDue));
    }
    event.before = Some(json!({ "state": statement.state.name() }).to_string());
    let after = json!({
        "state": "paid",
        "number": statement.number,
        "total": statement.total_minor,
        "currency": statement.currency,
        "note": payment.note,
    });
    event.after = Some(after.to_string());
    locked.audit(&event).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use access::BillingLineId;

    use super::*;

    fn purchased(amount_minor: u64, currency: &str) -> BillingLine {
        BillingLine {
            id: BillingLineId::new(Timestamp::from_micros(0), &OsRandom),
            kind: "module".to_owned(),
            subject: "charts".to_owned(),
            quantity: 2,
            amount_minor,
            currency: currency.to_owned(),
            begins_at: Timestamp::from_micros(0),
            ends_at: None,
            created_at: Timestamp::from_micros(0),
            created_by: String::new(),
        }
    }

    #[test]
    fn what_costs_nothing_has_no_currency_and_two_have_no_sum() {
        let free = Term {
            at: Timestamp::from_micros(0),
            tariff: Some(access::Tariff {
                plan: "free".parse().unwrap(),
                quota: 1,
                price: access::Price::default(),
            }),
        };
        let found = currency_of(std::slice::from_ref(&free), &[purchased(5, "CHF")]);
        assert_eq!(found.unwrap(), "CHF");
        let two = [
            purchased(5, "CHF"),
            purchased(0, "USD"),
            purchased(5, "JPY"),
        ];
        assert!(matches!(
            currency_of(&[free], &two),
            Err(BillError::Currencies(..))
        ));
        assert_eq!(currency_of(&[], &[]).unwrap(), "EUR");
    }

    #[test]
    fn what_was_used_is_split_where_terms_begin() {
        assert_eq!(split(9, &[]), [9], "no term was written yet");
        assert_eq!(split(9, &[4]), [9], "the first has what came before it");
        assert_eq!(split(9, &[0, 4, 4, 8]), [4, 0, 4, 1]);
        assert_eq!(split(3, &[0, 4]), [3, 0], "units that were returned since");
    }

    #[test]
    fn requests_are_listed_by_what_became_of_them() {
        let counted = |mode: &str, returned, requests, units| CountedUse {
            mode: mode.to_owned(),
            operation: "calc_natal".to_owned(),
            returned,
            requests,
            units,
        };
        let period: Period = "2026-11".parse().unwrap();
        let all = [
            counted("live", false, 3, 5),
            counted("live", true, 1, 0),
            counted("test", false, 2, 2),
            counted("test", true, 4, 0),
        ];
        let lines = usage_lines(period, &all);
        let shown: Vec<_> = lines
            .iter()
            .map(|it| (it.kind.as_str(), it.requests, it.quantity, it.amount_minor))
            .collect();
        let expected = [
            ("usage", 3, 5, 0),
            ("usage-test", 2, 2, 0),
            ("usage-returned", 5, 0, 0),
        ];
        assert_eq!(shown, expected);
    }
}
