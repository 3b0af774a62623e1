//! `/api/manage/installation/statements`: the statements of every organization, and their payment.

use access::Timestamp;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use store::{Payment, StatementState};

use super::spec;
use crate::billing::statement::StatementAttributes;
use auth::OperatorCaller;
use billing::settle;
use http_api::text::{ParsedText, path_id};
use http_api::{ApiError, ErrorCode, Methods, Problem, Source, Spec};
use operation::{Collection, Operation, PageRequest, Resource};
use platform::Platform;

#[derive(Debug)]
pub struct InstallationStatementList;

/// A query for statements.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "InstallationStatementsRequest")]
pub struct StatementsInput {
    /// Only statements in this state.
    pub state: Option<StateText>,
    #[serde(default)]
    pub page: PageRequest,
}

/// State of a statement.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "StatementState")]
pub enum StateText {
    /// Not paid yet.
    Due,
    /// Paid.
    Paid,
    /// Nothing to pay.
    NothingDue,
}

impl From<StateText> for StatementState {
    fn from(text: StateText) -> Self {
        match text {
            StateText::Due => Self::Due,
            StateText::Paid => Self::Paid,
            StateText::NothingDue => Self::NothingDue,
        }
    }
}

#[async_trait]
impl Operation for InstallationStatementList {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        description: "Filter by `state` to find the statements that are due.",
        ..spec(
            "installation_statement_list",
            Methods::Get,
            "/api/manage/installation/statements",
            "List statements for all organizations, newest first",
        )
    };
    type Context = Platform;
    type Input = StatementsInput;
    type Reply = Collection<StatementAttributes>;

    async fn run(
        platform: &Platform,
        _: OperatorCaller,
        input: StatementsInput,
    ) -> Result<Self::Reply, ApiError> {
        let (after, size) = (input.page.cursor()?, input.page.store_size());
        let state = input.state.map(StatementState::from);
        let page = platform.store.statements_page(state, after, size).await?;
        Ok(Collection::of(page, StatementAttributes::of))
    }
}

#[derive(Debug)]
pub struct InstallationStatementPay;

/// The payment of a statement.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "StatementPaymentRequest")]
pub struct StatementPaymentInput {
    /// ID of the organization.
    #[schemars(length(max = 100))]
    org: String,
    /// ID of the statement.
    #[schemars(length(max = 100))]
    statement: String,
    /// Payment reference, such as the number of a bank transfer.
    #[schemars(length(min = 1, max = 200))]
    note: String,
    /// Time of the payment. Defaults to now.
    paid_at: Option<ParsedText<Timestamp>>,
}

#[async_trait]
impl Operation for InstallationStatementPay {
    type Caller = OperatorCaller;
    const SPEC: Spec<OperatorCaller> = Spec {
        errors: &[
            ErrorCode::ResourceNotFound,
            ErrorCode::ValueRefused,
            ErrorCode::StatementNotDue,
        ],
        description: "Records a payment received outside the service, with its reference. Only \
            statements that are due can be paid.",
        ..spec(
            "installation_statement_pay",
            Methods::Post,
            "/api/manage/installation/orgs/{org}/statements/{statement}/payment",
            "Mark a statement as paid",
        )
    };
    type Context = Platform;
    type Input = StatementPaymentInput;
    type Reply = Resource<StatementAttributes>;

    async fn run(
        platform: &Platform,
        caller: OperatorCaller,
        input: StatementPaymentInput,
    ) -> Result<Self::Reply, ApiError> {
        let at = input.paid_at.map_or(caller.now(), |it| it.0);
        if at > caller.now() {
            let problem = Problem::new(ErrorCode::ValueRefused, "The time is in the future.");
            return Err(problem.at(Source::Pointer("/paidAt".to_owned())).into());
        }
        let (org, id) = (path_id(&input.org)?, path_id(&input.statement)?);
        let mut locked = caller.lock(platform, org).await?;
        let inside = platform.store.org(caller.tenant(org));
        let not_found = || ApiError::plain(ErrorCode::ResourceNotFound);
        let before = inside.statement(id).await?.ok_or_else(not_found)?;
        let event = caller.event("statement.pay", &id);
        let payment = Payment {
            at,
            by: event.actor.clone(),
            note: input.note,
        };
        settle(&mut locked, &before, &payment, event).await?;
        locked.commit().await?;
        let after = inside.statement(id).await?.ok_or_else(not_found)?;
        Ok(Resource(StatementAttributes::of(after)))
    }
}
