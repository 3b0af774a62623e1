//! API keys: list and creation.

use std::collections::HashMap;

use askama::Template;

use super::form::{Form, FormInput};
use super::markup::{Markup, Moment, ToMoment as _};
use super::page::{PageResult, page, refused};
use super::page_context::{Layout, PageContext};
use super::plot;
use http_api::clock::rfc3339;
use http_api::randomness::OsRandom;
use http_api::{ApiError, ErrorCode, Problem, Source};
use i18n::msg;
use management_api::key::ManagedKey;
use management_api::key::create::KeyCreate;
use management_api::key::domain_check::{DomainCheck, DomainCheckAttributes};
use management_api::key::list::KeyList;
use management_api::module::{ModuleAttributes, OrgModuleList};
use management_api::usage_recent::{UsageOfKeys, UsageOfKeysInput};
use operation::{Collection, PageInput, PageRequest};

/// The suggested lifetime of a browser key.
const BROWSER_KEY_DAYS: u64 = 90;

/// The key permissions and what they allow.
pub(super) const PERMISSIONS: [(&str, &str); 4] = [
    ("calc:read", msg("Run calculations and search for places.")),
    ("chart:read", msg("Create chart images.")),
    ("content:read", msg("Read interpretation texts.")),
    ("modules:read", msg("List the organization's modules.")),
];

/// The time windows for rate limits in the form.
pub(super) const WINDOWS: [(u64, &str); 4] = [
    (1, msg("second")),
    (60, msg("minute")),
    (3_600, msg("hour")),
    (86_400, msg("day")),
];

/// What pages show of a key.
pub(super) trait KeyExt {
    /// An allowed origin for the sample command. None if the key allows any origin.
    fn sample_origin(&self) -> Option<String>;

    /// Whether the key is revoked or expired.
    fn is_over(&self) -> bool;

    /// A form with the key's settings.
    fn form(&self) -> Form;
}

impl KeyExt for ManagedKey {
    fn sample_origin(&self) -> Option<String> {
        let first = self.domains.as_ref()?.first()?;
        let host = match first.strip_prefix("*.") {
            Some(base) => format!("www.{base}"),
            None => first.clone(),
        };
        let scheme = if host.contains("localhost") {
            "http"
        } else {
            "https"
        };
        (first != "*").then(|| format!("{scheme}://{host}"))
    }

    fn is_over(&self) -> bool {
        self.status == "revoked" || self.status == "expired"
    }

    fn form(&self) -> Form {
        let mut fields = vec![("name".to_owned(), self.name.clone())];
        let mut add = |name: &str, value: &str| fields.push((name.to_owned(), value.to_owned()));
        for permission in &self.permissions {
            add("permissions", permission);
        }
        for rate in &self.rates {
            let (limit, window) = rate.split_once('/').unwrap_or((rate, ""));
            add("rateLimit", limit);
            add("rateWindow", window.trim_end_matches('s'));
        }
        match &self.modules {
            None => add("moduleMode", "all"),
            Some(modules) => {
                add("moduleMode", "some");
                for module in modules {
                    add("modules", module);
                }
            }
        }
        match &self.domains {
            None => add("domainMode", "any"),
            Some(domains) => {
                add("domainMode", "list");
                add("domains", &domains.join("\n"));
            }
        }
        match &self.expires_at {
            None => add("expiry", "never"),
            Some(end) => {
                add("expiry", "date");
                add("expiresAt", end.moment().day());
            }
        }
        Form::of(fields)
    }
}

