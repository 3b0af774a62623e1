//! `almagest ledger …`

use std::process::ExitCode;

use access::OrgId;
use clap::Subcommand;
use serde_json::{Value, json};
use store::{LedgerRow, Tenant};

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
    },
}

pub(super) async fn run(
    command: LedgerCommand,
    config: Config,
    output: Output,
) -> Result<ExitCode, Failure> {
    let operator = Operator::open(&config).await?;
    let LedgerCommand::Export { org } = command;
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
        for row in &rows {
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
