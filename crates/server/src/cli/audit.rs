//! `almagest audit …`

use std::process::ExitCode;

use access::OrgId;
use clap::Subcommand;
use serde_json::{Value, json};
use store::{AuditOrder, PageSize, SealedEntry, Tenant};

use super::operator::Operator;
use super::output::{Failure, Output, print, table};
use crate::clock::rfc3339;
use crate::config::Config;
use crate::wire::hex;

#[derive(Debug, Subcommand)]
pub(super) enum AuditCommand {
    /// Follow every chain from its beginning: is everything as it was written?
    Verify,
    /// Print a chain, oldest first, one JSON object per line.
    Export {
        /// An organization's chain; the installation's own without it.
        #[arg(long)]
        org: Option<OrgId>,
    },
}

pub(super) async fn run(
    command: AuditCommand,
    config: Config,
    output: Output,
) -> Result<ExitCode, Failure> {
    let operator = Operator::open(&config).await?;
    match command {
        AuditCommand::Verify => verify(&operator, output).await,
        AuditCommand::Export { org } => export(&operator, org).await,
    }
}

async fn verify(operator: &Operator, output: Output) -> Result<ExitCode, Failure> {
    let verdicts = operator
        .store()
        .verify_audit(&operator.keys().audit)
        .await?;
    let mut rows = Vec::new();
    let mut documents = Vec::new();
    let mut sound = true;
    for (chain, verdict) in verdicts {
        let (entries, found) = match verdict {
            Ok(entries) => (Some(entries), "sound".to_owned()),
            Err(broken) => {
                sound = false;
                (None, format!("BROKEN: {broken}"))
            }
        };
        let shown = entries.map_or_else(String::new, |it| it.to_string());
        documents.push(json!({
            "chain": chain.to_string(),
            "entries": entries,
            "sound": entries.is_some(),
            "finding": found,
        }));
        rows.push(vec![chain.to_string(), shown, found]);
    }
    let text = table(&["chain", "entries", "finding"], &rows);
    output.show(&text, &Value::Array(documents))?;
    Ok(if sound {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

async fn export(operator: &Operator, org: Option<OrgId>) -> Result<ExitCode, Failure> {
    let order = AuditOrder::OldestFirst;
    let mut after = None;
    loop {
        let (store, size) = (operator.store(), PageSize::MOST);
        let page = if let Some(org) = org {
            let inside = store.org(Tenant::named_by_operator(org));
            inside.audit_page(order, after, size).await?
        } else {
            store.installation_audit_page(order, after, size).await?
        };
        let lines: String = page.items.iter().map(line).collect();
        print(&lines)?;
        after = page.next;
        if after.is_none() {
            return Ok(ExitCode::SUCCESS);
        }
    }
}

fn line(sealed: &SealedEntry) -> String {
    let entry = &sealed.entry;
    let mac = hex(sealed.mac.as_bytes());
    let document = json!({
        "sequence": entry.sequence,
        "at": rfc3339(entry.at),
        "actor": entry.actor,
        "action": entry.action,
        "subject": entry.subject,
        "before": entry.before,
        "after": entry.after,
        "sourceAddress": entry.source_address,
        "mac": mac,
    });
    format!("{document}\n")
}
