//! `POST /api/manage/orgs/{org}/keys/{key}/preview`: what changed rules would have done to the key's
//! requests of the last 24 hours. Nothing is changed.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use access::{Entitlements, KeyId, ModuleGrant, PlanModules, RateLog, RolePermission, Timestamp};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Serialize;
use store::{KeyRecord, KeyRequest};

use super::edit::KeyUpdateInput;
use super::terms;
use auth::{MemberCaller, check_key, check_rule};
use http_api::text::path_id;
use http_api::{AccessPolicy, ApiError, ErrorCode, Methods, Rule, Spec, Stop, Work};
use operation::{Catalog, Operation, Resource, ResourceKind};
use platform::{Lane, PlatformWith};

/// The time that a preview looks back.
const SPAN: Duration = Duration::from_hours(24);
/// The most requests that a preview reads.
const MAX_REQUESTS: u32 = 5_000;
/// The work of one of them, in thousandths of a natal chart.
const REQUEST_MILLINATALS: u64 = 3;

/// What changed rules would have done.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "KeyPreview")]
pub struct KeyPreviewAttributes {
    #[serde(skip)]
    id: String,
    #[serde(skip)]
    org: String,
    /// Number of counted requests of the key and its family in the last 24 hours, at most 5,000.
    pub requests: u64,
    /// Whether there were more requests, of which the newest 5,000 were examined.
    pub truncated: bool,
    /// Number of these requests that would have been rejected.
    pub refused: u64,
    /// The refusals by error code.
    pub reasons: Vec<PreviewReason>,
}

/// Refusals for one reason.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "KeyPreviewReason")]
pub struct PreviewReason {
    /// Error code.
    pub code: &'static str,
    pub requests: u64,
}

impl ResourceKind for KeyPreviewAttributes {
    const TYPE: &'static str = "key-preview";

    fn id(&self) -> String {
        self.id.clone()
    }

    fn path(&self) -> Cow<'static, str> {
        format!("/api/manage/orgs/{}/keys/{}/preview", self.org, self.id).into()
    }
}

#[derive(Debug)]
pub struct KeyPreview;

#[async_trait]
impl Operation for KeyPreview {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        errors: &[ErrorCode::GrantTooHigh, ErrorCode::ValueRefused],
        description: "Applies the changes of `PATCH /api/manage/orgs/{org}/keys/{key}` to the counted \
            requests of the last 24 hours and counts those that would have been rejected. Changes \
            nothing. The ledger keeps the host of a request's page without scheme and port, so \
            every page is taken for one with https on the default port, and what a batch contains \
            is not examined. Quotas and the rates of the organization are not applied.",
        ..crate::spec(
            "key_preview",
            Methods::Post,
            "/api/manage/orgs/{org}/keys/{key}/preview",
            Rule::member(RolePermission::OrgUpdate),
            "Preview a change of an API key",
        )
    };
    type Context = PlatformWith<Catalog>;
    type Input = KeyUpdateInput;
    type Reply = Resource<KeyPreviewAttributes>;

    async fn run(
        context: &PlatformWith<Catalog>,
        caller: MemberCaller,
        input: KeyUpdateInput,
    ) -> Result<Self::Reply, ApiError> {
        let id: KeyId = path_id(&input.key)?;
        let now = caller.now();
        let inside = context.store.org(caller.tenant());
        let key = inside.key(id).await?;
        let mut key = key.ok_or_else(|| ApiError::plain(ErrorCode::ResourceNotFound))?;
        if let Some(permissions) = &input.permissions {
            key.standing.permissions = terms::permissions(permissions, caller.role())?;
        }
        if let Some(domains) = input.domains {
            key.domains = terms::domains(domains)?;
        }
        if let Some(modules) = input.modules {
            key.modules = terms::modules(modules)?;
        }
        if let Some(end) = input.expires_at {
            key.standing.expires_at = terms::expiration(end, now)?;
        }
        if let Some(enabled) = input.enabled {
            key.standing.enabled = enabled;
        }
        if let Some(rates) = input.rates {
            key.rates = rates.into_iter().map(|it| it.0).collect();
        }
        let micros = i64::try_from(SPAN.as_micros()).unwrap_or(i64::MAX);
        let from = Timestamp::from_micros(now.micros().saturating_sub(micros));
        let found = inside.key_requests(key.family, from, MAX_REQUESTS + 1);
        let mut requests = found.await?;
        let truncated = requests.len() > MAX_REQUESTS as usize;
        requests.truncate(MAX_REQUESTS as usize);
        // Rates are replayed in the order of time.
        requests.reverse();
        let plan = context.config.plans.get(&key.terms.plan);
        let declarations = context.service.declarations.iter();
        let replay = Replay {
            plan: plan.map_or(PlanModules::Only(vec![]), |it| it.modules.clone()),
            grants: inside.module_grants().await?,
            rules: declarations.map(|it| (it.id, it.access)).collect(),
            key,
            now,
        };
        let count = requests.len() as u64;
        // Thousands of requests take longer than a thread that serves connections has.
        let lane = Lane {
            org: caller.org(),
            key: None,
            work: Work::new(1_000 + count * REQUEST_MILLINATALS, 0),
            stop: Stop::default(),
        };
        let examined = move || replay.refusals(&requests);
        let reasons = context.pool.run(lane, examined).await?;
        Ok(Resource(KeyPreviewAttributes {
            id: id.to_string(),
            org: caller.org().to_string(),
            requests: count,
            truncated,
            refused: reasons.values().sum(),
            reasons: reasons
                .into_iter()
                .map(|(code, requests)| PreviewReason { code, requests })
                .collect(),
        }))
    }
}

