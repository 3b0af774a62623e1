//! Errors on the wire and in the reference.

use std::fmt::Write as _;

use access::RequestId;
use axum::body::Body;
use axum::http::header::{ACCEPT, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};
use serde_json::{Map, Value, json};

use super::{ApiError, ErrorCode, Problem, source_json};

/// The media type of errors and of most responses.
pub const JSON_API: &str = "application/vnd.api+json";
const PROBLEM_JSON: &str = "application/problem+json";

/// The two formats of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorFormat {
    /// JSON:API error objects; the default.
    JsonApi,
    /// RFC 9457 problem details, when `Accept` names them.
    ProblemDetails,
}

impl ErrorFormat {
    /// The format that the request asks for.
    pub fn asked_by(headers: &HeaderMap) -> Self {
        if accepts_by_name(headers, PROBLEM_JSON) && !accepts_by_name(headers, JSON_API) {
            Self::ProblemDetails
        } else {
            Self::JsonApi
        }
    }
}

/// Whether `Accept` contains a media type, not only a pattern that matches it.
pub fn accepts_by_name(headers: &HeaderMap, media_type: &str) -> bool {
    let accepted = headers.get_all(ACCEPT).iter();
    let mut entries = accepted
        .filter_map(|it| it.to_str().ok())
        .flat_map(|it| it.split(','));
    entries.any(|it| {
        let mut parts = it.split(';').map(str::trim);
        let named = parts
            .next()
            .is_some_and(|it| it.eq_ignore_ascii_case(media_type));
        // `q=0` means "not acceptable".
        named && !parts.any(|it| it.eq_ignore_ascii_case("q=0"))
    })
}

/// The URL of a code's explanation.
fn type_link(public_url: &str, code: ErrorCode) -> String {
    format!("{public_url}/docs/errors#{}", code.name())
}

