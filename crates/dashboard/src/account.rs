//! Pages for visitors who are not signed in: setup, sign-in, sign-out and links from emails.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::request::Parts;

use super::form::{Form, FormInput};
use super::message::Message;
use super::page::{Card, PageResult, page, refused, see_other, see_other_with};
use super::page_context::{PageContext, PageOperation, anyone, call};
use crate::Dashboard;
use http_api::{ApiError, ErrorCode};
use i18n::msg;
use management_api::email::{EmailChangeConfirm, EmailVerificationConfirm};
use management_api::invitation::accept::{InvitationAccept, InvitationRegister};
use management_api::invitation::describe::{InvitationDescribe, InvitationDescription};
use management_api::password::{PasswordResetConfirm, PasswordResetRequest};
use management_api::session::{SessionCreate, SessionDelete};
use management_api::setup::{AccountSetup, has_accounts};
use operation::NoInput;

/// Calls an operation with a submitted form, without a session.
async fn submit<O: PageOperation>(
    app: &Dashboard,
    parts: &Parts,
    form: FormInput,
) -> Result<O::Reply, ApiError> {
    call::<O>(app, anyone(parts), form.decode::<O>()?).await
}

#[derive(Template)]
#[template(path = "setup.html")]
struct SetupPage {
    layout: Card,
    form: Form,
    /// Whether an account exists, so that the link no longer works.
    is_done: bool,
}

/// `GET /setup?token=…`: the form for the first account, until one exists.
pub(super) async fn setup(
    State(app): State<Arc<Dashboard>>,
    layout: Card,
    parts: Parts,
) -> PageResult {
    let query = parts.uri.query().unwrap_or_default();
    let pairs = url::form_urlencoded::parse(query.as_bytes()).into_owned();
    page(&SetupPage {
        layout,
        form: Form::of(pairs),
        is_done: has_accounts(&app).await?,
    })
}

/// `POST /setup`: creates the first account.
pub(super) async fn set_up(
    State(app): State<Arc<Dashboard>>,
    layout: Card,
    parts: Parts,
    form: Form,
) -> PageResult {
    let input = form.filled(&["token", "email", "name", "password"]);
    match submit::<AccountSetup>(&app, &parts, input).await {
        Ok(begun) => Ok(see_other_with("/overview", &begun.cookies)),
        Err(error) => refused(&SetupPage {
            layout,
            form: form.refused(error)?,
            is_done: has_accounts(&app).await?,
        }),
    }
}

#[derive(Template)]
#[template(path = "sign-in.html")]
struct SignInPage {
    layout: Card,
    form: Form,
    /// Whether the account has two-factor authentication.
    asks_code: bool,
    notice: Option<&'static str>,
}

/// `GET /sign-in`.
pub(super) async fn sign_in_form(layout: Card, parts: Parts) -> PageResult {
    let query = parts.uri.query().unwrap_or_default();
    let form = Form::of(url::form_urlencoded::parse(query.as_bytes()).into_owned());
    let notice = match form.value("done") {
        "signed_out" => Some(msg("You are signed out.")),
        "reset_sent" => Some(msg(
            "If an account exists for this address, we sent it a reset link.",
        )),
        "reset" => Some(msg("Password changed. All sessions are signed out.")),
        "verified" => Some(msg("Email address confirmed.")),
        "email_changed" => Some(msg("Email address changed. Sign in with the new one.")),
        _ => None,
    };
    page(&SignInPage {
        layout,
        form,
        asks_code: false,
        notice,
    })
}

/// `POST /sign-in`. Asks for the second factor after the correct password.
pub(super) async fn sign_in(
    State(app): State<Arc<Dashboard>>,
    layout: Card,
    parts: Parts,
    form: Form,
) -> PageResult {
    let input = form.filled(&["email", "password", "code", "recoveryCode"]);
    match submit::<SessionCreate>(&app, &parts, input).await {
        Ok(begun) => Ok(see_other_with(local(form.value("next")), &begun.cookies)),
        Err(error) if error.problems()[0].code == ErrorCode::SessionEnded => Err(error.into()),
        Err(error) => {
            // A correct password with a code succeeds even while failed attempts are throttled.
            let second = [
                ErrorCode::SecondFactorMissing,
                ErrorCode::SecondFactorWrong,
                ErrorCode::AttemptsLimited,
            ];
            let asks_code = second.contains(&error.problems()[0].code);
            refused(&SignInPage {
                layout,
                form: form.refused(error)?,
                asks_code,
                notice: None,
            })
        }
    }
}

