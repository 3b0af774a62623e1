//! The command line: commands and the modules that implement them.

use std::{net::SocketAddr, path::PathBuf};

use anyhow::Result;
use clap::Subcommand;

use crate::{
    accuracy, advisories, bench, cargo::Workspace, check, content, data, font, fuzz, gallery,
    generate, libraries, soak, test, vendor, walkthrough,
};

/// Commands of the Almagest workspace.
#[derive(clap::Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
pub(crate) enum Command {
    /// Run all tests, with a private PostgreSQL and Redis.
    Test {
        /// Arguments for nextest (or `cargo test`). With any, doc tests and the fuzz round are skipped.
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
        /// Also test every limit of every parameter on queries with fifty parameters.
        #[arg(long)]
        wide: bool,
    },
    /// Run the property tests of untrusted input, with many cases.
    Fuzz {
        /// Cases per property.
        #[arg(long, default_value_t = 100_000)]
        cases: u32,
    },
    /// Check formatting, lints, documentation, dependencies, house rules and generated files.
    Check {
        /// Only the house rules, which need no build.
        #[arg(long, conflicts_with = "clients")]
        rules: bool,
        /// Only clients: generate them from the API document, compile them and use them.
        #[arg(long)]
        clients: bool,
        /// Only agents: use the tools with the official clients of the Model Context Protocol.
        #[arg(long, conflicts_with_all = ["rules", "clients"])]
        agents: bool,
        /// Only our client libraries: build their packages, check their types and run their tests.
        #[arg(long, conflicts_with_all = ["rules", "clients", "agents"])]
        libraries: bool,
    },
    /// Replace the snapshot of security advisories about dependencies.
    Advisories {
        /// Checkout of `rustsec/advisory-db`. Downloaded if omitted.
        #[arg(long)]
        from: Option<PathBuf>,
    },
    /// Write all generated files.
    Generate {
        /// Only compare, and fail if a committed file is out of date.
        #[arg(long)]
        check: bool,
        /// Write only the client libraries, from the committed API document. Needs no build of the service.
        #[arg(long, conflicts_with = "check")]
        libraries: bool,
    },
    /// Count the interpretation texts and report problems.
    Content,
    /// Compare the engine's positions with the full kernels, per body and century.
    Accuracy {
        /// Folder with published tables for a further comparison: horizons-apparent.csv, seasons.txt, moon-phases.txt,
        /// rise-set.txt.
        #[arg(long)]
        published: Option<PathBuf>,
        /// Compare houses and angles with a black-box peer instead, with 2,000 random cases of every system.
        #[arg(long, conflicts_with = "published")]
        houses: bool,
        /// Count facts and repetitions in a year of daily horoscopes instead.
        #[arg(long, conflicts_with_all = ["published", "houses"])]
        horoscopes: bool,
    },
    /// Run a benchmark.
    #[command(subcommand)]
    Bench(Bench),
    /// Run the tests and the fuzzer with high case counts.
    Soak,
    /// Download the vendored front-end files and verify them.
    Vendor,
    /// Build a file in `data/` from public packages.
    #[command(subcommand)]
    Data(Data),
    /// Subset the bundled font from Debian's and verify it.
    Font,
    /// Draw the images of docs/gallery.
    Gallery,
    /// Run the cluster of docs/cluster.md on an empty Debian system. Needs root.
    Walkthrough {
        /// Use this program instead of a new release build.
        #[arg(long)]
        program: Option<PathBuf>,
    },
}

