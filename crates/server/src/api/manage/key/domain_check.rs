//! `POST /api/manage/orgs/{org}/domains/check`: would a page be covered by these patterns? For trying a
//! list out before a key has it.

use access::{DomainDecision, DomainPattern, OrgId, RolePermission};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::terms;
use crate::app::App;
use crate::operation::{Operation, Resource, resource};
use auth::MemberCaller;
use http_api::text::Text;
use http_api::{ApiError, ErrorCode, Methods, Rule, Spec};

#[derive(Debug)]
pub(crate) struct DomainCheck;

/// A list, and a page that might be on it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "DomainCheckRequest")]
pub(crate) struct DomainCheckInput {
    /// The pages a key may be used from; null for no restriction.
    #[schemars(length(max = 50))]
    domains: Option<Vec<Text<DomainPattern>>>,
    /// The `Origin` a browser would send.
    #[schemars(length(min = 1, max = 2000))]
    origin: String,
}

/// Whether the page is covered.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "DomainCheck")]
pub(crate) struct DomainCheckAttributes {
    #[serde(skip)]
    id: String,
    #[serde(skip)]
    org: OrgId,
    allowed: bool,
    /// `unrestricted`, `any` or `match`; or what `domain_not_allowed` says in `meta.reason`.
    reason: &'static str,
}

resource!(
    DomainCheckAttributes,
    "domain-check",
    id,
    "/api/manage/orgs/{org}/domains/check",
    org
);

impl Operation for DomainCheck {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        errors: &[ErrorCode::ValueRefused],
        description: "Nothing is stored and nothing counted.",
        ..super::super::spec(
            "domain_check",
            Methods::Post,
            "/api/manage/orgs/{org}/domains/check",
            Rule::member(RolePermission::OrgUpdate),
            "Try patterns of domains out",
        )
    };
    type Input = DomainCheckInput;
    type Reply = Resource<DomainCheckAttributes>;

    async fn run(
        _: &App,
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
