//! `/api/manage/orgs/{org}/alerts`: the organization's alerts.

use std::borrow::Cow;

use access::{AlertId, RolePermission};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::AlertRecord;

use auth::MemberCaller;
use http_api::clock::rfc3339;
use http_api::text::path_id;
use http_api::{ApiError, ErrorCode, Methods, Rule, Spec};
use i18n::Language;
use notifications::alert::AlertNotice;
use notifications::alert::facts::AlertDetails;
use operation::{Collection, NoContent, NoInput, Operation, PageRequest, Resource, ResourceKind};
use platform::Platform;

/// An alert.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Alert")]
pub struct AlertAttributes {
    #[serde(skip)]
    pub id: String,
    #[serde(skip)]
    org: String,
    /// Type: `quota`, `spike`, `error_share`, `denied_domains`, `dormant_key` or `key_expiry`.
    #[schemars(extend("enum" = ["quota", "spike", "error_share", "denied_domains", "dormant_key", "key_expiry"]))]
    pub rule: &'static str,
    /// `live` or `test` for a quota, otherwise the ID of a key.
    pub subject: String,
    /// Name of the subject at that time.
    pub subject_name: String,
    /// Period in which the alert is not repeated: a month, a day, or the day on which inactivity
    /// began or a key expires.
    pub period: String,
    /// Threshold that was reached: percent, deviations, requests or days.
    pub threshold: u64,
    pub title: String,
    /// Description of the event, with its figures.
    pub text: String,
    pub facts: AlertDetails,
    /// Dashboard page for resolving the alert.
    pub page: String,
    #[schemars(extend("format" = "date-time"))]
    pub fired_at: String,
    /// Time at which someone read it. Null if unread.
    #[schemars(extend("format" = "date-time"))]
    pub read_at: Option<String>,
}

impl ResourceKind for AlertAttributes {
    const TYPE: &'static str = "alert";

    fn id(&self) -> String {
        self.id.clone()
    }

    fn path(&self) -> Cow<'static, str> {
        format!("/api/manage/orgs/{}/alerts/{}", self.org, self.id).into()
    }
}

impl AlertAttributes {
    fn of(alert: AlertRecord, caller: &MemberCaller) -> Result<Self, ApiError> {
        let unreadable = |error| ApiError::plain(ErrorCode::InternalError).because(error);
        let facts = AlertDetails::from_text(&alert.facts).map_err(unreadable)?;
        let told = AlertNotice {
            id: alert.id,
            subject: alert.subject,
            subject_name: alert.subject_name,
            period: alert.period,
            threshold: alert.threshold,
            facts,
        };
        let words = told.words();
        Ok(Self {
            id: told.id.to_string(),
            org: caller.org().to_string(),
            rule: alert.rule.name(),
            title: words.title.plain(Language::English),
            text: words.text.plain(Language::English),
            page: told.page(),
            fired_at: rfc3339(alert.fired_at),
            read_at: alert.read_at.map(rfc3339),
            subject: told.subject,
            subject_name: told.subject_name,
            period: told.period,
            threshold: told.threshold,
            facts: told.facts,
        })
    }
}

#[derive(Debug)]
pub struct AlertList;

/// A query for alerts.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "AlertListRequest")]
pub struct AlertListInput {
    /// Only unread alerts.
    #[serde(default)]
    pub unread: bool,
    #[serde(default)]
    pub page: PageRequest,
}

#[async_trait]
impl Operation for AlertList {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Alerts report high quota usage, request spikes, high error rates, requests \
            from domains that are not allowed, use of dormant keys, and keys that are about to \
            expire.",
        ..super::spec(
            "alert_list",
            Methods::Get,
            "/api/manage/orgs/{org}/alerts",
            Rule::member(RolePermission::OrgUpdate),
            "List alerts, newest first",
        )
    };
    type Context = Platform;
    type Input = AlertListInput;
    type Reply = Collection<AlertAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: AlertListInput,
    ) -> Result<Self::Reply, ApiError> {
        let before = input.page.cursor()?;
        let inside = platform.store.org(caller.tenant());
        let size = input.page.store_size();
        let page = inside.alerts_page(input.unread, before, size).await?;
        let items = page.items.into_iter();
        let items: Result<_, _> = items.map(|it| AlertAttributes::of(it, &caller)).collect();
        Ok(Collection {
            items: items?,
            next: page.next.map(|it| it.to_string()),
            total: page.total,
        })
    }
}

/// One alert.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "AlertReference")]
pub struct AlertReference {
    /// ID of the alert.
    #[schemars(length(max = 100))]
    alert: String,
}

#[derive(Debug)]
pub struct AlertGet;

#[async_trait]
impl Operation for AlertGet {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Returns an alert with its figures, and the URL of the dashboard page where \
            you can resolve it.",
        ..super::spec(
            "alert_get",
            Methods::Get,
            "/api/manage/orgs/{org}/alerts/{alert}",
            Rule::member(RolePermission::OrgUpdate),
            "Get an alert",
        )
    };
    type Context = Platform;
    type Input = AlertReference;
    type Reply = Resource<AlertAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: AlertReference,
    ) -> Result<Self::Reply, ApiError> {
        found(platform, &caller, path_id(&input.alert)?).await
    }
}

async fn found(
    platform: &Platform,
    caller: &MemberCaller,
    id: AlertId,
) -> Result<Resource<AlertAttributes>, ApiError> {
    let alert = platform.store.org(caller.tenant()).alert(id).await?;
    let alert = alert.ok_or_else(|| ApiError::plain(ErrorCode::ResourceNotFound))?;
    AlertAttributes::of(alert, caller).map(Resource)
}

#[derive(Debug)]
pub struct AlertUpdate;

/// Whether the alert is read.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "AlertUpdateRequest")]
pub struct AlertUpdateInput {
    /// ID of the alert.
    #[schemars(length(max = 100))]
    pub alert: String,
    pub read: bool,
}

#[async_trait]
impl Operation for AlertUpdate {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "The inbox belongs to the organization: an alert that one member reads is \
                      read for all members.",
        ..super::spec(
            "alert_update",
            Methods::Patch,
            "/api/manage/orgs/{org}/alerts/{alert}",
            Rule::member(RolePermission::OrgUpdate),
            "Mark an alert as read or unread",
        )
    };
    type Context = Platform;
    type Input = AlertUpdateInput;
    type Reply = Resource<AlertAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: AlertUpdateInput,
    ) -> Result<Self::Reply, ApiError> {
        let id: AlertId = path_id(&input.alert)?;
        let (mut locked, _) = caller.lock(platform).await?;
        let read_at = input.read.then(|| caller.now());
        if !locked.mark_alert(id, read_at).await? {
            return Err(ApiError::plain(ErrorCode::ResourceNotFound));
        }
        locked.commit().await?;
        found(platform, &caller, id).await
    }
}

#[derive(Debug)]
pub struct AlertReadAll;

#[async_trait]
impl Operation for AlertReadAll {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Marks every unread alert of the organization as read, for all members.",
        ..super::spec(
            "alert_read_all",
            Methods::Post,
            "/api/manage/orgs/{org}/alerts/read-all",
            Rule::member(RolePermission::OrgUpdate),
            "Mark all alerts as read",
        )
    };
    type Context = Platform;
    type Input = NoInput;
    type Reply = NoContent;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        _: NoInput,
    ) -> Result<Self::Reply, ApiError> {
        let (mut locked, _) = caller.lock(platform).await?;
        locked.mark_all_alerts(caller.now()).await?;
        locked.commit().await?;
        Ok(NoContent)
    }
}
