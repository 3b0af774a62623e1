//! `/api/content/…`: interpretation texts. Everyone with `content:read` reads the texts of their
//! organization. Members with the right role create, edit and restore custom copies and add texts
//! of their own.
//!
//! Shared by these operations: the resource, who may read which kind, what a text may contain.

pub mod by_kind;
pub mod by_urn;
pub mod copy;
pub mod create;
pub mod delete;
pub mod get;
pub mod list;
pub mod restore;
pub mod search;
pub mod update;
pub mod versions;

use std::borrow::Cow;

use interpretation::key::Urn;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{ContentRecord, OrgStore, StoreError, TextForms};

use auth::{ClientInfo, OrgCaller};
use http_api::clock::rfc3339;
use http_api::modules::texts_of;
use http_api::{ApiError, ErrorCode, Limits, Problem, Source};
use operation::{Resource, ResourceKind, Tagged};
use platform::Platform;

/// The name of this group in the documentation.
const GROUP: &str = "Content";
/// The most texts of its own that an organization can have.
const MAX_TEXTS: u64 = 50_000;
/// The most of them of one kind. A list of a kind reads all their names, to count them.
const MAX_TEXTS_OF_KIND: u64 = 10_000;
/// The most bytes of these texts, about those of the whole library. Calculations hold them in
/// memory, and read them after a start of the service.
const MAX_TEXTS_BYTES: u64 = 8 * 1024 * 1024;
/// A text of 20,000 characters with its other forms, whatever they are and however they are escaped.
const WRITING: Limits = Limits {
    body_bytes: 256 * 1024,
    ..Limits::ORDINARY
};

/// An interpretation text.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Content")]
pub struct ContentAttributes {
    #[serde(skip)]
    pub id: String,
    /// URN of the text: its subject and language.
    pub urn: String,
    /// Heading of the text.
    pub title: String,
    /// Body of the text, in Markdown.
    pub body: String,
    /// Short form of the text, for `textLength: short`. Null if there is none.
    pub teaser: Option<String>,
    /// Long form of the text, for `textLength: long`. Null if there is none.
    pub long: Option<String>,
    /// Parts of the URN, and the author's notes.
    pub metadata: ContentMetadata,
    /// `system` for library texts, `organization` for an organization's own texts and copies.
    #[schemars(extend("enum" = ["system", "organization"]))]
    pub owner_type: &'static str,
    /// ID of the organization. Null for library texts.
    pub owner_id: Option<String>,
    /// ID of the library text that this is a custom copy of.
    pub base_content_id: Option<String>,
    /// Whether a custom copy has been restored to the library text.
    pub restored: bool,
    /// Version number, from 1. It is part of the `ETag`.
    pub version: u64,
    /// Time of creation.
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
    /// Time of the last change.
    #[schemars(extend("format" = "date-time"))]
    pub updated_at: String,
}

/// Metadata of a text.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ContentMetadata {
    /// Type of horoscope.
    pub horoscope_type: String,
    /// Type of content.
    pub content_type: String,
    /// Subject of the text.
    pub subject: String,
    /// Language of the text.
    pub language: String,
    /// Whether calculations show the text. Texts about subjects that no calculation uses can only
    /// be read here.
    pub in_calculations: bool,
    #[serde(flatten)]
    pub notes: Notes,
}

/// Notes of the author.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "ContentNotes")]
pub struct Notes {
    /// Author of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200))]
    author: Option<String>,
    /// Remarks for editors.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 1000))]
    note: Option<String>,
    /// Keywords to find the text by.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default, length(max = 20), inner(length(min = 1, max = 40)))]
    tags: Vec<String>,
}

impl ResourceKind for ContentAttributes {
    const TYPE: &'static str = "content";

    fn id(&self) -> String {
        self.id.clone()
    }

    fn path(&self) -> Cow<'static, str> {
        format!("/api/content/{}", self.id).into()
    }
}

