//! `/api/manage/orgs/{org}/webhooks`: endpoints that receive alerts.

mod delivery;

use std::borrow::Cow;
use std::net::IpAddr;

use access::{RolePermission, WebhookId, WebhookUrl};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{NewWebhook, WebhookRecord};

pub use delivery::{DeliveriesInput, DeliveryAttributes, WebhookDeliveries, WebhookTest};

use crate::idempotency;
use auth::MemberCaller;
use http_api::clock::rfc3339;
use http_api::randomness::OsRandom;
use http_api::text::{ParsedText, path_id};
use http_api::{ApiError, ErrorCode, Methods, Problem, Rule, Source, Spec};
use notifications::webhook::may_reach;
use operation::{Collection, Created, NoContent, Operation, PageInput, Resource, ResourceKind};
use platform::Platform;

/// The most webhooks of an organization.
const MAX_WEBHOOKS: usize = 5;

/// A webhook.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Webhook")]
pub struct WebhookAttributes {
    #[serde(skip)]
    pub id: String,
    #[serde(skip)]
    org: String,
    pub url: String,
    /// Secret that messages are signed with. Shown only in the response that creates the webhook.
    pub secret: Option<String>,
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
    /// ID of the user who added it. Null for an operator.
    pub created_by: Option<String>,
}

/// Without the secret.
impl std::fmt::Debug for WebhookAttributes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("WebhookAttributes").field(&self.id).finish()
    }
}

impl ResourceKind for WebhookAttributes {
    const TYPE: &'static str = "webhook";

    fn id(&self) -> String {
        self.id.clone()
    }

    fn path(&self) -> Cow<'static, str> {
        format!("/api/manage/orgs/{}/webhooks/{}", self.org, self.id).into()
    }
}

impl WebhookAttributes {
    fn of(webhook: &WebhookRecord, secret: Option<&str>) -> Self {
        Self {
            id: webhook.id.to_string(),
            org: webhook.org.to_string(),
            url: webhook.url.to_string(),
            secret: secret.map(str::to_owned),
            created_at: rfc3339(webhook.created_at),
            created_by: webhook.created_by.map(|it| it.to_string()),
        }
    }
}

/// A webhook, named in the path.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "WebhookReference")]
pub struct WebhookReference {
    /// ID of the webhook.
    #[schemars(length(max = 100))]
    pub webhook: String,
}

fn not_found() -> ApiError {
    ApiError::plain(ErrorCode::ResourceNotFound)
}

#[derive(Debug)]
pub struct WebhookList;

#[async_trait]
impl Operation for WebhookList {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Lists the addresses that receive the organization's alerts. Secrets are \
            shown only when a webhook is created.",
        ..super::spec(
            "webhook_list",
            Methods::Get,
            "/api/manage/orgs/{org}/webhooks",
            Rule::member(RolePermission::OrgUpdate),
            "List webhooks",
        )
    };
    type Context = Platform;
    type Input = PageInput;
    type Reply = Collection<WebhookAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: PageInput,
    ) -> Result<Self::Reply, ApiError> {
        let webhooks = platform.store.org(caller.tenant()).webhooks().await?;
        let shown = webhooks.iter().map(|it| WebhookAttributes::of(it, None));
        Collection::cut(shown.collect(), &input.page)
    }
}

#[derive(Debug)]
pub struct WebhookGet;

#[async_trait]
impl Operation for WebhookGet {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Returns a webhook. The secret is shown only when a webhook is created.",
        ..super::spec(
            "webhook_get",
            Methods::Get,
            "/api/manage/orgs/{org}/webhooks/{webhook}",
            Rule::member(RolePermission::OrgUpdate),
            "Get a webhook",
        )
    };
    type Context = Platform;
    type Input = WebhookReference;
    type Reply = Resource<WebhookAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: WebhookReference,
    ) -> Result<Self::Reply, ApiError> {
        let inside = platform.store.org(caller.tenant());
        let found = inside.webhook(path_id(&input.webhook)?).await?;
        let found = found.ok_or_else(not_found)?;
        Ok(Resource(WebhookAttributes::of(&found, None)))
    }
}

#[derive(Debug)]
pub struct WebhookCreate;

/// A webhook to create.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "WebhookCreateRequest")]
pub struct WebhookCreateInput {
    /// URL that messages are posted to: `https://` or `http://`, on the public internet.
    url: ParsedText<WebhookUrl>,
}

