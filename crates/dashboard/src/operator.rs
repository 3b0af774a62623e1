//! Operator pages for the installation. Each calls operations of `/api/manage/installation`, which
//! check the permission themselves.

mod orgs;

use askama::Template;

use super::audit_sentence::sentence;
use super::billing::{Priced as _, StatementExt as _, rate_text};
use super::form::Form;
use super::markup::{Markup, ToMoment as _};
use super::message::Message;
use super::page::{PageResult, page, refused};
use super::page_context::{Layout, PageContext};
use super::requests::Names;
use http_api::ApiError;
use i18n::msg;
use management_api::audit::{AuditAttributes, AuditListInput};
use management_api::billing::statement::StatementAttributes;
use management_api::installation::audit::InstallationAuditList;
use management_api::installation::health::{
    HealthAttributes, InstallationHealthGet, InstallationJobList, JobAttributes,
};
use management_api::installation::outbox::{InstallationOutboxList, MailAttributes};
use management_api::installation::plan::{InstallationPlan, InstallationPlanList};
use management_api::installation::statement::{
    InstallationStatementList, StateText, StatementsInput,
};
use management_api::installation::user::{InstallationUserList, OperatedUser};
use operation::{Collection, NoInput, PageRequest};

pub(super) use orgs::{add_member, create, grant, list, pay, revoke, show as organization, update};

/// The pages of this area.
const TABS: [(&str, &str); 7] = [
    ("/operator", msg("Installation")),
    ("/operator/organizations", msg("Organizations")),
    ("/operator/accounts", msg("Accounts")),
    ("/operator/plans", msg("Plans")),
    ("/operator/invoices", msg("Invoices")),
    ("/operator/outbox", msg("Outbox")),
    ("/operator/audit", msg("Audit log")),
];

/// The tabs above every operator page.
struct Area {
    tabs: [(&'static str, &'static str); 7],
    current: &'static str,
}

impl Area {
    const fn at(current: &'static str) -> Self {
        Self {
            tabs: TABS,
            current,
        }
    }
}

/// What the page shows of a background job.
trait JobExt {
    /// A short description.
    fn meaning(&self) -> &'static str;
}

impl JobExt for JobAttributes {
    fn meaning(&self) -> &'static str {
        match self.name.as_str() {
            "mail" => msg("Send emails"),
            "tidy-up" => msg("Delete expired data"),
            "billing" => msg("Start billing periods and issue statements"),
            "alerts" => msg("Check alert rules"),
            "webhooks" => msg("Deliver webhooks"),
            _ => msg("Other job"),
        }
    }
}

#[derive(Template)]
#[template(path = "operator.html")]
struct OverviewPage {
    layout: Layout,
    area: Area,
    health: HealthAttributes,
    jobs: Collection<JobAttributes>,
}

impl OverviewPage {
    /// The size of the database: `85.3 MB`.
    fn size(&self) -> String {
        let megabytes = self.health.database_bytes as f64 / 1e6;
        match self.layout.language().thousands_separator() {
            '.' => format!("{megabytes:.1} MB").replace('.', ","),
            _ => format!("{megabytes:.1} MB"),
        }
    }
}

/// `GET /operator`.
pub(super) async fn overview(context: PageContext) -> PageResult {
    page(&OverviewPage {
        health: context.call::<InstallationHealthGet>(NoInput {}).await?.0,
        jobs: context.call::<InstallationJobList>(NoInput {}).await?,
        layout: context.layout("Installation", "/operator"),
        area: Area::at("/operator"),
    })
}

#[derive(Template)]
#[template(path = "operator-plans.html")]
struct PlansPage {
    layout: Layout,
    area: Area,
    plans: Collection<InstallationPlan>,
}

impl PlansPage {
    fn rate(&self, rate: &str) -> Message {
        rate_text(rate, self.layout.language())
    }
}

/// `GET /operator/plans`.
pub(super) async fn plans(context: PageContext) -> PageResult {
    page(&PlansPage {
        plans: context.call::<InstallationPlanList>(NoInput {}).await?,
        layout: context.layout("Plans", "/operator"),
        area: Area::at("/operator/plans"),
    })
}

/// The invoice filters.
const STATES: [(&str, &str, StateText); 3] = [
    ("due", msg("unpaid"), StateText::Due),
    ("paid", msg("paid"), StateText::Paid),
    ("nothing-due", msg("no payment due"), StateText::NothingDue),
];

