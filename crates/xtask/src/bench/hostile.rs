//! `cargo xtask bench hostile`: a customer beside attackers. The customer sends requests on a fixed
//! schedule from its own address, and its latencies count from the scheduled times. The service,
//! the customer and the attackers share this machine.

mod attack;
mod connection;
mod customer;
mod http2;

use std::{
    path::PathBuf,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, anyhow, bail};

use self::{
    attack::{Attack, OPEN_FILES, SLOW_ITEMS, Sent, Target, large_tables, slow_batch},
    customer::{Customer, Observed, Plan, Task},
};
use crate::{
    cargo::{Profile, Workspace},
    load::Measured,
    machine,
    service::{Service, Usage},
};

/// Of `/healthz` and of natal charts.
const REQUESTS_PER_SECOND: u32 = 200;
const PICTURES_PER_SECOND: u32 = 50;

/// Warm-up time for connections and caches.
const WARM_UP: Duration = Duration::from_secs(2);

/// How long each row of `batch` and `health` is measured.
const ROW_TIME: Duration = Duration::from_secs(20);

/// How long each attack sends. Responses in progress are still read after that.
const ATTACK_TIME: Duration = Duration::from_secs(5);

/// Time between attacks, so that one does not affect the row of the next.
const PAUSE: Duration = Duration::from_millis(500);

/// Time after a round before its memory is measured: connections end, and freed memory returns to
/// the system.
const SETTLING_TIME: Duration = Duration::from_secs(3);

const SAMPLING_INTERVAL: Duration = Duration::from_millis(100);

/// Batches of one customer at once.
const BATCHES: [usize; 2] = [1, 4];
const TABLES: usize = 4;

/// The limits of the verdict.
const MAX_P99_MS: f64 = 100.0;
/// Memory can grow by the larger of a tenth and this between the first round and the last.
const MEMORY_TOLERANCE_KIB: u64 = 32 * 1024;

/// What is measured, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Part {
    /// A small image for one customer beside 500 slow batch items of another.
    Batch,
    /// `/healthz` beside large responses.
    Health,
    /// All attacks in turn beside a customer at 200 requests per second.
    Attacks,
}

impl Part {
    const ALL: [Self; 3] = [Self::Batch, Self::Health, Self::Attacks];
}

/// `binary` is a program to measure instead of a new build.
pub(crate) fn run(
    workspace: &Workspace,
    minutes: u64,
    only: Option<Part>,
    binary: Option<PathBuf>,
) -> Result<()> {
    machine::allow_open_files(OPEN_FILES)?;
    let binary = match binary {
        Some(binary) => binary,
        None => workspace.build_service(Profile::Release)?,
    };
    let bench = Bench { workspace, binary };
    let measure = |part| match part {
        Part::Batch => bench.batch(),
        Part::Health => bench.health(),
        Part::Attacks => bench.attacks(Duration::from_mins(minutes)),
    };
    match only {
        Some(part) => measure(part),
        None => Part::ALL.into_iter().try_for_each(measure),
    }
}

struct Bench<'a> {
    workspace: &'a Workspace,
    binary: PathBuf,
}

