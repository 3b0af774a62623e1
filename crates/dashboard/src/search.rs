//! Search over pages, keys, people, texts and requests: a page, and the results that the Ctrl-K dialog
//! shows while one types. Finds what the user may see, because it calls the operations that list it.

use askama::Template;

use super::markup::Markup;
use super::message::{Message, Translate as _};
use super::page::{PageResult, page};
use super::page_context::{Entry, Layout, PageContext};
use http_api::ApiError;
use i18n::{Language, msg};
use management_api::key::create::KeyCreate;
use management_api::key::list::KeyList;
use management_api::member::MemberList;
use operation::PageRequest;

/// The characters of a search.
const MAX_CHARACTERS: usize = 100;
/// Results of one kind.
const MAX_RESULTS: usize = 8;
/// Entries of a list in one call of its operation, and the calls of one search.
const PAGE: u32 = 100;
const MAX_PAGES: usize = 5;

/// Pages that the navigation does not list, below the one that leads to them.
const MORE_PAGES: [(&str, &str, &str); 6] = [
    (
        "/settings/api-keys",
        "/settings/api-keys/new",
        msg("Create API Key"),
    ),
    ("/alerts", "/alerts/settings", msg("Alert settings")),
    ("/alerts", "/alerts/webhooks", msg("Webhooks")),
    ("/billing", "/billing/plans", msg("Plans")),
    ("/operator", "/operator/organizations", msg("Organizations")),
    ("/docs", "/docs/errors", msg("Error codes")),
];

/// Something that was found.
struct Found {
    href: String,
    label: String,
    detail: String,
}

/// What was found of one kind.
struct Section {
    title: &'static str,
    found: Vec<Found>,
}

/// The results, for the page and for the dialog.
#[derive(Template)]
#[template(path = "search-results.html")]
struct Results {
    language: Language,
    sections: Vec<Section>,
}

impl Results {
    fn t(&self, english: &str) -> Message {
        self.language.t(english)
    }

    /// As HTML.
    fn html(&self) -> Markup {
        let mut markup = Markup::default();
        // The template escapes what was typed and found.
        markup.raw(&self.render().unwrap_or_default());
        markup
    }

    async fn of(context: &PageContext) -> Result<Self, ApiError> {
        let typed = context.parameter("q").unwrap_or_default().trim();
        let typed: String = typed.chars().take(MAX_CHARACTERS).collect();
        let words = typed.to_lowercase();
        let mut sections = vec![Section {
            title: msg("Pages"),
            found: pages(context, &words),
        }];
        if !words.is_empty() {
            sections.push(Section {
                title: msg("API keys"),
                found: keys(context, &words).await?,
            });
            sections.push(Section {
                title: msg("Members"),
                found: members(context, &words).await?,
            });
            sections.push(Section {
                title: msg("Operations"),
                found: operations(context, &words),
            });
            sections.push(Section {
                title: msg("Texts and requests"),
                found: elsewhere(context, &typed),
            });
        }
        sections.retain(|it| !it.found.is_empty());
        Ok(Self {
            language: context.language,
            sections,
        })
    }
}

#[derive(Template)]
#[template(path = "search.html")]
struct SearchPage {
    layout: Layout,
    typed: String,
    results: Results,
}

/// `GET /search?q=…`.
pub(super) async fn show(context: PageContext) -> PageResult {
    page(&SearchPage {
        layout: context.layout("Search", "/search"),
        typed: context.parameter("q").unwrap_or_default().to_owned(),
        results: Results::of(&context).await?,
    })
}

/// `GET /search/results?q=…`: the results alone, for the dialog.
pub(super) async fn results(context: PageContext) -> PageResult {
    page(&Results::of(&context).await?)
}

