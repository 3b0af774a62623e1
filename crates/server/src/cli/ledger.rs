//! `almagest ledger …`

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use access::{KeyMode, OrgId, RateClass, RequestId, Timestamp};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use store::{
    AuditEvent, LedgerEntry, LedgerPlace, LedgerRow, OrgRecord, Outcome, Tenant, TestLimits,
};

use super::operator::Operator;
use calculator::output::{Failure, Output, print};
use config::Config;
use http_api::clock::rfc3339;

/// Rows per read: a long read would keep SQLite from checkpointing its log.
const PAGE: u32 = 1_000;

#[derive(Debug, Subcommand)]
pub(super) enum LedgerCommand {
    /// Print every counted request of an organization, oldest first.
    Export {
        /// The organization.
        #[arg(long)]
        org: OrgId,
        /// Only requests whose outcome was never recorded, such as those of a killed node. Requests of
        /// the last ten minutes may be in progress and are left out.
        #[arg(long)]
        without_outcome: bool,
    },
    /// Return the units of requests whose outcome was never recorded. Most of them were answered.
    Return(ReturnArguments),
}

#[derive(Debug, Args)]
pub(super) struct ReturnArguments {
    /// The organization.
    #[arg(long)]
    org: OrgId,
    /// The request, as printed by `ledger export --without-outcome`. Can be repeated.
    #[arg(long = "request", required = true, value_name = "ID")]
    requests: Vec<RequestId>,
}

/// A younger request without an outcome may be in progress, or its outcome about to be recorded.
const IN_PROGRESS: Duration = Duration::from_mins(10);
/// Requests of one command, which are committed together.
const MAX_RETURNED: usize = 500;

pub(super) async fn run(
    command: LedgerCommand,
    config: Config,
    output: Output,
) -> Result<ExitCode, Failure> {
    let operator = Operator::open(&config).await?;
    let (org, without_outcome) = match command {
        LedgerCommand::Export {
            org,
            without_outcome,
        } => (org, without_outcome),
        LedgerCommand::Return(arguments) => return give_back(&operator, arguments, output).await,
    };
    let org = operator.org(org).await?;
    let inside = operator.store().org(Tenant::named_by_operator(org.id));
    let mut after = None;
    let mut first = true;
    print(if output.json { "[" } else { HEADINGS })?;
    loop {
        let rows = inside.ledger(after, PAGE).await?;
        let Some(last) = rows.last() else { break };
        after = Some(last.place());
        let mut text = String::new();
        let wanted = |row: &&LedgerRow| !without_outcome || lacks_outcome(row, operator.now);
        for row in rows.iter().filter(wanted) {
            if output.json {
                text += if first { "" } else { ",\n" };
                text += &as_json(row).to_string();
            } else {
                text += &line(row);
            }
            first = false;
        }
        print(&text)?;
    }
    print(if output.json { "]\n" } else { "" })?;
    Ok(ExitCode::SUCCESS)
}

/// Whether the outcome of a request was never recorded, and will not be.
fn lacks_outcome(row: &LedgerRow, now: Timestamp) -> bool {
    row.status.is_none() && row.at.plus(IN_PROGRESS) < now
}

/// Returns units as an answer with status 503 would, which is what the ledger then says.
async fn give_back(
    operator: &Operator,
    arguments: ReturnArguments,
    output: Output,
) -> Result<ExitCode, Failure> {
    if arguments.requests.len() > MAX_RETURNED {
        let sentence = format!("at most {MAX_RETURNED} requests at once");
        return Err(Failure::new(sentence));
    }
    let org = operator.org(arguments.org).await?;
    let mut requests = arguments.requests;
    requests.sort_unstable();
    requests.dedup();
    let mut outcomes = Vec::new();
    for request in requests {
        let row = find(operator, org.id, request).await?;
        if !lacks_outcome(&row, operator.now) {
            let minutes = IN_PROGRESS.as_secs() / 60;
            let sentence = format!(
                "{request} has an outcome, or is younger than {minutes} minutes. Nothing was returned."
            );
            return Err(Failure::new(sentence));
        }
        outcomes.push(failed(operator, &org, &row)?);
    }
    // First the audit log: units that were returned without an entry would be worse than an entry for
    // units that the next attempt returns.
    let inside = operator.store().org(Tenant::named_by_operator(org.id));
    let locked = inside.locked(&operator.keys().audit).await?;
    let mut locked = locked.ok_or_else(|| Failure::new(format!("no organization {}", org.id)))?;
    for outcome in &outcomes {
        let entry = &outcome.entry;
        let event = AuditEvent {
            subject: entry.request.to_string(),
            after: Some(json!({ "units": entry.cost, "mode": entry.mode.name() }).to_string()),
            ..AuditEvent::of_installation("ledger.return", operator.now)
        };
        locked.audit(&event).await?;
    }
    locked.commit().await?;
    operator.store().commit_ledger(&[], &outcomes).await?;
    let units: u32 = outcomes.iter().map(|it| it.entry.cost).sum();
    let count = outcomes.len();
    let text = format!("returned {units} units of {count} requests to {}\n", org.id);
    output.show(&text, &json!({ "requests": count, "units": units }))
}

