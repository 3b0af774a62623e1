//! `GET /api/content/{id}/versions`: what a text of the organization was.

use std::borrow::Cow;

use access::{KeyPermission, RolePermission};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{GROUP, readable};
use crate::app::App;
use crate::operation::{Collection, Operation, Page, ResourceKind};
use auth::OrgCaller;
use http_api::clock::rfc3339;
use http_api::{ApiError, ErrorCode, Limits, Methods, Rule, Spec};

#[derive(Debug)]
pub(crate) struct ContentVersions;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ContentVersionsInput {
    /// The text's id.
    #[schemars(length(min = 1, max = 200))]
    id: String,
    #[serde(default)]
    page: Page,
}

/// What a text was after one of its changes.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ContentVersion")]
pub(crate) struct VersionAttributes {
    #[serde(skip)]
    content: String,
    /// The change's number, from 1.
    version: u64,
    /// `create`, `copy`, `update` or `restore`.
    action: &'static str,
    /// The heading then.
    title: String,
    /// The text then.
    body: String,
    /// When.
    changed_at: String,
    /// Who did it: a user's id.
    changed_by: String,
}

impl ResourceKind for VersionAttributes {
    const TYPE: &'static str = "content-version";

    fn id(&self) -> String {
        format!("{}.{}", self.content, self.version)
    }

    fn path(&self) -> Cow<'static, str> {
        format!("/api/content/{}/versions", self.content).into()
    }
}

impl Operation for ContentVersions {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        id: "content_versions",
        methods: Methods::Get,
        path: "/api/content/{id}/versions",
        aliases: &[],
        access: Rule::caller(KeyPermission::ContentRead, RolePermission::ContentRead),
        cost_units: 1,
        limits: Limits::ORDINARY,
        errors: &[ErrorCode::ModuleRequired],
        group: GROUP,
        summary: "What a text was",
        description: "After each of its changes, the newest first; the last 500 are kept. Texts \
            of the library have no history here.",
    };
    type Input = ContentVersionsInput;
    type Reply = Collection<VersionAttributes>;

    async fn run(
        app: &App,
        caller: OrgCaller,
        input: ContentVersionsInput,
    ) -> Result<Self::Reply, ApiError> {
        let record = readable(app, &caller, &input.id).await?;
        let (before, size) = (input.page.cursor()?, input.page.store_size());
        let inside = app.store.org(caller.tenant());
        let page = inside.content_versions(&record.id, before, size).await?;
        let item = |it: store::ContentVersion| VersionAttributes {
            content: record.id.clone(),
            version: it.version,
            action: it.action.name(),
            title: it.title,
            body: it.body,
            changed_at: rfc3339(it.changed_at),
            changed_by: it.changed_by,
        };
        Ok(Collection::of(page, item))
    }
}
