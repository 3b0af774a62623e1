//! Account security: password, sessions and two-factor authentication.

use crate::message::Translate;
use askama::Template;
use axum::extract::Path;

use super::account::local;
use super::form::Form;
use super::markup::Markup;
use super::message::Message;
use super::page::{PageResult, page, refused, see_other};
use super::page_context::{Layout, PageContext};
use super::qr_code::qr_code;
use super::settings::{Part, SettingsPage, settle};
use http_api::ApiError;
use i18n::{Language, msg};
use management_api::email::{EmailChange, EmailChangeCancel, EmailVerificationSend};
use management_api::password::PasswordChange;
use management_api::second_factor::{
    RecoveryAttributes, RecoveryCodesRenew, SecondFactorBegin, SecondFactorConfirm,
    SecondFactorDisable,
};
use management_api::session::{
    SessionAttributes, SessionEndInput, SessionEndOthers, SessionList, SessionReauthenticate,
    SessionRevoke,
};
use operation::{Collection, NoInput, PageRequest};

/// What pages show of a session.
pub(super) trait SessionExt {
    /// A readable name of the browser.
    fn browser(&self, language: Language) -> Message;
}

impl SessionExt for SessionAttributes {
    fn browser(&self, language: Language) -> Message {
        const NAMES: [(&str, &str); 6] = [
            ("Edg/", "Edge"),
            ("OPR/", "Opera"),
            ("Firefox/", "Firefox"),
            ("Chrome/", "Chrome"),
            ("Safari/", "Safari"),
            ("curl/", "curl"),
        ];
        const SYSTEMS: [(&str, &str); 6] = [
            ("Windows", "Windows"),
            ("Android", "Android"),
            ("iPhone", "iPhone"),
            ("iPad", "iPad"),
            ("Mac OS X", "macOS"),
            ("Linux", "Linux"),
        ];
        let Some(agent) = &self.user_agent else {
            return language.t("Unknown browser");
        };
        let find = |list: &[(&str, &'static str)]| {
            let found = list.iter().find(|(sign, _)| agent.contains(sign));
            found.map(|(_, name)| *name)
        };
        match (find(&NAMES), find(&SYSTEMS)) {
            (Some(name), Some(system)) => {
                let sentence = language.t("{browser} on {system}");
                sentence.with("browser", name).with("system", system)
            }
            (Some(name), None) => language.t("{browser}").with("browser", name),
            (None, _) => language.t("{browser}").with("browser", agent),
        }
    }
}

/// The user's sessions.
pub(super) async fn sessions(
    context: &PageContext,
) -> Result<Collection<SessionAttributes>, ApiError> {
    let most = PageRequest::first(100).into();
    context.call::<SessionList>(most).await
}

/// `POST /settings/password`.
pub(super) async fn change_password(context: PageContext, form: Form) -> PageResult {
    let input = form.filled(&["current", "new"]);
    let outcome = context.submit::<PasswordChange>(input).await.map(drop);
    settle(&context, outcome, (Part::Password, form), "password").await
}

/// `POST /settings/sessions/{session}/end`.
pub(super) async fn end(context: PageContext, Path(session): Path<String>, _: Form) -> PageResult {
    context
        .call::<SessionRevoke>(SessionEndInput { session })
        .await?;
    Ok(see_other("/settings?done=session_ended"))
}

/// `POST /settings/sessions/end-others`.
pub(super) async fn end_others(context: PageContext, _: Form) -> PageResult {
    context.call::<SessionEndOthers>(NoInput {}).await?;
    Ok(see_other("/settings?done=sessions_ended"))
}

/// `POST /settings/verify-email`.
pub(super) async fn send_verification(context: PageContext, _: Form) -> PageResult {
    context.call::<EmailVerificationSend>(NoInput {}).await?;
    let done = context.by_mail("verification_sent", "verification_created");
    Ok(see_other(&format!("/settings?done={done}")))
}

/// `POST /settings/email`: sends a link to the new address.
pub(super) async fn change_email(context: PageContext, form: Form) -> PageResult {
    let input = form.filled(&["email", "password"]);
    let outcome = context.submit::<EmailChange>(input).await.map(drop);
    let done = context.by_mail("email_sent", "email_created");
    settle(&context, outcome, (Part::Email, form), done).await
}

/// `POST /settings/email/cancel`.
pub(super) async fn cancel_email(context: PageContext, _: Form) -> PageResult {
    context.call::<EmailChangeCancel>(NoInput {}).await?;
    Ok(see_other("/settings?done=email_kept"))
}

#[derive(Template)]
#[template(path = "second-factor.html")]
struct SecondFactorPage {
    layout: Layout,
    secret: Option<ShownSecret>,
    form: Form,
}

/// The secret of an authenticator app, as a person reads it and as a phone does.
struct ShownSecret {
    secret: String,
    uri: String,
    code: Option<Markup>,
}

impl ShownSecret {
    fn new(context: &PageContext, secret: String, uri: String) -> Self {
        let label = context
            .language
            .word(msg("QR code for your authenticator app"));
        Self {
            code: qr_code(&uri, label),
            secret,
            uri,
        }
    }

