//! A tool that the model calls: a call of its operation by the sender of the message.

use bytes::Bytes;
use chat::{Fact, RequestedCall};
use mcp::{Answer, McpMessage, Received, ReplyBody, ToolCall};
use serde_json::{Map, Value, json};

use crate::api::chat::ChatServices;
use crate::api::mcp::McpServices;
use crate::app::App;
use crate::routes::mcp::{DOCUMENT, MAX_INLINE_BYTES, collected, limited, nested, units_of_text};
use auth::IdentifiedCall;
use http_api::{ApiError, ErrorCode};
use metering::LimitStatus;
use operation::{AnyRequest, REFUSAL_COST, ReplyContext, RequestLog};
use platform::PlatformWith;

/// Bytes of a fact's data in an answer.
const MAX_FACT_BYTES: usize = 32 * 1024;

/// A call that may run.
pub(super) struct AcceptedTool<'a> {
    app: &'a App,
    call: ToolCall,
    nested: Box<dyn AnyRequest + 'a>,
    /// What it costs.
    pub(super) units: u32,
    input: Value,
}

/// What came of a call.
pub(super) struct ToolOutcome {
    /// The operation, if it came to that.
    pub(super) operation: Option<&'static str>,
    /// What the model reads.
    pub(super) text: String,
    /// What the tool returned, unless it was refused. Its number is not set yet.
    pub(super) fact: Option<Fact>,
    /// What it costs.
    pub(super) units: u32,
}

impl ToolOutcome {
    fn refused(operation: Option<&'static str>, text: String, units: u32) -> Self {
        Self {
            operation,
            text,
            fact: None,
            units,
        }
    }
}

/// Finds the operation of a call and asks it whether it would run: the same checks as for a request. `budget` is what the
/// message has left. A refusal is what the model reads, so that it can correct its call.
pub(super) async fn accept<'a>(
    app: &'a App,
    (identified, limits): (&IdentifiedCall, Option<&LimitStatus>),
    requested: &RequestedCall,
    budget: u32,
) -> Result<AcceptedTool<'a>, ToolOutcome> {
    let refuse = |text: &str| ToolOutcome::refused(None, text.to_owned(), 0);
    let chat: &PlatformWith<ChatServices> = app.as_ref();
    if !chat.service.offers(&requested.name) {
        return Err(refuse("There is no tool with this name."));
    }
    if budget == 0 {
        return Err(refuse(NO_UNITS));
    }
    let Some(arguments) = arguments(&requested.arguments) else {
        return Err(refuse("The arguments must be a JSON object."));
    };
    let call = match received(app, &requested.name, &arguments) {
        Ok(Received::Call(call)) => *call,
        Ok(Received::Answered(answer)) => return Err(refuse(&text_of(&answer))),
        Err(error) => return Err(refuse(&error.to_string())),
    };
    let operation = call.operation();
    let refused = |error: &ApiError| {
        let units = units_of_refusal(error);
        ToolOutcome::refused(Some(operation), text_of(&call.refused(error)), units)
    };
    let mut nested = nested(app, &call).map_err(|error| refused(&error))?;
    let log = RequestLog {
        limits: limits.cloned(),
        ..RequestLog::of(operation)
    };
    let accepted = nested.accept(app, identified.clone(), &log).await;
    let accepted = accepted.and_then(|cost| {
        limited(nested.declaration(), nested.work())?;
        let more = units_of_text(nested.declaration(), nested.work());
        Ok(cost.saturating_add(more))
    });
    let units = accepted.map_err(|error| refused(&error))?;
    if units > budget {
        let text = format!("This call costs {units} units, but only {budget} remain. {NO_UNITS}");
        return Err(ToolOutcome::refused(Some(operation), text, 0));
    }
    let input = call.input().unwrap_or_default();
    Ok(AcceptedTool {
        app,
        call,
        nested,
        units,
        input,
    })
}

const NO_UNITS: &str = "No units are left for this message. Answer with what you have, or ask the person for another message.";

