//! The playground: a form generated from an operation's description, the response, and code samples.
//! Requests run and count like any other request.
//!
//! Unlike other pages, this one handles operations by their id and not by their type: its point is to
//! show any of them as the JSON that clients see.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Extension, Path};
use axum::http::header::{ACCEPT, COOKIE, HOST, ORIGIN, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, Request, Response};
use serde_json::Value;
use tower::ServiceExt as _;

use super::form::{Form, FormInput};
use super::markup::Markup;
use super::page::{PageResult, page, refused};
use super::page_context::{Layout, PageContext};
use super::playground_form::{Field, FieldKind, fields_of};
use crate::Dashboard;
use astrology_api::geocoding::search::{GeocodingSearch, PlaceReply};
use auth::{ClientAddress, X_ORGANIZATION};
use http_api::{AccessPolicy, ApiError, Declaration, ErrorCode};
use management_api::key::embed_url::EmbedUrlCreate;
use operation::Draft;

/// The maximum length of a displayed response.
const MAX_SHOWN: usize = 200_000;
/// The maximum length of a response. The playground does not send batches.
const MAX_BYTES: usize = 16 * 1024 * 1024;
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The API router, for pages that send requests themselves.
#[derive(Clone, Debug)]
pub(super) struct Operations(pub(super) Router);

/// An operation available in the playground.
#[derive(Clone, Copy)]
struct Choice {
    declaration: Declaration,
}

impl Choice {
    /// The GET operations that users may call, in reference order.
    fn all(app: &Dashboard) -> impl Iterator<Item = Self> {
        let choosable = |it: &&Declaration| {
            let mut ways = it.methods.list().iter();
            let reads = ways.any(|(method, _)| method == Method::GET);
            reads && matches!(it.access, AccessPolicy::Caller { key: Some(_), .. })
        };
        app.catalog
            .service
            .declarations
            .iter()
            .filter(choosable)
            .map(|it| Self { declaration: *it })
    }

    fn find(app: &Dashboard, id: &str) -> Result<Self, ApiError> {
        let found = Self::all(app).find(|it| it.declaration.id == id);
        found.ok_or_else(|| ApiError::plain(ErrorCode::ResourceNotFound))
    }

    fn fields(self, app: &Dashboard) -> Vec<Field> {
        fields_of(&app.catalog.service.openapi, self.declaration.path)
    }

    fn is_picture(self) -> bool {
        self.declaration.id.starts_with("chart_")
    }

    /// The chart image operation of a calculation, which takes the same fields.
    fn picture(self, app: &Dashboard) -> Option<Self> {
        let id = self.declaration.id;
        let name = id.strip_prefix("calc_").unwrap_or(id);
        Self::find(app, &format!("chart_{name}")).ok()
    }

    /// The path and query of a request with the form's values.
    fn address(self, fields: &[Field], form: &Form) -> String {
        let mut path = self.declaration.path.to_owned();
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        let mut has_query = false;
        for field in fields {
            for value in field.values(form) {
                let hole = format!("{{{}}}", field.name);
                if path.contains(&hole) {
                    let safe = percent_encoding::NON_ALPHANUMERIC;
                    let value = percent_encoding::utf8_percent_encode(&value, safe);
                    path = path.replace(&hole, &value.to_string());
                } else {
                    query.append_pair(&field.name, &value);
                    has_query = true;
                }
            }
        }
        if has_query {
            path.push('?');
            path.push_str(&query.finish());
        }
        path
    }
}

/// Code samples for the same request.
struct Samples {
    curl: String,
    javascript: String,
    python: String,
}

impl Samples {
    fn of(public_url: &str, address: &str) -> Self {
        let url = format!("{public_url}{address}");
        Self {
            curl: format!("curl -H \"X-Api-Key: $ALMAGEST_KEY\" '{url}'"),
            javascript: format!(
                "const response = await fetch(\"{url}\", {{\n  headers: {{ \"X-Api-Key\": key }},\n}});\n\
                 console.log(await response.json());"
            ),
            python: format!(
                "import json, os, urllib.request\n\n\
                 request = urllib.request.Request(\n    \"{url}\",\n    \
                 headers={{\"X-Api-Key\": os.environ[\"ALMAGEST_KEY\"]}},\n)\n\
                 with urllib.request.urlopen(request) as response:\n    \
                 print(json.load(response))"
            ),
        }
    }
}

