//! The dashboard: server-rendered pages. They contain no access rules: each calls operations of the
//! management API as the signed-in user, and is visible if those are allowed. Every change is a form
//! that must come from one of these pages.
//!
//! Deliberately absent: the store. Pages see only what the management API returns.

mod account;
mod alert_settings;
mod alerts;
mod answer;
mod audit;
mod audit_sentence;
mod billing;
mod birth_form;
mod code_sample;
mod content;
mod csv;
mod diff;
mod embed_urls;
mod field_label;
mod form;
mod icon;
mod key;
mod keys;
mod list_file;
pub mod markdown;
mod markup;
mod members;
mod message;
mod modules;
mod operator;
mod overview;
mod page;
mod page_context;
mod playground;
mod playground_form;
mod playground_groups;
mod plot;
mod qr_code;
mod requests;
mod search;
mod security;
mod settings;
mod usage;
mod webhooks;

use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderValue, Response};
use axum::routing::{get, post};
use axum::{Extension, Router};

pub use self::page::unknown_page;
use self::playground::Operations;
use astrology_api::overlay::Overlays;
use operation::Catalog;
use platform::{Platform, PlatformWith};

/// What pages use: the contexts of the operations they call.
#[derive(Debug)]
pub struct Dashboard {
    /// The services that everything shares.
    pub platform: Arc<Platform>,
    /// For operations that use the texts of organizations.
    pub texts: PlatformWith<Overlays>,
    /// For operations that describe other operations.
    pub catalog: PlatformWith<Catalog>,
}

impl Deref for Dashboard {
    type Target = Platform;

    fn deref(&self) -> &Platform {
        &self.platform
    }
}

impl AsRef<Platform> for Dashboard {
    fn as_ref(&self) -> &Platform {
        &self.platform
    }
}

impl AsRef<PlatformWith<Overlays>> for Dashboard {
    fn as_ref(&self) -> &PlatformWith<Overlays> {
        &self.texts
    }
}

impl AsRef<PlatformWith<Catalog>> for Dashboard {
    fn as_ref(&self) -> &PlatformWith<Catalog> {
        &self.catalog
    }
}

const STYLE: &str = include_str!("../assets/dashboard.css");
const ICON: &str = include_str!("../assets/icon.svg");
const SCRIPT: &str = include_str!("../assets/dashboard.js");
const BIRTH_SCRIPT: &str = include_str!("../assets/birth-form.js");

/// The path of the style sheet. It contains a hash of the content, so that it can be cached forever.
static STYLE_PATH: LazyLock<String> = LazyLock::new(|| asset_path(STYLE, "css"));
/// The path of the icon.
static ICON_PATH: LazyLock<String> = LazyLock::new(|| asset_path(ICON, "svg"));
/// The path of the script.
static SCRIPT_PATH: LazyLock<String> = LazyLock::new(|| asset_path(SCRIPT, "js"));
/// The path of the script of birth forms.
static BIRTH_SCRIPT_PATH: LazyLock<String> = LazyLock::new(|| asset_path(BIRTH_SCRIPT, "js"));

fn asset_path(content: &str, extension: &str) -> String {
    let sum = crc32fast::hash(content.as_bytes());
    format!("/assets/dashboard-{sum:08x}.{extension}")
}

/// All pages. Some send requests to the API, so they get its router.
pub fn router<S>(dashboard: Dashboard, operations: Router) -> Router<S> {
    let style = get(async || asset("text/css; charset=utf-8", STYLE));
    let icon = get(async || asset("image/svg+xml", ICON));
    let script = get(async || asset("text/javascript; charset=utf-8", SCRIPT));
    let birth_script = get(async || asset("text/javascript; charset=utf-8", BIRTH_SCRIPT));
    Router::new()
        .route(&STYLE_PATH, style)
        .route(&ICON_PATH, icon)
        .route(&SCRIPT_PATH, script)
        .route(&BIRTH_SCRIPT_PATH, birth_script)
        .route("/favicon.svg", get(favicon))
        .merge(outside())
        .merge(organization(Operations(operations)))
        .merge(alerts())
        .merge(own_account())
        .merge(installation())
        .layer(axum::middleware::from_fn(page::negotiate_language))
        .with_state(Arc::new(dashboard))
}

