//! Input that many operations share, and how checked input becomes an operation's own type.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use store::PageSize;

use http_api::{ApiError, ErrorCode, Problem, Source};

/// The input of an operation without input.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoInput {}

/// `page[size]` and `page[after]` of a list.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "Page")]
pub struct PageRequest {
    /// Maximum number of entries.
    #[schemars(range(min = 1, max = 100))]
    pub size: u32,
    /// Cursor from `links.next` of the previous page.
    #[schemars(length(max = 200))]
    pub after: Option<String>,
}

impl Default for PageRequest {
    fn default() -> Self {
        Self {
            size: 20,
            after: None,
        }
    }
}

impl PageRequest {
    /// The page after a cursor, or the first one.
    pub const fn new(size: u32, after: Option<String>) -> Self {
        Self { size, after }
    }

    /// The first page.
    pub const fn first(size: u32) -> Self {
        Self::new(size, None)
    }

    /// The size for the store. The schema has bounded it.
    pub fn store_size(&self) -> PageSize {
        PageSize::new(self.size).unwrap_or(PageSize::DEFAULT)
    }

    /// The cursor of the page. None for the first page.
    ///
    /// # Errors
    ///
    /// `value_refused` if it is not one of our cursors.
    pub fn cursor<T: FromStr>(&self) -> Result<Option<T>, ApiError> {
        let parse = |text: &String| text.parse().map_err(|_| Self::no_cursor());
        self.after.as_ref().map(parse).transpose()
    }

    /// The error for a cursor of another list.
    pub fn no_cursor() -> ApiError {
        let detail = "The cursor does not belong to this list. Use the one in links.next.";
        let problem = Problem::new(ErrorCode::ValueRefused, detail);
        problem
            .at(Source::Parameter("page[after]".to_owned()))
            .into()
    }
}

/// The input of a list without filters.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PageRequest")]
pub struct PageInput {
    /// Page to return.
    #[serde(default)]
    pub page: PageRequest,
}

impl From<PageRequest> for PageInput {
    fn from(page: PageRequest) -> Self {
        Self { page }
    }
}

/// Converts a checked input to the type of its operation.
///
/// # Errors
///
/// The type refuses what the schema accepted.
pub fn typed<T: DeserializeOwned>(tree: Value) -> Result<T, ApiError> {
    serde_json::from_value(tree).map_err(|error| {
        // The schema accepted something that the type refuses. It is still the caller's input, but
        // the schema should have refused it.
        tracing::warn!(%error, "input matches its schema but not its type");
        let problem = Problem::new(ErrorCode::FieldFormat, error.to_string());
        problem.at(Source::Pointer(String::new())).into()
    })
}
