//! What every part of the HTTP API shares: what an operation declares, how its input is read and checked, how much
//! work it is, errors and their responses, the catalogue of modules, the clock, randomness, suggestions for misspelt
//! names.
//!
//! Deliberately absent: services. Nothing here knows a store, a meter or a calculation.

pub mod clock;
mod error;
pub mod input;
pub mod modules;
mod pieces;
pub mod randomness;
mod rule;
mod spec;
mod stop;
pub mod suggest;
pub mod text;
mod work;

pub use error::{
    ApiError, ErrorCode, ErrorFormat, JSON_API, Problem, Source, error_reference, error_schema,
};
pub use pieces::{PIECE_BYTES, Pieces, unwritable};
pub use rule::{AccessPolicy, Rule, caller};
pub use spec::{Declaration, InputPlace, Limits, Methods, Spec};
pub use stop::Stop;
pub use work::Work;
