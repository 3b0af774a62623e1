//! `/api/modules`, and the same for people under `/api/manage/orgs/{org}/modules`: the available
//! modules, and those of the organization.

pub mod purchase;

use std::borrow::Cow;

use access::{
    Entitlements, KeyModules, KeyPermission, Module, ModuleGrant, Period, PlanModules,
    RolePermission, Timestamp,
};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::OrgTerms;

use auth::{MemberCaller, OrgCaller};
use config::ModulePrice;
use http_api::clock::rfc3339;
use http_api::modules::CATALOGUE;
use http_api::{AccessPolicy, ApiError, Declaration, ErrorCode, Limits, Methods, Rule, Spec};
use operation::Catalog;
use operation::{Collection, Operation, PageInput, PageRequest, Resource, ResourceKind, resource};
use platform::PlatformWith;

http_api::closed_sets! {
    /// Where a module comes from.
    ModuleSourceName "ModuleSource" = ["plan", "operator", "purchase"];
}

/// A module.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Module")]
pub struct ModuleAttributes {
    #[serde(skip)]
    pub id: &'static str,
    pub name: &'static str,
    /// Type: `calculation`, `report`, `chart` or `content`.
    #[schemars(extend("enum" = ["calculation", "report", "chart", "content"]))]
    pub category: &'static str,
    /// Whether the caller can use it.
    pub enabled: bool,
    /// Source of the module, or the last one: `plan`, `operator` or `purchase`.
    #[schemars(with = "Option<ModuleSourceName>")]
    pub source: Option<String>,
    /// End of the grant, past or future.
    #[schemars(extend("format" = "date-time"))]
    pub expires_at: Option<String>,
    /// Capabilities of the module.
    pub capabilities: Vec<&'static str>,
    /// Operations that require one of its capabilities.
    pub operations: Vec<&'static str>,
    /// Price of the module without a plan. Null if only the operator grants it.
    pub price: Option<ModulePriceView>,
}

/// Price of a module.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ModulePrice")]
pub struct ModulePriceView {
    /// Price of one period, in minor units.
    pub amount: u64,
    pub currency: String,
    /// Length of a period.
    pub days: u32,
}

impl ModulePriceView {
    fn of(price: ModulePrice) -> Option<Self> {
        price.for_sale.then_some(Self {
            amount: price.period_minor,
            currency: price.currency,
            days: price.days,
        })
    }
}

resource!(ModuleAttributes, "module", id, "/api/modules/{id}", id);

/// What decides which modules a caller has.
struct Owned<'a> {
    context: &'a PlatformWith<Catalog>,
    terms: &'a OrgTerms,
    grants: &'a [ModuleGrant],
    key: &'a KeyModules,
    now: Timestamp,
}

impl Owned<'_> {
    fn attributes(&self, module: &'static Module) -> ModuleAttributes {
        let none = PlanModules::Only(vec![]);
        let plan = self.context.config.plans.get(&self.terms.plan);
        let plan = plan.map_or(&none, |it| &it.modules);
        let (grants, key) = (self.grants, self.key);
        let holdings = Entitlements { plan, grants, key };
        let source = Source::of(module, &holdings, self.now);
        ModuleAttributes {
            id: module.id,
            name: module.name,
            category: module.category,
            enabled: holdings.has(module, self.now),
            source: source.map(|it| it.name().to_owned()),
            expires_at: source.and_then(Source::expires_at).map(rfc3339),
            capabilities: module.capabilities.iter().map(|it| it.name()).collect(),
            operations: opened(module, &self.context.service.declarations),
            price: ModulePriceView::of(self.context.config.module_prices.of(module.id)),
        }
    }

    fn page(&self, page: &PageRequest) -> Result<Collection<ModuleAttributes>, ApiError> {
        let all = CATALOGUE.modules().iter().map(|it| self.attributes(it));
        Collection::cut(all.collect(), page)
    }
}

