//! `/api/manage/me`: the signed-in user and their organizations.

use access::Name;
use async_trait::async_trait;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use store::{MembershipRecord, UserRecord};

use auth::PersonCaller;
use http_api::clock::rfc3339;
use http_api::text::ParsedText;
use http_api::{ApiError, ErrorCode, Methods, Problem, Rule, Source, Spec};
use i18n::Language;
use operation::{Collection, NoInput, Operation, PageInput, Resource, resource};
use platform::Platform;

/// The signed-in user.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Me")]
pub struct MeAttributes {
    #[serde(skip)]
    pub id: String,
    pub email: String,
    /// Time at which the email address was verified.
    #[schemars(extend("format" = "date-time"))]
    pub email_verified_at: Option<String>,
    /// Email address that you want to change to and have not confirmed yet.
    pub new_email: Option<String>,
    pub name: String,
    /// Whether the user is an operator.
    pub operator: bool,
    /// Whether signing in requires a second factor.
    pub second_factor: bool,
    /// Language of the dashboard.
    pub language: LanguageChoice,
    /// Theme of the dashboard.
    pub theme: ThemeChoice,
    /// Time zone of the dashboard, such as `Europe/Amsterdam`; `auto` for that of the browser.
    pub time_zone: String,
    /// Whether the setup checklist of the dashboard is hidden.
    pub checklist_hidden: bool,
    #[schemars(extend("format" = "date-time"))]
    pub created_at: String,
}

/// Language of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "LanguageChoice")]
pub enum LanguageChoice {
    /// The language of the browser.
    Auto,
    /// English.
    En,
    /// Dutch.
    Nl,
}

impl LanguageChoice {
    fn of(tag: Option<&str>) -> Self {
        match tag.and_then(Language::of_tag) {
            None => Self::Auto,
            Some(Language::English) => Self::En,
            Some(Language::Dutch) => Self::Nl,
        }
    }

    /// The tag of the language. None for the language of the browser.
    pub const fn tag(self) -> Option<&'static str> {
        match self {
            Self::Auto => None,
            Self::En => Some(Language::English.tag()),
            Self::Nl => Some(Language::Dutch.tag()),
        }
    }
}

/// Theme of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ThemeChoice")]
pub enum ThemeChoice {
    /// The theme of the browser.
    Auto,
    /// Dark text on a light ground.
    Light,
    /// Light text on a dark ground.
    Dark,
}

impl ThemeChoice {
    fn of(name: Option<&str>) -> Self {
        match name {
            Some("light") => Self::Light,
            Some("dark") => Self::Dark,
            _ => Self::Auto,
        }
    }

    /// The name. None for the theme of the browser.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Auto => None,
            Self::Light => Some("light"),
            Self::Dark => Some("dark"),
        }
    }
}

/// The time zone of the browser.
const BROWSER_ZONE: &str = "auto";

resource!(MeAttributes, "user", id, "/api/manage/me");

impl MeAttributes {
    fn of(user: &UserRecord) -> Self {
        Self {
            id: user.id.to_string(),
            email: user.email.to_string(),
            email_verified_at: user.email_verified_at.map(rfc3339),
            new_email: user.new_email.as_ref().map(ToString::to_string),
            name: user.name.clone(),
            operator: user.operator,
            second_factor: user.totp.generation.is_some(),
            language: LanguageChoice::of(user.language.as_deref()),
            theme: ThemeChoice::of(user.theme.as_deref()),
            time_zone: user.time_zone.as_deref().unwrap_or(BROWSER_ZONE).to_owned(),
            checklist_hidden: user.checklist_hidden,
            created_at: rfc3339(user.created_at),
        }
    }
}

#[derive(Debug)]
pub struct MeGet;

#[async_trait]
impl Operation for MeGet {
    type Caller = PersonCaller;
    const SPEC: Spec<PersonCaller> = Spec {
        description: "Returns your account: name, email address, language, and whether a second \
            factor is enabled.",
        ..super::spec(
            "me_get",
            Methods::Get,
            "/api/manage/me",
            Rule::PERSON,
            "Get your profile",
        )
    };
    type Context = Platform;
    type Input = NoInput;
    type Reply = Resource<MeAttributes>;

    async fn run(_: &Platform, caller: PersonCaller, _: NoInput) -> Result<Self::Reply, ApiError> {
        Ok(Resource(MeAttributes::of(caller.person().user())))
    }
}

#[derive(Debug)]
pub struct MeUpdate;

/// Changes to your profile.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "MeUpdateRequest")]
pub struct MeUpdateInput {
    name: Option<ParsedText<Name>>,
    /// Language of the dashboard.
    language: Option<LanguageChoice>,
    /// Theme of the dashboard.
    theme: Option<ThemeChoice>,
    /// Time zone of the dashboard: a name of the tz database, or `auto` for that of the browser.
    #[schemars(length(min = 1, max = 64))]
    time_zone: Option<String>,
    /// Whether to hide the setup checklist of the dashboard.
    checklist_hidden: Option<bool>,
}

