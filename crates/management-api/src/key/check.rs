//! `POST /api/manage/orgs/{org}/keys/{key}/check`: a dry run of a request with this key, which
//! explains a refusal. Nothing is charged.

use std::sync::Arc;

use access::{DomainDecision, Entitlements, PlanModules, Refusal, RolePermission};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{KeyRecord, KeyWithGrants};

use auth::MemberCaller;
use http_api::input::Free;
use http_api::modules::CATALOGUE;
use http_api::text::path_id;
use http_api::{
    AccessPolicy, ApiError, Declaration, ErrorCode, Methods, Problem, Rule, Source, Spec, Stop,
    Work,
};
use metering::{KeySource, LimitStatus, Payer};
use operation::Catalog;
use operation::{Draft, Operation, Resource, resource};
use platform::Lane;
use platform::PlatformWith;

#[derive(Debug)]
pub struct KeyCheck;

/// A hypothetical request.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "KeyCheckRequest")]
pub struct KeyCheckInput {
    #[schemars(length(max = 100))]
    key: String,
    /// Id of the operation, such as `key_describe`.
    #[schemars(length(min = 1, max = 100))]
    operation: String,
    /// Input of the request, including path parameters, to calculate its price.
    body: Option<Free>,
    /// `Origin` header of a browser.
    #[schemars(length(max = 2000))]
    origin: Option<String>,
    /// `Referer` header of a browser.
    #[schemars(length(max = 2000))]
    referer: Option<String>,
}

/// Result of the dry run.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "KeyCheck")]
pub struct CheckAttributes {
    #[serde(skip)]
    id: String,
    #[serde(skip)]
    path: String,
    operation: String,
    /// Price in quota units. The minimum price if `body` is omitted.
    cost: u32,
    /// Whether the request passes every step.
    allowed: bool,
    /// Error code of the response.
    code: Option<&'static str>,
    /// Steps in the order in which requests take them. Steps after the first failure are skipped.
    steps: Vec<Step>,
}

/// A step of the verification.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "KeyCheckStep")]
pub struct Step {
    #[serde(rename = "step")]
    name: &'static str,
    /// Result: `pass`, `fail` or `skipped`.
    verdict: &'static str,
    /// Explanation.
    detail: String,
}

resource!(CheckAttributes, "key-check", id, "{path}", path);

/// Runs the steps and stops at the first failure.
struct Walk {
    steps: Vec<Step>,
    code: Option<ErrorCode>,
}

impl Walk {
    fn take(&mut self, name: &'static str, verdict: Result<String, (ErrorCode, String)>) {
        let (verdict, detail) = match (&self.code, verdict) {
            (Some(_), _) => ("skipped", "An earlier step failed.".to_owned()),
            (None, Ok(detail)) => ("pass", detail),
            (None, Err((code, detail))) => {
                self.code = Some(code);
                ("fail", detail)
            }
        };
        self.steps.push(Step {
            name,
            verdict,
            detail,
        });
    }
}

/// The source of a problem with the hypothetical input, in this request.
fn in_body(source: Source) -> Source {
    match source {
        Source::Pointer(pointer) => Source::Pointer(format!("/body{pointer}")),
        other => other,
    }
}

impl Operation for KeyCheck {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        errors: &[ErrorCode::FieldValue],
        description: "A dry run: nothing is charged and no rate limit slot is used.",
        ..crate::spec(
            "key_check",
            Methods::Post,
            "/api/manage/orgs/{org}/keys/{key}/check",
            Rule::member(RolePermission::OrgUpdate),
            "Check whether a key can make a request",
        )
    };
    type Context = PlatformWith<Catalog>;
    type Input = KeyCheckInput;
    type Reply = Resource<CheckAttributes>;

    async fn run(
        context: &PlatformWith<Catalog>,
        caller: MemberCaller,
        mut input: KeyCheckInput,
    ) -> Result<Self::Reply, ApiError> {
        let inside = context.store.org(caller.tenant());
        let key = inside.key(path_id(&input.key)?).await?;
        let key = key.ok_or_else(|| ApiError::plain(ErrorCode::ResourceNotFound))?;
        let operation = context
            .service
            .declarations
            .iter()
            .find(|it| it.id == input.operation);
        let operation = operation.ok_or_else(|| unknown_operation(&input.operation))?;
        let cost = match (
            input.body.take(),
            context.service.prices.get(operation.id).copied(),
        ) {
            (Some(body), Some(price)) => {
                // Checking a batch takes up to a tenth of a second.
                let lane = Lane {
                    org: caller.org(),
                    key: None,
                    work: Work::REQUEST,
                    stop: Stop::default(),
                };
                let pricing = move || price(Draft::Body(Value::Object(body.read()?)));
                let cost = context.pool.run(lane, pricing).await?;
                cost.map_err(|error| error.map_sources(in_body))?
            }
            _ => operation.cost_units,
        };
        let grants = inside.module_grants().await?;
        let known = KeyWithGrants {
            digest: access::KeyDigest::from_bytes([0; 32]),
            key,
            grants,
        };
        let standing = standing(context, &known, operation).await?;
        let mut walk = Walk {
            steps: Vec::new(),
            code: None,
        };
        take_standing(&mut walk, &known.key, caller.now());
        take_domain(&mut walk, &known.key, &input);
        take_limits(&mut walk, &standing);
        take_rule(&mut walk, context, &known, operation.access, caller.now());
        Ok(Resource(CheckAttributes {
            path: format!("/api/manage/orgs/{}/keys/{}", caller.org(), known.key.id),
            id: known.key.id.to_string(),
            operation: input.operation,
            cost,
            allowed: walk.code.is_none(),
            code: walk.code.map(ErrorCode::name),
            steps: walk.steps,
        }))
    }
}

