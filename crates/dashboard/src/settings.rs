//! Settings of the organization and the account. Account security is in `security.rs`.

use askama::Template;

use super::form::Form;
use super::markup::ToMoment as _;
use super::page::{PageResult, page, refused, see_other, see_other_with};
use super::page_context::{Layout, ORG_COOKIE, PageContext};
use super::security::{SessionExt as _, sessions};
use http_api::{ApiError, ErrorCode, Problem, Source};
use i18n::{Language, msg};
use management_api::me::MeUpdate;
use management_api::org::{OrgClose, OrgCreate, OrgPolicy, OrgPolicyInput, OrgUpdate};
use management_api::session::SessionAttributes;
use operation::{Collection, NoInput};
use places::Zone;

/// The rejected form of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Organization,
    Profile,
    Display,
    Email,
    Password,
    SecondFactor,
}

struct Account {
    email: String,
    /// The address that waits for its confirmation.
    new_email: Option<String>,
    verified: bool,
    operator: bool,
    has_second_factor: bool,
    /// `auto`, or a language tag.
    language: &'static str,
    /// `auto`, `light` or `dark`.
    theme: &'static str,
    /// `auto`, or a name of the tz database.
    time_zone: String,
}

const THEMES: [(&str, &str); 3] = [
    ("auto", msg("Browser default")),
    ("light", msg("Light")),
    ("dark", msg("Dark")),
];

/// The organization settings the user may change.
struct Allowed {
    rename: bool,
    /// Owner actions: the policy and closing the organization.
    policy: bool,
    create: bool,
}

#[derive(Template)]
#[template(path = "settings.html")]
pub(super) struct SettingsPage {
    layout: Layout,
    account: Account,
    allowed: Allowed,
    requires_second_factor: bool,
    sessions: Collection<SessionAttributes>,
    languages: [Language; 2],
    organization: Form,
    themes: [(&'static str, &'static str); 3],
    zones: Vec<&'static str>,
    profile: Form,
    display: Form,
    email: Form,
    password: Form,
    second_factor: Form,
}

impl SettingsPage {
    /// The page, with at most one rejected form.
    pub(super) async fn of(
        context: &PageContext,
        typed: Option<(Part, Form)>,
    ) -> Result<Self, ApiError> {
        let org = context.org().ok();
        let name = |name: &str| Form::of([("name".to_owned(), name.to_owned())]);
        let create = access::RolePermission::OrgCreate.name();
        let mut shown = Self {
            layout: context.layout("Settings", "/settings"),
            account: Account {
                email: context.me.email.clone(),
                new_email: context.me.new_email.clone(),
                verified: context.me.email_verified_at.is_some(),
                operator: context.me.operator,
                has_second_factor: context.me.second_factor,
                language: context.me.language.tag().unwrap_or("auto"),
                theme: context.me.theme.name().unwrap_or("auto"),
                time_zone: context.me.time_zone.clone(),
            },
            allowed: Allowed {
                rename: context.may::<OrgUpdate>(),
                policy: context.may::<OrgPolicy>(),
                create: org.is_some_and(|it| it.permissions.contains(&create)),
            },
            requires_second_factor: org.is_some_and(|it| it.require_second_factor),
            sessions: sessions(context).await?,
            languages: Language::ALL,
            organization: context.org_form(),
            themes: THEMES,
            zones: zones(),
            profile: name(&context.me.name),
            display: Form::default(),
            email: Form::default(),
            password: Form::default(),
            second_factor: Form::default(),
        };
        match typed {
            None => {}
            Some((Part::Organization, form)) => shown.organization = form,
            Some((Part::Profile, form)) => shown.profile = form,
            Some((Part::Display, form)) => shown.display = form,
            Some((Part::Email, form)) => shown.email = form,
            Some((Part::Password, form)) => shown.password = form,
            Some((Part::SecondFactor, form)) => shown.second_factor = form,
        }
        Ok(shown)
    }
}

