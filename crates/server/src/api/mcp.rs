//! `POST /mcp`: the Model Context Protocol over HTTP. A message that calls a tool becomes a call of the tool's
//! operation (`routes/mcp.rs`); all others are answered here.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use async_trait::async_trait;
use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, Response, StatusCode};
use mcp::{Answer, McpMessage, Received, Registry, Server};
use schemars::SchemaGenerator;
use serde_json::{Value, json};

use crate::routes::{Api, CreateCall};
use astrology_api::FORMATS;
use auth::KeyCaller;
use http_api::input::CompiledSchema;
use http_api::{ApiError, ErrorCode, Limits, Methods, Rule, Spec};
use operation::{MediaType, Operation, Reply, ReplyContext};
use platform::PlatformWith;

/// A message of the Model Context Protocol.
#[derive(Debug)]
pub(crate) struct McpPost;

/// The tools of a service and the operations that they call.
pub(crate) struct McpServices {
    registry: Arc<Registry>,
    /// Created with the first message.
    server: OnceLock<Server>,
    targets: HashMap<&'static str, McpTarget>,
}

/// An operation that tools can call.
struct McpTarget {
    create_call: CreateCall,
    /// The schema of its input, compiled with the first call.
    schema: OnceLock<Arc<CompiledSchema>>,
}

impl std::fmt::Debug for McpServices {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.targets.keys()).finish()
    }
}

impl McpServices {
    pub(crate) fn new(api: &Api) -> Self {
        let registry = Registry::new(api.operations());
        let create_calls: HashMap<_, _> = api.create_calls().collect();
        let targets = registry.ids().filter_map(|id| {
            let target = McpTarget {
                create_call: *create_calls.get(id)?,
                schema: OnceLock::new(),
            };
            Some((id, target))
        });
        Self {
            targets: targets.collect(),
            registry: Arc::new(registry),
            server: OnceLock::new(),
        }
    }

    /// The server.
    pub(crate) fn server(&self) -> &Server {
        self.server
            .get_or_init(|| Server::new(Arc::clone(&self.registry)))
    }

    /// How an operation is called, and the schema of its input.
    pub(crate) fn target(
        &self,
        operation: &str,
    ) -> Result<(CreateCall, Arc<CompiledSchema>), ApiError> {
        let missing = || ApiError::plain(ErrorCode::InternalError);
        let target = self.targets.get(operation).ok_or_else(missing)?;
        let compile = || {
            let schema = self.registry.compile(operation, FORMATS);
            Arc::new(schema.expect("the router was built from the same schema"))
        };
        let schema = target.schema.get_or_init(compile);
        Ok((target.create_call, Arc::clone(schema)))
    }
}

/// A JSON-RPC message, or nothing.
#[derive(Debug)]
pub(crate) struct McpReply(pub(crate) Answer);

impl Reply for McpReply {
    fn describe(_: &mut SchemaGenerator) -> Vec<(MediaType, Value)> {
        let id = json!({ "type": ["string", "integer", "null"] });
        let schema = json!({
            "type": "object",
            "required": ["jsonrpc"],
            "properties": {
                "jsonrpc": { "type": "string", "const": "2.0" },
                "id": id,
                "result": { "type": "object", "description": "Result of a request." },
                "error": {
                    "type": "object",
                    "description": "Error of a request.",
                    "required": ["code", "message"],
                    "properties": {
                        "code": { "type": "integer" },
                        "message": { "type": "string" },
                    },
                },
            },
        });
        vec![(MediaType::Json, schema)]
    }

    fn into_response(self, _: &ReplyContext) -> Result<Response<Body>, serde_json::Error> {
        let status = StatusCode::from_u16(self.0.status).unwrap_or(StatusCode::OK);
        let has_body = !self.0.body.is_empty();
        let mut response = Response::new(Body::from(self.0.body));
        *response.status_mut() = status;
        if has_body {
            let json = HeaderValue::from_static(MediaType::Json.name());
            response.headers_mut().insert(CONTENT_TYPE, json);
        }
        Ok(response)
    }
}

#[async_trait]
impl Operation for McpPost {
    type Caller = KeyCaller;
    const SPEC: Spec<KeyCaller> = Spec {
        id: "mcp_post",
        methods: Methods::Post,
        path: "/mcp",
        aliases: &[],
        access: Rule::ANY_KEY,
        cost_units: 1,
        limits: Limits::ORDINARY,
        errors: &[ErrorCode::PlaceUnknown, ErrorCode::PlaceAmbiguous],
        group: "Agents",
        summary: "Send a Model Context Protocol (MCP) message",
        description: "The streamable HTTP transport of the [Model Context Protocol](https://modelcontextprotocol.io/), \
            versions 2025-06-18, 2025-11-25 and 2026-07-28, without sessions. `tools/call` costs what its operation \
            costs with `fields`, and is counted as a request for that operation, under the same limits. Every \
            other message costs 1 unit. What an operation refuses because of its input, the permissions of the key or its \
            modules is a result with `isError: true`, so that a model can read it. Everything else is refused \
            like any other request.",
    };
    type Context = PlatformWith<McpServices>;
    type Input = McpMessage;
    type Reply = McpReply;
    const COST_FORMULA: Option<&'static str> =
        Some("The price of the tool's operation with `fields`. 1 unit for any other message.");

    fn example() -> Option<Value> {
        let arguments = json!({ "dateTime": "1990-06-15T14:30", "place": "Amsterdam, NL", "fields": ["points.sun"] });
        let params = json!({ "name": "natal_chart", "arguments": arguments });
        Some(json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }))
    }

    /// Requests come in by `routes/mcp.rs`, which also calls operations.
    async fn run(
        context: &PlatformWith<McpServices>,
        _: KeyCaller,
        message: McpMessage,
    ) -> Result<McpReply, ApiError> {
        match context.service.server().receive(message, None)? {
            Received::Answered(answer) => Ok(McpReply(answer)),
            Received::Call(_) => Err(ApiError::plain(ErrorCode::InternalError)),
        }
    }
}
