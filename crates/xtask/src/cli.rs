//! The command line: what can be asked for, and which module answers.

use std::net::SocketAddr;

use anyhow::Result;
use clap::Subcommand;

use crate::{bench, cargo::Workspace, check, fuzz, generate, soak, test, vendor};

/// Commands of the Almagest workspace.
#[derive(clap::Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
pub(crate) enum Command {
    /// Run every test, with a PostgreSQL and a Redis of its own.
    Test {
        /// Given to nextest (or to `cargo test`); only the tests then run, not the doc tests and the fuzz round.
        #[arg(last = true)]
        arguments: Vec<String>,
    },
    /// Send generated requests, valid and invalid, to every operation of the API document.
    ApiFuzz {
        /// Generated requests per operation.
        #[arg(long, default_value_t = fuzz::SHORT.max_examples)]
        max_examples: u32,
        /// The same seed generates the same requests.
        #[arg(long, default_value_t = fuzz::SHORT.seed)]
        seed: u64,
    },
    /// Check formatting, lints, documentation, house rules and generated files.
    Check {
        /// Only the house rules, which need no build.
        #[arg(long)]
        rules: bool,
    },
    /// Write every generated file anew.
    Generate {
        /// Compare only, and fail when a committed file is out of date.
        #[arg(long)]
        check: bool,
    },
    /// Measure.
    #[command(subcommand)]
    Bench(Bench),
    /// Run the tests and the fuzzer with their long counts.
    Soak,
    /// Fetch the vendored front-end files and verify them.
    Vendor,
}

/// What can be measured.
#[derive(Subcommand)]
pub(crate) enum Bench {
    /// What checking a key costs: `/api/key` beside `/healthz`.
    Http {
        /// Measured seconds per path.
        #[arg(long, default_value_t = 8)]
        seconds: u64,
        /// Connections kept busy at the same time.
        #[arg(long, default_value_t = 32)]
        connections: usize,
        /// Use this key instead of the first one the server prints.
        #[arg(long)]
        key: Option<String>,
        /// Measure a running server instead of starting one.
        #[arg(long, requires = "key")]
        address: Option<SocketAddr>,
    },
}

impl Command {
    pub(crate) fn run(self) -> Result<()> {
        let workspace = Workspace::find()?;
        match self {
            Self::Test { arguments } => test::run(&workspace, &test::Round::short(arguments)),
            Self::ApiFuzz { max_examples, seed } => {
                fuzz::command(&workspace, fuzz::Round { max_examples, seed })
            }
            Self::Check { rules: false } => check::everything(&workspace),
            Self::Check { rules: true } => check::rules(&workspace),
            Self::Generate { check: false } => generate::write(&workspace),
            Self::Generate { check: true } => generate::compare(&workspace),
            Self::Bench(Bench::Http {
                seconds,
                connections,
                key,
                address,
            }) => bench::http(
                &workspace,
                &bench::Http {
                    seconds,
                    connections,
                    key,
                    address,
                },
            ),
            Self::Soak => soak::run(&workspace),
            Self::Vendor => vendor::run(&workspace),
        }
    }
}
