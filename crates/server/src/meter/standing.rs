//! How a caller stands with its limits, as headers say it.

use std::fmt::Write as _;

use access::{Period, RateStanding, Timestamp};
use axum::http::{HeaderMap, HeaderName, HeaderValue};

/// Rates and quota after a request was looked at.
#[derive(Clone, Debug)]
pub struct LimitStanding {
    /// Every rate that applied.
    pub rates: Vec<NamedStanding>,
    /// The quota.
    pub quota: QuotaStanding,
    /// When.
    pub now: Timestamp,
}

/// A rate, and whose it is.
#[derive(Clone, Copy, Debug)]
pub struct NamedStanding {
    /// `key`, `organization`, `images` or `batches`.
    pub name: &'static str,
    /// How it stands.
    pub standing: RateStanding,
}

/// How much of the quota is left.
#[derive(Clone, Copy, Debug)]
pub struct QuotaStanding {
    /// The hard limit of the period.
    pub limit: u64,
    /// What is left of it.
    pub remaining: u64,
    /// The period.
    pub period: Period,
}

/// The headers a browser may show to the page it runs.
pub(crate) const EXPOSED_HEADERS: &str = "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, \
    X-Quota-Limit, X-Quota-Remaining, X-Quota-Reset, RateLimit, RateLimit-Policy, Retry-After, \
    X-Request-Id, X-Api-Version, ETag";

impl LimitStanding {
    /// Writes the headers.
    pub(crate) fn write(&self, headers: &mut HeaderMap) {
        let mut set = |name: &'static str, value: HeaderValue| {
            headers.insert(HeaderName::from_static(name), value);
        };
        if let Some(tightest) = self.tightest() {
            let standing = tightest.standing;
            set("x-ratelimit-limit", standing.rate.limit().into());
            set("x-ratelimit-remaining", standing.remaining.into());
            let reset = unix_seconds(standing.next_slot_at);
            set("x-ratelimit-reset", reset.into());
            // Structured fields of the IETF draft "RateLimit header fields for HTTP".
            set("ratelimit-policy", text(self.policies()));
            let wait = super::seconds_until(standing.next_slot_at, self.now);
            let (name, remaining) = (tightest.name, standing.remaining);
            let state = format!("\"{name}\";r={remaining};t={wait}");
            set("ratelimit", text(state));
        }
        set("x-quota-limit", self.quota.limit.into());
        set("x-quota-remaining", self.quota.remaining.into());
        let reset = unix_seconds(self.quota.period.end());
        set("x-quota-reset", reset.into());
    }

    /// The rate with least remaining: the one that will refuse first.
    fn tightest(&self) -> Option<&NamedStanding> {
        self.rates.iter().min_by_key(|it| it.standing.remaining)
    }

    fn policies(&self) -> String {
        let mut policies = String::with_capacity(64);
        for it in &self.rates {
            let (name, limit) = (it.name, it.standing.rate.limit());
            let window_s = it.standing.rate.window().as_secs();
            let comma = if policies.is_empty() { "" } else { ", " };
            write!(policies, "{comma}\"{name}\";q={limit};w={window_s}")
                .expect("a string takes any text");
        }
        policies
    }
}

/// Made of our own names and numbers.
fn text(value: String) -> HeaderValue {
    HeaderValue::try_from(value).expect("names and numbers are ASCII")
}

/// Rounded up: at that second the slot is free.
fn unix_seconds(at: Timestamp) -> i64 {
    at.micros().div_euclid(1_000_000) + i64::from(at.micros().rem_euclid(1_000_000) > 0)
}
