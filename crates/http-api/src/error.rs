//! Every error that a client can receive: one table of codes, one error type, one place where it
//! becomes a response. `docs/reference/errors.md` and the OpenAPI document are generated from the
//! same table.

use std::fmt;

use access::StorageError;
use axum::http::{HeaderMap, StatusCode};
use serde_json::{Map, Value, json};

mod code;
mod response;

pub use code::ErrorCode;
pub use response::{
    ErrorFormat, JSON_API, accepts_by_name, error_object_schema, error_reference, error_schema,
    problem_schema,
};

/// Which part of the request a problem is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A JSON pointer (RFC 6901) into the body.
    Pointer(String),
    /// A parameter of the query or the path.
    Parameter(String),
    /// A header field.
    Header(&'static str),
}

/// One thing that is wrong with a request.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The error code.
    pub code: ErrorCode,
    /// A sentence for this occurrence, written for the client.
    pub detail: String,
    /// The part of the request that it is about.
    pub source: Option<Source>,
    /// Values a program can use: candidates, limits, positions.
    pub meta: Map<String, Value>,
}

/// The longest detail of a problem. Details repeat what a client sent, which may be a megabyte.
const MAX_DETAIL_BYTES: usize = 2_000;

impl Problem {
    /// A problem with the request as a whole.
    pub fn new(code: ErrorCode, detail: impl Into<String>) -> Self {
        let mut detail = detail.into();
        if detail.len() > MAX_DETAIL_BYTES {
            detail.truncate(detail.floor_char_boundary(MAX_DETAIL_BYTES));
            detail.push('…');
        }
        Self {
            code,
            detail,
            source: None,
            meta: Map::new(),
        }
    }

    /// Sets the part of the request that the problem is about.
    #[must_use]
    pub fn at(self, source: Source) -> Self {
        Self {
            source: Some(source),
            ..self
        }
    }

    /// Adds a value for programs.
    #[must_use]
    pub fn with_meta(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.meta.insert(name.to_owned(), value.into());
        self
    }
}

/// Why a request fails: every problem found and, for our own failures, a cause that goes to the log
/// only.
#[derive(Debug)]
pub struct ApiError {
    problems: Vec<Problem>,
    retry_after_s: Option<u64>,
    cause: Option<Box<dyn std::error::Error + Send + Sync>>,
    headers: Option<Box<HeaderMap>>,
}

impl ApiError {
    /// One problem whose detail is the code's explanation.
    pub fn plain(code: ErrorCode) -> Self {
        Self::from(Problem::new(code, code.explanation()))
    }

    /// All problems of a request.
    ///
    /// # Panics
    ///
    /// When there are none: an error without a problem would be a silent one.
    pub fn all(problems: Vec<Problem>) -> Self {
        assert!(!problems.is_empty(), "an error names at least one problem");
        Self {
            problems,
            retry_after_s: None,
            cause: None,
            headers: None,
        }
    }

    /// Changes every problem, to add what only the caller knows.
    #[must_use]
    pub fn map_problems(mut self, change: impl FnMut(Problem) -> Problem) -> Self {
        self.problems = self.problems.into_iter().map(change).collect();
        self
    }

    /// Tells the client when to try again.
    #[must_use]
    pub fn retry_after(self, seconds: u64) -> Self {
        Self {
            retry_after_s: Some(seconds),
            ..self
        }
    }

    /// Keeps the cause, for the log.
    #[must_use]
    pub fn because(self, cause: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self {
            cause: Some(Box::new(cause)),
            ..self
        }
    }

    /// Adds headers to the response, such as the remaining limits of a refused key.
    #[must_use]
    pub fn with_headers(self, headers: HeaderMap) -> Self {
        Self {
            headers: Some(Box::new(headers)),
            ..self
        }
    }

    /// Every problem.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The problems of both.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.problems.extend(other.problems);
        self
    }

    /// Its problems alone.
    pub fn into_problems(self) -> Vec<Problem> {
        self.problems
    }

    /// The same, with the source of every problem changed.
    #[must_use]
    pub fn map_sources(mut self, change: impl Fn(Source) -> Source) -> Self {
        for problem in &mut self.problems {
            problem.source = problem.source.take().map(&change);
        }
        self
    }

    /// The cause, if it is our failure.
    pub fn cause(&self) -> Option<&(dyn std::error::Error + Send + Sync)> {
        self.cause.as_deref()
    }

    /// The status of the response: that of the problems, or 400 if they differ.
    pub fn status(&self) -> StatusCode {
        let first = self.problems[0].code.status();
        let same = self.problems.iter().all(|it| it.code.status() == first);
        if same { first } else { StatusCode::BAD_REQUEST }
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{}: {}", problem.code.name(), problem.detail)?;
        }
        Ok(())
    }
}

impl std::error::Error for ApiError {}

impl From<Problem> for ApiError {
    fn from(problem: Problem) -> Self {
        Self::all(vec![problem])
    }
}

/// An unavailable store is our failure and temporary. A store with corrupt data is not temporary.
impl<E: StorageError> From<E> for ApiError {
    fn from(error: E) -> Self {
        if error.is_temporary() {
            Self::plain(ErrorCode::ServiceUnavailable).retry_after(1)
        } else {
            Self::plain(ErrorCode::InternalError)
        }
        .because(error)
    }
}

/// A source as part of a JSON:API error object.
fn source_json(source: &Source) -> Value {
    match source {
        Source::Pointer(pointer) => json!({ "pointer": pointer }),
        Source::Parameter(name) => json!({ "parameter": name }),
        Source::Header(name) => json!({ "header": name }),
    }
}

#[cfg(test)]
mod bounds {
    use super::*;

    #[test]
    fn a_problem_repeats_little_of_what_a_client_sent() {
        let detail = |text: &str| Problem::new(ErrorCode::FieldValue, text).detail;
        assert_eq!(detail("short"), "short");
        let long = detail(&"é".repeat(1 << 20));
        assert_eq!(long.len(), MAX_DETAIL_BYTES + '…'.len_utf8());
    }
}
