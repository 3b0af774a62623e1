//! How a counted request ended, as the ledger records it.

use std::time::Duration;

use http_api::{ApiError, ErrorCode};

/// The end of a counted request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The status of the response.
    pub status: u16,
    /// The code of the first problem; `None` for a success.
    pub error: Option<ErrorCode>,
    /// The time from the request's headers to its response, and for a response that is written piece
    /// by piece to the last piece.
    pub latency: Duration,
}

impl Ending {
    /// A success with this status.
    pub const fn success(status: u16, latency: Duration) -> Self {
        Self {
            status,
            error: None,
            latency,
        }
    }

    /// A response that is this error.
    pub fn error(error: &ApiError, latency: Duration) -> Self {
        Self {
            status: error.status().as_u16(),
            error: Some(error.problems()[0].code),
            latency,
        }
    }

    pub(crate) fn error_code(self) -> Option<&'static str> {
        self.error.map(ErrorCode::name)
    }

    /// The latency in microseconds. Longer than an hour, which no request takes, counts as an hour.
    pub(crate) fn latency_us(self) -> u32 {
        const HOUR: Duration = Duration::from_hours(1);
        u32::try_from(self.latency.min(HOUR).as_micros()).unwrap_or(u32::MAX)
    }
}
