//! Webhooks and their deliveries.

use askama::Template;
use axum::extract::Path;
use serde::Deserialize;
use serde_json::json;

use super::account::fields;
use super::form::Form;
use super::keys::once;
use super::markup::Moment;
use super::page::{PageResult, page, refused, see_other};
use super::page_context::{Layout, PageContext, Paginated, made};
use http_api::ApiError;
use management_api::webhook::{
    WebhookCreate, WebhookDelete, WebhookDeliveries, WebhookGet, WebhookList, WebhookTest,
};

/// A webhook, as in the API.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Webhook {
    id: String,
    url: String,
    secret: Option<String>,
    created_at: Moment,
}

/// A delivery.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Delivery {
    id: String,
    kind: String,
    state: String,
    attempts: u64,
    status: Option<u16>,
    error: Option<String>,
    body: String,
    created_at: Moment,
    next_attempt_at: Option<Moment>,
}

#[derive(Template)]
#[template(path = "webhooks.html")]
struct WebhooksPage {
    layout: Layout,
    webhooks: Paginated<Webhook>,
    form: Form,
    /// The idempotency key: a form submitted twice adds one webhook.
    once: String,
}

impl WebhooksPage {
    async fn of(context: &PageContext, form: Form) -> Result<Self, ApiError> {
        context.org()?;
        Ok(Self {
            layout: context.layout("Webhooks", "/alerts"),
            webhooks: context.list::<WebhookList, _, _>(json!({})).await?,
            form,
            once: once(context),
        })
    }
}

/// `GET /alerts/webhooks`.
pub(super) async fn list(context: PageContext) -> PageResult {
    page(&WebhooksPage::of(&context, Form::default()).await?)
}

#[derive(Template)]
#[template(path = "webhook-created.html")]
struct WebhookCreatedPage {
    layout: Layout,
    webhook: Webhook,
}

/// `POST /alerts/webhooks`: shows the secret once.
pub(super) async fn create(context: PageContext, form: Form) -> PageResult {
    let input = fields(&form, &["url"]);
    let created = context
        .call_once::<WebhookCreate>(form.value("once"), input)
        .await;
    match created {
        Ok(created) => page(&WebhookCreatedPage {
            layout: context.layout("Webhook created", "/alerts"),
            webhook: made(&created)?,
        }),
        Err(error) => {
            let form = form.refused(error)?;
            refused(&WebhooksPage::of(&context, form).await?)
        }
    }
}

#[derive(Template)]
#[template(path = "webhook.html")]
struct WebhookPage {
    layout: Layout,
    webhook: Webhook,
    deliveries: Paginated<Delivery>,
    form: Form,
}

impl WebhookPage {
    async fn of(context: &PageContext, id: &str, form: Form) -> Result<Self, ApiError> {
        context.org()?;
        let reference = json!({ "webhook": id });
        let mut log = context.page(20);
        log["webhook"] = id.into();
        Ok(Self {
            layout: context.layout("Webhook", "/alerts"),
            webhook: context.one::<WebhookGet, _, _>(reference).await?,
            deliveries: context.list::<WebhookDeliveries, _, _>(log).await?,
            form,
        })
    }
}

/// `GET /alerts/webhooks/{webhook}`: the delivery log.
pub(super) async fn show(context: PageContext, Path(id): Path<String>) -> PageResult {
    page(&WebhookPage::of(&context, &id, Form::default()).await?)
}

/// `POST /alerts/webhooks/{webhook}/test`.
pub(super) async fn test(context: PageContext, Path(id): Path<String>, form: Form) -> PageResult {
    let input = json!({ "webhook": id });
    match context.call::<WebhookTest>(input).await {
        Ok(_) => {
            let path = format!("/alerts/webhooks/{id}?done=webhook_tested");
            Ok(see_other(&path))
        }
        Err(error) => {
            let form = form.refused(error)?;
            refused(&WebhookPage::of(&context, &id, form).await?)
        }
    }
}

/// `POST /alerts/webhooks/{webhook}/delete`.
pub(super) async fn delete(context: PageContext, Path(id): Path<String>, _: Form) -> PageResult {
    context
        .call::<WebhookDelete>(json!({ "webhook": id }))
        .await?;
    Ok(see_other("/alerts/webhooks?done=webhook_deleted"))
}
