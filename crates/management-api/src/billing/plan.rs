//! `/api/manage/orgs/{org}/billing/plans`: the available plans, the cost of a change, and the
//! change itself.

use std::borrow::Cow;

use access::{
    KeyMode, OrgId, Period, Plan, PlanChangeRefusal, PlanId, PlanModules, Rate, RolePermission,
    Tariff, change_of_plan, total_minor,
};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::OrgTerms;

use super::{BillingAttributes, LineView, describe};
use auth::MemberCaller;
use billing::{self, WriteAmount as _, charge_line, present_tariff, tariff};
use http_api::modules::CATALOGUE;
use http_api::text::ParsedText;
use http_api::{ApiError, ErrorCode, Methods, Problem, Rule, Source, Spec};
use i18n::Language;
use operation::{Collection, NoInput, Operation, Resource, ResourceKind};
use platform::Platform;

/// A plan that an organization can change to.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Plan")]
pub struct PlanAttributes {
    #[serde(skip)]
    pub id: String,
    #[serde(skip)]
    org: OrgId,
    /// Price per period, in minor units.
    pub price: u64,
    /// Price of a unit above the quota, in minor units.
    pub overage_price: u64,
    pub currency: String,
    /// Units per month included in the price.
    pub quota: u64,
    /// Units above the quota, at the overage price.
    pub overage: u64,
    /// Rate limits of all keys together.
    pub rates: Vec<String>,
    /// Modules included in the plan.
    pub modules: Vec<&'static str>,
    /// Whether the organization has this plan.
    pub current: bool,
    /// What a change now would add to this period's bill. Null for the current plan.
    pub change: Option<ChangeView>,
}

/// Effect of a change of plan.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PlanChange")]
pub struct ChangeView {
    /// Whether the change is possible now.
    pub allowed: bool,
    #[serde(skip)]
    pub code: Option<ErrorCode>,
    /// Why the change is not possible.
    pub refusal: Option<String>,
    /// Credits and charges for the days from today to the end of the period.
    pub lines: Vec<LineView>,
    /// Sum of the lines, in minor units. Send it with the change.
    pub net: i64,
}

impl ResourceKind for PlanAttributes {
    const TYPE: &'static str = "plan";

    fn id(&self) -> String {
        self.id.clone()
    }

    fn path(&self) -> Cow<'static, str> {
        format!("/api/manage/orgs/{}/billing/plans", self.org).into()
    }
}

/// Whether the operator has arranged terms that differ from the plan.
pub(super) const fn has_own_terms(terms: &OrgTerms) -> bool {
    terms.rates.is_some() || terms.quota.is_some() || terms.overage.is_some()
}

/// An organization that considers another plan.
struct Customer<'a> {
    platform: &'a Platform,
    caller: &'a MemberCaller,
    period: Period,
    present: Option<Tariff>,
    used: u64,
}

impl<'a> Customer<'a> {
    async fn of(platform: &'a Platform, caller: &'a MemberCaller) -> Result<Self, ApiError> {
        let period = Period::of(caller.now());
        let org = caller.membership().record();
        let terms = platform
            .store
            .org(caller.tenant())
            .billing_terms(period)
            .await?;
        let used = platform
            .store
            .used(caller.org(), period, KeyMode::Live)
            .await?;
        Ok(Self {
            platform,
            caller,
            period,
            present: present_tariff(&platform.config, org, &terms),
            used,
        })
    }

    fn has(&self, plan: &Plan) -> bool {
        self.present.as_ref().is_some_and(|it| it.plan == plan.id)
    }

    /// The plan that the organization would be billed by.
    fn future(&self, plan: &Plan) -> Tariff {
        tariff(&self.platform.config, &OrgTerms::of_plan(plan.id))
    }

    /// Whether it may change to a plan by itself.
    fn may(&self, plan: &Plan) -> Result<(), ApiError> {
        if has_own_terms(self.caller.membership().terms()) {
            return Err(ApiError::plain(ErrorCode::TermsArranged));
        }
        let Some(present) = &self.present else {
            return Err(ApiError::plain(ErrorCode::OrganizationSuspended));
        };
        let verdict = present.may_become(&self.future(plan), self.used);
        verdict.map_err(|refusal| {
            let code = match refusal {
                PlanChangeRefusal::SamePlan => ErrorCode::PlanHeld,
                PlanChangeRefusal::UsedMore { .. } => ErrorCode::PlanTooSmall,
                PlanChangeRefusal::OtherCurrency => ErrorCode::CurrencyMismatch,
            };
            let problem = Problem::new(code, refusal.to_string());
            problem.at(Source::Pointer("/plan".to_owned())).into()
        })
    }

    /// What the change adds to the bill.
    fn lines(&self, plan: &Plan) -> Vec<access::Charge> {
        let (from, to) = (self.present.as_ref(), self.future(plan));
        change_of_plan(self.period, self.caller.now(), from, Some(&to))
    }

    fn view(&self, plan: &Plan) -> PlanAttributes {
        let current = self.has(plan);
        let change = (!current).then(|| {
            let lines = self.lines(plan);
            let refusal = self.may(plan).err();
            ChangeView {
                allowed: refusal.is_none(),
                code: refusal.as_ref().map(|it| it.problems()[0].code),
                refusal: refusal.map(|it| it.problems()[0].detail.clone()),
                net: total_minor(&lines),
                lines: lines
                    .iter()
                    .map(|it| LineView::of(&charge_line(it)))
                    .collect(),
            }
        });
        PlanAttributes {
            id: plan.id.to_string(),
            org: self.caller.org(),
            price: plan.price.period_minor,
            overage_price: plan.price.overage_unit_minor,
            currency: plan.price.currency.clone(),
            quota: plan.allowance.quota,
            overage: plan.allowance.overage,
            rates: plan.rates.iter().map(Rate::to_string).collect(),
            modules: modules_of(&plan.modules),
            current,
            change,
        }
    }
}

