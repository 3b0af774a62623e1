//! Webhooks and their deliveries.

use askama::Template;
use axum::extract::Path;
use serde::Deserialize;
use serde_json::json;

use super::account::fields;
use super::form::Form;
use super::keys::once;
use super::markup::Moment;
use super::page::{Answer, page, refused, see_other};
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
    shell: Layout,
    webhooks: Paginated<Webhook>,
    form: Form,
    /// The idempotency key: a form submitted twice adds one webhook.
    once: String,
}

impl WebhooksPage {
    async fn of(visit: &PageContext, form: Form) -> Result<Self, ApiError> {
        visit.org()?;
        Ok(Self {
            shell: visit.shell("Webhooks", "/alerts"),
            webhooks: visit.list::<WebhookList, _, _>(json!({})).await?,
            form,
            once: once(visit),
        })
    }
}

/// `GET /alerts/webhooks`.
pub(super) async fn list(visit: PageContext) -> Answer {
    page(&WebhooksPage::of(&visit, Form::default()).await?)
}

#[derive(Template)]
#[template(path = "webhook-made.html")]
struct MadePage {
    shell: Layout,
    webhook: Webhook,
}

/// `POST /alerts/webhooks`: shows the secret once.
pub(super) async fn create(visit: PageContext, form: Form) -> Answer {
    let input = fields(&form, &["url"]);
    let created = visit
        .call_once::<WebhookCreate>(form.value("once"), input)
        .await;
    match created {
        Ok(created) => page(&MadePage {
            shell: visit.shell("Webhook created", "/alerts"),
            webhook: made(&created)?,
        }),
        Err(error) => {
            let form = form.refused(error)?;
            refused(&WebhooksPage::of(&visit, form).await?)
        }
    }
}

#[derive(Template)]
#[template(path = "webhook.html")]
struct WebhookPage {
    shell: Layout,
    webhook: Webhook,
    deliveries: Paginated<Delivery>,
    form: Form,
}

impl WebhookPage {
    async fn of(visit: &PageContext, id: &str, form: Form) -> Result<Self, ApiError> {
        visit.org()?;
        let reference = json!({ "webhook": id });
        let mut log = visit.page(20);
        log["webhook"] = id.into();
        Ok(Self {
            shell: visit.shell("Webhook", "/alerts"),
            webhook: visit.one::<WebhookGet, _, _>(reference).await?,
            deliveries: visit.list::<WebhookDeliveries, _, _>(log).await?,
            form,
        })
    }
}

/// `GET /alerts/webhooks/{webhook}`: the delivery log.
pub(super) async fn show(visit: PageContext, Path(id): Path<String>) -> Answer {
    page(&WebhookPage::of(&visit, &id, Form::default()).await?)
}

/// `POST /alerts/webhooks/{webhook}/test`.
pub(super) async fn test(visit: PageContext, Path(id): Path<String>, form: Form) -> Answer {
    let input = json!({ "webhook": id });
    match visit.call::<WebhookTest>(input).await {
        Ok(_) => {
            let path = format!("/alerts/webhooks/{id}?done=webhook_tested");
            Ok(see_other(&path))
        }
        Err(error) => {
            let form = form.refused(error)?;
            refused(&WebhookPage::of(&visit, &id, form).await?)
        }
    }
}

/// `POST /alerts/webhooks/{webhook}/delete`.
pub(super) async fn delete(visit: PageContext, Path(id): Path<String>, _: Form) -> Answer {
    visit
        .call::<WebhookDelete>(json!({ "webhook": id }))
        .await?;
    Ok(see_other("/alerts/webhooks?done=webhook_deleted"))
}
