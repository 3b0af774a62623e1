//! Alert settings.

use askama::Template;
use serde::Deserialize;
use serde_json::{Value, json};

use super::form::Form;
use super::page::{PageResult, page, refused, see_other};
use super::page_context::{Layout, PageContext};
use http_api::ApiError;
use i18n::msg;
use management_api::alert_settings::{AlertSettingsGet, AlertSettingsUpdate};

/// The recipients of alert e-mails.
const MAIL_TO: [(&str, &str); 3] = [
    ("managers", msg("Owners and managers")),
    ("owners", msg("Owners")),
    ("nobody", msg("No one")),
];

/// The settings, as the API shows them.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Settings {
    mail_to: String,
    quota_percents: Vec<u32>,
    spike: Option<Spike>,
    error_share: Option<ErrorShare>,
    denied_domains: Option<u64>,
    dormant_days: Option<u32>,
    expiry_days: Vec<u32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Spike {
    minimum_requests: u64,
    deviations: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ErrorShare {
    percent: u32,
    minimum_requests: u64,
}

fn numbers(values: &[u32]) -> String {
    let texts: Vec<_> = values.iter().map(ToString::to_string).collect();
    texts.join(", ")
}

impl Settings {
    /// A form with the current settings. Fields of a disabled rule hold its default values.
    fn form(&self) -> Form {
        let spike = self.spike.as_ref();
        let errors = self.error_share.as_ref();
        let proposed = access::AlertSettings::default();
        let (usual_spike, usual_errors) = (proposed.spike, proposed.error_share);
        let spike_minimum = spike.map(|it| it.minimum_requests);
        let spike_minimum = spike_minimum.or(usual_spike.map(|it| it.minimum_requests));
        let deviations = spike.map(|it| it.deviations);
        let deviations = deviations.or(usual_spike.map(|it| it.deviations));
        let percent = errors.map(|it| it.percent);
        let percent = percent.or(usual_errors.map(|it| it.percent));
        let error_minimum = errors.map(|it| it.minimum_requests);
        let error_minimum = error_minimum.or(usual_errors.map(|it| it.minimum_requests));
        let denied = self.denied_domains.or(proposed.denied_domains);
        let dormant = self.dormant_days.or(proposed.dormant_days);
        let mut fields = vec![
            ("mailTo", self.mail_to.clone()),
            ("quotaPercents", numbers(&self.quota_percents)),
            ("expiryDays", numbers(&self.expiry_days)),
            (
                "spikeMinimum",
                spike_minimum.unwrap_or_default().to_string(),
            ),
            ("deviations", deviations.unwrap_or_default().to_string()),
            ("percent", percent.unwrap_or_default().to_string()),
            (
                "errorMinimum",
                error_minimum.unwrap_or_default().to_string(),
            ),
            ("deniedDomains", denied.unwrap_or_default().to_string()),
            ("dormantDays", dormant.unwrap_or_default().to_string()),
        ];
        let on = [
            ("spike", self.spike.is_some()),
            ("errorShare", self.error_share.is_some()),
            ("deniedDomains", self.denied_domains.is_some()),
            ("dormantDays", self.dormant_days.is_some()),
        ];
        let on = on.into_iter().filter(|(_, is_on)| *is_on);
        fields.extend(on.map(|(rule, _)| ("on", rule.to_owned())));
        Form::of(
            fields
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value)),
        )
    }
}

/// The field as a number. Text that is not a number is passed on, so that the API reports it.
fn number(text: &str) -> Value {
    let text = text.trim();
    text.parse::<u64>().map_or_else(|_| text.into(), Into::into)
}

/// Numbers with any separator.
fn list(text: &str) -> Value {
    let parts = text.split([',', ';', ' ', '%']).map(str::trim);
    parts.filter(|it| !it.is_empty()).map(number).collect()
}

/// The settings as API input.
fn input(form: &Form) -> Value {
    let when = |rule: &str, value: Value| {
        if form.has("on", rule) {
            value
        } else {
            Value::Null
        }
    };
    let field = |name: &str| number(form.value(name));
    let spike = json!({
        "minimumRequests": field("spikeMinimum"),
        "deviations": field("deviations"),
    });
    let errors = json!({
        "percent": field("percent"),
        "minimumRequests": field("errorMinimum"),
    });
    json!({
        "mailTo": form.value("mailTo"),
        "quotaPercents": list(form.value("quotaPercents")),
        "spike": when("spike", spike),
        "errorShare": when("errorShare", errors),
        "deniedDomains": when("deniedDomains", field("deniedDomains")),
        "dormantDays": when("dormantDays", field("dormantDays")),
        "expiryDays": list(form.value("expiryDays")),
    })
}

#[derive(Template)]
#[template(path = "alert-settings.html")]
struct SettingsPage {
    layout: Layout,
    form: Form,
    mail_to: [(&'static str, &'static str); 3],
    /// Whether a mail server is configured.
    sends_mail: bool,
}

impl SettingsPage {
    fn of(context: &PageContext, form: Form) -> Self {
        Self {
            layout: context.layout("Alert settings", "/alerts"),
            form,
            mail_to: MAIL_TO,
            sends_mail: context.app.config.smtp.0.is_some(),
        }
    }
}

/// `GET /alerts/settings`.
pub(super) async fn show(context: PageContext) -> PageResult {
    context.org()?;
    let settings: Settings = context.one::<AlertSettingsGet, _, _>(json!({})).await?;
    page(&SettingsPage::of(&context, settings.form()))
}

/// `POST /alerts/settings`.
pub(super) async fn change(context: PageContext, form: Form) -> PageResult {
    let outcome: Result<_, ApiError> = context.call::<AlertSettingsUpdate>(input(&form)).await;
    match outcome {
        Ok(_) => Ok(see_other("/alerts/settings?done=alert_settings")),
        Err(error) => {
            let form = form.refused(error)?;
            refused(&SettingsPage::of(&context, form))
        }
    }
}