/// Benchmarks.
#[derive(Subcommand)]
pub(crate) enum Bench {
    /// Drawing time and size of wheels.
    Chart,
    /// Measures writing time and size of PDF reports.
    Report,
    /// Cost of an in-process verification, with 100,000 and a million keys; then the same as `ledger`.
    Access,
    /// Cost of the durable ledger: `/api/key` with and without it, and `/healthz`.
    Ledger {
        /// Measured seconds per path.
        #[arg(long, default_value_t = 8)]
        seconds: u64,
    },
    /// Cost of checking a key: `/api/key` compared with `/healthz`.
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
    /// Charts and forecasts, compared with a peer.
    Calc,
    /// Positions and a natal set, compared with a peer.
    Sky {
        /// Random instants.
        #[arg(long, default_value_t = 5000)]
        instants: usize,
        /// The same seed gives the same instants.
        #[arg(long, default_value_t = 440)]
        seed: u64,
    },
    /// Vedic charts, dashas and panchangs, each with its limit.
    Vedic,
    /// Duration of a place search and a time zone lookup.
    Places,
    /// Cost of texts in a natal response.
    Texts,
    /// Cost of the horoscopes of a day: the first time, and from memory compared with `/api/key`.
    Horoscope {
        /// Measured seconds per path.
        #[arg(long, default_value_t = 8)]
        seconds: u64,
    },
    /// Throughput, latency, processor time and memory: one node on SQLite, then one and three on
    /// PostgreSQL and Redis; more nodes with one core each; overload; ten minutes of load.
    Load {
        /// Measured seconds per row.
        #[arg(long, default_value_t = 8)]
        seconds: u64,
        /// Connections kept busy at the same time.
        #[arg(long, default_value_t = 64)]
        connections: usize,
        /// Minutes of load on one SQLite node at the end, with its memory recorded each minute.
        #[arg(long, default_value_t = 10)]
        soak_minutes: u64,
        /// Only this part.
        #[arg(long)]
        only: Option<bench::load::Part>,
    },
    /// Cost of a request and a page with up to 100,000 organizations, a million keys, and a long
    /// synthetic ledger.
    Growth {
        /// Rows of the ledger. Each takes about 270 bytes on disk.
        #[arg(long, default_value_t = 10_000_000)]
        rows: u64,
        /// Measured seconds per row of a table.
        #[arg(long, default_value_t = 4)]
        seconds: u64,
        /// Use PostgreSQL instead of SQLite.
        #[arg(long)]
        postgres: bool,
        /// Only the long ledger.
        #[arg(long)]
        ledger_only: bool,
    },
    /// Most expensive request of every operation: processor time and bytes per unit, found by a search of random and
    /// extreme inputs.
    Price {
        /// Only operations whose identifier contains one of these, separated by commas.
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
    /// Service quality for a customer with 200 requests per second during attacks.
    Hostile {
        /// Minutes of attacks.
        #[arg(long, default_value_t = 10)]
        minutes: u64,
        /// Only this part.
        #[arg(long)]
        only: Option<bench::hostile::Part>,
        /// Measure this program instead of building one.
        #[arg(long)]
        binary: Option<PathBuf>,
    },
}

/// Data files.
#[derive(Subcommand)]
pub(crate) enum Data {
    /// Positions and nutation: the pack of coefficients.
    Sky,
    /// The positions that the accuracy tests expect.
    Oracle,
    /// Leap seconds and ΔT.
    Time,
    /// The star catalog.
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
            Self::Check { clients: true, .. } => check::clients::command(&workspace),
            Self::Check { agents: true, .. } => check::agents::command(&workspace),
            Self::Check {
                libraries: true, ..
            } => libraries::Libraries::build(&workspace)?.test(),
            Self::Check { rules: true, .. } => check::rules(&workspace),
            Self::Check { .. } => check::everything(&workspace),
            Self::Advisories { from } => advisories::refresh(&workspace, from.as_deref()),
            Self::Generate { check: true, .. } => generate::compare(&workspace),
            Self::Generate {
                libraries: true, ..
            } => generate::write_libraries(&workspace),
            Self::Generate { .. } => generate::write(&workspace),
            Self::Content => content::command(&workspace),
            Self::Accuracy { houses: true, .. } => accuracy::houses(&workspace),
            Self::Accuracy {
                horoscopes: true, ..
            } => accuracy::horoscopes(&workspace),
            Self::Accuracy { published, .. } => accuracy::run(&workspace, published.as_deref()),
            Self::Bench(bench) => bench.run(&workspace),
            Self::Data(data) => data.run(&workspace),
            Self::Soak => soak::run(&workspace),
            Self::Vendor => vendor::run(&workspace),
            Self::Font => font::run(&workspace),
            Self::Gallery => gallery::run(&workspace),
            Self::Walkthrough { program } => walkthrough::run(&workspace, program),
        }
    }
}

impl Bench {
    fn run(self, workspace: &Workspace) -> Result<()> {
        match self {
            Self::Report => bench::report(workspace),
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
            Self::Vedic => bench::vedic::run(workspace),
            Self::Places => bench::places::run(),
            Self::Texts => bench::texts::run(workspace),
            Self::Horoscope { seconds } => bench::horoscope(workspace, seconds),
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
            Self::Hostile {
                minutes,
                only,
                binary,
            } => bench::hostile::run(workspace, minutes, only, binary),
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
