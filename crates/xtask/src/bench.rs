//! `cargo xtask bench`: numbers for the documentation, measured on the machine that prints them.

pub(crate) mod calc;
pub(crate) mod growth;
pub(crate) mod hostile;
pub(crate) mod load;
pub(crate) mod places;
pub(crate) mod price;
pub(crate) mod sky;
pub(crate) mod texts;
pub(crate) mod vedic;

use std::{net::SocketAddr, path::Path, time::Duration};

use anyhow::{Context, Result, bail, ensure};

use self::load::Asked;
use crate::{
    cargo::{Profile, Workspace},
    child,
    http::{self, Request},
    load::{Load, Measured},
    machine,
    service::{Launch, Service, UNLIMITED},
};

/// How often the two paths take turns, so that noise of the machine affects both.
const ROUNDS: u32 = 8;

/// Threads of the load generator. The server needs the rest of the machine.
pub(crate) const THREADS: usize = 2;

/// Warm-up time for connections, caches and the branch predictor.
pub(crate) const WARM_UP: Duration = Duration::from_millis(500);

/// A key can send at most 10,000 requests per second, so this many take turns.
pub(crate) const KEYS: usize = 8;

/// Every request would write a log line to the disk of the ledger.
pub(crate) const SERVE_ARGUMENTS: &[&str] = &["--set", "log_level=warn"];

/// The parameters of `bench http`.
#[derive(Debug)]
pub(crate) struct Http {
    /// Measured seconds per path.
    pub(crate) seconds: u64,
    pub(crate) connections: usize,
    pub(crate) key: Option<String>,
    /// A server that is already running.
    pub(crate) address: Option<SocketAddr>,
}

/// Connections of the rounds over HTTP: a few clients, many clients, and enough that the processor
/// and not the disk is the limit.
const CONNECTIONS: [usize; 3] = [32, 256, 500];

/// Measures an in-process verification, then its cost over HTTP, with and without the ledger.
pub(crate) fn access(workspace: &Workspace) -> Result<()> {
    let mut command = workspace.cargo();
    command.args(["bench", "-p", "server", "--bench", "access"]);
    child::run(&mut command)?;
    ledger(workspace, 8)
}

/// Measures the cost of the durable ledger: the same path with it, without it, and a path without a
/// key.
pub(crate) fn ledger(workspace: &Workspace, seconds: u64) -> Result<()> {
    let metered = start(
        workspace,
        "bench-metered",
        &workspace.build_service(Profile::Release)?,
    )?;
    let baseline = workspace.build_bench("server", "no_ledger")?;
    let without = start(workspace, "bench-no-ledger", &baseline)?;
    let keys = [metered.unlimited_keys(KEYS)?, without.unlimited_keys(KEYS)?];
    for asked in [Asked::Key, Asked::Natal] {
        let candidates = [
            Candidate::of("/healthz", &metered, Asked::Health.requests(&[], 0)),
            Candidate::of("no ledger", &without, asked.requests(&keys[1], 0)),
            Candidate::of(asked.name(), &metered, asked.requests(&keys[0], 0)),
        ];
        for connections in CONNECTIONS {
            println!("\n{}, {connections} connections", asked.name());
            let compared = compare(&candidates, connections, seconds)?;
            compared.print(&candidates);
            let p99 = |index: usize| compared.sums[index].percentiles_ms([0.99])[0];
            println!("p99 added by the ledger: {:.3} ms", p99(2) - p99(1));
        }
    }
    Ok(())
}

fn describe(key: &str) -> Request {
    Request::get("/api/key").header("X-Api-Key", key)
}

/// Measures the cost of checking a key: a path without a key, and one that does nothing else.
pub(crate) fn http(workspace: &Workspace, options: &Http) -> Result<()> {
    let service = match options.address {
        None => Some(start(
            workspace,
            "bench-http",
            &workspace.build_service(Profile::Release)?,
        )?),
        Some(_) => None,
    };
    let address = options.address.or(service.as_ref().map(|it| it.address));
    let address = address.context("there is no server")?;
    let keys = match (&options.key, &service) {
        (Some(key), _) => vec![key.clone()],
        (None, Some(service)) => service.unlimited_keys(KEYS)?,
        (None, None) => bail!("--address needs --key"),
    };
    let candidate = |name, requests| Candidate {
        name,
        address,
        service: service.as_ref(),
        requests,
    };
    let candidates = [
        candidate("/healthz", vec![Request::get("/healthz")]),
        candidate("/api/key", keys.iter().map(|it| describe(it)).collect()),
    ];
    let compared = compare(&candidates, options.connections, options.seconds)?;
    compared.print(&candidates);
    Ok(())
}

