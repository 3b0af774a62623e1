//! `/docs`: the API reference for people, with a vendored script. Nothing is loaded from elsewhere.
//! The page is sandboxed: to the browser it has no origin, so the third-party script reaches
//! neither the dashboard nor its cookies and storage.

use std::io::Read as _;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, VARY,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response};
use axum::routing::get;
use bytes::Bytes;
use flate2::read::GzDecoder;

use crate::app::App;
use http_api::ErrorCode;
use transport::{SharedBody, SharedDocument};

/// The reference script, compressed as it is sent. The version is part of the path, so it can be
/// cached forever.
const SCRIPT_GZ: &[u8] = include_bytes!("../assets/vendor/scalar-1.72.1.js.gz");
const SCRIPT_PATH: &str = "/docs/scalar-1.72.1.js";
/// The script for the rare client without gzip.
static UNPACKED_SCRIPT: LazyLock<Bytes> = LazyLock::new(|| unpacked_script().into());
const STYLE_PATH: &str = "/docs/docs.css";
const STYLE: &str = include_str!("../assets/docs.css");
const MEMORY_PATH: &str = "/docs/memory.js";
const MEMORY: &str = include_str!("../assets/docs-memory.js");
const PAGE: &str = include_str!("../assets/docs.html");

/// The script creates its own style elements. Everything else comes from here and goes nowhere. In
/// the sandbox it may run and save the API document. Without `allow-same-origin` it has a foreign
/// origin, and the key API treats its requests like those of any other page.
const DOCS_POLICY: &str = "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";
const PLAIN_POLICY: &str = "default-src 'none'; style-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

pub(crate) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/docs", get(async || page(PAGE.to_owned(), DOCS_POLICY)))
        .route("/docs/errors", get(errors))
        .route(SCRIPT_PATH, get(script))
        .route(
            STYLE_PATH,
            get(async || asset("text/css", Body::from(STYLE))),
        )
        .route(
            MEMORY_PATH,
            get(async || asset("text/javascript", Body::from(MEMORY))),
        )
}

fn page(html: String, policy: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(html));
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value| headers.insert(name, HeaderValue::from_static(value));
    set(CONTENT_TYPE, "text/html; charset=utf-8");
    set(CONTENT_SECURITY_POLICY, policy);
    set(HeaderName::from_static("referrer-policy"), "no-referrer");
    response
}

/// The list of error codes, compressed once. Anyone can request it, as often as they like.
async fn errors() -> Response<Body> {
    static PAGE: LazyLock<Option<Arc<SharedDocument>>> = LazyLock::new(|| {
        let document = SharedDocument::new(errors_page().into_bytes());
        document.ok().map(Arc::new)
    });
    let Some(document) = &*PAGE else {
        return page(errors_page(), PLAIN_POLICY);
    };
    let mut response = page(String::new(), PLAIN_POLICY);
    *response.body_mut() = Body::from(document.plain());
    response.extensions_mut().insert(SharedBody);
    response.extensions_mut().insert(Arc::clone(document));
    response
}

fn asset(media_type: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    let lifetime = HeaderValue::from_static("public, max-age=3600");
    headers.insert(CACHE_CONTROL, lifetime);
    response
}

async fn script(headers: HeaderMap) -> Response<Body> {
    let takes_gzip = headers
        .get(ACCEPT_ENCODING)
        .and_then(|it| it.to_str().ok())
        .is_some_and(|it| it.contains("gzip"));
    let body = if takes_gzip {
        Body::from(SCRIPT_GZ)
    } else {
        Body::from(Bytes::clone(&UNPACKED_SCRIPT))
    };
    let mut response = asset("text/javascript", body);
    response.extensions_mut().insert(SharedBody);
    let headers = response.headers_mut();
    headers.insert(VARY, HeaderValue::from_name(ACCEPT_ENCODING));
    let for_ever = HeaderValue::from_static("public, max-age=31536000, immutable");
    headers.insert(CACHE_CONTROL, for_ever);
    if takes_gzip {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

fn unpacked_script() -> Vec<u8> {
    let mut script = Vec::new();
    let unpacked = GzDecoder::new(SCRIPT_GZ).read_to_end(&mut script);
    unpacked.expect("the embedded file is the one whose hash is in PROVENANCE.md");
    script
}

/// A sentence as HTML, with its code between backticks.
fn with_code(sentence: &str) -> String {
    let mut html = String::new();
    for (index, part) in sentence.split('`').enumerate() {
        if index % 2 == 1 {
            html.extend(["<code>", part, "</code>"]);
        } else {
            html.push_str(part);
        }
    }
    html
}

/// The page that `links.type` of an error points to.
fn errors_page() -> String {
    let section = |code: &ErrorCode| {
        let (name, status) = (code.name(), code.status().as_u16());
        let (title, explanation) = (code.title(), with_code(code.explanation()));
        format!(
            "<section id=\"{name}\"><h2>{title}</h2>\
             <p class=\"code\"><code>{name}</code> <span>{status}</span></p>\
             <p>{explanation}</p></section>\n"
        )
    };
    let sections: Vec<_> = ErrorCode::ALL.iter().map(section).collect();
    let sections = sections.concat();
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <title>Errors · Almagest</title><link rel=\"stylesheet\" href=\"{STYLE_PATH}\"></head>\
         <body class=\"prose\"><main><p><a href=\"/docs\">API reference</a></p><h1>Errors</h1>\n\
         <p>Every error has a stable code. One response lists every problem found.</p>\n\
         {sections}</main></body></html>\n"
    )
}
