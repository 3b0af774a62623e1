//! `GET /api/content/urn/{urn}`: the text that an organization reads under a URN.

use access::{KeyPermission, RolePermission};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{ContentReply, GROUP, not_found, require_texts, shown};
use auth::OrgCaller;
use http_api::{ApiError, ErrorCode, Limits, Methods, Rule, Spec};
use operation::Operation;
use platform::Platform;

#[derive(Debug)]
pub struct ContentGetByUrn;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContentGetByUrnInput {
    /// URN of the text, such as `urn:content:1:natal:planet-in-sign:sun:gemini:en`.
    #[schemars(length(min = 1, max = 160))]
    urn: String,
}

#[async_trait]
impl Operation for ContentGetByUrn {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        id: "content_get_by_urn",
        methods: Methods::Get,
        path: "/api/content/urn/{urn}",
        aliases: &[],
        access: Rule::caller(KeyPermission::ContentRead, RolePermission::ContentRead),
        cost_units: 1,
        limits: Limits::ORDINARY,
        errors: &[ErrorCode::ModuleRequired],
        group: GROUP,
        summary: "Get a text by URN",
        description: "Returns the organization's own text with this URN if there is one, otherwise \
            the library text. Calculations for the organization use this text.",
    };
    type Context = Platform;
    type Input = ContentGetByUrnInput;
    type Reply = ContentReply;

    async fn run(
        platform: &Platform,
        caller: OrgCaller,
        input: ContentGetByUrnInput,
    ) -> Result<ContentReply, ApiError> {
        let inside = platform.store.org(caller.tenant());
        let record = inside.content_by_urn(&input.urn).await?;
        let record = record.ok_or_else(not_found)?;
        require_texts(&caller, &record.horoscope)?;
        shown(&inside, record).await
    }
}
