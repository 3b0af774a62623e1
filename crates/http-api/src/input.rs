//! Input of an operation: from JSON text or a query string to a value that its schema allows.

mod compile;
mod compiled_schema;
mod format;
mod free;
pub mod json;
pub mod query;

pub use compile::{
    DEFINITIONS, REQUIRED_UNLESS, SYNONYMS, UNDOCUMENTED, compile, resolve, schema_generator,
};
pub use compiled_schema::{CompiledSchema, Field, MAX_PROBLEMS, Range, Required};
pub use format::{ACCESS_FORMATS, Formats, TextFormat};
pub use free::Free;
