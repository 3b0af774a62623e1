//! `PATCH /api/content/{id}`: edit a text of the organization.

use access::RolePermission;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use store::{ContentAction, ContentEdit, ContentRecord, LockedOrg, TextForms};

use super::copy::{require_bytes, text_bytes};
use super::{
    ContentReply, GROUP, Notes, WRITING, audited, heading_problem, not_found, notes_text,
    refuse_any, require_texts, require_version, shown_after, text_problem,
};
use crate::overlay::Overlays;
use auth::OrgCaller;
use http_api::{ApiError, ErrorCode, Methods, Problem, Rule, Source, Spec};
use operation::Operation;
use platform::{Platform, PlatformWith};

#[derive(Debug)]
pub struct ContentUpdate;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContentUpdateInput {
    /// ID of the text.
    #[schemars(length(min = 1, max = 200))]
    id: String,
    /// New heading. Unchanged if omitted.
    #[schemars(length(min = 1, max = 200))]
    title: Option<String>,
    /// New body, in Markdown. Unchanged if omitted.
    #[schemars(length(min = 1, max = 20_000))]
    body: Option<String>,
    /// New short form. An empty text removes it. Unchanged if omitted.
    #[schemars(length(max = 400))]
    teaser: Option<String>,
    /// New long form, in Markdown. An empty text removes it. Unchanged if omitted.
    #[schemars(length(max = 10_000))]
    long: Option<String>,
    /// New notes of the author, which replace all existing ones. Unchanged if omitted.
    metadata: Option<Notes>,
}

#[async_trait]
impl Operation for ContentUpdate {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        id: "content_update",
        methods: Methods::Patch,
        path: "/api/content/{id}",
        aliases: &[],
        access: Rule::people(RolePermission::ContentUpdate),
        cost_units: 1,
        limits: WRITING,
        errors: &[
            ErrorCode::ModuleRequired,
            ErrorCode::ContentReadOnly,
            ErrorCode::ContentChanged,
            ErrorCode::PreconditionRequired,
        ],
        group: GROUP,
        summary: "Update a text",
        description: "In `If-Match`, send the `ETag` of the version that you read. If the text has \
            changed since then, the response is 412 and nothing is overwritten. Calculations \
            immediately show the new text. If the library text was restored, editing the copy \
            makes it active again. Library texts are read-only.",
    };
    type Context = PlatformWith<Overlays>;
    type Input = ContentUpdateInput;
    type Reply = ContentReply;

    async fn run(
        context: &PlatformWith<Overlays>,
        caller: OrgCaller,
        input: ContentUpdateInput,
    ) -> Result<ContentReply, ApiError> {
        let has_forms = input.teaser.is_some() || input.long.is_some();
        let has_text = input.title.is_some() || input.body.is_some() || has_forms;
        if !has_text && input.metadata.is_none() {
            let detail = "Send a title, a body, another form or metadata to change.";
            let problem = Problem::new(ErrorCode::FieldMissing, detail);
            return Err(problem.at(Source::Pointer(String::new())).into());
        }
        refuse_any([
            input
                .title
                .as_deref()
                .and_then(|it| heading_problem("/title", it)),
            input
                .body
                .as_deref()
                .and_then(|it| text_problem("/body", it)),
            form_problem("/teaser", input.teaser.as_deref()),
            form_problem("/long", input.long.as_deref()),
        ])?;
        let (mut locked, user) = caller.lock(context, RolePermission::ContentUpdate).await?;
        let record = own(context, &caller, &mut locked, &input.id).await?;
        require_texts(&caller, &record.horoscope)?;
        require_version(caller.client(), &record)?;
        let before = text_bytes(&record.title, &record.body, &record.forms);
        let edit = ContentEdit {
            action: ContentAction::Update,
            title: input.title.unwrap_or_else(|| record.title.clone()),
            body: input.body.unwrap_or(record.body),
            forms: TextForms {
                teaser: input.teaser.unwrap_or(record.forms.teaser),
                long: input.long.unwrap_or(record.forms.long),
            },
            metadata: match &input.metadata {
                Some(notes) => notes_text(notes)?,
                None => record.metadata,
            },
            at: caller.now(),
            by: user,
        };
        let after = text_bytes(&edit.title, &edit.body, &edit.forms);
        if after > before {
            let others = locked.content_size().await?.bytes.saturating_sub(before);
            require_bytes(others + after)?;
        }
        let revision = locked.edit_content(&record.id, &edit).await?;
        let revision = revision.ok_or_else(not_found)?;
        let mut event = caller.event("content.update", &record.id);
        event.before = Some(audited(&record.urn, &record.title, record.version));
        event.after = Some(audited(&record.urn, &edit.title, record.version + 1));
        locked.audit(&event).await?;
        locked.commit().await?;
        context.service.changed(caller.tenant(), revision).await;
        shown_after(context, &caller, &record.id).await
    }
}

/// A problem with another form of a text. An empty one removes it.
fn form_problem(pointer: &str, text: Option<&str>) -> Option<Problem> {
    text.filter(|it| !it.is_empty())
        .and_then(|it| text_problem(pointer, it))
}

/// A text of the organization, under its lock. A library text is refused with its own error.
/// Anything else is not found.
pub(super) async fn own(
    platform: &Platform,
    caller: &OrgCaller,
    locked: &mut LockedOrg,
    id: &str,
) -> Result<ContentRecord, ApiError> {
    if let Some(record) = locked.content(id).await? {
        return Ok(record);
    }
    let seen = platform.store.org(caller.tenant()).content(id).await?;
    match seen {
        Some(record) if record.owner.is_none() => Err(ApiError::plain(ErrorCode::ContentReadOnly)),
        _ => Err(not_found()),
    }
}