/// A key with changed rules, and what its refusals depend on.
struct Replay {
    key: KeyRecord,
    plan: PlanModules,
    grants: Vec<ModuleGrant>,
    /// The rule of each operation.
    rules: HashMap<&'static str, AccessPolicy>,
    now: Timestamp,
}

impl Replay {
    /// Counts the requests, oldest first, that the key would have refused, by error code.
    fn refusals(&self, requests: &[KeyRequest]) -> BTreeMap<&'static str, u64> {
        let rates = self.key.rates.iter();
        let mut logs: Vec<_> = rates.map(|it| RateLog::restore(*it, [])).collect();
        let mut logs: Vec<_> = logs.iter_mut().collect();
        // Most requests share their page and their operation with others.
        let mut by_host: HashMap<&str, Option<ErrorCode>> = HashMap::new();
        let mut by_operation: HashMap<&str, Option<ErrorCode>> = HashMap::new();
        let mut reasons: BTreeMap<&'static str, u64> = BTreeMap::new();
        for request in requests {
            let host = request.origin_host.as_str();
            let of_host = by_host.entry(host).or_insert_with(|| self.of_host(host));
            let code = if of_host.is_some() {
                *of_host
            } else if access::admit(&mut logs, request.at).is_err() {
                Some(ErrorCode::RateLimited)
            } else {
                let operation = request.operation.as_str();
                let known = by_operation.entry(operation);
                *known.or_insert_with(|| self.of_operation(operation))
            };
            if let Some(code) = code {
                *reasons.entry(code.name()).or_default() += 1;
            }
        }
        reasons
    }

    /// Why a request from this page is refused. An empty host is none.
    fn of_host(&self, host: &str) -> Option<ErrorCode> {
        let origin = format!("https://{host}");
        let origin = (!host.is_empty()).then_some(origin.as_bytes());
        let decision = self.key.domains.decide(origin, None::<&[u8]>).decision;
        let mut checks = check_key(&self.key.standing, decision, self.now);
        let error = checks.find_map(|it| it.result.err())?;
        Some(error.problems()[0].code)
    }

    /// Why a request for this operation is refused. One that no longer exists is not.
    fn of_operation(&self, operation: &str) -> Option<ErrorCode> {
        let entitlements = Entitlements {
            plan: &self.plan,
            grants: &self.grants,
            key: &self.key.modules,
        };
        let permissions = self.key.standing.permissions;
        let rule = *self.rules.get(operation)?;
        let mut checks = check_rule(rule, permissions, &entitlements, self.now);
        let error = checks.find_map(|it| it.result.err())?;
        Some(error.problems()[0].code)
    }
}
