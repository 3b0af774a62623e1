//! `GET /api/content/{id}`: one text.

use access::{KeyPermission, RolePermission};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{ContentReply, GROUP, readable, shown};
use auth::OrgCaller;
use http_api::{ApiError, ErrorCode, Limits, Methods, Rule, Spec};
use operation::Operation;
use platform::Platform;

#[derive(Debug)]
pub struct ContentGet;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContentGetInput {
    /// ID of the text.
    #[schemars(length(min = 1, max = 200))]
    pub id: String,
}

#[async_trait]
impl Operation for ContentGet {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        id: "content_get",
        methods: Methods::Get,
        path: "/api/content/{id}",
        aliases: &[],
        access: Rule::caller(KeyPermission::ContentRead, RolePermission::ContentRead),
        cost_units: 1,
        limits: Limits::ORDINARY,
        errors: &[ErrorCode::ModuleRequired],
        group: GROUP,
        summary: "Get a text",
        description: "Library texts have permanent IDs (`system.` and the parts of the URN) and \
            are returned unchanged, even if the organization has a custom copy. To get the version \
            your organization uses (its custom copy, if any), request the text by URN. Requires \
            the module that contains the texts for this horoscope type. Send the `ETag` in \
            `If-Match` when you change the text.",
    };
    type Context = Platform;
    type Input = ContentGetInput;
    type Reply = ContentReply;

    async fn run(
        platform: &Platform,
        caller: OrgCaller,
        input: ContentGetInput,
    ) -> Result<ContentReply, ApiError> {
        let record = readable(platform, &caller, &input.id).await?;
        shown(&platform.store.org(caller.tenant()), record).await
    }
}
