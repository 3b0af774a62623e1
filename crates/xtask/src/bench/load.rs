//! `cargo xtask bench load`: the table of the operating guide. The server, the databases and the
//! load generator share this machine, so the numbers are its total capacity.

use std::{cell::Cell, collections::BTreeMap, path::Path, thread, time::Duration};

use anyhow::{Context, Result, bail};

use crate::{
    backends::Backends,
    bench::{KEYS, SERVE_ARGUMENTS, THREADS, WARM_UP, describe},
    cargo::{Profile, Workspace},
    http::Request,
    load::{Load, Measured},
    machine,
    scratch::Scratch,
    service::{Launch, Service, UNLIMITED},
};

/// Concurrent requests of the service in the overload round: few enough to be exceeded.
const OVERLOAD_PLACES: usize = 32;

/// Organizations in the rounds with many nodes, because nodes wait for each other when they count
/// for the same one.
const ORGANIZATIONS: usize = 128;

/// The maximum number of nodes, in addition to one.
const MAX_CORES: usize = 4;

/// Requests of one round, each with a different birth: more than are sent while an image is cached,
/// so that none comes from the cache.
const REQUESTS: usize = 200_000;

#[derive(Debug)]
pub(crate) struct Options {
    /// Measured seconds per row.
    pub(crate) seconds: u64,
    pub(crate) connections: usize,
    pub(crate) soak_minutes: u64,
    /// Leave out everything else.
    pub(crate) only: Option<Part>,
}

/// What is measured, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Part {
    /// Each kind of request, on one node and on three.
    Table,
    /// More and more nodes with one core each.
    Nodes,
    /// More requests than the service accepts at once.
    Overload,
    /// `--soak-minutes` of it.
    Soak,
}

impl Part {
    const ALL: [Self; 4] = [Self::Table, Self::Nodes, Self::Overload, Self::Soak];
}

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let binary = workspace.build_service(Profile::Release)?;
    let bench = Bench {
        workspace,
        options,
        binary: &binary,
        rounds: Cell::new(0),
    };
    match options.only {
        Some(part) => bench.measure(part),
        None => Part::ALL.into_iter().try_for_each(|it| bench.measure(it)),
    }
}

/// PostgreSQL and Redis, for as long as this value lives.
struct Shared {
    _backends: Backends,
    postgres: String,
    redis: String,
}

impl Shared {
    /// `None` if they are not available, which is reported.
    fn start() -> Result<Option<Self>> {
        let backends = Backends::start()?;
        match backends.addresses() {
            Ok((postgres, redis)) => Ok(Some(Self {
                _backends: backends,
                postgres,
                redis,
            })),
            Err(error) => {
                println!("\nnot measured: PostgreSQL and Redis: {error:#}");
                Ok(None)
            }
        }
    }

    /// Its address.
    fn create_database(&self, name: &str) -> Result<String> {
        let (server, _) = self
            .postgres
            .rsplit_once('/')
            .context("no database address")?;
        let name = format!("bench_{name}");
        crate::postgres::create_database(&self.postgres, &name)?;
        Ok(format!("{server}/{name}"))
    }
}

/// A new installation that nodes share.
struct Installation {
    /// What its nodes are started with.
    arguments: Vec<String>,
    /// The path of its secret.
    _folder: Scratch,
}

impl Installation {
    fn new(shared: &Shared, name: &str) -> Result<Self> {
        let folder = Scratch::new()?;
        let secret = folder.path().join("secret");
        let arguments = [
            "--database",
            &shared.create_database(name)?,
            "--set",
            &format!("master_key_file={}", secret.display()),
            "--set",
            &format!("counters={}", shared.redis),
        ];
        Ok(Self {
            arguments: arguments.map(str::to_owned).to_vec(),
            _folder: folder,
        })
    }
}

struct Bench<'a> {
    workspace: &'a Workspace,
    options: &'a Options,
    binary: &'a Path,
    /// The number of rounds so far.
    rounds: Cell<usize>,
}

/// The request of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    Health,
    Key,
    Natal,
    Picture,
    /// The same as PNG, which takes a node a hundred times as long.
    Png,
    /// Of ten requests: six charts, two images, a place search, a description of the key.
    Mixed,
}

