//! From a request to an operation and back. The list of operations becomes routes and documents, so
//! none can disagree.

mod chat;
mod input;
mod mcp;
mod registry;
mod serve;

pub use registry::Api;
pub(crate) use serve::CreateCall;
