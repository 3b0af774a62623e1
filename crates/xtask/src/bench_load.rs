//! `cargo xtask bench load`: the table of the operator's guide. Server, databases and load generator
//! share this machine, so the numbers say what a machine like it does in total.

use std::{path::Path, thread, time::Duration};

use anyhow::{Context, Result, bail};

use crate::{
    backends::Backends,
    bench::{KEYS, SERVE_ARGUMENTS, THREADS, WARM_UP},
    cargo::{Profile, Workspace},
    http::Request,
    load::{Load, Measured},
    machine,
    scratch::Scratch,
    service::{Launch, Service},
};

/// What the service works on at once in the round that offers more: few enough to be exceeded.
const OVERLOAD_PLACES: usize = 32;

#[derive(Debug)]
pub(crate) struct Options {
    /// Measured seconds per row.
    pub(crate) seconds: u64,
    pub(crate) connections: usize,
    pub(crate) soak_minutes: u64,
}

pub(crate) fn run(workspace: &Workspace, options: &Options) -> Result<()> {
    let binary = workspace.build_service(Profile::Release)?;
    let bench = Bench {
        workspace,
        options,
        binary: &binary,
    };
    println!(
        "| set-up | path | req/s | p50 ms | p99 ms | p99.9 ms | CPU ms/1000 | MiB | of /healthz | other than 200 |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    bench.on_sqlite()?;
    let backends = Backends::start()?;
    match backends.addresses() {
        Ok((postgres, redis)) => {
            for nodes in [1, 3] {
                bench.on_postgres(nodes, &postgres, &redis)?;
            }
        }
        Err(error) => println!("\nnot measured: PostgreSQL and Redis: {error:#}"),
    }
    bench.overload()?;
    if options.soak_minutes > 0 {
        bench.soak()?;
    }
    Ok(())
}

struct Bench<'a> {
    workspace: &'a Workspace,
    options: &'a Options,
    binary: &'a Path,
}

