//! Successful responses: how each kind appears in the document and on the wire.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, LOCATION,
    SET_COOKIE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, Response, StatusCode};
use bytes::Bytes;
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use super::input::PageRequest;
use http_api::ApiError;
use http_api::input::DEFINITIONS;

/// A successful response.
pub trait Reply: Send + 'static {
    /// Its status, the same for every call.
    const STATUS: StatusCode = StatusCode::OK;

    /// The headers it has besides those of every response.
    fn headers() -> Vec<&'static str> {
        Vec::new()
    }

    /// The media types it can have, each with the schema of its content.
    fn describe(generator: &mut SchemaGenerator) -> Vec<(MediaType, Value)>;

    /// The response.
    ///
    /// # Errors
    ///
    /// The value cannot be written as JSON: a defect, and reported as one.
    fn into_response(self, context: &ReplyContext) -> Result<Response<Body>, serde_json::Error>;
}

/// What a response may use of its request.
#[derive(Clone, Debug, Default)]
pub struct ReplyContext {
    /// The requested path.
    pub path: String,
    /// The decoded query, in order.
    pub query: Vec<(String, String)>,
    /// The `If-None-Match` header: what the client already has.
    pub if_none_match: Option<String>,
    /// How the key was presented, if it was a URL.
    pub by_url: Option<ByUrl>,
    /// Whether the client accepts `application/vnd.api+json` by name.
    pub accepts_json_api: bool,
}

/// A URL that this service made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByUrl {
    /// The signed URL of a response.
    Signed,
    /// An embed URL.
    Embed,
}

impl ReplyContext {
    /// The media type of `{"data": …}`: plain JSON, unless the client asks for JSON:API.
    pub const fn json(&self) -> MediaType {
        if self.accepts_json_api {
            MediaType::JsonApi
        } else {
            MediaType::Json
        }
    }
}

/// A media type of responses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaType {
    /// JSON:API: resources and errors.
    JsonApi,
    /// Plain JSON: calculations, places and documents.
    Json,
    /// Scalable Vector Graphics.
    Svg,
    /// Portable Network Graphics.
    Png,
    /// Comma-separated values.
    Csv,
    /// Portable Document Format.
    Pdf,
    /// Plain text, which may be Markdown.
    Text,
    /// Server-sent events.
    EventStream,
}

impl MediaType {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::JsonApi => "application/vnd.api+json",
            Self::Json => "application/json",
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
            Self::Csv => "text/csv; charset=utf-8",
            Self::Pdf => "application/pdf",
            Self::Text => "text/plain; charset=utf-8",
            Self::EventStream => "text/event-stream; charset=utf-8",
        }
    }
}

/// The usual number of headers of a response to a key: the map is allocated once and does not grow.
const HEADERS: usize = 24;

pub(crate) fn respond(status: StatusCode, media_type: MediaType, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    response.headers_mut().reserve(HEADERS);
    let value = HeaderValue::from_static(media_type.name());
    response.headers_mut().insert(CONTENT_TYPE, value);
    response
}

/// The length of a short response: it is written without growing.
const SHORT_BODY_BYTES: usize = 2048;

fn json_body(value: &impl Serialize) -> Result<Body, serde_json::Error> {
    let mut written = Vec::with_capacity(SHORT_BODY_BYTES);
    serde_json::to_writer(&mut written, value)?;
    Ok(Body::from(written))
}

/// A flat response of a calculation: `{"data": …}`.
#[derive(Debug)]
pub struct DataReply<T>(pub T);

impl<T: Serialize + JsonSchema + Send + 'static> Reply for DataReply<T> {
    fn describe(generator: &mut SchemaGenerator) -> Vec<(MediaType, Value)> {
        let data = generator.subschema_for::<T>();
        let schema = json!({
            "type": "object",
            "required": ["data"],
            "properties": { "data": data },
        });
        vec![(MediaType::Json, schema)]
    }

    fn into_response(self, context: &ReplyContext) -> Result<Response<Body>, serde_json::Error> {
        // Written once, straight from the value: a tree in between costs more than the calculation.
        let body = json_body(&Envelope::of(self.0, NO_META))?;
        Ok(respond(Self::STATUS, context.json(), body))
    }
}

/// A plain JSON document, without an envelope.
#[derive(Debug)]
pub struct Document<T>(pub T);

