//! Texts: browses the library and custom texts, and edits a custom copy next to its original. Reading
//! and writing texts counts as requests, as in the API.

use askama::Template;
use axum::extract::Path;
use interpretation::kind::KINDS;

use super::diff::{self, Kind, diff};
use super::form::{Form, FormInput};
use super::markup::{Markup, ToMoment as _};
use super::page::{PageResult, page, refused, see_other};
use super::page_context::{Layout, PageContext};
use crate::markdown;
use astrology_api::content::ContentAttributes;
use astrology_api::content::copy::ContentCopy;
use astrology_api::content::delete::{ContentDelete, ContentDeleteInput};
use astrology_api::content::get::{ContentGet, ContentGetInput};
use astrology_api::content::list::ContentList;
use astrology_api::content::restore::{ContentRestore, ContentRestoreInput};
use astrology_api::content::search::ContentSearch;
use astrology_api::content::update::ContentUpdate;
use astrology_api::content::versions::{ContentVersions, ContentVersionsInput, VersionAttributes};
use http_api::{ApiError, ErrorCode};
use i18n::msg;
use operation::{Collection, PageRequest};

/// What pages show of a text.
trait ContentExt {
    fn is_own(&self) -> bool;

    /// A label for its source.
    fn whose(&self) -> &'static str;

    /// The kind of the text, for the link to its list.
    fn kind(&self) -> String;

    fn html(&self) -> Markup;

    /// Its version, for `If-Match`.
    fn tag(&self) -> String;
}

impl ContentExt for ContentAttributes {
    fn is_own(&self) -> bool {
        self.owner_type == "organization"
    }

    fn whose(&self) -> &'static str {
        match (self.is_own(), self.restored, &self.base_content_id) {
            (false, _, _) => msg("library"),
            (true, true, _) => msg("custom copy, not in use"),
            (true, false, Some(_)) => msg("custom copy"),
            (true, false, None) => msg("custom text"),
        }
    }

    fn kind(&self) -> String {
        let metadata = &self.metadata;
        format!("{}/{}", metadata.horoscope_type, metadata.content_type)
    }

    fn html(&self) -> Markup {
        html(&self.body)
    }

    fn tag(&self) -> String {
        format!("\"v{}\"", self.version)
    }
}

fn html(body: &str) -> Markup {
    let mut markup = Markup::default();
    // Safe for any author: `markdown::to_html` escapes HTML.
    markup.raw(&markdown::to_html(body));
    markup
}

/// The search parameters.
struct Wanted {
    kind: String,
    language: String,
    subject: String,
    words: String,
    /// Whether only the organization's texts are shown.
    is_own: bool,
}

impl Wanted {
    fn of(context: &PageContext) -> Self {
        let given = |name| {
            context
                .parameter(name)
                .unwrap_or_default()
                .trim()
                .to_owned()
        };
        let first = KINDS.first().map_or(String::new(), kind_path);
        let kind = Some(given("kind")).filter(|it| !it.is_empty());
        Self {
            kind: kind.unwrap_or(first),
            language: given("language"),
            subject: given("subject"),
            words: given("q"),
            is_own: given("own") == "yes",
        }
    }

    /// The URL of another page of the same list.
    fn path(&self, after: &str) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        let parts = [
            ("kind", self.kind.as_str()),
            ("language", &self.language),
            ("subject", &self.subject),
            ("q", &self.words),
            ("own", if self.is_own { "yes" } else { "" }),
            ("after", after),
        ];
        query.extend_pairs(parts.iter().filter(|(_, value)| !value.is_empty()));
        format!("/content?{}", query.finish())
    }

    async fn find(&self, context: &PageContext) -> Result<Collection<ContentAttributes>, ApiError> {
        let mut filter = FormInput::default();
        if !self.language.is_empty() {
            filter = filter.set("language", self.language.as_str());
        }
        if self.is_own {
            filter = filter.set("ownerType", "organization");
        }
        let input = FormInput::default().set_page(context.page(50));
        if !self.words.is_empty() {
            let input = input.set("filter", filter).set("q", self.words.as_str());
            return context.load_filtered::<ContentSearch>(input).await;
        }
        if !self.subject.is_empty() {
            filter = filter.set("subject", self.subject.as_str());
        }
        let (horoscope, content) = self.kind.split_once('/').unwrap_or_default();
        let input = input
            .set("filter", filter)
            .set("horoscopeType", horoscope)
            .set("contentType", content);
        context.load_filtered::<ContentList>(input).await
    }
}