/// A URL that is certainly unreachable is refused immediately. Host names are resolved each time a
/// message is sent.
fn require_reachable(platform: &Platform, url: &WebhookUrl) -> Result<(), ApiError> {
    let refused = |address: IpAddr| !may_reach(address, &platform.config.webhook_networks.0);
    if url.known_address().is_some_and(refused) {
        let detail = "Webhooks can be sent only to public internet addresses.";
        let problem = Problem::new(ErrorCode::ValueRefused, detail);
        return Err(problem.at(Source::Pointer("/url".to_owned())).into());
    }
    Ok(())
}

#[async_trait]
impl Operation for WebhookCreate {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        errors: &[
            ErrorCode::ValueRefused,
            ErrorCode::WebhookLimitReached,
            ErrorCode::IdempotencyConflict,
        ],
        description: "The response shows the signing secret only once. With an `Idempotency-Key`, \
            a repeated request does not create a second webhook: it returns `secret: null` and \
            `meta.secretShown`.",
        ..super::spec(
            "webhook_create",
            Methods::Post,
            "/api/manage/orgs/{org}/webhooks",
            Rule::member(RolePermission::OrgUpdate),
            "Create a webhook",
        )
    };
    type Context = Platform;
    type Input = WebhookCreateInput;
    type Reply = Created<WebhookAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: WebhookCreateInput,
    ) -> Result<Self::Reply, ApiError> {
        require_reachable(platform, &input.url.0)?;
        let (now, client, id) = (caller.now(), caller.client(), Self::SPEC.id);
        let repeated = idempotency::key_of(platform, client, &caller.org(), id, &input)?;
        let (mut locked, _) = caller.lock(platform).await?;
        let there = locked.webhooks().await?;
        if let Some(made) = idempotency::claim(platform, locked.open(), repeated.as_ref()).await? {
            let made: WebhookId = path_id(&made)?;
            let found = there.iter().find(|it| it.id == made);
            return Ok(Created {
                resource: WebhookAttributes::of(found.ok_or_else(not_found)?, None),
                meta: Some(json!({ "secretShown": true })),
            });
        }
        if there.len() >= MAX_WEBHOOKS {
            return Err(ApiError::plain(ErrorCode::WebhookLimitReached));
        }
        let new = NewWebhook {
            id: WebhookId::new(now, &OsRandom),
            url: input.url.0,
            created_at: now,
            created_by: caller.user(),
        };
        locked.add_webhook(&new).await?;
        let mut event = caller.event("webhook.create", &new.id);
        event.after = Some(json!({ "url": new.url.as_str() }).to_string());
        locked.audit(&event).await?;
        idempotency::remember(locked.open(), repeated.as_ref(), &new.id).await?;
        locked.commit().await?;
        let secret = platform.keys.webhook.endpoint_secret(new.id).reveal();
        let made = WebhookRecord {
            id: new.id,
            org: caller.org(),
            url: new.url,
            created_at: new.created_at,
            created_by: new.created_by,
        };
        Ok(Created {
            resource: WebhookAttributes::of(&made, Some(&secret)),
            meta: None,
        })
    }
}

#[derive(Debug)]
pub struct WebhookDelete;

#[async_trait]
impl Operation for WebhookDelete {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Pending messages are not sent, and the delivery log is deleted.",
        ..super::spec(
            "webhook_delete",
            Methods::Delete,
            "/api/manage/orgs/{org}/webhooks/{webhook}",
            Rule::member(RolePermission::OrgUpdate),
            "Delete a webhook",
        )
    };
    type Context = Platform;
    type Input = WebhookReference;
    type Reply = NoContent;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: WebhookReference,
    ) -> Result<Self::Reply, ApiError> {
        let id: WebhookId = path_id(&input.webhook)?;
        let (mut locked, _) = caller.lock(platform).await?;
        let there = locked.webhooks().await?;
        let before = there.iter().find(|it| it.id == id).ok_or_else(not_found)?;
        locked.delete_webhook(id).await?;
        let mut event = caller.event("webhook.delete", &id);
        event.before = Some(json!({ "url": before.url.as_str() }).to_string());
        locked.audit(&event).await?;
        locked.commit().await?;
        Ok(NoContent)
    }
}