impl<T: Serialize + JsonSchema + Send + 'static> Reply for Document<T> {
    fn describe(generator: &mut SchemaGenerator) -> Vec<(MediaType, Value)> {
        vec![(MediaType::Json, generator.subschema_for::<T>().to_value())]
    }

    fn into_response(self, _: &ReplyContext) -> Result<Response<Body>, serde_json::Error> {
        let body = json_body(&self.0)?;
        Ok(respond(Self::STATUS, MediaType::Json, body))
    }
}

/// The attributes of a kind of JSON:API resource.
pub trait ResourceKind: Serialize + JsonSchema + Send + 'static {
    /// The resource's `type`.
    const TYPE: &'static str;

    /// The resource's `id`.
    fn id(&self) -> String;

    /// The path of this resource alone.
    fn path(&self) -> Cow<'static, str>;
}

/// Declares the type of a resource, the field that is its id, and its path, which is made from
/// fields. A resource that exists only in a list has the list's path.
#[macro_export]
macro_rules! resource {
    ($type:ty, $name:literal, $id:ident, $path:literal $(, $part:ident)*) => {
        impl $crate::ResourceKind for $type {
            const TYPE: &'static str = $name;

            fn id(&self) -> String {
                self.$id.to_string()
            }

            fn path(&self) -> std::borrow::Cow<'static, str> {
                format!($path $(, $part = self.$part)*).into()
            }
        }
    };
}

/// A resource in a document, written once, straight from its attributes.
#[derive(Serialize)]
struct ResourceObject<'a, T> {
    #[serde(rename = "type")]
    kind: &'static str,
    id: String,
    attributes: &'a T,
    links: Links<Cow<'static, str>>,
}

#[derive(Serialize)]
struct Links<Link> {
    #[serde(rename = "self")]
    this: Link,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Link>,
}

impl<'a, T: ResourceKind> ResourceObject<'a, T> {
    fn of(attributes: &'a T) -> Self {
        Self {
            kind: T::TYPE,
            id: attributes.id(),
            links: Links {
                this: attributes.path(),
                next: None,
            },
            attributes,
        }
    }
}

/// `data` and its metadata.
#[derive(Serialize)]
struct Envelope<Data, Links, Meta> {
    data: Data,
    #[serde(skip_serializing_if = "Option::is_none")]
    links: Option<Links>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meta: Option<Meta>,
}

impl<Data, Meta> Envelope<Data, (), Meta> {
    const fn of(data: Data, meta: Option<Meta>) -> Self {
        Self {
            data,
            links: None,
            meta,
        }
    }
}

/// For replies without metadata.
const NO_META: Option<()> = None;

fn resource_schema<T: ResourceKind>(generator: &mut SchemaGenerator) -> Value {
    let attributes = generator.subschema_for::<T>().to_value();
    let reference = attributes["$ref"].as_str();
    let name = reference.and_then(|it| it.strip_prefix(DEFINITIONS));
    let name = format!("{}Resource", name.unwrap_or(T::TYPE));
    let links = json!({ "type": "object", "properties": { "self": { "type": "string" } } });
    let links = define(generator, "ResourceLinks", links);
    let schema = json!({
        "type": "object",
        "required": ["type", "id", "attributes", "links"],
        "properties": {
            "type": { "type": "string", "const": T::TYPE },
            "id": { "type": "string" },
            "attributes": attributes,
            "links": links,
        },
    });
    define(generator, &name, schema)
}

/// Gives a schema a name, so that it is declared once and generated code has a type for it, and
/// returns a reference to it.
fn define(generator: &mut SchemaGenerator, name: &str, schema: Value) -> Value {
    let definitions = generator.definitions_mut();
    let known = definitions.get(name);
    debug_assert!(
        known.is_none_or(|it| *it == schema),
        "two schemas are called {name}"
    );
    definitions.insert(name.to_owned(), schema);
    json!({ "$ref": format!("{DEFINITIONS}{name}") })
}

/// One JSON:API resource.
#[derive(Debug)]
pub struct Resource<T>(pub T);

impl<T: ResourceKind> Reply for Resource<T> {
    fn describe(generator: &mut SchemaGenerator) -> Vec<(MediaType, Value)> {
        let schema = json!({
            "type": "object",
            "required": ["data"],
            "properties": { "data": resource_schema::<T>(generator) },
        });
        vec![(MediaType::JsonApi, schema)]
    }

    fn into_response(self, _: &ReplyContext) -> Result<Response<Body>, serde_json::Error> {
        let body = json_body(&Envelope::of(ResourceObject::of(&self.0), NO_META))?;
        Ok(respond(Self::STATUS, MediaType::JsonApi, body))
    }
}

