//! The requests of an organization: every counted one, with filters and details, and those that were
//! rejected before they were counted.

use std::collections::HashMap;

use access::Timestamp;
use askama::Template;
use axum::extract::Path;

use super::markup::{Markup, ToMoment as _};
use super::page::{PageResult, page, see_other};
use super::page_context::{Layout, PageContext};
use super::usage::remedy;
use http_api::clock::rfc3339;
use http_api::text::ParsedText;
use http_api::{ApiError, ErrorCode};
use i18n::{Language, msg};
use management_api::activity::{LedgerAttributes, RefusalAttributes, RefusalList};
use management_api::key::list::KeyList;
use management_api::member::MemberList;
use management_api::request::{
    OutcomeText, RequestGet, RequestList, RequestListInput, RequestReference,
};
use operation::PageRequest;

/// The time ranges, with their seconds.
const RANGES: [(&str, &str, i64); 5] = [
    ("hour", msg("Last hour"), 3_600),
    ("day", msg("Last 24 hours"), 86_400),
    ("week", msg("Last 7 days"), 7 * 86_400),
    ("month", msg("Last 30 days"), 30 * 86_400),
    ("all", msg("All time"), 0),
];
const OUTCOMES: [(&str, &str); 4] = [
    ("succeeded", msg("Successful (2xx and 3xx)")),
    ("refused", msg("Client errors (4xx)")),
    ("failed", msg("Server errors (5xx)")),
    ("unknown", msg("In progress or not recorded")),
];
/// The number of requests on a page.
const PAGE: u32 = 50;
/// The number of entries of rejected requests that the page selects from.
const REJECTED: u32 = 100;

/// The names of an organization's keys and members, by their ids.
#[derive(Debug, Default)]
pub(super) struct Names {
    keys: Vec<(String, String)>,
    people: Vec<(String, String)>,
    by_id: HashMap<String, String>,
}

impl Names {
    /// Reads the names that the user may see.
    pub(super) async fn of(context: &PageContext) -> Result<Self, ApiError> {
        let mut names = Self::default();
        if context.may::<KeyList>() {
            let first = PageRequest::first(100).into();
            let keys = context.call::<KeyList>(first).await?;
            names.keys = keys.items.into_iter().map(|it| (it.id, it.name)).collect();
        }
        if context.may::<MemberList>() {
            let first = PageRequest::first(100).into();
            let members = context.call::<MemberList>(first).await?;
            let named = members.items.into_iter().map(|it| (it.user, it.name));
            names.people = named.collect();
        }
        let all = names.keys.iter().chain(&names.people).cloned();
        names.by_id = all.collect();
        let me = (context.me.id.clone(), context.me.name.clone());
        names.by_id.insert(me.0, me.1);
        Ok(names)
    }

    /// The names of these people.
    pub(super) fn of_people(people: Vec<(String, String)>) -> Self {
        Self {
            keys: Vec::new(),
            by_id: people.iter().cloned().collect(),
            people,
        }
    }

    /// The ids and names of people.
    pub(super) fn people(&self) -> &[(String, String)] {
        &self.people
    }

    /// The name with this id.
    pub(super) fn get(&self, id: &str) -> Option<&str> {
        self.by_id.get(id).map(String::as_str)
    }

    /// The name with this id. People who have left and keys that are not listed have none.
    pub(super) fn name(&self, id: &str, language: Language) -> Markup {
        let mut name = Markup::default();
        match self.by_id.get(id) {
            Some(known) => name.text(known),
            None if id.starts_with("usr_") => name.text(language.word(msg("Former member"))),
            None if id == "operator" => name.text(language.word(msg("Operator"))),
            None if id == "system" => name.text(language.word(msg("System"))),
            None => {
                let end = id.get(id.len().saturating_sub(6)..).unwrap_or(id);
                name.text(&format!("…{end}"));
            }
        }
        name
    }
}

/// What pages show of a counted request.
pub(super) trait RequestExt {
    /// The CSS class of its status.
    fn class(&self) -> &'static str;
    /// The key or the person.
    fn who(&self) -> &str;
    /// The latency with its unit.
    fn latency(&self, language: Language) -> String;
}

