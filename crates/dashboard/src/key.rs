//! A key: details, changes, rotation, disabling, revocation and access checks.

use askama::Template;
use axum::extract::Path;

use super::form::{Form, FormInput};
use super::keys::{
    DomainCheckExt as _, KeyExt as _, PERMISSIONS, RateRow, modules, rate_rows, require_consistent,
    show_secret, terms, try_out,
};
use super::markup::{Markup, ToMoment as _};
use super::page::{PageResult, page, refused, see_other};
use super::page_context::{Layout, PageContext};
use super::plot;
use super::requests::Names;
use super::usage::last_days;
use http_api::ApiError;
use i18n::msg;
use management_api::key::check::{CheckAttributes, CheckStep, KeyCheck};
use management_api::key::domain_check::DomainCheckAttributes;
use management_api::key::edit::{KeyRevoke, KeyUpdate, KeyUpdateInput};
use management_api::key::embed_url::{EmbedUrlAttributes, EmbedUrlList, EmbedUrlListInput};
use management_api::key::list::KeyGet;
use management_api::key::preview::{KeyPreview, KeyPreviewAttributes};
use management_api::key::rotate::KeyRotate;
use management_api::key::{KeyReference, ManagedKey};
use management_api::module::ModuleAttributes;
use management_api::usage_recent::{UsageOfKeys, UsageOfKeysInput};
use operation::{Collection, PageRequest};

/// The grace periods for the old key.
const GRACES: [(u32, &str); 5] = [
    (0, msg("None")),
    (3_600, msg("1 hour")),
    (86_400, msg("1 day")),
    (604_800, msg("1 week")),
    (2_592_000, msg("30 days")),
];

/// What the page shows of a step of an access check.
trait CheckStepExt {
    /// The name of the step.
    fn label(&self) -> &'static str;
    /// The result of the step.
    fn outcome(&self) -> &'static str;
    /// The reason, with code marked.
    fn reason(&self) -> Markup;
}

impl CheckStepExt for CheckStep {
    fn label(&self) -> &'static str {
        match self.name {
            "organization" => msg("Organization"),
            "key" => msg("Key"),
            "domain" => msg("Domain"),
            "rate" => msg("Rate limit"),
            "quota" => msg("Quota"),
            "permission" => msg("Permission"),
            _ => msg("Module"),
        }
    }

    fn outcome(&self) -> &'static str {
        match self.verdict {
            "pass" => msg("passed"),
            "fail" => msg("failed"),
            _ => msg("skipped"),
        }
    }

    fn reason(&self) -> Markup {
        let mut markup = Markup::default();
        markup.prose(&self.detail);
        markup
    }
}

#[derive(Template)]
#[template(path = "key.html")]
struct KeyPage {
    layout: Layout,
    key: ManagedKey,
    form: Form,
    rates: Vec<RateRow>,
    permissions: [(&'static str, &'static str); 4],
    modules: Vec<ModuleAttributes>,
    tried: Option<DomainCheckAttributes>,
    graces: [(u32, &'static str); 5],
    embed_urls: Collection<EmbedUrlAttributes>,
    operations: Vec<(&'static str, &'static str)>,
    /// Requests of the last 14 days, if the user may see usage and there are any.
    usage: Option<Markup>,
    names: Names,
    /// What the submitted changes would have done.
    preview: Option<KeyPreviewAttributes>,
    /// The requested access check and its result.
    check: Form,
    verdict: Option<CheckAttributes>,
}

impl KeyPage {
    async fn of(context: &PageContext, id: &str) -> Result<Self, ApiError> {
        context.org()?;
        let reference = KeyReference { key: id.to_owned() };
        let key = context.call::<KeyGet>(reference).await?.0;
        let form = key.form();
        let listed = EmbedUrlListInput {
            key: id.to_owned(),
            page: PageRequest::first(100),
        };
        let embed_urls = context.call::<EmbedUrlList>(listed).await?;
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
            embed_urls,
            operations: operations.map(|it| (it.id, it.summary)).collect(),
            usage: usage(context, id).await?,
            names: Names::of(context).await?,
            preview: None,
            check: Form::default(),
            verdict: None,
        })
    }

    /// The name of the person who created the key. None if no account did: the audit log says
    /// whether that was the system or the operator.
    fn creator(&self) -> Option<Markup> {
        let creator = self.key.created_by.as_deref()?;
        Some(self.names.name(creator, self.layout.language()))
    }
}

/// The requests of a key by day.
async fn usage(context: &PageContext, id: &str) -> Result<Option<Markup>, ApiError> {
    if !context.may::<UsageOfKeys>() {
        return Ok(None);
    }
    let key = vec![id.to_owned()];
    let found = context
        .call::<UsageOfKeys>(UsageOfKeysInput { key })
        .await?;
    let days = found.items.into_iter().next().map(|it| it.days);
    let days = days.unwrap_or_default();
    if days.iter().all(|it| *it == 0) {
        return Ok(None);
    }
    let now = context.app.clock.now();
    Ok(Some(plot::counts(&last_days(&days, now), context.language)))
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
    let input = terms(&form).set("key", id.as_str());
    // The form contains only the day. An unchanged day keeps its exact time.
    let day = |it: &Form| {
        (
            it.value("expiry").to_owned(),
            it.value("expiresAt").to_owned(),
        )
    };
    let untouched = day(&form) == day(&shown.form);
    let input = if untouched || shown.key.superseded {
        input.without("expiresAt")
    } else {
        input
    };
    if form.has("action", "preview") {
        let previewed = match require_consistent(&form) {
            Ok(()) => context.submit::<KeyPreview>(input).await,
            Err(error) => Err(error),
        };
        shown.rates = rate_rows(&form);
        return match previewed {
            Ok(found) => {
                shown.preview = Some(found.0);
                shown.form = form;
                page(&shown)
            }
            Err(error) => {
                shown.form = form.refused(error)?;
                refused(&shown)
            }
        };
    }
    let submitted = match require_consistent(&form) {
        Ok(()) => context.submit::<KeyUpdate>(input).await,
        Err(error) => Err(error),
    };
    match submitted {
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
    let input = KeyUpdateInput {
        key: id.to_owned(),
        enabled: Some(enabled),
        ..KeyUpdateInput::default()
    };
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
    let grace = form.value("graceSeconds").parse::<u32>().ok();
    let input = FormInput::default()
        .set("key", id.as_str())
        .set("graceSeconds", grace);
    match context.submit::<KeyRotate>(input).await {
        Ok(created) => {
            let end = created.meta.and_then(|it| it.old_expires_at);
            show_secret(&context, created.resource, end.map(|it| it.moment()))
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
    let key = id.clone();
    context.call::<KeyRevoke>(KeyReference { key }).await?;
    Ok(back(&id, "key_revoked"))
}

/// `POST /settings/api-keys/{key}/check`: has no side effects, so it renders the page without a redirect.
pub(super) async fn check(context: PageContext, Path(id): Path<String>, form: Form) -> PageResult {
    let mut shown = KeyPage::of(&context, &id).await?;
    let input = form
        .input(&["operation"])
        .set("key", id)
        .set("origin", form.given("origin"));
    match context.submit::<KeyCheck>(input).await {
        Ok(found) => {
            shown.verdict = Some(found.0);
            shown.check = form;
            page(&shown)
        }
        Err(error) => {
            shown.check = form.refused(error)?;
            refused(&shown)
        }
    }
}
