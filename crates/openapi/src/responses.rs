//! Responses and their headers. Errors are the same for every operation and are declared once;
//! `x-error-codes` names those of an operation that do not follow from its access and input.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

use http_api::{AccessPolicy, ErrorCode, error_object_schema, error_schema, problem_schema};
use operation::MediaType;

use crate::DocumentedOperation;
use crate::document::{named, pascal_case};

/// Batches refer to it, too.
const ERROR_OBJECT: &str = "ErrorObject";
const ERRORS: &str = "ErrorList";
const PROBLEM: &str = "Problem";
/// The response of every error.
const ERROR: &str = "Error";
/// A successful response without content.
const NO_CONTENT: &str = "NoContent";
/// A chart as an image.
const CHART_IMAGE: &str = "ChartImage";

/// The schemas of errors.
pub(crate) fn schemas() -> [(String, Value); 3] {
    [
        (ERROR_OBJECT.to_owned(), error_object_schema()),
        (ERRORS.to_owned(), error_schema()),
        (PROBLEM.to_owned(), problem_schema()),
    ]
}

/// The successful response of an operation.
pub(crate) fn success(
    entry: &DocumentedOperation,
    schemas: &mut Map<String, Value>,
) -> Map<String, Value> {
    let status = entry.status.to_string();
    if entry.status == StatusCode::NO_CONTENT.as_u16() && entry.headers.is_empty() {
        let reference = format!("#/components/responses/{NO_CONTENT}");
        return Map::from_iter([(status, json!({ "$ref": reference }))]);
    }
    if entry.replies.iter().any(|(it, _)| *it == MediaType::Svg) {
        let reference = format!("#/components/responses/{CHART_IMAGE}");
        return Map::from_iter([(status, json!({ "$ref": reference }))]);
    }
    let mut content = Map::new();
    for (media_type, schema) in &entry.replies {
        let is_envelope = schema.get("properties").is_some();
        let schema = if is_envelope {
            let name = format!("{}Response", pascal_case(entry.declaration.id));
            named(name, schema.clone(), schemas)
        } else {
            schema.clone()
        };
        content.insert(media_type.name().to_owned(), json!({ "schema": schema }));
    }
    let reason = StatusCode::from_u16(entry.status).ok();
    let description = reason.and_then(|it| it.canonical_reason());
    let mut response = json!({ "description": description.unwrap_or("Success") });
    if !content.is_empty() {
        response["content"] = content.into();
    }
    let has_limits = matches!(
        entry.declaration.access,
        AccessPolicy::AnyKey | AccessPolicy::Caller { key: Some(_), .. }
    );
    let limits: &[&str] = if has_limits { &["RateLimit"] } else { &[] };
    let names: Vec<_> = limits.iter().chain(&entry.headers).copied().collect();
    if !names.is_empty() {
        response["headers"] = references(names.into_iter());
    }
    Map::from_iter([(status, response)])
}

/// The error response of an operation. One response for each status would be a tenth of the
/// document, and some generators do not know ranges of statuses.
pub(crate) fn error() -> (String, Value) {
    let reference = format!("#/components/responses/{ERROR}");
    ("default".to_owned(), json!({ "$ref": reference }))
}

/// What errors have in common, with the codes of every status.
fn error_description() -> String {
    let mut codes_by_status: BTreeMap<StatusCode, Vec<String>> = BTreeMap::new();
    for code in ErrorCode::ALL {
        let codes = codes_by_status.entry(code.status()).or_default();
        codes.push(format!("`{}`", code.name()));
    }
    let lines = codes_by_status
        .iter()
        .map(|(status, codes)| format!("- {status}: {}", codes.join(", ")));
    let lines: Vec<_> = lines.collect();
    format!(
        "The request failed. The `x-error-codes` of an operation list its specific error codes. \
         Codes that follow from its access rules or input schema are not listed. For a GET operation \
         that mirrors a POST operation, see the POST operation. Status codes below 500 mean that the \
         request was invalid or rejected. Codes of 500 and above mean that the service failed; such \
         requests are free.\n\n{}",
        lines.join("\n")
    )
}

/// The responses that operations share.
pub(crate) fn shared_responses() -> Value {
    let schema =
        |name: &str| json!({ "schema": { "$ref": format!("#/components/schemas/{name}") } });
    let error = json!({
        "description": error_description(),
        "headers": references(["X-Request-Id", "Retry-After"].into_iter()),
        "content": {
            "application/vnd.api+json": schema(ERRORS),
            "application/problem+json": schema(PROBLEM),
        },
    });
    let nothing = json!({ "description": "No Content" });
    let file = json!({ "schema": { "type": "string", "format": "binary" } });
    let image = json!({
        "description": "OK",
        "headers": references(["RateLimit", "ETag"].into_iter()),
        "content": { MediaType::Svg.name(): file, MediaType::Png.name(): file },
    });
    json!({ ERROR: error, NO_CONTENT: nothing, CHART_IMAGE: image })
}

/// Response headers by name.
pub(crate) fn headers() -> Value {
    let text =
        |description: &str| json!({ "description": description, "schema": { "type": "string" } });
    json!({
        "X-Request-Id": text("ID of the request, for logs and support. Every response has one."),
        "RateLimit": text("Remaining requests of the strictest rate, and when it resets (draft-ietf-httpapi-ratelimit-headers). `RateLimit-Policy` has the rates."),
        "Retry-After": { "description": "Seconds until the request can succeed.", "schema": { "type": "integer" } },
        "ETag": text("Version of the response, for `If-None-Match` and `If-Match`."),
        "Location": text("Path of the created resource."),
    })
}

fn references(names: impl Iterator<Item = &'static str>) -> Value {
    let reference = |name: &str| {
        let reference = format!("#/components/headers/{name}");
        (name.to_owned(), json!({ "$ref": reference }))
    };
    Value::Object(names.map(reference).collect())
}
