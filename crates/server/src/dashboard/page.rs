//! Answers: a page, a redirect after a change, and the page that says why there is neither.

use askama::Template;
use axum::body::Body;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION, REFERRER_POLICY, SET_COOKIE,
};
use axum::http::{HeaderName, HeaderValue, Response, StatusCode};
use axum::response::IntoResponse;

use super::{ICON_PATH, SCRIPT_PATH, STYLE_PATH};
use crate::error::{ApiError, ErrorCode};
use crate::http::Trace;

/// Everything comes from here and goes here; nothing inside a page is a script or a style.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; \
    form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// What a handler answers.
pub(super) type Answer = Result<Response<Body>, Fault>;

/// What every page links to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assets {
    pub(super) icon: &'static str,
    pub(super) style: &'static str,
    pub(super) script: &'static str,
}

/// The files of this version.
pub(super) fn assets() -> Assets {
    Assets {
        icon: &ICON_PATH,
        style: &STYLE_PATH,
        script: &SCRIPT_PATH,
    }
}

/// A page.
pub(super) fn page(template: &impl Template) -> Answer {
    page_with(StatusCode::OK, template)
}

/// A page with a form that was refused.
pub(super) fn refused(template: &impl Template) -> Answer {
    page_with(StatusCode::UNPROCESSABLE_ENTITY, template)
}

fn page_with(status: StatusCode, template: &impl Template) -> Answer {
    let html = template.render();
    let html = html.map_err(|error| ApiError::plain(ErrorCode::InternalError).because(error))?;
    Ok(html_response(status, html))
}

fn html_response(status: StatusCode, html: String) -> Response<Body> {
    let mut response = Response::new(Body::from(html));
    *response.status_mut() = status;
    response.extensions_mut().insert(Trace::of("dashboard"));
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value| headers.insert(name, HeaderValue::from_static(value));
    set(CONTENT_TYPE, "text/html; charset=utf-8");
    set(CONTENT_SECURITY_POLICY, POLICY);
    // Not `no-referrer`: browsers would then send `Origin: null` with our own forms.
    set(REFERRER_POLICY, "same-origin");
    response
}

/// Go and look there.
pub(super) fn see_other(path: &str) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    response.extensions_mut().insert(Trace::of("dashboard"));
    let location = HeaderValue::from_str(path).unwrap_or(HeaderValue::from_static("/"));
    response.headers_mut().insert(LOCATION, location);
    response
}

/// The same with a cookie.
pub(super) fn see_other_with(path: &str, cookie: &str) -> Response<Body> {
    let mut response = see_other(path);
    if let Ok(mut cookie) = HeaderValue::from_str(cookie) {
        cookie.set_sensitive(true);
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// Why there is no page.
#[derive(Debug)]
pub(super) struct Fault(ApiError);

impl From<ApiError> for Fault {
    fn from(error: ApiError) -> Self {
        Self(error)
    }
}

#[derive(Template)]
#[template(path = "fault.html")]
struct FaultPage<'a> {
    assets: Assets,
    title: &'static str,
    status: u16,
    detail: &'a str,
    /// Where the way out is: its address and what it is called.
    way_out: (&'static str, &'static str),
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response<Body> {
        let problem = &self.0.problems()[0];
        if matches!(
            problem.code,
            ErrorCode::SessionMissing | ErrorCode::SessionEnded
        ) {
            return see_other("/sign-in");
        }
        if let Some(cause) = self.0.cause() {
            tracing::error!(%cause, code = problem.code.name(), "a page could not be made");
        }
        let status = self.0.status();
        let way_out = match problem.code {
            ErrorCode::SecondFactorRequired => ("/settings", "Set up a second factor"),
            _ => ("/overview", "To the overview"),
        };
        let html = FaultPage {
            assets: assets(),
            title: problem.code.title(),
            status: status.as_u16(),
            detail: &problem.detail,
            way_out,
        };
        html_response(status, html.render().unwrap_or_default())
    }
}
