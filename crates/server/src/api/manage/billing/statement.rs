//! `/api/manage/orgs/{org}/billing/statements`: what was billed for each period, for people, for
//! spreadsheets and on paper.

use std::borrow::Cow;

use access::{RolePermission, StatementId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{StatementLine, StatementRecord};

use super::LineView;
use crate::app::App;
use crate::operation::{
    Collection, CsvFile, Operation, PageInput, PdfFile, Resource, ResourceKind,
};
use auth::MemberCaller;
use billing::{Invoice, csv, invoice_number};
use config::Config;
use http_api::clock::rfc3339;
use http_api::text::path_id;
use http_api::{ApiError, ErrorCode, Methods, Rule, Spec};
use i18n::Language;

/// A statement.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Statement")]
pub(crate) struct StatementAttributes {
    #[serde(skip)]
    id: StatementId,
    #[serde(skip)]
    record: StatementRecord,
    #[serde(skip)]
    stored_lines: Vec<StatementLine>,
    /// The organization it is for.
    organization: String,
    /// The invoice's number.
    number: String,
    /// The month, UTC.
    period: String,
    /// `due`, `paid`, or `nothing-due`.
    state: &'static str,
    issued_at: String,
    due_at: String,
    currency: String,
    /// What the lines cost together, in minor units.
    total: i64,
    /// Requests of the ledger in this period: the sum of the lines'.
    requests: u64,
    /// What they cost in units: the sum over the lines that count requests.
    units: u64,
    issuer: String,
    bill_to: String,
    /// How it is paid.
    provider: String,
    /// What a payment names.
    payment_reference: String,
    /// Where it can be paid, if the provider has such a page.
    payment_url: Option<String>,
    paid_at: Option<String>,
    /// The lines, when one statement is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Vec<LineView>>,
}

impl ResourceKind for StatementAttributes {
    const TYPE: &'static str = "statement";

    fn id(&self) -> String {
        self.id.to_string()
    }

    fn path(&self) -> Cow<'static, str> {
        let org = &self.organization;
        format!("/api/manage/orgs/{org}/billing/statements/{}", self.id).into()
    }
}

impl StatementAttributes {
    pub(crate) fn of(statement: StatementRecord) -> Self {
        Self {
            record: statement.clone(),
            stored_lines: Vec::new(),
            id: statement.id,
            organization: statement.org.to_string(),
            number: invoice_number(statement.number),
            period: statement.period.to_string(),
            state: statement.state.name(),
            issued_at: rfc3339(statement.issued_at),
            due_at: rfc3339(statement.due_at),
            currency: statement.currency,
            total: statement.total_minor,
            requests: statement.requests,
            units: statement.units,
            issuer: statement.issuer,
            bill_to: statement.bill_to,
            provider: statement.provider,
            payment_reference: statement.payment_reference,
            payment_url: statement.payment_url,
            paid_at: statement.paid_at.map(rfc3339),
            lines: None,
        }
    }

    /// The invoice in words.
    pub(crate) fn invoice(&self, config: &Config, language: Language) -> Invoice {
        let instructions = &config.payment_instructions.0;
        Invoice::of(&self.record, &self.stored_lines, instructions, language)
    }
}

#[derive(Debug)]
pub(crate) struct StatementList;

impl Operation for StatementList {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        group: "Billing",
        description: "One for each month that has ended, made an hour after its end.",
        ..super::super::spec(
            "statement_list",
            Methods::Get,
            "/api/manage/orgs/{org}/billing/statements",
            Rule::member(RolePermission::BillingRead),
            "Statements, newest first",
        )
    };
    type Input = PageInput;
    type Reply = Collection<StatementAttributes>;

    async fn run(
        app: &App,
        caller: MemberCaller,
        input: PageInput,
    ) -> Result<Self::Reply, ApiError> {
        let (after, size) = (input.page.cursor()?, input.page.store_size());
        let page = app
            .store
            .org(caller.tenant())
            .statements(after, size)
            .await?;
        Ok(Collection::of(page, StatementAttributes::of))
    }
}

/// One statement.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "StatementReference")]
pub(crate) struct StatementReference {
    #[schemars(length(max = 100))]
    statement: String,
}

