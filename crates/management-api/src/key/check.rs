//! `POST /api/manage/orgs/{org}/keys/{key}/check`: a dry run of a request with this key, which
//! explains a refusal. Nothing is charged.

use std::sync::Arc;

use access::{DomainDecision, Entitlements, PlanModules, RolePermission};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{KeyRecord, KeyWithGrants};

use auth::{MemberCaller, Verdict, check_key, check_limits, check_rule};
use http_api::input::Free;
use http_api::text::path_id;
use http_api::{
    ApiError, Declaration, ErrorCode, Limits, Methods, Problem, Rule, Source, Spec, Stop, Work,
};
use metering::{KeySource, LimitStatus, Payer};
use operation::Catalog;
use operation::{Draft, Operation, Quote, Resource, resource};
use platform::{Lane, Platform, PlatformWith};

#[derive(Debug)]
pub struct KeyCheck;

/// A hypothetical request.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "KeyCheckRequest")]
pub struct KeyCheckInput {
    /// ID of the API key.
    #[schemars(length(max = 100))]
    key: String,
    /// ID of the operation, such as `key_describe`.
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

impl KeyCheckInput {
    /// What the key's domain rule says about the page.
    fn domain_decision(&self, key: &KeyRecord) -> DomainDecision {
        let field = |text: &Option<String>| text.clone().map(String::into_bytes);
        let (origin, referer) = (field(&self.origin), field(&self.referer));
        let verdict = key.domains.decide(origin.as_deref(), referer.as_deref());
        verdict.decision
    }
}

/// Result of the dry run.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "KeyCheck")]
pub struct CheckAttributes {
    #[serde(skip)]
    pub id: String,
    #[serde(skip)]
    path: String,
    pub operation: String,
    /// Price in quota units. The minimum price if `body` is omitted.
    pub cost: u32,
    /// Whether the request passes every step.
    pub allowed: bool,
    /// Error code of the response.
    pub code: Option<&'static str>,
    /// Steps in the order in which requests take them. Steps after the first failure are skipped.
    pub steps: Vec<CheckStep>,
}

/// A step of the verification.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "KeyCheckStep")]
pub struct CheckStep {
    #[serde(rename = "step")]
    pub name: &'static str,
    /// Result: `pass`, `fail` or `skipped`.
    #[schemars(extend("enum" = ["pass", "fail", "skipped"]))]
    pub verdict: &'static str,
    /// Explanation.
    pub detail: String,
}

resource!(CheckAttributes, "key-check", id, "{path}", path);

/// What a dry run reports: every check, those after the first failure as skipped.
#[derive(Debug, Default)]
struct CheckReport {
    steps: Vec<CheckStep>,
    code: Option<ErrorCode>,
}

impl CheckReport {
    fn add(&mut self, verdict: Verdict) {
        let name = verdict.check.name();
        let (verdict, detail) = match (&self.code, verdict.result) {
            (Some(_), _) => ("skipped", "An earlier step failed.".to_owned()),
            (None, Ok(passed)) => ("pass", passed.to_string()),
            (None, Err(refused)) => {
                let problem = &refused.problems()[0];
                self.code = Some(problem.code);
                ("fail", problem.detail.clone())
            }
        };
        self.steps.push(CheckStep {
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

#[async_trait]
impl Operation for KeyCheck {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        errors: &[ErrorCode::FieldValue],
        limits: Limits::LONG,
        description: "A dry run: nothing is charged, and the check does not count toward rate limits.",
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
        let quote = match (
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
                let quote = context.pool.run(lane, pricing).await?;
                quote.map_err(|error| error.map_sources(in_body))?
            }
            _ => Quote {
                units: operation.cost_units,
                requires: None,
            },
        };
        let grants = inside.module_grants().await?;
        let known = KeyWithGrants {
            digest: access::KeyDigest::from_bytes([0; 32]),
            key,
            grants,
        };
        let limits = limits(context, &known, operation).await?;
        let key = &known.key;
        let none = PlanModules::Only(vec![]);
        let plan = context.config.plans.get(&key.terms.plan);
        let entitlements = Entitlements {
            plan: plan.map_or(&none, |it| &it.modules),
            grants: &known.grants,
            key: &key.modules,
        };
        let (state, now) = (&key.standing, caller.now());
        let verdicts = check_key(state, input.domain_decision(key), now)
            .chain(check_limits(&limits))
            .chain(check_rule(
                operation.access.requiring(quote.requires),
                state.permissions,
                &entitlements,
                now,
            ));
        let mut report = CheckReport::default();
        verdicts.for_each(|it| report.add(it));
        Ok(Resource(CheckAttributes {
            path: format!("/api/manage/orgs/{}/keys/{}", caller.org(), known.key.id),
            id: known.key.id.to_string(),
            operation: input.operation,
            cost: quote.units,
            allowed: report.code.is_none(),
            code: report.code.map(ErrorCode::name),
            steps: report.steps,
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

async fn limits(
    platform: &Platform,
    known: &KeyWithGrants,
    operation: &Declaration,
) -> Result<LimitStatus, ApiError> {
    let payer = Payer::Key {
        key: Arc::new(known.clone().into()),
        source: KeySource::Key,
        origin_host: String::new(),
    };
    platform.meter.look(&payer, operation.limits.class).await
}
