//! The headers of the protocol: since version 2026-07-28 they repeat what the body says, so that a proxy need not
//! read it. A server refuses headers that say something else.

use std::borrow::Cow;

use axum::http::{HeaderMap, HeaderName};
use base64ct::{Base64, Encoding as _};
use rmcp::model::{ErrorCode, ErrorData, ProtocolVersion, RequestMetaObject};

use crate::answer::Lifecycle;
use crate::message::Request;

/// The version of the protocol that a client speaks.
pub const MCP_PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// The method of the message.
pub const MCP_METHOD: HeaderName = HeaderName::from_static("mcp-method");
/// The tool, prompt or resource of the message.
pub const MCP_NAME: HeaderName = HeaderName::from_static("mcp-name");

/// The versions that this service speaks, oldest first. Earlier ones have batches, which it refuses.
pub(crate) const VERSIONS: [ProtocolVersion; 3] = [
    ProtocolVersion::V_2025_06_18,
    ProtocolVersion::V_2025_11_25,
    ProtocolVersion::V_2026_07_28,
];

/// The lifecycle that a request belongs to. `headers` is none where a transport has no headers.
///
/// # Errors
///
/// The version is not spoken, what it requires is missing, or headers and message disagree.
pub(crate) fn lifecycle(
    request: &Request,
    meta: &RequestMetaObject,
    headers: Option<&HeaderMap>,
) -> Result<Lifecycle, ErrorData> {
    let in_header = headers
        .map(|it| single(it, &MCP_PROTOCOL_VERSION))
        .transpose()?
        .flatten();
    if request.method == "initialize" {
        return Ok(Lifecycle::Handshake);
    }
    let first_without_handshake = ProtocolVersion::NO_INITIALIZE;
    let Some(version) = meta.protocol_version() else {
        let is_new = in_header.is_some_and(|it| it >= first_without_handshake.as_str());
        if is_new || request.method == "server/discover" {
            return Err(missing(meta));
        }
        return match in_header {
            Some(other) if VERSIONS.iter().all(|it| it.as_str() != other) => {
                Err(unsupported(other))
            }
            _ => Ok(Lifecycle::Handshake),
        };
    };
    if let Some(headers) = headers {
        agree(&MCP_PROTOCOL_VERSION, in_header, version.as_str())?;
        if version >= ProtocolVersion::STANDARD_HEADERS {
            agree(&MCP_METHOD, single(headers, &MCP_METHOD)?, &request.method)?;
            if let Some(name) = request.named() {
                let value = single(headers, &MCP_NAME)?.and_then(decoded);
                agree(&MCP_NAME, value.as_deref(), name)?;
            }
        }
    }
    if !VERSIONS.contains(&version) {
        return Err(unsupported(version.as_str()));
    }
    if version.has_initialize() && request.method != "server/discover" {
        return Ok(Lifecycle::Handshake);
    }
    if meta
        .missing_required_keys(&first_without_handshake)
        .is_empty()
    {
        Ok(Lifecycle::PerRequest)
    } else {
        Err(missing(meta))
    }
}

impl Request {
    /// What the header `Mcp-Name` repeats.
    fn named(&self) -> Option<&str> {
        let field = match self.method.as_str() {
            "tools/call" | "prompts/get" => "name",
            "resources/read" => "uri",
            _ => return None,
        };
        self.params.get(field)?.as_str()
    }
}

fn missing(meta: &RequestMetaObject) -> ErrorData {
    let keys = meta.missing_required_keys(&ProtocolVersion::NO_INITIALIZE);
    let sentence = format!("`params._meta` lacks {}.", keys.join(" and "));
    ErrorData::new(ErrorCode::INVALID_PARAMS, sentence, None)
}

fn unsupported(version: &str) -> ErrorData {
    let shown: String = version.chars().take(40).collect();
    let data = serde_json::json!({ "requested": shown, "supported": VERSIONS });
    let code = ErrorCode::UNSUPPORTED_PROTOCOL_VERSION;
    ErrorData::new(code, "Unsupported protocol version", Some(data))
}

/// The only field with this name.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, ErrorData> {
    let mut values = headers.get_all(name).iter();
    let first = values.next().and_then(|it| it.to_str().ok());
    match values.next() {
        None => Ok(first),
        Some(_) => Err(mismatch(format!("The header `{name}` occurs twice."))),
    }
}

fn agree(name: &HeaderName, found: Option<&str>, expected: &str) -> Result<(), ErrorData> {
    match found {
        Some(found) if found == expected => Ok(()),
        Some(_) => Err(mismatch(format!(
            "The header `{name}` does not repeat what the message says."
        ))),
        None => Err(mismatch(format!("The header `{name}` is missing."))),
    }
}

fn mismatch(sentence: String) -> ErrorData {
    ErrorData::new(ErrorCode::HEADER_MISMATCH, sentence, None)
}

/// A header value that may be encoded: `=?base64?…?=`.
fn decoded(value: &str) -> Option<Cow<'_, str>> {
    let encoded = value.strip_prefix("=?base64?");
    match encoded.and_then(|it| it.strip_suffix("?=")) {
        None => Some(value.into()),
        Some(encoded) => {
            let bytes = Base64::decode_vec(encoded).ok()?;
            String::from_utf8(bytes).ok().map(Cow::from)
        }
    }
}
