//! `DELETE /api/content/{id}`: delete a text of the organization.

use access::RolePermission;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;

use super::update::own;
use super::{GROUP, audited, not_found, require_version};
use crate::overlay::Overlays;
use auth::OrgCaller;
use http_api::{ApiError, ErrorCode, Limits, Methods, Rule, Spec};
use operation::{NoContent, Operation};
use platform::PlatformWith;

#[derive(Debug)]
pub struct ContentDelete;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContentDeleteInput {
    /// ID of the text.
    #[schemars(length(min = 1, max = 200))]
    pub id: String,
}

#[async_trait]
impl Operation for ContentDelete {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        id: "content_delete",
        methods: Methods::Delete,
        path: "/api/content/{id}",
        aliases: &[],
        access: Rule::people(RolePermission::ContentDelete),
        cost_units: 1,
        limits: Limits::ORDINARY,
        errors: &[
            ErrorCode::ContentReadOnly,
            ErrorCode::ContentChanged,
            ErrorCode::PreconditionRequired,
        ],
        group: GROUP,
        summary: "Delete a text",
        description: "Permanently deletes one of the organization's texts and all its previous \
            versions. To keep the previous versions, restore the library text instead \
            (`POST /api/content/{id}/restore`). In `If-Match`, send the `ETag` of the version that \
            you read. No module is required to delete your own texts.",
    };
    type Context = PlatformWith<Overlays>;
    type Input = ContentDeleteInput;
    type Reply = NoContent;

    async fn run(
        context: &PlatformWith<Overlays>,
        caller: OrgCaller,
        input: ContentDeleteInput,
    ) -> Result<NoContent, ApiError> {
        let (mut locked, _) = caller.lock(context, RolePermission::ContentDelete).await?;
        let record = own(context, &caller, &mut locked, &input.id).await?;
        require_version(caller.client(), &record)?;
        let revision = locked.remove_content(&record.id).await?;
        let revision = revision.ok_or_else(not_found)?;
        let mut event = caller.event("content.delete", &record.id);
        event.before = Some(audited(&record.urn, &record.title, record.version));
        locked.audit(&event).await?;
        locked.commit().await?;
        context.service.changed(caller.tenant(), revision).await;
        Ok(NoContent)
    }
}