/// Why an organization has a module, or had it last.
#[derive(Clone, Copy, Debug)]
enum Source<'a> {
    /// Its plan includes it.
    Plan,
    /// It was granted.
    Grant(&'a ModuleGrant),
}

impl<'a> Source<'a> {
    /// The source that lasts longest: the plan, an active grant, then an ended one.
    fn of(module: &Module, holdings: &Entitlements<'a>, now: Timestamp) -> Option<Self> {
        if holdings.plan.include(module) {
            return Some(Self::Plan);
        }
        let grants = holdings.grants.iter().filter(|it| it.module == module.id);
        let lasting = |it: &&ModuleGrant| {
            let end = it.expires_at.map_or(i64::MAX, Timestamp::micros);
            (it.is_active(now), end)
        };
        grants.max_by_key(lasting).map(Self::Grant)
    }

    fn name(self) -> &'a str {
        match self {
            Self::Plan => "plan",
            Self::Grant(grant) => &grant.source,
        }
    }

    const fn expires_at(self) -> Option<Timestamp> {
        match self {
            Self::Plan => None,
            Self::Grant(grant) => grant.expires_at,
        }
    }
}

/// The operations that declare one of the module's capabilities. Operations on texts declare none,
/// because it depends on the text which one is required.
fn opened(module: &Module, declarations: &[Declaration]) -> Vec<&'static str> {
    let texts = |it: &access::Capability| it.name().ends_with(":texts");
    let has_texts = module.capabilities.iter().any(texts);
    let is_opened = |it: &&Declaration| match it.access {
        AccessPolicy::Caller {
            capability: Some(capability),
            ..
        } => module.capabilities.contains(&capability),
        _ => has_texts && it.errors.contains(&ErrorCode::ModuleRequired),
    };
    let opened = declarations.iter().filter(is_opened);
    opened.map(|it| it.id).collect()
}

#[derive(Debug)]
pub struct ModuleList;

const RULE: Rule<OrgCaller> = Rule::caller(KeyPermission::ModulesRead, RolePermission::ModulesRead);

const fn spec<C>(
    id: &'static str,
    path: &'static str,
    access: Rule<C>,
    cost_units: u32,
    summary: &'static str,
) -> Spec<C> {
    Spec {
        id,
        methods: Methods::Get,
        path,
        aliases: &[],
        access,
        cost_units,
        limits: Limits::ORDINARY,
        errors: &[],
        group: "Modules",
        summary,
        description: "",
    }
}

#[async_trait]
impl Operation for ModuleList {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        description: "Lists every module of this installation with its operations, and whether the \
            key can use it.",
        ..spec("module_list", "/api/modules", RULE, 1, "List modules")
    };
    type Context = PlatformWith<Catalog>;
    type Input = PageInput;
    type Reply = Collection<ModuleAttributes>;

    async fn run(
        context: &PlatformWith<Catalog>,
        caller: OrgCaller,
        input: PageInput,
    ) -> Result<Self::Reply, ApiError> {
        let (grants, key) = caller.modules();
        let owned = Owned {
            context,
            terms: caller.terms(),
            grants,
            key,
            now: context.clock.now(),
        };
        owned.page(&input.page)
    }
}

#[derive(Debug)]
pub struct ModuleGet;

/// One module.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ModuleReference")]
pub struct ModuleReference {
    /// ID of the module.
    #[schemars(length(max = 100))]
    module: String,
}

/// A module and its usage.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ModuleWithUse")]
pub struct ModuleWithUse {
    #[serde(flatten)]
    module: ModuleAttributes,
    /// Usage of its operations in this month, whichever module grants them.
    #[serde(rename = "use")]
    used: ModuleUse,
}

/// Usage.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ModuleUse {
    /// Month, in UTC.
    period: String,
    /// Number of counted requests.
    requests: u64,
    /// Units charged.
    units: u64,
}

impl ResourceKind for ModuleWithUse {
    const TYPE: &'static str = ModuleAttributes::TYPE;