#[derive(Template)]
#[template(path = "operator-invoices.html")]
struct InvoicesPage {
    layout: Layout,
    area: Area,
    states: [(&'static str, &'static str, StateText); 3],
    state: &'static str,
    statements: Collection<StatementAttributes>,
    form: Form,
}

impl InvoicesPage {
    async fn of(context: &PageContext, form: Form) -> Result<Self, ApiError> {
        let asked = context.parameter("state").unwrap_or_default();
        let known = STATES.into_iter().find(|(name, _, _)| *name == asked);
        let (state, _, filter) = known.unwrap_or(STATES[0]);
        let input = StatementsInput {
            state: Some(filter),
            page: context.page(50),
        };
        Ok(Self {
            statements: context.call::<InstallationStatementList>(input).await?,
            layout: context.layout("Invoices", "/operator"),
            area: Area::at("/operator/invoices"),
            states: STATES,
            state,
            form,
        })
    }
}

/// `GET /operator/invoices`.
pub(super) async fn invoices(context: PageContext) -> PageResult {
    page(&InvoicesPage::of(&context, Form::default()).await?)
}

/// The list of invoices with the problem of a rejected payment record.
async fn invoices_refused(context: &PageContext, form: Form) -> PageResult {
    refused(&InvoicesPage::of(context, form).await?)
}

/// What the page shows of an unsent email.
trait MailExt {
    /// The kind of email.
    fn meaning(&self) -> &'static str;
}

impl MailExt for MailAttributes {
    fn meaning(&self) -> &'static str {
        match self.kind.as_str() {
            "invitation" => msg("Invitation"),
            "reset_password" => msg("Password reset"),
            "verify_email" | "change_email" => msg("Email confirmation"),
            "new_sign_in"
            | "password_changed"
            | "email_changed"
            | "second_factor_on"
            | "second_factor_off"
            | "recovery_codes_renewed"
            | "key_created" => msg("Security notice"),
            _ => msg("Other email"),
        }
    }
}

#[derive(Template)]
#[template(path = "operator-outbox.html")]
struct OutboxPage {
    layout: Layout,
    area: Area,
    mails: Collection<MailAttributes>,
    sends_mail: bool,
}

/// `GET /operator/outbox`.
pub(super) async fn outbox(context: PageContext) -> PageResult {
    page(&OutboxPage {
        mails: context
            .call::<InstallationOutboxList>(context.page(50).into())
            .await?,
        layout: context.layout("Outbox", "/operator"),
        area: Area::at("/operator/outbox"),
        sends_mail: context.app.config.smtp.0.is_some(),
    })
}

#[derive(Template)]
#[template(path = "operator-accounts.html")]
struct AccountsPage {
    layout: Layout,
    area: Area,
    accounts: Collection<OperatedUser>,
}

/// `GET /operator/accounts`.
pub(super) async fn accounts(context: PageContext) -> PageResult {
    let page_of = context.page(50).into();
    page(&AccountsPage {
        accounts: context.call::<InstallationUserList>(page_of).await?,
        layout: context.layout("Accounts", "/operator"),
        area: Area::at("/operator/accounts"),
    })
}

#[derive(Template)]
#[template(path = "operator-audit.html")]
struct AuditPage {
    layout: Layout,
    area: Area,
    entries: Collection<AuditAttributes>,
    names: Names,
    action: String,
}

impl AuditPage {
    /// What happened.
    fn sentence(&self, entry: &AuditAttributes) -> Markup {
        sentence(entry, &self.names, self.layout.language())
    }
}

/// `GET /operator/audit`: changes of accounts and of the installation.
pub(super) async fn audit(context: PageContext) -> PageResult {
    // Names of actions have no other characters.
    let is_allowed = |it: &char| it.is_ascii_lowercase() || "._-".contains(*it);
    let action = context.parameter("action").unwrap_or_default();
    let action: String = action.chars().filter(is_allowed).collect();
    let input = AuditListInput {
        action: Some(action.clone()).filter(|it| !it.is_empty()),
        page: context.page(50),
        ..AuditListInput::default()
    };
    // The names of the accounts, as far as they are on the first page of all.
    let first = PageRequest::first(100).into();
    let accounts = context.call::<InstallationUserList>(first).await?;
    let people = accounts.items.into_iter();
    let people = people.map(|it| (it.id.to_string(), it.name)).collect();
    page(&AuditPage {
        action,
        entries: context.call::<InstallationAuditList>(input).await?,
        names: Names::of_people(people),
        layout: context.layout("Audit log", "/operator"),
        area: Area::at("/operator/audit"),
    })
}