impl RequestExt for LedgerAttributes {
    fn class(&self) -> &'static str {
        match self.status {
            Some(200..=399) => "pass",
            Some(400..=499) => "disabled",
            Some(_) => "fail",
            None => "skipped",
        }
    }

    fn who(&self) -> &str {
        let who = self.key_id.as_deref().or(self.user_id.as_deref());
        who.unwrap_or_default()
    }

    fn latency(&self, language: Language) -> String {
        self.latency_us
            .map_or_else(String::new, |it| duration_text(it, language))
    }
}

/// A duration with three digits: `850 µs`, `12.3 ms`, `1.25 s`.
pub(super) fn duration_text(micros: u32, language: Language) -> String {
    let micros = f64::from(micros);
    let text = match micros {
        ..1e3 => format!("{micros} µs"),
        ..1e4 => format!("{:.2} ms", micros / 1e3),
        ..1e5 => format!("{:.1} ms", micros / 1e3),
        ..1e6 => format!("{:.0} ms", micros / 1e3),
        _ => format!("{:.2} s", micros / 1e6),
    };
    match language.thousands_separator() {
        '.' => text.replace('.', ","),
        _ => text,
    }
}

/// The filters of the page, as chosen.
#[derive(Debug)]
struct Filters {
    /// A key or a person.
    who: String,
    operation: String,
    outcome: &'static str,
    error: String,
    range: &'static str,
    from: Option<Timestamp>,
}

impl Filters {
    fn of(context: &PageContext) -> Self {
        let text = |name| context.parameter(name).unwrap_or_default().to_owned();
        let outcome = context.parameter("outcome");
        let outcome = OUTCOMES.iter().find(|(it, _)| Some(*it) == outcome);
        let outcome = outcome.map_or("", |it| it.0);
        let range = context.parameter("range");
        let range = RANGES.iter().find(|(it, ..)| Some(*it) == range);
        let (range, _, seconds) = range.unwrap_or(&RANGES[4]);
        let now = context.app.clock.now().micros();
        let from = (*seconds > 0).then(|| Timestamp::from_micros(now - seconds * 1_000_000));
        Self {
            who: text("who"),
            operation: text("operation"),
            outcome,
            error: text("error"),
            range,
            from,
        }
    }

    fn is_empty(&self) -> bool {
        let texts = [
            self.who.as_str(),
            self.operation.as_str(),
            self.outcome,
            self.error.as_str(),
        ];
        texts.iter().all(|it| it.is_empty()) && self.range == "all"
    }

    /// The query of a link to the same selection.
    fn query(&self) -> String {
        let pairs = [
            ("who", self.who.as_str()),
            ("operation", self.operation.as_str()),
            ("outcome", self.outcome),
            ("error", self.error.as_str()),
            ("range", self.range),
        ];
        let chosen = pairs.iter().filter(|(_, value)| !value.is_empty());
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(chosen);
        query.finish()
    }

    /// The input of the operation.
    fn input(&self, after: Option<&str>) -> RequestListInput {
        let given = |text: &str| Some(text.to_owned()).filter(|it| !it.is_empty());
        let is_person = self.who.starts_with("usr_");
        RequestListInput {
            key: given(&self.who).filter(|_| !is_person),
            user: given(&self.who).filter(|_| is_person),
            operation: given(&self.operation),
            outcome: match self.outcome {
                "succeeded" => Some(OutcomeText::Succeeded),
                "refused" => Some(OutcomeText::Refused),
                "failed" => Some(OutcomeText::Failed),
                "unknown" => Some(OutcomeText::Unknown),
                _ => None,
            },
            error_code: given(&self.error),
            from: self.from.map(ParsedText),
            to: None,
            page: PageRequest::new(PAGE, after.map(str::to_owned)),
        }
    }

    fn admits(&self, refusal: &RefusalAttributes) -> bool {
        let key = refusal.key_id.as_deref().unwrap_or_default();
        let from = self.from.map(rfc3339).unwrap_or_default();
        (self.who.is_empty() || self.who == key)
            && (self.error.is_empty() || self.error == refusal.reason)
            && refusal.at >= from
    }
}

#[derive(Template)]
#[template(path = "requests.html")]
struct RequestsPage {
    layout: Layout,
    filters: Filters,
    outcomes: [(&'static str, &'static str); 4],
    ranges: [(&'static str, &'static str, i64); 5],
    operations: Vec<&'static str>,
    codes: Vec<&'static str>,
    requests: Vec<LedgerAttributes>,
    names: Names,
    next: Option<String>,
    is_first: bool,
    rejected: Vec<RefusalAttributes>,
}

