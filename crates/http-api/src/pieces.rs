//! Answers that are written piece by piece.

use crate::{ApiError, ErrorCode};

/// A piece is finished when it has so many bytes.
pub const PIECE_BYTES: usize = 64 * 1024;

/// JSON that is written piece by piece. Pieces are written on the threads of the pool.
pub trait Pieces: Send + 'static {
    /// Appends the next piece, of about [`PIECE_BYTES`]; answers whether there is more to come.
    ///
    /// # Errors
    ///
    /// What the request is refused with, where nothing has been sent yet; otherwise the answer ends
    /// in the middle, which clients see as a broken connection.
    fn write(&mut self, out: &mut Vec<u8>) -> Result<bool, ApiError>;

    /// Units to return once everything is written: for parts that failed by our own fault.
    fn returned_units(&self) -> u32 {
        0
    }
}

/// A value that cannot be written as JSON.
pub fn unwritable(error: serde_json::Error) -> ApiError {
    ApiError::plain(ErrorCode::InternalError).because(error)
}