/// The path if it is local, or the overview. Prevents open redirects.
pub(super) fn local(path: &str) -> &str {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.".contains(&byte);
    let is_local = path.starts_with('/') && !path.starts_with("//") && path.bytes().all(plain);
    if is_local { path } else { "/overview" }
}

/// `POST /sign-out`.
pub(super) async fn sign_out(context: PageContext, _: Form) -> PageResult {
    let ended = context.call::<SessionDelete>(NoInput {}).await?;
    Ok(see_other_with("/sign-in?done=signed_out", &ended.cookies))
}

#[derive(Template)]
#[template(path = "invitation.html")]
struct InvitationPage {
    layout: Card,
    form: Form,
    /// The email address of the signed-in user, if any.
    signed_in: Option<String>,
    /// What the link invites to, once its token is known.
    details: Option<InvitationDescription>,
}

impl InvitationPage {
    /// The role as a label.
    fn role(&self, role: &str) -> Message {
        self.layout.t(match role {
            "owner" => msg("Owner"),
            "manager" => msg("Manager"),
            _ => msg("Member"),
        })
    }
}

/// `GET /invitation`: the target of invitation links.
pub(super) async fn invitation(
    context: Result<PageContext, axum::response::Response>,
    layout: Card,
) -> PageResult {
    page(&InvitationPage {
        layout,
        form: Form::default(),
        signed_in: context.ok().map(|it| it.me.email),
        details: None,
    })
}

/// What a submitted link invites to. None for a link that does not work: accepting it says so.
async fn details(app: &Dashboard, parts: &Parts, form: &Form) -> Option<InvitationDescription> {
    let input = form.filled(&["token"]);
    let described = submit::<InvitationDescribe>(app, parts, input).await;
    described.ok().map(|it| it.0)
}

/// `POST /invitation/details`: the same page, with what the link invites to. The browser keeps the
/// token of the link to itself until it is submitted.
pub(super) async fn invitation_details(
    State(app): State<Arc<Dashboard>>,
    context: Result<PageContext, axum::response::Response>,
    layout: Card,
    parts: Parts,
    form: Form,
) -> PageResult {
    let signed_in = context.ok().map(|it| it.me.email);
    let input = form.filled(&["token"]);
    match submit::<InvitationDescribe>(&app, &parts, input).await {
        Ok(described) => page(&InvitationPage {
            layout,
            form,
            signed_in,
            details: Some(described.0),
        }),
        Err(error) => refused(&InvitationPage {
            layout,
            form: form.refused(error)?,
            signed_in,
            details: None,
        }),
    }
}

/// `POST /invitation`: accepts with a new account.
pub(super) async fn register(
    State(app): State<Arc<Dashboard>>,
    layout: Card,
    parts: Parts,
    form: Form,
) -> PageResult {
    let input = form.filled(&["token", "name", "password"]);
    match submit::<InvitationRegister>(&app, &parts, input).await {
        Ok(begun) => Ok(see_other_with("/overview?done=joined", &begun.cookies)),
        Err(error) => refused(&InvitationPage {
            layout,
            details: details(&app, &parts, &form).await,
            form: form.refused(error)?,
            signed_in: None,
        }),
    }
}

/// `POST /invitation/accept`: accepts with the signed-in account.
pub(super) async fn accept(context: PageContext, layout: Card, form: Form) -> PageResult {
    let input = form.filled(&["token"]);
    match context.submit::<InvitationAccept>(input).await {
        Ok(_) => Ok(see_other("/overview?done=joined")),
        Err(error) => refused(&InvitationPage {
            layout,
            form: form.refused(error)?,
            signed_in: Some(context.me.email),
            details: None,
        }),
    }
}

