//! The project's development commands: `cargo xtask --help` lists them. Not part of a release.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command line tool prints to its standard streams"
)]

mod accuracy;
mod advisories;
mod backends;
mod bench;
mod cargo;
mod check;
mod child;
mod chromium;
mod cli;
mod content;
mod data;
mod debian;
mod dice;
mod font;
mod fuzz;
mod gallery;
mod generate;
mod http;
mod interpreters;
mod libraries;
mod load;
mod machine;
mod postgres;
mod python;
mod redis;
mod scratch;
mod service;
mod soak;
mod steps;
mod test;
mod vendor;
mod walkthrough;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let command = cli::Command::parse();
    match machine::watch_signals().and_then(|()| command.run()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
