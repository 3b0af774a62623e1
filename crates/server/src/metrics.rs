//! What a monitoring system reads at `/metrics`: the counters of the platform, and the state of this
//! node at that moment. The database is asked for what all nodes share. While it is away, those
//! metrics are missing.

use std::sync::atomic::{AtomicI64, AtomicU64};

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

use crate::app::App;
use crate::cli::COMMIT;
use store::DatabaseConnections;
use transport::Tls;

type Float = Gauge<f64, AtomicU64>;
type Whole = Gauge<i64, AtomicI64>;

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct JobLabel {
    name: String,
}

/// All metrics in the text format.
pub async fn text(app: &App, tls: Option<&Tls>) -> String {
    let mut registry = Registry::default();
    describe_process(&mut registry, app);
    let own = registry.sub_registry_with_prefix("almagest");
    describe_node(own, app, tls);
    describe_cluster(own, app).await;
    app.metrics.text_with(&registry).unwrap_or_default()
}

fn whole(registry: &mut Registry, name: &str, help: &str, value: impl TryInto<i64>) {
    let gauge = Whole::default();
    gauge.set(value.try_into().unwrap_or(i64::MAX));
    registry.register(name, help, gauge);
}

fn float(registry: &mut Registry, name: &str, help: &str, value: f64) {
    let gauge = Float::default();
    gauge.set(value);
    registry.register(name, help, gauge);
}

fn counter(registry: &mut Registry, name: &str, help: &str, value: u64) {
    let counter = Counter::<u64>::default();
    counter.inc_by(value);
    registry.register(name, help, counter);
}

const MICROS_PER_S: f64 = 1e6;

/// The names that Prometheus recommends for every process.
fn describe_process(registry: &mut Registry, app: &App) {
    let help = "When the service started, in Unix seconds";
    let started_s = app.started_at.micros() as f64 / MICROS_PER_S;
    float(registry, "process_start_time_seconds", help, started_s);
    if let Some(bytes) = resident_bytes() {
        let help = "Memory in use";
        whole(registry, "process_resident_memory_bytes", help, bytes);
    }
    if let Some(cpu_s) = cpu_s() {
        let time = Counter::<f64, AtomicU64>::default();
        time.inc_by(cpu_s);
        registry.register("process_cpu_seconds", "Processor time", time);
    }
    if let Ok(files) = std::fs::read_dir("/proc/self/fd") {
        whole(registry, "process_open_fds", "Open files", files.count());
    }
    if let Some(limit) = transport::raise_open_file_limit() {
        whole(registry, "process_max_fds", "Open files allowed", limit);
    }
}

fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1_024)
}

/// Processor time of all threads, in seconds.
fn cpu_s() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // Fields 14 and 15 of proc(5). The second field, the name, may contain spaces.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    let ticks = ticks()? + ticks()?;
    Some(ticks as f64 / rustix::param::clock_ticks_per_second() as f64)
}

fn describe_node(registry: &mut Registry, app: &App, tls: Option<&Tls>) {
    let build = Info::new([
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("commit", COMMIT.unwrap_or_default().to_owned()),
        ("schema", store::SCHEMA_VERSION.to_string()),
        ("database", app.store.kind().to_owned()),
    ]);
    registry.register("build", "The program and the kind of its database", build);
    let help = "1 while the service stops and refuses new work";
    whole(registry, "draining", help, i64::from(app.is_draining()));
    let help = "Organizations whose limits are in memory";
    whole(registry, "cached_organizations", help, app.meter.accounts());
    if let Some(ledger) = app.meter.ledger_metrics() {
        ledger.register(registry);
    }
    if let Some(connections) = app.store.connections() {
        describe_connections(registry, connections);
    }
    if let Some(reachable) = app.meter.counters_reachable() {
        let help = "1 while the counter store decides about rates, 0 while this node counts alone";
        whole(registry, "counters_reachable", help, i64::from(reachable));
    }
    if let Some(latency) = app.meter.counters_latency() {
        let help = "Time the counter store takes to answer";
        registry.register("counters_seconds", help, latency);
    }
    if let Some(ahead_us) = app.meter.clock_ahead_us() {
        let help = "How far the clock of this node is ahead of the database's";
        let ahead_s = ahead_us as f64 / MICROS_PER_S;
        float(registry, "clock_offset_seconds", help, ahead_s);
    }
    if let Some(end_s) = tls.and_then(Tls::expires_at_s) {
        let help = "When the TLS certificate expires, in Unix seconds";
        let name = "certificate_expiry_timestamp_seconds";
        whole(registry, name, help, end_s);
    }
}

fn describe_connections(registry: &mut Registry, connections: DatabaseConnections) {
    let help = "1 while PostgreSQL can be reached";
    let reachable = i64::from(!connections.is_away);
    whole(registry, "database_reachable", help, reachable);
    let help = "Maximum number of connections to PostgreSQL";
    let max = connections.max;
    whole(registry, "database_connections_max", help, max);
    let help = "Open connections to PostgreSQL";
    let open = connections.open;
    whole(registry, "database_connections_open", help, open);
    let help = "Connections to PostgreSQL in use";
    let in_use = connections.in_use;
    whole(registry, "database_connections_in_use", help, in_use);
    let help = "Statements and transactions that wait for a connection to PostgreSQL";
    let waiting = connections.waiting;
    whole(registry, "database_waiting", help, waiting);
    let help = "Statements and transactions that waited for a connection for too long";
    counter(registry, "database_timeouts", help, connections.timeouts);
}

/// What all nodes share, as far as the database answers.
async fn describe_cluster(registry: &mut Registry, app: &App) {
    let store = &app.store;
    if let Ok(nodes) = store.node_clocks().await {
        // A single node with SQLite is not in the list.
        let help = "Nodes that serve with this database";
        whole(registry, "nodes", help, nodes.len().max(1));
    }
    if let Ok(backlog) = store.backlog().await {
        let help = "Emails that wait to be sent";
        whole(registry, "mail_backlog", help, backlog.mails);
        let help = "Webhook messages that wait to be delivered";
        whole(registry, "webhook_backlog", help, backlog.webhooks);
    }
    if let Ok(jobs) = store.job_runs().await {
        let succeeded = Family::<JobLabel, Float>::default();
        for job in jobs {
            if let Some(at) = job.succeeded_at {
                let label = JobLabel { name: job.name };
                let at_s = at.micros() as f64 / MICROS_PER_S;
                succeeded.get_or_create(&label).set(at_s);
            }
        }
        let help = "When a job last succeeded on any node, in Unix seconds";
        registry.register("job_last_success_timestamp_seconds", help, succeeded);
    }
}