impl ContentAttributes {
    fn of(record: ContentRecord) -> Result<Self, StoreError> {
        let notes = serde_json::from_str(&record.metadata);
        let corrupt = |_| StoreError::Corrupt {
            column: "content.metadata",
            row: record.id.clone(),
        };
        let notes = notes.map_err(corrupt)?;
        Ok(Self {
            metadata: ContentMetadata {
                in_calculations: is_in_calculations(&record.urn),
                horoscope_type: record.horoscope,
                content_type: record.kind,
                subject: record.subject,
                language: record.language,
                notes,
            },
            owner_type: match record.owner {
                None => "system",
                Some(_) => "organization",
            },
            owner_id: record.owner.map(|it| it.to_string()),
            id: record.id,
            urn: record.urn,
            title: record.title,
            body: record.body,
            teaser: Some(record.forms.teaser).filter(|it| !it.is_empty()),
            long: Some(record.forms.long).filter(|it| !it.is_empty()),
            base_content_id: record.base_id,
            restored: record.restored,
            version: record.version,
            created_at: rfc3339(record.created_at),
            updated_at: rfc3339(record.updated_at),
        })
    }

    fn all(records: Vec<ContentRecord>) -> Result<Vec<Self>, StoreError> {
        records.into_iter().map(Self::of).collect()
    }
}

/// Whether calculations show the text with this URN.
fn is_in_calculations(urn: &str) -> bool {
    let urn: Result<Urn, _> = urn.parse();
    urn.is_ok_and(|it| it.key.kind().in_calculations)
}

/// One text with its version.
type ContentReply = Tagged<Resource<ContentAttributes>>;

fn tag(version: u64) -> String {
    format!("\"v{version}\"")
}

fn not_found() -> ApiError {
    ApiError::plain(ErrorCode::ResourceNotFound)
}

/// Refuses callers without a module for the texts of a type of horoscope.
fn require_texts(caller: &OrgCaller, horoscope: &str) -> Result<(), ApiError> {
    texts_of(horoscope).map_or(Ok(()), |it| caller.require(it))
}

/// The text to show: for a restored copy, the library text.
async fn shown(inside: &OrgStore<'_>, record: ContentRecord) -> Result<ContentReply, ApiError> {
    let tag = tag(record.version);
    let base = match (&record.base_id, record.restored) {
        (Some(base), true) => inside.content(base).await?,
        _ => None,
    };
    let record = match base {
        Some(base) => ContentRecord {
            title: base.title,
            body: base.body,
            forms: base.forms,
            ..record
        },
        None => record,
    };
    let reply = Resource(ContentAttributes::of(record)?);
    Ok(Tagged { reply, tag })
}

/// The text after a change, for the response.
async fn shown_after(
    platform: &Platform,
    caller: &OrgCaller,
    id: &str,
) -> Result<ContentReply, ApiError> {
    let inside = platform.store.org(caller.tenant());
    let record = inside.content(id).await?.ok_or_else(not_found)?;
    shown(&inside, record).await
}

/// A text that the caller may read, by id.
async fn readable(
    platform: &Platform,
    caller: &OrgCaller,
    id: &str,
) -> Result<ContentRecord, ApiError> {
    let inside = platform.store.org(caller.tenant());
    let record = inside.content(id).await?.ok_or_else(not_found)?;
    require_texts(caller, &record.horoscope)?;
    Ok(record)
}

/// Whether the version in `If-Match` is the current one (RFC 9110, section 13.1.1).
fn matches(list: &str, version: u64) -> bool {
    let tag = tag(version);
    list.split(',')
        .map(str::trim)
        .any(|it| it == "*" || it == tag)
}

