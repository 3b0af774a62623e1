//! Metrics for the operator, in the Prometheus text format. Labels never contain text from a
//! request: operations and statuses are closed sets.

use std::sync::atomic::AtomicI64;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OperationLabel {
    operation: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct AnswerLabels {
    operation: &'static str,
    status: u16,
}

/// From 0.1 ms to 10 s. Shorter is noise, longer is broken.
const BUCKETS_S: [f64; 11] = [
    0.000_1, 0.000_3, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0,
];

/// All metrics.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: Family<AnswerLabels, Counter>,
    duration_s: Family<OperationLabel, Histogram>,
    cost_units: Family<OperationLabel, Counter>,
    /// Caught panics, which get 500.
    pub panics: Counter,
    /// Open connections.
    pub connections: Gauge<i64, AtomicI64>,
    /// Connections refused because too many were open.
    pub connections_refused: Counter,
    /// Requests that got 503 because too many were in progress.
    pub requests_shed: Counter,
    /// Requests whose client disconnected before the response.
    pub requests_abandoned: Counter,
}

impl Default for Metrics {
    fn default() -> Self {
        let requests = Family::default();
        let duration_s = Family::new_with_constructor((|| Histogram::new(BUCKETS_S)) as fn() -> _);
        let cost_units = Family::default();
        let panics = Counter::default();
        let connections = Gauge::default();
        let connections_refused = Counter::default();
        let requests_shed = Counter::default();
        let requests_abandoned = Counter::default();
        let mut registry = Registry::with_prefix("almagest");
        registry.register(
            "requests",
            "Requests by operation and status",
            Family::clone(&requests),
        );
        let help = "Time from the request header to the response";
        registry.register("request_duration_seconds", help, Family::clone(&duration_s));
        let help = "Quota units of admitted requests";
        registry.register("cost_units", help, Family::clone(&cost_units));
        registry.register("panics", "Caught panics, which get 500", panics.clone());
        registry.register("connections", "Open connections", connections.clone());
        let help = "Requests that got 503 because too many were in progress";
        registry.register("requests_shed", help, requests_shed.clone());
        let help = "Requests whose client disconnected before the response";
        registry.register("requests_abandoned", help, requests_abandoned.clone());
        let help = "Connections rejected at the limit";
        registry.register("connections_refused", help, connections_refused.clone());
        Self {
            registry,
            requests,
            duration_s,
            cost_units,
            panics,
            connections,
            connections_refused,
            requests_shed,
            requests_abandoned,
        }
    }
}

impl Metrics {
    /// Counts a response.
    pub fn count_answer(&self, operation: &'static str, status: u16, took: Duration) {
        let labels = AnswerLabels { operation, status };
        self.requests.get_or_create(&labels).inc();
        let label = OperationLabel { operation };
        let histogram = self.duration_s.get_or_create(&label);
        histogram.observe(took.as_secs_f64());
    }

    /// Counts the cost of an admitted request.
    pub fn count_cost(&self, operation: &'static str, units: u32) {
        let label = OperationLabel { operation };
        let counter = self.cost_units.get_or_create(&label);
        counter.inc_by(u64::from(units));
    }

    /// All metrics in the text format.
    ///
    /// # Errors
    ///
    /// If a metric cannot be formatted, which never happens.
    pub fn text(&self) -> Result<String, std::fmt::Error> {
        let mut text = String::new();
        prometheus_client::encoding::text::encode(&mut text, &self.registry)?;
        Ok(text)
    }
}
