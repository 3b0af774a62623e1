//! `POST /api/content/{id}/restore`: replace a custom copy by the library text.

use access::RolePermission;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use store::{ContentAction, ContentEdit, ContentRecord};

use super::update::own;
use super::{ContentReply, GROUP, audited, not_found, require_texts, require_version, shown_after};
use crate::overlay::Overlays;
use auth::OrgCaller;
use http_api::{ApiError, ErrorCode, Limits, Methods, Rule, Spec};
use operation::Operation;
use platform::{Platform, PlatformWith};

#[derive(Debug)]
pub struct ContentRestore;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContentRestoreInput {
    /// ID of the copy.
    #[schemars(length(min = 1, max = 200))]
    pub id: String,
}

#[async_trait]
impl Operation for ContentRestore {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        id: "content_restore",
        methods: Methods::Post,
        path: "/api/content/{id}/restore",
        aliases: &[],
        access: Rule::people(RolePermission::ContentRestore),
        cost_units: 1,
        limits: Limits::ORDINARY,
        errors: &[
            ErrorCode::ModuleRequired,
            ErrorCode::ContentReadOnly,
            ErrorCode::ContentBaseMissing,
            ErrorCode::ContentChanged,
        ],
        group: GROUP,
        summary: "Replace a custom copy with the library text",
        description: "Calculations immediately use the library text again, including any later changes to it. \
            The copy and its previous versions are kept. Editing the copy reactivates it. `If-Match` is \
            optional. The body is an empty object.",
    };
    type Context = PlatformWith<Overlays>;
    type Input = ContentRestoreInput;
    type Reply = ContentReply;

    async fn run(
        context: &PlatformWith<Overlays>,
        caller: OrgCaller,
        input: ContentRestoreInput,
    ) -> Result<ContentReply, ApiError> {
        let (mut locked, user) = caller.lock(context, RolePermission::ContentRestore).await?;
        let record = own(context, &caller, &mut locked, &input.id).await?;
        require_texts(&caller, &record.horoscope)?;
        if caller.client().if_match.is_some() {
            require_version(caller.client(), &record)?;
        }
        let base = base_of(context, &caller, &record).await?;
        if !record.restored {
            let edit = ContentEdit {
                action: ContentAction::Restore,
                title: base.title,
                body: base.body,
                forms: base.forms,
                metadata: record.metadata,
                at: caller.now(),
                by: user,
            };
            let revision = locked.edit_content(&record.id, &edit).await?;
            let revision = revision.ok_or_else(not_found)?;
            let mut event = caller.event("content.restore", &record.id);
            event.before = Some(audited(&record.urn, &record.title, record.version));
            event.after = Some(audited(&record.urn, &edit.title, record.version + 1));
            locked.audit(&event).await?;
            locked.commit().await?;
            context.service.changed(caller.tenant(), revision).await;
        }
        shown_after(context, &caller, &record.id).await
    }
}

async fn base_of(
    platform: &Platform,
    caller: &OrgCaller,
    record: &ContentRecord,
) -> Result<ContentRecord, ApiError> {
    let missing = || ApiError::plain(ErrorCode::ContentBaseMissing);
    let id = record.base_id.as_deref().ok_or_else(missing)?;
    let base = platform.store.org(caller.tenant()).content(id).await?;
    base.ok_or_else(missing)
}
