//! The input of an operation: from path, query or body to one checked tree, and from that to the
//! operation's own type.

use std::sync::Arc;

use access::OrgId;
use axum::body::Body;
use axum::extract::{FromRequestParts as _, RawPathParams};
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Request};
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt as _;
use serde_json::{Map, Value};

use access::signed_url;
use http_api::input::{CompiledSchema, MAX_PROBLEMS, Required, json, query};
use http_api::text::thousands;
use http_api::{ApiError, ErrorCode, InputPlace, Problem, Source};
use openapi::ORG_PARAMETER;
use platform::{MemoryReservation, Platform};
use transport::Refusal;

/// Larger bodies are not parsed on a thread that serves connections.
const MAX_INLINE_BODY_BYTES: usize = 16 * 1024;
/// The approximate memory of a byte of JSON once it is parsed.
const PARSED_BYTES_PER_BYTE: u64 = 4;

/// How a route of an operation receives its input.
#[derive(Clone, Debug)]
pub(crate) struct InputDecoder {
    /// The whole input.
    pub(crate) schema: CompiledSchema,
    /// The input without its path parameters.
    pub(crate) rest: CompiledSchema,
    /// Path parameters that the route itself fixes: `format` is `svg` on the `.svg` route.
    pub(crate) fixed: Vec<(String, String)>,
    pub(crate) place: InputPlace,
    pub(crate) body_bytes: usize,
    /// Whether the path names the organization of the call.
    pub(crate) names_org: bool,
}

impl InputDecoder {
    /// Reads and checks the input of a request. [`typed`](operation::typed) converts it to the
    /// operation's own type.
    pub(crate) async fn receive(
        self: &Arc<Self>,
        platform: &Platform,
        request: Request<Body>,
        (org, is_signed): (Option<OrgId>, bool),
        memory: &mut MemoryReservation,
    ) -> Result<Value, ApiError> {
        let (mut parts, body) = request.into_parts();
        let path = self.path_parameters(&mut parts).await?;
        let rest = match self.place {
            InputPlace::Query => self.query(parts.uri.query().unwrap_or_default(), is_signed),
            InputPlace::Body => {
                no_query(parts.uri.query())?;
                require_json(&parts.headers)?;
                let bytes = self.read((platform, org), body, memory).await?;
                self.body(platform, bytes).await
            }
        };
        merge(path, rest).map(Value::Object)
    }

    /// The organization that the path names. It is not part of the input.
    pub(crate) async fn org_parameter(&self, parts: &mut Parts) -> Option<String> {
        if !self.names_org {
            return None;
        }
        let raw = RawPathParams::from_request_parts(parts, &()).await.ok()?;
        let named = raw.iter().find(|(name, _)| *name == ORG_PARAMETER);
        named.map(|(_, value)| value.to_owned())
    }

    async fn path_parameters(&self, parts: &mut Parts) -> Result<Checked, ApiError> {
        let from_route = self.fixed.iter().cloned();
        let raw = RawPathParams::from_request_parts(parts, &()).await;
        // Text in the path that is not UTF-8 names nothing that exists.
        let raw = raw.map_err(|_| ApiError::plain(ErrorCode::PathUnknown))?;
        let from_path = raw
            .iter()
            .map(|(name, value)| (name.to_owned(), value.to_owned()));
        let mut tree = Map::new();
        let mut problems = Vec::new();
        for (name, text) in from_route.chain(from_path) {
            if self.names_org && name == ORG_PARAMETER {
                continue;
            }
            let field = self.schema.field(&name);
            let field = field.expect("registration checked that path parameters are fields");
            let mut value = query::coerce_text(text, &field.schema);
            let mut found = field.schema.check(&mut value);
            for problem in &mut found {
                query::reword(problem, &value, &field.schema);
            }
            problems.extend(
                found
                    .into_iter()
                    .map(|it| it.at(Source::Parameter(name.clone()))),
            );
            tree.insert(name, value);
        }
        Ok((tree, problems))
    }

    fn query(&self, text: &str, is_signed: bool) -> Result<Checked, ApiError> {
        let mut pairs = query::pairs(text)?;
        if is_signed {
            pairs.retain(|(name, _)| !signed_url::PARAMETERS.contains(&name.as_str()));
        }
        let mut tree = query::tree(pairs, &self.rest);
        let mut problems = self.rest.check(&mut tree);
        for problem in &mut problems {
            self.only_together(problem);
            query::reword(problem, &tree, &self.rest);
            problem.source = problem.source.take().map(query::in_query);
        }
        Ok((into_object(tree), problems))
    }

    /// A missing part of an optional group that was started: the document lists parameters one by
    /// one and cannot require it, so it is not the schema that refuses.
    fn only_together(&self, problem: &mut Problem) {
        let Some(Source::Pointer(pointer)) = &problem.source else {
            return;
        };
        let mut segments = pointer.split('/').skip(1);
        let group = segments.next().and_then(|it| self.rest.field(it));
        let is_part = segments.next().is_some();
        let is_optional = group.is_some_and(|it| it.required == Required::Never);
        if problem.code == ErrorCode::FieldMissing && is_part && is_optional {
            problem.code = ErrorCode::FieldsConflict;
        }
    }

