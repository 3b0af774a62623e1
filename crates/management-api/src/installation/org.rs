//! `/api/manage/installation/orgs`: every organization, its terms and its status.

use access::{KeyMode, Name, OrgId, Period, PlanId, Rate};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::{NewOrg, OrgRecord, OrgStatus, OrgTerms, UsedUnits};

use super::{OrgReference, spec};
use crate::idempotency;
use auth::OperatorCaller;
use http_api::clock::rfc3339;
use http_api::randomness::OsRandom;
use http_api::text::{ParsedText, given, path_id};
use http_api::{ApiError, ErrorCode, Methods, Problem, Source, Spec};
use operation::{Collection, Created, Operation, PageInput, Resource, resource};
use platform::Platform;

const PATH: &str = "/api/manage/installation/orgs";
const ONE: &str = "/api/manage/installation/orgs/{org}";

/// An organization, as operators see it.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "OperatedOrganization")]
pub struct OperatedOrg {
    #[serde(skip)]
    pub id: OrgId,
    pub name: String,
    pub plan: String,
    /// Status: `active`, `suspended` by the operator, or `closed` by its owners.
    #[schemars(extend("enum" = ["active", "suspended", "closed"]))]
    pub status: &'static str,
    /// Custom rate limits. Null for those of the plan.
    pub rates: Option<Vec<String>>,
    /// Custom units per month. Null for those of the plan.
    pub quota: Option<u64>,
    /// Custom units above the quota. Null for those of the plan.
    pub overage: Option<u64>,
    /// Custom units per month for test keys. Null for those of the installation.
    pub test_allowance: Option<u64>,
    /// Whether members need a second factor.
    pub require_second_factor: bool,
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
    pub used: UsedNow,
}

/// Usage in the current period.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "UsedNow")]
pub struct UsedNow {
    /// Month, in UTC.
    pub period: String,
    pub live: u64,
    pub test: u64,
}

resource!(
    OperatedOrg,
    "operated-organization",
    id,
    "/api/manage/installation/orgs/{id}",
    id
);

impl OperatedOrg {
    fn of(org: OrgRecord, used: &UsedUnits, period: Period) -> Self {
        let texts = |it: Vec<Rate>| it.iter().map(ToString::to_string).collect();
        Self {
            used: UsedNow {
                period: period.to_string(),
                live: used.of(org.id, KeyMode::Live),
                test: used.of(org.id, KeyMode::Test),
            },
            id: org.id,
            name: org.name,
            plan: org.terms.plan.name().to_owned(),
            status: org.status.name(),
            rates: org.terms.rates.map(texts),
            quota: org.terms.quota,
            overage: org.terms.overage,
            test_allowance: org.terms.test_allowance,
            require_second_factor: org.require_second_factor,
            created_at: rfc3339(org.created_at),
        }
    }

    /// One organization with its usage.
    async fn read(platform: &Platform, org: OrgRecord) -> Result<Self, ApiError> {
        let period = Period::of(platform.clock.now());
        let used = platform.store.used_by(&[org.id], period).await?;
        Ok(Self::of(org, &used, period))
    }

    /// Cells for a table: id, name, plan, status, used, created.
    pub fn cells(&self) -> Vec<String> {
        vec![
            self.id.to_string(),
            self.name.clone(),
            self.plan.clone(),
            self.status.to_owned(),
            self.used.live.to_string(),
            self.created_at.clone(),
        ]
    }
}

/// The representation of an organization in the audit log.
fn audited(org: &OrgRecord) -> Value {
    let terms = &org.terms;
    let rates = terms.rates.as_ref();
    json!({
        "name": org.name,
        "status": org.status.name(),
        "plan": terms.plan.name(),
        "rates": rates.map(|it| it.iter().map(ToString::to_string).collect::<Vec<_>>()),
        "quota": terms.quota,
        "overage": terms.overage,
        "testAllowance": terms.test_allowance,
    })
}

#[derive(Debug)]
pub struct InstallationOrgList;

#[async_trait]
impl Operation for InstallationOrgList {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        description: "Lists all organizations with their plans and their usage this month.",
        ..spec(
            "installation_org_list",
            Methods::Get,
            PATH,
            "List organizations, oldest first",
        )
    };
    type Context = Platform;
    type Input = PageInput;
    type Reply = Collection<OperatedOrg>;

    async fn run(
        platform: &Platform,
        caller: OperatorCaller,
        input: PageInput,
    ) -> Result<Self::Reply, ApiError> {
        let (after, size) = (input.page.cursor()?, input.page.store_size());
        let page = platform.store.orgs_page(after, size).await?;
        let period = Period::of(caller.now());
        let ids: Vec<_> = page.items.iter().map(|it| it.id).collect();
        let used = platform.store.used_by(&ids, period).await?;
        let show = |it| OperatedOrg::of(it, &used, period);
        Ok(Collection::of(page, show))
    }
}