/// Pages without a session.
fn outside() -> Router<Arc<Dashboard>> {
    Router::new()
        .route("/", get(async || page::see_other("/overview")))
        .route("/setup", get(account::setup).post(account::set_up))
        .route(
            "/sign-in",
            get(account::sign_in_form).post(account::sign_in),
        )
        .route("/sign-out", post(account::sign_out))
        .route(
            "/invitation",
            get(account::invitation).post(account::register),
        )
        .route("/invitation/accept", post(account::accept))
        .route("/invitation/details", post(account::invitation_details))
        .route(
            "/forgot-password",
            get(account::forgot).post(account::send_reset),
        )
        .route(
            "/reset-password",
            get(account::reset).post(account::reset_password),
        )
        .route(
            "/verify-email",
            get(account::verification).post(account::verify),
        )
        .route(
            "/change-email",
            get(account::new_email).post(account::confirm_new_email),
        )
}

/// Organization pages.
fn organization(operations: Operations) -> Router<Arc<Dashboard>> {
    Router::new()
        .route("/overview", get(overview::show))
        .route("/overview/checklist", post(overview::set_checklist))
        .route("/search", get(search::show))
        .route("/search/results", get(search::results))
        .route("/organization", post(settings::switch))
        .route("/settings/api-keys", get(keys::list).post(keys::create))
        .route("/settings/api-keys/new", get(keys::creation))
        .route("/settings/api-keys/{key}", get(key::show).post(key::update))
        .route("/settings/api-keys/{key}/enable", post(key::enable))
        .route("/settings/api-keys/{key}/disable", post(key::disable))
        .route("/settings/api-keys/{key}/rotate", post(key::rotate))
        .route("/settings/api-keys/{key}/revoke", post(key::revoke))
        .route("/settings/api-keys/{key}/check", post(key::check))
        .route("/settings/embed-urls", post(embed_urls::create))
        .route("/settings/embed-urls/new", get(embed_urls::creation))
        .route(
            "/settings/api-keys/{key}/embed-urls/{embed_url}/revoke",
            post(embed_urls::revoke),
        )
        .route("/usage", get(usage::show))
        .route("/usage.csv", get(usage::csv))
        .route("/requests", get(requests::show))
        .route("/requests/rows", get(requests::rows))
        .route("/requests/{request}", get(requests::one))
        .route("/content", get(content::browse))
        .route("/content/{id}", get(content::show).post(content::edit))
        .route("/content/{id}/copy", post(content::copy))
        .route("/content/{id}/restore", post(content::restore))
        .route("/content/{id}/delete", post(content::delete))
        .merge(playground(operations))
        .route("/members", get(members::show).post(members::invite))
        .route("/members/{user}/role", post(members::change_role))
        .route("/members/{user}/remove", post(members::remove))
        .route("/invitations/{invitation}/resend", post(members::resend))
        .route("/invitations/{invitation}/revoke", post(members::take_back))
        .route("/invitations/{invitation}/link", post(members::link))
        .route("/modules", get(modules::show))
        .route("/modules/{module}/buy", post(modules::buy))
        .route("/billing", get(billing::show))
        .route("/billing/address", post(billing::address))
        .route("/billing/plans", get(billing::plans))
        .route("/billing/plan", post(billing::change))
        .route("/billing/statements/{statement}", get(billing::invoice))
        .route(
            "/billing/statements/{statement}/invoice.pdf",
            get(billing::pdf),
        )
        .route(
            "/billing/statements/{statement}/lines.csv",
            get(billing::csv),
        )
        .route("/audit", get(audit::show))
        .route("/audit.csv", get(audit::csv))
        .route("/audit.json", get(audit::json))
        .route("/settings/organization", post(settings::rename))
        .route("/settings/policy", post(settings::policy))
        .route("/settings/close", post(settings::close))
        .route("/organizations", post(settings::create))
}

/// Alert and webhook pages.
fn alerts() -> Router<Arc<Dashboard>> {
    Router::new()
        .route("/alerts", get(alerts::show))
        .route("/alerts/read-all", post(alerts::read_all))
        .route("/alerts/{alert}/read", post(alerts::read))
        .route("/alerts/{alert}/unread", post(alerts::unread))
        .route(
            "/alerts/settings",
            get(alert_settings::show).post(alert_settings::change),
        )
        .route(
            "/alerts/webhooks",
            get(webhooks::list).post(webhooks::create),
        )
        .route("/alerts/webhooks/{webhook}", get(webhooks::show))
        .route("/alerts/webhooks/{webhook}/test", post(webhooks::test))
        .route("/alerts/webhooks/{webhook}/delete", post(webhooks::delete))
}

