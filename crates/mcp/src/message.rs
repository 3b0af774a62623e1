//! A JSON-RPC message of a client. One message at a time: the protocol has no batches since its version 2025-06-18.

use std::borrow::Cow;

use http_api::ApiError;
use http_api::input::Free;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A JSON-RPC message.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct McpMessage {
    /// Version of JSON-RPC.
    #[serde(rename = "jsonrpc")]
    #[expect(dead_code, reason = "the schema checks it")]
    version: JsonRpcVersion,
    /// Id of a request. A message without one is a notification and gets no answer.
    #[serde(default)]
    #[schemars(with = "RequestId")]
    id: Option<RequestId>,
    /// Method of a request or notification, such as `tools/call`.
    #[schemars(length(min = 1, max = 100))]
    method: Option<String>,
    /// Parameters of the method.
    params: Option<FreeParameters>,
    /// Result of a request of the server. There are none, so it is ignored.
    #[expect(dead_code, reason = "the server has no requests")]
    result: Option<FreeParameters>,
    /// Error of a request of the server. There are none, so it is ignored.
    #[expect(dead_code, reason = "the server has no requests")]
    error: Option<FreeParameters>,
}

#[derive(Debug, Deserialize, JsonSchema)]
enum JsonRpcVersion {
    #[serde(rename = "2.0")]
    Two,
}

/// The id of a request.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "McpRequestId")]
pub(crate) enum RequestId {
    /// Text.
    Text(#[schemars(length(max = 200))] String),
    /// A whole number.
    Number(
        #[schemars(range(min = -9_007_199_254_740_991_i64, max = 9_007_199_254_740_991_i64))] i64,
    ),
}

/// An object that depends on the method.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
struct FreeParameters(Free);

impl JsonSchema for FreeParameters {
    fn schema_name() -> Cow<'static, str> {
        "McpParameters".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "description": "Depends on the method.",
            "additionalProperties": true,
            "x-checked-later": true,
        })
    }
}

/// A request: a message that gets an answer.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    pub(crate) id: RequestId,
    pub(crate) method: String,
    pub(crate) params: Map<String, Value>,
}

impl McpMessage {
    /// The request, or none for notifications and answers.
    pub(crate) fn request(self) -> Result<Option<Request>, ApiError> {
        let (Some(id), Some(method)) = (self.id, self.method) else {
            return Ok(None);
        };
        let params = self.params.map(|it| it.0.read()).transpose()?;
        Ok(Some(Request {
            id,
            method,
            params: params.unwrap_or_default(),
        }))
    }
}
