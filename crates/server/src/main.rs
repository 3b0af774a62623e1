//! `almagest`: the service and its commands.

use std::process::ExitCode;

fn main() -> ExitCode {
    server::cli::run()
}

#[cfg(feature = "unmetered")]
compile_error!(
    "the service counts every request: `unmetered` is for the program that benches compare it with"
);
