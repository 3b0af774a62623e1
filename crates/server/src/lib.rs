//! The HTTP face of the service: API, command line, configuration. The binary `almagest` is a
//! thin shell around this library, so that tests can run the real thing in their own process.

pub mod api;
pub mod app;
pub mod cli;
pub mod clock;
pub mod config;
pub mod data_dir;
mod docs_page;
pub mod error;
pub mod guard;
pub mod http;
pub mod key_ring;
pub mod log;
pub mod meter;
pub mod metrics;
pub mod operation;
pub mod randomness;
pub mod start;
mod suggest;
