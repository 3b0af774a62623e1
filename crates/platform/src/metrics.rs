//! Metrics for the operator, in the Prometheus text format. Labels never contain text from a
//! request: operations, statuses and error codes are closed sets, and organizations are limited.

use std::collections::HashSet;
use std::sync::atomic::AtomicI64;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use access::OrgId;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
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

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CodeLabel {
    code: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OrgLabel {
    org: String,
}

/// From 0.1 ms to 43 s, longer than any request may take. A quantile is off by at most a half.
fn latency_histogram() -> Histogram {
    Histogram::new(exponential_buckets(0.000_1, 1.5, 33))
}

/// Organizations with series of their own. The others are counted together as `other`.
const MAX_ORGS: usize = 10_000;

/// Requests and units of each organization.
#[derive(Debug, Default)]
struct OrgMetrics {
    requests: Family<OrgLabel, Counter>,
    units: Family<OrgLabel, Counter>,
    named: Mutex<HashSet<OrgId>>,
}

impl OrgMetrics {
    fn label(&self, org: OrgId) -> OrgLabel {
        let mut named = self.named.lock().unwrap_or_else(PoisonError::into_inner);
        let has_room = named.len() < MAX_ORGS;
        let org = if named.contains(&org) || has_room && named.insert(org) {
            org.to_string()
        } else {
            "other".to_owned()
        };
        OrgLabel { org }
    }
}

/// All metrics.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: Family<AnswerLabels, Counter>,
    duration_s: Family<OperationLabel, Histogram>,
    cost_units: Family<OperationLabel, Counter>,
    limited: Family<CodeLabel, Counter>,
    by_org: Option<OrgMetrics>,
    /// Requests in progress.
    pub in_progress: Gauge<i64, AtomicI64>,
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

impl Metrics {
    /// All metrics, with those of each organization if `by_organization`.
    pub fn new(by_organization: bool) -> Self {
        let requests = Family::default();
        let duration_s = Family::new_with_constructor(latency_histogram as fn() -> _);
        let limited = Family::default();
        let in_progress = Gauge::default();
        let by_org = by_organization.then(OrgMetrics::default);
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
        let help = "Requests that got 429, by error code";
        registry.register("requests_limited", help, Family::clone(&limited));
        let help = "Requests in progress";
        registry.register("requests_in_progress", help, in_progress.clone());
        if let Some(by_org) = &by_org {
            let help = "Requests by organization";
            registry.register("org_requests", help, Family::clone(&by_org.requests));
            let help = "Quota units of admitted requests by organization";
            registry.register("org_cost_units", help, Family::clone(&by_org.units));
        }
        Self {
            registry,
            requests,
            duration_s,
            cost_units,
            limited,
            by_org,
            in_progress,
            panics,
            connections,
            connections_refused,
            requests_shed,
            requests_abandoned,
        }
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new(false)
    }
}

impl Metrics {
    /// Counts a request that got 429.
    pub fn count_limited(&self, code: &'static str) {
        self.limited.get_or_create(&CodeLabel { code }).inc();
    }

    /// Counts a response to a request of an organization.
    pub fn count_org_answer(&self, org: OrgId) {
        if let Some(by_org) = &self.by_org {
            by_org.requests.get_or_create(&by_org.label(org)).inc();
        }
    }

    /// Counts a response.
    pub fn count_answer(&self, operation: &'static str, status: u16, took: Duration) {
        let labels = AnswerLabels { operation, status };
        self.requests.get_or_create(&labels).inc();
        let label = OperationLabel { operation };
        let histogram = self.duration_s.get_or_create(&label);
        histogram.observe(took.as_secs_f64());
    }

    /// Counts the cost of an admitted request.
    pub fn count_cost(&self, operation: &'static str, org: Option<OrgId>, units: u32) {
        if let (Some(by_org), Some(org)) = (&self.by_org, org) {
            let counter = by_org.units.get_or_create(&by_org.label(org));
            counter.inc_by(u64::from(units));
        }
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
        self.text_with(&Registry::default())
    }

    /// All metrics in the text format, with those of another registry: what is read when it is asked
    /// for.
    ///
    /// # Errors
    ///
    /// If a metric cannot be formatted, which never happens.
    pub fn text_with(&self, now: &Registry) -> Result<String, std::fmt::Error> {
        use prometheus_client::encoding::text::{encode_eof, encode_registry};
        let mut text = String::new();
        encode_registry(&mut text, &self.registry)?;
        encode_registry(&mut text, now)?;
        encode_eof(&mut text)?;
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(metrics: &Metrics) -> String {
        metrics.text().unwrap()
    }

    fn org(number: u128) -> OrgId {
        format!("org_{number:032x}").parse().unwrap()
    }

    #[test]
    fn organizations_have_series_only_if_asked_for() {
        let (with, without) = (Metrics::new(true), Metrics::new(false));
        for metrics in [&with, &without] {
            metrics.count_org_answer(org(7));
            metrics.count_cost("calc_natal", Some(org(7)), 3);
        }
        let series = format!("almagest_org_cost_units_total{{org=\"{}\"}} 3", org(7));
        assert!(text(&with).contains(&series), "{}", text(&with));
        assert!(!text(&without).contains("org="));
    }

    #[test]
    fn organizations_beyond_the_limit_are_counted_together() {
        let metrics = Metrics::new(true);
        for number in 0..MAX_ORGS as u128 + 5 {
            metrics.count_org_answer(org(number));
        }
        metrics.count_org_answer(org(0));
        let text = text(&metrics);
        let series = text.matches("almagest_org_requests_total{").count();
        assert_eq!(series, MAX_ORGS + 1);
        assert!(text.contains("almagest_org_requests_total{org=\"other\"} 5"));
        let first = format!("almagest_org_requests_total{{org=\"{}\"}} 2", org(0));
        assert!(text.contains(&first));
    }

    /// A bucket is at most half as wide again as the one before.
    #[test]
    fn latency_has_narrow_buckets_up_to_the_longest_request() {
        let metrics = Metrics::default();
        metrics.count_answer("calc_natal", 200, Duration::from_millis(3));
        let text = text(&metrics);
        let bound = |line: &str| {
            let (_, rest) = line.split_once("le=\"")?;
            rest.split('"').next()?.parse::<f64>().ok()
        };
        let bounds: Vec<f64> = text.lines().filter_map(bound).collect();
        assert!(bounds.len() > 20, "{bounds:?}");
        let finite = bounds.iter().filter(|it| it.is_finite());
        let pairs = finite.clone().zip(finite.clone().skip(1));
        assert!(
            pairs.clone().all(|(low, high)| high / low < 1.500_1),
            "{bounds:?}"
        );
        assert!(finite.copied().fold(0.0, f64::max) > 30.0, "{bounds:?}");
    }
}
