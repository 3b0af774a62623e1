//! Billing: plan, current charges, statements, invoices and plan changes.

use askama::Template;
use axum::extract::Path;
use billing::{Invoice, InvoiceLine, WriteAmount};

use super::form::{Form, FormInput};
use super::keys::WINDOWS;
use super::markup::ToMoment as _;
use super::message::{Message, Translate as _};
use super::page::{PageError, PageResult, page, refused, see_other};
use super::page_context::{Layout, PageContext};
use http_api::{ApiError, ErrorCode};
use i18n::Language;
use management_api::billing::plan::{PlanAttributes, PlanList, PlanUpdate};
use management_api::billing::statement::{
    InvoiceGet, InvoiceInput, StatementAttributes, StatementExport, StatementGet, StatementList,
    StatementReference,
};
use management_api::billing::{BillingAttributes, BillingGet, BillingUpdate};
use management_api::installation::plan::InstallationPlan;
use operation::{Collection, NoInput, Reply, ReplyContext};

/// The prices of a plan as text.
pub(super) trait Priced {
    /// The price per month and the price of a unit above the quota, in minor units, and their
    /// currency.
    fn prices(&self) -> (u64, u64, &str);

    fn price_text(&self, language: Language) -> String {
        let (price, _, currency) = self.prices();
        amount(price, currency, language)
    }

    fn overage_price_text(&self, language: Language) -> String {
        let (_, overage_price, currency) = self.prices();
        amount(overage_price, currency, language)
    }
}

impl Priced for BillingAttributes {
    fn prices(&self) -> (u64, u64, &str) {
        (self.price, self.overage_price, &self.currency)
    }
}

impl Priced for PlanAttributes {
    fn prices(&self) -> (u64, u64, &str) {
        (self.price, self.overage_price, &self.currency)
    }
}

impl Priced for InstallationPlan {
    fn prices(&self) -> (u64, u64, &str) {
        (self.price, self.overage_price, &self.currency)
    }
}

fn amount(minor: u64, currency: &str, language: Language) -> String {
    language.amount(i64::try_from(minor).unwrap_or(i64::MAX), currency)
}

/// What the page shows of the current period.
trait BillingExt {
    fn total_text(&self, language: Language) -> String;

    /// The value of the progress bar, at most the quota.
    fn used_of_quota(&self) -> u64;
}

impl BillingExt for BillingAttributes {
    fn total_text(&self, language: Language) -> String {
        language.amount(self.total, &self.currency)
    }

    fn used_of_quota(&self) -> u64 {
        self.used.min(self.quota)
    }
}

/// What pages show of a statement in a list.
pub(super) trait StatementExt {
    fn total_text(&self, language: Language) -> String;

    /// The first line of the address.
    fn payer(&self) -> &str;
}

impl StatementExt for StatementAttributes {
    fn total_text(&self, language: Language) -> String {
        language.amount(self.total, &self.currency)
    }

    fn payer(&self) -> &str {
        self.bill_to.lines().next().unwrap_or_default()
    }
}

#[derive(Template)]
#[template(path = "billing.html")]
struct BillingPage {
    layout: Layout,
    billing: BillingAttributes,
    lines: Vec<InvoiceLine>,
    statements: Collection<StatementAttributes>,
    form: Form,
    may_manage: bool,
}

impl BillingPage {
    async fn of(context: &PageContext, form: Form) -> Result<Self, ApiError> {
        context.org()?;
        let billing = context.call::<BillingGet>(NoInput {}).await?.0;
        let (currency, language) = (&billing.currency, context.language);
        let lines = billing.lines.iter().map(|it| it.shown(currency, language));
        Ok(Self {
            layout: context.layout("Billing", "/billing"),
            lines: lines.collect(),
            billing,
            statements: context
                .call::<StatementList>(context.page(12).into())
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
    let input = FormInput::default().set("billTo", lines);
    match context.submit::<BillingUpdate>(input).await {
        Ok(_) => Ok(see_other("/billing?done=bill_to")),
        Err(error) => refused(&BillingPage::of(&context, form.refused(error)?).await?),
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
    plans: Vec<(PlanAttributes, Option<Change>)>,
    form: Form,
    may_manage: bool,
}

impl PlansPage {
    async fn of(context: &PageContext, form: Form) -> Result<Self, ApiError> {
        context.org()?;
        let language = context.language;
        let found = context.call::<PlanList>(NoInput {}).await?.items;
        let plans = found.into_iter().map(|plan| {
            let change = plan.change.as_ref().map(|it| Change {
                lines: it
                    .lines
                    .iter()
                    .map(|it| it.shown(&plan.currency, language))
                    .collect(),
                net: it.net,
                net_text: language.amount(it.net, &plan.currency),
                refusal: it.code,
            });
            (plan, change)
        });
        Ok(Self {
            plans: plans.collect(),
            layout: context.layout("Plans", "/billing"),
            form,
            may_manage: context.may::<PlanUpdate>(),
        })
    }

    fn rate(&self, rate: &str) -> Message {
        rate_text(rate, self.layout.language())
    }
}

/// A rate limit of the API, such as `10/60s`, in words.
pub(super) fn rate_text(rate: &str, language: Language) -> Message {
    let (limit, window) = rate.split_once('/').unwrap_or((rate, ""));
    let number = |text: &str| text.parse::<u64>().unwrap_or_default();
    let (limit, seconds) = (number(limit), number(window.trim_end_matches('s')));
    let window = match WINDOWS.iter().find(|(it, _)| *it == seconds) {
        Some((_, name)) => language.t(name),
        None => language.t("{n} seconds").with("n", seconds),
    };
    let sentence = if limit == 1 {
        language.t("1 request per {window}")
    } else {
        language.t("{n} requests per {window}")
    };
    sentence.with("n", limit).with("window", window)
}

/// `GET /billing/plans`.
pub(super) async fn plans(context: PageContext) -> PageResult {
    page(&PlansPage::of(&context, Form::default()).await?)
}

/// `POST /billing/plan`: changes the plan if the price is still the one shown.
pub(super) async fn change(context: PageContext, form: Form) -> PageResult {
    let net: Option<i64> = form.value("net").parse().ok();
    let input = form.input(&["plan"]).set("net", net);
    match context.submit::<PlanUpdate>(input).await {
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
    let reference = StatementReference {
        statement: id.clone(),
    };
    let found = context.call::<StatementGet>(reference).await?;
    page(&InvoicePage {
        layout: context.layout("Invoice", "/billing"),
        invoice: found.0.invoice(&context.app.config, context.language),
        id,
    })
}

/// `GET /billing/statements/{statement}/invoice.pdf`.
pub(super) async fn pdf(context: PageContext, Path(statement): Path<String>) -> PageResult {
    let input = InvoiceInput {
        statement,
        language: context.language.into(),
    };
    file(context.call::<InvoiceGet>(input).await?)
}

/// `GET /billing/statements/{statement}/lines.csv`.
pub(super) async fn csv(context: PageContext, Path(statement): Path<String>) -> PageResult {
    let reference = StatementReference { statement };
    file(context.call::<StatementExport>(reference).await?)
}

fn file(reply: impl Reply) -> PageResult {
    let written = reply.into_response(&ReplyContext::default());
    let unwritable = |error| ApiError::plain(ErrorCode::InternalError).because(error);
    written.map_err(unwritable).map_err(PageError::from)
}
