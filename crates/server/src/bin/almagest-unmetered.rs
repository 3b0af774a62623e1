//! The service without its ledger: what `cargo xtask bench` compares the service with. It is a program
//! of its own, built with a feature that the service cannot be built with: no setting leads here.

use std::process::ExitCode;

fn main() -> ExitCode {
    server::cli::run()
}
