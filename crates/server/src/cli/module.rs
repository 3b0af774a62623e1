//! `almagest module …`

use std::process::ExitCode;

use access::{OrgId, Timestamp};
use clap::Subcommand;
use serde_json::{Value, json};

use super::operator::{Operator, document};
use calculator::output::{Failure, Output, table};
use config::Config;
use http_api::clock::parse_rfc3339;
use http_api::modules::CATALOGUE;
use http_api::text::ParsedText;
use management_api::installation::OrgPageInput;
use management_api::installation::module::{
    GrantAttributes, GrantReference, InstallationModuleGrant, InstallationModuleList,
    InstallationModuleRevoke, ModuleGrantInput,
};

#[derive(Debug, Subcommand)]
pub(super) enum ModuleCommand {
    /// Grant an organization a module in addition to its plan.
    Grant {
        /// The organization.
        #[arg(long)]
        org: OrgId,
        /// ID of the module. `almagest module list` shows all.
        #[arg(long)]
        module: String,
        /// When the grant expires, such as 2027-01-31T00:00:00Z.
        #[arg(long, value_name = "TIME", value_parser = parse_rfc3339)]
        expires: Option<Timestamp>,
    },
    /// Revoke a granted module.
    Revoke {
        /// The organization.
        #[arg(long)]
        org: OrgId,
        /// The module's ID.
        #[arg(long)]
        module: String,
    },
    /// List all modules, or the grants of an organization.
    List {
        /// The organization.
        #[arg(long)]
        org: Option<OrgId>,
    },
}

pub(super) async fn run(
    command: ModuleCommand,
    config: Config,
    output: Output,
) -> Result<ExitCode, Failure> {
    let operator = Operator::open(&config).await?;
    match command {
        ModuleCommand::Grant {
            org,
            module,
            expires,
        } => {
            let input = ModuleGrantInput {
                org: operator.org(org).await?.id.to_string(),
                module: module.clone(),
                expires_at: expires.map(ParsedText),
            };
            let granted = operator.call::<InstallationModuleGrant>(input).await?;
            let text = format!("granted {module} to {org}\n");
            output.show(&text, &document(&granted.resource)?)
        }
        ModuleCommand::Revoke { org, module } => {
            let input = GrantReference {
                org: operator.org(org).await?.id.to_string(),
                module: module.clone(),
            };
            operator.call::<InstallationModuleRevoke>(input).await?;
            let text = format!("revoked {module}\n");
            output.show(&text, &json!({ "module": module }))
        }
        ModuleCommand::List { org: None } => list_all(output),
        ModuleCommand::List { org: Some(org) } => list_grants(&operator, org, output).await,
    }
}

fn list_all(output: Output) -> Result<ExitCode, Failure> {
    let modules = CATALOGUE.modules();
    let row = |it: &access::Module| vec![it.id.to_owned(), it.name.to_owned()];
    let rows: Vec<_> = modules.iter().map(row).collect();
    let document =
        |it: &access::Module| json!({ "id": it.id, "name": it.name, "category": it.category });
    let documents = modules.iter().map(document).collect();
    output.show(&table(&["id", "name"], &rows), &Value::Array(documents))
}

async fn list_grants(operator: &Operator, org: OrgId, output: Output) -> Result<ExitCode, Failure> {
    let org = operator.org(org).await?.id.to_string();
    let grants = operator
        .list::<InstallationModuleList, _>(|page| OrgPageInput {
            org: org.clone(),
            page,
        })
        .await?;
    let rows: Vec<_> = grants.iter().map(GrantAttributes::cells).collect();
    let documents: Result<_, _> = grants.iter().map(document).collect();
    let text = table(&["module", "source", "expires"], &rows);
    output.show(&text, &Value::Array(documents?))
}
