//! `GET /openapi.json`: the description of this API. `GET /openapi/{document}`: parts of it, with
//! example replies.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use async_trait::async_trait;
use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, Response};
use schemars::{JsonSchema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::{Mutex, OnceCell};

use ::openapi::{group_document, group_names, with_examples};
use auth::Anyone;
use http_api::{ApiError, ErrorCode, Limits, Methods, Rule, Spec};
use operation::{Catalog, MediaType, NoInput, Operation, Reply, ReplyContext};
use platform::{Platform, PlatformWith};
use transport::{SharedBody, SharedDocument};

/// The whole description with example replies, which `/docs` shows.
const REFERENCE: &str = "reference.json";

#[derive(Debug)]
pub(crate) struct OpenapiGet;

/// An OpenAPI 3.1 document.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OpenApiDocument", extend("type" = "object"))]
#[serde(transparent)]
pub(crate) struct OpenapiDocument(Value);

/// The documents, each created on first use.
#[derive(Debug)]
pub(crate) struct OpenapiCache {
    catalog: Arc<Catalog>,
    whole: OnceCell<Arc<SharedDocument>>,
    parts: BTreeMap<String, OnceCell<Arc<SharedDocument>>>,
    llms: OnceCell<Arc<SharedDocument>>,
    llms_full: OnceCell<Arc<SharedDocument>>,
    /// Held while a document is created: each takes a copy of the whole description.
    creating: Mutex<()>,
}

impl OpenapiCache {
    pub(crate) fn new(catalog: Arc<Catalog>) -> Self {
        let names = document_names().into_iter();
        Self {
            catalog,
            whole: OnceCell::new(),
            parts: names.map(|name| (name, OnceCell::new())).collect(),
            llms: OnceCell::new(),
            llms_full: OnceCell::new(),
            creating: Mutex::default(),
        }
    }

    /// The document of a cell.
    async fn file(
        &self,
        platform: &Platform,
        cell: &OnceCell<Arc<SharedDocument>>,
        document: impl FnOnce(&Value) -> Option<Value> + Send + 'static,
    ) -> Result<OpenapiFile, ApiError> {
        let written = |openapi: &Value| {
            let document = document(openapi);
            let document = document.ok_or_else(|| io::Error::other("there is no such group"))?;
            serde_json::to_vec(&document).map_err(io::Error::other)
        };
        self.shared(platform, cell, written).await.map(OpenapiFile)
    }

    /// What is written from the whole description, once.
    async fn shared(
        &self,
        platform: &Platform,
        cell: &OnceCell<Arc<SharedDocument>>,
        write: impl FnOnce(&Value) -> io::Result<Vec<u8>> + Send + 'static,
    ) -> Result<Arc<SharedDocument>, ApiError> {
        let catalog = Arc::clone(&self.catalog);
        let made = cell.get_or_try_init(|| async {
            let _turn = self.creating.lock().await;
            make(platform, move || write(&catalog.openapi)).await
        });
        Ok(Arc::clone(made.await?))
    }

    /// The list of operations for language models, in short or in full.
    pub(crate) async fn llms(
        &self,
        platform: &Platform,
        is_full: bool,
    ) -> Result<Arc<SharedDocument>, ApiError> {
        let (cell, write): (_, fn(&Value) -> String) = if is_full {
            (&self.llms_full, ::openapi::llms_full)
        } else {
            (&self.llms, ::openapi::llms)
        };
        let written = move |openapi: &Value| Ok(write(openapi).into_bytes());
        self.shared(platform, cell, written).await
    }
}

/// The names of the documents with example replies.
fn document_names() -> Vec<String> {
    let groups = group_names().map(|group| format!("{group}.json"));
    groups.chain([REFERENCE.to_owned()]).collect()
}

/// The document as it is sent to everyone.
#[derive(Debug)]
pub(crate) struct OpenapiFile(Arc<SharedDocument>);

impl Reply for OpenapiFile {
    fn describe(generator: &mut SchemaGenerator) -> Vec<(MediaType, Value)> {
        let schema = generator.subschema_for::<OpenapiDocument>();
        vec![(MediaType::Json, schema.to_value())]
    }

    fn into_response(self, _: &ReplyContext) -> Result<Response<Body>, serde_json::Error> {
        Ok(shared_response(self.0, MediaType::Json))
    }
}

/// A document as the same bytes for everyone, with its tag.
pub(crate) fn shared_response(
    document: Arc<SharedDocument>,
    media_type: MediaType,
) -> Response<Body> {
    let mut response = Response::new(Body::from(document.plain()));
    let headers = response.headers_mut();
    let media_type = HeaderValue::from_static(media_type.name());
    headers.insert(CONTENT_TYPE, media_type);
    // It contains nothing about anybody. A new version of the program has a new tag.
    let revalidated = HeaderValue::from_static("public, no-cache");
    headers.insert(CACHE_CONTROL, revalidated);
    response.extensions_mut().insert(SharedBody);
    response.extensions_mut().insert(document);
    response
}

#[async_trait]
impl Operation for OpenapiGet {
    type Caller = Anyone;
    const SPEC: Spec<Anyone> = Spec {
        id: "openapi_get",
        methods: Methods::Get,
        path: "/openapi.json",
        aliases: &[],
        access: Rule::PUBLIC,
        cost_units: 0,
        limits: Limits::ORDINARY,
        errors: &[],
        group: "Service",
        summary: "Get the OpenAPI document",
        description: "Returns this API as OpenAPI 3.1. `/docs` is the version for people.",
    };
    type Context = PlatformWith<OpenapiCache>;
    type Input = NoInput;
    type Reply = OpenapiFile;

    async fn run(
        context: &PlatformWith<OpenapiCache>,
        _: Anyone,
        _: NoInput,
    ) -> Result<Self::Reply, ApiError> {
        let cache = &context.service;
        let whole = |openapi: &Value| Some(openapi.clone());
        cache.file(context, &cache.whole, whole).await
    }
}

#[derive(Debug)]
pub(crate) struct OpenapiPartGet;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpenapiPartInput {
    /// A group of operations, or `reference.json` for all of them.
    #[schemars(extend("enum" = document_names()))]
    document: String,
}

#[async_trait]
impl Operation for OpenapiPartGet {
    type Caller = Anyone;
    const SPEC: Spec<Anyone> = Spec {
        id: "openapi_part_get",
        methods: Methods::Get,
        path: "/openapi/{document}",
        aliases: &[],
        access: Rule::PUBLIC,
        cost_units: 0,
        limits: Limits::ORDINARY,
        errors: &[],
        group: "Service",
        summary: "Get an OpenAPI document with examples",
        description: "Returns the operations of one group, each with an example request, its \
            response, and a `curl` command.",
    };
    type Context = PlatformWith<OpenapiCache>;
    type Input = OpenapiPartInput;
    type Reply = OpenapiFile;

    async fn run(
        context: &PlatformWith<OpenapiCache>,
        _: Anyone,
        input: OpenapiPartInput,
    ) -> Result<Self::Reply, ApiError> {
        let cache = &context.service;
        let name = input.document;
        let part = cache.parts.get(&name);
        let part = part.ok_or_else(|| ApiError::plain(ErrorCode::PathUnknown))?;
        let document = move |openapi: &Value| match name.strip_suffix(".json")? {
            "reference" => Some(with_examples(openapi.clone())),
            group => group_document(openapi, group),
        };
        cache.file(context, part, document).await
    }
}

/// Creates and compresses a document off the threads that serve requests.
async fn make(
    platform: &Platform,
    write: impl FnOnce() -> io::Result<Vec<u8>> + Send + 'static,
) -> Result<Arc<SharedDocument>, ApiError> {
    let failed = || ApiError::plain(ErrorCode::InternalError);
    let made = platform
        .workers
        .spawn(move || SharedDocument::new(write()?));
    let made = made.await.map_err(|panic| failed().because(panic))?;
    Ok(Arc::new(made.map_err(|error| failed().because(error))?))
}