#[derive(Template)]
#[template(path = "forgot-password.html")]
struct ForgotPage {
    layout: Card,
    form: Form,
}

/// `GET /forgot-password`.
pub(super) async fn forgot(layout: Card) -> PageResult {
    page(&ForgotPage {
        layout,
        form: Form::default(),
    })
}

/// `POST /forgot-password`.
pub(super) async fn send_reset(
    State(app): State<Arc<Dashboard>>,
    layout: Card,
    parts: Parts,
    form: Form,
) -> PageResult {
    let input = form.filled(&["email"]);
    match submit::<PasswordResetRequest>(&app, &parts, input).await {
        Ok(_) => Ok(see_other("/sign-in?done=reset_sent")),
        Err(error) => refused(&ForgotPage {
            layout,
            form: form.refused(error)?,
        }),
    }
}

#[derive(Template)]
#[template(path = "reset-password.html")]
struct ResetPage {
    layout: Card,
    form: Form,
}

/// `GET /reset-password`: the target of the link in the email.
pub(super) async fn reset(layout: Card) -> PageResult {
    page(&ResetPage {
        layout,
        form: Form::default(),
    })
}

/// `POST /reset-password`.
pub(super) async fn reset_password(
    State(app): State<Arc<Dashboard>>,
    layout: Card,
    parts: Parts,
    form: Form,
) -> PageResult {
    let input = form.filled(&["token", "password"]);
    match submit::<PasswordResetConfirm>(&app, &parts, input).await {
        Ok(done) => Ok(see_other_with("/sign-in?done=reset", &done.cookies)),
        Err(error) => refused(&ResetPage {
            layout,
            form: form.refused(error)?,
        }),
    }
}

#[derive(Template)]
#[template(path = "verify-email.html")]
struct VerifyPage {
    layout: Card,
    form: Form,
}

/// `GET /verify-email`: the target of the link in the email. It only shows a form, because email
/// scanners that open links must not consume the token.
pub(super) async fn verification(layout: Card) -> PageResult {
    page(&VerifyPage {
        layout,
        form: Form::default(),
    })
}

/// `POST /verify-email`.
pub(super) async fn verify(
    State(app): State<Arc<Dashboard>>,
    layout: Card,
    parts: Parts,
    form: Form,
) -> PageResult {
    let input = form.filled(&["token"]);
    match submit::<EmailVerificationConfirm>(&app, &parts, input).await {
        Ok(_) => Ok(see_other("/sign-in?done=verified")),
        Err(error) => refused(&VerifyPage {
            layout,
            form: form.refused(error)?,
        }),
    }
}

#[derive(Template)]
#[template(path = "change-email.html")]
struct NewEmailPage {
    layout: Card,
    form: Form,
}

/// `GET /change-email`: the target of the link to a new address. It only shows a form, as above.
pub(super) async fn new_email(layout: Card) -> PageResult {
    page(&NewEmailPage {
        layout,
        form: Form::default(),
    })
}

/// `POST /change-email`.
pub(super) async fn confirm_new_email(
    State(app): State<Arc<Dashboard>>,
    layout: Card,
    parts: Parts,
    form: Form,
) -> PageResult {
    let input = form.filled(&["token"]);
    match submit::<EmailChangeConfirm>(&app, &parts, input).await {
        Ok(_) => Ok(see_other("/sign-in?done=email_changed")),
        Err(error) => refused(&NewEmailPage {
            layout,
            form: form.refused(error)?,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signing_in_leads_to_our_own_pages_only() {
        for (given, expected) in [
            ("/usage", "/usage"),
            ("/settings/api-keys", "/settings/api-keys"),
            ("", "/overview"),
            ("//evil.example", "/overview"),
            ("/\\evil.example", "/overview"),
            ("https://evil.example", "/overview"),
            ("/a?b=c", "/overview"),
            ("/\r\nset-cookie:x", "/overview"),
        ] {
            assert_eq!(local(given), expected, "{given}");
        }
    }
}
