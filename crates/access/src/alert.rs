//! Alert rules: which alerts an organization receives about its usage, and when a number triggers
//! one.
//!
//! Every rule is arithmetic that a person can repeat with the facts in the alert: shares of an
//! allowance, counts per hour, days without use. A rule decides only whether something triggers an
//! alert *now*. The storage of alerts ensures that each alert is sent once per period and
//! threshold.

mod denied_domains;
mod dormant_key;
mod error_share;
mod key_expiry;
mod quota;
mod settings;
mod spike;

use std::fmt;

pub use denied_domains::{DeniedHour, denied_domains};
pub use dormant_key::{Awakening, dormant_key};
pub use error_share::{HourOutcome, error_share};
pub use key_expiry::key_expiry;
pub use quota::quota;
pub use settings::{
    AlertSettings, AlertSettingsError, ErrorShareLimits, MAX_DAYS, MAX_PERCENT, MAX_REQUESTS,
    MAX_THRESHOLDS, MailTo, SpikeLimits,
};
pub use spike::{Baseline, HISTORY_WEEKS, HourOfWeek, MIN_WEEKS, spike};

use crate::id::KeyId;
use crate::key::KeyMode;
use crate::quota::Period;
use crate::timestamp::Timestamp;

/// A rule that can trigger an alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AlertRule {
    /// A large share of an allowance is used.
    Quota,
    /// A key sends far more requests than in the same hour of other weeks.
    Spike,
    /// Many of a key's requests fail.
    ErrorShare,
    /// A key is used from pages that it does not allow.
    DeniedDomains,
    /// A key is used again after a long time without use.
    DormantKey,
    /// A key is about to expire.
    KeyExpiry,
}

impl AlertRule {
    /// All rules.
    pub const ALL: &'static [Self] = &[
        Self::Quota,
        Self::Spike,
        Self::ErrorShare,
        Self::DeniedDomains,
        Self::DormantKey,
        Self::KeyExpiry,
    ];

    /// Returns the name used on the wire and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quota => "quota",
            Self::Spike => "spike",
            Self::ErrorShare => "error_share",
            Self::DeniedDomains => "denied_domains",
            Self::DormantKey => "dormant_key",
            Self::KeyExpiry => "key_expiry",
        }
    }

    /// Returns the rule with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.name() == name)
    }
}

/// The subject of an alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlertSubject {
    /// The allowance of live keys or of test keys.
    Allowance(KeyMode),
    /// A key.
    Key(KeyId),
}

/// Writes `live`, `test` or the key's id.
impl fmt::Display for AlertSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Allowance(mode) => f.write_str(mode.name()),
            Self::Key(key) => key.fmt(f),
        }
    }
}

/// An alert. Two alerts of an organization with the same rule, subject, period and threshold are
/// duplicates.
#[derive(Clone, Debug, PartialEq)]
pub struct Alert {
    /// The subject.
    pub subject: AlertSubject,
    /// The period in which the alert is sent once: a month for quotas, a UTC day for hourly rules,
    /// the start of the time without use, or the day of expiration.
    pub period: String,
    /// The threshold that was reached, in the rule's unit: percent, deviations, requests or days.
    pub threshold: u64,
    /// The numbers that triggered it.
    pub facts: AlertFacts,
}

/// The numbers that triggered an alert: enough to repeat its arithmetic.
#[derive(Clone, Debug, PartialEq)]
pub enum AlertFacts {
    /// See [`AlertRule::Quota`].
    Quota {
        /// Units used in the period.
        used: u64,
        /// Units in the quota.
        quota: u64,
        /// Units allowed beyond the quota.
        overage: u64,
        /// When the period ends.
        resets_at: Timestamp,
    },
    /// See [`AlertRule::Spike`].
    Spike {
        /// The first instant of the hour.
        hour: Timestamp,
        /// Requests in the hour.
        requests: u64,
        /// The baseline from the same hour of earlier weeks.
        baseline: Baseline,
        /// Requests in the same hour of the previous day.
        day_before: u64,
        /// Requests in the same hour of the previous week.
        week_before: u64,
    },
    /// See [`AlertRule::ErrorShare`].
    ErrorShare {
        /// The first instant of the hour.
        hour: Timestamp,
        /// Requests in the hour.
        requests: u64,
        /// Requests answered with a status from 400 to 499.
        refused: u64,
        /// Requests answered with a status of 500 or above.
        failed: u64,
    },
    /// See [`AlertRule::DeniedDomains`].
    DeniedDomains {
        /// The first instant of the 60 minutes.
        from: Timestamp,
        /// Refused requests in the 60 minutes.
        requests: u64,
        /// The number of distinct pages they came from.
        hosts: u64,
        /// The page with the most refused requests; empty if the page did not identify itself.
        top_host: String,
        /// Refused requests from that page.
        top_requests: u64,
    },
    /// See [`AlertRule::DormantKey`].
    DormantKey {
        /// The hour of the previous use; `None` if the key was never used.
        last_used: Option<Timestamp>,
        /// When the key was created.
        created_at: Timestamp,
        /// The hour in which the key is used again.
        hour: Timestamp,
        /// Whole days without use.
        silent_days: u64,
    },
    /// See [`AlertRule::KeyExpiry`].
    KeyExpiry {
        /// The first instant at which the key no longer works.
        expires_at: Timestamp,
        /// Days until the expiration, rounded up.
        days_left: u64,
    },
}

impl AlertFacts {
    /// Returns the rule that these facts belong to.
    pub const fn rule(&self) -> AlertRule {
        match self {
            Self::Quota { .. } => AlertRule::Quota,
            Self::Spike { .. } => AlertRule::Spike,
            Self::ErrorShare { .. } => AlertRule::ErrorShare,
            Self::DeniedDomains { .. } => AlertRule::DeniedDomains,
            Self::DormantKey { .. } => AlertRule::DormantKey,
            Self::KeyExpiry { .. } => AlertRule::KeyExpiry,
        }
    }
}

const DAY_MICROS: i64 = 86_400_000_000;

/// Returns the UTC date of an instant, such as `2026-11-15`.
fn date(at: Timestamp) -> String {
    let month = Period::of(at);
    let since = at.micros() - month.start().micros();
    format!("{month}-{:02}", since.div_euclid(DAY_MICROS) + 1)
}

/// Returns the whole days from one instant to a later one.
const fn whole_days(from: Timestamp, to: Timestamp) -> u64 {
    to.since(from).as_secs() / 86_400
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_is_that_of_the_calendar() {
        // Seconds from Python: datetime(y, m, d, h, tzinfo=utc).timestamp().
        for (seconds, text) in [
            (0, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (1_800_000_000, "2027-01-15"),
            (1_798_761_599, "2026-12-31"),
        ] {
            assert_eq!(date(Timestamp::from_micros(seconds * 1_000_000)), text);
        }
    }

    #[test]
    fn names_of_rules_round_trip() {
        for rule in AlertRule::ALL {
            assert_eq!(AlertRule::from_name(rule.name()), Some(*rule));
        }
        assert_eq!(AlertRule::from_name("Quota"), None);
    }
}