fn unknown_operation(given: &str) -> ApiError {
    let detail = format!(
        "Unknown operation `{given}`. See the OpenAPI document for the list of operations."
    );
    let problem = Problem::new(ErrorCode::FieldValue, detail);
    problem.at(Source::Pointer("/operation".to_owned())).into()
}

async fn standing(
    context: &PlatformWith<Catalog>,
    known: &KeyWithGrants,
    operation: &Declaration,
) -> Result<LimitStatus, ApiError> {
    let payer = Payer::Key {
        key: Arc::new(known.clone().into()),
        source: KeySource::Key,
        origin_host: String::new(),
    };
    context.meter.look(&payer, operation.limits.class).await
}

fn take_standing(walk: &mut Walk, key: &KeyRecord, now: access::Timestamp) {
    let usable = key.standing.usable(now);
    let organization = match usable {
        Err(Refusal::OrganizationSuspended) => Err((
            ErrorCode::OrganizationSuspended,
            "The organization is suspended or closed.".to_owned(),
        )),
        _ => Ok("The organization is active.".to_owned()),
    };
    walk.take("organization", organization);
    let own = match usable {
        Err(Refusal::KeyRevoked) => Err((ErrorCode::KeyRevoked, "The key was revoked.")),
        Err(Refusal::KeyDisabled) => Err((ErrorCode::KeyDisabled, "The key is disabled.")),
        Err(Refusal::KeyExpired) => Err((ErrorCode::KeyExpired, "The key has expired.")),
        _ => Ok("The key is enabled and has not expired.".to_owned()),
    };
    walk.take("key", own.map_err(|(code, text)| (code, text.to_owned())));
}

fn take_domain(walk: &mut Walk, key: &KeyRecord, input: &KeyCheckInput) {
    let field = |text: &'_ Option<String>| text.clone().map(String::into_bytes);
    let (origin, referer) = (field(&input.origin), field(&input.referer));
    let verdict = key.domains.decide(origin.as_deref(), referer.as_deref());
    let name = verdict.decision.name();
    let verdict = match verdict.decision {
        DomainDecision::Allowed(_) => Ok(format!("The domain is allowed: {name}.")),
        DomainDecision::Denied(_) => Err((
            ErrorCode::DomainNotAllowed,
            format!("The domain is not allowed: {name}."),
        )),
    };
    walk.take("domain", verdict);
}

fn take_limits(walk: &mut Walk, standing: &LimitStatus) {
    let full = standing.rates.iter().find(|it| it.standing.remaining == 0);
    let rate = match full {
        Some(it) => Err((
            ErrorCode::RateLimited,
            format!(
                "The rate limit {} of the {} is used up.",
                it.standing.rate, it.name
            ),
        )),
        None => Ok(format!(
            "All {} rate limits have capacity.",
            standing.rates.len()
        )),
    };
    walk.take("rate", rate);
    let (left, limit) = (standing.quota.remaining, standing.quota.limit);
    let span = standing.quota.span;
    let quota = match left {
        0 => Err((
            ErrorCode::QuotaExhausted,
            format!("All {limit} units of {span} are used."),
        )),
        left => Ok(format!("{left} of {limit} units of {span} remain.")),
    };
    walk.take("quota", quota);
}

fn take_rule(
    walk: &mut Walk,
    context: &PlatformWith<Catalog>,
    known: &KeyWithGrants,
    access: AccessPolicy,
    now: access::Timestamp,
) {
    let key = &known.key;
    let person = || {
        let detail = "The operation requires a signed-in user.".to_owned();
        Err((ErrorCode::PersonRequired, detail))
    };
    let permission = match access {
        AccessPolicy::Public | AccessPolicy::AnyKey => Ok("No permission is required.".to_owned()),
        AccessPolicy::Caller { key: Some(it), .. } if key.standing.permissions.allows(it) => {
            Ok(format!("The key has the permission `{it}`."))
        }
        AccessPolicy::Caller { key: Some(it), .. } => Err((
            ErrorCode::PermissionMissing,
            format!("The key does not have the permission `{it}`."),
        )),
        _ => person(),
    };
    walk.take("permission", permission);
    let capability = match access {
        AccessPolicy::Caller { capability, .. } => capability,
        _ => None,
    };
    let Some(capability) = capability else {
        walk.take("module", Ok("No module is required.".to_owned()));
        return;
    };
    let none = PlanModules::Only(vec![]);
    let plan = context.config.plans.get(&key.terms.plan);
    let holdings = Entitlements {
        plan: plan.map_or(&none, |it| &it.modules),
        grants: &known.grants,
        key: &key.modules,
    };
    let verdict = match holdings.may(capability, CATALOGUE, now) {
        Ok(()) => Ok(format!("A module grants `{capability}`.")),
        Err(module) => {
            let module = module.map_or("none", |it| it.id);
            let detail = format!("`{capability}` requires the module `{module}`.");
            Err((ErrorCode::ModuleRequired, detail))
        }
    };
    walk.take("module", verdict);
}