impl Bench<'_> {
    fn batch(&self) -> Result<()> {
        println!(
            "\n{PICTURES_PER_SECOND} pictures of 300x300 per second beside batches of {SLOW_ITEMS} slow items, \
             each row {} s\n",
            ROW_TIME.as_secs()
        );
        let scene = self.scene("hostile-batch", Task::SmallPicture, PICTURES_PER_SECOND)?;
        print_header("beside");
        scene.quiet()?;
        for count in BATCHES {
            let name = format!("{count} at once");
            scene.beside_requests(&name, &slow_batch(), count)?;
        }
        scene.quiet()
    }

    fn health(&self) -> Result<()> {
        println!(
            "\n{REQUESTS_PER_SECOND} requests for /healthz per second beside tables of 10,000 rows and 32 points \
             with gzip, each row {} s\n",
            ROW_TIME.as_secs()
        );
        let scene = self.scene("hostile-health", Task::Health, REQUESTS_PER_SECOND)?;
        print_header("beside");
        scene.quiet()?;
        let name = format!("{TABLES} tables at once");
        scene.beside_requests(&name, &large_tables(), TABLES)?;
        scene.quiet()
    }

    /// Rounds of all attacks until the time is over. The last round is completed.
    fn attacks(&self, duration: Duration) -> Result<()> {
        println!(
            "\n{REQUESTS_PER_SECOND} natal charts per second beside attacks, each for {} s and until \
             its last answer\n",
            ATTACK_TIME.as_secs()
        );
        let scene = self.scene("hostile-attacks", Task::Natal, REQUESTS_PER_SECOND)?;
        print_header("round, attack");
        scene.quiet()?;
        let mut sum = Observed::default();
        let mut memory_kib = Vec::new();
        let begin = machine::now();
        while memory_kib.is_empty() || begin.elapsed() < duration {
            let round = memory_kib.len() + 1;
            for attack in Attack::ALL {
                let row = scene.row(ATTACK_TIME, |until| attack.run(&scene.target, until))?;
                row.print(&format!("{round}, {}", attack.name()));
                sum.followed_by(row.observed);
            }
            let settled = scene.row(SETTLING_TIME, |until| Ok(wait(until)))?;
            settled.print(&format!("{round}, afterwards"));
            memory_kib.push(settled.memory_kib);
            sum.followed_by(settled.observed);
        }
        print_sum(&sum, begin.elapsed());
        judge(&sum.answers, &memory_kib)
    }

    fn scene(&self, name: &str, task: Task, requests_per_second: u32) -> Result<Scene> {
        let service = super::start(self.workspace, name, &self.binary)?;
        let mut keys = service.unlimited_keys(2)?.into_iter();
        let (Some(key), Some(attacker)) = (keys.next(), keys.next()) else {
            bail!("the service created fewer keys than requested")
        };
        let address = service.address;
        let customer = Customer::start(Plan {
            address,
            key,
            task,
            requests_per_second,
        });
        thread::sleep(WARM_UP);
        customer.take();
        Ok(Scene {
            customer,
            target: Target {
                address,
                key: attacker,
            },
            service,
        })
    }
}

/// A new service, the customer that uses it, and what an attacker needs.
struct Scene {
    // First the customer stops, then the service.
    customer: Customer,
    target: Target,
    service: Service,
}

impl Scene {
    fn quiet(&self) -> Result<()> {
        self.row(ROW_TIME, |until| Ok(wait(until)))?
            .print("nothing");
        Ok(())
    }

    /// Beside requests that are sent repeatedly.
    fn beside_requests(&self, name: &str, requests: &[Sent], connections: usize) -> Result<()> {
        let row = self.row(ROW_TIME, |until| {
            let tally = self.target.send_all(requests, connections, until)?;
            tally.require_success()?;
            Ok(tally.to_string())
        })?;
        row.print(name);
        Ok(())
    }

    fn usage(&self) -> Result<Usage> {
        let log = self.service.log.display();
        let usage = self.service.usage();
        usage.with_context(|| format!("the service has probably exited; see {log}"))
    }

    /// What the customer sees during an attack and in the pause after it.
    fn row(
        &self,
        duration: Duration,
        attack: impl FnOnce(Instant) -> Result<String> + Send,
    ) -> Result<Row> {
        let begin = machine::now();
        let cpu_before_s = self.usage()?.cpu_s;
        let mut peak_kib = 0;
        let attacked = thread::scope(|scope| {
            let running = scope.spawn(|| attack(begin + duration));
            while !running.is_finished() {
                peak_kib = self.usage()?.memory_kib.max(peak_kib);
                thread::sleep(SAMPLING_INTERVAL);
            }
            running.join().map_err(|_| anyhow!("an attack panicked"))?
        });
        if machine::stopped() {
            bail!("stopped by a signal");
        }
        let attack = attacked?;
        let usage = self.usage()?;
        let cores = (usage.cpu_s - cpu_before_s) / begin.elapsed().as_secs_f64();
        thread::sleep(PAUSE);
        Ok(Row {
            observed: self.customer.take(),
            cores,
            peak_kib,
            memory_kib: self.usage()?.memory_kib,
            attack,
        })
    }
}

/// Waits: the attack of a row without an attack.
fn wait(until: Instant) -> String {
    while machine::now() < until && !machine::stopped() {
        thread::sleep(SAMPLING_INTERVAL);
    }
    "-".to_owned()
}

struct Row {
    observed: Observed,
    /// Cores used by the service.
    cores: f64,
    /// Memory of the service: the highest sample, and at the end.
    peak_kib: u64,
    memory_kib: u64,
    /// The result of the attack.
    attack: String,
}

fn print_header(first: &str) {
    println!(
        "| {first} | requests | p50 ms | p99 ms | worst ms | errors | generator late, p99 ms | cores \
         | MiB peak | MiB after | attack |\n\
         |---|---|---|---|---|---|---|---|---|---|---|"
    );
}

