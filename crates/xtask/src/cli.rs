//! The command line: what can be asked for, and which module answers.

use std::{net::SocketAddr, path::PathBuf};

use anyhow::Result;
use clap::Subcommand;

use crate::{
    accuracy, bench, cargo::Workspace, check, content, data, font, fuzz, gallery, generate, soak,
    test, vendor,
};

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
        /// Try every limit of every parameter on the queries with fifty parameters, too.
        #[arg(long)]
        wide: bool,
    },
    /// Run the property tests of everything strangers may send, with many cases.
    Fuzz {
        /// Cases of each property.
        #[arg(long, default_value_t = 100_000)]
        cases: u32,
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
    /// Count the interpretation texts and say what is wrong with them.
    Content,
    /// Print how far the engine's places are from the full kernels, per body and century.
    Accuracy {
        /// A folder with published tables to compare with as well: horizons-apparent.csv, seasons.txt, moon-phases.txt,
        /// rise-set.txt.
        #[arg(long)]
        published: Option<PathBuf>,
        /// Compare houses and angles with a black-box peer instead, in 2,000 random cases of every system.
        #[arg(long, conflicts_with = "published")]
        houses: bool,
    },
    /// Measure.
    #[command(subcommand)]
    Bench(Bench),
    /// Run the tests and the fuzzer with their long counts.
    Soak,
    /// Fetch the vendored front-end files and verify them.
    Vendor,
    /// Make a file of `data/` from the public packages it comes from.
    #[command(subcommand)]
    Data(Data),
    /// Cut the bundled font out of Debian's and verify it.
    Font,
    /// Draw the pictures of docs/gallery.
    Gallery,
}

/// What can be measured.
#[derive(Subcommand)]
pub(crate) enum Bench {
    /// How long wheels take to draw, and how large they are.
    Chart,
    /// What a verification costs in process, with 100,000 and a million keys; then as `ledger`.
    Access,
    /// What the durable ledger costs: `/api/key` with it and without it, and `/healthz`.
    Ledger {
        /// Measured seconds per path.
        #[arg(long, default_value_t = 8)]
        seconds: u64,
    },
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
    /// Charts and forecasts, beside a peer where it has an equal.
    Calc,
    /// Places and a natal set: the engine beside a peer.
    Sky {
        /// Random instants.
        #[arg(long, default_value_t = 5000)]
        instants: usize,
        /// The same seed gives the same instants.
        #[arg(long, default_value_t = 440)]
        seed: u64,
    },
    /// How long a place search and a zone look-up take.
    Places,
    /// What the texts add to a natal answer.
    Texts,
    /// Throughput, latency, processor time and memory: one node on SQLite, then one and three on
    /// PostgreSQL and Redis; more and more nodes that have one core each; more requests than the
    /// service works on at once; ten minutes of it.
    Load {
        /// Measured seconds per row.
        #[arg(long, default_value_t = 8)]
        seconds: u64,
        /// Connections kept busy at the same time.
        #[arg(long, default_value_t = 64)]
        connections: usize,
        /// Minutes of load on one SQLite node at the end, with its memory noted each minute.
        #[arg(long, default_value_t = 10)]
        soak_minutes: u64,
        /// Only this part.
        #[arg(long)]
        only: Option<bench::load::Part>,
    },
    /// What a request and a page cost with up to 100,000 organizations, a million keys, and a long
    /// ledger of synthetic rows.
    Growth {
        /// Rows of the ledger; about 270 bytes of disk each.
        #[arg(long, default_value_t = 10_000_000)]
        rows: u64,
        /// Measured seconds per row of a table.
        #[arg(long, default_value_t = 4)]
        seconds: u64,
        /// On PostgreSQL instead of SQLite.
        #[arg(long)]
        postgres: bool,
        /// Only the long ledger.
        #[arg(long)]
        ledger_only: bool,
    },
    /// The dearest request of every operation: processor time and bytes per unit, found by a search of random and
    /// extreme inputs.
    Price {
        /// Only operations whose identifier contains this.
        #[arg(long)]
        only: Option<String>,
        /// Generated requests per operation.
        #[arg(long, default_value_t = 150)]
        tries: u32,
        /// The same seed generates the same requests.
        #[arg(long, default_value_t = 440)]
        seed: u64,
        /// Measure this program instead of building one.
        #[arg(long)]
        binary: Option<PathBuf>,
    },
    /// How a customer at 200 requests per second is served beside hostile ones.
    Hostile {
        /// Minutes of attacks in turn.
        #[arg(long, default_value_t = 10)]
        minutes: u64,
        /// Only this part.
        #[arg(long)]
        only: Option<bench::hostile::Part>,
    },
}