/// A rate limit row of the form.
pub(super) struct RateRow {
    pub(super) limit: String,
    pub(super) windows: Vec<(String, &'static str, bool)>,
}

/// The entered rate limits and an empty row.
pub(super) fn rate_rows(form: &Form) -> Vec<RateRow> {
    let typed = form.all("rateLimit").zip(form.all("rateWindow"));
    let typed = typed.filter(|(limit, _)| !limit.trim().is_empty());
    let row = |(limit, window): (&str, &str)| {
        let known = WINDOWS.map(|(seconds, name)| {
            let seconds = seconds.to_string();
            let chosen = seconds == window;
            (seconds, name, chosen)
        });
        let mut windows = known.to_vec();
        // Keys created through the API can have other windows.
        if !windows.iter().any(|(_, _, chosen)| *chosen) {
            windows.push((window.to_owned(), "", true));
        }
        RateRow {
            limit: limit.to_owned(),
            windows,
        }
    };
    typed.chain([("", "60")]).map(row).collect()
}

/// The key settings as API input.
pub(super) fn terms(form: &Form) -> FormInput {
    let typed = form.all("rateLimit").zip(form.all("rateWindow"));
    let rates = typed
        .map(|(limit, window)| (limit.trim(), window))
        .filter(|(limit, _)| !limit.is_empty())
        .map(|(limit, window)| format!("{limit}/{window}s"));
    let end = |day: &str| match day {
        "" => String::new(),
        _ => format!("{day}T23:59:59Z"),
    };
    // A choice that the form does not offer must not lift a restriction.
    let is_unlimited = |name, choice| ["", choice].contains(&form.value(name));
    let expires_at = (!is_unlimited("expiry", "never")).then(|| end(form.value("expiresAt")));
    let modules = form.all("modules").collect::<Vec<_>>();
    let modules = (!is_unlimited("moduleMode", "all")).then_some(modules);
    form.input(&["name"])
        .set("permissions", form.all("permissions").collect::<Vec<_>>())
        .set("modules", modules)
        .set("rates", rates.collect::<Vec<_>>())
        .set("domains", domains(form))
        .set("expiresAt", expires_at)
}

/// Refuses values that the choice above them would discard: a restriction that someone entered must not be lost.
///
/// # Errors
///
/// A problem at each of those fields.
pub(super) fn require_consistent(form: &Form) -> Result<(), ApiError> {
    let has_expiration = !form.value("expiresAt").is_empty();
    let contradictions = [
        (
            form.has("moduleMode", "all") && form.all("modules").next().is_some(),
            "modules",
            msg(
                "You selected modules and also “All modules”. Select “Only these modules”, or clear the selection.",
            ),
        ),
        (
            form.has("domainMode", "any") && !form.lines("domains").is_empty(),
            "domains",
            msg(
                "You entered domains and also selected “Any domain”. Select “Only these domains”, or remove the domains.",
            ),
        ),
        (
            form.has("expiry", "never") && has_expiration,
            "expiresAt",
            msg(
                "You entered a date and also selected “No expiration”. Select the expiration date, or remove the date.",
            ),
        ),
    ];
    let found = contradictions.into_iter().filter(|it| it.0);
    let problems: Vec<Problem> = found
        .map(|(_, field, detail)| {
            let at = Source::Pointer(format!("/{field}"));
            Problem::new(ErrorCode::FieldsConflict, detail).at(at)
        })
        .collect();
    if problems.is_empty() {
        Ok(())
    } else {
        Err(ApiError::all(problems))
    }
}

/// The allowed domains. None for any domain, which must have been chosen.
fn domains(form: &Form) -> Option<Vec<String>> {
    (form.value("domainMode") != "any").then(|| form.lines("domains"))
}

/// The modules the organization has.
pub(super) async fn modules(context: &PageContext) -> Result<Vec<ModuleAttributes>, ApiError> {
    let most = PageRequest::first(100).into();
    let all = context.call::<OrgModuleList>(most).await?;
    Ok(all.items.into_iter().filter(|it| it.enabled).collect())
}

/// What pages show of an origin test.
pub(super) trait DomainCheckExt {
    /// The reason as a message.
    fn why(&self) -> &'static str;
}

impl DomainCheckExt for DomainCheckAttributes {
    fn why(&self) -> &'static str {
        match self.reason {
            "unrestricted" | "any" => msg("The key allows any origin."),
            "match" => msg("The origin matches a domain in the list."),
            "origin_malformed" => msg(
                "Enter an origin as browsers send it, with scheme and host: \
                 `https://app.example.com`.",
            ),
            "origin_scheme" => msg("Only `http` and `https` origins can match the list."),
            "origin_opaque" => msg("The opaque origin `null` never matches the list."),
            _ => msg("The origin does not match any domain in the list."),
        }
    }
}

/// Tests the entered origin against the entered domains.
pub(super) async fn try_out(
    context: &PageContext,
    form: &Form,
) -> Result<DomainCheckAttributes, ApiError> {
    let input = FormInput::default()
        .set("domains", domains(form))
        .set("origin", form.value("tryOrigin").trim());
    Ok(context.submit::<DomainCheck>(input).await?.0)
}

#[derive(Template)]
#[template(path = "keys.html")]
struct KeysPage {
    layout: Layout,
    keys: Collection<ManagedKey>,
    sparklines: HashMap<String, Markup>,
}

/// The usage of the listed keys, if the user may see it.
async fn sparklines(
    context: &PageContext,
    keys: &[ManagedKey],
) -> Result<HashMap<String, Markup>, ApiError> {
    if keys.is_empty() || !context.may::<UsageOfKeys>() {
        return Ok(HashMap::new());
    }
    let shown = UsageOfKeysInput {
        key: keys.iter().map(|it| it.id.clone()).collect(),
    };
    let used = context.call::<UsageOfKeys>(shown).await?;
    let drawn = used.items.into_iter().map(|it| {
        let line = plot::sparkline(&it.days, context.language);
        (it.id, line)
    });
    Ok(drawn.collect())
}

