//! Embed URLs: images for web pages. They are listed on the page of their key and created on a page of
//! their own, which the playground also opens.

use askama::Template;
use axum::extract::Path;

use super::form::Form;
use super::keys::once;
use super::page::{PageResult, page, refused, see_other};
use super::page_context::{Layout, PageContext};
use http_api::ApiError;
use management_api::key::embed_url::{
    EmbedUrlAttributes, EmbedUrlCreate, EmbedUrlReference, EmbedUrlRevoke,
};
use management_api::key::list::{KeyGet, KeyList};
use management_api::key::{KeyReference, ManagedKey};
use operation::PageRequest;

#[derive(Template)]
#[template(path = "embed-url-new.html")]
struct NewEmbedUrlPage {
    layout: Layout,
    /// The keys that can draw images.
    keys: Vec<ManagedKey>,
    /// Whether the organization has more keys than the list.
    has_more: bool,
    form: Form,
    /// The idempotency key: a form submitted twice creates one embed URL.
    once: String,
}

impl NewEmbedUrlPage {
    async fn of(context: &PageContext, form: Form) -> Result<Self, ApiError> {
        context.org()?;
        let most = PageRequest::first(100).into();
        let mut keys = context.call::<KeyList>(most).await?;
        let has_more = keys.next.is_some();
        // The list begins with the oldest keys, and the page of a key leads here too.
        let chosen = form.value("key");
        if !chosen.is_empty() && !keys.items.iter().any(|it| it.id == chosen) {
            let reference = KeyReference {
                key: chosen.to_owned(),
            };
            keys.items.push(context.call::<KeyGet>(reference).await?.0);
        }
        let keys = keys.items.into_iter();
        let draws = |it: &ManagedKey| {
            let permissions = &it.permissions;
            it.status == "active" && !it.superseded && permissions.contains(&"chart:read")
        };
        Ok(Self {
            layout: context.layout("Create Embed URL", "/settings/api-keys"),
            keys: keys.filter(draws).collect(),
            has_more,
            form,
            once: once(context),
        })
    }
}

/// `GET /settings/embed-urls/new`, with the key or the image if they are known.
pub(super) async fn creation(context: PageContext) -> PageResult {
    let mut form = Form::default();
    for name in ["key", "url"] {
        if let Some(value) = context.parameter(name) {
            form = form.with(name, value);
        }
    }
    page(&NewEmbedUrlPage::of(&context, form).await?)
}

/// `POST /settings/embed-urls`: creates the URL and shows the page of its key.
pub(super) async fn create(context: PageContext, form: Form) -> PageResult {
    let day = form.value("expiresAt").trim();
    let expires_at = (!day.is_empty()).then(|| format!("{day}T23:59:59Z"));
    let input = form
        .filled(&["key", "name", "url"])
        .set("expiresAt", expires_at);
    let key = form.value("key").to_owned();
    let created = context
        .submit_once::<EmbedUrlCreate>(form.value("once"), input)
        .await;
    match created {
        Ok(_) => Ok(see_other(&format!(
            "/settings/api-keys/{key}?done=embed_url_created#embed-urls"
        ))),
        Err(error) => {
            let form = form.refused(error)?;
            refused(&NewEmbedUrlPage::of(&context, form).await?)
        }
    }
}

/// `POST /settings/api-keys/{key}/embed-urls/{embed_url}/revoke`.
pub(super) async fn revoke(
    context: PageContext,
    Path((key, embed_url)): Path<(String, String)>,
    _: Form,
) -> PageResult {
    let back = format!("/settings/api-keys/{key}?done=embed_url_revoked#embed-urls");
    let reference = EmbedUrlReference { key, embed_url };
    context.call::<EmbedUrlRevoke>(reference).await?;
    Ok(see_other(&back))
}

/// The image as an HTML element, to paste into a page.
pub(super) fn html(embed: &EmbedUrlAttributes) -> String {
    let (url, name) = (attribute(&embed.url), attribute(&embed.name));
    format!("<img src=\"{url}\" alt=\"{name}\">")
}

fn attribute(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
}

/// The image in Markdown. The URL is encoded, so it cannot end the link.
pub(super) fn markdown(embed: &EmbedUrlAttributes) -> String {
    let special = |it: char| matches!(it, '\\' | '[' | ']' | '`' | '*' | '_' | '<');
    let mut name = String::new();
    for character in embed.name.chars() {
        if special(character) {
            name.push('\\');
        }
        name.push(character);
    }
    format!("![{name}]({})", embed.url)
}
