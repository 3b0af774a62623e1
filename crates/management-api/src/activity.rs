//! An organization's own records: usage, ledger, refusals. Its audit log is in `audit.rs`.

use std::fmt;

use access::{Allowance, KeyMode, OrgId, Period, RolePermission, Timestamp};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{LedgerRow, RefusalRow, UsageGroup, UsageQuery, UsageSum};

use auth::MemberCaller;
use http_api::clock::rfc3339;
use http_api::text::ParsedText;
use http_api::{ApiError, Methods, Rule, Spec};
use operation::{Collection, NoInput, Operation, PageInput, PageRequest, Resource, resource};
use platform::Platform;

const DAY_MICROS: i64 = 86_400_000_000;
const HOUR_MICROS: i64 = 3_600_000_000;
const MINUTE_MICROS: i64 = 60_000_000;

/// Usage in the current period.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "UsageOfPeriod")]
pub struct PeriodAttributes {
    #[serde(skip)]
    pub id: String,
    #[serde(skip)]
    org: OrgId,
    /// Month, in UTC.
    pub period: String,
    pub live: AllowanceState,
    /// Usage of all organizations that share the allowance of an owner.
    pub test: AllowanceState,
    #[schemars(extend("format" = "date-time"))]
    pub resets_at: String,
}

/// An allowance and its usage.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "AllowanceState")]
pub struct AllowanceState {
    pub used: u64,
    /// Quota and overage together. Requests beyond it are rejected.
    pub limit: u64,
    /// Units included in the plan, or the test allowance.
    pub quota: u64,
    /// Units above the quota that are served at the overage price.
    pub overage: u64,
}

resource!(
    PeriodAttributes,
    "usage-period",
    id,
    "/api/manage/orgs/{org}/usage/current",
    org
);

#[derive(Debug)]
pub struct UsageCurrent;

#[async_trait]
impl Operation for UsageCurrent {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Returns the units used and the allowance for live and test keys in the \
            current calendar month (UTC).",
        ..super::spec(
            "usage_current",
            Methods::Get,
            "/api/manage/orgs/{org}/usage/current",
            Rule::member(RolePermission::BillingRead),
            "Get usage for the current period",
        )
    };
    type Context = Platform;
    type Input = NoInput;
    type Reply = Resource<PeriodAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        _: NoInput,
    ) -> Result<Self::Reply, ApiError> {
        let period = Period::of(caller.now());
        let (org, terms) = (caller.membership().record(), caller.membership().terms());
        let state = async |mode: KeyMode| -> Result<AllowanceState, ApiError> {
            // A plan that is not configured admits nothing.
            let nothing = Allowance {
                quota: 0,
                overage: 0,
            };
            let allowance = platform.meter.allowance_of(terms, mode).unwrap_or(nothing);
            Ok(AllowanceState {
                used: platform.meter.used_of(org, mode, caller.now()).await?,
                limit: allowance.cap(),
                quota: allowance.quota,
                overage: allowance.overage,
            })
        };
        Ok(Resource(PeriodAttributes {
            id: period.to_string(),
            org: caller.org(),
            period: period.to_string(),
            live: state(KeyMode::Live).await?,
            test: state(KeyMode::Test).await?,
            resets_at: rfc3339(period.end()),
        }))
    }
}

/// How to group usage.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "UsageGroup")]
pub enum GroupText {
    Hour,
    #[default]
    Day,
    Month,
    Key,
    Operation,
    Origin,
}

/// A usage query.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "UsageRequest")]
pub struct UsageInput {
    /// How to group usage. Defaults to days.
    #[serde(default)]
    pub group_by: GroupText,
    /// Start hour. Defaults to the start of the period.
    pub from: Option<ParsedText<Timestamp>>,
    /// End hour. Defaults to now.
    pub to: Option<ParsedText<Timestamp>>,
    #[serde(default)]
    pub page: PageRequest,
}

/// Usage of one group.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Usage")]
pub struct UsageAttributes {
    #[serde(skip)]
    pub id: String,
    #[serde(skip)]
    org: OrgId,
    /// Number of counted requests.
    pub requests: u64,
    /// Units charged.
    pub units: u64,
    pub succeeded: u64,
    pub refused: u64,
    /// Number of our own failures, which cost nothing.
    pub failed: u64,
}