/// A row of the ledger, by the instant in its id: reading everything before it could take long.
async fn find(operator: &Operator, org: OrgId, request: RequestId) -> Result<LedgerRow, Failure> {
    /// The instant in the id is of the node's clock, that of the row of the counter store's.
    const TOLERANCE_MICROS: i64 = 3_600_000_000;
    let made_at_us = instant_us(request);
    let begin = format!("{}.{request}", made_at_us - TOLERANCE_MICROS);
    let mut after: Option<LedgerPlace> = Some(begin.parse()?);
    let inside = operator.store().org(Tenant::named_by_operator(org));
    loop {
        let rows = inside.ledger(after, PAGE).await?;
        if let Some(found) = rows.iter().find(|it| it.request == request) {
            return Ok(found.clone());
        }
        match rows.last() {
            Some(last) if last.at.micros() <= made_at_us + TOLERANCE_MICROS => {
                after = Some(last.place());
            }
            _ => {
                let sentence = format!("no request {request} in the ledger of {org}");
                return Err(Failure::new(sentence));
            }
        }
    }
}

/// The instant in the id of a request: the first 48 bits of a version 7 UUID are Unix milliseconds
/// (RFC 9562, section 5.7).
const fn instant_us(request: RequestId) -> i64 {
    let [a, b, c, d, e, f, ..] = *request.bytes();
    i64::from_be_bytes([0, 0, a, b, c, d, e, f]) * 1_000
}

/// The outcome of a request that the service failed.
fn failed(operator: &Operator, org: &OrgRecord, row: &LedgerRow) -> Result<Outcome, Failure> {
    let unreadable = |what: &str| Failure::new(format!("{}: unreadable {what}", row.request));
    let declarations = &operator.app.catalog().declarations;
    let operation = declarations.iter().find(|it| it.id == row.operation);
    let operation = operation.ok_or_else(|| unreadable("operation"))?.id;
    let mode = KeyMode::from_name(&row.mode).ok_or_else(|| unreadable("mode"))?;
    // As when it was counted: an organization with an allowance of its own has no other.
    let holder = org
        .test_holder
        .filter(|_| mode == KeyMode::Test && org.terms.test_allowance.is_none());
    let test = holder.map(|holder| TestLimits {
        holder,
        month_cap: u64::MAX,
        day_cap: u64::MAX,
    });
    let key = row.key.as_deref().map(str::parse).transpose();
    let user = row.user.as_deref().map(str::parse).transpose();
    Ok(Outcome {
        entry: Arc::new(LedgerEntry {
            request: row.request,
            org: org.id,
            key: key.map_err(|_| unreadable("key"))?,
            family: None,
            user: user.map_err(|_| unreadable("user"))?,
            class: RateClass::Ordinary,
            mode,
            operation,
            cost: u32::try_from(row.cost).map_err(|_| unreadable("cost"))?,
            at: row.at,
            cap: operator.app.meter.cap(&org.terms, mode),
            test,
            status: None,
            error_code: None,
            latency_us: None,
            origin_host: row.origin_host.clone(),
        }),
        status: 503,
        error_code: None,
        latency_us: None,
        returned: 0,
        again: true,
    })
}

const HEADINGS: &str =
    "request\tkey\toperation\tmode\tcost\tat\toutcome\terror\tlatency_us\torigin\n";

fn as_json(row: &LedgerRow) -> Value {
    json!({
        "requestId": row.request.to_string(),
        "keyId": row.key,
        "userId": row.user,
        "operation": row.operation,
        "mode": row.mode,
        "cost": row.cost,
        "at": rfc3339(row.at),
        "outcome": outcome(row),
        "status": row.status,
        "errorCode": row.error_code,
        "latencyUs": row.latency_us,
        "origin": row.origin_host,
    })
}

fn line(row: &LedgerRow) -> String {
    let key = row.key.as_deref().or(row.user.as_deref()).unwrap_or("-");
    let at = rfc3339(row.at);
    let outcome = outcome(row);
    let error = row.error_code.as_deref().unwrap_or("-");
    let latency = row.latency_us.map_or("-".to_owned(), |it| it.to_string());
    format!(
        "{}\t{key}\t{}\t{}\t{}\t{at}\t{outcome}\t{error}\t{latency}\t{}\n",
        row.request, row.operation, row.mode, row.cost, row.origin_host
    )
}

/// A row without a status is charged: its outcome was never recorded.
const fn outcome(row: &LedgerRow) -> &'static str {
    match row.status {
        None => "charged",
        Some(..400) => "succeeded",
        Some(400..500) => "refused",
        Some(500..) => "returned",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of RFC 9562, appendix A.6: 2022-02-22T19:22:22Z.
    #[test]
    fn the_id_of_a_request_says_when_it_came() {
        let request: RequestId = "req_017f22e279b07cc398c4dc0c0c07398f".parse().unwrap();
        assert_eq!(instant_us(request), 1_645_557_742_000_000);
    }
}
