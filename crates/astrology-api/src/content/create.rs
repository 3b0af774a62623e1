//! `POST /api/content`: add a text of the organization's own.

use access::{ContentId, RolePermission};
use async_trait::async_trait;
use interpretation::key::{MAX_URN_BYTES, is_language};
use interpretation::kind::{KINDS, Kind};
use schemars::JsonSchema;
use serde::Deserialize;
use store::{ContentAction, ContentEdit, NewContent};

use super::copy::{created, require_room, text_bytes};
use super::{
    ContentAttributes, GROUP, Notes, WRITING, audited, exists, forms, heading_problem, notes_text,
    refuse_any, require_texts, text_problem,
};
use crate::overlay::Overlays;
use auth::OrgCaller;
use http_api::randomness::OsRandom;
use http_api::{ApiError, ErrorCode, Methods, Problem, Rule, Source, Spec};
use operation::{Created, Operation, Tagged};
use platform::PlatformWith;

#[derive(Debug)]
pub struct ContentCreate;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContentCreateInput {
    /// URN of the text: `urn:content:1:` followed by the type of horoscope, the type of content,
    /// the subject and the language, such as `urn:content:1:natal:planet-in-sign:sun:gemini:fr`.
    #[schemars(length(min = 1, max = 160))]
    urn: String,
    /// Heading of the text.
    #[schemars(length(min = 1, max = 200))]
    title: String,
    /// Body of the text, in Markdown.
    #[schemars(length(min = 1, max = 20_000))]
    body: String,
    /// Short form of the text, for `textLength: short`.
    #[schemars(length(min = 1, max = 400))]
    teaser: Option<String>,
    /// Long form of the text, in Markdown, for `textLength: long`.
    #[schemars(length(min = 1, max = 10_000))]
    long: Option<String>,
    /// Notes of the author.
    #[serde(default)]
    metadata: Notes,
}

#[async_trait]
impl Operation for ContentCreate {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        id: "content_create",
        methods: Methods::Post,
        path: "/api/content",
        aliases: &[],
        access: Rule::people(RolePermission::ContentCreate),
        cost_units: 1,
        limits: WRITING,
        errors: &[
            ErrorCode::ModuleRequired,
            ErrorCode::ContentExists,
            ErrorCode::ContentLimitReached,
        ],
        group: GROUP,
        summary: "Create a text",
        description: "Adds a text that the library does not have, such as one in another language \
            or about another subject. Calculations include it only if they use its URN. \
            `metadata.in_calculations` indicates whether any calculation does. If the library has \
            a text with this URN, the response is 409 with its ID in `meta.id`: create a custom \
            copy of that text instead.",
    };
    type Context = PlatformWith<Overlays>;
    type Input = ContentCreateInput;
    type Reply = Tagged<Created<ContentAttributes>>;

    async fn run(
        context: &PlatformWith<Overlays>,
        caller: OrgCaller,
        input: ContentCreateInput,
    ) -> Result<Self::Reply, ApiError> {
        let name = OwnName::parse(&input.urn);
        refuse_any([
            name.as_ref().err().map(|it| (**it).clone()),
            heading_problem("/title", &input.title),
            text_problem("/body", &input.body),
            input
                .teaser
                .as_deref()
                .and_then(|it| text_problem("/teaser", it)),
            input
                .long
                .as_deref()
                .and_then(|it| text_problem("/long", it)),
        ])?;
        let name = name.map_err(|it| *it)?;
        require_texts(&caller, name.kind.horoscope)?;
        let inside = context.store.org(caller.tenant());
        if let Some(there) = inside.content_by_urn(&input.urn).await?
            && there.owner.is_none()
        {
            let detail = "The library has a text with this URN. Create a custom copy of it.";
            return Err(exists(&there.id, detail));
        }
        let (mut locked, user) = caller.lock(context, RolePermission::ContentCreate).await?;
        let forms = forms(input.teaser, input.long);
        let bytes = text_bytes(&input.title, &input.body, &forms);
        let of_kind = (name.kind.horoscope, name.kind.content);
        require_room(&mut locked, &input.urn, of_kind, bytes).await?;
        let new = NewContent {
            id: ContentId::new(caller.now(), &OsRandom),
            horoscope: name.kind.horoscope.to_owned(),
            kind: name.kind.content.to_owned(),
            subject: name.subject.to_owned(),
            language: name.language.to_owned(),
            urn: input.urn.clone(),
            base_id: None,
            edit: ContentEdit {
                action: ContentAction::Create,
                title: input.title,
                body: input.body,
                forms,
                metadata: notes_text(&input.metadata)?,
                at: caller.now(),
                by: user,
            },
        };
        let revision = locked.add_content(&new).await?;
        let mut event = caller.event("content.create", &new.id);
        event.after = Some(audited(&new.urn, &new.edit.title, 1));
        locked.audit(&event).await?;
        locked.commit().await?;
        context.service.changed(caller.tenant(), revision).await;
        created(context, &caller, new.id).await
    }
}