impl Asked {
    /// The rows of the table. A PNG would only measure how fast pixels are drawn.
    const TABLE: [Self; 5] = [
        Self::Health,
        Self::Key,
        Self::Natal,
        Self::Picture,
        Self::Mixed,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Health => "/healthz",
            Self::Key => "/api/key",
            Self::Natal => "natal",
            Self::Picture => "natal SVG",
            Self::Png => "natal PNG",
            Self::Mixed => "mixed",
        }
    }

    /// The requests of a round. Each round has its own births.
    pub(crate) fn requests(self, keys: &[String], round: usize) -> Vec<Request> {
        match self {
            Self::Health => return vec![Request::get("/healthz")],
            Self::Key => return keys.iter().map(|it| describe(it)).collect(),
            Self::Natal | Self::Picture | Self::Png | Self::Mixed => {}
        }
        // As many for each key.
        let count = REQUESTS.next_multiple_of(keys.len());
        let one = |number: usize| {
            // Every key in turn, then the next kind of request.
            let part = match (self, number / keys.len() % 10) {
                (Self::Natal, _) | (Self::Mixed, 0..=5) => Self::Natal,
                (Self::Picture, _) | (Self::Mixed, 6 | 7) => Self::Picture,
                (Self::Png, _) => Self::Png,
                (Self::Mixed, 8) => Self::Mixed,
                _ => Self::Key,
            };
            let request = match part {
                Self::Natal => Request::get(&format!("/api/calc/natal?{}", birth(number))),
                Self::Picture => Request::get(&format!("/api/chart2/natal.svg?{}", birth(number))),
                Self::Png => Request::get(&format!("/api/chart2/natal.png?{}", birth(number))),
                Self::Mixed => Request::get("/api/geocoding/search?q=amsterd"),
                Self::Key | Self::Health => Request::get("/api/key"),
            };
            request.header("X-Api-Key", &keys[number % keys.len()])
        };
        (round * count..(round + 1) * count).map(one).collect()
    }
}

/// The query of a birth at daytime: clocks are put forward at night, and a birth in a skipped hour
/// is refused. Numbers below 269 million, the least common multiple of the divisors, are different
/// births.
pub(super) fn birth(number: usize) -> String {
    format!(
        "dateTime={}-{:02}-{:02}T{:02}:{:02}&location.latitude={}.{}&location.longitude=4.89",
        1950 + number % 71,
        1 + number % 12,
        1 + number % 28,
        4 + number % 18,
        number % 60,
        30 + number % 31,
        number % 97,
    )
}

