//! From a request to an operation and back: the list of operations becomes routes, the OpenAPI
//! document and the reference, so none can disagree.

mod document;
mod input;
mod reference;
mod registry;
mod serve;

pub use document::{group_document, group_names, with_examples};
pub use registry::Api;
