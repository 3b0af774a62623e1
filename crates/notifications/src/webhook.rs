//! Webhooks: sends messages to endpoints of organizations, retries for a day and logs the results.

mod client;

use std::time::Duration;

use access::{Timestamp, WebhookId};
use serde_json::json;
use store::{DeliveryRecord, OrgRecord, QueueClaim, QueueLimits, StoreError};

pub use client::may_reach;
pub use client::{Resolver, Undelivered, WebhookClient};

use crate::alert::AlertNotice;
use crate::queue::{self, Channel, Concurrency};
use config::Config;
use http_api::clock::rfc3339;
use i18n::Language;
use platform::{Job, Platform};

/// The type of alert messages.
pub const ALERT_FIRED: &str = "alert.fired";
/// The type of test messages.
pub const TEST: &str = "test";

/// Messages in delivery at once on a node.
const MAX_AT_ONCE: usize = 64;
/// Messages of one organization in delivery at once. An endpoint gets one at a time.
const MAX_AT_ONCE_PER_ORG: u32 = 4;
/// The delays before further attempts. After the last attempt the delivery fails.
const WAITS: [Duration; 6] = [
    Duration::from_secs(5),
    Duration::from_mins(5),
    Duration::from_mins(30),
    Duration::from_hours(2),
    Duration::from_hours(8),
    Duration::from_hours(14),
];

/// The body of an alert message.
pub fn alert_body(told: &AlertNotice, org: &OrgRecord, now: Timestamp, public_url: &str) -> String {
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

/// The body of a test message.
pub fn test_body(webhook: WebhookId, org: &OrgRecord, now: Timestamp) -> String {
    json!({
        "type": TEST,
        "timestamp": rfc3339(now),
        "data": {
            "webhook": webhook.to_string(),
            "organization": { "id": org.id.to_string(), "name": org.name },
            "text": "This is a test message from Almagest.",
        },
    })
    .to_string()
}

/// Delivers messages to endpoints.
#[derive(Debug)]
pub struct WebhookDispatcher {
    client: WebhookClient,
}

impl WebhookDispatcher {
    /// A dispatcher for the networks that the configuration allows.
    pub fn new(config: &Config, resolver: Resolver) -> Self {
        Self {
            client: WebhookClient::new(config.webhook_networks.0.clone(), resolver),
        }
    }

    /// Replaces the timeout for a delivery.
    #[must_use]
    pub fn within(self, deadline: Duration) -> Self {
        Self {
            client: self.client.within(deadline),
        }
    }

    /// Sends the due messages. Returns the number delivered.
    pub async fn deliver(&self, platform: &Platform) -> usize {
        queue::deliver_due(self, platform).await
    }

    /// Delivers forever.
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

    /// Sends one message and stores the result. Returns whether it was delivered.
    async fn attempt(&self, platform: &Platform, delivery: DeliveryRecord) -> bool {
        let delivery = &delivery;
        let secret = match platform.webhook_secret(delivery.webhook).await {
            Ok(secret) => secret,
            Err(error) => {
                // It is retried after its lease expires.
                tracing::warn!(%error, "cannot read the webhook secret");
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
                    300..400 => {
                        format!("the endpoint returned {status}; redirects are not followed")
                    }
                    _ => format!("the endpoint returned {status}"),
                };
                (false, fail(platform, delivery, Some(status), &what).await)
            }
            Err(error) => {
                let what = error.to_string();
                (false, fail(platform, delivery, None, &what).await)
            }
        };
        // Without a stored result, the message is claimed again after its lease.
        if let Err(error) = noted {
            tracing::warn!(%error, "cannot store the result of a webhook delivery");
        }
        taken
    }
}

/// Stores a failed attempt and the time of the next one.
async fn fail(
    platform: &Platform,
    delivery: &DeliveryRecord,
    status: Option<u16>,
    what: &str,
) -> Result<bool, StoreError> {
    let now = platform.clock.now();
    let done = usize::try_from(delivery.attempts).unwrap_or(usize::MAX);
    // 410 Gone: the endpoint accepts no more messages.
    let wait = WAITS
        .get(done.saturating_sub(1))
        .filter(|_| status != Some(410));
    let id = delivery.id;
    if wait.is_none() {
        tracing::warn!(%id, what, "webhook delivery failed, no further attempts");
    }
    let next = wait.map(|it| now.plus(*it));
    let failed = platform
        .store
        .delivery_failed(delivery, (status, what), next, now);
    failed.await
}