/// The response.
struct Outcome {
    status: u16,
    text: String,
    is_cut: bool,
}

#[derive(Template)]
#[template(path = "playground.html")]
struct PlaygroundPage {
    layout: Layout,
    choices: Vec<(&'static str, Vec<(&'static str, &'static str)>)>,
    chosen: &'static str,
    summary: &'static str,
    /// The minimum cost of a request.
    cost: u64,
    /// The cost of the request as filled in, if requested.
    price: Option<u64>,
    required: Vec<Field>,
    optional: Vec<Field>,
    /// The prefixes of place fields (`location.`, `person1.location.`) and the search text of
    /// each.
    places: Vec<(String, String)>,
    found: Option<(String, Vec<PlaceReply>)>,
    can_draw: bool,
    form: Form,
    outcome: Option<Outcome>,
    picture: Option<Picture>,
    samples: Option<Samples>,
}

/// An image that the page shows.
struct Picture {
    /// Its URL for the signed-in user.
    src: String,
    /// The page that creates an embed URL of it, if the user may.
    embed: Option<String>,
}

impl Picture {
    fn of(context: &PageContext, choice: Choice, fields: &[Field], form: &Form) -> Self {
        let embed = context.may::<EmbedUrlCreate>().then(|| {
            // An image of a calculation has no field for the format.
            let address = choice.address(fields, form).replace("{format}", "svg");
            let mut query = url::form_urlencoded::Serializer::new(String::new());
            query.append_pair("url", &address);
            format!("/settings/embed-urls/new?{}", query.finish())
        });
        Self {
            src: picture_address(choice, fields, form),
            embed,
        }
    }
}

impl PlaygroundPage {
    fn of(context: &PageContext, choice: Choice, form: Form) -> Self {
        let app = &context.app;
        let (required, optional) = choice.fields(app).into_iter().partition(|it| it.required);
        let mut shown = Self {
            layout: context.layout("Playground", "/playground"),
            choices: grouped(app),
            chosen: choice.declaration.id,
            summary: choice.declaration.summary,
            cost: u64::from(choice.declaration.cost_units),
            price: None,
            required,
            optional,
            places: Vec::new(),
            found: None,
            can_draw: choice.picture(app).is_some(),
            form,
            outcome: None,
            picture: None,
            samples: None,
        };
        let names = shown.required.iter().chain(&shown.optional);
        let places = names.filter_map(|it| it.name.strip_suffix("latitude"));
        let place = |group: &str| {
            let typed = shown.form.value(&format!("place.{group}"));
            (group.to_owned(), typed.to_owned())
        };
        shown.places = places.map(place).collect();
        shown
    }
}

impl PlaygroundPage {
    /// The problems that belong to no field.
    fn problems(&self) -> Markup {
        let fields = self.required.iter().chain(&self.optional);
        let names: Vec<&str> = fields.map(|it| it.name.as_str()).collect();
        self.form.other_problems(&names)
    }

