//! Responses: pages, redirects after changes, and error pages.

use crate::message::Translate;
use std::convert::Infallible;
use std::sync::Arc;

use askama::Template;
use axum::body::Body;
use axum::extract::{FromRequestParts, Request};
use axum::http::header::{
    ACCEPT, CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION, REFERER, REFERRER_POLICY, SET_COOKIE,
};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, Response, StatusCode};
use axum::middleware::Next;
use axum::response::IntoResponse;
use url::Url;

use super::message::{Message, NegotiatedLanguage};
use super::{BIRTH_SCRIPT_PATH, ICON_PATH, SCRIPT_PATH, STYLE_PATH};
use http_api::{ApiError, ErrorCode};
use i18n::{Language, msg};
use operation::RequestLog;

/// Allows only this origin, and no inline scripts or styles.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; \
    connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The result of a page handler.
pub(super) type PageResult = Result<Response<Body>, PageError>;

/// The assets every page links to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assets {
    pub(super) icon: &'static str,
    pub(super) style: &'static str,
    pub(super) script: &'static str,
}

/// The assets of this version.
pub(super) fn assets() -> Assets {
    Assets {
        icon: &ICON_PATH,
        style: &STYLE_PATH,
        script: &SCRIPT_PATH,
    }
}

/// The path of the script of birth forms.
pub(super) fn birth_script() -> &'static str {
    &BIRTH_SCRIPT_PATH
}

/// The frame of pages without a session.
#[derive(Clone, Copy, Debug)]
pub(super) struct Card {
    pub(super) assets: Assets,
    pub(super) language: Language,
}

impl Card {
    const fn new(assets: Assets, language: Language) -> Self {
        Self { assets, language }
    }

    /// Translates a message.
    pub(super) fn t(&self, english: &str) -> Message {
        self.language.t(english)
    }
}

impl<S: Sync> FromRequestParts<S> for Card {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self::new(assets(), NegotiatedLanguage::of(parts)))
    }
}

/// Middleware of every page: negotiates the language and renders error pages.
pub(super) async fn negotiate_language(mut request: Request, next: Next) -> Response<Body> {
    let negotiated = NegotiatedLanguage::of_browser(Language::negotiate(request.headers()));
    request.extensions_mut().insert(negotiated.clone());
    let page = page_of(&request);
    let mut response = next.run(request).await;
    match response.extensions_mut().remove::<ErrorNotice>() {
        Some(notice) if notice.code() == ErrorCode::ReauthenticationRequired => {
            let mut query = url::form_urlencoded::Serializer::new(String::new());
            query.append_pair("next", &page);
            see_other(&format!("/confirm?{}", query.finish()))
        }
        Some(notice) => notice.in_language(negotiated.language()),
        None => response,
    }
}

/// The current page: the requested one, or the one a form was submitted from.
fn page_of(request: &Request) -> String {
    if *request.method() == Method::GET {
        return request.uri().path().to_owned();
    }
    let from = request.headers().get(REFERER);
    let from = from.and_then(|it| Url::parse(it.to_str().ok()?).ok());
    from.map_or_else(|| "/operator".to_owned(), |it| it.path().to_owned())
}

/// The "not found" page for browsers. None for API clients, which get the API error.
pub fn unknown_page(request: &Request) -> Option<Response<Body>> {
    let headers = request.headers();
    let mut accepted = headers.get_all(ACCEPT).iter();
    let wants_page = accepted.any(|it| it.to_str().is_ok_and(|it| it.contains("text/html")));
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    if !wants_page || !is_read || request.uri().path().starts_with("/api/") {
        return None;
    }
    let notice = ErrorNotice(Arc::new(ApiError::plain(ErrorCode::PathUnknown)));
    Some(notice.in_language(Language::negotiate(headers)))
}

/// A page.
pub(super) fn page(template: &impl Template) -> PageResult {
    page_with(StatusCode::OK, template)
}

/// A page with a rejected form.
pub(super) fn refused(template: &impl Template) -> PageResult {
    page_with(StatusCode::UNPROCESSABLE_ENTITY, template)
}

fn page_with(status: StatusCode, template: &impl Template) -> PageResult {
    let html = template.render();
    let html = html.map_err(|error| ApiError::plain(ErrorCode::InternalError).because(error))?;
    Ok(html_response(status, html))
}