impl Bench<'_> {
    fn launch<'a>(&'a self, name: &'a str, arguments: &'a [&'a str]) -> Launch<'a> {
        Launch {
            name,
            binary: self.binary,
            arguments,
            environment: &[],
            core: None,
            configuration: UNLIMITED,
        }
    }

    fn measure(&self, part: Part) -> Result<()> {
        match part {
            Part::Table => self.table(),
            Part::Nodes => self.nodes(),
            Part::Overload => self.overload(),
            Part::Soak => self.soak(),
        }
    }

    fn table(&self) -> Result<()> {
        println!(
            "| setup | request | req/s | p50 ms | p99 ms | p99.9 ms | nodes' CPU µs/request | cores: nodes | generator | the rest | MiB | of /healthz | other than 200 |"
        );
        println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
        self.on_sqlite()?;
        let Some(shared) = Shared::start()? else {
            return Ok(());
        };
        for count in [1, 3] {
            let plural = if count > 1 { "s" } else { "" };
            let name = format!("PostgreSQL + Redis, {count} node{plural}");
            let installation = Installation::new(&shared, &format!("table_{count}"))?;
            let nodes: Result<Vec<_>> = (0..count)
                .map(|number| self.node(&installation, number, None))
                .collect();
            let nodes = nodes?;
            let keys = nodes[0].unlimited_keys(KEYS)?;
            self.rows(&name, &nodes, &keys)?;
        }
        Ok(())
    }

    fn on_sqlite(&self) -> Result<()> {
        let service = Service::start(self.workspace, &self.launch("load-sqlite", SERVE_ARGUMENTS))?;
        let keys = service.unlimited_keys(KEYS)?;
        self.rows("SQLite, 1 node", &[service], &keys)
    }

    /// Starts a further node.
    fn node(
        &self,
        installation: &Installation,
        number: usize,
        core: Option<usize>,
    ) -> Result<Service> {
        let name = format!("load-postgres-{number}");
        let mut arguments = SERVE_ARGUMENTS.to_vec();
        arguments.extend(installation.arguments.iter().map(String::as_str));
        let launch = Launch {
            core,
            ..self.launch(&name, &arguments)
        };
        Service::start(self.workspace, &launch)
    }

    /// The requests of the next round.
    fn requests(&self, asked: Asked, keys: &[String]) -> Vec<Request> {
        let round = self.rounds.get();
        self.rounds.set(round + 1);
        asked.requests(keys, round)
    }

    /// The requests of the warm-up round and of the measured one.
    fn row(&self, nodes: &[Service], asked: Asked, keys: &[String]) -> Result<Row> {
        let connections = self.options.connections;
        let warm_up = self.requests(asked, keys);
        run_all(&loads(nodes, &warm_up, WARM_UP, connections))?;
        let measured = self.requests(asked, keys);
        let duration = Duration::from_secs(self.options.seconds);
        Row::measure(nodes, &loads(nodes, &measured, duration, connections))
    }

    /// Whether nodes scale: each has one core, until there are more nodes than cores.
    fn nodes(&self) -> Result<()> {
        let Some(shared) = Shared::start()? else {
            return Ok(());
        };
        let cores = thread::available_parallelism()?.get();
        println!(
            "\nNodes with one core each, of {cores}, the last beside the first; PostgreSQL, Redis and the load generator can use all; {ORGANIZATIONS} organizations\n\n| nodes | request | req/s | of one node | p50 ms | p99 ms | cores: nodes | generator | the rest | other than 200 |\n|---|---|---|---|---|---|---|---|---|---|"
        );
        let installation = Installation::new(&shared, "nodes")?;
        let mut nodes = vec![self.node(&installation, 0, Some(0))?];
        let keys = nodes[0].unlimited_keys(ORGANIZATIONS)?;
        let asked = [Asked::Png, Asked::Natal, Asked::Key];
        let mut of_one = BTreeMap::new();
        loop {
            for asked in asked {
                let row = self.row(&nodes, asked, &keys)?;
                let rate = row.measured.requests_per_second();
                let reference = *of_one.entry(asked.name()).or_insert(rate);
                let name = asked.name();
                println!("| {} | {name} | {} |", nodes.len(), row.scaling(reference));
            }
            if nodes.len() > cores.min(MAX_CORES) {
                return Ok(());
            }
            let core = nodes.len() % cores;
            nodes.push(self.node(&installation, nodes.len(), Some(core))?);
        }
    }

    /// A row for each kind of request.
    fn rows(&self, name: &str, nodes: &[Service], keys: &[String]) -> Result<()> {
        let mut healthz = None;
        for asked in Asked::TABLE {
            let row = self.row(nodes, asked, keys)?;
            let reference = *healthz.get_or_insert(row.measured.requests_per_second());
            println!("| {name} | {} | {} |", asked.name(), row.cells(reference));
        }
        Ok(())
    }

    /// Ten times as many connections as slots, each sending without a pause.
    fn overload(&self) -> Result<()> {
        let places = format!("max_requests={OVERLOAD_PLACES}");
        let mut arguments = SERVE_ARGUMENTS.to_vec();
        arguments.extend(["--set", &places]);
        let service = Service::start(self.workspace, &self.launch("load-overload", &arguments))?;
        let keys = service.unlimited_keys(KEYS)?;
        let nodes = [service];
        let requests = self.requests(Asked::Natal, &keys);
        let duration = Duration::from_secs(self.options.seconds);
        println!(
            "\nOverload: natal, {OVERLOAD_PLACES} slots, SQLite\n\n| connections | req/s with 200 | req/s with 503 | p50 of 200, ms | p99 of 200, ms | p99 of 503, ms | broken |\n|---|---|---|---|---|---|---|"
        );
        for connections in [OVERLOAD_PLACES, 10 * OVERLOAD_PLACES, OVERLOAD_PLACES] {
            let measured = run_all(&loads(&nodes, &requests, duration, connections))?;
            let share = |status| {
                let part = measured.with_status(status) as f64 / measured.requests().max(1) as f64;
                part * measured.requests_per_second()
            };
            let [p50, p99] = measured.percentiles_of_ms(200, [0.5, 0.99]);
            let [shed] = measured.percentiles_of_ms(503, [0.99]);
            println!(
                "| {connections} | {:.0} | {:.0} | {p50:.2} | {p99:.2} | {shed:.2} | {} |",
                share(200),
                share(503),
                measured.broken
            );
        }
        Ok(())
    }

    /// Memory must stay flat and nothing must fail.
    fn soak(&self) -> Result<()> {
        let service = Service::start(self.workspace, &self.launch("load-soak", SERVE_ARGUMENTS))?;
        let keys = service.unlimited_keys(KEYS)?;
        let nodes = [service];
        let connections = self.options.connections;
        println!(
            "\nSoak: mixed, {connections} connections, SQLite\n\n| minute | req/s | p99 ms | MiB | other than 200 |\n|---|---|---|---|---|"
        );
        for minute in 1..=self.options.soak_minutes {
            let requests = self.requests(Asked::Mixed, &keys);
            let a_minute = loads(&nodes, &requests, Duration::from_mins(1), connections);
            let measured = run_all(&a_minute)?;
            let [p99] = measured.percentiles_ms([0.99]);
            println!(
                "| {minute} | {:.0} | {p99:.2} | {} | {} |",
                measured.requests_per_second(),
                nodes[0].usage()?.memory_kib / 1024,
                measured.failures()
            );
        }
        Ok(())
    }
}

/// The resources of a round of load.
struct Row {
    measured: Measured,
    /// Processor time of the nodes, of this process, of everything.
    nodes_s: f64,
    generator_s: f64,
    all_s: f64,
    memory_kib: u64,
    took_s: f64,
}