/// A statement of the caller's organization, with its lines.
async fn read(
    app: &App,
    caller: &MemberCaller,
    id: &str,
) -> Result<(StatementRecord, Vec<StatementLine>), ApiError> {
    let id = path_id(id)?;
    let inside = app.store.org(caller.tenant());
    let found = inside.statement(id).await?;
    let found = found.ok_or_else(|| ApiError::plain(ErrorCode::ResourceNotFound))?;
    let lines = inside.statement_lines(id).await?;
    Ok((found, lines))
}

#[derive(Debug)]
pub(crate) struct StatementGet;

impl Operation for StatementGet {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        group: "Billing",
        description: "The lines that count requests add up to the ledger of the month, to the last \
            request: those of keys that are gone, of test keys at no price, and our own failures, \
            whose units were returned.",
        ..super::super::spec(
            "statement_get",
            Methods::Get,
            "/api/manage/orgs/{org}/billing/statements/{statement}",
            Rule::member(RolePermission::BillingRead),
            "One statement with its lines",
        )
    };
    type Input = StatementReference;
    type Reply = Resource<StatementAttributes>;

    async fn run(
        app: &App,
        caller: MemberCaller,
        input: StatementReference,
    ) -> Result<Self::Reply, ApiError> {
        let (statement, lines) = read(app, &caller, &input.statement).await?;
        Ok(Resource(StatementAttributes {
            lines: Some(lines.iter().map(LineView::of).collect()),
            stored_lines: lines,
            ..StatementAttributes::of(statement)
        }))
    }
}

#[derive(Debug)]
pub(crate) struct StatementExport;

impl Operation for StatementExport {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        group: "Billing",
        description: "One row for each line. Amounts are decimal numbers of the currency.",
        ..super::super::spec(
            "statement_export",
            Methods::Get,
            "/api/manage/orgs/{org}/billing/statements/{statement}/lines.csv",
            Rule::member(RolePermission::BillingRead),
            "A statement for a spreadsheet",
        )
    };
    type Input = StatementReference;
    type Reply = CsvFile;

    async fn run(
        app: &App,
        caller: MemberCaller,
        input: StatementReference,
    ) -> Result<Self::Reply, ApiError> {
        let (statement, lines) = read(app, &caller, &input.statement).await?;
        Ok(CsvFile {
            name: format!("statement-{}.csv", invoice_number(statement.number)),
            bytes: csv(&statement, &lines).into_bytes().into(),
        })
    }
}

#[derive(Debug)]
pub(crate) struct InvoiceGet;

/// One invoice, in a language.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "InvoiceRequest")]
pub(crate) struct InvoiceInput {
    #[schemars(length(max = 100))]
    statement: String,
    /// The language it is written in: English unless said otherwise.
    #[serde(default)]
    language: InvoiceLanguage,
}

/// A language invoices are written in.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum InvoiceLanguage {
    /// English.
    #[default]
    En,
    /// Dutch.
    Nl,
}

impl From<InvoiceLanguage> for Language {
    fn from(language: InvoiceLanguage) -> Self {
        match language {
            InvoiceLanguage::En => Self::English,
            InvoiceLanguage::Nl => Self::Dutch,
        }
    }
}

impl Operation for InvoiceGet {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        group: "Billing",
        ..super::super::spec(
            "invoice_get",
            Methods::Get,
            "/api/manage/orgs/{org}/billing/statements/{statement}/invoice.pdf",
            Rule::member(RolePermission::BillingRead),
            "The invoice of a statement, on paper",
        )
    };
    type Input = InvoiceInput;
    type Reply = PdfFile;

    async fn run(
        app: &App,
        caller: MemberCaller,
        input: InvoiceInput,
    ) -> Result<Self::Reply, ApiError> {
        let (statement, lines) = read(app, &caller, &input.statement).await?;
        let instructions = &app.config.payment_instructions.0;
        let language = input.language.into();
        let invoice = Invoice::of(&statement, &lines, instructions, language);
        let bytes = invoice.pdf();
        let bytes = bytes.ok_or_else(|| ApiError::plain(ErrorCode::InternalError))?;
        Ok(PdfFile {
            name: format!("invoice-{}.pdf", invoice.number),
            bytes: bytes.into(),
        })
    }
}