fn html_response(status: StatusCode, html: String) -> Response<Body> {
    let mut response = Response::new(Body::from(html));
    *response.status_mut() = status;
    response
        .extensions_mut()
        .insert(RequestLog::of("dashboard"));
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value| headers.insert(name, HeaderValue::from_static(value));
    set(CONTENT_TYPE, "text/html; charset=utf-8");
    set(CONTENT_SECURITY_POLICY, POLICY);
    // Not `no-referrer`: browsers would then send `Origin: null` with our own forms.
    set(REFERRER_POLICY, "same-origin");
    response
}

/// JSON for a script of a page.
pub(super) fn json_response(value: &serde_json::Value) -> Response<Body> {
    fragment("application/json", value.to_string())
}

/// Text for a script of a page.
pub(super) fn text_response(text: String) -> Response<Body> {
    fragment("text/plain; charset=utf-8", text)
}

fn fragment(media_type: &'static str, text: String) -> Response<Body> {
    let mut response = html_response(StatusCode::OK, text);
    let media_type = HeaderValue::from_static(media_type);
    response.headers_mut().insert(CONTENT_TYPE, media_type);
    response
}

/// A 303 redirect.
pub(super) fn see_other(path: &str) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    response
        .extensions_mut()
        .insert(RequestLog::of("dashboard"));
    let location = HeaderValue::from_str(path).unwrap_or(HeaderValue::from_static("/"));
    response.headers_mut().insert(LOCATION, location);
    response
}

/// A 303 redirect with cookies.
pub(super) fn see_other_with<T: AsRef<str>>(path: &str, cookies: &[T]) -> Response<Body> {
    let mut response = see_other(path);
    for cookie in cookies {
        if let Ok(mut cookie) = HeaderValue::from_str(cookie.as_ref()) {
            cookie.set_sensitive(true);
            response.headers_mut().append(SET_COOKIE, cookie);
        }
    }
    response
}

/// An error that is rendered as a page.
#[derive(Debug)]
pub(super) struct PageError(ApiError);

impl From<ApiError> for PageError {
    fn from(error: ApiError) -> Self {
        Self(error)
    }
}

#[derive(Template)]
#[template(path = "fault.html")]
struct FaultPage<'a> {
    layout: Card,
    title: &'a str,
    status: u16,
    detail: &'a str,
    /// What a reader needs to know instead of the detail, which speaks to programmers.
    advice: Option<&'static str>,
    /// The code of the error, for the documentation.
    code: &'static str,
    /// The path and label of the link off the page.
    way_out: (&'static str, &'static str),
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response<Body> {
        let problem = &self.0.problems()[0];
        if matches!(
            problem.code,
            ErrorCode::SessionMissing | ErrorCode::SessionEnded
        ) {
            return see_other("/sign-in");
        }
        if let Some(cause) = self.0.cause() {
            tracing::error!(%cause, code = problem.code.name(), "cannot render page");
        }
        let mut response = Response::new(Body::empty());
        let notice = ErrorNotice(Arc::new(self.0));
        response.extensions_mut().insert(notice);
        response
    }
}

/// An error, carried to the middleware that knows the language.
#[derive(Clone, Debug)]
struct ErrorNotice(Arc<ApiError>);

impl ErrorNotice {
    fn code(&self) -> ErrorCode {
        self.0.problems()[0].code
    }

    fn in_language(&self, language: Language) -> Response<Body> {
        let problem = &self.0.problems()[0];
        let status = self.0.status();
        let way_out = match problem.code {
            ErrorCode::SecondFactorRequired => {
                ("/settings", msg("Set up two-factor authentication"))
            }
            _ => ("/overview", msg("Go to overview")),
        };
        // Details of the API are in English and speak to programmers.
        let (title, advice) = match problem.code {
            ErrorCode::PathUnknown | ErrorCode::ResourceNotFound => (
                msg("This page does not exist"),
                Some(msg(
                    "The link may be old or incomplete, or it belongs to an organization that you \
                     are not a member of.",
                )),
            ),
            ErrorCode::PermissionMissing => (
                msg("You don't have access to this page"),
                Some(msg(
                    "Your role in this organization does not have access to it. Ask an owner to \
                     change your role.",
                )),
            ),
            _ => (problem.code.title(), None),
        };
        let html = FaultPage {
            layout: Card::new(assets(), language),
            title: language.word(title),
            status: status.as_u16(),
            detail: language.word(&problem.detail),
            advice,
            code: problem.code.name(),
            way_out,
        };
        html_response(status, html.render().unwrap_or_default())
    }
}