/// Days whose horoscopes are requested for the first time.
const COLD_DAYS: u32 = 28 * 12;

/// Measures the twelve horoscopes of a day that nobody has requested, and then those of one day from
/// memory.
pub(crate) fn horoscope(workspace: &Workspace, seconds: u64) -> Result<()> {
    let binary = workspace.build_service(Profile::Release)?;
    let service = start(workspace, "bench-horoscope", &binary)?;
    let keys = service.unlimited_keys(KEYS)?;
    let mut cold_ms = Vec::new();
    for day in 0..COLD_DAYS {
        let (month, day) = (day / 28 + 1, day % 28 + 1);
        let path = format!("/api/horoscope/daily/2031-{month:02}-{day:02}");
        let request = Request::get(&path).header("X-Api-Key", &keys[0]);
        let begun = machine::now();
        let response = http::fetch(service.address, &request)?;
        cold_ms.push(begun.elapsed().as_secs_f64() * 1e3);
        ensure!(response.status == 200, "{path}: {}", response.status);
    }
    cold_ms.sort_by(f64::total_cmp);
    let at = |hundredths: usize| cold_ms[(cold_ms.len() - 1) * hundredths / 100];
    println!(
        "twelve signs of a day for the first time: p50 {:.2} ms, p99 {:.2} ms, at most 20 ms",
        at(50),
        at(99)
    );
    let signs = [
        "aries",
        "taurus",
        "gemini",
        "cancer",
        "leo",
        "virgo",
        "libra",
        "scorpio",
        "sagittarius",
        "capricorn",
        "aquarius",
        "pisces",
    ];
    let of_sign = |(index, sign): (usize, &&str)| {
        let path = format!("/api/horoscope/daily/2031-06-15/{sign}");
        Request::get(&path).header("X-Api-Key", &keys[index % keys.len()])
    };
    let of_all =
        |key: &String| Request::get("/api/horoscope/daily/2031-06-15").header("X-Api-Key", key);
    let candidates = [
        Candidate::of(
            "/api/key",
            &service,
            keys.iter().map(|it| describe(it)).collect(),
        ),
        Candidate::of("all signs", &service, keys.iter().map(of_all).collect()),
        Candidate::of(
            "one sign",
            &service,
            signs.iter().enumerate().map(of_sign).collect(),
        ),
    ];
    for connections in [CONNECTIONS[0], CONNECTIONS[1]] {
        println!("\n{connections} connections");
        compare(&candidates, connections, seconds)?.print(&candidates);
    }
    Ok(())
}

/// Measures drawing. The benchmark is in the crate `chart`.
pub(crate) fn chart(workspace: &Workspace) -> Result<()> {
    child::run(
        workspace
            .cargo()
            .args(["bench", "--quiet", "-p", "chart", "--bench", "draw"]),
    )
}

/// Measures writing reports. The benchmark is in the crate `reports`.
pub(crate) fn report(workspace: &Workspace) -> Result<()> {
    child::run(
        workspace
            .cargo()
            .args(["bench", "--quiet", "-p", "reports", "--bench", "report"]),
    )
}

/// A candidate of a comparison. The last one is compared with the others.
struct Candidate<'a> {
    name: &'static str,
    address: SocketAddr,
    /// Its process, if we started it, to measure its processor time.
    service: Option<&'a Service>,
    requests: Vec<Request>,
}

impl<'a> Candidate<'a> {
    fn of(name: &'static str, service: &'a Service, requests: Vec<Request>) -> Self {
        Self {
            name,
            address: service.address,
            service: Some(service),
            requests,
        }
    }

    fn load(&self, connections: usize, duration: Duration) -> Result<Measured> {
        Load {
            address: self.address,
            messages: Load::messages(self.address, &self.requests),
            connections,
            threads: THREADS,
            duration,
        }
        .run()
    }

    fn cpu_s(&self) -> Result<f64> {
        let usage = self.service.map(Service::usage).transpose()?;
        Ok(usage.map_or(0.0, |it| it.cpu_s))
    }
}

struct Compared {
    sums: Vec<Measured>,
    /// Processor seconds of the service.
    cpu_s: Vec<f64>,
    /// The rates of each round.
    rounds: Vec<Vec<f64>>,
}

