//! `/api/manage/installation/…`: operations for operators on the whole installation. The commands
//! of `almagest` call the same operations.

pub mod audit;
pub mod health;
pub mod member;
pub mod module;
pub mod org;
pub mod outbox;
pub mod plan;
pub mod statement;
pub mod user;

use schemars::JsonSchema;
use serde::Deserialize;

use auth::OperatorCaller;
use http_api::{Methods, Rule, Spec};
use operation::PageRequest;

/// The defaults these operations share.
const fn spec(
    id: &'static str,
    methods: Methods,
    path: &'static str,
    summary: &'static str,
) -> Spec<OperatorCaller> {
    Spec {
        group: "Installation",
        ..super::spec(id, methods, path, Rule::OPERATOR, summary)
    }
}

/// An organization, named in the path.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "OrganizationReference")]
pub struct OrgReference {
    /// ID of the organization.
    #[schemars(length(max = 100))]
    pub org: String,
}

/// A page of a list that belongs to an organization.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "OrganizationPageRequest")]
pub struct OrgPageInput {
    /// ID of the organization.
    #[schemars(length(max = 100))]
    pub org: String,
    #[serde(default)]
    pub page: PageRequest,
}