/// The parts of a URN that an organization may use: of an existing type, about any subject.
struct OwnName<'a> {
    kind: &'static Kind,
    subject: &'a str,
    language: &'a str,
}

impl<'a> OwnName<'a> {
    fn parse(urn: &'a str) -> Result<Self, Box<Problem>> {
        let problem =
            |code, detail: &str| Problem::new(code, detail).at(Source::Pointer("/urn".to_owned()));
        let format = |detail| Box::new(problem(ErrorCode::FieldFormat, detail));
        let form =
            "Use the form `urn:content:1:{horoscopeType}:{contentType}:{subject}:{language}`.";
        let rest = urn.strip_prefix("urn:content:1:");
        let rest = rest.filter(|_| urn.len() <= MAX_URN_BYTES);
        let (rest, language) = rest
            .and_then(|it| it.rsplit_once(':'))
            .ok_or_else(|| format(form))?;
        let mut parts = rest.splitn(3, ':');
        let (Some(horoscope), Some(content), Some(subject)) =
            (parts.next(), parts.next(), parts.next())
        else {
            return Err(format(form));
        };
        let kind = Kind::find(horoscope, content).ok_or_else(|| {
            let name = |it: &Kind| format!("{}:{}", it.horoscope, it.content);
            let accepted: Vec<_> = KINDS.iter().map(name).collect();
            let detail = format!(
                "Unknown text type `{horoscope}:{content}`. `meta.accepted` lists the text types."
            );
            Box::new(problem(ErrorCode::FieldValue, &detail).with_meta("accepted", accepted))
        })?;
        let word = |it: &str| {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
            !it.is_empty() && it.bytes().all(plain)
        };
        if !subject.split(':').all(word) {
            let detail = "The parts of the subject can contain only letters, digits and hyphens.";
            return Err(format(detail));
        }
        if !is_language(language) {
            let detail = "The language at the end must have two or three lower-case letters.";
            return Err(format(detail));
        }
        Ok(Self {
            kind,
            subject,
            language,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_of_a_kind_there_is_and_about_anything() {
        let check = |urn: &str, expected: Result<&str, ErrorCode>| {
            let found = OwnName::parse(urn);
            let found = found.as_ref().map(|it| it.subject).map_err(|it| it.code);
            assert_eq!(found, expected, "{urn}");
        };
        let kind = "urn:content:1:natal:planet-in-sign";
        check(&format!("{kind}:sun:gemini:fr"), Ok("sun:gemini"));
        check(&format!("{kind}:eris:gemini:en"), Ok("eris:gemini"));
        check(&format!("{kind}:introduction:en"), Ok("introduction"));
        check(&format!("{kind}:en"), Err(ErrorCode::FieldFormat));
        check(&format!("{kind}:sun::en"), Err(ErrorCode::FieldFormat));
        check(
            &format!("{kind}:sun/gemini:en"),
            Err(ErrorCode::FieldFormat),
        );
        check(
            &format!("{kind}:sun:gemini:EN"),
            Err(ErrorCode::FieldFormat),
        );
        check(
            "urn:content:1:natal:toast:sun:en",
            Err(ErrorCode::FieldValue),
        );
        check("sun", Err(ErrorCode::FieldFormat));
        check(
            &format!("{kind}:{}:en", "a".repeat(160)),
            Err(ErrorCode::FieldFormat),
        );
    }
}
