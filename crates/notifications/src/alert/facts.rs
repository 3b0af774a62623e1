//! The numbers behind an alert, as clients see them and as the store keeps them.

use access::{Alert, AlertFacts, AlertSubject, KeyMode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use http_api::clock::rfc3339;

/// The numbers behind an alert; `rule` says which there are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "rule", rename_all = "snake_case")]
#[schemars(rename = "AlertFacts")]
pub enum Facts {
    /// Much of an allowance is used.
    Quota(QuotaFacts),
    /// A key sends far more requests than usual.
    Spike(SpikeFacts),
    /// Many of a key's requests fail.
    ErrorShare(ErrorShareFacts),
    /// A key is used from pages outside its domain list.
    DeniedDomains(DeniedDomainsFacts),
    /// A key is used again after a long silence.
    DormantKey(DormantKeyFacts),
    /// A key is about to expire.
    KeyExpiry(KeyExpiryFacts),
}

/// Declares what the wire knows of the facts of one rule.
macro_rules! facts {
    ($($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "camelCase")]
        pub struct $name {
            $($(#[$field_doc])* pub $field: $type,)+
        }
    )+};
}

facts! {
    /// Much of an allowance is used.
    QuotaFacts {
        /// Whether it is the allowance of test keys.
        test: bool,
        /// Units used.
        used: u64,
        /// Units included.
        quota: u64,
        /// Units that may be used beyond the quota.
        overage: u64,
        /// When the period ends.
        resets_at: String,
    }
    /// A key sends far more than in this hour of other weeks.
    SpikeFacts {
        /// The beginning of the hour.
        hour: String,
        /// Requests in the hour.
        requests: u64,
        /// How many weeks it is compared with.
        weeks: u32,
        /// The median of their requests in this hour.
        median: f64,
        /// The median of their distances from it.
        median_deviation: f64,
        /// What counts as one deviation, in requests.
        deviation: f64,
        /// More requests than this are out of the ordinary.
        line: f64,
        /// Requests in the same hour of the day before.
        day_before: u64,
        /// Requests in the same hour of the week before.
        week_before: u64,
    }
    /// Many of a key's requests fail.
    ErrorShareFacts {
        /// The beginning of the hour.
        hour: String,
        /// Requests in the hour.
        requests: u64,
        /// Answered with 400 to 499.
        refused: u64,
        /// Answered with 500 or more.
        failed: u64,
    }
    /// A key is tried from pages it may not be used from.
    DeniedDomainsFacts {
        /// The beginning of the 60 minutes.
        from: String,
        /// Refused requests.
        requests: u64,
        /// From how many different pages.
        hosts: u64,
        /// The page with most of them; empty when it did not name itself.
        top_host: String,
        /// Refused requests from that page.
        top_requests: u64,
    }
    /// A key is used again after a long silence.
    DormantKeyFacts {
        /// The hour it was used before; null when it never was.
        last_used: Option<String>,
        /// When the key was created.
        created_at: String,
        /// The hour it is used again.
        hour: String,
        /// Days without a request.
        silent_days: u64,
    }
    /// A key is about to expire.
    KeyExpiryFacts {
        /// When it expires.
        expires_at: String,
        /// Begun days included.
        days_left: u64,
    }
}

/// To a tenth: more says nothing about a number of requests.
fn tenth(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

impl Facts {
    /// The facts of an alert that a rule has raised.
    pub fn of(alert: &Alert) -> Self {
        match &alert.facts {
            AlertFacts::Quota {
                used,
                quota,
                overage,
                resets_at,
            } => Self::Quota(QuotaFacts {
                test: alert.subject == AlertSubject::Allowance(KeyMode::Test),
                used: *used,
                quota: *quota,
                overage: *overage,
                resets_at: rfc3339(*resets_at),
            }),
            AlertFacts::Spike {
                hour,
                requests,
                baseline,
                day_before,
                week_before,
            } => Self::Spike(SpikeFacts {
                hour: rfc3339(*hour),
                requests: *requests,
                weeks: baseline.weeks,
                median: tenth(baseline.median),
                median_deviation: tenth(baseline.median_deviation),
                deviation: tenth(baseline.deviation),
                line: tenth(baseline.line(u32::try_from(alert.threshold).unwrap_or(u32::MAX))),
                day_before: *day_before,
                week_before: *week_before,
            }),
            AlertFacts::ErrorShare {
                hour,
                requests,
                refused,
                failed,
            } => Self::ErrorShare(ErrorShareFacts {
                hour: rfc3339(*hour),
                requests: *requests,
                refused: *refused,
                failed: *failed,
            }),
            AlertFacts::DeniedDomains {
                from,
                requests,
                hosts,
                top_host,
                top_requests,
            } => Self::DeniedDomains(DeniedDomainsFacts {
                from: rfc3339(*from),
                requests: *requests,
                hosts: *hosts,
                top_host: top_host.clone(),
                top_requests: *top_requests,
            }),
            AlertFacts::DormantKey {
                last_used,
                created_at,
                hour,
                silent_days,
            } => Self::DormantKey(DormantKeyFacts {
                last_used: last_used.map(rfc3339),
                created_at: rfc3339(*created_at),
                hour: rfc3339(*hour),
                silent_days: *silent_days,
            }),
            AlertFacts::KeyExpiry {
                expires_at,
                days_left,
            } => Self::KeyExpiry(KeyExpiryFacts {
                expires_at: rfc3339(*expires_at),
                days_left: *days_left,
            }),
        }
    }

    /// As the store keeps them.
    ///
    /// # Panics
    ///
    /// Never: numbers and texts can be written as JSON.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("numbers and texts can be written as JSON")
    }

    /// Reads what the store kept.
    ///
    /// # Errors
    ///
    /// When it kept something else.
    pub fn from_text(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }
}
