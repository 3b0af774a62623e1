//! `cargo xtask bench`: numbers for the documentation, measured on the machine that prints them.

pub(crate) mod calc;
pub(crate) mod places;
pub(crate) mod sky;

use std::{net::SocketAddr, time::Duration};

use anyhow::{Context, Result, bail};

use crate::{
    cargo::{Profile, Workspace},
    child,
    http::Request,
    load::{Load, Measured},
    machine,
    service::{Launch, Service},
};

/// The two paths take turns this often, so that noise of the machine meets both.
const ROUNDS: u32 = 8;

/// Threads of the load generator; the server needs the rest of the machine.
pub(crate) const THREADS: usize = 2;

/// Time for connections, caches and the branch predictor before anything counts.
pub(crate) const WARM_UP: Duration = Duration::from_millis(500);

/// No key may ask more than 10,000 times a second: this many take turns.
pub(crate) const KEYS: usize = 8;

/// Every request would be a line on the same disk that the ledger is written to.
pub(crate) const SERVE_ARGUMENTS: &[&str] = &["--set", "log_level=warn"];

/// The parameters of `bench http`.
#[derive(Debug)]
pub(crate) struct Http {
    /// Measured seconds per path.
    pub(crate) seconds: u64,
    pub(crate) connections: usize,
    pub(crate) key: Option<String>,
    /// A server that runs already.
    pub(crate) address: Option<SocketAddr>,
}

/// Measures a verification in process, then what it costs over HTTP.
pub(crate) fn access(workspace: &Workspace) -> Result<()> {
    let mut command = workspace.cargo();
    command.args(["bench", "-p", "server", "--bench", "access"]);
    child::run(&mut command)?;
    let options = Http {
        seconds: 8,
        connections: 32,
        key: None,
        address: None,
    };
    http(workspace, &options)
}

/// Measures what checking a key costs: a path without a key, and one that does nothing else.
pub(crate) fn http(workspace: &Workspace, options: &Http) -> Result<()> {
    let service = match options.address {
        None => Some(start(workspace)?),
        Some(_) => None,
    };
    let address = options.address.or(service.as_ref().map(|it| it.address));
    let address = address.context("there is no server")?;
    let keys = match (&options.key, &service) {
        (Some(key), _) => vec![key.clone()],
        (None, Some(service)) => service.unlimited_keys(KEYS)?,
        (None, None) => bail!("--address needs --key"),
    };
    let describe = |key: &String| Request::get("/api/key").header("X-Api-Key", key);
    let requests = [
        vec![Request::get("/healthz")],
        keys.iter().map(describe).collect(),
    ];
    let compared = compare(address, &requests, options)?;
    let [healthz, api_key] = &compared.sums;
    print_table(&[("/healthz", healthz), ("/api/key", api_key)]);
    let ratios = &compared.ratios;
    let (lowest, highest) = (
        ratios.first().unwrap_or(&f64::NAN),
        ratios.last().unwrap_or(&f64::NAN),
    );
    println!(
        "req/s of /api/key divided by req/s of /healthz: median {:.3}, from {lowest:.3} to {highest:.3} in {ROUNDS} rounds",
        median(ratios)
    );
    Ok(())
}

/// Measures drawing; the crate `chart` has the bench.
pub(crate) fn chart(workspace: &Workspace) -> Result<()> {
    child::run(
        workspace
            .cargo()
            .args(["bench", "--quiet", "-p", "chart", "--bench", "draw"]),
    )
}

struct Compared {
    sums: [Measured; 2],
    /// Of each round, the second request's rate divided by the first's; sorted.
    ratios: Vec<f64>,
}

/// Lets two requests take turns.
fn compare(address: SocketAddr, requests: &[Vec<Request>; 2], options: &Http) -> Result<Compared> {
    let load = |requests: &Vec<Request>, duration| {
        Load {
            address,
            requests: requests.clone(),
            connections: options.connections,
            threads: THREADS,
            duration,
        }
        .run()
    };
    for request in requests {
        load(request, WARM_UP)?;
    }
    let share = Duration::from_secs(options.seconds) / ROUNDS;
    let mut compared = Compared {
        sums: Default::default(),
        ratios: Vec::new(),
    };
    for round in 0..ROUNDS {
        // A B, B A, A B …: a machine that slowly gets faster or slower favours neither.
        let order = if round % 2 == 0 { [0, 1] } else { [1, 0] };
        let mut rates = [0.0; 2];
        for index in order {
            let measured = load(&requests[index], share)?;
            rates[index] = measured.requests_per_second();
            compared.sums[index].followed_by(measured);
        }
        compared.ratios.push(rates[1] / rates[0]);
        if machine::stopped() {
            bail!("stopped by a signal");
        }
    }
    compared.ratios.sort_by(f64::total_cmp);
    Ok(compared)
}

/// The middle of sorted values, or the mean of the two in the middle.
fn median(sorted: &[f64]) -> f64 {
    let middle = sorted.len() / 2;
    match (sorted.get(middle), sorted.len() % 2) {
        (None, _) => f64::NAN,
        (Some(value), 1) => *value,
        (Some(value), _) => f64::midpoint(sorted[middle - 1], *value),
    }
}

fn start(workspace: &Workspace) -> Result<Service> {
    let binary = workspace.build_service(Profile::Release)?;
    let launch = Launch {
        name: "bench-http",
        binary: &binary,
        arguments: SERVE_ARGUMENTS,
        environment: &[],
    };
    Service::start(workspace, &launch)
}

fn print_table(rows: &[(&str, &Measured)]) {
    println!(
        "{:12} {:>10} {:>10} {:>9} {:>9} {:>8} {:>7}",
        "path", "requests", "req/s", "p50 ms", "p99 ms", "429", "broken"
    );
    for (name, sum) in rows {
        let [p50, p99] = sum.percentiles_ms([0.50, 0.99]);
        let (requests, rate) = (sum.requests(), sum.requests_per_second());
        println!(
            "{name:12} {requests:>10} {rate:>10.0} {p50:>9.3} {p99:>9.3} {:>8} {:>7}",
            sum.with_status(429),
            sum.broken
        );
    }
    for (name, sum) in rows {
        for (status, count) in sum.other_statuses() {
            println!("{name}: {count} answers with status {status}");
        }
        if sum.with_status(429) > 0 {
            println!(
                "{name}: a rate limit answered part of the requests; the numbers do not measure the path"
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
