//! `GET /llms.txt` and `GET /llms-full.txt`: the API as text for language models. Each is made from the API
//! document, once.

use std::sync::Arc;

use async_trait::async_trait;
use axum::body::Body;
use axum::http::Response;
use schemars::SchemaGenerator;
use serde_json::{Value, json};

use super::openapi::{OpenapiCache, shared_response};
use auth::Anyone;
use http_api::{ApiError, Limits, Methods, Rule, Spec};
use operation::{MediaType, NoInput, Operation, Reply, ReplyContext};
use platform::PlatformWith;
use transport::SharedDocument;

#[derive(Debug)]
pub(super) struct LlmsGet;

#[derive(Debug)]
pub(super) struct LlmsFullGet;

/// A text that is the same for everyone.
#[derive(Debug)]
pub(super) struct TextFile(Arc<SharedDocument>);

impl Reply for TextFile {
    fn describe(_: &mut SchemaGenerator) -> Vec<(MediaType, Value)> {
        vec![(MediaType::Text, json!({ "type": "string" }))]
    }

    fn into_response(self, _: &ReplyContext) -> Result<Response<Body>, serde_json::Error> {
        Ok(shared_response(self.0, MediaType::Text))
    }
}

#[async_trait]
impl Operation for LlmsGet {
    type Caller = Anyone;
    const SPEC: Spec<Anyone> = Spec {
        id: "llms_get",
        methods: Methods::Get,
        path: "/llms.txt",
        aliases: &[],
        access: Rule::PUBLIC,
        cost_units: 0,
        limits: Limits::ORDINARY,
        errors: &[],
        group: "Agents",
        summary: "List the operations for language models",
        description: "Returns every operation in one line of Markdown, in the format of \
            [llms.txt](https://llmstxt.org/).",
    };
    type Context = PlatformWith<OpenapiCache>;
    type Input = NoInput;
    type Reply = TextFile;

    async fn run(
        context: &PlatformWith<OpenapiCache>,
        _: Anyone,
        _: NoInput,
    ) -> Result<TextFile, ApiError> {
        context.service.llms(context, false).await.map(TextFile)
    }
}

#[async_trait]
impl Operation for LlmsFullGet {
    type Caller = Anyone;
    const SPEC: Spec<Anyone> = Spec {
        id: "llms_full_get",
        methods: Methods::Get,
        path: "/llms-full.txt",
        aliases: &[],
        access: Rule::PUBLIC,
        cost_units: 0,
        limits: Limits::ORDINARY,
        errors: &[],
        group: "Agents",
        summary: "Describe the operations for language models",
        description: "Returns every operation in Markdown, with its description, price, fields and an example.",
    };
    type Context = PlatformWith<OpenapiCache>;
    type Input = NoInput;
    type Reply = TextFile;

    async fn run(
        context: &PlatformWith<OpenapiCache>,
        _: Anyone,
        _: NoInput,
    ) -> Result<TextFile, ApiError> {
        context.service.llms(context, true).await.map(TextFile)
    }
}