    fn id(&self) -> String {
        self.module.id()
    }

    fn path(&self) -> Cow<'static, str> {
        self.module.path()
    }
}

#[async_trait]
impl Operation for ModuleGet {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        description: "Returns a module with its operations, and whether the key can use it.",
        ..spec(
            "module_get",
            "/api/modules/{module}",
            RULE,
            1,
            "Get a module",
        )
    };
    type Context = PlatformWith<Catalog>;
    type Input = ModuleReference;
    type Reply = Resource<ModuleWithUse>;

    async fn run(
        context: &PlatformWith<Catalog>,
        caller: OrgCaller,
        input: ModuleReference,
    ) -> Result<Self::Reply, ApiError> {
        let module = CATALOGUE.module(&input.module);
        let module = module.ok_or_else(|| ApiError::plain(ErrorCode::ResourceNotFound))?;
        let (grants, key) = caller.modules();
        let owned = Owned {
            context,
            terms: caller.terms(),
            grants,
            key,
            now: context.clock.now(),
        };
        let module = owned.attributes(module);
        let period = Period::of(owned.now);
        let inside = context.store.org(caller.tenant());
        let used = inside
            .operations_use(&module.operations, period.start(), period.end())
            .await?;
        Ok(Resource(ModuleWithUse {
            module,
            used: ModuleUse {
                period: period.to_string(),
                requests: used.requests,
                units: used.units,
            },
        }))
    }
}

#[derive(Debug)]
pub struct OrgModuleList;

#[async_trait]
impl Operation for OrgModuleList {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Lists every module of this installation with its price and whether the \
            organization has it.",
        ..spec(
            "org_module_list",
            "/api/manage/orgs/{org}/modules",
            Rule::member(RolePermission::ModulesRead),
            0,
            "List modules and whether the organization has each one",
        )
    };
    type Context = PlatformWith<Catalog>;
    type Input = PageInput;
    type Reply = Collection<ModuleAttributes>;

    async fn run(
        context: &PlatformWith<Catalog>,
        caller: MemberCaller,
        input: PageInput,
    ) -> Result<Self::Reply, ApiError> {
        let place = caller.membership();
        let owned = Owned {
            context,
            terms: place.terms(),
            grants: place.grants(),
            key: &KeyModules::All,
            now: caller.now(),
        };
        owned.page(&input.page)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grant(source: &str, expires_at: Option<i64>) -> ModuleGrant {
        ModuleGrant {
            module: "content-premium".to_owned(),
            source: source.to_owned(),
            granted_at: Timestamp::from_micros(0),
            expires_at: expires_at.map(Timestamp::from_micros),
        }
    }

    fn check(plan: &PlanModules, grants: &[ModuleGrant], expected: Option<(&str, Option<i64>)>) {
        let premium = CATALOGUE.module("content-premium").unwrap();
        let key = &KeyModules::All;
        let holdings = Entitlements { plan, grants, key };
        let found = Source::of(premium, &holdings, Timestamp::from_micros(100));
        let found = found.map(|it| (it.name(), it.expires_at().map(Timestamp::micros)));
        assert_eq!(found, expected);
    }

    #[test]
    fn the_longest_lasting_reason_for_a_module_is_named() {
        let none = PlanModules::Only(vec![]);
        let plan = PlanModules::Only(vec!["content-premium".to_owned()]);
        check(&none, &[], None);
        check(&plan, &[grant("purchase", Some(200))], Some(("plan", None)));
        let both = [grant("purchase", Some(200)), grant("operator", None)];
        check(&none, &both, Some(("operator", None)));
        let over = [grant("operator", Some(50)), grant("purchase", Some(60))];
        check(&none, &over, Some(("purchase", Some(60))));
        let mixed = [grant("operator", Some(50)), grant("trial", Some(101))];
        check(&none, &mixed, Some(("trial", Some(101))));
    }
}