fn kind_path(kind: &interpretation::kind::Kind) -> String {
    format!("{}/{}", kind.horoscope, kind.content)
}

#[derive(Template)]
#[template(path = "content.html")]
struct ContentPage {
    layout: Layout,
    kinds: Vec<String>,
    wanted: Wanted,
    texts: Collection<ContentAttributes>,
    form: Form,
}

/// `GET /content`: lists texts by kind or search words.
pub(super) async fn browse(context: PageContext) -> PageResult {
    context.org()?;
    let wanted = Wanted::of(&context);
    let (texts, form) = match wanted.find(&context).await {
        Ok(texts) => (texts, Form::default()),
        Err(error) => {
            let nothing = Collection {
                items: Vec::new(),
                next: None,
                total: 0,
            };
            (nothing, Form::in_language(context.language).refused(error)?)
        }
    };
    page(&ContentPage {
        layout: context.layout("Content", "/content"),
        kinds: KINDS.iter().map(kind_path).collect(),
        wanted,
        texts,
        form,
    })
}

/// Two texts side by side.
struct Comparison {
    left: Markup,
    right: Markup,
    is_equal: bool,
}

impl Comparison {
    fn of(before: &str, after: &str) -> Self {
        let pieces = diff(before, after);
        Self {
            left: diff::side(&pieces, Kind::Before),
            right: diff::side(&pieces, Kind::After),
            is_equal: before == after,
        }
    }
}

#[derive(Template)]
#[template(path = "text.html")]
struct TextPage {
    layout: Layout,
    text: ContentAttributes,
    /// The library text it was copied from, and their differences.
    base: Option<(ContentAttributes, Comparison)>,
    /// The stored version and the typed one, after an edit conflict.
    meanwhile: Option<Comparison>,
    preview: Option<Markup>,
    versions: Collection<VersionAttributes>,
    form: Form,
    may: Allowed,
    may_copy: bool,
}

/// The actions the user may take on a custom text.
struct Allowed {
    edit: bool,
    restore: bool,
    delete: bool,
}

impl TextPage {
    async fn of(context: &PageContext, id: &str) -> Result<Self, ApiError> {
        context.org()?;
        let text = read(context, id).await?;
        let base = match &text.base_content_id {
            Some(base) => {
                let base = read(context, base).await?;
                let comparison = Comparison::of(&base.body, &text.body);
                Some((base, comparison))
            }
            None => None,
        };
        let versions = if text.is_own() {
            let input = ContentVersionsInput {
                id: id.to_owned(),
                page: PageRequest::first(20),
            };
            context.load::<ContentVersions>(input).await?
        } else {
            Collection {
                items: Vec::new(),
                next: None,
                total: 0,
            }
        };
        let form = edit_form(&text, &versions.items, context.parameter("version"));
        Ok(Self {
            layout: context.layout("Content", "/content"),
            base,
            meanwhile: None,
            preview: None,
            form,
            may: Allowed {
                edit: text.is_own() && context.may::<ContentUpdate>(),
                restore: text.base_content_id.is_some()
                    && !text.restored
                    && context.may::<ContentRestore>(),
                delete: text.is_own() && context.may::<ContentDelete>(),
            },
            may_copy: !text.is_own() && context.may::<ContentCopy>(),
            text,
            versions,
        })
    }
}

async fn read(context: &PageContext, id: &str) -> Result<ContentAttributes, ApiError> {
    let id = id.to_owned();
    let found = context.load::<ContentGet>(ContentGetInput { id }).await?;
    Ok(found.reply.0)
}

/// The editor form with the current text or a previous version.
fn edit_form(
    text: &ContentAttributes,
    versions: &[VersionAttributes],
    wanted: Option<&str>,
) -> Form {
    let wanted = wanted.and_then(|it| it.parse().ok());
    let earlier = versions.iter().find(|it| Some(it.version) == wanted);
    let (title, body) = earlier.map_or((&text.title, &text.body), |it| (&it.title, &it.body));
    let (teaser, long) = earlier.map_or((&text.teaser, &text.long), |it| (&it.teaser, &it.long));
    let pairs = [
        ("title", title.clone()),
        ("body", body.clone()),
        ("teaser", teaser.clone().unwrap_or_default()),
        ("long", long.clone().unwrap_or_default()),
        ("tag", text.tag()),
    ];
    Form::of(pairs.map(|(name, value)| (name.to_owned(), value)))
}

