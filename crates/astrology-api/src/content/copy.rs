//! `POST /api/content/{id}/create-custom-copy`: an organization's own version of a library text.

use access::{ContentId, RolePermission};
use async_trait::async_trait;
use interpretation::key::{Urn, is_language};
use schemars::JsonSchema;
use serde::Deserialize;
use store::{ContentAction, ContentEdit, LockedOrg, NewContent, TextForms};

use super::{
    ContentAttributes, GROUP, MAX_TEXTS, MAX_TEXTS_BYTES, MAX_TEXTS_OF_KIND, Notes, audited,
    exists, not_found, notes_text, readable, shown_after, tag,
};
use crate::overlay::Overlays;
use auth::OrgCaller;
use http_api::randomness::OsRandom;
use http_api::text::thousands;
use http_api::{ApiError, ErrorCode, Limits, Methods, Problem, Rule, Source, Spec};
use operation::{Created, Operation, Tagged};
use platform::{Platform, PlatformWith};

#[derive(Debug)]
pub struct ContentCopy;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContentCopyInput {
    /// ID of the library text.
    #[schemars(length(min = 1, max = 200))]
    id: String,
    /// Language of the copy. Defaults to the language of the library text.
    #[schemars(length(min = 2, max = 3))]
    language: Option<String>,
}

#[async_trait]
impl Operation for ContentCopy {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        id: "content_copy",
        methods: Methods::Post,
        path: "/api/content/{id}/create-custom-copy",
        aliases: &[],
        access: Rule::people(RolePermission::ContentCustomCopy),
        cost_units: 1,
        limits: Limits::ORDINARY,
        errors: &[
            ErrorCode::ModuleRequired,
            ErrorCode::ContentExists,
            ErrorCode::ContentLimitReached,
        ],
        group: GROUP,
        summary: "Create a custom copy of a library text",
        description: "The copy starts with the contents of the library text and replaces it in the \
            organization's calculations. A text can have one copy per language. If the copy \
            already exists, the response is 409 with its ID in `meta.id`.",
    };
    type Context = PlatformWith<Overlays>;
    type Input = ContentCopyInput;
    type Reply = Tagged<Created<ContentAttributes>>;

    async fn run(
        context: &PlatformWith<Overlays>,
        caller: OrgCaller,
        input: ContentCopyInput,
    ) -> Result<Self::Reply, ApiError> {
        let base = readable(context, &caller, &input.id).await?;
        if base.owner.is_some() {
            return Err(exists(
                &base.id,
                "This text already belongs to the organization.",
            ));
        }
        let mut urn: Urn = base.urn.parse().map_err(|_| not_found())?;
        if let Some(language) = input.language {
            if !is_language(&language) {
                let detail = "Expected two or three lower-case letters, such as `nl`.";
                let problem = Problem::new(ErrorCode::FieldFormat, detail);
                return Err(problem.at(Source::Pointer("/language".to_owned())).into());
            }
            urn.language = language;
        }
        let (mut locked, user) = caller
            .lock(context, RolePermission::ContentCustomCopy)
            .await?;
        let name = urn.to_string();
        let bytes = text_bytes(&base.title, &base.body, &base.forms);
        let of_kind = (base.horoscope.as_str(), base.kind.as_str());
        require_room(&mut locked, &name, of_kind, bytes).await?;
        let new = NewContent {
            id: ContentId::new(caller.now(), &OsRandom),
            urn: name.clone(),
            horoscope: base.horoscope,
            kind: base.kind,
            subject: base.subject,
            language: urn.language,
            base_id: Some(base.id),
            edit: ContentEdit {
                action: ContentAction::Copy,
                title: base.title,
                body: base.body,
                forms: base.forms,
                metadata: notes_text(&Notes::default())?,
                at: caller.now(),
                by: user,
            },
        };
        let revision = locked.add_content(&new).await?;
        let mut event = caller.event("content.copy", &new.id);
        event.after = Some(audited(&name, &new.edit.title, 1));
        locked.audit(&event).await?;
        locked.commit().await?;
        context.service.changed(caller.tenant(), revision).await;
        created(context, &caller, new.id).await
    }
}

