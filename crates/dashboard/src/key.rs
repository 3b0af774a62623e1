//! A key: details, changes, rotation, disabling, revocation and access checks.

use askama::Template;
use axum::extract::Path;
use serde::Deserialize;
use serde_json::{Value, json};

use super::form::Form;
use super::keys::{
    Key, Module, PERMISSIONS, RateRow, Tried, modules, rate_rows, show_secret, terms, try_out,
};
use super::page::{PageResult, page, refused, see_other};
use super::page_context::{Layout, PageContext, made, view};
use http_api::ApiError;
use i18n::msg;
use management_api::key::check::KeyCheck;
use management_api::key::edit::{KeyRevoke, KeyUpdate};
use management_api::key::list::KeyGet;
use management_api::key::rotate::KeyRotate;

/// The grace periods for the old key.
const GRACES: [(u32, &str); 5] = [
    (0, msg("None")),
    (3_600, msg("1 hour")),
    (86_400, msg("1 day")),
    (604_800, msg("1 week")),
    (2_592_000, msg("30 days")),
];

/// The result of an access check.
#[derive(Deserialize)]
struct Verdict {
    operation: String,
    allowed: bool,
    code: Option<String>,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Step {
    #[serde(rename = "step")]
    name: String,
    verdict: String,
    detail: String,
}

#[derive(Template)]
#[template(path = "key.html")]
struct KeyPage {
    layout: Layout,
    key: Key,
    form: Form,
    rates: Vec<RateRow>,
    permissions: [(&'static str, &'static str); 4],
    modules: Vec<Module>,
    tried: Option<Tried>,
    graces: [(u32, &'static str); 5],
    operations: Vec<(&'static str, &'static str)>,
    /// The requested access check and its result.
    check: Form,
    verdict: Option<Verdict>,
}

impl KeyPage {
    async fn of(context: &PageContext, id: &str) -> Result<Self, ApiError> {
        context.org()?;
        let key: Key = context.one::<KeyGet, _, _>(json!({ "key": id })).await?;
        let form = key.form();
        let operations = context.app.catalog.service.declarations.iter();
        let operations = operations.filter(|it| it.access.takes_keys());
        Ok(Self {
            layout: context.layout("API key", "/settings/api-keys"),
            rates: rate_rows(&form),
            key,
            form,
            permissions: PERMISSIONS,
            modules: modules(context).await?,
            tried: None,
            graces: GRACES,
            operations: operations.map(|it| (it.id, it.summary)).collect(),
            check: Form::default(),
            verdict: None,
        })
    }
}

/// `GET /settings/api-keys/{key}`.
pub(super) async fn show(context: PageContext, Path(id): Path<String>) -> PageResult {
    page(&KeyPage::of(&context, &id).await?)
}

/// `POST /settings/api-keys/{key}`.
pub(super) async fn update(context: PageContext, Path(id): Path<String>, form: Form) -> PageResult {
    let mut shown = KeyPage::of(&context, &id).await?;
    if form.has("action", "try") {
        return match try_out(&context, &form).await {
            Ok(verdict) => {
                shown.tried = Some(verdict);
                shown.rates = rate_rows(&form);
                shown.form = form;
                page(&shown)
            }
            Err(error) => {
                shown.rates = rate_rows(&form);
                shown.form = form.refused(error)?;
                refused(&shown)
            }
        };
    }
    let mut input = terms(&form);
    input["key"] = id.as_str().into();
    // The form contains only the day. An unchanged day keeps its exact time.
    let day = |it: &Form| {
        (
            it.value("expiry").to_owned(),
            it.value("expiresAt").to_owned(),
        )
    };
    let untouched = day(&form) == day(&shown.form);
    if let (true, Value::Object(fields)) = (untouched || shown.key.superseded, &mut input) {
        fields.remove("expiresAt");
    }
    match context.call::<KeyUpdate>(input).await {
        Ok(_) => Ok(back(&id, "key_changed")),
        Err(error) => {
            shown.form = form.refused(error)?;
            shown.rates = rate_rows(&shown.form);
            refused(&shown)
        }
    }
}

fn back(id: &str, done: &str) -> axum::response::Response {
    see_other(&format!("/settings/api-keys/{id}?done={done}"))
}

async fn switch(context: &PageContext, id: &str, enabled: bool) -> Result<(), ApiError> {
    let input = json!({ "key": id, "enabled": enabled });
    context.call::<KeyUpdate>(input).await.map(drop)
}

/// `POST /settings/api-keys/{key}/enable`.
pub(super) async fn enable(context: PageContext, Path(id): Path<String>, _: Form) -> PageResult {
    switch(&context, &id, true).await?;
    Ok(back(&id, "key_enabled"))
}

/// `POST /settings/api-keys/{key}/disable`.
pub(super) async fn disable(context: PageContext, Path(id): Path<String>, _: Form) -> PageResult {
    switch(&context, &id, false).await?;
    Ok(back(&id, "key_disabled"))
}

/// `POST /settings/api-keys/{key}/rotate`: shows the new key once.
pub(super) async fn rotate(context: PageContext, Path(id): Path<String>, form: Form) -> PageResult {
    let grace: Value = form
        .value("graceSeconds")
        .parse::<u32>()
        .map_or(Value::Null, Into::into);
    let input = json!({ "key": id, "graceSeconds": grace });
    match context.call::<KeyRotate>(input).await {
        Ok(created) => {
            let end = created.meta.as_ref().map(|it| it["oldExpiresAt"].clone());
            let end = end.and_then(|it| serde_json::from_value(it).ok());
            show_secret(&context, made(&created)?, end)
        }
        Err(error) => {
            let mut shown = KeyPage::of(&context, &id).await?;
            shown.form = shown.key.form().refused(error)?;
            refused(&shown)
        }
    }
}

/// `POST /settings/api-keys/{key}/revoke`.
pub(super) async fn revoke(context: PageContext, Path(id): Path<String>, _: Form) -> PageResult {
    context.call::<KeyRevoke>(json!({ "key": id })).await?;
    Ok(back(&id, "key_revoked"))
}

/// `POST /settings/api-keys/{key}/check`: has no side effects, so it renders the page without a redirect.
pub(super) async fn check(context: PageContext, Path(id): Path<String>, form: Form) -> PageResult {
    let mut shown = KeyPage::of(&context, &id).await?;
    let input = json!({
        "key": id,
        "operation": form.value("operation"),
        "origin": form.given("origin"),
    });
    match context.call::<KeyCheck>(input).await {
        Ok(found) => {
            shown.verdict = Some(view(&found.0)?);
            shown.check = form;
            page(&shown)
        }
        Err(error) => {
            shown.check = form.refused(error)?;
            refused(&shown)
        }
    }
}
