//! `/api/manage/orgs/{org}/alert-settings`: which alerts the organization receives.

use std::borrow::Cow;

use access::{
    AlertSettings, AlertSettingsError, ErrorShareLimits, MailTo, RolePermission, SpikeLimits,
};
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use auth::MemberCaller;
use http_api::text::given;
use http_api::{ApiError, ErrorCode, Methods, Problem, Rule, Source, Spec};
use operation::{NoInput, Operation, Resource, ResourceKind};
use platform::Platform;

/// Recipients of emails.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "AlertMailTo")]
pub enum MailToText {
    /// Owners and managers.
    Managers,
    /// Owners only.
    Owners,
    /// Nobody.
    Nobody,
}

impl From<MailToText> for MailTo {
    fn from(text: MailToText) -> Self {
        match text {
            MailToText::Managers => Self::Managers,
            MailToText::Owners => Self::Owners,
            MailToText::Nobody => Self::Nobody,
        }
    }
}

impl From<MailTo> for MailToText {
    fn from(mail_to: MailTo) -> Self {
        match mail_to {
            MailTo::Managers => Self::Managers,
            MailTo::Owners => Self::Owners,
            MailTo::Nobody => Self::Nobody,
        }
    }
}

/// When the requests of a key in one hour are a spike.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "SpikeLimits")]
pub struct SpikeText {
    /// Minimum number of requests in an hour.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub minimum_requests: u64,
    /// Number of deviations above the median of the same hour of the week.
    #[schemars(range(min = 1, max = 100))]
    pub deviations: u32,
}

/// When the error share of a key triggers an alert.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "ErrorShareLimits")]
pub struct ErrorShareText {
    /// Share of an hour's requests, in percent.
    #[schemars(range(min = 1, max = 100))]
    pub percent: u32,
    /// Minimum number of requests.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    pub minimum_requests: u64,
}

/// Alert settings. Null or an empty list disables a rule.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AlertSettings")]
pub struct SettingsAttributes {
    #[serde(skip)]
    org: String,
    /// Recipients of emails.
    pub mail_to: MailToText,
    /// Thresholds of the quota and of the test allowance, in percent.
    pub quota_percents: Vec<u32>,
    pub spike: Option<SpikeText>,
    pub error_share: Option<ErrorShareText>,
    /// Number of requests that a key's domain rules reject within 60 minutes.
    pub denied_domains: Option<u64>,
    /// Days of inactivity after which the use of a key triggers an alert.
    pub dormant_days: Option<u32>,
    /// Days before a key expires.
    pub expiry_days: Vec<u32>,
}

impl ResourceKind for SettingsAttributes {
    const TYPE: &'static str = "alert-settings";

    fn id(&self) -> String {
        self.org.clone()
    }

    fn path(&self) -> Cow<'static, str> {
        format!("/api/manage/orgs/{}/alert-settings", self.org).into()
    }
}

impl SettingsAttributes {
    fn of(settings: &AlertSettings, caller: &MemberCaller) -> Self {
        Self {
            org: caller.org().to_string(),
            mail_to: settings.mail_to.into(),
            quota_percents: settings.quota_percents.clone(),
            spike: settings.spike.map(|it| SpikeText {
                minimum_requests: it.minimum_requests,
                deviations: it.deviations,
            }),
            error_share: settings.error_share.map(|it| ErrorShareText {
                percent: it.percent,
                minimum_requests: it.minimum_requests,
            }),
            denied_domains: settings.denied_domains,
            dormant_days: settings.dormant_days,
            expiry_days: settings.expiry_days.clone(),
        }
    }

    /// The representation in the audit log.
    fn audited(&self) -> Result<String, ApiError> {
        let unwritable = |error| ApiError::plain(ErrorCode::InternalError).because(error);
        serde_json::to_string(self).map_err(unwritable)
    }
}

#[derive(Debug)]
pub struct AlertSettingsGet;

