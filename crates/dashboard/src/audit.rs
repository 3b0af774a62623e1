//! The audit log: who changed what and when, as sentences, with filters and as a file.

use askama::Template;
use serde_json::{Value, json};

use super::audit_sentence::sentence;
use super::csv::{attachment, csv_row};
use super::list_file::{FileFrame, FilePage, FileRows, ListFile};
use super::markup::{Markup, ToMoment as _};
use super::page::{PageResult, page};
use super::page_context::{Layout, PageContext};
use super::requests::Names;
use access::Timestamp;
use http_api::text::ParsedText;
use http_api::{ApiError, ErrorCode};
use i18n::{Language, msg};
use management_api::audit::{
    AuditAttributes, AuditList, AuditListInput, AuditVerification, AuditVerify,
};
use operation::{Collection, NoInput, PageRequest};

/// The groups of actions.
const GROUPS: [(&str, &str); 12] = [
    ("key", msg("API Keys")),
    ("embed-url", msg("Embed URLs")),
    ("token", msg("Browser tokens")),
    ("member", msg("Members")),
    ("invitation", msg("Invitations")),
    ("org", msg("Organization")),
    ("content", msg("Content")),
    ("module", msg("Modules")),
    ("plan", msg("Plan")),
    ("billing", msg("Billing")),
    ("webhook", msg("Webhooks")),
    ("alert_settings", msg("Alert settings")),
];
const RANGES: [(&str, &str, i64); 4] = [
    ("day", msg("Last 24 hours"), 1),
    ("week", msg("Last 7 days"), 7),
    ("month", msg("Last 30 days"), 30),
    ("all", msg("All time"), 0),
];
const DAY_MICROS: i64 = 86_400_000_000;
/// The entries on a page.
const PAGE: u32 = 50;
/// The memory of a file: a page of entries as the store returns it, as values and as text.
const FILE_BYTES: u64 = 8 * 1024 * 1024;
/// What the last row of a file says that does not have all entries.
const TRUNCATION: &str = "The file ends here. It has at most 10,000 entries and searches 300 pages. \
    Choose filters for others.";
/// The columns of a table.
const COLUMNS: &str = "sequence,at,actor,actor_name,action,subject,address,before,after,mac\r\n";

/// What the page shows of an entry.
trait AuditEntryExt {
    /// The subject before and after the change, as indented JSON.
    fn change(&self, language: Language) -> Option<String>;
}

impl AuditEntryExt for AuditAttributes {
    fn change(&self, language: Language) -> Option<String> {
        let shown = |title: &str, value: &Value| {
            let title = language.word(title);
            (!value.is_null()).then(|| format!("{title}\n{value:#}"))
        };
        let parts = [
            shown(msg("Before"), &self.before),
            shown(msg("After"), &self.after),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join("\n\n"))
    }
}

/// The chosen filters.
struct Filters {
    actor: String,
    group: &'static str,
    range: &'static str,
    from: Option<Timestamp>,
}

impl Filters {
    fn of(context: &PageContext) -> Self {
        let group = context.parameter("group");
        let group = GROUPS.iter().find(|(it, _)| Some(*it) == group);
        let range = context.parameter("range");
        let range = RANGES.iter().find(|(it, ..)| Some(*it) == range);
        let (range, _, days) = range.unwrap_or(&RANGES[3]);
        let now = context.app.clock.now().micros();
        let actor = context.parameter("actor").unwrap_or_default();
        Self {
            actor: actor.to_owned(),
            group: group.map_or("", |it| it.0),
            range,
            from: (*days > 0).then(|| Timestamp::from_micros(now - days * DAY_MICROS)),
        }
    }

    fn is_empty(&self) -> bool {
        self.actor.is_empty() && self.group.is_empty() && self.range == "all"
    }

    /// The query of a link to the same selection.
    fn query(&self) -> String {
        let pairs = [
            ("actor", self.actor.as_str()),
            ("group", self.group),
            ("range", self.range),
        ];
        let chosen = pairs.iter().filter(|(_, value)| !value.is_empty());
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(chosen);
        query.finish()
    }

    fn input(&self, page: PageRequest) -> AuditListInput {
        let given = |text: &str| Some(text.to_owned()).filter(|it| !it.is_empty());
        AuditListInput {
            actor: given(&self.actor),
            action: given(self.group),
            subject: None,
            from: self.from.map(ParsedText),
            to: None,
            page,
        }
    }
}

#[derive(Template)]
#[template(path = "audit.html")]
struct AuditPage {
    layout: Layout,
    filters: Filters,
    groups: [(&'static str, &'static str); 12],
    ranges: [(&'static str, &'static str, i64); 4],
    entries: Collection<AuditAttributes>,
    names: Names,
    /// The result of a verification, if it was asked for.
    verification: Option<AuditVerification>,
    /// Whether it was asked for and the log is too long for it.
    is_too_long: bool,
}