/// `GET /settings`: also available without an organization, and before setting up the two-factor
/// authentication that the organization requires.
pub(super) async fn show(context: PageContext) -> PageResult {
    page(&SettingsPage::of(&context, None).await?)
}

/// Redirects after a successful change, or shows the page with the problem.
pub(super) async fn settle(
    context: &PageContext,
    outcome: Result<(), ApiError>,
    (part, form): (Part, Form),
    done: &str,
) -> PageResult {
    match outcome {
        Ok(()) => Ok(see_other(&format!("/settings?done={done}"))),
        Err(error) => {
            let form = form.refused(error)?;
            refused(&SettingsPage::of(context, Some((part, form))).await?)
        }
    }
}

/// `POST /settings/organization`.
pub(super) async fn rename(context: PageContext, form: Form) -> PageResult {
    let input = form.input(&["name"]);
    let outcome = context.submit::<OrgUpdate>(input).await.map(drop);
    settle(&context, outcome, (Part::Organization, form), "renamed").await
}

/// `POST /settings/policy`.
pub(super) async fn policy(context: PageContext, form: Form) -> PageResult {
    let input = OrgPolicyInput {
        require_second_factor: form.has("requireSecondFactor", "yes"),
    };
    let outcome = context.call::<OrgPolicy>(input).await.map(drop);
    settle(&context, outcome, (Part::Organization, form), "policy").await
}

/// `POST /settings/close`: closes the organization after its name is entered.
pub(super) async fn close(context: PageContext, form: Form) -> PageResult {
    if form.value("confirmation").trim() != context.org()?.name {
        let detail = msg("The name does not match. Enter the exact organization name.");
        let problem = Problem::new(ErrorCode::ValueRefused, detail);
        let error = problem
            .at(Source::Pointer("/confirmation".to_owned()))
            .into();
        let typed = (
            Part::Organization,
            form.refused(error)?.with("name", &context.org()?.name),
        );
        return refused(&SettingsPage::of(&context, Some(typed)).await?);
    }
    context.call::<OrgClose>(NoInput {}).await?;
    Ok(see_other("/overview?done=closed"))
}

/// `POST /settings/name`.
pub(super) async fn change_name(context: PageContext, form: Form) -> PageResult {
    let input = form.input(&["name"]);
    let outcome = context.submit::<MeUpdate>(input).await.map(drop);
    settle(&context, outcome, (Part::Profile, form), "renamed").await
}

/// `POST /settings/display`: language, theme and time zone.
pub(super) async fn change_display(context: PageContext, form: Form) -> PageResult {
    let input = form.filled(&["language", "theme", "timeZone"]);
    let outcome = context.submit::<MeUpdate>(input).await.map(drop);
    settle(&context, outcome, (Part::Display, form), "display").await
}

/// The time zones to choose from: those of places, which have the form `Area/Place`.
fn zones() -> Vec<&'static str> {
    let mut zones: Vec<_> = Zone::names().filter(|it| it.contains('/')).collect();
    zones.sort_unstable();
    zones
}

/// `POST /organizations`: creates an organization and switches to it.
pub(super) async fn create(context: PageContext, form: Form) -> PageResult {
    match context.submit::<OrgCreate>(form.filled(&["name"])).await {
        Ok(created) => {
            let cookie = org_cookie(&created.resource.id);
            Ok(see_other_with("/overview?done=created", &[cookie]))
        }
        Err(error) => {
            let form = form.refused(error)?;
            refused(&SettingsPage::of(&context, Some((Part::Organization, form))).await?)
        }
    }
}

/// `POST /organization`: switches to another organization. Ignores one the user does not belong to.
pub(super) async fn switch(context: PageContext, form: Form) -> PageResult {
    let chosen = form.value("org");
    if !context.memberships.iter().any(|it| it.org == chosen) {
        return Ok(see_other("/overview"));
    }
    Ok(see_other_with("/overview", &[org_cookie(chosen)]))
}

fn org_cookie(org: &str) -> String {
    format!("{ORG_COOKIE}={org}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000")
}
