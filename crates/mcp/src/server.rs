//! The server: what it answers itself, and which operation a tool calls.

use std::sync::Arc;

use axum::http::HeaderMap;
use http_api::input::json::parse;
use http_api::input::{ACCESS_FORMATS, CompiledSchema, Formats, compile, schema_generator};
use http_api::{ApiError, Limits};
use rmcp::model::{
    DiscoverResult, ErrorCode, ErrorData, Implementation, InitializeResult, Prompt,
    PromptsCapability, ProtocolVersion, ReadResourceResult, RequestMetaObject, ResourcesCapability,
    ServerCapabilities, ToolsCapability,
};
use serde_json::{Map, Value, json};

use crate::answer::{Answer, Asked, Lifecycle, error_answer};
use crate::call::{ToolCall, refused, route};
use crate::headers::{VERSIONS, lifecycle};
use crate::message::{McpMessage, Request};
use crate::registry::Registry;
use crate::tool::{Route, TOOLS, ToolSpec};
use crate::{prompt, resource, search, tool_list};
use calculations::markdown;
use rmcp::model::ContentBlock;

/// Bytes of one message.
pub const MAX_MESSAGE_BYTES: usize = Limits::ORDINARY.body_bytes;

/// The formats of a message. It has none of its own.
const ACCESS_FORMATS_ONLY: Formats = &[ACCESS_FORMATS];

/// A server of the Model Context Protocol.
#[derive(Debug)]
pub struct Server {
    registry: Arc<Registry>,
    /// The list of tools, written once.
    tools: Value,
    prompts: Vec<Prompt>,
    /// The schema of a message.
    schema: CompiledSchema,
}

/// What becomes of a message.
#[derive(Debug)]
pub enum Received {
    /// It is answered.
    Answered(Answer),
    /// A tool calls an operation.
    Call(Box<ToolCall>),
}

impl Server {
    /// A server with the tools whose operations exist.
    ///
    /// # Panics
    ///
    /// The schema of a message is not supported, which every test would find.
    pub fn new(registry: Arc<Registry>) -> Self {
        let mut generator = schema_generator();
        let schema = generator.subschema_for::<McpMessage>().to_value();
        let schema = compile(&schema, generator.definitions(), ACCESS_FORMATS_ONLY);
        Self {
            schema: schema.expect("the schema of a message is supported"),
            tools: json!(tool_list::tools(&registry)),
            prompts: prompt::prompts(),
            registry,
        }
    }

    /// The operations that tools can call.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The list of tools, as clients get it.
    pub const fn tools(&self) -> &Value {
        &self.tools
    }

    /// What becomes of the text of a message, where a transport has no other way to refuse one.
    pub fn receive_text(&self, text: &[u8]) -> Received {
        let refused = |code, error: &ApiError| {
            let detail = error.problems()[0].detail.clone();
            let error = ErrorData::new(code, detail, None);
            Received::Answered(error_answer(None, Lifecycle::Handshake, &error))
        };
        if text.len() > MAX_MESSAGE_BYTES {
            let error = ApiError::plain(http_api::ErrorCode::BodyTooLarge);
            return refused(ErrorCode::INVALID_REQUEST, &error);
        }
        let message = match parse(text, &self.schema) {
            Ok(message) => message,
            Err(error) => return refused(ErrorCode::PARSE_ERROR, &error),
        };
        let received = self.checked(message).and_then(|it| self.receive(it, None));
        received.unwrap_or_else(|error| refused(ErrorCode::INVALID_REQUEST, &error))
    }

    fn checked(&self, mut message: Value) -> Result<McpMessage, ApiError> {
        let problems = self.schema.check(&mut message);
        if !problems.is_empty() {
            return Err(ApiError::all(problems));
        }
        serde_json::from_value(message)
            .map_err(|error| ApiError::plain(http_api::ErrorCode::InternalError).because(error))
    }

    /// What becomes of a message. `headers` is none where a transport has no headers.
    ///
    /// # Errors
    ///
    /// The parameters are not JSON within the limits.
    pub fn receive(
        &self,
        message: McpMessage,
        headers: Option<&HeaderMap>,
    ) -> Result<Received, ApiError> {
        let Some(mut request) = message.request()? else {
            return Ok(Received::Answered(Answer::accepted()));
        };
        let meta = request.params.shift_remove("_meta");
        let meta: RequestMetaObject = meta
            .and_then(|it| serde_json::from_value(it).ok())
            .unwrap_or_default();
        match lifecycle(&request, &meta, headers) {
            Ok(lifecycle) => Ok(self.answer(request, lifecycle)),
            Err(error) => {
                let answer = error_answer(Some(&request.id), Lifecycle::PerRequest, &error);
                let status = 400;
                Ok(Received::Answered(Answer { status, ..answer }))
            }
        }
    }

