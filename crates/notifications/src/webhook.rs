//! Webhooks: what is sent to endpoints of organizations, tried again for a day, and noted.

mod client;

use std::time::Duration;

use access::{Timestamp, WebhookId};
use serde_json::json;
use store::{DeliveryRecord, OrgRecord, QueueClaim, QueueLimits, StoreError};

pub use client::may_reach;
pub use client::{Resolver, Undelivered, WebhookClient};

use crate::alert::Told;
use crate::queue::{self, Channel, Concurrency};
use config::Config;
use http_api::clock::rfc3339;
use i18n::Language;
use platform::Job;
use platform::Platform;

/// The kind of a message that tells of an alert.
pub const ALERT_FIRED: &str = "alert.fired";
/// The kind of a message that someone sends to see whether it arrives.
pub const TEST: &str = "test";

/// Messages under way at once on a node.
const MAX_AT_ONCE: usize = 64;
/// Messages of one organization under way at once; one endpoint gets one at a time.
const MAX_AT_ONCE_PER_ORG: u32 = 4;
/// Waits before each further attempt; after the last one the message is given up.
const WAITS: [Duration; 6] = [
    Duration::from_secs(5),
    Duration::from_mins(5),
    Duration::from_mins(30),
    Duration::from_hours(2),
    Duration::from_hours(8),
    Duration::from_hours(14),
];

/// The body of a message that tells of an alert.
pub fn alert_body(told: &Told, org: &OrgRecord, now: Timestamp, public_url: &str) -> String {
    let words = told.words();
    json!({
        "type": ALERT_FIRED,
        "timestamp": rfc3339(now),
        "data": {
            "id": told.id.to_string(),
            "organization": { "id": org.id.to_string(), "name": org.name },
            "subject": told.subject,
            "subjectName": told.subject_name,
            "period": told.period,
            "threshold": told.threshold,
            "title": words.title.plain(Language::English),
            "text": words.text.plain(Language::English),
            "facts": told.facts,
            "url": format!("{public_url}{}", told.page()),
        },
    })
    .to_string()
}

/// The body of a test.
pub fn test_body(webhook: WebhookId, org: &OrgRecord, now: Timestamp) -> String {
    json!({
        "type": TEST,
        "timestamp": rfc3339(now),
        "data": {
            "webhook": webhook.to_string(),
            "organization": { "id": org.id.to_string(), "name": org.name },
            "text": "Someone wanted to see whether messages arrive here. They do.",
        },
    })
    .to_string()
}

/// Carries messages to endpoints.
#[derive(Debug)]
pub struct WebhookDispatcher {
    client: WebhookClient,
}

impl WebhookDispatcher {
    /// A dispatcher who goes where the configuration allows.
    pub fn new(config: &Config, resolver: Resolver) -> Self {
        Self {
            client: WebhookClient::new(config.webhook_networks.0.clone(), resolver),
        }
    }

    /// The same with another time for a delivery, from the name to the status.
    #[must_use]
    pub fn within(self, deadline: Duration) -> Self {
        Self {
            client: self.client.within(deadline),
        }
    }

    /// Sends what is due now; answers how many messages were taken.
    pub async fn deliver(&self, platform: &Platform) -> usize {
        queue::deliver_due(self, platform).await
    }

    /// Delivers for ever.
    pub async fn keep_delivering(self, platform: &Platform) {
        queue::keep_delivering(&self, platform).await;
    }
}

impl Channel for WebhookDispatcher {
    type Message = DeliveryRecord;
    const JOB: Job = Job::Webhooks;
    const CONCURRENCY: Concurrency = Concurrency {
        on_node: MAX_AT_ONCE,
        limits: QueueLimits {
            per_org: MAX_AT_ONCE_PER_ORG,
            per_lane: 1,
        },
    };

    async fn claim(
        platform: &Platform,
        claim: QueueClaim,
    ) -> Result<Vec<DeliveryRecord>, StoreError> {
        platform.store.claim_deliveries(claim).await
    }

    /// Sends one message and notes what became of it; whether it was taken.
    async fn attempt(&self, platform: &Platform, delivery: DeliveryRecord) -> bool {
        let delivery = &delivery;
        let secret = match platform.webhook_secret(delivery.webhook).await {
            Ok(secret) => secret,
            Err(error) => {
                // Its lease runs out, and it is tried again.
                tracing::warn!(%error, "a webhook's secret could not be read");
                return false;
            }
        };
        let (id, now) = (delivery.id.to_string(), platform.clock.now());
        let headers = [
            (
                "webhook-signature",
                secret.sign(&id, now, delivery.body.as_bytes()),
            ),
            ("webhook-timestamp", now.unix_seconds().to_string()),
            ("webhook-id", id),
        ];
        let answer = self.client.post(&delivery.url, &headers, &delivery.body);
        let (taken, noted) = match answer.await {
            Ok(status @ 200..300) => {
                let noted = platform
                    .store
                    .delivery_taken(delivery, status, platform.clock.now());
                (true, noted.await)
            }
            Ok(status) => {
                let what = match status {
                    300..400 => format!("answered {status}: redirects are not followed"),
                    _ => format!("answered {status}"),
                };
                (false, fail(platform, delivery, Some(status), &what).await)
            }
            Err(error) => {
                let what = error.to_string();
                (false, fail(platform, delivery, None, &what).await)
            }
        };
        // What could not be noted is found again after the lease.
        if let Err(error) = noted {
            tracing::warn!(%error, "what became of a message could not be noted");
        }
        taken
    }
}

/// Notes that a message was not taken, and when it is tried again.
async fn fail(
    platform: &Platform,
    delivery: &DeliveryRecord,
    status: Option<u16>,
    what: &str,
) -> Result<bool, StoreError> {
    let now = platform.clock.now();
    let done = usize::try_from(delivery.attempts).unwrap_or(usize::MAX);
    // 410: the receiver says that it wants no more of this.
    let wait = WAITS
        .get(done.saturating_sub(1))
        .filter(|_| status != Some(410));
    let id = delivery.id;
    if wait.is_none() {
        tracing::warn!(%id, what, "a message to a webhook was not taken and is given up");
    }
    let next = wait.map(|it| now.plus(*it));
    let failed = platform
        .store
        .delivery_failed(delivery, (status, what), next, now);
    failed.await
}