#[async_trait]
impl Operation for AlertSettingsGet {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        description: "Returns which rules are enabled, their thresholds, and who receives the \
            alerts by email.",
        ..super::spec(
            "alert_settings_get",
            Methods::Get,
            "/api/manage/orgs/{org}/alert-settings",
            Rule::member(RolePermission::OrgUpdate),
            "Get the alert settings",
        )
    };
    type Context = Platform;
    type Input = NoInput;
    type Reply = Resource<SettingsAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        _: NoInput,
    ) -> Result<Self::Reply, ApiError> {
        let settings = platform.store.org(caller.tenant()).alert_settings().await?;
        Ok(Resource(SettingsAttributes::of(&settings, &caller)))
    }
}

#[derive(Debug)]
pub struct AlertSettingsUpdate;

/// Changes to the alert settings. Omitted fields stay unchanged. Null or an empty list disables a
/// rule.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "AlertSettingsRequest")]
#[expect(
    clippy::option_option,
    reason = "null is a value here, and another one than absent"
)]
pub struct SettingsInput {
    mail_to: Option<MailToText>,
    /// Thresholds of the quota and of the test allowance, in percent.
    #[schemars(length(max = 10), inner(range(min = 1, max = 1_000)))]
    quota_percents: Option<Vec<u32>>,
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<SpikeText>")]
    spike: Option<Option<SpikeText>>,
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<ErrorShareText>")]
    error_share: Option<Option<ErrorShareText>>,
    /// Number of requests that a key's domain rules reject within 60 minutes.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<u64>", range(min = 1, max = 1_000_000_000))]
    denied_domains: Option<Option<u64>>,
    /// Days of inactivity after which the use of a key triggers an alert.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<u32>", range(min = 1, max = 365))]
    dormant_days: Option<Option<u32>>,
    /// Days before a key expires.
    #[schemars(length(max = 10), inner(range(min = 1, max = 365)))]
    expiry_days: Option<Vec<u32>>,
}

impl SettingsInput {
    fn apply(self, before: &AlertSettings) -> Result<AlertSettings, ApiError> {
        let spike = self.spike.map(|it| {
            it.map(|it| SpikeLimits {
                minimum_requests: it.minimum_requests,
                deviations: it.deviations,
            })
        });
        let error_share = self.error_share.map(|it| {
            it.map(|it| ErrorShareLimits {
                percent: it.percent,
                minimum_requests: it.minimum_requests,
            })
        });
        let before = before.clone();
        let after = AlertSettings {
            mail_to: self.mail_to.map_or(before.mail_to, Into::into),
            quota_percents: self.quota_percents.unwrap_or(before.quota_percents),
            spike: spike.unwrap_or(before.spike),
            error_share: error_share.unwrap_or(before.error_share),
            denied_domains: self.denied_domains.unwrap_or(before.denied_domains),
            dormant_days: self.dormant_days.unwrap_or(before.dormant_days),
            expiry_days: self.expiry_days.unwrap_or(before.expiry_days),
        };
        after.checked().map_err(|error: AlertSettingsError| {
            let pointer = format!("/{}", error.field);
            let problem = Problem::new(ErrorCode::ValueRefused, error.to_string());
            problem.at(Source::Pointer(pointer)).into()
        })
    }
}

#[async_trait]
impl Operation for AlertSettingsUpdate {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        errors: &[ErrorCode::ValueRefused],
        description: "Takes effect at the next check of the organization, within a minute. An alert that was \
            already sent is not sent again in the same period.",
        ..super::spec(
            "alert_settings_update",
            Methods::Patch,
            "/api/manage/orgs/{org}/alert-settings",
            Rule::member(RolePermission::OrgUpdate),
            "Update the alert settings",
        )
    };
    type Context = Platform;
    type Input = SettingsInput;
    type Reply = Resource<SettingsAttributes>;

    async fn run(
        platform: &Platform,
        caller: MemberCaller,
        input: SettingsInput,
    ) -> Result<Self::Reply, ApiError> {
        let (mut locked, _) = caller.lock(platform).await?;
        let before = locked.alert_settings().await?;
        let after = input.apply(&before)?;
        locked.set_alert_settings(&after).await?;
        let shown = SettingsAttributes::of(&after, &caller);
        let mut event = caller.event("alert_settings.update", &caller.org());
        event.before = Some(SettingsAttributes::of(&before, &caller).audited()?);
        event.after = Some(shown.audited()?);
        locked.audit(&event).await?;
        locked.commit().await?;
        Ok(Resource(shown))
    }
}
