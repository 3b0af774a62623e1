//! `POST /api/manage/orgs/{org}/keys/{key}/preview`: what changed rules would have done to the key's
//! requests of the last 24 hours. Nothing is changed.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use access::{DomainRule, Entitlements, KeyId, PlanModules, RateLog, RolePermission, Timestamp};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Serialize;
use store::KeyRequest;

use super::edit::KeyUpdateInput;
use super::terms;
use auth::{MemberCaller, check_key, check_rule};
use http_api::text::path_id;
use http_api::{ApiError, ErrorCode, Methods, Rule, Spec};
use operation::{Catalog, Operation, Resource, ResourceKind};
use platform::PlatformWith;

/// The time that a preview looks back.
const SPAN: Duration = Duration::from_hours(24);
/// The most requests that a preview reads.
const MAX_REQUESTS: u32 = 10_000;

/// What changed rules would have done.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "KeyPreview")]
pub struct KeyPreviewAttributes {
    #[serde(skip)]
    id: String,
    #[serde(skip)]
    org: String,
    /// Number of counted requests of the key and its family in the last 24 hours, at most 10,000.
    pub requests: u64,
    /// Whether there were more requests, of which the newest 10,000 were examined.
    pub truncated: bool,
    /// Number of these requests that would have been refused.
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
            requests of the last 24 hours and counts those that would have been refused. Changes \
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
        let grants = inside.module_grants().await?;
        let none = PlanModules::Only(vec![]);
        let plan = context.config.plans.get(&key.terms.plan);
        let entitlements = Entitlements {
            plan: plan.map_or(&none, |it| &it.modules),
            grants: &grants,
            key: &key.modules,
        };
        let mut logs: Vec<_> = key
            .rates
            .iter()
            .map(|it| RateLog::restore(*it, []))
            .collect();
        let mut reasons: BTreeMap<&'static str, u64> = BTreeMap::new();
        for request in &requests {
            let decision = decision(&key.domains, request);
            let refusal = check_key(&key.standing, decision, now).find_map(|it| it.result.err());
            let code = if let Some(error) = refusal {
                Some(error.problems()[0].code)
            } else if access::admit(&mut logs.iter_mut().collect::<Vec<_>>(), request.at).is_err() {
                Some(ErrorCode::RateLimited)
            } else {
                let mut declared = context.service.declarations.iter();
                let operation = declared.find(|it| it.id == request.operation);
                operation.and_then(|it| {
                    let permissions = key.standing.permissions;
                    let mut rule = check_rule(it.access, permissions, &entitlements, now);
                    let error = rule.find_map(|it| it.result.err())?;
                    Some(error.problems()[0].code)
                })
            };
            if let Some(code) = code {
                *reasons.entry(code.name()).or_default() += 1;
            }
        }
        Ok(Resource(KeyPreviewAttributes {
            id: id.to_string(),
            org: caller.org().to_string(),
            requests: requests.len() as u64,
            truncated,
            refused: reasons.values().sum(),
            reasons: reasons
                .into_iter()
                .map(|(code, requests)| PreviewReason { code, requests })
                .collect(),
        }))
    }
}

/// What a domain rule says about the page of a counted request.
fn decision(domains: &DomainRule, request: &KeyRequest) -> access::DomainDecision {
    let origin = format!("https://{}", request.origin_host);
    let origin = (!request.origin_host.is_empty()).then_some(origin.as_bytes());
    domains.decide(origin, None::<&[u8]>).decision
}
