//! `/api/manage/installation/plans`: the plans of the configuration.

use access::{Plan, Rate};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Serialize;

use super::spec;
use crate::billing::plan::modules_of;
use auth::OperatorCaller;
use http_api::{ApiError, Methods, Spec};
use operation::{Collection, NoInput, Operation, resource};
use platform::Platform;

/// A plan of the configuration.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "InstallationPlan")]
pub struct InstallationPlan {
    #[serde(skip)]
    pub id: String,
    /// Price per period, in minor units.
    pub price: u64,
    /// Price of a unit above the quota, in minor units.
    pub overage_price: u64,
    pub currency: String,
    pub quota: u64,
    pub overage: u64,
    pub rates: Vec<String>,
    pub image_rates: Vec<String>,
    pub batch_rates: Vec<String>,
    pub modules: Vec<&'static str>,
    /// Whether organizations can change to the plan by themselves.
    pub for_sale: bool,
}

resource!(
    InstallationPlan,
    "installation-plan",
    id,
    "/api/manage/installation/plans"
);

impl InstallationPlan {
    fn of(plan: &Plan, for_sale: bool) -> Self {
        let texts = |rates: &[Rate]| rates.iter().map(Rate::to_string).collect();
        Self {
            id: plan.id.to_string(),
            price: plan.price.period_minor,
            overage_price: plan.price.overage_unit_minor,
            currency: plan.price.currency.clone(),
            quota: plan.allowance.quota,
            overage: plan.allowance.overage,
            rates: texts(&plan.rates),
            image_rates: texts(&plan.image_rates),
            batch_rates: texts(&plan.batch_rates),
            modules: modules_of(&plan.modules),
            for_sale,
        }
    }
}

#[derive(Debug)]
pub struct InstallationPlanList;

#[async_trait]
impl Operation for InstallationPlanList {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        description: "Plans are defined in the configuration file.",
        ..spec(
            "installation_plan_list",
            Methods::Get,
            "/api/manage/installation/plans",
            "List plans",
        )
    };
    type Context = Platform;
    type Input = NoInput;
    type Reply = Collection<InstallationPlan>;

    async fn run(
        platform: &Platform,
        _: OperatorCaller,
        _: NoInput,
    ) -> Result<Self::Reply, ApiError> {
        let plans = &platform.config.plans;
        let items: Vec<_> = plans
            .iter()
            .map(|it| InstallationPlan::of(it, plans.sells(it)))
            .collect();
        Ok(Collection {
            total: items.len() as u64,
            items,
            next: None,
        })
    }
}