impl ApiError {
    /// The response.
    pub fn to_response(
        &self,
        format: ErrorFormat,
        request_id: RequestId,
        public_url: &str,
    ) -> Response<Body> {
        let status = self.status();
        let (media_type, body) = match format {
            ErrorFormat::JsonApi => (JSON_API, self.json_api(request_id, public_url)),
            ErrorFormat::ProblemDetails => {
                (PROBLEM_JSON, self.problem_details(request_id, public_url))
            }
        };
        let mut response = Response::new(Body::from(body.to_string()));
        *response.status_mut() = status;
        let headers = response.headers_mut();
        if let Some(own) = &self.headers {
            headers.extend(own.as_ref().clone());
        }
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
        if let Some(seconds) = self.retry_after_s {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        if status == StatusCode::UNAUTHORIZED {
            let challenge = HeaderValue::from_static("Bearer realm=\"almagest\"");
            headers.insert(WWW_AUTHENTICATE, challenge);
        }
        response
    }

    /// The error as a JSON:API document.
    pub fn json_api(&self, request_id: RequestId, public_url: &str) -> Value {
        let mut errors = self.error_objects();
        for (index, (object, problem)) in errors.iter_mut().zip(&self.problems).enumerate() {
            object["id"] = format!("{request_id}.{index}").into();
            object["links"] = json!({ "type": type_link(public_url, problem.code) });
        }
        json!({ "errors": errors })
    }

    /// The problems as JSON:API error objects, for a part of a response.
    pub fn error_objects(&self) -> Vec<Value> {
        let one = |problem: &Problem| {
            let code = problem.code;
            let mut object = json!({
                "status": code.status().as_str(),
                "code": code.name(),
                "title": code.title(),
                "detail": problem.detail,
            });
            if let Some(source) = &problem.source {
                object["source"] = source_json(source);
            }
            if !problem.meta.is_empty() {
                object["meta"] = Value::Object(problem.meta.clone());
            }
            object
        };
        self.problems.iter().map(one).collect()
    }

    /// RFC 9457, section 3: the first problem as the document's own members, and all of them under
    /// `errors` as in the RFC's own example.
    fn problem_details(&self, request_id: RequestId, public_url: &str) -> Value {
        let first = &self.problems[0];
        let one = |problem: &Problem| {
            let mut object = Map::new();
            object.insert("code".to_owned(), problem.code.name().into());
            object.insert("detail".to_owned(), problem.detail.clone().into());
            if let Some(source) = &problem.source {
                object.insert("source".to_owned(), source_json(source));
            }
            if !problem.meta.is_empty() {
                object.insert("meta".to_owned(), Value::Object(problem.meta.clone()));
            }
            Value::Object(object)
        };
        json!({
            "type": type_link(public_url, first.code),
            "title": first.code.title(),
            "status": self.status().as_u16(),
            "detail": first.detail,
            "instance": format!("urn:almagest:request:{request_id}"),
            "code": first.code.name(),
            "errors": self.problems.iter().map(one).collect::<Vec<_>>(),
        })
    }
}

/// The schema of a JSON:API error document.
pub fn error_schema() -> Value {
    json!({
        "type": "object",
        "required": ["errors"],
        "properties": { "errors": {
            "type": "array",
            "minItems": 1,
            "items": { "$ref": "#/components/schemas/ErrorObject" },
        } },
    })
}

/// The schema of one error in such a document.
pub fn error_object_schema() -> Value {
    json!({
        "type": "object",
        "required": ["status", "code", "title", "detail"],
        "properties": {
            "id": { "type": "string", "description": "Request ID and number of the problem." },
            "status": { "type": "string", "description": "HTTP status of this problem." },
            "code": code_schema(),
            "title": { "type": "string", "description": "Short name of the code." },
            "detail": { "type": "string", "description": "What is wrong with this request." },
            "source": source_schema(),
            "links": { "type": "object", "properties": {
                "type": { "type": "string", "description": "URL of the explanation of the code." },
            } },
            "meta": { "type": "object", "description": "Details for programs, such as accepted values." },
        },
    })
}

/// The schema of an error as RFC 9457 problem details.
pub fn problem_schema() -> Value {
    json!({
        "type": "object",
        "required": ["type", "title", "status", "detail", "instance", "code", "errors"],
        "properties": {
            "type": { "type": "string", "description": "URL of the explanation of the code." },
            "title": { "type": "string", "description": "Short name of the code." },
            "status": { "type": "integer", "description": "HTTP status." },
            "detail": { "type": "string", "description": "What is wrong with this request." },
            "instance": { "type": "string", "description": "The request, by its ID." },
            "code": code_schema(),
            "errors": { "type": "array", "minItems": 1, "items": {
                "type": "object",
                "required": ["code", "detail"],
                "properties": {
                    "code": code_schema(),
                    "detail": { "type": "string" },
                    "source": source_schema(),
                    "meta": { "type": "object" },
                },
            } },
        },
    })
}

/// A text and not an enumeration, because codes are added.
fn code_schema() -> Value {
    json!({ "type": "string", "description": "Stable code. New codes can be added." })
}

fn source_schema() -> Value {
    json!({ "type": "object", "properties": {
        "pointer": { "type": "string", "description": "JSON pointer into the body." },
        "parameter": { "type": "string", "description": "Name of the query or path parameter." },
        "header": { "type": "string", "description": "Name of the header." },
    } })
}

/// `docs/reference/errors.md`.
pub fn error_reference() -> String {
    let mut text = String::from(
        "# Error codes\n\nGenerated from the table in `crates/http-api/src/error/code.rs` by \
         `cargo xtask generate`. Do not edit.\n\n\
         Errors are JSON:API error objects (`errors[]` with `status`, `code`, `title`, `detail`, \
         `source`, `meta`). With `Accept: application/problem+json` they are RFC 9457 problem \
         details. One response lists every problem found. Codes are added, never renamed.\n\n\
         | code | status | meaning |\n|---|---|---|\n",
    );
    for code in ErrorCode::ALL {
        let (name, status) = (code.name(), code.status().as_u16());
        let explanation = code.explanation();
        writeln!(text, "| `{name}` | {status} | {explanation} |").expect("a string takes any text");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Source;

    fn accept(value: &'static str) -> ErrorFormat {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static(value));
        ErrorFormat::asked_by(&headers)
    }

    #[test]
    fn problem_details_are_given_only_when_asked_for() {
        assert_eq!(accept("*/*"), ErrorFormat::JsonApi);
        assert_eq!(accept("application/json"), ErrorFormat::JsonApi);
        let asked = "application/json, application/problem+json;q=0.9";
        assert_eq!(accept(asked), ErrorFormat::ProblemDetails);
        assert_eq!(
            accept("Application/Problem+JSON"),
            ErrorFormat::ProblemDetails
        );
        assert_eq!(accept("application/problem+json;q=0"), ErrorFormat::JsonApi);
        let both = "application/vnd.api+json, application/problem+json";
        assert_eq!(accept(both), ErrorFormat::JsonApi);
    }

    #[test]
    fn problems_of_different_status_are_answered_400_each_with_its_own() {
        let mixed = ApiError::all(vec![
            Problem::new(ErrorCode::ResourceNotFound, "a"),
            Problem::new(ErrorCode::FieldType, "b").at(Source::Pointer("/x".to_owned())),
        ]);
        assert_eq!(mixed.status(), StatusCode::BAD_REQUEST);
        let random = crate::randomness::OsRandom;
        let id = RequestId::new(access::Timestamp::from_micros(0), &random);
        let body = mixed.json_api(id, "http://example.test");
        assert_eq!(body["errors"][0]["status"], "404");
        assert_eq!(body["errors"][1]["status"], "400");
        assert_eq!(body["errors"][1]["source"]["pointer"], "/x");
    }
}
