//! `/api/manage/installation/…`: operations for operators on the whole installation. The commands
//! of `almagest` call the same operations.

pub(crate) mod audit;
pub(crate) mod health;
pub(crate) mod member;
pub(crate) mod module;
pub(crate) mod org;
pub(crate) mod outbox;
pub(crate) mod plan;
pub(crate) mod statement;
pub(crate) mod user;

use schemars::JsonSchema;
use serde::Deserialize;

use crate::operation::Page;
use auth::OperatorCaller;
use http_api::{Methods, Rule, Spec};

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
pub(crate) struct OrgReference {
    #[schemars(length(max = 100))]
    pub(crate) org: String,
}

/// A page of a list that belongs to an organization.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "OrganizationPageRequest")]
pub(crate) struct OrgPageInput {
    #[schemars(length(max = 100))]
    pub(crate) org: String,
    #[serde(default)]
    pub(crate) page: Page,
}