/// Operator pages.
fn installation() -> Router<Arc<Dashboard>> {
    Router::new()
        .route("/operator", get(operator::overview))
        .route("/operator/plans", get(operator::plans))
        .route("/operator/invoices", get(operator::invoices))
        .route("/operator/outbox", get(operator::outbox))
        .route("/operator/accounts", get(operator::accounts))
        .route("/operator/audit", get(operator::audit))
        .route(
            "/operator/organizations",
            get(operator::list).post(operator::create),
        )
        .route(
            "/operator/organizations/{org}",
            get(operator::organization).post(operator::update),
        )
        .route(
            "/operator/organizations/{org}/modules",
            post(operator::grant),
        )
        .route(
            "/operator/organizations/{org}/modules/{module}/revoke",
            post(operator::revoke),
        )
        .route(
            "/operator/organizations/{org}/members",
            post(operator::add_member),
        )
        .route(
            "/operator/organizations/{org}/statements/{statement}/payment",
            post(operator::pay),
        )
}

/// Playground pages.
fn playground(operations: Operations) -> Router<Arc<Dashboard>> {
    Router::new()
        .route("/playground", get(playground::show))
        .route("/images", get(playground::images))
        .route("/playground/places", get(birth_form::suggest))
        .route("/playground/price/{operation}", get(playground::quote))
        .route("/playground/{operation}", post(playground::run))
        .route("/playground/picture/{operation}", get(playground::picture))
        .layer(Extension(operations))
}

/// Account pages.
fn own_account() -> Router<Arc<Dashboard>> {
    Router::new()
        .route("/settings", get(settings::show))
        .route("/settings/name", post(settings::change_name))
        .route("/settings/display", post(settings::change_display))
        .route("/settings/email", post(security::change_email))
        .route("/settings/email/cancel", post(security::cancel_email))
        .route("/settings/password", post(security::change_password))
        .route("/settings/sessions/end-others", post(security::end_others))
        .route("/settings/sessions/{session}/end", post(security::end))
        .route("/settings/verify-email", post(security::send_verification))
        .route("/settings/second-factor", post(security::begin))
        .route("/settings/second-factor/confirm", post(security::confirm))
        .route("/settings/second-factor/disable", post(security::disable))
        .route("/settings/recovery-codes", post(security::renew_codes))
        .route(
            "/confirm",
            get(security::confirmation).post(security::reauthenticate),
        )
}

/// The icon at a path that does not change, for pages that are not rendered here.
async fn favicon() -> Response<Body> {
    let mut response = asset("image/svg+xml", ICON);
    let an_hour = HeaderValue::from_static("public, max-age=3600");
    response.headers_mut().insert(CACHE_CONTROL, an_hour);
    response
}

fn asset(media_type: &'static str, content: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(content));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    let for_ever = HeaderValue::from_static("public, max-age=31536000, immutable");
    headers.insert(CACHE_CONTROL, for_ever);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of the custom properties in a block of the style sheet.
    fn colors<'a>(opening: &str, closing: &str) -> Vec<(&'a str, &'a str)> {
        let (_, block) = STYLE.split_once(opening).unwrap();
        let (block, _) = block.split_once(closing).unwrap();
        let declarations = block.split(';').filter_map(|it| it.trim().split_once(": "));
        let colors =
            declarations.filter(|(name, value)| name.starts_with("--") && value.starts_with('#'));
        colors.collect()
    }

    #[test]
    fn a_chosen_theme_has_the_colors_of_its_scheme() {
        let light = colors(":root {", "}");
        assert!(light.len() > 15, "{light:?}");
        assert_eq!(colors(":root[data-theme=light] {", "}"), light);
        let dark = colors("@media (prefers-color-scheme: dark) {\n  :root {", "}");
        assert_eq!(dark.len(), light.len());
        assert_eq!(colors(":root[data-theme=dark] {", "}"), dark);
    }
}
