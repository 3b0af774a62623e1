//! Why a model did not answer. The text is for the log: clients see only the code.

use std::fmt;

use http_api::ErrorCode;

/// Why a model did not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProviderError {
    /// No connection to its server, or none that can be trusted.
    Unreachable(String),
    /// It was silent for too long.
    Timeout,
    /// Its server refused the request with this status.
    Refused(u16),
    /// It sent something that is not an answer.
    Invalid(&'static str),
    /// It reported a failure in the middle of an answer, or ended without finishing it.
    Interrupted,
}

impl ProviderError {
    /// The error that clients see.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Self::Unreachable(_) => ErrorCode::ProviderUnreachable,
            Self::Timeout => ErrorCode::ProviderTimeout,
            Self::Refused(_) | Self::Invalid(_) | Self::Interrupted => ErrorCode::ProviderError,
        }
    }
}

impl fmt::Display for ProviderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(cause) => write!(f, "cannot connect: {cause}"),
            Self::Timeout => f.write_str("no answer in time"),
            Self::Refused(status) => write!(f, "the server answered with status {status}"),
            Self::Invalid(what) => write!(f, "invalid answer: {what}"),
            Self::Interrupted => f.write_str("the answer was interrupted"),
        }
    }
}

impl std::error::Error for ProviderError {}
