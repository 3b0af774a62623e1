//! Answers: JSON-RPC results and errors, as the version of the client expects them.

use base64ct::{Base64, Encoding as _};
use rmcp::model::{CacheScope, ContentBlock, ErrorCode, ErrorData, ResultType};
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::message::RequestId;

/// How long a client may use lists and documents of this service. They change with its version only.
const TTL_MS: u64 = 300_000;

/// How a client and a server agree on a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifecycle {
    /// By `initialize`, until version 2025-11-25.
    Handshake,
    /// In every request, since version 2026-07-28.
    PerRequest,
}

/// The answer to a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The HTTP status that goes with it.
    pub status: u16,
    /// The JSON text. Empty if there is no answer.
    pub body: Vec<u8>,
}

/// What an operation replied.
#[derive(Clone, Copy, Debug)]
pub enum ReplyBody<'a> {
    /// A JSON document, the same as over HTTP.
    Json(&'a [u8]),
    /// An image.
    Image {
        /// Its media type.
        media_type: &'a str,
        /// The file.
        bytes: &'a [u8],
    },
}

/// The request that an answer is for, and what its version expects.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub(crate) id: RequestId,
    pub(crate) lifecycle: Lifecycle,
}

#[derive(Serialize)]
struct Response<'a, T> {
    jsonrpc: &'static str,
    id: &'a RequestId,
    result: T,
}

/// The result of a tool, whose structured part is written as the operation wrote it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ToolResult<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    result_type: Option<ResultType>,
    content: Vec<ContentBlock>,
    #[serde(skip_serializing_if = "Option::is_none")]
    structured_content: Option<&'a RawValue>,
    is_error: bool,
}

impl Answer {
    /// The answer to a notification: none.
    pub(crate) const fn accepted() -> Self {
        Self {
            status: 202,
            body: Vec::new(),
        }
    }

    fn written(status: u16, value: &impl Serialize) -> Self {
        let body = serde_json::to_vec(value).unwrap_or_default();
        Self { status, body }
    }
}

impl Asked {
    fn result<T: Serialize>(&self, result: T) -> Answer {
        let response = Response {
            jsonrpc: "2.0",
            id: &self.id,
            result,
        };
        Answer::written(200, &response)
    }

    /// The result of a method.
    pub(crate) fn value(&self, result: &impl Serialize) -> Answer {
        let mut result = serde_json::to_value(result).unwrap_or_default();
        self.adapt(&mut result);
        self.result(result)
    }

    /// The result of a method that a client may keep: it is the same for everybody.
    pub(crate) fn cacheable(&self, result: &impl Serialize) -> Answer {
        let mut result = serde_json::to_value(result).unwrap_or_default();
        self.adapt(&mut result);
        if self.lifecycle == Lifecycle::PerRequest {
            result["ttlMs"] = TTL_MS.into();
            result["cacheScope"] = json!(CacheScope::Public);
        }
        self.result(result)
    }

    fn adapt(&self, result: &mut Value) {
        match (self.lifecycle, result.as_object_mut()) {
            (Lifecycle::PerRequest, Some(result)) => {
                result.insert("resultType".to_owned(), json!(ResultType::COMPLETE));
            }
            (Lifecycle::Handshake, Some(result)) => {
                result.shift_remove("resultType");
            }
            (_, None) => {}
        }
    }

    /// The result of a tool.
    pub(crate) fn tool(
        &self,
        content: Vec<ContentBlock>,
        structured: Option<&RawValue>,
        is_error: bool,
    ) -> Answer {
        let is_new = self.lifecycle == Lifecycle::PerRequest;
        self.result(ToolResult {
            result_type: is_new.then_some(ResultType::COMPLETE),
            content,
            structured_content: structured,
            is_error,
        })
    }

    /// An error of the protocol.
    pub(crate) fn error(&self, error: &ErrorData) -> Answer {
        error_answer(Some(&self.id), self.lifecycle, error)
    }
}

/// An error of the protocol, for a request whose lifecycle may be unknown.
pub(crate) fn error_answer(
    id: Option<&RequestId>,
    lifecycle: Lifecycle,
    error: &ErrorData,
) -> Answer {
    let status = match error.code {
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION | ErrorCode::HEADER_MISMATCH => 400,
        ErrorCode::METHOD_NOT_FOUND if lifecycle == Lifecycle::PerRequest => 404,
        _ => 200,
    };
    let body = json!({ "jsonrpc": "2.0", "id": id, "error": error });
    Answer::written(status, &body)
}

/// An image as a part of a result.
pub(crate) fn image(media_type: &str, bytes: &[u8]) -> ContentBlock {
    ContentBlock::image(Base64::encode_string(bytes), media_type)
}