/// The pages that the user may open.
fn pages(context: &PageContext, words: &str) -> Vec<Found> {
    let layout = context.layout("Search", "/search");
    let mut found = Vec::new();
    let mut add = |href: &str, label: &str, above: &str| {
        let matches = |it: &str| it.to_lowercase().contains(words);
        if found.len() < MAX_RESULTS && (matches(label) || matches(href)) {
            found.push(Found {
                href: href.to_owned(),
                label: label.to_owned(),
                detail: above.to_owned(),
            });
        }
    };
    let word = |english: &'static str| context.language.word(english);
    let entries: Vec<&Entry> = layout
        .navigation
        .iter()
        .flat_map(|it| std::iter::once(it).chain(&it.children))
        .collect();
    for entry in &entries {
        add(entry.href, word(entry.label), "");
    }
    for (above, href, label) in MORE_PAGES {
        let may = href != "/settings/api-keys/new" || context.may::<KeyCreate>();
        if let Some(entry) = entries.iter().find(|it| it.href == above && may) {
            add(href, word(label), word(entry.label));
        }
    }
    found
}

/// The first page of a list, or the one after a cursor.
fn page_after(after: Option<String>) -> operation::PageInput {
    PageRequest::new(PAGE, after).into()
}

async fn keys(context: &PageContext, words: &str) -> Result<Vec<Found>, ApiError> {
    let (mut found, mut after) = (Vec::new(), None);
    if !context.may::<KeyList>() {
        return Ok(found);
    }
    for _ in 0..MAX_PAGES {
        let list = context.call::<KeyList>(page_after(after)).await?;
        let matching = list.items.iter().filter(|it| {
            let texts = [&it.name, &it.id, &it.display];
            texts.iter().any(|text| text.to_lowercase().contains(words))
        });
        found.extend(matching.map(|it| Found {
            href: format!("/settings/api-keys/{}", it.id),
            label: it.name.clone(),
            detail: it.display.clone(),
        }));
        after = list.next;
        if found.len() >= MAX_RESULTS || after.is_none() {
            break;
        }
    }
    found.truncate(MAX_RESULTS);
    Ok(found)
}

async fn members(context: &PageContext, words: &str) -> Result<Vec<Found>, ApiError> {
    let (mut found, mut after) = (Vec::new(), None);
    if !context.may::<MemberList>() {
        return Ok(found);
    }
    for _ in 0..MAX_PAGES {
        let list = context.call::<MemberList>(page_after(after)).await?;
        let matching = list.items.iter().filter(|it| {
            let texts = [&it.name, &it.email, &it.user];
            texts.iter().any(|text| text.to_lowercase().contains(words))
        });
        found.extend(matching.map(|it| Found {
            href: "/members".to_owned(),
            label: it.name.clone(),
            detail: it.email.clone(),
        }));
        after = list.next;
        if found.len() >= MAX_RESULTS || after.is_none() {
            break;
        }
    }
    found.truncate(MAX_RESULTS);
    Ok(found)
}

/// The operations that the playground and the image builder have.
fn operations(context: &PageContext, words: &str) -> Vec<Found> {
    let choices = super::playground::operations(context);
    let matching = choices
        .filter(|(_, id, summary)| id.contains(words) || summary.to_lowercase().contains(words));
    let shown = matching.map(|(page, id, summary)| Found {
        href: format!("{page}?operation={id}"),
        label: summary.to_owned(),
        detail: id.to_owned(),
    });
    shown.take(MAX_RESULTS).collect()
}

/// Where texts and requests are found: their own pages search them.
fn elsewhere(context: &PageContext, typed: &str) -> Vec<Found> {
    let layout = context.layout("Search", "/search");
    let has = |href: &str| layout.navigation.iter().any(|it| it.href == href);
    let mut found = Vec::new();
    if has("/content") && typed.chars().count() >= 2 {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.append_pair("q", typed);
        let label = msg("Search texts for “{words}”");
        found.push(Found {
            href: format!("/content?{}", query.finish()),
            label: context.language.word(label).replace("{words}", typed),
            detail: context
                .language
                .word(msg("Counts as a request."))
                .to_owned(),
        });
    }
    let is_request = typed.starts_with("req_")
        && typed
            .bytes()
            .all(|it| it.is_ascii_alphanumeric() || it == b'_');
    if has("/requests") && is_request {
        found.push(Found {
            href: format!("/requests/{typed}"),
            label: context.language.word(msg("Open request")).to_owned(),
            detail: typed.to_owned(),
        });
    }
    found
}
