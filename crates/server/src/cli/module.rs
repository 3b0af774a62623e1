//! `almagest module …`

use std::process::ExitCode;

use access::{ModuleGrant, OrgId, Timestamp};
use clap::Subcommand;
use serde_json::{Value, json};
use store::Tenant;

use super::operator::Operator;
use super::output::{Failure, Output, table};
use crate::clock::{parse_rfc3339, rfc3339};
use crate::config::Config;
use crate::modules::CATALOGUE;

#[derive(Debug, Subcommand)]
pub(super) enum ModuleCommand {
    /// Give an organization a module besides those of its plan.
    Grant {
        /// The organization.
        #[arg(long)]
        org: OrgId,
        /// The module's id; `almagest module list` shows all.
        #[arg(long)]
        module: String,
        /// When it ends, as 2027-01-31T00:00:00Z.
        #[arg(long, value_name = "TIME", value_parser = parse_rfc3339)]
        expires: Option<Timestamp>,
    },
    /// Take a granted module back.
    Revoke {
        /// The organization.
        #[arg(long)]
        org: OrgId,
        /// The module's id.
        #[arg(long)]
        module: String,
    },
    /// List the modules there are, and the grants of an organization.
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
        } => grant(&operator, org, module, expires, output).await,
        ModuleCommand::Revoke { org, module } => revoke(&operator, org, &module, output).await,
        ModuleCommand::List { org } => list(&operator, org, output).await,
    }
}

async fn grant(
    operator: &Operator,
    org: OrgId,
    module: String,
    expires: Option<Timestamp>,
    output: Output,
) -> Result<ExitCode, Failure> {
    if CATALOGUE.module(&module).is_none() {
        let known: Vec<_> = CATALOGUE.modules().iter().map(|it| it.id).collect();
        let known = known.join(", ");
        return Err(Failure::new(format!(
            "`{module}` is no module; there are {known}"
        )));
    }
    if expires.is_some_and(|it| it <= operator.now) {
        return Err(Failure::new("--expires lies in the past"));
    }
    let grant = ModuleGrant {
        module,
        source: "operator".to_owned(),
        granted_at: operator.now,
        expires_at: expires,
    };
    let mut locked = operator.locked(org).await?;
    locked.grant_module(&grant).await?;
    let after = json!({ "expiresAt": expires.map(rfc3339) });
    let event = operator.event("module.grant", &grant.module, &after);
    locked.audit(&event).await?;
    locked.commit().await?;
    let text = format!("{org} has {}\n", grant.module);
    output.show(&text, &as_json(&grant))
}

async fn revoke(
    operator: &Operator,
    org: OrgId,
    module: &str,
    output: Output,
) -> Result<ExitCode, Failure> {
    let mut locked = operator.locked(org).await?;
    let ended = locked.revoke_module(module).await?;
    if ended == 0 {
        return Err(Failure::new(format!("{org} was not granted `{module}`")));
    }
    let event = operator.event("module.revoke", &module, &json!({ "ended": ended }));
    locked.audit(&event).await?;
    locked.commit().await?;
    let text = format!("{module} was taken back\n");
    output.show(&text, &json!({ "module": module, "ended": ended }))
}

async fn list(
    operator: &Operator,
    org: Option<OrgId>,
    output: Output,
) -> Result<ExitCode, Failure> {
    let Some(org) = org else {
        let modules = CATALOGUE.modules();
        let row = |it: &access::Module| vec![it.id.to_owned(), it.name.to_owned()];
        let rows: Vec<_> = modules.iter().map(row).collect();
        let document =
            |it: &access::Module| json!({ "id": it.id, "name": it.name, "category": it.category });
        let documents = modules.iter().map(document).collect();
        return output.show(&table(&["id", "name"], &rows), &Value::Array(documents));
    };
    let org = operator.org(org).await?;
    let inside = operator.store().org(Tenant::named_by_operator(org.id));
    let grants = inside.module_grants().await?;
    let row = |it: &ModuleGrant| {
        let end = it.expires_at.map_or_else(|| "never".to_owned(), rfc3339);
        vec![it.module.clone(), it.source.clone(), end]
    };
    let rows: Vec<_> = grants.iter().map(row).collect();
    let documents = grants.iter().map(as_json).collect();
    let text = table(&["module", "source", "expires"], &rows);
    output.show(&text, &Value::Array(documents))
}

fn as_json(grant: &ModuleGrant) -> Value {
    json!({
        "module": grant.module,
        "source": grant.source,
        "grantedAt": rfc3339(grant.granted_at),
        "expiresAt": grant.expires_at.map(rfc3339),
    })
}
