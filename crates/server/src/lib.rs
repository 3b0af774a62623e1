//! The HTTP face of the service: API, command line, configuration. The binary `almagest` is a
//! thin shell around this library, so that tests can run the real thing in their own process.

/// A request is some hundred small allocations, many of them freed by another thread than made them. Measured on
/// `/api/key` with `cargo xtask bench http`: a fifth of the processor time went into the allocator of the C library.
/// The price is memory: an idle service has 57 MB of its own instead of 32.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod account;
pub mod alert;
pub mod anchor;
pub mod api;
pub mod app;
pub mod backup_file;
pub mod billing;
mod byte_cache;
pub mod cli;
mod dashboard;
pub mod data_dir;
mod docs_page;
pub mod guard;
pub mod http;
pub mod job;
pub mod key_cache;
pub mod library;
pub mod log;
pub mod mail;
pub mod markdown;
pub mod memory;
pub mod meter;
pub mod metrics;
pub mod operation;
pub mod overlay;
pub mod password_pool;
pub mod pool;
mod queue;
pub mod start;
pub mod webhook;
