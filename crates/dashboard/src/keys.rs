//! API keys: list and creation.

use std::collections::HashMap;

use askama::Template;
use serde::Deserialize;
use serde_json::{Value, json};

use super::form::Form;
use super::markup::{Markup, Moment};
use super::page::{PageResult, page, refused};
use super::page_context::{Layout, PageContext, Paginated, made};
use super::plot;
use http_api::ApiError;
use http_api::clock::rfc3339;
use http_api::randomness::OsRandom;
use i18n::msg;
use management_api::key::create::KeyCreate;
use management_api::key::domain_check::DomainCheck;
use management_api::key::list::KeyList;
use management_api::module::OrgModuleList;
use management_api::usage_recent::UsageOfKeys;

/// The suggested lifetime of a browser key.
const BROWSER_KEY_DAYS: u64 = 90;

/// The key permissions and what they allow.
pub(super) const PERMISSIONS: [(&str, &str); 4] = [
    ("calc:read", msg("Run calculations and search places.")),
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

/// A key, as the management API shows it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Key {
    pub(super) id: String,
    /// The key itself, only in the response that shows it.
    #[serde(rename = "key")]
    pub(super) secret: Option<String>,
    pub(super) name: String,
    pub(super) display: String,
    pub(super) mode: String,
    pub(super) status: String,
    pub(super) permissions: Vec<String>,
    pub(super) modules: Option<Vec<String>>,
    pub(super) rates: Vec<String>,
    pub(super) domains: Option<Vec<String>>,
    pub(super) expires_at: Option<Moment>,
    pub(super) last_used_at: Option<Moment>,
    pub(super) created_at: Moment,
    pub(super) superseded: bool,
}

impl Key {
    /// An allowed origin for the sample command. None if the key allows any origin.
    pub(super) fn sample_origin(&self) -> Option<String> {
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

    /// Whether the key is revoked or expired.
    pub(super) fn is_over(&self) -> bool {
        self.status == "revoked" || self.status == "expired"
    }

    /// A form with the key's settings.
    pub(super) fn form(&self) -> Form {
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
                add("expiresAt", end.day());
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
pub(super) fn terms(form: &Form) -> Value {
    let typed = form.all("rateLimit").zip(form.all("rateWindow"));
    let rates = typed
        .map(|(limit, window)| (limit.trim(), window))
        .filter(|(limit, _)| !limit.is_empty())
        .map(|(limit, window)| format!("{limit}/{window}s"));
    let domains = form
        .has("domainMode", "list")
        .then(|| form.lines("domains"));
    let end = |day: &str| match day {
        "" => String::new(),
        _ => format!("{day}T23:59:59Z"),
    };
    let expires_at = form
        .has("expiry", "date")
        .then(|| end(form.value("expiresAt")));
    json!({
        "name": form.value("name"),
        "permissions": form.all("permissions").collect::<Vec<_>>(),
        "modules": form.has("moduleMode", "some").then(|| form.all("modules").collect::<Vec<_>>()),
        "rates": rates.collect::<Vec<_>>(),
        "domains": domains,
        "expiresAt": expires_at,
    })
}

/// A module a key can be restricted to.
#[derive(Deserialize)]
pub(super) struct Module {
    pub(super) id: String,
    pub(super) name: String,
    enabled: bool,
}

/// The modules the organization has.
pub(super) async fn modules(context: &PageContext) -> Result<Vec<Module>, ApiError> {
    let most = json!({ "page": { "size": 100 } });
    let all: Paginated<Module> = context.list::<OrgModuleList, _, _>(most).await?;
    Ok(all.items.into_iter().filter(|it| it.enabled).collect())
}

/// Whether an origin matches the entered domains.
#[derive(Deserialize)]
pub(super) struct Tried {
    pub(super) allowed: bool,
    pub(super) reason: String,
}

impl Tried {
    /// The reason as a message.
    pub(super) fn why(&self) -> &'static str {
        match self.reason.as_str() {
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
pub(super) async fn try_out(context: &PageContext, form: &Form) -> Result<Tried, ApiError> {
    let input = json!({
        "domains": terms(form)["domains"],
        "origin": form.value("tryOrigin").trim(),
    });
    context.one::<DomainCheck, _, _>(input).await
}

#[derive(Template)]
#[template(path = "keys.html")]
struct KeysPage {
    layout: Layout,
    keys: Paginated<Key>,
    sparklines: HashMap<String, Markup>,
}

/// The usage of the listed keys, if the user may see it.
async fn sparklines(
    context: &PageContext,
    keys: &[Key],
) -> Result<HashMap<String, Markup>, ApiError> {
    #[derive(Deserialize)]
    struct Used {
        id: String,
        days: Vec<u64>,
    }
    if keys.is_empty() || !context.may::<UsageOfKeys>() {
        return Ok(HashMap::new());
    }
    let ids: Vec<_> = keys.iter().map(|it| it.id.as_str()).collect();
    let used: Paginated<Used> = context
        .list::<UsageOfKeys, _, _>(json!({ "key": ids }))
        .await?;
    let drawn = used.items.into_iter().map(|it| {
        let line = plot::sparkline(&it.days, context.language);
        (it.id, line)
    });
    Ok(drawn.collect())
}

/// `GET /settings/api-keys`.
pub(super) async fn list(context: PageContext) -> PageResult {
    context.org()?;
    let keys: Paginated<Key> = context.list::<KeyList, _, _>(context.page(50)).await?;
    page(&KeysPage {
        layout: context.layout("API keys", "/settings/api-keys"),
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
    modules: Vec<Module>,
    tried: Option<Tried>,
    for_browser: bool,
    /// The idempotency key: a form submitted twice creates one key.
    once: String,
}

impl NewKeyPage {
    async fn of(context: &PageContext, form: Form, once: String) -> Result<Self, ApiError> {
        Ok(Self {
            layout: context.layout("Create API key", "/settings/api-keys"),
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
    context.call::<KeyList>(json!({})).await?;
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
    pub(super) key: Key,
    pub(super) public_url: String,
    /// When the old key stops working, after a rotation.
    pub(super) replaced: Option<Moment>,
}

/// `POST /settings/api-keys`: shows the key once.
pub(super) async fn create(context: PageContext, form: Form) -> PageResult {
    if form.has("action", "try") {
        return tried(&context, form).await;
    }
    let mut input = terms(&form);
    input["mode"] = form.value("mode").into();
    let created = context
        .call_once::<KeyCreate>(form.value("once"), input)
        .await;
    match created {
        Ok(created) => show_secret(&context, made(&created)?, None),
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
pub(super) fn show_secret(context: &PageContext, key: Key, replaced: Option<Moment>) -> PageResult {
    page(&KeyCreatedPage {
        layout: context.layout("API key created", "/settings/api-keys"),
        key,
        public_url: context.app.config.public_url(),
        replaced,
    })
}
