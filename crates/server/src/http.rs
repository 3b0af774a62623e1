//! What happens to every request and response, whatever the operation.

pub(crate) mod access_log;
mod cors;
mod envelope;
mod host;
mod version;

pub(crate) use envelope::in_envelope;
