//! Recent activity of an organization: usage of its keys, its latest requests, and the most
//! frequent refusals.

use std::time::Duration;

use access::{KeyId, OrgId, RolePermission, Timestamp};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::RefusalSum;

use super::activity::{LedgerAttributes, OTHER_KEYS};
use auth::MemberCaller;
use http_api::clock::rfc3339;
use http_api::text::path_id;
use http_api::{ApiError, Methods, Rule, Spec};
use operation::{Collection, NoInput, Operation, resource};
use platform::Platform;

const DAY_MICROS: i64 = 86_400_000_000;
const MINUTE_MICROS: i64 = 60_000_000;
/// The days of usage per key, including today.
const DAYS: u16 = 14;
/// The number of latest requests.
const LATEST: u32 = 25;
/// The number of reasons.
const REASONS: u32 = 20;

fn collected<T>(items: Vec<T>) -> Collection<T> {
    Collection {
        total: items.len() as u64,
        next: None,
        items,
    }
}

/// Usage of a key.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "UsageOfKey")]
pub struct KeyUsageAttributes {
    #[serde(skip)]
    pub id: String,
    #[serde(skip)]
    org: OrgId,
    /// Charged requests per day in the last 14 days (UTC), today last.
    pub days: Vec<u64>,
}

resource!(
    KeyUsageAttributes,
    "key-usage",
    id,
    "/api/manage/orgs/{org}/usage/keys",
    org
);

/// A query for the usage of keys.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "UsageOfKeysRequest")]
pub struct UsageOfKeysInput {
    /// IDs of the keys.
    #[schemars(length(min = 1, max = 100), inner(length(max = 100)))]
    pub key: Vec<String>,
}

#[derive(Debug)]
pub struct UsageOfKeys;

#[async_trait]
impl Operation for UsageOfKeys {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Returns the number of counted requests per day for up to 100 keys. The last \
            value is today, in UTC.",
        ..super::spec(
            "usage_of_keys",
            Methods::Get,
            "/api/manage/orgs/{org}/usage/keys",
            Rule::member(RolePermission::BillingRead),
            "List daily usage by API key for the last 14 days",
        )
    };
    type Context = Platform;
    type Input = UsageOfKeysInput;
    type Reply = Collection<KeyUsageAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: UsageOfKeysInput,
    ) -> Result<Self::Reply, ApiError> {
        let keys: Result<Vec<KeyId>, _> = input.key.iter().map(|it| path_id(it)).collect();
        let keys = keys?;
        let today = caller.now().micros().div_euclid(DAY_MICROS);
        let first = today - (i64::from(DAYS) - 1);
        let from = Timestamp::from_micros(first * DAY_MICROS);
        let inside = platform.store.org(caller.tenant());
        let rows = inside.key_days(&keys, from).await?;
        let days_of = |key: &KeyId| {
            let id = key.to_string();
            let mut days = vec![0; usize::from(DAYS)];
            for row in rows.iter().filter(|it| it.key_id == id) {
                let index = usize::try_from(row.day - first).ok();
                if let Some(day) = index.and_then(|it| days.get_mut(it)) {
                    *day = u64::try_from(row.requests).unwrap_or(0);
                }
            }
            KeyUsageAttributes {
                id,
                org: caller.org(),
                days,
            }
        };
        Ok(collected(keys.iter().map(days_of).collect()))
    }
}

#[derive(Debug)]
pub struct LedgerLatest;

#[async_trait]
impl Operation for LedgerLatest {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Use this operation for an overview of recent activity. To read all counted \
            requests, use `GET /api/manage/orgs/{org}/ledger`.",
        ..super::spec(
            "ledger_latest",
            Methods::Get,
            "/api/manage/orgs/{org}/ledger/latest",
            Rule::member(RolePermission::BillingRead),
            "List the latest counted requests, newest first",
        )
    };
    type Context = Platform;
    type Input = NoInput;
    type Reply = Collection<LedgerAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        _: NoInput,
    ) -> Result<Self::Reply, ApiError> {
        let inside = platform.store.org(caller.tenant());
        let rows = inside.ledger_latest(LATEST).await?;
        let show = |it| LedgerAttributes::of(it, caller.org());
        Ok(collected(rows.into_iter().map(show).collect()))
    }
}

/// Requests of a key with client errors, by reason.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RefusalSum")]
pub struct RefusalSumAttributes {
    #[serde(skip)]
    pub id: String,
    #[serde(skip)]
    org: OrgId,
    /// `null` stands for all keys beyond those that a day lists.
    pub key_id: Option<String>,
    /// Error code.
    pub reason: String,
    pub requests: u64,
    /// Minute of the last of these requests.
    #[schemars(extend("format" = "date-time"))]
    pub last_at: String,
}

resource!(
    RefusalSumAttributes,
    "refusal-sum",
    id,
    "/api/manage/orgs/{org}/refusals/top",
    org
);

impl RefusalSumAttributes {
    fn of(sum: RefusalSum, org: OrgId) -> Self {
        let last = Timestamp::from_micros(sum.minute.saturating_mul(MINUTE_MICROS));
        Self {
            id: format!(
                "{}.{}",
                sum.key_id.as_deref().unwrap_or(OTHER_KEYS),
                sum.reason
            ),
            org,
            key_id: sum.key_id,
            reason: sum.reason,
            requests: u64::try_from(sum.requests).unwrap_or(0),
            last_at: rfc3339(last),
        }
    }
}

#[derive(Debug)]
pub struct RefusalTop;

#[async_trait]
impl Operation for RefusalTop {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Counts requests with client errors by key and error code, both those \
            rejected before processing and those charged.",
        ..super::spec(
            "refusal_top",
            Methods::Get,
            "/api/manage/orgs/{org}/refusals/top",
            Rule::member(RolePermission::BillingRead),
            "List the most frequent problems in the last 30 days",
        )
    };
    type Context = Platform;
    type Input = NoInput;
    type Reply = Collection<RefusalSumAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        _: NoInput,
    ) -> Result<Self::Reply, ApiError> {
        const SPAN: Duration = Duration::from_hours(24 * 30);
        let back = i64::try_from(SPAN.as_micros()).unwrap_or(i64::MAX);
        let from = Timestamp::from_micros(caller.now().micros().saturating_sub(back));
        let inside = platform.store.org(caller.tenant());
        let sums = inside.refusal_sums(from, REASONS).await?;
        let show = |it| RefusalSumAttributes::of(it, caller.org());
        Ok(collected(sums.into_iter().map(show).collect()))
    }
}
