//! `GET /openapi.json`: the description of this API.

use std::sync::Arc;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, Response};
use schemars::{JsonSchema, SchemaGenerator};
use serde::Serialize;
use serde_json::Value;
use tokio::sync::OnceCell;

use auth::Anyone;
use http_api::{ApiError, ErrorCode, Limits, Methods, Rule, Spec};
use operation::{Catalog, MediaType, NoInput, Operation, Reply, ReplyContext};
use platform::{Platform, PlatformWith};
use transport::{SharedBody, SharedDocument};

#[derive(Debug)]
pub(crate) struct OpenapiGet;

/// An OpenAPI 3.1 document.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "OpenApiDocument", extend("type" = "object"))]
#[serde(transparent)]
pub(crate) struct OpenapiDocument(Value);

/// The document, created on first use.
#[derive(Debug)]
pub(crate) struct OpenapiCache {
    catalog: Arc<Catalog>,
    file: OnceCell<Arc<SharedDocument>>,
}

impl OpenapiCache {
    pub(crate) fn new(catalog: Arc<Catalog>) -> Self {
        let file = OnceCell::new();
        Self { catalog, file }
    }
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
        let mut response = Response::new(Body::from(self.0.plain()));
        let headers = response.headers_mut();
        let json = HeaderValue::from_static(MediaType::Json.name());
        headers.insert(CONTENT_TYPE, json);
        // It contains nothing about anybody. A new version of the program has a new tag.
        let revalidated = HeaderValue::from_static("public, no-cache");
        headers.insert(CACHE_CONTROL, revalidated);
        response.extensions_mut().insert(SharedBody);
        response.extensions_mut().insert(self.0);
        Ok(response)
    }
}

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
        description: "Returns this API as OpenAPI 3.1. `/docs` shows it to people.",
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
        let made = cache
            .file
            .get_or_try_init(|| make(context, &cache.catalog.openapi));
        Ok(OpenapiFile(Arc::clone(made.await?)))
    }
}

/// Serializes and compresses the document off the threads that serve requests.
async fn make(platform: &Platform, document: &Value) -> Result<Arc<SharedDocument>, ApiError> {
    let failed = || ApiError::plain(ErrorCode::InternalError);
    let text = serde_json::to_vec(document).map_err(|error| failed().because(error))?;
    let made = platform
        .workers
        .spawn(move || SharedDocument::new(text))
        .await;
    let made = made.map_err(|panic| failed().because(panic))?;
    Ok(Arc::new(made.map_err(|error| failed().because(error))?))
}
