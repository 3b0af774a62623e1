//! The values of an alert, in the API and in the store.

use access::{Alert, AlertFacts, AlertSubject, KeyMode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use http_api::clock::rfc3339;

/// The values of an alert. `rule` determines the fields.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "rule", rename_all = "snake_case")]
#[schemars(rename = "AlertFacts")]
pub enum AlertDetails {
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

/// Declares the wire type of a rule's values.
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
    /// Quota usage reached a threshold.
    QuotaFacts {
        /// Whether it is the test allowance.
        test: bool,
        /// Units used.
        used: u64,
        /// Units included.
        quota: u64,
        /// Units allowed beyond the quota.
        overage: u64,
        /// When the period ends.
        #[schemars(extend("format" = "date-time"))]
        resets_at: String,
    }
    /// A key sends many more requests than in the same hour of previous weeks.
    SpikeFacts {
        /// The start of the hour.
        #[schemars(extend("format" = "date-time"))]
        hour: String,
        /// Requests in the hour.
        requests: u64,
        /// The number of previous weeks compared.
        weeks: u32,
        /// The median number of requests in this hour of those weeks.
        median: f64,
        /// The median absolute deviation.
        median_deviation: f64,
        /// The size of one deviation, in requests.
        deviation: f64,
        /// The number of requests above which the alert fires.
        line: f64,
        /// Requests in the same hour of the day before.
        day_before: u64,
        /// Requests in the same hour of the week before.
        week_before: u64,
    }
    /// A key has a high error rate.
    ErrorShareFacts {
        /// The start of the hour.
        #[schemars(extend("format" = "date-time"))]
        hour: String,
        /// Requests in the hour.
        requests: u64,
        /// Requests with status 400 to 499.
        refused: u64,
        /// Requests with status 500 or higher.
        failed: u64,
    }
    /// A key is used from domains that are not allowed.
    DeniedDomainsFacts {
        /// The start of the 60 minutes.
        #[schemars(extend("format" = "date-time"))]
        from: String,
        /// Rejected requests.
        requests: u64,
        /// The number of different origins.
        hosts: u64,
        /// The origin with the most requests. Empty if those have no origin.
        top_host: String,
        /// Rejected requests from that page.
        top_requests: u64,
    }
    /// A dormant key is used again.
    DormantKeyFacts {
        /// The hour of its previous use. Null if it was never used.
        #[schemars(extend("format" = "date-time"))]
        last_used: Option<String>,
        /// When the key was created.
        #[schemars(extend("format" = "date-time"))]
        created_at: String,
        /// The hour of the new use.
        #[schemars(extend("format" = "date-time"))]
        hour: String,
        /// Days without a request.
        silent_days: u64,
    }
    /// A key expires soon.
    KeyExpiryFacts {
        /// When it expires.
        #[schemars(extend("format" = "date-time"))]
        expires_at: String,
        /// Days until expiration, rounded up.
        days_left: u64,
    }
}

/// Rounds to one decimal.
fn tenth(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

impl AlertDetails {
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

    /// The stored form.
    ///
    /// # Panics
    ///
    /// Never: numbers and texts can be written as JSON.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("numbers and texts can be written as JSON")
    }

    /// Reads the stored form.
    ///
    /// # Errors
    ///
    /// When the stored form is invalid.
    pub fn from_text(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }
}
