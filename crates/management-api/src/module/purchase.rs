//! `POST /api/manage/orgs/{org}/modules/{module}/purchase`: buy or extend a module.

use access::{
    BillingLineId, KeyModules, Module, ModuleGrant, Period, PlanModules, RolePermission, Timestamp,
};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use store::NewBillingLine;

use super::{ModuleAttributes, Owned};
use crate::idempotency;
use auth::MemberCaller;
use billing::{Detail, WriteAmount as _, bill};
use config::ModulePrice;
use http_api::clock::rfc3339;
use http_api::modules::CATALOGUE;
use http_api::randomness::OsRandom;
use http_api::{ApiError, ErrorCode, Limits, Methods, Problem, Rule, Source, Spec};
use i18n::Language;
use operation::Catalog;
use operation::{Created, Operation};
use platform::PlatformWith;

/// The source of a purchased module.
const PURCHASE: &str = "purchase";

#[derive(Debug)]
pub struct ModulePurchase;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ModulePurchaseInput {
    /// ID of the module, such as `content-premium`.
    #[schemars(length(min = 1, max = 40))]
    module: String,
    /// Number of periods to buy.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 24))]
    periods: u32,
    /// Total price in minor units, as shown before. If the actual price differs, the purchase is
    /// rejected.
    #[schemars(range(max = 1_000_000_000_000_000_u64))]
    amount: Option<u64>,
}

const fn one() -> u32 {
    1
}

#[async_trait]
impl Operation for ModulePurchase {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        id: "module_purchase",
        methods: Methods::Post,
        path: "/api/manage/orgs/{org}/modules/{module}/purchase",
        aliases: &[],
        access: Rule::member(RolePermission::BillingManage),
        cost_units: 0,
        limits: Limits::ORDINARY,
        errors: &[
            ErrorCode::ModuleHeld,
            ErrorCode::PriceChanged,
            ErrorCode::CurrencyMismatch,
            ErrorCode::IdempotencyConflict,
        ],
        group: "Modules",
        summary: "Buy a module",
        description: "Activates the module immediately for the specified number of periods and \
            adds a line to the current statement. If an earlier purchase has not expired, it is \
            extended. Send an `Idempotency-Key` to repeat a request without buying twice. \
            `meta` contains the line item and its price.",
    };
    type Context = PlatformWith<Catalog>;
    type Input = ModulePurchaseInput;
    type Reply = Created<ModuleAttributes>;

    async fn run(
        context: &PlatformWith<Catalog>,
        caller: MemberCaller,
        input: ModulePurchaseInput,
    ) -> Result<Self::Reply, ApiError> {
        let price = context.config.module_prices.of(&input.module);
        let module = CATALOGUE.module(&input.module).filter(|_| price.for_sale);
        let module = module.ok_or_else(|| ApiError::plain(ErrorCode::ResourceNotFound))?;
        let (client, id) = (caller.client(), Self::SPEC.id);
        let repeated = idempotency::key_of(context, client, &caller.org(), id, &input)?;
        let (mut locked, _) = caller.lock(context).await?;
        let made = idempotency::claim(context, locked.open(), repeated.as_ref()).await?;
        // Under the lock nobody else buys, so this is what is extended.
        let mut grants = context.store.org(caller.tenant()).module_grants().await?;
        if let Some(line) = made {
            let meta = json!({ "billingLine": { "id": line }, "repeated": true });
            return Ok(reply(context, &caller, module, &grants, meta));
        }
        let none = PlanModules::Only(vec![]);
        let plan = context.config.plans.get(&caller.membership().terms().plan);
        let plan = plan.map_or(&none, |it| &it.modules);
        let begins_at = begin(module, plan, &grants, caller.now())?;
        let bought = Bought {
            module,
            periods: input.periods,
            begins_at,
            ends_at: begins_at.plus(price.period() * input.periods),
        };
        let line = bought.line(&price, &caller);
        confirm(input.amount, &line)?;
        let bill = bill(
            context,
            caller.tenant(),
            Period::of(caller.now()),
            Detail::Charges,
        )
        .await?;
        if line.amount_minor > 0 && bill.total_minor != 0 && bill.currency != line.currency {
            return Err(ApiError::plain(ErrorCode::CurrencyMismatch));
        }
        let grant = bought.grant(caller.now());
        locked.grant_module(&grant).await?;
        locked.add_billing_line(&line).await?;
        let mut event = caller.event("module.purchase", &module.id);
        event.after = Some(told(&line).to_string());
        locked.audit(&event).await?;
        idempotency::remember(locked.open(), repeated.as_ref(), &line.id).await?;
        locked.commit().await?;
        // Keys of this organization use the module with their next request on this node. If the
        // database is unavailable just now, with the next poll.
        if let Err(error) = context.key_cache.refresh().await {
            tracing::warn!(%error, "a purchase could not be announced to this node's keys");
        }
        grants.retain(|it| it.module != module.id || it.source != PURCHASE);
        grants.push(grant);
        Ok(reply(context, &caller, module, &grants, told(&line)))
    }
}