resource!(
    UsageAttributes,
    "usage",
    id,
    "/api/manage/orgs/{org}/usage",
    org
);

impl UsageAttributes {
    fn of(sum: UsageSum, group: UsageGroup, org: OrgId) -> Self {
        let start = |number: i64, micros: i64, length: usize| {
            let start = Timestamp::from_micros(number.saturating_mul(micros));
            rfc3339(start).chars().take(length).collect()
        };
        let id = match (group, sum.label.parse()) {
            (UsageGroup::Hour, Ok(number)) => start(number, HOUR_MICROS, 13),
            (UsageGroup::Day, Ok(number)) => start(number, DAY_MICROS, 10),
            _ => sum.label,
        };
        Self {
            id,
            org,
            requests: sum.requests,
            units: sum.units,
            succeeded: sum.succeeded,
            refused: sum.refused,
            failed: sum.failed,
        }
    }
}

#[derive(Debug)]
pub struct UsageList;

#[async_trait]
impl Operation for UsageList {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Returns usage over whole hours of the ledger, grouped by hour, day or month \
            (UTC), key, operation or origin. The IDs are the hours (`2027-01-15T08`), days, \
            months, keys, operations and hosts.",
        ..super::spec(
            "usage_list",
            Methods::Get,
            "/api/manage/orgs/{org}/usage",
            Rule::member(RolePermission::BillingRead),
            "List usage by time, key, operation or origin",
        )
    };
    type Context = Platform;
    type Input = UsageInput;
    type Reply = Collection<UsageAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: UsageInput,
    ) -> Result<Self::Reply, ApiError> {
        let group = match input.group_by {
            GroupText::Hour => UsageGroup::Hour,
            GroupText::Day => UsageGroup::Day,
            GroupText::Month => UsageGroup::Month,
            GroupText::Key => UsageGroup::Key,
            GroupText::Operation => UsageGroup::Operation,
            GroupText::Origin => UsageGroup::Origin,
        };
        let now = caller.now();
        let after = input.page.after.as_deref().map(UsageCursor::parse);
        let after = after.transpose()?;
        let query = UsageQuery {
            group,
            total: after.as_ref().map(|it| it.total),
            from: input.from.map_or(Period::of(now).start(), |it| it.0),
            to: input.to.map_or(tomorrow(now), |it| it.0),
            after: after.map(|it| it.label),
        };
        let inside = platform.store.org(caller.tenant());
        let page = inside.usage_page(&query, input.page.store_size()).await?;
        let total = page.total;
        let next = page
            .next
            .map(|label| UsageCursor { total, label }.to_string());
        let items = page.items.into_iter();
        Ok(Collection {
            items: items
                .map(|it| UsageAttributes::of(it, group, caller.org()))
                .collect(),
            next,
            total,
        })
    }
}

/// Where a page of usage starts. It carries the number of groups, which takes longer to count than
/// a page takes to read.
struct UsageCursor {
    total: u64,
    label: String,
}

impl UsageCursor {
    fn parse(text: &str) -> Result<Self, ApiError> {
        let parsed = text.split_once(' ').and_then(|(total, label)| {
            let total = total.parse().ok()?;
            let label = label.to_owned();
            Some(Self { total, label })
        });
        parsed.ok_or_else(PageRequest::no_cursor)
    }
}

impl fmt::Display for UsageCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.total, self.label)
    }
}

/// The current day is included in full: whole days are read at once.
fn tomorrow(now: Timestamp) -> Timestamp {
    let today = now.micros().div_euclid(DAY_MICROS);
    Timestamp::from_micros((today + 1).saturating_mul(DAY_MICROS))
}

/// A counted request.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "LedgerEntry")]
pub struct LedgerAttributes {
    #[serde(skip)]
    pub id: String,
    #[serde(skip)]
    org: OrgId,
    pub key_id: Option<String>,
    /// ID of the user, if the request was made without a key.
    pub user_id: Option<String>,
    pub operation: String,
    #[schemars(extend("enum" = ["live", "test"]))]
    pub mode: String,
    pub cost: u64,
    #[schemars(extend("format" = "date-time"))]
    pub at: String,
    /// Absent if the outcome was never recorded. The request was charged.
    pub status: Option<u16>,
    /// Error code of a response that is an error.
    pub error_code: Option<String>,
    /// Time from the request's headers to its response, in microseconds. Absent if the outcome was
    /// never recorded.
    pub latency_us: Option<u32>,
    pub origin: String,
}