/// Refuses to change another version than the one that was read.
fn require_version(client: &ClientInfo, record: &ContentRecord) -> Result<(), ApiError> {
    let source = Source::Header("If-Match");
    let Some(list) = &client.if_match else {
        let code = ErrorCode::PreconditionRequired;
        return Err(Problem::new(code, code.explanation()).at(source).into());
    };
    if matches(list, record.version) {
        return Ok(());
    }
    let code = ErrorCode::ContentChanged;
    let problem = Problem::new(code, code.explanation()).at(source);
    Err(problem.with_meta("etag", tag(record.version)).into())
}

/// What the audit log keeps of a text: enough to identify it, not its contents.
fn audited(urn: &str, title: &str, version: u64) -> String {
    json!({ "urn": urn, "title": title, "version": version }).to_string()
}

/// A problem with an empty heading or body, or with characters that are not allowed.
fn text_problem(pointer: &str, text: &str) -> Option<Problem> {
    let at = || Source::Pointer(pointer.to_owned());
    let control = |it: char| it.is_control() && !matches!(it, '\n' | '\r' | '\t');
    if text.trim().is_empty() {
        let detail = "The text must not be empty.";
        return Some(Problem::new(ErrorCode::FieldFormat, detail).at(at()));
    }
    let detail = "The text must be Markdown without control characters.";
    let found = text.chars().any(control);
    found.then(|| Problem::new(ErrorCode::FieldFormat, detail).at(at()))
}

/// The forms of a text as they are stored: no text for one that is left out or null.
fn forms(teaser: Option<String>, long: Option<String>) -> TextForms {
    TextForms {
        teaser: teaser.unwrap_or_default(),
        long: long.unwrap_or_default(),
    }
}

fn heading_problem(pointer: &str, text: &str) -> Option<Problem> {
    let lines = text.contains(['\n', '\r', '\t']);
    let detail = "The heading must be a single line.";
    let at = Source::Pointer(pointer.to_owned());
    let broken = lines.then(|| Problem::new(ErrorCode::FieldFormat, detail).at(at));
    text_problem(pointer, text).or(broken)
}

/// Reports all problems at once.
fn refuse_any(problems: impl IntoIterator<Item = Option<Problem>>) -> Result<(), ApiError> {
    let problems: Vec<_> = problems.into_iter().flatten().collect();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(ApiError::all(problems))
    }
}

fn exists(id: &str, detail: &str) -> ApiError {
    let problem = Problem::new(ErrorCode::ContentExists, detail);
    problem.with_meta("id", id).into()
}

fn notes_text(notes: &Notes) -> Result<String, ApiError> {
    serde_json::to_string(notes)
        .map_err(|error| ApiError::plain(ErrorCode::InternalError).because(error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn if_match_names_the_version_exactly() {
        assert!(matches("\"v3\"", 3));
        assert!(matches("\"v1\", \"v3\"", 3));
        assert!(matches("*", 3));
        assert!(!matches("\"v33\"", 3));
        assert!(!matches("W/\"v3\"", 3), "a weak tag is no promise");
        assert!(!matches("v3", 3));
        assert!(!matches("", 3));
    }

    #[test]
    fn texts_that_no_calculation_shows_are_marked() {
        let check = |subject: &str| is_in_calculations(&format!("urn:content:1:{subject}:en"));
        assert!(check("transit:aspect:moon:sun:trine"));
        assert!(!check("transit:fast:moon:trine"), "shown up to version 0.1");
        assert!(!check("natal:planet-in-sign:sun:ophiuchus"));
    }

    #[test]
    fn a_text_has_something_to_say_and_no_control_characters() {
        assert!(text_problem("/body", "A *line*.\n\n\tAnother.").is_none());
        assert!(text_problem("/body", " \n ").is_some());
        assert!(text_problem("/body", "a\0b").is_some());
        assert!(text_problem("/body", "a\u{1b}[31m").is_some());
        assert!(heading_problem("/title", "Sun in Gemini").is_none());
        assert!(heading_problem("/title", "Sun\nin Gemini").is_some());
    }
}
