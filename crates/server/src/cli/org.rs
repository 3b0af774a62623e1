//! `almagest org …`

use std::process::ExitCode;

use access::{Name, OrgId, PlanId};
use clap::Subcommand;
use serde_json::{Value, json};
use store::{NewOrg, OrgRecord};

use super::operator::Operator;
use super::output::{Failure, Output, table};
use crate::clock::rfc3339;
use crate::config::Config;
use crate::randomness::OsRandom;

#[derive(Debug, Subcommand)]
pub(super) enum OrgCommand {
    /// Create an organization.
    Create {
        /// Its name, as people see it.
        #[arg(long)]
        name: Name,
        /// Its plan: free, basic, gold, premium or deluxe.
        #[arg(long)]
        plan: PlanId,
    },
    /// List all organizations.
    List,
}

pub(super) async fn run(
    command: OrgCommand,
    config: Config,
    output: Output,
) -> Result<ExitCode, Failure> {
    let operator = Operator::open(&config).await?;
    match command {
        OrgCommand::Create { name, plan } => create(&operator, name, plan, output).await,
        OrgCommand::List => list(&operator, output).await,
    }
}

async fn create(
    operator: &Operator,
    name: Name,
    plan: PlanId,
    output: Output,
) -> Result<ExitCode, Failure> {
    let id = OrgId::new(operator.now, &OsRandom);
    let org = NewOrg {
        id,
        name,
        plan,
        created_at: operator.now,
    };
    operator.store.add_org(&org).await?;
    let org = operator.org(id).await?;
    output.show(&format!("created {id}\n"), &as_json(&org))
}

async fn list(operator: &Operator, output: Output) -> Result<ExitCode, Failure> {
    let orgs = operator.store.orgs().await?;
    let rows: Vec<_> = orgs
        .iter()
        .map(|it| {
            let (plan, status) = (it.plan.name().to_owned(), it.status.name().to_owned());
            vec![
                it.id.to_string(),
                it.name.clone(),
                plan,
                status,
                rfc3339(it.created_at),
            ]
        })
        .collect();
    let text = table(&["id", "name", "plan", "status", "created"], &rows);
    output.show(&text, &Value::Array(orgs.iter().map(as_json).collect()))
}

fn as_json(org: &OrgRecord) -> Value {
    json!({
        "id": org.id.to_string(),
        "name": org.name,
        "plan": org.plan.name(),
        "status": org.status.name(),
        "createdAt": rfc3339(org.created_at),
    })
}
