//! Successful answers: how each kind stands in the document and on the wire.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, LOCATION, SET_COOKIE,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, Response, StatusCode};
use bytes::Bytes;
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

/// A successful answer.
pub trait Reply: Send + 'static {
    /// Its status, the same for every call.
    const STATUS: StatusCode = StatusCode::OK;

    /// The media types it can have, each with the schema of its content.
    fn describe(generator: &mut SchemaGenerator) -> Vec<(MediaType, Value)>;

    /// The response.
    ///
    /// # Errors
    ///
    /// When the value cannot be written as JSON: a defect, answered as one.
    fn into_response(self, context: &ReplyContext) -> Result<Response<Body>, serde_json::Error>;
}

/// What an answer may say about its request.
#[derive(Clone, Debug, Default)]
pub struct ReplyContext {
    /// The path asked for.
    pub path: String,
    /// The decoded query, in order.
    pub query: Vec<(String, String)>,
    /// What the client has already: the field `If-None-Match`.
    pub if_none_match: Option<String>,
    /// Whether it came by a signed address.
    pub is_signed: bool,
}

/// A media type we answer with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MediaType {
    /// JSON:API: everything but images and the plain documents below.
    JsonApi,
    /// Plain JSON, for monitors and tools that expect it.
    Json,
    /// Scalable Vector Graphics.
    Svg,
    /// Portable Network Graphics.
    Png,
}

impl MediaType {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::JsonApi => "application/vnd.api+json",
            Self::Json => "application/json",
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
        }
    }
}

fn respond(status: StatusCode, media_type: MediaType, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let value = HeaderValue::from_static(media_type.name());
    response.headers_mut().insert(CONTENT_TYPE, value);
    response
}

fn json_body(value: &impl Serialize) -> Result<Body, serde_json::Error> {
    serde_json::to_vec(value).map(Body::from)
}

/// A flat answer of a calculation: `{"data": …}`.
#[derive(Debug)]
pub struct Calculation<T>(pub T);

impl<T: Serialize + JsonSchema + Send + 'static> Reply for Calculation<T> {
    fn describe(generator: &mut SchemaGenerator) -> Vec<(MediaType, Value)> {
        let data = generator.subschema_for::<T>();
        let schema = json!({
            "type": "object",
            "required": ["data"],
            "properties": { "data": data },
        });
        vec![(MediaType::JsonApi, schema)]
    }

    fn into_response(self, _: &ReplyContext) -> Result<Response<Body>, serde_json::Error> {
        // Written once, straight from the value: a tree in between costs more than the calculation.
        #[derive(Serialize)]
        struct Envelope<T> {
            data: T,
        }
        let body = json_body(&Envelope { data: self.0 })?;
        Ok(respond(Self::STATUS, MediaType::JsonApi, body))
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

    /// The path at which this resource alone is served.
    fn path(&self) -> Cow<'static, str>;
}

fn resource_json<T: ResourceKind>(attributes: &T) -> Result<Value, serde_json::Error> {
    Ok(json!({
        "type": T::TYPE,
        "id": attributes.id(),
        "attributes": serde_json::to_value(attributes)?,
        "links": { "self": attributes.path() },
    }))
}

fn resource_schema<T: ResourceKind>(generator: &mut SchemaGenerator) -> Value {
    let attributes = generator.subschema_for::<T>();
    json!({
        "type": "object",
        "required": ["type", "id", "attributes", "links"],
        "properties": {
            "type": { "type": "string", "const": T::TYPE },
            "id": { "type": "string" },
            "attributes": attributes,
            "links": { "type": "object", "properties": { "self": { "type": "string" } } },
        },
    })
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
        let body = json_body(&json!({ "data": resource_json(&self.0)? }))?;
        Ok(respond(Self::STATUS, MediaType::JsonApi, body))
    }
}

/// A JSON:API resource that was made: 201, with `meta` where there is something to say about it.
#[derive(Debug)]
pub struct Created<T> {
    /// What was made.
    pub resource: T,
    /// What a program may want to know about its making.
    pub meta: Option<Value>,
}

impl<T: ResourceKind> Reply for Created<T> {
    const STATUS: StatusCode = StatusCode::CREATED;

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
        let mut document = json!({ "data": resource_json(&self.resource)? });
        if let Some(meta) = self.meta {
            document["meta"] = meta;
        }
        let mut response = respond(Self::STATUS, MediaType::JsonApi, json_body(&document)?);
        if let Ok(location) = HeaderValue::from_str(&self.resource.path()) {
            response.headers_mut().insert(LOCATION, location);
        }
        Ok(response)
    }
}

