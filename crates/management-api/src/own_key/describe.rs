//! `GET /api/key`: describe the calling key.

use access::{DomainRule, Entitlements, KeyPermission, PlanModules};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Serialize;

use auth::KeyCaller;
use http_api::clock::rfc3339;
use http_api::modules::CATALOGUE;
use http_api::{ApiError, Limits, Methods, Rule, Spec};
use metering::NamedRateStatus;
use operation::{NoInput, Operation, Resource, resource};
use platform::Platform;

#[derive(Debug)]
pub struct KeyDescribe;

/// The calling key.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Key")]
pub struct KeyAttributes {
    #[serde(skip)]
    id: String,
    /// Name of the key.
    name: String,
    /// First 12 and last 4 characters of the key.
    display: String,
    /// `live` or `test`. Only `live` keys are billed.
    #[schemars(extend("enum" = ["live", "test"]))]
    mode: &'static str,
    /// Permissions of the key.
    permissions: Vec<&'static str>,
    /// Modules the key can use: those of its organization, unless the key is restricted further.
    modules: Vec<&'static str>,
    /// Domains the key can be used from. Null if it is not restricted.
    domains: Option<Vec<String>>,
    /// Organization of the key.
    organization: OrganizationReference,
    /// Rate limits, and what remains after this request.
    rates: Vec<RateState>,
    /// Quota of the organization in this period, and what remained before this request. For a test
    /// key, the tightest of its allowances. Null for browser tokens.
    quota: Option<QuotaState>,
    /// Time of expiration. Null if the key does not expire.
    #[schemars(extend("format" = "date-time"))]
    expires_at: Option<String>,
    /// Time of creation.
    #[schemars(extend("format" = "date-time"))]
    created_at: String,
}

/// An organization by ID and name.
#[derive(Debug, Serialize, JsonSchema)]
pub struct OrganizationReference {
    id: String,
    name: String,
}

/// A rate limit.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RateState {
    /// Scope of the limit: `key`, or `organization`, `images` or `batches` for limits that all keys
    /// of the organization share.
    #[schemars(extend("enum" = ["key", "organization", "images", "batches"]))]
    scope: &'static str,
    /// Maximum number of requests in any window.
    limit: u32,
    /// Length of the window.
    window_seconds: u64,
    /// Number of requests that would be accepted now.
    remaining: u32,
}

/// A quota.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuotaState {
    /// Month in UTC, or a day if the daily allowance of test keys is the tightest.
    period: String,
    /// Units included in the period.
    limit: u64,
    /// Units remaining.
    remaining: u64,
    /// Start of the next period.
    #[schemars(extend("format" = "date-time"))]
    resets_at: String,
}

resource!(KeyAttributes, "key", id, "/api/key");

#[async_trait]
impl Operation for KeyDescribe {
    type Caller = KeyCaller;
    const SPEC: Spec<KeyCaller> = Spec {
        id: "key_describe",
        methods: Methods::Get,
        path: "/api/key",
        aliases: &[],
        access: Rule::ANY_KEY,
        cost_units: 1,
        limits: Limits::ORDINARY,
        errors: &[],
        group: "Key",
        summary: "Get the API key used for this request",
        description: "Returns the key's permissions, modules and remaining limits. Any valid key \
            can use this operation, whatever its permissions. Use it to check a key before you \
            rely on it.",
    };
    type Context = Platform;
    type Input = NoInput;
    type Reply = Resource<KeyAttributes>;

    async fn run(
        platform: &Platform,
        caller: KeyCaller,
        _: NoInput,
    ) -> Result<Self::Reply, ApiError> {
        let key = caller.key();
        let permissions = caller.permissions().iter();
        let limits = caller.limits();
        let rate = |it: &NamedRateStatus| RateState {
            scope: it.name,
            limit: it.standing.rate.limit(),
            window_seconds: it.standing.rate.window().as_secs(),
            remaining: it.standing.remaining,
        };
        // A browser token is narrower than its key. This describes the caller.
        let token = caller.token();
        let domains = match (token, &key.domains) {
            (Some(token), _) => Some(token.origins.patterns()),
            (None, DomainRule::Unrestricted) => None,
            (None, DomainRule::List(list)) => Some(list.patterns()),
        };
        let expires_at = token.map_or(key.standing.expires_at, |it| Some(it.expires_at));
        Ok(Resource(KeyAttributes {
            id: key.id.to_string(),
            name: key.name.clone(),
            display: key.display.to_string(),
            mode: key.mode.name(),
            permissions: permissions.map(KeyPermission::name).collect(),
            modules: modules(platform, &caller),
            domains: domains.map(|it| it.iter().map(ToString::to_string).collect()),
            rates: limits.rates.iter().map(rate).collect(),
            quota: (!limits.quota_hidden).then(|| QuotaState {
                period: limits.quota.span.to_string(),
                limit: limits.quota.limit,
                remaining: limits.quota.remaining,
                resets_at: rfc3339(limits.quota.span.end()),
            }),
            organization: OrganizationReference {
                id: key.org_id.to_string(),
                name: key.org_name.clone(),
            },
            expires_at: expires_at.map(rfc3339),
            created_at: rfc3339(key.created_at),
        }))
    }
}

/// The modules that the key can use now.
fn modules(platform: &Platform, caller: &KeyCaller) -> Vec<&'static str> {
    let none = PlanModules::Only(vec![]);
    let plan = platform.config.plans.get(&caller.key().terms.plan);
    let holdings = Entitlements {
        plan: plan.map_or(&none, |it| &it.modules),
        grants: caller.grants(),
        key: &caller.key().modules,
    };
    let now = platform.clock.now();
    let held = CATALOGUE.modules().iter();
    held.filter(|it| holdings.has(it, now))
        .map(|it| it.id)
        .collect()
}
