//! `GET /api/content/{id}/versions`: the previous versions of a text.

use std::borrow::Cow;

use access::{KeyPermission, RolePermission};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{GROUP, readable};
use auth::OrgCaller;
use http_api::clock::rfc3339;
use http_api::{ApiError, ErrorCode, Limits, Methods, Rule, Spec};
use operation::{Collection, Operation, PageRequest, ResourceKind};
use platform::Platform;

#[derive(Debug)]
pub struct ContentVersions;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContentVersionsInput {
    /// ID of the text.
    #[schemars(length(min = 1, max = 200))]
    pub id: String,
    #[serde(default)]
    pub page: PageRequest,
}

/// A version of a text.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ContentVersion")]
pub struct VersionAttributes {
    #[serde(skip)]
    content: String,
    /// Version number, from 1.
    pub version: u64,
    /// Type of change: `create`, `copy`, `update` or `restore`.
    #[schemars(extend("enum" = ["create", "copy", "update", "restore"]))]
    pub action: &'static str,
    /// Heading of this version.
    pub title: String,
    /// Body of this version.
    pub body: String,
    /// Short form of this version. Null if there is none.
    pub teaser: Option<String>,
    /// Long form of this version. Null if there is none.
    pub long: Option<String>,
    /// Time of the change.
    #[schemars(extend("format" = "date-time"))]
    pub changed_at: String,
    /// ID of the user who made the change.
    pub changed_by: String,
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

#[async_trait]
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
        summary: "List a text's previous versions",
        description: "Returns the versions of a text, newest first. The last 500 are kept, up to 64 MiB in \
            total per organization. Library texts have no previous \
            versions. A page has fewer versions than requested if their total size would exceed \
            128 KiB.",
    };
    type Context = Platform;
    type Input = ContentVersionsInput;
    type Reply = Collection<VersionAttributes>;

    async fn run(
        platform: &Platform,
        caller: OrgCaller,
        input: ContentVersionsInput,
    ) -> Result<Self::Reply, ApiError> {
        let record = readable(platform, &caller, &input.id).await?;
        let (before, size) = (input.page.cursor()?, input.page.store_size());
        let inside = platform.store.org(caller.tenant());
        let page = inside.content_versions(&record.id, before, size).await?;
        let item = |it: store::ContentVersion| VersionAttributes {
            content: record.id.clone(),
            version: it.version,
            action: it.action.name(),
            title: it.title,
            body: it.body,
            teaser: Some(it.forms.teaser).filter(|it| !it.is_empty()),
            long: Some(it.forms.long).filter(|it| !it.is_empty()),
            changed_at: rfc3339(it.changed_at),
            changed_by: it.changed_by,
        };
        Ok(Collection::of(page, item))
    }
}