resource!(
    LedgerAttributes,
    "ledger-entry",
    id,
    "/api/manage/orgs/{org}/ledger",
    org
);

impl LedgerAttributes {
    pub(super) fn of(row: LedgerRow, org: OrgId) -> Self {
        Self {
            id: row.request.to_string(),
            org,
            key_id: row.key,
            user_id: row.user,
            operation: row.operation,
            mode: row.mode,
            cost: row.cost,
            at: rfc3339(row.at),
            status: row.status,
            error_code: row.error_code,
            latency_us: row.latency_us,
            origin: row.origin_host,
        }
    }
}

#[derive(Debug)]
pub struct LedgerList;

#[async_trait]
impl Operation for LedgerList {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "The ledger has one entry per counted request. Read it page by page to \
            reconcile an invoice or to export the usage.",
        ..super::spec(
            "ledger_list",
            Methods::Get,
            "/api/manage/orgs/{org}/ledger",
            Rule::member(RolePermission::BillingRead),
            "List counted requests, oldest first",
        )
    };
    type Context = Platform;
    type Input = PageInput;
    type Reply = Collection<LedgerAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: PageInput,
    ) -> Result<Self::Reply, ApiError> {
        let (after, size) = (input.page.cursor()?, input.page.store_size());
        let page = platform
            .store
            .org(caller.tenant())
            .ledger_page(after, size)
            .await?;
        let show = |it| LedgerAttributes::of(it, caller.org());
        Ok(Collection::of(page, show))
    }
}

/// Requests that were rejected before they could be charged.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Refusals")]
pub struct RefusalAttributes {
    #[serde(skip)]
    pub id: String,
    #[serde(skip)]
    org: OrgId,
    /// `null` stands for all keys beyond those that an hour lists.
    pub key_id: Option<String>,
    /// Error code.
    pub reason: String,
    /// Domain of the page, or `other` for all domains beyond those that an hour or a day lists.
    pub origin: String,
    /// Minute of the rejected requests. If an organization has many, the start of their hour.
    #[schemars(extend("format" = "date-time"))]
    pub at: String,
    pub requests: u64,
}

resource!(
    RefusalAttributes,
    "refusals",
    id,
    "/api/manage/orgs/{org}/refusals",
    org
);

/// What the id of an entry has in place of a key if it counts several.
pub(crate) const OTHER_KEYS: &str = "other";

impl RefusalAttributes {
    fn of(row: RefusalRow, org: OrgId) -> Self {
        let at = Timestamp::from_micros(row.minute.saturating_mul(MINUTE_MICROS));
        Self {
            id: format!(
                "{}.{}.{}.{}",
                row.minute,
                row.key_id.as_deref().unwrap_or(OTHER_KEYS),
                row.reason,
                row.origin_host
            ),
            org,
            key_id: row.key_id,
            reason: row.reason,
            origin: row.origin_host,
            at: rfc3339(at),
            requests: u64::try_from(row.requests).unwrap_or(0),
        }
    }
}

#[derive(Debug)]
pub struct RefusalList;

#[async_trait]
impl Operation for RefusalList {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Counts requests that were rejected before any processing, by minute, key, \
            error code and origin. They are not charged. Beyond a limit, further \
            combinations are counted by hour. The list ends after the latest 5,000 entries.",
        ..super::spec(
            "refusal_list",
            Methods::Get,
            "/api/manage/orgs/{org}/refusals",
            Rule::member(RolePermission::BillingRead),
            "List rejected requests by minute, newest first",
        )
    };
    type Context = Platform;
    type Input = PageInput;
    type Reply = Collection<RefusalAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: PageInput,
    ) -> Result<Self::Reply, ApiError> {
        let after = input.page.cursor()?.unwrap_or(0);
        let inside = platform.store.org(caller.tenant());
        let size = input.page.store_size();
        let page = inside.refusals_page(after, size).await?;
        let show = |it| RefusalAttributes::of(it, caller.org());
        Ok(Collection::of(page, show))
    }
}