/// A created JSON:API resource: 201, with `meta` if there is any.
#[derive(Debug)]
pub struct Created<T, Meta = Value> {
    /// The created resource.
    pub resource: T,
    /// Metadata about the creation.
    pub meta: Option<Meta>,
}

impl<T: ResourceKind, Meta: Serialize + Send + 'static> Reply for Created<T, Meta> {
    const STATUS: StatusCode = StatusCode::CREATED;

    fn headers() -> Vec<&'static str> {
        vec!["Location"]
    }

    fn describe(generator: &mut SchemaGenerator) -> Vec<(MediaType, Value)> {
        let schema = json!({
            "type": "object",
            "required": ["data"],
            "properties": {
                "data": resource_schema::<T>(generator),
                "meta": { "type": "object" },
            },
        });
        vec![(MediaType::JsonApi, schema)]
    }

    fn into_response(self, _: &ReplyContext) -> Result<Response<Body>, serde_json::Error> {
        let document = Envelope::of(ResourceObject::of(&self.resource), self.meta);
        let mut response = respond(Self::STATUS, MediaType::JsonApi, json_body(&document)?);
        if let Ok(location) = HeaderValue::from_str(&self.resource.path()) {
            response.headers_mut().insert(LOCATION, location);
        }
        Ok(response)
    }
}

/// Success without content: 204.
#[derive(Debug)]
pub struct NoContent;

impl Reply for NoContent {
    const STATUS: StatusCode = StatusCode::NO_CONTENT;

    fn describe(_: &mut SchemaGenerator) -> Vec<(MediaType, Value)> {
        vec![]
    }

    fn into_response(self, _: &ReplyContext) -> Result<Response<Body>, serde_json::Error> {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = Self::STATUS;
        Ok(response)
    }
}

/// Accepted: 202. The response is the same whether there is anything to do or not.
#[derive(Debug)]
pub struct Accepted;

impl Reply for Accepted {
    const STATUS: StatusCode = StatusCode::ACCEPTED;

    fn describe(_: &mut SchemaGenerator) -> Vec<(MediaType, Value)> {
        let schema = json!({ "type": "object", "properties": { "meta": { "type": "object" } } });
        vec![(MediaType::JsonApi, schema)]
    }

    fn into_response(self, _: &ReplyContext) -> Result<Response<Body>, serde_json::Error> {
        let body = json_body(&json!({ "meta": { "accepted": true } }))?;
        Ok(respond(Self::STATUS, MediaType::JsonApi, body))
    }
}

/// A response that sets or clears a cookie.
#[derive(Debug)]
pub struct WithCookie<R> {
    /// The response.
    pub reply: R,
    /// The values of `Set-Cookie`.
    pub cookies: Vec<Zeroizing<String>>,
}

impl<R: Reply> Reply for WithCookie<R> {
    const STATUS: StatusCode = R::STATUS;

    fn headers() -> Vec<&'static str> {
        R::headers()
    }

    fn describe(generator: &mut SchemaGenerator) -> Vec<(MediaType, Value)> {
        R::describe(generator)
    }

    fn into_response(self, context: &ReplyContext) -> Result<Response<Body>, serde_json::Error> {
        let mut response = self.reply.into_response(context)?;
        for cookie in &self.cookies {
            if let Ok(mut cookie) = HeaderValue::from_str(cookie) {
                cookie.set_sensitive(true);
                response.headers_mut().append(SET_COOKIE, cookie);
            }
        }
        Ok(response)
    }
}

/// A response with the version of its contents, to be sent in `If-Match` with a change.
#[derive(Debug)]
pub struct Tagged<R> {
    /// The response.
    pub reply: R,
    /// The value of `ETag`, with its quotes.
    pub tag: String,
}

impl<R: Reply> Reply for Tagged<R> {
    const STATUS: StatusCode = R::STATUS;

    fn headers() -> Vec<&'static str> {
        [R::headers(), vec!["ETag"]].concat()
    }

    fn describe(generator: &mut SchemaGenerator) -> Vec<(MediaType, Value)> {
        R::describe(generator)
    }

    fn into_response(self, context: &ReplyContext) -> Result<Response<Body>, serde_json::Error> {
        let mut response = self.reply.into_response(context)?;
        if let Ok(tag) = HeaderValue::from_str(&self.tag) {
            response.headers_mut().insert(ETAG, tag);
        }
        Ok(response)
    }
}