/// Done, and nothing to say: 204.
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

/// It will be done, if there is anything to do: 202, the same whatever that is.
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

/// An answer that sets or clears a cookie.
#[derive(Debug)]
pub struct WithCookie<R> {
    /// The answer.
    pub reply: R,
    /// The value of `Set-Cookie`.
    pub cookie: Zeroizing<String>,
}

impl<R: Reply> Reply for WithCookie<R> {
    const STATUS: StatusCode = R::STATUS;

    fn describe(generator: &mut SchemaGenerator) -> Vec<(MediaType, Value)> {
        R::describe(generator)
    }

    fn into_response(self, context: &ReplyContext) -> Result<Response<Body>, serde_json::Error> {
        let mut response = self.reply.into_response(context)?;
        if let Ok(mut cookie) = HeaderValue::from_str(&self.cookie) {
            cookie.set_sensitive(true);
            response.headers_mut().append(SET_COOKIE, cookie);
        }
        Ok(response)
    }
}

/// An answer with the version of what it shows, to be sent back in `If-Match` with a change.
#[derive(Debug)]
pub struct Tagged<R> {
    /// The answer.
    pub reply: R,
    /// The value of `ETag`, with its quotes.
    pub tag: String,
}

impl<R: Reply> Reply for Tagged<R> {
    const STATUS: StatusCode = R::STATUS;

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
    /// How many entries all pages have together.
    pub total: u64,
}

impl<T: ResourceKind> Reply for Collection<T> {
    fn describe(generator: &mut SchemaGenerator) -> Vec<(MediaType, Value)> {
        let schema = json!({
            "type": "object",
            "required": ["data", "links", "meta"],
            "properties": {
                "data": { "type": "array", "items": resource_schema::<T>(generator) },
                "links": { "type": "object", "required": ["self"], "properties": {
                    "self": { "type": "string" },
                    "next": { "type": "string", "description": "Absent on the last page." },
                } },
                "meta": { "type": "object", "required": ["total"], "properties": {
                    "total": { "type": "integer", "minimum": 0 },
                } },
            },
        });
        vec![(MediaType::JsonApi, schema)]
    }

    fn into_response(self, context: &ReplyContext) -> Result<Response<Body>, serde_json::Error> {
        let data: Vec<_> = self
            .items
            .iter()
            .map(resource_json)
            .collect::<Result<_, _>>()?;
        let mut links = json!({ "self": context.link(None) });
        if let Some(cursor) = &self.next {
            links["next"] = context.link(Some(cursor)).into();
        }
        let document = json!({ "data": data, "links": links, "meta": { "total": self.total } });
        Ok(respond(
            Self::STATUS,
            MediaType::JsonApi,
            json_body(&document)?,
        ))
    }
}

impl ReplyContext {
    /// The address asked for, or that of the page after `cursor` with everything else the same.
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

/// A picture.
#[derive(Debug)]
pub struct Image {
    /// What kind of picture.
    pub media_type: MediaType,
    /// The file.
    pub bytes: Bytes,
}

impl Reply for Image {
    fn describe(_: &mut SchemaGenerator) -> Vec<(MediaType, Value)> {
        let text = json!({ "type": "string" });
        let binary = json!({ "type": "string", "contentMediaType": "image/png" });
        vec![(MediaType::Svg, text), (MediaType::Png, binary)]
    }

    fn into_response(self, context: &ReplyContext) -> Result<Response<Body>, serde_json::Error> {
        let digest: [u8; 32] = Sha256::digest(&self.bytes).into();
        let tag = digest[..16].iter().map(|it| format!("{it:02x}"));
        let tag = format!("\"{}\"", tag.collect::<Vec<_>>().concat());
        let known = context.if_none_match.as_deref();
        let unchanged = known.is_some_and(|it| names_tag(it, &tag));
        let mut response = if unchanged {
            respond(StatusCode::NOT_MODIFIED, self.media_type, Body::empty())
        } else {
            respond(Self::STATUS, self.media_type, Body::from(self.bytes))
        };
        let headers = response.headers_mut();
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            headers.insert(ETAG, tag);
        }
        // A signed address names one picture for as long as it lives; a keyed request is asked
        // again, because the key may have lost its right.
        let cache = if context.is_signed {
            "private, max-age=86400, immutable"
        } else {
            "private, no-cache"
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
