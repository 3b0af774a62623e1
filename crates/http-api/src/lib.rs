//! What every part of the HTTP API shares: operation specs, reading and checking of input, work
//! estimates, errors and their responses, the catalog of modules, the clock, randomness, and
//! suggestions for misspelled names.
//!
//! Deliberately absent: services. Nothing here knows a store, a meter or a calculation.

pub mod clock;
mod closed_set;
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
    ApiError, ErrorCode, ErrorFormat, JSON_API, Problem, Source, accepts_by_name,
    error_object_schema, error_reference, error_schema, problem_schema,
};
pub use pieces::{PIECE_BYTES, Pieces, unwritable};
pub use rule::{AccessPolicy, Rule, caller};
pub use spec::{Declaration, InputPlace, Limits, Methods, Spec};
pub use stop::Stop;
pub use work::Work;
