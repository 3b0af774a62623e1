//! The audit log: who changed what and when, as sentences, with filters and as a file.

use askama::Template;
use serde_json::{Value, json};

use super::audit_sentence::sentence;
use super::csv::{Csv, attachment};
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
/// The pages of a file: 10,000 entries.
const FILE_PAGES: usize = 100;

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

/// The newest 10,000 entries that the filters select.
async fn all(context: &PageContext) -> Result<Vec<AuditAttributes>, ApiError> {
    let filters = Filters::of(context);
    let (mut entries, mut after) = (Vec::new(), None);
    for _ in 0..FILE_PAGES {
        let input = filters.input(PageRequest::new(100, after));
        let found = context.call::<AuditList>(input).await?;
        entries.extend(found.items);
        after = found.next;
        if after.is_none() {
            break;
        }
    }
    Ok(entries)
}

/// `GET /audit.csv`.
pub(super) async fn csv(context: PageContext) -> PageResult {
    context.org()?;
    let mut csv = Csv::new(&[
        "sequence",
        "at",
        "actor",
        "actor_name",
        "action",
        "subject",
        "address",
        "before",
        "after",
        "mac",
    ]);
    let names = Names::of(&context).await?;
    let text = |value: &Value| match value {
        Value::Null => String::new(),
        value => value.to_string(),
    };
    for entry in all(&context).await? {
        csv.row(&[
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
        ]);
    }
    Ok(csv.response("audit.csv"))
}

/// `GET /audit.json`.
pub(super) async fn json(context: PageContext) -> PageResult {
    context.org()?;
    let entries = all(&context).await?;
    let entries: Vec<_> = entries
        .iter()
        .map(|entry| {
            json!({
                "sequence": entry.id.parse::<u64>().ok(),
                "at": entry.at,
                "actor": entry.actor,
                "action": entry.action,
                "subject": entry.subject,
                "before": entry.before,
                "after": entry.after,
                "sourceAddress": entry.source_address,
                "mac": entry.mac,
            })
        })
        .collect();
    let text = format!("{:#}\n", Value::from(entries));
    Ok(attachment("application/json", "audit.json", text))
}