/// Whether a text looks like a name of the tz database: `Europe/Amsterdam`, `Etc/GMT+5`.
fn is_zone_name(text: &str) -> bool {
    let is_allowed = |it: u8| it.is_ascii_alphanumeric() || b"_+-/".contains(&it);
    text.bytes().all(is_allowed)
}

#[async_trait]
impl Operation for MeUpdate {
    type Caller = PersonCaller;
    const SPEC: Spec<PersonCaller> = Spec {
        errors: &[ErrorCode::TimezoneUnknown],
        description: "Omitted fields do not change. The language applies to the dashboard and \
            to emails. The theme and the time zone apply only to the dashboard.",
        ..super::spec(
            "me_update",
            Methods::Patch,
            "/api/manage/me",
            Rule::PERSON,
            "Update your profile",
        )
    };
    type Context = Platform;
    type Input = MeUpdateInput;
    type Reply = Resource<MeAttributes>;

    async fn run(
        platform: &Platform,
        caller: PersonCaller,
        input: MeUpdateInput,
    ) -> Result<Self::Reply, ApiError> {
        let is_empty = input.name.is_none()
            && input.language.is_none()
            && input.theme.is_none()
            && input.time_zone.is_none()
            && input.checklist_hidden.is_none();
        if is_empty {
            let detail = "Send a field to change.";
            let problem = Problem::new(ErrorCode::FieldMissing, detail);
            return Err(problem.at(Source::Pointer(String::new())).into());
        }
        if let Some(zone) = input.time_zone.as_ref().filter(|it| !is_zone_name(it)) {
            let detail = format!("`{zone}` is not a time zone in the tz database.");
            let problem = Problem::new(ErrorCode::TimezoneUnknown, detail);
            return Err(problem.at(Source::Pointer("/timeZone".to_owned())).into());
        }
        let mut transaction = platform.store.begin().await?;
        let mut attributes = MeAttributes::of(caller.person().user());
        if let Some(ParsedText(name)) = input.name {
            transaction.set_user_name(caller.user(), &name).await?;
            name.as_str().clone_into(&mut attributes.name);
        }
        if let Some(language) = input.language {
            let tag = language.tag();
            transaction.set_user_language(caller.user(), tag).await?;
            attributes.language = language;
        }
        if let Some(theme) = input.theme {
            let name = theme.name();
            transaction.set_user_theme(caller.user(), name).await?;
            attributes.theme = theme;
        }
        if let Some(zone) = input.time_zone {
            let stored = Some(zone.as_str()).filter(|it| *it != BROWSER_ZONE);
            transaction
                .set_user_time_zone(caller.user(), stored)
                .await?;
            attributes.time_zone = zone;
        }
        if let Some(hidden) = input.checklist_hidden {
            transaction
                .set_checklist_hidden(caller.user(), hidden)
                .await?;
            attributes.checklist_hidden = hidden;
        }
        transaction.commit().await?;
        Ok(Resource(attributes))
    }
}

/// An organization that the user belongs to.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Membership")]
pub struct MembershipAttributes {
    #[serde(skip)]
    pub org: String,
    pub name: String,
    #[schemars(extend("enum" = ["active", "suspended", "closed"]))]
    pub status: &'static str,
    #[schemars(extend("enum" = ["owner", "manager", "member"]))]
    pub role: &'static str,
    /// Whether the organization requires a second factor.
    pub require_second_factor: bool,
    #[schemars(extend("format" = "date-time"))]
    pub since: String,
}

resource!(
    MembershipAttributes,
    "membership",
    org,
    "/api/manage/orgs/{org}",
    org
);

impl MembershipAttributes {
    fn of(membership: MembershipRecord) -> Self {
        Self {
            org: membership.org.to_string(),
            name: membership.org_name,
            status: membership.org_status.name(),
            role: membership.role.name(),
            require_second_factor: membership.require_second_factor,
            since: rfc3339(membership.since),
        }
    }
}

#[derive(Debug)]
pub struct MeOrganizations;

#[async_trait]
impl Operation for MeOrganizations {
    type Caller = PersonCaller;
    const SPEC: Spec<PersonCaller> = Spec {
        description: "Lists the organizations of which you are a member, with your role in each.",
        ..super::spec(
            "me_organizations",
            Methods::Get,
            "/api/manage/me/organizations",
            Rule::PERSON,
            "List your organizations",
        )
    };
    type Context = Platform;
    type Input = PageInput;
    type Reply = Collection<MembershipAttributes>;

    async fn run(
        platform: &Platform,
        caller: PersonCaller,
        input: PageInput,
    ) -> Result<Self::Reply, ApiError> {
        let (after, size) = (input.page.cursor()?, input.page.store_size());
        let user = caller.user();
        let page = platform.store.memberships_page(user, after, size).await?;
        Ok(Collection::of(page, MembershipAttributes::of))
    }
}