/// What a refusal costs, as for a request.
fn units_of_refusal(error: &ApiError) -> u32 {
    let status = error.status();
    let is_free = status.is_server_error() || status.as_u16() == 429;
    if is_free { 0 } else { REFUSAL_COST }
}

/// Models leave the arguments empty if a tool needs none.
fn arguments(text: &str) -> Option<Map<String, Value>> {
    if text.trim().is_empty() {
        return Some(Map::new());
    }
    match serde_json::from_str(text).ok()? {
        Value::Object(arguments) => Some(arguments),
        _ => None,
    }
}

/// The call of a tool, by the same way as over the Model Context Protocol.
fn received(app: &App, name: &str, arguments: &Map<String, Value>) -> Result<Received, ApiError> {
    let services: &PlatformWith<McpServices> = app.as_ref();
    let params = json!({ "name": name, "arguments": arguments });
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    let message: McpMessage = operation::typed(message)?;
    services.service.server().receive(message, None)
}

/// The text of an answer of the protocol: of a result, or of an error.
fn text_of(answer: &Answer) -> String {
    let body: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    let text = &body["result"]["content"][0]["text"];
    let text = text.as_str().or_else(|| body["error"]["message"].as_str());
    text.unwrap_or("The call was refused.").to_owned()
}

impl AcceptedTool<'_> {
    /// Runs the operation under its deadline.
    pub(super) async fn run(mut self, limits: Option<&LimitStatus>, tool: &str) -> ToolOutcome {
        let operation = self.call.operation();
        let timeout = self.app.config.request_timeout;
        let ran = tokio::time::timeout(timeout, self.reply(limits)).await;
        let ran = ran.unwrap_or_else(|_elapsed| Err(ApiError::plain(ErrorCode::RequestTimeout)));
        let (bytes, returned) = match ran {
            Ok(ran) => ran,
            Err(error) => {
                if error.status().is_server_error() {
                    tracing::error!(operation, %error, "a tool of a chat failed");
                }
                let units = units_of_refusal(&error).min(self.units);
                let text = text_of(&self.call.refused(&error));
                return ToolOutcome::refused(Some(operation), text, units);
            }
        };
        let call = self.call.clone();
        let (text, data) = if bytes.len() > MAX_INLINE_BYTES {
            let reading = self.app.workers.spawn(move || read(&call, &bytes));
            reading.await.unwrap_or_default()
        } else {
            read(&call, &bytes)
        };
        ToolOutcome {
            operation: Some(operation),
            units: self.units.saturating_sub(returned),
            fact: Some(Fact {
                number: 0,
                tool: tool.to_owned(),
                operation,
                input: self.input,
                pointer: "/data",
                data,
                text: text.clone(),
            }),
            text,
        }
    }

    /// The reply of the operation and the units that it returns.
    async fn reply(&mut self, limits: Option<&LimitStatus>) -> Result<(Bytes, u32), ApiError> {
        let returned = self.nested.run(limits).await?;
        let context = ReplyContext {
            path: self.nested.declaration().path.to_owned(),
            ..ReplyContext::default()
        };
        let response = self.nested.respond(&context)?;
        let bytes = collected(response.into_body(), DOCUMENT).await?;
        Ok((bytes, returned))
    }
}

/// What the model reads of a reply, and its data for the answer.
fn read(call: &ToolCall, bytes: &Bytes) -> (String, Value) {
    let text = text_of(&call.replied(ReplyBody::Json(bytes)));
    if bytes.len() > MAX_FACT_BYTES {
        return (text, Value::Null);
    }
    let mut document: Value = serde_json::from_slice(bytes).unwrap_or_default();
    (text, document["data"].take())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_an_object_or_nothing() {
        assert_eq!(arguments(" "), Some(Map::new()));
        assert_eq!(arguments("{}"), Some(Map::new()));
        for wrong in ["[]", "\"text\"", "{", "null"] {
            assert_eq!(arguments(wrong), None, "{wrong}");
        }
    }
}
