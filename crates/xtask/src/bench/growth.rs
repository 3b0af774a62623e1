//! `cargo xtask bench growth`: whether a request and a page cost the same with any number of
//! organizations, keys and requests.

use std::{path::PathBuf, process::Command, time::Duration};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::{SERVE_ARGUMENTS, THREADS, WARM_UP};
use crate::{
    backends::Backends,
    cargo::{Profile, Workspace},
    child,
    http::{self, Request},
    load::{Load, Measured},
    machine,
    scratch::Scratch,
    service::{Launch, Service, UNLIMITED},
};

/// Organizations and keys of the first table.
const SIZES: [(u64, u64); 4] = [
    (1, 1),
    (1_000, 10_000),
    (100_000, 100_000),
    (100_000, 1_000_000),
];
/// The same with a ledger.
const BESIDE_LEDGER: (u64, u64) = (1_000, 10_000);
/// Keys of the organization that has the ledger.
const KEYS_OF_ONE: usize = 1_000;
const CONNECTIONS: usize = 8;
/// One organization can send ten thousand requests per second with all its keys. A client that
/// waits for its commit each time stays below.
const CONNECTIONS_OF_ONE: usize = 1;
/// How long one page is requested repeatedly.
const PAGE_TIME: Duration = Duration::from_secs(2);

/// The options.
#[derive(Debug)]
pub(crate) struct Options {
    /// Rows of the ledger.
    pub(crate) rows: u64,
    /// Measured seconds per row of a table.
    pub(crate) seconds: u64,
    /// PostgreSQL instead of SQLite.
    pub(crate) postgres: bool,
    /// Leave out the table of organizations and keys.
    pub(crate) ledger_only: bool,
}

/// The programs used for measurements.
struct Bench<'a> {
    workspace: &'a Workspace,
    options: &'a Options,
    binary: PathBuf,
    fill: PathBuf,
    /// The server for databases, if they are not files.
    postgres: Option<String>,
}

/// A service with synthetic data.
struct Filled {
    service: Service,
    /// The path of its secret.
    _folder: Scratch,
    org: String,
    other: String,
    session: String,
    keys: Vec<String>,
}

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let binary = workspace.build_service(Profile::Release)?;
    let mut build = workspace.cargo();
    build.args(["build", "--release", "-p", "store", "--example", "fill"]);
    child::run(&mut build)?;
    // Held to the end, because the server inside stops when it is dropped.
    let backends = options.postgres.then(Backends::start).transpose()?;
    let postgres = match &backends {
        None => None,
        Some(backends) => Some(backends.addresses()?.0),
    };
    let bench = Bench {
        workspace,
        options,
        binary,
        fill: workspace.built("release/examples/fill"),
        postgres,
    };
    if !options.ledger_only {
        bench.organizations()?;
    }
    bench.ledger()
}

impl Bench<'_> {
    /// Creates an installation with this many organizations, keys and ledger rows.
    fn filled(&self, name: &str, (orgs, keys): (u64, u64), rows: u64) -> Result<Filled> {
        let mut address = None;
        if let Some(server) = &self.postgres {
            let database = format!("growth_{}", name.replace('-', "_"));
            crate::postgres::create_database(server, &database)?;
            let (server, _) = server.rsplit_once('/').context("no database address")?;
            address = Some(format!("{server}/{database}"));
        }
        let folder = Scratch::new()?;
        let secret = folder.path().join("secret");
        let setting = format!("master_key_file={}", secret.display());
        let mut arguments = SERVE_ARGUMENTS.to_vec();
        arguments.extend(["--set", &setting]);
        if let Some(address) = &address {
            arguments.extend(["--database", address]);
        }
        let launch = Launch {
            name: &format!("growth-{name}"),
            binary: &self.binary,
            arguments: &arguments,
            environment: &[],
            core: None,
            configuration: UNLIMITED,
        };
        let service = Service::start(self.workspace, &launch)?;
        let file = service.data.join("almagest.sqlite3").display().to_string();
        let mut fill = Command::new(&self.fill);
        fill.arg(address.unwrap_or(file))
            .arg(&secret)
            .args([orgs, keys, rows].map(|it| it.to_string()));
        let begin = machine::now();
        let answer: Value = serde_json::from_slice(&child::capture(&mut fill)?)
            .context("the output of the fill program is not JSON")?;
        println!("<!-- {name}: filled in {} s -->", begin.elapsed().as_secs());
        let text = |name: &str| answer[name].as_str().map(str::to_owned);
        let keys = answer["keys"].as_array().context("no keys were printed")?;
        let texts = keys.iter().filter_map(Value::as_str);
        Ok(Filled {
            keys: texts.map(str::to_owned).collect(),
            org: text("org").context("no organization was printed")?,
            other: text("other").context("no organization was printed")?,
            session: text("session").context("no session was printed")?,
            service,
            _folder: folder,
        })
    }

    /// The cost of a request, first with keys that are not cached, then with the same again.
    fn organizations(&self) -> Result<()> {
        println!(
            "\n| organizations | keys | keys used | first time, CPU µs | one at a time: CPU µs | p50 ms | p99 ms | {CONNECTIONS} at a time: CPU µs | p50 ms | p99 ms | MiB before | MiB after |\n|---|---|---|---|---|---|---|---|---|---|---|---|"
        );
        for (orgs, keys) in SIZES {
            let filled = self.filled(&format!("{orgs}-{keys}"), (orgs, keys), 0)?;
            let before = filled.service.usage()?;
            let first = filled.once_each()?;
            let first_cpu_us = (filled.service.usage()?.cpu_s - before.cpu_s) * 1e6 / first as f64;
            let alone = self.again(&filled, CONNECTIONS_OF_ONE)?;
            let together = match orgs {
                1 => "| | ".to_owned(),
                _ => self.again(&filled, CONNECTIONS)?,
            };
            println!(
                "| {orgs} | {keys} | {first} | {first_cpu_us:.0} | {alone} | {together} | {} | {} |",
                before.memory_kib / 1024,
                filled.service.usage()?.memory_kib / 1024
            );
        }
        Ok(())
    }

    /// The cost of a request with a cached key: processor time, p50, p99.
    fn again(&self, filled: &Filled, connections: usize) -> Result<String> {
        let before = filled.service.usage()?.cpu_s;
        let duration = Duration::from_secs(self.options.seconds);
        let measured = filled.load(&filled.keys, connections, duration)?;
        let cpu_s = filled.service.usage()?.cpu_s - before;
        let [p50, p99] = measured.percentiles_ms([0.5, 0.99]);
        let cpu_us = cpu_s * 1e6 / measured.requests().max(1) as f64;
        Ok(format!("{cpu_us:.0} | {p50:.2} | {p99:.2}"))
    }

    /// The same requests and pages with an empty ledger and a long one.
    fn ledger(&self) -> Result<()> {
        println!(
            "\n| ledger rows | request | p50 ms | p99 ms | CPU µs/request |\n|---|---|---|---|---|"
        );
        for rows in [0, self.options.rows] {
            let filled = self.filled(&format!("ledger-{rows}"), BESIDE_LEDGER, rows)?;
            let keys = &filled.keys[..KEYS_OF_ONE];
            filled.load(keys, CONNECTIONS_OF_ONE, WARM_UP)?;
            let duration = Duration::from_secs(self.options.seconds);
            filled.row(rows, "/api/key, committed", || {
                filled.load(keys, CONNECTIONS_OF_ONE, duration)
            })?;
            for (name, path) in filled.pages() {
                filled.row(rows, name, || filled.page(&path))?;
            }
        }
        Ok(())
    }
}