    /// Large bodies are parsed and checked on a thread of their own. They would block a thread that
    /// serves connections for milliseconds.
    async fn body(
        self: &Arc<Self>,
        platform: &Platform,
        bytes: Bytes,
    ) -> Result<Checked, ApiError> {
        if bytes.len() <= MAX_INLINE_BODY_BYTES {
            return self.parsed(&bytes);
        }
        let receiver = Arc::clone(self);
        let parsing = platform.workers.spawn(move || receiver.parsed(&bytes));
        let failed = |panic| ApiError::plain(ErrorCode::InternalError).because(panic);
        parsing.await.map_err(failed)?
    }

    fn parsed(&self, bytes: &Bytes) -> Result<Checked, ApiError> {
        let mut tree = json::parse(bytes, &self.rest)?;
        let problems = self.rest.check(&mut tree);
        Ok((into_object(tree), problems))
    }

    async fn read(
        &self,
        (platform, org): (&Platform, Option<OrgId>),
        body: Body,
        memory: &mut MemoryReservation,
    ) -> Result<Bytes, ApiError> {
        let reading = self.collect((platform, org), body, memory);
        let read = tokio::time::timeout(platform.config.body_timeout, reading).await;
        read.unwrap_or_else(|_| Err(ApiError::plain(ErrorCode::BodyTimeout)))
    }

    /// Every part of a body is within the memory budget before the next one is read.
    async fn collect(
        &self,
        (platform, org): (&Platform, Option<OrgId>),
        mut body: Body,
        memory: &mut MemoryReservation,
    ) -> Result<Bytes, ApiError> {
        let limit = self.body_bytes;
        let mut read = BytesMut::new();
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|error| match Refusal::behind(&error) {
                Some(refusal) => refusal.error(),
                None => ApiError::plain(ErrorCode::BodyMalformed),
            })?;
            let Ok(data) = frame.into_data() else {
                continue;
            };
            if data.len() > limit - read.len() {
                let detail = format!("The body can be at most {} bytes.", thousands(limit));
                let problem = Problem::new(ErrorCode::BodyTooLarge, detail);
                return Err(problem.with_meta("maximum", limit).into());
            }
            memory.add(
                platform
                    .memory
                    .reserve(org, data.len() as u64 * PARSED_BYTES_PER_BYTE)?,
            );
            read.extend_from_slice(&data);
        }
        Ok(read.freeze())
    }
}

/// A part of the input and its problems.
type Checked = (Map<String, Value>, Vec<Problem>);

fn merge(path: Checked, rest: Result<Checked, ApiError>) -> Result<Map<String, Value>, ApiError> {
    let (mut tree, mut problems) = path;
    let (rest_tree, rest_problems) = rest?;
    tree.extend(rest_tree);
    problems.extend(rest_problems);
    if problems.is_empty() {
        Ok(tree)
    } else {
        Err(ApiError::all(problems))
    }
}

/// A tree that is not an object has already been reported. Nothing of it is used.
fn into_object(tree: Value) -> Map<String, Value> {
    match tree {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

/// An operation with a body refuses query parameters.
fn no_query(query: Option<&str>) -> Result<(), ApiError> {
    let unknown = |(name, _): (String, String)| {
        let detail = format!("`{name}` must be in the body. This method has no query parameters.");
        Problem::new(ErrorCode::FieldUnknown, detail).at(Source::Parameter(name))
    };
    let problems: Vec<_> = query::pairs(query.unwrap_or_default())?
        .into_iter()
        .take(MAX_PROBLEMS)
        .map(unknown)
        .collect();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(ApiError::all(problems))
    }
}

fn require_json(headers: &HeaderMap) -> Result<(), ApiError> {
    let encoding = headers.get(CONTENT_ENCODING);
    if encoding.is_some_and(|it| !it.as_bytes().eq_ignore_ascii_case(b"identity")) {
        let detail = "Request bodies cannot be compressed. Send the body without Content-Encoding.";
        let problem = Problem::new(ErrorCode::MediaTypeUnsupported, detail);
        return Err(problem.at(Source::Header("Content-Encoding")).into());
    }
    let media_type = headers
        .get(CONTENT_TYPE)
        .and_then(|it| it.to_str().ok())
        .and_then(|it| it.split(';').next())
        .map(|it| it.trim().to_ascii_lowercase());
    match media_type.as_deref() {
        Some("application/json" | "application/vnd.api+json") => Ok(()),
        other => {
            let detail = match other {
                Some(other) => {
                    format!("The media type `{other}` is not supported. Send application/json.")
                }
                None => "The Content-Type header is missing. Send application/json.".to_owned(),
            };
            let problem = Problem::new(ErrorCode::MediaTypeUnsupported, detail);
            Err(problem.at(Source::Header("Content-Type")).into())
        }
    }
}
