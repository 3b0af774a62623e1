//! Operator pages for the installation. Each calls operations of `/api/manage/installation`, which
//! check the permission themselves.

mod orgs;

use askama::Template;
use billing::WriteAmount;
use serde::Deserialize;
use serde_json::{Value, json};

use super::billing::{StatementRow, statements};
use super::form::Form;
use super::markup::Moment;
use super::page::{PageResult, page, refused};
use super::page_context::{Layout, PageContext, Paginated};
use http_api::ApiError;
use i18n::{Language, msg};
use management_api::installation::health::{InstallationHealthGet, InstallationJobList};
use management_api::installation::outbox::InstallationOutboxList;
use management_api::installation::plan::InstallationPlanList;

pub(super) use orgs::{add_member, create, grant, list, pay, revoke, show as organization, update};

/// The pages of this area.
const TABS: [(&str, &str); 5] = [
    ("/operator", msg("Installation")),
    ("/operator/organizations", msg("Organizations")),
    ("/operator/plans", msg("Plans")),
    ("/operator/invoices", msg("Invoices")),
    ("/operator/outbox", msg("Outbox")),
];

/// The tabs above every operator page.
struct Area {
    tabs: [(&'static str, &'static str); 5],
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

/// The health of the installation.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Health {
    id: String,
    version: String,
    database: String,
    counters: String,
    nodes: u64,
    organizations: u64,
    mails_waiting: u64,
    sends_mail: bool,
    statements_due: u64,
    stopping: bool,
}

/// A background job.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Job {
    id: String,
    holder: Option<String>,
    ended_at: Option<Moment>,
    succeeded_at: Option<Moment>,
    error: Option<String>,
}

impl Job {
    /// A short description.
    fn meaning(&self) -> &'static str {
        match self.id.as_str() {
            "mail" => msg("Send e-mails"),
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
    health: Health,
    jobs: Paginated<Job>,
}

/// `GET /operator`.
pub(super) async fn overview(context: PageContext) -> PageResult {
    page(&OverviewPage {
        health: context
            .one::<InstallationHealthGet, _, _>(json!({}))
            .await?,
        jobs: context.list::<InstallationJobList, _, _>(json!({})).await?,
        layout: context.layout("Installation", "/operator"),
        area: Area::at("/operator"),
    })
}

/// A configured plan.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Plan {
    id: String,
    price: u64,
    overage_price: u64,
    currency: String,
    quota: u64,
    overage: u64,
    rates: Vec<String>,
    modules: Vec<String>,
    for_sale: bool,
}

impl Plan {
    fn price_text(&self, language: Language) -> String {
        text(self.price, &self.currency, language)
    }

    fn overage_price_text(&self, language: Language) -> String {
        text(self.overage_price, &self.currency, language)
    }
}

fn text(minor: u64, currency: &str, language: Language) -> String {
    language.amount(i64::try_from(minor).unwrap_or(i64::MAX), currency)
}

#[derive(Template)]
#[template(path = "operator-plans.html")]
struct PlansPage {
    layout: Layout,
    area: Area,
    plans: Paginated<Plan>,
}

/// `GET /operator/plans`.
pub(super) async fn plans(context: PageContext) -> PageResult {
    page(&PlansPage {
        plans: context
            .list::<InstallationPlanList, _, _>(json!({}))
            .await?,
        layout: context.layout("Plans", "/operator"),
        area: Area::at("/operator/plans"),
    })
}

/// The invoice filters.
const STATES: [(&str, &str); 3] = [
    ("due", msg("unpaid")),
    ("paid", msg("paid")),
    ("nothing-due", msg("no payment due")),
];

#[derive(Template)]
#[template(path = "operator-invoices.html")]
struct InvoicesPage {
    layout: Layout,
    area: Area,
    states: [(&'static str, &'static str); 3],
    state: &'static str,
    statements: Paginated<StatementRow>,
    form: Form,
}

impl InvoicesPage {
    async fn of(context: &PageContext, form: Form) -> Result<Self, ApiError> {
        let asked = context.parameter("state").unwrap_or_default();
        let state = STATES.iter().find(|(name, _)| *name == asked);
        let state = state.map_or("due", |(name, _)| name);
        let mut input: Value = context.page(50);
        input["state"] = state.into();
        Ok(Self {
            statements: statements(context, input).await?,
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

/// An unsent e-mail.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Mail {
    recipient: String,
    kind: String,
    created_at: Moment,
    attempts: u64,
    last_error: Option<String>,
    given_up_at: Option<Moment>,
    link: Option<String>,
}

impl Mail {
    fn meaning(&self) -> &'static str {
        match self.kind.as_str() {
            "invitation" => msg("Invitation"),
            "reset_password" => msg("Password reset"),
            "verify_email" => msg("E-mail confirmation"),
            "new_sign_in"
            | "password_changed"
            | "second_factor_on"
            | "second_factor_off"
            | "recovery_codes_renewed"
            | "key_created" => msg("Security notice"),
            _ => msg("Other e-mail"),
        }
    }
}

#[derive(Template)]
#[template(path = "operator-outbox.html")]
struct OutboxPage {
    layout: Layout,
    area: Area,
    mails: Paginated<Mail>,
    sends_mail: bool,
}

/// `GET /operator/outbox`.
pub(super) async fn outbox(context: PageContext) -> PageResult {
    page(&OutboxPage {
        mails: context
            .list::<InstallationOutboxList, _, _>(context.page(50))
            .await?,
        layout: context.layout("Outbox", "/operator"),
        area: Area::at("/operator/outbox"),
        sends_mail: context.app.config.smtp.0.is_some(),
    })
}
