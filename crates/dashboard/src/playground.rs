//! The playground: a form made from an operation's description, the response, and code samples.
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
use serde_json::{Map, Value};
use tower::ServiceExt as _;

use super::answer::{self, Table};
use super::birth_form::{resolve_places, taken};
use super::code_sample::{Sample, SampleRequest};
use super::form::Form;
use super::markup::Markup;
use super::message::{Message, Translate as _};
use super::page::{PageResult, birth_script, page, refused, text_response};
use super::page_context::{Layout, PageContext};
use super::playground_form::{Field, FieldKind, example_of, fields_of};
use super::playground_groups::Groups;
use crate::Dashboard;
use astrology_api::geocoding::search::GeocodingSearch;
use auth::{ClientAddress, X_ORGANIZATION};
use http_api::{AccessPolicy, ApiError, Declaration, ErrorCode};
use i18n::{Language, msg};
use management_api::key::embed_url::EmbedUrlCreate;
use operation::Draft;

/// The maximum length of a displayed response.
const MAX_SHOWN: usize = 200_000;
/// The maximum length of a response. The playground does not send batches.
const MAX_BYTES: usize = 16 * 1024 * 1024;
/// The pages that show the form of an operation.
const PLAYGROUND: &str = "/playground";
const IMAGES: &str = "/images";
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
    /// The path of the page with the operation's form: images have a page of their own.
    fn page(self) -> &'static str {
        if self.is_picture() {
            IMAGES
        } else {
            PLAYGROUND
        }
    }

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

    /// Whether the operation also accepts a JSON body.
    fn takes_body(self) -> bool {
        let ways = self.declaration.methods.list();
        ways.iter().any(|(method, _)| method == Method::POST)
    }

    /// The JSON body of a request with the form's values.
    fn body(fields: &[Field], form: &Form) -> Value {
        let mut body = Map::new();
        for field in fields {
            if let Some(value) = field.json(form) {
                insert(&mut body, &field.name, value);
            }
        }
        Value::Object(body)
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

/// Inserts a value under a dotted name, such as `location.latitude`.
fn insert(into: &mut Map<String, Value>, name: &str, value: Value) {
    let Some((outer, inner)) = name.split_once('.') else {
        into.insert(name.to_owned(), value);
        return;
    };
    let member = into.entry(outer).or_insert_with(|| Map::new().into());
    if let Value::Object(member) = member {
        insert(member, inner, value);
    }
}

/// The response.
struct Outcome {
    status: u16,
    /// The time that the operation took, in milliseconds.
    elapsed_ms: String,
    /// What the request cost.
    units: Option<u64>,
    warnings: Vec<String>,
    tables: Vec<Table>,
    text: String,
    is_cut: bool,
}

/// What a request would cost.
#[derive(Clone, Copy)]
struct Cost {
    request: u64,
    /// That of the image, if it is included.
    picture: Option<u64>,
}

impl Cost {
    fn text(self, language: Language) -> Message {
        let all = self.request + self.picture.unwrap_or(0);
        match self.picture {
            Some(picture) => language
                .t(msg("Cost: {n} units ({request} + {image} for the image)"))
                .with("n", all)
                .with("request", self.request)
                .with("image", picture),
            None if all == 1 => language.t(msg("Cost: 1 unit")),
            None => language.t(msg("Cost: {n} units")).with("n", all),
        }
    }
}

#[derive(Template)]
#[template(path = "playground.html")]
struct PlaygroundPage {
    layout: Layout,
    script: &'static str,
    /// The path of the page.
    path: &'static str,
    /// Whether the page builds images.
    is_builder: bool,
    choices: Vec<(&'static str, Vec<(&'static str, &'static str)>)>,
    chosen: &'static str,
    summary: &'static str,
    /// The minimum cost of a request.
    cost: u64,
    /// The cost of the request as filled in, if it is complete.
    price: Option<Cost>,
    groups: Groups,
    has_example: bool,
    can_draw: bool,
    form: Form,
    /// The status and codes of a failed request.
    failure: Option<(u16, Vec<&'static str>)>,
    outcome: Option<Outcome>,
    picture: Option<Picture>,
    samples: Option<Vec<Sample>>,
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
        let document = &app.catalog.service.openapi;
        let layout = if choice.is_picture() {
            context.layout("Image Builder", IMAGES)
        } else {
            context.layout("Playground", PLAYGROUND)
        };
        Self {
            layout,
            script: birth_script(),
            path: choice.page(),
            is_builder: choice.is_picture(),
            choices: grouped(app, choice.is_picture()),
            chosen: choice.declaration.id,
            summary: choice.declaration.summary,
            cost: u64::from(choice.declaration.cost_units),
            price: cost(app, choice, &form).ok(),
            groups: Groups::of(choice.fields(app)),
            has_example: !example_of(document, choice.declaration.path).is_empty(),
            can_draw: choice.picture(app).is_some(),
            form,
            failure: None,
            outcome: None,
            picture: None,
            samples: None,
        }
    }

    /// With the problems of the form.
    fn failed(mut self, error: &ApiError) -> Self {
        let codes = error.problems().iter().map(|it| it.code.name());
        let mut codes: Vec<_> = codes.collect();
        codes.dedup();
        self.failure = Some((error.status().as_u16(), codes));
        self
    }

    /// The problems that belong to no field of the page.
    fn problems(&self) -> Markup {
        let births = self.groups.births.iter();
        let places = births.filter_map(|it| it.place.as_ref());
        let places: Vec<String> = places
            .flat_map(|it| [it.search_name(), it.object().to_owned()])
            .collect();
        let fields = self.groups.fields().map(|it| it.name.as_str());
        let names: Vec<&str> = fields.chain(places.iter().map(String::as_str)).collect();
        self.form.other_problems(&names)
    }
}

/// The pages, ids and summaries of the operations, for the search. None for users who may not call
/// them.
pub(super) fn operations(
    context: &PageContext,
) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let may_call = context.may::<GeocodingSearch>();
    let all = Choice::all(&context.app).filter(move |_| may_call);
    all.map(|it| (it.page(), it.declaration.id, it.declaration.summary))
}

/// The operations that draw images, or all others, grouped by reference heading.
fn grouped(
    app: &Dashboard,
    pictures: bool,
) -> Vec<(&'static str, Vec<(&'static str, &'static str)>)> {
    let mut groups: Vec<(&str, Vec<_>)> = Vec::new();
    let wanted = Choice::all(app).filter(|it| it.is_picture() == pictures);
    for Choice { declaration } in wanted {
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

/// `GET /playground`, `GET /playground?operation=…`, with an example or with values of fields.
pub(super) async fn show(context: PageContext) -> PageResult {
    form_of(&context, "calc_natal")
}

/// `GET /images`: the same for an image.
pub(super) async fn images(context: PageContext) -> PageResult {
    form_of(&context, "chart_natal")
}

fn form_of(context: &PageContext, default: &str) -> PageResult {
    context.org()?;
    let id = context.parameter("operation").unwrap_or(default);
    let choice = Choice::find(&context.app, id)?;
    let mut form = Form::of(context.query().to_vec());
    if context.parameter("example").is_some() {
        let document = &context.app.catalog.service.openapi;
        form = Form::of(example_of(document, choice.declaration.path));
    }
    if choice.picture(&context.app).is_some() {
        form = form.with("draw", "yes");
    }
    page(&PlaygroundPage::of(context, choice, form))
}

/// `POST /playground/{operation}`: finds the places, then sends the request or shows its cost.
pub(super) async fn run(
    context: PageContext,
    Path(id): Path<String>,
    Extension(operations): Extension<Operations>,
    parts: Parts,
    form: Form,
) -> PageResult {
    context.org()?;
    let choice = Choice::find(&context.app, &id)?;
    if form.given("take").is_some() {
        let form = taken(form);
        return page(&PlaygroundPage::of(&context, choice, form));
    }
    let mut groups = Groups::of(choice.fields(&context.app));
    let (form, all_found) = resolve_places(&context, groups.places_mut(), form).await?;
    if !all_found {
        let mut shown = PlaygroundPage::of(&context, choice, form);
        shown.groups = groups;
        return refused(&shown);
    }
    let fields = choice.fields(&context.app);
    let draft = cost(&context.app, choice, &form);
    if form.given("price").is_some() {
        return match draft {
            Ok(_) => page(&PlaygroundPage::of(&context, choice, form)),
            Err(error) => refused(&PlaygroundPage::of(&context, choice, form.refused(error)?)),
        };
    }
    let address = choice.address(&fields, &form);
    let samples = samples(&context.app, choice, &fields, &form, &address);
    if choice.is_picture() {
        if let Err(error) = &draft {
            let shown = PlaygroundPage::of(&context, choice, form.refused(copy_of(error))?);
            return refused(&shown.failed(error));
        }
        let mut shown = PlaygroundPage::of(&context, choice, form);
        shown.picture = Some(Picture::of(&context, choice, &fields, &shown.form));
        shown.samples = Some(samples);
        return page(&shown);
    }
    let began = context.app.clock.now();
    let mut response = send(&context, &operations, &parts, &address).await?;
    if let Some(error) = response.extensions_mut().remove::<Arc<ApiError>>() {
        let form = form.refused(copy_of(&error))?;
        let mut shown = PlaygroundPage::of(&context, choice, form).failed(&error);
        shown.samples = Some(samples);
        return refused(&shown);
    }
    let mut outcome = read(response).await?;
    let elapsed = context.app.clock.now().since(began);
    outcome.elapsed_ms = format!("{:.1}", elapsed.as_secs_f64() * 1_000.0);
    outcome.units = draft.ok().map(|it| it.request);
    let drawn = choice
        .picture(&context.app)
        .filter(|_| form.has("draw", "yes"));
    let picture = drawn.map(|it| Picture::of(&context, it, &it.fields(&context.app), &form));
    let mut shown = PlaygroundPage::of(&context, choice, form);
    shown.outcome = Some(outcome);
    shown.picture = picture;
    shown.samples = Some(samples);
    page(&shown)
}

/// The problems of an error, without its cause.
fn copy_of(error: &ApiError) -> ApiError {
    ApiError::all(error.problems().to_vec())
}

/// Code samples for the request.
fn samples(
    app: &Dashboard,
    choice: Choice,
    fields: &[Field],
    form: &Form,
    address: &str,
) -> Vec<Sample> {
    let public_url = app.config.public_url();
    let request = SampleRequest {
        url: format!("{public_url}{address}"),
        post: choice.takes_body().then(|| {
            let url = format!("{public_url}{}", choice.declaration.path);
            (url, Choice::body(fields, form))
        }),
        file: choice.is_picture().then(|| match form.value("format") {
            "png" => "chart.png",
            _ => "chart.svg",
        }),
    };
    request.samples()
}

/// `GET /playground/price/{operation}`: the cost of the form as filled in, as text for the script. Not
/// counted. Empty while the form is incomplete.
pub(super) async fn quote(context: PageContext, Path(id): Path<String>) -> PageResult {
    context.org()?;
    let choice = Choice::find(&context.app, &id)?;
    let form = Form::of(context.query().to_vec());
    let cost = cost(&context.app, choice, &form);
    let text = cost.map_or(String::new(), |it| it.text(context.language).to_string());
    Ok(text_response(text))
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

/// The cost of the form as filled in. Not counted.
///
/// # Errors
///
/// The problems that a request with these values would have.
fn cost(app: &Dashboard, choice: Choice, form: &Form) -> Result<Cost, ApiError> {
    let request = price(app, choice, form)?;
    let drawn = choice.picture(app).filter(|_| form.has("draw", "yes"));
    let picture = drawn.and_then(|it| price(app, it, form).ok());
    Ok(Cost { request, picture })
}

fn price(app: &Dashboard, choice: Choice, form: &Form) -> Result<u64, ApiError> {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    for field in choice.fields(app) {
        let values = field.values(form);
        if values.is_empty() && field.name == "format" {
            query.append_pair("format", "svg");
        }
        for value in values {
            query.append_pair(&field.name, &value);
        }
    }
    let price = app.catalog.service.prices.get(choice.declaration.id);
    let price = price.ok_or_else(|| ApiError::plain(ErrorCode::ResourceNotFound))?;
    price(Draft::Query(query.finish())).map(|it| u64::from(it.units))
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
    let (mut tables, mut warnings) = (Vec::new(), Vec::new());
    let text = if let Ok(tree) = serde_json::from_slice::<Value>(&bytes) {
        tables = answer::tables(&tree["data"]);
        warnings = answer::warnings(&tree["data"]);
        format!("{tree:#}")
    } else {
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let mut cut = text.len().min(MAX_SHOWN);
    while !text.is_char_boundary(cut) {
        cut -= 1;
    }
    Ok(Outcome {
        status,
        elapsed_ms: String::new(),
        units: None,
        warnings,
        tables,
        is_cut: cut < text.len(),
        text: text.get(..cut).unwrap_or_default().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_body_has_the_structure_of_the_request() {
        let mut body = Map::new();
        insert(&mut body, "location.latitude", json!(52.37));
        insert(&mut body, "location.longitude", json!(4.89));
        insert(&mut body, "points", json!(["sun"]));
        let expected = json!({
            "location": { "latitude": 52.37, "longitude": 4.89 },
            "points": ["sun"],
        });
        assert_eq!(Value::Object(body), expected);
    }
}
