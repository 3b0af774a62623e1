//! `GET /api/content/{horoscopeType}/{contentType}/{id}`: one text by type and id.

use access::{KeyPermission, RolePermission};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{ContentReply, GROUP, not_found, readable, shown};
use auth::OrgCaller;
use http_api::{ApiError, ErrorCode, Limits, Methods, Rule, Spec};
use operation::Operation;
use platform::Platform;

#[derive(Debug)]
pub struct ContentGetByKind;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ContentGetByKindInput {
    /// Type of horoscope.
    #[schemars(length(min = 1, max = 40))]
    horoscope_type: String,
    /// Type of content.
    #[schemars(length(min = 1, max = 40))]
    content_type: String,
    /// ID of the text.
    #[schemars(length(min = 1, max = 200))]
    id: String,
}

#[async_trait]
impl Operation for ContentGetByKind {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        id: "content_get_by_kind",
        methods: Methods::Get,
        path: "/api/content/{horoscopeType}/{contentType}/{id}",
        aliases: &[],
        access: Rule::caller(KeyPermission::ContentRead, RolePermission::ContentRead),
        cost_units: 1,
        limits: Limits::ORDINARY,
        errors: &[ErrorCode::ModuleRequired],
        group: GROUP,
        summary: "Get a text by type and ID",
        description: "Works like `content_get`, but finds only texts of this type.",
    };
    type Context = Platform;
    type Input = ContentGetByKindInput;
    type Reply = ContentReply;

    async fn run(
        platform: &Platform,
        caller: OrgCaller,
        input: ContentGetByKindInput,
    ) -> Result<ContentReply, ApiError> {
        let record = readable(platform, &caller, &input.id).await?;
        if record.horoscope != input.horoscope_type || record.kind != input.content_type {
            return Err(not_found());
        }
        shown(&platform.store.org(caller.tenant()), record).await
    }
}
