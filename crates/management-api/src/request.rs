//! The counted requests of an organization, newest first, and one of them.

use access::{KeyId, RequestId, RolePermission, Timestamp, UserId};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::Deserialize;
use store::{LedgerFilter, StatusClass};

use super::activity::LedgerAttributes;
use auth::MemberCaller;
use http_api::text::{ParsedText, path_id};
use http_api::{ApiError, ErrorCode, Methods, Rule, Spec};
use operation::{Collection, Operation, PageRequest, Resource};
use platform::Platform;

/// A class of outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "RequestOutcome")]
pub enum OutcomeText {
    /// Status 100 to 399.
    Succeeded,
    /// Status 400 to 499.
    Refused,
    /// Status 500 to 599. These requests cost nothing.
    Failed,
    /// No status: the request is in progress, or its outcome was never recorded.
    Unknown,
}

impl From<OutcomeText> for StatusClass {
    fn from(text: OutcomeText) -> Self {
        match text {
            OutcomeText::Succeeded => Self::Succeeded,
            OutcomeText::Refused => Self::Refused,
            OutcomeText::Failed => Self::Failed,
            OutcomeText::Unknown => Self::Unknown,
        }
    }
}

/// A query for requests.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "RequestListRequest")]
pub struct RequestListInput {
    /// ID of the API key.
    #[schemars(length(max = 100))]
    pub key: Option<String>,
    /// ID of the user, for requests that were made without a key.
    #[schemars(length(max = 100))]
    pub user: Option<String>,
    /// ID of the operation.
    #[schemars(length(max = 100))]
    pub operation: Option<String>,
    /// Only requests with this outcome.
    pub outcome: Option<OutcomeText>,
    /// Only requests with this error code.
    #[schemars(length(max = 100))]
    pub error_code: Option<String>,
    /// Start, inclusive.
    pub from: Option<ParsedText<Timestamp>>,
    /// End, exclusive.
    pub to: Option<ParsedText<Timestamp>>,
    #[serde(default)]
    pub page: PageRequest,
}

impl RequestListInput {
    fn filter(&self) -> Result<LedgerFilter, ApiError> {
        let key = self.key.as_deref().map(path_id::<KeyId>).transpose()?;
        let user = self.user.as_deref().map(path_id::<UserId>).transpose()?;
        Ok(LedgerFilter {
            key,
            user,
            operation: self.operation.clone(),
            status: self.outcome.map(StatusClass::from),
            error_code: self.error_code.clone(),
            from: self.from.as_ref().map(|it| it.0),
            to: self.to.as_ref().map(|it| it.0),
        })
    }
}

#[derive(Debug)]
pub struct RequestList;

#[async_trait]
impl Operation for RequestList {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Lists counted requests. If you filter by anything other than time, each page \
            searches 5,000 requests. It can therefore contain fewer entries than you asked for, or \
            none, even if there is a next page. `meta.total` is the number of all counted requests, without filters.",
        ..super::spec(
            "request_list",
            Methods::Get,
            "/api/manage/orgs/{org}/requests",
            Rule::member(RolePermission::BillingRead),
            "List counted requests, newest first",
        )
    };
    type Context = Platform;
    type Input = RequestListInput;
    type Reply = Collection<LedgerAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: RequestListInput,
    ) -> Result<Self::Reply, ApiError> {
        let filter = input.filter()?;
        let (after, size) = (input.page.cursor()?, input.page.store_size());
        let inside = platform.store.org(caller.tenant());
        let found = inside.ledger_search(&filter, after, size).await?;
        let show = |it| LedgerAttributes::of(it, caller.org());
        Ok(Collection {
            items: found.rows.into_iter().map(show).collect(),
            next: found.next.map(|it| it.to_string()),
            total: inside.ledger_size().await?,
        })
    }
}

/// A reference to a request.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "RequestReference")]
pub struct RequestReference {
    /// ID of the request, as in the `X-Request-Id` header of its response.
    #[schemars(length(max = 100))]
    pub request: String,
}

#[derive(Debug)]
pub struct RequestGet;

#[async_trait]
impl Operation for RequestGet {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Returns a request that was counted toward usage, by the ID in the `X-Request-Id` \
            header of its response. Requests that were rejected before they were counted have no \
            entry.",
        ..super::spec(
            "request_get",
            Methods::Get,
            "/api/manage/orgs/{org}/requests/{request}",
            Rule::member(RolePermission::BillingRead),
            "Get a counted request",
        )
    };
    type Context = Platform;
    type Input = RequestReference;
    type Reply = Resource<LedgerAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: RequestReference,
    ) -> Result<Self::Reply, ApiError> {
        let request: RequestId = path_id(&input.request)?;
        let inside = platform.store.org(caller.tenant());
        let found = inside.ledger_entry(request).await?;
        let found = found.ok_or_else(|| ApiError::plain(ErrorCode::ResourceNotFound))?;
        Ok(Resource(LedgerAttributes::of(found, caller.org())))
    }
}