/// Measures the candidates in turns.
fn compare(candidates: &[Candidate<'_>], connections: usize, seconds: u64) -> Result<Compared> {
    for candidate in candidates {
        candidate.load(connections, WARM_UP)?;
    }
    let share = Duration::from_secs(seconds) / ROUNDS;
    let mut compared = Compared {
        sums: candidates.iter().map(|_| Measured::default()).collect(),
        cpu_s: vec![0.0; candidates.len()],
        rounds: Vec::new(),
    };
    for round in 0..ROUNDS {
        // A B, B A, A B …, so that a machine that slowly gets faster or slower favors neither.
        let mut order: Vec<_> = (0..candidates.len()).collect();
        if round % 2 == 1 {
            order.reverse();
        }
        let mut rates = vec![0.0; candidates.len()];
        for index in order {
            let candidate = &candidates[index];
            let before = candidate.cpu_s()?;
            let measured = candidate.load(connections, share)?;
            compared.cpu_s[index] += candidate.cpu_s()? - before;
            rates[index] = measured.requests_per_second();
            compared.sums[index].followed_by(measured);
        }
        compared.rounds.push(rates);
        if machine::stopped() {
            bail!("stopped by a signal");
        }
    }
    Ok(compared)
}

impl Compared {
    /// A row for each candidate, and how the last compares with the others.
    fn print(&self, candidates: &[Candidate<'_>]) {
        let rows: Vec<_> = candidates
            .iter()
            .zip(&self.sums)
            .zip(&self.cpu_s)
            .map(|((candidate, sum), cpu_s)| (candidate.name, sum, *cpu_s))
            .collect();
        print_table(&rows);
        let last = candidates.len() - 1;
        for (index, candidate) in candidates.iter().enumerate().take(last) {
            let ratio = |rates: &Vec<f64>| rates[last] / rates[index];
            let mut ratios: Vec<_> = self.rounds.iter().map(ratio).collect();
            ratios.sort_by(f64::total_cmp);
            let (lowest, highest) = (ratios[0], ratios[ratios.len() - 1]);
            println!(
                "req/s of {} / req/s of {}: median {:.3}, from {lowest:.3} to {highest:.3} in {ROUNDS} rounds",
                candidates[last].name,
                candidate.name,
                median(&ratios)
            );
        }
    }
}

/// The median of sorted values.
fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    match (sorted.get(middle), sorted.len() % 2) {
        (None, _) => f64::NAN,
        (Some(value), 1) => *value,
        (Some(value), _) => f64::midpoint(sorted[middle - 1], *value),
    }
}

fn start(workspace: &Workspace, name: &str, binary: &Path) -> Result<Service> {
    let launch = Launch {
        name,
        binary,
        arguments: SERVE_ARGUMENTS,
        environment: &[],
        core: None,
        configuration: UNLIMITED,
    };
    Service::start(workspace, &launch)
}

fn print_table(rows: &[(&str, &Measured, f64)]) {
    println!(
        "{:12} {:>10} {:>10} {:>9} {:>9} {:>8} {:>8} {:>7}",
        "path", "requests", "req/s", "p50 ms", "p99 ms", "CPU us", "429", "broken"
    );
    for (name, sum, cpu_s) in rows {
        let [p50, p99] = sum.percentiles_ms([0.50, 0.99]);
        let (requests, rate) = (sum.requests(), sum.requests_per_second());
        let cpu_us = cpu_s * 1e6 / requests.max(1) as f64;
        println!(
            "{name:12} {requests:>10} {rate:>10.0} {p50:>9.3} {p99:>9.3} {cpu_us:>8.1} {:>8} {:>7}",
            sum.with_status(429),
            sum.broken
        );
    }
    for (name, sum, _) in rows {
        for (status, count) in sum.other_statuses() {
            println!("{name}: {count} responses with status {status}");
        }
        if sum.with_status(429) > 0 {
            println!(
                "{name}: a rate limit refused some requests; the numbers do not measure the path"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        for (sorted, expected) in [
            (&[2.0][..], 2.0),
            (&[1.0, 2.0], 1.5),
            (&[1.0, 2.0, 9.0], 2.0),
        ] {
            assert!((median(sorted) - expected).abs() < 1e-12, "{sorted:?}");
        }
        assert!(median(&[]).is_nan());
    }
}
