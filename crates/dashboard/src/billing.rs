//! Billing: plan, current charges, statements, invoices and plan changes.

use askama::Template;
use axum::extract::Path;
use billing::{Invoice, InvoiceLine, WriteAmount};
use serde::Deserialize;
use serde_json::{Value, json};

use super::form::Form;
use super::markup::Moment;
use super::page::{PageError, PageResult, page, refused, see_other};
use super::page_context::{Layout, PageContext, Paginated, view, views};
use http_api::{ApiError, ErrorCode};
use i18n::Language;
use management_api::billing::plan::{PlanList, PlanUpdate};
use management_api::billing::statement::{
    InvoiceGet, StatementExport, StatementGet, StatementList,
};
use management_api::billing::{BillingGet, BillingUpdate};
use operation::{Reply, ReplyContext};

/// The cost of the current period.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Billing {
    plan: Option<String>,
    price: u64,
    overage_price: u64,
    currency: String,
    quota: u64,
    overage: u64,
    used: u64,
    period: String,
    period_ends_at: Moment,
    total: i64,
    bill_to: String,
    own_terms: bool,
}

impl Billing {
    fn price_text(&self, language: Language) -> String {
        amount(self.price, &self.currency, language)
    }

    fn overage_price_text(&self, language: Language) -> String {
        amount(self.overage_price, &self.currency, language)
    }

    fn total_text(&self, language: Language) -> String {
        language.amount(self.total, &self.currency)
    }

    /// The value of the progress bar, at most the quota.
    fn used_of_quota(&self) -> u64 {
        self.used.min(self.quota)
    }
}

fn amount(minor: u64, currency: &str, language: Language) -> String {
    language.amount(i64::try_from(minor).unwrap_or(i64::MAX), currency)
}

/// A statement in a list.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StatementRow {
    pub(super) id: String,
    pub(super) organization: String,
    pub(super) number: String,
    pub(super) period: String,
    pub(super) state: String,
    pub(super) currency: String,
    pub(super) total: i64,
    pub(super) requests: u64,
    pub(super) due_at: Moment,
    pub(super) bill_to: String,
}

impl StatementRow {
    pub(super) fn total_text(&self, language: Language) -> String {
        language.amount(self.total, &self.currency)
    }

    /// The first line of the address.
    pub(super) fn payer(&self) -> &str {
        self.bill_to.lines().next().unwrap_or_default()
    }
}

#[derive(Template)]
#[template(path = "billing.html")]
struct BillingPage {
    layout: Layout,
    billing: Billing,
    lines: Vec<InvoiceLine>,
    statements: Paginated<StatementRow>,
    form: Form,
    may_manage: bool,
}

impl BillingPage {
    async fn of(context: &PageContext, form: Form) -> Result<Self, ApiError> {
        context.org()?;
        let found = context.call::<BillingGet>(json!({})).await?.0;
        let billing: Billing = view(&found)?;
        let (currency, language) = (&billing.currency, context.language);
        let lines = found.lines.iter().map(|it| it.shown(currency, language));
        Ok(Self {
            layout: context.layout("Billing", "/billing"),
            lines: lines.collect(),
            billing,
            statements: context
                .list::<StatementList, _, _>(context.page(12))
                .await?,
            form,
            may_manage: context.may::<PlanUpdate>(),
        })
    }
}

/// `GET /billing`.
pub(super) async fn show(context: PageContext) -> PageResult {
    page(&BillingPage::of(&context, Form::default()).await?)
}

/// `POST /billing/address`: sets the billing address.
pub(super) async fn address(context: PageContext, form: Form) -> PageResult {
    let lines = form.lines("billTo").join("\n");
    let outcome = context
        .call::<BillingUpdate>(json!({ "billTo": lines }))
        .await;
    match outcome {
        Ok(_) => Ok(see_other("/billing?done=bill_to")),
        Err(error) => refused(&BillingPage::of(&context, form.refused(error)?).await?),
    }
}

