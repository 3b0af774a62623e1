//! Responses and their headers. Errors of a status are the same for every operation and are declared
//! once; `x-error-codes` names those of an operation that do not follow from its access and input.

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

use super::super::registry::Entry;
use super::{named, pascal_case};
use http_api::{AccessPolicy, ErrorCode, error_object_schema, error_schema, problem_schema};

/// Batches refer to it, too.
const ERROR_OBJECT: &str = "ErrorObject";
const ERRORS: &str = "Errors";
const PROBLEM: &str = "Problem";

/// The schemas of errors.
pub(super) fn schemas() -> [(String, Value); 3] {
    [
        (ERROR_OBJECT.to_owned(), error_object_schema()),
        (ERRORS.to_owned(), error_schema()),
        (PROBLEM.to_owned(), problem_schema()),
    ]
}

/// The successful response of an operation.
pub(super) fn success(entry: &Entry, schemas: &mut Map<String, Value>) -> Map<String, Value> {
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
    let status = StatusCode::from_u16(entry.status).ok();
    let description = status.and_then(|it| it.canonical_reason());
    let mut response = json!({ "description": description.unwrap_or("Success") });
    if !content.is_empty() {
        response["content"] = content.into();
    }
    let has_limits = matches!(
        entry.declaration.access,
        AccessPolicy::AnyKey | AccessPolicy::Caller { key: Some(_), .. }
    );
    let limits: &[&str] = if has_limits {
        &["RateLimit", "RateLimit-Policy"]
    } else {
        &[]
    };
    let names = ["X-Request-Id"].iter().chain(limits).chain(&entry.headers);
    response["headers"] = references(names.copied());
    Map::from_iter([(entry.status.to_string(), response)])
}

/// References to the error responses of an operation.
pub(super) fn errors(codes: &[ErrorCode]) -> Map<String, Value> {
    let mut statuses: Vec<_> = codes.iter().map(|it| it.status()).collect();
    statuses.sort_unstable();
    statuses.dedup();
    let reference = |status: StatusCode| {
        let reference = format!("#/components/responses/{}", name(status));
        (status.as_str().to_owned(), json!({ "$ref": reference }))
    };
    statuses.into_iter().map(reference).collect()
}

/// One response for every status of an error, with the codes that have it.
pub(super) fn error_responses() -> Value {
    let mut statuses: Vec<_> = ErrorCode::ALL.iter().map(|it| it.status()).collect();
    statuses.sort_unstable();
    statuses.dedup();
    let response = |status: StatusCode| {
        let codes = ErrorCode::ALL.iter().filter(|it| it.status() == status);
        let lines: Vec<_> = codes
            .map(|it| format!("`{}`: {}", it.name(), it.explanation()))
            .collect();
        let schema =
            |name: &str| json!({ "schema": { "$ref": format!("#/components/schemas/{name}") } });
        let retry: &[&str] = match status {
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => &["Retry-After"],
            _ => &[],
        };
        let response = json!({
            "description": lines.join("\n\n"),
            "headers": references(["X-Request-Id"].iter().chain(retry).copied()),
            "content": {
                "application/vnd.api+json": schema(ERRORS),
                "application/problem+json": schema(PROBLEM),
            },
        });
        (name(status), response)
    };
    Value::Object(statuses.into_iter().map(response).collect())
}

/// `404 Not Found` as `NotFound`.
fn name(status: StatusCode) -> String {
    let reason = status.canonical_reason().unwrap_or("Error");
    reason.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// Response headers by name.
pub(super) fn headers() -> Value {
    let text =
        |description: &str| json!({ "description": description, "schema": { "type": "string" } });
    json!({
        "X-Request-Id": text("Id of the request, for logs and support."),
        "RateLimit": text("Remaining requests of the strictest rate, and when it resets (draft-ietf-httpapi-ratelimit-headers)."),
        "RateLimit-Policy": text("The rates that apply to the request."),
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