/// The response for a new text.
pub(super) async fn created(
    platform: &Platform,
    caller: &OrgCaller,
    id: ContentId,
) -> Result<Tagged<Created<ContentAttributes>>, ApiError> {
    let made = shown_after(platform, caller, &id.to_string()).await?;
    Ok(Tagged {
        reply: Created {
            resource: made.reply.0,
            meta: None,
        },
        tag: tag(1),
    })
}

/// Refuses a URN that is taken, and a text above the limits.
pub(super) async fn require_room(
    locked: &mut LockedOrg,
    urn: &str,
    (horoscope, kind): (&str, &str),
    bytes: u64,
) -> Result<(), ApiError> {
    if let Some(there) = locked.content_by_urn(urn).await? {
        let detail = "The organization already has a text with this URN.";
        return Err(exists(&there.id, detail));
    }
    let size = locked.content_size().await?;
    if size.texts >= MAX_TEXTS {
        let most = thousands(MAX_TEXTS);
        let detail = format!("An organization can have at most {most} custom texts.");
        let problem = Problem::new(ErrorCode::ContentLimitReached, detail);
        return Err(problem.with_meta("maximum", MAX_TEXTS).into());
    }
    let of_kind = locked.content_of_kind(horoscope, kind).await?;
    require_of_kind(of_kind)?;
    require_bytes(size.bytes + bytes)
}

/// Refuses another text of a kind that has the most of them already.
fn require_of_kind(texts: u64) -> Result<(), ApiError> {
    if texts < MAX_TEXTS_OF_KIND {
        return Ok(());
    }
    let most = thousands(MAX_TEXTS_OF_KIND);
    let detail = format!("An organization can have at most {most} custom texts of each type.");
    let problem = Problem::new(ErrorCode::ContentLimitReached, detail);
    Err(problem.with_meta("maximum", MAX_TEXTS_OF_KIND).into())
}

/// The bytes of a text that count toward the limit.
pub(super) fn text_bytes(title: &str, body: &str, forms: &TextForms) -> u64 {
    let bytes = title.len() + body.len() + forms.teaser.len() + forms.long.len();
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

/// Refuses texts that take too many bytes together.
pub(super) fn require_bytes(bytes: u64) -> Result<(), ApiError> {
    if bytes <= MAX_TEXTS_BYTES {
        return Ok(());
    }
    let detail = format!(
        "An organization's custom texts can have at most {} bytes in total. Delete or shorten some \
         of them.",
        thousands(MAX_TEXTS_BYTES)
    );
    let problem = Problem::new(ErrorCode::ContentLimitReached, detail);
    Err(problem.with_meta("maximumBytes", MAX_TEXTS_BYTES).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texts_of_an_organization_have_a_limit_in_bytes() {
        // A character of the Moon takes four bytes in UTF-8.
        let forms = TextForms {
            teaser: "Moon".to_owned(),
            long: "🌙🌙".to_owned(),
        };
        assert_eq!(text_bytes("Moon", "🌙", &TextForms::default()), 8);
        assert_eq!(text_bytes("Moon", "🌙", &forms), 20);
        assert!(require_of_kind(MAX_TEXTS_OF_KIND - 1).is_ok());
        let refused = require_of_kind(MAX_TEXTS_OF_KIND).unwrap_err();
        assert_eq!(refused.problems()[0].code, ErrorCode::ContentLimitReached);
        assert!(require_bytes(MAX_TEXTS_BYTES).is_ok());
        let refused = require_bytes(MAX_TEXTS_BYTES + 1).unwrap_err();
        assert_eq!(refused.problems()[0].code, ErrorCode::ContentLimitReached);
    }
}