/// A plan.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PlanView {
    id: String,
    price: u64,
    overage_price: u64,
    currency: String,
    quota: u64,
    overage: u64,
    rates: Vec<String>,
    modules: Vec<String>,
    current: bool,
}

impl PlanView {
    fn price_text(&self, language: Language) -> String {
        amount(self.price, &self.currency, language)
    }

    fn overage_price_text(&self, language: Language) -> String {
        amount(self.overage_price, &self.currency, language)
    }
}

/// A preview of a plan change.
struct Change {
    lines: Vec<InvoiceLine>,
    net: i64,
    net_text: String,
    /// The reason it is not possible now.
    refusal: Option<ErrorCode>,
}

#[derive(Template)]
#[template(path = "plans.html")]
struct PlansPage {
    layout: Layout,
    plans: Vec<(PlanView, Option<Change>)>,
    form: Form,
    may_manage: bool,
}

impl PlansPage {
    async fn of(context: &PageContext, form: Form) -> Result<Self, ApiError> {
        context.org()?;
        let language = context.language;
        let found = context.call::<PlanList>(json!({})).await?.items;
        let views: Vec<PlanView> = views(&found)?;
        let plans = found.iter().zip(views).map(|(plan, view)| {
            let change = plan.change.as_ref().map(|it| Change {
                lines: it
                    .lines
                    .iter()
                    .map(|it| it.shown(&view.currency, language))
                    .collect(),
                net: it.net,
                net_text: language.amount(it.net, &view.currency),
                refusal: it.code,
            });
            (view, change)
        });
        Ok(Self {
            plans: plans.collect(),
            layout: context.layout("Plans", "/billing"),
            form,
            may_manage: context.may::<PlanUpdate>(),
        })
    }
}

/// `GET /billing/plans`.
pub(super) async fn plans(context: PageContext) -> PageResult {
    page(&PlansPage::of(&context, Form::default()).await?)
}

/// `POST /billing/plan`: changes the plan if the price is still the one shown.
pub(super) async fn change(context: PageContext, form: Form) -> PageResult {
    let net: Option<i64> = form.value("net").parse().ok();
    let input = json!({ "plan": form.value("plan"), "net": net });
    match context.call::<PlanUpdate>(input).await {
        Ok(_) => Ok(see_other("/billing?done=plan")),
        Err(error) => refused(&PlansPage::of(&context, form.refused(error)?).await?),
    }
}

#[derive(Template)]
#[template(path = "invoice.html")]
struct InvoicePage {
    layout: Layout,
    id: String,
    invoice: Invoice,
}

/// `GET /billing/statements/{statement}`: the invoice as a page.
pub(super) async fn invoice(context: PageContext, Path(id): Path<String>) -> PageResult {
    context.org()?;
    let found = context
        .call::<StatementGet>(json!({ "statement": id }))
        .await?;
    page(&InvoicePage {
        layout: context.layout("Invoice", "/billing"),
        invoice: found.0.invoice(&context.app.config, context.language),
        id,
    })
}

/// `GET /billing/statements/{statement}/invoice.pdf`.
pub(super) async fn pdf(context: PageContext, Path(id): Path<String>) -> PageResult {
    let input = json!({ "statement": id, "language": context.language.tag() });
    file(context.call::<InvoiceGet>(input).await?)
}

/// `GET /billing/statements/{statement}/lines.csv`.
pub(super) async fn csv(context: PageContext, Path(id): Path<String>) -> PageResult {
    file(
        context
            .call::<StatementExport>(json!({ "statement": id }))
            .await?,
    )
}

fn file(reply: impl Reply) -> PageResult {
    let written = reply.into_response(&ReplyContext::default());
    let unwritable = |error| ApiError::plain(ErrorCode::InternalError).because(error);
    written.map_err(unwritable).map_err(PageError::from)
}

/// Statements of every organization, for the operator.
pub(super) async fn statements(
    context: &PageContext,
    input: Value,
) -> Result<Paginated<StatementRow>, ApiError> {
    context
        .list::<management_api::installation::statement::InstallationStatementList, _, _>(input)
        .await
}
