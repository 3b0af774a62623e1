//! The standing of a caller's limits, as shown in headers.

use std::fmt::{self, Write as _};

use access::{Day, Period, RateStatus, Timestamp};
use http::{HeaderMap, HeaderName, HeaderValue};
use store::{TestHolder, TestLimits, Used};

use crate::meter::{MIN_COST, quota_exhausted};
use crate::org_limiter::rate_limited;
use http_api::ApiError;

/// Rates and quota after a request was checked.
#[derive(Clone, Debug)]
pub struct LimitStatus {
    /// Every rate that applied.
    pub rates: Vec<NamedRateStatus>,
    /// The quota.
    pub quota: QuotaStatus,
    /// Whether the quota is hidden from the caller: strangers can see a browser token or a signed
    /// URL, and need not know how much its organization has bought and used.
    pub quota_hidden: bool,
    /// When.
    pub now: Timestamp,
}

/// A rate and its owner.
#[derive(Clone, Copy, Debug)]
pub struct NamedRateStatus {
    /// `key`, `organization`, `images` or `batches`.
    pub name: &'static str,
    /// Its standing.
    pub standing: RateStatus,
}

/// The remaining quota: for test keys, of the tightest of their allowances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuotaStatus {
    /// The hard limit of the span.
    pub limit: u64,
    /// What is left of it.
    pub remaining: u64,
    /// The span it applies to.
    pub span: QuotaSpan,
}

/// The span of a quota.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuotaSpan {
    /// A month: every quota.
    Month(Period),
    /// A day: test keys only.
    Day(Day),
}

impl QuotaSpan {
    /// The first instant after it.
    pub fn end(self) -> Timestamp {
        match self {
            Self::Month(period) => period.end(),
            Self::Day(day) => day.end(),
        }
    }
}

/// `2026-11` or `2026-11-17`.
impl fmt::Display for QuotaSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Month(period) => period.fmt(f),
            Self::Day(day) => day.fmt(f),
        }
    }
}

/// Every limit on the units that a request can use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caps {
    pub(crate) period: Period,
    pub(crate) day: Day,
    /// What the organization can use in the period.
    pub(crate) cap: u64,
    /// Additional limits.
    pub(crate) test: Option<TestLimits>,
}

impl Caps {
    /// The same for a request at another instant.
    pub(crate) fn at(self, at: Timestamp) -> Self {
        Self {
            period: Period::of(at),
            day: Day::of(at),
            ..self
        }
    }

    /// The one with the least remaining units. On a tie, the one that lasts longer.
    pub(crate) fn tightest(&self, used: Used) -> QuotaStatus {
        let standing = |limit: u64, used: u64, span| QuotaStatus {
            limit,
            remaining: limit.saturating_sub(used),
            span,
        };
        let month = QuotaSpan::Month(self.period);
        let org = standing(self.cap, used.org, month);
        let Some(test) = self.test else {
            return org;
        };
        let person = match test.holder {
            TestHolder::Person(_) => Some(standing(test.month_cap, used.month, month)),
            TestHolder::Org(_) => None,
        };
        let day = standing(test.day_cap, used.day, QuotaSpan::Day(self.day));
        let tighter = |tightest: QuotaStatus, it: QuotaStatus| {
            if it.remaining < tightest.remaining {
                it
            } else {
                tightest
            }
        };
        person.into_iter().chain([day]).fold(org, tighter)
    }
}

/// The headers that a browser may expose to the page.
pub const EXPOSED_HEADERS: &str = "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, \
    X-Quota-Limit, X-Quota-Remaining, X-Quota-Reset, RateLimit, RateLimit-Policy, Retry-After, \
    X-Request-Id, X-Api-Version, ETag";

impl LimitStatus {
    pub(crate) const fn new(
        rates: Vec<NamedRateStatus>,
        quota: QuotaStatus,
        now: Timestamp,
    ) -> Self {
        Self {
            rates,
            quota,
            quota_hidden: false,
            now,
        }
    }

    /// Whether every rate has capacity.
    ///
    /// # Errors
    ///
    /// `rate_limited`, for the first rate that has none.
    pub fn require_rates(&self) -> Result<(), ApiError> {
        let full = self.rates.iter().find(|it| it.standing.remaining == 0);
        full.map_or(Ok(()), |it| Err(rate_limited(it.standing, self.now)))
    }

    /// Whether the quota has units left.
    ///
    /// # Errors
    ///
    /// `quota_exhausted`.
    pub fn require_quota(&self) -> Result<(), ApiError> {
        match self.quota.remaining {
            0 => Err(quota_exhausted(self.quota, MIN_COST, self.now)),
            _ => Ok(()),
        }
    }

    /// Writes the headers.
    pub fn write(&self, headers: &mut HeaderMap) {
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
            let wait = crate::meter::seconds_until(standing.next_slot_at, self.now);
            let (name, remaining) = (tightest.name, standing.remaining);
            let state = format!("\"{name}\";r={remaining};t={wait}");
            set("ratelimit", text(state));
        }
        if !self.quota_hidden {
            set("x-quota-limit", self.quota.limit.into());
            set("x-quota-remaining", self.quota.remaining.into());
            let reset = unix_seconds(self.quota.span.end());
            set("x-quota-reset", reset.into());
        }
    }

    /// The rate with the fewest remaining requests, which will refuse first.
    fn tightest(&self) -> Option<&NamedRateStatus> {
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

/// Contains only our own names and numbers.
fn text(value: String) -> HeaderValue {
    HeaderValue::try_from(value).expect("names and numbers are ASCII")
}

/// Rounded up: the slot is free at that second.
fn unix_seconds(at: Timestamp) -> i64 {
    at.micros().div_euclid(1_000_000) + i64::from(at.micros().rem_euclid(1_000_000) > 0)
}