#[derive(Debug)]
pub struct InstallationOrgGet;

#[async_trait]
impl Operation for InstallationOrgGet {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        errors: &[ErrorCode::ResourceNotFound],
        description: "Returns an organization with its plan, limits and usage this month.",
        ..spec(
            "installation_org_get",
            Methods::Get,
            ONE,
            "Get an organization",
        )
    };
    type Context = Platform;
    type Input = OrgReference;
    type Reply = Resource<OperatedOrg>;

    async fn run(
        platform: &Platform,
        _: OperatorCaller,
        input: OrgReference,
    ) -> Result<Self::Reply, ApiError> {
        let found = platform.store.org_by_id(path_id(&input.org)?).await?;
        let org = found.ok_or_else(|| ApiError::plain(ErrorCode::ResourceNotFound))?;
        Ok(Resource(OperatedOrg::read(platform, org).await?))
    }
}

#[derive(Debug)]
pub struct InstallationOrgCreate;

/// An organization to create. Omitted or null terms follow the plan.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "OperatedOrganizationCreateRequest")]
pub struct OrgCreateInput {
    pub name: ParsedText<Name>,
    pub plan: ParsedText<PlanId>,
    #[schemars(range(max = 1_000_000_000_000_u64))]
    pub quota: Option<u64>,
    #[schemars(range(max = 1_000_000_000_000_u64))]
    pub overage: Option<u64>,
    #[schemars(range(max = 1_000_000_000_000_u64))]
    pub test_allowance: Option<u64>,
    /// Rate limits of all keys together, such as `60/60s`.
    #[schemars(length(min = 1, max = 10))]
    pub rates: Option<Vec<ParsedText<Rate>>>,
}

#[async_trait]
impl Operation for InstallationOrgCreate {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        errors: &[ErrorCode::ValueRefused, ErrorCode::IdempotencyConflict],
        description: "The organization has no members yet. Add its first owner next.",
        ..spec(
            "installation_org_create",
            Methods::Post,
            PATH,
            "Create an organization",
        )
    };
    type Context = Platform;
    type Input = OrgCreateInput;
    type Reply = Created<OperatedOrg>;

    async fn run(
        platform: &Platform,
        caller: OperatorCaller,
        input: OrgCreateInput,
    ) -> Result<Self::Reply, ApiError> {
        let (client, id) = (caller.client(), Self::SPEC.id);
        let repeated = idempotency::key_of(platform, client, &"installation", id, &input)?;
        let now = caller.now();
        let texts = |it: Vec<ParsedText<Rate>>| it.into_iter().map(|it| it.0).collect();
        let org = NewOrg {
            id: OrgId::new(now, &OsRandom),
            name: input.name.0,
            terms: OrgTerms {
                plan: known_plan(platform, input.plan.0)?,
                rates: input.rates.map(texts),
                quota: input.quota,
                overage: input.overage,
                test_allowance: input.test_allowance,
            },
            created_at: now,
        };
        let audit = &platform.keys.audit;
        let mut locked = platform.store.create_org(&org, None, audit).await?;
        caller.still_runs_it(locked.open()).await?;
        if let Some(made) = idempotency::claim(platform, locked.open(), repeated.as_ref()).await? {
            // Nothing of this attempt is kept.
            drop(locked);
            let made = platform.store.org_by_id(path_id(&made)?).await?;
            let made = made.ok_or_else(|| ApiError::plain(ErrorCode::ResourceNotFound))?;
            return created(platform, made).await;
        }
        let made = locked.org().await?;
        let mut event = caller.event("org.create", &org.id);
        event.after = Some(audited(&made).to_string());
        locked.audit(&event).await?;
        idempotency::remember(locked.open(), repeated.as_ref(), &org.id).await?;
        locked.commit().await?;
        created(platform, made).await
    }
}

async fn created(platform: &Platform, org: OrgRecord) -> Result<Created<OperatedOrg>, ApiError> {
    Ok(Created {
        resource: OperatedOrg::read(platform, org).await?,
        meta: None,
    })
}