    /// Whether an optional field has a problem.
    fn has_optional_problem(&self) -> bool {
        self.optional
            .iter()
            .any(|it| self.form.has_problem(&it.name))
    }
}

/// The operations grouped by reference heading.
fn grouped(app: &Dashboard) -> Vec<(&'static str, Vec<(&'static str, &'static str)>)> {
    let mut groups: Vec<(&str, Vec<_>)> = Vec::new();
    for Choice { declaration } in Choice::all(app) {
        let entry = (declaration.id, declaration.summary);
        match groups
            .iter_mut()
            .find(|(name, _)| *name == declaration.group)
        {
            Some((_, entries)) => entries.push(entry),
            None => groups.push((declaration.group, vec![entry])),
        }
    }
    groups
}

/// `GET /playground`, `GET /playground?operation=…`.
pub(super) async fn show(context: PageContext) -> PageResult {
    context.org()?;
    let id = context.parameter("operation").unwrap_or("calc_natal");
    let choice = Choice::find(&context.app, id)?;
    let mut form = Form::of(context.query().to_vec());
    if choice.picture(&context.app).is_some() {
        form = form.with("draw", "yes");
    }
    page(&PlaygroundPage::of(&context, choice, form))
}

/// `POST /playground/{operation}`: searches a place, selects one, or sends the request.
pub(super) async fn run(
    context: PageContext,
    Path(id): Path<String>,
    Extension(operations): Extension<Operations>,
    parts: Parts,
    form: Form,
) -> PageResult {
    context.org()?;
    let choice = Choice::find(&context.app, &id)?;
    if let Some(place) = form.given("find") {
        let place = place.to_owned();
        return find_place(&context, choice, &place, form).await;
    }
    if form.given("take").is_some() {
        let form = taken(form);
        return page(&PlaygroundPage::of(&context, choice, form));
    }
    let fields = choice.fields(&context.app);
    let address = choice.address(&fields, &form);
    let samples = Samples::of(&context.app.config.public_url(), &address);
    if form.given("price").is_some() {
        return match price(&context.app, choice, &fields, &form) {
            Ok(price) => {
                let mut shown = PlaygroundPage::of(&context, choice, form);
                shown.price = Some(u64::from(price));
                page(&shown)
            }
            Err(error) => refused(&PlaygroundPage::of(&context, choice, form.refused(error)?)),
        };
    }
    if choice.is_picture() {
        let mut shown = PlaygroundPage::of(&context, choice, form);
        shown.picture = Some(Picture::of(&context, choice, &fields, &shown.form));
        shown.samples = Some(samples);
        return page(&shown);
    }
    let mut response = send(&context, &operations, &parts, &address).await?;
    if let Some(error) = response.extensions_mut().remove::<Arc<ApiError>>() {
        let problems = ApiError::all(error.problems().to_vec());
        let mut shown = PlaygroundPage::of(&context, choice, form.refused(problems)?);
        shown.samples = Some(samples);
        return refused(&shown);
    }
    let drawn = choice
        .picture(&context.app)
        .filter(|_| form.has("draw", "yes"));
    let picture = drawn.map(|it| Picture::of(&context, it, &it.fields(&context.app), &form));
    let mut shown = PlaygroundPage::of(&context, choice, form);
    shown.outcome = Some(read(response).await?);
    shown.picture = picture;
    shown.samples = Some(samples);
    page(&shown)
}

/// `GET /playground/picture/{operation}`: the chart image.
pub(super) async fn picture(
    context: PageContext,
    Path(id): Path<String>,
    Extension(operations): Extension<Operations>,
    parts: Parts,
) -> PageResult {
    let choice = Choice::find(&context.app, &id)?;
    if !choice.is_picture() {
        return Err(ApiError::plain(ErrorCode::ResourceNotFound).into());
    }
    let form = Form::of(context.query().to_vec());
    let address = choice.address(&choice.fields(&context.app), &form);
    Ok(send(&context, &operations, &parts, &address).await?)
}

/// The cost of the request as filled in. Not counted.
fn price(app: &Dashboard, choice: Choice, fields: &[Field], form: &Form) -> Result<u32, ApiError> {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    for field in fields {
        for value in field.values(form) {
            query.append_pair(&field.name, &value);
        }
    }
    let price = app.catalog.service.prices.get(choice.declaration.id);
    let price = price.ok_or_else(|| ApiError::plain(ErrorCode::ResourceNotFound))?;
    price(Draft::Query(query.finish())).map(|it| it.units)
}

/// The URL of the chart image.
fn picture_address(choice: Choice, fields: &[Field], form: &Form) -> String {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    for field in fields {
        let values = field.values(form);
        let values = if values.is_empty() && field.name == "format" {
            vec!["svg".to_owned()]
        } else {
            values
        };
        for value in values {
            query.append_pair(&field.name, &value);
        }
    }
    format!(
        "/playground/picture/{}?{}",
        choice.declaration.id,
        query.finish()
    )
}

/// Sends a request as the user, in the current organization. It has its own id because it is a
/// separate entry in the ledger.
async fn send(
    context: &PageContext,
    operations: &Operations,
    parts: &Parts,
    address: &str,
) -> Result<Response<Body>, ApiError> {
    let unsendable =
        |error: axum::http::Error| ApiError::plain(ErrorCode::InternalError).because(error);
    let mut request = Request::get(address)
        .body(Body::empty())
        .map_err(unsendable)?;
    for name in [COOKIE, HOST, ORIGIN, SEC_FETCH_SITE, USER_AGENT] {
        for value in parts.headers.get_all(&name) {
            request.headers_mut().append(name.clone(), value.clone());
        }
    }
    let org = HeaderValue::from_str(&context.org()?.id);
    let org = org.map_err(|error| ApiError::plain(ErrorCode::InternalError).because(error))?;
    request.headers_mut().insert(X_ORGANIZATION, org);
    let json = HeaderValue::from_static("application/json");
    request.headers_mut().insert(ACCEPT, json);
    if let Some(client) = parts.extensions.get::<ClientAddress>() {
        request.extensions_mut().insert(*client);
    }
    request.extensions_mut().insert(context.counted()?);
    let answered = operations.0.clone().oneshot(request).await;
    answered.map_err(|never| match never {})
}

async fn read(response: Response<Body>) -> Result<Outcome, ApiError> {
    let status = response.status().as_u16();
    let bytes = to_bytes(response.into_body(), MAX_BYTES).await;
    let bytes = bytes.map_err(|error| ApiError::plain(ErrorCode::InternalError).because(error))?;
    let text = match serde_json::from_slice::<Value>(&bytes) {
        Ok(tree) => format!("{tree:#}"),
        Err(_) => String::from_utf8_lossy(&bytes).into_owned(),
    };
    let mut cut = text.len().min(MAX_SHOWN);
    while !text.is_char_boundary(cut) {
        cut -= 1;
    }
    Ok(Outcome {
        status,
        is_cut: cut < text.len(),
        text: text.get(..cut).unwrap_or_default().to_owned(),
    })
}

/// Searches the place entered for a group of fields.
async fn find_place(context: &PageContext, choice: Choice, group: &str, form: Form) -> PageResult {
    let typed = form.value(&format!("place.{group}")).trim().to_owned();
    let input = FormInput::default()
        .set("q", typed)
        .set("lang", context.language.tag());
    match context.submit::<GeocodingSearch>(input).await {
        Ok(found) => {
            let mut shown = PlaygroundPage::of(context, choice, form);
            shown.found = Some((group.to_owned(), found.0));
            page(&shown)
        }
        Err(error) => refused(&PlaygroundPage::of(context, choice, form.refused(error)?)),
    }
}

/// Fills the fields of a selected place.
fn taken(form: Form) -> Form {
    let choice = form.value("take").to_owned();
    let parts: Vec<&str> = choice.splitn(5, '|').collect();
    let [group, latitude, longitude, zone, name] = parts[..] else {
        return form;
    };
    let field = |name: &str| format!("{group}{name}");
    form.with(&field("latitude"), latitude)
        .with(&field("longitude"), longitude)
        .with(&field("timezone"), zone)
        .with(&field("name"), name)
        .with(&format!("place.{group}"), name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_fills_its_own_fields() {
        let take = "transit.location.|52.37|4.89|Europe/Amsterdam|Amsterdam, NL";
        let form = Form::of([("take".to_owned(), take.to_owned())]);
        let form = taken(form);
        assert_eq!(form.value("transit.location.latitude"), "52.37");
        assert_eq!(form.value("transit.location.timezone"), "Europe/Amsterdam");
        assert_eq!(form.value("transit.location.name"), "Amsterdam, NL");
        assert_eq!(form.value("location.latitude"), "");
    }

    #[test]
    fn a_call_is_the_same_in_every_language() {
        let samples = Samples::of(
            "https://x.example",
            "/api/calc/natal?dateTime=1990-06-15T14%3A30",
        );
        let url = "https://x.example/api/calc/natal?dateTime=1990-06-15T14%3A30";
        for sample in [&samples.curl, &samples.javascript, &samples.python] {
            assert!(sample.contains(url), "{sample}");
            assert!(sample.contains("X-Api-Key"), "{sample}");
        }
    }
}
