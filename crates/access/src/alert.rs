//! Alerts: what an organization wants to be told about its use, and when a number is news.
//!
//! Every rule is arithmetic that a person can redo with the facts in the alert: shares of an
//! allowance, counts of an hour, days of silence. Each rule answers whether something is news *now*;
//! that it is told once per period and threshold is seen to where alerts are kept.

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
    AlertSettings, AlertSettingsError, ErrorShareLimits, LONGEST_DAYS, MOST_PERCENT, MOST_REQUESTS,
    MOST_THRESHOLDS, MailTo, SpikeLimits,
};
pub use spike::{Baseline, HISTORY_WEEKS, HourOfWeek, LEAST_WEEKS, spike};

use crate::id::KeyId;
use crate::key::KeyMode;
use crate::quota::Period;
use crate::timestamp::Timestamp;

/// What can be news.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AlertRule {
    /// Much of an allowance is used.
    Quota,
    /// A key sends far more than in this hour of other weeks.
    Spike,
    /// Many of a key's requests fail.
    ErrorShare,
    /// A key is tried from pages it may not be used from.
    DeniedDomains,
    /// A key is used again after a long silence.
    DormantKey,
    /// A key is about to expire.
    KeyExpiry,
}

impl AlertRule {
    /// Every rule.
    pub const ALL: &'static [Self] = &[
        Self::Quota,
        Self::Spike,
        Self::ErrorShare,
        Self::DeniedDomains,
        Self::DormantKey,
        Self::KeyExpiry,
    ];

    /// The name on the wire and in the database.
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

    /// The rule of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.name() == name)
    }
}

/// What an alert is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlertSubject {
    /// The allowance of live or of test keys.
    Allowance(KeyMode),
    /// A key.
    Key(KeyId),
}

/// `live`, `test` or the key's id.
impl fmt::Display for AlertSubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Allowance(mode) => f.write_str(mode.name()),
            Self::Key(key) => key.fmt(f),
        }
    }
}

/// News. Two alerts of an organization with the same rule, subject, period and threshold are the
/// same news.
#[derive(Clone, Debug, PartialEq)]
pub struct Alert {
    /// What it is about.
    pub subject: AlertSubject,
    /// When it would be news again: a month for quotas, a day (UTC) for what happens in an hour, the
    /// beginning of a silence, the day of an expiration.
    pub period: String,
    /// The threshold that was reached, in the rule's unit: percent, deviations, requests or days.
    pub threshold: u64,
    /// The numbers behind it.
    pub facts: AlertFacts,
}

/// The numbers behind an alert: enough to redo its arithmetic.
#[derive(Clone, Debug, PartialEq)]
pub enum AlertFacts {
    /// See [`AlertRule::Quota`].
    Quota {
        /// Units used in the period.
        used: u64,
        /// Units of the quota.
        quota: u64,
        /// Units that may be used beyond it.
        overage: u64,
        /// When the period ends.
        resets_at: Timestamp,
    },
    /// See [`AlertRule::Spike`].
    Spike {
        /// The first instant of the hour.
        hour: Timestamp,
        /// Requests in it.
        requests: u64,
        /// The same hour of earlier weeks.
        baseline: Baseline,
        /// Requests in the same hour of the day before.
        day_before: u64,
        /// Requests in the same hour of the week before.
        week_before: u64,
    },
    /// See [`AlertRule::ErrorShare`].
    ErrorShare {
        /// The first instant of the hour.
        hour: Timestamp,
        /// Requests in it.
        requests: u64,
        /// Of them answered with 400 to 499.
        refused: u64,
        /// Of them answered with 500 or more.
        failed: u64,
    },
    /// See [`AlertRule::DeniedDomains`].
    DeniedDomains {
        /// The first instant of the 60 minutes.
        from: Timestamp,
        /// Refused requests in them.
        requests: u64,
        /// From how many different pages.
        hosts: u64,
        /// The page with most of them; empty when it did not name itself.
        top_host: String,
        /// How many came from it.
        top_requests: u64,
    },
    /// See [`AlertRule::DormantKey`].
    DormantKey {
        /// The hour it was used before; none when it never was.
        last_used: Option<Timestamp>,
        /// When it was made.
        created_at: Timestamp,
        /// The hour it is used again.
        hour: Timestamp,
        /// Whole days of silence.
        silent_days: u64,
    },
    /// See [`AlertRule::KeyExpiry`].
    KeyExpiry {
        /// The first instant at which it no longer works.
        expires_at: Timestamp,
        /// Days until then, begun ones included.
        days_left: u64,
    },
}

impl AlertFacts {
    /// The rule they are the facts of.
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

/// The day an instant lies in, UTC: `2026-11-15`.
fn date(at: Timestamp) -> String {
    let month = Period::of(at);
    let since = at.micros() - month.start().micros();
    format!("{month}-{:02}", since.div_euclid(DAY_MICROS) + 1)
}

/// Whole days from one instant to a later one.
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