impl RequestsPage {
    fn name(&self, id: &str) -> Markup {
        self.names.name(id, self.layout.language())
    }
}

#[derive(Template)]
#[template(path = "request-rows.html")]
struct RowsPage {
    layout: Layout,
    requests: Vec<LedgerAttributes>,
    names: Names,
}

impl RowsPage {
    fn name(&self, id: &str) -> Markup {
        self.names.name(id, self.layout.language())
    }
}

/// `GET /requests`.
pub(super) async fn show(context: PageContext) -> PageResult {
    context.org()?;
    if let Some(id) = context.parameter("id").filter(|it| !it.trim().is_empty()) {
        let id: String = url::form_urlencoded::byte_serialize(id.trim().as_bytes()).collect();
        return Ok(see_other(&format!("/requests/{id}")));
    }
    let filters = Filters::of(&context);
    let after = context.parameter("after");
    let found = context.call::<RequestList>(filters.input(after)).await?;
    let is_first = after.is_none();
    let rejected = if is_first {
        let first = PageRequest::first(REJECTED).into();
        let all = context.call::<RefusalList>(first).await?.items;
        let admitted = all.into_iter().filter(|it| filters.admits(it));
        admitted.collect()
    } else {
        Vec::new()
    };
    let declarations = context.app.catalog.service.declarations.iter();
    let operations = declarations.filter(|it| it.access.takes_keys());
    let mut operations: Vec<_> = operations.map(|it| it.id).collect();
    operations.sort_unstable();
    page(&RequestsPage {
        layout: context.layout("Requests", "/requests"),
        outcomes: OUTCOMES,
        ranges: RANGES,
        operations,
        codes: ErrorCode::ALL.iter().map(|it| it.name()).collect(),
        requests: found.items,
        names: Names::of(&context).await?,
        next: found.next,
        is_first,
        rejected,
        filters,
    })
}

/// `GET /requests/rows`: only the rows, for the script that refreshes them.
pub(super) async fn rows(context: PageContext) -> PageResult {
    context.org()?;
    let filters = Filters::of(&context);
    let found = context.call::<RequestList>(filters.input(None)).await?;
    page(&RowsPage {
        layout: context.layout("Requests", "/requests"),
        requests: found.items,
        names: Names::of(&context).await?,
    })
}

#[derive(Template)]
#[template(path = "request.html")]
struct RequestPage {
    layout: Layout,
    request: LedgerAttributes,
    names: Names,
    /// What the error code means, and where to solve it.
    problem: Option<Problem>,
}

struct Problem {
    title: &'static str,
    explanation: &'static str,
    remedy: (String, &'static str),
}

impl RequestPage {
    fn name(&self, id: &str) -> Markup {
        self.names.name(id, self.layout.language())
    }
}

/// `GET /requests/{request}`.
pub(super) async fn one(context: PageContext, Path(request): Path<String>) -> PageResult {
    context.org()?;
    let found = context.call::<RequestGet>(RequestReference { request });
    let request = found.await?.0;
    let code = request.error_code.as_deref().and_then(|code| {
        let mut all = ErrorCode::ALL.iter();
        all.find(|it| it.name() == code)
    });
    page(&RequestPage {
        layout: context.layout("Request", "/requests"),
        problem: code.map(|code| Problem {
            title: code.title(),
            explanation: code.explanation(),
            remedy: remedy(code.name(), request.key_id.as_deref()),
        }),
        names: Names::of(&context).await?,
        request,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_person_did_has_a_name() {
        for (actor, expected) in [("system", "System"), ("operator", "Operator")] {
            let name = Names::default().name(actor, Language::English);
            assert_eq!(name.to_string(), expected);
        }
    }

    #[test]
    fn a_latency_has_three_digits_and_a_unit() {
        for (micros, english, dutch) in [
            (0, "0 µs", "0 µs"),
            (850, "850 µs", "850 µs"),
            (1_250, "1.25 ms", "1,25 ms"),
            (12_345, "12.3 ms", "12,3 ms"),
            (123_456, "123 ms", "123 ms"),
            (1_250_000, "1.25 s", "1,25 s"),
        ] {
            assert_eq!(duration_text(micros, Language::English), english);
            assert_eq!(duration_text(micros, Language::Dutch), dutch);
        }
    }
}