/// What can be made.
#[derive(Subcommand)]
pub(crate) enum Data {
    /// Positions and nutation: the pack of coefficients.
    Sky,
    /// The places that the accuracy tests expect.
    Oracle,
    /// Leap seconds and ΔT.
    Time,
    /// The star catalogue.
    Stars,
    /// The gazetteer, `data/places.pack`. Needs `data/zones.pack`.
    Places,
    /// The zone histories, `data/zones.pack`.
    Zones,
}

impl Command {
    pub(crate) fn run(self) -> Result<()> {
        let workspace = Workspace::find()?;
        match self {
            Self::Test { arguments } => test::run(&workspace, &test::Round::short(arguments)),
            Self::ApiFuzz {
                max_examples,
                seed,
                wide,
            } => {
                let round = fuzz::Round {
                    max_examples,
                    seed,
                    wide,
                };
                fuzz::command(&workspace, round)
            }
            Self::Fuzz { cases } => fuzz::properties(&workspace, cases),
            Self::Check { rules: false } => check::everything(&workspace),
            Self::Check { rules: true } => check::rules(&workspace),
            Self::Generate { check: false } => generate::write(&workspace),
            Self::Generate { check: true } => generate::compare(&workspace),
            Self::Content => content::command(&workspace),
            Self::Accuracy { houses: true, .. } => accuracy::houses(&workspace),
            Self::Accuracy {
                published,
                houses: false,
            } => accuracy::run(&workspace, published.as_deref()),
            Self::Bench(bench) => bench.run(&workspace),
            Self::Data(data) => data.run(&workspace),
            Self::Soak => soak::run(&workspace),
            Self::Vendor => vendor::run(&workspace),
            Self::Font => font::run(&workspace),
            Self::Gallery => gallery::run(&workspace),
        }
    }
}

impl Bench {
    fn run(self, workspace: &Workspace) -> Result<()> {
        match self {
            Self::Chart => bench::chart(workspace),
            Self::Access => bench::access(workspace),
            Self::Ledger { seconds } => bench::ledger(workspace, seconds),
            Self::Http {
                seconds,
                connections,
                key,
                address,
            } => {
                let options = bench::Http {
                    seconds,
                    connections,
                    key,
                    address,
                };
                bench::http(workspace, &options)
            }
            Self::Calc => bench::calc::run(workspace),
            Self::Sky { instants, seed } => bench::sky::run(workspace, instants, seed),
            Self::Places => bench::places::run(),
            Self::Texts => bench::texts::run(workspace),
            Self::Load {
                seconds,
                connections,
                soak_minutes,
                only,
            } => {
                let options = bench::load::Options {
                    seconds,
                    connections,
                    soak_minutes,
                    only,
                };
                bench::load::run(workspace, &options)
            }
            Self::Growth {
                rows,
                seconds,
                postgres,
                ledger_only,
            } => {
                let options = bench::growth::Options {
                    rows,
                    seconds,
                    postgres,
                    ledger_only,
                };
                bench::growth::run(workspace, &options)
            }
            Self::Price {
                only,
                tries,
                seed,
                binary,
            } => {
                let options = bench::price::Options {
                    only,
                    tries,
                    seed,
                    binary,
                };
                bench::price::run(workspace, &options)
            }
            Self::Hostile { minutes, only } => bench::hostile::run(workspace, minutes, only),
        }
    }
}

impl Data {
    fn run(self, workspace: &Workspace) -> Result<()> {
        match self {
            Self::Oracle => accuracy::regenerate(workspace),
            Self::Sky => data::sky::run(workspace),
            Self::Time => data::time::run(workspace),
            Self::Stars => data::stars::run(workspace),
            Self::Places => data::places::run(workspace),
            Self::Zones => data::zones::run(workspace),
        }
    }
}