impl AuditPage {
    /// What happened.
    fn sentence(&self, entry: &AuditAttributes) -> Markup {
        sentence(entry, &self.names, self.layout.language())
    }
}

/// `GET /audit`. With `verify`, the log is verified, too.
pub(super) async fn show(context: PageContext) -> PageResult {
    context.org()?;
    let filters = Filters::of(&context);
    let input = filters.input(context.page(PAGE));
    let entries = context.call::<AuditList>(input).await?;
    let asked = context.parameter("verify").is_some();
    let verification = if asked {
        verified(&context).await?
    } else {
        None
    };
    page(&AuditPage {
        layout: context.layout("Audit log", "/audit"),
        filters,
        groups: GROUPS,
        ranges: RANGES,
        entries,
        names: Names::of(&context).await?,
        is_too_long: asked && verification.is_none(),
        verification,
    })
}

async fn verified(context: &PageContext) -> Result<Option<AuditVerification>, ApiError> {
    match context.call::<AuditVerify>(NoInput {}).await {
        Ok(found) => Ok(Some(found.0)),
        Err(error) if error.problems()[0].code == ErrorCode::WorkLimitExceeded => Ok(None),
        Err(error) => Err(error),
    }
}

/// The form of a file.
enum FileForm {
    /// With the names of the actors.
    Csv(Names),
    Json,
}

impl FileForm {
    const fn frame(&self) -> FileFrame {
        match self {
            Self::Csv(_) => FileFrame {
                start: COLUMNS,
                between: "",
                end: "",
            },
            Self::Json => FileFrame {
                start: "[",
                between: ",",
                end: "\n]\n",
            },
        }
    }

    fn row(&self, entry: &AuditAttributes) -> String {
        match self {
            Self::Csv(names) => {
                let text = |value: &Value| match value {
                    Value::Null => String::new(),
                    value => value.to_string(),
                };
                csv_row(&[
                    &entry.id,
                    &entry.at,
                    &entry.actor,
                    names.get(&entry.actor).unwrap_or_default(),
                    &entry.action,
                    &entry.subject,
                    entry.source_address.as_deref().unwrap_or_default(),
                    &text(&entry.before),
                    &text(&entry.after),
                    &entry.mac,
                ])
            }
            Self::Json => indented(&json!({
                "sequence": entry.id.parse::<u64>().ok(),
                "at": entry.at,
                "actor": entry.actor,
                "action": entry.action,
                "subject": entry.subject,
                "before": entry.before,
                "after": entry.after,
                "sourceAddress": entry.source_address,
                "mac": entry.mac,
            })),
        }
    }

    fn truncation(&self) -> String {
        match self {
            Self::Csv(_) => csv_row(&["", "", "", "", "truncated", TRUNCATION, "", "", "", ""]),
            Self::Json => indented(&json!({ "truncated": true, "detail": TRUNCATION })),
        }
    }
}

/// An element of a list, on lines of its own.
fn indented(element: &Value) -> String {
    format!("\n{element:#}").replace('\n', "\n  ")
}

/// The entries that the filters select, newest first.
struct FileEntries {
    context: PageContext,
    filters: Filters,
    form: FileForm,
}

impl FileRows for FileEntries {
    async fn page(&mut self, after: Option<String>, most: u32) -> Result<FilePage, ApiError> {
        let input = self.filters.input(PageRequest::new(most, after));
        let found = self.context.call::<AuditList>(input).await?;
        Ok(FilePage {
            rows: found.items.iter().map(|it| self.form.row(it)).collect(),
            next: found.next,
        })
    }

    fn truncation(&self) -> String {
        self.form.truncation()
    }
}

async fn file(
    context: PageContext,
    form: FileForm,
    (media_type, name): (&'static str, &'static str),
) -> PageResult {
    let memory = context.app.memory.reserve(context.org_id(), FILE_BYTES)?;
    let frame = form.frame();
    let entries = FileEntries {
        filters: Filters::of(&context),
        context,
        form,
    };
    let body = ListFile::begin(entries, frame, memory).await?;
    Ok(attachment(media_type, name, body))
}

/// `GET /audit.csv`.
pub(super) async fn csv(context: PageContext) -> PageResult {
    context.org()?;
    let form = FileForm::Csv(Names::of(&context).await?);
    file(context, form, ("text/csv; charset=utf-8", "audit.csv")).await
}

/// `GET /audit.json`.
pub(super) async fn json(context: PageContext) -> PageResult {
    context.org()?;
    let form = FileForm::Json;
    file(context, form, ("application/json", "audit.json")).await
}
