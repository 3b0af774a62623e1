//! Alert settings.

use access::{AlertSettings, MailTo};
use askama::Template;

use super::form::{Form, FormInput};
use super::page::{PageResult, page, refused, see_other};
use super::page_context::{Layout, PageContext};
use i18n::msg;
use management_api::alert_settings::{AlertSettingsGet, AlertSettingsUpdate, SettingsAttributes};
use operation::NoInput;

/// The recipients of alert emails.
const MAIL_TO: [(&str, &str); 3] = [
    ("managers", msg("Owners and managers")),
    ("owners", msg("Owners")),
    ("nobody", msg("No one")),
];

fn numbers(values: &[u32]) -> String {
    let texts: Vec<_> = values.iter().map(ToString::to_string).collect();
    texts.join(", ")
}

/// A form with the current settings. Fields of a disabled rule hold its default values.
fn form_of(settings: &SettingsAttributes) -> Form {
    let spike = settings.spike.as_ref();
    let errors = settings.error_share.as_ref();
    let proposed = AlertSettings::default();
    let (usual_spike, usual_errors) = (proposed.spike, proposed.error_share);
    let spike_minimum = spike.map(|it| it.minimum_requests);
    let spike_minimum = spike_minimum.or(usual_spike.map(|it| it.minimum_requests));
    let deviations = spike.map(|it| it.deviations);
    let deviations = deviations.or(usual_spike.map(|it| it.deviations));
    let percent = errors.map(|it| it.percent);
    let percent = percent.or(usual_errors.map(|it| it.percent));
    let error_minimum = errors.map(|it| it.minimum_requests);
    let error_minimum = error_minimum.or(usual_errors.map(|it| it.minimum_requests));
    let denied = settings.denied_domains.or(proposed.denied_domains);
    let dormant = settings.dormant_days.or(proposed.dormant_days);
    let mut fields = vec![
        ("mailTo", MailTo::from(settings.mail_to).name().to_owned()),
        ("quotaPercents", numbers(&settings.quota_percents)),
        ("expiryDays", numbers(&settings.expiry_days)),
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
        ("spike", settings.spike.is_some()),
        ("errorShare", settings.error_share.is_some()),
        ("deniedDomains", settings.denied_domains.is_some()),
        ("dormantDays", settings.dormant_days.is_some()),
    ];
    let on = on.into_iter().filter(|(_, is_on)| *is_on);
    fields.extend(on.map(|(rule, _)| ("on", rule.to_owned())));
    Form::of(
        fields
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value)),
    )
}

/// Numbers with any separator.
fn list(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split([',', ';', ' ', '%']).map(str::trim);
    parts.filter(|it| !it.is_empty())
}

/// The settings as API input.
fn input(form: &Form) -> FormInput {
    let spike = FormInput::default()
        .set_number("minimumRequests", form.value("spikeMinimum"))
        .set_number("deviations", form.value("deviations"));
    let errors = FormInput::default()
        .set_number("percent", form.value("percent"))
        .set_number("minimumRequests", form.value("errorMinimum"));
    let is_on = |rule: &str| form.has("on", rule);
    let single = |rule: &str| is_on(rule).then(|| form.value(rule));
    form.input(&["mailTo"])
        .set_numbers("quotaPercents", list(form.value("quotaPercents")))
        .set("spike", is_on("spike").then_some(spike))
        .set("errorShare", is_on("errorShare").then_some(errors))
        .set_number("deniedDomains", single("deniedDomains"))
        .set_number("dormantDays", single("dormantDays"))
        .set_numbers("expiryDays", list(form.value("expiryDays")))
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
    let settings = context.call::<AlertSettingsGet>(NoInput {}).await?.0;
    page(&SettingsPage::of(&context, form_of(&settings)))
}

/// `POST /alerts/settings`.
pub(super) async fn change(context: PageContext, form: Form) -> PageResult {
    match context.submit::<AlertSettingsUpdate>(input(&form)).await {
        Ok(_) => Ok(see_other("/alerts/settings?done=alert_settings")),
        Err(error) => {
            let lists = ["quotaPercents", "expiryDays"];
            let expected = msg("Enter whole numbers separated by commas.");
            let form = form.refused(error)?.with_type_problem(&lists, expected);
            refused(&SettingsPage::of(&context, form))
        }
    }
}
