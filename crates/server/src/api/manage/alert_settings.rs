//! `/api/manage/orgs/{org}/alert-settings`: what the organization wants to be told.

use std::borrow::Cow;

use access::{
    AlertSettings, AlertSettingsError, ErrorShareLimits, MailTo, RolePermission, SpikeLimits,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::operation::{NoInput, Operation, Resource, ResourceKind};
use auth::MemberCaller;
use http_api::text::given;
use http_api::{ApiError, ErrorCode, Methods, Problem, Rule, Source, Spec};

/// Who gets an e-mail.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "AlertMailTo")]
pub(crate) enum MailToText {
    /// Owners and managers.
    Managers,
    /// Owners alone.
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

/// When a key's hour is a spike.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "SpikeLimits")]
pub(crate) struct SpikeText {
    /// Fewer requests in an hour are none.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    minimum_requests: u64,
    /// How many deviations above the median of the same hour of the week.
    #[schemars(range(min = 1, max = 100))]
    deviations: u32,
}

/// When a key's errors are worth a word.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "ErrorShareLimits")]
pub(crate) struct ErrorShareText {
    /// This much of an hour's requests.
    #[schemars(range(min = 1, max = 100))]
    percent: u32,
    /// Of fewer requests no share is taken.
    #[schemars(range(min = 1, max = 1_000_000_000))]
    minimum_requests: u64,
}

/// What an organization wants to be told; null or an empty list switches a rule off.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AlertSettings")]
pub(crate) struct SettingsAttributes {
    #[serde(skip)]
    org: String,
    /// Who gets an e-mail.
    mail_to: MailToText,
    /// Shares of the quota, and of the test allowance, in percent.
    quota_percents: Vec<u32>,
    spike: Option<SpikeText>,
    error_share: Option<ErrorShareText>,
    /// Refusals of a key for its domain rule, within 60 minutes.
    denied_domains: Option<u64>,
    /// Days of silence after which a key's use is worth a word.
    dormant_days: Option<u32>,
    /// Days before a key expires.
    expiry_days: Vec<u32>,
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

    /// What the audit log keeps.
    fn audited(&self) -> Result<String, ApiError> {
        let unwritable = |error| ApiError::plain(ErrorCode::InternalError).because(error);
        serde_json::to_string(self).map_err(unwritable)
    }
}

#[derive(Debug)]
pub(crate) struct AlertSettingsGet;

impl Operation for AlertSettingsGet {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = super::spec(
        "alert_settings_get",
        Methods::Get,
        "/api/manage/orgs/{org}/alert-settings",
        Rule::member(RolePermission::OrgUpdate),
        "What the organization wants to be told",
    );
    type Input = NoInput;
    type Reply = Resource<SettingsAttributes>;

    async fn run(app: &App, caller: MemberCaller, _: NoInput) -> Result<Self::Reply, ApiError> {
        let settings = app.store.org(caller.tenant()).alert_settings().await?;
        Ok(Resource(SettingsAttributes::of(&settings, &caller)))
    }
}

#[derive(Debug)]
pub(crate) struct AlertSettingsUpdate;

/// What is to change; what is absent stays as it is, null or an empty list switches a rule off.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "AlertSettingsRequest")]
#[expect(
    clippy::option_option,
    reason = "null is a value here, and another one than absent"
)]
pub(crate) struct SettingsInput {
    mail_to: Option<MailToText>,
    /// Shares of the quota, and of the test allowance, in percent.
    #[schemars(length(max = 10), inner(range(min = 1, max = 1_000)))]
    quota_percents: Option<Vec<u32>>,
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<SpikeText>")]
    spike: Option<Option<SpikeText>>,
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<ErrorShareText>")]
    error_share: Option<Option<ErrorShareText>>,
    /// Refusals of a key for its domain rule, within 60 minutes.
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "Option<u64>", range(min = 1, max = 1_000_000_000))]
    denied_domains: Option<Option<u64>>,
    /// Days of silence after which a key's use is worth a word.
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

impl Operation for AlertSettingsUpdate {
    type Caller = MemberCaller;
    const SPEC: Spec<MemberCaller> = Spec {
        errors: &[ErrorCode::ValueRefused],
        description: "Counts from the next look at the organization, within a minute. What was \
            told already is not told again in its period.",
        ..super::spec(
            "alert_settings_update",
            Methods::Patch,
            "/api/manage/orgs/{org}/alert-settings",
            Rule::member(RolePermission::OrgUpdate),
            "Change what the organization wants to be told",
        )
    };
    type Input = SettingsInput;
    type Reply = Resource<SettingsAttributes>;

    async fn run(
        app: &App,
        caller: MemberCaller,
        input: SettingsInput,
    ) -> Result<Self::Reply, ApiError> {
        let (mut locked, _) = caller.lock(app).await?;
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