/// `GET /content/{id}`.
pub(super) async fn show(context: PageContext, Path(id): Path<String>) -> PageResult {
    page(&TextPage::of(&context, &id).await?)
}

/// `POST /content/{id}`: saves or previews the text.
pub(super) async fn edit(context: PageContext, Path(id): Path<String>, form: Form) -> PageResult {
    // Browsers submit line breaks as CRLF.
    let body = form.value("body").replace("\r\n", "\n");
    if form.has("action", "preview") {
        let mut shown = TextPage::of(&context, &id).await?;
        shown.preview = Some(html(&body));
        shown.form = form;
        return page(&shown);
    }
    let input = form
        .input(&["title"])
        .set("id", id.as_str())
        .set("body", body)
        .set("teaser", form.value("teaser").trim())
        .set("long", form.value("long").replace("\r\n", "\n").trim());
    let tag = form.value("tag");
    match context.submit_if_match::<ContentUpdate>(tag, input).await {
        Ok(_) => Ok(see_other(&format!("/content/{id}?done=text_saved"))),
        Err(error) => refuse(&context, &id, form, error).await,
    }
}

/// Shows the form again with the typed text. After an edit conflict it shows both versions, so that
/// the user decides with both in view.
async fn refuse(context: &PageContext, id: &str, form: Form, error: ApiError) -> PageResult {
    let changed = error.problems()[0].code == ErrorCode::ContentChanged;
    let form = form.refused(error)?;
    let mut shown = TextPage::of(context, id).await?;
    shown.form = form;
    if changed {
        let typed = shown.form.value("body").replace("\r\n", "\n");
        shown.meanwhile = Some(Comparison::of(&shown.text.body, &typed));
        shown.form = shown.form.with("tag", &shown.text.tag());
    }
    refused(&shown)
}

/// `POST /content/{id}/copy`: creates a custom copy, or redirects to the existing one.
pub(super) async fn copy(context: PageContext, Path(id): Path<String>, form: Form) -> PageResult {
    let input = form.filled(&["language"]).set("id", id.as_str());
    let there = |id: &str, done: &str| Ok(see_other(&format!("/content/{id}?done={done}")));
    match context.submit::<ContentCopy>(input).await {
        Ok(made) => there(&made.reply.resource.id, "text_copied"),
        Err(error) => {
            let problem = &error.problems()[0];
            let exists = (problem.code == ErrorCode::ContentExists)
                .then(|| problem.meta.get("id").and_then(|it| it.as_str()))
                .flatten();
            match exists {
                Some(existing) => there(existing, "text_exists"),
                None => refuse(&context, &id, form, error).await,
            }
        }
    }
}

/// `POST /content/{id}/restore`.
pub(super) async fn restore(
    context: PageContext,
    Path(id): Path<String>,
    form: Form,
) -> PageResult {
    let tag = form.value("tag");
    let input = ContentRestoreInput { id: id.clone() };
    match context.call_if_match::<ContentRestore>(tag, input).await {
        Ok(_) => Ok(see_other(&format!("/content/{id}?done=text_restored"))),
        Err(error) => refuse_action(&context, &id, error).await,
    }
}

/// `POST /content/{id}/delete`.
pub(super) async fn delete(context: PageContext, Path(id): Path<String>, form: Form) -> PageResult {
    let tag = form.value("tag");
    let input = ContentDeleteInput { id: id.clone() };
    match context.call_if_match::<ContentDelete>(tag, input).await {
        Ok(_) => Ok(see_other("/content?done=text_deleted")),
        Err(error) => refuse_action(&context, &id, error).await,
    }
}

/// Shows the current page with the reason an action was rejected.
async fn refuse_action(context: &PageContext, id: &str, error: ApiError) -> PageResult {
    let problem = Form::in_language(context.language).refused(error)?;
    let mut shown = TextPage::of(context, id).await?;
    shown.form = problem
        .with("title", &shown.text.title)
        .with("body", &shown.text.body)
        .with("tag", &shown.text.tag());
    refused(&shown)
}