fn priced(minor: u64, currency: &str) -> String {
    let minor = i64::try_from(minor).unwrap_or(i64::MAX);
    Language::English.amount(minor, currency)
}

/// Refuses a price that differs from the one shown.
fn confirm(shown: Option<u64>, line: &NewBillingLine) -> Result<(), ApiError> {
    let amount = line.amount_minor;
    match shown {
        Some(shown) if shown != amount => {
            let detail = format!(
                "The price is now {}, but you confirmed {}. Check the price and confirm it again.",
                priced(amount, &line.currency),
                priced(shown, &line.currency)
            );
            let problem = Problem::new(ErrorCode::PriceChanged, detail);
            let problem = problem.at(Source::Pointer("/amount".to_owned()));
            Err(problem.with_meta("amount", amount).into())
        }
        _ => Ok(()),
    }
}

fn reply(
    context: &PlatformWith<Catalog>,
    caller: &MemberCaller,
    module: &'static Module,
    grants: &[ModuleGrant],
    meta: Value,
) -> Created<ModuleAttributes> {
    let owned = Owned {
        context,
        terms: caller.membership().terms(),
        grants,
        key: &KeyModules::All,
        now: caller.now(),
    };
    Created {
        resource: owned.attributes(module),
        meta: Some(meta),
    }
}

/// The start of a purchase: the end of the earlier purchase, or now.
///
/// # Errors
///
/// `module_held` if the organization has the module without an end.
fn begin(
    module: &Module,
    plan: &PlanModules,
    grants: &[ModuleGrant],
    now: Timestamp,
) -> Result<Timestamp, ApiError> {
    let mine = || grants.iter().filter(|it| it.module == module.id);
    if plan.include(module) || mine().any(|it| it.expires_at.is_none()) {
        return Err(ApiError::plain(ErrorCode::ModuleHeld));
    }
    let bought = mine().find(|it| it.source == PURCHASE);
    let end = bought.and_then(|it| it.expires_at);
    Ok(end.map_or(now, |it| it.max(now)))
}

struct Bought {
    module: &'static Module,
    periods: u32,
    begins_at: Timestamp,
    ends_at: Timestamp,
}

impl Bought {
    fn grant(&self, now: Timestamp) -> ModuleGrant {
        ModuleGrant {
            module: self.module.id.to_owned(),
            source: PURCHASE.to_owned(),
            granted_at: now,
            expires_at: Some(self.ends_at),
        }
    }

    fn line(&self, price: &ModulePrice, caller: &MemberCaller) -> NewBillingLine {
        let by = caller.user();
        NewBillingLine {
            id: BillingLineId::new(caller.now(), &OsRandom),
            kind: "module".to_owned(),
            subject: self.module.id.to_owned(),
            quantity: self.periods,
            amount_minor: price.period_minor.saturating_mul(u64::from(self.periods)),
            currency: price.currency.clone(),
            begins_at: self.begins_at,
            ends_at: Some(self.ends_at),
            created_at: caller.now(),
            created_by: by.map_or_else(|| "operator".to_owned(), |it| it.to_string()),
        }
    }
}

fn told(line: &NewBillingLine) -> Value {
    json!({ "billingLine": {
        "id": line.id.to_string(),
        "module": line.subject,
        "periods": line.quantity,
        "amount": line.amount_minor,
        "currency": line.currency,
        "beginsAt": rfc3339(line.begins_at),
        "endsAt": line.ends_at.map(rfc3339),
    } })
}