impl Filled {
    /// Sends one request with every key. Returns how many.
    fn once_each(&self) -> Result<usize> {
        let parts = self.keys.chunks(self.keys.len().div_ceil(CONNECTIONS));
        for key in parts.clone().flatten().take(1) {
            let answer = http::fetch(self.service.address, &describe(key))?;
            if answer.status != 200 {
                bail!("a synthetic key got status {}", answer.status);
            }
        }
        std::thread::scope(|scope| {
            let one = |part: &[String]| -> Result<usize> {
                for key in part {
                    http::fetch(self.service.address, &describe(key))?;
                }
                Ok(part.len())
            };
            let running: Vec<_> = parts.map(|part| scope.spawn(move || one(part))).collect();
            let joined = running.into_iter().map(|it| {
                it.join()
                    .map_err(|_| anyhow::anyhow!("a thread that asks panicked"))?
            });
            joined.sum()
        })
    }

    fn load(&self, keys: &[String], connections: usize, duration: Duration) -> Result<Measured> {
        let requests: Vec<_> = keys.iter().map(|it| describe(it)).collect();
        let measured = Load {
            address: self.service.address,
            messages: Load::messages(self.service.address, &requests),
            connections,
            threads: THREADS.min(connections),
            duration,
        }
        .run()?;
        self.require_ok(measured)
    }

    /// Requests one page repeatedly, one at a time: what a visitor waits for.
    fn page(&self, path: &str) -> Result<Measured> {
        let cookie = format!("almagest_local={}; almagest_org={}", self.session, self.org);
        let request = Request::get(path).header("Cookie", &cookie);
        let measured = Load {
            address: self.service.address,
            messages: Load::messages(self.service.address, &[request]),
            connections: 1,
            threads: 1,
            duration: PAGE_TIME,
        }
        .run()?;
        self.require_ok(measured)
            .with_context(|| format!("cannot measure {path}"))
    }

    fn require_ok(&self, measured: Measured) -> Result<Measured> {
        if machine::stopped() {
            bail!("stopped by a signal");
        }
        match measured.failures() {
            0 => Ok(measured),
            count => bail!(
                "{count} of {} requests did not get 200 (see {})",
                measured.requests(),
                self.service.log.display()
            ),
        }
    }

    fn pages(&self) -> Vec<(&'static str, String)> {
        let ledger = |org: &str| format!("/api/manage/orgs/{org}/ledger?page[size]=100");
        vec![
            ("page of 1,000 keys", "/settings/api-keys".to_owned()),
            ("usage page, this month", "/usage".to_owned()),
            ("usage page, 90 days", "/usage?range=90".to_owned()),
            (
                "usage page, 90 days by key",
                "/usage?range=90&group=key".to_owned(),
            ),
            (
                "usage page, 90 days by web page",
                "/usage?range=90&group=origin".to_owned(),
            ),
            ("ledger", ledger(&self.org)),
            ("ledger of another organization", ledger(&self.other)),
        ]
    }

    fn row(&self, rows: u64, name: &str, measure: impl FnOnce() -> Result<Measured>) -> Result<()> {
        let before = self.service.usage()?;
        let measured = measure()?;
        let cpu_s = self.service.usage()?.cpu_s - before.cpu_s;
        let [p50, p99] = measured.percentiles_ms([0.5, 0.99]);
        println!(
            "| {rows} | {name} | {p50:.2} | {p99:.2} | {:.0} |",
            cpu_s * 1e6 / measured.requests().max(1) as f64
        );
        Ok(())
    }
}

fn describe(key: &str) -> Request {
    Request::get("/api/key").header("X-Api-Key", key)
}
