//! `almagest`: the service and its commands.

use std::process::ExitCode;

fn main() -> ExitCode {
    server::cli::run()
}
