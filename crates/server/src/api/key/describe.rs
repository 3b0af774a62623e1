//! `GET /api/key`: the calling key describes itself.

use access::{DomainRule, Entitlements, KeyPermission, PlanModules};
use schemars::JsonSchema;
use serde::Serialize;

use crate::app::App;
use crate::operation::{NoInput, Operation, Resource, resource};
use auth::KeyCaller;
use http_api::clock::rfc3339;
use http_api::modules::CATALOGUE;
use http_api::{ApiError, Limits, Methods, Rule, Spec};
use metering::NamedRateStatus;

#[derive(Debug)]
pub(crate) struct KeyDescribe;

/// A key, as it may know itself.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Key")]
pub(crate) struct KeyAttributes {
    #[serde(skip)]
    id: String,
    /// The name its owner chose.
    name: String,
    /// The first 12 and last 4 characters of the key.
    display: String,
    /// `live` keys are billed, `test` keys are not.
    mode: &'static str,
    /// What the key may do.
    permissions: Vec<&'static str>,
    /// The modules it can use now: what its organization has, as far as the key was not narrowed.
    modules: Vec<&'static str>,
    /// The pages the key may be used from; null when it is not restricted.
    domains: Option<Vec<String>>,
    /// The organization every request with this key acts in.
    organization: OrganizationReference,
    /// How often the key may be used, and what remains after this request.
    rates: Vec<RateState>,
    /// What the organization may use in this period, and what remained before this request: for a
    /// test key, of the tightest of its allowances. Null for browser tokens.
    quota: Option<QuotaState>,
    /// When the key stops working; null when it does not.
    expires_at: Option<String>,
    /// When the key was made.
    created_at: String,
}

/// An organization by id and name.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct OrganizationReference {
    id: String,
    name: String,
}

/// A rate limit.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RateState {
    /// `key`; `organization`, `images` or `batches` for what all its keys share.
    scope: &'static str,
    /// Requests allowed in any window.
    limit: u32,
    /// The window's length.
    window_seconds: u64,
    /// Requests that would be admitted now.
    remaining: u32,
}

/// A quota.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct QuotaState {
    /// The month, UTC; a day where the daily allowance of test keys is the tightest.
    period: String,
    /// Units allowed in it.
    limit: u64,
    /// Units left.
    remaining: u64,
    /// When the next period begins.
    resets_at: String,
}

resource!(KeyAttributes, "key", id, "/api/key");

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
        summary: "What the calling key is, may do and has left",
        description: "Any valid key may ask, whatever its permissions. Use it to check a key \
            before relying on it.",
    };
    type Input = NoInput;
    type Reply = Resource<KeyAttributes>;

    async fn run(app: &App, caller: KeyCaller, _: NoInput) -> Result<Self::Reply, ApiError> {
        let key = caller.key();
        let permissions = caller.permissions().iter();
        let limits = caller.limits();
        let rate = |it: &NamedRateStatus| RateState {
            scope: it.name,
            limit: it.standing.rate.limit(),
            window_seconds: it.standing.rate.window().as_secs(),
            remaining: it.standing.remaining,
        };
        // A browser token is narrower than its key, and this tells what the caller has.
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
            modules: modules(app, &caller),
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

/// The modules the key can use now.
fn modules(app: &App, caller: &KeyCaller) -> Vec<&'static str> {
    let none = PlanModules::Only(vec![]);
    let plan = app.config.plans.get(&caller.key().terms.plan);
    let holdings = Entitlements {
        plan: plan.map_or(&none, |it| &it.modules),
        grants: caller.grants(),
        key: &caller.key().modules,
    };
    let now = app.clock.now();
    let held = CATALOGUE.modules().iter();
    held.filter(|it| holdings.has(it, now))
        .map(|it| it.id)
        .collect()
}
