//! `almagest audit …`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use access::OrgId;
use clap::Subcommand;
use serde_json::{Value, json};
use store::{AuditOrder, PageSize, SealedEntry, Tenant};

use super::operator::Operator;
use crate::anchor::{Anchor, Finding};
use calculator::output::{Failure, Output, print, table};
use config::Config;
use http_api::clock::rfc3339;
use http_api::text::hex;

#[derive(Debug, Subcommand)]
pub(super) enum AuditCommand {
    /// Verify every chain from its first entry.
    Verify {
        /// File with earlier output of `audit head`. Each chain must still contain those entries.
        #[arg(long)]
        anchor: Option<PathBuf>,
    },
    /// Print the head of every chain, one JSON object per line, to store elsewhere.
    Head,
    /// Print a chain, oldest first, one JSON object per line.
    Export {
        /// Organization [default: the installation's own chain].
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
        AuditCommand::Verify { anchor } => {
            let anchors = anchor.map(|it| read_anchors(&it)).transpose()?;
            verify(&operator, &anchors.unwrap_or_default(), output).await
        }
        AuditCommand::Head => head(&operator).await,
        AuditCommand::Export { org } => export(&operator, org).await,
    }
}

/// Reads the anchors in a file. Empty lines are skipped.
fn read_anchors(path: &Path) -> Result<Vec<Anchor>, Failure> {
    let shown = path.display();
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|error| Failure::new(format!("cannot read {shown}: {error}")))?;
    let lines = text.lines().enumerate();
    let kept = lines.filter(|(_, it)| !it.trim().is_empty());
    let anchors: Vec<_> = kept
        .map(|(number, line)| {
            let wrong = |error| Failure::new(format!("{shown}, line {}: {error}", number + 1));
            Anchor::read(line).map_err(wrong)
        })
        .collect::<Result<_, _>>()?;
    if anchors.is_empty() {
        return Err(Failure::new(format!("{shown} contains no anchor")));
    }
    Ok(anchors)
}

async fn head(operator: &Operator) -> Result<ExitCode, Failure> {
    let anchors = Anchor::take(operator.store(), &operator.keys().audit).await?;
    for anchor in anchors {
        print(&format!("{}\n", anchor.document(operator.now)))?;
    }
    Ok(ExitCode::SUCCESS)
}

async fn verify(
    operator: &Operator,
    anchors: &[Anchor],
    output: Output,
) -> Result<ExitCode, Failure> {
    let (store, key) = (operator.store(), &operator.keys().audit);
    let verdicts = store.verify_audit(key).await?;
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
    for anchor in anchors {
        let finding = anchor.compare(store, key).await?;
        let holds = finding == Finding::Holds;
        sound &= holds;
        let (chain, entry) = (anchor.chain.to_string(), anchor.head.sequence);
        let found = if holds {
            finding.to_string()
        } else {
            format!("BROKEN: {finding}")
        };
        documents.push(json!({
            "chain": chain,
            "anchoredEntry": entry,
            "sound": holds,
            "finding": found,
        }));
        rows.push(vec![chain, format!("anchor at {entry}"), found]);
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
        let (store, size) = (operator.store(), PageSize::MAX);
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