pub fn modules_of(included: &PlanModules) -> Vec<&'static str> {
    let modules = CATALOGUE.modules().iter();
    modules
        .filter(|it| included.include(it))
        .map(|it| it.id)
        .collect()
}

#[derive(Debug)]
pub struct PlanList;

#[async_trait]
impl Operation for PlanList {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        group: "Billing",
        description: "Returns the plans that the organization can switch to on its own, and its \
            current plan. Each shows what the change would add to this period's bill: the \
            remaining days of the current plan are credited and those of the new plan are charged, \
            including today.",
        ..crate::spec(
            "plan_list",
            Methods::Get,
            "/api/manage/orgs/{org}/billing/plans",
            Rule::member(RolePermission::BillingRead),
            "List plans and the cost of changing to each",
        )
    };
    type Context = Platform;
    type Input = NoInput;
    type Reply = Collection<PlanAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        _: NoInput,
    ) -> Result<Self::Reply, ApiError> {
        let customer = Customer::of(platform, &caller).await?;
        let plans = &platform.config.plans;
        let shown = plans
            .iter()
            .filter(|it| plans.sells(it) || customer.has(it));
        let items: Vec<_> = shown.map(|it| customer.view(it)).collect();
        Ok(Collection {
            total: items.len() as u64,
            items,
            next: None,
        })
    }
}

#[derive(Debug)]
pub struct PlanUpdate;

/// The requested plan and the confirmed price.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PlanUpdateRequest")]
pub struct PlanUpdateInput {
    plan: ParsedText<PlanId>,
    /// What the change adds to this period's bill, in minor units, from the list of plans. If the
    /// actual amount differs, the change is rejected.
    #[schemars(range(min = -1_000_000_000_000_000_i64, max = 1_000_000_000_000_000_i64))]
    net: i64,
}

#[async_trait]
impl Operation for PlanUpdate {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        group: "Billing",
        errors: &[
            ErrorCode::ValueRefused,
            ErrorCode::PlanHeld,
            ErrorCode::PlanTooSmall,
            ErrorCode::PriceChanged,
            ErrorCode::TermsArranged,
            ErrorCode::CurrencyMismatch,
        ],
        description: "Takes effect immediately: the next request has the quota, rate limits and \
            modules of the new plan. To switch to a plan that includes less than you used in this period, \
            wait until the next period starts.",
        ..crate::spec(
            "plan_update",
            Methods::Patch,
            "/api/manage/orgs/{org}/billing/plan",
            Rule::member(RolePermission::BillingManage),
            "Change the plan",
        )
    };
    type Context = Platform;
    type Input = PlanUpdateInput;
    type Reply = Resource<BillingAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: PlanUpdateInput,
    ) -> Result<Self::Reply, ApiError> {
        let terms = caller.membership().terms();
        if terms.plan == input.plan.0 && !has_own_terms(terms) {
            // Also if the operator assigned the plan and it is not for sale.
            return Err(ApiError::plain(ErrorCode::PlanHeld));
        }
        let plan = sold(platform, &input.plan.0)?;
        let (mut locked, _) = caller.lock(platform).await?;
        // Under the lock nobody else changes the plan, so this is what changes.
        let customer = Customer::of(platform, &caller).await?;
        let before = locked.org().await?;
        if before.terms != *caller.membership().terms() {
            return Err(ApiError::plain(ErrorCode::PriceChanged));
        }
        customer.may(plan)?;
        let net = total_minor(&customer.lines(plan));
        if net != input.net {
            let problem = Problem::new(
                ErrorCode::PriceChanged,
                format!(
                    "The change now costs {}, but you confirmed {}. Check the price and confirm it \
                     again.",
                    Language::English.amount(net, &plan.price.currency),
                    Language::English.amount(input.net, &plan.price.currency)
                ),
            );
            let problem = problem.at(Source::Pointer("/net".to_owned()));
            return Err(problem.with_meta("net", net).into());
        }
        let terms = OrgTerms {
            plan: plan.id,
            ..before.terms.clone()
        };
        billing::set_terms(&mut locked, &platform.config, &terms, caller.now()).await?;
        let mut event = caller.event("plan.update", &caller.org());
        let told = |plan: &PlanId| json!({ "plan": plan.name() });
        event.before = Some(told(&before.terms.plan).to_string());
        let mut after = told(&plan.id);
        after["net"] = net.into();
        after["currency"] = plan.price.currency.clone().into();
        event.after = Some(after.to_string());
        locked.audit(&event).await?;
        locked.commit().await?;
        platform.key_cache.refresh().await?;
        Ok(Resource(describe(platform, &caller).await?))
    }
}

/// A plan of the configuration that organizations can change to.
fn sold<'a>(platform: &'a Platform, id: &PlanId) -> Result<&'a Plan, ApiError> {
    let plans = &platform.config.plans;
    let plan = plans.get(id).filter(|it| plans.sells(it));
    plan.ok_or_else(|| {
        let sold = plans.iter().filter(|it| plans.sells(it));
        let names: Vec<_> = sold.map(|it| format!("`{}`", it.id)).collect();
        let detail = format!(
            "You cannot switch to the `{id}` plan. Available plans: {}.",
            names.join(", ")
        );
        let problem = Problem::new(ErrorCode::ValueRefused, detail);
        problem.at(Source::Pointer("/plan".to_owned())).into()
    })
}