impl Row {
    fn measure(nodes: &[Service], loads: &[Load]) -> Result<Self> {
        let used = || -> Result<[f64; 3]> {
            Ok([
                cpu_s(nodes)?,
                machine::cpu_s_of("self")?,
                machine::cpu_s_of_all()?,
            ])
        };
        let (before, begin) = (used()?, machine::now());
        let measured = run_all(loads)?;
        let (after, took_s) = (used()?, begin.elapsed().as_secs_f64());
        let memory = nodes.iter().map(|it| it.usage().map(|it| it.memory_kib));
        Ok(Self {
            measured,
            nodes_s: after[0] - before[0],
            generator_s: after[1] - before[1],
            all_s: after[2] - before[2],
            memory_kib: memory.sum::<Result<u64>>()?,
            took_s,
        })
    }

    fn cells(&self, reference: f64) -> String {
        let [p50, p99, p999] = self.measured.percentiles_ms([0.5, 0.99, 0.999]);
        let cpu_us = self.nodes_s * 1e6 / self.measured.requests().max(1) as f64;
        format!(
            "{:.0} | {p50:.2} | {p99:.2} | {p999:.2} | {cpu_us:.0} | {} | {} | {:.2} | {}",
            self.measured.requests_per_second(),
            self.cores(),
            self.memory_kib / 1024,
            self.measured.requests_per_second() / reference,
            self.measured.failures()
        )
    }

    fn scaling(&self, reference: f64) -> String {
        let [p50, p99] = self.measured.percentiles_ms([0.5, 0.99]);
        let rate = self.measured.requests_per_second();
        format!(
            "{rate:.0} | {:.2} | {p50:.2} | {p99:.2} | {} | {}",
            rate / reference,
            self.cores(),
            self.measured.failures()
        )
    }

    /// The cores used by the nodes, the load generator and everything else.
    fn cores(&self) -> String {
        let rest_s = self.all_s - self.nodes_s - self.generator_s;
        let [nodes, generator, rest] =
            [self.nodes_s, self.generator_s, rest_s].map(|it| it.max(0.0) / self.took_s);
        format!("{nodes:.2} | {generator:.2} | {rest:.2}")
    }
}

/// The same load for every node, each with its share of the connections.
fn loads(
    nodes: &[Service],
    requests: &[Request],
    duration: Duration,
    connections: usize,
) -> Vec<Load> {
    let one = |node: &Service| Load {
        address: node.address,
        messages: Load::messages(node.address, requests),
        connections: connections.div_ceil(nodes.len()),
        threads: if nodes.len() == 1 { THREADS } else { 1 },
        duration,
    };
    nodes.iter().map(one).collect()
}

/// All at once.
fn run_all(loads: &[Load]) -> Result<Measured> {
    let parts: Result<Vec<Measured>> = thread::scope(|scope| {
        let running: Vec<_> = loads.iter().map(|it| scope.spawn(|| it.run())).collect();
        let joined = running.into_iter().map(|it| {
            it.join()
                .map_err(|_| anyhow::anyhow!("a load thread panicked"))?
        });
        joined.collect()
    });
    if machine::stopped() {
        bail!("stopped by a signal");
    }
    let mut parts = parts?.into_iter();
    let mut all = parts.next().context("there is no node")?;
    for part in parts {
        all.beside(part);
    }
    Ok(all)
}

fn cpu_s(nodes: &[Service]) -> Result<f64> {
    nodes.iter().map(|it| it.usage().map(|it| it.cpu_s)).sum()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_key_asks_for_everything_of_a_mixed_round() {
        let keys: Vec<String> = ["a", "b"].map(str::to_owned).to_vec();
        let requests = Asked::Mixed.requests(&keys, 1);
        for key in &keys {
            let of_key: Vec<_> = requests
                .iter()
                .filter(|it| it.headers[0].1 == *key)
                .collect();
            assert_eq!(of_key.len(), REQUESTS / keys.len());
            let tenths = |path: &str| {
                let count = of_key.iter().filter(|it| it.path.starts_with(path)).count();
                count * 10 / of_key.len()
            };
            assert_eq!(tenths("/api/calc/natal"), 6);
            assert_eq!(tenths("/api/chart2/natal.svg"), 2);
            assert_eq!(tenths("/api/geocoding"), 1);
            assert_eq!(tenths("/api/key"), 1);
        }
    }

    #[test]
    fn no_birth_comes_twice() {
        let keys = ["a".to_owned()];
        let rounds = (0..3).flat_map(|round| Asked::Png.requests(&keys, round));
        let births: HashSet<_> = rounds.map(|it| it.path).collect();
        assert_eq!(births.len(), 3 * REQUESTS);
    }
}