impl Row {
    fn print(&self, name: &str) {
        println!(
            "| {name} | {} | {:.2} | {} | {} | {} |",
            cells(&self.observed),
            self.cores,
            self.peak_kib / 1024,
            self.memory_kib / 1024,
            self.attack
        );
    }
}

fn cells(observed: &Observed) -> String {
    let answers = &observed.answers;
    let [p50, p99, worst] = answers.percentiles_ms([0.5, 0.99, 1.0]);
    let [late] = observed.woken_late.percentiles_ms([0.99]);
    format!(
        "{} | {p50:.2} | {p99:.2} | {worst:.1} | {} | {late:.2}",
        sent(answers),
        answers.failures()
    )
}

/// Successful or not.
fn sent(answers: &Measured) -> u64 {
    answers.requests() as u64 + answers.broken
}

fn print_sum(sum: &Observed, elapsed: Duration) {
    println!("| all | {} | | | | |", cells(sum));
    let answers = &sum.answers;
    println!(
        "\n{} requests in {:.0} s, {:.1} per second",
        sent(answers),
        elapsed.as_secs_f64(),
        sent(answers) as f64 / elapsed.as_secs_f64()
    );
    if answers.failures() > 0 {
        let refused = answers.with_status(429);
        println!(
            "errors: {} without a response, {refused} with status 429",
            answers.broken
        );
        for (status, count) in answers.other_statuses() {
            println!("errors: {count} with status {status}");
        }
    }
}

/// Prints the verdict. Returns an error if the service fails it.
fn judge(answers: &Measured, memory_kib: &[u64]) -> Result<()> {
    let flaws = flaws(answers, memory_kib);
    let [p99] = answers.percentiles_ms([0.99]);
    println!(
        "p99 {p99:.2} ms (at most {MAX_P99_MS} ms), {} errors (none allowed)",
        answers.failures()
    );
    let rounds: Vec<_> = memory_kib
        .iter()
        .map(|it| (it / 1024).to_string())
        .collect();
    println!(
        "MiB at the end of each round: {} (the last may exceed the first by a tenth or {} MiB, whichever is more)",
        rounds.join(", "),
        MEMORY_TOLERANCE_KIB / 1024
    );
    if memory_kib.len() < 2 {
        println!("memory is not checked: this needs two rounds");
    }
    if flaws.is_empty() {
        println!("verdict: passed");
        return Ok(());
    }
    bail!("verdict: failed: {}", flaws.join(", "))
}

fn flaws(answers: &Measured, memory_kib: &[u64]) -> Vec<String> {
    let mut flaws = Vec::new();
    let [p99] = answers.percentiles_ms([0.99]);
    if answers.requests() == 0 {
        flaws.push("no responses".to_owned());
    }
    if p99 >= MAX_P99_MS {
        flaws.push(format!("p99 is {p99:.2} ms"));
    }
    if answers.failures() > 0 {
        flaws.push(format!("{} errors", answers.failures()));
    }
    if let (Some(first), Some(last)) = (memory_kib.first(), memory_kib.last())
        && *last > first + MEMORY_TOLERANCE_KIB.max(first / 10)
    {
        flaws.push(format!(
            "memory grew from {} to {} MiB",
            first / 1024,
            last / 1024
        ));
    }
    flaws
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_service_fails_by_latency_errors_or_memory() {
        let measured = |latency_ms, status| {
            let mut measured = Measured::default();
            measured.record(status, Duration::from_millis(latency_ms));
            measured
        };
        let check = |answers: &Measured, memory_mib: &[u64], expected: &[&str]| {
            let memory_kib: Vec<_> = memory_mib.iter().map(|it| it * 1024).collect();
            assert_eq!(flaws(answers, &memory_kib), expected);
        };
        let good = measured(99, 200);
        check(&good, &[100], &[]);
        check(&good, &[100, 900, 132], &[]);
        check(&good, &[1_000, 1_100], &[]);
        check(&good, &[100, 133], &["memory grew from 100 to 133 MiB"]);
        check(
            &good,
            &[1_000, 1_101],
            &["memory grew from 1000 to 1101 MiB"],
        );
        check(&measured(100, 200), &[100], &["p99 is 100.00 ms"]);
        check(&measured(1, 503), &[100], &["1 errors"]);
        let mut none = Measured::default();
        none.broken = 2;
        check(&none, &[], &["no responses", "2 errors"]);
    }
}
