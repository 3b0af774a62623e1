//! `almagest org …`

use std::process::ExitCode;

use access::{KeyMode, Name, OrgId, Period, PlanId, Rate};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use store::{NewOrg, OrgRecord, OrgStatus, OrgTerms};

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
        /// Its plan: free, basic, gold, premium, deluxe, or one of the configuration.
        #[arg(long)]
        plan: PlanId,
        #[command(flatten)]
        own: OwnTerms,
    },
    /// Change an organization's plan, its own terms, or suspend it.
    Set {
        /// The organization.
        org: OrgId,
        /// Another plan.
        #[arg(long)]
        plan: Option<PlanId>,
        #[command(flatten)]
        own: OwnTerms,
        /// Forget all terms of its own first: what the plan says holds again.
        #[arg(long)]
        as_plan: bool,
        /// Refuse its keys until it is activated again.
        #[arg(long, conflicts_with = "activate")]
        suspend: bool,
        /// Accept its keys again.
        #[arg(long)]
        activate: bool,
    },
    /// List all organizations.
    List,
}

/// Terms of an organization's own, instead of the plan's.
#[derive(Debug, Args)]
pub(super) struct OwnTerms {
    /// Units a month, instead of the plan's.
    #[arg(long, value_name = "UNITS")]
    quota: Option<u64>,
    /// Units beyond the quota, instead of the plan's.
    #[arg(long, value_name = "UNITS")]
    overage: Option<u64>,
    /// Units a month for test keys, instead of the installation's.
    #[arg(long, value_name = "UNITS")]
    test_allowance: Option<u64>,
    /// How often all its keys together may ask, as 60/60s, instead of the plan's; repeat for several.
    #[arg(long = "rate", value_name = "N/WINDOW")]
    rates: Vec<Rate>,
}

impl OwnTerms {
    /// Puts what was given over `terms`.
    fn over(self, terms: &mut OrgTerms) {
        terms.quota = self.quota.or(terms.quota);
        terms.overage = self.overage.or(terms.overage);
        terms.test_allowance = self.test_allowance.or(terms.test_allowance);
        if !self.rates.is_empty() {
            terms.rates = Some(self.rates);
        }
    }
}

pub(super) async fn run(
    command: OrgCommand,
    config: Config,
    output: Output,
) -> Result<ExitCode, Failure> {
    let operator = Operator::open(&config).await?;
    match command {
        OrgCommand::Create { name, plan, own } => {
            let mut terms = OrgTerms::of_plan(known_plan(&config, plan)?);
            own.over(&mut terms);
            create(&operator, name, terms, output).await
        }
        OrgCommand::Set {
            org,
            plan,
            own,
            as_plan,
            suspend,
            activate,
        } => {
            let found = operator.org(org).await?;
            let plan = match plan {
                Some(plan) => known_plan(&config, plan)?,
                None => found.terms.plan.clone(),
            };
            let mut terms = if as_plan {
                OrgTerms::of_plan(plan)
            } else {
                OrgTerms {
                    plan,
                    ..found.terms
                }
            };
            own.over(&mut terms);
            let mut locked = operator.locked(org).await?;
            locked.set_terms(&terms).await?;
            if suspend || activate {
                let status = if suspend {
                    OrgStatus::Suspended
                } else {
                    OrgStatus::Active
                };
                locked.set_status(status).await?;
            }
            let after = as_json(&locked.org().await?);
            let event = operator.event("org.set", &org, &after);
            locked.audit(&event).await?;
            locked.commit().await?;
            show(&operator, org, "changed", output).await
        }
        OrgCommand::List => list(&operator, output).await,
    }
}

fn known_plan(config: &Config, plan: PlanId) -> Result<PlanId, Failure> {
    if config.plans.get(&plan).is_some() {
        return Ok(plan);
    }
    let known: Vec<_> = config.plans.iter().map(|it| it.id.name()).collect();
    let known = known.join(", ");
    Err(Failure::new(format!(
        "`{plan}` is no plan; there are {known}"
    )))
}

async fn create(
    operator: &Operator,
    name: Name,
    terms: OrgTerms,
    output: Output,
) -> Result<ExitCode, Failure> {
    let id = OrgId::new(operator.now, &OsRandom);
    let org = NewOrg {
        id,
        name,
        terms,
        created_at: operator.now,
    };
    let audit = &operator.keys().audit;
    let mut locked = operator.store().create_org(&org, None, audit).await?;
    let after = as_json(&locked.org().await?);
    let event = operator.event("org.create", &id, &after);
    locked.audit(&event).await?;
    locked.commit().await?;
    show(operator, id, "created", output).await
}

async fn show(
    operator: &Operator,
    id: OrgId,
    what: &str,
    output: Output,
) -> Result<ExitCode, Failure> {
    let org = operator.org(id).await?;
    output.show(&format!("{what} {id}\n"), &as_json(&org))
}

async fn list(operator: &Operator, output: Output) -> Result<ExitCode, Failure> {
    let period = Period::of(operator.now);
    let mut rows = Vec::new();
    let mut documents = Vec::new();
    for it in operator.store().orgs().await? {
        let live = operator.store().used(it.id, period, KeyMode::Live).await?;
        let test = operator.store().used(it.id, period, KeyMode::Test).await?;
        let mut document = as_json(&it);
        document["used"] = json!({ "period": period.to_string(), "live": live, "test": test });
        documents.push(document);
        rows.push(vec![
            it.id.to_string(),
            it.name.clone(),
            it.terms.plan.to_string(),
            it.status.name().to_owned(),
            live.to_string(),
            rfc3339(it.created_at),
        ]);
    }
    let text = table(&["id", "name", "plan", "status", "used", "created"], &rows);
    output.show(&text, &Value::Array(documents))
}

fn as_json(org: &OrgRecord) -> Value {
    let terms = &org.terms;
    let rates = terms.rates.as_ref();
    json!({
        "id": org.id.to_string(),
        "name": org.name,
        "plan": terms.plan.name(),
        "status": org.status.name(),
        "rates": rates.map(|it| it.iter().map(ToString::to_string).collect::<Vec<_>>()),
        "quota": terms.quota,
        "overage": terms.overage,
        "testAllowance": terms.test_allowance,
        "createdAt": rfc3339(org.created_at),
    })
}