impl Bench<'_> {
    fn launch<'a>(&'a self, name: &'a str, arguments: &'a [&'a str]) -> Launch<'a> {
        Launch {
            name,
            binary: self.binary,
            arguments,
            environment: &[],
        }
    }

    fn on_sqlite(&self) -> Result<()> {
        let service = Service::start(self.workspace, &self.launch("load-sqlite", SERVE_ARGUMENTS))?;
        let keys = service.unlimited_keys(KEYS)?;
        self.rows("SQLite, 1 node", &[service], &keys)
    }

    fn on_postgres(&self, count: usize, postgres: &str, redis: &str) -> Result<()> {
        let folder = Scratch::new()?;
        let database = format!("bench_{count}");
        let (server, _) = postgres.rsplit_once('/').context("no database address")?;
        crate::postgres::create_database(postgres, &database)?;
        let address = format!("{server}/{database}");
        let secret = format!("master_key_file={}", folder.path().join("secret").display());
        let counters = format!("counters={redis}");
        let mut arguments = SERVE_ARGUMENTS.to_vec();
        arguments.extend(["--database", &address, "--set", &secret, "--set", &counters]);
        let mut nodes = vec![Service::start(
            self.workspace,
            &self.launch("load-postgres-0", &arguments),
        )?];
        let keys = nodes[0].unlimited_keys(KEYS)?;
        for node in 1..count {
            let name = format!("load-postgres-{node}");
            nodes.push(Service::start(
                self.workspace,
                &self.launch(&name, &arguments),
            )?);
        }
        let name = format!(
            "PostgreSQL + Redis, {count} node{}",
            if count > 1 { "s" } else { "" }
        );
        self.rows(&name, &nodes, &keys)
    }

    /// A row for each path.
    fn rows(&self, name: &str, nodes: &[Service], keys: &[String]) -> Result<()> {
        let describe = |key: &String| Request::get("/api/key").header("X-Api-Key", key);
        let paths = [
            ("/healthz", vec![Request::get("/healthz")]),
            ("/api/key", keys.iter().map(describe).collect()),
        ];
        let mut healthz = None;
        for (path, requests) in paths {
            load(nodes, &requests, WARM_UP, self.options.connections)?;
            let before = cpu_s(nodes)?;
            let duration = Duration::from_secs(self.options.seconds);
            let measured = load(nodes, &requests, duration, self.options.connections)?;
            let cpu_ms = (cpu_s(nodes)? - before) * 1e3;
            let rate = measured.requests_per_second();
            let reference = *healthz.get_or_insert(rate);
            let [p50, p99, p999] = measured.percentiles_ms([0.5, 0.99, 0.999]);
            let memory: u64 = nodes
                .iter()
                .map(|it| it.usage().map(|it| it.memory_kib))
                .sum::<Result<u64>>()?;
            println!(
                "| {name} | {path} | {rate:.0} | {p50:.2} | {p99:.2} | {p999:.2} | {:.0} | {} | {:.2} | {} |",
                cpu_ms * 1e3 / measured.requests().max(1) as f64,
                memory / 1024,
                rate / reference,
                measured.requests() as u64 - measured.with_status(200) + measured.broken
            );
        }
        Ok(())
    }

    /// Ten times as many connections as there are places, each asking without a pause.
    fn overload(&self) -> Result<()> {
        let places = format!("max_requests={OVERLOAD_PLACES}");
        let mut arguments = SERVE_ARGUMENTS.to_vec();
        arguments.extend(["--set", &places]);
        let service = Service::start(self.workspace, &self.launch("load-overload", &arguments))?;
        let keys = service.unlimited_keys(KEYS)?;
        let nodes = [service];
        let describe = |key: &String| Request::get("/api/key").header("X-Api-Key", key);
        let requests: Vec<_> = keys.iter().map(describe).collect();
        let duration = Duration::from_secs(self.options.seconds);
        println!(
            "\nOverload: {OVERLOAD_PLACES} places, SQLite\n\n| connections | req/s answered 200 | req/s answered 503 | p50 ms | p99 ms | broken |\n|---|---|---|---|---|---|"
        );
        for connections in [OVERLOAD_PLACES, 10 * OVERLOAD_PLACES, OVERLOAD_PLACES] {
            let measured = load(&nodes, &requests, duration, connections)?;
            let share = |status| {
                let part = measured.with_status(status) as f64 / measured.requests().max(1) as f64;
                part * measured.requests_per_second()
            };
            let [p50, p99] = measured.percentiles_ms([0.5, 0.99]);
            println!(
                "| {connections} | {:.0} | {:.0} | {p50:.2} | {p99:.2} | {} |",
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
        let describe = |key: &String| Request::get("/api/key").header("X-Api-Key", key);
        let requests: Vec<_> = keys.iter().map(describe).collect();
        println!("\n| minute | req/s | p99 ms | MiB | other than 200 |\n|---|---|---|---|---|");
        for minute in 1..=self.options.soak_minutes {
            let duration = Duration::from_mins(1);
            let measured = load(&nodes, &requests, duration, self.options.connections)?;
            let [p99] = measured.percentiles_ms([0.99]);
            println!(
                "| {minute} | {:.0} | {p99:.2} | {} | {} |",
                measured.requests_per_second(),
                nodes[0].usage()?.memory_kib / 1024,
                measured.requests() as u64 - measured.with_status(200) + measured.broken
            );
        }
        Ok(())
    }
}

/// The same load on every node at once, each with its share of the connections.
fn load(
    nodes: &[Service],
    requests: &[Request],
    duration: Duration,
    connections: usize,
) -> Result<Measured> {
    let share = connections.div_ceil(nodes.len());
    let parts: Result<Vec<Measured>> = thread::scope(|scope| {
        let one = |node: &Service| {
            let load = Load {
                address: node.address,
                requests: requests.to_vec(),
                connections: share,
                threads: if nodes.len() == 1 { THREADS } else { 1 },
                duration,
            };
            scope.spawn(move || load.run())
        };
        let running: Vec<_> = nodes.iter().map(one).collect();
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
