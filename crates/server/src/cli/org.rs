//! `almagest org …`

use std::process::ExitCode;

use access::{Name, OrgId, PlanId, Rate};
use clap::{Args, Subcommand};
use serde_json::Value;

use super::operator::{Operator, document};
use calculator::output::{Failure, Output, table};
use config::Config;
use http_api::text::ParsedText;
use management_api::installation::org::{
    InstallationOrgCreate, InstallationOrgList, InstallationOrgUpdate, OperatedOrg, OrgCreateInput,
    OrgUpdateInput, StatusText,
};
use operation::{PageInput, ResourceKind as _};

#[derive(Debug, Subcommand)]
pub(super) enum OrgCommand {
    /// Create an organization.
    Create {
        /// Display name.
        #[arg(long)]
        name: Name,
        /// Plan: free, basic, gold, premium, deluxe, or one from the configuration.
        #[arg(long)]
        plan: PlanId,
        #[command(flatten)]
        own: OwnTerms,
    },
    /// Change an organization's plan or its own terms, or suspend it.
    Set {
        /// The organization.
        org: OrgId,
        /// New plan.
        #[arg(long)]
        plan: Option<PlanId>,
        #[command(flatten)]
        own: OwnTerms,
        /// Remove all its own terms first, so that the plan applies again.
        #[arg(long)]
        as_plan: bool,
        /// Suspend it: its keys are rejected until it is activated.
        #[arg(long, conflicts_with = "activate")]
        suspend: bool,
        /// Activate it: its keys are accepted again.
        #[arg(long)]
        activate: bool,
    },
    /// List all organizations. `used` does not include requests with test keys.
    List,
}

/// Terms that override the plan.
#[derive(Debug, Args)]
pub(super) struct OwnTerms {
    /// Units per month. Overrides the plan.
    #[arg(long, value_name = "UNITS")]
    quota: Option<u64>,
    /// Units beyond the quota. Overrides the plan.
    #[arg(long, value_name = "UNITS")]
    overage: Option<u64>,
    /// Units per month for test keys. Overrides the installation's setting.
    #[arg(long, value_name = "UNITS")]
    test_allowance: Option<u64>,
    /// Rate limit of all its keys together, such as 60/60s. Repeat for several. Overrides the plan.
    #[arg(long = "rate", value_name = "N/WINDOW")]
    rates: Vec<Rate>,
}

pub(super) async fn run(
    command: OrgCommand,
    config: Config,
    output: Output,
) -> Result<ExitCode, Failure> {
    let operator = Operator::open(&config).await?;
    match command {
        OrgCommand::Create { name, plan, own } => {
            let input = OrgCreateInput {
                name: ParsedText(name),
                plan: ParsedText(plan),
                quota: own.quota,
                overage: own.overage,
                test_allowance: own.test_allowance,
                rates: own.rates(),
            };
            let made = operator.call::<InstallationOrgCreate>(input).await?;
            show(&made.resource, "created", output)
        }
        OrgCommand::Set {
            org,
            plan,
            own,
            as_plan,
            suspend,
            activate,
        } => {
            operator.org(org).await?;
            let input = OrgUpdateInput {
                org: org.to_string(),
                plan: plan.map(ParsedText),
                status: match (suspend, activate) {
                    (true, _) => Some(StatusText::Suspended),
                    (_, true) => Some(StatusText::Active),
                    _ => None,
                },
                ..own.changes(as_plan)
            };
            let changed = operator.call::<InstallationOrgUpdate>(input).await?;
            show(&changed.0, "changed", output)
        }
        OrgCommand::List => list(&operator, output).await,
    }
}

impl OwnTerms {
    fn rates(&self) -> Option<Vec<ParsedText<Rate>>> {
        let rates = self.rates.iter().copied().map(ParsedText);
        (!self.rates.is_empty()).then(|| rates.collect())
    }

    /// The given terms. With `as_plan`, all others are reset to the plan.
    fn changes(&self, as_plan: bool) -> OrgUpdateInput {
        OrgUpdateInput {
            quota: change(self.quota, as_plan),
            overage: change(self.overage, as_plan),
            test_allowance: change(self.test_allowance, as_plan),
            rates: change(self.rates(), as_plan),
            ..OrgUpdateInput::default()
        }
    }
}

/// Set to a value, reset to the plan, or unchanged.
#[expect(
    clippy::option_option,
    reason = "null and absent mean different things"
)]
fn change<T>(given: Option<T>, as_plan: bool) -> Option<Option<T>> {
    match given {
        Some(value) => Some(Some(value)),
        None if as_plan => Some(None),
        None => None,
    }
}

fn show(org: &OperatedOrg, what: &str, output: Output) -> Result<ExitCode, Failure> {
    output.show(&format!("{what} {}\n", org.id()), &document(org)?)
}

async fn list(operator: &Operator, output: Output) -> Result<ExitCode, Failure> {
    let orgs = operator
        .list::<InstallationOrgList, _>(|page| PageInput { page })
        .await?;
    let rows: Vec<_> = orgs.iter().map(OperatedOrg::cells).collect();
    let documents: Result<_, _> = orgs.iter().map(document).collect();
    let text = table(&["id", "name", "plan", "status", "used", "created"], &rows);
    output.show(&text, &Value::Array(documents?))
}