/// `GET /settings/api-keys`.
pub(super) async fn list(context: PageContext) -> PageResult {
    context.org()?;
    let keys = context.call::<KeyList>(context.page(50).into()).await?;
    page(&KeysPage {
        layout: context.layout("API Keys", "/settings/api-keys"),
        sparklines: sparklines(&context, &keys.items).await?,
        keys,
    })
}

#[derive(Template)]
#[template(path = "key-new.html")]
struct NewKeyPage {
    layout: Layout,
    form: Form,
    rates: Vec<RateRow>,
    permissions: [(&'static str, &'static str); 4],
    modules: Vec<ModuleAttributes>,
    tried: Option<DomainCheckAttributes>,
    for_browser: bool,
    /// The idempotency key: a form submitted twice creates one key.
    once: String,
}

impl NewKeyPage {
    async fn of(context: &PageContext, form: Form, once: String) -> Result<Self, ApiError> {
        Ok(Self {
            layout: context.layout("Create API Key", "/settings/api-keys"),
            rates: rate_rows(&form),
            for_browser: form.has("use", "browser"),
            permissions: PERMISSIONS,
            modules: modules(context).await?,
            tried: None,
            form,
            once,
        })
    }
}

/// A new idempotency key.
pub(super) fn once(context: &PageContext) -> String {
    access::RequestId::new(context.app.clock.now(), &OsRandom).to_string()
}

/// `GET /settings/api-keys/new`: with minimal defaults.
pub(super) async fn creation(context: PageContext) -> PageResult {
    context.org()?;
    // Users who cannot list keys cannot create one either.
    context.call::<KeyList>(PageInput::default()).await?;
    let for_browser = context.parameter("use") == Some("browser");
    let days = std::time::Duration::from_hours(24 * BROWSER_KEY_DAYS);
    let end = rfc3339(context.app.clock.now().plus(days));
    let end = end.get(..10).unwrap_or_default();
    let defaults = if for_browser {
        ["browser", "live", "calc:read", "list", "date", end]
    } else {
        ["server", "live", "calc:read", "any", "never", ""]
    };
    let names = [
        "use",
        "mode",
        "permissions",
        "domainMode",
        "expiry",
        "expiresAt",
    ];
    let fields = names.into_iter().zip(defaults);
    let form = Form::of(fields.map(|(name, value)| (name.to_owned(), value.to_owned())));
    let once = once(&context);
    page(&NewKeyPage::of(&context, form, once).await?)
}

#[derive(Template)]
#[template(path = "key-created.html")]
pub(super) struct KeyCreatedPage {
    pub(super) layout: Layout,
    pub(super) key: ManagedKey,
    pub(super) public_url: String,
    /// When the old key stops working, after a rotation.
    pub(super) replaced: Option<Moment>,
}

/// `POST /settings/api-keys`: shows the key once.
pub(super) async fn create(context: PageContext, form: Form) -> PageResult {
    if form.has("action", "try") {
        return tried(&context, form).await;
    }
    if let Err(error) = require_consistent(&form) {
        return refuse(&context, form, error).await;
    }
    let input = terms(&form).set("mode", form.value("mode"));
    let created = context
        .submit_once::<KeyCreate>(form.value("once"), input)
        .await;
    match created {
        Ok(created) => show_secret(&context, created.resource, None),
        Err(error) => refuse(&context, form, error).await,
    }
}

async fn refuse(context: &PageContext, form: Form, error: ApiError) -> PageResult {
    let form = form.refused(error)?;
    refused(&NewKeyPage::of(context, form, once(context)).await?)
}

/// The form with the result of the origin test.
async fn tried(context: &PageContext, form: Form) -> PageResult {
    match try_out(context, &form).await {
        Ok(verdict) => {
            let mut shown = NewKeyPage::of(context, form, once(context)).await?;
            shown.tried = Some(verdict);
            page(&shown)
        }
        Err(error) => refuse(context, form, error).await,
    }
}

/// The page that shows a key.
pub(super) fn show_secret(
    context: &PageContext,
    key: ManagedKey,
    replaced: Option<Moment>,
) -> PageResult {
    page(&KeyCreatedPage {
        layout: context.layout("API key created", "/settings/api-keys"),
        key,
        public_url: context.app.config.public_url(),
        replaced,
    })
}