/// A plan of the configuration.
fn known_plan(platform: &Platform, plan: PlanId) -> Result<PlanId, ApiError> {
    if platform.config.plans.get(&plan).is_some() {
        return Ok(plan);
    }
    let known: Vec<_> = platform
        .config
        .plans
        .iter()
        .map(|it| it.id.name())
        .collect();
    let detail = format!(
        "Unknown plan `{plan}`. Available plans: {}.",
        known.join(", ")
    );
    let problem = Problem::new(ErrorCode::ValueRefused, detail);
    Err(problem.at(Source::Pointer("/plan".to_owned())).into())
}

#[derive(Debug)]
pub struct InstallationOrgUpdate;

/// Changes to an organization. Omitted fields stay unchanged. Null restores the value of the plan.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "OperatedOrganizationUpdateRequest")]
pub struct OrgUpdateInput {
    /// ID of the organization.
    #[schemars(length(max = 100))]
    pub org: String,
    pub plan: Option<ParsedText<PlanId>>,
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<u64>", range(max = 1_000_000_000_000_u64))]
    pub quota: Option<Option<u64>>,
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<u64>", range(max = 1_000_000_000_000_u64))]
    pub overage: Option<Option<u64>>,
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<u64>", range(max = 1_000_000_000_000_u64))]
    pub test_allowance: Option<Option<u64>>,
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<Vec<ParsedText<Rate>>>", length(min = 1, max = 10))]
    pub rates: Option<Option<Vec<ParsedText<Rate>>>>,
    /// Status of the organization.
    pub status: Option<StatusText>,
}

/// Status that an operator can set.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "OperatedStatus")]
pub enum StatusText {
    /// The organization's keys work.
    Active,
    /// The organization's keys are rejected until it is active again.
    Suspended,
}

impl From<StatusText> for OrgStatus {
    fn from(text: StatusText) -> Self {
        match text {
            StatusText::Active => Self::Active,
            StatusText::Suspended => Self::Suspended,
        }
    }
}

impl OrgUpdateInput {
    /// The new terms.
    fn over(&mut self, terms: OrgTerms, platform: &Platform) -> Result<OrgTerms, ApiError> {
        let plan = self.plan.take().map(|it| known_plan(platform, it.0));
        let texts = |it: Vec<ParsedText<Rate>>| it.into_iter().map(|it| it.0).collect();
        let rates = self.rates.take().map(|it| it.map(texts));
        Ok(OrgTerms {
            plan: plan.transpose()?.unwrap_or(terms.plan),
            rates: rates.unwrap_or(terms.rates),
            quota: self.quota.unwrap_or(terms.quota),
            overage: self.overage.unwrap_or(terms.overage),
            test_allowance: self.test_allowance.unwrap_or(terms.test_allowance),
        })
    }
}

#[async_trait]
impl Operation for InstallationOrgUpdate {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        errors: &[
            ErrorCode::ResourceNotFound,
            ErrorCode::ValueRefused,
            ErrorCode::ReauthenticationRequired,
        ],
        description: "Takes effect on the next request with one of its keys. An organization that \
            its owners have closed cannot be reopened.",
        ..spec(
            "installation_org_update",
            Methods::Patch,
            ONE,
            "Update an organization",
        )
    };
    type Context = Platform;
    type Input = OrgUpdateInput;
    type Reply = Resource<OperatedOrg>;

    async fn run(
        platform: &Platform,
        caller: OperatorCaller,
        mut input: OrgUpdateInput,
    ) -> Result<Self::Reply, ApiError> {
        if input.status.is_some() {
            caller.require_recent_proof()?;
        }
        let mut locked = caller.lock(platform, path_id(&input.org)?).await?;
        let before = locked.org().await?;
        let terms = input.over(before.terms.clone(), platform)?;
        if terms != before.terms {
            billing::set_terms(&mut locked, &platform.config, &terms, caller.now()).await?;
        }
        if let Some(status) = input.status {
            if before.status == OrgStatus::Closed {
                let detail = "The organization was closed by its owners and cannot be reopened.";
                let problem = Problem::new(ErrorCode::ValueRefused, detail);
                return Err(problem.at(Source::Pointer("/status".to_owned())).into());
            }
            billing::set_status(&mut locked, &platform.config, status.into(), caller.now()).await?;
        }
        let after = locked.org().await?;
        let mut event = caller.event("org.set", &before.id);
        event.before = Some(audited(&before).to_string());
        event.after = Some(audited(&after).to_string());
        locked.audit(&event).await?;
        locked.commit().await?;
        platform.key_cache.refresh().await?;
        Ok(Resource(OperatedOrg::read(platform, after).await?))
    }
}
