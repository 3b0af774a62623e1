//! From a request to an operation and back. The list of operations becomes routes and documents, so
//! none can disagree.

mod input;
mod registry;
mod serve;

pub use registry::Api;