    fn answer(&self, request: Request, lifecycle: Lifecycle) -> Received {
        let Request { id, method, params } = request;
        let asked = Asked { id, lifecycle };
        if method == "tools/call" {
            return self.tool(asked, params);
        }
        let answer = match (method.as_str(), lifecycle) {
            ("initialize", _) => asked.value(&initialized(&params)),
            ("ping", Lifecycle::Handshake) => asked.value(&json!({})),
            ("server/discover", Lifecycle::PerRequest) => asked.cacheable(&discovered()),
            ("tools/list", _) => listed(&asked, &params, &json!({ "tools": self.tools })),
            ("prompts/list", _) => listed(&asked, &params, &json!({ "prompts": self.prompts })),
            ("resources/list", _) => {
                let resources = json!({ "resources": resource::resources() });
                listed(&asked, &params, &resources)
            }
            ("resources/templates/list", _) => {
                let templates = json!({ "resourceTemplates": resource::templates() });
                listed(&asked, &params, &templates)
            }
            ("prompts/get", _) => prompt_answer(&asked, &params),
            ("resources/read", _) => self.resource(&asked, &params),
            _ => asked.error(&ErrorData::new(
                ErrorCode::METHOD_NOT_FOUND,
                "Method not found",
                None,
            )),
        };
        Received::Answered(answer)
    }

    fn resource(&self, asked: &Asked, params: &Map<String, Value>) -> Answer {
        let uri = params.get("uri").and_then(Value::as_str);
        let contents = uri.and_then(|it| resource::resource(&self.registry, it));
        let Some(contents) = contents else {
            let code = match asked.lifecycle {
                Lifecycle::Handshake => ErrorCode::RESOURCE_NOT_FOUND,
                Lifecycle::PerRequest => ErrorCode::INVALID_PARAMS,
            };
            return asked.error(&ErrorData::new(code, "Resource not found", None));
        };
        asked.cacheable(&ReadResourceResult::new(vec![contents]))
    }

    fn tool(&self, asked: Asked, mut params: Map<String, Value>) -> Received {
        let name = params.shift_remove("name");
        let available = |it: &&ToolSpec| tool_list::is_available(it, &self.registry);
        let mut tools = TOOLS.iter().filter(available);
        let Some(tool) = tools.find(|it| name.as_ref().is_some_and(|name| name == it.name)) else {
            let error = invalid("There is no tool with this name.");
            return Received::Answered(asked.error(&error));
        };
        let arguments = match params.shift_remove("arguments") {
            None | Some(Value::Null) => Map::new(),
            Some(Value::Object(arguments)) => arguments,
            Some(_) => {
                let error = invalid("`params.arguments` must be an object.");
                return Received::Answered(asked.error(&error));
            }
        };
        if matches!(tool.route, Route::Find) {
            return Received::Answered(self.found(&asked, &arguments));
        }
        match route(&self.registry, tool, arguments) {
            Ok((target, input)) => Received::Call(Box::new(ToolCall::new(asked, target, input))),
            Err(error) => Received::Answered(refused(&asked, &error)),
        }
    }

    fn found(&self, asked: &Asked, arguments: &Map<String, Value>) -> Answer {
        let found = match search::find(&self.registry, arguments) {
            Ok(found) => found,
            Err(error) => return refused(asked, &error),
        };
        let text = match found["operations"].as_array() {
            Some(list) => markdown::facts("Operations", &found, list.len()).text,
            // A schema is shortest as it is.
            None => found.to_string(),
        };
        let document = serde_json::value::to_raw_value(&json!({ "data": found })).ok();
        asked.tool(vec![ContentBlock::text(text)], document.as_deref(), false)
    }
}

/// A list, which is always one page.
fn listed(asked: &Asked, params: &Map<String, Value>, list: &Value) -> Answer {
    if params.get("cursor").is_some_and(|it| !it.is_null()) {
        return asked.error(&invalid("The list has one page, so it has no cursors."));
    }
    asked.cacheable(list)
}

fn invalid(sentence: &'static str) -> ErrorData {
    ErrorData::new(ErrorCode::INVALID_PARAMS, sentence, None)
}

fn prompt_answer(asked: &Asked, params: &Map<String, Value>) -> Answer {
    let name = params.get("name").and_then(Value::as_str);
    let none = Map::new();
    let arguments = params.get("arguments").and_then(Value::as_object);
    match prompt::prompt(name.unwrap_or_default(), arguments.unwrap_or(&none)) {
        Ok(prompt) => asked.value(&prompt),
        Err(sentence) => asked.error(&invalid(sentence)),
    }
}

fn implementation() -> Implementation {
    Implementation::new("almagest", env!("CARGO_PKG_VERSION")).with_title("Almagest")
}

fn capabilities() -> ServerCapabilities {
    let mut capabilities = ServerCapabilities::default();
    capabilities.tools = Some(ToolsCapability::default());
    capabilities.prompts = Some(PromptsCapability::default());
    capabilities.resources = Some(ResourcesCapability::default());
    capabilities
}

/// The answer to a handshake: the client's version if it is spoken, otherwise the newest that has one.
fn initialized(params: &Map<String, Value>) -> InitializeResult {
    let asked = params.get("protocolVersion").and_then(Value::as_str);
    let mut spoken = VERSIONS.into_iter().filter(ProtocolVersion::has_initialize);
    let version = spoken
        .clone()
        .find(|it| Some(it.as_str()) == asked)
        .or_else(|| spoken.next_back());
    InitializeResult::new(capabilities())
        .with_protocol_version(version.unwrap_or_default())
        .with_server_info(implementation())
        .with_instructions(resource::INSTRUCTIONS)
}

fn discovered() -> DiscoverResult {
    let mut result = DiscoverResult::new(VERSIONS.to_vec(), capabilities());
    result.instructions = Some(resource::INSTRUCTIONS.to_owned());
    result.with_server_info(implementation())
}
