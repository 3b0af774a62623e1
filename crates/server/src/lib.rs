//! The composition root: the list of operations, routes, jobs and commands. The binary `almagest` is
//! a thin shell around this library, so that tests can run the real thing in their own process.

/// A request is some hundred small allocations, many of them freed by another thread than made them. Measured on
/// `/api/key` with `cargo xtask bench http`: a fifth of the processor time went into the allocator of the C library.
/// The price is memory: an idle service has 57 MB of its own instead of 32.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

pub mod anchor;
pub mod api;
pub mod app;
pub mod backup_file;
pub mod cli;
pub mod data_dir;
mod docs_page;
mod http;
pub mod log;
pub mod metrics;
pub mod routes;
pub mod start;
pub mod supervisor;
