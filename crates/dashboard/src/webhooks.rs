//! Webhooks and their deliveries.

use askama::Template;
use axum::extract::Path;

use super::form::Form;
use super::keys::once;
use super::markup::ToMoment as _;
use super::page::{PageResult, page, refused, see_other};
use super::page_context::{Layout, PageContext};
use http_api::ApiError;
use management_api::webhook::{
    DeliveriesInput, DeliveryAttributes, WebhookAttributes, WebhookCreate, WebhookDelete,
    WebhookDeliveries, WebhookGet, WebhookList, WebhookReference, WebhookTest,
};
use operation::{Collection, PageInput};

#[derive(Template)]
#[template(path = "webhooks.html")]
struct WebhooksPage {
    layout: Layout,
    webhooks: Collection<WebhookAttributes>,
    form: Form,
    /// The idempotency key: a form submitted twice adds one webhook.
    once: String,
}

impl WebhooksPage {
    async fn of(context: &PageContext, form: Form) -> Result<Self, ApiError> {
        context.org()?;
        Ok(Self {
            layout: context.layout("Webhooks", "/alerts"),
            webhooks: context.call::<WebhookList>(PageInput::default()).await?,
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
    webhook: WebhookAttributes,
}

/// `POST /alerts/webhooks`: shows the secret once.
pub(super) async fn create(context: PageContext, form: Form) -> PageResult {
    let input = form.filled(&["url"]);
    let created = context
        .submit_once::<WebhookCreate>(form.value("once"), input)
        .await;
    match created {
        Ok(created) => page(&WebhookCreatedPage {
            layout: context.layout("Webhook created", "/alerts"),
            webhook: created.resource,
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
    webhook: WebhookAttributes,
    deliveries: Collection<DeliveryAttributes>,
    form: Form,
}

impl WebhookPage {
    async fn of(context: &PageContext, id: &str, form: Form) -> Result<Self, ApiError> {
        context.org()?;
        let log = DeliveriesInput {
            webhook: id.to_owned(),
            page: context.page(20),
        };
        Ok(Self {
            layout: context.layout("Webhook", "/alerts"),
            webhook: context.call::<WebhookGet>(reference(id)).await?.0,
            deliveries: context.call::<WebhookDeliveries>(log).await?,
            form,
        })
    }
}

fn reference(id: &str) -> WebhookReference {
    WebhookReference {
        webhook: id.to_owned(),
    }
}

/// `GET /alerts/webhooks/{webhook}`: the delivery log.
pub(super) async fn show(context: PageContext, Path(id): Path<String>) -> PageResult {
    page(&WebhookPage::of(&context, &id, Form::default()).await?)
}

/// `POST /alerts/webhooks/{webhook}/test`.
pub(super) async fn test(context: PageContext, Path(id): Path<String>, form: Form) -> PageResult {
    match context.call::<WebhookTest>(reference(&id)).await {
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
    context.call::<WebhookDelete>(reference(&id)).await?;
    Ok(see_other("/alerts/webhooks?done=webhook_deleted"))
}