    /// The secret that the form carries, so that a wrong code does not require the password again.
    /// It never leaves the browser that it was shown in.
    fn of_form(context: &PageContext, form: &Form) -> Option<Self> {
        let (secret, uri) = (form.given("secret")?, form.given("uri")?);
        let is_ours = uri.starts_with("otpauth://totp/") && uri.len() <= 500;
        is_ours.then(|| Self::new(context, secret.to_owned(), uri.to_owned()))
    }

    /// The secret in groups of four, to type it.
    fn groups(&self) -> String {
        let groups = self.secret.as_bytes().chunks(4);
        let groups: Vec<_> = groups.map(String::from_utf8_lossy).collect();
        groups.join(" ")
    }
}

/// `POST /settings/second-factor`: shows the secret for the authenticator app.
pub(super) async fn begin(context: PageContext, form: Form) -> PageResult {
    match context
        .submit::<SecondFactorBegin>(form.filled(&["password"]))
        .await
    {
        Ok(begun) => page(&SecondFactorPage {
            layout: context.layout("Two-factor authentication", "/settings"),
            secret: Some(ShownSecret::new(
                &context,
                begun.resource.secret,
                begun.resource.uri,
            )),
            form: Form::default(),
        }),
        Err(error) => refuse(&context, form, error).await,
    }
}

async fn refuse(context: &PageContext, form: Form, error: ApiError) -> PageResult {
    let form = form.refused(error)?;
    refused(&SettingsPage::of(context, Some((Part::SecondFactor, form))).await?)
}

#[derive(Template)]
#[template(path = "recovery-codes.html")]
struct CodesPage {
    layout: Layout,
    codes: RecoveryAttributes,
}

/// `POST /settings/second-factor/confirm`: enables it and shows the recovery codes.
pub(super) async fn confirm(context: PageContext, form: Form) -> PageResult {
    match context
        .submit::<SecondFactorConfirm>(form.filled(&["code"]))
        .await
    {
        Ok(codes) => page(&CodesPage {
            layout: context.layout("Recovery codes", "/settings"),
            codes: codes.resource,
        }),
        Err(error) => refused(&SecondFactorPage {
            layout: context.layout("Two-factor authentication", "/settings"),
            secret: ShownSecret::of_form(&context, &form),
            form: form.refused(error)?,
        }),
    }
}

/// `POST /settings/recovery-codes`.
pub(super) async fn renew_codes(context: PageContext, form: Form) -> PageResult {
    match context
        .submit::<RecoveryCodesRenew>(form.filled(&["password"]))
        .await
    {
        Ok(codes) => page(&CodesPage {
            layout: context.layout("Recovery codes", "/settings"),
            codes: codes.resource,
        }),
        Err(error) => refuse(&context, form, error).await,
    }
}

/// `POST /settings/second-factor/disable`.
pub(super) async fn disable(context: PageContext, form: Form) -> PageResult {
    let input = form.filled(&["password", "code", "recoveryCode"]);
    match context.submit::<SecondFactorDisable>(input).await {
        Ok(_) => Ok(see_other("/settings?done=second_factor_off")),
        Err(error) => refuse(&context, form, error).await,
    }
}

#[derive(Template)]
#[template(path = "confirm.html")]
struct ConfirmPage {
    layout: Layout,
    form: Form,
    email: String,
    has_second_factor: bool,
}

impl ConfirmPage {
    fn of(context: &PageContext, form: Form) -> Self {
        Self {
            layout: context.layout("Confirm access", "/operator"),
            form,
            email: context.me.email.clone(),
            has_second_factor: context.me.second_factor,
        }
    }
}

/// `GET /confirm?next=…`: asks for the password again before sensitive actions, in case the browser
/// is unattended.
pub(super) async fn confirmation(context: PageContext) -> PageResult {
    let next = local(context.parameter("next").unwrap_or_default()).to_owned();
    let form = Form::in_language(context.language).with("next", &next);
    page(&ConfirmPage::of(&context, form))
}

/// `POST /confirm`: returns to the page that required it.
pub(super) async fn reauthenticate(context: PageContext, form: Form) -> PageResult {
    let input = form.filled(&["password", "code", "recoveryCode"]);
    match context.submit::<SessionReauthenticate>(input).await {
        Ok(_) => {
            let next = local(form.value("next"));
            Ok(see_other(&format!("{next}?done=confirmed")))
        }
        Err(error) => refused(&ConfirmPage::of(&context, form.refused(error)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_called_what_people_call_it() {
        let check = |agent: Option<&str>, expected: &str| {
            let session = SessionAttributes {
                id: "s".to_owned(),
                current: false,
                second_factor: false,
                created_at: String::new(),
                last_seen_at: String::new(),
                source_address: None,
                last_seen_address: None,
                user_agent: agent.map(str::to_owned),
            };
            let shown = session.browser(Language::English);
            assert_eq!(shown.to_string(), expected);
        };
        let firefox =
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
        check(Some(firefox), "Firefox on Windows");
        let edge = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like \
            Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0";
        check(Some(edge), "Edge on macOS");
        check(Some("curl/8.5"), "curl");
        check(Some("Robot"), "Robot");
        check(None, "Unknown browser");
    }
}
