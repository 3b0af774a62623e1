//! What every part of the HTTP API shares: errors and their responses, the catalogue of modules, the clock,
//! randomness, suggestions for misspelt names.
//!
//! Deliberately absent: services. Nothing here knows a store, a meter or a calculation.

pub mod clock;
mod error;
pub mod modules;
pub mod randomness;
pub mod suggest;

pub use error::{
    ApiError, ErrorCode, ErrorFormat, JSON_API, Problem, Source, error_reference, error_schema,
};
