//! `/api/manage/orgs/{org}/billing/statements`: the bill of each period, as JSON, CSV and PDF.

use std::borrow::Cow;

use access::{RolePermission, StatementId};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{StatementLine, StatementRecord};

use super::LineView;
use auth::MemberCaller;
use billing::{Invoice, csv, invoice_number};
use config::Config;
use http_api::clock::rfc3339;
use http_api::text::path_id;
use http_api::{ApiError, ErrorCode, Methods, Rule, Spec};
use i18n::Language;
use operation::{Collection, CsvFile, Operation, PageInput, PdfFile, Resource, ResourceKind};
use platform::Platform;

/// A statement.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Statement")]
pub struct StatementAttributes {
    #[serde(skip)]
    pub id: StatementId,
    #[serde(skip)]
    record: StatementRecord,
    #[serde(skip)]
    stored_lines: Vec<StatementLine>,
    /// ID of the organization.
    pub organization: String,
    /// Invoice number.
    pub number: String,
    /// Month, in UTC.
    pub period: String,
    /// Status: `due`, `paid` or `nothing-due`.
    #[schemars(extend("enum" = ["due", "paid", "nothing-due"]))]
    pub state: &'static str,
    #[schemars(extend("format" = "date-time"))]
    pub issued_at: String,
    #[schemars(extend("format" = "date-time"))]
    pub due_at: String,
    pub currency: String,
    /// Sum of the lines, in minor units.
    pub total: i64,
    /// Number of ledger requests in this period: the sum over the lines.
    pub requests: u64,
    /// Units of these requests: the sum over the lines that count requests.
    pub units: u64,
    pub issuer: String,
    pub bill_to: String,
    /// Payment method.
    pub provider: String,
    /// Payment reference.
    pub payment_reference: String,
    /// Payment page, if the provider has one.
    pub payment_url: Option<String>,
    #[schemars(extend("format" = "date-time"))]
    pub paid_at: Option<String>,
    /// Lines. Present when you get a single statement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<LineView>>,
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
    pub fn of(statement: StatementRecord) -> Self {
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
    pub fn invoice(&self, config: &Config, language: Language) -> Invoice {
        let instructions = &config.payment_instructions.0;
        Invoice::of(&self.record, &self.stored_lines, instructions, language)
    }
}

#[derive(Debug)]
pub struct StatementList;

#[async_trait]
impl Operation for StatementList {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        group: "Billing",
        description: "There is one statement for each past month. It is created one hour after the \
                      month ends.",
        ..crate::spec(
            "statement_list",
            Methods::Get,
            "/api/manage/orgs/{org}/billing/statements",
            Rule::member(RolePermission::BillingRead),
            "List statements, newest first",
        )
    };
    type Context = Platform;
    type Input = PageInput;
    type Reply = Collection<StatementAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: PageInput,
    ) -> Result<Self::Reply, ApiError> {
        let (after, size) = (input.page.cursor()?, input.page.store_size());
        let page = platform
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
pub struct StatementReference {
    /// ID of the statement.
    #[schemars(length(max = 100))]
    pub statement: String,
}

/// A statement of the caller's organization, with its lines.
async fn read(
    platform: &Platform,
    caller: &MemberCaller,
    id: &str,
) -> Result<(StatementRecord, Vec<StatementLine>), ApiError> {
    let id = path_id(id)?;
    let inside = platform.store.org(caller.tenant());
    let found = inside.statement(id).await?;
    let found = found.ok_or_else(|| ApiError::plain(ErrorCode::ResourceNotFound))?;
    let lines = inside.statement_lines(id).await?;
    Ok((found, lines))
}

#[derive(Debug)]
pub struct StatementGet;

#[async_trait]
impl Operation for StatementGet {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        group: "Billing",
        description: "The request lines cover every counted request of the month, including requests \
            made with deleted keys, free requests made with test keys, and requests that failed \
            because of a server error and were refunded.",
        ..crate::spec(
            "statement_get",
            Methods::Get,
            "/api/manage/orgs/{org}/billing/statements/{statement}",
            Rule::member(RolePermission::BillingRead),
            "Get a statement with its lines",
        )
    };
    type Context = Platform;
    type Input = StatementReference;
    type Reply = Resource<StatementAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: StatementReference,
    ) -> Result<Self::Reply, ApiError> {
        let (statement, lines) = read(platform, &caller, &input.statement).await?;
        Ok(Resource(StatementAttributes {
            lines: Some(lines.iter().map(LineView::of).collect()),
            stored_lines: lines,
            ..StatementAttributes::of(statement)
        }))
    }
}

#[derive(Debug)]
pub struct StatementExport;

#[async_trait]
impl Operation for StatementExport {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        group: "Billing",
        description: "Returns one row per line. Amounts are decimal numbers in the currency of the \
        statement.",
        ..crate::spec(
            "statement_export",
            Methods::Get,
            "/api/manage/orgs/{org}/billing/statements/{statement}/lines.csv",
            Rule::member(RolePermission::BillingRead),
            "Download a statement as CSV",
        )
    };
    type Context = Platform;
    type Input = StatementReference;
    type Reply = CsvFile;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: StatementReference,
    ) -> Result<Self::Reply, ApiError> {
        let (statement, lines) = read(platform, &caller, &input.statement).await?;
        Ok(CsvFile {
            name: format!("statement-{}.csv", invoice_number(statement.number)),
            bytes: csv(&statement, &lines).into_bytes().into(),
        })
    }
}

#[derive(Debug)]
pub struct InvoiceGet;

/// An invoice in a language.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "InvoiceRequest")]
pub struct InvoiceInput {
    /// ID of the statement.
    #[schemars(length(max = 100))]
    pub statement: String,
    /// Language of the invoice. Defaults to English.
    #[serde(default)]
    pub language: InvoiceLanguage,
}

/// Language of an invoice.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum InvoiceLanguage {
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

impl From<Language> for InvoiceLanguage {
    fn from(language: Language) -> Self {
        match language {
            Language::English => Self::En,
            Language::Dutch => Self::Nl,
        }
    }
}

#[async_trait]
impl Operation for InvoiceGet {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        group: "Billing",
        description: "Returns the invoice in English or Dutch. A statement has an invoice once its \
            month has ended.",
        ..crate::spec(
            "invoice_get",
            Methods::Get,
            "/api/manage/orgs/{org}/billing/statements/{statement}/invoice.pdf",
            Rule::member(RolePermission::BillingRead),
            "Download a statement's invoice as a PDF",
        )
    };
    type Context = Platform;
    type Input = InvoiceInput;
    type Reply = PdfFile;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: InvoiceInput,
    ) -> Result<Self::Reply, ApiError> {
        let (statement, lines) = read(platform, &caller, &input.statement).await?;
        let instructions = &platform.config.payment_instructions.0;
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
