//! The API as documents: OpenAPI 3.1 for programs, and a table of operations for people.
//!
//! [`Operations`] collects the declarations of operations and the schemas of their types. The service
//! adds routes to the same list, so a document cannot name an operation that does not exist.
//!
//! Deliberately absent: routes and services. A document is made from types alone.

mod document;
mod examples;
mod group;
mod llms;
mod operations;
mod reference;
mod responses;
mod tidy;

pub use group::{group_document, group_names, with_examples};
pub use llms::{llms, llms_full};
pub use operations::{DocumentedOperation, Operations, parameter_names};

/// The path parameter that names the organization of a call.
pub const ORG_PARAMETER: &str = "org";
