//! `/api/manage/orgs/{org}/billing`: an organization's costs.

pub mod plan;
pub mod statement;

use std::borrow::Cow;

use access::{OrgId, Period, RolePermission};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::StatementLine;

use auth::MemberCaller;
use billing::{Bill, Detail, InvoiceLine, bill, present_tariff};
use http_api::clock::rfc3339;
use http_api::{ApiError, Methods, Rule, Spec};
use i18n::Language;
use operation::{NoInput, Operation, Resource, ResourceKind};
use platform::Platform;

/// A line of a bill.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BillLine")]
pub struct LineView {
    #[serde(skip)]
    line: StatementLine,
    /// Type: `plan`, `plan-credit`, `overage` or `module`. With an amount of 0, the requests of one
    /// operation: `usage`, `usage-test` for test keys, `usage-returned` for our own failures.
    #[schemars(extend("enum" = ["plan", "plan-credit", "overage", "module", "usage", "usage-test", "usage-returned"]))]
    kind: String,
    /// Plan, module or operation.
    subject: String,
    #[schemars(extend("format" = "date-time"))]
    begins_at: String,
    /// End of the line's period (exclusive).
    #[schemars(extend("format" = "date-time"))]
    ends_at: String,
    /// Number of ledger requests that the line counts.
    requests: u64,
    /// Days of a plan, units, or periods of a module.
    quantity: u64,
    /// Unit price in minor units. For a plan, the price of a whole period.
    unit_price: u64,
    /// Amount in minor units. Negative for a credit.
    amount: i64,
}

impl LineView {
    pub(super) fn of(line: &StatementLine) -> Self {
        Self {
            kind: line.kind.clone(),
            subject: line.subject.clone(),
            begins_at: rfc3339(line.begins_at),
            ends_at: rfc3339(line.ends_at),
            requests: line.requests,
            quantity: line.quantity,
            unit_price: line.unit_minor,
            amount: line.amount_minor,
            line: line.clone(),
        }
    }

    /// The line in words.
    pub fn shown(&self, currency: &str, language: Language) -> InvoiceLine {
        InvoiceLine::of(&self.line, currency, language)
    }
}

/// Costs of an organization in the current period.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Billing")]
pub struct BillingAttributes {
    #[serde(skip)]
    org: OrgId,
    /// Current plan. Null if the organization is closed.
    pub plan: Option<String>,
    /// Price of the plan per period, in minor units.
    pub price: u64,
    /// Price of a unit above the quota, in minor units.
    pub overage_price: u64,
    pub currency: String,
    /// Units included in the price.
    pub quota: u64,
    /// Units above the quota that are served at the overage price. After that, requests are
    /// rejected.
    pub overage: u64,
    /// Live units used in this period.
    pub used: u64,
    /// Month, in UTC.
    pub period: String,
    #[schemars(extend("format" = "date-time"))]
    pub period_ends_at: String,
    /// Costs of the period so far.
    pub lines: Vec<LineView>,
    /// Sum of the lines, in minor units.
    pub total: i64,
    /// Billing address on invoices. Defaults to the organization's name.
    pub bill_to: String,
    /// Whether the operator has arranged custom terms.
    pub own_terms: bool,
}

impl ResourceKind for BillingAttributes {
    const TYPE: &'static str = "billing";

    fn id(&self) -> String {
        self.org.to_string()
    }

    fn path(&self) -> Cow<'static, str> {
        format!("/api/manage/orgs/{}/billing", self.org).into()
    }
}

/// The costs of an organization in the current period.
async fn describe(
    platform: &Platform,
    caller: &MemberCaller,
) -> Result<BillingAttributes, ApiError> {
    let (tenant, period) = (caller.tenant(), Period::of(caller.now()));
    let inside = platform.store.org(tenant);
    let org = caller.membership().record();
    let terms = inside.billing_terms(period).await?;
    let tariff = present_tariff(&platform.config, org, &terms);
    let Bill {
        currency,
        lines,
        total_minor,
    } = bill(platform, tenant, period, Detail::Charges).await?;
    let plan = tariff
        .as_ref()
        .and_then(|it| platform.config.plans.get(&it.plan));
    let overage = plan.map_or(0, |it| it.allowance.overage);
    let bill_to = inside.bill_to().await?;
    Ok(BillingAttributes {
        org: caller.org(),
        plan: tariff.as_ref().map(|it| it.plan.to_string()),
        price: tariff.as_ref().map_or(0, |it| it.price.period_minor),
        overage_price: tariff.as_ref().map_or(0, |it| it.price.overage_unit_minor),
        currency,
        quota: tariff.map_or(0, |it| it.quota),
        overage: org.terms.overage.unwrap_or(overage),
        used: platform
            .store
            .used(caller.org(), period, access::KeyMode::Live)
            .await?,
        period: period.to_string(),
        period_ends_at: rfc3339(period.end()),
        lines: lines.iter().map(LineView::of).collect(),
        total: total_minor,
        bill_to: bill_to.unwrap_or_else(|| org.name.clone()),
        own_terms: plan::has_own_terms(&org.terms),
    })
}

#[derive(Debug)]
pub struct BillingGet;

#[async_trait]
impl Operation for BillingGet {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        group: "Billing",
        errors: &[http_api::ErrorCode::CurrencyMismatch],
        description: "Amounts are integers in minor units of the currency. For example, 1999 with \
            currency EUR means 19.99 euros. The lines show the charges so far for the next \
            statement.",
        ..super::spec(
            "billing_get",
            Methods::Get,
            "/api/manage/orgs/{org}/billing",
            Rule::member(RolePermission::BillingRead),
            "Get the plan and the costs for the current period",
        )
    };
    type Context = Platform;
    type Input = NoInput;
    type Reply = Resource<BillingAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        _: NoInput,
    ) -> Result<Self::Reply, ApiError> {
        Ok(Resource(describe(platform, &caller).await?))
    }
}

#[derive(Debug)]
pub struct BillingUpdate;

/// The billing address of invoices.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "BillingUpdateRequest")]
pub struct BillingUpdateInput {
    /// Name, address and other details that an invoice must show, in lines.
    #[schemars(length(min = 1, max = 500))]
    bill_to: String,
}

#[async_trait]
impl Operation for BillingUpdate {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        group: "Billing",
        errors: &[http_api::ErrorCode::CurrencyMismatch],
        description: "Takes effect with the next statement. Issued statements do not change.",
        ..super::spec(
            "billing_update",
            Methods::Patch,
            "/api/manage/orgs/{org}/billing",
            Rule::member(RolePermission::BillingManage),
            "Update the billing address",
        )
    };
    type Context = Platform;
    type Input = BillingUpdateInput;
    type Reply = Resource<BillingAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: BillingUpdateInput,
    ) -> Result<Self::Reply, ApiError> {
        let before = platform.store.org(caller.tenant()).bill_to().await?;
        let (mut locked, _) = caller.lock(platform).await?;
        locked.set_bill_to(&input.bill_to).await?;
        let mut event = caller.event("billing.update", &caller.org());
        event.before = before.map(|it| json!({ "billTo": it }).to_string());
        event.after = Some(json!({ "billTo": input.bill_to }).to_string());
        locked.audit(&event).await?;
        locked.commit().await?;
        Ok(Resource(describe(platform, &caller).await?))
    }
}
