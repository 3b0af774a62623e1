//! `GET /api/content/search`: full-text search.

use std::collections::BTreeSet;

use access::{KeyPermission, RolePermission};
use async_trait::async_trait;
use interpretation::kind::KINDS;
use schemars::JsonSchema;
use serde::Deserialize;
use store::{PageSize, SearchQuery, search_words};

use super::list::OwnerType;
use super::{ContentAttributes, GROUP, require_texts};
use auth::OrgCaller;
use http_api::{ApiError, ErrorCode, Limits, Methods, Problem, Rule, Source, Spec, Work};
use operation::{Collection, Operation, PageRequest};
use platform::Platform;

/// How many of the best results can be paged through. Another word finds the rest faster.
const MAX_HITS: usize = 300;

#[derive(Debug)]
pub struct ContentSearch;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContentSearchInput {
    #[serde(default)]
    page: PageRequest,
    #[serde(default)]
    filter: Filter,
    /// Words that the text must contain, or the beginnings of words.
    #[schemars(length(min = 2, max = 100))]
    q: String,
}

/// `filter[language]`, `filter[subject]` and `filter[ownerType]` of a search.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "ContentSearchFilter")]
pub struct Filter {
    /// Only texts in this language, such as `en`.
    #[schemars(length(min = 2, max = 3))]
    language: Option<String>,
    /// Only texts about this subject, such as `sun:gemini`, or its first part, such as `sun`.
    #[schemars(length(min = 1, max = 80))]
    subject: Option<String>,
    /// Only texts of your organization, or only library texts of which it has no copy.
    #[serde(rename = "ownerType")]
    owner_type: Option<OwnerType>,
}

#[async_trait]
impl Operation for ContentSearch {
    type Caller = OrgCaller;
    const SPEC: Spec<OrgCaller> = Spec {
        id: "content_search",
        methods: Methods::Get,
        path: "/api/content/search",
        aliases: &[],
        access: Rule::caller(KeyPermission::ContentRead, RolePermission::ContentRead),
        cost_units: 1,
        limits: Limits::ORDINARY,
        errors: &[ErrorCode::ModuleRequired],
        group: GROUP,
        summary: "Search texts",
        description: "Finds the texts that contain all words in `q`, or words that begin with \
            them, regardless of case. Texts with the words in their heading come first, and the \
            organization's own texts come before those of the library. Searches the texts that \
            your organization uses and that its modules include. Returns at most 300 results. Add \
            words to narrow the search. A page has fewer results than requested if their total \
            size would exceed 128 KiB.",
    };
    type Context = Platform;
    type Input = ContentSearchInput;
    type Reply = Collection<ContentAttributes>;

    const COST_FORMULA: Option<&'static str> =
        Some("1 for up to two words, and 1 more for every two further words.");

    fn work(input: &ContentSearchInput) -> Work {
        let words = search_words(&input.q).len().min(MAX_WORDS) as u64;
        Work::new(Work::REQUEST.millinatals() + words * WORD_MILLINATALS, 0)
    }

    async fn run(
        platform: &Platform,
        caller: OrgCaller,
        input: ContentSearchInput,
    ) -> Result<Self::Reply, ApiError> {
        let skip = match &input.page.after {
            None => 0,
            Some(text) => cursor(text)?,
        };
        let size = PageSize::new(input.page.size).unwrap_or(PageSize::DEFAULT);
        let query = SearchQuery {
            words: words(&input.q)?,
            horoscopes: open_horoscopes(&caller)?,
            language: input.filter.language,
            subject: input.filter.subject,
            owner: input.filter.owner_type.map(Into::into),
            skip,
            size,
            max_hits: MAX_HITS,
        };
        let hits = platform
            .store
            .org(caller.tenant())
            .search_content(&query)
            .await?;
        let next = skip + hits.items.len();
        let more = !hits.items.is_empty() && next < MAX_HITS && (next as u64) < hits.total;
        Ok(Collection {
            items: ContentAttributes::all(hits.items)?,
            next: more.then(|| next.to_string()),
            total: hits.total,
        })
    }
}

/// The work for each word, in thousandths of a natal request. A search for eight words that 50,000 short texts
/// have takes as long as 60 to 90 natal requests.
const WORD_MILLINATALS: u64 = 9_500;
/// The most words of one search. Each is looked up on its own.
const MAX_WORDS: usize = 8;

/// The words of a search.
///
/// # Errors
///
/// `value_refused` if there are none or too many.
fn words(text: &str) -> Result<BTreeSet<String>, ApiError> {
    let words = search_words(text);
    let detail = match words.len() {
        0 => "Search for a word of at least two letters.".to_owned(),
        count if count > MAX_WORDS => format!("Search for at most {MAX_WORDS} words, not {count}."),
        _ => return Ok(words),
    };
    let problem = Problem::new(ErrorCode::ValueRefused, detail);
    Err(problem.at(Source::Parameter("q".to_owned())).into())
}

fn cursor(text: &str) -> Result<usize, ApiError> {
    let number = text.parse().ok().filter(|it| *it < MAX_HITS);
    number.ok_or_else(PageRequest::no_cursor)
}

/// The types of horoscope whose texts the caller's modules include.
///
/// # Errors
///
/// `module_required` if they include none.
fn open_horoscopes(caller: &OrgCaller) -> Result<Vec<String>, ApiError> {
    let mut open: Vec<String> = Vec::new();
    let mut refused = None;
    for kind in KINDS {
        match require_texts(caller, kind.horoscope) {
            Ok(()) if open.iter().any(|it| it == kind.horoscope) => {}
            Ok(()) => open.push(kind.horoscope.to_owned()),
            Err(error) => refused = refused.or(Some(error)),
        }
    }
    match refused {
        Some(error) if open.is_empty() => Err(error),
        _ => Ok(open),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(q: &str) -> u32 {
        let input = ContentSearchInput {
            page: PageRequest::default(),
            filter: Filter::default(),
            q: q.to_owned(),
        };
        ContentSearch::work(&input).units()
    }

    #[test]
    fn every_word_that_is_looked_up_is_paid_whatever_separates_it() {
        assert_eq!(units("ab cd ef"), units("ab.cd-ef"));
        assert!(units("ab.cd.ef") > units("abcdef"));
        assert!(words("a.b.c.d").is_err(), "single letters are no words");
        let nine: Vec<_> = ('a'..='i').map(|it| format!("x{it}")).collect();
        assert!(words(&nine.join(".")).is_err(), "nine are too many");
    }
}