/// A page of JSON:API resources.
#[derive(Debug)]
pub struct Collection<T> {
    /// The entries of this page.
    pub items: Vec<T>,
    /// The cursor of the next page, if there is one.
    pub next: Option<String>,
    /// The number of entries on all pages.
    pub total: u64,
}

impl<T> Collection<T> {
    /// A page of the store, with each entry converted by `show`.
    pub fn of<Entry, Cursor: ToString>(
        page: store::Page<Entry, Cursor>,
        show: impl FnMut(Entry) -> T,
    ) -> Self {
        Self {
            items: page.items.into_iter().map(show).collect(),
            next: page.next.map(|it| it.to_string()),
            total: page.total,
        }
    }
}

impl<T: ResourceKind> Collection<T> {
    /// A page of a list that is short enough to be in memory as a whole. Its cursors are ids.
    ///
    /// # Errors
    ///
    /// `field_format` for a cursor that does not belong to this list.
    pub fn cut(all: Vec<T>, page: &PageRequest) -> Result<Self, ApiError> {
        let start = match &page.after {
            None => 0,
            Some(after) => {
                let found = all.iter().position(|it| it.id() == *after);
                found.ok_or_else(PageRequest::no_cursor)? + 1
            }
        };
        let total = all.len() as u64;
        let mut items: Vec<_> = all.into_iter().skip(start).collect();
        let more = items.len() > page.size as usize;
        items.truncate(page.size as usize);
        let next = items.last().filter(|_| more).map(ResourceKind::id);
        Ok(Self { items, next, total })
    }
}

impl<T: ResourceKind> Reply for Collection<T> {
    fn describe(generator: &mut SchemaGenerator) -> Vec<(MediaType, Value)> {
        let links = json!({ "type": "object", "required": ["self"], "properties": {
            "self": { "type": "string" },
            "next": { "type": "string", "description": "Absent on the last page." },
        } });
        let meta = json!({ "type": "object", "required": ["total"], "properties": {
            "total": { "type": "integer", "minimum": 0 },
        } });
        let schema = json!({
            "type": "object",
            "required": ["data", "links", "meta"],
            "properties": {
                "data": { "type": "array", "items": resource_schema::<T>(generator) },
                "links": define(generator, "PageLinks", links),
                "meta": define(generator, "PageMeta", meta),
            },
        });
        vec![(MediaType::JsonApi, schema)]
    }

    fn into_response(self, context: &ReplyContext) -> Result<Response<Body>, serde_json::Error> {
        #[derive(Serialize)]
        struct Meta {
            total: u64,
        }
        let next = self.next.as_deref();
        let document = Envelope {
            data: self
                .items
                .iter()
                .map(ResourceObject::of)
                .collect::<Vec<_>>(),
            links: Some(Links {
                this: context.link(None),
                next: next.map(|cursor| context.link(Some(cursor))),
            }),
            meta: Some(Meta { total: self.total }),
        };
        Ok(respond(
            Self::STATUS,
            MediaType::JsonApi,
            json_body(&document)?,
        ))
    }
}

impl ReplyContext {
    /// The requested URL, or that of the page after `cursor` with everything else the same.
    fn link(&self, cursor: Option<&str>) -> String {
        let is_cursor = |name: &str| name == "page[after]" || name == "page.after";
        let kept = self
            .query
            .iter()
            .filter(|(name, _)| cursor.is_none() || !is_cursor(name))
            .map(|(name, value)| (name.as_str(), value.as_str()));
        let query = url::form_urlencoded::Serializer::new(String::new())
            .extend_pairs(kept)
            .extend_pairs(cursor.map(|it| ("page[after]", it)))
            .finish();
        if query.is_empty() {
            self.path.clone()
        } else {
            format!("{}?{query}", self.path)
        }
    }
}

/// An image.
#[derive(Debug)]
pub struct Image {
    /// Its media type.
    pub media_type: MediaType,
    /// Identifies the image.
    pub tag: ImageTag,
    /// The file. `None` if the client has it.
    pub bytes: Option<Bytes>,
}

/// The entity tag of an image. It follows from what the image depends on, so it is known before the
/// image is drawn.
#[derive(Clone, Debug)]
pub struct ImageTag(String);

impl ImageTag {
    /// The tag of the image with these dependencies, as drawn by this version of the program.
    pub fn of(dependencies: &[&[u8]]) -> Self {
        let mut digest = Sha256::new();
        digest.update(env!("CARGO_PKG_VERSION").as_bytes());
        digest.update([0]);
        for dependency in dependencies {
            digest.update(dependency);
        }
        let digest: [u8; 32] = digest.finalize().into();
        let digits = digest[..16].iter().map(|it| format!("{it:02x}"));
        Self(format!("\"{}\"", digits.collect::<Vec<_>>().concat()))
    }

