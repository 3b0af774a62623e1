//! `almagest`: the service and its commands.

use std::process::ExitCode;

fn main() -> ExitCode {
    server::cli::run()
}

#[cfg(feature = "unmetered")]
compile_error!(
    "the service must count every request: `unmetered` is only for the benchmark baseline"
);
