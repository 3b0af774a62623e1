//! Webhook deliveries: the log, and test messages.

use std::borrow::Cow;
use std::time::Duration;

use access::{DeliveryId, OrgId, RolePermission, Timestamp, WebhookId};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{DeliveryRecord, NewDelivery};

use super::{WebhookReference, not_found};
use auth::MemberCaller;
use http_api::clock::rfc3339;
use http_api::randomness::OsRandom;
use http_api::text::path_id;
use http_api::{ApiError, ErrorCode, Methods, Rule, Spec};
use notifications::webhook::{TEST, test_body};
use operation::{Collection, Created, Operation, PageRequest, ResourceKind};
use platform::Platform;

/// Test messages of one webhook within [`TEST_WINDOW`]: enough to set up a receiver, too few to
/// annoy one that belongs to someone else.
const MAX_TESTS: u64 = 10;
const TEST_WINDOW: Duration = Duration::from_hours(1);

/// A webhook message and its delivery.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "WebhookDelivery")]
pub struct DeliveryAttributes {
    #[serde(skip)]
    pub id: String,
    #[serde(skip)]
    org: String,
    #[serde(skip)]
    webhook: String,
    /// Type of message: `alert.fired` or `test`.
    #[schemars(extend("enum" = ["alert.fired", "test"]))]
    pub kind: String,
    /// Status: `pending`, `delivered` or `given_up`.
    #[schemars(extend("enum" = ["pending", "delivered", "given_up"]))]
    pub state: &'static str,
    pub attempts: u64,
    /// HTTP status of the last response. Null if there was no response.
    pub status: Option<u16>,
    /// Error of the last attempt.
    pub error: Option<String>,
    /// Message as it is signed and sent.
    pub body: String,
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
    #[schemars(extend("format" = "date-time"))]
    pub attempted_at: Option<String>,
    /// Time of the next attempt.
    #[schemars(extend("format" = "date-time"))]
    pub next_attempt_at: Option<String>,
    #[schemars(extend("format" = "date-time"))]
    pub delivered_at: Option<String>,
}

impl ResourceKind for DeliveryAttributes {
    const TYPE: &'static str = "webhook-delivery";

    fn id(&self) -> String {
        self.id.clone()
    }

    fn path(&self) -> Cow<'static, str> {
        let (org, webhook) = (&self.org, &self.webhook);
        format!("/api/manage/orgs/{org}/webhooks/{webhook}/deliveries").into()
    }
}

impl DeliveryAttributes {
    fn of(delivery: DeliveryRecord, org: OrgId) -> Self {
        let state = match (delivery.delivered_at, delivery.given_up_at) {
            (Some(_), _) => "delivered",
            (None, Some(_)) => "given_up",
            (None, None) => "pending",
        };
        let next = Some(delivery.next_attempt_at).filter(|_| state == "pending");
        Self {
            id: delivery.id.to_string(),
            org: org.to_string(),
            webhook: delivery.webhook.to_string(),
            kind: delivery.kind,
            state,
            attempts: delivery.attempts,
            status: delivery.status,
            error: delivery.last_error,
            body: delivery.body,
            created_at: rfc3339(delivery.created_at),
            attempted_at: delivery.attempted_at.map(rfc3339),
            next_attempt_at: next.map(rfc3339),
            delivered_at: delivery.delivered_at.map(rfc3339),
        }
    }
}

#[derive(Debug)]
pub struct WebhookDeliveries;

/// A page of the delivery log of a webhook.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "WebhookDeliveriesRequest")]
pub struct DeliveriesInput {
    /// ID of the webhook.
    #[schemars(length(max = 100))]
    pub webhook: String,
    #[serde(default)]
    pub page: PageRequest,
}

#[async_trait]
impl Operation for WebhookDeliveries {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Messages are kept for 30 days after they are delivered or abandoned.",
        ..crate::spec(
            "webhook_deliveries",
            Methods::Get,
            "/api/manage/orgs/{org}/webhooks/{webhook}/deliveries",
            Rule::member(RolePermission::OrgUpdate),
            "List webhook deliveries, newest first",
        )
    };
    type Context = Platform;
    type Input = DeliveriesInput;
    type Reply = Collection<DeliveryAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: DeliveriesInput,
    ) -> Result<Self::Reply, ApiError> {
        let id: WebhookId = path_id(&input.webhook)?;
        let before = input.page.cursor()?;
        let inside = platform.store.org(caller.tenant());
        inside.webhook(id).await?.ok_or_else(not_found)?;
        let size = input.page.store_size();
        let page = inside.deliveries_page(id, before, size).await?;
        let show = |it| DeliveryAttributes::of(it, caller.org());
        Ok(Collection::of(page, show))
    }
}

#[derive(Debug)]
pub struct WebhookTest;

#[async_trait]
impl Operation for WebhookTest {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        errors: &[ErrorCode::RateLimited],
        description: "The response does not wait for the delivery. Check the delivery log for the \
            result. You can send at most ten test messages per hour.",
        ..crate::spec(
            "webhook_test",
            Methods::Post,
            "/api/manage/orgs/{org}/webhooks/{webhook}/test",
            Rule::member(RolePermission::OrgUpdate),
            "Send a test message to a webhook",
        )
    };
    type Context = Platform;
    type Input = WebhookReference;
    type Reply = Created<DeliveryAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: WebhookReference,
    ) -> Result<Self::Reply, ApiError> {
        let (id, now): (WebhookId, _) = (path_id(&input.webhook)?, caller.now());
        let (mut locked, _) = caller.lock(platform).await?;
        let there = locked.webhooks().await?;
        let webhook = there.iter().find(|it| it.id == id).ok_or_else(not_found)?;
        let window = i64::try_from(TEST_WINDOW.as_micros()).unwrap_or(i64::MAX);
        let since = Timestamp::from_micros(now.micros().saturating_sub(window));
        if locked.deliveries_since(id, TEST, since).await? >= MAX_TESTS {
            let limited = ApiError::plain(ErrorCode::RateLimited);
            return Err(limited.retry_after(TEST_WINDOW.as_secs()));
        }
        let org = locked.org().await?;
        let message = NewDelivery {
            id: DeliveryId::new(now, &OsRandom),
            kind: TEST,
            body: test_body(id, &org, now),
            created_at: now,
        };
        locked.add_delivery(webhook, &message).await?;
        locked.audit(&caller.event("webhook.test", &id)).await?;
        let sent = DeliveryRecord {
            id: message.id,
            webhook: id,
            url: webhook.url.clone(),
            kind: TEST.to_owned(),
            body: message.body,
            created_at: now,
            next_attempt_at: now,
            attempts: 0,
            attempted_at: None,
            status: None,
            last_error: None,
            delivered_at: None,
            given_up_at: None,
        };
        locked.commit().await?;
        Ok(Created {
            resource: DeliveryAttributes::of(sent, caller.org()),
            meta: None,
        })
    }
}