    /// Whether an `If-None-Match` header lists the tag. `*` does not: it says nothing about what
    /// the client has.
    pub fn is_listed(&self, if_none_match: Option<&str>) -> bool {
        if_none_match.is_some_and(|it| it.trim() != "*" && names_tag(it, &self.0))
    }
}

impl Reply for Image {
    fn headers() -> Vec<&'static str> {
        vec!["ETag"]
    }

    fn describe(_: &mut SchemaGenerator) -> Vec<(MediaType, Value)> {
        let binary = || json!({ "type": "string", "format": "binary" });
        vec![(MediaType::Svg, binary()), (MediaType::Png, binary())]
    }

    fn into_response(self, context: &ReplyContext) -> Result<Response<Body>, serde_json::Error> {
        let known = context.if_none_match.as_deref();
        let unchanged = known.is_some_and(|it| names_tag(it, &self.tag.0));
        let mut response = match self.bytes {
            Some(bytes) if !unchanged => respond(Self::STATUS, self.media_type, Body::from(bytes)),
            _ => respond(StatusCode::NOT_MODIFIED, self.media_type, Body::empty()),
        };
        let headers = response.headers_mut();
        if let Ok(tag) = HeaderValue::from_str(&self.tag.0) {
            headers.insert(ETAG, tag);
        }
        // The signed URL of a response names one image for as long as it is valid. Others are
        // revalidated: a key may have lost its permission, an embed URL may be revoked, and it can show
        // another day.
        let cache = match context.by_url {
            Some(ByUrl::Signed) => "private, max-age=86400, immutable",
            Some(ByUrl::Embed) | None => "private, no-cache",
        };
        for (name, value) in [
            (CACHE_CONTROL, cache),
            (CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
            (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        Ok(response)
    }
}

/// Declares files that are downloaded rather than shown.
macro_rules! files {
    ($($(#[$doc:meta])* $name:ident = $media_type:ident, $schema:expr;)+) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name {
            /// The file name: letters, digits, hyphens and a dot.
            pub name: String,
            /// The file.
            pub bytes: Bytes,
        }

        impl Reply for $name {
            fn describe(_: &mut SchemaGenerator) -> Vec<(MediaType, Value)> {
                vec![(MediaType::$media_type, $schema)]
            }

            fn into_response(self, _: &ReplyContext) -> Result<Response<Body>, serde_json::Error> {
                Ok(file(MediaType::$media_type, &self.name, self.bytes))
            }
        }
    )+};
}

files! {
    /// A table for a spreadsheet.
    CsvFile = Csv, json!({ "type": "string" });
    /// A document for printing.
    PdfFile = Pdf, json!({ "type": "string", "format": "binary" });
}

fn file(media_type: MediaType, name: &str, bytes: Bytes) -> Response<Body> {
    let mut response = respond(StatusCode::OK, media_type, Body::from(bytes));
    let headers = response.headers_mut();
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(CONTENT_DISPOSITION, value);
    }
    for (name, value) in [
        (CACHE_CONTROL, "private, no-cache"),
        (CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Whether `If-None-Match` names this tag (RFC 9110, section 13.1.2: weakly compared).
fn names_tag(field: &str, tag: &str) -> bool {
    let mut named = field.split(',').map(str::trim);
    named.any(|it| it == "*" || it.strip_prefix("W/").unwrap_or(it) == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_recognized_in_a_list() {
        assert!(names_tag("\"a\", W/\"b\"", "\"b\""));
        assert!(names_tag("*", "\"b\""));
        assert!(!names_tag("\"bb\"", "\"b\""));
    }

    #[test]
    fn the_next_page_keeps_every_other_parameter() {
        let context = ReplyContext {
            path: "/api/things".to_owned(),
            query: [
                ("filter[language]", "nl"),
                ("page[after]", "old"),
                ("page[size]", "2"),
            ]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .to_vec(),
            ..ReplyContext::default()
        };
        let next = context.link(Some("a&b"));
        let expected = "/api/things?filter%5Blanguage%5D=nl&page%5Bsize%5D=2&page%5Bafter%5D=a%26b";
        assert_eq!(next, expected);
        assert_eq!(ReplyContext::default().link(None), "");
    }
}
