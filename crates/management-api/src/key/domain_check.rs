//! `POST /api/manage/orgs/{org}/domains/check`: tests domain patterns before a key uses them.

use access::{DomainDecision, DomainPattern, OrgId, RolePermission};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::terms;
use auth::MemberCaller;
use http_api::text::ParsedText;
use http_api::{ApiError, ErrorCode, Methods, Rule, Spec};
use operation::{Operation, Resource, resource};
use platform::Platform;

#[derive(Debug)]
pub struct DomainCheck;

/// Domain patterns and an origin to test.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DomainCheckRequest")]
pub struct DomainCheckInput {
    /// Domains that a key can be used from. Null for no restriction.
    #[schemars(length(max = 50))]
    domains: Option<Vec<ParsedText<DomainPattern>>>,
    /// `Origin` header of a browser.
    #[schemars(length(min = 1, max = 2000))]
    origin: String,
}

/// Whether the origin is allowed.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "DomainCheck")]
pub struct DomainCheckAttributes {
    #[serde(skip)]
    pub id: String,
    #[serde(skip)]
    org: OrgId,
    pub allowed: bool,
    /// `unrestricted`, `any` or `match`, or the `meta.reason` of `domain_not_allowed`.
    pub reason: &'static str,
}

resource!(
    DomainCheckAttributes,
    "domain-check",
    id,
    "/api/manage/orgs/{org}/domains/check",
    org
);

#[async_trait]
impl Operation for DomainCheck {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        errors: &[ErrorCode::ValueRefused],
        description: "Checks whether the domain patterns would allow a request from `origin`. \
            Nothing is stored or charged.",
        ..crate::spec(
            "domain_check",
            Methods::Post,
            "/api/manage/orgs/{org}/domains/check",
            Rule::member(RolePermission::OrgUpdate),
            "Check domain patterns",
        )
    };
    type Context = Platform;
    type Input = DomainCheckInput;
    type Reply = Resource<DomainCheckAttributes>;

    async fn run(
        _: &Platform,
        caller: MemberCaller,
        input: DomainCheckInput,
    ) -> Result<Self::Reply, ApiError> {
        let rule = terms::domains(input.domains)?;
        let verdict = rule.decide([input.origin.as_bytes()], []);
        Ok(Resource(DomainCheckAttributes {
            org: caller.org(),
            allowed: matches!(verdict.decision, DomainDecision::Allowed(_)),
            reason: verdict.decision.name(),
            id: input.origin,
        }))
    }
}
